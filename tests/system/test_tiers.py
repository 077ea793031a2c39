"""Two tiers: what the interpreter says is what machine code says, to the last bit."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from derivatives.mechanisms import random_mechanism
from golden.kernel_work import MECHANISMS, study_of, work_on
from sarrus import Study, open_run
from sarrus.errors import SarrusError
from sarrus.gallery import four_bar, pendulum
from sarrus.kernels import background, factory
from sarrus.kernels.background import Tiered
from sarrus.kernels.kernel import COMPILED, INTERPRETED
from sarrus.storage import LogReader, RunReader, decode
from sarrus.sweeps.ledger import NAME, TIERS
from sarrus.system import System

QUICK = ("four_bar", "rolling_coin", "case joint_zoo_tree")
QUICK_SEEDS, ALL_SEEDS = 20, 200

Made = list[Tiered]


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Made:
    """Kernels that were interpreted; nothing is compiled but on request."""
    found: Made = []

    def tiered(*arguments: Any) -> Tiered:
        found.append(Tiered(*arguments))
        return found[-1]

    monkeypatch.setenv("SARRUS_COMPILE", "never")
    monkeypatch.setattr(factory, "Tiered", tiered)
    return found


def assert_tiers_agree(made: Made) -> None:
    """Compile what was interpreted: that is refused where one bit differs."""
    assert made
    for kernel in made:
        kernel.compile()
        assert kernel.is_compiled and not kernel.failure, kernel.failure
    made.clear()


def do_all(name: str, most: int | None = None) -> None:
    """Ask for what makes the kernels of a mechanism."""
    for _, does in list(work_on(study_of(name)))[:most]:
        try:
            does()
        except SarrusError:
            continue


@pytest.mark.parametrize("name", QUICK)
def test_tiers_agree_on_some_mechanisms(name: str, made: Made) -> None:
    do_all(name, 6)
    assert_tiers_agree(made)


@pytest.mark.slow
@pytest.mark.parametrize("name", MECHANISMS)
def test_tiers_agree_on_the_gallery_and_the_reference_problems(name: str, made: Made) -> None:
    do_all(name)
    assert_tiers_agree(made)


def seeds() -> list[Any]:
    slow = [pytest.param(seed, marks=pytest.mark.slow) for seed in range(QUICK_SEEDS, ALL_SEEDS)]
    return [*range(QUICK_SEEDS), *slow]


@pytest.mark.parametrize("seed", seeds())
def test_tiers_agree_on_random_mechanisms(seed: int, made: Made) -> None:
    moving = random_mechanism(seed, n=2 + seed % 3)
    system = System(moving.model, cut=moving.cut, kernels=())
    q = moving.q

    def values() -> list[np.ndarray]:
        if system.closed:
            return list(system.compiled.loops.closure(q))
        return [system.inverse_dynamics(q, moving.v, moving.vdot), system.mass_matrix(q)]

    before = [value.tobytes() for value in values()]
    assert_tiers_agree(made)
    assert [value.tobytes() for value in values()] == before


# --- runs ---------------------------------------------------------------------------------------


def motion(path: Path | None = None, **options: Any) -> Any:
    system = four_bar().compile(cache=None, **options)
    start = system.assemble({"A": 0.4}, rates={"A": 10.0})
    return system.simulate(start, until=0.3, every=0.02, file=path)


def bits(run: Any) -> list[bytes]:
    names = ("A.angle", "C.reaction.force", "energy.total")
    return [run.t.tobytes(), *(np.asarray(run[name]).tobytes() for name in names)]


def test_run_is_the_same_with_and_without_background_compilation(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SARRUS_COMPILE", "never")
    interpreted = motion()
    assert set(interpreted.system.compiled.tiers.values()) == {INTERPRETED}
    compiled = motion(wait=True)
    assert set(compiled.system.compiled.tiers.values()) == {COMPILED}
    monkeypatch.setenv("SARRUS_COMPILE", "background")
    monkeypatch.setattr(background, "worth_compiling", lambda operations, calls: calls > 20)
    switching = motion()
    assert bits(interpreted) == bits(compiled) == bits(switching)


def test_request_compiles_what_is_interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SARRUS_COMPILE", "never")
    run = motion()
    before = bits(run)
    run.system.compiled.compile_all()
    tiers = run.system.compiled.tiers
    assert set(tiers.values()) == {COMPILED} and len(tiers) >= 3
    assert bits(run.system.simulate(run.state(0), until=0.3, every=0.02)) == before


def test_report_names_the_tier(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SARRUS_COMPILE", "never")
    system = pendulum().compile(cache=None)
    assert "operations, interpreted" in str(system)
    system.compiled.compile_all()
    assert "operations, compiled" in str(system)
    assert "operations, compiled" in str(pendulum().compile(cache=None, wait=True))


def test_model_file_chooses_too() -> None:
    study = Study.of(pendulum(), {"compile": {"wait": True}})
    assert study.system.compiled.compiler.policy == "wait"
    assert Study.of(pendulum(), {}).system.compiled.compiler.policy == "background"


def test_failures_of_the_background_are_in_the_report(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SARRUS_COMPILE", "never")
    system = pendulum().compile(cache=None)
    monkeypatch.setattr("sarrus.kernels.factory._same_bits", lambda *_: False)
    system.compiled.compile_all()
    assert "not compiled in the background: KernelError" in str(system)


def test_run_files_record_the_tiers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SARRUS_COMPILE", "never")
    path = tmp_path / "run.sarrus"
    run = motion(path)
    with RunReader.open(path) as reader:
        tiers = reader.head["system"]["tiers"]
    assert tiers and set(tiers.values()) == {INTERPRETED}
    monkeypatch.setenv("SARRUS_COMPILE", "wait")
    again = open_run(path, cache=None)
    assert again.system.compiled.compiler.tiers == tiers
    assert bits(again) == bits(run)


def test_ledgers_of_sweeps_record_the_tiers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SARRUS_COMPILE", "never")
    system = pendulum().compile(cache=None, kernels=())
    how: dict[str, Any] = {"measure": "last A.angle", "until": 0.1, "method": "rk4", "step": 0.01}
    over = {"rod.mass": [1.0, 2.0]}
    for _ in range(2):  # a ledger that is complete gets no further record
        system.sweep(over, start=system.assemble(), folder=tmp_path, workers=0, **how)
        with LogReader.open(tmp_path / NAME) as reader:
            (found,) = (decode(block) for block in _blocks(reader, TIERS))
    assert found and set(found.values()) <= {INTERPRETED, COMPILED}


def _blocks(reader: LogReader, kind: str) -> list[bytes]:
    return [reader.read(k) for k in range(len(reader)) if reader[k].kind == kind]

"""The recipe "an integrator": a function of equal steps, a table with error control."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import sarrus
from command_line import run_line
from recipes.conftest import Package
from sarrus import Event, ModelError, Study, export
from sarrus.events import Stop
from sarrus.system.flow.controlled import CONTROLLED
from sarrus.system.flow.steps import METHODS, FixedMethod
from system.test_c_code import compiled_and_run, needs_gcc

HEUN = """
from sarrus.spatial.arrays import minimum
from sarrus.system.flow.steps import METHODS, FixedMethod


def heun(flow, y, t, h):
    k1 = flow.slope(t, y)
    k2 = flow.slope(t + h, y + h * k1.ydot)
    following = y + (0.5 * h) * (k1.ydot + k2.ydot)
    return flow.closed_state(t + h, following, k2.factors), minimum(k1.watch, k2.watch)


METHODS.register("heun", FixedMethod(heun, order=2, evaluations=2))
"""

DORMAND_PRINCE_5 = """
from types import SimpleNamespace

import numpy as np

from sarrus.system.flow.controlled import CONTROLLED

A = np.zeros((7, 7))
for row, values in enumerate((
    (),
    (1 / 5,),
    (3 / 40, 9 / 40),
    (44 / 45, -56 / 15, 32 / 9),
    (19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729),
    (9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656),
    (35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84),
)):
    A[row, : len(values)] = values
ERROR = (71 / 57600, 0, -71 / 16695, 71 / 1920, -17253 / 339200, 22 / 525, -1 / 40)
DENSE = (
    -12715105075 / 11282082432, 0, 87487479700 / 32700410799, -10690763975 / 1880347072,
    701980252875 / 199316789632, -1453857185 / 822651844, 69997945 / 29380423,
)
TABLE = SimpleNamespace(
    STAGES=6, EXTENDED=7, ORDER=5, A=A, C=A.sum(axis=1), E5=np.array(ERROR), E3=np.zeros(7),
    D=np.vstack([DENSE, np.zeros((3, 7))]),
)
CONTROLLED.register("dp5", TABLE)
"""

FILE = """\
sarrus: 1
name: linkage
gravity: [0, -9.81, 0]
bodies:
  crank: {mass: 1.0, com: [0.05, 0.125, 0], inertia: [0.01, 0.01, 0.02]}
  coupler: {mass: 2.0, com: [0.35, 0.275, 0], inertia: [0.02, 0.03, 0.05]}
  rocker: {mass: 1.5, com: [0.575, 0.15, 0], inertia: [0.02, 0.02, 0.03]}
joints:
  A: {type: revolute, parent: ground, child: crank, at: [0, 0, 0], axis: z}
  B: {type: revolute, parent: crank, child: coupler, at: [0.1, 0.25, 0], axis: z}
  C: {type: revolute, parent: coupler, child: rocker, at: [0.6, 0.3, 0], axis: z}
  D: {type: revolute, parent: ground, child: rocker, at: [0.55, 0, 0], axis: z}
forces:
  S: {type: joint_spring, joint: A, k: 5.0, d: 0.1}
assembly: {rates: {A: 1.0}}
run: {until: 0.2, METHOD}
"""
FIXED = "method: heun, step: 1 ms"
CONTROLLED_RUN = "method: dp5, rtol: 1e-7"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "linkage.yaml"
    path.write_text(FILE.replace("METHOD", "rtol: 1e-6"), "utf-8")
    return path


def last(run: Any) -> np.ndarray:
    return np.concatenate([run.q[-1], run.v[-1]])


def test_method_of_equal_steps_has_its_order(package: Package, file: Path) -> None:
    package(HEUN)
    study = Study.load(file)
    system, start = study.system, study.start()
    exact = last(system.simulate(start, until=0.2, rtol=1e-12, atol=1e-13))
    errors = [
        np.max(np.abs(last(system.simulate(start, until=0.2, method="heun", step=h)) - exact))
        for h in (4e-3, 2e-3, 1e-3)
    ]
    orders = np.log2(np.divide(errors[:-1], errors[1:]))
    assert np.all(np.abs(orders - 2) < 0.2), orders


def test_method_of_equal_steps_is_used_everywhere(
    package: Package, file: Path, tmp_path: Path
) -> None:
    package(HEUN)
    file.write_text(FILE.replace("METHOD", FIXED), "utf-8")
    study = Study.load(file)
    assert "method heun, step 0.001 s" in study.describe()
    system, start = study.system, study.start()
    run = study.run()
    assert run.account.method == "heun" and run.account.evaluations == 2 * 200
    kept = tmp_path / "linkage.sarrus"
    done = run_line(["run", str(file), "--out", str(kept), "--json"])
    assert done.exit_code == 0, done.output
    assert np.array_equal(last(sarrus.open_run(kept)), last(run))
    sarrus.rerun(kept)
    starts = [start, start]
    both = system.simulate(starts, until=0.2, method="heun", step=1e-3)
    assert np.allclose(last(both[1]), last(run), rtol=0, atol=1e-12)
    seen = system.simulate(
        start,
        until=0.2,
        method="heun",
        step=1e-3,
        events=[Event("A.angle", Stop(), at=float(run["A.angle"][50]))],
    )
    assert seen.t[-1] == pytest.approx(run.t[50], abs=1e-6)
    table = system.sweep(
        {"S.k": [5.0, 50.0]},
        start=start,
        measure={"end": "last A.angle"},
        until=0.2,
        method="heun",
        step=1e-3,
    )
    assert float(table["end"][0]) == pytest.approx(run.q[-1, 0], abs=1e-12)


@needs_gcc
def test_method_of_equal_steps_becomes_c_code(package: Package, file: Path, tmp_path: Path) -> None:
    package(HEUN)
    study = Study.load(file)
    code = export.c_code(study.system, "linkage", methods=("heun",))
    code.write(tmp_path / "c")
    assert "linkage_step_heun" in (tmp_path / "c" / "linkage.h").read_text("utf-8")
    found = compiled_and_run(tmp_path / "c", "linkage")
    start = study.system.assemble()
    run = study.system.simulate(start, until=0.1, method="heun", step=1e-3)
    n = len(last(run))
    assert np.allclose(found["heun.y"][:n], last(run), rtol=0, atol=1e-12)


def test_table_with_error_control_has_its_order(package: Package, file: Path) -> None:
    package(DORMAND_PRINCE_5)
    study = Study.load(file)
    system, start = study.system, study.start()
    exact = last(system.simulate(start, until=0.5, rtol=1e-13, atol=1e-14))
    runs = [
        system.simulate(start, until=0.5, method="dp5", rtol=rtol, atol=rtol)
        for rtol in (1e-5, 1e-9)
    ]
    errors = [float(np.max(np.abs(last(run) - exact))) for run in runs]
    assert errors[0] < 1e-4 and errors[1] < 1e-8
    growth = runs[1].account.steps / runs[0].account.steps
    assert 1e4 ** (1 / 5) / 1.6 < growth < 1e4 ** (1 / 5) * 1.6, growth


def test_table_with_error_control_is_used_everywhere(
    package: Package, file: Path, tmp_path: Path
) -> None:
    package(DORMAND_PRINCE_5)
    file.write_text(FILE.replace("METHOD", CONTROLLED_RUN), "utf-8")
    study = Study.load(file)
    system, start = study.system, study.start()
    run = study.run()
    assert run.account.method == "dp5"
    kept = tmp_path / "linkage.sarrus"
    done = run_line(["run", str(file), "--out", str(kept), "--json"])
    assert done.exit_code == 0, done.output
    assert np.array_equal(last(sarrus.open_run(kept)), last(run))
    sarrus.rerun(kept)
    exact = system.simulate(start, until=0.2, rtol=1e-12, atol=1e-13, every=7e-4)
    dense = system.simulate(start, until=0.2, method="dp5", rtol=1e-9, atol=1e-10, every=7e-4)
    assert np.max(np.abs(dense.q - exact.q)) < 1e-8  # between steps, too
    half = len(exact) // 4
    target = float(exact["A.angle"][half])
    events = [Event("A.angle", Stop(), at=target)]
    seen = system.simulate(start, until=0.2, method="dp5", rtol=1e-9, atol=1e-10, events=events)
    assert seen.t[-1] == pytest.approx(float(exact.t[half]), abs=1e-7)
    table = system.sweep(
        {"S.k": [5.0, 50.0]}, start=start, measure={"end": "last A.angle"}, until=0.2, method="dp5"
    )
    assert float(table["end"][0]) == pytest.approx(float(exact.q[-1, 0]), abs=1e-5)


def test_names_are_not_taken_twice(package: Package) -> None:
    package(HEUN)
    with pytest.raises(ModelError, match="M32"):
        METHODS.register("rk4", FixedMethod(METHODS["heun"].step, 2, 2))
    package(HEUN)  # the same module again is no other
    METHODS.register("heun", METHODS["heun"])
    with pytest.raises(ModelError, match="M32"):
        METHODS.register("heun", FixedMethod(METHODS["rk4"].step, 4, 4))


def test_unknown_method_is_refused(file: Path) -> None:
    study = Study.load(file)
    with pytest.raises(ModelError, match="'heun'"):
        study.system.simulate(study.start(), until=0.1, method="heun", step=1e-3)


WRONG: dict[str, dict[str, Any]] = {
    "lacks E3": {"E3": None},
    "shape": {"D": np.zeros((1, 7))},
    "diagonal": {"A": np.eye(7)},
    "sums are not C": {"C": np.ones(7)},
    "whose sum is not 0": {"E3": np.ones(7)},
    "no error estimate": {"E5": np.zeros(7)},
    "STAGES < EXTENDED": {"STAGES": 7},
}


@pytest.mark.parametrize("rule", WRONG)
def test_table_that_is_no_pair_is_refused(package: Package, rule: str) -> None:
    table = vars(package(DORMAND_PRINCE_5).TABLE) | WRONG[rule]
    given = SimpleNamespace(**{name: part for name, part in table.items() if part is not None})
    with pytest.raises(ModelError, match=rule):
        CONTROLLED.register("other", given)
    assert "other" not in CONTROLLED

"""R2: a run cut anywhere, and resumed, is the run without the cut, bit for bit."""

from __future__ import annotations

import random
import shutil
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sarrus
from promises.record import tell
from run_files.machines import (
    SETUPS,
    account,
    assert_begins,
    assert_same,
    in_blocks,
    many_blocks,
    pendulum,
    still,
    swinging,
    wheel,
)
from sarrus import ResultFile
from sarrus.storage import RunReader
from sarrus.system import Run

NAMES = [
    "tree auto",
    "tree rk4",
    "tree abm4",
    "bricard auto",
    "bricard rk4",
    "stops auto",
    "stops abm4",
    "locks auto",
    "locks rk4",
    "dead_points reduced",
    "sampled auto",
    "sampled rk4",
    "functions auto",
    "switches auto",
]
SUNDIALS = ["tree adams", "tree bdf", "tree ida", "stops adams", "sampled bdf", "bricard adams",
            "dead_points partitioned"]  # fmt: skip
CUTS, BLOCKS = 2, 2
"""Cut points and blocks of each set-up in the fast part: 28 and 28, 56 in all."""


@dataclass(frozen=True)
class Whole:
    """A run in memory, and the bytes of its file in many blocks."""

    run: Run
    data: bytes
    blocks: tuple[int, ...]


@cache
def whole(name: str, folder: Path) -> Whole:
    """Make the file of a set-up once."""
    setup, path = SETUPS[name], folder / f"{name}.sarrus"
    with pytest.MonkeyPatch.context() as patch:
        many_blocks(patch)
        setup.run(file=in_blocks(path)).states.close()  # type: ignore[attr-defined]
    with RunReader.open(path) as reader:
        blocks = tuple(block.block for block in reader.blocks)
    return Whole(setup.run(), path.read_bytes(), blocks)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("whole")


def check_cut(name: str, known: Whole, at: int, path: Path) -> None:
    """Cut the file to `at` bytes, read what is left, and go on."""
    setup = SETUPS[name]
    path.write_bytes(known.data[:at])
    try:
        opened = sarrus.open_run(path, **setup.again())
    except (sarrus.ModelError, sarrus.EnvironmentProblem) as problem:
        assert problem.problems[0].code == "F13", "nothing but a cut head cannot be read"
        assert at < 20_000
        return
    assert_begins(opened, known.run)
    if len(opened) < len(known.run):
        assert "E02" in [notice.code for notice in opened.notices]
    opened.states.close()  # type: ignore[attr-defined]
    resumed = setup.resume(path)
    assert_same(resumed, known.run, counts=False)
    assert_same(sarrus.open_run(path, **setup.again()), known.run, counts=False)


@pytest.mark.parametrize("name", NAMES)
def test_R2_cut_at_random_bytes(name: str, folder: Path, tmp_path: Path) -> None:
    known, source = whole(name, folder), random.Random(f"bytes of {name}")
    for k in range(CUTS):
        at = source.randrange(2000, len(known.data))
        check_cut(name, known, at, tmp_path / f"{k}.sarrus")


@pytest.mark.parametrize("name", NAMES)
def test_R2_resumed_from_random_blocks(name: str, folder: Path, tmp_path: Path) -> None:
    """The file is whole, and goes on behind a block in its middle: what followed is made again."""
    known, source = whole(name, folder), random.Random(f"blocks of {name}")
    for k, block in enumerate(source.sample(known.blocks[:-1], BLOCKS)):
        path = tmp_path / f"{k}.sarrus"
        path.write_bytes(known.data)
        assert_same(SETUPS[name].resume(path, block=block), known.run, counts=False)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_R2_resumed_from_every_block(name: str, folder: Path, tmp_path: Path) -> None:
    known = whole(name, folder)
    for block in known.blocks[:-1][::3]:
        path = tmp_path / "run.sarrus"
        path.write_bytes(known.data)
        run = SETUPS[name].resume(path, block=block)
        assert_same(run, known.run, counts=False)
        run.states.close()  # type: ignore[attr-defined]
    tell("results", len(known.blocks[:-1][::3]), wrong=0)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_R2_many_cuts(name: str, folder: Path, tmp_path: Path) -> None:
    """Also cuts within the head."""
    known, source = whole(name, folder), random.Random(f"many bytes of {name}")
    for _ in range(20):
        at = source.choice([source.randrange(len(known.data)), source.randrange(8000)])
        check_cut(name, known, at, tmp_path / "run.sarrus")
    tell("results", 20, wrong=0)


@pytest.mark.parametrize(("name", "how"), [("auto", {}), ("pece", {"method": "pece"})])
def test_every_block_is_one_to_go_on_from(name: str, how: dict[str, Any], tmp_path: Path) -> None:
    """Also where a native loop returns because it has no room for more states."""
    path, system = tmp_path / "run.sarrus", pendulum()
    given = {"until": 30.0, "every": 1e-3, "rtol": 1e-6, "atol": 1e-8, **how}
    run = system.simulate(swinging(system), file=ResultFile(path, every=0.0), **given)
    run.states.close()  # type: ignore[attr-defined]
    with RunReader.open(path) as reader:
        assert len(reader) == 30_001 and len(reader.blocks) > 3
        assert all(reader.checkpoint(k) for k in range(len(reader.blocks) - 1)), name


def test_a_step_with_very_many_states_goes_to_the_file_in_parts(tmp_path: Path) -> None:
    """Where no run can go on from, so that memory stays bounded: it goes on behind the step."""
    path, system = tmp_path / "run.sarrus", wheel()
    given = {"until": 40.0, "every": 1e-4, "rtol": 1e-3, "atol": 1e-3}
    run = system.simulate(still(system), file=ResultFile(path, every=0.0), **given)
    run.states.close()  # type: ignore[attr-defined]
    with RunReader.open(path) as reader:
        known = [bool(reader.checkpoint(k)) for k in range(len(reader.blocks))]
        assert max(block.count for block in reader.blocks) < 30_000
    assert 2 < known.count(False) < len(known)


@pytest.mark.parametrize("name", ["tree auto", "stops abm4"])
def test_cut_again_and_again(name: str, folder: Path, tmp_path: Path) -> None:
    """Each resumed file is cut once more, a little further on."""
    known, path = whole(name, folder), tmp_path / "run.sarrus"
    path.write_bytes(known.data[: len(known.data) // 4])
    for part in (0.4, 0.6, 0.8):
        SETUPS[name].resume(path).states.close()  # type: ignore[attr-defined]
        data = path.read_bytes()
        path.write_bytes(data[: int(part * len(data))])
    assert_same(SETUPS[name].resume(path), known.run, counts=False)


@pytest.mark.parametrize("name", SUNDIALS)
def test_sundials_resumed_from_its_marks(name: str, tmp_path: Path) -> None:
    """Blocks are written where the integrator begins anew: from there, bit for bit."""
    setup, first = SETUPS[name], tmp_path / "first.sarrus"
    run = setup.run(file=in_blocks(first, 20))
    with RunReader.open(first) as reader:
        blocks = [block.block for block in reader.blocks]
    assert len(blocks) > 3
    source = random.Random(name)
    for k, block in enumerate(source.sample(blocks[:-1], 2)):
        path = tmp_path / f"{k}.sarrus"
        shutil.copy(first, path)
        resumed = setup.resume(path, block=block, file=in_blocks(path, 20))
        assert_same(resumed, run, counts=False)


@pytest.mark.parametrize("name", ["tree auto", "tree abm4", "bricard auto", "stops auto"])
def test_account_of_a_resumed_run(name: str, folder: Path, tmp_path: Path) -> None:
    """Steps, evaluations and passages are counted once, before and after the cut."""
    known, path = whole(name, folder), tmp_path / "run.sarrus"
    path.write_bytes(known.data[: len(known.data) // 2])
    assert account(SETUPS[name].resume(path)) == account(known.run)


def test_file_without_states_is_begun_again(tmp_path: Path) -> None:
    """The process died before its first block: only the head is there."""
    setup, path = SETUPS["tree rk4"], tmp_path / "run.sarrus"
    run = setup.run(file=path)
    with RunReader.open(path) as reader:
        offset = reader._log[1].offset
    path.write_bytes(path.read_bytes()[:offset])
    assert len(sarrus.open_run(path)) == 0
    assert_same(setup.resume(path), run)


def test_resumed_with_another_rhythm(folder: Path, tmp_path: Path) -> None:
    """Where blocks are written makes no difference to what is in them."""
    known, path = whole("stops auto", folder), tmp_path / "run.sarrus"
    path.write_bytes(known.data[: len(known.data) // 2])
    resumed = sarrus.resume(path, file=sarrus.ResultFile(path, states=3, every=0.0))
    assert_same(resumed, known.run, counts=False)


def test_finished_run_is_returned_as_it_is(folder: Path, tmp_path: Path) -> None:
    known, path = whole("tree auto", folder), tmp_path / "run.sarrus"
    path.write_bytes(known.data)
    assert_same(sarrus.resume(path), known.run)
    assert path.read_bytes() == known.data


def test_run_that_a_stop_has_ended_is_returned_as_it_is(tmp_path: Path) -> None:
    setup, path = SETUPS["tree auto"], tmp_path / "run.sarrus"
    stop = (sarrus.Event("A", at=0.5, direction="down", do=sarrus.events.Stop()),)
    run = setup.run(file=path, events=stop)
    data = path.read_bytes()
    assert run.final.t < 2.0
    assert_same(sarrus.resume(path), run)
    assert path.read_bytes() == data


def test_progress_goes_on_where_it_was(folder: Path, tmp_path: Path) -> None:
    known, path = whole("tree rk4", folder), tmp_path / "run.sarrus"
    path.write_bytes(known.data[: len(known.data) // 2])
    told: list[float] = []
    sarrus.resume(path, progress=told.append)
    assert told and told[0] > 0.3 and told[-1] == pytest.approx(1.0)
    assert np.all(np.diff(told) >= 0.0)

"""A damaged block costs what is in it, and nothing read from such a file is wrong."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import sarrus
from run_files.machines import SETUPS, assert_same, in_blocks, many_blocks, rows
from sarrus.storage import LogReader, RunReader
from sarrus.storage.block import HEADER_SIZE
from sarrus.system import Run

NAMES = ["stops auto", "locks rk4", "switches auto", "tree auto"]


@cache
def whole(name: str) -> tuple[Run, bytes, int]:
    """Return a run in memory, the bytes of its file, and how many blocks that has."""
    import tempfile

    setup, states = SETUPS[name], 40
    with tempfile.TemporaryDirectory() as place, pytest.MonkeyPatch.context() as patch:
        many_blocks(patch)
        path = Path(place) / "run.sarrus"
        setup.run(file=in_blocks(path, states)).states.close()  # type: ignore[attr-defined]
        with LogReader.open(path) as log:
            return setup.run(), path.read_bytes(), len(log)


def hurt(data: bytes, path: Path, *numbers: int, header: bool = False) -> Path:
    """Write a file in which a byte of some blocks is another one."""
    path.write_bytes(data)
    with LogReader.open(path) as log:
        places = [log[k].offset + (12 if header else HEADER_SIZE + log[k].length // 2)
                  for k in numbers]  # fmt: skip
    changed = bytearray(data)
    for at in places:
        changed[at] ^= 16
    path.write_bytes(changed)
    return path


def assert_right(run: Run, path: Path, known: Run) -> None:
    """Every state is one of the whole run, with its equations, and what lacks is named in time."""
    with RunReader.open(path, verify=True) as reader:
        place = np.concatenate(
            [span.written + np.arange(span.count, dtype=int) for span in reader.spans]
        )[: len(run)]
    for mine, theirs in zip(rows(run), rows(known), strict=True):
        assert mine.tobytes() == theirs[place].tobytes()
    for k in {0, *np.flatnonzero(np.diff(place) > 1), len(run) - 1} if len(run) else set():
        for j in {k, min(k + 1, len(run) - 1)}:
            ours, theirs = run.motion(int(j)), known.motion(int(place[j]))
            assert ours.vdot.tobytes() == theirs.vdot.tobytes(), f"other equations at {run.t[j]}"
    missing = np.setdiff1d(np.arange(len(known)), place)
    inside = missing[missing < (place[-1] if len(place) else 0)]
    for t in known.t[inside]:
        assert any(a <= t <= b for a, b in run.lost), f"nobody says that {t} s is lost"
    listed = {(event.name, event.t) for event in known.events}
    assert {(event.name, event.t) for event in run.events} <= listed
    if run.companion is not None:
        assert not run.lost


@pytest.mark.parametrize("name", NAMES)
def test_a_flipped_byte_in_each_block(name: str, tmp_path: Path) -> None:
    known, data, blocks = whole(name)
    path = tmp_path / "run.sarrus"
    for k in range(blocks):
        run = sarrus.open_run(hurt(data, path, k, header=k % 2 == 0))
        assert isinstance(run, Run)
        assert {"F13", "E02"} & {notice.code for notice in run.notices}
        assert_right(run, path, known)
        if run.lost and run.t[0] <= run.lost[0][0] and run.lost[0][1] <= run.t[-1]:
            assert any(f"t = {run.lost[0][0]:.6g} s and" in str(p) for p in run.notices)
            with pytest.raises(sarrus.ModelError, match=r"F13 .*states are lost"):
                run.history.at(np.mean(run.lost, axis=1)[:1])


@pytest.mark.parametrize("name", NAMES)
def test_several_damaged_blocks_and_what_is_computed_again(name: str, tmp_path: Path) -> None:
    known, data, blocks = whole(name)
    source, path = random.Random(f"blocks of {name}"), tmp_path / "run.sarrus"
    for _ in range(6):
        numbers = source.sample(range(1, blocks), 3)
        first = source.randrange(1, blocks - 2)
        hurt(data, path, *(numbers if source.random() < 0.5 else range(first, first + 3)))
        assert_right(sarrus.open_run(path), path, known)
        target = tmp_path / "repaired.sarrus"
        done = sarrus.repair(path, target, overwrite=True)
        assert done.written and done.notices
        assert_right(sarrus.open_run(target), target, known)
        with LogReader.open(target, verify=True) as log:
            assert not log.is_damaged and len(log) == done.blocks
        assert not sarrus.repair(target, tmp_path / "again.sarrus").written
    with RunReader.open(path, verify=True) as reader:
        before = [b.block for b in reader.blocks if b.block < reader.damage[0].first]
    if before:
        assert_same(sarrus.resume(path, block=before[-1]), known, counts=False)
        assert_same(sarrus.open_run(path), known, counts=False)


def test_an_interrupted_run_goes_on_before_its_damage(tmp_path: Path) -> None:
    known, data, blocks = whole("stops auto")
    path = tmp_path / "run.sarrus"
    for k in (2, blocks // 2):
        hurt(data[: int(0.9 * len(data))], path, k)
        assert_same(sarrus.resume(path), known, counts=False)
        with LogReader.open(path, verify=True) as log:
            assert not log.damage
    hurt(data, path, 4)
    with pytest.raises(sarrus.ModelError, match=r"F13 .*lies behind block 4"):
        sarrus.resume(path, block=blocks - 2)


def test_a_run_with_lost_states_is_repeated(tmp_path: Path) -> None:
    _, data, _ = whole("tree auto")
    path = hurt(data, tmp_path / "run.sarrus", 3)
    lacking = sarrus.open_run(path)
    assert len(sarrus.rerun(path)) > len(lacking)


def test_without_verify_damage_is_an_error_when_it_is_read(tmp_path: Path) -> None:
    _, data, _ = whole("tree auto")
    run = sarrus.open_run(hurt(data, tmp_path / "run.sarrus", 3), verify=False)
    with pytest.raises(sarrus.EnvironmentProblem, match=r"F13 .*verify=True"):
        _ = run.q


def test_a_lost_head_is_read_from_its_copy(tmp_path: Path) -> None:
    known, data, _ = whole("tree auto")
    path = hurt(data, tmp_path / "run.sarrus", 0)
    assert_right(sarrus.open_run(path), path, known)
    sarrus.resume(path, block=None)
    cut = hurt(data[: int(0.8 * len(data))], tmp_path / "cut.sarrus", 0)
    with pytest.raises(sarrus.ModelError, match=r"F13 .*no intact head"):
        sarrus.open_run(cut)


def test_a_repaired_file_takes_the_place_of_the_damaged_one_only_if_asked(tmp_path: Path) -> None:
    _, data, _ = whole("tree auto")
    path = hurt(data, tmp_path / "run.sarrus", 3)
    before = path.read_bytes()
    with pytest.raises(sarrus.EnvironmentProblem, match="E-EXISTS"):
        sarrus.repair(path, path)
    assert path.read_bytes() == before
    assert sarrus.repair(path, path, overwrite=True).written
    assert "block 3 is missing" in " ".join(map(str, sarrus.open_run(path).notices))


def test_a_drive_loses_the_rows_of_a_block(tmp_path: Path) -> None:
    system = sarrus.gallery.four_bar().compile(kernels=())
    drive = system.drive({"A": 1.0}, until=1.0, every=1.0 / 599)
    path = tmp_path / "drive.sarrus"
    drive.save(path)
    found = sarrus.open_run(hurt(path.read_bytes(), path, 2))
    keep = np.r_[0:256, 512:600]
    assert np.array_equal(found.t, drive.t[keep])
    assert np.array_equal(found["A.effort"], np.asarray(drive["A.effort"])[keep])
    assert "states 256 to 511 are lost" in " ".join(map(str, found.notices))

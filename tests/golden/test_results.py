"""Result files that an earlier version has written open, say the same, and go on.

`data/*.sarrus` were written before a large rebuilding, one for every method of `simulate` and every
kind of law, drive and event, each in many blocks; cut short, they are files of killed runs.
"""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sarrus
from golden.result_runs import FOLDER, RUNS, Golden, channels, end_of, path_of, sweep
from run_files.machines import rows
from sarrus.errors import SarrusError
from sarrus.system import Run

REFUSED: dict[str, str] = dict.fromkeys(
    ["linkage_midpoint", "linkage_auto", "driven", "locked", "top_auto", "top_midpoint"], "F13"
)  # their legs kept numbers by place, not by name
"""Runs whose checkpoints this version refuses on purpose, and the code by which it does."""
RENAMED = {"energy.booked": "energy.corrections"}
"""Channels that have another name since the files were written."""
ROUNDING = 1e-12


@cache
def values() -> dict[str, np.ndarray]:
    with np.load(FOLDER / "values.npz") as stored:
        return dict(stored)


def of_run(name: str) -> dict[str, np.ndarray]:
    """Return what was stored of a run, by channel."""
    start = f"{name}|"
    found = {key.removeprefix(start): x for key, x in values().items() if key.startswith(start)}
    return {RENAMED.get(channel, channel): x for channel, x in found.items()}


def assert_near(found: Any, stored: np.ndarray, allowed: float, what: str) -> None:
    """Compare relative to the largest number of a channel."""
    found = np.asarray(found)
    assert found.shape == stored.shape, what
    assert np.array_equal(np.isnan(found), np.isnan(stored)), what
    scale = 1.0 + np.nanmax(np.abs(stored), initial=0.0)
    off = np.nanmax(np.abs(found - stored), initial=0.0)
    assert off <= allowed * scale, f"{what} is off by {off / scale:.2g}, {allowed:g} are allowed"


@pytest.fixture
def copied(tmp_path: Path) -> Any:
    """Return a function that copies a file, or the first part of it."""

    def copy(name: str, part: float = 1.0) -> Path:
        content = path_of(name).read_bytes()
        path = tmp_path / f"{name}_{part}.sarrus"
        path.write_bytes(content[: int(part * len(content))])
        return path

    return copy


BY_LAW = {"driven"}
"""Runs whose driven coordinates are not stored but follow from their law; tables have been
interpolated by other polynomials since, which agree on a straight line up to rounding."""


@pytest.mark.parametrize("name", RUNS)
def test_a_finished_run_opens_bit_for_bit(name: str, copied: Any) -> None:
    run, stored = sarrus.open_run(copied(name)), of_run(name)
    for what, found in (("t", run.t), ("q", run.q), ("v", run.v)):
        if name in BY_LAW:
            assert_near(found, stored[what], ROUNDING, what)
        else:
            assert found.tobytes() == stored[what].tobytes(), what


@pytest.mark.parametrize("name", RUNS)
def test_channels_are_what_they_were(name: str, copied: Any) -> None:
    found = channels(sarrus.open_run(copied(name)))
    stored = {RENAMED.get(key, key): numbers for key, numbers in of_run(name).items()}
    known = set(stored) - {"t", "q", "v"}
    assert set(found) >= known
    for channel in known:
        assert_near(found[channel], stored[channel], 100 * ROUNDING, f"{name}: {channel}")


@pytest.mark.parametrize("name", RUNS)
def test_a_killed_run_opens_up_to_its_last_block(name: str, copied: Any) -> None:
    whole, part = sarrus.open_run(copied(name)), sarrus.open_run(copied(name, 0.8))
    n = len(part)
    assert 0 < n < len(whole)
    for found, all_of_it in zip(rows(part), rows(whole), strict=True):
        assert found.tobytes() == all_of_it[:n].tobytes()


def resumed(name: str, path: Path) -> Run | None:
    """Go on with a run; None where it is refused as `REFUSED` says."""
    try:
        run = sarrus.resume(path)
    except SarrusError as refusal:
        assert [p.code for p in refusal.problems] == [REFUSED.get(name)], str(refusal)
        return None
    assert name not in REFUSED, "this checkpoint is not refused any more"
    return run


@pytest.mark.parametrize("part", [0.65, 0.8, 0.95])
@pytest.mark.parametrize("name", RUNS)
def test_a_killed_run_goes_on_to_the_same_end(name: str, part: float, copied: Any) -> None:
    run = resumed(name, copied(name, part))
    if run is not None:
        assert_same_end(RUNS[name], run, of_run(name))


def assert_same_end(golden: Golden, run: Run, stored: dict[str, np.ndarray]) -> None:
    for what, found in (("t", run.t), ("q", run.q), ("v", run.v)):
        assert_near(found, stored[what], golden.allowed_since, what)


def test_an_interrupted_run_goes_on_to_the_same_end(copied: Any) -> None:
    path = copied("interrupted")
    part = sarrus.open_run(path)
    assert part.t.tobytes() == values()["interrupted|t"].tobytes()
    assert "E-INTERRUPT" in [notice.code for notice in part.notices]
    run = resumed("interrupted", path)  # between two legs
    if run is not None:
        assert_same_end(RUNS["linkage_auto"], run, of_run("linkage_auto"))


@pytest.mark.parametrize("name", RUNS)
def test_a_run_that_is_made_again_is_the_same(name: str) -> None:
    run = RUNS[name].run()
    assert_same_end(RUNS[name], run, of_run(name))
    with np.load(FOLDER / "ends.npz") as ends:
        assert_near(end_of(run), ends[name], RUNS[name].allowed, "end")


def test_a_finished_run_is_not_run_again(copied: Any) -> None:
    path = copied("linkage_rk4")
    before = path.read_bytes()
    sarrus.resume(path)
    assert path.read_bytes() == before


# --- a sweep --------------------------------------------------------------------------------------


WRITTEN_BY = "0.1.0"
"""The version that wrote the ledgers here: a sweep goes on by the version that began it alone."""


@pytest.mark.parametrize("part", [0.6, 1.0])
def test_a_sweep_goes_on_with_its_ledger(
    part: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sarrus.__version__", WRITTEN_BY)
    folder = tmp_path / "sweep"
    shutil.copytree(FOLDER / "sweep", folder)
    for path in folder.iterdir():
        content = path.read_bytes()
        path.write_bytes(content[: int(part * len(content))])
    table = sweep(folder)
    assert table.reused == len(table) if part == 1.0 else 0 < table.reused < len(table)
    with np.load(FOLDER / "sweep.npz") as stored:
        for name in table.measured:
            assert_near(table[name], stored[name], ROUNDING, name)


def test_a_ledger_of_another_version_is_refused_by_name(tmp_path: Path) -> None:
    """Numbers of two versions do not mix: the ledger stays as it is."""
    folder = tmp_path / "sweep"
    shutil.copytree(FOLDER / "sweep", folder)
    before = (folder / "ledger.sarrus").read_bytes()
    with pytest.raises(SarrusError, match=r"S26.*holds another sweep; different: version"):
        sweep(folder)
    assert (folder / "ledger.sarrus").read_bytes() == before


@pytest.mark.parametrize("name", ["sweep_by_text", "sweep_by_processor"])
def test_a_ledger_of_models_known_otherwise_is_refused_by_name(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Models were hashed by what Python prints of them, which names of classes change; or with
    numbers whose last bits were those of one kind of processor."""
    monkeypatch.setattr("sarrus.__version__", WRITTEN_BY)
    folder = tmp_path / "sweep"
    shutil.copytree(FOLDER / name, folder)
    before = (folder / "ledger.sarrus").read_bytes()
    with pytest.raises(SarrusError, match="holds another sweep; different: values") as refusal:
        sweep(folder)
    assert [p.code for p in refusal.value.problems] == ["S26"]
    assert (folder / "ledger.sarrus").read_bytes() == before


def test_a_new_sweep_is_the_same() -> None:
    table = sweep(None)
    with np.load(FOLDER / "sweep.npz") as stored:
        assert set(table.measured) == set(stored)
        for name in table.measured:
            assert_near(table[name], stored[name], ROUNDING, name)

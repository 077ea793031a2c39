"""Every write, sync and rename of a run fails or is short, and power goes at every one of them.

At each, the file that was there is whole or the new one holds all that was acknowledged, nothing
else is left in the folder, and the work can be gone on with to the same end, bit for bit.
"""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import sarrus
from promises.record import tell
from promises.watched_calls import ERRORS, Watch, after_power_cut, contents, watch
from run_files.machines import SETUPS, Setup, assert_begins, assert_same, many_blocks
from sarrus import ResultFile
from sarrus.errors import EnvironmentProblem, SarrusError
from sarrus.storage import LogWriter, RunReader
from sarrus.storage.new_file import write_text
from sarrus.system import Run

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs files that can be replaced")
NAMES = ("tree rk4", "stops auto", "sampled rk4", "locks rk4", "switches rk4", "bricard auto")


@pytest.fixture(autouse=True)
def blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    many_blocks(monkeypatch)


def rhythm(path: Path) -> ResultFile:
    return ResultFile(path, overwrite=True, states=25, every=1e9, patience=0.0)


def closed(run: Run | None) -> None:
    if run is not None:
        run.states.close()  # type: ignore[attr-defined]


def attempt(
    job: Callable[[], Run], nth: int, error: int, folder: Path
) -> tuple[Watch, EnvironmentProblem | None, set[str]]:
    """Do something while a call fails: what was called, how it ended, which files are new."""
    before = {path.name for path in folder.iterdir()}
    failure = None
    with pytest.MonkeyPatch.context() as patch:
        seen = watch(patch, nth, error)
        try:
            closed(job())
        except EnvironmentProblem as problem:
            failure = problem
            closed(getattr(problem, "run", None))
    return seen, failure, {path.name for path in folder.iterdir()} - before


def check_run(setup: Setup, whole: Run, folder: Path, nth: int, error: int, old: bytes) -> bool:
    """Let a call of a run to a file fail; return whether there is one of that number."""
    path = folder / "run.sarrus"
    path.write_bytes(old)
    seen, failure, new = attempt(lambda: setup.run(file=rhythm(path)), nth, error, folder)
    assert not new, f"call {nth}: left behind {new}"
    if nth > len(seen.calls):
        assert failure is None
        return False
    if path.read_bytes() == old:
        assert failure is not None
        return True
    with RunReader.open(path, verify=True) as reader:
        assert not reader.damage
    opened = sarrus.open_run(path, **setup.again())
    assert_begins(opened, whole)
    kept = getattr(failure, "run", None)
    assert len(opened) >= (0 if kept is None else len(kept))
    if failure is None:  # all was written, and only what comes behind it has failed
        assert len(opened) == len(whole)
    closed(opened)
    again = setup.resume(path, file=rhythm(path))
    assert_same(again, whole, counts=False)
    closed(again)
    return True


def try_all_calls(name: str, folder: Path, errors: tuple[int, ...], every: int = 1) -> int:
    """Let each call fail with each error, or with one in turn; return how often that was."""
    setup = SETUPS[name]
    whole = setup.run()
    old_path = folder / "run.sarrus"
    closed(SETUPS["tree rk4"].run(file=ResultFile(old_path, states=100, every=1e9)))
    old, nth, tried = old_path.read_bytes(), 1, 0
    while True:
        chosen = errors if every == 1 else (errors[nth // every % len(errors)],)
        if not all([check_run(setup, whole, folder, nth, error, old) for error in chosen]):
            return tried
        tried += len(chosen)
        nth += every


def test_calls_of_a_run_fail_in_turn(tmp_path: Path) -> None:
    assert try_all_calls("tree rk4", tmp_path, ERRORS, every=3) > 5


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_every_call_of_a_run_fails_in_every_way(name: str, tmp_path: Path) -> None:
    tried = try_all_calls(name, tmp_path, ERRORS)
    assert tried > 10 * len(ERRORS)
    tell("calls", tried, lost=0, left_behind=0)


# Power ------------------------------------------------------------------------------------------


def calls_of(setup: Setup, folder: Path, old: bytes) -> list:
    """Return the calls of a run whose file takes the place of another, synced every third block."""
    path = folder / "run.sarrus"
    path.write_bytes(old)
    append = LogWriter.append

    def appended(self: LogWriter, *given: object, **how: object) -> int:
        number = append(self, *given, **how)  # type: ignore[arg-type]
        if number % 3 == 0:
            self.sync()
        return number

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(LogWriter, "append", appended)
        seen = watch(patch)
        closed(setup.run(file=rhythm(path)))
    return seen.calls


def synced_states(calls: list, folder: Path) -> int | None:
    """Return how many states were on disk for certain; None while the old file is."""
    moved = [k for k, call in enumerate(calls) if call.name in ("replace", "rename")]
    if not moved or not any(call.name == "fsync" for call in calls[moved[0] :]):
        return None
    syncs = [k for k, call in enumerate(calls) if call.name == "fsync"]
    held = after_power_cut(calls[: syncs[-1] + 1], {}, random.Random(0))
    path = folder / "synced.sarrus"
    path.write_bytes(held["run.sarrus"])
    with RunReader.open(path) as reader:
        return len(reader)


def cut_power(name: str, folder: Path, cuts: int, seed: int) -> int:
    """Cut power at every call, a few times each; return how often that was."""
    setup, source, place = SETUPS[name], random.Random(seed), folder / "after"
    place.mkdir()
    whole = setup.run()
    first = folder / "first.sarrus"
    closed(SETUPS["tree rk4"].run(file=ResultFile(first, states=100, every=1e9)))
    old = first.read_bytes()
    calls = calls_of(setup, folder, old)
    assert {"create", "write", "fsync", "replace"} <= {call.name for call in calls}
    for k in range(len(calls) + 1):
        least = synced_states(calls[:k], folder)
        for _ in range(cuts):
            found = after_power_cut(calls[:k], {"run.sarrus": old}, source)
            if found["run.sarrus"] == old:
                assert least is None, "the new file was acknowledged"
                continue
            path = place / "run.sarrus"
            path.write_bytes(found["run.sarrus"])
            run = sarrus.open_run(path, **setup.again())
            assert len(run) >= (least or 0), f"power cut at call {k}"
            damaged = any(notice.code == "F13" for notice in run.notices)
            if not damaged:
                assert_begins(run, whole)
            closed(run)
            again = setup.resume(path, file=rhythm(path))
            assert_same(again, whole, counts=False)
            closed(again)
    return cuts * (len(calls) + 1)


def test_power_cuts_of_a_run(tmp_path: Path) -> None:
    assert cut_power("tree rk4", tmp_path, 1, 1) >= 20


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_power_cuts_at_every_call(name: str, tmp_path: Path) -> None:
    tell("power", cut_power(name, tmp_path, 20, 2), lost=0)


# Other files ------------------------------------------------------------------------------------


@pytest.mark.parametrize("there", [True, False])
def test_a_file_of_text_is_the_old_one_or_the_new_one(there: bool, tmp_path: Path) -> None:
    path, tried = tmp_path / "model.yaml", 0
    for error in ERRORS[:3]:
        for nth in range(1, 20):
            path.unlink(missing_ok=True)
            if there:
                path.write_text("old", encoding="utf-8")
            with pytest.MonkeyPatch.context() as patch:
                seen = watch(patch, nth, error)
                try:
                    write_text(str(path), "new" * 5000, overwrite=there)
                    failed = False
                except SarrusError:
                    failed = True
            assert [item.name for item in tmp_path.iterdir()] in (["model.yaml"], [])
            held = contents(tmp_path).get("model.yaml", b"")
            assert held in ((b"old" if there else b""), b"new" * 5000)
            assert failed or held != b"old"
            tried += nth <= len(seen.calls)
    assert tried >= 6
    tell("calls", tried, lost=0)


def test_the_watch_sees_what_is_not_synced(tmp_path: Path) -> None:
    """A file that takes the place of another without a sync may be torn: the check would see it."""
    path = tmp_path / "run.sarrus"
    path.write_bytes(b"old" * 200)
    with pytest.MonkeyPatch.context() as patch:
        seen = watch(patch)
        handle = os.open(tmp_path / "part", os.O_WRONLY | os.O_CREAT)
        os.write(handle, b"new" * 200)
        os.close(handle)
        os.replace(tmp_path / "part", path)
    dice = random.Random(1)
    found = [after_power_cut(seen.calls, {"run.sarrus": b"old" * 200}, dice) for _ in range(60)]
    held = {each["run.sarrus"] for each in found}
    assert b"old" * 200 in held and b"new" * 200 in held and len(held) > 3

"""Calls to the system that fail: no acknowledged block is lost, none is wrong, all goes on."""

from __future__ import annotations

import errno
import os
import random
from collections.abc import Callable
from io import FileIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from promises.record import tell
from sarrus.errors import EnvironmentProblem
from sarrus.storage import LogReader, LogWriter, RunReader, RunWriter
from storage.samples import append_to, log_in, wrong_blocks

BLOCKS = 60


class Faults:
    """Calls of `os` that fail when told to: the n-th of a name, and the `times` - 1 after it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.seen: dict[str, int] = {}
        self._plan: dict[str, tuple[int, int, int]] = {}
        self._source = random.Random(0)
        self._chunk = 0
        for name in ("write", "fsync", "ftruncate", "replace", "open"):
            monkeypatch.setattr(os, name, self._wrapped(name, getattr(os, name)))

    def plan(self, name: str, nth: int, error: int, times: int = 1) -> None:
        """Let the n-th call of a name fail; forget all other plans for it."""
        self.seen[name] = 0
        self._plan[name] = (nth, nth + times, error)

    def short_writes(self, most: int) -> None:
        """Let every write take at most so many bytes."""
        self._chunk = most

    def _wrapped(self, name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def wrapped(*arguments: Any, **options: Any) -> Any:
            self.seen[name] = self.seen.get(name, 0) + 1
            first, behind, error = self._plan.get(name, (0, 0, 0))
            fails = first <= self.seen[name] < behind
            if name == "write" and (self._chunk or fails):
                handle, data = arguments
                if fails and self._source.random() < 0.5:  # fails after having written a part
                    call(handle, data[: self._source.randrange(len(data) + 1)])
                elif not fails:
                    return call(handle, data[: self._chunk])
            if fails:
                raise OSError(error, os.strerror(error))
            if name == "fsync":
                return None  # nothing here is about the power
            return call(*arguments, **options)

        return wrapped


@pytest.fixture
def faults(monkeypatch: pytest.MonkeyPatch) -> Faults:
    return Faults(monkeypatch)


def check(path: Path, acknowledged: int, exactly: bool = True) -> None:
    """All acknowledged blocks are in the file, none is wrong."""
    with LogReader.open(path, verify=True) as reader:
        assert [reader[i].number for i in range(len(reader))] == list(range(len(reader)))
        assert len(reader) == acknowledged or (not exactly and len(reader) > acknowledged)
        assert wrong_blocks(reader) == []
        assert reader.damage == ()
        assert reader.tail == 0 or not exactly


def write_with_retries(path: Path, look: bool = True, tries: int = 10) -> int:
    """Write BLOCKS blocks, each until it is written; return how many attempts failed."""
    failed = 0
    with LogWriter.create(path, overwrite=True) as writer:
        for k in range(BLOCKS):
            for _ in range(tries):
                try:
                    assert append_to(writer) == k
                    break
                except EnvironmentProblem as error:
                    failed += 1
                    assert "E-DISK" in str(error)
                    if look:
                        check(path, k)
    check(path, BLOCKS)
    return failed


def fail_nth_write(path: Path, faults: Faults, nth: int, error: int) -> None:
    """Let the n-th write behind the head fail, the file being written in small pieces."""
    faults.short_writes(40)
    faults.plan("write", nth + 13, error)  # the head takes 13 writes
    assert write_with_retries(path) == (0 if error == errno.EINTR else 1)
    assert faults.seen["write"] > nth + 13


ERRORS = (errno.ENOSPC, errno.EIO, errno.EDQUOT, errno.EINTR)


def test_K2_any_write_may_fail(tmp_path: Path, faults: Faults) -> None:
    for nth in range(1, 501):
        fail_nth_write(tmp_path / "a.log", faults, nth, ERRORS[nth % len(ERRORS)])


@pytest.mark.slow
@pytest.mark.parametrize("error", ERRORS)
def test_K2_any_write_may_fail_with_any_error(tmp_path: Path, faults: Faults, error: int) -> None:
    for nth in range(1, 501):
        fail_nth_write(tmp_path / "a.log", faults, nth, error)
    tell("calls", 500, lost=0)


@pytest.mark.parametrize("times", [2, 5, 9])
def test_writes_may_fail_again_and_again(tmp_path: Path, faults: Faults, times: int) -> None:
    faults.short_writes(200)
    for nth in range(5, 120, 3):
        faults.plan("write", nth, errno.ENOSPC, times)
        assert write_with_retries(tmp_path / "a.log") == times


@pytest.mark.parametrize("most", [1, 7, 64, 1000])
def test_short_writes_are_completed(tmp_path: Path, faults: Faults, most: int) -> None:
    faults.short_writes(most)
    assert write_with_retries(tmp_path / "a.log") == 0


def test_write_that_writes_nothing_is_a_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with LogWriter.create(tmp_path / "a.log") as writer:
        with monkeypatch.context() as patch:
            patch.setattr(os, "write", lambda handle, data: 0)
            with pytest.raises(EnvironmentProblem, match="E-DISK"):
                append_to(writer)
        append_to(writer)
    check(tmp_path / "a.log", 1)


def test_interrupted_write_is_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.log"
    with LogWriter.create(path) as writer:
        append_to(writer)
        with monkeypatch.context() as patch:
            write = os.write

            def interrupted(handle: int, data: bytes) -> int:
                write(handle, data[:50])
                raise KeyboardInterrupt

            patch.setattr(os, "write", interrupted)
            with pytest.raises(KeyboardInterrupt):
                append_to(writer)
        check(path, 1)
        append_to(writer)
    check(path, 2)


def test_what_cannot_be_cut_off_is_written_over(tmp_path: Path, faults: Faults) -> None:
    """The write fails, and so does the attempt to cut off what it has left."""
    path = tmp_path / "a.log"
    for nth in range(1, 100):
        faults.short_writes(100)
        faults.plan("write", 0, 0)
        writer = LogWriter.create(path, overwrite=True)
        faults.plan("write", nth, errno.EIO)
        faults.plan("ftruncate", 1, errno.EIO, times=1000)
        done = 0
        while done < 20:
            try:
                append_to(writer)
                done += 1
            except EnvironmentProblem:
                check(path, done, exactly=False)
        if nth % 2:  # else the writer is left as by a kill
            faults.plan("ftruncate", 0, 0)
            writer.close()
        check(path, done)
        writer.close()


@pytest.mark.parametrize("nth", range(1, 40, 4))
def test_any_sync_may_fail(tmp_path: Path, faults: Faults, nth: int) -> None:
    """A block is in the file or the call that failed said so; none is there twice."""
    path = tmp_path / "a.log"
    with LogWriter.create(path, sync_every=0.0) as writer:
        faults.plan("fsync", nth, errno.EIO, times=3)
        failed, done = 0, 0
        while done < BLOCKS:
            try:
                assert append_to(writer) == done
                done += 1
            except EnvironmentProblem as error:
                failed += 1
                assert f"{done} blocks written before are safe" in str(error)
            check(path, done)
        assert failed == 2  # the first failure is said by the next call
        assert faults.seen["fsync"] > nth + 3
    check(path, BLOCKS)


def test_blocks_are_written_again_after_a_failed_sync(tmp_path: Path, faults: Faults) -> None:
    """A system may forget what it could not sync, and call the next sync a success."""
    path = tmp_path / "a.log"
    with LogWriter.create(path) as writer:
        for _ in range(5):
            append_to(writer)
        begin = faults.seen["write"]
        faults.plan("fsync", 1, errno.EIO)
        with pytest.raises(EnvironmentProblem, match="E-DISK"):
            writer.sync()
        assert faults.seen["write"] == begin
        writer.sync()
        assert faults.seen["write"] == begin + 1
        writer.sync()
        assert faults.seen["write"] == begin + 1
    check(path, 5)


def test_syncs_are_not_more_frequent_than_asked(
    tmp_path: Path, faults: Faults, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    with LogWriter.create(tmp_path / "a.log", sync_every=5.0) as writer:
        faults.plan("fsync", 0, 0)
        for _ in range(100):
            now[0] += 0.5
            append_to(writer)
        assert faults.seen["fsync"] == 10
    assert faults.seen["fsync"] == 11


@pytest.mark.parametrize("name", ["write", "fsync", "open", "replace"])
@pytest.mark.parametrize("error", [errno.ENOSPC, errno.EIO, errno.EACCES])
def test_failed_creation_leaves_nothing_behind(
    tmp_path: Path, faults: Faults, name: str, error: int
) -> None:
    """Whichever call fails, a file to be overwritten is whole, and no other is left."""
    old, new = tmp_path / "old.log", tmp_path / "new.log"
    write_with_retries(old)
    before, refused = old.read_bytes(), 0
    for nth in range(1, 6):
        for path, overwrite in ((old, True), (new, False)):
            faults.plan(name, nth, error)
            try:
                LogWriter.create(path, overwrite=overwrite).close()
            except OSError as problem:
                assert isinstance(problem, EnvironmentProblem) or "F09" in str(problem)
                refused += 1
            except ValueError as problem:
                assert "F09" in str(problem)
                refused += 1
            faults.plan(name, 0, 0)
            assert set(os.listdir(tmp_path)) <= {"old.log", "new.log"}
            with LogReader.open(old) as reader:
                assert len(reader) in (0, BLOCKS)
            new.unlink(missing_ok=True)
            old.write_bytes(before)
    assert refused


def test_file_is_replaced_only_after_its_head_is_written(tmp_path: Path, faults: Faults) -> None:
    path = tmp_path / "run.sarrus"
    with RunWriter.create(path, {"run": 1}) as writer:
        writer.states([0.0], [[1.0]], {})
    faults.short_writes(64)
    for nth in range(1, 12):
        faults.plan("write", nth, errno.ENOSPC)
        with pytest.raises(EnvironmentProblem, match=r"E-DISK.*nothing was changed"):
            RunWriter.create(path, {"run": 2, "model": "x" * 200}, overwrite=True)
        with RunReader.open(path) as run:
            assert run.head == {"run": 1}
            assert len(run) == 1


def test_message_of_a_full_disk_says_what_is_needed(tmp_path: Path, faults: Faults) -> None:
    with RunWriter.create(tmp_path / "run.sarrus", {}) as writer:
        writer.states(np.arange(1200.0), np.zeros((1200, 2)), {})
        faults.plan("write", 1, errno.ENOSPC)
        with pytest.raises(EnvironmentProblem) as caught:
            writer.states(np.arange(3.0), np.zeros((3, 2)), {})
        text = str(caught.value)
        assert "run.sarrus:1:1: error E-DISK [file]" in text
        assert "No space left on device" in text
        assert "bytes are needed" in text
        assert "bytes are free" in text
        assert "1,200 states written before are safe" in text
        assert "try again or resume" in text
        assert writer.count == 1200
        writer.states(np.arange(3.0), np.zeros((3, 2)), {})
        assert writer.count == 1203


def test_disk_that_does_not_read_is_named(tmp_path: Path) -> None:
    class Broken(FileIO):
        def read(self, size: int = -1) -> bytes:
            raise OSError(errno.EIO, os.strerror(errno.EIO))

    path = tmp_path / "a.log"
    with LogWriter.create(path) as writer:
        append_to(writer)
    with Broken(path) as stream, pytest.raises(EnvironmentProblem, match=r"E-DISK.*cannot be read"):
        LogReader(stream, str(path))


def test_E03_power_cut_loses_only_what_was_not_synced(tmp_path: Path) -> None:
    """Of the sectors written after a sync, any may be on disk, and any may be zero."""
    path, source = tmp_path / "a.log", random.Random(3)
    with LogWriter.create(path) as writer:
        for _ in range(BLOCKS):
            append_to(writer)
    data, cut = path.read_bytes(), tmp_path / "cut.log"
    with LogReader.open(path) as reader:
        places = [reader[i].end for i in range(BLOCKS)]
    for turn in range(2000):
        synced = source.randrange(BLOCKS)
        end = source.randrange(places[synced], len(data) + 1)
        image = bytearray(data[: places[synced]] + bytes(end - places[synced]))
        for sector in range(places[synced] // 512, end // 512 + 1):
            if source.random() < 0.7:
                part = slice(max(places[synced], 512 * sector), min(end, 512 * sector + 512))
                image[part] = data[part]
        reader = log_in(bytes(image), verify=True)
        numbers = [reader[i].number for i in range(len(reader))]
        assert numbers[: synced + 1] == list(range(synced + 1))
        assert wrong_blocks(reader) == []
        if turn % 20 == 0:
            cut.write_bytes(image)
            with LogWriter.reopen(cut) as writer:
                append_to(writer)
            with LogReader.open(cut, verify=True) as reader:
                assert wrong_blocks(reader) == []
                assert len(reader) == len(numbers) + 1

"""Processes that are killed, interrupted, race for a file, or read it while another writes."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from sarrus.errors import EnvironmentProblem
from sarrus.storage import LogReader, LogWriter, RunReader, RunWriter, lock
from storage.samples import TESTS, append_to, in_child, payload, wrong_blocks

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs fork and POSIX signals")


def check_kills(found: dict[str, int], rounds: int, most_blocks: int) -> None:
    assert found["rounds"] == rounds
    assert found["blocks"] > most_blocks, "the writers have done too little to show anything"
    assert (found["lost"], found["wrong"], found["damaged"]) == (0, 0, 0)
    assert found["resumed"] == rounds


def test_K1_no_acknowledged_block_is_lost_by_a_kill(tmp_path: Path) -> None:
    check_kills(in_child("killed_writers", tmp_path, 100, 1, "at-random"), 100, 1000)


def test_K1_kill_in_the_middle_of_a_write(tmp_path: Path) -> None:
    found = in_child("killed_writers", tmp_path, 100, 2, "in-a-write")
    check_kills(found, 100, 1000)
    assert found["torn"] > 50


@pytest.mark.slow
@pytest.mark.parametrize("way", ["at-random", "in-a-write"])
def test_K1_many_kills(tmp_path: Path, way: str) -> None:
    check_kills(in_child("killed_writers", tmp_path, 750, 3, way), 750, 7500)


def test_E11_interrupted_writer_is_consistent(tmp_path: Path) -> None:
    found = in_child("interrupted_writer", tmp_path / "a.log", 500, 1)
    assert found["interrupts"] == 500
    assert found["blocks"] > 500
    assert [found[name] for name in ("missing", "lost", "wrong", "notices")] == [0, 0, 0, 0]


@pytest.mark.parametrize("way", ["close", "append", "with"])
def test_a_fork_with_an_open_writer_changes_nothing(way: str, tmp_path: Path) -> None:
    """It knows the file as it was: what it would cut off has been acknowledged since."""
    path = tmp_path / "a.log"
    writer = LogWriter.create(path, opening=("head", b"x"))
    writer.append("a", b"1" * 100)
    ready, go = os.pipe()
    child = os.fork()
    if child == 0:
        code = 1
        try:
            os.read(ready, 1)  # until there is more in the file
            if way == "append":
                try:
                    writer.append("a", b"of the fork")
                except EnvironmentProblem as error:
                    code = 0 if error.problems[0].code == "E17" else 2
            elif way == "with":
                with writer:
                    code = 0
            else:
                writer.close()
                code = 0
        finally:
            os._exit(code)
    for text in (b"2", b"3"):
        writer.append("a", text * 100)
    os.write(go, b"x")
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    with pytest.raises(EnvironmentProblem) as caught:  # it is still ours, and locked
        LogWriter.reopen(path)
    assert caught.value.problems[0].code == "E17"
    writer.append("a", b"4" * 100)
    writer.close()
    with LogReader.open(path, verify=True) as reader:
        assert len(reader) == 5 and not reader.notices


def check_races(found: dict, rounds: int) -> None:
    done, in_use, exists, *others = found["codes"]
    assert sum(others) == 0, "a writer ended in another way than by success, E17 or E-EXISTS"
    assert done >= found["able"] > 0.9 * rounds
    assert in_use > rounds / 4, "the writers have not met"
    assert exists > 0
    assert found["mixed"] == 0
    assert found["rest"] == []


def test_E17_races_for_one_file_never_mix(tmp_path: Path) -> None:
    check_races(in_child("racing_writers", tmp_path, 100, 1), 100)


@pytest.mark.slow
def test_E17_many_races_for_one_file_never_mix(tmp_path: Path) -> None:
    check_races(in_child("racing_writers", tmp_path, 1500, 2), 1500)


def test_E17_second_writer_is_told_who_writes(tmp_path: Path) -> None:
    path = tmp_path / "a.log"
    with LogWriter.create(path) as writer:
        append_to(writer)
        text = rf"E17 .*in use by pid {os.getpid()} on host \S+ since 20\d\d-\d\d-\d\dT"
        for attempt in (
            lambda: LogWriter.reopen(path),
            lambda: LogWriter.create(path, overwrite=True),
        ):
            with pytest.raises(EnvironmentProblem, match=text):
                attempt()
        append_to(writer)
    with LogWriter.reopen(path) as writer:
        assert writer.blocks == 2


@pytest.mark.parametrize("way", ["create", "overwrite", "reopen"])
def test_E17_lock_of_a_file_that_was_replaced_is_worth_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    """Another writer puts its file in place after ours is opened and before it is locked."""
    path, other = tmp_path / "a.log", tmp_path / "b.log"
    with LogWriter.create(other) as writer:
        append_to(writer)
    if way != "create":
        LogWriter.create(path).close()
    take = lock._lock

    def late(handle: int) -> None:
        if other.exists():
            os.replace(other, path)
        take(handle)

    monkeypatch.setattr(lock, "_lock", late)
    with pytest.raises(EnvironmentProblem, match="E17"):
        if way == "reopen":
            LogWriter.reopen(path)
        else:
            LogWriter.create(path, overwrite=way == "overwrite")
    with LogReader.open(path) as reader:
        assert len(reader) == 1
    assert os.listdir(tmp_path) == ["a.log"]


def test_E17_lock_of_a_killed_writer_is_free(tmp_path: Path) -> None:
    program = "import sys, time; from sarrus.storage import LogWriter as L; "
    program += "log = L.create(sys.argv[1]); print('ready', flush=True); time.sleep(60)"
    path = tmp_path / "a.log"
    command = [sys.executable, "-c", program, str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        child.stdout.readline()
        with pytest.raises(EnvironmentProblem, match=f"in use by pid {child.pid}"):
            LogWriter.reopen(path)
        child.kill()
        child.wait()
    LogWriter.reopen(path).close()


@pytest.fixture(scope="module")
def small_disk(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, ...]:
    """Return the command that mounts a disk of 1 MB on the folder `disk` for the one after it."""
    folder = tmp_path_factory.mktemp("small") / "disk"
    folder.mkdir()
    mount = 'mount -t tmpfs -o size=1m sarrus "$0" && exec "$@"'
    for unshare in (["unshare", "-m"], ["unshare", "-rm"]):
        command = (*unshare, "sh", "-c", mount, str(folder))
        if shutil.which("unshare") and not subprocess.run([*command, "true"]).returncode:
            return command
    pytest.skip("this machine does not let us mount a small disk")


def check_full(found: dict) -> None:
    assert found["counts"] == [0, 0, 0], "blocks in the file, less those acknowledged"
    assert found["again"]
    assert found["more"] > 50
    assert found["kept"]
    assert "E-DISK" in found["message"]


def test_E01_full_disk_loses_nothing(small_disk: tuple[str, ...]) -> None:
    found = in_child("filling_writer", small_disk[-1], "tmpfs", before=small_disk)
    check_full(found)
    assert re.search(r"No space left on device; [\d,]+ bytes are needed, ", found["message"])


def test_E01_file_size_limit_loses_nothing(tmp_path: Path) -> None:
    found = in_child("filling_writer", tmp_path, "limit")
    check_full(found)
    assert "File too large" in found["message"]


LIVE = """
import sys, time
from sarrus.storage import LogWriter
from storage.samples import append_to
with LogWriter.create(sys.argv[1]) as log:
    print('ready', flush=True)
    for k in range(3000):
        append_to(log)
        if k % 100 == 0:
            time.sleep(0.002)
"""


def test_file_is_read_while_another_process_writes_it(tmp_path: Path) -> None:
    path, looks, read = tmp_path / "a.log", 0, 0
    environment = {**os.environ, "PYTHONPATH": f"{TESTS}:{os.environ.get('PYTHONPATH', '')}"}
    command = [sys.executable, "-c", LIVE, str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment) as child:
        child.stdout.readline()
        with LogReader.open(path) as reader:
            running = True
            while running:
                running = child.poll() is None
                looks += reader.refresh() > 0
                for i in range(read, len(reader)):
                    assert reader.read(i) == payload(i)
                read = len(reader)
                assert reader.damage == ()
            assert reader.tail == 0
    assert read == 3000
    assert looks > 5


def test_run_is_read_while_it_is_written(tmp_path: Path) -> None:
    path = tmp_path / "run.sarrus"
    with RunWriter.create(path, {"model": 1}) as writer, RunReader.open(path) as run:
        for k in range(20):
            assert run.refresh() == 0
            writer.states([0.1 * k], [[float(k)]], {"k": k})
            writer.event({"k": k})
            assert run.refresh() == 1
            assert len(run) == len(run.events) == k + 1
            assert run.rows(-1).tolist() == [[float(k)]]
            assert run.end is None
            assert f"interrupted at t = {0.1 * k:.6g} s, or still" in str(run.notices[0])
        writer.end({})
        run.refresh()
        assert run.end == {}
        assert run.notices == []


def test_wrong_blocks_would_be_seen(tmp_path: Path) -> None:
    """The tests above rest on `wrong_blocks`; it does find a block of other content."""
    with LogWriter.create(tmp_path / "a.log") as writer:
        append_to(writer)
        writer.append("data", b"other")
        append_to(writer)
    with LogReader.open(tmp_path / "a.log") as reader:
        assert wrong_blocks(reader) == [1]

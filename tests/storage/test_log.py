"""The log of blocks: what is appended is read; what is not ours is refused with a reason."""

from __future__ import annotations

import os
import socket
import struct
import time
import tracemalloc
from pathlib import Path

import pytest

from sarrus.errors import EnvironmentProblem, ModelError, SarrusError
from sarrus.storage import LogReader, LogWriter
from sarrus.storage.block import MAGIC, MOST_PAYLOAD, digest_of
from storage.samples import append_to, log_bytes, log_in, payload, wrong_blocks


def test_blocks_are_read_as_they_were_appended(tmp_path: Path) -> None:
    with LogWriter.create(tmp_path / "a.log") as writer:
        assert [append_to(writer) for _ in range(50)] == list(range(50))
        assert writer.blocks == 50
    with LogReader.open(tmp_path / "a.log") as reader:
        assert len(reader) == 50
        assert [reader[i].number for i in range(50)] == list(range(50))
        assert {reader[i].kind for i in range(50)} == {"data"}
        assert (reader[7].first, reader[7].count, reader[7].length) == (7, 1, len(payload(7)))
        assert wrong_blocks(reader) == []
        assert reader.notices == []
        with pytest.raises(IndexError):
            reader[50]


def test_large_block_is_read_back(tmp_path: Path) -> None:
    data = os.urandom(5_000_001)
    with LogWriter.create(tmp_path / "a.log", opening=("head", b"h")) as writer:
        writer.append("big", data)
    for verify in (False, True):
        with LogReader.open(tmp_path / "a.log", verify=verify) as reader:
            assert [reader.read(0), reader.read(1)] == [b"h", data]


@pytest.mark.parametrize("kind", ["", "ninechars", "a\0b", "\xe9"])
def test_impossible_kind_is_refused(tmp_path: Path, kind: str) -> None:
    with LogWriter.create(tmp_path / "a.log") as writer:
        with pytest.raises(ValueError):
            writer.append(kind, b"")
        append_to(writer)
    with LogReader.open(tmp_path / "a.log") as reader:
        assert len(reader) == 1
        assert reader.notices == []


def test_impossible_numbers_and_sizes_are_refused(tmp_path: Path) -> None:
    class Huge(bytes):
        def __len__(self) -> int:
            return MOST_PAYLOAD + 1

    with LogWriter.create(tmp_path / "a.log") as writer:
        with pytest.raises(ValueError, match="limit"):
            writer.append("data", Huge())
        for wrong in (-1, 2**63):
            with pytest.raises(ValueError, match="fit"):
                writer.append("data", b"", count=wrong)
        assert writer.blocks == 0


def test_closed_writer_writes_no_more(tmp_path: Path) -> None:
    writer = LogWriter.create(tmp_path / "a.log")
    writer.close()
    writer.close()
    with pytest.raises(ValueError, match="closed"):
        append_to(writer)


def test_existing_file_is_refused_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "a.log"
    path.write_bytes(b"precious")
    with pytest.raises(EnvironmentProblem, match=r"E-EXISTS .*exists already"):
        LogWriter.create(path)
    assert path.read_bytes() == b"precious"
    assert os.listdir(tmp_path) == ["a.log"]


def test_existing_file_is_overwritten_on_demand(tmp_path: Path) -> None:
    path = tmp_path / "a.log"
    with LogWriter.create(path, overwrite=True) as writer:
        append_to(writer, seed=1)
    old = LogReader.open(path)
    with LogWriter.create(path, overwrite=True) as writer:
        append_to(writer, seed=2)
        append_to(writer, seed=2)
    with LogReader.open(path) as reader:
        assert len(reader) == 2
        assert wrong_blocks(reader, seed=2) == []
        assert reader.file_id != old.file_id
    assert wrong_blocks(old, seed=1) == []  # who reads the old file goes on reading it
    old.close()
    assert os.listdir(tmp_path) == ["a.log"]


def test_overwriting_follows_a_link(tmp_path: Path) -> None:
    (tmp_path / "disk").mkdir()
    link, target = tmp_path / "a.log", tmp_path / "disk" / "b.log"
    target.write_bytes(b"old")
    link.symlink_to(target)
    with LogWriter.create(link, overwrite=True) as writer:
        append_to(writer)
    assert link.is_symlink()
    with LogReader.open(target) as reader:
        assert len(reader) == 1


def test_reopened_file_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "a.log"
    LogWriter.create(path).close()
    for k in range(5):
        with LogWriter.reopen(path) as writer:
            assert writer.blocks == 3 * k
            assert writer.mark == 3 * k
            for _ in range(3):
                append_to(writer)
    with LogReader.open(path) as reader:
        assert len(reader) == 15
        assert wrong_blocks(reader) == []


def test_reopened_file_drops_blocks_after_the_given_one(tmp_path: Path) -> None:
    path = tmp_path / "a.log"
    path.write_bytes(log_bytes(tmp_path, 10))
    with LogWriter.reopen(path, after=6) as writer:
        with LogReader.open(path) as reader:  # a process that dies here has lost nothing
            assert len(reader) == 10
        assert writer.append("other", b"new") == 7
        with LogReader.open(path) as reader:
            assert len(reader) == 8
            assert reader.tail == 0
    with LogReader.open(path) as reader:
        assert [reader[i].number for i in range(len(reader))] == list(range(8))
        assert reader.read(7) == b"new"
    with LogWriter.reopen(path, after=lambda log: log[2].number) as writer:
        assert writer.blocks == 3
    with LogWriter.reopen(path, after=-1) as writer:
        assert writer.blocks == 0
    with pytest.raises(ModelError, match="no intact block 5"):
        LogWriter.reopen(path, after=5)


@pytest.mark.parametrize("version", [2, 3, 2**32 - 1])
def test_newer_version_is_refused_with_its_number(tmp_path: Path, version: int) -> None:
    data = bytearray(log_bytes(tmp_path, 2))
    for at in (0, 448):
        data[at + 16 : at + 20] = struct.pack("<I", version)
        data[at + 56 : at + 64] = digest_of(bytes(data[at : at + 56]), size=8)
    with pytest.raises(ModelError, match=rf"F13 .*version {version}; .*newer version of Sarrus"):
        log_in(bytes(data))
    path = tmp_path / "new.log"
    path.write_bytes(data)
    with pytest.raises(ModelError, match="F13"):
        LogWriter.reopen(path)
    assert path.read_bytes() == data


FOREIGN = {
    "empty": b"",
    "text": b"time;angle\n0;1\n",
    "zeros": bytes(10_000),
    "HDF5": b"\x89HDF\r\n\x1a\n" + bytes(1000),
    "pickle": b"\x80\x04cposix\nsystem\n(Vtouch canary\ntR.",
    "begin of the magic": MAGIC[:7],
    "magic alone": MAGIC,
    "magic and noise": MAGIC + b"\xa5" * 1000,
    "magic and zeros": MAGIC + bytes(1000),
}


@pytest.mark.parametrize("name", FOREIGN)
def test_foreign_file_is_refused_and_kept(tmp_path: Path, name: str) -> None:
    path = tmp_path / "run.sarrus"
    path.write_bytes(FOREIGN[name])
    for attempt in (LogReader.open, LogWriter.reopen):
        with pytest.raises(SarrusError, match=r"run\.sarrus:1:1: error F13 \[file\]"):
            attempt(path)
    assert path.read_bytes() == FOREIGN[name]
    assert os.listdir(tmp_path) == ["run.sarrus"]


def special_files(folder: Path) -> dict[str, Path]:
    os.mkfifo(folder / "fifo")
    (folder / "folder").mkdir()
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(folder / "socket"))
    files = {name: folder / name for name in ("fifo", "folder", "socket", "missing")}
    return {**files, "device": Path("/dev/zero"), "nul": Path("a\0b"), "long": Path("x" * 4000)}


@pytest.mark.parametrize("name", ["fifo", "folder", "socket", "missing", "device", "nul", "long"])
def test_what_is_no_regular_file_is_refused_at_once(
    tmp_path_factory: pytest.TempPathFactory, name: str
) -> None:
    path = special_files(tmp_path_factory.mktemp("x"))[name]
    begin = time.perf_counter()
    for attempt in (LogReader.open, LogWriter.reopen):
        with pytest.raises(ModelError, match="F09") as caught:
            attempt(path)
        assert len(str(caught.value)) < 1000
    if name != "missing":
        with pytest.raises(SarrusError, match=r"F09|E-EXISTS"):
            LogWriter.create(path)
        with pytest.raises(SarrusError, match="F09"):
            LogWriter.create(path, overwrite=True)
    assert time.perf_counter() - begin < 0.5


@pytest.mark.parametrize(
    "name", ["with space", "Ümläut-机构", "quote'\"", "-rf", "a\nb", "x" * 255, "%s{}", "é" * 127]
)
def test_odd_names_work(tmp_path: Path, name: str) -> None:
    for overwrite in (False, True):
        with LogWriter.create(tmp_path / name, overwrite=overwrite) as writer:
            append_to(writer)
    with LogReader.open(str(tmp_path / name)) as reader:
        assert wrong_blocks(reader) == []


def test_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(EnvironmentProblem, match="cannot be created: No such file"):
        LogWriter.create(tmp_path / "no" / "a.log")


def test_read_only_folder_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*arguments: object) -> int:
        raise PermissionError(13, "Permission denied")

    (tmp_path / "b.log").touch()
    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(EnvironmentProblem, match=r"F09 .*cannot be created: Permission denied"):
        LogWriter.create(tmp_path / "a.log")
    with pytest.raises(ModelError, match=r"F09 .*cannot be opened"):
        LogReader.open(tmp_path / "b.log")


def test_many_blocks_make_a_small_index(tmp_path: Path) -> None:
    path = tmp_path / "a.log"
    with LogWriter.create(path) as writer:
        for _ in range(5_000):
            writer.append("event", b"")
    tracemalloc.start()
    try:
        with LogReader.open(path) as reader:
            assert len(reader) == 5_000
        assert tracemalloc.get_traced_memory()[1] < 1.5 * path.stat().st_size
    finally:
        tracemalloc.stop()

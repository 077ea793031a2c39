"""Damaged files: what is intact is read, what is not is named, nothing wrong is returned."""

from __future__ import annotations

import os
import random
import time
from pathlib import Path

import numpy as np
import pytest

from promises.record import tell
from sarrus.errors import EnvironmentProblem, ModelError, SarrusError
from sarrus.storage import LogReader, LogWriter, RunReader, RunWriter
from sarrus.storage.block import HEAD_SIZE, HEADER_SIZE, packed_block
from storage.samples import (
    append_to,
    log_bytes,
    log_in,
    payload,
    run_in,
    write_run,
    wrong_blocks,
)


def ends(data: bytes) -> list[int]:
    """Return the place behind the head, and behind every block."""
    reader = log_in(data)
    return [HEAD_SIZE, *(reader[i].end for i in range(len(reader)))]


def numbers(reader: LogReader) -> list[int]:
    return [reader[i].number for i in range(len(reader))]


@pytest.fixture
def no_sync(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sync nothing: these tests are about other things, and there are many files."""
    monkeypatch.setattr(os, "fsync", lambda handle: None)


def test_file_cut_at_any_byte_keeps_its_whole_blocks(tmp_path: Path, no_sync: None) -> None:
    data = log_bytes(tmp_path, 8, seed=3)
    places, path = ends(data), tmp_path / "cut.log"
    for cut in range(len(data)):
        if cut < 64:
            with pytest.raises(SarrusError, match="F13"):
                log_in(data[:cut])
            continue
        whole = sum(place <= cut for place in places[1:])
        reader = log_in(data[:cut])
        assert numbers(reader) == list(range(whole))
        assert wrong_blocks(reader, seed=3) == []
        assert bool(reader.notices) == (cut not in places)
        if cut % 3 == 0 and cut >= HEAD_SIZE:
            path.write_bytes(data[:cut])
            with LogWriter.reopen(path) as writer:
                assert append_to(writer, seed=3) == whole
            with LogReader.open(path, verify=True) as after:
                assert numbers(after) == list(range(whole + 1))
                assert wrong_blocks(after, seed=3) == []
                assert after.notices == []


def test_torn_tail_is_named(tmp_path: Path) -> None:
    reader = log_in(log_bytes(tmp_path, 8)[:-1])
    (notice,) = reader.notices
    assert (notice.code, notice.severity) == ("E02", "warning")
    assert "interrupted: the last block is incomplete, 7 blocks intact" in str(notice)
    assert f"memory.sarrus:1:{reader.end + 1}:" in str(notice)


@pytest.mark.parametrize("garbage", [b"x", bytes(5000), os.urandom(100_000), b"\xf5\x9bBLK" * 999])
def test_garbage_behind_the_end_is_noticed(tmp_path: Path, garbage: bytes) -> None:
    reader = log_in(log_bytes(tmp_path, 8) + garbage)
    assert numbers(reader) == list(range(8))
    assert wrong_blocks(reader) == []
    assert [notice.code for notice in reader.notices] == ["E02"]


def test_garbage_between_blocks_is_skipped_and_named(tmp_path: Path) -> None:
    data = log_bytes(tmp_path, 8)
    for place in ends(data)[:-1]:
        for garbage in (b"x", bytes(100), random.Random(place).randbytes(2_000_000)):
            reader = log_in(data[:place] + garbage + data[place:])
            assert numbers(reader) == list(range(8))
            assert wrong_blocks(reader) == []
            (notice,) = reader.notices
            assert f"{len(garbage):,} bytes before block" in str(notice)


def test_bytes_cut_out_of_the_middle_cost_the_blocks_they_were_in(tmp_path: Path) -> None:
    data = log_bytes(tmp_path, 12)
    places, source = ends(data), random.Random(4)
    for _ in range(500):
        start = source.randrange(HEAD_SIZE, len(data))
        stop = min(len(data), start + source.choice((1, 30, 500, 5000)))
        hurt = [k for k in range(12) if start < places[k + 1] and places[k] < stop]
        for verify in (False, True):
            reader = log_in(data[:start] + data[stop:], verify)
            assert set(range(12)) - set(numbers(reader)) == set(hurt)
            assert wrong_blocks(reader) == []
            assert reader.notices or start == places[hurt[0]]


def test_blocks_of_another_file_are_never_taken(tmp_path: Path) -> None:
    ours, theirs = log_bytes(tmp_path, 10, seed=1), log_bytes(tmp_path, 30, seed=2)
    places, others, source = ends(ours), ends(theirs), random.Random(5)
    for k in range(11):
        for piece in (theirs, theirs[others[5] : others[20]], theirs[others[k] :]):
            reader = log_in(ours[: places[k]] + piece + ours[places[k] :])
            assert numbers(reader) == list(range(10))
            assert wrong_blocks(reader, seed=1) == []
            assert reader.notices
        tail = theirs[source.randrange(len(theirs)) :]
        reader = log_in(ours[: places[k]] + tail)
        assert numbers(reader) == list(range(k))
        assert wrong_blocks(reader, seed=1) == []


def test_file_appended_to_itself_is_not_read_twice(tmp_path: Path) -> None:
    data = log_bytes(tmp_path, 10)
    for again in (data, data[HEAD_SIZE:], data[ends(data)[4] :]):
        reader = log_in(data + again)
        assert numbers(reader) == list(range(10))
        assert [notice.code for notice in reader.notices] == ["E02"]


def test_blocks_in_wrong_order_are_not_read_twice(tmp_path: Path) -> None:
    data = log_bytes(tmp_path, 6)
    p = ends(data)
    swapped = data[: p[2]] + data[p[3] : p[4]] + data[p[2] : p[3]] + data[p[4] :]
    reader = log_in(swapped)
    assert numbers(reader) == [0, 1, 3, 4, 5]
    assert wrong_blocks(reader) == []


def test_damaged_blocks_are_named_by_number(tmp_path: Path) -> None:
    data = bytearray(log_bytes(tmp_path, 2000))
    places = ends(bytes(data))
    for k in (1234, 1500, 1501, 1502):
        data[places[k]] ^= 1
    reader = log_in(bytes(data))
    texts = [str(notice) for notice in reader.notices]
    assert len(texts) == 2
    assert "F13 [file]: block 1,234 is damaged; the other blocks are read" in texts[0]
    assert "F13 [file]: blocks 1,500 to 1,502 are damaged" in texts[1]
    assert len(reader) == 1996
    assert wrong_blocks(reader) == []


def test_many_damaged_places_make_a_short_list(tmp_path: Path) -> None:
    data = bytearray(log_bytes(tmp_path, 500))
    for k, place in enumerate(ends(bytes(data))[:-1]):
        data[place] ^= k % 2
    notices = log_in(bytes(data)).notices
    assert len(notices) == 51 + 1
    assert "199 more damaged places" in str(notices[50])


def test_damaged_payload_is_an_error_that_names_the_block(tmp_path: Path) -> None:
    data = bytearray(log_bytes(tmp_path, 10))
    reader = log_in(bytes(data))
    k = next(k for k in range(10) if reader[k].length > 100)
    data[reader[k].offset + HEADER_SIZE + 50] ^= 16
    reader = log_in(bytes(data))
    with pytest.raises(EnvironmentProblem, match=rf"F13 \[block {k}\].*is damaged.*verify=True"):
        reader.read(k)
    reader = log_in(bytes(data), verify=True)
    assert k not in numbers(reader)
    assert len(reader) == 9
    assert f"block {k} is damaged" in str(reader.notices[0])


def test_file_changed_while_it_is_read_gives_no_wrong_bytes(tmp_path: Path) -> None:
    path = tmp_path / "a.log"
    path.write_bytes(log_bytes(tmp_path, 10, seed=1))
    with LogReader.open(path) as reader:
        with LogWriter.reopen(path, after=4) as writer:
            for _ in range(20):
                append_to(writer, seed=2)
        for k in range(10):
            if k <= 4:
                assert reader.read(k) == payload(k, seed=1)
            else:
                with pytest.raises(EnvironmentProblem, match="F13"):
                    reader.read(k)


def test_file_made_to_be_slow_is_given_up(tmp_path: Path) -> None:
    """A header every hundred bytes, each with a block that reaches to the end of the file."""
    data = log_bytes(tmp_path, 0)
    file_id, size = log_in(data).file_id, 3_000_000
    parts, end = [data], len(data) + size
    for number in range(size // 100):
        left = end - len(data) - 100 * number - HEADER_SIZE
        parts.append(packed_block(file_id, number, "data", bytes(left), 0, 0)[:HEADER_SIZE])
        parts.append(bytes(100 - HEADER_SIZE))
        if number > 200:
            break
    parts.append(bytes(end - sum(map(len, parts))))
    begin = time.perf_counter()
    with pytest.raises(EnvironmentProblem, match="damaged in too many places"):
        log_in(b"".join(parts))
    assert time.perf_counter() - begin < 5


def check_flip(data: bytes, t: np.ndarray, rows: np.ndarray, verify: bool) -> int:
    """Read all of a run with one changed byte; return how many blocks of states are lost."""
    run = run_in(data, verify)
    lost = sum(gap.count for gap in run.gaps)
    assert len(run) + lost == len(t)
    keep = np.ones(len(t), bool)
    for gap in run.gaps:
        keep[gap.written : gap.written + gap.count] = False
    for k, block in enumerate(run.blocks):
        part = slice(block.first, block.first + block.count)
        try:
            times, table = run.times(part.start, part.stop), run.rows(part.start, part.stop)
            last = run.checkpoint(k)["last"]
        except EnvironmentProblem as error:
            assert f"F13 [block {block.block}]" in str(error)
            assert not verify
            lost += block.count
            continue
        assert times.tobytes() == t[keep][part].tobytes()
        assert table.tobytes() == rows[keep][part].tobytes()
        assert last.tobytes() == rows[keep][part][-1].tobytes()
    for entry in intact_entries(run):
        assert entry.record == {"name": f"contact {(entry.block - 3) // 2}"}
    if verify and lost:
        assert any("are lost" in str(notice) for notice in run.notices)
    return lost


def intact_entries(run: RunReader) -> list:
    found = []
    for i in range(len(run.events)):
        try:
            found.append(run.events[i])
        except EnvironmentProblem as error:
            assert "F13 [block" in str(error)
    return found


def test_K4_flipped_bits_never_give_wrong_bytes(tmp_path: Path) -> None:
    """20,000 flips: at most one block is lost, and what is read is what was written."""
    data, source = bytearray(log_bytes(tmp_path, 5, seed=9)), random.Random(10)
    for k in range(20_000):
        at, bit = source.randrange(len(data)), 1 << source.randrange(8)
        data[at] ^= bit
        reader = log_in(bytes(data), verify=k % 2 == 0)
        good = 0
        for i in range(len(reader)):
            try:
                good += reader.read(i) == payload(reader[i].number, seed=9)
            except EnvironmentProblem as error:
                assert f"F13 [block {reader[i].number}]" in str(error)
                assert k % 2
                good += 1
        assert good == len(reader) >= 4
        data[at] ^= bit


def flip_bits(folder: Path, count: int, seed: int) -> int:
    """Flip bits one by one; return how many cost a block. No number may be wrong."""
    path = folder / "run.sarrus"
    t, rows = write_run(path, blocks=3, size=6)
    data, source, hurt = bytearray(path.read_bytes()), random.Random(seed), 0
    for k in range(count):
        at, bit = source.randrange(len(data)), 1 << source.randrange(8)
        data[at] ^= bit
        lost = check_flip(bytes(data), t, rows, verify=k % 3 == 0)
        data[at] ^= bit
        assert lost in (0, 6), "damage is confined to one block"
        hurt += lost > 0
    assert hurt > 0.3 * count
    return hurt


def test_K4_flipped_bits_never_give_a_wrong_number(tmp_path: Path) -> None:
    flip_bits(tmp_path, 5_000, seed=6)


@pytest.mark.slow
def test_K4_flipped_bits_never_give_a_wrong_number_long(tmp_path: Path) -> None:
    hurt = flip_bits(tmp_path, 100_000, seed=7)
    tell("results", 100_000, refused=hurt, wrong=0)


def test_flipped_bits_of_headers_are_all_noticed(tmp_path: Path) -> None:
    """Every bit of every header: the block is lost and named, or the head's copy is used."""
    data = bytearray(log_bytes(tmp_path, 4, seed=8))
    places = ends(bytes(data))
    for k, place in enumerate(places[:-1]):
        for bit in range(8 * HEADER_SIZE):
            data[place + bit // 8] ^= 1 << bit % 8
            reader = log_in(bytes(data))
            assert numbers(reader) == [n for n in range(4) if n != k]
            assert wrong_blocks(reader, seed=8) == []
            assert reader.notices
            data[place + bit // 8] ^= 1 << bit % 8
    for bit in range(8 * HEAD_SIZE):
        data[bit // 8] ^= 1 << bit % 8
        reader = log_in(bytes(data))
        assert numbers(reader) == [0, 1, 2, 3]
        assert bool(reader.notices) == (bit // 8 < 64)
        data[bit // 8] ^= 1 << bit % 8


def test_resume_goes_on_after_damage(tmp_path: Path) -> None:
    path = tmp_path / "run.sarrus"
    t, rows = write_run(path, blocks=6, size=10)
    data = bytearray(path.read_bytes())
    block = log_in(bytes(data))[4]  # the second block of states
    data[block.offset + HEADER_SIZE + 300] ^= 1
    path.write_bytes(data)
    with pytest.raises(ModelError, match="no intact block of states with the number 4"):
        RunWriter.resume(path, 4)
    with RunWriter.resume(path) as writer:
        assert writer.count == 60
        writer.states([0.7], rows[:1], {})
    with RunReader.open(path, verify=True) as run:
        assert len(run) == 51
        ((gap,), (notice, *_)) = run.gaps, run.notices
        assert (gap.state, gap.written, gap.count) == (10, 10, 10)
        assert "block 4 is damaged" in str(notice)
        assert np.array_equal(run.rows(10, 50), rows[20:])
        assert np.array_equal(run.times(0, 20), np.r_[t[:10], t[20:30]])

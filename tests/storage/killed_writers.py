"""Writers that are killed: each in a process of its own, which acknowledges what it has written.

python -m storage.killed_writers FOLDER ROUNDS SEED at-random | in-a-write
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
import time
from pathlib import Path

from sarrus.storage import LogReader, LogWriter
from storage.samples import append_to, wrong_blocks


def die_in_write(nth: int, source: random.Random) -> None:
    """Let the n-th write kill this process after a part of it is done."""
    write, seen = os.write, 0

    def wrapped(handle: int, data: bytes) -> int:
        nonlocal seen
        seen += 1
        if seen == nth:
            write(handle, data[: source.randrange(len(data) + 1)])
            os.kill(os.getpid(), signal.SIGKILL)
        return write(handle, data)

    os.write = wrapped


def write_until_killed(path: Path, acknowledge: int, seed: int) -> None:
    """Write blocks, and the number of each to a pipe once `append` has returned."""
    log = LogWriter.reopen(path) if path.exists() else LogWriter.create(path)
    while True:
        number = append_to(log, seed)
        os.writev(acknowledge, [number.to_bytes(4, "little")])


def killed(path: Path, seed: int, source: random.Random, in_a_write: bool) -> int:
    """Start a writer, kill it, and return how many blocks it has acknowledged."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        if in_a_write:
            die_in_write(source.randrange(3, 60), source)
        write_until_killed(path, writing, seed)
    os.close(writing)
    if not in_a_write:
        first = os.read(reading, 4)
        time.sleep(source.random() * 0.005)
        os.kill(child, signal.SIGKILL)
    else:
        first = b""
    os.waitpid(child, 0)
    with os.fdopen(reading, "rb") as stream:
        numbers = first + stream.read()
    return int.from_bytes(numbers[-4:], "little") + 1 if numbers else 0


def main(folder: Path, rounds: int, seed: int, in_a_write: bool) -> dict[str, int]:
    """Return what was found after all kills."""
    source = random.Random(seed)
    found = {"rounds": 0, "blocks": 0, "lost": 0, "wrong": 0, "damaged": 0, "torn": 0, "resumed": 0}
    for turn in range(rounds):
        path = folder / f"{turn // 3}.log"  # two of three writers go on with a file
        acknowledged = killed(path, turn // 3, source, in_a_write)
        with LogReader.open(path, verify=True) as reader:
            found["rounds"] += 1
            found["blocks"] += acknowledged
            found["lost"] += max(0, acknowledged - len(reader))
            found["wrong"] += len(wrong_blocks(reader, turn // 3))
            found["damaged"] += len(reader.damage)
            found["torn"] += reader.tail != 0
            known = len(reader)
        with LogWriter.reopen(path) as log:
            append_to(log, turn // 3)
        with LogReader.open(path, verify=True) as reader:
            whole = not reader.notices and not wrong_blocks(reader, turn // 3)
            found["resumed"] += whole and len(reader) == known + 1
    return found


if __name__ == "__main__":
    place, count, start, way = sys.argv[1:]
    print(json.dumps(main(Path(place), int(count), int(start), way == "in-a-write")))

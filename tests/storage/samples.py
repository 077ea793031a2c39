"""Blocks whose content follows from their number, and ways to read and to run them."""

from __future__ import annotations

import io
import json
import os
import random
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from sarrus.storage import LogReader, LogWriter, RunReader, RunWriter

TESTS = Path(__file__).parents[1]


@cache
def payload(number: int, seed: int = 0) -> bytes:
    """Return the content of the block with this number: 0 to 3,000 bytes."""
    source = random.Random(1_000_003 * seed + number)
    return source.randbytes(source.choice((0, 1, 40, 200, source.randrange(3000))))


def append_to(writer: LogWriter, seed: int = 0) -> int:
    """Append the block that comes next."""
    return writer.append("data", payload(writer.blocks, seed), first=writer.blocks, count=1)


def wrong_blocks(reader: LogReader, seed: int = 0) -> list[int]:
    """Return the numbers of the blocks that are read, but not as they were written."""
    return [
        reader[i].number
        for i in range(len(reader))
        if reader.read(i) != payload(reader[i].number, seed)
    ]


def log_bytes(folder: Path, count: int, seed: int = 0) -> bytes:
    """Return a log file of `count` blocks."""
    path = folder / f"sample-{seed}-{count}.log"
    with LogWriter.create(path) as writer:
        for _ in range(count):
            append_to(writer, seed)
    return path.read_bytes()


def log_in(data: bytes, verify: bool = False) -> LogReader:
    """Return the reader of a log in memory."""
    return LogReader(io.BytesIO(data), "memory.sarrus", verify=verify)


def run_in(data: bytes, verify: bool = False) -> RunReader:
    """Return the reader of a run in memory."""
    return RunReader(log_in(data, verify))


def sample_table(count: int, width: int = 3, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Return times and rows of states."""
    generator = np.random.default_rng(seed)
    return 0.01 * np.arange(count), generator.normal(size=(count, width))


def write_run(path: Path, blocks: int = 10, size: int = 20) -> tuple[np.ndarray, np.ndarray]:
    """Write a run with events and segments between its blocks of states; return its states."""
    t, rows = sample_table(blocks * size)
    with RunWriter.create(path, {"model": "four-bar", "seed": 7}) as writer:
        writer.segment({"mode": "free"})
        for k in range(blocks):
            part = slice(k * size, (k + 1) * size)
            writer.states(t[part], rows[part], {"block": k, "last": rows[part][-1]})
            writer.event({"name": f"contact {k}"})
        writer.end({"steps": blocks * size})
    return t, rows


def in_child(module: str, *arguments: object, before: tuple[str, ...] = ()) -> dict[str, Any]:
    """Run `python -m storage.<module>` and return the JSON object that it prints."""
    path = os.pathsep.join([str(TESTS), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        [*before, sys.executable, "-m", f"storage.{module}", *map(str, arguments)],
        env={**os.environ, "PYTHONPATH": path, "OPENBLAS_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        timeout=600,
    )
    if done.returncode:
        raise RuntimeError(done.stderr)
    return json.loads(done.stdout)

"""Several processes that all want to write one file at once.

python -m storage.racing_writers FOLDER ROUNDS SEED
"""

from __future__ import annotations

import json
import os
import random
import sys
from pathlib import Path

from sarrus.errors import EnvironmentProblem
from sarrus.storage import LogReader, LogWriter

WRITERS, BLOCKS = 4, 15


def attempt(path: Path, way: str) -> int:
    """Try to write blocks that carry the number of this process; return the exit code."""
    try:
        if way == "reopen":
            log = LogWriter.reopen(path)
        else:
            log = LogWriter.create(path, overwrite=way == "overwrite")
    except EnvironmentProblem as error:
        return {"E17": 1, "E-EXISTS": 2}[error.problems[0].code]
    with log:
        for _ in range(BLOCKS):
            log.append("data", str(os.getpid()).encode())
    return 0


def race(path: Path, ways: list[str]) -> dict[int, int]:
    """Let all writers begin at once; return how each one ended."""
    reading, writing = os.pipe()
    children = []
    for way in ways:
        child = os.fork()
        if not child:
            os.close(writing)
            os.read(reading, 1)
            code = 9
            try:
                code = attempt(path, way)
            finally:
                os._exit(code)
        children.append(child)
    os.close(reading)
    os.close(writing)
    return {child: os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children}


def is_mixed(path: Path, ends: dict[int, int]) -> bool:
    """Return whether the file holds anything but whole series of blocks of writers that ended."""
    with LogReader.open(path, verify=True) as log:
        writers = [int(log.read(i)) for i in range(len(log)) if log[i].kind == "data"]
        series = [writers[k : k + BLOCKS] for k in range(0, len(writers), BLOCKS)]
        whole = all(len(s) == BLOCKS and set(s) == {s[0]} and not ends.get(s[0]) for s in series)
        return not whole or bool(log.notices)


def main(folder: Path, rounds: int, seed: int) -> dict[str, object]:
    """Return how the writers ended, and how many files were mixed."""
    source, codes, mixed, able = random.Random(seed), [0] * 10, 0, 0
    for turn in range(rounds):
        path = folder / f"{turn}.log"
        LogWriter.create(path).close()
        ways = [
            source.choice(("create", "overwrite", "overwrite", "reopen")) for _ in range(WRITERS)
        ]
        able += set(ways) != {"create"}  # the file exists: who only creates it is refused
        ends = race(path, ways)
        mixed += is_mixed(path, ends)
        for code in ends.values():
            codes[min(code, 9)] += 1
    rest = [name for name in os.listdir(folder) if name.endswith(".part")]
    return {"codes": codes, "mixed": mixed, "rest": rest, "able": able}


if __name__ == "__main__":
    print(json.dumps(main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))))

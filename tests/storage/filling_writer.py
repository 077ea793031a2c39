"""A writer whose disk becomes full, and that goes on when there is room again.

python -m storage.filling_writer FOLDER tmpfs | limit
"""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
from pathlib import Path

from sarrus.errors import EnvironmentProblem
from sarrus.storage import LogReader, LogWriter
from storage.samples import append_to, wrong_blocks

BALLAST = 300_000


def fill(log: LogWriter) -> str:
    """Append blocks until that fails; return the message."""
    for _ in range(100_000):
        try:
            append_to(log)
        except EnvironmentProblem as error:
            return str(error)
    raise RuntimeError("the disk did not become full")


def readable(path: Path) -> int:
    """Return the number of blocks that are read as they were written; -1 if any is not."""
    with LogReader.open(path, verify=True) as reader:
        return -1 if wrong_blocks(reader) or reader.notices else len(reader)


def main(folder: Path, way: str) -> dict[str, object]:
    """Fill the disk, make room, go on; then overwrite on a full disk."""
    path, ballast = folder / "a.log", folder / "ballast"
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    most = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
    if way == "limit":
        resource.setrlimit(resource.RLIMIT_FSIZE, (500_000, most))
    else:
        ballast.write_bytes(bytes(BALLAST))
    log = LogWriter.create(path)
    message = fill(log)
    full = log.blocks
    counts = [readable(path) - full]
    if way == "limit":
        resource.setrlimit(resource.RLIMIT_FSIZE, (800_000, most))
    else:
        ballast.unlink()
    again = append_to(log) == full
    fill(log)
    more = log.blocks - full
    counts.append(readable(path) - log.blocks)
    total = log.blocks
    log.close()
    counts.append(readable(path) - total)
    kept = True
    if way == "tmpfs":
        try:
            LogWriter.create(path, overwrite=True, opening=("head", bytes(900_000)))
        except EnvironmentProblem as error:
            kept = "E-DISK" in str(error) and readable(path) == total
        kept = kept and os.listdir(folder) == ["a.log"]
    return {"message": message, "counts": counts, "again": again, "more": more, "kept": kept}


if __name__ == "__main__":
    print(json.dumps(main(Path(sys.argv[1]), sys.argv[2])))

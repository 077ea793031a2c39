"""A new file of the intact blocks of a damaged one."""

from __future__ import annotations

import os
import secrets
from typing import NamedTuple

from sarrus.errors import Problem
from sarrus.storage.block import ID_SIZE, packed_block, packed_head
from sarrus.storage.disk import environment
from sarrus.storage.lock import writer_of
from sarrus.storage.log_reader import LogReader
from sarrus.storage.new_file import new_file
from sarrus.storage.run_reader import RunReader


class Repaired(NamedTuple):
    """What became of a file: how many blocks are intact, what is lost, and whether it was written.

    notices: as those of `RunReader`; written: False where nothing was damaged.
    """

    blocks: int
    notices: list[Problem]
    written: bool


def repair(
    path: str | os.PathLike[str], out: str | os.PathLike[str], *, overwrite: bool = False
) -> Repaired:
    """Write all intact blocks of a damaged file to a new one, and say what is lost.

    Blocks keep their numbers, so that the new file names what is missing for ever. A file that is
    whole is not written again, and one that another process writes is refused (E17). With
    `overwrite`, `out` may be the damaged file itself, which stays until the new one is on disk.
    """
    name = os.fsdecode(path)
    if who := writer_of(name):
        raise environment(name, "E17", f"is in use by {who}", "wait for it to end")
    with LogReader.open(name, verify=True) as log:
        notices = RunReader(log).notices
        if not log.is_damaged:
            return Repaired(len(log), notices, False)
        file_id = secrets.token_bytes(ID_SIZE)
        with new_file(os.fsdecode(out), overwrite, "F09") as part, open(part, "xb") as file:
            file.write(packed_head(file_id, b""))
            for i in range(len(log)):
                block = log[i]
                kept = (block.number, block.kind, log.read(i), block.first, block.count)
                file.write(packed_block(file_id, *kept))
        return Repaired(len(log), notices, True)

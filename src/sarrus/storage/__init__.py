"""Result files: an append-only log of checked blocks, and the schema of a run on top of it.

`RunWriter` and `RunReader` write and read the file of a run. They know no mechanics: states are
rows of numbers, all else is records. Below them, `LogWriter` and `LogReader` keep blocks of bytes
whole: what was written is returned as it was or named as damaged, whatever happened to the
process, the disk or the file.
"""

from sarrus.storage.lock import writer_of
from sarrus.storage.log_reader import LogReader
from sarrus.storage.log_writer import LogWriter
from sarrus.storage.record import decode, encode
from sarrus.storage.repair import Repaired, repair
from sarrus.storage.run_index import Gap, StatesBlock
from sarrus.storage.run_reader import Entry, RunReader
from sarrus.storage.run_writer import RunWriter

__all__ = [
    "Entry",
    "Gap",
    "LogReader",
    "LogWriter",
    "Repaired",
    "RunReader",
    "RunWriter",
    "StatesBlock",
    "decode",
    "encode",
    "repair",
    "writer_of",
]

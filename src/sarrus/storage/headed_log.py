"""Logs whose first record says what they belong to: ledgers of sweeps and of optimizations."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from sarrus.storage.log_reader import LogReader
from sarrus.storage.log_writer import LogWriter
from sarrus.storage.record import decode, encode


def headed_log(
    path: Path,
    head: tuple[str, Mapping[str, Any]],
    take: Callable[[str, Any], None],
    refusal: Callable[[list[str]], Exception],
) -> LogWriter:
    """Return the writer of a log with this head, begun or opened again.

    head: kind and content of the first record; take: is called with kind and content of each that
    follows; refusal: makes the exception, of the entries of the head that differ in the file.
    """
    kind, content = head[0], dict(head[1])
    if not path.exists():
        return LogWriter.create(path, opening=(kind, encode(content)))
    writer = LogWriter.reopen(path)
    try:
        with LogReader.open(path, verify=True) as reader:
            first = decode(reader.read(0)) if len(reader) and reader[0].kind == kind else {}
            if first != content:
                known = first if isinstance(first, dict) else {}
                raise refusal([name for name in content if known.get(name) != content[name]])
            for i in range(1, len(reader)):
                take(reader[i].kind, decode(reader.read(i)))
    except BaseException:
        writer.close()
        raise
    return writer

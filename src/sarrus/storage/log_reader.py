"""Reading a log of checked blocks: what is intact is returned, what is not is named."""

from __future__ import annotations

import os
from io import BytesIO, FileIO

from sarrus.errors import EnvironmentProblem, Problem, SarrusError, count
from sarrus.storage.block import (
    DIGESTED,
    HEAD_SIZE,
    HEADER_SIZE,
    LABEL_SIZE,
    MAGIC,
    SECOND_LABEL_AT,
    VERSION,
    Block,
    Label,
    digest_of,
    unpacked_label,
)
from sarrus.storage.closable import Closable
from sarrus.storage.disk import environment, file_error, open_stream, place, read_at, reason
from sarrus.storage.index import Damage
from sarrus.storage.scan import Scan

MOST_NOTICES = 50


class LogReader(Closable):
    """The blocks of a log file; the file may still be written by another process.

    `reader[i]` is the header of the i-th readable block and `read(i)` its payload. Not for use
    by two threads at once.
    """

    def __init__(self, stream: FileIO | BytesIO, path: str, *, verify: bool = False) -> None:
        self.path = path
        self._stream = stream
        label, self._head_damaged = label_of(stream, path)
        self.file_id = label.file_id
        self._scan = Scan(stream, path, label.file_id, verify)
        self.refresh()

    @staticmethod
    def open(path: str | os.PathLike[str], *, verify: bool = False) -> LogReader:
        """Return the reader of a file; `verify` reads and checks every payload at once."""
        name = os.fsdecode(path)
        stream = open_stream(name, os.O_RDONLY)
        try:
            return LogReader(stream, name, verify=verify)
        except BaseException:
            stream.close()
            raise

    def __len__(self) -> int:
        return len(self._scan.index)

    def __getitem__(self, i: int) -> Block:
        return self._scan.index[i]

    @property
    def damage(self) -> tuple[Damage, ...]:
        """The places in the middle of the file that hold no block, in the file's order."""
        return tuple(self._scan.damage)

    @property
    def tail(self) -> int:
        """The number of bytes behind the last whole block; 0 if no write was cut short."""
        return self._scan.tail

    @property
    def end(self) -> int:
        """The place behind the last whole block."""
        return self._scan.end

    @property
    def is_damaged(self) -> bool:
        """Whether bytes are in the file that are no part of it: a repaired one has none."""
        torn = any(damage.size for damage in self._scan.damage)
        return self._head_damaged or torn or bool(self.tail)

    @property
    def size(self) -> int:
        """The number of bytes of the file."""
        return self._scan.size

    @property
    def notices(self) -> list[Problem]:
        """What is damaged or incomplete, as warnings."""
        found = []
        if self._head_damaged:
            found.append(self._warning("F13", "the head is damaged; its copy is used", 0))
        for damage in self._scan.damage[:MOST_NOTICES]:
            rule = f"{damage}; the other blocks are read"
            found.append(self._warning("F13", rule, damage.offset))
        if (more := len(self._scan.damage) - MOST_NOTICES) > 0:
            found.append(self._warning("F13", f"and {more:,} more damaged places", 0))
        if self.tail:
            rule = f"the last block is incomplete, {count(len(self), 'block')} intact"
            found.append(self._warning("E02", f"interrupted: {rule}", self.end))
        return found

    def refresh(self) -> int:
        """Look for blocks written since; return how many are new."""
        known = len(self)
        try:
            self._scan.advance()
        except OSError as error:
            raise _unread(error, self.path) from None
        return len(self) - known

    def read(self, i: int) -> bytes:
        """Return the payload of the i-th readable block, or raise EnvironmentProblem (F13)."""
        block = self[i]
        try:
            data = read_at(self._stream, block.offset, HEADER_SIZE + block.length)
        except OSError as error:
            raise _unread(error, self.path) from None
        payload = memoryview(data)[HEADER_SIZE:]
        if digest_of(data[:DIGESTED], payload, size=16) != block.digest:
            raise self._damage(block)
        return bytes(payload)

    def close(self) -> None:
        """Close the file; closing twice is allowed."""
        self._stream.close()

    def _warning(self, code: str, rule: str, offset: int) -> Problem:
        return Problem(code, "file", rule, severity="warning", location=place(self.path, offset))

    def _damage(self, block: Block) -> EnvironmentProblem:
        return EnvironmentProblem(
            Problem(
                "F13",
                f"block {block.number:,}",
                "is damaged: its bytes do not agree with its checksum",
                f"the block of kind '{block.kind}' and {block.length:,} bytes",
                cause="a fault of the disk, or a change of the file by another program",
                action="read the file with verify=True: that leaves out damaged blocks",
                location=place(self.path, block.offset),
            )
        )


def label_of(stream: FileIO | BytesIO, path: str) -> tuple[Label, bool]:
    """Return the label of a log file, and whether its copy had to be used, or raise."""
    try:
        head = read_at(stream, 0, HEAD_SIZE)
    except OSError as error:
        raise _unread(error, path) from None
    first = unpacked_label(head[:LABEL_SIZE])
    label = first or unpacked_label(head[SECOND_LABEL_AT:])
    if label is None:
        raise _no_label(head, path)
    if label.version > VERSION:
        raise file_error(
            path,
            "F13",
            f"has format version {label.version}; this program reads up to {VERSION}",
            "read it with a newer version of Sarrus",
        )
    return label, first is None


def _no_label(head: bytes, path: str) -> SarrusError:
    if not head:
        return file_error(path, "F13", "is empty: nothing was written yet")
    if not head.startswith(MAGIC[: len(head)]):
        return file_error(path, "F13", "is not a result file of Sarrus")
    if len(head) < HEAD_SIZE:
        return environment(path, "F13", "ends within its first bytes: nothing can be read")
    return environment(path, "F13", "has a damaged head, and so is its copy")


def _unread(error: OSError, path: str) -> EnvironmentProblem:
    """Return the error of a file that the system does not read; ours pass as they are."""
    if isinstance(error, EnvironmentProblem):
        return error
    action = "copy what can be read of it to another disk, and read the copy"
    return environment(path, "E-DISK", f"cannot be read: {reason(error)}", action)

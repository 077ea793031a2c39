"""What the scan of a log file finds: its blocks, and what is damaged."""

from __future__ import annotations

from array import array
from typing import NamedTuple

from sarrus.storage.block import KIND_SIZE, Block

_COLUMNS = 5
_TEXT = KIND_SIZE + 16


class Damage(NamedTuple):
    """Bytes between two blocks that are no block, and the numbers that are missing there."""

    offset: int
    size: int
    first: int
    last: int

    def __str__(self) -> str:
        if self.first > self.last:
            return f"{self.size:,} bytes before block {self.first:,} are not of this file"
        state = "damaged" if self.size else "missing"
        if self.first == self.last:
            return f"block {self.first:,} is {state}"
        return f"blocks {self.first:,} to {self.last:,} are {state}"


class Index:
    """The headers of the blocks of a log, 64 bytes each: less than they take in the file."""

    def __init__(self) -> None:
        self._numbers = array("Q")
        self._texts = bytearray()

    def __len__(self) -> int:
        return len(self._numbers) // _COLUMNS

    def __getitem__(self, i: int) -> Block:
        if not 0 <= i < len(self):
            raise IndexError(i)
        number, first, count, length, offset = self._numbers[_COLUMNS * i : _COLUMNS * (i + 1)]
        text = bytes(self._texts[_TEXT * i : _TEXT * (i + 1)])
        kind = text[:KIND_SIZE].rstrip(b"\0").decode("ascii")
        return Block(number, kind, first, count, length, offset, text[KIND_SIZE:])

    def append(self, block: Block) -> None:
        """Add a block at the end."""
        self._numbers.extend((block.number, block.first, block.count, block.length, block.offset))
        self._texts += block.kind.encode("ascii").ljust(KIND_SIZE, b"\0") + block.digest

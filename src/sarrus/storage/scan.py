"""Finding the blocks of a log file.

The scan hops from header to header. It believes a header if its digest is right and another header
stands behind the block; else it reads the payload as well. Where no block stands, the bytes are
damaged, and the scan goes on at the next marker of this file whose block is whole. Bytes at the
end without a whole block are the tail of a run that was interrupted, or that is going on.
"""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO, FileIO

from sarrus.storage.block import (
    DIGESTED,
    HEAD_SIZE,
    HEADER_SIZE,
    MARKER,
    Block,
    digest_of_all,
    unpacked_header,
)
from sarrus.storage.disk import CHUNK, environment, read_at
from sarrus.storage.index import Damage, Index


class Scan:
    """The blocks found so far; `advance` looks for more behind them."""

    def __init__(self, stream: FileIO | BytesIO, path: str, file_id: bytes, verify: bool) -> None:
        self.index = Index()
        self.damage: list[Damage] = []
        self.end = HEAD_SIZE
        self.size = 0
        self._stream, self._path, self._id, self._verify = stream, path, file_id, verify
        self._last = -1
        self._ahead: Block | None = None
        self._patience = 0

    @property
    def tail(self) -> int:
        """The number of bytes behind the last whole block; below 0 if the head is cut."""
        return self.size - self.end

    def advance(self) -> None:
        """Add the blocks that stand behind those already known."""
        self.size = self._stream.seek(0, 2)
        # A file made to be slow has blocks within blocks; in an honest one, no byte is in two.
        self._patience = 2 * self.size + CHUNK
        while (block := self._next()) is not None:
            if block.offset > self.end or block.number != self._last + 1:
                size = block.offset - self.end
                self.damage.append(Damage(self.end, size, self._last + 1, block.number - 1))
            self.index.append(block)
            self._last, self.end = block.number, block.end

    def _next(self) -> Block | None:
        block = self._ahead or self._block_at(self.end, self._last)
        self._ahead = None
        if block is not None and self._is_believed(block):
            return block
        return next(filter(self._is_believed, self._found_after(self.end + 1)), None)

    def _block_at(self, offset: int, after: int) -> Block | None:
        """Return the block of this file that is announced at a place and fits in the file."""
        data = read_at(self._stream, offset, HEADER_SIZE)
        block = unpacked_header(data, self._id, offset)
        fits = block is not None and block.number > after and block.end <= self.size
        return block if fits else None

    def _is_believed(self, block: Block) -> bool:
        if not self._verify:
            self._ahead = self._block_at(block.end, block.number)
        if self._ahead is not None or self._is_whole(block):
            return True
        self._patience -= block.length
        if self._patience < 0:
            raise environment(self._path, "F13", "is damaged in too many places to be read")
        return False

    def _is_whole(self, block: Block) -> bool:
        """Return whether the digest of the block is right, with little memory."""

        def parts() -> Iterator[bytes]:
            yield read_at(self._stream, block.offset, DIGESTED)
            for offset in range(block.offset + HEADER_SIZE, block.end, CHUNK):
                yield read_at(self._stream, offset, min(CHUNK, block.end - offset))

        return digest_of_all(parts(), 16) == block.digest

    def _found_after(self, offset: int) -> Iterator[Block]:
        """Yield the blocks announced behind a place, wherever a marker of this file stands."""
        pattern = MARKER + self._id
        while offset < self.size:
            data = read_at(self._stream, offset, CHUNK + len(pattern) - 1)
            at = data.find(pattern)
            while at >= 0:
                block = self._block_at(offset + at, self._last)
                if block is not None:
                    yield block
                at = data.find(pattern, at + 1)
            offset += CHUNK

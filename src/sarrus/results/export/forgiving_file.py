"""A file whose writes never fail while a library is at work, which says so afterwards.

HDF5 does not survive a write that fails, on a full disk for instance: the process ends with a
fault of memory. Here a failure is noted, what could not be written is kept in memory so that
reading gives it back, and the writer asks `check` between pieces of work and at the end.
"""

from __future__ import annotations

import io
import os
from typing import Any

from sarrus.storage.disk import BINARY, read_at, write_at


class ForgivingFile(io.RawIOBase):
    """A new file for reading and writing at any place."""

    def __init__(self, path: str) -> None:
        super().__init__()
        flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | BINARY
        self._disk = io.FileIO(os.open(path, flags, 0o666), "r+b")
        self._at, self._size = 0, 0
        self._late: list[tuple[int, bytes]] = []
        self.error: OSError | None = None

    def check(self) -> None:
        """Raise what went wrong so far."""
        if self.error is not None:
            raise self.error

    def readable(self) -> bool:
        """Return True."""
        return True

    def writable(self) -> bool:
        """Return True."""
        return True

    def seekable(self) -> bool:
        """Return True."""
        return True

    def tell(self) -> int:
        """Return the place of the next byte."""
        return self._at

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        """Go to another place."""
        start = {os.SEEK_SET: 0, os.SEEK_CUR: self._at, os.SEEK_END: self._size}[whence]
        self._at = start + offset
        return self._at

    def truncate(self, size: int | None = None) -> int:
        """Make the file end at a place."""
        self._size = self._at if size is None else size
        if self.error is None:
            try:
                self._disk.truncate(self._size)
            except OSError as error:
                self.error = error
        return self._size

    def write(self, data: Any) -> int:
        """Write all of the data, or keep it and note why it could not be written."""
        piece = bytes(data)
        if self.error is None:
            try:
                write_at(self._disk.fileno(), self._at, piece)
            except OSError as error:
                self.error = error
        if self.error is not None:
            self._late.append((self._at, piece))
        self._at += len(piece)
        self._size = max(self._size, self._at)
        return len(piece)

    def readinto(self, buffer: Any) -> int:
        """Read what was written, whether it is on disk or not."""
        size = max(0, min(len(buffer), self._size - self._at))
        found = bytearray(read_at(self._disk, self._at, size).ljust(size, b"\0"))
        for at, piece in self._late:
            first, last = max(at, self._at), min(at + len(piece), self._at + size)
            if first < last:
                found[first - self._at : last - self._at] = piece[first - at : last - at]
        memoryview(buffer)[:size] = found
        self._at += size
        return size

    def close(self) -> None:
        """Close the file; one that could not be made has nothing to close."""
        if "_disk" in self.__dict__:
            self._disk.close()
        super().close()

"""Writing a log of checked blocks.

What `append` has returned from is in the hands of the operating system: it survives the death of
this process by any signal. It survives a power cut once it is synced, which happens when the file
is created and closed, on `sync`, and with an `append` if `sync_every` seconds have passed.

A write that fails leaves the file as it was before it, and may be tried again. So does an
interrupt (Ctrl-C).

A file that somebody deletes, moves or replaces meanwhile is noticed with the next block: all that
was written, and that block, are saved in a new file beside it, and the call says so (E-GONE).
"""

from __future__ import annotations

import contextlib
import itertools
import os
import secrets
import time
from collections.abc import Callable
from io import FileIO
from typing import NamedTuple

from sarrus.errors import EnvironmentProblem
from sarrus.storage.block import (
    HEAD_SIZE,
    ID_SIZE,
    OWNER_AT,
    OWNER_SIZE,
    packed_block,
    packed_head,
)
from sarrus.storage.closable import Closable
from sarrus.storage.creation import create_file
from sarrus.storage.disk import (
    CHUNK,
    environment,
    file_error,
    full_disk,
    path_for_message,
    read_at,
    sync,
    write_at,
)
from sarrus.storage.lock import lock_file, packed_owner
from sarrus.storage.log_reader import LogReader, label_of

SYNC_EVERY = 5.0


class _Tip(NamedTuple):
    """How far the file is written. One object, so that an interrupt finds it old or new."""

    blocks: int
    end: int
    mark: int


class LogWriter(Closable):
    """The one writer of a log file, from `create` or `reopen` to `close`.

    `counted` names what `mark` counts, for the message when a write fails.
    """

    def __init__(
        self, stream: FileIO, path: str, file_id: bytes, tip: _Tip, sync_every: float
    ) -> None:
        self.path = path
        self.counted = ""
        self._place = os.path.realpath(path)  # the current folder may become another one
        self._stream, self._id, self._tip, self._sync_every = stream, file_id, tip, sync_every
        self._synced_end = tip.end
        self._synced_at = time.monotonic()
        self._in_doubt = False
        self._process = os.getpid()
        self._has_old_blocks = False
        """Whether blocks that are to be dropped still stand behind the tip."""

    @staticmethod
    def create(
        path: str | os.PathLike[str],
        *,
        overwrite: bool = False,
        opening: tuple[str, bytes] | None = None,
        sync_every: float = SYNC_EVERY,
    ) -> LogWriter:
        """Begin a file, with `opening` (kind, payload) as its first block if given.

        A file that exists is refused, or with `overwrite` replaced once the new one is on disk.
        """
        name = os.fsdecode(path)
        file_id = secrets.token_bytes(ID_SIZE)
        content = packed_head(file_id, packed_owner())
        if opening:
            content += packed_block(file_id, 0, *opening, 0, 0)
        stream = create_file(name, content, overwrite)
        tip = _Tip(1 if opening else 0, len(content), 0)
        return LogWriter(stream, name, file_id, tip, sync_every)

    @staticmethod
    def reopen(
        path: str | os.PathLike[str],
        *,
        after: int | Callable[[LogReader], int] | None = None,
        sync_every: float = SYNC_EVERY,
    ) -> LogWriter:
        """Go on with a file after checking every block of it; an incomplete tail is cut off.

        `after` is the number of the last block to keep, or a function that chooses it; blocks
        behind it are dropped with the first new one, or by closing: until then they can be read.
        By default all are kept. Damaged blocks before it stay, named.
        """
        name = os.fsdecode(path)
        stream = lock_file(name)
        try:
            _sign(stream, name)
            reader = LogReader(stream, name, verify=True)
            tip = _tip_to_keep(reader, after(reader) if callable(after) else after)
            last = max(tip.end, reader[len(reader) - 1].end if len(reader) else 0)
            _cut(stream, name, last)
        except BaseException:
            stream.close()
            raise
        writer = LogWriter(stream, name, reader.file_id, tip, sync_every)
        writer._has_old_blocks = last > tip.end
        return writer

    @property
    def blocks(self) -> int:
        """The number of the next block."""
        return self._tip.blocks

    @property
    def mark(self) -> int:
        """`first` + `count` of the last block."""
        return self._tip.mark

    def append(self, kind: str, payload: bytes, *, first: int = 0, count: int = 0) -> int:
        """Write one block and return its number; if this raises, the block is not in the file."""
        if os.getpid() != self._process:
            raise self._of_another_process()
        handle = self._stream.fileno()
        number, end, _ = self._tip
        data = packed_block(self._id, number, kind, payload, first, count)
        if self._in_doubt:
            self.sync()
        gone = self._rescue() if self._is_gone() else None
        handle = self._stream.fileno()
        if self._has_old_blocks:
            _cut(self._stream, self.path, end)
            self._has_old_blocks = False
        try:
            write_at(handle, end, data)
            self._tip = _Tip(number + 1, end + len(data), first + count)
        except BaseException as error:
            # Where even this fails, the next block is written over what is left.
            with contextlib.suppress(OSError):
                os.ftruncate(handle, self._tip.end)
            if isinstance(error, OSError):
                raise self._failure(error, len(data)) from None
            raise
        if time.monotonic() - self._synced_at >= self._sync_every:
            # The block is written; if it cannot be synced, the next call says so.
            with contextlib.suppress(EnvironmentProblem):
                self.sync()
        if gone is not None:
            self.sync()
            raise self._loss_of_file(gone)
        return number

    def sync(self) -> None:
        """Return when all blocks would survive a power cut, or raise EnvironmentProblem."""
        if os.getpid() != self._process:
            raise self._of_another_process()
        end = self._tip.end
        try:
            if self._in_doubt:
                self._rewrite()
            self._in_doubt = True
            sync(self._stream.fileno())
        except OSError as error:
            raise self._failure(error, 0) from None
        self._in_doubt = False
        self._synced_end = end
        self._synced_at = time.monotonic()

    def close(self) -> None:
        """Sync and close the file; closing twice is allowed.

        A process that was forked while the file was open lets go of it, and changes nothing: the
        other one has written more since.
        """
        if self._stream.closed:
            return
        if os.getpid() != self._process:
            self._stream.close()
            return
        try:
            if self._is_gone():
                self._rescue()
            handle = self._stream.fileno()
            with contextlib.suppress(OSError):
                if os.fstat(handle).st_size != self._tip.end:
                    os.ftruncate(handle, self._tip.end)
                write_at(handle, OWNER_AT, bytes(OWNER_SIZE))
            self.sync()
        finally:
            self._stream.close()

    def _of_another_process(self) -> EnvironmentProblem:
        """Return why a process that was forked while the file was open may not write to it."""
        rule = f"belongs to the process that opened it (pid {self._process}), not to its fork"
        return environment(self.path, "E17", rule, "write to a file of its own in each process")

    def _is_gone(self) -> bool:
        """Whether the file was deleted, moved or replaced; never where open files are protected."""
        if os.name != "posix":
            return False
        try:
            return not os.path.samestat(os.fstat(self._stream.fileno()), os.stat(self._place))
        except (FileNotFoundError, NotADirectoryError):
            return True
        except OSError:
            return False  # the disk does not answer: the write will say so

    def _rescue(self) -> str:
        """Copy what was written to a new file beside the lost one; return the old name."""
        before, end = self.path, self._tip.end
        path = _free_name_beside(self._place)
        stream = create_file(path, packed_head(self._id, packed_owner()), overwrite=False)
        try:
            for offset in range(HEAD_SIZE, end, CHUNK):
                data = read_at(self._stream, offset, min(CHUNK, end - offset))
                write_at(stream.fileno(), offset, data)
            sync(stream.fileno())
        except BaseException as error:
            with contextlib.suppress(OSError):
                os.unlink(path)
            stream.close()
            if isinstance(error, OSError):
                raise self._failure(error, end) from None
            raise
        old, self._stream = self._stream, stream
        old.close()
        self.path = self._place = path
        self._synced_end = end
        return before

    def _loss_of_file(self, before: str) -> EnvironmentProblem:
        what = f"{self.mark:,} {self.counted}" if self.counted else f"{self.blocks:,} blocks"
        rule = f"was deleted, moved or replaced while it was written; {what} are safe in"
        saved = path_for_message(self.path)
        action = f"go on with '{saved}', or give it the old name again"
        return environment(before, "E-GONE", f"{rule} '{saved}'", action)

    def _rewrite(self) -> None:
        """Write again what a failed sync may have lost; after it, a plain sync does nothing."""
        for offset in range(self._synced_end, self._tip.end, CHUNK):
            data = read_at(self._stream, offset, min(CHUNK, self._tip.end - offset))
            write_at(self._stream.fileno(), offset, data)

    def _failure(self, error: OSError, needed: int) -> EnvironmentProblem:
        safe = f"{self.mark:,} {self.counted}" if self.counted else f"{self.blocks:,} blocks"
        return full_disk(self.path, error, needed, f"{safe} written before are safe")


def _free_name_beside(path: str) -> str:
    """Return a name that is not taken beside a file, in the folder for temporary files if need be.

    Two may find the same one; the second then cannot create it, and tries again with its block.
    """
    folder, name = os.path.split(path)
    if not os.path.isdir(folder):
        import tempfile  # seldom needed

        folder = tempfile.gettempdir()
    stem, ending = os.path.splitext(name)
    names = (f"{stem}.rescued{f'-{k}' if k > 1 else ''}{ending}" for k in itertools.count(1))
    return next(at for n in names if not os.path.lexists(at := os.path.join(folder, n)))


def _sign(stream: FileIO, path: str) -> None:
    """Say in the head of the file who writes it now, if it is a log file."""
    label_of(stream, path)
    if os.fstat(stream.fileno()).st_size < HEAD_SIZE:
        raise file_error(path, "F13", "ends within its first bytes: there is nothing to go on from")
    try:
        write_at(stream.fileno(), OWNER_AT, packed_owner().ljust(OWNER_SIZE, b"\0"))
    except OSError as error:
        raise full_disk(path, error, 0, "nothing was changed") from None


def _tip_to_keep(reader: LogReader, after: int | None) -> _Tip:
    """Return the tip behind the last block to keep."""
    i = len(reader) - 1
    while after is not None and i >= 0 and reader[i].number > after:
        i -= 1
    if after is not None and after >= 0 and (i < 0 or reader[i].number != after):
        raise file_error(reader.path, "F13", f"has no intact block {after:,} to go on from")
    if i < 0:
        return _Tip(0, HEAD_SIZE, 0)
    block = reader[i]
    return _Tip(block.number + 1, block.end, block.first + block.count)


def _cut(stream: FileIO, path: str, end: int) -> None:
    """End the file here, on disk before anything is added."""
    try:
        os.ftruncate(stream.fileno(), end)
        sync(stream.fileno())
    except OSError as error:
        raise full_disk(path, error, 0, "the blocks that are kept are safe") from None

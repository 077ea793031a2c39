"""A new file: nothing is in its place before its first bytes are on disk, or else nothing at all.

A file that is to be replaced stays what it is until the new one, written beside it, is on disk.
"""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
from io import FileIO

from sarrus.errors import EnvironmentProblem, SarrusError
from sarrus.storage.disk import (
    BINARY,
    environment,
    file_error,
    full_disk,
    reason,
    sync,
    sync_folder,
    write_at,
)
from sarrus.storage.lock import in_use, lock, lock_file

_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EFBIG, errno.EROFS)


def create_file(path: str, content: bytes, overwrite: bool) -> FileIO:
    """Return the locked stream of a new file that holds the content, synced."""
    try:
        target = os.path.realpath(path)
        if not overwrite or not os.path.exists(target):
            return _new(target, content)
        part = os.path.join(os.path.dirname(target), f".{secrets.token_hex(8)}.part")
        with lock_file(target):
            if os.name == "posix":
                return _new(part, content, target)
        return _replace(path, target, part, content)
    except SarrusError:
        raise
    except FileExistsError:
        action = "choose another name, or ask for it to be overwritten"
        raise environment(path, "E-EXISTS", "exists already", action) from None
    except OSError as error:
        raise _creation_problem(path, error, len(content)) from None
    except ValueError:
        raise file_error(path, "F09", "is not the name of a file") from None


def _new(path: str, content: bytes, target: str = "") -> FileIO:
    """Write a file that does not exist yet, and move it to the target if there is one."""
    flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | BINARY
    stream = FileIO(os.open(path, flags, 0o666), "r+b")
    ours = True
    try:
        ours = lock(stream, path)
        if not ours:
            raise in_use(stream, path)
        write_at(stream.fileno(), 0, content)
        sync(stream.fileno())
        if target:
            os.replace(path, target)
        sync_folder(path)
    except BaseException:
        if ours and os.name == "posix":  # while it is locked: no other writer can have it yet
            _remove(path)
        stream.close()
        if ours and os.name != "posix":  # where none that is open can be removed
            _remove(path)
        raise
    return stream


def _replace(path: str, target: str, part: str, content: bytes) -> FileIO:
    """Replace a file where none that is open can be moved or replaced (Windows)."""
    try:
        _new(part, content).close()
        os.replace(part, target)
    except PermissionError:
        action = "close it there, or write to another file"
        raise environment(path, "E17", "is open in another program", action) from None
    finally:
        _remove(part)
    return lock_file(target)


def _remove(path: str) -> None:
    with contextlib.suppress(OSError):
        os.unlink(path)


def _creation_problem(path: str, error: OSError, needed: int) -> EnvironmentProblem:
    if error.errno in _FULL:
        return full_disk(path, error, needed, "nothing was changed")
    action = "choose a folder that exists and may be written"
    return environment(path, "F09", f"cannot be created: {reason(error)}", action)

"""Calls to the operating system, and what is said when they fail."""

from __future__ import annotations

import errno
import os
import shutil
import stat
from io import BytesIO, FileIO

from sarrus.errors import EnvironmentProblem, Location, ModelError, Problem

CHUNK = 1024 * 1024
MOST_SHOWN = 300  # characters of a path
BINARY = getattr(os, "O_BINARY", 0)


def write_at(handle: int, offset: int, data: bytes) -> None:
    """Hand all of the data to the operating system, however many calls it takes."""
    left = memoryview(data)
    while left:
        try:
            os.lseek(handle, offset, os.SEEK_SET)
            written = os.write(handle, left)
        except InterruptedError:
            continue
        if written <= 0:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        left = left[written:]
        offset += written


def read_at(stream: FileIO | BytesIO, offset: int, size: int) -> bytes:
    """Return `size` bytes from a place in the file; fewer only where the file ends."""
    stream.seek(offset)
    parts = []
    while size > 0 and (part := stream.read(size)):
        parts.append(part)
        size -= len(part)
    return parts[0] if len(parts) == 1 else b"".join(parts)


def sync(handle: int) -> None:
    """Return when what was written would survive a power cut."""
    while True:
        try:
            return os.fsync(handle)
        except InterruptedError:
            continue


def sync_folder(path: str) -> None:
    """Make the entry of a file in its folder survive a power cut, where the system can."""
    if os.name != "posix":
        return
    try:
        handle = os.open(os.path.dirname(path) or ".", os.O_RDONLY)
    except PermissionError:
        return  # a folder may allow writing without reading
    try:
        sync(handle)
    except OSError as error:
        # some network file systems know no fsync of a folder
        if error.errno not in (errno.EINVAL, errno.ENOTSUP):
            raise
    finally:
        os.close(handle)


def open_stream(path: str, flags: int) -> FileIO:
    """Return an unbuffered stream on a regular file that exists."""
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):
            raise file_error(path, "F09", "is not a regular file")
        handle = os.open(path, flags | getattr(os, "O_NONBLOCK", 0) | BINARY)
    except ModelError:
        raise
    except OSError as error:
        if error.errno in (errno.EMFILE, errno.ENFILE):
            action = "close some, or raise the limit (ulimit -n)"
            rule = f"cannot be opened: {reason(error)}"
            raise environment(path, "E-LIMIT", rule, action) from None
        if error.errno in (errno.EIO, errno.EROFS):
            raise environment(path, "E-DISK", f"cannot be opened: {reason(error)}") from None
        raise file_error(path, "F09", f"cannot be opened: {reason(error)}") from None
    except ValueError:
        raise file_error(path, "F09", "is not the name of a file") from None
    stream = stream_on(handle, flags)
    # what was opened may not be what was looked at before
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        stream.close()
        raise file_error(path, "F09", "is not a regular file")
    return stream


def stream_on(handle: int, flags: int) -> FileIO:
    """Return the stream that owns a handle."""
    return FileIO(handle, "r+b" if flags & os.O_RDWR else "rb", closefd=True)


def reason(error: OSError) -> str:
    """Return the system's words for an error."""
    return error.strerror or str(error)


def place(path: str, offset: int = 0) -> Location:
    """Return a place in a binary file: line 1, the column counts bytes from 1."""
    return Location(path_for_message(path), 1, offset + 1)


def path_for_message(path: str) -> str:
    """Return a path as it is shown in a message: the middle of a very long one is left out."""
    return path if len(path) <= MOST_SHOWN else path[:100] + "..." + path[-100:]


def file_error(path: str, code: str, rule: str, action: str = "") -> ModelError:
    """Return the error of a file that is not what was asked for."""
    return ModelError(
        Problem(
            code, "file", rule, repr(path_for_message(path)), action=action, location=place(path)
        )
    )


def environment(path: str, code: str, rule: str, action: str = "") -> EnvironmentProblem:
    """Return the error of a file that the machine does not let us use."""
    problem = Problem(
        code, "file", rule, repr(path_for_message(path)), action=action, location=place(path)
    )
    return EnvironmentProblem(problem)


def full_disk(path: str, error: OSError, needed: int, safe: str) -> EnvironmentProblem:
    """Return the error of a file that could not be written."""
    try:
        free = f"{shutil.disk_usage(os.path.dirname(path) or '.').free:,} bytes are free"
    except OSError:
        free = "how much is free is not known"
    needs = f"{needed:,} bytes are needed, {free}" if needed else free
    return EnvironmentProblem(
        Problem(
            "E-DISK",
            "file",
            f"cannot be written: {reason(error)}; {needs}; {safe}",
            repr(path_for_message(path)),
            action="free some space or repair the disk, then try again or resume from this file",
            location=place(path),
        )
    )

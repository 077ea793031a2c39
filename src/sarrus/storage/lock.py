"""One writer at a time: the lock on a result file, and who holds it.

The lock is the operating system's, so it ends with the process that holds it, however that ends.
Who holds it stands in the head of the file, for the message to others.
"""

from __future__ import annotations

import errno
import json
import os
import platform
import sys
from datetime import UTC, datetime
from io import FileIO

from sarrus.errors import EnvironmentProblem
from sarrus.storage.block import OWNER_AT, OWNER_SIZE, digest_of
from sarrus.storage.disk import environment, open_stream, read_at, reason

_HELD = (errno.EWOULDBLOCK, errno.EACCES, errno.EAGAIN, errno.EDEADLK)

if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int) -> None:
        os.lseek(handle, 2**40, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

    def _is_held(handle: int, pid: int) -> bool:
        return False  # nothing can be asked there without disturbing the writer
else:
    import fcntl

    def _lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _is_held(handle: int, pid: int) -> bool:
        """Tell whether a process lives and the file is locked; only then is the lock tried."""
        try:
            os.kill(pid, 0)
            fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except OSError as error:
            return error.errno in _HELD
        return False


def lock(stream: FileIO, path: str) -> bool:
    """Take the file until the stream is closed; return whether it, and the path, are now ours."""
    try:
        _lock(stream.fileno())
    except OSError as error:
        if error.errno in _HELD:
            return False
        raise environment(
            path,
            "E17",
            f"cannot be locked against a second writer: {reason(error)}",
            "write to a file system that knows locks, such as a local disk",
        ) from None
    # another writer may have put a new file in place before the lock was ours
    try:
        return os.path.samestat(os.fstat(stream.fileno()), os.stat(path))
    except FileNotFoundError:
        return False


def lock_file(path: str) -> FileIO:
    """Return the stream of a file that exists and is now ours, or raise."""
    stream = open_stream(path, os.O_RDWR)
    try:
        if lock(stream, path):
            return stream
        raise in_use(stream, path)
    except BaseException:
        stream.close()
        raise


def writer_of(path: str) -> str:
    """Return who else writes a file at this moment, "" where nobody on this machine does."""
    try:
        with FileIO(path) as stream:
            owner = owner_in(read_at(stream, OWNER_AT, OWNER_SIZE))
            if owner is None or owner["host"] != _host() or not owner["pid"].isdigit():
                return ""
            if int(owner["pid"]) == os.getpid():
                return ""
            return _words(owner) if _is_held(stream.fileno(), int(owner["pid"])) else ""
    except OSError:
        return ""


def _words(owner: dict[str, str]) -> str:
    return "pid {pid} on host {host} since {since}".format(**owner)


def in_use(stream: FileIO, path: str) -> EnvironmentProblem:
    """Return the error of a second writer."""
    owner = owner_in(read_at(stream, OWNER_AT, OWNER_SIZE))
    who = _words(owner) if owner else "another writer"
    return environment(
        path, "E17", f"is in use by {who}", "wait for it to end, or write to another file"
    )


def _host() -> str:
    return "".join(c for c in platform.node() if c.isascii() and c.isprintable())[:64]


def packed_owner() -> bytes:
    """Return this process, as it is written into the head of a file."""
    host = _host()
    since = datetime.now(UTC).isoformat(timespec="seconds")
    text = json.dumps({"pid": str(os.getpid()), "host": host, "since": since}).encode()
    return digest_of(text, size=8) + text


def owner_in(data: bytes) -> dict[str, str] | None:
    """Return the process that the head of a file names, or None."""
    check, text = data[:8], data[8:].rstrip(b"\0")
    if digest_of(text, size=8) != check:
        return None
    try:
        owner = json.loads(text)
        return {name: str(owner[name]) for name in ("pid", "host", "since")}
    except (ValueError, TypeError, KeyError, RecursionError):
        return None

"""A new file that gets its name when it is complete, or never."""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
from collections.abc import Iterator

from sarrus.errors import EnvironmentProblem, Problem
from sarrus.storage.disk import environment, full_disk, reason, refused, sync, sync_folder

FULL = (errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EFBIG, errno.EROFS)


@contextlib.contextmanager
def new_file(path: str, overwrite: bool) -> Iterator[str]:
    """Give the path of a file beside the target, which takes its place if all goes well.

    Nothing is left behind otherwise. A file that is there already is refused (E-EXISTS) unless it
    may be overwritten, and stays what it is until the new one is on disk.
    """
    target = _target(path)
    part = os.path.join(os.path.dirname(target), f".{secrets.token_hex(8)}.part")
    try:
        if not overwrite and os.path.lexists(target):
            raise _exists(path)
        yield part
        _synced(part)
        _move(part, target, overwrite)
        sync_folder(target)
    except FileExistsError:
        raise _exists(path) from None
    except EnvironmentProblem:
        raise
    except OSError as error:
        raise _unwritten(path, error) from None
    finally:
        with contextlib.suppress(OSError):
            os.unlink(part)


def _target(path: str) -> str:
    try:
        return os.path.realpath(path)
    except ValueError:
        raise refused(path, "F09", "is not the name of a file") from None


def _synced(part: str) -> None:
    handle = os.open(part, os.O_RDWR)
    try:
        sync(handle)
    finally:
        os.close(handle)


def _move(part: str, target: str, overwrite: bool) -> None:
    """Give the file its name; another one that came meanwhile is kept unless it may be replaced."""
    if overwrite:
        os.replace(part, target)
        return
    try:
        os.link(part, target)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        if os.path.lexists(target):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST)) from None
        os.replace(part, target)


def _exists(path: str) -> EnvironmentProblem:
    action = "choose another name, or ask for it to be overwritten (overwrite=True)"
    return environment(path, "E-EXISTS", "exists already", action)


def _unwritten(path: str, error: OSError) -> EnvironmentProblem:
    if error.errno in FULL:
        return full_disk(path, error, 0, "nothing was changed")
    rule = f"cannot be written: {reason(error)}"
    action = "choose a folder that exists and may be written"
    return EnvironmentProblem(Problem("X06", f"file '{path[:200]}'", rule, action=action))

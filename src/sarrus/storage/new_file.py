"""A new file, or folder, that gets its name when it is complete, or never."""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import shutil
from collections.abc import Iterator

from sarrus.errors import EnvironmentProblem, Problem
from sarrus.storage.disk import environment, file_error, full_disk, reason, sync, sync_folder

FULL = (errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EFBIG, errno.EROFS)


@contextlib.contextmanager
def new_file(path: str, overwrite: bool, code: str) -> Iterator[str]:
    """Give the path of a file beside the target, which takes its place if all goes well.

    Nothing is left behind otherwise. A file that is there already is refused (E-EXISTS) unless it
    may be overwritten, and stays what it is until the new one is on disk. code: of the problem of a
    file that cannot be written.
    """
    target = _target(path)
    part = os.path.join(os.path.dirname(target), f".{secrets.token_hex(8)}.part")
    try:
        check_free(path, overwrite)
        yield part
        _sync(part)
        _move(part, target, overwrite)
        sync_folder(target)
    except FileExistsError:
        raise _exists(path) from None
    except EnvironmentProblem:
        raise
    except OSError as error:
        raise _unwritten(path, error, code) from None
    finally:
        with contextlib.suppress(OSError):
            os.unlink(part)


@contextlib.contextmanager
def new_folder(path: str, overwrite: bool, code: str) -> Iterator[str]:
    """Give the path of an empty folder beside the target, which takes its place if all goes well.

    As `new_file` does; a folder that may be overwritten is moved aside first and then removed.
    """
    target = _target(path)
    beside = os.path.join(os.path.dirname(target), f".{secrets.token_hex(8)}")
    part, old = f"{beside}.part", f"{beside}.old"
    try:
        check_free(path, overwrite)
        os.mkdir(part)
        yield part
        if overwrite and os.path.lexists(target):
            os.rename(target, old)
        os.rename(part, target)
        sync_folder(target)
    except OSError as error:
        if os.path.lexists(old) and not os.path.lexists(target):
            os.rename(old, target)
        raise _unwritten(path, error, code) from None
    finally:
        shutil.rmtree(part, ignore_errors=True)
        if os.path.isdir(old):
            shutil.rmtree(old, ignore_errors=True)
        elif os.path.lexists(old):
            os.unlink(old)


def write_text(path: str, text: str, *, overwrite: bool = False) -> None:
    """Write a text file in UTF-8; what is there already stays until the new file is on disk."""
    with (
        new_file(path, overwrite, "E01") as part,
        open(part, "x", encoding="utf-8", newline="\n") as file,
    ):
        file.write(text)


def check_free(path: str, overwrite: bool) -> None:
    """Refuse (E-EXISTS) a file that is there already, unless it is to be overwritten."""
    if not overwrite and os.path.lexists(path):
        raise _exists(path)


def _target(path: str) -> str:
    try:
        return os.path.realpath(path)
    except ValueError:
        raise file_error(path, "F09", "is not the name of a file") from None


def _sync(part: str) -> None:
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


def _unwritten(path: str, error: OSError, code: str) -> EnvironmentProblem:
    if error.errno in FULL:
        return full_disk(path, error, 0, "nothing was changed")
    rule = f"cannot be written: {reason(error)}"
    action = "choose a folder that exists and may be written"
    return EnvironmentProblem(Problem(code, f"file '{path[:200]}'", rule, action=action))

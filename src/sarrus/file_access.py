"""Reading a model file, after looking at what it is."""

from __future__ import annotations

import os
import stat

from sarrus.errors import Location, ModelError, Problem

MOST_BYTES = 64 * 1024 * 1024


def read_bytes(path: str, most: int = MOST_BYTES) -> bytes:
    """Return the content of a regular file of at most `most` bytes, or raise ModelError."""
    try:
        _check(os.stat(path), path, most)
        flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
        with os.fdopen(os.open(path, flags), "rb") as stream:
            # what was opened may not be what was looked at before
            status = os.fstat(stream.fileno())
            _check(status, path, most)
            return stream.read(status.st_size)
    except OSError as error:
        raise file_error(path, "F09", f"cannot be read: {error.strerror}") from None
    except ModelError:
        raise
    except ValueError:
        raise file_error(path, "F09", "is not the name of a file") from None


def _check(status: os.stat_result, path: str, most: int) -> None:
    if not stat.S_ISREG(status.st_mode):
        raise file_error(path, "F09", "is not a regular file")
    if status.st_size > most:
        size = f"has {status.st_size / 2**20:.4g} MB"
        raise file_error(path, "F02", f"{size}, more than the limit of {most / 2**20:.4g} MB")


def file_error(path: str, code: str, rule: str, action: str = "") -> ModelError:
    """Return the error of a file that is not read."""
    place = Location(path, 1, 1)
    return ModelError(Problem(code, "file", rule, repr(path), action=action, location=place))

"""A new text file: whole, or not there at all."""

from __future__ import annotations

import contextlib
import os
import secrets

from sarrus.errors import EnvironmentProblem, Problem


def check_free(path: str, overwrite: bool) -> None:
    """Refuse (E-EXISTS) a file that is there already, unless it is to be overwritten."""
    if not overwrite and os.path.lexists(path):
        action = "choose another name, or ask for it to be overwritten"
        raise _problem("E-EXISTS", path, "exists already", action)


def write_text(path: str, text: str, *, overwrite: bool = False) -> None:
    """Write a text file in UTF-8; what is there already stays until the new file is on disk.

    Raises EnvironmentProblem E-EXISTS for a file that must not be overwritten, E01 for one that
    cannot be written.
    """
    check_free(path, overwrite)
    folder, name = os.path.split(os.path.realpath(path))
    part = os.path.join(folder, f".{name[:40]}.{secrets.token_hex(6)}.part")
    try:
        with open(part, "x", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        _publish(part, os.path.join(folder, name), overwrite)
    except FileExistsError:
        check_free(path, overwrite=False)
        raise
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        action = "choose a folder that exists and may be written"
        raise _problem("E01", path, f"cannot be written: {reason}", action) from None
    finally:
        with contextlib.suppress(OSError, ValueError):
            os.unlink(part)


def _publish(part: str, target: str, overwrite: bool) -> None:
    """Give the finished file its name; one that has come up meanwhile is not overwritten."""
    if not overwrite:
        try:
            os.link(part, target)
        except FileExistsError:
            raise
        except OSError:  # a disk without links
            check_free(target, overwrite)
        else:
            return
    os.replace(part, target)


def _problem(code: str, path: str, rule: str, action: str) -> EnvironmentProblem:
    return EnvironmentProblem(Problem(code, f"file '{path}'", rule, action=action))

"""What a command line names: files that must be there or must not, and names of no thing."""

from __future__ import annotations

import errno
import os
import secrets
import shlex
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from pathlib import Path

import typer

from sarrus.errors import EnvironmentProblem, Problem, printable

KEPT_MODE = 0o666
ENDINGS = (".yaml", ".yml", ".urdf", ".xacro", ".xml", ".mjcf", ".sdf", ".adm", ".json", ".sarrus")
"""Endings that users leave out."""
PICTURES, PAGES = (".png", ".svg", ".pdf"), (".html", ".htm")


def existing_path(path: str) -> str:
    """Return the path of something that is there; else a wrong command line, with a near name."""
    try:
        found = os.path.lexists(path)
    except ValueError:
        found = False
    if found:
        return path
    raise typer.BadParameter(f"file not found: {printable(path, 200)!r}{_near(path)}.")


def unknown_name(
    kind: str, name: str, listed: Iterable[str], near_among: Iterable[str], key: str | None = None
) -> typer.BadParameter:
    """Return the mistake of a name that is none: with a near one, else with those that there are.

    key: the name as it was looked for. What Sarrus does not have is said, with the nearest thing.
    """
    from sarrus.limits import limit_of_word  # for mistakes only

    near, lacking = get_close_matches(key or name, near_among, n=1), limit_of_word(name)
    hint = f"did you mean {near[0]!r}?" if near else f"known: {', '.join(listed)}."
    hint = hint if lacking is None else f"{lacking.advice}."
    return typer.BadParameter(f"unknown {kind} {name!r}; {hint}")


def _near(path: str) -> str:
    folder, name = os.path.split(path)
    try:
        names = os.listdir(folder or ".")
    except (OSError, ValueError):
        return f"; folder {printable(folder, 200)!r} does not exist either" if folder else ""
    near = [name + ending for ending in ENDINGS if name + ending in names]
    near = near or get_close_matches(name, names, n=1)
    return f"; did you mean {os.path.join(folder, near[0])!r}?" if near else ""


def write_text(path: str, text: str, force: bool = False) -> None:
    """Write a new file, or replace one where that is asked for; nothing half-written is left."""
    writable_path(path, force)
    part = Path(path).with_name(f".{secrets.token_hex(8)}.part")
    try:
        handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, KEPT_MODE)
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
                file.write(text)
            os.replace(part, path)
        except BaseException:
            part.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise EnvironmentProblem(write_problem(path, error)) from None


def exists(path: str) -> Problem:
    """Return the problem of a file that would be replaced."""
    return Problem(
        "E-EXISTS",
        "file",
        "already exists",
        repr(path),
        action="choose another name with --out, or overwrite it with --force",
    )


def write_problem(path: str, error: OSError) -> Problem:
    """Return the problem of a file that cannot be written."""
    return Problem(
        "F09",
        "file",
        f"cannot be written: {error.strerror or error}",
        repr(path),
        action="choose an existing, writable folder",
    )


def ending_of(path: str) -> str:
    """Return the ending of a file name, in small letters, with its dot."""
    return os.path.splitext(path)[1].lower()


def target_path(path: str, force: bool, endings: Sequence[str]) -> str:
    """Return the path of a file that may be written, whose ending is one of these."""
    if ending_of(path) not in endings:
        from sarrus.limits import limit_of_ending  # for mistakes only

        lacking = limit_of_ending(path)
        more = "" if lacking is None else f" Note that {lacking.advice}."
        rule = f"use one of the extensions {', '.join(endings)}.{more}"
        raise typer.BadParameter(rule, param_hint="'--out'")
    return writable_path(path, force)


def writable_path(path: str, force: bool) -> str:
    """Return the path of a file that may be written; a folder, or an old file, may not."""
    if os.path.isdir(path):
        rule = f"{printable(path, 200)!r} is a folder; name a file in it."
        raise typer.BadParameter(rule, param_hint="'--out'")
    if os.path.lexists(path) and not force:
        raise EnvironmentProblem(exists(path))
    if not os.path.isdir(os.path.dirname(path) or "."):
        raise EnvironmentProblem(write_problem(path, OSError(errno.ENOENT, "no such folder")))
    return path


def size_text(path: str) -> str:
    """Return the size of a file in words."""
    size = float(os.path.getsize(path))
    for unit in ("bytes", "kB", "MB"):
        if size < 1000.0:
            return f"{size:.0f} {unit}" if unit == "bytes" else f"{size:.3g} {unit}"
        size /= 1000.0
    return f"{size:.3g} GB"


def command_line(*words: str) -> str:
    """Return words of a command line as they are typed into a shell."""
    return shlex.join(words)

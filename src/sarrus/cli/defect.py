"""An internal error of Sarrus: what happened is kept in a file that can be sent to us."""

from __future__ import annotations

import os
import platform
import shlex
import sys
import tempfile
import traceback
from collections.abc import Sequence

from sarrus.errors import Problem

PACKAGES = ("sarrus", "numpy", "scipy", "llvmlite", "pint", "pyyaml", "scikit-sundae", "typer")
REPORTS = "with this file and, if you can, the model, to the developers of Sarrus"


def defect(error: BaseException, arguments: Sequence[str]) -> Problem:
    """Write the bundle of an unexpected error; return what is reported about it."""
    action = f"please send a report {REPORTS}"
    try:
        path = _write(bundle(error, arguments))
        action = f"please send a report {REPORTS}: {path}"
    except OSError as problem:
        action += f" (the file itself could not be written: {problem.strerror})"
    return Problem(
        "E-INTERNAL",
        f"sarrus {next(iter(arguments), '')}".strip(),
        "failed by an internal error of Sarrus, not of your model",
        f"{type(error).__name__}: {error}".rstrip(": ")[:300],
        action=action,
    )


def bundle(error: BaseException, arguments: Sequence[str]) -> str:
    """Return command, versions and traceback as text."""
    lines = [
        f"command   sarrus {shlex.join(arguments)}",
        f"python    {sys.version.split()[0]} on {platform.platform()}",
        *(f"{name:<9} {_version(name)}" for name in PACKAGES),
        "",
        *traceback.format_exception(error),
    ]
    return "\n".join(lines)


def _version(name: str) -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"


def _write(text: str) -> str:
    """Write to a new file of the user alone in the folder for temporary files."""
    handle, path = tempfile.mkstemp(prefix="sarrus-defect-", suffix=".txt", text=True)
    with os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace", newline="\n") as file:
        file.write(text)
    return path

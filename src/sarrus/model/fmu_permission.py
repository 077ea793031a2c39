"""Whose code may be loaded: FMUs that a program named, and those that a user allowed.

A model file may name an FMU; its library is code of others. It is loaded only where Python added
the element (`m.fmu`), or called `sarrus.elements.allow_fmu`, or the command line has `--allow-fmu`.
"""

from __future__ import annotations

import os

_ALLOWED: set[str] = set()
EVERY = "*"
"""Stands for every FMU."""


def allow_fmu(path: str | os.PathLike[str] | None = None) -> None:
    """Allow the code of an FMU that a model file or a result file names to be loaded.

    path: of the FMU; every FMU if none is given. It holds for this process, and for those that
    sweeps start from it.

    Example:
        sarrus.elements.allow_fmu("valve.fmu")
    """
    _ALLOWED.add(EVERY if path is None else os.path.realpath(os.fspath(path)))


def is_allowed(path: str) -> bool:
    """Tell whether the code of an FMU may be loaded."""
    return EVERY in _ALLOWED or os.path.realpath(path) in _ALLOWED


def allowed_fmus() -> tuple[str, ...]:
    """Return all that is allowed, for another process."""
    return tuple(sorted(_ALLOWED))


def allow_fmus(known: tuple[str, ...]) -> None:
    """Allow what `allowed_fmus` has returned elsewhere."""
    _ALLOWED.update(known)

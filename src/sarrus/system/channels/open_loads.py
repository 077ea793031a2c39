"""Loads that redundant loops leave open, where equations are traced that read them.

Answers in numbers are those of smallest norm among all that are possible. What is traced, for
events and in C, has no ranks at a state: there, equations that are redundant carry nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from sarrus.errors import Problem, SarrusError

if TYPE_CHECKING:
    from sarrus.system.state import State
    from sarrus.system.system import System

LOADS = ("reaction", "wrench")
AXES = "xyz"


def open_loads(system: System, names: Iterable[str], state: State) -> list[str]:
    """Return those of some channels that are loads which are not unique at a state."""
    loads = {n: full for n in names if (full := _load(system, n)) is not None}
    if not loads or system.compiled.loops.m <= system.compiled.closed_dynamics.rank:
        return []
    try:
        found = system.reactions(state)
    except SarrusError:  # the run itself says what is wrong with its start
        return []
    return [name for name, (joint, part, axis) in loads.items()
            if not _is_unique(found[joint], part, axis)]  # fmt: skip


def _load(system: System, name: str) -> tuple[str, str, str] | None:
    """Return joint, "force" or "moment", and axis ("" for all) of a load; None for others."""
    whole, _, number = name.partition("[")
    full = system.compiled.catalogue.find(whole).full_name
    owner, _, rest = full.partition(":")
    parts = rest.rsplit(".", 3)
    if owner != "joint" or not any(load in parts for load in LOADS):
        return None
    k = next(k for k, part in enumerate(parts) if part in LOADS)
    joint, tail = ".".join(parts[:k]), [*parts[k + 1 :], "", ""]
    if number.rstrip("]") in ("0", "1", "2"):
        tail[1] = AXES[int(number.rstrip("]"))]
    return (joint, tail[0], tail[1] if tail[1] in AXES else "") if joint else None


def _is_unique(load: object, part: str, axis: str) -> bool:
    unique = getattr(load, f"unique_{part}", (True, True, True))
    return bool(unique[AXES.index(axis)] if axis else all(unique))


def open_load_notice(element: str, names: Iterable[str]) -> Problem:
    """Return the notice of traced equations that read open loads."""
    listed = ", ".join(f"'{name}'" for name in names)
    return Problem(
        "W49",
        element,
        f"reads {listed}, which redundant loops leave open: the value here is one of many, and "
        "not that of smallest norm, which histories have",
        cause="the joints of a loop forbid the same motion more than once",
        action="read what is unique (history labels say so), or replace a joint by a ball or "
        "cylindrical one",
        severity="notice",
    )

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
PARTS = ("force", "moment")
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
    for load in LOADS:
        joint, found, tail = rest.partition(f".{load}.")
        words = tail.replace("@", ".").split(".")
        part = next((word for word in words if word in PARTS), "")
        if owner != "joint" or not (joint and found and part):
            continue
        if "@" in tail or "in" in words:  # in other axes, each component depends on all of them
            return joint, part, ""
        if number.rstrip("]") in ("0", "1", "2"):
            return joint, part, AXES[int(number.rstrip("]"))]
        return joint, part, words[-1] if words[-1] in tuple(AXES) else ""
    return None


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

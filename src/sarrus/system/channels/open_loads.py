"""Loads that redundant loops leave open, where equations are traced that read them.

Answers in numbers are those of smallest norm among all that are possible. What is traced, for
events and in C, has no ranks at a state: there, equations that are redundant carry nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from sarrus.errors import Problem, SarrusError

if TYPE_CHECKING:
    from sarrus.system.channels.definition import Labelling
    from sarrus.system.state import State
    from sarrus.system.system import System


def open_loads(system: System, names: Iterable[str], state: State) -> list[str]:
    """Return those of some channels that redundant loops leave open at a state.

    They are the channels whose labels say so: reactions, forces of couplers, gears and contacts.
    """
    found = {name: labels for name in names if (labels := _labels_of(system, name)) is not None}
    if not found or system.compiled.loops.m <= system.compiled.closed_dynamics.rank:
        return []
    from sarrus.system.one_state.reactions import row_of_state

    try:
        row = row_of_state(system, state)
        return [name for name, labels in found.items() if not all(labels(row).unique)]
    except SarrusError:  # the run itself says what is wrong with its start
        return []


def _labels_of(system: System, name: str) -> Labelling | None:
    """Return what tells of a channel, or of one component ("C.reaction.force[2]"), what is open."""
    whole, _, number = name.partition("[")
    known = system.compiled.catalogue.find(whole)
    at = number.rstrip("]")
    if known.labels is not None and at.isdigit() and int(at) < len(known.components):
        part = known.component(known.components[int(at)])
        return None if part is None else part.labels
    return known.labels


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

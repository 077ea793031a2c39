"""Events of an FMU as tables of numbers, which events.h reads; and what no FMU can do."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.errors import Problem
from sarrus.late_dataclass import dataclass
from sarrus.system.fmu.sources import safe_text
from sarrus.system.live.events import REFUSED, UNKNOWN, LiveEvents, ModesAfter
from sarrus.system.simulation.events.actions import Effort
from sarrus.system.simulation.events.contact import ContactLost
from sarrus.system.simulation.events.event import Event

if TYPE_CHECKING:
    from collections.abc import Sequence

CODE = "S50"
"""The code of what cannot be made an FMU."""
SET, COMPUTE, SET_STATE, COMPUTE_STATE, ATTACH, DETACH, JOIN, ANEW, BOUNCE, STOP = range(1, 11)
"""Kinds of actions, as events.h names them."""


@dataclass(frozen=True)
class EventTables:
    """Tables for `ModelSource`: sizes, numbers, places, texts, by their names in C."""

    sizes: dict[str, int]
    numbers: dict[str, Sequence[float]]
    places: dict[str, Sequence[int]]
    texts: dict[str, Sequence[str]]


NO_EVENTS = EventTables({"NEVENTS": 0}, {}, {}, {})


def constant_law(law: Any) -> Any:
    """Return a number as a law of time, which tells modes apart; other laws as they are."""
    if law is None or callable(law) or isinstance(law, (tuple, list)) or hasattr(law, "function"):
        return law
    value = np.asarray(law, dtype=float)
    return lambda t: value if value.ndim else float(value)


def with_constant_laws(event: Event) -> Event:
    """Return an event whose efforts that are numbers are laws of time."""
    if event.actions is None or not any(isinstance(a, Effort) for a in event.actions):
        return event
    done = [
        replace(a, law=constant_law(a.law)) if isinstance(a, Effort) else a for a in event.actions
    ]
    return replace(event, do=done)


def event_tables(events: LiveEvents) -> EventTables:
    """Return the tables of some events."""
    actions: list[list[int]] = []
    payloads: list[dict[str, Any]] = []
    joins: list[list[int]] = []
    names: list[str] = []

    def add(k: int, kind: int, a: int = 0, b: int = 0, c: int = 0) -> None:
        actions.append([k, kind, a, b, c])

    for k, one in enumerate(events.described):
        for part in one["sets"]:
            for j, place in enumerate(part["places"]):
                _add_numbers(add, k, (SET, COMPUTE), place, part, j)
        for part in one["states"]:
            for j, place in enumerate(part["places"]):
                _add_numbers(add, k, (SET_STATE, COMPUTE_STATE), place, part, j)
        for join in one["joins"]:
            add(k, JOIN, len(joins))
            limits = [int(join["anywhere"]), join["gap"], join["angle"]]
            joins.append([join["frame"], *limits, *join["places"]])
        for payload in one["payloads"]:
            if payload["name"] not in names:
                names.append(payload["name"])
            kind = DETACH if payload["mass"] is None else ATTACH
            add(k, kind, names.index(payload["name"]), len(payloads))
            payloads.append(payload)
        for turn in one["anew"]:
            add(k, ANEW, turn)
        if one["bounce"] is not None:
            thrown = events.thrown.index(k)
            add(k, BOUNCE, thrown, one["bounce"]["restitution"], one["bounce"]["rest"])
        if one["stop"]:
            add(k, STOP)
    lost = [any(isinstance(a, ContactLost) for a in e.actions or ()) for e in events.events]
    return EventTables(
        {
            "NEVENTS": len(events),
            "NACTIONS": len(actions),
            "NTHROWN": len(events.thrown),
            "NCOMPUTED": len(events.computed),
            "NFRAMES": 14 * len(events.made),
            "NPAYLOADS": len(names),
        },
        {"payload": [x for one in payloads for x in _payload_numbers(events, one)]},
        {
            "timed": [int(one["timed"]) for one in events.described],
            "most": [one["most"] or 0 for one in events.described],
            "level": list(events.levels),
            "direction": [event.sign for event in events.events],
            "grave": [int(x) for x in lost],
            "action": [x for row in actions for x in row],
            "join": [x for row in joins for x in row],
            "payload_place": [x for one in payloads for x in one["places"]],
            "payload_name": [names.index(one["name"]) for one in payloads],
        },
        {"event_name": [safe_text(event.label) for event in events.events]},
    )


def _add_numbers(add: Any, k: int, kinds: tuple[int, int], place: int, part: Any, j: int) -> None:
    if part["computed"]:
        add(k, kinds[1], place, part["first"])
    else:
        add(k, kinds[0], place, part["first"] + j)


def _payload_numbers(events: LiveEvents, payload: dict[str, Any]) -> list[float]:
    """Return mass, centre of mass and inertia of a payload; zeros where it is released."""
    if payload["mass"] is None:
        return [0.0] * 13
    number = events.numbers
    inertia = number[payload["inertia"] : payload["inertia"] + (9 if payload["full"] else 3)]
    full = inertia if payload["full"] else np.diag(inertia).ravel().tolist()
    return [number[payload["mass"]], *number[payload["com"] : payload["com"] + 3], *full]


def event_problems(events: LiveEvents) -> list[Problem]:
    """Return what events do that no FMU can."""
    found = {one["name"]: one["cannot"] for one in events.described if one["cannot"]}
    for event in events.events:
        laws = [a.law for a in event.actions or () if isinstance(a, Effort)]
        if any(hasattr(law, "function") for law in laws):
            found[event.label] = "its effort is sampled, by a controller of Python"
    action = "leave it out (events=, --without-events), or let the importer do it"
    return [
        Problem(CODE, f"event '{name}'", f"cannot be in an FMU: {why}", action=action)
        for name, why in found.items()
    ]


def mode_problems(events: LiveEvents, following: ModesAfter) -> list[Problem]:
    """Return the problems of modes that events lead to and that cannot be made."""
    found = {}
    for row in following.after:
        for event, after in zip(events.events, row, strict=True):
            if after == UNKNOWN:
                found[event.label] = f"more than {len(following.modes)} modes follow on each other"
            elif after in following.refused:
                found[event.label] = following.refused[after]
    action = "use fewer events that switch something, or leave this one out"
    return [
        Problem(CODE, f"event '{name}'", f"cannot be in an FMU: {why}", action=action)
        for name, why in found.items()
    ]


def modes_that_follow(row: Sequence[int]) -> list[int]:
    """Return the mode after each event, -1 where it cannot happen."""
    return [-1 if k in (REFUSED, UNKNOWN) else k for k in row]

"""The numbers of events by name: what is crossed, and what actions are given.

`0.at` is the level of the first event, `0.when` its time or the numbers of its formula,
`0.do1.restitution` a field of the second of its actions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields
from typing import Any

from sarrus.system.simulation.events.actions import Action
from sarrus.system.simulation.events.event import Event


def named_numbers(events: Sequence[Event]) -> Iterator[tuple[str, Any]]:
    """Go through what may hold numbers in events: numbers, arrays of them and laws, by name."""
    for k, event in enumerate(events):
        if not isinstance(event.when, str):
            yield f"{k}.when", event.when
        if not isinstance(event.at, str):
            yield f"{k}.at", event.at
        for j, action in enumerate(event.actions or ()):
            for name, value in action_fields(action):
                yield action_number(k, j, name), value


def action_fields(action: Action) -> Iterator[tuple[str, Any]]:
    """Go through the fields of an action that may hold numbers."""
    for one in fields(action):  # type: ignore[arg-type]  # actions are dataclasses
        value = getattr(action, one.name)
        if not isinstance(value, (str, bool)) and value is not None:
            yield one.name, value


def action_number(event: int, action: int, field: str) -> str:
    """Return the name of a number of an action."""
    return f"{event}.do{action}.{field}"

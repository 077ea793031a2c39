"""The section `events`: what is watched for, and what happens then."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sarrus.errors import ModelError
from sarrus.formats.yaml.page import At
from sarrus.late_dataclass import dataclass
from sarrus.model.expressions import ExpressionError, parse_expression
from sarrus.spatial.tracking import TAPE
from sarrus.study import values
from sarrus.study.actions import Actions
from sarrus.study.laws import EVENT_READERS, Visible, expression_law, law_unit
from sarrus.system import Event
from sarrus.system.simulation.events import Record
from sarrus.system.simulation.events.event import DIRECTIONS

KEYS = ("name", "when", "do", "at", "direction", "most")
Channel = Callable[[str], str | None]
"""The unit of a channel of a history by its name; None where there is none of it."""


@dataclass(frozen=True)
class Events:
    """Reads events; channel: tells channels that only histories know."""

    actions: Actions
    channel: Channel

    def read(self, at: At, raw: Any) -> tuple[Event, ...]:
        """Return the events of the section."""
        if not isinstance(raw, (list, tuple)):
            at.refuse(raw, "must be a list of events", "write - {when: ..., do: ...}")
            return ()
        found = [self._event(_event_place(at, i, item), item) for i, item in enumerate(raw)]
        return tuple(event for event in found if event is not None)

    def _event(self, at: At, raw: Any) -> Event | None:
        entries = values.known_keys(at, raw, KEYS, ("when",))
        if "when" not in entries:
            return None
        when, unit = self.when(at.key("when", "when"), entries["when"])
        parts: dict[str, Any] = {"when": when, "do": Record()}
        if "do" in entries:
            done = self.actions.read(at.key("do", "do"), entries["do"])
            parts["do"] = done[0] if len(done) == 1 else tuple(done)
        if "at" in entries:
            here = at.key("at", "at")
            known = unit or values.fitting_unit(
                here, entries["at"], ("m", "rad", "s", "m/s", "N", "N*m")
            )
            parts["at"] = values.number(here, entries["at"], known)
        if "direction" in entries:
            here = at.key("direction", "direction")
            parts["direction"] = values.word(here, entries["direction"], DIRECTIONS)
        if "name" in entries:
            parts["name"] = values.text(at.key("name", "name"), entries["name"])
        if entries.get("most") is not None:
            parts["most"] = values.count(at.key("most", "most"), entries["most"])
        if any(part is None for part in parts.values()):
            return None
        try:
            return Event(**parts)
        except ModelError as error:
            for problem in error.problems:
                at.report(problem.code, problem.rule, value=problem.value)
            return None

    def when(self, at: At, raw: Any) -> tuple[Any, str | None]:
        """Return what is watched: a time, a channel, or a law; and its unit, if it is known."""
        if not isinstance(raw, str):
            return values.number(at, raw, "s"), "s"
        unit = self._unit(raw)
        if unit is not None:
            return raw, unit
        if self.is_name(at, raw):
            at.report("M09", "is not a channel", value=at.literal(raw), action=self._hint(raw))
            return None, None
        sees = Visible.to_events(self.actions.names, self._unit)
        found = expression_law(at, raw, None if self._moves(at, raw) else "s", sees)
        return found, "s" if isinstance(found, float) else law_unit(at, raw, sees)

    def _unit(self, name: str) -> str | None:
        """Return the unit of one number that can be watched; None where there is no such."""
        found = self.actions.names.state_unit(name)
        return self.channel(name) if found is None else found

    def is_name(self, at: At, raw: str) -> bool:
        """Tell whether a text is a name and nothing else, but none of a constant."""
        try:
            expression = parse_expression(raw, EVENT_READERS)
        except ExpressionError:
            return False
        return expression.names == (raw.strip(),) and raw not in at.scope and raw.strip() != "t"

    def _moves(self, at: At, raw: str) -> bool:
        """Tell whether an expression depends on the time or the state."""
        try:
            expression = parse_expression(raw, EVENT_READERS)
        except ExpressionError:
            return False
        outside = [name for name in expression.names if name not in at.scope]
        return bool(outside or expression.readers)

    def _hint(self, name: str) -> str:
        names = self.actions.names
        vectors = [f"{place}.position" for place in names.places]
        return names.hint(name, [*names.coordinates, *names.velocities, *vectors])


def _event_place(at: At, i: int, raw: Any) -> At:
    """Return the place of an event, under its name."""
    name = raw.get("name") if isinstance(raw, dict) else None
    element = f"event '{name}'" if isinstance(name, str) and name else f"event {i + 1}"
    if (tape := TAPE.get()) is not None:
        tape.where = element
    return At(at.page, element, (*at.path, i), at.scope)

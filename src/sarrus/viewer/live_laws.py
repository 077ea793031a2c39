"""What sliders of constants do beside the numbers of the model: laws, efforts, starts.

A constant may stand in laws, `drives: {spindle: n*t}`, and in the start, `rates: {rotor: spin}`.
The map of the constants (`Study.constants_map`) knows the numbers of all of them as functions of
the constants, so that a page follows several sliders at once, exactly.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from typing import Any

import numpy as np

from sarrus.kernels.program import Program
from sarrus.late_dataclass import dataclass
from sarrus.model.forces.formula import Formula
from sarrus.spatial.arrays import Scalar
from sarrus.study.plan import Plan
from sarrus.study.sliders import rate_of
from sarrus.system import System
from sarrus.system.constants.constants_map import ConstantsMap
from sarrus.system.flow.prescribed import scalar_law
from sarrus.system.live.following import FOLLOWED, LAWS, Following
from sarrus.system.simulation.events.event import Event
from sarrus.system.simulation.law_numbers import LawNumbers, can_be_traced
from sarrus.system.simulation.state_law import StateLaw

START = {"assembly": "positions", "rate": "rates"}
"""Numbers of the map that say where a study starts, and what a machine calls them."""

FOLLOWED_FIELDS = ("at", "when", "restitution", "rest", "value")
"""Numbers of events that are numbers of a machine too."""

Known = Mapping[str, Any]
"""Outputs of the map by name, as values or as symbols."""


@dataclass(frozen=True, eq=False)
class Followers:
    """What follows constants on a page.

    following: what the machine is told; inputs, driven, motors: the laws, with numbers that are
    followed, and so are those of events; unfollowed: what cannot follow, with the constants that it
    depends on.
    """

    inputs: Mapping[str, Any]
    driven: Mapping[str, Any]
    motors: Mapping[str, float]
    events: tuple[Event, ...] = ()
    following: Following = field(default_factory=Following)
    unfollowed: tuple[tuple[str, frozenset[str]], ...] = ()
    _laws: tuple[tuple[str, int], ...] = ()
    _numbers: tuple[tuple[str, Any], ...] = ()

    def outputs(self, known: Known) -> dict[str, Any]:
        """Return the numbers of laws, and those that the machine puts in their places."""
        found: dict[str, Any] = {}
        if self._laws:
            found[LAWS] = np.array([np.ravel(known[name])[k] for name, k in self._laws])
        if self._numbers:
            listed: list[Scalar] = []
            for name, what in self._numbers:
                numbers = np.ravel(known[name])
                listed += _motor_numbers(name, what, numbers) if callable(what) else [numbers[what]]
            found[FOLLOWED] = np.array(listed)
        return found

    def why_not(self, constant: str) -> str:
        """Return why a page cannot follow a constant, or nothing."""
        for what, names in self.unfollowed:
            if constant in names:
                return f"{what} follows it in a way that a page cannot"
        return ""


def followers_of(
    found: ConstantsMap,
    system: System,
    own: tuple[tuple[str, str], ...],
    inputs: Mapping[str, Any],
    driven: Mapping[str, Any],
    motors: Mapping[str, float],
    events: tuple[Event, ...] = (),
) -> Followers:
    """Return what follows the constants of a map beside the numbers of the model.

    inputs, driven, motors, events: as the page has them; own: those that are not of the file, as
    ("input", name) or ("drive", name).
    """
    finder = _Finder(found, system, dict(inputs), dict(driven), dict(motors), list(events))
    return finder.followers(own)


class _Finder:
    """Goes through the numbers of the map, one after the other."""

    def __init__(
        self,
        found: ConstantsMap,
        system: System,
        inputs: dict[str, Any],
        driven: dict[str, Any],
        motors: dict[str, float],
        events: list[Event],
    ) -> None:
        self.map, self.system, self.events = found, system, events
        self.inputs, self.driven, self.motors = inputs, driven, motors
        self.plan: Plan = found.plan_at()
        self.law_numbers = LawNumbers(LAWS)
        kinds = ("motors", "efforts", "rates", "positions", "states", "events")
        self.places: dict[str, dict[str, int]] = {kind: {} for kind in kinds}
        self.laws: list[tuple[str, int]] = []
        self.numbers: list[tuple[str, Any]] = []
        self.size = 0
        self.unfollowed: list[tuple[str, frozenset[str]]] = []

    def followers(self, own: tuple[tuple[str, str], ...]) -> Followers:
        """Return what follows; own: laws that stand in the place of those of the file."""
        for name in self.map.motion:
            kind, _, bare = name.partition(":")
            if kind in ("guess", "run.until"):
                continue
            if any(kind == k and self._is_same(bare, n) for k, n in own):
                continue
            if not self._take(name, kind, bare):
                on = frozenset(constants_of(self.map, name))
                self.unfollowed.append((_law_name(name, kind, bare), on))
        for name in self.map.drawing:  # velocities of bodies in the section `start`
            if name.startswith("start:"):
                on = frozenset(constants_of(self.map, name))
                self.unfollowed.append((f"the start of '{name[6:].rpartition('.')[0]}'", on))
        following = Following(
            self.law_numbers, wanted=tuple(self._wanted_coordinates()), **self.places
        )
        return Followers(
            self.inputs, self.driven, self.motors, tuple(self.events), following,
            tuple(self.unfollowed),
            tuple(self.laws), tuple(self.numbers),
        )  # fmt: skip

    def _take(self, name: str, kind: str, bare: str) -> bool:
        if kind == "drive":
            return self._take_drive(name, bare)
        if kind == "input":
            return self._take_input(name, bare)
        if kind == "event":
            return self._take_event(name, bare)
        if kind in START:
            return self._take_start(name, kind, bare)
        if kind == "state" and bare in self.system.states:
            self._place("states", bare, name, 0)
            return True
        return not any(part in name for part in ("/ drives", "/ inputs", "/ assembly", "/ events"))

    def _take_drive(self, name: str, bare: str) -> bool:
        law = self.plan.drives[bare]
        _, place = self.system.compiled.located_rate(bare)
        if place.stop - place.start != 1:
            return False
        full = next((m for m in self.motors if self._is_same(m, bare)), None)
        if full is None:
            return isinstance(law, Formula) and self._follow_law(name, law, self.driven, bare)
        changing = changing_entries(self.map, name)
        if isinstance(law, Formula) and not _stays_linear(law, changing):
            del self.motors[full]
            return self._follow_law(name, law, self.driven, bare)
        self._place("motors", full, name, _jet_of(law))
        self.size += 1  # value and rate
        return True

    def _take_input(self, name: str, bare: str) -> bool:
        law = self.plan.inputs[bare]
        if isinstance(law, (Formula, StateLaw)):
            return self._follow_law(name, law, self.inputs, bare)
        listed = self.system.compiled.rate_names(bare)
        changing = changing_entries(self.map, name)
        if np.size(law) not in (1, len(listed)) or (np.size(law) == 1 and len(listed) > 1):
            return False
        for k in changing:
            self._place("efforts", listed[k], name, k)
        return True

    def _take_event(self, name: str, bare: str) -> bool:
        """Follow a number of an event: its level, a number of an action, or those of a law."""
        number, _, part = bare.partition(".")
        event = self.events[int(number)]
        where, _, attribute = part.partition(".")
        owner: Any = event
        if attribute:
            actions = list(event.actions or ())
            j = int(where.removeprefix("do"))
            owner = actions[j]
        law = getattr(owner, attribute or where)
        if not isinstance(law, (Formula, StateLaw)):
            for k in changing_entries(self.map, name):
                self._place("events", f"{bare}.{k}" if k else bare, name, k)
            return (attribute or where) in FOLLOWED_FIELDS
        laws: dict[str, Any] = {}
        if not self._follow_law(name, law, laws, bare):
            return False
        changed = replace(owner, **{attribute or where: laws[bare]})
        if attribute:
            actions[j] = changed
            changed = replace(event, do=tuple(actions))
        self.events[int(number)] = changed
        return True

    def _take_start(self, name: str, kind: str, bare: str) -> bool:
        compiled = self.system.compiled
        if kind == "rate":
            vector, place = compiled.located_rate(bare)
            names: tuple[str, ...] = compiled.layout.v_names
        else:
            vector, place = compiled.locate(bare) or ("", slice(0))
            names = compiled.layout.q_names
        changing = changing_entries(self.map, name)
        size = place.stop - place.start
        if vector not in ("q", "v") or any(k >= size for k in changing):
            return False
        for k in changing:
            self._place(START[kind], names[place.start + k], name, k)
        return True

    def _follow_law(self, name: str, law: Any, laws: dict[str, Any], bare: str) -> bool:
        changing = changing_entries(self.map, name)
        if not can_be_traced(law, changing):
            return False
        laws[bare] = self.law_numbers.law_with_numbers(law, changing)
        self.laws += [(name, k) for k in changing]
        return True

    def _place(self, kind: str, name: str, output: str, what: Any) -> None:
        """Give a number its place in what is followed."""
        self.places[kind][name] = self.size
        self.numbers.append((output, what))
        self.size += 1

    def _is_same(self, one: str, other: str) -> bool:
        located = self.system.compiled.located_rate
        return located(one) == located(other)

    def _wanted_coordinates(self) -> Iterator[str]:
        """Go through the single coordinates that the start of the file names."""
        layout = self.system.compiled.layout
        for name in (*self.plan.assembly.wanted, *self.plan.assembly.rates):
            vector, place = self.system.compiled.located_rate(name)
            single = [j for j in self.system.model.joints if j.type.nq == j.type.nv == 1]
            for joint in single:
                if vector == "v" and layout.v_slice.get(joint.name) == place:
                    yield joint.coordinate_names[0]


def _jet_of(law: Any) -> Any:
    """Return value and rate of a motor's law at t = 0, as a function of its numbers."""
    if isinstance(law, Formula):
        return lambda name, numbers: scalar_law(name, _call(law, numbers))(0.0)[:2]
    return lambda name, numbers: (numbers[0], 0.0)


def _call(law: Formula, numbers: Any) -> Any:
    return lambda t: law.with_numbers(list(numbers))(t)


def _motor_numbers(name: str, jet: Any, numbers: Any) -> list[Scalar]:
    return list(jet(name, numbers))


def _stays_linear(law: Formula, changing: list[int]) -> bool:
    """Tell whether a law that is linear in time is so with other numbers too."""
    numbers = [float(x) for x in law.numbers]
    for part in (0.1, 0.37):
        other = [x * (1 + part) + part if k in changing else x for k, x in enumerate(numbers)]
        if rate_of(law.with_numbers(other)) is None:
            return False
    return True


def _law_name(name: str, kind: str, bare: str) -> str:
    if kind == "event":
        return f"event {int(bare.partition('.')[0]) + 1}"
    if kind in ("drive", "input"):
        return f"the law of '{bare}'"
    return f"the start of '{bare}'" if kind in START else name


def changing_entries(found: ConstantsMap, name: str) -> list[int]:
    """Return which numbers of an output of the map depend on constants."""
    results = _results(found.program, name)
    return [k for k, value in enumerate(results) if found.program.instructions[value][0] != "const"]


def constants_of(found: ConstantsMap, name: str) -> list[str]:
    """Return the constants that an output of the map depends on."""

    def values(flat: np.ndarray) -> np.ndarray:
        return np.asarray(found.outputs_at(flat)[name], dtype=float)

    home, listed = found.defaults, []
    for k, constant in enumerate(found.names):
        for part in (1e-3, -0.05):
            moved = home.copy()
            moved[k] += part * (abs(home[k]) or 1.0)
            if not np.array_equal(values(moved), values(home)):
                listed.append(constant)
                break
    return listed


def _results(program: Program, name: str) -> tuple[int, ...]:
    ports = [port.name for port in program.outputs]
    return tuple(program.results[ports.index(name)])

"""Events of a live machine: what they watch, what they do, and the modes that they lead to.

What an event does is written down before the machine runs: numbers of the model and states that
are set, what is thrown back, whether the motion ends, and which mode follows on each. The engine
(`viewer/src/live/engine/events.js`) finds the time of a crossing inside a step, as `simulate` does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from numbers import Real
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.errors import ModelError
from sarrus.late_dataclass import dataclass
from sarrus.system.checks import efforts_on
from sarrus.system.live.constants import parameter_places
from sarrus.system.simulation.actuation import numbers_of_velocities
from sarrus.system.simulation.event_watch import crossed_level
from sarrus.system.simulation.events import actions
from sarrus.system.simulation.events.actions import Action
from sarrus.system.simulation.events.change import Change
from sarrus.system.simulation.events.contact import ContactLost, lift_off_problem, slip_problem
from sarrus.system.simulation.events.event import Event
from sarrus.system.simulation.events.joining import CHILD, NEAR
from sarrus.system.simulation.events.numbers import action_number
from sarrus.system.simulation.modes import Mode

if TYPE_CHECKING:
    from sarrus.system.system import System

MOST_MODES = 12
"""Modes that a machine has; each has equations of its own."""
SWITCHES = (
    actions.Lock,
    actions.Release,
    actions.Drive,
    actions.Effort,
    actions.Enable,
    actions.Replace,
    actions.Separate,
    actions.Part,
)
"""Actions that lead to another mode, which is known before."""
UNKNOWN, REFUSED = -1, -2
"""Modes after an event that a machine does not have, and that there cannot be."""


@dataclass(frozen=True)
class ModesAfter:
    """Modes, the first one first; after: in each, the mode that follows on each event.

    refused: modes that cannot be made, with the reason.
    """

    modes: list[Mode]
    after: list[list[int]]
    refused: dict[int, str]


class LiveEvents:
    """Events with their numbers in one array, and the modes that they lead to."""

    def __init__(self, system: System, events: Sequence[Event], span: float) -> None:
        self.system, self.span = system, span
        self.events = tuple(events)
        self.made: list[str] = []
        """Joints that events make, whose frames depend on where they are then."""
        self.names: list[str] = []
        """Names of the numbers, as `named_numbers` has them; entries of one are name.1, name.2."""
        self.numbers: list[float] = []
        self.computed: list[Any] = []
        """Functions of (t, state) whose values events write."""
        self.levels = [self._level(k, event) for k, event in enumerate(self.events)]
        self.described = [self._description(k, event) for k, event in enumerate(self.events)]
        self.thrown = [k for k, one in enumerate(self.described) if one["bounce"]]

    def __len__(self) -> int:
        return len(self.events)

    def modes(self, first: Mode) -> ModesAfter:
        """Return the modes that there are, and what follows on each event in each."""
        found, after = [first], []
        for mode in found:  # grows
            row = []
            for event in self.events:
                following = self._after(event, mode)
                known = [m.structure for m in found]
                if following is None:
                    row.append(REFUSED)
                elif following.structure in known:
                    row.append(known.index(following.structure))
                elif len(found) < MOST_MODES:
                    row.append(len(found))
                    found.append(following)
                else:
                    row.append(UNKNOWN)
            after.append(row)
        return ModesAfter(found, after, {})

    def manifest(self) -> dict[str, Any]:
        """Return what events do, for the engine."""
        return {"span": self.span, "list": self.described}

    def cannot(self) -> list[str]:
        """Return what cannot be done, in words."""
        return [
            f"event '{one['name']}' ends the motion here: {one['cannot']}"
            for one in self.described
            if one["cannot"]
        ]

    @cached_property
    def changed(self) -> set[int]:
        """The entries of p that events change."""
        kinds = ("sets", "payloads", "joins")
        parts = [part for one in self.described for kind in kinds for part in one[kind]]
        return {k for part in parts for k in part["places"]}

    # --- one event ------------------------------------------------------------------------------

    def _number(self, name: str, values: Any) -> int:
        """Give numbers their places; return the first."""
        first, flat = len(self.numbers), np.ravel(np.asarray(values, dtype=float))
        self.names += [f"{name}.{k}" if k else name for k in range(flat.size)]
        self.numbers += [float(x) for x in flat]
        return first

    def _level(self, k: int, event: Event) -> int:
        kind = "at" if isinstance(event.when, str) or callable(event.when) else "when"
        return self._number(f"{k}.{kind}", crossed_level(event))

    def _description(self, k: int, event: Event) -> dict[str, Any]:
        found: dict[str, Any] = {
            "name": event.label,
            "level": self.levels[k],
            "timed": not isinstance(event.when, str) and not callable(event.when),
            "most": event.most,
            "stop": False,
            "why": "",
            "cannot": "",
            "bounce": None,
            "sets": [],
            "states": [],
            "payloads": [],
            "joins": [],
            "anew": [],
            "efforts": [],
        }
        if event.actions is None:
            found["cannot"] = "what it does is decided by a function of Python"
            return found
        for j, action in enumerate(event.actions):
            found["cannot"] = found["cannot"] or self._describe(found, k, j, action)
        return found

    def _describe(self, found: dict[str, Any], k: int, j: int, action: Action) -> str:
        """Write down what an action does; return why a machine cannot do it, or nothing."""

        def number(field: str) -> int:
            return self._number(action_number(k, j, field), getattr(action, field))

        if isinstance(action, actions.Record):
            return ""
        if isinstance(action, actions.Stop):
            found["stop"] = True
            return ""
        if isinstance(action, ContactLost):
            lost = lift_off_problem(action.contact, 0.0) if action.mu is None else None
            lost = lost or slip_problem(action.contact, float(action.mu or 0.0), 0.0)
            found["stop"], found["why"] = True, f"contact '{action.contact}' {lost.rule}"
            return ""
        if isinstance(action, actions.Bounce):
            found["bounce"] = {"restitution": number("restitution"), "rest": number("rest")}
            return ""
        if isinstance(action, actions.SetParameter):
            return self._sets(found, action, action_number(k, j, "value"))
        if isinstance(action, actions.SetState):
            _, place = self.system.compiled.place_of(action.name, ("z",))
            places = tuple(range(place.start, place.stop))
            written = self._placement(places, action.value, action_number(k, j, "value"))
            found["states"].append(written)
            return ""
        if isinstance(action, (actions.Attach, actions.Detach)):
            return self._carries(found, action, number)
        if isinstance(action, actions.Effort):
            return self._pushes(found, action, action_number(k, j, "law"))
        if isinstance(action, actions.Drive) and action.looks:
            return f"it makes a law for '{action.coordinate}' from the state"
        if isinstance(action, actions.Join):
            return self._makes_joint(found, action, k, j)
        if isinstance(action, actions.Part):
            found["anew"] += self._angle_places(action.name)
        if isinstance(action, SWITCHES):
            return ""
        word = action.word or type(action).__name__.lower()
        return f"there is no '{word}' here"

    def _sets(self, found: dict[str, Any], action: actions.SetParameter, name: str) -> str:
        full = self.system.compiled.full_parameter(action.name)
        place = parameter_places(self.system).get(full)
        if place is None:
            return f"'{action.name}' is no number that can be changed here"
        places = tuple(range(place.start, place.stop))
        if callable(action.value) and len(places) > 1:
            return f"'{action.name}' gets several numbers from a law"
        found["sets"].append(self._placement(places, action.value, name))
        return ""

    def _carries(
        self,
        found: dict[str, Any],
        action: actions.Attach | actions.Detach,
        number: Callable[[str], int],
    ) -> str:
        """Write down a payload that is fixed to a body or released; return why it cannot be."""
        known = parameter_places(self.system)
        parts = [known.get(f"body:{action.body}.{name}") for name in ("mass", "com", "inertia")]
        places = [k for part in parts if part is not None for k in range(part.start, part.stop)]
        if len(places) != 13:
            return f"the mass of '{action.body}' is no number that can be changed here"
        one: dict[str, Any] = {"name": action.name, "places": places, "mass": None}
        if isinstance(action, actions.Attach):
            if action.velocity is not None or action.angular_velocity is not None:
                return f"'{action.name}' comes with a velocity of its own, which is an impact"
            one |= {name: number(name) for name in ("mass", "com", "inertia")}
            one["full"] = np.size(action.inertia) == 9
        found["payloads"].append(one)
        return ""

    def _pushes(self, found: dict[str, Any], action: actions.Effort, name: str) -> str:
        """Write down constant efforts; a law is of the mode that follows, beside no constant."""
        vector, place = self.system.compiled.located_rate(action.joint)
        every = [one for event in self.events for one in event.actions or ()]
        if vector != "v" and any(isinstance(one, (actions.Join, actions.Part)) for one in every):
            return f"the effort on '{action.joint}' has no place where joints are made and parted"
        first = place.start + (0 if vector == "v" else self.system.nv)
        places = tuple(range(first, first + place.stop - place.start))
        law = numbers_of_velocities(action.law)
        constant = isinstance(law, (Real, np.ndarray))
        values = efforts_on(self.system, action.joint, law) if constant else np.zeros(1)
        found["efforts"].append(self._placement(places, values, name))
        return ""

    def _makes_joint(self, found: dict[str, Any], action: actions.Join, k: int, j: int) -> str:
        """Write down a joint that is made where its frames are then."""
        known = parameter_places(self.system)
        parts = [known.get(f"joint:{action.name}.{name}") for name in CHILD]
        places = [k for part in parts if part is not None for k in range(part.start, part.stop)]
        if len(places) != 12:
            return f"the frames of joint '{action.name}' are no numbers that can be changed here"
        if action.name not in self.made:
            self.made.append(action.name)
        gap = action.gap
        if gap is None:
            gap = NEAR * self.system.compiled.loops.length
        limits = {"gap": gap, "angle": action.angle}
        found["joins"].append(
            {
                **{n: self._number(action_number(k, j, n), x) for n, x in limits.items()},
                "name": action.name,
                "places": places,
                "frame": self.made.index(action.name),
                "anywhere": action.where_it_is,
            }
        )
        found["anew"] += self._angle_places(action.name)
        return ""

    def _angle_places(self, joint: str) -> list[int]:
        """Return which of the angles that count whole turns are of a cut joint."""
        loops = self.system.compiled.loops
        if joint not in loops.cut_q:
            return []
        places = range(*loops.cut_q[joint].indices(loops.n_cut_q))
        return [n for n, k in enumerate(loops.wrapped) if k in places]

    def _placement(self, places: tuple[int, ...], value: Any, name: str) -> dict[str, Any]:
        """Return where numbers are written and where they stand.

        Among the numbers of events, or among those that are computed from the state.
        """
        if callable(value):
            self.computed.append(value)
            return {"places": places, "first": len(self.computed) - 1, "computed": True}
        size = max(np.size(value), len(places))
        values = np.broadcast_to(np.asarray(value, dtype=float).ravel(), (size,))
        return {"places": places, "first": self._number(name, values), "computed": False}

    @staticmethod
    def _after(event: Event, mode: Mode) -> Mode | None:
        """Return the mode after an event, None where it cannot happen in this one."""
        change = Change(0.0, None, mode)  # type: ignore[arg-type]  # switches do not look
        try:
            for action in event.actions or ():
                if isinstance(action, actions.Join):
                    if action.name not in change.mode.opened:
                        return None
                    change.mode = change.mode.with_joined(action.name, {})
                elif isinstance(action, SWITCHES) and not action.looks:
                    action.apply(change)
        except ModelError:
            return None
        return change.mode

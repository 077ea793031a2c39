"""What events do. Each action changes the mode of a simulation, its velocities, or its end."""

from __future__ import annotations

import inspect
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import field, fields, is_dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

import numpy as np

from sarrus.arguments import is_finite, numbers_or_nothing, with_checks
from sarrus.entry_points import load_entry_points
from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.model.mass_properties import MassProperties
from sarrus.model.pose import matrix3, vector3
from sarrus.system.simulation.modes import Payload
from sarrus.user_table import UserTable

if TYPE_CHECKING:
    from sarrus.system.simulation.events.change import Change

Chosen = TypeVar("Chosen", bound="Action")


NAMES, UNITS, VECTOR = "names", "units", "vector"
"""Keys of the metadata of fields."""


def _is_vector(value: Any) -> bool:
    array = numbers_or_nothing(value)
    return array.shape == (3,) and bool(np.all(np.isfinite(array)))


RATE: Mapping[str, Any] = {NAMES: "rate"}
"""Metadata of a field that names a joint or one of its coordinates."""
ELEMENT: Mapping[str, Any] = {NAMES: "element"}
"""Metadata of a field that names a force element."""
BODY: Mapping[str, Any] = {NAMES: "body"}
"""Metadata of a field that names a body."""
TEXT: Mapping[str, Any] = {NAMES: "text"}
"""Metadata of a field that is a text."""


def in_units(*units: str) -> Mapping[str, Any]:
    """Return the metadata of a field that is a number, in one of some units."""
    return {UNITS: units}


def vector_in(unit: str) -> Mapping[str, Any]:
    """Return the metadata of a field that is a vector."""
    return {VECTOR: unit}


class Action(ABC):
    """Something that an event does: a frozen dataclass.

    word: its key in files, "" if it has none. Files hold the fields that say by their metadata what
    they are: RATE, ELEMENT, BODY, TEXT, in_units(...), vector_in(...).
    """

    word: ClassVar[str] = ""

    @abstractmethod
    def apply(self, change: Change) -> None:
        """Put what is done into the change."""

    @property
    def parameters(self) -> tuple[str, ...]:
        """Numbers of the model that must be inputs of the equations for this."""
        return ()

    @property
    def looks(self) -> bool:
        """Whether what it does depends on the state."""
        return False

    @property
    def throws(self) -> bool:
        """Whether it throws the mechanism back, so that the event must depend on positions only."""
        return False

    @property
    def names(self) -> tuple[tuple[str, str], ...]:
        """Kinds ("rate", "element", "state") and names of what it acts on, from its fields."""
        return tuple([(kind, getattr(self, name)) for kind, name in _acted_on(type(self))])


@dataclass(frozen=True)
class Record(Action):
    """Keep the state at the event, and nothing else."""

    word = "record"

    def apply(self, change: Change) -> None:
        """Keep the state."""
        change.note("recorded")


@dataclass(frozen=True)
class Stop(Action):
    """End the run."""

    word = "stop"

    def apply(self, change: Change) -> None:
        """End the run here."""
        change.stop = True
        change.note("stopped")


@with_checks
@dataclass(frozen=True)
class SetParameter(Action):
    """Change a number of the model ("S.k"), to a value or what a function of (t, state) returns."""

    name: str
    value: Any

    @property
    def parameters(self) -> tuple[str, ...]:
        """The number that changes."""
        return (self.name,)

    @property
    def looks(self) -> bool:
        """Whether the value is a function."""
        return callable(self.value)

    def apply(self, change: Change) -> None:
        """Set the number."""
        value = self.value(change.t, change.state) if callable(self.value) else self.value
        change.mode = change.mode.with_parameter(self.name, value)
        change.note(f"{self.name} = {value}")


@with_checks
@dataclass(frozen=True)
class SetState(Action):
    """Let a state of a force element ("motor.current") jump, to a value or what a function returns.

    The function is one of (t, state). The energy that the jump brings counts as a correction.
    """

    name: str = field(metadata={NAMES: "state"})
    value: Any = 0.0

    @property
    def looks(self) -> bool:
        """Whether the value is a function."""
        return callable(self.value)

    def apply(self, change: Change) -> None:
        """Set the state."""
        value = self.value(change.t, change.state) if callable(self.value) else self.value
        found = numbers_or_nothing(value)
        if found.size != 1 or not np.isfinite(found).all():
            rule = f"must be a finite number at t = {change.t:.9g} s"
            raise ModelError(Problem("V01", f"state '{self.name}'", rule, repr(value)[:80]))
        change.states[self.name] = float(found.reshape(-1)[0])
        change.note(f"{self.name} = {change.states[self.name]:g}")


@with_checks
@dataclass(frozen=True)
class Lock(Action):
    """Hold a joint, or one of its coordinates, where it is; if it moves, this is an impact.

    A load in the air that is joined to a gripper by a free joint is gripped by locking that joint;
    any two frames are joined by `Join`.
    """

    joint: str = field(metadata=RATE)

    word = "lock"

    def apply(self, change: Change) -> None:
        """Lock the joint."""
        mode = change.mode.without_drive(self.joint)
        change.mode = mode.with_locked((*mode.locked, self.joint))
        change.note(f"'{self.joint}' locked")


@with_checks
@dataclass(frozen=True)
class Release(Action):
    """Let a locked or driven joint go."""

    joint: str = field(metadata=RATE)

    word = "release"

    def apply(self, change: Change) -> None:
        """Release the joint."""
        held = change.mode.holds(self.joint)
        change.mode = change.mode.without_drive(self.joint)
        change.note(f"'{self.joint}' {'released' if held else 'was free already'}")


@with_checks
@dataclass(frozen=True)
class Drive(Action):
    """Let a coordinate follow a law from now on: a number, a function of t, a table.

    A whole joint follows laws of its coordinates, or a `PoseLaw`. The law must begin where the
    coordinate is; if its rate differs, this is an impact. A function
    of (t, state) is asked once, at the event, and returns the law; with `made`, any function.
    """

    coordinate: str = field(metadata=RATE)
    law: Any = field()
    made: bool = False

    @property
    def looks(self) -> bool:
        """Whether the law is made at the time."""
        return self.made or _takes_state(self.law)

    def apply(self, change: Change) -> None:
        """Change the drive, by a law that is made of the state where it is asked for it."""
        law = self.law(change.t, change.state) if self.looks else self.law
        change.mode = change.mode.with_drive(self.coordinate, law)
        change.note(f"'{self.coordinate}' driven")


@with_checks
@dataclass(frozen=True)
class Effort(Action):
    """Switch the law of effort on a joint; None: no effort."""

    joint: str = field(metadata=RATE)
    law: Any = field()

    def apply(self, change: Change) -> None:
        """Switch the law."""
        change.mode = change.mode.with_input(self.joint, self.law)
        change.note(f"effort on '{self.joint}' switched")


@with_checks
@dataclass(frozen=True)
class Enable(Action):
    """Switch a force element on or off."""

    element: str = field(metadata=ELEMENT)
    on: bool = True

    def apply(self, change: Change) -> None:
        """Switch the element."""
        change.mode = change.mode.with_element(self.element, self.on)
        change.note(f"'{self.element}' {'on' if self.on else 'off'}")


@with_checks
@dataclass(frozen=True)
class Attach(Action):
    """Fix a payload to a body: mass [kg], centre of mass and inertia about it in body axes.

    velocity, angular_velocity: of the payload before, in the world; None: it moves along already.
    With them, this is an impact: momentum is kept, energy is not.
    """

    name: str
    body: str
    mass: float
    com: Any = (0.0, 0.0, 0.0)
    inertia: Any = ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0))
    velocity: Any = None
    angular_velocity: Any = None

    def __post_init__(self) -> None:
        full = self._full_inertia
        problems = []
        if not is_finite(self.mass) or self.mass < 0.0:
            problems.append(self._wrong("mass must be a number of at least 0", self.mass))
        parts = {"com": self.com, "velocity": self.velocity}
        parts["angular_velocity"] = self.angular_velocity
        for name, value in parts.items():
            if value is not None and not _is_vector(value):
                problems.append(self._wrong(f"{name} must be three finite numbers", value))
        if full.shape != (3, 3) or not np.all(np.isfinite(full)):
            problems.append(self._wrong("inertia must be 3 or 3 x 3 finite numbers", self.inertia))
        elif np.min(np.linalg.eigvalsh(0.5 * (full + full.T))) < -1e-12 * np.max(np.abs(full)):
            problems.append(self._wrong("inertia must not be negative", self.inertia))
        if problems:
            raise ModelError(problems)

    def _wrong(self, rule: str, value: Any) -> Problem:
        return Problem("V01", f"payload '{self.name}'", rule, repr(value)[:80])

    @property
    def _full_inertia(self) -> np.ndarray:
        """The inertia as a matrix, where three numbers are its diagonal."""
        inertia = numbers_or_nothing(self.inertia)
        return np.diag(inertia) if inertia.shape == (3,) else inertia

    @property
    def parameters(self) -> tuple[str, ...]:
        """The mass properties of the body."""
        return tuple(f"body:{self.body}.{part}" for part in ("mass", "com", "inertia"))

    def apply(self, change: Change) -> None:
        """Fix the payload."""
        inertia = matrix3(self._full_inertia)
        known = MassProperties(float(self.mass), vector3(self.com), inertia)
        carrier = change.carrier(self.name)
        if carrier is not None:
            rule = f"is attached already, to '{carrier}', at t = {change.t:.9g} s"
            action = "detach it before, or give every payload a name of its own"
            raise ModelError(Problem("V01", f"payload '{self.name}'", rule, action=action))
        change.mode = change.mode.with_payload(Payload(self.name, self.body, known))
        if self.velocity is not None or self.angular_velocity is not None:
            linear = np.zeros(3) if self.velocity is None else np.asarray(self.velocity, float)
            spin = np.zeros(3)
            if self.angular_velocity is not None:
                spin = np.asarray(self.angular_velocity, dtype=float)
            change.bring(self.body, known, linear, spin)
        change.note(f"'{self.name}' attached to '{self.body}'")


@with_checks
@dataclass(frozen=True)
class Detach(Action):
    """Let an attached payload go, with the velocity that it has."""

    name: str = field(metadata=TEXT)
    body: str = field(metadata=BODY)

    word = "detach"

    @property
    def parameters(self) -> tuple[str, ...]:
        """The mass properties of the body."""
        return tuple(f"body:{self.body}.{part}" for part in ("mass", "com", "inertia"))

    def apply(self, change: Change) -> None:
        """Release the payload; refuse one that the body does not carry."""
        carrier = change.carrier(self.name)
        if carrier != self.body:
            where = "to nothing" if carrier is None else f"to '{carrier}'"
            rule = f"is attached {where} at t = {change.t:.9g} s; '{self.body}' cannot release it"
            action = "name the body that carries it, after it is attached"
            raise ModelError(Problem("V01", f"payload '{self.name}'", rule, action=action))
        change.mode = change.mode.without_payload(self.name)
        change.note(f"'{self.name}' detached from '{self.body}'")


@dataclass(frozen=True)
class Bounce(Action):
    """Throw the mechanism back from what it hits: the rate of the event's value is reversed.

    restitution: of the rate after to that before (0: it stays, 1: nothing is lost); rest: rate
    below which the run ends, since it came to rest there. The event's function must depend on
    positions (and time) only.
    """

    restitution: float = field(default=1.0, metadata=in_units("dimensionless"))
    rest: float = field(default=0.0, metadata=in_units("m/s", "rad/s"))

    word = "bounce"

    def __post_init__(self) -> None:
        if not is_finite(self.restitution) or not 0.0 <= self.restitution <= 1.0:
            rule = "must be between 0 and 1"
            raise ModelError(Problem("V01", "restitution", rule, f"{self.restitution!r}"))
        if not is_finite(self.rest) or self.rest < 0.0:
            raise ModelError(Problem("V01", "rest", "must be at least 0", f"{self.rest!r}"))

    @property
    def throws(self) -> bool:
        """Always."""
        return True

    def apply(self, change: Change) -> None:
        """Reverse the rate."""
        change.bounce(self.restitution, self.rest)


@with_checks
@dataclass(frozen=True)
class Separate(Action):
    """Take a wheel off what it rolls on: the rows of the contact vanish until the run ends."""

    contact: str = field(metadata=TEXT)

    word = "separate"

    def apply(self, change: Change) -> None:
        """Remove the rows of the contact."""
        change.mode = change.mode.with_element(f"joint:{self.contact}", False)
        change.note(f"'{self.contact}' separated")


@with_checks
@dataclass(frozen=True)
class Replace(Separate):
    """Take a wheel off what it rolls on, and let a force element carry it from then on: a tyre.

    The element is off from the start of the run until then; a tyre begins without slip, and builds
    its forces up over its relaxation lengths. Give the contact the radius that the tyre has under
    its load, so that the load does not jump.
    """

    by: str = field(metadata=ELEMENT, kw_only=True)

    word = "replace"

    def apply(self, change: Change) -> None:
        """Remove the rows of the contact, and switch the element on."""
        super().apply(change)
        change.mode = change.mode.with_element(self.by, True)
        change.note(f"'{self.by}' on")


@with_checks
@dataclass(frozen=True)
class Join(Action):
    """Make a joint between two named frames: a loop closes, an impact in the mass norm.

    name: of the joint, whose channels ("hold.reaction.force") are those of any other; type: of
    any joint type ("fixed", "revolute", "spherical", "prismatic", ...); a, b: named frames or
    bodies. Its axis is `axis` in the axes of each of them (of a universal joint, x of `a` and y of
    `b`, turned likewise). The frames must stand as the joint allows, within gap [m] (1e-4 of the
    length of the mechanism) and angle [rad]; where_it_is: wherever `b` is then, the joint being at
    `a`. numbers: of the type ({"length": 0.3} of a distance). The name alone makes a joint again
    that was parted.
    """

    name: str = field(metadata=TEXT)
    type: str = ""
    a: str = ""
    b: str = ""
    axis: Any = "z"
    where_it_is: bool = False
    gap: float | None = None
    angle: float = 1e-4
    numbers: Mapping[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        problems = []
        for what, value in (("gap", self.gap), ("angle", self.angle)):
            if value is not None and not (is_finite(value) and value >= 0.0):
                rule = f"{what} must be at least 0"
                problems.append(Problem("V01", f"joint '{self.name}'", rule, repr(value)[:80]))
        if not self.type and (self.a or self.b):
            rule = "joins two frames by no type of joint"
            action = "give type='fixed', 'revolute', ..."
            problems.append(Problem("V01", f"joint '{self.name}'", rule, action=action))
        if problems:
            raise ModelError(problems)

    @property
    def looks(self) -> bool:
        """Always: where the frames are when the joint is made decides its equations."""
        return True

    def apply(self, change: Change) -> None:
        """Make the joint."""
        change.join(self)


@with_checks
@dataclass(frozen=True)
class Part(Action):
    """Part a joint that `Join` has made, or one of the model that is cut: its rows vanish.

    Nothing jumps. `Join` with its name alone makes a joint of the model again.
    """

    name: str = field(metadata=TEXT)

    word = "part"

    def apply(self, change: Change) -> None:
        """Open the joint."""
        change.part(self.name)


@dataclass(frozen=True)
class FmuEvent(Action):
    """Let an FMU of Model Exchange go through an event: its states may jump."""

    name: str = field(metadata=ELEMENT)

    @property
    def looks(self) -> bool:
        """Always: the FMU decides what follows."""
        return True

    def apply(self, change: Change) -> None:
        """Ask the FMU, once for each crossing."""
        sim = change.sim
        if sim is None or sim.outside is None or not sim.outside.is_continuous:
            return
        if not any(key.startswith(f"{self.name}.") for key in change.states):
            y = sim.start(change.state)
            change.states |= sim.outside.event(sim, self.name, change.t, y)
        change.note(f"event of '{self.name}'")


def _takes_state(law: Any) -> bool:
    """Tell whether a law must be called with two arguments: (t, state)."""
    if not callable(law):
        return False
    try:
        needed = [
            p
            for p in inspect.signature(law).parameters.values()
            if p.default is p.empty and p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)
        ]
    except (TypeError, ValueError):
        return False
    return len(needed) == 2


@cache
def _acted_on(kind: Any) -> tuple[tuple[str, str], ...]:
    """Return the kinds and names of the fields that name what a run must know."""
    parts = [(f.metadata.get(NAMES), f.name) for f in fields(kind)]
    return tuple((what, name) for what, name in parts if what in ("rate", "element", "state"))


OWN = (
    Attach,
    Bounce,
    Detach,
    Drive,
    Effort,
    Enable,
    FmuEvent,
    Join,
    Lock,
    Part,
    Record,
    Release,
    Replace,
    Separate,
    SetParameter,
    SetState,
    Stop,
)
WORDS = {
    "attach",
    "disable",
    "drive",
    "effort",
    "enable",
    "join",
    "set",
    *(kind.word for kind in OWN),
}
"""The keys of the package's own actions in files; those without a `word` are read in other ways."""
ACTIONS: UserTable[type[Action]] = UserTable("action", {kind.__name__: kind for kind in OWN})
"""The classes of actions by name; `register` adds one."""


def register(kind: type[Chosen]) -> type[Chosen]:
    """Let files and results know the class of an action of a user; decorates the class.

    Raises ModelError (M32) if it is no dataclass, or if its name or word belongs to another.
    """
    taken = WORDS | {c.word for c in ACTIONS.values() if c.__qualname__ != kind.__qualname__}
    rules = []
    if not (is_dataclass(kind) and issubclass(kind, Action)):
        rules.append("must be a dataclass, and a subclass of Action")
    elif kind.word and kind.word in taken:
        rules.append(f"has the word '{kind.word}', which another action has already")
    if rules:
        element = f"action {kind.__module__}.{kind.__qualname__}"
        raise ModelError([Problem("M32", element, rule) for rule in rules])
    ACTIONS.register(kind.__name__, kind)
    return kind


def action_of(word: str) -> type[Action] | None:
    """Return the class of an action whose fields files hold, by its word; None: there is none."""
    for again in (False, True):
        if again:
            load_entry_points()
        found = [kind for kind in ACTIONS.values() if kind.word and kind.word == word]
        if found:
            return found[0]
    return None

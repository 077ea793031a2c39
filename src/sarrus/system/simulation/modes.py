"""The modes of a simulation: what holds between two events."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.kernels.loops.corrections import Tally
from sarrus.late_dataclass import dataclass
from sarrus.model.forces.switched_off import SwitchedOff
from sarrus.model.joint import Joint
from sarrus.model.joints import Openable
from sarrus.model.mass_properties import MassProperties, together
from sarrus.model.pose import matrix3, vector3
from sarrus.system.flow.base_motion import BaseLaw, base_law
from sarrus.system.names import unknown
from sarrus.system.simulation.actuation import Actuation, LawPart, part_of_law, with_tables
from sarrus.system.simulation.law_numbers import LawNumbers, shared_laws
from sarrus.system.simulation.mode_equations import DATA
from sarrus.system.simulation.mode_kernels import Simulator

if TYPE_CHECKING:
    from sarrus.system.compiled import CompiledModel
    from sarrus.system.simulation.fmus.exchange import Exchange
    from sarrus.system.simulation.frictions import FrictionModes, Grip
    from sarrus.system.system import System


@dataclass(frozen=True)
class Payload:
    """Something fixed to a body for a while; its mass properties in the body's frame."""

    name: str
    body: str
    properties: MassProperties


@dataclass(frozen=True)
class Mode:
    """Laws of effort, drives and locks, parameters, payloads, and force elements that are off.

    opened: the joints that events make or part (`Openable`) and that are open; friction: whether
    exact frictions stick or slide, by name.
    """

    inputs: Mapping[str, Any] = field(default_factory=dict)
    driven: Mapping[str, Any] = field(default_factory=dict)
    locked: tuple[str, ...] = ()
    parameters: Mapping[str, Any] = field(default_factory=dict)
    payloads: tuple[Payload, ...] = ()
    off: frozenset[str] = frozenset()
    opened: frozenset[str] = frozenset()
    friction: Mapping[str, Grip] = field(default_factory=dict)
    compiled: CompiledModel | None = field(default=None, repr=False, compare=False)
    """What knows which names mean the same."""

    @staticmethod
    def first(
        system: System,
        inputs: Mapping[str, Any] | None,
        driven: Mapping[str, Any] | None,
        locked: Iterable[str],
    ) -> Mode:
        """Return the mode in which a motion begins; refuses what is named twice."""
        mode = Mode(inputs or {}, driven or {}, tuple(locked), compiled=system.compiled)
        if len(mode.inputs) > 1:
            system.compiled.check_once("input", mode.inputs)
        if len(mode.driven) + len(mode.locked) > 1:
            system.compiled.check_once("drive or lock", (*mode.driven, *mode.locked))
        return mode

    @property
    def structure(self) -> tuple[Any, ...]:
        """What decides the equations, parameters apart."""
        laws = tuple(
            (name, _identity(law))
            for name, law in self.inputs.items()
            if callable(law) or isinstance(law, (tuple, list))
        )
        driven = tuple((name, id(law)) for name, law in self.driven.items())
        off, opened = tuple(sorted(self.off)), tuple(sorted(self.opened))
        stuck = tuple(sorted(name for name, grip in self.friction.items() if grip.stuck))
        return laws, driven, tuple(sorted(self.locked)), off, opened, stuck

    def with_parameter(self, name: str, value: Any) -> Mode:
        """Return the mode with another value of a number of the model; the last value holds."""
        rest = {key: known for key, known in self.parameters.items() if key != name}
        return replace(self, parameters={**rest, name: value})

    def with_locked(self, names: tuple[str, ...]) -> Mode:
        """Return the mode with these joints locked."""
        return replace(self, locked=tuple(dict.fromkeys(names)))

    def with_drive(self, name: str, law: Any) -> Mode:
        """Return the mode in which a coordinate follows a law."""
        free = self.without_drive(name)
        return replace(free, driven={**free.driven, name: law})

    def without_drive(self, name: str) -> Mode:
        """Return the mode in which a joint, or one coordinate, is neither locked nor driven.

        Of a joint that is held as a whole, the other coordinates stay held.
        """
        driven = {key: law for key, law in self.driven.items() if not self._meets(key, name)}
        locked = [key for part in self.locked for key in self._rest(part, name)]
        return replace(self, driven=driven, locked=tuple(dict.fromkeys(locked)))

    def holds(self, name: str) -> bool:
        """Tell whether a joint or coordinate, or a part of it, is locked or driven."""
        return any(self._meets(key, name) for key in (*self.driven, *self.locked))

    def pushes(self, name: str) -> bool:
        """Tell whether there is a law of effort on a joint or coordinate, or a part of it."""
        return any(self._meets(key, name) for key in self.inputs)

    def with_input(self, name: str, law: Any) -> Mode:
        """Return the mode with another law of effort, or none.

        Of a law on a whole joint, the efforts on its other velocities stay.
        """
        rest: dict[str, Any] = {}
        for key, value in self.inputs.items():
            left = self._rest(key, name)
            if left == (key,):
                rest[key] = value
            elif left and self.compiled is not None:
                whole = self.compiled.rate_names(key)
                for part in left:
                    rest[part] = part_of_law(key, value, whole.index(part))
        return replace(self, inputs=rest if law is None else {**rest, name: law})

    def _meets(self, name: str, other: str) -> bool:
        """Tell whether two names mean the same, or one a part of the other."""
        if self.compiled is None:
            return name == other or name.startswith(f"{other}.") or other.startswith(f"{name}.")
        return bool({*self.compiled.rate_places(name)} & {*self.compiled.rate_places(other)})

    def _rest(self, name: str, without: str) -> tuple[str, ...]:
        """Return the names of what is left of one name without what another means."""
        if not self._meets(name, without):
            return (name,)
        if self.compiled is None:
            return ()
        taken = self.compiled.rate_names(without)
        return tuple(part for part in self.compiled.rate_names(name) if part not in taken)

    def with_element(self, name: str, on: bool) -> Mode:
        """Return the mode with a force element on or off."""
        return replace(self, off=self.off - {name} if on else self.off | {name})

    def with_joined(self, name: str, frame: Mapping[str, Any]) -> Mode:
        """Return the mode with a joint made; frame: the numbers of its frame on the child."""
        return replace(self, opened=self.opened - {name}, parameters={**self.parameters, **frame})

    def with_parted(self, name: str) -> Mode:
        """Return the mode with a joint open, its frames as they are given."""
        own = f"joint:{name}."
        left = {key: value for key, value in self.parameters.items() if not key.startswith(own)}
        return replace(self, opened=self.opened | {name}, parameters=left)

    def with_friction(self, friction: Mapping[str, Grip]) -> Mode:
        """Return the mode in which frictions stick or slide so."""
        return replace(self, friction=friction)

    def with_payload(self, payload: Payload) -> Mode:
        """Return the mode with one more payload."""
        return replace(self, payloads=(*self.without_payload(payload.name).payloads, payload))

    def without_payload(self, name: str) -> Mode:
        """Return the mode without a payload."""
        return replace(self, payloads=tuple(p for p in self.payloads if p.name != name))


def _identity(law: Any) -> Any:
    """Return what tells laws apart: the law itself, or of which one it is which part."""
    return (id(law.law), law.number) if isinstance(law, LawPart) else id(law)


@dataclass
class Modes:
    """Makes the equations of modes; those of the same structure share their kernels.

    lagging: whether lagged bearings take their loads from the last step; opened: the joints that
    are open in `system`; tally: counts corrections that end below the user's eps; outside: the
    FMUs of a run; frictions: decides the modes of exact frictions, None without any.
    """

    system: System
    keywords: Mapping[str, Any]
    span: tuple[float, float]
    baumgarte: float = 0.0
    lagging: bool = False
    opened: frozenset[str] = frozenset()
    tally: Tally | None = None
    outside: Exchange | None = None
    frictions: FrictionModes | None = None
    _kernels: dict[Any, dict[str, Any]] = field(default_factory=dict)
    _systems: dict[tuple[frozenset[str], frozenset[str]], System] = field(default_factory=dict)
    _seen: list[Mode] = field(default_factory=list)
    """Modes so far, which keep their laws alive: laws are told apart by their identities."""

    @cached_property
    def _given_numbers(self) -> dict[str, Any]:
        """The parameters that the user gives, by their full names."""
        return self.system.compiled.by_full_name(self.keywords.get("parameters") or {})

    @cached_property
    def _base(self) -> BaseLaw | None:
        """The motion of ground over the span; at one instant, it is among the inputs."""
        return base_law(self.keywords.get("base"), self.span)

    def simulator(self, mode: Mode, q: np.ndarray) -> Simulator:
        """Return the equations of a mode that begins at q."""
        system = self._system(mode.off, mode.opened)
        keywords = {key: value for key, value in self.keywords.items() if key != "parameters"}
        numbers = self._numbers(system, mode)
        self._seen.append(mode)
        if numbers:
            keywords["parameters"] = numbers
        laws = with_tables(mode.inputs, self.span)
        if self._base is not None:
            keywords["base"] = self._base
        driven, of_laws, text = mode.driven, None, None
        if system.compiled.compiler.cache.shares_code:
            of_laws = LawNumbers()
            driven, driven_text = shared_laws(of_laws, driven)
            laws, text_of_efforts = shared_laws(of_laws, laws)
            text = _text_of([*driven_text, *text_of_efforts])
        return Simulator(
            system,
            Actuation(system, laws),
            system.compiled.last_inputs(**keywords),
            driven,
            self.baumgarte,
            keywords,
            (*mode.locked, *self._stuck(mode)),
            q,
            self._kernels.setdefault(mode.structure, {}),
            self.lagging,
            base=self._base,
            tally=self.tally,
            numbers=of_laws,
            laws_text=text,
            outside=self.outside,
        )

    def _stuck(self, mode: Mode) -> tuple[str, ...]:
        """Return the rates that frictions hold."""
        model = self.system.model
        held = [e for e in model.forces if e.name in mode.friction and mode.friction[e.name].stuck]
        return tuple(model.joint(e.joint).velocity_names[e.index] for e in held)  # type: ignore[attr-defined]

    def _system(self, off: frozenset[str], opened: frozenset[str]) -> System:
        if not off and opened == self.opened:
            return self.system
        if (off, opened) not in self._systems:
            self._systems[off, opened] = self._variant(off, opened)
        return self._systems[off, opened]

    def _variant(self, off: frozenset[str], opened: frozenset[str]) -> System:
        """Return the system with force elements off and joints open."""
        known = {element.name for element in self.system.model.forces}
        wheels = {f"joint:{j.name}" for j in self.system.model.joints if not j.type.in_tree}
        gone = off - known - wheels
        missing = [unknown("force element", n, sorted(known)) for n in gone]
        if missing:
            raise ModelError(missing)
        lagged = [b.name for b in self.system.compiled.loops.bearings if b.lagged and b.name in off]
        if self.lagging and lagged:
            rule = "is lagged: what it has left cannot be kept while it is off"
            action = "set its mu to 0 instead, or let it not lag"
            element = f"bearing_friction '{lagged[0]}'"
            raise ModelError(Problem("D16", element, rule, action=action))
        # states of an element that is off stay in y, as they are
        left = tuple(
            SwitchedOff(e) if e.name in off else e
            for e in self.system.model.forces
            if e.name not in off or e.states
        )
        joints = tuple(
            with_openness(j, j.name in opened)
            for j in self.system.model.joints
            if f"joint:{j.name}" not in off
        )
        found = self.system.compiled.variant(replace(self.system.model, forces=left, joints=joints))
        # an element that is off keeps its channels, which are those of one that does nothing
        found.compiled.catalogue = self.system.compiled.catalogue
        return found

    def _numbers(self, system: System, mode: Mode) -> dict[str, Any]:
        """Return the parameters of a mode, those of payloads included."""
        full = self.system.compiled.full_parameter
        changed = {full(name): value for name, value in mode.parameters.items()}
        numbers = {**self._given_numbers, **changed}
        for name, grip in mode.friction.items():
            for part, value in zip(grip._fields, grip, strict=True):
                numbers[f"force:{name}.{part}"] = float(value)
        for body in dict.fromkeys(p.body for p in mode.payloads):
            carried = [p.properties for p in mode.payloads if p.body == body]
            own = _own(system, body, numbers)
            whole = together([own, *carried])
            numbers[f"body:{body}.mass"] = whole.mass
            numbers[f"body:{body}.com"] = np.array(whole.com)
            numbers[f"body:{body}.inertia"] = np.array(whole.inertia)
        off = tuple(f"force:{name}." for name in mode.off)
        return {name: value for name, value in numbers.items() if not name.startswith(off or "\0")}


def _text_of(laws: list[Any]) -> str | None:
    """Return what tells laws apart, None where some are functions."""
    known = all(isinstance(law, DATA) for _, law in laws)
    return repr(laws) if known else None


def with_openness(joint: Joint, opened: bool) -> Joint:
    """Return a joint that events make or part, open or closed; any other as it is."""
    if not isinstance(joint.type, Openable) or joint.type.is_open == opened:
        return joint
    return replace(joint, type=replace(joint.type, closed=not opened))


def _own(system: System, body: str, numbers: Mapping[str, Any]) -> MassProperties:
    """Return the mass properties of a body, with its numbers that were changed."""
    known = system.model.body(body)
    usual = {"mass": known.mass, "com": known.com, "inertia": known.inertia}
    values: dict[str, Any] = {k: numbers.get(f"body:{body}.{k}", x) for k, x in usual.items()}
    return MassProperties(float(values["mass"]), vector3(values["com"]), matrix3(values["inertia"]))

"""The sections of a study, read together: how it is compiled, starts, is driven and runs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Any

import numpy as np

from sarrus.errors import Location
from sarrus.formats.yaml.output_units import read_output_units
from sarrus.formats.yaml.page import At, Page
from sarrus.formats.yaml.scope import Scope
from sarrus.late_dataclass import dataclass
from sarrus.model.model import Model
from sarrus.study import values
from sarrus.study.actions import Actions
from sarrus.study.design import (
    BalancePlan,
    BalanceReader,
    TolerancesPlan,
    TolerancesReader,
)
from sarrus.study.equilibrium import EquilibriumPlan, EquilibriumReader
from sarrus.study.events import Channel, Events
from sarrus.study.film import FilmPlan, FilmReader
from sarrus.study.identification import IdentificationPlan, IdentificationReader
from sarrus.study.laws import Visible, law, laws
from sarrus.study.manoeuvres import ManoeuvrePlan, read_manoeuvres
from sarrus.study.names import Names
from sarrus.study.optimal_motion import OptimalMotionPlan, OptimalMotionReader
from sarrus.study.optimization import OptimizationPlan, OptimizationReader
from sarrus.study.parameters import parameter
from sarrus.study.pose_laws import KEYS, joint_motion, pose_law
from sarrus.study.realtime import RealtimePlan, RealtimeReader
from sarrus.study.settings import (
    Assembly,
    Settings,
    read_assembly,
    read_options,
    read_settings,
)
from sarrus.study.sliders import Slider, SliderReader
from sarrus.system import Event, GroundMotion, PointDrive, PoseLaw, Sampled
from sarrus.system.quantities.parameters import parameter_parts
from sarrus.system.simulation.state_law import StateLaw


@dataclass(frozen=True)
class Plan:
    """What a file says about its study; the words are those of `System` and its methods.

    options: of `Model.compile`; drives: laws of coordinates; points: those of points of bodies;
    base: the motion of ground, None where it is at rest; equilibrium: of rest or steady motion;
    realtime: at the pace of the clock; outputs, units: what is shown of runs; sliders: numbers that
    a person moves on the live page; film: how one is taken; optimize: what is minimized; balance,
    tolerances: of the design; manoeuvres: what a vehicle drives, by name; optimal_motion: to
    an end.
    """

    settings: Settings = field(default_factory=Settings)
    assembly: Assembly = field(default_factory=Assembly)
    options: Mapping[str, Any] = field(default_factory=dict)
    inputs: Mapping[str, Any] = field(default_factory=dict)
    drives: Mapping[str, Any] = field(default_factory=dict)
    points: tuple[PointDrive, ...] = ()
    locked: tuple[str, ...] = ()
    events: tuple[Event, ...] = ()
    outputs: tuple[str, ...] = ()
    base: GroundMotion | PoseLaw | None = None
    equilibrium: EquilibriumPlan = field(default_factory=EquilibriumPlan)
    realtime: RealtimePlan = field(default_factory=RealtimePlan)
    units: tuple[str, ...] = ()
    sliders: tuple[Slider, ...] = ()
    film: FilmPlan = field(default_factory=FilmPlan)
    balance: BalancePlan = field(default_factory=BalancePlan)
    tolerances: TolerancesPlan = field(default_factory=TolerancesPlan)
    optimize: OptimizationPlan = field(default_factory=OptimizationPlan)
    identify: IdentificationPlan = field(default_factory=IdentificationPlan)
    manoeuvres: Mapping[str, ManoeuvrePlan] = field(default_factory=dict)
    optimal_motion: OptimalMotionPlan = field(default_factory=OptimalMotionPlan)
    places: Mapping[str, Location] = field(default_factory=dict, compare=False, repr=False)
    """Where the file wants what: the element of a message about the start, and its place."""

    @property
    def keywords(self) -> dict[str, Any]:
        """Keywords of every call of the system."""
        return {} if self.base is None else {"base": self.base}


@dataclass(frozen=True)
class Sections:
    """Reads the sections of a study; model: None where it could not be built.

    channel: the unit of a channel of a history by name, None where there is none of it.
    """

    page: Page
    scope: Scope
    raw: Mapping[str, Any]
    names: Names
    model: Model | None
    channel: Channel

    def plan(self) -> Plan:
        """Return the plan; all problems are left with the page."""
        settings = self._section(
            "run", lambda at, raw: read_settings(at, raw, self.names), Settings()
        )
        drives, points = self._section("drives", self._drives, ({}, ()))
        inputs = self._section("inputs", self._inputs, {})
        units = self._section("units", read_output_units, ())
        sliders = SliderReader(self.names, self.model, inputs, drives, units)
        assembly = self._section(
            "assembly", lambda at, raw: read_assembly(at, self.names, raw), Assembly()
        )
        constants = self.page.raw(("constants",)) or {}
        best = OptimizationReader(self.names, self.model, self.channel, assembly, inputs, constants)
        plan = Plan(
            settings,
            assembly,
            self._section("compile", self._options, {}),
            inputs,
            drives,
            points,
            self._section("locked", self._locked_joints, ()),
            self._section("events", self._events, ()),
            self._section("outputs", self._outputs, ()),
            self._section("base", self._base, None),
            self._section("equilibrium", self.equilibria.read, EquilibriumPlan()),
            self._section(
                "realtime", RealtimeReader(self.names, self._outputs).read, RealtimePlan()
            ),
            units,
            self._section("sliders", sliders.read, ()),
            self._section("film", FilmReader(self.model).read, FilmPlan()),
            self._section("balance", BalanceReader(self.model).read, BalancePlan()),
            self._section(
                "tolerances", TolerancesReader(self.model, self.channel).read, TolerancesPlan()
            ),
            self._section("optimize", best.read, OptimizationPlan()),
            self._section("identify", IdentificationReader(self.model).read, IdentificationPlan()),
            self._section("manoeuvres", read_manoeuvres, {}),
            self._section(
                "optimal_motion",
                OptimalMotionReader(self.names, self.channel).read,
                OptimalMotionPlan(),
            ),
            self._places(assembly),
        )
        self._check_kind(plan)
        drives_at, locked_at = self._at("drives"), self._at("locked")
        held = [(drives_at.key(name, name), name) for name in drives]
        listed = self.raw.get("locked")
        for i, name in enumerate(listed if isinstance(listed, (list, tuple)) else [listed]):
            if name in plan.locked:
                held.append((locked_at.key(i) if listed is not name else locked_at, name))
        self._check_once(held)
        return plan

    def _places(self, assembly: Assembly) -> dict[str, Location]:
        """Return where the file has what it wants at the start, by the elements of messages."""
        at = self._at("assembly")
        asked = [("wanted", "wanted", n) for n in assembly.wanted]
        asked += [("rates", "rate", n) for n in assembly.rates]
        places = {f"{word} '{n}'": at.key(key).key(n).place for key, word, n in asked}
        return {element: place for element, place in places.items() if place is not None}

    @property
    def equilibria(self) -> EquilibriumReader:
        """What reads the section `equilibrium`."""
        return EquilibriumReader(self.names, self.model, self.channel)

    def _check_once(self, named: list[tuple[At, str]]) -> None:
        """Report velocities that several names mean."""
        values.check_once([(at, name, self.names.velocities_of(name)) for at, name in named])

    def _at(self, section: str) -> At:
        return At(self.page, section, (section,), self.scope)

    def _section(self, name: str, read: Callable[[At, Any], Any], default: Any) -> Any:
        raw = self.raw.get(name)
        return default if raw is None else read(self._at(name), raw)

    def _options(self, at: At, raw: Any) -> dict[str, Any]:
        found = read_options(at, self.names, raw)
        here = at.key("parameters", "parameters")
        read = [
            (here.key(i), name, parameter(here.key(i), self.model, name))
            for i, name in enumerate(found.get("parameters", ()))
        ]
        values.check_once(
            [(at, name, parameter_parts(known[0])) for at, name, known in read if known]
        )
        return found

    def _inputs(self, at: At, raw: Any) -> dict[str, Any]:
        found = {}
        sees = Visible.to_efforts(self.names)
        for name, value in values.named_values(at, raw).items():
            units, here = self.names.effort_units(str(name)), at.key(name, str(name))
            if units is None:
                values.unknown_key(at, name, self.names.velocities, "joint or velocity")
                continue
            found[name] = laws(here, value, units, sees)
        self._check_once([(at.key(name, name), name) for name in found])
        return {name: value for name, value in found.items() if value is not None}

    def _drives(self, at: At, raw: Any) -> tuple[dict[str, Any], tuple[PointDrive, ...]]:
        found, points = {}, []
        for name, value in values.named_values(at, raw).items():
            here = at.key(name, str(name))
            if isinstance(value, Mapping) and "body" in value and "path" in value:
                points.append(self._point(here, value))
                continue
            units = self.names.coordinate_units(str(name))
            if units is None and isinstance(value, Mapping) and "path" in value:
                points.append(self._point(here, value))
                continue
            if units is None:
                values.unknown_key(at, name, self.names.coordinates, "joint or coordinate")
                continue
            found[name] = joint_motion(here, str(name), value, self.names)
        kept = {name: value for name, value in found.items() if value is not None}
        return kept, tuple(point for point in points if point is not None)

    def _base(self, at: At, raw: Any) -> GroundMotion | PoseLaw | None:
        """Return {position: three laws of t, rotation: three of the angles about x, y, z}.

        Or a pose by other words, as those of joints.
        """
        if isinstance(raw, Mapping) and {*raw} & {*KEYS} - {"position", "rotation"}:
            return pose_law(at, raw)
        found: dict[str, Any] = {}
        for name, value in values.known_keys(at, raw, ("position", "rotation")).items():
            here = at.key(name, name)
            if not isinstance(value, (list, tuple)) or len(value) != 3:
                here.refuse(value, "must be three numbers or laws of t, for x, y and z")
                continue
            unit = "m" if name == "position" else "rad"
            found[name] = tuple(law(here.key(i), part, unit) for i, part in enumerate(value))
        if any(part is None for parts in found.values() for part in parts):
            return None
        return GroundMotion(**found)

    def _point(self, at: At, raw: Mapping[str, Any]) -> PointDrive | None:
        """Return {body, at, path: [three laws of t], components}."""
        entries = values.known_keys(at, raw, ("body", "at", "path", "components"), ("body", "path"))
        body = values.name_of(
            at.key("body", "body"), entries.get("body"), self.names.bodies, "body"
        )
        place = values.several(at.key("at", "at"), entries.get("at", [0, 0, 0]), ("m",) * 3)
        here, path = at.key("path", "path"), entries["path"]
        if not isinstance(path, (list, tuple)) or len(path) != 3:
            here.refuse(path, "must be three laws of t")
            return None
        parts = [law(here.key(i), part, "m") for i, part in enumerate(path)]
        components = entries.get("components", "xyz")
        if not isinstance(components, str) or not components or set(components) - set("xyz"):
            at.key("components", "components").refuse(components, "must be letters of xyz")
            return None
        if body is None or place is None or any(part is None for part in parts):
            return None
        return PointDrive(body, place, path_of(parts), components)

    def _locked_joints(self, at: At, raw: Any) -> tuple[str, ...]:
        found = []
        for here, name in values.items(at, raw):
            if isinstance(name, str) and self.names.rate_units(name) is not None:
                found.append(name)
            else:
                values.name_of(here, name, self.names.velocities, "joint or coordinate")
        return tuple(found)

    def _events(self, at: At, raw: Any) -> tuple[Event, ...]:
        return Events(Actions(self.names, self.model), self.channel).read(at, raw)

    def _outputs(self, at: At, raw: Any) -> tuple[str, ...]:
        found = []
        for here, name in values.items(at, raw):
            if at.page.is_full:
                break
            if isinstance(name, str) and (self.model is None or self.channel(name) is not None):
                found.append(name)
            elif values.text(here, name) is not None:
                hint = at.page.hint(lambda name=name: self._near(name))  # type: ignore[misc]
                here.report("M09", "is not a channel", value=here.literal(name), action=hint)
        return tuple(found)

    def _near(self, name: str) -> str:
        names = self.names
        vectors = [f"{p}.{part}" for p in names.places for part in ("position", "acceleration")]
        loads = [f"{joint}.reaction.force" for joint in names.joints]
        return names.hint(name, [*names.coordinates, *names.velocities, *vectors, *loads])

    def _check_kind(self, plan: Plan) -> None:
        """Report what does not go with the kind of the run."""
        if plan.settings.kind == "simulate":
            if plan.points:
                rule = "prescribes points, which needs run: {kind: drive}"
                self._at("drives").report("S08", rule)
            return
        if plan.events:
            rule = "are not used where the motion is prescribed (kind: drive)"
            self._at("events").report("S08", rule, action="leave them out, or use kind: simulate")
        if not self.raw.get("drives"):
            rule = "prescribes the motion (kind: drive), but the file has no section 'drives'"
            action = 'write drives: {A: "60 [rpm]*t"}, or simulate instead (`sarrus run`)'
            self._at("run").report("S08", rule, action=action)
        for name, effort in plan.inputs.items():
            if isinstance(effort, (StateLaw, Sampled, tuple)):
                rule = "must be a number or an expression of t where the motion is prescribed"
                self._at("inputs").key(name, name).report("S08", rule)


def path_of(parts: list[Any]) -> Callable[[Any], np.ndarray]:
    """Return the path of a point from three laws of t."""
    return lambda t: np.array([part(t) if callable(part) else part for part in parts])

"""From an FMU and what a user wrote of its variables to a force element."""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from sarrus.errors import ModelError
from sarrus.late_dataclass import dataclass
from sarrus.model.building.entry import Entry, is_list
from sarrus.model.building.functions import report_untraceable
from sarrus.model.building.reading import Reading
from sarrus.model.building.references import find, nearest
from sarrus.model.building.user_forces import CHANNELS, law_motion, named_parts
from sarrus.model.fmu_permission import allow_fmu
from sarrus.model.forces.element import ElementState
from sarrus.model.forces.fmu import CHOSEN, Fmu, state_name
from sarrus.model.forces.recorder import NotTraceable, attempt, check_derivatives
from sarrus.model.forces.user_motion import Act, Motion, UserLoad
from sarrus.model.forces.user_state_force import Memory
from sarrus.model.options import shown_unit
from sarrus.model.quantity import QuantityError
from sarrus.model.units import si_unit

if TYPE_CHECKING:
    from sarrus.formats.fmi.description import FmuDescription, FmuUnit, FmuVariable

FORCE, LENGTH = "N", "m"


def read_fmu_element(reading: Reading) -> Fmu | None:
    """Return the element of an FMU; None after problems, all of which are reported."""
    values = reading.attributes(Fmu)
    description = _description(reading)
    if description is None:
        return None
    kind = _kind(reading, description, values)
    reader = _Reader(reading, description, kind)
    element = reader.element(values)
    if element is None or reading.failed:
        return None
    if reading.entry.place("") is None:  # a program has named it, not a file
        allow_fmu(element.file)
    return element


def _description(reading: Reading) -> FmuDescription | None:
    from sarrus.formats.fmi.description import read_fmu

    raw, entry = reading.get("file"), reading.entry
    if not isinstance(raw, (str, os.PathLike)):
        entry.report("M25", "file", "must be the name of an FMU", value=entry.literal("file", raw))
        return None
    try:
        return read_fmu(os.path.abspath(os.fspath(raw)))
    except ModelError as error:
        place = entry.place("file")
        entry.problems.extend(
            p if p.location is not None and p.location.line > 1 and p.code != "F09"
            else dataclasses.replace(p, element=f"{entry.element} / file", location=place)
            for p in error.problems
        )  # fmt: skip
        return None


def _kind(reading: Reading, description: FmuDescription, values: Mapping[str, Any]) -> str:
    """Return the kind of FMI that is meant; report what does not fit."""
    entry, every = reading.entry, values.get("every")
    kind = str(values.get("kind", CHOSEN))
    there = description.abilities
    listed = ", ".join(there)
    if kind == CHOSEN:
        kind = "co_simulation" if every is not None else "model_exchange"
        kind = kind if kind in there else next(iter(there))
    if kind not in there:
        rule = f"is not a kind that this FMU has: {listed}"
        entry.report("M25", "kind", rule, value=entry.literal("kind", kind))
    if kind == "co_simulation" and every is None:
        rule = "is needed: the FMU goes on by steps of its own (Co-Simulation)"
        entry.report("M28", "every", rule, action="give every=1e-3, the time between exchanges [s]")
    if kind == "model_exchange" and every is not None:
        rule = "is for Co-Simulation; this is Model Exchange, integrated with the motion"
        action = "leave it out" if CHOSEN in str(reading.get("kind")) else "leave one of them out"
        entry.report("M28", "every", rule, action=action)
    if description.ability(kind, "needsExecutionTool"):
        rule = "needs the program that exported it to run, which is not started from here"
        action = "export it as an FMU that stands alone"
        entry.report("F25", "file", rule, value=entry.literal("file", reading.get("file")),
                     action=action)  # fmt: skip
    for clock in description.clocks_to_tick:
        rule = f"has the clock '{clock}', which waits for ticks, and clocks are not read"
        entry.report("F25", "file", rule, value=entry.literal("file", reading.get("file")),
                     action="export it without clocks, with time events in its place")  # fmt: skip
    return kind


@dataclass
class _Reader:
    """Reads inputs, outputs, loads and parameters."""

    reading: Reading
    description: FmuDescription
    kind: str

    @property
    def entry(self) -> Entry:
        return self.reading.entry

    def table(self, option: str) -> Mapping[str, Any]:
        """Return an option that is a mapping of variables."""
        raw = self.reading.get(option)
        if raw is None or isinstance(raw, Mapping):
            return raw or {}
        if option == "outputs" and is_list(raw):  # only shown
            return dict.fromkeys(raw)
        rule = "must be variables of the FMU by name"
        self.entry.report("M25", option, rule, value=self.entry.literal(option, raw))
        return {}

    def variable(self, option: str, name: Any, fits: list[FmuVariable]) -> FmuVariable | None:
        """Return a variable by its name; report one that is not there, or not for this."""
        attribute = f"{option} {name!r}"
        known = self.description.by_name
        found = known.get(str(name))
        if found is not None and found in fits:
            return found
        if found is None:
            rule = f"is not the name of a {_role(option)}"
            action = nearest(str(name), sorted(v.name for v in fits))
        else:
            rule = f"is a {found.causality} of the FMU, not a {_role(option)}"
            action = ""
        self.entry.report("M09", attribute, rule, value=f"'{name}'", action=action)
        return None

    # --- what goes in ----------------------------------------------------------------------------

    def input_values(self, motion: Motion) -> tuple[list[FmuVariable], list[Any]]:
        """Return the variables that are told something, and the values of that in SI units."""
        fits = self.description.of_causality("input")
        variables: list[FmuVariable] = []
        results: list[Any] = []
        for name, raw in self.table("inputs").items():
            variable = self.variable("inputs", name, fits)
            if variable is None or not self._is_usable("inputs", variable):
                continue
            value = self._input_value(f"inputs {name!r}", raw, variable, motion)
            if value is not None:
                variables.append(variable)
                results.append(value)
        return variables, results

    def _is_usable(self, option: str, variable: FmuVariable) -> bool:
        attribute = f"{option} {variable.name!r}"
        if not variable.is_number:
            what = f"an array of {variable.size}" if variable.size else f"a {variable.kind}"
            own = [v.name for v in self.description.variables
                   if v.reference == variable.reference and v.is_number]  # fmt: skip
            more = ", ..." if len(own) > 3 else ""
            action = f"name its elements: {', '.join(own[:3])}{more}" if own else ""
            self.entry.report("F25", attribute, f"is {what}, not one number", value=variable.name,
                              action=action)  # fmt: skip
            return False
        if variable.clocked:
            rule = "has values at the ticks of a clock only, and clocks are not read"
            action = "export it without clocks, or name another variable"
            self.entry.report("F25", attribute, rule, value=variable.name, action=action)
            return False
        discrete = variable.kind != "Float64" or variable.variability != "continuous"
        if option == "inputs" and self.kind == "model_exchange" and discrete:
            rule = "changes at events only, and what the motion tells changes all the time"
            action = "use Co-Simulation, or set it as a parameter"
            self.entry.report("F25", attribute, rule, value=variable.name, action=action)
            return False
        return True

    def _input_value(
        self, attribute: str, raw: Any, variable: FmuVariable, motion: Motion
    ) -> Any | None:
        entry = self.entry
        if callable(raw):
            return self._value_of_call(attribute, raw, lambda: raw(motion))
        if isinstance(raw, str):
            for names, read, units in (
                (motion.coordinates, motion.coordinate, "coordinates"),
                (motion.rates, motion.rate, "velocities"),
            ):
                if raw in names:
                    self._compare(attribute, variable, self._unit_of(raw, units))
                    return read(raw)
            if raw in ("t", "time"):
                self._compare(attribute, variable, "s")
                return motion.time
            known = sorted({*motion.coordinates, *motion.rates})
            if not any(c.isdigit() for c in raw.strip()[:1]):
                find(entry, attribute, raw, known, "coordinate or velocity")
                return None
        if is_list(raw) and len(raw) == 2 and all(isinstance(x, str) for x in raw):
            names_ = [find(entry, attribute, x, sorted(motion.points), "point") for x in raw]
            self._compare(attribute, variable, LENGTH)
            return None if None in names_ else motion.distance(*raw)
        number = entry.number(attribute, raw, _si_text(variable.unit))
        return number

    def _value_of_call(
        self, attribute: str, function: Callable[..., Any], call: Callable[[], Any]
    ) -> Any:
        try:
            return attempt(function, call)
        except NotTraceable as problem:
            report_untraceable(self.entry, attribute, function, problem)
            return None

    def _unit_of(self, name: str, which: str) -> str:
        joints = self.reading.scope.joints.values()
        for joint in joints:
            listed = getattr(joint.type, which)
            for item in listed:
                if name in (joint.name, f"{joint.name}.{item.name}"):
                    return str(item.unit)
        return ""

    def _compare(self, attribute: str, variable: FmuVariable, unit: str) -> None:
        """Report a variable whose unit is of another dimension."""
        wanted = variable.unit.dimension
        if wanted is None or not unit:
            return
        if si_unit(unit)[1] != wanted and _without_angles(si_unit(unit)[1]) != wanted:
            rule = f"is in {unit}, and the variable of the FMU in {variable.unit.name}"
            action = "give a function of the motion that returns what the variable means, in SI"
            self.entry.report("M05", attribute, rule, action=action)

    # --- what comes out --------------------------------------------------------------------------

    def outputs(self, fits: list[FmuVariable]) -> dict[str, tuple[FmuVariable, Any]]:
        """Return the outputs with where they act, by the names of their states."""
        found: dict[str, tuple[FmuVariable, Any]] = {}
        for name, raw in self.table("outputs").items():
            variable = self.variable("outputs", name, fits)
            if variable is not None and self._is_usable("outputs", variable):
                found[output_name(variable.name, [*found])] = (variable, raw)
        return found

    def loads(
        self, motion: Motion, shown: Mapping[str, tuple[FmuVariable, Any]]
    ) -> tuple[list[UserLoad], str]:
        """Return the loads of outputs and those of the function of the user, and its name."""
        found: list[UserLoad] = []
        for state, (variable, raw) in shown.items():
            attribute = f"outputs {variable.name!r}"
            if isinstance(raw, str):
                name = find(self.entry, attribute, raw, sorted(motion.rates), "velocity")
                if name is not None:
                    rate = self._unit_of(name, "velocities")
                    effort = {"rad/s": "N*m", "m/s": FORCE}.get(rate, "")
                    self._compare(attribute, variable, effort)
                    found.append(motion.effort(name, motion.state(state)))
            elif is_list(raw) and len(raw) == 2:
                names = [find(self.entry, attribute, x, sorted(motion.points), "point")
                         for x in raw]  # fmt: skip
                if None not in names:
                    self._compare(attribute, variable, FORCE)
                    gap = motion.position(raw[1]) - motion.position(raw[0])
                    push = motion.state(state) * gap / motion.distance(*raw)
                    found += [motion.force(raw[0], -push), motion.force(raw[1], push)]
            elif raw is not None:
                rule = "must be the name of a velocity, two points, or None where it is only shown"
                value = self.entry.literal(attribute, raw)
                self.entry.report("M25", attribute, rule, value=value)
        function = self.reading.get("loads")
        if function is None:
            return found, "loads"
        if not callable(function):
            value = self.entry.literal("loads", function)
            self.entry.report("M25", "loads", "must be a function of the motion", value=value)
            return found, "loads"
        more = self._value_of_call("loads", function, lambda: function(motion))
        listed = [more] if isinstance(more, UserLoad) else list(more or ())
        if not all(isinstance(load, UserLoad) for load in listed):
            rule = "must return what motion.force, moment or effort return, or a list"
            self.entry.report("M25", "loads", rule)
            return found, "loads"
        return [*found, *listed], str(getattr(function, "__qualname__", "loads"))

    # --- parameters ------------------------------------------------------------------------------

    def parameters(self) -> tuple[list[tuple[str, int, str, Any]], list[tuple[str, Any]]]:
        """Return values to set before the start in units of the FMU, and as they were given."""
        fits = [v for v in self.description.variables if v.is_settable and v.causality != "input"]
        found: list[tuple[str, int, str, Any]] = []
        written: list[tuple[str, Any]] = []
        for name, raw in self.table("parameters").items():
            variable = self.variable("parameters", name, fits)
            if variable is None:
                continue
            value, kept = self._parameter(f"parameters {name!r}", raw, variable)
            if kept is not None:
                found.append((variable.name, variable.code, variable.kind, value))
                written.append((variable.name, kept))
        return found, written

    def _parameter(self, attribute: str, raw: Any, variable: FmuVariable) -> tuple[Any, Any]:
        """Return a value in the unit of the FMU, and in SI."""
        kind, entry = variable.kind, self.entry
        if kind == "Boolean" or kind == "String":
            fits = isinstance(raw, bool if kind == "Boolean" else str)
            if not fits:
                what = "true or false" if kind == "Boolean" else "text"
                value = entry.literal(attribute, raw)
                entry.report("M25", attribute, f"must be {what}", value=value)
            return (raw, raw) if fits else (None, None)
        if not variable.is_number or isinstance(raw, bool):
            rule = "is not one number"
            entry.report("F25" if variable.size else "M25", attribute, rule,
                         value=entry.literal(attribute, raw))  # fmt: skip
            return None, None
        number = _number(entry, attribute, raw, variable.unit)
        if number is None:
            return None, None
        own = variable.unit.from_si(number)
        if not variable.kind.startswith("Float") and own != round(own):
            rule = "must be a whole number"
            entry.report("M25", attribute, rule, value=entry.literal(attribute, raw))
            return None, None
        if not variable.least <= own <= variable.most:
            rule = f"is not from {variable.least:g} to {variable.most:g}, as the FMU has it"
            entry.report("M04", attribute, rule, value=entry.literal(attribute, raw))
            return None, None
        return own, number

    # --- all together ----------------------------------------------------------------------------

    def element(self, values: Mapping[str, Any]) -> Fmu | None:
        """Return the element; None after a problem."""
        reading, description = self.reading, self.description
        own = Reading(reading.scope, reading.entry, reading.name,
                      {"points": reading.get("points")})  # fmt: skip
        motion, parts = law_motion(own)
        told, results = self.input_values(motion)
        outputs = [v for v in description.variables
                   if v.causality in ("output", "local", "calculatedParameter")]  # fmt: skip
        shown = self.outputs(outputs)
        state_values, written = self.parameters()
        memory, count, indicators = self._memory(shown)
        acting = dataclasses.replace(
            motion, states=frozenset(shown), recorder=type(motion.recorder)(), reads=[]
        )
        loads, name = self.loads(acting, shown)
        if reading.failed:
            return None
        try:
            formula = acting.recorder.formula(name, [x for load in loads for x in load.values])
            told_formula = motion.recorder.formula("told", results)
            check_derivatives(formula)
            check_derivatives(told_formula)
        except NotTraceable as problem:
            report_untraceable(self.entry, "loads", loads, problem)  # type: ignore[arg-type]
            return None
        acts: tuple[Act, ...] = tuple(load.act for load in loads)
        return Fmu(
            reading.name,
            reads=tuple(acting.reads),
            acts=acts,
            formula=formula,
            memory=memory,
            state_reads=tuple(motion.reads),
            state_formula=told_formula,
            file=description.file,
            every=values.get("every", 0.0),
            patience=values.get("patience", 60.0),
            kind=self.kind,
            version=description.version,
            token=description.token,
            told=tuple(_wire(v) for v in told),
            told_units=tuple(_shown_si(v.unit) for v in told),
            shown=tuple(_wire(v) for v, _ in shown.values()),
            values=tuple(state_values),
            state_wires=tuple(
                (u.factor, u.offset) for u in (self._state(n).unit for n in self._states)
            ),
            states_count=count,
            indicator_count=indicators,
            written=tuple(written),
            **named_parts(parts, [*motion.reads, *acting.reads], acts),
        )

    @property
    def _states(self) -> tuple[str, ...]:
        return self.description.states if self.kind == "model_exchange" else ()

    def _state(self, name: str) -> FmuVariable:
        return self.description.by_name[name]

    def _memory(
        self, shown: dict[str, tuple[FmuVariable, Any]]
    ) -> tuple[tuple[Memory, ...], int, int]:
        """Return states, rates, outputs and indicators with start values, units and scales."""
        states: list[Memory] = []
        rates: list[Memory] = []
        taken = [*CHANNELS, *dir(Fmu), *Fmu.__dataclass_fields__, *shown]
        for name in self._states:
            variable = self._state(name)
            if not variable.is_number:
                rule = f"has the array '{name}' among its states, which is not read"
                self.entry.report("F25", "file", rule, action="use its Co-Simulation")
                continue
            unit = _shown_si(variable.unit)
            known = [*taken, *(m[0] for m in states)]
            own = state_name(name, known)
            own = state_name(f"{name}_state", known) if own.endswith("_") else own
            nominal = abs(variable.nominal or 0.0) * abs(variable.unit.factor) or None
            states.append((own, variable.unit.in_si(variable.number or 0.0), unit, nominal))
            called = state_name(f"rate_of_{own}", [*taken, *(m[0] for m in rates)])
            rates.append((called, 0.0, ElementState(own, unit, "").rate_unit, None))
        outputs: list[Memory] = [
            (name, v.unit.in_si(v.number or 0.0), _shown_si(v.unit), None)
            for name, (v, _) in shown.items()
        ]
        count = self.description.indicators if self.kind == "model_exchange" else 0
        names = [m[0] for m in (*states, *rates, *outputs)]
        marks: list[Memory] = []
        for k in range(count):
            marks.append((state_name(f"indicator_{k + 1}", [*taken, *names]), 1.0, "", None))
        if self.kind == "model_exchange":
            marks.append((state_name("pending", [*taken, *names]), 0.0, "", None))
        return (*states, *rates, *outputs, *marks), len(states), count


def output_name(variable: str, known: Sequence[str]) -> str:
    """Return the name of the state that stands for an output, beside those that are known."""
    return state_name(variable, [*CHANNELS, *dir(Fmu), *Fmu.__dataclass_fields__, *known])


def _role(option: str) -> str:
    word = {"inputs": "an input", "outputs": "an output", "parameters": "a parameter"}[option]
    return f"variable of the FMU that is {word}"


def _wire(variable: FmuVariable) -> tuple[str, int, str, float, float]:
    unit = variable.unit
    return variable.name, variable.code, variable.kind, unit.factor, unit.offset


def _number(entry: Entry, attribute: str, raw: Any, unit: FmuUnit) -> float | None:
    """Return a number in SI; text may have the unit of the FMU, also one that starts elsewhere."""
    if is_list(raw) and len(raw) == 2 and isinstance(raw[1], str):  # of a file: (SI, its unit)
        raw = f"{raw[0]!r} {raw[1]}"
    return entry.number(attribute, raw, _si_text(unit))


def _si_text(unit: FmuUnit) -> str:
    """Return the SI unit of what a variable means, as units are written."""
    from sarrus.formats.fmi.description import dimension_text

    if unit.dimension is None:
        return "dimensionless"
    name = unit.name.replace(".", "*").replace(" ", "*")
    if name and unit.factor == 1.0 and unit.offset == 0.0 and _means(name, unit):
        return name
    return dimension_text(unit.dimension).replace(" ", "*") if unit.dimension else "dimensionless"


def _means(name: str, unit: FmuUnit) -> bool:
    """Tell whether a name is that of a unit of ours, and the same as one of an FMU."""
    try:
        factor, dimension = si_unit(name)
    except QuantityError:
        return False
    return factor == 1.0 and _without_angles(dimension) == unit.dimension


def _shown_si(unit: FmuUnit) -> str:
    text = _si_text(unit)
    return "" if text == "dimensionless" else shown_unit(text)


def _without_angles(dimension: Any) -> Any:
    from sarrus.model.units import without_cycles

    return without_cycles(dimension)

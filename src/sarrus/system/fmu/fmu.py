"""Writing a system as a functional mock-up unit (FMI 2.0 or 3.0)."""

from __future__ import annotations

import io
import json
import os
import re
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from html import escape
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.arguments import with_checks
from sarrus.errors import ModelError, Problem
from sarrus.formats.fmi.names import VERSIONS, library_suffix, platform_folder
from sarrus.kernels.interpreter import interpret
from sarrus.late_dataclass import dataclass
from sarrus.model.outside_code import refuse_outside_code
from sarrus.storage.new_file import new_file
from sarrus.summaries import with_summary
from sarrus.system.analysis.outputs import Outputs
from sarrus.system.channels.open_loads import open_load_notice, open_loads
from sarrus.system.checks import laws_with_text_read
from sarrus.system.flow.steps import METHODS
from sarrus.system.fmu.description import Description, build_description
from sarrus.system.fmu.equations import STAGED
from sarrus.system.fmu.event_tables import (
    CODE,
    NO_EVENTS,
    constant_law,
    event_problems,
    event_tables,
    mode_problems,
    modes_that_follow,
    with_constant_laws,
)
from sarrus.system.fmu.mode import FmuMode, shared_values
from sarrus.system.fmu.sources import (
    MAIN,
    ModelSource,
    build_command,
    compiler_here,
    library_of,
    size_of,
    source_files,
)
from sarrus.system.fmu.units import effort_unit
from sarrus.system.fmu.variables import Variable, Variables, dependence
from sarrus.system.live.constants import (
    Constants,
    mapped_constants,
    own_constants,
    parameter_places,
)
from sarrus.system.live.equations import ALIVE, EVENT_NUMBERS
from sarrus.system.live.events import LiveEvents, ModesAfter
from sarrus.system.simulation.events.checking import check_events
from sarrus.system.simulation.events.contact import contact_events, replaced_at_start
from sarrus.system.simulation.events.joining import joining_system, opened_at_start
from sarrus.system.simulation.frictions import smooth_friction_notices
from sarrus.system.simulation.mode_kernels import Simulator
from sarrus.system.simulation.modes import Mode, Modes
from sarrus.system.simulation.stable_step import StableStep, stable_step
from sarrus.system.state import State

if TYPE_CHECKING:
    from sarrus.system.constants.constants_map import ConstantsMap
    from sarrus.system.simulation.events.event import Event
    from sarrus.system.system import System

NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,60}")


@with_summary
@with_checks
@dataclass(frozen=True, eq=False)
class Fmu:
    """An FMU that was written: its variables by kind, its step, and how its code was compiled.

    binary: the platform it runs on, None for sources alone; build: the command that makes the
    library of the unpacked folder `sources`; step: of Co-Simulation [s].
    """

    path: Path
    version: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    parameters: tuple[str, ...]
    states: tuple[str, ...]
    step: float
    binary: str | None
    build: str
    notices: tuple[Problem, ...] = ()


@with_checks
def fmu(
    system: System,
    path: str | os.PathLike[str],
    *,
    inputs: Sequence[str] = (),
    outputs: Sequence[str] = (),
    parameters: Iterable[str] = (),
    version: str = "2.0",
    state: State | None = None,
    independent: Sequence[str] = (),
    efforts: Mapping[str, Any] | None = None,
    driven: Mapping[str, Any] | None = None,
    locked: Iterable[str] = (),
    base: Any = None,
    events: Sequence[Event] = (),
    constants: ConstantsMap | None = None,
    method: str = "rk4",
    step: float | None = None,
    stop: float = 1.0,
    name: str | None = None,
    binary: bool = True,
    compiler: str | None = None,
    overwrite: bool = False,
) -> Fmu:
    """Write a system as an FMU for Model Exchange and Co-Simulation; no Python is needed to run it.

    inputs: joints or velocities whose efforts come from outside [N, N m]; outputs: channels by
    name; parameters: numbers of the model that can be set before the start, all of which the system
    has as inputs if none are named. version: of FMI, "2.0" or "3.0". state: where it starts;
    independent: coordinates that are states with loops, as long as that is possible: they keep
    their start values where parameters change the geometry.
    efforts, driven, locked, base, events: as `inputs`, `driven`, `locked`, `base`, `events` of
    `simulate`; laws must be traceable, and what events do must be known before. constants:
    parameters that are constants of a model file (`Study.constants_map`).
    method, step: of Co-Simulation ("rk4", "euler"), a stable step unless given [s]; stop: time of
    the default experiment, which laws that are tables must cover [s]. name: of the model; binary,
    compiler: whether a library for this machine is inside, and the C compiler that makes it.

    Example:
        sarrus.export.fmu(system, "arm.fmu", inputs=["A"], outputs=["A.angle"], overwrite=True)
    """
    reason = "its program is not ours to write as C"
    refuse_outside_code(system.model, "another FMU", reason, "connect both in the importer")
    maker = _Maker(
        system, tuple(inputs), tuple(outputs), tuple(parameters), version, state,
        tuple(independent), dict(efforts or {}), dict(driven or {}), tuple(locked), base,
        tuple(events), constants, method, step, float(stop), name,
    )  # fmt: skip
    maker.check()
    use = compiler_here(compiler) if binary else None
    sources = maker.sources
    library = library_of(sources, use) if use else None
    with new_file(os.fspath(path), overwrite, "E01") as part:
        Path(part).write_bytes(maker.archive(sources, library))
    return maker.result(Path(path), library is not None)


@dataclass(frozen=True, eq=False)
class _Maker:
    """Makes an FMU, piece by piece."""

    asked: System
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    parameters: tuple[str, ...]
    version: str
    state: State | None
    independent: tuple[str, ...]
    efforts: dict[str, Any]
    driven: dict[str, Any]
    locked: tuple[str, ...]
    base: Any
    asked_events: tuple[Event, ...]
    constants_map: ConstantsMap | None
    method: str
    asked_step: float | None
    stop: float
    asked_name: str | None

    def check(self) -> None:
        """Refuse, all at once, what no FMU can have."""
        problems = []
        if self.version not in VERSIONS:
            rule = f"is not a version of FMI that is written: {', '.join(VERSIONS)}"
            problems.append(Problem(CODE, f"version '{self.version}'", rule))
        known = METHODS.knows(self.method) and METHODS[self.method]
        if not known or known.step is None or known.history:
            able = [m for m in METHODS if METHODS[m].step is not None and not METHODS[m].history]
            rule = f"is not a step that an FMU can take: {', '.join(able)}"
            cause = "the step is an iteration, or needs earlier steps, which a restored state lacks"
            problems.append(Problem(CODE, f"method '{self.method}'", rule, cause=cause))
        for name, value in (("step", self.asked_step), ("stop", self.stop)):
            if value is not None and not 0.0 < value < np.inf:
                problems.append(Problem(CODE, name, "must be positive", f"{value:g} s"))
        if self.asked_name is not None and not self.asked_name.strip():
            problems.append(Problem(CODE, "name", "must not be empty"))
        if self.constants_map is not None and self.parameters:
            rule = "are given together with constants, which are the parameters then"
            problems.append(Problem(CODE, "parameters", rule, action="leave one of the two out"))
        if self.constants_map is not None:
            problems += _law_problems(self.constants_map)
        if problems:
            raise ModelError(problems)
        if self.sim.actuation.period:
            rule = "are sampled, and an FMU has no controllers of Python inside"
            action = "make the effort an input of the FMU, and control it from outside"
            raise ModelError(Problem(CODE, "efforts", rule, action=action))
        if not self.sim.traced:
            rule = "hold a law that cannot be traced, so that C cannot run it"
            action = "write it with NumPy's functions and without branches on values"
            raise ModelError(Problem(CODE, "efforts", rule, action=action))
        if self.events is not None:
            problems = event_problems(self.events)
            if not problems:
                problems = mode_problems(self.events, self._following)
            if problems:
                raise ModelError(problems)
        self._check_names()
        if self.asked_step is None:
            refusal = self._stable_step.refusal(CODE, "Co-Simulation")
            if refusal is not None:
                raise ModelError(refusal)

    def _check_names(self) -> None:
        """Refuse names that stand for two variables."""
        names = [v.name for v in self.variables.every]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            rule = "is the name of two variables of the FMU"
            action = "ask for it once"
            raise ModelError([Problem(CODE, f"variable '{n}'", rule, action=action) for n in twice])

    # --- the system -----------------------------------------------------------------------------

    @cached_property
    def _read(self) -> tuple[Mapping[str, Any], Mapping[str, Any], tuple[Event, ...]]:
        """Laws and events, with all text read."""
        system = self.asked if self.asked_events else self._plain
        found = laws_with_text_read(system, self.efforts, self.driven, self.asked_events)
        if not self.asked_events:
            return found
        efforts = {name: constant_law(law) for name, law in found[0].items()}
        return efforts, found[1], tuple(with_constant_laws(event) for event in found[2])

    @cached_property
    def _plain(self) -> System:
        """The system with all parameters of the FMU as inputs, without what events need."""
        if self.constants_map is not None:
            return self.asked.compiled.variant(parameters=self.constants_map.outputs)
        if not self.parameters:
            return self.asked
        full = self.asked.compiled.full_parameter
        there = self.asked.compiled.compiler.parameters.names
        if {full(name) for name in self.parameters} == set(there):
            return self.asked
        return type(self.asked)(
            self.asked.model, parameters=self.parameters, **self.asked.compiled.options
        )

    @cached_property
    def system(self) -> System:
        """The system, with the joints that events make and the numbers that they change."""
        events = self._read[2]
        found = joining_system(self._plain, events)
        names = {n: None for e in events for a in e.actions or () for n in a.parameters}
        return found.compiled.variant(parameters=[*names]) if names else found

    @cached_property
    def start(self) -> State:
        """Where it starts."""
        keywords = {} if self.base is None else {"base": self.base}
        if self.state is None:
            return self._plain.assemble(**keywords)
        return State(
            self._plain, self.state.q, self.state.v, self.state.t, self.state.cut_q,
            self.state.cut_v, own_z=self.asked.compiled.states_at(self.state),
        )  # fmt: skip

    @cached_property
    def _modes(self) -> Modes:
        keywords = {} if self.base is None else {"base": self.base}
        return Modes(self.system, keywords, self._span, opened=opened_at_start(self._read[2]))

    @cached_property
    def _first_mode(self) -> Mode:
        efforts, driven, events = self._read
        mode = Mode.first(self.system, efforts, driven, self.locked)
        return replace(mode, opened=opened_at_start(events), off=replaced_at_start(events))

    @cached_property
    def sim(self) -> Simulator:
        """The equations with their laws, as it starts."""
        return self._modes.simulator(self._first_mode, self.start.q)

    @cached_property
    def events(self) -> LiveEvents | None:
        """The events that are asked for, and those of rolling contacts, as `simulate` has them."""
        every = self._read[2]
        if every:
            check_events(self.sim, every, self.start)
        if not self.system.compiled.all_holonomic:
            every = (*every, *contact_events(self.system, self.start, every))
        return LiveEvents(self.system, every, self.stop) if every else None

    @cached_property
    def _following(self) -> ModesAfter:
        """The modes that events lead to; those that cannot be made are noted with the reason."""
        first = self._first_mode
        if self.events is None:
            return ModesAfter([first], [[]], {})
        found = self.events.modes(first)
        for k, mode in enumerate(found.modes[1:], start=1):
            try:
                sim = self._modes.simulator(mode, self.start.q)
                if sim.size != self.sim.size:
                    found.refused[k] = "another number of states belongs to what follows"
                elif not sim.traced:
                    found.refused[k] = "its law of effort cannot be traced"
            except ModelError as problem:
                found.refused[k] = str(problem.problems[0].rule)
        return found

    @cached_property
    def _sims(self) -> list[Simulator]:
        """The equations of all modes."""
        modes = enumerate(self._following.modes)
        return [self._modes.simulator(m, self.start.q) if k else self.sim for k, m in modes]

    @cached_property
    def charted(self) -> bool:
        """Whether states are independent coordinates, as they are where a mode has loops."""
        return any(sim.system.closed for sim in self._sims)

    @cached_property
    def modes(self) -> list[FmuMode]:
        """All modes, the first one first."""
        outputs, own = Outputs(self._channels), (self.independent, self.events, self.charted)
        return [
            FmuMode(k, sim, self.y, outputs, self.method, *own) for k, sim in enumerate(self._sims)
        ]

    @property
    def first(self) -> FmuMode:
        """The mode in which it starts."""
        return self.modes[0]

    @property
    def _span(self) -> tuple[float, float]:
        """The time that tables of laws must cover [s]."""
        return float(self.start.t), float(self.start.t) + self.stop

    @cached_property
    def _channels(self) -> list[str]:
        """The outputs that are not states themselves."""
        own = self.system.states
        states = own if self.charted else [self._names_of_y[k] for k in self._places]
        return [name for name in self.outputs if name not in states]

    @cached_property
    def y(self) -> np.ndarray:
        """The whole state at the start."""
        return self.sim.start(self.start)

    @cached_property
    def data(self) -> dict[str, np.ndarray]:
        """Values of the inputs that all functions share."""
        usual = {"t": np.array([self.start.t]), "p": np.zeros(0)}
        usual |= {name: self.first.values[name] for name in ("tau", "tau_cut")}
        if self.events is not None:
            usual[EVENT_NUMBERS] = np.array(self.events.numbers)
            usual[ALIVE] = np.ones(len(self.events))
        return {**shared_values(self.modes, usual), "t": usual["t"]}

    # --- states ---------------------------------------------------------------------------------

    @cached_property
    def _places(self) -> list[int]:
        """The places in y of the states of a tree: all but those that laws or locks decide."""
        nq, nv = self.system.nq, self.system.nv
        decided = set(range(nq + nv))
        for sim in self._sims:
            held = [d for d in sim.driven if d.q >= 0]
            decided &= {d.q for d in held} | {nq + d.v for d in held if d.v >= 0}
        first = self.sim.size - 3 - self.sim.nz
        return [k for k in range(nq + nv) if k not in decided] + list(
            range(first, first + self.sim.nz)
        )

    @cached_property
    def _names_of_y(self) -> list[str]:
        unnamed = self.sim.size - self.system.nq - self.system.nv - self.sim.nz - 3
        turned = [f"turned[{k + 1}]" for k in range(unnamed)]
        return [
            *self.system.coordinates, *self.system.velocities, *turned, *self.system.states,
            "energy.work", "energy.loss", "energy.corrections",
        ]  # fmt: skip

    @cached_property
    def _units_of_y(self) -> list[str]:
        layout, tree = self.system.compiled.layout, self.system.compiled.compiler.tree
        unnamed = self.sim.size - self.system.nq - self.system.nv - self.sim.nz - 3
        own = [state.unit for state in tree.states.values()]
        return [*layout.q_units, *layout.v_units, *["rad"] * unnamed, *own, "J", "J", "J"]

    @cached_property
    def _most(self) -> tuple[int, int]:
        """The largest numbers of independent coordinates and velocities of all modes."""
        every = [mode.freedoms for mode in self.modes]
        return max(s for s, _ in every), max(r for _, r in every)

    @cached_property
    def _state_names(self) -> list[str]:
        """Names of the continuous states; with loops, which coordinates they are may change."""
        if not self.charted:
            return [self._names_of_y[k] for k in self._places]
        s, r = self._most
        return [
            *(f"coordinate[{k + 1}]" for k in range(s)),
            *(f"velocity[{k + 1}]" for k in range(r)),
            *self.system.states,
        ]

    # --- variables ------------------------------------------------------------------------------

    @cached_property
    def _input_places(self) -> dict[str, int]:
        """The inputs by the names of their variables: places in (tau, tau_cut)."""
        self.system.compiled.check_once("input", self.inputs)
        found: dict[str, int] = {}
        for name in self.inputs:
            vector, place = self.system.compiled.located_rate(name)
            first = 0 if vector == "v" else self.system.nv
            count = place.stop - place.start
            rates = self.system.compiled.rate_names(name)
            for k in range(count):
                label = rates[k].rsplit(".", 1)[0] if count == 1 else rates[k]
                found[f"{label}.effort"] = first + place.start + k
        return found

    @cached_property
    def _rate_units(self) -> list[str]:
        cuts = self.system.compiled.loops.cuts
        cut = [str(x.unit) for joint in cuts for x in joint.type.velocities]
        return [*map(str, self.system.compiled.layout.v_units), *cut]

    @cached_property
    def constants(self) -> Constants:
        """The parameters of the FMU."""
        if self.constants_map is not None:
            return mapped_constants(self.constants_map)
        return own_constants(self._plain)

    @cached_property
    def _parameter_names(self) -> list[str]:
        """Names of the parameters, without the kind of their element where that is clear."""
        full = self.constants.names
        short = [name.partition(":")[2] or name for name in full]
        return [s if short.count(s) == 1 else f for s, f in zip(short, full, strict=True)]

    @cached_property
    def _tunable(self) -> list[bool]:
        """Whether each parameter leaves the assembly as it is, so that it may change later."""
        count = len(self.constants.names)
        moved = set()
        for mode in self.modes if count and self.charted else ():
            rows, taken = mode.programs["rows"], mode.places_among(self.system).get("p")
            parts = [x for out in ("gaps", "slip", "Phi") for x in dependence(rows, out, ["p"])]
            found = {place for found in parts for _, place in found}
            moved |= {taken[k] for k in found} if taken else found
        if not moved:
            return [True] * count
        if self.constants.program is None:
            return [k not in moved for k in self._number_places]
        map_, fixed = self.constants.program, set[int]()
        for name, place in self.constants.places(self.system).items():
            for k, found in enumerate(dependence(map_, name, ["constants"])):
                if place.start + k in moved:
                    fixed |= {entry for _, entry in found}
        return [k not in fixed for k in range(count)]

    @cached_property
    def _number_places(self) -> list[int]:
        """Where the parameters stand in p, where they are numbers of the model themselves."""
        every = parameter_places(self.system)
        own = parameter_places(self._plain) if self.constants.program is None else {}
        return [
            every[name].start + k for name, at in own.items() for k in range(at.stop - at.start)
        ]

    @cached_property
    def variables(self) -> Variables:
        """All variables, in the order of their value references (`variables.h`)."""
        every = [Variable("time", 0, "independent", "s", "time")]
        closed, names = self.charted, self._names_of_y

        def add(name: str, causality: str, unit: str, text: str, **more: Any) -> int:
            every.append(Variable(name, len(every), causality, unit, text, **more))
            return len(every) - 1

        inputs: dict[int, int] = {}
        for name, place in self._input_places.items():
            unit = effort_unit(self._rate_units[place])
            inputs[place] = add(name, "input", unit, "effort on the joint", start=0.0)
        known = zip(
            self._parameter_names, self.constants.values, self.constants.units, self._tunable,
            strict=True,
        )  # fmt: skip
        for name, value, unit, tunable in known:
            kind = "tunable" if tunable else "fixed"
            add(name, "parameter", unit, "", variability=kind, start=float(value))
        states = [
            add(name, "output" if name in self.outputs else "local", unit, text,
                start=start, nominal=nominal)
            for name, unit, text, start, nominal in self._state_list
        ]  # fmt: skip
        of_y = {} if closed else dict(zip(self._places, states, strict=True))

        def depends(found: set[Any]) -> tuple[int, ...]:
            nv = self.system.nv
            entries = [place for port, place in found if port == "y"]
            by = {of_y[k] for k in entries if k in of_y} if not closed else set(states)
            by = by if entries else set()
            efforts = {
                place if port == "tau" else nv + place for port, place in found if port != "y"
            }
            return tuple(sorted({*by, *(inputs[k] for k in efforts if k in inputs)}))

        ports = ("y", "tau", "tau_cut")
        many = closed or len(self.modes) > 1
        slope = None if many else dependence(self.first.programs["slope"], "ydot", ports)
        rates = [
            add(f"der({every[r].name})", "local", _rate_of(every[r].unit), "", of=r,
                depends=None if slope is None else depends(slope[self._places[k]]))
            for k, r in enumerate(states)
        ]  # fmt: skip
        first = self.first
        if first.equations.n_outputs:
            found = dependence(first.programs["outputs"], "found", ports)
            units = first.outputs.units(self.system)
            for k, name in enumerate(first.outputs.names):
                on = None if len(self.modes) > 1 else depends(found[k])
                add(name, "output", units[k], "", depends=on)
        for k in self._shown:
            add(names[k], "local", self._units_of_y[k], "")
        watched = [] if self.events is None else self.events.described
        labels = [f"'{one['name']}' where this is zero" for one in watched if not one["timed"]]
        indicators = tuple(
            add(f"event[{k + 1}]", "local", "", f"event {label}") for k, label in enumerate(labels)
        )
        if closed:
            text = "other coordinates are independent from where this is zero"
            indicators += (add("chart", "local", "", text),)
        indicators += tuple(
            add(f"switch[{k + 1}]", "local", "", "a law has a kink where this is zero")
            for k in range(self._n_switches)
        )
        return Variables(tuple(every), tuple(states), tuple(rates), indicators)

    @property
    def _n_switches(self) -> int:
        """The largest number of values at whose zeros laws have kinks, of all modes."""
        return max(m.equations.n_switches + m.equations.n_kinks for m in self.modes)

    @cached_property
    def _shown(self) -> list[int]:
        """Places in y of coordinates and velocities that are neither states nor outputs."""
        known = {*self._state_names, *self.outputs}
        count = self.system.nq + self.system.nv
        return [k for k in range(count) if self._names_of_y[k] not in known]

    @cached_property
    def _state_list(self) -> list[tuple[str, str, str, float, float]]:
        """Name, unit, description, start and nominal value of every state."""
        sizes = self.sim.absolute_tolerances(1.0)
        if not self.charted:
            return [
                (self._names_of_y[k], self._units_of_y[k], "", float(self.y[k]), float(sizes[k]))
                for k in self._places
            ]
        chart, found = self.first.chart, []
        columns = self.system.compiled.loops.column_scale
        layout, velocities = self.system.compiled.layout, self.system.velocities
        s, r = self.first.freedoms
        places = [*range(s), *range(self._most[0], self._most[0] + r)]
        first = dict(zip(places, zip(chart["x"], chart["free"], chart["texts"], strict=True),
                         strict=True))  # fmt: skip
        for place, name in enumerate(self._state_names[: sum(self._most)]):
            if place not in first:
                found.append((name, "1", "independent in other modes only", 0.0, 1.0))
                continue
            value, k, text = first[place]
            rate = str(layout.v_units[k])
            unit = rate.removesuffix("/s") if name.startswith("coordinate") else rate
            unit = "1" if unit == "1/s" else unit
            about = f"independent, at first {text or velocities[k]}"
            found.append((name, unit, about, float(value), float(columns[k])))
        own = self.sim.size - 3 - self.sim.nz
        for k in range(own, own + self.sim.nz):
            found.append(
                (self._names_of_y[k], self._units_of_y[k], "", float(self.y[k]), float(sizes[k]))
            )
        return found

    # --- files ----------------------------------------------------------------------------------

    @cached_property
    def name(self) -> str:
        """The name of the model."""
        return self.asked_name or self.system.model.name or "mechanism"

    @cached_property
    def identifier(self) -> str:
        """The name of the files of the code."""
        text = re.sub(r"[^A-Za-z0-9_]+", "_", self.name).strip("_")[:60] or "mechanism"
        return text if NAME.fullmatch(text) else f"model_{text}"[:60]

    @cached_property
    def step(self) -> float:
        """The step of Co-Simulation [s]."""
        if self.asked_step is not None:
            return float(self.asked_step)
        return self._stable_step.step

    @cached_property
    def _stable_step(self) -> StableStep:
        """The step unless one is asked for."""
        return stable_step(self.sim, self.start.t, self.y, self._largest_eigenvalue())

    def _largest_eigenvalue(self) -> float:
        """Return the size of the largest eigenvalue of df/dy at the start, exactly."""
        program = self.first.programs["tangent_slope"]
        values = {**self.data, "y": self.y, "dtau": 0.0 * self.data["tau"]}
        values["dtau_cut"] = np.zeros(self.system.compiled.loops.n_cut_v)
        count = self.system.nq + self.system.nv
        columns = []
        for k in range(count):
            values["dy"] = np.eye(1, self.sim.size, k)[0]
            found = interpret(program, [values[port.name] for port in program.inputs])
            columns.append(found[0][:count])
        J = np.array(columns).T
        return float(np.max(np.abs(np.linalg.eigvals(J)))) if np.all(np.isfinite(J)) else 0.0

    @cached_property
    def source(self) -> ModelSource:
        """What the C code is written from."""
        system, sim, modes = self.system, self.sim, self.modes
        nv = system.nv
        s, r = self._most if self.charted else (0, 0)
        tables = NO_EVENTS if self.events is None else event_tables(self.events)
        after = self._following.after if self.events is not None else [[]]
        made = [m.source(system, modes_that_follow(after[m.number])) for m in modes]
        sizes: dict[str, int | float] = {
            "NQ": system.nq,
            "NV": nv,
            "NCUT": system.compiled.loops.n_cut_v,
            "NY": sim.size,
            "NZ": sim.nz,
            "Z": sim.size - 3 - sim.nz,
            "NX": len(self._state_names),
            "NS": s,
            "NR": r,
            "NROWS": max(m.sizes["nrows"] for m in made),
            "NK": max(m.sizes["nk"] for m in made),
            "NHOLD": max(m.sizes["nhold"] for m in made),
            "NTURNED": sim.size - system.nq - nv - sim.nz - 3,
            "NINPUTS": len(self._input_places),
            "NOUTPUTS": self.first.equations.n_outputs,
            "NPARAMETERS": len(self.constants.names),
            "NP": int(self.data["p"].size),
            "NSHOWN": len(self._shown),
            "NINDICATORS": len(self.variables.indicators),
            "NTIMES": len(self._times),
            "CLOSED": int(self.charted),
            "STAGED": int(self.method == STAGED),
            "RHEONOMIC": int(any(m.driven for m in self._sims) or sim.base is not None),
            "STEP": self.step,
            "SPAN": self.stop,
            **tables.sizes,
        }
        numbers: dict[str, Any] = {
            "start": self.y,
            "numbers": [*self.constants.values, 0.0],
            "times": self._times,
            "scale": sim.absolute_tolerances(1.0),
            **tables.numbers,
        }
        places: dict[str, Sequence[int]] = {
            "input": list(self._input_places.values()),
            "shown": self._shown,
            "tunable": [int(x) for x in self._tunable],
            **tables.places,
        }
        if self.charted or self.events is not None:
            numbers["column_scale"] = system.compiled.loops.column_scale
        if not self.charted:
            places["place"] = self._places
        if self.events is not None and self.data["p"].size:
            numbers["p"] = self.data["p"]
        if self.constants.program is None and self.data["p"].size:
            places["number_place"] = self._number_places
        return ModelSource(
            made, self.data, sizes, numbers, places, tables.texts,
            self.constants.program, self._follows,
        )  # fmt: skip

    @property
    def _follows(self) -> dict[str, slice] | None:
        return None if self.constants.program is None else self.constants.places(self.system)

    @cached_property
    def _times(self) -> list[float]:
        """Instants at which laws that are tables have rows, where their slope may change."""
        found: set[float] = set()
        modes = self._following.modes
        for law in (x for m in modes for x in (*m.inputs.values(), *m.driven.values())):
            if isinstance(law, (tuple, list)) and len(law) == 2 and np.ndim(law[0]) == 1:
                found |= {float(t) for t in np.ravel(law[0])}
            elif hasattr(law, "x") and hasattr(law, "smooth") and law.smooth < 2:
                found |= {float(t) for t in np.ravel(law.x)}
        return sorted(found)

    def _description(self, token: str) -> Description:
        text = f"{self.name}, a mechanism by Sarrus: {self.system.nv} velocities"
        generator = f"Sarrus {import_module('sarrus').__version__}"
        return Description(
            self.name, self.identifier, token, text, generator, self.variables,
            self.step, self.stop,
        )  # fmt: skip

    @cached_property
    def sources(self) -> dict[str, str]:
        """The C files."""
        return self._written[0]

    @cached_property
    def _written(self) -> tuple[dict[str, str], str]:
        """The C files, and the token of all that is in the FMU."""
        return source_files(self.source, self.version, self._description("").xml(self.version))

    def archive(self, sources: Mapping[str, str], library: bytes | None) -> bytes:
        """Return the FMU: the same bytes for the same model."""
        files: dict[str, bytes] = {
            "modelDescription.xml": self._description(self._written[1]).xml(self.version).encode(),
            "documentation/index.html": self._page().encode(),
            "resources/names.json": self._resource().encode(),
        }
        if library is not None:
            folder = platform_folder(self.version)
            files[f"binaries/{folder}/{self.identifier}{library_suffix()}"] = library
        files |= {f"sources/{name}": text.encode() for name, text in sources.items()}
        if self.version.startswith("3"):
            files["sources/buildDescription.xml"] = build_description(self.identifier).encode()
        to = io.BytesIO()
        with zipfile.ZipFile(to, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, content in files.items():
                entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
                entry.compress_type = zipfile.ZIP_DEFLATED
                entry.external_attr = 0o644 << 16
                archive.writestr(entry, content)
        return to.getvalue()

    @property
    def build(self) -> str:
        """The command that makes the library, in the folder `sources`."""
        folder = platform_folder(self.version)
        target = f"../binaries/{folder}/{self.identifier}{library_suffix()}"
        return " ".join(build_command("cc", MAIN, target, size_of(self.sources)))

    def _page(self) -> str:
        """Return the page about the FMU: its variables."""
        rows = "".join(
            f"<tr><td>{escape(v.name)}</td><td>{v.causality}</td><td>{escape(v.unit)}</td>"
            f"<td>{'' if v.start is None else repr(v.start)}</td><td>{escape(v.text)}</td></tr>\n"
            for v in self.variables.every
        )
        title = escape(self.name)
        return (
            f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
            f"</head>\n<body>\n<h1>{title}</h1>\n<p>Co-Simulation: {self.method}, steps of "
            f"{self.step:g} s at most. To build the library again, in the folder "
            f"<code>sources</code>: <code>{escape(self.build)}</code></p>\n<table>\n<tr><th>name"
            "</th><th>causality</th><th>unit</th><th>start</th><th></th></tr>\n"
            f"{rows}</table>\n</body></html>\n"
        )

    def _resource(self) -> str:
        """Return what numbers of the code mean that are no variables, as JSON."""
        content = {
            "model": self.name,
            "gravity": list(self.system.model.gravity),
            "coordinates": list(self.system.coordinates),
            "velocities": list(self.system.velocities),
            "rows": self.first.row_names if self.system.closed else [],
            "events": [e.label for e in self.events.events] if self.events is not None else [],
            "method": self.method,
            "step": self.step,
        }
        return json.dumps(content, indent=2, ensure_ascii=False) + "\n"

    def result(self, path: Path, binary: bool) -> Fmu:
        """Return what was written."""
        notices = []
        if self.asked_step is None and self._stable_step.is_shortened:
            notices.append(self._stable_step.notice(f"fmu '{path.name}'"))
        notices += smooth_friction_notices(self.system.model, "FMUs")
        asked = self.first.outputs.names
        here = self.state or self.start
        loose = open_loads(here.system, asked, here) if self.system.closed else []
        if loose:
            notices.append(open_load_notice("outputs", loose))
        if not binary:
            rule = "holds sources only: there is no C compiler here, or none was wanted"
            action = f"in its folder `sources`: {self.build}"
            notices.append(
                Problem("W58", f"fmu '{path.name}'", rule, action=action, severity="notice")
            )

        def names(causality: str) -> tuple[str, ...]:
            return tuple(v.name for v in self.variables.every if v.causality == causality)

        return Fmu(
            path, self.version, names("input"),
            names("output"), names("parameter"),
            tuple(self._state_names), self.step,
            platform_folder(self.version) if binary else None, self.build, tuple(notices),
        )  # fmt: skip


def _rate_of(unit: str) -> str:
    """Return the unit of the rate of something."""
    if unit in ("", "1"):
        return "1/s"
    if unit.endswith("/s"):
        return f"{unit}^2"
    return f"{unit}/s" if "/" not in unit else f"{unit}/s".replace("/s^2/s", "/s^3")


def _law_problems(known: ConstantsMap) -> list[Problem]:
    """Return problems of constants that decide what an FMU cannot let follow them."""
    found = []
    for name, why in known.cannot.items():
        found.append(Problem(CODE, f"constant '{name}'", f"cannot be a parameter: {why}"))
    kinds = {"drive": "the law of drive", "input": "the effort on", "rate": "the start rate of"}
    kinds["event"] = "the numbers of event"
    kinds |= {"assembly": "the start of", "state": "the start of"}
    for name in known.motion:
        kind, _, owner = name.partition(":")
        entries = {k for part in dependence(known.program, name, ["constants"]) for _, k in part}
        for k in sorted(entries) if kind in kinds else ():
            rule = f"decides {kinds[kind]} '{owner}' too, which is fixed in an FMU"
            action = "give the model a constant of its own, apart from that of laws and starts"
            found.append(Problem(CODE, f"constant '{known.names[k]}'", rule, action=action))
    return found

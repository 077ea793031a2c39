"""A system as a machine that runs by itself: one module of WebAssembly, and a manifest.

The module holds the step of the integrator and the loop around it, Newton's iteration that
assembles the mechanism again after a change, a drive of one coordinate over its range, poses,
channels, loads of joints and energies; all numbers that may change while it runs are inputs. The
manifest says where they are in memory, what they are called, and what cannot be done.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.arguments import with_checks
from sarrus.errors import ModelError, Problem
from sarrus.kernels.interpreter import interpret
from sarrus.kernels.loops import closing
from sarrus.kernels.loops.fixed import StepsState, repeat
from sarrus.kernels.targets.wasm.image import ArrayPlace, Image, PlacedRecord
from sarrus.kernels.targets.wasm.module import Module
from sarrus.late_dataclass import dataclass
from sarrus.model.outside_code import refuse_outside_code
from sarrus.system.analysis.outputs import Outputs
from sarrus.system.channels.open_loads import open_loads
from sarrus.system.live.constants import GUARDS, own_constants, parameter_places
from sarrus.system.live.constants import Constants as Constants
from sarrus.system.live.equations import MOTOR, LiveEquations, readable
from sarrus.system.live.events import LiveEvents, ModesAfter
from sarrus.system.live.following import FOLLOWED, LAWS
from sarrus.system.live.freedoms import held_with
from sarrus.system.live.mode import LiveMode, rate_unit
from sarrus.system.live.stepping import STEPS, chosen_step, placed_step
from sarrus.system.simulation.events.contact import contact_events
from sarrus.system.simulation.events.event import Event
from sarrus.system.simulation.events.joining import joining_system, opened_at_start
from sarrus.system.simulation.mode_kernels import Simulator
from sarrus.system.simulation.modes import Mode, Modes
from sarrus.system.simulation.native_loops import REGULAR, WATCH
from sarrus.system.state import State

if TYPE_CHECKING:
    from sarrus.system.system import System

VERSION = 1
"""Of the manifest."""
CODE = "S16"
"""The code of what cannot be written as code of another kind."""
AUTO = "auto"
NEVER = 1 << 40
"""Steps between states that are kept: none is."""


@with_checks
@dataclass(frozen=True)
class LiveMachine:
    """A module of WebAssembly and what its numbers mean.

    `viewer/src/live/engine.js` runs it: `createMachine(module, manifest)`.
    """

    module: bytes
    manifest: Mapping[str, Any]

    def __repr__(self) -> str:
        return f"<LiveMachine of '{self.manifest['model']}': {len(self.module)} bytes>"


def live_machine(
    system: System,
    *,
    constants: Constants | None = None,
    sliders: Mapping[str, tuple[float, float]] | None = None,
    channels: Sequence[str] = (),
    step: float = 1e-3,
    method: str = AUTO,
    state: State | None = None,
    inputs: Mapping[str, Any] | None = None,
    motors: Mapping[str, float] | None = None,
    driven: Mapping[str, Any] | None = None,
    locked: Iterable[str] = (),
    turns: Sequence[str] | None = None,
    events: Sequence[Event] = (),
    span: float = 1.0,
    keywords: Mapping[str, Any] | None = None,
) -> LiveMachine:
    """Return a system as a machine of its own.

    constants: what can be changed, by default all parameters of the system (`parameters=` of
    `compile`); sliders: ranges by name. channels: those that can be read by name. step, method: of
    the integrator: "rk4" ("auto": with sub-steps where it needs them), "euler", or "midpoint" for
    stiff models; state: where it starts. inputs, driven, locked: as in `simulate`, laws must be
    traceable. motors: coordinates that move at a rate that can be changed. turns: coordinates whose
    whole motion can be asked for, by default all motors or the first joint at the ground. events:
    as in `simulate`; span: the time of a run [s], of which a small part is a moment.
    """
    reason = "the page runs by itself, without the program of the FMU"
    refuse_outside_code(system.model, "live pages", reason, "show a run of it: sarrus view")
    system = joining_system(system, events)
    return _Maker(
        system,
        constants or own_constants(system, sliders),
        tuple(channels),
        step,
        method,
        state or system.assemble(**dict(keywords or {})),
        dict(inputs or {}),
        dict(motors or {}),
        dict(driven or {}),
        tuple(locked),
        turns,
        tuple(events),
        span,
        dict(keywords or {}),
    ).machine()


@dataclass(frozen=True, eq=False)
class _Maker:
    """Makes a machine, piece by piece."""

    system: System
    constants: Constants
    channels: tuple[str, ...]
    step: float
    method: str
    start: State
    inputs: dict[str, Any]
    motors: dict[str, float]
    driven: dict[str, Any]
    locked: tuple[str, ...]
    turns: Sequence[str] | None
    asked_events: tuple[Event, ...]
    span: float
    keywords: dict[str, Any]

    @cached_property
    def _asked_turns(self) -> list[str]:
        """The coordinates that are asked for, or the one that offers itself."""
        if self.turns is not None:
            return list(self.turns)
        moved = [name for name in self.motors if name in self.system.coordinates]
        return moved or first_coordinate(self.system)

    @cached_property
    def turned(self) -> list[str]:
        """The coordinates whose whole motion can be asked for, in the tree or of cut joints."""
        for name in self._asked_turns:
            self.system.compiled.place_of(name, ("q", "cut_q"))  # refuses what there is not
        return list(self._asked_turns)

    @cached_property
    def _moved(self) -> list[str]:
        """The single coordinates that drives move; they are held while another is driven."""
        joints = {joint.name: joint.coordinate_names for joint in self.system.model.joints}
        names = [*self.motors, *self.driven]
        return [full for name in names for full in joints.get(name, (name,))]

    @cached_property
    def fixed(self) -> dict[int, float]:
        """The entries of p that no constant and no event changes."""
        found = self.constants.fixed_entries(self.system)
        return {k: x for k, x in found.items() if k not in self.events.changed}

    @cached_property
    def events(self) -> LiveEvents:
        """The events that are asked for, and those of rolling contacts, as `simulate` has them."""
        every = self.asked_events
        if self.system.compiled.has_contacts:
            every = (*every, *contact_events(self.system, self.start, every))
        return LiveEvents(self.system, every, self.span)

    def machine(self) -> LiveMachine:
        """Return the machine."""
        if self.method not in (AUTO, *STEPS):
            rule = f"is not a step that a live machine can take: auto, {', '.join(STEPS)}"
            raise ModelError(Problem(CODE, f"method '{self.method}'", rule))
        module = Module()
        image = Image(module)
        bodies = [b.name for b in self.system.model.bodies]
        joints = list(self.system.compiled.loops.joints)
        unreadable = readable(self.system, self.channels)
        outputs = Outputs([name for name in self.channels if name not in unreadable])
        following = self._modes_after(self._first_mode(self.motors, self.driven, self.locked))
        sim = self._simulator(following.modes[0])
        live = LiveEquations(self.system, tuple(self.motors))
        main = LiveMode(image, sim, live, self.fixed, self.constants.following.laws)
        main.place(self.start, self.motors, self.step, outputs, joints)
        poses = main.kernel("poses", {"y": (sim.size,)}, live.poses(bodies))
        push = main.kernel("push", {"y": (sim.size,), "ext": (len(bodies), 6)}, live.push())
        modes = [main, *self._further_modes(image, main, following, outputs, joints)]
        self._place_events(image, [mode for mode in modes if mode is not None])
        method, size = self.method, self.step
        if method == AUTO:
            method, size = chosen_step(_valid_at_start(modes, following), self.step)
        module.put_floats(main.arrays["h"].address, np.array([size]))
        y_next, watch = image.array(np.zeros(sim.size)), image.array(np.zeros(1))
        steps = [
            None if mode is None else self._steps(mode, method, size, y_next, watch)
            for mode in modes
        ]
        image.function(repeat, "repeat")
        image.function(closing.close_state, "close_state")
        if any(mode is not None and mode.sim.mixing for mode in modes):
            image.function(closing.mix_rows, "mix_rows")
        turns = self._turns(image, main, outputs, joints)
        numbers = self._numbers(image, main)
        efforts = self._efforts(main)
        pushed = {"ext": push.inputs["ext"], **push.outputs}
        manifest = {
            "format": "sarrus live machine",
            "version": VERSION,
            "model": self.system.model.name,
            "method": method,
            "step": size,
            "time": float(self.start.t),
            "constants": self._constants(numbers, main),
            "numbers": self.constants.program is not None,
            "guards": self.constants.guards,
            "drawing": {name: [x.address, list(x.shape)] for name, x in main.drawing.items()},
            "physical": self._physical(main),
            "followed": self._followers(efforts, main),
            "inputs": efforts,
            "motors": self._motors(main),
            "coordinates": self._coordinates(),
            "bodies": bodies,
            "tree": [self.system.topology.index[name] for name in bodies],
            "masses": self._pulled_masses(),
            "joints": joints,
            "open_loads": sorted({name.split(".")[0] for name in self._open(sim, joints)}),
            "channels": self._channels(outputs),
            "length": float(self.system.compiled.loops.length),
            **main.manifest(steps[0]),
            "arrays": main.addresses({**main.more, **pushed, **poses.outputs, "y_next": y_next}),
            "wanted": self._deciding_coordinates(sim),
            "events": self.events.manifest(),
            "modes": self._mode_manifests(modes, steps, following),
            "turns": turns,
            "end": module.end,
            "cannot": self._cannot(unreadable),
        }
        return LiveMachine(module.code(), manifest)

    # --- modes ----------------------------------------------------------------------------------

    @cached_property
    def _made(self) -> Modes:
        opened = opened_at_start(self.asked_events)
        return Modes(self.system, self.keywords, (0.0, 1e9), opened=opened)

    def _first_mode(
        self, motors: Iterable[str], driven: Mapping[str, Any], locked: Iterable[str]
    ) -> Mode:
        laws = {name: _still(self.start[name]) for name in motors}
        found = Mode.first(self.system, self.inputs, {**laws, **driven}, tuple(locked))
        opened = opened_at_start(self.asked_events)
        return replace(found, opened=opened, compiled=self.system.compiled)

    def _simulator(self, mode: Mode) -> Simulator:
        sim = self._made.simulator(mode, self.start.q)
        if not sim.traced:
            rule = "cannot be traced, so that a machine cannot run it by itself"
            raise ModelError(Problem(CODE, "inputs", rule))
        if sim.mixing and sim.row_choice.holonomic is not None:
            rule = "has redundant rows of positions and rows of velocities alone"
            raise ModelError(Problem(CODE, f"model '{self.system.model.name}'", rule))
        return sim

    def _modes_after(self, first: Mode) -> ModesAfter:
        return self.events.modes(first) if len(self.events) else ModesAfter([first], [], {})

    def _further_modes(
        self,
        image: Image,
        main: LiveMode,
        following: ModesAfter,
        outputs: Outputs,
        joints: list[str],
    ) -> list[LiveMode | None]:
        """Place the modes that events lead to; None where there cannot be one, which is noted."""
        first = following.modes[0]
        found: list[LiveMode | None] = []
        for k, mode in enumerate(following.modes[1:], start=1):
            stopped = {n for n in self.motors if mode.driven.get(n) is not first.driven[n]}
            try:
                sim = self._simulator(mode)
                if sim.size != main.sim.size:
                    raise ModelError(Problem(CODE, "events", "a page keeps the number of states"))
                live = LiveEquations(sim.system, tuple(self.motors), frozenset(stopped))
                fixed = self._fixed_in(sim.system)
                one = LiveMode(image, sim, live, fixed, main.numbers, f" in mode {k}")
                one.place(
                    self.start, self.motors, self.step, outputs, joints, shared=main.arrays,
                    own=("T", "hold", *(() if self._same_p(sim.system) else ("p",))),
                )  # fmt: skip
            except ModelError as problem:
                following.refused[k] = str(problem.problems[0].rule)
                found.append(None)
                continue
            found.append(one)
        return found

    def _place_events(self, image: Image, modes: list[LiveMode]) -> None:
        if not len(self.events):
            return
        numbers, alive = image.array(self.events.numbers), image.array(np.ones(len(self.events)))
        for mode in modes:
            mode.place_events(self.events, numbers, alive)

    def _same_p(self, system: System) -> bool:
        """Whether a variant of the system has the same parameters at the same places."""
        return list(parameter_places(system)) == list(parameter_places(self.system))

    def _p_places(self, system: System) -> list[list[int]]:
        """Return where the parameters of a variant stand in its own p and in that of all."""
        known = parameter_places(self.system)
        return [
            [place.start + k, known[name].start + k]
            for name, place in parameter_places(system).items()
            for k in range(place.stop - place.start)
        ]

    def _fixed_in(self, system: System) -> dict[int, float]:
        """Return the entries of p of a variant that never change."""
        return {
            own: self.fixed[place] for own, place in self._p_places(system) if place in self.fixed
        }

    def _steps(
        self, mode: LiveMode, method: str, size: float, y_next: ArrayPlace, watch: ArrayPlace
    ) -> PlacedRecord:
        """Place the loop over steps of a mode."""
        return mode.image.record(
            StepsState,
            h=size,
            limit=WATCH if mode.sim.mixing else REGULAR,
            lowest=1.0,
            n=mode.sim.size,
            every=NEVER,
            y=mode.arrays["y"],
            y_next=y_next,
            time=mode.arrays["t"],
            watch=watch,
            step=placed_step(mode, method, y_next, watch),
            **mode.event_fields(),
        )

    def _mode_manifests(
        self,
        modes: list[LiveMode | None],
        steps: list[PlacedRecord | None],
        following: ModesAfter,
    ) -> list[dict[str, Any]]:
        """Return what differs from mode to mode: arrays, records, rows, and what follows."""
        found: list[dict[str, Any]] = []
        for k, (mode, record) in enumerate(zip(modes, steps, strict=True)):
            if mode is None or record is None:
                found.append({"refused": following.refused[k]})
                continue
            one: dict[str, Any] = {"after": following.after[k] if following.after else []}
            if k:
                own = mode.arrays["p"].address if "p" in mode.arrays else 0
                apart = not self._same_p(mode.system)
                arrays = mode.addresses({})
                arrays.pop("p", None)
                one |= {
                    **mode.manifest(record),
                    "suffix": mode.suffix,
                    "arrays": arrays,
                    "own_p": own if apart else 0,
                    "p_places": self._p_places(mode.system) if apart else [],
                }
            found.append(one)
        return found

    def _turns(
        self, image: Image, main: LiveMode, outputs: Outputs, joints: list[str]
    ) -> dict[str, Any]:
        """Place what drives a coordinate over its range, for each that can be asked for."""
        found: dict[str, Any] = {}
        laws = self.constants.following.laws
        for name in self.turned:
            held = held_with(self.system, self.start, name, self._moved)
            sim = self._simulator(self._first_mode([name], {}, held))
            live = LiveEquations(self.system, (name,))
            mode = LiveMode(image, sim, live, self.fixed, laws, f" of {name}")
            mode.place(self.start, {}, self.step, outputs, joints, shared=main.arrays)
            found[name] = mode.turn(held)
        if found:
            image.function(closing.go_round, "go_round")
        return found

    # --- the manifest ---------------------------------------------------------------------------

    def _numbers(self, image: Image, main: LiveMode) -> ArrayPlace | None:
        """Place the kernel from constants to parameters; return where the constants are."""
        program, p = self.constants.program, main.arrays.get("p")
        if program is None:
            return p
        places = self.constants.places(self.system)
        outputs = {
            name: ArrayPlace(p.address + 8 * place.start, (place.stop - place.start,))
            for name, place in places.items()
            if p is not None
        }
        ports = [port.name for port in program.outputs]
        if FOLLOWED in ports:
            values = interpret(program, [np.array(self.constants.values)])
            main.arrays[FOLLOWED] = image.array(values[ports.index(FOLLOWED)])
        for name in (LAWS, FOLLOWED):
            if name in ports:
                outputs[name] = main.arrays[name]
        at = image.array(np.array(self.constants.values))
        numbers = image.kernel("numbers", program, {program.inputs[0].name: at}, outputs)
        main.drawing = {name: numbers.outputs[name] for name in self.constants.drawing}
        main.guards = numbers.outputs.get(GUARDS)
        return at

    def _constants(self, numbers: ArrayPlace | None, main: LiveMode) -> list[dict[str, Any]]:
        if numbers is None:
            return []
        ranges = self.constants.ranges or {}
        return [
            {
                "name": name,
                "value": value,
                "unit": unit,
                "range": list(ranges[name]) if name in ranges else None,
                "address": numbers.address + 8 * k,
            }
            for k, (name, value, unit) in enumerate(
                zip(self.constants.names, self.constants.values, self.constants.units, strict=True)
            )
        ]

    def _followers(self, efforts: list[dict[str, Any]], main: LiveMode) -> dict[str, Any]:
        """Return where numbers belong that follow constants beside the parameters."""
        following = self.constants.following
        names = [str(effort["name"]) for effort in efforts]
        found: dict[str, Any] = following.manifest(
            self.system, names, list(self.motors), self.events.names
        )
        return {**found, "elements": self._start_states(main)}

    def _start_states(self, main: LiveMode) -> list[list[int]]:
        """Return states of force elements that start at a parameter: places in z, addresses."""
        tree, places = self.system.compiled.compiler.tree, parameter_places(self.system)
        usual, found = self.system.compiled.compiler.start_states(), []
        for k, ((element, _), state) in enumerate(tree.states.items()):
            place = places.get(f"force:{element}.{state.start}")
            own = f"{element}.{state.name}" in self.constants.following.states
            if place is not None and not own and float(self.start.z[k]) == float(usual[k]):
                found.append([k, main.arrays["p"].address + 8 * place.start])
        return found

    def _physical(self, main: LiveMode) -> list[dict[str, Any]]:
        """Return the masses and inertias among the parameters, which must not be negative."""
        found = []
        for name, place in parameter_places(self.system).items():
            kind = name.rpartition(".")[2]
            if name.startswith("body:") and kind in ("mass", "inertia"):
                address = main.arrays["p"].address + 8 * place.start
                found.append({"name": name.removeprefix("body:"), "kind": kind, "address": address})
        return found

    def _efforts(self, main: LiveMode) -> list[dict[str, Any]]:
        """Return the efforts that can be set: one for every velocity, of the tree and of cuts."""
        layout, loops = self.system.compiled.layout, self.system.compiled.loops
        cuts = [name for joint in loops.cuts for name in joint.velocity_names]
        cut_units = [x.unit for joint in loops.cuts for x in joint.type.velocities]
        named = [
            ("tau", zip(layout.v_names, layout.v_units, strict=True)),
            ("tau_cut", zip(cuts, cut_units, strict=True)),
        ]
        listed = [(a, k, n, u) for a, some in named for k, (n, u) in enumerate(some)]
        return [
            {
                "name": name,
                "unit": "N" if unit == "m/s" else "N*m",
                "value": float(main.values[array].ravel()[k]),
                "address": main.arrays[array].address + 8 * k,
            }
            for array, k, name, unit in listed
        ]

    def _motors(self, main: LiveMode) -> list[dict[str, Any]]:
        found = []
        for k, (name, rate) in enumerate(self.motors.items()):
            address = main.arrays["motors"].address + 8 * MOTOR * k
            unit = rate_unit(self.system, name)
            found.append({"name": name, "rate": float(rate), "unit": unit, "address": address})
        return found

    def _coordinates(self) -> dict[str, Any]:
        layout = self.system.compiled.layout
        return {
            "q": list(layout.q_names),
            "q_units": list(layout.q_units),
            "v": list(layout.v_names),
            "v_units": list(layout.v_units),
            "states": list(self.system.states),
        }

    def _deciding_coordinates(self, sim: Simulator) -> list[list[Any]]:
        """Return coordinates that decide the position, with their places in q and v.

        A reset with other constants has them where they were at the start.
        """
        layout, driven = self.system.compiled.layout, {d.v for d in sim.driven}
        asked = [n for n in self.constants.following.wanted if n in layout.q_names]
        first = asked[:1] or first_coordinate(self.system)
        names = [*first, *(held_with(self.system, self.start, first[0], asked) if first else ())]
        found = []
        for name in names:
            vector, place = self.system.compiled.located_rate(name)
            if vector == "v" and place.start not in driven:
                found.append([name, layout.q_names.index(name), place.start])
        return found

    def _pulled_masses(self) -> list[float]:
        """Return for every body a mass by which a spring that pulls it is chosen [kg]."""
        masses = [float(body.mass) for body in self.system.model.bodies]
        usual = sum(masses) / max(len(masses), 1) or 1.0
        return [mass if mass > 1e-3 * usual else usual for mass in masses]

    def _open(self, sim: Simulator, joints: list[str]) -> list[str]:
        """Return the loads that are one choice of many: of redundant rows, or out of a plane."""
        if not sim.mixing and not (self.system.closed and self.system.compiled.compiler.planar):
            return []
        names = [f"{joint}.reaction.force" for joint in joints]
        return open_loads(self.system, names, self.start)

    def _channels(self, outputs: Outputs) -> list[dict[str, str]]:
        units = outputs.units(self.system)
        return [{"name": n, "unit": u} for n, u in zip(outputs.names, units, strict=True)]

    def _cannot(self, unreadable: Mapping[str, str]) -> list[str]:
        found = [f"channel '{name}' cannot be read: {why}" for name, why in unreadable.items()]
        found += self.events.cannot()
        not_followed = (self.constants.cannot or {}).items()
        found += [f"constant '{name}' cannot be changed here: {why}" for name, why in not_followed]
        if self.system.compiled.loops.bearings:
            found.append("friction of bearings that lag is found at every step")
        return found


def _valid_at_start(modes: Sequence[LiveMode | None], following: ModesAfter) -> list[LiveMode]:
    """Return the modes whose loops are closed at the start: without joints that events make."""
    first = following.modes[0].opened
    found = zip(modes, following.modes, strict=True)
    return [live for live, mode in found if live is not None and mode.opened >= first]


def _still(value: Any) -> tuple[Any, Any, Any]:
    """Return a law that stays at a value; a machine puts its own in its place."""
    at = float(value)
    return (lambda t: at, lambda t: 0.0, lambda t: 0.0)


def first_coordinate(system: System) -> list[str]:
    """Return the coordinate of the first joint at the ground that has just one, if there is one."""
    for joint in system.model.joints:
        if joint.parent == "ground" and len(joint.coordinate_names) == 1 and joint.type.nv == 1:
            return [joint.coordinate_names[0]]
    return []

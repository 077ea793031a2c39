"""A system as a machine that runs by itself: one module of WebAssembly, and a manifest.

The module holds the step of the integrator and the loop around it, Newton's iteration that
assembles the mechanism again after a change, a drive of one coordinate over its range, poses,
channels, loads of joints and energies; all numbers that may change while it runs are inputs. The
manifest says where they are in memory, what they are called, and what cannot be done.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.arguments import checked
from sarrus.errors import ModelError, Problem
from sarrus.kernels.fixing import with_fixed_inputs
from sarrus.kernels.loops import closing
from sarrus.kernels.loops.classical import ClassicalStep, classical_step
from sarrus.kernels.loops.fixed import StepsState, repeat
from sarrus.kernels.program import Program
from sarrus.kernels.targets.wasm.image import Image, Placed, PlacedKernel, PlacedRecord
from sarrus.kernels.targets.wasm.module import Module
from sarrus.late_dataclass import dataclass
from sarrus.system.analysis.outputs import Outputs
from sarrus.system.channels.open_loads import open_loads
from sarrus.system.flow import flow_kernels
from sarrus.system.flow.steps import METHODS, Step, runge_kutta_4
from sarrus.system.live.constants import GUARDS, Constants, own_constants, parameter_places
from sarrus.system.live.equations import MOTOR, LiveEquations, readable
from sarrus.system.live.freedoms import held_with
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
WRITTEN_OUT = 3000
"""Operations of a slope up to which a step is one kernel; larger ones are a loop over stages."""
NEVER = 1 << 40
"""Steps between states that are kept: none is."""


@checked
@dataclass(frozen=True)
class LiveMachine:
    """A module of WebAssembly and what its numbers mean.

    `viewer/src/live/engine.js` runs it: `createMachine(module, manifest)`.
    """

    module: bytes
    manifest: Mapping[str, Any]

    def __repr__(self) -> str:
        return f"<LiveMachine of '{self.manifest['model']}': {len(self.module)} bytes>"

    def manifest_text(self) -> str:
        """Return the manifest as JSON."""
        return json.dumps(self.manifest, ensure_ascii=False, allow_nan=False)


def live_machine(
    system: System,
    *,
    constants: Constants | None = None,
    sliders: Mapping[str, tuple[float, float]] | None = None,
    channels: Sequence[str] = (),
    step: float = 1e-3,
    method: str = "rk4",
    state: State | None = None,
    inputs: Mapping[str, Any] | None = None,
    motors: Mapping[str, float] | None = None,
    driven: Mapping[str, Any] | None = None,
    locked: Iterable[str] = (),
    turns: Sequence[str] | None = None,
    given: Mapping[str, Any] | None = None,
) -> LiveMachine:
    """Return a system as a machine of its own.

    constants: what can be changed, by default all parameters of the system (`parameters=` of
    `compile`); sliders: ranges by name. channels: those that can be read by name. step, method: of
    the integrator; state: where it starts. inputs, driven, locked: as in `simulate`, laws must be
    traceable. motors: coordinates that move at a rate that can be changed. turns: coordinates whose
    whole motion can be asked for, by default the first motor or the first joint at the ground.
    """
    return _Maker(
        system,
        constants or own_constants(system, sliders),
        tuple(channels),
        step,
        method,
        state or system.assemble(**dict(given or {})),
        dict(inputs or {}),
        dict(motors or {}),
        dict(driven or {}),
        tuple(locked),
        turns,
        dict(given or {}),
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
    given: dict[str, Any]

    @cached_property
    def fixed(self) -> dict[int, float]:
        """The entries of p that no constant changes."""
        return self.constants.fixed(self.system)

    def machine(self) -> LiveMachine:
        """Return the machine."""
        formula = METHODS[self.method].step if METHODS.knows(self.method) else None
        if formula is None or METHODS[self.method].history:
            rule = "is not a step that a live machine can take: euler or rk4"
            raise ModelError(Problem(CODE, f"method '{self.method}'", rule))
        module = Module()
        image = Image(module)
        bodies = [b.name for b in self.system.model.bodies]
        joints = list(self.system.compiled.loops.joints)
        unreadable = readable(self.system, self.channels)
        outputs = Outputs([name for name in self.channels if name not in unreadable])
        sim = self._simulator(self.motors, self.driven, self.locked)
        live = LiveEquations(self.system, tuple(self.motors))
        main = _Mode(self, image, sim, live, "")
        main.place(self.start, outputs, joints)
        poses = main.kernel("poses", {"y": (sim.size,)}, live.poses(bodies))
        push = main.kernel("push", {"y": (sim.size,), "ext": (len(bodies), 6)}, live.push())
        y_next, watch = image.array(np.zeros(sim.size)), image.array(np.zeros(1))
        steps = image.record(
            StepsState,
            h=self.step,
            limit=WATCH if sim.mixing else REGULAR,
            lowest=1.0,
            n=sim.size,
            every=NEVER,
            y=main.arrays["y"],
            y_next=y_next,
            time=main.arrays["t"],
            watch=watch,
            step=main.step(formula, y_next, watch),
        )
        image.function(repeat, "repeat")
        image.function(closing.close_state, "close_state")
        if sim.mixing:
            image.function(closing.mix_rows, "mix_rows")
        turns = self._turns(image, main, outputs, joints)
        numbers = self._numbers(image, main)
        pushed = {"ext": push.inputs["ext"], **push.outputs}
        manifest = {
            "format": "sarrus live machine",
            "version": VERSION,
            "model": self.system.model.name,
            "method": self.method,
            "step": self.step,
            "time": float(self.start.t),
            "constants": self._constants(numbers, main),
            "numbers": self.constants.program is not None,
            "guards": self.constants.guards,
            "drawing": {name: [x.address, list(x.shape)] for name, x in main.drawing.items()},
            "physical": self._physical(main),
            "inputs": self._efforts(main),
            "motors": self._motors(main),
            "coordinates": self._coordinates(),
            "bodies": bodies,
            "tree": [self.system.topology.index[name] for name in bodies],
            "masses": self._pulled_masses(),
            "joints": joints,
            "open_loads": sorted({name.split(".")[0] for name in self._open(joints)}),
            "channels": self._channels(outputs),
            "rows": main.row_names(),
            "length": float(self.system.compiled.loops.length),
            "arrays": main.addresses({**main.more, **pushed, **poses.outputs}),
            "records": {"steps": steps.layout(), "closing": main.closing.layout()},
            "addresses": main.record_addresses(steps),
            "mixing": sim.mixing,
            "turns": turns,
            "end": module.end,
            "cannot": self._cannot(unreadable),
        }
        return LiveMachine(module.code(), manifest)

    # --- modes ----------------------------------------------------------------------------------

    def _simulator(
        self, motors: Iterable[str], driven: Mapping[str, Any], locked: Iterable[str]
    ) -> Simulator:
        laws = {name: _still(self.start[name]) for name in motors}
        mode = Mode.first(self.system, self.inputs, {**laws, **driven}, tuple(locked))
        sim = Modes(self.system, self.given, (0.0, 1e9)).simulator(mode, self.start.q)
        if not sim.traced:
            rule = "cannot be traced, so that a machine cannot run it by itself"
            raise ModelError(Problem(CODE, "inputs", rule))
        if sim.mixing and sim.row_choice.holonomic is not None:
            rule = "has redundant rows of positions and rows of velocities alone"
            raise ModelError(Problem(CODE, f"model '{self.system.model.name}'", rule))
        return sim

    def _turns(
        self, image: Image, main: _Mode, outputs: Outputs, joints: list[str]
    ) -> dict[str, Any]:
        """Place what drives a coordinate over its range, for each that can be asked for."""
        wanted = self.turns
        if wanted is None:
            wanted = [*self.motors][:1] or first_coordinate(self.system)
        found: dict[str, Any] = {}
        for name in wanted:
            held = held_with(self.system, self.start, name, self.driven)
            sim = self._simulator([name], {}, held)
            live = LiveEquations(self.system, (name,))
            mode = _Mode(self, image, sim, live, f" of {name}")
            mode.place(self.start, outputs, joints, shared=main.arrays)
            found[name] = mode.turn(held)
        if found:
            image.function(closing.go_round, "go_round")
        return found

    # --- the manifest ---------------------------------------------------------------------------

    def _numbers(self, image: Image, main: _Mode) -> Placed | None:
        """Place the kernel from constants to parameters; return where the constants are."""
        program, p = self.constants.program, main.arrays.get("p")
        if program is None:
            return p
        places = self.constants.places(self.system)
        outputs = {
            name: Placed(p.address + 8 * place.start, (place.stop - place.start,))
            for name, place in places.items()
            if p is not None
        }
        at = image.array(np.array(self.constants.values))
        numbers = image.kernel("numbers", program, {program.inputs[0].name: at}, outputs)
        main.drawing = {name: numbers.outputs[name] for name in self.constants.drawing}
        main.guards = numbers.outputs.get(GUARDS)
        return at

    def _constants(self, numbers: Placed | None, main: _Mode) -> list[dict[str, Any]]:
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

    def _physical(self, main: _Mode) -> list[dict[str, Any]]:
        """Return the masses and inertias among the parameters, which must not be negative."""
        found = []
        for name, place in parameter_places(self.system).items():
            kind = name.rpartition(".")[2]
            if name.startswith("body:") and kind in ("mass", "inertia"):
                address = main.arrays["p"].address + 8 * place.start
                found.append({"name": name.removeprefix("body:"), "kind": kind, "address": address})
        return found

    def _efforts(self, main: _Mode) -> list[dict[str, Any]]:
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

    def _motors(self, main: _Mode) -> list[dict[str, Any]]:
        found = []
        for k, (name, rate) in enumerate(self.motors.items()):
            address = main.arrays["motors"].address + 8 * MOTOR * k
            unit = self._unit_of(name)
            found.append({"name": name, "rate": float(rate), "unit": unit, "address": address})
        return found

    def _unit_of(self, name: str) -> str:
        vector, place = self.system.compiled.located_rate(name)
        if vector == "v":
            return self.system.compiled.layout.v_units[place.start]
        cuts = self.system.compiled.loops.cuts
        return [x.unit for joint in cuts for x in joint.type.velocities][place.start]

    def _coordinates(self) -> dict[str, Any]:
        layout = self.system.compiled.layout
        return {
            "q": list(layout.q_names),
            "q_units": list(layout.q_units),
            "v": list(layout.v_names),
            "v_units": list(layout.v_units),
            "states": list(self.system.states),
        }

    def _pulled_masses(self) -> list[float]:
        """Return for every body a mass by which a spring that pulls it is chosen [kg]."""
        masses = [float(body.mass) for body in self.system.model.bodies]
        usual = sum(masses) / max(len(masses), 1) or 1.0
        return [mass if mass > 1e-3 * usual else usual for mass in masses]

    def _open(self, joints: list[str]) -> list[str]:
        if not self.system.closed:
            return []
        names = [f"{joint}.reaction.force" for joint in joints]
        return open_loads(self.system, names, self.start)

    def _channels(self, outputs: Outputs) -> list[dict[str, str]]:
        units = outputs.units(self.system)
        return [{"name": n, "unit": u} for n, u in zip(outputs.names, units, strict=True)]

    def _cannot(self, unreadable: Mapping[str, str]) -> list[str]:
        found = [f"channel '{name}' cannot be read: {why}" for name, why in unreadable.items()]
        if self.system.compiled.loops.bearings:
            found.append("friction of bearings that lag is found at every step")
        return found


class _Mode:
    """The kernels of one mode with its arrays: states of its own, all other inputs shared."""

    def __init__(
        self, maker: _Maker, image: Image, sim: Simulator, live: LiveEquations, suffix: str
    ) -> None:
        self.maker, self.image, self.sim, self.live, self.suffix = maker, image, sim, live, suffix
        self.arrays: dict[str, Placed] = {}
        self.values: dict[str, np.ndarray] = {}
        self.drawing: dict[str, Placed] = {}
        self.guards: Placed | None = None

    def program(self, shapes: Mapping[str, tuple[int, ...]], body: Any) -> Program:
        """Return the program of a body, with all parameters that never change as numbers."""
        laws = self.sim.actuation.efforts
        found = self.sim.program({**shapes, **self.live.shapes}, body, laws)
        return with_fixed_inputs(found, "p", self.maker.fixed)

    def kernel(self, name: str, shapes: Mapping[str, tuple[int, ...]], body: Any) -> PlacedKernel:
        """Place a kernel of the mode."""
        program = self.program(shapes, body)
        return self.image.kernel(f"{name}{self.suffix}", program, self.arrays)

    def place(
        self,
        start: State,
        outputs: Outputs,
        joints: Sequence[str],
        shared: Mapping[str, Placed] | None = None,
    ) -> None:
        """Place the arrays, and the kernels of rows, of moves and of what is observed."""
        sim, image, system = self.sim, self.image, self.maker.system
        y = sim.start(start)
        T = sim.choice(y)
        self.values = {"y": y, "h": np.array([self.maker.step]), **sim.given(T)}
        self.values["t"] = np.array([start.t])
        if self.live.motors:
            rates = self.maker.motors
            motors = [[start[n], rates.get(n, 0.0), start.t] for n in self.live.motors]
            self.values["motors"] = np.array(motors, dtype=float)
        own = ("y", "T", "hold", "motors")
        for name, value in self.values.items():
            there = (shared or {}).get(name) if name not in own else None
            self.arrays[name] = there or image.array(value)
        shape = {"y": (sim.size,)}
        rows = self.kernel("rows", shape, self.live.rows())
        move = self.kernel("move", {**shape, "change": (system.nv,)}, self.live.move())
        self.observe = self.kernel("observe", shape, self.live.observe(outputs, joints))
        self.closing = self._closing(rows, move)
        self.mixing = self._mixing(rows) if sim.mixing else None

    def step(self, formula: Step, y_next: Placed, watch: Placed) -> PlacedKernel:
        """Place one step of the integrator: a kernel, or a loop over the stages of a large one."""
        shape = {"y": (self.sim.size,)}
        slope = self.program(shape, self.live.driven(flow_kernels.slope))
        if formula is not runge_kutta_4 or slope.operations <= WRITTEN_OUT:
            whole = self.program({**shape, "h": (1,)}, self.live.step(formula))
            outputs = {"y_next": y_next, "watch": watch}
            return self.image.kernel("step", whole, self.arrays, outputs)
        return self._stages(slope, y_next, watch)

    def _stages(self, slope: Program, y_next: Placed, watch: Placed) -> PlacedKernel:
        sim, image, n = self.sim, self.image, self.sim.size
        trial, closed_in = image.array(np.zeros(n)), image.array(np.zeros(n))
        trial_time, closed_time = image.array(np.zeros(1)), image.array(np.zeros(1))
        at = image.kernel("slope", slope, {**self.arrays, "y": trial, "t": trial_time})
        closing_kernel = None
        if sim.needs_projection:
            closed = self.program({"y": (n,)}, self.live.driven(flow_kernels.projected))
            own = {**self.arrays, "y": closed_in, "t": closed_time}
            closing_kernel = image.kernel("close", closed, own)
        record = image.record(
            ClassicalStep,
            n=n,
            projects=int(closing_kernel is not None),
            y=self.arrays["y"],
            time=self.arrays["t"],
            size=self.arrays["h"],
            y_next=y_next,
            watch=watch,
            trial=trial,
            trial_time=trial_time,
            ydot=at.outputs["ydot"],
            watched=at.outputs["watch"],
            sum=image.array(np.zeros(n)),
            middle=image.array(np.zeros(n)),
            closed_in=closed_in,
            closed_time=closed_time,
            closed_out=closing_kernel.outputs["y"] if closing_kernel else None,
            slope=at,
            closing=closing_kernel,
        )
        return image.function_kernel(classical_step, record)

    def _closing(self, rows: PlacedKernel, move: PlacedKernel) -> PlacedRecord:
        sim, image, system = self.sim, self.image, self.maker.system
        n, m = system.nv, rows.outputs["gaps"].size
        most = m + n
        self.row_scale = image.array(self._row_scale(m))
        self.column_scale = image.array(system.compiled.loops.column_scale)
        return image.record(
            closing.Closing,
            n=n,
            nq=system.nq,
            m=m,
            size=sim.size,
            turns=len(system.compiled.loops.wrapped),
            turned_at=system.nq + n,
            y=self.arrays["y"],
            change=move.inputs["change"],
            moved_y=move.outputs["moved_y"],
            gaps=rows.outputs["gaps"],
            Phi=rows.outputs["Phi"],
            slip=rows.outputs["slip"],
            turned=rows.outputs["turned"],
            row_scale=self.row_scale,
            column_scale=self.column_scale,
            values=image.array(np.zeros(n)),
            rates=image.array(np.zeros(n)),
            q_places=image.integers([0] * n),
            v_places=image.integers([0] * n),
            A=image.array(np.zeros(most * n)),
            b=image.array(np.zeros(most)),
            x=image.array(np.zeros(n)),
            w=image.array(np.zeros(most * n + n * n + n)),
            total=image.array(np.zeros(n)),
            rows=rows,
            move=move,
        )

    def _row_scale(self, m: int) -> np.ndarray:
        if self.sim.system.closed:
            return np.asarray(self.sim.row_choice.scale)[:m]
        return np.ones(m)

    def _mixing(self, rows: PlacedKernel) -> PlacedRecord:
        choice, n = self.sim.row_choice, self.maker.system.nv
        count = len(choice.kept)
        return self.image.record(
            closing.RowMixing,
            n=n,
            count=count,
            rank=choice.rank,
            kept=self.image.integers(choice.kept),
            Phi=rows.outputs["Phi"],
            row_scale=self.row_scale,
            column_scale=self.column_scale,
            T=self.arrays["T"],
            w=self.image.array(np.zeros(count * n + n * n + n)),
        )

    def turn(self, held: Sequence[str]) -> dict[str, Any]:
        """Place the drive of the coordinate of this mode, and return what the manifest says."""
        outs = self.observe.outputs
        first = min(x.address for x in outs.values())
        last = max(x.address + 8 * x.size for x in outs.values())
        record = self.image.record(
            closing.Turn,
            n_y=self.sim.size,
            n_found=(last - first) // 8,
            mixes=int(self.sim.mixing),
            motor=self.arrays["motors"],
            time=self.arrays["t"],
            found=Placed(first, ((last - first) // 8,)),
            observe=self.observe,
            closing=self.closing,
            mixing=self.mixing or Placed(0, ()),
        )
        return {
            "held": list(held),
            "hold": [d.q for d in self.sim.driven],
            "start": float(self.values["motors"][0, 0]),
            "unit": self.maker._unit_of(self.live.motors[0]),
            "record": record.layout(),
            "address": record.address,
            "closing": self.closing.layout(),
            "arrays": self.addresses({}),
            "rows": self.row_names(),
            "found": {k: [(x.address - first) // 8, x.size] for k, x in outs.items()},
        }

    @property
    def more(self) -> dict[str, Placed]:
        """What the kernel of the numbers of the model yields besides."""
        return {} if self.guards is None else {GUARDS: self.guards}

    def addresses(self, more: Mapping[str, Placed]) -> dict[str, list[int]]:
        """Return address and size of all arrays."""
        every = {**self.arrays, **self.observe.outputs, **more}
        return {name: [x.address, x.size] for name, x in every.items()}

    def record_addresses(self, steps: PlacedRecord) -> dict[str, int]:
        """Return where the records are that functions of the module take."""
        found = {"steps": steps.address, "closing": self.closing.address}
        return found | ({"mixing": self.mixing.address} if self.mixing else {})

    def row_names(self) -> list[dict[str, str]]:
        """Return for every row whose it is, and its unit."""
        loops = self.maker.system.compiled.loops
        found = [
            {"owner": owner, "unit": unit}
            for owner, unit in zip(loops.row_owner, loops.row_units, strict=True)
        ]
        return found + [{"owner": d.name, "unit": "drive"} for d in self.sim.driven]


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

"""The kernels of one mode of a live machine, with their arrays and records in memory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.kernels.fixing import with_fixed_inputs
from sarrus.kernels.loops import closing
from sarrus.kernels.program import Program
from sarrus.kernels.targets.wasm.image import ArrayPlace, Image, PlacedKernel, PlacedRecord
from sarrus.system.analysis.outputs import Outputs
from sarrus.system.flow.flow import Flow
from sarrus.system.live.constants import GUARDS
from sarrus.system.live.equations import ALIVE, EVENT_NUMBERS, Arrays, LiveEquations
from sarrus.system.live.following import LAWS
from sarrus.system.simulation.law_numbers import LawNumbers
from sarrus.system.simulation.mode_kernels import Simulator
from sarrus.system.simulation.native_loops import REGULAR, WATCH
from sarrus.system.state import State

if TYPE_CHECKING:
    from sarrus.system.live.events import LiveEvents
    from sarrus.system.system import System


class LiveMode:
    """The kernels of one mode with its arrays: states of its own, all other inputs shared."""

    def __init__(
        self,
        image: Image,
        sim: Simulator,
        live: LiveEquations,
        fixed: Mapping[int, float],
        numbers: LawNumbers,
        suffix: str = "",
    ) -> None:
        """fixed: entries of the parameters that never change; suffix: of the names of kernels.

        numbers: of laws that constants change.
        """
        self.numbers = numbers
        self.image, self.sim, self.live, self.suffix = image, sim, live, suffix
        self.system, self.fixed = sim.system, fixed
        self.arrays: dict[str, ArrayPlace] = {}
        self.values: dict[str, np.ndarray] = {}
        self.drawing: dict[str, ArrayPlace] = {}
        self.guards: ArrayPlace | None = None
        self.memory: PlacedRecord | None = None
        """What a step remembers of the one before."""
        self.watch: PlacedKernel | None = None
        self.impact: PlacedKernel | None = None
        self.computed: Mapping[str, ArrayPlace] = {}

    def program(self, shapes: Mapping[str, tuple[int, ...]], body: Any) -> Program:
        """Return the program of a body, with all parameters that never change as numbers."""
        laws = self.sim.actuation.efforts

        def with_laws(flow: Flow, t: Any, arrays: Arrays) -> Mapping[str, Any]:
            with self.numbers.at(arrays.get(LAWS)):
                found: Mapping[str, Any] = body(flow, t, arrays)
                return found

        every = {**shapes, **self.live.shapes, **self.numbers.shapes, **self._hold_shape}
        found = self.sim.program(every, with_laws, laws)
        return with_fixed_inputs(found, "p", self.fixed)

    @property
    def _hold_shape(self) -> dict[str, tuple[int, ...]]:
        """The shape of the input that says where locked coordinates are."""
        held = any(d.is_held for d in self.sim.driven)
        return {"hold": (len(self.sim.hold),)} if held else {}

    def kernel(self, name: str, shapes: Mapping[str, tuple[int, ...]], body: Any) -> PlacedKernel:
        """Place a kernel of the mode."""
        program = self.program(shapes, body)
        return self.image.kernel(f"{name}{self.suffix}", program, self.arrays)

    def place(
        self,
        start: State,
        rates: Mapping[str, float],
        step: float,
        outputs: Outputs,
        joints: Sequence[str],
        shared: Mapping[str, ArrayPlace] | None = None,
        own: Sequence[str] = ("y", "T", "hold", "motors"),
    ) -> None:
        """Place the arrays, and the kernels of rows, of moves and of what is observed.

        rates: of motors, by name; shared: arrays of another mode, but for those of its own.
        """
        sim, image, system = self.sim, self.image, self.system
        y = sim.start(start)
        T = sim.choice(y)
        self.values = {"y": y, "h": np.array([step]), **sim.inputs(T)}
        self.values["t"] = np.array([start.t])
        if self.live.motors:
            motors = [[start[n], rates.get(n, 0.0), start.t] for n in self.live.motors]
            self.values["motors"] = np.array(motors, dtype=float)
        if self.numbers.values:
            self.values[LAWS] = np.array(self.numbers.values)
        if self._hold_shape:
            self.values["hold"] = sim.hold
        for name, value in self.values.items():
            there = (shared or {}).get(name) if name not in own else None
            if there is not None and there.size != np.size(value):
                there = None  # a joint fewer has fewer efforts
            self.arrays[name] = there or image.array(value)
        shape = {"y": (sim.size,)}
        rows = self.kernel("rows", shape, self.live.rows())
        move = self.kernel("move", {**shape, "change": (system.nv,)}, self.live.move())
        self.observe = self.kernel("observe", shape, self.live.observe(outputs, joints))
        self.rows = rows
        self.closing = self._closing_record(rows, move)
        self.mixing = self._mixing_record(rows) if sim.mixing else None

    def place_events(self, events: LiveEvents, numbers: ArrayPlace, alive: ArrayPlace) -> None:
        """Place the kernels of events: what they watch, impacts, and values that they compute."""
        image, size = self.image, self.sim.size
        more = {EVENT_NUMBERS: numbers.shape, ALIVE: alive.shape}
        self.arrays |= {EVENT_NUMBERS: numbers, ALIVE: alive}
        shapes = {"y": (size,), **more}
        apart = {name: x for name, x in self.arrays.items() if name not in ("y", "t")}
        watched = self.program(shapes, self.live.events(events))
        self.watch = image.kernel(f"events{self.suffix}", watched, apart)
        self.impact = self.kernel("impact", shapes, self.live.impact(events))
        if events.computed:
            found = self.kernel("computed", {"y": (size,)}, self.live.body_of_changes(events))
            self.computed = found.outputs
        if events.made:
            frames = self.kernel("frames", {"y": (size,)}, self.live.made_frames(events.made))
            self.computed = {**self.computed, **frames.outputs}
        self.before = image.array(np.zeros(len(events)))
        self.directions = image.integers([event.sign for event in events.events])

    def event_fields(self) -> dict[str, Any]:
        """Return the fields of `StepsState` that let steps end at events."""
        if self.watch is None:
            return {}
        return {
            "n_events": self.before.size,
            "n_seen": self.sim.size,
            "before": self.before,
            "event_y": self.watch.inputs["y"],
            "event_time": self.watch.inputs["t"],
            "values": self.watch.outputs["g"],
            "directions": self.directions,
            "event": self.watch,
        }

    def event_arrays(self) -> dict[str, ArrayPlace]:
        """Return the arrays by which the engine finds and obeys events."""
        if self.watch is None or self.impact is None:
            return {}
        found = {"event_y": self.watch.inputs["y"], "event_t": self.watch.inputs["t"]}
        found |= {"g": self.watch.outputs["g"], "before": self.before}
        return {**found, **self.impact.outputs, **self.computed}

    def _closing_record(self, rows: PlacedKernel, move: PlacedKernel) -> PlacedRecord:
        sim, image, system = self.sim, self.image, self.system
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
            C=image.array(np.zeros(most * most)),
            z=image.array(np.zeros(most)),
            order=image.integers([0] * most),
            total=image.array(np.zeros(n)),
            begun=image.array(np.zeros(sim.size)),
            rows=rows,
            move=move,
        )

    def _row_scale(self, m: int) -> np.ndarray:
        if self.sim.system.closed:
            return np.asarray(self.sim.row_choice.scale)[:m]
        return np.ones(m)

    def _mixing_record(self, rows: PlacedKernel) -> PlacedRecord:
        choice, n = self.sim.row_choice, self.system.nv
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
            found=ArrayPlace(first, ((last - first) // 8,)),
            observe=self.observe,
            closing=self.closing,
            mixing=self.mixing or ArrayPlace(0, ()),
        )
        return {
            "held": list(held),
            "start": float(self.values["motors"][0, 0]),
            "unit": rate_unit(self.system, self.live.motors[0]),
            "record": record.layout(),
            "address": record.address,
            "closing": self.closing.layout(),
            "arrays": self.addresses({}),
            "rows": self.row_names(),
            "found": {k: [(x.address - first) // 8, x.size] for k, x in outs.items()},
        }

    @property
    def more(self) -> dict[str, ArrayPlace]:
        """What the kernel of the numbers of the model yields besides."""
        return {} if self.guards is None else {GUARDS: self.guards}

    def addresses(self, more: Mapping[str, ArrayPlace]) -> dict[str, list[int]]:
        """Return address and size of all arrays."""
        rows = {name: x for name, x in self.rows.outputs.items() if name == "here"}
        every = {**self.arrays, **self.observe.outputs, **rows, **self.event_arrays(), **more}
        return {name: [x.address, x.size] for name, x in every.items()}

    def record_addresses(self, steps: PlacedRecord) -> dict[str, int]:
        """Return where the records are that functions of the module take."""
        found = {"steps": steps.address, "closing": self.closing.address}
        return found | ({"mixing": self.mixing.address} if self.mixing else {})

    def manifest(self, steps: PlacedRecord | None) -> dict[str, Any]:
        """Return what the engine needs of this mode; steps: its loop."""
        if steps is None:
            return {}
        return {
            "rows": self.row_names(),
            "records": {
                "steps": steps.layout(),
                "closing": self.closing.layout(),
                "memory": self.memory.layout() if self.memory else {},
            },
            "addresses": self.record_addresses(steps),
            "mixing": self.sim.mixing,
            "limits": {"usual": WATCH if self.sim.mixing else REGULAR, "least": REGULAR},
        }

    def row_names(self) -> list[dict[str, str]]:
        """Return for every row whose it is, and its unit."""
        loops = self.system.compiled.loops
        found = [
            {"owner": owner, "unit": unit}
            for owner, unit in zip(loops.row_owner, loops.row_units, strict=True)
        ]
        return found + [{"owner": d.name, "unit": "drive"} for d in self.sim.driven]


def rate_unit(system: System, name: str) -> str:
    """Return the unit of the rate of a coordinate, in the tree or cut."""
    vector, place = system.compiled.located_rate(name)
    if vector == "v":
        return str(system.compiled.layout.v_units[place.start])
    cuts = system.compiled.loops.cuts
    return [str(x.unit) for joint in cuts for x in joint.type.velocities][place.start]

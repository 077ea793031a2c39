"""What functions of the user compute, written down; their kernels are told apart by it.

A function is called once with a symbol for all that it reads, which is known by the request for it,
such as ("position", "rod", (0.0, 0.0, 0.0)). The requests and what the function does with them are
its content. Functions of equal content have equal kernels, whoever made them; a function that uses
a number which has changed since has another content.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from types import SimpleNamespace
from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.kernels.program import Builder
from sarrus.kernels.symbol import Symbol
from sarrus.late_dataclass import dataclass
from sarrus.model.joints.gears import GearPair
from sarrus.model.joints.on_curve import OnCurve
from sarrus.model.joints.rolling import Rolling
from sarrus.spatial.arrays import Array
from sarrus.system.channels.traced_state import ORIGIN, Reader, TracedState
from sarrus.system.channels.view import JointLoads, Part
from sarrus.system.flow.driven_rows import joint_laws
from sarrus.system.flow.flow import Slope
from sarrus.system.quantities.equations import Outputs
from sarrus.system.simulation.mode_kernels import Simulator

Content = tuple[Any, ...]
"""Comparable and hashable; nothing of the functions themselves is in it."""


class Notes:
    """Symbols by the requests for them, and what is done with them."""

    def __init__(self) -> None:
        self.builder = Builder()
        self.requests: dict[tuple[Any, ...], Array] = {}

    def value(self, *request: Any, shape: tuple[int, ...] = ()) -> Any:
        """Return the symbols of a request, the same every time."""
        if request not in self.requests:
            port = len(self.requests)
            symbols = np.empty(math.prod(shape), dtype=object)
            for k in range(len(symbols)):
                symbols[k] = Symbol(self.builder, self.builder.entry(port, k))
            self.requests[request] = symbols.reshape(shape)
        found = self.requests[request]
        return found if shape else found[()]

    def content(self, results: Iterable[Any]) -> Content:
        """Return all that decides these results."""
        numbers = tuple(
            x.number if isinstance(x, Symbol) else self.builder.constant(float(x)) for x in results
        )
        return tuple(self.requests), tuple(self.builder.instructions), numbers


class SymbolicValues:
    """Symbols for the numbers of the model and the coordinates of cut joints."""

    notes: Notes
    system: Any

    @property
    def values(self) -> Mapping[str, Any]:
        """Return symbols for the numbers of the model that are inputs, by their full names."""
        known = self.system.compiled.compiler.parameters
        return {
            name: self.notes.value(f"number {name}", shape=np.shape(default))
            for name, default in zip(known.names, known.defaults, strict=True)
        }

    @property
    def cut_q(self) -> Array:
        """Return symbols for them."""
        return self._of_cuts("cut_q", self.system.compiled.loops.cut_q)

    @property
    def cut_v(self) -> Array:
        """Return symbols for them."""
        return self._of_cuts("cut_v", self.system.compiled.loops.cut_v)

    def _of_cuts(self, vector: str, places: Mapping[Any, slice]) -> Array:
        last = max((place.stop for place in places.values()), default=0)
        return self.notes.value(vector, shape=(last,))


@dataclass(frozen=True)
class AskedReader(SymbolicValues, Reader):
    """What a law of effort sees: symbols for coordinates and velocities."""

    notes: Notes

    @property
    def z(self) -> Array:
        """Return symbols for them."""
        return self.notes.value("z", shape=(len(self.system.states),))


@dataclass(frozen=True)
class AskedState(SymbolicValues, TracedState):
    """What a function of the state sees: symbols for all that channels are made of."""

    notes: Notes

    @staticmethod
    def of(sim: Simulator, notes: Notes) -> AskedState:
        """Return a state of a mode."""
        system = sim.system
        y = notes.value("y", shape=(sim.size,))
        flow: Any = SimpleNamespace(nq=system.nq, nv=system.nv, driven=sim.driven, last={})
        return AskedState(system, _arrays(sim, notes), flow, y, notes)

    @property
    def cut_vdot(self) -> Array:
        """Return symbols for them."""
        return self.notes.value("cut accelerations", shape=(self.system.compiled.loops.n_cut_v,))

    @cached_property
    def slope(self) -> Slope:
        """The solution of the equations of motion."""
        ydot = self.notes.value("ydot", shape=self.y.shape)
        return Slope(ydot, self.notes.value("watch"), None)

    @property
    def base(self) -> Array | None:
        """None: what a moving base does is told by tracing (`Analysis`)."""
        return None

    @property
    def tau(self) -> Array:
        """Return symbols for them."""
        return self.notes.value("efforts", shape=(self.system.nv,))

    @property
    def tau_cut(self) -> Array:
        """Return symbols for them."""
        return self.notes.value("efforts on cuts", shape=(self.system.compiled.loops.n_cut_v,))

    @property
    def drive_tau(self) -> Array:
        """Return symbols for them."""
        return self.notes.value("drives", shape=(self.system.nv,))

    @property
    def drive_tau_cut(self) -> Array:
        """Return symbols for them."""
        return self.notes.value("drives on cuts", shape=(self.system.compiled.loops.n_cut_v,))

    @property
    def multipliers(self) -> Array:
        """Return symbols for them."""
        return self.notes.value("multipliers", shape=(self.system.compiled.loops.m,))

    def of_body(self, quantity: str, body: str) -> Outputs:
        """Return symbols for it."""
        return _Symbols(self.notes, (quantity, body), BODY_SHAPES)

    def of_all(self, quantity: str) -> Outputs:
        """Return symbols for it."""
        n = len(self.system.compiled.loops.joints)
        if quantity == "frames":
            return _Symbols(self.notes, (quantity,), {name: (n, *s) for name, s in FRAMES.items()})
        if quantity == "contacts":
            wheels = [j for j in self.system.topology.cuts if isinstance(j.type, Rolling)]
            return _Symbols(self.notes, (quantity,), {"point": (len(wheels), 3)})
        if quantity == "meshes":
            gears = [j for j in self.system.topology.cuts if isinstance(j.type, GearPair)]
            return _Symbols(self.notes, (quantity,), {"rolling": (len(gears),)})
        if quantity == "touches":
            n = sum(isinstance(j.type, OnCurve) for j in self.system.topology.cuts)
            shapes = {"parameters": (n, 2), "point": (n, 3), "normal": (n, 3)}
            return _Symbols(self.notes, (quantity,), {**shapes, "pressure_angle": (n,)})
        return _Symbols(self.notes, (quantity,), ALL_SHAPES)

    def of_element(self, part: Part) -> Array | None:
        """Return symbols for it."""
        if part not in self.system.compiled.element_parts:
            return None
        size = {"effort": 1, "energy": 4}.get(str(part[1]), 3)
        if part[1] in ("states", "rates"):
            named = [e for e, _ in self.system.compiled.compiler.tree.states if e == part[0]]
            size = len(named)
        if part[1] == "measures":
            elements = self.system.compiled.compiler.tree.forces
            size = next(len(e.measures) for e in elements if e.name == part[0])
        return self.notes.value("element", *part, shape=(size,))

    @property
    def joint_loads(self) -> JointLoads:
        """Return symbols for them."""
        shape = (len(self.system.compiled.loops.joints), 6)
        return JointLoads(*(self.notes.value(part, shape=shape) for part in JointLoads._fields))

    @property
    def kept(self) -> None:
        """None: nothing is recorded."""

    def _of_body(self, what: str, body: str, where: Sequence[float]) -> Array:
        numbers = tuple(float(x) for x in where)
        if numbers == ORIGIN:
            return self[f"{body}.{what}"]
        return self.notes.value(what, body, numbers, shape=(3,))

    def position(self, body: str, point: Sequence[float] = ORIGIN) -> Array:
        """Return a symbol for it."""
        return self._of_body("position", body, point)

    def velocity(self, body: str, point: Sequence[float] = ORIGIN) -> Array:
        """Return a symbol for it."""
        return self._of_body("velocity", body, point)

    def acceleration(self, body: str, point: Sequence[float] = ORIGIN) -> Array:
        """Return a symbol for it."""
        return self._of_body("acceleration", body, point)

    def direction(self, body: str, axis: Sequence[float]) -> Array:
        """Return a symbol for it."""
        return self.notes.value("direction", body, tuple(float(x) for x in axis), shape=(3,))

    def angular_velocity(self, body: str) -> Array:
        """Return a symbol for it."""
        return self._of_body("angular_velocity", body, ORIGIN)

    def angular_acceleration(self, body: str) -> Array:
        """Return a symbol for it."""
        return self._of_body("angular_acceleration", body, ORIGIN)


BODY_SHAPES: dict[str, tuple[int, ...]] = {"rotation": (3, 3), "kinetic_energy": ()}
ALL_SHAPES: dict[str, tuple[int, ...]] = {"dissipation": (1,), "heat": (1,), "mass": (1,)}
ALL_SHAPES |= {"momentum": (6,)}
FRAMES: dict[str, tuple[int, ...]] = {"frames": (2, 3, 3), "bodies": (2, 3, 3)}
FRAMES |= {"at_F": (3,), "at_M": (3,)}
"""Shapes of outputs that are no three numbers."""


class _Symbols(dict[str, Any]):
    """Outputs of a quantity by name, each made when it is asked for."""

    def __init__(
        self, notes: Notes, request: tuple[Any, ...], shapes: Mapping[str, tuple[int, ...]]
    ) -> None:
        super().__init__()
        self._of = notes, request, shapes

    def __missing__(self, name: str) -> Any:
        notes, request, shapes = self._of
        return notes.value(*request, name, shape=shapes.get(name, (3,)))


def laws_of(sim: Simulator) -> Content:
    """Return the content of all laws of a mode; laws that cannot be traced are refused."""
    if sim.actuation.constant and not sim.laws:
        return ()
    notes = Notes()
    t = notes.value("t")
    try:
        reader = AskedReader(sim.system, _arrays(sim, notes), notes)
        efforts = sim.actuation.read(t, reader)
    except ModelError as problem:
        if problem.problems[0].code == "D08":
            raise ModelError(_tracing_problem()) from problem
        raise
    places = tuple((d.name, d.q, d.v, d.cut, d.is_held) for d in sim.driven)
    jets = [x for d in sim.driven if d.law is not None for x in d.law(t)]
    for law in joint_laws(sim.driven):
        q, v = (
            notes.value(law.name, part, shape=(n,))
            for part, n in (("q", law.kind.nq), ("v", law.kind.nv))
        )
        jets += [x for part in law.motion(t, q, v) for x in part]
    return places, notes.content([*efforts[0], *efforts[1], *jets])


def _arrays(sim: Simulator, notes: Notes) -> Any:
    """Return time, coordinates and velocities: all of the inputs of equations that can be read."""
    system = sim.system
    arrays = {
        "q": notes.value("q", shape=(system.nq,)),
        "v": notes.value("v", shape=(system.nv,)),
    }
    return SimpleNamespace(arrays=arrays, time=notes.value("t"))


def _tracing_problem() -> Problem:
    return Problem(
        "D08",
        "inputs",
        "hold a law that cannot be traced, so that it has no derivative",
        action="write it with NumPy's functions",
    )

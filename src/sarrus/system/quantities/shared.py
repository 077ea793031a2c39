"""Quantities of a tree by code that all links of a kind share: nothing is compiled for a model.

The kinds of the links of a tree are few; their code is kept on disk and serves every model. What is
particular to a model are its numbers: a table, filled from its arrays.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import field, replace
from functools import cache, cached_property, partial
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.dynamics.input_names import STATES
from sarrus.dynamics.shared.link_kind import BODY_ROW, ROW, LinkKind, inertia_row
from sarrus.dynamics.shared.link_table import LinkTable
from sarrus.dynamics.shared.recursion import APPLIED, LOAD, PARENT, Piece, Recursion
from sarrus.kernels import Cache, Kernel, KernelFactory
from sarrus.kernels.calling import Refusal
from sarrus.kernels.kernel import KernelError, ManyStates
from sarrus.kernels.program import Port, Program
from sarrus.kernels.shared import sweep as sweeps
from sarrus.kernels.shared.library import KindCode, Made, inner_call, kind_code, turns
from sarrus.kernels.shared.shared_kernel import (
    PADDING,
    CallList,
    Elements,
    Layout,
    shared_kernel,
)
from sarrus.kernels.shared.sweep import Place, Sweep
from sarrus.kernels.targets import Target, has_sweeps
from sarrus.late_dataclass import dataclass
from sarrus.model.forces.among import bearings_among, rows_among
from sarrus.public_names import LateModule
from sarrus.spatial import Rotation, Transform
from sarrus.system.quantities.named_equation import NamedEquation, home_of
from sarrus.system.quantities.parameters import BODY, GRAVITY, Parameters
from sarrus.topology import Layout as Coordinates
from sarrus.topology import Topology

if TYPE_CHECKING:
    from sarrus.dynamics import tree
    from sarrus.dynamics.derivatives import joint_shape
    from sarrus.dynamics.shared import forward, inverse, mass_matrix, motion
    from sarrus.dynamics.shared.loads import ElementLoads
    from sarrus.kernels import native
    from sarrus.model.forces.element import ForceElement
    from sarrus.system.quantities import base_input, mass_entries, record_filling
    from sarrus.system.quantities.equations import Equation
else:
    tree = LateModule("sarrus.dynamics.tree")
    joint_shape = LateModule("sarrus.dynamics.derivatives.joint_shape")
    forward = LateModule("sarrus.dynamics.shared.forward")
    inverse = LateModule("sarrus.dynamics.shared.inverse")
    mass_matrix = LateModule("sarrus.dynamics.shared.mass_matrix")
    motion = LateModule("sarrus.dynamics.shared.motion")
    native = LateModule("sarrus.kernels.native")
    base_input = LateModule("sarrus.system.quantities.base_input")
    mass_entries = LateModule("sarrus.system.quantities.mass_entries")
    record_filling = LateModule("sarrus.system.quantities.record_filling")


@dataclass(frozen=True)
class Shared:
    """A quantity by a recursion: its inputs in order, and its outputs by the pieces' results.

    gravity: whether gravity and the motion of ground count; forces: whether force elements do;
    equation: what it is when written out; by: see `Place`; factors: results that have
    several numbers for each velocity, and how many, of joints whose S does not depend on q; finish:
    adds the calls that make the output of what is kept for all velocities.
    """

    equation: NamedEquation
    recursion: Recursion
    inputs: tuple[str, ...]
    outputs: Mapping[str, str]
    gravity: bool = True
    forces: bool = True
    by: str = "v"
    factors: Mapping[str, int] = field(default_factory=dict)
    finish: Callable[[SharedTree, CallList], None] | None = None


@dataclass
class SharedTree:
    """The tree of a system for shared code.

    factory, key: make the kernel of its force elements, which is the model's own; parameters: the
    numbers that are inputs. `compiled` counts kinds that were compiled, `cached` those that were
    at hand.
    """

    topology: Topology
    coordinates: Coordinates
    factory: KernelFactory
    key: Callable[[], str]
    parameters: Parameters
    prescribed: bool
    compiled: int = 0
    cached: int = 0

    @property
    def cache(self) -> Cache:
        """Where code is kept."""
        return self.factory.cache

    @property
    def target(self) -> Target:
        """What code is made for."""
        return self.factory.target

    @cached_property
    def forces(self) -> tuple[ForceElement, ...]:
        """The force elements, without rows of velocities, which are no forces of their own."""
        forces = self.topology.model.forces
        rows = rows_among(forces)
        return tuple(f for f in forces if f not in rows) if rows else forces

    @cached_property
    def elements(self) -> ElementLoads:
        """What the force elements load."""
        from sarrus.dynamics.shared.loads import ElementLoads

        bodies = [branch.outboard for branch in self.topology.branches]
        return ElementLoads(self.table, bodies, self.forces, self.coordinates.nq)

    @cached_property
    def carries_forces(self) -> bool:
        """Whether the force elements act on links and joints of the tree, by states alone.

        Bearing friction acts by reactions, and angles of cut joints are found by closing loops.
        """
        cut = {joint.name for joint in self.topology.cuts}
        return not bearings_among(self.forces) and not any(cut & {*f.joints} for f in self.forces)

    @cached_property
    def table(self) -> LinkTable:
        """The numbers of the links."""
        return LinkTable(self.topology, self.coordinates)

    def kinds(
        self, driven: Collection[int] = (), first: bool = False
    ) -> tuple[list[LinkKind], np.ndarray]:
        """Return the different kinds of links, and the number of every link's kind.

        driven: velocities with given accelerations; first: whether links on ground are apart.
        """
        chosen: list[LinkKind] = list(self.table.kinds)
        if first:
            for i in np.flatnonzero(self.table.parent < 0).tolist():
                chosen[i] = replace(chosen[i], first=True)
        if driven:
            v, nv = self.table.v.tolist(), self.table.nv.tolist()
            for i, kind in enumerate(chosen):
                columns = tuple(k for k in range(nv[i]) if v[i] + k in driven)
                if columns:
                    chosen[i] = replace(kind, driven=columns)
        found: dict[LinkKind, int] = {}
        numbers = [found.setdefault(kind, len(found)) for kind in chosen]
        return list(found), np.array(numbers, dtype=np.int64)

    def computes(self, name: str, equation: Equation) -> bool:
        """Whether there is shared code for a quantity of this tree, by this equation."""
        quantity = shared_quantity(name.partition(" ")[0])
        plain = equation.func if isinstance(equation, partial) else equation
        if (
            quantity is None
            or home_of(quantity.equation) != home_of(plain)
            or not self.topology.branches
        ):
            return False
        if not has_sweeps(self.target):
            return False
        if any(branch.joint.armature for branch in self.topology.branches):
            return False  # rotors are in written-out code alone
        if not all(map(_is_of_table, self.parameters.names)):
            return False  # frames of joints that are inputs need code of their own
        if not (quantity.forces and self.forces):
            return True
        return self.carries_forces and not quantity.factors

    def kernel(
        self,
        name: str,
        equation: Equation,
        last: Mapping[str, np.ndarray],
        refused: Refusal,
        program: Callable[[], Program],
        many: Callable[[Kernel], ManyStates],
        compile_: Callable[[], None] | None = None,
    ) -> Kernel:
        """Return the kernel of a quantity that `computes` has, by the equation given there.

        last: the last inputs with their usual values; program: what it is when written out; many:
        makes the kernel of many states; compile_: makes written-out code for later systems.
        """
        name = name.partition(" ")[0]
        quantity = shared_quantity(name)
        if quantity is None:
            raise KernelError(f"there is no shared code for '{name}'")
        names = (*quantity.inputs, *last)
        loads = self.elements if quantity.forces and self.forces else None
        if loads is not None:
            from sarrus.dynamics.shared.loads import with_loads

            recursion = with_loads(quantity.recursion, bool(loads.seen))
            quantity = replace(quantity, recursion=recursion)
            name += f" loaded {bool(loads.seen)}"
        if self._given_bodies and not quantity.recursion.bodies:
            fields = {**quantity.recursion.fields, GIVEN_ROW: ROW}
            quantity = replace(quantity, recursion=replace(quantity.recursion, fields=fields))
            name += " rows"
        bends = quantity.factors and not all(map(joint_shape.is_constant, set(self.table.types)))
        if bends:
            from sarrus.dynamics.shared.derivatives import with_bends

            quantity = replace(quantity, recursion=with_bends(quantity.recursion))
            name += " bends"
        driven = equation.keywords["driven"] if isinstance(equation, partial) else ()
        kinds, numbers = self.kinds(frozenset(driven), quantity.recursion.first)
        codes = [self._kind_code(name, quantity, kind) for kind in kinds]
        ground = self._ground_code(name, quantity, names)
        sizes = {"q": self.coordinates.nq}
        nv = self.coordinates.nv
        inputs = tuple(Port(n, last[n].shape if n in last else (sizes.get(n, nv),)) for n in names)
        loading = None if loads is None else self._loads_kernel(loads, inputs)
        filling = self._rows_kernel() if GIVEN_ROW in quantity.recursion.fields else None
        bending = self._bends_kernel() if bends else None
        layout, elements = self._memory(quantity, kinds, numbers, codes)
        inner = [k for k in (loading, filling, bending) if k is not None]
        spaces = [len(k.inputs) + len(k.outputs) + k.work_size for k in inner]
        calls = CallList(replace(layout, inner=max(spaces, default=0)), elements)
        calls.add_ground(ground, np.array(self.topology.model.gravity))
        if filling is not None:
            self._add_rows(calls, quantity, filling, names.index("p"))
        calls.add_sweep("angles", codes)
        calls.add_turns(turns(self.cache, self.target))
        pieces = quantity.recursion.pieces
        if loads is not None and loading is not None:
            if loads.seen:
                calls.add_sweep(pieces[0].name, codes)
                pieces = pieces[1:]
            self._add_loads(calls, quantity, loads, loading)
        for piece in pieces:
            calls.add_sweep(piece.name, codes, piece.inward)
        if quantity.finish is not None:
            quantity.finish(self, calls)
        if bending is not None:
            result = len(quantity.outputs) + list(NO_LOADS).index(BENT)
            places = np.array([(-1, calls.layout.first_column), (-2 - result, 0)], dtype=np.int64)
            calls.add_kernel(bending, inner_call(self.cache, self.target), places)
        shapes: dict[str, tuple[int, ...]] = {"M": (nv, nv)}
        if quantity.recursion.bodies:
            shapes = {n: (self.table.n, *SIZES[n]) for n in quantity.outputs.values()}
        shapes |= {n: (nv, size) for n, size in quantity.factors.items()}
        outputs = tuple(Port(n, shapes.get(n, (nv,))) for n in quantity.outputs.values())
        if quantity.factors:  # no force element changes them
            rows = {BENT: 0 if bending is None else bending.outputs[0].shape[0]}
            outputs += tuple(Port(n, (rows.get(n, 0), width)) for n, width in NO_LOADS.items())
        return shared_kernel(
            calls, inputs, outputs, last, refused, program, many, self.cache, self.target, compile_
        )

    def _loads_kernel(self, loads: ElementLoads, inputs: tuple[Port, ...]) -> Kernel:
        """Return the kernel of the force elements: from inputs and motion of links to loads."""
        from sarrus.dynamics.shared.loads import SEEN_NUMBERS

        def function(**x: Any) -> Mapping[str, Any]:
            base = (
                tree.BaseMotion.at_rest() if "base" not in x else base_input.base_motion(x["base"])
            )
            values = self.parameters.split(x["p"]) if "p" in x else {}
            values |= {STATES: x[STATES]} if STATES in x else {}
            v = x.get("v", np.zeros(self.coordinates.nv))
            motions = {i: x[f"link{i}"] for i in loads.seen}
            found = loads.at(motions, x["q"], v, base, x["t"][0], values)
            return {f"load{k}": value for k, value in enumerate(found)}

        shapes = {port.name: port.shape for port in inputs}
        shapes |= {f"link{i}": (SEEN_NUMBERS,) for i in loads.seen}
        key = f"{self.key()}|loads"
        return self.factory.make(key, function, shapes)

    def _add_loads(
        self, calls: CallList, quantity: Shared, loads: ElementLoads, kernel: Kernel
    ) -> None:
        """Add the calls that put loads on links and velocities."""
        recursion, layout = quantity.recursion, calls.layout
        offsets = _offsets(recursion.fields)
        column = layout.first_column + recursion.columns.index(APPLIED) * layout.width
        fills = np.array([offsets[LOAD], recursion.columns.index(APPLIED)], dtype=float)
        calls.add_function(
            native.compile_function(record_filling.clear_loads), calls.elements.places, fills
        )

        def at(link: int, field: str) -> tuple[int, int]:
            return -1, layout.ground + layout.record * (1 + link) + offsets[field]

        values = [(k, 0) for k in range(len(kernel.inputs) - len(loads.seen))]
        seen = [at(i, "R") for i in loads.seen]
        on_links = [at(i, LOAD) for i in loads.on_links]
        on_velocities = [(-1, column + k) for k in loads.on_velocities]
        places = np.array([*values, *seen, *on_links, *on_velocities], dtype=np.int64)
        calls.add_kernel(kernel, inner_call(self.cache, self.target), places)

    def _bends_kernel(self) -> Kernel:
        """Return the kernel that lists what changes of S do to efforts, with rows and columns."""
        places = [
            (first + a, first + k, a)
            for kind, first in zip(self.table.types, self.table.v.tolist(), strict=True)
            if not joint_shape.is_constant(kind)
            for k in range(kind.nv)
            for a in range(kind.nv)
        ]
        places.sort(key=lambda place: place[1])
        nv = self.coordinates.nv

        def function(bends: Any) -> Mapping[str, Any]:
            rows = [(float(a), float(k), bends[column, k]) for a, k, column in places]
            return {BENT: np.array(rows)}

        key = f"bends|{nv}|{places}"
        return self.factory.make(key, function, {"bends": (6, nv)})

    @cached_property
    def _given_bodies(self) -> tuple[int, ...]:
        """The links of bodies whose mass, centre of mass or inertia is an input."""
        bodies = [branch.outboard for branch in self.topology.branches]
        named = {name.removeprefix("body:").rpartition(".")[0] for name in self.parameters.names}
        return tuple(i for i, body in enumerate(bodies) if body in named)

    def _rows_kernel(self) -> Kernel:
        """Return the kernel from given numbers to the inertias of the links they belong to."""
        bodies = [branch.outboard for branch in self.topology.branches]
        frames = {i: self.table.X_CB[i] for i in self._given_bodies}

        def function(p: Any) -> Mapping[str, Any]:
            values, model = self.parameters.split(p), self.topology.model
            poses = {i: Transform(Rotation(X.R), X.p) for i, X in frames.items()}
            return {
                f"row{i}": inertia_row(tree.link_inertia(model, bodies[i], X_CB, values))
                for i, X_CB in poses.items()
            }

        return self.factory.make(f"{self.key()}|rows", function, {"p": (self.parameters.size,)})

    def _add_rows(self, calls: CallList, quantity: Shared, kernel: Kernel, p: int) -> None:
        """Add the calls that put the rows of all links into their records."""
        at, layout = _offsets(quantity.recursion.fields)[GIVEN_ROW], calls.layout
        table = np.ascontiguousarray(calls.elements.rows)
        calls.add_function(
            native.compile_function(record_filling.copy_rows), np.full((self.table.n, 1), at), table
        )
        first = layout.ground + layout.record
        outputs = [(-1, first + layout.record * i + at) for i in self._given_bodies]
        places = np.array([(p, 0), *outputs], dtype=np.int64)
        calls.add_kernel(kernel, inner_call(self.cache, self.target), places)

    def _memory(
        self, quantity: Shared, kinds: list[LinkKind], numbers: np.ndarray, codes: list[KindCode]
    ) -> tuple[Layout, Elements]:
        """Return how the work array is laid out, and the elements in it."""
        angles = np.array([code.sizes["angles"] for code in codes], dtype=np.int64)[numbers]
        places = np.zeros((len(numbers), 4), dtype=np.int64)
        table = self.table
        total = int(np.sum(angles))
        record = max(_record_size(quantity.recursion, kind) for kind in kinds)
        columns = len(quantity.recursion.columns)
        padded = -(-total // PADDING) * PADDING
        layout = Layout(padded, record, len(numbers), columns, self.coordinates.nv)
        places[:, 0], places[:, 1] = table.q, table.v
        places[:, 2] = np.cumsum(angles) - angles
        places[:, 3] = layout.ground + record * (1 + table.parent)
        rows = table.body_rows if quantity.recursion.bodies else table.rows
        return layout, Elements(numbers, rows, places)

    def _kind_code(self, name: str, quantity: Shared, kind: LinkKind) -> KindCode:
        key = f"{name}|{kind.key}"
        return self._counted_code(
            kind_code(key, self.cache, self.target, lambda: sweeps_of_kind(quantity, kind))
        )

    def _ground_code(self, name: str, quantity: Shared, names: tuple[str, ...]) -> KindCode:
        moves = self.prescribed and quantity.gravity
        at = names.index("base") if moves else -1
        still = not quantity.gravity
        value = self._given_gravity if quantity.gravity else -1
        p = (names.index("p"), value) if value >= 0 else (-1, -1)
        key = f"ground|{name}|{at}|{still}|{p}"
        make = partial(ground, quantity, at, p)
        return self._counted_code(kind_code(key, self.cache, self.target, make))

    @cached_property
    def _given_gravity(self) -> int:
        """Where gravity stands among the numbers that are inputs, -1 if it is none."""
        at = 0
        for name, default in zip(self.parameters.names, self.parameters.defaults, strict=True):
            if name == GRAVITY:
                return at
            at += default.size
        return -1

    def _counted_code(self, found: tuple[KindCode, bool]) -> KindCode:
        code, compiled = found
        self.compiled += compiled
        self.cached += not compiled
        return code


def add_mass_entries(tree: SharedTree, calls: CallList, both: bool = True) -> None:
    """Add the call that multiplies the forces along velocities with the axes of those below.

    both: whether both halves of the matrix are filled.
    """
    runs = mass_entries.column_runs(tree.table.parent, tree.table.v, tree.table.nv)
    zeros = mass_entries.has_zeros(runs, tree.coordinates.nv)
    calls.add_function(
        native.compile_function(mass_entries.mass_entries),
        runs,
        np.array([zeros, both], dtype=float),
    )


def sweeps_of_kind(quantity: Shared, kind: LinkKind) -> Made:
    """Return the sweeps of a kind of link, and how many angles it has."""
    recursion = quantity.recursion
    programs = {piece.name: _program(recursion, piece, kind) for piece in recursion.pieces}
    first = max(programs.values(), key=lambda program: len(sweeps.angles_of(program)))
    angles = sweeps.angles_of(first)
    known = {sweeps.expression_of(first, a): k for k, a in enumerate(angles)}
    found: dict[str, Sweep] = {}
    if angles:
        places = _places_in(quantity, kind, first.inputs)
        found["angles"] = Sweep(sweeps.angle_program(first), places, (Place(sweeps.ANGLE),))
    for piece in recursion.pieces:
        program = programs[piece.name]
        inputs = _places_in(quantity, kind, program.inputs)
        if sweeps.angles_of(program):
            program = sweeps.with_given_turns(program, known)
            inputs = (*inputs, Place(sweeps.SINE), Place(sweeps.COSINE))
        outputs = _places_out(quantity, kind, program.outputs)
        found[piece.name] = Sweep(program, inputs, outputs, piece.inward)
    return found, {"angles": len(angles)}


def ground(quantity: Shared, at: int, p: tuple[int, int] = (-1, -1)) -> Made:
    """Return the sweep that fills the record of ground.

    at: which input is its motion, or -1; p: which input holds gravity and where, or -1.
    """
    from sarrus.kernels.trace import trace

    def equation(row: Any, base: Any = None) -> Mapping[str, Any]:
        moves = tree.BaseMotion.at_rest() if base is None else base_input.base_motion(base)
        gravity = row if quantity.gravity else np.zeros(3)
        return quantity.recursion.ground(moves, gravity)

    inputs = {"row": (3,)} if at < 0 else {"row": (3,), "base": (BASE_NUMBERS,)}
    program = trace(equation, inputs)
    offsets = _offsets(quantity.recursion.fields)
    outputs = tuple(Place(sweeps.OWN, offsets[port.name]) for port in program.outputs)
    row = Place(sweeps.ROW) if p[0] < 0 else Place(f"in{p[0]}", p[1], by="q")
    places = (row, Place(f"in{at}", by="q"))
    return {"ground": Sweep(program, places[: len(program.inputs)], outputs)}, {}


BENT = "efforts_q"
"""The output of factors to which changes of a joint's own S add; see `derivatives.factors`."""
GIVEN_ROW = "given_row"
"""The field of records that holds a link's row where numbers of bodies are inputs."""
NO_LOADS = {"loads_q": 8, "loads_v": 8, "efforts_q": 3, "efforts_v": 3}
"""Outputs of factors that are empty without force elements; see `derivatives.factors`."""
SIZES = {
    "position": (3,),
    "rotation": (3, 3),
    "velocity": (3,),
    "angular_velocity": (3,),
    "acceleration": (3,),
    "angular_acceleration": (3,),
}
"""What outputs hold for every body."""
BASE_NUMBERS = 24
"""Numbers of the motion of a prescribed ground; see `base_input`."""


def _program(recursion: Recursion, piece: Piece, kind: LinkKind) -> Program:
    """Return the equations of one piece for a link of a kind."""
    from sarrus.kernels.trace import trace

    sizes = {**recursion.fields, **recursion.own(kind), "q": kind.type.nq}
    shapes: dict[str, tuple[int, ...]] = {"row": (BODY_ROW if recursion.bodies else ROW,)}
    for name in piece.reads:
        shapes[name] = (sizes.get(name.removeprefix(PARENT), kind.type.nv),)

    def equation(row: Any, **arrays: Any) -> Mapping[str, Any]:
        return piece.equation(kind, kind.link(row), arrays)

    names = [*piece.writes, *piece.adds, *piece.results, *piece.columns]
    return trace(equation, shapes, names)


def _is_of_table(parameter: str) -> bool:
    """Whether a number of the model is one of a force element, of a row, or gravity."""
    kind, _, rest = parameter.partition(":")
    return parameter == GRAVITY or kind == "force" or (kind == "body" and _last(rest) in BODY)


def _last(name: str) -> str:
    return name.rpartition(".")[2]


def _record_size(recursion: Recursion, kind: LinkKind) -> int:
    return sum(recursion.fields.values()) + sum(recursion.own(kind).values())


def _offsets(*groups: Mapping[str, int]) -> dict[str, int]:
    """Return where fields begin that stand one after the other."""
    found: dict[str, int] = {}
    at = 0
    for group in groups:
        for name, size in group.items():
            found[name] = at
            at += size
    return found


def _places_in(quantity: Shared, kind: LinkKind, ports: tuple[Port, ...]) -> tuple[Place, ...]:
    offsets = _offsets(quantity.recursion.fields, quantity.recursion.own(kind))
    results, columns = list(quantity.outputs), quantity.recursion.columns

    def place(name: str) -> Place:
        if name == "row":
            value = GIVEN_ROW in offsets
            return Place(sweeps.OWN, offsets[GIVEN_ROW]) if value else Place(sweeps.ROW)
        if name in quantity.inputs:
            by = "q" if name == "q" else "v"
            return Place(f"in{quantity.inputs.index(name)}", by=by)
        if name.startswith(PARENT):
            return Place(sweeps.UP, offsets[name.removeprefix(PARENT)])
        if name in results:
            return Place(f"out{results.index(name)}")
        if name in columns:
            return Place(f"{sweeps.COLUMN}{columns.index(name)}")
        return Place(sweeps.OWN, offsets[name])

    return tuple(place(port.name) for port in ports)


def _places_out(quantity: Shared, kind: LinkKind, ports: tuple[Port, ...]) -> tuple[Place, ...]:
    offsets = _offsets(quantity.recursion.fields, quantity.recursion.own(kind))
    results, columns = list(quantity.outputs), quantity.recursion.columns

    def place(name: str) -> Place:
        if name in results:
            times = quantity.factors.get(name, 1)
            return Place(f"out{results.index(name)}", by=quantity.by, times=times)
        if name in columns:
            return Place(f"{sweeps.COLUMN}{columns.index(name)}")
        if name.startswith(PARENT):
            return Place(sweeps.UP, offsets[name.removeprefix(PARENT)], adds=True)
        if name not in offsets:
            raise KernelError(f"a piece writes '{name}', which no record holds")
        return Place(sweeps.OWN, offsets[name])

    return tuple(place(port.name) for port in ports)


QUANTITIES: dict[str, Callable[[], Shared]] = {
    "inverse_dynamics": lambda: Shared(
        NamedEquation("inverse"), inverse.INVERSE, ("q", "v", "vdot"), {"efforts": "tau"}
    ),
    "forward_dynamics": lambda: Shared(
        NamedEquation("forward"), forward.FORWARD, ("q", "v", "tau"), {"accelerations": "vdot"}
    ),
    "hybrid_dynamics": lambda: Shared(
        NamedEquation("hybrid"),
        forward.HYBRID,
        ("q", "v", "tau", "vdot"),
        {"accelerations": "vdot", "efforts": "tau"},
    ),
    "body_positions": lambda: Shared(
        NamedEquation("body_positions"),
        motion.POSITIONS,
        ("q",),
        {"position": "position", "rotation": "rotation"},
        forces=False,
        by="element",
    ),
    "body_velocities": lambda: Shared(
        NamedEquation("body_velocities"),
        motion.VELOCITIES,
        ("q", "v"),
        {"velocity": "velocity", "angular_velocity": "angular_velocity"},
        forces=False,
        by="element",
    ),
    "body_accelerations": lambda: Shared(
        NamedEquation("body_accelerations"),
        motion.ACCELERATIONS,
        ("q", "v", "vdot"),
        {"acceleration": "acceleration", "angular_acceleration": "angular_acceleration"},
        forces=False,
        by="element",
    ),
    "mass_solve": lambda: Shared(
        NamedEquation("mass_solve"),
        forward.MASS_SOLVE,
        ("q", "tau"),
        {"accelerations": "M_inverse_tau"},
        gravity=False,
        forces=False,
    ),
    "mass_matrix": lambda: Shared(
        NamedEquation("mass"),
        mass_matrix.MASS_MATRIX,
        ("q",),
        {"entries": "M"},
        gravity=False,
        forces=False,
        finish=add_mass_entries,
    ),
    "bias": lambda: Shared(
        NamedEquation("bias"), inverse.BIAS, ("q", "v"), {"efforts": "c"}, forces=False
    ),
    "inertia_product": lambda: Shared(
        NamedEquation("inertia_product"),
        inverse.PRODUCT,
        ("q", "vdot"),
        {"efforts": "M_vdot"},
        gravity=False,
        forces=False,
    ),
}
"""Quantities that shared code computes, by name, but for derivatives."""
QUANTITIES["mass_triangle"] = lambda: replace(
    QUANTITIES["mass_matrix"](), finish=partial(add_mass_entries, both=False)
)


@cache
def shared_quantity(name: str) -> Shared | None:
    """Return how shared code computes a quantity, None where it does not."""
    if name.endswith("_derivatives"):
        from sarrus.system.quantities.shared_derivatives import DERIVATIVES

        return DERIVATIVES.get(name)
    made = QUANTITIES.get(name)
    return None if made is None else made()

"""The loops of a system: their equations as kernels, scales, ranks and selections."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.dynamics.formulations import RECURSIVE
from sarrus.errors import Problem
from sarrus.kernels import Kernel
from sarrus.late_dataclass import dataclass
from sarrus.model import Joint, Model
from sarrus.model.forces.among import bearings_among
from sarrus.public_names import LateModule
from sarrus.system.quantities.compiler import Compiler

if TYPE_CHECKING:
    from sarrus.model.forces.bearing_friction import BearingFriction
    from sarrus.model.forces.row import Row
    from sarrus.solvers import rank as ranks
    from sarrus.solvers.rank import ScaledMatrix
    from sarrus.system.quantities import loop_equations
else:
    ranks = LateModule("sarrus.solvers.rank")
    loop_equations = LateModule("sarrus.system.quantities.loop_equations")


@dataclass(frozen=True)
class ClosedTerms:
    """M, h = f - c, Phi_v, gamma; rates of cut joints C v and their bias, at one state."""

    M: np.ndarray
    h: np.ndarray
    Phi: np.ndarray
    gamma: np.ndarray
    C: np.ndarray
    C_bias: np.ndarray


ROUNDING = 1e-14
"""Of a coordinate of a point, as part of it."""
EITHER_SIDE = 2.0
"""How far a loop may be open, in tolerances: an axis that is off by one is so on either side."""


@dataclass(frozen=True)
class SetAside:
    """Rows that count as redundant within the tolerance of the data.

    rank: of the rows that stay; noise: the largest singular value that counts as zero for it, as
    part of the largest; notice: what is off, how far, and what was assumed.
    """

    rank: int
    noise: float
    notice: Problem


class Loops:
    """Constraint equations of a system and what is decided about them.

    tolerance: of the data; judge: returns what is set aside within it, asked once.
    """

    def __init__(
        self,
        compiler: Compiler,
        tolerance: float = 0.0,
        judge: Callable[[], SetAside | None] = lambda: None,
    ) -> None:
        self.compiler = compiler
        self.tolerance, self._judge = tolerance, judge
        self.model: Model = compiler.topology.model
        self.cuts: tuple[Joint, ...] = compiler.topology.cuts
        self.nq, self.nv = compiler.layout.nq, compiler.layout.nv
        self.kernels: dict[str, Kernel] = {}

    # --- names and units --------------------------------------------------------------------

    @cached_property
    def row_names(self) -> tuple[str, ...]:
        """Names of all constraint rows, such as `C.tilt_x`, then couplers, then bare rows."""
        names: list[str] = []
        for cut, joint in zip(self.compiler.tree.cuts, self.cuts, strict=True):
            kept = (
                joint.type.row_names if cut.mix is None else [f"row_{k}" for k in range(cut.n_rows)]
            )
            names += [f"{joint.name}.{row}" for row in kept]
        return (*names, *self._behind)

    @cached_property
    def _behind(self) -> tuple[str, ...]:
        """Names of the rows behind those of cut joints: of couplers, and bare ones."""
        bare = self.compiler.tree.bare
        return (*(c.name for c in self.model.couplers), *(row.name for row in bare))

    @cached_property
    def row_owner(self) -> tuple[str, ...]:
        """The cut joint or coupler of every row."""
        owners = [c.joint for c in self.compiler.tree.cuts for _ in range(c.n_rows)]
        return (*owners, *self._behind)

    @cached_property
    def m(self) -> int:
        """Number of rows."""
        return len(self.row_names)

    @cached_property
    def closing(self) -> slice | np.ndarray:
        """Places of the rows that close positions; the others are of velocities alone."""
        every = self.holonomic
        return slice(None) if np.all(every) else np.flatnonzero(every)

    @cached_property
    def holonomic(self) -> np.ndarray:
        """Whether each row closes positions."""
        found = [closes for cut in self.compiler.tree.cuts for closes in cut.holonomic]
        found += [True] * len(self.model.couplers)
        found += [row.closes for row in self.compiler.tree.bare]
        return np.array(found, dtype=bool)

    @cached_property
    def length(self) -> float:
        """A length typical of the mechanism [m], for scaling: the largest span of joints on a body.

        It depends neither on the cut nor on where the mechanism stands.
        """
        return typical_length(self.model, self.cuts)

    @cached_property
    def row_scale(self) -> np.ndarray:
        """1/length for rows in metres, 1 for rows in radians."""
        return np.where(self._meters, 1.0 / self.length, 1.0)

    @property
    def row_units(self) -> tuple[str, ...]:
        """The unit of every row, m or rad."""
        return tuple("m" if meters else "rad" for meters in self._meters)

    @cached_property
    def _meters(self) -> np.ndarray:
        """Whether every row is a length."""
        found: list[bool] = []
        for cut in self.compiler.tree.cuts:
            meters = [unit == "m" for unit in cut.type.row_units]
            if cut.mix is not None:
                meters = [bool(np.any(cut.mix[k][meters])) for k in range(cut.n_rows)]
            found += meters
        found += [c.unit == "m" for c in self.model.couplers]
        return np.array([*found, *map(self.is_length, self.compiler.tree.bare)], dtype=bool)

    def is_length(self, row: Row) -> bool:
        """Whether a bare row has a shift in it, rather than turns alone."""
        joints = [row.rate_place(name) for kind, name, _ in row.read_velocities if kind == "rate"]
        units = [self.model.joint(name).type.velocities[k].unit for name, k in joints]
        points = any(kind == "velocity" for kind, _, _ in row.read_velocities)
        return points or "m/s" in units

    @cached_property
    def column_scale(self) -> np.ndarray:
        """Length for velocities in m/s, 1 for those in rad/s."""
        units = self.compiler.layout.v_units
        return np.array([self.length if unit == "m/s" else 1.0 for unit in units])

    @cached_property
    def cut_q(self) -> dict[str, slice]:
        """Where the coordinates of each cut joint stand among those measured."""
        return _places(self.cuts, lambda joint: joint.type.nq)

    @cached_property
    def cut_v(self) -> dict[str, slice]:
        """Where the velocities of each cut joint stand among those of all cut joints."""
        return _places(self.cuts, lambda joint: joint.type.nv)

    @cached_property
    def wrapped(self) -> tuple[int, ...]:
        """Places among the coordinates of cut joints of angles measured but for whole turns."""
        starts = [self.cut_q[joint.name].start for joint in self.cuts]
        return tuple(starts[k] + j for k, j in self.compiler.tree.wrapped)

    @cached_property
    def periods(self) -> np.ndarray:
        """What leads each of them back to where it was: a whole turn, or a round [rad, m]."""
        cuts = self.compiler.tree.cuts
        return np.array([cuts[k].type.periods[j] for k, j in self.compiler.tree.wrapped])

    @cached_property
    def wrapped_rates(self) -> tuple[int, ...]:
        """Places of their rates among the velocities of cut joints."""
        starts = [self.cut_v[joint.name].start for joint in self.cuts]
        return tuple(starts[k] + j for k, j in self.compiler.tree.wrapped)

    @cached_property
    def n_cut_q(self) -> int:
        """Number of coordinates of the cut joints."""
        return sum(joint.type.nq for joint in self.cuts)

    @cached_property
    def n_cut_v(self) -> int:
        """Number of velocities of the cut joints."""
        return sum(joint.type.nv for joint in self.cuts)

    def with_turns(self, y: np.ndarray, near: np.ndarray) -> np.ndarray:
        """Return coordinates of cut joints with the whole turns that bring them near to others."""
        if not self.wrapped:
            return y
        at, found = list(self.wrapped), np.array(y, dtype=float)
        found[at] += self.periods * np.rint((near[at] - found[at]) / self.periods)
        return found

    # --- kernels ----------------------------------------------------------------------------

    def closure(self, q: np.ndarray, *last: Any) -> tuple[np.ndarray, ...]:
        """Return phi, Phi_v, coordinates of the cut joints, rows of their rates."""
        return self.closure_kernel.call(q, *last)

    @cached_property
    def closure_kernel(self) -> Kernel:
        """The kernel of `closure`."""
        return self.kernel("closure", ("q",), loop_equations.closure)

    def gaps(self, q: np.ndarray, *last: Any) -> tuple[np.ndarray, np.ndarray]:
        """Return rotation and position of M in F for every cut joint."""
        return self._call("gap", ("q",), loop_equations.gap)(q, *last)

    def terms(self, q: np.ndarray, v: np.ndarray, *last: Any) -> ClosedTerms:
        """Return all terms of the constrained equations of motion."""
        call = self._call("closed_terms", ("q", "v"), loop_equations.closed_terms)
        M, h, Phi, gamma, C, C_bias = call(q, v, *last)
        gamma, Phi = self.without_noise(gamma, Phi)
        return ClosedTerms(M, h, Phi, gamma, C, C_bias)

    def joint_loads(self, *arrays: Any) -> tuple[np.ndarray, np.ndarray]:
        """Return wrenches and reactions of all joints for (q, v, vdot, lam, tau_cut, ext).

        With friction of bearings, their loads come next.
        """
        return self.load_kernel.call(*arrays)

    @cached_property
    def load_kernel(self) -> Kernel:
        """The kernel of `joint_loads`."""
        return self.load_kernel_by(RECURSIVE)

    def load_kernel_by(self, formulation: str) -> Kernel:
        """Return the kernel of `joint_loads` by a formulation."""
        equation = partial(loop_equations.joint_loads, joints=self.joints, formulation=formulation)
        name = "joint_loads" if formulation == RECURSIVE else f"joint_loads {formulation}"
        return self.kernel(name, self._load_inputs, equation)

    def chosen_load_kernel(self, joints: tuple[str, ...], part: str, formulation: str) -> Kernel:
        """Return the kernel of the loads of some joints, for loops without self-stress."""
        wanted = tuple((joint, part) for joint in joints)
        equation = partial(loop_equations.chosen_loads, wanted=wanted, formulation=formulation)
        return self.kernel(f"joint_loads {wanted} {formulation}", self._load_inputs, equation)

    @property
    def _load_inputs(self) -> tuple[str, ...]:
        more = ("bearing",) if self.bearings else ()
        return ("q", "v", "vdot", "lam", "tau_cut", "ext", *more)

    @cached_property
    def bearings(self) -> tuple[BearingFriction, ...]:
        """The force elements whose loads are reactions."""
        return bearings_among(self.model.forces)

    def impulses(self, *arrays: Any) -> np.ndarray:
        """Return the impulses of all joints for (q, jump of v, multipliers, on cuts, on bodies)."""
        equation = partial(loop_equations.impulses, joints=self.joints)
        inputs = ("q", "vdot", "lam", "tau_cut", "ext")
        return np.asarray(self._call("impulses", inputs, equation)(*arrays))

    def self_stress(self, *arrays: Any) -> tuple[np.ndarray, np.ndarray]:
        """Return the wrenches and reactions that (q, lam, tau_cut) alone cause in all joints."""
        return self.stress_kernel.call(*arrays)

    @property
    def stress_kernel(self) -> Kernel:
        """The kernel of `self_stress`."""
        equation = partial(loop_equations.self_stress, joints=self.joints)
        return self.kernel("self_stress", ("q", "lam", "tau_cut"), equation)

    def external_efforts(self, q: np.ndarray, ext: np.ndarray, *last: Any) -> np.ndarray:
        """Return the efforts of wrenches on the bodies, in the order of the tree."""
        return self._call("external", ("q", "ext"), loop_equations.external_efforts)(q, ext, *last)

    def frames(self, q: np.ndarray, *last: Any) -> tuple[np.ndarray, ...]:
        """Return the frames and body axes of all joints."""
        return self.frames_kernel.call(q, *last)

    @property
    def frames_kernel(self) -> Kernel:
        """The kernel of `frames`."""
        equation = partial(loop_equations.frames, joints=self.joints)
        return self.kernel("frames", ("q",), equation)

    @cached_property
    def joints(self) -> tuple[str, ...]:
        """Names of all joints, tree and cut, in the order of the model."""
        return tuple(joint.name for joint in self.model.joints)

    def _call(self, name: str, inputs: tuple[str, ...], equation: Any) -> Callable[..., Any]:
        return self.kernel(name, inputs, equation).call

    def kernel(self, name: str, inputs: tuple[str, ...], equation: Any) -> Kernel:
        """Return the kernel of an equation, made once under its name."""
        kernel = self.kernels.get(name)
        if kernel is None:
            shapes = {key: self._shape(key) for key in inputs}
            kernel = self.kernels[name] = self.compiler.make(name, shapes, equation)
        return kernel

    def _shape(self, name: str) -> tuple[int, ...]:
        special = {
            "q": (self.nq,),
            "lam": (self.m,),
            "tau_cut": (self.n_cut_v,),
            "ext": (len(self.compiler.tree.links), 6),
            "bearing": (len(self.bearings),),
        }
        return special.get(name, (self.nv,))

    def multipliers_of(self, spatial: np.ndarray) -> np.ndarray:
        """Return what multipliers of all rows in space, states x rows x k, are for those kept."""
        return spatial if self._kept is None else self._kept @ spatial

    @cached_property
    def _kept(self) -> np.ndarray | None:
        """R of lam = R lam_spatial, None where all rows are kept.

        Rows that are kept are orthonormal combinations of the others.
        """
        cuts = self.compiler.tree.cuts
        if all(cut.mix is None for cut in cuts):
            return None
        mixes = [
            np.eye(cut.n_rows) if cut.mix is None else np.linalg.pinv(cut.mix.T) for cut in cuts
        ]
        mixes.append(np.eye(len(self.model.couplers)))
        found = np.zeros(np.sum([mix.shape for mix in mixes], axis=0))
        row = column = 0
        for mix in mixes:
            rows, columns = mix.shape
            found[row : row + rows, column : column + columns] = mix
            row, column = row + rows, column + columns
        return found

    # --- ranks ------------------------------------------------------------------------------

    @cached_property
    def set_aside(self) -> SetAside | None:
        """What is set aside within the tolerance of the data; None where all rows are exact.

        The one place that decides which rows count: ranks, null spaces, choices of rows, drives
        and self-stresses follow from it.
        """
        if any(not joint.type.is_drawn for joint in self.compiler.topology.holding):
            return None  # the drawing, from which it is judged, does not show it closed
        return self._judge() if self.m and self.tolerance > 0.0 else None

    @cached_property
    def row_sizes(self) -> np.ndarray:
        """The length of its own loop [m] for every row that is a length, 1 for those in radians."""
        cuts = [cut.joint for cut in self.compiler.tree.cuts]
        lengths = dict(zip(cuts, self.lengths, strict=True))
        own = np.array([lengths.get(owner, self.length) for owner in self.row_owner])
        return np.where(self._meters, own, 1.0)

    @cached_property
    def lengths(self) -> list[float]:
        """The length of every loop [m]: the largest span of its own joints on a body of it."""
        found = []
        for loop in self.compiler.topology.loops:
            joints = [self.model.joint(name) for name in loop.joints]
            spans = [_span(on_body) for on_body in _points_on_bodies(joints).values()]
            spans += [_own_length(joint) for joint in joints if joint.type.placement == "contact"]
            found.append(max(spans, default=0.0) or self.length)
        return found

    def openness(self, phi: np.ndarray, tolerance: float | None = None) -> float:
        """Return how far the loops are open, as part of what a tolerance of the data allows."""
        if not np.all(np.isfinite(phi)):
            return np.inf
        allowed = EITHER_SIDE * (self.tolerance if tolerance is None else tolerance)
        return float(np.max(np.abs(phi) / self.row_sizes, initial=0.0)) / allowed

    def without_noise(self, right: np.ndarray, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return a right side and the rows, others below those of the loops, that stay of them."""
        if self.set_aside is None:
            return right, rows
        A, rank = self.strict_closing(rows), self.set_aside.rank
        left, kept = right.copy(), rows.copy()
        left[: self.m][self.closing] = A.part(right[: self.m][self.closing], rank)
        kept[: self.m][self.closing] = A.of_rank(rank).A
        return left, kept

    def scaled_matrix(self, Phi: np.ndarray, extra: np.ndarray | None = None) -> ScaledMatrix:
        """Return Phi_v, with rows of driven rates below it if any, ready for rank decisions.

        Where rows are set aside, Phi_v is the nearest matrix of the rank that is left.
        """
        if self.set_aside is not None:
            Phi = Phi.copy()
            Phi[self.closing] = self.strict_closing(Phi).of_rank(self.set_aside.rank).A
        return self.strict(Phi, extra)

    def scaled_closing(self, Phi: np.ndarray) -> ScaledMatrix:
        """Return the rows that close positions, ready for rank decisions; see `scaled`."""
        A = self.strict_closing(Phi)
        return A if self.set_aside is None else A.of_rank(self.set_aside.rank)

    def strict_closing(self, Phi: np.ndarray) -> ScaledMatrix:
        """Return the same with all rows that close positions as they are."""
        rows = Phi[: self.m][self.closing]
        return ranks.ScaledMatrix(rows, self.row_scale[self.closing], self.column_scale)

    def strict(self, Phi: np.ndarray, extra: np.ndarray | None = None) -> ScaledMatrix:
        """Return the same with all rows of the loops as they are."""
        if extra is None or not len(extra):
            return ranks.ScaledMatrix(Phi, self.row_scale, self.column_scale)
        lengths = ranks.row_lengths(extra, self.column_scale)
        scale = np.concatenate([self.row_scale, 1.0 / lengths])
        return ranks.ScaledMatrix(np.vstack([Phi, extra]), scale, self.column_scale)

    def is_consistent(self, phi: np.ndarray, slip: np.ndarray, v: np.ndarray) -> bool:
        """Whether rows of these values and rates count as closed, at velocities v."""
        speed = 1.0 + float(np.max(np.abs(v), initial=0.0))
        if self.set_aside is not None:
            return self.openness(phi) <= 1.0 and self.openness(slip) <= speed
        gap = float(np.max(np.abs(self.row_scale * phi), initial=0.0))
        rate = float(np.max(np.abs(self.row_scale * slip), initial=0.0))
        return gap <= 1e-8 and rate <= 1e-6 * speed


def typical_length(model: Model, cuts: Iterable[Joint]) -> float:
    """Return the largest span of joints on a body of a model [m], for `Loops.length`."""
    points = _points_on_bodies(joint for joint in model.joints if joint.type.n_rows)
    spans = [_span(on_body) for on_body in points.values()]
    spans += [_own_length(joint) for joint in cuts]
    if not max(spans, default=0.0):
        spans = [_span([b.com, *points.get(b.name, [])]) for b in model.bodies]
    return max(spans, default=0.0) or 1.0


def _points_on_bodies(joints: Iterable[Joint]) -> dict[str, list[Any]]:
    """Return where joints are on each body; any point of a plane may be the origin of a contact."""
    points: dict[str, list[Any]] = {}
    for joint in joints:
        if joint.type.placement != "contact":
            points.setdefault(joint.parent, []).append(joint.on_parent.position)
        points.setdefault(joint.child, []).append(joint.on_child.position)
    return points


def _own_length(joint: Joint) -> float:
    """Return the length that the type of a joint has itself: of a distance, or a wheel's radius."""
    numbers = joint.type.parameters
    return numbers.get("length", 0.0) or numbers.get("radius", 0.0)


def _span(points: list[Any]) -> float:
    """Return the size of a set of points: twice the largest distance from their mean.

    Points that differ by rounding only are one point.
    """
    at = np.array(points, dtype=float)
    found = 2.0 * float(np.max(np.linalg.norm(at - at.mean(axis=0), axis=1)))
    return found if found > ROUNDING * float(np.max(np.abs(at))) else 0.0


def _places(joints: tuple[Joint, ...], size: Callable[[Joint], int]) -> dict[str, slice]:
    places, at = {}, 0
    for joint in joints:
        places[joint.name] = slice(at, at + size(joint))
        at += size(joint)
    return places

"""What every joint type can do, in the tree and as a cut joint.

A joint connects frame F on the parent and frame M on the child. Its axis, if it has
one, is the common z axis of both frames. In the tree, the coordinates q give the pose
X_FM(q) and the velocities v the relative motion S(q) v. As a cut joint, the same type
gives rows that vanish when F and M stand as the joint allows.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import field, fields
from functools import cache
from typing import Any, ClassVar, Literal

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.model.joints.glyph import Mark, Part
from sarrus.spatial import Transform
from sarrus.spatial.arrays import Array, columns, join, matrix
from sarrus.spatial.rotation import quaternion_matrix


@dataclass(frozen=True)
class Coordinate:
    """The name and unit of one coordinate or velocity of a joint; the unit "" is a pure number."""

    name: str
    unit: str


@dataclass(frozen=True)
class Step:
    """One hinge or slider of the chain that a joint is equal to.

    slides: a shift along, instead of a turn about, the `axis` of the frame before it; follows: the
    number of the step whose coordinate, times `ratio`, is that of this one.
    """

    axis: Literal["x", "y", "z"]
    slides: bool = False
    follows: int | None = None
    ratio: float = 0.0


Placement = Literal[
    "point",
    "body frames",
    "world frame",
    "two points",
    "two axes",
    "two wheels",
    "contact",
    "curve",
]


@dataclass(frozen=True)
class ParameterRule:
    """What a number of a joint type must be.

    unit: in SI; text: one line of documentation; required: whether it must be given; above, below:
    what it must exceed and stay under, if anything; zero: why it must not be 0, if so, and instead:
    what to do then; is_input: whether it only enters arithmetic, so that it may become a kernel
    input.
    """

    unit: str
    text: str
    required: bool = False
    above: float | None = None
    below: float | None = None
    zero: str = ""
    instead: str = ""
    is_input: bool = False

    def admits(self, value: float) -> bool:
        """Whether a value is within the bounds."""
        low, high = self.above, self.below
        return (low is None or value > low) and (high is None or value < high)


def parameter(
    default: float,
    *,
    unit: str,
    text: str,
    required: bool = False,
    above: float | None = None,
    below: float | None = None,
    zero: str = "",
    instead: str = "",
    is_input: bool = False,
) -> Any:
    """Return the dataclass field of a number that belongs to a joint type; see `ParameterRule`."""
    rule = ParameterRule(unit, text, required, above, below, zero, instead, is_input)
    return field(default=default, metadata={RULE: rule})


RULE = "parameter"


@dataclass(frozen=True)
class TableRule:
    """What a table of numbers of a joint type is: rows of `width` numbers in units of SI."""

    width: int
    unit: str
    text: str
    required: bool = True


def table(default: Any, *, width: int, unit: str, text: str, required: bool = True) -> Any:
    """Return the dataclass field of a table of numbers of a joint type."""
    return field(default=default, metadata={TABLE: TableRule(width, unit, text, required)})


TABLE = "table"


@cache
def tables_of(cls: type[JointType]) -> dict[str, TableRule]:
    """Return the tables of numbers of a joint type by name."""
    return {f.name: f.metadata[TABLE] for f in fields(cls) if TABLE in f.metadata}  # type: ignore[arg-type]


@cache
def parameters_of(cls: type[JointType]) -> dict[str, tuple[float, ParameterRule]]:
    """Return the numbers of a joint type by name: default and rule."""
    return {
        f.name: (f.default, f.metadata[RULE])  # type: ignore[misc]
        for f in fields(cls)  # type: ignore[arg-type]
        if f.init and RULE in f.metadata
    }


def input_numbers(cls: type[JointType]) -> list[str]:
    """Return the numbers of a joint type that may become kernel inputs."""
    return [name for name, (_, rule) in parameters_of(cls).items() if rule.is_input]


class JointType(ABC):
    """One kind of joint. Subclasses are frozen dataclasses without hidden state.

    A subclass says what the joint is (names, weight, coordinates, rows, pose, subspace, residual)
    and how it is placed, drawn and written; nothing else asks for its type. What follows from the
    equations (what turns, what slides, units of the rows) is derived from them here.
    """

    type_name: ClassVar[str]
    summary: ClassVar[str] = ""
    """What the builder's method adds, in a sentence; the docstring of the class if it is empty."""
    weight: ClassVar[float]
    """Distance in the graph: light joints stay in the tree, heavy ones are cut (paper 1)."""
    coordinates: ClassVar[tuple[Coordinate, ...]]
    velocities: ClassVar[tuple[Coordinate, ...]]
    row_names: ClassVar[tuple[str, ...]]
    """Names of the constraint rows: shifts x, y, z and tilts about them, in the axes of F."""
    in_tree: ClassVar[bool] = True
    """False for relations that can only close a loop."""
    axial: ClassVar[bool] = False
    """True if the motion is a turn about and a shift along z, so that frames may slide along it."""
    axes: ClassVar[tuple[str, ...]] = ("axis",)
    """Directions that the user gives: none; `axis`, z of F and M; that and `x_axis`, x of F, which
    is otherwise free; or two that are perpendicular, `axis`, x of F, and `axis2`, y of M."""
    axes_enclose: ClassVar[str] = ""
    """The number of the type that is the angle from `axis`, z of F and M, to `axis2`, fixed in the
    child; with it the two need not be perpendicular, and x is where `axis2` leans to."""
    placement: ClassVar[Placement] = "point"
    """Where the frames are in the drawing: at a point that must be given; at the body frames, if no
    point is given; at the world frame, if none is given; or at two points on bodies `a` and `b`
    that are apart, with their distance as the default of the parameter `length`; at the point `at2`
    of the child, held by a link without mass to the axis through `at` of the parent (`length` and,
    of two axes, `twist` are those of the drawing); or at two wheels in mesh, through whose axes the
    points `at` and `at2` are; or at the centre of a `wheel` and on the surface of the body `on`
    that carries it; or at the axes of a curve of the parent and at a point of the child, or the
    axes of its curve."""
    counts_rounds: ClassVar[bool] = True
    """Whether, cut, whole turns and rounds of its coordinates are always counted along a motion, or
    only where couplers or force elements look at them."""
    mark: ClassVar[Mark] = Mark()
    """How a sketch shows the joint."""

    @property
    def nq(self) -> int:
        """Number of position coordinates."""
        return len(self.coordinates)

    @property
    def nv(self) -> int:
        """Number of velocity coordinates: the degrees of freedom of the joint."""
        return len(self.velocities)

    @property
    def is_one_sided(self) -> bool:
        """Whether its first row is a contact that only pushes: where it would pull it is lost."""
        return False

    @property
    def n_rows(self) -> int:
        """Number of constraint equations when the joint is cut."""
        return 6 - self.nv

    @property
    def holonomic(self) -> tuple[bool, ...]:
        """Whether each row closes positions; others are rows of velocities alone, residual 0."""
        return (True,) * self.n_rows

    @property
    def parameters(self) -> dict[str, float]:
        """Numbers of the type itself, such as the lead of a screw, by name."""
        return {
            f.name: getattr(self, f.name)
            for f in fields(self)  # type: ignore[arg-type]
            if f.init and TABLE not in f.metadata
        }

    @property
    def tables(self) -> dict[str, tuple[tuple[float, ...], ...]]:
        """Tables of numbers of the type itself, such as shapes of deformation, by name."""
        found = {name: getattr(self, name) for name in tables_of(type(self))}
        return {name: rows for name, rows in found.items() if rows}

    @classmethod
    def table_faults(cls, rows: dict[str, Any]) -> tuple[tuple[str, str], ...]:
        """Return what is wrong between tables of numbers: the name of one, and the rule."""
        return ()

    @classmethod
    def of_record(cls, record: Any) -> type[JointType] | JointType:
        """Return what has the coordinates of a joint that a record of a model file describes."""
        return cls

    @property
    def glyph(self) -> tuple[Part, ...]:
        """What the page draws; a small ball where the type does not say."""
        return (Part("ball", (1.0,)),)

    @property
    def chain(self) -> tuple[Step, ...]:
        """Hinges and sliders that are equal to the joint, for formats without it; () if none."""
        return ()

    def mirror_image(self) -> JointType:
        """Return the type of the mirror image: itself, where it has no hand as a screw has."""
        return self

    @abstractmethod
    def pose(self, q: Array) -> Transform:
        """Return X_FM(q)."""

    @abstractmethod
    def subspace(self, q: Array) -> Array:
        """Return S, 6 x nv: the velocity of M relative to F is S v, at M's origin in M's axes."""

    def subspace_rate(self, q: Array, v: Array) -> Array:
        """Return dS/dt, 6 x nv; zero when S does not depend on q."""
        return np.zeros((6, self.nv))

    def effort_directions(self, q: Array) -> Array:
        """Return T, 6 x nv, with S^T T = I: the wrenches that unit efforts put on the child.

        The effort on a single coordinate is a moment if that is an angle, a force if it is a
        shift. Types with several whose columns of S are not orthonormal say it themselves.
        """
        S = self.subspace(q)
        if self.nv != 1:
            return S
        linear, angular = S[0:3, 0], S[3:6, 0]
        if self.velocities[0].unit == "m/s":
            return columns(join(linear / (linear @ linear), np.zeros(3)))
        return columns(join(np.zeros(3), angular / (angular @ angular)))

    def rate_directions(self, X_FM: Transform, q: Array) -> Array:
        """Return T, 6 x nv, of the joint cut: rates T^T V, and the wrenches of unit efforts.

        q: its coordinates at the pose X_FM; types whose coordinates do not say all of the pose
        take it from there.
        """
        return self.effort_directions(q)

    @property
    def complement(self) -> Array:
        """Return six numbers: 0 along coordinate directions that S spans exactly, else 1."""
        return np.ones(6)

    @abstractmethod
    def residual(self, X_FM: Transform) -> Array:
        """Return the `n_rows` equations that vanish when the cut joint is closed."""

    @abstractmethod
    def residual_rows(self, X_FM: Transform) -> Array:
        """Return W, n_rows x 6, with d(residual)/dt = W V, V as in `subspace`."""

    @abstractmethod
    def coordinates_of(self, X_FM: Transform) -> Array:
        """Return the q of a pose that the joint allows; angles in (-pi, pi]."""

    def leading_coordinates(self, X_FM: Transform) -> Array:
        """Return the coordinates of a pose that stand before the quaternion of a type with one."""
        return self.coordinates_of(X_FM)[: self.quaternion_at]

    def nearest_pose(self, X_FM: Transform) -> Transform:
        """Return the pose of the joint's own that a numeric pose, open by a little, stands for."""
        return self.pose(self.coordinates_of(X_FM))

    def is_closed(self, X_FM: Transform, tolerance: float) -> bool:
        """Tell whether a numeric pose is one of the joint's own, and not with an axis flipped."""
        X = self.pose(self.coordinates_of(X_FM))
        off = np.max(
            np.abs(X.matrix - X_FM.matrix), initial=np.max(np.abs(X.position - X_FM.position))
        )
        return bool(off <= tolerance)

    def rate(self, q: Array, v: Array) -> Array:
        """Return dq/dt for the velocities v."""
        return v

    def velocity_of(self, q: Array, qdot: Array) -> Array:
        """Return the velocities v of the rates dq/dt."""
        return qdot

    def add(self, q: Array, dv: Array) -> Array:
        """Return q moved by the tangent increment dv (numbers)."""
        return q + dv

    def difference(self, q1: Array, q0: Array) -> Array:
        """Return the dv with add(q0, dv) = q1 (numbers)."""
        return q1 - q0

    def neutral(self) -> Array:
        """Return the q at which F and M coincide."""
        return np.zeros(self.nq)

    def with_unit_quaternion(self, q: Array) -> Array:
        """Return q with its quaternion, if any, scaled to length one."""
        return q

    @property
    def quaternion_at(self) -> int | None:
        """Return where in q a quaternion starts, or None."""
        return None

    @property
    def has_constant_efforts(self) -> bool:
        """Whether T is the same everywhere in M's axes, as of ball and free joints."""
        return self.quaternion_at is not None and _steady_efforts(self)

    @property
    def is_open(self) -> bool:
        """Whether it holds nothing now: one that is made or parted during a run (`Openable`)."""
        return False

    @property
    def is_drawn(self) -> bool:
        """Whether the drawing shows it closed; not so where it is made during a run."""
        return True

    # What follows from the equations

    @property
    def turns_about_axis(self) -> bool:
        """Whether the motion is along z only, and turns about it."""
        return self.axial and _moves(self, 5)

    @property
    def slides_along_axis(self) -> bool:
        """Whether the motion is along z only, and shifts along it."""
        return self.axial and _moves(self, 2)

    @property
    def is_hinge(self) -> bool:
        """Whether the joint is a turn about z and nothing else."""
        return self.turns_about_axis and not self.slides_along_axis

    @property
    def is_slider(self) -> bool:
        """Whether the joint is a shift along z and nothing else."""
        return self.slides_along_axis and not self.turns_about_axis

    @property
    def keeps_origin(self) -> bool:
        """Whether no motion shifts the origin of M."""
        return not any(_moves(self, k) for k in range(3))

    @property
    def travel(self) -> int | None:
        """Return which coordinate is the shift along z of an axial joint, or None."""
        lengths = [k for k, c in enumerate(self.coordinates) if c.unit == "m"]
        return lengths[0] if self.axial and lengths else None

    @property
    def periodic(self) -> tuple[bool, ...]:
        """Whether a whole turn of each coordinate leads back to the same pose."""
        return _periodic(self)

    @property
    def looks_up(self) -> bool:
        """Whether its equations in the tree look up tables of splines."""
        return False

    @property
    def periods(self) -> tuple[float, ...]:
        """What of each coordinate leads back to the same pose: a whole turn, a round; 0 if none."""
        return tuple(2.0 * np.pi if whole else 0.0 for whole in self.periodic)

    @property
    def row_units(self) -> tuple[str, ...]:
        """Return "m" or "rad" for each row: a row with any shift in it is a length."""
        return tuple("m" if shift else "rad" for shift, _ in _row_parts(self))

    @property
    def bears_moment(self) -> bool:
        """Whether any row forbids a turn, so that the joint can pass on a moment."""
        return self.n_rows == 0 or any(turn for _, turn in _row_parts(self))


GENERIC = Transform.of(
    quaternion_matrix(np.array([0.8, 0.4, -0.4, 0.2])), np.array([0.3, -0.5, 0.7])
)
"""A pose without symmetries, at which what is zero is zero everywhere."""


@cache
def _moves(kind: JointType, direction: int) -> bool:
    """Tell whether the subspace has a component at a position without symmetries."""
    return kind.nv > 0 and _any(kind.subspace(_anywhere(kind))[direction])


@cache
def _steady_efforts(kind: JointType) -> bool:
    here, there = (kind.effort_directions(q) for q in (kind.neutral(), _anywhere(kind)))
    return bool(np.max(np.abs(here - there), initial=0.0) < 1e-12)


def _any(values: Array) -> bool:
    return bool(np.any(np.abs(values) > 1e-12))


def _anywhere(kind: JointType) -> Array:
    return kind.with_unit_quaternion(np.linspace(0.31, 0.73, kind.nq))


@cache
def _periodic(kind: JointType) -> tuple[bool, ...]:
    q = _anywhere(kind)
    return tuple(
        c.unit == "rad" and _same_pose(kind.pose(q), kind.pose(q + 2.0 * np.pi * unit))
        for c, unit in zip(kind.coordinates, np.eye(kind.nq), strict=True)
    )


def _same_pose(a: Transform, b: Transform) -> bool:
    gaps = (np.abs(a.matrix - b.matrix).ravel(), np.abs(a.position - b.position))
    return bool(np.max(np.concatenate(gaps)) < 1e-9)


@cache
def _row_parts(kind: JointType) -> tuple[tuple[bool, bool], ...]:
    """Return for each row whether it contains a shift, and whether it contains a turn."""
    W = kind.residual_rows(GENERIC)
    return tuple((_any(row[0:3]), _any(row[3:6])) for row in W)


def unit_directions(*directions: int) -> Array:
    """Return the 6 x n matrix whose columns are unit six-vectors."""
    return np.eye(6)[:, list(directions)]


def axis_gap(X_FM: Transform) -> Array:
    """Return the two components of M's z axis across F's z axis: zero when the axes align."""
    return X_FM.matrix[0:2, 2]


def axis_gap_rows(X_FM: Transform) -> Array:
    """Return the rows of `axis_gap`: d(R z)/dt = R (w x z), so row i is (-R_i1.. ) in M's axes."""
    r = X_FM.matrix
    return matrix(*[(0.0, 0.0, 0.0, -r[i, 1], r[i, 0], 0.0) for i in (0, 1)])


def position_rows(X_FM: Transform, *axes: int) -> Array:
    """Return the rows of the chosen components, in F's axes, of M's position: dp/dt = R v."""
    r = X_FM.matrix
    return matrix(*[(r[i, 0], r[i, 1], r[i, 2], 0.0, 0.0, 0.0) for i in axes])

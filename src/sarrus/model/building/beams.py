"""Flexible beams: chains of segments, with the mass of each half segment at its node.

A beam is read as a part of the mechanism: bodies `rod.0` to `rod.8` at the nodes, joints
`rod.segment_1`, ... between them, and their elasticity `rod.elasticity_1`, ...
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.model.building.drafts import BeamDraft, PartDraft, PoseDraft
from sarrus.model.building.entry import is_list
from sarrus.model.building.orientation import direction
from sarrus.model.building.reading import Reading
from sarrus.model.building.references import nearest
from sarrus.model.building.sections import SIZES, Section, section_of
from sarrus.model.joints.beam_segment import SHIFTS, TURNS, end_pose
from sarrus.model.materials import ELASTIC, material_density, material_elasticity
from sarrus.model.options import NO_UNIT
from sarrus.model.shapes import Box, Cylinder, Shape
from sarrus.spatial import Rotation, Transform
from sarrus.spatial.arrays import Array, dot, matrix_product, norm
from sarrus.spatial.rotation import triad, turn_between
from sarrus.spatial.rotation_vector import rotation_vector
from sarrus.spatial.tracking import fixed_value

if TYPE_CHECKING:
    from sarrus.model.building.references import Scope
    from sarrus.model.mechanism import Mechanism

Places = tuple[tuple[float, float], ...]
"""Node numbers between the ends of a beam, each with a length in segments."""
MOST_SEGMENTS = 1000
MASSES = ("lumped", "consistent")
ENDS, INNER = 1.0 / 12.0, 5.0 / 12.0
PLACES = tuple(0.5 * (1.0 + sign / float(np.sqrt(5.0))) for sign in (-1.0, 1.0))
"""Weights and inner places of Lobatto's quadrature with four points, from 0 to 1: exact for the
squares of what is of second order along a segment."""
REASON = "the shape of a flexible beam follows it"
NEAR, FAR = (float(np.sqrt(3 / 7 + sign * 2 / 7 * np.sqrt(6 / 5))) for sign in (-1, 1))
HEAVY, LIGHT = ((18 + sign * float(np.sqrt(30.0))) / 36 for sign in (1, -1))
GAUSS = np.array([-FAR, -NEAR, NEAR, FAR]), np.array([LIGHT, HEAVY, HEAVY, LIGHT])
"""Places and weights of Gauss's quadrature with four points, from -1 to 1."""


@dataclass(frozen=True)
class Material:
    """Moduli [Pa] and density [kg/m^3]."""

    young_modulus: float
    shear_modulus: float
    density: float


@dataclass(frozen=True, eq=False)
class Axis:
    """The line through the centres of the sections at rest, and how the sections stand there.

    nodes: their poses in the drawing; stations: parameters of the line there; line: the position of
    a parameter, and its derivative.
    """

    nodes: tuple[Transform, ...]
    stations: Array
    line: Any

    def at(self, s: float) -> tuple[Array, Array]:
        """Return position [m] and tangent times length per node number at the number s."""
        t = float(np.interp(s, np.arange(len(self.stations)), self.stations))
        i = min(int(s), len(self.stations) - 2)
        rate = self.stations[i + 1] - self.stations[i]
        return self.line(t), self.line(t, 1) * rate


def beam_part(scope: Scope, draft: BeamDraft) -> PartDraft | None:
    """Return the part that a beam is; None after a problem."""
    entry = scope.entry("flexible_beam", draft.name, draft.source)
    reading = Reading(scope, entry, draft.name, draft.options, draft.defaults)
    count = _segments(reading)
    section, material = _section(reading), _material(reading)
    taper = reading.number("taper", NO_UNIT, above=0.0)
    damping = reading.number("damping_time", "s", at_least=0.0)
    rate = reading.number("damping_rate", "1/s", at_least=0.0)
    mass = reading.get("mass")
    if mass not in MASSES:
        value = entry.literal("mass", mass)
        rule = "is neither lumped nor consistent"
        entry.report(
            "M09", "mass", rule, value=value, action="leave it out for masses at the nodes"
        )
    shears = reading.flag("shear")
    color = reading.get("color")
    points = _points(reading)
    up = None
    if reading.get("up") is not None:
        up = direction(entry, "up", reading.get("up"))
    if reading.failed or section is None or material is None or points is None:
        return None
    if shears and not (section.shear_ratio_y > 0.0 and section.shear_ratio_z > 0.0):
        action = "give shear_ratio_y and shear_ratio_z, 1.2 for a rectangle, or shear=False"
        entry.report("M28", "shear_ratio_y", "is missing for a beam that shears", action=action)
        return None
    axis = _axis(points, None if up is None else np.array(fixed_value(up, REASON)), count)
    of_part = _Chain(
        draft.name, axis, section, material, taper or 1.0, damping or 0.0, rate or 0.0,
        mass == "consistent", color,
    )  # fmt: skip
    return PartDraft(
        draft.name, of_part.mechanism(bool(shears)), PoseDraft(), None, None, draft.source
    )


def placeholder(draft: BeamDraft) -> PartDraft:
    """Return a part with the names of a beam that could not be read, for what refers to them."""
    axis = _axis(np.array([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0]]), None, draft.segments)
    section = Section(1.0, 1.0, 1.0, 1.0)
    chain = _Chain(draft.name, axis, section, Material(1e9, 1e9, 1e3), 1.0, 0.0, 0.0, False)
    return PartDraft(draft.name, chain.mechanism(False), PoseDraft(), None, None, draft.source)


# --- what users give --------------------------------------------------------------------------


def _segments(reading: Reading) -> int:
    raw = reading.get("segments")
    whole = isinstance(raw, (int, np.integer)) and not isinstance(raw, bool)
    if not whole or not 1 <= int(raw) <= MOST_SEGMENTS:
        value = reading.entry.literal("segments", raw)
        rule = f"is not a whole number from 1 to {MOST_SEGMENTS}"
        reading.entry.report("M04", "segments", rule, value=value)
        return 1
    return int(raw)


def _points(reading: Reading) -> Array | None:
    """Return the points from a to b [m]; None after a problem."""
    entry = reading.entry
    between = reading.get("through")
    if not is_list(between):
        entry.report("M25", "through", "must be a list of points", value=entry.literal("", between))
        return None
    named = [("a", reading.get("a")), *((f"through[{i}]", p) for i, p in enumerate(between))]
    named.append(("b", reading.get("b")))
    found = [entry.vector(name, raw, "m") for name, raw in named]
    if None in found:
        return None
    places = np.array(fixed_value(tuple(found), REASON), dtype=float)
    steps = [norm(step) for step in np.diff(places, axis=0)]
    for i, step in enumerate(steps):
        if step <= 1e-12 * max(1.0, float(np.max(np.abs(places)))):
            first, second = named[i][0], named[i + 1][0]
            rule = f"is where '{first}' is: the beam has no length there"
            entry.report("M04", second, rule, action="give two points that are apart")
            return None
    return places


def _section(reading: Reading) -> Section | None:
    entry, before = reading.entry, len(reading.entry.problems)
    kind = reading.get("section")
    if kind is None:
        units = {"area": "m^2", "torsion_constant": "m^4", "second_moment_y": "m^4"}
        units |= {"second_moment_z": "m^4"}
        if all(reading.get(name) is None for name in units):
            action = "give section='round' and diameter, or area and its moments as numbers"
            entry.report("M28", "section", "is missing", action=action)
            return None
        found = [_number_of(reading, name, unit, "section") for name, unit in units.items()]
        more = {"shear_ratio_y": NO_UNIT, "shear_ratio_z": NO_UNIT, "outer_y": "m", "outer_z": "m"}
        found += [reading.number(name, unit, at_least=0.0) for name, unit in more.items()]
        if len(entry.problems) > before:
            return None
        made = Section(*(float(fixed_value(x, REASON)) for x in found))  # type: ignore[arg-type]
        drawn = (2.0 * made.outer_y, 2.0 * made.outer_z)
        return replace(made, box=drawn) if all(drawn) else made
    if not isinstance(kind, str) or kind not in SIZES:
        action = nearest(str(kind), SIZES)
        value = entry.literal("section", kind)
        entry.report("M09", "section", "is not a known section", value=value, action=action)
        return None
    sizes = [_number_of(reading, name, "m", f"section '{kind}'") for name in SIZES[kind]]
    if len(entry.problems) > before:
        return None
    numbers = tuple(float(fixed_value(x, REASON)) for x in sizes)
    section = section_of(kind, numbers)
    if section is None:
        name = SIZES[kind][-1]
        rule = f"is too large for the section: its walls fill more than its {SIZES[kind][0]}"
        entry.report("M04", name, rule, value=entry.literal(name, reading.get(name)))
    return section


def _number_of(
    reading: Reading, name: str, unit: str, what: str, *, positive: bool = True
) -> float | None:
    """Return a number that a section or a material needs; None after a problem."""
    if reading.get(name) is None:
        shown = "" if unit == NO_UNIT else f" [{unit}]"
        action = f"give {name}{shown} of the {what}"
        if what == "material":
            action += f", or material='steel' or another of {', '.join(ELASTIC)}"
        reading.entry.report("M28", name, f"is missing: the {what} needs it", action=action)
        return None
    return reading.number(name, unit, above=0.0 if positive else None)


def _material(reading: Reading) -> Material | None:
    """Return moduli and density, of a material by name or as numbers."""
    entry, before = reading.entry, len(reading.entry.problems)
    name = reading.get("material")
    E = nu = G = density = None
    if name is not None:
        known = material_elasticity(name) if isinstance(name, str) else None
        if known is None:
            action = f"{nearest(str(name), ELASTIC)} Or give young_modulus, poisson_ratio, density"
            rule = "is no material whose moduli are known"
            entry.report("M09", "material", rule, value=entry.literal("", name), action=action)
            return None
        (E, nu), density = known, material_density(name)
    if reading.get("young_modulus") is not None or E is None:
        E = _number_of(reading, "young_modulus", "Pa", "material")
    if reading.get("density") is not None or density is None:
        density = _number_of(reading, "density", "kg/m^3", "material")
    if reading.get("shear_modulus") is not None:
        G = reading.number("shear_modulus", "Pa", above=0.0)
    elif reading.get("poisson_ratio") is not None or nu is None:
        nu = _number_of(reading, "poisson_ratio", NO_UNIT, "material", positive=False)
        if nu is not None and not -1.0 < nu < 0.5:
            value = entry.literal("poisson_ratio", reading.get("poisson_ratio"))
            rule = "is not between -1 and 0.5, as it must be"
            entry.report("M04", "poisson_ratio", rule, value=value, action="steel has 0.3")
    if len(entry.problems) > before or E is None or density is None:
        return None
    if G is None and nu is not None:
        G = E / (2.0 * (1.0 + nu))
    return Material(*(float(fixed_value(x, REASON)) for x in (E, G, density)))


# --- the line at rest -------------------------------------------------------------------------


def _axis(points: Array, up: Array | None, count: int) -> Axis:
    """Return the line of a beam: straight between two points, else a cubic spline through all."""
    at = np.cumsum([0.0, *(norm(step) for step in np.diff(points, axis=0))])
    if len(points) == 2:
        step = (points[1] - points[0]) / at[1]

        def line(t: float, order: int = 0) -> Array:
            return step if order else points[0] + t * step

    elif len(points) == 3:
        line = _parabola(at, points)
    else:
        from scipy.interpolate import CubicSpline  # for curved beams only

        line = CubicSpline(at, points)
    stations = _equal_lengths(line, at, count)
    nodes = []
    R = None
    for t in stations:
        tangent = line(t, 1) / norm(line(t, 1))
        # carried along the line without a turn about it
        turn = np.eye(3) if R is None else turn_between(R[:, 0], tangent)
        R = matrix_product(turn, _first_axes(tangent, up) if R is None else R)
        nodes.append(Transform.of(R, np.array(_clean(line(t)))))
    return Axis(tuple(nodes), stations, line)


def _parabola(at: Array, points: Array) -> Callable[..., Array]:
    """Return the spline through three points, by divided differences.

    SciPy solves for it by a library whose last digits depend on the processor.
    """
    first = (points[1] - points[0]) / (at[1] - at[0])
    second = ((points[2] - points[1]) / (at[2] - at[1]) - first) / (at[2] - at[0])

    def line(t: Any, order: int = 0) -> Array:
        x = np.asarray(t, dtype=float)[..., None]
        if order:
            return np.asarray(first + (2.0 * x - at[0] - at[1]) * second)
        return np.asarray(points[0] + (x - at[0]) * (first + (x - at[1]) * second))

    return line


def _first_axes(tangent: Array, up: Array | None) -> Array:
    """Return the axes of the first section: x along the beam, z as near as possible to up."""
    if up is None:
        up = np.eye(3)[1 if abs(tangent[2]) > 0.9 else 2]
    frame = triad(tangent, up)  # columns: near up, their product, along
    return np.column_stack([frame[:, 2], -frame[:, 1], frame[:, 0]])


def _equal_lengths(line: Any, at: Array, count: int) -> Array:
    """Return the parameters of nodes with equal lengths of the line between them."""
    if len(at) == 2:
        return np.linspace(0.0, at[-1], count + 1)
    x, w = GAUSS
    fine = np.linspace(0.0, at[-1], 16 * max(count, len(at)) + 1)
    h = 0.5 * np.diff(fine)
    places = fine[:-1, None] + h[:, None] * (x + 1.0)
    speed = np.sqrt(np.sum(line(places.ravel(), 1) ** 2, axis=-1)).reshape(places.shape)
    length = np.concatenate([[0.0], np.cumsum(h * np.sum(speed * w, axis=1))])
    return np.interp(np.linspace(0.0, length[-1], count + 1), length, fine)


# --- bodies, joints and elasticity ------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class _Chain:
    """The parts of a beam, as a mechanism of its own."""

    name: Any
    axis: Axis
    section: Section
    material: Material
    taper: float
    damping_time: float
    damping_rate: float
    consistent: bool
    color: Any = ""

    def mechanism(self, shears: bool) -> Mechanism:
        """Return the chain: bodies at the nodes, segments and their elasticity between them."""
        from sarrus.model.mechanism import Mechanism

        m = Mechanism(str(self.name))
        last = float(len(self.axis.nodes) - 1)
        for i, node in enumerate(self.axis.nodes):
            ends = (max(i - 0.5, 0.0), min(i + 0.5, last))
            # half of each segment beside it, or its part of Lobatto's quadrature
            places = _within(ends[0], float(i)) + _within(float(i), ends[1])
            if self.consistent:
                places = ((float(i), 2.0 * ENDS * (ends[1] - ends[0])),)
            self._add_body(m, str(i), node, places, (ends[0], float(i), ends[1]))
        for i in range(1, len(self.axis.nodes)):
            self._add_segment(m, i, shears)
        return m

    def _scale(self, s: float) -> float:
        """Return the size of the section at the node number s, as a part of that at a."""
        return 1.0 + (self.taper - 1.0) * s / (len(self.axis.nodes) - 1)

    def _add_body(
        self,
        m: Mechanism,
        name: str,
        frame: Transform,
        places: Places,
        drawn: tuple[float, float, float] | None = None,
    ) -> None:
        """Add a body with the mass at places along the beam, each with its length, as at rest.

        drawn: the node numbers between which it is seen, and that of its section between them.
        """
        masses, positions, spins = [], [], []
        for s, part in places:
            position, tangent = self.axis.at(s)
            size = float(norm(tangent))
            k = self._scale(s)
            line_mass = self.material.density * part * size
            masses.append(line_mass * self.section.area * k**2)
            positions.append(frame.rotation.back(position - frame.position))
            along = frame.rotation.back(tangent / size)
            R = Rotation(turn_between(np.array([1.0, 0.0, 0.0]), along))
            I_y, I_z = self.section.second_moment_y, self.section.second_moment_z
            spins.append(R.congruence(np.diag([I_y + I_z, I_y, I_z]) * line_mass * k**4))
        mass = float(sum(masses))
        com = matrix_product(np.array(masses), np.array(positions)) / mass
        inertia = sum(spins, np.zeros((3, 3)))
        for share, place in zip(masses, positions, strict=True):
            r = place - com
            inertia = inertia + share * (dot(r, r) * np.eye(3) - np.outer(r, r))
        inertia = 0.5 * (inertia + inertia.T)
        body = m.body(
            name, mass, com.tolist(), inertia.tolist(),
            at=frame.position.tolist(), rotation=frame.matrix.tolist(),
        )  # fmt: skip
        if self.damping_rate:
            turning = (self.damping_rate * np.diag(inertia)).tolist()
            m.body_damper(
                f"damping_{name}", name, self.damping_rate * mass, on=com.tolist(), c_turn=turning
            )
        if drawn is not None:
            low, s, high = drawn
            length = float(norm(self.axis.at(s)[1]) * (high - low))
            if not length > 0.0:  # too short for numbers: nothing is seen of it
                return
            shape, turn = self._shape(s, length)
            middle = frame.rotation.back(self.axis.at(0.5 * (low + high))[0] - frame.position)
            body.shape(shape, middle.tolist(), turn, color=self.color)

    def _shape(self, s: float, length: float) -> tuple[Shape, Any]:
        k = self._scale(s)
        if self.section.box:
            width, height = (k * size for size in self.section.box)
            return Box((length, width, height)), None
        radius = k * (self.section.outer_y or float(np.sqrt(self.section.area / np.pi)))
        return Cylinder(radius, length), ((0, 0, 1), (0, 1, 0), (-1, 0, 0))

    def _add_segment(self, m: Mechanism, i: int, shears: bool) -> None:
        start, end = self.axis.nodes[i - 1], self.axis.nodes[i]
        X = start.inverse @ end
        phi, back = rotation_vector(X.matrix)
        span = matrix_product(back, X.position)  # the inverse of the left Jacobian
        add = m.timoshenko_segment if shears else m.beam_segment
        joint = f"segment_{i}"
        add(
            joint, str(i - 1), str(i),
            at=end.position.tolist(), rotation=end.matrix.tolist(), **_rest(span, phi),
        )  # fmt: skip
        k, of, made_of = self._scale(i - 0.5), self.section, self.material
        m.segment_elasticity(
            f"elasticity_{i}",
            joint,
            area=of.area * k**2,
            torsion_constant=of.torsion_constant * k**4,
            second_moment_y=of.second_moment_y * k**4,
            second_moment_z=of.second_moment_z * k**4,
            young_modulus=made_of.young_modulus,
            shear_modulus=made_of.shear_modulus,
            shear_ratio_y=of.shear_ratio_y,
            shear_ratio_z=of.shear_ratio_z,
            damping_time=self.damping_time,
            outer_y=of.outer_y * k,
            outer_z=of.outer_z * k,
            is_round=of.is_round,
        )
        for k, part in enumerate(PLACES if self.consistent else ()):
            inner = start @ end_pose(part * phi, part * span)
            name, at = f"inner_{2 * i - 1 + k}", i - 1.0 + part
            self._add_body(m, name, inner, ((at, INNER),))
            follower = f"part_{2 * i - 1 + k}"
            add(
                follower, str(i - 1), name, at=inner.position.tolist(),
                rotation=inner.matrix.tolist(), **_rest(part * span, part * phi),
            )  # fmt: skip
            for coordinate in SHIFTS + TURNS if shears else TURNS:
                turn = coordinate.name
                m.gear(f"{follower}_{turn}", f"{joint}.{turn}", f"{follower}.{turn}", part)


def _within(a: float, b: float) -> Places:
    """Return the points of Gauss's quadrature between two node numbers, with their lengths."""
    half = 0.5 * (b - a)
    return tuple(
        (0.5 * (a + b + (b - a) * x), half * w) for x, w in zip(*GAUSS, strict=True) if b > a
    )


def _rest(span: Array, phi: Array) -> dict[str, Any]:
    """Return the numbers of a segment that is at rest as given."""
    spans = ("length", "rest_shear_y", "rest_shear_z")
    turns = ("rest_twist", "rest_bend_y", "rest_bend_z")
    return dict(zip((*spans, *turns), (*_clean(span), *_clean(phi)), strict=True))


def _clean(values: Array) -> list[float]:
    """Return numbers without the noise of rounding beside the largest one.

    It depends on the processor, and so would kernels, in which zeros are left out.
    """
    size = max(1.0, float(np.max(np.abs(values))))
    return [0.0 if abs(x) < 1e-14 * size else float(x) for x in values]

"""Cams: laws of lift, and the profile that moves a follower by such a law.

The cam turns anticlockwise about the origin of its axes by the angle theta. In the axes of the
ground a follower that slides moves along y, at x = `offset`; one that swings turns about `pivot`.
In the cam's axes all is turned back by theta:

    knife, roller:  trace point  P = R(-theta) (e, sqrt(r0^2 - e^2) + s),   r0 = base + roller
    flat face:      c = R(-theta) (s', base + s)
    swinging:       P = R(-theta) (A + L (cos b, sin b)),  b = b0 + s
    swinging face:  c = R(-theta) (A + rho (cos b, sin b)),  rho = A . (cos b, sin b)/(b' - 1)

The profile of a roller is the curve beside that of its centre, P - r n.

Laws of lift on a segment, s = h f(x), x from 0 to 1: R. L. Norton, Cam Design and Manufacturing
Handbook, 2nd edition, 2009, chapters 3 and 4.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from functools import cached_property
from itertools import pairwise

import numpy as np

from sarrus.curves.curve import SpaceCurve, Table, check_curve, periodic
from sarrus.errors import ModelError, Problem
from sarrus.file_fields import number, numbers, plain_text
from sarrus.late_dataclass import dataclass
from sarrus.road.checking import settle
from sarrus.spatial.curve import Pieces
from sarrus.spatial.high_degree import HighDegreePieces, clamped_pieces

Unit = Callable[[np.ndarray, int], np.ndarray]
"""A law from 0 to 1 over x = 0 to 1, or its derivative of an order."""

FOLLOWERS = ("knife", "roller", "flat", "swinging roller", "swinging flat")
WHOLE = 2.0 * np.pi
TOUCHING = 1e-12
"""How far from the ends of segments [rad] their laws are asked at these ends."""


def _polynomial(*coefficients: float) -> Unit:
    def law(x: np.ndarray, order: int) -> np.ndarray:
        powers = np.array(coefficients)
        for _ in range(order):
            powers = powers[1:] * np.arange(1, len(powers))
        found = np.zeros(np.shape(x))
        for c in powers[::-1]:
            found = found * x + c
        return found

    return law


def _wave(x: np.ndarray, order: int, rate: float) -> np.ndarray:
    """Return the derivative of an order of sin(rate x)."""
    return np.asarray(rate**order * np.sin(rate * x + 0.5 * np.pi * order))


def _line(x: np.ndarray, order: int) -> np.ndarray:
    return x if order == 0 else np.full(np.shape(x), 1.0 if order == 1 else 0.0)


def _cycloidal(x: np.ndarray, order: int) -> np.ndarray:
    return _line(x, order) - _wave(x, order, WHOLE) / WHOLE


def _harmonic(x: np.ndarray, order: int) -> np.ndarray:
    return 0.5 * ((order == 0) - _wave(x + 0.5, order, np.pi))


def _modified_sine(x: np.ndarray, order: int) -> np.ndarray:
    """Quarter waves of acceleration at the ends, a half wave three times as long between."""
    quick, slow = 4.0 * np.pi, 4.0 * np.pi / 3.0
    scale = 1.0 / (4.0 + np.pi)
    ends = np.pi * _line(x, order) - 0.25 * _wave(x, order, quick)
    middle = np.pi * _line(x, order) - 2.25 * _wave(x + 0.25, order, slow)
    middle = middle + (2.0 if order == 0 else 0.0)
    last = ends + (4.0 if order == 0 else 0.0)
    return np.asarray(scale * np.where(x < 0.125, ends, np.where(x <= 0.875, middle, last)))


LAWS: dict[str, Unit] = {
    "3-4-5": _polynomial(0.0, 0.0, 0.0, 10.0, -15.0, 6.0),
    "4-5-6-7": _polynomial(0.0, 0.0, 0.0, 0.0, 35.0, -84.0, 70.0, -20.0),
    "cycloidal": _cycloidal,
    "modified sine": _modified_sine,
    "harmonic": _harmonic,
}
"""Laws of a rise or fall between dwells, by their names."""
SPLINE = "spline"
SMOOTH = ", ".join([*LAWS, SPLINE])


@dataclass(frozen=True)
class LiftLaw:
    """The lift s of a follower over the angle of its cam, in segments of one turn.

    angles [rad]: where segments begin, increasing, within one turn; lifts [m or rad]: there; law:
    of every segment, or one for each, with commas. Equal lifts in a row are a dwell. The law
    "spline" is a periodic cubic spline through all lifts.

    Example:
        law = sarrus.curves.LiftLaw(np.radians([0, 120, 180, 300]), [0, 0.01, 0.01, 0], "3-4-5")
    """

    angles: tuple[float, ...]
    lifts: tuple[float, ...]
    law: str = "3-4-5"

    def __post_init__(self) -> None:
        where = "lift law"
        angles, lifts = (np.asarray(x, dtype=float) for x in (self.angles, self.lifts))
        if angles.ndim != 1 or len(angles) < 2 or angles.shape != lifts.shape:
            rule = "needs at least two angles, and as many lifts"
            raise ModelError(Problem("N14", where, rule, f"{angles.size} and {lifts.size}"))
        if not np.all(np.isfinite([*angles, *lifts])) or np.any(np.diff(angles) <= 0.0):
            raise ModelError(
                Problem("N14", where, "needs finite numbers, and angles that increase")
            )
        if angles[-1] - angles[0] >= WHOLE:
            value = f"{np.degrees(angles[-1] - angles[0]):g} degrees"
            raise ModelError(
                Problem("N14", where, "must begin its segments within one turn", value)
            )
        laws = tuple(word.strip() for word in str(self.law).split(","))
        unknown = [word for word in laws if word not in LAWS and word != SPLINE]
        if unknown:
            rule = f"is not a law of lift; there are {SMOOTH}"
            raise ModelError(Problem("M09", f"{where} / law", rule, repr(unknown[0])))
        if len(laws) not in (1, len(angles)) or (SPLINE in laws and len(laws) > 1):
            rule = f"needs one law, or one for each of {len(angles)} segments, or spline for all"
            raise ModelError(Problem("N14", f"{where} / law", rule, repr(self.law)))
        object.__setattr__(self, "angles", tuple(float(x) for x in angles))
        object.__setattr__(self, "lifts", tuple(float(x) for x in lifts))

    @property
    def segments(self) -> list[tuple[float, float, float, float, str]]:
        """Start, width, lift at the start, rise and law of each segment."""
        laws = [word.strip() for word in self.law.split(",")]
        laws = laws * len(self.angles) if len(laws) == 1 else laws
        ends = (*self.angles[1:], self.angles[0] + WHOLE)
        after = (*self.lifts[1:], self.lifts[0])
        return [
            (a, b - a, s, t - s, law)
            for a, b, s, t, law in zip(self.angles, ends, self.lifts, after, laws, strict=True)
        ]

    def lift(self, theta: np.ndarray | float, order: int = 0) -> np.ndarray:
        """Return the lift, or its derivative of an order, at angles of the cam [rad]."""
        x = np.asarray(theta, dtype=float)
        at = self.angles[0] + np.mod(x - self.angles[0], WHOLE)
        if self.law == SPLINE:
            from scipy.interpolate import CubicSpline

            u = np.append(self.angles, self.angles[0] + WHOLE)
            spline = CubicSpline(u, np.append(self.lifts, self.lifts[0]), bc_type="periodic")
            return np.asarray(spline(at, order))
        found = np.zeros(at.shape)
        for start, width, low, rise, law in self.segments:
            inside = (at >= start) & (at < start + width)
            part = (low if order == 0 else 0.0) + 0.0 * at
            if rise:
                part = part + rise / width**order * LAWS[law]((at - start) / width, order)
            found = np.where(inside, part, found)
        return found

    @property
    def seams(self) -> np.ndarray:
        """Angles between which the lift is one smooth function, from the first once round."""
        found = []
        for start, width, _, rise, law in self.segments:
            parts = (0.0, 0.125, 0.875) if law == "modified sine" and rise else (0.0,)
            found += [start + part * width for part in parts]
        return np.array([*found, self.angles[0] + WHOLE])

    def grid(self, rows: float) -> np.ndarray:
        """Return about so many angles over one turn, among them the ends of all segments."""
        edges = np.append(self.angles, self.angles[0] + WHOLE)
        counts = np.maximum(8, np.ceil(rows * np.diff(edges) / WHOLE).astype(int))
        if self.law != SPLINE and "modified sine" in self.law:
            counts = 8 * np.ceil(counts / 8).astype(int)  # its pieces end at eighths
        parts = [
            a + (b - a) * np.arange(n) / n
            for a, b, n in zip(edges[:-1], edges[1:], counts, strict=True)
        ]
        return np.append(np.concatenate(parts), edges[-1])


@dataclass(frozen=True)
class CamCurve(SpaceCurve):
    """The profile of a cam that moves a follower by a law of lift; u is the angle of the cam.

    The cam turns anticlockwise; the follower slides along y at x = offset, or swings about the
    point (pivot_x, pivot_y), its arm to the left of it. Lifts are lengths, or of followers that
    swing angles in radians.

    Example:
        profile = sarrus.curves.CamCurve("roller", np.radians([0, 120, 180, 300]),
            [0, 0.01, 0.01, 0], base_radius=0.03, roller_radius=0.008)
    """

    follower: str = field(metadata=plain_text("what follows the cam", FOLLOWERS))
    angles: tuple[float, ...] = field(metadata=numbers("rad", "where segments begin, in one turn"))
    lifts: tuple[float, ...] = field(
        metadata=numbers("any", "lift there [m], or of a follower that swings the angle [rad]")
    )
    base_radius: float = field(metadata=number("m", "the least radius of the profile", above=0.0))
    law: str = field(
        default="3-4-5",
        metadata=plain_text(f"of all segments, or of each with commas: {SMOOTH}"),
    )
    roller_radius: float = field(default=0.0, metadata=number("m", "of a roller", at_least=0.0))
    offset: float = field(default=0.0, metadata=number("m", "x of a follower that slides"))
    pivot_x: float = field(default=0.0, metadata=number("m", "x of the axis of one that swings"))
    pivot_y: float = field(default=0.0, metadata=number("m", "y of the axis of one that swings"))
    arm: float = field(
        default=0.0, metadata=number("m", "from the axis to the roller", at_least=0.0)
    )
    rows: float = field(
        default=1080.0, metadata=number("dimensionless", "of the splines", above=0.0)
    )

    def __post_init__(self) -> None:
        settle(self, "curve")
        where = "curve CamCurve"
        if self.follower not in FOLLOWERS:
            rule = f"is not a follower; there are {', '.join(FOLLOWERS)}"
            raise ModelError(Problem("M09", f"{where} / follower", rule, repr(self.follower)))
        law = LiftLaw(self.angles, self.lifts, self.law)
        object.__setattr__(self, "angles", law.angles)
        object.__setattr__(self, "lifts", law.lifts)
        if "roller" in self.follower and not self.roller_radius > 0.0:
            rule, action = "is missing: the roller has a radius", "give roller_radius above 0"
            raise ModelError(Problem("M28", f"{where} / roller_radius", rule, action=action))
        if self.swings:
            self._check_pivot(where)
        elif abs(self.offset) >= self.trace_base and self.follower != "flat":
            rule = f"must be below the radius {self.trace_base:g} m at which the follower stands"
            raise ModelError(Problem("M04", f"{where} / offset", rule, f"{self.offset:g} m"))
        self._check_shape(where)
        check_curve(self)

    def _check_pivot(self, where: str) -> None:
        apart, least = float(np.hypot(self.pivot_x, self.pivot_y)), self.trace_base
        if self.follower == "swinging flat":
            if apart <= least:
                rule = f"is {apart:g} m from the cam's axis: inside the base circle of {least:g} m"
                raise ModelError(Problem("M04", f"{where} / pivot_x", rule))
        elif not abs(apart - self.arm) < least < apart + self.arm:
            rule = (
                f"does not reach: from the axis of the follower, {apart:g} m from that of the cam, "
                f"an arm of {self.arm:g} m does not come to the radius {least:g} m"
            )
            raise ModelError(Problem("M04", f"{where} / arm", rule, f"{self.arm:g} m"))

    def _check_shape(self, where: str) -> None:
        """Refuse (N16) a profile that is undercut: the tool would cut away what it has made."""
        theta = self.law_of_lift.grid(self.rows)
        bend, speed = self.undercut(theta)
        worst = int(np.argmin(bend))
        if bend[worst] > 1e-9 * speed:
            return
        rule = f"is undercut at the angle {np.degrees(theta[worst]) % 360.0:.4g} degrees"
        if self.roller_radius:
            radius = self.trace_radius(theta)
            convex = np.where(radius > 0.0, radius, np.inf)
            worst = int(np.argmin(convex))
            rule = (
                f"is undercut at the angle {np.degrees(theta[worst]) % 360.0:.4g} degrees: the "
                f"path of the roller's centre bends with a radius of {1e3 * convex[worst]:.4g} mm, "
                f"and the roller has {1e3 * self.roller_radius:.4g} mm"
            )
        elif "flat" in self.follower:
            rule += ": a flat face would have to touch a hollow or a point of the profile"
        action = "use a larger base radius, less lift, a longer rise"
        action += ", or a smaller roller" if self.roller_radius else ", or a roller"
        raise ModelError(Problem("N16", where, rule, action=action))

    @property
    def swings(self) -> bool:
        """Whether the follower swings."""
        return self.follower.startswith("swinging")

    @property
    def trace_base(self) -> float:
        """Radius of the trace point at lift 0 [m]; of a flat face, that of the base."""
        return self.base_radius + self.roller_radius

    @cached_property
    def law_of_lift(self) -> LiftLaw:
        """The law of lift."""
        return LiftLaw(self.angles, self.lifts, self.law)

    @cached_property
    def zero_angle(self) -> float:
        """The angle of a follower that swings at lift 0 [rad], from x."""
        A = complex(self.pivot_x, self.pivot_y)
        if self.follower == "swinging flat":
            # the face is at base_radius from the origin, beyond it as seen from the cam
            return float(np.angle(-A) - np.arcsin(self.base_radius / abs(A)))
        inner = (abs(A) ** 2 + self.arm**2 - self.trace_base**2) / (2.0 * abs(A) * self.arm)
        return float(np.angle(-A) - np.arccos(np.clip(inner, -1.0, 1.0)))

    def _trace(self, theta: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return the trace point, and its first and second derivatives, as complex numbers."""
        s = [self.law_of_lift.lift(theta, k) for k in range(4)]
        if self.follower == "flat":
            w = [s[1] + 1j * (self.base_radius + s[0]), s[2] + 1j * s[1], s[3] + 1j * s[2]]
        elif self.follower == "swinging flat":
            return self._face(theta, s)
        elif self.swings:
            b = -s[0]  # outward is clockwise, since the cam lies to the left of the arm
            e = self.arm * np.exp(1j * (self.zero_angle + b))
            first, second = -s[1], -s[2]
            w = [
                complex(self.pivot_x, self.pivot_y) + e,
                1j * first * e,
                (1j * second - first**2) * e,
            ]
        else:
            height = np.sqrt(self.trace_base**2 - self.offset**2)
            w = [self.offset + 1j * (height + s[0]), 1j * s[1], 1j * s[2]]
        back = np.exp(-1j * theta)
        return (
            w[0] * back,
            (w[1] - 1j * w[0]) * back,
            (w[2] - 2j * w[1] - w[0]) * back,
        )

    def _face(
        self, theta: np.ndarray, s: list[np.ndarray]
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return the point of a face that swings, and its derivatives; b = b0 - s."""
        A = complex(self.pivot_x, self.pivot_y)
        b, b1, b2, b3 = self.zero_angle - s[0], -s[1], -s[2], -s[3]
        e = np.exp(1j * b)
        along, beside = (A * np.conj(e)).real, (A * np.conj(e)).imag
        # along' = beside b', beside' = -along b'
        top, top1 = along, beside * b1
        top2 = beside * b2 - along * b1**2
        low, low1, low2 = b1 - 1.0, b2, b3
        rho = top / low
        rho1 = (top1 - rho * low1) / low
        rho2 = (top2 - 2.0 * rho1 * low1 - rho * low2) / low
        w = A + rho * e
        w1 = (rho1 + 1j * rho * b1) * e
        w2 = (rho2 + 2j * rho1 * b1 + 1j * rho * b2 - rho * b1**2) * e
        back = np.exp(-1j * theta)
        return w * back, (w1 - 1j * w) * back, (w2 - 2j * w1 - w) * back

    def trace_radius(self, theta: np.ndarray) -> np.ndarray:
        """Return the radius of curvature [m] of the path of the trace point, convex positive."""
        _, d, e = self._trace(np.asarray(theta, dtype=float))
        with np.errstate(divide="ignore"):
            return np.asarray(-(np.abs(d) ** 3) / (np.conj(d) * e).imag)

    def profile_radius(self, theta: np.ndarray) -> np.ndarray:
        """Return the radius of curvature [m] of the profile, positive where it is convex."""
        return np.asarray(self.trace_radius(theta) - self.roller_radius)

    def undercut(self, theta: np.ndarray) -> tuple[np.ndarray, float]:
        """Return a length by angle that is above 0 where the profile is sound, and its scale.

        Of a roller: the speed of the profile over u, |P'| (1 - r/radius); of a flat face the same,
        with the sense of the way, which turns round where the profile has a cusp.
        """
        _, d, e = self._trace(theta)
        speed = np.abs(d)
        if "flat" in self.follower:
            face = 1j * self.normal_of_face(theta)
            along = (np.conj(face) * d).real
            return np.asarray(-along), float(np.mean(speed))
        bend = -(np.conj(d) * e).imag / np.maximum(speed, 1e-300) ** 2
        return np.asarray(speed - self.roller_radius * bend), float(np.mean(speed))

    def normal_of_face(self, theta: np.ndarray) -> np.ndarray:
        """Return the outward normal of the profile under a face, in the cam's axes, complex."""
        if self.follower == "flat":
            return np.asarray(1j * np.exp(-1j * theta))
        turned = self.zero_angle - self.law_of_lift.lift(theta)
        return np.asarray(-1j * np.exp(1j * (turned - theta)))

    @cached_property
    def samples(self) -> tuple[np.ndarray, np.ndarray]:
        theta = self.law_of_lift.grid(self.rows)
        P, d, _ = self._trace(theta)
        c = P - self.roller_radius * (1j * d / np.abs(d))  # the way round is clockwise
        c[-1] = c[0]
        return theta, np.column_stack([c.real, c.imag, 0.0 * theta]) + 0.0

    @property
    def is_closed(self) -> bool:
        return True

    @cached_property
    def tables(self) -> tuple[Table, Table, Table]:
        """A spline for each piece of the law, with the exact directions at its ends."""
        u, points = self.samples
        knots: list[np.ndarray] = []
        columns: tuple[list[np.ndarray], ...] = ([], [])
        for a, b in pairwise(self.law_of_lift.seams):
            inside = (u >= a - TOUCHING) & (u <= b + TOUCHING)
            first, last = self._slope(np.array([a + TOUCHING, b - TOUCHING]))
            for k, found in enumerate(columns):
                ends = (float(first[k]), float(last[k]))
                at, inner = clamped_pieces(u[inside], points[inside, k], ends)
                found.append(inner)
            knots.append(at[:-1])
        places = np.append(np.concatenate(knots), u[-1])
        x, y = (HighDegreePieces(*periodic(places, np.concatenate(rows))) for rows in columns)
        return x, y, Pieces(u[[0, -1]], np.zeros((2, 4)))

    def _slope(self, theta: np.ndarray) -> np.ndarray:
        """Return the derivative of the profile, n x 2: of P - r i P'/|P'|."""
        _, d, e = self._trace(theta)
        size = np.abs(d)
        turned = e / size - d * (np.conj(d) * e).real / size**3
        c = d - self.roller_radius * 1j * turned
        return np.column_stack([c.real, c.imag])

    def pressure_angle(self, theta: np.ndarray) -> np.ndarray:
        """Return the angle [rad] between the force on the follower and the way that it moves."""
        theta = np.asarray(theta, dtype=float)
        P, d, _ = self._trace(theta)
        turn = np.exp(1j * theta)
        normal = (1j * d / np.abs(d)) * turn
        if "flat" in self.follower:
            normal = self.normal_of_face(theta) * turn
        if not self.swings:
            return np.asarray(np.angle(normal / 1j))
        A = complex(self.pivot_x, self.pivot_y)
        way = -1j * (P * turn - A)
        return np.asarray(np.angle(way * np.conj(normal)))

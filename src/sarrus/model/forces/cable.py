"""Ropes over wheels that turn freely, with one tension: elastic, or of a length that stays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sarrus.model.fields import number
from sarrus.model.forces.element import ForceElement, Load, Measure, Scene
from sarrus.model.forces.row import Row
from sarrus.model.forces.shaping import positive_part
from sarrus.model.forces.strand import (
    AXIS_OPTION,
    WHEELS_OPTION,
    Span,
    Strand,
    straight_part,
    strand_over_wheels,
)
from sarrus.model.forces.user_motion import Read
from sarrus.model.registry import element
from sarrus.spatial.arrays import Scalar, dot, length, vector

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sarrus.model.building.reading import Reading


@element(kw_only=True)
class Rope(Strand):
    """What ropes share: wheels at their ends wind them, over those between they slide."""

    positional = ("wheels",)
    more_options = (WHEELS_OPTION, AXIS_OPTION)

    @classmethod
    def read(cls, reading: Reading) -> ForceElement | None:
        reading.only(cls, "base")
        reading.values |= strand_over_wheels(reading, closed=False, least=2)
        return None if reading.failed else super().read(reading)

    @property
    def takes(self) -> list[bool]:
        """Whether each wheel is wound by the rope: those at its ends."""
        n = len(self.wheels)
        return [i in (0, n - 1) for i in range(n)]

    def stretch(self, scene: Scene, spans: Sequence[Span]) -> Scalar:
        """Return how much longer the way is than in the drawing, on the wheels at the ends too."""
        total: Scalar = 0.0
        for (i, k), span, drawn in zip(self.pairs, spans, self.lengths, strict=True):
            total = total + (span.length - drawn)
            total = total + (self.radii[i] - self.radii[k]) * span.turn
        first, last = self.radii[0], self.radii[-1]
        turns = self.turns(scene)
        return total - first * turns[0] + last * turns[-1]

    def stretch_rate(self, scene: Scene) -> Scalar:
        """Return the rate of the stretch [m/s]."""
        speeds = self.speeds(scene)
        total: Scalar = 0.0
        for growth, _, _ in speeds:
            total = total + growth
        return total - speeds[0][1] + speeds[-1][2]

    @property
    def drawn_length(self) -> float:
        """The length from end to end in the drawing [m], without what is wound on its ends."""
        arcs = [r * w for r, w in zip(self.radii, self.wraps, strict=True)]
        return sum(self.lengths) + sum(arcs)


@element(kw_only=True)
class Cable(Rope):
    """A rope over wheels that turn freely, with one tension; it only pulls.

        T = max(0, preload + stiffness e/length + damping de/dt)

    wheels: in the order of the rope, the first and the last are its ends: points (radius 0), or
    drums on which it is wound and which it turns. e: how much longer its way is than in the
    drawing, less its slack there; length: that in the drawing, without tension. Between the ends it
    passes wheels that turn freely: their own turn does not matter. Over points alone (eyes, small
    sheaves with axes of any direction) it runs anywhere in space; else in a plane.
    """

    stiffness: float = number("N", "tension over strain, E A", above=0.0)
    damping: float = number("N*s/m", "of the whole rope", default=0.0, at_least=0.0)
    preload: float = number("N", "tension in the drawing, below 0 where it is slack", default=0.0)
    slack: float = number("m", "by which it is longer than its way in the drawing", default=0.0)

    def check(self, reading: Reading) -> None:
        if self.slack and self.preload:
            rule = "is given together with preload; give one or the other"
            reading.entry.report("M28", "slack", rule)
        if self.slack <= -self.drawn_length:
            rule = f"is more than the whole length of {self.drawn_length:.4g} m: no rope is left"
            reading.entry.report("M46", "slack", rule, value=f"{self.slack:g} m")

    def _elastic(self, scene: Scene, spans: Sequence[Span]) -> Scalar:
        """Return the tension by elasticity alone, without clipping [N]."""
        free = self.drawn_length + scene.value(self, "slack")
        longer = self.stretch(scene, spans) - scene.value(self, "slack")
        return scene.value(self, "preload") + scene.value(self, "stiffness") * longer / free

    def _tension(self, scene: Scene, spans: Sequence[Span]) -> tuple[Scalar, Scalar]:
        """Return the tension [N], and that without clipping."""
        whole = self._elastic(scene, spans)
        whole = whole + scene.value(self, "damping") * self.stretch_rate(scene)
        return positive_part(whole), whole

    def loads(self, scene: Scene) -> Sequence[Load]:
        spans = self.spans(scene)
        tension, _ = self._tension(scene, spans)
        return self.pull_loads(scene, spans, [tension] * len(spans), self.takes)

    def potential(self, scene: Scene) -> Scalar:
        pull = positive_part(self._elastic(scene, self.spans(scene)))
        free = self.drawn_length + scene.value(self, "slack")
        return 0.5 * pull * pull * free / scene.value(self, "stiffness")

    def dissipation(self, scene: Scene) -> Scalar:
        spans = self.spans(scene)
        elastic = positive_part(self._elastic(scene, spans))
        tension, _ = self._tension(scene, spans)
        return (tension - elastic) * self.stretch_rate(scene)

    @property
    def measures(self) -> tuple[Measure, ...]:
        return (
            Measure("tension", "N", "tension of the rope"),
            Measure("stretch", "m", "its way from end to end less that of the drawing"),
            *_wraps(self),
        )

    def measure_values(self, scene: Scene) -> Sequence[Scalar]:
        spans = self.spans(scene)
        tension, _ = self._tension(scene, spans)
        angles = self.wrap_angles(spans)[1:-1]
        return (tension, self.stretch(scene, spans), *angles)

    def switches(self, scene: Scene) -> Sequence[Scalar]:
        spans = self.spans(scene)
        whole = self._tension(scene, spans)[1]
        return (whole, self._elastic(scene, spans)) if self.damping else (whole,)


def _wraps(of: Strand) -> list[Measure]:
    """Return the angles of contact of the wheels between the ends."""
    return [
        Measure(f"wrap{i + 1}", "rad", f"angle of contact on wheel {i + 1}")
        for i in range(1, len(of.wheels) - 1)
    ]


@element(kw_only=True)
class InextensibleCable(Rope, Row):
    """A rope over wheels that turn freely, whose length stays: one equation, which may also push.

        sum of l + arcs - r_1 (turn of wheel 1) + r_n (turn of wheel n) = that of the drawing

    wheels: in the order of the rope, the first and the last are its ends: points (radius 0), or
    drums on which it is wound. Its `effort` is the tension, below 0 where a rope would be slack: an
    event may look at it. Two wheels alone are one run of a belt that does not slip: a closed belt
    is such a rope from each wheel to the next.
    """

    is_row = True
    closes = True

    @classmethod
    def read(cls, reading: Reading) -> ForceElement | None:
        made = super().read(reading)
        if made is None:
            return None
        rope: InextensibleCable = made  # type: ignore[assignment]
        if rope.base != "ground":
            rule = "moves; the plane of a rope that does not stretch is that of the ground"
            reading.entry.report("M46", "base", rule, action="use `cable`, which is elastic")
            return None
        for i in (0, len(rope.wheels) - 1):
            if rope.radii[i] and rope.carriers[i] != "ground":
                rule = (
                    f"is carried by '{rope.carriers[i]}', which moves; the drums of a rope that "
                    "does not stretch turn in joints on the ground"
                )
                action = "use `cable` or `belt`, which are elastic"
                reading.entry.report("M46", f"wheels[{i}]", rule, action=action)
                return None
        return made

    def loads(self, scene: Scene) -> Sequence[Load]:
        return ()

    def residual(self, scene: Scene) -> Scalar:
        """Return what vanishes: by how much the way is shorter than in the drawing."""
        return -self.stretch(scene, self.spans(scene))

    @property
    def _drums(self) -> list[tuple[int, float]]:
        """The wheels at the ends on which it is wound, with the factor of their rate."""
        ends = ((0, 1.0), (len(self.wheels) - 1, -1.0))
        return [(i, sign * self.radii[i] * self.senses[i]) for i, sign in ends if self.hinges[i]]

    @property
    def reads(self) -> tuple[Read, ...]:  # type: ignore[override]
        """What the row reads: places and velocities of the wheels, rates of drums."""
        found: list[Read] = []
        for kind in ("position", "velocity"):
            found += [(kind, str(i), k) for i in range(len(self.wheels)) for k in range(3)]
        return (*found, *[("rate", self.hinges[i], 0) for i, _ in self._drums])

    def read_number(self, scene: Scene, read: Read) -> Scalar:
        kind, target, k = read
        if kind == "rate":
            return scene.rate(target, 0)
        at = scene.point(*self.point_place(target))
        return at.position[k] if kind == "position" else at.velocity[k]

    def row_value(self, values: Mapping[Read, Scalar]) -> Scalar:
        if self.is_spatial:
            return self._growth_in_space(values)

        def flat(kind: str, i: int) -> tuple[Scalar, Scalar]:
            v = [values[kind, str(i), k] for k in range(3)]
            x, y = (sum(a * b for a, b in zip(e, v, strict=True) if a) for e in (self.e1, self.e2))
            return x, y

        total: Scalar = 0.0
        for i, k in self.pairs:
            r = self.radii[k] - self.radii[i]
            (x, y), _ = straight_part(flat("position", i), flat("position", k), r)
            (a, b), (c, d) = flat("velocity", i), flat("velocity", k)
            total = total - (x * (c - a) + y * (d - b))
        for i, factor in self._drums:
            total = total + factor * values["rate", self.hinges[i], 0]
        return total

    def _growth_in_space(self, values: Mapping[Read, Scalar]) -> Scalar:
        """Return by how much a rope over points alone becomes shorter [m/s]."""
        places = range(len(self.wheels))
        at, v = (
            [vector(*[values[kind, str(i), k] for k in range(3)]) for i in places]
            for kind in ("position", "velocity")
        )
        total: Scalar = 0.0
        for i, k in self.pairs:
            way = at[k] - at[i]
            total = total - dot(way, v[k] - v[i]) / length(way)
        return total

    def point_place(self, name: str) -> tuple[str, tuple[float, float, float]]:
        return self.wheels[int(name)], self.points[int(name)]

    def coordinate_place(self, name: str) -> tuple[str, int]:
        return name, 0

    def rate_place(self, name: str) -> tuple[str, int]:
        return name, 0

"""Belts and chains over wheels that turn: a tension in every run, slack, slip by Euler's law."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.model.fields import flag, number
from sarrus.model.forces.element import (
    ElementState,
    ForceElement,
    Load,
    Measure,
    Scene,
)
from sarrus.model.forces.shaping import positive_part
from sarrus.model.forces.strand import AXIS_OPTION, WHEELS_OPTION, Span, Strand, strand_over_wheels
from sarrus.model.forces.track_reading import free_length_of
from sarrus.model.options import NO_UNIT, NUMBER, Option
from sarrus.model.registry import element
from sarrus.public_names import missing_attribute
from sarrus.spatial.arrays import Scalar

if TYPE_CHECKING:
    from sarrus.model.building.reading import Reading

STRAIN = 0.05
"""Above which a belt would be torn, or its length is mistaken."""
FAINT = 1e-3
"""Part of both tensions that the loose one counts as at least, where it is slack."""


@element(kw_only=True)
class BeltDrive(Strand):
    """A belt or chain over wheels that turn; every run has its tension and only pulls.

        T = max(0, preload + stiffness e/l + damping_time stiffness de/dt/l)
        e = growth of the straight part - what wheel i gives + what wheel k takes
        slip of a wheel:  T_tight = T_loose exp(mu wrap) (1 + slip/slip_speed)

    wheels: in the order of the belt; it goes on from the last to the first, unless closed is False:
    then its ends are points (radius 0) or drums. l: length of a run in the drawing with half the
    arcs at its ends. Without mu the belt does not slip, as a chain. With it, each wheel has a state
    `slip<i>`: by how much the belt has slipped forward on wheel i.
    """

    stiffness: float = number("N", "tension over strain, E A", above=0.0)
    preload: float = number("N", "tension in the drawing", default=0.0)
    damping_time: float = number(
        "s", "damping over stiffness of each run", default=0.0, at_least=0.0
    )
    mu: float = number(
        NO_UNIT, "friction on the wheels; 0: it does not slip", default=0.0, at_least=0.0
    )
    slip_speed: float = number(
        "m/s", "slip at which the tight run has twice what friction at rest allows",
        default=1.0, above=0.0,
    )  # fmt: skip
    closed: bool = flag("whether it goes on from the last wheel to the first", default=True)

    positional = ("wheels",)
    more_options = (
        WHEELS_OPTION,
        AXIS_OPTION,
        Option("free_length", NUMBER, "length without tension, instead of preload", None, "m"),
    )

    @classmethod
    def read(cls, reading: Reading) -> ForceElement | None:
        reading.attributes(cls)
        if reading.values.get("closed") is None or reading.failed:
            return None
        closed = bool(reading.values["closed"])
        reading.values |= strand_over_wheels(reading, closed, least=2)
        if reading.failed or "radii" not in reading.values:
            return None
        reading.values |= _tension_of_length(reading, closed)
        return super().read(reading)

    # --- states -----------------------------------------------------------------------------------

    @property
    def _slipping(self) -> tuple[int, ...]:
        """The wheels on which the belt may slip."""
        if not self.mu:
            return ()
        n = len(self.wheels)
        inner = range(n) if self.closed else range(1, n - 1)
        return tuple(i for i in inner if self.radii[i])

    @property
    def states(self) -> tuple[ElementState, ...]:  # type: ignore[override]
        """By how much the belt has slipped on each wheel."""
        text = "way of the belt on wheel {}, forward"
        return tuple(
            ElementState(f"slip{i + 1}", "m", text.format(i + 1), 1e-3) for i in self._slipping
        )

    def __getattr__(self, name: str) -> Any:
        """Return the start value of a slip, which is 0."""
        if name.startswith("initial_slip"):
            return 0.0
        raise missing_attribute(self, name)

    def state_rates(self, scene: Scene) -> Sequence[Scalar]:
        rates = self._slip_rates(scene, self.spans(scene))
        return [rates[i] for i in self._slipping]

    def _slip_rates(self, scene: Scene, spans: Sequence[Span]) -> list[Scalar]:
        """Return how fast the belt slips forward on each wheel [m/s]."""
        elastic = [positive_part(T) for T in self._elastic(scene, spans)]
        found: list[Scalar] = [0.0] * len(self.wheels)
        for i in self._slipping:
            forward, backward, before, after = self._excess(scene, spans, elastic, i)
            more = FAINT * (before + after) + 1e-9
            ratio = self._grip(scene, spans, i)
            speed = positive_part(forward) / (ratio * before + more)
            speed = speed - positive_part(backward) / (ratio * after + more)
            found[i] = scene.value(self, "slip_speed") * speed
        return found

    def _grip(self, scene: Scene, spans: Sequence[Span], i: int) -> Scalar:
        """Return exp(mu wrap): the ratio of tensions that friction at rest allows."""
        return np.exp(scene.value(self, "mu") * positive_part(self.wrap_angles(spans)[i]))

    def _excess(
        self, scene: Scene, spans: Sequence[Span], pulls: Sequence[Scalar], i: int
    ) -> tuple[Scalar, Scalar, Scalar, Scalar]:
        """Return what is above the limit behind and before a wheel, and both tensions."""
        before, after = pulls[i - 1], pulls[i]
        ratio = self._grip(scene, spans, i)
        return after - ratio * before, before - ratio * after, before, after

    # --- tensions ---------------------------------------------------------------------------------

    @property
    def run_lengths(self) -> list[float]:
        """The lengths of the runs in the drawing, each with half the arcs at its ends [m]."""
        arcs = [abs(r * w) for r, w in zip(self.radii, self.wraps, strict=True)]
        return [
            length + 0.5 * (arcs[i] + arcs[k])
            for (i, k), length in zip(self.pairs, self.lengths, strict=True)
        ]

    @property
    def drawn_length(self) -> float:
        """The length of the whole belt in the drawing [m]."""
        return sum(self.run_lengths)

    def _elastic(self, scene: Scene, spans: Sequence[Span]) -> list[Scalar]:
        """Return the tensions by elasticity alone, without clipping [N]."""
        turns = self.turns(scene)
        slips: list[Scalar] = [0.0] * len(self.wheels)
        for i in self._slipping:
            slips[i] = scene.state(self, f"slip{i + 1}")
        given = [r * turn + s for r, turn, s in zip(self.radii, turns, slips, strict=True)]
        stiffness, preload = scene.value(self, "stiffness"), scene.value(self, "preload")
        found = []
        for (i, k), span, length, run in zip(
            self.pairs, spans, self.lengths, self.run_lengths, strict=True
        ):
            e = span.length - length + (self.radii[i] - self.radii[k]) * span.turn
            found.append(preload + stiffness / run * (e - given[i] + given[k]))
        return found

    def _growth(self, scene: Scene, slips: Sequence[Scalar]) -> list[Scalar]:
        """Return the rate at which each run is stretched [m/s]."""
        return [
            growth - first - slips[i] + last + slips[k]
            for (i, k), (growth, first, last) in zip(self.pairs, self.speeds(scene), strict=True)
        ]

    def _tensions(
        self, scene: Scene, spans: Sequence[Span], slips: Sequence[Scalar]
    ) -> tuple[list[Scalar], list[Scalar]]:
        """Return the tensions without clipping, and the rates at which the runs are stretched."""
        rates = self._growth(scene, slips)
        factor = scene.value(self, "damping_time") * scene.value(self, "stiffness")
        whole = [
            elastic + factor / run * rate
            for elastic, run, rate in zip(
                self._elastic(scene, spans), self.run_lengths, rates, strict=True
            )
        ]
        return whole, rates

    def loads(self, scene: Scene) -> Sequence[Load]:
        spans = self.spans(scene)
        whole, _ = self._tensions(scene, spans, self._slip_rates(scene, spans))
        pulls = [positive_part(T) for T in whole]
        return self.pull_loads(scene, spans, pulls, [True] * len(self.wheels))

    def potential(self, scene: Scene) -> Scalar:
        total: Scalar = 0.0
        stiffness = scene.value(self, "stiffness")
        for T, run in zip(self._elastic(scene, self.spans(scene)), self.run_lengths, strict=True):
            pull = positive_part(T)
            total = total + 0.5 * pull * pull * run / stiffness
        return total

    def dissipation(self, scene: Scene) -> Scalar:
        spans = self.spans(scene)
        slips = self._slip_rates(scene, spans)
        whole, rates = self._tensions(scene, spans, slips)
        pulls = [positive_part(T) for T in whole]
        total: Scalar = 0.0
        for pull, elastic, rate in zip(pulls, self._elastic(scene, spans), rates, strict=True):
            total = total + (pull - positive_part(elastic)) * rate
        for i in self._slipping:
            total = total + (pulls[i] - pulls[i - 1]) * slips[i]
        return total

    @property
    def measures(self) -> tuple[Measure, ...]:
        n = len(self.wheels)
        runs = [
            Measure(f"tension{i + 1}", "N", f"tension from wheel {i + 1} to {k + 1}")
            for i, k in self.pairs
        ]
        arcs = [
            Measure(f"wrap{i + 1}", "rad", f"angle of contact on wheel {i + 1}") for i in range(n)
        ]
        slips = [
            Measure(f"slip_speed{i + 1}", "m/s", f"slip of the belt on wheel {i + 1}, forward")
            for i in self._slipping
        ]
        return (*runs, *arcs, *slips)

    def measure_values(self, scene: Scene) -> Sequence[Scalar]:
        spans = self.spans(scene)
        slips = self._slip_rates(scene, spans)
        whole, _ = self._tensions(scene, spans, slips)
        angles = self.wrap_angles(spans)
        return (*map(positive_part, whole), *angles, *[slips[i] for i in self._slipping])

    def switches(self, scene: Scene) -> Sequence[Scalar]:
        spans = self.spans(scene)
        elastic = self._elastic(scene, spans)
        found = list(elastic)
        if self.damping_time:
            found += self._tensions(scene, spans, self._slip_rates(scene, spans))[0]
        pulls = [positive_part(T) for T in elastic]
        for i in self._slipping:
            found += self._excess(scene, spans, pulls, i)[:2]
        return found


def _tension_of_length(reading: Reading, closed: bool) -> dict[str, Any]:
    """Return the preload that follows from the length of the belt without tension, if given."""
    free = free_length_of(reading)
    if free is None:
        return {}
    entry, raw = reading.entry, reading.get("free_length")
    arcs = [
        abs(r * w) for r, w in zip(reading.values["radii"], reading.values["wraps"], strict=True)
    ]
    path = sum(reading.values["lengths"]) + sum(arcs)
    longer = path - free
    value = entry.literal("free_length", raw)
    if longer > STRAIN * free:
        rule = (
            f"is {longer:.4g} m shorter than the way around the wheels, {path:.6g} m: a strain of "
            f"{100.0 * longer / free:.3g} %"
        )
        action = f"give at least {path / (1.0 + STRAIN):.6g} m, or check radii and places"
        entry.report("M46", "free_length", rule, value=value, action=action)
        return {}
    if longer < 0.0:
        rule = (
            f"is {-longer:.4g} m longer than the way around the wheels: in the drawing it is slack"
        )
        action = f"give less than {path:.6g} m if it shall be taut"
        entry.report("M46", "free_length", rule, value=value, action=action, severity="warning")
    return {"preload": reading.values["stiffness"] * longer / free}

"""Spring, damper, stops and actuator in line between two points, with laws of any shape."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.model.building.curve_laws import check_stiffness, read_law
from sarrus.model.building.entry import is_list
from sarrus.model.building.functions import read_function, read_text
from sarrus.model.fields import Beside, Field, choice, field, number, time_law
from sarrus.model.forces.damped_line import DampedLine
from sarrus.model.forces.element import Description, ForceElement, Load, Scene
from sarrus.model.forces.formula import Formula
from sarrus.model.forces.law import law_switches, law_value
from sarrus.model.forces.line import Line, drawn_length
from sarrus.model.forces.recorder import slope
from sarrus.model.forces.shaping import negative_part, positive_part
from sarrus.model.forces.spring_damper import SpringDamper
from sarrus.model.options import FUNCTION, NO_UNIT, NUMBERS, Option, curve_kind
from sarrus.model.registry import element
from sarrus.spatial.arrays import Scalar, select
from sarrus.spatial.curve import Curve

if TYPE_CHECKING:
    from sarrus.model.building.reading import Reading
    from sarrus.model.building.references import Scope

ACTS = ("both", "pull", "push")
LINEAR = frozenset(("body_a", "body_b", "point_a", "point_b", "k", "c", "free_length", "acts"))
"""Attributes that a linear spring and damper has; acts is then "both"."""


UNITS = {"force": "N", "energy": "J"}


class SpringField(Field):
    """A stiffness, or a curve or rows; or a function of the elongation, or of its energy."""

    unit = "N/m"

    def options(self, name: str) -> Sequence[Option]:
        k = "stiffness, or a curve or rows (x, N)"
        force = "the pull, a function of x, whose power then counts as supply"
        energy = "the stored energy, a function of x, whose derivative is the pull"
        return (
            Option(name, curve_kind("x", "m", "N"), k, 0.0, "N/m"),
            Option("force", FUNCTION, force, None, "N"),
            Option("energy", FUNCTION, energy, None, "J"),
        )

    def read(self, name: str, reading: Reading) -> dict[str, Any]:
        entry = reading.entry
        law = read_law(entry, name, reading.get(name), "N/m", "m", "N")
        values = [option for option in ("force", "energy") if reading.get(option) is not None]
        names = [*(["k as a curve"] if law is not None and law[1] is not None else []), *values]
        if law is not None:
            check_stiffness(entry, name, law, "N/m")
        if len(names) > 1:
            rule = f"is given together with {names[0]}; give only one of them"
            entry.report("M28", names[1], rule)
            return {}
        found: dict[str, Any] = {}
        if law is not None:
            found = {name: law[0]} | ({} if law[1] is None else {"spring": law[1]})
        if values:
            raw = reading.get(values[0])
            if isinstance(raw, str):
                raw = read_text(entry, values[0], raw, ("x", "m"), UNITS[values[0]], True)
                if raw is None:
                    return found
            formula = read_function(entry, values[0], raw, "x")
            if formula is not None and values == ["energy"]:
                return found | {"spring": slope(formula), "energy": formula}
            found["spring"] = formula
        return found

    def as_options(self, name: str, element: Any, drawing: Scope) -> dict[str, Any]:
        if element.energy is not None:
            return {name: element.k, "energy": element.energy}
        if element.spring is None:
            return {name: element.k}
        if hasattr(element.spring, "steps"):
            return {name: element.k, "force": element.spring}
        return {name: element.spring}


class StopField(Field):
    """A stop beyond a shortening or lengthening: clearance, stiffness and exponent.

    It stands at the clearance; stiffness and exponent are the attributes beside it.
    """

    unit = "m"

    def __init__(self, side: str, text: str) -> None:
        self.side, self.text = side, text
        self.option = f"{side}_stop"

    def options(self, name: str) -> Sequence[Option]:
        text = f"(clearance [m], stiffness [N/m^e], exponent e = 1), beyond a {self.text}"
        return (Option(self.option, NUMBERS, f"{text} by the clearance", None),)

    def read(self, name: str, reading: Reading) -> dict[str, Any]:
        entry, raw = reading.entry, reading.get(self.option)
        if raw is None:
            return {}
        if not is_list(raw) or len(raw) not in (2, 3):
            rule = "must be (clearance, stiffness) or (clearance, stiffness, exponent)"
            entry.report("M25", self.option, rule, value=entry.literal(self.option, raw))
            return {}
        power = raw[2] if len(raw) == 3 else 1.0
        exponent = entry.number(self.option, power, NO_UNIT, least=1.0)
        clearance = entry.number(self.option, raw[0], "m", least=0.0)
        unit = f"N/m^{1.0 if exponent is None else exponent:g}"
        stiffness = entry.number(self.option, raw[1], unit, least=0.0)
        parts = {"clearance": clearance, "stiffness": stiffness, "exponent": exponent}
        return {f"{self.side}_{part}": value for part, value in parts.items() if value is not None}

    def as_options(self, name: str, element: Any, drawing: Scope) -> dict[str, Any]:
        parts = ("clearance", "stiffness", "exponent")
        found = [getattr(element, f"{self.side}_{part}") for part in parts]
        return {} if found == [0.0, 0.0, 1.0] else {self.option: found}


@element(method="spring_damper", kw_only=True)
class Strut(DampedLine):
    """The pull k x + c w between two points, x = l - free_length, w = dl/dt; and more.

        f = preload + k x + spring(x) + d(w)                spring and damper
          + rebound_stiffness max(x - rebound_clearance, 0)^rebound_exponent
          - bump_stiffness max(-x - bump_clearance, 0)^bump_exponent
          + actuator + actuator_law(t)

    acts: "pull" is a rope: spring and damper are slack for x < 0 and never push; "push" is a prop:
    they are out of touch for x > 0 and never pull. A spring that is a function without energy works
    like a source from outside, and its power -spring(x) w counts as supply.
    """

    k: float = field(SpringField(), default=0.0)
    free_length: float = number(
        "m",
        "the distance in the drawing if not given",
        otherwise=drawn_length,
        kept=0.0,
        at_least=0.0,
    )
    preload: float = number("N", "the pull at the free length", default=None, kept=0.0)
    spring: Curve | Formula | None = None
    energy: Formula | None = None
    acts: str = choice(ACTS, "in which direction spring and damper act", default="both")
    bump_clearance: float = field(StopField("bump", "shortening"), default=0.0)
    bump_stiffness: float = field(Beside("N/m^exponent"), default=0.0)
    bump_exponent: float = 1.0
    rebound_clearance: float = field(StopField("rebound", "lengthening"), default=0.0)
    rebound_stiffness: float = field(Beside("N/m^exponent"), default=0.0)
    rebound_exponent: float = 1.0
    actuator: float = time_law(
        "N", "a pull, a law of time", law="actuator_law", default=None, kept=0.0
    )
    actuator_law: Curve | Formula | None = None

    @classmethod
    def read(cls, reading: Reading) -> ForceElement | None:
        made = super().read(reading)
        linear = LINEAR.issuperset(reading.values) and reading.values.get("acts") == "both"
        if not isinstance(made, Strut) or not linear:
            return made
        ends = (made.body_a, made.body_b, made.point_a, made.point_b)
        return SpringDamper(made.name, *ends, made.k, made.c, made.free_length)

    def check(self, reading: Reading) -> None:
        """Report the spring of a rope or prop that acts at its free length, or both ways."""
        if self.acts == "both":
            return
        entry = reading.entry
        if self.preload != 0.0:
            rule = "has no meaning for an element that acts one way"
            action = "shorten its free length instead"
            entry.report("M28", "preload", rule, value=f"{self.preload:g} N", action=action)
            return
        side = 1.0 if self.acts == "pull" else -1.0
        x = side * np.linspace(0.0, max(self.free_length, 1.0), 101)
        with np.errstate(all="ignore"):
            more = 0.0 if self.spring is None else self.spring
            pulls = np.array([self.k * s + float(law_value(more, s)) for s in x.tolist()])
        size = max(float(np.max(np.abs(pulls))), 1e-300)
        rule = ""
        if abs(pulls[0]) > 1e-9 * size:
            rule = f"must be 0 at the free length, it is {pulls[0]:g} N"
        elif np.min(side * pulls) < -1e-9 * size:
            worst = int(np.argmin(side * pulls))
            other = "push" if side > 0 else "pull"
            rule = f"must not {other}: it is {pulls[worst]:g} N at {x[worst]:g} m"
        if rule:
            entry.report("M04", "spring", f"of an element with acts='{self.acts}' {rule}")

    def descriptions(self, drawing: Scope) -> Iterator[Description]:
        found = self.as_options(drawing)
        if self.acts == "both":
            found.pop("acts")
        if not self.preload:
            yield self.method, {key: x for key, x in found.items() if key != "preload"}
        yield self.method, found

    def loads(self, scene: Scene) -> Sequence[Load]:
        line = self.line(scene)
        stretch = self._stretch(scene, line)
        pull = self._spring_and_damper(stretch, self._elastic(scene, stretch), line.rate, scene)
        bump, rebound = self._beyond(scene, stretch)
        pull = pull + scene.value(self, "rebound_stiffness") * rebound**self.rebound_exponent
        pull = pull - scene.value(self, "bump_stiffness") * bump**self.bump_exponent
        return self.pull_loads(line, pull + self._actuation(scene))

    def _stretch(self, scene: Scene, line: Line) -> Scalar:
        return line.length - scene.value(self, "free_length")

    def _spring_stretch(self, stretch: Scalar) -> Scalar:
        """Return the part of the elongation at which the spring acts."""
        if self.acts == "both":
            return stretch
        return positive_part(stretch) if self.acts == "pull" else negative_part(stretch)

    def _elastic(self, scene: Scene, stretch: Scalar) -> Scalar:
        seen = self._spring_stretch(stretch)
        pull = scene.value(self, "preload") + scene.value(self, "k") * seen
        return pull if self.spring is None else pull + law_value(self.spring, seen)

    def _spring_and_damper(
        self, stretch: Scalar, elastic: Scalar, rate: Scalar, scene: Scene
    ) -> Scalar:
        """Return the pull of spring and damper together."""
        pull = elastic + self.damping(scene, rate)
        if self.acts == "both":
            return pull
        if self.acts == "pull":
            return select(stretch > 0.0, positive_part(pull), 0.0)
        return select(stretch < 0.0, negative_part(pull), 0.0)

    def _beyond(self, scene: Scene, stretch: Scalar) -> tuple[Scalar, Scalar]:
        """Return how far the stops of compression and rebound are pressed in."""
        bump = positive_part(-stretch - scene.value(self, "bump_clearance"))
        return bump, positive_part(stretch - scene.value(self, "rebound_clearance"))

    def _actuation(self, scene: Scene) -> Scalar:
        force = scene.value(self, "actuator")
        return (
            force if self.actuator_law is None else force + law_value(self.actuator_law, scene.time)
        )

    def potential(self, scene: Scene) -> Scalar:
        stretch = self._stretch(scene, self.line(scene))
        seen = self._spring_stretch(stretch)
        stored = scene.value(self, "preload") * seen + 0.5 * scene.value(self, "k") * seen * seen
        if isinstance(self.spring, Curve):
            stored = stored + (self.spring.integral(seen) - self.spring.integral(0.0))
        if self.energy is not None:
            stored = stored + self.energy(seen)
        bump, rebound = self._beyond(scene, stretch)
        n, m = self.rebound_exponent + 1.0, self.bump_exponent + 1.0
        stored = stored + scene.value(self, "rebound_stiffness") * rebound**n / n
        return stored + scene.value(self, "bump_stiffness") * bump**m / m

    def dissipation(self, scene: Scene) -> Scalar:
        line = self.line(scene)
        brake = self.damping(scene, line.rate)
        if self.acts == "both":
            return brake * line.rate
        stretch = self._stretch(scene, line)
        elastic = self._elastic(scene, stretch)
        side = 1.0 if self.acts == "pull" else -1.0
        taken = select(side * (elastic + brake) > 0.0, brake, -elastic)  # not more than it pulls
        return select(side * stretch > 0.0, taken * line.rate, 0.0)

    def supply(self, scene: Scene) -> Scalar:
        line = self.line(scene)
        pull = self._actuation(scene)
        if isinstance(self.spring, Formula) and self.energy is None:
            pull = pull + self.spring(self._spring_stretch(self._stretch(scene, line)))
        return -pull * line.rate

    def switches(self, scene: Scene) -> Sequence[Scalar]:
        line = self.line(scene)
        stretch = self._stretch(scene, line)
        found = [*self.damping_switches(line.rate), *law_switches(self.actuator_law, scene.time)]
        found += law_switches(self.spring, self._spring_stretch(stretch))
        if self.acts != "both":
            elastic = self._elastic(scene, stretch)
            found += [stretch, elastic + self.damping(scene, line.rate)]
        if self.bump_stiffness:
            found.append(-stretch - scene.value(self, "bump_clearance"))
        if self.rebound_stiffness:
            found.append(stretch - scene.value(self, "rebound_clearance"))
        return found

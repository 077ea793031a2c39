"""W82, W83: contacts that start deep in each other, or are stiffer than steps can follow."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.model.body import GROUND
from sarrus.model.building.entry import Entry, Source
from sarrus.model.forces.compliant_contact import CompliantContact
from sarrus.model.forces.element import ForceElement, PointMotion, Scene
from sarrus.model.model import Model
from sarrus.spatial import Transform
from sarrus.spatial.arrays import Array, Scalar, norm

if TYPE_CHECKING:
    from sarrus.errors import Problem
    from sarrus.model.mechanism import Mechanism

DEEP = 5.0
"""Push in the drawing, in weights of all bodies, that nothing has that rests."""
EARTH = 9.81
"""Gravity [m/s^2] in which weights are compared where a model has none."""
FAST = 1e-7
"""Time of an impact [s] below which a run of a second has some hundred million steps."""
IMPACT = 1.0
"""Speed of the impact whose time is judged [m/s, rad/s]."""
STEPS = 20.0
"""Equal steps that an impact takes to be followed."""


def impact_time(depth: float) -> float:
    """Return how long an impact at `IMPACT` takes that is as deep as that [s], about."""
    return math.pi * depth / IMPACT


@dataclass(frozen=True)
class Drawing(Scene):
    """The bodies as they are drawn, at rest."""

    model: Model

    @property
    def time(self) -> Scalar:
        """Time is 0."""
        return 0.0

    def value(self, element: ForceElement, parameter: str) -> Scalar | Array:
        """Return a parameter of the element."""
        found = getattr(element, parameter)
        return np.array(found) if isinstance(found, tuple) else found

    def pose(self, body: str) -> Transform:
        """Return X_WB in the drawing."""
        if body == GROUND:
            return Transform.identity()
        return self.model.body(body).pose.transform

    def point(self, body: str, r_B: Sequence[float] | Array) -> PointMotion:
        """Return a point of a body, which rests."""
        return PointMotion(self.pose(body).point(np.array(r_B)), np.zeros(3))

    def direction(self, body: str, u_B: Sequence[float] | Array) -> Array:
        """Return a direction fixed in a body."""
        return self.pose(body).rotation.apply(np.array(u_B))

    def angular_velocity(self, body: str) -> Array:
        """Return 0."""
        return np.zeros(3)

    def coordinate(self, joint: str, index: int) -> Scalar:
        """Return 0, the coordinate of the drawing."""
        return 0.0

    def rate(self, joint: str, index: int) -> Scalar:
        """Return 0."""
        return 0.0

    def state(self, element: ForceElement, name: str) -> Scalar:
        """Return the start value of a state."""
        return float(getattr(element, f"initial_{name}"))

    def element(self, name: str) -> ForceElement | None:
        """Return another element."""
        return next((e for e in self.model.forces if e.name == name), None)


def check_contacts(model: Model, mechanism: Mechanism, problems: list[Problem]) -> None:
    """Report contacts whose numbers no run can follow, with these numbers."""
    found = [element for element in model.forces if isinstance(element, CompliantContact)]
    sources: Mapping[str, Source] = {str(d.name): d.source for d in mechanism.forces}
    weight = sum(body.mass for body in model.bodies) * (norm(np.array(model.gravity)) or EARTH)
    for element in found:
        entry = Entry(f"force {element.name!r}", sources.get(element.name, {}), problems)
        _check_start(entry, element, Drawing(model), float(weight))
        masses = [model.body(b).mass for b in (element.body, element.base) if b != GROUND]
        _check_stiffness(entry, element, min((m for m in masses if m > 0.0), default=0.0))


def _check_start(entry: Entry, element: CompliantContact, scene: Scene, weight: float) -> None:
    """Report (W82) a contact that is drawn so deep that it would shoot the bodies apart."""
    depth = max(-float(gap) for gap in element.gaps(scene))
    push = element.k * max(depth, 0.0) ** element.exponent
    if weight > 0.0 and push > DEEP * weight:
        rule = f"starts with '{element.body}' {depth:.4g} m in '{element.base}' in the drawing: it "
        rule += f"pushes with {push:.3g} N, {push / weight:.3g} times the weight of all bodies"
        action = "draw them so that they just touch, or check size and place of their shapes"
        cause = "a shape in other units, or about another point than was thought"
        entry.report("W82", "", rule, cause=cause, action=action, severity="warning")


def _check_stiffness(entry: Entry, element: CompliantContact, mass: float) -> None:
    """Report (W83) a contact that throws the lighter body back faster than steps can follow.

    An impact at the speed v is as deep as p with k p^(n+1)/(n+1) = m v^2/2, and takes the time
    `impact_time`.
    """
    if mass <= 0.0:
        return
    more = element.exponent + 1.0
    depth = (0.5 * more * mass * IMPACT**2 / element.k) ** (1.0 / more)
    time = impact_time(depth)
    if time < FAST:
        rule = f"of {element.k:.3g} N/m^{element.exponent:g} throws {mass:.3g} kg back within "
        rule += (
            f"{time:.2g} s of a touch at {IMPACT:g} m/s, {depth:.2g} m deep: a run of 1 s would "
        )
        rule += f"need steps of about {time / STEPS:.1g} s"
        action = f"with k = {element.k * (time / 1e-4) ** 2:.2g} the impact would take 0.1 ms"
        cause = "a stiffness in other units, such as N/mm taken as N/m, or one of the material"
        entry.report("W83", "k", rule, cause=cause, action=action, severity="warning")

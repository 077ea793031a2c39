"""Friction in a bearing or guide, in proportion to the load that the joint carries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sarrus.errors import ModelError, Problem
from sarrus.model.fields import JointField, field, flag, number
from sarrus.model.forces.dry_friction import dry_friction, fading_exponent, fading_rate
from sarrus.model.forces.element import CoordinateLoad, ForceElement, Load, Scene
from sarrus.model.forces.exact_friction import ExactFriction, exact_flag
from sarrus.model.options import NO_UNIT, RATE
from sarrus.model.registry import element
from sarrus.spatial.arrays import Scalar

if TYPE_CHECKING:
    from sarrus.model.building.reading import Reading
    from sarrus.model.building.references import Scope
    from sarrus.model.joints import JointType

RADIAL, AXIAL, MOMENT = (0, 1), (2,), (3, 4, 5)
"""Places in the reaction of a joint, force and moment in its axes, z along its own axis."""

Part = tuple[Scalar, tuple[int, ...]]
"""A weight, and the places of the reaction whose length it multiplies."""


ALL_SIZES = ("radius", "pivot", "length")


@element
class BearingFriction(ExactFriction):
    """Friction in proportion to the load L that a revolute or prismatic joint carries.

    The effort on the rate w of the joint is -mu(w) L, with
    mu(w) = (mu + (static - mu) exp(-|w/stribeck|^exponent)) tanh(w/smoothing)

    revolute: L = radius |F_radial| + pivot |F_axial| [N m]; prismatic: L = |F_normal| + |M|/length
    [N]. F and M are the joint's reaction, which must be unique, on its child at the child's joint
    point. The load is not a function of the motion: the equations solve for it, and give it to the
    element under the name `load`.

    exact: in runs, Coulomb's law itself instead: at rest the joint is held by any effort up to
    `static` L, and while it slides friction is mu L. Events change between the two.
    """

    has_bearing = True

    name: str
    joint: str = field(JointField("the name of a revolute or prismatic joint"))
    mu: float = number(NO_UNIT, "coefficient of sliding friction", at_least=0.0)
    static: float = number(
        NO_UNIT, "that of friction at rest, as mu if not given", at_least=0.0, otherwise="mu"
    )
    radius: float = number(
        "m", "radius of the bearing, needed by a revolute joint", default=None, kept=1.0, above=0.0
    )
    pivot: float = number(
        "m",
        "mean radius at which the axial force rubs, if it does",
        default=None,
        kept=0.0,
        above=0.0,
    )
    length: float = number(
        "m",
        "length of the guide of a prismatic joint, if moments rub",
        default=None,
        kept=0.0,
        above=0.0,
    )
    smoothing: float = number(
        RATE, "the rate at which friction has built up", default=1e-3, above=0.0
    )
    stribeck: float = fading_rate()
    exponent: float = fading_exponent()
    lagged: bool = flag(
        "in a simulation by equal steps, take the load at the end of the last step, "
        "which needs no iteration",
        default=False,
    )
    exact: bool = exact_flag()
    by_events: bool = False
    sense: float = 0.0
    hold: float = 0.0
    stuck: float = 0.0
    shared: float = 0.0

    positional = ("joint", "mu", "static")
    index = 0
    sliding_name = "mu"

    @classmethod
    def read(cls, reading: Reading) -> ForceElement | None:
        reading.only(cls, "joint")
        joint = reading.values.get("joint")
        if joint is None:
            return None
        kind = reading.scope.joints[joint].type
        reading.is_angle = not kind.nv or kind.velocities[0].unit == "rad/s"
        if not _sizes(kind):
            rule = f"is a {kind.type_name} joint; load-dependent friction is known of one axis only"
            action = "make it of revolute and prismatic joints, or use joint_friction"
            value = reading.entry.literal("joint", joint)
            reading.entry.report("M09", "joint", rule, value=value, action=action)
        else:
            _check_sizes(reading, kind)
        return super().read(reading)

    def check(self, reading: Reading) -> None:
        if self.exact:
            self.check_exact(reading.entry)

    def bound(self, scene: Scene) -> Scalar:
        return scene.value(self, "static") * scene.value(self, "load")

    def as_options(self, drawing: Scope) -> dict[str, Any]:
        own = _sizes(drawing.joints[self.joint].type)
        left_out = [k for k in ALL_SIZES if k not in own or not getattr(self, k)]
        return {k: x for k, x in super().as_options(drawing).items() if k not in left_out}

    @property
    def load(self) -> Scalar:
        """The load, where no equation has given it: unknown."""
        raise ModelError(
            Problem(
                "D12",
                f"bearing_friction '{self.name}'",
                f"depends on the reaction in joint '{self.joint}', which coordinates and "
                "velocities alone do not tell",
                action="ask for accelerations, reactions, a drive or a simulation; or use "
                "joint_friction, which does not depend on the load",
            )
        )

    def parts(self, scene: Scene) -> tuple[Part, ...]:
        """Return what the load is made of: weights, and places of the reaction."""
        found: list[Part] = [(scene.value(self, "radius"), RADIAL)]
        if self.pivot:
            found.append((scene.value(self, "pivot"), AXIAL))
        if self.length:
            found.append((1.0 / scene.value(self, "length"), MOMENT))
        return tuple(found)

    def slip(self, scene: Scene) -> Scalar:
        """Return mu(w): the friction for a load of 1, with the sign of the rate."""
        if self.by_events:
            mu, static = scene.value(self, "mu"), scene.value(self, "static")
            return scene.value(self, "sense") * mu - scene.value(self, "hold") * static
        return dry_friction(
            scene.rate(self.joint, 0),
            scene.value(self, "mu"),
            scene.value(self, "static"),
            scene.value(self, "smoothing"),
            scene.value(self, "stribeck"),
            self.exponent,
        )

    def loads(self, scene: Scene) -> Sequence[Load]:
        effort = -self.slip(scene) * scene.value(self, "load")
        return (CoordinateLoad(self.joint, 0, effort),)

    def dissipation(self, scene: Scene) -> Scalar:
        return scene.rate(self.joint, 0) * self.slip(scene) * scene.value(self, "load")


def _sizes(kind: JointType) -> tuple[str, ...]:
    """Return the sizes that a bearing of a joint type may have; () for neither hinge nor slider."""
    return ("radius", "pivot") if kind.is_hinge else ("length",) if kind.is_slider else ()


def _check_sizes(reading: Reading, kind: JointType) -> None:
    """Report (M28) sizes that a bearing does not have, and a radius that it lacks."""
    for name in ALL_SIZES:
        raw = reading.get(name)
        if raw is not None and name not in _sizes(kind):
            rule = f"does not apply to a {kind.type_name} joint"
            action = f"give {' and '.join(_sizes(kind))} only"
            value = reading.entry.literal(name, raw)
            reading.entry.report("M28", name, rule, value=value, action=action)
        elif raw is None and name == "radius" and kind.is_hinge:
            rule = "is missing: friction of a bearing acts at its radius"
            reading.entry.report("M28", name, rule, action="give radius [m]")

"""The frozen, validated description of a mechanism."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from sarrus.arguments import with_checks
from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.model.body import GROUND, Body, Frame, PlacedShape
from sarrus.model.coupler import Coupler
from sarrus.model.joint import Joint
from sarrus.model.mass_properties import MassProperties, total_mass_properties
from sarrus.model.pose import Pose, Vector3
from sarrus.public_names import with_limits

if TYPE_CHECKING:
    from sarrus.model.forces.element import ForceElement
    from sarrus.system import System


TOLERANCE = 1e-5
"""The usual tolerance of the data: of angles [rad], and of lengths as part of those of a loop."""
MOST_TOLERANCE = 0.01
"""Wider than this, any mechanism would be another one."""


@dataclass(frozen=True)
class StartVelocity:
    """Initial velocity of a body: of its centre of mass and angular, in world axes."""

    body: str
    velocity: Vector3
    angular_velocity: Vector3


@with_limits
@dataclass(frozen=True)
class Model:
    """Bodies, joints and force elements; compares, copies and pickles by content.

    Made by `Mechanism.build` or `sarrus.load`. `base` is "fixed" or "prescribed" (the motion of
    ground is then an input). `tolerance` is that of the data: loops that close within so many
    radians, or parts of their length, are taken as exact when the model is compiled. `notices` are
    the warnings and notices of validation; they do not take part in comparison.
    """

    name: str
    gravity: Vector3
    bodies: tuple[Body, ...]
    joints: tuple[Joint, ...]
    forces: tuple[ForceElement, ...] = ()
    couplers: tuple[Coupler, ...] = ()
    frames: tuple[Frame, ...] = ()
    base: str = "fixed"
    start: tuple[StartVelocity, ...] = ()
    ground_shapes: tuple[PlacedShape, ...] = ()
    tolerance: float = TOLERANCE
    notices: tuple[Problem, ...] = field(default=(), compare=False)

    @cached_property
    def body_index(self) -> dict[str, int]:
        """Position of every body in `bodies`, by name."""
        return {body.name: i for i, body in enumerate(self.bodies)}

    def body(self, name: str) -> Body:
        """Return the body of that name.

        Example:
            mass = model.body("crank").mass
        """
        return self.bodies[self._place("body", name, self.body_index)]

    @cached_property
    def joint_index(self) -> dict[str, int]:
        """Position of every joint in `joints`, by name."""
        return {joint.name: i for i, joint in enumerate(self.joints)}

    def joint(self, name: str) -> Joint:
        """Return the joint of that name.

        Example:
            kind = model.joint("A").type.type_name
        """
        return self.joints[self._place("joint", name, self.joint_index)]

    def _place(self, kind: str, name: str, index: dict[str, int]) -> int:
        """Return the place of a name; what is wrong with one is looked into only if it is unknown.

        Equations and solvers ask at every instant.
        """
        if isinstance(name, str) and name in index:
            return index[name]
        from sarrus.arguments import check_text
        from sarrus.model.building.references import nearest

        check_text(f"{kind} / name", name)
        action = nearest(str(name), list(index))
        rule = f"is not a {kind} of model '{self.name}'"
        raise ModelError(Problem("M09", f"{kind} '{name}'", rule, action=action))

    @cached_property
    def content_hash(self) -> str:
        """SHA-256 of all that takes part in comparison, but for the name and the ground's shapes.

        It is made of the model's record, as files hold it: names of types and attributes with
        their values. Names of classes and the order of attributes do not change it.
        """
        from sarrus.formats.model_record import content_hash

        return content_hash(self)

    @with_checks
    def mass_properties(self, *bodies: str) -> MassProperties:
        """Return mass, centre of mass and inertia, in world axes of the drawing.

        For the named bodies together, or for all.

        Example:
            com = model.mass_properties("crank", "coupler").com
        """
        chosen = [self.body(name) for name in bodies] if bodies else list(self.bodies)
        return total_mass_properties(chosen)

    def __repr__(self) -> str:
        from sarrus.summaries import summary

        kinds = ("bodies", "joints", "forces", "couplers", "frames", "start")
        parts = {name: getattr(self, name) for name in kinds if getattr(self, name)}
        values = {"gravity": f"{tuple(float(g) for g in self.gravity)} m/s^2"}
        notices = {"notices": len(self.notices)} if self.notices else {}
        return summary(f"Model '{self.name}'", {**parts, **values, **notices})

    def _repr_html_(self) -> str:
        from sarrus.summaries import html_table

        bodies = [(body.name, body.mass, body.com) for body in self.bodies]
        joints = [(j.name, j.type.type_name, j.parent, j.child) for j in self.joints]
        forces = [(f.name, f.type_name, ", ".join([*f.bodies, *f.joints])) for f in self.forces]
        tables = [
            html_table(f"Model '{self.name}'", ("body", "mass [kg]", "center of mass [m]"), bodies),
            html_table("", ("joint", "type", "parent", "child"), joints),
        ]
        tables += [html_table("", ("force", "type", "between"), forces)] if forces else []
        return "".join(tables)

    def compile(
        self,
        *,
        parameters: Iterable[str] = (),
        weights: Mapping[str, float] | None = None,
        cut: Sequence[str] = (),
        planar: bool = False,
        tolerance: float | None = None,
        cache: Any = "user",
        kernels: Iterable[str] = ("inverse_dynamics", "forward_dynamics"),
        wait: bool = False,
    ) -> System:
        """Return the `System`: topology and native kernels of this model. Options: see `System`.

        Example:
            system = model.compile(parameters=["crank.mass"])
        """
        from sarrus.system import System

        return System(
            self, parameters=parameters, weights=weights, cut=cut, planar=planar,
            tolerance=tolerance, cache=cache, kernels=kernels, wait=wait,
        )  # fmt: skip


def drawn_pose(model: Model, body: str) -> Pose:
    """Return where a body is in the drawing; ground is at its origin."""
    return Pose() if body == GROUND else model.body(body).pose


__all__ = ["GROUND", "Model", "StartVelocity"]

"""Forces and couplers of a model as <dynamics> and <mimic> of the axes of joints."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import numpy as np

from sarrus.formats.writing.touching_solids import lost_numbers, touching_solids
from sarrus.formats.xml.writing import number
from sarrus.model.body import GROUND
from sarrus.model.coupler import Coupler
from sarrus.model.forces import ForceElement
from sarrus.model.forces.contact import Contact
from sarrus.model.forces.joint_damper import JointDamper
from sarrus.model.forces.joint_friction import JointFriction
from sarrus.model.forces.joint_spring import JointSpring
from sarrus.model.forces.point_force import PointForce

if TYPE_CHECKING:
    from sarrus.formats.sdf.saving import ModelWriter

Axis = tuple[str, int]


class ForceWriter:
    """Writes forces and couplers behind the joints of a `ModelWriter`."""

    def __init__(self, writer: ModelWriter) -> None:
        self.writer = writer
        self.sizes: dict[Axis, dict[str, float]] = defaultdict(dict)
        self.follows: dict[Axis, Axis] = {}

    def write(self) -> None:
        """Write all; report what SDF cannot hold."""
        for force in self.writer.model.forces:
            if not self._could_write(force):
                rule = f"is of the type {force.type_name}, which SDF cannot hold"
                self.writer.refuse(f"force '{force.name}'", rule)
        for axis, sizes in self.sizes.items():
            dynamics = self.writer.axes[axis].add("dynamics")
            for tag in ("damping", "friction", "spring_reference", "spring_stiffness"):
                if tag in sizes:
                    dynamics.add_text(tag, number(sizes[tag]))
        for coupler in self.writer.model.couplers:
            self._coupler(coupler)

    def _axis(self, joint: str, index: int) -> Axis:
        """Return the written axis of a coordinate."""
        return self.writer.chained.get((joint, index), (joint, index))

    def _add(self, axis: Axis, tag: str, size: float) -> None:
        if size:
            self.sizes[axis][tag] = self.sizes[axis].get(tag, 0.0) + size

    def _name(self, force: ForceElement, axis: Axis, ending: str) -> None:
        """Note where a force gets another name when the file is read."""
        usual = f"{axis[0]}_{ending}" if axis[1] == 0 else f"{axis[0]}_2_{ending}"
        if force.name != usual:
            self.writer.note(f"force '{force.name}'", f"is called '{usual}' there")

    def _could_write(self, force: ForceElement) -> bool:
        """Write a force, and tell whether it could be written."""
        if isinstance(force, PointForce):
            return self._lift(force)
        if isinstance(force, Contact):
            return self._contact(force)
        axis = self._axis(getattr(force, "joint", ""), getattr(force, "index", 0))
        if axis not in self.writer.axes:
            return False
        if isinstance(force, JointDamper):
            self._add(axis, "damping", force.d)
            self._name(force, axis, "damping")
            return True
        if isinstance(force, JointFriction) and force.sliding == force.static:
            self._add(axis, "friction", force.sliding)
            self._add(axis, "damping", force.d)
            self._name(force, axis, "friction")
            return True
        if isinstance(force, JointSpring):
            return self._spring(force, axis)
        return False

    def _contact(self, force: Contact) -> bool:
        """Write the solids that may touch; the smaller friction of two holds there."""
        solids = touching_solids(force)
        if not all(solid.can_be_written for solid in solids):
            return False
        every = [f for f in self.writer.model.forces if isinstance(f, Contact)]
        sizes = {solid: max(f.mu for f in every if solid in touching_solids(f)) for solid in solids}
        if not all(self.writer.collision(solid, mu) for solid, mu in sizes.items()):
            return False
        if GROUND not in (force.body, force.base):
            self.writer.let_links_touch()
        rule = lost_numbers(force, "two collisions there", ("stiffness", "damping", "smoothing"))
        if (mu := min(sizes.values())) != force.mu:
            rule += f"; its friction is {mu:g} there, that of the solids, not {force.mu:g}"
        self.writer.note(f"force '{force.name}'", rule)
        return True

    def _spring(self, force: JointSpring, axis: Axis) -> bool:
        """Write a linear spring; a preload moves the coordinate at which it is free."""
        linear = force.spring is None and force.damper is None
        if not linear or "spring_stiffness" in self.sizes[axis] or (force.preload and not force.k):
            return False
        self._add(axis, "damping", force.d)
        if force.k:
            self.sizes[axis]["spring_stiffness"] = force.k
            reference = force.free + (force.preload / force.k if force.preload else 0.0)
            self.sizes[axis]["spring_reference"] = reference
        self._name(force, axis, "spring" if force.k else "damping")
        return True

    def _lift(self, force: PointForce) -> bool:
        """Write a constant force that carries the whole weight of a body as <gravity>."""
        value = getattr(force, "force", None)
        if value is None or force.name != f"{force.body}_gravcomp":
            return False
        body = self.writer.model.body(force.body)
        weight = body.mass * np.array(self.writer.model.gravity)
        if not np.allclose(value, -weight, rtol=1e-12, atol=0.0):
            return False
        self.writer.links[force.body].add_text("gravity", "false")
        return True

    def _coupler(self, coupler: Coupler) -> None:
        """Write a relation of one or two coordinates as one axis that follows another."""
        terms = coupler.terms
        element = f"coupler '{coupler.name}'"
        axes = [self._axis(term.joint, term.index) for term in terms]
        if len(terms) > 2 or any(axis not in self.writer.axes for axis in axes):
            self.writer.refuse(element, "cannot be written as one axis that follows another")
            return
        ways = [(0, 1), (1, 0)] if len(terms) == 2 else [(0, 0)]
        for own, other in ways:
            leaders = [axes[other]] if len(terms) == 2 else list(self.writer.axes)
            leader = next((axis for axis in leaders if self._can_follow(axes[own], axis)), None)
            if leader is not None:
                break
        if leader is None:
            self.writer.refuse(element, "cannot be written as one axis that follows another")
            return
        self.follows[axes[own]] = leader
        multiplier = -terms[other].factor / terms[own].factor if len(terms) == 2 else 0.0
        home, _ = self.writer.names["joint", axes[own][0]]
        mimic = self.writer.axes[axes[own]].add(
            "mimic",
            joint=self.writer.reference("joint", leader[0], home),
            axis="axis2" if leader[1] else "axis",
        )
        mimic.add_text("multiplier", number(multiplier))
        mimic.add_text("offset", number(coupler.offset / terms[own].factor))
        mimic.add_text("reference", "0")
        usual = f"{axes[own][0]}_mimic{'_2' if axes[own][1] else ''}"
        if coupler.name != usual:
            self.writer.note(element, f"is called '{usual}' there")

    def _can_follow(self, axis: Axis, leader: Axis) -> bool:
        """Tell whether an axis can follow another: it follows none yet, and there is no circle.

        A leader must be in reach of the follower: in the same model, or in one inside of it.
        """
        if axis in self.follows or axis == leader or ("joint", leader[0]) not in self.writer.names:
            return False
        home = self.writer.names["joint", axis[0]][0]
        if not self.writer.names["joint", leader[0]][0].startswith(home):
            return False
        while leader in self.follows:
            leader = self.follows[leader]
            if leader == axis:
                return False
        return True

"""Forces and couplers of a model as attributes of joints, drives, tendons and equalities."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import numpy as np

from sarrus.formats.writing.touching_solids import lost_numbers, touching_solids
from sarrus.formats.xml.writing import Written, number, numbers
from sarrus.model.body import GROUND
from sarrus.model.coupler import Coupler
from sarrus.model.forces.contact import Contact
from sarrus.model.forces.element import ForceElement
from sarrus.model.forces.joint_damper import JointDamper
from sarrus.model.forces.joint_friction import JointFriction
from sarrus.model.forces.joint_spring import JointSpring
from sarrus.model.forces.joint_torque import JointTorque
from sarrus.model.forces.point_force import PointForce
from sarrus.model.forces.polynomial_coupler import PolynomialCoupler
from sarrus.model.forces.spring_damper import SpringDamper
from sarrus.model.pose import Pose

if TYPE_CHECKING:
    from sarrus.formats.mjcf.saving import ModelWriter


USUAL_FRICTION = "0.005 0.0001 0.0001"
"""MuJoCo's own numbers for what turns and rolls."""


class ForceWriter:
    """Writes forces and couplers behind the bodies of a `ModelWriter`."""

    def __init__(self, writer: ModelWriter) -> None:
        self.writer = writer
        self.model = writer.model
        self._wheels: dict[str, Coupler] = {}

    def wheels(self) -> set[str]:
        """Return the bodies that stand for armatures: wheels on ground that turn with a joint."""
        found: set[str] = set()
        joints = {joint.name: joint for joint in self.model.joints}
        for coupler in self.model.couplers:
            if len(coupler.terms) != 2 or coupler.offset:
                continue
            first, second = coupler.terms
            axle = joints.get(first.joint)
            if axle is None or axle.parent != GROUND or axle.type.type_name != "revolute":
                continue
            body = self.model.body(axle.child)
            (xx, xy, xz), (_, yy, yz), (_, _, zz) = body.inertia
            round_ = xx == yy == zz > 0.0 and not any((xy, xz, yz)) and not body.mass
            alone = sum(body.name in (j.parent, j.child) for j in self.model.joints) == 1
            if round_ and alone and first.factor == 1.0 and second.factor == -1.0:
                found.add(body.name)
                self._wheels[coupler.name] = coupler
        return found

    def write(self) -> None:
        """Write all forces and couplers; report those that MJCF cannot hold."""
        for coupler in self.model.couplers:
            if coupler.name in self._wheels:
                self._armature(coupler)
            else:
                self._coupler(coupler)
        turns: dict[str, list[JointDamper]] = defaultdict(list)
        for force in self.model.forces:
            if isinstance(force, JointDamper) and self._is_ball(force.joint):
                turns[force.joint].append(force)
            elif not self._could_write(force):
                self.writer.refuse(
                    f"force '{force.name}'",
                    f"is of the type {force.type_name}, which MJCF cannot hold",
                )
        for joint, dampers in turns.items():
            sizes = {damper.d for damper in dampers}
            if len(dampers) == 3 and len(sizes) == 1:
                self.writer.joints[joint].attributes["damping"] = number(sizes.pop())
            else:
                for damper in dampers:
                    rule = "damps one axis of a ball joint, which MJCF cannot hold"
                    self.writer.refuse(f"force '{damper.name}'", rule)

    def _is_ball(self, joint: str) -> bool:
        written = self.writer.joints.get(joint)
        return written is not None and written.attributes.get("type") == "ball"

    def _joint(self, name: str) -> Written | None:
        """Return the written joint of that name, if it has one coordinate."""
        return None if self._is_ball(name) else self.writer.joints.get(name)

    def _armature(self, coupler: Coupler) -> None:
        first, second = coupler.terms
        wheel = self.model.body(self.model.joint(first.joint).child)
        joint = self._joint(second.joint)
        if joint is None:
            self.writer.refuse(
                f"coupler '{coupler.name}'", "turns with a joint that is not written"
            )
            return
        own = float(joint.attributes.get("armature", 0.0))
        joint.attributes["armature"] = number(own + wheel.inertia[2][2])

    def _coupler(self, coupler: Coupler) -> None:
        """Write a relation: of one or two coordinates as <joint>, of more as <tendon>."""
        terms = coupler.terms
        if any(self._joint(term.joint) is None for term in terms):
            rule = "relates coordinates that are not those of hinges and slides there"
            self.writer.refuse(f"coupler '{coupler.name}'", rule)
            return
        equality = self.writer.sections["equality"]
        own = terms[0]
        offset = coupler.offset / own.factor
        if len(terms) == 1:
            equality.add(
                "joint", name=coupler.name, joint1=own.joint, polycoef=f"{number(offset)} 0 0 0 0"
            )
        elif len(terms) == 2:
            ratio = -terms[1].factor / own.factor
            equality.add(
                "joint", name=coupler.name, joint1=own.joint, joint2=terms[1].joint,
                polycoef=f"{number(offset)} {number(ratio)} 0 0 0",
            )  # fmt: skip
        else:
            tendon = self.writer.sections["tendon"].add("fixed", name=coupler.name)
            for term in terms:
                tendon.add("joint", joint=term.joint, coef=number(term.factor))
            equality.add(
                "tendon", name=coupler.name, tendon1=coupler.name,
                polycoef=f"{number(coupler.offset)} 0 0 0 0",
            )  # fmt: skip

    def _could_write(self, force: ForceElement) -> bool:
        """Write a force, and tell whether it could be written."""
        if isinstance(force, JointSpring):
            return self._spring(force)
        if isinstance(force, JointDamper):
            joint = self._joint(force.joint)
            if joint is None:
                return False
            if force.name == f"{force.joint}_damping" and "damping" not in joint.attributes:
                joint.attributes["damping"] = number(force.d)
            else:
                self._drive(force.name, force.joint, 0.0, 0.0, force.d)
            return True
        if isinstance(force, JointFriction):
            joint = self._joint(force.joint)
            if joint is None or force.sliding != force.static or "frictionloss" in joint.attributes:
                return False
            joint.attributes["frictionloss"] = number(force.sliding)
            if force.d:
                self._drive(f"{force.name}_viscous", force.joint, 0.0, 0.0, force.d)
            return True
        if isinstance(force, JointTorque):
            if self._joint(force.joint) is None:
                return False
            self._drive(force.name, force.joint, force.effort, 0.0, 0.0)
            return True
        if isinstance(force, SpringDamper):
            return self._tendon(force)
        if isinstance(force, Contact):
            return self._contact(force)
        if isinstance(force, PolynomialCoupler):
            return self._curve(force)
        return isinstance(force, PointForce) and self._compensation(force)

    def _spring(self, force: JointSpring) -> bool:
        joint = self._joint(force.joint)
        if joint is None or force.spring is not None or force.damper is not None:
            return False
        plain = force.name == f"{force.joint}_spring" and not force.d and not force.preload
        if plain and "stiffness" not in joint.attributes and force.k > 0.0:
            joint.attributes["stiffness"] = number(force.k)
            if force.free:
                joint.attributes["springref"] = number(force.free)
        else:
            self._drive(
                force.name, force.joint, force.preload + force.k * force.free, force.k, force.d
            )
        return True

    def _drive(self, name: str, joint: str, constant: float, k: float, d: float) -> None:
        """Write effort = constant - k q - d rate as a drive that needs no control."""
        self.writer.sections["actuator"].add(
            "general", name=name, joint=joint, gainprm="0", biastype="affine",
            biasprm=numbers((constant, -k, -d)),
        )  # fmt: skip

    def _tendon(self, force: SpringDamper) -> bool:
        """Write a linear spring and damper between two points."""
        names = (f"{force.name}_a", f"{force.name}_b")
        ends = ((force.body_a, force.point_a), (force.body_b, force.point_b))
        for name, (body, point) in zip(names, ends, strict=True):
            self.writer.site(name, body, Pose(point))
        length = number(force.free_length)
        tendon = self.writer.sections["tendon"].add(
            "spatial", name=force.name, stiffness=number(force.k), damping=number(force.c),
            springlength=length,
        )  # fmt: skip
        for name in names:
            tendon.add("site", site=name)
        return True

    def _curve(self, force: PolynomialCoupler) -> bool:
        """Write a joint that follows another by a polynomial, of the fourth degree at most."""
        coefficients = [*force.polynomial, 0.0, 0.0, 0.0][: max(5, len(force.polynomial))]
        if len(coefficients) > 5 or None in (self._joint(force.driven), self._joint(force.driver)):
            return False
        self.writer.sections["equality"].add(
            "joint", name=force.name, joint1=force.driven, joint2=force.driver,
            polycoef=numbers(coefficients),
        )  # fmt: skip
        return True

    def _contact(self, force: Contact) -> bool:
        """Write the pair of geoms that may touch."""
        solids = touching_solids(force)
        if any(not s.can_be_written or s.body not in self.writer.elements for s in solids):
            return False
        names = [self.writer.touching(solid, f"{force.name}_{solid.body}") for solid in solids]
        known = [name for name in names if name is not None]
        if len(known) < len(names):
            return False
        pair = self.writer.sections["contact"].add("pair", geom1=known[0], geom2=known[1])
        if force.mu:
            sliding = number(force.mu)
            pair.attributes["friction"] = f"{sliding} {sliding} {USUAL_FRICTION}"
        else:
            pair.attributes["condim"] = "1"
        rule = lost_numbers(force, "a pair of geoms there", ("stiffness", "damping", "smoothing"))
        self.writer.note(f"force '{force.name}'", rule)
        return True

    def _compensation(self, force: PointForce) -> bool:
        """Write a constant force that carries part of a weight as gravcomp."""
        if force.name != f"{force.body}_gravcomp":
            return False
        body = self.model.body(force.body)
        weight = body.mass * np.array(self.model.gravity)
        value = getattr(force, "force", None)
        if value is None or not np.any(weight):
            return False
        part = -float(np.dot(value, weight) / (weight @ weight))
        if not np.allclose(value, -part * weight, rtol=1e-12, atol=0.0):
            return False
        self.writer.elements[force.body].attributes["gravcomp"] = number(part)
        return True

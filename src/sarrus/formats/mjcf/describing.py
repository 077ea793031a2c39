"""From the parts of a model file of MuJoCo to the words of the builder."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any

import numpy as np

from sarrus.errors import Location
from sarrus.formats.located import LaterPlaces
from sarrus.formats.mjcf.actuators import HELD, Drive, DriveReader
from sarrus.formats.mjcf.document import Document
from sarrus.formats.mjcf.equalities import Coupling, CurvedCoupling, Equality
from sarrus.formats.mjcf.geoms import GeomPart
from sarrus.formats.mjcf.masses import felt_inertia
from sarrus.formats.mjcf.parts import WORLD, BodyPart, JointPart, Scene
from sarrus.formats.mjcf.tendon_laws import joint_tendon, path_tendon, servo_law
from sarrus.formats.mjcf.tendons import TendonPart
from sarrus.formats.xml.tree import Element
from sarrus.late_dataclass import dataclass
from sarrus.model.body import GROUND
from sarrus.model.building.drafts import PoseDraft, ShapeDraft
from sarrus.model.building.orientation import clean, product
from sarrus.model.joints import TYPES
from sarrus.model.mechanism import Mechanism
from sarrus.model.pose import Pose, matrix3, vector3
from sarrus.model.validation.names import comparison_form
from sarrus.spatial.rotation import quaternion_matrix

ROTORS_LEFT_OUT = "inertia of rotors is left out"
DRAWN_GROUPS = 2
"""MuJoCo shows the geoms of groups 0 to 2; higher ones are hulls for contacts."""


@dataclass
class Describer:
    """Makes a mechanism of a scene; armature, losses: whether they are part of it."""

    document: Document
    scene: Scene
    mechanism: Mechanism
    armature: bool = True
    losses: bool = True
    links: set[str] = field(default_factory=set)
    joint_names: set[str] = field(default_factory=set)
    wheels: set[str] = field(default_factory=set)
    """The bodies that stand for the inertia of rotors: they have inertia and no mass."""

    def __post_init__(self) -> None:
        self.links = set(self.scene.bodies)
        self.joint_names = set(self.scene.joints)

    def name(self, body: str) -> str:
        """Return the name of a body here; the world is ground."""
        if body == WORLD:
            return GROUND
        return f"{body}_body" if comparison_form(body) == GROUND else body

    def free(self, wanted: str, taken: set[str]) -> str:
        """Return a name that is not taken, and take it."""
        while wanted in taken:
            wanted += "_"
        taken.add(wanted)
        return wanted

    def bodies(self) -> None:
        """Add all bodies with their joints; those without one are fixed to what carries them."""
        for body in self.scene.bodies.values():
            if body.name == WORLD:
                self.mechanism.ground_shapes += self._shapes(body.geoms)
                continue
            self._body(body)
            self._joints(body)
            self._compensation(body)

    def _shapes(self, geoms: Sequence[GeomPart]) -> list[ShapeDraft]:
        drawn = [(geom, *geom.placed_shape) for geom in geoms if geom.group <= DRAWN_GROUPS]
        return [
            ShapeDraft(
                shape,
                PoseDraft(pose.position, pose.rotation),
                geom.color,
                source={"": geom.element.place},
            )
            for geom, shape, pose in drawn
            if shape is not None
        ]

    def _body(self, body: BodyPart) -> None:
        at: dict[str, Any] = {}
        if any(joint.kind == "free" for joint in body.joints):
            at = {"at": body.world.position, "rotation": body.world.rotation}
        mass = body.mass
        self.mechanism.body(
            self.name(body.name),
            mass.mass,
            mass.com,
            mass.inertia,
            **at,
            shapes=self._shapes(body.geoms),
            source=LaterPlaces(_places, body.element, body.inertial),
        )

    def _joints(self, body: BodyPart) -> None:
        """Add the joints of a body: a chain with links without mass where there are several."""
        parent, own = self.name(body.parent), self.name(body.name)
        place = LaterPlaces(_place, body.element)
        if not body.joints:
            name = self.free(f"{own}_weld", self.joint_names)
            self.mechanism.weld(
                name, parent, own, on_parent=body.pose, on_child=Pose(), source=place
            )
        inner, pose = parent, body.pose
        for i, joint in enumerate(body.joints):
            last = i == len(body.joints) - 1
            outer = own if last else self.free(f"{joint.name}_link", self.links)
            if not last:
                self.mechanism.body(outer, 0.0, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), source=place)
            self._joint(joint, inner, outer, pose)
            inner, pose = outer, Pose()

    def _joint(self, joint: JointPart, parent: str, child: str, pose: Pose) -> None:
        if joint.kind == "free":
            self.mechanism.free(joint.name, parent, child, source={"": joint.element.place})
            return
        options: dict[str, Any] = {}
        if joint.limits is not None:
            options["limits"] = joint.limits
        if joint.effort_limit is not None:
            options["effort_limit"] = joint.effort_limit
        if joint.is_scalar and joint.armature and self.armature:
            options["armature"] = joint.armature
        # coordinates count as in MuJoCo: at the value `ref` the body is where the file draws it
        at_ref = Pose()
        if joint.ref and joint.kind == "hinge":
            half = joint.ref / 2
            R = quaternion_matrix(np.array([math.cos(half), 0.0, 0.0, math.sin(half)]))
            at_ref = Pose(rotation=matrix3(clean(R)))
        elif joint.ref:
            at_ref = Pose((0.0, 0.0, joint.ref))
        self.mechanism.joint(
            joint.type_name,
            joint.name,
            parent,
            child,
            on_parent=product(pose, joint.frame),
            on_child=product(joint.frame, at_ref),
            **options,
            source=LaterPlaces(_places_of_joint, joint),
        )

    def _compensation(self, body: BodyPart) -> None:
        """Add the force that carries part of the weight of a body."""
        if body.gravcomp and body.mass.mass:
            g = np.array(self.scene.gravity)
            force = vector3(-body.gravcomp * body.mass.mass * g + 0.0)
            self.mechanism.point_force(
                f"{body.name}_gravcomp", self.name(body.name), force, on=body.mass.com,
                source={"": body.element.place},
            )  # fmt: skip

    def frames(self) -> None:
        """Add the sites as named frames."""
        for site in self.scene.sites.values():
            self.mechanism.frame(
                site.name,
                self.name(site.body),
                site.pose.position,
                site.pose.rotation,
                source={"": site.element.place},
            )

    def joint_forces(self) -> None:
        """Add springs and losses."""
        for joint in self.scene.joints.values():
            stiffness, damping = joint.stiffness, joint.damping
            if joint.springdamper is not None and joint.is_scalar:
                inertia = felt_inertia(self.scene, joint.name)
                time, ratio = joint.springdamper
                stiffness = inertia / (time * ratio) ** 2
                damping = 2.0 * inertia / time
            if not joint.is_scalar:
                self._losses_of_many(joint, stiffness, damping)
                continue
            if stiffness:
                self.mechanism.joint_spring(
                    f"{joint.name}_spring",
                    joint.name,
                    stiffness,
                    free=joint.springref,
                    source=LaterPlaces(_place, joint.element, "stiffness"),
                )
            if self.losses and damping:
                self.mechanism.joint_damper(
                    f"{joint.name}_damping", joint.name, damping,
                    source=LaterPlaces(_place, joint.element, "damping"),
                )  # fmt: skip
            if self.losses and joint.friction:
                self.mechanism.joint_friction(
                    f"{joint.name}_friction", joint.name, joint.friction,
                    source=LaterPlaces(_place, joint.element, "frictionloss"),
                )  # fmt: skip
                self.document.unread.note(
                    "dry friction rises over a speed of 0.001 rad/s or m/s here", joint.element,
                    "frictionloss",
                )  # fmt: skip
            if joint.armature and not self.armature:
                self.document.unread.note(ROTORS_LEFT_OUT, joint.element, "armature")

    def _losses_of_many(self, joint: JointPart, stiffness: float, damping: float) -> None:
        """Add the damping of a ball or free joint; what else it has is noted."""
        for attribute, value in (
            ("stiffness", stiffness),
            ("armature", joint.armature),
            ("frictionloss", joint.friction),
        ):  # fmt: skip
            if value:
                rule = f"of a {joint.kind} joint is left out"
                self.document.reading.report(
                    joint.element, "F24", rule, attribute=attribute, severity="warning"
                )
        if damping and self.losses:
            # the same in all directions, so that the axes do not matter
            for velocity in TYPES[joint.type_name].velocities:
                self.mechanism.joint_damper(
                    f"{joint.name}_damping_{velocity.name}", joint.name, damping, velocity.name,
                    source={"": joint.element.places.get("damping", joint.element.place)},
                )  # fmt: skip

    def flywheel(
        self,
        name: str,
        terms: Mapping[str, float],
        inertia: float,
        element: Element,
        attribute: str,
    ) -> None:
        """Add kinetic energy 1/2 a w^2, w the rate of a sum of coordinates.

        It is that of a wheel with the inertia a, on ground, that turns by the sum.
        """
        if not self.armature:
            self.document.unread.note(ROTORS_LEFT_OUT, element, attribute)
            return
        wheel = self.free(f"{name}_armature", self.links)
        source: dict[str, Location] = {"": element.places.get(attribute, element.place)}
        self.mechanism.body(wheel, 0.0, (0.0, 0.0, 0.0), (inertia,) * 3, source=source)
        self.wheels.add(wheel)
        axle = self.free(f"{name}_armature", self.joint_names)
        self.mechanism.revolute(
            axle, GROUND, wheel, on_parent=Pose(), on_child=Pose(), source=source
        )
        factors = {axle: 1.0, **{joint: -factor for joint, factor in terms.items()}}
        self.mechanism.couple(f"{name}_armature", factors, source=source)
        topic = "inertia of the rotors of drives and tendons is that of wheels on ground"
        self.document.unread.note(topic, element, attribute)

    def equalities(self, found: Sequence[Equality]) -> None:
        """Add the joints that close loops, and the couplers."""
        for one in found:
            source = {"": one.element.place}
            if isinstance(one, Coupling):
                self.mechanism.couple(one.name, one.terms, offset=one.offset, source=source)
                continue
            if isinstance(one, CurvedCoupling):
                self.mechanism.polynomial_coupler(
                    one.name, one.driven, one.driver, one.polynomial, source=source
                )
                continue
            name = self.free(one.name, self.joint_names)
            a, b = (self.name(body) for body in one.bodies)
            self.mechanism.joint(
                one.kind, name, a, b, on_parent=one.poses[0], on_child=one.poses[1], source=source
            )

    def tendons(self, tendons: Mapping[str, TendonPart]) -> None:
        """Add the springs of tendons."""
        for tendon in tendons.values():
            source = {"": tendon.element.place}
            if tendon.terms and tendon.armature:
                self.flywheel(
                    tendon.name, tendon.terms, tendon.armature, tendon.element, "armature"
                )
            damping = tendon.damping if self.losses else 0.0
            if not tendon.stiffness and not damping:
                continue
            if tendon.path:
                path_tendon(self, tendon, damping, source)
                continue
            rest = sum(
                factor * self.scene.joints[name].springref for name, factor in tendon.terms.items()
            )
            low, high = tendon.lengths or (rest, rest)
            joint_tendon(
                self.mechanism,
                tendon.name,
                tendon.terms,
                tendon.stiffness,
                damping,
                low,
                high,
                source,
            )

    def drives(self, reader: DriveReader) -> None:
        """Add what drives do with their controls held."""
        self._note_shared_ranges(reader)
        for drive in reader.drives.values():
            if not drive.target:
                continue
            moments = reader.moments(drive)
            if drive.armature and moments:
                self.flywheel(drive.name, moments, drive.armature, drive.element, "armature")
            k, d, constant = -drive.by_length, -drive.by_speed, drive.constant
            self.document.unread.note(HELD, drive.element)
            if drive.dynamics not in ("none", "integrator") and drive.control:
                self.document.unread.note("lags of drives are not modelled", drive.element)
            if not (k or d or constant):
                continue
            limits = reader.bounds(drive)
            if limits is not None and not k and not d:
                constant = min(max(constant, limits[0]), limits[1])
            if moments and (k or d) and (limits is not None or k < 0.0 or d < 0.0):
                servo_law(
                    self.mechanism, drive.name, moments, (constant, -k, -d), limits,
                    {"": drive.element.place},
                )  # fmt: skip
            elif moments:
                self._servo(drive, moments, k, d, constant)
            elif drive.kind == "site":
                self._jet(drive, constant)
            else:
                rule = "acts on a joint or tendon with several coordinates, and is left out"
                self.document.reading.report(
                    drive.element, "F24", rule, value=f"actuator '{drive.name[:80]}'",
                    severity="warning",
                )  # fmt: skip

    def _note_shared_ranges(self, reader: DriveReader) -> None:
        """Warn of joints whose range of efforts holds for several drives together."""
        drives: dict[str, list[Drive]] = {}
        for drive in reader.drives.values():
            for driven in reader.moments(drive) if drive.target else ():
                drives.setdefault(driven, []).append(drive)
        for name, found in drives.items():
            joint = self.scene.joints[name]
            if joint.effort_range is not None and len(found) > 1:
                rule = "cuts each drive by itself here, and their sum in MuJoCo"
                self.document.reading.report(
                    joint.element, "F24", rule, attribute="actuatorfrcrange", severity="warning"
                )

    def _servo(
        self, drive: Drive, moments: Mapping[str, float], k: float, d: float, constant: float
    ) -> None:
        source = {"": drive.element.place}
        if len(moments) > 1:
            joint_tendon(self.mechanism, drive.name, moments, k, d, 0.0, 0.0, source, pull=constant)
            return
        ((joint, gear),) = moments.items()
        if not gear:
            return
        if not k and not d:
            self.mechanism.joint_torque(drive.name, joint, gear * constant, source=source)
        elif k:
            self.mechanism.joint_spring(
                drive.name,
                joint,
                k * gear**2,
                d * gear**2,
                free=constant / (k * gear),
                source=source,
            )
        else:
            self.mechanism.joint_spring(
                drive.name, joint, 0.0, d * gear**2, preload=gear * constant, source=source
            )

    def _jet(self, drive: Drive, constant: float) -> None:
        """Add a force and a moment that a site carries."""
        site = self.scene.sites[drive.target]
        R = np.array(site.pose.rotation)
        force, moment = (R @ np.array(part) for part in (drive.gear[:3], drive.gear[3:]))
        source = {"": drive.element.place}
        if np.any(force):
            self.mechanism.point_force(
                drive.name, self.name(site.body), vector3(force * constant + 0.0),
                on=site.pose.position, follower=True, source=source,
            )  # fmt: skip
        if np.any(moment):
            self.mechanism.moment(
                f"{drive.name}_moment", self.name(site.body), vector3(moment * constant + 0.0),
                follower=True, source=source,
            )  # fmt: skip


def _place(element: Element, attribute: str = "") -> dict[str, Location]:
    return {"": element.places.get(attribute, element.place)}


def _places_of_joint(joint: JointPart) -> dict[str, Location]:
    place = joint.element.place
    return {"": place, "limits": joint.element.places.get("range", place)}


def _places(element: Element, inertial: Element | None) -> dict[str, Location]:
    places, own = {"": element.place}, element.places
    if "name" in own:
        places["name"] = own["name"]
    if inertial is not None:
        there = inertial.places
        for attribute, names in (
            ("com", ("pos",)), ("mass", ("mass",)), ("inertia", ("diaginertia", "fullinertia")),
        ):  # fmt: skip
            found = [there[name] for name in names if name in there]
            places[attribute] = found[0] if found else inertial.place
    return places

"""Mass properties of bodies: given, or of their geoms; bounds and totals of the compiler."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from sarrus.formats.mjcf.compiler import Compiler
from sarrus.formats.mjcf.document import Document
from sarrus.formats.mjcf.geoms import SMALLEST
from sarrus.formats.mjcf.orientations import POSE, pose_of
from sarrus.formats.mjcf.parts import WORLD, BodyPart, Scene
from sarrus.formats.xml.tree import Element
from sarrus.model.mass_properties import MassProperties, together
from sarrus.model.pose import matrix3

NOTHING = MassProperties(0.0)


def mass_of_body(document: Document, compiler: Compiler, body: BodyPart) -> MassProperties:
    """Return the mass properties of a body in its frame, by the rules of the compiler."""
    found = NOTHING if body.inertial is None else _inertial_mass(document, compiler, body.inertial)
    how = compiler.inertia_from_geom
    if how == "true" or (how == "auto" and body.inertial is None):
        low, high = compiler.groups
        counted = [g.mass_properties for g in body.geoms if low <= g.group <= high]
        heavy = [part for part in counted if part.mass > SMALLEST]
        for geom, part in zip(
            [g for g in body.geoms if low <= g.group <= high], counted, strict=True
        ):
            if part.mass < 0.0:
                rule, value = "is below 0", f"{part.mass:g} kg"
                document.reading.report(geom.element, "M01", rule, attribute="mass", value=value)
        if heavy:
            found = together(heavy)
    return _mass_within_bounds(document, compiler, body, found)


def _inertial_mass(document: Document, compiler: Compiler, element: Element) -> MassProperties:
    reading = document.reading
    reading.only(element, (), ("mass", "diaginertia", "fullinertia", *POSE))
    pose = pose_of(reading, element, compiler)
    if "pos" not in element.attributes:
        reading.report(element, "M09", "is missing", attribute="pos")
    mass = reading.number(element, "mass", "kg")
    if mass is None:
        return NOTHING
    inertia = NOTHING.inertia
    unit = "kg*m^2"
    if "fullinertia" in element.attributes:
        if "diaginertia" in element.attributes:
            rule = "is given together with diaginertia; give only one of them"
            reading.report(element, "M28", rule, attribute="fullinertia")
        six = reading.numbers(element, "fullinertia", unit, 6, 6)
        if six is not None:
            xx, yy, zz, xy, xz, yz = six
            inertia = (xx, xy, xz), (xy, yy, yz), (xz, yz, zz)
    elif "diaginertia" in element.attributes:
        three = reading.numbers(element, "diaginertia", unit, 3, 3)
        if three is not None:
            a, b, c = three
            inertia = (a, 0.0, 0.0), (0.0, b, 0.0), (0.0, 0.0, c)
    return MassProperties(mass, (0.0, 0.0, 0.0), inertia).in_frame(pose)


def _mass_within_bounds(
    document: Document, compiler: Compiler, body: BodyPart, found: MassProperties
) -> MassProperties:
    """Return the properties after boundmass, boundinertia and balanceinertia."""
    mass = max(found.mass, compiler.bound_mass)
    if mass == found.mass and not (compiler.bound_inertia > 0.0 or compiler.balance):
        return found
    inertia = np.array(found.inertia)
    if compiler.bound_inertia > 0.0 or compiler.balance:
        moments, axes = np.linalg.eigh(inertia)
        changed = np.maximum(moments, compiler.bound_inertia)
        if compiler.balance:
            a, b, c = changed
            if a + b < c or a + c < b or b + c < a:
                changed = np.full(3, float(changed.mean()))
        if np.any(changed != moments):
            inertia = axes @ np.diag(changed) @ axes.T
            inertia = (inertia + inertia.T) / 2
            rule = "is changed by <compiler>: boundinertia or balanceinertia"
            document.reading.report(
                body.element, "M03", rule, value="the inertia", severity="notice"
            )
    if (
        mass == found.mass
        and inertia is not None
        and np.array_equal(inertia, np.array(found.inertia))
    ):
        return found
    return MassProperties(mass, found.com, matrix3(inertia))


def set_total_mass(compiler: Compiler, scene: Scene) -> None:
    """Scale all masses so that their sum is settotalmass."""
    bodies = [body for body in scene.bodies.values() if body.name != WORLD]
    total = sum(body.mass.mass for body in bodies)
    if not compiler.total_mass > 0.0 or not total > 0.0:
        return
    factor = compiler.total_mass / total
    for body in bodies:
        inertia = matrix3(np.array(body.mass.inertia) * factor)
        body.mass = replace(body.mass, mass=body.mass.mass * factor, inertia=inertia)


def reference_mass_matrix(scene: Scene) -> tuple[np.ndarray, dict[str, slice]]:
    """Return M = sum (m J_v^T J_v + J_w^T I J_w), all joints at their reference, with armatures.

    J_v: of the centre of mass of a body, J_w: of its angular velocity, in world axes. The second
    value tells the rows of each joint. It is what MuJoCo scales springs and servos with.
    """
    places: dict[str, slice] = {}
    n = 0
    for name, joint in scene.joints.items():
        count = {"free": 6, "ball": 3}.get(joint.kind, 1)
        places[name] = slice(n, n + count)
        n += count
    M = np.zeros((n, n))
    for name, joint in scene.joints.items():
        M[places[name], places[name]] += joint.armature * np.eye(
            places[name].stop - places[name].start
        )
    for body in scene.bodies.values():
        own = body.mass.in_frame(body.world)
        com = np.array(own.com)
        J_v, J_w = np.zeros((3, n)), np.zeros((3, n))
        carrier: BodyPart | None = body
        while carrier is not None and carrier.name != WORLD:
            R = np.array(carrier.world.rotation)
            for joint in carrier.joints:
                frame = carrier.world.transform @ joint.frame.transform
                arm = com - frame.position
                at = places[joint.name]
                if joint.kind == "slide":
                    J_v[:, at.start] = frame.matrix[:, 2]
                elif joint.kind == "hinge":
                    J_w[:, at.start] = frame.matrix[:, 2]
                    J_v[:, at.start] = np.cross(frame.matrix[:, 2], arm)
                else:
                    turns = slice(at.stop - 3, at.stop)
                    J_w[:, turns] = R
                    J_v[:, turns] = np.cross(R.T, arm).T
                    if joint.kind == "free":
                        J_v[:, at.start : at.start + 3] = np.eye(3)
            carrier = scene.bodies.get(carrier.parent)
        M += own.mass * J_v.T @ J_v + J_w.T @ np.array(own.inertia) @ J_w
    return M, places


def felt_inertia(scene: Scene, joint: str) -> float:
    """Return 1/(M^-1)_ii of a joint: what it has to move while all others are free."""
    M, places = reference_mass_matrix(scene)
    at = places[joint].start
    right = np.zeros(len(M))
    right[at] = 1.0
    try:
        found = float(np.linalg.solve(M, right)[at])
    except np.linalg.LinAlgError:
        found = 0.0
    return 1.0 / found if found > 0.0 else float(M[at, at])

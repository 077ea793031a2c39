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
from sarrus.model.pose import Pose, matrix3

NOTHING = MassProperties(0.0)


def mass_of_body(document: Document, compiler: Compiler, body: BodyPart) -> MassProperties:
    """Return the mass properties of a body in its frame, by the rules of the compiler."""
    found = NOTHING if body.inertial is None else _given(document, compiler, body.inertial)
    how = compiler.inertia_from_geom
    if how == "true" or (how == "auto" and body.inertial is None):
        low, high = compiler.groups
        counted = [g.mass_properties for g in body.geoms if low <= g.group <= high]
        heavy = [part for part in counted if part.mass > SMALLEST]
        for geom, part in zip([g for g in body.geoms if low <= g.group <= high], counted, strict=True):
            if part.mass < 0.0:
                rule, value = "is below 0", f"{part.mass:g} kg"
                document.reading.report(geom.element, "M01", rule, attribute="mass", value=value)
        if heavy:
            found = together(heavy)
    return _bounded(document, compiler, body, found)


def _given(document: Document, compiler: Compiler, element: Element) -> MassProperties:
    reading = document.reading
    reading.only(element, (), ("mass", "diaginertia", "fullinertia", *POSE))
    pose = pose_of(reading, element, compiler)
    if "pos" not in element.attributes:
        reading.report(element, "M09", "is missing", attribute="pos")
    mass = reading.number(element, "mass", "kg")
    if mass is None:
        return NOTHING
    inertia = np.zeros((3, 3))
    unit = "kg*m^2"
    if "fullinertia" in element.attributes:
        if "diaginertia" in element.attributes:
            rule = "is given together with diaginertia; give only one of them"
            reading.report(element, "M02", rule, attribute="fullinertia")
        six = reading.numbers(element, "fullinertia", unit, 6, 6)
        if six is not None:
            xx, yy, zz, xy, xz, yz = six
            inertia = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    elif "diaginertia" in element.attributes:
        three = reading.numbers(element, "diaginertia", unit, 3, 3)
        if three is not None:
            inertia = np.diag(three)
    own = MassProperties(mass, (0.0, 0.0, 0.0), matrix3(inertia))
    return own.in_frame(pose)


def _bounded(
    document: Document, compiler: Compiler, body: BodyPart, found: MassProperties
) -> MassProperties:
    """Return the properties after boundmass, boundinertia and balanceinertia."""
    mass = max(found.mass, compiler.bound_mass)
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
            document.reading.report(body.element, "M03", rule, value="the inertia", severity="notice")
    if mass == found.mass and inertia is not None and np.array_equal(inertia, np.array(found.inertia)):
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


def subtree_inertia(scene: Scene, body: str, frame: Pose, slides: bool) -> float:
    """Return what a joint of a body has to move: M_ii, all joints at their reference.

    frame: of the joint in the world, z its axis. A slider moves the mass m of the body and of all
    that it carries; a hinge u.I u about its axis.
    """
    carried = {body}
    for name, part in scene.bodies.items():
        if part.parent in carried:
            carried.add(name)
    total = 0.0
    axis = np.array(frame.rotation)[:, 2]
    for name in carried:
        part = scene.bodies[name]
        if slides:
            total += part.mass.mass
            continue
        moved = part.mass.in_frame(part.world)
        total += float(axis @ np.array(moved.about(frame.position)) @ axis)
    return total

"""Bodies as the page draws them: their shapes, or links where they have none."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.model import GROUND, Model
from sarrus.model.body import PlacedShape
from sarrus.model.gear_teeth import wheel_surface
from sarrus.model.meshes import SOLIDS, read_mesh
from sarrus.model.shapes import Box, Capsule, Cylinder, GearWheel, Mesh, Shape, Sphere
from sarrus.viewer.beams import is_of_a_beam
from sarrus.viewer.curves import curve_solids
from sarrus.viewer.embedding import Packer
from sarrus.viewer.links import Solid, link_shapes, numbers
from sarrus.viewer.modal_surfaces import bodies_under_surfaces
from sarrus.viewer.points import Point
from sarrus.viewer.wheels import wheel_solids

MISSING, MOST_NAMES = "F09", 4
"""The code of files that are not there, of which so many are named."""
COLOR = re.compile(r"#[0-9a-fA-F]{3}|#[0-9a-fA-F]{6}|[a-z]{3,20}")


def bodies_of(
    model: Model, points: dict[str, list[Point]], radius: float, size: float, packer: Packer
) -> tuple[list[dict[str, Any]], list[Problem]]:
    """Return ground and all bodies with name, mass and shapes; meshes that cannot be read."""
    notices: list[tuple[PlacedShape, Problem]] = []
    curves = curve_solids(model, packer)
    wheels = wheel_solids(model, lambda wheel: _wheel(wheel, packer))
    under_surfaces = bodies_under_surfaces(model)
    ground_shapes = _solids(model, GROUND, model.ground_shapes, packer, notices)
    ground_shapes += [*curves.get(GROUND, []), *wheels.get(GROUND, [])]
    ground = {"name": GROUND, "shapes": ground_shapes}
    found: list[dict[str, Any]] = [ground]
    for body in model.bodies:
        shapes = _solids(model, body.name, body.shapes, packer, notices)
        links = not shapes
        shapes = shapes + curves.get(body.name, [])
        if not shapes:
            shapes = link_shapes(body, points[body.name], radius, size)
            if body.name in under_surfaces:
                shapes = [{**shape, "bent": True} for shape in shapes]
        shapes = shapes + wheels.get(body.name, [])
        found.append(
            {
                "name": body.name,
                "mass": body.mass,
                "com": numbers(body.com),
                "inertia": numbers(np.array(body.inertia).ravel()),
                "shapes": shapes,
                "links": links,
            }
        )
    return found, _in_one(notices)


def _in_one(notices: list[tuple[PlacedShape, Problem]]) -> list[Problem]:
    """Return what is wrong with meshes: of several files that are missing, in one notice."""
    problems = [problem for _, problem in notices]
    paths = [one.shape.path for one, _ in notices if isinstance(one.shape, Mesh)]
    names = list(dict.fromkeys(path.replace("\\", "/").rsplit("/", 1)[-1] for path in paths))
    if len(names) < 2 or any(problem.code != MISSING for problem in problems):
        return problems
    rule = f"{len(names)} files are not there: links are drawn as rods between their joints"
    shown = ", ".join([*names[:MOST_NAMES], *(["..."] if len(names) > MOST_NAMES else [])])
    packages = any(path.startswith("package:") for path in paths)
    action = "give the folders of their packages, packages={...} or --package" if packages else ""
    return [Problem(MISSING, "meshes", rule, shown, action=action, severity="notice")]


def _solids(
    model: Model,
    body: str,
    placed: tuple[PlacedShape, ...],
    packer: Packer,
    notices: list[tuple[PlacedShape, Problem]],
) -> list[Solid]:
    found = []
    for one in placed:
        try:
            solid = _solid(one, packer)
        except ModelError as error:
            notices += [(one, problem) for problem in error.problems]
            continue
        solid["at"] = numbers(one.pose.position)
        solid["axes"] = numbers(np.array(one.pose.rotation).ravel())
        if is_of_a_beam(model, body, one):
            solid["bent"] = True
        color = one.color or _own_color(one.shape)
        if COLOR.fullmatch(color):
            solid["color"] = color
        found.append(solid)
    return found


def _own_color(shape: Shape) -> str:
    """Return the color that the file of a shape has, if all parts that are drawn have the same."""
    if not isinstance(shape, Mesh) or not shape.path.lower().endswith(SOLIDS):
        return ""
    from sarrus.model.step_files import parts_of_name  # few files are such

    colors = {part.color for part in parts_of_name(shape.path, shape.part)}
    return colors.pop() if len(colors) == 1 else ""


def _solid(placed: PlacedShape, packer: Packer) -> Solid:
    shape = placed.shape
    if isinstance(shape, Box):
        return {"kind": "box", "size": numbers(shape.size)}
    if isinstance(shape, Sphere):
        return {"kind": "sphere", "radius": shape.radius}
    if isinstance(shape, GearWheel):
        return _wheel(shape, packer)
    if isinstance(shape, Cylinder):
        return {"kind": "cylinder", "radius": shape.radius, "length": shape.length}
    if isinstance(shape, Capsule):
        return {"kind": "capsule", "radius": shape.radius, "length": shape.length}
    if isinstance(shape, Mesh):
        return _mesh(shape, packer)
    rule = f"of type {type(shape).__name__} cannot be drawn"
    raise ModelError(Problem("M09", "shape", rule))


def _wheel(wheel: GearWheel, packer: Packer) -> Solid:
    """Return a wheel with its teeth as triangles; equal wheels are kept once."""
    key = repr(wheel)
    if key not in packer.known:
        corners, faces = wheel_surface(wheel)
        name = packer.known[key] = f"mesh{len(packer.known)}"
        packer.add_floats(f"{name}.vertices", corners)
        packer.add_steps(f"{name}.faces", faces, 1.0)
    return {"kind": "mesh", "mesh": packer.known[key]}


def _mesh(shape: Mesh, packer: Packer) -> Solid:
    """Return a mesh whose triangles are in the binary part; the same file is kept once."""
    key = (shape.path, shape.scale, shape.part)
    if key not in packer.known:
        found = read_mesh(shape.path, shape.part)
        name = packer.known[key] = f"mesh{len(packer.known)}"
        packer.add_floats(f"{name}.vertices", found.vertices * np.array(shape.scale))
        packer.add_steps(f"{name}.faces", found.faces, 1.0)
    return {"kind": "mesh", "mesh": packer.known[key]}

"""Random pairs of solids, and their distance by MuJoCo."""

from __future__ import annotations

from typing import Any

import mujoco
import numpy as np

from forces.convex_meshes import random_mesh
from sarrus.model.convex_hull import convex_hull
from sarrus.model.shapes import Box, Capsule, Cylinder, Mesh, Shape, Sphere
from sarrus.spatial import Transform
from sarrus.spatial.rotation import quaternion_matrix

FAR = 10.0
"""Distance [m] beyond which MuJoCo does not look."""


def solid(kind: str, rng: np.random.Generator) -> Shape | None:
    """A solid of some tenths of a metre; None for a plane."""
    x, y, z = (float(size) for size in rng.uniform(0.3, 1.0, 3))
    if kind == "mesh":
        return random_mesh(rng)
    made = {
        "sphere": Sphere(x),
        "capsule": Capsule(0.5 * x, 2.0 * y),
        "box": Box((x, y, z)),
        "cylinder": Cylinder(0.6 * x, y),
    }
    return made.get(kind)


def pose(rng: np.random.Generator, near: float, far: float) -> tuple[Transform, np.ndarray]:
    """A pose at a distance between two from the origin [m], and its quaternion."""
    quaternion, place = rng.normal(size=4), rng.normal(size=3)
    quaternion /= np.linalg.norm(quaternion)
    place *= rng.uniform(near, far) / np.linalg.norm(place)
    return Transform.of(np.array(quaternion_matrix(quaternion)), place), quaternion


def distance_by_mujoco(
    a: Shape | None, X_WA: Transform, turn: np.ndarray, b: Shape | None
) -> float:
    """The signed distance of a from b, which stands in the axes of the world."""
    place, quaternion = _numbers(X_WA.position), _numbers(turn)
    meshes = {s.path: convex_hull(s) for s in (a, b) if isinstance(s, Mesh)}
    assets = "".join(
        f'<mesh name="{path}" vertex="{_numbers(hull.corners.ravel())}"/>'
        for path, hull in meshes.items()
    )
    text = f"""<mujoco><option ccd_tolerance="1e-12" ccd_iterations="200"/>
      <asset>{assets}</asset><worldbody><geom {_geom(b)}/>
      <body pos="{place}" quat="{quaternion}"><freejoint/><geom {_geom(a)}/></body>
    </worldbody></mujoco>"""
    model = mujoco.MjModel.from_xml_string(text)
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    return float(mujoco.mj_geomDistance(model, data, 0, 1, FAR, None))


def _numbers(values: Any) -> str:
    return " ".join(repr(float(x)) for x in values)


def _geom(shape: Any) -> str:
    if shape is None:
        return 'type="plane" size="5 5 0.1"'
    if isinstance(shape, Mesh):
        return f'type="mesh" mesh="{shape.path}"'
    kind = type(shape).__name__.lower()
    if isinstance(shape, Box):
        return f'type="box" size="{_numbers(0.5 * np.array(shape.size))}"'
    half = [0.5 * shape.length] if hasattr(shape, "length") else []
    return f'type="{kind}" size="{_numbers([shape.radius, *half])}"'

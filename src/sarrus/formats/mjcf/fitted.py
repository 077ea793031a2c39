"""Simple shapes that are fitted to meshes, by the rules of MuJoCo's compiler."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sarrus.formats.mjcf.assets import Assets, MeshAsset
from sarrus.formats.mjcf.document import Resolved
from sarrus.late_dataclass import dataclass
from sarrus.model.building.orientation import clean, product
from sarrus.model.mass_properties import MassProperties, of_solid
from sarrus.model.pose import Pose, matrix3, vector3

if TYPE_CHECKING:
    from sarrus.formats.mjcf.geoms import Solid


@dataclass(frozen=True)
class FittedSolid:
    """A simple shape in place of a mesh, computed when a body asks for its mass or its drawing.

    It has the principal axes of the mesh, the longest as z, and the size of the box with the same
    inertia; with `fitaabb` that of the box around the mesh in these axes.
    """

    assets: Assets
    mesh: MeshAsset
    kind: str
    scale: float
    density: float
    weight: float | None
    element: Resolved

    def shape_and_pose(self, pose: Pose) -> tuple[Solid, Pose] | None:
        """Return the shape and its pose, with the mesh at a pose; None where the mesh has none."""
        from sarrus.formats.mjcf.geoms import Solid

        found = self.assets.mass_of(self.mesh)
        if found is None:
            return None
        moments, axes = np.linalg.eigh(found.inertia)
        moments, axes = moments[::-1] / found.volume, axes[:, ::-1]
        if np.linalg.det(axes) < 0.0:
            axes[:, 0] *= -1.0
        half = 0.5 * np.sqrt(np.maximum(6.0 * (moments.sum() - 2.0 * moments), 0.0))
        center = found.center
        around = self.assets.compiler.fit_box
        if around:
            corners = (self.assets.vertices_of(self.mesh) - center) @ axes
            low, high = corners.min(axis=0), corners.max(axis=0)
            center = center + axes @ (low + high) / 2.0
            half = (high - low) / 2.0
        own = Pose(vector3(center + 0.0), matrix3(clean(axes)))
        sizes = tuple(float(size) * self.scale for size in self._sizes(half, around))
        return Solid(self.kind, sizes), product(pose, own)

    def _sizes(self, half: np.ndarray, around: bool) -> tuple[float, ...]:
        """Return the sizes as MJCF has them, from half the edges of the box."""
        x, y, z = (float(size) for size in half)
        if self.kind == "sphere":
            return (max(x, y, z) if around else (x + y + z) / 3.0,)
        across = max(x, y) if around else (x + y) / 2.0
        if self.kind == "capsule":
            return across, max(0.0, z - (across if around else across / 2.0))
        return (across, z) if self.kind == "cylinder" else (x, y, z)

    def at(self, pose: Pose) -> MassProperties:
        """Return the mass properties in the frame of the body, with the mesh at a pose."""
        found = self.shape_and_pose(pose)
        if found is None:
            if self.mesh.path is None and self.mesh.vertices is None:
                rule = "has no triangles here, and the mass of its body is made of them"
                self.assets.document.reading.report(
                    self.element, "M23", rule, attribute="mesh", action="give <inertial>"
                )
            return MassProperties(0.0, pose.position)
        solid, where = found
        mass = self.density * solid.volume if self.weight is None else self.weight
        return of_solid(solid, mass, where)

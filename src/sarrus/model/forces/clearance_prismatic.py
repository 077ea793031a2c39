"""A prismatic joint with play: a block in a guide that is a little wider."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np

from sarrus.model.fields import number
from sarrus.model.forces.clearance_joint import ACROSS, ALONG, AT, ClearanceJoint
from sarrus.model.forces.compliant_contact import Site
from sarrus.model.forces.element import Scene
from sarrus.model.forces.restitution import OPTIONS
from sarrus.model.registry import element
from sarrus.spatial.arrays import vector


@element(kw_only=True)
class ClearancePrismatic(ClearanceJoint):
    """A prismatic joint with play: a block of a body in a guide of another, in dry contact.

        push = k p^exponent max(0, 1 + a dp/dt),    p = |x| - width/2 - clearance
        friction = -mu push s / sqrt(s.s + smoothing^2)

    x is the place of a corner of the block across the guide: it lies on a wall with two corners,
    tilts onto opposite ones, or flies between. With a height there are walls across y as well; else
    the guide is planar. It is a force, not a joint: the body needs a joint of its own.
    """

    clearance: float = number("m", "play to each side of the block in the middle", above=0.0)
    length: float = number("m", "of the block, along the axis", above=0.0)
    width: float = number("m", "of the block, across, along x_axis", above=0.0)
    height: float = number(
        "m", "of the block across both, 0 for a planar guide", default=0.0, at_least=0.0
    )

    directions = ("axis", "x_axis")
    more_options = (*OPTIONS, AT, ALONG, ACROSS)

    def sites(self, scene: Scene) -> Sequence[Site]:
        X_WF, X_FG = self.frames(scene)
        clearance = scene.value(self, "clearance")
        half = [0.5 * scene.value(self, name) for name in ("width", "height", "length")]
        found = []
        walls = (0, 1) if self.height else (0,)
        for i, j, k in itertools.product(
            (1.0, -1.0), (1.0, -1.0) if self.height else (0.0,), (1.0, -1.0)
        ):
            corner = X_FG.point(vector(i * half[0], j * half[1], k * half[2]))
            for wall in walls:
                sense = (i, j)[wall]
                push = X_WF.rotation.apply(-sense * np.eye(3)[wall])
                depth = sense * corner[wall] - half[wall] - clearance
                found.append(Site(depth, X_WF.point(corner), push))
        return found

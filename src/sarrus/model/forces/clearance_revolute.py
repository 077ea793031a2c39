"""A revolute joint with play: a journal in a bearing that is a little wider."""

from __future__ import annotations

from collections.abc import Sequence

from sarrus.model.fields import number
from sarrus.model.forces.clearance_joint import ALONG, AT, ClearanceJoint
from sarrus.model.forces.compliant_contact import Site
from sarrus.model.forces.element import Scene
from sarrus.model.forces.restitution import OPTIONS
from sarrus.model.registry import element
from sarrus.spatial.arrays import length, vector


@element(kw_only=True)
class ClearanceRevolute(ClearanceJoint):
    """A revolute joint with play: a journal of a body in a bearing of another, in dry contact.

        push = k p^exponent max(0, 1 + a dp/dt),    p = |r| - clearance
        friction = -mu push s / sqrt(s.s + smoothing^2), at the surface of the journal

    r is how far the journal is off the axis of the bearing: in the middle, or with a length at both
    ends, so that it also holds against tilting. Along the axis it is free, unless there is a play
    `axial`. It is a force, not a joint: the body needs a joint of its own, planar or free.
    """

    clearance: float = number("m", "radius of the bearing less that of the journal", above=0.0)
    radius: float = number("m", "of the journal, the arm of friction", above=0.0)
    length: float = number("m", "of the bearing, 0 in planar mechanisms", default=0.0, at_least=0.0)
    axial: float | None = number(
        "m",
        "play along the axis, each way; free if not given",
        default=None,
        kept=None,
        above=0.0,
        is_input=False,
    )

    directions = ("axis",)
    more_options = (*OPTIONS, AT, ALONG)

    def sites(self, scene: Scene) -> Sequence[Site]:
        X_WF, X_FG = self.frames(scene)
        clearance, radius = scene.value(self, "clearance"), scene.value(self, "radius")
        found = []
        for share in (0.5, -0.5) if self.length else (0.0,):
            r = X_FG.point(vector(0.0, 0.0, share * scene.value(self, "length")))
            away = length(r[0:2])
            u = vector(r[0] / away, r[1] / away, 0.0)
            place, push = X_WF.point(r + radius * u), X_WF.rotation.apply(-u)
            found.append(Site(away - clearance, place, push))
        if self.axial is not None:
            z = X_FG.position[2]
            for sense in (1.0, -1.0):
                push = X_WF.rotation.apply(vector(0.0, 0.0, -sense))
                found.append(Site(sense * z - self.axial, X_WF.point(X_FG.position), push))
        return found

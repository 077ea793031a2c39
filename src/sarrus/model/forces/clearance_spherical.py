"""A spherical joint with play: a ball in a socket that is a little wider."""

from __future__ import annotations

from collections.abc import Sequence

from sarrus.model.fields import number
from sarrus.model.forces.clearance_joint import ClearanceJoint
from sarrus.model.forces.compliant_contact import Site
from sarrus.model.forces.element import Scene
from sarrus.model.registry import element
from sarrus.spatial.arrays import length


@element(kw_only=True)
class ClearanceSpherical(ClearanceJoint):
    """A spherical joint with play: a ball of a body in a socket of another, in dry contact.

        push = k p^exponent max(0, 1 + a dp/dt),    p = |r| - clearance
        friction = -mu push s / sqrt(s.s + smoothing^2), at the surface of the ball

    r is how far the centre of the ball is off that of the socket. It is a force, not a joint: the
    body needs a joint of its own, such as a free one.
    """

    clearance: float = number("m", "radius of the socket less that of the ball", above=0.0)
    radius: float = number("m", "of the ball, the arm of friction", above=0.0)

    def sites(self, scene: Scene) -> Sequence[Site]:
        X_WF, X_FG = self.frames(scene)
        r = X_FG.position
        away = length(r)
        place = X_WF.point(r + scene.value(self, "radius") * r / away)
        push = X_WF.rotation.apply(-r / away)
        return (Site(away - scene.value(self, "clearance"), place, push),)

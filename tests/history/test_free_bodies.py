"""Every body of every mechanism, at every output: forces and moments balance its motion.

From channels alone: the wrenches of joints, the loads of force elements, gravity.
"""

from __future__ import annotations

import numpy as np
import pytest

from loops import mechanisms
from sarrus.system.history import History


def imbalance(history: History) -> float:
    """Return the largest force or moment about a centre of mass left over, of the largest term."""
    model = history.system.model
    names = [d.full_name for d in history.catalogue if d.kind in ("body", "force")]
    c = history.read(*names)
    through = {j.name: history.wrench(j.name, axes="world") for j in model.joints}
    worst, size = 0.0, 1e-300
    for body in model.bodies:
        of = f"body:{body.name}"
        R = np.asarray(c[f"{of}.rotation"])
        w = np.asarray(c[f"{of}.angular_velocity"])
        al = np.asarray(c[f"{of}.angular_acceleration"])
        J = R @ np.array(body.inertia) @ np.swapaxes(R, 1, 2)
        spin = np.einsum("nij,nj->ni", J, w)
        center = np.asarray(c[f"{of}.com"])
        force = body.mass * (np.array(model.gravity) - c[f"{of}.com_acceleration"])
        moment = -(np.einsum("nij,nj->ni", J, al) + np.cross(w, spin))
        terms = [force, moment]
        for joint in model.joints:
            load = through[joint.name]
            for owner, sign in ((joint.child, 1.0), (joint.parent, -1.0)):
                if owner == body.name:
                    f = sign * load.force
                    terms += [f, sign * load.moment + np.cross(load.at - center, f)]
                    force, moment = force + f, moment + terms[-1]
        for element in model.forces:
            name = f"force:{element.name}.{body.name}"
            if f"{name}.force" in c:
                f = np.asarray(c[f"{name}.force"])
                arm = c[f"{of}.position"] - center
                terms += [f, c[f"{name}.moment"] + np.cross(arm, f)]
                force, moment = force + f, moment + terms[-1]
        worst = max(worst, np.max(np.abs(force)), np.max(np.abs(moment)))
        size = max(size, *(float(np.max(np.abs(term))) for term in terms))
    return worst / size


@pytest.mark.parametrize("machine", ["swing", "turn", "four_bar", "bricard"])
def test_free_bodies_balance_at_every_output(histories: dict[str, History], machine: str) -> None:
    assert imbalance(histories[machine]) <= 1e-9


def test_free_bodies_balance_in_a_drive() -> None:
    system = mechanisms.slider_crank(start=0.2).compile(kernels=())
    drive = system.drive({"crank_pivot": lambda t: 6.0 * t}, until=1.0, every=0.02)
    assert imbalance(History(drive)) <= 1e-9


def test_balance_sees_a_missing_force(histories: dict[str, History]) -> None:
    """The test itself can fail: with another gravity nothing balances."""
    history = histories["turn"]
    heavier = mechanisms.slider_crank(gravity=(0.0, 0.0, -9.82)).compile(kernels=())
    other = History(history.part.source.run)
    part = type(other.part)(_With(other.part.source, heavier), 0, len(other))
    assert imbalance(History(part, catalogue=other.catalogue)) > 1e-5


class _With:
    """A source that says to be of another system."""

    def __init__(self, source: object, system: object) -> None:
        self._source, self.system = source, system

    def __getattr__(self, name: str) -> object:
        return getattr(self._source, name)

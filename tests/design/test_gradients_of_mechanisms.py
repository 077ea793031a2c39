"""Gradients of mechanisms against forward sensitivities (1e-9) and central differences (1e-6)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from analysis.machines import MACHINES, moving
from design.gradient_cases import TIGHT
from design.test_gradients_of_elements import along
from forces.bearing_machines import rubbing_four_bar
from sarrus import System, analysis, gallery
from sarrus.design import ChannelFunction, gradient
from sarrus.system.quantities.parameters import number_entries

GALLERY = (
    "quarter_vehicle", "governor", "gyroscope", "delta_robot", "rusr", "sarrus_linkage",
    "double_wishbone", "jansen_leg", "stewart_platform", "turntable_ball", "quick_return",
    "spatial_slider_crank", "scara", "parallelogram_arm", "vehicle_5dof", "andrews_squeezer",
    "heavy_top",
)  # fmt: skip
CASES: dict[str, Callable[[], Any]] = {
    **{name: make for name, make in MACHINES.items() if name != "bricard"},
    "friction of bearings": rubbing_four_bar,
    **{name: getattr(gallery, name) for name in GALLERY},
}
AT_REST = ("turntable_ball",)
"""Where a random motion would slip."""
OPENED = ("sarrus_linkage", "parallelogram_arm")
"""Where lengths open redundant loops for good, so that no run beside it exists."""
PLANAR = ("four_bar", "five_bar", "friction of bearings", "jansen_leg", "quick_return",
          "andrews_squeezer")  # fmt: skip
"""Where a hinge that is moved along its axis opens its loop for good: points move in the plane."""
QUICK = ("andrews_squeezer",)
"""Where a tenth of a second is many turns, after which a change has grown by eight powers of ten
and differences are no measure any more."""
JUMPING = ("vehicle_5dof", "quarter_vehicle")
"""Where a wheel touches down and its damper jumps, which forward sensitivities do not see."""


def in_plane(system: System, name: str, change: np.ndarray) -> np.ndarray:
    """The part of a change of a point on a body across the axes of all hinges."""
    if not name.endswith("_point"):
        return change
    model = system.model
    joint = model.joint(name.removeprefix("joint:").rpartition(".")[0])
    hinge = next(j for j in model.joints if j.type.type_name == "revolute")

    def drawn(body: str) -> np.ndarray:
        """The axes of a body in the drawing."""
        return np.eye(3) if body == "ground" else model.body(body).pose.transform.matrix

    normal = drawn(hinge.child) @ hinge.on_child.transform.matrix[:, 2]
    seen = drawn(joint.parent if "parent" in name else joint.child).T @ normal
    return change - seen * (seen @ change)


def checked(name: str) -> None:
    system = CASES[name]().compile()
    known = [full for full, _ in number_entries(system.model)]
    # entries of rotations are not free of each other, and tilted axes open planar loops
    odd = ("frame", "axis", "rotation")
    known = [full for full in known if not any(word in full for word in odd)]
    names = [str(n) for n in np.random.default_rng(3).choice(known, min(5, len(known)), False)]
    start = system.assemble() if name in AT_REST else moving(system, size=0.1, speed=0.3)
    until = 0.02 if name in QUICK else 0.1
    how: dict[str, Any] = {"until": until, "every": until / 5, **TIGHT}
    columns = (*system.coordinates, *system.velocities)
    W = np.random.default_rng(5).normal(size=(6, len(columns)))
    objective = ChannelFunction(columns, lambda t, s: float(np.sum(W * s)), lambda t, s: W)
    if name not in JUMPING:
        run = analysis.simulate_sensitivities(system, start, names, **how)
        found = gradient(system, objective, names, start=start, **how)
        expected = np.einsum("tk,tkp->p", W, np.concatenate([run.q_p, run.v_p], axis=1))
        near = 1e-9 * float(np.max(np.abs(expected)))
        assert found.vector == pytest.approx(expected, rel=1e-9, abs=near)
    if name in OPENED:
        names = [full for full in names if not full.startswith("joint:")]
    if name not in AT_REST:
        free = {"free": in_plane} if name in PLANAR else {}
        along(system, objective, names, {"start": start, **how}, **free)


@pytest.mark.slow
@pytest.mark.parametrize("name", list(CASES))
def test_against_forward_sensitivities(name: str) -> None:
    checked(name)

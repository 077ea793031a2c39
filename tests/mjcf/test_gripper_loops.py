"""A gripper after that of Robotiq, with its loops: assembled exactly, and it moves as MuJoCo's
own terms say when its equalities are taken as exact."""

from __future__ import annotations

import numpy as np
import pytest

from sarrus import load_mjcf

pytest.importorskip("mujoco")

from mjcf.gripper_loops import ExactLoops  # the peer is for tests alone

pytestmark = [pytest.mark.peer, pytest.mark.slow]


def finger(side: str, turn: str, y: float) -> str:
    """A four-bar finger: driver and coupler, spring link and follower, which a loop closes."""
    return f"""<body name="{side}_driver" pos="0 {y} 0.055" quat="{turn}">
  <inertial mass="0.009" pos="0 0.0178 0.0011" diaginertia="1.8e-6 1.5e-6 4e-7"/>
  <joint name="{side}_driver" axis="1 0 0" range="0 0.8" damping="0.1"/>
  <body name="{side}_coupler" pos="0 0.0315 -0.0041">
    <inertial mass="0.014" pos="0 0.003 0.0232" diaginertia="4.1e-6 3.6e-6 9e-7"/>
    <joint name="{side}_coupler" axis="1 0 0"/>
  </body>
</body>
<body name="{side}_link" pos="0 {0.4 * y:.17g} 0.061" quat="{turn}">
  <inertial mass="0.022" pos="0 0.0182 0.0213" diaginertia="9e-6 6.7e-6 2.7e-6"/>
  <joint name="{side}_link" axis="1 0 0" stiffness="0.05" springref="2.6" damping="0.00125"/>
  <body name="{side}_follower" pos="0 0.055 0.0375">
    <inertial mass="0.016" pos="0 -0.011 0.0125" diaginertia="2.9e-6 2.5e-6 7e-7"/>
    <joint name="{side}_follower" axis="1 0 0" pos="0 -0.018 0.0065" range="-0.9 0.9"/>
  </body>
</body>"""


GRIPPER = f"""<mujoco model="gripper"><compiler angle="radian"/><worldbody>
<body name="base"><inertial mass="0.8" pos="0 0 0.035" diaginertia="3e-4 2e-4 1.5e-4"/>
{finger("right", "1 0 0 0", 0.031)}
{finger("left", "0 0 0 1", -0.031)}
</body></worldbody>
<equality>
  <connect body1="right_follower" body2="right_coupler" anchor="0 0 0"/>
  <connect body1="left_follower" body2="left_coupler" anchor="0 0 0"/>
  <joint joint1="right_driver" joint2="left_driver" polycoef="0 1 0 0 0"/>
</equality>
<tendon><fixed name="split">
  <joint joint="right_driver" coef="0.5"/><joint joint="left_driver" coef="0.5"/>
</fixed></tendon>
<actuator><general name="fingers" tendon="split" biastype="affine" forcerange="-5 5"
  gainprm="0.3 0 0" biasprm="0 -100 -10"/></actuator></mujoco>"""


def test_gripper_closes_exactly_and_moves_as_mujoco_says() -> None:
    model = load_mjcf(GRIPPER)
    system = model.compile()
    peer = ExactLoops(GRIPPER)
    assert system.mobility(system.assemble()).freedom == 3
    for angle, rate in ((0.05, 0.0), (0.3, 0.7), (0.6, -1.5), (0.78, 2.0)):
        state = system.assemble({"right_driver.angle": angle}, {"right_driver.rate": rate})
        assert state["left_driver.angle"] == pytest.approx(angle, abs=1e-14)
        angles = {name: float(state[f"{name}.angle"]) for name in peer.joints()}
        rates = {name: float(state[f"{name}.rate"]) for name in peer.joints()}
        expected, gap = peer.accelerations(angles, rates, [0.0])
        assert gap < 1e-14
        motion = system.accelerations(state)
        found = system.kinematics(state.q, state.v, motion.vdot)
        scale = max(float(np.max(np.abs(a))) for a in expected.values())
        for name, acceleration in expected.items():
            # MuJoCo's mass matrix has a condition of 1e5 here
            np.testing.assert_allclose(
                found[name].acceleration / scale, acceleration / scale, rtol=0, atol=1e-11
            )

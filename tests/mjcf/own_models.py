"""Model files of our own: small, but with what files of robots have."""

from __future__ import annotations

ARM = """\
<mujoco model="arm">
  <compiler angle="degree"/>
  <option gravity="0 0 -9.81" timestep="0.002"/>
  <default>
    <joint damping="0.1" armature="0.02"/>
    <default class="link"><geom type="capsule" rgba="0.2 0.4 0.8 1"/></default>
  </default>
  <worldbody>
    <geom name="floor" type="plane" size="1 1 0.1"/>
    <body name="upper" pos="0 0 1" childclass="link">
      <joint name="shoulder" axis="0 1 0" range="-120 120"/>
      <geom fromto="0 0 0 0.4 0 0" size="0.04"/>
      <body name="fore" pos="0.4 0 0">
        <joint name="elbow" axis="0 1 0" stiffness="3" springref="20"/>
        <geom fromto="0 0 0 0.3 0 0" size="0.03"/>
        <site name="hand" pos="0.3 0 0"/>
      </body>
    </body>
  </worldbody>
  <actuator>
    <position name="servo" joint="shoulder" kp="40" kv="4" ctrlrange="-1 1"/>
    <motor name="drive" joint="elbow" gear="20" ctrlrange="-1 1"/>
  </actuator>
  <sensor><jointpos joint="elbow"/></sensor>
  <keyframe><key name="home" qpos="0.3 -0.5" qvel="0.1 0.2" ctrl="0.3 0.5"/></keyframe>
</mujoco>
"""

LEG = """\
<mujoco model="leg">
  <compiler angle="radian"/>
  <worldbody>
    <body name="thigh" pos="0 0 1">
      <joint name="hip" axis="0 1 0"/>
      <geom type="capsule" fromto="0 0 0 0 0 -0.4" size="0.03"/>
      <body name="shin" pos="0 0 -0.4">
        <joint name="knee" axis="0 1 0"/>
        <geom type="capsule" fromto="0 0 0 0.05 0 -0.1" size="0.02"/>
        <body name="tarsus" pos="0.05 0 -0.1">
          <joint name="ankle" axis="0 1 0"/>
          <geom type="capsule" fromto="0 0 0 -0.1 0 -0.35" size="0.02"/>
          <body name="heel_spring" pos="0.05 0 0">
            <joint name="heel" axis="0 1 0" stiffness="500"/>
            <geom type="capsule" fromto="0 0 0 0.06 0 0.01" size="0.01"/>
          </body>
        </body>
      </body>
      <body name="achilles_rod" pos="0.02 0.01 0">
        <joint name="achilles" type="ball"/>
        <geom type="capsule" fromto="0 0 0 0.14 -0.01 -0.49" size="0.008"/>
      </body>
    </body>
  </worldbody>
  <equality>
    <connect name="achilles_end" body1="achilles_rod" body2="heel_spring"
             anchor="0.14 -0.01 -0.49"/>
  </equality>
</mujoco>
"""
"""A leg after that of Cassie: thigh, shin and tarsus, and a rod with ball ends to a heel spring."""

GRIPPER = """\
<mujoco model="gripper">
  <compiler angle="radian"/>
  <worldbody>
    <body name="palm">
      <geom type="box" size="0.04 0.03 0.02"/>
      <body name="right_driver" pos="0 0.03 0.05">
        <joint name="right_driver_joint" axis="1 0 0" range="0 0.8"/>
        <geom type="capsule" fromto="0 0 0 0 0.03 0" size="0.005"/>
        <body name="right_coupler" pos="0 0.03 0">
          <joint name="right_coupler_joint" axis="1 0 0"/>
          <geom type="capsule" fromto="0 0 0 0 0.005 0.045" size="0.005"/>
        </body>
      </body>
      <body name="right_spring_link" pos="0 0.013 0.06">
        <joint name="right_spring_link_joint" axis="1 0 0" stiffness="0.05" springref="2.6"/>
        <geom type="capsule" fromto="0 0 0 0 0.032 0.035" size="0.005"/>
        <body name="right_follower" pos="0 0.037 0.0435">
          <joint name="right_follower_joint" axis="1 0 0"/>
          <geom type="capsule" fromto="0 0 0 0 0 0.04" size="0.005"/>
        </body>
      </body>
      <body name="left_driver" pos="0 -0.03 0.05" quat="0 0 0 1">
        <joint name="left_driver_joint" axis="1 0 0" range="0 0.8"/>
        <geom type="capsule" fromto="0 0 0 0 0.03 0" size="0.005"/>
      </body>
    </body>
  </worldbody>
  <tendon>
    <fixed name="split">
      <joint joint="right_driver_joint" coef="0.5"/>
      <joint joint="left_driver_joint" coef="0.5"/>
    </fixed>
  </tendon>
  <equality>
    <connect name="right_loop" body1="right_follower" body2="right_coupler"
             anchor="0 0.015 -0.0085"/>
    <joint name="sync" joint1="right_driver_joint" joint2="left_driver_joint" polycoef="0 1 0 0 0"/>
  </equality>
  <actuator><motor name="fingers" tendon="split"/></actuator>
</mujoco>
"""
"""A finger after that of a Robotiq gripper, with its loop, and the other driver that follows."""

ALL = {"arm": ARM, "leg": LEG, "gripper": GRIPPER}

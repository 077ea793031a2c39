"""Small robot texts, in which one line at a time is wrong."""

from __future__ import annotations

from sarrus import ModelError, Problem, load_urdf

ARM = """<?xml version="1.0"?>
<robot name="arm">
  <link name="base"/>
  <link name="upper">
    <inertial>
      <origin xyz="0 0 0.1" rpy="0 0 0"/>
      <mass value="2"/>
      <inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.1"/>
    </inertial>
    <visual>
      <geometry>
        <box size="0.1 0.1 0.2"/>
      </geometry>
    </visual>
  </link>
  <link name="forearm">
    <inertial>
      <mass value="1"/>
      <inertia ixx="0.02" ixy="0" ixz="0" iyy="0.02" iyz="0" izz="0.02"/>
    </inertial>
  </link>
  <joint name="shoulder" type="revolute">
    <origin xyz="0 0 0.3" rpy="0 0 0"/>
    <parent link="base"/>
    <child link="upper"/>
    <axis xyz="0 1 0"/>
    <limit lower="-1" upper="1" effort="10" velocity="2"/>
    <dynamics damping="0.1" friction="0.2"/>
  </joint>
  <joint name="elbow" type="revolute">
    <origin xyz="0 0 0.2"/>
    <parent link="upper"/>
    <child link="forearm"/>
    <axis xyz="0 1 0"/>
    <limit lower="-1" upper="2" effort="10" velocity="2"/>
    <mimic joint="shoulder" multiplier="0.5" offset="0.1"/>
  </joint>
</robot>
"""


def changed(old: str, new: str, text: str = ARM) -> tuple[str, int]:
    """Return a text in which `old`, which occurs once, is `new`, and the line of the change."""
    if text.count(old) != 1:
        raise ValueError(f"{old!r} occurs {text.count(old)} times")
    return text.replace(old, new), text[: text.index(old)].count("\n") + 1


def problems_of(text: str, **options: object) -> list[Problem]:
    """Return the errors of a text that is refused, or the notices of one that is not."""
    try:
        return list(load_urdf(text, **options).notices)  # type: ignore[arg-type]
    except ModelError as error:
        return error.problems

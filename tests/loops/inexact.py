"""Models whose numbers are those of a drawing: rounded, with axes that are almost parallel."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from sarrus import Mechanism, Model
from sarrus.formats.writing.mechanism_of import mechanism_of
from sarrus.formats.writing.yaml_sections import sections_of
from sarrus.formats.yaml.model_file import read_document
from sarrus.model.pose import Pose, matrix3
from sarrus.spatial.rotation import exponential, quaternion_matrix

MOMENTS = (1e-3, 1e-3, 1e-3)


def tilted(model: Model, angle: float, one_side: bool = False) -> Model:
    """Return the model with the frames of every joint turned by an angle about some direction.

    one_side: on the parent only, so that loops do not close in the drawing either.
    """
    random = np.random.default_rng(7)
    joints = []
    for joint in model.joints:
        across = np.append(random.normal(size=2), 0.0)
        turn = quaternion_matrix(exponential(angle * across / np.linalg.norm(across)))
        parent = _turned(joint.on_parent, turn)
        child = joint.on_child if one_side else _turned(joint.on_child, turn)
        joints.append(replace(joint, on_parent=parent, on_child=child))
    return replace(model, joints=tuple(joints))


def _turned(pose: Pose, turn: np.ndarray) -> Pose:
    return Pose(pose.position, matrix3(np.array(pose.rotation) @ turn))


def rounded(model: Model, digits: int) -> Model:
    """Return the model of a file in which every number has so many digits."""

    def part(value: Any) -> Any:
        if isinstance(value, float):
            return float(f"{value:.{digits}g}")
        if isinstance(value, dict):
            return {key: part(item) for key, item in value.items()}
        return [part(item) for item in value] if isinstance(value, (list, tuple)) else value

    return read_document(part(sections_of(mechanism_of(model)))).model()


def leaning_four_bar(tilt: float, **options: Any) -> Model:
    """Crank, coupler and rocker across y; the axis of D leans towards x."""
    m = Mechanism("leaning", **options)
    crank = m.body("crank", 1.0, (0.05, 0, 0), MOMENTS)
    coupler = m.body("coupler", 2.0, (0.2, 0, 0.1), (1e-2, 1e-2, 1e-2))
    rocker = m.body("rocker", 1.5, (0.3, 0, 0.1), (5e-3, 5e-3, 5e-3))
    m.revolute("A", m.ground, crank, at=(0, 0, 0), axis="y")
    m.revolute("B", crank, coupler, at=(0.1, 0, 0), axis="y")
    m.revolute("C", coupler, rocker, at=(0.3, 0, 0.2), axis="y")
    m.revolute("D", m.ground, rocker, at=(0.3, 0, 0), axis=(tilt, 1, 0))
    return m.build()


def leaning_drag_link(tilt: float) -> Model:
    """A four-bar whose crank and rocker both turn round; the axis of D leans towards x."""
    m = Mechanism("drag link")
    crank = m.body("crank", 1.0, (0, 0, 0.1), MOMENTS)
    coupler = m.body("coupler", 1.0, (0.1, 0, 0.3), MOMENTS)
    rocker = m.body("rocker", 1.0, (0.1, 0, 0.1), MOMENTS)
    m.revolute("A", m.ground, crank, at=(0, 0, 0), axis="y")
    m.revolute("B", crank, coupler, at=(0, 0, 0.3), axis="y")
    m.revolute("C", coupler, rocker, at=(0.25, 0, 0.45), axis="y")
    m.revolute("D", m.ground, rocker, at=(0.1, 0, 0), axis=(tilt, 1, 0))
    return m.build()


def robot_four_bar(quarter: str) -> str:
    """Return the text of a robot with a loop; its rocker is turned by a quarter, as written."""

    def link(name: str, mass: float, com: str) -> str:
        moments = 'ixx="1e-3" iyy="2e-3" izz="2e-3" ixy="0" ixz="0" iyz="0"'
        inertial = f'<mass value="{mass}"/><origin xyz="{com}"/><inertia {moments}/>'
        return f'<link name="{name}"><inertial>{inertial}</inertial></link>'

    def joint(name: str, parent: str, child: str, origin: str, axis: str) -> str:
        ends = f'<parent link="{parent}"/><child link="{child}"/>'
        where = f'<origin {origin}/><axis xyz="{axis}"/>'
        return f'<joint name="{name}" type="continuous">{ends}{where}</joint>'

    turned = f'xyz="0.3 0 0" rpy="{quarter} 0 0"'
    ends = '<link1 link="coupler" xyz="0.2 0 0.2"/><link2 link="rocker" xyz="0 0.2 0" '
    ends += f'rpy="-{quarter} 0 0"/><axis xyz="0 1 0"/>'
    parts = [
        '<link name="base"/>',
        link("crank", 1.0, "0.05 0 0"),
        link("coupler", 2.0, "0.1 0 0.1"),
        link("rocker", 1.5, "0 0.1 0"),
        joint("A", "base", "crank", 'xyz="0 0 0"', "0 1 0"),
        joint("B", "crank", "coupler", 'xyz="0.1 0 0"', "0 1 0"),
        joint("D", "base", "rocker", turned, "0 0 -1"),
        f'<loop_joint name="C" type="revolute">{ends}</loop_joint>',
    ]
    return f'<robot name="four_bar">{"".join(parts)}</robot>'

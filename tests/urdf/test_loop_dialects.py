"""Loops in the dialects of other programs: the four-bar is the same in each."""

from __future__ import annotations

import math

import numpy as np
import pytest

from sarrus import Model, ModelError, load_urdf

INERTIAL = """<inertial><origin xyz="{}"/><mass value="{}"/>
  <inertia ixx="0.01" iyy="0.011" izz="0.012" ixy="0" ixz="0" iyz="0"/></inertial>"""
LINKS = f"""<link name="base"/>
  <link name="crank">{INERTIAL.format("0 0 0.1", 1.0)}</link>
  <link name="coupler">{INERTIAL.format("0.2 0 0", 2.0)}</link>
  <link name="rocker">{INERTIAL.format("0 0 0.15", 1.5)}</link>"""
HINGE = """<joint name="{}" type="continuous"><parent link="{}"/><child link="{}"/>
  <origin xyz="{}" rpy="{}"/><axis xyz="0 1 0"/></joint>"""
TREE = (
    HINGE.format("A", "base", "crank", "0 0 0", "0 0.3 0")
    + HINGE.format("B", "crank", "coupler", "0 0 0.2", "0 -0.3 0")
    + HINGE.format("D", "base", "rocker", "0.4 0 0", "0 0.3 0")
)
WITH_LOOP = """<loop_joint name="C" type="{kind}"><link1 link="coupler" xyz="0.4 0 0"/>
  <link2 link="rocker" xyz="0 0 0.2" rpy="0 -0.3 0"/><axis xyz="0 1 0"/></loop_joint>"""


def robot(loop: str, more: str = "") -> str:
    return f'<robot name="r" xmlns:drake="http://drake.mit.edu">{LINKS}{TREE}{more}{loop}</robot>'


def same_motion(text: str, kind: str) -> Model:
    """The robot has the accelerations of that with <loop_joint>, over a turn of the crank."""
    model, reference = load_urdf(text), load_urdf(robot(WITH_LOOP.format(kind=kind)))
    joint, other = (m.joint(m.joints[-1].name) for m in (model, reference))
    assert joint.type == other.type
    one, two = model.compile(), reference.compile()
    for angle in (0.0, 0.7, 1.5):
        first, second = (s.assemble({"A": angle}, {"A": 1.0}) for s in (one, two))
        np.testing.assert_allclose(first.q, second.q, atol=1e-11)
        for name in ("A", "B", "D"):
            a, b = one.accelerations(first)[name], two.accelerations(second)[name]
            assert a == pytest.approx(b, rel=1e-9, abs=1e-9)
    return model


@pytest.mark.parametrize("kind", ["revolute", "spherical"])
def test_constraint_proposed_for_urdfdom(kind: str) -> None:
    text = robot(
        f"""<constraint name="C" type="{kind}"><parent link="coupler"/>
        <parent_origin xyz="0.4 0 0" rpy="0 0 0.5"/>
        <parent_axis xyz="{math.sin(0.5)!r} {math.cos(0.5)!r} 0"/>
        <child link="rocker"/><child_origin xyz="0 0 0.2"/><child_axis xyz="0 1 0"/></constraint>"""
    )
    model = same_motion(text, kind)
    assert not [n for n in model.notices if n.severity == "warning"]


def test_universal_constraint_has_an_axis_on_each_link() -> None:
    model = load_urdf(
        robot(
            """<constraint name="U" type="universal"><parent link="coupler"/>
        <parent_origin xyz="0.4 0 0"/><parent_axis xyz="0 1 0"/>
        <child link="rocker"/><child_origin xyz="0 0 0.2"/><child_axis xyz="0 0 1"/></constraint>"""
        )
    )
    joint = model.joint("U")
    np.testing.assert_allclose(np.array(joint.on_parent.rotation)[:, 0], (0, 1, 0), atol=1e-15)
    np.testing.assert_allclose(np.array(joint.on_child.rotation)[:, 1], (0, 0, 1), atol=1e-15)


@pytest.mark.parametrize(
    "axis",
    [
        "<xyz>0 1 0</xyz>",
        "<xyz>0 2 0</xyz><use_parent_model_frame>1</use_parent_model_frame>",
        '<xyz expressed_in="coupler">0 1 0</xyz>',
    ],
)
def test_joint_of_gazebo(axis: str) -> None:
    text = robot(
        f"""<gazebo><joint name="C" type="revolute"><parent>coupler</parent><child>rocker</child>
        <pose>0 0 0.2 0.4 0 0</pose><axis>{axis}</axis></joint></gazebo>"""
    )
    if "use_parent" not in axis and "expressed" not in axis:
        text = text.replace("0.2 0.4 0 0", "0.2 0 0.4 0")
    # the coupler ends where the rocker does, for it is a parallelogram in the drawing
    same_motion(text, "revolute")


def test_ball_constraint_of_drake() -> None:
    text = robot(
        """<drake:ball_constraint><drake:ball_constraint_body_A name="coupler"/>
        <drake:ball_constraint_body_B name="rocker"/>
        <drake:ball_constraint_p_AP value="0.4 0 0"/>
        <drake:ball_constraint_p_BQ value="0 0 0.2"/></drake:ball_constraint>"""
    )
    model = same_motion(text, "spherical")
    assert model.joints[-1].name == "ball_constraint_1"


@pytest.mark.parametrize("config", ["", 'nominal_config="0.5 -0.5 0.5"',
                                    'nominal_config="1 2 3 0 0 1 0 0.5 -0.5 0.5"'])  # fmt: skip
def test_pins_of_raisim(config: str) -> None:
    text = robot(
        f"""<constraints {config}><pin body1="coupler" body2="rocker" anchor="0.4 0 0"/>
        </constraints>"""
    )
    same_motion(text, "spherical")


def test_joint_types_of_drake_and_raisim() -> None:
    more = f"""<link name="e">{INERTIAL.format("0 0 0", 1)}</link>
      <link name="f">{INERTIAL.format("0 0 0", 1)}</link>
      <link name="g">{INERTIAL.format("0 0 0", 1)}</link>
      <drake:joint name="u" type="universal"><parent link="rocker"/><child link="e"/></drake:joint>
      <joint name="s" type="spherical"><parent link="e"/><child link="f"/></joint>
      <drake:joint name="h" type="screw"><parent link="f"/><child link="g"/><axis xyz="0 0 1"/>
        <drake:screw_thread_pitch value="0.02"/></drake:joint>"""
    model = load_urdf(robot("", more))
    kinds = [model.joint(name).type.type_name for name in ("u", "s", "h")]
    assert kinds == ["universal", "spherical", "helical"]
    assert getattr(model.joint("h").type, "lead") == 0.02  # noqa: B009


@pytest.mark.parametrize(
    ("loop", "words"),
    [
        ('<constraint name="C" type="hinge"/>', "is not a type of <constraint>"),
        (
            '<constraint name="C" type="revolute"><parent link="couplr"/><child link="crank"/>'
            "</constraint>",
            "id you mean 'coupler'",
        ),
        ('<constraints><pin body1="coupler" body2="rckr"/></constraints>', "id you mean 'rocker'"),
        ('<constraints nominal_config="1 2"/>', "must be 3"),
        (
            '<gazebo><joint name="C" type="revolute"><parent>crnk</parent><child>rocker</child>'
            "<axis><xyz>0 1 0</xyz></axis></joint></gazebo>",
            "id you mean 'crank'",
        ),
        ("<drake:ball_constraint/>", "<drake:ball_constraint_body_A> is missing"),
    ],
)
def test_mistakes_have_places(loop: str, words: str) -> None:
    with pytest.raises(ModelError) as caught:
        load_urdf(robot("\n\n" + loop))
    told = [p for p in caught.value.problems if p.severity == "error"]
    assert any(words in str(p) for p in told), told
    assert all(p.location is not None and p.location.line > 2 for p in told)

"""What a robot file means: names, limits, shapes, roots, merged links, and what is only noted."""

from __future__ import annotations

import math

import numpy as np
import pytest

from closeness import assert_close
from sarrus import Box, Capsule, Cylinder, ModelError, Sphere, load, load_urdf
from sarrus.model import GROUND, MassProperties
from sarrus.model.mass_properties import together
from urdf.own_robots import NAMES, path_of, random_motion, text_of
from urdf.snippets import ARM, changed, problems_of


def codes(text: str, severity: str, **options: object) -> list[str]:
    return [p.code for p in problems_of(text, **options) if p.severity == severity]


@pytest.mark.parametrize("name", NAMES)
def test_file_and_text_are_the_same_model(name: str) -> None:
    model = load(path_of(name))
    assert model == load_urdf(text_of(name)) and model.name == name
    assert load(path_of(name), name="other").name == "other"


@pytest.mark.parametrize("name", NAMES)
def test_own_robots_are_clean(name: str) -> None:
    assert not [n for n in load(path_of(name), strict=True).notices if n.severity != "notice"]


def test_names_frames_and_root() -> None:
    model = load_urdf(ARM)
    assert [body.name for body in model.bodies] == ["base", "upper", "forearm"]
    assert [joint.name for joint in model.joints] == ["base_weld", "shoulder", "elbow"]
    assert model.body("forearm").pose.position == (0.0, 0.0, 0.5)
    assert model.joint("base_weld").parent == GROUND
    assert [force.name for force in model.forces] == ["shoulder_damping", "shoulder_friction"]
    assert [coupler.name for coupler in model.couplers] == ["elbow_mimic"]
    free = load_urdf(ARM, base="free").joint("base_free")
    assert (free.type.type_name, free.parent, free.child) == ("free", GROUND, "base")
    with pytest.raises(ModelError, match="'weld' or 'free'"):
        load_urdf(ARM, base="fixed")


def test_a_root_named_ground_is_ground() -> None:
    text = ARM.replace('name="base"', 'name="ground"').replace('link="base"', 'link="ground"')
    model = load_urdf(text)
    assert [body.name for body in model.bodies] == ["upper", "forearm"]
    assert model.joint("shoulder").parent == GROUND
    assert codes(text, "error", base="free") == ["M07"]


def test_another_link_named_ground_has_another_name() -> None:
    text = ARM.replace('name="upper"', 'name="Ground"').replace('link="upper"', 'link="Ground"')
    model = load_urdf(text)
    assert [body.name for body in model.bodies] == ["base", "Ground_link", "forearm"]
    assert model.joint("shoulder").child == "Ground_link"
    assert any("the link is called 'Ground_link'" in n.rule for n in model.notices)


def test_the_world_and_the_frames_of_drake() -> None:
    held = '<joint name="hold" type="fixed"><parent link="world"/><child link="base"/>'
    more = f'{held}<origin xyz="0 0 1"/></joint><frame name="tip" link="forearm" xyz="0 0 0.5"/>'
    model = load_urdf(ARM.replace("</robot>", f"{more}</robot>"))
    assert model.joint("world_weld").parent == GROUND
    assert model.body("base").pose.position == (0.0, 0.0, 1.0)
    assert next(f for f in model.frames if f.name == "tip").pose.position == (0.0, 0.0, 0.5)
    assert codes(ARM.replace("</robot>", '<frame name="f" link="arm"/></robot>'), "error") == [
        "M09"
    ]


def test_limits() -> None:
    model = load_urdf(ARM)
    joint = model.joint("elbow")
    assert joint.limits == ((-1.0, 2.0),)
    assert joint.speed_limits == (2.0,) and joint.effort_limits == (10.0,)
    whole = '<limit lower="-1" upper="2" effort="10" velocity="2"/>'
    cases = {
        "": ((), "M09"),
        '<limit effort="1" velocity="1"/>': ((), "M21"),
        '<limit upper="2" effort="1" velocity="1"/>': (((0.0, 2.0),), "M21"),
    }
    for written, (limits, code) in cases.items():
        text, _ = changed(whole, written)
        assert load_urdf(text).joint("elbow").limits == limits
        assert codes(text, "warning") == [code]
        assert codes(text, "error", strict=True) == [code]
    text, _ = changed('name="elbow" type="revolute"', 'name="elbow" type="continuous"')
    assert load_urdf(text).joint("elbow").limits == ()
    degrees, _ = changed(whole, whole.replace('"2" effort', '"120" effort'))
    assert codes(degrees, "warning") == ["W05"]
    # zero is where URDF has it, not where the robot starts: no fault, even when strict
    beyond, _ = changed(whole, whole.replace('"-1"', '"1"'))
    assert "W21" in codes(beyond, "notice", strict=True)


def test_missing_inertial_and_inertia() -> None:
    text, _ = changed(
        '      <inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.1"/>\n', ""
    )
    model = load_urdf(text)
    assert model.body("upper").inertia == ((0.0,) * 3,) * 3 and model.body("upper").mass == 2.0
    assert codes(text, "warning") == ["M09"]
    text, line = changed(' ixz="0" iyy="0.1"', ' iyy="0.1"')
    warning = next(p for p in problems_of(text) if p.severity == "warning")
    assert warning.location.line == line and "ixz is missing" in str(warning)


def test_M01_a_moving_end_without_mass() -> None:
    start = ARM.index("    <inertial>", ARM.index('name="forearm"'))
    end = ARM.index("</inertial>", start) + len("</inertial>\n")
    bare = ARM[:start] + ARM[end:]
    assert not [p for p in problems_of(bare) if p.code == "M01"], "the elbow follows the shoulder"
    mimic = '<mimic joint="shoulder" multiplier="0.5" offset="0.1"/>'
    warning = next(p for p in problems_of(bare.replace(mimic, "")) if p.severity == "warning")
    assert warning.code == "M01" and "joint 'elbow'" in warning.element and warning.location


def test_M03_broken_triangle_rule_is_a_warning_or_refused() -> None:
    text, line = changed('iyz="0" izz="0.1"', 'iyz="0" izz="0.35"')
    for merged in (False, True):
        (warning,) = [p for p in problems_of(text, merge_fixed=merged) if p.severity == "warning"]
        assert (warning.code, warning.location.line) == ("M03", line)
        assert "0.1 + 0.1 < 0.35" in str(warning)
    assert codes(text, "error", strict=True) == ["M03"]


def test_shapes_and_colors() -> None:
    text = ARM.replace(
        '<robot name="arm">',
        '<robot name="arm"><material name="red"><color rgba="1 0 0 1"/></material>',
    )
    box = '<box size="0.1 0.1 0.2"/>'
    cases = {
        box: Box((0.1, 0.1, 0.2)),
        '<cylinder radius="0.1" length="0.3"/>': Cylinder(0.1, 0.3),
        '<capsule radius="0.1" length="0.3"/>': Capsule(0.1, 0.3),
        '<sphere radius="0.1"/>': Sphere(0.1),
    }
    for written, shape in cases.items():
        changed_text = text.replace(box, written).replace(
            "</geometry>", '</geometry><origin xyz="1 2 3"/><material name="red"/>'
        )
        (placed,) = load_urdf(changed_text).body("upper").shapes
        assert placed.shape == shape and placed.color == "#ff0000"
        assert placed.pose.position == (1.0, 2.0, 3.0)
        both = changed_text.replace(
            "</visual>", f"</visual><collision><geometry>{box}</geometry></collision>"
        )
        assert len(load_urdf(both).body("upper").shapes) == 1
        hull = f'<link name="forearm"><collision><geometry>{box}</geometry></collision>'
        beside = changed_text.replace('<link name="forearm">', hull)
        assert beside != changed_text and not load_urdf(beside).body("forearm").shapes
        only = changed_text.replace("visual>", "collision>")
        assert load_urdf(only).body("upper").shapes[0].shape == shape
    assert codes(ARM.replace("0.1 0.1 0.2", "0.1 0 0.2"), "warning") == ["M04"]


def test_what_is_not_read_is_said_once_for_each_kind() -> None:
    text = ARM.replace("</link>", "<contact/><visuals/></link>").replace(
        "<axis ", '<axis frame="x" '
    )
    text = text.replace("</robot>", '<gazebo reference="a"/><transmission/>words</robot>')
    text = text.replace('type="revolute"', 'type="revolute" drake:mode="1"')
    found = {str(p.value): p for p in problems_of(text) if p.code == "M09"}
    assert {"<contact>", "<visuals>", "'frame'", "<gazebo>", "<transmission>", "text"} <= set(found)
    assert all(problem.location for problem in found.values())
    assert (
        "(2 times)" in str(found["<visuals>"])
        and "did you mean 'visual'" in str(found["<visuals>"]).lower()
    )
    quiet = {value for value, p in found.items() if p.severity == "notice"}
    assert quiet == {"<contact>", "<gazebo>", "<transmission>", "'drake:mode'"}


def test_what_is_given_twice_is_a_warning() -> None:
    text, line = changed('      <mass value="2"/>', '      <mass value="2"/><mass value="3"/>')
    assert load_urdf(text).body("upper").mass == 2.0
    (warning,) = [p for p in problems_of(text) if p.severity == "warning"]
    assert warning.code == "M07" and warning.location.line == line and "2 times" in str(warning)


def test_angles_in_degrees_are_doubted() -> None:
    text, line = changed('xyz="0 0 0.3" rpy="0 0 0"', 'xyz="0 0 0.3" rpy="0 90 0"')
    (warning,) = [p for p in problems_of(text) if p.severity == "warning"]
    assert (warning.code, warning.location.line) == ("W05", line)


def test_axes_of_any_length() -> None:
    text = ARM.replace('<axis xyz="0 1 0"/>', '<axis xyz="0 -3 4"/>', 1)
    joint = load_urdf(text).joint("shoulder")
    assert_close(np.array(joint.on_child.rotation)[:, 2], (0.0, -0.6, 0.8), 1e-15)
    assert codes(text, "notice") == ["M19"]
    no_axis = ARM.replace('    <axis xyz="0 1 0"/>\n', "", 1)
    assert_close(
        np.array(load_urdf(no_axis).joint("shoulder").on_child.rotation)[:, 2], (1, 0, 0), 1e-15
    )


def test_merged_links_keep_mass_shape_and_place() -> None:
    apart, merged = (load_urdf(text_of("two_link_arm"), merge_fixed=m) for m in (False, True))
    assert [body.name for body in merged.bodies] == ["stand", "upper", "fore"]
    assert {frame.name for frame in merged.frames} == {"tool", "tip"}
    fixed = together(
        MassProperties.of_body(apart.body(name)).in_frame(apart.body(name).pose)
        for name in ("fore", "tool")
    )
    whole = MassProperties.of_body(merged.body("fore")).in_frame(merged.body("fore").pose)
    assert whole.mass == pytest.approx(fixed.mass, rel=1e-14)
    assert_close(whole.com, fixed.com, 1e-13)
    assert_close(whole.inertia, fixed.inertia, 1e-12)
    one, two = apart.compile(), merged.compile()
    q, _, _ = random_motion(one, 1)
    for name in ("tool", "tip"):
        assert_close(one.poses(q)[name].position, two.poses(q)[name].position, 1e-13)
        assert_close(one.poses(q)[name].rotation, two.poses(q)[name].rotation, 1e-13)


def test_gravity_is_the_callers() -> None:
    assert load_urdf(ARM).gravity == (0.0, 0.0, -9.81)
    assert load_urdf(ARM, gravity=(0, -1.62, 0)).gravity == (0.0, -1.62, 0.0)
    assert "M04" in codes(ARM, "error", gravity=(0, math.nan, 0))

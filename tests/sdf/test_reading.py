"""SDF: poses in frames, joints of all types, nested and included models, loops, what is said."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from sarrus import Model, ModelError, load, load_sdf, load_urdf
from sarrus.dynamics import BaseMotion, Tree
from sarrus.dynamics.kinematics import positions
from sarrus.model.body import Frame
from sarrus.model.forces.joint_damper import JointDamper
from sarrus.model.forces.joint_friction import JointFriction
from sarrus.model.forces.joint_spring import JointSpring
from sarrus.model.pose import Pose
from sarrus.spatial import Transform
from sarrus.topology import analyze, layout
from sdf.own_models import ALL, ARM, FOUR_BAR, JOINTS, NESTED, link
from urdf.tree_efforts import tree_efforts


def pose(x: float, y: float, z: float, *rpy: float) -> Transform:
    """Return x y z and roll pitch yaw by plain products of rotations: another way to the same."""
    a, b, c = (*rpy, 0.0, 0.0, 0.0)[:3]
    Rx = np.array([[1, 0, 0], [0, math.cos(a), -math.sin(a)], [0, math.sin(a), math.cos(a)]])
    Ry = np.array([[math.cos(b), 0, math.sin(b)], [0, 1, 0], [-math.sin(b), 0, math.cos(b)]])
    Rz = np.array([[math.cos(c), -math.sin(c), 0], [math.sin(c), math.cos(c), 0], [0, 0, 1]])
    return Transform.of(Rz @ Ry @ Rx, np.array([x, y, z]))


def same(found: Pose | Transform, wanted: Transform) -> None:
    one = found.transform if isinstance(found, Pose) else found
    np.testing.assert_allclose(one.matrix, wanted.matrix, rtol=0, atol=1e-12)
    np.testing.assert_allclose(one.position, wanted.position, rtol=0, atol=1e-12)


def frame_of(model: Model, name: str) -> Frame:
    (found,) = [frame for frame in model.frames if frame.name == name]
    return found


def where(model: Model, values: dict[str, float]) -> dict[str, Transform]:
    """Return the poses of bodies with tree coordinates as told, by joint or joint.coordinate."""
    topology = analyze(model)
    order = layout(topology)
    dv = np.zeros(order.nv)
    for name, value in values.items():
        joint, _, which = name.partition("/")
        dv[order.v_slice[joint].start + int(which or 0)] = value
    found = positions(
        Tree.of(topology, order), order.add(order.neutral(), dv), BaseMotion.at_rest()
    )
    return {body.name: found.body(body.name) for body in model.bodies}


def test_poses_relative_to_frames_and_joints() -> None:
    model = load_sdf(ARM)
    base = pose(0, 0, 0.5)
    shoulder = base @ pose(0, 0, 0.1, 0, 0, 0.2)
    fore = shoulder @ pose(0.3, 0, 0, 0.1) @ pose(0, 0.02, 0)
    same(model.body("base").pose, base)
    same(model.body("upper").pose, shoulder)
    same(model.body("fore").pose, fore)
    hand = frame_of(model, "hand")
    assert hand.body == "fore"
    same(hand.pose, pose(0.25, 0, 0, 0, math.pi / 2, 0))


def test_joint_axis_expressed_in_another_frame() -> None:
    model = load_sdf(ARM)
    # the axis is y of the base, not of the joint frame that is turned about z
    for body, X in where(model, {"shoulder": 0.7}).items():
        zero = model.body(body).pose.transform
        if body == "base":
            same(X, zero)
            continue
        about = pose(0, 0, 0.6) @ pose(0, 0, 0, 0, 0.7, 0) @ pose(0, 0, 0.6).inverse
        same(X, about @ zero)


def test_mass_in_turned_axes_is_that_of_urdf() -> None:
    model = load_sdf(ARM)
    base = model.body("base")
    R = pose(0, 0, 0, 0.3).matrix
    I = np.array([[0.02, 0.001, 0], [0.001, 0.03, -0.002], [0, -0.002, 0.04]])
    np.testing.assert_allclose(base.inertia, R @ I @ R.T, rtol=0, atol=1e-15)
    assert (base.mass, base.com) == (4.0, (0.0, 0.0, 0.05))


def test_springs_losses_limits_and_mimic() -> None:
    model = load_sdf(ARM)
    joint = model.joint("shoulder")
    assert joint.limits == ((-2.0, 1.5),)
    assert (joint.effort_limits, joint.speed_limits) == ((40.0,), (3.0,))
    forces = {force.name: force for force in model.forces}
    spring, damper = forces["shoulder_spring"], forces["shoulder_damping"]
    friction = forces["shoulder_friction"]
    assert isinstance(spring, JointSpring) and (spring.k, spring.free) == (12.0, 0.4)
    assert isinstance(damper, JointDamper) and damper.d == 0.3
    assert isinstance(friction, JointFriction) and friction.sliding == 0.1
    # elbow = -0.5 (shoulder - 0.2) + 0.1
    (coupler,) = model.couplers
    terms = {term.joint: term.factor for term in coupler.terms}
    assert terms == {"elbow": 1.0, "shoulder": 0.5}
    assert coupler.offset == pytest.approx(0.2, abs=1e-15)
    assert not load_sdf(ARM, mimic=False).couplers
    assert {f.name for f in load_sdf(ARM, losses=False).forces} == {"shoulder_spring"}


def test_a_loop_is_a_link_with_two_parents() -> None:
    model = load_sdf(FOUR_BAR)
    assert [body.name for body in model.bodies] == ["crank", "coupler", "rocker"]
    topology = analyze(model)
    assert len(topology.branches) == 3 and len(topology.cuts) == 1
    assert model.joint("A").limits == ()
    system = model.compile()
    state = system.assemble({"A": 0.5})
    # a parallelogram: the coupler moves on a circle without turning
    found = dict(zip(system.coordinates, state.q, strict=True))
    np.testing.assert_allclose([found["B.angle"], found["D.angle"]], [-0.5, 0.5], atol=1e-12)


def test_the_same_robot_in_urdf_and_in_sdf() -> None:
    urdf = """<robot name="r"><link name="base"/>
      <link name="a"><inertial><origin xyz="0.1 0 0" rpy="0.1 0.2 0.3"/><mass value="2"/>
        <inertia ixx="0.01" iyy="0.02" izz="0.02" ixy="0.001" ixz="0" iyz="0"/></inertial></link>
      <link name="b"><inertial><mass value="1"/>
        <inertia ixx="0.01" iyy="0.01" izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial></link>
      <joint name="j1" type="revolute"><parent link="base"/><child link="a"/>
        <origin xyz="0.1 0.2 0.3" rpy="0.4 0.5 0.6"/><axis xyz="0.6 0 0.8"/>
        <limit lower="-1" upper="2" effort="5" velocity="6"/>
        <dynamics damping="0.2"/></joint>
      <joint name="j2" type="prismatic"><parent link="a"/><child link="b"/>
        <origin xyz="0 0.2 0" rpy="0 0 1"/><axis xyz="0 1 0"/>
        <limit lower="-1" upper="2" effort="5" velocity="6"/></joint></robot>"""
    inertial = """<inertial><pose>{}</pose><mass>{}</mass><inertia><ixx>0.01</ixx><iyy>{}</iyy>
      <izz>{}</izz><ixy>{}</ixy><ixz>0</ixz><iyz>0</iyz></inertia></inertial>"""
    limit = """<limit><lower>-1</lower><upper>2</upper><effort>5</effort><velocity>6</velocity>
      </limit>"""
    sdf = f"""<sdf version="1.7"><model name="r">
      <link name="base"><inertial><mass>0</mass><inertia><ixx>0</ixx><iyy>0</iyy><izz>0</izz>
        </inertia></inertial></link>
      <link name="a"><pose>0.1 0.2 0.3 0.4 0.5 0.6</pose>
        {inertial.format("0.1 0 0 0.1 0.2 0.3", 2, 0.02, 0.02, 0.001)}</link>
      <link name="b"><pose relative_to="a">0 0.2 0 0 0 1</pose>
        {inertial.format("0 0 0 0 0 0", 1, 0.01, 0.01, 0)}</link>
      <joint name="j1" type="revolute"><parent>base</parent><child>a</child>
        <axis><xyz>0.6 0 0.8</xyz>{limit}<dynamics><damping>0.2</damping></dynamics></axis></joint>
      <joint name="j2" type="prismatic"><parent>a</parent><child>b</child>
        <axis><xyz>0 1 0</xyz>{limit}</axis></joint>
      <joint name="base_weld" type="fixed"><parent>world</parent><child>base</child></joint>
      </model></sdf>"""
    one, other = load_urdf(urdf), load_sdf(sdf)
    for name in ("j1", "j2"):
        a, b = one.joint(name), other.joint(name)
        assert (a.type, a.limits, a.effort_limits) == (b.type, b.limits, b.effort_limits)
        same(b.on_parent, a.on_parent.transform)
        same(b.on_child, a.on_child.transform)
    for seed in range(5):
        a, b = tree_efforts(one, seed), tree_efforts(other, seed)
        np.testing.assert_allclose(b, a, rtol=1e-12, atol=1e-12 * np.max(np.abs(a)))


def test_all_joint_types_about_their_axes() -> None:
    model = load_sdf(JOINTS)
    assert model.gravity == (0.0, 0.5, -9.7)
    kinds = {joint.name: joint.type.type_name for joint in model.joints}
    assert kinds == {
        "ja": "prismatic",
        "jb": "universal",
        "jc": "helical",
        "jd": "spherical",
        "je_1": "revolute",
        "je_2": "revolute",
    }
    top = pose(0.1, 0.2, 0.3, *np.radians([10, 20, 30]))
    a = top @ pose(0, 0, 0.2, 0.1, 0.2, 0.3)
    same(model.body("a").pose, a)
    slide = top.matrix @ np.array([1, 1, 0]) / math.sqrt(2)
    moved = where(model, {"ja": 0.3})["a"]
    np.testing.assert_allclose(moved.position, a.position + 0.3 * slide, atol=1e-12)
    # a turn about the first axis, fixed in the parent, then about the second, fixed in the child
    b = a @ pose(0.3, 0, 0, 0, 0.4, 0)
    J = pose(0.01, 0.02, 0.03, 0.4, 0, 0.1)
    found = where(model, {"jb/0": 0.5, "jb/1": -0.3})["b"]
    same(found, b @ J @ pose(0, 0, 0, 0.5) @ pose(0, 0, 0, 0, 0, -0.3) @ J.inverse)
    # a right-hand screw of 50 mm per turn about y
    c = b @ pose(0, 0.3, 0, 0.2)
    found = where(model, {"jc": 2 * math.pi / 4})["c"]
    same(found, c @ pose(0, 0.05 / 4, 0) @ pose(0, 0, 0, 0, math.pi / 2, 0))
    # two hinges whose axes are not perpendicular
    d = c @ pose(0.2, 0, 0.1, 0, 0, -0.3)
    e = d @ pose(0.2, 0, 0.1, 0, 0, -0.3)
    turn = pose(0, 0, 0, 0, 0, math.atan2(0.8, 0.6))
    second = turn @ pose(0, 0, 0, 0.4) @ turn.inverse
    found = where(model, {"je_1": 0.2, "je_2": 0.4})["e"]
    same(found, e @ pose(0, 0, 0, 0.2) @ second)
    joint = model.joint("jb")
    assert joint.limits == ((-1.0, 1.0), (-math.inf, math.inf))
    assert model.joint("ja").limits == ((-0.3, math.inf),)
    (damper,) = model.forces
    assert isinstance(damper, JointDamper) and (damper.joint, damper.index) == ("jb", 1)


@pytest.mark.parametrize(
    ("version", "pitch", "lead"),
    [
        ("1.6", "<thread_pitch>-200</thread_pitch>", 2 * math.pi / 200),
        ("1.9", "<thread_pitch>50</thread_pitch>", -2 * math.pi / 50),
        ("1.10", "<screw_thread_pitch>0.02</screw_thread_pitch>", 0.02),
        (
            "1.11",
            "<thread_pitch>50</thread_pitch><screw_thread_pitch>-0.02</screw_thread_pitch>",
            -0.02,
        ),
    ],
)
def test_pitch_of_screws(version: str, pitch: str, lead: float) -> None:
    text = f"""<sdf version="{version}"><model name="m">{link("a", "0 0 0 0 0 0")}
      <joint name="s" type="screw"><parent>world</parent><child>a</child>{pitch}
      <axis><xyz>0 0 1</xyz></axis></joint></model></sdf>"""
    kind = load_sdf(text).joint("s").type
    assert getattr(kind, "lead") == pytest.approx(lead, rel=1e-15)  # noqa: B009


def test_nested_models_and_placement_frames() -> None:
    model = load_sdf(NESTED)
    body = pose(0, 0, 0.3)
    # the hub, not the frame of the model, stands at the pose that the model has
    hub = body @ pose(0, 0.4, -0.1)
    left = hub @ (pose(0.1, 0, 0) @ pose(0, 0.05, 0, 0, 0, 0.5)).inverse
    same(model.body("left::wheel").pose, left @ pose(0.1, 0, 0))
    same(model.body("left::cap::disc").pose, hub @ pose(0, 0, 0.02) @ pose(0, 0, 0, 0.3))
    assert frame_of(model, "left::hub").body == "left::wheel"
    mark = frame_of(model, "mark")
    assert mark.body == "left::cap::disc"
    same(mark.pose, pose(0, 0, 0, 0.3).inverse @ pose(1, 0, 0))
    assert {joint.name for joint in model.joints} == {"axle", "left::screws", "body_free"}
    assert model.joint("body_free").child == "body"
    welded = load_sdf(NESTED, base="weld").joint("body_weld")
    same(welded.on_parent, body)


def write_gripper(folder: Path) -> None:
    (folder / "gripper").mkdir()
    (folder / "gripper" / "model.config").write_text(
        '<model><name>gripper</name><sdf version="1.5">old.sdf</sdf>'
        '<sdf version="1.8">new.sdf</sdf></model>'
    )
    (folder / "gripper" / "new.sdf").write_text(
        f"""<sdf version="1.8"><model name="gripper"><pose>9 9 9 0 0 0</pose>
        {link("palm", "0 0 0.1 0 0 0")}
        <frame name="flange"><pose>0 0 0.02 0 0 0</pose></frame>
        <joint name="stay" type="fixed"><parent>__model__</parent><child>tip</child></joint>
        {link("tip", "0 0 0.2 0 0 0")}</model></sdf>"""
    )


def test_includes_with_name_pose_and_placement(tmp_path: Path) -> None:
    write_gripper(tmp_path)
    path = tmp_path / "robot.sdf"
    path.write_text(
        f"""<sdf version="1.9"><model name="robot">{link("arm", "1 0 0 0 0 0.5")}
        <include><uri>model://gripper</uri><name>left</name>
          <placement_frame>flange</placement_frame><pose relative_to="arm">0.5 0 0 0 0 0</pose>
        </include>
        <include><uri>gripper/new.sdf</uri><name>right</name></include>
        <joint name="w" type="fixed"><parent>arm</parent><child>left::palm</child></joint>
        </model></sdf>"""
    )
    model = load(path)
    arm = pose(1, 0, 0, 0, 0, 0.5)
    left = arm @ pose(0.5, 0, 0) @ pose(0, 0, 0.02).inverse
    same(model.body("left::palm").pose, left @ pose(0, 0, 0.1))
    same(model.body("right::palm").pose, pose(9, 9, 9.1))
    free = {j.child for j in model.joints if j.type.type_name == "free"}
    assert free == {"arm", "right::palm"}


def test_merged_include(tmp_path: Path) -> None:
    write_gripper(tmp_path)
    path = tmp_path / "robot.sdf"
    path.write_text(
        f"""<sdf version="1.9"><model name="robot">{link("arm", "1 0 0 0 0 0.5")}
        <include merge="true"><uri>model://gripper</uri>
          <pose relative_to="arm">0.5 0 0 0 0 0</pose></include>
        <joint name="w" type="fixed"><parent>arm</parent><child>flange</child></joint>
        </model></sdf>"""
    )
    model = load(path)
    assert [body.name for body in model.bodies] == ["arm", "palm", "tip"]
    top = pose(1, 0, 0, 0, 0, 0.5) @ pose(0.5, 0, 0)
    same(model.body("palm").pose, top @ pose(0, 0, 0.1))
    assert frame_of(model, "flange").body == "palm"
    assert (model.joint("stay").parent, model.joint("w").child) == ("palm", "palm")


def test_includes_stay_in_their_folders(tmp_path: Path) -> None:
    text = """<sdf version="1.9"><model name="r">
      <include><uri>{}</uri></include></model></sdf>"""
    path = tmp_path / "r.sdf"
    for uri, code in (
        ("model://elsewhere", "M23"),
        ("../other.sdf", "F08"),
        ("https://fuel.gazebosim.org/1.0/x/models/y", "F08"),
        ("r.sdf", "F23"),
    ):
        path.write_text(text.format(uri))
        with pytest.raises(ModelError) as caught:
            load(path)
        assert caught.value.problems[0].code == code, uri
        place = caught.value.problems[0].location
        assert place is not None and (place.file, place.line) == (str(path), 2)


def test_worlds_with_several_models() -> None:
    text = f"""<sdf version="1.10"><world name="w"><gravity>0 0 -1.6</gravity>
      <model name="a">{link("x", "0 0 0 0 0 0")}</model>
      <model name="b"><pose relative_to="mark">0 0 1 0 0 0</pose>{link("x", "0 0 0 0 0 0")}</model>
      <frame name="mark" attached_to="a::x"><pose>1 2 3 0 0 0.5</pose></frame>
      <joint name="j" type="revolute"><parent>a::x</parent><child>b::x</child>
        <axis><xyz expressed_in="world">0 0 1</xyz></axis></joint></world></sdf>"""
    model = load_sdf(text)
    assert [body.name for body in model.bodies] == ["a::x", "b::x"]
    same(model.body("b::x").pose, pose(1, 2, 3, 0, 0, 0.5) @ pose(0, 0, 1))
    assert frame_of(model, "mark").body == "a::x"
    assert (model.name, model.gravity) == ("w", (0.0, 0.0, -1.6))
    z = (
        model.body("b::x").pose.transform.matrix
        @ np.array(model.joint("j").on_child.rotation)[:, 2]
    )
    np.testing.assert_allclose(z, [0, 0, 1], atol=1e-12)


def test_static_models_are_ground() -> None:
    model = load_sdf(JOINTS)
    assert len(model.ground_shapes) == 1
    assert frame_of(model, "floor::plane").body == "ground"


def test_gearbox_relates_two_hinges() -> None:
    text = f"""<sdf version="1.6"><model name="g">{link("box", "0 0 0 0 0 0")}
      {link("in", "0 0 0 0 0 0")}{link("out", "0.3 0 0 0 0 0")}
      <joint name="f" type="fixed"><parent>world</parent><child>box</child></joint>
      <joint name="j1" type="revolute"><parent>box</parent><child>in</child>
        <axis><xyz>0 0 1</xyz></axis></joint>
      <joint name="j2" type="revolute"><parent>out</parent><child>box</child>
        <axis><xyz>0 0 1</xyz></axis></joint>
      <joint name="gear" type="gearbox"><parent>in</parent><child>out</child>
        <gearbox_ratio>3</gearbox_ratio><gearbox_reference_body>box</gearbox_reference_body>
        <axis><xyz>0 0 1</xyz></axis><axis2><xyz>0 0 1</xyz></axis2></joint></model></sdf>"""
    (coupler,) = load_sdf(text).couplers
    # theta_2 = -3 theta_1; the second hinge leads from the wheel to the box: theta_2 = -j2
    terms = {term.joint: term.factor for term in coupler.terms}
    assert terms == {"j2": -1.0, "j1": 3.0}


def test_mass_from_shapes_with_density() -> None:
    text = """<sdf version="1.11"><model name="m"><link name="a">
      <inertial auto="true"><density>500</density>{}</inertial>
      <collision name="c"><pose>0.1 0 0 0 0 0</pose>
        <geometry><box><size>0.2 0.3 0.4</size></box></geometry></collision>
      <collision name="d"><pose>-0.5 0 0 0 0 0</pose><density>1000</density>
        <geometry><sphere><radius>0.1</radius></sphere></geometry></collision>
      </link></model></sdf>"""
    body = load_sdf(text.format("")).body("a")
    box, ball = 500 * 0.2 * 0.3 * 0.4, 1000 * 4 / 3 * math.pi * 1e-3
    x = (0.1 * box - 0.5 * ball) / (box + ball)
    assert body.mass == pytest.approx(box + ball, rel=1e-14)
    np.testing.assert_allclose(body.com, (x, 0, 0), atol=1e-15)
    xx = box * (0.09 + 0.16) / 12 + 0.4 * ball * 0.01
    yy = box * ((0.04 + 0.16) / 12 + (0.1 - x) ** 2) + ball * (0.004 + (0.5 + x) ** 2)
    np.testing.assert_allclose(np.diag(body.inertia)[:2], (xx, yy), rtol=1e-13)
    scaled = load_sdf(text.format("<mass>3</mass>")).body("a")
    assert scaled.mass == 3.0
    assert scaled.inertia[0][0] == pytest.approx(xx * 3 / (box + ball), rel=1e-13)


def test_links_without_gravity_and_without_mass() -> None:
    text = f"""<sdf version="1.9"><model name="m">
      {link("a", "0 0 0 0 0 0").replace("</link>", "<gravity>false</gravity></link>")}
      </model></sdf>"""
    model = load_sdf(text)
    (force,) = model.forces
    assert force.name == "a_gravcomp"
    body, g = model.body("a"), np.array(model.gravity)
    np.testing.assert_allclose(getattr(force, "force"), -body.mass * g, rtol=1e-15)  # noqa: B009
    bare = load_sdf('<sdf version="1.9"><model name="m"><link name="a"/></model></sdf>')
    assert bare.body("a").mass == 1.0
    assert any("as the format says" in notice.rule for notice in bare.notices)


def test_what_is_not_modelled_is_listed_once_with_lines() -> None:
    notices = load_sdf(ARM).notices
    topics = [n for n in notices if n.code == "F24"]
    text = "\n".join(str(n) for n in topics)
    assert "plugins are not run: <plugin>" in text and "sensors" in text
    assert all(n.location is not None and n.location.line > 1 for n in topics)


@pytest.mark.parametrize(
    ("old", "new", "code", "words"),
    [
        ("<parent>elbow_place", "<parent>elbow_plce", "M09", "id you mean 'elbow_place'"),
        ('relative_to="elbow_place"', 'relative_to="elbw"', "M09", "is not the name of a frame"),
        ('attached_to="upper"', 'attached_to="hand"', "M08", "is a circle"),
        ("<mass>4</mass>", "<mass>4 kg</mass>", "M05", "SDF knows no units"),
        ("<mass>4</mass>", "<mass>nan</mass>", "M04", "not a finite number"),
        ("<xyz expressed_in=\"base\">0 1 0", "<xyz expressed_in=\"base\">0 0 0", "M19", "length 0"),
        ('type="continuous"', 'type="hinge"', "M09", "is not a type of <joint>"),
        ('joint="shoulder" axis', 'joint="sholder" axis', "M09", ""),
        ("<child>fore</child>", "<child>upper</child>", "M08", "with itself"),
        ('<link name="fore">', '<link name="upper">', "M07", ""),
        ("0.3 0 0 0.1 0 0", "0.3 0 0 0.1 0", "M25", "must be 6 numbers"),
        ("<damping>0.3", "<damping>-0.3", "M04", "below 0"),
    ],
)  # fmt: skip
def test_mistakes_have_places(old: str, new: str, code: str, words: str, tmp_path: Path) -> None:
    assert old in ARM
    path = tmp_path / "arm.sdf"
    path.write_text(ARM.replace(old, new, 1))
    with pytest.raises(ModelError) as caught:
        load_sdf(path)
    problems = [p for p in caught.value.problems if p.severity == "error"]
    line = ARM[: ARM.index(old)].count("\n") + 1
    first = [p for p in problems if p.code == code]
    assert first, problems
    place = first[0].location
    assert place is not None and place.file == str(path)
    assert abs(place.line - line) <= 8
    assert any(words in str(p) for p in first)


def test_circles_of_frames_are_told() -> None:
    text = ARM.replace('attached_to="upper"', 'attached_to="hand"').replace(
        'attached_to="fore"', 'attached_to="elbow_place"'
    )
    with pytest.raises(ModelError) as caught:
        load_sdf(text)
    assert any("is a circle" in str(p) for p in caught.value.problems)


def test_other_formats_are_named() -> None:
    for text, word in (("<robot name='r'/>", "URDF"), ("<mujoco/>", "MJCF"), ("<a/>", "<sdf>")):
        with pytest.raises(ModelError, match=word):
            load_sdf(text)


@pytest.mark.parametrize("name", sorted(ALL))
def test_all_own_models_are_read(name: str) -> None:
    model = load_sdf(ALL[name])
    assert np.all(np.isfinite(tree_efforts(model, 1)))

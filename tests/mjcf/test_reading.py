"""Files of MuJoCo: what is read, what is said of the rest, and where mistakes are."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from mjcf.own_models import ARM, GRIPPER, LEG
from sarrus import ModelError, load, load_mjcf, mjcf_keyframes
from sarrus.model.forces.joint_spring import JointSpring
from sarrus.model.mesh_mass import mesh_mass


def body(inside: str, more: str = "", compiler: str = "") -> str:
    """Return a file with one body that holds something."""
    return (
        f'<mujoco><compiler angle="radian" {compiler}/><worldbody><body name="b">{inside}</body>'
        f"</worldbody>{more}</mujoco>"
    )


def problems_of(text: str) -> list[str]:
    with pytest.raises(ModelError) as caught:
        load_mjcf(text)
    return [str(problem) for problem in caught.value.problems]


def test_an_arm() -> None:
    model = load_mjcf(ARM)
    assert [b.name for b in model.bodies] == ["upper", "fore"]
    assert [joint.armature for joint in model.joints] == [0.02, 0.02]
    # a capsule of water: r = 0.04 m, 0.4 m between the centres of its ends
    mass = 1000.0 * math.pi * 0.04**2 * (0.4 + 4.0 / 3.0 * 0.04)
    assert model.body("upper").mass == pytest.approx(mass, rel=1e-14)
    assert model.joint("shoulder").limits[0] == pytest.approx((-2 * math.pi / 3, 2 * math.pi / 3))
    assert model.joint("elbow").effort_limits == (20.0,)
    servo = next(f for f in model.forces if f.name == "servo")
    assert isinstance(servo, JointSpring)
    assert (servo.k, servo.d, servo.free) == (40.0, 4.0, 0.0)
    assert [frame.name for frame in model.frames] == ["hand"]


def test_controls_and_keyframes() -> None:
    keys = mjcf_keyframes(ARM)
    assert keys["home"].coordinates == {"shoulder.angle": 0.3, "elbow.angle": -0.5}
    assert keys["home"].rates == {"shoulder.rate": 0.1, "elbow.rate": 0.2}
    assert keys["home"].controls == {"servo": 0.3, "drive": 0.5}
    held = load_mjcf(ARM, keyframe="home")
    servo = next(f for f in held.forces if f.name == "servo")
    assert isinstance(servo, JointSpring)
    assert servo.free == pytest.approx(0.3)
    drive = next(f for f in held.forces if f.name == "drive")
    assert drive.effort == pytest.approx(10.0)  # type: ignore[attr-defined]
    # beyond the range of the control nothing more is gained
    most = load_mjcf(ARM, controls={"servo": 5.0})
    servo = next(f for f in most.forces if f.name == "servo")
    assert isinstance(servo, JointSpring)
    assert servo.free == 1.0
    with pytest.raises(ModelError, match="Did you mean 'servo'"):
        load_mjcf(ARM, controls={"servos": 1.0})
    with pytest.raises(ModelError, match="not a keyframe"):
        load_mjcf(ARM, keyframe="away")


def test_a_free_body_has_its_velocity_in_its_own_axes() -> None:
    text = body(
        '<freejoint name="f"/><geom size="0.1"/>',
        '<keyframe><key name="k" qpos="1 2 3 0 0 0 2" qvel="1 0 0 0 0 4"/></keyframe>',
    )
    key = mjcf_keyframes(text)["k"]
    assert [key.coordinates[f"f.quat_{c}"] for c in "wxyz"] == [0.0, 0.0, 0.0, 1.0]
    assert [key.rates[f"f.v{c}"] for c in "xyz"] == pytest.approx([-1.0, 0.0, 0.0])


def test_what_is_not_modelled_is_said_once() -> None:
    notices = [problem for problem in load_mjcf(ARM).notices if problem.code == "F24"]
    topics = [problem.rule.split(":")[0] for problem in notices]
    assert len(topics) == len(set(topics)) == 4
    contacts = next(problem for problem in notices if "contacts" in problem.rule)
    assert "<geom> (3 times)" in contacts.rule
    assert contacts.location is not None and contacts.location.line == 9
    assert [place.line for place in contacts.also] == [12, 15]


def test_loops_close_exactly() -> None:
    leg = load_mjcf(LEG).compile()
    state = leg.assemble({"knee.angle": 0.3, "hip.angle": 0.2})
    poses = leg.poses(state.q)
    rod, heel = poses["achilles_rod"], poses["heel_spring"]
    end = rod.position + rod.rotation @ np.array([0.14, -0.01, -0.49])
    # in the drawing the rod ends at (0.16, 0, 0.51), the heel spring begins at (0.1, 0, 0.5)
    other = heel.position + heel.rotation @ np.array([0.06, 0.0, 0.01])
    np.testing.assert_allclose(end, other, atol=1e-12)
    assert leg.mobility(state).freedom == 4

    gripper = load_mjcf(GRIPPER).compile()
    for angle in (0.0, 0.2, 0.4):
        state = gripper.assemble({"right_driver_joint.angle": angle})
        q = dict(zip(gripper.coordinates, state.q, strict=True))
        assert q["left_driver_joint.angle"] == pytest.approx(angle, abs=1e-12)
        poses = gripper.poses(state.q)
        follower, coupler = poses["right_follower"], poses["right_coupler"]
        end = follower.position + follower.rotation @ np.array([0.0, 0.015, -0.0085])
        # at zero the anchor is at (0, 0.065, 0.095), the coupler's frame at (0, 0.06, 0.05)
        other = coupler.position + coupler.rotation @ np.array([0.0, 0.005, 0.045])
        np.testing.assert_allclose(end, other, atol=1e-12)


def test_a_weld_and_sites_close_loops() -> None:
    text = """<mujoco><worldbody>
      <body name="a"><joint name="j" axis="0 1 0"/><geom size="0.1"/>
        <site name="s" pos="0.5 0 0"/></body>
      <body name="b" pos="1 0 0"><freejoint name="f"/><geom size="0.1"/>
        <site name="t" pos="-0.5 0 0"/></body>
    </worldbody><equality>KIND</equality></mujoco>"""
    welded = load_mjcf(text.replace("KIND", '<weld body1="a" body2="b"/>')).compile()
    q = welded.assemble({"j.angle": 0.7}).q
    X = welded.poses(q)["b"]
    np.testing.assert_allclose(X.position, [math.cos(0.7), 0.0, -math.sin(0.7)], atol=1e-12)
    joined = load_mjcf(text.replace("KIND", '<connect site1="s" site2="t"/>')).compile()
    state = joined.assemble({"j.angle": 0.7})
    assert joined.mobility(state).freedom == 4


def test_meshes_have_the_mass_of_what_they_enclose(tmp_path: Path) -> None:
    # a brick 2 x 1 x 0.5 of text STL, seen from outside
    corners = np.array([[x, y, z] for x in (0, 2) for y in (0, 1) for z in (0, 0.5)], float)
    quads = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    faces = [t for a, b, c, d in quads for t in ((a, b, c), (a, c, d))]
    lines = ["solid brick"]
    for face in faces:
        lines += ["facet normal 0 0 0", "outer loop"]
        lines += [f"vertex {' '.join(map(str, corners[i]))}" for i in face]
        lines += ["endloop", "endfacet"]
    (tmp_path / "brick.stl").write_text("\n".join([*lines, "endsolid brick"]))
    path = tmp_path / "model.xml"
    inside = '<joint name="j"/><geom type="mesh" mesh="brick" density="100"/>'
    path.write_text(body(inside, '<asset><mesh file="brick.stl" scale="0.1 0.1 0.1"/></asset>'))
    found = load(path).body("b")
    assert found.mass == pytest.approx(0.1, rel=1e-12)
    assert found.com == pytest.approx((0.1, 0.05, 0.025), rel=1e-12)
    moments = [0.1 * (b * b + c * c) / 12 for b, c in ((0.1, 0.05), (0.2, 0.05), (0.2, 0.1))]
    np.testing.assert_allclose(np.diag(found.inertia), moments, rtol=1e-12)
    flat = mesh_mass(corners, np.array(faces)[:, ::-1], "exact")
    assert flat is None, "inside out"


def test_includes_stay_in_their_folder(tmp_path: Path) -> None:
    folder = tmp_path / "model"
    folder.mkdir()
    part = (
        "<mujocoinclude><body name='b'><joint name='j'/><geom size='0.1'/></body></mujocoinclude>"
    )
    (folder / "part.xml").write_text(part)
    (tmp_path / "other.xml").write_text(part)
    main = folder / "main.xml"
    main.write_text('<mujoco><worldbody><include file="part.xml"/></worldbody></mujoco>')
    assert [b.name for b in load(main).bodies] == ["b"]
    main.write_text('<mujoco><worldbody><include file="../other.xml"/></worldbody></mujoco>')
    with pytest.raises(ModelError, match="outside the allowed folders"):
        load(main)
    assert load_mjcf(main, folders=[tmp_path]).bodies[0].name == "b"
    main.write_text('<mujoco><include file="main.xml"/></mujoco>')
    with pytest.raises(ModelError, match="includes itself"):
        load(main)


@pytest.mark.parametrize(
    ("inside", "words"),
    [
        ('<joint axis="0 0 0"/><geom size="1"/>', "has length 0"),
        ('<joint type="hing"/><geom size="1"/>', "Did you mean 'hinge'"),
        ('<joint range="1 -1"/><geom size="1"/>', "lower to an upper"),
        ('<joint/><geom size="0"/>', "not above 0"),
        ('<joint/><geom size="nan"/>', "is not a finite number"),
        ('<joint/><geom type="box" size="1 2"/>', "must be 3 numbers for a box"),
        ('<joint/><geom size="1" quat="0 0 0 0"/>', "has length 0"),
        ('<joint/><geom size="1" quat="1 0 0 0" euler="1 0 0"/>', "only one of them"),
        ('<joint/><geom type="mesh" mesh="cat"/>', "is not a mesh of <asset>"),
        ('<joint class="fast"/><geom size="1"/>', "is not a class of <default>"),
        ('<freejoint/><joint/><geom size="1"/>', "beside a free joint"),
        ('<joint/><geom size="10 cm"/>', "is not a decimal number"),
    ],
)
def test_mistakes_are_located(inside: str, words: str) -> None:
    with pytest.raises(ModelError, match=words) as caught:
        load_mjcf(body(inside))
    assert all(problem.location is not None for problem in caught.value.problems)


def test_names_that_mean_nothing() -> None:
    text = body(
        '<joint name="j"/><geom size="1"/>',
        '<actuator><motor name="m" joint="k"/></actuator>'
        '<equality><connect body1="c" anchor="0 0 0"/>'
        '<joint joint1="k"/></equality><tendon><fixed><joint joint="x" coef="1"/></fixed></tendon>',
    )
    found = problems_of(text)
    assert sum("is not the name of a" in problem for problem in found) == 4


def test_an_xml_file_is_told_by_its_outermost_element(tmp_path: Path) -> None:
    robot = tmp_path / "robot.xml"
    robot.write_text('<!-- <mujoco> --><robot name="r"><link name="base"/></robot>')
    assert load(robot).name == "r"
    other = tmp_path / "page.xml"
    other.write_text("<html/>")
    with pytest.raises(ModelError, match="MJCF has <mujoco>"):
        load(other)

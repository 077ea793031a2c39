"""What files of public robots hold, in small files of our own."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from sarrus import ModelError, load, load_mjcf, mjcf_keyframes
from sarrus.model.meshes import read_mesh
from sarrus.model.shapes import Box, Capsule, Cylinder, Shape, Sphere

CORNERS = [[x, y, z] for x in (-1.0, 1.0) for y in (-0.5, 0.5) for z in (-0.25, 0.25)]
BRICK = " ".join(str(x) for corner in CORNERS for x in corner)
# a simplex without symmetry, whose numbers are exact in single precision
SIMPLEX = "0 0 0 1 0.25 0 0.25 0.5 0 0 0.25 0.75"
JOINT = '<joint name="j" axis="0 1 0" range="0.5 2"/><geom type="box" size="0.1 0.2 0.3"/>'


def fitted(kind: str, more: str = "", vertices: str = BRICK, compiler: str = "") -> str:
    return f"""<mujoco><compiler {compiler}/>
      <asset><mesh name="m" vertex="{vertices}" inertia="exact"/></asset>
      <worldbody><body name="b" pos="1 2 3"><joint/>
        <geom type="{kind}" mesh="m" pos="0.1 0.2 0.3" euler="10 20 30" {more}/></body></worldbody>
      </mujoco>"""


def driven(defaults: str, drives: str, joint: str = JOINT) -> str:
    return f"""<mujoco><compiler angle="radian"/><default>{defaults}</default>
      <worldbody><body name="b">{joint}</body></worldbody>
      <actuator>{drives}</actuator></mujoco>"""


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        # of a brick with the half edges 1, 0.5, 0.25: its longest axis is z
        ("box", Box((0.5, 1.0, 2.0))),
        ("sphere", Sphere(1.75 / 3)),
        ("cylinder", Cylinder(0.375, 2.0)),
        ("capsule", Capsule(0.375, 2.0 - 0.375)),
    ],
)
def test_shapes_are_fitted_to_the_inertia_of_a_mesh(kind: str, expected: Shape) -> None:
    found = load_mjcf(fitted(kind)).body("b")
    (placed,) = found.shapes
    assert type(placed.shape) is type(expected)
    for name in ("radius", "length", "size"):
        if hasattr(expected, name):
            wanted = getattr(expected, name)
            np.testing.assert_allclose(getattr(placed.shape, name), wanted, rtol=1e-12)
    assert found.mass == pytest.approx(1000.0 * (expected.volume or 0.0), rel=1e-12)
    np.testing.assert_allclose(placed.pose.position, (0.1, 0.2, 0.3), atol=1e-15)


def test_shapes_are_fitted_to_the_box_around_a_mesh() -> None:
    found = load_mjcf(fitted("sphere", 'fitscale="2"', compiler='fitaabb="true"')).body("b")
    (placed,) = found.shapes
    assert isinstance(placed.shape, Sphere)
    assert placed.shape.radius == pytest.approx(2.0, rel=1e-12)


@pytest.mark.peer
@pytest.mark.parametrize("around", ["true", "false"])
@pytest.mark.parametrize("kind", ["box", "sphere", "cylinder", "capsule", "ellipsoid"])
def test_fitted_shapes_are_those_of_mujoco(kind: str, around: str) -> None:
    peer = pytest.importorskip("mjcf.peer_model", reason="needs MuJoCo", exc_type=ImportError)
    text = fitted(kind, 'fitscale="1.25"', SIMPLEX, f'fitaabb="{around}"')
    worst = peer.Pair(text, load_mjcf(text)).worst(0)
    # principal axes are found there by rotations that end at 1e-10 or so; vertices in them are
    # kept in single precision
    assert max(worst.values()) < (1e-7 if around == "true" else 1e-9), worst


@pytest.mark.peer
@pytest.mark.parametrize(
    ("defaults", "drives"),
    [
        # the last that is said counts: a damping or a ratio, and not for other kinds of drives
        ('<position kp="50" dampratio="1"/>', '<velocity name="d" joint="j" kv="5"/>'),
        ('<position kp="50" dampratio="1"/>', '<position name="d" joint="j" kv="3"/>'),
        ('<position kp="50" kv="3"/>', '<position name="d" joint="j" dampratio="0.5"/>'),
        # controls of 0 are moved into the range of the joint
        ('<position kp="5" inheritrange="0.5"/>', '<position name="d" joint="j"/>'),
        ('<position kp="5" inheritrange="1"/>', '<general name="d" joint="j"/>'),
        ('<position inheritrange="1"/>', '<position name="d" joint="j" ctrlrange="0 3"/>'),
        ('<position kp="5" inheritrange="1"/>', '<motor name="d" joint="j"/>'),
        # all drives of a joint together are cut, and each by its own range before
        (
            '<joint actuatorfrcrange="-0.4 0.2"/>',
            '<position name="d" joint="j" kp="9" gear="-2"/>',
        ),
        (
            '<joint actuatorfrcrange="-0.4 0.2"/>',
            '<position name="d" joint="j" kp="9" forcerange="-9 0.1"/>',
        ),
        (
            '<joint actuatorfrcrange="-0.4 0.2" actuatorfrclimited="false"/>',
            '<position name="d" joint="j" kp="9"/>',
        ),
    ],
)
def test_drives_are_those_of_mujoco(defaults: str, drives: str) -> None:
    peer = pytest.importorskip("mjcf.peer_model", reason="needs MuJoCo", exc_type=ImportError)
    text = driven(defaults, drives)
    pair = peer.Pair(text, load_mjcf(text))
    for seed in range(3):
        worst = pair.worst(seed)
        assert max(worst.values()) < 1e-12, worst


def test_two_drives_of_a_cut_joint_are_told() -> None:
    two = '<position name="d" joint="j" kp="9"/><motor name="e" joint="j"/>'
    model = load_mjcf(driven('<joint actuatorfrcrange="-1 1"/>', two))
    (notice,) = [n for n in model.notices if n.severity == "warning"]
    assert "cuts each drive by itself" in notice.rule
    assert notice.location is not None


def test_held_motors_are_cut() -> None:
    text = driven("", '<motor name="d" joint="j" forcerange="-2 2"/>')
    model = load_mjcf(text, controls={"d": 5.0})
    assert model.forces[0].effort == 2.0  # type: ignore[attr-defined]


def test_parts_name_files_from_their_own_folder(tmp_path: Path) -> None:
    for name in ("parts", "meshes"):
        (tmp_path / name).mkdir()
    (tmp_path / "parts" / "arm.xml").write_text(
        '<mujoco><asset><mesh name="m" file="../meshes/m.obj"/></asset><worldbody>'
        '<include file="hand.xml"/></worldbody></mujoco>'
    )
    (tmp_path / "parts" / "hand.xml").write_text(
        '<mujocoinclude><body name="b"><joint/><geom type="mesh" mesh="m"/></body></mujocoinclude>'
    )
    corners = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"
    faces = "f 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n"
    (tmp_path / "meshes" / "m.obj").write_text(corners + faces)
    main = tmp_path / "robot.xml"
    main.write_text('<mujoco><include file="parts/arm.xml"/></mujoco>')
    assert load(main).body("b").mass == pytest.approx(1000.0 / 6.0, rel=1e-12)
    # without a part all else would be unknown names: that alone is told
    main.write_text(
        '<mujoco><include file="parts/leg.xml"/><actuator><motor joint="k"/></actuator></mujoco>'
    )
    with pytest.raises(ModelError, match="not a file here") as caught:
        load(main)
    assert len(caught.value.problems) == 1


@pytest.mark.parametrize(
    "text",
    [
        '<mujocoinclude><actuator><motor joint="j"/></actuator></mujocoinclude>',
        '<mujoco><keyframe><key qpos="1 2"/></keyframe></mujoco>',
    ],
)
def test_a_part_alone_is_told_to_be_one(text: str) -> None:
    with pytest.raises(ModelError, match="a part that another file includes") as caught:
        load_mjcf(text)
    assert len(caught.value.problems) == 1


def test_of_several_objects_the_first_counts(tmp_path: Path) -> None:
    one = "o one\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n"
    two = "o two\nv 5 0 0\nv 9 0 0\nv 5 4 0\nv 5 0 4\nf 5 7 6\nf 5 6 8\nf 6 7 8\nf 5 8 7\n"
    (tmp_path / "m.obj").write_text(one + two)
    path = tmp_path / "m.xml"
    path.write_text(
        '<mujoco><asset><mesh name="m" file="m.obj"/></asset><worldbody><body name="b"><joint/>'
        '<geom type="mesh" mesh="m"/></body></worldbody></mujoco>'
    )
    model = load(path)
    assert model.body("b").mass == pytest.approx(1000.0 / 6.0, rel=1e-12)
    assert any("the first counts" in n.rule for n in model.notices)
    # elsewhere a file is all that it holds
    assert len(read_mesh(str(tmp_path / "m.obj")).faces) == 8


def test_four_corners_are_cut_along_the_shorter_diagonal(tmp_path: Path) -> None:
    path = tmp_path / "m.obj"
    path.write_text("v 0 0 0\nv 1 0 0\nv 3 3 1\nv 0 1 0\nf 1 2 3 4\n")
    assert read_mesh(str(path)).faces.tolist() == [[1, 2, 3], [1, 3, 0]]
    path.write_text("v 0 0 0\nv 3 0 0\nv 1 1 0\nv 0 3 0\nf 1 2 3 4\n")
    assert read_mesh(str(path)).faces.tolist() == [[0, 1, 2], [0, 2, 3]]


def test_a_quaternion_of_zeros_in_a_keyframe_is_no_turn() -> None:
    text = (
        '<mujoco><worldbody><body name="b"><freejoint name="f"/><geom size="1"/></body></worldbody>'
        '<keyframe><key name="k" qpos="1 2 3 0 0 0 0"/></keyframe></mujoco>'
    )
    assert list(mjcf_keyframes(text)["k"].coordinates.values()) == [1, 2, 3, 1, 0, 0, 0]
    assert [n.code for n in load_mjcf(text).notices if n.severity == "warning"] == ["M20"]


def test_zeros_before_a_decimal_point_are_no_octal_number() -> None:
    text = '<mujoco><worldbody><body name="b"><joint/><geom size="{}"/></body></worldbody></mujoco>'
    assert load_mjcf(text.format("00.5")).body("b").shapes[0].shape == Sphere(0.5)
    with pytest.raises(ModelError, match="octal"):
        load_mjcf(text.format("010"))

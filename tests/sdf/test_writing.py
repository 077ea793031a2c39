"""Models as SDF files, and back: the same motion, and what is lost is said."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from mjcf.own_models import ALL as MJCF
from mjcf.test_writing import compare, motion_of
from sarrus import (
    Mechanism,
    Model,
    ModelError,
    convert,
    gallery,
    load,
    load_mjcf,
    load_sdf,
    save_sdf,
)
from sarrus.formats.sdf.saving import sdf_text
from sarrus.model.pose import Pose
from sdf.generated import generated
from sdf.own_models import ALL, ARM
from urdf.own_robots import NAMES, text_of

FEW, MANY = 5, 200


def near(a: Pose, b: Pose) -> None:
    np.testing.assert_allclose(b.position, a.position, rtol=0, atol=1e-12)
    np.testing.assert_allclose(b.rotation, a.rotation, rtol=0, atol=1e-12)


def same_models(first: Model, second: Model) -> None:
    """Every body, joint, frame, force and coupler is there again, poses within 1e-12."""
    assert [b.name for b in second.bodies] == [b.name for b in first.bodies]
    by_name = {joint.name: joint for joint in second.joints}
    assert by_name.keys() == {joint.name for joint in first.joints}
    for body, other in zip(first.bodies, second.bodies, strict=True):
        near(body.pose, other.pose)
        assert (other.mass, other.com) == (body.mass, body.com)
        assert other.inertia == body.inertia
        assert [s.shape for s in other.shapes] == [s.shape for s in body.shapes]
    for joint in first.joints:
        other = by_name[joint.name]
        assert (other.type, other.parent, other.child) == (joint.type, joint.parent, joint.child)
        near(joint.on_parent, other.on_parent)
        near(joint.on_child, other.on_child)
        for limits in ("limits", "speed_limits", "effort_limits"):
            assert getattr(other, limits) == getattr(joint, limits)
    assert set(second.forces) == set(first.forces)
    assert [c.terms for c in second.couplers] == [c.terms for c in first.couplers]
    assert [c.offset for c in second.couplers] == pytest.approx([c.offset for c in first.couplers])
    frames = {frame.name: frame for frame in second.frames}
    for frame in first.frames:
        assert frames[frame.name].body == frame.body
        near(frame.pose, frames[frame.name].pose)
    assert second.gravity == first.gravity


@pytest.mark.parametrize("name", ["arm", "four_bar", "nested"])
def test_own_models_come_back_whole(name: str) -> None:
    first = load_sdf(ALL[name])
    text, notices = sdf_text(first)
    assert not notices
    second = load_sdf(text)
    same_models(first, second)
    same_models(second, load_sdf(sdf_text(second)[0]))


def test_all_joint_types_come_back() -> None:
    first = load_sdf(ALL["joints"])
    text, notices = sdf_text(first)
    # the link between two hinges has no mass; the static model is a drawing of ground
    assert {n.element for n in notices} == {
        "body 'je_link'",
        "ground",
        "frame 'floor::plane'",
    }
    second = load_sdf(text)
    compare(first, second, 4)


@pytest.mark.parametrize("i", range(FEW))
def test_there_and_back(i: int) -> None:
    first = load_sdf(generated(i, ball=True))
    text, _ = sdf_text(first)
    compare(first, load_sdf(text), i)


@pytest.mark.slow
@pytest.mark.parametrize("i", range(FEW, MANY))
def test_many_there_and_back(i: int) -> None:
    first = load_sdf(generated(i, ball=True))
    text, _ = sdf_text(first)
    compare(first, load_sdf(text), i)


@pytest.mark.parametrize("name", NAMES)
def test_robots_of_urdf_in_sdf(name: str, tmp_path: Path) -> None:
    source = tmp_path / "robot.urdf"
    source.write_text(text_of(name))
    first = load(source)
    try:
        convert(source, tmp_path / "robot.sdf")
    except ModelError as error:
        # loops that are open where all coordinates are zero, and joints that SDF has not
        assert {p.code for p in error.problems} == {"F21"}
        return
    second = load(tmp_path / "robot.sdf")
    # a link may not be called world in SDF
    names = {"world_body" if b.name == "world" else b.name for b in first.bodies}
    assert {b.name for b in second.bodies} >= names
    if {j.name: j.type for j in first.joints} == {j.name: j.type for j in second.joints}:
        values = np.random.default_rng(3).uniform(-0.6, 0.6, 400)
        a, b = motion_of(first, values), motion_of(second, values)
        size = max(float(np.max(np.abs(x), initial=1.0)) for x in a.values())
        for key, value in a.items():
            np.testing.assert_allclose(b[key], value, rtol=1e-12, atol=1e-12 * size, err_msg=key)


def test_mjcf_in_sdf_and_back() -> None:
    first = load_mjcf(MJCF["arm"], actuators=False, armature=False)
    text, _ = sdf_text(first, partial=True)
    second = load_sdf(text)
    kept = {force.name for force in second.forces}
    less = replace(first, forces=tuple(f for f in first.forces if f.name in kept))
    compare(less, second, 1)


def test_closed_loops_of_the_gallery() -> None:
    for example in ("four_bar", "slider_crank"):
        first = getattr(gallery, example)()
        first = first.build() if isinstance(first, Mechanism) else first
        model = getattr(first, "model", first)
        text, _ = sdf_text(model, partial=True)
        second = load_sdf(text, base="weld")
        one, two = model.compile(), second.compile()
        assert one.nv == two.nv
        np.testing.assert_allclose(
            one.mass_matrix(one.assemble().q), two.mass_matrix(two.assemble().q), atol=1e-10
        )


def test_an_open_loop_is_refused() -> None:
    m = Mechanism("open")
    a = m.body("a", 1.0, (0.1, 0, 0), (0.01, 0.01, 0.01))
    b = m.body("b", 1.0, (0.1, 0, 0), (0.01, 0.01, 0.01))
    hinge = {"on_child": Pose()}
    m.revolute("A", m.ground, a, on_parent=Pose(), **hinge)
    m.revolute("B", a, b, on_parent=Pose((0.3, 0, 0)), **hinge)
    m.spherical("C", m.ground, b, on_parent=Pose((0.3, 0.3, 0)), on_child=Pose((0.3, 0, 0)))
    with pytest.raises(ModelError, match="open where all coordinates are zero"):
        sdf_text(m.build())


def test_what_cannot_be_held_is_refused_all_at_once(tmp_path: Path) -> None:
    m = Mechanism("odd")
    arm = m.body("arm", 1.0, (0.1, 0, 0), (0.01, 0.01, 0.01))
    m.revolute("arm", m.ground, arm, at=(0, 0, 0), axis="y", speed_limit=2.0)
    m.pid("servo", "arm", kp=5.0, target=0.2)
    m.joint_gas_spring("soft", "arm", effort=5.0, ratio=2.0)
    m.joint_spring("wound", "arm", k=4.0, d=0.5, free=0.2, preload=1.0)
    with pytest.raises(ModelError) as caught:
        save_sdf(m.build(), tmp_path / "odd.sdf")
    assert {p.element for p in caught.value.problems} == {"force 'servo'", "force 'soft'"}
    notices = save_sdf(m.build(), tmp_path / "odd.sdf", partial=True)
    text = "\n".join(map(str, notices))
    # names are of links, joints and frames together there
    assert "is called 'arm_joint'" in text and "is called 'arm_spring'" in text
    model = load_sdf(tmp_path / "odd.sdf")
    (spring,) = [f for f in model.forces if f.type_name == "joint_spring"]
    # preload 1 at 0.2 with k = 4 is a spring that is free at 0.45
    assert getattr(spring, "free") == pytest.approx(0.45, abs=1e-15)  # noqa: B009
    assert model.joint("arm_joint").speed_limits == (2.0,)


def test_joints_that_lead_to_ground_and_other_types() -> None:
    m = Mechanism("turned", (0, 0, -1.6))
    a = m.body("a", 1.0, (0.1, 0, 0), (0.01, 0.01, 0.01), at=(0, 0, 1))
    b = m.body("b", 1.0, (0.1, 0, 0), (0.01, 0.01, 0.01), at=(0.3, 0, 1))
    m.revolute("R", a, m.ground, at=(0, 0, 1), axis="y")
    m.cylindrical("Z", a, b, at=(0.3, 0, 1), axis="x")
    m.couple("gear", {"Z.angle": 1, "R.angle": 2.0}, offset=0.1)
    model = m.build()
    text, notices = sdf_text(model)
    assert any("is written as Z_1, Z_2" in str(n) for n in notices)
    second = load_sdf(text)
    assert second.gravity == (0.0, 0.0, -1.6)
    assert [j.name for j in second.joints] == ["R", "Z_1", "Z_2"]
    one, two = model.compile(), second.compile()
    for angle in (0.0, 0.4):
        first, other = one.assemble({"R": angle}), two.assemble({"R": angle})
        np.testing.assert_allclose(
            np.sort(np.linalg.eigvalsh(one.mass_matrix(first.q))),
            np.sort(np.linalg.eigvalsh(two.mass_matrix(other.q))),
            atol=1e-12,
        )


def test_convert_both_ways(tmp_path: Path) -> None:
    source = tmp_path / "arm.sdf"
    source.write_text(ARM)
    convert(source, tmp_path / "arm.yaml")
    convert(tmp_path / "arm.yaml", tmp_path / "again.sdf")
    compare(load_sdf(source), load_sdf(tmp_path / "again.sdf"), 5)

"""Models as robot files: what is written reads back as the same mechanism."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from closeness import assert_close
from random_trees import random_tree
from sarrus import Mechanism, Model, ModelError, System, load, load_urdf, save_urdf
from sarrus.errors import EnvironmentProblem
from sarrus.formats.urdf.saving import urdf_text
from sarrus.formats.xml.writing import roll_pitch_yaw_of
from sarrus.model import Pose
from sarrus.model.building.orientation import roll_pitch_yaw
from sarrus.model.pose import matrix3
from sarrus.spatial.rotation import quaternion_matrix, quaternion_of
from urdf.own_robots import NAMES, path_of, random_motion, text_of
from urdf.tree_efforts import tree_efforts, tree_of

REL = 1e-12
ROUND_TRIPS = [
    *((name, {}) for name in NAMES),
    *((name, {"merge_fixed": True}) for name in NAMES),
    *((name, {"base": "free"}) for name in NAMES if name != "four_bar"),  # its root is ground
]


def same_efforts(one: System, two: System, rel: float = REL) -> None:
    """Compare inverse dynamics at random states, coordinate by coordinate."""
    places = {name: i for i, name in enumerate(two.compiled.layout.v_names)}
    order = [places[name] for name in one.compiled.layout.v_names]
    for seed in range(3):
        q, v, vdot = random_motion(one, seed)
        other_q = np.zeros(two.nq)
        for name, part in one.compiled.layout.q_slice.items():
            other_q[two.compiled.layout.q_slice[name]] = q[part]
        other_v, other_vdot = np.zeros(two.nv), np.zeros(two.nv)
        other_v[order], other_vdot[order] = v, vdot
        found = two.inverse_dynamics(other_q, other_v, other_vdot)[order]
        assert_close(found, one.inverse_dynamics(q, v, vdot), rel)


def names(model: Model) -> list[list[str]]:
    kinds = (model.bodies, model.joints, model.forces, model.couplers, model.frames)
    return [[item.name for item in kind] for kind in kinds]


@pytest.mark.parametrize(("name", "options"), ROUND_TRIPS, ids=str)
def test_round_trip_of_robots(name: str, options: dict, tmp_path: Path) -> None:
    model = load(path_of(name), **options)
    notices = save_urdf(model, tmp_path / "again.urdf")
    assert not notices and [f.name for f in tmp_path.iterdir()] == ["again.urdf"]
    again = load(tmp_path / "again.urdf")
    assert names(again) == names(model) and again.name == model.name
    assert again.couplers == model.couplers and again.forces == model.forces
    for ours, theirs in zip(model.joints, again.joints, strict=True):
        assert ours.limits == theirs.limits and ours.speed_limits == theirs.speed_limits
        assert ours.effort_limits == theirs.effort_limits
    assert tree_of(model) == tree_of(again)
    for seed in range(3):
        assert_close(tree_efforts(again, seed), tree_efforts(model, seed), REL)


@pytest.mark.parametrize(
    ("name", "position", "drives"),
    [("gripper", {"lift": 0.1, "roll": 0.3, "left": 0.02}, 3), ("four_bar", {"A": 0.4}, 1)],
)
def test_round_trip_of_closed_robots(name: str, position: dict, drives: int) -> None:
    """Efforts on the drives and free accelerations, with the loops closed."""
    model = load(path_of(name))
    one, two = model.compile(), load_urdf(urdf_text(model)[0]).compile()
    assert one.mobility().freedom == two.mobility().freedom == drives
    velocity = {joint: 0.7 for joint in position}
    first, second = (system.assemble(position, velocity) for system in (one, two))
    assert_close(second.q, first.q, REL)
    assert_close(two.accelerations(second).vdot, one.accelerations(first).vdot, 1e-11)
    for driven in position:
        moving = [
            s.accelerations(at, driven={driven: 2.0}) for s, at in ((one, first), (two, second))
        ]
        assert_close(moving[1].efforts[driven], moving[0].efforts[driven], 1e-11)


@pytest.mark.parametrize("seed", range(4))
def test_bodies_with_frames_anywhere(seed: int) -> None:
    """Joints that are not at the body frames, and hinges that lead towards ground."""
    types = ("revolute", "prismatic", "weld")
    model = random_tree(seed, 8, types=types, gravity=(0, 0, -9.81))
    text, notices = urdf_text(model)
    again = load_urdf(text)
    assert {body.name for body in again.bodies} == {body.name for body in model.bodies}
    assert any("link frames" in str(notice) for notice in notices)
    same_efforts(model.compile(), again.compile())


@pytest.mark.parametrize("seed", range(3))
def test_all_native_types(seed: int) -> None:
    types = ("revolute", "prismatic", "weld", "free", "planar")
    model = random_tree(seed, 7, types=types, gravity=(0, 0, -9.81), reversals=False)
    same_efforts(model.compile(), load_urdf(urdf_text(model)[0]).compile())


def test_chains_of_hinges_and_sliders() -> None:
    """A Cardan and a cylindrical joint have the same coordinates as their chains."""
    types = ("universal", "cylindrical", "revolute")
    model = random_tree(11, 6, types=types, gravity=(0, 0, -9.81), reversals=False)
    kinds = {joint.name: joint.type.type_name for joint in model.joints}
    assert {"universal", "cylindrical"} <= set(kinds.values())
    with pytest.raises(ModelError, match="chains=True"):
        urdf_text(model)
    text, notices = urdf_text(model, chains=True)
    one, two = model.compile(), load_urdf(text).compile()
    assert one.nv == two.nv and len([n for n in notices if "coordinates" in str(n)]) >= 2
    q, v, vdot = random_motion(one, 3)
    parts = {
        name: [f"{name}_1", f"{name}_2"] if kinds[name] != "revolute" else [name] for name in kinds
    }
    theirs = np.zeros((3, two.nv))
    order = []
    for name, own in parts.items():
        for k, other in enumerate(own):
            at, to = (
                one.compiled.layout.v_slice[name].start + k,
                two.compiled.layout.v_slice[other].start,
            )
            theirs[:, to] = q[at], v[at], vdot[at]
            order.append((at, to))
    found, expected = two.inverse_dynamics(*theirs), one.inverse_dynamics(q, v, vdot)
    assert_close([found[to] for _, to in order], [expected[at] for at, _ in order], 1e-11)


def test_ball_joint_as_three_hinges_has_the_same_energy() -> None:
    m = Mechanism("pendulum")
    bob = m.body("bob", 2.0, (0.1, 0.2, -0.5), (0.2, 0.3, 0.1), at=(0.3, 0, 1))
    m.spherical("ball", m.ground, bob, at=(0.2, 0.1, 1.1), rpy=(0.3, 0.2, 0.1))
    model = m.build()
    one, two = model.compile(), load_urdf(urdf_text(model, chains=True)[0]).compile()
    a, b, c = 0.4, -0.7, 0.9
    rates = np.array([1.0, -2.0, 0.5])
    turns = [np.array(roll_pitch_yaw(*angles)) for angles in ((a, 0, 0), (0, b, 0), (0, 0, c))]
    R = turns[0] @ turns[1] @ turns[2]
    omega = R.T @ (
        rates[0] * np.eye(3)[0]
        + turns[0] @ (rates[1] * np.eye(3)[1] + turns[1] @ (rates[2] * np.eye(3)[2]))
    )
    where = [two.compiled.layout.v_slice[f"ball_{k}"].start for k in (1, 2, 3)]
    q, v = np.zeros(3), np.zeros(3)
    q[where], v[where] = (a, b, c), rates
    expected = one.energy(quaternion_of(R), omega)
    assert two.energy(q, v).kinetic == pytest.approx(expected.kinetic, rel=1e-12)
    assert two.energy(q, v).potential == pytest.approx(expected.potential, rel=1e-12)


def test_screw_as_a_hinge_and_a_slider_that_follows() -> None:
    m = Mechanism("jack")
    nut = m.body("nut", 3.0, (0, 0, 0), (0.1, 0.1, 0.2))
    m.helical("screw", m.ground, nut, at=(0, 0, 0), axis="z", lead=0.02)
    model = m.build()
    one = model.compile()
    two = load_urdf(urdf_text(model, chains=True)[0]).compile()
    state = two.assemble({"screw_1": 1.3})
    assert state["screw_2"] == pytest.approx(1.3 * 0.02 / (2 * np.pi), abs=1e-14)
    falling = one.accelerations(one.assemble({"screw": 1.3}))["screw"]
    assert two.accelerations(state)["screw_1"] == pytest.approx(falling, rel=1e-10)


def test_loops_are_closed_by_loop_joints() -> None:
    """The joint that URDF lacks closes the loop, whatever the order of the joints."""
    m = Mechanism("rssr")
    crank = m.body("crank", 1.0, (0.05, 0, 0), (0.01, 0.01, 0.01), at=(0, 0, 0))
    rod = m.body("rod", 0.5, (0.2, 0.1, 0), (0.01, 0.02, 0.02), at=(0.1, 0, 0))
    arm = m.body("arm", 0.8, (0, 0.1, 0), (0.02, 0.01, 0.02), at=(0.5, 0, 0))
    m.revolute("A", m.ground, crank, at=(0, 0, 0), axis="z")
    m.spherical("B", crank, rod, at=(0.1, 0, 0))
    m.universal("C", rod, arm, at=(0.5, 0.2, 0), axis="x", axis2="y")
    m.revolute("D", arm, m.ground, at=(0.5, 0, 0), axis="z")
    model = m.build()
    with pytest.raises(ModelError, match=r"'[BC]'"):
        urdf_text(model)
    text, _ = urdf_text(model, chains=True)
    again = load_urdf(text)
    assert text.count("<loop_joint") == 1
    assert again.compile().mobility().freedom == model.compile().mobility().freedom


def test_what_urdf_cannot_hold_is_refused_or_left_out() -> None:
    m = Mechanism("odd", (0, -9.81, 0))
    one = m.body("one", 1.0, (0, 0, 0), (0.1, 0.1, 0.1))
    two = m.body("two", 1.0, (0, 0, 0), (0.1, 0.1, 0.1), at=(1, 0, 0))
    m.revolute("A", m.ground, one, at=(0, 0, 0), axis="z")
    m.revolute("B", m.ground, two, at=(1, 0, 0), axis="z", limits=(None, 2.0))
    m.spring_damper("spring", one, two, at_a=(0, 0.1, 0), at_b=(1, 0.1, 0), k=10.0, free_length=1.0)
    m.joint_spring("wind_up", "A", 3.0)
    m.distance("rod", one, two, at_a=(0, 0.2, 0), at_b=(1, 0.2, 0))
    model = m.build()
    with pytest.raises(ModelError) as caught:
        urdf_text(model)
    refused = " ".join(str(problem) for problem in caught.value.problems)
    assert all(f"'{name}'" in refused for name in ("spring", "wind_up", "rod"))
    text, notices = urdf_text(model, partial=True)
    said = " ".join(str(notice) for notice in notices)
    assert all(word in said for word in ("'spring'", "'wind_up'", "'rod'", "gravity", "one side"))
    assert not load_urdf(text).forces
    wrist = Mechanism("wrist")
    hand = wrist.body("hand", 1.0, (0, 0, 0.1), (0.1, 0.1, 0.1))
    wrist.spherical("ball", wrist.ground, hand, at=(0, 0, 0))
    with pytest.raises(ModelError, match="spherical"):
        urdf_text(wrist.build(), partial=True)


def test_three_coordinates_cannot_be_a_mimic() -> None:
    m = Mechanism("differential", (0, 0, -9.81))
    for name in "LRC":
        wheel = m.body(f"wheel_{name}", 1.0, (0, 0, 0), (0.1, 0.1, 0.1))
        m.revolute(name, m.ground, wheel, at=(0, 0, 0), axis="z")
    m.couple("mean", {"L": 1.0, "R": 1.0, "C": -2.0})
    with pytest.raises(ModelError, match="coupler 'mean'"):
        urdf_text(m.build())


def test_couplers_in_a_row_become_mimics_without_a_circle() -> None:
    m = Mechanism("train")
    for name in "ABC":
        wheel = m.body(f"wheel_{name}", 1.0, (0, 0, 0), (0.1, 0.1, 0.1))
        m.revolute(name, m.ground, wheel, at=(0, 0, 0), axis="z")
    m.gear("one", "A", "B", -2.0)
    m.gear("two", "C", "B", 3.0, offset=0.4)
    again = load_urdf(urdf_text(m.build())[0]).compile()
    state = again.assemble({"A": 0.5})
    assert state["B"] == pytest.approx(-1.0, abs=1e-12)
    assert state["C"] == pytest.approx((-1.0 - 0.4) / 3.0, abs=1e-12)


def test_names_with_signs_of_xml() -> None:
    m = Mechanism("a \"b\" <c> & 'd'")
    part = m.body('<&">', 1.0, (0, 0, 0), (0.1, 0.1, 0.1))
    m.revolute("'&'", m.ground, part, at=(0, 0, 0), axis="z")
    again = load_urdf(urdf_text(m.build())[0])
    assert again.name == m.name and names(again)[:2] == [['<&">'], ["'&'"]]


def test_E01_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(EnvironmentProblem):
        save_urdf(load_urdf(text_of("gripper")), tmp_path / "none" / "x.urdf")


def test_angles_of_every_rotation() -> None:
    """Also next to gimbal lock, where roll and yaw are one motion."""
    rng = np.random.default_rng(3)
    worst = 0.0
    for k in range(3000):
        R = np.array(quaternion_matrix(rng.normal(size=4)))
        R = R / np.cbrt(np.linalg.det(R))
        if k % 3:
            pitch = rng.choice((-1, 1)) * (np.pi / 2 - rng.choice((0.0, 1e-16, 1e-12, 1e-8, 1e-4)))
            R = np.array(roll_pitch_yaw(rng.uniform(-3, 3), pitch, rng.uniform(-3, 3)))
        again = np.array(roll_pitch_yaw(*roll_pitch_yaw_of(Pose(rotation=matrix3(R)))))
        worst = max(worst, float(np.max(np.abs(again - R))))
    assert worst < 1e-14

"""The scene: what the page shows is what was computed."""

from __future__ import annotations

import json

import numpy as np
import pytest

import sarrus
from sarrus.errors import ModelError
from sarrus.viewer import page_of, scene_of
from sarrus.viewer.embedding import Packer
from sarrus.viewer.sampling import FEWEST, MOST, history_at_frames
from sarrus.viewer.scene import Scene, continuous
from viewer.machines import MARKUP, four_bar, pendulum
from viewer.reading import arrays_of, joint_points


def read_back(packer: Packer) -> dict[str, np.ndarray]:
    return arrays_of(Scene({"arrays": packer.table}, packer.text()))


def test_steps_come_back_within_half_a_step() -> None:
    rng = np.random.default_rng(1)
    values = np.cumsum(rng.normal(size=(200, 3, 2)), axis=0)
    packer = Packer()
    packer.add_steps("x", values, 1e-4)
    packer.add_steps("y", values, np.linspace(1e-5, 1e-3, 6))
    found = read_back(packer)
    assert np.max(np.abs(found["x"] - values)) <= 0.5e-4 * (1 + 1e-6)
    steps = np.linspace(1e-5, 1e-3, 6).reshape(3, 2)
    assert np.all(np.abs(found["y"] - values) <= 0.5 * steps * (1 + 1e-6))


def test_floats_and_doubles_come_back_exactly() -> None:
    values = np.array([0.0, -1.5, np.pi, 1e-300, 1e30])
    packer = Packer()
    packer.add_floats("single", np.array([0.5, np.nan, -2.0]))
    packer.add_doubles("double", values)
    found = read_back(packer)
    np.testing.assert_array_equal(found["single"], [0.5, np.nan, -2.0])
    np.testing.assert_array_equal(found["double"], values)


def test_steps_grow_where_numbers_would_not_fit() -> None:
    packer = Packer()
    packer.add_steps("x", np.array([[1e9], [-1e9], [1.0]]), 1e-9)
    assert np.max(np.abs(read_back(packer)["x"].ravel() - [1e9, -1e9, 1.0])) < 1e9 / 2**28


def test_joints_are_drawn_where_they_are() -> None:
    """Positions from the kernels of joint loads, and on the parent those of the child."""
    drive = four_bar()
    scene = scene_of(drive)
    on_child, on_parent = (joint_points(scene, side) for side in ("Child", "Parent"))
    for name in "ABCD":
        expected = np.asarray(drive.history.reaction(name).at)
        np.testing.assert_allclose(on_child[name], expected, rtol=0, atol=2e-7)
        np.testing.assert_allclose(on_parent[name], on_child[name], rtol=0, atol=4e-7)


def test_joints_between_the_states_of_a_run() -> None:
    run = pendulum(until=0.5)
    scene = scene_of(run)
    arrays = arrays_of(scene)
    history = run.history.at(arrays["times"])
    tip = np.asarray(history["tip.position"])
    angle = np.asarray(history["A.angle"])
    np.testing.assert_allclose(tip[:, 0], np.cos(angle), atol=1e-12)
    body = scene.static["frames"][0]["body"]
    assert scene.static["bodies"][body]["name"] == "bob"
    position = arrays["positions"][:, body] + scene.static["origin"]
    np.testing.assert_allclose(position, history["bob.position"], rtol=0, atol=2e-7)


def test_quaternions_do_not_jump() -> None:
    turns = np.array([[0.1, 0.9, 0.0, 0.0], [-0.1, -0.9, 0.1, 0.0], [-0.1, -0.9, 0.2, 0.0]])
    found = continuous(turns[:, None])[:, 0]
    np.testing.assert_array_equal(found, [turns[0], -turns[1], -turns[2]])


def test_loads_and_what_is_unique_of_them() -> None:
    """In space, redundant rows leave the force along the axes open; in the plane nothing is."""
    drive = four_bar()
    scene = scene_of(drive)
    reactions = arrays_of(scene)["reactions"]
    for k, joint in enumerate(scene.static["joints"]):
        load = drive.history.reaction(joint["name"])
        assert joint["unique"][0] == [True, True, False]
        assert joint["unique"][0] == list(load.force.unique)
        largest = np.max(np.abs(load.force))
        np.testing.assert_allclose(reactions[:, k, :3], load.force, rtol=0, atol=1e-4 * largest)
    planar = scene_of(four_bar(planar=True))
    assert all(joint["unique"][0][:2] == [True, True] for joint in planar.static["joints"])


def test_efforts_are_what_drives_put_in() -> None:
    drive = four_bar()
    efforts = arrays_of(scene_of(drive))["efforts"]
    torque = np.asarray(drive["A.effort"])
    np.testing.assert_allclose(efforts[:, 0, 5], torque, rtol=0, atol=1e-4 * np.ptp(torque))
    assert not np.any(efforts[:, 1:])


def test_forces_of_springs_act_on_their_points() -> None:
    run = pendulum(until=0.3)
    scene = scene_of(run)
    arrays = arrays_of(scene)
    (acting,) = scene.static["acting"]
    assert acting["element"] == "S"
    history = run.history.at(arrays["times"])
    tip = np.asarray(history["tip.position"])
    pull = np.asarray(history["S.force"])[:, None]
    gap = np.array([1.0, 0.0, 1.0]) - tip
    expected = pull * gap / np.linalg.norm(gap, axis=1, keepdims=True)
    np.testing.assert_allclose(arrays["acting"][:, 0], expected, rtol=0, atol=1e-3)
    (line,) = scene.static["lines"]
    assert line["spring"] and line["damper"]
    np.testing.assert_allclose(line["b"]["at"], [1.0, 0.0, 0.0])


def test_channels_have_units_and_values() -> None:
    run = pendulum(until=0.3)
    scene = scene_of(run, channels=["A.angle", "tip.*"])
    listed = {channel["name"]: channel for channel in scene.static["channels"]}
    assert listed["A.angle"]["unit"] == "rad"
    assert listed["tip.velocity"]["components"] == ["x", "y", "z"]
    arrays = arrays_of(scene)
    line = listed["tip.velocity"]["line"]
    expected = np.asarray(run.history.at(arrays["times"])["tip.velocity"]).T
    np.testing.assert_allclose(arrays["channels"][line : line + 3], expected, atol=1e-6)
    with pytest.raises(ModelError, match=r"A\.angel"):
        scene_of(run, channels=["A.angel"])


def test_what_is_zero_is_left_out_unless_it_is_named() -> None:
    run = pendulum(until=0.1)
    names = [channel["name"] for channel in scene_of(run).static["channels"]]
    assert "A.angle" in names and "A.effort" not in names
    named = scene_of(run, channels="A.effort").static["channels"]
    assert [channel["name"] for channel in named] == ["A.effort"]


def test_frames_follow_fast_turning() -> None:
    slow, fast = (history_at_frames(pendulum(rate).history) for rate in (0.0, 300.0))
    assert len(slow) == FEWEST + 1
    assert np.diff(np.asarray(fast["A.angle"])).max() < 0.25
    assert len(fast) <= MOST + 1


def test_a_drive_keeps_its_own_times() -> None:
    drive = four_bar()
    np.testing.assert_array_equal(arrays_of(scene_of(drive))["times"], drive.t)


def test_up_is_against_gravity() -> None:
    for gravity, up in (((0, -9.81, 0), [0, 1, 0]), ((0, 0, 0), [0, 0, 1])):
        m = sarrus.Mechanism("up", gravity=gravity)
        m.body("b", mass=1.0, com=(0.1, 0, 0), inertia=(1, 1, 1))
        m.revolute("A", m.ground, "b", at=(0, 0, 0), axis="z")
        system = m.build().compile()
        run = system.simulate(system.assemble(rates={"A": 1.0}), until=0.1)
        assert scene_of(run).static["up"] == up


def test_names_are_text() -> None:
    scene = scene_of(pendulum(until=0.05, name=MARKUP), title=MARKUP)
    text = scene.text()
    assert not set("<>&") & set(text)
    assert json.loads(text)["bodies"][1]["name"] == MARKUP
    assert "<img" not in page_of(scene)


def test_only_results_are_shown() -> None:
    with pytest.raises(ModelError, match="shows a run"):
        scene_of(3)


def test_ten_seconds_of_fifty_bodies_in_two_megabytes() -> None:
    m = sarrus.Mechanism("fifty")
    for k in range(25):
        a, b = f"a{k}", f"b{k}"
        x = 0.1 * k
        m.body(a, mass=1.0, com=(x, 0, -0.1), inertia=(1e-3, 1e-3, 1e-3))
        m.body(b, mass=1.0, com=(x, 0, -0.3), inertia=(1e-3, 1e-3, 1e-3))
        m.revolute(f"A{k}", m.ground, a, at=(x, 0, 0), axis="y")
        m.revolute(f"B{k}", a, b, at=(x, 0, -0.2), axis="y")
    system = m.build().compile()
    rates = {f"A{k}": 1.0 + 0.3 * k for k in range(25)}
    run = system.simulate(system.assemble(rates=rates), until=10.0, every=0.02, rtol=1e-5)
    page = page_of(scene_of(run))
    assert len(page.encode("utf-8")) < 2_000_000

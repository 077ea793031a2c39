"""Loads of joints at points and in axes that move: one state, rows of states, drives, names."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from closeness import assert_close
from loops import mechanisms
from sarrus import Mechanism, ModelError, Study, System, analysis
from sarrus.system import Wrench
from system.machines import crane, state

MOVING: list[dict[str, Any]] = [
    {"at": "tip"},
    {"at": "tip", "axes": "tip"},
    {"at": ("load", (0.1, -0.2, 0.3)), "axes": "world"},
    {"at": ("tip", (0.1, 0.0, 0.3)), "axes": "body", "on": "parent"},
    {"at": "joint:swivel", "axes": "joint:swivel"},
    {"at": "ground", "axes": "turret"},
    {"axes": "eye"},
]


@pytest.fixture(scope="module")
def tree() -> System:
    return System(crane(), kernels=())


@pytest.fixture(scope="module")
def bar() -> System:
    return mechanisms.four_bar().compile(kernels=())


def place(system: System, at: Any, q: np.ndarray) -> np.ndarray:
    """Return the position of a place, from the poses."""
    name, r = (at, np.zeros(3)) if isinstance(at, str) else at
    if name == "ground":
        return np.zeros(3)
    if name.startswith("joint:"):
        joint = system.model.joint(name.removeprefix("joint:"))
        name, r = joint.child, joint.on_child.position
    pose = system.poses(q)[name]
    return pose.position + pose.rotation @ np.asarray(r)


def rotation(system: System, axes: str, q: np.ndarray) -> np.ndarray:
    if axes.startswith("joint:"):
        joint = system.model.joint(axes.removeprefix("joint:"))
        return system.poses(q)[joint.child].rotation @ np.array(joint.on_child.rotation)
    return system.poses(q)[axes].rotation


@pytest.mark.parametrize("how", MOVING, ids=str)
def test_a_load_is_moved_to_the_point_and_into_the_axes(tree: System, how: dict[str, Any]) -> None:
    """n_x = n + (p - x) x f, with x and the axes from the poses."""
    q, v, vdot = state(tree)
    on, axes = how.get("on", "child"), how.get("axes", "joint")
    fixed = tree.wrenches(q, v, vdot, on=on, axes="world")
    local = tree.wrenches(q, v, vdot, on=on, axes=axes) if axes in ("joint", "body") else None
    moved = tree.wrenches(q, v, vdot, **how)
    for name, wrench in moved.items():
        world = fixed[name]
        x = place(tree, how["at"], q) if "at" in how else world.at
        moment = world.moment + np.cross(world.at - x, world.force)
        if axes == "world":
            turn = np.eye(3)
        elif local is None:
            turn = rotation(tree, axes, q)
        else:  # the rotation that takes the force and the arm from one to the other
            assert_close(wrench.force, local[name].force, 1e-12)
            assert_close(np.linalg.norm(wrench.moment), np.linalg.norm(moment), 1e-12)
            continue
        assert_close(wrench.at, x, 1e-12)
        assert_close(wrench.force, turn.T @ world.force, 1e-12)
        assert_close(wrench.moment, turn.T @ moment, 1e-12)


def parts(wrench: Wrench) -> tuple[np.ndarray, ...]:
    return wrench.force, wrench.moment, wrench.at


@pytest.mark.parametrize("how", [{}, {"axes": "world", "at": (1, 2, 3)}, *MOVING], ids=str)
def test_rows_of_motions_are_those_of_single_ones(tree: System, how: dict[str, Any]) -> None:
    rows = [np.array(x) for x in zip(*(state(tree, seed) for seed in (1, 2, 3)), strict=True)]
    found = tree.reactions(*rows, **how)
    for k in range(3):
        one = tree.reactions(*(x[k] for x in rows), **how)
        for name, wrench in one.items():
            for a, b in zip(parts(found[name]), parts(wrench), strict=True):
                assert_close(a[k], b, 1e-12)


def test_kinematics_and_totals_of_rows_are_those_of_single_states(tree: System) -> None:
    q, v, vdot = (np.array(x) for x in zip(*(state(tree, s) for s in (1, 2, 3)), strict=True))
    moving, energy, momentum = tree.kinematics(q, v, vdot), tree.energy(q, v), tree.momentum(q, v)
    heat = analysis.dissipation(tree, q, v)
    for k in range(3):
        one = tree.kinematics(q[k], v[k], vdot[k])
        for name, body in one.items():
            for part, value in vars(body).items():
                assert_close(getattr(moving[name], part)[k], value, 1e-12)
        assert_close(energy.total[k], tree.energy(q[k], v[k]).total, 1e-12)
        assert_close(momentum.angular[k], tree.momentum(q[k], v[k]).angular, 1e-12)
        assert_close(heat[k], analysis.dissipation(tree, q[k], v[k]), 1e-12)


@pytest.mark.parametrize(
    "how", [{"at": "rocker", "axes": "coupler"}, {"on": "parent", "at": ("crank", (0, 0, 0.1))}],
    ids=str,
)  # fmt: skip
def test_a_drive_has_the_reactions_of_its_motions(bar: System, how: dict[str, Any]) -> None:
    drive = bar.drive({"A": lambda t: 0.4 + t}, until=0.3, every=0.1)
    found = drive.reactions("C", **how)
    for k, motion in enumerate(drive.motions):
        expected = bar.reactions(motion, joints=["C"], t=motion.state.t, **how)["C"]
        for a, b in zip(parts(found[k]), parts(expected), strict=True):
            assert_close(a, b, 1e-10)
        assert found[k].unique_force == expected.unique_force
        assert found[k].unique_moment == expected.unique_moment
        assert found[k].because == expected.because
    names = [f"{word}.{how[key]}" for word, key in (("in", "axes"), ("on", "on")) if key in how]
    if isinstance(how["at"], str):
        channel = drive[".".join(["C.reaction", *names, f"at.{how['at']}", "moment"])]
        assert_close(channel, np.array([w.moment for w in found]), 1e-12)
        assert channel.unique == found[0].unique_moment


def test_states_of_a_drive(bar: System) -> None:
    drive = bar.drive({"A": lambda t: 0.4 + t}, until=0.3, every=0.1)
    assert drive.state(-1)["A.angle"] == pytest.approx(0.7, abs=1e-12)
    assert drive.state(1).t == pytest.approx(0.1)
    assert bar.simulate(drive.state(1), until=0.11).t[0] == pytest.approx(0.1)
    with pytest.raises(ModelError, match="has 4 states"):
        drive.state(4)


def test_linearize_takes_moving_points(bar: System) -> None:
    start = bar.assemble({"A": 0.6}, {"A": 1.0})
    name = "B.reaction.at.rocker.in.coupler.force.x"
    slope = bar.linearize(start, outputs=[name], independent=["A"]).C[0, 0]
    h = 1e-6
    near = [bar.assemble({"A": 0.6 + s * h}, {"A": 1.0}, guess=start) for s in (1, -1)]
    values = [
        bar.reactions(x, joints=["B"], at="rocker", axes="coupler")["B"].force[0] for x in near
    ]
    assert slope == pytest.approx((values[0] - values[1]) / (2 * h), rel=1e-5)


def test_files_ask_for_moving_points() -> None:
    model = mechanisms.four_bar()
    outputs = ["B.reaction.at.rocker.in.world.moment.y", "C.reaction.unique"]
    study = Study.of(model, {"outputs": outputs, "run": {"until": 0.02}})
    assert study.outputs == tuple(outputs)
    with pytest.raises(ModelError, match="is not a channel"):
        Study.of(model, {"outputs": ["B.reaction.at.moon.force"]})


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ({"axes": "moon"}, "none of 'joint', 'body', 'world', nor the name of a body"),
        ({"at": "moon"}, "not a body, frame or joint"),
        ({"at": (1, 2)}, "must be 3 numbers"),
        ({"at": ("tip", 1)}, "must be three numbers"),
        ({"at": ("joint:hinge", (0, 0, 1))}, "points are given on bodies"),
    ],
)
def test_what_is_no_place_is_refused(tree: System, how: dict[str, Any], words: str) -> None:
    with pytest.raises(ModelError, match=words):
        tree.reactions(*state(tree), **how)


def test_names_with_dots_and_words_of_the_grammar() -> None:
    m = Mechanism("odd")
    body = m.body("at", mass=1.0, com=(0, 0, -1), inertia=(1, 1, 1))
    m.revolute("J.reaction", m.ground, body, at=(0, 0, 0), axis="x")
    m.frame("in.world", body, at=(0, 0.2, -1))
    system = m.build().compile(kernels=())
    drive = system.drive({"J.reaction": lambda t: t}, until=0.2, every=0.1)
    for name, how in (
        ("J.reaction.reaction.at.in.world.in.at.moment", {"at": "in.world", "axes": "at"}),
        ("J.reaction.reaction.in.world.at.at.moment", {"at": "at", "axes": "world"}),
    ):
        expected = np.array([w.moment for w in drive.reactions("J.reaction", **how)])
        assert_close(drive[name], expected, 1e-12)

"""Loop joints, damping and friction, against equations written by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest

from sarrus import Mechanism, load_urdf
from urdf.own_robots import text_of

G = 9.81


def test_parallelogram_has_the_equation_of_one_angle() -> None:
    """The coupler only translates: T = (J_A + J_D + m L^2) w^2 / 2, V = sum m g h."""
    system = load_urdf(text_of("four_bar")).compile()
    assert system.mobility().freedom == 1
    L = 0.3
    J_A, J_D = 0.009 + 1.1 * 0.15**2, 0.011 + 1.3 * 0.15**2
    inertia = J_A + J_D + 2.0 * L**2
    lever = 1.1 * 0.15 + 1.3 * 0.15 + 2.0 * L
    for angle, rate in ((0.4, 0.0), (0.9, 2.0), (-0.7, -1.5)):
        state = system.assemble({"A": angle, "D": angle, "B": -angle}, {"A": rate})
        assert state["D"] == pytest.approx(angle, abs=1e-10)
        moving = system.accelerations(state)
        # a turn about y by the angle puts a crank's end at L (sin, cos)
        assert moving["A"] == pytest.approx(lever * G * math.sin(angle) / inertia, rel=1e-10)


def test_loop_joint_is_the_joint_of_the_builder() -> None:
    model = load_urdf(text_of("four_bar"))
    m = Mechanism("four_bar")
    crank = m.body("crank", 1.1, (0, 0, 0.15), (0.01, 0.009, 0.002), at=(0, 0, 1))
    coupler = m.body("coupler", 2.0, (0.25, 0, 0.02), (0.002, 0.04, 0.04), at=(0, 0, 1.3))
    rocker = m.body("rocker", 1.3, (0, 0, 0.15), (0.01, 0.011, 0.002), at=(0.5, 0, 1))
    m.revolute("A", m.ground, crank, at=(0, 0, 1), axis="y")
    m.revolute("B", crank, coupler, at=(0, 0, 1.3), axis="y")
    m.revolute("D", m.ground, rocker, at=(0.5, 0, 1), axis="y")
    m.revolute("C", coupler, rocker, at=(0.5, 0, 1.3), axis="y")
    drawn = m.build()
    assert model.bodies == drawn.bodies
    for ours, theirs in zip(model.joints, drawn.joints, strict=True):
        assert (ours.name, ours.parent, ours.child) == (theirs.name, theirs.parent, theirs.child)
        assert np.allclose(ours.on_parent.position, theirs.on_parent.position, atol=1e-15)
        assert np.allclose(ours.on_child.position, theirs.on_child.position, atol=1e-15)
    assert [frame.name for frame in model.frames] == ["middle"]


@pytest.mark.parametrize("ends", [("link1", "link2"), ("link1", "link1")])
@pytest.mark.parametrize(
    ("kind", "rows"),
    [
        *[("revolute", 5), ("continuous", 5), ("prismatic", 5), ("fixed", 6), ("planar", 3)],
        *[("spherical", 3), ("ball", 3), ("universal", 4), ("cylindrical", 4)],
    ],
)
def test_types_of_loop_joints(ends: tuple[str, str], kind: str, rows: int) -> None:
    text = text_of("four_bar").replace("<link2", f"<{ends[1]}")
    text = text.replace('name="C" type="revolute"', f'name="C" type="{kind}"')
    assert load_urdf(text).joint("C").type.n_rows == rows


def test_damping_and_friction_act_against_the_motion() -> None:
    text = text_of("two_link_arm")
    with_losses, without = (load_urdf(text, losses=x).compile() for x in (True, False))
    rng = np.random.default_rng(5)
    for _ in range(5):
        q, v, vdot = rng.uniform(-1, 1, (3, 2))
        gap = with_losses.inverse_dynamics(q, v, vdot) - without.inverse_dynamics(q, v, vdot)
        where = with_losses.compiled.layout.v_slice
        shoulder, elbow = v[where["shoulder"]], v[where["elbow"]]
        dry = 0.6 * np.tanh(shoulder / 1e-3)
        assert gap[where["shoulder"]] == pytest.approx(0.35 * shoulder + dry, rel=1e-9)
        assert gap[where["elbow"]] == pytest.approx(0.12 * elbow, rel=1e-9)


def test_mimic_without_multiplier_holds_the_joint() -> None:
    text = text_of("gripper").replace('multiplier="1.1"', 'multiplier="0"')
    model = load_urdf(text)
    system = model.compile()
    state = system.assemble({"lift": 0.1, "roll": 0.2, "left": 0.03})
    assert state["right"] == pytest.approx(0.002, abs=1e-12)
    assert any(n.code == "M22" and n.severity == "warning" for n in model.notices)


def test_mimic_of_a_mimic() -> None:
    text = text_of("gripper").replace(
        '<mimic joint="left" multiplier="-9"', '<mimic joint="thumb_bend" multiplier="0.5"'
    )
    system = load_urdf(text).compile()
    state = system.assemble({"lift": 0.0, "roll": 0.0, "left": 0.02})
    assert state["thumb_curl"] == pytest.approx(0.5 * (-18 * 0.02 + 0.3) + 0.1, abs=1e-12)
    free = load_urdf(text, mimic=False)
    assert not free.couplers
    assert any(n.code == "M22" and n.severity == "notice" for n in free.notices)

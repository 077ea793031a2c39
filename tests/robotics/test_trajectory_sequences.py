"""Sequences: moves, waiting, gripping and releasing."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import sarrus
from sarrus.errors import ModelError
from sarrus.robotics import (
    Cubic,
    Grip,
    Linear,
    MassProperties,
    Move,
    Quintic,
    Release,
    SCurve,
    Sequence,
    Task,
    Trapezoid,
    Wait,
    joint_move,
    line_move,
)
from sarrus.spatial.dual import Dual
from sarrus.spatial.rotation import rotation_about
from sarrus.spatial.transform import Transform

A, B, C = np.array([0.1, -0.4]), np.array([1.0, 0.3]), np.array([-0.6, 0.9])
LOAD = MassProperties(2.0, (0.0, 0.0, 0.1))
NAMES = ("shoulder", "elbow")


def task() -> Sequence:
    return Sequence(
        [
            Move(joint_move(A, B, Trapezoid(1.0, 0.25), names=NAMES), "A-B"),
            Grip(LOAD, 0.3, "take"),
            Move(joint_move(B, C, Quintic(0.8), names=NAMES), "B-C"),
            Release(label="put"),
            Wait(0.2, "rest"),
            Move(joint_move(C, A, SCurve(1.0, 0.3, 0.1), names=NAMES), "C-A"),
        ]
    )


def test_steps_follow_each_other() -> None:
    found = task()
    starts = [(span.label, span.start, span.end) for span in found.spans]
    expected = [("A-B", 0.0, 1.0), ("take", 1.0, 1.3), ("B-C", 1.3, 2.1), ("put", 2.1, 2.1)]
    expected += [("rest", 2.1, 2.3), ("C-A", 2.3, 3.3)]
    for a, b in zip(starts, expected, strict=True):
        assert a[0] == b[0] and a[1:] == pytest.approx(b[1:], abs=1e-15)
    assert found.duration == pytest.approx(3.3)
    assert found.notices == ()


def test_a_sequence_is_its_moves() -> None:
    found = task()
    for span in found.spans:
        for t in np.linspace(span.start, span.end, 13)[1:-1]:
            at = float(t) - span.start
            if isinstance(span.step, Move):
                expected = span.step.motion.jet(at)
            elif span.end > span.start:
                rest = B if span.label == "take" else C
                expected = (rest, np.zeros(2), np.zeros(2))
            else:
                continue
            for a, b in zip(found.jet(float(t)), expected, strict=True):
                assert a == pytest.approx(b, rel=1e-12, abs=1e-12)
    assert found(-1.0) == pytest.approx(A) and found(9.0) == pytest.approx(A, abs=1e-15)
    assert found.rate(9.0) == pytest.approx([0.0, 0.0])
    assert found["elbow"](0.4) == found(0.4)[1]
    assert set(found.drives) == set(NAMES)


def test_position_and_velocity_are_continuous() -> None:
    found = task()
    for knot in found.knots:
        before, after = np.nextafter(knot, -np.inf), np.nextafter(knot, np.inf)
        assert found(after) == pytest.approx(found(before), abs=1e-14)
        assert found.rate(after) == pytest.approx(found.rate(before), abs=1e-13)


def test_knots_are_those_of_the_moves_and_between_them() -> None:
    trapezoid = [0.0, 0.25, 0.75, 1.0]
    s_curve = [2.3 + t for t in (0.0, 0.1, 0.2, 0.3, 0.7, 0.8, 0.9, 1.0)]
    found = task()
    assert found.knots == pytest.approx([*trapezoid, 1.3, 2.1, *s_curve], abs=1e-12)
    assert len(found.switches(0.0)) == len(found.knots)


def test_a_payload_is_held_from_grip_to_release() -> None:
    found = task()
    assert [found.payload_at(t) for t in (0.5, 1.1, 1.5, 2.0, 2.2, 9.0)] == [
        None,
        None,
        LOAD,
        LOAD,
        None,
        None,
    ]
    assert found.payload_at(1.3) == LOAD and found.payload_at(2.1) is None
    happening = [(b.what, b.label, b.held) for b in found.boundaries]
    assert happening == [
        ("start", "A-B", None),
        ("end", "A-B", None),
        ("grip", "take", LOAD),
        ("start", "B-C", LOAD),
        ("end", "B-C", LOAD),
        ("release", "put", None),
        ("start", "rest", None),
        ("end", "rest", None),
        ("start", "C-A", None),
        ("end", "C-A", None),
    ]
    assert found.span(1.1).label == "take" and found.span(2.1).label == "rest"
    assert found.span(99.0).label == "C-A"


def test_a_grip_takes_a_mass_alone() -> None:
    assert Grip(1.5).load == MassProperties(1.5)


def test_payloads_become_events_of_a_simulation() -> None:
    """One grip is one load: given in the grip frame, fixed to the body that carries the frame."""
    m = sarrus.Mechanism("gripper")
    hand = m.body("hand", mass=1.0, com=(0.5, 0.0, 0.0), inertia=(0.1, 0.1, 0.1))
    m.revolute("A", m.ground, hand, at=(0, 0, 0), axis=(0, 0, 1))
    m.frame("tip", hand, at=(0.0, 0.0, 0.4))
    model, steps = m.build(), task()
    on, off = Task(model, steps, grip="tip").payload_events()
    assert on.do.com == pytest.approx((0.0, 0.0, 0.5)) and on.do.body == "hand"
    on, off = Task(model, steps, grip="hand").payload_events()
    assert (on.when, off.when) == pytest.approx((1.3, 2.1), abs=1e-15)
    assert (on.do.mass, on.do.com, on.do.body) == (2.0, (0.0, 0.0, 0.1), "hand")
    assert off.do.name == on.do.name


def test_a_sequence_drives_a_simulation_with_its_payload() -> None:
    """The effort on a swinging rod is that of the rod, and of the payload while it is held."""
    m = sarrus.Mechanism("swing", gravity=(0.0, -9.81, 0.0))
    rod = m.body("rod", mass=1.0, com=(0.5, 0.0, 0.0), inertia=(0.1, 0.1, 0.1))
    m.revolute("A", m.ground, rod, at=(0, 0, 0), axis=(0, 0, 1))
    system = m.build().compile()
    there, back = (
        joint_move([a], [b], Quintic(1.0), names=("A",)) for a, b in ((0.0, 1.0), (1.0, 0.0))
    )
    found = Sequence([there, Grip(MassProperties(3.0, (0.8, 0.0, 0.0))), back, Release(), there])
    run = system.simulate(
        system.assemble({"A": 0.0}),
        until=3.0,
        driven=found.drives,
        events=Task(system, found).payload_events(),
        every=0.2,
    )
    for t, effort in zip(run.history.t, run.history["A.effort"], strict=True):
        if min(abs(t - 1.0), abs(t - 2.0)) < 1e-9:
            continue  # both sides of an event are kept
        (q,), _, (a,) = found.jet(float(t))
        load = 3.0 if 1.0 < t < 2.0 else 0.0
        inertia = 0.25 + 0.1 + load * 0.64
        expected = inertia * a + 9.81 * (0.5 + load * 0.8) * np.cos(q)
        assert effort == pytest.approx(expected, abs=1e-7)


def poses() -> tuple[Transform, Transform, Transform]:
    axis = np.array([0.0, 0.6, 0.8])
    return tuple(  # type: ignore[return-value]
        Transform.of(rotation_about(axis, 0.4 * k), np.array([0.3 * k, -0.1, 0.2 * k * k]))
        for k in range(3)
    )


def test_sequences_of_poses() -> None:
    X, Y, Z = poses()
    one, two = line_move(X, Y, Trapezoid(1.0, 0.3)), line_move(Y, Z, Quintic(0.5), turn="drive")
    found = Sequence([one, Wait(0.25), two])
    for t, move, at in ((0.4, one, 0.4), (1.5, two, 0.25), (1.1, one, 1.0), (9.0, two, 0.5)):
        assert found(t).position == pytest.approx(move(at).position, abs=1e-14)
        assert found(t).matrix == pytest.approx(move(at).matrix, abs=1e-14)
    assert found.rate(1.5) == pytest.approx(two.rate(0.25))
    assert found.rate(1.1) == pytest.approx(np.zeros(6))
    moving = found(Dual(1.5, 1.0)).position
    assert [x.rate for x in moving] == pytest.approx(found.rate(1.5)[:3], abs=1e-12)
    assert found.knots == pytest.approx([0.0, 0.3, 0.7, 1.0, 1.25, 1.75])
    abrupt = line_move(Y, Z, Trapezoid(1.0, 0.5))
    after = Sequence([one, abrupt]).acceleration(1.0)  # at a knot, that after it
    assert after == pytest.approx(abrupt.acceleration(0.0)) and np.max(np.abs(after)) > 1.0
    times = np.array([-0.1, 0.4, 1.0, 1.1, 1.5, 1.7, 9.0])
    for answer in (found.rate, found.acceleration, found.motion.position, one.rate, one.position):
        assert np.array_equal(answer(times), [answer(t) for t in times.tolist()])
    for several in (found, two):
        assert [X.position.tolist() for X in several(times)] == [
            several(t).position.tolist() for t in times.tolist()
        ]
    with pytest.raises(ModelError, match="has no joints"):
        _ = found["elbow"]


def refusal(steps: list[Any]) -> str:
    with pytest.raises(ModelError) as caught:
        Sequence(steps)
    return str(caught.value)


def test_jumps_of_position_are_refused_by_step() -> None:
    first, second = joint_move(A, B, Cubic(1.0)), joint_move(C, A, Cubic(1.0))
    text = refusal([first, Wait(0.1), Move(second, "home"), first, second])
    assert "step 2 'home'" in text and "does not start where the step before it ends" in text
    assert "step 4" in text and "step 3" not in text
    X, Y, Z = poses()
    turned = Transform.of(Z.matrix, Y.position)
    text = refusal([line_move(X, Y, Cubic(1.0)), line_move(turned, Z, Cubic(1.0))])
    assert "0.32 rad or m" in text  # 0.4 rad about (0, 0.6, 0.8)


def test_jumps_of_velocity_are_noted() -> None:
    found = Sequence([joint_move(A, B, Linear(1.0)), Move(joint_move(B, C, Cubic(1.0)), "on")])
    assert [(p.code, p.severity) for p in found.notices] == 2 * [("W50", "warning")]
    assert found.steps_of_velocity == (0.0, 1.0)
    assert "step 1 'on'" in str(found.notices[1]) and "0.9 rad/s" in str(found.notices[1])
    assert "from rest" in str(found.notices[0])


def test_hands_are_full_or_empty() -> None:
    move = joint_move(A, B, Cubic(1.0))
    assert "while nothing is held" in refusal([move, Release()])
    text = refusal([Grip(1.0), Grip(2.0, label="again"), move])
    assert "step 1 'again'" in text and "held already" in text


def test_what_is_no_step_is_refused() -> None:
    move = joint_move(A, B, Cubic(1.0))
    assert "step 1" in refusal([move, "wait"])
    assert "needs a move" in refusal([Wait(1.0)])
    assert "needs a move" in refusal([])
    X, Y, _ = poses()
    assert "moves a pose among moves of joints" in refusal([move, line_move(X, Y, Cubic(1.0))])
    assert "moves 1 joints, the first 2" in refusal([move, joint_move([1.0], [2.0], Cubic(1.0))])
    one, two = (joint_move(A, A, Cubic(1.0), names=n) for n in (("a", "b"), ("a", "c")))
    assert "names other joints" in refusal([one, two])

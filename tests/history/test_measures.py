"""Measures as channels: distances, angles, poses, transmission angles, and the user's own."""

from __future__ import annotations

import math

import numpy as np
import pytest

from loops import mechanisms
from sarrus import ModelError
from sarrus.spatial.arrays import select
from sarrus.system import Run
from sarrus.system.history import History

P = {name: np.array(at) for name, at in mechanisms.FOUR_BAR.items()}
LENGTH = {pair: float(np.linalg.norm(P[pair[0]] - P[pair[1]])) for pair in ("AB", "BC", "CD", "AD")}


def test_distances(four_bar: Run) -> None:
    history = History(four_bar)
    for pair in ("AB", "BC", "CD", "AD"):
        found = history.distance(f"joint:{pair[0]}", f"joint:{pair[1]}")
        assert found.unit == "m"
        np.testing.assert_allclose(found, LENGTH[pair], rtol=1e-9)
    diagonal = history.distance("joint:A", "joint:C", name="diagonal")
    np.testing.assert_array_equal(history["diagonal"], diagonal)
    assert "diagonal" in history.channels("distance from").names
    assert np.ptp(diagonal) > 0.1
    point = history.distance(("crank", (0.1, 0.2, 0.3)), "ground")
    expected = np.linalg.norm(history.point("crank", (0.1, 0.2, 0.3)).position, axis=1)
    np.testing.assert_allclose(point, expected, rtol=1e-14)


def test_angles_between_lines_and_frames(four_bar: Run) -> None:
    history = History(four_bar)
    at_B = history.angle(("joint:B", "joint:A"), ("joint:B", "joint:C"))
    a, b, c = LENGTH["AB"], LENGTH["BC"], history.distance("joint:A", "joint:C")
    np.testing.assert_allclose(np.cos(at_B), (a**2 + b**2 - c**2) / (2 * a * b), rtol=0, atol=1e-9)
    assert at_B.unit == "rad"
    # about the axis of the joint, the coordinate itself
    turned = history.angle(("crank", (1, 0, 0)), ("coupler", (1, 0, 0)), about="joint:B")
    off = turned - turned[0] - (history["B.angle"] - history["B.angle"][0])
    np.testing.assert_allclose(np.sin(off), 0.0, atol=1e-9)
    assert np.ptp(turned) > 0.1
    frames = history.angle("ground", "crank")
    R = history["crank.rotation"]
    np.testing.assert_allclose(np.cos(frames), (np.trace(R, axis1=1, axis2=2) - 1) / 2, atol=1e-12)
    np.testing.assert_allclose(history.angle("joint:A", "joint:D"), 0.0, atol=1e-7)


def test_relative_poses(swing: Run) -> None:
    history = History(swing)
    pose = history.relative_pose("upper", "tool", name="reach")
    R1, R2 = np.asarray(history["upper.rotation"]), np.asarray(history["tool.rotation"])
    gap = history["tool.position"] - history["upper.position"]
    np.testing.assert_allclose(pose.position, np.einsum("nji,nj->ni", R1, gap), atol=1e-14)
    np.testing.assert_allclose(pose.rotation, np.swapaxes(R1, 1, 2) @ R2, atol=1e-14)
    np.testing.assert_array_equal(history["reach.position.y"], pose.position[:, 1])
    assert history["reach.rpy"].unit == "rad" and pose.quat_wxyz.shape == (len(history), 4)
    # the slide moves fore along x of upper by its displacement
    along = history.relative_pose("upper", "fore").position
    np.testing.assert_allclose(along[:, 0] - 0.6, history["slide"], rtol=0, atol=1e-13)


def test_transmission_angle_of_a_four_bar(four_bar: Run) -> None:
    """By the law of cosines from the drawing and the crank's angle: Grashof's diagonal."""
    history = History(four_bar)
    mu = history.transmission_angle("C", name="mu")
    start = math.atan2(P["B"][1], P["B"][0])
    phi = start + history["A.angle"]
    a, b, c, d = (LENGTH[pair] for pair in ("AB", "BC", "CD", "AD"))
    diagonal = a**2 + d**2 - 2 * a * d * np.cos(phi)
    expected = np.arccos((b**2 + c**2 - diagonal) / (2 * b * c))
    np.testing.assert_allclose(mu, expected, rtol=0, atol=1e-6)
    assert np.ptp(mu) > 0.1
    named = history.transmission_angle("C", toward=("B", "D"))
    np.testing.assert_array_equal(named, mu)


def test_transmission_angle_of_a_slider_crank(turn: Run) -> None:
    """A slider's output line is the normal of its guide: pi/2 less the rod's angle to it."""
    history = History(turn)
    mu = history.transmission_angle("fork")
    rod = np.asarray(history.wrench("ball").at) - history["slider.position"]
    cosine = np.abs(rod[:, 0]) / np.linalg.norm(rod, axis=1)
    np.testing.assert_allclose(np.sin(mu), cosine, rtol=0, atol=1e-9)


def test_transmission_angles_that_are_none(swing: Run, four_bar: Run) -> None:
    with pytest.raises(ModelError, match="has not one other joint"):
        History(swing).transmission_angle("wrist")
    with pytest.raises(ModelError, match="'X' is not a joint"):
        History(four_bar).transmission_angle("C", toward=("B", "X"))
    with pytest.raises(ModelError, match="'Q' is not a joint"):
        History(four_bar).transmission_angle("Q")


def test_measures_of_the_user_run_natively(turn: Run) -> None:
    history = History(turn)

    def reach(x):
        return np.hypot(x["rod.position"][0], x["rod.com.z"]) + np.sin(x["crank_pivot"]) * x.t

    history.measure("reach", reach, unit="m", description="how far the rod reaches")
    p, z = history["rod.position"], history["rod.com.z"]
    expected = np.hypot(p[:, 0], z) + np.sin(history["crank_pivot"]) * history.t
    # of the size of the terms: they nearly cancel at some times, where processors round otherwise
    np.testing.assert_allclose(history["reach"], expected, rtol=1e-13, atol=1e-15)
    assert history["reach"].unit == "m"
    assert history["reach"].description == "how far the rod reaches"
    assert history["measure:reach"].name == "reach"


def test_measures_see_loads_and_other_measures(four_bar: Run) -> None:
    history = History(four_bar, measures={"pin": lambda x: x["C.reaction.force.norm"]})
    history.measure("doubled", lambda x: 2.0 * x["pin"])
    np.testing.assert_allclose(history["doubled"], 2.0 * history["C.reaction.force.norm"])
    history.measure("both", lambda x: [x["pin"], x["doubled"], x["A.angle"]])
    assert history["both"].shape == (len(history), 3)
    np.testing.assert_array_equal(history["both.y"], history["doubled"])


def test_measures_that_cannot_be_traced_run_in_python_and_say_so(four_bar: Run) -> None:
    history = History(four_bar)
    calls = []

    def branching(x):
        calls.append(x.t)
        return 1.0 if x["A.angle"] > 0.5 else math.sin(x["A.rate"])

    history.measure("branching", branching)
    expected = np.where(history["A.angle"] > 0.5, 1.0, np.sin(history["A.rate"]))
    np.testing.assert_array_equal(history["branching"], expected)
    said = "runs in Python: a traced value was used as a condition"
    assert said in history["branching"].description
    assert len(calls) >= len(history)
    # the same choice with `select` is native, and the function is called no more than to trace it
    calls.clear()

    def selecting(x):
        calls.append(x.t)
        return select(x["A.angle"] > 0.5, 1.0, np.sin(x["A.rate"]))

    history.measure("selecting", selecting)  # once with numbers, once with symbols
    np.testing.assert_allclose(history["selecting"], expected, rtol=1e-14)
    assert len(calls) == 2 and "Python" not in history["selecting"].description


def test_measures_that_trace_to_something_else_run_in_python(four_bar: Run) -> None:
    history = History(four_bar)
    history.measure("odd", lambda x: 1.0 if isinstance(x["A.angle"], float) else x["A.angle"])
    np.testing.assert_array_equal(history["odd"], 1.0)
    assert "runs in Python: traced, it gives another number" in history["odd"].description


def test_measures_see_continuous_angles_of_cut_joints() -> None:
    system = mechanisms.four_bar(types="RRRR").compile(cut=["A"], kernels=())
    run = system.simulate(system.assemble({"A": 0.1}, {"A": 9.0}), until=2.0, every=0.02)
    history = History(run)
    history.measure("twice", lambda x: 2.0 * x["A.angle"])
    assert np.max(np.abs(history["A.angle"])) > np.pi
    np.testing.assert_array_equal(history["twice"], 2.0 * history["A.angle"])
    np.testing.assert_array_equal(history.between(1.0, 2.0)["twice"], history["twice"][50:])


def test_wrong_measures_are_refused(four_bar: Run) -> None:
    history = History(four_bar)
    with pytest.raises(ModelError, match=r"Did you mean 'A\.angle'"):
        history.measure("bad", lambda x: x["A.agnle"])
    with pytest.raises(ModelError, match="fails at t = 0 s: ZeroDivisionError"):
        history.measure("bad", lambda x: 1 / 0)
    for name in ("A.angle", "crank", "energy", ""):
        with pytest.raises(ModelError, match="needs a name"):
            history.measure(name, lambda x: x.t)
    with pytest.raises(ModelError, match="must be a joint with an axis"):
        history.angle("crank", ("rocker", (1, 0, 0)))
    with pytest.raises(ModelError, match="Did you mean 'rocker'"):
        history.distance("crank", "rockr")


def test_measures_can_be_defined_anew(four_bar: Run) -> None:
    history = History(four_bar)
    history.measure("m", lambda x: x["A.angle"])
    first = history["m"]
    history.measure("m", lambda x: 2.0 * x["A.angle"])
    np.testing.assert_array_equal(history["m"], 2.0 * first)
    assert history.channels("m").names.count("m") == 1


def test_what_is_written_with_numpy_is_not_called_for_every_state(four_bar: Run) -> None:
    calls = 0

    def bent(x):
        nonlocal calls
        calls += 1
        return np.sin(x["A.angle"]) * x.t

    history = History(four_bar)
    history.measure("bent", bent)
    np.testing.assert_allclose(
        history["bent"], np.sin(history["A.angle"]) * history.t, rtol=1e-12, atol=1e-15
    )
    assert 0 < calls < 5 < len(history.t)

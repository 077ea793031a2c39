"""Histories of drives, and of simulations with coordinates that are driven, locked or sampled."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sarrus
from history.oracle import Oracle
from loops import mechanisms
from sarrus import PointDrive, Sampled
from sarrus.system import Drive, System
from sarrus.system.history import History
from sarrus.system.one_state.reactions import joint_reactions


@pytest.fixture(scope="module")
def driven() -> Drive:
    """The four-bar led by its crank, with a known effort on the rocker and a load."""
    system = mechanisms.four_bar().compile(kernels=())
    return system.drive(
        {"A": lambda t: 0.1 + 2.0 * t + 0.1 * np.sin(3.0 * t)},
        until=4.0,
        every=0.05,
        efforts={"D": lambda t: 0.3 * t},
        loads={"coupler": ((1.0, -2.0, 3.0), (0.1, 0.2, 0.3))},
    )


def test_runs_and_states_say_which_names_they_know() -> None:
    system = mechanisms.four_bar().compile()
    state = system.assemble({"A": 0.4}, rates={"A": 3.0})
    assert "A" in state and "A.angle" in state and "nope" not in state and 0 not in state
    run = system.simulate(state, until=0.1)
    assert "A.angle" in run and "work" in run and "C.reaction.force" in run
    assert "nope" not in run and 0 not in run and None not in run


def test_a_drive_has_the_channels_of_a_run(driven: Drive) -> None:
    history = History(driven)
    assert "A.effort" in history and "energy.kinetic" in history and "work" not in history
    assert "A.effort" in driven and "B.angle" in driven
    assert "B.effort" not in driven and "work" not in driven and 0 not in driven
    for name in ("A.angle", "C.angle", "D.rate", "B.rate", "A.effort", "D.effort", "A.power"):
        np.testing.assert_allclose(history[name], driven[name], rtol=0, atol=1e-12)
    assert np.ptp(history["A.angle"]) > 2.0 * np.pi
    for joint in "ABCD":
        expected = driven.accelerations(f"{joint}.rate")
        np.testing.assert_allclose(history[f"{joint}.angle_acceleration"], expected, atol=1e-10)
        reaction = history.reaction(joint, axes="world")
        for k, w in enumerate(driven.reactions(joint, axes="world")):
            np.testing.assert_allclose(reaction.force[k], w.force, rtol=0, atol=1e-9)
            np.testing.assert_allclose(reaction.moment[k], w.moment, rtol=0, atol=1e-9)
        assert reaction.force.unique == w.unique_force and reaction.because == w.because
    body = driven.body("coupler")[7]
    np.testing.assert_allclose(history["coupler.acceleration"][7], body.acceleration, atol=1e-10)


def test_forces_that_lead_points() -> None:
    system = mechanisms.five_bar().compile(kernels=())
    path = lambda t: np.array([0.5 + 0.1 * np.sin(t), 1.6 - 0.1 * t, 0.0])  # noqa: E731
    lead = PointDrive("rod_l", (0.0, 0.5656854249492381, 0.0), path, components="xy")
    drive = system.drive(points=[lead], times=np.linspace(0.0, 1.0, 11))
    history = History(drive)
    found = history["point of rod_l.effort"]
    expected = np.array([m.efforts["point of rod_l"] for m in drive.motions])
    np.testing.assert_array_equal(found, expected)
    assert found.unit == "N" and np.any(found)


def test_efforts_that_drives_share_are_not_unique() -> None:
    system = mechanisms.parallelogram(2).compile(kernels=())
    law = lambda t: 0.1 + 0.3 * t  # noqa: E731
    alone = History(system.drive({"A0": law}, until=1.0, every=0.25))
    both = History(system.drive({"A0": law, "A1": law}, until=1.0, every=0.25, share=True))
    assert both["A0.effort"].unique is False and both["A1.effort"].unique is False
    assert both["A0.effort"].because == ("drives",)
    assert both["B0.effort"].unique is True and alone["A0.effort"].unique is True
    # simulated, the two drives share in the same way
    start = system.assemble({"A0": 0.1}, {"A0": 0.3})
    run = system.simulate(start, until=1.0, every=0.25, driven={"A0": law, "A1": law})
    simulated = History(run)
    assert simulated["A0.effort"].unique is False and simulated["B0.effort"].unique is True
    one = History(system.simulate(start, until=1.0, every=0.25, driven={"A0": law}))
    assert one["A0.effort"].unique is True
    np.testing.assert_allclose(one["A0.effort"], alone["A0.effort"], rtol=0, atol=1e-8)
    total = simulated["A0.effort"] + simulated["A1.effort"]
    np.testing.assert_allclose(total, alone["A0.effort"], rtol=0, atol=1e-8)


def test_drives_that_share_make_wrenches_that_are_not_unique() -> None:
    """What a drive on a cut joint does is not unique either: its moment about the axis."""
    system = mechanisms.parallelogram(2).compile(kernels=(), cut=["A1"])
    law = lambda t: 0.1 + 0.3 * t  # noqa: E731
    drive = system.drive({"A0": law, "A1": law}, until=1.0, every=0.5, share=True)
    history = History(drive)
    for part in ("wrench", "reaction"):
        for joint, w in joint_reactions(system, drive.motions[1], part=part).items():
            assert history[f"{joint}.{part}.force"].unique == w.unique_force, (joint, part)
            assert history[f"{joint}.{part}.moment"].unique == w.unique_moment, (joint, part)
    assert history["A1.wrench.moment.z"].unique is False
    assert history["A1.reaction.moment.z"].unique is True


@pytest.mark.parametrize("cut", ["C", "A"])
def test_driven_and_locked_coordinates_of_loops(cut: str) -> None:
    """Efforts, reactions and labels with a driven joint, in the tree and cut."""
    system = mechanisms.five_bar().compile(kernels=(), cut=[cut])
    start = system.assemble({"A": 0.1, "D": 0.05}, {"A": 0.5, "D": 0.0})
    run = system.simulate(
        start, until=0.5, every=0.05, driven={"A": lambda t: 0.1 + 0.5 * t}, locked=["D"]
    )
    history = History(run)
    for k in (0, 4, 10):
        oracle = Oracle(run, k)
        expected = joint_reactions(system, run.motion(k))
        for joint in "ABPCD":
            for name in ("effort", "angle_acceleration", "power"):
                value = oracle.value("joint", f"{joint}.{name}")
                assert history[f"{joint}.{name}"][k] == pytest.approx(value, abs=1e-9)
            np.testing.assert_allclose(
                history[f"{joint}.reaction.force"][k], expected[joint].force, rtol=0, atol=1e-8
            )
    for joint in "ABPCD":
        assert history[f"{joint}.reaction.force"].unique == expected[joint].unique_force
        assert history[f"{joint}.reaction.moment"].unique == expected[joint].unique_moment
    assert np.max(np.abs(history["D.effort"])) > 1.0 and history["D.effort"].unique is True
    np.testing.assert_allclose(history["D.rate"], 0.0, atol=1e-9)


def test_driven_and_locked_coordinates_of_a_tree(histories: dict[str, History]) -> None:
    system = histories["swing"].system
    start = system.state(system.coordinates_of({"slide": 0.05}), system.velocities_of({"waist": 1}))
    run = system.simulate(
        start,
        until=0.5,
        every=0.05,
        inputs={"wrist.omega_x": 0.02},
        driven={"waist": lambda t: np.sin(t)},
        locked=["shoulder"],
    )
    history = History(run)
    for k in (0, 7, 10):
        oracle = Oracle(run, k)
        for name in ("waist.effort", "shoulder.effort", "slide.effort", "wrist.omega_x.effort"):
            assert history[name][k] == pytest.approx(oracle.value("joint", name), abs=1e-9)
        found, expected = history["wrist.reaction.force"][k], oracle.loads("reaction")["wrist"]
        np.testing.assert_allclose(found, expected.force, rtol=0, atol=1e-9)
    assert np.all(history["slide.effort"] == 0.0) and np.all(history["shoulder.effort"] != 0.0)


def controlled(system: System, law: object):
    start = system.state(system.coordinates_of({"slide": 0.05}), system.velocities_of({}))
    return system.simulate(start, until=0.2, every=0.02, inputs={"shoulder": law})


class Integrating:
    """A controller with memory, which cannot be asked again: it counts its calls."""

    def __init__(self) -> None:
        self.given: list[tuple[float, float]] = []

    def __call__(self, t: float, state: Any) -> float:
        before = self.given[-1][1] if self.given else 0.0
        effort = 0.9 * before - 50.0 * state["shoulder.angle"] - 3.0
        self.given.append((t, effort))
        return float(effort)

    def get_state(self) -> dict[str, Any]:
        return {"given": [list(entry) for entry in self.given]}

    def set_state(self, state: dict[str, Any]) -> None:
        self.given = [(t, effort) for t, effort in state["given"]]


@pytest.mark.parametrize("how", [{}, {"method": "rk4", "step": 0.005}, {"method": "adams"}])
@pytest.mark.parametrize("every", [0.02, 0.01])
def test_efforts_of_sampled_controllers_are_kept(
    histories: dict[str, History], tmp_path: Path, how: dict[str, Any], every: float
) -> None:
    """They are not asked again: what held at each state is there, from the file too."""
    system, law = histories["swing"].system, Integrating()
    start = system.state(system.coordinates_of({"slide": 0.05}), system.velocities_of({}))
    inputs = {"shoulder": Sampled(law, 0.02)}
    path = tmp_path / "run.sarrus"
    run = system.simulate(start, until=0.2, every=every, inputs=inputs, file=path, **how)
    given = np.array(law.given)
    calls, history = len(given), History(run)
    last = np.searchsorted(given[:, 0], run.t * (1.0 + 1e-12), side="right") - 1
    np.testing.assert_array_equal(history["shoulder.effort"], given[last, 1])
    expected = given[last, 1] * history["shoulder.rate"]
    np.testing.assert_allclose(history["shoulder.power"], expected, rtol=1e-12)
    for k in (0, 3, 4, -2):
        state = run.state(k)
        moving = system.accelerations(state, efforts={"shoulder": float(given[last[k], 1])})
        np.testing.assert_allclose(run.motion(k).vdot, moving.vdot, rtol=1e-12)
        slope = history["shoulder.angle_acceleration"][k]
        assert slope == pytest.approx(moving["shoulder.rate"], rel=1e-9)
    again = sarrus.open_run(path, inputs=inputs)
    np.testing.assert_array_equal(again["shoulder.effort"], history["shoulder.effort"])
    assert len(law.given) == calls


def test_laws_that_only_python_knows(histories: dict[str, History]) -> None:
    system = histories["swing"].system

    def law(t, x):
        return 20.0 if float(x["shoulder.angle"]) > 0.0 else -30.0 * float(np.cos(t))

    run = controlled(system, law)
    assert not run.account.traced_inputs
    history = History(run)
    expected = [law(t, run.state(k)) for k, t in enumerate(run.t)]
    np.testing.assert_allclose(history["shoulder.effort"], expected, rtol=1e-14)
    for k in (0, 5, 10):
        found = history["shoulder.angle_acceleration"][k]
        assert found == pytest.approx(run.motion(k)["shoulder.rate"], rel=1e-9)

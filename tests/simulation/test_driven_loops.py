"""Coordinates that follow laws or are locked while a closed mechanism moves."""

from __future__ import annotations

import numpy as np
import pytest

import sarrus
from loops.mechanisms import bricard, five_bar, four_bar, slider_crank
from sarrus.system import System

METHODS = ["auto", "adams", "bdf", "ida", "rk4", "abm4"]
SPEED = 3.0


def how(method: str) -> dict[str, float]:
    return {"step": 1e-3} if method in ("rk4", "abm4") else {"rtol": 1e-9, "atol": 1e-11}


@pytest.fixture(scope="module", params=["tree", "cut"])
def machine(request: pytest.FixtureRequest) -> System:
    """A four-bar whose crank is in the tree, or is the joint that closes the loop."""
    model = four_bar()
    cut = ["A"] if request.param == "cut" else ["D"]
    system = model.compile(cut=cut, kernels=())
    assert [joint.name for joint in system.topology.cuts] == cut
    return system


@pytest.mark.parametrize("method", METHODS)
def test_driven_crank_moves_as_drive_says(machine: System, method: str) -> None:
    """Kinematics and driving torque of `drive` come back from an integration in time."""

    def law(t: float) -> float:
        return 0.9 + SPEED * t + 0.2 * np.sin(5.0 * t)

    start = machine.assemble({"A": 0.9}, {"A": SPEED + 1.0})
    run = machine.simulate(
        start, until=0.5, every=0.1, method=method, driven={"A": law}, **how(method)
    )
    known = machine.drive({"A": law}, times=run.t, guess=start)
    loose = 1e-7 if method in ("auto", "rk4", "abm4") else 1e-6
    for k in range(len(run)):
        assert run.state(k)["A.angle"] == pytest.approx(law(run.t[k]), abs=loose)
        assert run.q[k] == pytest.approx(known.motions[k].state.q, abs=loose)
        assert run.v[k] == pytest.approx(known.motions[k].state.v, abs=20 * loose)
        torque = run.motion(k).efforts["A"][0]
        assert torque == pytest.approx(known["A.effort"][k], rel=1e-5, abs=1e-6)
    assert run.drift < 1e-9
    assert run.energy_error < 1e-5
    assert abs(run.work[-1]) > 0.1, "the drive does work"


def test_driven_slider_of_a_spatial_mechanism() -> None:
    system = slider_crank().compile(kernels=())
    start = system.initial_state()
    name = next(
        n for n in system.compiled.names() if n.endswith(".displacement") or n.endswith(".position")
    )
    at, speed = float(start[name]), 0.05
    start = system.assemble({name: at}, {name: speed}, guess=start)
    run = system.simulate(start, until=0.2, driven={name: lambda t: at + speed * t}, rtol=1e-9)
    assert run[name] == pytest.approx(at + speed * run.t, abs=1e-9)
    assert run.drift < 1e-9
    assert run.energy_error < 1e-6


@pytest.mark.parametrize("method", METHODS)
def test_five_bar_with_a_locked_crank_is_a_four_bar(method: str) -> None:
    """The locked joint does not move, and the freedom left is that of the four-bar."""
    system = five_bar().compile(kernels=())
    assert system.mobility().freedom == 2
    names = [joint.name for joint in system.model.joints]
    start = system.assemble(guess=system.drawing())
    run = system.simulate(
        start, until=0.5, every=0.1, method=method, locked=[names[0]], **how(method)
    )
    assert np.ptp(run[f"{names[0]}.angle"]) < 1e-12
    assert np.ptp(run[f"{names[1]}.angle"]) > 1e-3
    assert run.drift < 1e-9
    assert run.energy_error < 1e-6
    held = run.motion(-1).efforts[names[0]]
    free = system.accelerations(run.final, locked=[names[0]])
    assert held == pytest.approx(free.efforts[names[0]], rel=1e-9)


def test_locked_by_the_joint_that_closes_the_loop() -> None:
    """Locking one joint of a four-bar stops all; locking a second one changes nothing."""
    system = four_bar().compile(cut=["D"], kernels=())
    start = system.assemble({"A": 0.9})
    for locked in (["D"], ["A", "D"], ["A", "B"]):
        run = system.simulate(start, until=0.3, locked=locked)
        assert np.max(np.abs(run.q - start.q)) < 1e-10
        assert run.drift < 1e-10


def test_redundant_loops_with_a_drive() -> None:
    """Bricard's mechanism, one row too many, with one crank driven: as `drive` says."""
    system = bricard().compile(kernels=())
    start = system.initial_state()
    name = system.coordinates[0]
    at = float(start[name])

    def law(t: float) -> float:
        return at + 0.5 * t + 0.3 * t * t

    start = system.assemble({name: at}, {name: 0.5}, guess=start)
    run = system.simulate(start, until=0.4, every=0.1, driven={name: law}, rtol=1e-9)
    known = system.drive({name: law}, times=run.t, guess=start)
    assert run.q == pytest.approx(np.array([m.state.q for m in known.motions]), abs=1e-8)
    assert run.energy_error < 1e-6


def test_start_off_the_law_is_refused() -> None:
    system = four_bar().compile(kernels=())
    start = system.assemble({"A": 0.9})
    with pytest.raises(sarrus.ModelError) as refused:
        system.simulate(start, until=1.0, driven={"A": lambda t: 1.0 + t})
    assert refused.value.problems[0].code == "D11"
    moving = system.assemble({"A": 0.9}, {"A": 1.0})
    with pytest.raises(sarrus.ModelError, match="locked 'A'"):
        system.simulate(moving, until=1.0, locked=["A"])


def test_two_cut_balls_are_held_where_each_of_them_is() -> None:
    """Two doors, each on two balls of which one is cut, are locked in the midst of their fall."""
    m = sarrus.Mechanism("doors", (0.0, 0.0, -9.81))
    for k in (1, 2):
        door = m.body(f"door{k}", 1.0, (0, 0.3 * k, 0.2), (0.1, 0.1, 0.1), at=(k, 0, 0))
        m.spherical(f"lower{k}", m.ground, door, at=(k, 0, 0))
        m.spherical(f"upper{k}", m.ground, door, at=(1.5 * k, 0.2, 0.3 * k))
    system = m.build().compile(kernels=())
    cuts = [joint.name for joint in system.topology.cuts]
    fallen = system.simulate(system.assemble(), until=0.3, method="rk4", step=0.01).final
    assert len(cuts) == 2 and np.max(np.abs(fallen.v)) > 0.5
    start = system.state(fallen.q, 0.0 * fallen.v)
    held = system.simulate(start, until=0.3, method="rk4", step=0.01, locked=cuts)
    np.testing.assert_allclose(held.q, np.broadcast_to(start.q, held.q.shape), rtol=0, atol=1e-12)

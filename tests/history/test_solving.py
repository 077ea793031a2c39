"""Accelerations of many states: row choices along the way, singular states, states without any."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np
import pytest

from history import machines
from loops import mechanisms
from sarrus import Mechanism
from sarrus.model.forces import ForceElement, PointLoad
from sarrus.system import Run, System
from sarrus.system.history import History
from sarrus.system.simulation.mode_kernels import Simulator
from sarrus.system.simulation.run import Account
from sarrus.system.simulation.states import MemoryStates, Segment


def by_hand(system: System, rows: list[np.ndarray]) -> Run:
    """A run of states that nobody simulated."""
    sim = system.simulate(system.assemble(), until=0.01, every=0.01).segments[0].sim
    y = np.array([np.concatenate([row, np.zeros(sim.size - len(row))]) for row in rows])
    memory = MemoryStates(np.arange(float(len(y))), y)
    return Run(system, memory, (Segment(0, len(y), sim),), Account("by hand"))


def test_rows_are_chosen_anew_along_the_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bricard's loop: no choice of rows serves everywhere, and none is made at every state."""
    run = machines.bricard_run(until=10.0)
    chosen = []
    choose = Simulator.choice

    def counted(sim: Simulator, y: np.ndarray) -> np.ndarray | None:
        chosen.append(y)
        return choose(sim, y)

    monkeypatch.setattr(Simulator, "choice", counted)
    found = History(run)["R1.angle_acceleration"]
    assert 2 <= len(chosen) <= 40
    expected = [run.motion(k)["R1.rate"] for k in range(0, len(run), 9)]
    assert np.max(np.abs(found[::9] - expected)) <= 1e-10 * np.max(np.abs(found))


@pytest.mark.parametrize("most", [8192, 30, 1])
def test_chunks_of_any_size_give_the_same(
    bricard: Run, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    names = ["R3.angle_acceleration", "R3.reaction.force", "rod2.position", "energy", "R4.angle"]
    whole = History(bricard).read(*names)
    monkeypatch.setattr("sarrus.system.history.run_source.chunk_size", lambda system: most)
    for name, channel in History(bricard).read(*names).items():
        np.testing.assert_allclose(channel, whole[name], rtol=0, atol=1e-10)
        assert channel.unique == whole[name].unique


def flat_parallelogram() -> tuple[System, np.ndarray]:
    """Bars in line, where two branches of motion meet.

    The position is written down: gaps grow with the square of the distance from it, so that an
    assembly comes only as near as the square root of rounding, where two singular values differ.
    """
    system = mechanisms.parallelogram(2, angle=1.0).compile(kernels=(), planar=True)
    q = np.array([-1.0, 1.0, -1.0])
    np.testing.assert_allclose(system.assemble({"A0": -1.0}).q, q, rtol=0, atol=1e-7)
    assert np.max(np.abs(system.compiled.loops.closure(q)[0])) <= 1e-15
    return system, q


def test_singular_states_are_solved_densely() -> None:
    system, q = flat_parallelogram()
    run = by_hand(system, [np.concatenate([q, np.zeros(system.nv)])] * 3)
    history = History(run)
    expected = run.motion(1)
    for name in system.velocities:
        found = history[name.replace("rate", "angle_acceleration")]
        np.testing.assert_allclose(found, expected[name], rtol=0, atol=1e-9)
        assert np.all(np.isfinite(found)) and not found.notices


def test_states_without_accelerations_are_not_numbers_and_said() -> None:
    """Both branches at once: velocities that the flat loop allows for an instant only."""
    system, q = flat_parallelogram()
    regular = system.assemble({"A0": -0.4}, {"A0": 1.0})
    N = system.compiled.loops.scaled_matrix(system.compiled.loops.closure(q)[1]).null_space
    assert N.shape[1] == 2
    v = N @ np.array([1.0, 0.7])
    good = np.concatenate([regular.q, regular.v])
    run = by_hand(system, [good, np.concatenate([q, v]), good, np.full(len(good), np.nan)])
    history = History(run)
    found = history["A0.angle_acceleration"]
    assert list(np.isfinite(found)) == [True, False, True, False]
    assert found[0] == pytest.approx(run.motion(0)["A0.rate"], rel=1e-10)
    assert found.notices[0].code == "W33" and "t = 1, 3 s" in str(found.notices[0])
    force = history["B0.reaction.force"]
    assert list(np.isfinite(force[:, 0])) == [True, False, True, False]
    assert not history["A0.angle"].notices


@dataclass(frozen=True)
class Shaker(ForceElement):
    """A force that depends on time."""

    name: str
    body: str

    type_name: ClassVar[str] = "shaker"

    @property
    def bodies(self) -> tuple[str, ...]:
        return (self.body,)

    def loads(self, scene):
        force = np.array([0.0, 0.0, 1.0]) * (5.0 * np.sin(20.0 * scene.time))
        return (PointLoad(self.body, scene.point(self.body, (0.3, 0.0, 0.0)).position, force),)


def test_elements_are_evaluated_at_the_time_of_the_state() -> None:
    m = Mechanism("shaken")
    m.body("bar", 1.0, (0.2, 0, 0), (0.1, 0.1, 0.1))
    m.revolute("A", m.ground, "bar", at=(0, 0, 0), axis="y")
    system = replace(m.build(), forces=(Shaker("S", "bar"),)).compile(kernels=())
    run = system.simulate(system.assemble({"A": 0.1}), until=0.5, method="rk4", step=1e-3)
    history = History(run)
    expected = 5.0 * np.sin(20.0 * history.t)
    np.testing.assert_allclose(history["S.bar.force"][:, 2], expected, rtol=0, atol=1e-14)
    rate = np.asarray(history["A.rate"])
    slope = (rate[2:] - rate[:-2]) / (history.t[2:] - history.t[:-2])
    off = np.abs(history["A.angle_acceleration"][1:-1] - slope)
    assert np.max(off) <= 1e-2 < 0.1 * np.ptp(slope)

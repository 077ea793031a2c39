"""Simulations side by side: the same bits as one by one."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import sarrus
from sarrus import Mechanism, ModelError, State, System
from sarrus.kernels.loops import lane_steps
from sarrus.kernels.native import compile_function
from sarrus.system.simulation.many_runs import Lanes, simulate_many
from sarrus.system.simulation.modes import Mode
from sarrus.system.simulation.simulation import run_order


def four_bar(**options: object) -> System:
    m = Mechanism("four_bar")
    crank = m.body("crank", mass=1.0, com=(0.05, 0, 0), inertia=(1e-4, 1e-3, 1e-3))
    coupler = m.body("coupler", mass=2.0, com=(0.2, 0, 0.1), inertia=(1e-3, 2e-2, 2e-2))
    rocker = m.body("rocker", mass=1.5, com=(0.3, 0, 0.1), inertia=(1e-3, 5e-3, 5e-3))
    m.revolute("A", m.ground, crank, at=(0, 0, 0), axis="y")
    m.revolute("B", crank, coupler, at=(0.1, 0, 0), axis="y")
    m.revolute("C", coupler, rocker, at=(0.3, 0, 0.2), axis="y")
    m.revolute("D", m.ground, rocker, at=(0.3, 0, 0), axis="y")
    m.joint_damper("oil", "D", 0.02)
    return m.build().compile(**options)


@pytest.fixture(scope="module")
def system() -> System:
    return four_bar(planar=True, parameters=["crank.mass", "oil.d"])


@pytest.fixture(scope="module")
def starts(system: System) -> list[State]:
    turns = np.random.default_rng(11).normal(0.4, 0.2, 21)
    return [system.assemble({"A": x}, rates={"A": 10.0 + x}) for x in turns]


@pytest.mark.parametrize("method", ["rk4", "abm4", "ab3", "euler"])
def test_every_run_is_as_alone(system: System, starts: list[State], method: str) -> None:
    how = {"until": 0.2, "step": 1e-3, "every": 0.01, "method": method}
    runs = system.simulate(starts, **how)
    assert len(runs) == 21 and not runs.failed
    for k in (0, 7, 8, 20):
        alone = system.simulate(starts[k], **how)
        assert np.array_equal(runs.t, alone.t)
        assert np.array_equal(runs.q[k], alone.q) and np.array_equal(runs.v[k], alone.v)
        assert np.array_equal(runs[k]["C.reaction.force"], alone["C.reaction.force"])
        assert runs[k].account.steps == alone.account.steps


def test_threads_change_no_bit(system: System, starts: list[State]) -> None:
    settings = {"method": "rk4", "until": 0.1, "rtol": 1e-6, "atol": 1e-8, "step": 1e-3}
    settings["every"] = 0.02
    lanes = Lanes.of(system, starts, {})
    order = run_order(system, starts[0], settings, Mode({}, {}, ()), (), {}, 0.0)
    one = simulate_many(lanes, order, threads=1)
    for threads in (2, 3):
        assert np.array_equal(one.y, simulate_many(lanes, order, threads=threads).y)


def test_all_states_of_a_multistep_method(system: System, starts: list[State]) -> None:
    """Those of its first steps, which are others, come before those of the lanes, once."""
    how = {"until": 0.02, "step": 1e-3, "every": 1e-3, "method": "ab3"}
    runs, alone = system.simulate(starts, **how), system.simulate(starts[20], **how)
    assert runs.q.shape == (21, 21, system.nq)
    assert np.array_equal(runs.t, alone.t) and np.array_equal(runs.q[20], alone.q)


def test_every_block_of_lanes_is_stepped_once(
    system: System, starts: list[State], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last call of the loop may be given fewer than the others, and none that are not there."""
    counts: list[int] = []

    def noted(function: Any) -> Any:
        code = compile_function(function)

        def call(address: int, count: int, *more: Any) -> Any:
            counts.append(count)
            return code(address, count, *more)

        return call if function is lane_steps.step_blocks else code

    how = {"until": 0.02, "step": 1e-3, "every": 0.01, "method": "rk4"}
    whole = system.simulate(starts, **how)
    width = system.compiled.compiler.factory.target.width()
    monkeypatch.setattr(lane_steps, "compile_function", noted)
    for together in (1, 2, 4):
        counts.clear()
        monkeypatch.setattr(lane_steps, "MOST_BLOCKS", together)
        assert np.array_equal(system.simulate(starts, **how).q, whole.q)
        assert sum(counts) == -(-len(starts) // width) and max(counts) <= together


def test_a_parameter_with_many_values(system: System, starts: list[State]) -> None:
    masses = np.linspace(0.5, 3.0, 11)
    how = {"until": 0.1, "step": 1e-3, "every": 0.01, "method": "rk4"}
    runs = system.simulate(starts[0], **how, parameters={"crank.mass": masses, "oil.d": 0.1})
    assert runs["A.angle"].shape == (11, 11)
    for k in (0, 5, 10):
        given = {"crank.mass": masses[k], "oil.d": 0.1}
        alone = system.simulate(starts[0], **how, parameters=given)
        assert np.array_equal(runs.q[k], alone.q)
        assert np.array_equal(runs[k]["A.reaction.force"], alone["A.reaction.force"])
    assert np.ptp(runs["A.rate"][:, -1]) > 0.1


def test_laws_drives_and_locks_hold_for_all(system: System, starts: list[State]) -> None:
    how = {"until": 0.05, "step": 1e-3, "method": "rk4"}
    laws = {"inputs": {"A": lambda t, state: 2.0 - 0.1 * state["A.rate"]}}
    runs = system.simulate(starts[:3], **how, **laws)
    assert np.array_equal(runs.q[2], system.simulate(starts[2], **how, **laws).q)


def test_redundant_rows_are_chosen_for_each_run() -> None:
    """A spatial four-bar has redundant rows, whose mix depends on the position."""
    spatial = four_bar()
    turns = (0.2, 0.7, 1.4)
    starts = [spatial.assemble({"A": x}, rates={"A": 3.0}) for x in turns]
    runs = spatial.simulate(starts, until=0.05, step=1e-3, method="rk4")
    for k, start in enumerate(starts):
        alone = spatial.simulate(start, until=0.05, step=1e-3, method="rk4")
        assert np.allclose(runs.q[k], alone.q, rtol=0, atol=1e-12)


def test_a_run_that_does_not_stay_finite_is_named() -> None:
    """Explicit steps explode with a stiff damper; the runs beside them do not notice."""
    m = Mechanism("wheel")
    wheel = m.body("wheel", mass=1.0, com=(0, 0, 0), inertia=(1.0, 1.0, 1.0))
    m.revolute("A", m.ground, wheel, at=(0, 0, 0), axis="z")
    m.joint_damper("oil", "A", 1.0)
    m.joint_spring("spring", "A", 50.0)
    system = m.build().compile(parameters=["oil.d"])
    start = system.assemble({"A": 1.0}, rates={"A": 5.0})
    oil = np.array([1.0, 1e9, 2.0])
    how = {"until": 1.0, "step": 0.01, "every": 0.1, "method": "rk4"}
    runs = system.simulate(start, **how, parameters={"oil.d": oil})
    assert set(runs.failed) == {1} and runs.alone == (1,)
    assert "E-NONFINITE" in str(runs.failed[1])
    alone = system.simulate(start, **how, parameters={"oil.d": 2.0})
    assert np.array_equal(runs.q[2], alone.q) and np.all(np.isnan(runs.q[1, -1]))


def test_what_cannot_be_side_by_side(system: System, starts: list[State]) -> None:
    with pytest.raises(ModelError, match=r"S15.*equal steps"):
        system.simulate(starts, until=0.1)
    with pytest.raises(ModelError, match=r"S15.*events"):
        event = sarrus.Event("A.angle", at=1.0)
        system.simulate(starts, until=0.1, method="rk4", step=1e-3, events=[event])
    with pytest.raises(ModelError, match=r"S15.*5, 21"):
        masses = {"crank.mass": np.ones(5)}
        system.simulate(starts, until=0.1, method="rk4", step=1e-3, parameters=masses)
    two = system.simulate(starts[:2], until=0.01, method="rk4", step=1e-3)
    with pytest.raises(IndexError, match=r"S03 .run 2.*2 runs") as told:
        two[2]
    assert isinstance(told.value, ModelError) and len(list(two)) == 2


def test_lanes_whose_redundant_rows_open_fail() -> None:
    """A slide across a stretched crank and rod: what moves for an instant does not move at all."""
    m = sarrus.Mechanism("stretched")
    for name, x in (("crank", 0.05), ("rod", 0.2), ("slider", 0.3)):
        m.body(name, 1.0, (x, 0.0, 0.0), (1e-3, 1e-3, 1e-3))
    m.revolute("A", m.ground, "crank", at=(0, 0, 0), axis="y")
    m.revolute("B", "crank", "rod", at=(0.1, 0, 0), axis="y")
    m.revolute("C", "rod", "slider", at=(0.3, 0, 0), axis="y")
    m.prismatic("P", m.ground, "slider", at=(0.3, 0, 0), axis="z")
    stretched = m.build().compile(kernels=())
    start = stretched.assemble()
    runs = stretched.simulate([start, start], until=0.1, method="rk4", step=1e-3)
    assert [problem.problems[0].code for problem in runs.failed.values()] == ["E-OPEN"] * 2
    with pytest.raises(sarrus.SimulationStopped, match=r"E-OPEN .*freedom of an instant") as told:
        stretched.simulate(start, until=0.1)
    assert told.value.run.drift < 1e-3  # type: ignore[attr-defined]

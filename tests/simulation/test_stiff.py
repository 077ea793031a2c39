"""Implicit integration with exact Jacobians: BDF, IDA and the midpoint rule (CHK-I05)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sarrus
from analysis.machines import compiled, moving
from events.machines import oscillator
from loops.mechanisms import bricard, four_bar, rusr
from run_files.machines import (
    LOCKS,
    STOPS,
    Integral,
    Setup,
    assert_same,
    bars,
    cube,
    falling,
    in_blocks,
    many_blocks,
    pendulum,
    still,
    swinging,
    wheel,
)
from run_files.machines import moving as in_motion
from sarrus import Event, Model, Sampled
from sarrus.storage import RunReader
from sarrus.system import State, Stopped, System
from simulation.machines import STIFFNESS, rrc_arm
from simulation.machines import pendulum as rod
from simulation.test_rrc_arm import ROLLS, nod

# --- BDF and IDA ----------------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["bdf", "ida"])
def test_CHK_I05_four_bar(method: str) -> None:
    """th2(5) to 1e-5 at rtol 1e-8, with a Jacobian at fewer than every third step."""
    system = rusr().compile(kernels=())
    guess = {"cross.angle_1": -0.735, "cross.angle_2": 0.2527, "follower_pivot.angle": 1.34}
    start = system.assemble({"crank_pivot": np.pi / 3}, guess=guess)
    run = system.simulate(start, until=5.0, every=1.0, method=method, rtol=1e-8, atol=1e-9)
    assert run["crank_pivot"][-1] == pytest.approx(-3.944256112, abs=1e-5)
    assert 0 < run.account.jacobians < run.account.steps / 3
    assert run.drift < 1e-9


def stiff_arm() -> tuple[System, State, dict[str, Any]]:
    """Simulation 2 of paper 0 with its spring 100 times stiffer and damped: 243 000 1/s."""
    model = rrc_arm(100 * STIFFNESS)
    damped = replace(model, forces=(replace(model.forces[0], c=1e6),))
    system = damped.compile(kernels=())
    start = system.state(np.zeros(7), [0.0, 0.0, 0.0, -(np.pi**2) / 30, 0.0, 0.0, 0.0])
    how = {"until": 1.0, "every": 0.1, "driven": {"joint4": nod}, "locked": (*ROLLS, "joint2")}
    return system, start, how


def governor(reference: Callable[[str], dict[str, Any]]) -> tuple[System, State]:
    system = sarrus.load(reference("iftomm_A05_governor")).compile(kernels=())
    return system, system.initial_state()


def explodes(system: System, start: State, method: str, step: float, **how: Any) -> bool:
    """Tell whether equal steps of this size end in nonsense, which is said."""
    try:
        run = system.simulate(start, method=method, step=step, **how)
    except Stopped as stopped:
        assert stopped.problems[0].code == "E-NONFINITE"
        return True
    return "E-ENERGY" in [notice.code for notice in run.notices]


@pytest.mark.parametrize("method, share", [("bdf", 3), ("ida", 2)])
def test_CHK_I05_stiff_arm_takes_a_tenth_of_the_explicit_steps(method: str, share: int) -> None:
    system, start, how = stiff_arm()
    small = system.linearize(start, driven=how["driven"], locked=how["locked"])
    assert np.min(small.eigenvalues.real) < -2e5
    exact = system.simulate(start, rtol=1e-9, atol=1e-11, **how)
    run = system.simulate(start, method=method, rtol=1e-6, atol=1e-8, **how)
    assert np.max(np.abs(run["joint6"] - exact["joint6"])) < 1e-6
    assert 0 < run.account.jacobians < run.account.steps / share
    for equal in ("abm4", "rk4"):
        assert explodes(system, start, equal, 1.0 / (10 * run.account.steps), **how)
    auto = system.simulate(start, rtol=1e-6, atol=1e-8, **how).account
    assert auto.steps + auto.rejected > 10 * run.account.steps


@pytest.mark.parametrize("rtol", [1e-4, 1e-5, 1e-6, 1e-7])
def test_ida_is_not_held_up_by_fast_velocities(rtol: float) -> None:
    """The jumps of a velocity that a damper draws back at once do not hold up the steps.

    Weighed like other errors, they keep IDA at order 1: 50 321 steps at a tolerance of 1e-6.
    """
    system, start, how = stiff_arm()
    exact = system.simulate(start, rtol=1e-9, atol=1e-11, **how)
    run = system.simulate(start, method="ida", rtol=rtol, atol=rtol / 100, **how)
    assert run.account.steps < 2000
    assert run.account.rejected < run.account.steps / 2
    assert np.max(np.abs(run["joint6"] - exact["joint6"])) < rtol
    assert np.max(np.abs(run["joint6.rate"] - exact["joint6.rate"])) < 10 * rtol
    assert run.energy_error < 1e-3


@pytest.mark.parametrize("rtol", [1e-3, 1e-4, 1e-6])
def test_governor_needs_a_tenth_of_the_explicit_evaluations(
    reference: Callable[[str], dict[str, Any]], rtol: float
) -> None:
    """Against steps of order 8: stability holds them up, and each evaluates twelve times."""
    system, start = governor(reference)
    how = {"until": 1.0, "every": 0.5, "rtol": rtol, "atol": rtol / 100}
    auto = system.simulate(start, **how).account
    for method in ("bdf", "ida"):
        run = system.simulate(start, method=method, **how).account
        assert run.evaluations + run.jacobians < auto.evaluations / 10
        assert run.steps + run.rejected < (auto.steps + auto.rejected) / 2


def test_governor_holds_up_explicit_steps_by_stability(
    reference: Callable[[str], dict[str, Any]],
) -> None:
    """A hundred times the tolerance saves no explicit step; it saves IDA half of its steps."""
    system, start = governor(reference)
    steps: dict[str, list[int]] = {"auto": [], "ida": []}
    for method, found in steps.items():
        for rtol in (1e-3, 1e-5):
            run = system.simulate(
                start, until=1.0, every=0.5, method=method, rtol=rtol, atol=rtol / 100
            )
            found.append(run.account.steps)
    assert steps["auto"][0] > 0.97 * steps["auto"][1]
    assert steps["ida"][0] < 0.6 * steps["ida"][1]


@pytest.mark.parametrize("method", ["bdf", "ida"])
def test_CHK_I05_governor_takes_a_tenth_of_the_explicit_steps(
    reference: Callable[[str], dict[str, Any]], method: str
) -> None:
    system, start = governor(reference)
    known = reference("iftomm_A05_governor")["expected"]["at"]
    run = system.simulate(start, until=1.0, every=0.5, method=method, rtol=1e-6, atol=1e-8)
    assert run["slider"][1:] + 0.5 == pytest.approx([known["0.5"][1], known["1"][1]], abs=1e-6)
    assert 0 < run.account.jacobians < run.account.steps / 3
    assert explodes(system, start, "abm4", 1.0 / (10 * run.account.steps), until=1.0)
    assert explodes(system, start, "rk4", 1.0 / (4 * run.account.steps), until=1.0)


@pytest.mark.slow
@pytest.mark.parametrize("method", ["bdf", "ida"])
def test_governor_over_ten_seconds(reference: Any, reference_table: Any, method: str) -> None:
    system, start = governor(reference)
    table = reference_table("bench/iftomm_A05_governor/reference.csv")
    run = system.simulate(start, until=10.0, every=0.01, method=method, rtol=1e-9, atol=1e-11)
    assert np.max(np.abs(run["slider"] + 0.5 - table["s"])) <= 1e-6


def controller(t: Any, s: Any) -> Any:
    return 2.0 * np.cos(3.0 * t) - 5.0 * s["A.angle"] - 0.5 * s["A.rate"]


CASES: dict[str, tuple[str, dict[str, Any]]] = {
    "ball joint": ("crane", {}),
    "free joint": ("raft", {}),
    "loop": ("slider_crank", {}),
    "loop with a controller": ("four_bar", {"inputs": {"A": controller}}),
    "loop, locked": ("five_bar", {"locked": ["A"]}),
    "redundant loop": ("bricard", {}),
}


LATER = (("redundant loop", "ida"), ("ball joint", "bdf"))
BOTH = [
    pytest.param(name, method, marks=pytest.mark.slow if (name, method) in LATER else ())
    for name in CASES
    for method in ("bdf", "ida")
]


@pytest.mark.parametrize("name, method", BOTH)
def test_implicit_methods_go_the_same_way(name: str, method: str) -> None:
    machine, how = CASES[name]
    system = compiled(machine)
    start = moving(system, speed=0.0 if how.get("locked") else 0.8)
    exact = system.simulate(start, until=0.4, every=0.1, rtol=1e-11, atol=1e-12, **how)
    run = system.simulate(start, until=0.4, every=0.1, method=method, rtol=1e-8, atol=1e-10, **how)
    assert np.max(np.abs(run.q - exact.q)) < 1e-6
    assert np.max(np.abs(run.v - exact.v)) < 1e-5
    assert 0 < run.account.jacobians < run.account.steps / 3
    assert run.drift < 1e-9
    assert run.energy_error < 1e-6


# --- midpoint: accuracy and energy ----------------------------------------------------------------


@pytest.mark.parametrize("machine", ["crane", "four_bar", "bricard"])
def test_midpoint_is_of_order_two(machine: str) -> None:
    system = compiled(machine)
    start = moving(system)
    exact = system.simulate(start, until=1.5, rtol=1e-12, atol=1e-13).q[-1]
    errors = []
    for steps in (400, 800, 1600):
        run = system.simulate(start, until=1.5, method="midpoint", step=1.5 / steps, every=1.5)
        errors.append(np.max(np.abs(run.q[-1] - exact)))
    orders = np.log2(np.array(errors[:-1]) / errors[1:])
    assert orders == pytest.approx(2.0, abs=0.08)


CONSERVATIVE: dict[str, tuple[Callable[[], Model], Any]] = {
    "open": (rod, lambda system: system.assemble({"A": 0.4}, {"A": 1.0})),
    "closed": (lambda: four_bar(), lambda system: system.assemble({"A": 0.2}, {"A": 1.0})),
    "redundant": (bricard, lambda system: system.initial_state()),
}


@pytest.mark.parametrize(
    "name", ["open", "closed", pytest.param("redundant", marks=pytest.mark.slow)]
)
def test_midpoint_keeps_the_energy_for_a_hundred_thousand_steps(name: str) -> None:
    """Energy at rounding, loops closed, one iteration matrix for many steps."""
    make, begin = CONSERVATIVE[name]
    system = make().compile(kernels=())
    run = system.simulate(begin(system), until=500.0, method="midpoint", step=5e-3, every=0.5)
    assert run.account.steps == 100_000
    exchange = np.max(run.energies[:, 0])
    assert np.max(np.abs(run.energy - run.energy[0] - run.corrections)) < 2e-11 * exchange
    assert run.energy_error < 2e-11
    assert run.drift < 1e-12
    assert run.account.jacobians < run.account.steps / 4
    assert not run.notices


def test_midpoint_matrix_is_reused() -> None:
    system = compiled("four_bar")
    run = system.simulate(moving(system), until=2.0, method="midpoint", step=1e-3, every=0.1)
    assert run.account.jacobians < run.account.steps / 20
    assert run.account.evaluations < 8 * run.account.steps


def test_midpoint_is_stable_where_explicit_steps_explode(
    reference: Callable[[str], dict[str, Any]],
) -> None:
    """The governor at 5 ms, forty times the stability limit of Runge-Kutta's rule."""
    system, start = governor(reference)
    known = reference("iftomm_A05_governor")["expected"]["at"]
    run = system.simulate(start, until=1.0, every=0.5, method="midpoint", step=5e-3)
    assert run["slider"][1:] + 0.5 == pytest.approx([known["0.5"][1], known["1"][1]], abs=1e-4)
    assert run.energy_error < 1e-10
    assert explodes(system, start, "rk4", 5e-4, until=1.0)


def test_midpoint_on_the_stiff_arm() -> None:
    """Steps of 1 ms, 240 time constants of the spring: drives, locks, damping and rounding."""
    system, start, how = stiff_arm()
    exact = system.simulate(start, rtol=1e-9, atol=1e-11, **how)
    run = system.simulate(start, method="midpoint", step=1e-3, **how)
    assert np.max(np.abs(run["joint6"] - exact["joint6"])) < 1e-5
    assert run.account.jacobians < run.account.steps / 3
    assert run["joint4"] == pytest.approx([nod(t) for t in run.t], abs=1e-14)


def test_midpoint_ledger_closes_with_damping_efforts_and_drives() -> None:
    damped = compiled("four_bar")
    run = damped.simulate(
        moving(damped), until=2.0, method="midpoint", step=2e-3, every=0.1,
        inputs={"A": controller},
    )  # fmt: skip
    assert run.loss[-1] > 0.1
    assert run.energy_error < 1e-11
    errors = []
    for step in (2e-3, 1e-3):
        start = damped.assemble({"A": 0.2}, {"A": 1.0})
        run = damped.simulate(
            start, until=1.0, method="midpoint", step=step, every=0.1,
            driven={"A": lambda t: 0.2 + np.sin(t)},
        )  # fmt: skip
        assert run["A"] == pytest.approx(0.2 + np.sin(run.t), abs=1e-12)
        assert abs(run.work[-1]) > 0.1
        errors.append(run.energy_error)
    assert errors[0] < 1e-4
    assert errors[0] / errors[1] == pytest.approx(4.0, abs=1.0), "of the rule's order"


def test_midpoint_with_sampled_controllers() -> None:
    """The effort jumps at every sample: as with error control."""
    system = wheel()
    how = {"until": 1.0, "every": 0.1, "inputs": {"A": Sampled(Integral(), 0.01)}}
    found = system.simulate(still(system), method="midpoint", step=1e-3, **how)
    how["inputs"] = {"A": Sampled(Integral(), 0.01)}
    exact = system.simulate(still(system), rtol=1e-10, atol=1e-12, **how)
    assert found.q == pytest.approx(exact.q, abs=1e-6)


# --- midpoint: events, files, refusals ------------------------------------------------------------


def test_midpoint_finds_events() -> None:
    """Passages of the middle of a block on a spring, at the times of the rule's own motion.

    Every event divides a step in two, which changes the motion by h^3.
    """
    system = oscillator().compile(kernels=())
    start = system.state([0.3], [0.0])
    run = system.simulate(
        start,
        until=3.0,
        every=0.1,
        method="midpoint",
        step=1e-3,
        events=[Event("J", name="middle")],
    )
    omega = 10.0
    ruled = 2.0 * np.arctan(0.5 * omega * 1e-3) / 1e-3  # the frequency of the rule's motion
    expected = (np.arange(len(run.events)) + 0.5) * np.pi / ruled
    assert len(run.events) == 10
    assert [event.t for event in run.events] == pytest.approx(list(expected), abs=1e-7)


MIDPOINT = {"method": "midpoint", "step": 1e-3}
SETUPS = {
    "tree": Setup(pendulum, swinging, {"until": 1.0, "every": 0.01, **MIDPOINT}),
    "stops": Setup(pendulum, swinging, {"until": 2.0, "every": 0.01, "events": STOPS, **MIDPOINT}),
    "locks": Setup(bars, in_motion, {"until": 0.4, "every": 0.01, "events": LOCKS, **MIDPOINT}),
    "redundant": Setup(cube, falling, {"until": 0.4, "every": 0.01, **MIDPOINT}),
    "sampled": Setup(
        wheel,
        still,
        {"until": 1.0, "every": 0.01, **MIDPOINT},
        lambda: {"inputs": {"A": Sampled(Integral(), 0.01)}},
    ),
}


@pytest.mark.parametrize("name", SETUPS)
def test_midpoint_runs_go_on_from_their_file(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Resumed behind a block in the middle: the same bits as without the interruption."""
    setup, path = SETUPS[name], tmp_path / "run.sarrus"
    whole = setup.run()
    with monkeypatch.context() as patch:
        many_blocks(patch)
        setup.run(file=in_blocks(path)).states.close()  # type: ignore[attr-defined]
    with RunReader.open(path) as reader:
        blocks = [block.block for block in reader.blocks]
    for block in (blocks[len(blocks) // 3], blocks[2 * len(blocks) // 3]):
        again = setup.resume(path, block=block)
        assert_same(again, whole, counts=False)
        assert again.account.evaluations == whole.account.evaluations
        again.states.close()  # type: ignore[attr-defined]


def test_midpoint_that_does_not_converge_is_named() -> None:
    """A negative stiffness that one step cannot take: no silence, and results up to there."""
    system = rod().compile(kernels=())
    start = system.assemble({"A": -1.0}, {"A": 0.3})
    with pytest.raises(Stopped) as stopped:
        system.simulate(
            start, until=5.0, method="midpoint", step=0.1,
            inputs={"A": lambda t, s: 400.0 * t * s["A.rate"] ** 3},
        )  # fmt: skip
    assert stopped.value.problems[0].code == "E-NONFINITE"
    kept = stopped.value.run
    assert kept is not None
    assert len(kept) >= 1
    assert np.all(np.isfinite(kept.q))


def test_midpoint_needs_laws_that_can_be_traced() -> None:
    system = rod().compile(kernels=())
    with pytest.raises(sarrus.ModelError) as refused:
        system.simulate(
            system.assemble(), until=1.0, method="midpoint", step=1e-2,
            inputs={"A": lambda t, s: 1.0 if t > 0 else 0.0},
        )  # fmt: skip
    assert refused.value.problems[0].code == "D08"

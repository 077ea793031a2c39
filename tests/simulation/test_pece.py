"""Adams steps of variable order in simulations: accuracy, loops, work, stiffness, controllers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from loops.mechanisms import rssr, rusr
from sarrus import Mechanism
from sarrus.gallery import andrews_squeezer, heavy_top
from sarrus.system import Sampled, System
from simulation.machines import pendulum
from simulation.test_stiff import governor, stiff_arm
from simulation.test_uneven_masses import four_bar

TIGHT: dict[str, Any] = {"rtol": 1e-12, "atol": 1e-14}


@pytest.fixture(scope="module")
def swing() -> System:
    return pendulum().compile(kernels=())


def test_CHK_I04_pendulum_of_paper_4(
    swing: System, reference_table: Callable[[str], np.ndarray]
) -> None:
    """Errors fall with the tolerance, below a hundred of it; work grows by little."""
    table = reference_table("refs/paper4_pendulum.csv")
    start, before, counts = swing.initial_state(), np.inf, []
    for rtol in 10.0 ** -np.arange(4.0, 11.0):
        run = swing.simulate(start, until=5.0, every=0.01, method="pece", rtol=rtol, atol=rtol)
        error = np.max(np.abs(run["A.angle"] - table["theta_rad"]))
        assert error <= 100.0 * rtol and error < before
        assert run.account.evaluations == 2 * run.account.steps + run.account.rejected + 2
        assert sum(run.account.orders) == run.account.steps
        assert not run.notices
        before = error
        counts.append(run.account.evaluations)
    assert counts == sorted(counts) and counts[-1] < 4 * counts[0]


def test_evaluations_are_no_more_than_those_of_cvode(swing: System) -> None:
    """Two a step, against one and what the corrector repeats; but steps are longer.

    The ratio is 0.7 to 1.1.
    """
    cases = [
        (swing, swing.initial_state(), 5.0),
        (system := rusr().compile(kernels=()), system.initial_state(), 5.0),
        (system := andrews_squeezer().compile(kernels=()), system.assemble(), 0.03),
    ]
    for system, start, until in cases:
        for rtol in (1e-6, 1e-9):
            how: dict[str, Any] = {"until": until, "rtol": rtol, "atol": rtol / 100}
            pece = system.simulate(start, method="pece", **how).account
            adams = system.simulate(start, method="adams", **how).account
            assert pece.evaluations < 1.2 * adams.evaluations, system.model.name
            assert pece.steps < adams.steps


@pytest.mark.parametrize("name", ["rusr", "rssr", "heavy_top"])
def test_CHK_I07_same_motion_as_order_8_to_nine_digits(name: str) -> None:
    system = {"rusr": rusr, "rssr": rssr, "heavy_top": heavy_top}[name]().compile(kernels=())
    start = system.initial_state()
    auto = system.simulate(start, until=2.0, every=0.05, **TIGHT)
    pece = system.simulate(start, until=2.0, every=0.05, method="pece", **TIGHT)
    np.testing.assert_allclose(pece.q, auto.q, rtol=0, atol=1e-9)
    np.testing.assert_allclose(pece.v, auto.v, rtol=0, atol=1e-9 * np.max(np.abs(auto.v)))
    assert pece.drift <= 1e-12 and pece.energy_error < 1e-10
    assert pece.account.orders[11] > 0


def test_CHK_I06_loops_are_consistent_at_every_state() -> None:
    system = rusr().compile(kernels=())
    run = system.simulate(system.initial_state(), until=1.0, every=0.05, method="pece", rtol=1e-6)
    for k in range(len(run)):
        terms = system.compiled.loops.terms(run.q[k], run.v[k])
        assert np.max(np.abs(system.compiled.loops.closure(run.q[k])[0])) <= 1e-12
        assert np.max(np.abs(terms.Phi @ run.v[k])) <= 1e-12


def test_singular_positions_are_passed_as_by_order_8() -> None:
    system = four_bar(1e-4, (1.0, 1.0, 1.0))
    start = system.assemble({"A": 0.5}, rates={"A": 6.0})
    auto = system.simulate(start, until=1.0, rtol=1e-9, atol=1e-11)
    pece = system.simulate(start, until=1.0, method="pece", rtol=1e-9, atol=1e-11)
    np.testing.assert_allclose(pece.q, auto.q, rtol=0, atol=1e-5)


def test_CHK_I05_stiff_arm_and_governor_are_told(
    reference: Callable[[str], dict[str, Any]],
) -> None:
    """Ten times the evaluations of BDF, of the arm the steps too; the notice says what to use."""
    system, start, how = stiff_arm()
    cases = [(system, start, {**how, "until": 0.1, "every": 0.05})]
    cases.append((*governor(reference), {"until": 1.0, "every": 0.5}))
    for system, start, how in cases:
        pece = system.simulate(start, method="pece", **how)
        bdf = system.simulate(start, method="bdf", **how)
        assert [notice.code for notice in pece.notices] == ["W39"]
        assert "method='bdf'" in str(pece.notices[0])
        assert pece.account.evaluations > 10 * bdf.account.evaluations
        assert pece.account.steps > (10 if system.nv == 7 else 7) * bdf.account.steps
        np.testing.assert_allclose(pece.q, bdf.q, rtol=0, atol=1e-5)


def test_controllers_and_laws(swing: System) -> None:
    """Jumps of held efforts begin a new history; a law in Python runs the same loop in Python."""
    start = swing.initial_state()
    laws: dict[str, Any] = {
        "held": Sampled(lambda t, state: -2.0 * state["A"], 0.05),
        "python": lambda t, state: -2.0 * state["A.angle"] if t > -1.0 else 0.0,
    }
    for name, law in laws.items():
        how = {"until": 1.0, "inputs": {"A": law}, "rtol": 1e-10, "atol": 1e-12}
        auto, pece = swing.simulate(start, **how), swing.simulate(start, method="pece", **how)
        np.testing.assert_allclose(pece.q, auto.q, rtol=0, atol=1e-9, err_msg=name)
        assert pece.account.traced_inputs == (name == "held")
        assert pece.account.orders[0] >= (20 if name == "held" else 1)


def test_account_is_reported(swing: System) -> None:
    run = swing.simulate(swing.initial_state(), until=1.0, method="pece")
    used = [k for k, n in enumerate(run.account.orders, 1) if n]
    assert f"{run.account.orders[used[-1] - 1]} of order {used[-1]}" in run.report()
    assert "by pece" in run.report()


def test_start_at_rest_takes_no_leap() -> None:
    """With a slope of zero no rule tells the first step: a push that comes later is not missed."""
    m = Mechanism("cart", (0.0, 0.0, 0.0))
    m.body("cart", 1.0, (0, 0, 0), (0.1, 0.1, 0.1))
    m.prismatic("J", m.ground, "cart", at=(0, 0, 0), axis="x")
    system = m.build().compile(kernels=())
    push = {"J": lambda t: np.where(t > 0.3, (t - 0.3) ** 4, 0.0)}
    run = system.simulate(system.state([0.0]), until=1.3, method="pece", rtol=1e-8, inputs=push)
    assert run.q[-1, 0] == pytest.approx(1.0 / 30.0, abs=1e-8)

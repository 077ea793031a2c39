"""Runs in independent coordinates: paper 2, (44), (46), (47), and paper 4, (9) to (12).

Against the methods that integrate all coordinates, through dead points, with events, controllers,
states, rolling, moving bases and drives; what cannot be is refused by name.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest

import sarrus
from loops.mechanisms import bricard, delta, five_bar, four_bar, quick_return, rssr, slider_crank
from run_files.machines import LOCKS
from sarrus import Event, Model, ModelError, Sampled, SimulationStopped, System
from sarrus.analysis import reduced_equations
from sarrus.events import Bounce, Join, Part
from sarrus.gallery import EXAMPLES, rrc_arm
from sarrus.gallery.rrc_arm import ROLLS
from sarrus.system import Run, State
from simulation.test_moving_base import BASE, linkage
from simulation.test_stiff import governor, stiff_arm
from states.machines import four_bar as four_bar_with_states

TIGHT = {"rtol": 1e-11, "atol": 1e-13, "certify": False}
TIGHTER = {"rtol": 1e-13, "atol": 1e-15, "certify": False}
"""BDF is of order 5 at most: its errors add up over many steps."""
WAYS = ("reduced", "partitioned")


def how(method: str) -> dict[str, Any]:
    return {"method": method, **(TIGHTER if method == "partitioned" else TIGHT)}


@cache
def system_of(build: Callable[..., Model], *arguments: Any) -> System:
    return build(*arguments).compile(kernels=())


def turning(t: Any) -> Any:
    return -2.0 * np.pi * t


def apart(run: Run, other: Run) -> float:
    """Return how far positions, and velocities as part of the largest, are apart."""
    speed = 1.0 + np.max(np.abs(other.v))
    return float(max(np.max(np.abs(run.q - other.q)), np.max(np.abs(run.v - other.v)) / speed))


# --- the same motion ------------------------------------------------------------------------------


def closed_chains() -> dict[str, tuple[Callable[[], System], dict[str, Any], dict[str, Any]]]:
    """Return systems, and coordinates and rates of their starts."""
    pull = {"crank_pivot": -2.0 * np.pi}
    return {
        "four_bar": (lambda: system_of(four_bar), {}, {}),
        "slider_crank": (lambda: system_of(slider_crank), {"crank_pivot": 0.0}, pull),
        "quick_return": (lambda: system_of(quick_return), {}, {"crank_pivot": 4.0 * np.pi}),
        "bricard": (lambda: system_of(bricard), {"R1": 0.1}, {"R1": 0.8}),
        "delta": (lambda: system_of(delta), {}, {}),
    }


@pytest.mark.parametrize(
    "name",
    [n if n != "delta" else pytest.param(n, marks=pytest.mark.slow) for n in closed_chains()],
)
@pytest.mark.parametrize("method", WAYS)
def test_closed_chains_move_as_by_projection(name: str, method: str) -> None:
    make, wanted, rates = closed_chains()[name]
    system = make()
    start, until = system.assemble(wanted, rates), {"until": 0.2, "every": 0.05}
    expected = system.simulate(start, **TIGHT, **until)
    run = system.simulate(start, **how(method), **until)
    assert apart(run, expected) < 1e-9
    assert run.drift < 1e-12 and run.energy_error < 1e-9
    assert np.all(run.corrections == 0.0), "nothing is corrected: dependent ones are solved for"
    ((t, names),) = run.account.independent
    assert t == 0.0 and len(names) == system.nv - system.compiled.closed_dynamics.rank
    assert run.account.iterations > 0
    assert f"independent: {', '.join(names)}" in run.report()


@pytest.mark.parametrize("method", WAYS)
def test_trees_have_independent_coordinates_alone(
    method: str, reference: Callable[[str], dict[str, Any]]
) -> None:
    system, start = governor(reference)
    given = {"until": 0.2, "every": 0.1}
    expected = system.simulate(start, **TIGHT, **given)
    run = system.simulate(start, **how(method), **given)
    assert apart(run, expected) < 1e-9
    assert run.account.independent == [[0.0, list(system.velocities)]]
    with pytest.raises(ModelError, match=r"has no loops: .*Choose all of these") as caught:
        system.simulate(start, until=0.1, method=method, independent=["shaft"])
    assert caught.value.problems[0].code == "S07"


def test_CHK_I05_stiff_arm_in_independent_coordinates() -> None:
    system, start, given = stiff_arm()
    given = {**given, "until": 0.2}
    exact = system.simulate(start, rtol=1e-9, atol=1e-11, certify=False, **given)
    run = system.simulate(
        start, method="partitioned", rtol=1e-9, atol=1e-11, certify=False, **given
    )
    assert np.max(np.abs(run["joint6"] - exact["joint6"])) < 1e-9
    assert 0 < run.account.jacobians < run.account.steps / 3
    assert run.account.independent == [[0.0, ["joint6.rate"]]]


def test_CHK_I06_dependent_ones_and_multipliers_are_retained() -> None:
    """After each step |Phi|, |Phidot| and |Phiddot| are below 1e-8, and lambda is that of D-04."""
    system = system_of(slider_crank)
    start = system.assemble({"crank_pivot": 0.0}, {"crank_pivot": -2.0 * np.pi})
    run = system.simulate(start, until=0.4, every=0.02, method="partitioned", rtol=1e-9, atol=1e-11)
    loops = system.compiled.loops
    for k in range(len(run)):
        state, motion = run.state(k), run.motion(k)
        phi, Phi, *_ = loops.closure(state.q)
        terms = loops.terms(state.q, state.v)
        assert np.max(np.abs(phi)) < 1e-8
        assert np.max(np.abs(Phi @ state.v)) < 1e-8
        assert np.max(np.abs(Phi @ motion.vdot - terms.gamma)) < 1e-8
        own = reduced_equations(system, state, ["crank_pivot"])
        np.testing.assert_allclose(motion.vdot, own.vdot, rtol=0, atol=1e-8)
        held = terms.Phi.T @ own.lam - terms.Phi.T @ motion.lam
        assert np.max(np.abs(held)) < 1e-8


def test_dependent_entries_of_a_state_are_guesses_and_nothing_more() -> None:
    """The slope of a state does not depend on them: they are found."""
    from sarrus.system.simulation.methods.independent import ScaledRows
    from sarrus.system.simulation.methods.reduced_equations import ReducedEquations
    from sarrus.system.simulation.modes import Mode, Modes

    system = system_of(rssr)
    start = system.assemble({"A": 0.3}, {"A": 1.0})
    sim = Modes(system, {}, (0.0, 1.0)).simulator(Mode(), start.q)
    y = sim.start(start)
    for solve in ("elimination", "svd"):
        equations = ReducedEquations(sim, solve, sim.inputs(None))
        equations.choose(y, ScaledRows.at(sim, y).by_pivots())
        bound: Any = equations.bound_slope()
        rng = np.random.default_rng(5)
        slopes = []
        for size in (0.0, 1e-3, 1e-1):
            shaken = y + size * rng.uniform(-1, 1, y.size) * ~equations.controlled
            bound.inputs["y"][...] = shaken
            bound()
            slopes.append(bound.outputs["ydot"].copy())
        expected = np.concatenate([start.v, system.accelerations(start).vdot])
        for slope in slopes:
            np.testing.assert_allclose(slope, slopes[0], rtol=0, atol=1e-11)
            np.testing.assert_allclose(slope[system.nq :][: system.nv], expected[system.nv :],
                                       rtol=0, atol=1e-10)  # fmt: skip


def test_derivative_of_the_independent_part_against_differences() -> None:
    """Ball joints, drives, and states of force elements: dy/dy_v on the loops is exact."""
    from sarrus.system.simulation.methods.independent import ScaledRows
    from sarrus.system.simulation.methods.partitioned_leg import PartSystem
    from sarrus.system.simulation.methods.reduced_equations import ReducedEquations
    from sarrus.system.simulation.modes import Mode, Modes

    for system in (system_of(rssr), four_bar_with_states().build().compile(kernels=())):
        start = system.assemble({"A": 0.3}, {"A": 1.0})
        sim = Modes(system, {}, (0.0, 1.0)).simulator(Mode(), start.q)
        y = sim.start(start)
        equations = ReducedEquations(sim, "elimination", sim.inputs(None))
        equations.choose(y, ScaledRows.at(sim, y).by_pivots())
        whole = PartSystem(equations, y)
        call = _python(whole.rhs(), whole.n, whole.n)
        J = _python(whole.jacobian(), whole.n, whole.n**2)(0.0, y[whole.part])
        for j, column in enumerate(J.reshape(whole.n, whole.n).T):
            h = np.zeros(whole.n)
            h[j] = 1e-5
            x = y[whole.part]
            found = (call(0.0, x + h) - call(0.0, x - h)) / 2e-5
            quaternion = system.coordinates[whole.part[j]].count("quat") if (
                whole.part[j] < system.nq
            ) else 0  # fmt: skip
            if not quaternion:  # off the unit sphere, what differences see is not the motion
                np.testing.assert_allclose(column, found, rtol=1e-6, atol=1e-6)


def _python(function: Any, n: int, size: int) -> Any:
    from sarrus.solvers.sundials.binding import Binding

    return Binding("a function", function, n, size)


# --- dead points ----------------------------------------------------------------------------------


@pytest.mark.parametrize("method", WAYS)
@pytest.mark.parametrize("solve", ["elimination", "svd"])
def test_dead_points_of_a_choice_are_passed_with_another(method: str, solve: str) -> None:
    """The slider turns back where crank and rod are in line: then the crank is the independent."""
    system = system_of(slider_crank)
    start = system.assemble({"crank_pivot": 0.0}, {"crank_pivot": -2.0 * np.pi})
    expected = system.simulate(start, until=0.4, every=0.05, **TIGHT)
    run = system.simulate(start, until=0.4, every=0.05, independent=["guide"], solve=solve,
                          **how(method))  # fmt: skip
    assert apart(run, expected) < 1e-9
    (_, first), (t, second) = run.account.independent
    assert first == ["guide.speed"] and second == ["crank_pivot.rate"]
    assert 0.05 < t < 0.08, "before the dead point at 0.088 s"
    assert f"; from t = {t:.6g} s crank_pivot.rate" in run.report()


@pytest.mark.parametrize("solve", ["elimination", "svd"])
def test_CHK_K03_almost_locked_goes_round_in_a_run(solve: str) -> None:
    """L = 0.2363: the loops stay closed, and the slider's acceleration is that of the reference."""
    system = system_of(slider_crank, 0.2363)
    start = system.assemble({"crank_pivot": 0.0}, {"crank_pivot": -2.0 * np.pi})
    run = system.simulate(start, until=1.0, every=1e-3, driven={"crank_pivot": turning}, rtol=1e-8,
                          method="reduced", solve=solve, certify=False)  # fmt: skip
    assert run.drift <= 1e-10 and run.t[-1] == 1.0
    assert np.max(np.abs(run["slider.acceleration"][:, 0])) == pytest.approx(73.63, rel=0.01)
    assert run.account.independent == [[0.0, []]], "all is driven"
    assert run.account.smallest_watch < 0.05


@pytest.mark.parametrize(
    ("method", "solve"),
    [("reduced", "elimination"), ("partitioned", "elimination"), ("partitioned", "svd")],
)
def test_CHK_K03_locked_stops_where_it_locks(method: str, solve: str) -> None:
    system = system_of(slider_crank, 0.2362)
    start = system.assemble({"crank_pivot": 0.0}, {"crank_pivot": -2.0 * np.pi})
    with pytest.raises(SimulationStopped) as caught:
        system.simulate(start, until=1.0, every=1e-3, driven={"crank_pivot": turning}, rtol=1e-8,
                        method=method, solve=solve, certify=False)  # fmt: skip
    problem, run = caught.value.problems[0], caught.value.run  # type: ignore[attr-defined]
    assert problem.code == "E-SINGULAR"
    assert float(str(problem).split("t = ")[1].split(" s")[0]) == pytest.approx(0.109, abs=1.1e-3)
    assert run.t[-1] == pytest.approx(0.108) and run.drift < 1e-10


def test_CHK_K03_pseudo_inverse_and_elimination_agree_through_a_stroke() -> None:
    """Six redundant rows of the quick return: paper 2's J_w is 12 x 6, of rank 6."""
    system = quick_return(cut_links=True).compile(cut=["pivot_cut", "guide_cut"], kernels=())
    assert system.compiled.loops.m == 12
    start = system.assemble({}, {"crank_pivot": 4.0 * np.pi})
    given = {"until": 0.4, "every": 0.02, "independent": ["guide"], "method": "reduced", **TIGHT}
    runs = [system.simulate(start, solve=solve, **given) for solve in ("elimination", "svd")]
    assert apart(*runs) < 1e-9 and max(run.drift for run in runs) < 1e-12
    assert [names for _, names in runs[0].account.independent] == [
        names for _, names in runs[1].account.independent
    ]
    assert len(runs[0].account.independent) > 1


def test_change_points_are_passed_or_told() -> None:
    from simulation.test_singular_positions import parallelogram

    system = parallelogram(1e-11, 1)
    upright = {"A": np.pi / 2, "B": -np.pi / 2, "C": np.pi / 2, "D": np.pi / 2}
    start = system.assemble({"A": np.pi / 2}, {"A": 8.0}, guess=upright)
    run = system.simulate(start, until=2.0, every=0.1, method="reduced", certify=False)
    assert "W31" in {notice.code for notice in run.notices} and run.energy_error < 1e-3


# --- everything else that a run may have ----------------------------------------------------------


def law(t: Any, state: Any) -> Any:
    return 3.0 * np.sin(4.0 * t) - 0.5 * state["A.rate"]


def untraced(t: float, state: State) -> float:
    return float(law(float(t), {"A.rate": float(state["A.rate"])}))


@pytest.mark.parametrize("method", WAYS)
def test_efforts_of_all_kinds(method: str) -> None:
    system = system_of(four_bar)
    start, given = system.assemble(), {"until": 0.3, "every": 0.05}
    for effort in (law, untraced, Sampled(untraced, 0.05)):
        inputs = {"A": effort, "C": 0.7}
        expected = system.simulate(start, inputs=inputs, **TIGHT, **given)
        run = system.simulate(start, inputs=inputs, **how(method), **given)
        assert apart(run, expected) < 1e-9
        np.testing.assert_allclose(run.work, expected.work, rtol=0, atol=1e-9)


SLOWLY = ["reduced", pytest.param("partitioned", marks=pytest.mark.slow)]


@pytest.mark.parametrize("method", SLOWLY)
def test_events_locks_and_parameters(method: str) -> None:
    """Locks take a freedom away for a while: coordinates are chosen for each mode."""
    system = system_of(five_bar)
    start = system.assemble({"A": 0.1, "D": 0.05}, {"A": 0.5, "D": -0.4})
    events = (*LOCKS, Event("B", at=0.05, do=Bounce(0.8), name="limit"))
    given = {"until": 0.5, "every": 0.05, "events": events}
    expected = system.simulate(start, **TIGHT, **given)
    run = system.simulate(start, **how(method), **given)
    assert [e.name for e in run.events] == [e.name for e in expected.events]
    assert apart(run, expected) < 1e-8
    np.testing.assert_allclose(run.corrections, expected.corrections, rtol=0, atol=1e-7)
    times, names = zip(*run.account.independent, strict=True)
    assert [len(some) for some in names][:3] == [2, 1, 2] and times[1:3] == (0.13, 0.31)


def test_loops_that_events_make_and_open() -> None:
    """All coordinates are independent until a joint is made, and again when it is parted."""
    system = system_of(rrc_arm)
    rates = [0.0, 0.0, 0.0, -(np.pi**2) / 30, 0.0, 0.0, 0.0]
    hold = Join("grip", "revolute", "tip", "ground", where_it_is=True)
    given = {"until": 0.3, "every": 0.05, "locked": ROLLS,
             "events": [Event(0.1, do=hold), Event(0.2, do=Part("grip"))]}  # fmt: skip
    start = system.state(np.zeros(7), rates)
    expected = system.simulate(start, **TIGHT, **given)
    run = system.simulate(start, **how("reduced"), **given)
    assert apart(run, expected) < 1e-9
    first, *held, last = [(t, len(names)) for t, names in run.account.independent]
    assert first == (0.0, 3) and last == (0.2, 3)
    assert held[0] == (0.1, 1) and {n for _, n in held} == {1}


@pytest.mark.parametrize("method", SLOWLY)
def test_states_moving_base_and_rolling(method: str) -> None:
    m = sarrus.Mechanism("moved")
    m.prescribe_base()
    linkage(m, m.ground)
    coin = EXAMPLES["rolling_coin"]
    machines = [
        (four_bar_with_states().build().compile(kernels=()), {}, {}, {}),
        (m.build().compile(kernels=()), {}, {}, {"base": BASE}),
        (coin.model().compile(kernels=()), coin.start, coin.rates, {}),
    ]
    for system, wanted, rates, more in machines:
        start = system.assemble(wanted, rates)
        given = {"until": 0.3, "every": 0.05, **more}
        expected = system.simulate(start, **TIGHT, **given)
        run = system.simulate(start, **how(method), **given)
        assert apart(run, expected) < 1e-8
        np.testing.assert_allclose(run.work, expected.work, rtol=0, atol=1e-8)
        assert run.energy_error < 1e-8


# --- what cannot be -------------------------------------------------------------------------------


def refused(system: System, start: State, **given: Any) -> Any:
    with pytest.raises(ModelError) as caught:
        system.simulate(start, until=0.1, **given)
    return caught.value.problems[0]


def test_wrong_choices_are_refused_by_name() -> None:
    system = system_of(four_bar)
    start = system.assemble()
    few = refused(system, start, method="reduced", independent=[])
    assert few.code == "S07" and "too few: 0 for 1 freedom" in few.rule
    many = refused(system, start, method="partitioned", independent=["A", "B.angle"])
    assert many.code == "S07" and "'A.rate', 'B.rate'" in many.element
    assert "too many: 2 for 1 freedom" in many.rule and "choose ['" in many.action
    twice = refused(system, start, method="reduced", independent=["A", "A.rate"])
    assert twice.code == "S17"
    other = refused(system, start, method="reduced", independent=["AA"])
    assert other.code == "M09" and "AA" in str(other)
    cut = refused(system, start, method="reduced", independent=["C"])
    assert cut.code == "S06" and "cut" in cut.rule
    driven = refused(system, start, method="reduced", independent=["A"], locked=["A"])
    assert "too many: 1 for 0 freedoms" in driven.rule and "'A.rate' follows" in driven.rule
    bars = system_of(five_bar)
    bad = refused(bars, bars.assemble(), method="reduced", independent=["A", "A"])
    assert bad.code == "S17"


def test_a_choice_at_its_dead_point_is_refused_with_one_that_serves() -> None:
    """Crank and rod in one plane with the slider's axis: its speed says nothing of theirs."""
    system = system_of(slider_crank)
    flat = system.simulate(
        system.assemble({"crank_pivot": 0.0}, {"crank_pivot": -2.0 * np.pi}),
        until=1.0, events=[Event("guide.speed", at=0.0, do=sarrus.events.Stop())], rtol=1e-12,
    )  # fmt: skip
    problem = refused(system, flat.final, method="reduced", independent=["guide"])
    assert problem.code == "S07" and "dead point" in problem.cause
    assert "crank_pivot.rate" in problem.action


def test_settings_that_do_not_go_together_are_refused() -> None:
    system = system_of(four_bar)
    start = system.assemble()
    for given in ({"independent": ["A"]}, {"solve": "svd"}):
        problem = refused(system, start, **given)
        assert problem.code == "S08" and "method='reduced'" in problem.action
    assert refused(system, start, method="reduced", solve="qr").code == "S03"
    assert refused(system, start, method="reduced", baumgarte=5.0).code == "S08"

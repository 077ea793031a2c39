"""Optimization against problems with known solutions, bad input, and what is left when killed."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sarrus import ModelError, Study
from sarrus.design import NoFeasibleDesign, Optimum, optimize
from sarrus.design.objectives.reductions import WORDS
from sarrus.design.optimization.evaluation import Evaluation
from sarrus.design.optimization.exact import exact_slopes
from sarrus.design.optimization.ledger import NAME
from sarrus.design.optimization.optimize import Settings, Work, design_space
from sarrus.gallery import four_bar
from simulation.machines import pendulum

ARM = """\
sarrus: 1
constants: {l: 1 m, s: 0.2 m}   # length, and where the spring is held
gravity: [0, 0, -10]
bodies: {arm: {mass: 1 kg, com: [l, 0, 0], inertia: [0.01, 0.01, 0.01]}}
joints: {A: {type: revolute, parent: ground, child: arm, at: [0, 0, 0], axis: y}}
drives: {A: "0.5*sin(3*t)"}
run: {kind: drive, until: 2 s, every: 200 ms}
"""


@pytest.fixture
def arm(tmp_path: Path) -> Study:
    path = tmp_path / "arm.yaml"
    path.write_text(ARM)
    return Study.load(path)


def effort(l: float) -> np.ndarray:
    """Return the torque of the arm: M phidd - m g l cos(phi), about y, downwards positive."""
    t = np.linspace(0.0, 2.0, 11)
    phi, phidd = 0.5 * np.sin(3 * t), -4.5 * np.sin(3 * t)
    return (0.01 + l**2) * phidd - 10.0 * l * np.cos(phi)


def peak(l: float, more: float = 0.0) -> float:
    """Return the largest magnitude of the torque, between samples by a parabola."""
    return WORDS["max abs"].value(np.linspace(0.0, 2.0, 11), effort(l) + more)


def test_peak_is_minimized_up_to_a_constraint(arm: Study) -> None:
    """The torque falls with the length; the reach holds it, and its price is its derivative."""
    best = optimize(arm, "max abs A.effort", {"l": (0.4, 1.5)}, ["l >= 600 mm"])
    assert best["l"] == pytest.approx(0.6, abs=1e-6)
    assert best.value == pytest.approx(peak(0.6), rel=1e-6)
    assert best.value_before == pytest.approx(peak(1.0), rel=1e-9)
    h = 1e-4
    slope = peak(0.6 + h) - peak(0.6 - h)
    assert best.constraints[0].active
    assert best.constraints[0].price == pytest.approx(slope / (2 * h), rel=1e-3)
    assert len(repr(best).splitlines()) <= 11
    study = best.study
    assert np.asarray(study.run()["A.effort"]) == pytest.approx(effort(0.6), abs=1e-5)


def test_minimum_of_peaks_that_pass_into_each_other(arm: Study) -> None:
    """Where two peaks are equal the least of the largest is a kink, which is found all the same."""
    best = optimize(arm, "max abs (A.effort + 8 N m)", {"l": (0.4, 1.5)}, windows=6)
    least = min(peak(l, 8.0) for l in np.linspace(0.9, 0.92, 2001))
    assert best.value == pytest.approx(least, abs=1e-4)


def test_written_file_is_the_design(arm: Study, tmp_path: Path) -> None:
    best = optimize(arm, "rms A.effort", {"l": (0.4, 1.5)}, ["l >= 600 mm"])
    written = best.write(tmp_path / "better.yaml")
    text = written.read_text()
    assert "# length, and where the spring is held" in text
    assert Study.load(written).document().scope["l"].number == pytest.approx(best["l"], abs=1e-10)


def test_report_and_plot(arm: Study, tmp_path: Path) -> None:
    best = optimize(arm, "rms A.effort", {"l": (0.4, 1.5)}, ["l >= 600 mm"])
    page = best.report(tmp_path / "better.html").read_text()
    for words in ("rms A.effort", "l &gt;= 600 mm", "active", "iframe"):
        assert words in page
    best.plot(path=tmp_path / "progress.png")


@pytest.mark.slow
def test_evolution_finds_the_global_minimum() -> None:
    """A wave over a slope: from the start, a local search ends beside the least value."""
    system = pendulum().compile(kernels=())
    name = "rod.mass"
    objective = f"(final A.angle) + 10*{name} + 4*cos(20*{name})"
    mass = np.linspace(1.0, 2.5, 20001)
    least = mass[np.argmin(10.0 * mass + 4.0 * np.cos(20.0 * mass))]
    run = {"start": {}, "until": 0.02, "method": "rk4", "step": 0.01}
    by = {name: (1.0, 2.5)}
    best = optimize(system, objective, by, search="evolution", seed=1, **run)
    assert best[name] == pytest.approx(least, abs=1e-4)


@pytest.mark.slow
def test_front_of_two_objectives(arm: Study) -> None:
    """Torque falls and reach grows: every length is a design of the front."""
    best = optimize(arm, ["rms A.effort", "maximize l"], {"l": (0.4, 1.5)}, points=5)
    assert best.front is not None and len(best.front) >= 4
    table = best.front.values
    assert np.all(np.diff(table[:, 0]) > 0) and np.all(np.diff(table[:, 1]) > 0)
    assert table[0, 1] == pytest.approx(0.4, abs=1e-4)
    assert table[-1, 1] == pytest.approx(1.5, abs=1e-4)


def test_infeasible_problem_says_the_distance(arm: Study) -> None:
    with pytest.raises(NoFeasibleDesign, match=r"misses 'l >= 2 m' by 0\.5") as caught:
        optimize(arm, "rms A.effort", {"l": (0.4, 1.5)}, ["l >= 2 m"])
    result = caught.value.result
    assert isinstance(result, Optimum)
    assert result["l"] == pytest.approx(1.5, abs=1e-5)


def test_bounds_that_exclude_the_start(arm: Study) -> None:
    with pytest.raises(ModelError, match=r"starts at 1 m, 0\.5 m above the upper bound"):
        optimize(arm, "rms A.effort", {"l": (0.1, 0.5)})


def test_objective_that_names_no_channel(arm: Study) -> None:
    with pytest.raises(ModelError, match=r"'A\.efort' \(column 5\).*Did you mean 'A\.effort'"):
        optimize(arm, "rms A.efort", {"l": (0.1, 1.5)})


def test_limit_of_designs_returns_the_best_so_far(arm: Study) -> None:
    best = optimize(arm, "rms A.effort", {"l": (0.4, 1.5)}, limit=4, derivatives="differences")
    assert best.evaluations <= 4
    assert any(p.code == "G26" for p in best.notices)


KILLED = """
import sys
from sarrus.design import optimize
optimize(sys.argv[1], "max abs A.effort", {"l": (0.4, 1.5), "arm.mass": (0.5, 2)},
         ["l >= 600 mm"], folder=sys.argv[2])
"""


def test_killed_optimization_is_resumed(arm: Study, tmp_path: Path) -> None:
    """SIGKILL in the middle: the second call runs none of the designs again that were written."""
    folder = tmp_path / "ledger"
    task = subprocess.Popen([sys.executable, "-c", KILLED, arm.path, str(folder)])
    ledger = folder / NAME
    deadline = time.monotonic() + 120.0
    while task.poll() is None and time.monotonic() < deadline:
        if ledger.exists() and ledger.stat().st_size > 1500:
            break
        time.sleep(0.002)
    task.send_signal(signal.SIGKILL)
    task.wait()
    by = {"l": (0.4, 1.5), "arm.mass": (0.5, 2)}
    again = optimize(arm, "max abs A.effort", by, ["l >= 600 mm"], folder=folder)
    alone = optimize(arm, "max abs A.effort", by, ["l >= 600 mm"])
    assert again.reused > 0
    assert np.array_equal(again.x, alone.x)
    assert again.evaluations == alone.evaluations
    once_more = optimize(arm, "max abs A.effort", by, ["l >= 600 mm"], folder=folder)
    assert once_more.reused == once_more.evaluations


def test_gradients_are_those_of_differences(arm: Study) -> None:
    """Adjoint gradients through the map of constants, beside differences of drives."""
    work = problem(arm, {"l": (0.4, 1.5), "arm.mass": (0.5, 2)}, "rms A.effort",
                   ["max abs A.effort <= 1000*l", "mean A.power <= arm.mass*l"])  # fmt: skip
    check_gradients(work)


def test_gradients_of_a_simulation_in_loops() -> None:
    system = four_bar().compile(kernels=())
    run = {"start": {"A.angle": 0.3}, "rates": {"A.rate": 5.0}, "until": 0.1, "method": "rk4",
           "step": 0.01}  # fmt: skip
    by = {"coupler.mass": (0.5, 2.0), "C.child_point.x": None}
    check_gradients(problem(system, by, "rms D.rate", ["D.rate <= 100"], **run))


def problem(subject: Any, by: Any, objective: Any, constraints: Any, **how: Any) -> Evaluation:
    """Return what evaluates the rows of a problem."""
    start, rates = how.pop("start", None), how.pop("rates", None)
    space = design_space(subject, by, start, rates, how)
    return Work.of(space, objective, constraints, Settings()).evaluation


def check_gradients(work: Evaluation) -> None:
    x = work.space.x0
    assert work.outcome(x).runs
    exact = exact_slopes(work.space, work.rows, x)
    by_differences = replace(work, derivatives="differences", slopes_found={}).slopes(x)
    size = np.maximum(np.abs(by_differences).max(axis=1), 1e-6)
    assert np.all(np.abs(exact - by_differences).max(axis=1) <= 1e-6 * size)
    assert np.array_equal(work.slopes(x), exact)


@pytest.mark.slow
def test_design_that_locks_is_a_limit_not_a_crash() -> None:
    """The crank a of a four-bar turns whole up to the frame b + c - a of Grashof's condition."""
    system = four_bar(crank=0.3, coupler=1.0, rocker=0.8, frame=1.0).compile(kernels=())
    start = float(system.assemble()["A.angle"])
    name = "D.parent_point.x"
    best = optimize(
        system, f"maximize {name}", {name: (0.7, 2.0)}, limit=60, until=1.0, every=0.05,
        motions={"A.angle": f"{start} + 2*pi*t"},
    )  # fmt: skip
    assert best[name] == pytest.approx(1.0 + 0.8 - 0.3, abs=2e-3)
    assert any(step.distance > 0.1 for step in best.steps)

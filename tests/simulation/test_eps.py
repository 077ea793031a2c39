"""CHK-I03 over whole runs: corrections at every step until their sum is below the user's eps."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sarrus
from cli.conftest import Command, folder  # noqa: F401
from cli.conftest import sarrus as command  # noqa: F401
from loops.mechanisms import four_bar, rssr
from sarrus import Event, ModelError
from sarrus.gallery import bricard
from sarrus.system import Run, State, System
from sarrus.system.simulation.recording import Stopped
from simulation.machines import pendulum
from study.models import FOUR_BAR, study

EQUAL = {"euler": 2e-3, "ab3": 2e-3, "rk4": 1e-2, "abm4": 5e-3, "midpoint": 1e-2}
CONTROLLED = ("auto", "pece", "adams", "bdf", "ida")
RUN = "assembly: {wanted: {A: 0.3}, rates: {A: 3.0}}\n"


def how(method: str) -> dict[str, Any]:
    """Return the settings of a method that keep every step of those that are equal."""
    step = EQUAL.get(method)
    return {"method": method, **({"step": step, "every": step} if step else {"every": 0.01})}


@pytest.fixture(scope="module")
def system() -> System:
    return rssr().compile(kernels=())


@pytest.fixture(scope="module")
def start(system: System) -> State:
    return system.assemble({"A": -0.4}, {"A": -2.0})


def openness(run: Run) -> float:
    """The largest sum of gaps and rates, in the scales of the rows, over the states kept."""
    loops = run.system.compiled.loops
    sums = []
    for q, v in zip(run.q, run.v, strict=True):
        gap, Phi = loops.closure(q)[:2]
        sums.append(np.sum(np.abs(loops.row_scale * gap) + np.abs(loops.row_scale * (Phi @ v))))
    return float(max(sums))


@pytest.mark.parametrize("method", [*EQUAL, *CONTROLLED])
def test_CHK_I03_eps_is_honoured_over_a_whole_run(
    system: System, start: State, method: str
) -> None:
    """At every state, by the equations themselves; a tighter eps takes more corrections.

    With less than 1e-12 the motion is that of the two corrections that there are without eps: to
    the tolerance of the run where rounding decides whether a step is taken, else to the digits.
    """
    plain, made = system.simulate(start, until=0.4, **how(method)), []
    for eps in (1e-3, 1e-6, 1e-10, 1e-12):
        run = system.simulate(start, until=0.4, eps=eps, **how(method))
        a = run.account
        assert openness(run) < eps and 0.0 < a.residual < eps and a.eps == eps
        assert a.corrected >= a.steps and a.most_corrections <= 6
        assert not run.notices or method == "euler"
        made.append(a.corrections)
    assert made == sorted(made) and made[0] < made[-1]
    off = np.max(np.abs(run.q - plain.q))
    same_steps = run.account.steps == plain.account.steps
    assert same_steps or method in CONTROLLED
    assert off < ({"euler": 1e-5, "ab3": 1e-8}.get(method, 1e-9) if same_steps else 1e-6)
    assert plain.account.eps is None and plain.account.corrected == 0
    assert "eps" not in (plain.order.settings if plain.order else {})


def test_what_the_report_says(system: System, start: State) -> None:
    run = system.simulate(start, until=0.1, eps=1e-10)
    a = run.account
    said = f"eps 1e-10: {a.corrections} corrections of {a.corrected} states, at most 1 of one; "
    assert f"{said}largest residual {a.residual:.2g}" in run.report()
    tree = pendulum().compile(kernels=())
    run = tree.simulate(tree.state([0.3]), until=0.1, eps=1e-9)
    assert "eps 1e-09: no loops, nothing to correct" in run.report()


@pytest.mark.parametrize("method", ["auto", "bdf"])
def test_rows_that_are_mixed(method: str) -> None:
    """Redundant rows, of which a matrix mixes those in use: that one is with the corrections."""
    system = bricard().compile(kernels=())
    start = system.assemble(rates={system.velocities[0]: 1.0})
    run = system.simulate(start, until=0.2, eps=1e-10, **how(method))
    assert openness(run) < 2e-10 and 0.0 < run.account.residual < 1e-10


@pytest.mark.parametrize("method", ["auto", "rk4", "pece", "adams"])
def test_CHK_I03_contradiction_is_told_and_the_run_is_kept(method: str) -> None:
    """A crank is driven beyond where its loop can follow."""
    system = four_bar().compile(kernels=())
    joint = system.coordinates[-1]
    start = system.assemble(rates={joint.split(".")[0]: 3.0})
    first = float(start[joint])
    with pytest.raises(Stopped) as stop:
        system.simulate(
            start, until=5.0, eps=1e-8, driven={joint: lambda t: first + 3.0 * t}, **how(method)
        )
    problem = stop.value.problems[0]
    assert problem.code == "E-NEWTON" and "eps = 1e-08" in problem.rule
    assert "contradict" in problem.cause
    run = stop.value.run
    assert run is not None and len(run) > 10 and np.all(np.isfinite(run.q))
    assert openness(run) < 1e-8


def test_eps_that_rounding_does_not_allow_is_told() -> None:
    """Of rates of 1e5 rad/s the last digit is 1e-11."""
    system = four_bar().compile(kernels=())
    start = system.assemble(rates={system.velocities[0].split(".")[0]: 1e5})
    with pytest.raises(Stopped) as stop:
        system.simulate(start, until=1e-4, eps=1e-13)
    assert stop.value.problems[0].code == "E-NEWTON"
    assert "rounding" in stop.value.problems[0].cause


@pytest.mark.parametrize("eps", [1e-14, float("nan"), -1e-6, 0.0, "small"])
def test_eps_that_is_none(system: System, start: State, eps: Any) -> None:
    with pytest.raises(ModelError) as wrong:
        system.simulate(start, until=0.1, eps=eps)
    assert "eps" in wrong.value.problems[0].element
    assert eps != 1e-14 or "at least 1e-13" in wrong.value.problems[0].rule


def test_eps_and_baumgarte_exclude_each_other(system: System, start: State) -> None:
    with pytest.raises(ModelError, match="baumgarte takes the place of"):
        system.simulate(start, until=0.1, eps=1e-8, baumgarte=5.0)


def test_methods_that_close_in_every_evaluation_take_no_eps(system: System, start: State) -> None:
    with pytest.raises(ModelError, match="closes loops in every evaluation"):
        system.simulate(start, until=0.1, eps=1e-8, method="reduced")


def test_steps_that_yield_loads_are_corrected_too(system: System, start: State) -> None:
    given: dict[str, Any] = {"until": 0.2, **how("rk4"), "every": 0.05}
    run = system.simulate(start, eps=1e-11, keep=["A.reaction"], **given)
    assert 0.0 < run.account.residual < 1e-11 and run.account.corrected == run.account.steps
    plain = system.simulate(start, keep=["A.reaction"], **given)
    force = "A.reaction.force"
    np.testing.assert_allclose(run[force], plain[force], rtol=0, atol=1e-7)


@pytest.mark.parametrize("method", ["auto", "pece", "abm4", "midpoint"])
def test_run_goes_on_to_the_same_bits(
    system: System, start: State, method: str, tmp_path: Path
) -> None:
    """Counts of corrections too; eps is in the file."""

    def stop(fraction: float) -> None:
        if fraction > 0.5:
            raise KeyboardInterrupt

    given: dict[str, Any] = {"until": 0.6, "eps": 1e-10, **how(method)}
    given |= {"events": [Event("A", at=-0.6, name="by")]}
    whole = system.simulate(start, **given, file=tmp_path / "whole.sarrus")
    path = tmp_path / "run.sarrus"
    file = sarrus.ResultFile(path, states=1, every=0.0)
    system.simulate(start, **given, file=file, progress=stop)
    run = sarrus.resume(path)
    np.testing.assert_array_equal(run.states.rows(0, len(run)), whole.states.rows(0, len(whole)))
    assert run.account.eps == 1e-10 and run.account.residual == whole.account.residual
    assert run.account.corrections == whole.account.corrections > 0
    assert sarrus.open_run(path).account.corrections == run.account.corrections


def test_runs_side_by_side(system: System, start: State) -> None:
    """Each corrects as often as it needs to: they run alone, with accounts of their own."""
    other = system.assemble({"A": -0.4}, {"A": -5.0})
    given: dict[str, Any] = {"until": 0.2, "eps": 1e-8, **how("rk4")}
    runs = system.simulate([start, other], **given)
    for k, state in enumerate((start, other)):
        alone = system.simulate(state, **given)
        np.testing.assert_array_equal(runs[k].q, alone.q)
        assert runs[k].account.corrections == alone.account.corrections
    assert runs[1].account.residual > runs[0].account.residual > 0.0
    assert "eps 1e-08" in runs[0].report()


def test_from_a_file_and_the_command_line(folder: Path, command: Command) -> None:  # noqa: F811
    section = f"{RUN}run: {{until: 0.2, method: abm4, step: 1 ms, eps: 1e-9}}\n"
    made = study(folder, FOUR_BAR, section)
    run = made.run()
    assert run.account.eps == 1e-9 and 0.0 < run.account.residual < 1e-9
    path = str(made.path)
    done = command("run", path, "--json", "--set", "run.eps=1e-7", "--set", "run.method=rk4")
    assert done.code == 0 and done.data["eps"] == 1e-7 and done.data["residual"] < 1e-7
    text = command("run", path, "--set", "run.eps=1e-7").out
    assert "corrections of" in text and "eps" in text
    wrong = command("run", path, "--json", "--set", "run.eps=1e-15")
    assert wrong.code != 0 and "S08" in wrong.codes and "at least 1e-13" in wrong.out
    pece = command("run", path, "--json", "--set", "run.method=pece")
    assert pece.code == 0 and sum(pece.data["orders"]) == pece.data["steps"]

"""Goals are computed from rows: reached, missed, or not measured."""

from __future__ import annotations

from typing import Any

import pytest

from benchmarks.conftest import Script


def group(script: Script, name: str, *rows: Any) -> dict[str, Any]:
    return {name: script("rows").Group(name, name, list(rows))}


def found(script: Script, groups: Any, begins: str, wanted: str = "") -> Any:
    goals = script("goals").goals(groups)
    (goal,) = (g for g in goals if g.what.startswith(begins) and wanted in g.wanted)
    return goal


def row(
    script: Script, table: str, what: str, ours: float, theirs: float | None, **more: Any
) -> Any:
    rows = script("rows")
    times = {"ours": rows.Time(ours, ours), "theirs": theirs and rows.Time(theirs, theirs)}
    return rows.Row(table, what, **times, **more)


def test_without_results_nothing_is_measured(script: Script) -> None:
    goals = script("goals").goals({})
    assert len(goals) == 37 and {goal.met for goal in goals} == {None}


@pytest.mark.parametrize(("theirs", "met"), [(41.0, True), (39.0, False)])
def test_inverse_dynamics(script: Script, theirs: float, met: bool) -> None:
    table = script("titles").EVALUATIONS
    less = row(script, table, "inverse dynamics", 1.0, 12.0, peer="Pinocchio")
    whole = row(script, table, "inverse dynamics", 1.0, theirs, peer="Pinocchio, whole call")
    goal = found(script, group(script, "batches", less, whole), "7-dof")
    assert goal.met is met and goal.found == f"inverse dynamics {theirs:.0f} (12)"


def test_the_slowest_of_several_counts(script: Script) -> None:
    table = script("titles").EVALUATIONS
    names = ("derivatives of forward dynamics", "derivatives of inverse dynamics")
    ratios = dict(zip(names, (30.0, 8.0), strict=True))
    peer = "Pinocchio, whole call"
    rows = [row(script, table, name, 1.0, t, peer=peer) for name, t in ratios.items()]
    goal = found(script, group(script, "batches", *rows), "derivatives, batch")
    assert goal.met is False and "30" in goal.found and "8" in goal.found


def test_four_bars_need_an_error_not_above_the_other(script: Script) -> None:
    table = script("titles").SIMULATIONS
    common = {"peer": "MuJoCo Euler", "peer_error": 1e-2}
    coarse = row(script, table, "euler", 1.0, 90.0, error=1e-1, **common)
    fine = row(script, table, "abm4", 2.0, 90.0, error=1e-6, **common)
    goal = found(script, group(script, "batches", coarse, fine), "fixed-step")
    assert goal.met is False and goal.found.startswith("45 (abm4")
    goal = found(script, group(script, "batches", coarse), "fixed-step")
    assert goal.met is False and goal.found == "no method is as exact"


def test_equal_error_takes_the_fastest_method_of_the_other(script: Script) -> None:
    table = script("titles").CASES
    rows = []
    for case in script("goals").CLOSED:
        for peer, theirs in (("Exudyn a", 900.0), ("Exudyn b", 299.0 if case[0] == "A" else 400.0)):
            more = {"case": f"{case}, 2 s", "peer": peer, "error": 1e-6}
            rows.append(row(script, table, "error 1e-06", 1.0, theirs, **more))
    goal = found(script, group(script, "simulate", *rows), "Andrews", "Exudyn")
    assert goal.met is False and "Andrews 299" in goal.found and "Bricard 400" in goal.found
    goal = found(script, group(script, "simulate", *rows[:-2]), "Andrews", "Exudyn")
    assert goal.met is False
    goal = found(script, group(script, "simulate", *rows[2:4]), "Andrews", "Exudyn")
    assert goal.met is None and "Andrews: not measured" in goal.found


def test_a_case_that_the_other_cannot_do_is_named(script: Script) -> None:
    table = script("titles").CASES
    rows = []
    for case in script("goals").CLOSED:
        theirs, missing = (
            (None, "not reached; its trials end at 2e-05") if case[0] == "A" else (60.0, "")
        )
        more = {"case": case, "peer": "MuJoCo RK4", "error": 1e-6, "missing": missing}
        rows.append(row(script, table, "error 1e-06", 1.0, theirs, **more))
    goal = found(script, group(script, "simulate", *rows), "Andrews", "MuJoCo")
    assert goal.met is True and "Andrews: not reached" in goal.found


@pytest.mark.parametrize(("last", "met"), [(1290.0, True), (1310.0, False)])
def test_scaling_is_of_costs_per_body(script: Script, last: float, met: bool) -> None:
    rows = [
        row(script, "Inverse dynamics", "inverse dynamics", cost, None, case="chain", size=n)
        for n, cost in ((1, 9.0), (30, 30.0), (300, 300.0), (1000, last))
    ]
    assert found(script, group(script, "scaling", *rows), "scaling").met is met


def test_compile_times(script: Script) -> None:
    titles = script("titles")
    times = {(100, titles.COLD): 3.0, (300, titles.COLD): 13.0, (1000, titles.COLD): 38.0,
             (1000, titles.CACHED): 0.2}  # fmt: skip
    rows = [row(script, t, "x", s, None, case="chain", size=n) for (n, t), s in times.items()]
    groups = group(script, "compile", *rows)
    assert found(script, groups, "compile time cold, 100 ").met is True
    assert found(script, groups, "compile time cold, 300 ").met is False
    assert found(script, groups, "compile time cold, 1,000 ").met is True
    assert found(script, groups, "compile time cold, linear").found == "chain +27%"
    assert found(script, groups, "compile time cached").met is False


@pytest.mark.parametrize(("ours", "met"), [(1e-5, True), (1e-4, False)])
def test_real_time_of_the_arm(script: Script, ours: float, met: bool) -> None:
    """Only the arm of paper 0, with 7 bodies, counts."""
    titles = script("titles")
    more = {"peer": "a sample at 1 kHz"}
    rows = [
        row(script, titles.REAL_TIME, titles.NATIVE_STEP, ours, 1e-3, case="arm", size=7, **more),
        row(script, titles.REAL_TIME, titles.NATIVE_STEP, 1.0, 1e-3, case="big", size=80, **more),
    ]
    goal = found(script, group(script, "realtime", *rows), "real time at 1 kHz", "50")
    assert goal.met is met and goal.found == f"arm {1e-3 / ours:.3g}"


@pytest.mark.parametrize(
    ("ours", "size", "peer", "theirs", "met"),
    [
        (9e-3, 7, "Pinocchio", 1e-3, True),  # below 10 ms
        (11e-3, 7, "Pinocchio", 1e-3, False),
        (11e-3, 30, "Pinocchio", 4e-3, True),  # below 3 times
        (30e-3, 30, "MuJoCo", 20e-3, True),  # too few bodies to count
        (30e-3, 100, "MuJoCo", 20e-3, False),
    ],
)
def test_first_numbers(
    script: Script, ours: float, size: int, peer: str, theirs: float, met: bool
) -> None:
    table = script("titles").FIRST_NUMBER
    one = row(script, table, "inverse dynamics", ours, theirs, peer=peer, size=size)
    goal = found(script, group(script, "first", one), "first inverse dynamics")
    assert goal.met is met and goal.found == f"{size}: {1e3 * ours:.3g} ms"


def test_ahead_of_each(script: Script) -> None:
    titles = script("titles")
    pairs = (("acceleration", 2.0), ("reaction of one joint", 0.9))
    rows = [
        row(script, titles.CALLS, name, 1.0, ratio, peer="Pinocchio", case="four-bar")
        for name, ratio in pairs
    ]
    goal = found(script, group(script, "loops", *rows), "one closed-loop")
    assert goal.met is False and goal.found == "acceleration, four-bar 2; reaction, four-bar 0.9"
    assert found(script, group(script, "loops", rows[0]), "one closed-loop").met is True
    halves = [
        row(script, "Mass matrix", "mass matrix", 1.0, 2.0, peer="MuJoCo", size=n, case="chain")
        for n in (30, 100)
    ]
    goal = found(script, group(script, "scaling", *halves), "mass matrix of chains")
    assert goal.met is True and goal.found == "100, MuJoCo 2"


def test_import_and_whole_process(script: Script) -> None:
    titles = script("titles")
    what = "`import sarrus`, with `sarrus.System`"
    one = row(script, titles.IMPORT, what, 1.3, 1.0, peer="Pinocchio")
    goal = found(script, group(script, "load", one), "import with")
    assert goal.met is False and goal.found == "1.3"
    both = [
        row(script, titles.WHOLE_PROCESS, "run", 0.7, None, case=case)
        for case in script("goals").PROCESS
    ]
    groups = group(script, "first", *both)
    begins = "four-bar file to the finished run, whole process, "
    assert found(script, groups, begins + "kernels").met is False
    assert found(script, groups, begins + "no kernels of it").met is True


def test_live_pages_and_the_studio(script: Script) -> None:
    """Rates count by machine, limits by the worst of what has one."""
    titles = script("titles")
    rows = [
        row(script, titles.LIVE_PAGE, "step", 2e-6, 1e-3, case="four-bar"),
        row(script, titles.LIVE_PAGE, "slider to the data of the plots", 0.02, 0.016, case="x"),
        row(script, titles.STUDIO, "a number of a law", 0.05, 0.1, case="four-bar"),
    ]
    given = group(script, "live", *rows)
    assert found(script, given, "live page at 1 kHz, four-bar").met is True
    assert found(script, given, "live page at 1 kHz, Bricard").met is None
    assert found(script, given, "live page: a slider to the data").met is False
    assert found(script, given, "studio").met is True

"""The simulated scheduler: the measured cases within stated per cent, and what must hold."""

from __future__ import annotations

import json

from benchmarks.conftest import FOLDER, Script

RESULTS = FOLDER.parent / "docs" / "benchmarks" / "results.json"


def test_the_measured_cases_are_reproduced_within_two_per_cent(script: Script) -> None:
    scheduler = script("scheduler")
    for workers, wall in scheduler.MEASURED.items():
        found = scheduler.simulate(1500 * workers, workers, 0.01, scheduler.LOCAL)
        assert abs(found.wall / wall - 1.0) < 0.02
        assert found.efficiency == 15.0 / found.wall


def test_the_figures_are_those_of_the_benchmark(script: Script) -> None:
    scheduler, results = script("scheduler"), json.loads(RESULTS.read_text(encoding="utf-8"))
    rows = results.get("groups", results)["cluster"]["rows"]
    client = next(r for r in rows if r["what"] == "processor time of a run")["ours"]["median"]
    assert abs(client / scheduler.Costs().client - 1.0) < 0.5  # of a machine that is never idle


def test_one_client_saturates_and_a_tree_does_not(script: Script) -> None:
    scheduler = script("scheduler")
    costs = scheduler.Costs()
    most = scheduler.saturation(0.01, costs)
    few = scheduler.simulate(100_000, int(most / 2), 0.01, costs)
    many = scheduler.simulate(100_000, int(10 * most), 0.01, costs)
    assert few.load < 0.7 and many.load > 0.95 and many.efficiency < 0.15
    count, whole = scheduler.tree(10**7, 4096, 0.01, costs, scheduler.FAN)
    assert count == 64 + 1 and whole.efficiency > 0.75
    assert scheduler.simulate(777, 5, 0.01, costs).kept == 777 * costs.kept

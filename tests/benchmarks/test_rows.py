"""Rows and groups: ratios, who is faster, and their way through a file."""

from __future__ import annotations

import json

from benchmarks.conftest import Script


def test_a_time_is_the_median_and_the_least(script: Script) -> None:
    time = script("rows").Time.of([5.0, 1.0, 2.0])
    assert (time.median, time.least) == (2.0, 1.0)


def test_interleaved_takes_turns(script: Script) -> None:
    order: list[str] = []
    clock = iter([3.0, 10.0, 1.0, 30.0, 2.0, 20.0])

    def measure(name: str) -> float:
        order.append(name)
        return next(clock)

    work = {name: lambda name=name: measure(name) for name in "ab"}
    found = script("timing").interleaved(work, rounds=3)
    assert order == ["a", "b"] * 3
    assert (found["a"].median, found["a"].least) == (2.0, 1.0)
    assert (found["b"].median, found["b"].least) == (20.0, 10.0)


def test_ratio_is_theirs_over_ours(script: Script) -> None:
    rows = script("rows")
    ours, theirs = rows.Time(2.0, 1.0), rows.Time(6.0, 5.0)
    ahead = rows.Row("t", "x", ours=ours, peer="Pinocchio", theirs=theirs)
    behind = rows.Row("t", "x", ours=theirs, peer="MuJoCo RK4", theirs=ours)
    itself = rows.Row("t", "x", ours=theirs, peer="one thread", theirs=ours)
    absent = rows.Row("t", "x", ours=ours, peer="Exudyn", missing=rows.NOT_INSTALLED)
    assert ahead.ratio == 3.0 and not ahead.beaten
    assert behind.ratio == 1 / 3 and behind.beaten and behind.program == "MuJoCo"
    assert itself.ratio == 1 / 3 and not itself.beaten
    assert absent.ratio is None and not absent.beaten


def test_an_empty_call_is_taken_off(script: Script) -> None:
    rows = script("rows")
    whole, empty = rows.Time(5.0, 4.0), rows.Time(2.0, 1.5)
    assert rows.less(whole, empty) == rows.Time(3.0, 2.5)
    assert rows.less(empty, whole) is None
    assert rows.less(None, empty) is None


def test_a_group_survives_a_file(script: Script) -> None:
    rows = script("rows")
    row = rows.Row(
        "t", "x", "arm", 7, rows.Time(2.0, 1.0), "rk4", "Pinocchio", rows.Time(6.0, 5.0), error=1e-9
    )
    absent = rows.Row("t", "y", peer="MuJoCo", missing="not installed", peer_error=float("inf"))
    curves = {"arm": [{"program": "Sarrus", "method": "rk4", "seconds": [1.0], "errors": [0.1]}]}
    group = rows.Group("g", "Group", [row, absent], curves, ["a note"], seconds=3.0)
    record = json.loads(json.dumps(group.record(), allow_nan=False))
    assert record["rows"][0]["ratio"] == 3.0 and record["rows"][1]["peer_error"] is None
    again = rows.Group.read(record)
    assert again.rows[0] == row and again.curves == curves
    assert again.rows[1].theirs is None and again.rows[1].missing == "not installed"


def test_times_at_equal_error_are_medians(script: Script) -> None:
    """Halfway in log(error) is halfway in log(time), for medians and for the least alike."""
    wp = script("work_precision")
    curve = wp.Curve("Sarrus", "rk4")
    for error, repeats in ((1e-2, [1.0, 4.0, 9.0]), (1e-4, [4.0, 16.0, 36.0])):
        curve.add(lambda: None)
        curve.points[-1].error = error
        curve.points[-1].repeats = repeats
    found = curve.time_at(1e-3)
    assert abs(found.median - 8.0) < 1e-12 and abs(found.least - 2.0) < 1e-12
    assert curve.time_at(1e-5) is None and curve.smallest == 1e-4

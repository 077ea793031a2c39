"""Runs of a sweep as lanes of a population: on a GPU, or by vectors of the processor."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from typing import Any

import numpy as np

from sarrus.errors import EnvironmentProblem, ModelError, Problem
from sarrus.sweeps.batching import rows_and_groups
from sarrus.sweeps.cluster.packing import tasks_of_record
from sarrus.sweeps.measures import ERROR, Measure
from sarrus.sweeps.rows import DONE, Row
from sarrus.sweeps.runner import Runner, runner_of
from sarrus.sweeps.tasks import SIMULATE, RunRequest, Task, task_of
from sarrus.system.populations.run import PopulationRun
from sarrus.system.simulation.simulation import plan_of

CANNOT = "S39"
"""The code of what a population cannot do."""
PASSED = ("until", "step", "method", "inputs", "driven", "locked", "events")
"""Keywords of `simulate` that runs of a population have too."""
REFUSED = ("certify", "eps", "baumgarte", "independent", "solve", "base", "times")
"""Those that they do not have."""
MEMORY = 256 * 2**20
"""Bytes that the samples of runs side by side may take."""
MOST = 1 << 20
TARGET = "sarrus.sweeps.lanes:make_lanes"
"""What makes the runs in workers of a cluster."""
BUNDLE, PLACE = "bundle", "place"
"""In a record: runs that are lanes together; in a setup: of a population on which place."""

OF_SAMPLES: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "max": lambda x: np.nanmax(x, axis=1),
    "min": lambda x: np.nanmin(x, axis=1),
    "mean": lambda x: np.nanmean(x, axis=1),
    "rms": lambda x: np.sqrt(np.nanmean(np.square(x), axis=1)),
    "range": lambda x: np.nanmax(x, axis=1) - np.nanmin(x, axis=1),
    "peak": lambda x: np.nanmax(np.abs(x), axis=1),
    "first": lambda x: x[:, 0],
}
"""Measures of rows of samples, which are not numbers after the end of a run."""
OF_EXTREMES: dict[str, Callable[[np.ndarray, np.ndarray], np.ndarray]] = {
    "max": lambda low, high: high,
    "min": lambda low, high: low,
    "range": lambda low, high: high - low,
    "peak": lambda low, high: np.maximum(np.abs(low), np.abs(high)),
}
"""Measures that the least and the greatest value of all steps tell."""


def check_lanes(requests: Sequence[RunRequest], measures: Sequence[Measure]) -> None:
    """Refuse what runs of a population cannot do, with what to do instead."""
    problems = []
    for request in requests:
        if request.kind != SIMULATE:
            rule = "prescribe the motion, and runs of a population are simulated"
            problems.append(Problem(CANNOT, "drives", rule, action="leave place (--on) out"))
            continue
        if request.how.get("step") is None or str(request.how.get("method")) == "auto":
            rule = "need equal steps"
            action = "give run: {method: rk4, step: 1 ms} in the file, or method and step"
            problems.append(Problem(CANNOT, "runs of a population", rule, action=action))
        more = [k for k in REFUSED if request.how.get(k) not in (None, False, 0.0)]
        if request.how.get("formulation", "auto") != "auto":
            more.append("formulation")
        if more:
            rule = "are not for runs of a population"
            action = "leave place (--on) out, or these"
            problems.append(Problem(CANNOT, ", ".join(more), rule, action=action))
    for measure in measures:
        if callable(measure.definition) or measure.parts[0] == ERROR:
            rule = "is not found of runs of a population"
            action = "use max, min, mean, rms, range, peak, first or last of a channel"
            problems.append(Problem(CANNOT, f"measure '{measure.name}'", rule, action=action))
    if problems:
        raise ModelError(list(dict.fromkeys(problems)))


def run_lanes(
    runner: Runner, job: Callable[[int], Task | Row], pending: Sequence[int], place: str
) -> Generator[Row, None, None]:
    """Yield the outcomes of runs, each a lane of a population on a place.

    Runs that have a system of their own, and those that come to a singular position, are made again
    one by one, which chooses rows anew where it can and says why where it cannot.
    """
    many = runner.system.on(place)
    for item in rows_and_groups(runner, job, pending, MOST, _most_lanes):
        yield from [item] if isinstance(item, Row) else _lanes(runner, many, item)


def make_lanes(setup: dict[str, Any]) -> Callable[[dict[str, Any]], dict[str, Any]]:
    """Return what makes runs in a worker: a bundle of them as lanes, a single one alone."""
    runner = runner_of(setup)

    def answer(record: dict[str, Any]) -> dict[str, Any]:
        if BUNDLE not in record:
            return runner.row(task_of(record, runner.system)).record("")
        tasks = [task_of(one, runner.system) for one in tasks_of_record(record[BUNDLE])]
        made = run_lanes(runner, tasks.__getitem__, range(len(tasks)), setup[PLACE])
        try:
            return {"rows": [row.record("") for row in made]}
        except EnvironmentProblem as error:  # no GPU here: others may have one
            return {"problem": str(error)}

    return answer


def _most_lanes(runner: Runner, task: Task) -> int:
    samples = _plan(runner.measures, task)[1]
    how = {"every": None, **task.request.how}
    plan = plan_of(task.start.t, how)
    numbers = len(samples) * (plan.steps // plan.every + 1) + runner.system.nq + runner.system.nv
    return max(1, MEMORY // (8 * numbers))


def _plan(measures: Sequence[Measure], task: Task) -> tuple[list[str], list[str]]:
    """Return the words that runs keep, and the channels of which samples are needed."""
    stride = plan_of(task.start.t, {"every": None, **task.request.how}).every
    words: dict[str, None] = {}
    sampled: dict[str, None] = {}
    for measure in measures:
        word, channel = measure.parts
        if word == "last":
            words[f"last {channel}"] = None
        elif word in OF_EXTREMES and stride == 1:
            words |= {f"min {channel}": None, f"max {channel}": None}
        else:
            sampled[channel] = None
    return [*words, *sampled], list(sampled)


def _lanes(runner: Runner, many: Any, tasks: list[Task]) -> Generator[Row, None, None]:
    how: Mapping[str, Any] = tasks[0].request.how
    keep, sampled = _plan(runner.measures, tasks[0])
    names = list(tasks[0].values)
    columns = {n: np.stack([np.asarray(t.values[n], float) for t in tasks]) for n in names}
    keywords = {key: how[key] for key in PASSED if how.get(key) is not None}
    every = how.get("every") or how["step"]
    runs: PopulationRun = many.simulate(
        [task.start for task in tasks], keep=keep, every=every if sampled else None,
        parameters=columns or None, close=False, **keywords,
    )  # fmt: skip
    values = np.stack([_measures(measure, runs, sampled) for measure in runner.measures], axis=1)
    for task, row, stopped in zip(tasks, values, runs.stopped, strict=True):
        if stopped:
            yield runner.row(task)
        else:
            yield Row(task.run, DONE, tuple(map(float, row)))


def _measures(measure: Measure, runs: PopulationRun, sampled: Sequence[str]) -> np.ndarray:
    """Return a measure of all runs."""
    word, channel = measure.parts
    if word == "last":
        return runs[f"last {channel}"]
    if channel in sampled:
        stopped = runs.stopped  # these are made again
        rows = np.where(stopped[:, None], 0.0, runs[channel])
        return OF_SAMPLES[word](rows)
    return OF_EXTREMES[word](runs[f"min {channel}"], runs[f"max {channel}"])

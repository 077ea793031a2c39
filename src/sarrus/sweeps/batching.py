"""Runs of a sweep side by side in one kernel, some hundred at a time."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from typing import Any

import numpy as np

from sarrus.errors import ModelError, SimulationStopped
from sarrus.sweeps.rows import Row, failure_row
from sarrus.sweeps.runner import Runner
from sarrus.sweeps.tasks import SIMULATE, RunRequest, Task
from sarrus.system.flow.steps import METHODS
from sarrus.system.simulation.many_runs import ManyRuns
from sarrus.system.simulation.simulation import plan_of

MEMORY = 64 * 2**20
"""Bytes that the states of the runs side by side may take."""
MOST = 1024


def can_be_batched(requests: Sequence[RunRequest]) -> bool:
    """Whether all runs go in equal steps, have no events and no second run beside them."""
    for one in requests:
        method = METHODS.get(str(one.how.get("method")))
        if one.kind != SIMULATE or method is None or method.step is None:
            return False
        if one.how.get("events") or one.how.get("certify") or one.how.get("eps"):
            return False
    return True


def run_batches(
    runner: Runner, job: Callable[[int], Task | Row], pending: Sequence[int]
) -> Generator[Row, None, None]:
    """Yield the outcomes of runs, made side by side where they share a system and request."""
    for item in rows_and_groups(runner, job, pending, MOST, _batch_size):
        yield from [item] if isinstance(item, Row) else _together(runner, item)


def rows_and_groups(
    runner: Runner, job: Callable[[int], Task | Row], pending: Sequence[int], most: int,
    size: Callable[[Runner, Task], int],
) -> Generator[Row | list[Task], None, None]:  # fmt: skip
    """Yield the rows of runs that cannot be made with others, and groups of those that can.

    most: runs in a group, if the size that each allows is not smaller.
    """
    at = 0
    while at < len(pending):
        tasks: list[Task] = []
        room = most
        while at < len(pending) and len(tasks) < room:
            found = job(pending[at])
            at += 1
            if isinstance(found, Row):
                yield found
            elif found.model is not None:
                yield runner.row(found)
            else:
                tasks.append(found)
                room = min(room, size(runner, found))
        yield from groups_of(tasks)


def groups_of(tasks: Sequence[Task]) -> list[list[Task]]:
    """Return tasks that begin together and ask for the same, each group in its order."""
    found: dict[tuple[str, float], list[Task]] = {}
    for task in tasks:
        found.setdefault((task.request.key, task.start.t), []).append(task)
    return list(found.values())


def _batch_size(runner: Runner, task: Task) -> int:
    """Return how many runs like this one fit in the memory."""
    how = {"every": None, "step": None, **task.request.how}
    plan = plan_of(task.start.t, how)
    numbers = (plan.steps // plan.every + 1) * (runner.system.nq + runner.system.nv + 3)
    return max(1, MEMORY // (8 * numbers))


def _together(runner: Runner, tasks: list[Task]) -> Iterator[Row]:
    names = list(tasks[0].values)
    keywords: dict[str, Any] = {}
    if names:
        columns = {n: np.stack([np.asarray(t.values[n], float) for t in tasks]) for n in names}
        keywords = {"parameters": columns}
    starts = [task.start for task in tasks]
    try:
        runs: ManyRuns = runner.system.simulate(starts, **tasks[0].request.how, **keywords)  # type: ignore[assignment]
    except (ModelError, SimulationStopped):
        # one of them cannot even begin; alone, each says what is wrong with it
        yield from (runner.row(task) for task in tasks)
        return
    for k, task in enumerate(tasks):
        stop = runs.failed.get(k)
        if stop is None:
            yield runner.outcome_of(task.run, runs[k])
        else:
            t = float(stop.run.t[-1]) if stop.run is not None and len(stop.run) else task.start.t
            yield failure_row(task.run, stop, t)

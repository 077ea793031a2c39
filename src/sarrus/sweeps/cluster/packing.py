"""Tasks of a piece as one record: what they share is sent once, numbers as columns.

A task alone costs about 50 us to be written as a record, most of them for names; in a piece it is a
row of arrays.
"""

from __future__ import annotations

from typing import Any

import numpy as np

Task = dict[str, Any]
RUN, VALUES = "run", "values"


def record_of_tasks(tasks: list[Task]) -> dict[str, Any]:
    """Return tasks as one record.

    runs: their numbers; shared: parts that are the same object, or the same number, in all; values:
    arrays by name, a row for each task, where all have the same names; rest: what is left of each.
    """
    first = tasks[0]
    names = [n for n in first if n != RUN and all(_same(t.get(n, t), first[n]) for t in tasks)]
    shared = {name: first[name] for name in names}
    columns = None if VALUES in shared else _columns([task.get(VALUES) for task in tasks])
    gone = {RUN, *shared} | ({VALUES} if columns is not None else set())
    rest = [{name: part for name, part in task.items() if name not in gone} for task in tasks]
    return {
        "runs": np.array([task[RUN] for task in tasks], dtype=np.int64),
        "shared": shared,
        "values": columns,
        "rest": rest if any(rest) else None,
    }


def tasks_of_record(record: dict[str, Any]) -> list[Task]:
    """Return the tasks of a record."""
    tasks = []
    columns, rest = record["values"], record["rest"]
    for i, run in enumerate(record["runs"].tolist()):
        own = {} if rest is None else rest[i]
        if columns is not None:
            own = {**own, VALUES: {name: column[i] for name, column in columns.items()}}
        tasks.append({RUN: run, **record["shared"], **own})
    return tasks


def _same(one: Any, other: Any) -> bool:
    """Whether two parts can be sent as one; equal arrays are not looked for."""
    if one is other or (one is None and other is None):
        return True
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_same(one[k], other[k]) for k in one)
    plain = (bool, int, float, str)
    return type(one) is type(other) and isinstance(one, plain) and one == other


def _columns(values: list[Any]) -> dict[str, np.ndarray] | None:
    """Return values by name as arrays with a row for each task, None where they do not fit."""
    first = values[0]
    if not isinstance(first, dict) or not first:
        return None
    shapes = {name: np.shape(value) for name, value in first.items()}
    for value in values:
        if not isinstance(value, dict) or {n: np.shape(v) for n, v in value.items()} != shapes:
            return None
    return {name: np.array([value[name] for value in values], dtype=float) for name in shapes}

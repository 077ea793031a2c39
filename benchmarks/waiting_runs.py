"""Runs that only wait, for measurements of how a sweep is spread: a given time each."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from sarrus.sweeps.rows import DONE, Row


def prepared(work: dict[str, Any]) -> Callable[[dict[str, Any]], dict[str, Any]]:
    """Return what makes such runs; work: the seconds that each takes."""

    def answer(task: dict[str, Any]) -> dict[str, Any]:
        time.sleep(work["seconds"])
        return Row(int(task["run"]), DONE, (float(task["run"]), 0.0, 0.0, 0.0)).record("")

    return answer

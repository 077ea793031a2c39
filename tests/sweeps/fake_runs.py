"""Runs without mechanics, for tests of the pool: quick, deadly, poisonous or endless."""

from __future__ import annotations

import math
import os
import random
import signal
import threading
import time
from collections.abc import Callable
from typing import Any

from sarrus.sweeps.rows import DONE, Row


def value(run: int) -> float:
    """The number that run must have, whatever happens on the way."""
    x = 0.1 + run
    for _ in range(200):
        x = math.sin(x) + 1e-3 * run
    return x


def prepared(work: dict[str, Any]) -> Callable[[dict[str, Any]], dict[str, Any]]:
    """Return what makes fake runs; work: what they do, and the file where attempts are noted."""

    def answer(task: dict[str, Any]) -> dict[str, Any]:
        run = int(task["run"])
        chance = random.SystemRandom()
        if work["notes"]:
            with open(work["notes"], "ab", buffering=0) as notes:
                notes.write(b"%d\n" % run)
        if run in work["poison"]:
            os.kill(os.getpid(), signal.SIGSEGV if run % 2 else signal.SIGKILL)
        if run in work["hanging"]:
            time.sleep(3600.0)
        if chance.random() < work["deadly"]:
            delay = chance.uniform(0.0, 1.5 * work["seconds"])
            threading.Timer(delay, os.kill, (os.getpid(), signal.SIGKILL)).start()
        time.sleep(work["seconds"])
        return Row(run, DONE, (value(run),)).record("")

    return answer


def work(**changes: Any) -> dict[str, Any]:
    """Return what fake runs do."""
    usual = {"poison": [], "hanging": [], "deadly": 0.0, "seconds": 3e-4, "notes": "", "hash": ""}
    return {**usual, **changes}

"""A line on the terminal for runs that take a while."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

from sarrus.errors import ModelError, Problem
from sarrus.system.simulation.interrupts import Interrupts

PATIENCE = 2.0
WIDTH = 30


class Progress:
    """Tells how far a run is: nothing, a function of the fraction, or a bar on stderr.

    A bar appears after two seconds, and only on a terminal unless it is asked for.
    """

    def __init__(self, wanted: bool | Callable[[float], None] | None) -> None:
        self.function = wanted if callable(wanted) else None
        self.bar = wanted is True or (wanted is None and sys.stderr.isatty())
        self.began = self.shown = time.perf_counter()
        self.visible = False
        self.interrupts = Interrupts()

    def at(self, fraction: float) -> None:
        """Report the fraction of the run that is done; all its states are whole here."""
        self.interrupts.check()
        if self.function is not None:
            self._tell(self.function, float(fraction))
        if not self.bar:
            return
        now = time.perf_counter()
        if now - self.began < PATIENCE or now - self.shown < 0.2:
            return
        self.shown, self.visible = now, True
        full = round(WIDTH * fraction)
        sys.stderr.write(f"\r[{'#' * full}{'.' * (WIDTH - full)}] {100 * fraction:3.0f} %")
        sys.stderr.flush()

    def _tell(self, function: Callable[[float], None], fraction: float) -> None:
        try:
            function(fraction)
        except Exception as problem:
            rule = f"fails: {type(problem).__name__}: {problem}"
            raise ModelError(Problem("D08", "progress", rule)) from problem

    def remove(self) -> None:
        """Remove the bar."""
        if self.visible:
            sys.stderr.write("\r" + " " * (WIDTH + 9) + "\r")
            sys.stderr.flush()

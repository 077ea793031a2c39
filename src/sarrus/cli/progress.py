"""The bar of a run that takes a while, on a terminal."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from sarrus.cli.screen import Screen
from sarrus.cli.streams import is_terminal

PATIENCE = 1.0
"""How long nothing is shown [s]; most runs end before."""


class Bar:
    """Shows the fraction of a run that is done, once it has taken a second."""

    def __init__(self, label: str) -> None:
        self.label, self.began = label, time.perf_counter()
        self._shown: Any = None
        self._task: Any = None

    def __call__(self, fraction: float) -> None:
        if self._shown is None:
            if time.perf_counter() - self.began < PATIENCE:
                return
            self._open()
        self._shown.update(self._task, completed=fraction)

    def _open(self) -> None:
        from rich.console import Console
        from rich.progress import (
            BarColumn,
            Progress,
            TaskProgressColumn,
            TextColumn,
            TimeElapsedColumn,
            TimeRemainingColumn,
        )

        columns = (
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            TaskProgressColumn(),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
        )
        self._shown = Progress(*columns, console=Console(stderr=True), transient=True)
        self._task = self._shown.add_task(self.label, total=1.0)
        self._shown.start()

    def close(self) -> None:
        """Remove the bar."""
        if self._shown is not None:
            self._shown.stop()


@contextmanager
def progress(screen: Screen, label: str) -> Iterator[Callable[[float], None] | bool]:
    """Yield what a run is to tell its progress to: a bar, or nothing without a terminal."""
    if screen.quiet or not is_terminal("stderr"):
        yield False
        return
    bar = Bar(label)
    try:
        yield bar
    finally:
        bar.close()

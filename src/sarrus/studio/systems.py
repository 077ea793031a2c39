"""Systems of texts that differ in numbers only: their kernels are made once.

The numbers of such a text are inputs of kernels. Those kernels are made in the background, after
the first picture of a topology, which does not wait for them.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import field, replace
from threading import Lock, Thread
from time import monotonic
from typing import Any

import numpy as np

from sarrus.errors import SarrusError
from sarrus.kernels import Cache
from sarrus.kernels.library import Library
from sarrus.late_dataclass import dataclass
from sarrus.study.study import Study
from sarrus.system.quantities.code_key import plain_inputs, turns
from sarrus.system.quantities.parameters import merged_parameters

MOST_JOINTS = 40
"""Joints of the largest model whose numbers become inputs; tracing a larger one takes long."""
LONGEST = 5.0
"""Seconds of the run with which kernels are made; by then there are all that it needs."""


@dataclass(eq=False)
class Systems:
    """Finds the kernels of a study that another one with the same code has made.

    make: asks a study for all that a picture needs; its run is to end at a time of the clock.
    """

    make: Callable[[Study, float], Any]
    library: Library = field(default_factory=lambda: Library(Cache.default().folder))
    _ready: set[str] = field(default_factory=set)
    _axes: dict[str, np.ndarray] = field(default_factory=dict)
    _turning: set[str] = field(default_factory=set)
    _lock: Any = field(default_factory=Lock)
    _work: Thread | None = None

    def sharing(self, study: Study) -> Study | None:
        """Return the study on kernels that are there, or None."""
        found = self._on_inputs(study)
        return found if found is not None and _code(found) in self._ready else None

    def prepare(self, study: Study) -> None:
        """Make the kernels of a study in the background, unless they are there or being made."""
        with self._lock:
            if self._work is not None and self._work.is_alive():
                return
            found = self._on_inputs(study)
            if found is None or _code(found) in self._ready:
                return
            self._work = Thread(target=self._prepare, args=(found,), name="sarrus studio kernels")
            self._work.daemon = True
            self._work.start()

    def wait(self) -> None:
        """Wait until what is being made is there."""
        with self._lock:
            work = self._work
        if work is not None:
            work.join()

    def _prepare(self, study: Study) -> None:
        with suppress(SarrusError):
            self.make(study, monotonic() + LONGEST)
            self._ready.add(_code(study))

    def _on_inputs(self, study: Study) -> Study | None:
        """Return the study with numbers of its model as inputs.

        Axes along those of the drawing stay in the code until they are moved.
        """
        model, options = study.model, study.plan.options
        if len(model.joints) > MOST_JOINTS or "cache" in options:
            return None
        axes = turns(model)
        before, self._axes = self._axes, axes
        self._turning |= {n for n, x in axes.items() if not np.all(np.isin(x, (-1.0, 0.0, 1.0)))}
        if before.keys() == axes.keys():
            self._turning |= {n for n, x in axes.items() if not np.array_equal(x, before[n])}
        turning = [name for name in axes if name in self._turning]
        names = merged_parameters(
            model, options.get("parameters", ()), [*plain_inputs(model), *turning]
        )
        more = {**options, "parameters": names, "cache": self.library}
        return replace(study, plan=replace(study.plan, options=more))


def _code(study: Study) -> str:
    """Return what identifies the equations of a study."""
    return study.system.compiled.compiler.key

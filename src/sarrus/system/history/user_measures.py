"""Measures of the user: Python functions of named channels, traced into native code if they can be.

The function is called once with numbers, to see which channels it reads and what it returns, and
once with symbols. If these lead to the same number it runs natively for all states; if not, it
runs in Python, state by state, and the description says so and why.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.kernels import Cache, Kernel, KernelFactory
from sarrus.kernels.background import chosen_policy
from sarrus.kernels.mapping import outputs_of_rows
from sarrus.late_dataclass import dataclass
from sarrus.system.channels.catalogue import Catalogue
from sarrus.system.channels.definition import XYZ, Definition
from sarrus.system.history.source import Part
from sarrus.system.rows.chunk import Chunk

AGREEMENT = 1e-9


@dataclass
class Quantities:
    """What a measure sees: `x["A.angle"]` is a number, `x["crank.position"]` three; `x.t` the time.

    Of one state of a chunk, or of symbols.
    """

    catalogue: Catalogue
    t: Any
    known: dict[str, Any]
    chunk: Chunk | None = None
    row: int = 0

    def __getitem__(self, name: str) -> Any:
        if name not in self.known:
            if self.chunk is None:
                raise KeyError(name)
            definition = self.catalogue.find(name)
            self.known[name] = np.asarray(definition.equation(self.chunk), dtype=float)
        values = self.known[name]
        return values if self.chunk is None else values[self.row]


Function = Callable[[Quantities], Any]


@dataclass
class UserMeasure:
    """One function of the user as a channel."""

    catalogue: Catalogue
    name: str
    function: Function
    kernel: Kernel | None = None
    inputs: dict[str, str] = field(default_factory=dict)
    shape: tuple[int, ...] = ()
    reason: str = ""

    def prepare(self, first: Chunk) -> None:
        """Look at the function at the first state, and trace it if that can be done."""
        x = Quantities(self.catalogue, float(first.t[0]), {}, first)
        value = np.asarray(self._call(x, float(first.t[0])))
        self.shape = value.shape
        self.inputs = {name: f"c{k}" for k, name in enumerate(x.known)}
        try:
            self.kernel = self._trace()
            found = self._natively(first)[0]
            size = float(np.max(np.abs(value), initial=1.0))
            if not np.allclose(found, value, rtol=0.0, atol=AGREEMENT * size, equal_nan=True):
                self.reason = "traced, it gives another number"
        except Exception as problem:
            self.reason = _reason(problem)
        if self.reason:
            self.kernel = None

    def _trace(self) -> Kernel:
        shapes = {place: self.catalogue.find(name).shape for name, place in self.inputs.items()}

        def equation(t: Any, **arrays: Any) -> Mapping[str, Any]:
            known = {name: arrays[place] for name, place in self.inputs.items()}
            return {"value": np.asarray(self.function(Quantities(self.catalogue, t, known)))}

        factory = KernelFactory(Cache(None), policy=chosen_policy())
        return factory.make(f"measure {self.name}", equation, {**shapes, "t": ()})

    def read(self, chunk: Chunk) -> np.ndarray:
        """Return the values for a chunk of states."""
        return self._natively(chunk) if self.kernel is not None else self._in_python(chunk)

    def _natively(self, chunk: Chunk) -> np.ndarray:
        if self.kernel is None:
            return self._in_python(chunk)
        rows = {p: self.catalogue.find(name).equation(chunk) for name, p in self.inputs.items()}
        return outputs_of_rows(self.kernel, {**rows, "t": chunk.t}, {})["value"]

    def _in_python(self, chunk: Chunk) -> np.ndarray:
        out = np.empty((len(chunk), *self.shape))
        x = Quantities(self.catalogue, 0.0, {}, chunk)
        for k, t in enumerate(chunk.t):
            x.row, x.t = k, float(t)
            out[k] = self._call(x, float(t))
        return out

    def _call(self, x: Quantities, t: float) -> Any:
        try:
            return self.function(x)
        except ModelError:
            raise
        except Exception as problem:
            raise ModelError(
                Problem(
                    "D08",
                    f"measure '{self.name}'",
                    f"fails at t = {t:.6g} s: {type(problem).__name__}: {problem}",
                    action="it is called with x, of which x['A.angle'] and x.t are numbers",
                )
            ) from problem


def _reason(problem: Exception) -> str:
    """Return why a function cannot be traced, without codes and advice."""
    rules = [p.rule for p in getattr(problem, "problems", ())]
    return "; ".join(rules) or str(problem) or type(problem).__name__


def user_measure(
    part: Part, catalogue: Catalogue, name: str, function: Function, unit: str, description: str
) -> Definition:
    """Return the channel of a function of named channels."""
    measure = UserMeasure(catalogue, name, function)
    measure.prepare(next(iter(part.chunks(0, 1))))
    text = description or "a measure of the user"
    if measure.kernel is None:
        text += f" (runs in Python: {measure.reason})"
    shape = measure.shape
    names = XYZ if shape == (3,) else tuple(str(k) for k in range(int(np.prod(shape))))
    components = names if shape else ()
    read: Any = measure.read  # of rows of states only: a function of the user may be no formula
    return Definition("measure", name, unit, text, read, shape=shape, components=components)

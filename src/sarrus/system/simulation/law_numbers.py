"""Numbers of laws as inputs of kernels, so that laws that differ in numbers share their code."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

import numpy as np

from sarrus.errors import ModelError
from sarrus.kernels.kernel import KernelError
from sarrus.kernels.trace import trace
from sarrus.model.forces.formula import Formula
from sarrus.system.flow.prescribed import scalar_law
from sarrus.system.simulation.state_law import StateLaw

LAW_NUMBERS = "law_numbers"
"""The input of kernels with the numbers of laws."""


Law = Formula | StateLaw
"""Laws that are data."""


class LawNumbers:
    """The numbers of laws that may change: values, and symbols while a kernel is traced."""

    def __init__(self, name: str = LAW_NUMBERS) -> None:
        """Begin without laws; name: of the input."""
        self.name = name
        self.values: list[float] = []
        self._now: Sequence[Any] | None = None
        self._changing: dict[int, tuple[Law, Callable[[], Formula]]] = {}

    @property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """The shape of the input that they add to every kernel."""
        return {self.name: (len(self.values),)} if self.values else {}

    @property
    def inputs(self) -> dict[str, np.ndarray]:
        """The values of that input."""
        return {self.name: np.array(self.values)} if self.values else {}

    @contextmanager
    def at(self, numbers: Sequence[Any] | None) -> Iterator[None]:
        """Let all laws have these numbers, for as long as a kernel is traced."""
        before, self._now = self._now, numbers
        try:
            yield
        finally:
            self._now = before

    def number(self, value: float) -> Callable[[], Any]:
        """Give a number that belongs to no law a place; return what it is now."""
        place = len(self.values)
        self.values.append(float(value))
        return lambda: self.values[place] if self._now is None else self._now[place]

    def law_with_numbers(
        self, law: Formula | StateLaw, changing: Sequence[int]
    ) -> Callable[..., Any]:
        """Return a law some of whose numbers are those of here; changing: which of them."""
        formula = formula_of(law)
        own = list(formula.numbers)
        first = len(self.values)
        self.values += [float(own[k]) for k in changing]

        def now() -> Formula:
            numbers = own.copy()
            for place, k in enumerate(changing, start=first):
                numbers[k] = self.values[place] if self._now is None else self._now[place]
            return formula.with_numbers(numbers)

        self._changing.setdefault(id(law), (law, now))
        if isinstance(law, StateLaw):
            reads = law.reads
            return lambda t, state: StateLaw(now(), reads)(t, state)
        return lambda t: now()(t)

    def holds(self, law: Any) -> bool:
        """Tell whether numbers of a law are among them."""
        return id(law) in self._changing

    def law_now(self, law: Law) -> Law:
        """Return a law with the numbers that it has now, symbols while a kernel is traced."""
        if not self.holds(law):
            return law
        formula = self._changing[id(law)][1]()
        return StateLaw(formula, law.reads) if isinstance(law, StateLaw) else formula


def formula_of(law: Formula | StateLaw) -> Formula:
    """Return the formula of a law."""
    return law.formula if isinstance(law, StateLaw) else law


def can_be_traced(law: Formula | StateLaw, changing: Sequence[int]) -> bool:
    """Tell whether a law has derivatives by time where some of its numbers are inputs."""
    if isinstance(law, StateLaw):
        return True
    numbers = [0.0 if k in changing else x for k, x in enumerate(law.numbers)]
    return _has_jet(law.with_numbers(numbers), tuple(changing))


@lru_cache(maxsize=256)
def _has_jet(law: Formula, changing: tuple[int, ...]) -> bool:
    """Tell the same of a law whose changing numbers are 0: they do not matter."""
    own = list(law.numbers)

    def jet(numbers: Any, t: Any) -> dict[str, Any]:
        values = own.copy()
        for place, k in enumerate(changing):
            values[k] = numbers[place]
        return {"jet": np.array(scalar_law("", lambda s: law.with_numbers(values)(s))(t[0]))}

    try:
        trace(jet, {"numbers": (len(changing),), "t": (1,)})
    except (ModelError, KernelError):
        return False
    return True


def shared_laws(numbers: LawNumbers, laws: Mapping[str, Any]) -> tuple[dict[str, Any], list[Any]]:
    """Return laws whose numbers are inputs, where they can be, and what tells them apart."""
    found, text = {}, []
    for name, law in laws.items():
        changing = changeable_numbers(law) if isinstance(law, DATA) else []
        if not changing or not can_be_traced(law, changing):
            found[name] = law
            text.append((name, law))
            continue
        found[name] = numbers.law_with_numbers(law, changing)
        text.append((name, structure_of(law, changing)))
    return found, text


def changeable_numbers(law: Formula | StateLaw) -> list[int]:
    """Return which numbers of a law may be inputs: all but exponents, whose roots are code."""
    steps = formula_of(law).steps
    places = [place for place, step in enumerate(steps) if step[0] == "number"]
    exponents = {step[2] for step in steps if step[0] == "pow"}
    return [k for k, place in enumerate(places) if place not in exponents]


def structure_of(law: Formula | StateLaw, changing: Sequence[int]) -> tuple[Any, ...]:
    """Return what a law computes, but for the numbers that may change."""
    formula = formula_of(law)
    numbers = [0.0 if k in changing else x for k, x in enumerate(formula.numbers)]
    reads = law.reads if isinstance(law, StateLaw) else ()
    return (formula.with_numbers(numbers).steps, formula.results, reads)


DATA = (Formula, StateLaw)
"""Laws that are data."""

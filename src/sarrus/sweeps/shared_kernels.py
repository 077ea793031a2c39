"""Systems that share their code: the same equations with other numbers.

Numbers that are inputs of kernels are not in the code. Two models that differ in such numbers only
have the same kernels, which are compiled once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from sarrus.model import Model
from sarrus.system import System
from sarrus.system.quantities.code_key import code_hash, plain_inputs
from sarrus.system.quantities.parameters import number_entries

LENGTH = MASS = 1.0
"""Scales of rows; those of the first model are in the code that all share."""


def with_values(system: System, values: Mapping[str, Any]) -> System:
    """Return a system with the same code whose own numbers, where they are inputs, are others."""
    shared = System(system.model, **system.compiled.keywords)
    compiler = shared.compiled.compiler
    known = compiler.parameters
    compiler.take_tree(system.compiled.compiler)
    compiler.defaults["p"] = known.flat_values(values, {name: name for name in known.names})
    return shared


def numbers(model: Model) -> dict[str, np.ndarray]:
    """Return all numbers of a model that become inputs where they differ, by full names."""
    listed = dict(number_entries(model))
    return {name: listed[name] for name in plain_inputs(model)}


def same_code(one: Model, other: Model) -> bool:
    """Whether two models differ in nothing but numbers that become inputs, and in drawings."""
    return code_of(one) == code_of(other)


def code_of(model: Model) -> tuple[Any, ...]:
    """Return what models have in common that differ in numbers that become inputs, no more."""
    limits = [(j.limits, j.speed_limits, j.effort_limits) for j in model.joints]
    return code_hash(model, frozenset(plain_inputs(model)), LENGTH, MASS), limits, model.start


def different(models: Iterable[Model]) -> list[str]:
    """Return the numbers that are not the same in all of some models with the same code.

    One model is looked at after the other: all numbers of many would need the memory of these.
    """
    first: dict[str, np.ndarray] | None = None
    same: list[str] = []
    for model in models:
        table = numbers(model)
        if first is None:
            first, same = table, list(table)
        same = [n for n in same if np.array_equal(table[n], first[n], equal_nan=True)]
    left = set(same)
    return [name for name in first or {} if name not in left]

"""Systems that share their code: the same equations with other numbers.

Numbers that are inputs of kernels are not in the code. Two models that differ in such numbers only
have the same kernels, which are compiled once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
    return _code(one) == _code(other)


def _code(model: Model) -> tuple[Any, ...]:
    limits = [(j.limits, j.speed_limits, j.effort_limits) for j in model.joints]
    return code_hash(model, frozenset(plain_inputs(model)), LENGTH, MASS), limits, model.start


def different(models: Sequence[Model]) -> list[str]:
    """Return the numbers that are not the same in all of some models with the same code."""
    tables = [numbers(model) for model in models]
    return [
        name
        for name, value in tables[0].items()
        if any(not np.array_equal(table[name], value, equal_nan=True) for table in tables[1:])
    ]

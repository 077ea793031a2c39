"""Formulas of named numbers, evaluated over rows of samples with their derivatives.

The text is that of expressions in model files; it is traced once into a kernel of its value and
one of its gradient.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from sarrus.kernels import KernelFactory
from sarrus.kernels.background import chosen_policy
from sarrus.kernels.cache import Cache
from sarrus.kernels.derivative import jacobian
from sarrus.kernels.mapping import outputs_of_rows
from sarrus.late_dataclass import dataclass
from sarrus.model.expressions.expression import Expression, Scope, Units
from sarrus.model.expressions.problems import ExpressionError
from sarrus.model.units import Dimension, si_unit


@dataclass(frozen=True, eq=False)
class Formula:
    """An expression of named arguments; units: of the arguments, in SI; scope: constants.

    variables: those of the arguments that are numbers of the design, not of its motion.
    """

    expression: Expression
    arguments: tuple[str, ...]
    scope: Scope
    units: Mapping[str, str]
    variables: frozenset[str] = frozenset()

    @cached_property
    def function(self) -> Callable[..., Any]:
        """The function of the arguments; raises `ExpressionError` where dimensions do not fit."""
        units: Units = {name: unit for name, unit in self.units.items() if unit}
        return self.expression.function(self.arguments, self.scope, units=units)

    @property
    def dimension(self) -> Dimension | None:
        """The dimension of the value, None where bare numbers stand for units."""
        whole: Units = {name: si_unit(unit)[1] for name, unit in self.units.items() if unit}
        try:
            found = self.expression.dimension(self.arguments, self.scope, None, whole)
        except ExpressionError:
            return None
        return found if isinstance(found, tuple) else None

    @cached_property
    def _kernel(self) -> Any:
        function, count = self.function, len(self.arguments)

        def equation(x: Any) -> Mapping[str, Any]:
            value = np.asarray(function(*x[:count]), dtype=object)
            return {"value": value, "slopes": jacobian(value, x)}

        factory = KernelFactory(Cache(None), policy=chosen_policy())
        # without arguments, one that is not used: a kernel has inputs
        return factory.make(f"formula {self.expression.text}", equation, {"x": (max(count, 1),)})

    def rows(self, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return values (n) and derivatives (n, arguments) for rows of arguments (n, arguments)."""
        count = len(self.arguments)
        value = x if count else np.zeros((len(x), 1))
        found = outputs_of_rows(self._kernel, {"x": np.ascontiguousarray(value)}, {})
        return found["value"].reshape(len(x)), found["slopes"].reshape(len(x), -1)[:, :count]

    def at(self, x: Sequence[float]) -> tuple[float, np.ndarray]:
        """Return value and derivatives for one row of arguments."""
        value, slopes = self.rows(np.asarray(x, dtype=float).reshape(1, -1))
        return float(value[0]), slopes[0]

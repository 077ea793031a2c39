"""Equations by their names, found when they are traced.

Who takes the shared code of a quantity from disk needs none of them.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sarrus.system.quantities.equations import Equation, Inputs, Outputs

EQUATIONS = "sarrus.system.quantities.equations"
DERIVATIVES = "sarrus.system.quantities.derivative_equations"
FOLLOWERS = "sarrus.system.quantities.follower_equations"
MATRICES = "sarrus.system.quantities.matrix_equations"


class NamedEquation:
    """The equation of a name in a module."""

    def __init__(self, name: str, module: str = EQUATIONS) -> None:
        self.__name__, self.__module__ = name, module

    def __call__(self, x: Inputs, **more: Any) -> Outputs:
        """Return what the equation yields."""
        return self.function(x, **more)

    @property
    def function(self) -> Callable[..., Outputs]:
        """The equation itself."""
        equation: Callable[..., Outputs] = getattr(import_module(self.__module__), self.__name__)
        return equation


def home_of(equation: Equation) -> tuple[str, str]:
    """Return the module and the name of an equation, named or found."""
    return equation.__module__, getattr(equation, "__name__", "")

"""Sweeps: many runs with other numbers, as a table of what is measured of each.

`system.sweep({"crank.mass": [1, 2, 3]}, start=state, until=2, measure="max A.rate")` varies numbers
of one system; `sarrus.sweep(gallery.slider_crank, rod=[0.24, 0.27, 0.30], ...)` and
`sarrus.sweep("slider_crank.yaml", L=[0.24, 0.27, 0.30], ...)` make a model for each point. Plans
that draw: `LatinHypercube`, `MonteCarlo` with `Uniform`, `Normal`, `LogNormal`, `Triangular`,
`Choice`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sarrus.sweeps.distributions import Choice, LogNormal, Normal, Triangular, Uniform
    from sarrus.sweeps.plans import LatinHypercube, Listed, MonteCarlo
    from sarrus.sweeps.public import sweep
    from sarrus.sweeps.table import Failure, Sweep
else:
    from importlib import import_module

    _HOME = {
        "distributions": ("Choice", "LogNormal", "Normal", "Triangular", "Uniform"),
        "plans": ("LatinHypercube", "Listed", "MonteCarlo"),
        "public": ("sweep",),
        "table": ("Failure", "Sweep"),
    }
    _MODULE_OF = {name: module for module, names in _HOME.items() for name in names}

    def __getattr__(name: str) -> object:
        """Import a name when it is first used: workers need few of them."""
        if name not in _MODULE_OF:
            raise AttributeError(f"module 'sarrus.sweeps' has no attribute {name!r}")
        return getattr(import_module(f"sarrus.sweeps.{_MODULE_OF[name]}"), name)


__all__ = [
    "Choice",
    "Failure",
    "LatinHypercube",
    "Listed",
    "LogNormal",
    "MonteCarlo",
    "Normal",
    "Sweep",
    "Triangular",
    "Uniform",
    "sweep",
]

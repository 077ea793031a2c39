"""Sweeps: many runs with other numbers, as a table of what is measured of each.

`system.sweep({"crank.mass": [1, 2, 3]}, start=state, until=2, measure="max A.rate")` varies numbers
of one system; `sarrus.sweep(gallery.slider_crank, rod=[0.24, 0.27, 0.30], ...)` and
`sarrus.sweep("slider_crank.yaml", L=[0.24, 0.27, 0.30], ...)` make a model for each point. Plans
that draw: `LatinHypercube`, `MonteCarlo` with `Uniform`, `Normal`, `LogNormal`, `Triangular`,
`Choice`.
"""

from sarrus.public_names import attach

__getattr__, __dir__ = attach(__name__, __file__)

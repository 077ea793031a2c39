"""Eigenvalues over a parameter: real parts above, imaginary parts below."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.results.plots.panel import Curve, Panel, figure_of
from sarrus.results.plots.style import COLORS, DASHES, PALE, shown_unit

if TYPE_CHECKING:
    from sarrus.system.analysis import RootLocus

EQUAL = 1e-6
"""Part of the largest eigenvalue by which two of them may differ and are still a pair."""


def root_locus(
    locus: RootLocus,
    *,
    title: str = "",
    path: str | os.PathLike[str] | None = None,
    least: float | None = None,
) -> Any:
    """Return a Figure of real and imaginary parts of eigenvalues over a parameter.

    Ranges in which small motions grow are shaded; values where that changes are thin lines.
    A pair of conjugate eigenvalues is one real part and, dashed, one imaginary part. least [1/s]:
    what decays faster than this is left out, so that slow motions can be seen.
    """
    x, values = locus.values, locus.eigenvalues
    label = f"{locus.parameter} {shown_unit('' if locus.unit == '1' else locus.unit)}"
    real, imaginary = [], []
    upper = (values.imag >= 0.0) & (True if least is None else values.real >= least)
    for k, curve in enumerate(values.T):
        color = COLORS[k % len(COLORS)]
        real.append(Curve("", x, np.where(upper[:, k], curve.real, np.nan), color))
        oscillates = curve.imag > EQUAL * max(float(np.max(np.abs(values))), 1e-300)
        shown = oscillates & upper[:, k]
        imaginary.append(Curve("", x, np.where(shown, curve.imag, np.nan), color, DASHES[1]))
    zero = Curve("", x[[0, -1]], np.zeros(2), PALE, width=0.7)
    lines = [(found.value, f"{found.value:.4g}") for found in locus.critical]
    shaded = _grows(locus)
    panels = [
        Panel([zero, *real], label, "real part [1/s]", shaded=shaded, lines=lines, legend=False),
        Panel(imaginary, label, "imaginary part [rad/s]", shaded=shaded, lines=lines, legend=False),
    ]
    return figure_of(panels, title=title, path=path)


def _grows(locus: RootLocus) -> list[tuple[float, float]]:
    """Return the intervals between those in which no small motion grows."""
    low, high = float(np.min(locus.values)), float(np.max(locus.values))
    edges = [low, *(x for ends in locus.stable_ranges for x in ends), high]
    pairs = zip(edges[::2], edges[1::2], strict=True)
    return [(a, b) for a, b in pairs if b > a]

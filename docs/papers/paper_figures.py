"""What the figures of the five papers share: reference curves, and a folder to save them in.

`python docs/papers/paper0_figures.py folder` writes the figures of paper 0 as PNG files.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from sarrus.results.plots import Curve, Panel, figure_of
from sarrus.results.plots.style import COLORS

REFERENCES = Path(__file__).parents[2] / "tests" / "reference" / "refs"
REFERENCE, DARK = "reference", "#262626"
"""Label and color of curves of independent programs, see tests/reference/refs."""
INCH, POUND = 0.0254, 0.45359237 * 9.80665
"""[m] and [N], for the papers that count in inches and pounds."""

Values = tuple[np.ndarray, np.ndarray]


def reference(name: str) -> Any:
    """Return a table of reference curves, its columns by name."""
    return np.genfromtxt(REFERENCES / f"{name}.csv", delimiter=",", names=True, deletechars="")


def methods(curves: Mapping[str, Values], marks: str = "os^D") -> list[Curve]:
    """Return the curves of several methods over each other: the first full, others as marks.

    What is called a reference is drawn as dark dots.
    """
    found = []
    for k, (label, (x, y)) in enumerate(curves.items()):
        look: dict[str, Any] = {"dash": "-"} if k == 0 else {"dash": "", "mark": marks[(k - 1) % 4]}
        if label.startswith(REFERENCE):
            look = {"dash": "", "mark": ".", "color": DARK}
        found.append(Curve(label, np.asarray(x), np.asarray(y), dots=21 - 2 * k, over=k,
                           **{"color": COLORS[k % len(COLORS)], **look}))  # fmt: skip
    return found


def cases(curves: Mapping[str, Values], references: Mapping[str, Values]) -> list[Curve]:
    """Return curves of several cases, and references in the same order as dots on them."""
    found = [
        Curve(label, np.asarray(x), np.asarray(y), COLORS[k])
        for k, (label, (x, y)) in enumerate(curves.items())
    ]
    for x, y in references.values():
        every = max(len(x) // 40, 1)
        found.append(Curve(REFERENCE, x[::every], y[::every], DARK, "", ".", 0, over=2))
    return found


def over_time(curves: Sequence[Curve], y_label: str, **more: Any) -> Any:
    """Return a figure of curves over time."""
    return figure_of([Panel(curves, "time [s]", y_label, **more)])


def save(figures: Callable[[], Mapping[str, Any]], paper: int) -> None:
    """Save all figures of a paper in the folder that the command line names."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    folder.mkdir(parents=True, exist_ok=True)
    for number, figure in figures().items():
        figure.savefig(folder / f"paper{paper}_fig{number}.png")

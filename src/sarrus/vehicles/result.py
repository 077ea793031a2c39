"""What a manoeuvre yields: values by name, curves, a report."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import field
from html import escape
from pathlib import Path
from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.vehicles.vehicle import Vehicle

WIDTH = 3.8
"""Width of a diagram in a report, two beside each other [inch]."""
SHOWN: Mapping[str, tuple[str, float]] = {
    "rad": ("deg", 180.0 / np.pi),
    "rad/s": ("deg/s", 180.0 / np.pi),
    "rad s^2/m": ("deg/(m/s^2)", 180.0 / np.pi),
    "m/s": ("km/h", 3.6),
    "rad s": ("deg s", 180.0 / np.pi),
}
"""Units in which reports show numbers, with the factor from SI."""


@dataclass(frozen=True)
class Measured:
    """A number of a manoeuvre: its name, value in SI units, unit and one line of text."""

    name: str
    value: float
    unit: str
    text: str

    @property
    def shown(self) -> tuple[str, str]:
        """The value as reports show it, and its unit."""
        unit, factor = SHOWN.get(self.unit, (self.unit, 1.0))
        return f"{factor * self.value:.4g}", unit


@dataclass(frozen=True)
class Diagram:
    """Curves of a manoeuvre: labels of the axes with units, and (label, x, y) for each curve."""

    x_label: str
    y_label: str
    curves: tuple[tuple[str, np.ndarray, np.ndarray], ...]


@dataclass(frozen=True)
class ManoeuvreResult:
    """What a manoeuvre yields: result["yaw_overshoot"] is a number in SI units.

    name, standard: what was driven; conditions: numbers that were given; values: those that were
    found; diagrams: curves; runs: the runs by name; passed: whether it was held, None where nothing is to be held.
    """  # noqa: E501

    name: str
    standard: str
    vehicle: Vehicle
    conditions: tuple[Measured, ...]
    values: tuple[Measured, ...]
    diagrams: tuple[Diagram, ...] = ()
    runs: Mapping[str, Any] = field(default_factory=dict)
    passed: bool | None = None
    verdict: str = ""

    def __getitem__(self, name: str) -> float:
        for row in (*self.values, *self.conditions):
            if row.name == name:
                return row.value
        from sarrus.model.building.references import nearest

        known = [row.name for row in (*self.values, *self.conditions)]
        rule = f"is not a value of '{self.name}'"
        raise ModelError(Problem("M09", f"'{name}'", rule, action=nearest(name, known)))

    @property
    def title(self) -> str:
        """The manoeuvre, its standard and the vehicle."""
        return f"{self.name} ({self.standard}): {self.vehicle.model.name}"

    def report(self) -> str:
        """Return all numbers as text, in the units of vehicle engineers."""
        lines = [self.title, *([self.verdict] if self.verdict else [])]
        wide = max(len(row.name) for row in (*self.conditions, *self.values))
        for heading, rows in (("given", self.conditions), ("found", self.values)):
            if rows:
                lines.append(f"{heading}:")
            for row in rows:
                number, unit = row.shown
                lines.append(f"  {row.name:<{wide}}  {number:>10} {unit:<12} {row.text}")
        return "\n".join(lines)

    def _panels(self) -> list[Any]:
        from sarrus.results.plots import Curve, Panel

        return [
            Panel(
                [Curve(label, x, y) for label, x, y in diagram.curves],
                diagram.x_label,
                diagram.y_label,
                legend=len(diagram.curves) > 1,
                height=2.2,
            )
            for diagram in self.diagrams
        ]

    def plot(self, *, path: str | os.PathLike[str] | None = None) -> Any:
        """Return a figure of all curves; saved if a path is given.

        Example:
            result.plot(path="step_steer.png")
        """
        from sarrus.results.plots import figure_of

        return figure_of(self._panels(), title=self.title, path=path)

    def write_report(
        self, path: str | os.PathLike[str], *, overwrite: bool = False, notices: Sequence[Any] = ()
    ) -> Path:
        """Write numbers and curves as one page (.html) that needs nothing else.

        Example:
            result.write_report("step_steer.html")
        """
        from sarrus.results.html_page import page, pictures, table
        from sarrus.storage.new_file import write_text

        parts = [f"<h1>{escape(self.title)}</h1>"]
        if self.verdict:
            kind = {True: "pass", False: "fail", None: "open"}[self.passed]
            parts.append(f'<div class="verdict {kind}">{escape(self.verdict)}</div>')
        if notices:
            items = "".join(f"<li>{escape(str(p))}</li>" for p in notices)
            parts.append(f'<div class="verdict open"><ul>{items}</ul></div>')
        parts.append(
            '<p class="note">Axes of ISO 8855: x forward, y to the left, z up. Angles and rates '
            "are positive to the left, roll is positive to the right.</p>"
        )
        for heading, rows in (("Found", self.values), ("Given", self.conditions)):
            cells = [[row.name, *row.shown, row.text] for row in rows]
            if cells:
                parts.append(f"<h2>{heading}</h2>")
                parts.append(table([["", "value", "unit", "meaning"], *cells]))
        parts.append("<h2>Curves</h2>")
        parts += pictures(self._pictures)
        write_text(str(path), page(self.title, parts), overwrite=overwrite)
        return Path(path)

    def _pictures(self) -> list[str]:
        """Return the curves beside each other."""
        from sarrus.results.html_page import picture
        from sarrus.results.plots import figure_of

        drawn = [
            picture(figure_of([panel], width=WIDTH), diagram.y_label)
            for panel, diagram in zip(self._panels(), self.diagrams, strict=True)
        ]
        return [f'<div class="columns">{"".join(drawn)}</div>']


def degrees(values: Any) -> np.ndarray:
    """Return angles in degrees."""
    return np.rad2deg(np.asarray(values, dtype=float))

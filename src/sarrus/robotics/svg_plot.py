"""Plots as inline SVG: lines over an axis, with units, grid, bounds and a legend."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

import numpy as np

WIDTH, HEIGHT = 720, 340
LEFT, RIGHT, TOP, BOTTOM = 72, 150, 36, 48
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#8a6d00", "#56b4e9", "#555555")
"""Colours that most eyes can tell apart."""
MARGIN = 0.05


@dataclass(frozen=True, eq=False)
class Line:
    """A line (or points, `dots`) of a plot; dashed for limits and curves of motors."""

    label: str
    x: np.ndarray
    y: np.ndarray
    dashed: bool = False
    dots: bool = False
    colour: str = ""


@dataclass(frozen=True, eq=False)
class Plot:
    """A plot with a title and axes that name their units; shaded: intervals of x to mark."""

    title: str
    x_label: str
    y_label: str
    lines: Sequence[Line]
    shaded: Sequence[tuple[float, float]] = ()

    @property
    def svg(self) -> str:
        """The plot as an <svg> element."""
        return _Canvas(self).svg()


class _Canvas:
    """The plot in pixels."""

    def __init__(self, plot: Plot) -> None:
        self.plot = plot
        self.x = _extent([line.x for line in plot.lines], 0.0)
        self.y = _extent([line.y for line in plot.lines], MARGIN)

    def svg(self) -> str:
        p = self.plot
        label = escape(f"{p.title}: {p.y_label} over {p.x_label}", quote=True)
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
            f'role="img" aria-label="{label}">',
            _text(LEFT, 20, p.title, "start", "title"),
            *self._shades(),
            *self._grid(),
            *self._lines(),
            *self._legend(),
            _text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 10, p.x_label, "middle", "label"),
            self._y_label(),
            "</svg>",
        ]
        return "\n".join(parts)

    def px(self, x: np.ndarray) -> np.ndarray:
        return LEFT + (x - self.x[0]) / (self.x[1] - self.x[0]) * (WIDTH - LEFT - RIGHT)

    def py(self, y: np.ndarray) -> np.ndarray:
        return HEIGHT - BOTTOM - (y - self.y[0]) / (self.y[1] - self.y[0]) * (HEIGHT - TOP - BOTTOM)

    def _shades(self) -> list[str]:
        found = []
        for a, b in self.plot.shaded:
            left, right = self.px(np.clip(np.array([a, b]), *self.x))
            box = f'x="{left:.1f}" y="{TOP}" width="{max(right - left, 1.0):.1f}"'
            found.append(f'<rect class="over" {box} height="{HEIGHT - TOP - BOTTOM}"/>')
        return found

    def _grid(self) -> list[str]:
        found = []
        for x in ticks(*self.x):
            at = float(self.px(np.array(x)))
            found.append(f'<path class="grid" d="M{at:.1f} {TOP}V{HEIGHT - BOTTOM}"/>')
            found.append(_text(at, HEIGHT - BOTTOM + 16, f"{x:.6g}", "middle", "tick"))
        for y in ticks(*self.y):
            at = float(self.py(np.array(y)))
            found.append(f'<path class="grid" d="M{LEFT} {at:.1f}H{WIDTH - RIGHT}"/>')
            found.append(_text(LEFT - 6, at + 4, f"{y:.6g}", "end", "tick"))
        return found

    def _lines(self) -> list[str]:
        found = []
        for k, line in enumerate(self.plot.lines):
            known = np.isfinite(line.x) & np.isfinite(line.y)
            x, y = self.px(line.x[known]), self.py(line.y[known])
            colour = self._colour(k)
            if line.dots:
                dots = "".join(f"M{a:.1f} {b:.1f}h0" for a, b in zip(x, y, strict=True))
                found.append(f'<path class="dots" stroke="{colour}" d="{dots}"/>')
                continue
            points = " ".join(f"{a:.1f},{b:.1f}" for a, b in zip(x, y, strict=True))
            style = ' stroke-dasharray="6 4"' if line.dashed else ""
            found.append(f'<polyline class="line" stroke="{colour}"{style} points="{points}"/>')
        return found

    def _legend(self) -> list[str]:
        found = []
        x, shown = WIDTH - RIGHT + 12, dict[str, int]()
        for k, line in enumerate(self.plot.lines):
            if not line.label or line.label in shown:
                continue
            y = TOP + 8 + 18 * len(shown)
            shown[line.label] = k
            style = ' stroke-dasharray="6 4"' if line.dashed else ""
            found.append(f'<path stroke="{self._colour(k)}"{style} class="line" d="M{x} {y}h22"/>')
            found.append(_text(x + 28, y + 4, _short(line.label), "start", "tick"))
        return found

    def _colour(self, k: int) -> str:
        return self.plot.lines[k].colour or COLOURS[k % len(COLOURS)]

    def _y_label(self) -> str:
        y = (TOP + HEIGHT - BOTTOM) / 2
        turn = f'transform="rotate(-90 16 {y:.1f})"'
        label = escape(self.plot.y_label)
        return f'<text class="label" x="16" y="{y:.1f}" text-anchor="middle" {turn}>{label}</text>'


def _text(x: float, y: float, text: str, anchor: str, kind: str) -> str:
    place = f'x="{x:.1f}" y="{y:.1f}"'
    return f'<text class="{kind}" {place} text-anchor="{anchor}">{escape(text)}</text>'


def _short(label: str, most: int = 17) -> str:
    return label if len(label) <= most else label[: most - 3] + "..."


def _extent(values: Sequence[np.ndarray], margin: float) -> tuple[float, float]:
    """Return the range of all finite values, widened by a part of it, never empty."""
    known = np.concatenate([np.zeros(0), *(v[np.isfinite(v)] for v in values)])
    if not known.size:
        return 0.0, 1.0
    low, high = float(np.min(known)), float(np.max(known))
    if high - low <= 1e-12 * max(abs(low), abs(high)):
        pad = abs(high) * 0.5 or 1.0
        return low - pad, high + pad
    return low - margin * (high - low), high + margin * (high - low)


def ticks(low: float, high: float, most: int = 7) -> list[float]:
    """Return round numbers (1, 2 or 5 times a power of ten) within a range."""
    raw = (high - low) / most
    power = 10.0 ** np.floor(np.log10(raw))
    step = float(next(power * m for m in (1.0, 2.0, 5.0, 10.0) if power * m >= raw * (1 - 1e-9)))
    first, last = int(np.ceil(low / step - 1e-9)), int(np.floor(high / step + 1e-9))
    return [k * step + 0.0 for k in range(first, last + 1)]

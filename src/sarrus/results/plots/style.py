"""The look of all figures: fonts, colors, lines; matplotlib is imported when a figure is made.

Figures are made without pyplot: no window opens, nothing is kept alive, and settings of the user
stay as they are.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import Any

from sarrus.errors import EnvironmentProblem, ModelError, Problem
from sarrus.storage.new_file import new_file

COLORS = ("#0b5394", "#d1661b", "#2a8a63", "#b4568f", "#7a6a1d", "#4aa3d8", "#595959", "#a3302c")
"""Blue, orange, green, plum, olive, sky, grey, red: told apart by most eyes, also in print."""
DASHES: tuple[Any, ...] = ("-", (0, (5, 1.8)), (0, (1.2, 1.4)), (0, (6, 1.6, 1.2, 1.6)))
"""Styles of lines: of the components of vectors, and of runs that are compared."""
INK, PALE, FAINT = "#262626", "#8c8c8c", "#e3e3e3"
"""Colors of text and axes, of notes, and of the grid."""

WIDTH = 6.3
"""Width of a figure [inch]: that of the text of a page."""
HEIGHT = 2.5
"""Height of one panel [inch]."""
DOTS = 300
"""Dots per inch of pictures made of dots."""
ON_SCREEN = 130
LONGEST = 40
"""Letters of a name in a legend."""

ENDINGS = ("png", "svg", "pdf")

SETTINGS: dict[str, Any] = {
    "font.family": ["DejaVu Sans"],
    "font.size": 8.0,
    "mathtext.fontset": "dejavusans",
    "text.color": INK,
    "text.usetex": False,
    "axes.edgecolor": INK,
    "axes.facecolor": "white",
    "axes.labelcolor": INK,
    "axes.labelsize": 8.0,
    "axes.titlesize": 8.5,
    "axes.titlelocation": "left",
    "axes.titlepad": 6.0,
    "axes.linewidth": 0.6,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "axes.xmargin": 0.0,
    "axes.ymargin": 0.06,
    "axes.formatter.limits": (-4, 5),
    "axes.formatter.use_mathtext": True,
    "axes.formatter.useoffset": False,
    "axes.unicode_minus": True,
    "figure.facecolor": "white",
    "grid.color": FAINT,
    "grid.linewidth": 0.5,
    "grid.linestyle": "-",
    "legend.fontsize": 7.5,
    "legend.frameon": False,
    "legend.handlelength": 2.2,
    "legend.borderaxespad": 0.0,
    "legend.columnspacing": 1.6,
    "lines.linewidth": 1.2,
    "lines.markersize": 3.2,
    "lines.solid_capstyle": "round",
    "lines.solid_joinstyle": "round",
    "xtick.color": INK,
    "ytick.color": INK,
    "xtick.labelsize": 7.5,
    "ytick.labelsize": 7.5,
    "xtick.direction": "out",
    "ytick.direction": "out",
    "xtick.major.width": 0.6,
    "ytick.major.width": 0.6,
    "xtick.major.size": 3.0,
    "ytick.major.size": 3.0,
    "xtick.minor.visible": False,
    "ytick.minor.visible": False,
    "pdf.fonttype": 42,
    "svg.fonttype": "path",
    "svg.hashsalt": "sarrus",
}
NO_STYLE = ("backend", "webagg", "interactive", "toolbar", "timezone", "tk.", "savefig.directory",
            "figure.max_open", "figure.raise", "docstring", "date.epoch")  # fmt: skip
"""Settings that are no matter of style, by how they begin: they stay those of the user."""
TIMELESS = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}
"""What makes equal figures equal files."""


def library(name: str = "matplotlib") -> Any:
    """Return matplotlib or a part of it, or say how to get it."""
    try:
        return import_module(name)
    except ImportError as problem:
        raise EnvironmentProblem(
            Problem(
                "X05",
                "library 'matplotlib'",
                f"is needed for plots and cannot be imported: {problem}",
                action="install it: pip install matplotlib",
            )
        ) from None


@contextmanager
def style() -> Iterator[None]:
    """Draw in the style of this package; afterwards all settings are as they were."""
    matplotlib = library()
    values = {**matplotlib.rcParamsDefault, **SETTINGS}
    known = {name: values[name] for name in matplotlib.rcParams if not name.startswith(NO_STYLE)}
    with matplotlib.rc_context(known):
        yield


@cache
def figure_class() -> Any:
    """Return the kind of `matplotlib.figure.Figure` that draws and saves itself in our style."""
    base: Any = library("matplotlib.figure").Figure

    class Figure(base):  # type: ignore[misc, unused-ignore]
        """A matplotlib figure, saved with fine dots and fonts, whatever the settings are."""

        def savefig(self, fname: Any, **how: Any) -> None:
            """Save as PNG, SVG or PDF; keywords as matplotlib's."""
            ending = how.get("format") or _ending(fname)
            how = {"dpi": DOTS, "metadata": TIMELESS.get(str(ending).lower()), **how}
            with style():
                super().savefig(fname, **how)

        def draw(self, renderer: Any) -> None:
            with style():
                super().draw(renderer)

        def _repr_png_(self) -> bytes:
            """The picture in a notebook."""
            stream = BytesIO()
            self.savefig(stream, format="png", dpi=ON_SCREEN)
            return stream.getvalue()

    return Figure


def _ending(target: Any) -> str:
    named = isinstance(target, (str, os.PathLike))
    return Path(target).suffix.removeprefix(".") if named else "png"


def new_figure(width: float = WIDTH, height: float = HEIGHT, *, fixed: bool = False) -> Any:
    """Return an empty figure of a size [inch] that places its parts by itself.

    fixed: its axes have a shape of their own, as those of pictures of mechanisms.
    """
    how = "compressed" if fixed else "constrained"
    figure = figure_class()(figsize=(width, height), layout=how, dpi=ON_SCREEN)
    figure.get_layout_engine().set(w_pad=0.06, h_pad=0.05, hspace=0.03, wspace=0.04)
    return figure


def save_figure(figure: Any, path: str | os.PathLike[str] | None) -> Any:
    """Return the figure, saved under a path that ends in .png, .svg or .pdf if one is given.

    The file gets its name when it is complete.
    """
    if path is None:
        return figure
    target = Path(path)
    ending = target.suffix.lower().removeprefix(".")
    if ending not in ENDINGS:
        from sarrus.limits import limit_of_ending  # for mistakes only

        lacking = limit_of_ending(str(target))
        raise ModelError(
            Problem(
                "S03",
                f"picture '{target.name}'",
                "must end in .png, .svg or .pdf",
                action="rename it; figure.savefig writes other formats"
                if lacking is None
                else lacking.advice,
            )
        )
    with new_file(str(target), overwrite=True, code="X06") as part:
        figure.savefig(part, format=ending)
    return figure


def shown_unit(unit: str) -> str:
    """Return a unit for an axis: `m/s^2` as m/s², in brackets; [-] for pure numbers."""
    text = unit.replace("^2", "²").replace("^3", "³").replace("*", " ")
    return f"[{text}]" if text else "[-]"


def plain(text: str) -> str:
    """Return a text as matplotlib shows it letter by letter: what is in dollars is no formula."""
    return text.replace("$", r"\$")


def shown_name(name: str) -> str:
    """Return a name for a legend, which leaves out what begins with an underscore.

    Of a very long one the middle is left out.
    """
    half = LONGEST // 2
    short = name if len(name) <= LONGEST else f"{name[: half - 1]}…{name[-half:]}"
    return plain(f" {short}" if short.startswith("_") else short)

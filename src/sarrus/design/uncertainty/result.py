"""What tolerances make of outputs: stack-up, samples and shares."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from sarrus.design.uncertainty.sobol import SobolIndices
from sarrus.design.uncertainty.tolerance import Spread
from sarrus.errors import ModelError
from sarrus.late_dataclass import dataclass
from sarrus.summaries import html_table
from sarrus.system.names import unknown

SIGMAS = 3.0
"""Standard deviations that are shown on either side."""


@dataclass(frozen=True, eq=False)
class MonteCarlo:
    """Outputs of many sets of numbers.

    changes: (samples x numbers), differences from the nominal values; values: (samples x times x
    outputs), not a number where a set could not be assembled; wanted: how many were asked for.
    """

    changes: np.ndarray
    values: np.ndarray
    wanted: int = 0

    def __len__(self) -> int:
        return len(self.values)

    @cached_property
    def failed(self) -> int:
        """How many sets could not be assembled at some instant."""
        return int(np.sum(~np.all(np.isfinite(self.values), axis=(1, 2))))

    @property
    def drawn_text(self) -> str:
        """How many were drawn, and why more than were asked for; how many were not assembled."""
        found = str(len(self))
        if self.wanted and self.wanted != len(self):
            found += f" ({self.wanted} wanted; points of Sobol's sequence are even at powers of 2)"
        return found + (f", {self.failed} not assembled" if self.failed else "")

    def mean(self) -> np.ndarray:
        """Return the mean (times x outputs)."""
        return np.asarray(np.nanmean(self.values, axis=0))

    def deviation(self) -> np.ndarray:
        """Return the standard deviation (times x outputs)."""
        return np.asarray(np.nanstd(self.values, axis=0, ddof=1))

    def quantile(self, fraction: float) -> np.ndarray:
        """Return the values (times x outputs) below which a fraction of all lies."""
        return np.asarray(np.nanquantile(self.values, fraction, axis=0))


@dataclass(frozen=True)
class Contribution:
    """The share of one number in an output.

    slope: dy/dx; worst: |slope| times half the width of the tolerance; deviation: |slope| sigma;
    share: its part of the variance.
    """

    name: str
    slope: float
    worst: float
    deviation: float
    share: float


@dataclass(frozen=True, eq=False)
class Tolerances:
    """Outputs with what tolerances make of them.

    nominal: (times x outputs); sensitivity: (times x outputs x numbers), exact; spreads: of the
    numbers; monte_carlo: samples, None where none were drawn; sobol: indices at the instant of the
    largest deviation of each output, None where not asked for. All in SI units.
    """

    outputs: tuple[str, ...]
    units: tuple[str, ...]
    names: tuple[str, ...]
    spreads: tuple[Spread, ...]
    t: np.ndarray
    nominal: np.ndarray
    sensitivity: np.ndarray
    monte_carlo: MonteCarlo | None
    sobol: SobolIndices | None
    model: str

    @cached_property
    def worst(self) -> np.ndarray:
        """Largest deviation of each output, all numbers at a limit (times x outputs)."""
        half = np.array([s.half for s in self.spreads])
        middle = np.array([0.5 * (s.low + s.high) for s in self.spreads])
        return np.asarray(np.abs(self.sensitivity) @ half + np.abs(self.sensitivity @ middle))

    @cached_property
    def deviation(self) -> np.ndarray:
        """Standard deviation by the root of the sum of squares (times x outputs)."""
        sigma = np.array([s.deviation for s in self.spreads])
        return np.asarray(np.sqrt(np.sum((self.sensitivity * sigma) ** 2, axis=2)))

    @cached_property
    def mean(self) -> np.ndarray:
        """Mean of the outputs by the means of the numbers (times x outputs)."""
        return np.asarray(
            self.nominal + self.sensitivity @ np.array([s.mean for s in self.spreads])
        )

    def _column(self, output: str | None) -> int:
        if output is None:
            return 0
        if output not in self.outputs:
            raise ModelError(unknown("output", output, list(self.outputs)))
        return self.outputs.index(output)

    def instant(self, output: str | None = None) -> int:
        """Return the number of the instant at which the deviation of an output is largest."""
        return int(np.argmax(self.deviation[:, self._column(output)]))

    def contributions(
        self, output: str | None = None, instant: int | None = None
    ) -> list[Contribution]:
        """Return the shares of all numbers in an output, largest first.

        At the instant of its largest deviation, or at another by its number.

        Example:
            for one in spread.contributions("D.angle"):
                print(one.name, one.share)
        """
        m = self._column(output)
        k = self.instant(output) if instant is None else instant
        slopes = self.sensitivity[k, m]
        whole = max(float(self.deviation[k, m]) ** 2, 1e-300)
        found = [
            Contribution(name, float(slope), abs(float(slope)) * s.half,
                         abs(float(slope)) * s.deviation, (float(slope) * s.deviation) ** 2 / whole)
            for name, slope, s in zip(self.names, slopes, self.spreads, strict=True)
        ]  # fmt: skip
        return sorted(found, key=lambda one: -one.share)

    def rows(self) -> list[tuple[Any, ...]]:
        """Return by output: unit, instant, nominal, worst case, 3 sigma, and 3 sigma of samples."""
        found = []
        for m, name in enumerate(self.outputs):
            k = self.instant(name)
            drawn = float("nan")
            if self.monte_carlo is not None:
                drawn = SIGMAS * float(self.monte_carlo.deviation()[k, m])
            linear = SIGMAS * float(self.deviation[k, m])
            nominal, worst = float(self.nominal[k, m]), float(self.worst[k, m])
            found.append((name, self.units[m], float(self.t[k]), nominal, worst, linear, drawn))
        return found

    def to_dict(self) -> dict[str, Any]:
        """Return everything that is told as plain values, for JSON."""
        found: dict[str, Any] = {}
        for m, (name, unit, t, nominal, worst, linear, drawn) in enumerate(self.rows()):
            shares = self.contributions(name)
            found[name] = {
                "unit": unit, "t": t, "nominal": nominal, "worst": worst, "three_sigma": linear,
                "monte_carlo": drawn,
                "contributions": [{"name": c.name, "slope": c.slope, "worst": c.worst,
                                   "deviation": c.deviation, "share": c.share} for c in shares],
            }  # fmt: skip
            if self.sobol is not None:
                found[name]["sobol"] = {
                    label: {"first": float(self.sobol.first[i, m]),
                            "total": float(self.sobol.total[i, m])}
                    for i, label in enumerate(self.names)
                }  # fmt: skip
        failed = None if self.monte_carlo is None else self.monte_carlo.failed
        return {"outputs": found, "samples": 0 if self.monte_carlo is None else
                len(self.monte_carlo), "failed": failed}  # fmt: skip

    def plot(self, **how: Any) -> Any:
        """Return a matplotlib Figure: contributions, the band over time, samples beside the law.

        Keywords: output, title, path.

        Example:
            spread.plot(path="tolerances.png")
        """
        from sarrus.results.plots.tolerances import tolerances_plot

        return tolerances_plot(self, **how)

    def __repr__(self) -> str:
        lines = [f"<Tolerances of '{self.model}': {len(self.names)} numbers, "
                 f"{len(self.outputs)} outputs>"]  # fmt: skip
        for name, unit, t, nominal, worst, linear, drawn in self.rows():
            more = "" if np.isnan(drawn) else f" (samples {drawn:.4g})"
            lines.append(f"  {name} = {nominal:.6g} {unit} at {t:g} s: worst +-{worst:.4g}, "
                         f"3 sigma +-{linear:.4g}{more}")  # fmt: skip
            best = ", ".join(f"{c.name} {c.share:.0%}" for c in self.contributions(name)[:4])
            lines.append(f"    by {best}")
        if self.monte_carlo is not None:
            lines.append(f"  samples: {self.monte_carlo.drawn_text}")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        head = ("output", "unit", "t [s]", "nominal", "worst", "3 sigma", "3 sigma of samples")
        tables = [html_table("tolerances", head, self.rows())]
        for name in self.outputs:
            rows = [(c.name, c.slope, c.worst, c.deviation, f"{c.share:.1%}")
                    for c in self.contributions(name)]  # fmt: skip
            names = ("number", "slope", "worst", "deviation", "share")
            tables.append(html_table(name, names, rows))
        return "".join(tables)

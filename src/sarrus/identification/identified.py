"""What an identification yields: numbers with intervals, what cannot be seen, the new model."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.identification.base import BaseParameters
from sarrus.identification.parameters import Parameter
from sarrus.late_dataclass import dataclass
from sarrus.model import Model
from sarrus.model.building.references import nearest
from sarrus.summaries import html_table
from sarrus.system import System

LEVEL = 0.95
"""Probability of intervals."""


@dataclass(frozen=True, eq=False, repr=False)
class Agreement:
    """Efforts that were measured beside those of the model, by joint.

    t [s]; measured, predicted, before: rows by joint; before: by the model as it was.
    """

    joints: tuple[str, ...]
    t: np.ndarray
    measured: np.ndarray
    predicted: np.ndarray
    before: np.ndarray

    @staticmethod
    def of(
        joints: Sequence[str],
        t: np.ndarray,
        measured: np.ndarray,
        predicted: np.ndarray,
        before: np.ndarray,
    ) -> Agreement:
        """Return the agreement of efforts on the independent rates."""
        return Agreement(tuple(joints), t, measured, predicted, before)

    @cached_property
    def error(self) -> dict[str, float]:
        """Root of the mean square by which each effort is missed [N m or N]."""
        return self._rms(self.measured - self.predicted)

    @cached_property
    def error_before(self) -> dict[str, float]:
        """The same by the model as it was."""
        return self._rms(self.measured - self.before)

    @cached_property
    def size(self) -> dict[str, float]:
        """Root of the mean square of each measured effort [N m or N]."""
        return self._rms(self.measured)

    def _rms(self, rows: np.ndarray) -> dict[str, float]:
        return {
            joint: float(np.sqrt(np.mean(known**2))) if len(known) else float("nan")
            for k, joint in enumerate(self.joints)
            for known in [rows[np.isfinite(rows[:, k]), k]]
        }

    def __repr__(self) -> str:
        parts = ", ".join(
            f"{j} {100 * self.error[j] / max(self.size[j], 1e-300):.3g} %" for j in self.joints
        )
        return f"<Agreement: missed are {parts}>"


@dataclass(frozen=True, eq=False, repr=False)
class Identified:
    """Numbers of a model that measured motions and efforts yield.

    `found["elbow.viscous"]` is one of them, `found.model` the model with all. parameters: what was
    sought, with the model's own values; values: found, in this order. base: what can be told; beta,
    beta_before, deviation, covariance: of the base parameters. freedom: rows less base parameters;
    condition: of the scaled columns. unexcited: what other motions would show. agreement: with the
    data; checked: with other data, that had no part in it.
    """

    system: System
    parameters: tuple[Parameter, ...]
    values: np.ndarray
    base: BaseParameters
    beta: np.ndarray
    beta_before: np.ndarray
    deviation: np.ndarray
    covariance: np.ndarray
    freedom: int
    condition: float
    unexcited: tuple[str, ...]
    known: Mapping[str, float]
    agreement: Agreement
    checked: Agreement | None
    notices: tuple[Problem, ...]

    def __getitem__(self, name: str) -> float:
        names = [p.name for p in self.parameters]
        if name not in names:
            action = nearest(name, names)
            raise ModelError(
                Problem("M09", f"found['{name}']", "is not a number that was sought", action=action)
            )
        return float(self.values[names.index(name)])

    @cached_property
    def interval(self) -> np.ndarray:
        """Half of the 95 % interval of each base parameter: beta -/+ interval."""
        from scipy.special import stdtrit

        return np.asarray(stdtrit(self.freedom, 0.5 + 0.5 * LEVEL)) * self.deviation

    @property
    def unseen(self) -> tuple[str, ...]:
        """Numbers that no motion shows, alone or with others: they stay as they were."""
        return tuple(self.parameters[k].name for k in self.base.unseen)

    @property
    def together(self) -> tuple[str, ...]:
        """Numbers that show in combination with others only."""
        shared = {self.base.names[k] for k in self.base.merged}
        shared |= {
            self.base.names[self.base.base[k]]
            for k, alone in enumerate(self.base.alone) if not alone
        }  # fmt: skip
        return tuple(name for name in self.base.names if name in shared)

    @cached_property
    def model(self) -> Model:
        """The model with the identified numbers: to be compiled, simulated or saved."""
        from sarrus.identification.new_model import model_with

        return model_with(self.system.model, self.parameters, self.values, self.known)

    @property
    def rows(self) -> list[tuple[str, float, float, float, str]]:
        """Each base parameter: combination, value before, value, interval, unit."""
        units = [self.parameters[k].unit for k in self.base.base]
        return [
            (name, float(b), float(x), float(e), unit)
            for name, b, x, e, unit in zip(
                self.base.combinations, self.beta_before, self.beta, self.interval, units,
                strict=True,
            )
        ]  # fmt: skip

    def __repr__(self) -> str:
        lines = [
            f"<Identified: {self.base.count} base parameters of {len(self.parameters)} numbers, "
            f"condition {self.condition:.3g}>"
        ]
        for joint, error in self.agreement.error.items():
            size, before = self.agreement.size[joint], self.agreement.error_before[joint]
            line = f"  {joint}: effort {size:.4g}, missed by {error:.3g} (before {before:.3g})"
            if self.checked is not None:
                line += f"; other data {self.checked.error[joint]:.3g}"
            lines.append(line)
        if self.unseen:
            lines.append(f"  unseen: {_few(self.unseen)}")
        if self.unexcited:
            lines.append(f"  not excited: {_few(self.unexcited)}")
        return "\n".join(lines)

    def __str__(self) -> str:
        """Return the result as a report of plain text."""
        rows = [("base parameter", "before", "value", "+/-", "unit")]
        rows += [
            (name, f"{b:.6g}", f"{x:.6g}", f"{e:.2g}", unit) for name, b, x, e, unit in self.rows
        ]
        wide = [max(len(row[k]) for row in rows) for k in range(1, 5)]
        lines = [repr(self), ""]
        for row in rows:
            cells = "  ".join(cell.rjust(w) for cell, w in zip(row[1:4], wide[:3], strict=True))
            lines.append(f"  {cells}  {row[4]:<{wide[3]}}  {row[0]}")
        if self.together:
            lines += ["", f"Seen only in combination: {_few(self.together, 40)}"]
        lines += [str(notice) for notice in self.notices]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        rows = [(n, f"{b:.6g}", f"{x:.6g}", f"{e:.2g}", u) for n, b, x, e, u in self.rows]
        return html_table("identified", ("combination", "before", "value", "+/-", "unit"), rows)

    def to_csv(self, path: str | os.PathLike[str], *, overwrite: bool = False) -> None:
        """Write the base parameters as a table, then all numbers that were sought.

        Example:
            found.to_csv("identified.csv")
        """
        from sarrus.storage.new_file import write_text

        out = io.StringIO()
        table = csv.writer(out, lineterminator="\n")
        table.writerow(("kind", "name", "before", "value", "interval_95", "unit"))
        for row in self.rows:
            table.writerow(("base", *row))
        for p, value in zip(self.parameters, self.values.tolist(), strict=True):
            table.writerow(("number", p.name, p.value, value, "", p.unit))
        write_text(os.fspath(path), out.getvalue(), overwrite=overwrite)

    def plot(self, *, path: str | os.PathLike[str] | None = None) -> Any:
        """Return a Figure: efforts measured and predicted over time, and the base parameters.

        Example:
            found.plot(path="identified.png")
        """
        from sarrus.results.plots.identification import identified_plot

        return identified_plot(self, path=path)

    def save(self, path: str | os.PathLike[str], *, overwrite: bool = False) -> None:
        """Write the model with the identified numbers, as `sarrus.save` does.

        Example:
            found.save("arm_identified.yaml")
        """
        from sarrus.formats.writing import save

        save(self.model, path, overwrite=overwrite)


def _few(names: Sequence[str], most: int = 12) -> str:
    more = len(names) - most
    return ", ".join(names[:most]) + (f" and {more} more" if more > 0 else "")

"""What balancing has found: what is added, what remains, what it costs."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.design.shaking.parts import Part
from sarrus.late_dataclass import dataclass
from sarrus.model import Model
from sarrus.model.output_units import IN_SI, OutputUnits, shown_number
from sarrus.summaries import html_table

if TYPE_CHECKING:
    from sarrus.study import Study
    from sarrus.system import System

HARMONICS = 6
UNITS = {"force": "N", "moment": "N m", "gravity": "J"}


def time_shares(t: np.ndarray) -> np.ndarray:
    """Return the share of each instant in a mean over time, by trapezoids."""
    if len(t) < 2:
        return np.ones(len(t))
    steps = np.diff(t)
    weights = np.concatenate([[0.0], steps]) + np.concatenate([steps, [0.0]])
    return np.asarray(weights / np.sum(weights))


def about_mean(values: np.ndarray, shares: np.ndarray) -> np.ndarray:
    """Return values (instants first) without their mean over time."""
    return np.asarray(values - np.tensordot(shares, values, axes=1))


@dataclass(frozen=True, eq=False)
class Shaking:
    """What a mechanism does to ground over a motion, in world axes.

    force, moment (n x 3): -d(sum m v)/dt [N], and -dL/dt about a fixed point [N m]; potential:
    energy of gravity and of springs [J]; efforts: of the drives [N m or N], by name.
    """

    t: np.ndarray
    force: np.ndarray
    moment: np.ndarray
    potential: np.ndarray
    efforts: Mapping[str, np.ndarray]

    def values(self, aim: str) -> np.ndarray:
        """Return force, moment, or for "gravity" the potential energy about its mean."""
        if aim == "gravity":
            return about_mean(self.potential, time_shares(self.t))[:, None]
        return self.force if aim == "force" else self.moment

    def rms(self, aim: str) -> float:
        """Return the root of the mean square over the motion.

        Example:
            balanced.before.rms("force"), balanced.after.rms("force")
        """
        return float(np.sqrt(time_shares(self.t) @ np.sum(self.values(aim) ** 2, axis=1)))

    def peak(self, aim: str) -> float:
        """Return the largest magnitude.

        Example:
            balanced.before.peak("moment")
        """
        return float(np.max(np.linalg.norm(self.values(aim), axis=1)))

    def harmonics(self, aim: str, most: int = HARMONICS) -> np.ndarray:
        """Return the amplitudes of the first harmonics of the motion's time, all axes together.

        Of a whole turn at equal instants; the first number is the mean.

        Example:
            first, second = balanced.before.harmonics("force")[1:3]
        """
        rows = self.values(aim)[:-1]
        c = np.abs(np.fft.rfft(rows, axis=0)) / len(rows)
        c[1:] *= 2.0
        return np.asarray(np.sqrt(np.sum(c * c, axis=1)))[: most + 1]

    def effort_peaks(self) -> dict[str, float]:
        """Return the largest effort of every drive."""
        return {name: float(np.max(np.abs(x))) for name, x in self.efforts.items()}


@dataclass(frozen=True, eq=False)
class Balance:
    """Counterweights, disks and springs that balance a mechanism, and what remains.

    model: with all of them added; parts: what they are; exact: by aim, how well it is met; before,
    after: `Shaking` over the same motion, each of its own model driven; unbalanced: bodies whose
    force nothing that may be added cancels; rank: by aim, how many combinations of masses, first
    moments and inertias it asks for.
    """

    model: Model
    parts: tuple[Part, ...]
    exact: Mapping[str, str]
    before: Shaking
    after: Shaking
    unbalanced: tuple[str, ...]
    rank: Mapping[str, int]
    system: System
    study: Study | None = None

    @property
    def added_mass(self) -> float:
        """Mass of all that is added [kg]."""
        return sum(part.mass for part in self.parts)

    def __getitem__(self, name: str) -> Part:
        """Return a part by its name, or that of its body or joint where it has one."""
        from sarrus.errors import ModelError, Problem
        from sarrus.model.building.references import nearest

        found = [p for p in self.parts if p.name == name]
        found = found or [p for p in self.parts if name in (p.joint or p.body,)]
        if len(found) != 1:
            known = [p.name for p in self.parts]
            rule = "is not among the parts" if not found else "has several parts"
            action = nearest(name, known)
            raise ModelError(Problem("M09", f"part '{name}'", rule, action=action))
        return found[0]

    def rows(self) -> list[tuple[str, str, float, float, float, float]]:
        """Return by aim: how well, rms before and after, peak before and after."""
        return [
            (aim, how, self.before.rms(aim), self.after.rms(aim), self.before.peak(aim),
             self.after.peak(aim))
            for aim, how in self.exact.items()
        ]  # fmt: skip

    def table(self) -> list[dict[str, Any]]:
        """Return a record for every part."""
        found = []
        for p in self.parts:
            row: dict[str, Any] = {"name": p.name, "kind": p.kind, "body": p.body,
                                   "position": p.position}  # fmt: skip
            if p.kind == "spring":
                row |= {"k": p.k, "free_length": p.free_length, "to": p.to, "on": p.on}
            else:
                row |= {"mass": p.mass, "radius": p.radius}
                more = {"moment": p.moment} if p.kind == "counterweight" else {"inertia": p.inertia}
                row |= {**more, **({"joint": p.joint, "ratio": p.ratio} if p.joint else {})}
            found.append(row)
        return found

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values, for JSON."""
        return {
            "exact": dict(self.exact),
            "parts": self.table(),
            "added_mass": self.added_mass,
            "unbalanced": list(self.unbalanced),
            "remains": {
                aim: {
                    "unit": UNITS[aim],
                    "rms": [before, after],
                    "peak": [high, low],
                    "harmonics": [self.before.harmonics(aim).tolist(),
                                  self.after.harmonics(aim).tolist()],
                }
                for aim, _, before, after, high, low in self.rows()
            },
            "effort": {
                name: [before, self.after.effort_peaks().get(name, float("nan"))]
                for name, before in self.before.effort_peaks().items()
            },
        }  # fmt: skip

    def write(self, path: str | os.PathLike[str], *, overwrite: bool = False) -> Path:
        """Write the balanced mechanism as a model file, with the sections of its study.

        Example:
            found.write("balanced.yaml", overwrite=True)
        """
        from sarrus.design.shaking.writing import write_balance

        return write_balance(self, path, overwrite)

    def plot(self, **how: Any) -> Any:
        """Return a matplotlib Figure: force and moment before and after, and the tip of the force.

        Keywords: title, path.

        Example:
            balanced.plot(path="shaking.png")
        """
        from sarrus.results.plots.balance import balance_plot

        return balance_plot(self, **how)

    def __repr__(self) -> str:
        lines = [f"<Balance of '{self.system.model.name}': {self.added_mass:.4g} kg added>"]
        for aim, how, before, after, high, low in self.rows():
            unit = UNITS[aim]
            lines.append(f"  {aim:<8}{how}: rms {before:.4g} -> {after:.3g} {unit}, "
                         f"peak {high:.4g} -> {low:.3g} {unit}")  # fmt: skip
        lines += [f"  {part.name}: {part_text(part)}" for part in self.parts]
        if self.unbalanced:
            lines.append(f"  not balanced by these: {', '.join(self.unbalanced)}")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        head = ("aim", "balanced", "rms before", "after", "peak before", "after")
        parts = [(p.name, p.kind, p.body, part_text(p)) for p in self.parts]
        return html_table("balance", head, self.rows()) + html_table(
            "added", ("name", "kind", "body", "what"), parts
        )


def part_text(p: Part, units: OutputUnits = IN_SI) -> str:
    """Return what a part is, in a line."""
    meter, at = units.shown_unit("m"), _place(p.position, units)
    if p.kind == "spring":
        k, free = shown_number(p.k, "N/m", units, 6), shown_number(p.free_length, "m", units)
        return f"{k} from {at} to {_place(p.to, units)} {meter}, free {free}"
    if p.kind == "counterweight":
        return f"{shown_number(p.mass, 'kg', units, 6)} at {at} {meter}"
    inertia, mass = (
        shown_number(p.inertia, "kg m^2", units, 6),
        shown_number(p.mass, "kg", units),
    )
    return f"{inertia}, {mass} at {at} {meter}"


def _place(place: Sequence[float], units: OutputUnits) -> str:
    return "(" + ", ".join(f"{units.factor('m') * x:.4g}" for x in place) + ")"

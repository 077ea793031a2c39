"""The verdict of a task, and its report as one HTML file."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import field
from functools import cached_property
from html import escape
from pathlib import Path
from typing import TextIO

import numpy as np

from sarrus.arguments import with_checks
from sarrus.errors import EnvironmentProblem, Problem, printable
from sarrus.late_dataclass import dataclass
from sarrus.model.output_units import OutputUnits, shown_number
from sarrus.robotics import report_plots
from sarrus.robotics.comparison import Comparison
from sarrus.robotics.limits import JointLimits, LimitCheck, check_limits, violations
from sarrus.robotics.motors import Catalogue, Drive
from sarrus.robotics.report_plots import Plot
from sarrus.robotics.sizing import Choice, DriveCheck, choose_drives, chosen_drives
from sarrus.robotics.task import Task
from sarrus.robotics.task_result import EFFORT, TaskResult
from sarrus.robotics.task_scene import task_view
from sarrus.robotics.tracking import Tracking


@with_checks
@dataclass(frozen=True, eq=False)
class Report:
    """What is to be said of a task: limits, drives, and what else was looked at.

    drives: checks of given drives; choices: of drives from a catalogue. lost: why the simulation
    of the control came to nothing; units: of its tables and plots, in place of the usual ones (deg,
    mm, rpm, others in SI). Three answers are possible: a task is feasible, it is not, or
    it is not decided, since something that decides about it is not known.
    """

    result: TaskResult
    checks: tuple[LimitCheck, ...]
    drives: tuple[DriveCheck, ...] = ()
    choices: tuple[Choice, ...] = ()
    comparison: Comparison | None = None
    tracking: Tracking | None = field(default=None)
    margin: float = 0.0
    lost: Problem | None = None
    units: OutputUnits = report_plots.IN_USUAL

    @cached_property
    def faults(self) -> tuple[str, ...]:
        """What speaks against the task: velocity steps, limits, drives, the control."""
        found = [_sentence(notice) for notice in self.result.task.sequence.notices]
        found += [_sentence(check.problem_in(self.units)) for check in violations(self.checks)]
        found += [self._weak(check) for check in self.drives if check.margin < self.margin]
        found += [f"{c.joint}: {c.reason_in(self.units)}" for c in self.choices if c.chosen is None]
        if self.lost is not None:
            found.append(_sentence(self.lost))
        if self.tracking is not None:
            faults = (
                *self.tracking.faults_in(self.units),
                *_excess(self.tracking, self.checks, self.units),
            )
            found += [f"tracking: {fault}" for fault in faults]
        return tuple(found)

    @cached_property
    def gaps(self) -> tuple[str, ...]:
        """What decides about the task and is not known: efforts that nothing bounds."""
        bounded = {c.joint for c in self.drives} | {c.joint for c in self.choices}
        bounded |= {c.joint for c in self.checks if c.quantity == "torque"}
        open_ones = [name for name in self.result.joints if name not in bounded]
        if not open_ones:
            return ()
        return (f"neither a torque limit nor a motor is given for {', '.join(open_ones)}",)

    @property
    def feasible(self) -> bool:
        """Whether all that decides is known, and nothing speaks against the task."""
        return not self.faults and not self.gaps

    @property
    def word(self) -> str:
        """The verdict in a word: feasible, NOT feasible, or not decided."""
        if self.faults:
            return "NOT feasible"
        return "not decided" if self.gaps else "feasible"

    @cached_property
    def reasons(self) -> tuple[str, ...]:
        """What speaks against the task, or is not known; for a feasible one, the least margin."""
        if self.faults:
            return self.faults
        return self.gaps or (self.tightest,)

    @property
    def tightest(self) -> str:
        """The least of all margins: of limits, and of the drives."""
        found = [(c.relative_margin, f"{c.quantity} of {c.joint}") for c in self.checks]
        chosen = [choice.chosen for choice in self.choices if choice.chosen is not None]
        for check in (*self.drives, *chosen):
            found += [
                (criterion.margin, f"{criterion.name} of {check.joint} ({check.drive.name})")
                for criterion in check.criteria
            ]
        if not found:
            return ""
        least, name = min(found)
        return f"tightest margin: {name}, {100 * least:.1f} % left"

    @property
    def basis(self) -> str:
        """What the verdict rests on."""
        by_quantity: dict[str, int] = {}
        for check in self.checks:
            by_quantity[check.quantity] = by_quantity.get(check.quantity, 0) + 1
        joints = len(self.result.joints)
        parts = [
            f"{quantity} limits of {count} of {joints} joints"
            for quantity, count in by_quantity.items()
        ]
        motors = len(self.drives) + len(self.choices)
        parts.append(f"motors of {motors} of {joints} joints" if motors else "no motors")
        if self.result.spins is not None:
            parts.append("gyroscopic moments of rotors")
        followed = self.tracking is not None or self.lost is not None
        parts.append("control simulated" if followed else "control not simulated")
        return f"rests on {len(self.result.t)} samples; " + "; ".join(parts)

    @property
    def pace(self) -> str:
        """What decides about the time of the fastest moves, and for which part of it."""
        moves = self.result.task.fastest
        whole = sum(motion.duration for _, motion in moves)
        parts: dict[str, float] = {}
        for _, motion in moves:
            for name, share in motion.shares.items():
                parts[name] = parts.get(name, 0.0) + share * motion.duration / whole
        return f"the time of its fastest moves is decided by {_shares(parts)}"

    def _weak(self, check: DriveCheck) -> str:
        """Return why a given drive is not enough."""
        wanted = f", {100 * self.margin:.0f} % is required" if check.passed else ""
        return f"{check.text(self.units)}{wanted}"

    @property
    def verdict(self) -> str:
        """The verdict as lines of text."""
        time = shown_number(self.result.duration, "s", self.units)
        head = f"Task '{self.result.task.title}' ({time}): {self.word}"
        lines = [head, *(f"  {reason}" for reason in self.reasons)]
        if self.faults:
            lines += [f"  {gap}" for gap in self.gaps]
        lines += [
            f"  {c.joint}: {c.reason_in(self.units)}" for c in self.choices if c.chosen is not None
        ]
        lines += [
            f"  {check.text(self.units)}" for check in self.drives if check.margin >= self.margin
        ]
        if self.result.task.fastest:
            lines.append(f"  {self.pace}")
            lines += [
                f"  {label}: {_sentence(notice)}"
                for label, motion in self.result.task.fastest
                for notice in motion.notices
            ]
        if self.tracking is not None and not self.tracking.faults:
            lines.append(f"  tracking: {self.tracking.text(self.units)}")
        if self.comparison is not None:
            lines += [f"  {line}" for line in self.comparison.lines_in(self.units)]
        if self.result.task.follows_pose or self.result.task.frame:
            lines.append(f"  poses are those of '{self.result.task.moved_frame}'")
        lines.append(f"  {self.basis}")
        return printable("\n".join(lines), 20000)

    @cached_property
    def plots(self) -> list[Plot]:
        """The plots of paper 3, and those of motors and controllers."""
        units = self.units
        varied = report_plots.joint_scatter(self.result, self.result.most_varied, units)
        plots = [*report_plots.over_time(self.result, self.checks, units), varied]
        chosen = [choice.chosen for choice in self.choices if choice.chosen is not None]
        plots += [report_plots.motor_scatter(check, units) for check in (*self.drives, *chosen)]
        if self.tracking is not None:
            plots += report_plots.tracking_plots(self.tracking, units)
        return plots

    @cached_property
    def html(self) -> str:
        """The report as one page that needs nothing else."""
        from sarrus.results.html_page import page

        title = f"Task {self.result.task.title}"
        head, *rest = self.verdict.split("\n")
        items = "".join(f"<li>{escape(line.strip())}</li>" for line in rest)
        kind = {"feasible": "pass", "NOT feasible": "fail"}.get(self.word, "open")
        body = [
            f"<h1>{escape(title)}</h1>",
            f'<div class="verdict {kind}"><strong>{escape(head)}</strong><ul>{items}</ul></div>',
            "<h2>Motion</h2>",
            task_view(self.result, self.units),
            *self._tables(),
            "<h2>Plots</h2>",
            *self._figures(),
        ]
        return page(title, body)

    def _figures(self) -> list[str]:
        """Return the plots as elements of the page, or why there are none."""
        from sarrus.results.html_page import pictures
        from sarrus.results.plots.tasks import image_element

        return pictures(lambda: [f"<figure>{image_element(plot)}</figure>" for plot in self.plots])

    def _tables(self) -> list[str]:
        from sarrus.results.html_page import table

        parts = ["<h2>Steps</h2>", table(_steps(self.result, self.units))]
        if self.result.task.fastest:
            parts += ["<h2>Fastest moves</h2>", table(_fastest(self.result.task, self.units))]
        parts += ["<h2>Joints</h2>", table(_joints(self.result, self.units))]
        if self.checks:
            parts += ["<h2>Limits</h2>", table(_limits(self.checks, self.units))]
        if self.drives:
            parts += ["<h2>Drives</h2>", table(_drives(self.drives, self.units))]
        if self.choices:
            parts += ["<h2>Choice of drives</h2>", table(_choices(self.choices, self.units))]
        if self.comparison is not None:
            parts += ["<h2>Robots</h2>", table(self.comparison.ranking_in(self.units))]
            parts += ["<h2>Margins of robots</h2>", table(self.comparison.rows_in(self.units))]
        if self.tracking is not None:
            parts += ["<h2>Tracking</h2>", table(_tracking_rows(self.tracking, self.units))]
        return parts

    def write(self, path: str | Path) -> None:
        """Write the page."""
        try:
            Path(path).write_text(self.html, encoding="utf-8", newline="\n")
        except OSError as error:
            rule = f"cannot be written: {error.strerror}"
            raise EnvironmentProblem(Problem("E01", f"report '{path}'", rule)) from None


@with_checks
def report_task(
    result: TaskResult,
    path: str | Path | None = None,
    *,
    limits: Mapping[str, JointLimits] | None = None,
    drives: Mapping[str, Drive] | Catalogue | Sequence[Choice] | None = None,
    margin: float = 0.0,
    comparison: Comparison | None = None,
    tracking: Tracking | None = None,
    lost: Problem | None = None,
    gyroscopic: bool = False,
    units: str | Sequence[str] = (),
    stream: TextIO | None = None,
) -> Report:
    """Print the verdict of a task, and write its report.

    path: of the HTML file, none unless given. limits: on top of those of the model. drives: by
    joint, or a catalogue to choose one for each joint from, such that the share `margin` of every
    limit is left, or choices that are made. comparison and tracking: to be reported too; lost: why
    there is no tracking. gyroscopic: whether all drives count with the gyroscopic moments of their
    rotors, besides those that are gyroscopic themselves. units: of tables and plots of the report,
    "mm, kN, deg/s", in place of the usual ones. stream: where the verdict goes, the
    standard output by default.

    Example:
        robotics.report_task(result, "task.html", drives=robotics.Catalogue.generic())
    """
    driven: tuple[DriveCheck, ...] = ()
    choices: tuple[Choice, ...] = ()
    if isinstance(drives, Mapping):
        values = {joint: drive.with_gyroscopic_rotor(gyroscopic) for joint, drive in drives.items()}
        result = result.with_rotors(values)
        driven = tuple(DriveCheck(result, joint, drive) for joint, drive in values.items())
    elif drives is not None:
        choices = (
            choose_drives(result, drives, margin=margin, gyroscopic=gyroscopic)
            if isinstance(drives, Catalogue)
            else tuple(drives)
        )
        result = result.with_rotors(chosen_drives(choices))
    checks = check_limits(result, limits)
    shown = OutputUnits.of(units)
    found = Report(result, checks, driven, choices, comparison, tracking, margin, lost, shown)
    if path is not None:
        found.write(path)
    out = sys.stdout if stream is None else stream
    out.write(found.verdict + "\n")
    return found


def _sentence(problem: Problem) -> str:
    """Return a problem without its severity and code, which `sarrus explain` is not asked for."""
    return str(problem).removeprefix(f"{problem.severity} {problem.code} ")


def _excess(tracking: Tracking, checks: Sequence[LimitCheck], units: OutputUnits) -> list[str]:
    """Return where the control needs more effort or speed of a joint than it may have."""
    found = []
    signals = {"torque": tracking.efforts, "speed": tracking.qd}
    for check in checks:
        if check.quantity not in signals:
            continue
        size = np.abs(signals[check.quantity][:, tracking.joints.index(check.joint)])
        most, allowed = float(np.max(size)), check.allowed[1]
        if most > allowed * (1.0 + TRACKING_EXCESS):
            found.append(
                f"{check.quantity} of {check.joint} reaches "
                f"{shown_number(most, check.unit, units)}, "
                f"{shown_number(allowed, check.unit, units)} is allowed"
            )
    return found


Rows = Sequence[Sequence[str]]

MOST_SHARES = 4
"""Limits that are named of those that decide about a motion."""

ROUNDING = 1e-9
"""Numbers below this are shown as zero."""

TRACKING_EXCESS = 0.01
"""What control by samples may need beyond a limit that the task just keeps, over the limit."""


def _short(number: float, digits: int = 4) -> str:
    """Return a number for people: what rounding has left of zero is zero."""
    return f"{0.0 if abs(number) < ROUNDING else number:.{digits}g}"


def _steps(result: TaskResult, units: OutputUnits) -> Rows:
    (s, a_second), (kg, a_kg), (joule, a_joule) = (
        report_plots.shown_unit(unit, units) for unit in ("s", "kg", "J")
    )
    head = ["step", f"from [{s}]", f"to [{s}]", f"payload [{kg}]"]
    rows = [[*head, f"work [{joule}]", f"change of energy [{joule}]"]]
    for k, account in zip(dict.fromkeys(result.spans.tolist()), result.accounts, strict=True):
        held = result.task.sequence.spans[k].held
        mass = "-" if held is None else f"{a_kg * held.mass:.4g}"
        times = [f"{a_second * account.start:.4g}", f"{a_second * account.end:.4g}"]
        energies = [f"{a_joule * account.work:.4g}", f"{a_joule * account.change:.4g}"]
        rows.append([account.label, *times, mass, *energies])
    return rows


def _shares(parts: Mapping[str, float]) -> str:
    """Return the largest shares of limits in words."""
    order = sorted(parts.items(), key=lambda item: -item[1])
    return ", ".join(f"{name} ({100.0 * part:.0f} %)" for name, part in order[:MOST_SHARES])


def _fastest(task: Task, units: OutputUnits) -> Rows:
    second, a_second = report_plots.shown_unit("s", units)
    rows = [["step", f"time [{second}]", "what decides, for which part of the time"]]
    for label, motion in task.fastest:
        rows.append([label, f"{a_second * motion.duration:.4g}", _shares(motion.shares)])
    return rows


def _joints(result: TaskResult, units: OutputUnits) -> Rows:
    head = ["joint", "min", "max", "peak speed", "peak effort", "RMS effort", "peak power"]
    rows = [head]
    peak = np.max(np.abs(result.powers), axis=0)
    for k, name in enumerate(result.joints):
        unit = result.units[k]
        span = [_text(end(result.q[:, k]), unit, units) for end in (np.min, np.max)]
        speed = _text(result.peak_speeds[k], f"{unit}/s", units)
        efforts = [result.peak_efforts[k], result.rms_efforts[k]]
        texts = [_text(effort, EFFORT[unit], units) for effort in efforts]
        rows.append([name, *span, speed, *texts, _text(peak[k], "W", units)])
    return rows


def _text(value: float, unit: str, units: OutputUnits) -> str:
    """Return a number of an SI unit with the unit in which it is shown."""
    shown, factor = report_plots.shown_unit(unit, units)
    return f"{_short(factor * float(value))} {shown}"


def _limits(checks: Sequence[LimitCheck], units: OutputUnits) -> Rows:
    s, a_second = report_plots.shown_unit("s", units)
    rows = [["joint", "quantity", "allowed", "worst", f"at [{s}]", "margin", "left", "exceeded"]]
    for c in checks:
        shown, factor = units.shown_unit(c.unit), units.factor(c.unit)
        times = [(a_second * a, a_second * b) for a, b in c.intervals]
        spans = ", ".join(f"{a:.4g} to {b:.4g} {s}" for a, b in times) or "never"
        allowed = f"{factor * c.allowed[0]:.4g} to {factor * c.allowed[1]:.4g} {shown}"
        numbers = [_short(x) for x in (factor * c.value, a_second * c.at, factor * c.margin)]
        left = f"{100 * c.relative_margin:.1f} %"
        rows.append([c.joint, c.quantity, allowed, *numbers, left, spans])
    return rows


def _drives(checks: Sequence[DriveCheck], units: OutputUnits) -> Rows:
    (load, a_load), (watt, a_watt), (joule, a_joule) = (
        report_plots.shown_unit(unit, units) for unit in ("N m", "W", "J")
    )
    head = ["joint", "drive", "verdict", f"RMS torque [{load}]", f"peak power [{watt}]"]
    head += [f"given [{joule}]", f"regenerated [{joule}]", "load over rotor inertia", "reason"]
    rows = [head]
    for c in checks:
        numbers = [a_load * c.rms_torque, a_watt * c.peak_power]
        numbers += [a_joule * c.supplied, a_joule * c.regenerated, c.inertia_ratio]
        word = "pass" if c.passed else "FAIL"
        rows.append([c.joint, c.drive.name, word, *(f"{x:.4g}" for x in numbers), c.reason])
    return rows


def _choices(choices: Sequence[Choice], units: OutputUnits) -> Rows:
    names = ["none" if c.chosen is None else c.chosen.drive.name for c in choices]
    pairs = zip(choices, names, strict=True)
    rows = [[c.joint, name, c.reason_in(units)] for c, name in pairs]
    return [["joint", "drive", "reason"], *rows]


def _tracking_rows(tracking: Tracking, units: OutputUnits) -> Rows:
    layout = tracking.task.system.compiled.layout
    head = ["joint", "drive", "peak error", "allowed", "RMS error", "final error"]
    rows = [[*head, "samples at a motor limit"]]
    numbers = (
        tracking.peak_errors,
        tracking.tolerances,
        tracking.rms_errors,
        tracking.final_errors,
    )
    for k, name in enumerate(tracking.joints):
        unit, factor = (f(layout.q_units[k]) for f in (units.shown_unit, units.factor))
        cells = [f"{factor * values[k]:.3g} {unit}" for values in numbers]
        drive = tracking.drives[name].name if name in tracking.drives else "ideal"
        rows.append([name, drive, *cells, f"{int(np.sum(tracking.saturated[:, k]))}"])
    return rows

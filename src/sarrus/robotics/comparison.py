"""Several robots for one task: which can do it, with what margins, drives and cycle times."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from sarrus.arguments import with_checks
from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.model.building.references import nearest
from sarrus.model.output_units import IN_SI, OutputUnits, shown_number
from sarrus.robotics.limits import (
    JointLimits,
    LimitCheck,
    check_limits,
    limited_signals,
    violations,
)
from sarrus.robotics.motors import Catalogue, Drive
from sarrus.robotics.sizing import Choice, DriveCheck, choose_drives, chosen_drives
from sarrus.robotics.task import Task
from sarrus.robotics.task_result import EFFORT, TaskResult
from sarrus.robotics.trajectory.checking import choice

QUANTITIES = ("position", "speed", "torque", "power", "force", "moment")
ORDERS = ("margin", "cycle")
"""What robots are ranked by."""

SLOWEST, FASTEST = 16.0, 1.0 / 64.0
"""Between which multiples of its time a task is tried to find the shortest cycle."""
BISECTIONS = 40

Drives = Catalogue | Mapping[str, Drive]


@dataclass(frozen=True, eq=False)
class Candidate:
    """One robot: its result, if it can run through the task at all, its limits and its drives.

    lost: why it cannot run through it. drives: checks of those that it has, or of those chosen from
    a catalogue (`choices`), of whose limits the share `wanted` must be left; shortest [s]: the
    shortest time of the task, stretched as a whole, in which all limits are kept and all drives
    suffice; NaN where there is none, or none can be told.
    """

    name: str
    result: TaskResult | None
    checks: tuple[LimitCheck, ...] = ()
    lost: str = ""
    drives: tuple[DriveCheck, ...] = ()
    choices: tuple[Choice, ...] = ()
    wanted: float = 0.0
    shortest: float = np.nan

    @property
    def feasible(self) -> bool:
        """Whether all poses are reached, all limits are kept and all drives suffice."""
        return not self.reason

    @property
    def reason(self) -> str:
        """Why it cannot do the task; empty if it can."""
        return self.reason_in(IN_SI)

    def reason_in(self, units: OutputUnits) -> str:
        """Return the reason with its numbers in the units given."""
        if self.result is None:
            return self.lost
        steps = self.result.task.sequence.steps_of_velocity
        if steps:
            return f"velocity step at {shown_number(steps[0], 's', units)}"
        reasons = [
            f"{c.joint} {c.quantity} {shown_number(c.value, c.unit, units)} "
            f"at {shown_number(c.at, 's', units)}"
            for c in violations(self.checks)
        ]
        reasons += [f"{c.joint}: {c.reason_in(units)}" for c in self.choices if c.chosen is None]
        reasons += [
            f"{d.joint}: {d.reason_in(units)}" for d in self.drives if d.margin < self.wanted
        ]
        return "; ".join(reasons[:3])

    def margin(self, quantity: str | None = None) -> float:
        """Return the least relative margin of a quantity, or of all; NaN without limits.

        Of all, those of drives count too.
        """
        found = [c.relative_margin for c in self.checks if quantity in (None, c.quantity)]
        if quantity is None:
            found += [check.margin for check in self.drives]
        return min(found, default=np.nan)

    @property
    def tightest(self) -> str:
        """The limit or demand with the least margin."""
        found = [(c.relative_margin, f"{c.joint} {c.quantity}") for c in self.checks]
        for check in self.drives:
            found += [(c.margin, f"{check.joint} {c.name}") for c in check.criteria]
        if not found:
            return ""
        least, name = min(found)
        return f"{name}, {100.0 * least:.1f} % left"

    @property
    def kept(self) -> str:
        """How many of the limits and drives pass."""
        passed = [c.passed for c in self.checks] + [d.passed for d in self.drives]
        return f"{sum(passed)} of {len(passed)}"

    @property
    def largest_effort(self) -> str:
        """The largest effort of a joint, of turning ones if there are any."""
        return self.largest_effort_in(IN_SI)

    def largest_effort_in(self, units: OutputUnits) -> str:
        """Return the largest effort in the units given."""
        r = self.result
        if r is None:
            return "-"
        turns = [k for k, unit in enumerate(r.units) if unit == "rad"]
        k = max(turns or range(len(r.units)), key=lambda k: float(r.peak_efforts[k]))
        most = shown_number(float(r.peak_efforts[k]), EFFORT[r.units[k]], units)
        return f"{most} ({r.joints[k]})"

    def __str__(self) -> str:
        return self.text(IN_SI)

    def text(self, units: OutputUnits) -> str:
        """Return the verdict in a sentence, with its numbers in the units given."""
        word = "suitable" if self.feasible else "NOT suitable"
        if self.result is None:
            return f"{self.name}: {word}: {self.lost}"
        cycle = f"cycle of {shown_number(self.result.duration, 's', units)}"
        if not np.isnan(self.shortest):
            cycle += f", {shown_number(self.shortest, 's', units)} at the shortest"
        why = self.reason_in(units) or self.tightest
        verdict = f"{self.name}: {word}, {cycle}, at most {self.largest_effort_in(units)}"
        return f"{verdict}: {why}" if why else verdict

    @property
    def drive_mass(self) -> float:
        """The mass of all drives [kg], NaN without any."""
        return sum(check.drive.mass for check in self.drives) if self.drives else np.nan


@dataclass(frozen=True, eq=False)
class Comparison:
    """Robots in their order: the most suitable first; those that cannot do the task come last."""

    candidates: tuple[Candidate, ...]

    @property
    def best(self) -> Candidate | None:
        """The most suitable robot, None if no one can do the task."""
        first = self.candidates[0]
        return first if first.feasible else None

    def __getitem__(self, name: str) -> Candidate:
        found = {candidate.name: candidate for candidate in self.candidates}
        return found[name]

    @property
    def rows(self) -> list[list[str]]:
        """The margins in text: names of columns, then a row for each robot."""
        return self.rows_in(IN_SI)

    def rows_in(self, units: OutputUnits) -> list[list[str]]:
        """Return the margins in text, with the numbers of reasons in the units given."""
        used = [q for q in QUANTITIES if any(np.isfinite(c.margin(q)) for c in self.candidates)]
        table = [["robot", "feasible", *(f"{q} margin" for q in used), "reason"]]
        for c in self.candidates:
            margins = [c.margin(quantity) for quantity in used]
            cells = ["-" if np.isnan(m) else f"{100 * m:.1f} %" for m in margins]
            table.append([c.name, "yes" if c.feasible else "no", *cells, c.reason_in(units)])
        return table

    @property
    def ranking(self) -> list[list[str]]:
        """The table of the selection: names of columns, then a row for each robot, best first."""
        return self.ranking_in(IN_SI)

    def ranking_in(self, units: OutputUnits) -> list[list[str]]:
        """Return the table of the selection, with its numbers in the units given."""
        time, mass = units.shown_unit("s"), units.shown_unit("kg")
        head = ["rank", "robot", "suitable", "largest effort", f"cycle [{time}]"]
        head += [f"shortest cycle [{time}]", f"drives [{mass}]"]
        table = [[*head, "limits and drives kept", "tightest", "reason"]]
        for k, c in enumerate(self.candidates):
            cycle = np.nan if c.result is None else c.result.duration
            numbers = [(cycle, "s"), (c.shortest, "s"), (c.drive_mass, "kg")]
            cells = ["-" if np.isnan(x) else f"{units.factor(u) * x:.4g}" for x, u in numbers]
            suitable = "yes" if c.feasible else "no"
            row = [str(k + 1), c.name, suitable, c.largest_effort_in(units), *cells]
            kept = "-" if c.result is None else c.kept
            table.append([*row, kept, c.tightest, c.reason_in(units)])
        return table

    @property
    def records(self) -> list[dict[str, Any]]:
        """The ranking as plain values, best first; numbers that are not known are None."""
        found = []
        for k, c in enumerate(self.candidates):
            numbers = {
                "cycle": np.nan if c.result is None else c.result.duration,
                "shortest_cycle": c.shortest,
                "margin": c.margin(),
                "drive_mass": c.drive_mass,
            }
            known = {key: None if np.isnan(x) else float(x) for key, x in numbers.items()}
            row = {"rank": k + 1, "robot": c.name, "suitable": c.feasible, "reason": c.reason}
            found.append({**row, **known})
        return found

    @property
    def lines(self) -> list[str]:
        """The ranking in sentences, a line for each robot."""
        return self.lines_in(IN_SI)

    def lines_in(self, units: OutputUnits) -> list[str]:
        """Return the ranking in sentences, with their numbers in the units given."""
        return [f"robot {k + 1}: {c.text(units)}" for k, c in enumerate(self.candidates)]

    def __str__(self) -> str:
        return text_of(self.rows)


def text_of(rows: list[list[str]]) -> str:
    """Return rows of cells as lines with columns."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = (zip(row, widths, strict=True) for row in rows)
    return "\n".join("  ".join(c.ljust(w) for c, w in line).rstrip() for line in lines)


@with_checks
def compare_robots(
    tasks: Mapping[str, Task | Callable[[], Task]],
    *,
    limits: Mapping[str, Mapping[str, JointLimits]] | None = None,
    drives: Mapping[str, Drives] | None = None,
    margin: float = 0.0,
    gyroscopic: bool = False,
    by: str = "margin",
    step: float = 0.005,
) -> Comparison:
    """Return which robots can do a task, open and closed chains alike, the most suitable first.

    tasks: by the name of the robot, the task as it is for that robot, or a function that makes it
    (what that cannot do, such as reaching a pose, is the reason). limits: of robots, by joint, on
    top of those of their models. drives: of robots, by joint, or a catalogue to choose them from;
    the share `margin` of each of their limits must be left, with the gyroscopic moments of rotors
    if wanted. by: what suitable robots are ranked by:
    the least "margin" of all limits and drives, or the shortest "cycle" that these allow.

    Example:
        print(robotics.compare_robots({"PUMA 560": task}).lines)
    """
    choice("compare_robots / by", by, ORDERS)
    values, motors = dict(limits or {}), dict(drives or {})
    problems = [
        Problem("M09", f"{what} of robot '{name}'", "is not among the tasks",
                action=nearest(name, list(tasks)))
        for what, named in (("limits", values), ("drives", motors))
        for name in named
        if name not in tasks
    ]  # fmt: skip
    if problems or not tasks:
        missing = Problem("M28", "compare_robots / tasks", "must name at least one robot")
        raise ModelError(problems or missing)
    found = [
        _candidate(name, task, values.get(name), motors.get(name), margin, gyroscopic, step)
        for name, task in tasks.items()
    ]
    return Comparison(tuple(sorted(found, key=lambda candidate: _rank(candidate, by))))


def _rank(candidate: Candidate, by: str) -> tuple[bool, bool, float]:
    """Return the order of a robot: feasible ones, those that reach all poses, the better."""
    margin = float(np.nan_to_num(candidate.margin(), nan=1.0))
    worth = -margin if by == "margin" else float(np.nan_to_num(candidate.shortest, nan=np.inf))
    return not candidate.feasible, candidate.result is None, worth


def _candidate(
    name: str,
    task: Task | Callable[[], Task],
    limits: Mapping[str, JointLimits] | None,
    drives: Drives | None,
    margin: float,
    gyroscopic: bool,
    step: float,
) -> Candidate:
    try:
        result = (task if isinstance(task, Task) else task()).run(step)
    except ModelError as error:
        return Candidate(name, None, lost="; ".join(str(p) for p in error.problems[:3]))
    choices: tuple[Choice, ...] = ()
    if isinstance(drives, Catalogue):
        choices = choose_drives(result, drives, margin=margin, gyroscopic=gyroscopic)
        motors = chosen_drives(choices)
    else:
        motors = {j: d.with_gyroscopic_rotor(gyroscopic) for j, d in (drives or {}).items()}
    result = result.with_rotors(motors)
    checks = check_limits(result, limits)
    driven = tuple(DriveCheck(result, joint, drive) for joint, drive in motors.items())
    shortest = np.nan
    if not any(c.chosen is None for c in choices):
        shortest = shortest_cycle(result, limits, motors, margin)
    return Candidate(
        name,
        result,
        checks,
        drives=driven,
        choices=choices,
        wanted=margin,
        shortest=shortest,
    )


@with_checks
def shortest_cycle(
    result: TaskResult,
    limits: Mapping[str, JointLimits] | None = None,
    drives: Mapping[str, Drive] | None = None,
    margin: float = 0.0,
) -> float:
    """Return the shortest time [s] of a task, stretched as a whole, that limits and drives allow.

    Of the limits those of range, speed, effort and power count; NaN where they are exceeded at any
    speed, where nothing limits it, or where force elements depend on rates.

    Example:
        robotics.shortest_cycle(result, {"q1": robotics.JointLimits(speed=2.0)})
    """
    if result.rate_dependent or not (drives or _limits_speed(result, limits)):
        return np.nan

    def passes(factor: float) -> bool:
        scaled = result.at_speed(factor)
        kept = all(signal.kept for signal in limited_signals(scaled, limits, QUANTITIES[:4]))
        motors = (drives or {}).items()
        return kept and all(DriveCheck(scaled, j, d).margin >= margin for j, d in motors)

    if not passes(SLOWEST):
        return np.nan
    slow, fast = SLOWEST, FASTEST
    if passes(1.0):
        slow = 1.0
    else:
        fast = 1.0
    for _ in range(BISECTIONS):
        middle = float(np.sqrt(slow * fast))
        slow, fast = (middle, fast) if passes(middle) else (slow, middle)
    return slow * result.duration


def _limits_speed(result: TaskResult, limits: Mapping[str, JointLimits] | None) -> bool:
    """Whether some limit of speed, effort or power is given."""
    return bool(limited_signals(result, limits, QUANTITIES[1:4]))

"""Several robots for one task: which can do it, and with what margins."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from sarrus.arguments import checked
from sarrus.errors import ModelError
from sarrus.late_dataclass import dataclass
from sarrus.robotics.limits import JointLimits, LimitCheck, check_limits, violations
from sarrus.robotics.task import Task
from sarrus.robotics.task_result import TaskResult

QUANTITIES = ("position", "speed", "torque", "power", "force", "moment")


@dataclass(frozen=True, eq=False)
class Candidate:
    """One robot: its result, if it can run through the task at all, and its limits.

    reason: why it cannot do the task; empty if it can.
    """

    name: str
    result: TaskResult | None
    checks: tuple[LimitCheck, ...]
    reason: str

    @property
    def feasible(self) -> bool:
        """Whether all poses are reached and all limits are kept."""
        return not self.reason

    def margin(self, quantity: str | None = None) -> float:
        """Return the least relative margin of a quantity, or of all; NaN without limits."""
        found = [c.relative_margin for c in self.checks if quantity in (None, c.quantity)]
        return min(found, default=np.nan)


@dataclass(frozen=True, eq=False)
class Comparison:
    """Robots in the order of their margins; those that cannot do the task come last."""

    candidates: tuple[Candidate, ...]

    @property
    def best(self) -> Candidate | None:
        """The feasible robot whose least margin is largest."""
        first = self.candidates[0]
        return first if first.feasible else None

    def __getitem__(self, name: str) -> Candidate:
        found = {candidate.name: candidate for candidate in self.candidates}
        return found[name]

    @property
    def rows(self) -> list[list[str]]:
        """The table in text: names of columns, then a row for each robot."""
        used = [q for q in QUANTITIES if any(np.isfinite(c.margin(q)) for c in self.candidates)]
        table = [["robot", "feasible", *(f"{q} margin" for q in used), "reason"]]
        for c in self.candidates:
            margins = [c.margin(quantity) for quantity in used]
            cells = ["-" if np.isnan(m) else f"{100 * m:.1f} %" for m in margins]
            table.append([c.name, "yes" if c.feasible else "no", *cells, c.reason])
        return table

    def __str__(self) -> str:
        widths = [max(map(len, column)) for column in zip(*self.rows, strict=True)]
        lines = (zip(row, widths, strict=True) for row in self.rows)
        return "\n".join("  ".join(c.ljust(w) for c, w in line).rstrip() for line in lines)


@checked
def compare_robots(
    tasks: Mapping[str, Task | Callable[[], Task]],
    *,
    limits: Mapping[str, Mapping[str, JointLimits]] | None = None,
    step: float = 0.005,
) -> Comparison:
    """Return which robots can do a task.

    tasks: by the name of the robot, the task as it is for that robot, or a function that makes it
    (what that cannot do, such as reaching a pose, is the reason). limits: of robots, by joint, on
    top of those of their models.
    """
    given = dict(limits or {})
    found = [_candidate(name, task, given.get(name), step) for name, task in tasks.items()]
    return Comparison(tuple(sorted(found, key=_rank)))


def _rank(candidate: Candidate) -> tuple[bool, bool, float]:
    """Return the order of a robot: feasible ones, those that reach all poses, larger margins."""
    margin = float(np.nan_to_num(candidate.margin(), nan=1.0))
    return not candidate.feasible, candidate.result is None, -margin


def _candidate(
    name: str,
    task: Task | Callable[[], Task],
    limits: Mapping[str, JointLimits] | None,
    step: float,
) -> Candidate:
    try:
        result = (task if isinstance(task, Task) else task()).run(step)
    except ModelError as error:
        return Candidate(name, None, (), "; ".join(str(p) for p in error.problems[:3]))
    checks = check_limits(result, limits)
    over = violations(checks)
    jumps = [f"velocity step at {t:.4g} s" for t in result.task.sequence.steps_of_velocity]
    reason = "; ".join(jumps[:1]) or "; ".join(
        f"{c.joint} {c.quantity} {c.value:.4g} {c.unit} at {c.at:.4g} s" for c in over[:3]
    )
    return Candidate(name, result, checks, reason)

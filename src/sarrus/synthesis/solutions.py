"""Linkages that do a task, the best first, with how complete the list is."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import Any, overload

from sarrus.errors import ModelError, Problem, count
from sarrus.late_dataclass import dataclass
from sarrus.synthesis.limits import Limits
from sarrus.synthesis.solution import Solution
from sarrus.synthesis.tasks import Task

SHOWN = 12
"""Solutions of a table as text."""


class NoSolution(ModelError):
    """No linkage was found within the limits; `nearest` holds those that come nearest."""

    def __init__(self, problem: Problem | list[Problem], nearest: Sequence[Solution] = ()) -> None:
        super().__init__(problem)
        self.nearest = tuple(nearest)

    def __reduce__(self) -> Any:
        return type(self), (self.problems, self.nearest)


@dataclass(frozen=True, eq=False)
class Solutions:
    """Linkages in order: without defects first, then by error, then by transmission angle.

    complete: whether there are no others, of the family and up to what `statement` says. outside:
    those that do the task but break a limit.

    Example:
        found = synthesis.generate_function(inputs, outputs)
        print(found.table())
    """

    task: Task
    items: tuple[Solution, ...]
    complete: bool
    statement: str
    outside: tuple[Solution, ...] = ()

    @property
    def best(self) -> Solution:
        """The first."""
        return self.items[0]

    def __len__(self) -> int:
        return len(self.items)

    @overload
    def __getitem__(self, k: int) -> Solution: ...
    @overload
    def __getitem__(self, k: slice) -> Sequence[Solution]: ...
    def __getitem__(self, k: int | slice) -> Solution | Sequence[Solution]:
        """Return one of them, or a range."""
        return self.items[k]

    def __iter__(self) -> Iterator[Solution]:
        return iter(self.items)

    def __repr__(self) -> str:
        return f"{count(len(self), 'solution')} ({self.statement})\n{self.table()}"

    def rows(self) -> list[dict[str, Any]]:
        """Return what a table shows of each: dimensions, branch, type, defects, error."""
        return [solution.row for solution in self.items]

    def table(self, most: int = SHOWN) -> str:
        """Return the table as text, of so many solutions at most.

        Example:
            print(solutions.table(5))
        """
        rows = self.rows()[:most]
        if not rows:
            return ""
        names = [name for name in rows[0] if any(row.get(name) not in (0.0, None) for row in rows)]
        cells = [names, *([_cell(row.get(name)) for name in names] for row in rows)]
        widths = [max(len(line[k]) for line in cells) for k in range(len(names))]
        lines = [
            "  ".join(cell.rjust(width) for cell, width in zip(line, widths, strict=True))
            for line in cells
        ]
        if len(self) > most:
            lines.append(f"... and {len(self) - most} more")
        return "\n".join(lines)

    def to_csv(self, path: str | os.PathLike[str], *, overwrite: bool = False) -> None:
        """Write the table, all numbers in SI units.

        Example:
            solutions.to_csv("all.csv", overwrite=True)
        """
        from sarrus.synthesis.model_text import write_text

        rows = self.rows()
        names = list(rows[0]) if rows else []
        lines = [",".join(names)]
        lines += [",".join(_plain(row.get(name)) for name in names) for row in rows]
        write_text(path, "\n".join(lines) + "\n", overwrite)


def _cell(value: Any) -> str:
    return f"{value:.5g}" if isinstance(value, float) else str(value)


def _plain(value: Any) -> str:
    text = repr(value) if isinstance(value, float) else str(value)
    return f'"{text}"' if "," in text else text


def rank_solutions(
    task: Task,
    found: Sequence[Solution],
    limits: Limits,
    statement: str,
    *,
    complete: bool,
) -> Solutions:
    """Return solutions in order; raises NoSolution with the nearest where none keeps the limits."""
    broken = {id(solution): limits.violations(solution) for solution in found}
    kept = sorted((s for s in found if not broken[id(s)]), key=_rank)
    outside = sorted((s for s in found if broken[id(s)]), key=lambda s: sum(broken[id(s)].values()))
    if kept:
        return Solutions(task, tuple(kept), complete, statement, tuple(outside))
    element = f"{task.kind} generation"
    if not outside:
        none = "has no real solution" if complete else "has no solution that was found"
        rule = f"{none} ({statement})"
        action = "move a position, take fewer, another mechanism, or (fit=True) the nearest one"
        raise NoSolution(Problem("Y03", element, rule, action=action))
    first = outside[0]
    said = ", ".join(f"{what} by {far:.3g}" for what, far in broken[id(first)].items())
    rule = (
        f"has no solution within the limits ({statement}); the nearest, with an error of "
        f"{first.error:.3g}, breaks {said}"
    )
    action = "loosen that limit, take fewer positions or another mechanism; `nearest` has it"
    raise NoSolution(Problem("Y03", element, rule, action=action), outside)


def _rank(solution: Solution) -> tuple[bool, float, float]:
    # errors below a billionth of the task are rounding: then the transmission angle decides
    error = max(solution.error, 1e-9 * solution.task.size)
    return bool(solution.defects), float(f"{error:.3g}"), -solution.transmission_angle

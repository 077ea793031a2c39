"""The page of results: machine, goals, where others are faster, and a table for each comparison."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import goals
import titles
from rows import Group, Row

Pictures = Mapping[str, Sequence[tuple[str, str]]]
"""File and caption by group."""

INTRODUCTION = """# Benchmarks

Sarrus beside Pinocchio, MuJoCo, Drake and Exudyn: same mechanisms, same machine, one run. Tree
dynamics, derivatives, loops, inverse dynamics of the scaling and the robot file are timed only
after the programs gave the same numbers; simulations are compared at equal error. Figures are
medians of repeats in turns; what takes long is measured once: cold compilations from 300 bodies
on, models and memory of the other programs, Exudyn's single steps, the finest trials of
simulations. A ratio is the time (or memory) of the other program over ours: above 1 ours is less.
Where the other program is ahead, its ratio is bold, and it is listed under
[Where others are faster](#where-others-are-faster).

This page is written by `python benchmarks/write_page.py` from
[results.json](benchmarks/results.json), which also holds the minimum of the repeats.
To measure again, on a machine that does nothing else:

<!-- not run: it takes minutes on a quiet machine -->
```sh
make bench                              # = sarrus bench --compare
python benchmarks/compare.py --quick    # a smoke run; its figures mean little
python benchmarks/compare.py scaling    # one group; the others keep their figures
```
"""

QUICK = """
```{warning}
Some of these figures are from a smoke run (`--quick`): few repeats, small sizes, perhaps a busy
machine. They show that the comparison works, not how fast anything is.
```
"""

REASONS = {
    titles.CACHED: "The others build model and data in C++. Here a chain of ten is some 2,600 "
    "calls of Python functions: a seventh for the model, as much for its analysis, half for the "
    "table of the links' numbers, the rest for two kernels from disk. A call takes 0.1 to 0.4 µs "
    "whatever it does, which is the limit of an interpreter.",
    titles.MEMORY: "Python with NumPy takes 26 MB of ours, the package 4 MB, what reads kernels "
    "from disk and calls them 7 MB; the code of the kernels is a few kB.",
    titles.FIRST_NUMBER: "The same building, with one kernel.",
    titles.EMPTY_MACHINE: "Code that links share is compiled here, once: later models and "
    "processes find it on disk. The other programs come compiled for the least processor that "
    "they support, ours is compiled for the one at hand.",
    titles.ROBOT_FILE: "Half of the time is the import of NumPy, which all need, and a quarter "
    "that of 130 modules of the package.",
    titles.ALONG: "toppra takes one grid and sees to limits at its stations; `fastest` refines its "
    "grid until the time is known, finds what is passed between stations, and knows friction and "
    "loops. Its sweeps are compiled, as those of toppra; the rest is NumPy and Python.",
    titles.CURVES: "ruckig is compiled; ours is a closed form in Python, and returns a trajectory.",
    titles.CONTROL: "In CasADi the equations and the search run without Python. Here each step of "
    "the search is SciPy's sparse factors called from Python, and IPOPT calls back into it.",
    titles.IMPORT: "Python reads each module of the package from a file of its own.",
}
"""Why others are ahead in a table, and what limits us there."""


@dataclass(frozen=True)
class Results:
    """All groups, and where and when they were measured; quick: the names of smoke runs."""

    machine: dict[str, Any]
    groups: dict[str, Group]
    quick: tuple[str, ...] = ()

    @classmethod
    def read(cls, record: Mapping[str, Any]) -> Results:
        groups = {name: Group.read(kept) for name, kept in record["groups"].items()}
        return cls(record["machine"], groups, tuple(record["quick"]))

    def record(self) -> dict[str, Any]:
        groups = {name: group.record() for name, group in self.groups.items()}
        return {"machine": self.machine, "quick": list(self.quick), "groups": groups}


def page(results: Results, pictures: Pictures) -> str:
    """Return the page in Markdown."""
    parts = [INTRODUCTION]
    if results.quick:
        parts.append(QUICK)
    parts += [conditions(results), goal_table(results.groups), faster(results.groups)]
    parts += [section(group, pictures.get(group.name, ())) for group in results.groups.values()]
    return "\n".join(part.strip("\n") + "\n" for part in parts)


def conditions(results: Results) -> str:
    machine, minutes = results.machine, sum(g.seconds for g in results.groups.values()) / 60.0
    memory = machine.get("memory")
    rows = [
        ["processor", f"{machine['processor']}, {machine['cores']} cores"],
        ["memory", f"{memory / 1e9:.0f} GB" if memory else "-"],
        ["system", machine["system"]],
        ["measured", f"{machine['date']}, in {minutes:.1f} minutes"],
    ]
    load = machine.get("load")
    if load is not None:
        rows.append(["load average before start", f"{load:.2f}"])
    names = {
        "pin": "Pinocchio (pin)",
        "mujoco-core": "MuJoCo",
        "drake": "Drake",
        "exudyn": "Exudyn",
        "python": "Python",
    }
    for package, version in machine["versions"].items():
        rows.append([names.get(package, package), version or "not installed"])
    return "## Machine and versions\n\n" + table(["", ""], rows)


def goal_table(groups: Mapping[str, Group]) -> str:
    word = {True: "yes", False: "**no**", None: "not measured"}
    every = goals.goals(groups)
    rows = [[g.what, g.wanted, g.found, word[g.met]] for g in every]
    text = "## Goals\n\n" + table(["what", "goal", "found", "reached"], rows)
    reasons = [f"- **{goal.what}**: {goal.why}" for goal in every if goal.why]
    return "\n".join([text, "Why some are missed:\n", *reasons, ""]) if reasons else text


def faster(groups: Mapping[str, Group]) -> str:
    """Return the list of all rows in which another program is ahead."""
    found: dict[tuple[str, str], list[str]] = {}
    for group in groups.values():
        for row in group.rows:
            if row.beaten:
                where = f"{place(row)}: " if place(row) else ""
                key = (row.peer, _said(row))
                found.setdefault(key, []).append(f"{where}{1.0 / row.ratio:,.3g}")
    head = "## Where others are faster\n\n"
    if not found:
        return head + "Nowhere in these figures.\n"
    rows = [[peer, what, "; ".join(cases)] for (peer, what), cases in found.items()]
    text = "How many times faster (or with how many times less memory) the other program is.\n\n"
    listed = table(["program", "what", "how many times"], rows)
    return head + text + listed + reasons(groups)


def reasons(groups: Mapping[str, Group]) -> str:
    """Return why others are ahead, a line for each table in which they are."""
    beaten = {row.table for group in groups.values() for row in group.rows if row.beaten}
    lines = [f"- **{title}**: {why}\n" for title, why in REASONS.items() if title in beaten]
    return "\nWhy:\n\n" + "".join(lines) if lines else ""


def _said(row: Row) -> str:
    """Return the table and the quantity of a row, the latter where the table does not say it."""
    return row.table if row.what in row.table.lower() else f"{row.table}: {row.what}"


def place(row: Row) -> str:
    """Return the mechanism of a row, with its size where the name does not say it."""
    if not row.size or not row.case or any(letter.isdigit() for letter in row.case):
        return row.case
    return f"{row.case} of {row.size:,}" if row.case in ("chain", "branched tree") else row.case


def section(group: Group, pictures: Sequence[tuple[str, str]]) -> str:
    lines = [f"## {group.title}\n"]
    if group.failed:
        lines.append(f"This comparison failed: `{group.failed}`\n")
    lines += [f"{note}\n" for note in group.notes]
    for file, caption in pictures:
        lines.append(f"![{caption}](pictures/{file})\n")
    for title in dict.fromkeys(row.table for row in group.rows):
        lines += [f"### {title}\n", comparison(group.of(title))]
    return "\n".join(lines)


def comparison(rows: Sequence[Row]) -> str:
    """Return a table with a line for each quantity and a column for each other program."""
    peers = [peer for peer in dict.fromkeys(row.peer for row in rows) if peer]
    lines: dict[tuple[str, str], dict[str, Row]] = {}
    for row in rows:
        lines.setdefault((place(row), row.what), {})[row.peer] = row
    first = [next(iter(line.values())) for line in lines.values()]
    methods = any(row.by and row.by not in row.what for row in first)
    errors = any(row.error is not None and row.error != row.peer_error for row in first)
    known = any(row.ours for row in first)
    head = ["", "", *["Sarrus"][:known], *["by"][:methods], *["error"][:errors]]
    for peer in peers:
        head += [peer, *["its error"][:errors]]
    body = []
    for (where, what), line in lines.items():
        own = next(iter(line.values()))
        cells = [where, what]
        cells += [amount(own.ours.median, own.unit) if own.ours else "-"][:known]
        cells += [own.by][:methods] + [_error(own.error)][:errors]
        for peer in peers:
            row = line.get(peer)
            cells.append(beside(row) if row else "-")
            cells += [_error(row.peer_error if row else None)][:errors]
        body.append(cells)
    return table(head, body)


def beside(row: Row) -> str:
    """Return the figure of another program with its ratio, or why there is none."""
    if row.theirs is None:
        return row.missing or "-"
    text = amount(row.theirs.median, row.unit)
    if row.ratio is None:
        return text
    ratio = f"{row.ratio:,.3g}" if row.ratio < 1000 else f"{row.ratio:,.0f}"
    return f"{text} (**{ratio}**)" if row.beaten else f"{text} ({ratio})"


def _error(value: float | None) -> str:
    return "-" if value is None else f"{value:.1e}"


def amount(value: float, unit: str) -> str:
    """Return a number with its unit; seconds with the unit that suits them."""
    if unit != "s":
        return f"{value:,.3g} {unit}" if abs(value) < 1000 else f"{value:,.0f} {unit}"
    for scale, name in ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs")):
        if abs(value) >= scale:
            return f"{value / scale:.3g} {name}"
    return f"{value / 1e-9:.3g} ns"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join("| " + " | ".join(cell for cell in line) + " |\n" for line in lines)

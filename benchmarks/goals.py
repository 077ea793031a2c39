"""The goals of speed, and what of them is reached: computed from the rows, never typed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import titles
from rows import Group, Row

Groups = Mapping[str, Group]

EQUAL_ERROR = 1e-6
FLAT = 0.3
"""Part by which costs per body may differ and still be called flat."""
CLOSED = ("Andrews", "Bricard", "Slider-crank")
STIFF = ("Governor",)
COMPILED = {100: 4.0, 300: 12.0, 1000: 45.0}
"""Most seconds of a cold compilation, by bodies."""
LOADED = 0.1
"""Most seconds of loading kernels from disk."""
FIRST, LEAST_FIRST = 3.0, 10e-3
"""Times Pinocchio's time to a first number, or seconds, whichever is larger."""
MANY = 100
"""Bodies from which on MuJoCo is not to be ahead of the first number."""
IMPORT = 1.2
"""Times Pinocchio's import."""
PROCESS = {"kernels on disk": 0.6, "no kernels of it on disk": 1.0}
"""Most seconds of a whole process that runs a four-bar, by what it finds."""
LIVE_RATES = {"four-bar": 500.0, "Bricard": 200.0, "delta robot": 30.0, "tracked vehicle": 10.0}
"""Times real time of live pages at 1 kHz with RK4, in one thread of Chromium."""
RUNS, BY_MANY, MANY_BODIES = 8.0, 0.2, 80
"""Most runs that a gradient takes; part by which that by 1,000 numbers may differ from that by one;
bodies of the mechanism that has so many numbers."""
WHY = {
    "7-dof inverse dynamics": "The arithmetic of a block alone is most of the time (table "
    "'Where the time of a batch goes'): about 680 fused operations and 400 of the sines for eight "
    "states keep both vector units busy. The rest is turning rows into columns.",
    "derivatives, batch": "Derivatives have 1,232 bytes of results a state. The same "
    "table shows what the arithmetic takes alone, and what turning and writing add; beyond the "
    "cache memory sets the pace. Four in ten instructions of these kernels move numbers between "
    "registers and the work array: there are more live numbers than registers.",
    "forward dynamics, batch": "The same; the division and the articulated inertias leave more "
    "numbers alive than the processor has registers.",
    "all threads": "Both threads write to one memory; of 65,536 states the inverse dynamics of an "
    "arm take a millisecond, of which handing over pieces is a tenth.",
    "scaling": "Trees below 100 bodies are written out, which is quicker for them than code that "
    "links share; from 100 on the cost per body is that of the shared code, and flat.",
    "robot file": "Half of the time is the import of NumPy, a quarter that of 130 modules of the "
    "package; the rest is reading the file and building the model in Python.",
    "four-bar file": "Some 450 modules of the package and 300 others are imported, which takes "
    "more than half of the time; NumPy alone takes a sixth. The run itself takes 8 ms.",
    "one closed-loop": "A call of a reaction takes about 0.7 us of Python and arrays. Where loops "
    "leave reactions open, which has no counterpart in the other program, the self-stresses of all "
    "joints, the loads of smallest norm and the labels of what is unique take as long as the "
    "accelerations.",
    f"{', '.join(CLOSED)}: loop time at an error of {EQUAL_ERROR:g}, same": "The paper's 6 is of "
    "two programs. By the same kind of code, with sparse factors in the order of the graph, an "
    "evaluation in absolute coordinates takes some times the operations of one in joint "
    "coordinates (group 'vehicles'), and about as many steps.",
}
"""Profiles of goals that may be missed, by how they begin."""


@dataclass(frozen=True)
class Goal:
    """What is wanted, how much, and what was found; met: None where it was not measured."""

    what: str
    wanted: str
    found: str
    met: bool | None

    @property
    def why(self) -> str:
        """Why it is missed, where that is known."""
        known = (text for begins, text in WHY.items() if self.what.startswith(begins))
        return next(known, "") if self.met is False else ""


def goals(groups: Groups) -> list[Goal]:
    """Return all goals with what the groups say about them."""
    rest = (
        "forward dynamics",
        "derivatives of inverse dynamics",
        "derivatives of forward dynamics",
    )
    return [
        evaluation(groups, "7-dof inverse dynamics, batch, per core", ["inverse dynamics"], 40.0),
        evaluation(groups, "forward dynamics, batch, per core", rest[:1], 35.0),
        evaluation(groups, "derivatives, batch, per core", rest[1:], 20.0),
        four_bars(groups, 50.0),
        equal_error(groups, CLOSED, "Exudyn", 300.0),
        equal_error(groups, CLOSED, "MuJoCo", 50.0),
        *(equal_error(groups, CLOSED, kind, 6.0) for kind in titles.CARTESIAN),
        equal_error(groups, STIFF, "Exudyn", 10.0),
        threads(groups, 1.8),
        scaling(groups),
        gradient_cost(groups),
        gradient_by_many(groups),
        *(cold(groups, n, most) for n, most in COMPILED.items()),
        linear(groups),
        cached(groups),
        first_numbers(groups),
        imported(groups),
        robot_file(groups),
        *(whole_process(groups, case, most) for case, most in PROCESS.items()),
        mass_matrices(groups),
        calls_from_python(groups),
        memory(groups, titles.MEMORY, "after import", "memory after import"),
        memory(groups, titles.MEMORY, titles.RAN, "memory after the first numbers, no LLVM"),
        memory(groups, titles.PER_BODY, titles.RAN, "memory per body of 1,000"),
        real_time(groups, titles.NATIVE_STEP, "by machine code", 50.0),
        real_time(groups, titles.PACED_STEP, "paced, with Python functions", 2.0),
        *(live_rate(groups, case, wanted) for case, wanted in LIVE_RATES.items()),
        within(groups, titles.LIVE_PAGE, "live page: a slider to the data of its plots", "data of"),
        within(groups, titles.LIVE_PAGE, "live page: a slider to the drawn frame", "drawn frame"),
        within(groups, titles.STUDIO, "studio: an edit to the poses", ""),
    ]


def live_rate(groups: Groups, case: str, wanted: float) -> Goal:
    """Return how many times real time a live page runs in Chromium."""
    rows = _rows(groups, "live", titles.LIVE_PAGE)
    found = [(r.case, r.ratio) for r in rows if r.what == "step" and r.case == case and r.ratio]
    return _least(f"live page at 1 kHz, {case}", wanted, "real time", found)


def within(groups: Groups, table: str, what: str, part: str) -> Goal:
    """Return whether all that has a limit stays within it; part: of what the rows are called."""
    rows = _rows(groups, "live", table)
    timed = [row for row in rows if part in row.what and row.theirs and row.what != "step"]
    text = "each within its limit"
    if not timed:
        return _unknown(what, text)
    found = [(row.case if part else f"{row.case}, {row.what}", row) for row in timed]
    figures = "; ".join(
        f"{name} {1e3 * row.ours.least:.3g} of {1e3 * row.theirs.least:g} ms"
        for name, row in found
        if row.ours and row.theirs
    )
    return Goal(what, text, figures, all((row.ratio or 0.0) >= 1.0 for row in timed))


def _rows(groups: Groups, group: str, table: str) -> list[Row]:
    return groups[group].of(table) if group in groups else []


def _unknown(what: str, wanted: str) -> Goal:
    return Goal(what, wanted, "not measured", None)


def _least(what: str, wanted: float, unit: str, ratios: Iterable[tuple[str, float]]) -> Goal:
    """Return a goal that the least of some ratios must reach; all of them are named."""
    found = dict(ratios)
    text = f"{wanted:g} times {unit}"
    if not found:
        return _unknown(what, text)
    figures = "; ".join(f"{name} {_figure(ratio)}" for name, ratio in found.items())
    return Goal(what, text, figures, min(found.values()) >= wanted)


def evaluation(groups: Groups, what: str, names: Iterable[str], wanted: float) -> Goal:
    """Return what the call of a state costs there and here; in brackets, less an empty call."""
    rows = _rows(groups, "batches", titles.EVALUATIONS)
    ratios = {
        (row.what, row.peer): row.ratio
        for row in rows
        if row.what in names and row.ratio is not None
    }
    calls = [
        (name, peer, ratio) for (name, peer), ratio in ratios.items() if peer.endswith("whole call")
    ]
    text = f"{wanted:g} times Pinocchio's call of a state"
    if not calls:
        return _unknown(what, text)
    figures = "; ".join(
        f"{name} {_figure(ratio)} ({_figure(ratios.get((name, 'Pinocchio')))})"
        for name, _, ratio in calls
    )
    met = min(ratio for _, _, ratio in calls) >= wanted
    return Goal(what, f"{text} (less an empty call)", figures, met)


def _figure(ratio: float | None) -> str:
    if ratio is None:
        return "not measured"
    return f"{ratio:,.0f}" if ratio >= 1000.0 else f"{ratio:,.3g}"


def four_bars(groups: Groups, wanted: float) -> Goal:
    """Return the fastest of our methods whose error is not above that of the other program."""
    what = "fixed-step simulation of 4,096 four-bars, 1 s at 1 kHz, per core"
    text = f"{wanted:g} times `mujoco.rollout` (Euler) with an error not above its own"
    rows = [r for r in _rows(groups, "batches", titles.SIMULATIONS) if r.ratio is not None]
    if not rows:
        return _unknown(what, text)
    good = [r for r in rows if r.error is not None and r.error <= (r.peer_error or 0.0)]
    if not good:
        return Goal(what, text, "no method is as exact", False)
    best = max(good, key=lambda row: row.ratio or 0.0)
    errors = f"error {best.error:.1e} rad against {best.peer_error:.1e}"
    return Goal(what, text, f"{_figure(best.ratio)} ({best.what}, {errors})", best.ratio >= wanted)


def equal_error(groups: Groups, cases: Iterable[str], peer: str, wanted: float) -> Goal:
    """Return the loop time of the fastest method of another program over ours, at equal error.

    A mechanism that the other program cannot do, or not so exactly, is named and does not count.
    """
    kinds = dict(zip(titles.CARTESIAN, ("native", "stepped from Python"), strict=True))
    who = "MuJoCo RK4" if peer == "MuJoCo" else peer
    who = f"our Cartesian solver, {kinds[peer]}" if peer in kinds else who
    alike = ", same kind of code" if peer == titles.CARTESIAN[0] else ""
    what = f"{', '.join(cases)}: loop time at an error of {EQUAL_ERROR:g}{alike}"
    text = f"{wanted:g} times {who}"
    rows = [r for r in _rows(groups, "simulate", titles.CASES) if r.error == EQUAL_ERROR]
    parts: list[str] = []
    met: list[bool | None] = []
    for case in cases:
        mine = [r for r in rows if r.case.startswith(case) and r.peer.startswith(peer)]
        ratios = [row.ratio for row in mine if row.ratio is not None]
        if ratios:
            parts.append(f"{case} {_figure(min(ratios))}")
            met.append(min(ratios) >= wanted)
        elif mine and mine[0].ours is None:
            parts.append(f"{case}: not reached by us")
            met.append(False)
        else:
            reasons = sorted({row.missing for row in mine if row.missing})
            parts.append(f"{case}: {' / '.join(reasons) or 'not measured'}")
            met += [] if reasons else [None]
    reached = False if False in met else None if None in met or not met else True
    return Goal(what, text, "; ".join(parts), reached)


def real_time(groups: Groups, what: str, how: str, wanted: float) -> Goal:
    """Return how many times faster than real time the arm of paper 0 is at 1 kHz (CHK-F01)."""
    rows = _rows(groups, "realtime", titles.REAL_TIME)
    ratios = [(r.case, r.ratio) for r in rows if r.what == what and r.size == 7 and r.ratio]
    about = f"real time at 1 kHz, RK4 with reactions of all 7 joints, {how} (CHK-F01)"
    return _least(about, wanted, "real time", ratios)


def threads(groups: Groups, wanted: float) -> Goal:
    rows = _rows(groups, "batches", titles.THREADS)
    ratios = [(row.what, row.ratio) for row in rows if row.ratio is not None]
    return _least("all threads (two on a machine of two cores)", wanted, "one thread", ratios)


def scaling(groups: Groups) -> Goal:
    """Return how much the cost per body differs between 30 and 1,000 bodies."""
    what = "scaling: cost per body from 30 to 1,000 bodies"
    text = f"flat within {FLAT:.0%}"
    parts, spreads = [], []
    for quantity in titles.QUANTITIES[:2]:
        rows = _rows(groups, "scaling", quantity.capitalize())
        for kind in dict.fromkeys(row.case for row in rows):
            costs = _per_body(rows, kind)
            if 30 not in costs or 1000 not in costs:
                continue
            spreads.append(max(costs.values()) / min(costs.values()) - 1.0)
            parts.append(f"{quantity}, {kind} {spreads[-1]:+.0%}")
    if not spreads:
        return _unknown(what, text)
    return Goal(what, text, "; ".join(parts), max(spreads) <= FLAT)


def _gradients(groups: Groups) -> list[Row]:
    """Return gradients of runs beside one run, of which both times are known."""
    rows = _rows(groups, "design", titles.GRADIENT)
    return [row for row in rows if row.peer == "one run" and row.ours and row.theirs]


def gradient_cost(groups: Groups) -> Goal:
    """Return how many runs a gradient takes."""
    what, text = "adjoint gradient of a run", f"at most {RUNS:g} runs"
    found = {f"{row.case}, {row.what}": row.ours.median / row.theirs.median
             for row in _gradients(groups) if row.ours and row.theirs}  # fmt: skip
    if not found:
        return _unknown(what, text)
    figures = "; ".join(f"{name} {runs:.3g}" for name, runs in found.items())
    return Goal(what, text, figures, max(found.values()) <= RUNS)


def gradient_by_many(groups: Groups) -> Goal:
    """Return how much more a gradient by 1,000 numbers takes than one by a single number."""
    what = "adjoint gradient by 1,000 numbers beside that by one"
    text = f"within {BY_MANY:.0%}"
    largest = max((row.size for row in _gradients(groups)), default=0)
    times = [row.ours.median for row in _gradients(groups) if row.size == largest and row.ours]
    if largest < MANY_BODIES or len(times) != 2:
        return _unknown(what, text)
    more = times[1] / times[0] - 1.0
    return Goal(what, text, f"{more:+.0%}", abs(more) <= BY_MANY)


def _per_body(rows: Iterable[Row], kind: str) -> dict[int, float]:
    return {
        r.size: r.ours.median / r.size for r in rows if r.case == kind and r.ours and r.size >= 30
    }


def _compiled(groups: Groups, table: str) -> dict[tuple[str, int], float]:
    rows = _rows(groups, "compile", table)
    return {(row.case, row.size): row.ours.median for row in rows if row.ours}


def cold(groups: Groups, n: int, most: float) -> Goal:
    what, text = f"compile time cold, {n:,} bodies", f"under {most:g} s"
    found = {kind: s for (kind, size), s in _compiled(groups, titles.COLD).items() if size == n}
    return _under(what, text, found, most)


def cached(groups: Groups) -> Goal:
    what, text = "compile time cached, up to 1,000 bodies", f"under {LOADED:g} s"
    every = _compiled(groups, titles.CACHED)
    sizes = sorted({size for _, size in every if size in COMPILED})
    found = {f"{n:,}": max(s for (_, size), s in every.items() if size == n) for n in sizes}
    return _under(what, text, found, LOADED)


def _under(what: str, text: str, found: Mapping[str, float], most: float) -> Goal:
    if not found:
        return _unknown(what, text)
    figures = "; ".join(f"{name} {seconds:.3g} s" for name, seconds in found.items())
    return Goal(what, text, figures, max(found.values()) < most)


def first_numbers(groups: Groups) -> Goal:
    """Return the times from a new model to its first number, beside Pinocchio's and MuJoCo's."""
    what = "first inverse dynamics of a new model, chains of 7 to 1,000 bodies"
    text = (
        f"{FIRST:g} times Pinocchio's or {1e3 * LEAST_FIRST:g} ms, and not above MuJoCo's from "
        f"{MANY} bodies on"
    )
    rows = [row for row in _rows(groups, "first", titles.FIRST_NUMBER) if row.ours]
    if not rows:
        return _unknown(what, text)
    met, parts = [], {}
    for row in rows:
        parts[row.size] = f"{row.size:,}: {1e3 * row.ours.median:.3g} ms"
        if row.theirs is None:
            continue
        if row.peer == "Pinocchio":
            met.append(row.ours.median <= max(FIRST * row.theirs.median, LEAST_FIRST))
        if row.peer == "MuJoCo" and row.size >= MANY:
            met.append(row.ours.median <= row.theirs.median)
    return Goal(what, text, "; ".join(parts.values()), all(met))


def imported(groups: Groups) -> Goal:
    what, text = "import with `System`", f"at most {IMPORT:g} times Pinocchio's"
    rows = _rows(groups, "load", titles.IMPORT)
    found = [r for r in rows if "System" in r.what and "LLVM" not in r.what]
    ratios = [r.ratio for r in found if r.peer == "Pinocchio" and r.ratio]
    if not ratios:
        return _unknown(what, text)
    return Goal(what, text, f"{1.0 / ratios[0]:.3g}", 1.0 / ratios[0] <= IMPORT)


def robot_file(groups: Groups) -> Goal:
    what, text = "robot file to its first number", "ahead of MuJoCo"
    rows = _rows(groups, "load", titles.ROBOT_FILE)
    found = {r.what: r.ratio for r in rows if r.peer == "MuJoCo" and r.ratio}
    return _ahead(what, text, found)


def _ahead(what: str, text: str, ratios: Mapping[str, float]) -> Goal:
    if not ratios:
        return _unknown(what, text)
    figures = "; ".join(f"{name} {_figure(ratio)}" for name, ratio in ratios.items())
    return Goal(what, text, figures, min(ratios.values()) >= 1.0)


def whole_process(groups: Groups, case: str, most: float) -> Goal:
    what = f"four-bar file to the finished run, whole process, {case}"
    rows = _rows(groups, "first", titles.WHOLE_PROCESS)
    found = {row.case: row.ours.median for row in rows if row.case == case and row.ours}
    return _under(what, f"under {most:g} s", found, most)


def mass_matrices(groups: Groups) -> Goal:
    """Return one half of the matrix against one half."""
    rows = _rows(groups, "scaling", titles.QUANTITIES[2].capitalize())
    found = {
        f"{row.size:,}, {row.peer}": row.ratio
        for row in rows
        if row.case == "chain" and row.size >= 100 and row.ratio and row.peer != "Drake"
    }
    what = "mass matrix of chains of 100, 300 and 1,000 bodies, one half"
    return _ahead(what, "ahead of Pinocchio and MuJoCo", found)


def calls_from_python(groups: Groups) -> Goal:
    """Return the calls of one state, whose Python side weighs as much as their equations."""
    found = {
        f"{row.what.partition(' ')[0]}, {row.case}": row.ratio
        for row in _rows(groups, "loops", titles.CALLS)
        if row.ratio
    }
    found |= {
        f"closed form, {row.case}": row.ratio
        for row in _rows(groups, "kinematics", titles.POSE)
        if row.what == "closed form" and row.ratio
    }
    what = "one closed-loop acceleration, reaction, inverse kinematics, from Python"
    return _ahead(what, "ahead of Pinocchio, each", found)


def memory(groups: Groups, table: str, stage: str, what: str) -> Goal:
    rows = [r for r in _rows(groups, "compile", table) if r.peer == "MuJoCo" and r.what == stage]
    found = {
        "1 body" if row.size == 1 else f"{row.size:,} bodies": row.ratio
        for row in rows
        if row.ratio
    }
    return _ahead(f"{what}, MuJoCo's over ours", "not above MuJoCo's", found)


def linear(groups: Groups) -> Goal:
    """Return how much the cold compile time per body grows from 100 to 1,000 bodies."""
    what, text = "compile time cold, linear", f"per body flat within {FLAT:.0%} from 100 to 1,000"
    every = _compiled(groups, titles.COLD)
    found = {
        kind: (seconds / 1000) / (every[kind, 100] / 100) - 1.0
        for (kind, n), seconds in every.items()
        if n == 1000 and (kind, 100) in every
    }
    if not found:
        return _unknown(what, text)
    figures = "; ".join(f"{kind} {growth:+.0%}" for kind, growth in found.items())
    return Goal(what, text, figures, max(found.values()) <= FLAT)

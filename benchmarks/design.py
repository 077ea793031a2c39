"""Gradients and optimization beside differences, SciPy and CasADi on the same problems.

A gradient goes once back through the run, whatever the number of parameters: its time is told in
runs, with one parameter and with a thousand. Differences need two runs for each. CasADi has no
mechanisms: where it is installed, the equation of a pendulum is written by hand for it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import programs
import timing
import titles
from rows import NOT_INSTALLED, Group, Row, Time

import sarrus
from random_trees import random_tree
from sarrus import design
from sarrus.design import ChannelFunction
from sarrus.design.objectives.reductions import quadrature

OPTIMUM = "An optimum"
STEP, UNTIL = 1e-3, 0.2
MANY = 80
"""Bodies of a chain with more than 1,000 masses, centers and inertias."""
casadi = programs.found("casadi")


def chain(n: int) -> sarrus.Model:
    """A chain of revolute joints."""
    return random_tree(1, n, ["revolute"], chain=True, reversals=False)


def names_of(model: sarrus.Model, most: int) -> list[str]:
    """Return parameters whose numbers are at least so many: masses, centers and inertias."""
    found, count = [], 0
    for body in model.bodies:
        for what, size in (("mass", 1), ("com", 3), ("inertia", 9)):
            if count < most:
                found.append(f"{body.name}.{what}")
                count += size
    return found


class Case:
    """A run of equal steps, and its gradient by some parameters."""

    def __init__(self, model: sarrus.Model, count: int) -> None:
        self.names = names_of(model, count)
        self.system = model.compile(parameters=self.names)
        known = self.system.compiled.compiler.parameters
        self.numbers, self.known = known.size, known
        self.start = self.system.assemble()
        self.joint = model.joints[0].name
        self.objective = ChannelFunction.last(f"{self.joint}.angle")

    def run(self, parameters: dict[str, Any] | None = None) -> float:
        given = {} if parameters is None else {"parameters": parameters}
        run = self.system.simulate(self.start, until=UNTIL, method="rk4", step=STEP, **given)
        return float(np.asarray(run[f"{self.joint}.angle"])[-1])

    def gradient(self) -> Any:
        return design.gradient(self.system, self.objective, self.names, start=self.start,
                               until=UNTIL, method="rk4", step=STEP)  # fmt: skip

    def difference(self) -> float:
        """Return the derivative by the first number, by two runs."""
        flat = self.known.vector
        h = 1e-6 * max(abs(float(flat[0])), 1e-3)
        ends = []
        for side in (h, -h):
            moved = flat.copy()
            moved[0] += side
            ends.append(self.run(self.known.split(moved)))
        return (ends[0] - ends[1]) / (2.0 * h)


def gradient_rows(quick: bool) -> list[Row]:
    """Return gradients in seconds, beside one run and beside differences by all numbers."""
    rows = []
    rounds = 2 if quick else 5
    for n, counts in ((7, (1, 90)), (MANY, (1, 1000))):
        if quick and n == MANY:
            continue
        for count in counts:
            case = Case(chain(n), count)
            for first in (case.run, case.gradient, case.difference):
                first()  # compiles what it needs
            times = timing.interleaved(
                {"run": timing.once(case.run), "gradient": timing.once(case.gradient),
                 "difference": timing.once(case.difference)}, rounds)  # fmt: skip
            what = f"by {case.numbers:,} numbers"
            body = f"chain of {n} bodies, {round(UNTIL / STEP)} steps of rk4"
            many = times["difference"] * float(case.numbers)
            rows += [
                Row(titles.GRADIENT, what, body, n, times["gradient"], "adjoint", "one run",
                    times["run"]),
                Row(titles.GRADIENT, what, body, n, times["gradient"], "adjoint",
                    "central differences, from one", many),
            ]  # fmt: skip
    rows.append(casadi_row(rounds))
    return rows


def casadi_row(rounds: int) -> Row:
    """Return the gradient of a pendulum by its mass, length and start, beside CasADi's."""
    m = sarrus.Mechanism("pendulum", (0.0, -9.81, 0.0))
    m.body("bob", 1.0, (1.0, 0.0, 0.0), (0.01, 0.01, 0.01))
    m.revolute("A", m.ground, "bob", at=(0, 0, 0), axis="z")
    system = m.build().compile(parameters=["bob.mass", "bob.com"])
    start, end = system.assemble(), ChannelFunction.last("A.angle")
    by = ["bob.mass", "bob.com", "start:A.angle"]

    def ours() -> Any:
        return design.gradient(system, end, by, start=start, until=UNTIL, method="rk4", step=STEP)

    work: dict[str, Callable[[], Any]] = {"ours": ours}
    if casadi is not None:
        work["casadi"] = casadi_gradient()
    for function in work.values():
        function()  # compiles what it needs
    times = timing.interleaved({k: timing.once(f) for k, f in work.items()}, rounds)
    return Row(titles.GRADIENT, "by mass, length and start", "pendulum", 1, times["ours"],
               "adjoint", "CasADi, equation by hand", times.get("casadi"),
               "" if casadi is not None else NOT_INSTALLED)  # fmt: skip


def casadi_gradient() -> Callable[[], Any]:
    """Return the same gradient of the same steps by CasADi."""
    p, q, v = casadi.SX.sym("p", 2), casadi.SX.sym("q"), casadi.SX.sym("v")
    m, l = p[0], p[1]
    y = casadi.vertcat(q, v)
    f = casadi.Function("f", [y, p], [casadi.vertcat(v, -m * 9.81 * l * casadi.cos(q)
                                                     / (m * l * l + 0.01))])  # fmt: skip
    x = casadi.MX.sym("x", 2)
    P = casadi.MX.sym("P", 2)
    k1 = f(x, P)
    k2 = f(x + 0.5 * STEP * k1, P)
    k3 = f(x + 0.5 * STEP * k2, P)
    k4 = f(x + STEP * k3, P)
    step = casadi.Function("step", [x, P], [x + STEP / 6.0 * (k1 + 2 * k2 + 2 * k3 + k4)])
    last = step.mapaccum("all", round(UNTIL / STEP))(x, casadi.repmat(P, 1, round(UNTIL / STEP)))
    end = last[0, -1]
    whole = casadi.Function("g", [x, P], [end, casadi.gradient(end, P), casadi.gradient(end, x)])
    return lambda: whole([0.0, 0.0], [1.0, 1.0])


def arm(links: int) -> sarrus.Model:
    """Return links that swing one from the other, whose centers of mass are to be chosen."""
    m = sarrus.Mechanism("arm", (0.0, -9.81, 0.0))
    before = m.ground
    for k in range(links):
        body = m.body(f"link{k}", 4.0 / (k + 1), (0.2, 0.0, 0.0), (0.01, 0.1, 0.1),
                      at=(0.5 * k, 0, 0))  # fmt: skip
        m.revolute(f"J{k}", before, body, at=(0.5 * k, 0, 0), axis="z")
        before = body
    return m.build()


ENDS = (-0.15, 0.35)
"""Bounds of the coordinates of the centers of mass, in metres."""


def optimum_row(links: int, directions: str, rounds: int) -> Row:
    """Return an optimization by `optimize`, beside SciPy's SLSQP with its own differences."""
    from scipy.optimize import minimize

    names = [f"link{k}.com" for k in range(links)]
    system = arm(links).compile(parameters=names)
    laws = {f"J{k}": f"{0.5 + 0.1 * k}*sin(3*t + {k})" for k in range(links)}
    times = np.linspace(0.0, 2.0, 41)
    weights = quadrature(times) / times[-1]
    by = {f"{name}.{axis}": ENDS for name in names for axis in directions}
    found: dict[str, float] = {}

    def ours() -> None:
        best = design.optimize(system, "rms J0.effort", by, motions=laws, times=times)
        found["ours"] = float(best.value)

    def rms(x: np.ndarray) -> float:
        centers = np.zeros((links, 3))
        centers[:, : len(directions)] = x.reshape(links, -1)
        effort = system.drive(laws, times=times, parameters=dict(zip(names, centers, strict=True)))
        return float(np.sqrt(weights @ np.asarray(effort["J0.effort"]) ** 2))

    def theirs() -> None:
        first = np.array([0.2, 0.0][: len(directions)] * links)
        done = minimize(rms, first, bounds=[ENDS] * len(first), method="SLSQP")
        found["scipy"] = float(done.fun)

    for function in (ours, theirs):
        function()
    seconds = timing.interleaved({"ours": timing.once(ours), "scipy": timing.once(theirs)}, rounds)
    least = min(found.values())
    return Row(OPTIMUM, f"least rms torque, {len(by)} numbers", f"driven arm of {links} links",
               links, Time(seconds["ours"].median, seconds["ours"].least), "optimize",
               "SciPy's SLSQP with differences", seconds["scipy"],
               error=found["ours"] / least - 1.0,
               peer_error=found["scipy"] / least - 1.0)  # fmt: skip


def optimum_rows(rounds: int) -> list[Row]:
    """Return optimizations by few numbers and by many."""
    return [optimum_row(links, axes, rounds) for links, axes in ((3, "x"), (3, "xy"), (6, "xy"))]


def measured(quick: bool = False) -> Group:
    """Return all rows."""
    notes = [
        "Ratios above 1: the other needs more. Beside one run, the inverse ratio is the cost "
        "of a gradient in runs; differences by all numbers are those by one, times their count.",
        "Errors of optima are the part by which the value lies above the lower of the two. Before "
        "its search, `optimize` reads names and bounds and compares a gradient with a difference; "
        "where three numbers ask for a few drives only, that is a third of its time.",
    ]
    group = Group("design", "Gradients and optimization", notes=notes)
    group.rows = [*gradient_rows(quick), *optimum_rows(1 if quick else 3)]
    return group


def main() -> None:
    """Print the tables."""
    group = measured("--quick" in sys.argv)
    for name in dict.fromkeys(row.table for row in group.rows):
        lines: list[list[Any]] = [["", "", "ours", "other", "", "ratio"]]
        for row in group.of(name):
            ours = "-" if row.ours is None else f"{row.ours.median:.3g} s"
            theirs = "-" if row.theirs is None else f"{row.theirs.median:.3g} s"
            lines.append([row.case, row.what, ours, theirs, row.peer, timing.times(row.ratio)])
        print(timing.table(name, lines))


if __name__ == "__main__":
    main()

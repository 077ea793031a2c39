"""The cost of one constrained acceleration, and the sizes of the equations.

Five mechanisms: a planar four-bar, the spatial slider-crank, Andrews' squeezer, Bricard's
mechanism and a delta robot, each at one moving state. Compared are our generated code in a
native loop, our Cartesian solver (its compiled terms in a native loop, and its solution with
LAPACK), Pinocchio (`constraintDynamics`, less an empty call) and Exudyn, where they are installed.
"""

from __future__ import annotations

import copy
import json
import sys
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import loop_peers
import timing
from rows import NOT_INSTALLED, TOO_SHORT, Group, Row, Time, less
from titles import CALLS

import sarrus
from sarrus import System
from sarrus.cartesian import CartesianState, CartesianSystem
from sarrus.cartesian.native import NativeMotion
from sarrus.cartesian.null_space import accelerations, independent_rows
from sarrus.system.quantities import loop_equations
from sarrus.system.state import State

Equations = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]
"""M, h, Phi and gamma of M a = h + Phi^T lambda, Phi a = gamma."""

CASES = Path(__file__).parents[1] / "tests" / "reference" / "bench"

SIZES = """
relative: velocities of the tree, rows of the cut joints (in the plane for planar mechanisms);
Cartesian: 7 per moving body, equations of all joints and one normalisation per body;
with ground: one more body, fixed by 6; planar: 3 per body, ground included, fixed by 3"""

TIMES = """
operations: of our kernel; Sarrus: the kernel in a native loop; call: the same from Python;
Cartesian: compiled terms in a native loop, then their solution (QR of LAPACK, from Python); native:
a whole evaluation with sparse factors, compiled like ours;
Pinocchio: constraintDynamics less an empty call, and its ratio to Sarrus; planar loops are
closed by balls there, Bricard's by a weld in a link;
Exudyn: one whole implicit step with its Newton iterations, at its own tolerances, as it has no
call for accelerations alone: not comparable, for scale only"""

FORMULATIONS = """
terms: M, h, Phi, gamma in generated code in a native loop; solution: numpy.linalg.solve of
[M, Phi^T; Phi, 0] with independent rows, the same Python call for both (some 4 us of each are
the call itself); size: its unknowns"""


@dataclass(frozen=True)
class Problem:
    """A mechanism and the coordinates and rates that say where it is.

    split: a link that Pinocchio welds from two halves, where a loop is closed by no ball.
    """

    title: str
    case: str
    wanted: dict[str, float]
    rates: dict[str, float]
    planar: bool = False
    split: str = ""


PROBLEMS = (
    Problem("four-bar", "fourbar_diagonal_spring", {"A": 0.2}, {"A": 2.0}, planar=True),
    Problem("slider-crank", "iftomm_spatial_slider_crank", {"A": 0.3}, {"A": 6.0}),
    Problem("Andrews", "ivp_andrews_squeezer", {"O": 0.1}, {"O": 100.0}, planar=True),
    Problem("Bricard", "iftomm_A04_bricard", {"R1": 0.4}, {"R1": 1.0}, split="rod5"),
    Problem(
        "delta",
        "parallel_delta",
        {"M0": 0.1, "M1": -0.05, "M2": 0.2},
        {"M0": 1.0, "M1": -1.0, "M2": 0.5},
    ),
)


class Mechanism:
    """One problem in our two formulations, without its force elements."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        text = (CASES / problem.case / "case.json").read_text(encoding="utf-8")
        self.drawn: dict[str, Any] = copy.deepcopy(json.loads(text)["model"])
        self.drawn["loads"] = []
        self.model = sarrus.load(self.drawn, name=problem.title)
        self.system = System(self.model, planar=problem.planar, cache=None, wait=True)
        self.cartesian = CartesianSystem(self.model, cache=None)

    @cached_property
    def state(self) -> State:
        return self.system.assemble(self.problem.wanted, self.problem.rates)

    @cached_property
    def inputs(self) -> list[np.ndarray]:
        """q, v, tau of the kernel, and the choice of rows where some are redundant."""
        closed, state = self.system.compiled.closed_dynamics, self.state
        given = [state.q, state.v, np.zeros(self.system.nv)]
        return [*given, closed.choice(state.q)] if closed.mixing else given

    @cached_property
    def reaction(self) -> Callable[[], Any]:
        """The call of the reaction of a cut joint; Pinocchio's returns the forces of all loops."""
        system, state, joint = self.system, self.state, self.system.topology.cuts[0].name
        return lambda: system.reactions(state, joints=[joint])

    @cached_property
    def bodies(self) -> dict[str, Any]:
        """Poses, velocities and accelerations of all bodies."""
        state = self.state
        vdot = self.system.accelerations(state).vdot
        return self.system.kinematics(state.q, state.v, vdot)

    @cached_property
    def moved(self) -> np.ndarray:
        """Accelerations of all centres of mass, by the dense solution."""
        return np.array([self.bodies[body.name].acceleration for body in self.model.bodies])

    def native(self) -> timing.Measurement:
        kernel = self.system.compiled.closed_dynamics.kernel
        vdot = self.system.forward_dynamics(*self.inputs[:3])
        there = self.system.kinematics(self.state.q, self.state.v, vdot)
        compare("native", self.moved, [there[body.name].acceleration for body in self.model.bodies])
        return timing.native(kernel, self.inputs)

    @cached_property
    def cartesian_state(self) -> list[np.ndarray]:
        """The inputs of the Cartesian terms, checked by the accelerations that follow."""
        poses = {name: (body.rotation, body.position) for name, body in self.bodies.items()}
        speeds = {name: (b.velocity, b.angular_velocity) for name, b in self.bodies.items()}
        state = self.cartesian.state(poses, speeds)
        found = self.cartesian.accelerations(state)
        compare("Cartesian", self.moved, [found[b.name].acceleration for b in self.model.bodies])
        nothing = np.zeros(self.cartesian.evaluation.nv), np.zeros((len(self.model.bodies), 6))
        return [state.y, state.Y, state.near, *nothing]

    def absolute(self) -> tuple[timing.Measurement, timing.Measurement]:
        """Return the measurements of the Cartesian terms and of their own solution."""
        terms = self.cartesian.evaluation.terms(*self.cartesian_state, 0.0)
        rows = independent_rows(terms.jacobian)
        kernel = self.cartesian.evaluation.kernels["terms"]
        return timing.native(kernel, self.cartesian_state), timing.call(accelerations, terms, rows)

    def sparse(self) -> timing.Measurement:
        """Return the measurement of a whole Cartesian evaluation in native code."""
        y, Y, near = self.cartesian_state[:3]
        moving = NativeMotion(self.cartesian.evaluation, None, None)
        moving.begin(CartesianState(0.0, y, Y, near))
        z = np.concatenate([y, Y, near[list(moving.angles)]])
        return timing.native(moving.slope_kernel(), [z, np.zeros(1), moving.use])

    def cartesian_terms(self) -> tuple[timing.Measurement, Equations]:
        """Return the measurement of the Cartesian terms, and M, h, Phi, gamma."""
        x = self.cartesian.evaluation.terms(*self.cartesian_state, 0.0)
        rows = independent_rows(x.jacobian)
        kernel = self.cartesian.evaluation.kernels["terms"]
        measure = timing.native(kernel, self.cartesian_state)
        return measure, (x.M, x.Q, x.jacobian[rows], x.gamma[rows])

    def relative_terms(self) -> tuple[timing.Measurement, Equations]:
        """Return the measurement of our terms, and M, h, Phi, gamma."""
        system, state = self.system, self.state
        shapes = {"q": (system.nq,), "v": (system.nv,)}
        kernel = system.compiled.compiler.make("terms alone", shapes, loop_equations.closed_terms)
        x = system.compiled.loops.terms(state.q, state.v)
        rows = system.compiled.loops.scaled_matrix(x.Phi).independent_rows()
        measure = timing.native(kernel, [state.q, state.v])
        return measure, (x.M, x.h, x.Phi[rows], x.gamma[rows])


def compare(who: str, expected: np.ndarray, found: Any, rel: float = 1e-7) -> None:
    """Refuse to time what gives other numbers."""
    error = np.max(np.abs(np.asarray(found) - expected)) / np.max(np.abs(expected))
    if not error <= rel:
        raise SystemExit(f"{who}: accelerations differ by {error:.1e}")


def sizes(made: list[Mechanism]) -> None:
    """Print coordinates and equations in the papers' form."""
    pair = "coord./eq."
    rows = [
        ["", "bodies", "freedom", f"relative {pair}", f"Cartesian {pair}", "with ground", "planar"]
    ]
    for m in made:
        counts = m.cartesian.counts()
        others = [counts.moving, counts.with_ground, counts.planar if m.problem.planar else None]
        relative = f"{m.system.nv} / {m.system.compiled.loops.m}"
        cells = [f"{c.coordinates} / {c.equations}" if c else "-" for c in others]
        freedom = m.system.mobility(m.state).freedom
        rows.append([m.problem.title, len(m.model.bodies), freedom, relative, *cells])
    print(timing.table("\nCoordinates and constraint equations", rows))
    print(SIZES)


ACCELERATION = "One constrained acceleration"
STEP = "One implicit step, for scale only"
SOLVED = "The same of our Cartesian solver"


def measured(quick: bool = False) -> Group:
    """Return the times of one constrained acceleration."""
    warnings.simplefilter("ignore")
    made = [Mechanism(problem) for problem in (PROBLEMS[:2] if quick else PROBLEMS)]
    return compared(made, 3 if quick else 7)


def compared(made: list[Mechanism], rounds: int = 7) -> Group:
    """Return the rows of all mechanisms."""
    notes = [
        "Native loop: our kernel in one, against Pinocchio's `constraintDynamics` less an empty "
        "call. From Python: call against call; Pinocchio's is the same for a reaction, as it "
        "returns the forces in all loops with the accelerations. Planar loops are closed by balls "
        "in Pinocchio, Bricard's by a weld in a link.",
        "Cartesian: compiled terms in a native loop, then their solution by QR of LAPACK, called "
        "from Python; or all in native code, the same kind of code as ours, with sparse factors.",
        "Exudyn has no call for accelerations alone; the table of steps is not a comparison.",
    ]
    group = Group("loops", "Accelerations of mechanisms with loops", notes=notes)
    for m in made:
        terms, solution = m.absolute()
        work = {
            "native": m.native(),
            "call": timing.call(m.system.forward_dynamics, *m.inputs[:3]),
            "reaction": timing.call(m.reaction),
            "terms": terms,
            "solution": solution,
            "sparse": m.sparse(),
        }
        peer = loop_peers.pinocchio(m.drawn, m.system, m.bodies, m.problem.split)
        if peer is not None:
            compare("Pinocchio", m.moved, peer.moved)
            work |= {"pin": timing.call(*peer.call), "empty": timing.call(*peer.empty)}
        found = timing.interleaved(work, rounds)
        theirs = less(found.get("pin"), found.get("empty"))
        group.rows += _rows(m, found, found.get("pin"), theirs)
    return group


def _rows(
    m: Mechanism, found: dict[str, Time], whole: Time | None, theirs: Time | None
) -> list[Row]:
    """Return the rows of a mechanism; whole: Pinocchio's call, theirs: less an empty one."""
    case, n, ours = m.problem.title, len(m.model.bodies), found["native"]
    missing = "" if theirs else TOO_SHORT if whole else NOT_INSTALLED
    absolute = found["terms"] + found["solution"]
    common = {"peer": "Pinocchio", "missing": missing}
    rows = [
        Row(ACCELERATION, "native loop", case, n, ours, theirs=theirs, **common),
        Row(CALLS, "acceleration", case, n, found["call"], theirs=whole, **common),
        Row(CALLS, "reaction of one joint", case, n, found["reaction"], theirs=whole, **common),
        Row(SOLVED, "terms", case, n, ours, peer="Cartesian", theirs=found["terms"]),
        Row(SOLVED, "terms and solution", case, n, ours, peer="Cartesian", theirs=absolute),
        Row(SOLVED, "all in native code", case, n, ours, peer="Cartesian", theirs=found["sparse"]),
    ]
    step = loop_peers.exudyn(m.drawn, m.bodies)
    if step is None:
        return [*rows, Row(STEP, "step", case, n, peer="Exudyn", missing=NOT_INSTALLED)]
    compare("Exudyn", m.moved, step.moved, 1e-2)  # after a step of 0.1 ms
    one = Time(step.seconds, step.seconds)
    by = f"{step.iterations:.1f} Newton iterations"
    return [*rows, Row(STEP, by, case, n, peer="Exudyn", theirs=one)]


def times(made: list[Mechanism], group: Group) -> None:
    """Print the cost of one constrained acceleration."""
    head = ["", "operations", "Sarrus", "call", "Cartesian terms", "solution", "native"]
    table = [[*head, "Pinocchio", "ratio", "Exudyn step", "iterations"]]
    for m in made:
        native, call, _, terms, both, sparse, step = (
            r for r in group.rows if r.case == m.problem.title
        )
        solution = both.theirs - terms.theirs if both.theirs and terms.theirs else None
        seconds = (native.ours, call.ours, terms.theirs, solution, sparse.theirs, native.theirs)
        iterations = step.what.split()[0] if step.theirs else "n/a"
        table.append(
            [
                m.problem.title,
                m.system.compiled.closed_dynamics.kernel.operations,
                *map(timing.micro, seconds),
                timing.times(native.ratio, ".1f"),
                timing.micro(step.theirs),
                iterations,
            ]
        )
    print(timing.table("\nOne constrained acceleration, microseconds", table))
    print(TIMES)


def formulations(made: list[Mechanism]) -> None:
    """Print terms and solution of both formulations with the same solver for both."""
    head = ["", "size", "terms", "solution", "sum"]
    rows = [["", *(f"{who} {what}".strip() for who in ("rel.", "Cart.") for what in head[1:])]]
    for m in made:
        work = {}
        unknowns = []
        for who, (terms, equations) in (("r", m.relative_terms()), ("c", m.cartesian_terms())):
            K, right = augmented(*equations)
            unknowns.append(len(right))
            work |= {f"{who} terms": terms, f"{who} solve": timing.call(np.linalg.solve, K, right)}
        found = timing.interleaved(work)
        cells: list[Any] = [m.problem.title]
        for who, size in zip("rc", unknowns, strict=True):
            parts = found[f"{who} terms"], found[f"{who} solve"]
            cells += [size, *(timing.micro(part) for part in (*parts, parts[0] + parts[1]))]
        rows.append(cells)
    print(timing.table("\nBoth formulations with one dense solver, microseconds", rows))
    print(FORMULATIONS)


def augmented(M: Any, h: Any, Phi: Any, gamma: Any) -> tuple[np.ndarray, np.ndarray]:
    """Return [M, Phi^T; Phi, 0] and [h; gamma]; the rows must be independent."""
    zero = np.zeros((len(Phi), len(Phi)))
    return np.block([[M, Phi.T], [Phi, zero]]), np.concatenate([h, gamma])


def main() -> None:
    warnings.simplefilter("ignore")
    print(timing.heading("Mechanisms with loops"))
    made = [Mechanism(problem) for problem in PROBLEMS]
    sizes(made)
    times(made, compared(made))
    formulations(made)


if __name__ == "__main__":
    main()

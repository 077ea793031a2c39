"""CHK-R06: the wrench of a selected joint without recursion, against the recursion (paper 0).

Tables 1 and 3 of Kim and You 1996 for a chain of seven revolute joints: at joint i, formula
(30) with the accumulated K and L, against the backward recursion (28) over all links outboard
of i. The terms of the equations of motion (15) are available to both, as in the paper.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import timing
from rows import Group, Row, Time

from random_trees import random_tree
from sarrus import System
from sarrus.kernels import Cache, Kernel, KernelFactory
from sarrus.papers.state_vector import (
    StateVectors,
    newton_euler_wrenches,
    recursive_wrench,
    selected_wrench,
    state_vectors,
)

N = 7
PAPER = {  # Table 3: CPU seconds per evaluation on the authors' workstation
    1: (3.64863e-5, 7.68031e-5),
    2: (3.52150e-5, 7.32973e-5),
    3: (3.39175e-5, 6.76080e-5),
    4: (3.45843e-5, 6.24957e-5),
    5: (3.42007e-5, 5.39778e-5),
    6: (3.36119e-5, 4.17999e-5),
    7: (4.96852e-5, 5.63670e-5),
}


def selected(K: Any, L: Any, acceleration: Any, KB: Any, vdot: Any) -> dict[str, Any]:
    """Formula (30) with the products K_l B_l of the outboard joints, one column each."""
    outboard = [(KB[k].reshape(6, 1), vdot[k : k + 1]) for k in range(len(vdot))]
    return {"wrench": selected_wrench(K, L, acceleration, outboard)}


def recursive(M_hat: Any, Q_hat: Any, accelerations: Any) -> dict[str, Any]:
    """Recursion (28) from the tip to the selected joint."""
    carried: list[Any] = []
    for k in range(len(Q_hat) - 1, -1, -1):
        carried = [recursive_wrench(M_hat[k], Q_hat[k], accelerations[k], carried)]
    return {"wrench": carried[0]}


class Joint:
    """Both kernels of joint i (counted from 1), with the terms of one state."""

    def __init__(
        self, i: int, state: StateVectors, felt: list[np.ndarray], vdot: np.ndarray
    ) -> None:
        self.i = i
        m = N - i
        factory = KernelFactory(Cache(None))
        self.selected = factory.make(
            f"selected {m}",
            selected,
            {"K": (6, 6), "L": (6,), "acceleration": (6,), "KB": (m, 6), "vdot": (m,)},
        )
        self.recursive = factory.make(
            f"recursive {m}",
            recursive,
            {"M_hat": (m + 1, 6, 6), "Q_hat": (m + 1, 6), "accelerations": (m + 1, 6)},
        )
        a = i - 1
        KB = np.array([state.KB[k][:, 0] for k in range(i, N)]).reshape(m, 6)
        self.selected_terms = [state.K[a], state.L[a], felt[a], KB, vdot[i:]]
        self.recursive_terms = [np.array(part[a:]) for part in (state.M_hat, state.Q_hat, felt)]

    def check(self, expected: np.ndarray) -> None:
        """Both must give the wrench of the full recursion."""
        for kernel, terms in (
            (self.selected, self.selected_terms),
            (self.recursive, self.recursive_terms),
        ):
            np.testing.assert_allclose(kernel(*terms), expected, rtol=1e-9, atol=1e-9)

    def seconds(self, rounds: int) -> tuple[Time, Time]:
        found = timing.interleaved(
            {
                "selected": timing.native(self.selected, self.selected_terms),
                "recursive": timing.native(self.recursive, self.recursive_terms),
            },
            rounds,
        )
        return found["selected"], found["recursive"]


def joints() -> list[Joint]:
    system = System(random_tree(1, N, ["revolute"], chain=True, reversals=False), kernels=())
    q, v, vdot = np.random.default_rng(0).normal(size=(3, N))
    inputs = system.compiled.compiler.inputs({"q": q, "v": v, "vdot": vdot}, 0.0)
    state = state_vectors(inputs.velocities, inputs.loads)
    felt = state.accelerations(vdot)
    wrenches = newton_euler_wrenches(state, felt)
    made = [Joint(i, state, felt, vdot) for i in range(1, N + 1)]
    for joint, expected in zip(made, wrenches, strict=True):
        joint.check(expected)
    return made


def products_and_sums(kernel: Kernel) -> tuple[int, int]:
    counts = kernel.counts
    return counts.get("mul", 0), counts.get("add", 0) + counts.get("sub", 0)


def operations(made: list[Joint]) -> None:
    rows = [
        [
            "joint",
            "x (30)",
            "formula",
            "+ (30)",
            "formula",
            "x (28)",
            "formula",
            "+ (28)",
            "formula",
        ]
    ]
    for joint in made:
        m = N - joint.i
        found = [*products_and_sums(joint.selected), *products_and_sums(joint.recursive)]
        formulas = [6 * m + 36, 6 * m + 36, 36 * m + 36, 42 * m + 36]
        if found != formulas:
            raise SystemExit(
                f"joint {joint.i}: counts {found} are not those of Table 1, {formulas}"
            )
        pairs = zip(found, formulas, strict=True)
        rows.append([str(joint.i), *(str(number) for pair in pairs for number in pair)])
    print(
        timing.table(
            "\nTable 1: operations, counted in the kernels and by the paper's formulas", rows
        )
    )


def measured(quick: bool = False) -> Group:
    """Return the times of both, joint by joint."""
    return compared(joints(), 3 if quick else 9)


def compared(made: list[Joint], rounds: int = 9) -> Group:
    """Return a row for each joint."""
    notes = [
        "Formula (30) of paper 0 against its recursion (28), both compiled; see check CHK-R06."
    ]
    group = Group("selected", "Wrench of one joint of a 7-dof arm", notes=notes)
    for joint in made:
        proposed, recursion = joint.seconds(rounds)
        given = {"peer": "recursion (28)", "theirs": recursion}
        group.rows.append(Row("One wrench", f"joint {joint.i}", "", N, proposed, **given))
    return group


def times(made: list[Joint], group: Group) -> None:
    rows = [
        [
            "joint",
            "(30) ns",
            "(28) ns",
            "ratio",
            "theory",
            "paper (30) us",
            "paper (28) us",
            "ratio",
        ]
    ]
    for joint, row in zip(made, group.rows, strict=True):
        proposed, recursion = row.ours.median, row.theirs.median
        theory = (36 * (N - joint.i) + 36) / (6 * (N - joint.i) + 36)
        paper = PAPER[joint.i]
        rows.append(
            [
                str(joint.i),
                f"{1e9 * proposed:.1f}",
                f"{1e9 * recursion:.1f}",
                f"{recursion / proposed:.2f}",
                f"{theory:.2f}",
                f"{1e6 * paper[0]:.1f}",
                f"{1e6 * paper[1]:.1f}",
                f"{paper[1] / paper[0]:.2f}",
            ]
        )
    print(timing.table("\nTable 3: time of one wrench, and the figures of the paper", rows))
    print("\ntheory: products of (28) over products of (30)")


def main() -> None:
    print(timing.heading("Wrench of a selected joint of a chain of seven revolute joints"))
    made = joints()
    operations(made)
    times(made, compared(made))


if __name__ == "__main__":
    main()

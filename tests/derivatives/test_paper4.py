"""CHK-J01 and CHK-J02: the system Jacobian of paper 4, pendulum (23) and four-bar, Appendix B.

G = M udot + c - f + Phi_q^T lambda, with the paper's lambda: constant in world axes, and of the
opposite sign. On the tree they are a pair of constant forces at the cut ball.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from closeness import assert_close
from loops.mechanisms import rusr
from sarrus import Mechanism, Model
from sarrus.dynamics import Tree
from sarrus.dynamics.derivatives import (
    InverseDerivatives,
    constraint_derivatives,
    forward_derivatives,
    inverse_derivatives,
)
from sarrus.dynamics.jacobians import point_jacobian
from sarrus.dynamics.kinematics import Accelerations, accelerations, positions, velocities
from sarrus.model.forces import PointForce
from sarrus.topology import analyze, layout

REFS = Path(__file__).parents[1] / "reference" / "refs"
JOINTS = {"crank_pivot": 1, "cross": 2, "follower_pivot": 1}
"""The tree joints of the four-bar in the order of the paper: th2; th31, th32; th4."""
L2, L3, L4, G = 1.0, 2.0, 1.5, 9.81
MASSES = {"crank": 1.0, "coupler": 2.0, "follower": 1.5}


# The pendulum ------------------------------------------------------------------------------------


@pytest.mark.parametrize("angle", [0.0, 0.7, -2.0, 3.0])
def test_CHK_J01_pendulum(angle: float) -> None:
    """(23): dG/dq = -(1/2) m g l sin th, dG/du = 0, dG/dudot = m l^2 / 3."""
    mass, length = 1.3, 0.8
    m = Mechanism("pendulum", (0.0, -G, 0.0))
    I = mass * length**2 / 12
    rod = m.body("rod", mass, (length / 2, 0, 0), (0.0, I, I))
    m.revolute("pin", m.ground, rod, at=(0, 0, 0), axis="z")
    topology = analyze(m.build())
    tree = Tree.of(topology, layout(topology))
    q, u, udot = np.array([angle]), np.array([1.7]), np.array([-0.6])
    found = inverse_derivatives(accelerations(velocities(positions(tree, q), u), udot))
    assert found.dtau_dq[0, 0] == pytest.approx(-0.5 * mass * G * length * np.sin(angle), abs=1e-14)
    assert found.dtau_dv[0, 0] == pytest.approx(0.0, abs=1e-14)
    assert found.M[0, 0] == pytest.approx(mass * length**2 / 3, rel=1e-14)


def test_CHK_J03_pendulum_that_hangs() -> None:
    """Eigenvalues +- i sqrt(3 g / 2 l) about the lowest position."""
    m = Mechanism("pendulum", (0.0, -G, 0.0))
    rod = m.body("rod", 1.0, (0.5, 0, 0), (0.0, 1 / 12, 1 / 12))
    m.revolute("pin", m.ground, rod, at=(0, 0, 0), axis="z")
    topology = analyze(m.build())
    where = positions(Tree.of(topology, layout(topology)), np.array([-np.pi / 2]))
    found = forward_derivatives(velocities(where, np.zeros(1)), np.zeros(1))
    A = np.array([[0.0, 1.0], [found.dvdot_dq[0, 0], found.dvdot_dv[0, 0]]])
    roots = np.sort_complex(np.linalg.eigvals(A))
    assert roots == pytest.approx(np.array([-3.836013j, 3.836013j]), abs=1e-6)


# The four-bar ------------------------------------------------------------------------------------


class FourBar:
    """The four-bar of paper 4 at a state, coordinates and equations in the paper's order."""

    def __init__(self, model: Model, lam: Any, q: Any, u: Any, udot: Any) -> None:
        self.model = model
        self.lam = np.asarray(lam, dtype=float)
        self.state = [np.asarray(x, dtype=float) for x in (q, u, udot)]

    def motion(self, topology: Any) -> tuple[Accelerations, list[int]]:
        places = layout(topology)
        order = [k for name in JOINTS for k in range(places.nv)[places.v_slice[name]]]
        vectors = []
        for x in self.state:
            vector = np.zeros(places.nv)
            vector[order] = x
            vectors.append(vector)
        tree = Tree.of(topology, places)
        return accelerations(velocities(positions(tree, vectors[0]), vectors[1]), vectors[2]), order

    def open(self) -> tuple[InverseDerivatives, list[int]]:
        """The multipliers as forces that stand in space: lambda pulls the coupler back."""
        ends = {"coupler": (L3, 0.0, 0.0), "follower": (L4, 0.0, 0.0)}
        forces = tuple(
            PointForce(body, body, ends[body], tuple(sign * self.lam))
            for body, sign in (("coupler", -1.0), ("follower", 1.0))
        )
        joints = tuple(joint for joint in self.model.joints if joint.name != "ball")
        motion, order = self.motion(analyze(replace(self.model, joints=joints, forces=forces)))
        return inverse_derivatives(motion), order

    def jacobian(self) -> dict[str, np.ndarray]:
        """dG/dq, dG/du and dG/dudot, and G itself."""
        found, order = self.open()
        at = np.ix_(order, order)
        return {
            "dG_dq": found.dtau_dq[at],
            "dG_du": found.dtau_dv[at],
            "dG_dudot": found.M[at],
            "G": found.tau[order],
        }

    def closed(self) -> np.ndarray:
        """dG/dq by the multipliers of our own rows, where the loop is closed.

        Ours are R^T Phi, in the axes of the coupler: multipliers that stand in space turn back
        against them, and a gap that opens turns with the coupler.
        """
        motion, order = self.motion(analyze(self.model, cut=["ball"]))
        where = motion.velocities.positions
        R = where.body("coupler").matrix
        lam = R.T @ self.lam
        turn = R.T @ np.asarray(point_jacobian(where, "coupler", np.zeros(3)), dtype=float)[3:6]
        Phi = constraint_derivatives(motion).Phi
        found = inverse_derivatives(motion, 0.0, lam).dtau_dq
        back = np.cross(turn, lam, axisa=0, axisc=0)
        return (found + Phi.T @ back + back.T @ Phi)[np.ix_(order, order)]


def states() -> list[dict[str, Any]]:
    text = (REFS / "paper4_fourbar_jacobian.json").read_text(encoding="utf-8")
    return json.loads(text)["states"]


@pytest.mark.parametrize("case", states(), ids=lambda case: f"t={case['t']}")
def test_CHK_J01_four_bar(case: dict[str, Any]) -> None:
    four_bar = FourBar(rusr(), case["lam"], case["q"], case["u"], case["udot"])
    found = four_bar.jacobian()
    assert np.max(np.abs(found["G"])) <= 1e-8  # the equations of motion hold
    for name in ("dG_dq", "dG_dudot"):
        assert_close(found[name], case[name], 1e-8, name)
    assert_close(four_bar.closed(), case["dG_dq"], 1e-8)
    scale = max(1.0, np.max(np.abs(case["dG_du"])))
    assert np.max(np.abs(found["dG_du"] - case["dG_du"])) <= 1e-8 * scale


# Appendix B --------------------------------------------------------------------------------------

INERTIA = {"crank": 0.11, "coupler": 0.43, "follower": 0.27}
"""Moments about the centres; that of the coupler is the same about all axes."""


def isotropic() -> Model:
    """The four-bar with a coupler of equal moments of inertia."""
    model = rusr()
    bodies = tuple(
        replace(body, inertia=tuple(map(tuple, (INERTIA[body.name] * np.eye(3)).tolist())))
        for body in model.bodies
    )
    return replace(model, bodies=bodies)


def appendix_b(q: Any, u: Any, udot: Any, lam: Any) -> dict[str, np.ndarray]:
    """F11 to F48 and FP11 to FP44 of Appendix B, corrected as in section 5.3 of the spec."""
    th2, th31, B, th4 = q
    d2, d31, dB, _ = u
    dd2, dd31, ddB, _ = udot
    l1, l2, l3 = lam
    m2, m3, m4 = MASSES["crank"], MASSES["coupler"], MASSES["follower"]
    J2, J3, J4 = INERTIA["crank"], INERTIA["coupler"], INERTIA["follower"]
    s, c = np.sin, np.cos
    A = th2 + th31
    a, b = m3 * L2 * L3, 0.25 * m3 * L3**2
    both = d2 + d31
    s31, c31, sB, cB, sA, cA = s(th31), c(th31), s(B), c(B), s(A), c(A)
    weight = 0.5 * m3 * G * L3

    F = np.zeros((4, 8))
    F[0, 0] = -a * s31 * cB * d31 - 2 * b * cB * sB * dB - a * c31 * sB * dB
    F[0, 1] = -a * s31 * cB * both - a * c31 * sB * dB - 2 * b * cB * sB * dB
    F[0, 2] = -a * s31 * cB * dB - (a * c31 * sB + 2 * b * cB * sB) * both
    F[0, 4] = (
        -0.5 * m2 * G * L2 * s(th2)
        - m3 * G * (L2 * s(th2) + 0.5 * L3 * sA * cB)
        - (L2 * c(th2) + L3 * cA * cB) * l1
        - (L2 * s(th2) + L3 * sA * cB) * l2
    )
    quadratic = 0.5 * (d2 * d31 + dB**2 + d31 * both)
    F[0, 5] = (
        -a * s31 * cB * (dd2 + 0.5 * dd31)
        - 0.5 * a * c31 * sB * ddB
        - weight * sA * cB
        - a * c31 * cB * quadratic
        + a * s31 * sB * dB * both
        - L3 * cA * cB * l1
        - L3 * sA * cB * l2
    )
    F[0, 6] = (
        -(a * c31 * sB + 2 * b * cB * sB) * dd2
        - (0.5 * a * c31 * sB + 2 * b * cB * sB) * dd31
        - 0.5 * a * s31 * cB * ddB
        - weight * cA * sB
        + a * s31 * sB * quadratic
        - (a * c31 * cB + 2 * b * (cB**2 - sB**2)) * dB * both
        + L3 * sA * sB * l1
        - L3 * cA * sB * l2
    )
    F[1, 0] = a * s31 * cB * d2 - 2 * b * cB * sB * dB
    F[1, 1] = -2 * b * cB * sB * dB
    F[1, 2] = -2 * b * cB * sB * both
    F[1, 4] = -weight * sA * cB - L3 * cA * cB * l1 - L3 * sA * cB * l2
    F[1, 5] = F[1, 4] - 0.5 * a * s31 * cB * dd2 + 0.5 * a * c31 * cB * d2**2
    F[1, 6] = (
        -(0.5 * a * c31 * sB + 2 * b * cB * sB) * dd2
        - 2 * b * cB * sB * dd31
        - weight * cA * sB
        - 0.5 * a * s31 * sB * d2**2
        - 2 * b * (cB**2 - sB**2) * dB * both
        + L3 * sA * sB * l1
        - L3 * cA * sB * l2
    )
    F[2, 0] = a * c31 * sB * d2 + 2 * b * sB * cB * both
    F[2, 1] = 2 * b * sB * cB * both
    F[2, 4] = -weight * cA * sB + L3 * sA * sB * l1 - L3 * cA * sB * l2
    F[2, 5] = 0.5 * L3 * sB * (
        -m3 * G * cA
        - m3 * L2 * s31 * d2**2
        - m3 * L2 * c31 * dd2
        + 2 * l1 * sA
        - 2 * l2 * cA
    )  # fmt: skip
    F[2, 6] = (
        -0.5 * a * s31 * cB * dd2
        - weight * sA * cB
        + 0.5 * a * c31 * cB * d2**2
        + b * (cB**2 - sB**2) * both**2
        - L3 * cA * cB * l1
        - L3 * sA * cB * l2
        + L3 * sB * l3
    )
    F[3, 7] = -0.5 * m4 * G * L4 * s(th4) + L4 * c(th4) * l1 + L4 * s(th4) * l2

    FP = np.zeros((4, 4))
    FP[1, 1] = b * cB**2 + J3
    FP[0, 1] = FP[1, 0] = 0.5 * a * c31 * cB + FP[1, 1]
    FP[0, 0] = 0.25 * m2 * L2**2 + J2 + m3 * L2**2 + a * c31 * cB + FP[1, 1]
    FP[0, 2] = FP[2, 0] = -0.5 * a * s31 * sB
    FP[2, 2] = b + J3
    FP[3, 3] = 0.25 * m4 * L4**2 + J4
    return {"dG_du": F[:, 0:4], "dG_dq": F[:, 4:8], "dG_dudot": FP}


@pytest.mark.parametrize("seed", range(8))
def test_CHK_J02_appendix_b(seed: int) -> None:
    """All elements, at states and multipliers that need not be consistent."""
    rng = np.random.default_rng(seed)
    q, u, udot = rng.uniform(-3, 3, (3, 4))
    lam = rng.uniform(-20, 20, 3)
    found = FourBar(isotropic(), lam, q, u, udot).jacobian()
    for name, expected in appendix_b(q, u, udot, lam).items():
        assert_close(found[name], expected, 1e-12, name)


def test_CHK_J02_the_printed_f36_is_wrong() -> None:
    """It repeats F37 with the rate of th31: far from rounding, so that the check can fail."""
    rng = np.random.default_rng(0)
    q, u, udot = rng.uniform(-3, 3, (3, 4))
    dq = appendix_b(q, u, udot, rng.uniform(-20, 20, 3))["dG_dq"]
    swapped = 0.5 * MASSES["coupler"] * L2 * L3 * (u[1] ** 2 - u[0] ** 2)
    printed = dq[2, 2] + swapped * np.cos(q[1]) * np.cos(q[2])
    assert abs(printed - dq[2, 1]) > 0.1 * np.max(np.abs(dq))

"""A four-bar of a micrometre and of a kilometre: designs are those of a metre, scaled."""

from __future__ import annotations

import math
from functools import cache
from typing import Any

import numpy as np
import pytest

from sarrus import Mechanism, design

SIZES = [1e-6, 1e3]


def four_bar(size: float) -> Any:
    """A four-bar of one density; masses grow with the third power of its size."""
    m = Mechanism("bar", gravity=(0.0, -9.81, 0.0))
    mass, turn = size**3, size**5

    def at(*x: float) -> tuple[float, ...]:
        return tuple(size * entry for entry in x)

    B, D = at(0.05, 0.1, 0.0), at(0.35, 0.0, 0.0)
    m.body("crank", 1.2 * mass, at(0.03, 0.02, 0), (0.001 * turn, 0.001 * turn, 0.004 * turn))
    m.body("coupler", 0.9 * mass, at(0.09, 0.09, 0), (0.001 * turn, 0.001 * turn, 0.006 * turn),
           at=B)  # fmt: skip
    m.body("rocker", 0.7 * mass, at(-0.05, 0.1, 0), (0.001 * turn, 0.001 * turn, 0.003 * turn),
           at=D)  # fmt: skip
    m.revolute("A", m.ground, "crank", at=(0, 0, 0), axis="z")
    m.revolute("B", "crank", "coupler", at=B, axis="z")
    m.revolute("C", "coupler", "rocker", at=at(0.3, 0.25, 0.0), axis="z")
    m.revolute("D", m.ground, "rocker", at=D, axis="z")
    return m.build().compile(kernels=())


@cache
def designs(size: float) -> dict[str, np.ndarray]:
    """All that is asked for, made dimensionless by lengths, masses and the time under gravity."""
    system, pace = four_bar(size), math.sqrt(size)
    slopes = design.gradient(system, "final A.angle", ["B.point", "coupler.mass"],
                             start={"A.angle": 0.2}, until=0.2 * pace)  # fmt: skip
    by = {"coupler.com.x": (-0.05 * size, 0.3 * size), "B.point.x": (0.02 * size, 0.08 * size)}
    best = design.optimize(
        system, "max abs A.effort", by, [f"coupler.position.y >= {-size}", "range D.angle >= 0.3"],
        motions={"A": f"2*pi*t/{pace!r}"}, until=pace, every=pace / 40,
    )  # fmt: skip
    found = system.assemblies({"A": 0.3}, proof=True)
    assert found.proof.proven
    weights = design.balance(system, moment=False, by=["crank", "rocker"])
    assert weights.exact["force"] == "for any motion"
    spread = design.tolerances(system, {"B.point[0]": 1e-4 * size}, "D.angle", over={"A": 0.3},
                               samples=16)  # fmt: skip
    drawn = spread.monte_carlo
    assert drawn is not None
    return {
        "value": np.array(slopes.value),
        "slopes": np.append(np.asarray(slopes["B.point"])[:2] * size,
                            slopes["coupler.mass"] * size**3),
        "best": np.array([best.value / size**4, *(x / size for x in best.design.values())]),
        "assemblies": np.sort([float(state["D.angle"]) for state in found]),
        "weights": np.concatenate([weights[b].moment for b in ("crank", "rocker")]) / size**4,
        "spread": np.append(spread.worst, drawn.deviation()),
    }  # fmt: skip


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("what", ["value", "slopes", "best", "assemblies", "weights", "spread"])
def test_designs_scale(size: float, what: str) -> None:
    np.testing.assert_allclose(designs(size)[what], designs(1.0)[what], rtol=1e-8, atol=1e-12)

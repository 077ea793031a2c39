"""Four-bars that cannot close are refused with the gap; those that barely close are assembled."""

from __future__ import annotations

import re

import numpy as np
import pytest

from sarrus import Mechanism, Model
from sarrus.system.one_state.assembling import AssemblyError


def four_bar(lengths: list[float]) -> Model:
    """Ground, crank, coupler, rocker of given lengths; nothing says how they stand."""
    g, a, b, c = lengths
    m = Mechanism("four_bar", (0, -9.81, 0))
    inertia = (0.01, 0.1, 0.1)
    crank, coupler, rocker = (
        m.body(name, 1.0, (length / 2, 0, 0), inertia)
        for name, length in (("crank", a), ("coupler", b), ("rocker", c))
    )
    for name, one, at, two, there in (
        ("A", m.ground, 0.0, crank, 0.0),
        ("B", crank, a, coupler, 0.0),
        ("C", coupler, b, rocker, c),
        ("D", m.ground, g, rocker, 0.0),
    ):
        m.revolute(name, one, two, on_parent=(at, 0, 0), on_child=(there, 0, 0), axis="z")
    return m.build()


def lengths_with(seed: int, part: float) -> tuple[list[float], float]:
    """Return four lengths, the longest `part` longer than the others together, and that excess."""
    rng = np.random.default_rng(seed)
    three = rng.uniform(0.3, 2.0, 3)
    found = list(three)
    found.insert(int(rng.integers(4)), float(three.sum() * (1 + part)))
    return found, float(three.sum() * part)


def amount(seed: int) -> float:
    """From 1e-6 to 0.5."""
    return float(10 ** np.random.default_rng(900 + seed).uniform(-6, np.log10(0.5)))


def seeds(fast: int) -> list:
    return [pytest.param(s, marks=[] if s < fast else pytest.mark.slow) for s in range(100)]


@pytest.mark.parametrize("seed", seeds(15))
def test_out_of_reach_is_refused(seed: int):
    lengths, excess = lengths_with(seed, amount(seed))
    system = four_bar(lengths).compile()
    with pytest.raises(AssemblyError) as caught:
        system.assemble()
    text = str(caught.value)
    assert "loop of joint" in text and "A - B - C - D" in text
    gap = float(re.search(r"gap of ([-+.e\d]+) m and ([-+.e\d]+) deg", text)[1])
    assert 0.999 * excess <= gap <= 1.2 * excess  # the search for the least gap ends near it
    assert all(f"'{name}'" in text for name in ("crank", "coupler", "rocker"))


@pytest.mark.parametrize("seed", seeds(30))
def test_barely_in_reach_is_assembled(seed: int):
    lengths, _ = lengths_with(seed, -amount(seed))
    system = four_bar(lengths).compile()
    state = system.assemble()
    assert np.max(np.abs(system.compiled.loops.closure(state.q)[0])) <= 1e-11 * max(lengths)


def test_a_tilted_axis_is_told_in_degrees():
    m = Mechanism("tilted")
    crank = m.body("crank", 1.0, (0.2, 0, 0), (0.1, 0.1, 0.1))
    m.revolute("A", m.ground, crank, on_parent=(0, 0, 0), on_child=(0, 0, 0), axis="z")
    tilt = np.radians(5.0)
    m.revolute(
        "B", m.ground, crank, on_parent=(0, 0, 1), on_child=(0, 0, 1),
        axis_parent=(np.sin(tilt), 0, np.cos(tilt)), axis_child=(0, 0, 1),
    )  # fmt: skip
    with pytest.raises(AssemblyError, match="deg is left") as caught:
        m.build().compile().assemble()
    degrees = float(re.search(r"and ([-+.e\d]+) deg", str(caught.value))[1])
    assert degrees == pytest.approx(5.0, rel=0.01)

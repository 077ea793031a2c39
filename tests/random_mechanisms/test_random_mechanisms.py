"""Random mechanisms end where an independent solver in absolute coordinates puts them.

Away from singular positions every run must go to its end; near them it may stop, but never end
somewhere else.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from random_mechanisms.absolute import Mechanism
from random_mechanisms.comparison import STOPPED, WRONG, Verdict, compare
from random_mechanisms.generator import FAMILIES, Sample, sample

KNOWN: dict[int, str] = {}
"""Seeds that fail today, and why."""
QUICK = 40
"""So many seeds of any family are tried always, 2,100 more by `make slow`."""


def marked(seed: int) -> Any:
    why = KNOWN.get(seed)
    return pytest.param(seed, marks=[] if why is None else [pytest.mark.xfail(reason=why)])


def told(verdict: Verdict) -> str:
    return (
        f"{verdict.family} {verdict.seed} {verdict.outcome}: off by {verdict.off:.2g}, "
        f"{verdict.allowed:.2g} allowed, watch {verdict.watch:.2g}. {verdict.message}"
    )


@pytest.mark.parametrize("seed", [marked(seed) for seed in range(QUICK)])
def test_the_end_of_a_random_motion(seed: int) -> None:
    verdict = compare(sample(seed))
    assert verdict.good, told(verdict)


@pytest.mark.parametrize("family", FAMILIES)
def test_the_end_of_a_motion_of_every_family(family: str) -> None:
    verdict = compare(sample(11, family=family))
    assert verdict.good, told(verdict)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(QUICK, 2100, 50))
def test_the_ends_of_two_thousand_random_motions(first: int) -> None:
    bad = [v for v in (compare(sample(s)) for s in range(first, first + 50)) if not v.good]
    assert not bad, "\n".join(told(verdict) for verdict in bad)


SIZES, MASSES, LENGTHS = (1e-9, 1e-6, 1e-3, 1.0, 1e3, 1e6), (0.0, 3.0, 6.0, 9.0), (0.5, 2.0)


def uneven(seed: int) -> Sample:
    """Return a mechanism of any size, with masses and lengths decades apart."""
    size = SIZES[seed % len(SIZES)]
    masses = MASSES[seed // len(SIZES) % len(MASSES)]
    lengths = LENGTHS[seed // (len(SIZES) * len(MASSES)) % len(LENGTHS)]
    return sample(seed, size=size, mass_decades=masses, length_decades=lengths)


@pytest.mark.parametrize("seed", [3018, 3042, 3055, 3342, 3444])
def test_sizes_and_masses_apart(seed: int) -> None:
    verdict = compare(uneven(seed))
    assert verdict.good, told(verdict)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(3000, 5000, 50))
def test_two_thousand_sizes_and_masses_apart(first: int) -> None:
    bad = [v for v in (compare(uneven(s)) for s in range(first, first + 50)) if not v.good]
    assert not bad, "\n".join(told(verdict) for verdict in bad)


# --- the other solver itself ----------------------------------------------------------------------


def test_a_pendulum_by_its_own_equation() -> None:
    """A rod on a hinge: theta'' = -m g l sin(theta) / I, by small steps of another method."""
    model = {
        "gravity": [0.0, -9.81, 0.0],
        "bodies": [
            {"name": "b1", "mass": 2.0, "com": [0.5, 0.0, 0.0], "R": np.eye(3).tolist()}
            | {"inertia_com_body": np.diag([0.01, 0.2, 0.2]).tolist()}
        ],
        "joints": [
            {"name": "J1", "type": "revolute", "a": "ground", "b": "b1", "point": [0, 0, 0]}
            | {"axis": [0.0, 0.0, 1.0]}
        ],
        "loads": [],
    }
    end = Mechanism(model, {"b1": 0.5}).run(0.8)
    angle, rate, h = 0.0, 0.0, 1e-4
    inertia = 0.2 + 2.0 * 0.25

    def pull(x: float) -> float:
        return float(-2.0 * 9.81 * 0.5 * np.cos(x) / inertia)

    rate += 0.5 * h * pull(angle)
    for _ in range(8000):
        angle += h * rate
        rate += h * pull(angle)
    assert np.allclose(end.positions[0], [0.5 * np.cos(angle), 0.5 * np.sin(angle), 0], atol=1e-7)
    assert end.finished and end.t == 0.8


@pytest.mark.parametrize("family", FAMILIES)
def test_rows_are_derivatives_of_gaps_and_energy_is_kept(family: str) -> None:
    found = sample(7, family=family, length_decades=0.5)
    mechanism = Mechanism(found.model, found.lengths)
    random, n = np.random.default_rng(3), mechanism.n
    y, _ = mechanism.closed(mechanism.y0)
    y[7 * n :] = mechanism.allowed_velocity(random)
    h = 1e-6
    for move in (False, True):
        V = random.normal(size=6 * n) if not move else y[7 * n :]
        ends = []
        for s in (h, -h):
            there = y.copy()
            there[7 * n :] = V
            there[: 7 * n] += s * mechanism.slope(0.0, there)[: 7 * n]
            r, R, v, w = mechanism._placed(there)
            gap, G, _ = mechanism._rows(r, R)
            ends.append((gap, G @ V))
        r, R, v, w = mechanism._placed(np.concatenate([y[: 7 * n], V]))
        _, G, gamma = mechanism._rows(r, R, v, w)
        scale = 1.0 + np.max(np.abs(gamma), initial=0.0)
        assert np.allclose((ends[0][0] - ends[1][0]) / (2 * h), G @ V, atol=1e-6 * scale)
        assert np.allclose((ends[0][1] - ends[1][1]) / (2 * h), -gamma, atol=1e-5 * scale)


def test_defects_are_seen() -> None:
    """A wrong end and a needless stop are told apart from agreement."""
    good = compare(sample(3))
    assert good.good and good.off < 1e-9
    assert not Verdict("four_bar", 3, WRONG, 1.0, 1e-6, 0.1).good
    assert not Verdict("four_bar", 3, STOPPED, np.nan, 1e-6, 0.1).good
    heavy = sample(3)
    for body in heavy.model["bodies"]:
        body["inertia_com_body"] = (1.2 * np.array(body["inertia_com_body"])).tolist()
    other = Mechanism(heavy.model, heavy.lengths).run(heavy.until, most=30)
    plain = sample(3)
    known = Mechanism(plain.model, plain.lengths).run(other.t)
    off = np.max(np.abs(other.positions - known.positions)) / max(plain.lengths.values())
    assert off > 10 * good.allowed


def test_samples_are_seeded_and_take_their_scales() -> None:
    assert sample(5).model == sample(5).model
    small = sample(5, size=1e-6, length_decades=1.0, mass_decades=9.0)
    points = [j["point"] for j in small.model["joints"] if "point" in j]
    assert np.max(np.abs(points)) < 1e-5
    masses = [
        body["mass"] for s in range(20) for body in sample(s, mass_decades=9.0).model["bodies"]
    ]
    assert max(masses) / min(masses) > 1e7

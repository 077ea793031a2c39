"""Rainflow counting: the standard's example, another program, and identities."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from sarrus import ModelError, gallery
from sarrus.durability import SNLine, damage, equivalent_range, rainflow, reversals

ASTM = [-2.0, 1.0, -3.0, 5.0, -1.0, 3.0, -4.0, 4.0, -2.0]
"""The load history of figure 6 of ASTM E1049-85."""


def test_example_of_the_standard() -> None:
    cycles = rainflow(ASTM)
    assert cycles.by_range() == [(3.0, 0.5), (4.0, 1.5), (6.0, 0.5), (8.0, 1.0), (9.0, 0.5)]
    pairs = list(zip(cycles.minimum, cycles.maximum, cycles.count, strict=True))
    # in the order in which the standard takes them: A-B, B-C, E-F, C-D, D-G, G-H, H-I
    assert pairs == [
        (-2, 1, 0.5), (-3, 1, 0.5), (-1, 3, 1.0), (-3, 5, 0.5), (-4, 5, 0.5), (-4, 4, 0.5),
        (-2, 4, 0.5),
    ]  # fmt: skip


def test_repeated_history_has_whole_cycles() -> None:
    """5.4.5: from D, the largest peak, 5 -1 3 -4 4 (-2 1) -3 5: ranges 4, 3, 7 and 9."""
    cycles = rainflow(ASTM, residue="repeated")
    assert cycles.by_range() == [(3.0, 1.0), (4.0, 1.0), (7.0, 1.0), (9.0, 1.0)]
    twice = rainflow([*ASTM, *ASTM], residue="repeated")
    assert twice.by_range() == [(3.0, 2.0), (4.0, 2.0), (7.0, 2.0), (9.0, 2.0)]
    for start in range(1, len(ASTM)):  # a repeated signal has no beginning
        turned = rainflow([*ASTM[start:], *ASTM[:start]], residue="repeated")
        assert turned.by_range() == cycles.by_range()


def _four_points(values: list[float]) -> tuple[list[tuple[float, float]], list[float]]:
    """Whole cycles by four points, written as the rule says, with what is left: another way."""
    left, found = list(values), []
    again = True
    while again:
        again = False
        for k in range(len(left) - 3):
            a, b, c, d = left[k : k + 4]
            if min(a, d) <= min(b, c) and max(b, c) <= max(a, d):
                found.append((min(b, c), max(b, c)))
                del left[k + 1 : k + 3]
                again = True
                break
    return found, left


@pytest.mark.parametrize("seed", range(20))
def test_same_whole_cycles_by_four_points(seed: int) -> None:
    """The same sum of n S^k by two rules, for signals that begin and end at their extreme."""
    values = np.random.default_rng(seed).normal(size=60)
    values[[0, -1]] = 9.0
    turned = [float(values[k]) for k in reversals(values)]
    found, left = _four_points(turned)
    pairs = [(min(p), max(p)) for p in itertools.pairwise(left)]
    mine = rainflow(values)
    for power in (1.0, 3.0, 5.0):
        other = sum((b - a) ** power for a, b in found)
        other += sum(0.5 * (b - a) ** power for a, b in pairs)
        assert np.isclose(np.sum(mine.count * mine.range**power), other, rtol=1e-12)


@pytest.mark.parametrize("size", [1e-6, 1.0, 1e9])
def test_same_as_another_program(size: float) -> None:
    other = pytest.importorskip("rainflow")
    signal = size * np.cumsum(np.random.default_rng(7).normal(size=3000))
    mine = rainflow(signal)
    theirs = list(other.extract_cycles(signal))
    found = sorted(zip(mine.range, mine.mean, mine.count, strict=True))
    expected = sorted((r, m, c) for r, m, c, _, _ in theirs)
    assert np.allclose(found, expected, rtol=1e-12, atol=1e-12 * size)
    starts = {(int(a), int(b)) for _, _, _, a, b in theirs}
    assert {(int(a), int(b)) for a, b in zip(mine.start, mine.end, strict=True)} == starts


def test_reversals_of_plateaus_noise_and_short_signals() -> None:
    assert reversals([0, 1, 1, 1, 0, 0, 2]).tolist() == [0, 1, 4, 6]
    assert reversals([3.0, 3.0, 3.0]).tolist() == [0]
    assert reversals([]).tolist() == []
    noisy = np.sin(np.linspace(0, 20, 4001)) + 1e-3 * np.random.default_rng(1).normal(size=4001)
    assert len(reversals(noisy)) > 500
    assert len(reversals(noisy, least=0.02)) == 8
    assert len(rainflow([1.0, 1.0])) == 0 and rainflow([1.0, 1.0]).matrix()[0].sum() == 0.0


def test_matrix_loses_no_cycle() -> None:
    cycles = rainflow(np.random.default_rng(3).normal(size=500))
    counts, ranges, means = cycles.matrix(20, 10)
    assert counts.shape == (20, 10) and counts.sum() == cycles.count.sum()
    assert ranges[0] == 0.0 and ranges[-1] == cycles.range.max() and means[0] == cycles.mean.min()
    with pytest.raises(ModelError, match=r"S56.*leave out"):
        cycles.matrix([0.0, 0.1], 3)
    largest, number = cycles.exceedance()
    assert largest[0] == cycles.range.max() and number[-1] == cycles.count.sum()


def test_lines_by_hand() -> None:
    """Amplitude twice that of the knee, slope 5: a 32nd of the cycles; half of it by the rules."""
    args = (100.0, 1e6, 5.0)
    assert SNLine(*args).life(200.0) == 1e6 / 32
    assert SNLine(*args, below="endurance").life(50.0) == np.inf
    assert SNLine(*args, below="same").life(50.0) == 32e6
    assert SNLine(*args, below="haibach").life(50.0) == 1e6 * 2.0**9
    assert SNLine(*args).life(0.0) == np.inf
    good = SNLine(*args, ultimate=400.0)
    assert good.amplitude_at_mean_zero(100.0, 200.0) == 200.0
    assert good.amplitude_at_mean_zero(100.0, -200.0) == 100.0
    with pytest.raises(ModelError, match="not below the strength"):
        good.amplitude_at_mean_zero(300.0, 200.0)
    with pytest.raises(ModelError) as refused:
        SNLine(-1.0, -2.0, 0.0, below="corten")
    assert len(refused.value.problems) == 4


def test_damage_of_a_block() -> None:
    """1000 cycles of amplitude 200 at the mean 0 and 10 of 400: n/N summed by hand."""
    signal = [0.0, *([200.0, -200.0] * 1000), *([400.0, -400.0] * 10), 0.0]
    line = SNLine(100.0, 1e6, 5.0)
    found = damage(rainflow(signal, residue="repeated"), line)
    assert np.isclose(found.total, 1000 * 32 / 1e6 + 10 * 1024 / 1e6, rtol=1e-12)
    assert np.isclose(found.repeats, 1.0 / found.total)
    scaled = damage(rainflow(1e-6 * np.array(signal), residue="repeated"), line, scale=-1e6)
    assert np.isclose(scaled.total, found.total, rtol=1e-9)


def test_equivalent_range_does_the_same_damage() -> None:
    cycles = rainflow(1e5 * np.random.default_rng(5).normal(size=400))
    line = SNLine(1e4, 1e6, 4.0, below="same")
    load = equivalent_range(cycles, 4.0, 1e3)
    assert np.isclose(damage(cycles, line).total, 1e3 / line.life(0.5 * load), rtol=1e-12)
    tiny = rainflow(1e-90 * np.random.default_rng(5).normal(size=400))
    assert np.isclose(equivalent_range(tiny, 4.0, 1e3) / load, 1e-95, rtol=1e-9)


def test_channels_of_runs() -> None:
    system = gallery.four_bar().compile(planar=True)
    run = system.drive({"A": lambda t: 2 * np.pi * t}, until=2.0, every=0.01)
    cycles = rainflow(run, "B.reaction.force.x")
    assert cycles.unit == "N" and cycles.name == "B.reaction.force.x"
    again = rainflow(np.asarray(run["B.reaction.force.x"]), times=run.t)
    assert again.by_range() == cycles.by_range() and np.array_equal(again.start, cycles.start)
    with pytest.raises(ModelError, match=r"S56.*several components"):
        rainflow(run, "B.reaction.force")
    with pytest.raises(ModelError, match=r"S56.*is needed"):
        rainflow(run)
    with pytest.raises(ModelError, match="N14"):
        rainflow([1.0, float("nan"), 2.0])
    with pytest.raises(ModelError, match="residue"):
        rainflow([1.0, 2.0], residue="whole")
    assert "largest range" in repr(cycles)

"""Many positions: paths, functions and poses by least squares from many starts."""

from __future__ import annotations

import numpy as np
import pytest

from sarrus import synthesis
from sarrus.solvers.least_squares import Residuals, least_squares
from sarrus.synthesis import FAMILIES, Limits, Linkage
from sarrus.synthesis.fitting import fit_of
from sarrus.synthesis.tasks import function_task, motion_task, path_task
from synthesis.driven import driven_channels

FOUR_BAR = Linkage.of("four-bar", a=0.4, b=1.1, c=0.9, Dx=1.0, p=0.6, q=0.3)
ANGLES = np.linspace(0.0, 2.0 * np.pi, 9)[:8]
WAVE = np.column_stack([x := np.linspace(0.0, 1.5, 6), 0.2 * np.sin(3.0 * x)])


def test_least_squares_with_an_unknown_for_every_group() -> None:
    """Points of a circle: center and radius are shared, the angle of each point is its own."""
    rng = np.random.default_rng(0)
    wanted = np.array([1.0, 2.0]) + 0.5 * np.stack(
        [np.cos(t := rng.uniform(0, 6.28, 12)), np.sin(t)], axis=-1
    )

    def residuals(rows: np.ndarray, x: np.ndarray, s: np.ndarray) -> Residuals:
        c, n = np.cos(s), np.sin(s)
        r = x[:, None, :2] + x[:, None, 2:] * np.stack([c, n], axis=-1) - wanted
        by_x = np.zeros((*r.shape, 3))
        by_x[..., 0, 0] = by_x[..., 1, 1] = 1.0
        by_x[..., 0, 2], by_x[..., 1, 2] = c, n
        by_s = x[:, None, 2:] * np.stack([-n, c], axis=-1)
        return Residuals(r, by_x, by_s, np.zeros((len(x), 0)), np.zeros((len(x), 0, 3)))

    start = np.array([[0.5, 1.5, 0.7], [2.0, 2.5, 1.0]])
    gap = wanted - start[:, None, :2]
    x, _, cost = least_squares(residuals, start, np.arctan2(gap[..., 1], gap[..., 0]), 40)
    np.testing.assert_allclose(x, [[1.0, 2.0, 0.5]] * 2, atol=1e-12)
    assert cost.max() < 1e-24


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("four-bar", "path"),
        ("four-bar", "timed path"),
        ("four-bar", "motion"),
        ("slider-crank", "function"),
        ("stephenson-2", "timed path"),
        *(
            pytest.param(name, kind, marks=pytest.mark.slow)
            for name in FAMILIES
            for kind in ("path", "timed path", "motion", "function")
        ),
    ],
)
def test_derivatives_of_the_residuals_are_exact(name: str, kind: str) -> None:
    """Against central differences, with all limits in force."""
    family = FAMILIES[name]
    rng = np.random.default_rng(7)
    points, column = rng.normal(size=(4, 2)), np.sort(rng.uniform(0, 2, 4))
    task = {
        "path": lambda: path_task(points),
        "timed path": lambda: path_task(points, column),
        "motion": lambda: motion_task(np.column_stack([points, column])),
        "function": lambda: function_task(column, column**2, None, None),
    }[kind]()
    limits = Limits(True, 0.6, (-0.5, -0.5, 0.5, 0.5), 1.2)
    fit = fit_of(task, family, limits, 1.0, {})
    n = len(fit.shape.unknowns)
    z, s = rng.uniform(0.2, 1.0, (3, n)), rng.uniform(0.0, 3.0, (3, 4))
    signs = rng.choice([-1.0, 1.0], (3, len(family.dyads)))
    at = fit.residuals(z, s, signs)
    step = 1e-6
    for k, place in enumerate(fit.free):
        moved = [z.copy(), z.copy()]
        moved[0][:, place] += step
        moved[1][:, place] -= step
        up, down = (fit.residuals(x, s, signs) for x in moved)
        for found, a, b in ((at.by_x[..., k], up.r, down.r),
                            (at.further_by_x[..., k], up.further, down.further)):  # fmt: skip
            difference = (a - b) / (2.0 * step)
            # a limit that begins or ends to count within the step has a kink there
            gap = np.abs(found - difference) / (1.0 + np.abs(difference))
            assert np.quantile(gap, 0.97, axis=None) < 1e-5 if gap.size else True
    up, down = (fit.residuals(z, s + h, signs) for h in (step, -step))
    np.testing.assert_allclose(at.by_s, (up.r - down.r) / (2 * step), rtol=1e-5, atol=1e-5)


def test_timed_path_finds_the_four_bar_and_its_cognate() -> None:
    """Eight timed points have 16 equations for 10 unknowns: two four-bars fit, the cognates."""
    motion = FOUR_BAR.motion(ANGLES)
    found = synthesis.generate_path(motion.points["P"], timing=ANGLES, starts=40)
    exact = [s for s in found if s.error < 1e-9]
    assert len(exact) == 2
    cranks = sorted(solution.linkage.values["a"] for solution in exact)
    third = synthesis.cognates(FOUR_BAR)[2]
    np.testing.assert_allclose(cranks, sorted([0.4, third.values["a"]]), atol=1e-8)
    (position,) = driven_channels(exact[0], "tracer.position")
    np.testing.assert_allclose(position[:, :2], motion.points["P"], atol=1e-9)


@pytest.mark.slow
def test_nine_points_find_the_four_bar_and_its_cognate() -> None:
    """As many equations as unknowns, 18: the most points that a four-bar passes exactly."""
    motion = FOUR_BAR.motion(np.linspace(0.0, 2.0 * np.pi, 10)[:9])
    found = synthesis.generate_path(motion.points["P"], starts=400)
    cranks = sorted(s.linkage.values["a"] for s in found if s.error < 1e-9)
    third = synthesis.cognates(FOUR_BAR)[2].values["a"]
    for crank in (0.4, third):
        assert min(abs(crank - found) for found in cranks) < 1e-6


def test_limits_hold_and_the_nearest_is_said_where_they_cannot() -> None:
    turn = np.linspace(0.0, 2.0 * np.pi, 9)[:8]
    points = np.column_stack([np.cos(turn), 0.5 * np.sin(turn)])
    asked = {"crank": True, "transmission_angle": 0.6, "box": (-6, -6, 6, 6), "ratio": 8.0}
    found = synthesis.generate_path(points, **asked, tolerance=0.05, defects=False, starts=15)
    for solution in found:
        motion = solution.linkage.turn
        assert motion.closes.all()
        assert np.abs(motion.cosines).max() <= np.cos(0.6)
        assert max(np.abs(p).max() for p in motion.points.values()) <= 6.0
        lengths = solution.linkage.links
        assert max(lengths) <= 8.0 * min(lengths)
    with pytest.raises(synthesis.NoSolution, match="the nearest, with an error of") as caught:
        synthesis.generate_path(points, **asked | {"box": (-1.1, -0.6, 1.1, 0.6)}, tolerance=1e-4,
                                starts=8)  # fmt: skip
    assert caught.value.nearest


@pytest.mark.parametrize(
    "name",
    [
        "slider-crank",
        *(
            pytest.param(f, marks=pytest.mark.slow)
            for f in ("stephenson-2", "watt-1", "stephenson-1", "stephenson-3")
        ),
    ],
)
def test_paths_of_other_linkages(name: str) -> None:
    """Six points in order: some linkage passes them to rounding."""
    found = synthesis.generate_path(WAVE, mechanism=name, starts=30)
    assert min(solution.error for solution in found) < 1e-9


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, 1, 2, 3])
def test_path_of_watt_2_from_as_many_starts_as_there_are_usually(seed: int) -> None:
    """Its second coupler hangs on a rocker, whose swing one start in a hundred makes wide enough.

    Of the usual 400 starts several come to linkages that pass all points.
    """
    found = synthesis.generate_path(WAVE, mechanism="watt-2", seed=seed)
    assert sum(solution.error < 1e-9 for solution in found) >= 2


def test_function_of_many_positions_and_poses() -> None:
    inputs = np.linspace(0.0, 1.2, 9)
    found = synthesis.generate_function(inputs, 0.4 * inputs**2, starts=40)
    assert found.best.error < 2e-3
    motion = FOUR_BAR.motion(ANGLES[:6])
    poses = np.column_stack([motion.points["P"], motion.coupler])
    assert synthesis.generate_motion(poses, timing=ANGLES[:6], starts=40).best.error < 1e-9

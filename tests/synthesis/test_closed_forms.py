"""Freudenstein and Burmester: all linkages of few positions, checked by the driven mechanism."""

from __future__ import annotations

import numpy as np
import pytest

from sarrus import synthesis
from sarrus.synthesis import Linkage
from synthesis.driven import driven_channels


def closing(linkage: Linkage, count: int, rng: np.random.Generator) -> np.ndarray:
    """Return some angles of the crank at which a linkage closes, in order."""
    turn = linkage.turn
    chosen = np.flatnonzero(turn.closes)
    return turn.angles[np.sort(rng.choice(chosen, count, replace=False))]


def random_four_bar(rng: np.random.Generator) -> Linkage:
    while True:
        sizes = dict(zip("abc", rng.uniform(0.3, 1.8, 3).tolist(), strict=True))
        p, q = rng.uniform(-1.0, 1.0, 2)
        linkage = Linkage.of("four-bar", **sizes, Dx=1.0, p=p, q=q)
        if linkage.turn.closes.mean() > 0.4:
            return linkage


def test_chebyshev_spacing() -> None:
    """The zeros of T_3 on (1, 2), as in Freudenstein's paper: 1.067, 1.5, 1.933."""
    found = synthesis.chebyshev_points(1.0, 2.0, 3)
    np.testing.assert_allclose(found, [1.0669873, 1.5, 1.9330127], atol=1e-7)


def test_three_positions_of_a_function_obey_the_driven_mechanism() -> None:
    """y = log10 x for 1 <= x <= 2 over 60 and 90 degrees, angles from 45 and 0 degrees."""
    x = synthesis.chebyshev_points(1.0, 2.0, 3)
    inputs, outputs = np.radians(60) * (x - 1), np.radians(90) * np.log10(x) / np.log10(2)
    found = synthesis.generate_function(inputs, outputs, input_offset=np.radians(45))
    assert len(found) == 1
    assert found.complete
    assert not found.best.defects
    np.testing.assert_allclose(found.best.errors, 0.0, atol=1e-12)
    (angle,) = driven_channels(found.best, "D.angle")
    np.testing.assert_allclose(angle - angle[0], outputs - outputs[0], atol=1e-9)


@pytest.mark.parametrize("count", [3, 4, 5])
def test_function_generation_finds_the_four_bar_that_made_the_positions(count: int) -> None:
    rng = np.random.default_rng(count)
    most = {3: 1, 4: 2, 5: 3}[count]
    counts = set()
    for _ in range(6):
        linkage = random_four_bar(rng)
        motion = linkage.motion(closing(linkage, count, rng))
        offsets = {3: (0.0, 0.0), 4: (0.0, None), 5: (None, None)}[count]
        turned = 0.0 if offsets[1] is not None else 0.7
        found = synthesis.generate_function(
            motion.angles, motion.output + turned, input_offset=offsets[0], output_offset=offsets[1]
        )
        assert len(found) <= most
        counts.add(len(found))
        wanted = [linkage.values[name] for name in "abc"]
        gaps = [
            np.abs([s.linkage.values[n] for n in "abc"] - np.array(wanted)).max() for s in found
        ]
        assert min(gaps) < 1e-6
        assert all(solution.errors.max() < 1e-9 for solution in found)
    assert max(counts) == most


@pytest.mark.parametrize("count", [3, 4, 5])
def test_function_generation_finds_the_slider_crank_that_made_the_positions(count: int) -> None:
    rng = np.random.default_rng(10 + count)
    for _ in range(4):
        a, b, e = rng.uniform(0.2, 1.0), rng.uniform(0.8, 3.0), rng.uniform(-0.5, 0.5)
        linkage = Linkage.of("slider-crank", a=a, b=b, Dy=e)
        motion = linkage.motion(closing(linkage, count, rng))
        found = synthesis.generate_function(
            motion.angles, motion.output, mechanism="slider-crank",
            input_offset=0.0 if count < 5 else None, output_offset=0.0 if count < 4 else None,
        )  # fmt: skip
        gaps = [np.abs(np.array([s.linkage.values[n] for n in ("a", "b", "Dy")]) - (a, b, e)).max()
                for s in found]  # fmt: skip
        assert min(gaps) < 1e-6


def test_slider_crank_of_a_function_obeys_the_driven_mechanism() -> None:
    inputs, ways = np.radians([20.0, 60.0, 110.0]), np.array([1.9, 1.6, 1.0])
    (solution,) = synthesis.generate_function(inputs, ways, mechanism="slider-crank")
    (way,) = driven_channels(solution, "slide.displacement")
    np.testing.assert_allclose(way - way[0], ways - ways[0], atol=1e-9)


def test_five_poses_have_two_or_four_dyads_and_all_pairs_pass_them() -> None:
    rng = np.random.default_rng(0)
    counts = set()
    for _ in range(4):
        linkage = random_four_bar(rng)
        motion = linkage.motion(closing(linkage, 5, rng))
        poses = np.column_stack([motion.points["P"], motion.coupler + 0.3])
        dyads = synthesis.burmester_dyads(poses)
        counts.add(len(dyads))
        for pivot in (0.0, 1.0):  # A and D of the linkage that made the poses
            assert min(abs(dyad.fixed - pivot) for dyad in dyads) < 1e-6
        found = synthesis.generate_motion(poses)
        assert len(found) == len(dyads) * (len(dyads) - 1) // 2
        assert all(solution.errors.max() < 1e-9 for solution in found)
    assert counts == {2, 4}


def test_a_coupler_goes_through_five_poses_in_sarrus() -> None:
    linkage = Linkage.of("four-bar", a=0.4, b=1.1, c=0.9, Dx=1.0, p=0.6, q=0.3)
    motion = linkage.motion(np.radians([10.0, 50.0, 100.0, 160.0, 220.0]))
    poses = np.column_stack([motion.points["P"], motion.coupler])
    found = synthesis.generate_motion(poses, defects=False)
    position, *_ = driven_channels(found.best, "tracer.position")
    np.testing.assert_allclose(position[:, :2], poses[:, :2], atol=1e-9)


def test_curves_of_four_poses_hold_the_dyads_of_a_fifth() -> None:
    linkage = Linkage.of("four-bar", a=0.4, b=1.1, c=0.9, Dx=1.0, p=0.6, q=0.3)
    motion = linkage.motion(np.radians([10.0, 50.0, 100.0, 160.0]))
    poses = np.column_stack([motion.points["P"], motion.coupler])
    curves = synthesis.burmester_curves(poses, 2000)
    assert len(curves.centers) > 1000
    for pivot in (0.0, 1.0):
        assert np.abs(curves.centers - pivot).min() < 0.02
    z, e = poses[:, 0] + 1j * poses[:, 1], np.exp(1j * poses[:, 2])
    near = np.abs(curves.centers) < 10.0
    bars = np.abs(z + e * curves.moving[near, None] - curves.centers[near, None])
    np.testing.assert_allclose(bars, bars[:, :1] * np.ones(4), rtol=1e-6)
    found = synthesis.generate_motion(poses, crank=True, transmission_angle=0.3, defects=False)
    assert all(s.linkage.turns_round and s.transmission_angle >= 0.3 for s in found)


def test_three_poses_with_given_pivots() -> None:
    poses = [(0.0, 1.0, 0.0), (0.8, 1.2, 0.4), (1.4, 0.9, 1.0)]
    found = synthesis.generate_motion(poses, fixed_pivots=[(0.0, 0.0), (1.5, 0.0)])
    assert len(found) == 1
    v = found.best.linkage.values
    assert {(round(v["Ax"], 12), round(v["Ay"], 12)), (round(v["Dx"], 12), round(v["Dy"], 12))} == {
        (0.0, 0.0), (1.5, 0.0)}  # fmt: skip
    assert found.best.errors.max() < 1e-12


@pytest.mark.parametrize(
    ("links", "kind"),
    [
        ((1, 3, 3, 3), "crank-rocker"),
        ((3, 3, 3, 1), "double crank"),
        ((3, 1, 3, 3), "double rocker"),
        ((3, 3, 1, 3), "rocker-crank"),
        ((2, 5, 2.5, 2), "triple rocker"),
        ((1, 2, 1, 2), "change point"),
    ],
)
def test_grashof(links: tuple[float, ...], kind: str) -> None:
    a, b, c, d = map(float, links)
    assert synthesis.grashof_type(a, b, c, d) == kind
    linkage = Linkage.of("four-bar", a=a, b=b, c=c, Dx=d)
    if kind != "change point":
        assert linkage.turns_round == (kind in ("crank-rocker", "double crank"))


def test_defects_of_a_linkage_of_known_circuits() -> None:
    """Positions on two circuits, on two branches, out of order and in order."""
    crank_rocker = Linkage.of("four-bar", a=1.0, b=3.0, c=3.0, Dx=3.0)
    rocker = Linkage.of("four-bar", a=3.0, b=1.0, c=3.0, Dx=3.0)
    angles = np.array([0.5, 1.0, 1.4])
    plus, mixed = np.ones((3, 1), dtype=int), np.array([[1], [1], [-1]])
    defects = synthesis.defects_of
    assert not defects(crank_rocker, angles, plus)
    assert defects(crank_rocker, angles, mixed).circuit
    assert defects(crank_rocker, np.array([0.5, 1.4, 1.0, 2.0]), np.ones((4, 1), dtype=int)).order
    low, high = np.radians([45.0, 75.0])  # between 38.9 and 83.6 the links meet
    assert defects(rocker, np.array([low, high]), np.array([[1], [-1]])).branch
    assert defects(rocker, np.array([low, -low]), np.array([[1], [1]])).circuit


def test_cognates_draw_the_same_curve() -> None:
    linkage = Linkage.of("four-bar", a=0.4, b=1.1, c=0.9, Dx=1.0, p=0.6, q=0.3)
    _, second, third = synthesis.cognates(linkage)
    motion = linkage.turn
    B, P = (motion.points[name] @ np.array([1.0, 1j]) for name in ("B", "P"))
    k = complex(0.6, 0.3) / 1.1
    for cognate, cranks in ((second, np.angle(P - B)), (third, np.angle((1.0 - k) * B))):
        both = [cognate.motion(cranks, (sign,)).points["P"] for sign in (1, -1)]
        gaps = [np.abs(found - motion.points["P"]).max(axis=1) for found in both]
        assert np.minimum(*gaps).max() < 1e-12
    assert third.kind == linkage.kind == "crank-rocker"


def test_model_file_holds_the_dimensions_as_constants(tmp_path) -> None:
    import sarrus

    found = synthesis.generate_function([0.0, 0.5, 1.0], [0.0, 0.4, 0.9], input_offset=0.8)
    path = tmp_path / "best.yaml"
    found.best.write(path)
    known = sarrus.analysis.constants_map(path)
    assert {"a", "b", "c", "theta"} <= set(known.names)
    assert known.defaults[known.names.index("b")] == found.best.linkage.values["b"]
    with pytest.raises(sarrus.errors.EnvironmentProblem, match="exists"):
        found.best.write(path)
    found.to_csv(tmp_path / "all.csv")
    assert "transmission_deg" in (tmp_path / "all.csv").read_text()
    found.best.plot(tmp_path / "best.svg")


def test_mistakes_say_what_is_wrong() -> None:
    refused = [
        ("coincides", lambda: synthesis.generate_motion([(0, 0, 0), (0, 0, 0), (1, 0, 1)])),
        ("go back", lambda: synthesis.generate_function([0, 1, 0.5], [0, 1, 2])),
        ("degrees", lambda: synthesis.generate_function([0, 60, 120], [0, 1, 2])),
        ("slider-crank", lambda: synthesis.generate_function([0, 1, 2], [0, 1, 2], mechanism="x")),
        ("nearest", lambda: synthesis.generate_function(
            [0, 0.4, 0.9], [0, 0.7, 1.1], input_offset=0.8, transmission_angle=1.5)),
    ]  # fmt: skip
    import sarrus

    for words, call in refused:
        with pytest.raises(sarrus.ModelError, match=words):
            call()

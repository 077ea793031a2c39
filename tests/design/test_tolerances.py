"""Tolerances: closed forms, exact linear cases, samples beside them, Sobol's indices."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

import sarrus
from sarrus import design
from sarrus.errors import ModelError

FOUR_BAR = """
sarrus: 1
name: bar
gravity: [0, 0, 0]
constants: {a: 100 mm, b: 300 mm, c: 250 mm, d: 320 mm, w: "2*pi [rad/s]"}
bodies:
  crank: {mass: 1, inertia: [1, 1, 1]}
  coupler: {mass: 1, inertia: [1, 1, 1]}
  rocker: {mass: 1, inertia: [1, 1, 1]}
joints:
  A: {HINGE, parent: ground, child: crank, on_parent: [0, 0, 0], on_child: [0, 0, 0]}
  B: {HINGE, parent: crank, child: coupler, on_parent: [a, 0, 0], on_child: [0, 0, 0]}
  C: {HINGE, parent: coupler, child: rocker, on_parent: [b, 0, 0], on_child: [c, 0, 0]}
  D: {HINGE, parent: ground, child: rocker, on_parent: [d, 0, 0], on_child: [0, 0, 0]}
assembly: {guess: {A: 1, B: -0.8, D: 1.6}}
drives: {A: 1 + w*t}
run: {kind: drive, until: 1, every: 0.125}
""".replace("HINGE", "type: revolute, axis: z")
LENGTHS = {"a": 0.1, "b": 0.3, "c": 0.25, "d": 0.32}


@pytest.fixture(scope="module")
def bar(tmp_path_factory: pytest.TempPathFactory) -> sarrus.Study:
    path = tmp_path_factory.mktemp("bar") / "bar.yaml"
    path.write_text(FOUR_BAR, encoding="utf-8")
    return sarrus.Study.load(path)


def rocker_angle(theta: float, a: complex, b: complex, c: complex, d: complex) -> complex:
    """Return the angle of the rocker in closed form, after Freudenstein."""
    x, y = a * np.cos(theta) - d, a * np.sin(theta)
    r = np.sqrt(x * x + y * y)
    opening = np.arccos((r * r + c * c - b * b) / (2 * r * c))
    return complex(np.arctan(y / x) + np.pi - opening)


def closed_form(theta: float) -> tuple[float, dict[str, float]]:
    """Return the angle and its derivatives, by complex steps."""
    value = rocker_angle(theta, **LENGTHS).real
    slopes = {}
    for name in LENGTHS:
        moved = {**LENGTHS, name: LENGTHS[name] + 1e-20j}
        slopes[name] = rocker_angle(theta, **moved).imag / 1e-20
    return value, slopes


@pytest.fixture(scope="module")
def found(bar: sarrus.Study) -> design.Tolerances:
    return design.tolerances(bar, dict.fromkeys(LENGTHS, "0.1 mm"), "D.angle", samples=512)


def test_slopes_of_a_four_bar_are_those_of_its_closed_form(found: design.Tolerances) -> None:
    for k, t in enumerate(found.t):
        value, slopes = closed_form(1.0 + 2 * math.pi * t)
        assert math.cos(found.nominal[k, 0]) == pytest.approx(math.cos(value), abs=1e-10)
        for i, name in enumerate(found.names):
            assert found.sensitivity[k, 0, i] == pytest.approx(slopes[name], rel=1e-9, abs=1e-9)
    assert found.worst == pytest.approx(1e-4 * np.sum(np.abs(found.sensitivity), axis=2))
    samples = found.monte_carlo
    assert samples is not None and samples.failed == 0
    # small tolerances are linear; 512 points of a Sobol sequence know sigma to some percent
    assert samples.deviation() == pytest.approx(found.deviation, rel=0.03)
    assert samples.mean() == pytest.approx(found.nominal, abs=float(np.max(found.deviation)) * 0.1)
    k = int(np.argmin(np.sum((samples.changes / 1e-4) ** 2, axis=1)))
    theta = 1.0 + 2 * math.pi * found.t[3]
    moved = {n: LENGTHS[n] + samples.changes[k, i] for i, n in enumerate(found.names)}
    exact = rocker_angle(theta, **moved).real - rocker_angle(theta, **LENGTHS).real
    assert samples.values[k, 3, 0] - found.nominal[3, 0] == pytest.approx(exact, abs=1e-12)
    assert sum(one.share for one in found.contributions()) == pytest.approx(1.0)
    shares = [one.share for one in found.contributions()]
    assert shares == sorted(shares, reverse=True)


def slide() -> sarrus.System:
    """Two slides in a row: the tip is at the sum of lengths, exactly."""
    m = sarrus.Mechanism("slide", (0, 0, 0))
    m.body("one", 1.0, (0, 0, 0), (1, 1, 1))
    m.body("two", 1.0, (0, 0, 0), (1, 1, 1), at=(0.5, 0, 0))
    m.prismatic("S", m.ground, "one", at=(0, 0, 0), axis="x")
    m.prismatic("T", "one", "two", at=(0.5, 0, 0), axis="x")
    return m.build().compile(kernels=())


def test_linear_model_is_exact_by_every_way() -> None:
    varied = {
        "T.parent_point[0]": design.Tolerance(2e-3, distribution="uniform"),
        "T.child_point[0]": design.Tolerance(3e-3, 1e-3, cp=2.0, cpk=1.5),
    }
    found = design.tolerances(
        slide(), varied, "two.position.x", over={"S": 0.1, "T": 0.2}, sobol=256
    )
    assert found.sensitivity[0, 0] == pytest.approx([1.0, -1.0], abs=1e-12)
    half, middle = 2e-3, 1e-3
    sigma = math.hypot(2e-3 / math.sqrt(3), half / 6.0)
    assert found.worst[0, 0] == pytest.approx(2e-3 + half + middle)
    assert found.deviation[0, 0] == pytest.approx(sigma)
    shift = middle + half * (1 - 1.5 / 2.0)
    assert found.mean[0, 0] == pytest.approx(found.nominal[0, 0] - shift)
    samples = found.monte_carlo
    assert samples is not None
    assert samples.deviation()[0, 0] == pytest.approx(sigma, rel=5e-3)
    assert samples.mean()[0, 0] == pytest.approx(found.mean[0, 0], abs=1e-2 * sigma)
    assert found.sobol is not None
    shares = [(2e-3 / math.sqrt(3)) ** 2 / sigma**2, (half / 6.0) ** 2 / sigma**2]
    assert found.sobol.first[:, 0] == pytest.approx(shares, abs=0.05)
    assert found.sobol.total[:, 0] == pytest.approx(shares, abs=0.05)
    assert "two.position.x" in repr(found) and "share" in found._repr_html_()


def test_efforts_are_sampled_by_drives(bar: sarrus.Study) -> None:
    found = design.tolerances(
        bar, {"a": "0.1 mm", "c": "0.1 mm"}, ["A.effort"], times=[0.1, 0.3], samples=32
    )
    assert found.monte_carlo is not None and found.monte_carlo.failed == 0
    linear = found.nominal[:, 0] + found.monte_carlo.changes @ found.sensitivity[:, 0].T
    off = np.abs(found.monte_carlo.values[:, :, 0] - linear)
    assert np.max(off) < 0.02 * np.max(found.worst)


def test_what_cannot_be_assembled_is_counted(bar: sarrus.Study) -> None:
    wide = design.Tolerance("290 mm", distribution="uniform")
    found = design.tolerances(bar, {"b": wide}, "D.angle", times=[0.0], samples=64)
    assert found.monte_carlo is not None and 0 < found.monte_carlo.failed < 64


def test_ishigami_function() -> None:
    """The indices of sin x1 + 7 sin^2 x2 + 0.1 x3^4 sin x1 are known in closed form."""

    def f(u: np.ndarray) -> np.ndarray:
        x = math.pi * (2.0 * u - 1.0)
        return np.asarray(np.sin(x[:, 0]) * (1 + 0.1 * x[:, 2] ** 4) + 7 * np.sin(x[:, 1]) ** 2)

    a, b, pi = 7.0, 0.1, math.pi
    one = 0.5 * (1 + b * pi**4 / 5) ** 2
    two, both = a**2 / 8, b**2 * pi**8 * (1 / 18 - 1 / 50)
    whole = one + two + both
    found = design.sobol_indices(f, 3, 4096)
    assert found.first[:, 0] == pytest.approx([one / whole, two / whole, 0.0], abs=0.01)
    assert found.total[:, 0] == pytest.approx(
        [(one + both) / whole, two / whole, both / whole], abs=0.01
    )
    assert found.evaluations == 5 * 4096 and np.all(found.total_error < 0.03)


def test_sobol_beside_salib() -> None:
    sobol = pytest.importorskip("SALib.analyze.sobol")
    sample = pytest.importorskip("SALib.sample.sobol")
    problem = {"num_vars": 2, "names": ["x", "y"], "bounds": [[0, 1], [0, 1]]}
    points = sample.sample(problem, 1024, calc_second_order=False, seed=1)
    theirs = sobol.analyze(problem, points[:, 0] ** 2 + 0.5 * points[:, 1], False)
    ours = design.sobol_indices(lambda u: u[:, 0] ** 2 + 0.5 * u[:, 1], 2, 1024)
    assert ours.first[:, 0] == pytest.approx(theirs["S1"], abs=0.02)


@pytest.mark.parametrize(
    ("varied", "outputs", "words"),
    [
        ({}, "D.angle", "no numbers to vary"),
        ({"a": "1 mm"}, [], "no outputs"),
        ({"a": "-1 mm"}, "D.angle", "positive number"),
        ({"a": "1 kg"}, "D.angle", "mass"),
        ({"a": {"plus": "1 mm", "width": 3}}, "D.angle", "keys"),
        ({"a": design.Tolerance(1e-3, distribution="flat")}, "D.angle", "distribution"),
        ({"a": design.Tolerance(1e-3, cp=1.0, cpk=2.0)}, "D.angle", "cpk"),
        ({"a": "1 mm", "crank.mass": 1}, "D.angle", "mixes"),
        ({"w": 0.1}, "D.angle", "law of A"),
        ({"crank.com": 0.1}, "D.angle", "3 numbers"),
        ({"a": "1 mm"}, "crank.position", "3 numbers"),
        ({"crank.weight": 0.1}, "D.angle", "not a number"),
    ],
)
def test_mistakes_are_said(
    bar: sarrus.Study, varied: dict[str, object], outputs: object, words: str
) -> None:
    with pytest.raises(ModelError, match=words):
        design.tolerances(bar, varied, outputs, samples=0, times=[0.0])  # type: ignore[arg-type]


def test_figures_are_written(found: design.Tolerances, tmp_path: Path) -> None:
    found.plot(path=tmp_path / "tolerances.svg")
    assert (tmp_path / "tolerances.svg").stat().st_size > 10_000


def test_run_of_a_four_bar_beside_its_samples(bar: sarrus.Study) -> None:
    """Of a simulation, exact derivatives are those of samples with small differences."""
    system = bar.model.compile(kernels=())
    start = system.assemble({"A": 1.0}, {"A": 5.0}, guess=bar.start())
    varied = {"crank.mass": 1e-4, "B.parent_point[0]": 1e-6}
    found = design.tolerances(
        system, varied, ["D.angle", "A.rate"], start=start, until=0.2, every=0.1, samples=4,
        inputs={"A": 0.3},
    )  # fmt: skip
    drawn = found.monte_carlo
    assert drawn is not None and drawn.failed == 0
    linear = np.einsum("tmn,sn->stm", found.sensitivity, drawn.changes)
    assert drawn.values - found.nominal == pytest.approx(linear, rel=1e-3, abs=1e-9)
    assert np.max(np.abs(linear)) > 1e-7


def test_samples_are_a_power_of_two_and_say_so() -> None:
    system = sarrus.gallery.four_bar().compile()
    found = design.tolerances(
        system, {"B.point[0]": "0.1 mm"}, "D.angle", over={"A": 1.0}, samples=100
    )
    drawn = found.monte_carlo
    assert drawn is not None and len(drawn) == 128 and drawn.wanted == 100
    assert "128 (100 wanted" in repr(found)
    even = design.tolerances(
        system, {"B.point[0]": "0.1 mm"}, "D.angle", over={"A": 1.0}, samples=64
    )
    assert "samples: 64" in repr(even) and "wanted" not in repr(even)

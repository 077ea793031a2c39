"""Balance: closed forms of the literature, and identities of what remains."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

import sarrus
from sarrus import design, gallery
from sarrus.design.shaking.balance import balanced_model, shaking
from sarrus.errors import ModelError

ABOUT = np.array([0.3, -0.2, 0.1])


def offset_four_bar() -> sarrus.Model:
    """A four-bar whose centers of mass are beside its links."""
    m = sarrus.Mechanism("offset", (0.0, -9.81, 0.0))
    B, C, D = (0.05, 0.1, 0.0), (0.3, 0.25, 0.0), (0.35, 0.0, 0.0)
    crank = m.body("crank", 1.2, (0.03, 0.02, 0), (0.001, 0.001, 0.004))
    coupler = m.body("coupler", 0.9, (0.09, 0.09, 0), (0.001, 0.001, 0.006), at=B)
    rocker = m.body("rocker", 0.7, (-0.05, 0.1, 0), (0.001, 0.001, 0.003), at=D)
    m.revolute("A", m.ground, crank, at=(0, 0, 0), axis="z")
    m.revolute("B", crank, coupler, at=B, axis="z")
    m.revolute("C", coupler, rocker, at=C, axis="z")
    m.revolute("D", m.ground, rocker, at=D, axis="z")
    return m.build()


def test_four_bar_by_linearly_independent_vectors() -> None:
    """Berkof and Lowen (1969): m1 r1 e^(i th1) = m2 r2' a1/a2 e^(i th2'), m3 r3 = m2 r2 a3/a2."""
    system = offset_four_bar().compile(kernels=())
    found = design.balance(system, moment=False, by=["crank", "rocker"])
    assert found.exact["force"] == "for any motion"
    assert found.after.peak("force") < 1e-11 * found.before.peak("force")
    # complex numbers in the drawing; link angles are those of the drawing, so they take part
    B, C, D = 0.05 + 0.1j, 0.3 + 0.25j, 0.35
    c2 = (0.09 + 0.09j) / (C - B)  # center of the coupler, in units of the coupler from B
    crank = 1.2 * (0.03 + 0.02j) + 0.9 * (1.0 - c2) * B
    rocker = 0.7 * (-0.05 + 0.1j) + 0.9 * c2 * (C - D)
    for body, own in (("crank", crank), ("rocker", rocker)):
        x, y, z = found[body].moment
        assert complex(x, y) == pytest.approx(-own, rel=1e-12)
        assert abs(z) < 1e-15
        assert found[body].mass * found[body].radius == pytest.approx(abs(own), rel=1e-12)
    assert found.added_mass == pytest.approx(sum(part.mass for part in found.parts))
    assert found.unbalanced == ()


def test_moment_of_a_four_bar_by_counter_rotation_and_a_disk() -> None:
    """With the coupler a physical pendulum, two disks against crank and rocker cancel all."""
    system = gallery.four_bar().compile(kernels=())
    more = [design.Disk("coupler", radius=0.3), design.CounterRotation("A"),
            design.CounterRotation("D")]  # fmt: skip
    found = design.balance(system, by=["crank", "rocker", *more])
    assert dict(found.exact) == {"force": "for any motion", "moment": "for any motion"}
    # the balanced model itself, at a motion that is not even
    drive = found.model.compile(kernels=()).drive({"A": "3*sin(2*t) + t^2"}, until=1.0, every=0.05)
    after = shaking(found.model, drive, ABOUT)
    assert after.peak("force") < 1e-10 * found.before.peak("force")
    assert after.peak("moment") < 1e-10 * found.before.peak("moment")


def test_half_the_reciprocating_mass_is_what_least_squares_take() -> None:
    m = sarrus.Mechanism("engine", (0.0, 0.0, 0.0))
    r, l, mass = 0.05, 50.0, 0.8  # a rod so long that the piston moves as a cosine
    crank = m.body("crank", 1.0, (0, 0, 0), (0.01, 0.01, 0.01))
    rod = m.body("rod", 1e-9, (0, 0, 0), (1e-9, 1e-9, 1e-9), at=(r, 0, 0))
    piston = m.body("piston", mass, (0, 0, 0), (0.01, 0.01, 0.01), at=(r + l, 0, 0))
    m.revolute("A", m.ground, crank, at=(0, 0, 0), axis="z")
    m.revolute("B", crank, rod, at=(r, 0, 0), axis="z")
    m.revolute("C", rod, piston, at=(r + l, 0, 0), axis="z")
    m.prismatic("G", m.ground, piston, at=(r + l, 0, 0), axis="x")
    found = design.balance(m.build().compile(kernels=()), moment=False,
                           by=[design.Counterweight("crank", radius=r)])  # fmt: skip
    assert found.exact["force"].startswith("by least squares")
    assert found["crank"].mass == pytest.approx(mass / 2, rel=1e-6)
    assert found.unbalanced == ("piston",)  # the rod's own mass is at the crank pin
    first = found.before.harmonics("force")[1], found.after.harmonics("force")[1]
    assert first[0] == pytest.approx(mass * r * (2 * math.pi) ** 2, rel=1e-3)
    assert first[1] == pytest.approx(first[0] / math.sqrt(2), rel=1e-3)  # half of it, on two axes


def test_rotor_in_two_planes() -> None:
    m = sarrus.Mechanism("rotor")
    I = [[0.1, 0, 0.002], [0, 0.1, -0.001], [0.002, -0.001, 0.05]]
    m.body("rotor", 10.0, (0.001, 0.0005, 0.1), I)
    m.revolute("R", m.ground, "rotor", at=(0, 0, 0), axis="z")
    planes = [design.Counterweight("rotor", radius="50 mm", at=(0, 0, z)) for z in (0.0, 0.2)]
    system = m.build().compile(kernels=())
    found = design.balance(system, by=planes, over={"R": "100*t"}, times=np.linspace(0, 0.06, 31))
    assert set(found.exact.values()) == {"over this motion"}
    total = found.model.mass_properties()
    assert np.allclose(total.com[:2], 0.0, atol=1e-16)
    assert np.allclose(np.asarray(total.inertia)[2, :2], 0.0, atol=1e-14)
    left, right = (np.array(part.moment) for part in found.parts)
    products = np.array([I[0][2], I[1][2]]) - 10.0 * 0.1 * np.array([0.001, 0.0005])
    assert right[:2] * 0.2 == pytest.approx(products, rel=1e-9)  # sum m x z is -I_xz
    assert (left + right)[:2] == pytest.approx([-0.01, -0.005], rel=1e-12)


@pytest.mark.parametrize("turned", [False, True])
def test_pendulum_by_a_spring_without_free_length(turned: bool) -> None:
    """k a b = m g l, wherever the pivot is."""
    m = sarrus.Mechanism("lamp", (0.0, -9.81, 0.0))
    P = np.array([0.4, -0.3, 0.2]) if turned else np.zeros(3)
    m.body("arm", 2.0, (0.5, 0, 0), (0.01, 0.1, 0.1), at=P.tolist())
    m.revolute("A", m.ground, "arm", at=P.tolist(), axis="z")
    system = m.build().compile(kernels=())
    a, b = 0.6, 0.4
    near = (P + np.array([a, 0, 0])).tolist()
    spring = design.Spring("arm", at=near, to=(P + np.array([0, b, 0])).tolist())
    found = design.balance(system, force=False, moment=False, gravity=True, by=spring)
    assert found["arm"].k == pytest.approx(2.0 * 9.81 * 0.5 / (a * b), rel=1e-12)
    assert found.after.effort_peaks()["A"] < 1e-12 * found.before.effort_peaks()["A"] + 1e-12
    other = design.balance(system, force=False, moment=False, gravity=True,
                           by=design.Spring("arm", at=near, k=40.0))  # fmt: skip
    assert np.array(other["arm"].to) - P == pytest.approx([0, 9.81 / (40.0 * a), 0], abs=1e-12)
    assert other.after.rms("gravity") < 1e-12 * other.before.rms("gravity")


def test_two_link_arm_with_a_parallelogram() -> None:
    """The forearm's spring hangs on a link that stays upright; the arm carries the forearm."""
    m = sarrus.Mechanism("desk lamp", (0.0, -9.81, 0.0))
    m.body("arm", 1.0, (0.2, 0, 0), (0.001, 0.02, 0.02))
    m.body("upright", 0.3, (0.02, 0.03, 0), (0.001, 0.001, 0.001), at=(0.4, 0, 0))
    m.body("parallel", 0.2, (0.2, 0, 0), (0.001, 0.01, 0.01), at=(0, 0.1, 0))
    m.body("forearm", 0.7, (0.15, 0, 0), (0.001, 0.01, 0.01), at=(0.4, 0, 0))
    m.revolute("A", m.ground, "arm", at=(0, 0, 0), axis="z")
    m.revolute("B", "arm", "upright", at=(0.4, 0, 0), axis="z")
    m.revolute("P", m.ground, "parallel", at=(0, 0.1, 0), axis="z")
    m.revolute("Q", "parallel", "upright", at=(0.4, 0.1, 0), axis="z")
    m.revolute("F", "arm", "forearm", at=(0.4, 0, 0), axis="z")
    springs = [
        design.Spring("arm", at=(0.2, 0, 0), to=(0, 0.1, 0)),
        design.Spring("forearm", at=(0.5, 0, 0), to=(0.4, 0.1, 0), on="upright"),
    ]
    system = m.build().compile(kernels=(), planar=True)
    found = design.balance(system, force=False, moment=False, gravity=True, by=springs)
    carried = 1.0 * 0.2 + 0.2 * 0.2 + (0.3 + 0.7) * 0.4
    assert found["arm"].k == pytest.approx(9.81 * carried / (0.2 * 0.1), rel=1e-10)
    assert found["forearm"].k == pytest.approx(9.81 * 0.7 * 0.15 / (0.1 * 0.1), rel=1e-10)
    assert found.after.rms("gravity") < 1e-11 * found.before.rms("gravity")


def test_real_spring_is_best_among_its_neighbors() -> None:
    """Held beside the vertical, a spring of some length is better than one of none."""
    system = gallery.pendulum().compile(kernels=())
    spring = design.Spring("rod", at=(0.6, 0, 0), to=(-0.3, 0.8, 0), free_length=None)
    swing, times = {"A": "0.5 + 0.6*sin(2*pi*t)"}, np.linspace(0, 1, 41)
    found = design.balance(system, force=False, moment=False, gravity=True, by=spring, over=swing,
                           times=times)  # fmt: skip
    best = found.after.rms("gravity")
    assert best < 0.01 * found.before.rms("gravity") and found["rod"].free_length > 0.4
    from dataclasses import replace

    for change in ({"k": 1.02}, {"k": 0.98}, {"free_length": 1.05}, {"free_length": 0.95}):
        part = found["rod"]
        other = replace(part, **{name: getattr(part, name) * x for name, x in change.items()})
        model = balanced_model(system.model, [other])
        drive = model.compile(kernels=()).drive(swing, times=times)
        assert shaking(model, drive, ABOUT).rms("gravity") > 2.5 * best


def test_spatial_loop_with_an_idle_spin() -> None:
    found = design.balance(gallery.rssr().compile(kernels=()), moment=False)
    assert found.exact["force"] == "for any motion"
    assert found.after.peak("force") < 1e-11 * found.before.peak("force")


def test_what_is_balanced_already_gets_nothing() -> None:
    first = design.balance(gallery.four_bar().compile(kernels=()), moment=False)
    again = design.balance(first.model.compile(kernels=()), moment=False, by=["crank", "rocker"])
    assert again.added_mass < 1e-12 and again.exact["force"] == "for any motion"


def test_model_of_it_is_a_file_that_keeps_the_study(tmp_path: Path) -> None:
    source = Path(__file__).parents[2] / "examples" / "models" / "slider_crank.yaml"
    study = sarrus.Study.load(source)
    found = design.balance(study, moment=False)
    target = found.write(tmp_path / "balanced.yaml")
    other = sarrus.Study.load(target)
    assert other.model.bodies == found.model.bodies
    assert other.outputs == study.outputs and other.settings.kind == study.settings.kind
    assert "constants" in target.read_text(encoding="utf-8")
    assert "added" in repr(found) and "<table" in found._repr_html_()


@pytest.mark.parametrize(
    ("keywords", "words"),
    [
        ({"by": ["wheel"]}, "'wheel', which is no body"),
        ({"by": [design.CounterRotation("Z")]}, "'Z', which is no joint"),
        ({"by": [design.Counterweight("rod", radius=0.0)]}, "not above 0"),
        ({"by": [design.Counterweight("rod", radius="3 kg")]}, "kg"),
        ({"by": [3]}, "nothing that balances"),
        ({"by": [design.Spring("rod", at=(1, 0, 0), to=(0, 1, 0), k=3.0)]}, "no unknown number"),
        ({"by": [design.Spring("rod", at=(1, 0))]}, "three numbers"),
        ({"force": False, "moment": False}, "no aim"),
        ({"weights": {"gravity": 1.0}}, "weight gravity"),
        ({"over": {}}, "must be"),
        ({"about": (0, 0)}, "three numbers"),
    ],
)
def test_mistakes_are_said(keywords: dict[str, object], words: str) -> None:
    with pytest.raises(ModelError, match=words):
        design.balance(_rod(), **keywords)  # type: ignore[arg-type]


def _rod() -> sarrus.System:
    return gallery.pendulum().compile(kernels=())

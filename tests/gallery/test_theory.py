"""What the classical mechanisms are known for, against formulas, also with other lengths."""

from __future__ import annotations

import numpy as np
import pytest

from gallery.studies import run_of
from sarrus import System, gallery
from sarrus.errors import ModelError
from sarrus.gallery.jansen_leg import LENGTHS

TURN = np.linspace(0.0, 1.0, 41)


def positions(system: System, place: str, drive: dict, times: np.ndarray) -> np.ndarray:
    """Return where a body or frame is while coordinates are driven."""
    return np.asarray(system.drive(drive, times=times)[f"{place}.position"])


@pytest.mark.parametrize(
    "sizes", [{}, {"long": 0.8, "short": 0.3, "crank": 0.32}, {"crank": 0.36, "angle": 0.2}]
)
def test_peaucellier_draws_a_straight_line(sizes: dict) -> None:
    """At (long^2 - short^2)/(2 crank) from the fixed point."""
    long, short, crank = (
        sizes.get(key, value) for key, value in (("long", 1.0), ("short", 0.4), ("crank", 0.375))
    )
    system = gallery.peaucellier(**sizes).compile(kernels=())
    path = positions(system, "tracer", {"crank": lambda t: 0.8 * np.sin(2 * np.pi * t)}, TURN)
    line = (long**2 - short**2) / (2.0 * crank)
    np.testing.assert_allclose(path[:, 0], line, rtol=0, atol=1e-10)
    assert np.ptp(path[:, 1]) > 0.5


@pytest.mark.parametrize("lengths", [{}, {"f": 40.5, "m": 14.0}])
def test_foot_of_jansen_walks(lengths: dict) -> None:
    """Its path is closed, its bars keep their lengths, and it is on the ground for half a turn."""
    system = gallery.jansen_leg(lengths).compile(kernels=())
    drive = system.drive({"crank": lambda t: 2 * np.pi * t}, times=TURN)
    foot = np.asarray(drive["foot.position"])
    np.testing.assert_allclose(foot[0], foot[-1], rtol=0, atol=1e-10)
    assert np.ptp(foot[:, 0]) > 2.0 * np.ptp(foot[:, 1]) > 0.2
    if not lengths:
        low = foot[:, 1] < foot[:, 1].min() + 0.03 * np.ptp(foot[:, 0])
        assert 0.4 < np.mean(low) < 0.7
    size = {name: 0.01 * value for name, value in {**LENGTHS, **lengths}.items()}
    hip, pin = np.array([-size["a"], -size["l"], 0.0]), np.asarray(drive["j.position"])
    W = np.asarray(drive["shank.position"])
    for ends, length in (((W, hip), "c"), ((W, pin), "k"), ((W, foot), "i"), ((pin, 0.0), "m")):
        gap = np.linalg.norm(ends[0] - ends[1], axis=1)
        np.testing.assert_allclose(gap, size[length], rtol=0, atol=1e-10, err_msg=length)


@pytest.mark.parametrize("sizes", [{}, {"leg": 0.7, "half": 0.3, "angle": 0.9}])
def test_platform_of_sarrus_rises_straight(sizes: dict) -> None:
    system = gallery.sarrus_linkage(**sizes).compile(kernels=())
    drive = system.drive({"foot_x": lambda t: 0.3 * np.sin(2 * np.pi * t)}, times=TURN)
    place = np.asarray(drive["platform.position"])
    leg, angle = sizes.get("leg", 1.0), sizes.get("angle", 0.6)
    lean = angle + 0.3 * np.sin(2 * np.pi * TURN)
    np.testing.assert_allclose(place[:, :2], 0.0, rtol=0, atol=1e-11)
    np.testing.assert_allclose(place[:, 2], 2.0 * leg * np.cos(lean), rtol=0, atol=1e-11)
    np.testing.assert_allclose(drive["knee_x.angle"], drive["knee_x.angle"][0] - 2 * (lean - angle),
                               rtol=0, atol=1e-11)  # fmt: skip


def test_four_bar_keeps_its_lengths_and_its_crank_turns() -> None:
    sizes = {"crank": 0.3, "coupler": 0.9, "rocker": 0.7, "frame": 0.8}
    system = gallery.four_bar(**sizes, tracer=(0.2, 0.1)).compile(kernels=())
    drive = system.drive({"A": lambda t: 2 * np.pi * t}, times=TURN)
    B, T = (np.asarray(drive[f"{name}.position"]) for name in ("coupler", "tracer"))
    np.testing.assert_allclose(np.linalg.norm(B, axis=1), 0.3, rtol=0, atol=1e-12)
    np.testing.assert_allclose(
        np.linalg.norm(T - B, axis=1), np.hypot(0.2, 0.1), rtol=0, atol=1e-12
    )
    # The rocker from the triangle of B, C and D.
    crank = np.radians(60.0) + 2 * np.pi * TURN
    way = np.array([0.8, 0.0, 0.0]) - B
    reach = np.linalg.norm(way, axis=1)
    inner = (0.7**2 + reach**2 - 0.9**2) / (2.0 * 0.7 * reach)
    rocker = np.arctan2(-way[:, 1], -way[:, 0]) - np.arccos(inner)
    found = np.asarray(drive["D.angle"])
    np.testing.assert_allclose(found - found[0], np.unwrap(rocker - rocker[0]), rtol=0, atol=1e-10)
    np.testing.assert_allclose(B[:, 0], 0.3 * np.cos(crank), rtol=0, atol=1e-12)


@pytest.mark.parametrize("sizes", [{}, {"crank": 0.04, "rod": 0.2, "offset": 0.02, "angle": 0.0}])
def test_slider_crank(sizes: dict) -> None:
    """x = r cos + sqrt(l^2 - (r sin - e)^2)."""
    r, l, e = (sizes.get(k, d) for k, d in (("crank", 0.05), ("rod", 0.16), ("offset", 0.0)))
    system = gallery.slider_crank(**sizes).compile(kernels=())
    drive = system.drive({"crank_pivot": lambda t: 2 * np.pi * t}, times=TURN)
    angle = sizes.get("angle", np.radians(30.0)) + 2 * np.pi * TURN
    x = r * np.cos(angle) + np.sqrt(l**2 - (r * np.sin(angle) - e) ** 2)
    np.testing.assert_allclose(np.asarray(drive["piston.position"])[:, 0], x, rtol=0, atol=1e-12)


@pytest.mark.parametrize("weight, spin", [(0.2, 150.0), (0.5, 80.0)])
def test_gyroscope_precesses_steadily(weight: float, spin: float) -> None:
    """At weight g arm/(C spin), with its axis level."""
    system = gallery.gyroscope(weight=weight, arm=0.2).compile(kernels=())
    rate = weight * 9.81 * 0.2 / (0.5 * 2.0 * 0.1**2 * spin)
    start = system.assemble(rates={"spin": spin, "precession": rate})
    run = system.simulate(start, until=0.5, rtol=1e-11, atol=1e-12)
    assert np.max(np.abs(run["nutation.angle"])) < 1e-9
    assert run["precession.angle"][-1] == pytest.approx(0.5 * rate, rel=1e-9)


def test_gyroscope_let_go_nods_and_precesses_on_average() -> None:
    run = run_of("gyroscope")
    mean = 0.2 * 9.81 * 0.16 / (0.5 * 2.0 * 0.1**2 * 150.0)
    assert run["precession.angle"][-1] == pytest.approx(3.0 * mean, rel=0.05)
    assert -0.1 < np.min(run["nutation.angle"]) < np.max(run["nutation.angle"]) < 0.1


def test_legs_of_the_stewart_platform() -> None:
    """The joints of every leg are as far apart as its coordinate says."""
    model = gallery.stewart_platform(base=0.8, top=0.4, height=0.9)
    system = model.compile(kernels=())
    shifts = {f"leg{k + 1}": 0.05 * np.cos(k) for k in range(6)}
    pose = system.poses(system.assemble(shifts).q)["platform"]
    for k in range(6):
        low = np.array(model.joint(f"fork{k + 1}").on_parent.position)
        corner = np.array(model.joint(f"ball{k + 1}").on_child.position)
        drawn = np.linalg.norm(np.add(corner, (0.0, 0.0, 0.9)) - low)
        length = np.linalg.norm(np.array(pose.rotation) @ corner + pose.position - low)
        assert length - drawn == pytest.approx(shifts[f"leg{k + 1}"], abs=1e-11)
        assert np.hypot(*low[:2]) == pytest.approx(0.8) and low[2] == 0.0


def test_delta_robot_does_not_turn_its_platform() -> None:
    """Its place is that of three spheres about the elbows, shifted by the platform's radius."""
    system = gallery.delta_robot(arm=0.3, rods=0.7).compile(kernels=())
    turns = {"M0": 0.2, "M1": -0.1, "M2": 0.3}
    pose = system.poses(system.assemble(turns).q)["platform"]
    np.testing.assert_allclose(np.array(pose.rotation), np.eye(3), rtol=0, atol=1e-11)
    for k, (turn, value) in enumerate(
        zip(np.arange(3) * 2 * np.pi / 3, turns.values(), strict=True)
    ):
        out = np.array([np.cos(turn), np.sin(turn), 0.0])
        below = np.radians(35.0) + value
        elbow = (0.3 - 0.1 + 0.3 * np.cos(below)) * out - (0.0, 0.0, 0.3 * np.sin(below))
        assert np.linalg.norm(pose.position - elbow) == pytest.approx(0.7, abs=1e-11), k


def test_governor_without_couplers_is_a_conical_pendulum() -> None:
    """Its arms keep their angle at the speed where weight and centrifugal load balance."""
    system = gallery.governor(stiffness=1e-6, damping=0.0).compile(kernels=())
    mass, com = 5.3, (0.15 + 5.0) / 5.3
    across = 0.3 * (1.0 + 1e-4) / 12 + 0.3 * (com - 0.5) ** 2 + 5.0 * (1.0 - com) ** 2
    below = np.radians(30.0)
    lever = mass * com * 0.05 * np.sin(below)
    lever += (mass * com**2 + across - 0.3e-4 / 6) * np.sin(below) * np.cos(below)
    speed = np.sqrt(mass * 9.81 * com * np.cos(below) / lever)
    q = np.zeros(4)
    v = np.array([0.0 if name != "shaft.rate" else speed for name in system.velocities])
    motion = system.accelerations(system.state(q, v))
    assert abs(float(np.ravel(motion["rodAC"])[0])) < 1e-5
    assert abs(float(np.ravel(motion["rodBD"])[0])) < 1e-5


def test_andrews_squeezer_with_other_lengths_closes() -> None:
    model = gallery.andrews_squeezer({"ss": 0.036, "zt": 0.041})
    gap = np.subtract(model.joint("E3").on_child.position, model.joint("B").on_child.position)
    assert np.linalg.norm(gap) == pytest.approx(0.036, abs=1e-15)
    gap = np.subtract(model.joint("G").on_parent.position, model.joint("A5").on_child.position)
    assert np.linalg.norm(gap) == pytest.approx(0.041, abs=1e-15)
    system = model.compile(kernels=())
    assert system.mobility().freedom == 1


def test_quick_return_strokes() -> None:
    """The tip of the rocker swings by 2 rocker crank / height of the crank's centre."""
    system = gallery.quick_return(crank=1.2, cutting=0.0).compile(kernels=())
    drive = system.drive({"crank_pivot": lambda t: 2 * np.pi * t}, times=np.linspace(0.0, 1.0, 361))
    tip = np.asarray(drive["coupler.position"]) * 2 - np.asarray(drive["slider.position"])
    assert np.ptp(tip[:, 0]) == pytest.approx(2 * 5.0 * 1.2 / 2.5, rel=1e-4)


@pytest.mark.parametrize(
    "build, sizes, what",
    [
        (gallery.four_bar, {"coupler": 0.05}, "coupler and rocker"),
        (gallery.slider_crank, {"rod": 0.02}, "rod"),
        (gallery.spatial_slider_crank, {"rod": 0.2}, "rod"),
        (gallery.jansen_leg, {"lengths": {"q": 1.0}}, "length 'q'"),
        (gallery.andrews_squeezer, {"lengths": {"zz": 1.0}}, "length 'zz'"),
        (gallery.peaucellier, {"short": 0.1}, "long and short bars"),
    ],
)
def test_impossible_sizes_are_refused(build, sizes: dict, what: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(ModelError) as caught:
        build(**sizes)
    (problem,) = caught.value.problems
    assert problem.code in ("M04", "M09") and problem.element == what

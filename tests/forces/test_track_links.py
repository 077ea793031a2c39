"""Links of a track: wheels on faces, pins on teeth; momentum, power, potential, what is refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import sarrus
from sarrus.errors import ModelError
from sarrus.model.forces import TrackLinks

P, TEETH, STRAIGHT, FACE = 0.2, 8, 3, 0.02
R = 0.5 * P / np.sin(np.pi / TEETH)
RIM = R * np.cos(np.pi / TEETH) - FACE
"""Radius of an idler on which the faces of the links lie by their middles."""
N = TEETH + 2 * STRAIGHT
APART = STRAIGHT * P
LINKS = [f"l{k}" for k in range(N)]


def pin_places() -> np.ndarray:
    """Pins of a track around a sprocket at the origin and an idler at x = APART, x and z.

    Back along the lower run, up at the sprocket, ahead above: about +y.
    """
    step = 2.0 * np.pi / TEETH
    rear = [np.pi + 0.5 * np.pi - step * k for k in range(TEETH // 2 + 1)]
    places = [(APART - P * k, -R) for k in range(STRAIGHT)]
    places += [(R * np.cos(a), R * np.sin(a)) for a in rear]
    places += [(P * (k + 1), R) for k in range(STRAIGHT - 1)]
    places += [(APART - R * np.cos(a), -R * np.sin(a)) for a in rear[:-1]]
    return np.array(places)


def bodies(m: sarrus.Mechanism, mass: float = 5.0) -> np.ndarray:
    """Add links, idler and sprocket as bodies, and return the pins."""
    pins = pin_places()
    for k, name in enumerate(LINKS):
        (ax, az), (bx, bz) = pins[k], pins[(k + 1) % N]
        tilt = np.arctan2(-(bz - az), bx - ax)
        m.body(name, mass, (0, 0, 0), (0.02,) * 3, at=(0.5 * (ax + bx), 0, 0.5 * (az + bz)),
               rpy=(0.0, tilt, 0.0))  # fmt: skip
    m.body("idler", 20.0, (0, 0, 0), (0.5,) * 3, at=(APART, 0, 0))
    m.body("sprocket", 20.0, (0, 0, 0), (0.5,) * 3)
    return pins


def hold(m: sarrus.Mechanism, base: str = "ground") -> None:
    """Let every part move freely in the plane, each about its own place."""
    pins = pin_places()
    middles = 0.5 * (pins + np.roll(pins, -1, axis=0))
    for name, (x, z) in zip(LINKS, middles, strict=True):
        m.planar(name, base, name, at=(x, 0, z), axis="y")
    m.planar("idler", base, "idler", at=(APART, 0, 0), axis="y")
    m.planar("sprocket", base, "sprocket", at=(0, 0, 0), axis="y")


def add_links(m: sarrus.Mechanism, **options: Any) -> None:
    m.track_links("track", LINKS, **{  # type: ignore[arg-type]
        "first": (-0.5 * P, 0, 0), "second": (0.5 * P, 0, 0), "face": FACE,
        "wheels": [("idler", (APART, 0, 0), RIM)], "sprocket": "sprocket", "at": (0, 0, 0),
        "teeth": TEETH, "tooth": 0.06, "gap": (0, 0, -1), "k": 4e5, "tooth_k": 6e5, **options,
    })  # fmt: skip


def loose(**options: Any) -> sarrus.System:
    """All parts free in the plane of a base that is free in space: any motion is allowed."""
    m = sarrus.Mechanism("loose", (0, 0, 0))
    m.body("base", 100.0, (0, 0, 0), (30.0,) * 3)
    m.free("base", m.ground, "base", at=(0, 0, 0))
    bodies(m)
    hold(m, "base")
    add_links(m, base="base", **options)
    return m.build().compile(kernels=())


def chained(hull: str = "planar", **options: Any) -> sarrus.System:
    """The links with pins between them, idler and sprocket in a hull, nothing else."""
    m = sarrus.Mechanism("chained", (0, 0, 0))
    m.body("hull", 200.0, (0, 0, 0), (30.0,) * 3, at=(0.5 * APART, 0, 0.1))
    if hull == "planar":
        m.planar("hull", m.ground, "hull", at=(0, 0, 0), axis="y")
    else:
        m.free("hull", m.ground, "hull", at=(0, 0, 0))
    pins = bodies(m)
    m.revolute("idler", "hull", "idler", at=(APART, 0, 0), axis="y")
    m.revolute("sprocket", "hull", "sprocket", at=(0, 0, 0), axis="y")
    m.planar("track", "hull", LINKS[0], at=(APART, 0, -R), axis="y")
    for k, (x, z) in enumerate(pins):
        add = m.point_on_line if k == N // 2 else m.revolute
        add(f"p{k}", LINKS[k - 1], LINKS[k], at=(x, 0, z), axis="y")
    add_links(m, base="hull", **options)
    return m.build().compile()


def test_loads_sum_to_zero_and_their_power_is_in_the_ledger() -> None:
    """At random states in space: forces, moments, and the slope of what is stored."""
    system, rng = loose(a=0.3, mu=0.4), np.random.default_rng(3)
    names = ("base", *LINKS, "idler", "sprocket")
    for _ in range(4):
        q = system.add(system.neutral(), 0.012 * rng.normal(size=system.nv))
        v = 0.5 * rng.normal(size=system.nv)
        h = 1e-7
        states = [system.state(system.add(q, x * v), v) for x in (-h, 0.0, h)]
        before, at, after = (system.simulate(s, until=1e-12) for s in states)
        moved = [n for n in names if f"track.{n}.force" in at.history]
        assert set(moved) >= {*LINKS, "idler", "sprocket"}
        force, moment = np.zeros(3), np.zeros(3)
        for n in moved:
            F = np.asarray(at[f"track.{n}.force"][0])
            arm = np.asarray(at[f"{n}.position"][0])
            force = force + F
            moment = moment + np.asarray(at[f"track.{n}.moment"][0]) + np.cross(arm, F)
        scale = float(np.max(np.abs(at["track.sprocket.force"][0])))
        assert scale > 1e3
        assert np.max(np.abs(force)) < 1e-10 * scale
        # parts of the base that lie in its plane have loads of it alone
        assert np.max(np.abs(moment)) < 1e-9 * scale
        stored = (float(after["track.potential"][0]) - float(before["track.potential"][0])) / (
            2 * h
        )
        heat = float(at["track.dissipation"][0])
        assert heat > 0.0
        power = float(at["track.power"][0])
        assert power == pytest.approx(-heat - stored, abs=1e-4 * (abs(heat) + abs(stored)))


def test_the_potential_is_that_of_a_second_description() -> None:
    """Teeth by the angle itself, shares by the lengths, all in plain numbers."""
    system, rng = loose(patch=0.15), np.random.default_rng(4)
    for _ in range(3):
        q = system.add(system.neutral(), 0.015 * rng.normal(size=system.nv))
        run = system.simulate(system.state(q, np.zeros(system.nv)), until=1e-12)
        X = {n: (np.asarray(at.position), np.asarray(at.rotation))
             for n, at in system.poses(q).items()}  # fmt: skip
        R_base = X["base"][1]
        e1, e2 = R_base[:, 0], -R_base[:, 2]  # e1 x e2 is y of the base

        def flat(r: np.ndarray, e1: np.ndarray = e1, e2: np.ndarray = e2) -> np.ndarray:
            return np.array([e1 @ r, e2 @ r])

        a = np.array([flat(X[n][0] + X[n][1] @ (-0.5 * P, 0, 0)) for n in LINKS])
        b = np.array([flat(X[n][0] + X[n][1] @ (0.5 * P, 0, 0)) for n in LINKS])
        t = (b - a) / P
        n_in = np.stack([-t[:, 1], t[:, 0]], axis=1)
        c, s = flat(X["idler"][0]), flat(X["sprocket"][0])
        depth = np.maximum(RIM + FACE - np.sum((c - a) * n_in, axis=1), 0.0)
        along = np.sum((c - a) * t, axis=1)
        full = np.sin(np.arctan(0.5 * P / (RIM + FACE)))

        def ramp(x: float) -> float:
            x = min(max(x, 0.0), 1.0)
            return x * x * (3 - 2 * x)

        stored = 0.0
        for i in range(N):

            def at_pin(j: int, first: bool, t: np.ndarray = t, along: np.ndarray = along,
                       full: float = full) -> float:  # fmt: skip
                bend = ramp((t[j - 1][0] * t[j][1] - t[j - 1][1] * t[j][0]) / full)
                u, v = P - along[j - 1], along[j]
                own, other = (v, u) if first else (u, v)
                return ramp(0.5 + (0.5 * (own - other) + bend * 0.5 * (own + other)) / 0.15)

            share = at_pin(i, True) * at_pin((i + 1) % N, False)
            stored += 0.5 * 4e5 * share * depth[i] ** 2
        gap = flat(X["sprocket"][1] @ (0, 0, -1))
        for pin in a - s:
            angle = np.arctan2(gap[0] * pin[1] - gap[1] * pin[0], gap @ pin)
            bowl = np.sqrt(np.sin(0.5 * TEETH * angle) ** 2 + 0.2**2) - 0.2
            curve = R + 0.06 * bowl / (np.sqrt(1.04) - 0.2)
            stored += 0.5 * 6e5 * max(curve - np.hypot(*pin), 0.0) ** 2
        assert float(run["track.potential"][0]) == pytest.approx(stored, rel=1e-9)
        assert stored > 1.0


def test_in_free_space_momentum_is_kept_and_the_torque_is_all_the_work() -> None:
    system = chained(a=0.2, mu=0.5)
    start = system.assemble()
    run = system.simulate(
        start, until=0.3, every=0.02, inputs={"sprocket": "200*(1 - exp(-t/0.02))"}, rtol=1e-8
    )
    assert abs(run["sprocket.rate"][-1]) > 2.0
    linear = np.asarray(run["momentum.linear"])
    spin = np.asarray(run["momentum.angular"])
    size = 70.0 * 5.0  # kg m/s of the links
    assert np.max(np.abs(linear)) < 1e-7 * size
    assert np.max(np.abs(spin)) < 1e-7 * size
    assert run.energy_error < 1e-5
    assert run["sprocket.rate"][-1] * run["idler.rate"][-1] > 0.0


def test_a_wheel_on_a_straight_run_is_carried_by_one_stiffness_everywhere() -> None:
    """A roller along the lower run: the sum of the shares is 1, on links and over pins."""
    m = sarrus.Mechanism("row", (0, 0, 0))
    bodies(m)
    m.body("roller", 1.0, (0, 0, 0), (1.0,) * 3, at=(0.3 * APART, 0, -R + FACE + 0.1))
    hold(m)
    m.planar("roller", m.ground, "roller", at=(0, 0, 0), axis="y")
    roller = ("roller", (0.3 * APART, 0, -R + FACE + 0.1), 0.1)
    add_links(m, wheels=[("idler", (APART, 0, 0), RIM), roller], k=[4e5, 3e5])
    system = m.build().compile(kernels=())
    low = system.velocities_of({"roller.vy": 1.0})
    down = -0.004 * np.sign(float(system.simulate(
        system.state(system.add(system.neutral(), 0.004 * low), np.zeros(system.nv)), until=1e-12
    )["roller.position"][0][2] + R - FACE - 0.1))  # fmt: skip
    for x in np.linspace(-0.06, 0.28, 13):
        move = down * low + x * system.velocities_of({"roller.vx": 1.0})
        state = system.state(system.add(system.neutral(), move), np.zeros(system.nv))
        run = system.simulate(state, until=1e-12)
        assert float(run["track.load2"][0]) == pytest.approx(3e5 * 0.004, rel=1e-9)
        np.testing.assert_allclose(run["track.roller.force"][0], (0, 0, 1200.0), atol=1e-6)


def test_a_pin_that_is_pushed_up_under_a_wheel_still_carries_it() -> None:
    """Links that bend away from a wheel: their shares stay, they are pushed back."""
    system = loose()
    run = system.simulate(system.state(system.neutral(), np.zeros(system.nv)), until=1e-12)
    assert float(run["track.load1"][0]) == pytest.approx(0.0, abs=1e-6)  # just touches
    # the first pin of the lower run moves in by 3 cm: two links lean on it
    q = system.neutral()
    for name, sign in ((LINKS[-1], 1.0), (LINKS[0], -1.0)):
        v = system.velocities_of({f"{name}.rate": sign * 0.15})
        q = system.add(q, v)
    run = system.simulate(system.state(q, np.zeros(system.nv)), until=1e-12)
    assert float(run["track.load1"][0]) > 100.0


def test_pins_are_held_by_teeth_as_belt_friction_holds_a_belt() -> None:
    """A locked sprocket: the ratio of tensions over it, and that of its flanks.

    Without friction each pin is pushed along the normal of the curve: the difference of tension
    over the sum that presses is at most the steepest slope r'/r of the curve there.
    """
    system = chained()
    run = system.simulate(system.assemble(), until=1.0, step=2e-4, every=0.05, method="euler",
                          locked=["sprocket", "hull"], inputs={"idler": 30.0})  # fmt: skip
    track = next(f for f in system.model.forces if isinstance(f, TrackLinks))
    assert np.all(np.isfinite(run["track.torque"]))
    b = 0.2
    angle = np.linspace(0.0, np.pi / TEETH, 2000)
    curve = track.pitch_radius + 0.06 * (np.sqrt(np.sin(0.5 * TEETH * angle) ** 2 + b * b) - b) / (
        np.sqrt(1 + b * b) - b
    )
    steepest = float(np.max(np.gradient(curve, angle) / curve))
    torque, push = np.asarray(run["track.torque"]), np.asarray(run["track.push"])
    assert np.all(np.abs(torque) <= steepest * track.pitch_radius * 1.1 * push + 1e-9)


@pytest.mark.parametrize(
    ("change", "code", "where"),
    [
        ({"links": ["l0", "l1"]}, "M25", "links"),
        ({"links": ["l0", "l1", "nobody"]}, "M09", "links[2]"),
        ({"links": ["l0", "l1", "l1", "l2"]}, "M28", "links"),
        ({"links": LINKS[::-1]}, "M04", None),
        ({"second": (-0.5 * P, 0, 0)}, "M04", "second"),
        ({"wheels": [("idler", (APART, 0.1, 0), RIM)]}, "M04", "wheels[0]"),
        ({"wheels": [("idler", (APART, 0, 0), -RIM)]}, "M04", "wheels[0]"),
        ({"wheels": [("idler", (APART, 0, -2 * R), RIM)]}, "M04", "wheels[0]"),
        ({"wheels": []}, "M25", "wheels"),
        ({"k": [1e5, 2e5]}, "M25", "k"),
        ({"k": [-1e5]}, "M04", "k"),
        ({"teeth": 8.5}, "M04", "teeth"),
        ({"patch": 0.3}, "M04", "patch"),
        ({"tooth": 0.0}, "M04", "tooth"),
        ({"mu": -0.1}, "M04", "mu"),
    ],
)  # fmt: skip
def test_what_is_refused(change: dict[str, Any], code: str, where: str | None) -> None:
    m = sarrus.Mechanism("refused", (0, 0, 0))
    bodies(m)
    hold(m)
    links = change.pop("links", LINKS)
    with pytest.raises(ModelError) as caught:
        m.track_links("track", links, **{  # type: ignore[arg-type]
            "first": (-0.5 * P, 0, 0), "second": (0.5 * P, 0, 0), "face": FACE,
            "wheels": [("idler", (APART, 0, 0), RIM)], "sprocket": "sprocket", "at": (0, 0, 0),
            "teeth": TEETH, "tooth": 0.06, "gap": (0, 0, -1), "k": 4e5, "tooth_k": 6e5, **change,
        })  # fmt: skip
        m.build()
    found = {(p.code, p.element.rpartition(" / ")[2]) for p in caught.value.problems}
    assert (code, where) in found if where else any(c == code for c, _ in found)


def test_it_goes_through_a_model_file_and_a_mirror(tmp_path: Any) -> None:
    m = sarrus.Mechanism("side", (0, 0, 0))
    bodies(m)
    hold(m)
    add_links(m, k=[3e5], a="0.2 s/m")
    model = m.build()
    file = tmp_path / "links.yaml"
    sarrus.save(model, file)
    assert sarrus.load(file).forces == model.forces
    host = sarrus.Mechanism("two", (0, 0, 0))
    host.add("left", model, at=(0, 1, 0))
    host.add("right", model, at=(0, -1, 0), mirror=True)
    both = host.build().compile(kernels=())
    state = both.state(both.neutral(), 0.1 * np.ones(both.nv))
    run = both.simulate(state, until=1e-12)
    assert float(run["left.track.potential"][0]) == pytest.approx(
        float(run["right.track.potential"][0]), abs=1e-9
    )

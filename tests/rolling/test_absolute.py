"""The solver in absolute coordinates itself: identities, and motions known in closed form."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.linalg import expm

from rolling import closed_forms
from rolling.absolute import GROUND, Motor, Profile, Slide, World, rotation, unit

DISC = {"m": 2.0, "R": 0.3, "A": 2.0 * 0.3**2 / 4.0, "C": 2.0 * 0.3**2 / 2.0}
HILL = Profile(
    lambda s: 0.05 * np.sin(3.0 * s), lambda s: 0.15 * np.cos(3.0 * s),
    lambda s: -0.45 * np.sin(3.0 * s),
)  # fmt: skip


def disc_world(lean: float = 0.0, **more: object) -> World:
    """A disc whose axis is y, leaning about x; it rolls along x."""
    world = World()
    axis = np.array([0.0, np.cos(lean), np.sin(lean)])
    up = np.array([0.0, -np.sin(lean), np.cos(lean)])
    J = DISC["A"] * np.eye(3) + (DISC["C"] - DISC["A"]) * np.outer(axis, axis)
    center = DISC["R"] * up
    world.body("disc", DISC["m"], center, J)
    world.rolling("touch", "disc", radius=DISC["R"], center=center, axis=axis, **more)
    return world


def all_kinds() -> World:
    """A world with every kind of row; contacts on ground and a moving deck, plane and road."""
    world = World()
    world.body("deck", 5.0, (0.1, 0.0, -0.2), (1.0, 1.2, 1.5))
    world.body("cart", 3.0, (0.2, 0.1, 0.4), (0.2, 0.3, 0.25))
    world.body("wheel", 1.0, (0.0, 0.3, 0.25), (0.02, 0.03, 0.02))
    world.body("ball", 1.5, (0.8, 0.2, 0.2), (0.02, 0.02, 0.02))
    world.body("arm", 0.5, (0.4, 0.6, 0.9), (0.02, 0.03, 0.02))
    world.revolute("hub", "cart", "wheel", (0.0, 0.3, 0.25), (0.1, 1.0, 0.2))
    world.universal("cross", "cart", "arm", (0.3, 0.3, 0.7), (1, 0, 0), (0, 1, 0))
    world.prismatic("rail", "cart", "ball", (0.8, 0.2, 0.2), (0.0, 0.1, 1.0))
    world.cylindrical("tube", GROUND, "deck", (0, 0, 0), (0.2, 0.1, 1.0))
    world.ball("socket", "arm", "deck", (0.5, 0.8, 1.0))
    world.rod("rod", "deck", "arm", (0.0, 0.0, 0.0), (0.2, 0.9, 1.1))
    world.motor("motor", GROUND, "deck", (0.2, 0.1, 1.0), 0.7)
    kinds = {"on": "deck", "normal": (0.1, -0.2, 1.0), "along": (1.0, 0.3, 0.0)}
    wheel = {"radius": 0.25, "center": (0.0, 0.3, 0.25), "axis": (0.1, 1.0, 0.2)}
    world.rolling("knife", "wheel", **wheel, **kinds)
    world.rolling("crown", "wheel", crown=0.1, **wheel, **kinds)
    world.rolling("bumps", "wheel", crown=0.1, road=HILL, **wheel, **kinds)
    world.rolling("edge", "wheel", road=HILL, **wheel)
    world.rolling("ball", "ball", radius=0.2, center=(0.8, 0.2, 0.2), **kinds)
    world.rolling("up", "ball", radius=0.2, center=(0.8, 0.2, 0.2), road=HILL)
    world.blade("blade", "cart", (0.4, 0.1, 0.4), (0, 1, 0))
    return world


def test_rows_are_derivatives_of_gaps_and_bias_of_rows() -> None:
    """Central differences along a random motion; at contacts this holds where the gap is closed."""
    world, random = all_kinds(), np.random.default_rng(4)
    x = world.start()
    x[:, 3:] += 0.1 * random.normal(size=(world.n, 4))
    x[:, :3] += 0.05 * random.normal(size=(world.n, 3))
    x = World.closed(_without(world, ("knife", "edge", "up")), x)
    V, h = random.normal(size=(world.n, 6)), 1e-5
    ends = [x + s * h * world.rates(x, V) + 0.5 * h**2 * _second(world, x, V) for s in (1.0, -1.0)]
    for name, rows in world.rows.items():
        one = _only(world, name)
        G = one.matrix(x)[0]
        speeds = [one.matrix(end)[0] @ V.ravel() for end in ends]
        np.testing.assert_allclose(
            (speeds[0] - speeds[1]) / (2.0 * h), one.bias(x, V), rtol=0, atol=2e-8, err_msg=name
        )
        # Rows of contacts on a plane are those of the gap everywhere, on a road where they touch.
        if rows.held and name not in ("edge", "up"):
            rates = (one.gaps(ends[0]) - one.gaps(ends[1])) / (2.0 * h)
            np.testing.assert_allclose(
                rates, (G @ V.ravel())[: rows.held], rtol=0, atol=2e-8, err_msg=name
            )


def _second(world: World, x: np.ndarray, V: np.ndarray) -> np.ndarray:
    h = 1e-4
    return (world.rates(x + h * world.rates(x, V), V) - world.rates(x, V)) / h


def _only(world: World, name: str) -> World:
    return World(world.gravity, world.names, world.masses, world.coms, world.inertias,
                 {name: world.rows[name]})  # fmt: skip


def _without(world: World, names: tuple[str, ...]) -> World:
    rows = {name: rows for name, rows in world.rows.items() if name not in names}
    return World(world.gravity, world.names, world.masses, world.coms, world.inertias, rows)


def test_road_without_height_is_a_plane() -> None:
    flat = Profile(lambda s: 0.0 * s, lambda s: 0.0 * s, lambda s: 0.0 * s)
    random = np.random.default_rng(1)
    for more in ({}, {"crown": 0.1}):
        worlds = [disc_world(0.4, road=road, **more) for road in (None, flat)]
        V = random.normal(size=(1, 6))
        x = worlds[0].start() + 0.05 * random.normal(size=(1, 7))
        np.testing.assert_allclose(*[w.gaps(x) for w in worlds], rtol=0, atol=1e-15)
        np.testing.assert_allclose(*[w.matrix(x)[0] for w in worlds], rtol=0, atol=1e-14)
        np.testing.assert_allclose(*[w.bias(x, V) for w in worlds], rtol=0, atol=1e-13)


@pytest.mark.parametrize("lean, precession", [(0.3, 1.5), (-0.6, 2.5), (1.2, -6.0)])
def test_disc_in_steady_motion(lean: float, precession: float) -> None:
    world = disc_world(lean)
    w3 = closed_forms.steady_spin(lean, precession, **DISC)
    axis = world.rows["touch"].axis
    # The component of the precession along the axis is part of w3.
    omega = precession * np.array([0, 0, 1.0]) + (w3 - precession * axis[2]) * axis
    V = np.concatenate([np.cross(omega, world.coms[0]), omega])[None]
    np.testing.assert_allclose(world.allowed(world.start(), V), V, atol=1e-14)
    run = world.run([0.0, 0.5], world.start(), V)
    x, V = run[-1]
    now = rotation(x[0, 3:]) @ axis
    turned = precession * 0.5
    expected = [-np.cos(lean) * np.sin(turned), np.cos(lean) * np.cos(turned), np.sin(lean)]
    np.testing.assert_allclose(now, expected, rtol=0, atol=1e-10)
    np.testing.assert_allclose(x[0, 2], DISC["R"] * np.cos(lean), rtol=0, atol=1e-12)
    span = np.linalg.norm(x[0, :2] - world.coms[0][:2])
    radius = closed_forms.steady_radius(lean, precession, w3, DISC["R"])
    assert span == pytest.approx(2.0 * radius * abs(np.sin(0.5 * turned)), rel=1e-9)


@pytest.mark.parametrize("factor", [0.8, 1.5])
def test_disc_that_rolls_straight_on(factor: float) -> None:
    """A small lean swings with the frequency of the linear theory, or grows."""
    v = factor * closed_forms.coin_limit(**DISC)
    w = closed_forms.coin_frequency(v, **DISC)
    world, tiny, until = disc_world(1e-6), 1e-6, 0.4
    # A yaw + C spin lean is constant; with 0 the lean swings about upright.
    spin = v / DISC["R"]
    omega = [0.0, spin, spin * tiny * (1.0 - DISC["C"] / DISC["A"])]
    V = np.concatenate([np.cross(omega, world.coms[0]), omega])[None]
    x, _ = world.run([0.0, until], world.start(), world.allowed(world.start(), V))[-1]
    assert np.isclose(v**2, factor**2 * 9.81 * DISC["R"] / 3.0)
    axis = rotation(x[0, 3:]) @ world.rows["touch"].axis
    assert axis[2] / tiny == pytest.approx((np.cos(w * until)).real, abs=1e-5)


@pytest.mark.parametrize("ratio, pull", [(2.0 / 3.0, 0.0), (0.4, 0.2)])
def test_ball_on_a_turntable(ratio: float, pull: float) -> None:
    """Circles with 2/7 (thin shell: 2/5) of its rate; a tilt makes them drift across the slope."""
    m, R, rate = 0.5, 0.1, 3.0
    world = World((9.81 * np.sin(pull), 0.0, -9.81 * np.cos(pull)))
    world.body("table", 10.0, (0, 0, -0.1), (1.0, 1.0, 2.0))
    world.body("ball", m, (0.5, 0.1, R), (ratio * m * R**2,) * 3)
    world.revolute("axle", GROUND, "table", (0, 0, 0), (0, 0, 1))
    world.motor("motor", GROUND, "table", (0, 0, 1), rate)
    world.rolling("touch", "ball", radius=R, center=(0.5, 0.1, R), on="table")
    assert world.freedoms(world.start()) == (6, 3)
    x, V = world.start(), np.zeros((2, 6))
    V[1, :3] = [0.2, -0.1, 0.0]
    V[0, 5] = rate
    table = rate * np.array([-0.1, 0.5])
    # No slip: v + omega x (-R e_z) is the velocity of the table.
    V[1, 3:] = [(table[1] - V[1, 1]) / R, (V[1, 0] - table[0]) / R, 0.4]
    np.testing.assert_allclose(world.allowed(x, V), V, atol=1e-13)
    times = np.linspace(0.0, 1.0, 3)
    path = np.array([x[1, :2] for x, _ in world.run(times, x, V)])
    known = closed_forms.turntable_path(
        times, x[1, :2], V[1, :2], rate, ratio, np.array([9.81 * np.sin(pull), 0.0])
    )
    np.testing.assert_allclose(path, known, rtol=0, atol=1e-9)
    assert closed_forms.turntable_fraction(0.4) == pytest.approx(2 / 7)
    assert closed_forms.turntable_fraction(2 / 3) == pytest.approx(2 / 5)


def blade_world(a: float, slope: float = 0.0) -> World:
    """A body that slides on the plane, with a blade at the origin along its x, com at (a, 0)."""
    world = World((9.81 * np.sin(slope), 0.0, -9.81 * np.cos(slope)))
    world.body("sleigh", 2.0, (a, 0, 0), (0.1, 0.1, 0.3))
    world.planar("ice", GROUND, "sleigh", (0, 0, 0), (0, 0, 1))
    world.blade("blade", "sleigh", (0, 0, 0), (0, 1, 0))
    return world


def test_sleigh() -> None:
    a, u, w = 0.25, -1.0, 1.2
    world = blade_world(a)
    V = np.array([[u, a * w, 0, 0, 0, w]])
    assert world.freedoms(world.start()) == (3, 2)
    times = np.linspace(0.0, 3.0, 4)
    run = world.run(times, world.start(), V)
    known = closed_forms.sleigh(times, 2.0, 0.3, a, u, w)
    for k, (x, V) in enumerate(run):
        forward = rotation(x[0, 3:])[:, 0]
        assert forward @ V[0, :3] == pytest.approx(known[0][k], abs=1e-10)
        assert V[0, 5] == pytest.approx(known[1][k], abs=1e-10)
        assert world.energy(x, V) == pytest.approx(world.energy(*run[0]), rel=1e-11)
    # All of its turn from backward to forward gliding.
    long = closed_forms.sleigh(np.linspace(-60.0, 60.0, 200001), 2.0, 0.3, a, 0.0, w)[1]
    assert np.trapezoid(long, dx=120.0 / 200000) == pytest.approx(
        closed_forms.sleigh_whole_turn(2.0, 0.3, a), rel=1e-9
    )


def test_blade_on_an_incline() -> None:
    slope, turning = 0.2, 1.7
    world, times = blade_world(0.0, slope), np.linspace(0.0, 3.0, 4)
    run = world.run(times, world.start(), np.array([[0, 0, 0, 0, 0, turning]]))
    path = np.array([x[0, :2] for x, _ in run])
    known = closed_forms.blade_on_incline(times, slope, turning)
    np.testing.assert_allclose(path, known, rtol=0, atol=1e-10)


def test_disc_on_an_incline_and_its_grip() -> None:
    slope = 0.3
    world = disc_world()
    world.gravity = (9.81 * np.sin(slope), 0.0, -9.81 * np.cos(slope))
    Vdot, _ = world.solve(0.0, world.start(), np.zeros((1, 6)))
    pull = closed_forms.incline_acceleration(slope, DISC["m"], DISC["R"], DISC["C"])
    assert Vdot[0, 0] == pytest.approx(pull, rel=1e-13)
    grip = world.grips(0.0, world.start(), np.zeros((1, 6)))["touch"]
    assert grip.normal == pytest.approx(DISC["m"] * 9.81 * np.cos(slope), rel=1e-13)
    needed = closed_forms.incline_grip(slope, DISC["m"], DISC["R"], DISC["C"])
    assert grip.needed == pytest.approx(needed, rel=1e-13)


def test_snakeboard() -> None:
    """With its rotor and both axles moved as given; here at constant rates."""
    half, rotor, board, axle = 0.2, 0.01, 0.05, 0.002
    m = (board + rotor + 2.0 * axle) / half**2
    world = World()
    world.body("board", m - 0.9, (0, 0, 0), (0.1, 0.1, board - 2 * 0.2 * half**2))
    world.body("rotor", 0.5, (0, 0, 0), (0.1, 0.1, rotor))
    for name, x in (("front", half), ("rear", -half)):
        world.body(name, 0.2, (x, 0, 0), (0.1, 0.1, axle))
        world.revolute(f"{name}_pin", "board", name, (x, 0, 0), (0, 0, 1))
        world.blade(name, name, (x, 0, 0), (0, 1, 0))
    world.revolute("post", "board", "rotor", (0, 0, 0), (0, 0, 1))
    world.planar("ice", GROUND, "board", (0, 0, 0), (0, 0, 1))
    z = np.array([0.0, 0.0, 1.0])
    world.rows["turn"] = Motor("board", "rotor", z, lambda t: 4.0 * np.sin(3.0 * t),
                               lambda t: 12.0 * np.cos(3.0 * t))  # fmt: skip
    for name, sign in (("front", 1.0), ("rear", -1.0)):
        world.motor(f"{name}_steer", "board", name, z, sign * 0.5)
    assert world.freedoms(world.start())[0] == 6
    x = world.start()
    run = world.run([0.0, 0.7, 1.4], x, world.allowed(x, np.zeros((4, 6))))
    for t, (x, V) in zip((0.7, 1.4), run[1:], strict=True):
        known = closed_forms.snakeboard_speed(
            t, m, half, m * half**2, rotor, lambda t: 0.5 * t, lambda t: 12.0 * np.cos(3.0 * t)
        )
        assert rotation(x[0, 3:])[:, 0] @ V[0, :3] == pytest.approx(known, rel=1e-9)


def test_energy_is_kept_on_a_road_and_with_redundant_contacts() -> None:
    """A trolley of a crowned wheel and a ball on a hill; a second contact says the same."""
    world = World()
    world.body("wheel", 1.0, (0.0, 0.0, 0.0), (0.02, 0.03, 0.02))
    start = Profile(lambda s: 0.05 * np.sin(3 * s) - 0.25, HILL.slope, HILL.bend)
    for name in ("first", "second"):
        world.rolling(name, "wheel", radius=0.25, center=(0, 0, 0), axis=(0, 1, 0.1), crown=0.05,
                      road=start)  # fmt: skip
    x = world.closed(world.start())
    V = world.allowed(x, np.array([[1.5, 0.1, 0.0, 0.2, 3.0, 0.3]]))
    assert world.freedoms(x) == (5, 3)
    run = world.run([0.0, 0.8], x, V)
    assert np.linalg.norm(run[1][0][0, :3] - x[0, :3]) > 0.3
    assert world.energy(*run[1]) == pytest.approx(world.energy(*run[0]), rel=1e-10)
    both = world.grips(0.0, *run[1])
    alone = _without(world, ("second",)).grips(0.0, *run[1])
    np.testing.assert_allclose(both["first"].force + both["second"].force, alone["first"].force,
                               rtol=1e-10)  # fmt: skip


def test_differential_drive() -> None:
    R, track, left, right = 0.1, 0.5, 4.0, 6.0
    speed, turning = closed_forms.differential_drive(left, right, R, track)
    world = World()
    world.body("robot", 5.0, (-0.1, 0, 0.15), (0.1, 0.1, 0.1))
    for name, y, rate in (("left", 0.25, left), ("right", -0.25, right)):
        world.body(name, 0.3, (0, y, R), (0.001, 0.002, 0.001))
        world.revolute(f"{name}_hub", "robot", name, (0, y, R), (0, 1, 0))
        world.rolling(name, name, radius=R, center=(0, y, R), axis=(0, 1, 0))
        world.motor(f"{name}_motor", "robot", name, (0, 1, 0), rate)
    # A castor that slides: a point of the robot in the plane of the floor.
    world.rows["castor"] = Slide(GROUND, "robot", np.zeros(3), np.array([-0.1, 0.0, -0.15]),
                                 np.array([0.0, 0.0, 1.0]))  # fmt: skip
    x = world.start()
    V = world.allowed(x, np.zeros((3, 6)))
    np.testing.assert_allclose(V[0, [0, 5]], [speed, turning], rtol=1e-12)
    x, _ = world.run([0.0, 1.0], x, V)[-1]
    heading = rotation(x[0, 3:])[:, 0]
    np.testing.assert_allclose(heading, [np.cos(turning), np.sin(turning), 0], atol=1e-10)
    middle = 0.5 * (x[1, :3] + x[2, :3])
    arc = speed / turning * np.array([np.sin(turning), 1.0 - np.cos(turning)])
    np.testing.assert_allclose(middle[:2], arc, rtol=0, atol=1e-9)


def test_units() -> None:
    assert np.linalg.norm(unit((3.0, 4.0, 0.0))) == 1.0


def bicycle_world() -> World:
    """The bicycle of the benchmark in its own axes: x forward, y right, z down."""
    world = World((0.0, 0.0, 9.81))
    world.body("frame", 85.0, (0.3, 0, -0.9), [[9.2, 0, 2.4], [0, 11.0, 0], [2.4, 0, 2.8]])
    fork = [[0.05892, 0, -0.00756], [0, 0.06, 0], [-0.00756, 0, 0.00708]]
    world.body("fork", 4.0, (0.9, 0, -0.7), fork)
    world.body("rear", 2.0, (0, 0, -0.3), (0.0603, 0.12, 0.0603))
    world.body("front", 3.0, (1.02, 0, -0.35), (0.1405, 0.28, 0.1405))
    tilt = np.pi / 10.0
    world.revolute("steer", "frame", "fork", (1.1, 0, 0), (np.sin(tilt), 0, np.cos(tilt)))
    world.revolute("rear_hub", "frame", "rear", (0, 0, -0.3), (0, 1, 0))
    world.revolute("front_hub", "fork", "front", (1.02, 0, -0.35), (0, 1, 0))
    for name, center, R in (("rear", (0, 0, -0.3), 0.3), ("front", (1.02, 0, -0.35), 0.35)):
        world.rolling(f"{name}_contact", name, radius=R, center=center, axis=(0, 1, 0),
                      normal=(0, 0, -1))  # fmt: skip
    return world


def test_bicycle_against_its_linear_equations() -> None:
    """A small lean rate at 5 m/s; the bench's eigenvalues are those of the matrix."""
    v, tiny = 5.0, 1e-5
    A = closed_forms.bicycle_matrix(v)
    eigenvalues = np.sort_complex(np.linalg.eigvals(A))
    known = [-14.0783896928, -0.7753418822 - 4.4648677138j, -0.7753418822 + 4.4648677138j,
             -0.3228664290]  # fmt: skip
    np.testing.assert_allclose(eigenvalues, known, rtol=0, atol=1e-9)
    for speed in (closed_forms.WEAVE, closed_forms.CAPSIZE):
        least = np.min(np.abs(np.linalg.eigvals(closed_forms.bicycle_matrix(speed)).real))
        assert least < 1e-12
    world = bicycle_world()
    x = world.start()
    assert world.freedoms(x) == (7, 3)
    # Straight on, with all of it turning about the line of the contacts; the steer is at rest.
    V = np.zeros((4, 6))
    V[:, 0] = v
    V[2, 4], V[3, 4] = -v / 0.3, -v / 0.35
    V[:, 1] = -tiny * np.array(world.coms)[:, 2]
    V[:, 3] = tiny
    np.testing.assert_allclose(world.allowed(x, V), V, rtol=0, atol=1e-12)
    x, V = world.run([0.0, 0.6], x, V)[-1]
    frame, fork = rotation(x[0, 3:]), rotation(x[1, 3:])
    lean = np.arcsin(frame[2, 1])
    linear = expm(0.6 * A) @ [0.0, 0.0, tiny, 0.0]
    assert lean == pytest.approx(linear[0], rel=1e-6)
    between = frame.T @ fork
    axis = np.array([np.sin(np.pi / 10.0), 0.0, np.cos(np.pi / 10.0)])
    turn = 0.5 * np.array([between[2, 1] - between[1, 2], between[0, 2] - between[2, 0],
                           between[1, 0] - between[0, 1]])  # fmt: skip
    assert turn @ axis == pytest.approx(linear[1], rel=1e-6)

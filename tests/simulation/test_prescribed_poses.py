"""Motion of whole joints by laws: poses of ball and free joints, coordinates of all others."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import sarrus
from loops.mechanisms import rssr
from sarrus import Event, Mechanism, Model, PoseLaw, System
from sarrus.errors import ModelError
from sarrus.gallery import stewart_platform
from sarrus.system.flow import flow_kernels
from sarrus.system.simulation.events import Drive, Lock, Release
from sarrus.system.simulation.modes import Mode, Modes

TIGHT = {"rtol": 1e-9, "atol": 1e-11}


def carriage() -> Model:
    """A body on a free joint with a pendulum on it."""
    m = Mechanism("carriage", (0.0, 0.0, -9.81))
    body = m.body("body", 2.0, (0.1, 0.05, -0.02), (0.1, 0.2, 0.25))
    rod = m.body("rod", 1.0, (0.0, 0.0, -0.2), (0.01, 0.02, 0.015), at=(0.3, 0.0, 0.0))
    m.free("F", m.ground, body)
    m.revolute("A", body, rod, at=(0.3, 0.0, 0.0), axis="y")
    return m.build()


def ball() -> System:
    m = Mechanism("ball", (0.0, 0.0, -9.81))
    body = m.body("body", 1.0, (0.1, 0.0, 0.3), (0.1, 0.12, 0.05))
    m.spherical("S", m.ground, body, at=(0.0, 0.0, 0.0))
    return m.build().compile(kernels=())


@pytest.fixture(scope="module")
def system() -> System:
    return carriage().compile(kernels=())


def place(t: Any) -> Any:
    return np.array([0.5 * np.cos(t), 0.5 * np.sin(t), 0.1 + 0.0 * t])


def heading(t: Any) -> Any:
    """The angle about z of a frame that looks along the circle."""
    return t + 0.5 * np.pi


def matrix(t: Any) -> Any:
    c, s = np.cos(heading(t)), np.sin(heading(t))
    return np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])


def quaternion(t: Any) -> Any:
    half = 0.5 * heading(t)
    return np.array([np.cos(half), 0.0, 0.0, np.sin(half)])


GRID = np.linspace(-0.5, 2.0, 126)
CIRCLE: dict[str, Any] = {
    "axis": PoseLaw(place, axis=(0.0, 0.0, 2.0), angle=heading),
    "quaternion": PoseLaw(place, quaternion=quaternion),
    "moving Euler angles": PoseLaw(place, euler=("ZYX", (heading, 0.0, 0.0))),
    "fixed Euler angles": PoseLaw(place, euler=("xyz", (0.0, 0.0, heading))),
    "roll, pitch, yaw": PoseLaw(place, rotation=lambda t: np.array([0.0, 0.0, heading(t)])),
    "matrix": PoseLaw(place, rotation=matrix),
    "path": PoseLaw(path=place),
    "path by its length": PoseLaw(path=lambda s: place(2.0 * s), along=lambda t: 0.5 * t),
    "pose": PoseLaw(pose=lambda t: (place(t), matrix(t))),
    "function of coordinates": lambda t: np.concatenate([place(t), quaternion(t)]),
    "text": PoseLaw(("0.5*cos(t)", "0.5*sin(t)", 0.1), axis="z", angle="t + pi/2"),
    "table": PoseLaw(
        place, quaternion=(GRID, [(-1) ** k * quaternion(GRID[k]) for k in range(126)])
    ),
}


@pytest.mark.parametrize("way", list(CIRCLE))
def test_one_motion_by_many_words(system: System, way: str) -> None:
    """Efforts contain all of positions, velocities and accelerations."""
    others = {"A": 0.2}
    first = system.drive({"F": CIRCLE["axis"], **others}, times=[0.0, 0.7])
    found = system.drive({"F": CIRCLE[way], **others}, times=[0.0, 0.7])
    near = 2e-3 if way == "table" else 1e-12
    assert np.max(np.abs(found["F.effort"] - first["F.effort"])) < near * 30.0
    assert np.max(np.abs(found["body.position"] - place(np.array([0.0, 0.7])).T)) < 1e-12


TUMBLING = PoseLaw(
    (lambda t: 0.1 * np.sin(2 * t), lambda t: 0.2 * t**2, lambda t: 0.05 * np.cos(3 * t)),
    euler=("ZYX", (lambda t: 0.3 * np.sin(t), lambda t: 0.2 * t, lambda t: 0.1 * np.cos(t))),
)


@pytest.mark.parametrize("method", ["auto", "ida"])
def test_driving_wrench_is_that_of_inverse_dynamics(system: System, method: str) -> None:
    start = system.assemble({"F": TUMBLING, "A": 0.2})
    run = system.simulate(start, until=1.0, driven={"F": TUMBLING}, method=method, **TIGHT)
    k = len(run) // 2
    motion = run.motion(k)
    tau = system.inverse_dynamics(motion.state.q, motion.state.v, motion.vdot)
    assert abs(tau[6]) < 1e-11  # the pendulum is free
    assert np.max(np.abs(run["F.effort"][k] - tau[:6])) < 1e-11 * np.max(np.abs(tau))
    assert np.max(np.abs(run["F.effort.omega_y"][k] - tau[4])) < 1e-11 * np.max(np.abs(tau))
    power = float(tau[:6] @ motion.state.v[:6])
    assert run["F.power"][k] == pytest.approx(power, rel=1e-11)
    assert run.energy_error < 1e-9


def test_position_alone_and_rotation_alone(system: System) -> None:
    """What is not prescribed moves as free bodies do; no effort acts along it."""
    spot = PoseLaw(lambda t: np.array([0.1 * np.sin(2 * t), 0.2 * t, 0.3 * t**2]))
    start = system.assemble({"F": spot, "A": 0.2}, {"F.omega_x": 1.0})
    auto = system.simulate(start, until=0.5, driven={"F": spot}, **TIGHT)
    assert np.max(np.abs(auto["F.effort"][:, 3:6])) == 0.0
    assert np.max(np.abs(auto["F.x"] - 0.1 * np.sin(2 * auto.t))) < 1e-15
    assert auto.energy_error < 1e-9
    stiff = system.simulate(start, until=0.5, driven={"F": spot}, method="bdf", **TIGHT)
    assert np.max(np.abs(stiff.final.q - auto.final.q)) < 1e-7
    turn = PoseLaw(axis=(1.0, 2.0, 0.0), angle=lambda t: t**2)
    start = system.assemble({"F": turn, "A": 0.2})
    run = system.simulate(start, until=0.5, driven={"F": turn}, **TIGHT)
    assert np.max(np.abs(run["F.effort"][:, 0:3])) == 0.0 and run.energy_error < 1e-9


def test_direction_of_a_ball_joint() -> None:
    """The axis follows; about it the body is free: no moment acts there."""
    system = ball()
    law = PoseLaw(direction=lambda t: [np.sin(0.5 * t), 0.2 * np.sin(t), np.cos(0.5 * t)], of="z")
    start = system.assemble({"S": law}, {"S.omega_z": 3.0})
    run = system.simulate(start, until=1.0, driven={"S": law}, **TIGHT)
    d = np.array([np.sin(0.5), 0.2 * np.sin(1.0), np.cos(0.5)])
    z = run.system.poses(run.final.q)["body"].rotation[:, 2]
    assert np.max(np.abs(z - d / np.linalg.norm(d))) < 1e-12
    assert np.max(np.abs(run["S.effort"][:, 2])) == 0.0 and run.energy_error < 1e-9


def test_shaking_table_is_a_moving_base() -> None:
    """The same pendulum on a table that is driven, and on ground that moves."""
    law = PoseLaw((lambda t: 0.05 * np.sin(9 * t), 0.0, 0.0), axis=(0, 1, 0),
                  angle=lambda t: 0.1 * np.sin(5 * t))  # fmt: skip
    table = carriage().compile(kernels=())
    on_table = table.simulate(
        table.assemble({"F": law, "A": 0.2}), until=0.6, driven={"F": law}, **TIGHT
    )
    m = Mechanism("pendulum", (0.0, 0.0, -9.81))
    m.prescribe_base()
    rod = m.body("rod", 1.0, (0.0, 0.0, -0.2), (0.01, 0.02, 0.015), at=(0.3, 0.0, 0.0))
    m.revolute("A", m.ground, rod, at=(0.3, 0.0, 0.0), axis="y")
    ground = m.build().compile(kernels=())
    on_ground = ground.simulate(ground.assemble({"A": 0.2}), until=0.6, base=law, **TIGHT)
    assert abs(on_table.final["A"] - on_ground.final["A"]) < 1e-9
    assert on_ground.energy_error < 1e-9


PATH = PoseLaw(
    (lambda t: 0.05 * np.sin(3 * t), lambda t: 0.04 * np.sin(2 * t), lambda t: 0.7 + 0.1 * t**2),
    axis=(1, 1, 2),
    angle=lambda t: 0.2 * np.sin(3 * t),
)


@pytest.fixture(scope="module")
def hexapod() -> System:
    return stewart_platform(pose=True).compile(kernels=())


def test_stewart_platform_along_a_path(hexapod: System) -> None:
    """Legs are as long as geometry says; led by the legs instead, the platform is at the same."""
    times = [0.0, 0.2, 0.4]
    led = hexapod.drive({"pose": PATH}, times=times)
    legs = {f"leg{k + 1}": led[f"leg{k + 1}"] for k in range(6)}
    by_legs = hexapod.drive({name: float(x[2]) for name, x in legs.items()}, times=[0.0])
    assert np.max(np.abs(by_legs["platform.position"][0] - led["platform.position"][2])) < 1e-9
    moving = [0.05 * np.sin(1.2), 0.04 * np.sin(0.8), 0.7 + 0.016]
    assert np.max(np.abs(led["platform.position"][2] - moving)) < 1e-9
    # the driving wrench does the work that the legs do when they drive: lambda^T v = f^T s'
    state = led.state(2)
    vdot = {f"leg{k + 1}": led.accelerations(f"leg{k + 1}")[2] for k in range(6)}
    pushed = hexapod.accelerations(state, driven=vdot)
    power = sum(float(pushed.efforts[name][0] * state[f"{name}.speed"]) for name in vdot)
    v = [state[f"pose.{part}"] for part in ("vx", "vy", "vz", "omega_x", "omega_y", "omega_z")]
    assert power == pytest.approx(float(led["pose.effort"][2] @ v), rel=1e-9)


@pytest.mark.slow
@pytest.mark.parametrize("method", ["auto", "ida"])
def test_stewart_platform_in_time(hexapod: System, method: str) -> None:
    start = hexapod.assemble({"pose": PATH})
    run = hexapod.simulate(start, until=0.4, driven={"pose": PATH}, method=method, every=0.2)
    led = hexapod.drive({"pose": PATH}, times=run.t)
    assert np.max(np.abs(run["leg1"] - led["leg1"])) < 1e-12
    assert np.max(np.abs(run["pose.effort"] - led["pose.effort"])) < 1e-9
    assert run.energy_error < 1e-6


def test_loops_with_a_driven_cut_or_tree_ball() -> None:
    """The same spin of the coupler, whichever of the two balls is cut."""
    finals = []
    for cut in ("C", "B"):
        system = rssr().compile(kernels=(), cut=[cut])
        start = system.assemble({"A": 0.3}, {"A.rate": 1.0})
        held = system.simulate(start, until=0.2, events=[Event(0.05, do=Lock("C"))], **TIGHT)
        spun = np.ptp(
            np.asarray([held["C.quat_x"][held.t > 0.05], held["C.quat_z"][held.t > 0.05]]), axis=1
        )
        assert np.max(spun) < 1e-12 and held.energy_error < 1e-8
        finals.append(held.final["A"])
    assert abs(finals[0] - finals[1]) < 1e-7


def arm(cut: str) -> System:
    """An arm that carries a body on a ball; a free joint measures the body and closes a loop."""
    m = Mechanism("arm", (0.0, 0.0, -9.81))
    arm = m.body("arm", 1.0, (0.2, 0.0, 0.0), (0.01, 0.02, 0.03))
    top = m.body("top", 1.5, (0.0, 0.1, 0.0), (0.03, 0.02, 0.01), at=(0.4, 0.0, 0.0))
    m.universal("U", m.ground, arm, at=(0.0, 0.0, 0.0), axis="y", axis2="z")
    m.spherical("S", arm, top, at=(0.4, 0.0, 0.0))
    m.free("F", m.ground, top)
    return m.build().compile(kernels=(), cut=[cut])


def test_lock_of_more_than_can_move() -> None:
    """The body cannot move along the arm at first: its row there is one of rounding errors."""
    system = arm("F")
    start = system.assemble({"U.angle_1": 0.2})
    run = system.simulate(start, until=0.1, method="rk4", step=0.01, locked=["F"])
    assert np.max(np.abs(run.q - run.q[0])) < 1e-15
    along = system.simulate(start, until=0.1, locked=["F.vx"])
    assert np.max(np.abs(along["F.vx"])) < 1e-12 and along.energy_error < 1e-6


@pytest.mark.parametrize("kind", ["tree", "loop"])
def test_derivatives_are_exact(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """df/dy by recursions is that of the trace, with driven joints in trees and loops."""
    if kind == "tree":
        system, name, given = carriage().compile(kernels=()), "F", TUMBLING
    else:
        system, name = arm("F"), "F"
        given = PoseLaw(axis=(0.0, 0.6, 0.8), angle=lambda t: 0.3 * np.sin(t))
    start = system.assemble({name: given})
    mode = Mode.first(system, {}, {name: given}, ())
    found = []
    for small in (0, 100):
        monkeypatch.setattr(flow_kernels, "SMALL", small)
        sim = Modes(system, {}, (0.0, 1.0)).simulator(mode, start.q)
        kernel = sim.slope_jacobian_kernel()
        y = sim.start(start)
        values = {**sim.inputs(sim.choice(y)), "y": y, "t": np.zeros(1)}
        found.append(np.asarray(kernel(*[values[port.name] for port in kernel.inputs])))
    assert np.max(np.abs(found[0] - found[1])) < 1e-10 * (1.0 + np.max(np.abs(found[1])))


def test_events_switch_poses(system: System) -> None:
    """A body in flight is caught, led, and let go."""
    start = system.assemble({"A": 0.2}, {"F.vx": 1.0})
    seen: list[Any] = []

    def caught(t: float, state: Any) -> PoseLaw:
        p, e = np.array(state["F"][:3]), np.array(state["F"][3:])
        seen.append(p)
        return PoseLaw(lambda s: p + np.array([0.1, 0.0, 0.0]) * (s - t), quaternion=tuple(e))

    events = [Event(0.1, do=Drive("F", caught)), Event(0.2, do=Release("F"))]
    run = system.simulate(start, until=0.3, events=events, every=0.05, **TIGHT)
    k = int(np.flatnonzero(np.isclose(run.t, 0.2))[0])
    assert run["F.x"][k] == pytest.approx(seen[0][0] + 0.01, abs=1e-12)
    assert run.final["F.z"] < run["F.z"][k] and run.energy_error < 1e-8


def test_batches_have_the_bits_of_single_runs(system: System) -> None:
    starts = [system.assemble({"F": TUMBLING, "A": a}) for a in (0.1, 0.4)]
    how: dict[str, Any] = {"until": 0.1, "method": "rk4", "step": 0.01, "driven": {"F": TUMBLING}}
    both = system.simulate(starts, **how)
    for k, start in enumerate(starts):
        alone = system.simulate(start, **how)
        assert np.array_equal(both[k].q, alone.q)  # type: ignore[index]


def test_run_files_hold_laws_of_poses(system: System, tmp_path: Any) -> None:
    law = PoseLaw(("0.1*sin(t)", 0.0, 0.0), axis=(0, 0, 1), angle="0.3*t")
    read = PoseLaw((lambda t: 0.1 * np.sin(t), 0.0, 0.0), axis=(0, 0, 1), angle=lambda t: 0.3 * t)
    start = system.assemble({"F": read, "A": 0.2})
    run = system.simulate(start, until=0.2, driven={"F": law}, file=tmp_path / "run.sarrus")
    again = sarrus.open_run(tmp_path / "run.sarrus")
    assert np.array_equal(again.q, run.q)
    assert np.array_equal(again["F.effort"], run["F.effort"])


@pytest.mark.parametrize(
    "law",
    [
        lambda t: np.array([0.3 * np.sin(t), 0.2 * t]),
        (lambda t: 0.3 * np.sin(t), lambda t: 0.2 * t),
        ("0.3*sin(t)", "0.2*t"),
        PoseLaw(euler=("XYZ", (lambda t: 0.3 * np.sin(t), lambda t: 0.2 * t, 0.0))),
    ],
)
def test_universal_joint_as_a_whole(law: Any) -> None:
    m = Mechanism("cardan", (0.0, 0.0, -9.81))
    body = m.body("body", 1.0, (0.1, 0.0, 0.3), (0.1, 0.12, 0.05))
    m.universal("U", m.ground, body, at=(0, 0, 0), axis="x", axis2="y")
    system = m.build().compile(kernels=())
    alone = {"U.angle_1": lambda t: 0.3 * np.sin(t), "U.angle_2": lambda t: 0.2 * t}
    first = system.drive(alone, times=[0.4])
    found = system.drive({"U": law}, times=[0.4])
    efforts = [first[f"U.angle_{k}.effort"][0] for k in (1, 2)]
    assert np.max(np.abs(found["U.effort"][0] - efforts)) < 1e-12


def stretched(t: Any) -> Any:
    return np.array([[1.0, 0.0, 0.0], [0.0, 1.0 + 0.1 * t, 0.0], [0.0, 0.0, 1.0]])


BAD: list[tuple[Callable[[], Any], str, str]] = [
    (lambda: PoseLaw(rotation=((1, 0, 0), (0, 2, 0), (0, 0, 1))), "D19", "is off 1 by 3"),
    (lambda: PoseLaw(rotation=((1, 0, 0), (0, 1, 0), (0, 0, -1))), "D19", "mirror image"),
    (lambda: PoseLaw(rotation=stretched), "D19", "no rotation matrix at t = 0.0"),
    (lambda: PoseLaw(quaternion=(1.0, 1.0, 0.0, 0.0)), "D19", "length is 1.41421"),
    (lambda: PoseLaw(quaternion=lambda t: [1.0, t, 0, 0]), "D19", "no rotation at t"),
    (lambda: PoseLaw(quaternion=([0.0, 2.0], [(1, 0, 0, 0), (3, 0, 0, 0)])), "D19", "length is 3"),
    (lambda: PoseLaw(axis=(0.0, 0.0, 0.0), angle=0.3), "D19", "length 0"),
    (lambda: PoseLaw(axis=lambda t: [t, 0.0, 0.0], angle=0.3), "D19", "length 0"),
    (lambda: PoseLaw(axis=(0, 0, 1)), "D04", "belong together"),
    (lambda: PoseLaw(quaternion=(1, 0, 0, 0), rotation=(0, 0, 1)), "D04", "both say the rotation"),
    (lambda: PoseLaw(), "D04", "must be given"),
    (lambda: PoseLaw(euler=("xyy", (0, 0, 0))), "D04", "none twice"),
    (lambda: PoseLaw(euler=("xYz", (0, 0, 0))), "D04", "three letters"),
    (lambda: PoseLaw(path=lambda s: [0.0 * s, 0, 0]), "D19", "stands still"),
    (lambda: PoseLaw(path=lambda s: [0.0, 0.0, s]), "D19", "along up"),
    (lambda: PoseLaw(([0.0, 0.5], [(0, 0, 0), (1, 0, 0)])), "N14", "covers 0 to 0.5 s"),
    (lambda: PoseLaw((0, 0)), "N14", "rows of 3"),
    (lambda: PoseLaw(lambda t: [t, t]), "D04", "must be 3 numbers"),
    (lambda: lambda t: t, "D04", "PoseLaw"),
]


@pytest.mark.parametrize("made, code, said", BAD)
def test_what_is_no_pose(system: System, made: Any, code: str, said: str) -> None:
    with pytest.raises(ModelError, match=said) as caught:
        system.drive({"F": made(), "A": 0.0}, times=[0.0, 1.0])
    assert caught.value.problems[0].code == code


def test_other_refusals(system: System) -> None:
    start = system.assemble({"A": 0.2})
    with pytest.raises(ModelError, match=r"off its law at t = 0 s by 0.5 m, .* rad") as caught:
        system.simulate(start, until=1.0, driven={"F": PoseLaw((0.5, 0, 0), rotation=(0, 0, 0))})
    assert caught.value.problems[0].code == "D11"
    with pytest.raises(ModelError, match="has not"):
        ball().drive({"S": PoseLaw((0, 0, 0))})
    with pytest.raises(ModelError, match="PoseLaw for the joint") as caught:
        system.simulate(start, until=1.0, driven={"F.omega_x": 1.0})
    assert caught.value.problems[0].code == "D09"

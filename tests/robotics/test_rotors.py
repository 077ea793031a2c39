"""Gyroscopic moments of rotors: drives against rotors that are modelled as bodies."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import sarrus
from robotics.five_bar import five_bar
from sarrus import ModelError, System
from sarrus import robotics as r
from sarrus.model.mass_properties import MassProperties, together
from sarrus.robotics.rotors import RotorTerms, rotors_of, with_rotors

J, N = 3e-4, 60.0
MASS, ACROSS = 1.7, 9e-4
"""Of a rotor: about its axis and ratio, mass and inertia across the axis."""
MOTOR = r.ServoMotor(
    "m", rated_torque=5.0, peak_torque=20.0, base_speed=400.0, max_speed=900.0, rotor_inertia=J
)
GEAR = r.Gear("g", N)
SPUN = r.Drive(MOTOR, GEAR, gyroscopic=True)
AXES = {"A": (0.0, 0.0, 1.0), "B": (1.0, 0.0, 0.0), "C": (0.6, 0.0, 0.8)}
CARRIERS = {"A": "ground", "B": "a", "C": "b"}
PLACES = {"A": (0.0, 0.0, 0.0), "B": (0.1, 0.2, 0.05), "C": (0.3, -0.1, 0.1)}
"""Axes, carriers and places (in the carrier) of the rotors of a spatial arm of three joints."""


def links() -> dict[str, MassProperties]:
    return {
        name: MassProperties(mass, com, inertia)
        for name, mass, com, inertia in (
            ("a", 6.0, (0.1, 0.0, 0.1), np.diag((0.05, 0.06, 0.04))),
            ("b", 4.0, (0.2, 0.05, 0.0), np.diag((0.03, 0.05, 0.06))),
            ("c", 2.0, (0.1, 0.0, 0.05), np.diag((0.02, 0.01, 0.015))),
        )
    }


def arm(rotors_as_bodies: bool) -> sarrus.Model:
    """An arm with rotors in its links: as bodies behind gears, or standing still in the links."""
    m = sarrus.Mechanism("arm", (0.0, 0.0, -9.81))
    bodies = {"ground": m.ground}
    drawn = {"ground": np.zeros(3), "a": np.array((0, 0, 0.3)), "b": np.array((0.4, 0, 0.3)),
             "c": np.array((0.9, 0.1, 0.3))}  # fmt: skip
    still = {}
    for joint, axis in AXES.items():
        a = np.array(axis)
        inertia = ACROSS * np.eye(3) + (J - ACROSS) * np.outer(a, a)
        still[joint] = MassProperties(MASS, PLACES[joint], inertia)
    for name, own in links().items():
        inside = [still[joint] for joint, on in CARRIERS.items() if on == name]
        whole = own if rotors_as_bodies else together([own, *inside])
        bodies[name] = m.body(name, whole.mass, whole.com, np.array(whole.inertia), at=drawn[name])
    m.revolute("A", m.ground, bodies["a"], at=(0, 0, 0.3), axis="z")
    m.revolute("B", bodies["a"], bodies["b"], at=(0.4, 0, 0.3), axis="y")
    m.revolute("C", bodies["b"], bodies["c"], at=(0.9, 0.1, 0.3), axis="x")
    if rotors_as_bodies:
        for joint, on in CARRIERS.items():
            at = drawn[on] + PLACES[joint]
            rotor = m.body(f"rotor{joint}", MASS, (0, 0, 0), np.array(still[joint].inertia), at=at)
            m.revolute(f"axle{joint}", bodies[on], rotor, at=at, axis=AXES[joint])
            m.gear(f"mesh{joint}", driver=joint, driven=f"axle{joint}", ratio=N)
    return m.build()


def drives() -> dict[str, r.Drive]:
    return {
        joint: replace(SPUN, carrier=CARRIERS[joint], axis=axis) for joint, axis in AXES.items()
    }


@pytest.fixture(scope="module")
def plain() -> System:
    return arm(False).compile(kernels=())


@pytest.fixture(scope="module")
def bodied() -> System:
    return arm(True).compile(kernels=())


@pytest.fixture(scope="module")
def coupled() -> System:
    return with_rotors(arm(False), drives()).compile(kernels=())


def whole(system: System, x: np.ndarray) -> np.ndarray:
    """Return coordinates or rates of a system with rotors for those of the joints."""
    found = np.zeros(system.nv)
    for joint, place in system.compiled.layout.v_slice.items():
        name = joint.removeprefix("axle").removesuffix("_axle")
        found[place] = x["ABC".index(name)] * (1.0 if joint in AXES else N)
    return found


def states(count: int) -> list[tuple[np.ndarray, np.ndarray, np.ndarray]]:
    rng = np.random.default_rng(5)
    return [tuple(rng.normal(size=(3, 3)) * [[1], [3], [8]]) for _ in range(count)]  # type: ignore[misc]


def test_inverse_dynamics_is_that_of_rotors_as_bodies(
    plain: System, bodied: System, coupled: System
) -> None:
    rotors = rotors_of(plain.model, drives())
    for q, v, vdot in states(20):
        spin = RotorTerms.at(plain, rotors, q, v)
        tau = plain.inverse_dynamics(q, v, vdot) + spin.C @ vdot + spin.c
        tau = tau + J * N * N * vdot + spin.C.T @ vdot + spin.b
        for system in (bodied, coupled):
            state = system.state(whole(system, q), whole(system, v))
            found = system.accelerations(state, driven=dict(zip("ABC", vdot, strict=True)))
            efforts = [float(found.efforts[joint][0]) for joint in "ABC"]
            assert np.allclose(tau, efforts, rtol=1e-10, atol=1e-10)
        left = plain.inverse_dynamics(q, v, vdot) + J * N * N * vdot
        assert np.abs(tau - left).max() > 1e-3  # the gyroscopic part is not small


def test_forward_dynamics_energy_and_linear_form_agree(bodied: System, coupled: System) -> None:
    for q, v, tau in states(10):
        found = []
        for system in (bodied, coupled):
            state = system.state(whole(system, q), whole(system, v))
            moving = system.accelerations(state, efforts=dict(zip("ABC", tau, strict=True)))
            energy = system.energy(state.q, state.v)
            found.append([*(moving[joint] for joint in "ABC"), energy.kinetic, energy.total])
        assert np.allclose(*found, rtol=1e-10, atol=1e-10)
    q, v, _ = states(1)[0]
    linear = []
    for system in (bodied, coupled):
        start = system.state(whole(system, q), whole(system, v))
        linear.append(system.linearize(start, inputs=["A"], outputs=["A.rate", "C.rate"]))
    for s in (0.3 + 2.0j, 5.0j):
        answers = [f.C @ np.linalg.solve(s * np.eye(len(f.A)) - f.A, f.B) + f.D for f in linear]
        assert np.allclose(*answers, rtol=1e-8, atol=1e-12)


def test_robot_with_rotors_is_a_model_like_any_other(coupled: System, tmp_path: Path) -> None:
    """Written to a file and read again, it moves alike."""
    sarrus.save(coupled.model, tmp_path / "spun.yaml")
    again = sarrus.load(tmp_path / "spun.yaml")
    assert [body.name for body in again.bodies][-3:] == ["A_rotor", "B_rotor", "C_rotor"]
    system = again.compile(kernels=())
    q, v, tau = states(1)[0]
    found = []
    for each in (coupled, system):
        state = each.state(whole(each, q), whole(each, v))
        moving = each.accelerations(state, efforts=dict(zip("ABC", tau, strict=True)))
        found.append([moving[joint] for joint in "ABC"])
    assert np.allclose(*found, rtol=1e-12)


def test_simulations_agree_and_keep_their_energy(bodied: System, coupled: System) -> None:
    runs = []
    for system in (bodied, coupled):
        start = system.state(whole(system, np.zeros(3)), whole(system, np.array([2.0, -1.0, 3.0])))
        runs.append(system.simulate(start, until=0.3, inputs={"B": 4.0}, rtol=1e-11, atol=1e-12))
    for joint in "ABC":
        assert runs[0][f"{joint}.angle"][-1] == pytest.approx(
            runs[1][f"{joint}.angle"][-1], abs=1e-9
        )
    assert max(run.energy_error for run in runs) < 1e-8


def task_of(system: System | sarrus.Model) -> r.Task:
    move = r.joint_move([0, 0.2, 0], [1.2, -0.8, 2.0], r.Quintic(0.6))
    return r.Task(system, r.Sequence([move]))


def test_tasks_have_the_efforts_reactions_and_motors_of_rotors_as_bodies(
    plain: System, bodied: System
) -> None:
    before = task_of(plain).run(0.02)
    result = before.with_rotors(drives())
    check = {joint: r.DriveCheck(result, joint, drive) for joint, drive in drives().items()}
    for k in range(0, len(result.t), 7):
        state = bodied.state(whole(bodied, result.q[k]), whole(bodied, result.qd[k]))
        driven = dict(zip("ABC", result.qdd[k], strict=True))
        there = bodied.accelerations(state, driven=driven)
        motor = [N * check[joint].torque[k] for joint in "ABC"]  # no losses: all that drives give
        assert np.allclose(motor, [float(there.efforts[j][0]) for j in "ABC"], atol=1e-10)
        bore = bodied.reactions(there)["B"]
        own = result["B.reaction.moment"][k], result["B.reaction.force"][k]
        assert np.allclose(own[1], bore.force, atol=1e-9)
        # the meshes pull between links in the bodied model: only what crosses the axis is alike
        assert np.allclose(own[0][:2], np.asarray(bore.moment)[:2], atol=1e-9)
    account = result.accounts[0]
    assert abs(account.error) < 1e-4 * abs(account.work)
    assert np.abs(result.efforts - before.efforts).max() > 0.1
    assert before.with_rotors({j: r.Drive(MOTOR, GEAR) for j in "ABC"}) is before


def test_tasks_of_robots_with_loops_feel_the_rotors_that_their_links_carry() -> None:
    model = five_bar(turntable=True)
    names = ("T", "M0", "M1")
    spun = {"T": SPUN, "M0": SPUN, "M1": replace(SPUN, carrier="crank0", axis=(0.6, 0.0, 0.8))}
    move = r.joint_move(np.zeros(3), [0.9, 0.2, -0.15], r.Quintic(0.4), names=names)
    task = r.Task(model, r.Sequence([move]), driven=names)
    before = task.run(0.1)
    result = before.with_rotors(spun)
    system = with_rotors(model, spun).compile(kernels=())
    laws = {name: tuple(lambda t, k=k, m=m: m.derivative(k, t) for k in range(3))
            for name, m in zip(names, move.motions, strict=True)}  # fmt: skip
    there = system.drive(laws, times=result.t[:-1])
    for k, name in enumerate(names):
        motors = result.efforts[:, k] + result.spins.efforts[:, k]  # type: ignore[union-attr]
        assert np.allclose(motors[:-1], there[f"{name}.effort"], rtol=1e-9, atol=1e-9)
    assert np.abs(result.efforts - before.efforts).max() > 0.05


def test_computed_torque_knows_the_rotors(plain: System) -> None:
    control = r.ComputedTorque(kp=400.0, kd=40.0)
    lossy = {j: replace(d, gear=r.Gear("g", N, efficiency=0.8)) for j, d in drives().items()}
    found = r.track(task_of(plain), control, rate=500.0, drives=lossy, rtol=1e-7, atol=1e-9)
    assert found.peak_errors.max() < 5e-3 and found.run.energy_error < 1e-4


def test_choice_is_made_with_the_rotors_of_the_others(plain: System) -> None:
    motors = (MOTOR, replace(MOTOR, name="weak", rated_torque=0.4, peak_torque=0.9, mass=0.1))
    catalogue = r.Catalogue(motors, (GEAR, r.Gear("h", 100.0)))
    result = task_of(plain).run(0.02)
    report = r.report_task(result, drives=catalogue, gyroscopic=True)
    assert "gyroscopic moments of rotors" in report.verdict
    chosen = {c.joint: c.chosen.drive for c in report.choices if c.chosen}
    assert all(drive.gyroscopic for drive in chosen.values())
    again = result.with_rotors(chosen)
    assert np.allclose(report.result.efforts, again.efforts)
    given = r.report_task(result, drives={"C": r.Drive(MOTOR, GEAR)}, gyroscopic=True)
    assert given.drives[0].drive.gyroscopic


@pytest.mark.parametrize(
    ("drive", "said"),
    [
        ({"carrier": "forearm"}, r"R45.*joint 'B' / carrier.*'forearm' is not a body"),
        ({"axis": (0, 0, 0)}, r"R45.*joint 'B' / axis.*not all zero"),
        ({"carrier": "c"}, r"R45.*joint 'B' / axis.*must be given, in the axes of 'c'"),
    ],
)
def test_rotors_that_have_no_place(drive: dict[str, object], said: str) -> None:
    with pytest.raises(ModelError, match=said):
        with_rotors(arm(False), {"B": replace(SPUN, **drive)})  # type: ignore[arg-type]


def test_place_of_a_rotor_without_gyroscopic_moments_is_refused() -> None:
    with pytest.raises(ModelError, match=r"R45.*carrier.*gyroscopic=True"):
        r.Drive(MOTOR, GEAR, carrier="a")
    with pytest.raises(ModelError, match=r"M09.*'D' is not a joint|M09.*joint 'D'"):
        with_rotors(arm(False), {"D": SPUN})

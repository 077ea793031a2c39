"""Planted numbers of machines are found again, with intervals that hold them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from identification.machines import LOOPS, ROBOTS, machine
from identification.planting import ALL, laws, measured, noisy, planted
from robotics.arms import IIWA, PANDA, UR5, by_frames
from robotics.five_bar import five_bar
from sarrus import Mechanism, Model, gallery
from sarrus.errors import ModelError
from sarrus.identification import Measured, identify
from sarrus.identification.new_model import with_number
from sarrus.model.forces.joint_spring import JointSpring

QUICK = ["double_pendulum", "five_bar"]
SLOW = [name for name in (*ROBOTS, *LOOPS) if name not in QUICK]


def found_again(name: str, seed: int) -> None:
    model, drives, size = machine(name)
    _, theta, true = planted(model, ALL, drives, seed)
    motions = laws(model, drives, size, seed)
    data = measured(true.compile(kernels=()), drives, motions)
    found = identify(model.compile(kernels=()), data, by=ALL)
    beta = found.base.B @ theta
    assert np.max(np.abs(found.beta - beta)) < 1e-8 * np.max(np.abs(beta))
    # the new model needs the same efforts, by the driven motion of other kernels
    again = measured(found.model.compile(kernels=()), drives, motions)
    for joint in drives:
        size_of = np.max(np.abs(data.tau[joint]))
        assert np.max(np.abs(again.tau[joint] - data.tau[joint])) < 1e-8 * size_of
    for body in found.model.bodies:  # and its bodies are such as there are
        moments = np.linalg.eigvalsh(np.array(body.inertia))
        assert moments[0] > 0.0 and moments[0] + moments[1] > moments[2] * (1.0 - 1e-9)


@pytest.mark.parametrize("name", QUICK)
def test_planted_numbers_are_found(name: str) -> None:
    found_again(name, 1)


@pytest.mark.slow
@pytest.mark.parametrize("name", SLOW)
def test_planted_numbers_of_robots_and_loops_are_found(name: str) -> None:
    found_again(name, 2)


def covered(name: str, draws: int, seed: int) -> float:
    """Return the part of all 95 % intervals, over draws of the noise, that hold the numbers."""
    model, drives, size = machine(name)
    _, theta, true = planted(model, ALL, drives, seed)
    data = measured(true.compile(kernels=()), drives, laws(model, drives, size, seed), 120)
    system = model.compile(kernels=())
    inside = []
    for draw in range(draws):
        sigma = {j: 0.01 * float(np.std(x)) for j, x in data.tau.items()}
        found = identify(system, noisy(data, sigma, 100 * seed + draw), by=ALL, consistent=False)
        off = np.abs(found.beta - found.base.B @ theta)
        inside.append(np.mean(off <= found.interval))
    return float(np.mean(inside))


def test_intervals_hold_the_numbers() -> None:
    assert 0.9 < covered("double_pendulum", 12, 3) < 0.99


@pytest.mark.slow
@pytest.mark.parametrize("name", ["puma", "panda", "five_bar", "delta", "3rrr"])
def test_intervals_of_robots_and_loops_hold_the_numbers(name: str) -> None:
    assert 0.92 < covered(name, 25, 5) < 0.98


@pytest.mark.parametrize(
    ("model", "count"),
    [(gallery.puma560, 36), (lambda: by_frames("ur5", UR5), 36),
     (lambda: by_frames("panda", PANDA), 43), (lambda: by_frames("iiwa", IIWA), 43)],
    ids=["puma", "ur5", "panda", "iiwa"],
)  # fmt: skip
def test_base_parameters_are_counted(model: object, count: int) -> None:
    """1 + 7 (N - 1): of a first link about gravity the moment alone, of others ten less three."""
    made: Model = model()  # type: ignore[operator]
    joints = [j.name for j in made.joints]
    q = dict.fromkeys(joints, np.linspace(0.0, 1.0, 60))
    tau = dict.fromkeys(joints, np.zeros(60))
    data = Measured(np.arange(60.0), q, v=q, a=q, tau=tau)
    found = identify(made, data, by="inertia", consistent=False)
    assert found.base.count == count
    assert set(found.unseen) >= {f"{made.bodies[0].name}.{p}" for p in ("mass", "hx", "Jxy")}


@pytest.mark.peer
@pytest.mark.parametrize(
    ("model", "count"),
    [(gallery.puma560, 36), (lambda: by_frames("panda", PANDA), 43)],
    ids=["puma", "panda"],
)
def test_counts_are_ranks_of_the_regressors_of_pinocchio(model: object, count: int) -> None:
    """By singular values of another program's columns at random states: no rule is asked."""
    pin = pytest.importorskip("pinocchio", reason="needs Pinocchio (package pin)")
    from peers.pin_models import to_pinocchio

    made: Model = model()  # type: ignore[operator]
    robot = to_pinocchio(made).robot
    data, rng = robot.createData(), np.random.default_rng(4)
    rows = [
        pin.computeJointTorqueRegressor(robot, data, *rng.uniform(-2.0, 2.0, (3, robot.nv))).copy()
        for _ in range(60)
    ]
    W = np.vstack(rows)
    W = W[:, np.linalg.norm(W, axis=0) > 1e-10]
    size = np.linalg.svd(W / np.linalg.norm(W, axis=0), compute_uv=False)
    assert size[count - 1] > 1e-3 * size[0] and size[count] < 1e-10 * size[0]


def test_base_parameters_of_a_double_pendulum_by_hand() -> None:
    """Its textbook combinations: J1 + m2 l^2, h1 + m2 l, J2, h2 (plane motion)."""
    m = Mechanism("arm", gravity=(0, 0, -10))
    one = m.body("one", 2.0, com=(0.3, 0, 0), inertia=(0.01, 0.1, 0.1))
    two = m.body("two", 1.0, com=(0.2, 0, 0), inertia=(0.01, 0.05, 0.05), at=(0.7, 0, 0))
    m.revolute("A", m.ground, one, at=(0, 0, 0), axis="y")
    m.revolute("B", one, two, at=(0.7, 0, 0), axis="y")
    model = m.build()
    system = model.compile(kernels=())
    data = measured(system, ["A", "B"], laws(model, ["A", "B"], 1.0, 1), 80)
    found = identify(system, data, by="inertia")
    assert sorted(found.base.combinations) == [
        "one.Jyy + 0.49 two.mass", "one.hx + 0.7 two.mass", "one.hz", "two.Jyy", "two.hx", "two.hz",
    ]  # fmt: skip
    expected = {"one.Jyy": 0.1 + 2 * 0.09 + 0.49, "one.hx": 0.6 + 0.7, "two.hx": 0.2}
    for name, _, value, _, _ in found.rows:
        owner = name.split(" ")[0]
        if owner in expected:
            assert value == pytest.approx(expected[owner], rel=1e-9)


def test_noisy_data_yield_bodies_that_can_be() -> None:
    model, drives, size = machine("five_bar")
    _, _, true = planted(model, ALL, drives, 4)
    data = measured(true.compile(kernels=()), drives, laws(model, drives, size, 4), 100)
    rough = noisy(data, {j: 0.3 * float(np.std(x)) for j, x in data.tau.items()}, 4)
    found = identify(model, rough, by=ALL, check=data)
    for body in found.model.bodies:
        assert body.mass >= 0.0
        moments = np.linalg.eigvalsh(np.array(body.inertia))
        assert moments[0] > 0.0 and moments[0] + moments[1] > moments[2] * (1.0 - 1e-9)
    assert all(found[f"{j}.{what}"] >= 0.0 for j in drives for what in ("coulomb", "viscous"))
    assert found.checked is not None
    for joint in drives:
        assert found.checked.error[joint] < 0.3 * found.agreement.error[joint]


def test_stiffness_and_lengths_are_found_with_inertias() -> None:
    """Numbers in which efforts are not linear, in a loop: a spring's, and where a hinge stands."""
    base = five_bar()
    with_spring = replace(base, forces=(JointSpring("S", "E0", 3.0, 0.0, 0.2, 0.0),))
    data = measured(with_spring.compile(kernels=()), ["M0", "M1"],
                    laws(base, ["M0", "M1"], 0.25, 1), 60)  # fmt: skip
    x = base.joint("E0").on_parent.position[0]
    wrong = with_number(with_spring, "joint:E0.parent_point", {(0,): x + 0.005})
    wrong = replace(wrong, forces=(JointSpring("S", "E0", 1.0, 0.0, 0.0, 0.0),))
    found = identify(wrong, data, by=["S.k", "S.free", "E0.parent_point.x", "rod0.Jzz"])
    assert found["S.k"] == pytest.approx(3.0, rel=1e-8)
    assert found["S.free"] == pytest.approx(0.2, rel=1e-8)
    assert found["E0.parent_point[0]"] == pytest.approx(x, abs=1e-9)
    assert found.model.joint("E0").on_parent.position[0] == pytest.approx(x, abs=1e-9)
    assert found.model.forces[0].k == pytest.approx(3.0, rel=1e-8)  # type: ignore[attr-defined]


def test_what_is_measured_in_the_cut_joint_and_driven_elsewhere() -> None:
    """Positions of one drive and of the joint that closes the loop, efforts of both drives."""
    model = five_bar()
    system = model.compile(kernels=())
    run = system.drive(laws(model, ["M0", "M1"], 0.25, 2), times=np.linspace(0.0, 9.0, 80))
    assert [cut.name for cut in system.topology.cuts] == ["P"]
    data = Measured.of_history(run.history, ["M0", "P"])
    tau = {j: np.asarray(run.history[f"{j}.effort"]) for j in ("M0", "M1")}
    data = Measured(data.t, data.q, v=data.v, a=data.a, tau=tau)
    found = identify(system, data, by=["rod0", "M0.viscous"])
    assert np.max(np.abs(found.beta - found.beta_before)) < 1e-10


def test_motions_that_excite_little_are_named() -> None:
    model, drives, _ = machine("double_pendulum")
    system = model.compile(kernels=())
    motions = laws(model, drives, 1.0, 1)
    still = {name: law if k == 0 else "0.3" for k, (name, law) in enumerate(motions.items())}
    found = identify(system, measured(system, drives, still), by=["inertia", "friction"])
    assert any("B.viscous" in name for name in found.unexcited)
    assert [n.code for n in found.notices] == ["I11"]
    known = dict(zip([p.name for p in found.parameters], found.values, strict=True))
    assert known["B.viscous"] == pytest.approx(0.0, abs=1e-3)


def test_result_shows_itself(tmp_path: object) -> None:
    model, drives, _ = machine("double_pendulum")
    system = model.compile(kernels=())
    found = identify(system, measured(system, drives, laws(model, drives, 1.0, 1), 60), by=ALL)
    assert (
        "base parameters" in repr(found) and "+/-" in str(found) and "<table" in found._repr_html_()
    )
    with pytest.raises(ModelError, match="Did you mean"):
        found["A.viscos"]

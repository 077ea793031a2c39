"""Where mechanisms stay at rest: closed forms, balance of all forces, stability, refusals."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import sarrus
from analysis.machines import G, catenary, compiled, double_pendulum, sprung_four_bar
from loops.mechanisms import bricard, five_bar, four_bar, parallelogram, rssr
from sarrus import Mechanism
from sarrus.errors import SarrusError
from sarrus.system import System
from simulation.machines import pendulum


def test_hanging_chain() -> None:
    """Equal links: the tangents of their slopes grow by equal steps, weight over pull."""
    system = catenary().build().compile(kernels=())
    rest = system.equilibrium(stable=True)
    assert rest.stable
    assert rest.residual < 1e-9
    poses = system.kinematics(rest.state.q)
    along = np.array([poses[f"link{k}"].rotation[:2, 1] for k in range(6)])  # y along each rod
    steps = np.diff(along[:, 1] / along[:, 0])
    first = rest.reactions(axes="world")["J0"].force
    assert steps == pytest.approx(1.5 * G / abs(first[0]), rel=1e-9)
    assert first[1] == pytest.approx(3 * 1.5 * G, rel=1e-10)


def test_reactions_balance_every_body() -> None:
    """Of each body of a loop with a spring: forces and moments add up to nothing."""
    system = sprung_four_bar().compile(kernels=())
    rest = system.equilibrium(stable=True)
    poses = system.kinematics(rest.state.q)
    loads = {body.name: np.zeros(6) for body in system.model.bodies}
    loads["ground"] = np.zeros(6)

    def put(body: str, force: Any, at: Any, moment: Any = (0, 0, 0)) -> None:
        loads[body] += np.concatenate([force, np.cross(at, force) + np.asarray(moment, float)])

    gravity = np.array(system.model.gravity)
    for body in system.model.bodies:
        pose = poses[body.name]
        put(body.name, body.mass * gravity, pose.position + pose.rotation @ np.array(body.com))
    on_child = rest.reactions(axes="world")
    on_parent = rest.reactions(axes="world", on="parent")
    for joint in system.model.joints:
        w, u = on_child[joint.name], on_parent[joint.name]
        put(joint.child, w.force, w.at, w.moment)
        put(joint.parent, u.force, u.at, u.moment)
    spring = system.model.forces[0]
    end = system.point("coupler", spring.point_b, rest.state.q).position
    reach = np.linalg.norm(end)
    pull = 300.0 * (reach - 2.4) * end / reach
    put("coupler", -pull, end)
    put("ground", pull, np.zeros(3))
    weight = sum(body.mass for body in system.model.bodies) * G
    for name, total in loads.items():
        if name != "ground":
            assert np.max(np.abs(total)) < 1e-9 * weight, name
    held = loads["ground"][:3] + sum(b.mass for b in system.model.bodies) * -gravity
    assert np.max(np.abs(held)) < 1e-9 * weight


@pytest.mark.parametrize("stable", [False, True])
def test_constant_effort(stable: bool) -> None:
    """A rod held by a torque: m g l/2 cos(angle) = torque; as an effort and as an element."""
    expected = np.arccos(3.0 / (0.5 * G))
    plain = pendulum().compile(kernels=())
    rest = plain.equilibrium({"A": -1.2}, stable=stable, efforts={"A": 3.0})
    assert rest["A"] == pytest.approx(-expected, abs=1e-11)
    assert rest.stable
    assert rest.reactions(axes="world")["A"].force == pytest.approx([0, G, 0], abs=1e-10)

    def motor(m: Mechanism) -> None:
        m.joint_torque("motor", "A", 3.0)

    geared = pendulum(motor).compile(kernels=())
    rest = geared.equilibrium({"A": -1.2}, stable=stable)
    assert rest["A"] == pytest.approx(-expected, abs=1e-11)


def test_controller_holds_the_arm() -> None:
    system = pendulum().compile(kernels=())
    rest = system.equilibrium(
        {"A": 0.3}, stable=True, efforts={"A": lambda t, s: -60.0 * (s["A.angle"] - 0.5)}
    )
    a = rest["A"]
    assert -60.0 * (a - 0.5) == pytest.approx(0.5 * G * np.cos(a), rel=1e-10)
    assert rest.stable


def test_both_equilibria_and_their_stability() -> None:
    """Newton's iteration stays near the guess; the label is the sign of the curvature."""
    system = four_bar(gravity=(0.0, -G, 0.0)).compile(kernels=())
    found = {}
    for guess in ({"A": 0.2}, {"A": 3.0}):
        rest = system.equilibrium(guess)
        energies = []
        for step in (-1e-3, 0.0, 1e-3):
            there = system.assemble({"A": rest["A"] + step}, guess=rest.state)
            energies.append(system.energy(there.q, there.v).total)
        curvature = np.diff(energies, 2)[0]
        slope = energies[2] - energies[0]
        assert abs(slope) < 1e-3 * abs(curvature)
        assert rest.stable == (curvature > 0)
        found[rest.stable] = energies[1]
    assert found[True] < found[False]


@pytest.mark.parametrize("effort", [None, 1.0])
def test_stable_goes_down(effort: float | None) -> None:
    """From beside the top, and from the top itself; with a constant torque too."""
    system = pendulum().compile(kernels=())
    efforts = {} if effort is None else {"A": effort}
    for guess in (np.pi / 2 - 0.05, np.pi / 2):
        near = system.equilibrium({"A": guess}, efforts=efforts)
        assert not near.stable
        assert abs(near["A"] - np.pi / 2) < 0.3
        low = system.equilibrium({"A": guess}, stable=True, efforts=efforts)
        assert low.stable
        assert np.sin(low["A"]) < 0.0
    exact = system.equilibrium(near.state, stable=True, efforts=efforts)
    assert exact.stable


def test_stable_goes_down_in_loops() -> None:
    system = four_bar(gravity=(0.0, -G, 0.0)).compile(kernels=())
    top = system.equilibrium({"A": 0.2})
    assert not top.stable
    low = system.equilibrium(top.state, stable=True)
    assert low.stable
    still = np.zeros(system.nv)
    assert system.energy(low.state.q, still).total < system.energy(top.state.q, still).total
    assert np.max(np.abs(system.compiled.loops.closure(low.state.q)[0])) < 1e-12


def test_stiff_springs_and_large_energies() -> None:
    """Digits are not lost where the energy is large beside its changes."""
    m = Mechanism("tower", (0.0, 0.0, -G))
    m.body("cabin", 5000.0, (0, 0, 0), (10.0, 10.0, 10.0), at=(0, 0, 3000.0))
    m.prismatic("lift", m.ground, "cabin", at=(0, 0, 3000.0), axis="z")
    ends = {"at_a": (0, 0, 3001.0), "at_b": (0, 0, 3000.0)}
    m.spring_damper("rope", m.ground, "cabin", k=1e8, free_length=0.5, **ends)
    system = m.build().compile(kernels=())
    for stable in (True, False):
        rest = system.equilibrium(stable=stable)
        assert rest["lift"] == pytest.approx(0.5 - 5000 * G / 1e8, abs=1e-10)


def test_passive_freedom_does_not_disturb() -> None:
    """The coupler of an RSSR spins freely about its length; no force tells it where to stay."""
    system = rssr().compile(kernels=())
    low = system.equilibrium(stable=True)
    assert low.residual < 1e-9
    assert np.count_nonzero(np.abs(low.linearization.eigenvalues) < 1e-5) == 2
    near = system.assemble({"A": low["A"] + 0.1}, guess=low.state)
    again = system.equilibrium(near)
    assert again["A"] == pytest.approx(low["A"], abs=1e-10)
    assert again["D"] == pytest.approx(low["D"], abs=1e-10)


@pytest.mark.parametrize("make", [bricard, lambda: parallelogram(3, angle=-1.0)])
def test_redundant_loops(make: Any) -> None:
    """Reactions are labelled, and those to ground carry the weight."""
    system = make().compile(kernels=())
    rest = system.equilibrium(stable=True)
    assert rest.stable
    reactions = rest.reactions(axes="world")
    assert not all(all(w.unique_force) for w in reactions.values())
    total = np.zeros(3)
    for joint in system.model.joints:
        if joint.parent == "ground":
            total += reactions[joint.name].force
        if joint.child == "ground":
            total -= reactions[joint.name].force
    mass = sum(body.mass for body in system.model.bodies)
    assert total == pytest.approx(-mass * np.array(system.model.gravity), abs=1e-9 * mass)


def test_floating_body_on_springs() -> None:
    """Six freedoms of a free joint: all forces vanish."""
    system = compiled("raft")
    rest = system.equilibrium(stable=True)
    assert rest.stable
    still = np.zeros(system.nv)
    efforts = system.inverse_dynamics(rest.state.q, still, still)
    assert np.max(np.abs(efforts)) < 1e-9
    assert np.linalg.norm(rest.state.q[3:7]) == pytest.approx(1.0, abs=1e-14)


# --- locks and drives -----------------------------------------------------------------------------


def test_locked_in_a_tree() -> None:
    system = double_pendulum().compile(kernels=())
    rest = system.equilibrium({"A": 0.7, "B": 0.2}, locked=["A"])
    assert rest["A"] == 0.7
    assert rest["B"] == pytest.approx(-0.7, abs=1e-12)
    assert rest.motion.efforts["A"][0] == pytest.approx(2 * 1.3 * G * 0.7 * np.sin(0.7), rel=1e-10)


@pytest.mark.parametrize("cut", [["P"], ["D"], ["A"]])
def test_locked_in_a_loop(cut: list[str]) -> None:
    """The crank stays where it was, to rounding, wherever the loop is cut."""
    system = five_bar().compile(cut=cut, kernels=())
    start = system.assemble({"A": 0.2, "D": -0.1})
    rest = system.equilibrium(start, locked=["A"])
    assert rest["A"] == pytest.approx(start["A"], abs=1e-13)
    effort = rest.motion.efforts["A"]
    moved = system.accelerations(rest.state, efforts={"A": effort})
    assert np.max(np.abs(moved.vdot)) < 1e-8
    assert abs(rest["D"] - start["D"]) > 0.1


def test_driven_coordinates_are_where_their_laws_have_them() -> None:
    tree = double_pendulum().compile(kernels=())
    rest = tree.equilibrium(driven={"A": 0.4})
    assert rest["A"] == 0.4
    assert rest["B"] == pytest.approx(-0.4, abs=1e-12)
    loop = five_bar().compile(kernels=())
    rest = loop.equilibrium(driven={"A": 0.3, "D": lambda t: -0.2 + 0.0 * t})
    assert rest["A"] == pytest.approx(0.3, abs=1e-13)
    assert rest["D"] == pytest.approx(-0.2, abs=1e-13)
    assert np.max(np.abs(loop.compiled.loops.closure(rest.state.q)[0])) < 1e-13
    for joint in "AD":
        assert abs(rest.motion.efforts[joint][0]) > 1.0


def test_drives_that_move_are_refused() -> None:
    system = double_pendulum().compile(kernels=())
    with pytest.raises(sarrus.ModelError, match="driven 'A'"):
        system.equilibrium(driven={"A": lambda t: 0.4 + t})


# --- values ---------------------------------------------------------------------------------------


def test_other_parameters_reach_state_and_reactions() -> None:
    system = sprung_four_bar().compile(parameters=["crank.mass", "S.k"], kernels=())
    heavy = {"crank.mass": 9.0, "S.k": 900.0}
    rest = system.equilibrium(stable=True, parameters=heavy)
    plain = system.equilibrium(stable=True)
    assert abs(rest["A"] - plain["A"]) > 1e-3
    motion = system.accelerations(rest.state, parameters=heavy)
    assert np.max(np.abs(motion.vdot)) < 1e-8
    expected = system.reactions(motion, parameters=heavy)
    found = rest.reactions()
    for joint in "AD":
        assert found[joint].force[:2] == pytest.approx(expected[joint].force[:2], rel=1e-8)


def test_lengths_that_change_the_loop() -> None:
    """A longer crank as a parameter: the loop is closed again, and balances."""
    system = four_bar(gravity=(0.0, -G, 0.0)).compile(parameters=["B.parent_point"], kernels=())
    longer = np.array(system.model.joint("B").on_parent.position) * 1.1
    rest = system.equilibrium({"A": 0.2}, parameters={"B.parent_point": longer})
    gap = system.compiled.loops.closure(rest.state.q, *system.compiled.last_inputs(
        parameters={"B.parent_point": longer}))[0]  # fmt: skip
    assert np.max(np.abs(gap)) < 1e-13
    motion = system.accelerations(rest.state, parameters={"B.parent_point": longer})
    assert np.max(np.abs(motion.vdot)) < 1e-8


def test_time_tables_are_read_at_the_time_of_the_state() -> None:
    system = pendulum().compile(kernels=())
    start = system.assemble({"A": -1.2}, t=1.5)
    rest = system.equilibrium(start, efforts={"A": ([1.0, 2.0], [2.0, 4.0])})
    assert rest["A"] == pytest.approx(-np.arccos(3.0 / (0.5 * G)), abs=1e-9)
    assert rest.state.t == 1.5


# --- what has no answer ---------------------------------------------------------------------------


def rotor() -> System:
    m = Mechanism("rotor", (0.0, 0.0, 0.0))
    m.body("disc", 2.0, (0, 0, 0), (0.1, 0.1, 0.2))
    m.revolute("axle", m.ground, "disc", at=(0, 0, 0), axis="z")
    return m.build().compile(kernels=())


@pytest.mark.parametrize("stable", [False, True])
def test_no_equilibrium_is_named(stable: bool) -> None:
    system = rotor()
    with pytest.raises(sarrus.SimulationStopped, match=r"axle\.rate") as refused:
        system.equilibrium(efforts={"axle": 1.0}, stable=stable)
    assert refused.value.problems[0].code == "E-NEWTON"
    free = system.equilibrium(stable=stable)
    assert free["axle"] == 0.0, "without a torque it stays where it is"


def test_singular_positions_are_no_equilibria() -> None:
    """A parallelogram from above must pass the flat position, where its loops bifurcate."""
    system = parallelogram(3).compile(kernels=())
    try:
        rest = system.equilibrium(stable=True)
    except sarrus.SimulationStopped as refused:
        assert refused.problems[0].code == "E-NEWTON"
    else:
        assert system.mobility(rest.state).freedom == 1
        assert rest.stable


def test_too_large_a_torque_is_named() -> None:
    system = pendulum().compile(kernels=())
    with pytest.raises(sarrus.SimulationStopped) as refused:
        system.equilibrium({"A": -0.1}, efforts={"A": 6.0})
    assert refused.value.problems[0].code == "E-NEWTON"


def test_loops_that_cannot_be_closed_are_named() -> None:
    """A parameter that makes a rod too short: no state, no nonsense."""
    system = four_bar().compile(parameters=["B.parent_point"], kernels=())
    far = np.array([0.0, -30.0, 0.0])
    with pytest.raises(SarrusError) as refused:
        system.equilibrium(parameters={"B.parent_point": far})
    assert refused.value.problems[0].code in ("E-NEWTON", "M12")
    assert "loop" in str(refused.value)

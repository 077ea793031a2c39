"""CHK-J03: linearisation about rest and motion, against differences of the nonlinear motion."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import sarrus
from analysis.machines import compiled, moving, resting, sprung_four_bar
from analysis.nearby import Nearby, places, reading
from closeness import assert_close
from loops.mechanisms import slider_crank
from sarrus import Mechanism
from sarrus.system import GroundMotion
from simulation.machines import pendulum

IN_PLANE = ("reaction.force.x", "reaction.force.y")
"""Of planar loops in space: what is unique."""

OUTPUTS: dict[str, list[str]] = {
    "pendulum": ["A", "A.rate", "A.acceleration", "A.reaction.force", "rod.velocity"],
    "crane": [
        "swivel", "hoist.acceleration", "swivel.acceleration", "swivel.reaction.force",
        "hoist.wrench.force", "tip.position", "eye.acceleration", "load.angular_acceleration",
    ],
    "raft": ["float.x", "float.quat_y", "float.vz", "float.acceleration", "hull.acceleration"],
    "floating": [
        "float.x", "float.quat_y", "float.vz", "ball", "rail", "ball.acceleration",
        "float.acceleration", "rail.reaction.force", "arm.position", "cart.acceleration",
        "hull.angular_velocity.z",
    ],
    "double_pendulum": ["B.rate", "B.acceleration", "B.reaction.force", "bob1.acceleration"],
    "four_bar": [
        "A", "B.rate", "C", "C.rate", "C.acceleration", "B.acceleration",
        *(f"{joint}.{part}" for joint in "ABCD" for part in IN_PLANE),
        "coupler.position", "rocker.acceleration", "coupler.angular_velocity.z",
    ],
    "slider_crank": [
        "crank_pivot", "guide", "ball", "ball.omega_x", "ball.acceleration", "fork",
        "guide.acceleration", "ball.reaction.force", "guide.reaction.moment",
        "crank_pivot.reaction.force", "rod.position", "rod.angular_acceleration",
    ],
    "five_bar": ["A", "P", "P.rate", "P.acceleration", "P.reaction.force.x", "rod_l.acceleration"],
    "rssr": ["A", "C", "D", "D.rate", "C.omega_z", "C.acceleration", "C.reaction.force"],
    "bricard": ["R1", "R4", "R4.rate", "R4.acceleration", "rod3.position", "rod3.acceleration"],
}  # fmt: skip
AT_REST = ("pendulum", "raft", "four_bar")
SLOW = ("floating", "rssr")
CASES: list[Any] = [(name, "in motion") for name in OUTPUTS if name not in SLOW]
CASES += [(name, "at rest") for name in AT_REST]
CASES += [pytest.param(name, "in motion", marks=pytest.mark.slow) for name in SLOW]


@pytest.mark.parametrize("name, how", CASES)
def test_CHK_J03_linear_equations_are_the_slopes_of_the_motion(name: str, how: str) -> None:
    """Other independent coordinates and velocities, loops closed again: all that changes."""
    system = compiled(name)
    state = resting(system) if how == "at rest" else moving(system)
    driving = system.velocities[0]
    linear = system.linearize(state, inputs=[driving], outputs=OUTPUTS[name])
    f = len(linear.states) // 2
    assert f == system.mobility(state).freedom
    chosen = places(system, linear.states[f:])
    near = Nearby(system, state, chosen)
    reads = [reading(system, output) for output in OUTPUTS[name]]

    def happening(motion: Any) -> np.ndarray:
        return np.concatenate([motion.vdot[chosen], *(np.ravel(read(motion)) for read in reads)])

    here = happening(near.motion())
    scale = 1.0 + np.abs(here)[:, None]
    found = np.vstack([linear.A[f:], linear.C])
    positions = near.by_position(happening)
    worst = np.abs(found[:, :f] - positions) / (scale + np.max(np.abs(positions)))
    assert np.max(worst) <= 2e-8, "by position"
    speeds = near.by_velocity(happening)
    worst = np.abs(found[:, f:] - speeds) / (scale + np.max(np.abs(speeds)))
    assert np.max(worst) <= 1e-8, "by velocity"
    efforts = near.by_effort(happening, [driving])
    assert_close(np.vstack([linear.B[f:], linear.D]), efforts, 1e-10, "by effort")
    assert np.max(np.abs(linear.A[:f, :f] - near.turning())) <= 1e-6
    assert np.array_equal(linear.A[:f, f:], np.eye(f))
    assert np.array_equal(linear.B[:f], np.zeros((f, 1)))


def test_CHK_J03_pendulum() -> None:
    """At rest, hanging: +- i sqrt(3 g / 2 l); upside down the same without i."""
    system = pendulum().compile(kernels=())
    hanging = system.linearize(system.assemble({"A": -np.pi / 2}))
    assert hanging.eigenvalues == pytest.approx([-3.836013j, 3.836013j], abs=1e-6)
    exact = np.sqrt(3 * 9.81 / 2)
    assert hanging.eigenvalues == pytest.approx([-1j * exact, 1j * exact], rel=1e-13)
    assert hanging.stable
    standing = system.linearize(system.assemble({"A": np.pi / 2}))
    assert standing.eigenvalues == pytest.approx([-exact, exact], rel=1e-13)
    assert not standing.stable


# --- which coordinates, which inputs --------------------------------------------------------------


def test_any_independent_coordinate_gives_the_same_motion() -> None:
    """About an equilibrium; elsewhere small motions depend on what is held at first order."""
    system = sprung_four_bar().compile(cut=["C"], kernels=())
    state = system.equilibrium(stable=True).state
    omega = np.array([0.3, 2.0, 9.0])
    expected = system.linearize(state, outputs=["A", "C"], inputs=["A"]).response(omega)
    for name in "ABD":
        chosen = system.linearize(state, outputs=["A", "C"], inputs=["A"], independent=[name])
        assert chosen.states == (f"{name}.angle", f"{name}.rate")
        found = chosen.response(omega)
        assert np.max(np.abs(found - expected)) <= 1e-9 * np.max(np.abs(expected))


def test_inputs_on_cut_joints_and_on_joints_with_several_coordinates() -> None:
    system = compiled("slider_crank")
    cut = [joint.name for joint in system.topology.cuts]
    assert cut == ["ball"]
    state = moving(system)
    linear = system.linearize(state, inputs=["ball", "fork", "guide"], outputs=["guide"])
    assert linear.inputs == ("ball[0]", "ball[1]", "ball[2]", "fork[0]", "fork[1]", "guide")
    chosen = places(system, linear.states[1:])
    near = Nearby(system, state, chosen)
    names = [
        "ball.omega_x",
        "ball.omega_y",
        "ball.omega_z",
        "fork.angle_1",
        "fork.angle_2",
        "guide",
    ]
    assert_close(linear.B[1:], near.by_effort(lambda m: m.vdot[chosen], names), 1e-10)


def test_outputs_may_be_functions() -> None:
    """A length between bodies, a power, a direction; by name and as a list."""
    system = compiled("double_pendulum")
    state = moving(system)
    r = (0.1, -0.7, 0.2)

    def power(t: Any, s: Any) -> Any:
        return s["B.rate"] * 3.0 + np.sin(t)

    wanted = {
        "reach": lambda s: s.distance("bob0", "bob1", on_b=r),
        "power": power,
        "up": lambda s: s.direction("bob1", (0.0, 1.0, 0.0))[1],
    }
    linear = system.linearize(state, outputs=wanted)
    assert linear.outputs == ("reach", "power", "up")
    near = Nearby(system, state, [0, 1])

    def read(m: Any) -> list[float]:
        poses = system.kinematics(m.state.q)
        end = system.point("bob1", r, m.state.q).position
        reach = float(np.linalg.norm(end - poses["bob0"].position))
        return [reach, 3.0 * m.state["B.rate"], poses["bob1"].rotation[1, 1]]

    assert_close(linear.C[:, :2], near.by_position(read), 1e-8)
    assert_close(linear.C[:, 2:], near.by_velocity(read), 1e-8)
    listed = system.linearize(state, outputs=[power, "B"])
    assert listed.outputs == ("power", "B")


def test_what_cannot_be_asked_is_named() -> None:
    system = compiled("four_bar")
    state = system.assemble()
    cases: list[tuple[Callable[[], Any], str, str]] = [
        (lambda: system.linearize(state, outputs=["A.angel"]), "M09", "A.angle"),
        (lambda: system.linearize(state, inputs=["Z"]), "M09", "Z"),
        (
            lambda: system.linearize(state, outputs=[lambda s: 1.0 if s["A"] > 0 else 0.0]),
            "V03",
            "",
        ),
        (lambda: system.linearize(state, independent=["A", "B"]), "S07", "freedoms"),
        (lambda: system.linearize(state, independent=[system.topology.cuts[0].name]), "S06", "cut"),
        (
            lambda: system.linearize(state, efforts={"A": lambda t, s: 1.0 if t > 0 else 0.0}),
            "D08",
            "NumPy",
        ),
        (lambda: system.linearize(state, efforts={"Z": 1.0}), "M09", "Z"),
        (lambda: system.linearize(state, locked=["Z"]), "M09", "Z"),
    ]
    for ask, code, word in cases:
        with pytest.raises(sarrus.ModelError) as refused:
            ask()
        assert refused.value.problems[0].code == code
        assert word in str(refused.value)


# --- other forms ----------------------------------------------------------------------------------


@pytest.mark.slow
def test_massless_pieces_and_other_cuts_change_nothing() -> None:
    """The slider-crank as R-S-U-P, and as a chain of hinges with massless pieces."""
    found = []
    for style in ("joints", "chain"):
        system = slider_crank(style=style).compile(kernels=())
        state = system.assemble({"crank_pivot": 0.5}, {"crank_pivot": 2.0})
        linear = system.linearize(
            state,
            inputs=["crank_pivot"],
            outputs=["guide", "guide.acceleration"],
            independent=["crank_pivot"],
        )
        found.append(np.vstack([linear.A, linear.B.T, linear.C]))
    assert_close(found[1], found[0], 1e-9)


def test_planar_rows_alone_give_the_same() -> None:
    found = []
    for planar in (False, True):
        system = sprung_four_bar().compile(kernels=(), planar=planar)
        state = system.assemble({"A": 0.3}, {"A": 0.5})
        linear = system.linearize(state, outputs=["C.reaction.force.x"], independent=["A"])
        found.append(np.vstack([linear.A, linear.C]))
    assert_close(found[1], found[0], 1e-10)


def test_geared_pendulums() -> None:
    """Two discs with excentric masses and a gear: omega^2 = (k1 + k2 / n^2) / (I1 + I2 / n^2)."""
    m = Mechanism("gears", (0.0, -9.81, 0.0))
    m.body("a", 1.0, (0.0, -0.1, 0), (0.1, 0.1, 0.2))
    m.body("b", 2.0, (0.0, -0.2, 0), (0.1, 0.1, 0.3), at=(1, 0, 0))
    m.revolute("A", m.ground, "a", at=(0, 0, 0), axis="z")
    m.revolute("B", m.ground, "b", at=(1, 0, 0), axis="z")
    m.gear("G", "A", "B", ratio=-2.0)
    system = m.build().compile(kernels=())
    linear = system.linearize(system.assemble())
    turn = linear.coordinates[:, 0]
    n = turn[1] / turn[0]
    assert abs(n) == pytest.approx(2.0)
    inertia = 0.2 + 1.0 * 0.1**2 + n * n * (0.3 + 2.0 * 0.2**2)
    stiffness = 9.81 * (1.0 * 0.1 + n * n * 2.0 * 0.2)
    assert abs(linear.eigenvalues[0]) == pytest.approx(np.sqrt(stiffness / inertia), rel=1e-12)


def test_accelerated_ground() -> None:
    """A pendulum in a lift that speeds up aside: it rests askew and swings faster."""
    m = Mechanism("lift", (0.0, -9.81, 0.0))
    m.body("rod", 1.0, (0, -0.5, 0), (0.0, 1 / 12, 1 / 12))
    m.revolute("A", m.ground, "rod", at=(0, 0, 0), axis="z")
    m.prescribe_base()
    system = m.build().compile(kernels=())
    base = GroundMotion(acceleration=(3.0, 0.0, 0.0))
    rest = system.equilibrium(stable=True, base=base)
    assert rest["A"] == pytest.approx(-np.arctan2(3.0, 9.81), abs=1e-12)
    omega = np.sqrt(1.5 * np.hypot(3.0, 9.81))
    assert np.abs(rest.linearization.eigenvalues) == pytest.approx([omega, omega], rel=1e-12)
    force = rest.reactions(axes="world")["A"].force
    assert force == pytest.approx([3.0, 9.81, 0.0], abs=1e-10)

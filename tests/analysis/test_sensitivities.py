"""Derivatives by the numbers of a model, against differences of what other numbers yield."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import pytest

import sarrus
from analysis.machines import MACHINES, G, compiled, moving
from analysis.nearby import Nearby, independent, places, reading
from loops.mechanisms import rusr
from sarrus import analysis
from sarrus.system import Motion, System
from sarrus.system.analysis.analysis import Analysis
from sarrus.system.analysis.outputs import Outputs
from simulation.machines import pendulum

IN_PLANE = ("reaction.force.x", "reaction.force.y")

Case = tuple[list[str], list[str]]
CASES: dict[str, Case] = {
    "pendulum": (
        ["A.acceleration", "A.reaction.force", "rod.acceleration"],
        ["rod.mass", "rod.com", "rod.inertia", "A.child_point", "gravity", "A.axis"],
    ),
    "crane": (
        ["hinge.acceleration", "swivel.acceleration", "swivel.reaction.force", "tip.position",
         "hinge.reaction.moment", "load.angular_acceleration", "eye.velocity"],
        ["boom.mass", "boom.com", "boom.inertia", "hinge.point", "hinge.axis", "strut.k", "strut.c",
         "strut.free_length", "strut.point_a", "brake.d", "wind.force", "swivel.child_point",
         "gravity"],
    ),
    "crane, a few": (
        ["hinge.acceleration", "swivel.reaction.force"],
        ["hinge.axis", "strut.k"],
    ),
    "floating": (
        ["float.acceleration", "ball.reaction.force", "rail.acceleration", "arm.acceleration"],
        ["hull.mass", "hull.inertia", "ball.point", "spring1.k", "spring0.point_b", "rail.axis"],
    ),
    "double_pendulum": (
        ["B.acceleration", "A.reaction.force", "bob1.position", "bob1.velocity"],
        ["bob0.mass", "bob1.com", "B.parent_point", "B.child_axis", "gravity"],
    ),
    "four_bar": (
        ["A", "C", "D.rate", "C.acceleration", "coupler.position", "rocker.acceleration",
         *(f"{joint}.{part}" for joint in "ABCD" for part in IN_PLANE)],
        ["crank.mass", "coupler.com", "rocker.inertia", "S.k", "S.c", "S.free_length", "gravity"],
    ),
    "four_bar, lengths": (["A", "C", "D.rate", "C.acceleration", "coupler.position", "C.rate"], []),
    "slider_crank": (
        ["guide", "guide.acceleration", "ball.reaction.force", "fork.acceleration", "ball.omega_y"],
        ["rod.mass", "S.k", "brake.d", "ball.child_point", "guide.parent_axis"],
    ),
    "five_bar": (
        ["A", "D", "P.acceleration", "P.reaction.force.x", "rod_l.position"],
        ["left.mass", "rod_r.com", "gravity"],
    ),
    "rssr": (
        ["D", "D.rate", "C.acceleration", "C.reaction.force", "coupler.angular_acceleration"],
        ["coupler.mass", "coupler.inertia", "B.parent_point", "C.child_point", "A.parent_axis"],
    ),
    "bricard": (
        ["R1.acceleration", "R4.acceleration", "rod3.acceleration"],
        ["rod1.mass", "rod2.com", "rod4.inertia", "gravity"],
    ),
    "rusr": (
        ["crank_pivot", "cross.acceleration", "ball.reaction.force", "follower.acceleration"],
        ["coupler.mass", "coupler.inertia", "ball.parent_point", "follower_pivot.parent_point"],
    ),
}  # fmt: skip
PLANAR = {"four_bar, lengths": ["B.parent_point", "C.child_point", "D.parent_point"]}
"""Planar loops in space stay closed only if points move in the plane: two numbers of three."""


def machine(name: str) -> System:
    short = name.partition(",")[0]
    model = rusr() if short == "rusr" else MACHINES[short]()
    parameters = [*CASES[name][1], *PLANAR.get(name, [])]
    return model.compile(parameters=parameters, kernels=())


SLOW = ("crane", "floating", "rssr", "bricard", "rusr")


def some_slow(names: Iterable[str]) -> list[Any]:
    """Mark those that take longer to compile."""
    return [pytest.param(name, marks=pytest.mark.slow) if name in SLOW else name for name in names]


@pytest.mark.parametrize("name", some_slow(CASES))
def test_gradients_in_motion(name: str) -> None:
    """Positions, velocities, accelerations, reactions, with independent coordinates held."""
    system = machine(name)
    state = moving(system)
    outputs, parameters = CASES[name]
    parameters = [*parameters, *PLANAR.get(name, [])]
    found = analysis.sensitivities(system, state, outputs, parameters)
    near = Nearby(system, state, independent(system, state))
    reads = [reading(system, output) for output in outputs]

    def happening(motion: Motion, numbers: Any = None) -> np.ndarray:
        return np.concatenate([np.ravel(read(motion, numbers)) for read in reads])

    values = happening(near.motion())
    assert found.values == pytest.approx(values, rel=1e-9, abs=1e-9 * np.max(np.abs(values)))
    at = 0
    for parameter in parameters:
        planar = parameter in PLANAR.get(name, [])
        expected = near.by_number(happening, parameter, first=2 if planar else None)
        part = found.matrix[:, at : at + expected.shape[1]]
        at += 3 if planar else expected.shape[1]
        scale = np.max(np.abs(expected)) + 1e-3 * np.max(np.abs(values))
        assert np.max(np.abs(part - expected)) <= 1e-6 * scale, parameter
        assert np.max(np.abs(expected)) > 0.0, f"{parameter} has no influence"
    assert found.matrix.shape[1] == at


def test_independent_coordinates_by_name() -> None:
    """What is held decides what moves: with the rocker held, the crank gives way to a length."""
    system = MACHINES["four_bar"]().compile(parameters=["B.parent_point"], kernels=())
    state = moving(system)
    found = analysis.sensitivities(
        system, state, ["A", "D", "C"], ["B.parent_point"], independent=["D"]
    )
    assert np.max(np.abs(found["D", "B.parent_point"])) == 0.0
    near = Nearby(system, state, places(system, ["D.rate"]))
    expected = near.by_number(
        lambda m, n: [m.state[name] for name in "ADC"], "B.parent_point", first=2
    )
    assert np.max(np.abs(found.matrix[:, :2] - expected)) < 1e-8
    assert abs(found["A", "B.parent_point"][1]) > 0.1


# --- driving efforts ------------------------------------------------------------------------------


def law(at: float, rate: float, bend: float) -> tuple[Callable[[Any], Any], Any]:
    """A motion and its jet."""
    return (
        lambda t: at + rate * t + bend * t * t,
        lambda t: (at + rate * t + bend * t * t, rate + 2 * bend * t, 2 * bend),
    )


DRIVEN: dict[str, tuple[dict[str, tuple[float, float]], list[str], list[str]]] = {
    "double_pendulum": (
        {"A": (0.6, -0.4), "B": (-0.8, 0.9)},
        ["A.effort", "B.effort", "B.reaction.force"],
        ["bob0.mass", "bob1.com", "B.parent_point", "gravity"],
    ),
    "four_bar": (
        {"A": (1.2, 0.5)},
        ["A.effort", "B.reaction.force.x", "D.rate"],
        ["crank.mass", "coupler.com", "rocker.inertia", "S.k", "S.c", "S.free_length"],
    ),
    "slider_crank": (
        {"crank_pivot": (2.0, -0.7)},
        ["crank_pivot.effort", "guide.acceleration", "ball.reaction.force"],
        ["rod.mass", "slider.mass", "ball.child_point", "crank_pivot.parent_point", "S.k"],
    ),
    "five_bar": (
        {"A": (0.7, 0.4), "D": (-0.5, 0.3)},
        ["A.effort", "D.effort", "P.acceleration"],
        ["left.mass", "rod_l.com", "rod_r.inertia", "gravity"],
    ),
}


@pytest.mark.parametrize("name", DRIVEN)
def test_gradients_of_driving_efforts(name: str) -> None:
    """All freedoms driven: kinematics and torques move with lengths, masses and stiffness."""
    rates, outputs, parameters = DRIVEN[name]
    system = MACHINES[name]().compile(parameters=parameters, kernels=())
    start = system.assemble({key: 0.1 for key in rates}, {key: r[0] for key, r in rates.items()})
    laws = {key: law(0.1, *r) for key, r in rates.items()}
    driven = {key: motion for key, (motion, _) in laws.items()}
    found = analysis.sensitivities(system, start, outputs, parameters, driven=driven)
    near = Nearby(system, start, [], driven={key: jet for key, (_, jet) in laws.items()})
    reads = [reading(system, output) for output in outputs]

    def happening(motion: Motion, numbers: Any = None) -> np.ndarray:
        return np.concatenate([np.ravel(read(motion, numbers)) for read in reads])

    values = happening(near.motion())
    assert found.values == pytest.approx(values, rel=1e-9, abs=1e-9)
    expected = np.hstack([near.by_number(happening, parameter) for parameter in parameters])
    scale = np.max(np.abs(expected), axis=0) + 1e-3 * np.max(np.abs(values))
    assert np.max(np.abs(found.matrix - expected) / scale) <= 1e-6


# --- equilibrium ----------------------------------------------------------------------------------

AT_REST: dict[str, tuple[dict[str, Any], list[str], list[str]]] = {
    "pendulum": ({"efforts": {"A": 3.0}}, ["A", "A.reaction.force"], ["rod.mass", "rod.com"]),
    "crane": (
        {"locked": ["waist", "hoist"]},
        ["hinge", "tip.position", "hinge.reaction.force", "hoist.effort", "swivel.reaction.force"],
        ["boom.mass", "strut.k", "hinge.point", "wind.force"],
    ),
    "raft": ({}, ["hull.position", "float.quat_x"], ["hull.mass", "spring0.k"]),
    "floating": ({}, ["hull.position", "ball.reaction.force"], ["arm.mass", "spring0.point_a"]),
    "four_bar": ({}, ["A", "C", "C.reaction.force.x"], ["S.k", "crank.mass", "gravity"]),
    "slider_crank": (
        {},
        ["guide", "crank_pivot", "ball.reaction.force"],
        ["S.k", "ball.child_point"],
    ),
}


@pytest.mark.parametrize("name", some_slow(AT_REST))
def test_gradients_of_equilibria(name: str) -> None:
    """The mechanism finds its new place when a number changes: differences of equilibria."""
    how, outputs, parameters = AT_REST[name]
    system = MACHINES[name]().compile(parameters=parameters, kernels=())
    guess = {"A": -1.2} if name == "pendulum" else {}
    rest = system.equilibrium(guess, stable=True, **how)
    found = analysis.sensitivities(system, rest, outputs, parameters, **how)
    efforts, locked = how.get("efforts", {}), how.get("locked", ())
    wanted = Analysis(system, efforts, {}, locked)
    reads = [reading(system, output) for output in outputs]

    def happening(numbers: dict[str, Any]) -> np.ndarray:
        there = wanted.equilibrium(rest.state, Outputs([]), numbers=numbers)
        return np.concatenate([np.ravel(read(there.motion, numbers)) for read in reads])

    values = happening({})
    assert found.values == pytest.approx(values, rel=1e-8, abs=1e-8)
    known = system.compiled.compiler.parameters
    defaults = dict(zip(known.names, known.defaults, strict=True))
    column = 0
    for parameter in parameters:
        value = defaults[system.compiled.full_parameter(parameter)]
        for unit in np.eye(value.size).reshape(value.size, *value.shape):
            h = 1e-3 * max(0.1, float(np.max(np.abs(value))))
            near = [happening({parameter: value + k * h * unit}) for k in (-2, -1, 1, 2)]
            slope = (8 * (near[2] - near[1]) - (near[3] - near[0])) / (12 * h)
            scale = np.max(np.abs(slope)) + 1e-3 * np.max(np.abs(values))
            assert np.max(np.abs(found.matrix[:, column] - slope)) <= 1e-6 * scale, parameter
            column += 1


def test_weight_on_a_spring_in_closed_form() -> None:
    """Rod held by a torque: cos(a) = T / (m g c); da/dm and da/dc known."""
    system = pendulum().compile(kernels=())
    rest = system.equilibrium({"A": -1.2}, efforts={"A": 3.0})
    found = analysis.sensitivities(
        system, rest, ["A"], ["rod.mass", "rod.com", "gravity"], efforts={"A": 3.0}
    )
    a = rest["A"]
    slope = -1.0 / np.tan(a)  # d(-a)/d ln(m g c), of cos(a) = T / (m g c)
    assert found["A", "rod.mass"] == pytest.approx(-slope, rel=1e-10)
    assert found["A", "rod.com[0]"] == pytest.approx(-slope / 0.5, rel=1e-10)
    assert found["A", "gravity"][1] == pytest.approx(slope / G, rel=1e-10)


# --- names and refusals ---------------------------------------------------------------------------


def test_names() -> None:
    system = compiled("four_bar")
    state = system.assemble()
    found = analysis.sensitivities(
        system, state, {"tip": "coupler.position", "turn": "A"}, ["S.k", "A.point"]
    )
    assert found.outputs == ("tip[0]", "tip[1]", "tip[2]", "turn")
    assert found.parameters == ("S.k", "A.point[0]", "A.point[1]", "A.point[2]")
    assert found["tip", "A.point"].shape == (3, 3)
    assert found["tip", "S.k"].shape == (3,)
    assert found["turn", "S.k"] == 0.0
    for ask in (lambda: found["tip", "S.c"], lambda: found["tap", "S.k"]):
        with pytest.raises(sarrus.ModelError) as refused:
            ask()
        assert refused.value.problems[0].code == "M09"
    with pytest.raises(sarrus.ModelError) as refused:
        analysis.sensitivities(system, state, ["A"], ["S.stiffness"])
    assert refused.value.problems[0].code == "M09"


def test_parameters_may_have_other_values() -> None:
    """Derivatives are taken where the values are, not where the model has them."""
    system = pendulum().compile(parameters=["rod.mass"], kernels=())
    state = system.assemble({"A": 0.3})
    for mass in (1.0, 4.0):
        found = analysis.sensitivities(
            system,
            state,
            ["A.reaction.force"],
            ["rod.mass", "rod.com"],
            parameters={"rod.mass": mass},
        )
        assert found["A.reaction.force", "rod.com"].shape == (3, 3)
        near = Nearby(system, state, [0], numbers={"rod.mass": mass})
        read = reading(system, "A.reaction.force")
        h = 1e-4
        ends = [
            read(Nearby(system, state, [0], numbers={"rod.mass": mass + s * h}).motion(),
                 {"rod.mass": mass + s * h})
            for s in (1, -1)
        ]  # fmt: skip
        assert found.values == pytest.approx(read(near.motion(), near.numbers), rel=1e-10)
        slope = (ends[0] - ends[1]) / (2 * h)
        assert found["A.reaction.force", "rod.mass"] == pytest.approx(slope, rel=1e-6, abs=1e-7)


def test_an_equilibrium_with_other_efforts_is_refused() -> None:
    """The same efforts, locks and values must hold as where the equilibrium was found."""
    system = pendulum().compile(kernels=())
    rest = system.equilibrium({"A": -1.2}, efforts={"A": 3.0})
    with pytest.raises(sarrus.ModelError, match="efforts"):
        analysis.sensitivities(system, rest, ["A"], ["rod.mass"])


def test_equilibrium_without_stiffness_is_refused() -> None:
    """A disc that rests anywhere: where it goes when a number changes is not defined."""
    m = sarrus.Mechanism("disc", (0.0, -G, 0.0))
    m.body("disc", 2.0, (0, 0, 0), (0.1, 0.1, 0.2))
    m.revolute("axle", m.ground, "disc", at=(0, 0, 0), axis="z")
    system = m.build().compile(kernels=())
    rest = system.equilibrium()
    by_mass = analysis.sensitivities(system, rest, ["axle", "axle.reaction.force"], ["disc.mass"])
    assert by_mass["axle", "disc.mass"] == 0.0
    assert by_mass["axle.reaction.force", "disc.mass"] == pytest.approx([0, G, 0], abs=1e-12)
    with pytest.raises(sarrus.ModelError, match="axle"):
        analysis.sensitivities(system, rest, ["axle"], ["disc.com"])

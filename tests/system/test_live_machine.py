"""Live machines compute what the library computes, and survive whatever they are given."""

from __future__ import annotations

import math
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gallery.mobility_table import LARGE
from kernels import unfused, wasm
from random_mechanisms.generator import sample
from sarrus import Mechanism, ModelError, System, gallery, load
from sarrus.kernels import Program
from sarrus.system.constants.constants_map import constants_map
from sarrus.system.flow import flow_kernels
from sarrus.system.live import LiveMachine, live_machine, mapped_constants
from sarrus.system.simulation.modes import Mode, Modes
from system.live_node import ask, needs_node

CHANNELS = ["A.angle", "A.reaction.force.x", "D.rate", "coupler.position"]
PARAMETERS = ["joint:B.child_point", "joint:B.parent_point", "body:crank.mass", "gravity"]


@cache
def four_bar() -> System:
    return gallery.EXAMPLES["four_bar"].model().compile(parameters=PARAMETERS)


@cache
def machine() -> LiveMachine:
    return live_machine(four_bar(), channels=CHANNELS)


@needs_node
def test_a_machine_runs_as_the_library_does() -> None:
    """At ten times: coordinates, channels, energies; products are rounded, so not to the bit."""
    calls: list[Any] = []
    for _ in range(10):
        calls += [("advance", 0.1), ("coordinates",), ("channels",), ("energy",), ("poses",)]
    found = ask(machine(), *calls, ("loopError",), ("time",))
    start = four_bar().assemble()
    run = four_bar().simulate(start, until=1.0, step=1e-3, method="rk4", every=0.1)
    for k in range(10):
        moved, coordinates, channels, energy, poses = found[5 * k : 5 * k + 5]
        assert moved == {"ok": True, "message": "", "steps": 100}
        for name in ("A.angle", "B.angle", "D.rate"):
            assert coordinates[name] == pytest.approx(float(run[name][k + 1]), abs=1e-11)
        listed = [run["A.angle"], run["A.reaction.force.x"], run["D.rate"]]
        expected = [float(x[k + 1]) for x in listed] + run["coupler.position"][k + 1].tolist()
        assert channels == pytest.approx(expected, abs=1e-9)
        kinetic = sum(
            float(run[f"{b}.kinetic_energy"][k + 1]) for b in ("crank", "coupler", "rocker")
        )
        assert energy["kinetic"] == pytest.approx(kinetic, abs=1e-10)
        assert poses[12 + 9 : 24] == pytest.approx(expected[3:], abs=1e-11)
        assert abs(energy["balance"]) < 1e-8
    assert found[-2]["length"] < 1e-12
    assert found[-1] == pytest.approx(1.0)


@needs_node
def test_a_changed_length_is_assembled_again() -> None:
    name = "joint:B.child_point.x"
    before = next(c["value"] for c in machine().manifest["constants"] if c["name"] == name)
    changed, coordinates, gap, moved = ask(
        machine(),
        ("setConstant", name, before - 0.1),
        ("coordinates",),
        ("loopError",),
        ("advance", 0.05),
    )
    assert changed["ok"], changed["message"]
    assert gap["length"] < 1e-12
    assert moved["ok"]
    point = np.array(four_bar().compiled.compiler.parameters.defaults[0]).copy()
    point[0] -= 0.1
    given = {"parameters": {"joint:B.child_point": point}}
    phi = four_bar().compiled.loops.closure(
        np.array([coordinates[n] for n in four_bar().coordinates]),
        *four_bar().compiled.last_inputs(**given),
    )[0]
    assert np.max(np.abs(phi)) < 1e-12


@needs_node
@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("joint:B.child_point.x", "NaN", "must be a number"),
        ("joint:B.child_point.x", "Infinity", "must be a number"),
        ("joint:B.child_point.x", 1e6, "do not reach"),
        ("joint:B.child_point.x", -7.0, "do not reach"),
        ("body:crank.mass", -50.0, "negative"),
        ("joint:B.child_point.x", 1e300, ""),
        ("nothing", 1.0, "no constant"),
    ],
)
def test_hostile_numbers_leave_the_last_good_state(name: str, value: Any, words: str) -> None:
    first, refused, after, constants, moved, gap = ask(
        machine(),
        ("poses",),
        ("setConstant", name, value),
        ("poses",),
        ("constants",),
        ("advance", 0.1),
        ("loopError",),
    )
    assert not refused["ok"]
    assert words in refused["message"]
    assert after == first
    assert [c["value"] for c in constants] == [c["start"] for c in constants]
    assert moved["ok"]
    assert gap["length"] < 1e-12


@needs_node
def test_a_turn_is_a_drive() -> None:
    """Positions, efforts, channels and loads of a whole turn at a constant rate."""
    turned = ask(machine(), ("turn", {"coordinate": "A.angle", "count": 37, "rate": 3.0}))[0]
    assert turned["ok"], turned["message"]
    system, start = four_bar(), four_bar().assemble()["A.angle"]
    times = np.linspace(0.0, 2.0 * np.pi / 3.0, 37)
    run = system.drive({"A.angle": lambda t: start + 3.0 * t}, times=times)
    assert turned["values"] == pytest.approx((start + 3.0 * times).tolist())
    assert turned["effort"] == pytest.approx(run["A.effort"].tolist(), rel=1e-9, abs=1e-9)
    assert turned["channels"]["D.rate"] == pytest.approx(run["D.rate"].tolist(), abs=1e-9)
    forces = [float(np.linalg.norm(w.force)) for w in run.reactions("C")]
    assert turned["loads"]["C"] == pytest.approx(forces, rel=1e-9)


@needs_node
def test_a_cut_joint_is_turned_as_any_other() -> None:
    """Which joint is cut changes nothing: of a free machine, and of one with a motor there."""
    model = gallery.EXAMPLES["four_bar"].model()
    cut = model.compile(cut=["A"], kernels=())
    assert [joint.name for joint in cut.topology.cuts] == ["A"]
    wanted = ask(machine(), ("turn", {"coordinate": "A.angle", "count": 19}))[0]["effort"]
    made = live_machine(cut, motors={"A.angle": 3.0})
    turn = ("turn", {"coordinate": "A.angle", "count": 19, "from": 0.0})
    found = ask(made, turn, ("advance", 0.2), ("coordinate", "A.angle"), turn)
    assert found[2] == pytest.approx(cut.assemble()["A.angle"] + 0.6)
    for turned in (found[0], found[3]):
        assert turned["ok"], turned["message"]
        assert turned["effort"] == pytest.approx(wanted, rel=1e-9, abs=1e-9)


@needs_node
def test_of_several_motors_each_is_turned_while_the_others_stay() -> None:
    m = Mechanism("arm")
    upper = m.body("upper", mass=2.0, com=(0.3, 0, 0), inertia=(0.01, 0.02, 0.02))
    lower = m.body("lower", mass=1.0, com=(0.8, 0, 0), inertia=(0.01, 0.02, 0.02))
    m.revolute("A", m.ground, upper, at=(0, 0, 0), axis="y")
    m.revolute("B", upper, lower, at=(0.6, 0, 0), axis="y")
    system = m.build().compile(kernels=())
    made = live_machine(system, motors={"A.angle": 1.0, "B.angle": 2.0})
    turns = [("turn", {"coordinate": f"{name}.angle", "count": 13}) for name in "AB"]
    found = ask(made, ("turns",), ("advance", 0.3), *turns)
    assert [(one["name"], one["held"]) for one in found[0]] == [
        ("A.angle", ["B.angle"]),
        ("B.angle", ["A.angle"]),
    ]
    for k, (name, held, at) in enumerate((("A", "B", 0.6), ("B", "A", 0.3))):
        first = {"A": 0.3, "B": 0.6}[name]
        run = system.drive(
            {name: lambda t, q=first: q + 2 * np.pi * t, held: at}, until=1.0, every=1 / 12
        )
        assert found[2 + k]["effort"] == pytest.approx(run[f"{name}.effort"].tolist(), abs=1e-9)


@needs_node
def test_a_turn_beyond_the_reach_says_where_it_ends() -> None:
    """A rocker that cannot go round; the machine itself has not moved."""
    made = live_machine(four_bar(), turns=["D.angle"])
    first, turned, after = ask(made, ("coordinates",), ("turn", {"count": 91}), ("coordinates",))
    assert not turned["ok"]
    assert "the motion ends at" in turned["message"]
    assert 0 < turned["count"] < 91
    assert first == after


@needs_node
def test_a_body_follows_the_pointer() -> None:
    pulled, force, moved, after, _, none = ask(
        machine(),
        ("drag", "coupler", [0.0, 0.0, 0.0], [0.2, 2.0, 0.0], 2000.0),
        ("dragForce",),
        ("advance", 0.05),
        ("poses",),
        ("release",),
        ("dragForce",),
    )
    assert pulled["ok"]
    assert moved["ok"]
    assert force[1] > 1000.0
    assert after[12 + 10] > machine_height()
    assert none is None


def machine_height() -> float:
    return float(ask(machine(), ("poses",))[0][12 + 10])


@needs_node
def test_a_motor_keeps_its_rate_and_can_be_changed() -> None:
    made = live_machine(four_bar(), motors={"A.angle": 2.0}, channels=["A.rate"])
    set_off, first, again, second, efforts, balance = ask(
        made,
        ("advance", 0.5),
        ("coordinates",),
        ("setMotor", "A.angle", -4.0),
        ("coordinates",),
        ("efforts",),
        ("energy",),
    )
    start = four_bar().assemble()["A.angle"]
    assert set_off["ok"], set_off["message"]
    assert first["A.angle"] == pytest.approx(start + 1.0, abs=1e-9)
    assert first["A.rate"] == pytest.approx(2.0, abs=1e-9)
    assert again["ok"]
    assert second["A.rate"] == pytest.approx(-4.0, abs=1e-9)
    assert second["A.angle"] == pytest.approx(first["A.angle"], abs=1e-9)
    assert efforts[0]["name"] == "A.angle"
    assert math.isfinite(efforts[0]["value"])
    assert balance["balance"] == 0.0


@needs_node
def test_reset_and_restore() -> None:
    found = ask(
        machine(), ("coordinates",), ("advance", 0.3), ("reset",), ("coordinates",), ("time",)
    )
    assert found[2] == {"ok": True, "message": ""}
    assert found[3] == pytest.approx(found[0], abs=1e-12)
    assert found[4] == 0.0


@needs_node
def test_inputs_push() -> None:
    found = ask(machine(), ("setInput", "A.rate", 25.0), ("advance", 0.1), ("energy",))
    assert found[0]["ok"]
    assert found[2]["work"] > 0.0
    assert abs(found[2]["balance"]) < 1e-8


# --- digits ---------------------------------------------------------------------------------------


def slope_of(system: System) -> tuple[Program, list[np.ndarray]]:
    """Return the slope of a system, and its inputs at the assembled state in some motion."""
    start = system.assemble()
    sim = Modes(system, {}, (0.0, 1.0)).simulator(Mode.first(system, {}, {}, ()), start.q)
    y = sim.start(start)
    y[system.nq : system.nq + system.nv] = np.random.default_rng(5).normal(size=system.nv)
    values = {"y": y, **sim.inputs(sim.choice(y))}
    program = sim.program({"y": (sim.size,)}, flow_kernels.slope, sim.actuation.efforts)
    return program, [values[port.name] for port in program.inputs]


def agrees(seed: int) -> None:
    """Check a random mechanism: bits of unfused products, and 1e-13 beside those of kernels."""
    program, inputs = slope_of(load(sample(seed).model).compile(kernels=()))
    found, unfused_values = wasm.kernel(program)(*inputs), unfused.evaluate(program, inputs)
    assert [x.tobytes() for x in found] == [x.tobytes() for x in unfused_values]


@pytest.mark.parametrize("seed", range(4))
def test_random_mechanisms_have_the_bits_of_unfused_products(seed: int) -> None:
    agrees(seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4, 50))
def test_more_random_mechanisms_have_the_bits_of_unfused_products(seed: int) -> None:
    agrees(seed)


def runs_as_the_library(name: str) -> None:
    """Check a model of the gallery: a tenth of a second, by the method that was chosen."""
    system = gallery.EXAMPLES[name].model().compile(kernels=())
    start = system.assemble()
    made = live_machine(system, state=start, turns=())
    moved, coordinates = ask(made, ("advance", 0.1), ("coordinates",))
    assert moved["ok"], moved["message"]
    how = {"step": made.manifest["step"], "method": made.manifest["method"]}
    run = system.simulate(start, until=0.1, every=0.1, certify=False, **how)
    for coordinate in system.coordinates:
        assert coordinates[coordinate] == pytest.approx(float(run[coordinate][-1]), abs=1e-12)


@needs_node
def test_redundant_loops_run_as_the_library_does() -> None:
    """Mixtures of rows are chosen on the way."""
    runs_as_the_library("bricard")


@needs_node
@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(set(gallery.EXAMPLES) - {"bricard", *LARGE}))
def test_the_gallery_runs_as_the_library_does(name: str) -> None:
    runs_as_the_library(name)


# --- refusals -------------------------------------------------------------------------------------


def test_what_a_machine_cannot_do_is_said() -> None:
    made = live_machine(four_bar(), channels=["A.angle", "no such channel"])
    assert any("no such channel" in line for line in made.manifest["cannot"])
    with pytest.raises(ModelError, match="euler, rk4, midpoint"):
        live_machine(four_bar(), method="ab3")


def test_laws_that_cannot_be_traced_are_refused() -> None:
    m = Mechanism("pendulum")
    bob = m.body("bob", mass=1.0, com=(0, 0, -0.5), inertia=(0.1, 0.1, 0.1))
    m.revolute("A", m.ground, bob, at=(0, 0, 0), axis="y")
    system = m.build().compile()
    with pytest.raises(ModelError, match="traced"):
        live_machine(system, inputs={"A.angle": lambda t, s: math.sin(t)})


# --- stiff models ---------------------------------------------------------------------------------


def stiff(k: float) -> System:
    """Return a four-bar whose coupler carries a mass on a stiff spring."""
    m = Mechanism("stiff")
    crank = m.body("crank", mass=1.0, com=(0.05, 0, 0), inertia=(1e-4, 1e-3, 1e-3))
    coupler = m.body("coupler", mass=2.0, com=(0.2, 0, 0.1), inertia=(1e-3, 2e-2, 2e-2))
    rocker = m.body("rocker", mass=1.5, com=(0.3, 0, 0.1), inertia=(1e-3, 5e-3, 5e-3))
    weight = m.body("weight", mass=0.5, com=(0.3, 0, 0.25), inertia=(1e-3, 1e-3, 1e-3))
    m.revolute("A", m.ground, crank, at=(0, 0, 0), axis="y")
    m.revolute("B", crank, coupler, at=(0.1, 0, 0), axis="y")
    m.revolute("C", coupler, rocker, at=(0.3, 0, 0.2), axis="y")
    m.revolute("D", m.ground, rocker, at=(0.3, 0, 0), axis="y")
    m.prismatic("P", coupler, weight, at=(0.3, 0, 0.25), axis="z")
    m.joint_spring("S", "P", k, 0.0)
    return m.build().compile(planar=True)


@needs_node
def test_a_stiff_model_takes_sub_steps_or_the_implicit_rule() -> None:
    """Steps are chosen by the eigenvalues at the start, and run as the library runs them."""
    middle, hard = stiff(2e7), stiff(1e10)
    made = [live_machine(s, turns=()) for s in (stiff(1e3), middle, hard)]
    assert [(m.manifest["method"], m.manifest["step"] < 1e-3) for m in made] == [
        ("rk4", False),
        ("rk4", True),
        ("midpoint", False),
    ]
    found = ask(made[1], ("advance", 0.2), ("coordinates",))
    step = made[1].manifest["step"]
    run = middle.simulate(middle.assemble(), until=0.2, step=step, method="rk4", every=0.2)
    assert found[0]["ok"], found[0]["message"]
    assert found[1]["A.angle"] == pytest.approx(float(run["A.angle"][-1]), abs=1e-8)
    found = ask(made[2], ("advance", 0.2), ("coordinates",), ("energy",))
    run = hard.simulate(hard.assemble(), until=0.2, step=1e-3, method="midpoint", every=0.2)
    assert found[0]["ok"], found[0]["message"]
    assert found[1]["A.angle"] == pytest.approx(float(run["A.angle"][-1]), abs=1e-8)
    assert abs(found[2]["balance"] - found[2]["corrections"]) < 1e-9


# --- constants of a model file --------------------------------------------------------------------

MODEL = Path(__file__).parents[2] / "examples" / "models" / "slider_crank.yaml"


@needs_node
def test_constants_of_a_file_move_all_numbers_that_follow_them() -> None:
    """A slider changes a constant of the file; what the file read anew gives is what is there."""
    numbers = constants_map(MODEL)
    system = numbers.model.compile(parameters=numbers.outputs, kernels=())
    made = live_machine(system, constants=mapped_constants(numbers))
    name, value = numbers.names[0], float(numbers.defaults[0])
    changed, refused, coordinates, gap, energy, run = ask(
        made,
        ("setConstant", name, 1.1 * value),
        ("setConstant", name, 0.1 * value),
        ("coordinates",),
        ("loopError",),
        ("energy",),
        ("advance", 0.05),
    )
    assert changed["ok"], changed["message"]
    assert not refused["ok"]
    assert run["ok"]
    assert gap["length"] < 1e-12
    anew = numbers.read(numbers.as_values(numbers.vector({name: 1.1 * value}))).model.compile(
        kernels=()
    )
    q = np.array([coordinates[n] for n in anew.coordinates])
    assert np.max(np.abs(anew.compiled.loops.closure(q)[0])) < 1e-12
    stored = anew.energy(q, np.zeros(anew.nv))
    assert energy["gravity"] == pytest.approx(float(stored.gravity), abs=1e-9)

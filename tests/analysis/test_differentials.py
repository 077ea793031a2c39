"""Derivatives by recursions and the chain rule against those of one trace of everything."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
import pytest

from analysis.machines import floating, raft
from loops.mechanisms import bricard, delta, five_bar, four_bar, rssr, sarrus_linkage, slider_crank
from random_trees import random_tree
from sarrus import Model
from sarrus.kernels.derivative import jacobian
from sarrus.kernels.program import BINARY, LEAVES, UNARY, Program
from sarrus.kernels.trace import trace
from sarrus.spatial.arrays import join
from sarrus.system import System
from sarrus.system.analysis import differential_kernels
from sarrus.system.analysis.outputs import Outputs
from sarrus.system.channels.traced_state import TracedState
from sarrus.system.flow.flow import Flow
from sarrus.system.simulation.actuation import Actuation
from sarrus.system.simulation.mode_kernels import Simulator
from simulation.machines import rrc_arm
from system.machines import crane

Body = Callable[[Flow, Any, Mapping[str, Any]], Mapping[str, Any]]
Laws = Mapping[str, Callable[[Any], Any]]


def law(t: Any, at: float = 0.3) -> Any:
    return at + 0.4 * t + 0.2 * np.sin(3.0 * t)


def plain(sim: Simulator, outputs: Outputs, columns: Sequence[int]) -> Body:
    """Everything differentiated where it is traced."""

    def body(flow: Flow, t: Any, arrays: Mapping[str, Any]) -> Mapping[str, Any]:
        y, n = arrays["y"], flow.nq + flow.nv
        state = TracedState(sim.system, flow.inputs_at(t, y), flow, y)
        by = {"y": y[:n], "tau": join(arrays["tau"], arrays["tau_cut"])}
        by["p"] = arrays["p"][list(columns)] if len(columns) else np.zeros(0)
        values = {"vdot": state.vdot, "qdot": state.slope.ydot[: flow.nq]}
        values["g"] = outputs.values(state)
        if flow.closes:
            rows = flow.rows_at(t, y)
            values["gap"], values["slip"] = rows.gap, rows.slip(y[flow.nq : n])
        found = {**values, "watch": np.array([state.slope.watch])}
        for name, value in values.items():
            for key, wrt in by.items():
                found[f"{name}_{key}"] = jacobian(value, wrt)
        if flow.closes:
            found["slip_q"] = found["slip_y"][:, : flow.nq]
        return found

    return body


def program_of(sim: Simulator, body: Body) -> tuple[Program, dict[str, np.ndarray]]:
    """The program of a body, and values of its inputs but for t and y."""
    q = sim.system.neutral() if sim.q0 is None else sim.q0
    given = sim.inputs(sim.choice(q))
    shapes = {name: np.shape(value) for name, value in given.items() if name != "t"}

    def equation(t: Any, **arrays: Any) -> Mapping[str, Any]:
        flow = sim._flow(arrays, arrays.get("p"), arrays.get("base"), sim.actuation.efforts)
        return body(flow, t[0], arrays)

    return trace(equation, {"t": (1,), "y": (sim.size,), **shapes}), given


def evaluated(
    traced: tuple[Program, dict[str, np.ndarray]], y: np.ndarray, t: float, kind: type = float
) -> dict[str, np.ndarray]:
    """The outputs of a program under some efforts; kind: of the numbers with which to compute."""
    program, given = traced
    random = np.random.default_rng(8)
    efforts = {name: random.normal(size=np.shape(given[name])) for name in ("tau", "tau_cut")}
    every = {**given, **efforts, "t": np.array([t]), "y": y}
    inputs = [np.ravel(every[port.name]) for port in program.inputs]
    values: list[Any] = []
    for op, *operands in program.instructions:
        if op in LEAVES:
            known = operands[0] if op == "const" else inputs[operands[0]][operands[1]]
            values.append(kind(known))
        else:
            values.append(OPERATIONS[op](*(values[a] for a in operands)))
    return {
        port.name: np.array([values[k] for k in result]).reshape(port.shape)
        for port, result in zip(program.outputs, program.results, strict=True)
    }


OPERATIONS: dict[str, Any] = {
    **UNARY,
    **BINARY,
    **{name: getattr(np, name) for name in ("sin", "cos", "tan", "sqrt", "exp", "log", "hypot")},
    "asin": np.arcsin,
    "acos": np.arccos,
    "atan": np.arctan,
    "atan2": np.arctan2,
}
"""Those of programs, for numbers of more digits too."""


CASES: dict[str, tuple[Callable[[], Model], Laws, tuple[str, ...]]] = {
    "crane": (crane, {}, ()),
    "crane, hinge driven, hoist locked": (crane, {"hinge": law}, ("hoist",)),
    "crane, part of a ball locked": (crane, {"waist": law}, ("swivel.omega_y",)),
    "arm of seven joints": (rrc_arm, {}, ()),
    "arm, driven and locked": (rrc_arm, {"joint4": law}, ("joint1", "joint3")),
    "free body with arms": (floating, {}, ()),
    "free body with arms, driven": (floating, {"rail": law}, ("ball",)),
    "free body held": (raft, {}, ("float.vy", "float.omega_z")),
    "tree of all joint types": (partial(random_tree, 11, 8), {}, ()),
    "four-bar": (four_bar, {}, ()),
    "four-bar, closing joint driven": (four_bar, {"C": partial(law, at=0.9)}, ()),
    "five-bar, driven and locked": (five_bar, {"A": law}, ("B",)),
    "slider-crank": (slider_crank, {"crank_pivot": law}, ()),
    "RSSR": (rssr, {}, ()),
    "Bricard": (bricard, {}, ()),
    "Bricard, driven": (bricard, {"R1": law}, ()),
    "Bricard, closing joint driven": (bricard, {"R4": law}, ()),
    "Sarrus": (sarrus_linkage, {}, ()),
}
EVERY = [*CASES, pytest.param("delta", marks=pytest.mark.slow)]


def simulator(name: str, parameters: bool = False, efforts: bool = True) -> Simulator:
    """A system with drives, locks and laws of effort, also on joints that close loops."""
    model, driven, locked = CASES.get(name, (delta, {"hip0": law}, ("hip1",)))
    built = model()
    joint = built.joints[-1].name
    chosen = [f"{built.bodies[0].name}.mass", f"{joint}.parent_point", "gravity"]
    system = built.compile(kernels=(), parameters=chosen if parameters else ())
    names = [*system.velocities, *(n for j in system.topology.cuts for n in j.velocity_names)]
    laws = {
        n: lambda t, s, n=n: 0.3 * np.sin(s[system.coordinates[-1]]) - 0.2 * s[n] for n in names
    }
    actuation = Actuation(system, laws if efforts else {})
    q = system.initial_state().q
    return Simulator(system, actuation, system.compiled.last_inputs(), driven, 0.0, {}, locked, q)


def moving(sim: Simulator) -> np.ndarray:
    """A state in motion, with loops a little open; what is locked is at rest."""
    random, system = np.random.default_rng(3), sim.system
    far = 0.05 if system.closed else 0.5
    assert sim.q0 is not None
    q = system.add(sim.q0, random.uniform(-far, far, system.nv))
    v = random.normal(size=system.nv)
    v[[d.v for d in sim.driven if d.law is None and d.v >= 0]] = 0.0
    return np.concatenate([q, v, np.zeros(sim.size - len(q) - len(v))])


def every_kind(system: System) -> dict[str, Any]:
    """Outputs of all kinds: kinematics, accelerations, loads, drives, functions."""
    bodies = [system.model.bodies[0].name, system.model.bodies[-1].name]
    cut = [joint.name for joint in system.topology.cuts]
    joints = [system.model.joints[0].name, *cut[:1]]
    kinds = ("position", "velocity", "acceleration", "angular_velocity", "angular_acceleration")
    names = [f"{body}.{kind}" for body in bodies for kind in kinds]
    names += [f"{j}.{kind}" for j in joints for kind in ("reaction.force", "wrench.moment")]
    names += [f"{j}.acceleration" for j in joints if system.model.joint(j).type.nv]
    names += [n for j in system.topology.cuts for n in (*j.coordinate_names, *j.velocity_names)]
    names += [f"{j.name}.effort" for j in system.model.joints if j.type.nv]
    drives = [f"{n}.drive_effort" for j in system.model.joints for n in j.velocity_names]
    names += drives[:3]
    one = system.velocities[-1]

    def mixed(t: Any, state: Any) -> Any:
        return np.sin(t) - state[f"{one}_dot"] ** 2 * state[one]

    return {**{name: name for name in names}, "mixed": mixed, "back": lambda t, s: -s.vdot}


NEEDED = ("vdot", "vdot_y", "vdot_tau", "vdot_p", "g", "g_y", "g_tau", "g_p", "qdot", "qdot_y")
OF_LOOPS = ("gap", "gap_p", "slip_q", "slip_p", "watch")


def compared(name: str, parameters: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Against the trace, evaluated with more digits; where these show that doubles lose some, as
    many are allowed to be lost here.
    """
    sim = simulator(name, parameters)
    outputs = Outputs(every_kind(sim.system))
    size = sum(d.size for d in sim.system.compiled.compiler.parameters.defaults)
    columns = list(range(size))[::-2]
    y = moving(sim)
    monkeypatch.setattr(differential_kernels, "SMALL", 1)
    kernel = program_of(sim, differential_kernels.body(sim, outputs, columns))
    found = differential_kernels.chain_of_outputs(
        evaluated(kernel, y, 0.4), sim.system.compiled.compiler.tree
    )
    reference = program_of(sim, plain(sim, outputs, columns))
    expected = evaluated(reference, y, 0.4, np.longdouble)
    rough = evaluated(reference, y, 0.4)
    assert len(found["g"]) == len(outputs.names)
    for key in NEEDED + (OF_LOOPS if sim.system.closed else ()):
        scale = max(1.0, float(np.max(np.abs(expected[key]), initial=0.0)))
        off = np.max(np.abs(found[key] - expected[key]), initial=0.0)
        lost = float(np.max(np.abs(rough[key] - expected[key]), initial=0.0))
        assert off <= 1e-12 * scale + 5.0 * lost, (key, off, lost)


@pytest.mark.parametrize("name", EVERY)
def test_they_are_those_of_the_trace(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    compared(name, False, monkeypatch)


@pytest.mark.parametrize("name", EVERY)
def test_also_by_parameters(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    compared(name, True, monkeypatch)


# --- operation counts -----------------------------------------------------------------------------


def operations(n: int, wanted: Sequence[str], way: Callable[..., Body]) -> int:
    """Operations for a chain of revolute joints."""
    system = random_tree(1, n, ["revolute"], chain=True, reversals=False).compile(kernels=())
    sim = Simulator(
        system, Actuation(system, {}), system.compiled.last_inputs(), q0=system.drawing()
    )
    return program_of(sim, way(sim, Outputs(wanted), ()))[0].operations


def test_they_cost_a_quarter_of_the_trace() -> None:
    counts = [operations(7, (), way) for way in (differential_kernels.body, plain)]
    assert 4 * counts[0] < counts[1]


def test_the_cost_grows_as_the_result_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """With twice as many bodies there are four times as many derivatives, all in the kernel."""
    monkeypatch.setattr(differential_kernels, "LARGE", 100)
    counts = [operations(n, (), differential_kernels.body) for n in (15, 30)]
    assert counts[1] < 4.0 * counts[0]
    assert counts[1] < 87_000


def test_an_output_costs_what_it_is_made_of(monkeypatch: pytest.MonkeyPatch) -> None:
    """A position of the tip a few percent, a reaction in which all accelerations meet a quarter."""
    monkeypatch.setattr(differential_kernels, "LARGE", 100)
    body = differential_kernels.body
    nothing, place, load = (
        operations(30, wanted, body) for wanted in ((), ["b29.position"], ["j0.reaction.force"])
    )
    assert place < 1.04 * nothing
    assert load < 1.25 * nothing

"""Equations of trees multiplied by the mass matrix: W df/dy is exact, sparse, and serves steps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from analysis.machines import floating
from random_trees import joint_type, random_body, random_pose, random_tree
from sarrus.dynamics.tree import Tree
from sarrus.kernels.derivative import jacobian
from sarrus.kernels.interpreter import interpret
from sarrus.kernels.loops.elimination import Elimination
from sarrus.kernels.loops.fixed import DONE, FixedLoop
from sarrus.kernels.loops.midpoint import MidpointStep
from sarrus.kernels.trace import trace
from sarrus.model import GROUND, Joint, Model
from sarrus.model.forces import ForceElement, JointDamper, SpringDamper
from sarrus.system import System
from sarrus.system.flow import flow_kernels, mass_form, newton_slopes
from sarrus.system.simulation.actuation import Actuation
from sarrus.system.simulation.mode_kernels import Simulator
from sarrus.topology import analyze, layout
from system.machines import crane


def law(t: Any) -> Any:
    return 0.3 + 0.4 * t + 0.2 * np.sin(3.0 * t)


def legs(count: int, joints: int, forces: Sequence[ForceElement] = ()) -> Model:
    """A free body with legs of some revolute joints each."""
    random = np.random.default_rng(count)
    bodies = [random_body(random, "b0")]
    places = [random_pose(random), random_pose(random)]
    found = [Joint("j0", joint_type("free", random), GROUND, "b0", *places)]
    for _ in range(count):
        inboard = "b0"
        for _ in range(joints):
            name = f"b{len(bodies)}"
            bodies.append(random_body(random, name))
            kind = joint_type("revolute", random)
            places = [random_pose(random), random_pose(random)]
            found.append(Joint(f"j{len(found)}", kind, inboard, name, *places))
            inboard = name
    return Model("legs", (0.0, 0.0, -9.81), tuple(bodies), tuple(found), forces=tuple(forces))


def simulator(
    system: System, driven: Mapping[str, Any] | None = None, locked: tuple[str, ...] = ()
) -> Simulator:
    n = system.velocities[-1]
    efforts = {n: lambda t, s: 0.3 * np.sin(s[system.coordinates[-1]]) - 0.2 * s[n]}
    laws = Actuation(system, efforts)
    return Simulator(system, laws, system.compiled.last_inputs(), driven or {}, 0.0, {}, locked)


def state(system: System, seed: int = 5) -> np.ndarray:
    random = np.random.default_rng(seed)
    q = system.add(system.neutral(), random.uniform(-0.4, 0.4, system.nv))
    return np.concatenate([q, random.normal(size=system.nv), random.normal(size=3)])


# --- entries --------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_as_many_pairs_as_entries_of_the_mass_matrix(seed: int) -> None:
    model = random_tree(seed, 7)
    topology = analyze(model)
    tree = Tree.of(topology, layout(topology))
    moved = [
        {k for link in path for k in range(tree.links[link].v.start, tree.links[link].v.stop)}
        for path in paths(tree)
    ]
    pairs = {
        pair
        for i, link in enumerate(tree.links)
        for a in range(link.v.start, link.v.stop)
        for b in moved[i]
        for pair in ((a, b), (b, a))
    }
    assert newton_slopes.carrying_pairs(tree) == len(pairs)


def paths(tree: Any) -> list[list[int]]:
    found: list[list[int]] = []
    for i, link in enumerate(tree.links):
        found.append([i, *(found[link.parent] if link.parent >= 0 else [])])
    return found


MACHINES = {
    "crane": (crane, {}, ()),
    "crane, hinge driven, hoist locked": (crane, {"hinge": law}, ("hoist",)),
    "crane, part of a ball locked": (crane, {"waist": law}, ("swivel.omega_y",)),
    "free body with arms": (floating, {"rail": law}, ()),
    "tree of all joints": (lambda: random_tree(3, 6), {}, ()),
    "legs": (lambda: legs(3, 2), {"j1": law, "j4": law}, ("j2",)),
}


@pytest.mark.parametrize("name", MACHINES)
def test_weighed_slopes_are_those_of_the_trace(name: str) -> None:
    """W df/dy against the product of W with derivatives of the traced slope."""
    build, driven, locked = MACHINES[name]
    system = build().compile(kernels=())
    sim = simulator(system, driven, locked)

    def equation(t: Any, y: Any, tau: Any, tau_cut: Any) -> dict[str, Any]:
        arrays = {"y": y, "tau": tau, "tau_cut": tau_cut}
        flow = sim._flow(arrays, None, None, sim.actuation.efforts)
        J, W = mass_form.weighed_slopes(flow, t[0], y)
        return {"J": J, "W": W, "plain": jacobian(flow.slope(t[0], y).ydot, y)}

    y, nothing = state(system), np.zeros(0)
    shapes = {"t": (1,), "y": y.shape, "tau": (system.nv,), "tau_cut": (0,)}
    program = trace(equation, shapes)
    J, W, plain = interpret(program, [np.array([0.4]), y, np.zeros(system.nv), nothing])
    scale = max(np.max(np.abs(W @ plain)), np.max(np.abs(W) @ np.abs(plain)) * 1e-2)
    assert pytest.approx(W @ plain, abs=1e-12 * scale) == J
    if not driven:
        rows = slice(system.nq, system.nq + system.nv)
        M = system.mass_matrix(y[: system.nq])
        assert W[rows, rows] == pytest.approx(M, rel=1e-10, abs=1e-12)


# --- counts ---------------------------------------------------------------------------------------


def counted(model: Model) -> tuple[int, int, Elimination]:
    """Operations of W df/dy and of df/dy, and the plan of elimination."""
    system = model.compile(kernels=())
    sim = simulator(system)
    shapes = {"t": (1,), "y": (sim.size,), "tau": (system.nv,), "tau_cut": (0,)}

    def traced(body: Any) -> Any:
        return trace(lambda t, **a: body(sim._flow(a, None, None, None), t[0], a), shapes)

    weighed, plain = traced(newton_slopes.sparse_slopes), traced(flow_kernels.slope_jacobian)
    values = [np.ones(1), state(system), np.zeros(system.nv), np.zeros(0)]
    found = dict(zip([p.name for p in weighed.outputs], interpret(weighed, values), strict=True))
    at = np.concatenate([found["J_at"], found["W_at"]]).astype(int)
    return (
        weighed.operations,
        plain.operations,
        Elimination(sim.size, at // sim.size, at % sim.size),
    )


@pytest.mark.slow
def test_branches_save_operations() -> None:
    """12 legs with knees on a free body: half the operations, a tenth of the products.

    A spring and a damper between legs change that little.
    """
    for forces in ((), (SpringDamper("s", "b3", "b9", (0.1, 0.2, 0), (0, 0.1, 0), 30.0, 3.0, 0.2),
                        JointDamper("d", "j5", 0.4))):  # fmt: skip
        weighed, plain, plan = counted(legs(12, 2, forces))
        assert weighed < 0.6 * plain
        assert 6 * sum(plan.products) < plan.plain_products
        assert plan.pays


@pytest.mark.slow
def test_cost_of_legs_grows_with_their_number() -> None:
    """Each leg adds the same: no square, nor a cube."""
    counts = [counted(legs(n, 2)) for n in (9, 12, 15)]
    operations = [c[0] for c in counts]
    assert operations[2] - operations[1] == pytest.approx(operations[1] - operations[0], rel=0.05)
    sparse = [c[2].products[0] for c in counts]
    assert sparse[2] - sparse[1] == pytest.approx(sparse[1] - sparse[0], rel=0.2)


# --- steps ----------------------------------------------------------------------------------------


def step_of(sim: Simulator, h: float) -> MidpointStep:
    step = sim.bound_step("midpoint", sim.inputs(None))
    assert isinstance(step, MidpointStep)
    step.inputs["h"][...] = h
    return step


def run(step: MidpointStep, y: np.ndarray, steps: tuple[int, int], h: float) -> np.ndarray:
    reached, rows, why = FixedLoop(step).run(y, 0.0, h, steps, 1, 1e-9)
    assert (reached, why) == (steps[1], DONE)
    return rows


def stiffened(model: Model) -> Model:
    """The model with stiff springs between links, so that matrices are made again and again."""
    names = [body.name for body in model.bodies]
    springs = [
        SpringDamper(f"s{k}", names[k], names[k + 2], (0.1, 0, 0), (0, 0.1, 0), 3e4, 2.0, 0.3)
        for k in range(0, len(names) - 2, 6)
    ]
    return replace(model, forces=tuple(springs))


@pytest.mark.parametrize(
    ("name", "build"),
    [
        ("branched", lambda: random_tree(8, 31, ["revolute", "prismatic"])),
        pytest.param("stiff legs", lambda: stiffened(legs(10, 3)), marks=pytest.mark.slow),
        pytest.param("chain", lambda: random_tree(1, 30, ["revolute"], chain=True),
                     marks=pytest.mark.slow),
    ],
)  # fmt: skip
def test_sparse_and_full_steps_agree(
    name: str, build: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """30 bodies and more: the same states to the tolerance of the iteration, as many iterations."""
    system = build().compile(kernels=())
    y, h, found = state(system), 1e-3, []
    y[-3:] = 0.0
    for large in (newton_slopes.LARGE, 10**9):
        monkeypatch.setattr(newton_slopes, "LARGE", large)
        step = step_of(simulator(system), h)
        assert step.newton.sparse == (large < 10**9)
        found.append((run(step, y.copy(), (0, 40), h), step.iterations, step.matrices))
        assert step.newton.fallen_back == 0
    (sparse, *counts), (full, *others) = found
    assert counts == others
    assert sparse == pytest.approx(full, rel=1e-9, abs=1e-9 * np.max(np.abs(full)))


def test_sparse_steps_go_on_exactly() -> None:
    system = legs(9, 2).compile(kernels=())
    y, h = state(system), 1e-3
    sim = simulator(system)
    whole = run(step_of(sim, h), y.copy(), (0, 20), h)
    first, second = step_of(sim, h), step_of(sim, h)
    assert first.newton.sparse
    half = run(first, y.copy(), (0, 9), h)
    second.remember(first.memory())
    rest = run(second, half[-1].copy(), (9, 20), h)
    assert np.array_equal(np.vstack([half, rest]), whole)
    assert second.matrices == 0

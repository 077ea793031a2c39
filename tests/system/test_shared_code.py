"""Code that links of a kind share: the same numbers as the equations, for every kind of tree."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import numpy as np
import pytest

from random_trees import ALL_TYPES, random_tree
from sarrus import Mechanism, System, analysis
from sarrus.gallery import EXAMPLES
from sarrus.model import Model
from sarrus.system import names
from sarrus.system.quantities import equations
from sarrus.system.quantities.compiler import Compiler
from sarrus.system.quantities.shared import shared_quantity

QUICK = (
    *("inverse_dynamics", "forward_dynamics", "mass_matrix", "mass_solve", "bias"),
    *("inertia_product", "body_positions", "body_velocities", "body_accelerations"),
)
BOUND = 1e-12
"""Largest difference to the equations, as part of the largest number of a result."""


def state(system: System, seed: int = 0) -> dict[str, np.ndarray]:
    rng = np.random.default_rng(seed)
    made = {name: rng.normal(size=system.nv) for name in ("v", "vdot", "tau")}
    return {"q": system.add(system.neutral(), rng.normal(size=system.nv)), **made}


def differences(
    model: Model,
    name: str,
    driven: tuple[int, ...] | None = None,
    parameters: tuple[str, ...] = (),
) -> list[float]:
    """Return how far the outputs of shared code are from the equations in floats.

    Parameters have other values than in the model.
    """
    system = System(model, kernels=(), parameters=parameters)
    compiler, known = system.compiled.compiler, shared_quantity(name)
    assert known is not None
    equation: Any = known.equation if driven is None else partial(known.equation, driven=driven)
    arrays = {key: value for key, value in state(system).items() if key in known.inputs}
    shapes = {key: arrays[key].shape for key in known.inputs}
    kernel = compiler.shared_kernel(name, shapes, equation)
    assert kernel is not None
    last = {**compiler.defaults, "t": np.array([0.3])}
    if parameters:
        last["p"] = 1.1 * last["p"] + 0.01
    found = kernel(*(arrays[key] for key in known.inputs), *last.values())
    found = found if isinstance(found, tuple) else (found,)
    inputs = compiler.inputs(arrays, 0.3, last.get("p"))
    expected = equation(inputs.with_states(last["z"]) if "z" in last else inputs)
    assert [port.name for port in kernel.outputs] == list(expected)
    return [
        float(np.max(np.abs(a - b), initial=0.0) / np.max(np.abs(b), initial=1e-3))
        for a, b in zip(found, expected.values(), strict=True)
    ]


@pytest.mark.parametrize("name", ["inverse_dynamics", "forward_dynamics", "mass_matrix"])
def test_all_joint_types_and_directions(name: str) -> None:
    for seed in range(2):
        assert max(differences(random_tree(seed, 9, ALL_TYPES), name)) < BOUND


@pytest.mark.parametrize("name", QUICK)
@pytest.mark.parametrize("chain", [True, False])
def test_every_quantity_of_chains_and_branched_trees(name: str, chain: bool) -> None:
    model = random_tree(5, 12, ["revolute", "prismatic", "weld"], chain=chain, reversals=False)
    assert max(differences(model, name)) < BOUND


@pytest.mark.parametrize("name", ["inverse_derivatives", "forward_derivatives"])
def test_factors_of_derivatives(name: str) -> None:
    types = ["revolute", "cylindrical", "spherical", "free", "helical"]
    assert max(differences(random_tree(1, 7, types, reversals=False), name)) < BOUND


@pytest.mark.parametrize("name", ["inverse_derivatives", "forward_derivatives"])
def test_factors_of_joints_whose_columns_depend_on_coordinates(name: str) -> None:
    """Hooke's joints, planar joints in both directions, and a body on which its ground floats."""
    model = random_tree(3, 8, ["universal", "planar", "revolute", "free"])
    assert max(differences(model, name)) < BOUND


def test_derivatives_of_such_joints_follow_from_shared_factors() -> None:
    model = random_tree(2, 12, ["universal", "planar"])
    system = System(model, kernels=(), cache=None)
    assert system.nv >= 20  # derivatives are made of factors
    x = state(system)
    found = analysis.inverse_derivatives(system, x["q"], x["v"], x["vdot"])
    factors = system.compiled.kernels["inverse_derivatives factors"]
    assert factors.tier == "shared"
    h = 1e-6
    moved = [
        system.inverse_dynamics(system.add(x["q"], h * e), x["v"], x["vdot"])
        - system.inverse_dynamics(system.add(x["q"], -h * e), x["v"], x["vdot"])
        for e in np.eye(system.nv)
    ]
    expected = np.array(moved).T / (2 * h)
    assert np.max(np.abs(found.dtau_dq - expected)) < 1e-5 * np.max(np.abs(expected))


def test_derivatives_of_a_chain_follow_from_shared_factors() -> None:
    model = random_tree(1, 21, ["revolute"], chain=True, reversals=False)
    system = System(model, kernels=(), cache=None)
    x = state(system)
    found = analysis.inverse_derivatives(system, x["q"], x["v"], x["vdot"])
    factors = system.compiled.kernels["inverse_derivatives factors"]
    assert factors.operations != factors.program().operations  # it is shared code
    h = 1e-6
    moved = [
        system.inverse_dynamics(system.add(x["q"], h * e), x["v"], x["vdot"])
        - system.inverse_dynamics(system.add(x["q"], -h * e), x["v"], x["vdot"])
        for e in np.eye(system.nv)[:3]
    ]
    expected = np.array(moved).T / (2 * h)
    assert np.max(np.abs(found.dtau_dq[:, :3] - expected)) < 1e-5 * np.max(np.abs(expected))


def test_hybrid_dynamics_by_driven_columns() -> None:
    model = random_tree(3, 6, ["revolute", "cylindrical"], reversals=False)
    for driven in ((), (0,), (1, 2, 4)):
        assert max(differences(model, "hybrid_dynamics", driven)) < BOUND


def test_the_lower_triangle_alone() -> None:
    """Joints that are declared before the joints they hang on included."""
    model = random_tree(2, 8, ["revolute"], reversals=False)
    turned = Model(model.name, model.gravity, model.bodies, model.joints[::-1])
    system = System(turned, kernels=())
    q = state(system)["q"]
    made = system.compiled.compiler.shared_kernel("mass_triangle", {"q": q.shape}, equations.mass)
    assert made is not None
    M = system.mass_matrix(q)
    assert np.max(np.abs(np.tril(made(q)) - np.tril(M))) < BOUND * np.max(np.abs(M))
    assert max(differences(turned, "mass_matrix")) < BOUND


def test_trees_of_the_gallery_without_force_elements() -> None:
    checked = 0
    for example in EXAMPLES.values():
        model = example.model()
        system = System(model, kernels=())
        if system.closed or model.forces or system.compiled.massless():
            continue
        checked += 1
        assert max(differences(model, "inverse_dynamics")) < BOUND, model.name
    assert checked > 2


def test_parallel_axes_of_a_plane() -> None:
    m = Mechanism("pendulums", gravity=(0.0, -9.81, 0.0))
    last = "ground"
    for k in range(5):
        name = f"rod{k}"
        m.body(name, mass=1.0 + k, com=(k + 0.5, 0, 0), inertia=(0.01, 0.1, 0.1))
        m.revolute(f"j{k}", last, name, at=(k, 0, 0), axis=(0, 0, 1))
        last = name
    for name in ("inverse_dynamics", "forward_dynamics", "mass_matrix"):
        assert max(differences(m.build(), name)) < BOUND


def test_prescribed_ground() -> None:
    model = random_tree(1, 5, ["revolute", "spherical"])
    moving = Model(model.name, model.gravity, model.bodies, model.joints, base="prescribed")
    system = System(moving, kernels=())
    x, rng = state(system), np.random.default_rng(4)
    compiler = system.compiled.compiler
    turn = np.linalg.qr(rng.normal(size=(3, 3)))[0]
    turn = turn * np.sign(np.linalg.det(turn))
    base = np.concatenate([turn.ravel(), rng.normal(size=15)])
    for name in ("inverse_dynamics", "forward_dynamics", "body_accelerations"):
        known = shared_quantity(name)
        assert known is not None
        given = {key: x[key] for key in known.inputs}
        shapes = {key: value.shape for key, value in given.items()}
        kernel = compiler.shared_kernel(name, shapes, known.equation)
        assert kernel is not None
        found = kernel(*given.values(), np.zeros(1), base)
        expected = next(iter(known.equation(compiler.inputs(given, 0.0, None, base)).values()))
        found = found[0] if isinstance(found, tuple) else found
        assert np.max(np.abs(found - expected)) < BOUND * np.max(np.abs(expected))


def test_large_models_use_it_and_small_ones_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    model = random_tree(1, 6, ["revolute"], chain=True, reversals=False)
    small = System(model, kernels=("inverse_dynamics",), wait=True)
    monkeypatch.setattr("sarrus.system.quantities.compiler.SHARED_FROM", 6)
    large = System(model, kernels=("inverse_dynamics",))
    x = state(large)
    arguments = (x["q"], x["v"], x["vdot"])
    a, b = small.inverse_dynamics(*arguments), large.inverse_dynamics(*arguments)
    assert np.max(np.abs(a - b)) < BOUND * np.max(np.abs(a))
    kernels = small.compiled.kernels, large.compiled.kernels
    written, shared = (k["inverse_dynamics"] for k in kernels)
    assert shared.operations > written.operations
    assert shared.program().operations == written.operations


def test_a_new_model_of_known_kinds_compiles_nothing() -> None:
    """The lead of a screw is a number of the model, not a kind."""
    for seed in (1, 2):
        model = random_tree(seed, 5, ["helical"], chain=True, reversals=False)
        compiler = System(model, kernels=()).compiled.compiler
        shapes = {key: (5,) for key in ("q", "v", "vdot")}
        compiler.shared_kernel("inverse_dynamics", shapes, equations.inverse)
        assert seed == 1 or (compiler.shared.compiled, compiler.factory.compiled) == (0, 0)


def test_a_new_model_begins_with_shared_code_and_keeps_it(tmp_path: Any) -> None:
    """Written-out code, once on disk, is for systems that are made later."""
    model = random_tree(3, 7, ["revolute"], chain=True, reversals=False)
    begun = System(model, kernels=(), cache=tmp_path)
    x = state(begun)
    arguments = (x["q"], x["v"], x["vdot"])
    first = begun.inverse_dynamics(*arguments)
    assert begun.compiled.kernels["inverse_dynamics"].tier == "shared"
    assert "content_hash" not in vars(model)  # it takes longer than all else
    waited = System(model, kernels=("inverse_dynamics",), cache=tmp_path, wait=True)
    assert waited.compiled.kernels["inverse_dynamics"].tier == "compiled"
    assert np.array_equal(begun.inverse_dynamics(*arguments), first)
    later = System(model, kernels=("inverse_dynamics",), cache=tmp_path)
    assert later.compiled.kernels["inverse_dynamics"].tier == "compiled"
    assert np.max(np.abs(later.inverse_dynamics(*arguments) - first)) < BOUND * np.max(first)


def test_what_is_hot_is_compiled_for_later_systems(tmp_path: Any) -> None:
    model = random_tree(6, 7, ["revolute"], chain=True, reversals=False)
    begun = System(model, kernels=(), cache=tmp_path)
    x = state(begun)
    begun.inverse_dynamics(x["q"], x["v"], x["vdot"])
    tiered = begun.compiled.kernels["inverse_dynamics"].tiered
    assert tiered is not None
    assert tiered.entry.calls == 0
    assert tiered.is_waiting
    tiered.compile()
    assert not tiered.failure
    later = System(model, kernels=("inverse_dynamics",), cache=tmp_path)
    assert later.compiled.kernels["inverse_dynamics"].tier == "compiled"


def test_rows_of_states(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sarrus.system.quantities.compiler.SHARED_FROM", 1)
    system = System(random_tree(7, 4, ["revolute"], reversals=False), kernels=(), cache=None)
    rng = np.random.default_rng(0)
    q, v, a = rng.normal(size=(3, 5, system.nv))
    rows = system.inverse_dynamics(q, v, a)
    one_by_one = [system.inverse_dynamics(*x) for x in zip(q, v, a, strict=True)]
    assert np.array_equal(rows, one_by_one)


def test_products_with_the_inverse_mass_matrix() -> None:
    model = random_tree(4, 7, ["revolute", "spherical", "free"])
    system = System(model, kernels=())
    q, rng = state(system)["q"], np.random.default_rng(1)
    b = rng.normal(size=(3, system.nv))
    M = system.mass_matrix(q)
    found = np.array([analysis.mass_solve(system, q, row) for row in b])
    assert np.allclose(found @ M, b, rtol=0, atol=1e-9)
    assert np.allclose(analysis.mass_solve(system, q, b), found, rtol=0, atol=1e-12)


FORCED = ("andrews_squeezer", "rrc_arm_spring", "vehicle_5dof", "tracked_vehicle")
"""Springs and torques in loops, in an arm, wheels on a road, tracks with states of their own."""


@pytest.mark.parametrize("example", FORCED)
def test_force_elements_on_links_and_coordinates(example: str) -> None:
    model = EXAMPLES[example].model()
    assert model.forces
    for name in ("inverse_dynamics", "forward_dynamics"):
        assert max(differences(model, name)) < BOUND
    assert max(differences(model, "hybrid_dynamics", driven=(0,))) < BOUND


@pytest.mark.parametrize("name", ["inverse_dynamics", "forward_dynamics", "mass_matrix"])
def test_numbers_of_bodies_and_gravity_as_inputs(name: str) -> None:
    model = random_tree(0, 9, ALL_TYPES)
    bodies = [body.name for body in model.bodies]
    what = zip((1, 3, 5), ("mass", "com", "inertia"), strict=True)
    chosen = (*(f"body:{bodies[i]}.{number}" for i, number in what), "gravity")
    assert max(differences(model, name, parameters=chosen)) < BOUND


def test_numbers_of_force_elements_as_inputs() -> None:
    model = EXAMPLES["rrc_arm_spring"].model()
    spring, body = model.forces[0].name, model.bodies[2].name
    chosen = (f"force:{spring}.k", f"body:{body}.mass")
    for name in ("inverse_dynamics", "forward_dynamics"):
        assert max(differences(model, name, parameters=chosen)) < BOUND


def test_a_new_model_with_springs_begins_with_shared_code(tmp_path: Any) -> None:
    """A chain with a spring at every hinge and one between bodies: nothing but them is traced."""
    m = Mechanism("sprung")
    body = m.ground
    for k in range(12):
        carrier, body = body, m.body(f"b{k}", mass=1.0, com=(0.5, 0, 0), inertia=(0.1, 0.1, 0.1))
        m.revolute(f"J{k}", carrier, body, at=(k, 0, 0), axis="z" if k % 2 else "y")
        m.joint_spring(f"S{k}", f"J{k}", k=10.0 + k)
    ends = {"at_a": (0, 1, 0), "at_b": (11.5, 0, 0)}
    m.spring_damper("between", m.ground, body, **ends, k=50.0, c=2.0, free_length=10.0)
    model = m.build()
    begun = System(model, kernels=(), cache=tmp_path)
    q, v, x = np.random.default_rng(2).normal(size=(3, 12))
    first = begun.inverse_dynamics(q, v, x), begun.forward_dynamics(q, v, x)
    assert {begun.compiled.tiers[n] for n in ("inverse_dynamics", "forward_dynamics")} == {"shared"}
    written = System(model, kernels=(), cache=tmp_path, wait=True)
    others = written.inverse_dynamics(q, v, x), written.forward_dynamics(q, v, x)
    assert written.compiled.tiers["inverse_dynamics"] == "compiled"
    for a, b in zip(first, others, strict=True):
        assert np.max(np.abs(a - b)) < 100 * BOUND * np.max(np.abs(b))


def test_what_has_no_shared_code() -> None:
    """Frames of joints that are inputs, bearings, cut joints with springs, other equations."""
    model = EXAMPLES["pendulum"].model()
    point = f"joint:{model.joints[0].name}.parent_point"
    free = System(model, parameters=[point], kernels=()).compiled.compiler
    shapes = {"q": (1,), "v": (1,), "vdot": (1,)}
    assert free.shared_kernel("inverse_dynamics", shapes, equations.inverse) is None
    plain = System(model, kernels=()).compiled.compiler
    assert not plain.shared.computes("energy", equations.energy)
    assert not plain.shared.computes("inverse_dynamics", equations.bias)
    forced = EXAMPLES["rrc_arm_spring"].model()
    tree: Compiler = System(forced, kernels=()).compiled.compiler
    assert tree.shared.computes("inverse_dynamics", equations.inverse)
    derivatives = shared_quantity("inverse_derivatives")
    assert derivatives is not None
    assert not tree.shared.computes("inverse_derivatives", derivatives.equation)
    m = Mechanism("rubbing")
    rod = m.body("rod", mass=1.0, com=(1, 0, 0), inertia=(0.1, 0.1, 0.1))
    m.revolute("A", m.ground, rod, at=(0, 0, 0), axis="y")
    m.bearing_friction("F", "A", mu=0.1, radius=0.01)
    rubbing = System(m.build(), kernels=()).compiled.compiler
    assert not rubbing.shared.computes("inverse_dynamics", equations.inverse)
    assert rubbing.shared.computes("mass_matrix", names.QUANTITIES["mass_matrix"][1])


def test_eight_threads_may_start_at_once(tmp_path: Any) -> None:
    """One system that all use, and others that find its code half made: the same bits."""
    model = random_tree(5, 12, ["revolute"], chain=True, reversals=False)
    one = System(model, cache=tmp_path)
    q, v, a = np.random.default_rng(1).normal(size=(3, 12))

    def bits(k: int) -> bytes:
        system = System(model, cache=tmp_path) if k % 2 else one
        found = [system.inverse_dynamics(q, v, a).tobytes() for _ in range(100)]
        assert system.compiled.tiers["inverse_dynamics"] == "shared"
        return b"".join(found)

    with ThreadPoolExecutor(8) as threads:
        assert len(set(threads.map(bits, range(8)))) == 1

"""Kernels of a system: made once, no more than asked for, the same from every thread."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import pytest

from closeness import assert_close
from random_trees import random_tree
from sarrus import Mechanism
from sarrus.model.forces import CoordinateLoad, ForceElement, Load, Scene
from sarrus.system import System
from sarrus.system.quantities import equations
from system.machines import crane, state


def test_usual_kernels_are_compiled_at_once() -> None:
    assert set(System(crane()).compiled.kernels) == {"inverse_dynamics", "forward_dynamics"}
    assert set(System(crane(), kernels=["mass_matrix"]).compiled.kernels) == {"mass_matrix"}


def test_others_are_compiled_when_first_asked_for() -> None:
    system = System(crane(), kernels=())
    assert system.compiled.kernels == {}
    q = system.neutral()
    system.mass_matrix(q)
    assert set(system.compiled.kernels) == {"mass_matrix"}
    system.mass_matrix(q)
    assert system.compiled.compiler.factory.compiled + system.compiled.compiler.factory.cached == 1


def test_what_is_not_asked_for_is_not_computed() -> None:
    system = System(crane(), kernels=())
    costs = {name: system.compiled.kernel(name).operations for name in ("inverse_dynamics", "bias")}
    costs |= {
        name: system.compiled.kernel(name).operations
        for name in ("body_positions", "body_velocities")
    }
    assert costs["bias"] < costs["inverse_dynamics"]
    q, v, vdot = state(system)
    system.wrenches(q, v, vdot)
    system.wrenches(q, v, vdot, joints=["swivel"])
    every, last = (
        k.operations for n, k in system.compiled.kernels.items() if n.startswith("wrench")
    )
    assert last < every


def test_folded_numbers_cost_less_than_inputs() -> None:
    names = ["boom.mass", "boom.com", "boom.inertia", "gravity"]
    folded, given = System(crane()), System(crane(), parameters=names)
    for name in ("inverse_dynamics", "forward_dynamics"):
        assert folded.compiled.kernel(name).operations < given.compiled.kernel(name).operations


def test_compiled_kernels_equal_the_equations_on_floats() -> None:
    """A tree with every joint type, some reversed, native against the equations themselves."""
    system = System(random_tree(31, 12), kernels=())
    q, v, x = state(system)
    arrays = {"q": q, "v": v, "vdot": x, "tau": x}
    for name, equation in (
        ("inverse_dynamics", equations.inverse),
        ("forward_dynamics", equations.forward),
        ("mass_matrix", equations.mass),
        ("bias", equations.bias),
        ("body_accelerations", equations.body_accelerations),
        ("energy", equations.energy),
        ("momentum", equations.momentum),
    ):
        kernel = system.compiled.kernel(name)
        given = {port.name: arrays[port.name] for port in kernel.inputs if port.name in arrays}
        found = kernel(*given.values())
        parts = found if isinstance(found, tuple) else (found,)
        expected = equation(system.compiled.compiler.inputs(given, 0.0)).values()
        for part, value in zip(parts, expected, strict=True):
            assert_close(part, value, 1e-12, name)


# Keywords of every call -----------------------------------------------------------------------


@dataclass(frozen=True)
class Motor(ForceElement):
    """An effort that grows with time."""

    name: str
    joint: str
    type_name: ClassVar[str] = "motor"

    @property
    def joints(self) -> tuple[str, ...]:
        return (self.joint,)

    def loads(self, scene: Scene) -> tuple[Load, ...]:
        return (CoordinateLoad(self.joint, 0, 3.0 * scene.time),)


def test_time_is_an_input() -> None:
    machine = Mechanism("wheel", gravity=(0, 0, 0))
    wheel = machine.body("wheel", 1.0, (0, 0, 0), (1.0, 1.0, 2.0))
    machine.revolute("axle", machine.ground, wheel, at=(0, 0, 0), axis="z")
    machine.add(Motor("motor", "axle"))
    system = machine.build().compile()
    rest = np.zeros(1)
    assert system.forward_dynamics(rest, rest, rest, t=4.0)[0] == pytest.approx(6.0)
    assert system.forward_dynamics(rest, rest, rest)[0] == 0.0
    assert system.applied_efforts(rest, rest, t=2.0)[0] == pytest.approx(6.0)
    assert system.inverse_dynamics(rest, rest, rest, t=2.0)[0] == pytest.approx(-6.0)


def test_time_does_not_matter_where_nothing_depends_on_it() -> None:
    system = System(crane())
    q, v, vdot = state(system)
    at_once, later = (system.inverse_dynamics(q, v, vdot, t=t) for t in (0.0, 100.0))
    np.testing.assert_array_equal(at_once, later)
    np.testing.assert_array_equal(at_once, system.inverse_dynamics(q, v, vdot))


# Threads --------------------------------------------------------------------------------------


@pytest.fixture
def impatient() -> Iterator[None]:
    """Let threads interrupt each other as often as can be."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def flat(answer: Any) -> np.ndarray:
    return np.concatenate([np.ravel(part) for part in answer])


ANSWERS: dict[str, Callable[..., np.ndarray]] = {
    "inverse_dynamics": lambda s, q, v, x: s.inverse_dynamics(q, v, x),
    "forward_dynamics": lambda s, q, v, x: s.forward_dynamics(q, v, x),
    "with keywords": lambda s, q, v, x: s.inverse_dynamics(q, v, x, t=1.0),
    "lists": lambda s, q, v, x: s.inverse_dynamics(q.tolist(), v.tolist(), x.tolist()),
    "mass_matrix": lambda s, q, v, x: s.mass_matrix(q).ravel(),
    "poses": lambda s, q, v, x: flat(pose.position for pose in s.poses(q).values()),
    "wrenches": lambda s, q, v, x: flat(w.moment for w in s.wrenches(q, v, x).values()),
}


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("name", ANSWERS)
def test_two_threads_agree_with_one(name: str) -> None:
    """Bit by bit, also while the kernels are being compiled."""
    model = random_tree(2, 24, ["revolute", "prismatic"], chain=True)
    answer = ANSWERS[name]
    serial = System(model, kernels=())
    states = [state(serial, seed) for seed in (1, 2)]
    expected = [answer(serial, *motion) for motion in states]
    system = System(model, kernels=())
    wrong = [0, 0]

    def work(k: int) -> None:
        for _ in range(400):
            if not np.array_equal(answer(system, *states[k]), expected[k]):
                wrong[k] += 1

    threads = [threading.Thread(target=work, args=(k,)) for k in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == [0, 0]


# Large systems --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def long_chain() -> System:
    return System(random_tree(9, 300, ["revolute", "prismatic"], chain=True, reversals=False))


@pytest.mark.slow
def test_chain_of_300_bodies(long_chain: System) -> None:
    """tau = M vdot + c, with M taken column by column; forward dynamics there and back."""
    q, v, vdot = (0.1 * part for part in state(long_chain))
    M = long_chain.mass_matrix(q)
    assert M.shape == (300, 300)
    assert_close(M, M.T, 1e-12)
    tau = long_chain.inverse_dynamics(q, v, vdot)
    assert_close(M @ vdot + long_chain.bias(q, v), tau, 1e-11)
    assert np.min(np.linalg.eigvalsh(M)) > 0.0
    again = long_chain.inverse_dynamics(q, v, long_chain.forward_dynamics(q, v, tau))
    assert_close(again, tau, 1e-9)


def test_mass_matrix_of_many_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    """With many entries and frames as inputs it is made of columns; the numbers are the same."""
    model = random_tree(4, 12, ["revolute", "spherical"], reversals=False)
    whole = System(model, kernels=())
    system = System(model, kernels=(), parameters=[f"joint:{model.joints[3].name}.parent_point"])
    q = np.stack([state(system, seed)[0] for seed in range(3)])
    expected = [whole.mass_matrix(one) for one in q]
    assert set(whole.compiled.kernels) == {"mass_matrix"}
    monkeypatch.setattr("sarrus.system.compiled.MOST_ENTRIES", 20)
    assert_close(system.mass_matrix(q[0]), expected[0], 1e-12)
    assert set(system.compiled.kernels) == {"inertia_product"}
    assert_close(system.mass_matrix(q), np.stack(expected), 1e-12)


def test_entries_of_a_wide_tree_are_few() -> None:
    """Arms beside each other have one entry each, however many there are."""
    m = Mechanism("comb")
    for k in range(70):
        body = m.body(f"b{k}", 1.0, (0.1, 0, 0), (0.01, 0.02, 0.03), at=(0, 0, k))
        m.revolute(f"j{k}", m.ground, body, at=(0, 0, k), axis="z")
    system = System(m.build(), kernels=())
    M = system.mass_matrix(np.zeros(70))
    assert set(system.compiled.kernels) == {"mass_matrix"}
    assert_close(M, np.diag(np.full(70, 0.03 + 0.1**2)), 1e-12)

"""[M, Phi^T; Phi, 0] in an order that the graph gives: the solution of pivoted factors; cost."""

from __future__ import annotations

import numpy as np
import pytest

from cartesian.mechanisms import four_bar, parallelogram, rssr
from cartesian.test_null_space import moving_state
from cartesian.test_tree_dynamics import Case
from closeness import assert_close
from sarrus import Mechanism, Model, gallery
from sarrus.cartesian import CartesianState, CartesianSystem
from sarrus.cartesian.augmented import Pattern
from sarrus.cartesian.flow import CartesianFlow, angle_places
from sarrus.cartesian.inertia import Inertia
from sarrus.cartesian.null_space import accelerations, independent_rows, multipliers
from sarrus.kernels.trace import trace

INERTIA = (0.02, 0.03, 0.04)


def massless_link() -> Model:
    """A chain whose middle link has neither mass nor inertia; joints hold it."""
    machine = Mechanism("massless", gravity=(0, -9.81, 0))
    first = machine.body("first", 1.0, (0.5, 0, 0), INERTIA)
    middle = machine.body("middle", 0.0, (0, 0, 0), (0, 0, 0), at=(1, 0, 0))
    last = machine.body("last", 2.0, (0.3, 0.1, 0), INERTIA, at=(1, 0, 0))
    machine.revolute("A", machine.ground, first, at=(0, 0, 0), axis="z")
    machine.revolute("B", first, middle, at=(1, 0, 0), axis="x")
    machine.revolute("C", middle, last, at=(1, 0, 0), axis="y")
    return machine.build()


def geared_loop() -> Model:
    """A gear between two wheels on an arm that turns: couplers are rows of several bodies."""
    machine = Mechanism("gears", gravity=(0, -9.81, 0))
    arm = machine.body("arm", 1.0, (0.5, 0, 0), INERTIA)
    wheels = [machine.body(f"wheel {k}", 1.0, (0, 0, 0), INERTIA, at=(k, 0, 0)) for k in (0, 1)]
    machine.revolute("A", machine.ground, arm, at=(0, 0, 0), axis="z")
    for k, wheel in enumerate(wheels):
        machine.revolute(f"W{k}", arm, wheel, at=(k, 0, 0), axis="z")
    machine.gear("G", "W0", "W1", -2.0)
    return machine.build()


MODELS = {
    "rssr with rods that have no spin": rssr,
    "four-bar": four_bar,
    "parallelogram, 3 rows too many": parallelogram,
    "massless link": massless_link,
    "gears": geared_loop,
    "bricard, 1 row too many": gallery.bricard,
    "tracked vehicle": lambda: gallery.tracked_vehicle(track=False),
    "vehicle with wheels that have no inertia": gallery.vehicle_5dof,
    "stewart platform": gallery.stewart_platform,
}


@pytest.mark.parametrize("name", MODELS)
def test_solution_is_that_of_the_pivoted_factors(name: str) -> None:
    """Accelerations, and multipliers where they are unique, by L D L^T and by QR."""
    system = CartesianSystem(MODELS[name](), compiled=False)
    compare(system, moving_state(system))


@pytest.mark.parametrize("seed", range(5))
def test_random_trees_with_joints_of_all_types(seed: int) -> None:
    case = Case(seed)
    compare(case.cartesian, case.state)


def compare(system: CartesianSystem, state: CartesianState) -> None:
    """Compare accelerations and, where they are unique, multipliers at a state."""
    evaluation = system.evaluation
    nothing = np.zeros(evaluation.nv), np.zeros((evaluation.n_bodies, 6))
    terms = evaluation.terms(state.y, state.Y, state.near, *nothing, 0.0)
    rows = independent_rows(terms.jacobian)
    expected = accelerations(terms, rows)
    use = np.isin(np.arange(len(terms.jacobian)), rows).astype(float)
    redundant = len(rows) < len(use)
    inertia = Inertia.of(evaluation, terms.jacobian)
    flow = CartesianFlow(
        evaluation.equations, inertia.pattern, inertia.M, lambda t: nothing,
        use if redundant else None, inertia.weight,
    )  # fmt: skip
    z = np.concatenate([state.y, state.Y, state.near[list(angle_places(system.model))]])
    found = flow.slope(0.0, z)
    assert_close(found.ydot[flow.nq : flow.nq + flow.nv], expected * evaluation.scale, 1e-9)
    assert 0.0 < found.watch <= 1.0
    if not redundant:
        assert_close(found.lam, multipliers(terms, expected), 1e-8)
    again = flow.slope_with(0.0, z, found)
    assert_close(again.ydot, found.ydot, 1e-9)


def chain(n: int) -> Model:
    machine = Mechanism("chain", gravity=(0, -9.81, 0))
    before = machine.ground
    for k in range(n):
        body = machine.body(f"link {k}", 1.0, (0.5, 0.1, 0), INERTIA, at=(k, 0, 0))
        machine.revolute(f"J{k}", before, body, at=(k, 0, 0), axis=(0, 1, k + 1))
        before = body
    return machine.build()


def operations(model: Model) -> int:
    """Return the operations of one evaluation."""
    system = CartesianSystem(model, compiled=False)
    evaluation = system.evaluation
    state = system.drawing_state()
    inertia = Inertia.of(evaluation, evaluation.constraints(state.y, state.near)[1])
    nothing = np.zeros(evaluation.nv), np.zeros((evaluation.n_bodies, 6))
    flow = CartesianFlow(evaluation.equations, inertia.pattern, inertia.M, lambda t: nothing)
    program = trace(lambda y, t: {"f": flow.slope(t[0], y).ydot}, {"y": (flow.size,), "t": (1,)})
    return program.operations


def test_trees_cost_in_proportion_to_their_bodies() -> None:
    """Each further link of a chain costs the same; dense factors would grow as n^3."""
    costs = [operations(chain(n)) for n in (4, 8, 12, 16)]
    more = np.diff(costs)
    assert max(more) < 1.02 * min(more), costs


def test_order_of_a_tree_and_of_a_loop() -> None:
    """Body, joint, body, joint in a chain; bodies first, then rows, in a loop."""
    tree = Pattern(2, ((0, 1, 2, 3, 4), (5, 6, 7, 8, 9)), ((0,), (0, 1)))
    last, joint = list(range(6, 12)), [12 + k for k in range(5, 10)]
    assert list(tree.order) == [*last, *joint, *range(6), *range(12, 17)] and not tree.looped
    loop = Pattern(2, ((0, 1), (2, 3), (4, 5)), ((0,), (0, 1), (1,)))
    assert list(loop.order[:12]) == list(range(12)) and loop.looped == frozenset(range(6))

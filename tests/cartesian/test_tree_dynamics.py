"""CHK-C01, trees: both formulations agree on accelerations, reactions, coordinates and energy."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from cartesian.mechanisms import placed
from closeness import assert_close
from random_trees import random_tree
from sarrus import Model, System, analysis
from sarrus.cartesian import CartesianSystem
from sarrus.model.forces import JointDamper, JointTorque, PointForce, SpringDamper, Torque

REL = 1e-9
SEEDS = range(5)


def with_forces(model: Model) -> Model:
    """Add one force element of each kind."""
    joint = next(j.name for j in model.joints if j.type.nv)
    forces = (
        SpringDamper("s", "b0", "b3", (0.1, 0, 0.2), (0, 0.1, 0), 80.0, 3.0, 0.4),
        SpringDamper("g", "ground", "b2", (0.5, 0.5, 0), (0, 0.1, 0), 50.0, 1.0, 0.1),
        JointTorque("m", joint, 0.7, 0),
        JointDamper("d", joint, 0.9, 0),
        PointForce("f", "b1", (0.1, 0.2, 0.3), (1.0, -2.0, 3.0)),
        PointForce("ff", "b2", (0.1, 0, 0), (0.5, 0.4, 0.3), follower=True),
        Torque("t", "b0", "b4", (0.6, 0.0, 0.8), 1.5),
    )
    return replace(model, forces=forces)


class Case:
    """A random tree with forces and efforts, in both formulations."""

    def __init__(self, seed: int) -> None:
        self.model = with_forces(random_tree(seed, 6))
        self.system = System(self.model, kernels=())
        rng = np.random.default_rng(1000 + seed)
        self.q = self.system.compiled.layout.with_unit_quaternions(
            rng.uniform(-1, 1, self.system.nq)
        )
        self.v, self.tau = rng.normal(size=(2, self.system.nv))
        self.vdot = self.system.forward_dynamics(self.q, self.v, self.tau)
        self.cartesian = CartesianSystem(self.model, compiled=False)
        self.state = placed(self.model, self.system, self.q, self.v)
        slices = self.system.compiled.layout.v_slice
        self.efforts = {j.name: self.tau[slices[j.name]] for j in self.model.joints}


@pytest.fixture(scope="module", params=SEEDS)
def case(request: pytest.FixtureRequest) -> Case:
    return Case(request.param)


def test_CHK_C01_accelerations_agree(case: Case) -> None:
    motion = case.system.kinematics(case.q, case.v, case.vdot)
    found = case.cartesian.accelerations(case.state, efforts=case.efforts)
    names = list(found)
    linear = [motion[name].acceleration for name in names]
    angular = [motion[name].angular_acceleration for name in names]
    assert_close([found[n].acceleration for n in names], linear, REL, "accelerations")
    assert_close([found[n].angular_acceleration for n in names], angular, REL, "angular")


def test_CHK_R01_reactions_agree(case: Case) -> None:
    expected = case.system.reactions(case.q, case.v, case.vdot, axes="world")
    found = case.cartesian.reactions(case.state, efforts=case.efforts)
    names = list(found)
    assert all(reaction.unique for reaction in found.values())
    for part in ("force", "moment", "at"):
        ours = [getattr(expected[n], part) for n in names]
        assert_close([getattr(found[n], part) for n in names], ours, REL, part)


def test_rates_and_energy_agree(case: Case) -> None:
    rates = case.cartesian.rates(case.state)
    found = np.concatenate([rates[joint.name] for joint in case.system.compiled.layout.joints])
    assert_close(found, case.v, 1e-12, "rates")
    ours, theirs = case.system.energy(case.q, case.v), case.cartesian.energy(case.state)
    for part in ("kinetic", "gravity", "elements"):
        assert getattr(theirs, part) == pytest.approx(getattr(ours, part), rel=1e-11, abs=1e-11)
    lost = analysis.dissipation(case.system, case.q, case.v)
    assert case.cartesian.dissipation(case.state) == pytest.approx(lost, rel=1e-11)


def test_state_is_consistent(case: Case) -> None:
    assert case.cartesian.constraint_error(case.state) < 1e-13
    assert case.cartesian.velocity_error(case.state) < 1e-12
    assert case.cartesian.rank(case.state).freedom == case.system.nv


def test_compiled_equations_are_the_equations() -> None:
    case = Case(0)
    compiled = CartesianSystem(case.model)
    plain = case.cartesian.reactions(case.state, efforts=case.efforts)
    for name, reaction in compiled.reactions(case.state, efforts=case.efforts).items():
        np.testing.assert_allclose(reaction.force, plain[name].force, atol=1e-10)
        np.testing.assert_allclose(reaction.moment, plain[name].moment, atol=1e-10)
    assert compiled.energy(case.state).total == pytest.approx(
        case.cartesian.energy(case.state).total, abs=1e-12
    )
    assert compiled.evaluation.kernels["terms"].operations > 1000


def test_loads_are_forces_at_the_body_frame() -> None:
    plain = random_tree(2, 4)
    force, moment = np.array([1.0, -2.0, 0.5]), np.array([0.3, 0.6, -0.6])
    size = float(np.linalg.norm(moment))
    elements = (
        PointForce("f", "b3", (0.0, 0.0, 0.0), tuple(force)),
        Torque("t", "ground", "b3", tuple(moment / size), size),
    )
    loaded = CartesianSystem(replace(plain, forces=elements), compiled=False)
    bare = CartesianSystem(plain, compiled=False)
    q = np.random.default_rng(5)
    system = System(plain, kernels=())
    state = placed(
        plain,
        system,
        system.compiled.layout.with_unit_quaternions(q.uniform(-1, 1, system.nq)),
        q.normal(size=system.nv),
    )
    expected = loaded.accelerations(state)
    for name, found in bare.accelerations(state, loads={"b3": (force, moment)}).items():
        np.testing.assert_allclose(found.acceleration, expected[name].acceleration, atol=1e-11)

"""The quantities that a system computes, each as a function of named inputs.

Every function takes `Inputs`, which holds the arrays of a kernel (numbers or symbols) and
makes the stages of the motion on demand, and returns named outputs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from sarrus.dynamics import BaseMotion, Tree
from sarrus.dynamics import energy as energies
from sarrus.dynamics import kinematics as motion
from sarrus.dynamics.base_parameters import with_base_parameters
from sarrus.dynamics.formulations import RECURSIVE, STATE_VECTOR
from sarrus.dynamics.forward import HybridResult, hybrid_dynamics
from sarrus.dynamics.input_names import STATES, TURNED
from sarrus.dynamics.inverse import JointEfforts, as_vector, inverse_dynamics
from sarrus.dynamics.jacobians import point_jacobian
from sarrus.dynamics.loads import AppliedLoads, TreeScene, applied_loads, state_rates
from sarrus.dynamics.mass_matrix import mass_matrix
from sarrus.dynamics.selected_joints import SelectedJoints
from sarrus.dynamics.wrenches import JointWrench, joint_wrench
from sarrus.late_dataclass import dataclass
from sarrus.model.forces.among import bearings_among
from sarrus.spatial.arrays import Array, Scalar, join, vector

if TYPE_CHECKING:
    from sarrus.model.forces.bearing_friction import BearingFriction

Outputs = Mapping[str, Array]


@dataclass(frozen=True)
class Inputs:
    """The arrays of one kernel and the stages of the motion that they define."""

    tree: Tree
    base: BaseMotion
    time: Scalar
    arrays: Mapping[str, Array]

    @cached_property
    def positions(self) -> motion.Positions:
        """Where the links are."""
        return motion.positions(self.tree, self.arrays["q"], self.base)

    @cached_property
    def velocities(self) -> motion.Velocities:
        """How fast they move; at rest without v."""
        v = self.arrays.get("v")
        return motion.velocities(self.positions, np.zeros(self.tree.nv) if v is None else v)

    @cached_property
    def accelerations(self) -> motion.Accelerations:
        """How they accelerate; not at all without vdot."""
        vdot = self.arrays.get("vdot")
        return motion.accelerations(
            self.velocities, np.zeros(self.tree.nv) if vdot is None else vdot
        )

    @cached_property
    def loads(self) -> AppliedLoads:
        """What the force elements do."""
        return applied_loads(self.velocities, self.time)

    @cached_property
    def efforts(self) -> JointEfforts:
        """Inverse dynamics: efforts and wrenches of all joints."""
        return inverse_dynamics(self.accelerations, self.loads)

    def without_wrenches(self) -> Inputs:
        """Return the same inputs for those who ask for efforts only."""
        return Inputs(with_base_parameters(self.tree), self.base, self.time, self.arrays)

    @property
    def bearings(self) -> tuple[BearingFriction, ...]:
        """The force elements whose loads are reactions."""
        return bearings_among(self.tree.forces)

    def with_bearing_loads(self, loads: Sequence[Scalar] | Array) -> Inputs:
        """Return the same inputs with these loads of the bearings."""
        named = {f"force:{b.name}.load": L for b, L in zip(self.bearings, loads, strict=True)}
        tree = replace(self.tree, values={**self.tree.values, **named})
        return Inputs(tree, self.base, self.time, self.arrays)

    def with_turns(self, turned: Array) -> Inputs:
        """Return the same inputs with angles of cut joints near to those given."""
        if not len(self.tree.wrapped):
            return self
        tree = replace(self.tree, values={**self.tree.values, TURNED: turned})
        return Inputs(tree, self.base, self.time, self.arrays)

    def with_states(self, z: Array) -> Inputs:
        """Return the same inputs with these states of force elements."""
        if not len(self.tree.states):
            return self
        tree = replace(self.tree, values={**self.tree.values, STATES: z})
        return Inputs(tree, self.base, self.time, self.arrays)

    @property
    def state_rates(self) -> Array:
        """The rates of the states of force elements."""
        return as_vector(state_rates(self.velocities, self.time))

    def without_bearing_friction(self) -> Inputs:
        """Return the same inputs as if no bearing were loaded."""
        return self.with_bearing_loads([0.0] * len(self.bearings)) if self.bearings else self

    def without_gravity(self) -> Inputs:
        """Return the same inputs with no gravity and no force elements."""
        tree = replace(self.tree, gravity=np.zeros(3), forces=())
        return Inputs(tree, BaseMotion.at_rest(), self.time, self.arrays)


def inverse(x: Inputs) -> Outputs:
    """Tau = M vdot + c - f."""
    return {"tau": x.without_wrenches().efforts.tau}


def bias(x: Inputs) -> Outputs:
    """c(q, v): Coriolis, centrifugal and gravity efforts, without force elements."""
    y = x.without_wrenches()
    nothing = AppliedLoads((None,) * len(y.tree.links), {})
    return {"c": inverse_dynamics(y.accelerations, nothing).tau}


def applied_efforts(x: Inputs) -> Outputs:
    """f(t, q, v): the efforts of the force elements on the coordinates."""
    at_rest = motion.accelerations(x.without_gravity().velocities, np.zeros(x.tree.nv))
    still = Inputs(at_rest.velocities.positions.tree, x.base, x.time, x.arrays)
    nothing = AppliedLoads((None,) * len(x.tree.links), {})
    without = inverse_dynamics(still.accelerations, nothing).tau
    return {"f": without - inverse_dynamics(still.accelerations, x.loads).tau}


def forward(x: Inputs) -> Outputs:
    """Vdot from M vdot + c = tau + f."""
    return {"vdot": _hybrid(x, ()).vdot}


def hybrid(x: Inputs, driven: Sequence[int]) -> Outputs:
    """Vdot of the free and tau of the driven coordinates."""
    found = _hybrid(x, driven)
    return {"vdot": found.vdot, "tau": found.tau}


def _hybrid(x: Inputs, driven: Sequence[int]) -> HybridResult:
    nothing = np.zeros(x.tree.nv)
    tau, vdot = x.arrays.get("tau", nothing), x.arrays.get("vdot", nothing)
    return hybrid_dynamics(x.velocities, x.loads, tau, vdot, frozenset(driven))


def mass(x: Inputs) -> Outputs:
    """M(q)."""
    return {"M": mass_matrix(x.positions)}


def inertia_product(x: Inputs) -> Outputs:
    """M(q) vdot, the vector being an input."""
    return {"M_vdot": x.without_gravity().without_wrenches().efforts.tau}


def mass_solve(x: Inputs) -> Outputs:
    """M(q)^-1 tau, the vector being an input."""
    return {"M_inverse_tau": _hybrid(x.without_gravity(), ()).vdot}


def body_positions(x: Inputs) -> Outputs:
    """Positions and rotations of all body frames in the world."""
    poses = [x.positions.body(link.body) for link in x.tree.links]
    return {
        "position": np.array([X.position for X in poses]).reshape(len(poses), 3),
        "rotation": np.array([X.matrix for X in poses]).reshape(len(poses), 3, 3),
    }


def body_position(x: Inputs, i: int) -> Outputs:
    """Position and rotation of one body frame in the world."""
    X = x.positions.body(x.tree.links[i].body)
    return {"position": X.position, "rotation": X.matrix}


def body_velocities(x: Inputs) -> Outputs:
    """Velocities of the origins of all body frames and angular velocities, world axes."""
    parts = [_body_velocity(x, i) for i in range(len(x.tree.links))]
    return _rows(parts, "velocity", "angular_velocity")


def body_velocity(x: Inputs, i: int) -> Outputs:
    """Velocity of the origin of one body frame, and its angular velocity."""
    V = _body_velocity(x, i)
    return {"velocity": V[0:3], "angular_velocity": V[3:6]}


def body_accelerations(x: Inputs) -> Outputs:
    """Accelerations of the origins of all body frames and angular accelerations, world axes."""
    parts = [_body_acceleration(x, i) for i in range(len(x.tree.links))]
    return _rows(parts, "acceleration", "angular_acceleration")


def body_acceleration(x: Inputs, i: int) -> Outputs:
    """Acceleration of the origin of one body frame, and its angular acceleration."""
    A = _body_acceleration(x, i)
    return {"acceleration": A[0:3], "angular_acceleration": A[3:6]}


def _body_acceleration(x: Inputs, i: int) -> Array:
    A, r = x.accelerations.true(i), x.tree.links[i].X_CB.position
    return _to_world(x, i, _point_acceleration(x, i, A, r), A[3:6])


def _rows(parts: list[Array], linear: str, angular: str) -> Outputs:
    table = np.array(parts).reshape(len(parts), 6)
    return {linear: table[:, 0:3], angular: table[:, 3:6]}


def _body_velocity(x: Inputs, i: int) -> Array:
    V, r = x.velocities.six(i), x.tree.links[i].X_CB.position
    return _to_world(x, i, motion.point_velocity(V, r), V[3:6])


def _point_acceleration(x: Inputs, i: int, A: Array, r_C: Array) -> Array:
    w = x.velocities.w[i] if i >= 0 else x.velocities.w_base
    return motion.point_acceleration(A, w, r_C)


def _to_world(x: Inputs, i: int, linear: Array, angular: Array) -> Array:
    apply = x.positions.frame(i).rotation.apply
    return join(apply(linear), apply(angular))


def point(x: Inputs, body: str) -> Outputs:
    """Position, velocity and acceleration of the point `r` (an input) of a body, world axes."""
    i, r_B = x.tree.index[body], x.arrays["r"]
    seen = TreeScene(x.velocities, x.time).point(body, r_B)
    r_C = x.tree.links[i].X_CB.point(r_B) if i >= 0 else r_B
    A = x.accelerations.true(i)
    acceleration = x.positions.frame(i).rotation.apply(_point_acceleration(x, i, A, r_C))
    return {"position": seen.position, "velocity": seen.velocity, "acceleration": acceleration}


def chosen_points(x: Inputs, points: Sequence[tuple[str, tuple[float, ...]]]) -> Outputs:
    """Positions of some points of bodies, world axes; with v among the inputs, velocities too."""
    scene = TreeScene(x.velocities, x.time)
    seen = [scene.point(body, np.array(r)) for body, r in points]
    found = {"position": np.array([point.position for point in seen])}
    if "v" in x.arrays:
        found["velocity"] = np.array([point.velocity for point in seen])
    return found


def jacobian(x: Inputs, body: str) -> Outputs:
    """J, 6 x nv, of the point `r` (an input) of a body: linear rows, then angular; world axes."""
    return {"J": point_jacobian(x.positions, body, x.arrays["r"])}


def energy(x: Inputs) -> Outputs:
    """Kinetic energy, energy of gravity, energy of the force elements, power lost.

    Bearings, whose loads depend on more than the state, are left out of the power lost.
    """
    x = x.without_bearing_friction()
    return {
        "energy": vector(
            energies.kinetic_energy(x.velocities),
            energies.gravity_energy(x.positions),
            energies.element_energy(x.velocities, x.time),
        ),
        "dissipation": vector(energies.dissipation(x.velocities, x.time)),
    }


def momentum(x: Inputs) -> Outputs:
    """Mass, first moment, linear and angular momentum about the world's origin."""
    total, moment = energies.first_moment(x.positions)
    return {"mass": vector(total), "moment": moment, "momentum": energies.momentum(x.velocities)}


def wrenches(
    x: Inputs,
    joints: Sequence[str],
    on: str,
    axes: str,
    at: bool,
    part: str,
    formulation: str = RECURSIVE,
) -> Outputs:
    """Force, moment and point of reference of the chosen joints, a row each."""
    x = x.without_bearing_friction()
    point_given = x.arrays["at"] if at else None
    found: list[JointWrench] = []
    selected = SelectedJoints(x.velocities, x.accelerations.vdot, x.loads)
    for name in joints:
        i = x.tree.joint_index[name]
        F = selected.wrench(i) if formulation == STATE_VECTOR else x.efforts.wrenches[i]
        found.append(joint_wrench(x.positions, i, F, on, axes, point_given, part))
    n = len(found)
    return {
        "force": np.array([w.force for w in found]).reshape(n, 3),
        "moment": np.array([w.moment for w in found]).reshape(n, 3),
        "at": np.array([w.at for w in found]).reshape(n, 3),
    }


Equation = Callable[[Inputs], Outputs]

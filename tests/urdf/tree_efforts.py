"""Inverse dynamics of the tree of a model, by the equations on floats: nothing is compiled."""

from __future__ import annotations

import numpy as np

from sarrus import Model
from sarrus.dynamics import BaseMotion, Tree
from sarrus.dynamics.inverse import inverse_dynamics
from sarrus.dynamics.kinematics import accelerations, positions, velocities
from sarrus.dynamics.loads import applied_loads
from sarrus.topology import analyze, layout


def tree_efforts(model: Model, seed: int) -> np.ndarray:
    """Return the efforts of a random finite motion, as if no loop were closed."""
    topology = analyze(model)
    order = layout(topology)
    rng = np.random.default_rng(seed)
    q = order.add(order.neutral(), rng.uniform(-1.5, 1.5, order.nv))
    where = positions(Tree.of(topology, order), q, BaseMotion.at_rest())
    speed = velocities(where, rng.uniform(-2, 2, order.nv))
    motion = accelerations(speed, rng.uniform(-3, 3, order.nv))
    return np.asarray(inverse_dynamics(motion, applied_loads(speed, 0.0)).tau, dtype=float)


def tree_of(model: Model) -> list[str]:
    """Return the joints of the tree, in the order of the coordinates."""
    return [branch.joint.name for branch in analyze(model).branches]

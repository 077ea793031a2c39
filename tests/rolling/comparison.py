"""The same rolling machine by Sarrus and by the solver in absolute coordinates."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from rolling.absolute import GROUND, World, rotation
from rolling.machines import Machine, Sample
from sarrus import System
from sarrus.system.rows.motion import Motion
from sarrus.system.state import State


def same_state(system: System, world: World, x: np.ndarray, V: np.ndarray) -> State:
    """Return the state of Sarrus with the bodies at the places x and velocities V."""
    poses = {name: (x[k, :3], rotation(x[k, 3:])) for name, k in world.names.items()}
    q = system.state(poses=poses).q
    J = np.vstack([system.jacobian(name, np.zeros(3), q) for name in world.names])
    rates = [[*V[k, :3], *(rotation(x[k, 3:]) @ V[k, 3:])] for k in world.names.values()]
    v = np.linalg.lstsq(J, np.ravel(rates), rcond=None)[0]
    return system.state(q, v)


def acceleration_error(
    system: System, moving: Motion, world: World, x: np.ndarray, V: np.ndarray
) -> float:
    """Return the largest difference of accelerations, relative to the largest."""
    state = moving.state
    bodies = system.kinematics(state.q, state.v, moving.vdot)
    Vdot, worst, size = world.solve(0.0, x, V)[0], 0.0, 1.0
    for name, k in world.names.items():
        R = rotation(x[k, 3:])
        theirs = np.concatenate([Vdot[k, :3], R @ Vdot[k, 3:]])
        ours = np.concatenate([bodies[name].acceleration, bodies[name].angular_acceleration])
        worst, size = max(worst, np.max(np.abs(ours - theirs))), max(size, np.max(np.abs(theirs)))
    return float(worst / size)


def place_error(system: System, state: State, world: World, x: np.ndarray, V: np.ndarray) -> float:
    """Return the largest difference of places [m, rad] and velocities."""
    bodies = system.kinematics(state.q, state.v)
    worst = 0.0
    for name, k in world.names.items():
        R, b = rotation(x[k, 3:]), bodies[name]
        parts = (b.position - x[k, :3], b.rotation - R, b.velocity - V[k, :3],
                 b.angular_velocity - R @ V[k, 3:])  # fmt: skip
        worst = max(worst, *(float(np.max(np.abs(part))) for part in parts))
    return worst


def loads_of(
    machine: Machine, world: World, moving: Motion, x: np.ndarray, V: np.ndarray
) -> Mapping[str, tuple]:
    """Return force and moment on each body, at its centre of mass, that no joint exerts.

    Those of springs and motors, and of blades with the efforts that Sarrus gives them.
    """
    found = {name: [np.zeros(3), np.zeros(3)] for name in world.names}
    at = world.place(x, V)
    acting = [part for load in world.loads for part in load(at)]
    count = len(machine.blades)
    for (_, body, edge, across), effort in zip(
        machine.blades, moving.lam[len(moving.lam) - count :], strict=True
    ):
        force = effort * at.direction(body, across)
        arm = at.direction(body, world.local(body, edge))
        acting.append((body, force, np.cross(arm, force)))
    for body, force, moment in acting:
        if body in found:
            found[body][0] += force
            found[body][1] += moment
    return {name: tuple(both) for name, both in found.items()}


def other_bases(machine: Machine) -> list[str]:
    """Return bodies to which the free joint may lead instead; none where ground carries all."""
    if machine.base == GROUND:
        return []
    return [name for name, *_ in machine.bodies if name != machine.base]


def known_run(sample: Sample) -> tuple[World, list[tuple[np.ndarray, np.ndarray]]]:
    """Return the machine in absolute coordinates and its motion: start and end."""
    world = sample.machine.world()
    return world, world.run([0.0, sample.until], sample.x, sample.V)

"""Examples of the methods of `System`, which stand at the end of their docstrings.

`system` is a four-bar, `state` one of its states, `arm` a robot without loops, with q and v, and
`swing` a pendulum on a spring. The tests run them.
"""

from __future__ import annotations

import sys
from typing import TypeVar

Class = TypeVar("Class", bound=type)

EXAMPLES = {
    "channels": 'print(system.channels("*.reaction.force"))',
    "add": "q = arm.add(q, 0.01 * v)",
    "difference": "dv = arm.difference(q, arm.neutral())",
    "coordinates_of": 'q = arm.coordinates_of({"q1": 0.3, "q2": "20 deg"})',
    "velocities_of": 'v = arm.velocities_of({"q1": 0.5})',
    "kinematics": 'tip = arm.kinematics(q, v)["L6"].velocity',
    "poses": 'R = arm.poses(q)["L6"].rotation',
    "point": 'speed = arm.point("L6", (0, 0, 0.1), q, v).velocity',
    "jacobian": 'J = arm.jacobian("L6", (0, 0, 0.1), q)',
    "mass_matrix": "M = arm.mass_matrix(q)",
    "bias": "c = arm.bias(q, v)",
    "applied_efforts": "tau = swing.applied_efforts(swing.neutral(), [0.2])",
    "energy": "joules = system.energy(state.q, state.v).kinetic",
    "momentum": "p = arm.momentum(q, v).linear",
    "assemble": 'state = system.assemble({"A.angle": "30 deg"}, {"A.rate": "60 rpm"})',
    "assemblies": 'both = system.assemblies({"A.angle": 1.0})',
    "initial_state": "state = arm.initial_state()",
    "state": "state = arm.state(q, v, t=0.5)",
    "mobility": "freedom = system.mobility(state).freedom",
    "inverse_dynamics": "tau = arm.inverse_dynamics(q, v, 0.0 * v)",
    "forward_dynamics": "vdot = arm.forward_dynamics(q, v, arm.bias(q, v))",
    "accelerations": 'vdot = system.accelerations(state, efforts={"A": 2.0}).vdot',
    "drive": 'efforts = system.drive({"A": "2*pi [rad/s]*t"}, until=1.0)["A.effort"]',
    "simulate": 'run = system.simulate(state, until=0.1, inputs={"A": "-0.2 [N*m*s]*A.rate"})',
    "realtime": "run = arm.realtime(arm.state(q, v), rate=1000.0, until=0.002)",
    "on": 'tau = arm.on("cpu").inverse_dynamics([q, q], [v, v], [0.0 * v, v])',
    "wrenches": 'force = arm.wrenches(q, v, 0.0 * v)["q1"].force',
    "reactions": 'force = system.reactions(state, axes="world")["C"].force',
    "explain": 'print(system.explain("C"))',
    "linearize": 'A = swing.linearize(swing.equilibrium(), outputs=["A.angle"]).A',
    "equilibrium": 'angle = swing.equilibrium().state["A.angle"]',
    "sweep": 'table = swing.sweep({"S.k": [40, 50]}, start={}, measure=["max A.rate"], workers=0)',
}
"""A line of Python for each method that takes something."""
MARGIN = "" if sys.version_info >= (3, 13) else 8 * " "
"""Before further lines of docstrings of methods, from which Python removes it from 3.13 on."""


def with_examples(cls: Class) -> Class:
    """Put the examples at the end of the docstrings of the methods."""
    for name, example in EXAMPLES.items():
        method = cls.__dict__[name]
        if method.__doc__:  # python -OO has none
            text = method.__doc__.rstrip()
            margin = MARGIN if "\n" in text else ""
            method.__doc__ = f"{text}\n\n{margin}Example:\n{margin}    {example}\n"
    return cls

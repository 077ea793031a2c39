"""The derivatives in symbols are those in numbers, for named parameters and base motion too."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import numpy as np
import pytest

from closeness import assert_close
from derivatives.mechanisms import Moving, random_mechanism
from sarrus.dynamics import BaseMotion, Tree
from sarrus.dynamics.derivatives import (
    closed_forward_derivatives,
    constraint_derivatives,
    forward_derivatives,
    inverse_derivatives,
)
from sarrus.dynamics.derivatives.forward import by_articulated_bodies
from sarrus.dynamics.kinematics import accelerations, positions, velocities
from sarrus.kernels.interpreter import interpret
from sarrus.kernels.trace import trace
from sarrus.spatial import Transform

PARAMETERS = {"spring.k": 30.0, "spring.c": 4.0, "motor.effort": 1.3}
# every joint type closes a loop in one of these
SEEDS = (
    0,
    1,
    3,
    7,
    13,
    *(pytest.param(s, marks=pytest.mark.slow) for s in (5, 8, 9, 11, 15, 17, 19)),
)


def outputs(m: Moving, tree: Tree, base: BaseMotion, arrays: dict[str, Any]) -> dict[str, Any]:
    speed = velocities(positions(tree, arrays["q"], base), arrays["v"])
    moving = accelerations(speed, arrays["vdot"])
    found = {}
    parts = [
        inverse_derivatives(moving, 0.0, arrays["lam"], m.cut_efforts),
        constraint_derivatives(moving),
        forward_derivatives(speed, arrays["tau"]),
    ]
    if m.cut:
        closed = closed_forward_derivatives(
            speed, arrays["tau"], arrays["rows"], 0.0, m.cut_efforts
        )
        parts.append(closed.derivatives)
    else:
        parts.append(by_articulated_bodies(speed, arrays["tau"], 0.0))
    for k, part in enumerate(parts):
        for field in fields(part):
            if field.name == "rows":  # those of `constraint_derivatives`, at the motion found
                continue
            found[f"{k} {field.name}"] = getattr(part, field.name)
    return found


def flat(base: BaseMotion) -> np.ndarray:
    X = base.pose
    return np.concatenate([X.matrix.ravel(), X.position, base.velocity, base.acceleration])


def motion_of(numbers: Any) -> BaseMotion:
    pose = Transform.of(numbers[0:9].reshape(3, 3), numbers[9:12])
    return BaseMotion(pose, numbers[12:18], numbers[18:24])


@pytest.mark.parametrize("seed", SEEDS)
def test_symbols_and_numbers_agree(seed: int) -> None:
    m = random_mechanism(seed)
    tau = np.random.default_rng(seed).normal(size=m.nv)
    names = [name for name in PARAMETERS if name.split(".")[0] in {f.name for f in m.model.forces}]
    arrays: dict[str, np.ndarray] = {
        "q": m.q,
        "v": m.v,
        "vdot": m.vdot,
        "tau": tau,
        "lam": m.lam,
        "rows": m.rows,
        "p": np.array([PARAMETERS[name] for name in names]),
        "base": flat(m.base),
    }

    def function(p: Any, base: Any, **symbols: Any) -> dict[str, Any]:
        values = {f"force:{name}": p[k] for k, name in enumerate(names)}
        return outputs(m, Tree.of(m.topology, m.layout, values), motion_of(base), symbols)

    program = trace(function, {name: array.shape for name, array in arrays.items()})
    found = interpret(program, list(arrays.values()))
    expected = outputs(m, m.tree, m.base, arrays)
    for port, value in zip(program.outputs, found, strict=True):
        number = expected[port.name]
        if np.size(number) and np.all(np.isfinite(number)):
            assert_close(value, number, 1e-9, port.name)

"""Machines whose numbers are known, to be found again from their motions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from sarrus import Model, System, analysis
from sarrus.identification import Measured
from sarrus.identification.consistent import cones_of
from sarrus.identification.new_model import model_with
from sarrus.identification.parameters import Parameter, parameters_of

ALL = ("inertia", "friction", "offset", "rotor")


def planted(
    model: Model, by: Sequence[str], drives: Sequence[str], seed: int
) -> tuple[list[Parameter], np.ndarray, Model]:
    """Return what is sought, its values, and a model with them: each body is another real body."""
    rng = np.random.default_rng(seed)
    known = analysis.inertia_parameters(model.compile(kernels=()))
    parameters = parameters_of(model, by, drives, known)
    theta = np.array([p.value for p in parameters])
    for cone in cones_of(parameters, known, 1.0):
        n = len(cone.start)
        T = np.eye(n) + 0.2 * rng.uniform(-1.0, 1.0, (n, n))
        if n == 4:
            T[:3, 3] *= 0.1
            T[3, :3] *= 0.1
        flat = cone.G.reshape(len(cone.places), -1).T
        P = T @ cone.start @ T.T - cone.fixed
        theta[list(cone.places)] = np.linalg.lstsq(flat, P.ravel(), rcond=None)[0]
    for k, p in enumerate(parameters):
        if p.what == "offset":
            theta[k] = 0.1 * rng.standard_normal()
    return parameters, theta, model_with(model, parameters, theta, known)


def laws(
    model: Model, drives: Sequence[str], size: float, seed: int, harmonics: int = 4
) -> dict[str, str]:
    """Return motions of the drives that excite much, in about ten seconds."""
    rng = np.random.default_rng(seed)
    found = {}
    for joint in drives:
        terms = [
            f"{size / k * rng.uniform(-1, 1):.4f}*sin({0.7 * k:.2f}*t)"
            f" + {size / k * rng.uniform(-1, 1):.4f}*(cos({0.7 * k:.2f}*t) - 1)"
            for k in range(1, harmonics + 1)
        ]
        found[model.joint(joint).coordinate_names[0]] = " + ".join(terms)
    return found


def measured(
    system: System, drives: Sequence[str], motions: Mapping[str, str], count: int = 200
) -> Measured:
    """Return what a motion of a machine looks like, without noise."""
    run = system.drive(motions, times=np.linspace(0.0, 9.0, count))
    return Measured.of_history(run.history, drives)


def noisy(data: Measured, sigma: float | Mapping[str, float], seed: int) -> Measured:
    """Return the same with white noise on the efforts."""
    rng = np.random.default_rng(seed)
    size = sigma if isinstance(sigma, Mapping) else dict.fromkeys(data.tau, sigma)
    tau = {j: x + size[j] * rng.standard_normal(len(x)) for j, x in data.tau.items()}
    return Measured(data.t, data.q, v=data.v, a=data.a, tau=tau)

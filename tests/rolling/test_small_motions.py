"""Linear equations about rolling motions: more positions than velocities are independent."""

from __future__ import annotations

import numpy as np

from rolling.wheels import MASS, RADIUS, rolling_hoop
from sarrus.system.state import State


def test_positions_and_velocities_are_chosen_apart() -> None:
    system = rolling_hoop()
    found = system.linearize(system.assemble(rates={"spin": 10.0}))
    assert len(found.states) == 5 + 3
    assert found.coordinates.shape == (system.nv, 5)


def test_a_disc_that_rolls_upright_sways_as_it_should() -> None:
    """Neimark and Fufaev: lean and heading of a thin disc at the rate w of its spin.

    (A + m R^2) A theta'' + (C (C + m R^2) w^2 - A m g R) theta = 0
    """
    system, w = rolling_hoop(), 10.0
    g = -system.model.gravity[2]
    A, C, mR2 = 0.25 * MASS * RADIUS**2, 0.5 * MASS * RADIUS**2, MASS * RADIUS**2
    wanted = (C * (C + mR2) * w**2 - A * MASS * g * RADIUS) / ((A + mR2) * A)
    values = system.linearize(system.assemble(rates={"spin": w})).eigenvalues
    np.testing.assert_allclose(np.max(values.imag), np.sqrt(wanted), rtol=1e-10)
    assert np.sum(np.abs(values) < 1e-6) == 6


def test_linear_equations_are_the_derivatives_of_the_motion() -> None:
    """A against differences of rates at states beside one that rolls, leans and turns."""
    system = rolling_hoop()
    here = system.assemble({"lean": 0.3}, rates={"spin": 6.0, "lean": 0.2, "yaw": 0.5})
    found = system.linearize(here)
    n = found.coordinates.shape[1]
    names, rates = found.states[:n], found.states[n:]
    assert set(names) <= set(system.coordinates)

    def slope(x: np.ndarray) -> np.ndarray:
        q = here.q.copy()
        known = {name: float(q[system.coordinates.index(name)]) for name in names}
        wanted = {name: known[name] + x[k] for k, name in enumerate(names)}
        speeds = {
            name: float(here.v[system.velocities.index(name)]) + x[n + k]
            for k, name in enumerate(rates)
        }
        state: State = system.assemble(wanted, rates=speeds, guess=here)
        vdot = system.accelerations(state).vdot
        at_q = [system.coordinates.index(name) for name in names]
        at_v = [system.velocities.index(name) for name in rates]
        return np.concatenate([state.v[at_q], vdot[at_v]])

    h = 1e-5
    columns = [(slope(h * e) - slope(-h * e)) / (2 * h) for e in np.eye(len(found.A))]
    np.testing.assert_allclose(found.A, np.array(columns).T, atol=2e-6)

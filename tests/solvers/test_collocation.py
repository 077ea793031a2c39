"""Transcription: derivatives of the programme, orders of the formulas, meshes."""

from __future__ import annotations

import numpy as np
import pytest

from sarrus.solvers.collocation.mesh import Mesh
from sarrus.solvers.collocation.methods import METHODS
from sarrus.solvers.collocation.transcription import Condition, Conditions, Transcription

ALL = sorted(METHODS)


class Duffing:
    """x'' = -x - x^3 + u sin t, with x v as asked value, u^2 + t x as goal and u - x v w = 0."""

    nx, nw, n_rows, n_asked, controls = 2, 4, 1, 1, slice(2, 3)
    slope_places = tuple(np.divmod(np.arange(25), 5))
    curvature_places = tuple(np.divmod(np.arange(25), 5))

    def values(self, w, t):
        x, v, u, a = w.T
        return np.column_stack([v, -x - x**3 + u * np.sin(t), u - x * v * a, x * v, u**2 + t * x])

    def slopes(self, w, t):
        x, v, u, a = w.T
        none, one = np.zeros_like(x), np.ones_like(x)
        D = [
            [none, one, none, none, none],
            [-1 - 3 * x**2, none, np.sin(t), none, u * np.cos(t)],
            [-v * a, -x * a, one, -x * v, none],
            [v, x, none, none, none],
            [t, none, 2 * u, none, x],
        ]
        return self.values(w, t), np.array(D).reshape(25, -1).T

    def curvature(self, w, t, y):
        x, v, u, a = w.T
        H = np.zeros((len(w), 5, 5))
        H[:, 0, 0] = -6 * x * y[:, 1]
        H[:, 2, 4] = np.cos(t) * y[:, 1]
        H[:, 4, 4] = -u * np.sin(t) * y[:, 1]
        H[:, 0, 1] = -a * y[:, 2] + y[:, 3]
        H[:, 0, 3] = -v * y[:, 2]
        H[:, 1, 3] = -x * y[:, 2]
        H[:, 0, 4] = y[:, 4]
        H[:, 2, 2] = 2 * y[:, 4]
        for i in range(5):
            for j in range(i):
                H[:, i, j] = H[:, j, i]
        return H.reshape(len(w), 25)

    def rates(self, w, t):
        return self.values(w, t)[:, :2]


def transcription(method: str) -> Transcription:
    mesh = Mesh(METHODS[method], (np.array([0.0, 0.3, 1.0]), np.array([0.0, 0.5, 0.8, 1.0])))
    places = (Condition(0, 0, 0.1, 0.1), Condition(1, 0, -1.0, 2.0, asked=True))
    conditions = Conditions(
        np.full(4, -5.0), np.full(4, 5.0), np.array([-3.0]), np.array([np.inf]),
        ((0.2, 2.0), (0.3, 3.0)), places, np.array([0.5, 2.0, 3.0, 1.5]), 0.7, 0.4,
    )  # fmt: skip
    kept = np.ones((mesh.intervals, 2), dtype=bool)
    kept[1, 0] = False
    return Transcription(Duffing(), mesh, conditions, kept)


@pytest.mark.parametrize("method", ALL)
def test_derivatives_of_the_programme_are_exact(method: str) -> None:
    tr = transcription(method)
    rng = np.random.default_rng(5)
    w = rng.normal(size=(tr.mesh.nodes, 4))
    z = tr.unknowns(w, np.array([0.8, 1.3]))
    p = tr.program
    gradient, A = p.slopes(z)
    y = rng.normal(size=A.shape[0])
    H = p.curvature(z, 1.7, y).toarray()
    assert np.array_equal(H, H.T) or np.allclose(H, H.T, atol=1e-14)
    h = 1e-6
    for k in range(len(z)):
        e = h * np.eye(len(z))[k]
        (fa, ca), (fb, cb) = p.values(z - e), p.values(z + e)
        assert (fb - fa) / (2 * h) == pytest.approx(gradient[k], abs=2e-7)
        assert np.allclose((cb - ca) / (2 * h), A[:, [k]].toarray()[:, 0], atol=2e-7)
        (ga, Aa), (gb, Ab) = p.slopes(z - e), p.slopes(z + e)
        pulled = 1.7 * (gb - ga) + (Ab - Aa).T @ y
        assert np.allclose(pulled / (2 * h), H[:, k], atol=2e-6)


@pytest.mark.parametrize("method", ALL)
def test_places_hold_all_derivatives(method: str) -> None:
    tr = transcription(method)
    z = np.random.default_rng(6).normal(size=tr.size)
    z[-2:] = 1.0
    of_rows, of_curvature = tr.program.places
    A = tr.program.slopes(z)[1]
    H = tr.program.curvature(z, 1.0, np.ones(A.shape[0]))
    assert not np.any((A.toarray() != 0.0) & (of_rows.toarray() == 0.0))
    assert not np.any((H.toarray() != 0.0) & (of_curvature.toarray() == 0.0))


@pytest.mark.parametrize("method", ALL)
def test_formulas_have_their_order(method: str) -> None:
    # x' = x on one interval of length h, solved for x(h): against exp(h)
    formula = METHODS[method]
    X, F = np.array(formula.X), np.array(formula.F)
    errors = []
    for h in (0.2, 0.1):
        K = X - h * F  # K x = 0 with x_0 = 1
        x = np.linalg.solve(K[:, 1:], -K[:, 0])
        errors.append(abs(x[-1] - np.exp(h)))
    assert np.log2(errors[0] / errors[1]) == pytest.approx(formula.order + 1, abs=0.2)


@pytest.mark.parametrize("method", ALL)
def test_weights_interpolate_and_integrate(method: str) -> None:
    formula = METHODS[method]
    stages = np.array(formula.stages)
    s = np.array([0.0, 0.3, 0.5, 1.0])
    degree = len(stages) - 1
    assert formula.weights(s) @ stages**degree == pytest.approx(s**degree)
    gathered = formula.integrals(s) @ stages**degree
    assert gathered == pytest.approx(s ** (degree + 1) / (degree + 1))
    assert formula.integrals(np.ones(1))[0] == pytest.approx(formula.F[0])  # the quadrature


def test_meshes_are_cut_where_they_are_told() -> None:
    mesh = Mesh(METHODS["hermite-simpson"], (np.array([0.0, 0.5, 1.0]), np.array([0.0, 1.0])))
    finer = mesh.with_pieces(np.array([1, 2, 3]))
    assert finer.ends[0] == pytest.approx([0.0, 0.5, 0.75, 1.0])
    assert finer.ends[1] == pytest.approx([0.0, 1 / 3, 2 / 3, 1.0])
    assert finer.nodes == 2 * 6 + 1 and finer.places == (0, 6, 12)
    times = finer.shares @ np.array([2.0, 3.0])
    assert times[[0, 6, 12]] == pytest.approx([0.0, 2.0, 5.0]) and np.all(np.diff(times) > 0.0)

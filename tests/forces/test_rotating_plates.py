"""Modal bodies of plates of second order: rotation stiffens them, loads along them buckle them."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from numpy.polynomial.legendre import leggauss
from scipy.linalg import eigh

import sarrus
from sarrus.fem import craig_bampton, plate_structure

E, NU, RHO, H = 70e9, 0.3, 2700.0, 0.002


def modes_of_plate(length, width, counts, *, keep, nu=NU, modes=8, second_order=True):
    """A plate that is held along x = 0."""
    nx, ny = counts
    plate = plate_structure(
        length, width, H, elements=counts, young_modulus=E, poisson_ratio=nu, density=RHO
    )
    frames = {"edge": [j * (nx + 1) for j in range(ny + 1)], "tip": nx + (nx + 1) * (ny // 2)}
    return craig_bampton(
        plate, frames, modes=modes, reference="edge", keep=keep, second_order=second_order
    )


def flapping(modes, width, speed, axis="z"):
    """Frequencies [rad/s] of a plate that turns about an axis through the middle of its edge."""
    m = sarrus.Mechanism("blade", gravity=(0, 0, 0))
    blade = m.modal_body("blade", modes, at=(0, -0.5 * width, 0))
    m.revolute("hub", m.ground, blade.frame, at=(0, 0, 0), axis=axis)
    system = m.build().compile(kernels=())
    start = system.assemble({"hub": 0.0}, {"hub": speed})
    found = system.linearize(start, driven={"hub": f"{float(speed)!r}*t"})
    return np.sort(np.abs(np.imag(found.eigenvalues)))[::2]


def ritz(length, width, speed, nu, count):
    """Frequencies by polynomials: first the stresses of the turning plate, then its bending.

    Rotation about z through the middle of the edge that is held; sigma are those of the plane.
    """
    s, ws = leggauss(16)
    x, y = 0.5 * length * (s + 1.0), 0.5 * width * s
    X, Y = (g.ravel() for g in np.meshgrid(x, y, indexing="ij"))
    weight = np.outer(ws, ws).ravel() * 0.25 * length * width

    def terms(powers, dx, dy):
        def one(z, p, k):
            factor = np.prod([p - i for i in range(k)]) if k else 1.0
            return factor * z ** max(p - k, 0) if p >= k else 0.0 * z

        return np.array([
            one(X / length, p, dx) / length**dx * one(Y / width, q, dy) / width**dy
            for p, q in powers
        ])  # fmt: skip

    plane = list(product(range(1, 6), range(6)))
    n, zero = len(plane), np.zeros((len(plane), len(X)))
    U_x, U_y, U = terms(plane, 1, 0), terms(plane, 0, 1), terms(plane, 0, 0)
    strains = np.array([np.vstack([U_x, zero]), np.vstack([zero, U_y]), np.vstack([U_y, U_x])])
    C = E * H / (1 - nu**2) * np.array([[1, nu, 0], [nu, 1, 0], [0, 0, 0.5 * (1 - nu)]])
    K = np.einsum("iap,ij,jbp,p->ab", strains, C, strains, weight)
    load = RHO * H * speed**2 * np.concatenate([U @ (weight * X), U @ (weight * Y)])
    N = np.einsum("ij,jap,a->ip", C, strains, np.linalg.solve(K, load))
    assert n == len(load) // 2
    bent = list(product(range(2, 8), range(6)))
    W, W_x, W_y = terms(bent, 0, 0), terms(bent, 1, 0), terms(bent, 0, 1)
    curvatures = np.array([terms(bent, 2, 0), terms(bent, 0, 2), 2 * terms(bent, 1, 1)])
    M = RHO * H * (W * weight) @ W.T
    K = np.einsum("iap,ij,jbp,p->ab", curvatures, H**2 / 12 * C, curvatures, weight)
    K += (W_x * weight * N[0]) @ W_x.T + (W_y * weight * N[1]) @ W_y.T
    shear = (W_x * weight * N[2]) @ W_y.T
    return np.sqrt(eigh(K + shear + shear.T, M, eigvals_only=True)[:count])


def unit(length, nu):
    return np.sqrt(E * H**2 / (12 * (1 - nu**2) * RHO)) / length**2


def test_end_of_a_bent_strip_comes_nearer_as_that_of_a_beam_does():
    modes = modes_of_plate(1.0, 0.1, (10, 2), keep=2, nu=0.0)
    tip = modes.interfaces["tip"]
    # of the first mode of a cantilever the integral of the slope squared is 1.16194/L
    expected = -1.16194 * tip.shape[2, 0] ** 2
    assert tip.second[0, 0, 0] == pytest.approx(expected, rel=1e-4)
    assert abs(tip.second[1, 0, 0]) < 1e-6 * abs(expected)


def test_plate_that_rests_has_published_frequencies_of_a_square_cantilever():
    # M. V. Barton, Vibration of rectangular and skew cantilever plates, J. Applied Mechanics
    # 18, 1951, in the digits of the benchmark SDLS01 of the guide VPCS (code_aster, V2.03.001):
    # upper bounds by beam functions; the polynomials below are lower by up to 0.6 per cent
    published = (3.492, 8.525, 21.43)
    found = modes_of_plate(0.5, 0.5, (10, 10), keep=3).frequencies / unit(0.5, NU)
    assert found == pytest.approx(published, rel=7e-3)
    assert np.all(found < published)
    assert ritz(0.5, 0.5, 0.0, NU, 3) / unit(0.5, NU) == pytest.approx(found, rel=6e-3)


@pytest.mark.slow
def test_rotation_stiffens_a_plate_as_an_independent_ritz_solution_says():
    length = width = 0.5
    speed = 3.0 * unit(length, NU)
    found = flapping(modes_of_plate(length, width, (8, 8), keep=6), width, speed)
    expected = ritz(length, width, speed, NU, 3)
    at_rest = ritz(length, width, 0.0, NU, 3)
    assert expected[0] > 1.3 * at_rest[0]
    assert found[:3] == pytest.approx(expected, rel=1.5e-2)


@pytest.mark.slow
def test_without_the_second_order_a_plate_gives_way_in_its_plane_of_rotation():
    length, width, nu = 0.5, 0.1, 0.0
    speed = 4.5 * unit(length, nu)
    least = []
    for second_order in (False, True):
        modes = modes_of_plate(length, width, (10, 2), keep=4, nu=nu, second_order=second_order)
        least.append(flapping(modes, width, speed, axis="y")[0])
    # as Southwell's sum for a beam: the square of the lag is that of the flap less the speed's
    flap = ritz(length, width, speed, nu, 1)[0]
    assert least[0] < 1e-3 * flap
    assert least[1] == pytest.approx(np.sqrt(flap**2 - speed**2), rel=2e-2)


@pytest.mark.slow
def test_load_in_its_plane_buckles_a_strip_at_eulers_load():
    length, width, nu = 0.5, 0.05, 0.0
    euler = np.pi**2 * E * width * H**3 / 12 / (4 * length**2)
    modes = modes_of_plate(length, width, (10, 2), keep=4, nu=nu)
    squares = []
    for part in (0.9, 1.1):
        m = sarrus.Mechanism("column", gravity=(0, 0, 0))
        strip = m.modal_body("strip", modes, at=(0, -0.5 * width, 0))
        m.weld("root", m.ground, strip.frame, at=(0, 0, 0))
        m.point_force("P", strip.interface("tip"), (-part * euler, 0, 0), at=(length, 0, 0))
        system = m.build().compile(kernels=())
        values = system.linearize(system.assemble()).eigenvalues
        squares.append(float(np.min(np.real(-(values**2)))))
    found = 0.9 + 0.2 * squares[0] / (squares[0] - squares[1])
    assert found == pytest.approx(1.0, abs=1.5e-2)

"""Thin plates that bend: rectangles with four nodes (Kirchhoff's theory).

The deflection of an element is the polynomial of twelve terms of Adini and Clough (1960) and of
Melosh (1963): complete of third order, with x^3 y and x y^3; it bends across and turns about two
axes at each corner. Slopes across edges jump between elements; errors of frequencies fall with the
square of the size. In its plane the plate is rigid; to second order it has there the stiffness of
bilinear elements, by which it shortens as it bends.
"""

from __future__ import annotations

import numpy as np

from sarrus.fem.structure import Element, SecondOrder, Structure
from sarrus.spatial.arrays import Array

GAUSS = np.polynomial.legendre.leggauss(4)
GAUSS_2 = np.polynomial.legendre.leggauss(2)
POWERS = ((0, 0), (1, 0), (0, 1), (2, 0), (1, 1), (0, 2),
          (3, 0), (2, 1), (1, 2), (0, 3), (3, 1), (1, 3))  # fmt: skip
CORNERS = ((-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0))
BENDING = np.array([2, 3, 4])
"""Freedoms of a node that bend a plate in the plane of x and y: shift z, turns about x and y."""
BENT = np.concatenate([6 * k + BENDING for k in range(4)])
"""Those of the four nodes of an element."""


def plate_structure(
    length: float,
    width: float,
    thickness: float,
    *,
    elements: tuple[int, int],
    young_modulus: float,
    poisson_ratio: float,
    density: float,
) -> Structure:
    """Return a rectangular plate in the plane of x and y, with a corner at the origin.

    length along x, width along y, thickness [m]; elements: their numbers along x and y.
    """
    nx, ny = elements
    xs, ys = np.linspace(0.0, length, nx + 1), np.linspace(0.0, width, ny + 1)
    positions = np.array([[x, y, 0.0] for y in ys for x in xs])
    a, b = 0.5 * length / nx, 0.5 * width / ny
    flexural = young_modulus * thickness**3 / (12.0 * (1.0 - poisson_ratio**2))
    nu = poisson_ratio
    D = flexural * np.array([[1.0, nu, 0.0], [nu, 1.0, 0.0], [0.0, 0.0, 0.5 * (1.0 - nu)]])
    parts = _local(a, b, thickness, D, density)
    second = _second_order(a, b, 12.0 / thickness**2 * D, parts[1])
    made = []
    for j in range(ny):
        for i in range(nx):
            first = j * (nx + 1) + i
            nodes = (first, first + 1, first + nx + 2, first + nx + 1)
            middle = np.array([xs[i] + a, ys[j] + b, 0.0])
            K, places, masses, moved, spots, shapes, stresses, triangles = parts
            made.append(
                Element(nodes, K, middle + places, masses, moved, middle + spots, shapes,
                        stresses, triangles, second)
            )  # fmt: skip
    return Structure(positions, tuple(made))


def _terms(x: float, y: float, dx: int = 0, dy: int = 0) -> Array:
    """Return derivatives of the terms of the deflection."""
    return np.array([_power(x, p, dx) * _power(y, q, dy) for p, q in POWERS])


def _power(x: float, p: int, order: int) -> float:
    factor = 1.0
    for k in range(order):
        factor *= p - k
    return factor * x ** (p - order) if p >= order else 0.0


def _local(a: float, b: float, h: float, D: Array, density: float) -> tuple[Array, ...]:
    """Return all of an element of the half sizes a and b about its middle."""
    inverse, places = _of_freedoms(a, b), BENT
    K = np.zeros((24, 24))
    points, masses, moved = [], [], []
    layer = h / np.sqrt(12.0)  # two layers have the rotary inertia of the thickness
    for s, ws in zip(*GAUSS, strict=True):
        for t, wt in zip(*GAUSS, strict=True):
            x, y, area = s * a, t * b, ws * wt * a * b
            B = _curvatures(x, y) @ inverse
            K[np.ix_(places, places)] += area * B.T @ D @ B
            for z in (layer, -layer):
                points.append((x, y, z))
                masses.append(0.5 * density * h * area)
                moved.append(_shift(x, y, z, inverse, places) + _in_plane(x / a, y / b))
    spots = [(s * a, t * b, z) for z in (0.5 * h, -0.5 * h) for s, t in CORNERS]
    shapes = [_shift(x, y, z, inverse, places) for x, y, z in spots]
    stresses = np.zeros((8, 24))
    for k, (at_x, at_y, at_z) in enumerate(spots):
        # the sum of both normal stresses, sigma = -12 z/h^3 D kappa
        both = -12.0 * at_z / h**3 * (D @ _curvatures(at_x, at_y))[:2]
        stresses[k, places] = np.sum(both, axis=0) @ inverse
    triangles = np.array([[0, 1, 2], [0, 2, 3], [4, 6, 5], [4, 7, 6]])
    return (
        K, np.array(points), np.array(masses), np.array(moved),
        np.array(spots), np.array(shapes), stresses, triangles,
    )  # fmt: skip


def _of_freedoms(a: float, b: float) -> Array:
    """Return the coefficients of the terms by the freedoms of bending of the corners."""
    rows = []
    for s, t in CORNERS:
        x, y = s * a, t * b
        # w, the turn about x (slope along y), the turn about y (less the slope along x)
        rows += [_terms(x, y), _terms(x, y, 0, 1), -_terms(x, y, 1, 0)]
    return np.linalg.inv(np.array(rows))


def _second_order(a: float, b: float, D: Array, points: Array) -> SecondOrder:
    """Return how an element shortens as it bends; D: forces by stretches in its plane [N/m]."""
    inverse = _of_freedoms(a, b)
    membrane, stretch, slopes = np.zeros((24, 24)), [], []
    ends = GAUSS_2[0].tolist()
    for s in ends:
        for t in ends:
            B = _stretches(s, t, a, b)
            forces = a * b * B.T @ D  # weights of two points are 1
            membrane += forces @ B
            w_x, w_y = np.zeros(24), np.zeros(24)
            w_x[BENT] = _terms(s * a, t * b, 1, 0) @ inverse
            w_y[BENT] = _terms(s * a, t * b, 0, 1) @ inverse
            both = np.outer(w_x, w_y)
            stretch += [*forces.T]
            slopes += [np.outer(w_x, w_x), np.outer(w_y, w_y), both + both.T]
    turns = np.zeros((len(points), 3, 24))
    for turn, (x, y, _) in zip(turns, points, strict=True):
        turn[0, BENT] = _terms(x, y, 0, 1) @ inverse
        turn[1, BENT] = -_terms(x, y, 1, 0) @ inverse
    levers = points * np.array([0.0, 0.0, 1.0])
    return SecondOrder(np.array(stretch), np.array(slopes), turns, levers, membrane)


def _in_plane(s: float, t: float) -> Array:
    """Return shifts in the plane by the freedoms, 3 x 24: bilinear, of places from -1 to 1."""
    found = np.zeros((3, 24))
    for k, (p, q) in enumerate(CORNERS):
        found[0, 6 * k] = found[1, 6 * k + 1] = 0.25 * (1.0 + p * s) * (1.0 + q * t)
    return found


def _stretches(s: float, t: float, a: float, b: float) -> Array:
    """Return u_x, v_y and u_y + v_x of bilinear shifts by the freedoms, 3 x 24."""
    found = np.zeros((3, 24))
    for k, (p, q) in enumerate(CORNERS):
        along, across = 0.25 * p * (1.0 + q * t) / a, 0.25 * q * (1.0 + p * s) / b
        found[0, 6 * k] = found[2, 6 * k + 1] = along
        found[1, 6 * k + 1] = found[2, 6 * k] = across
    return found


def _curvatures(x: float, y: float) -> Array:
    """Return w_xx, w_yy and 2 w_xy of the terms."""
    return np.array([_terms(x, y, 2, 0), _terms(x, y, 0, 2), 2.0 * _terms(x, y, 1, 1)])


def _shift(x: float, y: float, z: float, inverse: Array, places: Array) -> Array:
    """Return the shift of a point by the freedoms: (-z w_x, -z w_y, w)."""
    found = np.zeros((3, 24))
    for k, terms in enumerate((-z * _terms(x, y, 1, 0), -z * _terms(x, y, 0, 1), _terms(x, y))):
        found[k, places] = terms @ inverse
    return found

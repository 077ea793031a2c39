"""Beams in space: straight elements with two nodes that stretch, twist, bend and shear.

Bending follows Timoshenko's theory with the shear parameter Phi = 12 E I s / (G A L^2), s the shear
ratio; Phi = 0 is Euler and Bernoulli's. The deflection between the nodes is the exact one of a beam
without load: with t = x/L and the four functions of Friedman and Kosmatka (An improved two-node
Timoshenko beam finite element, Computers and Structures 47, 1993).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.fem.structure import Element, SecondOrder, Structure
from sarrus.late_dataclass import dataclass
from sarrus.model.building.sections import SIZES, Section, section_of
from sarrus.model.materials import ELASTIC, material_density, material_elasticity
from sarrus.spatial.arrays import Array
from sarrus.spatial.rotation import triad

GAUSS = np.polynomial.legendre.leggauss(4)
CORNERS = 12
"""Points of the outline of a round section."""


@dataclass(frozen=True, eq=False)
class BeamMaterial:
    """Moduli [Pa] and density [kg/m^3]."""

    young_modulus: float
    shear_modulus: float
    density: float


def beam_structure(
    a: Sequence[float],
    b: Sequence[float],
    *,
    elements: int,
    section: Section | str,
    material: BeamMaterial | str,
    up: Sequence[float] | None = None,
    shear: bool = False,
    **sizes: float,
) -> Structure:
    """Return a straight beam of equal elements from a to b [m].

    section: "round" (diameter), "tube" (diameter, wall), "rectangle" (width, height), "I" (height,
    width, flange, web) with its sizes [m], or the numbers of one; material: a name such as "steel",
    or its numbers; up: where z of the section points, as near as possible; shear: whether it
    shears.
    """
    section, material = _section(section, sizes), _material(material)
    start, end = np.asarray(a, dtype=float), np.asarray(b, dtype=float)
    places = start + np.linspace(0.0, 1.0, elements + 1)[:, None] * (end - start)
    R = beam_axes(end - start, up)
    L = float(np.linalg.norm(end - start)) / elements
    parts = _local_element(L, section, material, shear)
    made = [_element_at(parts, (k, k + 1), places[k], R) for k in range(elements)]
    return Structure(places, tuple(made))


def _section(given: Section | str, sizes: dict[str, float]) -> Section:
    if isinstance(given, Section):
        return given
    wanted = SIZES.get(given)
    found = None
    if wanted is not None and set(wanted) == set(sizes) and min(sizes.values()) > 0.0:
        found = section_of(given, tuple(float(sizes[name]) for name in wanted))
    if found is None:
        listed = "; ".join(f"{kind} ({', '.join(parts)})" for kind, parts in SIZES.items())
        rule = "is no section with the sizes that were given"
        action = f"give one of {listed} [m], or a sarrus.fem.Section"
        value = f"{given!r} with {sizes}"
        raise ModelError(Problem("S94", "beam / section", rule, value, action=action))
    return found


def _material(given: BeamMaterial | str) -> BeamMaterial:
    if isinstance(given, BeamMaterial):
        return given
    moduli, density = material_elasticity(given), material_density(given)
    if moduli is None or density is None:
        rule = "is no material whose moduli are known"
        action = f"give one of {', '.join(ELASTIC)}, or a sarrus.fem.BeamMaterial"
        raise ModelError(Problem("S94", "beam / material", rule, repr(given), action=action))
    E, nu = moduli
    return BeamMaterial(E, E / (2.0 * (1.0 + nu)), density)


def beam_axes(along: Array, up: Sequence[float] | None) -> Array:
    """Return the axes of a section: x along the beam, z as near as possible to up."""
    x = along / np.linalg.norm(along)
    top = np.eye(3)[1 if abs(x[2]) > 0.9 else 2] if up is None else np.asarray(up, dtype=float)
    frame = triad(x, top)
    return np.column_stack([frame[:, 2], -frame[:, 1], frame[:, 0]])


def _bending(t: float, L: float, phi: float) -> tuple[Array, Array, Array]:
    """Return deflection, turn and curvature of the ends' deflections and turns (w1, a1, w2, a2)."""
    c = 1.0 / (1.0 + phi)
    w = c * np.array([
        2 * t**3 - 3 * t**2 - phi * t + 1 + phi,
        L * (t**3 - (2 + phi / 2) * t**2 + (1 + phi / 2) * t),
        -2 * t**3 + 3 * t**2 + phi * t,
        L * (t**3 - (1 - phi / 2) * t**2 - phi / 2 * t),
    ])  # fmt: skip
    turn = c * np.array([
        6 * (t**2 - t) / L, 3 * t**2 - (4 + phi) * t + 1 + phi,
        -6 * (t**2 - t) / L, 3 * t**2 - (2 - phi) * t,
    ])  # fmt: skip
    curvature = c / L * np.array([
        6 * (2 * t - 1) / L, 6 * t - (4 + phi), -6 * (2 * t - 1) / L, 6 * t - (2 - phi),
    ])  # fmt: skip
    return w, turn, curvature


def _slope(t: float, L: float, phi: float) -> Array:
    """Return the slope of the axis by the ends' deflections and turns."""
    return np.array([
        (6 * (t**2 - t) - phi) / L, 3 * t**2 - (4 + phi) * t + 1 + phi / 2,
        (6 * (t - t**2) + phi) / L, 3 * t**2 - (2 - phi) * t - phi / 2,
    ]) / (1.0 + phi)  # fmt: skip


PLANE_Y, PLANE_Z = [1, 5, 7, 11], [2, 4, 8, 10]
"""Freedoms of bending along y (turn about z) and along z (turn about -y)."""
SIGNS_Z = np.array([1.0, -1.0, 1.0, -1.0])


def _motion(t: float, L: float, phis: tuple[float, float]) -> tuple[Array, Array, Array]:
    """Return the shift and turn of a section, 3 x 12 each, and strain measures, 3 x 12.

    The measures are the stretch, and the slopes of the turns about y and z.
    """
    shift, turn, strain = np.zeros((3, 12)), np.zeros((3, 12)), np.zeros((3, 12))
    shift[0, [0, 6]] = turn[0, [3, 9]] = 1.0 - t, t
    strain[0, [0, 6]] = -1.0 / L, 1.0 / L
    w, a, k = _bending(t, L, phis[0])
    shift[1, PLANE_Y], turn[2, PLANE_Y], strain[2, PLANE_Y] = w, a, k
    w, a, k = _bending(t, L, phis[1])
    shift[2, PLANE_Z], turn[1, PLANE_Z], strain[1, PLANE_Z] = (
        w * SIGNS_Z, -a * SIGNS_Z, -k * SIGNS_Z,
    )  # fmt: skip
    return shift, turn, strain


def _local_element(
    L: float, section: Section, material: BeamMaterial, shear: bool
) -> dict[str, Any]:
    """Return stiffness, point masses and outline of an element along x of its own axes."""
    E, G, A = material.young_modulus, material.shear_modulus, section.area
    I_y, I_z = section.second_moment_y, section.second_moment_z
    phis = tuple(
        12.0 * E * I * ratio / (G * A * L * L) if shear else 0.0
        for I, ratio in ((I_z, section.shear_ratio_y), (I_y, section.shear_ratio_z))
    )
    K = np.zeros((12, 12))
    for rigidity, i, j in ((E * A / L, 0, 6), (G * section.torsion_constant / L, 3, 9)):
        K[np.ix_([i, j], [i, j])] += rigidity * np.array([[1.0, -1.0], [-1.0, 1.0]])
    for EI, phi, places, signs in (
        (E * I_z, phis[0], PLANE_Y, np.ones(4)),
        (E * I_y, phis[1], PLANE_Z, SIGNS_Z),
    ):
        k = EI / ((1.0 + phi) * L**3) * np.array([
            [12, 6 * L, -12, 6 * L],
            [6 * L, (4 + phi) * L**2, -6 * L, (2 - phi) * L**2],
            [-12, -6 * L, 12, -6 * L],
            [6 * L, (2 - phi) * L**2, -6 * L, (4 + phi) * L**2],
        ])  # fmt: skip
        K[np.ix_(places, places)] += k * np.outer(signs, signs)
    # four points of each section have its area and its second moments
    y, z = np.sqrt(2.0 * I_z / A), np.sqrt(2.0 * I_y / A)
    offsets = np.array([[0, y, 0], [0, -y, 0], [0, 0, z], [0, 0, -z]])
    places, masses, moved, turns = [], [], [], []
    slopes = np.zeros((12, 12))
    for x, weight in zip(*GAUSS, strict=True):
        t = 0.5 * (x + 1.0)
        shift, turn, _ = _motion(t, L, phis)  # type: ignore[arg-type]
        for phi, plane, signs in ((phis[0], PLANE_Y, np.ones(4)), (phis[1], PLANE_Z, SIGNS_Z)):
            slope = signs * _slope(t, L, phi)
            slopes[np.ix_(plane, plane)] += 0.5 * weight * L * np.outer(slope, slope)
        for d in offsets:
            turns.append(turn)
            places.append(np.array([t * L, 0.0, 0.0]) + d)
            masses.append(0.25 * 0.5 * weight * material.density * A * L)
            moved.append(shift + _lever_shift(turn, d))
    return {
        "stiffness": K,
        "places": np.array(places),
        "masses": np.array(masses),
        "moved": np.array(moved),
        "stretch": E * A / L * np.eye(12)[[0, 6]].T @ np.array([-1.0, 1.0]),
        "slopes": slopes,
        "turns": np.array(turns),
        "levers": np.tile(offsets, (len(GAUSS[0]), 1)),
        **_outline(L, section, E, phis),  # type: ignore[arg-type]
    }


def _lever_shift(turn: Array, d: Array) -> Array:
    """Return turn x d for each column of turns, 3 x n."""
    return np.cross(turn.T, d).T


def _outline(L: float, section: Section, E: float, phis: tuple[float, float]) -> dict[str, Array]:
    """Return points of the surface of an element, their shifts, stresses and triangles."""
    radius = float(np.sqrt(section.area / np.pi))
    y, z = section.outer_y or radius, section.outer_z or radius
    if section.is_round or not section.outer_y:
        angles = 2.0 * np.pi * np.arange(CORNERS) / CORNERS
        ring = np.column_stack([y * np.cos(angles), z * np.sin(angles)])
    else:
        ring = np.array([[y, z], [-y, z], [-y, -z], [y, -z]])
    spots, shapes, stresses = [], [], []
    for t in (0.0, 1.0):
        shift, turn, strain = _motion(t, L, phis)
        for at in ring:
            d = np.array([0.0, *at])
            spots.append(np.array([t * L, 0.0, 0.0]) + d)
            shapes.append(shift + _lever_shift(turn, d))
            # u = u_0 + theta_y z - theta_z y
            stresses.append(E * (strain[0] + d[2] * strain[1] - d[1] * strain[2]))
    n = len(ring)
    triangles = [
        face
        for k in range(n)
        for face in ((k, (k + 1) % n, k + n), ((k + 1) % n, (k + 1) % n + n, k + n))
    ]
    return {
        "spots": np.array(spots),
        "spot_shapes": np.array(shapes),
        "stresses": np.array(stresses),
        "triangles": np.array(triangles),
    }


def _element_at(parts: dict[str, Any], nodes: tuple[int, int], start: Array, R: Array) -> Element:
    """Return an element with its start and axes in the structure."""
    T = np.kron(np.eye(4), R.T)  # from the structure's axes to its own
    return Element(
        nodes,
        T.T @ parts["stiffness"] @ T,
        start + parts["places"] @ R.T,
        parts["masses"],
        R @ parts["moved"] @ T,
        start + parts["spots"] @ R.T,
        R @ parts["spot_shapes"] @ T,
        parts["stresses"] @ T,
        parts["triangles"],
        SecondOrder(
            (parts["stretch"] @ T)[None],
            (T.T @ parts["slopes"] @ T)[None],
            R @ parts["turns"] @ T,
            parts["levers"] @ R.T,
        ),
    )

"""Mode sets: what of a finite-element model a modal body needs, in SI units and as arrays."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.model.mass_moments import (
    NEGATIVE,
    fitted_moments,
    least_moment,
    mass_matrix,
    moments_of_nodes,
)
from sarrus.spatial.arrays import Array

SYMMETRIC = 1e-8
"""Part of the greatest entry by which a matrix may differ from its transpose: rounded numbers."""
FORMAT = "sarrus mode set 1"
FORMAT_2 = "sarrus mode set 2"
"""With shapes of second order."""


@dataclass(frozen=True, eq=False)
class Interface:
    """A frame of a flexible body to which joints are attached.

    position: at rest, in the reference frame [m]; rotation: its axes at rest; shape: 6 x n, shifts
    and turns [1/m] by the modal coordinates, in axes of the reference frame; second: 6 x n x n, by
    half their products [1/m, 1/m^2], None where there are none.
    """

    position: Array
    rotation: Array
    shape: Array
    second: Array | None = None


@dataclass(frozen=True, eq=False)
class Outline:
    """Lines and surfaces by which a flexible body is drawn.

    positions: of points at rest, N x 3 [m]; shapes: their shifts, N x 3 x n; stresses: N x n
    [Pa/m], signed, or 0 x n; triangles: of a surface, numbers of points, T x 3.
    """

    positions: Array
    shapes: Array
    stresses: Array
    triangles: Array


@dataclass(frozen=True, eq=False)
class ModeSet:
    """Modal coordinates of a flexible body: lengths q [m] with the shapes as factors.

    moments: G, (4 + 3 n) square, see `sarrus.model.mass_moments`; stiffness: n x n [N/m];
    interfaces: by name; stresses: rows of n numbers [Pa/m] by the names of the places where they
    are; outline: what is drawn; second: integrals of (1, x, y, z) times the shifts by half the
    products of the modal coordinates, over the mass, 4 x 3 x n x n [kg/m, kg], None where shapes
    are of first order; path: of the file that it was read from.
    """

    moments: Array
    stiffness: Array
    interfaces: Mapping[str, Interface]
    stresses: Mapping[str, Array]
    outline: Outline | None = None
    second: Array | None = None
    path: str = ""

    @property
    def count(self) -> int:
        """The number of modal coordinates."""
        return len(self.stiffness)

    @property
    def mass(self) -> float:
        """The mass of the body [kg]."""
        return float(self.moments[0, 0])

    @property
    def mass_matrix(self) -> Array:
        """The mass matrix at rest of velocity, angular velocity and modal rates, (6 + n) square."""
        return mass_matrix(self.moments)

    @property
    def modal_mass(self) -> Array:
        """The mass matrix of the modal coordinates, n x n [kg]."""
        return self.mass_matrix[6:, 6:]

    @property
    def frequencies(self) -> Array:
        """Natural frequencies with the reference frame held, ascending [rad/s]."""
        from scipy.linalg import eigh

        values = eigh(self.stiffness, self.modal_mass, eigvals_only=True)
        return np.sqrt(np.maximum(values, 0.0))

    def save(self, path: str | PathLike[str]) -> None:
        """Write the mode set as text that model files name by `modes`."""
        record: dict[str, Any] = {
            "format": FORMAT if self.second is None else FORMAT_2,
            "moments": self.moments.tolist(),
            "stiffness": self.stiffness.tolist(),
            "interfaces": {
                name: {
                    "position": at.position.tolist(),
                    "rotation": at.rotation.tolist(),
                    "shape": at.shape.tolist(),
                    **({} if at.second is None else {"second": at.second.tolist()}),
                }
                for name, at in self.interfaces.items()
            },
            "stresses": {name: np.asarray(row).tolist() for name, row in self.stresses.items()},
        }
        if self.outline is not None:
            names = ("positions", "shapes", "stresses", "triangles")
            record["outline"] = {name: getattr(self.outline, name).tolist() for name in names}
        if self.second is not None:
            record["second"] = self.second.tolist()
        Path(path).write_text(json.dumps(record), encoding="utf-8", newline="\n")


class ModeSource(ABC):
    """A description of a finite-element model, as files have it, which gives a mode set."""

    interfaces: Mapping[str, Any]

    @property
    @abstractmethod
    def mode_set(self) -> ModeSet:
        """The mode set, found when it is first asked for; raises ModelError where there is none."""


def load_modes(path: str | PathLike[str]) -> ModeSet:
    """Return the mode set of a file that `ModeSet.save` has written.

    Raises ModelError: S97 for a file that is none, and what `modes_of_moments` finds.
    """
    try:
        record = json.loads(Path(path).read_text(encoding="utf-8"))
        is_ours = record["format"] in (FORMAT, FORMAT_2)
        interfaces = {name: _interface_of(at) for name, at in record["interfaces"].items()}
        G = np.array(record["moments"], dtype=float)
        K = np.array(record["stiffness"], dtype=float)
        stresses = {n: np.array(row, dtype=float) for n, row in record["stresses"].items()}
        outline = _outline_of(record.get("outline"), len(K))
        second = _array_of(record.get("second"))
    except (OSError, ValueError, KeyError, TypeError, AttributeError, OverflowError) as problem:
        raise ModelError(_unreadable(path, f"is no mode set that can be read: {problem}")) from None
    if not is_ours:
        rule = f"has the format '{record['format']}', neither '{FORMAT}' nor '{FORMAT_2}'"
        raise ModelError(_unreadable(path, rule))
    fault = "" if outline is None else _outline_fault(outline)
    if fault:
        raise ModelError(_unreadable(path, fault))
    return replace(modes_of_moments(G, K, interfaces, stresses, outline, second), path=str(path))


def _unreadable(path: str | PathLike[str], rule: str) -> Problem:
    return Problem("S97", f"file '{path}'", rule, action="write it by `ModeSet.save`")


def _interface_of(record: Any) -> Interface:
    position, rotation, shape = (
        np.array(record[key], dtype=float) for key in ("position", "rotation", "shape")
    )
    return Interface(position, rotation, shape, _array_of(record.get("second")))


def _array_of(record: Any) -> Array | None:
    return None if record is None else np.array(record, dtype=float)


def _outline_fault(found: Outline) -> str:
    """Return what is wrong with an outline, or nothing."""
    triangles, count = found.triangles, len(found.positions)
    if triangles.size and not 0 <= np.min(triangles) <= np.max(triangles) < count:
        return f"has an outline with triangles of other points than its {count}"
    numbers = (found.positions, found.shapes, found.stresses)
    if not all(np.all(np.isfinite(part)) for part in numbers):
        return "has an outline with numbers that are not finite"
    return ""


def _outline_of(record: Any, count: int) -> Outline | None:
    if record is None:
        return None
    positions = np.array(record["positions"], dtype=float).reshape(-1, 3)
    shapes = np.array(record["shapes"], dtype=float).reshape(len(positions), 3, count)
    stresses = np.array(record["stresses"], dtype=float).reshape(-1, count)
    triangles = np.array(record["triangles"], dtype=int).reshape(-1, 3)
    return Outline(positions, shapes, stresses, triangles)


def modes_of_moments(
    moments: Any,
    stiffness: Any,
    interfaces: Mapping[str, Interface],
    stresses: Mapping[str, Any] | None = None,
    outline: Outline | None = None,
    second: Any = None,
) -> ModeSet:
    """Return a mode set of its second moments; raises one ModelError with all that is wrong.

    moments: G, (4 + 3 n) square, of (1, r, Phi_1, ..., Phi_n); stiffness: n x n [N/m]; second: see
    `ModeSet`.
    """
    problems: list[Problem] = []
    K = _symmetric(problems, "stiffness", stiffness)
    G = _symmetric(problems, "moments", moments)
    if K is None:  # nothing else has a size to be compared with
        raise ModelError(problems)
    n = len(K)
    if G is not None and len(G) != 4 + 3 * n:
        rule = f"has {len(G)} rows, not 4 + 3 times the {n} modes of the stiffness"
        problems.append(_problem("S94", "moments", rule))
    elif G is not None:
        lowest = int(np.argmin(np.diag(G)))
        least = least_moment(G)
        if not G[0, 0] > 0.0 or least < -NEGATIVE:
            rule = "are those of no mass: they must be positive"
            cause = "matrices of different models, or a mesh too coarse for its lumped masses"
            value = f"mass {G[0, 0]:.6g} kg, least eigenvalue {least:.3g} of 1"
            if G[lowest, lowest] < 0.0:
                value = f"entry [{lowest}][{lowest}], {G[lowest, lowest]:.6g},"
            problems.append(_problem("S93", "moments", rule, value, cause))
    scale = float(np.max(np.abs(K), initial=0.0))
    least = float(np.linalg.eigvalsh(K)[0]) if n else 0.0
    if n == 0 or least < -SYMMETRIC * scale:
        rule = "is not positive: some shape would need no force, or gain energy"
        cause = "rigid motions among the modes, or a wrong sign"
        problems.append(_problem("S93", "stiffness", rule, f"eigenvalue {least:.6g}", cause))
    _check_interfaces(problems, interfaces, n)
    curved = None if second is None else np.asarray(second, dtype=float)
    if curved is not None:
        _check_second(problems, "second", curved, (4, 3, n, n))
    rows = {name: np.asarray(row, dtype=float) for name, row in (stresses or {}).items()}
    for name, row in rows.items():
        if row.shape != (n,):
            rule = f"has {row.size} numbers for {n} modes"
            problems.append(_problem("S94", f"stress '{name}'", rule))
    if problems or G is None:
        raise ModelError(problems)
    return ModeSet(G, K, dict(interfaces), rows, outline, curved)


def modes_of_nodes(
    *,
    masses: Any,
    positions: Any,
    shapes: Any,
    stiffness: Any,
    interfaces: Mapping[str, Any],
    turns: Any = None,
    inertias: Any = None,
    mass: Any = None,
    rigid: Any = None,
    second: Any = None,
    stresses: Mapping[str, Any] | None = None,
) -> ModeSet:
    """Return a mode set of arrays over the nodes of a finite-element model, in SI units.

    masses: of the nodes, N [kg]; positions: N x 3 [m]; shapes: shifts of the nodes by the modal
    coordinates, N x 3 x n; turns: N x 3 x n [1/m]; inertias: of the nodes about themselves, N x 3 x
    3 [kg m^2]; stiffness: n x n [N/m]; interfaces: names with the numbers of nodes. mass: the mass
    matrix of the modes, n x n [kg], and rigid: that of rigid motions with all, 6 x (6 + n): where
    they are given the moments of the lumped masses are changed as little as possible to have them.
    second: shifts of the nodes by half the products of the modal coordinates, N x 3 x n x n [1/m],
    as static modal derivatives are. stresses: rows of n numbers [Pa/m] by name.
    """
    m, r, Phi = (np.asarray(x, dtype=float) for x in (masses, positions, shapes))
    problems: list[Problem] = []
    if r.ndim != 2 or r.shape[1] != 3 or m.shape != (len(r),):
        rule = "must be as many as positions, which have three numbers each"
        problems.append(_problem("S94", "masses", rule, f"{m.shape} and {r.shape}"))
    if Phi.ndim != 3 or Phi.shape[:2] != r.shape:
        rule = "must have the sizes nodes x 3 x modes"
        problems.append(_problem("S94", "shapes", rule, f"{Phi.shape} for {r.shape}"))
    theta = np.zeros_like(Phi) if turns is None else np.asarray(turns, dtype=float)
    if theta.shape != Phi.shape:
        rule = "must have the sizes of shapes"
        problems.append(_problem("S94", "turns", rule, f"{theta.shape} for {Phi.shape}"))
    if problems:
        raise ModelError(problems)
    J = np.zeros((len(r), 3, 3)) if inertias is None else np.asarray(inertias, dtype=float)
    if J.shape != (len(r), 3, 3):
        raise ModelError(_problem("S94", "inertias", "must be 3 x 3 for each node", f"{J.shape}"))
    if np.min(m, initial=0.0) < 0.0:
        rule = "of nodes are negative"
        raise ModelError(_problem("S93", "masses", rule, f"{np.min(m):.6g} kg"))
    curved, moments = None, None
    if second is not None:
        curved = np.asarray(second, dtype=float)
        size = (len(r), 3, Phi.shape[2], Phi.shape[2])
        _check_second(problems, "second", curved, size)
        if problems:
            raise ModelError(problems)
        weights = np.column_stack([np.ones(len(r)), r]) * m[:, None]
        moments = np.einsum("pk,pibc->kibc", weights, curved)
    frames = _node_interfaces(interfaces, r, Phi, theta, curved)
    G = moments_of_nodes(m, r, Phi, theta, J)
    if mass is not None or rigid is not None:
        M = mass_matrix(G)
        for name, given, rows in (("mass", mass, slice(6, None)), ("rigid", rigid, slice(0, 6))):
            if given is None:
                continue
            found = np.asarray(given, dtype=float)
            columns = rows if name == "mass" else slice(None)
            if found.shape != M[rows, columns].shape:
                rule = f"must have the size {M[rows, columns].shape}"
                raise ModelError(_problem("S94", name, rule, f"{found.shape}"))
            if name == "mass":
                _refuse_asymmetric(name, found)
            M[rows, columns] = found
            M[columns, rows] = found.T
        G = fitted_moments(G, M)
    return modes_of_moments(G, stiffness, frames, stresses, second=moments)


def _node_interfaces(
    interfaces: Mapping[str, Any], r: Array, Phi: Array, theta: Array, curved: Array | None
) -> dict[str, Interface]:
    found = {}
    for name, node in interfaces.items():
        if isinstance(node, Interface):
            found[name] = node
            continue
        if not isinstance(node, (int, np.integer)) or not 0 <= node < len(r):
            rule = f"is not the number of a node, from 0 to {len(r) - 1}"
            raise ModelError(_problem("S91", f"interface '{name}'", rule, repr(node)))
        shape = np.concatenate([Phi[node], theta[node]])
        second = None if curved is None else np.concatenate([curved[node], 0.0 * curved[node]])
        found[name] = Interface(r[node], np.eye(3), shape, second)
    return found


def _check_interfaces(problems: list[Problem], interfaces: Mapping[str, Interface], n: int) -> None:
    if not interfaces:
        rule = "has no interface frames, so that nothing can be attached to the body"
        action = "name the nodes to which joints go: interfaces={'tip': 12}"
        problems.append(_problem("S91", "interfaces", rule, action=action))
    for name, at in interfaces.items():
        place = f"interface '{name}'"
        if not isinstance(name, str) or not name or "." in name or name in RESERVED:
            rule = f"is no name for a frame: one word, none of {', '.join(RESERVED)}"
            problems.append(_problem("S91", place, rule))
        if np.shape(at.shape) != (6, n):
            rule = f"has shapes of the size {np.shape(at.shape)}, not 6 x {n}"
            problems.append(_problem("S94", place, rule))
        R = np.asarray(at.rotation)
        if np.shape(at.position) != (3,) or R.shape != (3, 3):
            problems.append(_problem("S94", place, "needs three numbers and 3 x 3 axes"))
        elif np.max(np.abs(R @ R.T - np.eye(3))) > 1e-6 or np.linalg.det(R) < 0.0:
            problems.append(_problem("S91", place, "has axes that are not those of a frame"))
        if at.second is not None:
            _check_second(problems, f"{place} / second", np.asarray(at.second), (6, n, n))


def _check_second(problems: list[Problem], place: str, found: Array, size: tuple[int, ...]) -> None:
    if found.shape != size or not np.all(np.isfinite(found)):
        rule = f"must be finite numbers of the size {' x '.join(map(str, size))}"
        problems.append(_problem("S94", place, rule, f"{found.shape}"))
    elif np.max(np.abs(found - found.swapaxes(-1, -2)), initial=0.0) > SYMMETRIC * np.max(
        np.abs(found), initial=0.0
    ):
        rule = "is not symmetric in its last two numbers, those of the modal coordinates"
        problems.append(_problem("S92", place, rule))


RESERVED = ("frame", "modes", "elasticity")
"""Names of what every modal body has."""


def _symmetric(problems: list[Problem], name: str, raw: Any) -> Array | None:
    """Return a square, symmetric matrix; None after a problem."""
    try:
        found = np.array(raw, dtype=float)
    except (TypeError, ValueError):
        found = np.zeros(0)
    if found.ndim != 2 or found.shape[0] != found.shape[1] or not np.all(np.isfinite(found)):
        rule = "must be a square matrix of finite numbers"
        problems.append(_problem("S94", name, rule, f"size {np.shape(found)}"))
        return None
    try:
        _refuse_asymmetric(name, found)
    except ModelError as refused:
        problems += refused.problems
        return None
    return 0.5 * (found + found.T)


def _refuse_asymmetric(name: str, found: Array) -> None:
    off = np.abs(found - found.T)
    if np.max(off, initial=0.0) <= SYMMETRIC * np.max(np.abs(found), initial=0.0):
        return
    i, j = np.unravel_index(int(np.argmax(off)), off.shape)
    rule = f"is not symmetric: entries [{i}][{j}] and [{j}][{i}] differ"
    cause = "only one half of it was written, or rows in another order than columns"
    value = f"{found[i, j]:.6g} and {found[j, i]:.6g}"
    raise ModelError(_problem("S92", name, rule, value, cause))


def _problem(
    code: str, place: str, rule: str, value: str = "", cause: str = "", action: str = ""
) -> Problem:
    return Problem(code, f"mode set / {place}", rule, value, cause=cause, action=action)

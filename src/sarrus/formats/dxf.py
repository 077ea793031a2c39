"""Curves in drawings (.dxf, as text): one chain of lines, arcs, polylines and splines; written too.

A file is a list of pairs, a group code and a value, each on a line of its own (AutoCAD DXF
Reference). Lengths are in the unit of $INSUNITS, millimetres where the file does not say.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from sarrus.curves import PointCurve, SpaceCurve
from sarrus.errors import ModelError, Problem
from sarrus.file_access import file_error, read_bytes
from sarrus.late_dataclass import dataclass
from sarrus.storage.new_file import write_text

UNITS = {0: 1e-3, 1: 0.0254, 2: 0.3048, 4: 1e-3, 5: 1e-2, 6: 1.0, 8: 2.54e-8, 9: 2.54e-5, 14: 0.1}
"""Metres of a unit of $INSUNITS."""
TURN = np.radians(2.0)
"""Turn of an arc from one point of it to the next."""
JOINED = 1e-4
"""Gap between pieces, as part of the size of the drawing, that counts as none."""
CORNER = np.radians(1.0)
"""Turn from one piece to the next that counts as a corner."""
SHARP = np.radians(40.0)
"""Turn at a point of a polyline of straight lines that counts as a corner."""
KNOWN = ("LINE", "ARC", "CIRCLE", "LWPOLYLINE", "POLYLINE", "SPLINE")

Groups = list[tuple[int, str]]


@dataclass(frozen=True)
class Piece:
    """Points of an entity (n x 3) [unit of the file], its ends' directions, whether it closes."""

    points: np.ndarray
    directions: tuple[np.ndarray, np.ndarray]
    closed: bool = False

    @property
    def reversed(self) -> Piece:
        """The same the other way round."""
        first, last = self.directions
        return Piece(self.points[::-1], (-last, -first), self.closed)


def read_curve(path: str | os.PathLike[str]) -> SpaceCurve:
    """Return the curve of a drawing (.dxf): its lines, arcs, polylines and splines, end to end.

    Raises ModelError: F20 another ending, F09 not readable, N16 no chain, a corner.

    Example:
        profile = sarrus.read_curve("cam.dxf")
    """
    file = os.fspath(path)
    if Path(file).suffix.lower() != ".dxf":
        rule = "is not a drawing with a curve; they end in .dxf"
        raise ModelError(Problem("F20", "file", rule, repr(Path(file).name)[:80]))
    groups = _groups(file, read_bytes(file))
    pieces = [_piece(file, kind, groups) for kind, groups in _entities(groups)]
    if not pieces:
        rule = f"has no curve: there is none of {', '.join(KNOWN)}"
        raise file_error(file, "N16", rule, "export the outline alone")
    points, closed = _chain(file, pieces)
    return PointCurve(points * _meters(groups), closed)


def write_curve(
    points: Any, path: str | os.PathLike[str], *, closed: bool = False, overwrite: bool = False
) -> None:
    """Write points [m] as a polyline of a drawing (.dxf, release 12) in millimetres.

    Example:
        sarrus.formats.dxf.write_curve(profile.points(profile.fine), "cam.dxf", closed=True)
    """
    rows = 1e3 * np.asarray(points, dtype=float)
    if rows.shape[1] == 2:
        rows = np.column_stack([rows, np.zeros(len(rows))])
    if closed and np.allclose(rows[0], rows[-1], rtol=0.0, atol=1e-9):
        rows = rows[:-1]
    flat = not np.any(rows[:, 2])
    flags = (1 if closed else 0) + (0 if flat else 8)
    lines = ["0", "SECTION", "2", "HEADER", "9", "$ACADVER", "1", "AC1009"]
    lines += ["9", "$INSUNITS", "70", "4", "0", "ENDSEC", "0", "SECTION", "2", "ENTITIES"]
    lines += ["0", "POLYLINE", "8", "0", "66", "1", "70", str(flags)]
    for x, y, z in rows:
        lines += ["0", "VERTEX", "8", "0", "10", f"{x:.12g}", "20", f"{y:.12g}", "30", f"{z:.12g}"]
    lines += ["0", "SEQEND", "0", "ENDSEC", "0", "EOF", ""]
    write_text(os.fspath(path), "\n".join(lines), overwrite=overwrite)


def _groups(file: str, content: bytes) -> Groups:
    """Return the pairs of group codes and values."""
    if content.startswith(b"AutoCAD Binary DXF"):
        action = "save it as a text file (ASCII DXF)"
        raise file_error(file, "N16", "is a binary drawing", action)
    lines = content.decode("utf-8", "replace").splitlines()
    found: Groups = []
    for k in range(0, len(lines) - 1, 2):
        try:
            found.append((int(lines[k]), lines[k + 1].strip()))
        except ValueError:
            rule = f"is no drawing: line {k + 1} must be a group code"
            raise file_error(file, "N16", rule) from None
    return found


def _meters(groups: Groups) -> float:
    """Return the unit of the drawing [m]."""
    for k, (code, value) in enumerate(groups[:-1]):
        if code == 9 and value == "$INSUNITS":
            number = groups[k + 1][1]
            return UNITS.get(int(number) if number.isdigit() else 0, 1e-3)
    return 1e-3


def _entities(groups: Groups) -> Iterator[tuple[str, Groups]]:
    """Go through the entities that are curves, with their groups."""
    starts = [k for k, (code, _) in enumerate(groups) if code == 0]
    inside, owner = False, ""
    held: Groups = []
    for k, start in enumerate(starts):
        kind = groups[start][1]
        end = starts[k + 1] if k + 1 < len(starts) else len(groups)
        body = groups[start + 1 : end]
        if kind == "SECTION":
            inside = (2, "ENTITIES") in body
        elif kind == "ENDSEC":
            inside = False
        elif inside and kind == "POLYLINE":
            owner, held = kind, [*body]
        elif owner and kind == "VERTEX":
            held += [(0, "VERTEX"), *body]
        elif owner and kind == "SEQEND":
            yield owner, held
            owner = ""
        elif inside and kind in KNOWN:
            yield kind, body


def _numbers(file: str, groups: Groups, code: int) -> list[float]:
    """Return all values of a group code."""
    try:
        return [float(value) for found, value in groups if found == code]
    except ValueError:
        raise file_error(file, "N16", f"has a value of group {code} that is no number") from None


def _one(file: str, groups: Groups, code: int, default: float | None = 0.0) -> float:
    found = _numbers(file, groups, code)
    if not found and default is None:
        raise file_error(file, "N16", f"has an entity without its group {code}")
    return found[0] if found else float(default or 0.0)


def _piece(file: str, kind: str, groups: Groups) -> Piece:
    if kind == "LINE":
        start, end = (
            np.array(
                [
                    _one(file, groups, x, None),
                    _one(file, groups, x + 10, None),
                    _one(file, groups, x + 20),
                ]
            )
            for x in (10, 11)
        )
        points = start + np.linspace(0.0, 1.0, 9)[:, None] * (end - start)
        return _straight(points)
    if kind in ("ARC", "CIRCLE"):
        center = np.array([_one(file, groups, 10, None), _one(file, groups, 20, None)])
        radius = _one(file, groups, 40, None)
        whole = kind == "CIRCLE"
        first = 0.0 if whole else np.radians(_one(file, groups, 50, None))
        last = 2.0 * np.pi if whole else np.radians(_one(file, groups, 51, None))
        last = last if last > first else last + 2.0 * np.pi
        return _arc(center, radius, first, last, _one(file, groups, 30), whole)
    if kind == "SPLINE":
        return _spline(file, groups)
    return _polyline(file, kind, groups)


def _straight(points: np.ndarray) -> Piece:
    way = points[-1] - points[0]
    t = way / max(float(np.linalg.norm(way)), 1e-300)
    return Piece(points, (t, t))


def _arc(
    center: np.ndarray, radius: float, first: float, last: float, z: float, whole: bool = False
) -> Piece:
    """Return an arc from one angle to another, clockwise where the second is the smaller."""
    a = np.linspace(first, last, max(9, int(np.ceil(abs(last - first) / TURN)) + 1))
    x, y = center[0] + radius * np.cos(a), center[1] + radius * np.sin(a)
    sense = np.sign(last - first)
    ways = [sense * np.array([-np.sin(b), np.cos(b), 0.0]) for b in (first, last)]
    return Piece(np.column_stack([x, y, np.full(len(a), z)]), (ways[0], ways[1]), whole)


def _spline(file: str, groups: Groups) -> Piece:
    from scipy.interpolate import BSpline

    degree = int(_one(file, groups, 71, 3.0))
    knots, weights = (np.array(_numbers(file, groups, code)) for code in (40, 41))
    columns = [_numbers(file, groups, code) for code in (10, 20, 30)]
    if not columns[0]:
        raise file_error(file, "N16", "has a spline without control points", "export it with them")
    columns[2] = columns[2] or [0.0] * len(columns[0])
    count = len(columns[0])
    good = all(len(column) == count for column in columns) and len(knots) == count + degree + 1
    if not good or len(weights) not in (0, count) or count <= degree:
        rule = f"has a spline of degree {degree} with {count} control points and {len(knots)} knots"
        raise file_error(file, "N16", rule)
    weights = weights if len(weights) else np.ones(count)
    control = np.column_stack([*columns, np.ones(count)]) * weights[:, None]
    curve = BSpline(knots, control, degree)
    inner = np.unique(knots[degree : count + 1])
    u = np.concatenate(
        [np.linspace(a, b, 16, endpoint=False) for a, b in pairwise(inner)] + [inner[-1:]]
    )
    rows = curve(u)
    points = rows[:, :3] / rows[:, 3:]
    near = [curve(x) for x in (u[0], u[0] + 1e-6 * (u[-1] - u[0]))]
    far = [curve(x) for x in (u[-1] - 1e-6 * (u[-1] - u[0]), u[-1])]
    ways = [_unit(b[:3] / b[3] - a[:3] / a[3]) for a, b in (near, far)]
    closed = bool(np.linalg.norm(points[-1] - points[0]) <= JOINED * np.max(np.ptp(points, axis=0)))
    return Piece(points, (ways[0], ways[1]), closed)


def _unit(v: np.ndarray) -> np.ndarray:
    return v / max(float(np.linalg.norm(v)), 1e-300)


def _polyline(file: str, kind: str, groups: Groups) -> Piece:
    """Return a polyline; its bulges are tangents of a quarter of the angle of an arc."""
    closed = bool(int(_one(file, groups, 70)) & 1)
    rows: list[list[float]] = []
    level = _one(file, groups, 38)
    fields = {10: 0, 20: 1, 30: 2, 42: 3}
    started = kind == "LWPOLYLINE"
    for code, value in groups:
        if code == 0 or (kind == "LWPOLYLINE" and code == 10):
            started = True
            rows.append([0.0, 0.0, level, 0.0])
        if started and rows and code in fields:
            try:
                rows[-1][fields[code]] = float(value)
            except ValueError:
                raise file_error(file, "N16", "has a vertex that is no number") from None
    if len(rows) < 2:
        raise file_error(file, "N16", f"has a polyline with {len(rows)} vertices")
    table = np.array(rows)
    if closed:
        table = np.vstack([table, table[:1]])
    if not np.any(table[:-1, 3]):
        return _through(file, table[:, :3], closed)
    parts = [_bulge(a, b) for a, b in pairwise(table)]
    points, _ = _chain(file, parts)
    ways = (parts[0].directions[0], parts[-1].directions[1])
    if closed:
        _check_corner(file, points[0], ways[1], ways[0], CORNER)
    return Piece(points, ways, closed)


def _bulge(a: np.ndarray, b: np.ndarray) -> Piece:
    """Return the line or arc from one vertex to the next."""
    if a[3] == 0.0:
        return _straight(a[:3] + np.linspace(0.0, 1.0, 9)[:, None] * (b[:3] - a[:3]))
    turn = 4.0 * np.arctan(a[3])
    way = complex(*(b[:2] - a[:2]))
    middle = complex(*a[:2]) + 0.5 * way + 0.5j * way / np.tan(0.5 * turn)
    first = float(np.angle(complex(*a[:2]) - middle))
    center = np.array([middle.real, middle.imag])
    radius = abs(complex(*a[:2]) - middle)
    return _arc(center, radius, first, first + turn, float(a[2]))


def _through(file: str, points: np.ndarray, closed: bool) -> Piece:
    """Return a polyline of straight lines as points of a smooth curve."""
    steps = np.diff(points, axis=0)
    units = steps / np.maximum(np.linalg.norm(steps, axis=1), 1e-300)[:, None]
    if len(points) > 2:
        before = np.vstack([units[-1:], units[:-1]]) if closed else units[:-1]
        after = units if closed else units[1:]
        at = points[:-1] if closed else points[1:-1]
        for place, one, other in zip(at, before, after, strict=True):
            _check_corner(file, place, one, other, SHARP)
    return Piece(points, (units[0], units[-1]), closed)


def _check_corner(
    file: str, at: np.ndarray, before: np.ndarray, after: np.ndarray, most: float
) -> None:
    turn = float(np.arccos(np.clip(before @ after, -1.0, 1.0)))
    if turn > most:
        rule = (
            f"has a corner of {np.degrees(turn):.4g} degrees at ({at[0]:.6g}, {at[1]:.6g}) of the "
            "drawing, where a curve has no direction"
        )
        raise file_error(file, "N16", rule, "round it off with an arc or a fillet")


def _chain(file: str, pieces: Sequence[Piece]) -> tuple[np.ndarray, bool]:
    """Return the points of pieces that are put end to end, and whether the chain closes."""
    every = np.vstack([piece.points for piece in pieces])
    near = JOINED * float(np.max(np.ptp(every, axis=0)))
    left = list(pieces)
    chain = [left.pop(0)]
    closed = chain[0].closed
    while left:
        if closed:
            raise file_error(
                file, "N16", "has more than one curve", "keep the outline alone on the drawing"
            )
        found = None
        for k, piece in enumerate(left):
            for one in (piece, piece.reversed):
                if np.linalg.norm(one.points[0] - chain[-1].points[-1]) <= near:
                    found = (k, one, False)
                elif np.linalg.norm(one.points[-1] - chain[0].points[0]) <= near:
                    found = found or (k, one, True)
        if found is None:
            x, y, _ = chain[-1].points[-1]
            rule = f"has pieces that do not meet: nothing goes on at ({x:.6g}, {y:.6g})"
            raise file_error(file, "N16", rule, "join the pieces of the outline, without gaps")
        k, one, ahead = found
        del left[k]
        if ahead:
            _check_corner(file, one.points[-1], one.directions[1], chain[0].directions[0], CORNER)
            chain.insert(0, one)
        else:
            _check_corner(file, one.points[0], chain[-1].directions[1], one.directions[0], CORNER)
            chain.append(one)
    first, last = chain[0], chain[-1]
    if len(chain) > 1 and np.linalg.norm(first.points[0] - last.points[-1]) <= near:
        closed = True
        _check_corner(file, first.points[0], last.directions[1], first.directions[0], CORNER)
    rows = [chain[0].points, *[piece.points[1:] for piece in chain[1:]]]
    return np.vstack(rows), closed

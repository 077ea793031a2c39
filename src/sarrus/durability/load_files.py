"""Load cases as files of finite-element programs and as tables.

CalculiX and Abaqus take forces on nodes by `*CLOAD`, gravity and linear acceleration by `*DLOAD
GRAV`, omega by `CENTRIF`; Abaqus takes alpha by `ROTA`. CalculiX has no such label: with the
mesh of the part, each element gets the acceleration of its middle by its own `GRAV`. Nastran takes
`FORCE`, `MOMENT`, `GRAV` and `RFORCE`, added up by `LOAD`. All is in the axes of the body, whose
origin is that of the mesh.
"""

from __future__ import annotations

import csv
import io
import math
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from sarrus.arguments import with_checks
from sarrus.durability.body_loads import CODE, BodyLoads, LoadCase, PointLoads
from sarrus.errors import EnvironmentProblem, ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.storage.new_file import new_file

NOISE = 1e-13
"""Components that are smaller parts of the largest one of their kind are rounding, and left out."""
UNITS = {"m": (1.0, "N, m, kg, s; moments in N m"), "mm": (1e3, "N, mm, t, s; moments in N mm")}
"""Length units of meshes: how many there are in a metre, and the consistent units."""
FIELDS = ("small", "large", "free")
FIRST_GRID = 900001
"""Number of the first grid point that is written where points have no number of the mesh."""


@dataclass(frozen=True, eq=False)
class _Writing:
    """What a file is written from.

    nodes: numbers or names of nodes by names of loads; without: loads that are left out; elements:
    the set of all elements; mesh: middles of the elements by number.
    """

    cases: Sequence[LoadCase]
    nodes: Mapping[str, Any]
    rotation_nodes: Mapping[str, Any]
    without: frozenset[str]
    units: str
    elements: str
    fields: str
    steps: bool
    mesh: Mapping[int, np.ndarray]

    @property
    def factor(self) -> float:
        """Lengths of the mesh in a metre."""
        return UNITS[self.units][0]

    def loads(self, case: LoadCase) -> list[PointLoads]:
        """Return the loads that are written."""
        return [load for load in case.loads if load.name not in self.without]

    def vectors(self, case: LoadCase, load: PointLoads) -> tuple[np.ndarray, np.ndarray]:
        """Return force and moment of a load in the units of the mesh, without rounding noise."""
        force, moment = load.force, self.factor * load.moment
        most = max((float(np.max(abs(x.force))) for x in case.loads), default=0.0)
        lever = self.factor * max(case.length, case.size)
        moments = max(float(np.max(abs(x.moment))) for x in case.loads) * self.factor
        floor = max(moments, most * lever)
        clean = np.where(abs(force) > NOISE * most, force, 0.0)
        return clean, np.where(abs(moment) > NOISE * floor, moment, 0.0)

    def body_load(self, case: LoadCase) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return g - a_O in the units of the mesh, omega and alpha."""
        m = case.inertia
        linear = m.gravity - m.acceleration
        w, alpha = m.angular_velocity, m.angular_acceleration
        size = float(np.linalg.norm(linear)) / max(case.length, case.size) + float(w @ w)
        return self.factor * linear, w, np.where(abs(alpha) > NOISE * size, alpha, 0.0)

    def comments(self, case: LoadCase) -> Iterator[str]:
        """Go through lines that say what a case is."""
        yield f"{_ascii(case.name)}: body {_ascii(case.body)} at t = {case.t:.9g} s"
        yield f"body axes, origin of the body; units {UNITS[self.units][1]}"
        yield f"largest sum of all loads with inertia: {case.imbalance:.1e} of the largest load"
        for load in case.loads:
            at = ", ".join(f"{self.factor * x:.9g}" for x in load.at)
            other = f" to {_ascii(load.other)}" if load.other else ""
            said = "" if load.unique else "; NOT UNIQUE: " + _open(load) + ", smallest norm"
            left = "; LEFT OUT of this file" if load.name in self.without else ""
            yield f"{load.kind} {_ascii(load.name)}{other} at ({at}){said}{left}"


def _open(load: PointLoads) -> str:
    named = (("force", load.unique_force), ("moment", load.unique_moment))
    return " ".join(
        f"{part}.{axis}"
        for part, labels in named
        for axis, unique in zip("xyz", labels, strict=True)
        if not unique
    )


def _ascii(text: str) -> str:
    return "".join(c if c.isascii() and c.isprintable() else "_" for c in text)


def set_name(name: str) -> str:
    """Return the name of a node set of a load: capital letters, digits and _."""
    return "N_" + re.sub(r"[^A-Z0-9_]", "_", _ascii(name).upper())[:76]


# --- CalculiX and Abaqus -------------------------------------------------------------------------


def _calculix(w: _Writing) -> str:
    return _input_deck(w, "CalculiX", _calculix_inertia)


def _abaqus(w: _Writing) -> str:
    return _input_deck(w, "Abaqus", _abaqus_inertia)


def _input_deck(
    w: _Writing, program: str, inertia: Callable[[_Writing, LoadCase], Iterator[str]]
) -> str:
    lines = [f"** Loads for {program}, written by Sarrus; *INCLUDE this file behind the model."]
    for case in w.cases:
        lines += ["**", *(f"** {text}" for text in w.comments(case))]
        if w.steps:
            lines += ["*STEP", "*STATIC"]
        lines.append("*CLOAD, OP=NEW")
        for load in w.loads(case):
            force, moment = w.vectors(case, load)
            node = w.nodes.get(load.name, set_name(load.name))
            turned = w.rotation_nodes.get(load.name)
            for k, value in enumerate(force, 1):
                lines += [f"{node}, {k}, {_number(value)}"] if value else []
            for k, value in enumerate(moment, 1):
                where = (node, k + 3) if turned is None else (turned, k)
                lines += [f"{where[0]}, {where[1]}, {_number(value)}"] if value else []
        lines += ["*DLOAD, OP=NEW", *inertia(w, case)]
        if w.steps:
            lines += (
                ["*NODE FILE", "U, RF", "*EL FILE", "S", "*END STEP"]
                if (program == "CalculiX")
                else ["*END STEP"]
            )
    return "\n".join([*lines, ""])


def _calculix_inertia(w: _Writing, case: LoadCase) -> Iterator[str]:
    linear, omega, alpha = w.body_load(case)
    if np.any(alpha) and w.mesh:
        for number, middle in w.mesh.items():
            yield from _grav(str(number), linear - np.cross(alpha, middle))
    else:
        yield from _grav(w.elements, linear)
    yield from _centrifugal(w.elements, omega)


def _abaqus_inertia(w: _Writing, case: LoadCase) -> Iterator[str]:
    linear, omega, alpha = w.body_load(case)
    yield from _grav(w.elements, linear)
    yield from _centrifugal(w.elements, omega)
    size = float(np.linalg.norm(alpha))
    if size > 0.0:
        axis = ", ".join(_number(x) for x in alpha / size)
        yield f"{w.elements}, ROTA, {_number(size)}, 0., 0., 0., {axis}"


def _grav(elements: str, a: np.ndarray) -> Iterator[str]:
    size = float(np.linalg.norm(a))
    if size > 0.0:
        yield f"{elements}, GRAV, {_number(size)}, {', '.join(_number(x) for x in a / size)}"


def _centrifugal(elements: str, omega: np.ndarray) -> Iterator[str]:
    square = float(omega @ omega)
    if square > 0.0:
        axis = ", ".join(_number(x) for x in omega / math.sqrt(square))
        yield f"{elements}, CENTRIF, {_number(square)}, 0., 0., 0., {axis}"


def _number(value: float) -> str:
    """Return a number of at most 20 characters with all its digits, as Fortran reads it."""
    text = f"{float(value):.12G}"
    return text if any(c in text for c in ".EN") else text + "."


# --- Nastran -------------------------------------------------------------------------------------


def _nastran(w: _Writing) -> str:
    lines = [
        "$ Loads for Nastran, written by Sarrus; INCLUDE this file in the bulk data.",
        "$ In case control, LOAD = the number of the case.",
    ]
    points = {load.name: load.at for case in w.cases for load in w.loads(case)}
    grids = {name: FIRST_GRID + k for k, name in enumerate(points) if name not in w.nodes}
    for name, number in grids.items():
        lines.append(f"$ point of {_ascii(name)}: tie it to the mesh, by RBE2 or RBE3")
        place = [w.factor * float(x) for x in points[name]]
        lines += _card(w.fields, "GRID", [number, None, *place])
    for k, case in enumerate(w.cases, 1):
        lines += ["$", *(f"$ LOAD = {k}: {text}" for text in w.comments(case))]
        own = [k * 1000 + j for j in range(1, 5)]
        used: list[int] = []
        for load in w.loads(case):
            node = w.nodes.get(load.name, grids.get(load.name))
            for name, vector in zip(("FORCE", "MOMENT"), w.vectors(case, load), strict=True):
                if np.any(vector):
                    lines += _card(w.fields, name, [own[0], node, 0, 1.0, *map(float, vector)])
                    used.append(own[0])
        linear, omega, alpha = w.body_load(case)
        if np.any(linear):
            lines += _card(w.fields, "GRAV", [own[1], 0, 1.0, *map(float, linear)])
            used.append(own[1])
        # revolutions per second, and per second squared, about the origin
        if np.any(omega):
            turns = (omega / (2.0 * math.pi)).tolist()
            lines += _card(w.fields, "RFORCE", [own[2], 0, 0, 1.0, *turns])
            used.append(own[2])
        if np.any(alpha):
            # RACC loads along alpha x r; inertia acts against it
            turns = (alpha / (2.0 * math.pi)).tolist()
            lines += _card(w.fields, "RFORCE", [own[3], 0, 0, 0.0, *turns, None, -1.0])
            used.append(own[3])
        sums = [value for number in dict.fromkeys(used) for value in (1.0, number)]
        lines += _card(w.fields, "LOAD", [k, 1.0, *sums])
    return "\n".join([*lines, ""])


def _card(fields: str, name: str, values: Sequence[Any]) -> list[str]:
    """Return the lines of an entry of bulk data, 8 values a line, 4 of large fields."""
    width, each = (16, 4) if fields == "large" else (8, 8)
    if fields == "free":
        texts = [_field(value, 16).strip() for value in values]
        rows = [texts[k : k + each] for k in range(0, len(texts), each)]
        heads = [name, *[""] * (len(rows) - 1)]
        return [",".join([head, *row]) for head, row in zip(heads, rows, strict=True)]
    texts = [_field(value, width) for value in values]
    rows = [texts[k : k + each] for k in range(0, len(texts), each)]
    if fields == "large":
        if len(rows) % 2:
            rows.append([])
        heads = [f"{name}*", *["*"] * (len(rows) - 1)]
    else:
        heads = [name, *["+"] * (len(rows) - 1)]
    return [f"{h:8s}{''.join(row)}".rstrip() for h, row in zip(heads, rows, strict=True)]


def _field(value: Any, width: int) -> str:
    """Return a value in a field of a width, with as many digits as fit."""
    if value is None:
        return " " * width
    if isinstance(value, (int, str, np.integer)):
        return f"{value!s:>{width}s}"
    return f"{nastran_number(float(value), width):>{width}s}"


def nastran_number(value: float, width: int = 8) -> str:
    """Return a number in a field of a width as Nastran reads it: with a point, exponents without E.

    Of all forms that fit, the one nearest to the number.
    """
    if value == 0.0:
        return "0."
    found, best = "", math.inf
    for digits in range(width, 0, -1):
        mantissa, _, power = f"{value:.{digits - 1}e}".partition("e")
        mantissa = mantissa if "." in mantissa else mantissa + "."
        stripped = mantissa.rstrip("0") if "." in mantissa else mantissa
        for text in (_plain(value, digits), f"{stripped}{int(power):+d}"):
            if len(text) <= width and (off := abs(_read(text) - value)) < best:
                found, best = text, off
    return found


def _plain(value: float, digits: int) -> str:
    """Return a number without an exponent, with a point and without a zero before it."""
    decimals = max(0, digits - 1 - math.floor(math.log10(abs(value))))
    text = f"{value:.{min(decimals, 40)}f}"
    text = text.rstrip("0") if "." in text else text + "."
    return text.replace("-0.", "-.", 1) if text.startswith("-0.") else text.removeprefix("0")


def _read(text: str) -> float:
    return float(re.sub(r"(?<=[\d.])([+-])", r"e\1", text))


# --- tables --------------------------------------------------------------------------------------


def _csv(w: _Writing) -> str:
    lengths = "m" if w.units == "m" else "mm"
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow([
        "case", "t [s]", "load", "kind", "other body",
        *(f"{axis} [{lengths}]" for axis in "xyz"),
        *(f"force {axis} [N]" for axis in "xyz"),
        *(f"moment {axis} [N {lengths}]" for axis in "xyz"), "not unique",
    ])  # fmt: skip
    for case in w.cases:
        head = [case.name, repr(case.t)]
        for load in w.loads(case):
            numbers = [*(w.factor * load.at), *load.force, *(w.factor * load.moment)]
            row = [load.name, load.kind, load.other, *(repr(float(x)) for x in numbers)]
            table.writerow([*head, *row, _open(load)])
        m = case.inertia
        numbers = [*(w.factor * m.com), *m.body_force, *(w.factor * m.body_moment)]
        row = ["gravity and inertia", "body", "", *(repr(float(x)) for x in numbers), ""]
        table.writerow([*head, *row])
    return out.getvalue()


FORMATS: dict[str, tuple[Callable[[_Writing], str], str]] = {
    "calculix": (_calculix, ".inp"),
    "abaqus": (_abaqus, ".inp"),
    "nastran": (_nastran, ".bdf"),
    "csv": (_csv, ".csv"),
}
"""Formats by name: the writer, and the usual ending."""
ENDINGS = {".inp": "calculix", ".bdf": "nastran", ".dat": "nastran", ".nas": "nastran",
           ".csv": "csv"}  # fmt: skip


@with_checks
def write_loads(
    path: str | os.PathLike[str],
    cases: BodyLoads | LoadCase | Sequence[LoadCase],
    *,
    format: str | None = None,
    nodes: Mapping[str, Any] | None = None,
    rotation_nodes: Mapping[str, Any] | None = None,
    without: Sequence[str] = (),
    units: str = "m",
    elements: str = "EALL",
    fields: str = "small",
    steps: bool = True,
    mesh: str | os.PathLike[str] | None = None,
    overwrite: bool = False,
) -> Path:
    """Write load cases for a finite-element program, or as a table; return the path.

    cases: loads of all states, or `found.cases("force", 0.2)`. format: "calculix", "abaqus",
    "nastran" or "csv", by the ending unless given. nodes: number or set of the node of each load,
    by its name; without, sets N_NAME (CalculiX, Abaqus), or grid points that are written (Nastran).
    rotation_nodes: of rigid bodies of CalculiX, whose moments act on nodes of their own. without:
    loads that are left out, where the part is held. units: "m" or "mm", of the mesh. elements: the
    set of all elements. fields: of Nastran, "small", "large" or "free". steps: whether each case is
    a step of its own. mesh: the file with *NODE and *ELEMENT of the part, which CalculiX needs for
    angular accelerations.

    Example:
        sarrus.durability.write_loads("rocker.inp", found.cases("force"), units="mm")
    """
    target = Path(path)
    listed = [cases] if isinstance(cases, LoadCase) else cases
    if isinstance(listed, BodyLoads):
        listed = [listed.case(k) for k in range(len(listed))]
    named = format or ENDINGS.get(target.suffix.lower(), "")
    problems = _wrong(listed, named, units, fields, steps, nodes, rotation_nodes, without)
    if target.exists() and not overwrite:
        action = "choose another name, or overwrite=True"
        problems.append(Problem("E-EXISTS", f"file '{path}'", "is there already", action=action))
    if problems:
        kind = EnvironmentProblem if all(p.code.startswith("E") for p in problems) else ModelError
        raise kind(problems)
    middles = {} if mesh is None else element_middles(mesh)
    writing = _Writing(
        listed, nodes or {}, rotation_nodes or {}, frozenset(without), units, elements, fields,
        steps, middles,
    )  # fmt: skip
    turning = [case for case in listed if np.any(writing.body_load(case)[2])]
    if named == "calculix" and mesh is None and turning:
        rule = (
            "needs the mesh: CalculiX has no load of angular acceleration, and case "
            f"'{turning[0].name}' has one"
        )
        action = 'give mesh="part.inp", with its *NODE and *ELEMENT; or format="abaqus"'
        raise ModelError(Problem(CODE, "format 'calculix'", rule, action=action))
    text = FORMATS[named][0](writing)
    with new_file(str(target), overwrite, "X06") as place:
        Path(place).write_text(text, encoding="utf-8", newline="\n")
    return target


def _wrong(
    cases: Sequence[LoadCase],
    named: str,
    units: str,
    fields: str,
    steps: bool,
    nodes: Mapping[str, Any] | None,
    rotation_nodes: Mapping[str, Any] | None,
    without: Sequence[str],
) -> list[Problem]:
    """Return what is wrong with the options."""
    found = []
    choices = (("format", named, FORMATS), ("units", units, UNITS), ("fields", fields, FIELDS))
    for what, value, known in choices:
        if value not in known:
            rule = f"must be one of {', '.join(known)}"
            found.append(Problem(CODE, what, rule, repr(value)[:80]))
    if not cases:
        found.append(Problem(CODE, "cases", "are none, so that nothing is written"))
        return found
    names = {load.name for case in cases for load in case.loads}
    for name in dict.fromkeys([*(nodes or {}), *(rotation_nodes or {}), *without]):
        if name not in names:
            rule = f"is not a load on '{cases[0].body}': {', '.join(sorted(names))}"
            found.append(Problem(CODE, f"load '{name}'", rule))
    if not steps and len(cases) > 1:
        rule = f"are {len(cases)}; without steps of their own they would add up"
        found.append(Problem(CODE, "cases", rule, action="write one case, or steps=True"))
    if named == "nastran":
        for name, node in (nodes or {}).items():
            if not isinstance(node, (int, np.integer)) or node < 1:
                rule = "must be the number of a grid point"
                found.append(Problem(CODE, f"node of '{name}'", rule, repr(node)[:80]))
    return found


def _place(words: Sequence[str]) -> np.ndarray:
    return np.array([float(x or 0.0) for x in [*words, "0", "0", "0"][:3]])


def element_middles(path: str | os.PathLike[str]) -> dict[int, np.ndarray]:
    """Return the middles of the elements of a mesh of CalculiX or Abaqus, by their numbers.

    The middle is that of the corner nodes' and side nodes' places; of elements that are not curved
    it is that of the volume for bricks, wedges and tetrahedra of regular shape.
    """
    try:
        text = Path(path).read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        rule = f"cannot be read: {error.strerror}"
        raise EnvironmentProblem(Problem("E01", f"file '{path}'", rule)) from None
    nodes: dict[int, np.ndarray] = {}
    elements: dict[int, list[int]] = {}
    card = ""
    pending: list[int] = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("**") or not line.strip():
            continue
        if line.startswith("*"):
            card = line[1:].split(",")[0].strip().upper()
            pending = []
            continue
        if card not in ("NODE", "ELEMENT"):
            continue
        words = [word.strip() for word in line.split(",")]
        try:
            if card == "NODE":
                nodes[int(words[0])] = _place(words[1:4])
                continue
            pending += [int(word) for word in words if word]
        except ValueError:
            rule = f"is no row of *{card}: numbers parted by commas"
            raise ModelError(Problem(CODE, f"{path}:{number}", rule, line[:60])) from None
        if words[-1]:  # a row that ends with a comma goes on
            elements[pending[0]] = pending[1:]
            pending = []
    missing = {node for some in elements.values() for node in some} - nodes.keys()
    if not elements or missing:
        rule = "has no *ELEMENT" if not elements else f"has no node {min(missing)}"
        action = "give the file that holds *NODE and *ELEMENT of the part"
        raise ModelError(Problem(CODE, f"mesh '{path}'", rule, action=action))
    return {k: np.mean([nodes[n] for n in some], axis=0) for k, some in elements.items()}

"""Finite-element models as model files describe them: a mode set by a record with `type`.

{type: BeamModes, a: [0, 0, 0], b: [0.5 m, 0, 0], section: round, diameter: 1 cm, material: steel,
 interfaces: {root: 0, tip: {near: [0.5 m, 0, 0]}}, reference: root, modes: 2, keep: 4}

Beams and plates are made here; matrices come from files of Nastran, CalculiX and Matrix Market.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from functools import cached_property
from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.fem.beam import BeamMaterial, beam_structure
from sarrus.fem.files import read_calculix, read_matrix, read_nodes
from sarrus.fem.matrices import UNITS, MatrixModel, matrix_model, modes_of_matrices
from sarrus.fem.nastran import read_nastran
from sarrus.fem.plate import plate_structure
from sarrus.fem.reduction import craig_bampton
from sarrus.fem.structure import Structure
from sarrus.file_fields import file, nodes, number, numbers, plain_text, rows, truth, whole
from sarrus.late_dataclass import dataclass
from sarrus.model.building.sections import SIZES, Section
from sarrus.model.materials import ELASTIC, material_density, material_elasticity
from sarrus.model.mode_set import ModeSet, ModeSource
from sarrus.road.checking import bad, settle
from sarrus.spatial.arrays import Array

MOST_ELEMENTS = 20_000
"""Elements of a beam or plate that a file may ask for."""
MOST_MODES = 100
"""Modes that a file may ask for."""
NEAR, BOX = {"near"}, {"from", "to"}
"""Keys of places instead of numbers of nodes: the nearest node, all nodes between two corners."""
INSIDE = 1e-6
"""Part of the length of a body by which nodes may be outside of a box: rounding."""


@dataclass(frozen=True, kw_only=True)
class ReducedModel(ModeSource):
    """What all models have: the interfaces, and which modes are kept."""

    interfaces: Mapping[str, Any] = field(
        metadata=nodes(
            "where joints go: names with the number of a node, numbers of several that are one "
            "rigid piece, {near: place} or {from: corner, to: corner}"
        )
    )
    modes: int = field(
        default=0, metadata=whole("natural modes with all interfaces held, beside deflections")
    )
    reference: str = field(
        default="",
        metadata=plain_text("the interface that the reference frame follows, else the mean motion"),
    )
    keep: int | None = field(
        default=None, metadata=whole("how many of the lowest modes are kept, all without it")
    )

    def __post_init__(self) -> None:
        settle(self, "model")
        problems = []
        for name in ("modes", "keep"):
            value = getattr(self, name)
            if value is not None and not (_is_whole(value) and 0 <= value <= MOST_MODES):
                rule = f"must be a whole number from 0 to {MOST_MODES}"
                problems.append(bad(type(self).__name__, name, rule, value, noun="model"))
        if problems:
            raise ModelError(problems)

    @property
    def options(self) -> dict[str, Any]:
        """The options of the reduction."""
        return {"modes": self.modes, "reference": self.reference or None, "keep": self.keep}


@dataclass(frozen=True, kw_only=True)
class Solid:
    """A material by name or by its numbers."""

    material: str = field(default="", metadata=plain_text("such as steel"))
    young_modulus: float | None = field(
        default=None, metadata=number("Pa", "modulus of elasticity", above=0.0)
    )
    poisson_ratio: float | None = field(
        default=None, metadata=number("dimensionless", "Poisson's ratio", at_least=0.0)
    )
    density: float | None = field(
        default=None, metadata=number("kg/m^3", "mass by volume", above=0.0)
    )

    @property
    def elasticity(self) -> tuple[float, float, float]:
        """Modulus, Poisson's ratio and density: the numbers, and of the material what is left."""
        E, nu = (material_elasticity(self.material) if self.material else None) or (None, None)
        known = (E, nu, material_density(self.material) if self.material else None)
        if self.material and None in known:
            rule = "is no material whose moduli are known"
            action = f"give one of {', '.join(ELASTIC)}, or young_modulus, poisson_ratio, density"
            place = f"model {type(self).__name__} / material"
            raise ModelError(Problem("S94", place, rule, repr(self.material), action=action))
        given = (self.young_modulus, self.poisson_ratio, self.density)
        found = [other if own is None else own for own, other in zip(given, known, strict=True)]
        for name, value in zip(("young_modulus", "poisson_ratio", "density"), found, strict=True):
            if value is None:
                rule = "is missing, and there is no material"
                action = "give material: steel, or this number"
                place = f"model {type(self).__name__} / {name}"
                raise ModelError(Problem("M28", place, rule, action=action))
        E, nu, density = found
        return float(E or 0.0), float(nu or 0.0), float(density or 0.0)


@dataclass(frozen=True, kw_only=True)
class BeamModes(ReducedModel, Solid):
    """Modes of a straight beam of finite elements from a to b."""

    a: Sequence[float] = field(metadata=numbers("m", "one end", 3))
    b: Sequence[float] = field(metadata=numbers("m", "the other end", 3))
    elements: int = field(default=8, metadata=whole("their number; node 0 is at a"))
    section: str = field(default="", metadata=plain_text("with its sizes", choices=("", *SIZES)))
    diameter: float | None = field(
        default=None, metadata=number("m", "of a round section or tube", above=0.0)
    )
    wall: float | None = field(default=None, metadata=number("m", "of a tube", above=0.0))
    width: float | None = field(default=None, metadata=number("m", "along y", above=0.0))
    height: float | None = field(default=None, metadata=number("m", "along z", above=0.0))
    flange: float | None = field(
        default=None, metadata=number("m", "thickness of the flanges of an I", above=0.0)
    )
    web: float | None = field(
        default=None, metadata=number("m", "thickness of the web of an I", above=0.0)
    )
    area: float | None = field(
        default=None, metadata=number("m^2", "of a section by its numbers", above=0.0)
    )
    torsion_constant: float | None = field(
        default=None, metadata=number("m^4", "of a section by its numbers", above=0.0)
    )
    second_moment_y: float | None = field(
        default=None, metadata=number("m^4", "about y, of a section by its numbers", above=0.0)
    )
    second_moment_z: float | None = field(
        default=None, metadata=number("m^4", "about z, of a section by its numbers", above=0.0)
    )
    up: Sequence[float] = field(
        default=(), metadata=numbers("dimensionless", "where z of the section points", 3)
    )
    shear: bool = field(default=False, metadata=truth("whether the beam shears"))
    stresses: Mapping[str, Any] = field(
        default_factory=dict,
        metadata=nodes("places whose stress is asked for: names with a node"),
    )
    second_order: bool = field(
        default=False, metadata=truth("whether loads along the beam stiffen or buckle it")
    )

    @cached_property
    def mode_set(self) -> ModeSet:
        """The modes."""
        _check_elements(self, (self.elements,))
        E, nu, density = self.elasticity
        structure = beam_structure(
            self.a, self.b, elements=self.elements, up=self.up or None, shear=self.shear,
            section=self._section(), material=BeamMaterial(E, E / (2.0 * (1.0 + nu)), density),
            **self._sizes(),
        )  # fmt: skip
        return _of_structure(self, structure, self.stresses, self.second_order)

    def _sizes(self) -> dict[str, float]:
        names = ("diameter", "wall", "width", "height", "flange", "web")
        return {n: x for n in names if (x := getattr(self, n)) is not None} if self.section else {}

    def _section(self) -> Section | str:
        if self.section:
            return self.section
        names = ("area", "torsion_constant", "second_moment_y", "second_moment_z")
        found = [getattr(self, name) for name in names]
        if None in found:
            name = names[found.index(None)]
            rule = "is missing, and there is no section by name"
            action = f"give section: {', '.join(SIZES)} with its sizes, or {', '.join(names)}"
            raise ModelError(Problem("M28", f"model BeamModes / {name}", rule, action=action))
        return Section(*found)


@dataclass(frozen=True, kw_only=True)
class PlateModes(ReducedModel, Solid):
    """Modes of a thin rectangular plate of finite elements, from the origin along x and y."""

    length: float = field(metadata=number("m", "along x", above=0.0))
    width: float = field(metadata=number("m", "along y", above=0.0))
    thickness: float = field(metadata=number("m", "along z", above=0.0))
    elements: Sequence[float] = field(
        default=(8, 4), metadata=numbers("dimensionless", "their numbers along x and y", 2)
    )
    stresses: Mapping[str, Any] = field(
        default_factory=dict,
        metadata=nodes("places whose stress is asked for: names with a node"),
    )
    second_order: bool = field(
        default=False, metadata=truth("whether loads in the plane stiffen or buckle the plate")
    )

    @cached_property
    def mode_set(self) -> ModeSet:
        """The modes."""
        counts = _check_elements(self, self.elements)
        E, nu, density = self.elasticity
        structure = plate_structure(
            self.length, self.width, self.thickness, elements=(counts[0], counts[1]),
            young_modulus=E, poisson_ratio=nu, density=density,
        )  # fmt: skip
        return _of_structure(self, structure, self.stresses, self.second_order)


@dataclass(frozen=True, kw_only=True)
class CalculixModes(ReducedModel):
    """Modes of the matrices that CalculiX has written with SOLVER=MATRIXSTORAGE."""

    job: str = field(
        metadata=file("job.sti, job.mas, job.dof and job.inp", (".sti", ".mas", ".dof"))
    )
    nodes: str = field(default="", metadata=file("with the nodes, instead of job.inp"))
    units: str = field(
        default="m-kg-s", metadata=plain_text("of the matrices and nodes", choices=tuple(UNITS))
    )

    @cached_property
    def mode_set(self) -> ModeSet:
        """The modes."""
        return _of_matrices(self, read_calculix(self.job, self.nodes or None, units=self.units))


@dataclass(frozen=True, kw_only=True)
class NastranModes(ReducedModel):
    """Modes of the reduced matrices that Nastran or OptiStruct has written (DMIG)."""

    matrices: str = field(metadata=file("with the entries DMIG, and GRID"))
    nodes: str = field(default="", metadata=file("with the entries GRID, where they are elsewhere"))
    stiffness: str = field(default="KAAX", metadata=plain_text("name of the stiffness matrix"))
    mass: str = field(default="MAAX", metadata=plain_text("name of the mass matrix"))
    units: str = field(
        default="m-kg-s", metadata=plain_text("of the matrices and nodes", choices=tuple(UNITS))
    )

    @cached_property
    def mode_set(self) -> ModeSet:
        """The modes."""
        model = read_nastran(
            self.matrices, self.nodes or None, stiffness=self.stiffness, mass=self.mass,
            units=self.units,
        )  # fmt: skip
        return _of_matrices(self, model)


@dataclass(frozen=True, kw_only=True)
class MatrixMarketModes(ReducedModel):
    """Modes of stiffness and mass matrices in files of the format Matrix Market."""

    stiffness: str = field(metadata=file("with the stiffness matrix"))
    mass: str = field(metadata=file("with the mass matrix"))
    nodes: str = field(
        default="", metadata=file("with the nodes, in blocks *NODE; rows are in their order")
    )
    positions: Sequence[Sequence[float]] = field(
        default=(),
        metadata=rows("dimensionless", "places of the nodes, in lengths of `units`", 3),
    )
    freedoms: Sequence[Sequence[float]] = field(
        default=(),
        metadata=rows("dimensionless", "node, from 0, and direction, 0 to 5, of each row", 2),
    )
    units: str = field(
        default="m-kg-s", metadata=plain_text("of the matrices and nodes", choices=tuple(UNITS))
    )

    @cached_property
    def mode_set(self) -> ModeSet:
        """The modes."""
        if bool(self.nodes) == bool(len(self.positions)):
            rule = "must be given, or nodes, the file that has them, but not both"
            raise ModelError(Problem("M28", "model MatrixMarketModes / positions", rule))
        listed, places = None, np.array(self.positions)
        if self.nodes:
            found = read_nodes(self.nodes)
            listed = tuple(sorted(found))
            places = np.array([found[node] for node in listed])
        freedoms = [(int(node), int(k)) for node, k in self.freedoms] or None
        model = matrix_model(
            read_matrix(self.stiffness), read_matrix(self.mass), places, freedoms=freedoms,
            units=self.units,
        )  # fmt: skip
        return _of_matrices(self, replace(model, numbers=listed))


TYPES: dict[str, type[ReducedModel]] = {
    kind.__name__: kind
    for kind in (BeamModes, PlateModes, CalculixModes, NastranModes, MatrixMarketModes)
}
"""Every model of finite elements that a file may describe."""


def _of_structure(
    source: ReducedModel, structure: Structure, stresses: Mapping[str, Any], second_order: bool
) -> ModeSet:
    places = chosen_nodes(stresses, structure.positions, None, "stress")
    for name, found in places.items():
        if not isinstance(found, int):
            rule = "must be one node"
            raise ModelError(Problem("S91", f"reduction / stress '{name}'", rule, repr(found)))
    return craig_bampton(
        structure, chosen_nodes(source.interfaces, structure.positions), **source.options,
        stresses=places, second_order=second_order,
    )  # fmt: skip


def _of_matrices(source: ReducedModel, model: MatrixModel) -> ModeSet:
    chosen = chosen_nodes(source.interfaces, model.positions, model.numbers)
    return modes_of_matrices(model, chosen, **source.options)


def _check_elements(source: ReducedModel, counts: Sequence[Any]) -> tuple[int, ...]:
    """Return numbers of elements; refuses what is none, and more than `MOST_ELEMENTS`."""
    fits = all(x == int(x) and x >= 1 for x in counts if np.isfinite(x)) and len(counts) > 0
    if not fits or not np.all(np.isfinite(counts)) or np.prod(counts) > MOST_ELEMENTS:
        rule = f"must be whole numbers above 0, {MOST_ELEMENTS} elements at most"
        raise ModelError(bad(type(source).__name__, "elements", rule, counts, noun="model"))
    return tuple(int(x) for x in counts)


def _is_whole(value: Any) -> bool:
    return isinstance(value, (int, np.integer)) and not isinstance(value, bool)


def chosen_nodes(
    written: Mapping[str, Any],
    positions: Array,
    numbers: Sequence[int] | None = None,
    what: str = "interface",
) -> dict[str, Any]:
    """Return nodes of a model, counted from 0, of what is written.

    written: names with a number, several, {near: place} or {from: corner, to: corner}; numbers:
    those that the nodes have in their file, None where they are counted from 0.
    """
    index = None if numbers is None else {node: k for k, node in enumerate(numbers)}
    found: dict[str, Any] = {}
    for name, raw in written.items():
        if isinstance(raw, Mapping):
            found[name] = _nodes_at(f"reduction / {what} '{name}'", raw, positions)
        elif index is None:
            found[name] = raw
        else:
            own = list(raw) if isinstance(raw, (list, tuple)) else [raw]
            for node in own:
                if node not in index:
                    rule = f"is not the number of a node that has matrices, as {min(index)} is"
                    place = f"reduction / {what} '{name}'"
                    raise ModelError(Problem("S91", place, rule, repr(node)))
            places = tuple(index[node] for node in own)
            found[name] = places if isinstance(raw, (list, tuple)) else places[0]
    return found


def _nodes_at(place: str, raw: Mapping[str, Any], positions: Array) -> int | tuple[int, ...]:
    """Return the node nearest to a place, or all nodes of a box."""
    if {*raw} == NEAR:
        gaps = np.linalg.norm(positions - np.asarray(raw["near"], dtype=float), axis=1)
        return int(np.argmin(gaps))
    if {*raw} != BOX:
        rule = "must have the key near, or from and to"
        raise ModelError(Problem("S91", place, rule, ", ".join(map(str, raw))))
    corners = np.array([raw["from"], raw["to"]], dtype=float)
    slack = INSIDE * float(np.max(np.ptp(positions, axis=0)))
    low, high = np.min(corners, axis=0) - slack, np.max(corners, axis=0) + slack
    inside = np.flatnonzero(np.all((positions >= low) & (positions <= high), axis=1))
    if not len(inside):
        rule = "has no node between its corners"
        ends = [np.min(positions, axis=0), np.max(positions, axis=0)]
        sizes = " to ".join(str([float(f"{x:.6g}") for x in end]) for end in ends)
        action = f"the nodes are between {sizes} m"
        raise ModelError(Problem("S91", place, rule, action=action))
    return tuple(int(k) for k in inside)

"""The equations of motion of a small mechanism, to be read: LaTeX, Python and plain text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from sarrus.errors import ModelError, Problem, count
from sarrus.kernels.polynomial import (
    Expansion,
    Polynomial,
    TooManyTerms,
    atoms_of,
    expansion,
    multiple,
)
from sarrus.kernels.table import FINDERS
from sarrus.late_dataclass import dataclass
from sarrus.system.equation_text import layouts
from sarrus.system.equation_text.formulas import formulas_of
from sarrus.system.equation_text.symbols import (
    Letter,
    Names,
    element_letters,
    motion_letters,
    multiplier_letters,
)
from sarrus.system.equation_text.tracing import WrittenTrace, trace_of_equations
from sarrus.system.equation_text.writing import LatexWriter, PlainWriter, Writer

if TYPE_CHECKING:
    from sarrus.system.system import System

LIMIT = 2000
"""Operations of the traced program from which on equations are refused, unless told otherwise."""
LONGER = 2.0
"""How much longer equations may be that are multiplied out than with names for shared values."""


@dataclass(frozen=True, eq=False)
class Equations:
    """Equations of motion, loops and derivatives of a mechanism as text.

    G = M vdot + c - f - tau - Phi^T lambda = 0, Phi(q) = 0, Phi_v vdot = gamma, and paper 4's
    system Jacobian of G. `symbols` says what every letter means; `latex` and `python` are the
    texts, `print` shows the plain one, and a notebook the LaTeX.
    """

    title: str
    symbols: tuple[Letter, ...]
    operations: int
    """Of the traced program."""
    notes: tuple[str, ...]
    """What is left out, and which rows are 0 = 0."""
    digits: int
    expansion: Expansion = field(repr=False)
    trace: WrittenTrace = field(repr=False)

    # --- contents -------------------------------------------------------------------------------

    @cached_property
    def parts(self) -> Mapping[str, tuple[tuple[int, ...], tuple[Polynomial, ...]]]:
        """Shape and polynomials of every output: G, constraints, Phi, gamma, dG_dq, ..."""
        ports = self.trace.program.outputs
        return {
            port.name: (port.shape, polynomials)
            for port, polynomials in zip(ports, self.expansion.outputs, strict=True)
        }

    @cached_property
    def letters(self) -> Mapping[tuple[int, int], Letter]:
        """The letters by port and index of the program's inputs."""
        places = [
            (port, k)
            for port, shape in enumerate(self.trace.program.inputs)
            for k in range(shape.size)
        ]
        return dict(zip(places, self.symbols, strict=True))

    @cached_property
    def shared(self) -> dict[int, int]:
        """Numbers of the shared values that are used, in the order of their definition."""
        values = [p for polynomials in self.expansion.outputs for p in polynomials]
        algebra = self.expansion.algebra
        used = sorted(
            algebra.atoms[atom][1]
            for atom in atoms_of(algebra, values)
            if algebra.atoms[atom][0] == "shared"
        )
        return {place: number for number, place in enumerate(used, 1)}

    @property
    def used_symbols(self) -> tuple[Letter, ...]:
        """The symbols that occur in the equations."""
        values = [p for polynomials in self.expansion.outputs for p in polynomials]
        algebra = self.expansion.algebra
        places = {
            algebra.atoms[atom][1:]
            for atom in atoms_of(algebra, values)
            if algebra.atoms[atom][0] == "input"
        }
        return tuple(letter for place, letter in self.letters.items() if place in places)

    # --- texts ----------------------------------------------------------------------------------

    @cached_property
    def latex(self) -> str:
        """All of it as one `aligned` environment of LaTeX, without delimiters."""
        writer = LatexWriter(self.expansion.algebra, self.letters, self.shared, digits=self.digits)
        return layouts.latex(self, writer)

    @cached_property
    def python(self) -> str:
        """A module of Python with one function, `equations`, which returns all of it as numbers."""
        return layouts.python(self, Writer(self.expansion.algebra, self.letters, self.shared))

    @cached_property
    def symbol_table(self) -> str:
        """The letters that occur, with meaning, unit and value, a line each."""
        return layouts.symbol_table(self.used_symbols)

    def __str__(self) -> str:
        writer = PlainWriter(self.expansion.algebra, self.letters, self.shared, digits=self.digits)
        return layouts.plain(self, writer)

    def __repr__(self) -> str:
        named = count(len(self.shared), "shared value")
        return f"<Equations of {self.title}: {count(self.operations, 'operation')}, {named}>"

    def _repr_latex_(self) -> str:
        return f"$$\n{self.latex}\n$$"

    def sides(self, polynomial: Polynomial) -> tuple[Polynomial, Polynomial]:
        """Return an equation of motion in two parts: inertia and forces = efforts and reactions."""
        algebra = self.expansion.algebra
        left: Polynomial = {}
        right: Polynomial = {}
        for monomial, coefficient in polynomial.items():
            kinds = {
                self.letters[algebra.atoms[atom][1:]].kind
                for atom, _ in monomial
                if algebra.atoms[atom][0] == "input"
            }
            (right if kinds & {"tau", "lam"} else left)[monomial] = coefficient
        return left, multiple(right, -1.0)


def equations_of(
    system: System,
    parameters: Any = (),
    values: Mapping[str, float] | None = None,
    jacobian: bool = True,
    limit: int = LIMIT,
    digits: int = 6,
) -> Equations:
    """Return the equations of a small mechanism as text; see `sarrus.analysis.equations`."""
    names = Names()
    motion = motion_letters(system, names)
    wanted = parameters or [*system.compiled.compiler.parameters.names]
    formulas = formulas_of(system, wanted, values or {}, names)
    trace = trace_of_equations(system, formulas, jacobian)
    operations = trace.program.operations
    if operations > limit:
        raise ModelError(_too_large(system, operations, limit, jacobian))
    if trace.program.counts.keys() & FINDERS.keys():
        rule = "have contacts of meshes, whose features are found by loops, not by formulas"
        action = "give boxes, capsules or spheres for the meshes"
        raise ModelError(Problem("S18", f"equations of '{system.model.name}'", rule, action=action))
    rows = system.compiled.loops.row_names
    letters = (
        *(letter for vector in ("q", "v", "vdot", "tau") for letter in motion[vector]),
        *multiplier_letters([rows[k] for k in trace.rows], names),
        *element_letters(system, names),
        Letter("t", "t", "time", "s", "t"),
        *formulas.letters,
    )
    return Equations(
        f"'{system.model.name}'",
        letters,
        operations,
        _notes(system, rows, trace.rows),
        digits,
        _expansion(trace),
        trace,
    )


def _expansion(trace: WrittenTrace) -> Expansion:
    """Return sums of products, multiplied out where that is not much longer to read."""
    named = expansion(trace.program, names=True)
    try:
        found = expansion(trace.program, names=False)
    except TooManyTerms:
        return named
    return found if found.size <= LONGER * named.size else named


def _notes(system: System, rows: Sequence[str], kept: Sequence[int]) -> tuple[str, ...]:
    found = []
    empty = [row for k, row in enumerate(rows) if k not in kept]
    if empty:
        found.append(f"0 = 0 by construction: {'; '.join(empty)}")
    if system.compiled.compiler.prescribed:
        found.append("ground is at rest")
    bearings = [b.name for b in system.compiled.loops.bearings]
    if bearings:
        found.append(f"left out, as it depends on reactions: friction of {', '.join(bearings)}")
    return tuple(found)


def _too_large(system: System, operations: int, limit: int, jacobian: bool) -> Problem:
    bodies = count(len(system.model.bodies), "body", "bodies")
    what = " with their Jacobian" if jacobian else ""
    action = "take jacobian=False, or " if jacobian else ""
    return Problem(
        "S18",
        f"equations of '{system.model.name}'",
        f"take {count(operations, 'operation')}{what} ({bodies}, "
        f"{count(system.nv, 'coordinate')}); at most {limit:,} are written",
        action=f"{action}set limit={operations} or more to write it anyway",
    )

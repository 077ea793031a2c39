"""The map from constants of a model file to the numbers of its model, as one program.

The file is read and built once with constants that are tracked (`kernels.tracked`): the same code
that reads a file anew writes down what it computes. Where a constant decides something that no
number of a kernel can follow, such as a count, the map says which and why.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.errors import ModelError, Problem, SarrusError
from sarrus.kernels.derivative import jacobian
from sarrus.kernels.interpreter import all_values, interpret
from sarrus.kernels.program import Port, Program, needed_program
from sarrus.kernels.trace import results_of, trace
from sarrus.kernels.tracked import Tape, value_numbers
from sarrus.late_dataclass import dataclass
from sarrus.model.building.references import nearest
from sarrus.model.model import Model
from sarrus.model.quantity import QuantityError
from sarrus.model.units import Dimension, dimension_text, parts_of, without_cycles
from sarrus.spatial.tracking import is_tracked, plain, track
from sarrus.system.constants.numbers import (
    difference,
    drawing_numbers,
    kernel_numbers,
    tracked_leaves,
    unnamed_numbers,
    with_values,
)

if TYPE_CHECKING:  # files and expressions take long to import, and many use none
    from sarrus.formats.yaml.model_file import ModelFile
    from sarrus.model.expressions import Value
    from sarrus.system.system import System

INPUT, GUARDS = "constants", "guards"
CODE = "S02"
STEPS = (1e-3, 1e-6)
"""Parts by which constants are moved to compare the map with the file read anew."""


@dataclass(frozen=True)
class Constant:
    """A constant of a file: its value in SI units, and the unit that it is written in.

    dimension: None for a bare number, which goes with every unit.
    """

    name: str
    value: float
    unit: str
    dimension: Dimension | None


@dataclass(frozen=True)
class Condition:
    """Where the model has the form that was read: the element, and the constants that decide."""

    where: str
    constants: tuple[str, ...]


@dataclass(frozen=True)
class Reading:
    """What a file is read as: its model, and what else it says (`Plan` of a study)."""

    model: Model
    plan: Any = None


Read = Callable[[Mapping[str, Any]], Reading]
"""Reads the file, with values of constants."""


@dataclass(frozen=True)
class ConstantsMap:
    """Numbers of a model as functions of constants.

    program: from the vector "constants" to an array for every name of `outputs`, `drawing` and
    `motion`, and "guards": numbers that are 1 as long as the conditions of `guards` hold.
    outputs: full names of the kernel inputs (`parameters`) that follow the constants; drawing:
    numbers that no kernel needs, of shapes and poses of the drawing; motion: of a study, those of
    its start ("assembly:A.angle", "rate:A", "guess:B") and of its laws ("drive:A", "input:A": the
    numbers of the formula); cannot: constants that no program can follow, with the reason.

    read: the file, with values of constants; tracked: what was read, with numbers that are
    followed, and whole: the program of all of them.
    """

    constants: tuple[Constant, ...]
    program: Program
    outputs: tuple[str, ...]
    drawing: tuple[str, ...]
    motion: tuple[str, ...]
    guards: tuple[Condition, ...]
    cannot: Mapping[str, str]
    read: Read
    tracked: Reading
    whole: Program

    @cached_property
    def model(self) -> Model:
        """The model at the constants of the file: compile this one, its inputs are `outputs`."""
        return self.reading(self.defaults).model

    def compile(self, **options: Any) -> System:
        """Return the system of the model whose inputs follow the constants; options: of `System`.

        Example:
            system = analysis.constants_map("four_bar.yaml").compile()
        """
        from sarrus.system.system import System

        more = [name for name in options.pop("parameters", ()) if name not in self.outputs]
        return System(self.model, parameters=[*self.outputs, *more], **options)

    def model_at(self, keywords: Mapping[str, Any] | None = None, **more: Any) -> Model:
        """Return the model at some constants, as the file would be read with them."""
        keywords = {**(keywords or {}), **more}
        self.values(keywords)  # refuses what is no model
        return self.reading(self.vector(keywords)).model

    def plan_at(self, keywords: Mapping[str, Any] | None = None, **more: Any) -> Any:
        """Return what else the file says at some constants; None where only the model is read."""
        keywords = {**(keywords or {}), **more}
        self.values(keywords)  # refuses what is no model
        return self.reading(self.vector(keywords)).plan

    def reading(self, flat: np.ndarray) -> Reading:
        """Return what the file is read as at constants [SI], unchecked."""
        values = all_values(self.whole, [flat])
        found: Reading = with_values(self.tracked, lambda x: values[x.symbol.number])
        return found

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the constants, in the order of the program's input."""
        return tuple(constant.name for constant in self.constants)

    @cached_property
    def defaults(self) -> np.ndarray:
        """The values of the file [SI], in the order of the program's input."""
        return np.array([constant.value for constant in self.constants], dtype=float)

    def vector(self, keywords: Mapping[str, Any] | None = None) -> np.ndarray:
        """Return the input of the program [SI]: values of the file, some of them replaced.

        keywords: numbers in SI units, text with a unit such as "90 mm", expressions without names.
        """
        from sarrus.model.expressions import ExpressionError

        flat = self.defaults.copy()
        problems: list[Problem] = []
        for name, raw in (keywords or {}).items():
            if name not in self.names:
                problems.append(self._unknown(name))
                continue
            k = self.names.index(name)
            try:
                flat[k] = constant_value(self.constants[k], raw)
            except (ExpressionError, QuantityError) as error:
                element = f"constant {name!r}"
                problems.append(
                    Problem(error.code, element, error.reason, repr(raw), action=error.action)
                )
        if problems:
            raise ModelError(problems)
        return flat

    def _unknown(self, name: str) -> Problem:
        element = f"constant {name!r}"
        if name in self.cannot:
            action = "read the file anew with another value"
            return Problem(CODE, element, "cannot be changed in a compiled model",
                           cause=self.cannot[name], action=action)  # fmt: skip
        rule = "is not a constant of this map"
        return Problem("M09", element, rule, action=nearest(str(name), list(self.names)))

    def values(
        self, keywords: Mapping[str, Any] | None = None, **more: Any
    ) -> dict[str, np.ndarray]:
        """Return the kernel inputs at some constants, by their full names.

        Raises ModelError where the model has no such form: what the file says there, or that the
        file must be read anew.

        Example:
            numbers = analysis.constants_map("four_bar.yaml").values()
        """
        return self._checked_outputs({**(keywords or {}), **more}, self.outputs)

    def motion_values(
        self, keywords: Mapping[str, Any] | None = None, **more: Any
    ) -> dict[str, np.ndarray]:
        """Return the numbers of the start and of the laws of a study at some constants, by name."""
        return self._checked_outputs({**(keywords or {}), **more}, self.motion)

    def drawing_values(
        self, keywords: Mapping[str, Any] | None = None, **more: Any
    ) -> dict[str, np.ndarray]:
        """Return sizes of shapes and poses of the drawing at some constants, by name."""
        return self._checked_outputs({**(keywords or {}), **more}, self.drawing)

    def _checked_outputs(
        self, keywords: Mapping[str, Any], names: Iterable[str]
    ) -> dict[str, np.ndarray]:
        found = self.outputs_at(self.vector(keywords))
        broken = [c for c, good in zip(self.guards, found[GUARDS], strict=True) if not good]
        wanted = {name: found[name] for name in names}
        if broken or not all(np.isfinite(x).all() for x in wanted.values()):
            raise self._refusal(keywords, broken)
        return wanted

    def outputs_at(self, flat: np.ndarray) -> dict[str, np.ndarray]:
        """Return all outputs of the program at constants [SI], guards among them, unchecked."""
        found = interpret(self.program, [flat])
        return {port.name: x for port, x in zip(self.program.outputs, found, strict=True)}

    def _refusal(self, keywords: Mapping[str, Any], broken: list[Condition]) -> SarrusError:
        """Return why the numbers of some constants are not those of this program."""
        try:
            flat = self.vector(keywords)
            self.read(self.as_values(flat))
        except SarrusError as error:
            return error
        where = ", ".join(dict.fromkeys(c.where or "the constants" for c in broken))
        names = ", ".join(dict.fromkeys(n for c in broken for n in c.constants)) or "constants"
        rule = f"give the model another form than that of the file ({where or 'no finite number'})"
        return ModelError(
            Problem(CODE, f"constants {names}", rule, action="read the file anew with these values")
        )

    def as_values(self, flat: np.ndarray) -> dict[str, Any]:
        """Return constants [SI] as the reader of files takes them."""
        from sarrus.model.expressions import Value

        return {
            c.name: Value(float(x), c.dimension) for c, x in zip(self.constants, flat, strict=True)
        }

    @cached_property
    def derivative_program(self) -> Program:
        """The program of the derivatives of all outputs, guards apart, by the constants."""
        names = [*self.outputs, *self.drawing, *self.motion]
        if not self.constants:
            return Program((Port(INPUT, (0,)),), (), (), ())

        def derivatives(**arrays: Any) -> dict[str, Any]:
            (flat,) = arrays.values()
            found = dict(zip([p.name for p in self.program.outputs],
                             results_of(self.program, [flat]), strict=True))  # fmt: skip
            return {name: jacobian(found[name], flat) for name in names}

        return trace(derivatives, {INPUT: (len(self.constants),)})

    def derivatives(
        self, keywords: Mapping[str, Any] | None = None, **more: Any
    ) -> dict[str, np.ndarray]:
        """Return the derivatives of kernel inputs by the constants, by full names.

        Of shape (*shape of the number, constants), in SI units, at the values given.
        """
        return self._derivatives({**(keywords or {}), **more}, self.outputs)

    def motion_derivatives(
        self, keywords: Mapping[str, Any] | None = None, **more: Any
    ) -> dict[str, np.ndarray]:
        """Return those of the numbers of the start and of the laws of a study, by name."""
        return self._derivatives({**(keywords or {}), **more}, self.motion)

    def _derivatives(
        self, keywords: Mapping[str, Any], names: Iterable[str]
    ) -> dict[str, np.ndarray]:
        self.values(keywords)  # refuses what is no model
        found = interpret(self.derivative_program, [self.vector(keywords)])
        named = {p.name: x for p, x in zip(self.derivative_program.outputs, found, strict=True)}
        return {name: named[name] for name in names}


def constant_value(constant: Constant, raw: Any) -> float:
    """Return the value of what is given for a constant [SI]; raises for another dimension."""
    from sarrus.formats.yaml.scope import Scope

    found = Scope().value(raw)
    own, other = constant.dimension, found.dimension
    if own is not None and other is not None and without_cycles(own) != without_cycles(other):
        reason = f"is {dimension_text(dict(other))}, not {dimension_text(dict(own))}"
        raise QuantityError(reason, "M05", "give it in the unit of the file")
    return float(found.number)


def constants_map(
    source: str | os.PathLike[str] | ModelFile,
    names: Iterable[str] | None = None,
    sections: Sections | None = None,
) -> ConstantsMap:
    """Return the map from constants of a model file to the numbers of its model.

    source: the path of a file, its text (with a line break), or a document that has been read;
    names: the constants that are to be inputs; all that are not made of others, if not given;
    sections: reads what else the file says (`Study.constants_map`).

    Example:
        known = analysis.constants_map("four_bar.yaml")
    """
    from sarrus.formats.yaml.model_file import ModelFile, read_document

    file = source if isinstance(source, ModelFile) else _document(source)
    listed = sections or Sections()
    model = file.model()
    known = file.document.get("constants") or {}
    wanted = list(_free(known)) if names is None else list(dict.fromkeys(names))
    unknown = [name for name in wanted if name not in known]
    if unknown:
        raise ModelError([
            Problem("M09", f"constant {name!r}", "is not a constant of the file",
                    action=nearest(str(name), list(known)))
            for name in unknown
        ])  # fmt: skip
    constants = [written_constant(name, known[name], file.scope[name]) for name in wanted]

    def read(values: Mapping[str, Any]) -> Reading:
        name = file.mechanism.name
        found = read_document(file.document, file.marks, name=name, constants=values)
        built = found.model()
        return Reading(built, listed.read(found, plain(built)))

    return _map_of_trace(Reading(model, listed.read(file, model)), constants, read, listed)


@dataclass(frozen=True)
class Sections:
    """What else is read of a file, and the numbers of it by name; nothing unless given."""

    read: Callable[[ModelFile, Model], Any] = lambda file, model: None
    numbers: Callable[[Any], dict[str, np.ndarray]] = lambda plan: {}


def _document(source: str | os.PathLike[str]) -> ModelFile:
    from sarrus.file_access import read_bytes
    from sarrus.formats.yaml.located_yaml import parse
    from sarrus.formats.yaml.model_file import read_document

    if isinstance(source, str) and "\n" in source:
        value, marks = parse(source.encode(), "")
        return read_document(value, marks)
    file = os.fspath(source)
    value, marks = parse(read_bytes(file), file)
    stem = os.path.splitext(os.path.basename(file))[0]
    return read_document(value, marks, file, stem)


def _free(known: Mapping[str, Any]) -> Iterable[str]:
    """Go through the constants that are not made of others."""
    from sarrus.model.expressions import ExpressionError, parse_expression

    for name, raw in known.items():
        if not isinstance(raw, str):
            yield name
            continue
        try:
            used = parse_expression(raw).names
        except ExpressionError:  # a number with a unit, such as 250 mm
            used = ()
        if not any(other in known for other in used):
            yield name


def written_constant(name: str, raw: Any, value: Value) -> Constant:
    """Return a constant of a file: what is written, and its value."""
    unit = (parts_of(raw) or ("", ""))[1] if isinstance(raw, str) else ""
    return Constant(name, float(value.number), unit, value.dimension)


def _map_of_trace(
    home: Reading, constants: list[Constant], read: Read, sections: Sections
) -> ConstantsMap:
    """Return the map of the constants that a program can follow; the others are noted."""
    cannot: dict[str, str] = {}
    while True:
        found, ended = _attempt(home, constants, read, sections, cannot)
        if not ended and found is not None:
            return found
        cannot = {**cannot, **ended}
        constants = [c for c in constants if c.name not in ended]


def _attempt(
    home: Reading,
    constants: list[Constant],
    read: Read,
    sections: Sections,
    cannot: Mapping[str, str],
) -> tuple[ConstantsMap | None, dict[str, str]]:
    """Return the map, and the constants that it cannot follow."""
    tape = Tape()
    try:
        tracked = _tracked_reading(tape, constants, read)
    except Exception as error:
        return None, _stuck(constants, read, error)
    ended = {constants[k].name: reason for k, reason in tape.ended.items()}
    with track(tape):
        motion = _plan_numbers(sections, tracked.plan)
        for where, number in unnamed_numbers(tracked.model):
            for k in tape.inputs_of(number.symbol.number):
                ended.setdefault(constants[k].name, f"{where} follows it, which shapes the code")
        if ended:
            return None, ended
        found = _map(tape, constants, tracked, motion, read, cannot)
    return found, _different(found, home)


def _plan_numbers(sections: Sections, plan: Any) -> dict[str, np.ndarray]:
    """Return all tracked numbers of a plan: those that have a name, the others by their places."""
    named = sections.numbers(plan)
    known = {
        x.symbol.number
        for array in named.values()
        if array.dtype == object
        for x in array.flat
        if is_tracked(x)
    }
    others: dict[str, list[Any]] = {}
    for where, x in tracked_leaves(plan, "study"):
        if x.symbol.number not in known:
            others.setdefault(where, []).append(x)
    return {**named, **{where: np.array(found) for where, found in others.items()}}


def _tracked_reading(tape: Tape, constants: list[Constant], read: Read) -> Reading:
    from sarrus.model.expressions import Value

    values = {
        c.name: Value(tape.number(k, c.value), c.dimension)  # type: ignore[arg-type]
        for k, c in enumerate(constants)
    }
    with track(tape):
        return read(values)


def _stuck(constants: list[Constant], read: Read, error: Exception) -> dict[str, str]:
    """Return the constants with which the file cannot be read while they are tracked."""
    found = {}
    for constant in constants:
        try:
            _tracked_reading(Tape(), [constant], read)
        except Exception as problem:
            found[constant.name] = f"reading does not go on with it: {_line(problem)}"
    return found or {c.name: f"reading does not go on with them: {_line(error)}" for c in constants}


def _line(error: Exception) -> str:
    problems = getattr(error, "problems", ())
    first = problems[0] if problems else None
    return f"{first.element} {first.rule}" if first is not None else (str(error).split("\n")[0])


def _map(
    tape: Tape,
    constants: list[Constant],
    tracked: Reading,
    motion: Mapping[str, np.ndarray],
    read: Read,
    cannot: Mapping[str, str],
) -> ConstantsMap:
    tables = (kernel_numbers(tracked.model), drawing_numbers(tracked.model), motion)
    outputs, drawing, moving = (
        {name: x for name, x in table.items() if x.dtype == object} for table in tables
    )
    builder = tape.builder
    guards = list(tape.guards.values())
    good = [g.condition if g.holds else builder.unary("not", g.condition) for g in guards]
    arrays = [*outputs.values(), *drawing.values(), *moving.values()]
    names = [*outputs, *drawing, *moving]
    inputs = [Port(INPUT, (len(constants),))]
    ports = [Port(n, x.shape) for n, x in zip(names, arrays, strict=True)]
    results = [value_numbers(list(x.flat), builder) for x in arrays]
    program = needed_program(
        inputs, [*ports, Port(GUARDS, (len(good),))], builder.instructions, [*results, good]
    )
    conditions = tuple(
        Condition(g.where, tuple(constants[k].name for k in tape.inputs_of(g.condition)))
        for g in guards
    )
    return ConstantsMap(
        tuple(constants),
        program,
        tuple(outputs),
        tuple(drawing),
        tuple(moving),
        conditions,
        dict(cannot),
        read,
        tracked,
        Program(tuple(inputs), (), tuple(builder.instructions), ()),
    )


def _different(found: ConstantsMap, home: Reading) -> dict[str, str]:
    """Return the constants on which numbers depend that the map does not know.

    The map is compared with the file read anew, at the constants of the file and at others.
    """
    n = len(found.constants)
    at_home = difference(found.reading(found.defaults), home)
    if at_home:
        return {c.name: f"{at_home} is computed otherwise with it" for c in found.constants}
    wrong = _difference(found, np.ones(n)) if n else ""
    if not wrong:
        return {}
    alone = {c.name: _difference(found, np.eye(n)[k]) for k, c in enumerate(found.constants)}
    named = {name: f"{where} follows it, and no input" for name, where in alone.items() if where}
    return named or {c.name: f"{wrong} follows it, and no input" for c in found.constants}


def _difference(found: ConstantsMap, which: np.ndarray) -> str:
    """Return what differs between map and file where some constants are moved, or nothing."""
    for step in STEPS:
        parts = which * step * (1.0 + 0.1 * np.arange(1, len(which) + 1) / len(which))
        flat = np.where(found.defaults == 0.0, parts, found.defaults * (1.0 + parts))
        if not np.all(found.outputs_at(flat)[GUARDS]):
            continue
        try:
            other = found.read(found.as_values(flat))
        except SarrusError:
            continue
        return difference(found.reading(flat), other)
    return ""

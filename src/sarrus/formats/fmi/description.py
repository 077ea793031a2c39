"""What the model description of an FMU says (FMI 2.0 and 3.0), read from its archive.

Nothing of an FMU is run or unpacked for this: the archive is looked at, and one XML file of it is
read as all XML files are, without document types and entities.
"""

from __future__ import annotations

import io
import math
import re
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import product
from typing import Any

from sarrus.errors import Location, ModelError, Problem
from sarrus.file_access import file_error, read_bytes
from sarrus.formats.fmi.names import BASE, VERSIONS
from sarrus.formats.source_text import SourceText
from sarrus.formats.xml.tree import Element, parse_xml
from sarrus.late_dataclass import dataclass
from sarrus.model.units import Dimension, si_unit, without_cycles

CODE = "F25"
"""The code of an FMU that cannot be read or used."""
FILE = "modelDescription.xml"
MOST_BYTES = 1024 * 1024 * 1024
"""Of an archive, and of all files in it."""
MOST_FILES = 20_000
MOST_TEXT = 64 * 1024 * 1024
"""Of the model description."""
LONGEST = 1_000_000
"""Characters of an attribute: descriptions of variables may be long."""
MODEL_EXCHANGE, CO_SIMULATION = "model_exchange", "co_simulation"
KINDS = {MODEL_EXCHANGE: "ModelExchange", CO_SIMULATION: "CoSimulation"}
TYPES = {"Real": "Float64", "Integer": "Int32", "Boolean": "Boolean", "String": "String",
         "Enumeration": "Int32"}  # fmt: skip
"""Types of FMI 2.0 by the names of FMI 3.0."""
WHOLE = ("Int8", "UInt8", "Int16", "UInt16", "Int32", "UInt32", "Int64", "UInt64")
CLOCK = "Clock"
"""The type of clocks of FMI 3.0."""
MOST_ELEMENTS = 10_000
"""Of all arrays, that are variables of their own."""
NUMBERS = ("Float64", "Float32", *WHOLE, "Boolean")
"""Types of variables that are one number."""


@dataclass(frozen=True)
class FmuUnit:
    """A unit of an FMU: value in SI = factor value + offset; dimension: None where it says none."""

    name: str = ""
    factor: float = 1.0
    offset: float = 0.0
    dimension: Dimension | None = None

    def in_si(self, value: float) -> float:
        """Return a value of an FMU in SI units."""
        return self.factor * value + self.offset

    def from_si(self, value: float) -> float:
        """Return a value in SI units as an FMU has it."""
        return (value - self.offset) / self.factor


@dataclass(frozen=True)
class FmuVariable:
    """A variable: its type has the name of FMI 3.0, `size` is that of an array, None of a number.

    derivative: of which state it is the rate, by its reference or, in FMI 2.0, its number from 1;
    place: of an element of an array, from 0, among all `count` of the array; clocked:
    whether it has values at the ticks of clocks only (FMI 3.0).
    """

    name: str
    reference: int
    kind: str
    causality: str = "local"
    variability: str = "continuous"
    initial: str = ""
    unit: FmuUnit = FmuUnit()
    start: str | None = None
    derivative: int | None = None
    nominal: float | None = None
    size: str | None = None
    least: float = -math.inf
    most: float = math.inf
    place: int = 0
    count: int = 1
    clocked: bool = False

    @property
    def code(self) -> int:
        """The reference, with the place of an element of an array above its 32 bits."""
        return self.reference | self.place << 32

    @property
    def is_number(self) -> bool:
        """Whether it is one number."""
        return self.kind in NUMBERS and self.size is None

    @property
    def is_settable(self) -> bool:
        """Whether its value may be set before the start."""
        return self.causality in ("parameter", "structuralParameter", "input") or (
            self.variability != "constant" and self.initial in ("exact", "approx")
        )

    @property
    def number(self) -> float | None:
        """The start value as a number of its unit, None where there is none."""
        words = {"true": 1.0, "false": 0.0}
        if self.start is None or not self.is_number:
            return None
        text = self.start.strip()
        try:
            return words[text] if text in words else float(text)
        except ValueError:
            return None


@dataclass(frozen=True)
class FmuDescription:
    """A model description: what its variables are, and what its program can do, by kind."""

    file: str
    version: str
    name: str
    token: str
    variables: tuple[FmuVariable, ...]
    abilities: Mapping[str, Mapping[str, str]]
    """Attributes of ModelExchange and CoSimulation, by our names of both."""
    states: tuple[str, ...]
    """Names of the continuous states, in the order of their vector."""
    indicators: int
    """Number of event indicators."""
    folders: tuple[str, ...]
    """The folders of its libraries, such as linux64."""
    sources: bool
    """Whether there are C sources."""

    @property
    def clocks_to_tick(self) -> tuple[str, ...]:
        """Names of the clocks (FMI 3.0) that wait for the ticks of whoever imports the FMU."""
        return tuple(v.name for v in self.variables if v.kind == CLOCK and v.causality == "input")

    @cached_property
    def by_name(self) -> dict[str, FmuVariable]:
        """The variables by name."""
        return {v.name: v for v in self.variables}

    def ability(self, kind: str, name: str) -> bool:
        """Tell whether a flag of a kind is set; the names of FMI 2.0 and 3.0 differ in case."""
        found = {key.lower(): value for key, value in self.abilities.get(kind, {}).items()}
        return found.get(name.lower()) in ("true", "1")

    def identifier(self, kind: str) -> str:
        """Return the name of the library of a kind."""
        return self.abilities[kind]["modelIdentifier"]

    def of_causality(self, *causalities: str) -> list[FmuVariable]:
        """Return the variables of some causalities."""
        return [v for v in self.variables if v.causality in causalities]


def archive_of(path: str) -> tuple[zipfile.ZipFile, list[zipfile.ZipInfo]]:
    """Return the archive of an FMU and its files, or raise ModelError (F25).

    Names that leave the folder, links and sizes beyond the limits are refused.
    """
    content = read_bytes(path, MOST_BYTES)
    try:
        archive = zipfile.ZipFile(io.BytesIO(content))
        entries = archive.infolist()
    except (zipfile.BadZipFile, ValueError, NotImplementedError, EOFError) as error:
        action = "an FMU is a ZIP archive with modelDescription.xml inside: export it again"
        raise file_error(path, CODE, f"is not an FMU: {error}", action) from None
    total = sum(entry.file_size for entry in entries)
    if total > MOST_BYTES or len(entries) > MOST_FILES:
        rule = f"unpacks to {total / 2**20:.4g} MB in {len(entries)} files, more than is allowed"
        raise file_error(path, CODE, rule, f"at most {MOST_BYTES / 2**20:.4g} MB are unpacked")
    for entry in entries:
        parts = re.split(r"[/\\]", entry.filename)
        is_link = (entry.external_attr >> 16) & 0o170000 == 0o120000
        if ".." in parts or parts[0] == "" or ":" in parts[0] or is_link:
            rule = f"holds '{entry.filename[:80]}', which would be written outside its folder"
            raise file_error(path, CODE, rule, "such an archive is damaged or hostile: leave it")
    return archive, entries


def read_fmu(path: str) -> FmuDescription:
    """Return the description of an FMU; raises ModelError with every problem found (F25, F01...).

    Problems of the XML name its lines.
    """
    archive, entries = archive_of(path)
    names = [entry.filename for entry in entries]
    if FILE not in names:
        near = [name for name in names if name.endswith(FILE)]
        cause = f"it is under '{near[0]}': a folder was packed, not its content" if near else ""
        problem = Problem(
            CODE, "file", f"holds no {FILE}, so that it is not an FMU", repr(path), cause,
            "export the FMU again", location=Location(path, 1, 1),
        )  # fmt: skip
        raise ModelError(problem)
    if archive.getinfo(FILE).file_size > MOST_TEXT:
        raise file_error(path, "F02", f"has a {FILE} of more than {MOST_TEXT / 2**20:.4g} MB")
    try:
        content = archive.read(FILE)
    except Exception as error:  # of zlib, of a checksum, of a method that is not known
        raise file_error(path, CODE, f"has a damaged {FILE}: {error}", "copy it again") from None
    root = parse_xml(SourceText.of_bytes(content, f"{path}/{FILE}"), LONGEST)
    return _Reader(path, root, names).description()


class _Reader:
    """Reads one model description, and keeps every problem of it."""

    def __init__(self, path: str, root: Element, names: Sequence[str]) -> None:
        self.path, self.root, self.names = path, root, names
        self.problems: list[Problem] = []
        self.version = ""

    def refuse(self, at: Element, attribute: str, rule: str, action: str = "") -> None:
        value = at.attributes.get(attribute, "")
        place = at.places.get(attribute, at.place)
        element = f"{at.path} / {attribute}" if attribute else at.path
        shown = f"'{value[:60]}'" if value else ""
        self.problems.append(Problem(CODE, element, rule, shown, action=action, location=place))

    def description(self) -> FmuDescription:
        root = self.root
        written = root.attributes.get("fmiVersion", "")
        self.version = next((v for v in VERSIONS if written.startswith(v)), "")
        if root.tag != "fmiModelDescription" or not self.version:
            rule = f"is not a version of FMI that is read: {', '.join(VERSIONS)}"
            self.refuse(root, "fmiVersion" if written else "", rule, "export it in one of these")
            raise ModelError(self.problems)
        abilities = self._abilities()
        variables = self._variables()
        states, indicators = self._structure(variables)
        token = "guid" if self.version == "2.0" else "instantiationToken"
        if not root.attributes.get(token):
            self.refuse(root, "", f"has no {token}", "export the FMU again")
        if self.problems:
            raise ModelError(self.problems)
        folders = {n.split("/")[1] for n in self.names if re.match(r"binaries/[^/]+/[^/]+", n)}
        has_sources = any(n.startswith("sources/") and n.endswith(".c") for n in self.names)
        return FmuDescription(
            self.path, self.version, root.attributes.get("modelName", ""),
            root.attributes[token], tuple(variables), abilities, states, indicators,
            tuple(sorted(folders)), has_sources,
        )  # fmt: skip

    def _abilities(self) -> dict[str, Mapping[str, str]]:
        found: dict[str, Mapping[str, str]] = {}
        for kind, tag in KINDS.items():
            for element in self.root.all(tag):
                identifier = element.attributes.get("modelIdentifier", "")
                if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", identifier):
                    self.refuse(element, "modelIdentifier", "is not the name of a library")
                found[kind] = element.attributes
        if not found:
            rule = "has neither ModelExchange nor CoSimulation"
            self.refuse(self.root, "", rule, "export it with one of them")
        return found

    def _number(self, at: Element, name: str, usual: float | None = None) -> float | None:
        text = at.attributes.get(name)
        if text is None:
            return usual
        try:
            return float(text)
        except ValueError:
            self.refuse(at, name, "is not a number")
            return usual

    def _whole(self, at: Element, name: str) -> int | None:
        text = at.attributes.get(name)
        if text is None:
            return None
        if re.fullmatch(r"\s*\d{1,10}\s*", text) and int(text) < 2**32:
            return int(text)
        self.refuse(at, name, "is not a whole number from 0 to 4294967295")
        return None

    # --- units and types -------------------------------------------------------------------------

    def _units(self) -> dict[str, FmuUnit]:
        found: dict[str, FmuUnit] = {}
        for group in self.root.all("UnitDefinitions"):
            for unit in group.all("Unit"):
                name = unit.attributes.get("name", "")
                base = next(iter(unit.all("BaseUnit")), None)
                found[name] = FmuUnit(name) if base is None else self._base(name, base)
        return found

    def _base(self, name: str, base: Element) -> FmuUnit:
        powers = {q: self._number(base, a, 0.0) or 0.0 for q, a in BASE.items()}
        for quantity, power in powers.items():
            if not math.isfinite(power):
                self.refuse(base, BASE[quantity], "must be a number that is finite")
                powers[quantity] = 0.0
        factor = self._number(base, "factor", 1.0)
        offset = self._number(base, "offset", 0.0) or 0.0
        if not factor or not math.isfinite(factor) or not math.isfinite(offset):
            self.refuse(base, "factor", "must be a number that is finite and not 0")
            factor = 1.0
        from fractions import Fraction

        dimension = tuple(sorted((f"{q}", Fraction(p)) for q, p in powers.items() if p))
        return FmuUnit(name, float(factor), float(offset), dimension)

    def _types(self) -> dict[str, Mapping[str, str]]:
        """Return the attributes of the types that variables may be declared with."""
        found: dict[str, Mapping[str, str]] = {}
        for group in self.root.all("TypeDefinitions"):
            for item in group.children:
                inner = item.children[0].attributes if item.children else {}
                found[item.attributes.get("name", "")] = {**item.attributes, **inner}
        return found

    # --- variables -------------------------------------------------------------------------------

    def _variables(self) -> list[FmuVariable]:
        units, types = self._units(), self._types()
        found: list[FmuVariable] = []
        seen: dict[str, Element] = {}
        for group in self.root.all("ModelVariables"):
            for item in group.children:
                variable = self._variable(item, units, types)
                if variable is None:
                    continue
                if variable.name in seen:
                    self.refuse(item, "name", "is the name of two variables")
                seen[variable.name] = item
                found.append(variable)
        self._add_elements(found, seen)
        return found

    def _add_elements(self, found: list[FmuVariable], seen: Mapping[str, Element]) -> None:
        """Add the elements of arrays of numbers, such as u[2] or A[1,2], as variables."""
        known = {v.reference: v for v in found}
        added = 0
        for variable in [v for v in found if v.size is not None and v.kind in NUMBERS]:
            sizes = [self._length(part, known) for part in (variable.size or "").split(" x ")]
            count = math.prod(n or 0 for n in sizes)
            added += count
            if not count or added > MOST_ELEMENTS:
                continue
            starts = (variable.start or "").split()
            starts = starts * count if len(starts) == 1 else starts
            for place, at in enumerate(product(*(range(1, (n or 0) + 1) for n in sizes))):
                name = f"{variable.name}[{','.join(map(str, at))}]"
                if name in seen:
                    self.refuse(seen[name], "name", f"is that of an element of '{variable.name}'")
                    continue
                start = starts[place] if place < len(starts) else None
                found.append(
                    replace(variable, name=name, size=None, start=start, place=place, count=count)
                )

    @staticmethod
    def _length(part: str, known: Mapping[int, FmuVariable]) -> int | None:
        """Return a length of an array: a number, or the start of the variable that it names."""
        text = part
        if part.startswith("#"):
            variable = known.get(int(part[1:])) if part[1:].isdigit() else None
            text = "" if variable is None else variable.start or ""
        return int(text) if re.fullmatch(r"\s*\d{1,9}\s*", text) else None

    def _variable(
        self, item: Element, units: Mapping[str, FmuUnit], types: Mapping[str, Mapping[str, str]]
    ) -> FmuVariable | None:
        own: dict[str, str] = dict(item.attributes)
        kind, size = item.tag, None
        if self.version == "2.0":
            inner = next((c for c in item.children if c.tag in TYPES), None)
            if item.tag != "ScalarVariable" or inner is None:
                self.refuse(item, "", "is not a variable of FMI 2.0")
                return None
            kind = TYPES[inner.tag]
            own = {**inner.attributes, **own}
        else:
            kind = "Int64" if kind == "Enumeration" else kind
            dims = [
                d.attributes.get("start") or f"#{d.attributes.get('valueReference', '')}"
                for d in item.all("Dimension")
            ]
            size = " x ".join(dims) if dims else None
            starts = [c.attributes.get("value", "") for c in item.all("Start")]
            if starts and "start" not in own:
                own["start"] = starts[0]
        own = {**types.get(own.get("declaredType", ""), {}), **own}
        name, reference = item.attributes.get("name"), self._whole(item, "valueReference")
        if name is None or reference is None:
            if name is None or "valueReference" not in item.attributes:
                self.refuse(item, "", "has no name or no valueReference")
            return None
        causality = own.get("causality", "local")
        usual = "continuous" if kind.startswith("Float") else "discrete"
        usual = "fixed" if causality.endswith("arameter") else usual
        variability = own.get("variability", usual)
        initial = own.get("initial") or (
            "exact" if causality == "parameter" or variability == "constant" else ""
        )
        unit = units.get(own.get("unit", "")) or _named_unit(own.get("unit", ""))
        of = own.get("derivative")
        limits = [_float(own.get(word)) for word in ("min", "max", "nominal")]
        return FmuVariable(
            name, reference, kind, causality, variability, initial, unit,
            own.get("start"), int(of) if of and of.strip().isdigit() else None,
            limits[2], size,
            -math.inf if limits[0] is None else limits[0],
            math.inf if limits[1] is None else limits[1],
            clocked=bool(own.get("clocks", "").strip()),
        )  # fmt: skip

    def _structure(self, variables: Sequence[FmuVariable]) -> tuple[tuple[str, ...], int]:
        """Return the names of the states, in order, and the number of event indicators."""
        structure = next(iter(self.root.all("ModelStructure")), None)
        children = [] if structure is None else structure.children
        every: dict[int, list[FmuVariable]] = {}
        if self.version == "2.0":
            listed = [c for part in children if part.tag == "Derivatives" for c in part.children]
            places: dict[int, FmuVariable] = dict(enumerate(variables, 1))
            key, count = "index", self._whole(self.root, "numberOfEventIndicators") or 0
            states = places
        else:
            listed = [c for c in children if c.tag == "ContinuousStateDerivative"]
            places = {v.reference: v for v in variables if v.count == 1}
            for v in variables:
                if v.size is None:
                    every.setdefault(v.reference, []).append(v)
            marks = [c for c in children if c.tag == "EventIndicator"]
            key = "valueReference"
            count = sum(len(every.get(self._whole(c, key) or 0, "1")) for c in marks)
            states = places
        found: list[str] = []
        for item in listed:
            rate = places.get(self._whole(item, key) or 0)
            state = None if rate is None or rate.derivative is None else states.get(rate.derivative)
            if state is None:
                self.refuse(item, key, "is not the derivative of a state")
            elif state.size is None:
                found.append(state.name)
            else:  # all elements of an array
                found += [v.name for v in every.get(state.reference, [state])]
        return tuple(found), count


def _named_unit(name: str) -> FmuUnit:
    """Return a unit that the file does not describe: by its name, where that is a unit of ours."""
    if not name:
        return FmuUnit()
    try:
        factor, dimension = si_unit(name.replace(".", "*"))
    except Exception:  # QuantityError of a name that is no unit, or of a scale that is shifted
        return FmuUnit(name)
    return FmuUnit(name, factor, 0.0, without_cycles(dimension))


def _float(text: str | None) -> float | None:
    try:
        return None if text is None else float(text)
    except ValueError:
        return None


def dimension_text(dimension: Dimension) -> str:
    """Return a dimension in base units, such as kg m^2/s^2."""

    def part(items: Iterable[tuple[str, Any]]) -> str:
        return " ".join(
            BASE.get(q, q) + ("" if abs(p) == 1 else f"^{abs(p)}") for q, p in items
        )  # fmt: skip

    above = part((q, p) for q, p in dimension if p > 0) or "1"
    below = part((q, p) for q, p in dimension if p < 0)
    return above + (f"/({below})" if " " in below else f"/{below}" if below else "")

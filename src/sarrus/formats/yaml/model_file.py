"""Model files in YAML: the mechanism of a document, and its other sections with their places."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

from sarrus.errors import Location, ModelError, Problem
from sarrus.file_access import read_bytes
from sarrus.formats.records import Document, Path
from sarrus.formats.yaml.located_yaml import parse
from sarrus.formats.yaml.marks import Marks
from sarrus.formats.yaml.page import BROKEN, At, Page
from sarrus.formats.yaml.places import Places, key_place
from sarrus.formats.yaml.points import read_points
from sarrus.formats.yaml.scope import Scope, read_constants
from sarrus.formats.yaml.sections import read_sections
from sarrus.formats.yaml.values import in_unit, numbers
from sarrus.late_dataclass import dataclass
from sarrus.model.building.entry import Entry
from sarrus.model.building.references import nearest
from sarrus.model.mechanism import Mechanism
from sarrus.model.model import Model

VERSION = 1
HEAD = (
    "sarrus",
    "name",
    "description",
    "constants",
    "points",
    "include",
    "gravity",
    "tolerance",
    "base",
)
DESCRIPTION = (
    "bodies",
    "beams",
    "modal_bodies",
    "ground",
    "frames",
    "joints",
    "couplers",
    "forces",
    "start",
)
STUDY = (
    "compile",
    "assembly",
    "inputs",
    "drives",
    "locked",
    "events",
    "equilibrium",
    "realtime",
    "run",
    "outputs",
    "units",
    "sliders",
    "film",
    "manoeuvres",
    "balance",
    "tolerances",
    "optimize",
    "identify",
    "optimal_motion",
)
SECTIONS = (*HEAD, *DESCRIPTION, *STUDY)
BASES = ("fixed", "prescribed")


@dataclass
class ModelFile:
    """A document that has been read.

    document: the raw values; marks: the place of every value by its path; scope: the constants;
    mechanism: what the document describes, for the builder; sections: the raw values of the
    sections that say what is done with the model; problems: what the reader has found so far.
    """

    document: Mapping[str, Any]
    marks: Mapping[Path, Location]
    scope: Scope
    mechanism: Mechanism
    sections: dict[str, Any]
    page: Page

    @property
    def problems(self) -> list[Problem]:
        """The problems of the reader, those of the builder not among them."""
        return self.page.problems

    def model(self, *, strict: bool = False) -> Model:
        """Return the built model, or raise ModelError with every problem of reader and builder."""
        mine = list(self.problems)
        if self.page.is_full:
            raise ModelError(self._once(mine))
        if mine and self._has_gravity:
            # the builder's checks of the whole would speak of what is not meant
            self.mechanism.gravity = BROKEN
            self.page.broken.add(f"model {self.mechanism.name!r} / gravity")
        try:
            return self.mechanism.build(strict=strict)
        except ModelError as error:
            others = self.page.of_builder(error.problems)
            raise ModelError(self._once([*mine, *others])) from None

    @property
    def _has_gravity(self) -> bool:
        """Whether there is nothing to report of gravity."""
        return Entry("", {}, []).vector("gravity", self.mechanism.gravity, "m/s^2") is not None

    def problems_to_report(self, problems: list[Problem]) -> list[Problem]:
        """Return the builder's problems of the document as they are to be reported."""
        return self._once(self.page.of_builder(problems))

    def _once(self, problems: list[Problem]) -> list[Problem]:
        """Return the problems, those of the instances of one template only once."""
        first: dict[Any, int] = {}
        found: list[Problem] = []
        counts: dict[int, int] = {}
        for problem in problems:
            attribute = problem.element.partition(" / ")[2]
            place = problem.location
            key = (problem.code, problem.severity, place and (place.line, place.column), attribute)
            repeated = place is not None and self._is_repeated(place)
            if repeated and key in first:
                counts[first[key]] = counts.get(first[key], 0) + 1
                continue
            first.setdefault(key, len(found))
            found.append(problem)
        for number, count in counts.items():
            rule = f"{found[number].rule.rstrip('.')} (and {count} more of this repetition)"
            found[number] = replace(found[number], rule=rule)
        return found

    def _is_repeated(self, place: Location) -> bool:
        """Tell whether a place is in a record with `for`."""
        return (place.line, place.column) in self._repeated_places

    @cached_property
    def _repeated_places(self) -> set[tuple[int, int]]:
        found: set[tuple[int, int]] = set()
        for path in self.marks if self.page.repeated else ():
            if path[:2] in self.page.repeated:
                for place in (self.marks[path], key_place(self.marks, path)):
                    if place is not None:
                        found.add((place.line, place.column))
        return found


def read_file(
    path: str | os.PathLike[str], constants: Mapping[str, Any] | None = None, *, name: str = ""
) -> ModelFile:
    """Return what a model file describes.

    constants: values that replace those of the file. Raises ModelError for what is no document;
    other problems stand in the result, and `model` raises them together with the builder's.
    """
    file = os.fspath(path)
    value, marks = parse(read_bytes(file), file)
    stem = os.path.splitext(os.path.basename(file))[0]
    return read_document(value, marks, file, name or stem, constants=constants, rename=bool(name))


def read_document(
    value: Any,
    marks: Mapping[Path, Location] | None = None,
    file: str = "",
    name: str = "mechanism",
    *,
    constants: Mapping[str, Any] | None = None,
    rename: bool = False,
    including: tuple[str, ...] = (),
) -> ModelFile:
    """Return what the raw values of a document describe.

    marks: the places of the values, from `located_yaml.parse`; name: of the model, where the
    document gives none, or in any case with rename=True; including: the files that it is a part of.
    """
    main = os.path.dirname(including[0]) if including else ""
    page = Page({} if marks is None else marks, value, main=main)
    if not isinstance(value, Mapping):
        raise ModelError(_no_model(page, file))
    value = _meant_sections(page, value, _check_keys(page, value))
    values = constants or {}
    if "include" in value and any("." in key for key in values):
        value, values = _handed_down(value, values)
    scope = _scope(page, value, values)
    at = At(page, "model", (), scope)
    called = value.get("name", name)
    if "name" in value and (not isinstance(called, str) or not called.strip()):
        at.key("name", "name").refuse(called, "is not a name", "put it in quotes")
        called = name
    mechanism = Mechanism(name if rename else called)
    scope = read_points(page, value.get("points"), scope, mechanism)
    if "include" in value:
        from sarrus.formats.yaml.includes import read_includes

        scope = read_includes(page, value["include"], scope, mechanism, including)
    at = At(page, "model", (), scope)
    if "gravity" in value:
        mechanism.gravity = numbers(at.key("gravity", "gravity"), value["gravity"])
        if mechanism.gravity is BROKEN:
            page.broken.add(f"model {mechanism.name!r} / gravity")
    if "tolerance" in value:
        mechanism.tolerance = in_unit(
            at.key("tolerance", "tolerance"), value["tolerance"], "dimensionless"
        )
        if mechanism.tolerance is BROKEN:
            page.broken.add(f"model {mechanism.name!r} / tolerance")
    written = {"gravity": "gravity", "tolerance": "tolerance"}
    mechanism.source = Places(page.marks, (), value, written)
    _read_base(at, value, mechanism)
    read_sections(page, value, scope, mechanism)
    sections = {key: value[key] for key in STUDY if key in value}
    if isinstance(value.get("base"), Mapping):  # a base with laws of its motion
        sections["base"] = value["base"]
    return ModelFile(value, page.marks, scope, mechanism, sections, page)


def _no_model(page: Page, file: str) -> Problem:
    rule = "holds no model: sections such as 'bodies' and 'joints' are expected"
    place = page.marks.get(()) or (Location(file, 1, 1) if file else None)
    action = "start with the line 'sarrus: 1'"
    return Problem("M09", "file", rule, repr(file), action=action, location=place)


def _check_keys(page: Page, value: Mapping[str, Any]) -> dict[str, str]:
    """Report sections that are not known, and a version that is missing or not known.

    Return which sections are meant by keys that are misspelt.
    """
    at = At(page, "file", (), Scope())
    left = [name for name in SECTIONS if name not in value]
    meant: dict[str, str] = {}
    for key in value:
        if key not in SECTIONS and not page.is_full:
            action = at.unknown(key, left)
            near = next((name for name in left if f"did you mean {name!r}?" in action), None)
            if near is not None:
                left.remove(near)
                meant[str(key)] = near
    if "sarrus" not in value:
        at.report("F20", "does not say its version", action="start with the line 'sarrus: 1'")
    elif type(value["sarrus"]) is not int or value["sarrus"] != VERSION:
        there = at.key("sarrus", "sarrus")
        literal = there.literal(value["sarrus"])
        rule = f"is not a version of model files that this Sarrus reads, which is {VERSION}"
        there.report("F20", rule, value=literal, action="write 'sarrus: 1', or use a newer Sarrus")
    described = value.get("description")
    if described is not None and not isinstance(described, str):
        at.key("description", "description").refuse(described, "is not text", "put it in quotes")
    return meant


def _meant_sections(
    page: Page, value: Mapping[str, Any], meant: Mapping[str, str]
) -> Mapping[str, Any]:
    """Return a document with misspelt sections, which are reported, under the names that are meant.

    What refers to them is no further mistake, and what is wrong in them is reported, too.
    """
    if not meant:
        return value
    page.document = {meant.get(key, key): inner for key, inner in value.items()}
    if isinstance(page.marks, Marks):
        page.marks = page.marks.with_names(meant)
    found: Mapping[str, Any] = page.document
    return found


def _handed_down(
    value: Mapping[str, Any], constants: Mapping[str, Any]
) -> tuple[Mapping[str, Any], dict[str, Any]]:
    """Return a document whose included files get the constants that begin with their names."""
    files = value["include"] if isinstance(value["include"], Mapping) else {}
    records: dict[str, Any] = {
        k: {"file": r} if isinstance(r, str) else r for k, r in files.items()
    }
    own: dict[str, Any] = {}
    for key, raw in constants.items():
        part = max((name for name in files if key.startswith(f"{name}.")), key=len, default=None)
        if part is None or not isinstance(records[part], Mapping):
            own[key] = raw
        else:
            inner = {**(records[part].get("constants") or {}), key[len(part) + 1 :]: raw}
            records[part] = {**records[part], "constants": inner}
    return {**value, "include": records}, own


def _scope(page: Page, value: Mapping[str, Any], constants: Mapping[str, Any]) -> Scope:
    """Return the constants of the document, some of them replaced."""
    raw = value.get("constants")
    document = Document(page.marks, page.problems)
    if constants:
        known = raw if isinstance(raw, Mapping) else {}
        for key in constants:
            if key not in known:
                action = nearest(key, list(known))
                rule = "is not a constant of the file"
                page.problems.append(Problem("M09", "constants", rule, repr(key), action=action))
        raw = {key: constants.get(key, entry) for key, entry in known.items()}
    return read_constants(raw, document)


def _read_base(at: At, value: Mapping[str, Any], mechanism: Mechanism) -> None:
    if "base" not in value:
        return
    there = at.key("base", "base")
    if value["base"] == "prescribed" or isinstance(value["base"], Mapping):
        mechanism.prescribe_base()
    elif value["base"] != "fixed":
        action = nearest(str(value["base"]), BASES)
        literal = there.literal(value["base"])
        rule = "is not fixed, prescribed, or laws of its position and rotation"
        there.report("M09", rule, value=literal, action=action)

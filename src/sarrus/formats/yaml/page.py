"""Values of the file on their way to the builder, with their places and what was wrong."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import field, replace
from typing import Any, Final

from sarrus.errors import MOST_PROBLEMS, Location, Problem
from sarrus.formats.records import Path
from sarrus.formats.yaml.places import key_place
from sarrus.formats.yaml.scope import Scope
from sarrus.late_dataclass import dataclass
from sarrus.model.building.entry import Entry
from sarrus.model.building.references import MOST_HINTS, nearest_feature
from sarrus.model.expressions import ExpressionError
from sarrus.model.joint_names import JointNames


class Broken:
    """What the builder gets for a value that could not be read; it is not reported again."""

    def __repr__(self) -> str:
        return "nothing"


BROKEN: Final = Broken()
MOST_PATTERNS = 50
"""Templates of names with the same start that are told apart."""
LONGEST_START = 200
LEADING_NAME = re.compile(r"[A-Za-z_][\w.]*")
QUOTES = "put an expression with commas in quotes"


@dataclass
class Names:
    """What the elements of the document are called; motion: joints whose types are known."""

    bodies: Collection[str] = ()
    frames: Collection[str] = ()
    joints: Collection[str] = ()
    motion: JointNames = field(default_factory=JointNames)


@dataclass
class Page:
    """A document that is being read: places, problems, and what the problems are about.

    broken: elements and attributes of which a problem is reported; renamed: those that the builder
    calls otherwise than the file; repeated: paths of the records that stand for several; lost: the
    names of records that could not be repeated, as patterns by their starts; points: those of the
    drawing, by name; included: what the elements of parts are called here; main: the folder of the
    file that is read, where this document is a part of it: its files are open to its parts;
    mode_sets: those of modal bodies that are read, by where they stand.
    """

    marks: Mapping[Path, Location]
    document: Any = None
    problems: list[Problem] = field(default_factory=list)
    names: Names = field(default_factory=lambda: Names())
    broken: set[str] = field(default_factory=set)
    renamed: dict[str, str] = field(default_factory=dict)
    repeated: set[Path] = field(default_factory=set)
    lost: dict[str, list[str]] = field(default_factory=dict)
    points: Mapping[str, Any] = field(default_factory=dict)
    included: list[Names] = field(default_factory=list)
    main: str = ""
    mode_sets: dict[str, Any] = field(default_factory=dict)

    def raw(self, path: Path) -> Any:
        """Return the value at a path of the document, or None."""
        found = self.document
        for key in path:
            if isinstance(found, (list, tuple)):
                found = found[key] if isinstance(key, int) and key < len(found) else None
            else:
                found = found.get(key) if isinstance(found, Mapping) else None
        return found

    @property
    def is_full(self) -> bool:
        """Whether there are so many problems that reading on is of no use."""
        return len(self.problems) >= MOST_PROBLEMS

    def hint(self, action: str | Callable[[], str]) -> str:
        """Return what to do about a problem; what must be found out is not for the many."""
        if isinstance(action, str):
            return action
        return action() if len(self.problems) < MOST_HINTS else ""

    def lose(self, template: str) -> None:
        """Note that there are no records of a name with braces, for a reason that is reported."""
        parts = re.split(r"\{[^{}]*\}", template)
        self.lost.setdefault(parts[0], []).append(".*".join(map(re.escape, parts)))

    def of_builder(self, problems: Iterable[Problem]) -> list[Problem]:
        """Return the builder's problems that are not about what is reported already."""
        kept = [p for p in problems if not self._is_broken(p) and not self._is_lost(p)]
        new = self.renamed
        return [replace(p, element=new[p.element]) if p.element in new else p for p in kept]

    def _is_lost(self, problem: Problem) -> bool:
        """Tell whether a name is missing because of a problem of what has that name."""
        if problem.code == "M29" and self.problems:
            return True  # what a law reads is not there, for a reason that is reported
        if problem.code != "M09" or not problem.rule.startswith("is not the name of a"):
            return False
        name = problem.value.strip("'\"")
        known = "frame" in problem.rule and name in self.names.frames
        return known or (bool(self.lost) and self._fits_lost(name))

    def lacks(self, text: str) -> bool:
        """Tell whether a text begins with a name that is lost for a reason that is reported."""
        found = LEADING_NAME.match(text) if self.lost else None
        return found is not None and self._fits_lost(found[0])

    def _fits_lost(self, name: str) -> bool:
        """Tell whether a name may be one that is lost, in a time that does not grow with these."""
        for n in range(min(len(name), LONGEST_START) + 1):
            patterns = self.lost.get(name[:n], ())
            if len(patterns) > MOST_PATTERNS:
                return True
            if any(re.fullmatch(pattern, name) for pattern in patterns):
                return True
        return False

    def _is_broken(self, problem: Problem) -> bool:
        parts = problem.element.split(" / ")
        stems = [" / ".join(parts[:n]) for n in range(1, len(parts) + 1)]
        last = stems[-1]
        stems += [last[:i] for i, c in enumerate(last) if c in "[ "]
        return any(stem in self.broken for stem in stems)


@dataclass(frozen=True)
class At:
    """One value: the element and attribute that it belongs to, its path and its scope."""

    page: Page
    element: str
    path: Path
    scope: Scope
    attribute: str = ""

    @property
    def where(self) -> str:
        """The element with the attribute, as messages name it."""
        return f"{self.element} / {self.attribute}" if self.attribute else self.element

    @property
    def place(self) -> Location | None:
        """Where the value stands."""
        marks = self.page.marks
        for n in range(len(self.path), -1, -1):
            if self.path[:n] in marks:
                return marks[self.path[:n]]
        return None

    def key(self, key: str | int, attribute: str = "") -> At:
        """Return the value under a key; `attribute` adds to the name in messages."""
        name = f"{self.attribute} / {attribute}" if self.attribute and attribute else attribute
        path = (*self.path, key)
        return At(self.page, self.element, path, self.scope, name or self.attribute)

    def literal(self, raw: Any) -> str:
        """Return the value as written, else as Python shows it."""
        place = self.page.marks.get(self.path)
        text = place.text if place and place.text else repr(raw)
        return text if len(text) <= 80 else text[:77] + "..."

    def report(
        self,
        code: str,
        rule: str,
        *,
        value: str = "",
        action: str | Callable[[], str] = "",
        cause: str = "",
        place: Location | None = None,
    ) -> Broken:
        """Add a problem; return what the builder gets instead of the value.

        action: text, or a function that finds it out.
        """
        subject = value or self.attribute or self.element
        found = place or self.place
        self.page.problems.append(
            Problem(code, self.where, rule, subject, cause, self.page.hint(action), location=found)
        )
        self.page.broken.add(self.where)
        return BROKEN

    def refuse(self, raw: Any, rule: str, action: str | Callable[[], str] = "") -> Broken:
        """Report (M25) a value of the wrong kind."""
        return self.report("M25", rule, value=self.literal(raw), action=action)

    def expression_problem(self, text: str, error: ExpressionError) -> Broken:
        """Report an expression, at the character where it goes wrong."""
        if self._is_rest() or self.page.lacks(text[error.position :]):
            self.page.broken.add(self.where)
            return BROKEN
        place = self.place
        if place is not None:
            place = inside(place, text, error.position)
        action = self.page.hint(error.hint) or (QUOTES if is_cut(text) else "")
        value = self.literal(text)
        return self.report(error.code, error.reason, value=value, action=action, place=place)

    def _is_rest(self) -> bool:
        """Tell whether this is the rest of an expression in a list that a comma has cut."""
        if not self.path or not isinstance(self.path[-1], int):
            return False
        listed = self.page.raw(self.path[:-1])
        before = listed[: self.path[-1]] if isinstance(listed, (list, tuple)) else ()
        return any(is_cut(item) for item in before)

    def entry(self) -> Entry:
        """Return the builder's reader of numbers, which reports here."""
        place = self.place
        return Entry(self.where, {} if place is None else {"": place}, self.page.problems)

    def result_or_broken(self, entry: Entry, found: Any) -> Any:
        """Return what the builder's reader has found, or BROKEN after it has reported."""
        if found is None:
            self.page.broken.add(self.where)
        return BROKEN if found is None else found

    def mapping(self, raw: Any, known: Iterable[str], needed: Iterable[str] = ()) -> bool:
        """Tell whether a value is a mapping with what is needed; report keys that are not known."""
        names = list(known)
        if not isinstance(raw, Mapping):
            self.refuse(raw, "must be keys with values", f"write {{{', '.join(names[:4])}, ...}}")
            return False
        good = self.keys(raw, names, needed)
        if not good and self.attribute:
            self.page.broken.add(self.where)
        return good

    def keys(self, raw: Mapping[str, Any], known: Collection[str], needed: Iterable[str]) -> bool:
        """Tell whether keys are known and none is missing; a misspelt one is not missing, too."""
        left = [name for name in known if name not in raw]
        cut = any(is_cut(value) for value in raw.values())
        odd = [key for key in raw if key not in known and not (cut and raw[key] is None)]
        meant = {self.unknown(key, left) for key in odd[:MOST_PROBLEMS]}
        misspelt = {key for key in left if f"did you mean '{key}'?" in meant}
        self.page.broken |= {f"{self.where} / {key}" for key in misspelt}
        lacking = [key for key in needed if key not in raw]
        for key in lacking:
            if key not in misspelt:
                self.missing(key)
        return not odd and not lacking

    def unknown(self, key: Any, names: Collection[str]) -> str:
        """Report (M09) a key that is not known, at its place; return what may be meant."""
        action = self.page.hint(lambda: nearest_feature(str(key), names))
        place = key_place(self.page.marks, (*self.path, key)) or self.place
        problem = Problem(
            "M09",
            self.where,
            f"the key {str(key)[:80]!r} is not known",
            action=action,
            location=place,
        )
        self.page.problems.append(problem)
        return action

    def missing(self, key: str, action: str = "") -> Broken:
        """Report (M09) that a key is missing, at the place of the record."""
        place = key_place(self.page.marks, self.path) or self.place
        problem = Problem(
            "M09", self.where, f"the key {key!r} is missing", action=action, location=place
        )
        self.page.problems.append(problem)
        self.page.broken.add(f"{self.where} / {key}")
        return BROKEN


def is_cut(raw: Any) -> bool:
    """Tell whether text has an open bracket, as where a comma has ended it in {...} or [...]."""
    return isinstance(raw, str) and raw.count("(") > raw.count(")")


def inside(place: Location, text: str, position: int) -> Location:
    """Return the place of a character of a scalar, where the scalar stands on one line as it is."""
    shown = place.text[:-3] if place.text.endswith("...") else place.text
    quote = 1 if shown[:1] in ("'", '"') else 0
    body = shown[quote:].rstrip("'\"") if quote else shown
    if "\n" in shown or not text.startswith(body) or position > len(text):
        return place
    return replace(place, column=place.column + quote + position)

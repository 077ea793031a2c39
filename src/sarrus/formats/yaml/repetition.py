"""Records that stand for many: `for: {i: 1..n}`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from sarrus.formats.sizes import VARIABLE, most_elements
from sarrus.formats.yaml.page import At
from sarrus.formats.yaml.scope import Scope
from sarrus.model.expressions import ExpressionError

NAME = re.compile(r"[A-Za-z_]\w*", re.ASCII)
ACTION = "write a range such as 1..n, or a list of whole numbers"


class Counter:
    """How many elements and instances of them there are in the document so far."""

    def __init__(self) -> None:
        self.found = 0
        self.most = most_elements()

    def add(self, at: At) -> bool:
        """Count one more; report the first that is too many (F02), and return whether it is one."""
        self.found += 1
        if self.found == self.most + 1:
            rule = f"makes more than {self.most:,} elements in the document, which is the limit"
            at.report("F02", rule, action=f"split it, or set {VARIABLE} to a larger number")
        return self.is_over

    @property
    def is_over(self) -> bool:
        """Whether there are too many, so that none is made."""
        return self.found > self.most


def instances(at: At, raw: Any, counter: Counter) -> list[Scope]:
    """Return the scope of every instance of a record with `for`: {index: range or list}.

    Several indices make all combinations, the last one changing fastest; the range of one may use
    those before it. More elements in the document than `most_elements` are refused (F02).
    """
    if not isinstance(raw, Mapping) or not raw:
        at.refuse(raw, "must be names of indices with ranges", "write {i: 1..n}")
        return []
    if not all(_is_name(at, name) for name in raw):
        return []
    if counter.is_over:
        return []
    found = []
    before = len(at.page.problems)
    for scope in _inner_ranges(at, at.scope, list(raw.items())):
        if counter.add(at):  # ranges without instances count, too: they take time
            return []
        if len(at.page.problems) > before:
            return []
        if scope is not None:
            found.append(scope)
    return found


def _is_name(at: At, name: Any) -> bool:
    good = isinstance(name, str) and NAME.fullmatch(name) is not None
    if not good:
        at.key(name).report("M25", "is not a name that an index may have", value=repr(name))
    elif name in at.scope:
        rule = "is the name of a constant, or of an index around this one"
        at.key(name).report("M07", rule, value=f"'{name}'", action="choose another name")
        return False
    return good


def _inner_ranges(at: At, scope: Scope, indices: list[tuple[str, Any]]) -> Iterator[Scope | None]:
    """Go through the ranges one inside the other; None is the end of an inner one."""
    name, raw = indices[0]
    for value in _values(At(at.page, at.element, (*at.path, name), scope, at.attribute), raw):
        inner = scope.with_indices({name: value})
        if len(indices) > 1:
            yield from _inner_ranges(at, inner, indices[1:])
            yield None
        else:
            yield inner


def _values(at: At, raw: Any) -> Iterator[int]:
    if isinstance(raw, str) and ".." in raw:
        first, _, last = raw.partition("..")
        bounds = [_range_end(at, raw, part, offset) for part, offset in _parts(first, last)]
        if bounds[0] is not None and bounds[1] is not None:
            yield from range(bounds[0], bounds[1] + 1)
    elif isinstance(raw, (list, tuple)):
        found = [_number(at.key(i), item) for i, item in enumerate(raw)]
        yield from (value for value in found if value is not None)
    else:
        at.refuse(raw, "is not a range", ACTION)


def _parts(first: str, last: str) -> list[tuple[str, int]]:
    return [(first, 0), (last, len(first) + 2)]


def _range_end(at: At, whole: str, part: str, offset: int) -> int | None:
    """Return the whole number of one end of a range."""
    try:
        return at.scope.integer(part)
    except ExpressionError as error:
        at.expression_problem(whole, error.at_offset(offset))
        return None


def _number(at: At, raw: Any) -> int | None:
    try:
        return at.scope.integer(raw)
    except ExpressionError as error:
        at.expression_problem(str(raw), error)
        return None

"""Plain values of the sections of a study; None stands for what was reported."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sarrus.arguments import repetition, repetitions
from sarrus.formats.yaml import values
from sarrus.formats.yaml.page import BROKEN, At, Page
from sarrus.formats.yaml.places import key_place
from sarrus.model.building.references import nearest

PURE = "dimensionless"
"""The unit of numbers without one."""


def value_or_none(found: Any) -> Any:
    """Return a value of the file's readers, None for one that they have reported."""
    return None if found is BROKEN else found


def known_keys(
    at: At, raw: Any, known: Iterable[str], needed: Iterable[str] = ()
) -> dict[str, Any]:
    """Return the named values of a record that are known; report all others."""
    names = list(known)
    at.mapping(raw, names, needed)
    return {k: v for k, v in raw.items() if k in names} if isinstance(raw, Mapping) else {}


def named_values(at: At, raw: Any) -> dict[str, Any]:
    """Return named values."""
    if isinstance(raw, Mapping):
        return dict(raw)
    at.refuse(raw, "must be names with values", "write {name: value}")
    return {}


def items(at: At, raw: Any) -> list[tuple[At, Any]]:
    """Return the values of a list with their places; one value alone is a list of one."""
    if isinstance(raw, (list, tuple)):
        return [(at.key(i), value) for i, value in enumerate(raw)]
    return [(at, raw)]


def check_once(named: Iterable[tuple[At, str, Iterable[str]]]) -> None:
    """Report what is named twice; named: places, names, and all that each of these means."""
    listed = list(named)
    for k, other in repetitions([(name, parts) for _, name, parts in listed]):
        at, name, _ = listed[k]
        found = repetition(at.where, name, other)
        at.report(found.code, found.rule, cause=found.cause, action=found.action)


def number(at: At, raw: Any, unit: str, *, above: float | None = None) -> float | None:
    """Return a number in an SI unit."""
    found: float | None = value_or_none(values.in_unit(at, raw, unit))
    if found is not None and above is not None and found <= above:
        at.report("M04", f"must be above {above:g}", value=at.literal(raw))
        return None
    return found


def fitting_unit(at: At, raw: Any, units: tuple[str, ...]) -> str:
    """Return the first of some units in which a value can be read, else the first of all."""
    for unit in units if isinstance(raw, str) else ():
        if number(At(Page({}), at.element, (), at.scope), raw, unit) is not None:
            return unit
    return units[0]


def several(at: At, raw: Any, units: tuple[str, ...]) -> Any:
    """Return one number, or a list of as many as there are units."""
    if len(units) == 1 and not isinstance(raw, (list, tuple)):
        return number(at, raw, units[0])
    if not isinstance(raw, (list, tuple)) or len(raw) != len(units):
        at.refuse(raw, f"must be {len(units)} numbers" if len(units) > 1 else "must be a number")
        return None
    read = [number(at.key(i), x, unit) for i, (x, unit) in enumerate(zip(raw, units, strict=True))]
    return None if None in read else read


def count(at: At, raw: Any) -> int | None:
    """Return a whole number of at least 1."""
    found = number(at, raw, PURE)
    if found is not None and (found != int(found) or found < 1):
        at.refuse(raw, "must be a whole number of at least 1")
        return None
    return None if found is None else int(found)


def flag(at: At, raw: Any) -> bool | None:
    """Return true or false."""
    found: bool | None = value_or_none(values.flag(at, raw))
    return found


def text(at: At, raw: Any) -> str | None:
    """Return a text."""
    found: str | None = value_or_none(values.text(at, raw))
    return found


def word(at: At, raw: Any, allowed: Iterable[str]) -> str | None:
    """Return one of some words."""
    words = list(allowed)
    if isinstance(raw, str) and raw in words:
        return raw
    hint = f"write {' or '.join(words)}"
    if isinstance(raw, str):
        hint = at.page.hint(lambda: nearest(raw, words))
    at.refuse(raw, f"is none of {', '.join(words)}", hint)
    return None


def name_of(at: At, raw: Any, known: Iterable[str], kind: str) -> str | None:
    """Return the name of something; one that is not known is reported with the nearest (M09)."""
    names = list(known)
    if isinstance(raw, str) and raw in names:
        return raw
    hint = f"give the name of a {kind}"
    if isinstance(raw, str):
        hint = at.page.hint(lambda: nearest(raw, names))
    at.report("M09", f"is not the name of a {kind}", value=at.literal(raw), action=hint)
    return None


def unknown_key(at: At, key: Any, known: Iterable[str], kind: str) -> None:
    """Report a key of named values that is no name of what is wanted (M09)."""
    place = key_place(at.page.marks, (*at.path, key))
    rule = f"is not the name of a {kind}"
    action = at.page.hint(lambda: nearest(str(key), list(known)))
    at.report("M09", rule, value=f"'{str(key)[:60]}'", action=action, place=place)

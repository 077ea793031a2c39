"""M07: names that are unique and readable."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Protocol

from sarrus.errors import Problem
from sarrus.model.body import GROUND
from sarrus.model.building.entry import Entry, Source

if TYPE_CHECKING:
    from sarrus.model.building.parts import Part
    from sarrus.model.mechanism import Mechanism

HIDDEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Unicode categories of control, direction and line characters: not allowed in a name."""


class Named(Protocol):
    """Anything with a name and a place."""

    @property
    def name(self) -> Any:
        """What the user gave as a name."""

    @property
    def source(self) -> Source:
        """Where it was written."""


def check_names(problems: list[Problem], mechanism: Mechanism) -> None:
    """Report names that are used twice (M07), reserved, empty or not printable."""
    parts: list[Named] = [*mechanism.parts, *mechanism.beams, *mechanism.modal_bodies]
    for kind, drafts in (*_drafts(mechanism), ("part", parts)):
        first: dict[str, Named] = {}
        for draft in drafts:
            if _is_plain(draft.name, kind) and draft.name.casefold() not in first:
                first[draft.name.casefold()] = draft
                continue
            element = f"{kind} {draft.name!r}" if isinstance(draft.name, str) else kind
            entry = Entry(element, draft.source, problems)
            if _is_name(entry, draft.name, kind):
                _check_unique(entry, draft, first, kind)


def _is_plain(name: Any, kind: str) -> bool:
    """Tell whether a name has nothing that may be wrong with it, as almost all have."""
    if not isinstance(name, str) or not name.isascii() or not name.isprintable():
        return False
    return bool(name.strip()) and (kind != "body" or name.casefold() != GROUND)


def _drafts(mechanism: Mechanism) -> list[tuple[str, Iterable[Named]]]:
    return [
        ("body", mechanism.bodies),
        ("joint", mechanism.joints),
        ("coupler", mechanism.couplers),
        ("force", mechanism.forces),
        ("frame", mechanism.frames),
        ("point", mechanism.points),
    ]


def check_part_names(problems: list[Problem], mechanism: Mechanism, parts: Iterable[Part]) -> None:
    """Report (M07) elements of parts whose names are those of others."""
    of_parts: dict[str, list[tuple[str, Part]]] = {}
    for part in parts:
        model = part.model
        listed: dict[str, Iterable[str]] = {
            "body": [b.name for b in model.bodies if b.name not in part.connected],
            "joint": [joint.name for joint in model.joints],
            "coupler": [coupler.name for coupler in model.couplers],
            "force": [force.name for force in model.forces],
            "frame": [frame.name for frame in model.frames],
            "point": part.contents.points,
        }
        for kind, names in listed.items():
            of_parts.setdefault(kind, []).extend((part.name_in_host(name), part) for name in names)
    for kind, drafts in _drafts(mechanism):
        taken = {comparison_form(d.name): d.name for d in drafts if isinstance(d.name, str)}
        for name, part in of_parts.get(kind, ()):
            other = taken.setdefault(comparison_form(name), name)
            if other is not name:
                rule = f"has a {kind} '{name}', which is the name of another"
                part.entry.report("M07", "", rule, action="rename the part, or the other")


def comparison_form(name: str) -> str:
    """Return the form in which names are compared: Unicode NFC without case."""
    if name.isascii():
        return name.casefold()
    from unicodedata import normalize

    return normalize("NFC", normalize("NFC", name).casefold())


def _hidden_characters(name: str) -> list[str]:
    """Return the characters of a name that cannot be seen."""
    if name.isascii() and name.isprintable():
        return []
    from unicodedata import category

    return [c for c in name if category(c) in HIDDEN]


def _is_name(entry: Entry, name: Any, kind: str) -> bool:
    if not isinstance(name, str):
        entry.report("M07", "name", "is not a name", value=entry.literal("name", name))
    elif not name.strip():
        entry.report("M07", "name", f"is empty; every {kind} needs a name")
    elif hidden := _hidden_characters(name):
        rule = f"has the character U+{ord(hidden[0]):04X}, which cannot be seen"
        entry.report("M07", "name", rule, action="write the name with visible characters")
    elif kind == "body" and comparison_form(name) == GROUND:
        rule = "is the name of the base, which every mechanism has"
        entry.report("M07", "name", rule, value=f"'{name}'", action="choose another name")
    else:
        return True
    return False


def _check_unique(entry: Entry, draft: Named, first: dict[str, Named], kind: str) -> None:
    key = comparison_form(draft.name)
    if key not in first:
        first[key] = draft
        return
    other = first[key]
    rule = f"is the name of two {kind.replace('body', 'bodie')}s"
    if other.name != draft.name:
        rule = f"and '{other.name}' are the same name, but for case or Unicode form"
    place = Entry("", other.source, []).place("name")
    also = (place,) if place else ()
    entry.report(
        "M07", "name", rule, value=f"'{draft.name}'", action="rename one of them", also=also
    )

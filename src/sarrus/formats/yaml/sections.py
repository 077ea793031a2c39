"""The sections of the file that describe the mechanism, given to the builder record by record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from sarrus.formats.yaml.element_laws import LAWS
from sarrus.formats.yaml.elements import Element, elements
from sarrus.formats.yaml.page import BROKEN, At, Names, Page
from sarrus.formats.yaml.places import Places, key_place
from sarrus.formats.yaml.repetition import Counter, instances
from sarrus.formats.yaml.scope import Scope
from sarrus.formats.yaml.solids import SOLIDS
from sarrus.formats.yaml.typed_records import TYPED, modes
from sarrus.formats.yaml.user_laws import USER_LAWS
from sarrus.formats.yaml.values import PLAIN, Reader
from sarrus.model.building.drafts import BeamDraft
from sarrus.model.building.references import nearest_feature
from sarrus.model.described import BEAM_METHOD
from sarrus.model.expressions import ExpressionError
from sarrus.model.joint_names import JointNames
from sarrus.model.joints import TYPES as JOINT_TYPES
from sarrus.model.mechanism import Mechanism
from sarrus.model.mode_set import ModeSet

READERS: dict[str, Reader] = {**PLAIN, **LAWS, **SOLIDS, **TYPED, **USER_LAWS}
"""What reads the values of each kind."""
NUMERIC = ("number", "numbers", "place")
"""Kinds of which the builder judges the numbers."""

WORDS = {
    "bodies": "body",
    "beams": "flexible_beam",
    "modal_bodies": "modal body",
    "frames": "frame",
    "joints": "joint",
    "couplers": "coupler",
    "forces": "force",
    "start": "start of body",
}
"""What messages call the elements of each section."""
EMPTY = ("bodies", "start")
"""Sections whose records may be empty."""


def read_sections(
    page: Page, document: Mapping[str, Any], scope: Scope, mechanism: Mechanism
) -> None:
    """Add everything that the document describes to a mechanism."""
    counter = Counter()
    listed = {
        section: _records(page, section, document[section], scope, counter)
        for section in WORDS
        if section in document
    }
    if counter.is_over:
        listed = _without_repetitions(page, listed)
    page.names = _names(listed, page.included)
    for section, records in listed.items():
        for record in records:
            if page.is_full:
                return
            _read(mechanism, section, *record)
    _read_ground(page, document, scope, mechanism)


ADVICE = {
    "start": "write {velocity: [..]} of a body; angles and speeds of joints at the start are "
    "`assembly: {wanted: {A: 30 deg}, rates: {A: 60 rpm}}`",
    "bodies": "write {mass: 1 kg, com: [..], inertia: [..]}, or {density: steel, shapes: [..]}",
    "joints": "write {type: revolute, parent: ground, child: crank, at: [..], axis: z}",
}
"""What stands under a name of a section."""

Named = tuple[str, At, Mapping[str, Any]]
"""The name of an element, the place of its record and the record itself."""


def _records(page: Page, section: str, raw: Any, scope: Scope, counter: Counter) -> list[Named]:
    """Return the records of a section, those with `for` once for every instance."""
    at = At(page, section, (section,), scope)
    if raw is None:
        return []  # a heading with nothing below it
    if not isinstance(raw, Mapping):
        at.refuse(raw, f"must be names with what each {WORDS[section]} is")
        return []
    found: list[Named] = []
    for key, record in raw.items():
        if page.is_full:
            break
        one = At(page, _title(section, key), (section, key), scope)
        if type(record) is dict and "for" not in record and "{" not in key and "}" not in key:
            if counter.add(one):  # a record that stands for itself, as most do
                break
            found.append((key, one, record))
            continue
        if record is None and section in EMPTY:
            record = {}
        if not isinstance(record, Mapping):
            one.refuse(record, "must be keys with values", ADVICE.get(section, ""))
            record = {}
        scopes = [scope]
        if "for" not in record:
            if counter.add(one):
                break
        else:
            before = len(page.problems)
            scopes = list(instances(one.key("for", "for"), record["for"], counter))
            if len(scopes) > 1:
                page.repeated.add((section, key))
            record = {k: v for k, v in record.items() if k != "for"}
            if len(page.problems) > before or counter.is_over:
                page.lose(key)
        for inner in scopes:
            name = _name(At(page, one.element, one.path, inner), key)
            if name is None:
                page.lose(key)
                break
            found.append((name, At(page, _title(section, name), one.path, inner), record))
    return found


def _without_repetitions(page: Page, listed: Mapping[str, list[Named]]) -> dict[str, list[Named]]:
    """Return the records that stand for themselves; names of the others are no mistakes."""
    for _, key in page.repeated:
        page.lose(str(key))
    return {
        section: [record for record in records if record[1].path not in page.repeated]
        for section, records in listed.items()
    }


def _names(listed: Mapping[str, list[Named]], included: list[Names]) -> Names:
    """Return what the elements are called, and the coordinates that the joints have."""
    of = {section: {name for name, _, _ in records} for section, records in listed.items()}
    kinds = {name: record.get("type") for name, _, record in listed.get("joints", ())}
    known = {n: k for n, k in kinds.items() if isinstance(k, str) and k in JOINT_TYPES}
    records = {name: record for name, _, record in listed.get("joints", ())}
    motion: dict[str, Any] = {
        name: JOINT_TYPES[kind].of_record(records[name]) for name, kind in known.items()
    }
    bodies, frames, joints = (of.get(section, set()) for section in ("bodies", "frames", "joints"))
    for name, _, record in listed.get("beams", ()):
        draft = BeamDraft(name, dict(record), BEAM_METHOD.defaults, {})
        bodies |= {*draft.node_names}
        kind = JOINT_TYPES["timoshenko_segment" if record.get("shear") is True else "beam_segment"]
        joints |= {*draft.joint_names}
        motion |= dict.fromkeys(draft.joint_names, kind)
    for name, at, record in listed.get("modal_bodies", ()):
        own_bodies, own_joints = _modal_names(name, at, record.get("modes"))
        bodies, joints = bodies | own_bodies, joints | own_joints.keys()
        motion |= own_joints
    for names in included:
        bodies, frames, joints = (
            bodies | {*names.bodies},
            frames | {*names.frames},
            joints | {*names.joints},
        )
        motion |= names.motion.joints
    return Names(bodies | {"ground"}, frames, joints, JointNames(motion))


def _modal_names(name: str, at: At, raw: Any) -> tuple[set[str], dict[str, Any]]:
    """Return the bodies and joints of a modal body, by its modes; a wrong one has one."""
    from sarrus.model.building.modal_bodies import part_names

    found: Any = modes(at.key("modes", "modes"), raw) if raw is not None else BROKEN
    if found is BROKEN:
        at.page.lose(f"{name}.{{interface}}")
        return {f"{name}.frame"}, {}
    bodies, joints = part_names(found if isinstance(found, ModeSet) else found.mode_set)
    return {f"{name}.{x}" for x in bodies}, {f"{name}.{x}": kind for x, kind in joints.items()}


def _title(section: str, name: str) -> str:
    return f"{WORDS[section]} {name!r}"


def _name(at: At, key: str) -> str | None:
    try:
        return at.scope.text(key)
    except ExpressionError as error:
        place = key_place(at.page.marks, at.path)
        if place is not None and place.text == key:
            place = replace(place, column=place.column + error.position)
        at.report(error.code, error.reason, value=repr(key), action=error.hint, place=place)
        return None


def _read(mechanism: Mechanism, section: str, name: str, at: At, raw: Mapping[str, Any]) -> None:
    """Give one record to the builder."""
    types = elements()[section]
    if at.where in at.page.broken and section != "bodies":
        element = None  # it is no record
    else:
        element = types.get("") or _type(at, raw, types)
    if element is None:
        at.page.broken.add(at.where)
        _stand_in(mechanism, section, name)
        return
    known = element.attributes
    extra = () if "" in types else ("type",)
    values: dict[str, Any] = {}
    at.keys(raw, (*extra, *known), element.required)
    for key, attribute in known.items():
        if key in raw:
            kind, value = attribute.kind, raw[key]
            if kind.name not in NUMERIC or not _are_numbers(value):
                value = READERS[kind.name](at.key(key, key), value, kind)
            values[attribute.keyword] = value
        elif attribute.required:
            values[attribute.keyword] = BROKEN
        if key != attribute.keyword:
            _rename(at, key, attribute.keyword)
    source = Places(at.page.marks, at.path, raw, element.keys, values)
    element.call(mechanism, name, {**values, "source": source})


def _are_numbers(value: Any) -> bool:
    """Tell whether there is nothing to read in a value: a number, or a list of numbers."""
    if type(value) is list:
        return all([type(x) is float or type(x) is int for x in value])
    return type(value) is float or type(value) is int


def _rename(at: At, key: str, keyword: str) -> None:
    """Note that the builder calls a key of the file otherwise."""
    ours, theirs = f"{at.where} / {key}", f"{at.where} / {keyword}"
    at.page.renamed[theirs] = ours
    if ours in at.page.broken:
        at.page.broken.add(theirs)


def _type(at: At, raw: Mapping[str, Any], types: Mapping[str, Element]) -> Element | None:
    """Return the element of the type that a record names; None after a problem."""
    if "type" not in raw:
        at.missing("type", f"give one of {', '.join(types)}")
        return None
    chosen = raw["type"]
    if isinstance(chosen, str) and chosen in types:
        return types[chosen]
    there = at.key("type", "type")
    rule = f"is not a type of {at.element.partition(' ')[0]}"
    value = there.literal(chosen)
    there.report("M09", rule, value=value, action=lambda: nearest_feature(str(chosen), types))
    return None


def _stand_in(mechanism: Mechanism, section: str, name: str) -> None:
    """Let a joint that cannot be read be known by name, so that what uses it is no mistake."""
    if section == "joints":
        mechanism.joint("", name, "ground", "ground")


def _read_ground(
    page: Page, document: Mapping[str, Any], scope: Scope, mechanism: Mechanism
) -> None:
    """Add the shapes of ground."""
    at = At(page, "body 'ground'", ("ground",), scope)
    raw = document.get("ground")
    if "ground" not in document or not at.mapping(raw, ("shapes",)) or not raw:
        return
    kind = elements()["bodies"][""].attributes["shapes"].kind
    for draft in SOLIDS["shapes"](at.key("shapes", "shapes"), raw["shapes"], kind):
        mechanism.add_shape("ground", draft)

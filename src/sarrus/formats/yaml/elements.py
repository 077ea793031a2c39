"""The elements of the model file, read off the fields of elements and the methods of the builder.

A new element or option is known to the reader and to the schema at once.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from sarrus.formats.yaml.descriptions import description
from sarrus.formats.yaml.kinds import kind_of
from sarrus.model.entry_points import load_entry_points
from sarrus.model.fields import NUMBER, Kind
from sarrus.model.joints import TYPES as JOINT_TYPES
from sarrus.model.joints import JointType
from sarrus.model.joints.joint_type import parameters_of
from sarrus.model.mechanism import Mechanism
from sarrus.model.methods.couplers import CouplerMethods
from sarrus.model.methods.joints import joint_method
from sarrus.model.registry import FORCE_METHODS, FORCES, ElementType

IMPLIED = ("self", "name", "source", "type_name")
"""Parameters of the methods that are no keys: the key of the record itself is the name."""

NOT_WRITTEN = {
    "add": "takes a force element that was made in Python",
    "add_shape": "is what `shapes` calls",
    "build": "is done when the file is loaded",
    "joint": "is what the methods of the joint types call",
    "prescribe_base": "is the key `base`",
}
"""Methods of the builder that are no elements of the file, and why."""


@dataclass(frozen=True)
class Attribute:
    """A key of a record: the builder's keyword, its kind, whether it must be there, its meaning."""

    key: str
    keyword: str
    kind: Kind
    required: bool
    text: str


@dataclass(frozen=True)
class Element:
    """A record of the file: the builder's method that it calls, and its keys."""

    section: str
    method: str
    attributes: dict[str, Attribute]
    text: str

    @cached_property
    def required(self) -> list[str]:
        """The keys that must be there."""
        return [key for key, attribute in self.attributes.items() if attribute.required]

    @cached_property
    def keys(self) -> dict[str, str]:
        """The keys of the file by the builder's keywords."""
        return {attribute.keyword: key for key, attribute in self.attributes.items()}

    def call(self, mechanism: Mechanism, name: str, given: dict[str, Any]) -> None:
        """Add the element to a mechanism."""
        if self.section == "joints":  # a type of this name, not a method that has it too
            joint_method(JOINT_TYPES[self.method])(mechanism, name, **given)
        else:
            getattr(mechanism, self.method)(name, **given)


def _attributes(method: str, function: Callable[..., Any], omit: set[str]) -> dict[str, Attribute]:
    found = {}
    for keyword, parameter in inspect.signature(function).parameters.items():
        several = parameter.kind is inspect.Parameter.VAR_KEYWORD
        if keyword in IMPLIED or keyword in omit or several:
            continue
        required = parameter.default is inspect.Parameter.empty
        kind = kind_of(keyword)
        found[keyword] = Attribute(keyword, keyword, kind, required, description(method, keyword))
    return found


def _element(section: str, method: str, *, omit: set[str] | None = None) -> Element:
    function = getattr(Mechanism, method)
    text = inspect.getdoc(function) or ""
    return Element(section, method, _attributes(method, function, omit or set()), text)


def _joint(cls: type[JointType]) -> Element:
    """Return the element of a joint type: what all joints have, and the numbers of its own."""
    method = joint_method(cls)
    documented = cls.type_name if cls.placement == "two points" else "joint"
    known = _attributes(documented, method, set())
    for name, (_, rule) in parameters_of(cls).items():
        text = f"{rule.text[0].upper()}{rule.text[1:]} [{rule.unit}]."
        known[name] = Attribute(name, name, NUMBER, False, text)
    return Element("joints", cls.type_name, known, inspect.getdoc(method) or "")


class JointElements(Mapping[str, Element]):
    """The elements of all joint types, users' types among them as soon as they are registered."""

    def __init__(self) -> None:
        self._found: dict[type[JointType], Element] = {}

    def __getitem__(self, kind: str) -> Element:
        cls = JOINT_TYPES[kind]
        if cls not in self._found:
            self._found[cls] = _joint(cls)
        return self._found[cls]

    def __contains__(self, kind: object) -> bool:
        return kind in JOINT_TYPES

    def __iter__(self) -> Iterator[str]:
        return iter(JOINT_TYPES)

    def __len__(self) -> int:
        return len(JOINT_TYPES)


def _public(kind: type) -> list[str]:
    """Return the methods of a class of the builder, in the order in which they are written."""
    names = [name for base in reversed(kind.__mro__) for name in vars(base)]
    methods = [n for n in dict.fromkeys(names) if inspect.isfunction(getattr(kind, n))]
    return [name for name in methods if not name.startswith("_") and name not in NOT_WRITTEN]


def _force(kind: ElementType) -> Element:
    """Return the element of a type of force elements, by its fields."""
    found = {}
    for keyword, option in kind.options.items():
        key = option.key or keyword
        found[key] = Attribute(key, keyword, option.kind, option.required, option.description)
    return Element("forces", kind.method, found, kind.text)


class _Forces(Mapping[str, Element]):
    """The types of force elements, those of users among them."""

    def __init__(self) -> None:
        self._made: dict[str, tuple[ElementType, Element]] = {}

    def __getitem__(self, method: str) -> Element:
        kind = FORCE_METHODS.get(method)
        if kind is None:
            load_entry_points()
            kind = FORCE_METHODS[method]
        if method not in self._made or self._made[method][0] is not kind:
            self._made[method] = (kind, _force(kind))
        return self._made[method][1]

    def __iter__(self) -> Iterator[str]:
        return iter(FORCE_METHODS)

    def __len__(self) -> int:
        return len(FORCE_METHODS)


def is_own(section: str, kind: str) -> bool:
    """Tell whether a type of element is one of the package's own."""
    if section == "joints":
        return kind in JOINT_TYPES.own
    return section != "forces" or FORCE_METHODS[kind].element.type_name in FORCES.own


@cache
def elements() -> dict[str, Mapping[str, Element]]:
    """Return the elements by section and type; sections of one type have it under ""."""
    return {
        "bodies": {"": _element("bodies", "body")},
        "frames": {"": _element("frames", "frame")},
        "joints": JointElements(),
        "couplers": {kind: _element("couplers", kind) for kind in _public(CouplerMethods)},
        "forces": _Forces(),
        "start": {"": _element("start", "start_velocity", omit={"body"})},
    }

"""The elements of the model file, read off the methods of the builder.

A new method or keyword of the builder is known to the reader and to the schema at once; `kinds.py`
says what its values are.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from sarrus.formats.yaml.kinds import NUMBER, Kind, kind_of
from sarrus.model.joints import TYPES as JOINT_TYPES
from sarrus.model.joints import JointType
from sarrus.model.joints.joint_type import parameters_of
from sarrus.model.mechanism import Mechanism
from sarrus.model.methods.couplers import CouplerMethods
from sarrus.model.methods.forces import ForceMethods
from sarrus.model.methods.joints import joint_method

IMPLIED = ("self", "name", "source", "type_name")
"""Parameters of the methods that are no keys: the key of the record itself is the name."""

KEYS = {("user_force", "function"): "loads"}
"""Keywords that have another name in the file."""

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
    """A key of a record: the builder's keyword, its kind, and whether it must be there.

    text: what it means, where the docstring of the method does not say it.
    """

    key: str
    keyword: str
    kind: Kind
    required: bool
    text: str = ""


@dataclass(frozen=True)
class Element:
    """A record of the file: the builder's method whose words it uses, its keys, what adds it."""

    section: str
    method: str
    attributes: dict[str, Attribute]
    text: str
    add: Callable[..., None]

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
        self.add(mechanism, name, **given)


def _attributes(method: str, function: Callable[..., Any], omit: set[str]) -> dict[str, Attribute]:
    found = {}
    for keyword, parameter in inspect.signature(function).parameters.items():
        several = parameter.kind is inspect.Parameter.VAR_KEYWORD
        if keyword in IMPLIED or keyword in omit or several:
            continue
        key = KEYS.get((method, keyword), keyword)
        required = parameter.default is inspect.Parameter.empty
        found[key] = Attribute(key, keyword, kind_of(method, key), required)
    return found


def _element(section: str, method: str, *, omit: set[str] | None = None) -> Element:
    function = getattr(Mechanism, method)
    text = inspect.getdoc(function) or ""
    return Element(section, method, _attributes(method, function, omit or set()), text, function)


def _joint(cls: type[JointType]) -> Element:
    """Return the element of a joint type: what all joints have, and the numbers of its own."""
    method = joint_method(cls)
    known = _attributes(cls.type_name, method, set())
    for name, (_, rule) in parameters_of(cls).items():
        if name not in known or not known[name].text:
            text = f"{rule.text[0].upper()}{rule.text[1:]} [{rule.unit}]."
            known[name] = Attribute(name, name, NUMBER, False, text)
    return Element("joints", cls.type_name, known, inspect.getdoc(method) or "", method)


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


@cache
def elements() -> dict[str, Mapping[str, Element]]:
    """Return the elements by section and type; sections of one type have it under ""."""
    return {
        "bodies": {"": _element("bodies", "body")},
        "frames": {"": _element("frames", "frame")},
        "joints": JointElements(),
        "couplers": {kind: _element("couplers", kind) for kind in _public(CouplerMethods)},
        "forces": {kind: _element("forces", kind) for kind in _public(ForceMethods)},
        "start": {"": _element("start", "start_velocity", omit={"body"})},
    }

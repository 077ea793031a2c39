"""The elements of the model file, read off the methods of the builder.

A new method or keyword of the builder is known to the reader and to the schema at once; `kinds.py`
says what its values are.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from sarrus.formats.yaml.kinds import Kind, kind_of
from sarrus.model.joints import TYPES as JOINT_TYPES
from sarrus.model.mechanism import Mechanism
from sarrus.model.methods.couplers import CouplerMethods
from sarrus.model.methods.forces import ForceMethods

IMPLIED = ("self", "name", "source", "type_name", "options")
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
    """A key of a record: the builder's keyword, its kind, and whether it must be there."""

    key: str
    keyword: str
    kind: Kind
    required: bool


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
        getattr(mechanism, self.method)(name, **given)


def _attributes(method: str, function: Callable[..., Any], omit: set[str]) -> dict[str, Attribute]:
    found = {}
    for keyword, parameter in inspect.signature(function).parameters.items():
        if keyword in IMPLIED or keyword in omit:
            continue
        key = KEYS.get((method, keyword), keyword)
        required = parameter.default is inspect.Parameter.empty
        found[key] = Attribute(key, keyword, kind_of(method, key), required)
    return found


def _element(section: str, method: str, *, omit: set[str] | None = None) -> Element:
    function = getattr(Mechanism, method)
    text = inspect.getdoc(function) or ""
    return Element(section, method, _attributes(method, function, omit or set()), text)


def _joint(kind: str) -> Element:
    """Return the element of a joint type: its own keywords, or those of `Mechanism.joint`."""
    own = _element("joints", kind)
    parameters = inspect.signature(getattr(Mechanism, kind)).parameters.values()
    if not any(p.kind is inspect.Parameter.VAR_KEYWORD for p in parameters):
        return own
    elsewhere = set(_element("joints", "distance").attributes)
    shared = _element("joints", "joint", omit=elsewhere).attributes
    return Element("joints", kind, {**own.attributes, **shared}, own.text)


def _public(kind: type) -> list[str]:
    """Return the methods of a class of the builder, in the order in which they are written."""
    names = [name for base in reversed(kind.__mro__) for name in vars(base)]
    methods = [n for n in dict.fromkeys(names) if inspect.isfunction(getattr(kind, n))]
    return [name for name in methods if not name.startswith("_") and name not in NOT_WRITTEN]


@cache
def elements() -> dict[str, dict[str, Element]]:
    """Return the elements by section and type; sections of one type have it under ""."""
    return {
        "bodies": {"": _element("bodies", "body")},
        "frames": {"": _element("frames", "frame")},
        "joints": {kind: _joint(kind) for kind in JOINT_TYPES},
        "couplers": {kind: _element("couplers", kind) for kind in _public(CouplerMethods)},
        "forces": {kind: _element("forces", kind) for kind in _public(ForceMethods)},
        "start": {"": _element("start", "start_velocity", omit={"body"})},
    }

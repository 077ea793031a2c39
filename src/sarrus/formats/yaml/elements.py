"""The elements of the model file, by the options of the methods of the builder.

A new element or option is known to the reader and to the schema at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from typing import Any

from sarrus.entry_points import load_entry_points
from sarrus.late_dataclass import dataclass
from sarrus.model.builder_method import BuilderMethod
from sarrus.model.described import (
    BEAM_METHOD,
    BODY_METHOD,
    COUPLER_METHODS,
    FRAME_METHOD,
    MODAL_METHOD,
    START_METHOD,
    joint_method,
)
from sarrus.model.joints import TYPES as JOINT_TYPES
from sarrus.model.joints import JointType
from sarrus.model.mechanism import Mechanism
from sarrus.model.options import Kind
from sarrus.model.registry import FORCE_METHODS, FORCES, ElementType

NOT_WRITTEN = {
    "add": "takes a force element that was made in Python",
    "add_shape": "is what `shapes` calls",
    "build": "is done when the file is loaded",
    "joint": "is what the methods of the joint types call",
    "point": "is the section `points`",
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
    text: str


@dataclass(frozen=True)
class Element:
    """A record of the file: the builder's method that it calls, and its keys.

    type_name: of a joint that has no method of its own, so that `Mechanism.joint` adds it.
    """

    section: str
    method: str
    attributes: dict[str, Attribute]
    text: str
    type_name: str = ""

    @cached_property
    def required(self) -> list[str]:
        """The keys that must be there."""
        return [key for key, attribute in self.attributes.items() if attribute.required]

    @cached_property
    def keys(self) -> dict[str, str]:
        """The keys of the file by the builder's keywords."""
        return {attribute.keyword: key for key, attribute in self.attributes.items()}

    def call(self, mechanism: Mechanism, name: str, values: dict[str, Any]) -> None:
        """Add the element to a mechanism."""
        if self.type_name:
            mechanism.joint(self.type_name, name, **values)
        else:
            getattr(mechanism, self.method)(name, **values)


def _element(section: str, described: BuilderMethod, type_name: str = "") -> Element:
    """Return the element that a method of the builder adds."""
    found = {}
    for keyword, option in described.options.items():
        key = option.key or keyword
        found[key] = Attribute(key, keyword, option.kind, option.required, option.description)
    return Element(section, described.method, found, described.text, type_name)


class JointElements(Mapping[str, Element]):
    """The elements of all joint types, users' types among them as soon as they are registered."""

    def __init__(self) -> None:
        self._found: dict[type[JointType], Element] = {}

    def __getitem__(self, kind: str) -> Element:
        cls = JOINT_TYPES[kind]
        if cls not in self._found:
            own = kind in JOINT_TYPES.own  # those of users are added by `Mechanism.joint`
            self._found[cls] = _element("joints", joint_method(cls), "" if own else kind)
        return self._found[cls]

    def __contains__(self, kind: object) -> bool:
        return kind in JOINT_TYPES

    def __iter__(self) -> Iterator[str]:
        return iter(JOINT_TYPES)

    def __len__(self) -> int:
        return len(JOINT_TYPES)


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
            self._made[method] = (kind, _element("forces", kind))
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
        "bodies": {"": _element("bodies", BODY_METHOD)},
        "beams": {"": _element("beams", BEAM_METHOD)},
        "modal_bodies": {"": _element("modal_bodies", MODAL_METHOD)},
        "frames": {"": _element("frames", FRAME_METHOD)},
        "joints": JointElements(),
        "couplers": {k: _element("couplers", method) for k, method in COUPLER_METHODS.items()},
        "forces": _Forces(),
        "start": {"": _element("start", START_METHOD)},
    }

"""A model as a record of plain values, and back, exactly."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterator, Mapping
from functools import cached_property
from importlib import import_module
from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.formats.plain import CLASS, FUNCTION, comparable, record_of, record_text, value_of
from sarrus.model import GROUND, Model
from sarrus.model.body import Body, Frame, PlacedShape
from sarrus.model.coupler import Coupler, CouplerTerm
from sarrus.model.forces import Formula
from sarrus.model.joint import Joint
from sarrus.model.joints.own_types import TYPES as JOINTS
from sarrus.model.joints.registry import Registry
from sarrus.model.model import TOLERANCE, StartVelocity
from sarrus.model.pose import Pose
from sarrus.model.registry import FORCES, Forces
from sarrus.model.type_names import snake_case
from sarrus.spatial import Curve


class LateTypes(Mapping[str, type]):
    """The table `TYPES` of a module, which few models need: imported when a type is asked for."""

    def __init__(self, module: str, package: str) -> None:
        self._module, self._package = module, f"{package}."

    @cached_property
    def _types(self) -> Mapping[str, type]:
        types: Mapping[str, type] = import_module(self._module).TYPES
        return types

    @cached_property
    def _names(self) -> dict[type, str]:
        return {made: name for name, made in self._types.items()}

    def name_of(self, of_class: type) -> str | None:
        """Return the name of a class; None if it is not of this table."""
        if not of_class.__module__.startswith(self._package):
            return None
        return self._names.get(of_class)

    def __getitem__(self, name: str) -> type:
        return self._types[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._types)

    def __len__(self) -> int:
        return len(self._types)


KINDS: Mapping[str, Registry | Forces | LateTypes] = {
    "joint": JOINTS,
    "force": FORCES,
    "shape": LateTypes("sarrus.model.shapes", "sarrus.model"),
    "road": LateTypes("sarrus.road.types", "sarrus.road"),
    "tyre": LateTypes("sarrus.tyres.types", "sarrus.tyres"),
    "path": LateTypes("sarrus.paths", "sarrus.paths"),
    "curve": LateTypes("sarrus.curves.types", "sarrus.curves"),
}
"""Kinds of elements with their types by name, to which users may add joints and forces."""

PARTS: Mapping[str, type] = {
    "Model": Model,
    "Body": Body,
    "Frame": Frame,
    "PlacedShape": PlacedShape,
    "Pose": Pose,
    "Coupler": Coupler,
    "CouplerTerm": CouplerTerm,
    "Joint": Joint,
    "StartVelocity": StartVelocity,
    "Curve": Curve,
    "Formula": Formula,
}
"""What else a model is made of. Files hold these names: a class may get another, they may not."""

RENAMED = {"PlacedShape": {"colour": "color"}}
"""Attributes by the names that earlier versions wrote, with those of today."""


class Classes(Mapping[str, type]):
    """The classes that a model is made of, by their names in files: "Body", "joint:revolute".

    These names are not those of the classes in Python, which may change: elements are named by
    kind and type, as users write them.
    """

    def name_of(self, cls: type) -> str | None:
        """Return under which name a class is written; None if it is not known."""
        found = _PART_NAMES.get(cls)
        if found is not None:
            return found
        names = ((kind, types.name_of(cls)) for kind, types in KINDS.items())
        return next((f"{kind}:{name}" for kind, name in names if name is not None), None)

    def __contains__(self, name: object) -> bool:
        return name in PARTS or (isinstance(name, str) and name.partition(":")[0] in KINDS)

    def __getitem__(self, name: str) -> type:
        if name in PARTS:
            return PARTS[name]
        kind, _, own = name.partition(":")
        if own in KINDS[kind]:
            return KINDS[kind][own]
        raise ModelError(
            Problem(
                "F19",
                "model of the file",
                f"has a {kind} of the type '{own}', which is not registered here",
                action="import the module that registers it, or install the package that has it",
            )
        )

    def __iter__(self) -> Iterator[str]:
        yield from PARTS
        for kind, types in KINDS.items():
            yield from (f"{kind}:{name}" for name in types)

    def __len__(self) -> int:
        return len(PARTS) + sum(len(types) for types in KINDS.values())


_PART_NAMES: dict[type, str] = {cls: name for name, cls in PARTS.items()}
CLASSES = Classes()


def current_record(record: Any) -> Any:
    """Return a record of any version with the names of classes and attributes of today.

    Earlier versions wrote elements by their classes, "SpringDamper" for "force:spring_damper".
    """
    if isinstance(record, list):
        return [current_record(item) for item in record]
    if not isinstance(record, dict):
        return record
    name = record.get(CLASS)
    renamed = RENAMED.get(name, {}) if isinstance(name, str) else {}
    found = {renamed.get(key, key): current_record(item) for key, item in record.items()}
    if isinstance(name, str) and name not in CLASSES:
        found[CLASS] = next(_names_of_former_class(name), name)
    return found


def _names_of_former_class(name: str) -> Iterator[str]:
    for kind, types in KINDS.items():
        type_name = name if kind in ("road", "tyre", "path", "curve") else snake_case(name)
        if type_name in types:
            yield f"{kind}:{type_name}"


def model_record(model: Model) -> dict[str, Any]:
    """Return a model as a record.

    Functions, and elements of classes that are not registered, are named, not described; the text
    that Python has for them tells them from others, where it is not made of an address.
    """
    return _without_default(record_of(model, CLASSES, _outside))


def _without_default(record: dict[str, Any]) -> dict[str, Any]:
    """Return the record of a model without the usual tolerance, which older files do not have."""
    usual = record["tolerance"] == TOLERANCE
    return {key: item for key, item in record.items() if not (usual and key == "tolerance")}


def _outside(value: Any) -> dict[str, Any]:
    text = repr(value)
    name = {FUNCTION: type(value).__name__, "name": getattr(value, "name", "")}
    return name if " at 0x" in text else {**name, "text": text}


NOT_HASHED = ("name", "ground_shapes")
"""Attributes of a model that change neither its equations nor its bodies."""


def content_hash(model: Model) -> str:
    """Return the SHA-256 of a model's record, for `Model.content_hash`.

    What a record only names takes part by its class and its text, with the address, if there is
    one: two functions are never taken for the same.
    """
    usual = ("tolerance",) if model.tolerance == TOLERANCE else ()
    return _hash_of(record_text(model, CLASSES, _outside_by_text, (*NOT_HASHED, *usual)))


def record_hash(record: Mapping[str, Any]) -> str:
    """Return the SHA-256 of the record of a model, the same for any order of its entries."""
    hashed = {key: item for key, item in record.items() if key not in NOT_HASHED}
    return _hash_of(json.dumps(comparable(hashed), sort_keys=True))


def _hash_of(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _outside_by_text(value: Any) -> dict[str, Any]:
    kind = type(value)
    return {FUNCTION: f"{kind.__module__}.{kind.__qualname__}", "text": repr(value)}


def model_from_record(record: dict[str, Any]) -> Model:
    """Return the model of a record; refuses one with elements that are not described."""
    missing: list[str] = []

    def outside(part: dict[str, Any]) -> None:
        missing.append(f"{part[FUNCTION]} '{part.get('name', '')}'")

    model = value_of(current_record(record), CLASSES, outside)
    if missing:
        raise ModelError(
            Problem(
                "F19",
                "model of the file",
                f"has elements that are not described in it: {', '.join(missing)}",
                action="pass the model: model=...",
            )
        )
    if not isinstance(model, Model):
        raise ModelError(Problem("F13", "model of the file", "is not a model"))
    try:
        problems = _nonsense(model)
    except (TypeError, ValueError, AttributeError) as problem:
        problems = [Problem("F13", "model of the file", f"is damaged: {problem}")]
    if problems:
        raise ModelError(problems)
    return model


def _nonsense(model: Model) -> list[Problem]:
    """Return what no builder would have let pass: odd numbers, bodies that do not exist."""
    found = []
    for body in model.bodies:
        numbers = np.array([body.mass, *body.com, *np.ravel(body.inertia)], dtype=object)
        plain = all(isinstance(x, (int, float)) and math.isfinite(x) for x in numbers)
        if not plain or body.mass < 0.0:
            rule = "has mass properties that are not finite numbers of at least 0"
            found.append(Problem("F13", f"body '{body.name}'", rule, repr(body.mass)[:40]))
    for joint in model.joints:
        for end in (joint.parent, joint.child):
            if end != GROUND and end not in model.body_index:
                rule = "names a body that is not in the model"
                found.append(Problem("F13", f"joint '{joint.name}'", rule, repr(end)[:40]))
    return found

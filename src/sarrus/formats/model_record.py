"""A model as a record of plain values, and back, exactly."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.formats.plain import FUNCTION, recorded, restored, table_of
from sarrus.model import GROUND, Model
from sarrus.model.body import Body, Frame, PlacedShape
from sarrus.model.coupler import Coupler, CouplerTerm
from sarrus.model.forces import Formula
from sarrus.model.joint import Joint
from sarrus.model.joints import TYPES as JOINTS
from sarrus.model.joints.registry import Registry
from sarrus.model.model import TOLERANCE, StartVelocity
from sarrus.model.pose import Pose
from sarrus.model.registry import FORCES, Forces
from sarrus.model.shapes import TYPES as SHAPES
from sarrus.road import TYPES as ROADS
from sarrus.spatial import Curve

USERS: dict[str, Registry | Forces] = {"joint": JOINTS, "force": FORCES}
"""Kinds of elements whose types users may add."""


class Classes(dict[str, type]):
    """The classes that a model is made of, by name; users' types by kind and name, "joint:slot"."""

    def name_of(self, cls: type) -> str | None:
        """Return under which name a class is written; None if it is not known."""
        if self.get(cls.__name__) is cls:
            return cls.__name__
        found = ((kind, types.name_of(cls)) for kind, types in USERS.items())
        return next((f"{kind}:{name}" for kind, name in found if name is not None), None)

    def __contains__(self, name: object) -> bool:
        return super().__contains__(name) or str(name).partition(":")[0] in USERS

    def __missing__(self, name: str) -> type:
        kind, _, own = name.partition(":")
        if own in USERS[kind]:
            return USERS[kind][own]
        raise ModelError(
            Problem(
                "F19",
                "model of the file",
                f"has a {kind} of the type '{own}', which is not registered here",
                action="import the module that registers it, or install the package that has it",
            )
        )


CLASSES = Classes(
    table_of(
        [
            Model,
            Body,
            Frame,
            PlacedShape,
            Pose,
            Coupler,
            CouplerTerm,
            Joint,
            StartVelocity,
            Curve,
            Formula,
            *(JOINTS[name] for name in sorted(JOINTS.own)),
            *(FORCES[name] for name in sorted(FORCES.own)),
            *SHAPES.values(),
            *ROADS.values(),
        ]
    )
)


def model_record(model: Model) -> dict[str, Any]:
    """Return a model as a record; force elements of the user's own are named, not described."""
    found: dict[str, Any] = recorded(model, CLASSES, _outside)
    if model.tolerance == TOLERANCE:  # older files do not have it
        del found["tolerance"]
    return found


def _outside(value: Any) -> dict[str, Any]:
    return {FUNCTION: type(value).__name__, "name": getattr(value, "name", "")}


def model_from_record(record: dict[str, Any]) -> Model:
    """Return the model of a record; refuses one with elements that are not described."""
    missing: list[str] = []

    def outside(part: dict[str, Any]) -> None:
        missing.append(f"{part[FUNCTION]} '{part.get('name', '')}'")

    model = restored(record, CLASSES, outside)
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

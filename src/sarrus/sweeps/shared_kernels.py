"""Systems that share their code: the same equations with other numbers.

Numbers that are inputs of kernels are not in the code. Two models that differ in such numbers only
have the same kernels, which are compiled once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from typing import Any

import numpy as np

from sarrus.model import Body, Joint, Model
from sarrus.model.forces.element import ForceElement
from sarrus.model.forces.user_force import UserForce
from sarrus.model.pose import Pose
from sarrus.system import System
from sarrus.system.quantities.parameters import chosen_parameters, parameter_names

ALSO = (".point", ".axis", ".parent_axis", ".child_axis")
"""Parameters of joints that others say already, or that do not tell a whole frame."""


def with_values(system: System, values: Mapping[str, Any]) -> System:
    """Return a system with the same code whose own numbers, where they are inputs, are others."""
    shared = System(system.model, **system.compiled.keywords)
    compiler = shared.compiled.compiler
    known = compiler.parameters
    compiler.take_tree(system.compiled.compiler)
    compiler.defaults["p"] = known.flat_values(values, {name: name for name in known.names})
    return shared


def numbers(model: Model) -> dict[str, np.ndarray]:
    """Return all numbers of a model that may become inputs, by their full names."""
    names = [name for name in parameter_names(model) if not name.endswith(ALSO)]
    found, _ = chosen_parameters(model, names)
    return dict(zip(found.names, found.defaults, strict=True))


def same_code(one: Model, other: Model) -> bool:
    """Whether two models differ in nothing but numbers that may become inputs, and in drawings."""
    return bare(one, one) == bare(other, one)


def bare(model: Model, numbers_of: Model) -> Model:
    """Return a model with the numbers of another one, as far as they may become inputs."""
    same = [b.name for b in model.bodies] == [b.name for b in numbers_of.bodies]
    same = same and [j.name for j in model.joints] == [j.name for j in numbers_of.joints]
    same = same and [type(f) for f in model.forces] == [type(f) for f in numbers_of.forces]
    if not same:
        return model
    bodies = zip(model.bodies, numbers_of.bodies, strict=True)
    joints = zip(model.joints, numbers_of.joints, strict=True)
    forces = zip(model.forces, numbers_of.forces, strict=True)
    return replace(
        model,
        name="",
        gravity=numbers_of.gravity,
        bodies=tuple(_body(body, other) for body, other in bodies),
        joints=tuple(_joint(joint, other) for joint, other in joints),
        forces=tuple(_force(force, other) for force, other in forces),
        ground_shapes=(),
    )


def different(models: Sequence[Model]) -> list[str]:
    """Return the numbers that are not the same in all of some models with the same code."""
    tables = [numbers(model) for model in models]
    return [
        name
        for name, value in tables[0].items()
        if any(not np.array_equal(table[name], value, equal_nan=True) for table in tables[1:])
    ]


def _body(body: Body, other: Body) -> Body:
    return Body(body.name, other.mass, other.com, other.inertia)


def _joint(joint: Joint, other: Joint) -> Joint:
    """Return a joint at the points of another one; its axes stay its own."""
    parent, child = (
        Pose(theirs.position, mine.rotation)
        for mine, theirs in ((joint.on_parent, other.on_parent), (joint.on_child, other.on_child))
    )
    return replace(joint, on_parent=parent, on_child=child)


def _force(force: ForceElement, other: ForceElement) -> ForceElement:
    """Return a force element with the numbers of another one; what is not a number stays."""
    own = {field.name for field in fields(force)}  # type: ignore[arg-type]
    plain = {
        name: getattr(other, name)
        for name in force.units
        if name in own
        and (isinstance(getattr(force, name), (int, float)) or _numbers(getattr(force, name)))
    }
    mine, theirs = _law_parameters(force), _law_parameters(other)
    if mine and [(n, unit) for n, _, unit in mine] == [(n, unit) for n, _, unit in theirs]:
        plain["parameters"] = theirs
    return replace(force, **plain)  # type: ignore[type-var]


def _law_parameters(force: ForceElement) -> tuple[tuple[str, float, str], ...]:
    """Return the named numbers of a law of the user, which are no attributes of their own."""
    return getattr(force, "parameters", ()) if isinstance(force, UserForce) else ()


def _numbers(value: Any) -> bool:
    return isinstance(value, tuple) and all(isinstance(x, (int, float)) for x in value)

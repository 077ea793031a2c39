"""The channels of rolling contacts and of joints on curves, and of rows of velocities alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.model.joint import Joint
from sarrus.model.joints import Rolling
from sarrus.model.joints.on_curve import OnCurve, TwoPointsOnCurve
from sarrus.spatial.arrays import Array
from sarrus.system.channels.definition import XYZ, Definition, Equation, Labelling
from sarrus.system.channels.labels import Labels
from sarrus.system.channels.view import LabelledView, StateView, each

if TYPE_CHECKING:
    from sarrus.system.system import System

TINY = 1e-300
"""Added to a force before it divides another."""


def contact_definitions(system: System) -> Iterator[Definition]:
    """Go through the channels of all rolling contacts, then of rows of velocities alone."""
    for joint in system.topology.cuts:
        if not isinstance(joint.type, Rolling):
            continue
        words = f"contact '{joint.name}' of '{joint.child}' on '{joint.parent}'"
        yield Definition(
            "joint",
            f"{joint.name}.normal_force",
            "N",
            f"force of {words} that keeps them apart, above 0 where it pushes",
            row_multiplier(joint.name),
            labels=row_labels(joint.name, 1),
            solved=True,
        )
        yield Definition(
            "joint",
            f"{joint.name}.grip",
            "",
            f"coefficient of friction that {words} needs: tangential over normal force",
            _grip(joint.name),
            labels=row_labels(joint.name, 3),
            solved=True,
        )
        if np.isfinite(joint.type.mu):
            yield Definition(
                "joint",
                f"{joint.name}.friction_left",
                "N",
                f"mu times normal force, less the tangential force of {words}; below 0 it slips",
                _friction_left(joint.name, joint.type.mu),
                labels=row_labels(joint.name, 3),
                solved=True,
            )
        yield Definition(
            "joint",
            f"{joint.name}.contact",
            "m",
            f"point of {words}, world coordinates",
            _point(joint.name),
            shape=(3,),
            components=XYZ,
            in_world=True,
        )
    for joint in system.topology.cuts:
        if isinstance(joint.type, OnCurve):
            yield from _on_curve(joint)
    for row in system.compiled.compiler.tree.bare:
        yield Definition(
            "force",
            f"{row.name}.effort",
            "N" if system.compiled.loops.is_length(row) else "N m",
            f"multiplier of the row of velocities '{row.name}': times its factor, on each",
            row_multiplier(row.name),
            labels=row_labels(row.name, 1),
            solved=True,
        )


def _on_curve(joint: Joint) -> Iterator[Definition]:
    """Go through the channels of a joint on a curve."""
    kind: Any = joint.type
    words = f"'{joint.name}' of '{joint.child}' on the curve of '{joint.parent}'"

    twice = isinstance(kind, TwoPointsOnCurve)
    if kind.curve.is_plane:
        for k, suffix in enumerate(("_1", "_2") if twice else ("",)):
            yield Definition(
                "joint",
                f"{joint.name}.normal_force{suffix}",
                "N",
                f"force of {words} along the outward normal, above 0 where it pushes apart",
                row_multiplier(joint.name, k),
                labels=row_labels(joint.name, 1 + k),
                solved=True,
            )
        yield Definition(
            "joint",
            f"{joint.name}.pressure_angle",
            "rad",
            f"angle between the normal and the velocity of the child there of {words}",
            _touch(joint.name, "pressure_angle"),
        )
    yield Definition(
        "joint",
        f"{joint.name}.contact",
        "m",
        f"point of {words}, world coordinates",
        _touch(joint.name, "point"),
        shape=(3,),
        components=XYZ,
        in_world=True,
    )


def _touch(owner: str, part: str) -> Equation:
    def touch(view: StateView) -> Array:
        named = [j.name for j in view.system.topology.cuts if isinstance(j.type, OnCurve)]
        if owner not in named:
            shape = (3,) if part == "point" else ()
            return np.full((*np.shape(view.q)[:-1], *shape), np.nan)[()]
        found = view.of_all("touches")[part]
        k = named.index(owner)
        if part == "point":
            return found[..., k, :]
        return found[..., k]

    return touch


def _first_row(system: System, owner: str) -> int | None:
    """Return the first row of a contact, None where it has been separated."""
    owners = system.compiled.loops.row_owner
    return owners.index(owner) if owner in owners else None


def _nothing(at: StateView) -> Array:
    return np.zeros(np.shape(at.q)[:-1])[()]


def row_multiplier(owner: str, k: int = 0) -> Equation:
    """Return the multiplier of a row of a contact, pair of gears or row of velocities."""

    def multiplier(at: StateView) -> Array:
        row = _first_row(at.system, owner)
        return _nothing(at) if row is None else at.multipliers[..., row + k]

    return multiplier


def _grip(owner: str) -> Equation:
    def grip(at: StateView) -> Array:
        row = _first_row(at.system, owner)
        if row is None:
            return _nothing(at)
        lam = at.multipliers
        return each(_ratio, *(lam[..., row + k] for k in range(3)))

    return grip


def _friction_left(owner: str, mu: float) -> Equation:
    def left(at: StateView) -> Array:
        row = _first_row(at.system, owner)
        if row is None:
            return _nothing(at)
        lam = at.multipliers
        return each(lambda n, x, y: mu * n - _size(x, y), *(lam[..., row + k] for k in range(3)))

    return left


def _size(along: Array, across: Array) -> Array:
    return np.sqrt(along * along + across * across + TINY)


def _ratio(normal: Array, along: Array, across: Array) -> Array:
    return _size(along, across) / _size(normal, 0.0)


def _point(owner: str) -> Equation:
    def point(at: StateView) -> Array:
        wheels = [j.name for j in at.system.topology.cuts if isinstance(j.type, Rolling)]
        if owner not in wheels:
            return np.full((*np.shape(at.q)[:-1], 3), np.nan)
        return at.of_all("contacts")["point"][..., wheels.index(owner), :]

    return point


def row_labels(owner: str, count: int) -> Labelling:
    """Return what is unique about the first multipliers of a contact or row, together."""

    def labels(at: LabelledView) -> Labels:
        row = _first_row(at.system, owner)
        if row is None:
            return Labels(np.ones((len(at.q), 1), dtype=bool), (), np.zeros((len(at.q), 0), bool))
        found = at.row_labels(row, owner)
        for k in range(1, count):
            found = found.beside(at.row_labels(row + k, owner))
        return found if count == 1 else found.together

    return labels

"""The channels of rolling contacts, what they carry and need, and of rows of velocities alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from sarrus.model.joints import Rolling
from sarrus.spatial.arrays import Array
from sarrus.system.channels.definition import XYZ, Definition, Equation, Labelling
from sarrus.system.channels.labels import Labels
from sarrus.system.channels.view import LabelledView, StateView, each

if TYPE_CHECKING:
    from sarrus.system.system import System

TINY = 1e-300
"""Added to a force before it divides another."""


def contact_definitions(system: System) -> Iterator[Definition]:
    """Go through the channels of all rolling contacts."""
    rolling = [joint for joint in system.topology.cuts if isinstance(joint.type, Rolling)]
    for k, joint in enumerate(rolling):
        row = system.compiled.loops.row_owner.index(joint.name)
        words = f"contact '{joint.name}' of '{joint.child}' on '{joint.parent}'"
        yield Definition(
            "joint",
            f"{joint.name}.normal_force",
            "N",
            f"force of {words} that keeps them apart, above 0 where it pushes",
            _normal(row),
            labels=_labels((row,), joint.name),
            solved=True,
        )
        yield Definition(
            "joint",
            f"{joint.name}.grip",
            "",
            f"coefficient of friction that {words} needs: tangential over normal force",
            _grip(row),
            labels=_labels((row, row + 1, row + 2), joint.name),
            solved=True,
        )
        yield Definition(
            "joint",
            f"{joint.name}.contact",
            "m",
            f"point of {words}, world coordinates",
            _point(k),
            shape=(3,),
            components=XYZ,
        )

    yield from _bare_rows(system)


def _bare_rows(system: System) -> Iterator[Definition]:
    """Go through the multipliers of rows of velocities alone."""
    loops = system.compiled.loops
    for row in system.compiled.compiler.tree.bare:
        k = loops.row_names.index(row.name)
        yield Definition(
            "force",
            f"{row.name}.effort",
            "N" if loops.is_length(row) else "N m",
            f"multiplier of the row of velocities '{row.name}': times its factor, on each",
            _normal(k),
            labels=_labels((k,), row.name),
            solved=True,
        )


def _normal(row: int) -> Equation:
    return lambda at: at.multipliers[..., row]


def _grip(row: int) -> Equation:
    def grip(at: StateView) -> Array:
        lam = at.multipliers
        normal, along, across = (lam[..., row + k] for k in range(3))
        return each(_ratio, normal, along, across)

    return grip


def _ratio(normal: Array, along: Array, across: Array) -> Array:
    return np.sqrt(along * along + across * across + TINY) / np.sqrt(normal * normal + TINY)


def _point(k: int) -> Equation:
    return lambda at: at.of_all("contacts")["point"][..., k, :]


def _labels(rows: tuple[int, ...], name: str) -> Labelling:
    def labels(at: LabelledView) -> Labels:
        found = at.row_labels(rows[0], name)
        for row in rows[1:]:
            found = found.beside(at.row_labels(row, name))
        return found if len(rows) == 1 else found.together

    return labels

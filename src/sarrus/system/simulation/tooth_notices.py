"""Notices of teeth that pull on the flanks that are declared to carry."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sarrus.errors import Problem
from sarrus.model.joints import GearPair

if TYPE_CHECKING:
    from sarrus.model.joint import Joint
    from sarrus.system.simulation.run import Run

PULL = 1e-3
"""Part of the largest force between the teeth below which a pull is none."""


def tooth_notices(run: Run) -> list[Problem]:
    """Return a notice for every pair of gears whose teeth pull on the flank that is declared.

    Their multiplier then stands for a push on the other flank, which parts the wheels as well: the
    radial force has the wrong sign. Forces that are not unique are not judged.
    """
    found = []
    for joint in run.system.topology.cuts:
        kind = joint.type
        if not isinstance(kind, GearPair) or not kind.flank or not len(run):
            continue
        force = run[f"{joint.name}.tooth_force"]
        values = np.nan_to_num(kind.flank * np.asarray(force, dtype=float), nan=0.0)
        worst, most = int(np.argmin(values)), float(np.max(np.abs(values)))
        if force.unique is True and values[worst] < -PULL * most:
            pulls = np.flatnonzero(values < -PULL * most)
            found.append(_pull_notice(joint, kind, run.t, values, pulls, worst))
    return found


def _pull_notice(
    joint: Joint, kind: GearPair, t: np.ndarray, values: np.ndarray, pulls: np.ndarray, worst: int
) -> Problem:
    both = float(np.max(values)) > PULL * float(np.max(np.abs(values)))
    action = (
        f"take a {kind.elastic}, whose flanks both push and never pull, or flank: 0, without "
        "radial force"
        if both
        else f"give flank: {-kind.flank:.0f}"
    )
    radial = abs(values[worst] * kind.tooth.radial)
    return Problem(
        "W76",
        f"{joint.type.type_name} '{joint.name}'",
        f"pulls on the flank {kind.flank:.0f} that is declared, at {len(pulls)} of the {len(t)} "
        f"states kept, first at t = {t[pulls[0]]:.6g} s, most at t = {t[worst]:.6g} s by "
        f"{-values[worst]:.4g} N: there the other flanks carry, and the radial force of "
        f"{radial:.4g} N on the bearings has the wrong sign",
        cause="the direction of the power changes" if both else "the power goes the other way",
        action=action,
        severity="notice",
    )

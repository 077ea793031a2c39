"""Identification and excitation as the section `identify` of a model file says."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any

from sarrus.arguments import with_checks
from sarrus.errors import ModelError, Problem
from sarrus.identification.calibrated import Calibrated
from sarrus.identification.calibration import calibrate
from sarrus.identification.estimation import identify
from sarrus.identification.excitation import Excitation, excite
from sarrus.identification.identified import Identified
from sarrus.robotics.limits import JointLimits
from sarrus.study import Study


def _study(file: Study | str | os.PathLike[str]) -> Study:
    return file if isinstance(file, Study) else Study.load(file)


def _start(study: Study) -> Any:
    """Return q at which a mechanism with loops starts; None for open ones."""
    return study.start().q if study.system.closed else None


@with_checks
def identify_file(file: Study | str | os.PathLike[str], **how: Any) -> Identified:
    """Return numbers of a model file as its section `identify` says, or as the arguments do.

    how: arguments of `identify`, each in place of what the file says.

    Example:
        found = identify_file("arm.yaml", measured="measured.csv")
    """
    study = _study(file)
    mine = study.plan.identify
    folder = os.path.dirname(os.path.abspath(study.path)) if study.path else ""
    said: dict[str, Any] = {"consistent": mine.consistent, "every": mine.every}
    for name in ("by", "noise", "cutoff"):
        if getattr(mine, name):
            said[name] = getattr(mine, name)
    for name in ("measured", "check"):
        if getattr(mine, name):
            said[name] = [os.path.join(folder, path) for path in getattr(mine, name)]
    said |= how
    if "measured" not in said:
        rule = "names no measurements"
        action = "write identify: {measured: measured.csv}, or give the files"
        raise ModelError(Problem("S08", "section 'identify'", rule, action=action))
    measured = said.pop("measured")
    return identify(study.system, measured, **{"start": _start(study), **said})


@with_checks
def excite_file(
    file: Study | str | os.PathLike[str],
    *,
    limits: Mapping[str, JointLimits] | Iterable[tuple[str, str, Any]] = (),
    **how: Any,
) -> Excitation:
    """Return motions for the identification that a model file describes.

    limits: on top of those of the section `identify`: by joint, or (joint, what, value), with ""
    for all driven joints. how: arguments of `excite`, in place of what the file says.

    Example:
        motion = excite_file("arm.yaml", limits=[("", "speed", 2.0)])
    """
    study = _study(file)
    mine = study.plan.identify
    said: dict[str, Any] = {}
    if mine.by:
        said["by"] = mine.by
    if mine.joints:
        said["joints"] = mine.joints
    said |= how
    found = {name: JointLimits(**entries) for name, entries in mine.limits.items()}
    if isinstance(limits, Mapping):
        found |= limits
    else:
        from sarrus.identification.excitation import drives_of

        listed = list(limits)
        driven = list(said.get("joints") or drives_of(study.system)) if listed else []
        for joint, what, value in listed:
            for name in [joint] if joint else driven:
                found[name] = JointLimits(**{what: value}).over(found.get(name, JointLimits()))
    return excite(study.system, **{"start": _start(study), "limits": found, **said})


@with_checks
def calibrate_file(file: Study | str | os.PathLike[str], measured: Any, **how: Any) -> Calibrated:
    """Return the calibration of a model file, whose loops are closed near its start.

    how: arguments of `calibrate`.

    Example:
        found = calibrate_file("arm.yaml", "poses.csv", frame="tool")
    """
    study = _study(file)
    return calibrate(study.system, measured, **{"start": _start(study), **how})

"""A model file with its study, as the commands load it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from sarrus.cli.files import existing_path

if TYPE_CHECKING:
    from sarrus.study import Study


def load_study(
    path: str, values: Mapping[str, Any], strict: bool = False, units: str | None = None
) -> Study:
    """Return the study of a model file, some of its numbers changed; units: of output."""
    from sarrus.study import Study

    study = Study.load(existing_path(path), set=values, strict=strict)
    return study if units is None else study.in_units(units)


def load_drive(path: str, values: Mapping[str, Any], strict: bool = False) -> Study:
    """Return the study of a model file as a drive, also where it says that it is simulated."""
    from sarrus.study.study import with_settings

    study = load_study(path, values, strict)
    if study.settings.kind == "drive":
        return study
    if _can_be_driven(study):
        return with_settings(study, kind="drive")
    return load_study(
        path, {**values, "run.kind": "drive"}, strict
    )  # says what is missing, and where


def _can_be_driven(study: Study) -> bool:
    """Whether something is driven, and efforts do not depend on what follows from it."""
    from sarrus.system import Sampled
    from sarrus.system.simulation.state_law import StateLaw

    known = not any(isinstance(x, (StateLaw, Sampled, tuple)) for x in study.plan.inputs.values())
    return bool(study.plan.drives) and known and not study.plan.events

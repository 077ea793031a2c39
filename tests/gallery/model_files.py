"""Functions of the gallery that describe the mechanism of a file in examples/models."""

from __future__ import annotations

from typing import Any

import yaml

from sarrus.gallery import EXAMPLES
from sarrus.study import Study
from study.models import MODELS

GALLERY = {
    "pendulum": "pendulum",
    "quick_return": "quick_return",
    "quick_return_driven": "quick_return",
    "rrc_grip": "rrc_arm",
    "rrc_locked": "rrc_arm",
    "rrc_spring": "rrc_arm_spring",
    "rrc_swing": "rrc_arm",
    "rssr": "rssr",
    "rusr": "rusr",
    "slider_crank": "offset_slider_crank",
    "tracked_vehicle": "tracked_vehicle",
    "tracked_vehicle_bare": "tracked_vehicle_bare",
    "vehicle_5dof": "vehicle_5dof",
}
"""The example of the gallery for each file."""
KEYWORDS = {"rrc_grip": {"target": True}}
"""What the function is given for a file, beside what the example gives."""
SECTIONS = ("compile", "assembly", "inputs", "drives", "locked", "events", "run", "outputs")


def sections(name: str) -> dict[str, Any]:
    """Return what a file says about its run."""
    content = yaml.safe_load((MODELS / f"{name}.yaml").read_text(encoding="utf-8"))
    return {key: content[key] for key in SECTIONS if key in content}


def like_the_file(name: str, **run: Any) -> Study:
    """Return the gallery's model with the run of a file; run: settings to change."""
    study = sections(name)
    study["run"] = {**study["run"], **run}
    return Study.of(EXAMPLES[GALLERY[name]].model(**KEYWORDS.get(name, {})), study, name)

"""Sweeps over values of a study: `study.sweep`."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from sarrus.errors import ModelError, Problem
from sarrus.study import Study
from sarrus.study.start import start_state
from sarrus.study.study import YAML
from sarrus.sweeps.plans import OVER, Listed, Plan
from sarrus.sweeps.public import sweep, sweep_of
from sarrus.sweeps.table import Sweep
from sarrus.system import State, System


def sweep_study(
    study: Study,
    over: Mapping[str, Any],
    measure: Any,
    plan: Plan | Listed | None,
    how: Mapping[str, Any],
) -> Sweep:
    """Return the sweep of a study: over values of its file, or over numbers of its model.

    how: keywords that say how it is made, and those of `System.simulate`.
    """
    if os.path.splitext(study.path)[1].lower() in YAML and os.path.exists(study.path):
        return sweep(study, over, measure=measure, plan=plan, **how)
    if study.settings.kind == "drive":
        rule = "is driven, and has no model file: its runs cannot be made anew"
        action = "save it as a model file, or simulate it with drives"
        raise ModelError(Problem(OVER, f"study of '{study.model.name}'", rule, action=action))
    mine = study.plan

    def begin(system: System) -> State:
        return start_state(system, mine.assembly, mine.drives, mine.locked)

    run = {**study.settings.simulation, "inputs": mine.inputs, "driven": mine.drives}
    run |= {"locked": mine.locked, "events": mine.events, **mine.keywords, **how}
    return sweep_of(study.system, over, start=begin, measure=measure, plan=plan, **run)

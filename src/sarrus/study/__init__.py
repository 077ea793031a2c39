"""Studies: everything that a model file says, ready to run."""

from sarrus.study.equilibrium import EquilibriumPlan
from sarrus.study.plan import Plan
from sarrus.study.realtime import RealtimePlan
from sarrus.study.settings import Assembly, Settings
from sarrus.study.sliders import Slider
from sarrus.study.study import Study

__all__ = ["Assembly", "EquilibriumPlan", "Plan", "RealtimePlan", "Settings", "Slider", "Study"]

"""What exact derivatives make possible: linearisation, equilibrium, sensitivities."""

from sarrus.system.analysis.branch import Branch, BranchStopped
from sarrus.system.analysis.chapters import (
    equations,
    follow,
    forward_derivatives,
    inverse_derivatives,
    parameter_names,
    reduced_equations,
    simulate_sensitivities,
    system_jacobian,
)
from sarrus.system.analysis.equilibrium import Equilibrium
from sarrus.system.analysis.linearization import Linearization, Vibration
from sarrus.system.analysis.sensitivities import Gradients
from sarrus.system.analysis.sensitivity_run import SensitivitiesStopped, SensitivityRun
from sarrus.system.analysis.steady import SteadyMotion
from sarrus.system.equation_text import Equations

__all__ = [
    "Branch",
    "BranchStopped",
    "Equations",
    "Equilibrium",
    "Gradients",
    "Linearization",
    "SensitivitiesStopped",
    "SensitivityRun",
    "SteadyMotion",
    "Vibration",
    "equations",
    "follow",
    "forward_derivatives",
    "inverse_derivatives",
    "parameter_names",
    "reduced_equations",
    "simulate_sensitivities",
    "system_jacobian",
]

"""What exact derivatives make possible: linearisation, equilibrium, sensitivities."""

from sarrus.system.analysis.branch import Branch, BranchStopped
from sarrus.system.analysis.chapters import (
    equations,
    follow,
    forward_derivatives,
    inverse_derivatives,
    parameter_names,
    reduced_equations,
    root_locus,
    simulate_sensitivities,
    system_jacobian,
)
from sarrus.system.analysis.continuous_control import ContinuousFeedback
from sarrus.system.analysis.control import (
    Observer,
    OutputFeedback,
    StateFeedback,
    TrackingFeedback,
    lqr,
    observer,
    output_feedback,
    tracking_lqr,
)
from sarrus.system.analysis.equilibrium import Equilibrium
from sarrus.system.analysis.linearization import Linearization, Vibration
from sarrus.system.analysis.root_locus import CriticalValue, RootLocus
from sarrus.system.analysis.sensitivities import Gradients
from sarrus.system.analysis.sensitivity_run import SensitivitiesStopped, SensitivityRun
from sarrus.system.analysis.steady import SteadyMotion
from sarrus.system.equation_text import Equations

__all__ = [
    "Branch",
    "BranchStopped",
    "ContinuousFeedback",
    "CriticalValue",
    "Equations",
    "Equilibrium",
    "Gradients",
    "Linearization",
    "Observer",
    "OutputFeedback",
    "RootLocus",
    "SensitivitiesStopped",
    "SensitivityRun",
    "StateFeedback",
    "SteadyMotion",
    "TrackingFeedback",
    "Vibration",
    "equations",
    "follow",
    "forward_derivatives",
    "inverse_derivatives",
    "lqr",
    "observer",
    "output_feedback",
    "parameter_names",
    "reduced_equations",
    "root_locus",
    "simulate_sensitivities",
    "system_jacobian",
    "tracking_lqr",
]

"""What exact derivatives make possible: linearization, equilibrium, sensitivities."""

from sarrus.system.analysis.branch import Branch, BranchStopped
from sarrus.system.analysis.chapters import (
    dissipation,
    equations,
    follow,
    forward_derivatives,
    hybrid_dynamics,
    inverse_derivatives,
    mass_solve,
    parameter_names,
    project,
    reduced_equations,
    root_locus,
    sensitivities,
    simulate_sensitivities,
    system_jacobian,
)
from sarrus.system.analysis.continuous_control import ContinuousFeedback
from sarrus.system.analysis.control import (
    Observer,
    OutputFeedback,
    Regulator,
    StateFeedback,
    TrackingFeedback,
    lqr,
    observer,
    output_feedback,
    tracking_lqr,
)
from sarrus.system.analysis.differentials import Differentials
from sarrus.system.analysis.equilibrium import Equilibrium
from sarrus.system.analysis.flexibility import Flexibility, flexibility
from sarrus.system.analysis.gradients import Gradients
from sarrus.system.analysis.linearization import BodyShape, Linearization, Vibration
from sarrus.system.analysis.matrices import (
    centroidal_momentum_matrix,
    com_jacobian,
    coriolis_matrix,
    inertia_parameters,
    regressor,
)
from sarrus.system.analysis.root_locus import CriticalValue, RootLocus
from sarrus.system.analysis.sensitivity_run import SensitivitiesStopped, SensitivityRun
from sarrus.system.analysis.steady import SteadyMotion
from sarrus.system.analysis.symmetries import Symmetries
from sarrus.system.analysis.system_jacobian import (
    ForwardDerivatives,
    InverseDerivatives,
    SystemJacobian,
)
from sarrus.system.constants.constants_map import Constant, ConstantsMap, constants_map
from sarrus.system.equation_text import Equations
from sarrus.system.equation_text.symbols import Letter
from sarrus.system.one_state.reducing import Reduced

__all__ = [
    "BodyShape",
    "Branch",
    "BranchStopped",
    "Constant",
    "ConstantsMap",
    "ContinuousFeedback",
    "CriticalValue",
    "Differentials",
    "Equations",
    "Equilibrium",
    "Flexibility",
    "ForwardDerivatives",
    "Gradients",
    "InverseDerivatives",
    "Letter",
    "Linearization",
    "Observer",
    "OutputFeedback",
    "Reduced",
    "Regulator",
    "RootLocus",
    "SensitivitiesStopped",
    "SensitivityRun",
    "StateFeedback",
    "SteadyMotion",
    "Symmetries",
    "SystemJacobian",
    "TrackingFeedback",
    "Vibration",
    "centroidal_momentum_matrix",
    "com_jacobian",
    "constants_map",
    "coriolis_matrix",
    "dissipation",
    "equations",
    "flexibility",
    "follow",
    "forward_derivatives",
    "hybrid_dynamics",
    "inertia_parameters",
    "inverse_derivatives",
    "lqr",
    "mass_solve",
    "observer",
    "output_feedback",
    "parameter_names",
    "project",
    "reduced_equations",
    "regressor",
    "root_locus",
    "sensitivities",
    "simulate_sensitivities",
    "system_jacobian",
    "tracking_lqr",
]

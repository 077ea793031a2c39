"""Public names, listed here only; `public_names.py` imports each when it is first used."""

from sarrus.design.gradients.gradient import ChannelFunction as ChannelFunction
from sarrus.design.gradients.gradient import Gradient as Gradient
from sarrus.design.gradients.public import gradient as gradient
from sarrus.design.gradients.second_derivatives import hessian_product as hessian_product
from sarrus.design.objectives.function import FunctionObjective as FunctionObjective
from sarrus.design.objectives.objective import Constraint as Constraint
from sarrus.design.objectives.objective import Objective as Objective
from sarrus.design.optimization.optimize import NoFeasibleDesign as NoFeasibleDesign
from sarrus.design.optimization.optimize import Settings as Settings
from sarrus.design.optimization.optimize import optimize as optimize
from sarrus.design.optimization.optimum import Front as Front
from sarrus.design.optimization.optimum import Limit as Limit
from sarrus.design.optimization.optimum import Optimum as Optimum
from sarrus.design.shaking.additions import CounterRotation as CounterRotation
from sarrus.design.shaking.additions import Counterweight as Counterweight
from sarrus.design.shaking.additions import Disk as Disk
from sarrus.design.shaking.additions import Spring as Spring
from sarrus.design.shaking.balance import balance as balance
from sarrus.design.shaking.result import Balance as Balance
from sarrus.design.singularities.result import Singularities as Singularities
from sarrus.design.singularities.result import SingularPoint as SingularPoint
from sarrus.design.singularities.singularities import singularities as singularities
from sarrus.design.uncertainty.result import Tolerances as Tolerances
from sarrus.design.uncertainty.sobol import sobol_indices as sobol_indices
from sarrus.design.uncertainty.tolerance import Tolerance as Tolerance
from sarrus.design.uncertainty.tolerances import tolerances as tolerances

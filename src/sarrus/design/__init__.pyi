"""Public names, listed here only; `public_names.py` imports each when it is first used."""

from sarrus.design.shaking.additions import CounterRotation as CounterRotation
from sarrus.design.shaking.additions import Counterweight as Counterweight
from sarrus.design.shaking.additions import Disk as Disk
from sarrus.design.shaking.additions import Spring as Spring
from sarrus.design.shaking.balance import balance as balance
from sarrus.design.shaking.result import Balance as Balance
from sarrus.design.uncertainty.result import Tolerances as Tolerances
from sarrus.design.uncertainty.sobol import sobol_indices as sobol_indices
from sarrus.design.uncertainty.tolerance import Tolerance as Tolerance
from sarrus.design.uncertainty.tolerances import tolerances as tolerances

"""Public names, listed here only; `public_names.py` imports each when it is first used."""

from sarrus.design.gradients.gradient import ChannelFunction as ChannelFunction
from sarrus.design.gradients.gradient import Gradient as Gradient
from sarrus.design.gradients.public import gradient as gradient
from sarrus.design.shaking.additions import CounterRotation as CounterRotation
from sarrus.design.shaking.additions import Counterweight as Counterweight
from sarrus.design.shaking.additions import Disk as Disk
from sarrus.design.shaking.additions import Spring as Spring
from sarrus.design.shaking.balance import balance as balance
from sarrus.design.shaking.result import Balance as Balance

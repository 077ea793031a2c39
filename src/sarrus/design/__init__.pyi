"""Public names, listed here only; `public_names.py` imports each when it is first used."""

from sarrus.design.gradients.gradient import ChannelFunction as ChannelFunction
from sarrus.design.gradients.gradient import Gradient as Gradient
from sarrus.design.gradients.public import gradient as gradient

"""Events of a simulation and what they do: `from sarrus.events import Event, Lock, Bounce`."""

from sarrus.system.simulation.events import *  # noqa: F403
from sarrus.system.simulation.events import __all__ as __all__

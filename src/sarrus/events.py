"""Events of a simulation and what they do: `from sarrus.events import Event, Lock, Bounce`."""

from sarrus.system.events import *  # noqa: F403
from sarrus.system.events import __all__ as __all__

"""Further functions of a system: `from sarrus import analysis; analysis.follow(system, ...)`."""

from sarrus.system.analysis import *  # noqa: F403
from sarrus.system.analysis import __all__ as __all__

"""Public names, listed here only; `public_names.py` imports each when it is first used."""

from sarrus.training.environment import Episodes as Episodes
from sarrus.training.environment import vector_environment as vector_environment
from sarrus.training.task import Outcome as Outcome
from sarrus.training.task import Task as Task
from sarrus.training.throwing import FiveBarThrow as FiveBarThrow
from sarrus.training.tracking import DeltaTracking as DeltaTracking

"""What a task is: a mechanism, its motors, what is seen of it, goals and rewards, all in rows."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.system.state import State
from sarrus.system.system import System


@dataclass(frozen=True)
class Outcome:
    """What a control period has brought: rewards, and rows whose episode has come to its end."""

    reward: np.ndarray
    done: np.ndarray


class Task(ABC):
    """A task for a mechanism; all its functions take and return a row for each episode.

    inputs: names of the motors; efforts: their largest efforts [N m or N]; channels: what is read
    of a state; step [s], steps: of a control period; seconds: of an episode; flags: numbers of an
    action beside those of the motors; draws: random numbers of an episode; failure: the reward of a
    mechanism that comes to a singular position, which ends its episode.
    """

    inputs: Sequence[str]
    efforts: Sequence[float]
    channels: Sequence[str]
    step: float = 1e-3
    steps: int = 10
    seconds: float = 2.0
    flags: int = 0
    draws: int = 1
    failure: float = -10.0

    @abstractmethod
    def system(self) -> System:
        """Return the mechanism, compiled."""

    @abstractmethod
    def starts(self, system: System) -> list[State]:
        """Return the states from which episodes begin; each begins at one of them by chance."""

    @abstractmethod
    def goals(self, drawn: np.ndarray, t: np.ndarray) -> np.ndarray:
        """Return what is to be reached at a time of each episode, from its random numbers."""

    @abstractmethod
    def outcome(self, seen: np.ndarray, goals: np.ndarray, actions: np.ndarray) -> Outcome:
        """Return what a period has brought: seen: channels after it, actions: from -1 to 1."""

    def observations(self, seen: np.ndarray, goals: np.ndarray) -> np.ndarray:
        """Return what is observed: channels and goals."""
        return np.concatenate([seen, goals], axis=1)

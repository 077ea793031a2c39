"""Many episodes of a task at once, after the interface of Gymnasium's vector environments.

All episodes move together, as rows of a population: there is no Python for a single one. Random
numbers are counted, not drawn in turn: those of an episode depend on the seed, its row and its
number alone, not on when others ended.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.system.history.tables import library
from sarrus.system.populations.random_numbers import uniform_of
from sarrus.training.task import Task

REFUSED = "S40"
"""The code of what an environment refuses."""
MODES = ("next_step", "same_step", "disabled")
"""When an episode that has ended is followed by the next."""
NUMBER = 32
"""Bits of a lane that hold the row; the number of its episode stands above them."""


class Episodes:
    """Rows of episodes of a task: states, times, goals; reset by mask, step by actions.

    place: "cpu" or "gpu"; autoreset: "next_step" (the step after the end of an episode begins the
    next, its action is not used), "same_step" (at once; the last observation is in `final_obs`), or
    "disabled" (by `reset(options={"reset_mask": mask})` only).
    """

    def __init__(
        self, task: Task, n: int, place: str = "cpu", autoreset: str = "next_step"
    ) -> None:
        if autoreset not in MODES:
            action = f"use one of {', '.join(map(repr, MODES))}"
            raise ModelError(Problem(REFUSED, f"autoreset {autoreset!r}", "is not known",
                                     action=action))  # fmt: skip
        if n < 1:
            raise ModelError(Problem(REFUSED, "environments", "must be 1 or more", str(n)))
        self.task, self.n, self.autoreset = task, int(n), autoreset
        self.system = task.system()
        population = self.system.on(place)
        self.stepper = population.stepper(
            step=task.step, steps=task.steps, inputs=task.inputs, channels=task.channels
        )
        self.efforts = np.array(task.efforts, dtype=float)
        self._bank = np.concatenate([population.states(s) for s in task.starts(self.system)])
        self.seed = 0
        self.x = np.repeat(self._bank[:1], n, axis=0)
        self.periods, self.episodes = np.zeros(n, dtype=np.int64), np.full(n, -1, dtype=np.int64)
        self.ended = np.ones(n, dtype=bool)
        self._drawn = np.full((n, task.draws), 0.5)
        self._none = np.zeros((n, len(self.efforts)))
        self._length = round(task.seconds / self.period)

    @property
    def period(self) -> float:
        """The time between two actions [s]."""
        return self.task.step * self.task.steps

    @property
    def n_actions(self) -> int:
        """Numbers of an action."""
        return len(self.efforts) + self.task.flags

    def reset(self, seed: int | None = None, mask: Any = None) -> np.ndarray:
        """Begin episodes, all or those of a mask, and return all observations.

        With a seed, rows count their episodes from 0 again.

        Example:
            observations = episodes.reset(seed=0)
        """
        rows = self._mask(mask)
        if seed is not None:
            self.seed = int(seed)
            self.episodes[rows] = -1
        self._begin(rows)
        return self._observe()

    def _begin(self, rows: np.ndarray) -> None:
        """Begin the next episode of some rows."""
        self.episodes[rows] += 1
        lanes = (self.episodes[rows] << NUMBER) + np.flatnonzero(rows)
        which = uniform_of(lanes, 0, self.seed) * len(self._bank)
        self.x[rows] = self._bank[which.astype(int)]
        for k in range(self.task.draws):
            self._drawn[rows, k] = uniform_of(lanes, k + 1, self.seed)
        self.periods[rows] = 0
        self.ended[rows] = False

    def _mask(self, mask: Any) -> np.ndarray:
        if mask is None:
            return np.ones(self.n, dtype=bool)
        rows = np.asarray(mask)
        if rows.shape != (self.n,) or rows.dtype != np.bool_ or not rows.any():
            rule = f"must be {self.n} truth values, one of them true at least"
            told = f"{rows.dtype} of shape {rows.shape}"
            raise ModelError(Problem(REFUSED, "options['reset_mask']", rule, told))
        return rows

    def _goals(self) -> np.ndarray:
        return self.task.goals(self._drawn, self.periods * self.period)

    def _observe(self) -> np.ndarray:
        self._seen = self.stepper.read(self.x, self._none)
        return self.task.observations(self._seen, self._goals())

    def step(
        self, actions: Any
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Return observations, rewards, terminations, truncations and infos after a period.

        actions: rows from -1 to 1 (what is beyond is cut), parts of the largest efforts, then the
        flags of the task.

        Example:
            observations = episodes.reset(seed=0)
            result = episodes.step(np.zeros((episodes.n, episodes.n_actions)))
        """
        values = np.asarray(actions, dtype=float)
        if values.shape != (self.n, self.n_actions):
            rule = f"must be {self.n} rows of {self.n_actions} numbers"
            raise ModelError(Problem(REFUSED, "actions", rule, f"shape {values.shape}"))
        waiting = self.ended.copy()
        if waiting.any() and self.autoreset == "disabled":
            rule = f"have ended and were not reset: {np.flatnonzero(waiting)[:5].tolist()}"
            action = "call reset(options={'reset_mask': ended}), or choose another autoreset"
            raise ModelError(Problem(REFUSED, "episodes", rule, action=action))
        values = np.clip(values, -1.0, 1.0)
        efforts = values[:, : len(self.efforts)] * self.efforts
        following = self.stepper(self.x, efforts)
        failed = ~np.all(np.isfinite(following), axis=1)
        moving = ~(failed | waiting)
        self.x[moving] = following[moving]  # a row that failed stays where it was
        self.periods[~waiting] += 1
        if waiting.any():
            self._begin(waiting)
        found = self._observe()
        outcome = self.task.outcome(self._seen, self._goals(), values)
        reward = np.where(failed, self.task.failure, outcome.reward)
        reward[waiting] = 0.0
        terminated = (outcome.done | failed) & ~waiting
        truncated = (self.periods >= self._length) & ~terminated & ~waiting
        self.ended = terminated | truncated
        infos: dict[str, Any] = {}
        if self.autoreset == "same_step" and self.ended.any():
            infos = {"final_obs": found, "_final_obs": self.ended.copy()}
            self._begin(self.ended.copy())
            found = self._observe()
        return found, reward, terminated, truncated, infos


def vector_environment(task: Task, n: int, place: str = "cpu", autoreset: str = "next_step") -> Any:
    """Return a vector environment of Gymnasium with n episodes of a task.

    Observations and actions are boxes; actions reach from -1 to 1. place, autoreset: see
    `Episodes`, whose rows it moves.

    Example:
        env = training.vector_environment(training.FiveBarThrow(), 8)
        observations, infos = env.reset(seed=0)
    """
    return _environment_class()(Episodes(task, n, place, autoreset))


@cache
def _environment_class() -> Any:
    """Return the class of vector environments, made where Gymnasium is installed."""
    gymnasium = library("gymnasium", "training")
    vector = gymnasium.vector

    class MechanismEnvironment(vector.VectorEnv):  # type: ignore[misc, name-defined]
        """Episodes of a task as a vector environment."""

        def __init__(self, episodes: Episodes) -> None:
            self.episodes, self.num_envs = episodes, episodes.n
            mode = {"next_step": "NEXT_STEP", "same_step": "SAME_STEP", "disabled": "DISABLED"}
            self.metadata = {
                "autoreset_mode": vector.AutoresetMode[mode[episodes.autoreset]],
                "render_modes": [],
            }
            wide = episodes.reset(0).shape[1]
            box = gymnasium.spaces.Box
            self.single_observation_space = box(-np.inf, np.inf, (wide,), np.float64)
            self.single_action_space = box(-1.0, 1.0, (episodes.n_actions,), np.float64)
            many = vector.utils.batch_space
            self.observation_space = many(self.single_observation_space, self.num_envs)
            self.action_space = many(self.single_action_space, self.num_envs)

        def reset(
            self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
        ) -> tuple[np.ndarray, dict[str, Any]]:
            """Begin all episodes, or those of options["reset_mask"]."""
            super().reset(seed=seed)
            return self.episodes.reset(seed, (options or {}).get("reset_mask")), {}

        def step(self, actions: Any) -> Any:
            """Move all episodes by a control period."""
            return self.episodes.step(actions)

    return MechanismEnvironment

"""Episodes in rows: seeds by counting, resets by mask, ends, and Gymnasium's interface."""

from __future__ import annotations

import sys
from functools import cache
from types import FrameType
from typing import Any

import numpy as np
import pytest

from sarrus import System
from sarrus.errors import ModelError
from sarrus.system.populations.random_numbers import uniform, uniform_of
from sarrus.training import DeltaTracking, Episodes, FiveBarThrow, vector_environment
from sarrus.training.throwing import GRAVITY, five_bar

N = 4


@cache
def linkage() -> System:
    return five_bar().compile(kernels=())


class Throw(FiveBarThrow):
    """The task, with a system that all tests share."""

    def system(self) -> System:
        return linkage()


def episodes(autoreset: str = "next_step", n: int = N, **how: Any) -> Episodes:
    found = Episodes(Throw(**how), n, autoreset=autoreset)
    found.reset(seed=7)
    return found


def held(n: int = N) -> np.ndarray:
    """Actions that hold the ball."""
    return np.tile([0.3, -0.2, -1.0], (n, 1))


def test_periods_are_those_of_simulate() -> None:
    rows = episodes()
    start = linkage().assemble(guess=rows.x[1, : linkage().nq])
    for _ in range(3):
        seen, *_ = rows.step(held())
    motors = {"L": 0.3 * 12.0, "R": -0.2 * 12.0}
    run = linkage().simulate(start, until=0.03, step=1e-3, method="rk4", inputs=motors)
    np.testing.assert_allclose(rows.x[1, : linkage().nq], run.q[-1], atol=1e-11)
    np.testing.assert_allclose(seen[1, :3], run.history["ball.position"][-1], atol=1e-11)


def test_a_seed_repeats_all_and_rows_do_not_depend_on_each_other() -> None:
    one, two = episodes(), episodes()
    assert one.reset(seed=3).tobytes() == two.reset(seed=3).tobytes()
    assert one.reset(seed=4).tobytes() != two.reset(seed=3).tobytes()
    one.reset(seed=3)
    one.reset(mask=np.array([True, False, False, False]))  # row 0 is an episode ahead
    first, second = one.reset(mask=np.array([False, True, True, True])), two.reset()
    assert first[1:].tobytes() == second[1:].tobytes()
    assert first[0].tobytes() == second[0].tobytes()
    wide = episodes(n=7)
    assert wide.reset(seed=3)[:N].tobytes() == two.reset(seed=3).tobytes()
    lanes = np.array([5, 6, (1 << 32) + 5])
    np.testing.assert_array_equal(uniform_of(lanes, 2, 9)[:2], uniform(range(5, 7), 2, 9))
    assert uniform_of(lanes, 2, 9)[2] != uniform_of(lanes, 2, 9)[0]


def test_a_mask_resets_its_rows_only() -> None:
    rows = episodes("disabled")
    for _ in range(2):
        rows.step(held())
    before = rows.x.copy()
    rows.reset(mask=np.array([False, True, False, True]))
    assert rows.x[[0, 2]].tobytes() == before[[0, 2]].tobytes()
    assert rows.periods.tolist() == [2, 0, 2, 0] and rows.episodes.tolist() == [0, 1, 0, 1]


def thrown_in_row(row: int) -> np.ndarray:
    actions = held()
    actions[row, -1] = 1.0
    return actions


def test_an_ended_episode_is_followed_at_the_next_step() -> None:
    rows = episodes()
    _, reward, ended, cut, _ = rows.step(thrown_in_row(2))
    assert ended.tolist() == [False, False, True, False] and not cut.any()
    assert reward[2] > reward[0]
    seen, reward, ended, _, infos = rows.step(thrown_in_row(2))  # its action is not used
    assert reward[2] == 0.0 and not ended.any() and rows.periods.tolist() == [2, 2, 0, 2]
    assert not infos and np.all(seen[2, 3:6] == 0.0)


def test_an_ended_episode_is_followed_at_once() -> None:
    rows = episodes("same_step")
    seen, _, ended, _, infos = rows.step(thrown_in_row(2))
    assert ended[2] and infos["_final_obs"].tolist() == [False, False, True, False]
    assert np.any(infos["final_obs"][2] != seen[2]) and np.all(seen[2, 3:6] == 0.0)
    assert infos["final_obs"][0].tobytes() == seen[0].tobytes()


def test_time_truncates_and_disabled_rows_must_be_reset() -> None:
    rows = episodes("disabled", seconds=0.02)
    rows.step(held())
    _, _, ended, cut, _ = rows.step(held())
    assert cut.all() and not ended.any()
    with pytest.raises(ModelError, match=r"have ended and were not reset: \[0, 1, 2, 3\]"):
        rows.step(held())
    rows.reset(mask=cut)
    rows.step(held())


def test_a_singular_mechanism_fails_alone() -> None:
    rows = episodes("disabled")
    rows.x[1] = np.nan
    _, reward, ended, _, _ = rows.step(held())
    assert ended.tolist() == [False, True, False, False] and reward[1] == rows.task.failure


def test_the_ball_lands_where_it_is_rewarded() -> None:
    task, rows = Throw(), episodes()
    for _ in range(5):
        rows.step(held())
    seen, reward, *_ = rows.step(thrown_in_row(0))
    x, y, vx, vy = seen[0, 0], seen[0, 1], seen[0, 3], seen[0, 4]
    flight = max(np.roots([-0.5 * GRAVITY, vy, y - task.ground]).real)
    assert task.landing(seen[:1])[0] == pytest.approx(x + vx * flight, rel=1e-12)
    miss = x + vx * flight - seen[0, -1]
    cost = task.effort_weight * np.mean([0.09, 0.04])
    assert reward[0] == pytest.approx(np.exp(-((miss / task.width) ** 2)) - cost, rel=1e-12)


def test_no_python_runs_for_a_single_episode() -> None:
    def calls(n: int) -> int:
        rows, count = episodes("same_step", n), 0
        rows.step(held(n))

        def counted(frame: FrameType, event: str, argument: Any) -> None:
            nonlocal count
            count += event == "call"

        actions = held(n)
        actions[:, -1] = 1.0  # all end and begin again
        sys.setprofile(counted)
        try:
            rows.step(actions)
        finally:
            sys.setprofile(None)
        return count

    assert calls(3) == calls(50)


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda: Episodes(Throw(), 2, autoreset="always"), "Use one of 'next_step'"),
        (lambda: episodes().step(np.zeros((N, 2))), "must be 4 rows of 3 numbers"),
        (lambda: episodes().reset(mask=[1, 0, 0, 0]), "must be 4 truth values"),
    ],
)
def test_what_makes_no_sense_is_refused(call: Any, told: str) -> None:
    with pytest.raises(ModelError, match=told):
        call()


def test_gymnasium_has_a_vector_environment() -> None:
    gymnasium = pytest.importorskip("gymnasium")
    environment = vector_environment(Throw(), N, autoreset="disabled")
    assert isinstance(environment, gymnasium.vector.VectorEnv)
    seen, infos = environment.reset(seed=5)
    assert environment.observation_space.contains(seen) and infos == {}
    environment.action_space.seed(1)
    found, reward, ended, cut, _ = environment.step(environment.action_space.sample())
    assert environment.observation_space.contains(found) and reward.shape == (N,)
    mask = ended | cut
    mask[0] = True
    again, _ = environment.reset(options={"reset_mask": mask})
    assert again[~mask].tobytes() == found[~mask].tobytes()
    environment.close()


def test_the_goal_of_a_delta_robot_goes_round() -> None:
    task = DeltaTracking()
    drawn, t = np.random.default_rng(2).random((3, 3)), np.array([0.1, 0.5, 1.0])
    goals = task.goals(drawn, t)
    h = 1e-6
    speed = (task.goals(drawn, t + h) - task.goals(drawn, t - h))[:, :3] / (2 * h)
    np.testing.assert_allclose(goals[:, 3:], speed, atol=1e-8)
    seen = np.zeros((3, 12))
    seen[:, :3] = goals[:, :3]
    seen[2, 0] += 0.5
    found = task.outcome(seen, goals, np.zeros((3, 3)))
    assert found.reward.tolist() == pytest.approx([0.0, 0.0, -5.0])
    assert found.done.tolist() == [False, False, True]


@pytest.mark.slow
def test_a_delta_robot_is_held_by_its_motors() -> None:
    """Motors that keep their angles keep the platform, closed loops and all, in every episode."""
    rows = Episodes(DeltaTracking(), 3)
    seen = rows.reset(seed=1)
    angles = seen[:, 6:9]
    for _ in range(40):
        seen, reward, *_ = rows.step(-4.0 * (seen[:, 6:9] - angles) - 0.3 * seen[:, 9:12])
    assert np.max(np.abs(seen[:, 6:9] - angles)) < 0.1 and np.max(np.abs(seen[:, 9:12])) < 0.2
    away = np.linalg.norm(seen[:, :3] - seen[:, 12:15], axis=1)
    assert np.all(rows.episodes == 0) and np.all(reward <= -10.0 * away)
    gaps = rows.system.compiled.loops.closure(rows.x[:, : rows.system.nq])[0]
    assert np.max(np.abs(gaps)) < 1e-9

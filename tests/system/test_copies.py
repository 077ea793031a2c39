"""Systems, states, runs and histories are pickled and copied: kernels by keys, bits the same."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sarrus
from sarrus import System
from sarrus.gallery import bricard, four_bar, quarter_vehicle


def again(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))


@pytest.fixture(scope="module")
def system() -> System:
    return four_bar().compile(parameters=["crank.mass"])


def steady(t: Any) -> Any:
    return 3.0 * t


def accelerations(work: tuple[System, np.ndarray, np.ndarray]) -> bytes:
    system, q, v = work
    return system.accelerations(system.state(q, v)).vdot.tobytes()


def test_system_has_the_same_options_and_bits(system: System) -> None:
    other = again(system)
    assert other is not system and other.model == system.model
    assert other.compiled.keywords == system.compiled.keywords
    state = system.assemble({"A": 0.4}, rates={"A": 3.0})
    for given in ({}, {"parameters": {"crank.mass": 2.0}}):
        theirs = other.accelerations(other.state(state.q, state.v), **given)
        assert system.accelerations(state, **given).vdot.tobytes() == theirs.vdot.tobytes()


def test_choices_of_the_analysis_go_along() -> None:
    name = bricard().joints[2].name
    system = System(bricard(), cut=(name,))
    assert [joint.name for joint in again(system).topology.cuts] == [name]
    wheel = System(quarter_vehicle(), kernels=())
    assert again(wheel).coordinates == wheel.coordinates


def test_a_system_never_changes_and_is_its_own_copy(system: System) -> None:
    assert copy.copy(system) is system and copy.deepcopy(system) is system
    assert copy.deepcopy(system.compiled) is system.compiled


def test_what_shares_a_system_shares_it_afterwards(system: System) -> None:
    state = system.assemble({"A": 0.4})
    one, two = again([state, state.at(1.0)])
    assert one.system is two.system and (one.t, two.t) == (0.0, 1.0)
    assert one["D.angle"] == state["D.angle"]
    assert copy.deepcopy(state).system is system


def test_runs_in_memory_keep_their_bits(system: System) -> None:
    start = system.assemble({"A": 0.4}, rates={"A": 3.0})
    run = system.simulate(start, until=0.05, every=0.01)
    before = run["C.reaction.force"]
    other = again(run)
    assert other["C.reaction.force"].tobytes() == before.tobytes()
    assert other.t.tobytes() == run.t.tobytes() and other.order is not None
    history = again(run.history[0.01:0.03])
    assert history["A.angle"].tobytes() == run.history[0.01:0.03]["A.angle"].tobytes()
    drive = system.drive({"A": steady}, times=[0.0, 0.1])
    assert again(drive)["A.effort"].tobytes() == drive["A.effort"].tobytes()


def test_runs_in_a_file_are_read_there(system: System, tmp_path: Path) -> None:
    start = system.assemble({"A": 0.4}, rates={"A": 3.0})
    path = tmp_path / "run.sarrus"
    run = system.simulate(start, until=0.05, every=0.01, file=path)
    for made in (run, sarrus.open_run(path)):
        other = again(made)
        assert other["A.angle"].tobytes() == run["A.angle"].tobytes()


def test_measures_of_a_history_are_functions_and_are_named(system: System) -> None:
    run = system.simulate(system.assemble({"A": 0.4}), until=0.02, every=0.01)
    run.history.measure("double", lambda x: 2.0 * x["A.angle"], unit="rad")
    with pytest.raises(sarrus.ModelError, match=r"M31.*double"):
        pickle.dumps(run.history)


@pytest.mark.parametrize("way", ["spawn", "fork"])
def test_processes_get_systems(system: System, way: str) -> None:
    """A pool of the standard library takes systems as arguments, forked or started anew."""
    if way not in multiprocessing.get_all_start_methods():
        pytest.skip(f"there is no {way} here")
    state = system.assemble({"A": 0.4}, rates={"A": 3.0})
    wanted = accelerations((system, state.q, state.v))
    with multiprocessing.get_context(way).Pool(1) as pool:
        assert pool.map(accelerations, [(system, state.q, state.v)]) == [wanted]


def test_one_system_in_many_threads_while_it_is_pickled(system: System) -> None:
    state = system.assemble({"A": 0.4}, rates={"A": 3.0})
    wanted = system.accelerations(state).vdot.tobytes()
    found: list[bool] = []

    def work() -> None:
        for _ in range(20):
            found.append(system.accelerations(state).vdot.tobytes() == wanted)
            found.append(again(state)["A.angle"] == state["A.angle"])

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 160 and all(found)

"""The collector of garbage runs rarely while a model is read or built, and as before afterwards."""

from __future__ import annotations

import gc
import os
import threading
from collections.abc import Iterator

import pytest

import sarrus
from sarrus import ModelError
from sarrus.garbage import YOUNG, few_collections

BEFORE = (701, 11, 13)


@pytest.fixture(autouse=True)
def usual() -> Iterator[None]:
    found = gc.get_threshold()
    gc.set_threshold(*BEFORE)
    yield
    gc.set_threshold(*found)


def test_the_threshold_is_raised_inside_and_restored_after_the_outermost() -> None:
    with few_collections():
        with few_collections():
            assert gc.get_threshold() == (YOUNG, 11, 13)
        assert gc.get_threshold() == (YOUNG, 11, 13)
    assert gc.get_threshold() == BEFORE


@pytest.mark.parametrize("own", [(0, 0, 0), (2 * YOUNG, 1, 1)])
def test_a_collector_that_is_off_or_runs_more_rarely_stays(own: tuple[int, int, int]) -> None:
    gc.set_threshold(*own)
    with few_collections():
        assert gc.get_threshold() == own
    assert gc.get_threshold() == own


def test_what_others_set_meanwhile_stays() -> None:
    with few_collections():
        gc.set_threshold(900, 5, 5)
    assert gc.get_threshold() == (900, 5, 5)


def test_it_is_restored_after_errors() -> None:
    with pytest.raises(ModelError):
        sarrus.load({"bodies": [{"name": "a", "mass": -1.0}]})
    m = sarrus.Mechanism("wrong")
    m.body("a", mass=-1.0)
    with pytest.raises(ModelError):
        m.build()
    assert gc.get_threshold() == BEFORE


def test_threads_that_end_in_any_order_restore_it_together() -> None:
    inside, leave = threading.Barrier(9), [threading.Event() for _ in range(8)]

    def use(k: int) -> None:
        with few_collections():
            inside.wait(10.0)
            leave[k].wait(10.0)

    threads = [threading.Thread(target=use, args=(k,)) for k in range(8)]
    for thread in threads:
        thread.start()
    inside.wait(10.0)
    for k in (3, 0, 7, 1, 6, 2, 5):
        leave[k].set()
        threads[k].join(10.0)
        assert gc.get_threshold()[0] == YOUNG
    leave[4].set()
    threads[4].join(10.0)
    assert gc.get_threshold() == BEFORE


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_a_forked_process_begins_anew() -> None:
    with few_collections():
        child = os.fork()
        if child == 0:
            kept = gc.get_threshold() == BEFORE
            with few_collections():
                raised = gc.get_threshold() == (YOUNG, 11, 13)
            os._exit(0 if kept and raised and gc.get_threshold() == BEFORE else 1)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert gc.get_threshold() == BEFORE

"""Errors that runs state hold: the true error is within, or the run says that it is not decided."""

from __future__ import annotations

from collections import Counter

import pytest

from history.stated_errors import BEYOND, UNKNOWN, WITHIN, WRONG, Outcome, Subject, judged
from history.stated_errors import gallery_subjects as of_gallery
from history.stated_errors import random_subject as of_seed


@pytest.mark.parametrize("seed", [8, 9, 16])
@pytest.mark.parametrize("certify", [False, True], ids=["looser", "tighter"])
def test_a_random_mechanism(seed: int, certify: bool) -> None:
    found = judged(of_seed(seed), certify)
    assert found is not None and found.outcome == WITHIN, found


@pytest.mark.slow
@pytest.mark.parametrize("certify", [False, True], ids=["looser", "tighter"])
def test_two_hundred_runs(certify: bool) -> None:
    """At least 95 of 100 are within; none is ten times beyond without a warning."""
    found: list[Outcome] = []
    subjects: list[Subject] = list(of_gallery())
    seed = 0
    while len(found) < 200:
        subject = subjects.pop() if subjects else of_seed(seed)
        seed += 0 if subjects else 1
        outcome = judged(subject, certify)
        if outcome is not None and outcome.outcome != UNKNOWN:
            found.append(outcome)
    counts = Counter(outcome.outcome for outcome in found)
    assert not counts[WRONG], [outcome for outcome in found if outcome.outcome == WRONG]
    beyond = [outcome for outcome in found if outcome.outcome == BEYOND]
    assert counts[BEYOND] <= 0.05 * (counts[WITHIN] + counts[BEYOND]), beyond

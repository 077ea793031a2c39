"""Every public call, probed: what is wrong about an argument is told as an error of ours.

Each argument of a call that works is replaced, one at a time, by things that no call can use: None,
texts, numbers that are not finite or too large, lists and arrays of other shapes, strangers, and
functions that fail. Nothing but an error of ours may come back, and where a number is due, one that
is not finite must not be accepted, but for the table below.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from errors import probe_builders, probe_subjects
from errors.fuzzing import Spoiler
from errors.probing import WRONG, Subject, outcome, probed
from sarrus import ModelError
from sarrus.errors import SarrusError

LONGEST = 10.0
"""Seconds that one probe may take, on a machine that is busy with other things."""

LATER = "a description, which is checked with the joints when it is used"
ENDLESS = "infinite: there is no limit"
NOT_FINITE = ("nan", "inf", "list of nan", "array of nan")
ACCEPTED: dict[str, tuple[tuple[str, ...], str]] = {
    "Drive / law": (NOT_FINITE, LATER),
    "Effort / law": (NOT_FINITE, LATER),
    "SetParameter / value": (NOT_FINITE, LATER),
    "Limits / velocity": (NOT_FINITE, LATER),
    "Limits / acceleration": (NOT_FINITE, LATER),
    "Limits / jerk": (NOT_FINITE, LATER),
    "PathLimits / speed": (NOT_FINITE, LATER),
    "PathLimits / acceleration": (NOT_FINITE, LATER),
    "Target / position": (NOT_FINITE, LATER),
    "Target / point": (NOT_FINITE, LATER),
    "Target.on_line / through": (NOT_FINITE, LATER),
    "Target.on_line / point": (NOT_FINITE, LATER),
    "Target.on_plane / through": (NOT_FINITE, LATER),
    "JointLimits / speed": (("inf",), ENDLESS),
    "JointLimits / torque": (("inf",), ENDLESS),
    "Gear / peak_torque": (("inf",), ENDLESS),
}
"""What is accepted although it is not finite, and why; nothing else is allowed anywhere."""


class TooLongError(BaseException):
    """A probe does not come back."""


@pytest.fixture
def patience() -> Iterator[None]:
    """Let a call that does not return fail."""

    def ring(*_: Any) -> None:
        raise TooLongError

    before = signal.signal(signal.SIGALRM, ring)
    yield
    signal.setitimer(signal.ITIMER_REAL, 0.0)
    signal.signal(signal.SIGALRM, before)


@pytest.fixture(scope="module")
def every(tmp_path_factory: pytest.TempPathFactory) -> list[Subject]:
    folder = Path(tmp_path_factory.mktemp("probes"))
    return [*probe_subjects.subjects(folder), *probe_builders.subjects(folder)]


def test_probes_begin_with_calls_that_work(every: list[Subject]) -> None:
    for subject in every:
        subject.call()
    assert len(every) > 200


@pytest.mark.parametrize("part", [9, pytest.param(1, marks=pytest.mark.slow)])
def test_wrong_arguments_are_told(
    part: int, every: list[Subject], patience: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """part: of how many wrong values one is tried, another for every call."""
    monkeypatch.chdir(tmp_path)
    found: list[str] = []
    accepted: set[str] = set()
    count = 0
    for k, subject in enumerate(every):
        for value in [*WRONG][k % part :: part]:
            signal.setitimer(signal.ITIMER_REAL, LONGEST * max(1, len(subject.given)))
            count += len(subject.given)
            try:
                defects = list(probed(subject, [value]))
            except TooLongError:
                found.append(f"{subject.name} does not come back with {value}")
                continue
            for defect in defects:
                allowed = ACCEPTED.get(defect.place, ((), ""))[0]
                if defect.outcome == "accepted" and defect.value in allowed:
                    accepted.add(defect.place)
                else:
                    found.append(str(defect))
    assert not found, "\n".join(found[:60])
    assert count > 15_000 / part
    if part == 1:
        assert accepted == set(ACCEPTED), "these are refused now; take them out of the table"


@pytest.mark.parametrize(
    ("seed", "count"),
    [(19, 400), pytest.param(2392, 2400, marks=pytest.mark.slow)],
)
def test_random_wrong_calls_are_told(
    every: list[Subject],
    patience: None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    seed: int,
    count: int,
) -> None:
    """One to three arguments at a time are spoilt; nothing but errors of ours comes back."""
    monkeypatch.chdir(tmp_path)
    found: list[str] = []
    refused = 0
    for subject, changed in Spoiler(seed).calls(every, count):
        signal.setitimer(signal.ITIMER_REAL, LONGEST)
        try:
            told = outcome(subject, changed)
        except TooLongError:
            told = "does not come back"
        refused += told == ""
        if told:
            found.append(f"{subject.name}({repr(changed)[:200]}): {told}")
    assert not found, "\n".join(found[:30])
    assert refused > 0.6 * count, "most of what is spoilt is wrong"


NOT_NUMBERS = (np.nan, np.inf, -np.inf)


@pytest.mark.parametrize("bad", NOT_NUMBERS)
@pytest.mark.parametrize("rows", [0, 3])
def test_states_that_are_not_finite_are_refused(bad: float, rows: int) -> None:
    """In every argument and every entry, of one state and of rows, in machine code too."""
    open_chain, loop = probe_subjects.rod(), probe_subjects.bar()
    at_rest = probe_subjects.closed()
    calls: list[tuple[Any, list[np.ndarray]]] = [
        (open_chain.forward_dynamics, [np.zeros(1)] * 3),
        (open_chain.inverse_dynamics, [np.zeros(1)] * 3),
        (open_chain.mass_matrix, [np.zeros(1)]),
        (open_chain.bias, [np.zeros(1)] * 2),
        (loop.forward_dynamics, [at_rest.q, at_rest.v, np.zeros(3)]),
        (loop.mass_matrix, [at_rest.q]),
    ]
    if not rows:
        calls += [(loop.energy, [at_rest.q, at_rest.v]), (loop.state, [at_rest.q, at_rest.v])]
    for call, arrays in calls:
        good = [np.array([a] * rows) if rows else a.copy() for a in arrays]
        call(*good)
        for k, array in enumerate(good):
            for place in np.ndindex(array.shape):
                wrong = [a.copy() for a in good]
                wrong[k][place] = bad
                with pytest.raises(ModelError, match="finite"):
                    call(*wrong)


@pytest.mark.parametrize("method", ["auto", "adams", "bdf", "ida", "rk4"])
@pytest.mark.parametrize("until", [1e308, 1e16])
def test_end_that_is_out_of_reach(method: str, until: float, patience: None) -> None:
    signal.setitimer(signal.ITIMER_REAL, LONGEST)
    how = {"step": 1e-3} if method == "rk4" else {}
    with pytest.raises(SarrusError, match=r"until|1e.12|cannot go on"):
        probe_subjects.rod().simulate(probe_subjects.start(), until=until, method=method, **how)


def test_times_without_end() -> None:
    for every in (1e-3, 5e-324):
        with pytest.raises(ModelError, match="more than 1e"):
            probe_subjects.rod().drive({"A": 0.1}, until=1e308, every=every)


def test_keyword_that_is_not_known() -> None:
    rod, start = probe_subjects.rod(), probe_subjects.start()
    with pytest.raises(ModelError, match=r"'untill'.*Did you mean 'until'"):
        rod.simulate(start, until=1.0, untill=2.0)
    with pytest.raises(ModelError, match="Did you mean 'axes'"):
        rod.reactions(start, axs="world")

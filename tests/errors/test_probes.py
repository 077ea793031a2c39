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

import pytest

from errors import probe_builders, probe_subjects
from errors.probing import WRONG, Subject, probed

LONGEST = 10.0
"""Seconds that one probe may take, on a machine that is busy with other things."""

LATER = "a description, which is checked with the joints when it is used"
FAST = "states of a kernel go straight to machine code; what is not a number gives none"
ENDLESS = "infinite: there is no limit"
NOT_FINITE = ("nan", "inf", "list of nan", "array of nan")
ACCEPTED: dict[str, tuple[tuple[str, ...], str]] = {
    "closed forward dynamics / v": (NOT_FINITE, FAST),
    "closed forward dynamics / tau": (NOT_FINITE, FAST),
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


def test_wrong_arguments_are_told(
    every: list[Subject], patience: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    found: list[str] = []
    accepted: set[str] = set()
    count = 0
    for subject in every:
        for value in WRONG:
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
    assert accepted == set(ACCEPTED), "these are refused now; take them out of the table"
    assert count > 15_000

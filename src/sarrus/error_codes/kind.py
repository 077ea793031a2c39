"""What is told of a code."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

MODEL = "ModelError"
STOPPED = "SimulationStopped"
ENVIRONMENT = "EnvironmentProblem"
INTERNAL = "InternalError"
WARNING = "warning"
NOTICE = "notice"
COMMAND = "error"

MENDS = {
    MODEL: "You: the description of the mechanism, or what is asked of it, must change.",
    STOPPED: "You: the numbers do not allow to go on; what was computed is kept.",
    ENVIRONMENT: "You: the machine (disk, library, memory) does not allow to go on.",
    INTERNAL: "We: it is a defect of Sarrus; please report it.",
    WARNING: "Nobody has to; the work goes on, but look at it.",
    NOTICE: "Nobody has to; it is good to know.",
    COMMAND: "It ends the command `sarrus` without being raised in Python; see its cure.",
}
"""Who mends it, by the class of the error or the severity of what goes along."""


@dataclass(frozen=True)
class ErrorCode:
    """A code: what it means, the usual cause and the cure.

    given_as: the errors that carry it; "warning" or "notice" where it comes along with a result
    instead; "error" where the command line alone tells it.
    """

    code: str
    given_as: tuple[str, ...]
    meaning: str
    cause: str
    cure: str

    @property
    def mends(self) -> str:
        """Who mends it."""
        return MENDS[self.given_as[0]]


@dataclass(frozen=True)
class Group:
    """Codes that share a letter and a subject."""

    title: str
    codes: tuple[ErrorCode, ...]


def group(title: str, rows: Sequence[tuple[str, str | tuple[str, ...], str, str, str]]) -> Group:
    """Return a group of rows: code, given as, meaning, cause, cure."""
    return Group(
        title,
        tuple(
            ErrorCode(code, (given,) if isinstance(given, str) else given, *words)
            for code, given, *words in rows
        ),
    )

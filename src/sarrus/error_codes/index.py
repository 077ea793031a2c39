"""All codes, and what is said of one."""

from __future__ import annotations

from difflib import get_close_matches

from sarrus.error_codes.file_codes import FILES
from sarrus.error_codes.kind import ErrorCode, Group
from sarrus.error_codes.machine_codes import MACHINE
from sarrus.error_codes.model_codes import MODELS
from sarrus.error_codes.motion_codes import DRIVES, STOPS, TABLES
from sarrus.error_codes.request_codes import EVENTS, SYSTEMS, TOPOLOGY
from sarrus.error_codes.robot_codes import ROBOTS, SUSPENSIONS
from sarrus.error_codes.sweep_codes import SWEEPS
from sarrus.error_codes.warning_codes import WARNINGS
from sarrus.errors import ModelError, Problem

GROUPS: tuple[Group, ...] = (
    MODELS,
    FILES,
    DRIVES,
    TABLES,
    SYSTEMS,
    SWEEPS,
    TOPOLOGY,
    EVENTS,
    ROBOTS,
    SUSPENSIONS,
    STOPS,
    MACHINE,
    WARNINGS,
)
"""The codes in the order of the documentation."""

CODES: dict[str, ErrorCode] = {entry.code: entry for group in GROUPS for entry in group.codes}
"""Every code that Sarrus can give."""


def described(code: str) -> str:
    """Return what a code means, as some lines of text."""
    entry = CODES.get(code.strip().upper())
    if entry is None:
        near = get_close_matches(code.strip().upper(), CODES, 3, 0.3)
        action = f"did you mean {' or '.join(near)}?" if near else "docs/errors.md lists them"
        raise ModelError(Problem("M09", f"code '{code[:60]}'", "is not known", action=action))
    return (
        f"{entry.code} ({', '.join(entry.given_as)})\n"
        f"  {entry.meaning}\n"
        f"  Usual cause: {entry.cause}\n"
        f"  Cure: {entry.cure}\n"
        f"  Who mends it: {entry.mends}"
    )

"""How a command ends: its exit code, and what is said about it.

    0    done
    2    usage: the command line itself is wrong
    3    the model, or another file, is rejected
    4    stopped by numerics; what was computed is kept
    5    the environment: disk, missing library; or an internal error of Sarrus
    6    a sweep came to its end, but some of its runs failed
    130  interrupted; what was computed is kept

No other code, and no traceback.
"""

from __future__ import annotations

import errno
import sys
from collections.abc import Sequence
from typing import Any

import typer

from sarrus.cli.defect import defect
from sarrus.cli.screen import Screen
from sarrus.cli.streams import forget
from sarrus.errors import (
    InternalError,
    ModelError,
    Problem,
    SarrusError,
    SimulationStopped,
)

DONE, USAGE, REJECTED, STOPPED, ENVIRONMENT, INTERRUPTED = 0, 2, 3, 4, 5, 130

UsageError: type[Exception] = typer.BadParameter.__bases__[0]
"""What the parser of the command line raises; typer exports only the class below it."""


def code_of(error: SarrusError) -> int:
    """Return the exit code of an error."""
    if isinstance(error, ModelError):
        return REJECTED
    return STOPPED if isinstance(error, SimulationStopped) else ENVIRONMENT


class Ending:
    """The end of a command that runs inside `with`: its exit code; every error is reported."""

    def __init__(self, arguments: Sequence[str]) -> None:
        self.arguments, self.code = arguments, DONE

    def __enter__(self) -> Ending:
        return self

    def __exit__(self, kind: Any, error: BaseException | None, trace: Any) -> bool:
        try:
            try:
                sys.stdout.flush()
            except BaseException as failure:
                error = error or failure
            if error is not None:
                screen = Screen(json="--json" in self.arguments, command=_verb(self.arguments))
                self.code = report_failure(error, self.arguments, screen)
            sys.stdout.flush()
        except BrokenPipeError:
            forget("stdout")
            self.code = DONE
        except OSError as failure:
            forget("stdout")
            print(f"error E-DISK [standard output]: {failure.strerror}", file=sys.stderr)
            self.code = ENVIRONMENT
        return True


def report_failure(error: BaseException, arguments: Sequence[str], screen: Screen) -> int:
    """Report what has ended a command and return its exit code; a broken pipe is passed on."""
    if isinstance(error, SystemExit):  # the parser saw a broken pipe before we did
        raise BrokenPipeError from None
    if isinstance(error, BrokenPipeError) or getattr(error, "errno", None) == errno.EPIPE:
        raise error
    code, hint = ENVIRONMENT, ""
    problems: Sequence[Problem]
    if isinstance(error, UsageError):
        code, problems, hint = USAGE, [usage_problem(error)], _usage(error)
    elif isinstance(error, (KeyboardInterrupt, typer.Abort)):
        code, problems = INTERRUPTED, [interruption()]
    elif isinstance(error, InternalError):
        problems = [*error.problems, defect(error, arguments)]
    elif isinstance(error, SarrusError):
        code, problems = code_of(error), error.problems
    elif isinstance(error, MemoryError):
        problems = [_no_memory()]
    elif isinstance(error, OSError):
        problems = [_os_problem(error)]
    elif isinstance(error, RuntimeError) and "can't start new thread" in str(error):
        problems = [_limit_problem(str(error))]
    elif isinstance(error, Exception):
        problems = [defect(error, arguments)]
    else:
        raise error
    return screen.failure(code, problems, hint=hint)


def _verb(arguments: Sequence[str]) -> str:
    return next((word for word in arguments if not word.startswith("-")), "")


def usage_problem(error: Any) -> Problem:
    """Return what is wrong with a command line."""
    message = error.format_message().strip().removeprefix("Invalid value: ")
    return Problem("E-USAGE", "command line", message)


def _usage(error: Any) -> str:
    context = getattr(error, "ctx", None)
    if context is None:
        return ""
    return f"{context.get_usage()}\nTry '{context.command_path} --help' for help and an example."


def interruption() -> Problem:
    """Return what is said when a command was ended by the user."""
    return Problem("E-INTERRUPT", "command", "was interrupted", severity="notice")


def _no_memory() -> Problem:
    return Problem(
        "E-MEM",
        "memory",
        "is exhausted",
        action="close other programs, or keep fewer states with --set run.every=...",
    )


def _limit_problem(rule: str) -> Problem:
    action = "close other programs, use fewer workers, or raise the limit (ulimit -n, ulimit -u)"
    return Problem("E-LIMIT", "system", f"lets this process have no more: {rule}", action=action)


def _os_problem(error: OSError) -> Problem:
    if error.errno == errno.ENOMEM:
        return _no_memory()
    if error.errno in (errno.EMFILE, errno.ENFILE, errno.EAGAIN):
        return _limit_problem(error.strerror or str(error))
    where = "" if error.filename is None else repr(str(error.filename))
    what = f"was refused by the system: {error.strerror or error}"
    return Problem("E-DISK", "file" if where else "system", what, where)

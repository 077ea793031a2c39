"""The command line: `sarrus run four_bar.yaml`."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext

YOUNG = 200_000
"""After how many new objects unused ones are looked for. Loading a command makes half as many,
all of them in use; Python looks after 700, two hundred times by then."""


COMPLETES = "_SARRUS_COMPLETE"
"""The variable of the environment by which shells ask for completion."""
LEAST_SPACE = 400_000_000
"""Bytes of address space (`ulimit -v`) without which the libraries cannot be loaded: some of them
end the process at once, and say nothing of memory."""


def lacking_space() -> str:
    """Return what to say where a limit of the process is too small for the libraries, else ""."""
    try:
        import resource
    except ImportError:
        return ""
    most, _ = resource.getrlimit(resource.RLIMIT_AS)
    if most == resource.RLIM_INFINITY or most >= LEAST_SPACE:
        return ""
    return f"needs {LEAST_SPACE:,} bytes to begin; this process may have {most:,} (ulimit -v)"


def without_memory(rule: str) -> int:
    """Say that there is no memory even for what words errors otherwise; returns the exit code."""
    sys.stderr.write(f"error E-MEM [memory]: {rule}. Close other programs, or raise the limit.\n")
    return 5


@contextmanager
def whole_process() -> Iterator[None]:
    """Let a command line have the process: its signals, and its memory, which none looks through.

    Signals come first, since loading the commands takes longer than all else.
    """
    from sarrus.cli.signals import ignore_signals, treat_like_ctrl_c

    treat_like_ctrl_c()
    gc.set_threshold(YOUNG)
    try:
        yield
    finally:
        ignore_signals()  # all is done: the code is no longer changed
        gc.freeze()  # the end of the process need not look for what is unused


def main(words: Sequence[str] | None = None) -> int:
    """Run a command line and return one of the codes of `ending`, whatever happens.

    words: of a command that another program runs within itself, such as ["run", "arm.yaml"]; by
    default those of this process, whose signals then end the command in order.
    """
    with whole_process() if words is None else nullcontext():
        try:
            if lacking := lacking_space():
                return without_memory(lacking)
            from sarrus.cli.app import app
            from sarrus.cli.ending import DONE, Ending
            from sarrus.cli.streams import prepare_streams

            prepare_streams()
            if COMPLETES in os.environ:  # a shell asks what may follow; the parser answers and ends
                return int(app(words, prog_name="sarrus", standalone_mode=False) or DONE)
            with Ending(sys.argv[1:] if words is None else words) as ending:
                # Ending words what is raised; the parser of the command line words nothing itself
                found = app(words, prog_name="sarrus", standalone_mode=False)
                ending.code = found if isinstance(found, int) else DONE
            return ending.code
        except KeyboardInterrupt:  # while the commands themselves were being loaded
            return 130
        except MemoryError:
            return without_memory("is exhausted")


__all__ = ["main"]

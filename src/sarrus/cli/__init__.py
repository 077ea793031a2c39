"""The command line: `sarrus run four_bar.yaml`."""

from __future__ import annotations

import gc
import sys
from typing import NoReturn

YOUNG = 200_000
"""After how many new objects unused ones are looked for. Loading a command makes half as many,
all of them in use; Python looks after 700, two hundred times by then."""


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


def leave_without_memory(rule: str) -> NoReturn:
    """End the process: there is no memory even for what words errors otherwise."""
    sys.stderr.write(f"error E-MEM [memory]: {rule}. Close other programs, or raise the limit.\n")
    raise SystemExit(5) from None


def main() -> None:
    """Run the command line; ends the process with one of the codes of `ending`."""
    from sarrus.cli.signals import ignore_signals, treat_like_ctrl_c

    treat_like_ctrl_c()  # before the commands are loaded, which takes longer
    gc.set_threshold(YOUNG)
    try:
        if lacking := lacking_space():
            leave_without_memory(lacking)
        from sarrus.cli.app import app

        app(prog_name="sarrus")
    except KeyboardInterrupt:  # while the commands themselves were being loaded
        raise SystemExit(130) from None
    except MemoryError:
        leave_without_memory("is exhausted")
    finally:
        ignore_signals()  # all is done: the code is no longer changed
        gc.freeze()  # the end of the process need not look for what is unused


__all__ = ["main"]

"""The command line: `sarrus run four_bar.yaml`."""

from __future__ import annotations

import gc
import sys

YOUNG = 200_000
"""After how many new objects unused ones are looked for. Loading a command makes half as many,
all of them in use; Python looks after 700, two hundred times by then."""


LEAST_SPACE = 400_000_000
"""Bytes of address space (`ulimit -v`) without which the libraries cannot be loaded: some of them
end the process at once, and say nothing of memory."""


def refuse_small_limit() -> None:
    """Raise MemoryError where a limit of the process is too small for the libraries."""
    try:
        import resource
    except ImportError:
        return
    most, _ = resource.getrlimit(resource.RLIMIT_AS)
    if most != resource.RLIM_INFINITY and most < LEAST_SPACE:
        raise MemoryError(
            f"{LEAST_SPACE:,} bytes are needed to begin, and the limit of this process is {most:,} "
            "(ulimit -v)"
        )


def main() -> None:
    """Run the command line; ends the process with one of the codes of `ending`."""
    from sarrus.cli.signals import ignore_signals, treat_like_ctrl_c

    treat_like_ctrl_c()  # before the commands are loaded, which takes longer
    gc.set_threshold(YOUNG)
    try:
        refuse_small_limit()
        from sarrus.cli.app import app

        app(prog_name="sarrus")
    except KeyboardInterrupt:  # while the commands themselves were being loaded
        raise SystemExit(130) from None
    except MemoryError as error:
        sys.stderr.write(
            f"error E-MEM [memory]: {error or 'is exhausted'}. Close other programs.\n"
        )
        raise SystemExit(5) from None
    finally:
        ignore_signals()  # all is done: the code is no longer changed
        gc.freeze()  # the end of the process need not look for what is unused


__all__ = ["main"]

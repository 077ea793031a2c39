"""The command line: `sarrus run four_bar.yaml`."""

from __future__ import annotations

import gc

YOUNG = 200_000
"""After how many new objects unused ones are looked for. Loading a command makes half as many,
all of them in use; Python looks after 700, two hundred times by then."""


def main() -> None:
    """Run the command line; ends the process with one of the codes of `ending`."""
    from sarrus.cli.signals import ignore_signals, treat_like_ctrl_c

    treat_like_ctrl_c()  # before the commands are loaded, which takes longer
    gc.set_threshold(YOUNG)
    try:
        from sarrus.cli.app import app

        app(prog_name="sarrus")
    except KeyboardInterrupt:  # while the commands themselves were being loaded
        raise SystemExit(130) from None
    finally:
        ignore_signals()  # all is done: the code is no longer changed
        gc.freeze()  # the end of the process need not look for what is unused


__all__ = ["main"]

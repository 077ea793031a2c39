"""The command line: `sarrus run four_bar.yaml`."""

from __future__ import annotations

import signal


def main() -> None:
    """Run the command line; ends the process with one of the codes of `ending`."""
    try:
        from sarrus.cli.app import app
        from sarrus.cli.signals import polite_signals

        with polite_signals():
            app(prog_name="sarrus")
    except KeyboardInterrupt:  # while the commands themselves were being loaded
        raise SystemExit(130) from None
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # all is done: the code is no longer changed


__all__ = ["main"]

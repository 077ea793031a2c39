"""Command lines of Sarrus in this process, with what they print and their exit codes."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from typer.testing import CliRunner

from sarrus.cli import main


@dataclass(frozen=True)
class Done:
    """What a command line came to; output: both streams, in the order in which they were written.

    A command that ends the process instead of returning its code has raised SystemExit.
    """

    exit_code: int
    stdout: str
    stderr: str
    output: str


def run_line(words: Sequence[str], env: Mapping[str, str | None] | None = None) -> Done:
    """Return what a command line comes to; env: variables that are set, or with None are not."""
    with CliRunner(env=env).isolation() as streams:
        try:
            code = main(words)
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else int(end.code is not None)
        sys.stdout.flush()
        sys.stderr.flush()
        texts = [stream.getvalue().decode() for stream in streams]
    return Done(code, *texts)

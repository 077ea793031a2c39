"""`sarrus repair`: a new file of what is intact in a damaged one."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from sarrus.cli.files import command_line, existing_path, size_text, writable_path
from sarrus.cli.options import Force, Json, Quiet, ResultPath
from sarrus.cli.screen import Screen
from sarrus.errors import count

Target = Annotated[
    str | None,
    typer.Option(
        "--out", "-o", metavar="FILE", help="Output file; <name>.repaired.sarrus by default."
    ),
]


def repair(
    result: ResultPath,
    out: Target = None,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Write what is intact in a damaged result to a new file.

    Also repairs the ledger of a sweep or an optimization. Every block is checked, and all that are
    intact are written to a new file, which says what is missing; a file that is whole is left as it
    is. The damaged file stays, unless it is named with --out and --force.

    Example:
      sarrus repair four_bar.sarrus
      sarrus repair four_bar.sarrus -o whole.sarrus
    """
    screen = Screen(json, quiet, "repair")
    path = existing_path(result)
    name, ending = os.path.splitext(path)
    target = writable_path(out or f"{name}.repaired{ending}", force)
    from sarrus.storage import repair as repaired

    done = repaired(path, target, overwrite=force)
    screen.problems(done.notices)
    if not done.written:
        screen.say(f"{path} is not damaged: {count(done.blocks, 'block')}, all intact.")
        screen.answer(0, done.notices, blocks=done.blocks, result=None)
        return
    screen.say(f"{target} ({size_text(target)}) has the {count(done.blocks, 'intact block')}.")
    screen.note(f"Look at it with: {command_line('sarrus', 'info', target)}")
    screen.answer(0, done.notices, blocks=done.blocks, result=target)

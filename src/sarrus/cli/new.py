"""`sarrus new`: a model to start from."""

from __future__ import annotations

from difflib import get_close_matches
from pathlib import Path
from typing import Annotated

import typer

from sarrus.cli.completion import completion
from sarrus.cli.files import command_line, write_text
from sarrus.cli.options import Force, Json, Out, Quiet
from sarrus.cli.screen import Screen

FOLDER = Path(__file__).parent / "templates"


def templates() -> dict[str, Path]:
    """Return the templates by name, in the order of the alphabet."""
    return {path.stem.replace("_", "-"): path for path in sorted(FOLDER.glob("*.yaml"))}


def headline(path: Path) -> str:
    """Return the first line of a template, which says what it is."""
    with path.open(encoding="utf-8") as file:
        return file.readline().lstrip("# ").rstrip("\n .")


def new(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="TEMPLATE",
            help="Template name; without it, list the templates.",
            autocompletion=completion(templates),
        ),
    ] = None,
    out: Out = None,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Write a model file to start from, or list the templates.

    Example:
      sarrus new                              list the templates
      sarrus new four-bar                     write four_bar.yaml
      sarrus new pendulum -o swing.yaml       write it under another name
      sarrus new pendulum -o -                print it
    """
    screen = Screen(json, quiet, "new")
    found = templates()
    if name is None:
        rows = [(key, headline(path)) for key, path in found.items()]
        screen.table(("template", "description"), rows)
        screen.note("\nWrite one with: sarrus new four-bar")
        screen.answer(templates=dict(rows))
        return
    path = found.get(name.lower().replace("_", "-"))
    if path is None:
        near = get_close_matches(name, found, n=1)
        from sarrus.limits import limit_of_word  # for mistakes only

        lacking = limit_of_word(name)
        hint = f"did you mean {near[0]!r}?" if near else f"known: {', '.join(found)}."
        hint = hint if lacking is None else f"{lacking.advice}."
        raise typer.BadParameter(f"unknown template {name!r}; {hint}")
    text = path.read_text(encoding="utf-8")
    if out == "-":
        screen.say(text.rstrip("\n"))
        screen.answer(template=path.stem, text=text)
        return
    target = out or path.name
    write_text(target, text, force)
    screen.say(f"{target} written")
    screen.note(f"Simulate it with: {command_line('sarrus', 'run', target)}")
    screen.answer(template=path.stem, file=target)

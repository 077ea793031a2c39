"""`sarrus new`: a model to start from."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import Annotated

import typer

from sarrus.cli.completion import completion
from sarrus.cli.example_files import example_files, texts
from sarrus.cli.files import command_line, unknown_name, write_text
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


def names() -> list[str]:
    """Return all that can be written: templates and examples."""
    return [*templates(), *example_files()]


def new(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="TEMPLATE",
            help="Template or example name; without it, list the templates.",
            autocompletion=completion(names),
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
      sarrus new balance.py                   write an example of the docs
      sarrus new tasks                        write a folder of examples
      sarrus new lessons                      ten mechanisms with sliders
    """
    screen = Screen(json, quiet, "new")
    found = templates()
    if name is None:
        rows = [(key, headline(path)) for key, path in found.items()]
        screen.table(("template", "description"), rows)
        screen.note("\nWrite one with: sarrus new four-bar")
        if example_files():
            listed = ", ".join(example_files())
            text = f"Examples of the documentation are written in the same way: {listed}"
            screen.note(textwrap.fill(text, 80, break_long_words=False))
        screen.answer(templates=dict(rows))
        return
    if name in example_files():
        _write_example(screen, name, out, force)
        return
    path = found.get(name.lower().replace("_", "-"))
    if path is None:
        raise unknown_name("template", name, found, names())
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


def _write_example(screen: Screen, name: str, out: str | None, force: bool) -> None:
    """Write the files of an example; `out` names a script otherwise, or `-` prints it."""
    found = texts(example_files()[name])
    if out == "-":
        screen.say("\n".join(text.rstrip("\n") for text in found.values()))
        screen.answer(example=name, text="\n".join(found.values()))
        return
    if out is not None and len(found) == 1:
        found = {out: next(iter(found.values()))}
    elif out is not None:
        found = {str(Path(out) / Path(file).relative_to(name)): found[file] for file in found}
    for file, text in found.items():
        Path(file).parent.mkdir(parents=True, exist_ok=True)
        write_text(file, text, force)
        screen.say(f"{file} written")
    if len(found) == 1:
        screen.note(f"Run it with: {command_line('python', next(iter(found)))}")
    screen.answer(example=name, files=list(found))

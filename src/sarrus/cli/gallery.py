"""`sarrus gallery`: ready mechanisms to look at, to run, or to begin from."""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from typing import TYPE_CHECKING, Annotated

import typer

from sarrus.cli.files import checked_target, quoted, size_text
from sarrus.cli.options import Force, Json, Out, Quiet
from sarrus.cli.result_paths import result_path
from sarrus.cli.run import run_study
from sarrus.cli.screen import Screen

if TYPE_CHECKING:
    from sarrus.model import Model


def mechanisms() -> dict[str, Callable[[], Model]]:
    """Return what makes the mechanisms of the gallery, by name."""
    from sarrus import gallery as shelf

    found = {name: getattr(shelf, name) for name in shelf.__all__}
    return {
        name: make
        for name, make in sorted(found.items())
        if getattr(make, "__annotations__", {}).get("return") == "Model"
    }


def headline(make: Callable[[], Model]) -> str:
    """Return the line that says what a mechanism is: the first of its file."""
    import sys

    words = sys.modules[make.__module__].__doc__ or ""
    return words.strip().split("\n")[0].rstrip(".")


def _complete(incomplete: str) -> list[str]:
    return [name for name in mechanisms() if name.startswith(incomplete)]


def gallery(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="NAME", help="Which mechanism; without it, the list.", autocompletion=_complete
        ),
    ] = None,
    file: Annotated[
        str | None,
        typer.Option("--file", metavar="FILE", help="Write it as a model file; do not run it."),
    ] = None,
    until: Annotated[float, typer.Option("--until", help="When to end [s].", min=0.0)] = 1.0,
    out: Out = None,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """List, run or write the mechanisms of the gallery.

    Example:
      sarrus gallery                            the list
      sarrus gallery rssr                       run it
      sarrus gallery rssr --file rssr.yaml      write it, to change it
    """
    screen = Screen(json, quiet, "gallery")
    screen.listen()
    found = mechanisms()
    if name is None:
        rows = [(key, headline(make)) for key, make in found.items()]
        screen.table(("mechanism", "what it is"), rows)
        screen.answer(mechanisms=dict(rows))
        return
    key = name.lower().replace("-", "_")
    if key not in found:
        near = get_close_matches(key, found, n=1)
        hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(found)}."
        raise typer.BadParameter(f"there is no mechanism {name!r}; {hint}")
    model = found[key]()
    if file is not None:
        write(screen, model, checked_target(file, force), force)
        return
    from sarrus.study import Study
    from sarrus.study.study import with_settings

    study = with_settings(Study(key, model), until=until)
    run_study(screen, study, result_path(key, out, force))


def write(screen: Screen, model: Model, path: str, force: bool) -> None:
    """Write a mechanism as a model file."""
    from sarrus.formats.writing import save

    problems = [*model.notices, *save(model, path, overwrite=force)]
    screen.problems(problems)
    screen.say(f"{path} written ({size_text(path)})")
    screen.note(f"Simulate it with: {quoted('sarrus', 'run', path)}")
    screen.answer(0, problems, file=path)

"""`sarrus gallery`: ready mechanisms to view, run or start from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from sarrus.cli.completion import completion
from sarrus.cli.example_files import LESSONS, example_files
from sarrus.cli.files import command_line, size_text, unknown_name, writable_path
from sarrus.cli.options import Force, Json, Out, Quiet
from sarrus.cli.result_paths import result_path
from sarrus.cli.run import study_report
from sarrus.cli.screen import Screen

if TYPE_CHECKING:
    from sarrus.gallery import Example


def examples() -> dict[str, Example]:
    """Return the mechanisms of the gallery by name."""
    from sarrus import gallery as shelf

    return dict(shelf.EXAMPLES)


def gallery(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="NAME",
            help="Mechanism name; without it, list them.",
            autocompletion=completion(examples),
        ),
    ] = None,
    file: Annotated[
        str | None,
        typer.Option(
            "--file", metavar="FILE", help="Write it as a model file instead of running it."
        ),
    ] = None,
    until: Annotated[float | None, typer.Option("--until", help="End time [s].", min=0.0)] = None,
    out: Out = None,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """List, run or write the mechanisms of the gallery.

    Example:
      sarrus gallery                            list the mechanisms
      sarrus gallery rssr                       run one
      sarrus gallery rssr --file rssr.yaml      write it as a file, to edit
    """
    screen = Screen(json, quiet, "gallery")
    screen.listen()
    found = examples()
    if name is None:
        rows = [(key, example.summary) for key, example in found.items()]
        screen.table(("mechanism", "description"), rows)
        screen.answer(mechanisms=dict(rows))
        return
    key = name.lower().replace("-", "_")
    if key not in found:
        raise unknown_name("mechanism", name, found, found, key)
    if file is not None:
        write(screen, found[key], writable_path(file, force))
        return
    from sarrus.study import Study
    from sarrus.study.study import with_settings

    study = Study.of(found[key].model(), found[key].study_sections(), key)
    study = study if until is None else with_settings(study, until=until)
    with study_report(screen, study, result_path(key, out, force)) as outcome:
        outcome.run = study.run(file=outcome.file, progress=outcome.progress, certify="short")


def write(screen: Screen, example: Example, path: str) -> None:
    """Write a mechanism with its run as a model file."""
    from sarrus.formats.writing.named_numbers import described_text
    from sarrus.storage.new_file import write_text

    model = example.model()
    study = {"description": example.summary, **example.study_sections()}
    text = described_text(example.build, example.parameters, study)
    write_text(path, text, overwrite=True)
    screen.problems(list(model.notices))
    screen.say(f"{path} written ({size_text(path)})")
    screen.note(f"Simulate it with: {command_line('sarrus', 'run', path)}")
    lessons = example_files().get(LESSONS)
    if lessons is not None and (lessons / f"{example.name}.yaml").is_file():
        screen.note(f"With sliders: lessons/{example.name}.yaml of `sarrus new lessons`.")
    screen.answer(0, list(model.notices), file=path)

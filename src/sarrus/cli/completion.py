"""What the shell completes: files, channels of a result, names for --set, codes.

Nothing of it is imported before a shell asks. A file that cannot be read has no names: the command
itself says what is wrong with it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields
from typing import Any

import typer

from sarrus.errors import SarrusError

RESULT = ".sarrus"
TABLES = ("bodies", "beams", "modal_bodies", "frames", "joints", "couplers", "forces", "start")
"""Sections whose elements are named without the section: crank.mass."""


def beginning(names: Iterable[str], typed: str) -> list[str]:
    """Return the names that begin with what is typed."""
    return [name for name in names if name.startswith(typed)]


def completion(names: Callable[[], Iterable[str]]) -> Callable[[str], list[str]]:
    """Return what the shell asks for the names that begin with what is typed."""

    def complete(incomplete: str) -> list[str]:
        return beginning(names(), incomplete)

    return complete


def paths(typed: str, endings: tuple[str, ...]) -> list[str]:
    """Return the folders, and the files with one of the endings, that begin with what is typed."""
    folder, start = os.path.split(typed)
    try:
        entries = sorted(os.scandir(folder or "."), key=lambda entry: entry.name)
    except (OSError, ValueError):
        return []
    found = []
    for entry in entries:
        hidden = entry.name.startswith(".") and not start.startswith(".")
        if not entry.name.startswith(start) or hidden:
            continue
        if entry.is_dir():
            found.append(os.path.join(folder, entry.name, ""))
        elif entry.name.lower().endswith(endings):
            found.append(os.path.join(folder, entry.name))
    return found


def model_files(incomplete: str) -> list[str]:
    """Return the model files that begin with what is typed."""
    from sarrus.formats.known_formats import FORMATS

    return paths(incomplete, tuple(FORMATS))


def result_files(incomplete: str) -> list[str]:
    """Return the result files that begin with what is typed."""
    return paths(incomplete, (RESULT,))


def any_files(incomplete: str) -> list[str]:
    """Return the model and result files that begin with what is typed."""
    return sorted({*model_files(incomplete), *result_files(incomplete)})


def channels(ctx: typer.Context, incomplete: str) -> list[str]:
    """Return channels of the file that the command line names; several have commas between."""
    before, comma, last = incomplete.rpartition(",")
    return [f"{before}{comma}{name}" for name in beginning(channel_names(command_words(ctx)), last)]


def loads(ctx: typer.Context, incomplete: str) -> list[str]:
    """Return the loads of joints that a run can keep."""
    before, comma, last = incomplete.rpartition(",")
    names = dict.fromkeys(
        name.rpartition(".")[0]
        for name in channel_names(command_words(ctx))
        if name.endswith((".reaction.force", ".wrench.force"))
    )
    return [f"{before}{comma}{name}" for name in beginning(names, last)]


def measures(ctx: typer.Context, incomplete: str) -> list[str]:
    """Return measures of a sweep: first the kind, then the channel."""
    from sarrus.sweeps.measures import WORDS

    kind, space, typed = incomplete.partition(" ")
    if not space:
        return beginning((f"{name} " for name in WORDS), kind)
    return [f"{kind} {name}" for name in beginning(channel_names(command_words(ctx)), typed)]


def results_and_channels(ctx: typer.Context, incomplete: str) -> list[str]:
    """Return result files, and the channels of those that the command line names."""
    return [*result_files(incomplete), *channels(ctx, incomplete)]


def settable(ctx: typer.Context, incomplete: str) -> list[str]:
    """Return names for --set and --over, each with its =, of the file that is named."""
    document = next((found for word in command_words(ctx) if (found := document_of(word))), {})
    names = setting_names(document) if document else ()
    return beginning((f"{name}=" for name in names), incomplete)


def numbers(ctx: typer.Context, incomplete: str) -> list[str]:
    """Return names of numbers by which derivatives are taken, of the file that is named."""
    document = next((found for word in command_words(ctx) if (found := document_of(word))), {})
    names = setting_names(document) if document else ()
    others = ("run.", "gravity", "tolerance")
    return beginning((name for name in names if not name.startswith(others)), incomplete)


def codes(incomplete: str) -> list[str]:
    """Return the codes of errors, and what `sarrus explain` knows besides."""
    from sarrus import error_codes
    from sarrus.limits import limits

    words = ("limits", *(limit.words[0] for limit in limits()))
    return [*beginning(error_codes.codes(), incomplete), *beginning(words, incomplete)]


def command_words(context: typer.Context) -> list[str]:
    """Return the words of the command line so far, those of options among them."""
    found: list[str] = []
    for value in [*context.params.values(), context.args]:
        found += [value] if isinstance(value, str) else []
        found += [x for x in value if isinstance(x, str)] if isinstance(value, list | tuple) else []
    return found


def document_of(path: str) -> Mapping[str, Any]:
    """Return a model file as it is written; nothing if it cannot be read."""
    from sarrus.file_access import read_bytes
    from sarrus.formats.yaml.located_yaml import parse

    if not path.lower().endswith((".yaml", ".yml")):
        return {}
    try:
        found = parse(read_bytes(path), path)[0]
    except SarrusError:
        return {}
    return found if isinstance(found, Mapping) else {}


def setting_names(document: Mapping[str, Any]) -> Iterator[str]:
    """Yield the names by which values of a model file are set: r, crank.mass, run.until."""
    from sarrus.formats.yaml.elements import elements
    from sarrus.study.settings import DRIVE, DRIVEN_ONLY, Settings

    constants = document.get("constants")
    yield from constants if isinstance(constants, Mapping) else ()
    for section in TABLES:
        table = document.get(section)
        for name, record in table.items() if isinstance(table, Mapping) else ():
            types = elements()[section]
            kind = record.get("type", "") if isinstance(record, Mapping) else ""
            known = types[kind].attributes if kind in types else {}
            yield from (f"{name}.{key}" for key in known)
    run = document.get("run")
    kind = run.get("kind") if isinstance(run, Mapping) else ""
    simulated = [f.name for f in fields(Settings) if f.name not in DRIVEN_ONLY]
    keys = DRIVE if kind == "drive" else simulated
    yield from (f"run.{key}" for key in keys)
    yield from (name for name in ("gravity", "tolerance") if name in document)


def channel_names(words: Iterable[str]) -> list[str]:
    """Return the channels of the first result or model among words."""
    from sarrus.formats.known_formats import format_of

    for word in words:
        result = word.lower().endswith(RESULT)
        if not os.path.isfile(word) or not (result or format_of(word)):
            continue
        try:
            return _names_in(word, result)
        except (SarrusError, OSError):
            return []
    return []


def _names_in(path: str, result: bool) -> list[str]:
    from sarrus.study import Study
    from sarrus.system import open_run

    listing = open_run(path).history.channels() if result else Study.load(path).system.channels()
    return [entry.name for entry in listing]

"""`sarrus schema`: the JSON Schema of model files, for editors."""

from __future__ import annotations

import json as json_text
import os
from collections.abc import Sequence
from typing import Annotated, Any

import typer

from sarrus.cli.completion import model_files
from sarrus.cli.files import existing_path, write_text
from sarrus.cli.options import Force, Json, Out, Quiet
from sarrus.cli.screen import Screen
from sarrus.errors import ModelError

FILE = "sarrus.schema.json"
SETTINGS = os.path.join(".vscode", "settings.json")
SCHEMAS = "yaml.schemas"
"""Setting of the YAML extension of VS Code: patterns of file names by schema."""
MODELINE = "# yaml-language-server: $schema="
"""First line of a file that tells editors with a YAML language server its schema."""


def schema(
    files: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[MODEL]...",
            help="With --install: model files that get the line that other editors read.",
            autocompletion=model_files,
        ),
    ] = None,
    install: Annotated[
        bool, typer.Option("--install", help="Set up editors for this folder.")
    ] = False,
    folder: Annotated[
        str, typer.Option("--folder", metavar="DIR", help="Folder to set up instead.")
    ] = ".",
    out: Out = None,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Print the JSON Schema of model files, or set up editors.

    With --install, writes sarrus.schema.json (elements of your own packages are in it) and names it
    in .vscode/settings.json, for the extension "YAML" of VS Code; other settings stay as they are.
    Model files that are named get a first line for all editors with a YAML language server.
    Repeat it after an update.

    Example:
      sarrus schema --install
      sarrus schema --install four_bar.yaml       also for Neovim, Emacs, Helix
      sarrus schema -o model.schema.json          only the schema, as a file
    """
    screen = Screen(json, quiet, "schema")
    from sarrus.entry_points import load_entry_points
    from sarrus.formats.yaml import schema as schemas

    load_entry_points()
    found = schemas.schema()
    text = json_text.dumps(found, indent=1) + "\n"
    if not install:
        if files:
            raise typer.BadParameter("model files are for --install.")
        if out is None:
            for line in text.splitlines():
                screen.say(line)
            screen.answer(schema=found)
            return
        write_text(out, text, force)
        screen.say(f"{out} written")
        screen.answer(file=out)
        return
    if out is not None:
        raise typer.BadParameter("use either --install or --out.", param_hint="'--out'")
    written = install_schema(screen, existing_path(folder), text)
    for path in files or ():
        if add_modeline(existing_path(path), os.path.join(folder, FILE)):
            screen.say(f"{path}: first line added")
            written.append(path)
        else:
            screen.say(f"{path}: unchanged, it names a schema already")
    screen.note('VS Code needs the extension "YAML" (redhat.vscode-yaml).')
    screen.answer(files=written)


def install_schema(screen: Screen, folder: str, text: str) -> list[str]:
    """Write the schema and name it in the settings of VS Code; return the files that changed."""
    target, settings = os.path.join(folder, FILE), os.path.join(folder, SETTINGS)
    patterns = model_patterns(folder)
    before = read_settings(screen, settings, patterns)
    after = with_schema(before, patterns)
    write_text(target, text, force=True)
    screen.say(f"{target} written")
    if after == before:
        screen.say(f"{settings}: unchanged, it names the schema already")
        return [target]
    os.makedirs(os.path.dirname(settings), exist_ok=True)
    write_text(settings, json_text.dumps(after, indent=4, ensure_ascii=False) + "\n", force=True)
    kept = ", other settings as they were" if before else ""
    screen.say(f"{settings} written: {SCHEMAS} for {', '.join(patterns)}{kept}")
    return [target, settings]


def model_patterns(folder: str) -> list[str]:
    """Return the patterns of model files: all YAML files, unless some of the folder are no models.

    Then the files that are models are named one by one.
    """
    names = sorted(n for n in os.listdir(folder) if n.lower().endswith((".yaml", ".yml")))
    models = [name for name in names if is_model(os.path.join(folder, name))]
    return ["*.yaml", "*.yml"] if models == names else models


def is_model(path: str) -> bool:
    """Whether a YAML file says that it is a model file."""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return any(line.startswith("sarrus:") for line in file)
    except OSError:
        return False


def read_settings(screen: Screen, path: str, patterns: Sequence[str]) -> dict[str, Any]:
    """Return the settings of VS Code as they are; without the file there are none."""
    if not os.path.exists(path):
        return {}
    from sarrus.file_access import file_error, read_bytes
    from sarrus.formats.located_json import parse

    try:
        found, _ = parse(read_bytes(path), path)
        known = found.get(SCHEMAS, {}) if isinstance(found, dict) else None
        if not isinstance(known, dict):
            raise file_error(path, "F20", f"is no record, or {SCHEMAS} in it is none")
    except ModelError:
        line = json_text.dumps({SCHEMAS: {f"./{FILE}": list(patterns)}})[1:-1]
        screen.note(f"{path} is left as it is; it may hold comments. Add by hand:\n    {line}")
        raise
    return dict(found)


def with_schema(settings: dict[str, Any], patterns: Sequence[str]) -> dict[str, Any]:
    """Return the settings with the schema for some patterns beside those that are there."""
    known = settings.get(SCHEMAS, {})
    there = known.get(f"./{FILE}", [])
    there = [there] if isinstance(there, str) else there
    both = list(dict.fromkeys([*there, *patterns]))
    return {**settings, SCHEMAS: {**known, f"./{FILE}": both}} if both != there else settings


def add_modeline(path: str, schema_file: str) -> bool:
    """Put the line that names the schema first in a model file; False where one names any."""
    with open(path, encoding="utf-8", newline="") as file:
        text = file.read()
    if any(line.startswith("# yaml-language-server:") for line in text.splitlines()[:10]):
        return False
    where = os.path.relpath(schema_file, os.path.dirname(path) or ".").replace(os.sep, "/")
    end = "\r\n" if "\r\n" in text else "\n"
    write_text(path, f"{MODELINE}{where}{end}{text}", force=True)
    return True

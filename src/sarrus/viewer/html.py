"""The page as one file: script, style and scene inside, and nothing that leaves it."""

from __future__ import annotations

import base64
import hashlib
import html
import os
import zlib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from sarrus.errors import EnvironmentProblem, Problem
from sarrus.storage.new_file import new_file
from sarrus.system.analysis.equilibrium import Equilibrium
from sarrus.system.analysis.linearization import Linearization, Vibration
from sarrus.viewer.modes import mode_scene
from sarrus.viewer.scene import Scene, scene_of


@cache
def asset(name: str) -> str:
    """Return the text of a part of the page, as it stands in the package."""
    return (files("sarrus.viewer") / "assets" / name).read_text(encoding="utf-8")


def write_html(
    result: Any,
    path: str | os.PathLike[str],
    *,
    channels: Sequence[str] | str | None = None,
    overwrite: bool = False,
    title: str | None = None,
    ghost: Any = None,
    live: bool = False,
    sliders: Any = None,
) -> Path:
    """Write a run, a drive or a history as a page that any browser shows, without network.

    A linearization, an equilibrium or one of its modes of vibration: as a page of moving modes. A
    map of `robotics.work_map`: its places in colors, with the robot that goes to them.
    channels: those to plot beside the mechanism, with * and ?; by default those of the joints.
    ghost: another result, drawn translucent to compare with; a list of them, or {name: result}.
    live: a page in which the mechanism runs by itself, from the start of the result on; sliders:
    its numbers that can be moved, see `sarrus.live`.

    Example:
        sarrus.viewer.write_html(run, "run.html", channels=["A.rate"], overwrite=True)
    """
    target = Path(path)
    check_free(target, overwrite)
    if isinstance(result, (Linearization, Vibration, Equilibrium)):
        return write_page(mode_scene(result, title=title), target, overwrite=overwrite)
    if type(result).__module__ == "sarrus.robotics.work_maps":  # told without importing it
        from sarrus.viewer.work_maps import map_scene

        return write_page(map_scene(result, title=title), target, overwrite=overwrite)
    if live or sliders is not None:
        from sarrus.viewer.live import live as live_page
        from sarrus.viewer.live import refuse_ghosts

        refuse_ghosts(ghost)
        page = live_page(result, sliders, channels=channels, title=title)
        return page.write(target, overwrite=overwrite)
    scene = scene_of(result, channels=channels, title=title, ghost=ghost)
    return write_page(scene, target, overwrite=overwrite)


def write_page(scene: Scene, path: str | os.PathLike[str], *, overwrite: bool = False) -> Path:
    """Write the page of a scene as one file."""
    target = Path(path)
    check_free(target, overwrite)
    write_new(target, page_of(scene).encode("utf-8"), overwrite)
    return target


def page_of(scene: Scene) -> str:
    """Return the whole page of a scene as text."""
    script, style, loader = asset("page.js"), asset("page.css"), asset("loader.js")
    machine = " 'wasm-unsafe-eval'" if "machine" in scene.static else ""
    policy = (
        "default-src 'none'; "
        f"script-src {_content_hash(loader)} {_content_hash(script)}{machine}; "
        f"style-src {_content_hash(style)}; "
        "img-src data: blob:; base-uri 'none'; form-action 'none'"
    )
    parts = {
        "policy": policy,
        "title": html.escape(scene.title),
        "style": style,
        "scene": scene.text(),
        "code": _base64_text("page.js"),
        "loader": loader,
    }
    return fill(asset("page.html"), parts)


@cache
def _base64_text(name: str) -> str:
    """Return a part of the page deflated, as base64: a third of its text."""
    return base64.b64encode(zlib.compress(asset(name).encode(), 9)).decode("ascii")


def fill(template: str, parts: dict[str, str]) -> str:
    """Return the template with its places `{{name}}` filled, each once."""
    found = []
    rest = template
    while "{{" in rest:
        before, _, rest = rest.partition("{{")
        name, _, rest = rest.partition("}}")
        found += [before, parts[name]]
    return "".join([*found, rest])


def _content_hash(text: str) -> str:
    digest = hashlib.sha256(text.encode("utf-8")).digest()
    return f"'sha256-{base64.b64encode(digest).decode('ascii')}'"


def check_free(target: Path, overwrite: bool) -> None:
    """Refuse a file that exists, unless it may be replaced."""
    if target.exists() and not overwrite:
        raise EnvironmentProblem(
            Problem("E-FILE", f"file '{target.name}'", "exists", action="give overwrite=True")
        )


def write_new(target: Path, content: bytes, overwrite: bool) -> None:
    """Write a file whole or not at all."""
    check_free(target, overwrite)
    with new_file(str(target), overwrite, "E01") as part:
        Path(part).write_bytes(content)

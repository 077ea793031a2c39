"""Films of a mechanism: MP4, WebM and GIF, by the encoder of the system's browser or by ffmpeg."""

from __future__ import annotations

import base64
import os
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from sarrus.errors import EnvironmentProblem, ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.programs import find_program
from sarrus.viewer import stills
from sarrus.viewer.camera_path import camera_path
from sarrus.viewer.html import check_free, page_of, write_new
from sarrus.viewer.sampling import history_of
from sarrus.viewer.scene import Scene, scene_of

FORMATS = {".mp4": "mp4", ".webm": "webm", ".gif": "gif"}
THEMES = ("light", "dark")
ENCODERS = ("browser", "ffmpeg")
MOST = 20_000
"""Pictures of a film."""
TOGETHER = 10
"""Pictures between two reports of progress."""
PIECE = 3 * 2**20
"""Bytes of a film that are fetched from the browser at once."""
CODECS = {
    "mp4": ("-c:v", "libx264", "-crf", "18", "-movflags", "+faststart"),
    "webm": ("-c:v", "libvpx-vp9", "-crf", "30", "-b:v", "0", "-row-mt", "1"),
}
"""How ffmpeg writes formats that the browser cannot."""


@dataclass(frozen=True)
class Shot:
    """How a film is taken: its format, pictures per second, width and height, times, looks."""

    format: str
    fps: float
    size: tuple[int, int]
    times: tuple[float, ...]
    camera: dict[str, Any]
    look: dict[str, Any]
    clock: bool
    plots: bool = False

    def options(self, pictures: bool) -> dict[str, Any]:
        """Return what the page is told; pictures: whether it is to encode them itself."""
        return {
            "format": "pictures" if pictures else self.format,
            "width": self.size[0],
            "height": self.size[1],
            "fps": self.fps,
            "times": list(self.times),
            "camera": self.camera,
            "caption": self.clock,
            "plots": self.plots,
        }


def film(
    result: Any,
    path: str | os.PathLike[str],
    *,
    fps: float = 30.0,
    size: tuple[int, int] = (1280, 720),
    speed: float = 1.0,
    times: Sequence[float] | None = None,
    camera: Any = "iso",
    labels: bool = False,
    reactions: bool = False,
    axes: bool = False,
    clock: bool = True,
    theme: str = "light",
    plots: Sequence[str] | str = (),
    ghost: Any = None,
    encoder: str | None = None,
    overwrite: bool = False,
    progress: Callable[[float], None] | None = None,
) -> Path:
    """Write a run, a drive or a history as a film: .mp4 (H.264), .webm (VP9) or .gif.

    fps: pictures per second; size: width and height in pixels, even numbers; speed: seconds of the
    motion in a second of the film; times [s]: of every picture, in place of those that follow from
    fps and speed. camera: "iso", "front", "right" or "top", or a path: {"view": "iso", "orbit":
    6.28, "follow": "chassis", "zoom": 1.5, "keys": [{"t": 0, "view": "front"}, ...]}, where orbit
    is an angle [rad] about the vertical and a key may have "eye" and "target" [m] for a view.
    labels, reactions, axes, ghost: as in `write_still`; clock: whether the time is shown; theme:
    "light" or "dark". plots: channels, with * and ?, in plots beside the mechanism, or below it in
    upright films, with a mark that moves along. encoder: "browser" or "ffmpeg", by default the
    browser's own where it can write the format. progress: called with the part that is done. Needs
    chromium and `pip install playwright`.
    """
    target = Path(path)
    history = history_of(result)
    look = {"labels": labels, "reactions": reactions, "axes": axes, "theme": theme}
    shot = _shot_plan(history, target, fps, size, speed, times, look, clock, encoder)
    shot.camera.update(camera_path(history.system.model, camera))
    check_free(target, overwrite)
    channels = [plots] if isinstance(plots, str) else list(plots)
    shot = replace(shot, plots=bool(channels))
    scene = scene_of(history, channels=channels, times=shot.times, ghost=ghost)
    write_new(target, film_bytes(scene, shot, encoder, progress), overwrite)
    return target


def film_bytes(
    scene: Scene,
    shot: Shot,
    encoder: str | None = None,
    progress: Callable[[float], None] | None = None,
) -> bytes:
    """Return the film of a scene."""
    width, height = shot.size
    tell = progress or (lambda part: None)
    with tempfile.TemporaryDirectory() as folder, stills._browser() as browser:
        file = Path(folder) / "page.html"
        file.write_text(page_of(scene), encoding="utf-8", newline="\n")
        tab = browser.new_page(viewport={"width": width, "height": height})
        tab.set_default_timeout(stills.WAIT)
        tab.goto(file.as_uri())
        tab.wait_for_function("() => window.sarrus && window.sarrus.ready", timeout=stills.WAIT)
        tab.evaluate("look => window.sarrus.still(look)", shot.look)
        asked = [shot.format, width, height, shot.fps]
        own = tab.evaluate("a => window.sarrus.film.canEncode(...a)", asked)
        if (encoder == "ffmpeg" and shot.format != "gif") or (not own and encoder is None):
            return _by_ffmpeg(tab, shot, Path(folder), tell)
        if not own:
            raise _no_encoder(shot.format, "the browser")
        return _by_browser(tab, shot, tell)


def _by_browser(tab: Any, shot: Shot, tell: Callable[[float], None]) -> bytes:
    tab.evaluate("o => window.sarrus.film.begin(o)", shot.options(pictures=False))
    n = len(shot.times)
    for first in range(0, n, TOGETHER):
        last = min(first + TOGETHER, n)
        tab.evaluate("([a, b]) => window.sarrus.film.frames(a, b)", [first, last])
        tell(last / n)
    length = int(tab.evaluate("() => window.sarrus.film.finish()"))
    parts = []
    for first in range(0, length, PIECE):
        ends = [first, min(first + PIECE, length)]
        parts.append(base64.b64decode(tab.evaluate("p => window.sarrus.film.bytes(...p)", ends)))
    return b"".join(parts)


def _by_ffmpeg(tab: Any, shot: Shot, folder: Path, tell: Callable[[float], None]) -> bytes:
    program = find_ffmpeg(shot.format)
    made = folder / f"film.{shot.format}"
    command = [
        program, "-loglevel", "error", "-nostdin", "-y", "-f", "image2pipe", "-c:v", "png",
        "-framerate", f"{shot.fps:.12g}", "-i", "-", *CODECS[shot.format],
        "-pix_fmt", "yuv420p", str(made),
    ]  # fmt: skip
    tab.evaluate("o => window.sarrus.film.begin(o)", shot.options(pictures=True))
    with tempfile.TemporaryFile() as said:
        with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=said) as process:
            pipe: Any = process.stdin
            with suppress(BrokenPipeError):  # what it says tells more
                for k in range(len(shot.times)):
                    picture = tab.evaluate("k => window.sarrus.film.picture(k)", k)
                    pipe.write(base64.b64decode(picture))
                    tell((k + 1) / len(shot.times))
                pipe.close()
        if process.returncode or not made.exists():
            said.seek(0)
            words = said.read().decode("utf-8", "replace").strip().splitlines()
            rule = f"does not write the film: {words[-1][:200] if words else 'it says nothing'}"
            raise EnvironmentProblem(Problem("E-LIBRARY", f"ffmpeg '{program}'", rule))
    return made.read_bytes()


def find_ffmpeg(format: str = "mp4") -> str:
    """Return the path of ffmpeg: of the system, or of the library imageio-ffmpeg."""
    found = find_program("ffmpeg")
    if found:
        return found
    try:
        return str(import_module("imageio_ffmpeg").get_ffmpeg_exe())
    except (ImportError, RuntimeError):
        raise _no_encoder(format, "neither this browser nor ffmpeg") from None


def _no_encoder(format: str, who: str) -> EnvironmentProblem:
    action = "install an encoder (pip install imageio-ffmpeg), or write a .gif"
    other = {"mp4": "a .webm or ", "webm": "an .mp4 or "}.get(format, "")
    rule = f"cannot be encoded: {who} does it"
    if who.startswith("the"):
        rule = f"cannot be encoded by {who}"
    action = action.replace("write a .gif", f"write {other}a .gif")
    return EnvironmentProblem(Problem("E-LIBRARY", f"film (.{format})", rule, action=action))


def _shot_plan(
    history: Any,
    target: Path,
    fps: float,
    size: tuple[int, int],
    speed: float,
    times: Sequence[float] | None,
    look: dict[str, Any],
    clock: bool,
    encoder: str | None,
) -> Shot:
    """Return how the film is taken; all mistakes are told at once."""
    problems = []

    def report(what: str, rule: str, value: Any) -> None:
        problems.append(Problem("S03", f"film / {what}", rule, value=repr(value)[:60]))

    format = FORMATS.get(target.suffix.lower(), "")
    if not format:
        report("path", f"must end in {', '.join(FORMATS)}", target.name)
    if not _between(fps, 1.0, 240.0):
        report("fps", "must be between 1 and 240 pictures per second", fps)
    if not _between(speed, 1e-6, 1e6):
        report("speed", "must be above 0", speed)
    pair = isinstance(size, (tuple, list)) and len(size) == 2
    if not pair or not all(_between(x, 16, 4096) and x == int(x) and x % 2 == 0 for x in size):
        report("size", "must be width and height, even numbers between 16 and 4096", size)
    if look["theme"] not in THEMES:
        report("theme", f"is none of {', '.join(THEMES)}", look["theme"])
    if encoder is not None and encoder not in ENCODERS:
        report("encoder", f"is none of {', '.join(ENCODERS)}", encoder)
    if problems:
        raise ModelError(problems)
    shown = _times(history.t, fps, speed) if times is None else tuple(float(x) for x in times)
    stills.check_times("film", list(shown), history.t)
    if len(shown) > MOST:
        rule = f"are {len(shown)} pictures; at most {MOST} are filmed"
        action = "give fewer pictures per second, a higher speed, or a part of the history"
        raise ModelError(Problem("S03", "film / times", rule, action=action))
    width, height = (int(x) for x in size)
    return Shot(format, float(fps), (width, height), shown, {}, look, clock)


def _between(value: Any, low: float, high: float) -> bool:
    number = isinstance(value, (int, float, np.integer, np.floating))
    return number and not isinstance(value, bool) and low <= value <= high


def _times(t: np.ndarray, fps: float, speed: float) -> tuple[float, ...]:
    """Return the times of pictures from the first to the last state."""
    n = int(np.floor(float(t[-1] - t[0]) * fps / speed + 1e-9)) + 1
    if n > MOST:
        return (float(t[0]),) * n
    return tuple(float(x) for x in np.minimum(t[0] + np.arange(n) * (speed / fps), t[-1]))

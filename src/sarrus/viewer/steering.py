"""A run that a person steers: the moving mechanism in a browser, with a slider for each effort."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Mapping
from dataclasses import replace
from threading import Event, Lock
from types import TracebackType
from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.model import GROUND
from sarrus.system import State, System
from sarrus.system.channels.efforts import EFFORT
from sarrus.system.channels.orientations import quaternions
from sarrus.system.realtime.links import Ended, Wiring
from sarrus.system.simulation.recording import Stopped
from sarrus.viewer.scene import Scene, scene_of
from sarrus.viewer.server.request import Refused
from sarrus.viewer.server.server import Server

REHEARSAL = 4.0
"""How long a mechanism is pushed before it is steered, to see how much room it needs [s]."""
LOADS = ("reactions", "efforts", "acting", "turning", "channels")
"""What a scene knows of forces over time; of a run that goes on, nothing is known yet."""
SWITCH = 5e-4
"""How long the page's requests may keep Python from the run [s]; usually it is 5 ms."""


class SteeringPage:
    """The other side of `System.realtime` for a person: a page of this machine, with sliders.

    with SteeringPage(system, start, {"A": 5.0}) as page:
        print(page.url)
        system.realtime(start, rate=500, read=page, write=page)

    efforts: joints or velocities by name, each with the largest effort, or with (lowest, highest)
    [N m or N]; a joint with several velocities has a slider for each. The page is served as that of
    results is: to this machine, by a link that works once. Its button ends the run. port, title: as
    for `Server`; keywords: keywords of the system's calls, such as base or parameters.
    """

    def __init__(
        self,
        system: System,
        start: State,
        efforts: Mapping[str, float | tuple[float, float]],
        *,
        port: int = 0,
        title: str | None = None,
        **keywords: Any,
    ) -> None:
        limits = _limits(system, efforts)
        self.efforts, self._limits = tuple(limits), tuple(limits.values())
        scene = rehearsal(system, start, limits, title, keywords)
        self._origin = np.array(scene.static["origin"])
        names = [GROUND, *(body.name for body in system.model.bodies)]
        moves = system.compiled.catalogue.definition_of(f"body:{GROUND}.position") is not None
        known = [moves] + [True] * len(names[1:])
        self._bodies = np.flatnonzero(known)
        self._count = len(names)
        listed = [name for name, is_known in zip(names, known, strict=True) if is_known]
        self.channels = tuple(
            f"body:{name}.{what}" for name in listed for what in ("position", "rotation")
        )
        live = {"efforts": [_slider(system, name, *ends) for name, ends in limits.items()]}
        scene = replace(scene, static={**scene.static, "live": live})
        self.server = Server(scene, port=port, exchange=self._exchange)
        self._lock, self._news = Lock(), False
        self._values = np.array([min(max(0.0, low), high) for low, high in self._limits])
        self._shown: tuple[float, np.ndarray] | None = None
        self._ended = self._over = False
        self._seen = Event()

    # --- for the run ----------------------------------------------------------------------------

    def open(self, wiring: Wiring) -> None:
        """Let the threads of the page take turns with the run more often."""
        self._over = False
        self._switch = sys.getswitchinterval()
        sys.setswitchinterval(min(SWITCH, self._switch))

    def read(self, n: int, t: float) -> np.ndarray | None:
        """Return where the sliders are, if one was moved; end the run with the page's button."""
        if self._ended:
            raise Ended("the page ended the run")
        if not self._news:
            return None
        with self._lock:
            self._news = False
            return self._values.copy()

    def write(self, n: int, t: float, values: np.ndarray) -> None:
        """Show where the bodies are."""
        self._shown = t, values

    def close(self) -> list[Problem]:
        """Tell the page that the run is over; it stays as it is until the server is closed."""
        if not self._over:
            sys.setswitchinterval(self._switch)
        self._over = True
        return []

    # --- for the page ---------------------------------------------------------------------------

    def _exchange(self, body: bytes) -> bytes:
        """Take the sliders of the page, and return where the bodies are."""
        self._take(body)
        self._seen.set()
        found: dict[str, Any] = {"running": not self._over}
        shown = self._shown
        if shown is not None:
            t, values = shown
            rows = values.reshape(len(self._bodies), 12)
            places, turns = np.zeros((self._count, 3)), np.zeros((self._count, 4))
            turns[:, 0] = 1.0
            places[self._bodies] = rows[:, :3]
            turns[self._bodies] = quaternions(rows[:, 3:].reshape(-1, 3, 3))
            places -= self._origin
            found |= {"t": t, "positions": places.ravel().tolist(), "turns": turns.ravel().tolist()}
        return json.dumps(found, allow_nan=False, separators=(",", ":")).encode("ascii")

    def _take(self, body: bytes) -> None:
        try:
            sent = json.loads(body)
            values = [float(x) for x in sent["efforts"]]
            end = sent["end"]
        except (ValueError, TypeError, KeyError, RecursionError):
            raise Refused(400, "This is not what the page sends.") from None
        fits = len(values) == len(self._limits) and all(map(math.isfinite, values))
        if not fits or not isinstance(end, bool):
            raise Refused(400, "These are not the sliders of the page.")
        row = np.array(
            [min(max(x, low), high) for x, (low, high) in zip(values, self._limits, strict=True)]
        )
        with self._lock:
            self._news = self._news or not np.array_equal(row, self._values)
            self._values = row
        self._ended = self._ended or end

    # --- the server -----------------------------------------------------------------------------

    @property
    def url(self) -> str:
        """An address that opens the page in one browser; once it was used, another one."""
        return self.server.url

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until the page is open in a browser, or for some seconds; return whether it is."""
        return self._seen.wait(seconds)

    def start(self) -> SteeringPage:
        """Serve the page; return it."""
        self.server.start()
        return self

    def end(self) -> None:
        """Serve it no more."""
        self.server.close()

    def __enter__(self) -> SteeringPage:
        return self.start()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.end()


def _limits(system: System, efforts: Mapping[str, Any]) -> dict[str, tuple[float, float]]:
    """Return the ends of the sliders by the names of velocities."""
    if not isinstance(efforts, Mapping) or not efforts:
        rule = "must be given by name with their largest values, such as {'A': 5.0}"
        raise ModelError(Problem("M31", "SteeringPage / efforts", rule, repr(efforts)[:80]))
    system.compiled.check_once("effort", efforts)
    found: dict[str, tuple[float, float]] = {}
    for name, value in efforts.items():
        one = isinstance(value, (int, float))
        ends = (-value, value) if one else tuple(value) if isinstance(value, (tuple, list)) else ()
        numbers = all(isinstance(x, (int, float)) and math.isfinite(x) for x in ends)
        if len(ends) != 2 or not numbers or not ends[0] < ends[1]:
            rule = "must be the largest effort, above 0, or (lowest, highest)"
            raise ModelError(Problem("M25", f"effort on '{name}'", rule, repr(value)[:80]))
        parts = system.compiled.rate_names(name)
        for part in parts if len(parts) > 1 else (name,):
            found[part] = float(ends[0]), float(ends[1])
    return found


def _slider(system: System, name: str, low: float, high: float) -> dict[str, Any]:
    unit = system.compiled.catalogue.find(*system.compiled.rate_names(name)).unit
    return {"name": name, "unit": EFFORT.get(unit, ""), "low": low, "high": high,
            "value": min(max(0.0, low), high)}  # fmt: skip


def rehearsal(
    system: System,
    start: State,
    limits: Mapping[str, tuple[float, float]],
    title: str | None,
    keywords: Mapping[str, Any],
) -> Scene:
    """Return the scene of a mechanism that is pushed to and fro, so that it has room enough.

    One way for a quarter of the time, then the other way: a free mass goes as far to both sides.
    """
    times = start.t + REHEARSAL * np.array([0.0, 0.25, 0.26, 1.0])
    pushes = {name: (times, 0.5 * np.array([b, b, a, a])) for name, (a, b) in limits.items()}
    try:
        run: Any = system.simulate(
            start, until=start.t + REHEARSAL, inputs=pushes, every=0.02, certify=False, **keywords
        )
    except Stopped as stop:
        if stop.run is None or not len(stop.run):
            raise
        run = stop.run
    found = scene_of(run, channels=[], title=title)
    moving = {k: found.static["arrays"][k] for k in found.static["arrays"] if k not in LOADS}
    without: dict[str, Any] = {"arrays": moving, "largest": {}, "acting": [], "turning": []}
    return replace(found, static={**found.static, **without, "notices": [], "events": []})

"""The section `film`: how a film of the study is taken."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sarrus.formats.yaml.page import At
from sarrus.late_dataclass import dataclass
from sarrus.model.model import Model
from sarrus.study import values

FLAGS = ("labels", "reactions", "axes", "clock")
KEYS = ("fps", "size", "speed", "camera", "theme", "plots", *FLAGS)
VIEWS, THEMES = ("iso", "front", "right", "top"), ("light", "dark")
CAMERA = ("view", "orthographic", "zoom", "orbit", "follow", "keys")
KEY = ("t", "view", "eye", "target", "zoom")
LENGTHS = ("m", "m", "m")


@dataclass(frozen=True)
class FilmPlan:
    """Keywords of `sarrus.viewer.film`; camera: a view, or a path of the camera."""

    fps: float = 30.0
    size: tuple[int, int] = (1280, 720)
    speed: float = 1.0
    camera: Any = "iso"
    theme: str = "light"
    plots: tuple[str, ...] = ()
    labels: bool = False
    reactions: bool = False
    axes: bool = False
    clock: bool = True

    @property
    def keywords(self) -> dict[str, Any]:
        """What `sarrus.viewer.film` is given."""
        return {name: getattr(self, name) for name in KEYS}


@dataclass(frozen=True)
class FilmReader:
    """Reads the section; model: None where it could not be built."""

    model: Model | None

    def read(self, at: At, raw: Any) -> FilmPlan:
        """Return the plan; problems are left with the page."""
        entries = values.known_keys(at, raw, KEYS)
        found: dict[str, Any] = {}
        for name in ("fps", "speed"):
            if name in entries:
                found[name] = values.number(
                    at.key(name, name), entries[name], values.PURE, above=0.0
                )
        for name in FLAGS:
            if name in entries:
                found[name] = values.flag(at.key(name, name), entries[name])
        if "theme" in entries:
            found["theme"] = values.word(at.key("theme", "theme"), entries["theme"], THEMES)
        if "plots" in entries:
            listed = values.items(at.key("plots", "plots"), entries["plots"])
            read = [values.text(here, name) for here, name in listed]
            found["plots"] = tuple(name for name in read if name is not None)
        if "size" in entries:
            found["size"] = self._size(at.key("size", "size"), entries["size"])
        if "camera" in entries:
            found["camera"] = self._camera(at.key("camera", "camera"), entries["camera"])
        return FilmPlan(**{name: value for name, value in found.items() if value is not None})

    def _size(self, at: At, raw: Any) -> tuple[int, int] | None:
        sides = [values.count(here, value) for here, value in values.items(at, raw)]
        if len(sides) == 2 and all(side is not None and side % 2 == 0 for side in sides):
            return sides[0] or 0, sides[1] or 0
        if None not in sides:
            at.refuse(raw, "must be width and height in pixels, even numbers", "write [1280, 720]")
        return None

    def _camera(self, at: At, raw: Any) -> Any:
        if not isinstance(raw, Mapping):
            return values.word(at, raw, VIEWS)
        entries = values.known_keys(at, raw, CAMERA)
        found = self._place(at, entries)
        if "orthographic" in entries:
            here = at.key("orthographic", "orthographic")
            found["orthographic"] = values.flag(here, entries["orthographic"])
        if "orbit" in entries:
            found["orbit"] = values.number(at.key("orbit", "orbit"), entries["orbit"], "rad")
        if "follow" in entries and self.model is not None:
            names = [body.name for body in self.model.bodies]
            here = at.key("follow", "follow")
            found["follow"] = values.name_of(here, entries["follow"], names, "body")
        if "keys" in entries:
            found["keys"] = self._keys(at.key("keys", "keys"), entries["keys"])
        return {name: value for name, value in found.items() if value is not None}

    def _place(self, at: At, entries: Mapping[str, Any]) -> dict[str, Any]:
        """Return the view and the zoom of a path or of one of its positions."""
        found: dict[str, Any] = {}
        if "view" in entries:
            found["view"] = values.word(at.key("view", "view"), entries["view"], VIEWS)
        if "zoom" in entries:
            here = at.key("zoom", "zoom")
            found["zoom"] = values.number(here, entries["zoom"], values.PURE, above=0.0)
        return found

    def _keys(self, at: At, raw: Any) -> list[dict[str, Any]]:
        found = []
        last: float | None = None
        for here, value in values.items(at, raw):
            entries = values.known_keys(here, value, KEY, ("t",))
            key = self._place(here, entries)
            key["t"] = values.number(here.key("t", "t"), entries.get("t", 0.0), "s")
            if last is not None and key["t"] is not None and key["t"] <= last:
                here.key("t", "t").refuse(entries.get("t"), "must be later than the one before")
            last = key["t"]
            for name in ("eye", "target"):
                if name in entries:
                    key[name] = values.several(here.key(name, name), entries[name], LENGTHS)
            if ("eye" in entries) != ("target" in entries) or (
                "eye" in entries and "view" in entries
            ):
                here.refuse(value, "must have a view, or both eye and target")
            found.append({name: x for name, x in key.items() if x is not None})
        return found

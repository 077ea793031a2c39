"""The way of the camera through a film: a view, an orbit, positions at times, a body to follow."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from sarrus.errors import ModelError, Problem
from sarrus.model import Model
from sarrus.model.building.references import nearest
from sarrus.model.quantity import QuantityError, quantity

VIEWS = ("iso", "front", "right", "top")
PATH_KEYS = ("view", "orthographic", "zoom", "orbit", "follow", "keys")
KEY_KEYS = ("t", "view", "eye", "target", "zoom")


def camera_path(model: Model, camera: Any, entry: str = "film / camera") -> dict[str, Any]:
    """Return a path of the camera as the page reads it; every mistake in it is told at once.

    camera: "iso", "front", "right" or "top"; or a mapping with `view`, `orthographic` (True or
    False; by default where all views are front, right or top), `zoom` (2: twice as large), `orbit`:
    angle about the vertical over the film [rad, or text as "360deg"], `follow`: name of a body,
    `keys`: positions at increasing times, each {"t": 0.5, "view": "front", "zoom": 2} or
    {"t": 1.0, "eye": (1, -2, 1), "target": (0, 0, 0)} [s, m in world axes].
    """
    problems: list[Problem] = []
    checks = _Checks(model, entry, problems)
    found = checks.path({"view": camera} if isinstance(camera, str) else camera)
    if problems:
        raise ModelError(problems)
    return found


class _Checks:
    """Checks parts of a path, and collects what is wrong."""

    def __init__(self, model: Model, entry: str, problems: list[Problem]) -> None:
        self.model, self.entry, self.problems = model, entry, problems

    def report(self, what: str, rule: str, value: Any, action: str = "") -> None:
        entry = f"{self.entry} / {what}" if what else self.entry
        self.problems.append(Problem("S03", entry, rule, value=repr(value)[:60], action=action))

    def path(self, value: Any) -> dict[str, Any]:
        if not isinstance(value, Mapping):
            rule = f"must be one of {', '.join(VIEWS)}, or a mapping with {', '.join(PATH_KEYS)}"
            self.report("", rule, value)
            return {}
        self.know("", value, PATH_KEYS)
        found: dict[str, Any] = {"view": self.view("view", value.get("view", "iso"))}
        if value.get("orthographic") is not None:
            found["orthographic"] = bool(value["orthographic"])
        found["zoom"] = self.positive("zoom", value.get("zoom", 1.0))
        if value.get("orbit") is not None:
            found["orbit"] = self.number("orbit", value["orbit"], "rad")
        if value.get("follow") is not None:
            found["follow"] = self.body(value["follow"])
        if value.get("keys") is not None:
            found["keys"] = self.keys(value["keys"])
        return found

    def know(self, what: str, keywords: Mapping[str, Any], names: Sequence[str]) -> None:
        for name in keywords:
            if name not in names:
                action = nearest(str(name), list(names))
                self.report(what, f"is none of {', '.join(names)}", name, action)

    def view(self, what: str, value: Any) -> str:
        if value not in VIEWS:
            self.report(what, f"is none of {', '.join(VIEWS)}", value)
        return str(value)

    def number(self, what: str, raw: Any, unit: str) -> float:
        try:
            value = quantity(raw, unit)
        except (QuantityError, TypeError, ValueError):
            value = math.nan
        if not math.isfinite(value):
            self.report(what, f"must be a number [{unit}]" if unit else "must be a number", raw)
            return 0.0
        return value

    def positive(self, what: str, raw: Any) -> float:
        value = self.number(what, raw, "")
        if not 1e-3 <= value <= 1e3:
            self.report(what, "must be between 0.001 and 1000", raw)
            return 1.0
        return value

    def body(self, value: Any) -> str:
        names = [body.name for body in self.model.bodies]
        if value not in names:
            self.report("follow", "is not a body of this model", value, nearest(str(value), names))
        return str(value)

    def keys(self, value: Any) -> list[dict[str, Any]]:
        if not isinstance(value, Sequence) or isinstance(value, str) or not value:
            self.report("keys", "must be a list of positions at times", value)
            return []
        found = [self.key(f"keys[{k}]", one) for k, one in enumerate(value)]
        times = [key.get("t", math.nan) for key in found]
        if any(not b > a for a, b in pairwise(times)):
            self.report("keys", "must have increasing times t", times)
        return found

    def key(self, what: str, value: Any) -> dict[str, Any]:
        if not isinstance(value, Mapping) or "t" not in value:
            self.report(what, f"must be a mapping with t and some of {', '.join(KEY_KEYS)}", value)
            return {}
        self.know(what, value, KEY_KEYS)
        found: dict[str, Any] = {"t": self.number(f"{what} / t", value["t"], "s")}
        found["zoom"] = self.positive(f"{what} / zoom", value.get("zoom", 1.0))
        if "eye" not in value and "target" not in value:
            found["view"] = self.view(f"{what} / view", value.get("view", "iso"))
            return found
        if "view" in value:
            self.report(what, "has both a view and an eye; give one of them", dict(value))
        for name in ("eye", "target"):
            found[name] = self.point(f"{what} / {name}", value.get(name))
        if found["eye"] == found["target"]:
            self.report(what, "looks from where it looks to", dict(value))
        return found

    def point(self, what: str, value: Any) -> list[float]:
        if isinstance(value, str) or not hasattr(value, "__len__") or len(value) != 3:
            self.report(what, "must be three numbers [m]", value)
            return [0.0, 0.0, 0.0]
        return [self.number(what, x, "m") for x in value]

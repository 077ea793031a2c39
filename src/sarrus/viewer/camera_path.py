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

    def path(self, given: Any) -> dict[str, Any]:
        if not isinstance(given, Mapping):
            rule = f"must be one of {', '.join(VIEWS)}, or a mapping with {', '.join(PATH_KEYS)}"
            self.report("", rule, given)
            return {}
        self.known("", given, PATH_KEYS)
        found: dict[str, Any] = {"view": self.view("view", given.get("view", "iso"))}
        if given.get("orthographic") is not None:
            found["orthographic"] = bool(given["orthographic"])
        found["zoom"] = self.positive("zoom", given.get("zoom", 1.0))
        if given.get("orbit") is not None:
            found["orbit"] = self.number("orbit", given["orbit"], "rad")
        if given.get("follow") is not None:
            found["follow"] = self.body(given["follow"])
        if given.get("keys") is not None:
            found["keys"] = self.keys(given["keys"])
        return found

    def known(self, what: str, given: Mapping[str, Any], names: Sequence[str]) -> None:
        for name in given:
            if name not in names:
                action = nearest(str(name), list(names))
                self.report(what, f"is none of {', '.join(names)}", name, action)

    def view(self, what: str, given: Any) -> str:
        if given not in VIEWS:
            self.report(what, f"is none of {', '.join(VIEWS)}", given)
        return str(given)

    def number(self, what: str, given: Any, unit: str) -> float:
        try:
            value = quantity(given, unit)
        except (QuantityError, TypeError, ValueError):
            value = math.nan
        if not math.isfinite(value):
            self.report(what, f"must be a number [{unit}]" if unit else "must be a number", given)
            return 0.0
        return value

    def positive(self, what: str, given: Any) -> float:
        value = self.number(what, given, "")
        if not 1e-3 <= value <= 1e3:
            self.report(what, "must be between 0.001 and 1000", given)
            return 1.0
        return value

    def body(self, given: Any) -> str:
        names = [body.name for body in self.model.bodies]
        if given not in names:
            self.report("follow", "is not a body of this model", given, nearest(str(given), names))
        return str(given)

    def keys(self, given: Any) -> list[dict[str, Any]]:
        if not isinstance(given, Sequence) or isinstance(given, str) or not given:
            self.report("keys", "must be a list of positions at times", given)
            return []
        found = [self.key(f"keys[{k}]", one) for k, one in enumerate(given)]
        times = [key.get("t", math.nan) for key in found]
        if any(not b > a for a, b in pairwise(times)):
            self.report("keys", "must have increasing times t", times)
        return found

    def key(self, what: str, given: Any) -> dict[str, Any]:
        if not isinstance(given, Mapping) or "t" not in given:
            self.report(what, f"must be a mapping with t and some of {', '.join(KEY_KEYS)}", given)
            return {}
        self.known(what, given, KEY_KEYS)
        found: dict[str, Any] = {"t": self.number(f"{what} / t", given["t"], "s")}
        found["zoom"] = self.positive(f"{what} / zoom", given.get("zoom", 1.0))
        if "eye" not in given and "target" not in given:
            found["view"] = self.view(f"{what} / view", given.get("view", "iso"))
            return found
        if "view" in given:
            self.report(what, "has both a view and an eye; give one of them", dict(given))
        for name in ("eye", "target"):
            found[name] = self.point(f"{what} / {name}", given.get(name))
        if found["eye"] == found["target"]:
            self.report(what, "looks from where it looks to", dict(given))
        return found

    def point(self, what: str, given: Any) -> list[float]:
        if isinstance(given, str) or not hasattr(given, "__len__") or len(given) != 3:
            self.report(what, "must be three numbers [m]", given)
            return [0.0, 0.0, 0.0]
        return [self.number(what, x, "m") for x in given]

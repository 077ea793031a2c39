"""The sections `compile`, `assembly` and `run`: keywords of the calls that they become."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, fields
from itertools import pairwise
from typing import Any

from sarrus.formats.yaml.page import At
from sarrus.study import values
from sarrus.study.names import Names
from sarrus.study.values import PURE
from sarrus.system.flow.steps import METHODS
from sarrus.system.requests import LEAST_EPS
from sarrus.system.simulation.simulation import known_methods

KINDS = ("simulate", "drive")
STARTS = ("drawing", "zero")
POSITIVE = {"until": "s", "rtol": PURE, "atol": PURE, "step": "s", "every": "s", "eps": PURE}
DRIVE = ("kind", "until", "every", "times", "share")
"""Settings that count where the motion is prescribed."""


@dataclass(frozen=True)
class Settings:
    """How a study runs; see `System.simulate` and, for the kind "drive", `System.drive`.

    times: instants at which states are kept, in place of until and every.
    """

    kind: str = "simulate"
    until: float = 1.0
    method: str = "auto"
    rtol: float = 1e-6
    atol: float = 1e-8
    step: float | None = None
    every: float | None = None
    times: tuple[float, ...] | None = None
    certify: bool | None = None
    baumgarte: float = 0.0
    eps: float | None = None
    share: bool = False

    @property
    def end(self) -> float:
        """The time at which it ends."""
        return self.until if self.times is None else self.times[-1]

    @property
    def simulation(self) -> dict[str, Any]:
        """The keywords of `System.simulate`."""
        found = {k: v for k, v in asdict(self).items() if k not in ("kind", "share")}
        return found if self.times is None else {**found, "until": None, "every": None}

    @property
    def drive(self) -> dict[str, Any]:
        """The keywords of `System.drive`."""
        keys = ("until", "every", "share") if self.times is None else ("times", "share")
        return {key: getattr(self, key) for key in keys}


@dataclass(frozen=True)
class Assembly:
    """How a study starts; see `System.assemble`.

    start: "drawing" or "zero", where the search begins but for the values of `guess`; branch: the
    number of the assembly, counted from the nearest, None for the nearest one; strict: refuse what
    cannot be met.
    """

    wanted: Mapping[str, Any] = field(default_factory=dict)
    rates: Mapping[str, Any] = field(default_factory=dict)
    weights: Mapping[str, float] = field(default_factory=dict)
    guess: Mapping[str, Any] = field(default_factory=dict)
    start: str = "drawing"
    branch: int | None = None
    starts: int | None = None
    strict: bool = False
    t: float = 0.0
    states: Mapping[str, float] = field(default_factory=dict)


def read_settings(at: At, raw: Any) -> Settings:
    """Return the settings of the section `run`."""
    given = values.known_keys(at, raw, [f.name for f in fields(Settings)])
    found = {key: _setting(at.key(key, key), key, value) for key, value in given.items()}
    settings = Settings(**{key: value for key, value in found.items() if value is not None})
    for key in ("until", "every"):
        if settings.times is not None and key in given:
            rule = "cannot be given with 'times', which say which states are kept"
            at.key(key, key).report("S08", rule, action="leave one of them out")
    if settings.kind == "drive":
        for key in given:
            if key not in DRIVE:
                rule = "is not used where the motion is prescribed (kind: drive)"
                at.key(key, key).report("S08", rule, action="leave it out")
        return settings
    if "share" in given:
        rule = "is used only where the motion is prescribed (kind: drive)"
        at.key("share", "share").report("S08", rule, action="leave it out")
    if settings.eps is not None and settings.eps < LEAST_EPS:
        rule = f"must be at least {LEAST_EPS:g} (rad, lengths of the model): less is rounding"
        at.key("eps", "eps").report("S08", rule, value=f"{settings.eps:g}")
    if settings.eps is not None and settings.baumgarte:
        rule = "ends corrections, which baumgarte takes the place of"
        at.key("eps", "eps").report("S08", rule, action="leave one of them out")
    if settings.method in METHODS and "step" not in given:
        rule = f"the key 'step' is missing: '{settings.method}' goes in equal steps"
        at.key("method", "method").report("S08", rule, action="write step: 1 ms, for instance")
    return settings


def _setting(at: At, key: str, raw: Any) -> Any:
    if key in POSITIVE:
        return values.number(at, raw, POSITIVE[key], above=0.0)
    if key == "baumgarte":
        return values.number(at, raw, "1/s")
    if key in ("share", "certify"):
        return values.flag(at, raw)
    if key == "times":
        return _times(at, raw)
    return values.word(at, raw, KINDS if key == "kind" else known_methods(str(raw)))


def _times(at: At, raw: Any) -> tuple[float, ...] | None:
    """Return instants that increase."""
    listed = values.items(at, raw)
    found = [values.number(here, value, "s") for here, value in listed]
    if any(t is None for t in found):
        return None
    times = tuple(t for t in found if t is not None)
    if not times or any(b <= a for a, b in pairwise(times)):
        at.refuse(raw, "must be times, each later than the one before")
        return None
    return times


def read_assembly(at: At, names: Names, raw: Any) -> Assembly:
    """Return the assembly of the section `assembly`."""
    given = values.known_keys(at, raw, [f.name for f in fields(Assembly)])
    found: dict[str, Any] = {}
    for key, value in given.items():
        here = at.key(key, key)
        if key in ("wanted", "guess"):
            found[key] = by_name(here, value, names.coordinate_units, names.coordinates)
            parts = [(here.key(n, n), n, names.coordinates_of(n)) for n in found[key]]
            values.check_once(parts)
        elif key == "rates":
            found[key] = by_name(here, value, names.rate_units, names.velocities)
            values.check_once([(here.key(n, n), n, names.velocities_of(n)) for n in found[key]])
        elif key == "states":
            units = {name: (unit,) for name, unit in names.states.items()}
            found[key] = by_name(here, value, units.get, units, "state of a force element")
        elif key == "weights":
            known = dict.fromkeys((*names.coordinates, *names.velocities), (PURE,))
            found[key] = by_name(here, value, known.get, known)
        elif key == "t":
            found[key] = values.number(here, value, "s")
        elif key == "start":
            found[key] = values.word(here, value, STARTS)
        elif key == "strict":
            found[key] = values.flag(here, value)
        else:
            found[key] = values.count(here, value)
    if "branch" in given and ("guess" in given or "start" in given):
        rule = "chooses among all assemblies, so that no guess is used"
        at.key("branch", "branch").report("M14", rule, action="give a branch or a guess")
    return Assembly(**{key: value for key, value in found.items() if value is not None})


def by_name(
    at: At,
    raw: Any,
    units_of: Callable[[str], tuple[str, ...] | None],
    known: Any,
    what: str = "coordinate or velocity",
) -> dict[str, Any]:
    """Return numbers by the names of coordinates or velocities, in SI units."""
    found = {}
    for name, value in values.named_values(at, raw).items():
        units, here = units_of(str(name)), at.key(name, str(name))
        if units is None:
            values.unknown_key(at, name, known, what)
            continue
        found[name] = values.several(here, value, units)
    return {name: value for name, value in found.items() if value is not None}


def read_options(at: At, names: Names, raw: Any) -> dict[str, Any]:
    """Return the keywords of `Model.compile` of the section `compile`."""
    given = values.known_keys(at, raw, ("cut", "planar", "tolerance", "weights", "parameters"))
    found: dict[str, Any] = {}
    if "planar" in given:
        found["planar"] = values.flag(at.key("planar", "planar"), given["planar"])
    if "tolerance" in given:
        here = at.key("tolerance", "tolerance")
        found["tolerance"] = values.number(here, given["tolerance"], PURE)
    if "cut" in given:
        listed = values.items(at.key("cut", "cut"), given["cut"])
        read = [values.name_of(here, name, names.joints, "joint") for here, name in listed]
        found["cut"] = tuple(name for name in read if name is not None)
    if "weights" in given:
        here = at.key("weights", "weights")
        weights = values.named_values(here, given["weights"]).items()
        numbers = {k: values.number(here.key(k, str(k)), w, PURE, above=0.0) for k, w in weights}
        found["weights"] = {kind: w for kind, w in numbers.items() if w is not None}
    if "parameters" in given:
        listed = values.items(at.key("parameters", "parameters"), given["parameters"])
        texts = [values.text(here, name) for here, name in listed]
        found["parameters"] = tuple(name for name in texts if name is not None)
    return {key: value for key, value in found.items() if value is not None}

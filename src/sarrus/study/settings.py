"""The sections `compile`, `assembly` and `run`: keywords of the calls that they become."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, field, fields
from itertools import pairwise
from typing import Any

from sarrus.formats.yaml.page import At
from sarrus.late_dataclass import dataclass
from sarrus.study import values
from sarrus.study.names import Names
from sarrus.study.values import PURE
from sarrus.system.flow.steps import METHODS
from sarrus.system.simulation.keeping import AUTO, FORMULATIONS, PARTS
from sarrus.system.simulation.simulation import REDUCED, SOLVES, known_methods, wrong_eps

KINDS = ("simulate", "drive")
STARTS = ("drawing", "zero")
POSITIVE = {"until": "s", "rtol": PURE, "atol": PURE, "step": "s", "every": "s", "eps": PURE}
DRIVEN_ONLY = ("share", "deflections")
"""Settings that count only where the motion is prescribed."""
DRIVE = ("kind", "until", "every", "times", *DRIVEN_ONLY)
"""Settings that count where the motion is prescribed."""


@dataclass(frozen=True)
class Settings:
    """How a study runs; see `System.simulate` and, for the kind "drive", `System.drive`.

    times: instants at which states are kept, in place of until and every; keep, formulation: loads
    of joints that are recorded with the states, and how they are found.
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
    independent: tuple[str, ...] | None = None
    solve: str | None = None
    share: bool = False
    deflections: bool = False
    keep: tuple[str, ...] = ()
    formulation: str = AUTO

    @property
    def end(self) -> float:
        """The time at which it ends."""
        return self.until if self.times is None else self.times[-1]

    @property
    def simulation(self) -> dict[str, Any]:
        """The keywords of `System.simulate`."""
        found = {k: v for k, v in asdict(self).items() if k not in ("kind", *DRIVEN_ONLY)}
        return found if self.times is None else {**found, "until": None, "every": None}

    @property
    def drive(self) -> dict[str, Any]:
        """The keywords of `System.drive`."""
        grid = ("until", "every") if self.times is None else ("times",)
        return {key: getattr(self, key) for key in (*grid, *DRIVEN_ONLY)}


@dataclass(frozen=True)
class Assembly:
    """How a study starts; see `System.assemble`.

    start: "drawing" or "zero", where the search begins but for the values of `guess`; branch: the
    number of the assembly, counted from the nearest, None for the nearest one; proof: count it
    among all assemblies, not those that a search finds; strict: refuse what cannot be met.
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
    proof: bool = False


def read_settings(at: At, raw: Any, names: Names | None = None) -> Settings:
    """Return the settings of the section `run`; names: what there is in the mechanism."""
    entries = values.known_keys(at, raw, [f.name for f in fields(Settings)])
    found = {key: _setting(at.key(key, key), key, value) for key, value in entries.items()}
    if "independent" in entries:
        found["independent"] = _independent(at.key("independent", "independent"), names,
                                            entries["independent"])  # fmt: skip
    if "keep" in entries:
        found["keep"] = _kept_loads(at.key("keep", "keep"), names, entries["keep"])
    settings = Settings(**{key: value for key, value in found.items() if value is not None})
    for key in ("until", "every"):
        if settings.times is not None and key in entries:
            rule = "cannot be given with 'times', which say which states are kept"
            at.key(key, key).report("S08", rule, action="leave one of them out")
    if settings.kind == "drive":
        for key in entries:
            if key not in DRIVE:
                rule = "is not used where the motion is prescribed (kind: drive)"
                at.key(key, key).report("S08", rule, action="leave it out")
        return settings
    for key in DRIVEN_ONLY:
        if key in entries:
            rule = "is used only where the motion is prescribed (kind: drive)"
            at.key(key, key).report("S08", rule, action="leave it out")
    if settings.eps is not None:
        wrong = wrong_eps(settings.method, settings.eps, settings.baumgarte)
        if wrong is not None:
            value = f"{settings.eps:g}"
            at.key("eps", "eps").report("S08", wrong[0], value=value, action=wrong[1])
    if settings.method in METHODS and "step" not in entries:
        rule = f"the key 'step' is missing: '{settings.method}' goes in equal steps"
        at.key("method", "method").report("S08", rule, action="write step: 1 ms, for instance")
    for key in ("independent", "solve"):
        if key in entries and settings.method not in REDUCED:
            rule = f"belongs to methods in independent coordinates, not to '{settings.method}'"
            action = f"write method: {' or method: '.join(REDUCED)}, or leave it out"
            at.key(key, key).report("S08", rule, action=action)
    if settings.baumgarte and settings.method in REDUCED:
        rule = f"has no meaning with '{settings.method}', which closes the loops in any evaluation"
        at.key("baumgarte", "baumgarte").report("S08", rule, action="leave it out")
    return settings


def _independent(at: At, names: Names | None, raw: Any) -> tuple[str, ...]:
    """Return names of velocities, coordinates or joints."""
    read = []
    for here, name in values.items(at, raw):
        if names is None:
            read.append(values.text(here, name))
        else:
            known = dict.fromkeys((*names.velocities, *names.coordinates))
            read.append(values.name_of(here, name, known, "velocity or coordinate"))
    return tuple(name for name in read if name is not None)


def _setting(at: At, key: str, raw: Any) -> Any:
    if key in POSITIVE:
        return values.number(at, raw, POSITIVE[key], above=0.0)
    if key == "baumgarte":
        return values.number(at, raw, "1/s")
    if key in (*DRIVEN_ONLY, "certify"):
        return values.flag(at, raw)
    if key == "times":
        return _times(at, raw)
    if key in ("independent", "keep"):
        return None  # by names, which `read_settings` has
    if key == "solve":
        return values.word(at, raw, SOLVES)
    if key == "formulation":
        return values.word(at, raw, FORMULATIONS)
    return values.word(at, raw, KINDS if key == "kind" else known_methods(str(raw)))


def _kept_loads(at: At, names: Names | None, raw: Any) -> tuple[str, ...] | None:
    """Return the loads of joints that are kept, "A.reaction" or "A.wrench"."""
    joints = () if names is None else tuple(names.joints)
    loads = [f"{joint}.{part}" for joint in joints for part in PARTS]
    found = []
    for here, value in values.items(at, raw):
        name = value.removeprefix("joint:") if isinstance(value, str) else value
        found.append(values.name_of(here, name, loads, "load of a joint"))
    return tuple(name for name in found if name is not None)


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
    entries = values.known_keys(at, raw, [f.name for f in fields(Assembly)])
    found: dict[str, Any] = {}
    for key, value in entries.items():
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
        elif key in ("strict", "proof"):
            found[key] = values.flag(here, value)
        else:
            found[key] = values.count(here, value)
    if "branch" in entries and ("guess" in entries or "start" in entries):
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
    known = ("cut", "planar", "tolerance", "weights", "parameters", "wait")
    entries = values.known_keys(at, raw, known)
    found: dict[str, Any] = {}
    if "planar" in entries:
        found["planar"] = values.flag(at.key("planar", "planar"), entries["planar"])
    if "wait" in entries:
        found["wait"] = values.flag(at.key("wait", "wait"), entries["wait"])
    if "tolerance" in entries:
        here = at.key("tolerance", "tolerance")
        found["tolerance"] = values.number(here, entries["tolerance"], PURE)
    if "cut" in entries:
        listed = values.items(at.key("cut", "cut"), entries["cut"])
        read = [values.name_of(here, name, names.joints, "joint") for here, name in listed]
        found["cut"] = tuple(name for name in read if name is not None)
    if "weights" in entries:
        here = at.key("weights", "weights")
        weights = values.named_values(here, entries["weights"]).items()
        numbers = {k: values.number(here.key(k, str(k)), w, PURE, above=0.0) for k, w in weights}
        found["weights"] = {kind: w for kind, w in numbers.items() if w is not None}
    if "parameters" in entries:
        listed = values.items(at.key("parameters", "parameters"), entries["parameters"])
        texts = [values.text(here, name) for here, name in listed]
        found["parameters"] = tuple(name for name in texts if name is not None)
    return {key: value for key, value in found.items() if value is not None}

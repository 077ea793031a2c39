"""The section `sliders`: numbers that a person moves on the live page, with their ranges."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from sarrus.errors import ModelError, Problem
from sarrus.formats.yaml.page import At, Page
from sarrus.formats.yaml.places import key_place
from sarrus.formats.yaml.scope import Scope
from sarrus.formats.yaml.study_keys import SLIDERS
from sarrus.late_dataclass import dataclass
from sarrus.model.building.references import nearest
from sarrus.model.expressions import ExpressionError, parse_expression
from sarrus.model.expressions.dimensions import ANY
from sarrus.model.model import Model
from sarrus.model.output_units import OutputUnits, ratio
from sarrus.model.quantity import QuantityError
from sarrus.model.units import Dimension, parts_of, si_unit, without_cycles
from sarrus.study import values
from sarrus.study.names import Names
from sarrus.study.parameters import parameter
from sarrus.study.values import PURE
from sarrus.system.quantities.parameters import chosen_parameters

KEYS = tuple(SLIDERS)
KINDS = {"constants": "constant", "parameters": "parameter", "inputs": "input", "drives": "drive"}
"""Sections, and what a slider moves that is named with them: `constants.r`, `inputs.A`."""
BASE = {"mass": "kg", "length": "m", "time": "s", "current": "A", "temperature": "K"}
FAMILIAR = ("m", "kg", "s", "rad", "rad/s", "m/s", "N", "N*m", "N/m", "N*s/m", "kg*m^2", "m/s^2")
"""SI units that a dimension is written in, where one of them fits."""
MOST = 40
"""Sliders of a page."""


@dataclass(frozen=True)
class Slider:
    """A number that a person moves, from `low` to `high`, all in SI.

    kind: "constant" of the file, "parameter" of the model (crank.mass), "input" (the effort on a
    joint) or "drive" (the rate of a coordinate that moves at a constant one). unit: in which it is
    shown, si: the SI unit, factor: how many of the unit shown one SI unit is; step: the smallest
    change, 0 for any.
    """

    name: str
    kind: str
    low: float
    high: float
    value: float
    unit: str = ""
    si: str = ""
    factor: float = 1.0
    step: float = 0.0
    text: str = ""


Meant = tuple[str, str, tuple[str, ...], float]
"""What a slider moves: kind, name, the SI units that fit (none where any does) and the value."""


@dataclass(frozen=True)
class SliderReader:
    """Reads the section; inputs, drives: laws of the file; units: those of output."""

    names: Names
    model: Model | None
    inputs: Mapping[str, Any]
    drives: Mapping[str, Any]
    units: tuple[str, ...] = ()

    def read(self, at: At, raw: Any) -> tuple[Slider, ...]:
        """Return the sliders; problems are left with the page.

        A mapping of names, each with {from, to, ...}, with [from, to] or with nothing; or a list of
        names.
        """
        if isinstance(raw, (list, tuple)):
            listed = [(at.key(i), name, None) for i, name in enumerate(raw)]
        elif isinstance(raw, Mapping):
            listed = [(at.key(name, str(name)), name, value) for name, value in raw.items()]
        else:
            at.refuse(raw, "must be names with ranges", "write {r: {from: 50 mm, to: 150 mm}}")
            return ()
        if len(listed) > MOST:
            at.report("M04", f"are {len(listed)}; a page takes at most {MOST}")
            listed = listed[:MOST]
        found: list[tuple[At, Slider]] = []
        for here, name, value in listed:
            slider = self._slider(here, str(name), value)
            if slider is not None:
                found.append((here, slider))
        values.check_once([(here, s.name, (f"{s.kind} {s.name}",)) for here, s in found])
        return tuple(slider for _, slider in found)

    def _slider(self, at: At, name: str, raw: Any) -> Slider | None:
        meant = self._meaning(at, name)
        if meant is None:
            return None
        kind, bare, units, value = meant
        if isinstance(raw, (list, tuple)):
            if len(raw) != 2:
                at.refuse(raw, "must be the lowest and the highest value, [50 mm, 150 mm]")
                return None
            raw = dict(zip(("from", "to"), raw, strict=True))
            places = {"from": at.key(0, "from"), "to": at.key(1, "to")}
        else:
            raw = {} if raw is None else raw
            if not isinstance(raw, Mapping):
                at.refuse(raw, "must be a range", "write {from: 50 mm, to: 150 mm}")
                return None
            places = {key: at.key(key, key) for key in KEYS}
        before = len(at.page.problems)
        entries = values.known_keys(at, raw, KEYS)
        si = _fitting_unit(places, entries, units) if units else _unit_of_bounds(at.scope, entries)
        low, high = self._range(places, entries, si, value, kind)
        step = self._number(places, entries, "step", si, above=0.0)
        text = values.text(places["text"], entries["text"]) if "text" in entries else ""
        unit = self._shown_unit(places, entries, si)
        if low is None or high is None or unit is None or len(at.page.problems) > before:
            return None
        if not low < high:
            rule = "must be below the highest"
            places["from"].report("M04", rule, value=places["from"].literal(entries.get("from")))
            return None
        if not low <= value <= high:
            shown = f"{value * ratio_of(si, unit):.6g} {unit.removesuffix(PURE)}".strip()
            rule = f"must contain the value of the file, {shown}"
            at.report("M04", rule, value=f"'{name}'", action="widen from and to")
            return None
        shown = "" if unit == PURE else unit
        return Slider(bare, kind, low, high, value, shown, "" if si == PURE else si,
                      ratio_of(si, unit), step or 0.0, text or "")  # fmt: skip

    def _meaning(self, at: At, name: str) -> Meant | None:
        """Return what a slider moves; a name that means nothing is reported."""
        section, _, rest = name.partition(".")
        kind, bare = KINDS.get(section, "") if rest else "", name
        if kind:
            bare = rest
        constants = at.scope.constants
        if kind in ("", "constant") and bare in constants:
            if self._is_computed(at, bare):
                return None
            dimension = _dimension_of(at.scope, constants[bare])
            fits = () if dimension is None else (_unit_of(dimension),)
            return "constant", bare, fits, float(constants[bare].number)
        if kind in ("", "drive") and bare in self.drives:
            return self._drive(at, bare)
        efforts = self.names.effort_units(bare)
        if kind in ("", "input") and efforts is not None:
            return self._input(at, bare, efforts)
        if kind in ("", "parameter") and self.names.owns(bare):
            return self._parameter(at, bare)
        self._unknown(at, name, kind)
        return None

    def _is_computed(self, at: At, name: str) -> bool:
        """Tell whether a constant follows from others, which is reported."""
        document = at.page.document if isinstance(at.page.document, Mapping) else {}
        written = (document.get("constants") or {}).get(name)
        if not isinstance(written, str) or at.scope.is_for_the_builder(written):
            return False
        try:
            others = [n for n in parse_expression(written).names if n in at.scope.constants]
        except ExpressionError:  # reported where it stands
            return True
        if not others:
            return False
        rule = f"is computed from {', '.join(others)}"
        at.report("S08", rule, value=f"'{name}'", action="let a slider move one of these")
        return True

    def _drive(self, at: At, name: str) -> Meant | None:
        units = self.names.rate_units(name) or ("rad/s",)
        if len(units) != 1:
            at.report("S08", "has several coordinates", action="name one of them, as S.x")
            return None
        rate = rate_of(self.drives[name])
        if rate is None:
            rule = "does not move at a constant rate, which is what its slider would change"
            action = "name a number of the law as a constant, and let the slider move that"
            at.report("S08", rule, value=f"'{name}'", action=action)
            return None
        return "drive", name, units, rate

    def _input(self, at: At, name: str, units: tuple[str, ...]) -> Meant | None:
        if len(units) != 1:
            at.report("S08", "has several efforts", action="name one of them, as S.wx")
            return None
        same = [
            law for other, law in self.inputs.items()
            if self.names.velocities_of(other) == self.names.velocities_of(name)
        ]  # fmt: skip
        value = same[0] if same else 0.0
        if not isinstance(value, (int, float)):
            rule = "has a law in the section 'inputs', which a slider would replace"
            action = "name a number of the law as a constant, and let the slider move that"
            at.report("S08", rule, value=f"'{name}'", action=action)
            return None
        return "input", name, units, float(value)

    def _parameter(self, at: At, name: str) -> Meant | None:
        found = parameter(at, self.model, name)
        if found is None or self.model is None:
            return None
        full, units, size = found
        if size != 1:
            rule = f"has {size} numbers, of which a slider moves none alone"
            at.report("S08", rule, value=f"'{name}'", action="use a constant of the file")
            return None
        value = float(chosen_parameters(self.model, [full])[0].vector[0])
        return "parameter", name, units, value

    def _unknown(self, at: At, name: str, kind: str) -> None:
        known = {
            "constant": list(at.scope.constants),
            "input": list(self.names.velocities),
            "drive": list(self.drives),
            "parameter": list(self.names.places),
        }
        names = known[kind] if kind else [n for listed in known.values() for n in listed]
        section = next((s for s, k in KINDS.items() if k == kind), "")
        what = f"of the section '{section}'" if section in ("constants", "drives") else "that moves"
        rule = (
            f"names nothing {what}" if kind
            else "names no constant, joint, driven coordinate or number of the model"
        )  # fmt: skip
        place = key_place(at.page.marks, at.path) or at.place
        bare = name.partition(".")[2] if kind else name
        action = at.page.hint(lambda: nearest(bare, names))
        at.report("M09", rule, value=f"'{name[:60]}'", action=action, place=place)

    def _range(
        self,
        places: Mapping[str, At],
        entries: Mapping[str, Any],
        si: str,
        value: float,
        kind: str,
    ) -> tuple[float | None, float | None]:
        """Return the ends: as given, else half and double of the value; of a rate, 0 and double."""
        ends = sorted((0.5 * value, 2.0 * value)) if value else [-1.0, 1.0]
        if kind == "drive" and value:
            ends = sorted((0.0, 2.0 * value))
        found = [
            self._number(places, entries, key, si) if key in entries else end
            for key, end in zip(("from", "to"), ends, strict=True)
        ]
        return found[0], found[1]

    @staticmethod
    def _number(
        places: Mapping[str, At],
        entries: Mapping[str, Any],
        key: str,
        si: str,
        above: float | None = None,
    ) -> float | None:
        if key not in entries:
            return None
        return values.number(places[key], entries[key], si, above=above)

    def _shown_unit(
        self, places: Mapping[str, At], entries: Mapping[str, Any], si: str
    ) -> str | None:
        """Return the unit in which it is shown: as given, as the range is written, as output is."""
        if "unit" not in entries:
            for key in ("to", "from"):
                written = parts_of(entries[key]) if isinstance(entries.get(key), str) else None
                if written is not None and written[1]:
                    return written[1]
            return OutputUnits.of(*self.units).shown_unit(si)
        at, unit = places["unit"], values.text(places["unit"], entries["unit"])
        if unit is None:
            return None
        try:
            fits = si_unit(unit)[1] == si_unit(si)[1]
        except QuantityError as error:
            at.report(error.code, "is not a unit that is known", value=at.literal(unit))
            return None
        if not fits:
            rule = f"is not of the dimension of {si}"
            at.report("M05", rule, value=at.literal(unit), action=f"write it as {si}")
            return None
        return unit


def rate_of(law: Any) -> float | None:
    """Return the rate of a law that is linear in time, None for others; a number stands still."""
    if isinstance(law, (int, float)):
        return 0.0
    if not callable(law):
        return None
    try:
        a, b, c = (float(law(t)) for t in (0.0, 1.0, 2.5))
    except (TypeError, ValueError):  # a law of several numbers
        return None
    size = max(abs(a), abs(b), abs(c), 1e-9)
    return b - a if abs(c - a - 2.5 * (b - a)) < 1e-9 * size else None


def ratio_of(si: str, unit: str) -> float:
    """Return how many of a unit one SI unit is."""
    return 1.0 if si == unit else ratio(si, unit)


def _fitting_unit(
    places: Mapping[str, At], entries: Mapping[str, Any], units: tuple[str, ...]
) -> str:
    """Return the first of some units in which a range can be read."""
    for key in ("from", "to"):
        if isinstance(entries.get(key), str):
            return values.fitting_unit(places[key], entries[key], units)
    return units[0]


def _unit_of_bounds(scope: Scope, entries: Mapping[str, Any]) -> str:
    """Return the SI unit that a range is written in; that of a pure number where it has none."""
    found = [_dimension_of(scope, entries[key]) for key in ("from", "to", "step") if key in entries]
    if isinstance(entries.get("unit"), str):
        found.append(_dimension_of(scope, f"1 {entries['unit']}"))
    known = [dimension for dimension in found if dimension is not None]
    return _unit_of(known[0]) if known else PURE


def _dimension_of(scope: Scope, raw: Any) -> Dimension | None:
    """Return the dimension of a number as it is written, None for a bare one and for no number."""
    try:
        found = scope.value(raw).dimension
    except (ExpressionError, QuantityError):  # reported where it is read
        return None
    return None if found == ANY else found


def _unit_of(dimension: Dimension) -> str:
    """Return an SI unit of a dimension."""
    plain = without_cycles(dimension)
    for unit in FAMILIAR:
        if si_unit(unit)[1] == plain:
            return unit
    parts = [
        BASE.get(name, name) + ("" if power == 1 else f"^{power}")
        for name, power in plain if power == Fraction(int(power))
    ]  # fmt: skip
    return "*".join(parts) or PURE


def sliders_of(
    model: Model,
    raw: Any,
    *,
    scope: Scope | None = None,
    document: Any = None,
    inputs: Mapping[str, Any] | None = None,
    drives: Mapping[str, Any] | None = None,
    units: Iterable[str] = (),
) -> tuple[Slider, ...]:
    """Return sliders that are given in Python, as the section of a file gives them.

    raw: names, or names with (lowest, highest), with {"from", "to", "unit", "step", "text"}; those
    that are `Slider` already are taken as they are. scope, document: constants of the file, and the
    file itself. Raises ModelError with every problem.
    """
    if isinstance(raw, str):
        raw = [raw]
    ready = [s for s in raw if isinstance(s, Slider)] if isinstance(raw, (list, tuple)) else []
    if isinstance(raw, (list, tuple)):
        raw = [one for one in raw if not isinstance(one, Slider)]
        if any(not isinstance(one, str) for one in raw):
            rule = "must be names, or names with ranges"
            action = 'give {"crank.mass": ("1 kg", "3 kg")}'
            raise ModelError(Problem("M25", "sliders", rule, repr(raw)[:80], action=action))
    page = Page({}, document)
    reader = SliderReader(Names.of_model(model), model, inputs or {}, drives or {}, tuple(units))
    found = reader.read(At(page, "sliders", ("sliders",), scope or Scope()), raw)
    if page.problems:
        raise ModelError(page.problems)
    return (*ready, *found)

"""What sliders of constants do beside the numbers of the model: rates of drives, efforts, starts.

A constant may stand in laws, `drives: {spindle: n*t}`, and in the start, `rates: {rotor: spin}`.
The file is read with other values of it, and the page gets a table of the rates and efforts that
follow it, from one end of its slider to the other. Of other laws it says that they do not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sarrus.errors import ModelError
from sarrus.late_dataclass import dataclass
from sarrus.study import Slider, Study
from sarrus.study.sliders import rate_of

PART = 0.02
"""Part of its range by which a constant is moved to see what follows it."""
NEAR = 1e-9
"""Part of a change by which a line may be missed."""


COUNT = 33
"""Values of a table of what does not follow along a line."""

Tables = tuple[tuple[str, float, tuple[float, ...]], ...]
"""Names with the value of the file, and values from the lowest to the highest of the slider."""


@dataclass(frozen=True)
class Followers:
    """What follows a constant: drives, efforts, velocities of the start.

    other: laws that follow it in a way that the page cannot, such as laws of the state.
    """

    drives: Tables = ()
    inputs: Tables = ()
    rates: Tables = ()
    other: tuple[str, ...] = ()


def followers_of(study: Study, slider: Slider) -> Followers:
    """Return what follows the constant of a slider, by reading the file with other values."""
    step = PART * (slider.high - slider.low)
    step = step if slider.value + 2 * step <= slider.high else -step
    read = [_plan(study, slider, slider.value + k * step) for k in (1, 2)]
    if None in read:  # no such mechanism, and none that the page could show
        return Followers()
    plans = [study.plan, *read]
    tables: dict[str, list[Any]] = {"drives": [], "inputs": [], "rates": []}
    loose = []
    for kind, found in tables.items():
        for name, told in _numbers_by_name(plans, kind):
            values = [value for value in told if value is not None]
            if len(values) < len(told):
                if _differ(plans, kind, name):
                    loose.append(name)
                continue
            first, second = values[1] - values[0], values[2] - values[1]
            if abs(second - first) <= NEAR * max(abs(first), abs(second), 1e-300):
                slope = first / step
                ends = [values[0] + slope * (x - slider.value) for x in (slider.low, slider.high)]
                if first:
                    found.append((name, values[0], tuple(ends)))
                continue
            table = _table(study, slider, kind, name)
            if table is None:
                loose.append(name)
            else:
                found.append((name, values[0], table))
    drives, inputs, rates = (tuple(found) for found in tables.values())
    return Followers(drives, inputs, rates, tuple(loose))


def _plan(study: Study, slider: Slider, value: float) -> Any:
    """Return the plan of a file with another value of a constant, None where there is none."""
    try:
        return Study.load(study.path, {**study.edits, f"constants.{slider.name}": value}).plan
    except ModelError:
        return None


def _table(study: Study, slider: Slider, kind: str, name: str) -> tuple[float, ...] | None:
    found = []
    for k in range(COUNT):
        plan = _plan(study, slider, slider.low + (slider.high - slider.low) * k / (COUNT - 1))
        value = None if plan is None else dict(_numbers_by_name([plan], kind))[name][0]
        if value is None:
            return None
        found.append(value)
    return tuple(found)


def _numbers_by_name(plans: list[Any], kind: str) -> Iterator[tuple[str, list[float | None]]]:
    """Go through names with their numbers in all plans; None for a law that is none."""
    sections: list[Mapping[str, Any]] = [
        plan.assembly.rates if kind == "rates" else getattr(plan, kind) for plan in plans
    ]
    for name in sections[0]:
        yield name, [_number(section.get(name), kind) for section in sections]


def _number(law: Any, kind: str) -> float | None:
    if kind == "drives":
        return rate_of(law)
    return float(law) if isinstance(law, (int, float)) else None


def _differ(plans: list[Any], kind: str, name: str) -> bool:
    """Tell whether a law of time has other values in other plans."""
    laws: list[Any] = [getattr(plan, kind, {}).get(name) for plan in plans[:2]]
    try:
        values = [[float(law(t)) for t in (0.13, 0.71)] for law in laws]
    except (TypeError, ValueError, AttributeError):  # a law of the state: compared by its text
        texts = [repr(getattr(law, "text", getattr(law, "function", law))) for law in laws]
        return texts[0] != texts[1] and " at 0x" not in texts[0]
    return values[0] != values[1]

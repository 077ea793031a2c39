"""The head of a result file: all that is needed to make the run again."""

from __future__ import annotations

import platform
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.errors import ModelError, Problem, SarrusError
from sarrus.formats.model_record import (
    current_record,
    model_from_record,
    model_record,
    record_hash,
)
from sarrus.formats.plain import comparable
from sarrus.kernels.cache import source_version
from sarrus.kernels.targets import host
from sarrus.late_dataclass import dataclass
from sarrus.model import Model
from sarrus.system.flow.pose_law import PoseLaw
from sarrus.system.quantities.base_input import GroundMotion, ground_motion_of
from sarrus.system.run_files.user_functions import all_laws, laws_record
from sarrus.system.simulation.modes import Mode
from sarrus.system.simulation.shared_controllers import laws_by_name
from sarrus.system.simulation.simulation import Order, check_method, run_order
from sarrus.system.state import State

if TYPE_CHECKING:
    from sarrus.system.system import System

FORMAT, DRIVE_FORMAT = "sarrus run 1", "sarrus drive 1"
HASHED = "record"
"""What the hash of the model was made of; earlier versions hashed a text of Python's, which says
nothing once a class has another name: their files are known by the record alone."""


@dataclass(frozen=True)
class Again:
    """What a file cannot hold, given again: the model, or laws that are functions."""

    model: Model | None = None
    inputs: Mapping[str, Any] | None = None
    driven: Mapping[str, Any] | None = None
    events: Any = None
    cache: Any = "user"
    base: Any = None


def head_of(order: Order) -> dict[str, Any]:
    """Return the head of the file of an order."""
    system = order.system
    return {
        "format": FORMAT,
        **head_of_system(system, order.keywords),
        "start": _start_record(order.start),
        "settings": dict(order.settings),
        "inputs": laws_record(order.mode.inputs),
        "driven": laws_record(order.mode.driven),
        "locked": list(order.mode.locked),
        "events": laws_record(list(order.events)),
        "base": _base_record(order.keywords.get("base")),
        "baumgarte": order.baumgarte,
        "turned": len(system.compiled.loops.wrapped),
        "seeds": {},
    }


def head_of_system(system: System, keywords: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a head says of the system and the numbers given to it."""
    options = {
        key: system.compiled.options[key] for key in ("weights", "cut", "planar", "tolerance")
    }
    parameters = {
        name: np.asarray(value, dtype=float)
        for name, value in (keywords.get("parameters") or {}).items()
    }
    return {
        "model": model_record(system.model),
        "model_hash": system.model.content_hash,
        "system": {
            "parameters": list(system.compiled.compiler.parameters.names),
            "cut": list(options["cut"]),
            "weights": dict(options["weights"] or {}),
            "planar": options["planar"],
            "tolerance": options["tolerance"],
            "tiers": system.compiled.tiers,
        },
        "parameters": parameters,
        "coordinates": list(system.coordinates),
        "velocities": list(system.velocities),
        "versions": versions(),
    }


def head_of_model(head: dict[str, Any], model: Model) -> dict[str, Any]:
    """Return the head of a run for a model that has the numbers which were inputs of the run."""
    return {
        **head,
        "model": model_record(model),
        "model_hash": model.content_hash,
        "system": {**head["system"], "parameters": []},
        "parameters": {},
    }


def _base_record(base: GroundMotion | PoseLaw | None) -> Any:
    """Return the motion of the base: its laws as such, numbers in the order of `flat`."""
    if base is None:
        return None
    if isinstance(base, PoseLaw) or base.follows_laws:
        return laws_record(base)
    return base.flat


def _base(head: dict[str, Any], again: Any) -> GroundMotion | PoseLaw | None:
    """Return the motion of the base of a head, its functions given again."""
    record = head["base"]
    if record is None or isinstance(record, Mapping):
        return None if record is None else all_laws({"base": (record, again)})["base"]
    return ground_motion_of(np.asarray(record))


def _start_record(start: State) -> dict[str, Any]:
    """Return the start; where angles of cut joints count whole turns, they are with it."""
    found = {"t": start.t, "q": start.q, "v": start.v}
    if start.system.compiled.loops.wrapped and start.cut_q is not None:
        found["cut_q"] = np.asarray(start.cut_q, dtype=float)
    if start.own_z is not None:
        found["z"] = np.asarray(start.own_z, dtype=float)
    return found


def lacking_angles(head: Mapping[str, Any], system: System) -> int:
    """Return how many angles of cut joints the rows of a file of an earlier version lack."""
    return len(system.compiled.loops.wrapped) - int(head.get("turned", 0))


def versions() -> dict[str, str]:
    """Return the versions that a result depends on, and what the model's hash was made of."""
    return {
        "sarrus": str(import_module("sarrus").__version__),
        "source": source_version(),
        "numpy": np.__version__,
        "python": platform.python_version(),
        "code": host().identity(),
        "model_hash": HASHED,
    }


def order_of(head: dict[str, Any], again: Again) -> Order:
    """Return the order of a head; functions and models of the user's own are given again."""
    with reading_head():
        return _order_of(head, again)


@contextmanager
def reading_head() -> Iterator[None]:
    """Say of what is missing in a file, or has another form, that it is damaged."""
    try:
        yield
    except SarrusError:  # some are errors of values too
        raise
    except (KeyError, ValueError, TypeError, IndexError, AttributeError) as error:
        rule = f"is damaged, or was not written by Sarrus: {type(error).__name__}: {error}"
        problem = Problem("F13", "head of the file", rule, action="use a whole file")
        raise ModelError(problem) from error


def system_of(head: dict[str, Any], again: Again) -> System:
    """Return the system of a head; elements of the user's own are in the model given again."""
    from sarrus.system.system import System

    model = again.model or model_from_record(head["model"])
    hashed = head.get("versions", {}).get("model_hash") == HASHED
    if again.model is None and hashed and record_hash(head["model"]) != head["model_hash"]:
        raise ModelError(Problem("F13", "model of the file", "is not the one that was run"))
    same = comparable(model_record(model)) == comparable(current_record(head["model"]))
    if again.model is not None and not same:
        rule = "is not the one that the run of the file was made with"
        raise ModelError(Problem("F19", "model", rule, action="give the same model"))
    known = head["system"]
    system: System = System(
        model,
        parameters=known["parameters"],
        weights=known["weights"] or None,
        cut=tuple(known["cut"]),
        planar=known["planar"],
        tolerance=known.get("tolerance"),
        cache=again.cache,
        kernels=(),
    )
    system.compiled.compiler.tiers = dict(known.get("tiers", {}))
    return system


def _order_of(head: dict[str, Any], again: Again) -> Order:
    if head.get("format") == DRIVE_FORMAT:
        rule = "is a prescribed motion, of which nothing is integrated"
        action = "open it with `sarrus.open_run`, or drive the model again"
        raise ModelError(Problem("F13", "run", rule, action=action))
    if head.get("format") != FORMAT:
        rule = f"is of the format {head.get('format')!r}, which this version does not read"
        wrote = (head.get("versions") or {}).get("sarrus", "")
        action = (
            f"read it with Sarrus {wrote} or later" if wrote else "use the version that wrote it"
        )
        raise ModelError(Problem("F13", "run", rule, action=action))
    system = system_of(head, again)
    values: dict[str, Any] = {}
    if head["parameters"]:
        values["parameters"] = dict(head["parameters"])
    base = _base(head, again.base)
    if base is not None:
        values["base"] = base
    start = _state(system, head["start"], values)
    inputs = None if again.inputs is None else laws_by_name(system, again.inputs)
    given_again = {"inputs": inputs, "driven": again.driven, "events": again.events}
    laws = all_laws({what: (head[what], value) for what, value in given_again.items()})
    mode = Mode(laws["inputs"], laws["driven"], tuple(head["locked"]), compiled=system.compiled)
    settings, events = dict(head["settings"]), tuple(laws["events"])
    check_method(settings["method"])
    return run_order(system, start, settings, mode, events, values, head["baumgarte"])


def _state(system: System, record: dict[str, Any], keywords: Mapping[str, Any]) -> State:
    q, v = np.array(record["q"]), np.array(record["v"])
    _, _, cut_q, C = system.compiled.loops.closure(q, *system.compiled.last_inputs(**keywords))
    z = None if record.get("z") is None else np.array(record["z"], dtype=float)
    cut_q = record.get("cut_q", cut_q)
    return State(system, q, v, float(record["t"]), cut_q, C @ v, own_z=z)

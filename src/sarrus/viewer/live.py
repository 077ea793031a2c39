"""The live page: one file in which the mechanism runs, with sliders for its numbers.

    sarrus.live("four_bar.yaml")                          # in a notebook, as the last line
    sarrus.live(system, sliders={"crank.mass": ("1 kg", "3 kg")})
    sarrus.live(study).write("machine.html")

The page holds the equations of motion as WebAssembly, so that it needs neither network nor Python.
"""

from __future__ import annotations

import base64
import os
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace
from pathlib import Path
from typing import Any

import numpy as np

from sarrus.arguments import with_checks
from sarrus.errors import ModelError, Problem, SimulationStopped
from sarrus.kernels.trace import results_of, trace
from sarrus.late_dataclass import dataclass
from sarrus.study import Slider, Study
from sarrus.study.sliders import rate_of, sliders_of
from sarrus.study.start import start_state
from sarrus.system import State, System
from sarrus.system.checks import laws_with_text_read
from sarrus.system.constants.constants_map import ConstantsMap
from sarrus.system.live import live_machine
from sarrus.system.live.constants import Constants, mapped_constants
from sarrus.system.live.machine import first_coordinate
from sarrus.system.live.mode import rate_unit
from sarrus.system.quantities.parameters import chosen_parameters, merged_parameters
from sarrus.system.simulation.events.event import Event
from sarrus.viewer.acting import acting_names, acting_of
from sarrus.viewer.html import page_of, write_page
from sarrus.viewer.joints import load_names
from sarrus.viewer.live_drawing import drawing_places
from sarrus.viewer.live_laws import Followers, followers_of
from sarrus.viewer.notebook import HEIGHT, page_frame
from sarrus.viewer.sampling import history_of
from sarrus.viewer.scene import LOOKED_AT, Scene, scene_of

STEP = 1e-3
"""Step of the machine [s], unless another is asked for."""
SWING, SHORT = 0.02, 0.01
"""The largest step, as part of sqrt(length / gravity) and of the run."""
REHEARSAL = 2.0
"""Time of a run that tells how much room a mechanism needs and how large its forces are [s]."""
LEAST_TRAVEL = 1e-6
"""Travel of a sliding joint that is none, in lengths of the model."""
MOST_JOINTS = 24
"""Joints whose loads are all computed; of mechanisms with more, the reaction forces only."""
LARGEST = 1_500_000
"""Bytes of a page that is still sent by mail without a thought; of larger ones is said why."""


@with_checks
@dataclass(frozen=True, eq=False)
class LivePage:
    """A page in which the mechanism runs; as the last line of a cell of a notebook it shows itself.

    scene: what the page holds; sliders: what can be moved on it.
    """

    scene: Scene
    sliders: tuple[Slider, ...]
    height: int = HEIGHT

    @property
    def text(self) -> str:
        """The whole page."""
        return page_of(self.scene)

    @property
    def size_note(self) -> str:
        """Why the page is large, "" where it is not: its parts, and what makes it smaller."""
        size = len(self.text.encode())
        if size <= LARGEST:
            return ""
        machine = len(self.scene.static["machine"]["module"])
        shapes = len(self.scene.data)
        return (
            f"The page has {size / 1e6:.1f} MB: {machine / 1e6:.1f} MB are equations, "
            f"{shapes / 1e6:.1f} MB shapes. Fewer channels (`channels=`), turns and events take "
            "less, and meshes with fewer triangles."
        )

    def write(self, path: str | os.PathLike[str], *, overwrite: bool = False) -> Path:
        """Write the page as one file that any browser shows, without network; return its path.

        Example:
            sarrus.live("four_bar.yaml").write("machine.html", overwrite=True)
        """
        return write_page(self.scene, path, overwrite=overwrite)

    def __repr__(self) -> str:
        names = ", ".join(slider.name for slider in self.sliders) or "none"
        return f"<LivePage of '{self.scene.static['name']}': sliders {names}>"

    def _repr_html_(self) -> str:
        return page_frame(self.scene, repr(self), self.height)


def live(
    source: Any,
    sliders: Any = None,
    *,
    channels: Sequence[str] | str | None = None,
    inputs: Mapping[str, Any] | None = None,
    drives: Mapping[str, Any] | None = None,
    turns: Sequence[str] | None = None,
    events: Sequence[Event] | None = None,
    step: float | None = None,
    title: str | None = None,
    height: int = HEIGHT,
) -> LivePage:
    """Return a page in which a mechanism runs, to be written as a file or shown in a notebook.

    source: a model file, a `Study`, a compiled system, its model, a state to start from, a run or a
    drive. sliders: names of numbers, or names with (lowest, highest) or with {"from", "to", "unit",
    "step", "text"}; those of the file's section `sliders` if not given. channels: those to plot,
    with * and ?. inputs: efforts by joint; drives: joints with the rate at which they move. turns:
    coordinates whose whole motion is drawn; events: as in `simulate`, those of the file or the run
    if not given; step: of the integrator [s].

    Example:
        sarrus.live(system, sliders={"crank.mass": ("0.2 kg", "2 kg")})
    """
    plan = LivePlan.of(source, inputs or {}, drives or {}).with_events(events)
    chosen = plan.sliders_of(sliders)
    return LivePage(plan.scene(chosen, channels, turns, step, title), chosen, height)


@dataclass(frozen=True, eq=False)
class LivePlan:
    """What a live page is made of: a model, where it starts and what drives it.

    study: with the file, where there is one; system: as it was compiled; start: None for that of
    the study; result: a run that tells how much room is needed.
    """

    system: System
    study: Study | None = None
    start: State | None = None
    result: Any = None
    inputs: Mapping[str, Any] = field(default_factory=dict)
    motors: Mapping[str, float] = field(default_factory=dict)
    driven: Mapping[str, Any] = field(default_factory=dict)
    locked: tuple[str, ...] = ()
    events: tuple[Event, ...] = ()
    span: float = 1.0
    keywords: tuple[tuple[str, str], ...] = ()
    """Laws that are not those of the file: ("input", name) or ("drive", name)."""

    @staticmethod
    def of(source: Any, inputs: Mapping[str, Any], drives: Mapping[str, Any]) -> LivePlan:
        """Return the plan of what a user gives."""
        if isinstance(source, (str, os.PathLike)):
            source = Study.load(source)
        if isinstance(source, Study):
            plan = source.plan
            motors, driven = _motors(source.system, plan.drives)
            more, others = _motors(source.system, drives, True)
            motors, driven = {**motors, **more}, {**driven, **others}
            pushed = {**plan.inputs, **inputs}
            value = (*(("input", n) for n in inputs), *(("drive", n) for n in drives))
            return LivePlan(
                source.system, source, None, None, pushed, motors, driven, plan.locked,
                plan.events, float(plan.settings.until), value,
            )  # fmt: skip
        if isinstance(source, State):
            motors, driven = _motors(source.system, drives, True)
            return LivePlan(source.system, None, source, None, inputs, motors, driven)
        if hasattr(source, "compile"):
            source = source.compile(kernels=())
        if isinstance(source, System):
            motors, driven = _motors(source, drives, True)
            return LivePlan(source, None, None, None, inputs, motors, driven)
        return LivePlan._of_result(source, inputs, drives)

    @staticmethod
    def _of_result(source: Any, inputs: Mapping[str, Any], drives: Mapping[str, Any]) -> LivePlan:
        """Return the plan of a run, which goes on as it began, or of a drive at a steady rate."""
        shown = history_of(source).part.source
        result = getattr(shown, "run", None) or getattr(shown, "drive", source)
        system = result.system
        order = getattr(result, "order", None)
        laws: Mapping[str, Any] = {} if order is None else order.mode.driven
        steady = {} if order is not None else _steady_rates(result)
        motors, driven = _motors(system, laws)
        more, others = _motors(system, {**steady, **drives}, True)
        pushed = {**({} if order is None else order.mode.inputs), **inputs}
        locked = () if order is None else tuple(order.mode.locked)
        watched = () if order is None else tuple(order.events)
        span = 1.0 if order is None else float(order.plan.end - order.plan.start)
        return LivePlan(
            system, None, result.state(0), source, pushed, {**motors, **more},
            {**driven, **others}, locked, watched, span,
        )  # fmt: skip

    def with_events(self, events: Sequence[Event] | None) -> LivePlan:
        """Return the plan with other events, if they are given."""
        if events is None:
            return self
        return replace(self, events=laws_with_text_read(self.system, {}, {}, tuple(events))[2])

    def sliders_of(self, raw: Any) -> tuple[Slider, ...]:
        """Return the sliders: those that are given, else those of the file."""
        if raw is None:
            return self.study.sliders if self.study is not None else ()
        file = None if self.study is None else self.study.document()
        return sliders_of(
            self.system.model, raw, scope=None if file is None else file.scope,
            document=None if file is None else file.document, inputs=self.inputs,
            drives={**self.motors, **self.driven},
            units=self.study.units if self.study else (),
        )  # fmt: skip

    def scene(
        self,
        sliders: tuple[Slider, ...],
        channels: Sequence[str] | str | None,
        turns: Sequence[str] | None,
        step: float | None,
        title: str | None,
    ) -> Scene:
        """Return the scene with its machine."""
        found = self._map(sliders)
        followers = self._followers(found)
        numbers = [s.name for s in sliders if s.kind == "parameter"]
        follow = () if found is None else found.outputs
        changed = [n for e in followers.events for a in e.actions or () for n in a.parameters]
        system, start = self._compile([*follow, *numbers, *changed], found)
        result = self._result(system, start)
        base = scene_of(result, channels=channels, title=title, frames=LOOKED_AT)
        history = history_of(result)
        lines = _lines(history, base.static["channels"])
        names = self._channels(system, history, lines)
        travels = _travels(system, history)
        machine = live_machine(
            system,
            constants=_constants(system, found, numbers, followers),
            channels=names,
            step=step or _usual_step(system, self.span),
            state=start,
            inputs=followers.inputs,
            motors=followers.motors,
            driven=followers.driven,
            locked=self.locked,
            turns=_turns(system, followers.motors, travels) if turns is None else turns,
            events=followers.events,
            span=self.span,
            keywords={} if self.study is None else self.study.plan.keywords,
        )
        moved, notices = _movable_sliders(system, sliders, found, followers)
        static = {
            **base.static,
            "notices": [*base.static["notices"], *notices],
            "machine": {
                "module": base64.b64encode(zlib.compress(machine.module, 9)).decode("ascii"),
                "manifest": machine.manifest,
                "sliders": moved,
                "lines": lines,
                "travel": travels,
                **_acting_channels(base.static),
                "drawing": drawing_places(system.model, base.static),
            },
        }
        return replace(base, static=static)

    def _map(self, sliders: tuple[Slider, ...]) -> ConstantsMap | None:
        names = [s.name for s in sliders if s.kind == "constant"]
        if not names or self.study is None:
            return None
        return None if self.study.document() is None else self.study.constants_map(names)

    def _followers(self, found: ConstantsMap | None) -> Followers:
        """Return what follows constants beside the numbers of the model."""
        if found is None or self.study is None:
            return Followers(self.inputs, self.driven, self.motors, self.events)
        return followers_of(
            found, self.system, self.keywords, self.inputs, self.driven, self.motors, self.events
        )

    def _compile(
        self, parameters: Sequence[str], found: ConstantsMap | None
    ) -> tuple[System, State]:
        """Return a system in which some numbers are inputs, and where it starts."""
        study = self.study
        system = self.system
        if parameters:
            options = {} if study is None else dict(study.plan.options)
            own = [*options.pop("parameters", ()), *system.compiled.compiler.parameters.names]
            every = merged_parameters(system.model, own, parameters)
            # of the map: a formula in which two numbers are equal has them once in the file's model
            model = system.model if found is None else found.model
            system = model.compile(kernels=(), **{**options, "parameters": every})
        if study is not None:
            plan = study.plan
            return system, start_state(system, plan.assembly, plan.drives, plan.locked)
        if self.start is None:
            return system, system.assemble()
        if system is self.system:
            return system, self.start
        return system, replace(self.start, system=system)

    def _result(self, system: System, start: State) -> Any:
        """Return a run that tells how much room is needed."""
        if self.result is not None:
            return self.result
        study = self.study
        if study is not None:
            return _run_so_far(lambda: study.run(certify=False))
        driven = {name: _steady(start[name], rate) for name, rate in self.motors.items()}
        return _run_so_far(
            lambda: system.simulate(
                start, until=start.t + REHEARSAL, every=0.02, certify=False, inputs=self.inputs,
                driven={**self.driven, **driven}, events=self.events,
            )
        )  # fmt: skip

    @staticmethod
    def _channels(system: System, history: Any, lines: list[list[Any]]) -> list[str]:
        """Return the channels that the machine computes: of plots, loads of joints and elements."""
        model = system.model
        loads = load_names(model)
        if len(model.joints) > MOST_JOINTS:
            loads = [name for name in loads if name.endswith("reaction.force")]
        pushed = acting_names(acting_of(model, history))
        return list(dict.fromkeys([*(name for name, _, _ in lines), *loads, *pushed]))


def _run_so_far(run: Callable[[], Any]) -> Any:
    """Return a run, or what there is of one that cannot go on: the page says so when it is there.

    Raises where there is nothing.
    """
    try:
        return run()
    except SimulationStopped as stopped:
        found = getattr(stopped, "run", None)
        if found is None or not len(found.t):
            raise
        return found


def _motors(
    system: System, drives: Mapping[str, Any], numbers_are_rates: bool = False
) -> tuple[dict[str, float], dict[str, Any]]:
    """Return the drives at a constant rate by coordinate, and those that follow other laws.

    numbers_are_rates: a number is the rate of its coordinate, not where it stands.
    """
    names = {joint.name: joint for joint in system.model.joints}
    motors, driven = {}, {}
    for name, law in drives.items():
        joint = names.get(name)
        full = joint.coordinate_names[0] if joint and len(joint.coordinate_names) == 1 else name
        rate = float(law) if numbers_are_rates and isinstance(law, (int, float)) else rate_of(law)
        if rate is None:
            driven[name] = law
        else:
            motors[full] = rate
    return motors, driven


def _steady_rates(drive: Any) -> dict[str, float]:
    """Return the rates of a drive's coordinates; refuse those that change."""
    found = {}
    for name in drive.motions[0].efforts:
        (rate,) = drive.system.compiled.rate_names(name)[:1]
        rates = np.array([float(motion.state[rate]) for motion in drive.motions])
        found[name] = float(rates[0])
        if float(np.ptp(rates)) > 1e-9 * max(float(np.max(np.abs(rates))), 1e-9):
            rule = "does not move at a constant rate"
            action = "make the page of its model file, or of its system with drives={...}"
            raise ModelError(Problem("S03", f"viewer / drive of '{name}'", rule, action=action))
    return found


def _steady(start: float, rate: float) -> Any:
    return lambda t: start + rate * t


def _constants(
    system: System, found: ConstantsMap | None, numbers: Sequence[str], followers: Followers
) -> Constants | None:
    """Return the constants of the machine: those of the file, and numbers of the model beside.

    None where these are the parameters of the system themselves.
    """
    if found is None:
        return None
    mapped = mapped_constants(found)
    mapped = replace(mapped, drawing=(*mapped.drawing, *mapped.outputs))
    understood = chosen_parameters(system.model, numbers)[1]
    direct = [understood[name] for name in numbers if understood[name] not in mapped.outputs]
    n = len(found.constants)

    def numbers_of(constants: Any) -> dict[str, Any]:
        ports = [port.name for port in found.program.outputs]
        known = dict(zip(ports, results_of(found.program, [constants[:n]]), strict=True))
        beside = {name: constants[n + k] for k, name in enumerate(direct)}
        return known | followers.outputs(known) | beside

    defaults = system.compiled.compiler.parameters.split(system.compiled.compiler.parameters.vector)
    return replace(
        mapped,
        names=(*mapped.names, *direct),
        values=(*mapped.values, *(float(defaults[name]) for name in direct)),
        units=(*mapped.units, *("" for _ in direct)),
        program=trace(numbers_of, {"constants": (n + len(direct),)}),
        outputs=(*mapped.outputs, *direct),
        drawing=(*mapped.drawing, *direct),
        following=followers.following,
    )


def _movable_sliders(
    system: System,
    sliders: tuple[Slider, ...],
    found: ConstantsMap | None,
    followers: Followers,
) -> tuple[list[dict[str, Any]], list[str]]:
    """Return the sliders as the page has them, and what is said of those that cannot move."""
    listed, notices = [], []
    cannot = {} if found is None else found.cannot
    for slider in sliders:
        if slider.kind == "constant" and (found is None or slider.name in cannot):
            why = cannot.get(slider.name, "the model comes from no file")
            notices.append(f"Slider '{slider.name}' is left out: {why}.")
            continue
        one = {
            key: getattr(slider, key)
            for key in ("name", "kind", "low", "high", "value", "unit", "factor", "step", "text")
        }
        why = followers.why_not(slider.name) if slider.kind == "constant" else ""
        target = _target(system, slider)
        if slider.kind == "drive" and target not in followers.motors:
            why = "its law has no constant rate at other values of its constants"
        if why:
            notices.append(f"Slider '{slider.name}' is left out: {why}.")
            continue
        listed.append({**one, "target": target})
    return listed, notices


def _target(system: System, slider: Slider) -> str:
    """Return what the machine calls the number of a slider."""
    if slider.kind == "parameter":
        return chosen_parameters(system.model, [slider.name])[1][slider.name]
    if slider.kind == "input":
        return _rate(system, slider.name)
    return _motor(system, slider.name) if slider.kind == "drive" else slider.name


def _rate(system: System, name: str) -> str:
    """Return the velocity of a joint that has one."""
    return system.compiled.rate_names(name)[0]


def _motor(system: System, name: str) -> str:
    """Return what the machine calls a drive at a constant rate."""
    return next(iter(_motors(system, {name: 0.0}, True)[0]))


def _lines(history: Any, listed: list[dict[str, Any]]) -> list[list[Any]]:
    """Return for each line of the plots its channel, its component, and the factor to its unit."""
    si = history.in_units("SI")
    found: list[list[Any]] = []
    for channel in listed:
        name = f"{channel['kind']}:{channel['name']}"
        (definition,) = si.definitions([name])
        parts = channel["components"]
        units = definition.units or (definition.unit,) * len(parts)
        found += [
            [name, k, history.units.factor(unit)] for k, unit in enumerate(units[: len(parts)])
        ]
    return found


def _usual_step(system: System, span: float) -> float:
    """Return the step of a machine [s]: of small mechanisms and short runs less than `STEP`.

    A pendulum as long as the mechanism swings in some hundred of them.
    """
    gravity = float(np.linalg.norm(system.model.gravity))
    swing = np.sqrt(system.compiled.loops.length / gravity) if gravity > 0 else np.inf
    return float(min(STEP, SWING * swing, SHORT * span))


def _travels(system: System, history: Any) -> dict[str, list[float]]:
    """Return how far coordinates of sliding joints go: to their limits, or as in a run [m]."""
    found = {}
    si = history.in_units("SI")
    for joint in system.model.joints:
        if len(joint.coordinate_names) != 1 or joint.type.coordinates[0].unit != "m":
            continue
        (name,) = joint.coordinate_names
        limits = [float(x) for x in np.ravel(joint.limits)[:2]]
        if len(limits) != 2 or not np.all(np.isfinite(limits)):
            values = np.asarray(si[name], dtype=float)
            limits = [float(np.min(values)), float(np.max(values))]
        if limits[1] - limits[0] > LEAST_TRAVEL * system.compiled.loops.length:
            found[name] = limits
    return found


def _turns(system: System, motors: Mapping[str, float], travels: Mapping[str, Any]) -> list[str]:
    """Return the coordinates whose whole motion is drawn unless others are asked for.

    Those of motors that move; without motors, the first hinge at the ground.
    """
    moved = [name for name, rate in motors.items() if rate and name in system.coordinates]
    if motors:
        return [n for n in moved if rate_unit(system, n) == "rad/s" or n in travels]
    return [name for name in first_coordinate(system) if rate_unit(system, name) == "rad/s"]


def _acting_channels(static: dict[str, Any]) -> dict[str, Any]:
    """Return the channels of what elements do to bodies, in the order of the scene."""
    bodies = [body["name"] for body in static["bodies"]]

    def name(one: dict[str, Any], part: str) -> str:
        return f"force:{one['element']}.{bodies[one['body']]}.{part}"

    return {
        "acting": [name(one, "force") for one in static["acting"]],
        "turning": [[name(one, "force"), name(one, "moment")] for one in static["turning"]],
    }


def refuse_ghosts(ghost: Any) -> None:
    """Refuse what a page that runs cannot show beside it."""
    if ghost:
        rule = "cannot be shown on a page that runs"
        action = "leave out live=True, or the ghost"
        raise ModelError(Problem("S03", "viewer / ghost", rule, action=action))

"""A task file: what a robot shall do, with what limits, motors and controller."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from functools import partial
from pathlib import Path
from typing import Any

from sarrus.arguments import checked
from sarrus.errors import ModelError, Problem
from sarrus.formats.file_access import read_bytes
from sarrus.formats.loading import load
from sarrus.formats.records import Document
from sarrus.formats.yaml.located_yaml import parse
from sarrus.formats.yaml.page import BROKEN, At, Page
from sarrus.formats.yaml.scope import read_constants
from sarrus.formats.yaml.values import in_unit, list_in_unit, name, pose
from sarrus.late_dataclass import dataclass
from sarrus.model import Model, Pose
from sarrus.model.building.references import nearest
from sarrus.model.pose import vector3
from sarrus.robotics.comparison import Comparison, compare_robots
from sarrus.robotics.driven_task import check_drives
from sarrus.robotics.limits import JointLimits
from sarrus.robotics.motors import Catalogue, Drive
from sarrus.robotics.placement import place_on
from sarrus.robotics.task import Task
from sarrus.robotics.task_files.attempting import attempt
from sarrus.robotics.task_files.settings import (
    read_drives,
    read_limits,
    read_tracking,
    read_words,
)
from sarrus.robotics.task_files.steps import FileStep, Place, Sequencer, read_places, read_steps
from sarrus.robotics.trajectory.sequence import Sequence
from sarrus.robotics.workplace import Workplace

KEYS = (
    "sarrus",
    "task",
    "description",
    "constants",
    "robot",
    "base",
    "tool",
    "frame",
    "grip",
    "driven",
    "near",
    "poses",
    "start",
    "law",
    "steps",
    "limits",
    "motors",
    "margin",
    "tracking",
    "compare",
    "step",
)


@dataclass(frozen=True, eq=False)
class TaskFile:
    """The content of a task file, ready to run.

    task: the robot and its sequence. motors: a catalogue to choose from, drives by joint, or None;
    margin: the share of each limit that motors must leave; tracking: keywords of `track`; step
    [s]: of samples; others: robots to compare with, by name.
    """

    task: Task
    limits: Mapping[str, JointLimits]
    motors: Catalogue | Mapping[str, Drive] | None
    margin: float = 0.0
    tracking: Mapping[str, Any] | None = None
    step: float = 0.005
    others: Mapping[str, Callable[[], Task]] = field(default_factory=dict)

    def comparison(self) -> Comparison | None:
        """Return how this robot and the others do the task, None without others."""
        if not self.others:
            return None
        return compare_robots({self.task.model.name: self.task, **self.others}, step=self.step)


@checked
def load_task(path: str | Path) -> TaskFile:
    """Return the task of a YAML file, with every problem of it at once.

    The robot is a model file beside it or in a folder below: YAML, URDF, JSON or a table of
    Denavit and Hartenberg. docs/tasks.md has all keys.
    """
    content, marks = parse(read_bytes(str(path)), str(path))
    page = Page(marks, content)
    top = At(page, f"task '{Path(path).stem}'", (), read_scope(page, content))
    top.mapping(content, KEYS, ("robot", "poses", "steps"))
    if not isinstance(content, Mapping):
        raise ModelError(page.problems)
    found = _Reading(top, content, Path(path)).read()
    if page.problems or found is None:
        raise ModelError(_once(page.problems))
    return found


def _once(problems: list[Problem]) -> list[Problem]:
    """Return the problems, each once: a law or a place may be used by several steps."""
    return list({(p.code, p.location, p.rule, p.value): p for p in problems}.values())


def read_scope(page: Page, content: Any) -> Any:
    """Return the constants of a file."""
    document = Document(page.marks)
    raw = content.get("constants") if isinstance(content, Mapping) else None
    scope = read_constants(raw, document)
    page.problems += document.problems
    return scope


@dataclass(frozen=True)
class _Reading:
    """Reads one file."""

    top: At
    content: Mapping[str, Any]
    path: Path

    def read(self) -> TaskFile | None:
        model = self._robot_at(self.top.key("robot", "robot"), self.content.get("robot"))
        places = read_places(self.top.key("poses", "poses"), self.content.get("poses", {}))
        usual = (self.top.key("law", "law"), self.content.get("law"))
        steps = read_steps(self.top.key("steps", "steps"), self.content.get("steps"), places, usual)
        first = self._first(places)
        margin = self._number("margin", "dimensionless", 0.0)
        if not 0.0 <= margin < 1.0:
            rule = "must be at least 0 and below 1: a share of each limit"
            self.top.key("margin", "margin").report("M04", rule, value=f"{margin:g}")
        step = self._number("step", "s", 0.005)
        if step <= 0.0:
            self.top.key("step", "step").report("M04", "must be above 0 s", value=f"{step:g} s")
        if model is None:
            return None
        options = self._options()
        units = self._units(Workplace(model, **options))
        limits = self._section("limits", lambda at, raw: read_limits(at, raw, units), {})
        motors = self._section(
            "motors", lambda at, raw: read_drives(at, raw, units, self._catalogue), None
        )
        tracking = self._section("tracking", lambda at, raw: read_tracking(at, raw, units), None)
        if first is None:
            return None
        make = partial(self._task, options=options, places=places, first=first, steps=steps)
        others = self._section("compare", lambda at, raw: self._others(at, raw, make), {})
        if self.top.page.problems:
            return None
        task = attempt(self.top, lambda: make(model))
        if task is None:
            return None
        return TaskFile(task, limits, motors, margin, tracking, step, others)

    def _units(self, work: Workplace) -> dict[str, str]:
        """Return the drives with their units; check what is said about the robot, at its place."""
        driven = self.top.key("driven" if "driven" in self.content else "robot", "driven")
        attempt(driven, lambda: check_drives(work))
        for key in ("frame", "grip"):
            if key in self.content:
                name = str(self.content[key])
                attempt(self.top.key(key, key), lambda name=name: place_on(work.model, name))  # type: ignore[misc]
        return attempt(driven, lambda: work.units) or {}

    def _options(self) -> dict[str, Any]:
        """Return the keywords of the workplace."""
        words = read_words(self.top, self.content, "frame", "grip", "task")
        driven = self.content.get("driven") or ()
        if not isinstance(driven, (list, tuple)) or not all(isinstance(n, str) for n in driven):
            self.top.key("driven", "driven").refuse(driven, "must be a list of joints")
            driven = ()
        options: dict[str, Any] = {"name": words.pop("task", ""), "driven": tuple(driven), **words}
        return {**options, "base": self._pose("base"), "tool": self._pose("tool")}

    def _section(self, key: str, read: Callable[[At, Any], Any], default: Any) -> Any:
        raw = self.content.get(key)
        return default if raw is None else read(self.top.key(key, key), raw)

    def _number(self, key: str, unit: str, default: float) -> float:
        found = in_unit(self.top.key(key, key), self.content.get(key, default), unit)
        return default if found is BROKEN else float(found)

    def _pose(self, key: str) -> Pose | None:
        raw = self.content.get(key)
        if raw is None:
            return None
        at = self.top.key(key, key)
        if isinstance(raw, list):
            point = list_in_unit(at, raw, "m", 3)
            return None if point is BROKEN else Pose(vector3(point))
        found = pose(at, raw) if isinstance(raw, Mapping) else at.refuse(raw, "must be a pose")
        return found if isinstance(found, Pose) else None

    def _robot_at(self, at: At, raw: Any) -> Model | None:
        if raw is None:
            return None
        if not isinstance(raw, str):
            at.refuse(raw, "must be the name of a model file")
            return None
        file = self._beside(at, raw)
        return None if file is None else attempted_model(at, file)

    def _beside(self, at: At, raw: str) -> Path | None:
        """Return a file in the folder of the task file or below it; refuse all others."""
        folder = self.path.resolve().parent
        file = (folder / raw).resolve()
        if file.is_relative_to(folder):
            return self.path.parent / raw
        at.report(
            "F08",
            "is outside the folder of the task file",
            value=repr(raw),
            action="copy it there, or make the task in Python",
        )
        return None

    def _catalogue(self, at: At, raw: str) -> Catalogue:
        file = self._beside(at, str(raw))
        if file is not None and not file.is_file():
            missing(at, file)
        if file is None or not file.is_file():
            raise ModelError([])
        return Catalogue.load(file)

    def _first(self, places: Mapping[str, Place]) -> Place | None:
        """Return the place where the task begins, the first of the poses unless given."""
        raw = self.content.get("start")
        if raw is None:
            return next(iter(places.values()), None)
        at = self.top.key("start", "start")
        found = name(at, raw)
        if found in places:
            return places[found]
        if found is not BROKEN:
            action = nearest(str(raw), places)
            at.report("M09", "is not among the poses", value=repr(raw), action=action)
        return None

    def _task(
        self,
        model: Model,
        options: Mapping[str, Any],
        places: Mapping[str, Place],
        first: Place,
        steps: list[FileStep],
    ) -> Task:
        """Return the task of a robot: its joints are found here."""
        given = dict(options)
        near = self.content.get("near")
        if near is not None:
            place = Place("near", self.top.key("near", "near"), joints=near)
            given["start"] = Sequencer(Workplace(model, **given), places).position(place)
        work = Workplace(model, **given)
        sequencer = Sequencer(work, places)
        if first.joints is not None:
            given["start"] = sequencer.position(first)
        given |= {"base": None, "tool": None}  # the system has them already
        made = sequencer.steps(first, steps)
        listed = attempt(self.top.key("steps", "steps"), lambda: Sequence(made))
        if listed is None:
            raise ModelError([])
        return Task(work.system, listed, **given)

    def _others(
        self, at: At, raw: Any, make: Callable[[Model], Task]
    ) -> dict[str, Callable[[], Task]]:
        """Return the tasks of other robots, made when they are asked for."""
        if not isinstance(raw, Mapping):
            at.refuse(raw, "must be names with model files")
            return {}
        models = {key: self._robot_at(at.key(key, key), file) for key, file in raw.items()}
        return {key: partial(make, model) for key, model in models.items() if model is not None}


def attempted_model(at: At, file: Path) -> Model | None:
    """Return the model of a file, or None after its problems have been noted."""
    if not file.is_file():
        missing(at, file)
        return None
    try:
        return load(file)
    except ModelError as error:
        at.page.problems += error.problems
        return None


def missing(at: At, file: Path) -> None:
    """Report a file that is not there, at the place that names it."""
    folder = file.parent
    there = sorted(x.name for x in folder.iterdir() if x.is_file()) if folder.is_dir() else []
    rule = "is not a file in the folder of the task"
    at.report("F09", rule, value=repr(str(file.name)), action=nearest(file.name, there))

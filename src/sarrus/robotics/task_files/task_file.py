"""A task file: what a robot shall do, with what limits, motors and controller."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field, replace
from functools import partial
from pathlib import Path
from typing import Any

from sarrus.arguments import with_checks
from sarrus.errors import ModelError, Problem
from sarrus.file_access import read_bytes
from sarrus.formats.loading import load
from sarrus.formats.records import Document
from sarrus.formats.yaml.located_yaml import parse
from sarrus.formats.yaml.output_units import read_output_units
from sarrus.formats.yaml.page import BROKEN, At, Page
from sarrus.formats.yaml.scope import read_constants
from sarrus.formats.yaml.values import flag, in_unit, list_in_unit, name, pose
from sarrus.late_dataclass import dataclass
from sarrus.model import Model, Pose
from sarrus.model.building.references import nearest
from sarrus.model.pose import vector3
from sarrus.robotics.comparison import ORDERS, Comparison, compare_robots
from sarrus.robotics.driven_task import check_drives
from sarrus.robotics.limits import JointLimits
from sarrus.robotics.motors import Catalogue, Drive
from sarrus.robotics.path_following import FOLLOW
from sarrus.robotics.placement import place_on
from sarrus.robotics.rotors import Rotor
from sarrus.robotics.task import Task
from sarrus.robotics.task_files.located_errors import attempt
from sarrus.robotics.task_files.settings import (
    read_drives,
    read_limits,
    read_tracking,
    read_words,
)
from sarrus.robotics.task_files.steps import (
    FileStep,
    Place,
    Sequencer,
    read_goal,
    read_places,
    read_steps,
)
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
    "follow",
    "near",
    "goal",
    "poses",
    "start",
    "law",
    "steps",
    "limits",
    "motors",
    "margin",
    "gyroscopic",
    "units",
    "tracking",
    "compare",
    "rank",
    "step",
)


SHARED = ("base", "follow", "motors", "task")
"""What other robots have in common with the task's own, unless it is said."""
ALIKE = ("driven", "frame", "grip", "tool", "near", "goal")
"""What they have in common besides where they are given by their files alone."""
ROBOT_KEYS = ("robot", "limits", *ALIKE, *SHARED)
"""What a task says of one robot."""


@dataclass(frozen=True, eq=False)
class Other:
    """Another robot for the same task: what makes its task, its limits and its motors."""

    task: Callable[[], Task]
    limits: Mapping[str, JointLimits] = field(default_factory=dict)
    motors: Catalogue | Mapping[str, Drive] | None = None


@dataclass(frozen=True, eq=False)
class TaskFile:
    """The content of a task file, ready to run.

    task: the robot and its sequence. motors: a catalogue to choose from, drives by joint, or None;
    margin: the share of each limit that motors must leave; tracking: keywords of `track`; step
    [s]: of samples; others: robots to compare with, by name, ranked by "margin" or "cycle".
    gyroscopic: whether all drives count with the gyroscopic moments of their rotors; units: of the
    report.
    """

    task: Task
    limits: Mapping[str, JointLimits]
    motors: Catalogue | Mapping[str, Drive] | None
    margin: float = 0.0
    tracking: Mapping[str, Any] | None = None
    step: float = 0.005
    others: Mapping[str, Other] = field(default_factory=dict)
    gyroscopic: bool = False
    rank: str = "margin"
    units: tuple[str, ...] = ()

    def comparison(self) -> Comparison | None:
        """Return how this robot and the others do the task, None without others."""
        if not self.others:
            return None
        own = Other(lambda: self.task, self.limits, self.motors)
        robots = {self.task.model.name: own, **self.others}
        motors = {n: robot.motors for n, robot in robots.items() if robot.motors is not None}
        return compare_robots(
            {name: robot.task for name, robot in robots.items()},
            limits={name: robot.limits for name, robot in robots.items()},
            drives=motors,
            margin=self.margin,
            gyroscopic=self.gyroscopic,
            by=self.rank,
            step=self.step,
        )


@with_checks
def load_task(path: str | Path) -> TaskFile:
    """Return the task of a YAML file, with every problem of it at once.

    The robot is a model file beside it or in a folder below: YAML, URDF, JSON or a table of
    Denavit and Hartenberg. docs/tasks.md has all keys.

    Example:
        robotics.load_task("task.yaml").task.run()
    """
    content, marks = parse(read_bytes(str(path)), str(path))
    page = Page(marks, content)
    top = At(page, f"task '{Path(path).stem}'", (), read_scope(page, content))
    if isinstance(content, Mapping) and "bodies" in content and "steps" not in content:
        action = "name it as `robot:` of a task file; `sarrus new tasks` writes examples"
        rule = "is a model file, not the task of a robot"
        raise ModelError(Problem("M09", "file", rule, f"'{path}'", action=action))
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
        robot = self._robot(self.top, self.content, model)
        units, own = robot.units, robot.own
        tracking = self._section("tracking", lambda at, raw: read_tracking(at, raw, units), None)
        gyroscopic = self._section("gyroscopic", flag, False)
        rank = self._section("rank", self._rank, "margin")
        shown = self._section("units", read_output_units, ())
        if first is None:
            return None
        make = partial(self._task, places=places, first=first, steps=steps)
        others = self._section("compare", lambda at, raw: self._others(at, raw, make), {})
        if self.top.page.problems:
            return None
        task = attempt(self.top, lambda: make(robot))
        if task is None:
            return None
        return TaskFile(
            task,
            own.limits,
            own.motors,
            margin,
            tracking,
            step,
            others,
            gyroscopic is True,
            rank,
            shown,
        )

    def _rank(self, at: At, raw: Any) -> str:
        if raw in ORDERS:
            return str(raw)
        at.report("M09", f"must be one of {', '.join(ORDERS)}", value=repr(raw))
        return ORDERS[0]

    def _robot(self, at: At, raw: Mapping[str, Any], model: Model) -> _Robot:
        """Return what a section says about a robot: its workplace, limits and motors."""
        options = self._options(at, raw)
        work = Workplace(model, **options)
        units = self._units(at, raw, work)
        limits: dict[str, JointLimits] = {}
        motors = None
        if raw.get("limits") is not None:
            limits = read_limits(at.key("limits", "limits"), raw["limits"], units)
        if raw.get("motors") is not None:
            place = at.key("motors", "motors")

            def check(joint: str, drive: Drive) -> Any:
                return Rotor.of(work.model, joint, drive)

            spin = self.content.get("gyroscopic") is True
            motors = read_drives(place, raw["motors"], units, self._catalogue, check, spin)
        near = None if raw.get("near") is None else (at.key("near", "near"), raw["near"])
        goal = None if raw.get("goal") is None else (at.key("goal", "goal"), raw["goal"])
        return _Robot(model, options, units, Other(_none, limits, motors), near, goal)

    def _units(self, at: At, raw: Mapping[str, Any], work: Workplace) -> dict[str, str]:
        """Return the drives with their units; check what is said about the robot, at its place."""
        driven = at.key("driven" if "driven" in raw else "robot", "driven")
        attempt(driven, lambda: check_drives(work))
        for key in ("frame", "grip"):
            if key in raw:
                name = str(raw[key])
                attempt(at.key(key, key), lambda name=name: place_on(work.model, name))  # type: ignore[misc]
        return attempt(driven, lambda: work.units) or {}

    def _options(self, at: At, raw: Mapping[str, Any]) -> dict[str, Any]:
        """Return the keywords of the workplace."""
        words = read_words(at, raw, "frame", "grip", "task", "follow")
        if words.get("follow", "pose") not in FOLLOW:
            rule = f"must be one of {', '.join(FOLLOW)}"
            at.key("follow", "follow").report("M09", rule, value=repr(words.pop("follow")))
        driven = raw.get("driven") or ()
        if not isinstance(driven, (list, tuple)) or not all(isinstance(n, str) for n in driven):
            at.key("driven", "driven").refuse(driven, "must be a list of joints")
            driven = ()
        options: dict[str, Any] = {"name": words.pop("task", ""), "driven": tuple(driven), **words}
        return {**options, "base": self._pose(at, raw, "base"), "tool": self._pose(at, raw, "tool")}

    def _section(self, key: str, read: Callable[[At, Any], Any], default: Any) -> Any:
        raw = self.content.get(key)
        return default if raw is None else read(self.top.key(key, key), raw)

    def _number(self, key: str, unit: str, default: float) -> float:
        found = in_unit(self.top.key(key, key), self.content.get(key, default), unit)
        return default if found is BROKEN else float(found)

    def _pose(self, section: At, content: Mapping[str, Any], key: str) -> Pose | None:
        raw = content.get(key)
        if raw is None:
            return None
        at = section.key(key, key)
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
        self, robot: _Robot, places: Mapping[str, Place], first: Place, steps: list[FileStep]
    ) -> Task:
        """Return the task of a robot: its joints are found here."""
        keywords, model = dict(robot.options), robot.model
        if robot.near is not None:
            place = Place("near", robot.near[0], joints=robot.near[1])
            keywords["start"] = Sequencer(Workplace(model, **keywords), places).position(place)
        if robot.goal is not None:
            keywords["goal"] = read_goal(*robot.goal, Workplace(model, **keywords), places)
        work = Workplace(model, **keywords)
        sequencer = Sequencer(work, places, robot.own.limits, robot.own.motors)
        if first.joints is not None:
            keywords["start"] = sequencer.position(first)
        keywords |= {"base": None, "tool": None}  # the system has them already
        made = sequencer.steps(first, steps)
        listed = attempt(self.top.key("steps", "steps"), lambda: Sequence(made))
        if listed is None:
            raise ModelError([])
        return Task(work.system, listed, fastest=tuple(sequencer.fastest), **keywords)

    def _others(self, at: At, raw: Any, make: Callable[[_Robot], Task]) -> dict[str, Other]:
        """Return other robots, whose tasks are made when they are asked for.

        Each is a model file, with all that the task says of its own robot, or keys of its own.
        """
        if not isinstance(raw, Mapping):
            at.refuse(raw, "must be names with model files")
            return {}
        found: dict[str, Other] = {}
        for key, value in raw.items():
            here = At(at.page, f"robot '{key}'", (*at.path, key), at.scope)
            if isinstance(value, Mapping):
                if not here.mapping(value, ROBOT_KEYS, ("robot",)):
                    continue
                content = {**self._common(SHARED), **value}
                model = self._robot_at(here.key("robot", "robot"), value["robot"])
            else:
                here, content = self.top, self._common((*SHARED, *ALIKE))
                model = self._robot_at(at.key(key, key), value)
            if model is None:
                continue
            robot = self._robot(here, content, model)
            found[key] = replace(robot.own, task=partial(self._task_of_robot, make, robot))
        return found

    def _common(self, keys: tuple[str, ...]) -> dict[str, Any]:
        """Return what the task says of its robot that holds for others too."""
        found = {key: self.content[key] for key in keys if key in self.content}
        if not isinstance(found.get("motors", ""), str):
            del found["motors"]  # those of joints, not a catalogue
        return found

    def _task_of_robot(self, make: Callable[[_Robot], Task], robot: _Robot) -> Task:
        """Return the task of another robot; its problems are the reason why it cannot do it."""
        before = len(self.top.page.problems)
        try:
            return make(robot)
        except ModelError as error:
            noted = self.top.page.problems[before:]
            raise ModelError([*noted, *error.problems]) from None
        finally:
            del self.top.page.problems[before:]


@dataclass(frozen=True, eq=False)
class _Robot:
    """What a task file says of one robot.

    near: joints near which poses are sought; goal: what joints to spare are used for.
    """

    model: Model
    options: Mapping[str, Any]
    units: Mapping[str, str]
    own: Other
    near: tuple[At, Any] | None
    goal: tuple[At, Any] | None


def _none() -> Task:
    raise ModelError([])


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

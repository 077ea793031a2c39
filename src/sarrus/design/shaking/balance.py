"""`balance`: the numbers of counterweights, disks and springs, and what remains."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.arguments import with_checks
from sarrus.design.shaking import lexicographic
from sarrus.design.shaking.additions import CounterRotation, Counterweight, addition_of
from sarrus.design.shaking.lexicographic import Level
from sarrus.design.shaking.momentum import (
    angular_momenta,
    angular_momentum_rates,
    body_motion,
    inertial_numbers,
    mass_moments,
    momentum_rates,
)
from sarrus.design.shaking.motions import Motion, given_motion, usual_motion
from sarrus.design.shaking.parts import Binder, BoundMass, BoundSpring, Part, pivot_of
from sarrus.design.shaking.result import Balance, Shaking, about_mean, time_shares
from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.model import GROUND, Model
from sarrus.study.design import BalancePlan

if TYPE_CHECKING:
    from sarrus.study import Study
    from sarrus.system import Drive, System

AIMS = ("force", "moment", "gravity")
EXACT = 1e-9
"""Part of what was there before that may remain of what is balanced exactly."""
ROUNDING = 1e-11
"""Part of what single bodies do that their sum may keep, where they balance each other already."""
NEGATIVE = -1e-12
ANY, THIS, LEAST = "for any motion", "over this motion", "by least squares over this motion"


@with_checks
def balance(
    system: System | Study,
    *,
    force: bool | None = None,
    moment: bool | None = None,
    gravity: bool | None = None,
    by: Any = None,
    over: Any = None,
    times: Any = None,
    start: Any = None,
    about: Any = None,
    weights: Mapping[str, float] | None = None,
) -> Balance:
    """Return what cancels shaking force, shaking moment and gravity, and what remains of them.

    force, moment, gravity: what is balanced; force and moment by default. What is not given here is
    that of the section `balance` of a study.

    by: what may be added: names of bodies that get a counterweight, or `Counterweight`, `Disk`,
    `CounterRotation` and `Spring`; by default counterweights on the bodies that hinges hold on
    ground, on all bodies of an open chain, and with `moment` disks that turn against those hinges.
    over: {joint: law} with `times` [s] of a driven motion, over which it is balanced; without it,
    for every motion where that is possible, else over a turn of the crank, or a swing of all
    freedoms about `start`. about: the fixed point of moments [m], the origin by default. Force
    comes first, then moment, then gravity, each as far as those before it allow; weights:
    {"force": 1, "moment": 5} balances them together instead. A study is balanced over its own
    drives, where it has such.

    Shaking force -d(sum m v)/dt and moment -dL/dt are linear in the masses, first moments and
    inertias of what is added; springs are linear in k, k times the free length, and k times the
    place of their end.

    Example:
        found = sarrus.design.balance(system, moment=False, by=["crank", "rocker"])
    """
    whole, study = _system_of(system)
    plan = BalancePlan() if study is None else study.plan.balance
    values = dict(zip(AIMS, (force, moment, gravity), strict=True))
    wanted = {aim: getattr(plan, aim) if on is None else on for aim, on in values.items()}
    aims = [aim for aim, on in wanted.items() if on]
    by = [addition_of(record) for record in plan.by] if by is None and plan.by is not None else by
    point = _point(plan.about if about is None else about)
    _check(whole, aims, weights)
    motion, drive = _motion(whole, study, over, times, start, aims == ["gravity"])
    additions = _usual(whole, wanted["moment"]) if by is None else _list_of(by)
    binder = Binder(whole.model, drive.history, whole.compiled.loops.length)
    bound = binder.bound(additions)
    if not bound:
        rule = "has nothing that may be added"
        action = "name bodies or springs: by=['crank']"
        raise ModelError(Problem("S41", f"balance of '{whole.model.name}'", rule, action=action))
    problem = BalanceProblem(whole.model, drive, bound, point)
    y, exact = problem.solution(aims, motion.any, weights)
    parts = tuple(part for part in problem.parts(y) if not part.empty)
    model = balanced_model(whole.model, parts)
    after = model.compile(kernels=())
    return Balance(
        model,
        parts,
        {aim: exact[aim] for aim in aims},
        shaking(whole.model, drive, point),
        shaking(model, motion.of(after), point),
        problem.unbalanced_bodies(aims),
        {aim: problem.rank(aim) for aim in aims},
        whole,
        study,
    )


def _system_of(value: Any) -> tuple[System, Study | None]:
    from sarrus.study import Study

    return (value.system, value) if isinstance(value, Study) else (value, None)


def _check(system: System, aims: Sequence[str], weights: Mapping[str, float] | None) -> None:
    element = f"balance of '{system.model.name}'"
    if not aims:
        rule = "has no aim: force, moment and gravity are all off"
        raise ModelError(Problem("S41", element, rule, action="set one of them to True"))
    for name, value in (weights or {}).items():
        if name not in aims or not (np.isfinite(value) and value > 0.0):
            rule = f"has the weight {name} = {value!r}; weights are above 0, of {', '.join(aims)}"
            raise ModelError(Problem("S41", element, rule))
    if system.model.base != "fixed":
        rule = "has a ground that moves, which takes no force of it to be balanced"
        raise ModelError(Problem("S41", element, rule, action="balance it on a fixed base"))
    if "gravity" in aims and not np.any(system.model.gravity):
        rule = "has no gravity to balance"
        raise ModelError(Problem("S41", element, rule, action="give the model a gravity"))


def _point(about: Any) -> np.ndarray:
    try:
        found = np.asarray(about, dtype=float)
    except (TypeError, ValueError):
        found = np.zeros(0)
    if found.shape != (3,) or not np.all(np.isfinite(found)):
        raise ModelError(Problem("M25", "about", "must be three numbers [m]", repr(about)[:60]))
    return found


def _list_of(by: Any) -> list[Any]:
    return list(by) if isinstance(by, (list, tuple)) else [by]


def _motion(
    system: System, study: Study | None, over: Any, times: Any, start: Any, slow: bool
) -> tuple[Motion, Drive]:
    """Return the motion over which it is balanced, and its drive."""
    here = system.assemble(dict(start)) if isinstance(start, Mapping) else start
    if over is None and study is not None and study.settings.kind == "drive":
        drive = study.run()
        over, times, here = study.plan.drives, drive.t, here or study.start()
    if over is None:
        return usual_motion(system, here, slow)
    if not isinstance(over, Mapping) or not over:
        rule = "must be {joint: law}, as for System.drive"
        raise ModelError(Problem("S41", "balance / over", rule, repr(over)[:60]))
    grid = np.linspace(0.0, 1.0, 201) if times is None else times
    motion = given_motion(over, grid, here)
    return motion, motion.of(system)


def _usual(system: System, moment: bool) -> list[Any]:
    """Return counterweights on what hinges hold, with disks that turn against these."""
    model = system.model
    pivots = {body.name: pivot_of(model, body.name) for body in model.bodies}
    chosen = [name for name, pivot in pivots.items()
              if pivot.axis is not None and (pivot.on_ground or not system.closed)]  # fmt: skip
    found: list[Any] = [Counterweight(name) for name in chosen]
    if moment:
        found += [
            CounterRotation(j.name)
            for j in model.joints
            if j.type.type_name == "revolute"
            and (j.child in chosen if j.parent == GROUND else not system.closed)
        ]
    return found


def balanced_model(model: Model, parts: Sequence[Part]) -> Model:
    """Return a model with parts added to it."""
    from sarrus.formats.writing import mechanism_of

    m = mechanism_of(model)
    for part in parts:
        part.add_to(m)
    return m.build()


def shaking(model: Model, drive: Drive, about: np.ndarray) -> Shaking:
    """Return the shaking force and moment of a driven motion, its efforts and its potential."""
    history = drive.history
    force, moment = np.zeros((len(drive), 3)), np.zeros((len(drive), 3))
    for body in model.bodies:
        motion = body_motion(history, body.name)
        numbers = inertial_numbers(body.mass, body.com, body.inertia)
        force -= momentum_rates(motion) @ numbers
        moment -= angular_momentum_rates(motion, about) @ numbers
    efforts = {
        name: np.asarray(history[f"{name}.effort"], dtype=float)
        for name in drive.motions[0].efforts
    }
    potential = np.asarray(history["energy.potential"], dtype=float)
    return Shaking(drive.t, force, moment, potential, efforts)


@dataclass(frozen=True, eq=False)
class BalanceProblem:
    """What is to vanish, linear in the inertial numbers and spring numbers c of the additions."""

    model: Model
    drive: Drive
    bound: Sequence[BoundMass | BoundSpring]
    about: np.ndarray

    # --- unknowns -----------------------------------------------------------------------------

    def _split(self, y: np.ndarray) -> list[np.ndarray]:
        """Return the numbers of each addition, in SI units, of numbers by their usual sizes."""
        found, at = [], 0
        for one in self.bound:
            n = len(one.scale)
            found.append(y[at : at + n] * one.scale)
            at += n
        return found

    def numbers(self, y: np.ndarray) -> np.ndarray:
        """Return c(y)."""
        parts = zip(self.bound, self._split(y), strict=True)
        return np.concatenate([one.numbers(x) if isinstance(one, BoundMass) else x
                               for one, x in parts])  # fmt: skip

    def parts(self, y: np.ndarray) -> list[Part]:
        """Return what is added."""
        return [one.part(x) for one, x in zip(self.bound, self._split(y), strict=True)]

    def _positive(self) -> np.ndarray:
        flags = [np.broadcast_to(np.asarray(one.positive, dtype=bool), len(one.scale))
                 for one in self.bound]  # fmt: skip
        return np.concatenate(flags)

    # --- conditions ---------------------------------------------------------------------------

    def rows(self, aim: str, any_motion: bool) -> tuple[np.ndarray, np.ndarray, float]:
        """Return A and b of the rows A c + b that are to vanish, and the size of what b sums up.

        Force, for any motion: the first moment of all mass stays where it is; over one motion: its
        second rate is 0. Moment: the angular momentum is 0; its rate is 0. Gravity: the potential
        energy does not change.
        """
        history, shares_of_time = self.drive.history, time_shares(self.drive.t)

        def of(motion: Any) -> np.ndarray:
            if aim == "gravity":
                energy = -np.asarray(self.model.gravity) @ mass_moments(motion)
                return about_mean(energy[:, None, :], shares_of_time)
            if aim == "force":
                first = mass_moments(motion)
                return about_mean(first, shares_of_time) if any_motion else momentum_rates(motion)
            make = angular_momenta if any_motion else angular_momentum_rates
            return make(motion, self.about)

        shares = [of(body_motion(history, b.name)) @ inertial_numbers(b.mass, b.com, b.inertia)
                  for b in self.model.bodies]  # fmt: skip
        fixed = np.sum(shares, axis=0)
        columns = []
        for one in self.bound:
            if isinstance(one, BoundMass):
                columns.append(of(one.motion))
                continue
            if aim != "gravity":
                columns.append(np.zeros((len(fixed), 3, len(one.scale))))
                continue
            columns.append(about_mean(one.columns, shares_of_time)[:, None, :])
            fixed = fixed + about_mean(one.base, shares_of_time)[:, None]
        if aim == "gravity":
            stored = np.asarray(history["energy.elements"], dtype=float)
            fixed = fixed + about_mean(stored, shares_of_time)[:, None]
        # squares of rows so weighted sum up to the mean of squares over the motion
        root = np.sqrt(shares_of_time)
        A = root[:, None, None] * np.concatenate(columns, axis=2)
        size = sum(np.linalg.norm(root[:, None] * share) for share in shares)
        return A.reshape(-1, A.shape[2]), np.ravel(root[:, None] * fixed), float(size)

    def solution(
        self, aims: Sequence[str], any_motion: bool, weights: Mapping[str, float] | None
    ) -> tuple[np.ndarray, dict[str, str]]:
        """Return the numbers, and by aim how well it is met.

        What no numbers balance for any motion is balanced over this one, by least squares.
        """
        wide = dict.fromkeys(aims, any_motion)
        while True:
            rows = {aim: self.rows(aim, wide[aim]) for aim in aims}
            sizes = {aim: max(float(np.linalg.norm(b)), 1e-300) for aim, (_, b, _) in rows.items()}
            levels = {aim: lexicographic.level(A / sizes[aim], b / sizes[aim])
                      for aim, (A, b, _) in rows.items()}  # fmt: skip
            y = self._least(self._stages(levels, sizes, weights))
            met = {aim: one.left(self.numbers(y)) * sizes[aim]
                   <= max(EXACT * sizes[aim], ROUNDING * rows[aim][2])
                   for aim, one in levels.items()}  # fmt: skip
            short = [aim for aim in aims if wide[aim] and not met[aim] and aim != "gravity"]
            if not short:
                break
            wide |= dict.fromkeys(short, False)
        words = {aim: (ANY if wide[aim] else THIS) if met[aim] else LEAST for aim in aims}
        return y, words

    def _stages(
        self, levels: Mapping[str, Level], sizes: Mapping[str, float], weights: Any
    ) -> list[Level]:
        """Return the levels in their order; with weights, all together in units of each."""
        if not weights:
            return list(levels.values())
        factors = {aim: weights.get(aim, 1.0) * sizes[aim] for aim in levels}
        A = np.concatenate([factors[aim] * one.A for aim, one in levels.items()])
        b = np.concatenate([factors[aim] * one.b for aim, one in levels.items()])
        size = max(float(np.linalg.norm(b)), 1e-300)
        return [lexicographic.level(A / size, b / size)]

    def _least(self, levels: Sequence[Level]) -> np.ndarray:
        """Return the numbers; what would be negative and may not is left out."""
        positive = self._positive()
        # away from zero, where a counterweight has no direction yet
        begin = np.full(len(positive), 1e-3)
        held = np.zeros(len(positive), dtype=bool)
        while True:
            y = lexicographic.solution(levels, self.numbers, np.where(held, 0.0, begin), held)
            below = np.where(positive & ~held, y, 0.0)
            if np.min(below, initial=0.0) >= NEGATIVE:
                return np.where(positive, np.maximum(y, 0.0), y)
            held[int(np.argmin(below))] = True  # one at a time: without it others may be positive

    # --- what can be said of them -------------------------------------------------------------

    def rank(self, aim: str) -> int:
        """Return how many independent combinations of all inertial numbers an aim asks for."""
        A = self.rows(aim, aim != "moment")[0]
        return int(np.linalg.matrix_rank(A, tol=EXACT * max(float(np.linalg.norm(A, 2)), 1e-300)))

    def unbalanced_bodies(self, aims: Sequence[str]) -> tuple[str, ...]:
        """Return the bodies whose share of the shaking force nothing that is added can cancel."""
        if "force" not in aims:
            return ()
        masses = [one for one in self.bound if isinstance(one, BoundMass)]
        made = [mass_moments(one.motion)[:, :, :4] for one in masses]
        moved = [m - np.mean(m, axis=0) for m in made]
        n = len(self.drive)
        A = np.concatenate(moved, axis=2).reshape(3 * n, -1) if moved else np.zeros((3 * n, 0))
        found = []
        for body in self.model.bodies:
            first = mass_moments(body_motion(self.drive.history, body.name))
            own = first @ inertial_numbers(body.mass, body.com, body.inertia)
            b = np.ravel(own - np.mean(own, axis=0))
            size = float(np.linalg.norm(b))
            left = b - A @ np.linalg.lstsq(A, b, rcond=EXACT)[0] if A.size else b
            if size > EXACT * max(float(np.linalg.norm(own)), 1e-300) and (
                float(np.linalg.norm(left)) > 1e-7 * size
            ):
                found.append(body.name)
        return tuple(found)

"""Whether a drive is strong enough for a joint of a task, and which of many is best."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property

import numpy as np

from sarrus.arguments import with_checks
from sarrus.late_dataclass import dataclass
from sarrus.model.output_units import IN_SI, OutputUnits, shown_number
from sarrus.robotics.motors import Catalogue, Drive
from sarrus.robotics.task_result import RPM, TaskResult

ROUNDS = 8
"""How often drives with gyroscopic rotors are chosen anew at most."""


@dataclass(frozen=True)
class Criterion:
    """One demand on a drive: the value that the task needs and the one that is allowed."""

    name: str
    value: float
    allowed: float
    unit: str
    at: float | None = None

    @property
    def margin(self) -> float:
        """1 - value/allowed: the share of what is allowed that is left; negative: exceeded."""
        if self.value == 0.0 or self.allowed == np.inf:
            return 1.0
        return 1.0 - self.value / self.allowed if self.allowed > 0.0 else -np.inf

    @property
    def passed(self) -> bool:
        """Whether the demand is met."""
        return self.margin >= 0.0

    def text(self, units: OutputUnits = IN_SI) -> str:
        """Return it as a clause, in the units given."""
        when = "" if self.at is None else f" at {shown_number(self.at, 's', units)}"
        word = "within" if self.passed else "exceeds"
        value, allowed = (
            shown_number(number, self.unit, units) for number in (self.value, self.allowed)
        )
        return f"{self.name} {value}{when} {word} {allowed}"

    def __str__(self) -> str:
        return self.text()


@dataclass(frozen=True, eq=False)
class DriveCheck:
    """A drive on a joint along a task: its motor's torque [N m] and speed [rad/s], and demands.

    The efforts of the result are those at the joint; the motor also turns its own inertia.
    """

    result: TaskResult
    joint: str
    drive: Drive

    def __post_init__(self) -> None:
        self.drive.check_joint(self.joint, self.result.units[self._k])

    @cached_property
    def speed(self) -> np.ndarray:
        """Speed of the motor [rad/s] at every sample."""
        return np.asarray(self.drive.speed(self.result.qd[:, self._k]))

    @cached_property
    def torque(self) -> np.ndarray:
        """Torque of the motor [N m] at every sample."""
        k, r = self._k, self.result
        turning = 0.0 if r.spins is None or not self.drive.gyroscopic else r.spins.turning[:, k]
        return np.asarray(self.drive.torque(r.efforts[:, k], self.direction, r.qdd[:, k], turning))

    @cached_property
    def direction(self) -> np.ndarray:
        """The sense of the joint's motion; at its ends, of that which starts or has stopped."""
        qd, qdd = self.result.qd[:, self._k], self.result.qdd[:, self._k]
        leaving = np.where(self.result.samples.last, -qdd, qdd)
        return np.sign(np.where(qd != 0.0, qd, leaving))

    @property
    def _k(self) -> int:
        return self.result.column(self.joint)

    @property
    def rpm(self) -> np.ndarray:
        """Speed of the motor [1/min]."""
        return self.speed * RPM

    @property
    def power(self) -> np.ndarray:
        """Mechanical power of the motor [W]; negative: it brakes."""
        return self.torque * self.speed

    @property
    def peak_power(self) -> float:
        """Largest magnitude of the motor's power [W]."""
        return float(np.max(np.abs(self.power)))

    @property
    def rms_torque(self) -> float:
        """Root mean square of the motor's torque [N m], which heats its winding."""
        return float(np.sqrt(self.result.mean(self.torque**2)))

    @property
    def mean_speed(self) -> float:
        """Mean magnitude of the motor's speed [rad/s]."""
        return float(self.result.mean(np.abs(self.speed)))

    @property
    def regenerated(self) -> float:
        """Energy [J] that comes back to the motor while it brakes."""
        return float(self.result.samples.weights @ np.maximum(-self.power, 0.0))

    @property
    def supplied(self) -> float:
        """Energy [J] that the motor gives while it drives."""
        return float(self.result.samples.weights @ np.maximum(self.power, 0.0))

    @property
    def inertia_ratio(self) -> float:
        """Largest inertia of the load, at the motor's side, over that of the rotor."""
        load = float(np.max(self.result.inertias[:, self._k]))
        own = self.drive.reflected_inertia
        return load / own if own > 0.0 else np.inf

    @cached_property
    def criteria(self) -> tuple[Criterion, ...]:
        """All demands: the motor's peak curve, speed and heat, and the gear's."""
        motor, gear, t = self.drive.motor, self.drive.gear, self.result.t
        braking = self.power < 0.0
        limit = np.where(
            braking, motor.braking_torque_at(self.speed), motor.peak_torque_at(self.speed)
        )
        size = np.abs(self.torque)
        used = np.where(limit > 0.0, size / np.maximum(limit, 1e-300), np.where(size > 0, 1e300, 0))
        k, fastest = int(np.argmax(used)), int(np.argmax(np.abs(self.speed)))
        top = float(np.abs(self.speed[fastest]))
        found = [
            Criterion("peak torque", float(size[k]), float(limit[k]), "N m", float(t[k])),
            Criterion("speed", top, motor.max_speed, "rad/s", float(t[fastest])),
            Criterion(
                "RMS torque", self.rms_torque, float(motor.rated_torque_at(self.mean_speed)), "N m"
            ),
        ]
        return (*found, *self._of_gear(top, float(t[fastest]), gear.max_input_speed))

    def _of_gear(self, top: float, at: float, allowed: float) -> list[Criterion]:
        gear, effort = self.drive.gear, np.abs(self.result.efforts[:, self._k])
        unit = "N m" if self.result.units[self._k] == "rad" else "N"
        k = int(np.argmax(effort))
        rms = float(self.result.rms_efforts[self._k])
        peak = Criterion(
            "gear peak torque", float(effort[k]), gear.peak_torque, unit, float(self.result.t[k])
        )
        return [
            Criterion("gear input speed", top, allowed, "rad/s", at),
            peak,
            Criterion("gear RMS torque", rms, gear.rated_torque, unit),
        ]

    @property
    def passed(self) -> bool:
        """Whether all demands are met."""
        return all(criterion.passed for criterion in self.criteria)

    @property
    def margin(self) -> float:
        """The least margin of all demands."""
        return min(criterion.margin for criterion in self.criteria)

    @property
    def reason(self) -> str:
        """Why the drive fails, or which demand has the tightest margin."""
        return self.reason_in(IN_SI)

    def reason_in(self, units: OutputUnits) -> str:
        """Return the reason with its numbers in the units given."""
        failed = [criterion for criterion in self.criteria if not criterion.passed]
        if failed:
            return "; ".join(criterion.text(units) for criterion in failed)
        least = min(self.criteria, key=lambda criterion: criterion.margin)
        return f"{least.text(units)} ({100 * least.margin:.0f} % left)"

    def text(self, units: OutputUnits = IN_SI) -> str:
        """Return joint, drive, whether it passes and why, in the units given."""
        word = "pass" if self.passed else "fail"
        return f"{self.joint}: {self.drive.name}: {word}: {self.reason_in(units)}"

    def __str__(self) -> str:
        return self.text()


@dataclass(frozen=True, eq=False)
class Choice:
    """The best drive for a joint, and what was said of the others.

    chosen: the lightest of those that pass (of equal ones, that with the largest margin), or None.
    checks: all that were looked at, in the order of preference, those that fail last. wanted: the
    share of each limit that must be left.
    """

    joint: str
    chosen: DriveCheck | None
    checks: tuple[DriveCheck, ...]
    wanted: float = 0.0

    @property
    def reason(self) -> str:
        """Why this one, or why none."""
        return self.reason_in(IN_SI)

    def reason_in(self, units: OutputUnits) -> str:
        """Return the reason with its numbers in the units given."""
        if self.chosen is None:
            nearest = self.checks[0] if self.checks else None
            best = "" if nearest is None else f"; the best is {nearest.drive.name}: "
            left = f", {100 * self.wanted:.0f} % is required" if self.wanted else ""
            return f"none of {len(self.checks)} drives is strong enough{best}" + (
                f"{nearest.reason_in(units)}{left}" if nearest else ""
            )
        passing = sum(check.margin >= self.wanted for check in self.checks)
        mass = shown_number(self.chosen.drive.mass, "kg", units, 3)
        lightest = f"{mass}, lightest of {passing} suitable drives"
        tried = f"({len(self.checks)} tried)"
        return f"{self.chosen.drive.name}: {lightest} {tried}; {self.chosen.reason_in(units)}"


def mass_of(check: DriveCheck) -> float:
    """Return the mass of a drive [kg], the usual cost of a choice."""
    return check.drive.mass


@with_checks
def choose_drive(
    result: TaskResult,
    joint: str,
    drives: Catalogue | Iterable[Drive],
    *,
    margin: float = 0.0,
    cost: Callable[[DriveCheck], float] = mass_of,
) -> Choice:
    """Return the drive of the least cost that meets all demands of a joint, with reasons.

    drives: a catalogue, of which every motor is tried with every gear, or drives. margin: the share
    of each limit that must be left. cost: of a check; its drive's mass by default.

    Example:
        print(robotics.choose_drive(result, "q2", robotics.Catalogue.generic()).reason)
    """
    unit = result.units[result.column(joint)]
    tried = drives.drives(unit) if isinstance(drives, Catalogue) else list(drives)
    checks = [DriveCheck(result, joint, drive) for drive in tried]
    good = sorted((c for c in checks if c.margin >= margin), key=lambda c: (cost(c), -c.margin))
    rest = sorted((c for c in checks if c.margin < margin), key=lambda c: -c.margin)
    return Choice(joint, good[0] if good else None, (*good, *rest), margin)


def choose_drives(
    result: TaskResult, catalogue: Catalogue, *, margin: float = 0.0, gyroscopic: bool = False
) -> tuple[Choice, ...]:
    """Return the lightest drive of a catalogue for every joint of a task.

    gyroscopic: with the moments of the rotors on the joints' parents that carry them. Since they
    load the joints before, the choice is made again until it stays the same; `result` of the checks
    is then the task with those rotors.
    """
    if not gyroscopic:
        return tuple(
            choose_drive(result, joint, catalogue, margin=margin) for joint in result.joints
        )
    drives = {
        joint: [drive.with_gyroscopic_rotor() for drive in catalogue.drives(unit)]
        for joint, unit in zip(result.joints, result.units, strict=True)
    }
    loaded, before = result, dict[str, Drive]()
    for _ in range(ROUNDS):
        found = tuple(
            choose_drive(loaded, joint, drives[joint], margin=margin) for joint in result.joints
        )
        chosen = chosen_drives(found)
        if chosen == before:
            break
        loaded, before = result.with_rotors(chosen), chosen
    return found


def chosen_drives(choices: Iterable[Choice]) -> dict[str, Drive]:
    """Return the drives of choices by joint; joints that no drive suits are left out."""
    return {c.joint: c.chosen.drive for c in choices if c.chosen is not None}

"""Function expressions as laws of the motion, in the units of the dataset.

    DX(i, j, k) = (p_i - p_j) . x_k             DM(i, j) = |p_i - p_j|,  VR(i, j) = d DM/dt
    VX(i, j, k, l) = (v_i - v_j - w_l x (p_i - p_j)) . x_k
    AZ(i, j) = atan2(x_i . y_j, x_i . x_j)      WX(i, j, k) = (w_i - w_j) . x_k

A marker that is not named is the global frame. AZ about the axis of a joint counts whole turns, as
the coordinate of the joint does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from itertools import pairwise
from typing import Any

import numpy as np

from sarrus.errors import ModelError
from sarrus.formats.adams.deck import Deck, Marker
from sarrus.formats.adams.expressions import Expression, parse_expression
from sarrus.formats.adams.functions import (
    ARITHMETIC,
    FUNCTIONS,
    REFUSED,
    difference,
    power,
    product,
    total,
)
from sarrus.formats.adams.statements import Argument, Statement
from sarrus.formats.adams.units import plain_number
from sarrus.late_dataclass import dataclass
from sarrus.model.expressions import ExpressionError
from sarrus.model.forces.recorder import NotTraceable
from sarrus.model.forces.user_motion import Motion
from sarrus.spatial.arrays import Array, Scalar, angle_of, cross, dot, length
from sarrus.spatial.curve import Curve

DISPLACEMENTS = {f"D{axis}": k for k, axis in enumerate("XYZ")}
VELOCITIES = {f"V{axis}": k for k, axis in enumerate("XYZ")}
RATES = {f"W{axis}": k for k, axis in enumerate("XYZ")}
ANGLES = ("AX", "AY", "AZ")
EULER = ("PSI", "THETA", "PHI")
CARDAN = ("YAW", "PITCH", "ROLL")
OF_MARKERS: Mapping[str, tuple[int, int]] = {
    **dict.fromkeys(DISPLACEMENTS, (1, 3)),
    **dict.fromkeys(VELOCITIES, (1, 4)),
    **dict.fromkeys(RATES, (1, 3)),
    **dict.fromkeys((*ANGLES, *EULER, *CARDAN), (1, 2)),
    "DM": (1, 2),
    "VM": (1, 3),
    "VR": (1, 2),
    "WM": (1, 2),
}
"""Functions of markers: how many of them they may have."""
OF_TABLES: Mapping[str, tuple[int, int]] = {
    "AKISPL": (3, 4),
    "CUBSPL": (3, 4),
    "VARVAL": (1, 1),
    "ARYVAL": (2, 2),
    "DIF": (1, 1),
    "DIF1": (1, 1),
}
KNOWN: Mapping[str, tuple[int, int]] = {
    **{name: (least, most) for name, (least, most, _) in FUNCTIONS.items()},
    **OF_MARKERS,
    **OF_TABLES,
}
SMOOTHNESS = {"AKISPL": 4, "CUBSPL": 2}
MOST_DEEP = 30
"""Variables that use others."""
MOST_STEPS = 20_000
"""Of one law with all the variables that it uses."""


@dataclass(frozen=True)
class JointAngle:
    """The angle of a marker i about z of a marker j as the coordinate of a joint.

    It is start + sign (coordinate - at).
    """

    coordinate: str
    rate: str
    sign: float
    start: float
    at: float


MAY_BE_LEFT_OUT = ("SFORCE", "VFORCE", "VTORQUE", "GFORCE", "SENSOR", "VARIABLE", "DIFF")
"""Statements that are left out, with a warning, where their expressions have no meaning here."""


@dataclass
class Laws:
    """Makes laws of the function expressions of a dataset, and keeps what they use."""

    deck: Deck
    joint_angles: Callable[[Marker, Marker], JointAngle | None]
    used: set[int] = field(default_factory=set)
    """The markers that laws read."""
    curves: dict[tuple[int, int], Curve | None] = field(default_factory=dict)
    parsed: dict[tuple[Statement, str], Expression | None] = field(default_factory=dict)

    def of(self, statement: Statement, name: str = "FUNCTION") -> Law | None:
        """Return the law of an argument; None without it, or after a problem."""
        expression = self.expression(statement, name)
        if expression is None:
            return None
        law = Law(self, statement, name, expression)
        try:
            law.check()
        except ExpressionError as error:
            self.report(statement, name, error)
            return None
        return law

    def expression(self, statement: Statement, name: str) -> Expression | None:
        """Return the steps of an argument; what is wrong with it is told once."""
        key = statement, name
        if key not in self.parsed:
            self.parsed[key] = self._steps(statement, name)
        return self.parsed[key]

    def _steps(self, statement: Statement, name: str) -> Expression | None:
        argument = statement.get(name)
        if argument is None:
            self.deck.reading.report(statement, "M09", "is missing", attribute=name)
            return None
        if not argument.items:
            self.deck.reading.report(statement, "M09", "is empty", attribute=name)
            return None
        try:
            return parse_expression(argument.items[0].text, KNOWN, REFUSED)
        except ExpressionError as error:
            self.report(statement, name, error)
            return None

    def report(self, statement: Statement, name: str, error: ExpressionError) -> None:
        """Report what is wrong with an expression, where it goes wrong."""
        argument = statement.get(name) or Argument(name, 0)
        at = argument.items[0].at + error.position if argument.items else argument.at
        at = min(at, len(statement.text))
        entry = self.deck.reading.entry(statement)
        entry.source = {**statement.places, name: statement.at(at)}
        shown = argument.items[0].text if argument.items else ""
        shown = " ".join(shown.split())
        value = f"'{shown if len(shown) <= 60 else shown[:57] + '...'}'"
        if error.code == "F24" and statement.keyword in MAY_BE_LEFT_OUT:
            rule = f"{error.reason}; the statement is left out"
            entry.report("F24", name, rule, value=value, action=error.action, severity="warning")
            return
        entry.report(error.code, name, error.reason, value=value, action=error.action)

    def curve(self, number: int, smooth: int) -> Curve | None:
        """Return the curve of a spline; None after a problem."""
        key = number, smooth
        if key not in self.curves:
            self.curves[key] = _curve(self.deck, number, smooth)
        return self.curves[key]


@dataclass(frozen=True)
class Law:
    """A function expression that has been looked through: all that it names is there."""

    laws: Laws
    statement: Statement
    name: str
    expression: Expression

    def check(self) -> None:
        """Raise `ExpressionError` for what is not there; note the markers that are read."""
        Walk(self.laws, {}).visit(self.expression)

    def states(self) -> dict[int, Expression]:
        """Return the first-order equations (DIFF) that it depends on, by number."""
        found: dict[int, Expression] = {}
        Walk(self.laws, found).visit(self.expression)
        return found

    def moves(self) -> bool:
        """Whether it depends on anything but the time."""
        walk = Walk(self.laws, {})
        walk.visit(self.expression)
        return walk.moves

    def value(self, motion: Motion) -> Scalar:
        """Return the value for a motion, in the units of the dataset."""
        return Evaluation(self.laws, motion).value(self.expression)

    def of_time(self, t: Scalar) -> Scalar:
        """Return the value at a time [s]."""
        return Evaluation(self.laws, _TimeAlone(t)).value(self.expression)  # type: ignore[arg-type]


@dataclass(frozen=True)
class _TimeAlone:
    """What a law of time reads."""

    time: Any


@dataclass
class Walk:
    """Goes through an expression and the variables that it uses, without a motion."""

    laws: Laws
    states: dict[int, Expression]
    moves: bool = False
    path: list[Statement] = field(default_factory=list)
    steps: int = 0

    def visit(self, expression: Expression) -> None:
        """Check every step."""
        self.steps += len(expression.steps)
        if self.steps > MOST_STEPS:
            raise ExpressionError(f"has more than {MOST_STEPS:,} operations in all", 0)
        for step in expression.steps:
            if step.operation != "call":
                continue
            name, n = step.content, len(step.operands)
            if name in OF_MARKERS:
                self.moves = True
                for k in step.operands:
                    self._marker(expression, k)
            elif name in OF_TABLES:
                self._table(expression, step.at, name, step.operands)
            elif name == "POLY" and n > 33:
                raise ExpressionError("has too many operands", step.at)

    def _integer(self, expression: Expression, place: int, what: str) -> int:
        found = expression.integer(place)
        if found is None:
            at = expression.steps[place].at
            raise ExpressionError(f"needs the number of a {what} there", at, code="M25")
        return found

    def _marker(self, expression: Expression, place: int) -> None:
        number = self._integer(expression, place, "MARKER")
        if number == 0:
            return
        if number not in self.laws.deck.markers:
            reason = f"names MARKER/{number}, which is not in the dataset"
            if number in self.laws.deck.tables.get("MARKER", {}):
                reason = f"names MARKER/{number}, which is not read"
            raise ExpressionError(reason, expression.steps[place].at, code="M09")
        self.laws.used.add(number)

    def _table(self, expression: Expression, at: int, name: str, operands: Sequence[int]) -> None:
        deck = self.laws.deck
        if name in SMOOTHNESS:
            number = self._integer(expression, operands[2], "SPLINE")
            order = self._integer(expression, operands[3], "derivative") if operands[3:] else 0
            if order > 2:
                raise ExpressionError(f"asks for derivative {order}; there are 0, 1 and 2", at)
            if number not in deck.tables.get("SPLINE", {}):
                raise ExpressionError(f"names SPLINE/{number}, which is not there", at, code="M09")
            if self.laws.curve(number, SMOOTHNESS[name]) is None:
                raise ExpressionError(
                    f"needs SPLINE/{number}, which cannot be used", at, code="F24"
                )
            return
        keyword = {"VARVAL": "VARIABLE", "ARYVAL": "ARRAY"}.get(name, "DIFF")
        number = self._integer(expression, operands[0], keyword)
        statement = deck.tables.get(keyword, {}).get(number)
        if statement is None:
            raise ExpressionError(f"names {keyword}/{number}, which is not there", at, code="M09")
        if keyword == "ARRAY":
            place = self._integer(expression, operands[1], "component")
            if not statement.has("NUMBERS") and not statement.has("IC"):
                reason = f"reads {statement.path}, which a control system fills: those are not read"
                raise ExpressionError(reason, at, code="F24")
            if array_value(deck, statement, place) is None:
                reason = f"reads component {place} of {statement.path}, which has no such number"
                raise ExpressionError(reason, at, code="M09")
            return
        self._follow(statement, at, is_state=name == "DIF")

    def _follow(self, statement: Statement, at: int, *, is_state: bool) -> None:
        """Go through the equation of a variable, or of a state, which is needed once."""
        if is_state and statement.number in self.states:
            return
        if not is_state and statement in self.path:
            reason = f"depends on {statement.path}, which depends on itself"
            raise ExpressionError(reason, at, "write the equation so that it gives the value")
        if len(self.path) >= MOST_DEEP:
            raise ExpressionError(f"uses variables in more than {MOST_DEEP} levels", at)
        if statement.has("IMPLICIT"):
            reason = f"depends on {statement.path}, whose equation is implicit"
            raise ExpressionError(reason, at, code="F24")
        inner = self.laws.expression(statement, "FUNCTION")
        if inner is None:
            raise ExpressionError(f"needs {statement.path}, which cannot be read", at, code="F24")
        if statement.keyword == "DIFF":
            self.moves = True
        if is_state:
            self.states[statement.number] = inner
        self.path.append(statement)
        self.visit(inner)
        self.path.pop()


@dataclass
class Evaluation:
    """Evaluates expressions for one motion."""

    laws: Laws
    motion: Motion
    known: dict[int, Scalar] = field(default_factory=dict)
    """Values of variables."""

    def value(self, expression: Expression) -> Scalar:
        """Return the value; a number that is none raises `NotTraceable`."""
        found: list[Any] = []
        with np.errstate(all="ignore"):
            for step in expression.steps:
                if step.operation == "number":
                    result: Any = step.content
                elif step.operation == "name":
                    result = self._time() if step.content == "TIME" else 4.0
                elif step.operation == "call":
                    result = self._call(expression, step.content, step.operands, found)
                elif step.operation == "pow":
                    result = power(*[found[k] for k in step.operands])
                else:
                    result = ARITHMETIC[step.operation](*[found[k] for k in step.operands])
                found.append(_finite(result))
        return found[-1]

    def _time(self) -> Scalar:
        return product(self.motion.time, float(1 / self.laws.deck.units.time))

    def _call(
        self, expression: Expression, name: str, operands: Sequence[int], found: list[Any]
    ) -> Scalar:
        if name in FUNCTIONS:
            return FUNCTIONS[name][2](*[found[k] for k in operands])
        numbers = [expression.integer(k) or 0 for k in operands]
        if name in OF_MARKERS:
            markers = [self.laws.deck.markers.get(number) for number in numbers]
            return self._of_markers(name, [*markers, None, None, None])
        if name in SMOOTHNESS:
            curve = self.laws.curve(numbers[2], SMOOTHNESS[name])
            order = numbers[3] if len(numbers) > 3 else 0
            return curve.derivative(order, found[operands[0]])  # type: ignore[union-attr]
        deck = self.laws.deck
        if name == "ARYVAL":
            return array_value(deck, deck.tables["ARRAY"][numbers[0]], numbers[1]) or 0.0
        if name == "DIF":
            return self.motion.state(state_name(numbers[0]))
        keyword = "VARIABLE" if name == "VARVAL" else "DIFF"
        key = numbers[0] if keyword == "VARIABLE" else -numbers[0]
        if key not in self.known:
            inner = self.laws.expression(deck.tables[keyword][numbers[0]], "FUNCTION")
            self.known[key] = self.value(inner)  # type: ignore[arg-type]
        return self.known[key]

    def _of_markers(self, name: str, markers: list[Marker | None]) -> Scalar:
        i, j, k, frame = markers[:4]
        units = self.laws.deck.units
        if name in DISPLACEMENTS:
            found = self._along(self.gap(i, j), k, DISPLACEMENTS[name])
            return product(found, float(1 / units.length))
        if name == "DM":
            return product(length(self.gap(i, j)), float(1 / units.length))
        if name in VELOCITIES or name in ("VM", "VR"):
            speed = float(1 / units.factor("velocity"))
            if name == "VR":
                gap = self.gap(i, j)
                return product(dot(self._velocity(i, j, None), gap) / length(gap), speed)
            if name == "VM":
                return product(length(self._velocity(i, j, k)), speed)
            return product(self._along(self._velocity(i, j, frame), k, VELOCITIES[name]), speed)
        if name in RATES or name == "WM":
            turn = _less(self._rate(i), self._rate(j))
            size = length(turn) if name == "WM" else self._along(turn, k, RATES[name])
            return product(size, float(1 / units.factor("angular velocity")))
        return self.angle(name, i, j)

    def turn_rate(self, i: Marker | None, j: Marker | None) -> Scalar:
        """Return the rate of i seen from j about z of j [rad/s]."""
        return self._along(_less(self._rate(i), self._rate(j)), j, 2)

    def angle(self, name: str, i: Marker | None, j: Marker | None) -> Scalar:
        """Return an angle of i seen from j [rad]."""
        if name == "AZ" and i is not None and j is not None:
            about = self.laws.joint_angles(i, j)
            if about is not None:
                turned = difference(self.motion.coordinate(about.coordinate), about.at)
                return total(about.start, turned if about.sign > 0.0 else -turned)

        def cosine(a: int, b: int) -> Scalar:
            """Return axis a of i times axis b of j."""
            return dot(self.axis(i, a), self.axis(j, b))

        x, y, z = 0, 1, 2
        if name in ANGLES:
            pairs = {"AX": ((z, y), (z, z)), "AY": ((z, x), (z, z)), "AZ": ((x, y), (x, x))}
            (a, b), (c, d) = pairs[name]
            return angle_of(-cosine(a, b) if name == "AX" else cosine(a, b), cosine(c, d))
        if name == "PSI":
            return angle_of(cosine(z, x), -cosine(z, y))
        if name == "THETA":
            return np.arccos(cosine(z, z))
        if name == "PHI":
            return angle_of(cosine(x, z), cosine(y, z))
        if name == "YAW":
            return angle_of(cosine(x, y), cosine(x, x))
        if name == "PITCH":
            return np.arcsin(cosine(x, z))
        return angle_of(cosine(y, z), cosine(z, z))

    def position(self, marker: Marker | None) -> Array:
        """Return the place of a marker [m]."""
        if marker is None:
            return np.zeros(3)
        if marker.part.is_ground:
            return np.array(marker.world.position)
        return self.motion.position(marker.name)

    def gap(self, i: Marker | None, j: Marker | None) -> Array:
        """Return the way from j to i [m]."""
        return _less(self.position(i), self.position(j))

    def _velocity(self, i: Marker | None, j: Marker | None, frame: Marker | None) -> Array:
        def of(marker: Marker | None) -> Array:
            resting = marker is None or marker.part.is_ground
            return np.zeros(3) if resting else self.motion.velocity(marker.name)  # type: ignore[union-attr]

        found = _less(of(i), of(j))
        if frame is not None and not frame.part.is_ground:
            found = found - cross(self._rate(frame), self.gap(i, j))
        return found

    def _rate(self, marker: Marker | None) -> Array:
        if marker is None or marker.part.is_ground:
            return np.zeros(3)
        return self.motion.angular_velocity(marker.part.name)

    def axis(self, marker: Marker | None, k: int) -> Array:
        """Return an axis of a marker, as a sum of those axes of its body that it needs."""
        if marker is None:
            return np.eye(3)[k]
        if marker.part.is_ground:
            return np.array(marker.world.rotation)[:, k]
        columns = self.motion.axes(marker.part.name)
        found: Any = None
        for b in range(3):
            factor = marker.pose.rotation[b][k]
            if factor:
                term = columns[:, b] if factor == 1.0 else factor * columns[:, b]
                found = term if found is None else found + term
        return found

    def _along(self, a: Array, marker: Marker | None, k: int) -> Scalar:
        """Return the component of a vector along an axis of a marker."""
        return a[k] if marker is None else dot(a, self.axis(marker, k))


def _less(a: Array, b: Array) -> Array:
    """Return a - b, without differences to the number 0."""
    return np.array([difference(x, y) for x, y in zip(a, b, strict=True)])


def _finite(value: Any) -> Any:
    """Return a value; refuse plain numbers that are none."""
    if isinstance(value, (int, float, complex, np.floating)):
        if isinstance(value, complex) or not np.isfinite(value):
            raise NotTraceable("it has no value: it is infinite, or not a number")
        return float(value)
    return value


def state_name(number: int) -> str:
    """Return the name of the state of a first-order equation."""
    return f"dif_{number}"


def array_value(deck: Deck, statement: Statement, place: int) -> float | None:
    """Return a component of an array of numbers, counted from 1; None where there is none."""
    argument = statement.get("NUMBERS")
    if argument is None or not 1 <= place <= len(argument.items):
        return None
    found = plain_number(argument.items[place - 1].text)
    return None if found is None or not abs(found[0]) < 1e30 else found[0]


def _curve(deck: Deck, number: int, smooth: int) -> Curve | None:
    """Return the curve of a spline in the units of the dataset; None after a problem."""
    statement = deck.tables["SPLINE"][number]
    reading = deck.reading
    for argument in ("FILE", "FUNCTION"):
        if statement.has(argument):
            rule = "is in another file, or by a program of a user, and is not read"
            reading.report(statement, "F24", rule, attribute=argument)
            return None
    rows = statement.all("Y")
    if len(rows) > 1:
        rule = "is a surface, which is not held; only curves are"
        reading.report(statement, "F24", rule, attribute="Y")
        return None
    x = deck.numbers.all(statement, "X", "number", 4, 200_000)
    y = deck.numbers.all(statement, "Y", "number", 4, 200_000)
    if x is None or y is None:
        for name in ("X", "Y"):
            if not statement.has(name):
                reading.report(statement, "M09", "is missing", attribute=name)
        return None
    if len(x) != len(y):
        rule = f"has {len(x)} values of X and {len(y)} of Y"
        reading.report(statement, "N14", rule)
        return None
    if any(b <= a for a, b in pairwise(x)):
        rule = "must increase from value to value"
        reading.report(statement, "N14", rule, attribute="X")
        return None
    topic = "splines go on beyond their ends in a straight line"
    deck.unread.note(topic, statement)
    try:
        found = Curve(np.array(x), np.array(y), smooth, "line")
        pieces = found.pieces
    except ModelError as error:
        reading.report(statement, "N14", error.problems[0].rule)
        return None
    if np.all(np.isfinite(pieces)):
        return found
    rule = "has values too close together, or too far apart, for a curve"
    reading.report(statement, "N14", rule)
    return None

"""What trajectories refuse, and how they say it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import sarrus
from sarrus.errors import ModelError
from sarrus.robotics import (
    Arc,
    Cubic,
    Grip,
    Limits,
    Linear,
    PathLimits,
    Quintic,
    SCurve,
    Septic,
    Sequence,
    SplinePath,
    Trapezoid,
    Wait,
    joint_blend,
    joint_move,
    joint_spline,
    line_move,
    spline_move,
)

NAN = float("nan")
Q = [0.0, 0.0]
X = np.diag([1.0, 1.0, 1.0, 1.0])
SKEWED = np.diag([1.0, 1.0, 1.1, 1.0])
MIRRORED = np.diag([1.0, 1.0, -1.0, 1.0])

REFUSED: dict[str, tuple[Callable[[], Any], str]] = {
    "no time": (lambda: Trapezoid(0.0, 0.1), "Trapezoid / duration]: 0 must be more than 0 s"),
    "negative time": (lambda: Quintic(-1.0), "Quintic / duration]: -1 must be more"),
    "nan": (lambda: Cubic(NAN), "Cubic / duration]: nan must be a finite number"),
    "no number": (lambda: Septic("1 s"), "Septic / duration]: '1 s' must be a number"),
    "truth": (lambda: Linear(True), "Linear / duration]: True must be a number"),
    "distance": (lambda: Linear(1.0, distance=np.inf), "Linear / distance"),
    "long ramp": (lambda: Trapezoid(1.0, 0.6), "together longer than the duration of 1 s"),
    "no ramp": (lambda: Trapezoid(1.0, 0.0), "Trapezoid / ramp]: 0 must be more than 0 s"),
    "long end": (lambda: Trapezoid(1.0, 0.2, 0.9), "0.9 s, are together longer"),
    "long s-ramp": (lambda: SCurve(1.0, 0.6, 0.1), "SCurve / ramp]: 0.6 s is longer than half"),
    "long rounding": (lambda: SCurve(1.0, 0.4, 0.3), "SCurve / rounding]: 0.3 s is longer"),
    "no limit": (
        lambda: Trapezoid.within(0.0, 1.0),
        "Trapezoid / velocity]: 0 must be more than 0",
    ),
    "no distance": (lambda: SCurve.within(1.0, 1.0, 1.0, distance=0.0), "must not be 0"),
    "too fast": (lambda: Trapezoid.within(1.0, 1.0, duration=0.5), "the limits allow 2 s"),
    "too fast s": (lambda: SCurve.within(1.0, 1.0, 1.0, duration=0.5), "the limits allow"),
    "infinite jerk": (
        lambda: Trapezoid(1.0, 0.2).within_limits(jerk=5.0),
        "jerk limit]: 5 cannot be kept",
    ),
    "nothing to decide": (lambda: Quintic(1.0).within_limits(), "needs a limit"),
    "no law": (lambda: joint_move(Q, [1.0, 1.0]), "needs a law, or limits"),
    "wrong law": (lambda: joint_move(Q, Q, Cubic(1.0, distance=2.0)), "must lead from 0 to 1"),
    "other size": (lambda: joint_move(Q, [1.0], Cubic(1.0)), "move / end]: must be 2 numbers"),
    "nan joint": (lambda: joint_move(Q, [1.0, NAN], Cubic(1.0)), "move / end[1]]: nan must be"),
    "words": (lambda: joint_move(Q, ["a", "b"], Cubic(1.0)), "move / end]"),
    "limit count": (
        lambda: joint_move(Q, [1.0, 1.0], limits=Limits([1.0] * 3, 1.0)),
        "limits / velocity]: must be one number or 2, not 3",
    ),
    "limit of one": (
        lambda: joint_move(Q, [1.0, 1.0], limits=Limits([1.0, -1.0], 1.0)),
        "limits / velocity[1]]: -1 must be more than 0",
    ),
    "half limits": (
        lambda: joint_move(Q, [1.0, 1.0], limits=Limits(1.0)),
        "need a velocity and an acceleration",
    ),
    "nothing moves": (lambda: joint_move(Q, Q, limits=Limits(1.0, 1.0)), "moves nothing"),
    "nothing moves in time": (
        lambda: joint_move(Q, Q, limits=Limits(1.0, 1.0), together="time"),
        "moves nothing",
    ),
    "short move": (
        lambda: joint_move([0.0], [1.0], limits=Limits(1.0, 1.0), duration=1.0),
        "move / duration]: 1 s is too short: the limits allow 2 s",
    ),
    "short move in time": (
        lambda: joint_move([0.0], [1.0], limits=Limits(1.0, 1.0), duration=1.0, together="time"),
        "is too short: the limits allow 2 s",
    ),
    "together": (lambda: joint_move(Q, Q, Cubic(1.0), together="no"), "must be one of 'path'"),
    "names": (lambda: joint_move(Q, Q, Cubic(1.0), names=("A",)), "must be 2, one for each joint"),
    "same names": (lambda: joint_move(Q, Q, Cubic(1.0), names=("A", "A")), "must differ"),
    "no names": (lambda: joint_move(Q, Q, Cubic(1.0)).drives, "are not given"),
    "unknown joint": (lambda: joint_move(Q, Q, Cubic(1.0))["A"], "is not a joint of this move"),
    "times": (lambda: joint_spline([Q, Q, Q], [0.0, 1.0, 1.0]), "spline / times row 2]: 1 must be"),
    "nan row": (lambda: joint_spline([Q, [0.0, NAN]], [0.0, 1.0]), "spline / points row 1]"),
    "ragged": (lambda: joint_spline([Q, [0.0]], [0.0, 1.0]), "all equally long"),
    "one row": (lambda: joint_spline([Q], [0.0]), "at least 2 rows"),
    "fewer times": (lambda: joint_spline([Q, Q], [0.0]), "spline / times]: must be 2 numbers"),
    "no times": (lambda: joint_spline([Q, Q]), "are needed, unless limits"),
    "degree": (lambda: joint_spline([Q, Q], [0.0, 1.0], degree=4), "must be 3 or 5"),
    "rough spline": (
        lambda: joint_spline([Q, [1.0, 2.0]], [0.0, 1.0], limits=Limits(1.0, 1.0, 1.0)),
        "limits / jerk of joint 0]: cannot be kept",
    ),
    "short blend": (
        lambda: joint_blend([Q, Q, Q], [0.0, 1.0, 1.2], blend=0.3),
        "blend / times row 2]: 0.2 s after the row before leaves no room",
    ),
    "skewed": (lambda: line_move(X, SKEWED, Cubic(1.0)), "right-handed orthogonal"),
    "mirrored": (lambda: line_move(MIRRORED, X, Cubic(1.0)), "move / start]"),
    "no pose": (lambda: line_move(3.0, X, Cubic(1.0)), "move / start]: must be 3 numbers"),
    "flat": (lambda: line_move([0.0, 1.0], X, Cubic(1.0)), "move / start]: must be 3 numbers"),
    "last row": (lambda: line_move(2.0 * X, X, Cubic(1.0)), "last row 0 0 0 1"),
    "turn": (lambda: line_move(X, X, Cubic(1.0), turn="slerp"), "must be one of 'axis-angle'"),
    "on a line": (
        lambda: Arc.through((0, 0, 0), (1, 1, 1), (2, 2, 2)),
        "Arc / via]: [1. 1. 1.] lies on one line",
    ),
    "one point": (lambda: Arc.through((0, 0, 0), (0, 0, 0), (2, 2, 2)), "no circle"),
    "no axis": (lambda: Arc.about((1, 0, 0), (0, 0, 0), (0, 0, 0), 1.0), "has length 0"),
    "same point": (lambda: SplinePath.through([(0, 0, 0), (1, 0, 0), (1, 0, 0)]), "points row 2]"),
    "continuous": (
        lambda: joint_move(Q, Q, Cubic(1.0), continuous=[True] * 3),
        "move / continuous]: [True, True, True] must be True or False",
    ),
    "law of another kind": (lambda: joint_move(Q, Q, 1.0), "move / law]: 1.0 must be a Law"),
    "limits of another kind": (
        lambda: joint_move(Q, Q, limits=PathLimits(1.0)),
        "must be a Limits",
    ),
    "path limits of another kind": (
        lambda: line_move(X, 2.0 * X[:3, 0], limits=Limits(1.0, 1.0)),
        "must be a PathLimits",
    ),
    "via": (lambda: spline_move(X, [(0, 1)], X, Cubic(1.0)), "move / via]: must be at least 1"),
    "word": (lambda: line_move("home", X, Cubic(1.0)), "move / start]: 'home' must be numbers"),
    "one step": (lambda: Sequence(joint_move(Q, Q, Cubic(1.0))), "needs a list of steps"),
    "no wait": (lambda: Wait(0.0), "Wait / duration]"),
    "negative grip": (lambda: Grip(1.0, -0.1), "at least 0"),
    "payload": (lambda: Grip("box"), "Grip / payload]: 'box' must be a number"),
}


@pytest.mark.parametrize(("make", "text"), REFUSED.values(), ids=REFUSED.keys())
def test_refused(make: Callable[[], Any], text: str) -> None:
    with pytest.raises(ModelError) as caught:
        make()
    assert text in str(caught.value)


def test_names_of_robotics_are_imported_when_used() -> None:
    for name in sarrus.robotics.__all__:
        assert getattr(sarrus.robotics, name) is not None and name in dir(sarrus.robotics)
    with pytest.raises(AttributeError, match="no attribute 'Trapez'"):
        _ = sarrus.robotics.Trapez

"""What users write for numbers, points and laws: the types in signatures of the builder.

Numbers are SI, or text with a unit such as "250 mm".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from numpy.typing import NDArray

from sarrus.model.body import Frame
from sarrus.model.building.drafts import FrameHandle
from sarrus.model.pose import Pose
from sarrus.spatial import Curve

Number: TypeAlias = float | str
"""A number in SI, or text with a unit."""

Numbers: TypeAlias = Number | Sequence[Any] | NDArray[Any]
"""A number, or several: a vector, a matrix, a pair of limits."""

Axis: TypeAlias = str | Sequence[Any] | NDArray[Any]
"""A direction: "x", "-z", or three numbers, of any length but 0."""

Point: TypeAlias = str | Frame | FrameHandle | Sequence[Any] | NDArray[Any]
"""A point: three numbers [m], or a frame or the name of one."""

Place: TypeAlias = Point | Pose | Mapping[str, Any]
"""A point or a pose: {"at": ..., "rpy": ...}, a `Pose`, a frame or the name of one."""

Law: TypeAlias = Numbers | Curve | Callable[[Any], Any] | Mapping[str, Any]
"""A number, a curve, rows of one, or a function of one argument: of time, length or speed."""

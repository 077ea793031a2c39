"""The keywords that calls of a system pass on, as editors and type checkers read them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypedDict

if TYPE_CHECKING:
    import os

    import numpy as np

    from sarrus.system.driven.instant import PointDrive
    from sarrus.system.flow.pose_law import PoseLaw
    from sarrus.system.quantities.base_input import GroundMotion
    from sarrus.system.simulation.events.event import Event


class Inputs(TypedDict, total=False):
    """Values of the numbers that are inputs of a system, at a time that is given otherwise.

    parameters: by name; base: how ground moves; z: states of force elements.
    """

    parameters: Mapping[str, Any] | None
    base: GroundMotion | PoseLaw | None
    z: Any


class CallKeywords(Inputs, total=False):
    """The same with the time t [s]."""

    t: float


class WrenchKeywords(CallKeywords, total=False):
    """Keywords of `System.wrenches` and `System.reactions`."""

    joints: Sequence[str] | None
    on: str
    axes: str
    at: Any
    formulation: str
    efforts: Mapping[str, Any] | None
    driven: Mapping[str, Any] | None
    locked: Iterable[str]
    points: Sequence[tuple[PointDrive, np.ndarray]]
    loads: Mapping[str, Any] | None
    share: bool
    lagged: Mapping[str, float] | None


class SweepKeywords(TypedDict, total=False):
    """Keywords of `System.sweep`: those of `simulate`, and how a sweep is made."""

    rates: Mapping[str, Any] | None
    plan: Any
    folder: str | os.PathLike[str] | None
    workers: int | None
    limit: float | None
    attempts: int
    progress: Callable[[float], None] | None
    order: Sequence[int] | None
    keep_runs: bool
    executor: Any
    place: str | None
    until: float | None
    method: str
    rtol: float
    atol: float
    step: float | None
    every: float | None
    times: Any
    certify: bool | str | None
    inputs: Mapping[str, Any] | None
    driven: Mapping[str, Any] | None
    locked: Iterable[str]
    events: Sequence[Event]
    baumgarte: float
    eps: float | None
    independent: str | Sequence[str] | None
    solve: str | None
    keep: str | Sequence[str]
    formulation: str
    base: GroundMotion | PoseLaw | None

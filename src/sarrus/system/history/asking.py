"""What can be asked of a history beyond names: points, loads in any form, measures."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from sarrus.arguments import checked
from sarrus.errors import ModelError, Problem
from sarrus.system import requests
from sarrus.system.channels import measures
from sarrus.system.channels.bodies import marker_definitions
from sarrus.system.channels.definition import Definition
from sarrus.system.channels.loads import form_of, load_definitions, point_definition
from sarrus.system.channels.markers import JointMarker, marker_of
from sarrus.system.channels.units import in_units
from sarrus.system.history.channel import Channel
from sarrus.system.history.channels import Channels
from sarrus.system.history.reading import read
from sarrus.system.history.user_measures import Quantities, user_measure
from sarrus.system.history.views import LoadHistory, PointHistory, PoseHistory


@checked
class Asking(Channels):
    """Points, loads and measures. The user's object is `History`."""

    def point(self, body: str, r: Any = (0.0, 0.0, 0.0), *, name: str = "") -> PointHistory:
        """Return position, velocity and acceleration of a point of a body or frame.

        r: in its axes [m]. With a name such as "seat", `history["seat.position"]` works as well.

        Example:
            path = history.point("coupler", (0.1, 0, 0)).position
        """
        marker = marker_of(self.system, (body, r))
        if isinstance(marker, JointMarker):
            raise ModelError(requests.unknown("body", body, list(self.system.model.body_index)))
        short = name or f"{body}({', '.join(f'{float(x):g}' for x in np.asarray(r))})"
        found = tuple(marker_definitions("measure", short, marker, point=True))
        self._named(name, found)
        listed = self._shown(d for d in found if d.listed)
        return PointHistory(self.part, listed, f"motion of {marker.words}", self.units)

    # --- loads ----------------------------------------------------------------------------------

    def reaction(self, joint: str, **how: Any) -> LoadHistory:
        """Return the constraint part of what passes through a joint, with uniqueness labels.

        on: "child" (at its joint point) or "parent" (at its own); axes: "joint", "body",
        "world", or the name of a body, frame or joint whose axes are taken; at: another point of
        reference, in world coordinates [m], or one that moves: the name of a body, frame or joint,
        or (body or frame, r in its axes).

        Example:
            force = history.reaction("C", axes="world").force
        """
        return self._load("reaction", joint, **how)

    def wrench(self, joint: str, **how: Any) -> LoadHistory:
        """Return all that passes through a joint, drives and joint forces included.

        Keywords as in `reaction`.

        Example:
            force = history.wrench("C").force
        """
        return self._load("wrench", joint, **how)

    def load(self, joint: str, **how: Any) -> LoadHistory:
        """Return the dynamic load history of a joint: its `wrench`, ready for `to_csv`.

        Example:
            bearing = history.load("C", axes="world")
        """
        return self._load("wrench", joint, **how)

    @checked
    def _load(
        self, part: str, joint: str, on: str = "child", axes: str = "joint", at: Any = None
    ) -> LoadHistory:
        name = joint.removeprefix("joint:")
        requests.chosen("joint", [name], self.system.compiled.loops.joints)
        form = form_of(self.system, part, on, axes, at)
        short = f"{name}.{part}"
        loads = load_definitions(name, form, short)
        found = self._shown((*loads, point_definition(name, form, short)))
        return LoadHistory(self.part, found, f"{part} of joint '{name}', {form.words}", self.units)

    # --- measures -------------------------------------------------------------------------------

    def measure(
        self,
        name: str,
        function: Callable[[Quantities], Any],
        *,
        unit: str = "",
        description: str = "",
    ) -> None:
        """Add a channel that is a function of others: `history[name]`.

        function: of x, where `x["A.angle"]` is a number, `x["crank.position"]` three numbers and
        `x.t` the time, at one state. Written with NumPy it runs in native code; if it cannot be
        traced it runs in Python, and the channel's description says so.

        Example:
            history.measure("double", lambda found: 2.0 * found["A.angle"], unit="rad")
        """
        self._check_free(name)
        found = user_measure(self.part, self.catalogue, name, function, unit, description)
        self._named(name, [found])

    def distance(self, a: Any, b: Any, *, name: str = "") -> Channel:
        """Return the distance of two points [m].

        A point: a body or frame (its origin), a joint ("joint:C"), or (body or frame, r). With a
        name, it becomes a channel of that name.

        Example:
            length = history.distance("crank", "rocker")
        """
        return self._one(name, measures.distance(self.system, name or "distance", a, b))

    def angle(self, a: Any, b: Any, *, about: Any = None, name: str = "") -> Channel:
        """Return the angle between two lines, or by which frame b is turned in frame a [rad].

        Two bodies or frames: the angle of their relative rotation. A line: a joint (its axis),
        (body, direction) or (point, point). It is in [0, pi]; counted about the line `about`, in
        (-pi, pi].

        Example:
            found = history.angle(("crank", (1, 0, 0)), ("rocker", (1, 0, 0)))
        """
        found = measures.angle(self.system, name or "angle", a, b, about)
        return self._one(name, found)

    def relative_pose(self, a: Any, b: Any, *, name: str = "") -> PoseHistory:
        """Return position and orientation of frame b in frame a.

        Example:
            pose = history.relative_pose("crank", "rocker").position
        """
        found = tuple(measures.relative_pose(self.system, name or "relative", a, b))
        self._named(name, found)
        words = f"{marker_of(self.system, b).words} in {marker_of(self.system, a).words}"
        return PoseHistory(self.part, self._shown(found), f"pose of {words}", self.units)

    def transmission_angle(
        self, joint: str, *, toward: tuple[str, str] | None = None, name: str = ""
    ) -> Channel:
        """Return the angle at a joint between its two links, each towards its other joint [rad].

        toward: the other joint of the parent and of the child, where a link has several. A link
        that slides is represented by the normal of its guide.

        Example:
            angle = history.transmission_angle("C")
        """
        short = name or f"{joint}.transmission_angle"
        found = measures.transmission_angle(self.system, short, joint, toward)
        return self._one(name, found)

    def _one(self, name: str, found: Definition) -> Channel:
        self._named(name, [found])
        return self.channel(f"measure:{name}") if name else read(self.part, self._shown([found]))[0]

    def _shown(self, found: Iterable[Definition]) -> tuple[Definition, ...]:
        """Return channels in the units chosen."""
        return tuple(in_units(definition, self.units) for definition in found)

    def _named(self, name: str, found: Iterable[Definition]) -> None:
        """Add channels under a name of the user, in place of earlier ones of that name."""
        if not name:
            return
        self._check_free(name)
        self.catalogue.remove("measure", name)
        for definition in found:
            self.catalogue.add(definition)
        self._forget()

    def _forget(self) -> None:
        self._kept.clear()

    def _check_free(self, name: str) -> None:
        taken = [d for d in self.catalogue if d.kind != "measure"]
        if not name or any(d.name == name or d.name.startswith(f"{name}.") for d in taken):
            raise ModelError(
                Problem(
                    "M08",
                    f"measure '{name}'",
                    "needs a name that no body, joint, force or channel has",
                )
            )

"""What a calibration yields: displacements of frames with intervals, and the model with them."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.identification.base import BaseParameters
from sarrus.identification.identified import LEVEL
from sarrus.late_dataclass import dataclass
from sarrus.model import Frame, Model, Pose
from sarrus.model.building.references import nearest
from sarrus.spatial import Transform
from sarrus.summaries import html_table
from sarrus.system import System


@dataclass(frozen=True)
class Displacement:
    """One number of the displacement of a frame: of which (`what`: base, tool, offsets, frames).

    component: 0 to 2 shifts [m], 3 to 5 turns [rad], in the axes of the frame; joint, side: of
    frames of joints; depth: how many joints it is from ground.
    """

    name: str
    what: str
    component: int
    joint: str = ""
    side: str = ""
    depth: int = 0

    @property
    def unit(self) -> str:
        """The unit."""
        return "m" if self.component < 3 else "rad"

    @property
    def numbers(self) -> tuple[str, ...]:
        """The numbers of the model that it changes, by their full names."""
        if not self.joint:
            return ()
        return tuple(f"joint:{self.joint}.{self.side}_{w}" for w in ("point", "rotation"))


@dataclass(frozen=True, eq=False, repr=False)
class Calibrated:
    """Displacements of frames that measured poses yield.

    `found["q2.offset"]` is one of them, `found.model` the model with all. parameters, values,
    deviation: of the displacements that could be told; base: with which others they are combined;
    held: what redundant loops resist; unexcited: what these poses do not tell; condition: of the
    scaled columns; noise: by kind of measurement; before, after: by how much each pose is missed
    [m], and checked: poses that had no part in it.
    """

    system: System
    frame: str
    parameters: tuple[Displacement, ...]
    values: np.ndarray
    deviation: np.ndarray
    freedom: int
    base: BaseParameters
    held: tuple[str, ...]
    unexcited: tuple[str, ...]
    condition: float
    noise: Mapping[str, float]
    before: np.ndarray
    after: np.ndarray
    checked: np.ndarray | None
    notices: tuple[Problem, ...]

    def __getitem__(self, name: str) -> float:
        names = [d.name for d in self.parameters]
        if name not in names:
            known = {self.base.names[k]: c for k, c in self._with_whom.items()}
            action = f"it shows in {known[name]}" if name in known else nearest(name, names)
            rule = "is not among the displacements that were told"
            raise ModelError(Problem("M09", f"found['{name}']", rule, action=action))
        return float(self.values[names.index(name)])

    @property
    def _with_whom(self) -> dict[int, str]:
        found = {}
        for j, k in enumerate(self.base.merged):
            rows = np.flatnonzero(self.base.K[:, j])
            found[k] = ", ".join(self.base.names[self.base.base[i]] for i in rows)
        return found

    @cached_property
    def interval(self) -> np.ndarray:
        """Half of the 95 % interval of each value."""
        from scipy.special import stdtrit

        return np.asarray(stdtrit(self.freedom, 0.5 + 0.5 * LEVEL)) * self.deviation

    @property
    def unseen(self) -> tuple[str, ...]:
        """Displacements that move nothing that was measured."""
        return tuple(self.base.names[k] for k in self.base.unseen)

    @property
    def merged(self) -> dict[str, str]:
        """Displacements that cannot be told from others, and these."""
        return {self.base.names[k]: others for k, others in self._with_whom.items()}

    def _twist(self, what: str, joint: str = "", side: str = "") -> np.ndarray:
        twist = np.zeros(6)
        for d, value in zip(self.parameters, self.values.tolist(), strict=True):
            if (d.joint, d.side) == (joint, side) and (joint or d.what == what):
                twist[d.component] = value
        return twist

    @property
    def base_pose(self) -> Transform:
        """Where the world of the model is for what measures."""
        from sarrus.identification.calibration import with_displacement

        return with_displacement(Transform.identity(), self._twist("base"))

    @cached_property
    def model(self) -> Model:
        """The model with displaced frames of joints and of the tool; its world stays where it is.

        A measured body has got a frame "calibrated" of its own.
        """
        from sarrus.identification.calibration import with_displacement
        from sarrus.robotics.placement import place_on

        model = self.system.model
        joints = []
        for joint in model.joints:
            sides: dict[str, Any] = {}
            for side, pose in (("parent", joint.on_parent), ("child", joint.on_child)):
                twist = self._twist("", joint.name, side)
                if np.any(twist):
                    sides[f"on_{side}"] = Pose.of(with_displacement(pose.transform, twist))
            joints.append(replace(joint, **sides) if sides else joint)
        frames = list(model.frames)
        tool = self._twist("tool")
        if np.any(tool):
            body, X = place_on(model, self.frame)
            named = self.frame if any(f.name == self.frame for f in frames) else "calibrated"
            frames = [f for f in frames if f.name != named]
            frames.append(Frame(named, body, Pose.of(with_displacement(X, tool))))
        return replace(model, joints=tuple(joints), frames=tuple(frames))

    @property
    def rows(self) -> list[tuple[str, float, float, str]]:
        """Each displacement: name, value, half of its interval, unit."""
        pairs = zip(self.parameters, self.values, self.interval, strict=True)
        return [(d.name, float(x), float(e), d.unit) for d, x, e in pairs]

    def __repr__(self) -> str:
        def rms(rows: np.ndarray) -> str:
            return f"{1e3 * float(np.sqrt(np.mean(rows**2))):.4g}"

        line = f"  poses are missed by {rms(self.after)} mm, before {rms(self.before)} mm"
        if self.checked is not None:
            line += f", other poses {rms(self.checked)} mm"
        lines = [
            f"<Calibrated: {len(self.values)} displacements, '{self.frame}', "
            f"{len(self.after)} poses, condition {self.condition:.3g}>", line,
        ]  # fmt: skip
        for title, names in (
            ("unseen", self.unseen), ("not told apart", tuple(self.merged)),
            ("resisted by loops", self.held), ("not excited", self.unexcited),
        ):  # fmt: skip
            if names:
                more = f" and {len(names) - 10} more" if len(names) > 10 else ""
                lines.append(f"  {title}: {', '.join(names[:10])}{more}")
        return "\n".join(lines)

    def __str__(self) -> str:
        """Return the result as a report of plain text."""
        lines = [repr(self), ""]
        wide = max(len(d.name) for d in self.parameters)
        for name, value, interval, unit in self.rows:
            factor, shown = (1e3, "mm") if unit == "m" else (180.0 / np.pi, "deg")
            lines.append(
                f"  {name:<{wide}}  {factor * value:>10.4f} +/- {factor * interval:.2g} {shown}"
            )
        if self.merged:
            lines += ["", "Cannot be told from others:"]
            lines += [f"  {name}: shows in {others}" for name, others in self.merged.items()]
        lines += [str(notice) for notice in self.notices]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        rows = [(n, f"{x:.6g}", f"{e:.2g}", u) for n, x, e, u in self.rows]
        return html_table("calibrated", ("displacement", "value", "+/-", "unit"), rows)

    def to_csv(self, path: str | os.PathLike[str], *, overwrite: bool = False) -> None:
        """Write the displacements as a table.

        Example:
            found.to_csv("calibrated.csv")
        """
        from sarrus.storage.new_file import write_text

        out = io.StringIO()
        table = csv.writer(out, lineterminator="\n")
        table.writerow(("name", "value", "interval_95", "unit"))
        table.writerows(self.rows)
        write_text(os.fspath(path), out.getvalue(), overwrite=overwrite)

    def plot(self, *, path: str | os.PathLike[str] | None = None) -> Any:
        """Return a Figure: by how much poses are missed, and the displacements.

        Example:
            found.plot(path="calibrated.png")
        """
        from sarrus.results.plots.identification import calibration_plot

        return calibration_plot(self, path=path)

    def save(self, path: str | os.PathLike[str], *, overwrite: bool = False) -> None:
        """Write the calibrated model, as `sarrus.save` does.

        Example:
            found.save("arm_calibrated.yaml")
        """
        from sarrus.formats.writing import save

        save(self.model, path, overwrite=overwrite)

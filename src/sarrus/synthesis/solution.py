"""A linkage that does a task: how well, with which defects, and as a mechanism of Sarrus."""

from __future__ import annotations

import os
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.synthesis.defects import Defects, defects_of
from sarrus.synthesis.linkage import Linkage, Motion
from sarrus.synthesis.tasks import FUNCTION, MOTION, Task

if TYPE_CHECKING:
    from sarrus.model.model import Model
    from sarrus.study import Study


def wrap_angle(angle: Any) -> Any:
    """Return an angle in (-pi, pi]."""
    return np.pi - (np.pi - np.asarray(angle)) % (2.0 * np.pi)


@dataclass(frozen=True, eq=False)
class Solution:
    """A linkage with its positions.

    angles: parameter of the motion (the angle of the crank) at every position [rad]; signs: of the
    dyads there; output_offset: what is added to the outputs or poses wanted.

    Example:
        found = synthesis.generate_function(inputs, outputs)
        found.best.write("best.yaml")
    """

    task: Task
    linkage: Linkage
    angles: np.ndarray
    signs: np.ndarray
    output_offset: float = 0.0

    @cached_property
    def motion(self) -> Motion:
        """The positions at the wanted ones."""
        return self.linkage.motion(self.angles, self.signs)

    @cached_property
    def errors(self) -> np.ndarray:
        """Distances from what is wanted, at every position.

        Of the tracer [m]; of a function in the unit of its output, of poses with the error of the
        angle [rad] times the size of the task beside the distance.
        """
        motion, task = self.motion, self.task
        parts = []
        if task.points.size:
            parts.append(np.linalg.norm(motion.points[self.family.tracer] - task.points, axis=-1))
        if task.angles.size:
            is_way = task.kind == FUNCTION and self.family.slide is not None
            reached = motion.coupler if task.kind == MOTION else motion.output
            gap = reached - task.angles - self.output_offset
            parts.append((gap if is_way else wrap_angle(gap)) * task.size)
        return np.asarray(np.sqrt(np.sum(np.square(parts), axis=0)))

    @property
    def family(self) -> Any:
        """The kind of linkage."""
        return self.linkage.family

    @property
    def error(self) -> float:
        """The root of the mean square of the errors."""
        return float(np.sqrt(np.mean(self.errors**2)))

    @cached_property
    def defects(self) -> Defects:
        """Whether the positions lie on other circuits or branches, or out of order."""
        return defects_of(self.linkage, self.angles, self.signs)

    @property
    def kind(self) -> str:
        """The type after Grashof, or whether the crank turns round."""
        return self.linkage.kind

    @cached_property
    def transmission_angle(self) -> float:
        """The least transmission angle [rad], from 0 to pi/2, 0 where a dead point is passed.

        Of all dyads, over a turn if the crank turns round, else from the first to the last angle.
        """
        linkage = Linkage(self.linkage.family, self.linkage.values, self.branch)
        if linkage.turns_round:
            worst = linkage.worst_cosine
        else:
            low, high = self.span
            worst = linkage.worst_cosine_over(low, high)
        return float(np.arccos(min(worst, 1.0)))

    @property
    def branch(self) -> tuple[int, ...]:
        """Signs of the dyads at the first position: the branch on which the mechanism is built."""
        return tuple(int(sign) for sign in self.signs[0])

    @property
    def span(self) -> tuple[float, float]:
        """The angles of the crank between which the positions lie, in one range [rad]."""
        unwrapped = np.unwrap(self.angles)
        return float(unwrapped.min()), float(unwrapped.max())

    @property
    def row(self) -> dict[str, Any]:
        """What a table of solutions shows of it."""
        return {
            **{name: self.linkage.values[name] for name in self.family.sizes},
            "branch": "".join("+" if sign > 0 else "-" for sign in self.branch),
            "type": self.kind,
            "defects": str(self.defects),
            "transmission_deg": float(np.degrees(self.transmission_angle)),
            "error": self.error,
        }

    def text(self, name: str = "") -> str:
        """Return the model file of the mechanism, its dimensions as constants."""
        from sarrus.synthesis.model_text import model_text

        return model_text(self, name or self.family.name)

    def study(self, name: str = "") -> Study:
        """Return the study of that file: the crank is driven through all positions.

        Example:
            run = solutions.best.study().run()
        """
        from sarrus.study.study import study_of_text

        return study_of_text(self.text(name), f"{name or self.family.name}.yaml")

    def mechanism(self, name: str = "") -> Model:
        """Return the mechanism as a model: steel links between its hinges, the tracer a frame.

        Example:
            system = solutions.best.mechanism().compile()
        """
        return self.study(name).model

    def write(self, path: str | os.PathLike[str], *, overwrite: bool = False) -> None:
        """Write the model file of the mechanism.

        Example:
            found.best.write("best.yaml")
        """
        from sarrus.synthesis.model_text import write_text

        write_text(path, self.text(os.path.splitext(os.path.basename(path))[0]), overwrite)

    def plot(self, path: str | os.PathLike[str] | None = None) -> Any:
        """Return a figure: the linkage with its path or function, and the error at the positions.

        Example:
            found.best.plot("best.svg")
        """
        from sarrus.synthesis.plots import solution_plot

        return solution_plot(self, path)

"""Small motions about a state: xdot = A x + B u, y = C x + D u, and their vibrations."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.arguments import with_checks
from sarrus.late_dataclass import dataclass
from sarrus.summaries import html_table
from sarrus.system.analysis.differentials import Differentials
from sarrus.system.checks import numbers
from sarrus.system.results import Named
from sarrus.system.state import State

if TYPE_CHECKING:
    from sarrus.viewer.page_view import PageView


@dataclass(frozen=True, eq=False)
class BodyShape:
    """How a body takes part in a vibration: motion of its origin and turn, world axes, complex."""

    displacement: np.ndarray
    rotation: np.ndarray


@with_checks
class MovingModes:
    """Modes of vibration as a moving picture."""

    def write_html(
        self,
        path: str | os.PathLike[str],
        *,
        title: str | None = None,
        amplitude: float | None = None,
        overwrite: bool = False,
    ) -> Path:
        """Write the moving modes, of a linearization with its response, as a page for any browser.

        amplitude: of the largest coordinate of a mode [rad or m], by default one that is seen well;
        at it, loops are closed in every position.
        """
        from sarrus.viewer.html import write_page
        from sarrus.viewer.modes import mode_scene

        scene = mode_scene(self, title=title, amplitude=amplitude)
        return write_page(scene, path, overwrite=overwrite)

    def show(self, *, title: str | None = None, amplitude: float | None = None) -> PageView:
        """Show the moving modes: as the value of a cell of a notebook, else in the browser."""
        from sarrus.viewer.page_view import show_modes

        return show_modes(self, title=title, amplitude=amplitude)


@dataclass(frozen=True, eq=False)
class Vibration(MovingModes):
    """One mode of vibration (or a real mode, which only grows or decays).

    eigenvalue [1/s]; shape: of all velocity coordinates of the tree, complex, largest entry 1 (in
    model units); bodies: by name; keywords: values of parameters and base.
    """

    state: State
    eigenvalue: complex
    shape: np.ndarray
    keywords: Mapping[str, Any] = field(default_factory=dict)

    @property
    def frequency(self) -> float:
        """Damped natural frequency [Hz]."""
        return abs(self.eigenvalue.imag) / (2.0 * np.pi)

    @property
    def natural_frequency(self) -> float:
        """Undamped natural frequency [Hz]."""
        return abs(self.eigenvalue) / (2.0 * np.pi)

    @property
    def damping(self) -> float:
        """Damping ratio: 1 critical, negative where it grows."""
        size = abs(self.eigenvalue)
        return -self.eigenvalue.real / size if size else 0.0

    def __getitem__(self, name: str) -> Any:
        """Return the part of a joint or coordinate in the shape."""
        vector, place = self.state.system.compiled.located_rate(name)
        if vector == "v":
            part = self.shape[place]
        else:
            system = self.state.system
            C = system.compiled.loops.closure(
                self.state.q, *system.compiled.last_inputs(**self.keywords)
            )[3]
            part = C[place] @ self.shape
        return complex(part[0]) if part.size == 1 else part

    @cached_property
    def bodies(self) -> Named[BodyShape]:
        """How every body moves: displacement of its origin and rotation vector, complex."""
        system: Any = self.state.system
        found = {}
        for body in system.model.bodies:
            J = system.jacobian(body.name, np.zeros(3), self.state.q, **self.keywords)
            found[body.name] = BodyShape(J[0:3] @ self.shape, J[3:6] @ self.shape)
        return Named("body", found)

    def displaced_coordinates(self, amplitude: float = 0.1, phase: float = 0.0) -> np.ndarray:
        """Return coordinates displaced along the vibration at a phase [rad], for pictures."""
        shift = amplitude * np.real(self.shape * np.exp(1j * phase))
        return np.asarray(self.state.system.compiled.layout.add(self.state.q, shift))

    def __repr__(self) -> str:
        return (
            f"<Vibration {self.frequency:.6g} Hz, damping {self.damping:.3g}, "
            f"eigenvalue {self.eigenvalue:.6g}>"
        )


@with_checks
@dataclass(frozen=True, eq=False)
class Linearization(MovingModes):
    """xdot = A x + B u, y = C x + D u about a state.

    x: independent coordinates (tangent, for ball joints), then independent velocities (those of the
    same coordinates, or where something rolls, fewer), then the states of force elements, named in
    `states`; u: efforts named in `inputs`; y: `outputs`. Its derivatives are exact.
    """

    state: State
    A: np.ndarray
    B: np.ndarray
    C: np.ndarray
    D: np.ndarray
    states: tuple[str, ...]
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    coordinates: np.ndarray
    """All tangent coordinates from the independent ones, nv x f."""
    keywords: Mapping[str, Any] = field(default_factory=dict)

    @cached_property
    def eigenvalues(self) -> np.ndarray:
        """Eigenvalues of A, slowest first."""
        values = np.linalg.eigvals(self.A)
        return values[np.lexsort((values.imag, values.real, np.abs(values)))]

    @property
    def stable(self) -> bool:
        """Whether all small motions decay, or at least do not grow (to rounding)."""
        scale = max(float(np.max(np.abs(self.eigenvalues), initial=0.0)), 1e-300)
        return bool(np.all(self.eigenvalues.real <= 1e-7 * scale))

    @cached_property
    def vibrations(self) -> tuple[Vibration, ...]:
        """The modes, slowest first; of a complex pair, the one with positive frequency."""
        values, vectors = np.linalg.eig(self.A)
        f = self.coordinates.shape[1]
        scale = max(float(np.max(np.abs(values), initial=0.0)), 1e-300)
        found = []
        for k in np.argsort(np.abs(values)):
            if values[k].imag < -1e-12 * scale:
                continue
            shape = self.coordinates @ vectors[:f, k]
            size = shape[np.argmax(np.abs(shape))] if shape.size else 1.0
            found.append(
                Vibration(self.state, complex(values[k]), shape / (size or 1.0), self.keywords)
            )
        return tuple(found)

    @property
    def frequencies(self) -> np.ndarray:
        """Undamped natural frequencies of the oscillating modes [Hz], in order."""
        return np.array([v.natural_frequency for v in self.vibrations if v.eigenvalue.imag])

    def response(self, omega: Any) -> np.ndarray:
        """Return C (i omega - A)^-1 B + D at frequencies [rad/s]: (frequency, output, input)."""
        points = numbers("omega", omega).ravel()
        unit = np.eye(len(self.A))
        return np.array(
            [self.C @ np.linalg.solve(1j * w * unit - self.A, self.B) + self.D for w in points]
        )

    def __repr__(self) -> str:
        size = f"{len(self.A)} states, {len(self.inputs)} inputs, {len(self.outputs)} outputs"
        return f"<Linearization at t={self.state.t:g} s: {size}>"

    def _repr_html_(self) -> str:
        rows = [
            (f"{z.real:.6g} {z.imag:+.6g} i", abs(z) / (2.0 * np.pi))
            for z in np.linalg.eigvals(self.A)
        ]
        head = ("eigenvalue [1/s]", "frequency [Hz]")
        return html_table(repr(self).strip("<>"), head, rows)


def linear_equations(
    d: Differentials, inputs: list[tuple[str, int]], outputs: tuple[str, ...]
) -> Linearization:
    """Return the linear equations of differentials; inputs: names and places among efforts."""
    chosen, placed = list(d.independent), list(d.places)
    f, n = len(placed), len(placed) + len(chosen)
    turning = d.turn_of_tangent(d.state.v)
    nz = len(d.sim.system.states)
    A = np.zeros((n + nz, n + nz))
    # dtheta/dt = dv + (how the tangent turns) dtheta, where dv = B dv_i + C dtheta_i
    A[:f, :f] = (turning @ d.B_placed + d.C_placed)[placed]
    A[:f, f:n] = d.B[placed]
    A[f:n, :f], A[f:n, f:n] = (
        d.by_independent_coordinates("vdot")[chosen],
        d.by_independent("vdot")[1][chosen],
    )
    places = [k for _, k in inputs]
    B = np.vstack([np.zeros((f, len(places))), d.found["vdot_tau"][np.ix_(chosen, places)]])
    C = np.hstack([d.by_independent_coordinates("g"), d.by_independent("g")[1]])
    if nz:
        A[f:n, n:] = d.by_states("vdot")[chosen]
        by_velocity = d.by_independent("zdot")[1]
        A[n:] = np.hstack([d.by_independent_coordinates("zdot"), by_velocity, d.by_states("zdot")])
        B = np.vstack([B, d.found["zdot_tau"][:, places]])
        C = np.hstack([C, d.by_states("g")])
    D = d.found["g_tau"][:, places]
    velocities = [d.sim.system.velocities[k] for k in chosen]
    names = (*(position_name(d.sim.system, k) for k in placed), *velocities, *d.sim.system.states)
    drives = tuple(name for name, _ in inputs)
    return Linearization(
        d.state, A, B, C, D, names, drives, outputs, d.B_placed, d.sim.kept_keywords
    )


def position_name(system: Any, k: int) -> str:
    """Return the name of the coordinate whose rate is velocity k."""
    velocity = str(system.velocities[k])
    for joint, place in system.compiled.layout.v_slice.items():
        if place.start <= k < place.stop:
            kind = system.model.joint(joint).type
            if kind.quaternion_at is None:
                return str(system.model.joint(joint).coordinate_names[k - place.start])
            return f"{velocity} (turn)"
    return velocity

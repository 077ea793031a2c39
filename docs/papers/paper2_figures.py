"""Paper 2: the chain of figure 2, the shaper and the spatial slider-crank (figures 5 to 11).

Kim and Kim 1993, after Haug 1989. The lengths of the shaper and the state that it starts from are
assumed; all of the slider-crank is known but for the direction of gravity, here down. Of figure 2
the connections are printed, and all numbers are stand-ins.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from paper_figures import cases, over_time, reference, save

from sarrus import Model, gallery
from sarrus.gallery.quick_return import TORQUE
from sarrus.results.plots import Placement, at_times, sketch, stills
from sarrus.system import Drive

STILLS = (0.0, 0.3, 0.6, 0.8)
"""Times of the pictures of figure 10 [s]."""
LENGTHS = (0.24, 0.27, 0.30)
"""Of the rod [m]."""


def shaper(**numbers: float) -> Model:
    """Return the shaper, drawn at the angle from which the paper counts; it does not cut."""
    return gallery.quick_return(**{"angle": 0.44, "cutting": 0.0, **numbers})


def slider_positions() -> Any:
    """Return figure 6: the slider over a turn of the crank, at two speeds."""
    system = shaper().compile(kernels=())
    curves, references = {}, {}
    for w, name in ((2 * np.pi, "w2pi"), (4 * np.pi, "w4pi")):
        label = f"ω = {round(w / np.pi)}π rad/s"
        table = reference(f"paper2_quickreturnA_kin_{name}")
        times = np.linspace(0.0, 1.0, 401)
        drive = system.drive({"crank_pivot.angle": lambda t, w=w: w * t}, times=times)
        curves[label] = (drive.t, np.asarray(drive["slider.position.x"]))
        inside = table["t_s"] <= 1.0
        references[label] = (table["t_s"][inside], table["xs_m"][inside])
    return over_time(cases(curves, references), "position of slider [m]")


def crank_speeds() -> Any:
    """Return figure 7: the speed of cranks of three inertias while the tool cuts."""
    curves, references = {}, {}
    for J in (1000, 2000, 3000):
        model = shaper(J=J, cutting=200_000.0, edge=0.0)
        system = model.compile(kernels=(), planar=True)
        guess = system.assemble({"crank_pivot.angle": 1.5})
        start = system.assemble({"crank_pivot.angle": np.pi - 0.44},
                                {"crank_pivot.rate": 4 * np.pi}, guess=guess)  # fmt: skip
        run = system.simulate(start, until=2.0, every=0.002, rtol=1e-8, atol=1e-9,
                              inputs={"crank_pivot": TORQUE})  # fmt: skip
        table = reference(f"paper2_quickreturnA_dyn_J{J}")
        label = f"J = {J} kg m²"
        curves[label] = (run.t, np.asarray(run["crank_pivot.rate"]))
        references[label] = (table["t_s"], table["omega1_rad_s"])
    return over_time(cases(curves, references), "angular velocity of crank [rad/s]")


def turned(L: float, times: Any) -> Drive:
    """Return the slider-crank with a rod of length L, its crank driven evenly."""
    system = gallery.offset_slider_crank(rod=L).compile(kernels=())
    return system.drive({"crank_pivot.angle": lambda t: -2 * np.pi * t}, times=times)


def slider_cranks() -> dict[str, Any]:
    """Return figures 9 and 11: acceleration of the slider and torque, for three rods."""
    times = np.unique(np.concatenate([np.linspace(0.0, 1.0, 201), np.linspace(0.09, 0.13, 41)]))
    curves: dict[str, dict[str, Any]] = {"9": {}, "11": {}}
    references: dict[str, dict[str, Any]] = {"9": {}, "11": {}}
    for L in LENGTHS:
        drive, label = turned(L, times), f"L = {L:.2f} m"
        table = reference(f"paper2_slidercrank_L{round(1000 * L)}")
        curves["9"][label] = (drive.t, np.asarray(drive["slider.acceleration.x"]))
        curves["11"][label] = (drive.t, np.asarray(drive["crank_pivot.effort"]))
        references["9"][label] = (table["t_s"], table["xdd_m_s2"])
        references["11"][label] = (table["t_s"], table["tau_X_gravity_minus_z_Nm"])
    labels = {"9": "acceleration of slider [m/s²]", "11": "driving torque [N m]"}
    return {n: over_time(cases(curves[n], references[n]), labels[n]) for n in labels}


def driven_chain(times: Any) -> Drive:
    """Return the chain of figure 2, its six freedoms driven, with actuators on J5 and J7."""
    example = gallery.EXAMPLES["two_arm_chain"]
    system = example.model().compile(kernels=(), cut=["C1", "C2"])
    return system.drive(example.drives, times=times, efforts=example.inputs)


def chain_efforts() -> Any:
    """Return the driving torques of the chain of figure 2."""
    drive = driven_chain(np.linspace(0.0, 3.0, 151))
    curves = {j: (drive.t, np.asarray(drive[f"{j}.effort"])) for j in ("J1", "J2", "J10", "J11")}
    return over_time(cases(curves, {}), "driving torque [N m]")


def geometry() -> list[Placement]:
    """Return what figure 10 draws, in numbers."""
    return at_times(turned(0.30, STILLS).history, STILLS)


def figures() -> dict[str, Any]:
    """Return the figures by their number in the paper."""
    found = {
        "2a": sketch(gallery.two_arm_chain(), plane="isometric"),
        "2b": chain_efforts(),
        "5": sketch(shaper(), plane="xy"),
        "6": slider_positions(),
        "7": crank_speeds(),
        "8": sketch(gallery.offset_slider_crank(), plane="isometric"),
        "10": stills(turned(0.30, STILLS).history, STILLS, plane="isometric"),
        **slider_cranks(),
    }
    return dict(sorted(found.items(), key=lambda item: int(item[0].strip("ab"))))


if __name__ == "__main__":
    save(figures, 2)

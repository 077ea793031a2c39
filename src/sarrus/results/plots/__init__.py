"""Figures for papers and reports, made with matplotlib and returned: never shown by force.

`history.plot("A.angle")` and `compare({"ours": run, "theirs": other}, "A.angle")` show channels,
`polar` the tips of vectors, such as the forces of bearings;
`stills` and `sketch` mechanisms, `layout` vehicles, `road_profile` roads, `root_locus` eigenvalues
over a parameter, `sweep_plot` sweeps, `torque_speed` motors, `timing` paced runs, `work_precision`
methods. All return a `matplotlib.figure.Figure` whose `savefig` writes PNG, SVG or PDF. `figure_of`
draws any `Panel` of `Curve`s in the same style.
"""

from sarrus.results.plots.channels import channel_figure, plot
from sarrus.results.plots.comparison import compare, overlaid
from sarrus.results.plots.layout import layout
from sarrus.results.plots.panel import Curve, Panel, figure_of
from sarrus.results.plots.polar import polar
from sarrus.results.plots.poses import JointPlace, Placement, at_state, at_times, in_drawing
from sarrus.results.plots.roads import road_profile
from sarrus.results.plots.root_locus import root_locus
from sarrus.results.plots.sketch import sketch, stills
from sarrus.results.plots.sweeps import sweep_plot
from sarrus.results.plots.tasks import task_plots, torque_speed
from sarrus.results.plots.timing import timing
from sarrus.results.plots.work_precision import Precision, work_precision

__all__ = [
    "Curve",
    "JointPlace",
    "Panel",
    "Placement",
    "Precision",
    "at_state",
    "at_times",
    "channel_figure",
    "compare",
    "figure_of",
    "in_drawing",
    "layout",
    "overlaid",
    "plot",
    "polar",
    "road_profile",
    "root_locus",
    "sketch",
    "stills",
    "sweep_plot",
    "task_plots",
    "timing",
    "torque_speed",
    "work_precision",
]

"""The viewer: a page that shows a mechanism, its forces and its time, in any browser.

`write_html(run, "swing.html")` writes it as one file that needs no network; in a notebook a run
shows itself; `write_still(run, "swing.png", 0.3)` takes a picture, `film(run, "swing.mp4")` a film;
`write_report(run, "report.html")` writes a report with plots, extremes and reactions.
`SteeringPage` shows a run that goes on, with sliders for its efforts.
"""

from typing import TYPE_CHECKING

from sarrus.public_names import refusal
from sarrus.viewer.films import film
from sarrus.viewer.html import page_of, write_html
from sarrus.viewer.live import LivePage, live
from sarrus.viewer.notebook import notebook_frame
from sarrus.viewer.page_view import PageView
from sarrus.viewer.report import write_report
from sarrus.viewer.scene import Scene, scene_of
from sarrus.viewer.steering import SteeringPage
from sarrus.viewer.stills import write_still

__all__ = [
    "LivePage",
    "PageView",
    "Scene",
    "SteeringPage",
    "film",
    "live",
    "notebook_frame",
    "page_of",
    "scene_of",
    "write_html",
    "write_report",
    "write_still",
]

if not TYPE_CHECKING:  # type checkers refuse what is not there
    __getattr__ = refusal(__name__)

"""Results over time: every quantity of a run or a drive by name, with unit and description."""

from sarrus.system.channels.catalogue import Listing
from sarrus.system.history.channel import Channel
from sarrus.system.history.comparing import Comparison, Difference
from sarrus.system.history.history import History
from sarrus.system.history.views import LoadHistory, PointHistory, PoseHistory

__all__ = [
    "Channel",
    "Comparison",
    "Difference",
    "History",
    "Listing",
    "LoadHistory",
    "PointHistory",
    "PoseHistory",
]

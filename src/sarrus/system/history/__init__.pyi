"""Results over time: every quantity of a run or a drive by name, with unit and description."""

from sarrus.system.channels.catalogue import Listing as Listing
from sarrus.system.history.channel import Channel as Channel
from sarrus.system.history.comparing import Comparison as Comparison
from sarrus.system.history.comparing import Difference as Difference
from sarrus.system.history.history import History as History
from sarrus.system.history.views import LoadHistory as LoadHistory
from sarrus.system.history.views import PointHistory as PointHistory
from sarrus.system.history.views import PoseHistory as PoseHistory

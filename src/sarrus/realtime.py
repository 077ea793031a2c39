"""Runs at the pace of the clock: `from sarrus.realtime import Udp, SharedMemory`.

`System.realtime` makes them; here is what they are joined to, and the other sides for programs in
Python.
"""

from sarrus.system.realtime.links import Ended, Link, Wiring
from sarrus.system.realtime.pacing import Clock, WallClock
from sarrus.system.realtime.packets import Packet
from sarrus.system.realtime.realtime import RealtimeRun
from sarrus.system.realtime.shared_memory import MemoryPeer, SharedMemory
from sarrus.system.realtime.timing import Histogram, Timing
from sarrus.system.realtime.udp import Udp, UdpPeer

__all__ = [
    "Clock",
    "Ended",
    "Histogram",
    "Link",
    "MemoryPeer",
    "Packet",
    "RealtimeRun",
    "SharedMemory",
    "Timing",
    "Udp",
    "UdpPeer",
    "WallClock",
    "Wiring",
]

"""A system as a machine of its own: a module of WebAssembly and what its numbers mean."""

from sarrus.system.live.constants import Constants, mapped_constants
from sarrus.system.live.machine import LiveMachine, live_machine

__all__ = ["Constants", "LiveMachine", "live_machine", "mapped_constants"]

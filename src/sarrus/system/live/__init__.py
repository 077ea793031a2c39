"""A system as a machine of its own: a module of WebAssembly and what its numbers mean."""

from sarrus.system.live.machine import LiveMachine, live_machine

__all__ = ["LiveMachine", "live_machine"]

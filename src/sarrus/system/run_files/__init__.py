"""Runs on disk: written while they go on, opened, resumed, and run again."""

from sarrus.system.run_files.opening import open_run, rerun, resume
from sarrus.system.run_files.sink import ResultFile

__all__ = ["ResultFile", "open_run", "rerun", "resume"]

"""Runs on disk: written while they go on, opened, resumed, and run again."""

from sarrus.system.run_files.opening import open_run as open_run
from sarrus.system.run_files.opening import rerun as rerun
from sarrus.system.run_files.opening import resume as resume
from sarrus.system.run_files.sink import ResultFile as ResultFile

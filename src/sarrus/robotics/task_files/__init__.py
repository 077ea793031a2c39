"""Tasks of robots in YAML files: robot, poses, steps, limits, motors, controller."""

from sarrus.robotics.task_files.sizing import size_file
from sarrus.robotics.task_files.task_file import TaskFile, load_task

__all__ = ["TaskFile", "load_task", "size_file"]

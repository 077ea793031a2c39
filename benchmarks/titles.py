"""Headings of the tables that goals and pictures look up."""

from __future__ import annotations

EVALUATIONS = "A state of many, one core against one core"
SIMULATIONS = "A step of many four-bars, one core against one core"
PROFILE = "Where the time of a batch goes"
THREADS = "All threads against one"
ARMS = "Arms under gravity at equal error"
CASES = "Reference problems at equal error"
COLD = "From the model to its first kernels, cold"
CACHED = "The same with kernels on disk"
FIRST_NUMBER = "First inverse dynamics of a new model"
EMPTY_MACHINE = "The same on an empty machine"
WHOLE_PROCESS = "A whole process"
IMPORT = "Import"
ROBOT_FILE = "First result from a robot file"
CALLS = "One state of a mechanism with loops, called from Python"
POSE = "A pose, from Python"
MEMORY = "Resident memory"
PER_BODY = "Memory per body, of model, code and data"
RAN = "after a run, cached"
REAL_TIME = "Steps of 1 ms against real time"
NATIVE_STEP = "step with the reactions of all joints"
PACED_STEP = "the same in System.realtime"
LIVE_STEP = "Live steps of 1 ms against real time"
LIVE_CHANGE = "A slider moves"
LIVE_SIZE = "Live modules"
JITTER = "How late samples are exchanged"
QUANTITIES = ("inverse dynamics", "forward dynamics", "mass matrix")
"""Of the scaling; each has a table, whose heading begins with a capital letter."""

CARTESIAN = ("Cartesian, native", "Cartesian, stepped from Python")
"""Our solver in absolute coordinates: by the same loops in machine code, and from Python."""

"""Motion in time: runs, their legs, modes and states."""

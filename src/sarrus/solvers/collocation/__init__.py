"""Optimal motions by direct collocation: transcription, solution, refinement of the mesh."""

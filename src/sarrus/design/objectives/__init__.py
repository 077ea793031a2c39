"""Objectives and constraints: numbers of a run or drive, in words or as Python functions."""

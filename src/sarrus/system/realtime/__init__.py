"""Runs at the pace of the wall clock, with hardware or people in the loop."""

"""Manoeuvres of the standards, a file each: functions that take a vehicle."""

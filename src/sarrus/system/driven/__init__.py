"""Mechanisms whose motion is prescribed."""

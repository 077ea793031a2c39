"""The catalogue of channels: every quantity of a state by name, with unit and equation."""

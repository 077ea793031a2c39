"""Numbers of a model as functions of the constants of its file."""

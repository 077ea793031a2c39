"""From the user's description to a model, element by element."""

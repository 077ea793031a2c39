"""From the user's words to a model, element by element."""

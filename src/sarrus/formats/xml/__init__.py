"""XML files of models: elements with their places, values of them, and text."""

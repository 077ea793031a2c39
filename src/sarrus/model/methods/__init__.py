"""The methods of the builder, by kind of element."""

"""FMUs of others in a run: their processes, and what runs exchange with them."""

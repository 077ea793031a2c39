"""Results for people and other programs: plots and files."""

"""Model files in YAML."""

"""Records in files: TOML and JSON, what is wrong with how they are written, and where in them a value stands."""

"""Asking for what a record still lacks: the same words as on the command line, one question a line of it."""

"""Totals that people counted, beside ours, for people and for programs."""

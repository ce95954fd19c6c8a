"""Set-ups for people: what to do, what was drawn, and what was wanted of it."""

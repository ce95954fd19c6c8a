"""For who makes games: the skeleton of a new one, and what is missing or wrong in one."""

"""The command line of Callboard. It knows what a game is, and no game by name."""

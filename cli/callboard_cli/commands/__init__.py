"""One module a command, or a few that belong together; `app.py` says which function each command is."""

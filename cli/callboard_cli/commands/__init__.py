"""One module a command, or a few that belong together; `application.py` says which function each command is."""

"""Evenings in files: the logs in a database, and beside it the links of tables and an answer that was begun."""

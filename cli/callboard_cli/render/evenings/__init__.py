"""Evenings for people, and as data for programs: where the table stands, what changed, what comes next."""

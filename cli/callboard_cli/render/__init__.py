"""The ways out: results, set-ups and rules for people, and the same as data for programs."""

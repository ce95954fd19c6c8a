"""Historia, what players would have who count otherwise."""

from __future__ import annotations

from callboard_scoring.games.historia import miscounts

OTHERWISE = {"tally": miscounts.tally}
"""What people count differently, by stages."""

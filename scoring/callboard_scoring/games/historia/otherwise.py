"""Historia: the totals of players who count differently."""

from __future__ import annotations

from callboard_scoring.games.historia import common_mistakes

OTHERWISE = {"tally": common_mistakes.tally}
"""What people count differently, by stage."""

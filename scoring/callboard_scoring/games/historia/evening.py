"""Historia over an evening: whatever was counted is added up."""

from __future__ import annotations

from callboard_scoring.evening import Evening

EVENING = Evening(adds=("tally",))

"""Historia's pieces: what the box holds, as far as it is known."""

from __future__ import annotations

from callboard_scoring.setup import Pieces

PLAYERS = 6
BOX: Pieces = {
    "board": 1,
    "action-card": 60,
    "leader-card": 18,
    "wonder-card": 48,
    "advisor-card": 35,
    "civbot-card": 7,
    "event-card": 12,
    "time-marker": 2,
    "development-marker": PLAYERS,
    "order-marker": PLAYERS,
    "point-marker": PLAYERS,
    "power-cube": 54,
    "territory-tile": 16,
    "reference-sheet": PLAYERS,
}
"""The list of the Spanish document, which is that of the retail edition."""

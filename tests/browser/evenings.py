"""Evenings as three people enter them, each in their own language: short ones, to the end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

Part = str | Mapping[str, str | Mapping[str, str]]
"""What somebody enters: a line, or texts by their fields; of a field that is several, texts by what these are called."""


@dataclass(frozen=True)
class Step:
    """What is entered at once."""

    stage: str
    parts: tuple[Part, Part, Part]
    """Of the Russian, the English and the Spanish phone, in the words of each."""
    table: Mapping[str, str] = field(default_factory=dict)
    """What the English phone enters for the whole table."""
    stands: tuple[str, str, str] = ("", "", "")
    """What each of the three then has; empty where it is not told."""


RING = [
    *("military", "Contarini 4", "ducat", "Dandolo 4", "merchants", "Morosini 2", "ducat", "Morosini 4"),
    *("merchants", "Dandolo 3", "ducat", "Contarini 3", "farmers", "Contarini 2", "ducat", "thief"),
    *("farmers face down", "Gradenigo 3", "ducat", "Morosini 3", "workers", "Gradenigo 4", "ducat", "Dandolo 2"),
]
"""What lies round the palace: a token, and the card behind it."""
EVENINGS: Mapping[str, list[Step]] = {
    "histrio": [
        Step(
            "season",
            (
                {"troupe": "К3 К3 К2 Т2 Т1", "requests": "4"},
                {"troupe": "C2 C2 C1 C1 T2 T2 T1", "chameleons": "0"},
                {"troupe": "C1 T3", "chameleons": "1"},
            ),
            {"mood": "comedy"},
            ("16", "10", "4"),
        ),
        Step("season", ({"troupe": "Т1"}, "C2", {"troupe": "C1"}), {"mood": "tragedy"}, ("27", "10", "4")),
        Step("final", ({"ecus": "27"}, {"ecus": "10"}, {"ecus": "4"}), {}, ("27", "10", "4")),
    ],
    "intrigo": [
        Step(
            "round",
            (
                {"family": "Контарини", "ducats": "1", "seals": {"Военные": "3"}},
                {"family": "Dandolo", "ducats": "1"},
                {"family": "Morosini", "ducats": "0"},
            ),
            {"ring": ""},
        )
    ],
    "magnificent": [
        Step(
            "round",
            (
                "10 +5, фиолетовый 3, фиолетовый 3, зелёный 1, прозрачный 1, без условия",
                {
                    "points": "6",
                    "coins": "12",
                    "dice": "orange 6 orange 2 purple 1 clear 4",
                    "grid": "OO. OO. OO.",
                    "card": "columns 2",
                },
                {
                    "points": "3",
                    "coins": "10",
                    "dice": "verde 5 verde 4 naranja 3 verde 2",
                    "card": "artistas 2 máx 24",
                },
            ),
            {},
            ("16", "18", "10"),
        ),
        Step(
            "final",
            (
                (
                    "16 +12, оранжевый 4, оранжевый 4, зелёный 5, фиолетовый 2, ряды, шатры 2 макс 12, уплаченные монеты 2, "
                    "прямоугольник 12 макс 12, ООООФФ ООООФФ ООООЗЗ ЗЗ..ЗЗ ЗЗ.... ......, "
                    "A1-B2 C1-D2 E1-F2 A3-B4 C3-D4 E3-F4 A5-B6 C5-D6 E5-F6, самоцветы=3, шляпа=5"
                ),
                (
                    "18 +0, purple 6, purple 5, green 3, clear 1, flat, dice sum, columns 2, large tiles 3 max 20, "
                    "plots=0 0 1 3 3 4 4 5 6, gems=1, hat=7"
                ),
                (
                    "10 +4, verde 6, verde 2, naranja 5, transparente 3, artista 2, sombrero 8, gemas de color 2, "
                    "losetas pequeñas 5 máx 12, parcelas=1 1 1 2 2 3 3 4 4 gemas=2 sombrero=6"
                ),
            ),
            {},
            ("64", "52", "36"),
        ),
    ],
    "turandot": [
        Step(
            "round",
            (
                {"number": "1", "money": "0", "bluff": "нет"},
                {"number": "2", "money": "0", "bluff": "no"},
                {"number": "3", "money": "1", "bluff": "no"},
            ),
            {"puccini": "Ben"},
        ),
        Step(
            "final",
            (
                (
                    "3 мужчина гот, 2 мужчина гот Калаф, 1 женщина комедиант, 2 женщина гот Турандот, 1 муж любитель, "
                    "3 неопр профессионал, готы"
                ),
                (
                    "1 man pro, 2 female amateur Liù, 1 male alternative, 3 female classical, 2 male comedian, "
                    "1 male goth Calaf, six types"
                ),
                (
                    "2 hombre clásico Calaf, 2 hombre alternativo Liu, 3 mujer aficionada Turandot, 1 hombre aficionado, "
                    "2 hombre cómico, 1 mujer profesional, favoritos, +2"
                ),
            ),
            {},
            ("16", "15", "17"),
        ),
    ],
    "historia": [
        Step(
            "tally",
            (
                {"amounts": {"Территории": "24", "Чудеса": "18", "Набег": "-1"}},
                {"amounts": {"Leaders": "12", "Technology": "9", "War": "3", "Other": "6"}},
                "territorios 20, turismo 2",
            ),
            {},
            ("41", "30", "22"),
        )
    ],
}
WON = {"histrio": 0, "intrigo": 0, "magnificent": 0, "turandot": 2, "historia": 0}
"""Whose evening it is at the end."""

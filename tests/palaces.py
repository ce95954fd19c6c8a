"""Intrigo played legally, by the rulebook and without the scorer: tables as they can lie before the awards."""

from collections import Counter
from random import Random

from hypothesis import strategies as st

FAMILIES = ("contarini", "dandolo", "gradenigo", "morosini")
FACTIONS = ("merchants", "military", "clergy", "farmers", "workers")
KINDS = ("merchant", "assassin", "courtesan", "gondolier", "palace-guard", "thief")
NAMES = ("Ann", "Bob", "Cid", "Dan")
DOWN = " face-down"


class Evening:
    """One game, played at random: how eagerly people buy and what, after how many rounds of saving, and at what prices;
    whether they spoil seals, and whether they look for what lies face down.
    """

    def __init__(self, seed, players, *, eager=0.2, taste=KINDS, saving=0, dearest=3, spoil=False, cunning=False):
        self.random = Random(seed)
        self.eager, self.taste, self.saving, self.spoil, self.cunning = eager, taste, saving, spoil, cunning
        self.size = {3: 12, 4: 16}[players]
        families = self.random.sample(FAMILIES, players)
        self.owners = dict(zip(families, range(players), strict=True))
        self.ducats = [1] * players
        self.seals = [Counter() for _ in range(players)]
        self.middle = 32 - players
        self.bag = [faction for faction in FACTIONS for _ in range(3)]
        self.piles = {kind: sorted(self.random.randint(1, dearest) for _ in range(3)) for kind in KINDS}
        self.palace = [None] * self.size
        self.gaps = [None] * self.size

    def rounds(self, most):
        """Yield the table before the awards of each round, until somebody wins."""
        for first in range(most):
            self.lay_out()
            self.fill(first)
            yield self.table()
            if self.award():
                return

    def table(self):
        players = [
            {"name": NAMES[seat], "family": family, "ducats": self.ducats[seat], "seals": dict(self.seals[seat])}
            for family, seat in self.owners.items()
        ]
        return {"players": players, "palace": [token or "none" for token in self.palace], "gaps": list(self.gaps)}

    def lay_out(self, laid=()):
        """Fill the empty buildings, with these tokens or else from the bag and the middle; return the new seals."""
        seals = []
        for place, token in enumerate(self.palace):
            if token:
                self.palace[place] = token.removesuffix(DOWN)
            elif place % 2 == 0:
                drawn = self.bag.index(laid[place]) if laid else self.random.randrange(len(self.bag))
                self.palace[place] = self.bag.pop(drawn)
                seals.append(self.palace[place])
            elif self.middle:
                self.palace[place] = "ducat"
                self.middle -= 1
        return seals

    def fill(self, first):
        """Play the second phase: cards from hands, and influence cards bought, until no gap is empty."""
        deck = [f"{family} {value}" for family in FAMILIES for value in (2, 3, 4)]
        deck += ["tiepolo 2", "tiepolo 3", "tiepolo 3", "tiepolo 4"] if self.size == 16 else []
        self.random.shuffle(deck)
        players = len(self.owners)
        self.hands = [deck[seat::players] for seat in range(players)]
        self.gaps = [None] * self.size
        seat = first % players
        while None in self.gaps:
            payable = [kind for kind, prices in self.piles.items() if prices and prices[0] <= self.ducats[seat]]
            wanted = [kind for kind in payable if kind in self.taste]
            if wanted and first >= self.saving and self.random.random() < self.eager:
                self.buy(seat, self.random.choice(wanted))
            elif payable and not self.hands[seat] and self.random.random() < self.eager:
                self.buy(seat, self.random.choice(payable))
            elif self.hands[seat]:
                card = self.hands[seat].pop(self.random.randrange(len(self.hands[seat])))
                self.gaps[self.where(card)] = card
            seat = (seat + 1) % players

    def where(self, card):
        """Choose a gap; to spoil a seal, the one that faces an equal card."""
        empty = [gap for gap, lying in enumerate(self.gaps) if lying is None]
        facing = {
            gap: self.gaps[gap + 1 if gap % 2 else gap - 1] if gap + 1 < self.size else self.gaps[0] for gap in empty
        }
        equal = [gap for gap in empty if facing[gap] and facing[gap][-1] == card[-1]]
        alone = [gap for gap in empty if facing[gap] is None]
        return self.random.choice((equal or alone or empty) if self.spoil else empty)

    def buy(self, seat, kind):
        price = self.piles[kind].pop(0)
        self.ducats[seat] -= price
        self.middle += price
        empty = [place for place, lying in enumerate(self.gaps) if lying is None]
        near = [place for place in empty if {(place - 1) % self.size, (place + 1) % self.size} & set(self.intrigue())]
        gap = self.random.choice(near if near and self.cunning else empty)
        self.gaps[gap] = kind
        across = [(gap - 1) % self.size, (gap + 1) % self.size]
        self.random.shuffle(across)
        beside = [gap, (gap + 1) % self.size]
        self.random.shuffle(beside)
        getattr(self, kind.replace("-", "_"))(*(beside if kind in ("merchant", "thief") else across))

    def chosen(self, pieces, places):
        """Choose one of the places; who is cunning brings away what lies face down, or fetches it."""
        down = [place for place in places if pieces[place].endswith(DOWN)]
        return self.random.choice(down if down and self.cunning else places) if places else None

    def merchant(self, *beside):
        lying = [place for place, token in enumerate(self.palace) if token]
        one = self.chosen(self.palace, [place for place in beside if self.palace[place]])
        other = self.chosen(self.palace, [place for place in lying if place != one])
        if one is not None and other is not None:
            self.palace[one], self.palace[other] = self.palace[other], self.palace[one]

    def thief(self, building, other):
        place = building if self.palace[building] else other
        if self.palace[place]:
            self.palace[place] = self.palace[place].removesuffix(DOWN) + DOWN

    def intrigue(self):
        return [place for place, card in enumerate(self.gaps) if card and " " in card]

    def assassin(self, *across):
        place = self.random.choice(across)
        struck = [one for one in across if one in self.intrigue()] if self.cunning else [place]
        for one in struck[:1]:
            if one in self.intrigue():
                self.gaps[one] = self.gaps[one].removesuffix(DOWN) + DOWN

    def courtesan(self, place, other):
        gap = place if self.gaps[place] is None else other
        holders = [hand for hand in self.hands if hand]
        if self.gaps[gap] is None and holders:
            hand = self.random.choice(holders)
            self.gaps[gap] = hand.pop(self.random.randrange(len(hand)))

    def gondolier(self, *across):
        one = self.chosen(self.gaps, [place for place in across if place in self.intrigue()])
        other = self.chosen(self.gaps, [place for place in self.intrigue() if place != one])
        if one is not None and other is not None:
            self.gaps[one], self.gaps[other] = self.gaps[other], self.gaps[one]

    def palace_guard(self, *across):
        one = self.chosen(self.gaps, [place for place in across if place in self.intrigue()])
        empty = [place for place, lying in enumerate(self.gaps) if lying is None]
        if one is not None and empty:
            self.gaps[self.random.choice(empty)], self.gaps[one] = self.gaps[one], None

    def winner(self, place):
        """Return the seat that wins the token of a building; None if nobody does."""
        shown = {}
        for card in (self.gaps[place - 1], self.gaps[place]):
            if " " in card and not card.endswith(DOWN):
                family, value = card.split()
                shown.setdefault(int(value), []).append(family)
        best = shown[max(shown)] if shown else []
        return self.owners.get(best[0]) if len(best) == 1 and not self.palace[place].endswith(DOWN) else None

    def award(self):
        """Award the tokens; tell whether somebody has won."""
        for place, token in enumerate(self.palace):
            seat = self.winner(place) if token else None
            if seat is None:
                continue
            self.palace[place] = None
            if token not in FACTIONS:
                self.ducats[seat] += 1
                continue
            self.bag.append(token)
            self.seals[seat][token] += 1
            if self.seals[seat][token] == 4 or len(self.seals[seat]) == 5:
                return True
        return False


TASTES = (KINDS, ("merchant",), ("thief", "merchant"), ("assassin",), ("assassin", "gondolier", "palace-guard"))

evenings = st.builds(
    Evening,
    st.integers(0, 2**32),
    st.sampled_from([3, 4]),
    eager=st.sampled_from([0, 0.05, 0.2, 0.6, 1]),
    taste=st.sampled_from(TASTES),
    saving=st.sampled_from([0, 0, 3, 6]),
    dearest=st.integers(1, 6),
    spoil=st.booleans(),
    cunning=st.booleans(),
).map(lambda evening: list(evening.rounds(12)))
"""All tables of an evening."""

tables = evenings.flatmap(st.sampled_from)
"""One table of an evening."""

"""Histrio by the rulebook: two seasons of turns, of which a table enters all cities, some or none.

How the 48 Encounter cards are made up and what requests pay no source tells: both are assumed. No acrobat is used but
the Chameleon, and the needle's dial is as long as it has to be.
"""

from tables.entry import Entry, changed, set_up

DECK = [f"{talent}{level}" for talent in "CT" for level, count in enumerate((4, 4, 4, 3, 3), 1) for _ in range(count)]
DECK += [*("bonus 1", "bonus 2", "bonus 3") * 2, *["chameleon"] * 2, *["acrobat"] * 4]
CITIES = range(1, 9)
DIAL = 200
CENTRAL = {"comedy": 0, "tragedy": 1}
"""Where a toss puts the needle, counted from the first space of comedy toward tragedy."""


def space(needle):
    return f"tragedy {needle}" if needle > 0 else f"comedy {1 - needle}"


def mood(needle):
    return space(needle).split()[0]


def is_actor(card):
    return len(card) == 2


def influence(actors):
    return sum(int(actor[1]) * (1 if actor[0] == "T" else -1) for actor in actors)


class Play:
    """A table as it lies, and what was entered of it."""

    def __init__(self, random):
        self.random = random
        self.set_up = set_up("histrio", random)
        self.names = self.set_up.seats
        self.diligence = random.choice((0, 0.3, 1))
        self.season, self.entries = 1, []
        self.needle = CENTRAL[self.set_up.draws["mood"]]
        self.ecus = dict.fromkeys(self.names, 3)
        self.supply = dict.fromkeys(self.names, 3)
        self.acrobats = {name: [] for name in self.names}
        self.played = dict.fromkeys(self.names)
        self.hidden = dict.fromkeys(self.names, 0)
        self.deck = random.sample(DECK, len(DECK))
        # What was entered tells this much:
        self.standing = dict(self.ecus)
        self.seen = space(self.needle) if self.set_up.code else None
        self.has_shown, self.dial, self.is_due = False, None, False

    def table(self):
        self.play_season()
        self.prepare()
        self.play_season()
        rows = [{"name": name, "ecus": self.ecus[name]} for name in self.names]
        few = {"players": rows}
        seat = self.random.randrange(len(rows))
        low = changed(few, seat, ecus=self.gained[self.names[seat]] - 1) if self.gained[self.names[seat]] else None
        self.enter("final", few, offered={"players.ecus": self.standing}, mistakes=[("night/doubt.fewer", low)])
        return self.set_up.table(self.entries)

    def enter(self, stage, record, known=(), offered=(), mistakes=()):
        told = [(code, stage, other) for code, other in mistakes if other is not None]
        if not self.is_due:
            told.append(("night/doubt.undue", "prepare", {"needle": space(self.random.choice((0, 1)))}))
        self.entries.append(Entry(stage, record, tuple(known), dict(offered), mistakes=tuple(told)))
        self.is_due = stage == "season" and self.season == 1

    # --- A season ----------------------------------------------------------------------------------------------------

    def play_season(self):
        self.piles = {city: [] for city in CITIES}
        self.troupe = {name: [] for name in self.names}
        self.told = {name: [] for name in self.names}  # who came from a city that was entered
        self.hands = {name: set(CITIES) for name in self.names} if self.season == 1 else self.hands
        while self.deck:
            for city in CITIES:
                self.piles[city] += [self.deck.pop()] if self.deck else []
            self.turn()
        self.count()

    def turn(self):
        sails = {name: self.random.choice(sorted(hand)) for name, hand in self.hands.items()}
        gained = []
        for name, city in sails.items():
            self.hands[name].remove(city)
        for city in CITIES:
            here = [name for name in self.names if sails[name] == city]
            cards, self.piles[city] = (self.piles[city][::-1], []) if here else ([], self.piles[city])
            if len(here) == 1 and cards:
                gained += [(here[0], card) for card in self.alone(here[0], cards)]
            elif here:
                self.shared(here, [card for card in cards if is_actor(card)])
        for name, card in gained:  # acrobats can be used once the phase is over
            self.acrobats[name].append(card)
        for hand in self.hands.values():
            if len(hand) <= 1:
                hand.update(CITIES)

    def shared(self, here, actors):
        for name in here:
            self.hidden[name] = min(3, self.hidden[name] + 1)
        if actors:
            record = {"needle": space(self.needle), "actors": actors}
            self.show("court", record, lambda: self.move(influence(actors)))

    def alone(self, name, cards):
        """Resolve a city; return the acrobats."""
        steal, kept, ecus = [], [], dict(self.ecus)
        managers = {"supply": self.supply[name], "theatre": self.in_the_theatre}
        for card in cards:
            if card.startswith("bonus"):
                self.ecus[name] += int(card[-1])
            elif is_actor(card):
                kept += [card] if self.effect(name, int(card[1]), steal) else []
        sent = self.random.choice(kept) if kept and self.random.random() < 0.4 else None
        if sent:
            kept.remove(sent)
        self.troupe[name] += kept
        told = ["acrobat" if card == "chameleon" else card for card in cards]
        record = {"player": name, "ecus": ecus, "managers": managers, "needle": space(self.needle)}
        record |= {"cards": told, "steal_from": steal, "send_to_court": sent}
        if self.show("city", record, lambda: self.move(influence([sent] if sent else []))):
            self.told[name] += kept
        return [card for card in cards if card in ("acrobat", "chameleon")]

    @property
    def in_the_theatre(self):
        return sum(3 - supply for supply in self.supply.values())

    def effect(self, name, level, steal):
        """Resolve an actor; tell whether it stays in hand."""
        if level == 1:
            self.hands[name].update(CITIES)
        elif level == 2:
            rich = [other for other in self.names if other != name and self.ecus[other]]
            steal.append(self.random.choice(rich) if rich else None)
            if rich:
                self.ecus[steal[-1]] -= 1
                self.ecus[name] += 1
        elif level == 3:
            self.supply[name] = max(0, self.supply[name] - 1)
            self.ecus[name] += self.in_the_theatre
        elif level == 5:
            if not self.ecus[name]:
                return False
            self.ecus[name] -= 1
        return True

    def move(self, spaces):
        before = mood(self.needle)
        self.needle += spaces
        if mood(self.needle) != before:
            self.supply = dict.fromkeys(self.names, 3)

    def show(self, stage, record, happens):
        """Have a city enter what lies before it is over, or not, and let happen what does; tell whether it did."""
        is_entered = self.random.random() < self.diligence
        offered = {"needle": self.seen} if self.seen else {}
        if stage == "city":
            offered["ecus"] = self.standing
        happens()
        if not is_entered:
            return False
        mistakes = []
        known = ["dial"] if self.dial else []
        self.dial = self.dial or (DIAL if self.random.random() < 0.3 else None)
        record = {**record, "dial": self.dial}
        if known:
            mistakes.append(("night/doubt.carried", {**record, "dial": DIAL + 1}))
        self.enter(stage, record, known, offered, mistakes)
        self.seen, self.has_shown = space(self.needle), True
        self.standing = dict(self.ecus) if stage == "city" else self.standing
        return True

    # --- The count, and what prepares the second season --------------------------------------------------------------

    def count(self):
        now = mood(self.needle)
        toward = 1 if now == "tragedy" else -1
        chameleons = {name: held.count("chameleon") for name, held in self.acrobats.items()}
        shows = {name: toward * influence(self.troupe[name]) + chameleons[name] for name in self.names}
        best, reward = max(shows.values()), 3 if self.season == 1 else 5
        rows, self.gained = [], {}
        lying = {name: [pays] for name, pays in self.played.items() if pays and self.season == 2}
        for name in self.names:
            matching = sum((actor[0] == "T") == (now == "tragedy") for actor in self.troupe[name])
            pleases = reward * ((shows[name] > 0) + (shows[name] > 0 and shows[name] == best))
            requests = self.requests(name)
            self.gained[name] = matching + pleases + sum(requests)
            shown = {"troupe": sorted(self.troupe[name]), "chameleons": chameleons[name], "requests": requests}
            rows.append({"name": name, **shown})
            self.ecus[name] += self.gained[name]
        record = {"season": self.season, "mood": now, "players": rows}
        mistakes = [("night/doubt.carried", {**record, "season": 3 - self.season})] if self.season == 1 else []
        if self.season == 2:
            holders = [seat for seat, name in enumerate(self.names) if self.stayed[name]]
            mistakes += [
                ("night/doubt.fewer", changed(record, seat, chameleons=self.stayed[self.names[seat]] - 1))
                for seat in holders
            ]
        for seat, name in enumerate(self.names):
            others = [actor for actor in rows[seat]["troupe"] if actor not in self.told[name][:1]]
            mistakes += (
                [("histrio/doubt.troupe-short", changed(record, seat, troupe=others))] if self.told[name] else []
            )
        offered = {"mood": self.seen.split()[0]} if self.has_shown else {}
        offered |= {"players.requests": lying} if lying else {}
        self.enter("season", record, ["season"], offered, mistakes)
        self.stayed = chameleons
        self.standing = {name: self.standing[name] + self.gained[name] for name in self.names}
        self.seen, self.has_shown = None, False

    def requests(self, name):
        """Play one that was played before once more, and one that was not."""
        again = [self.played[name]] if self.played[name] and self.random.random() < 0.5 else []
        if not self.hidden[name] or self.random.random() < 0.3:
            return again
        self.hidden[name] -= 1
        pays = self.random.choice((2, 3, 4))
        self.played[name] = self.played[name] or pays
        return [*again, pays]

    def prepare(self):
        before, self.season = mood(self.needle), 2
        self.needle = self.random.choice((0, 1))
        if mood(self.needle) != before:
            self.supply = dict.fromkeys(self.names, 3)
        held = [card for cards in self.acrobats.values() for card in cards]
        cards = list(DECK)
        for card in held:
            cards.remove(card)
        self.deck = self.random.sample(cards, len(cards))
        if self.random.random() < 0.5:
            self.enter("prepare", {"needle": space(self.needle)})
            self.seen = space(self.needle)


def play(random):
    return Play(random).table()

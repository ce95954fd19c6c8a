"""Intrigo by the rulebook: rounds until somebody wins, each prepared in an entry or not."""

from collections import Counter

from palaces import DOWN, FACTIONS, KINDS, NAMES, TASTES, Evening
from tables.entry import Entry, changed, set_up


class Play(Evening):
    """A table as it lies, and what was entered of it."""

    def __init__(self, random):
        self.set_up = set_up("intrigo", random)
        eager, taste = random.choice((0, 0.05, 0.2, 0.5)), random.choice(TASTES)
        super().__init__(random.random(), len(self.set_up.names), eager=eager, taste=taste, spoil=random.random() < 0.3)
        self.owners = {family: NAMES.index(name) for name, family in self.set_up.draws["families"].items()}
        self.palace = list(self.set_up.draws["palace"])
        for token in self.palace:
            if token in FACTIONS:
                self.bag.remove(token)
        self.middle -= self.palace.count("ducat")
        self.diligence = random.random()
        self.entries, self.used = [], Counter()

    def evening(self):
        for number in range(8):
            stayed, middle, self.before = self.tokens(), self.middle, list(self.ducats)
            seals = self.lay_out()
            laid = self.tokens()
            self.lies = [None if seal_drawn(*pair) else pair[1] for pair in zip(stayed, laid, strict=True)]
            if number and self.random.random() < self.diligence:
                record = {"stayed": stayed, "seals": seals, "middle": middle}
                self.entries.append(Entry("prepare", record, ("stayed", "middle"), mistakes=self.ill_prepared(record)))
                self.lies = laid
            full = ("night/doubt.undue", "prepare", {"stayed": laid, "seals": [], "middle": self.middle})
            is_due = self.entries and self.entries[-1].stage == "round"
            self.fill(number)
            self.enter([] if is_due else [full], is_told=bool(number or self.set_up.code))
            if self.award():
                break
        return self.set_up.table(self.entries)

    def tokens(self):
        """Return what lies in the palace, turned up."""
        return [(token or "none").removesuffix(DOWN) for token in self.palace]

    def enter(self, mistakes, *, is_told):
        record = self.table()
        record["players"].sort(key=lambda row: self.set_up.seats.index(row["name"]))
        if is_told:
            known, lies = ("players.family", "players.seals"), {"palace": self.lies}
            mistakes += self.wrong(record)
            self.entries.append(
                Entry("round", record, known, {}, lies, self.otherwise(record), mistakes=tuple(mistakes))
            )
        else:
            self.entries.append(Entry("round", record, mistakes=tuple(mistakes)))
        self.used.update(card for card in record["gaps"] if card in KINDS)

    def otherwise(self, record):
        """Return what is typed of the palace: what lies otherwise or was not known, or nothing."""
        pairs = enumerate(zip(self.lies, record["palace"], strict=True), 1)
        other = {str(place): token for place, (known, token) in pairs if known != token}
        if {"merchant", "thief"} & {*record["gaps"]}:  # even if all lies as it did, that has to be said
            other = other or {"1": record["palace"][0]}
        return {"palace": other or None}

    def ill_prepared(self, record):
        """Return preparations with a token that did not stay, and with ducats that came from nowhere."""
        wrong = [{**record, "middle": (record["middle"] + 1) % 33}]
        lying = [place for place, token in enumerate(record["stayed"]) if token in FACTIONS]
        if lying:
            place = self.random.choice(lying)
            wrong.append({**record, "stayed": replaced(record["stayed"], place, "ducat")})
        return tuple(("night/doubt.carried", "prepare", one) for one in wrong)

    def wrong(self, record):
        """Return records that cannot follow what was entered."""
        return [(code, "round", one) for code, one in (*self.wrong_rows(record), *self.wrong_pieces(record))]

    def wrong_rows(self, record):
        rows = record["players"]
        seat = self.random.randrange(len(rows))
        before = self.before[NAMES.index(rows[seat]["name"])]
        if self.middle > before + 1:
            yield "night/doubt.beyond", changed(record, seat, ducats=before + 1)
        if before and not {*KINDS} & {*record["gaps"]}:
            yield "night/doubt.unchanged", changed(record, seat, ducats=before - 1)
        if rows[seat]["seals"]:
            yield "night/doubt.carried", changed(record, seat, seals={})
        one, other = rows[seat]["family"], rows[seat - 1]["family"]
        yield "night/doubt.carried", changed(changed(record, seat, family=other), seat - 1, family=one)

    def wrong_pieces(self, record):
        tokens, gaps = record["palace"], record["gaps"]
        seals = [place for place, token in enumerate(self.lies) if token in FACTIONS]
        used_up = [kind for kind in KINDS if self.used[kind] == 3]
        if used_up:
            yield "night/doubt.left", {**record, "gaps": replaced(gaps, 0, self.random.choice(used_up))}
        if "merchant" not in gaps and seals:
            place = self.random.choice(seals)
            others = [at for at, token in enumerate(self.lies) if token not in (None, self.lies[place])]
            other = self.random.choice(others) if others else place
            swapped = replaced(replaced(tokens, place, tokens[other]), other, tokens[place])
            if others:
                yield "night/doubt.stayed", {**record, "palace": swapped}
        elif "merchant" in gaps and None not in self.lies and self.middle:
            place = next(at for at, token in enumerate(tokens) if token.removesuffix(DOWN) in FACTIONS)
            yield "intrigo/doubt.tokens-gone", {**record, "palace": replaced(tokens, place, "ducat")}


def seal_drawn(stayed, laid):
    """Tell whether a seal was drawn from the bag for a building: nobody knows which."""
    return stayed == "none" and laid in FACTIONS


def replaced(pieces, place, piece):
    """Return a list with another piece at a place."""
    return [*pieces[:place], piece, *pieces[place + 1 :]]


def play(random):
    return Play(random).evening()

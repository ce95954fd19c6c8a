"""Turandot by the rulebook: seven rounds of bids, of which a table may leave some out, and the opera."""

from tables.entry import Entry, changed, set_up

DIRECTORS = ("goths", "comedians", "alternatives", "classicals", "favourites", "staging", "six-types", "indefinite")
TYPES = ("professional", "amateur", "alternative", "classical", "comedian", "goth")
ROUNDS = range(1, 8)
STAGED = {1, 2, 3, 5, 6, 7}
"""The rounds in which the costume designer and the carpenter can be hired."""
MONEY = 3


def hired(bids, holder, number):
    """Return what each player who hires a card pays, and who turns a money card into a staging element."""
    spent, staged = {}, []
    for card in {bid["number"] for bid in bids} - {None}:
        rivals = sorted((bid["money"], bid["name"]) for bid in bids if bid["number"] == card)
        if len(rivals) == 1 or rivals[-1][0] > rivals[-2][0]:
            spent[rivals[-1][1]] = rivals[-1][0]
    if number in STAGED:
        clockwise = [*bids[holder + 1 :], *bids[:holder]]
        staged = [bid["name"] for bid in clockwise if bid["number"] is None][: 1 if len(bids) < 4 else 2]
    return spent, staged


class Play:
    """A table as it lies, and what was entered of it."""

    def __init__(self, random):
        self.random, self.set_up = random, set_up("turandot", random)
        self.names = self.set_up.seats
        self.first = self.names.index(self.set_up.draws["puccini"])
        self.diligence = random.choice((1, 1, 0.7))
        self.money, self.staging = dict.fromkeys(self.names, MONEY), dict.fromkeys(self.names, 0)
        # What was entered tells this much:
        self.left, self.counted = dict(self.money), dict(self.staging)
        self.entered, self.entries = [], []

    def table(self):
        for number in ROUNDS:
            self.play_round(number)
        self.end()
        return self.set_up.table(self.entries)

    @property
    def knows_holder(self):
        return bool(self.entered or self.set_up.code)

    def holder(self, number):
        return (self.first + number - 1) % len(self.names)

    def play_round(self, number):
        bids = [self.bid(name) for name in self.names]
        spent, staged = hired(bids, self.holder(number), number)
        is_entered = self.random.random() < self.diligence
        if is_entered:
            self.enter(number, bids)
        for name in self.names:
            costs = spent.get(name, 0) + (name in staged)
            for money, staging in ((self.money, self.staging), (self.left, self.counted))[: 1 + is_entered]:
                money[name] -= costs
                staging[name] += name in staged

    def bid(self, name):
        """Choose a number with some money or none, or money alone."""
        money, is_alone = self.money[name], self.money[name] and self.random.random() < 0.3
        return {
            "name": name,
            "number": None if is_alone else self.random.randint(1, len(self.names) + 1),
            "money": 1 if is_alone else min(money, self.random.choice((0, 0, 1, 2, 3))),
            "bluff": self.random.random() < 0.2,
        }

    def enter(self, number, bids):
        record = {"round": number, "puccini": self.names[self.holder(number)], "players": bids}
        is_next = number == (self.entered[-1] if self.entered else 0) + 1
        known, mistakes = ["round"] * is_next, []
        seat = self.random.randrange(len(self.names))
        beyond = self.left[self.names[seat]] + 1
        if beyond <= MONEY:
            mistakes.append(("night/doubt.beyond", "round", changed(record, seat, number=1, money=beyond)))
        if self.knows_holder:
            known.append("puccini")
            other = {**record, "puccini": self.names[self.holder(number + 1)]}
            mistakes.append(("night/doubt.carried", "round", other))
        gap = () if is_next else ("round night/doubt.carried",)
        self.entries.append(Entry("round", record, tuple(known), doubts=gap, mistakes=tuple(mistakes)))
        self.entered.append(number)

    def end(self):
        directors = self.random.sample(DIRECTORS, len(self.names) + 1)
        rows = [
            {"name": name, "singers": self.singers(), "director": directors.pop(), "staging": self.staging[name]}
            for name in self.names
        ]
        record, known, mistakes = {"players": rows}, [], []
        if len(self.names) == 2:
            imaginary = {"singers": self.singers(), "director": directors.pop()}
            record |= {"puccini": self.names[self.holder(7)], "imaginary": imaginary}
            if self.knows_holder:
                known.append("puccini")
                other = {**record, "puccini": self.names[self.holder(8)]}
                mistakes.append(("night/doubt.carried", "final", other))
        seat = self.random.randrange(len(self.names))
        for code, staging in self.wrong_staging(self.names[seat]):
            mistakes.append((code, "final", changed(record, seat, staging=staging)))
        if {*self.entered} >= STAGED:
            known.append("players.staging")
        gap = ("night/doubt.skipped",) if len(self.entered) < len(ROUNDS) else ()
        self.entries.append(Entry("final", record, tuple(known), doubts=gap, mistakes=tuple(mistakes)))

    def wrong_staging(self, name):
        """Yield how many staging elements a player cannot have by what was entered."""
        counted, most = self.counted[name], self.counted[name] + self.left[name]
        if {*self.entered} >= STAGED:
            yield "night/doubt.carried", (counted + 1) % (MONEY + 1)
        elif self.entered and counted:
            yield "night/doubt.fewer", counted - 1
        elif self.entered and most < MONEY:
            yield "night/doubt.beyond", most + 1

    def singers(self):
        kinds = self.random.choices(TYPES, k=6)
        sexes = ("male", "female", "indefinite")
        return [f"{self.random.randint(1, 3)} {self.random.choice(sexes)} {kind}" for kind in kinds]


def play(random):
    return Play(random).table()

"""Evenings of The Magnificent that are played by the rules: what players do in their turns, and what a table writes down.

Posters, tents and cards are invented, as no source lists them; of what is not written down nothing is known.
"""

from collections import Counter
from dataclasses import dataclass, field

COLOURS = ("orange", "green", "purple")
KINDS = (*COLOURS, "clear")
ROLLED = {1: (1, 2), 2: (3, 2), 3: (4, 3), 4: (5, 4)}
"""The dice of each colour, and the clear ones, by the number of players."""
IN_THE_BOX = {"large": 12, "small": 16}
FOOT, POWERS = (1, 2, 3, 4), (5, 6, 8, 10, 12, 14, 16)
"""The spaces of the track: those without a number, and the numbers of the others."""
TAKEN_ALONE = (6, 10, 16)
TENTS, ARTISTS, STORAGE, COINS = 4, 6, 3, 120
CARDS = {
    "tents": lambda player, _: player.tents,
    "small-tiles": lambda player, _: player.tiles("small"),
    "large-tiles": lambda player, _: player.tiles("large"),
    "small-tiles-colour": lambda player, colour: player.camp[f"{colour} small"],
    "large-tiles-colour": lambda player, colour: player.camp[f"{colour} large"],
    "artists": lambda player, _: min(ARTISTS, player.completed),
    "artist": lambda player, _: -(-player.completed // ARTISTS),
    "trainers": lambda player, _: player.trainers,
    "coloured-gems": lambda player, _: sum(player.gems[colour] for colour in COLOURS),
    "rows": lambda player, _: player.full(player.grid),
    "columns": lambda player, _: player.full([*zip(*player.grid, strict=True)]),
    "hat": lambda player, _: max(player.hats) if max(player.hats) > max(FOOT) else 0,
    "flat": None,
    "dice-sum": None,
    "clear-dice": None,
}
"""What each card counts of a player, some of them of one colour that the card does not say in a record."""


@dataclass
class Player:
    """What one player has."""

    name: str
    cards: list
    hats: list
    """The heights of the hats on the track: the place at its foot, or else the number of the space."""
    points: int = 0
    coins: int = 6
    tents: int = 0
    trainers: int = 1
    completed: int = 0
    camp: Counter = field(default_factory=Counter)
    gems: Counter = field(default_factory=lambda: Counter(dict.fromkeys(KINDS, 1)))
    grid: list = field(default_factory=lambda: ["....", "....", "...."])
    dice: list = field(default_factory=list)
    performances: int = 0

    def tiles(self, size):
        return sum(number for tile, number in self.camp.items() if tile.endswith(size))

    def full(self, lines):
        return sum("." not in line for line in lines)

    def shown(self, card):
        """Write a card down with what it counts now."""
        condition, colour = card
        counts = CARDS[condition]
        return f"{condition} {counts(self, colour)}" if counts else condition


class Circus:
    """One evening: `entries` yields what is written down, whole and as it is typed."""

    def __init__(self, random, names, score):
        """Seat the players; `score` scores a record of a stage."""
        self.random, self.score = random, score
        self.players = [
            Player(name, [self.card() for _ in range(4)], [place]) for place, name in enumerate(names, FOOT[0])
        ]
        self.alone = len(names) == 1
        self.standing = dict.fromkeys(names, 0)
        self.by_power, self.draws = self.alone or random.random() < 0.6, random.random() < 0.3
        self.picked = self.chosen = False

    def card(self):
        condition = self.random.choice(list(CARDS))
        return condition, self.random.choice(COLOURS)

    def entries(self):
        for number in (1, 2, 3):
            if number > 1:
                yield from self.prepare(number)
            for player in self.players:
                player.performances = 0
            self.roll()
            for _ in range(4):
                for player in self.players:
                    yield from self.turn(player)
            yield from self.end(number)
        yield self.final()

    def prepare(self, number):
        """Slide the hats down and roll the dice."""
        order = sorted(self.players, key=lambda player: max(player.hats))
        if self.random.random() < 0.5:
            each, clear = ROLLED[len(self.players)]
            counts = {**dict.fromkeys(COLOURS, each), "clear": clear}
            dice = [f"{kind} {self.random.randint(1, 6)}" for kind, count in counts.items() for _ in range(count)]
            whole = {"round": number, "dice": dice}
            if self.picked and not self.alone:
                whole["hats"] = [player.name for player in order]
            yield "prepare", whole, {"dice": dice}, ""
        for place, player in enumerate(order, FOOT[0]):
            player.hats = [place]

    def roll(self):
        """Hand each player the dice to be taken in the round, whatever they show then; alone coloured ones are added."""
        each, clear = ROLLED[len(self.players)]
        pool = [colour for colour in COLOURS for _ in range(each + 4 * self.alone)] + ["clear"] * clear
        self.random.shuffle(pool)
        for player in self.players:
            player.dice = [f"{pool.pop()} {self.random.randint(1, 6)}" for _ in range(4)]

    def turn(self, player):
        """Build, travel or perform; a performance may be written down."""
        player.points += self.random.choice((0, 0, 5))
        self.earn(player, self.random.randint(0, 4))
        player.trainers = max(0, min(8, player.trainers + self.random.randint(-1, 1)))
        action = self.random.choice(("build", "travel", "perform"))
        if action == "build":
            for _ in range(self.random.randint(1, 3)):
                self.lay(player)
        elif action == "travel":
            for kind in self.random.choices(KINDS, k=self.random.randint(1, 3)):
                player.gems[kind] = min(STORAGE, player.gems[kind] + 1)
            player.tents = min(TENTS, player.tents + self.random.randint(0, 1))
        else:
            yield from self.perform(player)

    def earn(self, player, coins):
        player.coins += min(coins, COINS - sum(each.coins for each in self.players))

    def lay(self, player):
        colour, size = self.random.choice(COLOURS), self.random.choice(list(IN_THE_BOX))
        if sum(each.camp[f"{colour} {size}"] for each in self.players) < IN_THE_BOX[size]:
            player.camp[f"{colour} {size}"] += 1
        row = self.random.randrange(len(player.grid))
        player.grid[row] = player.grid[row].replace(".", colour[0].upper(), 1)

    def perform(self, player):
        """Move a hat, and complete the best posters."""
        player.performances += 1
        others = {hat for each in self.players for hat in each.hats if each is not player}
        free = {*FOOT, *POWERS} - others - set(player.hats) - (set(TAKEN_ALONE) if self.alone else set())
        space = self.random.choice(sorted(free))
        if player.performances == 2:
            player.hats.append(space)
        else:
            player.hats[self.random.randrange(len(player.hats))] = space
        tents = self.random.sample(range(TENTS + 1), player.tents + 1)
        posters = [
            {
                "points": self.random.randint(3, 12),
                "coins": self.random.randint(0, 3),
                "tiles": {f"{self.random.choice(COLOURS)} {self.random.choice(list(IN_THE_BOX))}": 1},
                "gems": {self.random.choice(KINDS): 1} if self.random.random() < 0.5 else {},
                "tent": "tent +2" if place in tents else "-",
            }
            for place in range(self.random.randint(1, TENTS + 1))
        ]
        whole = {"posters": posters, "camp": dict(player.camp), "gems": dict(player.gems), "limit": 2}
        outcome = self.score("perform", whole).outcome
        player.points += outcome.points
        self.earn(player, outcome.coins)
        player.gems -= Counter(outcome.gems)
        player.completed += len(outcome.completed)
        if self.random.random() < 0.6:
            self.standing[player.name] += outcome.points
            yield "perform", whole, whole if self.alone else {**whole, "player": player.name.upper()}, player.name

    def space(self, height, *, by_power):
        """Return how a table calls a space of the track."""
        if height in FOOT:
            return height
        return f"power {height}" if by_power else max(FOOT) + 1 + POWERS.index(height)

    def picks(self, number):
        players = [
            {"name": each.name, "hats": [self.space(hat, by_power=self.by_power) for hat in each.hats]}
            for each in self.players
        ]
        whole = {"round": number, "players": players}
        return "picks", whole, whole, ""

    def end(self, number):
        """Take the lower hats back, pick, choose, pay and score: some of it is written down, in some order."""
        is_picked, is_late = self.random.random() < 0.6, self.random.random() < 0.2
        is_chosen = self.random.random() < 0.5
        steps = [(is_picked and not is_late, self.picks), (is_chosen, self.choose)]
        self.random.shuffle(steps)
        for player in self.players:
            player.hats = player.hats if is_picked and not is_late else [max(player.hats)]
            player.cards.append(self.card())
        for is_written, step in steps:
            if is_written:
                yield step(number)
        yield self.round(number, is_chosen=is_chosen)
        if is_picked and is_late:
            yield self.picks(number)
        self.picked = is_picked

    def row(self, player, *fields):
        row = {"name": player.name, "points": player.points, "coins": player.coins, "dice": player.dice}
        row = {key: value for key, value in row.items() if key not in fields}
        return {**row, "grid": list(player.grid)} if self.draws and "grid" not in fields else row

    def gained(self, row):
        """Return a row in which what was gained stands for the points."""
        told = {key: value for key, value in row.items() if key != "points"}
        return {**told, "gained": row["points"] - self.standing[row["name"]]}

    def choose(self, number):
        rows = [{**self.row(player), "cards": [player.shown(card) for card in player.cards]} for player in self.players]
        return "choose", {"round": number, "players": rows}, {"players": [self.gained(row) for row in rows]}, ""

    def round(self, number, *, is_chosen):
        rows, typed = [], []
        for player in self.players:
            card = player.shown(player.cards.pop(self.random.randrange(len(player.cards))))
            rows.append({**self.row(player), "card": card})
            known = self.row(player, "points", "coins", "dice", "grid")
            typed.append({**known, "card": card} if is_chosen else self.gained(rows[-1]))
        whole = {"round": number, "players": rows}
        result = self.score("round", whole)
        for player, score in zip(self.players, result.players, strict=True):
            player.points = self.standing[player.name] = score.total
            player.coins = result.outcome.players[player.name].coins
        return "round", whole, {"players": typed}, ""

    def final(self):
        """Return the end: hats may be told in another form than when sets were picked."""
        by_power = self.by_power if self.random.random() < 0.7 else self.alone or not self.by_power
        rows = [
            {
                **self.row(player),
                "cards": [player.shown(card) for card in player.cards],
                "plots": sorted(self.random.randint(0, 6) for _ in range(9)),
                "gems": player.gems.total(),
                "hat_place": self.space(max(player.hats), by_power=by_power),
            }
            for player in self.players
        ]
        known = {"points", "coins", "dice"} | ({"hat_place"} if self.picked and by_power == self.by_power else set())
        typed = [{key: value for key, value in row.items() if key not in known} for row in rows]
        return "final", {"players": rows}, {"players": typed}, ""

"""Historia: whatever was counted, as often as a table likes. The rulebook page at hand has no rule of it."""

from tables.entry import Entry, set_up

KINDS = ("territories", "leaders", "wonders", "government", "technology", "military", "raid", "war", "exploit", "other")


def play(random):
    made = set_up("historia", random)
    entries = []
    for _ in range(random.randint(1, 4)):
        amounts = [{kind: random.randint(-3, 20) for kind in random.sample(KINDS, 2)} for _ in made.seats]
        rows = [{"name": name, "amounts": own} for name, own in zip(made.seats, amounts, strict=True)]
        entries.append(Entry("tally", {"players": rows}))
    return made.table(entries)

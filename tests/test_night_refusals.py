"""What cannot be done to an evening, and just what is said of it: the place, the words, and what they are filled with."""

from dataclasses import replace

import pytest

from callboard_nights import commands
from callboard_nights import count_commands as own
from callboard_nights.counts import EVENT, counts_of
from callboard_nights.events import Event
from callboard_nights.night import night_of
from callboard_scoring.games import find_game
from callboard_scoring.problems import Problem, RefusedError
from callboard_scoring.words import Words, fold

AT, LATER = "2026-11-22T19:30:00Z", "2026-11-22T19:31:00Z"
BOTH = ["Ann", "Bob"]


def season(**changed):
    players = [{"name": name, "troupe": ["C3"], "chameleons": 0, "requests": []} for name in BOTH]
    return {"mood": "comedy", "players": players, **changed}


def begun(*done, game="histrio", names=BOTH):
    """Return the log of an evening at which these acts were done."""
    log = commands.begin(find_game(game), names, AT)
    for act, *told in done:
        log = (*log, act(night_of(log), *told, AT))
    return log


SEASON = (commands.add, "season", season())
UNDONE = (commands.undo,)
ENDED = (commands.end,)
FINAL = (commands.add, "final", {"players": [{"name": "Ann", "ecus": 9}, {"name": "Bob", "ecus": 1}]})


def said(act, *told, **values):
    """Return the problems with which something is refused."""
    with pytest.raises(RefusedError) as caught:
        act(*told, **values)
    return list(caught.value.problems)


NOT_HERE = {"given": "Cid", "names": BOTH}
REFUSED = [
    ([ENDED], commands.add, ("season", season()), [Problem((), "error.night.ended")]),
    ([FINAL], commands.add, ("season", season()), [Problem((), "error.night.over")]),
    ([], commands.change, (1, season()), [Problem((), "error.night.no-entry", {"given": 1, "count": 0})]),
    ([SEASON], commands.change, (2, season()), [Problem((), "error.night.no-entry", {"given": 2, "count": 1})]),
    ([SEASON, UNDONE], commands.change, (1, season()), [Problem((), "error.night.taken-back", {"given": 1})]),
    ([], commands.undo, (), [Problem((), "error.night.nothing-to-undo")]),
    ([SEASON], commands.redo, (), [Problem((), "error.night.nothing-to-redo")]),
    ([ENDED], commands.end, (), [Problem((), "error.night.ended")]),
    ([], commands.resume, (), [Problem((), "error.night.not-ended")]),
    ([], commands.rename, ("Cid", "Dan"), [Problem((), "error.night.unknown-player", NOT_HERE)]),
    ([], commands.rename, ("Ann", "bob"), [Problem((), "error.name-taken", {"given": "bob", "other": "Bob"})]),
]


@pytest.mark.parametrize(("done", "act", "told", "problems"), REFUSED)
def test_what_cannot_be_done_is_told_with_what_its_words_need(done, act, told, problems):
    assert said(act, night_of(begun(*done)), *told, AT) == problems


@pytest.mark.parametrize(
    ("names", "problems"),
    [
        (["Ann"], [Problem(("names",), "usage.players", {"given": 1, "least": 2, "most": 5})]),
        (list("abcdef"), [Problem(("names",), "usage.players", {"given": 6, "least": 2, "most": 5})]),
        (["Ann", "ann"], [Problem(("names", 1), "error.name-taken", {"given": "ann", "other": "Ann"})]),
    ],
)
def test_who_cannot_play_is_told_with_what_the_words_need(names, problems):
    assert said(commands.begin, find_game("histrio"), names, AT) == problems


def test_as_few_and_as_many_as_the_game_has_can_begin():
    for names in ("ab", "abcde"):
        assert night_of(begun(names=list(names))).players == tuple(names)


def test_a_note_is_short_and_can_be_seen():
    longest = "x" * commands.MOST_NOTED
    assert commands.note(f" {longest}\n", LATER) == Event("noted", LATER, "", {"note": longest})
    too_long = Problem((), "error.night.note-long", {"count": commands.MOST_NOTED + 1, "limit": commands.MOST_NOTED})
    assert said(commands.note, longest + "x", AT) == [too_long]
    assert said(commands.note, "a\x07b", AT) == [Problem((), "error.night.note-characters")]


def test_each_act_writes_down_what_was_done_and_when_and_nothing_else():
    log = begun(SEASON)
    night = night_of(log)
    entered = {"stage": "season", "entered": season()}
    assert log == (
        Event("began", AT, "", {"game": "histrio", "players": BOTH, "setup": None}),
        Event("entered", AT, "", entered),
    )
    changed = commands.change(night, 1, season(mood="tragedy"), LATER)
    assert changed == Event("changed", LATER, "", {"entry": 1, "entered": season(mood="tragedy")})
    assert commands.undo(night, LATER) == Event("took-back", LATER)
    assert commands.redo(commands.after(log, commands.undo(night, AT)), LATER) == Event("gave-back", LATER)
    assert commands.end(night, LATER) == Event("ended", LATER)
    assert commands.resume(commands.after(log, commands.end(night, AT)), LATER) == Event("resumed", LATER)
    assert commands.rename(night, "ANN", "Zoe", LATER) == Event("seated", LATER, "", {"old": "Ann", "new": "Zoe"})


def test_a_record_is_entered_and_given_anew_with_the_words_of_whoever_types():
    words = Words({fold("комедия"): "comedy"})
    typed = season(mood="комедия")
    assert commands.add(night_of(begun()), "season", typed, AT, words).data["entered"]["mood"] == "comedy"
    assert commands.change(night_of(begun(SEASON)), 1, typed, AT, words).data["entered"]["mood"] == "comedy"


# --- What is typed of a count ----------------------------------------------------------------------------------------


def counted(act, log, *told, **values):
    """Do something to a count, as whoever's link it is."""
    return act(night_of(log), counts_of(log), *told, at=LATER, **values)


def all_sealed():
    """A sealed count in which all are done."""
    log = begun()
    log = (*log, counted(own.make_sealed, log, "season"))
    for name in BOTH:
        log = (*log, counted(own.finish, log, "season", name, by=name))
    return log


def locked():
    log = begun()
    return (*log, counted(own.lock, log, "season", "Ann"))


def sealed():
    log = begun()
    return (*log, counted(own.finish, log, "season", "Ann", by="Ann"))


FOREIGN = [Problem((), "error.night.part-others", {"name": "Ann"})]
NOBODYS = [Problem((), "error.night.part-nobody")]
IS_LOCKED = [Problem((), "error.night.part-locked")]
ALL_SEALED = [Problem((), "error.night.part-all-sealed")]
DONE = [Problem((), "error.night.part-sealed", {"name": "Ann"})]
TOO_LARGE = [Problem((), "error.night.claim-large", {"limit": 6})]
NO_STAGE = [Problem((), "error.night.unknown-stage", {"given": "autumn"})]
NOT_SEALED = [Problem((), "error.night.not-sealed", {"given": 1})]
UNKNOWN = [Problem((), "error.night.unknown-player", NOT_HERE)]


@pytest.mark.parametrize("act", [own.type_part, own.claim, own.finish, own.reopen])
def test_whose_part_it_is_who_writes_and_at_which_stage_is_looked_at_by_each_act(act):
    values = {own.type_part: {"typed": {"": "C3"}}, own.claim: {"total": 3}}.get(act, {})
    assert said(counted, act, begun(), "season", "Ann", by="Bob", **values) == FOREIGN
    assert said(counted, act, begun(), "season", "Ann", by="Cid", **values) == UNKNOWN
    assert said(counted, act, begun(), "season", "Cid", by="Ann", **values) == UNKNOWN
    assert said(counted, act, begun(), "autumn", "Ann", by="Ann", **values) == NO_STAGE
    assert said(counted, act, locked(), "season", "Ann", by="Ann", **values) == IS_LOCKED
    assert said(counted, act, begun(ENDED), "season", "Ann", by="", **values) == [Problem((), "error.night.ended")]
    if act is not own.type_part:
        assert said(counted, act, begun(), "season", "", by="", **values) == NOBODYS


def test_what_is_done_is_told_to_whoever_writes_on_and_to_the_host():
    for by in ("Ann", ""):
        assert said(counted, own.type_part, sealed(), "season", "Ann", by=by, typed={"": "C3"}) == DONE
        assert said(counted, own.claim, sealed(), "season", "Ann", by=by, total=3) == DONE
    assert said(counted, own.reopen, all_sealed(), "season", "Ann", by="Ann") == ALL_SEALED
    assert said(counted, own.type_part, all_sealed(), "season", "", by="Ann", typed={"mood": "comedy"}) == ALL_SEALED


def test_a_stage_that_the_game_has_not_is_told_to_the_host_too():
    for act in (own.lock, own.unlock):
        assert said(counted, act, begun(), "autumn", "Ann") == NO_STAGE
        assert said(counted, act, begun(), "season", "Cid") == UNKNOWN
    assert said(counted, own.make_sealed, begun(), "autumn") == NO_STAGE


def test_a_total_is_claimed_up_to_six_digits_on_either_side_of_nothing():
    for total in (-999_999, 999_999):
        claimed = counted(own.claim, begun(), "season", "ann", by="Ann", total=total)
        assert claimed == Event("claimed", LATER, "Ann", {"stage": "season", "whose": "Ann", "total": total})
        further = total + (1 if total > 0 else -1)
        assert said(counted, own.claim, begun(), "season", "Ann", by="Ann", total=further) == TOO_LARGE


def test_only_what_was_counted_sealed_is_revealed():
    assert said(counted, own.reveal, begun(SEASON), 1, 3) == NOT_SEALED
    assert said(counted, own.reveal, begun(), 1, 3) == [Problem((), "error.night.no-entry", {"given": 1, "count": 0})]
    log = (*all_sealed(), commands.add(night_of(begun()), "season", season(), AT))
    assert counted(own.reveal, log, 1, 3) == Event("revealed", LATER, "", {"entry": 1, "shown": 3})
    assert counted(own.reveal, log, 1, 0) is counted(own.reveal, log, 1, -1) is None
    assert counted(own.reveal, log, 1, 1000).data["shown"] == counted(own.reveal, log, 1, 999).data["shown"] == 999
    assert counted(own.reveal, log, 1, None).data["shown"] is None


def test_each_act_of_a_count_writes_down_whose_it_was_and_who_did_it():
    log = begun()
    part = {"stage": "season", "whose": "Ann"}
    written = counted(own.type_part, log, "season", "ann", by="Ann", typed={"": "C3\r\nC2\rC1", "x": ""})
    assert written.event == Event("typed", LATER, "Ann", {**part, "typed": {"": "C3\nC2\nC1"}})
    assert written.overwritten == {}
    assert counted(own.finish, log, "season", "ann", by="Ann") == Event(
        "sealed", LATER, "Ann", {**part, "sealed": True}
    )
    opened = counted(own.reopen, sealed(), "season", "ann", by="Ann")
    assert opened == Event("sealed", LATER, "Ann", {**part, "sealed": False})
    assert counted(own.lock, log, "season", "ann") == Event("locked", LATER, "", {**part, "locked": True})
    assert counted(own.unlock, locked(), "season", "ann") == Event("locked", LATER, "", {**part, "locked": False})
    secret = {"stage": "season", "whose": "", "sealed": True}
    assert counted(own.make_sealed, log, "season") == Event("sealed", LATER, "", secret)
    assert counted(own.make_sealed, all_sealed(), "season", sealed=False).data["sealed"] is False
    unchanged = [
        counted(own.claim, log, "season", "Ann", by="Ann", total=None),
        counted(own.finish, sealed(), "season", "Ann", by="Ann"),
        counted(own.reopen, log, "season", "Ann", by="Ann"),
        counted(own.lock, locked(), "season", "Ann"),
        counted(own.unlock, log, "season", "Ann"),
        counted(own.make_sealed, all_sealed(), "season"),
        counted(own.make_sealed, log, "season", sealed=False),
    ]
    assert unchanged == [None] * 7


def test_a_part_holds_as_much_as_is_said_and_no_sign_more():
    fields = {"limit": own.MOST_FIELDS, "most": own.MOST_KEY}
    most = {f"{number:x<{own.MOST_KEY}}": "1" for number in range(own.MOST_FIELDS)}
    assert list(own.misshapen(most)) == []
    assert list(own.misshapen({**most, "one more": "1"})) == [Problem((), "error.night.part-fields", fields)]
    assert list(own.misshapen({"x" * (own.MOST_KEY + 1): "1"})) == [Problem((), "error.night.part-fields", fields)]
    longest = {"a": "1", "b": "x" * (own.MOST_TYPED - 1)}
    assert list(own.misshapen(longest)) == []
    too_long = Problem((), "error.night.part-long", {"count": own.MOST_TYPED + 1, "limit": own.MOST_TYPED})
    assert list(own.misshapen({**longest, "a": "12"})) == [too_long]
    for unseen in ("\x00", "\x1b[2J", "\ud83d"):
        unkept = [Problem((), "error.night.part-characters")]
        assert list(own.misshapen({"a": f"1{unseen}"})) == list(own.misshapen({f"a{unseen}": "1"})) == unkept
    assert list(own.misshapen({"a": "C3\n\tC2\u200b"})) == []


FULL = [Problem((), "error.night.parts-full")]


@pytest.mark.parametrize(("game", "names"), [("histrio", BOTH), ("magnificent", ["Ann"])])
def test_each_player_may_write_a_share_and_the_host_what_is_left(game, names):
    log = begun(game=game, names=names)
    night, counts = night_of(log), counts_of(log)
    stage, share = next(iter(night.game.stages)), own.MOST_OF_PLAYERS // len(names)

    def letter(by, **written):
        """Type one letter, as if so much was written before."""
        now = replace(counts, **written)
        return own.type_part(night, now, stage, "Ann", by=by, typed={"": "y"}, at=AT).event

    room = EVENT + 1
    assert letter("Ann", weight=share - room, weights={"Ann": share - room}) is not None
    assert said(letter, "Ann", weight=share, weights={"Ann": share - room + 1}) == FULL
    assert letter("Ann", weight=own.MOST_OF_PLAYERS - room) is not None
    assert said(letter, "Ann", weight=own.MOST_OF_PLAYERS - room + 1) == FULL
    assert letter("", weight=own.MOST_WEIGHT - room) is not None
    assert said(letter, "", weight=own.MOST_WEIGHT - room + 1) == FULL

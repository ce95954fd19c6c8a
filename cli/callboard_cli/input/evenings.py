"""Which saved evening a command is about, what is written of it, and the answers of an entry that was left half-way."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from callboard_cli.input.evening_stage import EveningStage, next_stage
from callboard_cli.ui.output import UI, nearest
from callboard_locales import Catalog
from callboard_nights.events import Event
from callboard_nights.night import Night
from callboard_nights.seating import LogError, set_up_in
from callboard_nights.statistics import COUNTED, Play, play_of
from callboard_nights.storage import drafts
from callboard_nights.storage.drafts import Draft
from callboard_scoring.constrained_draws import Made
from callboard_scoring.draws import CodeError
from callboard_scoring.fields import same_name
from callboard_scoring.game import Game
from callboard_scoring.problems import Problem, RefusedError
from callboard_scoring.words import fold

if TYPE_CHECKING:
    from callboard_cli.input.prompts.draft import Sheet
    from callboard_nights.storage.store import Store


def as_refused(error: Exception) -> RefusedError:
    """Return what is wrong with an evening, whoever found it: the engine, a set-up's code, a log, or the store."""
    if isinstance(error, RefusedError):
        return error
    if isinstance(error, CodeError):
        return RefusedError([Problem((), error.problem, error.values)])
    if isinstance(error, LogError):
        return RefusedError([Problem((), error.code, error.values)])
    values = {"path": str(getattr(error, "path", "")), **getattr(error, "values", {})}
    return RefusedError([Problem((), f"error.{getattr(error, 'code', '')}", values)])


def store() -> Store:
    """Return the store of who runs this."""
    from callboard_nights.storage.store import Store  # only what is saved needs it

    return Store.at_home()


def now() -> str:
    """Return the time as events have it."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def meant(saved: Store, given: str = "") -> str:
    """Return the ID of the evening that is meant: by a beginning that only one has, or else the current one.

    :raises RefusedError: when there is none, or several begin so.
    """
    if not given:
        current = saved.current()
        if current is None:
            raise RefusedError([Problem((), "error.night.none")])
        return current
    found = saved.matching(given.strip().casefold())
    if len(found) == 1:
        return found[0]
    if found:
        raise RefusedError([Problem((), "error.night.several", {"given": given, "names": found[:_SHOWN]})])
    raise RefusedError([Problem((), "error.night.unknown", {"given": given})])


_SHOWN = 8
"""The most IDs that a message names."""


def opened(saved: Store, name: str) -> Night:
    """Return what stands of a saved evening."""
    return saved.state(name).night


def last_set_up(saved: Store, game: Game) -> tuple[str, Made] | None:
    """Return the newest evening of a game that was set up here: its ID, and its set-up under the names of today."""
    for one in saved.summaries():
        if one.table is None or one.table.get("game") == game.id:
            with suppress(LogError):
                made = set_up_in(saved.read(one.night))
                if made is not None and made.code.game == game.id:
                    return one.night, made
    return None


def begun(saved: Store, game: Game, names: Sequence[str], code: str = "") -> tuple[str, Night]:
    """Save a new evening of these players, with the code of its set-up if there was one; it is the current one now.

    :returns: its ID, and the evening.
    :raises CommandLineError: when a name cannot be typed in this game.
    :raises StoreError: when it cannot be saved.
    """
    from callboard_cli.input.players import look_apart  # only who begins one
    from callboard_nights.commands import begin
    from callboard_nights.events import new_id
    from callboard_nights.night import night_of
    from callboard_nights.statistics import summary_of

    look_apart(game, names)
    log = begin(game, names, now(), code)
    night = night_of(log)
    return saved.begin(log, summary_of(night), night=new_id(game.id)), night


Act = Callable[[Night], Event]
"""What is done to an evening as it stands: the event that is written of it."""


def previewed(saved: Store, name: str, act: Act) -> tuple[Night, Night]:
    """Return what stands of an evening before something is done to it and what would after; nothing is written.

    :raises RefusedError: when it cannot be done.
    """
    state = saved.state(name)
    return state.night, state.after(act(state.night)).night


def done(saved: Store, name: str, act: Act) -> tuple[Night, Night]:
    """Do something to a saved evening as it is when nobody else writes; return what stood before, and what stands now.

    :raises RefusedError: when it cannot be done; nothing is written.
    """
    before, after = saved.transact(name, lambda state: state.after(act(state.night)))
    return before.night, after.night


def current() -> Night | None:
    """Return the current evening; None where there is none, or none that can be read.

    It is asked for by help and by Tab: whatever is wrong with the store is told elsewhere.
    """
    from callboard_nights.storage.files import StoreError

    with suppress(StoreError):
        running = running_in(store())
        return running[1] if running is not None else None
    return None


def running_in(saved: Store) -> tuple[str, Night] | None:
    """Return the current evening and its ID; None where there is none, or none that can be read."""
    with suppress(LogError, RefusedError):
        name = meant(saved)
        return name, opened(saved, name)
    return None


def keeping(ui: UI, saved: Store, name: str, night: Night, stage: EveningStage) -> Callable[[Sheet], None]:
    """Return what keeps the answers to a stage's questions."""

    def kept(sheet: Sheet) -> None:
        from callboard_cli.input.prompts.words import words_of  # only who is asked

        words = tuple(words_of(sheet, ui.catalog))
        drafts.keep(saved.folder, Draft(name, len(night.entries), stage.name, words))

    return kept


def left_half_way(saved: Store, name: str, night: Night, stage: str) -> list[str]:
    """Return the answers that were kept to the questions about what comes next in an evening; of this stage."""
    draft = _draft(saved, name, night)
    return list(draft.words) if draft is not None and stage == draft.stage else []


def stage_left(saved: Store, name: str, night: Night) -> str:
    """Return the stage of whose questions some were answered and kept; empty where there is none."""
    draft = _draft(saved, name, night)
    return draft.stage if draft is not None else ""


def going_on(catalog: Catalog, saved: Store, name: str, night: Night) -> str:
    """Return the command that goes on from there; empty where nothing was left half-way."""
    draft = _draft(saved, name, night)
    return "" if draft is None else next_stage(night, draft.stage).command(catalog, ())


def _draft(saved: Store, name: str, night: Night) -> Draft | None:
    draft = drafts.kept(saved.folder)
    if draft is None or (draft.night, draft.entries) != (name, len(night.entries)) or not draft.words:
        return None
    return draft if draft.stage in night.game.stages and night.ended is None and not night.is_won else None


def forget(saved: Store) -> None:
    """Forget what was kept: it has been entered."""
    drafts.drop(saved.folder)


def ended_plays(saved: Store) -> tuple[list[Play], int]:
    """Return the evenings that ended, the oldest first, and of how many nothing can be counted.

    One whose summary was lost, or written before statistics were, is counted anew; of a game that is not here it
    cannot be. Nothing is written: what only reads leaves the store as it is.
    """
    plays: list[Play] = []
    lost = 0
    for one in reversed(saved.summaries()):
        table = one.table
        if table is None or (table["ended"] and COUNTED not in table):
            from callboard_nights.statistics import summary_of  # most summaries tell all

            try:
                table = summary_of(opened(saved, one.night))
            except LogError:
                lost += 1
                continue
        play = play_of(one.night, table)
        if play is not None:
            plays.append(play)
    return plays, lost


def of_game(plays: Collection[Play], game: str) -> list[Play]:
    """Return the plays of a game; all of them where none is named."""
    return [play for play in plays if game in ("", play.game)]


def no_players(plays: Collection[Play], given: Iterable[str]) -> list[tuple[str, str | None]]:
    """Return who was named but never played, with the name that was probably meant, if one is near."""
    known = {fold(name): name for play in plays for name in play.players}
    missing = [name.strip() for name in given if not named_players(plays, [name])]
    return [(name, known.get(nearest(fold(name), list(known)) or "")) for name in dict.fromkeys(missing)]


def named_players(plays: Collection[Play], given: Collection[str]) -> frozenset[str]:
    """Return the players who are meant, in whatever case they are written."""
    asked = {same_name(name.strip()) for name in given}
    return frozenset(name for play in plays for name in play.players if same_name(name) in asked)

"""`callboard rules` and `callboard glossary`: what the rules say, and what the words of a game mean."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated

import typer

from callboard_cli.commands.options import GameArgument, JsonOption, argument, option
from callboard_cli.completion import offers
from callboard_cli.input.choosing import given_game
from callboard_cli.input.vocabulary import tell_faults, terms_called
from callboard_cli.render.sections import body_of, more_lines, section_named, section_page
from callboard_cli.render.sections import title_of as section_title
from callboard_cli.ui.names import title_of
from callboard_cli.ui.output import SCHEMA, UI, CommandLineError, shortened, to_json
from callboard_locales import LANGUAGES
from callboard_rules import load_rules

if TYPE_CHECKING:
    from callboard_rules import Rules, Section
    from callboard_rules.search import Answer
    from callboard_scoring.game import Game


def rules(
    ctx: typer.Context,
    game: GameArgument = "",
    question: Annotated[list[str], argument("rules.question-metavar", "rules.question", offers.question)] = [],
    *,
    section: Annotated[str, option("--section", "rules.section", "rules.section-metavar", offers.sections)] = "",
    contents: Annotated[bool, option("--contents", "rules.contents")] = False,
    why: Annotated[bool, option("--why", "rules.why")] = False,
    as_json: JsonOption = False,
) -> None:
    """Look a rule up."""
    ui: UI = ctx.obj
    chosen = given_game(ui, game, as_json=as_json)
    asked = " ".join(question)
    if (bool(section), contents, bool(asked.strip())).count(True) > 1:
        raise CommandLineError("rules.one-thing")
    if section:
        _section(ui, chosen, section, as_json=as_json)
    elif contents or not asked.strip():
        _contents(ui, chosen, as_json=as_json)
    else:
        _answer(ui, chosen, asked, as_json=as_json, why=why)


def _load(ui: UI, game: "Game") -> "Rules":

    return load_rules(game.id, ui.catalog.language)


def _hit(section: "Section", score: float, snippet: str) -> dict[str, object]:
    return {
        "id": section.rule,
        "title": section.title,
        "snippet": snippet,
        "score": score,
        "lang": section.language,
    }


def _print_json(ui: UI, data: object) -> None:

    ui.emit(to_json(data))


def _section(ui: UI, game: "Game", name: str, *, as_json: bool) -> None:
    sections = _load(ui, game).sections
    section = section_named(ui.catalog, game.id, name)
    if as_json:
        whole = {
            **_hit(section, 1.0, section.body.split("\n")[0]),
            "text": body_of(ui.catalog, section),
            "notes": [
                {"kind": note.kind, **({"between": note.between} if note.between else {}), "text": note.text}
                for note in section.notes
            ],
            "authority": section.authority,
            "sources": dict(section.sources),
            "places": dict(section.places),
            "related": [sections[name].rule for name in section.related],
        }
        _print_json(ui, {"hits": [whole], "covered": True})
        return

    related = [sections[name] for name in section.related]
    ui.page("\n".join([section_page(ui, section), *more_lines(ui, related)]))


def _contents(ui: UI, game: "Game", *, as_json: bool) -> None:
    sections = _load(ui, game).sections.values()
    if as_json:
        _print_json(ui, {"sections": [{"id": section.rule, "title": section.title} for section in sections]})
        return

    ui.page("\n".join(ui.fitted(f"{section_title(ui, section)} — {section.id}") for section in sections))


def _answer(ui: UI, game: "Game", question: str, *, as_json: bool, why: bool) -> None:
    from callboard_cli.render.sections import HITS, NEAR  # only questions need it
    from callboard_rules.search import search  # only questions need the index

    answer = search(game.id, question, ui.catalog.language, HITS)
    if as_json:
        _print_json(ui, _data(answer, why=why))
    elif answer.covered and not answer.sure:
        for line in [*_either(ui, game, question, answer), *(_why(ui, answer) if why else [])]:
            ui.say(line)
    elif answer.covered:
        page = _page(ui, _load(ui, game).sections, question, answer)
        ui.page("\n".join([*page, *_why(ui, answer)] if why else page))
    else:
        for line in _read(ui, question, answer):
            ui.say(line, err=True)
        ui.say(ui.text("rules.not-covered", command=f"callboard rules {game.id} --contents"), err=True)
        for hit in answer.hits[:NEAR]:
            ui.say(ui.text("rules.nearest", title=hit.section.title, id=hit.section.id), err=True)
        for line in _why(ui, answer) if why else []:
            ui.say(line, err=True)
    if not answer.covered:
        raise typer.Exit(1)


def _page(ui: UI, sections: Mapping[str, "Section"], question: str, answer: "Answer") -> list[str]:
    """Lay out the section that answers, and name those to read next: the next best, those related, and further ones."""
    from callboard_cli.render.sections import read_next
    from callboard_rules.words import words_like

    best = answer.hits[0].section
    found = words_like(answer.words, "\n".join([best.body, *(note.text for note in best.notes)]), best.language)
    return [
        *_read(ui, question, answer),
        section_page(ui, best, found, answer.first),
        *more_lines(ui, read_next(sections, answer)),
    ]


def _either(ui: UI, game: "Game", question: str, answer: "Answer") -> list[str]:
    """Offer the nearest sections, each with the passage that may answer and the command that shows it whole."""
    from callboard_cli.render.sections import excerpt  # only such an answer needs it

    lines = [*_read(ui, question, answer), ui.text("rules.either")]
    for section, passage in answer.first:
        shown = excerpt(ui, section, passage)
        lines += [f"{section_title(ui, section)}: {shown}", f"  callboard rules {game.id} --section {section.id}"]
    return lines


def _data(answer: "Answer", *, why: bool) -> dict[str, object]:
    hits = [
        {**_hit(hit.section, hit.score, hit.snippet), "passage": hit.passages[0].whole if hit.passages else ""}
        for hit in answer.hits
    ]
    doubt = {"sure": False} if answer.covered and not answer.sure else {}
    if not why:
        return {"hits": hits, "covered": answer.covered, **doubt}
    reasons = [{"asked": hit.asked, "words": hit.words} for hit in answer.hits]
    return {
        "hits": [{**hit, "why": reason} for hit, reason in zip(hits, reasons, strict=True)],
        "covered": answer.covered,
        **doubt,
        "read": answer.words,
        "unanswered": answer.unanswered,
    }


def _read(ui: UI, question: str, answer: "Answer") -> list[str]:
    """Say how a question was read, where the keyboard was in another layout."""
    from callboard_cli.render.sections import read_as  # only questions need it

    words = read_as(question, answer)
    return [ui.fitted(ui.text("rules.read", words=words))] if words else []


def _why(ui: UI, answer: "Answer") -> list[str]:
    """Say what in a question led to the answer."""
    lines: list[str] = []
    if answer.unanswered:
        lines.append(ui.text("rules.why-unanswered", asked=answer.unanswered))
    for hit in answer.hits[:1]:
        if hit.asked:
            lines.append(ui.text("rules.why-asked", asked=hit.asked, id=hit.section.id))
        words = ", ".join(dict.fromkeys(hit.words))
        lines.append(ui.text("rules.why-words", words=words) if words else ui.text("rules.why-pieces"))
    return [ui.fitted(line) for line in lines]


def glossary(
    ctx: typer.Context,
    word: Annotated[list[str], argument("[glossary.word-metavar]...", "glossary.word", offers.terms)] = [],
    *,
    as_json: JsonOption = False,
) -> None:
    """Find a word of the games in all languages."""
    ui: UI = ctx.obj
    asked = " ".join(word).strip()
    terms, unreadable = terms_called(asked)
    tell_faults(ui, unreadable)
    if as_json:
        found = [{"game": term.game, "section": f"{term.game}/{term.section}", **term.names} for term in terms]
        ui.emit(to_json({"schema": SCHEMA, "terms": found}))
    elif not terms:
        ui.say(ui.text("glossary.none", given=shortened(asked)), err=True)
    else:
        for term in terms:
            _show(ui, term.game, term.names, term.section)
    if not terms:
        raise typer.Exit(1)


def _show(ui: UI, game: str, names: Mapping[str, tuple[str, ...]], section: str) -> None:
    """Say a term: the reader's name first, the others' names, and where the rules explain it."""
    own = ui.catalog.language
    others = [f"{language}: {', '.join(names[language])}" for language in LANGUAGES if language != own]
    also = f" ({', '.join(names[own][1:])})" if names[own][1:] else ""
    ui.say(f"{names[own][0]}{also} — {'; '.join(others)}")
    ui.say("  " + ui.text("glossary.where", game=title_of(ui.catalog, game), id=game, section=section))

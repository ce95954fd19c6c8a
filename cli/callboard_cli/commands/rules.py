"""`callboard rules`: the section that answers a question."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

from callboard_cli.choosing import chosen_game, game_argument, json_option
from callboard_cli.face import Face
from callboard_cli.translated import unknown

if TYPE_CHECKING:
    from callboard_rules import Rules, Section
    from callboard_rules.search import Answer
    from callboard_scoring.game import Game

MORE = 4
"""How many further sections an answer names by title."""
NEAR = 3
"""How many sections are named where none answers."""


def command(face: Face) -> Callable[..., None]:
    """Return the command in the face's language."""

    def rules(  # noqa: PLR0913  # one parameter an option
        game: Annotated[str, game_argument(face)] = "",
        question: Annotated[
            list[str],
            typer.Argument(
                metavar=face.text("rules.question-metavar"), help=face.text("rules.question"), show_default=False
            ),
        ] = [],  # noqa: B006  # Typer takes the default as it is and never changes it
        *,
        section: Annotated[
            str,
            typer.Option(
                metavar=face.text("rules.section-metavar"), help=face.text("rules.section"), show_default=False
            ),
        ] = "",
        contents: Annotated[
            bool, typer.Option("--contents", help=face.text("rules.contents"), show_default=False)
        ] = False,
        why: Annotated[bool, typer.Option("--why", help=face.text("rules.why"), show_default=False)] = False,
        as_json: Annotated[bool, json_option(face)] = False,
    ) -> None:
        """Look a rule up."""
        chosen = chosen_game(game)
        asked = " ".join(question)
        if section:
            _section(face, chosen, section, as_json=as_json)
        elif contents or not asked.strip():
            _contents(face, chosen, as_json=as_json)
        else:
            _answer(face, chosen, asked, as_json=as_json, why=why)

    return rules


def _load(face: Face, game: "Game") -> "Rules":
    from callboard_rules import load_rules  # noqa: PLC0415  # help needs none

    return load_rules(game.id, face.catalog.language)


def _hit(section: "Section", score: float, snippet: str) -> dict[str, object]:
    return {
        "id": section.rule,
        "title": section.title,
        "snippet": snippet,
        "score": score,
        "lang": section.language,
    }


def _print_json(face: Face, data: object) -> None:
    from callboard_cli.results import to_json  # noqa: PLC0415  # people read no JSON

    face.emit(to_json(data))


def _section(face: Face, game: "Game", name: str, *, as_json: bool) -> None:
    sections = _load(face, game).sections
    key = name.strip().casefold().removeprefix(f"{game.id}/")
    if key not in sections:
        raise unknown("usage.no-section", name, list(sections))
    section = sections[key]
    if as_json:
        hit = _hit(section, 1.0, section.body.split("\n")[0])
        _print_json(face, {"hits": [{**hit, "text": section.body}], "covered": True})
        return
    from callboard_cli.showing_rules import more_lines, section_page  # noqa: PLC0415  # machines look at no page

    related = [sections[name] for name in section.related]
    face.page("\n".join([section_page(face, section), *more_lines(face, related)]))


def _contents(face: Face, game: "Game", *, as_json: bool) -> None:
    sections = _load(face, game).sections.values()
    if as_json:
        _print_json(face, {"sections": [{"id": section.rule, "title": section.title} for section in sections]})
        return
    from callboard_cli.showing_rules import title_of  # noqa: PLC0415  # machines look at no page

    face.page("\n".join(face.fitted(f"{title_of(face, section)} — {section.id}") for section in sections))


def _answer(face: Face, game: "Game", question: str, *, as_json: bool, why: bool) -> None:
    from callboard_rules.search import search  # noqa: PLC0415  # only questions need the index

    answer = search(game.id, question, face.catalog.language, MORE + 1)
    if as_json:
        _print_json(face, _data(answer, why=why))
    elif answer.covered:
        from callboard_cli.showing_rules import more_lines, section_page  # noqa: PLC0415  # machines look at no page
        from callboard_rules.words import words_like  # noqa: PLC0415  # as above

        best, *others = (hit.section for hit in answer.hits)
        page = [section_page(face, best, words_like(answer.words, best.body, best.language)), *more_lines(face, others)]
        face.page("\n".join([*page, *_why(face, question, answer)] if why else page))
    else:
        face.say(face.text("rules.not-covered", command=f"callboard rules {game.id} --contents"), err=True)
        for hit in answer.hits[:NEAR]:
            face.say(face.text("rules.nearest", title=hit.section.title, id=hit.section.id), err=True)
        for line in _why(face, question, answer) if why else []:
            face.say(line, err=True)
    if not answer.covered:
        raise typer.Exit(1)


def _data(answer: "Answer", *, why: bool) -> dict[str, object]:
    hits = [_hit(hit.section, hit.score, hit.snippet) for hit in answer.hits]
    if not why:
        return {"hits": hits, "covered": answer.covered}
    reasons = [{"asked": hit.asked, "words": hit.words} for hit in answer.hits]
    return {
        "hits": [{**hit, "why": reason} for hit, reason in zip(hits, reasons, strict=True)],
        "covered": answer.covered,
        "read": answer.words,
        "unanswered": answer.unanswered,
    }


def _why(face: Face, question: str, answer: "Answer") -> list[str]:
    """Say what in a question led to the answer."""
    from callboard_rules.words import plain_words  # noqa: PLC0415  # only who asks why needs them

    lines = [face.text("rules.why-read", words=answer.words)] if answer.words != plain_words(question) else []
    if answer.unanswered:
        lines.append(face.text("rules.why-unanswered", asked=answer.unanswered))
    for hit in answer.hits[:1]:
        if hit.asked:
            lines.append(face.text("rules.why-asked", asked=hit.asked, id=hit.section.id))
        words = ", ".join(hit.words)
        lines.append(face.text("rules.why-words", words=words) if words else face.text("rules.why-pieces"))
    return [face.fitted(line) for line in lines]

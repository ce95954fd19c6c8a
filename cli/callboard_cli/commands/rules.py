"""`callboard rules`: the section that answers a question."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Annotated

import typer

from callboard_cli.choosing import chosen_game, game_argument, json_option
from callboard_cli.face import Face
from callboard_cli.translated import unknown

if TYPE_CHECKING:
    from callboard_rules import Rules, Section
    from callboard_scoring.game import Game

MORE = 4
"""How many further sections an answer names by title."""


def command(face: Face) -> Callable[..., None]:
    """Return the command in the face's language."""

    def rules(
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
            _answer(face, chosen, asked, as_json=as_json)

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
    else:
        from callboard_cli.showing_rules import show_section  # noqa: PLC0415  # machines look at no page

        show_section(face, game, section)
        _name_more(face, [sections[related] for related in section.related])


def _contents(face: Face, game: "Game", *, as_json: bool) -> None:
    sections = _load(face, game).sections.values()
    if as_json:
        _print_json(face, {"sections": [{"id": section.rule, "title": section.title} for section in sections]})
        return
    from callboard_cli.showing_rules import title_of  # noqa: PLC0415  # machines look at no page

    for section in sections:
        face.say(f"{title_of(face, section)} — {section.id}")


def _name_more(face: Face, sections: Iterable["Section"]) -> None:
    """Name further sections, for who wants to read on."""
    from callboard_cli.showing_rules import title_of  # noqa: PLC0415  # machines look at no page

    for section in sections:
        face.say(face.text("rules.more", title=title_of(face, section), id=section.id))


def _answer(face: Face, game: "Game", question: str, *, as_json: bool) -> None:
    from callboard_rules.search import search  # noqa: PLC0415  # only questions need the index

    hits = search(game.id, question, face.catalog.language, MORE + 1)
    if as_json:
        found = [_hit(hit.section, hit.score, hit.snippet) for hit in hits]
        _print_json(face, {"hits": found, "covered": bool(hits)})
    elif hits:
        from callboard_cli.showing_rules import show_section  # noqa: PLC0415  # machines look at no page

        show_section(face, game, hits[0].section)
        _name_more(face, [hit.section for hit in hits[1:]])
    else:
        face.say(face.text("rules.not-covered", command=f"callboard rules {game.id} --contents"), err=True)
    if not hits:
        raise typer.Exit(1)

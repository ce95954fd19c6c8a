"""What somebody does with a phone at the table, by what can be read on it."""

from __future__ import annotations

from browser.phones import quoted
from callboard_cli.ui.names import title_of
from callboard_locales import catalog


def open_stage(phone, evening, game, stage):
    """Have the form of a stage on the screen."""
    words = catalog(phone.language)
    names = {title_of(words, game, stage), title_of(words, game, stage)[:1].upper() + title_of(words, game, stage)[1:]}
    if not phone.runs_scripts:
        phone.go(evening.seats[evening.players.index(phone.owner)])
    stages = "//nav[@class='stages']//summary"
    link = " | ".join(f"//nav[@class='stages']//a[normalize-space()={quoted(name)}]" for name in sorted(names))

    def is_there():
        return bool(names.intersection(phone.texts(stages)))

    phone.find(stages)
    if not is_there():
        phone.touch(stages)
        phone.until(lambda: phone.has(link), what=stage)
        if not is_there():  # the table may have gone on to it meanwhile
            phone.touch(link)
            phone.until(is_there, what=stage)
    if phone.has(link):
        phone.touch(stages)


def enter(phone, game, part, ring=()):
    """Enter a part: a line, or field after field."""
    if isinstance(part, str):
        phone.tap(phone.say("phones/line"))
        phone.write(phone.say("phones/line-label"), part)
        return
    for name, text in part.items():
        if name == "ring":
            walk(phone, game, ring)
        elif name == "grid":
            draw(phone, game, text.split())
        elif isinstance(text, str):
            enter_field(phone, phone.called(game, name), text)
        else:
            for inner, own in text.items():
                phone.write(inner, own, group=phone.called(game, name))


def enter_field(phone, name, text):
    """Type a text, or tap the one of several."""
    path = f"//fieldset[legend[normalize-space()={quoted(name)}]]//label[normalize-space()={quoted(text)}]"
    if phone.until(
        lambda: phone.has(path) or phone.has(f"//label[normalize-space()={quoted(name)}]"), what=name
    ) and phone.has(path):
        phone.choose(name, text)
    else:
        phone.write(name, text)


def walk(phone, game, words):
    """Walk round the ring, a place at a time."""
    names = [phone.say(f"{game}/place.{one}") for one in ("palace", "gaps")]
    for place, pair in enumerate(zip(words[::2], words[1::2], strict=True), start=1):
        for name, word in zip(names, pair, strict=True):
            label = f"{name} {place}"
            if not phone.runs_scripts:
                phone.write(label, word)
                continue
            path = f"//*[@role='group'][@aria-label={quoted(label)}]"
            phone.find(path)
            key = f"{path}//button[normalize-space()={quoted(word)}]"
            if not phone.has(key):
                for number in range(1, len(phone.all(f"{path}//summary")) + 1):
                    if not phone.has(key):
                        phone.touch(f"({path}//summary)[{number}]")
            phone.touch(key)


def draw(phone, game, rows):
    """Tap a drawing: the letter, then its squares."""
    if not phone.runs_scripts:
        phone.write(phone.called(game, "grid"), "\n".join(rows))
        return
    table = f"//*[@data-kind='grid'][.//label[normalize-space()={quoted(phone.called(game, 'grid'))}]]"
    for letter in sorted(set("".join(rows)) - {"."}):
        phone.touch(f"{table}//button[@value={quoted(letter)}]")
        for number, row in enumerate(rows, start=1):
            for column, own in enumerate(row):
                if own == letter:
                    square = f"{chr(65 + column)}{number}:"
                    phone.touch(f"{table}//td//button[starts-with(@aria-label, {quoted(square)})]")


def standing_of(phone, name):
    """Return what the standing on the screen says of a player; empty where it says nothing."""
    row = f"//*[@id='live']//tr[th[normalize-space()={quoted(name)}]]"
    return " ".join(phone.texts(row))

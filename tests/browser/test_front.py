"""A host begins an evening with taps, sees who comes, and takes everybody along to the next one."""

from __future__ import annotations

import json
import subprocess
import sys
from urllib.parse import urlsplit

import pytest

from browser.phones import WIDTH
from callboard_cli.ui.names import title_of
from callboard_locales import catalog
from running import PATIENCE, environment


@pytest.fixture
def front(tmp_path):
    """The link of the front of a table that is served."""
    command = [sys.executable, "-m", "callboard_cli", "table", "--page", "--host", "127.0.0.1", "--port", "0", "--json"]
    own = environment(CALLBOARD_HOME=str(tmp_path), CALLBOARD_LANG="en")
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=own, text=True) as process:
        yield json.loads(process.stdout.readline())["front"]
        process.terminate()
        process.wait(PATIENCE)


JOINED = "//ul[@class='who']/li[@class='done']"


def fits(phone):
    """Whether nothing of a page is cut off at its side."""
    return phone.driver.execute_script("return document.documentElement.scrollWidth") <= WIDTH


def test_taps_begin_an_evening_that_others_join_and_all_go_on_to_the_next(front, phones):
    host, ben, clara = phones
    host.go(front)
    assert fits(host)
    host.tap(host.say("phones/game-for", game=title_of(catalog(host.language), "histrio"), fewest=2, most=5))
    host.write(host.say("phones/new-name"), "Ben, Clara, Аня")
    host.tap(host.say("phones/add-name"))
    host.tap(host.say("phones/name-up", name="Аня"))
    host.reads("2. Аня")
    assert fits(host)
    host.tap(host.say("phones/begin"))
    joining = host.find("//p[@class='link']/a").get_attribute("href")
    for phone in (ben, clara):
        phone.go(joining)
        phone.tap(phone.owner)
        phone.settle()
    host.until(lambda: len(host.texts(JOINED)) == 2, what="who has joined")
    host.tap(host.say("phones/to-table"))
    host.tap(host.say("phones/host-page"))
    host.tap(host.say("phones/end"))
    clara.until(lambda: not clara.has("//form[@id='part']"), what="the end")
    before = [urlsplit(phone.driver.current_url).path for phone in (ben, clara)]
    host.tap(host.say("phones/host-page"))
    host.tap(host.say("phones/again"))
    host.find("//p[@class='link']/a")
    assert len(host.texts(JOINED)) == 2
    for phone, old in zip((ben, clara), before, strict=True):
        phone.until(lambda p=phone, o=old: urlsplit(p.driver.current_url).path != o, what="the next evening")
        phone.find("//form[@id='part']")
    ben.go(f"{front.rpartition('/')[0]}{before[0]}")  # back to what was: nobody is led away from there
    ben.settle()
    assert urlsplit(ben.driver.current_url).path == before[0]
    ben.tap(ben.say("phones/onward"))
    ben.find("//form[@id='part']")


def test_without_scripts_it_is_a_plain_form(front, plain_phone):
    phone = plain_phone
    phone.go(front)
    phone.tap(phone.say("phones/game-for", game=title_of(catalog("en"), "histrio"), fewest=2, most=5))
    for name in ("Ann", "Bob"):
        phone.field(phone.say("phones/new-name")).send_keys(name + "\n")  # as the key of the keyboard sends it
    phone.reads("2. Bob")
    phone.tap(phone.say("phones/begin"))
    phone.find("//p[@class='link']/a")

"""Three phones at a table, each in its owner's language, and an evening that is served to them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from browser.phones import Phone, missing

INSIDE = f"{Path(__file__).parent}{os.sep}"


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Whoever asks for browsers gets these; without one each says what is missing."""
    lacks = missing()
    for item in items:
        if str(item.path).startswith(INSIDE):
            item.add_marker("browser")
            if lacks:
                item.add_marker(pytest.mark.skip(reason=lacks))


@pytest.fixture(scope="session")
def all_phones(tmp_path_factory):
    """Three phones, switched on once."""
    phones = []
    try:
        for language, owner in zip(("ru", "en", "es"), PLAYERS, strict=True):
            phones.append(Phone(tmp_path_factory.mktemp(f"phone-{language}"), language, owner))
        yield phones
    finally:
        for phone in phones:
            phone.quit()


@pytest.fixture
def phones(all_phones):
    """The three phones as new: Russian, English, Spanish."""
    for phone in all_phones:
        phone.forget()
    return all_phones


@pytest.fixture
def phone(all_phones):
    """One phone as new, an English one."""
    all_phones[1].forget()
    return all_phones[1]


@pytest.fixture(scope="session")
def phone_without_scripts(tmp_path_factory):
    """A phone on which JavaScript is off."""
    phone = Phone(tmp_path_factory.mktemp("plain-phone"), "en", PLAYERS[1], scripts=False)
    yield phone
    phone.quit()


@pytest.fixture
def plain_phone(phone_without_scripts):
    """An English phone without JavaScript, as new."""
    phone_without_scripts.forget()
    return phone_without_scripts


@pytest.fixture
def served(tmp_path):
    """Return a way to serve an evening to three; it ends with the test."""
    from browser.serving import Served

    running = []

    def serve(game, players=PLAYERS):
        running.append(Served(tmp_path / f"store-{len(running)}", game, players))
        return running[-1]

    yield serve
    for one in running:
        one.stop()


PLAYERS = ("Аня", "Ben", "Clara")
"""Whose phones they are."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item):
    """Of a test that failed, keep in the report what all its phones show and sent."""
    report = yield
    if report.when == "call" and report.failed:
        for phone in [*item.funcargs.get("phones", ()), item.funcargs.get("phone"), item.funcargs.get("plain_phone")]:
            if phone is not None:
                report.sections.append((f"the {phone.language} phone", f"{phone.text}\n{phone.sent}"))
    return report

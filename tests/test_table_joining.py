"""One link for all: who has it says who they are, each name once, and the host can free it again."""

import pytest
from phones import Evening, Page, Phone

PLAYERS = ("Ann", "Боб", "Cid <b>")


@pytest.fixture
def evening():
    return Evening(names=PLAYERS)


@pytest.fixture
def door(evening):
    return Phone(evening, evening.own.join, "en")


def join(door, name):
    return door.post(data={"name": name})


def test_who_says_who_they_are_comes_to_that_players_own_page(evening, door):
    page = door.get()
    assert page.status_code == 200
    assert [name in page.text for name in ("Ann", "Боб", "Cid &lt;b&gt;")] == [True] * 3
    answer = join(door, "Боб")
    assert (answer.status_code, answer.headers["location"]) == (303, f"/{evening.own.seats[1]}")
    assert "taken" in door.get().text


def test_a_name_is_taken_once_and_the_second_is_told_so(evening, door):
    join(door, "Ann")
    late = join(door, "Ann")
    assert late.status_code == 409
    assert "Somebody else has just joined as Ann." in late.text
    assert evening.own.seats[0] not in late.text
    assert join(door, "Боб").status_code == 303


@pytest.mark.parametrize("name", ["", "Zoe", "ann", "x" * 9_000])
def test_who_does_not_play_is_asked_again(door, name):
    answer = join(door, name)
    assert answer.status_code == 200
    assert "Who are you?" in answer.text


def test_the_host_sees_who_has_joined_and_can_free_a_name(evening, door):
    join(door, "Ann")
    assert "has joined" in evening.host.get("/host").text
    evening.host.tool("newlink", whose="Ann")
    assert evening.client.get(f"/{evening.own.seats[0]}").status_code == 404
    anew = evening.links.of(evening.night, 3).seats[0]
    assert join(door, "Ann").headers["location"] == f"/{anew}"


def test_a_new_link_to_join_ends_the_old_one(evening, door):
    evening.host.tool("newjoin")
    assert door.get().status_code == 404
    anew = Phone(evening, evening.links.of(evening.night, 3).join, "en")
    assert join(anew, "Ann").status_code == 303


@pytest.mark.parametrize("path", ["/live", "/words", "/rules", "/setup", "/entry/1", "/events", "/host", "/undo"])
def test_it_leads_to_the_names_and_nowhere_else(door, path):
    assert door.get(path).status_code == 404


def test_it_speaks_the_languages_of_its_reader(evening, door):
    assert "Кто вы?" in Phone(evening, door.token, "ru").get().text
    answer = door.post("/language", data={"lang": "es"})
    assert answer.headers["location"] == f"/{door.token}"
    assert "¿Quién eres?" in Phone(evening, door.token, "es").get().text


def test_who_only_watches_finds_the_way_there(evening, door):
    assert f"/{evening.own.read}" in door.get().text


def test_the_page_of_names_has_the_manifest_that_it_points_to(door):
    (address,) = [own["href"] for tag, own in Page(door.get().text).tags if own.get("rel") == "manifest"]
    assert door.get(address.removeprefix(f"/{door.token}")).json()["start_url"] == f"/{door.token}"

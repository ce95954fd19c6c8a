"""`callboard table`: it says when it is ready, answers, and ends at once and quietly; what cannot be served is told."""

import asyncio
import http.client
import json
import os
import re
import select
import signal
import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from ipaddress import ip_address
from types import SimpleNamespace
from urllib.parse import urlsplit

import pytest

from callboard_cli.input.evenings import begun
from callboard_cli.phones import addresses as here
from callboard_cli.phones.addresses import Address, Place, ordered
from callboard_nights import commands
from callboard_nights.night import night_of
from callboard_nights.storage.store import Store
from callboard_scoring.games import GAMES
from conftest import environment, one_language, run_callboard
from running import PATIENCE, spawn_callboard

posix = pytest.mark.skipif(sys.platform == "win32", reason="signals and pseudo-terminals")
LOCAL = ("--host", "127.0.0.1", "--port", "0")


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("CALLBOARD_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def night(home):
    assert list(home.iterdir()) == []
    return run_callboard("night", "start", "histrio", "Ann", "Боб", "--json").json()["night"]


@contextmanager
def serving(*arguments, **extra):
    """A table that is served as a process of its own; its ready line, or None where it ended before."""
    process = subprocess.Popen(
        [sys.executable, "-m", "callboard_cli", "table", *arguments, "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(**extra),
    )
    try:
        ready, _, _ = select.select([process.stdout], [], [], PATIENCE)
        assert ready, "no line came"
        line = process.stdout.readline().decode()
        process.told = json.loads(line) if line else None
        yield process
    finally:
        process.kill()
        process.communicate()


def asked(url, method="GET", body=None, **headers):
    """The answer to one request."""
    at = urlsplit(url)
    connection = http.client.HTTPConnection(at.hostname, at.port, timeout=PATIENCE)
    try:
        connection.request(method, at.path or "/", body=body, headers=headers)
        answer = connection.getresponse()
        return SimpleNamespace(status=answer.status, headers=dict(answer.headers), body=answer.read())
    finally:
        connection.close()


def sent(url, content):
    """What comes back for these bytes, until the other side ends."""
    at = urlsplit(url)
    with socket.create_connection((at.hostname, at.port), timeout=PATIENCE) as connection:
        connection.sendall(content)
        return b"".join(iter(lambda: connection.recv(65536), b""))


def following(url):
    """An open event stream, of which the first bytes have come."""
    at = urlsplit(url)
    connection = socket.create_connection((at.hostname, at.port), timeout=PATIENCE)
    connection.sendall(f"GET {at.path}/events HTTP/1.1\r\nHost: {at.netloc}\r\n\r\n".encode())
    assert connection.recv(12) == b"HTTP/1.1 200"
    return connection


def ended(process):
    """How a table ended, and what it said after it was ready."""
    out, err = process.communicate(timeout=PATIENCE)
    return process.returncode, out.decode(), err.decode()


def begins(home):
    """What begins an evening."""
    return lambda: begun(Store(home), GAMES[0], ["Ann", "Bob"])[0]


# A process


def test_one_line_says_that_it_is_ready_and_every_link_in_it_is_answered_and_no_other(night):
    with serving(*LOCAL) as table:
        told = table.told
        assert list(told) == ["schema", "night", "host", "read", "players", "join"]
        assert (told["schema"], told["night"], list(told["players"])) == (1, night, ["Ann", "Боб"])
        links = [*_links(told), told["join"]]
        assert len(set(links)) == 5
        assert all(re.fullmatch(r"http://127\.0\.0\.1:\d+/[A-Za-z0-9_-]{22,}", link) for link in links)
        assert [asked(link).status for link in links] == [200] * 5
        origin = told["host"].rpartition("/")[0]
        assert asked(f"{origin}/{'A' * 22}").status == 404
        assert_nobody_is_this_computer_by_saying_so(origin)


def assert_nobody_is_this_computer_by_saying_so(origin):
    forwarded = {"X-Forwarded-For": "192.0.2.9", "Forwarded": "for=192.0.2.9", "X-Forwarded-Host": "evil.example"}
    connection = http.client.HTTPConnection(urlsplit(origin).netloc, timeout=PATIENCE)
    told = set()
    for _ in range(305):
        connection.request("GET", f"/{'A' * 22}", headers=forwarded)
        answer = connection.getresponse()
        answer.read()
        told.add(answer.status)
    connection.close()
    assert told == {404}  # 192.0.2.9 would be slowed down; whoever is believed could be anybody


@posix
@pytest.mark.parametrize(
    "name", ["SIGTERM", *(pytest.param(name, marks=pytest.mark.long) for name in ("SIGHUP", "SIGINT"))]
)  # Ctrl+C, below
def test_a_signal_ends_it_quietly_and_at_once_though_phones_follow(night, name):
    with serving(*LOCAL) as table:
        phones = [following(link) for link in table.told["players"].values()]
        idle = socket.create_connection((urlsplit(table.told["host"]).hostname, urlsplit(table.told["host"]).port))
        began = time.monotonic()
        table.send_signal(getattr(signal, name))
        assert ended(table) == (0, "", "")
        assert time.monotonic() - began < 2
        for phone in (*phones, idle):
            phone.settimeout(PATIENCE)
            while phone.recv(65536):
                pass  # it has heard the end
            phone.close()
    assert run_callboard("night", "show", "--json").json()["night"] == night


@pytest.mark.usefixtures("night")
def test_a_second_start_keeps_the_links_and_one_evening_has_none_of_anothers():
    with serving(*LOCAL) as table:
        first = table.told
        port = urlsplit(first["host"]).port
    with serving("--host", "127.0.0.1", "--port", str(port)) as table:
        assert table.told == first  # at once, on the same port
    other = run_callboard("night", "start", "histrio", "Ann", "Eva", "--json").json()["night"]
    with serving(other[:6], *LOCAL) as table:
        assert table.told["night"] == other
        assert not {link.rpartition("/")[2] for link in _links(table.told)} & {
            link.rpartition("/")[2] for link in _links(first)
        }
        origin = table.told["host"].rpartition("/")[0]
        assert asked(f"{origin}/{first['host'].rpartition('/')[2]}").status == 404


@pytest.mark.skipif(not socket.has_dualstack_ipv6(), reason="this system takes no IPv6")
@pytest.mark.usefixtures("night")
def test_a_link_is_answered_by_addresses_of_both_versions():
    with serving("--host", "::", "--port", "0") as table:
        at = urlsplit(table.told["host"])
        for origin in (f"http://[::1]:{at.port}", f"http://127.0.0.1:{at.port}"):
            assert asked(f"{origin}{at.path}").status == 200
            sent_on = asked(f"{origin}{at.path}/language", "POST", b"lang=ru", Origin=origin)
            assert sent_on.status == 303
        assert asked(f"http://[::1]:{at.port}{at.path}", Host=f"[2001:db8::1]:{at.port}").status == 421


def _links(told):
    return [told["host"], told["read"], *told["players"].values()]


@pytest.mark.usefixtures("night")
def test_whatever_is_sent_and_however_somebody_leaves_it_is_answered_on_and_nothing_is_said():
    with serving(*LOCAL) as table:
        host = table.told["host"]
        netloc = urlsplit(host).netloc.encode()
        refused = [
            (b"\0" * 100 + b"\r\n\r\n", b"400"),
            (b"GET / HTTP/1.1\r\n\r\n", b"400"),
            (b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", b"400"),
            (b"GET /" + b"x" * 20_000 + b" HTTP/1.1\r\n\r\n", b"400"),
            (b"GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n", b"421"),
            (b"POST / HTTP/1.1\r\nHost: " + netloc + b"\r\nContent-Length: 99999999\r\n\r\n", b"413"),
            (b"GET http://evil.example/ HTTP/1.1\r\nHost: " + netloc + b"\r\nConnection: close\r\n\r\n", b"400"),
            (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"400"),
        ]
        for content, status in refused:
            answer = sent(host, content)
            assert answer.split()[1] == status, answer
            head = answer.lower().partition(b"\r\n\r\n")[0]
            assert b"content-security-policy: default-src 'none'" in head
            assert b"\r\nserver:" not in head and answer.lower().count(b"\r\ncontent-security-policy:") == 1
        for content in (b"", b"GE", b"POST / HTTP/1.1\r\nContent-Length: 50\r\nHost: " + netloc + b"\r\n\r\nx"):
            with socket.create_connection((urlsplit(host).hostname, urlsplit(host).port)) as gone:
                gone.sendall(content)
        following(host).close()
        upgrade = {
            "Upgrade": "websocket",
            "Connection": "Upgrade",
            "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": "x" * 24,
        }
        assert asked(host, **upgrade).status == 200  # a page like another
        assert asked(host, "POST", b"do=save", Origin="http://evil.example").status == 403
        assert asked(host).status == 200
        table.send_signal(signal.SIGTERM)
        assert ended(table) == (0, "", "")


def test_a_port_that_is_taken_is_told_and_nothing_is_begun_for_it(home):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        ran = run_callboard("table", "histrio", "Ann", "Bob", "--host", "127.0.0.1", "--port", port, "--json")
        assert (ran.status, ran.json()["errors"][0]["code"]) == (1, "table.port-taken")
        assert port in ran.json()["errors"][0]["text"]
    assert run_callboard("night", "list", "--json").json()["nights"] == []
    assert not (home / "links.json").exists()


def test_who_chose_no_port_gets_the_next_that_is_free(monkeypatch):
    from callboard_cli.phones import serving as module
    from callboard_scoring.problems import RefusedError

    with socket.create_server(("127.0.0.1", 0)) as other:
        monkeypatch.setattr(module, "PORT", other.getsockname()[1])
        with module.bound("127.0.0.1", None) as got:
            assert module.PORT < module.port_of(got) < module.PORT + module.TRIED
            assert got.proto == socket.IPPROTO_TCP  # or asyncio has each answer wait for the one before it
        monkeypatch.setattr(module, "TRIED", 1)
        with pytest.raises(RefusedError) as refused:
            module.bound("127.0.0.1", None)
        assert refused.value.problems[0].code == "error.table.ports-taken"


@posix
@pytest.mark.usefixtures("night")
def test_a_reader_that_is_gone_ends_it_for_nobody_knows_where_the_table_is():
    reading, writing = os.pipe()
    os.close(reading)
    process = subprocess.Popen(
        [sys.executable, "-m", "callboard_cli", "table", *LOCAL, "--json"],
        stdout=writing,
        stderr=subprocess.PIPE,
        env=environment(),
    )
    os.close(writing)
    assert (process.communicate(timeout=PATIENCE)[1], process.returncode) == (b"", 0)


# What cannot be served


@pytest.mark.parametrize(
    ("arguments", "status", "told"),
    [
        ([], 1, "no current evening"),
        (["nobody"], 1, "no evening “nobody”"),
        (["histrio"], 2, "Give 2–5 names"),
        (["histrio", "Ann"], 2, "2–5 players"),
        (["nogame", "Ann", "Bob"], 2, "nogame"),
        (["--port", "70000"], 2, "0 to 65535"),
        (["--port", "٣"], 2, "0 to 65535"),
        (["--port", "9" * 5000], 2, "0 to 65535"),
        (["histrio", "Ann", "Bob", "--host", "192.0.2.200"], 1, "isn't an address of this computer"),
        (["histrio", "Ann", "Bob", "--host", "no.such.invalid"], 1, "isn't an address of this computer"),
        (["histrio", "Ann", "Bob", "--host", "é" * 300], 1, "isn't an address of this computer"),
    ],
)
def test_what_cannot_be_served_is_told(home, arguments, status, told):
    ran = run_callboard("table", *arguments)
    assert (ran.status, ran.out) == (status, "")
    assert told in ran.err
    assert not (home / "links.json").exists()
    assert run_callboard("night", "list", "--json").json()["nights"] == []


def test_a_word_is_an_evening_before_it_is_a_game(night):
    ran = run_callboard("table", night[:3], "--host", "no.such.invalid", "--json")
    assert ran.json()["errors"][0]["code"] == "table.no-host"  # the evening was found
    assert run_callboard("table", "histrio", "--json").json()["errors"][0]["code"] == "night.players-missing"


# What people read


@posix
@one_language
def test_people_read_where_it_is_and_ctrl_c_ends_it(night, language):
    child = spawn_callboard("table", *LOCAL, "--lang", language, columns=40)
    child.expect(["Ctrl.C [^\r]*\r\n"])
    shown = child.before
    lines = re.sub(r"\x1b\[[\d;]*m", "", shown).splitlines()
    links = [line for line in lines if line.startswith("http://127.0.0.1:")]
    assert len(links) == 3
    assert [line for line in lines if len(line) > 40 and line not in links] == []
    assert night in shown
    assert not set("█▀▄") & set(shown)  # no code for an address that no phone reaches
    child.sendintr()
    child.expect(pytest.importorskip("pexpect").EOF)
    child.wait()
    assert child.exitstatus == 0
    assert "Traceback" not in child.before


class Screen:
    """A table as it is told on a screen, without serving it."""

    def __init__(self, monkeypatch, capsys, offered, *, columns=40, is_shared=True, is_asked=False):
        import io

        from rich.console import Console

        from callboard_cli.phones.announcing import ForPeople, Urls
        from callboard_cli.render.evenings import receipt
        from callboard_cli.ui.output import UI
        from callboard_locales import catalog

        stream = io.StringIO()
        console = Console(file=stream, width=columns, force_terminal=True, color_system="256", legacy_windows=False)
        monkeypatch.setattr(UI, "console", lambda _: console)
        monkeypatch.setattr(receipt, "carries_letters", lambda: True)
        place = Place(tuple(offered), 65535, is_shared, is_asked)
        host, read, join, player = (f"{place.origin}/{letter * 22}" for letter in "HRJA")
        night = night_of(commands.begin(GAMES[0], ["Ann", "Bob"], "2026-11-22T19:30:00Z"))
        telling = ForPeople(UI(catalog("en"), plain=False), place)
        telling.where()
        telling.evening("an-evening", night, Urls(host, read, join, {"Ann\x1b[2J": player}))
        self.drawn = stream.getvalue()
        self.told = capsys.readouterr().out


def test_the_code_of_the_longest_address_fits_forty_columns(monkeypatch, capsys):
    screen = Screen(
        monkeypatch, capsys, [Address("192.168.178.123", "wlan0", "wifi"), Address("10.0.0.2", "wg0", "tunnel")]
    )
    rows = [line for line in re.sub(r"\x1b\[[\d;]*m", "", screen.drawn).splitlines() if set(line) & set("█▀▄")]
    assert rows and max(map(len, rows)) <= 40
    assert "Wi-Fi (wlan0)" in screen.told and "VPN (wg0)" in screen.told and "http://10.0.0.2:65535" in screen.told
    assert "\x1b[2J" not in screen.told


def test_a_screen_without_room_for_a_code_says_so(monkeypatch, capsys):
    screen = Screen(monkeypatch, capsys, [Address("2001:db8:1111:2222:3333:4444:5555:6666", "wlan0", "wifi")])
    assert not set("█▀▄") & set(screen.drawn)
    assert "too narrow" in screen.told and "http://[2001:db8:" in screen.told


def test_a_computer_in_no_network_says_so_and_draws_no_code(monkeypatch, capsys):
    screen = Screen(monkeypatch, capsys, [Address("127.0.0.1")], is_shared=False)
    assert "no network" in screen.told
    assert not set("█▀▄") & set(screen.drawn)


def test_without_a_network_the_table_is_open_here(home, monkeypatch):
    from callboard_cli.phones import opening

    monkeypatch.setattr(opening, "addresses", list)
    opened = opening.open_table(Store(home), begins(home), "", 0)
    with opened.listening:
        assert (opened.place.is_shared, opened.place.offered[0].host, opened.place.is_asked) == (
            False,
            "127.0.0.1",
            False,
        )


@pytest.mark.parametrize(("visited", "is_told"), [(False, True), (True, False)])
def test_a_host_to_whom_nobody_comes_is_told_why_that_may_be(visited, is_told, home, monkeypatch, capsys):
    from callboard_cli.phones import opening
    from callboard_cli.ui.output import UI
    from callboard_locales import catalog

    def served(_, guard, ready):
        async def waiting():
            ready()
            guard.is_visited = visited
            await asyncio.sleep(0.05)

        asyncio.run(waiting())

    monkeypatch.setattr(opening, "serve", served)
    monkeypatch.setattr(opening, "LONELY", 0.0)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(opening, "addresses", lambda: [Address("192.168.1.5", "wlan0", "wifi")])
    opening.open_table(Store(home), begins(home), "", 0).serve(UI(catalog("en"), plain=True), None)
    told = capsys.readouterr().out
    assert ("Nobody has come yet" in told) is is_told
    assert ("sudo ufw allow " in told) is is_told


@pytest.mark.parametrize(("system", "about"), [("win32", "Windows"), ("darwin", "Mac"), ("linux", "ufw")])
@one_language
def test_what_keeps_phones_out_is_told_as_this_system_has_it(system, about, language):
    from callboard_cli.phones import announcing
    from callboard_locales import catalog

    told = catalog(language).text(announcing._FIREWALLS.get(system, "table.firewall"))  # noqa: SLF001  # by system
    assert about in told


# By which addresses


def adapter(name, *addresses, described=None):
    ips = [SimpleNamespace(ip=address) for address in addresses]
    return SimpleNamespace(name=name, nice_name=described or name, ips=ips)


def test_addresses_are_offered_where_phones_are_first_and_none_that_lead_nowhere():
    adapters = [
        adapter("lo", "127.0.0.1", ("::1", 0, 0)),
        adapter("docker0", "172.17.0.1"),
        adapter("br-0a1b2c", "172.18.0.1"),
        adapter("virbr0", "192.168.122.1"),
        adapter("tun0", "10.8.0.2"),
        adapter("enp3s0", "192.168.1.4", "169.254.7.7", ("fe80::1", 0, 2)),
        adapter("wlp2s0", "192.168.1.5"),
        adapter("usb0", "192.168.42.129"),
    ]
    assert [(one.host, one.kind) for one in ordered(adapters, {"10.8.0.2"})] == [
        ("192.168.1.5", "wifi"),
        ("192.168.1.4", "wire"),
        ("192.168.42.129", "other"),
        ("10.8.0.2", "tunnel"),
    ]


def test_adapters_of_other_systems_are_known_by_what_they_are_called():
    windows = [
        adapter("{1}", "172.20.0.1", described="Hyper-V Virtual Ethernet Adapter"),
        adapter("{2}", "192.168.56.1", described="VirtualBox Host-Only Ethernet Adapter"),
        adapter("{3}", "10.5.0.2", described="TAP-Windows Adapter V9"),
        adapter("{4}", "192.168.1.4", described="Realtek PCIe GbE Family Controller"),
        adapter(b"{5}", "192.168.1.5", described="Intel(R) Wi-Fi 6 AX201 160MHz"),
    ]
    assert [(one.host, one.kind) for one in ordered(windows, ())] == [
        ("192.168.1.5", "wifi"),
        ("192.168.1.4", "wire"),
        ("10.5.0.2", "tunnel"),
    ]
    mac = [adapter("utun3", "100.64.0.9"), adapter("en0", "192.168.1.7"), adapter("en5", "10.0.0.3")]
    assert [one.host for one in ordered(mac, {"10.0.0.3"})] == ["10.0.0.3", "192.168.1.7", "100.64.0.9"]


def test_a_wifi_of_version_six_alone_is_a_network_of_which_one_address_is_offered():
    adapters = [
        adapter("lo", ("::1", 0, 0)),
        adapter("enp3s0", "192.168.1.4", ("2001:db8:1::4", 0, 0)),
        adapter("wlp2s0", ("fe80::7", 0, 3), ("2001:db8:2::7", 0, 0), ("2001:db8:2::8", 0, 0), ("fd00::7", 0, 0)),
    ]
    assert [one.host for one in ordered(adapters, {"2001:db8:2::8"})] == ["2001:db8:2::8", "fd00::7", "192.168.1.4"]
    assert [one.host for one in ordered(adapters[2:], ())] == ["2001:db8:2::7", "fd00::7"]
    assert Address("2001:db8:2::8").is_shared


@pytest.mark.skipif(not socket.has_dualstack_ipv6(), reason="this system takes no IPv6")
@pytest.mark.parametrize("host", ["", "::"])
def test_it_answers_by_addresses_of_both_versions_where_one_of_the_sixth_is_offered(home, monkeypatch, host):
    from callboard_cli.phones import opening
    from callboard_cli.phones.requests import names_of

    monkeypatch.setattr(opening, "addresses", lambda: [Address("2001:db8:2::7", "wlan0", "wifi")])
    opened = opening.open_table(Store(home), begins(home), host, 0)
    origin = f"http://[2001:db8:2::7]:{opened.place.port}"
    assert opened.place.is_shared and opened.place.origin == origin
    assert origin.removeprefix("http://") in names_of("2001:db8:2::7", opened.place.port)
    with opened.listening:
        for local in ("127.0.0.1", "::1"):
            socket.create_connection((local, opened.place.port), PATIENCE).close()


@pytest.mark.parametrize("host", ["127.0.0.1", "127.5.5.5", "::1", "localhost", "LocalHost"])
def test_no_phone_reaches_this_computer_by_what_every_computer_calls_itself(host):
    assert not Address(host).is_shared
    assert Address("192.168.1.5").is_shared and Address("laptop.local").is_shared


def test_this_computer_is_asked_without_anything_being_sent(monkeypatch):
    monkeypatch.setattr(here, "_outward", set)
    assert all(one.device and ip_address(one.host) for one in here.addresses())

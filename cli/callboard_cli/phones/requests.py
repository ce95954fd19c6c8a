"""What a request asks for, by its first line and headers alone; and which are refused for these."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from http import HTTPStatus
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from starlette.types import Scope

METHODS = ("GET", "HEAD", "POST")
MOST_PATH = 200
"""The most bytes of a path, as it was sent."""
MOST_QUERY = 2048
"""The most bytes of a query."""
MOST_BODY = 64 * 1024
"""The most bytes of a body."""
_LONGEST_NUMBER = 20
"""The most digits of a length."""
_SHORTEST_TOKEN = 20
"""The fewest characters of what somebody takes for a link: no browser asks for such a thing by itself."""


class Refused(Exception):  # noqa: N818  # what was asked for is not done; that is no error of ours
    """Something that is not done."""

    def __init__(self, status: HTTPStatus, wait: int = 0) -> None:
        """Keep the status to answer with, and after how many seconds it may be asked for again."""
        super().__init__(status)
        self.status = status
        self.wait = wait


@dataclass(frozen=True)
class Request:
    """A request that may be answered, as far as its headers tell."""

    method: str
    token: str
    """What stands in the place of a link's token; empty where nobody could take it for one."""
    is_stream: bool
    has_body: bool
    address: str
    """Who asks: an address, or of those who have many the part that they share."""
    is_own: bool
    """Whether it comes from the computer that serves."""


def read_request(scope: Scope, hosts: Collection[str]) -> Request:
    """Return what a request asks for.

    :param hosts: the names with ports that are served besides the address where it came in.
    :raises Refused: it has another Host, a foreign Origin, or is not as a browser would send it.
    """
    method, path = scope["method"], scope["path"]
    if len(scope.get("raw_path") or path.encode()) > MOST_PATH or len(scope.get("query_string", b"")) > MOST_QUERY:
        raise Refused(HTTPStatus.REQUEST_URI_TOO_LONG)
    steps = path.split("/")
    if not path or steps[0] or not path.isprintable() or "\\" in path or any(step in {".", ".."} for step in steps):
        raise Refused(HTTPStatus.BAD_REQUEST)
    if method not in METHODS:
        raise Refused(HTTPStatus.METHOD_NOT_ALLOWED)
    host = _only(scope, b"host").lower()
    server = scope.get("server") or ("", None)
    if host not in hosts and host not in names_of(server[0], server[1]):
        raise Refused(HTTPStatus.MISDIRECTED_REQUEST)
    has_body = _has_body(scope)
    if method == "POST":
        _refuse_foreign(scope, f"http://{host}")
    elif has_body:
        raise Refused(HTTPStatus.BAD_REQUEST)
    is_stream = len(steps) == len(("", "TOKEN", "events")) and steps[2] == "events"
    if is_stream and method == "HEAD":
        raise Refused(HTTPStatus.METHOD_NOT_ALLOWED)  # there is no end to wait for
    client = (scope.get("client") or ("", 0))[0]
    return Request(
        method,
        steps[1] if len(steps[1]) >= _SHORTEST_TOKEN else "",
        is_stream and method == "GET",
        has_body,
        shared(client),
        is_own(client, server[0]),
    )


def names_of(address: str, port: int | None) -> set[str]:
    """Return the hosts, as browsers write them, by which an address of this computer is asked for.

    >>> sorted(names_of("127.0.0.1", 8470)), names_of("::ffff:192.168.1.5", 80) == {"192.168.1.5", "192.168.1.5:80"}
    (['127.0.0.1:8470', 'localhost:8470'], True)
    """
    read = _read(address)
    if read is None:
        return set()
    names = {f"[{read.compressed}]" if read.version == 6 else str(read)}  # noqa: PLR2004  # as it is called
    if read.is_loopback:
        names.add("localhost")
    default = 80
    return {f"{name}:{port}" for name in names} | (names if port == default else set())


def is_own(client: str, server: str) -> bool:
    """Tell whether somebody asks from the computer that serves, by its own address or one that nobody else reaches."""
    read = _read(client)
    return read is not None and (read.is_loopback or read == _read(server))


def _read(address: str) -> IPv4Address | IPv6Address | None:
    """Return an address; one of version 4 also where it is written as one of version 6, None of another text."""
    try:
        read = ip_address(address)
    except ValueError:
        return None
    mapped = read.ipv4_mapped if isinstance(read, IPv6Address) else None
    return mapped or read


def shared(address: str) -> str:
    """Return by what somebody is known: a device has as many addresses of the sixth version as it likes in a network.

    >>> shared("192.168.1.5"), shared("2001:db8::1") == shared("2001:db8::2:3:4")
    ('192.168.1.5', True)
    """
    read = _read(address)
    if isinstance(read, IPv6Address):
        return str(ip_network((int(read) >> 64 << 64, 64)))
    return str(read or address)


def _only(scope: Scope, name: bytes) -> str:
    """Return the value of a header; empty where there is none.

    :raises Refused: it stands there several times.
    """
    values = [value for each, value in scope["headers"] if each == name]
    if len(values) > 1:
        raise Refused(HTTPStatus.BAD_REQUEST)
    return str(values[0], "latin-1") if values else ""


def _has_body(scope: Scope) -> bool:
    """Tell whether a body comes.

    :raises Refused: it says itself that it is too large.
    """
    length = _only(scope, b"content-length")
    if length and not (length.isascii() and length.isdigit() and len(length) <= _LONGEST_NUMBER):
        raise Refused(HTTPStatus.BAD_REQUEST)
    if length and int(length) > MOST_BODY:
        raise Refused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    return bool(_only(scope, b"transfer-encoding")) or (bool(length) and int(length) > 0)


def _refuse_foreign(scope: Scope, own: str) -> None:
    """Refuse what another page has a browser send.

    Browsers say by themselves from where a form comes, in one of three headers; programs say nothing.
    """
    origin = _only(scope, b"origin").lower()
    site = _only(scope, b"sec-fetch-site")
    referer = _only(scope, b"referer").lower()
    is_ours = origin == own if origin else not referer or referer.startswith(f"{own}/")
    if not is_ours or site not in {"", "same-origin", "none"}:
        raise Refused(HTTPStatus.FORBIDDEN)

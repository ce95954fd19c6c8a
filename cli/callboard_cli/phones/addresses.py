"""By which addresses others reach this computer, and through which of its network adapters."""

from __future__ import annotations

import re
import socket
import sys
from collections.abc import Collection, Iterable
from contextlib import closing, suppress
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from callboard_cli.phones.requests import shared

if TYPE_CHECKING:
    from ifaddr import Adapter

Kind = Literal["wifi", "wire", "tunnel", "other"]
_KINDS: tuple[tuple[Kind, str], ...] = (
    ("tunnel", r"(u?tun|tap|wg|ppp|ipsec|zt|tailscale|nordlynx)\w*|.*\b(vpn|tap|wireguard|tailscale|tunnel)\b.*"),
    ("wifi", r"(wl|ath|wifi)\w*|.*(\bwi-?fi\b|\bwireless\b|\bwlan\b).*"),
    ("wire", r"(eth|en[opsx])\w*|.*\b(ethernet|gigabit|gbe)\b.*"),
)
"""What adapters are called on Linux, and described as on Windows; a Mac's `en0` may be either."""
_INSIDE = re.compile(
    r"(docker|br-|veth|virbr|vmnet|vboxnet|lxc|lxd|podman|cni|awdl|llw)[\w-]*|.*(hyper-v|virtualbox|vmware|vethernet).*"
)
"""Those that lead to machines inside this one, which nobody at the table is."""


@dataclass(frozen=True)
class Address:
    """Where others reach this computer."""

    host: str
    """`192.168.1.5`, or the name that was asked for."""
    device: str = ""
    """What the system calls the adapter; empty where nobody asked it."""
    kind: Kind = "other"

    def origin(self, port: int) -> str:
        """Return what stands before the path of a link.

        >>> Address("::1").origin(8470), Address("192.168.1.5").origin(80)
        ('http://[::1]:8470', 'http://192.168.1.5')
        """
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{host}" if port == _DEFAULT else f"http://{host}:{port}"

    @property
    def is_shared(self) -> bool:
        """Whether anybody but this computer can reach it, as far as it tells itself."""
        try:
            return not ip_address(self.host).is_loopback
        except ValueError:
            return self.host.casefold() != "localhost"


@dataclass(frozen=True)
class Place:
    """Where a table is reached."""

    offered: tuple[Address, ...]
    """At least one, the likeliest first."""
    port: int
    is_shared: bool
    """Whether anybody but this computer reaches it."""
    is_asked: bool
    """Whether the host said where."""

    @property
    def origin(self) -> str:
        """What links begin with."""
        return self.offered[0].origin(self.port)


_DEFAULT = 80
"""The port that browsers leave out."""


def addresses() -> list[Address]:
    """Return by which addresses others reach this computer, the likeliest first; without a network there are none."""
    from ifaddr import get_adapters  # whoever says which address needs none

    try:
        return ordered(get_adapters(), _outward())
    except OSError:
        return []


def ordered(adapters: Iterable[Adapter], outward: Collection[str]) -> list[Address]:
    """Return the addresses of adapters, that of the Wi-Fi before others: there the phones are.

    :param outward: the addresses from which this computer asks others; they may be those of a tunnel.
    """
    found = {
        host: Address(host, adapter.nice_name, _kind(adapter.name, adapter.nice_name))
        for adapter in adapters
        if not _is_inside(adapter.name, adapter.nice_name)
        for host in _hosts(adapter, outward)
    }
    return sorted(found.values(), key=lambda one: (one.kind == "tunnel", one.kind != "wifi", one.host not in outward))


def _hosts(adapter: Adapter, outward: Collection[str]) -> list[str]:
    """Return the addresses of an adapter: of version 6, which make long links, only where it has no others.

    Of those it may have many in a network, of which one is enough: that from which it asks, if it is there.
    """
    told = [one.ip if isinstance(one.ip, str) else one.ip[0] for one in adapter.ips]
    hosts = sorted(filter(_is_reached, told), key=lambda host: host not in outward)
    if short := [host for host in hosts if ":" not in host]:
        return short
    return list({shared(host): host for host in reversed(hosts)}.values())[::-1]


def _is_reached(address: str) -> bool:
    """Tell whether a network gave an adapter its address.

    One that it gave itself leads nowhere, or in version 6 only where its adapter is named, too: no browser takes that.
    """
    read = ip_address(address)
    return not (read.is_loopback or read.is_link_local or read.is_unspecified)


def _is_inside(*names: str | bytes) -> bool:
    return any(_INSIDE.fullmatch(_text(name)) for name in names)


def _kind(*names: str | bytes) -> Kind:
    """Return what an adapter is by its names, as far as they tell."""
    texts = [_text(name) for name in names]
    if sys.platform == "linux" and any(Path("/sys/class/net", text, "wireless").exists() for text in texts if text):
        return "wifi"
    for kind, called in _KINDS:
        if any(re.fullmatch(called, text) for text in texts):
            return kind
    return "other"


def _text(name: str | bytes) -> str:
    return (name.decode(errors="replace") if isinstance(name, bytes) else name).casefold()


def _outward() -> set[str]:
    """Return the addresses from which this computer would ask a far one, if it could. Nothing is sent."""
    found = set()
    for family, nobody in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        with suppress(OSError), closing(socket.socket(family, socket.SOCK_DGRAM)) as asking:
            asking.connect((nobody, 9))
            found.add(str(asking.getsockname()[0]))
    return found

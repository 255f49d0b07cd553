"""What is said to those who want to come."""

from __future__ import annotations

import socket

import pytest

from rummy500_server.net.reach import own_address, reached_at


ALL = "0.0.0.0"  # noqa: S104 - nothing is bound to it
HOUSE, OUTER = "192.168.1.20", "2001:db8::7"


def both(family: socket.AddressFamily) -> str:
    return HOUSE if family is socket.AF_INET else OUTER


def only_new(family: socket.AddressFamily) -> str:
    return "" if family is socket.AF_INET else OUTER


def none(_: socket.AddressFamily) -> str:
    return ""


@pytest.mark.parametrize(
    ("host", "own", "said"),
    [
        (ALL, both, f"{HOUSE}:8500"),
        ("::", both, f"{HOUSE}:8500"),
        ("", both, f"{HOUSE}:8500"),
        ("::", only_new, f"[{OUTER}]:8500"),
        (ALL, none, ""),
        ("127.0.0.1", both, ""),
        ("::1", both, ""),
        ("localhost", both, ""),
        ("10.1.2.3", both, "10.1.2.3:8500"),
        ("2001:db8::9", both, "[2001:db8::9]:8500"),
        ("table.example.org", both, "table.example.org:8500"),
    ],
)
def test_others_enter(host: str, own: object, said: str) -> None:
    assert reached_at(host, 8500, own) == said  # type: ignore[arg-type] - one of the three


@pytest.mark.parametrize("family", [socket.AF_INET, socket.AF_INET6])
def test_the_system_says_something_or_nothing(family: socket.AddressFamily) -> None:
    found = own_address(family)
    assert found == "" or socket.inet_pton(family, found.partition("%")[0])

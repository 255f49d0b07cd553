"""What a person types, and the address that it names."""

from __future__ import annotations

from random import Random

import pytest

from rummy500_client.net.address import DEFAULT_PORT, AddressError, AddressFault, parse_address
from rummy500_client.net.pace import PATIENT_AFTER, wait_before


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ("example.org", f"ws://example.org:{DEFAULT_PORT}/"),
        (" example.org:9000 ", "ws://example.org:9000/"),
        ("192.168.1.7:8123", "ws://192.168.1.7:8123/"),
        ("ws://example.org", f"ws://example.org:{DEFAULT_PORT}/"),
        ("wss://example.org", "wss://example.org:443/"),
        ("wss://example.org:8443/play", "wss://example.org:8443/play"),
        ("[::1]:8123", "ws://[::1]:8123/"),
        ("::1", f"ws://[::1]:{DEFAULT_PORT}/"),
        ("fe80::1", f"ws://[fe80::1]:{DEFAULT_PORT}/"),
    ],
)
def test_addresses_that_people_type(text: str, url: str) -> None:
    assert parse_address(text).url == url


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", AddressFault.EMPTY),
        ("   ", AddressFault.EMPTY),
        ("http://example.org", AddressFault.SCHEME),
        ("ws://", AddressFault.HOST),
        ("my host", AddressFault.HOST),
        ("user@example.org", AddressFault.HOST),
        ("[::1", AddressFault.HOST),
        ("example.org:0", AddressFault.PORT),
        ("example.org:70000", AddressFault.PORT),
        ("example.org:door", AddressFault.PORT),
    ],
)
def test_addresses_that_name_no_server(text: str, fault: AddressFault) -> None:
    with pytest.raises(AddressError) as caught:
        parse_address(text)
    assert caught.value.fault is fault


def test_waits_double_to_two_seconds_and_grow_patient() -> None:
    dice = Random(3)
    for attempt, middle in enumerate((0.1, 0.2, 0.4, 0.8, 1.6, 2.0, 2.0), start=1):
        wait = wait_before(attempt, 1.0, dice)
        assert middle * 0.5 <= wait <= middle * 1.5
    assert 15 <= wait_before(500, PATIENT_AFTER, dice) <= 45

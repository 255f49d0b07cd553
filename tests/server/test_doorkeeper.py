"""How many may connect, and from where they are said to come."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from tests.server.fakes import StillClock

from rummy500_server.net.address import NOWHERE, asked_from, household, networks
from rummy500_server.net.doorkeeper import ARRIVALS, Capacity, Doorkeeper, Verdict, Visit


PROXIES = networks("10.0.0.0/8, 192.0.2.1, 2001:db8:ffff::/48")


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("127.0.0.1", NOWHERE),
        ("::1", NOWHERE),
        ("/run/some.socket", NOWHERE),
        ("", NOWHERE),
    ],
)
def test_an_address_is_what_one_household_has(host: str, counted: str) -> None:
    assert household(host) == counted


@pytest.mark.parametrize(
    ("peer", "forwarded", "host"),
    [
        ("192.0.2.9", ["198.51.100.7"], "192.0.2.9"),  # no proxy of ours: not listened to
        ("10.1.1.1", [], "10.1.1.1"),
        ("10.1.1.1", ["198.51.100.7"], "198.51.100.7"),
        (
            "10.1.1.1",
            ["203.0.113.5, 198.51.100.7"],
            "198.51.100.7",
        ),  # what is left of it is hearsay
        ("10.1.1.1", ["203.0.113.5, 198.51.100.7, 192.0.2.1"], "198.51.100.7"),
        ("10.1.1.1", ["203.0.113.5", "198.51.100.7", "10.2.2.2"], "198.51.100.7"),
        ("10.1.1.1", ["10.2.2.2"], "10.2.2.2"),
        ("10.1.1.1", ["198.51.100.7:4711"], "198.51.100.7"),
        ("10.1.1.1", ["[2001:db8::7]:4711"], "2001:db8::7"),
        ("10.1.1.1", ["2001:db8::7"], "2001:db8::7"),
        ("10.1.1.1", ["198.51.100.7, nonsense"], "10.1.1.1"),
        ("10.1.1.1", [""], "10.1.1.1"),
    ],
)
def test_only_our_own_proxies_are_believed(peer: str, forwarded: list[str], host: str) -> None:
    assert asked_from(peer, forwarded, PROXIES) == host


def knocks(door: Doorkeeper, hosts: Iterable[str]) -> list[Visit]:
    return [door.knock(host) for host in hosts]


def verdicts(visits: Iterable[Visit]) -> list[Verdict]:
    return [visit.verdict for visit in visits]


def test_one_address_has_its_share_and_others_theirs(clock: StillClock) -> None:
    door = Doorkeeper(clock, Capacity(most=100, per_address=2))
    first = knocks(door, ["2001:db8::1", "2001:db8::2", "2001:db8::3"])
    assert verdicts(first) == [Verdict.WELCOME, Verdict.WELCOME, Verdict.CROWDED]
    assert door.knock("2001:db8:0:1::1").verdict is Verdict.WELCOME

    door.leave(first[2])
    door.leave(first[0])
    assert door.knock("2001:db8::4").verdict is Verdict.WELCOME


def test_far_too_many_are_cut_without_a_word(clock: StillClock) -> None:
    door = Doorkeeper(clock, Capacity(most=1000, per_address=2))
    assert verdicts(knocks(door, ["192.0.2.7"] * 5))[-1] is Verdict.OVERRUN


def test_an_address_can_not_come_again_and_again(clock: StillClock) -> None:
    door = Doorkeeper(clock, Capacity(most=10, per_address=5))
    seen = []
    for _ in range(int(ARRIVALS.burst) + 5):
        visit = door.knock("192.0.2.7")
        seen.append(visit.verdict)
        door.leave(visit)
    assert seen == [Verdict.WELCOME] * int(ARRIVALS.burst) + [Verdict.CROWDED] * 5
    clock.time += 2
    assert door.knock("192.0.2.7").verdict is Verdict.WELCOME


def test_this_machine_is_counted_in_all_only(clock: StillClock) -> None:
    door = Doorkeeper(clock, Capacity(most=200, per_address=2))
    visits = knocks(door, ["127.0.0.1"] * 201)
    assert verdicts(visits) == [Verdict.WELCOME] * 200 + [Verdict.FULL]
    assert door.inside == 201
    for visit in visits:
        door.leave(visit)
    assert door.inside == 0


def test_who_comes_through_a_proxy_is_counted_where_he_comes_from(clock: StillClock) -> None:
    door = Doorkeeper(clock, Capacity(most=100, per_address=2, trusted=PROXIES))
    visits = knocks(door, ["10.1.1.1"] * 6)
    for number, visit in enumerate(visits):
        door.recognise(visit, [f"198.51.100.{number // 3}"])
    assert verdicts(visits) == [Verdict.WELCOME, Verdict.WELCOME, Verdict.CROWDED] * 2
    assert visits[0].address == "198.51.100.0"


def test_who_is_no_proxy_can_not_talk_himself_elsewhere(clock: StillClock) -> None:
    door = Doorkeeper(clock, Capacity(most=100, per_address=2, trusted=PROXIES))
    visit = door.knock("192.0.2.9")
    door.recognise(visit, ["198.51.100.7"])
    assert visit.address == "192.0.2.9"


def test_addresses_are_forgotten_once_nobody_is_there(
    clock: StillClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rummy500_server.net.doorkeeper._KEPT", 3)
    door = Doorkeeper(clock, Capacity(most=100, per_address=2))
    door.knock("192.0.2.1")
    for last in range(2, 20):
        door.leave(door.knock(f"192.0.2.{last}"))
    assert len(door._houses) == 3
    assert "192.0.2.1" in door._houses

"""Closed unions that are told apart by a dictionary: nothing may be missing from it."""

from __future__ import annotations

from typing import get_args

from rummy500.engine.events import Event
from rummy500.protocol.commands import AnyCommand
from rummy500_server.net.ratelimit import FAMILIES
from rummy500_server.store.records import OF_A_HAND, HandFact
from rummy500_server.table.journal import EVENTS, FACTS


def test_every_command_has_a_family() -> None:
    assert set(FAMILIES) == set(get_args(AnyCommand))


def test_every_event_is_stored_and_read() -> None:
    assert set(FACTS) == set(get_args(Event))
    assert set(EVENTS) == set(get_args(HandFact)) == OF_A_HAND

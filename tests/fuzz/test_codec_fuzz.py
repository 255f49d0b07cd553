"""Any frame is a message or refused, at both ends; nothing else ever comes out of a reader.

``RUMMY500_FUZZ=long`` reads a million frames.
"""

from __future__ import annotations

import itertools
from random import Random

import pytest
from tests.fuzz.mutator import LONG, honest, is_fatal, nearly

from rummy500.protocol.codec import decode_command, decode_update, encode, peek_ref
from rummy500.protocol.errors import ErrorCode, ProtocolViolationError
from rummy500.protocol.happenings import DrewStock, Person, SeatChanged
from rummy500.protocol.tables import OwnNow, TableNow
from rummy500.protocol.updates import Accepted, Refused, SatDown, TableClosed, TableNews


pytestmark = [pytest.mark.slow] if LONG else []

COMMANDS = 800_000 if LONG else 20_000
UPDATES = 200_000 if LONG else 5_000


def test_a_frame_of_a_client_is_a_command_or_refused() -> None:
    rng = Random(1)
    frames = honest("0123456789abcde", itertools.count(1))
    taken = refused = 0
    for _ in range(COMMANDS):
        frame = nearly(frames, rng)
        is_fatal(frame)
        ref = peek_ref(frame)
        try:
            command = decode_command(frame)
        except ProtocolViolationError:
            refused += 1
        else:
            taken += 1
            assert decode_command(encode(command)) == command
            assert ref == command.ref, "an answer would go astray"

    assert min(taken, refused) > COMMANDS / 20


def test_a_frame_of_a_server_is_an_update_or_refused() -> None:
    rng = Random(2)
    person = Person("Ana", here=True)
    now = TableNow("t", "", "rummy500", {}, (person,), 0, (), 1, (0,), winners=(1,))
    news = TableNews("t", 3, (DrewStock(0), SeatChanged(1, person)), now, OwnNow(0, (1, 2), 2))
    sat = Accepted(1, 2, SatDown("t", 0))
    refusal = Refused(2, ErrorCode.STALE, {"card": 3})
    frames = [encode(update) for update in (news, sat, refusal, TableClosed("t"))]
    taken = refused = 0
    for _ in range(UPDATES):
        try:
            update = decode_update(nearly(frames, rng))
        except ProtocolViolationError:
            refused += 1
        else:
            taken += 1
            encode(update)

    assert min(taken, refused) > UPDATES / 20

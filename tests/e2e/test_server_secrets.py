"""A recorder on every socket: no frame of 200 hands carries a card that its receiver may not know.

The frames are read generically, field by field, and compared with what the journal, which holds
the full truth, says that the receiver could see at that moment.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random

import msgpack
import pytest
from tests.server.fakes import ChancePlayer
from tests.server.player import Player, brisk, players
from tests.server.truth import Truth, cards_in, truths

from rummy500.engine.actions import Action, DiscardCard, LayOff, MeldCards, TakePile
from rummy500.engine.cards import PACK, Card
from rummy500.engine.ids import MeldId, Seat
from rummy500.engine.legal import legal_actions
from rummy500.engine.notation import CARD_TEXT, parse_card
from rummy500.engine.views import HandView
from rummy500.protocol import commands
from rummy500.protocol.updates import Accepted, Refused
from rummy500_server.app import Server
from rummy500_server.config import Settings
from rummy500_server.store.ports import Gone
from rummy500_server.store.records import HandOver


pytestmark = [pytest.mark.e2e, pytest.mark.slow]

HANDS = 200
CARD_WORD = re.compile(rf"^(?:{'|'.join(CARD_TEXT)})$")


class Recorder:
    """Keeps every frame with the person who got it."""

    def __init__(self) -> None:
        self.frames: list[tuple[Player, bytes]] = []
        self.asked: dict[str, set[Card]] = {}
        """By person, the cards that it has named itself in a command that was refused."""

    def __call__(self, person: Player, frame: bytes) -> None:
        self.frames.append((person, frame))


def whim(dice: Random) -> Callable[[HandView], Action]:
    """A player that mostly plays well, and often enough does something odd: deep draws, undos."""

    def choose(view: HandView) -> Action:
        odd = dice.random() < 0.3
        return dice.choice(legal_actions(view)) if odd else brisk(view)

    return choose


async def pry(person: Player, table: str, dice: Random, recorder: Recorder) -> None:
    """Ask for things that are refused, to see what the refusals say."""
    card = Card(dice.choice(PACK))
    wish = dice.choice(
        (
            TakePile(card),
            DiscardCard(card),
            LayOff((card,), MeldId(1)),
            MeldCards((card, Card((card + 1) % 52), Card((card + 2) % 52))),
        )
    )
    if wish in person.legal(table):
        return
    recorder.asked.setdefault(person.name, set()).update(
        getattr(wish, "cards", ()) or (getattr(wish, "card", card),)
    )
    assert isinstance(await person.play(table, wish), Refused)


async def play_hands(
    person: Player, table: str, hands: int, recorder: Recorder, dice: Random
) -> None:
    """Play so many hands, over as many matches as it takes."""
    choose = whim(dice)
    for _ in range(hands):
        while not await to_act(person, table):
            if dice.random() < 0.1:
                await pry(person, table, dice, recorder)
            await person.play(table, choose(person.view(table)))
        now = person.news[table].now
        over = now.winners is not None
        answer = await person.do(commands.Rematch if over else commands.Ready, table=table)
        await person.until(partial(has_seen, person, table, answer))


async def to_act(person: Player, table: str) -> bool:
    """Wait until this person has something to do; return whether the hand is over."""
    await person.until(lambda: person.my_turn(table) or waits_for(person, table))
    return not person.my_turn(table)


def waits_for(person: Player, table: str) -> bool:
    """Return whether the hand is over and this person has not said that it goes on."""
    now, own = person.news[table].now, person.news[table].own
    ended = now.hand is not None and now.hand.end is not None
    return ended and own is not None and own.seat not in now.ready


def has_seen(person: Player, table: str, answer: Accepted | Refused) -> bool:
    assert isinstance(answer, Accepted)
    return person.news[table].seq >= answer.seq


async def test_no_frame_carries_a_card_that_its_receiver_may_not_know(tmp_path: Path) -> None:
    settings = Settings(
        host="127.0.0.1",
        port=0,
        data=tmp_path,
        store="memory:",
        pause=0,
        seed=500,
        unlimited_rate=True,
    )
    recorder = Recorder()
    tables: dict[str, dict[int, Truth]] = {}
    async with Server(settings, bots=ChancePlayer()) as server:
        url = f"ws://127.0.0.1:{server.port}"

        async def one_table(names: tuple[str, ...], computers: int) -> None:
            dice = Random(f"{names}")
            async with players(url, *names, record=recorder) as people:
                seats = len(names) + computers
                made = await people[0].sit(
                    commands.CreateTable, name="", seats=seats, computers=("easy",) * computers
                )
                for person in people[1:]:
                    await person.sit(commands.JoinTable, table=made.table)
                await people[0].do(commands.Start, table=made.table)
                await asyncio.gather(
                    *(play_hands(p, made.table, HANDS // 4, recorder, dice) for p in people)
                )
            # Only now: while people hang up one by one, the others are still told so.
            journal = await server.store.load(made.table)
            assert not isinstance(journal, Gone)
            tables[made.table] = truths(made.table, journal.entries)

        await asyncio.gather(
            one_table(("Ana", "Beto"), 0),
            one_table(("Eva", "Gil", "Ines"), 0),
            one_table(("Jon", "Luz", "Mar", "Noa"), 0),
            one_table(("Pia", "Raul"), 2),
        )

    played = sum(hands_in(versions) for versions in tables.values())
    assert played >= HANDS
    checked = check(recorder, tables)
    assert checked["table"] > 10 * HANDS
    assert checked["refused"] > 20
    assert checked["hidden"] > 10 * HANDS  # frames whose receiver could not see some card


def hands_in(versions: dict[int, Truth]) -> int:
    return sum(any(isinstance(f, HandOver) for f in truth.facts) for truth in versions.values())


def check(recorder: Recorder, tables: dict[str, dict[int, Truth]]) -> dict[str, int]:
    counted = {"table": 0, "refused": 0, "hidden": 0}
    knows: dict[Player, frozenset[Card]] = {}
    for person, frame in recorder.frames:
        decoded = msgpack.unpackb(frame)
        cards = set(cards_in(decoded))
        if decoded["upd"] == "table":
            counted["table"] += 1
            truth = tables[decoded["table"]][decoded["seq"]]
            known = knows[person] = truth.known_to(Seat(decoded["own"]["seat"]))
            counted["hidden"] += len(known) < len(PACK)
            assert cards <= known, (person.name, decoded, cards - known)
            seed = truth.secret_seed
            assert seed is None or seed not in frame
            assert truth.state.seat_of(person.player) == decoded["own"]["seat"]
        elif decoded["upd"] == "refused":
            counted["refused"] += 1
            words = [w for w in decoded["params"].values() if CARD_WORD.match(str(w))]
            told = {parse_card(word) for word in words}
            allowed = knows.get(person, frozenset()) | recorder.asked.get(person.name, set())
            assert told <= allowed, (person.name, decoded)
        else:
            assert cards == set()
    return counted

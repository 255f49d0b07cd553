"""The states of the table itself: turns, refusals, clocks, and people who are away."""

from __future__ import annotations

from dataclasses import replace

import msgspec
from PySide6.QtWidgets import QWidget
from tests.client.little_table import LittleTable, position
from tests.client.wires import refuse
from tests.ui.desk import Desk, seated
from tests.ui.looks_rooms import Look

from rummy500.engine.actions import DiscardCard, MeldCards
from rummy500.engine.cards import CardSet
from rummy500.engine.ids import Seat
from rummy500.engine.notation import hand as cards_of, parse_card, parse_cards
from rummy500.engine.options import RUMMY500
from rummy500.engine.state import HandState, Phase
from rummy500.protocol.happenings import Computer, Person
from rummy500.protocol.tables import AwayTime, TimesNow, TurnTime
from rummy500_client.presenters.gesture_model import PressButton, PressPile
from rummy500_client.presenters.sounds import Sound
from rummy500_client.presenters.status import DISCARD, MELD
from rummy500_client.state.arrange import SortMode
from rummy500_client.state.model import Away, ConnectionChanged


async def table(it: Desk) -> QWidget:
    dealt = await seated(it)
    hand = position("8H TH KS 2D 3D 4D", pile="9H 3H QD", phase=Phase.DRAW)
    it.bridge.session.told(dealt.put(hand))
    await it.shown()
    return it.window.table


async def my_play(it: Desk) -> QWidget:
    dealt = await seated(it)
    it.bridge.session.told(dealt.put(position("8H TH KS 2D 3D 4D", pile="9H 3H QD")))
    it.bridge.session.set_local(
        replace(it.bridge.session.local, selected=parse_cards("2D 3D 4D"), sort=SortMode.MELDS)
    )
    await it.shown()
    return it.window.table


def four() -> tuple[LittleTable, HandState]:
    """A table of four, two of whom are not there, and a hand in the turn of the first of them."""
    table = LittleTable(4)
    table.seats = (
        Person("Ana", here=True),
        Person("Maximiliano", here=False),
        Person("Carla", here=False, held=True),
        Computer("Dora", "steady"),
    )
    hand = position("8H TH KS 2D 3D 4D", pile="9H 3H QD", melds=("7S 7C 7D",))
    others = tuple(CardSet(cards_of(text)) for text in ("KC QC", "2H 5H", "2S"))
    turn = replace(hand.turn, seat=Seat(1))
    return table, replace(hand, hands=(hand.hands[0], *others), turn=turn)


async def others_away(it: Desk) -> QWidget:
    """One is away, for another one a computer player plays."""
    await seated(it, solo=False)
    table, hand = four()
    table.seq = 10
    news = table.put(hand)
    times = TimesNow(TurnTime(1, 31_000, 30_000, True), (AwayTime(1, 3_000, 17_000),))  # noqa: FBT003
    it.bridge.session.told(msgspec.structs.replace(news, times=times))
    await it.shown()
    return it.window.table


async def clock_low(it: Desk) -> QWidget:
    """The viewer has eight seconds left."""
    await seated(it, solo=False)
    timed = replace(RUMMY500, turn_seconds=60)
    table = LittleTable(options=timed)
    table.seq = 10
    news = table.put(position("8H TH KS 2D 3D 4D", pile="9H 3H QD", options=timed))
    times = TimesNow(TurnTime(0, 8_000, 30_000, True))  # noqa: FBT003
    it.bridge.session.told(msgspec.structs.replace(news, times=times))
    await it.shown()
    return it.window.table


async def refused(it: Desk) -> QWidget:
    """A play that the rules forbid, and why."""
    dealt = await seated(it)
    hand = position("8H TH KS 2D 3D 4D", pile="9H 3H QD")
    turn = replace(hand.turn, required=parse_card("8H"))
    it.bridge.session.told(dealt.put(replace(hand, turn=turn)))
    it.bridge.session.set_local(replace(it.bridge.session.local, selected=parse_cards("KS")))
    it.bridge.session.gesture(PressButton(DISCARD))
    await it.shown()
    return it.window.table


async def taken_back(it: Desk) -> QWidget:
    """A play that was shown at once, and that the server has refused."""
    dealt = await seated(it)
    it.bridge.session.told(dealt.put(position("8H TH KS 2D 3D 4D", pile="9H 3H QD")))
    it.bridge.session.set_local(replace(it.bridge.session.local, selected=parse_cards("2D 3D 4D")))
    it.bridge.session.gesture(PressButton(MELD))
    refuse(it.bridge.session, it.wires.sent[-1], "STALE")
    await it.shown()
    return it.window.table


async def not_connected(it: Desk) -> QWidget:
    """A play without a connection."""
    dealt = await seated(it, solo=False)
    it.bridge.session.told(dealt.put(position("8H TH KS 2D 3D 4D", pile="9H 3H QD")))
    it.bridge.session.change(ConnectionChanged(Away(1, 0.4, "dropped")))
    it.bridge.session.set_local(replace(it.bridge.session.local, selected=parse_cards("2D 3D 4D")))
    it.bridge.session.gesture(PressButton(MELD))
    await it.shown()
    return it.window.table


async def armed_deep(it: Desk) -> QWidget:
    """A deep draw that asks for a second press."""
    dealt = await seated(it)
    hand = position("8H TH KS 2D 3D 4D", pile="5C 9H 3H QD", phase=Phase.DRAW)
    it.bridge.session.told(dealt.put(hand))
    it.bridge.session.gesture(PressPile(parse_card("9H")))
    await it.shown()
    return it.window.table


async def armed_out(it: Desk) -> QWidget:
    """A last card that asks for a second press."""
    dealt = await seated(it)
    it.bridge.session.told(dealt.put(position("KS", pile="9H 3H QD")))
    it.bridge.session.set_local(replace(it.bridge.session.local, selected=parse_cards("KS")))
    it.bridge.session.gesture(PressButton(DISCARD))
    await it.shown()
    return it.window.table


async def moves_lost(it: Desk) -> QWidget:
    """The server came back without the last plays, and the log says so."""
    dealt = await seated(it)
    first = dealt.put(position("8H TH KS 2D 3D 4D", pile="9H 3H QD"))
    it.bridge.session.told(first)
    it.bridge.session.told(dealt.play(MeldCards(parse_cards("2D 3D 4D"))))
    again = dealt.put(position("8H TH KS 2D 3D 4D", pile="9H 3H QD"))
    it.bridge.session.told(msgspec.structs.replace(again, rewound=True))
    if not it.window.table.view.log_shown:
        it.window.table.view.toggle_log()
    await it.shown()
    return it.window.table


class Loudspeaker:
    """Something to be heard with, so that there is something to be muted."""

    def play(self, sound: Sound, volume: float) -> None:
        """Play nothing."""


async def muted(it: Desk) -> QWidget:
    """All sounds are off."""
    it.window.sounds.listen_with(Loudspeaker())
    sounds = replace(it.bridge.session.settings.sounds, muted=True)
    it.bridge.session.set_settings(replace(it.bridge.session.settings, sounds=sounds))
    return await table(it)


async def between(it: Desk) -> QWidget:
    """The table after a hand, looked at instead of its result."""
    table = await seated(it)
    it.bridge.session.told(table.put(position("QS KS AS")))
    it.bridge.session.told(table.play(MeldCards(parse_cards("QS KS AS"))))
    it.wires.pass_time()
    it.bridge.on_table("peek")
    await it.shown()
    return it.window.table


async def discards(it: Desk) -> QWidget:
    """The turn of somebody else."""
    dealt = await seated(it)
    it.bridge.session.told(dealt.put(position("8H TH KS 2D 3D 4D", pile="9H 3H QD")))
    it.bridge.session.told(dealt.play(DiscardCard(parse_card("KS"))))
    await it.shown()
    return it.window.table


AT_THE_TABLE: dict[str, Look] = {
    "draw": table,
    "play": my_play,
    "others play": discards,
    "armed deep": armed_deep,
    "armed out": armed_out,
    "refused": refused,
    "taken back": taken_back,
    "not connected": not_connected,
    "moves lost": moves_lost,
    "clock low": clock_low,
    "others away": others_away,
    "between hands": between,
    "muted": muted,
}
"""The bar of the table gives way by rules of its own where a language is longer than ours."""

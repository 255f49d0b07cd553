"""What the clock plays for a seat whose time has run out, in each phase of its turn (R50)."""

from __future__ import annotations

import pytest
from tests.server.clocked import CLOCK, deeds, discard, draw, hand_of, turn_time
from tests.server.fakes import Onlooker, StillClock
from tests.server.house import FrailStore, House, on_turn, opened, play_one, two

from rummy500.engine.actions import MeldCards, Undo
from rummy500.engine.cards import card_list
from rummy500.engine.legal import legal_actions
from rummy500.engine.state import Drew, Phase
from rummy500.engine.views import view_for
from rummy500.protocol import acts, commands, happenings as did
from rummy500.protocol.translate import action_to_wire
from rummy500.protocol.updates import Accepted
from rummy500.referee.reader import read
from rummy500.referee.runner import run, verify
from rummy500.referee.writer import match_record
from rummy500_server.store.ports import Gone
from rummy500_server.table.actor import Table
from rummy500_server.table.record import hands_of


async def test_taking_back_does_not_buy_time(house: House, clock: StillClock) -> None:
    mover, other, table = await two(house, options=CLOCK)
    act = acts.Take(hand_of(table).pile[-1])
    await clock.move(25)
    await house.do(mover, table, commands.Play, table="t", act=act)
    await house.do(mover, table, commands.Play, table="t", act=acts.TakeBack())
    await clock.move(1.1)
    assert deeds(other) == [did.TimeRanOut, did.DrewStock, did.CardDiscarded]


async def test_after_a_draw_the_drawn_card_is_discarded(house: House, clock: StillClock) -> None:
    mover, other, table = await two(house, options=CLOCK)
    await draw(house, mover, table)
    own = mover.news[-1].own
    assert own is not None
    await clock.move(26.1)
    assert other.news[-1].happened[1:] == (did.CardDiscarded(own.seat, own.drawn or 0),)


async def test_a_top_card_that_was_taken_goes_back(house: House, clock: StillClock) -> None:
    mover, other, table = await two(house, options=CLOCK)
    top = hand_of(table).pile[-1]
    await house.do(mover, table, commands.Play, table="t", act=acts.Take(top))
    await clock.move(26.1)
    kinds = [did.TimeRanOut, did.PlayUndone, did.DrewStock, did.CardDiscarded]
    assert deeds(other) == kinds
    assert hand_of(table).pile[0] == top


async def until_meldable(house: House, people: tuple[Onlooker, Onlooker], table: Table) -> Onlooker:
    """Draw and discard until somebody who has drawn could meld."""
    while True:
        mover = people[0] if table.state.seat_of(people[0].player) == on_turn(table) else people[1]
        if hand_of(table).turn.phase is Phase.DRAW:
            await draw(house, mover, table)
        if melds_of(table):
            return mover
        await discard(house, mover, table, -1)


def melds_of(table: Table) -> list[MeldCards]:
    view = view_for(hand_of(table), on_turn(table))  # type: ignore[arg-type] - a seat
    return [action for action in legal_actions(view) if isinstance(action, MeldCards)]


async def test_a_meld_is_taken_back_before_the_drawn_card_is_discarded(
    house: House, clock: StillClock
) -> None:
    """I18."""
    mover, other, table = await two(house, options=CLOCK)
    mover = await until_meldable(house, (mover, other), table)
    drawn = hand_of(table).drawn
    meld = action_to_wire(melds_of(table)[0])
    assert isinstance(await house.do(mover, table, commands.Play, table="t", act=meld), Accepted)
    await clock.move(26.1)
    assert deeds(other) == [did.TimeRanOut, did.PlayUndone, did.CardDiscarded]
    assert hand_of(table).melds == ()
    assert hand_of(table).pile[-1] == drawn


@pytest.mark.parametrize("undo", ["on", "off"])
async def test_a_required_card_goes_back_to_the_pile(
    store: FrailStore, clock: StillClock, undo: str
) -> None:
    """I17: also where players may not undo."""
    async with opened(House(store, clock)) as house:
        people = await two(house, options={**CLOCK, "undo": undo, "idle_rounds": "0"})
        *pair, table = people
        take = await until_deep(house, (pair[0], pair[1]), table)
        pile = hand_of(table).pile
        seat = on_turn(table)
        assert isinstance(
            await house.do(take[0], table, commands.Play, table="t", act=take[1]), Accepted
        )
        assert hand_of(table).turn.drew is Drew.DEEP
        assert hand_of(table).turn.required is not None
        await clock.move(26.1)
        kinds = [did.TimeRanOut, did.PlayUndone, did.DrewStock, did.CardDiscarded]
        assert deeds(pair[0]) == kinds
        assert hand_of(table).pile[:-1] == pile
        assert on_turn(table) == 1 - seat


async def until_deep(
    house: House, people: tuple[Onlooker, Onlooker], table: Table
) -> tuple[Onlooker, acts.AnyAct]:
    """Draw and discard until somebody may take a card from inside the pile."""
    while True:
        mover = people[0] if table.state.seat_of(people[0].player) == on_turn(table) else people[1]
        hand = hand_of(table)
        for action in legal_actions(view_for(hand, on_turn(table))):  # type: ignore[arg-type] - a seat
            act = action_to_wire(action)
            if isinstance(act, acts.Take) and act.card != hand.pile[-1]:
                return mover, act
        await draw(house, mover, table)
        await discard(house, mover, table, -1)


async def test_with_an_empty_stock_the_hand_is_declined(house: House, clock: StillClock) -> None:
    mover, other, table = await two(house, options={**CLOCK, "idle_rounds": "0"})
    while hand_of(table).stock or hand_of(table).turn.phase is not Phase.DRAW:
        who = mover if table.state.seat_of(mover.player) == on_turn(table) else other
        await draw(house, who, table)
        await discard(house, who, table, -1)
    await clock.move(26.1)
    assert deeds(other) == [did.TimeRanOut, did.PileDeclined, did.HandFinished]
    assert table.state.clock is None
    assert turn_time(other) is None


async def test_the_record_of_a_match_that_the_clock_played_is_one_that_the_referee_takes(
    store: FrailStore, clock: StillClock
) -> None:
    """Decision 10: with and without undo."""
    for undo in ("on", "off"):
        async with opened(House(store, clock)) as house:
            wishes = {**CLOCK, "undo": undo, "idle_rounds": "1"}
            mover, other, table = await two(house, options=wishes)
            await until_over(house, clock, (mover, other), table)
            journal = await store.load(table.state.table)
            assert not isinstance(journal, Gone)
            hands = hands_of(journal.entries, 1, 2)
            assert Undo() in [play for _, play in hands[0].plays]
            (game,) = read("match", match_record(table.state.options, 2, hands))
            report = run(game)
            assert (report.failures, verify(game)) == ([], [])
            assert report.end.results == table.state.match.results  # type: ignore[union-attr] - it runs


async def until_over(
    house: House, clock: StillClock, people: tuple[Onlooker, Onlooker], table: Table
) -> None:
    """Begin turns and let the clock end them until the match is over."""
    while hand_of(table).end is None:
        seat = on_turn(table)
        who = people[0] if table.state.seat_of(people[0].player) == seat else people[1]
        takes = acts.Take(hand_of(table).pile[-1])
        await house.do(who, table, commands.Play, table="t", act=takes)
        await clock.move(26.1)


async def test_cards_of_the_hand_are_all_there_whatever_the_clock_played(
    house: House, clock: StillClock
) -> None:
    """I11."""
    mover, other, table = await two(house, options={**CLOCK, "reserve_seconds": "0"})
    while table.state.on_turn is not None:
        who = mover if on_turn(table) == table.state.seat_of(mover.player) else other
        await play_one(house, who, table)
        if table.state.on_turn is None:
            break
        await clock.move(16.1)
        hand = hand_of(table)
        cards = [*hand.stock, *hand.pile]
        cards += [c for held in hand.hands for c in card_list(held)]
        cards += [c for meld in hand.melds for c in card_list(meld.cards)]
        assert sorted(cards) == list(range(52))

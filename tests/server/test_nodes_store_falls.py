"""Nodes whose store is away for a while, or comes back without its last entries."""

from __future__ import annotations

import pytest
from tests.server.fakes import Onlooker, StillClock, settle
from tests.server.fellowship import Node, SharedStore, begun, facts, seconds
from tests.support.log_watch import LogWatch

from rummy500.engine.refusals import Code
from rummy500.protocol import acts, commands
from rummy500.protocol.errors import CloseReason, ErrorCode
from rummy500.protocol.updates import Accepted, Refused
from rummy500_server.store import records
from rummy500_server.table.mailbox import Resumed


STOCK = acts.Stock()


@pytest.fixture
def store(clock: StillClock) -> SharedStore:
    return SharedStore(clock)


async def test_moves_that_the_store_has_lost_are_told_to_all(
    pair: list[Node], store: SharedStore, expect_log: LogWatch
) -> None:
    game = await begun(pair)
    mover, node, table = game.mover()
    before = table.state
    draw = commands.Play(ref=700, table="t", act=STOCK)
    await node.send(mover, table, draw)
    store.rewind(game.id, 1)
    await settle()

    assert "rewound" in expect_log.messages[0]
    for person in (game.ana, game.beto):
        assert person.ended is None
        rewound = [news for news in person.news if news.rewound]
        assert [news.seq - before.version in {0, 1} for news in rewound] == [True]
        assert all(getattr(holder, "here", False) for holder in person.news[-1].now.seats)
    assert game.table.state == game.twin.state
    assert game.table.state.match == before.match
    # The move is not known any more, so it can be made again.
    again = await node.send(mover, table, draw)
    assert isinstance(again, Accepted)
    assert again.seq > before.version


async def test_who_sat_down_in_what_was_lost_does_not_sit(
    pair: list[Node], store: SharedStore, expect_log: LogWatch
) -> None:
    here, there = pair
    ana, beto = Onlooker("ana"), Onlooker("beto")
    table = await here.table(ana)
    await there.join(table.state.table, beto)
    store.rewind(table.state.table, 1)
    await settle()
    assert beto.ended is CloseReason.SUPERSEDED
    assert ana.ended is None


async def test_a_history_of_the_same_length_is_another_one(
    pair: list[Node], store: SharedStore, expect_log: LogWatch
) -> None:
    """One node goes on in the new life before the other one has noticed."""
    game = await begun(pair)
    mover, node, table = game.mover()
    await node.do(mover, table, commands.Play, table="t", act=STOCK)
    ears, store._ears = store._ears, {}
    store.rewind(game.id, 1)
    store._ears = ears
    await node.do(mover, table, commands.Play, table="t", act=STOCK)
    await settle()
    assert game.table.state == game.twin.state
    assert any(news.rewound for news in game.ana.news)
    assert any(news.rewound for news in game.beto.news)


async def test_time_without_a_store_is_given_back(
    pair: list[Node], store: SharedStore, clock: StillClock, expect_log: LogWatch
) -> None:
    game = await begun(pair, options={"turn_seconds": "30"})
    deadline = game.table.state.deadline
    assert deadline is not None
    await seconds(clock, 20)
    store.away = True
    await seconds(clock, 25)
    assert game.table.state.deadline == deadline
    store.away = False
    await seconds(clock, 3)
    assert game.table.state.deadline is not None
    assert game.table.state.deadline - deadline >= 23_000
    assert not any(isinstance(f, records.TimeRanOut) for f in await facts(store, game.id))
    assert {m.partition("'event': '")[2].partition("'")[0] for m in expect_log.messages} <= {
        "no_pulse",
        "not_stored",
        "not_looked_after",
    }


async def test_a_list_is_kept_fresh_by_who_drives(
    pair: list[Node], store: SharedStore, clock: StillClock
) -> None:
    here, _ = pair
    table = await here.table(Onlooker("ana"))
    await here.table(Onlooker("eva"), private=True)
    seen: set[str] = set()
    for _ in range(12):
        await seconds(clock, 1)
        seen |= set(store.refreshed)
    assert seen == {table.state.table}


async def test_a_refusal_is_given_at_once_to_who_says_what_he_has_seen(
    pair: list[Node], store: SharedStore
) -> None:
    game = await begun(pair)
    mover, _, _ = game.mover()
    other, node, table = (game.ana, game.here, game.table)
    if mover is game.ana:
        other, node, table = (game.beto, game.there, game.twin)
    store.away = True
    seen = table.state.version
    answer = await node.do(other, table, commands.Play, table="t", act=STOCK, seen=seen)
    assert getattr(answer, "code", "") == Code.NOT_YOUR_TURN


async def test_a_move_that_was_meant_for_what_was_lost_is_stale(
    pair: list[Node], store: SharedStore, expect_log: LogWatch
) -> None:
    """Though as much has happened since: the mark tells the two histories apart."""
    game = await begun(pair)
    mover, node, table = game.mover()
    await node.do(mover, table, commands.Play, table="t", act=STOCK)
    own, seen = mover.news[-1].own, mover.news[-1]
    assert own is not None
    store.rewind(game.id, 1)
    await settle()
    assert table.state.version >= seen.seq

    discard = acts.Discard(card=own.cards[0] if own.drawn is None else own.drawn)
    meant = {"table": "t", "act": discard, "seen": seen.seq, "mark": seen.mark}
    answer = await node.do(mover, table, commands.Play, **meant)
    assert answer == Refused(node.refs, ErrorCode.STALE, {})
    now = mover.news[-1]
    again = {"table": "t", "act": STOCK, "seen": now.seq, "mark": now.mark}
    assert isinstance(await node.do(mover, table, commands.Play, **again), Accepted)


async def test_who_comes_back_with_what_was_lost_is_told_so(
    pair: list[Node], store: SharedStore, expect_log: LogWatch
) -> None:
    game = await begun(pair)
    mover, node, table = game.mover()
    await node.do(mover, table, commands.Play, table="t", act=STOCK)
    seen = mover.news[-1]
    store.rewind(game.id, 1)
    await settle()
    for seq, mark, lost in [
        (seen.seq, seen.mark, True),
        (seen.seq + 9, b"", True),
        (mover.news[-1].seq, mover.news[-1].mark, False),
        (0, b"", False),
    ]:
        back = Onlooker(mover.player, mover.name)
        await node.lobby.deliver(game.id, Resumed(back, 900 + seq, seq, mark))
        await settle()
        assert back.news[-1].rewound is lost
        mover = back

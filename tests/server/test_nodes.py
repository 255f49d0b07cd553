"""Nodes that share a store: each serves any table, and each may fall."""

from __future__ import annotations

import pytest
from tests.server.fakes import Onlooker, StillClock, settle
from tests.server.fellowship import Node, SharedStore, begun, facts, nodes, seconds

from rummy500.protocol import acts, commands
from rummy500.protocol.errors import CloseReason, ErrorCode
from rummy500.protocol.updates import Accepted, Refused
from rummy500_server.store import records
from rummy500_server.store.ports import Status
from rummy500_server.table.decide import Plan
from rummy500_server.table.mailbox import Vanished


STOCK = acts.Stock()


@pytest.fixture
def store(clock: StillClock) -> SharedStore:
    return SharedStore(clock)


# --- one table at two nodes -----------------------------------------------------------------------


async def test_a_move_at_one_node_is_seen_at_the_other(pair: list[Node]) -> None:
    game = await begun(pair)
    mover, node, table = game.mover()
    answer = await node.do(mover, table, commands.Play, table="t", act=STOCK)
    assert isinstance(answer, Accepted)
    assert game.ana.news[-1].seq == game.beto.news[-1].seq == answer.seq
    assert game.ana.news[-1].now == game.beto.news[-1].now
    for person in (game.ana, game.beto):
        seqs = [news.seq for news in person.news]
        assert seqs == list(range(seqs[0], seqs[-1] + 1))


async def test_the_first_node_drives_and_the_second_one_rests(
    pair: list[Node], store: SharedStore
) -> None:
    game = await begun(pair, seats=4, computers=("easy", "easy"))
    await seconds(game.here.clock, 3)
    assert game.table.state.driver == game.here.lobby.node
    named = [f for f in await facts(store, game.id) if isinstance(f, records.DriverNamed)]
    assert len(named) == 1
    assert getattr(game.there.thinker, "asked", None) == 0


async def test_notices_that_are_lost_are_made_up_for(pair: list[Node], store: SharedStore) -> None:
    """Who asks for what is wrong as far as this node knows is not refused before it has looked."""
    game = await begun(pair)
    mover, node, table = game.mover()
    other = game.beto if mover is game.ana else game.ana
    far, far_table = (game.there, game.twin) if node is game.here else (game.here, game.table)
    store.mute = True
    await node.do(mover, table, commands.Play, table="t", act=STOCK)
    own = mover.news[-1].own
    assert own is not None
    card = own.cards[0] if own.drawn is None else own.drawn
    await node.do(mover, table, commands.Play, table="t", act=acts.Discard(card=card))
    store.mute = False
    assert far_table.state.version < table.state.version

    answer = await far.do(other, far_table, commands.Play, table="t", act=STOCK)
    assert isinstance(answer, Accepted)
    assert far_table.state == table.state


async def test_a_gap_is_filled_from_the_journal(pair: list[Node], store: SharedStore) -> None:
    game = await begun(pair)
    mover, node, table = game.mover()
    store.mute = True
    await node.do(mover, table, commands.Play, table="t", act=STOCK)
    store.mute = False
    own = mover.news[-1].own
    assert own is not None
    act = acts.Discard(card=own.cards[0] if own.drawn is None else own.drawn)
    await node.do(mover, table, commands.Play, table="t", act=act)
    assert game.table.state == game.twin.state
    for person in (game.ana, game.beto):
        seqs = [news.seq for news in person.news]
        assert seqs == list(range(seqs[0], seqs[-1] + 1))


async def test_old_notices_and_own_ones_change_nothing(
    pair: list[Node], store: SharedStore
) -> None:
    game = await begun(pair)
    journal = await store.load(game.id)
    state, told = game.twin.state, len(game.beto.told)
    for stored in getattr(journal, "entries", ()):
        store.tell(game.id, stored)
    await settle()
    assert game.twin.state is state
    assert len(game.beto.told) == told


async def test_a_command_that_was_done_at_one_node_is_known_at_the_other(
    pair: list[Node],
) -> None:
    game = await begun(pair)
    mover, node, table = game.mover()
    draw = commands.Play(ref=700, table="t", act=STOCK)
    answer = await node.send(mover, table, draw)
    far = game.there if node is game.here else game.here
    twin = Onlooker(mover.player, mover.name)
    found = await far.at(game.id, twin)
    assert await far.send(twin, found, draw) == answer
    assert mover.ended is CloseReason.SUPERSEDED


async def test_what_was_seen_in_another_life_is_stale(pair: list[Node]) -> None:
    game = await begun(pair)
    mover, node, table = game.mover()
    seen = table.state.version + 3
    answer = await node.do(mover, table, commands.Play, table="t", act=STOCK, seen=seen)
    assert answer == Refused(node.refs, ErrorCode.STALE, {})


async def test_a_table_without_people_here_is_let_go(pair: list[Node], clock: StillClock) -> None:
    game = await begun(pair)
    game.twin.submit(Vanished(game.beto))
    await settle()
    await seconds(clock, 2)
    assert list(game.there.lobby.awake()) == []
    back = await game.there.at(game.id, game.beto)
    assert back is not game.twin
    assert back.state == game.table.state


async def test_what_is_made_twice_at_two_nodes_is_one_table_and_one_seat(
    pair: list[Node], store: SharedStore
) -> None:
    here = pair[0]
    ana, beto = Onlooker("ana"), Onlooker("beto")
    create = commands.CreateTable(ref=7, name="", seats=3)
    made = [await node.lobby.create(ana, create) for node in pair]
    assert made[0] == made[1]
    table = made[0]
    assert isinstance(table, str)
    await here.at(table, ana)
    join = commands.JoinTable(ref=8, table=table)
    answers = []
    for node in pair:
        found = await node.lobby.table(table)
        assert found is not None
        answers.append(await node.send(Onlooker("beto"), found, join))
    assert answers[0] == answers[1]
    assert isinstance(answers[0], Accepted)
    people = [p.player for _, p in (await here.at(table, ana)).state.people()]
    assert people == ["ana", beto.player]


# --- a node falls ---------------------------------------------------------------------------------


async def test_a_dead_node_is_driven_for_and_its_people_called_away(
    pair: list[Node], store: SharedStore, clock: StillClock
) -> None:
    game = await begun(pair, seats=4, computers=("easy", "easy"))
    await game.here.fall()
    await seconds(clock, 3)
    assert game.twin.state.driver == game.here.lobby.node
    await seconds(clock, 2)

    assert game.twin.state.driver == game.there.lobby.node
    seat = game.beto.news[-1].now.seats[0]
    assert getattr(seat, "here", None) is False
    lost = [f for f in await facts(store, game.id) if isinstance(f, records.PersonLost)]
    assert [f.why for f in lost] == [records.Why.NODE]
    while game.twin.state.computer_to_move is not None:
        await seconds(clock, 1)
    ana = Onlooker("ana")
    await game.there.at(game.id, ana)
    assert getattr(game.beto.news[-1].now.seats[0], "here", None) is True


async def test_a_node_that_has_just_begun_judges_nobody(
    store: SharedStore, clock: StillClock
) -> None:
    async with nodes(store, clock, 1) as (here,):
        table = await here.table(Onlooker("ana"))
        await here.fall()
        await clock.move(30)
        late = Node(store, clock, nodes=store)
        await late.lobby.start()
        await seconds(clock, 3)
        assert (await late.lobby.table(table.state.table)) is not None
        assert [head.present for head in await store.heads(0, 9)] == [1]
        await seconds(clock, 4)
        assert [head.present for head in await store.heads(0, 9)] == [0]
        await late.lobby.close()


async def test_tables_that_nobody_looks_after_are_found_and_ended(
    store: SharedStore, clock: StillClock
) -> None:
    """By a node at which nobody ever sat."""
    async with nodes(store, clock) as (here, there):
        await here.table(Onlooker("ana"))
        await here.fall()
        await seconds(clock, 8)
        (head,) = await store.heads(0, 9)
        assert (head.driver, head.present) == (there.lobby.node, 0)
        await seconds(clock, 65)
        assert await store.heads(0, 9) == ()


async def test_a_match_without_anybody_is_nobodys_work(
    store: SharedStore, clock: StillClock
) -> None:
    async with nodes(store, clock) as (here, there):
        ana = Onlooker("ana")
        table = await here.table(ana, computers=("easy",))
        await here.do(ana, table, commands.Start, table="t")
        await here.fall()
        await seconds(clock, 12)
        assert [(h.status, h.present) for h in await store.heads(0, 9)] == [(Status.PLAYING, 0)]
        assert list(there.lobby.awake()) == []
        woken = await there.at(table.state.table, Onlooker("ana"))
        assert woken.state.driver == there.lobby.node


async def test_a_driver_without_people_gives_way_to_one_with_people(
    pair: list[Node],
) -> None:
    game = await begun(pair, seats=3, computers=("easy",))
    game.table.submit(Vanished(game.ana))
    await settle()
    assert game.twin.state.driver == game.there.lobby.node
    assert not game.table.submit(Vanished(game.ana))  # the first node has let go


async def test_who_ends_in_order_is_followed_at_once(
    pair: list[Node], store: SharedStore, clock: StillClock
) -> None:
    game = await begun(pair)
    await game.here.lobby.drain()
    await settle()
    assert game.twin.state.driver == game.there.lobby.node
    lost = [f for f in await facts(store, game.id) if isinstance(f, records.PersonLost)]
    assert [f.why for f in lost] == [records.Why.DRAIN]
    assert (await store.beat(game.there.lobby.node)).nodes.keys() == {game.there.lobby.node}


# --- what a node finds out about itself -----------------------------------------------------------


async def test_who_is_called_away_though_he_is_here_comes_back(
    pair: list[Node], store: SharedStore
) -> None:
    """A node that was cut off for a while finds its people gone; they need not notice."""
    game = await begun(pair)
    await game.twin._add(Plan((records.PersonLost(0, records.Why.NODE),)))
    await settle()
    assert game.ana.ended is None
    assert game.table.state == game.twin.state
    assert game.table.state.seats[0].here  # type: ignore[union-attr] - a person
    ana = [f for f in await facts(store, game.id) if getattr(f, "seat", None) == 0]
    assert [type(f) for f in ana[-2:]] == [records.PersonLost, records.PersonCame]


async def test_a_seat_that_is_shown_here_without_a_connection_is_called_away(
    pair: list[Node], clock: StillClock
) -> None:
    game = await begun(pair)
    game.table._audience.forget("ana")
    await seconds(clock, 1)
    assert game.twin.state.seats[0].here  # type: ignore[union-attr] - it may be on its way
    await seconds(clock, 2)
    assert not game.twin.state.seats[0].here  # type: ignore[union-attr] - a person

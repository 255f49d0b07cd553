"""``reduce(state, change)``: the state after a change. Pure, total, and the only way forward."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from rummy500.engine.cards import EMPTY, Card, CardSet, card_set, iterate
from rummy500.engine.state import Drew, Phase
from rummy500.protocol.commands import AnyCommand, Leave, Play, Resume, ToTable
from rummy500.protocol.happenings import (
    AnyHappening,
    CardDiscarded,
    CardsLaidOff,
    DrewStock,
    HandOpened,
    MatchBegan,
    MeldLaid,
    PlayUndone,
    TookPile,
)
from rummy500.protocol.tables import OwnNow, TableNow, with_results
from rummy500.protocol.updates import (
    Accepted,
    Refused,
    SatDown,
    TableClosed,
    TableNews,
    TablesChanged,
    TablesListed,
)
from rummy500_client.state.deals import deals_after
from rummy500_client.state.model import (
    Ahead,
    ClientState,
    CommandSent,
    ConnectionChanged,
    Gap,
    LogEntry,
    Offline,
    Rejection,
    TableState,
)


LONGEST_LOG: Final = 5000
"""So many happenings are kept; more than a match has."""


@dataclass(frozen=True, slots=True)
class CommandAnswered:
    """A command got its answer."""

    command: AnyCommand
    answer: Accepted | Refused


Change = ConnectionChanged | CommandSent | CommandAnswered | TableNews | TableClosed | TablesChanged


def reduce(state: ClientState, change: Change) -> ClientState:
    """Return the state after a change."""
    match change:
        case ConnectionChanged():
            return _connection_changed(state, change)
        case CommandSent():
            return _with_pending(state, change.command)
        case CommandAnswered():
            return _answered(state, change)
        case TableNews():
            return _news(state, change)
        case TableClosed():
            if state.table is None or state.table.id != change.table:
                return state
            return replace(state, table=None, closed=True)
        case TablesChanged():
            return _list_changed(state, change)


def _list_changed(state: ClientState, change: TablesChanged) -> ClientState:
    if state.rows is None:
        return state
    known = {row.table: row for row in (*state.rows, *change.changed)}
    return replace(state, rows=tuple(known[table] for table in change.order if table in known))


def _connection_changed(state: ClientState, change: ConnectionChanged) -> ClientState:
    if isinstance(change.connection, Offline):
        return ClientState(serial=state.serial)
    return replace(state, connection=change.connection, seated_at=change.seated_at)


def _with_pending(state: ClientState, command: AnyCommand) -> ClientState:
    table = state.table
    if isinstance(command, ToTable) and table is not None and table.id == command.table:
        ahead = Ahead(command) if isinstance(command, Play) else table.ahead
        return replace(state, table=replace(table, pending=command, ahead=ahead))
    return replace(state, pending=command, rejection=None)


def _without_pending(state: ClientState, command: AnyCommand) -> ClientState:
    """Forget that a command waits; the ref tells commands apart."""
    table = state.table
    if table is not None and table.pending is not None and table.pending.ref == command.ref:
        state = replace(state, table=replace(table, pending=None))
    if state.pending is not None and state.pending.ref == command.ref:
        state = replace(state, pending=None)
    return state


def _answered(state: ClientState, change: CommandAnswered) -> ClientState:
    command, answer = change.command, change.answer
    state = _without_pending(state, command)
    match answer:
        case Accepted(result=TablesListed() as listed):
            return replace(state, rows=listed.tables, rejection=None)
        case Accepted(result=SatDown()):
            return replace(state, rejection=None, closed=False)
        case Accepted():
            return _accepted(state, command, answer)
        case Refused():
            return _refused(state, command, answer)


def _accepted(state: ClientState, command: AnyCommand, answer: Accepted) -> ClientState:
    if isinstance(command, Leave):
        return replace(state, table=None)
    table = state.table
    if table is None or table.ahead is None or table.ahead.play.ref != command.ref:
        return state
    # the answer comes before the news: until then the play is still only foreseen
    told = table.seq >= answer.seq
    ahead = None if told else replace(table.ahead, until=answer.seq)
    return replace(state, table=replace(table, ahead=ahead))


def _refused(state: ClientState, command: AnyCommand, answer: Refused) -> ClientState:
    serial = state.serial + 1
    rejection = Rejection(serial, answer.code, tuple(answer.params.items()), command)
    state = replace(state, serial=serial)
    table = state.table
    if not isinstance(command, ToTable) or table is None or table.id != command.table:
        return replace(state, rejection=rejection)
    if isinstance(command, Resume):
        return replace(state, table=None, closed=True, rejection=rejection)
    ahead = table.ahead
    if ahead is not None and ahead.play.ref == command.ref:
        ahead = None
    return replace(state, table=replace(table, rejection=rejection, ahead=ahead))


def _news(state: ClientState, news: TableNews) -> ClientState:
    old = state.table
    if old is None or old.id != news.table:
        fresh = TableState(news.table, 0, news.now, news.own)
        return replace(state, table=_with_news(fresh, news), closed=False)
    return replace(state, table=_with_news(old, news))


def _with_news(table: TableState, news: TableNews) -> TableState:
    """Return the table after news of it. Told twice, news changes nothing the second time."""
    happened = news.happened if news.seq > table.seq else ()
    log, deals = table.log, table.deals
    last = None if news.rewound else table.last
    gaps = table.gaps
    if news.rewound or _missed(table, news):
        gaps = (*gaps, Gap(news.now.number, len(log), undone=news.rewound))
    for happening in happened:
        if isinstance(happening, MatchBegan):
            log, deals, last, gaps = (), (), None, ()
        elif isinstance(happening, HandOpened):
            last = None
        elif isinstance(happening, TookPile | MeldLaid | CardsLaidOff | CardDiscarded | DrewStock):
            last = happening
        elif isinstance(happening, PlayUndone):
            last = None
        log = (*log, LogEntry(news.now.number, happening, _own_draw(happening, news.own)))
    return replace(
        table,
        seq=news.seq,
        mark=news.mark,
        ahead=None if news.rewound else _ahead_after(table.ahead, news.seq),
        now=with_results(news.now, table.now),
        own=news.own,
        times=news.times,
        log=log[-LONGEST_LOG:],
        gaps=gaps,
        last=last,
        deals=deals_after(deals, news.now, news.own),
        before_draw=_before_draw(table.before_draw, news.now, news.own),
    )


def _missed(table: TableState, news: TableNews) -> bool:
    """Return whether plays of the present hand were made of which nothing was told."""
    hand = news.now.hand
    if hand is None or any(isinstance(one, HandOpened) for one in news.happened):
        return False
    if table.seq == 0:
        return bool(hand.melds) or len(hand.pile) != 1 or hand.turn.drew is not Drew.NOTHING
    return news.seq > table.seq + 1 and hand != table.now.hand


def _ahead_after(ahead: Ahead | None, seq: int) -> Ahead | None:
    told = ahead is not None and 0 < ahead.until <= seq
    return None if told else ahead


def _own_draw(happening: AnyHappening, own: OwnNow | None) -> Card | None:
    if own is None or own.drawn is None:
        return None
    mine = isinstance(happening, DrewStock) and happening.seat == own.seat
    return Card(own.drawn) if mine else None


def _before_draw(known: CardSet, now: TableNow, own: OwnNow | None) -> CardSet:
    """Return the viewer's hand as it was before the draw of the turn that is on."""
    if now.hand is None or own is None:
        return EMPTY
    turn = now.hand.turn
    cards = card_set(Card(card) for card in own.cards)
    if turn.seat != own.seat or turn.phase is not Phase.PLAY:
        return cards
    if known:
        return known
    drawn = 0 if own.drawn is None else 1 << own.drawn
    return CardSet(cards & ~drawn)


def fresh_cards(table: TableState) -> tuple[Card, ...]:
    """Return the cards that came into the viewer's hand in the turn that is on."""
    if table.own is None:
        return ()
    held = card_set(Card(card) for card in table.own.cards)
    return tuple(iterate(CardSet(held & ~table.before_draw)))

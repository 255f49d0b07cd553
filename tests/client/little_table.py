"""A table without a server: the engine plays, and what the server would tell is made from it."""

from __future__ import annotations

from dataclasses import replace

from rummy500.engine.actions import Action
from rummy500.engine.cards import EMPTY, CardSet
from rummy500.engine.deal import commitment, pack_from_seed
from rummy500.engine.decide import decide
from rummy500.engine.events import HandEvent
from rummy500.engine.ids import HandNumber, MeldId, Seat
from rummy500.engine.match import Match, apply, next_hand, start_match
from rummy500.engine.melds import Meld, shape_of
from rummy500.engine.notation import hand as cards_of, parse_cards
from rummy500.engine.options import RUMMY500, TableOptions, changed_options
from rummy500.engine.refusals import Refusal
from rummy500.engine.state import Drew, HandState, Phase, Turn
from rummy500.engine.views import sight_of, view_for
from rummy500.protocol.happenings import AnyHappening, AnyOccupant, Computer, Person
from rummy500.protocol.tables import OwnNow, ResultOfHand, TableNow
from rummy500.protocol.translate import (
    hand_to_wire,
    own_to_wire,
    score_to_wire,
    sight_to_wire,
)
from rummy500.protocol.updates import TableNews
from rummy500_client.i18n.words import Words, words_for
from rummy500_client.presenters.glance import Glance, look
from rummy500_client.state.local import LocalTable
from rummy500_client.state.model import ClientState
from rummy500_client.state.reduce import reduce


NAMES = ("Ana", "Bruno", "Carla", "Dora")


class LittleTable:
    """A match at a table, told to one seat."""

    def __init__(self, players: int = 2, viewer: int = 0, options: TableOptions = RUMMY500) -> None:
        self.viewer = Seat(viewer)
        self.match: Match = start_match(options, players, Seat(players - 1))
        self.seats: tuple[AnyOccupant, ...] = (
            Person(NAMES[0], here=True),
            *(Computer(name, "easy") for name in NAMES[1:players]),
        )
        self.seq = 0
        self.promise = b""
        self.ready: tuple[int, ...] = ()

    @property
    def hand(self) -> HandState:
        assert self.match.hand is not None
        return self.match.hand

    def deal(self, seed: int = 1) -> TableNews:
        """Deal the next hand."""
        secret = seed.to_bytes(32, "big")
        self.promise = commitment(secret)
        event = next_hand(self.match, pack_from_seed(secret), secret)
        self.match = apply(self.match, event)
        self.ready = ()
        return self.news(sight_to_wire(sight_of(event, self.match.hand)))

    def put(self, hand: HandState) -> TableNews:
        """Set a position up."""
        self.match = self.match._replace(hand=hand, number=HandNumber(1))
        return self.news()

    def play(self, action: Action) -> TableNews:
        """Play for the seat on turn."""
        events = decide(self.hand, self.hand.turn.seat, action)
        assert not isinstance(events, Refusal), events
        return self.tell(events)

    def tell(self, events: tuple[HandEvent, ...]) -> TableNews:
        for event in events:
            self.match = apply(self.match, event)
        return self.news(*(sight_to_wire(sight_of(event)) for event in events))

    def news(self, *happened: AnyHappening) -> TableNews:
        self.seq += 1
        view = None if self.match.hand is None else view_for(self.match.hand, self.viewer)
        hand = None if view is None else hand_to_wire(view, self.promise, self.hand.seed)
        own = OwnNow(self.viewer) if view is None else own_to_wire(view, self.viewer)
        match = self.match
        now = TableNow(
            name="Ana",
            code="",
            preset=str(match.options.preset),
            options=changed_options(match.options),
            seats=self.seats,
            host=0,
            ready=self.ready,
            number=match.number,
            totals=tuple(score_to_wire(total) for total in match.totals),
            results=tuple(
                ResultOfHand(
                    r.number,
                    r.dealer,
                    r.reason,
                    tuple(score_to_wire(s) for s in r.scores),
                    tuple(score_to_wire(s) for s in r.totals),
                    r.out,
                )
                for r in match.results
            ),
            winners=match.winners,
            hand=hand,
        )
        return TableNews("t1", self.seq, happened, now, own)


def position(
    own: str,
    *,
    pile: str = "2C",
    stock: str = "3C 4C 5C 6C",
    melds: tuple[str, ...] = (),
    phase: Phase = Phase.PLAY,
    options: TableOptions = RUMMY500,
) -> HandState:
    """Return a hand of two seats in which the first is to move; melds lie there for the other."""
    laid = []
    for number, text in enumerate(melds, start=1):
        cards = cards_of(text)
        shape = shape_of(cards, options.ace_mode, None)
        assert shape is not None, text
        laid.append(Meld(MeldId(number), shape.kind, cards, shape.ace, (EMPTY, cards)))
    turn = Turn(Seat(0), phase, Drew.STOCK if phase is Phase.PLAY else Drew.NOTHING)
    return HandState(
        options=options,
        dealer=Seat(1),
        hands=(CardSet(cards_of(own)), CardSet(cards_of("KC QC JC"))),
        stock=parse_cards(stock),
        pile=parse_cards(pile),
        melds=tuple(laid),
        turn=turn,
        next_meld=MeldId(len(laid) + 1),
    )


def glance_at(
    hand: HandState, *, selected: str = "", language: str = "en", local: LocalTable | None = None
) -> Glance:
    """Return the look of the seat on turn at a position."""
    table = LittleTable(len(hand.hands), options=hand.options)
    state = reduce(ClientState(), table.put(hand))
    assert state.table is not None
    side = replace(local or LocalTable(), selected=parse_cards(selected))
    return look(state.table, side, words(language))


def words(language: str = "en") -> Words:
    return words_for(language)

"""Positions of real games for the pictures: seeded matches, played by the computer players.

Nothing is set up by hand: a position is looked for among the hands of many seeds, so what a
picture shows is what a player of the program may meet.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

from tests.client.little_table import LittleTable

from rummy500.engine.actions import Action, DiscardCard, LayOff, MeldCards, TakePile
from rummy500.engine.cards import size
from rummy500.engine.ids import Seat
from rummy500.engine.legal import legal_actions, legal_layoffs
from rummy500.engine.state import HandState, Phase
from rummy500.engine.views import view_for
from rummy500_client.i18n.words import words_for
from rummy500_client.presenters.glance import Glance, look
from rummy500_client.state.local import LocalTable, ResultShown
from rummy500_client.state.model import ClientState, TableState
from rummy500_client.state.reduce import reduce
from rummy500_server.bots.levels import policy_for
from rummy500_server.bots.wire import decode_view, encode_view


Wanted = Callable[[HandState], bool]
VIEWER = Seat(0)
SEEDS = 400
"""Hands to look through at most; each position asked for is found within a few dozen."""
MANY_TO_TAKE = 3


class NotFoundError(LookupError):
    """No hand of the seeds has the position."""


class Game:
    """A match, and what the client of its first seat knows of it."""

    def __init__(self, players: int, seed: int) -> None:
        self.table = LittleTable(players)
        self.rng = Random(seed)
        self.client = ClientState()

    def deal(self, seed: int) -> None:
        """Deal the next hand."""
        self.client = reduce(self.client, self.table.deal(seed))

    def play(self, action: Action) -> None:
        """Play for the seat on turn."""
        self.client = reduce(self.client, self.table.play(action))

    @property
    def hand(self) -> HandState:
        """Return the hand in full truth."""
        return self.table.hand

    @property
    def seen(self) -> TableState:
        """Return the table as the viewer's client knows it."""
        assert self.client.table is not None
        return self.client.table


Player = Callable[[Game], Action]


def steady(game: Game) -> Action:
    """Play as the steady computer player does."""
    hand = game.hand
    view = encode_view(view_for(hand, hand.turn.seat), game.table.match.totals, 500)
    return policy_for("steady").choose(decode_view(view), game.rng)


def hoarding(game: Game) -> Action:
    """Dig as deep as may be, table only what is owed, and never exchange the top card."""
    hand = game.hand
    actions = legal_actions(hand)
    deep = [a for a in actions if isinstance(a, TakePile) and a.card != hand.pile[-1]]
    owed = hand.turn.required
    owing = [a for a in actions if isinstance(a, MeldCards | LayOff) and owed in a.cards]
    discards = [a for a in actions if isinstance(a, DiscardCard)]
    if deep and len(hand.pile) > MANY_TO_TAKE:
        return deep[-1]
    if owing:
        return owing[0]
    return game.rng.choice(discards) if discards else actions[0]


def passing(game: Game) -> Action:
    """Draw from the stock and discard, table nothing: the pile grows."""
    actions = legal_actions(game.hand)
    discards = [a for a in actions if isinstance(a, DiscardCard)]
    return game.rng.choice(discards) if discards else actions[0]


def find(players: int, player: Player, wanted: Wanted) -> TableState:
    """Return the first position of the seeds that is wanted, as the viewer's client knows it."""
    for seed in range(SEEDS):
        game = Game(players, seed)
        game.deal(seed)
        while game.hand.end is None:
            if wanted(game.hand):
                return game.seen
            game.play(player(game))
    raise NotFoundError(player.__name__)


def after_hands(players: int, hands: int) -> TableState:
    """Return a match whose last hand of ``hands`` has just ended; 0 for the end of the match."""
    game = Game(players, players)
    number = 0
    while game.table.match.winners is None and (not hands or number < hands):
        number += 1
        game.deal(number)
        while game.hand.end is None:
            game.play(steady(game))
    return game.seen


def my_turn(hand: HandState) -> bool:
    """Return whether the viewer is to move."""
    return hand.turn.seat == VIEWER


def mid_hand(hand: HandState) -> bool:
    """Return whether the viewer is to draw, with melds on the table and deep draws to be had."""
    takes = [a for a in legal_actions(hand) if isinstance(a, TakePile)]
    return (
        my_turn(hand)
        and hand.turn.phase is Phase.DRAW
        and len(hand.melds) >= 4
        and len(hand.pile) >= 5
        and len(takes) >= 3
    )


def lay_off_at_hand(hand: HandState) -> bool:
    """Return whether the viewer has drawn and holds a card that fits melds on the table."""
    mine = my_turn(hand) and hand.turn.phase is Phase.PLAY and len(hand.melds) >= 5
    return (
        mine
        and hand.turn.required is None
        and size(hand.own) >= 6
        and any(True for _ in legal_layoffs(hand))
    )


def pile_of(count: int) -> Wanted:
    """Return the wish for a pile of some size while the viewer is to draw."""

    def wanted(hand: HandState) -> bool:
        return my_turn(hand) and hand.turn.phase is Phase.DRAW and len(hand.pile) == count

    return wanted


def hand_of(count: int) -> Wanted:
    """Return the wish for a hand of at least some size while the viewer is to play."""

    def wanted(hand: HandState) -> bool:
        return my_turn(hand) and hand.turn.phase is Phase.PLAY and size(hand.own) >= count

    return wanted


def with_selection(state: TableState, language: str) -> Glance:
    """Return the look with the first card selected that fits a meld."""
    bare = glance(state, language)
    assert bare.view is not None
    first = next(iter(legal_layoffs(bare.view)))
    return glance(state, language, LocalTable(selected=first.cards))


def with_preview(state: TableState, language: str) -> Glance:
    """Return the look while the pointer is on the deepest card that may be taken."""
    bare = glance(state, language)
    assert bare.view is not None
    takes = [a.card for a in legal_actions(bare.view) if isinstance(a, TakePile)]
    deepest = min(takes, key=bare.view.pile.index)
    return glance(state, language, LocalTable(pointed=deepest))


def glance(state: TableState, language: str, local: LocalTable | None = None) -> Glance:
    """Return the look of the viewer at a state."""
    return look(state, local or LocalTable(), words_for(language))


def result_of(state: TableState, language: str, shown: ResultShown) -> Glance:
    """Return the look once the hand has ended."""
    return glance(state, language, replace(LocalTable(), result=shown))

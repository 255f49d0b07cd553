"""Why a play of the game may not be: what to do instead, and the rule, in words that teach it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rummy500.engine.actions import Action, DiscardCard, LayOff, MeldCards, TakePile
from rummy500.engine.cards import ACE, PACK, Card, rank_of, suit_of
from rummy500.engine.events import MeldKind
from rummy500.engine.melds import HIGH_ACE, MIN_MELD, Meld, card_at, extended_shape
from rummy500.engine.options import TableOptions
from rummy500.engine.refusals import Code
from rummy500.engine.rules import find_meld
from rummy500_client.i18n.words import Words
from rummy500_client.presenters.card_words import (
    meld_name,
    ranks_name,
    sign_of_text,
    signs,
)
from rummy500_client.presenters.glance import Glance
from rummy500_client.state.arrange import by_suit


@dataclass(frozen=True, slots=True)
class Explanation:
    """A refusal in words."""

    head: str
    """What to do."""
    reason: str
    """The rule."""
    card: Card | None = None
    """The card that it is about, if it is one in the hand."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What a refusal is about."""

    words: Words
    params: Mapping[str, str | int] = field(default_factory=dict)
    action: Action | None = None
    glance: Glance | None = None

    @property
    def card(self) -> str:
        """Return the card that the refusal names, as the eye reads it."""
        return sign_of_text(self.params.get("card", ""))

    @property
    def cards(self) -> tuple[Card, ...]:
        """Return the cards of the refused play."""
        match self.action:
            case MeldCards() | LayOff():
                return by_suit(self.action.cards)
            case DiscardCard() | TakePile():
                return (self.action.card,)
            case _:
                return ()

    @property
    def meld(self) -> Meld | None:
        """Return the meld on which cards were to be laid."""
        if not isinstance(self.action, LayOff) or self.glance is None or self.glance.view is None:
            return None
        return find_meld(self.glance.view.melds, self.action.meld)


def explain_rule(code: Code, facts: Facts) -> Explanation:
    """Return a refusal by the rules in words."""
    head, reason = _sentences(code, facts)
    cards = facts.cards
    return Explanation(head, reason, cards[0] if len(cards) == 1 else None)


def _sentences(code: Code, facts: Facts) -> tuple[str, str]:
    match code:
        case Code.NOT_YOUR_TURN | Code.HAND_OVER | Code.MUST_DRAW_FIRST | Code.ALREADY_DREW:
            return _about_the_turn(code, facts)
        case Code.STOCK_EMPTY | Code.STOCK_NOT_EMPTY | Code.PILE_EMPTY | Code.NOT_IN_PILE:
            return _about_the_stock(code, facts)
        case Code.DEEP_DRAW_DISABLED | Code.DEEP_DRAW_UNUSABLE:
            return _about_taking(code, facts)
        case Code.NOT_IN_HAND | Code.DUPLICATE_CARD | Code.TOO_FEW_CARDS | Code.NO_SUCH_MELD:
            return _about_the_cards(code, facts)
        case Code.NOT_A_MELD:
            return _no_meld(facts)
        case Code.LAYOFF_INVALID:
            return _no_place(facts)
        case Code.LAYOFF_NEEDS_MELD | Code.MELD_LIMIT:
            return _about_limits(code, facts)
        case (
            Code.REQUIRED_CARD_PENDING
            | Code.REQUIRED_WOULD_BE_STRANDED
            | Code.REQUIRED_NEEDS_NEW_MELD
        ):
            return _about_the_required(code, facts)
        case Code.CANNOT_DISCARD_TAKEN_TOP | Code.NO_LEGAL_DISCARD_LEFT | Code.MUST_KEEP_DISCARD:
            return _about_the_last_card(code, facts)
        case Code.NOTHING_TO_UNDO | Code.UNDO_BLOCKED | Code.UNDO_DISABLED:
            return _about_undo(code, facts)


def _about_the_turn(code: Code, facts: Facts) -> tuple[str, str]:
    say = facts.words.say
    if code is Code.NOT_YOUR_TURN:
        return _not_your_turn(facts)
    if code is Code.HAND_OVER:
        return say("The hand is over"), say("Its points are counted; the next hand comes now.")
    if code is Code.MUST_DRAW_FIRST:
        return (
            say("Draw a card first"),
            say("Each turn begins with a card from the stock or from the pile."),
        )
    return (
        say("You have drawn already"),
        say("You draw once in each turn; now meld, lay off or discard."),
    )


def _not_your_turn(facts: Facts) -> tuple[str, str]:
    say = facts.words.say
    reason = say("You can select and sort your cards meanwhile.")
    seat = facts.params.get("seat")
    if facts.glance is None or not isinstance(seat, int) or seat > facts.glance.players:
        return say("It is not your turn"), reason
    return say("Wait for {name} to play", name=facts.glance.name(seat - 1)), reason


def _about_the_stock(code: Code, facts: Facts) -> tuple[str, str]:
    say = facts.words.say
    if code is Code.STOCK_EMPTY:
        return (
            say("Take from the pile or end the hand"),
            say("The stock is empty, and the pile is not turned over."),
        )
    if code is Code.STOCK_NOT_EMPTY:
        return (
            say("Draw a card"),
            say("The hand can be ended this way only when the stock is empty."),
        )
    if code is Code.PILE_EMPTY:
        return say("Draw from the stock"), say("There is no card on the pile.")
    return (
        say("Choose another card"),
        say("{card} is not on the pile any more.", card=facts.card),
    )


def _about_taking(code: Code, facts: Facts) -> tuple[str, str]:
    say = facts.words.say
    if code is Code.DEEP_DRAW_DISABLED:
        return (
            say("Take the top card or draw from the stock"),
            say("At this table only the top card of the pile may be taken."),
        )
    return (
        say("{card} is of no use to you now", card=facts.card),
        say("A card taken from inside the pile must go on the table in the same turn."),
    )


def _about_the_cards(code: Code, facts: Facts) -> tuple[str, str]:
    say = facts.words.say
    if code is Code.NOT_IN_HAND:
        return (
            say("Choose another card"),
            say("{card} is not in your hand any more.", card=facts.card),
        )
    if code is Code.DUPLICATE_CARD:
        return say("Choose each card once"), say("{card} was named twice.", card=facts.card)
    if code is Code.NO_SUCH_MELD:
        return say("Choose another meld"), say("That meld is not on the table any more.")
    if facts.params.get("least") == MIN_MELD:
        return (
            say("Select three or more cards"),
            say("A meld is a group of one rank or a run of one suit, of three cards or more."),
        )
    if isinstance(facts.action, LayOff) or facts.params.get("for") == "lay":
        return say("Select the cards to lay off"), say("Then choose the meld that they join.")
    return say("Select one card to discard"), say("Each turn ends with one discard.")


def _no_meld(facts: Facts) -> tuple[str, str]:
    """Say what is wrong with cards that are no meld."""
    say = facts.words.say
    cards = facts.cards
    suits = {suit_of(card) for card in cards}
    ranks = {rank_of(card) for card in cards}
    if not cards:
        head = say("Select cards that make a meld")
        return head, say(
            "A meld is a group of one rank or a run of one suit, of three cards or more."
        )
    if len(suits) > 1 and len(ranks) > 1:
        return (
            say("{cards} is not a meld", cards=signs(cards)),
            say("A group has one rank in different suits; a run has one suit in a row."),
        )
    if ACE in ranks and _round_the_corner(ranks):
        head = say("{cards} is not a run", cards=signs(_from_the_gap(cards, ranks)))
        return head, say("The ace stands at the beginning or at the end, never in the middle.")
    head = say("{cards} is not a run", cards=signs(cards))
    missing = _gaps(cards)
    if not missing:
        return head, say("At this table the ace does not stand at that end.")
    if len(missing) <= MIN_MELD:
        return head, say("A run has no gaps: {cards} would be missing.", cards=signs(missing))
    return head, say("The cards of a run follow each other without a gap.")


def _round_the_corner(ranks: set[int]) -> bool:
    """Return whether the ranks follow each other only if the ace joins king and 2."""
    breaks = sum(1 for rank in ranks if (rank + 1) % 13 not in ranks)
    return breaks <= 1 and {0, 1, 12} <= ranks


def _from_the_gap(cards: tuple[Card, ...], ranks: set[int]) -> tuple[Card, ...]:
    """Return cards that go round the corner in that order: king, ace, 2."""
    first = next(rank for rank in sorted(ranks) if (rank - 1) % 13 not in ranks)
    return tuple(sorted(cards, key=lambda card: (rank_of(card) - first) % 13))


def _gaps(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the cards that lie between cards of one suit, the ace at its nearer end."""
    suit = suit_of(cards[0])
    places = sorted(rank_of(card) for card in cards)
    if places[0] == ACE and len(places) > 1 and HIGH_ACE - places[-1] < places[1]:
        places = [*places[1:], HIGH_ACE]
    held = set(places)
    return tuple(
        card_at(suit, place) for place in range(places[0], places[-1]) if place not in held
    )


def _no_place(facts: Facts) -> tuple[str, str]:
    """Say what would fit the meld on which these cards do not."""
    say = facts.words.say
    cards = signs(facts.cards)
    meld = facts.meld
    if meld is None or facts.glance is None:
        head = say("Select cards that fit a meld")
        return head, say("Together, the selected cards fit no meld on the table.")
    head = say("{cards} does not fit there", cards=cards)
    fitting = _fitting(meld, facts.glance.options)
    if not fitting:
        return head, say("This meld is complete.")
    name = meld_name(meld, facts.words)
    if meld.kind is MeldKind.GROUP:
        kind = ranks_name(rank_of(fitting[0]), facts.words)
        return head, say("A group of {ranks} takes only {card}.", ranks=kind, card=signs(fitting))
    return head, say("{meld}: {cards} would fit.", meld=name, cards=signs(fitting))


def _fitting(meld: Meld, options: TableOptions) -> tuple[Card, ...]:
    """Return the single cards that would fit a meld."""
    return tuple(
        card
        for card in PACK
        if not meld.cards >> card & 1
        and extended_shape(meld, 1 << card, options.ace_mode, None) is not None
    )


def _about_limits(code: Code, facts: Facts) -> tuple[str, str]:
    say = facts.words.say
    if code is Code.MELD_LIMIT:
        limit = facts.params.get("limit", 1)
        count = facts.words.count(
            "At this table {n} new meld is allowed in a turn.",
            "At this table {n} new melds are allowed in a turn.",
            int(limit),
        )
        return say("Lay off or discard"), count
    return (
        say("Meld something of your own first"),
        say("At this table you may lay off only after melding in this hand."),
    )


def _about_the_required(code: Code, facts: Facts) -> tuple[str, str]:
    say = facts.words.say
    card = facts.card
    if code is Code.REQUIRED_CARD_PENDING:
        reason = say("You took it from inside the pile: meld it or lay it off in this turn.")
        if isinstance(facts.action, DiscardCard):
            return say("{card} first, then discard", card=card), reason
        return say("{card} first", card=card), reason
    if code is Code.REQUIRED_WOULD_BE_STRANDED:
        return (
            say("Keep the cards that {card} needs", card=card),
            say("{card} must still reach the table in this turn; now it could not.", card=card),
        )
    return (
        say("Put {card} in a new meld", card=card),
        say("At this table a card from inside the pile may not be laid off."),
    )


def _about_the_last_card(code: Code, facts: Facts) -> tuple[str, str]:
    say = facts.words.say
    if code is Code.CANNOT_DISCARD_TAKEN_TOP:
        return (
            say("{card} cannot go back to the pile", card=facts.card),
            say("You have just taken it from there; keep it or play it."),
        )
    if code is Code.NO_LEGAL_DISCARD_LEFT:
        return (
            say("Keep another card to discard"),
            say("Only {card} would be left, and you have just taken it.", card=facts.card),
        )
    return (
        say("Keep one card to discard"),
        say("At this table the last card must be discarded."),
    )


def _about_undo(code: Code, facts: Facts) -> tuple[str, str]:
    say = facts.words.say
    if code is Code.UNDO_BLOCKED:
        return (
            say("A draw from the stock stays"),
            say("You have seen the card; only what you play after it can be undone."),
        )
    if code is Code.NOTHING_TO_UNDO:
        return say("There is nothing to undo"), say("You have not played anything in this turn.")
    return say("What is played stays"), say("At this table plays are not undone.")

"""From the lines of a header to the match that the body goes on with."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from rummy500.engine.cards import EMPTY, Card, CardSet, card_set, contains
from rummy500.engine.events import EndReason, HandEnded
from rummy500.engine.evolve import evolve
from rummy500.engine.ids import HandNumber, MeldId, Seat
from rummy500.engine.match import Match, apply, next_hand, settle, start_match
from rummy500.engine.melds import Meld, shape_of
from rummy500.engine.options import TableOptions
from rummy500.engine.state import (
    Drew,
    HandEnd,
    HandState,
    Phase,
    StockAtStart,
    Tabled,
    Turn,
)
from rummy500.referee.header import POSITION_LINES, Header, SetMeld
from rummy500.referee.places import Found, NotationError, Place
from rummy500.referee.script import Fairness


_FIRST: Final = Seat(0)


def build(header: Header) -> Match:
    """Return the match in the position that the header describes.

    Raises:
        NotationError: lines contradict each other, or something is missing.

    """
    options = header.table_options()
    players = _players(header)
    dealer = _dealer(header, players)
    match = start_match(options, players, dealer)
    if header.totals is not None:
        _count(header.totals.place, len(header.totals.value), players)
        match = match._replace(totals=header.totals.value)
    if header.hand_scores is not None:
        return _only_scores(header, match)
    if header.deck is not None:
        return _dealt(header, match)
    hand = _position(header, options, players, dealer)
    match = match._replace(number=HandNumber(1), hand=hand)
    return match if hand.end is None else settle(match, hand.end)


def fairness_of(header: Header) -> Fairness | None:
    """Return what the header tells of the fair deal of its hand."""
    if header.commit is None and header.seed is None:
        return None
    place = header.place_of("seed" if header.seed is not None else "commit")
    return Fairness(place, header.deck, header.commit, header.seed)


def _players(header: Header) -> int:
    told = None if header.players is None else header.players.value
    if header.hand_scores is not None:
        count = told or len(header.hand_scores.value)
    elif header.deck is not None:
        if told is None:
            raise NotationError(header.place_of("deck"), "a line 'players' with a deck", "none")
        return told
    else:
        count = len(header.hands)
    if told is not None and told != count:
        raise NotationError(header.place_of("players"), f"a hand for each of {told}", str(count))
    if not 2 <= count <= 4:  # noqa: PLR2004 - a table has two to four seats (R1)
        raise NotationError(header.start, "two to four players", str(count))
    return count


def _dealer(header: Header, players: int) -> Seat:
    if header.dealer is None:
        return _FIRST
    _known(header.dealer, players)
    return header.dealer.value


def _known(seat: Found[Seat], players: int) -> None:
    if seat.value >= players:
        raise NotationError(seat.place, f"a seat from 1 to {players}", str(seat.value + 1))


def _count(place: Place, count: int, players: int) -> None:
    if count != players:
        raise NotationError(place, f"numbers of {players} seats", str(count))


def _refuse_position(header: Header, beside: str) -> None:
    for keyword, place in header.lines.items():
        if keyword in POSITION_LINES or (keyword == "deck" and beside != "deck"):
            raise NotationError(place, f"no line '{keyword}' beside '{beside}'", f"'{keyword}'")


def _only_scores(header: Header, match: Match) -> Match:
    _refuse_position(header, "hand-scores")
    scores = header.hand_scores
    if scores is None:
        return match
    _count(scores.place, len(scores.value), match.players)
    end = HandEnd(EndReason.WENT_OUT, None, scores.value)
    hand = HandState(
        match.options, match.dealer, (EMPTY,) * match.players, (), (), (), Turn(_FIRST, Phase.OVER)
    )
    return settle(match._replace(number=HandNumber(1), hand=replace(hand, end=end)), end)


def _dealt(header: Header, match: Match) -> Match:
    _refuse_position(header, "deck")
    pack = header.deck or ()
    check_enough(match, pack, header.place_of("deck"))
    return apply(match, next_hand(match, pack, header.seed or b""))


def check_enough(match: Match, pack: tuple[Card, ...], place: Place) -> None:
    """Check that a pack gives every seat its hand, a card to turn up and a stock (O20).

    Raises:
        NotationError: it does not.

    """
    each = match.options.cards_each(match.players)
    if each * match.players + 1 >= len(pack):
        raise NotationError(place, "a pack that is enough for all hands", f"{each} cards each")


def _position(header: Header, options: TableOptions, players: int, dealer: Seat) -> HandState:
    for seat, found in header.hands.items():
        _known(Found(seat, found.place), players)
    hands = tuple(
        card_set(header.hands[Seat(s)].value) if Seat(s) in header.hands else EMPTY
        for s in range(players)
    )
    melds = _melds(header, options, players)
    turn = _turn(header, options, players, hands)
    melded = () if header.melded is None else header.melded.value
    if header.melded is not None:
        for seat in melded:
            _known(Found(seat, header.melded.place), players)
    hand = HandState(
        options=options,
        dealer=dealer,
        hands=hands,
        stock=header.stock,
        pile=header.pile,
        melds=melds,
        turn=turn,
        melded=melded,
        tabled_before=_tabled_before(header, melds, turn),
        idle=_idle(header, options, players),
        next_meld=MeldId(len(melds) + 1),
        seed=header.seed or b"",
    )
    return _ended(header, hand)


def _idle(header: Header, options: TableOptions, players: int) -> int:
    if header.idle is None:
        return 0
    count, place = header.idle
    limit = options.idle_rounds * players
    if limit and count >= limit:
        raise NotationError(place, f"fewer than the {limit} that end the hand", str(count))
    return count


def _melds(header: Header, options: TableOptions, players: int) -> tuple[Meld, ...]:
    for number, found in header.melds.items():
        if number > len(header.melds):
            raise NotationError(
                found.place, f"melds numbered from 1 to {len(header.melds)}", str(number)
            )
    return tuple(
        _meld(number, header.melds[number], options, players)
        for number in range(1, len(header.melds) + 1)
    )


def _meld(number: int, found: Found[SetMeld], options: TableOptions, players: int) -> Meld:
    placed = [0] * players
    for card, seat in found.value.cards:
        _known(seat, players)
        placed[seat.value] |= 1 << card
    cards = CardSet(sum(placed))
    shape = shape_of(cards, options.ace_mode, found.value.ace)
    if shape is None:
        raise NotationError(found.place, "cards that are a meld", "others")
    return Meld(MeldId(number), shape.kind, cards, shape.ace, tuple(CardSet(p) for p in placed))


def _turn(header: Header, options: TableOptions, players: int, hands: tuple[CardSet, ...]) -> Turn:
    seat, phase = (_FIRST, Phase.DRAW) if header.turn is None else header.turn.value
    if header.turn is not None:
        _known(Found(seat, header.turn.place), players)
    if phase is Phase.DRAW and header.ended is None:
        _refuse_before_drawing(header)
    drew = _drew(header, phase)
    if drew is Drew.DEEP and not options.deep_draw:
        place = header.place_of("drew" if header.drew else "required")
        raise NotationError(place, "no deep draw where they are off", "one")
    if header.tabled is not None and header.tabled.value > len(header.melds):
        count, place = header.tabled
        raise NotationError(
            place, f"at most the {len(header.melds)} melds that lie there", str(count)
        )
    _check_owed(header, options, drew, hands[seat])
    empty = not header.stock and drew is not Drew.STOCK
    return Turn(
        seat,
        phase,
        drew,
        _owed(header, options),
        None if header.taken is None else header.taken.value,
        0 if header.tabled is None else header.tabled.value,
        Tabled.NO if header.tabled is None else Tabled.YES,
        StockAtStart.EMPTY if empty else StockAtStart.FULL,
    )


def _refuse_before_drawing(header: Header) -> None:
    for keyword in ("drew", "required", "taken", "tabled"):
        if keyword in header.lines:
            raise NotationError(
                header.lines[keyword], f"'{keyword}' only after the draw", "a turn before it"
            )


def _drew(header: Header, phase: Phase) -> Drew:
    if phase is Phase.DRAW:
        return Drew.NOTHING
    if header.drew is not None:
        return header.drew.value
    if header.taken is not None:
        return Drew.TOP
    return Drew.STOCK if header.required is None else Drew.DEEP


def _check_owed(header: Header, options: TableOptions, drew: Drew, own: CardSet) -> None:
    taken, required = header.taken, header.required
    if taken is not None:
        _held(taken, own)
        if drew is not Drew.TOP:
            raise NotationError(taken.place, "a card taken from the top", f"'drew {drew}'")
    if required is None:
        return
    _held(required, own)
    top_counts = drew is Drew.TOP and options.top_draw_must_use
    if drew is not Drew.DEEP and not top_counts:
        raise NotationError(required.place, "a card of a deep draw", f"'drew {drew}'")
    if top_counts and taken is not None and taken.value != required.value:
        raise NotationError(required.place, "the card that was taken", "another card")


def _owed(header: Header, options: TableOptions) -> Card | None:
    """Return the required card: under O4 the top card that was taken is one without a word."""
    if header.required is not None:
        return header.required.value
    if header.taken is not None and options.top_draw_must_use:
        return header.taken.value
    return None


def _held(card: Found[Card], own: CardSet) -> None:
    if not contains(own, card.value):
        raise NotationError(card.place, "a card in the hand of the seat to move", "another card")


def _tabled_before(header: Header, melds: tuple[Meld, ...], turn: Turn) -> tuple[Seat, ...]:
    """Return who has tabled before this turn, as far as a position can tell (O28)."""
    melded = () if header.melded is None else header.melded.value
    seats = range(len(melds[0].placed)) if melds else range(0)
    found = {Seat(s) for s in seats if any(meld.placed[s] for meld in melds)}
    if turn.tabled is Tabled.YES:
        found.discard(turn.seat)
    return tuple(sorted(found.union(melded)))


def _ended(header: Header, hand: HandState) -> HandState:
    if header.ended is None:
        return hand
    reason, out = header.ended.value
    if out is not None:
        _known(Found(out, header.ended.place), hand.players)
        if hand.hands[out]:
            raise NotationError(header.ended.place, "a seat without cards", f"seat {out + 1}")
    elif reason is EndReason.WENT_OUT:
        empty = [Seat(s) for s, cards in enumerate(hand.hands) if not cards]
        out = empty[0] if len(empty) == 1 else None
    return evolve(hand, HandEnded(reason, out))

"""The end of a hand: every hand shown, the arithmetic, the totals so far, the deal verified."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from rummy500.engine.cards import Card, card_list
from rummy500.engine.options import Scoring
from rummy500.engine.scoring import Score, cards_value
from rummy500.engine.views import HandView
from rummy500.protocol.happenings import CardsLaidOff, Computer, MeldLaid, Person
from rummy500.protocol.tables import ResultOfHand
from rummy500.protocol.translate import score_from_wire
from rummy500_client.presenters.buttons import copy_button
from rummy500_client.presenters.card_words import MINUS, aloud, minus, plain, signed, signs
from rummy500_client.presenters.glance import Glance
from rummy500_client.presenters.log_words import end_words
from rummy500_client.presenters.result_model import (
    Chart,
    Check,
    HandHeads,
    HandResult,
    HandRow,
    ReadyMark,
    Series,
    Verification,
)
from rummy500_client.presenters.table_model import Button, Look, Tone
from rummy500_client.state.arrange import by_suit
from rummy500_client.state.history import standing
from rummy500_client.state.model import DealCheck, Verdict


NEXT_HAND: Final = "next_hand"
MATCH_RESULT: Final = "match_result"
PEEK: Final = "peek"
COPY_DEAL: Final = "copy_deal"
_SHOWN_BYTES: Final = 4


def hand_result(glance: Glance, *, copied: bool = False) -> HandResult | None:
    """Return the sheet at the end of a hand; None while one is played.

    ``copied`` is whether the data of the deal have just been copied.
    """
    view = glance.view
    if view is None or view.end is None or not glance.now.results:
        return None
    result = glance.now.results[-1]
    say = glance.words.say
    order = sorted(glance.seats(), key=lambda seat: -_score(result, seat))
    hand = say("Hand {number}", number=result.number)
    target = say("to {points} points", points=glance.options.target_score)
    return HandResult(
        title=end_words(result.reason, result.out, glance),
        sub=f"{hand} · {target}",
        heads=_heads(glance),
        rows=tuple(_row(glance, view, result, seat) for seat in order),
        chart=chart_of(glance),
        verification=_verification(glance, copied=copied),
        ready=_ready_marks(glance),
        left=(Button(PEEK, say("See the table"), "eye"),),
        right=_next_button(glance),
    )


def _heads(glance: Glance) -> HandHeads:
    """Return the heads; only where cards on the table count do the columns make a sum."""
    say = glance.words.say
    heads = HandHeads(
        cards=say("Cards left in the hand"),
        table=say("On the table"),
        held=f"{MINUS} " + say("In the hand"),
        net="= " + say("This hand"),
        total=say("Total"),
        no_cards="—",
    )
    if glance.counts_table:
        return heads
    return replace(heads, table="", held=say("In the hand"), net=say("This hand"))


def _score(result: ResultOfHand, seat: int) -> Score:
    return score_from_wire(result.scores[seat])


def _row(glance: Glance, view: HandView, result: ResultOfHand, seat: int) -> HandRow:
    held = cards_value(view.hands[seat], view.options)
    net = _score(result, seat)
    total = score_from_wire(result.totals[seat])
    before = total - net
    placed = view.placed[seat]
    sum_text = f"{plain(before)} {MINUS if net < 0 else '+'} {plain(-net if net < 0 else net)}"
    name = glance.name(seat)
    if glance.counts_table:
        table, left = signed(placed), minus(held)
        said = glance.words.say(
            "{name}: {table} on the table, {held} in the hand, {net} in this hand, {total} in all",
            name=name,
            table=table,
            held=left,
            net=signed(net),
            total=plain(total),
        )
    else:
        table, left = "", plain(held)
        said = glance.words.say(
            "{name}: {held} in the hand, {net} in this hand, {total} in all",
            name=name,
            held=left,
            net=signed(net),
            total=plain(total),
        )
    cards = by_suit(card_list(view.hands[seat]))
    return HandRow(
        mark=glance.mark(seat),
        name=name,
        initial=glance.initial(seat),
        note=_note(glance, result, seat, extra=net - (placed - held)),
        cards=cards,
        table=table,
        held=left,
        net=signed(net),
        total=plain(total),
        sum_text=sum_text,
        accessible=_row_words(said, cards, glance),
        held_tone=Tone.BAD if held else Tone.PLAIN,
    )


def _row_words(said: str, cards: tuple[Card, ...], glance: Glance) -> str:
    """Return a row as one sentence, with the cards that were left in the hand."""
    if not cards:
        return said
    left = glance.words.say("Cards left in the hand")
    return aloud(f"{said}. {left}: {signs(cards)}", glance.words)


def _note(glance: Glance, result: ResultOfHand, seat: int, *, extra: Score) -> str:
    """Return what the seat did in the hand: "3 melds, 2 lay-offs".

    ``extra`` is what table less hand leaves to explain: a bonus, or the lowest hand taken off.
    """
    words = glance.words
    log = standing(entry for entry in glance.table.log if entry.hand == result.number)
    entries = [entry.happening for entry in log]
    melds = sum(1 for h in entries if isinstance(h, MeldLaid) and h.seat == seat)
    lays = sum(len(h.cards) for h in entries if isinstance(h, CardsLaidOff) and h.seat == seat)
    said = []
    if result.out == seat:
        said.append(words.say("went out"))
    if extra and glance.counts_table:
        said.append(words.say("{points} by the rules of this table", points=signed(extra)))
    if melds:
        said.append(words.count("{n} meld", "{n} melds", melds))
    if lays:
        said.append(words.count("{n} card laid off", "{n} cards laid off", lays))
    if not said and isinstance(glance.now.seats[seat], Computer):
        said.append(words.say("computer player"))
    return ", ".join(said)


# --- totals --------------------------------------------------------------------------------------


def chart_of(glance: Glance) -> Chart:
    """Return the totals over the hands, the viewer's first."""
    say = glance.words.say
    results = glance.now.results
    series = tuple(
        Series(
            glance.mark(seat),
            glance.name(seat),
            (0, *(round(score_from_wire(result.totals[seat])) for result in results)),
        )
        for seat in glance.seats()
    )
    said = ", ".join(f"{one.name} {plain(one.totals[-1])}" for one in series)
    losing = glance.options.scoring is Scoring.PENALTIES
    target = -glance.options.target_score if losing else glance.options.target_score
    return Chart(
        series=series,
        labels=("0", *(say("Hand {number}", number=result.number) for result in results)),
        target=target,
        target_text=say("Target {points}", points=plain(target)),
        accessible=say("Totals: {totals}", totals=said),
    )


# --- the fair deal -------------------------------------------------------------------------------


def _verification(glance: Glance, *, copied: bool) -> Verification:
    say = glance.words.say
    deal = next((d for d in glance.table.deals if d.hand == glance.now.number), None)
    if deal is None or deal.verdict is None:
        return Verification(Check.NONE, "")
    copy = (copy_button(COPY_DEAL, say("Copy the data"), glance.words, done=copied),)
    match deal.verdict:
        case Verdict.VERIFIED:
            return Verification(
                Check.VERIFIED,
                say("Deal verified"),
                say(
                    "Before the deal your program received a fingerprint of the shuffled pack. "
                    "The cards that were played match it: nobody has changed their order."
                ),
                say("Fingerprint {hex}", hex=_fingerprint(deal)),
                copy,
            )
        case Verdict.BROKEN:
            return Verification(
                Check.BROKEN,
                say("The deal does not match"),
                say(
                    "The cards are not those that were promised before the deal. Keep the data "
                    "and tell whoever runs the server."
                ),
                say("Fingerprint {hex}", hex=_fingerprint(deal)),
                copy,
            )
        case Verdict.UNKNOWN if glance.options.daily and deal.promise:
            return Verification(
                Check.NONE,
                say("Cards of the day"),
                say(
                    "Others still play them today, so how they were shuffled is not told before "
                    "the day is over."
                ),
                say("Fingerprint {hex}", hex=_fingerprint(deal)),
            )
        case Verdict.UNKNOWN:
            return Verification(
                Check.NONE,
                say("Deal not verified"),
                say("Your program was not connected when this deal was promised."),
            )


def _fingerprint(deal: DealCheck) -> str:
    text = deal.promise.hex()
    return f"{text[:4]} {text[4:8]} … {text[-_SHOWN_BYTES:]}"


def deal_data(glance: Glance) -> str:
    """Return the promise and the seed of the last deal, as the referee reads them."""
    deal = next((d for d in glance.table.deals if d.hand == glance.now.number), None)
    hand = glance.now.hand
    if deal is None or hand is None or hand.end is None:
        return ""
    return f"commit {deal.promise.hex()}\nseed {hand.end.seed.hex()}\n"


# --- going on ------------------------------------------------------------------------------------


def _people(glance: Glance) -> tuple[int, ...]:
    """Return the seats of the other people, those who must be ready too.

    Somebody for whom a computer player plays is waited for no more.
    """
    return tuple(
        seat for seat in glance.seats() if not glance.is_me(seat) and _waited(glance, seat)
    )


def _waited(glance: Glance, seat: int) -> bool:
    match glance.now.seats[seat]:
        case Person(held=held):
            return not held
        case _:
            return False


def _ready_marks(glance: Glance) -> tuple[ReadyMark, ...]:
    say = glance.words.say
    marks = []
    for seat in _people(glance):
        ready = seat in glance.now.ready
        name = glance.name(seat)
        text = name if ready else say("{name} looks at the result", name=name)
        marks.append(ReadyMark(glance.mark(seat), text, ready))
    return tuple(marks)


def _next_button(glance: Glance) -> tuple[Button, ...]:
    say = glance.words.say
    if glance.now.winners is not None:
        return (Button(MATCH_RESULT, say("Result of the match"), "trophy", Look.GOLD),)
    if glance.table.own is None:
        return ()
    if glance.me in glance.now.ready:
        return (Button(NEXT_HAND, say("Waiting for the others"), "clock", Look.DASHED),)
    return (Button(NEXT_HAND, say("Next hand"), "next", Look.GOLD),)


def waiting_people(glance: Glance) -> tuple[int, ...]:
    """Return the seats of the other people who are ready."""
    return tuple(seat for seat in _people(glance) if seat in glance.now.ready)

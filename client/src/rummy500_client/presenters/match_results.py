"""The end of a match: places, the totals against the target, what is worth remembering."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rummy500.engine.scoring import Score
from rummy500.protocol.happenings import TookPile
from rummy500.protocol.translate import score_from_wire
from rummy500_client.presenters.card_words import plain, signed
from rummy500_client.presenters.glance import Glance
from rummy500_client.presenters.result_model import (
    Check,
    Fact,
    MatchResult,
    Placing,
    Verification,
)
from rummy500_client.presenters.results import PEEK, chart_of, waiting_people
from rummy500_client.presenters.table_model import Button, Look
from rummy500_client.state.history import standing
from rummy500_client.state.model import Verdict


REMATCH: Final = "rematch"
LEAVE: Final = "leave"


def match_result(glance: Glance) -> MatchResult | None:
    """Return the sheet at the end of a match; None while it runs."""
    winners = glance.now.winners
    if winners is None or not glance.now.results:
        return None
    order = sorted(glance.seats(), key=lambda seat: -_total(glance, seat))
    return MatchResult(
        title=_title(glance, winners),
        sub=_sub(glance, winners, order),
        placings=tuple(_placing(glance, seat, order, winners) for seat in order),
        chart=chart_of(glance),
        verification=_verification(glance),
        facts=_facts(glance),
        note=_note(glance),
        left=(
            Button(LEAVE, glance.words.say("Leave"), "back"),
            Button(PEEK, glance.words.say("See the table"), "eye"),
        ),
        right=_rematch_button(glance),
    )


def _total(glance: Glance, seat: int) -> Score:
    return score_from_wire(glance.now.totals[seat])


def _title(glance: Glance, winners: tuple[int, ...]) -> str:
    say = glance.words.say
    if len(winners) > 1:
        names = ", ".join(glance.name(seat) for seat in winners)
        return say("{names} share the match", names=names)
    if glance.is_me(winners[0]):
        return say("You win the match")
    return say("{name} wins the match", name=glance.name(winners[0]))


def _sub(glance: Glance, winners: tuple[int, ...], order: Sequence[int]) -> str:
    words = glance.words
    best = _total(glance, winners[0])
    hands = words.count("{n} hand", "{n} hands", len(glance.now.results))
    behind = next((seat for seat in order if seat not in winners), None)
    points = plain(best)
    if behind is None:
        return words.say("{points} points after {hands}", points=points, hands=hands)
    return words.say(
        "{points} points after {hands}, {lead} ahead of {name}",
        points=points,
        hands=hands,
        lead=plain(best - _total(glance, behind)),
        name=glance.name_within(behind),
    )


def _placing(glance: Glance, seat: int, order: Sequence[int], winners: tuple[int, ...]) -> Placing:
    total = _total(glance, seat)
    place = 1 + sum(1 for other in order if _total(glance, other) > total)
    name = glance.name(seat)
    return Placing(
        mark=glance.mark(seat),
        place=f"{place}.",
        name=name,
        initial=glance.initial(seat),
        total=round(total),
        total_text=plain(total),
        accessible=glance.words.say(
            "Place {place}: {name}, {points} points", place=place, name=name, points=plain(total)
        ),
        winner=seat in winners,
    )


def _verification(glance: Glance) -> Verification:
    words = glance.words
    verdicts = [deal.verdict for deal in glance.table.deals]
    if Verdict.BROKEN in verdicts:
        return Verification(Check.BROKEN, words.say("A deal does not match"))
    held = verdicts.count(Verdict.VERIFIED)
    played = len(glance.now.results)
    if not held:
        return Verification(Check.NONE, "")
    if held == played:
        head = words.count("{n} deal verified", "All {n} deals verified", held)
    else:
        head = words.say("{held} of {played} deals verified", held=held, played=played)
    return Verification(Check.VERIFIED, head)


def _facts(glance: Glance) -> tuple[Fact, ...]:
    facts = (_best_hand(glance), _deepest_draw(glance), _most_out(glance))
    return tuple(fact for fact in facts if fact is not None)


def _best_hand(glance: Glance) -> Fact | None:
    say = glance.words.say
    score, number, seat = max(
        (score_from_wire(score), -result.number, seat)
        for result in glance.now.results
        for seat, score in enumerate(result.scores)
    )
    detail = say("{name}, hand {number}", name=glance.name(seat), number=-number)
    return Fact(say("Best hand"), signed(score), detail)


def _deepest_draw(glance: Glance) -> Fact | None:
    words = glance.words
    draws = [
        (len(entry.happening.cards), -entry.hand, entry.happening.seat)
        for entry in standing(glance.table.log)
        if isinstance(entry.happening, TookPile) and entry.happening.required is not None
    ]
    if not draws:
        return None
    count, number, seat = max(draws)
    detail = words.say("{name}, hand {number}", name=glance.name(seat), number=-number)
    return Fact(words.say("Deepest draw"), words.count("{n} card", "{n} cards", count), detail)


def _most_out(glance: Glance) -> Fact | None:
    words = glance.words
    outs = [result.out for result in glance.now.results if result.out is not None]
    if not outs:
        return None
    most = max(outs.count(seat) for seat in outs)
    names = ", ".join(glance.name(s) for s in glance.seats() if outs.count(s) == most)
    return Fact(words.say("Went out most"), words.count("{n} time", "{n} times", most), names)


def _note(glance: Glance) -> str:
    words = glance.words
    wanting = [glance.name(seat) for seat in waiting_people(glance)]
    if not wanting:
        return ""
    return words.count(
        "{names} wants a rematch",
        "{names} want a rematch",
        len(wanting),
        names=", ".join(wanting),
    )


def _rematch_button(glance: Glance) -> tuple[Button, ...]:
    say = glance.words.say
    if glance.table.own is None:
        return ()
    if glance.me in glance.now.ready:
        return (Button(REMATCH, say("Waiting for the others"), "clock", Look.DASHED),)
    return (Button(REMATCH, say("Rematch"), "refresh", Look.GOLD),)

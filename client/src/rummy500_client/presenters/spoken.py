"""What a screen reader says by itself: all that happens, what to do now, what a press would do.

``spoken`` compares a look at the table with what was said before. Nothing is said twice, and
nothing that only the eye is told is left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rummy500.engine.cards import Card
from rummy500.protocol import happenings as did
from rummy500_client.presenters.bill import bill_of, prospect
from rummy500_client.presenters.card_words import aloud, card_name
from rummy500_client.presenters.errors import explain
from rummy500_client.presenters.glance import Glance, occupant_name
from rummy500_client.presenters.log_words import actor_of, gap_words, spoken_line
from rummy500_client.presenters.match_results import match_result
from rummy500_client.presenters.results import hand_result
from rummy500_client.presenters.status import previewed, status_of
from rummy500_client.presenters.table_model import Look
from rummy500_client.state.arrange import SortMode, by_suit
from rummy500_client.state.local import Complaint, ResultShown, at_ease
from rummy500_client.state.model import LogEntry


@dataclass(frozen=True, slots=True)
class Saying:
    """Something to be said; what is urgent may interrupt."""

    text: str
    urgent: bool = False


@dataclass(frozen=True, slots=True)
class Told:
    """What has been said, so that only what is new will be."""

    table: str = ""
    entry: LogEntry | None = None
    """The last of the log."""
    moments: int = 0
    """How often the table was looked at."""
    moment: object = None
    """The turn and its phase for which it was said what to do."""
    headline: str = ""
    offer: str = ""
    bill: str = ""
    selected: tuple[Card, ...] = ()
    hand: tuple[Card, ...] = ()
    sort: SortMode | None = None
    complaint: Complaint | None = None
    gaps: int = 0
    result: ResultShown = ResultShown.NOT_YET
    slow: bool = False


def spoken(told: Told, glance: Glance) -> tuple[Told, tuple[Saying, ...]]:
    """Return what has been said once this is said, and what is to be said now."""
    if told.table != glance.table.id:
        told = replace(Told(), table=glance.table.id)
    new = replace(
        told,
        entry=glance.table.log[-1] if glance.table.log else None,
        moments=told.moments + 1,
        moment=_moment(glance),
        headline=_headline(glance),
        offer=_offer(glance),
        bill=_bill(glance),
        selected=glance.local.selected,
        hand=glance.hand,
        sort=glance.local.sort,
        complaint=glance.local.complaint,
        gaps=len(glance.table.gaps),
        result=glance.local.result,
        slow=glance.local.slow and glance.waits,
    )
    said = [Saying(text) for text in _happened(told, glance) if text]
    said += _complaint(told, new, glance)
    said += [Saying(text) for text in _shown(told, new, glance) if text]
    return new, tuple(said)


# --- what happened -------------------------------------------------------------------------------


def _happened(told: Told, glance: Glance) -> Iterator[str]:
    for entry in _new_entries(told, glance):
        yield happening_words(entry, glance)
    for gap in glance.table.gaps[told.gaps :] if told.moments else ():
        yield gap_words(gap, glance)


def _new_entries(told: Told, glance: Glance) -> tuple[LogEntry, ...]:
    """Return what was not said yet; who has just come hears how the hand began.

    Whoever comes back to a hand in which they have played knows that.
    """
    log = glance.table.log
    for place in range(len(log) - 1, -1, -1):
        if log[place] is told.entry:
            return log[place + 1 :]
    if told.moments:
        return log  # it was empty when last looked at, or another match began
    now = tuple(entry for entry in log if entry.hand == glance.now.number)
    gaps = any(gap.hand == glance.now.number for gap in glance.table.gaps)
    mine = any(_is_mine(entry, glance) for entry in now)
    return () if gaps or mine else now


def _is_mine(entry: LogEntry, glance: Glance) -> bool:
    seat = actor_of(entry.happening)
    return seat is not None and glance.is_me(seat)


def happening_words(entry: LogEntry, glance: Glance) -> str:
    """Return what is said of something that happened; every happening has words.

    What a viewer has done is said too: it is the answer to the press. Only what they would hear of
    themselves as a person in the seat, they know.
    """
    say = glance.words.say
    match entry.happening:
        case did.HandOpened(upcard=upcard):
            top = say("On the pile lies {card}.", card=card_name(Card(upcard), glance.words))
            return f"{spoken_line(entry, glance)}. {top}"
        case did.SeatReady(seat=seat) if glance.is_me(seat):
            return say("You are ready")
        case did.SeatReady(seat=seat):
            return say("{name} is ready", name=occupant_name(glance.now.seats[seat], glance.words))
        case did.SeatChanged(seat=seat, occupant=did.Nobody()):
            return say("Seat {number} is free", number=seat + 1)
        case did.SeatChanged(seat=seat) if glance.is_me(seat):
            return say("You have a seat at the table")
        case _:
            return spoken_line(entry, glance)


def _complaint(told: Told, new: Told, glance: Glance) -> list[Saying]:
    complaint = glance.local.complaint
    if complaint is None or complaint is told.complaint:
        return []
    params = dict(complaint.params)
    found = explain(complaint.code, params, glance.words, act=complaint.act, glance=glance)
    return [Saying(aloud(f"{found.head}. {found.reason}", glance.words), urgent=True)]


# --- what is shown -------------------------------------------------------------------------------


def _shown(told: Told, new: Told, glance: Glance) -> Iterator[str]:
    yield from _order(told, new, glance)
    if new.slow and not told.slow:
        yield status_of(glance).second
    if new.bill != told.bill:
        yield new.bill
    if new.result is not told.result:
        yield _result(glance)
    if not glance.my_turn:
        return
    plain = new.headline == _plain_headline(glance)
    if new.moment != told.moment if plain else new.headline != told.headline:
        yield new.headline
    if new.selected != told.selected:
        yield _selection(told, new, glance)
    if new.offer != told.offer or (new.offer and new.selected != told.selected):
        yield new.offer


def _moment(glance: Glance) -> object:
    """Return what must change for the same sentence to be said anew."""
    view = glance.view
    if view is None or not view.to_move:
        return None
    return glance.now.number, view.turn.phase, _plain_headline(glance)


def _headline(glance: Glance) -> str:
    return aloud(status_of(glance).headline, glance.words) if glance.my_turn else ""


def _plain_headline(glance: Glance) -> str:
    """Return what there is to do with nothing selected and nothing armed."""
    return _headline(replace(glance, local=replace(at_ease(glance.local), selected=())))


def _offer(glance: Glance) -> str:
    """Return what Enter does with the selected cards, before it is armed."""
    local = glance.local
    if not glance.my_turn or not local.selected or local.armed is not None or local.choosing:
        return ""
    gold = [button for button in status_of(glance).buttons if button.look is Look.GOLD]
    text = gold[0].accessible if gold else ""
    return glance.words.say("Enter: {play}", play=text) if text else ""


def _selection(told: Told, new: Told, glance: Glance) -> str:
    """Return the selected cards if more than the one card pressed has changed."""
    if len(set(told.selected) ^ set(new.selected)) < 2:  # noqa: PLR2004 - the card says it itself
        return ""
    if not new.selected:
        kept = set(told.selected) <= set(new.hand)  # else they were played
        return glance.words.say("Nothing selected") if kept else ""
    cards = ", ".join(card_name(card, glance.words) for card in by_suit(new.selected))
    return glance.words.say("Selected: {cards}", cards=cards)


def _bill(glance: Glance) -> str:
    """Return the bill of a deep draw as it lies below the pile."""
    view = glance.view
    card = None if view is None else previewed(glance, view)
    if view is None or card is None:
        return ""
    bill = bill_of(prospect(view, card), glance.words, counts_table=glance.counts_table)
    lines = (f"{line.text} {line.amount}".strip() for line in bill.lines)
    return aloud(". ".join((bill.title, *lines)), glance.words)


def _order(told: Told, new: Told, glance: Glance) -> Iterator[str]:
    """Yield how the hand is sorted now, or where a card was moved to."""
    say = glance.words.say
    if told.sort is None or set(told.hand) != set(new.hand) or not new.hand:
        return
    if new.sort is not told.sort:
        match new.sort:
            case SortMode.SUIT:
                yield say("Sorted by suit")
            case SortMode.RANK:
                yield say("Sorted by rank")
            case SortMode.MELDS:
                yield say("Sorted by melds")
            case SortMode.OWN | None:
                pass
    if new.sort is SortMode.OWN and new.hand != told.hand:
        places = enumerate(new.hand)
        moved = max(places, key=lambda at: abs(at[0] - told.hand.index(at[1])))
        place, card = moved
        name = card_name(card, glance.words)
        yield say("{card}: {place} of {count}", card=name, place=place + 1, count=len(new.hand))


def _result(glance: Glance) -> str:
    """Return the result that has just appeared; how the hand ended was said when it did."""
    match glance.local.result:
        case ResultShown.HAND:
            hand = hand_result(glance)
            rows = () if hand is None else tuple(row.accessible for row in hand.rows)
            return ". ".join(rows)
        case ResultShown.MATCH:
            match = match_result(glance)
            if match is None:
                return ""
            return ". ".join((match.title, match.sub, *(p.accessible for p in match.placings)))
        case ResultShown.NOT_YET | ResultShown.PEEKING:
            return ""

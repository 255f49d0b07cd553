"""What happens, in words: by player and turn, with the points in the line."""

from __future__ import annotations

from collections.abc import Sequence

from rummy500.engine.actions import AceEnd
from rummy500.engine.cards import ACE, Card, rank_of
from rummy500.engine.events import EndReason, MeldKind
from rummy500.engine.scoring import values_of
from rummy500.protocol import happenings as did
from rummy500.protocol.happenings import AnyHappening
from rummy500_client.presenters.card_words import aloud, sign, signed, signs
from rummy500_client.presenters.glance import Glance, occupant_name
from rummy500_client.presenters.table_model import Log, LogGroup
from rummy500_client.state.arrange import by_suit
from rummy500_client.state.model import Gap, LogEntry


_NOBODY = -1


def log_of(glance: Glance) -> Log:
    """Return the log of the hand, the plays of one turn together."""
    groups: list[LogGroup] = []
    gaps = {gap.at: gap for gap in glance.table.gaps if gap.hand == glance.now.number}
    for place, entry in enumerate(glance.table.log):
        if place in gaps:
            groups.append(_gap(gaps[place], groups, glance))
        line = line_of(entry, glance) if entry.hand == glance.now.number else ""
        if not line:
            continue
        seat = actor_of(entry.happening)
        mark = _NOBODY if seat is None else glance.mark(seat)
        name = "" if seat is None else glance.name(seat)
        spoken = spoken_line(entry, glance)
        if groups and groups[-1].mark == mark and mark != _NOBODY:
            last = groups[-1]
            lines, said = (*last.lines, _sentence(line)), (*last.spoken, spoken)
            groups[-1] = LogGroup(mark, name, lines, said)
        else:
            groups.append(LogGroup(mark, name, (_sentence(line),), (spoken,)))
    if len(glance.table.log) in gaps:
        groups.append(_gap(gaps[len(glance.table.log)], groups, glance))
    return Log(glance.words.say("Log"), tuple(groups))


def gap_words(gap: Gap, glance: Glance, *, first: bool = False) -> str:
    """Return what is told where something is missing; ``first`` is whether nothing comes before."""
    if gap.undone:
        return _undone(glance)
    if first:
        return glance.words.say("What came before is not known to this window.")
    return glance.words.say("Some plays are missing here: the connection was lost.")


def _gap(gap: Gap, before: list[LogGroup], glance: Glance) -> LogGroup:
    """Return the line that stands where something is missing."""
    text = gap_words(gap, glance, first=not before)
    return LogGroup(_NOBODY, "", (text,), (text,))


def _undone(glance: Glance) -> str:
    return glance.words.say("The server lost the last moves. The game goes on from here.")


def _sentence(line: str) -> str:
    return line[:1].upper() + line[1:]


def actor_of(happening: AnyHappening) -> int | None:
    """Return the seat that did something in its turn; None for what is no play."""
    match happening:
        case (
            did.DrewStock()
            | did.TookPile()
            | did.MeldLaid()
            | did.CardsLaidOff()
            | did.CardDiscarded()
            | did.PileDeclined()
            | did.PlayUndone()
            | did.TurnedPile()
            | did.TimeRanOut()
        ):
            return happening.seat
        case (
            did.HandOpened()
            | did.HandFinished()
            | did.SeatChanged()
            | did.MatchBegan()
            | did.SeatReady()
            | did.SeatHeld()
            | did.SeatGivenBack()
        ):
            return None


def ran_out(entry: LogEntry) -> bool:
    """Return whether an entry tells that a seat's time was up, and not what the seat did."""
    return isinstance(entry.happening, did.TimeRanOut)


def line_of(entry: LogEntry, glance: Glance) -> str:
    """Return one line of the log; empty for what needs none."""
    happening = entry.happening
    seat = actor_of(happening)
    if seat is None:
        return _about_the_table(happening, glance)
    if glance.is_me(seat):
        return _mine(entry, glance)
    return _theirs(happening, glance)


def spoken_line(entry: LogEntry, glance: Glance) -> str:
    """Return a line of the log as a screen reader says it: "Rita: discards 2 of spades"."""
    line = aloud(line_of(entry, glance), glance.words)
    seat = actor_of(entry.happening)
    return (
        line if not line or seat is None or glance.is_me(seat) else f"{glance.name(seat)}: {line}"
    )


def _mine(entry: LogEntry, glance: Glance) -> str:
    """Return a line about the viewer, who is spoken to."""
    say = glance.words.say
    match entry.happening:
        case did.DrewStock():
            if entry.own_card is None:
                return say("You draw from the stock")
            return say("You draw {card} from the stock", card=sign(entry.own_card))
        case did.TookPile(cards=(card,)):
            return say("You take {card}", card=sign(Card(card)))
        case did.TookPile(cards=cards):
            return glance.words.count(
                "You take {n} card, down to {card}",
                "You take {n} cards, down to {card}",
                len(cards),
                card=sign(Card(cards[0])),
            )
        case did.MeldLaid() as laid:
            return say("You meld {cards} {points}", **_laid(laid, glance)).rstrip()
        case did.CardsLaidOff() as laid:
            return say("You lay off {cards} {points}", **_laid(laid, glance)).rstrip()
        case did.CardDiscarded(card=card):
            return say("You discard {card}", card=sign(Card(card)))
        case did.PileDeclined():
            return say("You end the hand")
        case did.PlayUndone():
            return say("You take back the last play")
        case did.TurnedPile():
            return say("You turn the pile over")
        case did.TimeRanOut():
            return say("Your time is up: this was played for you")
        case _:
            return ""


def _theirs(happening: AnyHappening, glance: Glance) -> str:
    """Return a line about somebody else, whose name stands above it."""
    say = glance.words.say
    match happening:
        case did.DrewStock():
            return say("draws from the stock")
        case did.TookPile(cards=(card,)):
            return say("takes {card}", card=sign(Card(card)))
        case did.TookPile(cards=cards):
            return glance.words.count(
                "takes {n} card, down to {card}",
                "takes {n} cards, down to {card}",
                len(cards),
                card=sign(Card(cards[0])),
            )
        case did.MeldLaid() as laid:
            return say("melds {cards} {points}", **_laid(laid, glance)).rstrip()
        case did.CardsLaidOff() as laid:
            return say("lays off {cards} {points}", **_laid(laid, glance)).rstrip()
        case did.CardDiscarded(card=card):
            return say("discards {card}", card=sign(Card(card)))
        case did.PileDeclined():
            return say("ends the hand")
        case did.PlayUndone():
            return say("takes back the last play")
        case did.TurnedPile():
            return say("turns the pile over")
        case did.TimeRanOut():
            return say("runs out of time")
        case _:
            return ""


def _laid(laid: did.MeldLaid | did.CardsLaidOff, glance: Glance) -> dict[str, str | int]:
    cards = laid_order(laid)
    held, low_ace, _ = values_of(glance.options)
    low = laid.ace is AceEnd.LOW
    points = sum(low_ace if low and rank_of(card) == ACE else held[card] for card in cards)
    return {"cards": signs(cards), "points": signed(points) if glance.counts_table else ""}


def laid_order(laid: did.MeldLaid | did.CardsLaidOff) -> tuple[Card, ...]:
    """Return cards put on the table in the order in which they lie; a high ace is the last."""
    cards = by_suit(Card(card) for card in laid.cards)
    run = not isinstance(laid, did.MeldLaid) or laid.kind is MeldKind.RUN
    if run and laid.ace is AceEnd.HIGH:
        return (
            *(card for card in cards if rank_of(card) != ACE),
            *(card for card in cards if rank_of(card) == ACE),
        )
    return cards


def _about_the_table(happening: AnyHappening, glance: Glance) -> str:
    say = glance.words.say
    match happening:
        case did.HandOpened():
            dealer = glance.name(happening.dealer)
            return say("Hand {number}. Dealer: {name}", number=happening.number, name=dealer)
        case did.HandFinished():
            return end_words(happening.reason, happening.out, glance)
        case did.SeatChanged():
            return _seat_words(happening, glance)
        case did.SeatHeld():
            return _held_words(happening, glance)
        case did.SeatGivenBack():
            return _back_words(happening, glance)
        case did.MatchBegan():
            return say("The match begins")
        case _:
            return ""


def _seat_words(changed: did.SeatChanged, glance: Glance) -> str:
    say = glance.words.say
    if glance.is_me(changed.seat):
        return ""  # whoever reads this knows
    match changed.occupant:
        case did.Nobody():
            return ""
        case did.Person(name=name, here=True):
            return say("{name} is here", name=name)
        case did.Person(name=name, gone=did.Gone.SERVER):
            return say("The server has lost the connection of {name}", name=name)
        case did.Person(name=name):
            return say("{name} has lost the connection", name=name)
        case did.Computer():
            name = occupant_name(changed.occupant, glance.words)
            return say("{name}, a computer player, plays here now", name=name)


def _held_words(held: did.SeatHeld, glance: Glance) -> str:
    say = glance.words.say
    if glance.is_me(held.seat):
        return say("A computer player plays for you until you are back")
    name = occupant_name(held.occupant, glance.words)
    return say("A computer player plays for {name}, who keeps the seat", name=name)


def _back_words(back: did.SeatGivenBack, glance: Glance) -> str:
    say = glance.words.say
    if glance.is_me(back.seat):
        return say("You play again yourself")
    return say("{name} plays again", name=occupant_name(back.occupant, glance.words))


def end_words(reason: EndReason, out: int | None, glance: Glance) -> str:
    """Return how a hand ended, as a title."""
    say = glance.words.say
    match reason:
        case EndReason.WENT_OUT:
            if out is None:
                return say("The hand is over")
            if glance.is_me(out):
                return say("You went out")
            return say("{name} went out", name=glance.name(out))
        case EndReason.STOCK_EXHAUSTED:
            return say("The stock is used up")
        case EndReason.IDLE_LIMIT:
            return say("Too many turns without a card on the table")


def last_turn(glance: Glance) -> str:
    """Return what the last player of the hand did: "Lucía: lays off 7♦, discards 10♦"."""
    number = glance.now.number
    if any(gap.undone and gap.at == len(glance.table.log) for gap in glance.table.gaps):
        return glance.words.say("The server lost the last moves")
    plays = [
        entry
        for entry in glance.table.log
        if entry.hand == number and actor_of(entry.happening) is not None
    ]
    if not plays:
        return ""
    seat = actor_of(plays[-1].happening)
    turn: list[LogEntry] = []
    for entry in reversed(plays):
        if actor_of(entry.happening) != seat:
            break
        turn.insert(0, entry)
    return _in_one_line(turn, seat, glance)


def _in_one_line(turn: Sequence[LogEntry], seat: int | None, glance: Glance) -> str:
    lines = [line_of(entry, glance) for entry in turn]
    if seat is None or glance.is_me(seat):
        # Who did nothing must see why something was done.
        played = [i for i, entry in enumerate(turn) if ran_out(entry)]
        return lines[played[-1] if played else -1]
    return f"{glance.name(seat)}: {', '.join(lines)}"

"""What a screen reader says by itself: every happening, once; what to do; what a press would do."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

import pytest
from tests.client.little_table import LittleTable, glance_at, position

from rummy500.engine.actions import DrawStock, MeldCards
from rummy500.engine.events import EndReason, MeldKind
from rummy500.engine.notation import parse_card, parse_cards
from rummy500.engine.options import RUMMY500
from rummy500.engine.state import HandState, Phase
from rummy500.protocol import acts, happenings as did
from rummy500.protocol.commands import Play
from rummy500.protocol.happenings import AnyHappening
from rummy500.protocol.tables import TimesNow, TurnTime
from rummy500.protocol.updates import TableNews
from rummy500_client.i18n.words import words_for
from rummy500_client.presenters.card_words import MINUS, aloud, card_name
from rummy500_client.presenters.glance import Glance, look
from rummy500_client.presenters.keys import Say, answer_key
from rummy500_client.presenters.spoken import Told, happening_words, spoken
from rummy500_client.state.arrange import SortMode
from rummy500_client.state.local import LocalTable, ResultShown, complaining
from rummy500_client.state.model import ClientState, LogEntry
from rummy500_client.state.reduce import reduce


SIX = parse_card("6C")
CARDS = parse_cards("6C 7C 8C")
COMPUTER = did.Computer("Bruno", "easy")
PERSON = did.Person("Bruno", here=True)


def happenings(seat: int) -> tuple[AnyHappening, ...]:
    """One of each kind, and of each kind of occupant."""
    return (
        did.HandOpened(2, seat, SIX),
        did.DrewStock(seat),
        did.TurnedPile(seat, 12),
        did.TookPile(seat, (SIX,)),
        did.TookPile(seat, CARDS, SIX),
        did.MeldLaid(seat, 1, MeldKind.RUN, CARDS),
        did.CardsLaidOff(seat, 1, CARDS),
        did.CardDiscarded(seat, SIX),
        did.PileDeclined(seat),
        did.PlayUndone(seat),
        *(did.HandFinished(reason, None) for reason in EndReason),
        did.HandFinished(EndReason.WENT_OUT, seat),
        did.SeatChanged(seat, PERSON),
        did.SeatChanged(seat, replace_gone(None)),
        did.SeatChanged(seat, replace_gone(did.Gone.SERVER)),
        did.SeatChanged(seat, did.Nobody()),
        did.SeatChanged(seat, COMPUTER),
        did.MatchBegan(),
        did.SeatReady(seat),
        did.TimeRanOut(seat),
        did.SeatHeld(seat, PERSON),
        did.SeatGivenBack(seat, PERSON),
    )


def replace_gone(gone: did.Gone | None) -> did.Person:
    return did.Person("Bruno", here=False, gone=gone)


def test_the_list_has_one_of_each_kind() -> None:
    assert {type(one) for one in happenings(1)} == set(get_args(AnyHappening))


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("place", range(len(happenings(0))))
def test_everything_that_happens_is_said_in_the_language_that_is_spoken(
    seat: int, place: int
) -> None:
    entry = LogEntry(1, happenings(seat)[place], SIX)
    said = [
        happening_words(entry, glance_at(position("6C KS"), language=language))
        for language in ("en", "es")
    ]
    assert all(said), entry
    assert said[0] != said[1]
    assert not set("♣♦♥♠{}") & set("".join(said))


@pytest.mark.parametrize(
    ("text", "english", "spanish"),
    [
        ("10♦", "10 of diamonds", "10 de diamantes"),
        (
            "melds A♠ K♥ +25",
            "melds ace of spades, king of hearts +25",
            "melds as de picas, rey de corazones +25",
        ),
        ("To 500", "To 500", "To 500"),
    ],
)
def test_signs_become_names(text: str, english: str, spanish: str) -> None:
    assert aloud(text, words_for("en")) == english
    assert aloud(text, words_for("es")) == spanish


# --- what is said from one look to the next ------------------------------------------------------


class Ear:
    """Sits at a little table and hears."""

    def __init__(self, hand: HandState) -> None:
        self.table = LittleTable(options=hand.options)
        self.state = reduce(ClientState(), self.table.put(hand))
        self.local = LocalTable()
        self.told = Told()
        self.hear()

    def news(self, news: TableNews) -> list[str]:
        self.state = reduce(self.state, news)
        return self.hear()

    def glance(self) -> Glance:
        assert self.state.table is not None
        return look(self.state.table, self.local, words_for("en"))

    def hear(self, local: LocalTable | None = None) -> list[str]:
        self.local = local or self.local
        self.told, said = spoken(self.told, self.glance())
        self.urgent = [saying.urgent for saying in said]
        return [saying.text for saying in said]

    def select(self, cards: str) -> list[str]:
        return self.hear(replace(self.local, selected=parse_cards(cards)))


def test_nothing_is_said_twice() -> None:
    ear = Ear(position("6C 7C KS"))
    assert ear.hear() == []


def test_a_draw_is_answered_with_the_card_and_with_what_to_do() -> None:
    ear = Ear(position("6C KS", phase=Phase.DRAW, stock="TD 3C 4C"))
    assert ear.news(ear.table.play(DrawStock())) == [
        "You draw 10 of diamonds from the stock",
        "Your turn: meld, lay off, discard",
    ]


def test_what_others_do_comes_before_what_to_do() -> None:
    theirs = position("6C KS")
    ear = Ear(replace(theirs, turn=replace(theirs.turn, seat=1)))
    ear.table.match = ear.table.match._replace(hand=position("6C KS", phase=Phase.DRAW))
    told = ear.news(ear.table.news(did.DrewStock(1), did.CardDiscarded(1, SIX)))
    assert told == [
        "Bruno: draws from the stock",
        "Bruno: discards 6 of clubs",
        "Your turn: draw a card",
    ]


def test_a_selection_is_answered_with_what_enter_does() -> None:
    ear = Ear(position("6C 7C 8C KS", melds=("9C TC JC",)))
    assert ear.select("KS") == ["Enter: Discard king of spades"]
    assert ear.select("KS 6C") == []
    assert ear.select("6C 7C 8C") == [
        "Selected: 6 of clubs, 7 of clubs, 8 of clubs",
        "Enter: Meld +21",
    ]
    assert ear.select("8C") == ["Selected: 8 of clubs", "Enter: Lay off +8"]
    assert ear.select("") == []


def test_what_is_played_is_not_said_to_be_selected_no_more() -> None:
    ear = Ear(position("6C 7C 8C KS"))
    ear.select("6C 7C 8C")
    ear.local = replace(ear.local, selected=())
    said = ear.news(ear.table.play(MeldCards(CARDS)))
    assert said == ["You meld 6 of clubs, 7 of clubs, 8 of clubs +21"]


def test_a_card_that_fits_several_melds_asks_where() -> None:
    ear = Ear(position("7H KS 2C", melds=("4H 5H 6H", "7S 7D 7C")))
    assert ear.select("7H") == ["Fits 2 melds", "Enter: Lay off +7"]
    choosing = replace(ear.local, choosing=True)
    assert ear.hear(choosing) == ["Choose where to lay off 7 of hearts"]


def test_an_armed_discard_asks_for_the_second_press() -> None:
    ear = Ear(position("6C KS 2D"))
    ear.select("KS")
    armed = replace(ear.local, armed=acts.Discard(parse_card("KS")))
    assert ear.hear(armed) == ["Press again to discard king of spades"]
    assert ear.hear(replace(armed, armed=None)) == ["Enter: Discard king of spades"]


def test_an_armed_deep_draw_reads_its_bill() -> None:
    ear = Ear(position("7C 8C KS", pile="9C 2D 3H", phase=Phase.DRAW))
    card = parse_card("9C")
    armed = replace(ear.local, armed=acts.Take(card), pointed=card)
    duty = "Required: 9 of clubs, with 7 of clubs, 8 of clubs"
    assert ear.hear(armed) == [
        f"Take 3 cards. On the table at once: 3 cards +24. Stay in your hand: 3 {MINUS}15. {duty}",
        "Press again to take 3 cards",
    ]


def test_each_refusal_is_said_and_may_interrupt() -> None:
    ear = Ear(position("6C KS 2D"))
    for _ in range(2):
        refused = complaining(ear.local, "TOO_FEW_CARDS", None)
        assert len(ear.hear(refused)) == 1
        assert ear.urgent == [True]


def test_a_slow_server_is_said_once() -> None:
    ear = Ear(position("6C KS", phase=Phase.DRAW))
    assert ear.hear(did_ask(ear)) == ["Sent; the server has not answered yet"]
    assert ear.hear() == []


def did_ask(ear: Ear) -> LocalTable:
    """Let a draw wait for its answer."""
    table = ear.state.table
    assert table is not None
    asked = Play(ref=1, table=table.id, mark=table.mark, act=acts.Stock())
    ear.state = replace(ear.state, table=replace(table, pending=asked))
    return replace(ear.local, slow=True)


def test_sorting_and_moving_are_said() -> None:
    ear = Ear(position("6C 7C KS"))
    by_rank = replace(ear.local, sort=SortMode.RANK)
    assert ear.hear(by_rank) == ["Sorted by rank"]
    order = ear.glance().hand
    moved = (order[2], order[0], order[1])
    own = replace(ear.local, sort=SortMode.OWN, order=moved)
    assert ear.hear(own) == [f"{card_name(moved[0], words_for('en'))}: 1 of 3"]


def test_the_result_is_said_as_a_whole() -> None:
    ear = Ear(position("QS KS AS"))
    ended = ear.news(ear.table.play(MeldCards(parse_cards("QS KS AS"))))
    assert ended == [
        "You meld queen of spades, king of spades, ace of spades +35",
        "You went out",
    ]
    (result,) = ear.hear(replace(ear.local, result=ResultShown.HAND))
    assert result == (
        "You: +35 on the table, 0 in the hand, +35 in this hand, 35 in all. "
        f"Bruno: 0 on the table, {MINUS}30 in the hand, {MINUS}30 in this hand, {MINUS}30 in all. "
        "Cards left in the hand: jack of clubs, queen of clubs, king of clubs"
    )


def test_who_comes_back_to_a_hand_does_not_hear_all_of_it_again() -> None:
    ear = Ear(position("6C 7C 8C KS"))
    ear.news(ear.table.play(MeldCards(CARDS)))
    ear.told = Told()
    assert ear.hear() == ["Your turn: meld, lay off, discard"]


def test_lost_moves_are_said() -> None:
    ear = Ear(position("6C 7C 8C KS"))
    news = ear.table.news()
    news = TableNews(news.table, news.seq, news.happened, news.now, news.own, rewound=True)
    (said,) = ear.news(news)
    assert said.startswith("The server lost the last moves")


def test_what_happened_and_what_now_are_said_again_in_names() -> None:
    ear = Ear(position("6C 7C 8C KS", phase=Phase.DRAW))
    assert answer_key(ear.glance(), "R") == Say("Nothing has been played yet")
    ear.news(ear.table.play(DrawStock()))
    ear.news(ear.table.play(MeldCards(CARDS)))
    assert answer_key(ear.glance(), "R") == Say("You meld 6 of clubs, 7 of clubs, 8 of clubs +21")
    ear.select("KS")
    ear.local = replace(ear.local, armed=acts.Discard(parse_card("KS")))
    assert answer_key(ear.glance(), "W") == Say("Press again to discard king of spades")


def test_what_now_tells_the_time_that_is_left() -> None:
    glance = glance_at(replace(position("6C KS"), options=replace(RUMMY500, turn_seconds=40)))
    times = TimesNow(TurnTime(0, 9_000, 0, runs=True))
    glance = replace(glance, table=replace(glance.table, times=times), elapsed=2.0)
    said = answer_key(glance, "W")
    assert said == Say("Your turn: meld, lay off, discard. 7 seconds left")

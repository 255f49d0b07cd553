"""The judge of chaos finds what it is there to find: each wrong is done to an honest run."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from tests.chaos.notes import Acknowledged, Notes, Seen
from tests.chaos.verdict import Verdict, judge
from tests.server.tables import Sandbox, begun
from tests.server.truth import truths

from rummy500.engine.cards import card_list, card_set
from rummy500.engine.ids import Seat
from rummy500_server.store.ports import Stored
from rummy500_server.store.records import (
    FORMAT,
    Cause,
    Dealt,
    Drawn,
    Entry,
    Thrown,
    read_entry,
    write_entry,
)
from rummy500_server.table.news import wire_mark


TABLE = "t"


@dataclass
class Run:
    """An honest run: a hand that two people have played, and what they noted."""

    journal: list[Stored]
    notes: Notes

    def judged(self, *, lazy_kills: tuple[float, ...] = ()) -> Verdict:
        return judge(self.notes, {TABLE: tuple(self.journal)}, lazy_kills=lazy_kills)

    def rewrite(self, place: int, entry: Entry) -> None:
        self.journal[place] = self.journal[place]._replace(entry=write_entry(entry))

    def place_of(self, kind: type) -> int:
        """Return where the first fact of a kind is that stands first in its entry."""
        entries = [read_entry(stored.entry) for stored in self.journal]
        return next(i for i, entry in enumerate(entries) if isinstance(entry.facts[0], kind))


@pytest.fixture
def honest() -> Run:
    box: Sandbox = begun("Ana", "Beto")
    box.play_out()
    notes = Notes()
    known = truths(TABLE, tuple(box.journal))
    for stored in box.journal:
        cause = read_entry(stored.entry).cause
        if cause is not None:
            told = Acknowledged(
                float(stored.version), TABLE, cause.player, cause.ref, stored.version
            )
            notes.acknowledged.append(told)
        truth = known[stored.version]
        seat = truth.state.seat_of("ana")
        assert seat is not None
        mark = wire_mark(stored.mark)
        cards = card_set(truth.known_to(seat))
        notes.seen.append(
            Seen(TABLE, "ana", seat, stored.version, mark, cards, frozenset(), rewound=False)
        )
    return Run(list(box.journal), notes)


def test_an_honest_run_is_found_right(honest: Run) -> None:
    verdict = honest.judged()
    assert verdict.wrong == []
    assert (verdict.lost, verdict.matches, verdict.hands) == (0, 1, 1)
    assert verdict.acknowledged > 20
    assert verdict.frames == len(honest.journal)


def test_an_acknowledged_move_that_is_lost_is_found(honest: Run) -> None:
    honest.journal.pop()
    verdict = honest.judged()
    assert verdict.lost == 1
    assert "was told" in verdict.wrong[0]


def test_a_lazy_redis_may_lose_the_last_seconds_and_no_more(honest: Run) -> None:
    last = honest.notes.acknowledged[-1].at
    honest.journal.pop()
    assert honest.judged(lazy_kills=(last + 1,)).wrong == []
    assert honest.judged(lazy_kills=(last + 3,)).wrong
    assert honest.judged(lazy_kills=(last - 1,)).wrong


def test_a_move_that_stands_elsewhere_than_was_said_is_found(honest: Run) -> None:
    told = honest.notes.acknowledged
    told[-1] = told[-1]._replace(seq=told[-1].seq - 1)
    assert honest.judged().wrong


def test_a_command_that_was_done_twice_is_found(honest: Run) -> None:
    first, second = (read_entry(stored.entry) for stored in honest.journal[-2:])
    honest.rewrite(-1, Entry(FORMAT, first.cause, second.facts))
    assert any("2 times" in line for line in honest.judged().wrong)


def test_a_gap_in_a_journal_is_found(honest: Run) -> None:
    del honest.journal[-2]
    assert any("missing" in line for line in honest.judged().wrong)


def test_an_entry_of_another_life_is_found(honest: Run) -> None:
    honest.journal[-1] = honest.journal[-1]._replace(before=b"another")
    assert any("does not follow" in line for line in honest.judged().wrong)


def test_a_match_that_the_rules_refuse_is_found(honest: Run) -> None:
    place = honest.place_of(Thrown)
    entry = read_entry(honest.journal[place].entry)
    (thrown,) = entry.facts
    assert isinstance(thrown, Thrown)
    truth = truths(TABLE, tuple(honest.journal))[honest.journal[place].version - 1]
    assert truth.state.match is not None
    assert truth.state.match.hand is not None
    others = truth.state.match.hand.hands[1 - thrown.seat]
    wrong = Thrown(thrown.seat, card_list(others)[0])
    honest.rewrite(place, Entry(FORMAT, entry.cause, (wrong,)))
    assert any("match 1" in line for line in honest.judged().wrong)


def test_a_deal_that_does_not_follow_from_its_seed_is_found(honest: Run) -> None:
    entries = [read_entry(stored.entry) for stored in honest.journal]
    place = next(i for i, e in enumerate(entries) if any(isinstance(f, Dealt) for f in e.facts))
    facts = tuple(
        Dealt(f.number, f.dealer, f.pack, bytes(32)) if isinstance(f, Dealt) else f
        for f in entries[place].facts
    )
    honest.rewrite(place, Entry(FORMAT, entries[place].cause, facts))
    assert any("deck that follows" in line for line in honest.judged().wrong)


def test_a_card_that_was_shown_too_early_is_found(honest: Run) -> None:
    place = honest.place_of(Drawn)
    seen = honest.notes.seen[place]
    truth = truths(TABLE, tuple(honest.journal))[seen.seq]
    assert truth.state.match is not None
    assert truth.state.match.hand is not None
    theirs = card_list(truth.state.match.hand.hands[1 - seen.seat])
    secret = next(card for card in theirs if card not in truth.known_to(seen.seat))
    honest.notes.seen[place] = seen._replace(cards=seen.cards | 1 << secret)
    assert any("was shown" in line for line in honest.judged().wrong)


def test_a_seed_that_was_shown_too_early_is_found(honest: Run) -> None:
    place = honest.place_of(Drawn)
    seen = honest.notes.seen[place]
    seed = truths(TABLE, tuple(honest.journal))[seen.seq].secret_seed
    assert seed is not None
    honest.notes.seen[place] = seen._replace(blobs=frozenset({seed}))
    assert any("the seed" in line for line in honest.judged().wrong)


def test_a_hand_of_another_seat_is_found(honest: Run) -> None:
    place = honest.place_of(Drawn)
    seen = honest.notes.seen[place]
    honest.notes.seen[place] = seen._replace(seat=Seat(1 - seen.seat), cards=0)
    assert any("hand of seat" in line for line in honest.judged().wrong)


def test_what_was_shown_and_is_nowhere_is_found(honest: Run) -> None:
    """Only a lazy Redis may lose it; then there is nothing that it could be compared with."""
    seen = honest.notes.seen[-1]
    honest.notes.seen[-1] = seen._replace(mark=b"lost", cards=(1 << 52) - 1)
    assert any("in no journal" in line for line in honest.judged().wrong)
    assert honest.judged(lazy_kills=(1.0,)).wrong == []
    assert honest.judged().unknown == 1


def test_another_command_than_was_answered_is_found(honest: Run) -> None:
    entry = read_entry(honest.journal[-1].entry)
    assert entry.cause is not None
    cause = Cause(entry.cause.player, entry.cause.ref + 1000)
    honest.rewrite(-1, Entry(FORMAT, cause, entry.facts))
    assert honest.judged().lost == 1

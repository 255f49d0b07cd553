"""Judges a run: what people saw acknowledged against the journals, and the journals themselves."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from tests.chaos.notes import Acknowledged, Notes, Seen
from tests.server.truth import Truth, truths

from rummy500.engine.cards import card_list, card_set
from rummy500.referee.reader import read
from rummy500.referee.report import failure_lines
from rummy500.referee.runner import run, verify
from rummy500.referee.writer import RecordError, match_record
from rummy500_server.store import records
from rummy500_server.store.ports import Stored
from rummy500_server.table.evolve import fold_all
from rummy500_server.table.news import wire_mark
from rummy500_server.table.record import hands_of


Journals = Mapping[str, tuple[Stored, ...]]
BEFORE_A_KILL: Final = 2.0
"""Seconds before the death of a Redis that writes once a second: what is lost must lie in them."""


@dataclass
class Verdict:
    """What a run was like."""

    wrong: list[str] = field(default_factory=list)
    """Everything that must not be."""
    acknowledged: int = 0
    lost: int = 0
    """Acknowledged commands that are in no journal: with a lazy Redis, and only just before it
    fell, they may be."""
    matches: int = 0
    hands: int = 0
    frames: int = 0
    unknown: int = 0
    """Frames of a version that is in no journal: it was lost, or shown before it was stored."""


def judge(notes: Notes, journals: Journals, *, lazy_kills: Sequence[float] = ()) -> Verdict:
    """Return the verdict. ``lazy_kills`` are the deaths of a Redis that writes once a second."""
    verdict = Verdict(acknowledged=len(notes.acknowledged), frames=len(notes.seen))
    known = {table: truths(table, journal) for table, journal in journals.items()}
    for table, journal in journals.items():
        verdict.wrong += _journal(table, journal)
        verdict.wrong += _referee(table, journal, verdict)
    _acknowledged(notes.acknowledged, journals, lazy_kills, verdict)
    for seen in notes.seen:
        truth = known[seen.table].get(seen.seq)
        if truth is not None and wire_mark(truth.state.mark) == seen.mark:
            verdict.wrong += _frame(seen, truth)
            continue
        verdict.unknown += 1
        if not lazy_kills:
            verdict.wrong.append(f"{seen.table}: entry {seen.seq} was shown and is in no journal")
    return verdict


def _journal(table: str, journal: Sequence[Stored]) -> Iterator[str]:
    """Every version is there once, each entry follows the one before, nothing was done twice."""
    versions = [stored.version for stored in journal]
    if versions != list(range(1, len(journal) + 1)):
        yield f"{table}: versions are missing or doubled"
    for before, after in pairwise(journal):
        if after.before != before.mark:
            yield f"{table}: entry {after.version} does not follow the one before it"
    done = Counter(
        (entry.cause.player, entry.cause.ref)
        for entry in map(_entry, journal)
        if entry.cause is not None
    )
    for (player, ref), times in done.items():
        if times > 1:
            yield f"{table}: command {ref} of {player} was done {times} times"


def _entry(stored: Stored) -> records.Entry:
    return records.read_entry(stored.entry)


def _referee(table: str, journal: Sequence[Stored], verdict: Verdict) -> Iterator[str]:
    """Let the referee judge every match."""
    state = fold_all(table, journal)
    if state.match is None:
        return
    players = state.match.players
    for number in range(1, state.matches + 1):
        hands = hands_of(journal, number, players)
        verdict.matches += 1
        verdict.hands += len(hands)
        try:
            (game,) = read(f"match {number}", match_record(state.options, players, hands))
        except RecordError as error:
            yield f"{table}: match {number}: {error}"
            continue
        report = run(game)
        yield from (f"{table}: match {number}: {line}" for line in failure_lines(report))
        yield from (f"{table}: match {number}: {failure}" for failure in verify(game))


def _acknowledged(
    told: Sequence[Acknowledged],
    journals: Journals,
    lazy_kills: Sequence[float],
    verdict: Verdict,
) -> None:
    """What was accepted is in the journal, once, where the answer said."""
    done: dict[str, dict[tuple[str, int], int]] = defaultdict(dict)
    for table, journal in journals.items():
        for stored in journal:
            cause = _entry(stored).cause
            if cause is not None:
                done[table][cause.player, cause.ref] = stored.version
    for one in told:
        version = done[one.table].get((one.player, one.ref))
        if version == one.seq:
            continue
        verdict.lost += 1
        if not any(kill - BEFORE_A_KILL <= one.at <= kill for kill in lazy_kills):
            verdict.wrong.append(
                f"{one.table}: {one.player} was told that {one.ref} is entry {one.seq}, but it is"
                f" {version}"
            )


def _frame(seen: Seen, truth: Truth) -> Iterator[str]:
    """No frame has a card or a seed in it that its receiver may not know."""
    hidden = seen.cards & ~card_set(truth.known_to(seen.seat))
    if hidden:
        yield f"{seen.table}: {seen.player} was shown {card_list(hidden)} with entry {seen.seq}"
    if truth.secret_seed in seen.blobs:
        yield f"{seen.table}: {seen.player} was shown the seed with entry {seen.seq}"
    if truth.state.seat_of(seen.player) != seen.seat:
        yield f"{seen.table}: {seen.player} was shown the hand of seat {seen.seat}"

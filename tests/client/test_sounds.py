"""What is heard when, and the files of it."""

from __future__ import annotations

import io
import struct
import wave
from dataclasses import replace

import pytest
from tests.client.little_table import LittleTable, position

from rummy500.engine.actions import DiscardCard, DrawStock, MeldCards, TakePile
from rummy500.engine.ids import Seat
from rummy500.engine.notation import parse_card, parse_cards
from rummy500.engine.options import RUMMY500
from rummy500.engine.state import Phase
from rummy500.protocol.happenings import Nobody, Person
from rummy500.protocol.updates import TableNews
from rummy500_client.presenters.sounds import (
    EXAMPLE,
    Moment,
    Sound,
    group_of,
    sounds_between,
)
from rummy500_client.settings import SoundGroup
from rummy500_client.state.model import (
    Away,
    ClientState,
    Connection,
    Offline,
    Online,
    TableState,
    Trying,
)
from rummy500_client.state.reduce import reduce


sounds = pytest.importorskip("tools.sounds")
ONLINE = Online("p1", "Ana", "1")


class Listener:
    """Hears what the client of the first seat hears."""

    def __init__(self) -> None:
        self.state = ClientState(ONLINE)

    @property
    def table(self) -> TableState:
        assert self.state.table is not None
        return self.state.table

    def hear(self, *news: TableNews) -> tuple[Sound, ...]:
        before = Moment(ONLINE, self.state.table)
        for one in news:
            self.state = reduce(self.state, one)
        return sounds_between(before, Moment(ONLINE, self.state.table))


def test_each_play_has_its_sound() -> None:
    table, ear = LittleTable(), Listener()
    assert ear.hear(table.deal()) == (Sound.DEAL,)
    ear.hear(table.put(position("7C 7D 7H KS 2D 9S", pile="9H 3D QD", phase=Phase.DRAW)))
    assert ear.hear(table.play(DrawStock())) == (Sound.DRAW,)
    assert ear.hear(table.play(MeldCards(parse_cards("7C 7D 7H")))) == (Sound.MELD,)
    assert ear.hear(table.play(DiscardCard(parse_card("KS")))) == (Sound.DISCARD,)


def test_several_cards_of_the_pile_sound_otherwise_than_one() -> None:
    table, ear = LittleTable(), Listener()
    ear.hear(table.deal())
    ear.hear(table.put(position("9S 9D KS 2D", pile="9H 3D QD", phase=Phase.DRAW)))

    assert ear.hear(table.play(TakePile(parse_card("9H")))) == (Sound.TAKE,)


def test_the_turn_is_heard_when_it_begins_and_only_then() -> None:
    table, ear = LittleTable(), Listener()
    ear.hear(table.deal())
    hand = position("7C KS 2D", phase=Phase.DRAW)
    others = replace(hand, turn=replace(hand.turn, seat=Seat(1)))
    ear.hear(table.put(others))

    assert Sound.YOUR_TURN in ear.hear(table.put(hand))
    assert Sound.YOUR_TURN not in ear.hear(table.play(DrawStock()))


def test_the_end_of_a_hand_and_of_a_match_are_heard() -> None:
    table, ear = LittleTable(), Listener()
    ear.hear(table.deal())
    ear.hear(table.put(position("QS KS AS")))
    assert Sound.HAND_WON in ear.hear(table.play(MeldCards(parse_cards("QS KS AS"))))

    table = LittleTable(options=replace(RUMMY500, target_score=30))
    ear = Listener()
    ear.hear(table.deal())
    ear.hear(table.put(position("QS KS AS", options=table.match.options)))
    assert Sound.MATCH_WON in ear.hear(table.play(MeldCards(parse_cards("QS KS AS"))))


def test_a_table_seen_for_the_first_time_is_silent() -> None:
    table, ear = LittleTable(), Listener()
    table.deal()

    assert ear.hear(table.news()) == ()


def test_who_comes_and_goes_is_heard() -> None:
    table, ear = LittleTable(), Listener()
    ear.hear(table.deal())

    def with_second(here: object) -> Moment:
        seats = (ear.table.now.seats[0], here)
        now = replace_struct(ear.table, seats)
        return Moment(ONLINE, now)

    bo, gone, nobody = Person("Bo", here=True), Person("Bo", here=False), Nobody()
    assert sounds_between(with_second(nobody), with_second(bo)) == (Sound.SIT_DOWN,)
    assert sounds_between(with_second(bo), with_second(gone)) == (Sound.STAND_UP,)
    assert sounds_between(with_second(bo), with_second(bo)) == ()


def replace_struct(table: TableState, seats: tuple[object, ...]) -> TableState:
    import msgspec  # noqa: PLC0415 - only this test makes seats by hand

    return replace(table, now=msgspec.structs.replace(table.now, seats=seats))


@pytest.mark.parametrize(
    ("before", "after", "heard"),
    [
        (ONLINE, Away(1, 0.5, "dropped"), (Sound.LOST,)),
        (Away(1, 0.5, "dropped"), Trying(2), ()),
        (Trying(2), ONLINE, (Sound.BACK,)),
        (Trying(1), ONLINE, ()),
        (Offline(), Trying(1), ()),
        (ONLINE, Offline(), ()),
    ],
)
def test_a_connection_is_heard_when_it_is_lost_and_back(
    before: Connection, after: Connection, heard: tuple[Sound, ...]
) -> None:
    assert sounds_between(Moment(before), Moment(after)) == heard


def test_each_refusal_is_heard_once() -> None:
    refused = Moment(ONLINE, complaint=4)
    assert sounds_between(Moment(ONLINE), refused) == (Sound.REFUSED,)
    assert sounds_between(refused, refused) == ()
    assert sounds_between(refused, Moment(ONLINE)) == ()
    assert sounds_between(refused, Moment(ONLINE, complaint=1)) == (Sound.REFUSED,)


def test_each_sound_has_a_group_and_each_group_an_example() -> None:
    assert {group_of(sound) for sound in Sound} == set(SoundGroup)
    assert all(group_of(sound) is group for group, sound in EXAMPLE.items())


@pytest.mark.parametrize("sound", Sound)
def test_each_file_is_what_the_script_makes(sound: Sound) -> None:
    made = sounds.wav(sounds.SOUNDS[sound]())
    assert (sounds.FOLDER / f"{sound}.wav").read_bytes() == made, "run: python -m tools.sounds"
    with wave.open(io.BytesIO(made)) as file:
        seconds = file.getnframes() / file.getframerate()
        samples = struct.unpack(f"<{file.getnframes()}h", file.readframes(file.getnframes()))

    assert 0.04 <= seconds <= 0.401
    assert max(map(abs, samples)) < 0.8 * 32_767
    assert abs(samples[0]) < 300
    assert abs(samples[-1]) < 300


def test_there_is_no_file_without_a_sound() -> None:
    assert {path.stem for path in sounds.FOLDER.glob("*")} == set(Sound)

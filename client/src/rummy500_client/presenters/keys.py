"""The keys of the table: from the name of a key to a gesture or a word."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rummy500.engine.state import Phase
from rummy500_client.presenters.card_words import aloud
from rummy500_client.presenters.gesture_model import (
    Gesture,
    LetGo,
    PickNextMeld,
    PickSort,
    PressButton,
    PressMeld,
    PressPile,
    PressStock,
)
from rummy500_client.presenters.glance import Glance
from rummy500_client.presenters.log_words import last_turn
from rummy500_client.presenters.plays import plays_of
from rummy500_client.presenters.status import DISCARD, END, LAY, MELD, UNDO, status_of
from rummy500_client.presenters.suggested import melds_held
from rummy500_client.presenters.times import seconds_left
from rummy500_client.state.arrange import SortMode


@dataclass(frozen=True, slots=True)
class Say:
    """Something to be said by a screen reader."""

    text: str


_GESTURES: Final[dict[str, Gesture]] = {
    "S": PressStock(),
    "M": PressButton(MELD),
    "L": PressButton(LAY),
    "D": PressButton(DISCARD),
    "E": PressButton(END),
    "Ctrl+Z": PressButton(UNDO),
    "F2": PickSort(SortMode.SUIT),
    "F3": PickSort(SortMode.RANK),
    "F4": PickSort(SortMode.MELDS),
    "Esc": LetGo(),
}


def answer_key(glance: Glance, key: str) -> Gesture | Say | None:
    """Return what a key means at the table; None for a key without a meaning."""
    if key in _GESTURES:
        return _GESTURES[key]
    if key == "T":
        view = glance.view
        return PressPile(view.pile[-1]) if view is not None and view.pile else None
    if key == "N":
        if melds_held(glance):
            return PickNextMeld()
        return Say(glance.words.say("There is no meld in your hand"))
    if key == "R":
        happened = aloud(last_turn(glance), glance.words)
        return Say(happened or glance.words.say("Nothing has been played yet"))
    if key == "W":
        return Say(_what_now(glance))
    return _place(glance, key)


def _what_now(glance: Glance) -> str:
    """Return whose turn it is, what there is to do, and how much time is left for it."""
    now = aloud(status_of(glance).headline, glance.words)
    left = seconds_left(glance)
    if left is None:
        return now
    return f"{now}. " + glance.words.count("{n} second left", "{n} seconds left", left)


def _place(glance: Glance, key: str) -> Gesture | None:
    """Return the meld that a digit names among those where the selected cards fit."""
    view = glance.view
    if len(key) != 1 or not key.isdecimal() or view is None or not glance.my_turn:
        return None
    if view.turn.phase is not Phase.PLAY:
        return None
    lays = plays_of(view, glance.local.selected).lays
    index = int(key) - 1
    return PressMeld(lays[index].action.meld) if 0 <= index < len(lays) else None

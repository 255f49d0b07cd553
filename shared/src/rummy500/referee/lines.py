"""A line of a file, read word by word. Every complaint names the column and what belongs there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from rummy500.engine.cards import Card
from rummy500.engine.ids import Seat
from rummy500.engine.notation import CardTextError, parse_card
from rummy500.engine.options import MAX_PLAYERS
from rummy500.engine.scoring import Score
from rummy500.referee.places import Found, NotationError, Place


_WORD: Final = re.compile(r"\S+")
_NUMBER: Final = re.compile(r"[0-9]{1,9}")
_SCORE: Final = re.compile(r"-?[0-9]{1,9}(\.[0-9]{1,9})?")
_HEX: Final = re.compile(r"[0-9a-fA-F]{64}")


class Line:
    """One line of a file with a cursor on its next word."""

    def __init__(self, file: str, number: int, text: str) -> None:
        self.file = file
        self.number = number
        self.text = text
        self._words = list(_WORD.finditer(text))
        self._next = 0

    @classmethod
    def inside(cls, place: Place, word: str) -> Line:
        """Return a part of a word as a line of its own, so that it is read like one."""
        return cls(place.file, place.line, " " * (place.column - 1) + word)

    @property
    def place(self) -> Place:
        """The place of the next word, or the end of the line."""
        if self._next < len(self._words):
            return self._at(self._next)
        return Place(self.file, self.number, len(self.text.rstrip()) + 1)

    def _at(self, index: int) -> Place:
        return Place(self.file, self.number, self._words[index].start() + 1)

    def peek(self) -> str:
        """Return the next word without passing it; empty at the end of the line."""
        return self._words[self._next].group() if self._next < len(self._words) else ""

    def wrong(self, expected: str) -> NotationError:
        """Return the complaint that the next word is not what was expected."""
        word = self.peek()
        return NotationError(self.place, expected, f"'{word}'" if word else "the end of the line")

    def word(self, expected: str) -> Found[str]:
        """Pass the next word and return it."""
        if not self.peek():
            raise self.wrong(expected)
        found = Found(self.peek(), self.place)
        self._next += 1
        return found

    def accept(self, *words: str) -> str:
        """Pass the next word if it is one of these and return it, else return an empty text."""
        word = self.peek()
        if word not in words:
            return ""
        self._next += 1
        return word

    def one_of(self, *words: str) -> str:
        """Pass the next word, which must be one of these, and return it."""
        found = self.accept(*words)
        if not found:
            raise self.wrong(" or ".join(f"'{word}'" for word in words))
        return found

    def rest(self, expected: str) -> str:
        """Pass all that is left of the line and return it; it may not be empty."""
        start = self.word(expected).place.column - 1
        self._next = len(self._words)
        return self.text[start:].rstrip()

    def end(self) -> None:
        """Complain if something is left of the line."""
        if self.peek():
            raise self.wrong("the end of the line")

    def number_word(self, expected: str) -> int:
        """Pass the next word, a whole number from 0."""
        if not _NUMBER.fullmatch(self.peek()):
            raise self.wrong(expected)
        return int(self.word(expected).value)

    def seat(self, players: int = MAX_PLAYERS) -> Seat:
        """Pass the next word, the number of a seat."""
        expected = f"a seat from 1 to {players}"
        if not _NUMBER.fullmatch(self.peek()) or not 1 <= int(self.peek()) <= players:
            raise self.wrong(expected)
        return Seat(self.number_word(expected) - 1)

    def seats(self, players: int = MAX_PLAYERS) -> tuple[Seat, ...]:
        """Pass the rest of the line: one seat or more, each once."""
        found = [self.seat(players)]
        while self.peek():
            place, word = self.place, self.peek()
            seat = self.seat(players)
            if seat in found:
                raise NotationError(place, "each seat once", f"'{word}'")
            found.append(seat)
        return tuple(found)

    def card(self) -> Card:
        """Pass the next word, a card."""
        try:
            card = parse_card(self.peek())
        except CardTextError:
            raise self.wrong("a card") from None
        self._next += 1
        return card

    def cards_until(self, *stops: str) -> Iterator[Found[Card]]:
        """Yield the cards before one of the words in ``stops`` or the end of the line."""
        while self.peek() and self.peek() not in stops:
            place = self.place
            yield Found(self.card(), place)

    def scores(self) -> tuple[Score, ...]:
        """Pass the rest of the line: points by seat, at least one, perhaps with a decimal."""
        found: list[Score] = []
        while self.peek() or not found:
            if not _SCORE.fullmatch(self.peek()):
                raise self.wrong("a number of points")
            score = Fraction(self.word("points").value)
            found.append(int(score) if score.denominator == 1 else score)
        return tuple(found)

    def bytes32(self) -> bytes:
        """Pass the next word, 64 hexadecimal digits."""
        if not _HEX.fullmatch(self.peek()):
            raise self.wrong("64 hexadecimal digits")
        return bytes.fromhex(self.word("digits").value)

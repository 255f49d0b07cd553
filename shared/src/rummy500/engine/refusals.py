"""Why an action is refused: a closed list of codes. Sentences are made by the client."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rummy500.engine.lean import lean


class Code(StrEnum):
    """The codes under "Refusals" in ``docs/rules.md``."""

    NOT_YOUR_TURN = "NOT_YOUR_TURN"
    HAND_OVER = "HAND_OVER"
    MUST_DRAW_FIRST = "MUST_DRAW_FIRST"
    ALREADY_DREW = "ALREADY_DREW"
    STOCK_EMPTY = "STOCK_EMPTY"
    STOCK_NOT_EMPTY = "STOCK_NOT_EMPTY"
    PILE_EMPTY = "PILE_EMPTY"
    NOT_IN_PILE = "NOT_IN_PILE"
    DEEP_DRAW_DISABLED = "DEEP_DRAW_DISABLED"
    DEEP_DRAW_UNUSABLE = "DEEP_DRAW_UNUSABLE"
    NOT_IN_HAND = "NOT_IN_HAND"
    DUPLICATE_CARD = "DUPLICATE_CARD"
    TOO_FEW_CARDS = "TOO_FEW_CARDS"
    NOT_A_MELD = "NOT_A_MELD"
    NO_SUCH_MELD = "NO_SUCH_MELD"
    LAYOFF_INVALID = "LAYOFF_INVALID"
    LAYOFF_NEEDS_MELD = "LAYOFF_NEEDS_MELD"
    MELD_LIMIT = "MELD_LIMIT"
    REQUIRED_CARD_PENDING = "REQUIRED_CARD_PENDING"
    REQUIRED_WOULD_BE_STRANDED = "REQUIRED_WOULD_BE_STRANDED"
    REQUIRED_NEEDS_NEW_MELD = "REQUIRED_NEEDS_NEW_MELD"
    CANNOT_DISCARD_TAKEN_TOP = "CANNOT_DISCARD_TAKEN_TOP"
    NO_LEGAL_DISCARD_LEFT = "NO_LEGAL_DISCARD_LEFT"
    MUST_KEEP_DISCARD = "MUST_KEEP_DISCARD"
    NOTHING_TO_UNDO = "NOTHING_TO_UNDO"
    UNDO_BLOCKED = "UNDO_BLOCKED"
    UNDO_DISABLED = "UNDO_DISABLED"


@lean
@dataclass(frozen=True, slots=True)
class Refusal:
    """An expected no: the code, and what it is about."""

    code: Code
    params: tuple[tuple[str, str | int], ...] = ()
    """Named facts for the sentence, such as ``("card", "7D")``. Never a hidden card."""

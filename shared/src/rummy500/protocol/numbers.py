"""The small nouns of the wire: cards, seats, refs, with the bounds that a frame must keep.

Messages are MessagePack maps with words as tags, so that a captured frame can be read by a
person. A card is a number from 0 to 51 (``rummy500.engine.cards``), a seat a number from 0.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from rummy500.protocol.limits import MAX_CARDS, MAX_REF, MAX_TABLE_NAME


CardNumber = Annotated[int, Meta(ge=0, le=51)]
SeatNumber = Annotated[int, Meta(ge=0, le=3)]
CardNumbers = Annotated[tuple[CardNumber, ...], Meta(max_length=MAX_CARDS)]
Ref = Annotated[int, Meta(ge=1, le=MAX_REF)]
Seq = Annotated[int, Meta(ge=0, le=MAX_REF)]
Mark = Annotated[bytes, Meta(max_length=8)]
"""Tells one history of a table from another one in which as much has happened."""
TableName = Annotated[str, Meta(max_length=MAX_TABLE_NAME)]
Word = Annotated[str, Meta(max_length=64)]
Options = Annotated[dict[Word, Word], Meta(max_length=40)]
"""Options by name, as text; those left out have the value of the preset."""
ScoreNumber = int | tuple[int, int]
"""Points: whole, or numerator and denominator where a pot is split exactly (O15)."""

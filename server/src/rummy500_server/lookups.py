"""What the rules look things up in: made before anybody comes, and never looked through again."""

from __future__ import annotations

from rummy500.engine.cards import CardSet
from rummy500.engine.melds import find_melds
from rummy500.engine.scoring import values_of
from rummy500.protocol.translate import options_from_wire


def make_ready(preset: str = "rummy500") -> None:
    """Make the tables of a preset: some 50 ms and 10 MB, for which no play should have to wait."""
    options = options_from_wire(preset, {})
    find_melds(CardSet(0), options.ace_mode)
    values_of(options)

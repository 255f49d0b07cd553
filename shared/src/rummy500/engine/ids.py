"""Small numbers that must not be mistaken for each other."""

from __future__ import annotations

from typing import NewType


Seat = NewType("Seat", int)
"""A place at the table, from 0, clockwise. People read and write it from 1."""

MeldId = NewType("MeldId", int)
"""Names a meld within one hand. Never reused, not even after an undo (vector I15)."""

HandNumber = NewType("HandNumber", int)
"""Counts the hands of one match, from 1."""


def next_seat(seat: Seat, players: int) -> Seat:
    """Return the seat that follows clockwise (rules R4, R46)."""
    return Seat((seat + 1) % players)

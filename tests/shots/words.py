"""The words of the sample pictures, in both languages."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Words:
    you: str
    cards: str
    one_card: str
    empty: str
    table: str
    held: str
    sort: str
    suit: str
    rank: str
    melds: str
    log: str
    dealer: str
    away: str


ES = Words(
    you="Tú",
    cards="{} cartas",
    one_card="1 carta",
    empty="Mazo vacío",
    table="Mesa",
    held="Mano",
    sort="Ordenar",
    suit="Palo",
    rank="Valor",
    melds="Combinaciones",
    log="Jugadas",
    dealer="R",
    away="Ausente",
)
EN = Words(
    you="You",
    cards="{} cards",
    one_card="1 card",
    empty="Stock empty",
    table="Table",
    held="Hand",
    sort="Sort",
    suit="Suit",
    rank="Rank",
    melds="Melds",
    log="Plays",
    dealer="D",
    away="Away",
)

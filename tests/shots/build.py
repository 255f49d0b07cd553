"""A short way to write a table model down: cards as 'QH', melds as '4C1 5C1' (card, owner)."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.shots.words import Words

from rummy500.engine.cards import RANKS, SUITS, Card, make_card, rank_of, suit_of
from rummy500_client.presenters import table_model as m
from rummy500_client.presenters.table_model import Look, Tone


PLACES = {
    2: (m.Place.YOU, m.Place.TOP),
    3: (m.Place.YOU, m.Place.LEFT, m.Place.RIGHT),
    4: (m.Place.YOU, m.Place.LEFT, m.Place.TOP, m.Place.RIGHT),
}
SIGNS = "♣♦♥♠"


def card(text: str) -> Card:
    return make_card(RANKS.index(text[0]), SUITS.index(text[1]))


def cards(text: str) -> list[Card]:
    return [card(part) for part in text.split()]


def name(c: Card) -> str:
    rank = RANKS[rank_of(c)]
    return ("10" if rank == "T" else rank) + SIGNS[suit_of(c)]


@dataclass
class Sample:
    words: Words
    seats: tuple[tuple[str, int, int], ...]
    turn: int
    hand: str
    pile: str
    stock: int
    melds: tuple[str, ...] = ()
    status: tuple[str, str] = ("", "")
    buttons: tuple[tuple[str, str, str, Look], ...] = ()
    title: tuple[str, str] = ("", "")
    bots: tuple[int, ...] = ()
    away: dict[int, str] = field(default_factory=dict)
    clock: float | None = None
    figures: tuple[int, int] = (0, 0)
    selected: str = ""
    required: str = ""
    drawn: str = ""
    last: str = ""
    usable: str = ""
    targets: tuple[int, ...] = ()
    draw: bool = False
    preview: int | None = None
    bill: m.Bill | None = None
    brackets: tuple[tuple[int, int, str], ...] = ()
    toast: m.Toast | None = None
    log: tuple[m.LogGroup, ...] = ()
    sorted_by: str = "suit"
    dealer: int = -1

    def model(self) -> m.TableModel:
        places = PLACES[len(self.seats)]
        mine = self.turn == 0
        return m.TableModel(
            seats=tuple(self._seat(k) for k in range(len(self.seats))),
            strip=m.TopStrip(*self.title, menu=_tool("menu"), tools=_TOOLS),
            stock=m.Stock(
                self.stock,
                str(self.stock),
                f"stock {self.stock}",
                can_draw=self.draw and bool(self.stock),
                empty_text=self.words.empty,
            ),
            pile=self._pile(),
            melds=tuple(self._meld(k, text) for k, text in enumerate(self.melds)),
            hand=self._hand(),
            status=m.StatusBar(
                *self.status,
                owner=m.Owner.YOU if mine else m.Owner.OTHERS,
                buttons=tuple(
                    m.Button(i, text, icon, look) for i, text, icon, look in self.buttons
                ),
            ),
            sort=self._sort(),
            log=m.Log(self.words.log, self.log),
            areas=m.AreaNames("hand", "pile", "melds", "actions", "sort", "tools", "the seats"),
            lamp=places[self.turn],
            brackets=tuple(m.HandBracket(a, b, text, text) for a, b, text in self.brackets),
            bill=self.bill,
            toast=self.toast,
        )

    def _seat(self, k: int) -> m.SeatPlate:
        who, score, held = self.seats[k]
        words = self.words
        placed = 5 * sum(part[2] == str(k) for text in self.melds for part in text.split())
        figures = (m.Figure(_plus(placed), words.table, _good(placed)),)
        if k == 0:
            figures = (
                m.Figure(_plus(self.figures[0]), words.table, _good(self.figures[0])),
                m.Figure(f"\N{MINUS SIGN}{self.figures[1]}", words.held, Tone.BAD),
            )
        return m.SeatPlate(
            place=PLACES[len(self.seats)][k],
            mark=k,
            name=who,
            initial=who[0],
            score=str(score).replace("-", "\N{MINUS SIGN}"),
            cards=held,
            cards_text=words.one_card if held == 1 else words.cards.format(held),
            accessible=f"{who}, {score}",
            to_move=k == self.turn,
            is_computer=k in self.bots,
            is_dealer=k == self.dealer,
            dealer_text=words.dealer,
            away_text=f"{words.away} · {self.away[k]}" if k in self.away else "",
            clock=self.clock if k == self.turn else None,
            figures=figures,
        )

    def _pile(self) -> tuple[m.PileCard, ...]:
        lying, usable = cards(self.pile), cards(self.usable)
        last, split = cards(self.last), self.preview
        return tuple(
            m.PileCard(
                c,
                name(c),
                can_take=c in usable,
                target=(k == split) if split is not None else self.draw and k == len(lying) - 1,
                last_play=c in last,
                veiled=split is not None and k < split,
                lifted=split is not None and k >= split,
            )
            for k, c in enumerate(lying)
        )

    def _meld(self, number: int, text: str) -> m.MeldTray:
        parts = text.split()
        last = cards(self.last)
        run = len({p[1] for p in parts}) == 1
        made = []
        for k, part in enumerate(parts):
            c = card(part[:2])
            ace = ("1" if k == 0 else "15") if run and part[0] == "A" else ""
            made.append(m.MeldCard(c, int(part[2]), ace, last_play=c in last))
        target = number in self.targets
        badge = str(self.targets.index(number) + 1) if target and len(self.targets) > 1 else ""
        spoken = " ".join(name(x.card) for x in made)
        return m.MeldTray(number, tuple(made), spoken, spoken, target=target, badge=badge)

    def _hand(self) -> tuple[m.HandCard, ...]:
        held = cards(self.hand)
        selected, required, drawn = cards(self.selected), cards(self.required), cards(self.drawn)
        starts = {a for a, _, _ in self.brackets} | {b for _, b, _ in self.brackets}
        out = []
        for k, c in enumerate(held):
            other_suit = k > 0 and suit_of(c) != suit_of(held[k - 1])
            out.append(
                m.HandCard(
                    c,
                    name(c),
                    selected=c in selected,
                    required=c in required,
                    just_drawn=c in drawn,
                    gap_before=k in starts if self.brackets else other_suit,
                )
            )
        return tuple(out)

    def _sort(self) -> m.SortBox:
        w = self.words
        modes = (
            ("suit", w.suit, "suit"),
            ("rank", w.rank, "sort_rank"),
            ("melds", w.melds, "meld"),
        )
        rows = tuple(m.SortChoice(k, text, icon, k == self.sorted_by) for k, text, icon in modes)
        return m.SortBox(w.sort, rows)


def _plus(points: int) -> str:
    return f"+{points}" if points else "0"


def _good(points: int) -> Tone:
    return Tone.GOOD if points else Tone.PLAIN


def _tool(icon: str) -> m.ToolButton:
    return m.ToolButton(icon, icon, icon)


_TOOLS = tuple(_tool(icon) for icon in ("log", "sound", "settings", "help"))

"""What the table shows, in full: one frozen value for each picture of the table.

A presenter makes a :class:`TableModel` from the state of the client and hands it to the table
view, which paints it and reports gestures. Everything here is ready to be painted: the texts are
translated, the numbers are set, the marks are decided. The view holds no sentence and no rule.

Texts may hold the signs of the suits, ``♣ ♦ ♥ ♠``; they are drawn as paths, in colour, and never
taken from a font. Points use the true minus sign (U+2212). Each ``accessible`` text is what a
screen reader says for that part; it must be able to stand alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rummy500.engine.cards import Card


class Place(StrEnum):
    """Where a seat is at the table, seen from the viewer."""

    YOU = "you"
    LEFT = "left"
    TOP = "top"
    RIGHT = "right"


class Tone(StrEnum):
    """What an amount or a line means; each tone has a colour of its own."""

    PLAIN = "plain"
    GOOD = "good"
    BAD = "bad"
    REQUIRED = "required"


class Look(StrEnum):
    """How a button looks. ``GOLD`` is what Enter does; a model holds one of them at most.

    ``DASHED`` is a button that cannot do its work now: it stays pressable and answers with the
    reason, so the view reports its press like any other.
    """

    GOLD = "gold"
    PLAIN = "plain"
    DASHED = "dashed"


class Owner(StrEnum):
    """Whose turn the status bar speaks of: paper for ``YOU``, a dark tray otherwise."""

    YOU = "you"
    OTHERS = "others"


@dataclass(frozen=True, slots=True)
class Figure:
    """A number with a word below it, as on the plate of the viewer: ``+43`` over "on the table"."""

    amount: str
    label: str
    tone: Tone = Tone.PLAIN


@dataclass(frozen=True, slots=True)
class SeatPlate:
    """The plate of a seat.

    ``mark`` picks colour and shape and is viewer-relative: 0 is the viewer (sky, circle), the
    others follow clockwise (1 vermilion square, 2 ivory diamond, 3 violet shield). It is also the
    ``owner`` of a card in a meld and the ``mark`` of a group in the log.

    ``cards`` is the number of small backs that are drawn (three at most), ``cards_text`` its words.
    ``away_text`` is empty, or what replaces the words of the cards ("Away · 0:42"). ``clock`` is
    the part of the turn that is left, 0 to 1, or ``None`` for a seat without a clock;
    ``clock_text`` replaces the initial when the time gets short. ``figures`` are the points on
    the table and, on the viewer's plate, in the hand.
    """

    place: Place
    mark: int
    name: str
    initial: str
    score: str
    cards: int
    cards_text: str
    accessible: str
    to_move: bool = False
    is_computer: bool = False
    is_dealer: bool = False
    dealer_text: str = ""
    away_text: str = ""
    clock: float | None = None
    clock_text: str = ""
    figures: tuple[Figure, ...] = ()


@dataclass(frozen=True, slots=True)
class HandCard:
    """A card in the viewer's hand, in the order of the row.

    ``gap_before`` opens a small gap between this card and the one before it (between suits, ranks
    or suggested melds).
    """

    card: Card
    accessible: str
    selected: bool = False
    required: bool = False
    just_drawn: bool = False
    gap_before: bool = False


@dataclass(frozen=True, slots=True)
class HandBracket:
    """A bracket with its points over a meld that lies in the hand: cards ``start`` to ``stop - 1``.

    A press on it is reported with its index in ``TableModel.brackets``.
    """

    start: int
    stop: int
    text: str
    accessible: str


@dataclass(frozen=True, slots=True)
class PileCard:
    """A card of the discard pile; the first of the pile is the oldest.

    ``can_take`` gives the gold cap, ``target`` a gold ring (the top card in the draw phase, or the
    card that is being previewed). A preview of a deep draw marks the cards that would be taken
    ``lifted`` and those below ``veiled``.
    """

    card: Card
    accessible: str
    can_take: bool = False
    target: bool = False
    last_play: bool = False
    veiled: bool = False
    lifted: bool = False
    tooltip: str = ""
    """Why the card cannot be taken, while others can."""
    why: str = ""
    """The same for a screen reader."""


@dataclass(frozen=True, slots=True)
class Stock:
    """The face-down stock. ``empty_text`` is what the empty place says."""

    count: int
    count_text: str
    accessible: str
    can_draw: bool = False
    empty_text: str = ""


@dataclass(frozen=True, slots=True)
class MeldCard:
    """A card of a meld. ``owner`` is the ``mark`` of the seat that scores it.

    ``ace`` is ``"1"`` or ``"15"`` for the ace of a run, else empty.
    """

    card: Card
    owner: int
    ace: str = ""
    last_play: bool = False


@dataclass(frozen=True, slots=True)
class Ghost:
    """A carried card where it would lie: ``slot`` counts from the first card of the meld.

    Slots below 0 lie before the first card, those from the number of cards on after the last.
    """

    card: Card
    slot: int


@dataclass(frozen=True, slots=True)
class MeldTray:
    """A meld on the table, its cards in the order in which they are shown.

    ``target`` gives the gold ring: the selected cards fit here. ``badge`` is the key that names
    the meld while a place is being chosen ("1" to "9"), what the carried cards would count here
    ("+7"), or empty for a plain plus. ``ghosts`` are the carried cards where they would lie.
    ``gain`` is what the last play on this meld has brought.
    """

    meld_id: int
    cards: tuple[MeldCard, ...]
    accessible: str
    tooltip: str = ""
    target: bool = False
    badge: str = ""
    ghosts: tuple[Ghost, ...] = ()
    gain: str = ""


@dataclass(frozen=True, slots=True)
class Drop:
    """A place to let go of what is carried; gold where the play is possible, else a plain line."""

    text: str
    fits: bool = True


@dataclass(frozen=True, slots=True)
class Drops:
    """The places for what is being dragged, the melds aside; ``None`` where nothing would come."""

    pile: Drop | None = None
    cloth: Drop | None = None
    hand: Drop | None = None


@dataclass(frozen=True, slots=True)
class BillLine:
    """A line of the bill; ``amount`` stands at the right edge and may be empty."""

    text: str
    amount: str = ""
    tone: Tone = Tone.PLAIN


@dataclass(frozen=True, slots=True)
class Bill:
    """What a deep draw would bring, shown below the lifted part of the pile."""

    title: str
    lines: tuple[BillLine, ...]


@dataclass(frozen=True, slots=True)
class Button:
    """A button of the status bar. ``intent`` is what the view reports when it is pressed.

    ``short`` replaces ``text`` where the bar is narrow; empty leaves the icon alone. ``why`` is the
    rule by which a dashed button is dashed, for a screen reader.
    """

    intent: str
    text: str
    icon: str
    look: Look = Look.PLAIN
    accessible: str = ""
    tooltip: str = ""
    short: str = ""
    why: str = ""
    room: str = ""
    """A text for which there is room at least: a button that is pressed stays where it is."""


@dataclass(frozen=True, slots=True)
class StatusBar:
    """What to do now, what just happened, and the buttons of the phase, left to right."""

    headline: str
    second: str = ""
    owner: Owner = Owner.OTHERS
    buttons: tuple[Button, ...] = ()
    accessible: str = ""


@dataclass(frozen=True, slots=True)
class SortChoice:
    """A way to sort the hand. ``icon`` is a name of ``ui.paint.icons`` or ``"suit"``."""

    mode: str
    text: str
    icon: str
    active: bool = False
    accessible: str = ""


@dataclass(frozen=True, slots=True)
class SortBox:
    """The ways to sort the hand; none is active in the own order of the viewer."""

    title: str
    modes: tuple[SortChoice, ...]


@dataclass(frozen=True, slots=True)
class ToolButton:
    """A round icon of the top strip. ``badge`` is a small text over it (unread messages).

    A ``checkable`` one opens and closes something: screen readers are told which it does.
    """

    tool: str
    icon: str
    accessible: str
    tooltip: str = ""
    checked: bool = False
    badge: str = ""
    checkable: bool = False


@dataclass(frozen=True, slots=True)
class TopStrip:
    """The upper edge: the menu, where we are, and the tools.

    The view opens and closes the log by itself on the tool ``"log"`` and reports the press too.
    """

    name: str
    sub: str
    menu: ToolButton
    tools: tuple[ToolButton, ...] = ()


@dataclass(frozen=True, slots=True)
class LogGroup:
    """The plays of one turn: ``mark`` and ``name`` once, the plays below.

    ``mark`` is -1 for lines that belong to no seat (the deal, the end of the hand). ``spoken`` are
    the lines as a screen reader says them, each with the name of whom it is about.
    """

    mark: int
    name: str
    lines: tuple[str, ...]
    spoken: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Log:
    """The plays in words, oldest first."""

    title: str
    groups: tuple[LogGroup, ...] = ()


@dataclass(frozen=True, slots=True)
class Toast:
    """A refusal: what to do, and the rule. A new ``serial`` shows the same text again."""

    head: str
    reason: str
    serial: int = 0
    refused: Card | None = None
    """The card that shakes, if the refusal is about one card in the hand."""


@dataclass(frozen=True, slots=True)
class AreaNames:
    """Names of the areas among which Tab moves, as a screen reader says them, and of the seats."""

    hand: str
    stock_and_pile: str
    melds: str
    actions: str
    sort: str
    tools: str
    seats: str = ""


@dataclass(frozen=True, slots=True)
class Coach:
    """Advice for a first hand, on the cloth while nothing lies there."""

    head: str
    lines: tuple[str, ...]
    foot: str


@dataclass(frozen=True, slots=True)
class TableModel:
    """One picture of the table.

    ``lamp`` is the place over which the lamp hangs (whoever is to move), or ``None`` between
    hands. ``bill`` belongs to the lifted cards of the pile. ``drops`` is there while something is
    being dragged. ``dealt`` names a hand that has been dealt and not been played yet, and is
    else empty: a new name is a new deal, in this match or the next.
    """

    seats: tuple[SeatPlate, ...]
    strip: TopStrip
    stock: Stock
    pile: tuple[PileCard, ...]
    melds: tuple[MeldTray, ...]
    hand: tuple[HandCard, ...]
    status: StatusBar
    sort: SortBox
    log: Log
    areas: AreaNames
    lamp: Place | None = None
    brackets: tuple[HandBracket, ...] = ()
    bill: Bill | None = None
    toast: Toast | None = None
    drops: Drops | None = None
    dealt: str = ""
    coach: Coach | None = None

"""What the first screen and the connect panel show, ready to be painted: every text translated."""

from __future__ import annotations

from dataclasses import dataclass

from rummy500_client.presenters.table_model import Button, Tone


@dataclass(frozen=True, slots=True)
class Tile:
    """A wide press target: icon, title and a second line. ``intent`` is what is reported."""

    intent: str
    title: str
    sub: str
    icon: str
    enabled: bool = True


@dataclass(frozen=True, slots=True)
class Option:
    """One of the answers of a choice; ``value`` is what is reported."""

    value: str
    text: str
    accessible: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """A question with its answers side by side; exactly one of them is ``chosen``.

    ``key`` names the choice in the report: ``choice_made(key, value)``.
    """

    key: str
    label: str
    options: tuple[Option, ...]
    chosen: str


@dataclass(frozen=True, slots=True)
class Field:
    """A line to type in. ``limit`` is the greatest length, 0 for none."""

    label: str
    value: str
    placeholder: str = ""
    limit: int = 0


@dataclass(frozen=True, slots=True)
class Running:
    """A match that goes on: it comes first of all. The button leads back to it."""

    head: str
    detail: str
    button: Button


@dataclass(frozen=True, slots=True)
class Notice:
    """A line about how it goes: connecting, failed, starting the server."""

    text: str
    tone: Tone = Tone.PLAIN
    busy: bool = False


@dataclass(frozen=True, slots=True)
class HomeModel:
    """The first screen: the name on cloth, and a panel with what can be done.

    ``play`` is the gold tile, the only gold on the screen. ``tools`` stand at the foot of the
    panel on the left, ``language`` on the right.
    """

    title: str
    sub: str
    play: Tile
    choices: tuple[Choice, ...]
    tiles: tuple[Tile, ...]
    name: Field
    language: Button
    tools: tuple[Button, ...] = ()
    running: Running | None = None
    notice: Notice | None = None
    version: str = ""


@dataclass(frozen=True, slots=True)
class ConnectModel:
    """The panel for "connect to a server": one field for host, port or URL.

    While ``notice`` is busy the field and the connect button rest; cancel always works.
    """

    title: str
    sub: str
    address: Field
    name: Field
    connect: Button
    cancel: Button
    notice: Notice | None = None

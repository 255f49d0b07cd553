"""Plays by ear: all it knows are the names, descriptions and announcements of a screen reader.

The same player sits before the tree in the process (``QAccessible``) and before a real AT-SPI bus;
both are a :class:`Screen`. It knows the rules, as people do, and nothing of the program.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from typing import Protocol


RANKS = ("ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king")
SUITS = ("clubs", "diamonds", "hearts", "spades")
CARD = re.compile(rf"\b({'|'.join(RANKS)}) of ({'|'.join(SUITS)})\b")
FITS = "The selected cards fit here."
TAKE = re.compile(r"can be taken(?: with (\d+) cards?(?: above)?)?$")
ROW = re.compile(r"(\w+): \S+ on the table, \S+ in the hand, (\S+) in this hand, (\S+) in all")


@dataclass(frozen=True)
class Card:
    """A card as it was read out."""

    rank: int
    suit: str

    @property
    def name(self) -> str:
        return f"{RANKS[self.rank]} of {self.suit}"

    @property
    def value(self) -> int:
        return 15 if self.rank == 0 else min(self.rank + 1, 10)


def cards_in(text: str) -> tuple[Card, ...]:
    """Return the cards that a text names, in its order."""
    return tuple(Card(RANKS.index(rank), suit) for rank, suit in CARD.findall(text))


def number_in(text: str) -> int:
    """Return points as they are written: with a true minus sign."""
    return int(text.replace("\u2212", "-"))


@dataclass(frozen=True)
class Thing:
    """Something that a screen reader comes upon. ``within`` are the names of what it lies in."""

    role: str
    name: str
    description: str
    checked: bool
    within: tuple[str, ...]
    handle: object = field(repr=False)


class Screen(Protocol):
    """What a screen reader gives its user: things, presses, and what is said by itself."""

    heard: list[str]

    async def things(self) -> list[Thing]:
        """Return all that is shown, in the order of the tree."""

    async def press(self, thing: Thing) -> None:
        """Do with a thing what a screen reader does by default."""

    async def change(self) -> None:
        """Wait until something has been said, or for a moment."""


class BlindPlayer:
    """Two ears and a button."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self.melds = self.lay_offs = self.draws = self.takes = self.deep_draws = 0
        self.hands = 0
        self.totals: dict[str, int] = {}
        self.transcript: list[str] = []
        self._kept: set[Card] = set()
        self._at = self._written = 0

    # --- listening -------------------------------------------------------------------------------

    async def find(self, name: str, role: str = "", seconds: float = 20) -> Thing:
        """Wait for a thing with a name: a pattern for the whole of it."""
        found: list[Thing] = []

        async def there() -> bool:
            found[:] = [t for t in await self.screen.things() if _is(t, name, role)]
            return bool(found)

        try:
            await self._until(there, seconds)
        except TimeoutError:
            names = [t.name for t in await self.screen.things() if t.name]
            message = f"nothing is called {name!r}; there are {names}; heard {self._lately()}"
            raise AssertionError(message) from None
        return found[0]

    async def press(self, name: str, role: str = "") -> None:
        """Press what has a name."""
        await self._press(await self.find(name, role))

    async def _press(self, thing: Thing) -> None:
        self._note(f"> {thing.role} {thing.name}")
        await self.screen.press(thing)

    async def hear(self, pattern: str, seconds: float = 20) -> str:
        """Wait until something is said that has not been listened to yet; return it."""
        start = self._at

        async def said() -> bool:
            for place in range(start, len(self.screen.heard)):
                if re.search(pattern, self.screen.heard[place]):
                    self._at = place + 1
                    return True
            return False

        try:
            await self._until(said, seconds)
        except TimeoutError:
            message = f"nobody said {pattern!r}; heard {self._lately()}"
            raise AssertionError(message) from None
        self._write_down()
        return self.screen.heard[self._at - 1]

    async def _until(self, test: Callable[[], Awaitable[bool]], seconds: float) -> None:
        async with asyncio.timeout(seconds):
            while not await test():
                await self.screen.change()

    def _lately(self) -> list[str]:
        return self.screen.heard[-4:]

    def _note(self, line: str) -> None:
        self._write_down()
        self.transcript.append(line)

    def _write_down(self) -> None:
        self.transcript += self.screen.heard[self._written :]
        self._written = len(self.screen.heard)

    # --- looking round ---------------------------------------------------------------------------

    async def _area(self, name: str) -> list[Thing]:
        return [t for t in await self.screen.things() if name in t.within]

    async def _hand(self) -> dict[Card, Thing]:
        things = await self._area("Your hand")
        return {cards_in(t.name)[0]: t for t in things if t.role == "check box"}

    async def _buttons(self) -> dict[str, Thing]:
        """Return the buttons of the status bar by their first word: "Meld +24" is "Meld"."""
        things = await self._area("Actions")
        return {t.name.split()[0]: t for t in things if t.role == "button"}

    async def _my_turn_or_the_end(self) -> str:
        """Wait until there is something to do; return the names of the buttons in one text."""
        text: list[str] = []

        async def there() -> bool:
            things = await self.screen.things()
            if any(re.fullmatch("Next hand|Result of the match", t.name) for t in things):
                text[:] = ["over"]
                return True
            names = [t.name for t in things if "Actions" in t.within and t.role == "button"]
            text[:] = [" | ".join(names)]
            return bool(names) and "See the result" not in names

        await self._until(there, 30)
        return text[0]

    # --- playing ---------------------------------------------------------------------------------

    async def start_match(self, target: int) -> None:
        """Make a table for two from the first screen and sit down at it."""
        await self.press("Choose table and rules")
        await self.hear("New table")
        for choice in (
            "Players: 2 players",
            "Level of computer players: Easy",
            f"Target: {target}",
        ):
            thing = await self.find(choice, "check box")
            if not thing.checked:
                await self._press(thing)
                await self._until_checked(choice)
        await self.press("Play", "button")
        await self.hear("On the pile lies", 45)  # a server starts first

    async def _until_checked(self, name: str) -> None:
        async def so() -> bool:
            return any(t.name == name and t.checked for t in await self.screen.things())

        await self._until(so, 10)

    async def play_match(self) -> str:
        """Play until somebody has won; return who."""
        while True:
            await self.play_hand()
            if any(t.name == "Result of the match" for t in await self.screen.things()):
                break
            await self.press("Next hand")
            await self.hear("On the pile lies")
        await self.press("Result of the match")
        won = re.search(r"(\w+) wins? the match", await self.hear("wins? the match"))
        assert won is not None
        return won[1]

    async def play_hand(self) -> None:
        """Play until the hand is over; learn the result from what is said."""
        while (buttons := await self._my_turn_or_the_end()) != "over":
            if "Discard" in buttons:
                await self._play()
            else:
                await self._draw()
        said = await self.hear("in this hand")
        rows = ROW.findall(said)
        assert len(rows) >= 2, said
        for name, net, total in rows:
            assert self.totals.get(name, 0) + number_in(net) == number_in(total), said
            self.totals[name] = number_in(total)
        self.hands += 1

    async def _draw(self) -> None:
        hand = set(await self._hand())
        pile = [t for t in await self._area("Stock and pile") if t.name.startswith("Pile: ")]
        buttons = await self._buttons()
        self._kept = set()
        top = cards_in(pile[-1].name)[0]
        if TAKE.search(pile[-1].name) and _useful(top, hand):
            self._kept = {top}
            await self._press(pile[-1])
            await self.hear(f"You take {top.name}")
            self.takes += 1
            return
        for thing in pile[-6:-1]:
            if TAKE.search(thing.name) and await self._dig(thing):
                return
        if "Draw" in buttons:
            await self._press(buttons["Draw"])
            assert cards_in(await self.hear("You draw .* from the stock"))
            self.draws += 1
        else:
            await self._press(buttons["End"])
            await self.hear("Press again to end the hand")
            await self._press((await self._buttons())["End"])
            await self.hear("You end the hand|hand is over")

    async def _dig(self, thing: Thing) -> bool:
        """Hear what a deep draw would bring; do it if that is a lot."""
        await self._press(thing)
        bill = await self.hear("On the table at once: ")
        points = re.search(r"at once: \d+ cards? \+(\d+)", bill)
        if points is None or int(points[1]) < 15:
            return False
        assert "Press again to take" in bill
        card = cards_in(thing.name)[0]
        await self._press(await self.find(f"Pile: {card.name}.*", "button"))
        await self.hear("You take")
        self.deep_draws += 1
        company = set(cards_in(bill.partition("Required: ")[2])[1:])
        await self._table(card, company)
        return True

    async def _table(self, card: Card, company: set[Card]) -> None:
        """Put the card that was dug for on the table."""
        hand = await self._hand()
        assert "must be put on the table in this turn" in hand[card].name
        await self._select({card, *(c for c in company if c in hand)})
        buttons = await self._buttons()
        if buttons["Meld"].name != "Meld":
            await self._go(buttons["Meld"], "You meld")
            self.melds += 1
            return
        assert buttons["Meld"].description, "it is not said why this is no meld"
        await self._lay_off()

    async def _play(self) -> None:
        """Make one play after the draw."""
        hand = await self._hand()
        meld = next(iter(_melds(set(hand))), None)
        if meld is not None:
            await self._select(meld)
            button = await self.find(r"Meld \S+", "button")
            await self._go(button, "You meld")
            self.melds += 1
            return
        melds = [t.name for t in await self._area("Melds on the table")]
        for card in hand:
            if any(_fits(card, name) for name in melds):
                await self._select({card})
                await self._lay_off()
                return
        for card in sorted(hand, key=lambda one: (one in self._kept, -one.value)):
            if await self._discard(card):
                return
        message = f"nothing can be discarded; heard {self._lately()}"
        raise AssertionError(message)

    async def _lay_off(self) -> None:
        target = await self.find(rf".*{re.escape(FITS)}.*", "button")
        await self._go(target, "You lay off")
        self.lay_offs += 1

    async def _discard(self, card: Card) -> bool:
        await self._select({card})
        await self._press(await self.find(f"Discard {card.name}", "button"))
        said = await self.hear("Press again to discard|Go out with this play|cannot|discard")
        if "Press again" not in said and "Go out" not in said:
            return False
        await self._press(await self.find(f"Discard {card.name}", "button"))
        await self.hear(f"You discard {card.name}")
        return True

    async def _go(self, thing: Thing, answer: str) -> None:
        """Press, and once more if going out is asked about."""
        await self._press(thing)
        said = await self.hear(f"{answer}|Go out with this play")
        if not re.search(answer, said):
            again = [t for t in await self.screen.things() if t.name == thing.name]
            await self._press(again[0])
            await self.hear(answer)

    async def _select(self, cards: set[Card]) -> None:
        for card, thing in (await self._hand()).items():
            if thing.checked != (card in cards):
                await self._press(thing)

        async def so() -> bool:
            hand = await self._hand()
            return {card for card, thing in hand.items() if thing.checked} == cards

        await self._until(so, 10)


def _is(thing: Thing, name: str, role: str) -> bool:
    return (not role or thing.role == role) and re.fullmatch(name, thing.name) is not None


# --- what one knows of the rules -----------------------------------------------------------------


def _melds(hand: set[Card]) -> Iterator[set[Card]]:
    """Yield melds that lie in a hand: whole groups, and runs as long as they go."""
    for rank in range(13):
        group = {card for card in hand if card.rank == rank}
        if len(group) >= 3:
            yield group
    for suit in SUITS:
        for low in range(13):
            run = set()
            for place in range(low, 14):
                card = Card(place % 13, suit)
                if card not in hand or (place == 13 and low == 0):
                    break
                run.add(card)
            if len(run) >= 3:
                yield run


def _useful(card: Card, hand: set[Card]) -> bool:
    return any(card in meld for meld in _melds({*hand, card}))


def _fits(card: Card, meld: str) -> bool:
    """Return whether a card continues a meld, judged by the meld's name alone."""
    cards = cards_in(meld)
    if meld.startswith("Group"):
        return all(card.rank == other.rank for other in cards)
    ranks = {other.rank for other in cards}
    high_ace = {0, 12} <= ranks
    if any(card.suit != other.suit for other in cards) or not ranks:
        return False
    low, high = min(ranks - {0} if high_ace else ranks), max(ranks)
    return card.rank == low - 1 or (card.rank == (high + 1) % 13 and not high_ace)

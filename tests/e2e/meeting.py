"""People who come to a house by words, as clients do, and go where the server sends them."""

from __future__ import annotations

from tests.server.player import Player

from rummy500.protocol import commands
from rummy500.protocol.errors import ErrorCode
from rummy500.protocol.updates import Accepted, Refused


async def arrive(person: Player, url: str, word: str) -> None:
    """Connect by a word and greet."""
    person.url = f"{url}/?at={word}"
    await person.connect()
    await person.greet()


async def join(person: Player, url: str, table: str) -> bool:
    """Sit down at a table, wherever that is best; return whether the person had to move."""
    command = commands.JoinTable(ref=person.ref(), table=table)
    answer = await person.ask(command)
    moved = isinstance(answer, Refused)
    if isinstance(answer, Refused):
        assert answer.code == ErrorCode.ELSEWHERE, answer
        await person.close()
        await arrive(person, url, str(answer.params["at"]))
        answer = await person.ask(command)
    assert isinstance(answer, Accepted), answer
    return moved


async def together(url: str, words: int) -> list[Player]:
    """Let four people meet at a table until somebody had to move for it; they come by words.

    Two servers are equally likely for each word, so one of ``words`` moves nearly always.
    """
    for number in range(words):
        people = [Player(name, url) for name in ("Ana", "Berta", "Carla", "Delia")]
        for seat, person in enumerate(people):
            await arrive(person, url, f"w{number}x{seat}")
        made = await people[0].sit(commands.CreateTable, name="", seats=len(people))
        if any([await join(person, url, made.table) for person in people[1:]]):
            return people
        for person in people:
            await person.close()
    msg = "nobody had to move"
    raise AssertionError(msg)

"""The people of a table come together at one server, where words lead to servers."""

from __future__ import annotations

import pytest
from tests.server.fakes import Onlooker, StillClock, settle
from tests.server.fellowship import Node, SharedStore, seconds

from rummy500.protocol import commands
from rummy500.protocol.errors import ErrorCode
from rummy500.protocol.updates import Accepted, Refused
from rummy500_server.lobby.desk import Desk, GreetedCommand
from rummy500_server.lobby.guesses import Guesses
from rummy500_server.lobby.places import word_in


@pytest.fixture
def store(clock: StillClock) -> SharedStore:
    return SharedStore(clock)


class Guest:
    """Somebody who is connected to a node and has come by a word."""

    def __init__(self, node: Node, name: str, word: str) -> None:
        self.seen = Onlooker(name)
        self.desk = Desk(node.lobby, self.seen, Guesses(node.clock), "", word)
        if node.lobby.places is not None:
            node.lobby.places.came_by(word)

    async def ask(self, command: GreetedCommand) -> Accepted | Refused:
        await self.desk.take(command)
        await settle()
        return self.seen.answers[-1]

    async def is_sent(self, command: GreetedCommand) -> str:
        """Return the word by which the person is asked to come back; empty if he is served."""
        answer = await self.ask(command)
        if isinstance(answer, Accepted):
            return ""
        assert answer.code == ErrorCode.ELSEWHERE, answer
        assert answer.ref == command.ref
        return str(answer.params["at"])


async def opened(node: Node, word: str, **wishes: object) -> tuple[Guest, str]:
    """Let Ana make a table at a node."""
    ana = Guest(node, "ana", word)
    made = commands.CreateTable(ref=1, name="", seats=3, **wishes)  # type: ignore[arg-type] - by name
    assert isinstance(await ana.ask(made), Accepted)
    return ana, ana.seen.news[-1].table


def join(table: str) -> commands.JoinTable:
    return commands.JoinTable(ref=7, table=table)


async def test_who_joins_elsewhere_comes_back_where_the_table_is_looked_after(
    pair: list[Node],
) -> None:
    here, there = pair
    ana, table = await opened(here, "a1")
    beto = Guest(there, "beto", "b2")
    assert await beto.is_sent(join(table)) == "a1"
    assert await Guest(here, "beto", "a1").is_sent(join(table)) == ""
    state = (await here.lobby.table(table)).state  # type: ignore[union-attr] - it is there
    assert {person.node for _, person in state.people()} == {here.lobby.node}
    assert [person.player for _, person in state.people()] == ["ana", "beto"]
    assert len(ana.seen.news) == 2
    await seconds(here.clock, 2)
    assert list(there.lobby.awake()) == []  # the other one folds it no more


async def test_who_resumes_elsewhere_too(pair: list[Node]) -> None:
    here, there = pair
    _, table = await opened(here, "a1")
    await Guest(here, "beto", "a1").ask(join(table))
    back = Guest(there, "beto", "b2")
    assert await back.is_sent(commands.Resume(ref=9, table=table)) == "a1"


async def test_a_private_table_is_told_only_to_who_knows_its_code(pair: list[Node]) -> None:
    here, there = pair
    ana, table = await opened(here, "a1", private=True)
    beto = Guest(there, "beto", "b2")
    answer = await beto.ask(join(table))
    assert isinstance(answer, Refused)
    assert answer.code == ErrorCode.NO_SUCH_TABLE
    by_code = commands.JoinTable(ref=8, code=ana.seen.news[-1].now.code)
    assert await beto.is_sent(by_code) == "a1"


async def test_nobody_is_sent_twice_in_a_while(pair: list[Node], clock: StillClock) -> None:
    """Words may lead elsewhere than they did: whoever comes again is served where he is."""
    here, there = pair
    _, table = await opened(here, "a1")
    assert await Guest(there, "beto", "b2").is_sent(join(table)) == "a1"
    beto = Guest(there, "beto", "b3")
    assert await beto.is_sent(join(table)) == ""
    beto.desk.leave()
    await seconds(clock, 61)
    assert await Guest(there, "beto", "b4").is_sent(commands.Resume(ref=9, table=table)) == "a1"


@pytest.mark.parametrize("case", ["no word", "the same word", "no word there", "sits already"])
async def test_who_stays_where_he_is(pair: list[Node], case: str) -> None:
    here, there = pair
    _, table = await opened(here, "" if case == "no word there" else "a1")
    word = {"no word": "", "the same word": "a1"}.get(case, "b2")
    beto = Guest(there, "beto", word)
    if case == "sits already":
        await beto.ask(commands.CreateTable(ref=2, name="", seats=2))
    assert await beto.is_sent(join(table)) == ""


async def test_nobody_is_sent_to_a_server_that_has_died(
    pair: list[Node], clock: StillClock
) -> None:
    here, there = pair
    _, table = await opened(here, "a1")
    await Guest(there, "cora", "").ask(join(table))
    await here.fall()
    await seconds(clock, 4)
    assert await Guest(there, "beto", "b2").is_sent(join(table)) == ""


async def test_a_word_is_kept_while_it_is_fresh(pair: list[Node], store: SharedStore) -> None:
    here = pair[0]
    for word in ("a1", "a2"):
        Guest(here, "ana", word)
    await settle()
    assert store.words == {here.lobby.node: "a1"}
    await seconds(here.clock, 61)
    Guest(here, "ana", "a3")
    await settle()
    assert store.words == {here.lobby.node: "a3"}


@pytest.mark.parametrize(
    ("path", "word"),
    [
        ("/?at=a1", "a1"),
        ("/rummy?x=1&at=Z9&y=2", "Z9"),
        ("/", ""),
        ("/?at=", ""),
        ("/?at=a%0d", ""),
        ("/?at=" + "a" * 33, ""),
        ("/?format=a1", ""),
    ],
)
def test_the_word_is_found_in_the_path(path: str, word: str) -> None:
    assert word_in(path) == word

"""Builds tables by their own rules, without a loop: commands in, states out."""

from __future__ import annotations

from collections.abc import Sequence

from tests.server.fakes import StillClock

from rummy500.engine.actions import Action
from rummy500.engine.legal import legal_actions
from rummy500.engine.views import view_for
from rummy500.protocol import commands
from rummy500.protocol.translate import action_to_wire
from rummy500_server.store.ports import Stored
from rummy500_server.store.records import FORMAT, AnyFact, Cause, Entry, write_entry
from rummy500_server.table.chance import TableChance
from rummy500_server.table.decide import Asker, Decision, No, Plan, TableCommand, decide, found
from rummy500_server.table.evolve import blank, fold
from rummy500_server.table.ports import SeededDice
from rummy500_server.table.state import Stage
from rummy500_server.table.store_time import StoreTime


NODE = "node"


def asker(name: str) -> Asker:
    """Return somebody whose id is his name in small letters."""
    return Asker(name.lower(), name, NODE)


class Sandbox:
    """A table that is grown entry by entry. Its journal is kept, as a store would."""

    def __init__(self, seats: int = 2, host: str = "Ana", **wishes: object) -> None:
        self.dice = TableChance(SeededDice(7), bytes(32), StoreTime(StillClock()))
        self.journal: list[Stored] = []
        self.state = blank("t")
        self._ref = 0
        create = commands.CreateTable(ref=1, name="", seats=seats, **wishes)  # type: ignore[arg-type] - by name
        self.add(found(create, asker(host), "Mesa", ""), Cause(host.lower(), 1, 0))

    def add(self, plan: Plan, cause: Cause | None = None) -> None:
        """Add an entry and fold it from its bytes."""
        version = self.state.version + 1
        data = write_entry(Entry(FORMAT, cause, plan.facts))
        stored = Stored(version, bytes([version % 256]) * 8, self.state.mark, version, data)
        self.journal.append(stored)
        self.state = fold(self.state, stored)

    def decide(self, name: str, command: TableCommand) -> Decision:
        """Return what a command would bring about."""
        return decide(self.state, asker(name), command, self.dice)

    def do(self, name: str, kind: type, **fields: object) -> tuple[AnyFact, ...]:
        """Do a command that must be accepted, and return what it brought about."""
        self._ref += 1
        command = kind(ref=self._ref, **with_table(kind, fields))
        decision = self.decide(name, command)
        assert isinstance(decision, Plan), decision
        self.add(decision, Cause(name.lower(), self._ref, decision.sat))
        return decision.facts

    def code(self, name: str, kind: type, **fields: object) -> str:
        """Return the code with which a command is refused."""
        decision = self.decide(name, kind(ref=99, **with_table(kind, fields)))
        assert isinstance(decision, No), decision
        return decision.code

    def play(self, action: Action) -> tuple[AnyFact, ...]:
        """Let the person on turn play."""
        match = self.state.match
        assert match is not None
        assert match.hand is not None
        person = self.state.seats[match.hand.turn.seat]
        return self.do(person.name, commands.Play, act=action_to_wire(action))  # type: ignore[union-attr] - a person

    def play_out(self) -> None:
        """Play the hand to its end, always the first legal action that is left."""
        while self.state.stage is Stage.HAND:
            match = self.state.match
            assert match is not None
            assert match.hand is not None
            self.play(legal_actions(view_for(match.hand, match.hand.turn.seat))[0])

    def play_match(self, people: Sequence[str]) -> None:
        """Play until the match is over."""
        while self.state.stage is not Stage.OVER:
            self.play_out()
            if self.state.stage is Stage.BETWEEN:
                for name in people:
                    self.do(name, commands.Ready)


def with_table(kind: type, fields: dict[str, object]) -> dict[str, object]:
    return fields if kind is commands.JoinTable else {"table": "t", **fields}


def begun(*people: str, **wishes: object) -> Sandbox:
    """Return a table whose seats are taken by people and whose match has begun."""
    box = Sandbox(len(people), people[0], **wishes)
    for name in people[1:]:
        box.do(name, commands.JoinTable)
    box.do(people[0], commands.Start)
    return box

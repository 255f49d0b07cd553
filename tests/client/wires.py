"""A network that does nothing but remember what it was asked."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from rummy500.protocol.commands import AnyCommand
from rummy500.protocol.updates import Accepted, AnyResult, Refused
from rummy500_client.presenters.session import Session
from rummy500_client.state.model import ConnectionChanged, Online
from rummy500_client.state.reduce import CommandAnswered


class Wires:
    """Stands in for the network of a session."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.sent: list[AnyCommand] = []
        self.waiting: list[tuple[float, Callable[[], None]]] = []

    def play_here(self, name: str) -> None:
        self.asked.append(f"play here as {name}")

    def reach(self, address: str, name: str) -> None:
        self.asked.append(f"reach {address} as {name}")

    def send(self, command: AnyCommand) -> int:
        ref = 100 + len(self.sent)
        self.sent.append(msgspec.structs.replace(command, ref=ref))
        return ref

    def follow(self, table: str) -> None:
        self.asked.append(f"follow {table}")

    def hurry(self) -> None:
        self.asked.append("hurry")

    def hang_up(self) -> None:
        self.asked.append("hang up")

    def later(self, seconds: float, call: Callable[[], None]) -> None:
        self.waiting.append((seconds, call))

    def pass_time(self) -> None:
        """Let everything happen that was put off."""
        due, self.waiting = self.waiting, []
        for _, call in due:
            call()


def connect(session: Session, *seated_at: str) -> None:
    """Let the server greet."""
    session.change(ConnectionChanged(Online("p1", "Ana", "0.1.0"), seated_at))


def accept(
    session: Session, command: AnyCommand, result: AnyResult | None = None, seq: int = 0
) -> None:
    """Let the server accept a command."""
    session.change(CommandAnswered(command, Accepted(command.ref, seq, result)))


def refuse(session: Session, command: AnyCommand, code: str, **params: str | int) -> None:
    """Let the server refuse a command."""
    session.change(CommandAnswered(command, Refused(command.ref, code, params)))

"""``rummy500-admin``: the command of those who run the server."""

from __future__ import annotations

import argparse
import getpass
import os
import socket
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec

from rummy500.protocol.version import PROGRAM_VERSION
from rummy500_server.config import PREFIX, default_data
from rummy500_server.lobby.bans import person
from rummy500_server.net.address import household
from rummy500_server.ops import orders
from rummy500_server.ops.channel import KEY_FILE, LOOPBACK, Asked, Key, Told
from rummy500_server.ops.show import show


EXIT_NOTHING: Final = 1
"""There was nothing to do it to, or a node could not."""
EXIT_NO_SERVER: Final = 3
_LIMIT: Final = 15.0

_EPILOG: Final = """\
examples:
  rummy500-admin list                                  people, tables and bans, with their ids
  rummy500-admin kick 3f2a9c0d11e4b877                 end a person's connections and seats
  rummy500-admin ban 3f2a9c0d11e4b877 --minutes 1440 --reason "insults"
  rummy500-admin ban-address 192.0.2.7 --minutes 60    where bans on persons are evaded
  rummy500-admin unban player:3f2a9c0d11e4b877
  rummy500-admin close 0f2e6a7c19b3d54                 end a table
  rummy500-admin drain                                 end the server in order

exit codes: 0 done; 1 nobody and nothing was there to do it to, or the store was away; 2 wrong
usage; 3 no server runs on this data folder.
"""


class NoServerError(RuntimeError):
    """No server can be asked; the text says what to do."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Give an order and return the exit code."""
    given = _parser().parse_args(sys.argv[1:] if arguments is None else arguments)
    order = _ORDERS[given.command](given)
    try:
        told = ask(_folder(given.data, os.environ), given.who or _somebody(), order)
    except NoServerError as error:
        return _fail(EXIT_NO_SERVER, str(error))
    if told.error:
        return _fail(EXIT_NOTHING, told.error)
    sys.stdout.write(msgspec.json.encode(told).decode() + "\n" if given.json else show(told))
    return 0 if _has_done(order, told) else EXIT_NOTHING


def ask(folder: Path, who: str, order: orders.AnyOrder) -> Told:
    """Give an order to the server of a data folder.

    Raises:
        NoServerError: there is none, or it does not answer.

    """
    try:
        key = msgspec.json.decode((folder / KEY_FILE).read_bytes(), type=Key)
    except FileNotFoundError:
        msg = f"no server runs on {folder}: name its folder with --data"
        raise NoServerError(msg) from None
    except (OSError, msgspec.MsgspecError) as error:
        msg = f"{folder / KEY_FILE} can't be read: {error}"
        raise NoServerError(msg) from None
    line = msgspec.json.encode(Asked(key.token, who, order)) + b"\n"
    try:
        with socket.create_connection((LOOPBACK, key.port), timeout=_LIMIT) as wire:
            wire.sendall(line)
            answer = wire.makefile("rb").readline()
        return msgspec.json.decode(answer, type=Told)
    except (OSError, msgspec.MsgspecError) as error:
        msg = f"the server (process {key.pid}) does not answer: {error}"
        raise NoServerError(msg) from None


def _has_done(order: orders.AnyOrder, told: Told) -> bool:
    """Return whether something came of an order."""
    if any(isinstance(report, orders.Failed) for report in told.reports):
        return False
    if isinstance(order, (orders.Kick, orders.Lift, orders.CloseTable, orders.Drain)):
        done = (report.number for report in told.reports if isinstance(report, orders.Done))
        return told.number + sum(done) > 0
    return True


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="rummy500-admin",
        description="Orders for a running Rummy 500 server.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {PROGRAM_VERSION}")
    parser.add_argument("--data", metavar="DIR", help="the server's data folder")
    parser.add_argument("--who", metavar="NAME", help="who gives the order, for the log of orders")
    parser.add_argument("--json", action="store_true", help="print the answer for programs")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    commands.add_parser("list", help="show who is here, which tables are awake, who is banned")
    kick = commands.add_parser("kick", help="end a person's connections and give his seats away")
    kick.add_argument("player", help="the person's id, as the list shows it")
    for name, what in (("ban", "player"), ("ban-address", "address")):
        ban = commands.add_parser(name, help=f"kick, and let nobody of this {what} in for a while")
        read = _household if what == "address" else str
        ban.add_argument(what, type=read, help="as the list shows it")
        ban.add_argument("--minutes", type=_minutes, required=True, metavar="N")
        ban.add_argument(
            "--reason", default="", metavar="TEXT", help="for the list; told to nobody"
        )
    unban = commands.add_parser("unban", help="end a ban before its time")
    unban.add_argument("subject", help="as the list shows it, or a person's id")
    close = commands.add_parser("close", help="end a table")
    close.add_argument("table", help="its id")
    drain = commands.add_parser("drain", help="end the server in order, as SIGTERM does")
    drain.add_argument("node", nargs="?", default="", help="one of several nodes; default: all")
    return parser


_ORDERS: Final[dict[str, Callable[[argparse.Namespace], orders.AnyOrder]]] = {
    "list": lambda _: orders.List(),
    "kick": lambda given: orders.Kick(given.player),
    "ban": lambda given: orders.BanPerson(given.player, given.minutes, given.reason),
    "ban-address": lambda given: orders.BanAddress(given.address, given.minutes, given.reason),
    "unban": lambda given: orders.Lift(
        given.subject if ":" in given.subject else person(given.subject)
    ),
    "close": lambda given: orders.CloseTable(given.table),
    "drain": lambda given: orders.Drain(given.node),
}


def _household(address: str) -> str:
    """Return an address as connections are counted; a network is one already."""
    found = address if "/" in address else household(address)
    if not found:
        msg = f"{address!r} is no address, or this very machine's"
        raise argparse.ArgumentTypeError(msg)
    return found


def _minutes(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= orders.MOST_MINUTES:
        msg = f"must be from 1 to {orders.MOST_MINUTES}"
        raise argparse.ArgumentTypeError(msg)
    return int(text)


def _folder(given: str | None, environment: Mapping[str, str]) -> Path:
    named = given or environment.get(f"{PREFIX}DATA")
    return Path(named).expanduser() if named else default_data()


def _somebody() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # a user without a name, as in a container
        return f"user {os.getuid()}" if hasattr(os, "getuid") else "somebody"


def _fail(code: int, text: str) -> int:
    sys.stderr.write(f"rummy500-admin: {text}\n")
    return code

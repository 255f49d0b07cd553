"""What can be set: defaults, over them the environment, over that the command line.

ConfigError         a value that can't be used; the text names where it came from
"""

from __future__ import annotations

import argparse
import os
import socket
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from ipaddress import ip_network
from pathlib import Path
from typing import Any, Final

from platformdirs import user_data_path


LOG_STYLES: Final = ("console", "json")
LOG_LEVELS: Final = ("debug", "info", "warning", "error")
PREFIX: Final = "RUMMY500_"
REDIS_SCHEMES: Final = ("redis", "rediss", "redis+sentinel", "redis+cluster")
"""What the address of a Redis begins with, before ``://``."""
_LAST_PORT: Final = 65535

_EPILOG: Final = """\
Every option can also be given in the environment: --port as RUMMY500_PORT and so on.

examples:
  rummy500-server                          for this computer, on port 8500
  rummy500-server --host 0.0.0.0           for the network
  rummy500-server --store redis://db:6379/0
                                           one of several on one Redis or Valkey
  rummy500-server --port 0 --announce-json --end-with-parent --data DIR
                                           for a program that starts a server for itself
"""


class ConfigError(ValueError):
    """A value that can't be used."""


def default_data() -> Path:
    """Return the folder in which a server of this user keeps its things."""
    return user_data_path("rummy500", appauthor=False) / "server"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """All settings; the documentation of each is its help on the command line."""

    host: str = "127.0.0.1"
    port: int = 8500
    data: Path = field(default_factory=default_data)
    store: str = ""
    """``sqlite:PATH``, ``memory:`` or an address of Redis; empty: a file in the data folder."""
    announce_json: bool = False
    end_with_parent: bool = False
    pause: int = -1
    """Milliseconds; -1: 400 to 1500 by chance."""
    daily_secret: str = ""
    """Path; empty: ``daily.secret`` in the data folder."""
    grace: int = 20
    """Seconds."""
    seed: int = -1
    """-1: secret chance."""
    workers: int = 1
    thinkers: int = 1
    share_port: bool = False
    channel: int = -1
    """Number of the file over which connections are handed in; -1: the port is listened at."""
    most_tables: int = 2000
    most_connections: int = 8000
    most_per_address: int = 64
    trusted_proxies: str = ""
    """Addresses and networks, separated by commas."""
    ops_host: str = "127.0.0.1"
    ops_port: int = -1
    """-1: none."""
    guest_days: int = 30
    origins: tuple[str, ...] = ()
    hello_seconds: float = 10.0
    log_style: str = "console"
    log_level: str = "info"
    unlimited_rate: bool = False


_HELP: Final[dict[str, str]] = {
    "host": "address to listen at; 0.0.0.0 is all of this machine's (default: 127.0.0.1)",
    "port": "port to listen at; 0 takes a free one (default: 8500)",
    "data": "folder for the store and the records of matches (default: the user's data folder)",
    "store": "sqlite:PATH, memory: to forget all at the end, or redis://HOST:PORT/DB, rediss://,"
    " redis+sentinel://HOST:PORT,.../NAME/DB, redis+cluster://HOST:PORT,... (default: a file in the"
    " data folder)",
    "announce_json": 'print one line {"event":"listening","port":N,"pid":N} to stdout',
    "end_with_parent": "end when standard input is closed",
    "pause": "milliseconds before each play of a computer player (default: 400 to 1500 by chance)",
    "daily_secret": "file of the secret behind daily matches, the same for all servers of one "
    "store (default: daily.secret in the data folder)",
    "grace": "seconds after which a computer player plays for somebody away (default: 20)",
    "seed": "make all chance follow from this number; for tests, never for play",
    "workers": "server processes on this port, when the store is a Redis (default: 1)",
    "thinkers": "processes in which computer players of one server think (default: 1)",
    "channel": argparse.SUPPRESS,  # for the processes that --workers starts
    "share_port": "let other servers listen at the same port too (SO_REUSEPORT)",
    "most_tables": "tables that may be awake at once (default: 2000)",
    "most_connections": "connections that may be open at once (default: 8000)",
    "most_per_address": "connections that one address may have open at once (default: 64)",
    "trusted_proxies": "addresses of proxies that are believed about where they are asked from",
    "ops_host": "address at which metrics are shown (default: 127.0.0.1)",
    "ops_port": "port at which metrics are shown; 0 takes a free one (default: none)",
    "guest_days": "days after which somebody who does not come is forgotten (default: 30)",
    "origins": "web pages whose scripts may connect, separated by commas (default: none)",
    "hello_seconds": "seconds within which a connection must greet (default: 10)",
    "log_style": "console or json (default: console)",
    "log_level": f"one of {', '.join(LOG_LEVELS)} (default: info)",
    "unlimited_rate": "take commands as fast as they come; for tests and measurements",
}


def parse(arguments: Sequence[str], environment: Mapping[str, str], version: str) -> Settings:
    """Return the settings of a command line and an environment.

    Raises:
        ConfigError: a value can't be used.
        SystemExit: help or version was asked for, or an option does not exist.

    """
    given = _parser(version).parse_args(arguments)
    found: dict[str, Any] = {}
    for setting in fields(Settings):
        name = setting.name
        variable = PREFIX + name.upper()
        option = getattr(given, name)
        if option is not None:
            found[name] = _value(name, option, f"--{name.replace('_', '-')}")
        elif variable in environment:
            found[name] = _value(name, environment[variable], variable)
    return _checked(Settings(**found))


def _checked(settings: Settings) -> Settings:
    """Return settings that go together."""
    shared = settings.store.partition("://")[0] in REDIS_SCHEMES
    if settings.workers > 1 and not shared:
        msg = (
            f"--workers={settings.workers}: several need a store that they share: --store=redis://"
        )
        raise ConfigError(msg)
    if settings.share_port and not hasattr(socket, "SO_REUSEPORT"):
        msg = "--share-port: this system lets no two servers share a port"
        raise ConfigError(msg)
    if settings.workers > 1 and not hasattr(socket, "send_fds"):
        msg = "--workers: this system hands no connection from one process to another"
        raise ConfigError(msg)
    return settings


def from_machine(arguments: Sequence[str], version: str) -> Settings:
    """Return the settings of a command line and of this process's environment."""
    return parse(arguments, os.environ, version)


def _parser(version: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="rummy500-server",
        description="The server of Rummy 500: tables for people and computer players.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {version}")
    for name, text in _HELP.items():
        flag = f"--{name.replace('_', '-')}"
        if name in _SWITCHES:
            parser.add_argument(flag, action="store_const", const="on", help=text)
        else:
            parser.add_argument(flag, help=text, metavar=_METAVARS.get(name, "N"))
    return parser


_SWITCHES: Final = {"announce_json", "end_with_parent", "share_port", "unlimited_rate"}
_METAVARS: Final = {
    "host": "ADDRESS",
    "data": "DIR",
    "store": "STORE",
    "daily_secret": "FILE",
    "pause": "MS",
    "trusted_proxies": "NETWORKS",
    "ops_host": "ADDRESS",
    "origins": "URLS",
    "log_style": "STYLE",
    "log_level": "LEVEL",
}
_RANGES: Final[dict[str, range]] = {
    "port": range(_LAST_PORT + 1),
    "pause": range(60_001),
    "grace": range(1, 3601),
    "seed": range(2**31),
    "workers": range(1, 65),
    "channel": range(3, 1_000_001),
    "thinkers": range(1, 65),
    "most_tables": range(1, 1_000_001),
    "most_connections": range(1, 1_000_001),
    "most_per_address": range(1, 1_000_001),
    "ops_port": range(_LAST_PORT + 1),
    "guest_days": range(1, 3651),
}


def _value(name: str, text: str, source: str) -> object:
    """Return a setting from its text; ``source`` is named when it can't be."""
    try:
        return _convert(name, text)
    except ValueError as error:
        msg = f"{source}={text}: {error}"
        raise ConfigError(msg) from None


def _convert(name: str, text: str) -> object:
    if name in _SWITCHES:
        return _switch(text)
    if name in _RANGES:
        return _number(text, _RANGES[name])
    match name:
        case "data":
            return Path(text).expanduser()
        case "hello_seconds":
            return float(text)
        case "trusted_proxies":
            return _networks(text)
        case "origins":
            return tuple(part.strip() for part in text.split(",") if part.strip())
        case "log_style":
            return _one_of(text, LOG_STYLES)
        case "log_level":
            return _one_of(text, LOG_LEVELS)
        case "store":
            return _store(text)
        case _:
            return text


def _switch(text: str) -> bool:
    known = {"on": True, "1": True, "true": True, "off": False, "0": False, "false": False}
    return known[_one_of(text.lower(), tuple(known))]


def _number(text: str, allowed: range) -> int:
    number = int(text)
    if number not in allowed:
        msg = f"must be from {allowed.start} to {allowed.stop - 1}"
        raise ValueError(msg)
    return number


def _one_of(text: str, allowed: Sequence[str]) -> str:
    if text not in allowed:
        msg = f"must be one of {', '.join(allowed)}"
        raise ValueError(msg)
    return text


def _networks(text: str) -> str:
    for part in filter(None, map(str.strip, text.split(","))):
        ip_network(part)
    return text


def _store(text: str) -> str:
    kind, colon, path = text.partition(":")
    if colon and (kind == "memory" or (kind == "sqlite" and path)):
        return text
    if kind in REDIS_SCHEMES and path.startswith("//"):
        return text
    msg = "must be sqlite:PATH, memory: or redis://HOST:PORT/DB"
    raise ValueError(msg)

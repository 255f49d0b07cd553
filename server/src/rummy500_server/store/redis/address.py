"""Where Redis is: what ``--store`` says about it.

===============================================  =============================================
``redis://[user:password@]host[:port][/db]``     one server
``rediss://...``                                 the same through TLS
``redis+sentinel://host[:port],.../name[/db]``   the master that sentinels name
``redis+cluster://host[:port],...``              a cluster, found by any of its nodes
===============================================  =============================================

AddressError        a text that is none of these
"""

from __future__ import annotations

from typing import Final, NamedTuple
from urllib.parse import unquote, urlsplit

from rummy500_server.config import REDIS_SCHEMES


_REDIS_PORT: Final = 6379
_SENTINEL_PORT: Final = 26379


class AddressError(ValueError):
    """A text that says of no Redis where it is."""


class Place(NamedTuple):
    """Where one process listens."""

    host: str
    port: int


class Access(NamedTuple):
    """How to get in."""

    username: str = ""
    password: str = ""
    tls: bool = False


class Single(NamedTuple):
    """One server."""

    place: Place
    db: int
    access: Access


class Sentinels(NamedTuple):
    """Sentinels, who know which server is the master now."""

    sentinels: tuple[Place, ...]
    name: str
    db: int
    access: Access


class Cluster(NamedTuple):
    """Some nodes of a cluster; they know the others."""

    seeds: tuple[Place, ...]
    access: Access


Address = Single | Sentinels | Cluster


def parse_address(text: str) -> Address:
    """Read an address.

    Raises:
        AddressError: it is none; the text tells what is wrong.

    """
    scheme, _, rest = text.partition("://")
    if scheme not in REDIS_SCHEMES:
        msg = f"must begin with one of {', '.join(f'{known}://' for known in REDIS_SCHEMES)}"
        raise AddressError(msg)
    authority, _, path = rest.partition("/")
    login, _, hosts = authority.rpartition("@")
    username, _, password = login.partition(":")
    access = Access(unquote(username), unquote(password), scheme == "rediss")
    default = _SENTINEL_PORT if scheme == "redis+sentinel" else _REDIS_PORT
    places = tuple(_place(host, default) for host in hosts.split(","))
    match scheme:
        case "redis+sentinel":
            name, _, db = path.partition("/")
            if not name:
                msg = "must name the master: redis+sentinel://HOST:PORT,.../NAME/DB"
                raise AddressError(msg)
            return Sentinels(places, unquote(name), _db(db), access)
        case "redis+cluster":
            if path:
                msg = "a cluster has one database only: redis+cluster://HOST:PORT,..."
                raise AddressError(msg)
            return Cluster(places, access)
        case _:
            if len(places) > 1:
                msg = (
                    "several hosts are sentinels or a cluster: redis+sentinel://, redis+cluster://"
                )
                raise AddressError(msg)
            return Single(places[0], _db(path), access)


def _place(text: str, default: int) -> Place:
    try:
        found = urlsplit(f"//{text}")
        host, port = found.hostname, found.port
    except ValueError as error:
        msg = f"{text or 'nothing'} is no host and port: {error}"
        raise AddressError(msg) from None
    if not host:
        msg = "has no host"
        raise AddressError(msg)
    return Place(host, default if port is None else port)


def _db(text: str) -> int:
    if not text:
        return 0
    if not (text.isascii() and text.isdigit()):
        msg = f"{text} is no number of a database"
        raise AddressError(msg)
    return int(text)

"""Every key and channel in Redis, and how long it lives.

=====================  =======  ==========================================  ======================
key                    type     content                                     lifetime
=====================  =======  ==========================================  ======================
``r5:{t:ID}:j``        stream   entries ``version-0``: c, p, t, e           until the table retires
``r5:{t:ID}:m``        hash     v, c, t: the last entry; n: when it was     until the table retires
                                made; st, code, pl, row, drv, on: its
                                listing
``r5:{t:ID}:x``        string   there was a table of this id                ``RETIRED``
``r5:{t:ID}``          channel  entries as they are added                   -
``r5``                 channel  what one node cries to all                  -
``r5:{lobby}``         channel  that a row is another one than it was       -
``r5:live``            zset     tables that are not retired, by age         healed by ``heal``
``r5:{lobby}:rows``    hash     rows of listed tables                       ``UNREFRESHED``
``r5:{lobby}:order``   zset     in which order they are listed              ``UNREFRESHED``
``r5:{lobby}:fresh``   zset     when each was refreshed                     ``UNREFRESHED``
``r5:code:CODE``       string   the table with this code                    ``CODE``
``r5:p:ID``            hash     h, n: a person                              ``PERSON``
``r5:p:ID:t``          zset     tables at which the person sits, by age     ``PERSON``
``r5:bans``            hash     bans by subject                             read away when over
``r5:nodes``           zset     nodes, by the time of their last beat       ``NODE``
``r5:at:NODE``         string   a word by which people come to a node       ``NODE``
``r5:a:NAME``          string   the record of a finished match              ``ARCHIVED``
=====================  =======  ==========================================  ======================

The keys of one table share a hash tag, so in a cluster they are in one place and one script may
change them together. All other keys may disagree with the tables after a failover: they are hints,
and whoever reads one asks the table.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple


_SECOND: Final = 1000
_DAY: Final = 86_400 * _SECOND

RETIRED: Final = 30 * _DAY
"""Milliseconds that the id of a table is not given again: longer than anybody sends a ref again."""
UNREFRESHED: Final = 15 * _SECOND
"""A row that no node has refreshed for so long is of a table that nobody drives."""
CODE: Final = 30 * _DAY
PERSON: Final = 30 * _DAY
"""Since the last greeting."""
NODE: Final = _DAY
ARCHIVED: Final = 30 * _DAY

HOME: Final = "r5"
LIVE: Final = "r5:live"
NODES: Final = "r5:nodes"
BANS: Final = "r5:bans"
LOBBY: Final = "r5:{lobby}"
ROWS: Final = "r5:{lobby}:rows"
ORDER: Final = "r5:{lobby}:order"
FRESH: Final = "r5:{lobby}:fresh"


_TABLES: Final = 4096
"""Tables whose keys are kept: they are named with each play."""


class TableKeys(NamedTuple):
    """The keys of one table."""

    journal: str
    meta: str
    tombstone: str
    channel: str


@lru_cache(_TABLES)
def of_table(table: str) -> TableKeys:
    """Return the keys of a table."""
    stem = f"r5:{{t:{table}}}"
    return TableKeys(f"{stem}:j", f"{stem}:m", f"{stem}:x", stem)


EVERY_META: Final = "r5:{t:*}:m"


def table_of_meta(key: bytes) -> str:
    """Return the table whose hash this key is."""
    return key.decode().removeprefix("r5:{t:").removesuffix("}:m")


def of_code(code: str) -> str:
    """Return the key of a code."""
    return f"r5:code:{code}"


def of_person(player: str) -> str:
    """Return the key of a person."""
    return f"r5:p:{player}"


def of_seats(player: str) -> str:
    """Return the key of the tables at which a person sits."""
    return f"r5:p:{player}:t"


def of_word(node: str) -> str:
    """Return the key of the word by which people come to a node."""
    return f"r5:at:{node}"


def of_record(name: str) -> str:
    """Return the key of the record of a match."""
    return f"r5:a:{name}"

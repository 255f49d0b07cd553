"""The list of open tables: whatever people call themselves, everybody can read it."""

from __future__ import annotations

import msgspec
from tests.server.house import House

from rummy500.protocol.codec import decode_update, encode
from rummy500.protocol.happenings import Person
from rummy500.protocol.tables import TableRow
from rummy500.protocol.updates import Accepted, TablesListed
from rummy500_server.lobby.board import MOST_ROWS
from rummy500_server.store.ports import Listing, Status


LONGEST = "\U0001f600\u0301\u0302\u0303" * 20
"""A name may have twenty letters, and each of them three accents."""
RULES = {f"an option of a long name {i}": "and a value that is long too" for i in range(24)}


async def fill(house: House, count: int) -> None:
    """Fill the directory with the largest rows that there can be."""
    for number in range(count):
        seats = (Person(LONGEST, here=True),) * 4
        row = TableRow(f"{number:015}", LONGEST * 2, "rummy500", RULES, seats, playing=False)
        listing = Listing(Status.WAITING, "", (), msgspec.msgpack.encode(row))
        await house.store.create(row.table, b"mark", b"entry", listing)


async def test_a_list_of_the_largest_tables_can_be_read_by_a_client(house: House) -> None:
    await fill(house, MOST_ROWS)
    rows = await house.lobby.board.rows()
    answer = Accepted(1, 0, TablesListed(rows))
    assert decode_update(encode(answer)) == answer
    assert len(rows) > 20
    assert rows[0].table == f"{MOST_ROWS - 1:015}"


async def test_a_list_of_few_tables_has_all_of_them(house: House) -> None:
    await fill(house, 3)
    assert len(await house.lobby.board.rows()) == 3

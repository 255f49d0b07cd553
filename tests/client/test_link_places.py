"""The link goes to the server of a house to which it is asked to go."""

from __future__ import annotations

from tests.client.fake_server import KNOWN, Peer, fake_server
from tests.client.test_link import greeted, linked

from rummy500.protocol.commands import JoinTable, Resume
from rummy500.protocol.errors import ErrorCode
from rummy500.protocol.updates import Accepted, Refused, SatDown
from rummy500_client.net.news import Connected, Connecting, Lost


async def test_who_is_asked_to_goes_to_another_server_and_says_nothing_of_it() -> None:
    """The same commands with the same refs, by the word that the server named."""
    async with fake_server() as server, linked(server) as (link, ear):
        peer = await greeted(server, ear)
        assert word_of(peer) != ""
        link.follow("t0")
        resume = await peer.next()
        ref = link.send(JoinTable(ref=1, table="t1"))
        await peer.say(Refused(resume.ref, ErrorCode.ELSEWHERE, {"at": "w1"}))

        again = await server.peer()
        assert word_of(again) == "w1"
        hello = await again.greet()
        assert hello.token == KNOWN
        resumed = await again.next()
        assert isinstance(resumed, Resume)
        await again.say(Accepted(resumed.ref, 3, SatDown("t0", 0)))
        joined = await again.next()
        assert (joined.ref, type(joined)) == (ref, JoinTable)
        await again.say(Refused(ref, ErrorCode.ELSEWHERE, {"at": "w2 &x"}))

        third = await server.peer()
        assert third.socket.request is not None
        assert third.socket.request.path == "/?at=w2%20%26x"
        await third.greet()
        await ear.hear(Connected, 3)
        kinds = {type(news) for news in ear.told}
        assert Lost not in kinds
        assert sum(isinstance(news, Connecting) for news in ear.told) == 1


def word_of(peer: Peer) -> str:
    assert peer.socket.request is not None
    return peer.socket.request.path.removeprefix("/?at=")

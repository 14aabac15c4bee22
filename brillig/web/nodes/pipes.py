"""Pipes: how what came to one node reaches another. A socket's bytes are carried both ways unread; a request is asked again.

A node says in the database how others reach it, with a token that only those learn who can read that. Whoever shows the
token is believed about where a visitor came from, and is not passed on for ever. What shows another token was meant for another
node, and is not passed on at all: an address that leads astray would lead there again.
"""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Callable, Iterable
from typing import NamedTuple

PASSED = b"x-brillig-passed"  # the header: TOKEN HOPS ADDRESS
MOST_HOPS = 2
ANSWER_SECONDS = 10.0
CONNECT_SECONDS = 1.0
ONLY_HERE = frozenset((b"connection", b"keep-alive", b"transfer-encoding", b"content-length", PASSED))

Mark = tuple[bytes, bytes]
Headers = Iterable[Mark]


class Peer(NamedTuple):
    """Another node."""

    name: str
    host: str
    port: int
    token: str

    @classmethod
    def of(cls, name: str, address: str) -> Peer:
        """From what it published: HOST:PORT#TOKEN"""
        where, _, token = address.partition("#")
        host, _, port = where.rpartition(":")
        return cls(name, host.strip("[]"), int(port), token)

    def pass_to(self, hops: int, visitor: str) -> Mark:
        """The header for what is passed on to it."""
        return PASSED, f"{self.token} {hops} {visitor}".encode()


class Passed(NamedTuple):
    """What was passed on to us by another node, as it says."""

    hops: int = 0
    visitor: str = ""
    stray: str = ""  # the token that it showed, if that is not ours


def passed(headers: Headers, token: str) -> Passed:
    """Whether this was passed on. Without our token it has come as far as it may, and nothing else that it says counts."""
    for name, value in headers:
        if name == PASSED:
            shown, _, rest = value.decode("latin-1").partition(" ")
            hops, _, visitor = rest.partition(" ")
            if token and hmac.compare_digest(shown.encode(), token.encode()) and hops.isdecimal():
                return Passed(int(hops), visitor[:64])
            return Passed(MOST_HOPS, stray=shown or "none")
    return Passed()


class Ties:
    """What is under way to other nodes. When one is gone, all that leads to it is cut, so that whoever waits comes again: it
    may only sleep, and then its system holds the connections for as long as it does."""

    def __init__(self) -> None:
        self.gone: set[str] = set()  # tokens of nodes that are gone, until they come back
        self._cuts: dict[str, set[Callable[[], None]]] = {}

    def tie(self, peer: Peer, cut: Callable[[], None]) -> None:
        self._cuts.setdefault(peer.token, set()).add(cut)
        if peer.token in self.gone:  # it went while we were on the way to it
            cut()

    def untie(self, peer: Peer, cut: Callable[[], None]) -> None:
        if cuts := self._cuts.get(peer.token):
            cuts.discard(cut)
            if not cuts:
                del self._cuts[peer.token]

    def lose(self, peer: Peer) -> None:
        self.gone.add(peer.token)
        for cut in list(self._cuts.get(peer.token, ())):
            cut()


class Pipe(asyncio.Protocol):
    """One end of a connection whose bytes go to the other end."""

    def __init__(
        self, other: asyncio.Transport | None = None, gone: Callable[[Pipe], None] = lambda pipe: None
    ) -> None:
        self.transport: asyncio.Transport | None = None
        self.other, self.gone = other, gone

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport) or hasattr(transport, "write")
        self.transport = transport  # type: ignore[assignment]

    def data_received(self, data: bytes) -> None:
        if self.other:
            self.other.write(data)

    def pause_writing(self) -> None:
        """This end cannot take more: the other is to read no more."""
        if self.other and not self.other.is_closing():
            self.other.pause_reading()

    def resume_writing(self) -> None:
        if self.other and not self.other.is_closing():
            self.other.resume_reading()

    def connection_lost(self, why: Exception | None) -> None:
        if self.other:
            self.other.close()
        self.gone(self)

    def cut(self) -> None:
        for end in (self.transport, self.other):
            if end:
                end.abort()


async def splice(peer: Peer, ours: asyncio.Transport, first: bytes, gone: Callable[[Pipe], None]) -> Pipe:
    """Join a visitor's connection to another node, to which `first` is said. OSError if it cannot be reached."""
    loop = asyncio.get_running_loop()
    far = Pipe(ours)
    await asyncio.wait_for(loop.create_connection(lambda: far, peer.host, peer.port), CONNECT_SECONDS)
    assert far.transport
    near = Pipe(far.transport, gone)
    near.transport = ours
    ours.set_protocol(near)
    far.transport.write(first)
    ours.resume_reading()
    return near


class Reply(NamedTuple):
    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes


async def ask(peer: Peer, ties: Ties, method: str, target: bytes, headers: Headers, body: bytes, mark: Mark) -> Reply:
    """Another node's answer to a request; `mark`: that it was passed on. OSError if there is none."""
    return await asyncio.wait_for(_ask(peer, ties, method, target, headers, body, mark), ANSWER_SECONDS)


async def _ask(peer: Peer, ties: Ties, method: str, target: bytes, headers: Headers, body: bytes, mark: Mark) -> Reply:
    reader, writer = await asyncio.wait_for(asyncio.open_connection(peer.host, peer.port), CONNECT_SECONDS)
    cut = writer.transport.abort
    ties.tie(peer, cut)
    try:
        # The older version of HTTP: the answer comes in one piece and ends with the connection.
        kept = [pair for pair in headers if pair[0] not in ONLY_HERE]
        kept += [(b"content-length", b"%d" % len(body)), mark]
        top = [b"%b %b HTTP/1.0" % (method.encode(), target), *(b"%b: %b" % pair for pair in kept), b"", b""]
        writer.write(b"\r\n".join(top) + body)
        given = await reader.read(-1)
    finally:
        ties.untie(peer, cut)
        writer.close()
    head, blank, answer = given.partition(b"\r\n\r\n")
    first, *lines = head.split(b"\r\n")
    if not blank or len(first.split()) < 2:
        raise ConnectionError("The other node hung up.")
    pairs = [line.partition(b":")[::2] for line in lines]
    found = [(name.lower(), value.strip()) for name, value in pairs if name.lower() not in ONLY_HERE]
    return Reply(int(first.split()[1]), [*found, (b"content-length", b"%d" % len(answer))], answer)

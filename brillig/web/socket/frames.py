"""Frames: the quick way for messages on a WebSocket line.

Nearly every message is one small text frame that comes in one piece. Such a frame is read here, and the protocol's own
machine, which knows everything else, is left alone. For that one must know whether the line is between two messages,
so whatever the machine is given is followed here as well, by its lengths alone.
"""

from __future__ import annotations

WHOLE_TEXT, MASKED, SIZE = 0x81, 0x80, 0x7F
KEY = 4  # bytes of a mask
SHORT = 126  # bytes; a longer frame says its length elsewhere


class FrameStream:
    """Where in the stream of frames a line is."""

    __slots__ = ("_head", "_parts", "_skip")

    def __init__(self) -> None:
        self._head = bytearray()  # of a frame whose length is not known yet
        self._skip = 0  # bytes of a frame that are still to come
        self._parts = False  # is a message under way that comes in several frames?

    @property
    def between(self) -> bool:
        """Does a new message begin with the next byte?"""
        return not (self._skip or self._parts or self._head)

    def text(self, data: bytes) -> str | None:
        """The message, if this is exactly one whole message of the usual kind. The line is between two, then as before."""
        if len(data) < 2 + KEY or data[0] != WHOLE_TEXT or data[1] != MASKED | len(data) - 2 - KEY or not self.between:
            return None
        size = len(data) - 2 - KEY
        if size >= SHORT:
            return None
        mask = data[2:6] * (size // KEY + 1)
        plain = int.from_bytes(data[6:], "little") ^ int.from_bytes(mask[:size], "little")
        try:
            return plain.to_bytes(size, "little").decode()
        except UnicodeDecodeError:
            return None

    def follow(self, data: bytes) -> None:
        """The machine gets this."""
        at = 0
        while at < len(data):
            if self._skip:
                step = min(self._skip, len(data) - at)
                self._skip -= step
                at += step
            else:
                self._head.append(data[at])
                at += 1
                self._begin()

    def _begin(self) -> None:
        """If the head says how long the frame is, wait for the rest of it."""
        head = self._head
        if len(head) < 2:
            return
        short = head[1] & SIZE
        more = 0 if short < SHORT else 2 if short == SHORT else 8
        if len(head) < 2 + more:
            return
        size = int.from_bytes(head[2:], "big") if more else short
        self._skip = size + (KEY if head[1] & MASKED else 0)
        if not head[0] & 0x08:  # not a ping, a pong or a close, which may come between the parts of a message
            self._parts = not head[0] & 0x80
        self._head = bytearray()

"""Lag: how long the line of a socket takes, measured by the server alone.

The server sends a ping and notes when its answer comes. A client can only make itself look slower than it is, and
what a slow line earns is small and bounded (see table/timing.py).
"""

from __future__ import annotations

from collections import deque

RECENT = 5  # measurements that count; the best of them does


class Lag:
    __slots__ = ("n", "recent", "sent")

    def __init__(self) -> None:
        self.n = 0
        self.sent: int | None = None  # when the ping that is under way was sent
        self.recent: deque[int] = deque(maxlen=RECENT)

    def ping(self, at: int) -> int:
        """A ping goes out: the number to send with it. One that was never answered counts for nothing."""
        self.n, self.sent = self.n + 1, at
        return self.n

    def pong(self, n: int, at: int) -> None:
        """An answer came in. Only the first answer to the latest ping counts."""
        if n == self.n and self.sent is not None:
            self.recent.append(max(0, at - self.sent))
            self.sent = None

    @property
    def best(self) -> int:
        """Milliseconds there and back; 0 while nothing is known."""
        return min(self.recent, default=0)

"""Pace: what an address asks for at once is begun at once; what it asks for beyond that, one after the other, in time.

An address may ask for much (a school behind one address does), and whoever may ask for a thousand pages can ask for them all
in one second. Done as fast as they come, they would fill that second for everybody. Nothing is refused here: it waits.
"""

from __future__ import annotations

import asyncio
from collections.abc import Hashable

from brillig.web.limits import Rate

CONNECTIONS = Rate(80, 16)  # a browser opens six at once
REQUESTS = Rate(100, 100)  # a page takes a dozen
SWEEP = 1.0  # seconds between two looks for addresses that need not wait any more


class AddressPace:
    """Seconds that somebody has to wait until what they ask for next may begin."""

    def __init__(self, rate: Rate) -> None:
        self.step, self.ahead = 1 / rate.each_second, (rate.at_once - 1) / rate.each_second
        self.next: dict[Hashable, float] = {}  # when all that somebody has asked for would be begun, one by one
        self.swept = 0.0  # when those were last forgotten who need not wait any more

    def wait(self, whose: Hashable) -> float:
        now = asyncio.get_running_loop().time()
        if now > self.swept + SWEEP:
            self.swept = now
            self.next = {who: when for who, when in self.next.items() if when > now}
        due = max(now, self.next.get(whose, 0.0))
        self.next[whose] = due + self.step
        return max(0.0, due - self.ahead - now)

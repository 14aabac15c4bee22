"""Limits: how much of something one session, one address or one socket may ask for in a while."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable
from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network
from typing import NamedTuple

from brillig.web.refusals import Refused

MOST_BUCKETS = 20_000  # kept at once; the one that was used longest ago is forgotten first, and is full by then

PENALTY = 10.0  # seconds
PUNISHED = ("connection of an address", "request of an address", "socket of an address")
DAY = 24 * 60 * 60


class Rate(NamedTuple):
    """So many a second in the long run, so many at once."""

    each_second: float
    at_once: int

    def times(self, factor: float) -> Rate:
        return Rate(self.each_second * factor, max(1, round(self.at_once * factor)))


# By what is counted. Addresses may be shared by a school or a household, so they get more than one session.
RATES = {
    "session of an address": Rate(1, 60),
    "table of a session": Rate(1 / 6, 20),
    "table of an address": Rate(1, 120),
    "bots' table of a session": Rate(1 / 20, 20),
    "bots' table of an address": Rate(1 / 4, 60),
    "listed table of a session": Rate(1 / 120, 6),
    "listed table of an address": Rate(1 / 60, 30),
    "table in a day of a session": Rate(100 / DAY, 100),
    "table in a day of an address": Rate(600 / DAY, 600),
    "join of a session": Rate(1 / 2, 30),
    "join of an address": Rate(2, 120),
    "connection of an address": Rate(50, 600),  # a page takes half a dozen at once
    "request of an address": Rate(100, 1000),
    "read of an address": Rate(50, 500),
    "socket of an address": Rate(10, 300),
    "frame of a socket": Rate(100, 400),  # of any kind; and every 512 bytes of a long one
    "message of a session": Rate(50, 200),
    "message of an address": Rate(200, 1000),
    "talk of a session": Rate(1, 10),
    "hint of a session": Rate(1 / 2, 6),
    "past of an address": Rate(1, 30),
    "letter of a session": Rate(1 / 600, 3),
    "letter of an address": Rate(1 / 300, 6),
    "analysis of an address": Rate(1 / 60, 10),
    "link of a session": Rate(1 / 60, 6),
    "link of an address": Rate(1 / 10, 30),  # made, opened or withdrawn
}


# What costs everybody, and not only the server that does it: where there are several, each tells the others what was taken.
SHARED = tuple(what for what in RATES if what.startswith(("session", "table", "bots'", "listed", "join", "link")))
MOST_TOLD = 500  # in one sign of life


class Bucket:
    """A bucket of tokens that fills by itself. Takes readings of any steady clock, in milliseconds."""

    __slots__ = ("at", "rate", "tokens")

    def __init__(self, rate: Rate, at: int) -> None:
        self.rate, self.tokens, self.at = rate, float(rate.at_once), at

    def take(self, at: int) -> bool:
        """One token; False if there is none."""
        if at > self.at:
            self.tokens = min(self.rate.at_once, self.tokens + (at - self.at) * self.rate.each_second / 1000)
            self.at = at
        if self.tokens < 1:
            return False
        self.tokens -= 1
        return True


class Limits:
    """All buckets. `factor` multiplies every rate; 0 means that nothing is limited."""

    def __init__(self, clock: Callable[[], int], factor: float = 1) -> None:
        self.clock, self.factor = clock, factor
        self.rates = {what: rate.times(factor) for what, rate in RATES.items()}
        self.buckets: OrderedDict[tuple[str, object], Bucket] = OrderedDict()
        self.taken: Counter[tuple[str, object]] | None = None  # since the last sign of life, where there are others

    def allow(self, what: str, whose: object) -> bool:
        if not self.factor:
            return True
        key = (what, whose)
        bucket = self.buckets.get(key)
        if bucket is None:
            bucket = self.buckets[key] = Bucket(self.rates[what], self.clock())
            if len(self.buckets) > MOST_BUCKETS:
                self.buckets.popitem(last=False)
        else:
            self.buckets.move_to_end(key)
        allowed = bucket.take(self.clock())
        if allowed and self.taken is not None and what in SHARED:
            self.taken[key] += 1
        return allowed

    def tell(self) -> list[tuple[str, bool, str, int]]:
        """What was taken here since this was last asked: of what, by whom (a session in hex, or an address), how often."""
        taken, self.taken = self.taken or Counter(), Counter()
        return [
            (what, isinstance(whose, bytes), whose.hex() if isinstance(whose, bytes) else str(whose), n)
            for (what, whose), n in taken.most_common(MOST_TOLD)
        ]

    def hear(self, told: list[tuple[str, bool, str, int]]) -> None:
        """The same was taken somewhere else."""
        known, self.taken = self.taken, None  # that is not to be told again
        for what, session, whose, n in told:
            if what in self.rates and self.factor:
                key = bytes.fromhex(whose) if session else whose
                if self.allow(what, key):
                    self.buckets[what, key].tokens -= n - 1
        self.taken = known

    def check(self, what: str, whose: object) -> None:
        if not self.allow(what, whose):
            raise Refused("too_fast")

    def punish(self, whose: object) -> None:
        """Somebody did what no honest client does: nothing more of theirs is let in for a while."""
        if self.factor:
            for what in PUNISHED:
                self.allow(what, whose)
                bucket = self.buckets[what, whose]
                bucket.tokens = min(bucket.tokens, -PENALTY * bucket.rate.each_second)


@lru_cache(maxsize=4096)
def home(given: str) -> str:
    """What is counted as one address. Whoever has one of IPv6 has 2 ** 64, so there it is a whole network."""
    if ":" not in given:
        return given
    try:
        ip = IPv6Address(given.partition("%")[0])
    except ValueError:
        return given[:64]
    return str(ip.ipv4_mapped or IPv6Network((int(ip) >> 64 << 64, 64)))

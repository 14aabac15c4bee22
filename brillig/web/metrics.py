"""Metrics: a few numbers in the text format of Prometheus."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator

SECONDS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)

NOW = {  # measured whenever somebody asks
    "connections": "Open connections of any kind.",
    "connections_most": "Connections that there are files for.",
    "connections_of_one": "Connections of the address that holds most.",
    "sockets": "Open sockets.",
    "rooms": "Tables in memory.",
    "asleep": "Tables put away whose clock runs.",
    "thoughts": "Bots that wait for their turn to think.",
    "matches": "Matches under way in memory.",
}


NODES = {  # told by a server that is one of several
    "nodes": "Servers over the same database that are alive, this one among them.",
    "passed_on_total": "Requests and sockets for tables of other nodes.",
    "adopted_total": "Tables taken over from nodes that went away.",
}


class Histogram:
    """How often something took how long."""

    def __init__(self) -> None:
        self.counts = [0] * (len(SECONDS) + 1)
        self.total = 0.0

    def observe(self, seconds: float) -> None:
        self.counts[bisect_left(SECONDS, seconds)] += 1
        self.total += seconds

    @property
    def count(self) -> int:
        return sum(self.counts)


class Metrics:
    """What is counted."""

    def __init__(self) -> None:
        self.moves = 0  # choices and undos that are safe
        self.bot_moves = 0
        self.drops = 0  # views that a newer one replaced before they were sent
        self.cut = 0  # sockets closed because their client did not read
        self.started = 0
        self.finished = 0
        self.damaged = 0
        self.refused: Counter[str] = Counter()
        self.turned_away: Counter[str] = Counter()  # connections, by why
        self.commits = Histogram()
        self.node = ""  # the name of this server among several
        self.nodes: Callable[[], dict[str, int]] = dict  # and what it says about them

    def render(self, **now: int) -> str:
        return "\n".join(self._lines(now)) + "\n"

    def _lines(self, now: dict[str, int]) -> Iterator[str]:
        yield from _number("moves_total", "counter", "Choices and undos of people that were committed.", self.moves)
        yield from _number("bot_moves_total", "counter", "Choices of bots that were committed.", self.bot_moves)
        yield from _number("queue_drops_total", "counter", "Views replaced by newer ones before sending.", self.drops)
        yield from _number("sockets_cut_total", "counter", "Sockets closed because nobody read.", self.cut)
        yield from _number("matches_started_total", "counter", "Matches that began.", self.started)
        yield from _number("matches_finished_total", "counter", "Matches that came to their end.", self.finished)
        yield from _number("matches_damaged_total", "counter", "Records that could not be replayed.", self.damaged)
        if self.node:
            yield from _head("node_info", "gauge", "Which of several servers this is.")
            yield f'brillig_node_info{{node="{self.node}"}} 1'
            for name, value in self.nodes().items():
                yield from _number(name, "gauge" if name == "nodes" else "counter", NODES[name], value)
        for name, value in now.items():
            yield from _number(name, "gauge", NOW[name], value)
        yield from _head("refusals_total", "counter", "Requests and commands that were refused.")
        for code, n in sorted(self.refused.items()):
            yield f'brillig_refusals_total{{code="{code}"}} {n}'
        yield from _head("turned_away_total", "counter", "Connections that were not let in or were cut.")
        for why, n in sorted(self.turned_away.items()):
            yield f'brillig_turned_away_total{{why="{why}"}} {n}'
        yield from _head("commit_seconds", "histogram", "Time to make a step of a match durable.")
        below = 0
        for bound, n in zip((*map(str, SECONDS), "+Inf"), self.commits.counts, strict=True):
            below += n
            yield f'brillig_commit_seconds_bucket{{le="{bound}"}} {below}'
        yield f"brillig_commit_seconds_sum {self.commits.total:.6f}"
        yield f"brillig_commit_seconds_count {below}"


def _head(name: str, kind: str, help: str) -> Iterator[str]:
    yield f"# HELP brillig_{name} {help}"
    yield f"# TYPE brillig_{name} {kind}"


def _number(name: str, kind: str, help: str, value: int) -> Iterator[str]:
    yield from _head(name, kind, help)
    yield f"brillig_{name} {value}"

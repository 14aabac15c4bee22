"""How far a bot can be exploited in the last round of Liar's Cards: two seats are left, with a card and a cube each.

What the bot does in every situation is found out by asking it; then the best answer to that is reckoned exactly, over all
cards that both may hold and all that may be bid. A bot that nobody can outwit leaves the best answer half of the games,
when it begins in one of two; what is beyond that half is its exploitability: 0 at best, 0.5 if it always loses.
"""

from __future__ import annotations

import sys
from collections import Counter
from typing import Any

import brillig
from brillig.bots import Bot
from brillig.bots.thinker import FINE, Thinker, sensible
from brillig.core import Table
from brillig.parts.boxes.greenbox import CARD_NUMBER, CARDS
from brillig.parts.hand import NONE

GAME = brillig.load("liars-cards")
KINDS = sys.modules[GAME.module].KINDS
TOTAL, LIAR = KINDS["bid on the total"].start, KINDS["call liar"].start
NUMBERS = range(1, 7)
HIGHEST = 12
NOTHING = 0  # as a bid
CARDS_OF = {number: [card for card in range(CARDS) if CARD_NUMBER[card] == number] for number in NUMBERS}
MANY = Counter(CARD_NUMBER)
US, THEM, OUT = 0, 1, 2

Reach = dict[int, float]  # by our number: how likely our bids so far are with it


def likelihood(ours: int, theirs: int) -> float:
    """That these numbers are dealt."""
    return MANY[ours] * (MANY[theirs] - (ours == theirs)) / (CARDS * (CARDS - 1))


def last_round(ours: int, theirs: int, we_said: int, they_said: int, we_began: bool) -> Table:
    """The table, with us to decide."""
    table = GAME.new(3, seed=1, gear="plain")
    s: Any = table.plain
    for seat in range(3):
        s.lives[seat] = 0 if seat == OUT else 1
        s.said[seat] = NONE
        for k in range(len(s.hand[seat])):
            s.hand[seat, k] = NONE
    s.fell[OUT] = 1
    for card in range(CARDS):
        s.deck[card] = 1
    for seat, card in ((US, CARDS_OF[ours][0]), (THEM, CARDS_OF[theirs][-1])):
        s.hand[seat, 0] = card
        s.deck[card] = 0
    s.dealt, s.at, s.askew, s.naming = 2, 13, 0, 0  # thirteen of the fifteen cubes are lost
    s.starter, s.mover = US if we_began else THEM, US
    s.bid, s.bidder = NONE, NONE
    for seat, said in ((US, we_said), (THEM, they_said)):
        if said:
            s.said[seat] = TOTAL + said - 1
    if they_said:
        s.bid, s.bidder = s.said[THEM], THEM
    return table


class LastCards:
    """A bot of Liar's Cards in its last round, and the best answer to it."""

    def __init__(self, bot: Bot, samples: int, seed: int = 0) -> None:
        """`samples`: seeds with which it is asked in each situation. Few make it look more predictable than it is."""
        self.bot, self.seeds = bot, range(seed * samples, (seed + 1) * samples)
        self.known: dict[tuple[int, int, int, bool], dict[int, float]] = {}

    def exploitability(self) -> float:
        return (self.lost(we_begin=True) + self.lost(we_begin=False)) / 2 - 0.5

    def lost(self, we_begin: bool) -> float:
        """What the best answer wins."""
        reach = dict.fromkeys(NUMBERS, 1.0)
        answer = self.we_choose if we_begin else self.they_choose
        return sum(answer(NOTHING, NOTHING, reach, we_begin).values())

    def chances(self, ours: int, we_said: int, they_said: int, we_began: bool) -> dict[int, float]:
        """How often the bot bids a total there, or calls (NOTHING)."""
        key = ours, we_said, they_said, we_began
        if key not in self.known:
            view = last_round(ours, 1 if ours > 1 else 2, we_said, they_said, we_began).hidden(US)
            found: Counter[int] = Counter()
            for k in self.seeds:
                found.update(self.weights(view, 1000 * k + 7))
            self.known[key] = {
                NOTHING if code == LIAR else code - TOTAL + 1: n / found.total() for code, n in found.items()
            }
        return self.known[key]

    def weights(self, view: Table, seed: int) -> dict[int, int]:
        """What the bot does with this seed: how often what, where it says so."""
        mixed = self.bot.mixed(view, US, sensible(view, US)) if isinstance(self.bot, Thinker) else {}
        return mixed or {self.bot.choose(view, US, seed): FINE}

    def we_choose(self, we_said: int, they_said: int, reach: Reach, we_began: bool) -> dict[int, float]:
        """By their number: what they win from here, times how likely it is that we come here."""
        bids: dict[int, Reach] = {}
        for ours, likely in reach.items():
            for bid, chance in self.chances(ours, we_said, they_said, we_began).items():
                bids.setdefault(bid, {})[ours] = likely * chance
        won = dict.fromkeys(NUMBERS, 0.0)
        for bid, then in bids.items():
            if bid == NOTHING:
                more = {theirs: self.sum(then, theirs, they_said, held=True) for theirs in NUMBERS}
            else:
                more = self.they_choose(bid, they_said, then, we_began)
            won = {theirs: won[theirs] + more[theirs] for theirs in NUMBERS}
        return won

    def they_choose(self, we_said: int, they_said: int, reach: Reach, we_began: bool) -> dict[int, float]:
        """The same where they choose, and choose the best."""
        ways = [self.we_choose(we_said, bid, reach, we_began) for bid in range(we_said + 1, HIGHEST + 1)]
        if we_said:
            ways.append({theirs: self.sum(reach, theirs, we_said, held=False) for theirs in NUMBERS})
        return {theirs: max(way[theirs] for way in ways) for theirs in NUMBERS}

    @staticmethod
    def sum(reach: Reach, theirs: int, bid: int, held: bool) -> float:
        """How likely it is that they hold this, we come here, and the bid holds, or does not."""
        return sum(
            likely * likelihood(ours, theirs) for ours, likely in reach.items() if (ours + theirs >= bid) == held
        )

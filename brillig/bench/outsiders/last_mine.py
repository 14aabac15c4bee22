"""What a bot gives away in a Gold Mine that is small enough to reckon through: the last round, two seats, few cards.

While both are inside they hold the same loot, so what matters is the cards that are out and how far one bank is ahead. Where
both choose at once a table of two by two is solved; who is alone inside stays as long as that pays. Everything is exact but
what the bot does, which is found out by asking it, with several seeds.
"""

from __future__ import annotations

import sys
from functools import cache
from typing import Any, NamedTuple

import brillig
from brillig.bots import Bot
from brillig.core import Table
from brillig.parts.boxes.greenbox import CARD_NUMBER, CARD_SYMBOL, CARDS

GAME = brillig.load("gold-mine")
RULES: Any = sys.modules[GAME.module]
DESERTED, ROUNDS, RUN = RULES.DESERTED, RULES.ROUNDS, RULES.RUN
SYMBOLS = 3
EACH = 3  # cards of a symbol: the third brings the mine down
LEADS = (0, 1, 3)  # nuggets that one bank is ahead
CERTAIN = 1 - 1e-9

Cards = frozenset[int]


def small_deck() -> Cards:
    """Of three symbols three cards each, of three different numbers where there are such."""
    found: list[int] = []
    for symbol in range(SYMBOLS):
        cards = sorted((card for card in range(CARDS) if CARD_SYMBOL[card] == symbol), key=lambda c: CARD_NUMBER[c])
        found += [cards[k * (len(cards) - 1) // (EACH - 1)] for k in range(EACH)]
    return frozenset(found)


DECK = small_deck()


def collapsed(out: Cards) -> bool:
    return any(sum(CARD_SYMBOL[card] == symbol for card in out) == EACH for symbol in range(SYMBOLS))


def loot(out: Cards) -> int:
    """What each has while both are inside."""
    return sum(CARD_NUMBER[card] // 2 for card in out)


def lying(out: Cards) -> int:
    return sum(CARD_NUMBER[card] % 2 for card in out)


def share(ahead: int) -> float:
    """What is won by who has so much more in the end."""
    return 1.0 if ahead > 0 else 0.5 if ahead == 0 else 0.0


# ---- perfect play ----------------------------------------------------------------------------------------------------


@cache
def goes_on(out: Cards, ahead: int, behind: int) -> float:
    """What is won by who stays alone inside: so far ahead with the loot; so far behind without it, if that is lost."""
    rest = DECK - out
    return sum(alone(out | {card}, ahead + CARD_NUMBER[card], behind) for card in rest) / len(rest)


@cache
def alone(out: Cards, ahead: int, behind: int) -> float:
    if collapsed(out):
        return share(-behind)
    return max(share(ahead), goes_on(out, ahead, behind))


class Square(NamedTuple):
    """What the first wins when both run, only it runs, only the other runs, both stay."""

    both: float
    first: float
    second: float
    neither: float

    def solved(self) -> tuple[float, float]:
        """How often the first runs at best, and what it then wins."""
        runs, stays = (self.both, self.first), (self.second, self.neither)  # the other runs; it stays
        ways = {1.0: min(runs), 0.0: min(stays)}
        slope = (runs[0] - stays[0]) - (runs[1] - stays[1])
        if slope:
            often = (stays[1] - stays[0]) / slope  # so that it is the same to the other
            if 0 < often < 1:
                ways[often] = stays[0] + often * (runs[0] - stays[0])
        return max(ways.items(), key=lambda way: way[1])


@cache
def square(out: Cards, lead: int) -> Square:
    """The choice of both, the first of whom has so much more in the bank."""
    mine, lies = loot(out), lying(out)
    return Square(
        share(lead),  # both run with the same
        1 - goes_on(out, -lead - lies, mine + lies + lead),
        goes_on(out, lead - lies, mine + lies - lead),
        next_card(out, lead),
    )


@cache
def next_card(out: Cards, lead: int) -> float:
    """What the first wins when both wait for a card."""
    rest = DECK - out
    return sum(inside(out | {card}, lead) for card in rest) / len(rest)


def inside(out: Cards, lead: int) -> float:
    return share(lead) if collapsed(out) else square(out, lead).solved()[1]


# ---- the bot ---------------------------------------------------------------------------------------------------------


class LastMine:
    """A bot in that round, in the first seat, against the best answer to it and against perfect play."""

    def __init__(self, bot: Bot, samples: int, seed: int = 0) -> None:
        """`samples`: seeds with which it is asked in each situation."""
        self.bot, self.seeds = bot, range(seed * samples, (seed + 1) * samples)
        self.asked: dict[tuple[Cards, int, int, int], float] = {}
        self.known: dict[tuple[Any, ...], float] = {}

    def exploitability(self) -> float:
        """What the best answer wins more than perfect play allows, on average."""
        found = [self.best_answer(frozenset(), lead) - (1 - next_card(frozenset(), lead)) for lead in self.leads()]
        return sum(found) / len(found)

    def lost(self) -> float:
        """What perfect play wins more against it than against perfect play, on average."""
        found = [next_card(frozenset(), lead) - self.beside_perfect(frozenset(), lead) for lead in self.leads()]
        return sum(found) / len(found)

    @staticmethod
    def leads() -> list[int]:
        """The bot is ahead as often as behind."""
        return sorted({sign * lead for lead in LEADS for sign in (1, -1)})

    def runs(self, out: Cards, ours: int, theirs: int, mine: int, inside_both: bool) -> float:
        """How often the bot runs, with these banks and this loot."""
        key = out, ours - theirs, mine, int(inside_both)
        if key not in self.asked:
            view = last_round(out, ours, theirs, mine, inside_both).hidden(0)
            codes = [self.bot.choose(view, 0, 1000 * k + 7) for k in self.seeds]
            self.asked[key] = codes.count(RUN) / len(codes)
        return self.asked[key]

    def both_run(self, out: Cards, lead: int) -> float:
        return self.runs(out, max(lead, 0), max(-lead, 0), loot(out), True)

    def best_answer(self, out: Cards, lead: int) -> float:
        """What the best answer wins when both wait for a card."""
        return self._mean(("answer", lead), out, lambda then: self._answer(then, lead))

    def _answer(self, out: Cards, lead: int) -> float:
        if collapsed(out):
            return share(-lead)
        often, lies = self.both_run(out, lead), lying(out)
        run = often * share(-lead)
        stay = 0.0
        if often < CERTAIN:
            run += (1 - often) * (1 - self.bot_goes_on(out, lead - lies, loot(out), lead))
            stay += (1 - often) * self.best_answer(out, lead)
        if often > 1 - CERTAIN:
            stay += often * goes_on(out, -lead - lies, loot(out) + lies + lead)
        return max(run, stay)

    def beside_perfect(self, out: Cards, lead: int) -> float:
        """What the bot wins against perfect play when both wait for a card."""
        return self._mean(("perfect", lead), out, lambda then: self._perfect(then, lead))

    def _perfect(self, out: Cards, lead: int) -> float:
        if collapsed(out):
            return share(lead)
        often, theirs, lies = self.both_run(out, lead), square(out, -lead).solved()[0], lying(out)
        won = often * theirs * share(lead)
        if often * (1 - theirs) > 1 - CERTAIN:
            won += often * (1 - theirs) * (1 - goes_on(out, -lead - lies, loot(out) + lies + lead))
        if (1 - often) * theirs > 1 - CERTAIN:
            won += (1 - often) * theirs * self.bot_goes_on(out, lead - lies, loot(out), lead)
        if (1 - often) * (1 - theirs) > 1 - CERTAIN:
            won += (1 - often) * (1 - theirs) * self.beside_perfect(out, lead)
        return won

    def bot_goes_on(self, out: Cards, ahead: int, mine: int, lead: int) -> float:
        """What the bot wins, alone inside, when it waits for a card: so far ahead with its loot `mine`."""
        key = "alone", ahead, mine, lead

        def then(out: Cards, card: int) -> float:
            if collapsed(out):
                return share(ahead - mine)
            held = mine + CARD_NUMBER[card]
            now = ahead + CARD_NUMBER[card]
            often = self.runs(out, max(now - held, 0), max(held - now, 0), held, False)
            more = self.bot_goes_on(out, now, held, lead) if often < CERTAIN else 0.0
            return often * share(now) + (1 - often) * more

        if (*key, out) not in self.known:
            rest = DECK - out
            self.known[(*key, out)] = sum(then(out | {card}, card) for card in rest) / len(rest)
        return self.known[(*key, out)]

    def _mean(self, key: tuple[Any, ...], out: Cards, worth: Any) -> float:
        """Over the cards that may come."""
        if (*key, out) not in self.known:
            rest = DECK - out
            self.known[(*key, out)] = sum(worth(out | {card}) for card in rest) / len(rest)
        return self.known[(*key, out)]


def last_round(out: Cards, ours: int, theirs: int, mine: int, inside_both: bool) -> Table:
    """The table with these cards out, the bot in the first seat."""
    table = GAME.new(2, seed=1, gear="compiled")
    s: Any = table.plain
    s.at = ROUNDS - 1
    for past in range(ROUNDS):
        s.shown[past], s.ended[past] = 0, DESERTED if past < ROUNDS - 1 else 0
    for card in range(CARDS):
        s.deck[card] = int(card in DECK - out)
    for symbol in range(len(s.seen)):
        s.seen[symbol] = sum(CARD_SYMBOL[card] == symbol for card in out)
    for k, card in enumerate(sorted(out)):
        s.row[s.at, k] = card
    s.shown[s.at] = len(out)
    s.left = lying(out) if inside_both else 0
    for seat, bank in enumerate((ours, theirs)):
        s.inside[seat] = int(inside_both or seat == 0)
        s.chosen[seat] = s.ran[seat] = 0
        s.loot[seat] = mine if s.inside[seat] else 0
        s.bank[seat] = bank
    return table

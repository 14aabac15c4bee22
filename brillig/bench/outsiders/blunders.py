"""How much a bot of Backgammon gives away: every turn of games against itself, judged by GNU Backgammon.

A turn's loss is what the best turn would have been worth, less what the bot's was: in points of a game that counts one
point (twice the chance to win). GNU Backgammon's own players call 0.08 a bad one.
"""

from __future__ import annotations

import itertools

import brillig
from brillig.bench.outsiders.gnubg import Gnubg
from brillig.bots import Bot
from brillig.bots.levels.duels import seed_of

PLIES = 2


def blunders(bot: Bot, turns: int, seed: int, plies: int = PLIES) -> list[float]:
    """What it gave away in each of so many turns in which it had a choice."""
    game, found = brillig.load("backgammon"), list[float]()
    with Gnubg(plies) as gnubg:
        for deal in itertools.count(seed):
            table = game.new(seed=deal, gear="compiled")
            ply = 0
            while not table.over and len(found) < turns:
                seat, turn = table.waiting()[0], table.plain.turn
                before, chose = table.copy(), False
                while not table.over and table.plain.turn == turn:
                    chose = chose or len(table.codes(seat)) > 1
                    ply += 1
                    table.play(seat, bot.choose(table.hidden(seat), seat, seed_of(deal, ply, seat)))
                if chose:
                    best = before.copy()
                    for code in gnubg.steps(before.hidden(seat), seat):
                        best.play(seat, code)
                    found.append(max(0.0, gnubg.worth(best, seat) - gnubg.worth(table, seat)))
            if len(found) >= turns:
                return found
    raise AssertionError("there is always another deal")

"""Thinking pays: more of it gives more points alone, and wins the duel."""

import pytest

from brillig.bots.levels import ladders
from brillig.bots.levels.duels import seed_of
from brillig.bots.thinker import Thinker
from brillig.games.borogoves.game import GAME


def thinker(iterations):
    """A bot in the style of the game's levels."""
    return Thinker(GAME, ladders.Ladder(ladders.ladder(GAME).style, {"it": {"iterations": iterations}}).settings("it"))


def play(bots, seed):
    """A whole game; its scores."""
    table, ply = GAME.new(len(bots), seed, gear="compiled"), 0
    while not table.over:
        seat = table.waiting()[0]
        table.play(seat, bots[seat].choose(table.hidden(seat), seat, seed_of(seed, ply, seat)))
        ply += 1
    return table.scores()


@pytest.mark.soak
def test_alone_more_thinking_gives_more_points():
    few, more, many = (sum(play([bot], seed)[0] for seed in range(12)) / 12 for bot in map(thinker, (30, 250, 1200)))
    assert few + 3 < more < many
    assert many > 46


@pytest.mark.soak
def test_more_thinking_wins_the_duel():
    few, more = thinker(30), thinker(400)
    won = 0
    for seed in range(12):
        mine = seed % 2
        scores = play([few, more] if mine else [more, few], seed)
        won += scores[mine] > scores[1 - mine]
    assert won >= 8

"""Loose turns: what is taken is good enough, by every look; and the turn is gone through with."""

from __future__ import annotations

import msgspec
import pytest

import brillig
from brillig.bots import make
from brillig.bots.levels.ladders import ladder
from brillig.bots.thinker import Thinker
from brillig.bots.turns.loose import DOUBT, LooseTurns, aim_of, doubt
from brillig.core.chance import THE_TABLE, sow
from tests.bots.test_bots_turns import OFF, laid, played_out


@pytest.fixture(scope="module")
def backgammon():
    return brillig.load("backgammon")


@pytest.fixture(scope="module")
def loose(backgammon):
    """Hard, which is loose."""
    return ladder(backgammon).settings("hard")


def begun_turns(game, bot, seeds):
    """Where turns of a bot against itself begin, and where they end."""
    for seed in seeds:
        table, ply = game.new(seed=seed, gear="compiled"), 0
        while not table.over:
            seat, start = table.waiting()[0], table.copy()
            while not table.over and table.plain.turn == start.plain.turn:
                ply += 1
                end = table.hidden(seat)
                code = bot.choose(end, seat, ply)
                table.play(seat, code)
                end.play(seat, code)
            yield start.hidden(seat), seat, end


@pytest.fixture(scope="module")
def turns(backgammon, loose):
    return [*begun_turns(backgammon, Thinker(backgammon, loose), (5,))]


def test_what_is_taken_is_within_the_leeway_by_every_look(backgammon, loose, turns):
    bot, not_the_best, missed = LooseTurns(backgammon, loose, "compiled"), 0, 0
    for start, seat, end in turns:
        aim = bot.aim(start, seat)
        if aim is None:
            continue
        ends = {bot.key(one.table, seat): one for one in bot.ends(start, seat)}
        best, taken = ends[aim.looked_at[0]], ends[aim.end]
        missed += bot.key(end, seat) != aim.end
        if taken is not best:
            not_the_best += 1
            *nearer, short = (
                one - other
                for one, other in (
                    bot.appraised([best.table, taken.table], seat),
                    bot.foreseen([best, taken], seat, 1),
                    bot.foreseen([best, taken], seat, 2),
                )
            )
            leeway = backgammon.leeway(best.table.plain, taken.table.plain, seat)
            assert short >= 0
            assert 100 * (short + doubt(nearer, short)) <= loose.loose * leeway
            assert taken.table.plain.cubes[seat, OFF] >= best.table.plain.cubes[seat, OFF]
    assert not_the_best > len(turns) / 5  # it is loose
    assert missed <= len(turns) / 20  # where it cannot find back, it may think better of it


def test_where_nearer_looks_see_it_otherwise_there_is_doubt():
    assert doubt([10.0, 10.0], 10.0) == 0
    assert doubt([30.0, 10.0], 10.0) == pytest.approx(20 * DOUBT[0])
    assert doubt([10.0, -5.0], 10.0) == pytest.approx(15 * DOUBT[1])  # also where they see less


def test_without_leeway_the_best_is_taken(backgammon, loose, turns):
    strict = LooseTurns(backgammon, msgspec.structs.replace(loose, loose=0), "compiled")
    aims = [aim for start, seat, _ in turns[:20] if (aim := strict.aim(start, seat)) is not None]
    assert len(aims) > 10
    assert all(aim.end == aim.looked_at[0] for aim in aims)


@pytest.mark.parametrize("roll", [(6, 5), (5, 1), (3, 3)])
def test_who_only_takes_off_is_not_loose(backgammon, loose, roll):
    table = laid(backgammon, {19: 2, 20: 2, 21: 2, 22: 2, 23: 2, 24: 5}, {24: 5, 23: 5, 22: 5}, roll)
    bot, expert = Thinker(backgammon, loose), make("expert", backgammon)
    assert played_out(table, bot).plain.cubes[0, OFF] == played_out(table, expert).plain.cubes[0, OFF]
    end = played_out(table, bot).plain
    assert backgammon.leeway(end, end, 0) == 0


def test_it_says_the_same_again_and_needs_no_memory(backgammon, loose):
    table = backgammon.new(seed=8, gear="compiled")
    for ply in range(30):
        seat = table.waiting()[0]
        aim_of.cache_clear()
        codes = {Thinker(backgammon, loose).choose(table.hidden(seat), seat, seed) for seed in (ply, ply + 1)}
        assert len(codes) == 1
        table.play(seat, codes.pop())


def test_a_turn_is_put_back_to_where_it_began(backgammon):
    """After every first step: either it is told, and rightly, or it may have hit."""
    told = hidden = 0
    dice = make("random", backgammon)
    for seed in range(12):
        table = backgammon.new(seed=seed, gear="compiled")
        for ply in range(160):
            if table.over:
                break
            seat, s = table.waiting()[0], table.plain
            full = s.left[0] + s.left[1] == (4 if s.roll[0] == s.roll[1] else 2)
            start = table.copy()
            table.play(seat, dice.choose(table.hidden(seat), seat, 100 * seed + ply))
            assert not full or backgammon.retrace(start.copy().plain, seat)
            if full and not table.over and table.plain.turn == start.plain.turn:
                after = table.copy()
                if backgammon.retrace(after.plain, seat):
                    told += 1
                    for one in (after, start):
                        backgammon.alike(one.plain, seat)
                        sow(one.plain.rng, 0, 0, 0, THE_TABLE)
                    assert bytes(after) == bytes(start)
                else:
                    hidden += 1
                    assert s.cubes[1 - seat, 0] > 0
    assert told > 300
    assert 0 < hidden < told

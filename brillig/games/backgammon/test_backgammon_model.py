"""The steps offered, against the rules in plain words, and the table of counts from the start position."""

import random
from functools import cache

import numba
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brillig.core import Table
from brillig.core.rule import Translator
from brillig.games.backgammon import game
from brillig.games.backgammon.board import CUBES, OFF, OUTSIDE, pips
from brillig.games.backgammon.game import GAME
from brillig.games.backgammon.test_backgammon import code, lay, offered

# ---- the rules once more, in plain words: places are tuples of 26 counts, each side's in its own numbering ---------


def single(own, enemy, source, number) -> bool:
    """Is this one step possible, whatever else must be done?"""
    if not own[source] or source == OFF or (own[OUTSIDE] and source != OUTSIDE):
        return False
    target = source + number
    if target <= 24:
        return enemy[25 - target] < 2
    if sum(own[:19]):
        return False
    return target == 25 or not sum(own[19:source])


def stepped(own, enemy, source, number):
    own, enemy = list(own), list(enemy)
    target = min(source + number, OFF)
    own[source] -= 1
    own[target] += 1
    if target <= 24 and enemy[25 - target] == 1:
        enemy[25 - target] = 0
        enemy[OUTSIDE] += 1
    return tuple(own), tuple(enemy)


def singles(own, enemy, pool):
    return [(s, d) for d in sorted(set(pool)) for s in range(OFF) if single(own, enemy, s, d)]


def without(pool, number):
    at = pool.index(number)
    return pool[:at] + pool[at + 1 :]


@cache
def longest(own, enemy, pool) -> int:
    """The most steps that can be made, over all orders of play."""
    after = [longest(*stepped(own, enemy, s, d), without(pool, d)) for s, d in singles(own, enemy, pool)]
    return 1 + max(after) if after else 0


def lawful(own, enemy, pool) -> set[tuple[int, int]]:
    """The first steps of the longest ways to play on, and of those of one step the larger number's."""
    steps = singles(own, enemy, pool)
    most = longest(own, enemy, pool)
    kept = {(s, d) for s, d in steps if 1 + longest(*stepped(own, enemy, s, d), without(pool, d)) == most}
    return {(s, d) for s, d in kept if d == max(d for _, d in kept)} if most == 1 else kept


# ---- positions -----------------------------------------------------------------------------------------------------


def spread(dice: random.Random) -> tuple[dict[int, int], dict[int, int]]:
    """A position of a kind that games come to, and of kinds they hardly do: few cubes, walls, cubes outside."""
    own: dict[int, int] = {}
    low = dice.choice((1, 1, 1, 12, 19, 19))
    spaces = dice.sample(range(low, 25), dice.randint(1, min(6, 25 - low)))
    for _ in range(dice.choice((1, 1, 2, 2, 3, 4, 8, 15))):
        place = dice.choice(spaces)
        own[place] = own.get(place, 0) + 1
    if dice.random() < 0.25:
        own[OUTSIDE] = min(dice.randint(1, 3), CUBES - sum(own.values()))
    enemy: dict[int, int] = {}
    free = [25 - place for place in range(1, 25) if place not in own]
    dice.shuffle(free)
    for place in free[: dice.randint(0, 9)]:
        n = min(dice.choice((1, 2, 2, 2, 3)), CUBES - sum(enemy.values()))
        if n:
            enemy[place] = n
    if dice.random() < 0.2 and sum(enemy.values()) < CUBES:
        enemy[OUTSIDE] = 1
    return {place: n for place, n in own.items() if n}, enemy


def sides(table: Table):
    s, mover = table.plain, table.plain.mover
    return tuple(tuple(s.cubes[seat, place] for place in range(OFF + 1)) for seat in (mover, 1 - mover))


def pool_of(table: Table) -> tuple[int, ...]:
    s = table.plain
    return (s.roll[0],) * s.left[0] + (s.roll[1],) * s.left[1]


@pytest.fixture(scope="module")
def roll_compiled():
    """`take_roll`, compiled by itself, for a position that was laid out by hand."""
    make = Translator(numba.njit, {}, lambda values: np.array(values, np.int64))
    take_roll = make(game.take_roll)

    @numba.njit
    def run(x, first, second):
        take_roll(x[0], first, second)

    return run


def test_the_steps_offered_are_the_lawful_ones(roll_compiled):
    """In both gears, at every step of a turn, with the right reason for what is not offered."""
    dice = random.Random(2)
    held_back = {game.USE_BOTH: 0, game.USE_LARGER: 0}
    for _ in range(1200):
        own, enemy = spread(dice)
        roll = (dice.randint(1, 6), dice.randint(1, 6))
        mover = dice.randrange(2)
        table = lay("plain", own, enemy, roll, mover)
        twin = lay("compiled", own, enemy, roll, mover)
        for die in (0, 1):
            twin.plain.steps[die] = 0
        roll_compiled(np.frombuffer(twin.raw, GAME.state.dtype()), *roll)
        turn = table.plain.turn
        while table.plain.turn == turn and not table.over:
            assert bytes(table) == bytes(twin)
            pool = pool_of(table)
            allowed = lawful(*sides(table), pool)
            assert offered(table) == offered(twin) == allowed
            for source in range(OFF):
                for number in range(1, 7):
                    reason = GAME.plain.refuse(table.plain, mover, code(source, number))
                    assert reason == GAME.compiled.refuse(twin._x, mover, code(source, number))
                    possible = number in pool and single(*sides(table), source, number)
                    assert (reason == 0) == ((source, number) in allowed)
                    assert (reason in held_back) == (possible and reason != 0)
                    if reason in held_back:
                        held_back[reason] += 1
                        assert (reason == game.USE_BOTH) == (longest(*sides(table), pool) == 2)
            if not allowed:
                break
            step = code(*dice.choice(sorted(allowed)))
            table.play(mover, step)
            twin.play(mover, step)
    assert min(held_back.values()) > 30  # the hard cases came up


def test_the_steps_offered_in_whole_games_are_the_lawful_ones():
    dice = random.Random(4)
    for deal in range(12):
        table = GAME.new(seed=9, deal=deal, gear="compiled")
        while not table.over:
            assert offered(table) == lawful(*sides(table), pool_of(table))
            table.play(table.plain.mover, dice.choice(table.codes(table.plain.mover)))
    longest.cache_clear()


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32), st.integers(1, 6))
def test_a_double_never_asks_for_foresight(seed, number):
    """Whatever steps are chosen, a double comes to the same number of them."""
    dice = random.Random(seed)
    own, enemy = spread(dice)
    table = lay("plain", own, enemy, (number, number))
    most = longest(*sides(table), (number,) * 4)
    steps, turn = 0, table.plain.turn
    while table.plain.turn == turn and (codes := table.codes(0)):
        table.play(0, dice.choice(codes))
        steps += 1
    assert steps == most


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32), st.lists(st.integers(0, 10**6), max_size=80))
def test_a_step_costs_its_number_and_a_hit_what_the_cube_had_gone(seed, picks):
    table = GAME.new(seed=seed, gear="plain")
    for pick in picks:
        s, mover = table.plain, table.plain.mover
        codes = table.codes(mover)
        step = codes[pick % len(codes)]
        source, number = step // 6, step % 6 + 1
        there = 25 - source - number
        lost = there if there > 0 and s.cubes[1 - mover, there] == 1 else 0
        before = pips(s, mover), pips(s, 1 - mover)
        table.play(mover, step)
        if table.over:
            return
        assert pips(s, mover) == before[0] - min(number, 25 - source)
        assert pips(s, 1 - mover) == before[1] + lost
        assert table.census() == [CUBES, CUBES]


# ---- example 10 ----------------------------------------------------------------------------------------------------

# roll: different results, different sequences of steps
COUNTS = {
    (1, 1): (42, 245), (2, 1): (15, 30), (2, 2): (75, 538), (3, 1): (16, 31), (3, 2): (17, 35), (3, 3): (73, 536),
    (4, 1): (14, 27), (4, 2): (18, 37), (4, 3): (17, 34), (4, 4): (52, 411), (5, 1): (8, 15), (5, 2): (8, 17),
    (5, 3): (9, 18), (5, 4): (9, 18), (5, 5): (4, 15), (6, 1): (10, 19), (6, 2): (14, 28), (6, 3): (14, 28),
    (6, 4): (14, 28), (6, 5): (7, 14), (6, 6): (11, 71),
}  # fmt: skip
ROOM = 4000  # positions of one turn


@pytest.fixture(scope="module")
def perft(compiled):
    """All results of a turn, compiled: how many, by how many sequences, and the positions."""
    choices, play = compiled(GAME.choices), compiled(GAME.play)

    @numba.njit
    def same(a, b):
        for die in range(2):
            if a.left[die] != b.left[die]:
                return False
        for seat in range(2):
            for place in range(26):
                if a.cubes[seat, place] != b.cubes[seat, place]:
                    return False
        return True

    @numba.njit
    def explore(x, raw, ways, out):
        # x[0] is the start; positions follow in order of their number of steps, each once, with the ways to come to it.
        mover, turn, end, i = np.int64(x[0].mover), x[0].turn, 1, 0
        ways[0] = 1
        while i < end:
            if x[i].turn == turn:
                for k in range(choices(x[i], mover, out)):
                    for b in range(raw.shape[1]):
                        raw[end, b] = raw[i, b]
                    play(x[end], mover, out[k])
                    if x[end].turn != turn:  # the next seat has rolled: forget what
                        x[end].turn = turn + 1
                        x[end].left[0] = 0
                        x[end].left[1] = 0
                    j = i + 1
                    while j < end and not (x[j].turn == x[end].turn and same(x[j], x[end])):
                        j += 1
                    if j == end:
                        ways[end] = 0
                        end += 1
                    ways[j] += ways[i]
            i += 1
        return end

    raw = np.zeros((ROOM, GAME.state.nbytes), np.uint8)
    x, ways, out = raw.view(GAME.state.dtype()).reshape(-1), np.zeros(ROOM, np.int64), np.zeros(GAME.codes, np.int16)

    def run(table: Table) -> tuple[int, int, list[bytes]]:
        raw[0] = np.frombuffer(bytes(table), np.uint8)
        end = explore(x, raw, ways, out)
        done = [k for k in range(end) if x[k]["turn"] > table.plain.turn]
        return len(done), int(sum(ways[k] for k in done)), [raw[k].tobytes() for k in done]

    return run


@pytest.mark.parametrize("mover", [0, 1])
def test_example_10_counts_from_the_start(perft, mover):
    found = {roll: perft(lay(roll=roll, mover=mover))[:2] for roll in COUNTS}
    assert found == COUNTS
    results = {roll: counts[0] for roll, counts in found.items()}
    assert sum(results.values()) == 447
    assert sum(n for (a, b), n in results.items() if a != b) == 190
    assert sum(n if a == b else 2 * n for (a, b), n in results.items()) == 637


def test_example_10_two_plies(perft):
    total = 0
    for first in COUNTS:
        if first[0] == first[1]:
            continue
        for position in perft(lay(roll=first))[2]:
            table = GAME.restore(position, gear="plain")
            table.plain.mover = 1
            for reply in COUNTS:
                game.take_roll(table.plain, *reply)
                total += perft(table)[0]
    assert total == 89_153

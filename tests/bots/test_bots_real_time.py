"""Where time runs: who sees first, how quick the levels are beside people, and what no bot does there."""

from __future__ import annotations

import pytest

import brillig
from brillig import bots
from brillig.bots.levels.duels import duel
from brillig.bots.levels.ladders import ladder
from brillig.bots.levels.pace import CHANCES, FINE, LONGEST, NOBODY, Pace, looks, reaction
from brillig.bots.levels.people import PEOPLE, Person
from brillig.core import IllegalChoice
from brillig.parts.trickster.record import RACING, REST, TAKE_BACK

REAL_TIME = ("speed", "speed-round")
FEW = 20  # games


class Runner(bots.Random):
    """As quick as it is told."""

    def __init__(self, game, reaction, glance=0):
        super().__init__(game)
        self.reaction, self.glance = reaction, glance


@pytest.fixture
def race():
    """A table of Speed Round in the middle of the race."""
    table = brillig.load("speed-round").new(2, seed=1, gear="plain")
    while table.plain.phase != RACING:
        table.tick()
    return table


# ---- reactions -----------------------------------------------------------------------------------------------------


def test_the_quicker_bot_acts_more_often(race):
    pace, acted = Pace([Runner(race.game, 1000), Runner(race.game, 4000)], [1, 2, 3, 4]), [0, 0]
    for _ in range(400):
        seat = pace.next(race)
        race.plain.since = race.plain.now  # nobody waits too long for a card
        acted[seat] += 1
    assert 60 <= acted[1] <= 100
    assert acted[0] == 400 - acted[1]
    assert 270_000 < race.plain.now < 370_000


def test_the_table_acts_before_whoever_is_too_slow(bomb):
    table = bomb.new(2, seed=1, gear="plain")
    snail = Runner(bomb, 3 * table.due())
    assert Pace([snail, snail], [1, 2, 3, 4]).next(table) == NOBODY
    assert table.plain.now == 0


def test_a_reaction_has_a_least_a_mean_and_a_tail(bomb):
    table, bot = bomb.new(2, seed=1, gear="plain"), Runner(bomb, 1000)
    times = [reaction(bot, table, 0, chance * FINE) for chance in range(FINE)]
    assert min(times) == 500
    assert sum(times) / FINE == pytest.approx(1000, rel=0.02)
    assert max(times) > 3000


def test_where_there_is_more_to_see_it_takes_longer_and_less_where_more_will_do(race):
    """In the middle of its luck a seat looks at one candidate in so many as fit, more or less."""
    game = race.game
    there, fit = len(game.candidates(race.plain, 0)), len(race.codes(0)) - 2  # without REST and MISS
    assert looks(race, 0, 0.5) == pytest.approx(there * (1 - 0.5 ** (1 / fit)))
    before = looks(race, 0, 0.5)
    race.plain.hand[0] &= -race.plain.hand[0]  # one card instead of three
    assert len(game.candidates(race.plain, 0)) < there / 2
    assert looks(race, 0, 0.999) < before * there
    bot = Runner(game, 1000, 100)
    assert reaction(bot, race, 0, FINE // 2) == pytest.approx(500 + 100 * looks(race, 0, 0.5), rel=0.02)
    assert reaction(bot, race, 0, CHANCES - 1) < 60_000


def test_whoever_can_lay_finds_it_before_the_race_stalls(race):
    slow, unlucky = Runner(race.game, 1000, 10_000), FINE - 1
    assert 10_000 * looks(race, 0, (unlucky + 0.5) / FINE) > race.due() > LONGEST
    assert reaction(slow, race, 0, unlucky) == LONGEST + 500


# ---- the ladder ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", REAL_TIME)
def test_random_never_beats_a_level(slug):
    game = brillig.load(slug)
    *_, tally = duel(game, bots.make("easy", game), bots.make("random", game), 10, seed=3)
    assert tally.mean >= 0.9


@pytest.mark.parametrize("slug", REAL_TIME)
def test_levels_are_where_people_are(slug):
    """Easy loses to somebody in a first game more often than it wins, and normal wins; normal loses to somebody practised, and
    expert wins; somebody very good holds expert. As measured in a hundred games each; a few now must not say otherwise."""
    game = brillig.load(slug)
    won = ladder(game).people
    assert won["first game"]["easy"] > 0.5 > won["first game"]["normal"]
    assert won["practised"]["normal"] > 0.5 > won["practised"]["expert"]
    assert 0.35 < won["very good"]["expert"] < 0.65
    for person, level in (("first game", "easy"), ("practised", "normal"), ("very good", "expert")):
        *_, tally = duel(game, Person(game, person), bots.make(level, game), FEW, seed=5)
        assert tally.mean == pytest.approx(won[person][level], abs=3 * (0.25 / FEW) ** 0.5)
    assert [tempo.reaction for tempo in PEOPLE.values()] == sorted((t.reaction for t in PEOPLE.values()), reverse=True)


# ---- what no bot does ----------------------------------------------------------------------------------------------


def test_nobody_rests_or_takes_back_what_others_have_begun(race):
    game = race.game
    assert game.shuns(race.plain, 0, REST)
    for kind in ("greedy", "easy", "normal"):
        bot = bots.make(kind, game)
        for seed in range(4):
            table = game.new(2, seed, {"start_board": "together"}, gear="compiled", timed=True)
            for ply in range(20):
                if not table.waiting():
                    break
                seat = table.waiting()[ply % 2]
                code = bot.choose(table.hidden(seat), seat, ply)
                assert code != TAKE_BACK
                table.play(seat, code)
            assert not table.waiting()  # the board is there, and the count-down runs
            with pytest.raises(IllegalChoice, match="not your turn"):
                bot.choose(table.hidden(0), 0, 1)
    with pytest.raises(IllegalChoice, match="not your turn"):
        bots.make("random", game).choose(table.hidden(0), 0, 1)

"""Where time runs: who sees first, how quick the levels are beside people, and what no bot does there."""

from __future__ import annotations

from math import log
from statistics import mean, stdev

import pytest

import brillig
from brillig import bots
from brillig.bots.levels.duels import duel
from brillig.bots.levels.ladders import ladder
from brillig.bots.levels.pace import CHANCES, FINE, LONGEST, NOBODY, Pace, form, looks, reaction
from brillig.bots.levels.people import PEOPLE, Person
from brillig.core import IllegalChoice
from brillig.parts.trickster.record import RACING, REST, TAKE_BACK
from brillig.positions.drive import players_chance

REAL_TIME = ("speed", "speed-round")
FEW = 20  # games


class Runner(bots.Random):
    """As quick as it is told."""

    def __init__(self, game, reaction, glance=0, form=0):
        super().__init__(game)
        self.reaction, self.glance, self.form = reaction, glance, form


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


# ---- form ----------------------------------------------------------------------------------------------------------


def test_a_form_is_drawn_once_for_a_game_and_a_seat_and_the_same_seed_draws_the_same(race):
    bots = [Runner(race.game, 1000, form=30)] * 2
    pace, again, other = (Pace(bots, players_chance(seed)) for seed in (1, 1, 2))
    before = list(pace.forms)
    assert before == again.forms
    assert len({*before, *other.forms}) == 4
    for _ in range(20):
        pace.next(race)
        race.plain.since = race.plain.now
    assert pace.forms == before


def test_who_is_in_good_form_is_as_much_quicker_at_everything(race):
    bot, chance = Runner(race.game, 1000, 100, form=30), CHANCES // 3
    assert reaction(bot, race, 0, chance, 0.8) == pytest.approx(0.8 * reaction(bot, race, 0, chance), abs=2)


def test_forms_spread_as_the_setting_says_and_without_one_nothing_is_drawn(race):
    forms = [log(form(Runner(race.game, 1000, form=30), chance)) for chance in range(0, CHANCES, 997)]
    assert mean(forms) == pytest.approx(0, abs=0.01)
    assert stdev(forms) == pytest.approx(0.3, rel=0.02)
    rng = players_chance(1)
    assert Pace([Runner(race.game, 1000), None], rng).forms == [1, 1]
    assert rng == players_chance(1)


def test_a_match_is_not_lost_before_it_begins():
    """In Speed who is a little quicker wins often and not always: somebody a fifth quicker loses some games of ten."""
    game = brillig.load("speed")
    spread = ladder(game).settings("normal").form
    *_, steady = duel(game, Runner(game, 2000), Runner(game, 2600), 40, seed=1)
    *_, varied = duel(game, Runner(game, 2000, form=spread), Runner(game, 2600, form=spread), 40, seed=1)
    assert 0.5 < varied.mean < steady.mean
    assert Person(game, "practised").form == spread // 2 > 0
    assert Person(brillig.load("speed-round"), "practised").form == 0


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

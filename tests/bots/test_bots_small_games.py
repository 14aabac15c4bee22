"""Games that are small enough to know all about: what the best answer to a bot wins, and OpenSpiel's rules beside ours."""

from __future__ import annotations

import random
import subprocess
import sys

import pytest

from brillig.bench.outsiders import last_mine
from brillig.bench.outsiders.last_cards import LastCards
from brillig.bench.outsiders.last_mine import DECK, LEADS, LastMine, Square, collapsed, last_round, loot, square
from brillig.bench.outsiders.oh_hell import GAME as OH_HELL
from brillig.bots import make
from brillig.games.gold_mine.game import RUN, STAY
from brillig.testing.plan import CheckPlan
from brillig.testing.secrets import keeps_secrets

needs_openspiel = pytest.mark.skipif(
    subprocess.run([sys.executable, "-c", "import pyspiel"], capture_output=True).returncode != 0,
    reason="OpenSpiel is not installed",
)


# ---- Gold Mine -----------------------------------------------------------------------------------------------------


class Perfect(LastMine):
    """Perfect play in place of a bot."""

    def runs(self, out, ours, theirs, mine, inside_both):
        lead = ours - theirs
        if inside_both:
            return square(out, lead).solved()[0]
        stay = last_mine.goes_on(out, lead + mine, -lead)
        return float(last_mine.share(lead + mine) >= stay)


class Coward:
    """Runs as soon as two of a symbol lie there, if that wins or both are inside."""

    name = "coward"

    def choose(self, view, seat, seed):
        return RUN if max(view.plain.seen) == 2 else STAY


def test_a_square_is_solved():
    assert Square(0.5, 1, 0, 0.5).solved() == (1.0, 0.5)  # to run is better whatever the other does
    often, won = Square(1, 0, 0, 1).solved()  # to do what the other does
    assert (often, won) == (0.5, 0.5)
    often, won = Square(0, 1, 0.5, 0.25).solved()
    assert often * 0 + (1 - often) * 0.5 == pytest.approx(often * 1 + (1 - often) * 0.25) == pytest.approx(won)


def test_nobody_wins_more_than_their_due_against_perfect_play():
    perfect = Perfect(Coward(), samples=1)
    assert perfect.exploitability() == pytest.approx(0, abs=1e-9)
    assert perfect.lost() == pytest.approx(0, abs=1e-9)
    assert any(0 < square(frozenset(out), lead).solved()[0] < 1 for out in two_cards() for lead in LEADS)  # it mixes


def two_cards():
    return [{one, two} for one in DECK for two in DECK if one < two]


def test_a_bot_that_never_thinks_loses_and_the_best_answer_wins_more_than_perfect_play():
    coward = LastMine(Coward(), samples=1)
    assert 0 < coward.lost() < coward.exploitability() < 0.5
    hopeless = LastMine(make("random", last_mine.GAME), samples=4)
    assert coward.exploitability() < hopeless.exploitability()


@pytest.mark.parametrize("exact", [LastMine, LastCards])
def test_another_seed_asks_with_other_seeds(exact):
    """So that what is measured again says how far it can be trusted."""
    asked = [set(), set()]
    for seed, seeds in enumerate(asked):

        class Notes:
            name = "notes"

            def choose(self, view, seat, with_seed, noted=seeds):
                noted.add(with_seed)
                return view.codes(seat)[-1]

        exact(Notes(), 3, seed).exploitability()
    assert [len(seeds) for seeds in asked] == [3, 3]
    assert asked[0].isdisjoint(asked[1])


def test_what_is_reckoned_is_what_happens_at_the_table():
    """The first card lies there, and the coward plays against somebody who runs as soon as there is loot."""
    first = frozenset([max(DECK)])

    def reckoned(out):
        """What the coward wins when the other runs at once: it is alone from here on."""
        return LastMine(Coward(), samples=1).bot_goes_on(out, -last_mine.lying(out), loot(out), 0)

    won, games = 0.0, 3000
    for seed in range(games):
        table = last_round(first, 0, 0, loot(first), True)
        table.plain.rng[:] = memoryview(last_mine.GAME.new(2, seed=seed).plain.rng)
        table.play(0, STAY)
        table.play(1, RUN)
        while not table.over:
            table.play(0, Coward().choose(table.hidden(0), 0, seed))
        mine, theirs = table.scores()
        won += last_mine.share(mine - theirs)
    assert not collapsed(first)
    assert won / games == pytest.approx(reckoned(first), abs=0.03)


# ---- Oh Hell -------------------------------------------------------------------------------------------------------


def test_oh_hell_keeps_its_secrets():
    keeps_secrets(OH_HELL, CheckPlan(games=20, closely=1, positions=60, gear="plain"))


@needs_openspiel
def test_oh_hell_is_the_game_that_openspiel_has():
    """Whatever may be chosen and what it brings is the same, else it raises."""
    from brillig.bench.outsiders.is_mcts import OhHell

    match = OhHell(seconds=0.01)

    def any_move(table, state, seat, seed):
        return random.Random(seed).choice(table.codes(seat))

    match.our_move = match.their_move = any_move
    *_, tally = match.games(10, seed=1)
    assert tally.games == 10


@needs_openspiel
def test_both_think_in_oh_hell():
    from brillig.bench.outsiders.is_mcts import OhHell

    match = OhHell(seconds=0.005)
    points = match.game(3, {0}).scores()
    assert sum(points) >= 9
    assert len(match.our_times) == len(match.their_times) // 2 == 10

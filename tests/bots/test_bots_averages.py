"""Playouts that learn: by what choices have brought so far, off unless a game's levels ask for it."""

from __future__ import annotations

import pytest

import brillig
from brillig.bots.averages import MOST_NOTED, best_average, credit, credit_playout, note, room
from brillig.bots.levels import calibration, styles
from brillig.bots.levels.duels import NOTHING, DuelTally, duel
from brillig.bots.levels.ladders import Ladder
from brillig.bots.search import Search, Settings
from brillig.bots.thinker import Thinker
from brillig.core.chance import THE_PLAYERS, sow
from tests import toys

SEATS, CODES = 2, 4


class Scratch:
    """What the rules use of a tree."""

    def __init__(self):
        self.rng, self.prizes, self.noted = [0, 0, 0, 0], [0, 0], 0
        sow(self.rng, 5, 0, 0, THE_PLAYERS)


def credited(tree, averages, seat, code, prize):
    tree.prizes[seat] = prize
    credit(tree, CODES, seat, code, averages)


def test_what_was_never_made_comes_first_and_then_what_brought_most():
    tree, averages = Scratch(), [0] * room(SEATS, CODES)
    credited(tree, averages, 1, 0, 900)
    credited(tree, averages, 1, 2, 400)
    credited(tree, averages, 0, 2, 1000)  # the other seat's is another choice
    assert {best_average(tree, CODES, 1, [2, 3, 0], 3, averages) for _ in range(40)} <= {0, 3}
    assert best_average(tree, CODES, 1, [2, 0, 3], 2, averages) == 0
    credited(tree, averages, 1, 0, 0)
    credited(tree, averages, 1, 0, 0)
    assert best_average(tree, CODES, 1, [2, 0, 3], 2, averages) == 2


def test_a_playout_counts_for_all_its_choices_as_far_as_there_is_room():
    tree, averages = Scratch(), [0] * room(SEATS, CODES)
    for k in range(MOST_NOTED + 5):
        note(tree, SEATS, CODES, k % 2, 3, averages)
    tree.prizes[:] = [1000, 0]
    credit_playout(tree, SEATS, CODES, averages)
    assert averages[2 * 3 : 2 * 3 + 2] == [1000 * MOST_NOTED // 2, MOST_NOTED // 2]
    assert averages[2 * 7 : 2 * 7 + 2] == [0, MOST_NOTED // 2]


@pytest.mark.parametrize("slug", ["othellino", "gold-mine", "slithy", "jacks"])
def test_learning_is_the_same_in_both_gears_and_another_thought(slug):
    table = brillig.load(slug).new(seed=2)
    seat = table.waiting()[0]
    learns, does_not = (Settings(iterations=40, seconds=600, learn=learn, cap=12) for learn in (True, False))
    plain, compiled = (Search(table.game, learns, gear=gear).think(table, seat, 9) for gear in ("plain", "compiled"))
    assert plain.estimates == compiled.estimates
    assert compiled.estimates != Search(table.game, does_not).think(table, seat, 9).estimates


def test_on_a_board_it_plays_better_without_a_word_of_the_author():
    """70% (±8%) of 120 games with the same time; here with fewer games and the same iterations."""
    game = brillig.load("othellino")
    learns, does_not = (
        Thinker(game, Settings(iterations=200, seconds=600, learn=learn, value=False, prefer=False))
        for learn in (True, False)
    )
    *_, tally = duel(game, learns, does_not, 20, seed=3)
    assert tally.mean > 0.5


# ---- calibrate tries it --------------------------------------------------------------------------------------------


def test_a_style_is_kept_if_it_is_clearly_better():
    likes = {"learn": 0.7, "depth": 0.45}

    def better(one, two):
        return max(likes[name] for name in {*one} - {*two}) > 0.5

    assert styles.suited({"cap": 4}, better) == {"cap": 4, "learn": True}
    assert styles.suited({"learn": True}, better) == {"learn": True}  # it has it
    assert not styles.clearly(DuelTally(20, 12.0, 12.0))
    assert styles.clearly(DuelTally(200, 120.0, 120.0))
    assert styles.clearly_more(DuelTally(4, 40.0, 404.0), DuelTally(4, 20.0, 104.0))
    assert not styles.clearly_more(DuelTally(4, 24.0, 164.0), DuelTally(4, 20.0, 120.0))


def test_rivals_think_for_the_same_time(monkeypatch):
    game = toys.load("nim")
    monkeypatch.setattr(styles, "cost", lambda game, style: 0.002 if style.get("learn") else 0.001)
    one, two = styles.rivals(game, {"learn": True}, {})
    assert (one.settings.iterations, two.settings.iterations) == (styles.ITERATIONS // 2, styles.ITERATIONS)
    assert one.settings.learn


def test_the_time_of_an_iteration_is_measured():
    assert 0 < styles.cost(toys.load("nim"), {}) < 0.1


@pytest.mark.parametrize(("won", "style"), [(1.0, {"learn": True, "depth": 1}), (0.5, {})])
def test_a_game_without_levels_gets_what_suits_it(monkeypatch, won, style):
    monkeypatch.setattr(calibration, "duel", lambda *a, **k: iter([NOTHING.plus(won).plus(won)]))
    assert calibration.styled(toys.load("nim"), Ladder(), 2, 0, lambda what: None).style == style


def test_a_game_that_has_levels_keeps_its_style(monkeypatch):
    monkeypatch.setattr(calibration, "duel", lambda *a, **k: pytest.fail("nothing is to be tried"))
    ladder = Ladder({"cap": 0})
    assert calibration.styled(brillig.load("othellino"), ladder, 2, 0, lambda what: None) is ladder


def test_alone_points_decide(monkeypatch):
    points = iter([9.0, 5.0, 5.0, 5.0])
    monkeypatch.setattr(calibration, "alone", lambda *a, **k: iter([NOTHING.plus(next(points))]))
    assert calibration.styled(toys.load("dig"), Ladder(), 1, 0, lambda what: None).style == {"learn": True}

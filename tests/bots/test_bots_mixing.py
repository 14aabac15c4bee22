"""Endings with secrets: nobody learns what a bot holds from what it does."""

from __future__ import annotations

import msgspec
import pytest

import brillig
from brillig.bench.outsiders.last_cards import US, LastCards, last_round
from brillig.bots import Settings, Thinker
from brillig.bots.levels.ladders import ladder
from brillig.bots.mixing.mixer import Mixer
from brillig.games.liars_cards.bids import LIAR, TOTAL
from brillig.parts.boxes.greenbox import CARD_NUMBER
from tests import toys


@pytest.fixture(scope="module")
def liars():
    return brillig.load("liars-cards")


def test_stone_paper_and_scissors_each_a_third(fists):
    """They choose at once; and an open hand loses to all three."""
    found = Mixer(fists, Settings(bluff=6000, seconds=60), "plain").chances(fists.new(gear="plain").hidden(0), 0)
    assert [found[code] for code in range(3)] == pytest.approx([1 / 3] * 3, abs=0.1)
    assert found[3] < 0.03


def test_bidding_at_once_for_the_last_prizes():
    """Both hold a 1 and a 5, a prize of 5 lies open and one of 1 is to come: whoever bids the 1 now loses."""
    prizes = toys.load("prizes")
    table = prizes.new(seed=1, gear="plain")
    s = table.plain
    s.hand[0] = s.hand[1] = 0b10001
    s.left, s.prize = 1, 4
    for first, seat in ((), 0), ((0,), 1), ((1,), 0):  # alike whether the other has bid or not
        now = table.copy()
        for other in first:
            now.play(other, 4)
        found = Mixer(prizes, Settings(bluff=3000, seconds=60), "plain").chances(now.hidden(seat), seat)
        assert found[4] > 0.9


def test_the_same_bits_interpreted(liars):
    view = last_round(3, 5, 0, 0, we_began=True).hidden(US)
    settings = Settings(bluff=2500, cap=0, seconds=600)
    plain, compiled = (Mixer(liars, settings, gear).chances(view, US) for gear in ("plain", "compiled"))
    assert plain == compiled
    assert sum(plain.values()) == pytest.approx(1)


def test_an_ending_that_is_not_small_is_left_to_the_search(liars):
    view = liars.new(3, seed=2, gear="plain")
    seat = view.waiting()[0]
    assert Mixer(liars, Settings(bluff=2500, cap=0), "compiled").chances(view.hidden(seat), seat) == {}


class Tells:
    """Bids one above its own number, then calls whatever is bid."""

    name = "tells"

    def choose(self, view, seat, seed):
        s = view.plain
        return LIAR if s.bid >= TOTAL else TOTAL + CARD_NUMBER[s.hand[seat, 0]]


def test_a_bot_that_tells_its_card_is_found_out():
    """Who knows that card bids the true total, and it calls. Only with a 1 there is no true bid left above its own."""
    a_one = CARD_NUMBER.count(1) / len(CARD_NUMBER)
    assert LastCards(Tells(), 1).lost(we_begin=True) == pytest.approx(1 - a_one)


def test_who_reckons_with_regrets_tells_less(liars):
    """(With as many iterations as expert has, and more time than a test: test_expert_tells_next_to_nothing.)"""
    expert = ladder(liars).settings("expert")
    by_search, by_regrets = (
        LastCards(Thinker(liars, msgspec.structs.replace(expert, bluff=n, seconds=60)), 1) for n in (0, 60_000)
    )
    assert by_search.exploitability() > 0.25
    assert by_regrets.exploitability() < 0.2


@pytest.mark.soak
def test_expert_tells_next_to_nothing(liars):
    """If the machine lets it have its iterations."""
    expert = msgspec.structs.replace(ladder(liars).settings("expert"), seconds=60)
    assert LastCards(Thinker(liars, expert), 1).exploitability() < 0.1

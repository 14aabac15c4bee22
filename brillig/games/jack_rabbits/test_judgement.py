"""What the bots know of a quest: where to go, what to keep, and what nobody in their senses does."""

import pytest

from brillig.games.jack_rabbits import judgement, purse
from brillig.games.jack_rabbits import record as r
from brillig.games.jack_rabbits.land import tiles
from brillig.games.jack_rabbits.show import names
from brillig.games.jack_rabbits.test_layouts import A, lay_out, play


def sensible(table):
    """The labels of what is not shunned."""
    (seat,) = table.waiting()
    return {c.label for c in table.choices(seat) if not judgement.shuns(table.plain, seat, c.code)}


def kept(s, seat=A):
    bits = judgement.keeps(s, seat)
    return {names.card(r.FIRST_ROYAL + k) for k in range(12) if bits >> k & 1}


def test_a_tribe_that_another_seat_shares_is_given_up():
    s = lay_out("Q♥ 10♥ 9♠", "K♥", at="K♠", quest="tribal", level="intro").plain
    assert kept(s) == set()
    assert tiles.NAMES[judgement.aim(s, A)] == "K♠"
    s = lay_out("Q♥ 10♥ 9♠", "K♦", at="K♠", quest="tribal", level="intro").plain
    assert kept(s) == {"Q♥"}
    assert tiles.NAMES[judgement.aim(s, A)] in ("K♥", "J♥")


def test_royals_of_two_others_make_no_trio_with_two_of_these():
    """A king and a queen of two suits, and both jacks that would fit are held: one of the two must go."""
    table = lay_out("K♣ Q♦ 9♠", "J♥ J♠", at="K♠", quest="diverse + monarchical", level="intro")
    assert judgement.plan(table.plain, A, purse.royals_of(table.plain, A)) >= judgement.BLOCKED
    assert kept(table.plain) in ({"K♣"}, {"Q♦"})


def test_points_of_a_suit_are_spent_once():
    one = lay_out("10♥", at="Q♥", quest="tribal", level="intro").plain
    two = lay_out("10♥ 9♥ A♥", at="Q♥", quest="tribal", level="intro").plain
    assert judgement.to_go(one, A) > judgement.to_go(two, A) + judgement.CARD * 2


def test_a_royal_in_the_way_is_discarded_first():
    table = lay_out("K♣ J♦ J♥ 2♠ 3♠ 4♠ 5♠ 6♠ 8♠", "K♦", at="K♠", quest="tribal", level="intro")
    play(table, r.STAY)
    assert table.plain.step == r.DISCARDING
    assert sensible(table) <= {"Discard K♣", "Discard J♦", "Discard J♥"}
    table = lay_out("K♣ J♦ J♥ 2♠ 3♠ 4♠ 5♠ 6♠ 8♠", "K♦", at="Q♣", level="intro")
    play(table, r.STAY)
    assert not any(card in label for label in sensible(table) for card in ("K♣", "J♦", "J♥"))


@pytest.mark.parametrize(("place", "wanted"), [("Q♣", True), ("K♥", False)])
def test_royals_are_taken_for_the_trio_and_not_to_spite_others(place, wanted):
    table = lay_out("K♣ 10♣ 10♥", at=place, quest="tribal", level="intro")
    play(table, r.STAY)
    labels = {c.code: c.label for c in table.choices(A)}
    assert sensible(table) == {labels[r.ACQUIRE if wanted else r.LEAVE]}


def test_prizes_are_taken():
    table = lay_out("4♣ 2♦ K♥", dice=(4, 2), step=r.DRAW_LOTS)
    assert sensible(table) == {"Show 4♣"}

"""What cannot be done is refused with a sentence, and nothing is lost; and all that can be done is asked for."""

from random import Random

import pytest

from brillig.core import IllegalChoice
from brillig.games.jack_rabbits import record as r
from brillig.games.jack_rabbits.game import GAME
from brillig.games.jack_rabbits.test_layouts import CARD, A, B, lay_out, play, road
from brillig.parts.maps import lattice


def refused(table, seat, code):
    """The sentence with which a choice is refused, every byte being as it was."""
    before = bytes(table)
    with pytest.raises(IllegalChoice) as why:
        table.play(seat, code)
    assert bytes(table) == before
    assert str(why.value)[0].isupper()
    assert str(why.value)[-1] == "."
    return str(why.value)


def test_a_tile_that_cannot_lie_there():
    table = GAME.new(2, 3, {"board": "strict"})
    (seat,) = table.waiting()
    table.play(seat, r.SHAPE + 1)  # a rhombus
    fitting = set(table.codes(seat))
    why = {refused(table, seat, code) for code in range(r.SPOT, r.SPOT + lattice.RHOMBI, 7) if code not in fitting}
    assert why == {"Join a road.", "There is no room for it."}
    assert refused(table, seat, r.SHAPE) == "That is not what is asked now."
    assert refused(table, 1 - seat, min(fitting)) == "It is not your turn."


def test_a_payment_that_does_not_cover():
    table = lay_out("4♣ 2♥ 9♦", at="J♦", dice=(4, 5), level="intro")
    table.plain.end, table.plain.step = table.plain.partner[0], r.TREK  # on R1, from the Citadel
    assert refused(table, A, r.TREK_PAY) == "You need 9 points in ♣, ♥ or ♠."
    table = lay_out("4♣ 2♥ 9♥", dice=(3, 5), level="intro")
    play(table, road(table, "Citadel NW"), r.TREK_PAY, CARD["4♣"])
    assert (table.plain.paid, table.plain.step) == (4, r.PAY)  # what is still due is asked for
    assert refused(table, A, CARD["4♣"]) == "That is not what is asked now."
    assert refused(table, A, r.KEEP) == "Once begun, this must be finished."
    play(table, CARD["2♥"], CARD["9♥"])
    assert (table.plain.paid, table.plain.step) == (15, r.TREK_END)


def test_an_offer_is_not_withdrawn_while_it_is_answered():
    table = lay_out("10♥ 9♣", "6♦ 2♣", step=r.BE_LOCAL)
    play(table, r.SELL_TO + B, CARD["10♥"], r.PRICE + 5)
    assert table.waiting() == [B]
    for code in (r.NO, r.YES, r.LEAVE, r.SELL_TO + B, r.PRICE + 1, CARD["10♥"]):
        assert refused(table, A, code) == "It is not your turn."
    assert refused(table, B, r.LEAVE) == "That is not what is asked now."
    play(table, r.NO)
    assert table.waiting() == [A]


@pytest.mark.parametrize(
    ("seats", "options", "decisions"), [(4, {}, 60), (3, {"board": "strict"}, 4), (2, {"board": "free"}, 1)]
)
def test_nothing_that_may_be_chosen_is_left_out(seats, options, decisions):
    """`choices` looks only at what a decision can be about: no other code is legal."""
    table, dice = GAME.new(seats, 5, options), Random(5)
    for _ in range(decisions):
        (seat,) = table.waiting()
        codes = table.codes(seat)
        legal = [code for code in range(GAME.codes) if GAME.refuse(table.plain, seat, code) == 0]
        assert codes == legal, table.plain.step
        table.play(seat, dice.choice(codes))

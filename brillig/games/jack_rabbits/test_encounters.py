"""The examples of the full level: flights, palaces, fights, markets, trades; and what others may know."""

from brillig.core import SPECTATOR
from brillig.games.jack_rabbits import encounters, purse, turns
from brillig.games.jack_rabbits import record as r
from brillig.games.jack_rabbits.game import GAME
from brillig.games.jack_rabbits.test_layouts import (
    CARD,
    A,
    B,
    C,
    hand,
    lay_out,
    located,
    offered,
    play,
    reason,
    road,
    to,
    where,
)  # fmt: skip

# ---- flights -------------------------------------------------------------------------------------------------------


def flying(hands, at, dice, passport, **options):
    table = lay_out(hands, at=at, step=r.PASSPORT, others="K♥", **options)
    table.plain.passport = CARD[passport]
    table.plain.dice[0], table.plain.dice[1] = dice
    table.plain.step = r.DRAW_LOTS
    turns.settle(table.plain)
    return table


def test_15_a_flight_with_a_shortfall():
    table = flying("6♣ 4♦", "K♦", (5, 4), "6♣")
    assert offered(table) == {"Show 4♦", "No prize"}
    play(table, r.NO_PRIZE)
    assert offered(table) == {"Pay 3 in ♦ and fly", "Fall: off the board"}
    play(table, r.PAY_SHORTFALL)
    assert reason(table, CARD["6♣"]) == "This tower takes only ♦."
    play(table, CARD["4♦"])
    assert offered(table) == {"Fly to K♥", "Fly to K♠", "Fly to K♣"}
    assert reason(table, to("Q♥")) == "Not a place on the board."
    play(table, to("K♣"))
    assert where(table) == "K♣"
    table = flying("6♣", "K♦", (5, 4), "6♣")  # no diamond: there is nothing but the fall
    assert where(table) == "off the board"
    assert hand(table) == {"6♣"}


def test_16_a_passport_that_pays_and_one_that_is_enough():
    table = flying("6♣", "K♣", (5, 4), "6♣")
    play(table, r.PAY_SHORTFALL, CARD["6♣"])
    assert table.plain.step == r.LAND
    table = flying("9♣", "K♠", (5, 4), "9♣")
    assert table.plain.step == r.LAND


def test_34_the_extra_point():
    for dice, step in (((5, 4), r.LAND), ((6, 4), r.SHORTFALL)):
        table = lay_out("8♣ 4♦", at="K♦", others="K♥", step=r.PASSPORT, aces="capital + additional")
        s = table.plain
        s.capital[A], s.passport, s.step = CARD["A♦"], CARD["8♣"], r.BY_PLACE
        s.dice[0], s.dice[1] = dice
        turns.settle(s)
        assert s.step == step
    for held, sold in (("9♣", False), ("2♦", True)):
        table = lay_out(held, at="J♠", others="K♥", discard="A♠", aces="capital + additional", step=r.DEPART)
        s = table.plain
        s.capital[A], s.after, s.step = CARD["A♦"], 0, r.LOCAL
        assert (reason(table, r.MARKET) == "") == sold
    play(table, r.MARKET, CARD["A♠"], r.DONE, CARD["2♦"])
    assert "A♠" in hand(table)


def test_a_passport_is_shown_before_the_roll_and_on_a_tower():
    table = lay_out("6♣ 4♦", at="K♦", others="K♥", step=r.BEGIN_TURN)
    assert offered(table) == {"Show 6♣", "No flight"}
    assert reason(table, CARD["4♦"]) == "Show a club before rolling, on a tower."
    play(table, r.NO_FLIGHT)
    if table.plain.step == r.LOTTERY:
        play(table, r.NO_PRIZE)
    assert reason(table, CARD["6♣"]) in ("Show a club before rolling, on a tower.", "That card matches no die.")


# ---- fights --------------------------------------------------------------------------------------------------------


def test_17_a_fight():
    table = lay_out("6♠ 5♠", "4♠ 3♠ K♣ 9♠", step=r.BE_LOCAL)
    play(table, r.FIGHT + B, CARD["6♠"], r.STRIKE)
    assert table.waiting() == [B]
    play(table, CARD["4♠"])
    assert reason(table, r.STRIKE) == "Draws are barred."
    play(table, CARD["3♠"], r.STRIKE, CARD["5♠"], r.STRIKE)
    assert (table.waiting(), table.plain.force[0], table.plain.force[1]) == ([B], 11, 7)
    play(table, r.YIELD)
    assert where(table, B) == "off the board"
    assert located(table, r.TRAY) | located(table, r.DISCARD) == {"6♠", "4♠", "3♠", "5♠"}
    assert len(hand(table) & {"K♣", "9♠"}) == 1


def test_18_draws_are_barred():
    table = lay_out("7♠", "5♠ 2♠ A♠", step=r.BE_LOCAL)
    play(table, r.FIGHT + B, CARD["7♠"], r.STRIKE, CARD["5♠"], CARD["2♠"])
    assert reason(table, r.STRIKE) == "Draws are barred."
    assert offered(table) == {"Yield", "Play A♠"}
    other = table.copy()
    play(table, CARD["A♠"], r.STRIKE)
    assert where(table, A) == "off the board"
    assert table.plain.mover == B
    play(other, r.YIELD)
    assert located(other, r.TRAY) == {"7♠", "5♠", "2♠"}


def test_19_a_fourth_royal():
    table = lay_out("K♣ Q♦ J♠ 9♠", "Q♥", step=r.BE_LOCAL, at="K♥", others="K♥")
    play(table, r.FIGHT + B, CARD["9♠"], r.STRIKE)
    assert (table.plain.step, table.waiting()) == (r.RETURN_ROYAL, [A])
    play(table, CARD["J♠"])
    assert {"K♣", "Q♦", "Q♥"} < hand(table)
    assert "J♠" in located(table, r.AISLE)
    assert table.plain.turns > 0


def test_fights_that_are_refused():
    table = lay_out("9♠ 4♦", "5♠", at="K♥", others="Q♥", step=r.DEPART)
    table.plain.step = r.LOCAL
    assert reason(table, r.FIGHT + B) == "No one to fight here."
    table = lay_out("9♦", "5♠", at="K♥", others="K♥", step=r.DEPART)
    table.plain.step = r.LOCAL
    assert reason(table, r.FIGHT + B) == "You need a spade."
    assert reason(table, r.ACQUIRE) == "Only after your journey."


# ---- palaces -------------------------------------------------------------------------------------------------------


def test_20_a_challenge():
    table = lay_out("9♥", "2♣", "4♥ 2♥", at="Q♠", others="Citadel Underground", step=r.ARRIVE)
    assert (table.waiting(), table.plain.step) == ([C], r.CHALLENGE)  # B is passed over silently
    play(table, r.CHALLENGES, CARD["4♥"], CARD["2♥"])
    assert (table.waiting(), table.plain.step) == ([A], r.PROVE)
    other = table.copy()
    play(table, CARD["9♥"])
    assert where(table) == "Q♠"
    assert "9♥" in hand(table)
    assert where(table, C) == "off the board"
    assert hand(table, C) == set()
    play(other, r.REFUSES)
    assert where(other) == "off the board"
    assert len(hand(other)) == 1
    assert hand(other, C) == {"4♥", "2♥"}


def test_the_queen_opens_her_palace_and_off_board_rabbits_are_silent():
    table = lay_out("Q♠ 2♦", "9♥", at="Q♠", others="K♥", step=r.ARRIVE)
    assert table.plain.step != r.CHALLENGE
    table = lay_out("2♦", "9♥", at="Q♠", others="off", step=r.ARRIVE)
    assert table.plain.step != r.CHALLENGE
    table = lay_out("2♦", "Q♠", at="Q♠", others="K♥", step=r.ARRIVE)
    play(table, r.CHALLENGES)
    assert offered(table) == {"Show Q♠"}
    play(table, CARD["Q♠"])
    assert where(table) == "off the board"
    assert hand(table, B) == {"Q♠"}


# ---- markets -------------------------------------------------------------------------------------------------------


def test_21_a_market():
    table = lay_out("9♦ 3♦", at="J♠", others="K♥", discard="8♠ 2♠ A♠ 5♥", step=r.BE_LOCAL)
    play(table, r.MARKET)
    assert reason(table, CARD["5♥"]) == "Not sold here."
    play(table, CARD["8♠"], CARD["A♠"], r.DONE, CARD["9♦"])
    assert {"8♠", "A♠", "3♦"} == hand(table)
    assert located(table, r.TRAY) == {"9♦"}
    play(table, r.MARKET, CARD["2♠"], r.DONE, CARD["3♦"])
    assert hand(table) == {"8♠", "A♠", "2♠"}
    table = lay_out("5♣ 2♥", at="J♦", others="K♥", discard="7♦", step=r.BE_LOCAL)
    play(table, r.MARKET, CARD["7♦"], r.DONE, r.SUGGESTED)
    assert hand(table) == {"7♦"}


def test_35_goods_within_ones_means():
    table = lay_out("9♦", at="J♠", others="K♥", discard="8♠ 5♠", step=r.BE_LOCAL)
    play(table, r.MARKET, CARD["8♠"])
    assert offered(table) == {"Done"}
    assert reason(table, CARD["5♠"]) == "You cannot pay for that."
    table = lay_out("7♦", at="J♠", others="K♥", discard="8♠ 5♠", step=r.BE_LOCAL)
    play(table, r.MARKET)
    assert offered(table) == {"Buy 5♠ (5)"}


# ---- trades --------------------------------------------------------------------------------------------------------


def swindle():
    table = lay_out("3♥ 9♣", "4♦ 2♣ 9♦", step=r.BE_LOCAL)
    play(table, r.SELL_TO + B, CARD["10♥"], r.PRICE + 5)
    assert table.screen(B).prompt.startswith("Seat 1 offers to sell you 10♥ for 6 in ♦.")
    play(table, r.YES, CARD["3♥"], CARD["4♦"], CARD["2♣"], r.DONE)
    return table


def test_22_a_trade_in_which_both_are_short():
    table = swindle()
    assert hand(table) == {"9♣", "4♦", "2♣"}
    assert hand(table, B) == {"3♥", "9♦"}
    assert (table.waiting(), table.plain.step) == ([A], r.EXPOSE)
    play(table, r.EXPOSES)
    assert table.waiting() == [B]
    assert table.view(B).exposed == 0
    assert (table.view(A).last, table.view(B).last) == (r.EXPOSES, r.UNKNOWN)
    play(table, r.EXPOSES)
    assert where(table, A) == "off the board"
    assert where(table, B) in ("off the board", "the Underground")  # where the next turn may have brought it
    assert len(hand(table)) == 3
    table = play(swindle(), r.QUIET, r.QUIET)
    assert where(table, A) == where(table, B) == "the Citadel"
    if table.plain.step == r.LOCAL:
        assert reason(table, r.SELL_TO + B) == "One offer per rabbit per turn."


def test_a_trade_may_be_declined_and_be_honest():
    table = lay_out("10♥ 9♣", "6♦ 2♣", step=r.BE_LOCAL)
    play(table, r.SELL_TO + B, CARD["10♥"], r.PRICE + 5)
    other = table.copy()
    play(table, r.NO)
    assert hand(table) == {"10♥", "9♣"}
    play(other, r.YES, CARD["10♥"], CARD["6♦"], r.DONE)
    assert other.plain.step != r.EXPOSE
    assert hand(other, B) == {"10♥", "2♣"}


def test_only_the_two_of_a_trade_know_its_cards():
    table = lay_out("3♥ 9♣", "4♦ 2♣", "5♥", step=r.BE_LOCAL)
    play(table, r.SELL_TO + B, CARD["10♥"], r.PRICE + 5, r.YES, CARD["3♥"])
    assert table.view(B).sold == table.view(C).sold == r.UNKNOWN
    assert table.view(B).last == table.view(C).last == r.UNKNOWN
    guessed = table.guess(C, seed=3).plain
    assert guessed.last == guessed.sold != r.UNKNOWN
    assert table.view(A).sold == CARD["3♥"]
    play(table, CARD["4♦"], r.DONE)
    assert table.view(A).where[CARD["3♥"]] == r.IN_HAND + B
    for seat in (C, SPECTATOR):
        assert table.view(seat).where[CARD["3♥"]] == r.UNSEEN
    assert table.view(B).where[CARD["4♦"]] == r.IN_HAND + A


def test_after_a_theft_only_what_the_loser_had_shown_is_in_doubt():
    table = lay_out("6♠ 4♣", "9♦ 8♦", "5♥", step=r.BE_LOCAL)
    for card in ("4♣", "9♦", "8♦"):
        table.plain.known[CARD[card]] = purse.ALL_KNOW
    play(table, r.FIGHT + B, CARD["6♠"], r.STRIKE)
    for seat in (C, SPECTATOR):
        seen = table.view(seat).where
        assert [seen[CARD[card]] for card in ("4♣", "9♦", "8♦")] == [r.IN_HAND + A, r.UNSEEN, r.UNSEEN]
    for card in ("9♦", "8♦"):
        assert table.view(A).where[CARD[card]] == table.plain.where[CARD[card]]


# ---- what is hidden ------------------------------------------------------------------------------------------------


def test_hands_are_hidden_but_royals_and_what_was_shown():
    table = lay_out("4♣ 9♦ K♥ red-joker", "5♣", dice=(4, 2), step=r.DRAW_LOTS, level="intro")
    play(table, CARD["4♣"])
    view = table.view(B)
    assert [view.where[CARD[k]] == r.IN_HAND + A for k in ("4♣", "9♦", "K♥")] == [True, False, True]
    assert purse.holds(view, A, r.RED_JOKER)
    guessed = {tuple(sorted(hand(table.guess(B, seed=k)))) for k in range(12)}
    assert len(guessed) > 6
    assert all({"4♣", "K♥", "horse joker"} < set(h) and len(h) == 5 for h in guessed)


def raised(table, seat, suits):
    """The least that a hand can raise in these suits in what others may think of it."""
    other = B if seat == A else A
    return min(purse.means(table.guess(other, seed=k).plain, seat, suits) for k in range(40))


def test_whoever_pays_is_thought_to_be_able_to():
    table = lay_out("4♣ 3♣ 10♦", dice=(3, 6))
    table.plain.step = r.PAY
    table.plain.due, table.plain.suits, table.plain.why = 7, encounters.CLUB, r.FOR_TREK
    assert raised(table, A, encounters.CLUB) >= 7
    play(table, CARD["4♣"])
    assert table.plain.paid == 4
    assert raised(table, A, encounters.CLUB) >= 3
    flown = flying("6♣ 4♦ 2♠", "K♦", (5, 4), "6♣")
    play(flown, r.NO_PRIZE, r.PAY_SHORTFALL)
    assert (flown.plain.step, flown.plain.why, flown.plain.due) == (r.PAY, r.FOR_SHORTFALL, 3)
    assert raised(flown, A, flown.plain.suits) >= 3


def test_whoever_is_asked_to_challenge_is_thought_to_be_able_to():
    table = lay_out("5♣", "6♥ 2♠", at="Q♠", others="K♥")
    table.plain.step, table.plain.decider = r.CHALLENGE, B
    assert table.waiting() == [B]
    assert raised(table, B, encounters.HEART) >= encounters.HEARTS_NEEDED


def test_random_games_end_and_nobody_sits_better():
    played = GAME.playouts(400, seed=1, seats=4, options={"round_cap": 20})
    assert (played.lengths > 0).all()
    wins = (played.ranks == 1).mean(0)
    assert abs(wins - wins.mean()).max() < 0.09


def test_a_walk_to_a_house_and_home():
    table = lay_out("10♥", dice=(6, 6), level="intro")
    play(table, road(table, "Citadel NE"), r.ACQUIRE, r.SUGGESTED)
    assert "Q♥" in hand(table)
    assert table.plain.mover == B

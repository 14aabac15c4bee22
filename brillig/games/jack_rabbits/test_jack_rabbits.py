"""The examples of the rules: dice, roads, prices, royals and the end."""

import pytest

from brillig.core import BadOption
from brillig.games.jack_rabbits import purse
from brillig.games.jack_rabbits import record as r
from brillig.games.jack_rabbits.game import GAME
from brillig.games.jack_rabbits.land import tiles
from brillig.games.jack_rabbits.test_layouts import (
    CARD,
    A,
    B,
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

EVERYWHERE = {tiles.NAMES[k] for k in range(1, 13)} | {"the Citadel"}


# ---- lottery, setup, off the board ---------------------------------------------------------------------------------


def test_1_lottery():
    table = lay_out("4♣ 9♦ K♥", dice=(4, 2), step=r.DRAW_LOTS)
    assert offered(table) == {"Show 4♣", "No prize"}
    assert reason(table, CARD["9♦"]) == "That card matches no die."
    play(table, "Show 4♣")
    assert {"4♣", "9♦", "K♥"} < hand(table)
    assert len(hand(table)) == 4
    assert table.plain.step != r.LOTTERY
    assert reason(table, CARD["4♣"]) == "One prize per turn."


def test_2_shares():
    for seats, tight, each in ((3, "on", 3), (2, "off", 6), (3, "off", 4), (4, "off", 3)):
        table = GAME.new(seats, 1, {"board": "strict", "tight_suits": tight})
        s = table.plain
        assert [s.share[A, k] for k in range(3)] == [each] * 3
    s = GAME.new(3, 1, {"board": "generated", "tight_suits": "on"}).plain
    assert sum(s.where[k] != r.GONE for k in range(40)) == 30
    assert sum(s.where[k] != r.GONE for k in range(40, 52)) == 9
    assert [sum(s.at[k] != r.NONE for k in part) for part in (range(1, 13), range(13, 25), range(25, 37))] == [9, 9, 9]


def test_3_off_the_board_and_back():
    table = lay_out("10♦", "9♦", dice=(1, 1), level="intro")
    play(table, road(table, "Citadel SE"))
    assert (where(table), len(hand(table))) == ("off the board", 1)
    table = lay_out("10♦", at="off", step=r.BY_PLACE, level="intro")
    assert (where(table), len(hand(table)), table.plain.mover) == ("the Underground", 2, B)
    table = lay_out("10♦", at="Underground", level="intro")
    assert offered(table) == {
        "Out of C1: K♦", "Out of C2: Q♠", "Out of C3: J♥", "Out of C4: J♣",
    }  # fmt: skip
    play(table, "Out of C4")
    assert where(table) == "J♣"


# ---- journeys ------------------------------------------------------------------------------------------------------


def test_4_trek():
    table = lay_out("3♥ 2♣", dice=(2, 3), level="intro")
    play(table, road(table, "Citadel NW"))
    assert "Trek for 5 in ♣ ♥ ♠: to K♦ or J♠" in offered(table)
    play(table, r.TREK_PAY, CARD["3♥"], CARD["2♣"])
    assert len(offered(table)) == 2
    other = table.copy()
    play(table, next(label for label in offered(table) if label.endswith("K♦")))
    assert where(table) == "K♦"
    play(other, next(label for label in offered(other) if label.endswith("J♠")))
    assert where(other) == "J♠"


def test_5_trek_on_a_loop():
    table = lay_out("10♥", dice=(2, 3), level="intro")
    play(table, road(table, "Citadel S"))
    assert table.plain.step == r.TREK
    other = table.copy()
    play(table, r.TREK_PAY, r.SUGGESTED)
    assert {label.split(": ")[1] for label in offered(table)} == {"Q♠", "J♥"}
    play(other, r.KEEP)
    assert where(other) == "the Citadel"


def test_6_paying():
    table = lay_out("4♣ 2♥ 9♦ K♠", at="J♦", dice=(3, 4), level="intro")
    play(table, road(table, "J♦ S"), r.WALK_ON)
    assert tiles.NAMES[tiles.TILE_OF[table.plain.end]] == "W3"
    play(table, r.TREK_PAY)
    assert offered(table) == {"Pay 4♣ (4)", "Pay 2♥ (2)", "Pay K♠ (10)", "Pay K♠"}
    assert reason(table, CARD["9♦"]) == "This post takes only ♣, ♥ or ♠."
    other = table.copy()
    play(table, CARD["4♣"], CARD["2♥"])
    assert (table.plain.paid, table.plain.step) == (6, r.PAY)
    play(table, CARD["K♠"])
    assert (table.plain.paid, table.plain.step) == (16, r.TREK_END)
    assert "K♠" in located(table, r.AISLE)
    play(other, CARD["K♠"])
    assert (other.plain.paid, other.plain.step) == (10, r.TREK_END)


def test_7_not_enough():
    table = lay_out("4♣ 2♥ 9♦", at="K♠", dice=(4, 5), level="intro")
    play(table, road(table, "K♠ NE"))
    assert where(table) == "the Citadel"  # nothing was asked at M2 or W2
    table = lay_out("4♣ 2♥ 9♦ 3♠", at="J♦", dice=(4, 5), level="intro")
    s = table.plain
    s.end, s.step = s.partner[0], r.TREK  # on R1, from the Citadel
    purse.move(s, CARD["3♠"], r.PILE)
    assert reason(table, r.TREK_PAY) == "You need 9 points in ♣, ♥ or ♠."


def test_8_a_fork_on_the_coast():
    table = lay_out("8♠", at="J♦", dice=(4, 4), level="intro")
    play(table, road(table, "J♦ SE"))
    assert {"Horse for 8 in ♦ ♠", "Boat for 8 in ♦ ♠"} < offered(table)
    assert reason(table, r.ROAD + table.plain.end) == "Roads are walked forward only."
    other = table.copy()
    play(table, r.HIRE_HORSE, r.SUGGESTED)
    assert offered(table) == {f"Ride to {name}" for name in EVERYWHERE}
    assert reason(table, r.HEXAGON + 13) == "Not a place on the board."
    play(other, r.HIRE_BOAT, r.SUGGESTED)
    assert len(offered(other)) == 9
    assert reason(other, road(other, "Q♣ S")) == "Not on this water."
    again = other.copy()
    play(other, road(other, "J♣ NW"))
    assert where(other) == "J♣"
    play(again, "Sail to W4")
    assert where(again) == "the Citadel"
    table = lay_out("8♠", at="K♠", dice=(4, 4), level="intro")
    play(table, road(table, "K♠ SE"))
    assert reason(table, r.HIRE_BOAT) == "No boats here."


def test_9_tavern():
    table = lay_out("5♥", dice=(1, 3), level="intro")
    play(table, road(table, "Citadel N"), r.KEEP, r.KEEP)
    assert {"Walk on", "Buy the horse joker for 4 in ♦ ♥", "Buy the boat joker for 4 in ♦ ♥"} == offered(table)
    play(table, r.BUY_RED, CARD["5♥"])
    assert offered(table) == {"Walk on", "Ride the horse joker"}
    other = table.copy()
    play(table, r.HORSE_JOKER, to("K♣"))
    assert where(table) == "K♣"
    assert "horse joker" in located(table, r.AISLE)
    play(other, r.WALK_ON)
    assert where(other) == "J♦"
    assert "horse joker" in hand(other)


def test_9_a_joker_that_somebody_holds():
    table = lay_out("9♥", "red-joker", dice=(1, 3), level="intro")
    play(table, road(table, "Citadel N"), r.KEEP, r.KEEP)
    assert reason(table, r.BUY_RED) == "That joker is taken."


def test_10_cave():
    table = lay_out("6♣", at="K♦", dice=(3, 3), level="intro")
    play(table, road(table, "K♦ N"))
    assert offered(table) == {"Go underground: free, and the turn ends", "Out of another cave for 6 in ♣ ♦"}
    assert reason(table, r.ROAD + table.plain.end) == "Roads are walked forward only."
    other = table.copy()
    play(table, r.CAVE_PAY, r.SUGGESTED, "Out of C3")
    assert where(table) == "J♥"
    play(other, r.GO_UNDER)
    assert where(other) == "the Underground"
    assert len(hand(other)) == 2


def test_33_the_underground_is_left():
    table = lay_out("red-joker", at="Underground", level="intro")
    assert len(offered(table)) == 5
    assert reason(table, r.STAY) == "Hop out: choose a cave."


# ---- royals and hands ----------------------------------------------------------------------------------------------


def arrived(hands, at, **options):
    """At a hexagon, after the journey."""
    table = lay_out(hands, at=at, step=r.DEPART, **options)
    return play(table, r.STAY)


def test_11_acquisition():
    table = arrived("7♥ 3♥ 5♠ 2♦ A♣", "Q♥", level="intro")
    play(table, r.ACQUIRE)
    play(table, r.SUGGESTED)
    assert {"Q♥", "5♠", "2♦", "A♣"} < hand(table)
    assert len(hand(table)) == 5
    assert located(table, r.DISCARD) >= {"7♥", "3♥"}


def test_12_ten_points():
    table = lay_out("6♥ 3♥", at="Q♥", level="intro", step=r.LOCAL)
    table.plain.step, table.plain.after, table.plain.mover, table.plain.decider = r.LOCAL, 1, A, A
    assert reason(table, r.ACQUIRE) == "Ten points of that suit."
    table = arrived("6♥ 3♥ A♥", "Q♥", level="intro")
    play(table, r.ACQUIRE, CARD["6♥"], CARD["3♥"], CARD["A♥"])
    assert "Q♥" in hand(table)


def test_13_three_carrots():
    table = arrived("Q♠ J♦ K♥ 10♠", "K♠", level="intro")
    play(table, r.ACQUIRE)
    assert reason(table, CARD["10♠"]).startswith("You have three carrots only")
    play(table, CARD["Q♠"])
    assert {"K♠", "J♦", "K♥", "10♠"} < hand(table)
    assert "Q♠" in located(table, r.AISLE)
    table = lay_out("Q♠ J♦ K♥ 10♣", at="K♣", level="intro")
    play(table, r.STAY)
    assert table.plain.mover == B  # nothing to do there: no carrot is left
    table.plain.step, table.plain.after, table.plain.mover, table.plain.decider = r.LOCAL, 1, A, A
    assert reason(table, r.ACQUIRE) == "You have three carrots only."


def test_14_the_limit():
    nine = "2♣ 3♣ 4♣ 5♣ 6♣ 7♣ 8♣ 9♣ 10♣"
    table = lay_out(nine, at="K♥", dice=(2, 2), level="intro", step=r.DRAW_LOTS)
    play(table, "Show 2♣")
    assert table.plain.step == r.DISCARDING
    assert len(hand(table)) == 10
    assert reason(table, r.NO_PRIZE) == "Discard to 9."
    play(table, CARD["3♣"])
    assert len(hand(table)) == 9
    play(table, r.STAY)
    assert table.plain.step == r.DISCARDING
    assert len(hand(table)) == 10
    play(table, CARD["2♣"])
    assert (len(hand(table)), table.plain.mover) == (9, B)


def test_31_and_32_getting_rid_of_a_royal():
    table = lay_out("Q♥ J♠ 2♣ 3♣ 4♣ 5♣ 6♣ 7♣ 8♣", at="K♦", level="intro", quest="tribal")
    play(table, r.STAY, CARD["J♠"])
    assert "J♠" in located(table, r.AISLE)
    assert purse.royals(table.plain, A) == 1
    table = lay_out("Q♥ J♠ 10♥", at="J♦", dice=(4, 4), level="intro", quest="tribal")
    play(table, road(table, "J♦ SE"), r.HIRE_HORSE)
    assert reason(table, CARD["Q♥"]) == "This post takes only ♦ or ♠."
    play(table, CARD["J♠"], to("J♥"), r.ACQUIRE, CARD["10♥"])
    assert {"Q♥", "J♥"} < hand(table)
    table = lay_out("Q♥ J♠ A♦", at="J♦", dice=(5, 6), level="intro")
    play(table, road(table, "J♦ SE"), r.HIRE_HORSE, CARD["J♠"])
    assert table.plain.step == r.PAY
    play(table, CARD["A♦"])
    assert table.plain.step == r.RIDE


# ---- options -------------------------------------------------------------------------------------------------------


def test_23_ambivalent_aces():
    table = lay_out("2♦", at="J♠", discard="A♠", aces="ambivalent", step=r.BE_LOCAL)
    play(table, r.MARKET, CARD["A♠"], r.DONE, CARD["2♦"])
    assert "A♠" in hand(table)
    table = arrived("A♠", "Q♠", aces="ambivalent")
    play(table, r.ACQUIRE, CARD["A♠"])
    assert "Q♠" in hand(table)
    assert "A♠" in located(table, r.DISCARD)


def test_24_capital_and_additional():
    table = lay_out("A♦ 9♥ A♥", at="J♦", dice=(4, 5), aces="capital + additional", level="intro")
    play(table, road(table, "J♦ SE"), r.HIRE_HORSE, CARD["A♦"])
    assert (table.plain.paid, table.plain.capital[A], located(table, r.ON_TABLE)) == (11, CARD["A♦"], {"A♦"})
    play(table, to("K♥"), r.ACQUIRE)
    assert table.plain.paid == 1
    play(table, CARD["9♥"])
    assert "K♥" in hand(table)
    assert purse.worth(table.plain, A, CARD["A♥"], 0) == 1


def test_25_patriarchal_values():
    for royal, passes in (("Q♣", True), ("J♣", False)):
        table = lay_out(royal, at="K♦", dice=(6, 6), level="intro", patriarchal_values="on")
        play(table, road(table, "K♦ N"))
        assert (table.plain.step == r.AT_CAVE) == passes
    s = table.plain
    assert [purse.worth(s, A, CARD[name], 0) for name in ("A♠", "K♠", "Q♠", "J♠")] == [14, 13, 12, 11]


def test_26_windfall():
    table = lay_out("3♣ 3♥ 8♦", dice=(3, 3), step=r.DRAW_LOTS, windfall="on", level="intro")
    play(table, CARD["3♣"])
    assert len(hand(table)) == 5
    play(table, CARD["3♥"])
    assert len(hand(table)) == 7
    table = lay_out("3♣ 3♥ 8♦", dice=(3, 3), step=r.DRAW_LOTS, level="intro")
    assert len(hand(play(table, CARD["3♣"]))) == 4


def test_27_and_36_trail_of_carrots():
    table = lay_out("J♦", dice=(6, 6), trail_of_carrots="on", level="intro")
    play(table, road(table, "Citadel N"))
    assert table.plain.step == r.STOP
    assert reason(table, road(table, "J♦ S")) == "Roads are walked forward only."
    play(table, road(table, "J♦ SE"), next(k for k in offered(play(table.copy(), road(table, "J♦ SE"))) if "K♥" in k))
    assert where(table) == "K♥"
    table = lay_out("J♥ red-joker", dice=(6, 6), trail_of_carrots="on", level="intro")
    play(table, r.HORSE_JOKER, to("J♥"), road(table, "J♥ NW"))
    assert where(table) == "Q♠"
    table = play(lay_out("J♦ 4♣ 10♥", "5♣", at="J♦", others="J♦", step=r.DEPART), r.STAY)
    assert reason(table, road(table, "J♦ SE")) == "You must stop at each hexagon."


def test_28_the_advanced_citadel():
    table = lay_out("K♣ Q♦ J♠ 2♣", "6♥", at="Citadel", citadel="advanced", step=r.ARRIVE)
    assert (table.waiting(), table.plain.step) == ([B], r.CHALLENGE)
    other = table.copy()
    play(table, r.CHALLENGES, CARD["6♥"])
    assert where(table) == "off the board"
    assert not table.over
    play(other, r.LET_IN)
    assert other.over
    assert other.ranks() == [1, 2]


# ---- the end -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("trio", "fits"),
    [("K♣ Q♦ J♥", "simple, diverse, monarchical, diverse + monarchical"), ("K♠ Q♠ J♠", "simple, monarchical, tribal"),
     ("K♣ K♦ K♥", "simple, diverse"), ("K♣ Q♣ J♦", "simple, monarchical")],
)  # fmt: skip
def test_29_trios(trio, fits):
    quests = ("simple", "diverse", "monarchical", "diverse + monarchical", "tribal")
    for quest in quests:
        s = lay_out(trio, at="K♠", quest=quest, level="intro").plain
        assert purse.has_trio(s, A) == (quest in fits.split(", ")), quest


def test_30_the_cap():
    table = lay_out("K♣ Q♣ J♦ 4♠", "K♥ J♠ 10♠ 9♠ 8♠ 3♠", "Q♥", at="K♠", quest="diverse", level="intro")
    table.plain.step, table.plain.decider = r.OVER, r.NOBODY
    assert table.scores() == [2, 2, 1]
    assert table.ranks() == [1, 2, 3]
    table = lay_out("K♣ Q♣ J♦ 4♠", "K♥ J♠ Q♠ 10♠ 9♠ 8♠ 3♠", "Q♥", at="K♠", quest="diverse", level="intro")
    table.plain.step, table.plain.decider = r.OVER, r.NOBODY
    assert table.ranks() == [2, 1, 3]


def test_the_first_home_with_a_trio_wins():
    table = lay_out("K♣ Q♦ J♥", at="K♠", level="intro", dice=(6, 6))
    play(table, road(table, "K♠ NE"), *[r.KEEP] * 2)
    assert table.over
    assert table.ranks() == [1, 2]
    assert table.plain.winner == A


def test_the_round_cap_ends_the_game():
    table = GAME.new(2, 1, {"level": "intro", "round_cap": 20})
    table.plain.turns = 39
    play(table, *[r.NO_PRIZE for _ in range(table.plain.step == r.LOTTERY)], r.STAY)
    assert table.over
    assert table.plain.winner == r.NOBODY


# ---- options that do not go together -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, {"tight_suits": "on"}), (3, {"tight_suits": "on"}),
        (2, {"tight_suits": "on", "board": "generated", "quest": "diverse"}),
        (2, {"tight_suits": "on", "board": "free", "quest": "diverse + monarchical"}),
        (4, {"level": "intro", "citadel": "advanced"}),
        (2, {"kept_suits": "clubs + diamonds"}),
        (3, {"kept_suits": "clubs + diamonds", "tight_suits": "on", "board": "strict"}),
    ],
)  # fmt: skip
def test_refused_options(seats, options):
    with pytest.raises(BadOption):
        GAME.new(seats, 1, options)


def test_kept_suits():
    s = GAME.new(2, 1, {"tight_suits": "on", "board": "generated", "kept_suits": "clubs + hearts"}).plain
    assert {purse.SUIT[k] for k in range(52) if s.where[k] != r.GONE} == {tiles.CLUBS, tiles.HEARTS}
    s = GAME.new(2, 1, {"tight_suits": "on", "board": "generated"}).plain
    assert {purse.SUIT[k] for k in range(52) if s.where[k] != r.GONE} == {tiles.DIAMONDS, tiles.SPADES}

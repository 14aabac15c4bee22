"""The screen of Liar's Cards, what is called out, and how bots judge bids."""

import pytest

from brillig.core import SPECTATOR
from brillig.games.liars_cards.bids import LIAR, WILD
from brillig.games.liars_cards.game import GAME
from brillig.games.liars_cards.judgement import TOTAL_OF, at_least, odds, prefer, value
from brillig.games.liars_cards.test_layouts import FIFTEEN, A, B, C, bid, dealt, play, total
from brillig.parts.boxes.greenbox import ARROW, BRICKS, CIRCLES, DROP, HAMMERS, WHEEL


def told(table, code: int) -> list[str]:
    """What is called out when the next seat chooses this."""
    before = table.view(SPECTATOR)
    play(table, code)
    return GAME.tell(before, table.view(SPECTATOR), SPECTATOR)


def pieces(screen) -> dict:
    found = {p.id: p for zone in screen.zones for p in zone.pieces}
    return found | {p.id: p for zone in screen.zones for spot in zone.spots for p in spot.pieces}


# ---- the screen ----------------------------------------------------------------------------------------------------


def test_a_bid_is_touched_as_a_tile_and_a_number():
    table = dealt(*FIFTEEN)
    s = table.view(A)
    assert GAME.touch(s, A, bid(4, BRICKS)) == ("position-4", "number-4")
    assert GAME.touch(s, A, total(9)) == ("number-9",)
    assert GAME.touch(s, A, LIAR) == ()
    shuffled = dealt(*FIFTEEN, row=(ARROW, BRICKS, DROP, WHEEL, HAMMERS, CIRCLES), track="shuffled").view(A)
    assert GAME.touch(shuffled, A, WILD + WHEEL) == ("position-4",)
    assert GAME.touch(shuffled, A, bid(2, CIRCLES)) == ("position-6", "number-2")


def test_labels():
    s = dealt(*FIFTEEN).view(A)
    labels = [GAME.label(s, A, code) for code in (bid(4, CIRCLES), total(9), LIAR, WILD + WHEEL)]
    assert labels == ["4 × Three Circles", "total 9", "Liar!", "Wheel is wild"]


def test_the_track_shows_the_marker_and_the_wild_tile():
    table = dealt(*FIFTEEN)
    shown = pieces(table.screen(A))
    assert "marker" not in shown
    assert shown["tile-0"].face.look["askew"] == 1
    assert shown["tile-0"].badge == "wild"
    play(table, bid(2, ARROW))
    board = table.screen(B).zones[0]
    marked = {spot.id for spot in board.spots if spot.mark == "last"}
    assert marked == {"position-6", "number-2"}
    dim = [p.face.text for spot in board.spots for p in spot.pieces if p.mark == "dim"]
    assert dim == ["1", "2"]  # no symbol is higher than the Arrow
    straight = dealt(*FIFTEEN)
    play(straight, bid(2, DROP))
    assert "askew" not in pieces(straight.screen(B))["tile-0"].face.look


def test_own_cards_lie_grouped_by_symbol():
    table = dealt((42, 0, 9, 33, 1), *FIFTEEN[1:])
    hand = next(zone for zone in table.screen(A).zones if zone.id == "hand")
    assert [p.face.text for p in hand.pieces] == ["RD1", "BD3", "GH1", "BH2", "YH3"]
    assert [p.badge for p in hand.pieces] == ["wild", "wild", "", "", ""]
    assert not any(zone.id == "hand" for zone in table.screen(SPECTATOR).zones)


def test_a_challenge_numbers_what_counts_and_the_wild_cards_last():
    table = dealt(*FIFTEEN)
    play(table, bid(6, ARROW), LIAR)
    shown = {p.face.text: (p.badge, p.mark) for id, p in pieces(table.screen(C)).items() if id.startswith("shown-card")}
    assert len(shown) == 15
    counted = {text: badge for text, (badge, _) in shown.items() if badge}
    assert counted == {"BA1": "1", "YA2": "2", "WA3": "3", "BD3": "4w", "RD1": "5w", "GD1": "6w"}
    assert all(mark == "dim" for badge, mark in shown.values() if not badge)
    titles = [zone.title for zone in table.screen(C).zones if zone.id.startswith("challenge")]
    assert titles == ["Last challenge: 6 × Arrow, bid by Seat 1, called by Seat 2"]


@pytest.mark.parametrize("seats", range(3, 11))
def test_all_hands_of_a_challenge_are_shown_at_every_size_of_table(seats):
    table = GAME.new(seats)
    play(table, bid(table.plain.dealt, WHEEL), LIAR)
    zones = [zone for zone in table.screen(SPECTATOR).zones if zone.id.startswith("challenge")]
    assert sum(len(spot.pieces) for zone in zones for spot in zone.spots) == seats * (
        1 + (5, 4, 3)[(seats > 7) + (seats > 9)]
    )
    assert all(spot.row < zone.rows and spot.col < zone.cols for zone in zones for spot in zone.spots)
    assert zones[0].title.startswith(f"Last challenge: {table.plain.last.bid // 6 + 1} × Wheel")
    assert zones[-1].note


def test_prompts_say_what_to_do():
    table = dealt(*FIFTEEN, track="shuffled")
    assert table.screen(A).prompt == "Name the wild symbol: touch its tile."
    play(table, WILD + WHEEL)
    assert table.screen(A).prompt.startswith("Open the bidding: touch a symbol")
    assert "unless you open on Wheel itself" in table.screen(A).help
    play(table, bid(3, ARROW))
    assert table.screen(B).prompt.startswith("Seat 1 bids 3 × Arrow.")
    assert table.screen(A).prompt == ""
    few = dealt((3,), (24,), ())
    assert "total" in few.screen(A).prompt
    assert few.screen(C).prompt == "You have no cubes left: you are out."
    play(few, total(4))
    assert few.screen(B).prompt == "Seat 1 bids a total of 4. Touch a higher total, or call liar."
    play(few, total(12))
    assert few.screen(A).prompt == "Seat 2 bids a total of 12. Nothing is higher: call liar."


# ---- what is called out --------------------------------------------------------------------------------------------


def test_bids_and_a_challenge_are_called_out():
    table = dealt(*FIFTEEN)
    assert told(table, bid(6, ARROW)) == ["Seat 1 bids 6 × Arrow."]
    assert told(table, LIAR) == [
        "Seat 2 calls Seat 1 a liar on 6 × Arrow!",
        "3 Arrow and 3 wild Drop make 6: the bid holds.",
        "Seat 2 loses a cube and has 4 left.",
        "Round 2: 14 cards are dealt, and Seat 2 starts.",
    ]


def test_what_becomes_of_the_wild_symbol_is_called_out():
    table = dealt(*FIFTEEN, track="shuffled")
    assert told(table, WILD + WHEEL) == ["Seat 1 names the wild symbol: Wheel."]
    assert told(table, bid(3, WHEEL)) == ["Seat 1 bids 3 × Wheel.", "Wheel is not wild in this round."]
    assert told(table, LIAR)[1] == "There are 2 Wheel: the bid fails."


def test_no_true_card_is_called_out():
    table = dealt((0, 17, 9), (25, 33, 12), (45, 50, 27))
    play(table, bid(3, ARROW))
    assert told(table, LIAR)[1] == "There is no Arrow at all, so the 4 wild Drop cannot help: the bid fails."


def test_the_first_value_round_and_the_end_are_called_out():
    table = dealt((0, 1, 2), (3,), ())
    play(table, bid(4, WHEEL))
    assert told(table, LIAR)[-1] == "From now on: total value."
    play(table, total(18))
    assert "From now on: total value." not in told(table, LIAR)
    last = dealt((3,), (24,), ())
    play(last, total(8))
    assert told(last, LIAR) == [
        "Seat 2 calls Seat 1 a liar on a total of 8!",
        "The cards total 7: the bid fails.",
        "Seat 1 loses a cube and is out.",
        "Seat 2 has the last cubes and wins.",
    ]


# ---- for the bots --------------------------------------------------------------------------------------------------


def test_chances_agree_with_the_specification():
    """Ten unknown cards, of which 18 in 49 fit: at least 3 with 80 %, 4 with 54 %. (Ours count all 54 cards.)"""
    some = at_least(18)[10]
    assert abs(some[3] - 800) < 80
    assert abs(some[4] - 540) < 110
    assert at_least(9)[0][:2] == (1000, 0)
    # Three cards: 7 or more with 71 %. Two of them unseen, the third averages over its numbers.
    three = {v: sum(TOTAL_OF[2][max(0, v - n)] * k for n, k in zip(range(1, 7), (18, 12, 6, 6, 6, 6), strict=True)) / 54
             for v in (7, 8, 9, 10, 11)}  # fmt: skip
    assert [round(three[v] / 10) for v in (7, 8, 9, 10, 11)] == pytest.approx([71, 59, 46, 33, 24], abs=1.5)


def test_a_seat_judges_bids_by_its_own_cards():
    table = dealt(*FIFTEEN)
    s = table.plain
    assert odds(s, A, bid(1, ARROW)) == 1000  # it holds one, and wild cards with it
    assert odds(s, A, bid(15, ARROW)) == 0
    assert odds(s, A, bid(6, ARROW)) > odds(s, A, bid(6, WHEEL)) > odds(s, A, bid(7, WHEEL))
    assert odds(s, A, bid(4, DROP)) < odds(s, A, bid(4, BRICKS))  # nothing helps the wild symbol
    play(table, bid(5, WHEEL), bid(5, ARROW))
    before = odds(s, C, bid(6, WHEEL))
    s.said[A] = -1
    assert odds(s, C, bid(6, WHEEL)) < before  # what others have said counts


def test_judgement_does_not_look_at_other_hands():
    table = dealt(*FIFTEEN)
    play(table, bid(4, BRICKS))
    for deal in range(20):
        other = table.guess(B, deal=deal).plain
        assert all(prefer(other, B, code) == prefer(table.plain, B, code) for code in table.codes(B))


def test_hopeless_bids_are_called():
    table = dealt(*FIFTEEN)
    play(table, bid(12, WHEEL))
    weights = {code: prefer(table.plain, B, code) for code in table.codes(B)}
    assert weights[LIAR] > 100 * sum(w for code, w in weights.items() if code != LIAR)


def test_value_goes_by_cubes():
    table = dealt((0, 1), (2, 3), (4, 5), lives=(4, 2, 2))
    s = table.plain
    assert value(s, A) > value(s, B) == value(s, C)
    s.lives[C], s.fell[C] = 0, 3
    assert value(s, C) == 0
    s.lives[B], s.fell[B] = 0, 4
    assert [value(s, seat) for seat in (A, B, C)] == [1000, 500, 0]

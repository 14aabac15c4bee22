"""The screen of Flower Garden, what is called out, and how bots judge."""

import pytest

from brillig.core import SPECTATOR
from brillig.games.flower_garden.game import GAME
from brillig.games.flower_garden.judgement import prefer, standing, turns_left, value
from brillig.games.flower_garden.shop import STOP
from brillig.games.flower_garden.test_layouts import KARI, OLA, add, bed, discard, laid, new_row, play, take
from brillig.parts.boxes.greenbox import BLUE, GREEN, RED, YELLOW


def told(table, code: int) -> list[str]:
    """What is called out when the next seat chooses this."""
    before = table.view(SPECTATOR)
    play(table, code)
    return GAME.tell(before, table.view(SPECTATOR), SPECTATOR)


def zone(table, seat: int, id: str):
    return next(zone for zone in table.screen(seat).zones if zone.id == id)


def spots(table, seat: int, id: str) -> dict:
    return {spot.id: spot for spot in zone(table, seat, id).spots}


# ---- choices -------------------------------------------------------------------------------------------------------


def test_a_card_is_touched_and_then_where_it_goes():
    table = laid((27, 0, 20), (1, 2), rows=((41,),), baskets=((0, 1, 0, 0),))
    s = table.view(KARI)
    assert GAME.touch(s, KARI, new_row(0)) == ("card-0", "new-row")
    assert GAME.touch(s, KARI, add(27, 41)) == ("card-27", "end-41")
    assert GAME.touch(s, KARI, bed(20, GREEN)) == ("card-20", "basket-green")
    assert GAME.touch(s, KARI, discard(0)) == ("card-0", "discard")
    play(table, discard(0))
    assert GAME.touch(table.view(KARI), KARI, discard(27)) == ("card-27",)
    assert GAME.touch(table.view(KARI), KARI, STOP) == ()


def test_a_further_card_is_one_touch():
    table = laid((27, 19, 6, 0), (1, 2))
    play(table, new_row(27))
    s = table.view(KARI)
    assert GAME.touch(s, KARI, add(19, 27)) == ("card-19",)
    play(table, add(19, 27), STOP)
    assert GAME.touch(table.view(KARI), KARI, take(BLUE)) == ("pile-blue",)


def test_labels_say_what_a_choice_brings():
    table = laid((27, 0, 20, 19), (1, 2), rows=((41, 44),), baskets=((0, 1, 0, 0),), flowers=(20, 20, 0, 20))
    s = table.view(KARI)
    labels = [GAME.label(s, KARI, code) for code in (new_row(0), new_row(27), add(19, 41), bed(20, GREEN), discard(0))]
    assert labels == [
        "New row with blue Drop 3: +0B",
        "New row with red Wheel 3: +1R",
        "white Wheel 2 after green Wheel 2, clearing the row: +3 any",
        "Plant 1 green flower on white Bricks 1: +2",
        "Discard blue Drop 3",
    ]
    play(table, new_row(27))
    assert GAME.label(table.view(KARI), KARI, STOP) == "Stop: take 1 red flower"
    play(table, add(19, 27))
    assert GAME.label(table.view(KARI), KARI, take(RED)) == "Take 2 red flowers"
    other = laid((27, 0, 20), (1, 2))
    play(other, discard(0), discard(20))
    assert GAME.label(other.view(KARI), KARI, STOP) == "Done: draw 2 cards"


# ---- the screen ----------------------------------------------------------------------------------------------------


def test_a_row_is_a_staircase_and_its_last_card_is_touched():
    table = laid((0,), (1, 2), rows=((3, 41, 27), (30,)))
    shown = spots(table, KARI, "shop")
    stairs = [shown[id] for id in ("under-3", "under-41", "end-3")]
    assert [spot.row - stairs[0].row for spot in stairs] == [0, 2, 4]
    assert len({spot.col for spot in stairs}) == 1
    assert [spot.pieces[0].id for spot in stairs] == ["card-3", "card-41", "card-27"]
    assert stairs[-1].pieces[0].badge == "3"
    assert shown["end-30"].pieces[0].badge == "1"


def test_many_rows_go_on_below():
    rows = [(card,) for card in range(0, 40, 2)]
    board = zone(laid((1,), (3,), rows=rows), KARI, "shop")
    ends = [spot for spot in board.spots if spot.id.startswith("end-")]
    assert len(ends) == 20
    assert len({(spot.row, spot.col) for spot in ends}) == 20
    assert all(spot.row + spot.high <= board.rows and spot.col + spot.wide <= board.cols for spot in board.spots)
    assert len(board.heights) == board.rows


def test_own_flowers_lie_below_those_of_the_shop():
    table = laid((0,), (1,), baskets=((2, 0, 0, 1), (0, 5, 0, 0)))
    shown = spots(table, KARI, "flowers")
    assert [len(shown[f"basket-{hue}"].pieces) for hue in ("red", "green", "blue", "yellow")] == [1, 0, 0, 1]
    assert shown["basket-red"].col == shown["pile-red"].col
    assert shown["pile-red"].pieces[0].badge == "20"
    assert not any(id.startswith("basket") for id in spots(table, SPECTATOR, "flowers"))
    counters = {panel.title: panel.counters["to plant"] for panel in table.screen(SPECTATOR).panels[1:]}
    assert counters == {"Seat 1": "R2 Y1", "Seat 2": "G5"}


def test_flowers_are_a_warning_when_the_end_is_near():
    late = laid((0,), (1,), baskets=((2, 0, 0, 0),), deck=(5, 6, 7), emptied=1)
    assert spots(late, KARI, "flowers")["basket-red"].mark == "warn"
    assert late.screen(KARI).panels[0].lamps == {"last cards": "red"}
    early = laid((0,), (1,), baskets=((2, 0, 0, 0),), deck=(5, 6, 7), emptied=0)
    assert spots(early, KARI, "flowers")["basket-red"].mark == ""


def test_gardens_show_beds_and_their_flowers():
    table = laid((0,), (1,), beds=((OLA, 20, GREEN), (OLA, 30, RED), *((KARI, card, BLUE) for card in range(2, 11))))
    board = zone(table, SPECTATOR, "gardens")
    beds = {spot.id: [p.face.text for p in spot.pieces] for spot in board.spots if spot.id.startswith("bed")}
    assert beds["bed-20"] == ["WB1", "G1"]
    assert beds["bed-30"] == ["RD6", "R6"]
    assert len(beds) == 11
    assert board.rows == 3  # nine beds of the first seat take two lines


def test_hands_are_sorted_as_they_go_into_rows():
    table = laid((19, 3, 27, 0, 30), (1,))
    assert [p.face.text for p in zone(table, KARI, "hand").pieces] == ["RD6", "BD3", "BW6", "RW3", "WW2"]
    assert not any(z.id == "hand" for z in table.screen(SPECTATOR).zones)


def test_prompts():
    table = laid((27, 19, 0), (1, 2))
    assert table.screen(KARI).prompt.startswith("Touch a card, then where it goes: a row of the shop")
    assert table.screen(OLA).prompt == ""
    play(table, new_row(27))
    assert table.screen(KARI).prompt == "Another card for this row, or stop and take 1 red flower?"
    play(table, add(19, 27))
    assert table.screen(KARI).prompt == "Touch the flowers that you take: 2 of one colour."
    play(table, take(RED), discard(1))
    assert table.screen(OLA).prompt == "Discard up to 3 more, or be done."
    play(table, STOP)
    assert "your flowers (to plant them)" in table.screen(KARI).prompt


@pytest.mark.parametrize(
    ("position", "code", "why"),
    [
        ({"deck": (5,), "emptied": 1}, discard(0), "the draw pile has been emptied twice"),
        ({"flowers": (0, 20, 1, 20)}, new_row(0), "two colours of flowers have run out"),
        ({"deck": ()}, new_row(0), "nobody has a card left"),
    ],
)
def test_why_the_game_is_over(position, code, why):
    table = laid((0,), (), **position)
    said = told(table, code)
    assert f"The game is over: {why}." in said
    assert table.screen(KARI).prompt == f"The game is over: {why}."
    assert table.screen(KARI).verdict


# ---- what is called out --------------------------------------------------------------------------------------------


def test_the_rulebooks_example_is_told():
    table = laid((27, 11, 17, 30, 31, 32), (52, 12, 13, 14, 4, 5))
    assert told(table, new_row(27)) == ["Seat 1 begins a row with red Wheel 3."]
    assert told(table, add(11, 27)) == [
        "Seat 1 lays yellow Wheel 1 after red Wheel 3.",
        "Seat 1 takes 2 yellow flowers.",
    ]
    assert told(table, add(52, 27)) == ["Seat 2 lays black Wheel 1 after yellow Wheel 1."]
    assert told(table, take(RED)) == ["Seat 2 takes 3 red flowers.", "Two equal numbers: the row is cleared."]
    assert told(table, bed(17, YELLOW)) == ["Seat 1 plants 2 yellow flowers on yellow Drop 2."]
    assert told(table, discard(12)) == ["Seat 2 discards yellow Bricks 6."]
    assert told(table, STOP) == ["Seat 2 draws 1 card."]


def test_piles_that_run_out_are_told():
    table = laid((27, 0), (1, 2), deck=(5,), away=(7, 8, 9), flowers=(1, 20, 20, 20))
    assert told(table, new_row(27)) == [
        "Seat 1 begins a row with red Wheel 3.",
        "Seat 1 takes 1 red flower.",
        "There are no red flowers left.",
        "The draw pile is emptied for the first time.",
    ]
    assert told(table, new_row(1))[-1] == "Last cards: only 2 left before the end."


# ---- bots ----------------------------------------------------------------------------------------------------------


def test_planted_flowers_are_worth_more_than_flowers_that_can_be_planted():
    can = laid((27, 0), (1, 2), baskets=((3, 0, 0, 0),))
    has = laid((0,), (1, 2), beds=((KARI, 27, RED),))
    cannot = laid((0, 5), (1, 2), baskets=((3, 0, 0, 0),))
    worth = [standing(table.plain, KARI, 5) for table in (has, can, cannot)]
    assert worth == sorted(worth, reverse=True)
    assert len(set(worth)) == 3
    assert value(can.plain, KARI) > 500 > value(can.plain, OLA)


def test_the_end_is_seen_coming():
    assert turns_left(laid((0,), (1,)).plain) > turns_left(laid((0,), (1,), deck=(2, 3), emptied=1).plain) == 1
    late = laid((0, 5), (1, 2), baskets=((3, 0, 0, 0),), deck=(3,), emptied=1)
    early = laid((0, 5), (1, 2), baskets=((3, 0, 0, 0),))
    assert standing(late.plain, KARI, 1) < 0 <= standing(early.plain, KARI, turns_left(early.plain))


def test_a_large_bed_is_preferred():
    s = laid((27, 33, 0), (1, 2), baskets=((4, 0, 0, 0),)).plain
    assert prefer(s, KARI, bed(27, RED)) > prefer(s, KARI, bed(33, RED)) > prefer(s, KARI, discard(0))

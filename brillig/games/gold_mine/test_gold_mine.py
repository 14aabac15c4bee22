"""The examples of the specification, its illegal attempts, the screen and the calls, and what each seat may know."""

from itertools import count

import pytest

from brillig import bots
from brillig.core import SPECTATOR, IllegalChoice, Table
from brillig.core.chance import sow
from brillig.games.gold_mine.game import (
    COLLAPSED,
    DESERTED,
    GAME,
    HAS_COLLAPSED,
    MADE,
    RUN,
    RUNS,
    STAY,
    STAYS,
    fatal,
    forget,
)
from brillig.parts.bag import total
from brillig.parts.boxes.greenbox import ARROW, BRICKS, CARD_NUMBER, CARD_SYMBOL, CARDS, DROP, WHEEL

ANNA, BENTE, CHRISTIAN = 0, 1, 2
OF_SYMBOL = [[card for card in range(CARDS) if CARD_SYMBOL[card] == symbol] for symbol in range(6)]


# ---- to bring a position about by playing: the cards wanted come from a chance under which they come ---------------


def deal(card: int, seats: int, gear="plain", **options) -> Table:
    """A new table whose first card is this one."""
    for k in count():
        table = GAME.new(seats, deal=k, options=options, gear=gear)
        if table.plain.row[0, 0] == card:
            return table
    raise AssertionError


def choose(table: Table, *runners: int) -> None:
    """All inside choose: these seats run, the others stay."""
    for seat in table.waiting():
        table.play(seat, RUN if seat in runners else STAY)


def turn_up(table: Table, card: int, *runners: int) -> None:
    """All inside choose, and this card is turned up."""
    s = table.plain
    stayers = [seat for seat in range(table.seats) if s.chosen[seat] == STAYS] + list(set(table.waiting()) - {*runners})
    place = (s.at, s.shown[s.at]) if stayers else (s.at + 1, 0)
    for k in count():
        trial = table.copy()
        sow(trial.plain.rng, k, 0, 0, 0)
        choose(trial, *runners)
        if trial.plain.row[place] == card:
            table.raw[:] = trial.raw
            return


def mine(gear="plain", **options) -> Table:
    """Anna, Bente and Christian before the fifth choice of the rulebook's round."""
    table = deal(40, 3, gear, **options)
    for card in (35, 17, 42, 0):
        turn_up(table, card)
    return table


def of_seats(table: Table, name: str) -> list[int]:
    return list(getattr(table.plain, name)[: table.seats])


# ---- the examples --------------------------------------------------------------------------------------------------


def test_example_1_the_rulebooks_round(gear):
    table = deal(40, 3, gear)
    loots, lefts = [of_seats(table, "loot")], [table.plain.left]
    for card in (35, 17, 42, 0):
        turn_up(table, card)
        loots.append(of_seats(table, "loot"))
        lefts.append(table.plain.left)
    assert loots == [[1] * 3, [1] * 3, [1] * 3, [1] * 3, [2] * 3]
    assert lefts == [2, 4, 6, 7, 7]
    turn_up(table, 49, ANNA, CHRISTIAN)
    assert table.scores() == [5, 0, 5]
    assert of_seats(table, "loot") == [0, 7, 0]
    assert table.plain.left == 1
    assert table.waiting() == [BENTE]
    choose(table, BENTE)
    assert table.scores() == [5, 8, 5]


@pytest.mark.parametrize("symbol", [ARROW, DROP])
def test_example_2_the_same_with_a_collapse(gear, symbol):
    before = mine(gear)
    left_in_deck = [card for card in OF_SYMBOL[symbol] if before.plain.deck[card]]
    assert len(left_in_deck) == 7
    for card in left_in_deck:
        table = before.copy()
        turn_up(table, card, ANNA, CHRISTIAN)
        assert table.plain.ended[0] == COLLAPSED
        assert table.scores() == [5, 0, 5]
        # The next round has begun, with nothing left over from this one.
        assert table.plain.at == 1
        first = CARD_NUMBER[table.plain.row[1, 0]]
        assert of_seats(table, "loot") == [first // 3] * 3
        assert table.plain.left == first % 3


def test_example_3_eight_seats(gear):
    table = deal(30, 8, gear)
    assert of_seats(table, "loot") == [0] * 8
    assert table.plain.left == 6
    turn_up(table, 3, 1, 4, 7)  # blue Wheel 6 among the five that stay: one each, one left
    assert table.scores() == [0, 2, 0, 0, 2, 0, 0, 2]
    assert table.plain.left == 1


def test_example_4_both_run_after_one_card(gear):
    table = deal(0, 2, gear)
    assert of_seats(table, "loot") == [1, 1]
    assert table.plain.left == 1
    turn_up(table, 3, 0, 1)  # blue Wheel 6 leaves nothing, so what is left would be the lost nugget
    assert table.scores() == [1, 1]
    assert table.plain.ended[0] == DESERTED
    assert list(table.plain.shown) == [1, 1, 0, 0]
    assert table.plain.left == 0


def test_example_5_too_little_left_for_four(gear):
    table = GAME.new(4, gear=gear)
    table.plain.left = 3
    for seat in range(4):
        table.plain.loot[seat] = 4
    choose(table, 0, 1, 2, 3)
    assert table.scores() == [4, 4, 4, 4]


def test_example_6_symbols_need_not_be_in_sequence(gear):
    wheel, drop, bricks = OF_SYMBOL[WHEEL], OF_SYMBOL[DROP], OF_SYMBOL[BRICKS]
    table = deal(wheel[0], 2, gear)
    for card in (drop[0], wheel[1], bricks[0]):
        turn_up(table, card)
        assert table.plain.at == 0
    turn_up(table, wheel[2])
    assert table.plain.ended[0] == COLLAPSED
    assert table.plain.at == 1


@pytest.mark.parametrize(("reshuffle", "deck"), [("no", 45), ("yes", 54)])
def test_example_7_a_new_round(gear, reshuffle, deck):
    drops = OF_SYMBOL[DROP]
    table = deal(drops[0], 3, gear, reshuffle=reshuffle)
    for card in (drops[1], *(OF_SYMBOL[symbol][k] for symbol in (1, 2, 3) for k in (0, 1)), OF_SYMBOL[4][0]):
        turn_up(table, card)
    assert table.plain.shown[0] == 9
    assert table.plain.seen[DROP] == 2
    turn_up(table, drops[2], 0, 1, 2)
    assert list(table.plain.seen) == [1, 0, 0, 0, 0, 0]
    assert total(table.plain.deck) == deck - 1  # the Drop has been turned up
    assert list(table.plain.shown) == [9, 1, 0, 0]


def test_example_8_the_chance_of_a_collapse(gear):
    drops, arrows = OF_SYMBOL[DROP], OF_SYMBOL[ARROW]
    table = deal(drops[0], 2, gear)
    for card in (arrows[0], arrows[1], drops[1]):
        turn_up(table, card)
    assert (fatal(table.plain), sum(table.plain.deck)) == (14, 50)
    assert table.screen(0).panels[0].counters["collapse risk"] == "28%"


# ---- the illegal attempts ------------------------------------------------------------------------------------------


def refused(table: Table, seat: int, code: int) -> str:
    before = bytes(table)
    with pytest.raises(IllegalChoice) as why:
        table.play(seat, code)
    assert bytes(table) == before
    return why.value.reason


@pytest.mark.parametrize("code", [STAY, RUN])
def test_illegal_when_not_inside(gear, code):
    table = mine(gear)
    turn_up(table, 49, ANNA)
    assert refused(table, ANNA, code) == "You have already left the mine this round."


@pytest.mark.parametrize("first", [STAY, RUN])
@pytest.mark.parametrize("second", [STAY, RUN])
def test_illegal_to_choose_twice(gear, first, second):
    table = GAME.new(3, gear=gear)
    table.play(BENTE, first)
    assert refused(table, BENTE, second) == "Your choice is locked in."


def test_illegal_while_no_card_waits(gear):
    """No table stands still without a card, so this one is laid out by hand."""
    table = GAME.new(3, gear=gear)
    table.plain.shown[0] = 0
    assert refused(table, ANNA, STAY) == "Wait for the next card."


def test_illegal_after_a_collapse(gear):
    """Only the last round's collapse lasts; to its end the table has its own words."""
    table = mine(gear)
    table.plain.at = 3
    for k in range(5):
        table.plain.row[3, k] = table.plain.row[0, k]
    table.plain.shown[3] = 5
    turn_up(table, OF_SYMBOL[DROP][5], ANNA)
    assert table.over
    assert table.gear.refuse(table._x, BENTE, STAY) == HAS_COLLAPSED
    assert GAME.refusals[HAS_COLLAPSED] == "The mine has collapsed."
    assert refused(table, BENTE, STAY) == "The game is over."


# ---- more of the rules ---------------------------------------------------------------------------------------------


def test_a_choice_is_made_after_the_first_card(gear):
    for seats in range(2, 9):
        table = GAME.new(seats, gear=gear)
        assert list(table.plain.shown) == [1, 0, 0, 0]
        assert table.waiting() == list(range(seats))
        assert [c.label for c in table.choices(seats - 1)] == ["Stay", "Run"]


def test_the_longest_game_is_the_bound(gear):
    """Twelve cards show each symbol twice and the next one collapses for certain, four times down one deck."""
    unused = [cards.copy() for cards in OF_SYMBOL]
    plies, table = 0, None
    for past in range(4):
        twelve = [unused[symbol].pop() for symbol in range(6) for _ in range(2)]
        if table is None:
            table = deal(twelve[0], 2, gear)
        else:
            turn_up_first(table, unused[past - 1].pop(), twelve[0])
            plies += 2
        for card in twelve[1:]:
            turn_up(table, card)
            plies += 2
        deadly, deck = fatal(table.plain), sum(table.plain.deck)
        assert deadly == deck > 0
        assert table.plain.at == past
    choose(table)
    plies += 2
    assert table.over
    assert list(table.plain.shown) == [13] * 4
    assert plies == GAME.bound(2) == 96


def turn_up_first(table: Table, third: int, first: int) -> None:
    """All stay, this card collapses the mine, and that one opens the next round."""
    for k in count():
        trial = table.copy()
        sow(trial.plain.rng, k, 0, 0, 0)
        choose(trial)
        s = trial.plain
        if (s.row[s.at - 1, 12], s.row[s.at, 0]) == (third, first):
            table.raw[:] = trial.raw
            return


def test_equal_banks_share_the_place(gear):
    table = GAME.new(4, gear=gear)
    for seat, gold in enumerate((7, 9, 7, 2)):
        table.plain.bank[seat] = gold
    assert table.ranks() == [2, 1, 2, 4]


def test_collapses_come_as_often_as_they_should():
    """17% by card 5, 47% by card 7, 79% by card 9 when nobody runs."""
    lengths = []
    for k in range(500):
        table = GAME.new(2, seed=4, deal=k, options={"reshuffle": "yes"}, gear="compiled")
        while not table.over:
            choose(table)
        lengths += table.plain.shown
    for card, share in ((5, 0.17), (7, 0.47), (9, 0.79)):
        assert sum(n <= card for n in lengths) / len(lengths) == pytest.approx(share, abs=0.03)


# ---- what a seat may know ------------------------------------------------------------------------------------------


def test_a_choice_is_secret_until_all_have_chosen(gear):
    table = mine(gear)
    table.play(BENTE, RUN)
    table.play(ANNA, STAY)
    assert of_seats(table.hidden(ANNA), "chosen") == [STAYS, MADE, 0]
    assert of_seats(table.hidden(BENTE), "chosen") == [MADE, RUNS, 0]
    assert of_seats(table.hidden(CHRISTIAN), "chosen") == [MADE, MADE, 0]
    assert of_seats(table.hidden(SPECTATOR), "chosen") == [MADE, MADE, 0]
    assert table.waiting() == [CHRISTIAN]
    assert of_seats(table, "ran") == [0, 0, 0]
    choose(table)
    assert of_seats(table.hidden(SPECTATOR), "ran") == [0, 1, 0]  # open to all at once


def test_two_worlds_look_the_same_to_the_others(gear):
    worlds = []
    for code in (STAY, RUN):
        table = mine(gear)
        before = table.view(ANNA)
        table.play(BENTE, code)
        heard = GAME.tell(before, table.view(ANNA), ANNA)
        seen = [table.screen(viewer).to_dict() for viewer in (ANNA, SPECTATOR)]
        worlds.append((bytes(table.hidden(ANNA)), seen, heard))
    assert worlds[0] == worlds[1]


def test_a_guess_knows_my_choice_and_tries_both_of_the_others(gear):
    table = mine(gear)
    table.play(ANNA, RUN)
    table.play(BENTE, STAY)
    guesses = [of_seats(table.guess(ANNA, seed), "chosen") for seed in range(40)]
    assert {tuple(g) for g in guesses} == {(RUNS, STAYS, 0), (RUNS, RUNS, 0)}


# ---- what bots shun ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "left", "leaves"),
    [(2, 1, False), (2, 5, False), (2, 6, True), (3, 2, False), (3, 3, True), (8, 0, False), (8, 3, True)],
)
def test_nobody_runs_from_a_safe_mine_for_less_than_the_others_will_get(seats, left, leaves):
    s = deal(0, seats).plain
    s.left = left
    assert fatal(s) == 0
    assert GAME.shuns(s, ANNA, RUN) is not leaves
    assert not GAME.shuns(s, ANNA, STAY)


def test_whoever_is_alone_in_a_safe_mine_stays_whatever_lies_there():
    s = deal(30, 8).plain
    for other in range(1, 8):
        s.inside[other] = 0
    assert GAME.shuns(s, ANNA, RUN)


def test_running_is_sensible_as_soon_as_a_card_could_bring_the_mine_down():
    s = mine().plain
    assert fatal(s) > 0
    s.left = 0
    assert not GAME.shuns(s, ANNA, RUN)


@pytest.mark.parametrize("level", ["easy", "normal", "hard"])
def test_no_level_runs_from_a_safe_mine_for_a_nugget(level):
    table = deal(0, 2, "compiled")
    assert (fatal(table.plain), table.plain.left) == (0, 1)
    bot = bots.make(level, GAME)
    assert {bot.choose(table.hidden(ANNA), ANNA, seed) for seed in range(20)} == {STAY}


@pytest.mark.parametrize(("most", "seen"), [(13, [0, 2, 0, 0, 2, 1]), (5, [0, 2, 0, 0, 2, 1]), (2, [0, 1, 0, 0, 0, 1])])
def test_a_weaker_bot_has_an_eye_only_on_the_last_cards(most, seen):
    table = mine()
    known = table.hidden(ANNA)
    forget(known.plain, ANNA, most)
    assert sorted(known.plain.seen) == sorted(seen)
    assert known.plain.shown[0] == min(most, 5)
    assert known.codes(ANNA) == table.codes(ANNA)


# ---- the table -----------------------------------------------------------------------------------------------------


def told(table: Table, act, viewer: int = SPECTATOR) -> list[str]:
    before = table.view(viewer)
    act()
    return GAME.tell(before, table.view(viewer), viewer)


def test_screen_of_the_rulebooks_round():
    table = mine()
    table.play(BENTE, RUN)
    screen = table.screen(ANNA)
    assert [p.face.text for p in screen.zones[0].pieces] == ["GA5", "RA2", "YD2", "GH1", "BD3"]
    assert [p.mark for p in screen.zones[0].pieces] == ["", "", "", "", "last"]
    assert screen.zones[0].note == "7 nuggets on the cards"
    assert screen.zones[1].count == 49
    mine_panel, anna, bente, _ = screen.panels
    assert mine_panel.counters == {"round": "1 of 4", "gold on the cards": 7, "collapse risk": "29%"}
    assert mine_panel.lamps["Drop"] == mine_panel.lamps["Arrow"] == "red"
    assert mine_panel.lamps["Hammers"] == "amber"
    assert mine_panel.lamps["Wheel"] == "off"
    assert anna.turn
    assert anna.counters == {"bank": 0, "loot": 2}
    assert not bente.turn
    assert bente.lamps["has chosen"] == "on"
    assert screen.prompt == "Stay (thumbs up) or run (thumbs down)?"
    assert table.screen(BENTE).prompt == "You have chosen to run. The others are still choosing."


def test_signal_changes_looks_only():
    thumbs, tiles = mine(), mine(signal="tiles")
    assert tiles.screen(ANNA).prompt == "Stay (green side up) or run (brown side up)?"
    for table in (thumbs, tiles):
        turn_up(table, 49, ANNA)
    tiles.plain.signal = thumbs.plain.signal
    assert bytes(thumbs) == bytes(tiles)


def test_calls_of_the_rulebooks_round():
    table = mine()
    assert told(table, lambda: table.play(ANNA, RUN)) == ["Seat 1 has chosen."]
    table.play(BENTE, STAY)
    assert told(table, lambda: turn_up(table, 49, CHRISTIAN)) == [
        "Two run (thumbs down): Seat 1 banks 5, Seat 3 banks 5.",
        "Black Wheel 5: five for Seat 2.",
    ]
    assert told(table, lambda: turn_up(table, 44, BENTE)) == [
        "One runs (thumbs down): Seat 2 banks 8.",
        "Round 1 is over: Seat 1 has 5, Seat 2 has 8, Seat 3 has 5.",
        "Round 2 begins.",
        "Green Wheel 2: none each, two left.",
    ]


def test_calls_of_a_collapse():
    table = mine(signal="tiles")
    calls = told(table, lambda: turn_up(table, 30, ANNA, CHRISTIAN))
    assert calls[:-1] == [
        "Two run (brown side up): Seat 1 banks 5, Seat 3 banks 5.",
        "Red Drop 6: the third Drop. The mine collapses!",
        "Seat 2 loses 2.",
        "Round 1 is over: Seat 1 has 5, Seat 2 has 0, Seat 3 has 5.",
        "Round 2 begins.",
    ]
    assert calls[-1].endswith(".")
    assert "round-1-card-30" in table.screen(SPECTATOR).ids()  # the fatal card stays in sight


def test_calls_of_a_card_that_does_not_divide_and_of_gold_left_behind():
    table = deal(0, 2)
    assert told(table, lambda: turn_up(table, 49))[-1] == "Black Wheel 5: two each, one left."
    assert told(table, lambda: turn_up(table, 2))[-1] == "Blue Arrow 1: none each, one left."
    assert told(table, lambda: choose(table, 0, 1))[:2] == [
        "Two run (thumbs down): Seat 1 banks 4, Seat 2 banks 4.",
        "1 nugget left behind.",
    ]


def test_calls_of_the_winners():
    table = mine()
    table.plain.at = 3
    table.plain.shown[3] = 5
    assert told(table, lambda: choose(table, ANNA, BENTE, CHRISTIAN))[-1] == (
        "Seat 1, Seat 2 and Seat 3 win with 4 nuggets."
    )
    assert table.over
    assert table.screen(ANNA).prompt == "The game is over."

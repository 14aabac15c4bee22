"""Slithy: what is shown and told, how bots weigh words, and the conformance suite."""

import pytest

from brillig.games.slithy.game import GAME
from brillig.games.slithy.judgement import likely_stake, of_others, prefer, promise, safe_room, trust, value
from brillig.games.slithy.round import COLLECT, SAY, SAY_NOTHING, STAKE
from brillig.games.slithy.test_slithy import cards, open_table, others, turn


def told(table, viewer, seat, code):
    before = table.hidden(viewer).plain
    table.play(seat, code)
    return GAME.tell(before, table.hidden(viewer).plain, viewer)


def faces(screen, zone):
    found = next(z for z in screen.zones if z.id == zone)
    return [p.face.text for p in found.pieces]


def badges(screen):
    spots = [spot for zone in screen.zones for spot in zone.spots]
    return {spot.id: spot.badge.replace("\u2011", "-") for spot in spots if spot.badge}


# ---- telling -------------------------------------------------------------------------------------------------------


def test_words_and_stakes_are_told():
    table = open_table("plain", 5, talk="one")
    assert told(table, -1, 0, cards(2, 3)) == ["Seat 1 plays purple 2 and a yellow card face down."]
    assert told(table, -1, 1, SAY + 2) == ["Seat 2 says 2."]
    assert told(table, -1, 2, SAY_NOTHING) == ["Seat 3 says nothing."]
    told(table, -1, 3, SAY + 0)
    told(table, -1, 4, SAY + 6)
    for seat, stake in ((1, 2), (2, 2), (3, 3)):
        assert told(table, -1, seat, STAKE + stake) == [f"Seat {seat + 1} seals a stake."]
    assert told(table, -1, 4, STAKE + 2) == [
        "Seat 2 stakes 2, Seat 3 stakes 2, Seat 4 stakes 3, Seat 5 stakes 2.",
        "The yellow card is 3: the limit is 5.",
        "Left 4 of 5: safe. Seat 2 scores 2, Seat 3 scores 2.",
        "Right 5 of 5: bust! 5 gems for Seat 1.",
    ]


def test_the_bonus_the_collection_and_the_sheet_are_told():
    table = open_table("plain", 3)
    turn(table, 3, 5, 3, 4)
    turn(table, 1, 2, 1, 1)
    turn(table, 4, 1, 3, 2)
    table.play(0, cards(2, 4))
    table.play(1, STAKE + 2)
    assert told(table, 0, 2, STAKE + 3)[-1] == "Yellow 3 was not used: 3 more for all who did not deal."
    assert told(table, 0, 0, COLLECT + 2) == [
        "Seat 1 collects 4 gems from Seat 3.",
        "Round 1: 9 for Seat 1, 9 for Seat 2, 9 for Seat 3.",
        "In all Seat 1 has 9, Seat 2 has 9, Seat 3 has 9.",
        "Round 2 begins: Seat 2 deals.",
    ]


def test_a_word_that_ends_the_talk_of_poor_seats_is_told_with_what_follows():
    """The last word with all others out of gems: nothing but that word is told before stakes are made."""
    table = open_table("plain", 3, talk="one")
    table.plain.hand[2] = 0
    table.play(0, cards(2, 2))
    assert told(table, -1, 1, SAY + 1) == ["Seat 2 says 1."]
    assert told(table, -1, 1, STAKE + 0)[0] == "Seat 2 stakes 0, Seat 3 stakes 0."


@pytest.mark.parametrize(
    ("dealt", "words"),
    [
        ((30, 5, 0), "Seat 2 wins with 41 points, having scored less as dealer."),
        ((5, 5, 0), "Seat 1 and Seat 2 win with 41 points."),
    ],
)
def test_the_winner_is_told(dealt, words):
    table = open_table("plain", 3)
    s = table.plain
    s.at = 2
    s.dealer = 2
    for k in range(4):
        turn(table, k + 1, k + 1, 0, 0)
    for seat in range(3):
        s.dealt[seat] = dealt[seat]
    s.total[0] = s.total[1] = 36
    assert told(table, -1, 2, COLLECT)[-1] == words
    assert table.over


# ---- showing -------------------------------------------------------------------------------------------------------


def test_the_board_shows_limits_and_results():
    table = open_table("plain", 5)
    turn(table, 2, 3, 2, 2, 3, 2)
    table.play(0, cards(3, 1))
    shown = badges(table.screen(1))
    assert shown["limit-1"] == "5"
    assert shown["limit"] == "limit 4-7"
    notes = {zone.id: zone.note for zone in table.screen(1).zones}
    assert notes["round"] == "Turn 1: left 4 of 5: safe, right 5 of 5: bust."


def test_only_the_dealer_sees_the_card_that_lies_face_down():
    table = open_table("plain", 4)
    table.play(0, cards(2, 4))
    assert "##" in table.text(1)
    assert "##" not in table.text(0)
    assert faces(table.screen(0), "hand") == ["P1", "P3", "P4", "Y1", "Y2", "Y3", "Y5"]
    assert faces(table.screen(1), "left-cards") == ["P1", "P3", "P4", "Y1", "Y2", "Y3", "Y4", "Y5"]


def test_words_and_stakes_are_touched():
    table = open_table("plain", 3, talk="one")
    table.play(0, cards(2, 4))
    view = table.view(1)
    assert GAME.touch(view, 1, SAY_NOTHING) == ("pick-nothing",)
    assert GAME.touch(view, 1, SAY + 12) == ("pick-12",)
    assert faces(table.screen(1), "numbers") == ["…", *map(str, range(13))]
    assert not any(zone.id == "numbers" for zone in table.screen(2).zones)


@pytest.mark.parametrize("seats", [3, 5, 7])
def test_each_group_has_its_own_gems(seats):
    table = open_table("plain", seats)
    board = next(z for z in table.screen(-1).zones if z.id == "round")
    tints = {s.id: s.pieces[0].face.look["colour"] for s in board.spots if s.id.startswith("hand-") and s.pieces}
    left = {3: 2, 5: 2, 7: 3}[seats]
    wanted = {f"hand-{seat + 1}": "green" if k < left else "purple" for k, seat in enumerate(others(table))}
    assert tints == wanted


# ---- weighing ------------------------------------------------------------------------------------------------------


def after_words(*words, kept=0, spoke=0, gear="plain"):
    """A turn of four players in which seats 1 and 2 have spoken; seat 1 has a record of keeping its word."""
    table = open_table(gear, 4, talk="one")
    table.plain.kept[1], table.plain.spoke[1] = kept, spoke
    table.play(0, cards(3, 3))
    for seat, word in enumerate(words, 1):
        table.play(seat, SAY_NOTHING if word is None else SAY + word)
    return table


def test_words_are_weighed_by_whose_they_are():
    trusted, plain, liar = (after_words(5, None, kept=k, spoke=10) for k in (10, 5, 0))
    assert [trust(t.plain, 1) for t in (trusted, plain, liar)] == [857, 500, 142]
    expected = [of_others(t.plain, 3, safe_room(t.plain)) for t in (trusted, plain, liar)]
    assert expected == sorted(expected, reverse=True)
    assert expected[0] > expected[2]
    # Who hears a trusted mate promise much stakes less.
    assert promise(trusted.plain, 3, 2) < promise(liar.plain, 3, 2)


@pytest.mark.parametrize(("kept", "least", "most"), [(20, 0.8, 1.0), (0, 0.0, 0.25)])
def test_guesses_believe_those_who_keep_their_word(gear, kept, least, most):
    table = after_words(5, None, None, kept=kept, spoke=20, gear=gear)
    table.play(1, STAKE + 1)
    guesses = [table.guess(2, seed=seed).plain.stake[0, 1] for seed in range(200)]
    assert least <= guesses.count(5) / 200 <= most


def test_a_player_weighs_only_what_it_can_see():
    """Neither the yellow card nor a sealed stake of another changes what looks good."""
    weights = set()
    for yellow, stake in ((1, 0), (5, 8)):
        table = open_table("plain", 4, talk="off")
        table.play(0, cards(3, yellow))
        table.play(1, STAKE + stake)
        weights.add(tuple(prefer(table.plain, 2, STAKE + gems) for gems in range(9)))
    assert len(weights) == 1


def test_every_stake_is_thought_possible():
    table = open_table("plain", 3, talk="off")
    table.play(0, cards(1, 1))
    assert all(prefer(table.plain, 1, STAKE + gems) > 0 for gems in range(13))
    assert {likely_stake(table.plain, 1) for _ in range(800)} == set(range(13))


def test_value_goes_by_points_and_deals_to_come():
    table = open_table("plain", 4)
    assert value(table.plain, 1) == value(table.plain, 2)
    table.plain.total[1] = 12
    assert value(table.plain, 1) > value(table.plain, 2)
    assert all(0 <= value(table.plain, seat) <= 1000 for seat in range(4))
    table.plain.total[1] = 0
    table.plain.at = table.plain.dealer = 3  # all others have dealt
    assert value(table.plain, 3) > value(table.plain, 1)

"""Whole games, what is hidden and what can be guessed, and the table in words."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brillig.core import SPECTATOR
from brillig.games.tunnel_run.game import GAME
from brillig.games.tunnel_run.test_layouts import (
    BLUE,
    GREEN,
    RED,
    YELLOW,
    back,
    empty_piles,
    forward,
    lay_out,
    pirates,
    play,
)
from brillig.games.tunnel_run.tunnel import ADVANCED, END, OUT, PLACES, crew

# ---- every game ----------------------------------------------------------------------------------------------------


def agrees_with_itself(s):
    """Everything that is kept for speed is what can be read off the rest."""
    for place in range(PLACES):
        there = [k for seat in range(s.seats) for k in range(crew(s)) if s.at[seat, k] == place]
        assert s.crowd[place] == len(there)
        if 0 < place < OUT:
            assert len(there) <= (3 if s.rules == ADVANCED else 1)
    for seat in range(s.seats):
        assert s.held[seat] == sum(s.cards[seat])
        assert s.kept[seat] == sum(s.old[seat])
        assert all(s.old[seat, symbol] <= s.cards[seat, symbol] for symbol in range(6))
    for symbol in range(6):
        assert s.sure[symbol] == sum(s.old[seat, symbol] for seat in range(s.seats))


OPTIONS = st.fixed_dictionaries(
    {"rules": st.sampled_from(["basic", "advanced"]), "pirates": st.integers(1, 6), "hand": st.integers(1, 6)}
)


@settings(max_examples=12, deadline=None)
@given(st.integers(2, 4), OPTIONS, st.integers(0, 2**32), st.randoms(use_true_random=False))
def test_any_game(seats, options, seed, dice):
    table = GAME.new(seats, seed, options, gear="compiled")
    first = table.census()
    while not table.over:
        (seat,) = table.waiting()
        s = table.plain
        way = [sum(pirates(table, k)) for k in range(seats)]
        code = dice.choice(table.codes(seat))
        table.play(seat, code)
        agrees_with_itself(s)
        assert table.census() == first
        moved = [sum(pirates(table, k)) - way[k] for k in range(seats)]
        assert all(moved[k] == 0 for k in range(seats) if k != seat)
        assert moved[seat] < 0 if END > code >= 228 else moved[seat] == 0 if code == END else moved[seat] > 0
        if s.rules != ADVANCED and not table.over:
            assert s.held[seat] == s.hand
        for viewer in range(seats):
            view = table.guess(viewer, seed=1)
            agrees_with_itself(view.plain)
    assert max(table.scores()) <= crew(table.plain)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("rules", ["basic", "advanced"])
@pytest.mark.parametrize("n", [1, 6])
def test_random_play(seats, rules, n):
    """Every game with the fewest and the most pirates and cards ends, and every seat wins some."""
    played = GAME.playouts(300, seats=seats, options={"rules": rules, "pirates": n, "hand": n})
    assert (played.lengths > 0).all()
    assert ((played.ranks == 1).sum(axis=0) > 300 // seats // 2).all()


# ---- what is hidden ------------------------------------------------------------------------------------------------


def test_hands_are_private_and_their_sizes_are_not(gear):
    table = lay_out(gear, hands={RED: "DDH", GREEN: "WA"}, seats=2)
    assert list(table.view(RED).cards[RED]) == [2, 1, 0, 0, 0, 0]
    for viewer, other in ((RED, GREEN), (GREEN, RED), (SPECTATOR, RED), (SPECTATOR, GREEN)):
        view = table.view(viewer)
        assert sum(view.cards[other]) == 0
        assert view.held[other] == table.plain.held[other]
    assert sum(table.view(SPECTATOR).deck) == 54
    assert not [id for id in table.screen(SPECTATOR).ids() if id.startswith("hand-")]
    assert [id for id in table.screen(RED).ids() if id.startswith("hand-")] == ["hand-Drop", "hand-Hammers"]


def test_whoever_counts_knows_the_cards_of_the_other_when_the_pile_is_shuffled(gear):
    """Two seats, and all cards but three hands are played: what is not on the pile and not mine, the other has."""
    table = lay_out(gear, hands={RED: "DHC", GREEN: "WWA"}, seats=2)
    s = table.plain
    for symbol in range(6):
        s.discard[symbol], s.deck[symbol] = s.deck[symbol], 0
    play(table, forward("D", 0))
    for seed in range(10):
        guessed = table.guess(RED, seed=seed).plain
        assert list(guessed.cards[GREEN]) == [0, 0, 0, 0, 2, 1]
    play(table, forward("W", 0))
    drawn = set()
    for seed in range(60):
        guessed = table.guess(RED, seed=seed).plain
        assert guessed.cards[GREEN, 4] >= 1
        assert guessed.cards[GREEN, 5] >= 1
        drawn.add(tuple(guessed.cards[GREEN]))
    assert len(drawn) == 6  # the card it has drawn may be any


def test_what_three_seats_have_kept_is_dealt_among_them(gear):
    table = lay_out(gear, hands={RED: "D", GREEN: "W", BLUE: "A"}, seats=3)
    s = table.plain
    for symbol in range(6):
        s.discard[symbol], s.deck[symbol] = s.deck[symbol], 0
    play(table, forward("D", 0))
    hands = {tuple(map(tuple, table.guess(RED, seed=k).plain.cards))[1:3] for k in range(40)}
    wheel, arrow = (0, 0, 0, 0, 1, 0), (0, 0, 0, 0, 0, 1)
    assert hands == {(wheel, arrow), (arrow, wheel)}


# ---- the table -----------------------------------------------------------------------------------------------------


def told(table, code, viewer=SPECTATOR):
    before = table.copy().view(viewer)
    play(table, code)
    return GAME.tell(before, table.view(viewer), viewer)


def labels(table):
    return [choice.label for choice in table.choices(table.waiting()[0])]


def test_labels():
    table = lay_out("plain", "advanced", at={RED: (8, 34, OUT, OUT, OUT, OUT), GREEN: (3, 3)}, hands={RED: "H"})
    assert labels(table) == [
        "Hammers, 8 → 14: +6",
        "Back 8 → 3: draw 2",
        "Hammers, 34 → out: +3",
        "Back 34 → 8: draw 1",
    ]
    assert labels(lay_out(hands={RED: "H"})) == ["Hammers, entrance → 2: +2"]
    assert labels(play(lay_out("plain", "advanced", hands={RED: "HD"}), forward("H", 0)))[-1] == "End turn"


def test_touches():
    """The pirate and where it goes; where several cards lead out, the card too. Or the card first."""
    table = lay_out("plain", "advanced", at={RED: (8, 34), GREEN: (3,)}, hands={RED: "HC"})
    s = table.plain
    assert GAME.touch(s, RED, forward("H", 0)) == ("in-front-1", "place-2")
    assert GAME.touch(s, RED, forward("H", 8)) == ("place-8", "place-14")
    assert GAME.touch(s, RED, forward("H", 34)) == ("place-34", "out-1", "hand-Hammers")
    assert GAME.touch(s, RED, forward("C", 34)) == ("place-34", "out-1", "hand-Three-Circles")
    assert GAME.touch(s, RED, back(8)) == ("place-8", "place-3")
    assert GAME.touch(s, RED, END) == ()
    assert GAME.also(s, RED, forward("H", 34)) == ("hand-Hammers", "place-34")
    assert GAME.also(s, RED, back(8)) == ()
    one = lay_out(at={RED: (34,)}, hands={RED: "H"})
    assert GAME.touch(one.plain, RED, forward("H", 34)) == ("place-34", "out-1")


def test_what_lights_up():
    table = lay_out("plain", "advanced", at={RED: (8,), GREEN: (3,)}, hands={RED: "HD"})
    spots = {spot.id: spot for zone in table.screen(RED).zones for spot in zone.spots}
    assert spots["place-8"].lights == ["place-13", "place-14", "place-3"]
    assert spots["in-front-1"].lights == ["place-1", "place-2"]
    assert not spots["place-3"].lights


def test_a_pirate_runs_tile_by_tile_and_hops_over_others():
    table = lay_out(at={BLUE: (2, 5)}, hands={YELLOW: "H", RED: "D"}, mover=YELLOW)
    play(table, forward("H", 0))
    pieces = [piece for zone in table.screen(RED).zones for spot in zone.spots for piece in spot.pieces]
    paths = {piece.id: piece.path for piece in pieces if piece.path}
    way = ["in-front-4", *(f"place-{k}" for k in (1, 3, 4, 6, 7, 8))]
    assert paths == {"pirate-4-1": way}


def test_prompts():
    table = lay_out(hands={RED: "H"})
    assert table.screen(RED).prompt == "Move one of your pirates."
    assert table.screen(BLUE).prompt == "Seat 1 moves a pirate."
    table = lay_out("plain", "advanced", at={RED: (9,), GREEN: (3, 12), BLUE: (5,)}, hands={RED: "A"})
    assert table.screen(RED).prompt == "Move one of your pirates (action 1 of 3)."
    play(table, forward("A", 9))
    assert table.screen(RED).prompt == "You have no card: move a pirate back to draw (action 2 of 3)."
    assert table.screen(RED).panels[0].counters["actions left"] == "●●○"


def test_tell_calls_out_escapes_and_one_pirate_to_go():
    table = lay_out(at={RED: (OUT, 34), GREEN: (2,)}, hands={RED: "HH", GREEN: "D"})
    assert told(table.copy(), forward("H", 0)) == ["Seat 1 plays Hammers: from the entrance to 8, passing 1 taken."]
    assert told(table, forward("H", 34)) == [
        "Seat 1 plays Hammers: from 34 out.",
        "A pirate of Seat 1 has escaped! One pirate to go.",
    ]
    table = lay_out(at={RED: (OUT, OUT, 34)}, hands={RED: "H"})
    assert told(table, forward("H", 34))[1:] == [
        "A pirate of Seat 1 has escaped!",
        "All pirates of Seat 1 are out: Seat 1 wins.",
    ]
    assert table.screen(GREEN).verdict == (
        "All pirates out wins; then more pirates out, then more tiles behind them. "
        "Seat 1 3 out, 111 tiles; Seat 2 0 out, 0 tiles; Seat 3 0 out, 0 tiles; Seat 4 0 out, 0 tiles."
    )


def test_tell_of_going_back_and_of_those_who_cannot_move():
    table = lay_out("plain", "advanced", at={RED: (9,), GREEN: (3, 3)}, hands={YELLOW: "D"})
    assert told(table, back(9)) == ["Seat 1 goes back from 9 to 3 and draws 2 cards."]
    assert told(table, END) == [
        "Seat 1 ends the turn.",
        "Seat 2 can make no move and draws a card.",
        "Seat 3 can make no move and draws a card.",
    ]
    assert table.waiting() == [YELLOW]


def test_tell_of_one_who_cannot_even_draw():
    table = lay_out("plain", "advanced", at={GREEN: (9, 9), RED: (4,)}, mover=GREEN, seats=2)
    empty_piles(table, GREEN)
    assert told(table, back(9)) == ["Seat 2 goes back from 9 to 4 and draws 0 cards."]
    assert told(table, END)[1] == "Seat 1 can make no move and no card is left to draw."


def test_the_last_round_is_told():
    table = lay_out("plain", "advanced", at={GREEN: (OUT,)}, hands={GREEN: "D"}, mover=GREEN, seats=2)
    table.plain.turn = 399
    assert told(table, forward("D", 0))[-1] == "200 rounds are over. Furthest ahead: Seat 2 wins."
    assert table.screen(RED).verdict.startswith("200 rounds are over; then more pirates out")


def test_the_table_in_letters():
    text = lay_out(at={RED: (2,), GREEN: (34, OUT)}, hands={RED: "HHD"}, seats=2).text(RED)
    assert "Hand: D  Hx2" in text
    assert "2H R" in text
    assert "34B G" in text
    assert "> Seat 1  out 0 of 3, cards 3" in text
    assert "  Seat 2  out 1 of 3, cards 0" in text

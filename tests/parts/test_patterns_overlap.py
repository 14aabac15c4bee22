"""The overlap rule: the examples of the box, a model written otherwise, spots, and starting boards."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brillig.core import Record, one
from brillig.core.chance import sow
from brillig.parts.trickster import overlap, patterns
from brillig.parts.trickster.overlap import COMMON, DIFFERS, NO_SPOT, ON_CENTRE, STEPS, TOO_FEW, TURNS, WAYS, Board
from brillig.parts.trickster.patterns import CARDS, IN_A_DECK, PATTERN_LETTERS, card_name, card_named

TABLE_T = ("C1 0 0 0", "C2 3 2 0", "C6 3 1 -2")  # card, turn, x, y
WHOLE_DECK = (1 << IN_A_DECK) - 1


class State(Record):
    board = one(Board)


def lay_out(*cards: str, side: int = 0, wild: int = 0, least: int = 3) -> State:
    s = State(bytearray(State.nbytes))
    sow(s.rng, 1, 2, 3, 0)
    s.board.wild, s.board.least = wild, least
    for card in cards:
        name, turn, x, y = card.split()
        overlap.put(s.board, CARDS * side + card_named(name), int(turn), 0, int(x), int(y))
    return s


def placements(board: Board, name: str, side: int = 0) -> list[tuple[int, int, int]]:
    """Where a card fits: (x, y, turn)."""
    card = card_named(name)
    out = [0] * 5000
    n = overlap.all_fits(board, COMMON, CARDS * side + card // 6 * 6, 1 << card % 6, out)
    found = []
    for code in out[:n]:
        assert code % WAYS // TURNS == card % 6
        found.append((overlap.spot_x(board, code // WAYS), overlap.spot_y(board, code // WAYS), code % TURNS))
    return sorted(found)


def why_not(board: Board, card: str) -> int:
    name, turn, x, y = card.split()
    under = overlap.ground(board, board.count, overlap.spot_at(board, 0, int(x), int(y)))
    return overlap.misfit(board, under, patterns.FACE[card_named(name)][int(turn)])


def covers(*cards: str, wild: int = 0) -> tuple[int, int]:
    """Squares covered and cards touched by the last of these."""
    board = lay_out(*cards, wild=wild).board
    return board.covered[len(cards) - 1], board.touched[len(cards) - 1]


def visible(board: Board, xs: range, ys: range, side: int = 0) -> list[str]:
    """What shows on every square of a stretch of table, a point for bare table and a star for a centre."""
    shown = {}
    for k in range(board.count):
        for place, digit in enumerate(f"{board.face[k]:09o}"):
            square = (board.x[k] + place % 3 - 1, board.y[k] + place // 3 - 1)
            shown[square] = "*" if digit == "7" else PATTERN_LETTERS[side][int(digit) - 1]
    return [" ".join(shown.get((x, y), ".") for x in xs) for y in ys]


# ---- the examples --------------------------------------------------------------------------------------------------


def test_table_t() -> None:
    board = lay_out(*TABLE_T).board
    assert visible(board, range(-1, 4), range(-3, 2)) == [
        ". s g l .",
        ". g * s .",
        "z l s g l",
        "g * l * g",
        "l g z l s",
    ]


def test_example_2_building_t() -> None:
    assert covers(*TABLE_T[:2]) == (3, 1)
    assert covers(*TABLE_T) == (3, 2)


def test_example_3_one_card() -> None:
    board = lay_out(TABLE_T[0]).board
    assert placements(board, "F3") == [(0, -2, 3), (2, 0, 3)]
    assert placements(board, "R1") == [(0, 2, 1)]
    for name in ("F1", "F2", "S1"):
        assert placements(board, name) == []


def test_example_4_spots() -> None:
    """The 24 places that keep clear of all centres."""
    board = lay_out(*TABLE_T).board
    free = []
    for x, y in product(range(-4, 7), range(-6, 5)):
        spot = overlap.spot_at(board, 0, x, y)
        if spot != NO_SPOT and overlap.to_match(board, overlap.ground(board, 3, spot)) >= 0:
            free.append((x, y))
    assert free == [
        (-2, -2), (-2, -1), (-2, 0), (-2, 1), (-2, 2), (-1, -4), (-1, -3), (-1, -2), (-1, 2), (0, -4), (0, 2), (1, -4),
        (1, 2), (2, -4), (2, 2), (3, -4), (3, -3), (3, -2), (3, 2), (4, -2), (4, -1), (4, 0), (4, 1), (4, 2),
    ]  # fmt: skip


def test_example_5_hand_on_t() -> None:
    board = lay_out(*TABLE_T).board
    assert placements(board, "F3") == [(-1, -2, 0), (2, 2, 0), (4, 0, 2)]
    assert placements(board, "F5") == [(-1, -2, 2), (1, -4, 0), (4, 0, 0), (4, 0, 2)]
    assert placements(board, "F6") == [(1, -4, 2)]
    for name in ("F1", "F2", "F4"):
        assert placements(board, name) == []
    fox = card_named("F1")
    assert overlap.all_fits(board, COMMON, fox, 0b110100, [0] * 99) == 8  # F3 F5 F6
    assert not overlap.fits(board, COMMON, fox, 0b001011)  # F1 F2 F4
    squares = {(card, at): covers(*TABLE_T, f"{card} {at}")[0] for card, at in (
        ("F3", "0 -1 -2"), ("F3", "0 2 2"), ("F3", "2 4 0"), ("F5", "2 -1 -2"), ("F5", "0 1 -4"), ("F5", "0 4 0"),
        ("F5", "2 4 0"), ("F6", "2 1 -4"),
    )}  # fmt: skip
    assert list(squares.values()) == [4, 3, 3, 4, 3, 3, 3, 3]


def test_example_6_more_than_three() -> None:
    assert covers(*TABLE_T, "F3 0 -1 -2") == (4, 2)


def test_example_7_wrong_squares() -> None:
    board = lay_out(*TABLE_T).board
    assert why_not(board, "F3 1 2 2") == DIFFERS
    assert why_not(board, "F3 0 2 2") == 0


def test_example_8_too_few() -> None:
    assert why_not(lay_out(*TABLE_T).board, "F1 0 -1 2") == TOO_FEW
    assert why_not(lay_out(*TABLE_T, least=2).board, "F1 0 -1 2") == 0


def test_example_9_centre() -> None:
    assert why_not(lay_out(*TABLE_T).board, "F4 1 3 0") == ON_CENTRE
    assert why_not(lay_out(*TABLE_T, wild=1).board, "F4 1 3 0") == 0
    assert covers(*TABLE_T, "F4 1 3 0", wild=1) == (6, 2)


def test_example_10_centers_wild_on_one_card() -> None:
    board = lay_out(TABLE_T[0], wild=1).board
    assert why_not(board, "F3 3 1 -1") == 0
    assert (1, -1, 3) in placements(board, "F3")
    assert covers(TABLE_T[0], "F3 3 1 -1", wild=1) == (4, 1)
    assert placements(board, "F1") == []


def test_example_11_the_one_place_left() -> None:
    board = lay_out(*TABLE_T, "F3 0 2 2").board
    assert placements(board, "R2") == [(2, 4, 3)]


def test_the_rulebooks_scoring_examples() -> None:
    """Cards touched (Diversify) and squares covered (Cover Some Ground), from the bottom to the top."""
    board = lay_out(*TABLE_T, "F3 0 2 2").board
    assert list(board.touched[:4]) == [0, 1, 2, 1]
    board = lay_out(*TABLE_T, "F1 0 -1 2", "F3 0 -1 -2").board
    assert list(board.covered[:5]) == [0, 3, 3, 2, 4]
    assert covers(*TABLE_T, "R1 1 0 2") == (3, 2)
    assert covers(*TABLE_T, "F5 1 3 -1", wild=1)[0] == 5


# ---- a model written otherwise: a dictionary of squares, rule by rule ----------------------------------------------


def fits_by_the_book(board: Board, face: int, x: int, y: int) -> bool:
    shown: dict[tuple[int, int], str] = {}
    for k in range(board.count):
        for place, digit in enumerate(f"{board.face[k]:09o}"):
            shown[board.x[k] + place % 3 - 1, board.y[k] + place // 3 - 1] = digit
    on = 0
    for place, digit in enumerate(f"{face:09o}"):
        below = shown.get((x + place % 3 - 1, y + place // 3 - 1))
        if below is None:
            continue
        if "7" in (below, digit):
            if not board.wild:
                return False
        elif below != digit:
            return False
        on += 1
    return on >= board.least and max(abs(x), abs(y)) <= overlap.EDGE


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 1), st.integers(0, 1), st.integers(0, 2**32 - 1), st.integers(1, 12), st.integers(0, 47))
def test_a_model_finds_the_same_placements(side: int, wild: int, seed: int, size: int, card: int) -> None:
    s = lay_out(side=side, wild=wild)
    sow(s.rng, seed, 0, 0, 0)
    overlap.put(s.board, CARDS * side + seed % CARDS, 0, 0, 0, 0)
    for k in range(size):  # a heap of cards of any decks
        deck = CARDS * side + IN_A_DECK * ((seed + k) % 8)
        found = overlap.any_fit(s, s.board, COMMON, deck, WHOLE_DECK)
        if found >= 0:
            overlap.lay(s.board, deck, found)
    xs = [s.board.x[k] for k in range(s.board.count)]
    ys = [s.board.y[k] for k in range(s.board.count)]
    expected = [
        (x, y, turn)
        for x in range(min(xs) - 4, max(xs) + 5)
        for y in range(min(ys) - 4, max(ys) + 5)
        for turn in range(TURNS)
        if fits_by_the_book(s.board, patterns.FACE[CARDS * side + card][turn], x, y)
    ]
    assert placements(s.board, card_name(card), side) == expected


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32 - 1), st.integers(0, 1))
def test_what_a_card_covers_and_touches(seed: int, wild: int) -> None:
    """Against a dictionary of who owns each square; and lifting a card brings back every byte."""
    raw = bytearray(State.nbytes)
    s = State(raw)
    sow(s.rng, seed, 0, 0, 0)
    s.board.wild, s.board.least = wild, 3
    overlap.put(s.board, seed % CARDS, 0, 0, 0, 0)
    owner = {(x, y): 0 for x in (-1, 0, 1) for y in (-1, 0, 1)}
    for k in range(1, 10):
        deck = IN_A_DECK * ((seed + k) % 8)
        found = overlap.any_fit(s, s.board, COMMON, deck, WHOLE_DECK)
        if found < 0:
            continue
        before = bytes(raw)
        overlap.lay(s.board, deck, found)
        last = s.board.count - 1
        squares = [(s.board.x[last] + dx, s.board.y[last] + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
        below = [owner[square] for square in squares if square in owner]
        assert (s.board.covered[last], s.board.touched[last]) == (len(below), len({*below}))
        after = bytes(raw)
        assert overlap.lift(s.board) == deck + found % WAYS // TURNS
        assert bytes(raw) == before
        raw[:] = after
        owner.update(dict.fromkeys(squares, last))


# ---- spots ---------------------------------------------------------------------------------------------------------


def test_every_place_has_one_number_that_stays() -> None:
    cards = (*TABLE_T, "F3 0 -1 -2", "R2 1 -3 -2")
    known: dict[tuple[int, int], int] = {}
    for n in range(1, len(cards) + 1):
        board = lay_out(*cards[:n]).board
        for x, y in product(range(-8, 8), range(-8, 8)):
            spot = overlap.spot_at(board, 0, x, y)
            near = any(max(abs(x - board.x[k]), abs(y - board.y[k])) <= 2 for k in range(n))
            assert (spot != NO_SPOT) == near
            if near:
                assert (overlap.spot_x(board, spot), overlap.spot_y(board, spot)) == (x, y)
                assert known.setdefault((x, y), spot) == spot
        numbers = [spot for spot in range(STEPS * CARDS) if overlap.ground(board, n, spot) != NO_SPOT]
        assert numbers == sorted(known.values())


def test_the_edge_of_the_table() -> None:
    """A card fits two squares further out, but not beyond the edge."""
    inside, edge = lay_out("C1 0 29 0").board, lay_out("C1 0 30 0").board
    assert (31, 0, 3) in placements(inside, "F3")
    assert (32, 0, 3) not in placements(edge, "F3")
    assert overlap.off_table(edge, overlap.spot_at(edge, 0, 32, 0))
    assert not overlap.off_table(edge, overlap.spot_at(edge, 0, 31, 0))


def test_locations_are_separate_tables() -> None:
    s = lay_out("C1 0 0 0")
    overlap.put(s.board, card_named("C2"), 0, 1, 0, 0)  # at the same place of another location
    assert (s.board.covered[1], s.board.touched[1]) == (0, 0)
    here, there = overlap.spot_at(s.board, 0, 2, 0), overlap.spot_at(s.board, 1, 2, 0)
    assert here != there
    alone = lay_out("C1 0 0 0").board
    assert overlap.ground(s.board, 2, here) == overlap.ground(alone, 1, overlap.spot_at(alone, 0, 2, 0))
    found = overlap.any_fit(s, s.board, COMMON, 0, 0b111111)
    overlap.lay(s.board, 0, found)
    assert s.board.location[2] == s.board.location[found // WAYS // STEPS]


# ---- starting boards -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("side", "deck"), list(product((0, 1), range(8))))
def test_a_starting_board_never_fails(side: int, deck: int) -> None:
    """From every first card a second fits, and wherever it was laid, a third."""
    row, out = CARDS * side + IN_A_DECK * deck, [0] * 500
    for first in range(IN_A_DECK):
        board = lay_out(f"{card_name(IN_A_DECK * deck + first)} 0 0 0", side=side).board
        rest = WHOLE_DECK & ~(1 << first)
        second = out[: overlap.all_fits(board, COMMON, row, rest, out)]
        assert second
        for code in second:
            overlap.lay(board, row, code)
            assert overlap.fits(board, COMMON, row, rest & ~(1 << code % WAYS // TURNS))
            overlap.lift(board)


def test_triples_that_make_a_starting_board() -> None:
    """How many of the 20 triples of each deck can be laid in some order."""

    def can(side: int, deck: int, cards: int) -> bool:
        for first in range(IN_A_DECK):
            if not cards >> first & 1:
                continue
            s = lay_out(side=side)
            row = CARDS * side + IN_A_DECK * deck
            overlap.put(s.board, row + first, 0, 0, 0, 0)
            rest, out = cards & ~(1 << first), [0] * 500
            for code in out[: overlap.all_fits(s.board, COMMON, row, rest, out)]:
                overlap.lay(s.board, row, code)
                if overlap.fits(s.board, COMMON, row, rest & ~(1 << code % WAYS // TURNS)):
                    return True
                overlap.lift(s.board)
        return False

    triples = [cards for cards in range(64) if cards.bit_count() == 3]
    counts = [[sum(can(side, deck, cards) for cards in triples) for deck in range(8)] for side in (0, 1)]
    assert counts == [[16, 16, 16, 19, 16, 19, 16, 16], [16, 10, 13, 10, 14, 14, 12, 12]]


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**32 - 1), st.integers(0, 1), st.integers(0, 7))
def test_built_by_chance(seed: int, side: int, deck: int) -> None:
    s = lay_out(side=side)
    sow(s.rng, seed, 0, 0, 0)
    rest = overlap.build(s, s.board, CARDS * side + IN_A_DECK * deck)
    cards = [s.board.card[k] - IN_A_DECK * deck for k in range(3)]
    assert s.board.count == 3
    assert rest | sum(1 << card for card in cards) == WHOLE_DECK
    assert (s.board.x[0], s.board.y[0], s.board.turn[0]) == (0, 0, 0)
    assert all(s.board.covered[k] >= 3 for k in (1, 2))


def test_any_fit_and_draw_are_fair() -> None:
    s = lay_out(*TABLE_T)
    found = [overlap.any_fit(s, s.board, COMMON, card_named("F1"), 0b110100) for _ in range(800)]
    assert len({*found}) == 8
    assert all(70 <= found.count(code) <= 135 for code in {*found})
    drawn = [overlap.draw(s, 0b101001) for _ in range(900)]
    assert {*drawn} == {0, 3, 5}
    assert all(240 <= drawn.count(k) <= 360 for k in (0, 3, 5))

"""The Trickster box: 48 cards with two sides, how they turn, and how they are written."""

from __future__ import annotations

import hashlib
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brillig.parts.trickster import patterns as box

CARDS = st.integers(0, box.CARDS - 1)
SIDES = st.sampled_from((box.ANIMALS, box.GEMS))


def edges(outer: str) -> list[str]:
    """The four edges of a face, each read clockwise."""
    return [outer[k] + outer[k + 1] + outer[(k + 2) % 8] for k in (0, 2, 4, 6)]


def test_the_faces_are_those_of_the_table() -> None:
    lines = [f"{box.card_name(card)} {box.OUTER[0][card]} {box.OUTER[1][card]}\n" for card in range(box.CARDS)]
    printed = hashlib.sha256("".join(lines).encode()).hexdigest()
    assert printed == "0f216100d6b633294816e95ccad6a3cc7a4329dd46a9c819e06beb31ffcbf3d9"


def test_example_1_turning() -> None:
    c1 = box.OUTER[box.ANIMALS][box.card_named("C1")]
    assert [box.turned(c1, turn) for turn in range(4)] == ["zlslzglg", "lgzlslzg", "zglgzlsl", "slzglgzl"]


def test_reading_a_face() -> None:
    assert box.page("zlslzglg", "*") == "zlsg*llgz"
    assert box.FACE[box.card_named("C1")][0] == 0o124372231


@given(SIDES, CARDS)
def test_four_quarter_turns_are_none(side: int, card: int) -> None:
    outer = box.OUTER[side][card]
    for turn in range(4):
        assert box.turned(box.turned(outer, turn), 4 - turn) == outer
        assert box.FACE[box.CARDS * side + card][turn] == box.digits(side, box.turned(outer, turn))
    assert len({box.turned(outer, turn) for turn in range(4)}) == 4


@given(SIDES, CARDS)
def test_a_turn_of_the_page_is_a_turn_of_the_card(side: int, card: int) -> None:
    """Turning the 3 x 3 squares gives the same as going round the eight outer ones."""
    outer = box.OUTER[side][card]
    squares = box.page(outer, "*")
    rows = [squares[:3], squares[3:6], squares[6:]]
    clockwise = "".join(rows[2 - col][row] for row in range(3) for col in range(3))
    assert box.page(box.turned(outer, 1), "*") == clockwise


@pytest.mark.parametrize("side", [box.ANIMALS, box.GEMS])
def test_every_edge_shows_three_neighbours_of_the_wheel(side: int) -> None:
    wheel = box.PATTERN_LETTERS[side]
    n = len(wheel)
    for outer in box.OUTER[side]:
        for edge in edges(outer):
            places = [wheel.index(letter) for letter in edge]
            assert any({*places} == {i, (i + 1) % n, (i + 2) % n} and places[1] != i for i in range(n))


def test_patterns_are_spread_evenly() -> None:
    for deck in range(box.DECKS):
        cards = range(box.IN_A_DECK * deck, box.IN_A_DECK * (deck + 1))
        animals = Counter("".join(box.OUTER[box.ANIMALS][card] for card in cards))
        gems = Counter("".join(box.OUTER[box.GEMS][card] for card in cards))
        assert sorted(animals.values()) == [12] * 4
        assert set(gems.values()) <= {9, 10}
        assert len(gems) == 5


def test_all_faces_of_a_side_differ_however_they_are_turned() -> None:
    for side in (box.ANIMALS, box.GEMS):
        faces = {box.turned(outer, turn) for outer in box.OUTER[side] for turn in range(4)}
        assert len(faces) == 4 * box.CARDS


@given(CARDS)
def test_names_go_both_ways(card: int) -> None:
    assert box.card_named(box.card_name(card)) == card
    assert box.card_name(card)[0] == box.DECK_NAMES[card // box.IN_A_DECK][0]


def test_faces() -> None:
    face = box.card_face(box.ANIMALS, box.card_named("C1"))
    assert (face.kind, face.text) == ("pattern", "C1")
    assert face.look == {"squares": "zlsgCllgz", "deck": "Chameleon", "side": "animals"}
    assert face.say == "Chameleon 1: zebra leopard snake, giraffe Chameleon leopard, leopard giraffe zebra"
    assert box.card_face(box.GEMS, 0).look["side"] == "gems"
    assert box.deck_face(1).look == {"back": 1, "deck": "Fox"}

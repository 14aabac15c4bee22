"""The Jabberwocky box: what is in it, and how it is written."""

from __future__ import annotations

import pytest

from brillig.parts.boxes import jabberwocky as box


def test_three_colours_in_their_order() -> None:
    assert box.COLOURS == ("green", "yellow", "purple")
    assert box.LETTERS == "GYP"
    assert (box.GREEN, box.YELLOW, box.PURPLE) == (0, 1, 2)


def test_one_number_card_of_each_colour_and_number() -> None:
    cards = list(zip(box.CARD_COLOUR, box.CARD_NUMBER, strict=True))
    assert len(cards) == box.CARDS == 15
    assert sorted(cards) == [(colour, number) for colour in range(3) for number in range(1, 6)]


def test_card_index() -> None:
    """Green 1 to 5 are cards 0 to 4, yellow 5 to 9, purple 10 to 14."""
    assert [box.card_name(card) for card in range(15)] == [
        "G1", "G2", "G3", "G4", "G5", "Y1", "Y2", "Y3", "Y4", "Y5", "P1", "P2", "P3", "P4", "P5",
    ]  # fmt: skip


def test_the_numbers_add_up_to_45_and_15_a_colour() -> None:
    assert sum(box.CARD_NUMBER) == 45
    for colour in range(3):
        assert sum(n for c, n in zip(box.CARD_COLOUR, box.CARD_NUMBER, strict=True) if c == colour) == 15


def test_eight_gems_of_each_colour() -> None:
    assert box.GEMS_OF_A_COLOUR == 8
    assert box.GEMS_OF_A_COLOUR * len(box.COLOURS) == box.GEMS == 24


@pytest.mark.parametrize("card", range(15))
def test_names_and_indices_go_both_ways(card: int) -> None:
    assert box.card_of(box.CARD_COLOUR[card], box.CARD_NUMBER[card]) == card
    assert box.card_named(box.card_name(card)) == card


def test_faces() -> None:
    g3 = box.card_face(box.card_named("G3"))
    assert (g3.kind, g3.text, g3.say, g3.look) == ("card", "G3", "green 3", {"colour": "green", "number": 3})
    assert [box.jabberwocky_face(colour).text for colour in range(3)] == ["J-G", "J-Y", "J-P"]
    assert "number" not in box.jabberwocky_face(0).look
    assert box.jabberwocky_face(2).say == "purple Jabberwocky"
    assert box.card_back().look == {"back": 1}


def test_every_card_can_be_told_from_every_other() -> None:
    faces = [box.card_face(card) for card in range(15)] + [box.jabberwocky_face(colour) for colour in range(3)]
    assert len({face.text for face in faces}) == len({face.say for face in faces}) == 18
    assert all(len(face.text) <= 4 for face in faces)


def test_gems_are_not_written_like_cards() -> None:
    cards = {box.card_name(card) for card in range(15)}
    heaps = [box.gems(colour, count) for colour in range(3) for count in range(1, 9)]
    assert not cards & {face.text for face in heaps}
    assert (box.gems(box.GREEN, 2).text, box.gems(box.GREEN, 2).say) == ("2g", "2 green gems")
    assert box.gems(box.PURPLE, 1).say == "1 purple gem"
    assert (box.gem(box.YELLOW).text, box.gem(box.YELLOW).say) == ("y", "yellow gem")


def test_a_gem_count_in_words() -> None:
    assert box.gem_words((2, 0, 1)) == "2 green, 1 purple"
    assert box.gem_words((0, 0, 0)) == "none"

"""Pieces on paper: all of them, on the page, beside each other, and behind each other."""

import itertools

import pytest

from brillig import catalogue
from brillig.core import BrilligError, Face, Screen
from brillig.paper import contents
from brillig.paper.sheets import ABOVE, BESIDE, PAPERS, paper_named, sheets, turning_named
from brillig.parts.components import Component, PrintedBoard

GAMES = catalogue.games()
A4, LETTER = PAPERS["a4"], PAPERS["letter"]
FACE = Face("token", "x", "x")


@pytest.mark.parametrize("paper", PAPERS.values(), ids=PAPERS)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_all_pieces_of_every_game_lie_on_the_paper(game, paper):
    things = contents.of_game(game).things
    laid = sheets(things, paper, "none")
    cut_out = [
        thing for thing in things if isinstance(thing, Component) and thing.wide
    ]  # a board has a sheet of its own
    assert sum(len(sheet.pieces) for sheet in laid) == sum(map(len, cut_out))
    for sheet in laid:
        for piece in sheet.pieces:
            assert piece.x >= BESIDE - 0.001
            assert piece.x + sheet.wide <= paper.wide - BESIDE + 0.001
            assert piece.y >= ABOVE - 0.001
            assert piece.y + sheet.high <= paper.high - ABOVE + 0.001
        for a, b in itertools.combinations(sheet.pieces, 2):
            assert abs(a.x - b.x) > sheet.wide - 0.001 or abs(a.y - b.y) > sheet.high - 0.001
    assert {paper.title for paper in PAPERS.values()} == {"A4", "Letter"}


@pytest.mark.parametrize("edge", ["long", "short"])
def test_every_front_is_followed_by_its_back(edge):
    things = contents.of_box("Trickster", GAMES).things
    backs_of = {face.say: back.say for thing in things[:1] for face, back in zip(thing.faces, thing.backs, strict=True)}
    laid = sheets(things, A4, turning_named(edge))
    for front, back in zip(laid[::2], laid[1::2], strict=True):
        if not back.pieces:
            assert "stays empty" in back.title
            continue
        for a, b in zip(front.pieces, back.pieces, strict=True):
            assert backs_of[a.face.say] == b.face.say
            assert b.turned == (edge == "short")
            if edge == "long":
                assert (a.x + b.x + front.wide, b.y) == pytest.approx((A4.wide, a.y))
            else:
                assert (b.x, a.y + b.y + front.high) == pytest.approx((a.x, A4.high))


def test_cards_of_one_size_share_sheets_and_counters_can_be_left_out():
    things = contents.of_box("Jabberwocky", GAMES).things
    assert [len(sheet.pieces) for sheet in sheets(things, LETTER, "none")] == [9, 9, 24]
    assert [len(sheet.pieces) for sheet in sheets(things, LETTER, "none", counters=False)] == [9, 9]


def test_dice_are_not_printed():
    assert sheets((Component("dice", (FACE,), solid=True),), A4) == []


def test_paper_that_is_too_small_is_told_in_a_sentence():
    with pytest.raises(BrilligError) as why:
        sheets((Component("maps", (FACE,), 200, 100),), A4)
    assert str(why.value) == (
        "Maps of 200 by 100 mm do not fit on A4, which has room for 194 by 283 mm: make them smaller, or use larger paper."
    )
    with pytest.raises(BrilligError, match="do not fit on Letter"):
        sheets((Component("strips", (FACE,), 20, 270),), LETTER)
    with pytest.raises(BrilligError, match=r"A board \(sea\) of 300 by 300 mm"):
        sheets((PrintedBoard("sea", Screen(), 300, 300),), A4)


@pytest.mark.parametrize(("asked", "name"), [(paper_named, "a3"), (turning_named, "left")])
def test_words_that_mean_nothing_are_told_in_a_sentence(asked, name):
    with pytest.raises(BrilligError, match=name):
        asked(name)

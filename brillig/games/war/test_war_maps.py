"""The worlds of War 2.0: those with names as they are drawn, and those by lot as they are promised."""

import pytest

from brillig.games.war.game import GAME
from brillig.games.war.maps import OF_A_SYMBOL, faults, tiles_in_play
from brillig.games.war.world import AROUND, BROWN, CELLS, COLUMNS, NONE, OCEAN, SYMBOLS, near
from brillig.parts.boxes.greenbox import ARROW, HAMMERS

NAMED = ("Heartland", "Two Continents", "Inner Sea")
PAIRS = {"Heartland": (85, 66, 45), "Two Continents": (72, 52, 35), "Inner Sea": (72, 53, 37)}
NEAR = [[near(cell, k) for k in range(AROUND)] for cell in range(CELLS)]
WORLDS = [(style, grouping) for style in ("tight", "spacious") for grouping in ("spread", "clustered")]


def world(seats, seed=0, **options):
    return GAME.new(seats, seed=seed, options=options).plain


def land(s):
    return {cell for cell in range(CELLS) if s.tile[cell] != OCEAN}


def beside(cell, cells):
    return [other for other in NEAR[cell] if other in cells]


def connected(cells):
    seen, todo = set(), [min(cells)]
    while todo:
        cell = todo.pop()
        if cell not in seen:
            seen.add(cell)
            todo += beside(cell, cells)
    return seen == cells


def check_tiles(s):
    """The right tiles, and no single one holds the world together."""
    cells = land(s)
    count = [sum(s.tile[cell] == kind for cell in cells) for kind in range(SYMBOLS + 1)]
    symbols = [OF_A_SYMBOL] * SYMBOLS
    if s.seats < 4:
        symbols[ARROW] = 0
    if s.seats < 3:
        symbols[HAMMERS] = 0
    assert count == [*symbols, sum(symbols)]
    assert len(cells) == tiles_in_play(s.seats)
    assert connected(cells)
    assert all(connected(cells - {cell}) for cell in cells)


def test_neighbours_touch_each_other():
    for cell in range(CELLS):
        for k in range(AROUND):
            if NEAR[cell][k] != NONE:
                assert NEAR[NEAR[cell][k]].count(cell) == 1
    c3, b2 = 2 * COLUMNS + 2, COLUMNS + 1
    names = {f"{'abcdefghi'[cell % COLUMNS]}{cell // COLUMNS + 1}" for cell in NEAR[c3]}
    assert names == {"b3", "d3", "b2", "c2", "b4", "c4"}
    names = {f"{'abcdefghi'[cell % COLUMNS]}{cell // COLUMNS + 1}" for cell in NEAR[b2]}
    assert names == {"a2", "c2", "b1", "c1", "b3", "c3"}


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("name", NAMED)
def test_named_worlds(name, seats):
    s = world(seats, map=name)
    check_tiles(s)
    assert sum(len(beside(cell, land(s))) for cell in land(s)) // 2 == PAIRS[name][4 - seats]
    for cell in land(s):
        tiles = [s.tile[other] for other in beside(cell, land(s))]
        if s.tile[cell] == BROWN:
            assert any(tile != BROWN for tile in tiles)
        else:
            assert BROWN in tiles
            assert s.tile[cell] not in tiles


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize(("style", "grouping"), WORLDS)
def test_random_worlds(style, grouping, seats):
    for seed in range(6):
        s = world(seats, seed, style=style, grouping=grouping)
        check_tiles(s)
        assert all(s.units[cell] == s.used[cell] == 0 for cell in range(CELLS))
        if grouping == "spread":
            assert faults(s, True) == 0
        else:
            for symbol in range(SYMBOLS):
                group = {cell for cell in land(s) if s.tile[cell] == symbol}
                assert not group or connected(group)


def test_spacious_worlds_have_fewer_neighbours():
    def pairs(style):
        worlds = [world(4, seed, style=style) for seed in range(8)]
        return sum(len(beside(cell, land(s))) for s in worlds for cell in land(s))

    assert pairs("spacious") < 0.95 * pairs("tight")

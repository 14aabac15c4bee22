"""The land: every check of the board's specification."""

from random import Random

import pytest

from brillig.core.chance import sow
from brillig.games.jack_rabbits import record as r
from brillig.games.jack_rabbits.game import GAME
from brillig.games.jack_rabbits.land import generator, placing, roads, tiles
from brillig.games.jack_rabbits.record import State
from brillig.parts.maps import lattice

NAMES = tiles.NAMES
EDGES = ("N", "NE", "SE", "S", "SW", "NW")


def blank(seed=0, islands=1):
    s = State(bytearray(State.nbytes))
    s.seats, s.islands = 4, islands
    sow(s.rng, seed, 0, 0, 0)
    return s


@pytest.fixture(scope="module")
def sample():
    s = blank()
    roads.lay_sample(s, 15, 4)
    return s


def shared(s):
    """Edges between two tiles, as pairs of road ends (road or none)."""
    found = set()
    for tile in range(tiles.TILES):
        for k in range(tiles.EDGES[tile]) if s.at[tile] != r.NONE else ():
            beyond = lattice.ACROSS[tiles.edge_at(tile, s.at[tile], k)]
            other = placing.tile_at(s, beyond)
            if other != r.NONE:
                found.add(frozenset((tiles.FIRST_END[tile] + k, placing.end_at(s, beyond, other))))
    return found


def has_road(s, end):
    tile = tiles.TILE_OF[end]
    return tiles.has_road(tile, s.turn[tile], end - tiles.FIRST_END[tile])


def violations(s):
    """T, x and !."""
    found = [0, 0, 0]
    for a, b in map(sorted, shared(s)):
        one, other = tiles.TILE_OF[a], tiles.TILE_OF[b]
        found[0] += has_road(s, a) != has_road(s, b)
        found[1] += has_road(s, a) and has_road(s, b) and other < tiles.RHOMBUS
        found[2] += has_road(s, a) and has_road(s, b) and one >= tiles.TRIANGLE
    return found


# ---- the lattice ---------------------------------------------------------------------------------------------------


def test_the_window():
    assert (lattice.CELLS, lattice.CENTRES, lattice.RHOMBI) == (864, 397, 432 * 3)
    for edge, across in enumerate(lattice.ACROSS):
        assert across == lattice.OUTSIDE or lattice.ACROSS[across] == edge
    q, k, up = lattice.CELL[lattice.NUMBER[0, 0, True]]
    assert lattice.ACROSS[lattice.edge(q, k, up, 0)] == lattice.edge(-1, 0, False, 2)
    assert lattice.ACROSS[lattice.edge(q, k, up, 2)] == lattice.edge(-1, 1, False, 0)


def test_the_hexagons_are_all_ways_to_have_roads_on_six_edges():
    def turned(roads):
        return min((roads << k | roads >> (6 - k)) & 63 for k in range(6))

    assert sorted({turned(k) for k in range(64)}) == sorted(map(turned, (*tiles.ROADS, 0)))
    assert sum(tiles.ROADS[k].bit_count() for k in range(1, 13)) == 36
    assert [tiles.TURNINGS[k] for k in (4, 5, 6)] == [3, 2, 6]  # K♦ and Q♦ look the same turned half and a third


# ---- the sample board ----------------------------------------------------------------------------------------------


def test_the_sample_board_in_numbers(sample):
    assert sum(sample.at[k] != r.NONE for k in range(tiles.TILES)) == 37
    assert sum(cell > 0 for cell in sample.cell) == 114
    edges = shared(sample)
    assert len(edges) == 58
    assert sum(has_road(sample, min(pair)) for pair in edges) == 51
    opened = [e for e in range(tiles.ENDS) if sample.partner[e] == r.OPEN]
    assert sorted(sample.water[e] for e in opened) == [0] * 10 + [1] * 2
    assert violations(sample) == [0, 0, 0]
    assert {cell for cell in sample.cell if cell < 0} == {-1, -2}
    assert sum(p != r.NO_ROAD for p in sample.partner) == 114


def test_the_ports_of_the_sample_board(sample):
    def named(water):
        ends = [e for e in range(tiles.ENDS) if sample.partner[e] == r.OPEN and sample.water[e] == water]
        hexes = [f"{NAMES[e // 6]} {EDGES[e % 6]}" for e in ends if e < tiles.RHOMBUS_ENDS]
        return hexes + [NAMES[tiles.TILE_OF[e]] for e in ends if e >= tiles.RHOMBUS_ENDS]

    sea = ["J♣ NW", "Q♦ N", "J♦ N", "J♦ NE", "Q♥ SE", "J♥ SE", "J♠ SW", "W4", "F1", "F4"]
    assert sorted(named(0)) == sorted(sea)
    assert sorted(named(1)) == ["J♣ NE", "Q♣ S"]


def test_the_sample_board_has_two_lands(sample):
    group = list(range(tiles.TILES))

    def root(k):
        return k if group[k] == k else root(group[k])

    for pair in shared(sample):
        a, b = (tiles.TILE_OF[e] for e in pair)
        group[root(a)] = root(b)
    lands = {root(k) for k in range(tiles.TILES)}
    assert len(lands) == 2
    assert {NAMES[k] for k in range(13) if root(k) == root(1)} == {"K♣", "Q♣", "J♣"}


def test_hexagons_that_touch_without_a_road(sample):
    mute = {
        frozenset(NAMES[tiles.TILE_OF[e]] for e in pair) for pair in shared(sample) if not has_road(sample, min(pair))
    }
    houses = {pair for pair in mute if all(name in NAMES[:13] for name in pair)}
    mainland = {pair for pair in houses if not any("♣" in name for name in pair)}
    assert mainland == {frozenset(p) for p in (("K♦", "Q♦"), ("K♦", "J♦"), ("J♠", "K♠"), ("K♥", "Q♥"))}


ROUTES = """
Citadel N R1,W3,T3 J♦|Citadel NE W3,M3 Q♥|Citadel SE R3,M4,W4 shore|Citadel S R4,R2 Citadel|Citadel SW R2,R4 Citadel
Citadel NW W2,M2 K♠|K♦ N C1 cave|K♦ S W1,M1,W2,T2 J♠|Q♦ N - shore|Q♦ SE M1,R1,W1 J♦|Q♦ SW T1 J♠|J♦ N - shore|J♦ NE - shore
J♦ SE F1 K♥,shore|J♦ S T3,W3,R1 Citadel|J♦ SW W1,R1,M1 Q♦|J♠ N T1 Q♦|J♠ NE T2,W2,M1,W1 K♦|J♠ SE M2,R2,F2 K♠,Q♠|J♠ SW - shore
K♥ N F1 J♦,shore|K♥ SW M3,R3,F3 Q♥,J♥|K♠ NE M2,W2 Citadel|K♠ SE F2 Q♠,J♠|Q♥ SE - shore|Q♥ SW F3 J♥,K♥|Q♥ NW M3,W3 Citadel
Q♠ N F2 K♠,J♠|Q♠ NE W4,R4,M4 J♥|Q♠ S C2 cave|J♥ N F3 Q♥,K♥|J♥ SE - shore|J♥ S C3 cave|J♥ NW M4,R4,W4 Q♠|Q♣ SE F4 K♣,shore
Q♣ S - shore|Q♣ SW T4 J♣|J♣ N T4 Q♣|J♣ NE - shore|J♣ SE C4 cave|J♣ NW - shore|K♣ N F4 Q♣,shore
"""


def test_every_road_of_the_sample_board(sample):
    from brillig.games.jack_rabbits.show import names

    rows = [row.split() for row in ROUTES.replace("\n", "|").split("|") if row]
    assert len(rows) == sum(sample.partner[e] != r.NO_ROAD for e in range(78))
    ends = {"shore": r.OFF, "cave": r.UNDERGROUND, **{NAMES[k]: k for k in range(13)}}
    for house, edge, passed, leads in rows:
        end = 6 * NAMES.index(house) + EDGES.index(edge)
        assert sample.goal[end] == sum(1 << ends[name] for name in leads.split(",")), (house, edge)
        tiles_passed = [NAMES[k] for k in names.path(sample, end)]
        assert tiles_passed == ([] if passed == "-" else passed.split(",")), (house, edge)


def test_free_turns_on_the_sample_board(sample):
    out = {
        "J♦": (1, 1),
        "K♠": (1, 1),
        "Q♥": (1, 1),
        "Q♦": (2, 2),
        "J♠": (2, 2),
        "K♥": (2, 2),
        "Q♠": (2, 2),
        "J♥": (2, 2),
    }
    out |= {"K♦": (3, 3), "J♣": (3, 4), "Q♣": (4, 5), "K♣": (5, 5)}
    assert {NAMES[k]: (sample.far[0, k], sample.far[k, 0]) for k in range(1, 13)} == out
    sums = [sum(roads.round_trip(sample, 1 + 3 * suit + k) for k in range(3)) for suit in range(4)]
    assert [round(n / 3, 1) for n in sums] == [8.7, 4.0, 3.3, 3.3]
    sums = [sum(roads.round_trip(sample, 1 + 3 * suit + k) for suit in range(4)) for k in range(3)]
    assert [n / 4 for n in sums] == [5.5, 4.75, 4.25]
    assert not generator.is_fair(sample, 4)


# ---- what fits -----------------------------------------------------------------------------------------------------


def test_what_a_lonely_citadel_allows():
    s = blank()
    placing.clear(s)
    middle = lattice.MIDDLE
    beside = lattice.CENTRE.index((2, -1))  # the hexagon that shares the Citadel's edge NE
    assert lattice.apart(middle, beside) == 2
    assert placing.fit(s, 6, beside, 0, 0) == placing.TWO_HEXAGONS  # J♦ has a road to the south-west
    assert placing.fit(s, 6, beside, 5, 0) == placing.DEAD_END  # turned so that it has none there
    assert placing.fit(s, 1, middle, 0, 0) == placing.TAKEN
    assert placing.fit(s, 1, lattice.CENTRE.index((4, 0)), 0, 0) > 0  # an island
    assert placing.fit(s, 1, lattice.CENTRE.index((5, 0)), 0, 0) == placing.NOT_JOINED  # too far from any hexagon
    across = lattice.ACROSS[lattice.HEXAGON_EDGE[6 * middle]]
    assert placing.fit(s, 25, across // 3, 0, 0) > 0
    assert placing.fit(s, 25, 0, 0, 0) == placing.NOT_JOINED
    assert placing.fit(s, 29, across // 3, across % 3, 0) == placing.DEAD_END  # a tavern's roadless side


def test_triangles_keep_apart_unless_there_is_no_other_place():
    s = blank()
    placing.clear(s)
    cell = lattice.ACROSS[lattice.HEXAGON_EDGE[6 * lattice.MIDDLE]] // 3
    placing.lay(s, 25, cell, 0)
    beyond = next(a // 3 for a in (lattice.ACROSS[3 * cell + k] for k in range(3)) if s.cell[a // 3] == 0)
    assert placing.fit(s, 26, beyond, 0, 0) == placing.TWO_TRIANGLES
    assert placing.fit(s, 26, beyond, 0, 1) > 0


# ---- the generator -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("suits", "copies", "houses"), [(15, 4, 12), (14, 3, 9), (10, 2, 6)])
def test_generated_lands_are_whole_fair_and_legal(suits, copies, houses):
    for seed in range(8):
        s = blank(seed)
        generator.make_land(s, suits, copies)
        assert sum(s.at[k] != r.NONE for k in range(1, 13)) == houses
        assert sum(s.at[k] != r.NONE for k in range(13, 37)) == 6 * copies
        assert violations(s) == [0, 0, 0]
        assert roads.is_whole(s)
        assert generator.is_fair(s, copies)
        ends = sum(p != r.NO_ROAD for p in s.partner)
        assert ends == 2 * len([1 for p in shared(s) if has_road(s, min(p))]) + sum(p == r.OPEN for p in s.partner)
        assert copies < 4 or ends == 114


def test_the_same_seed_makes_the_same_land_and_others_another():
    lands = []
    for seed in (3, 3, 4):
        s = blank(seed)
        generator.make_land(s, 15, 4)
        lands.append((bytes(s.at), bytes(s.turn)))
    assert lands[0] == lands[1] != lands[2]


# ---- building ------------------------------------------------------------------------------------------------------


def built(board, seed, seats=2):
    """A land built by random choices, and how many decisions that took."""
    table = GAME.new(seats, seed, {"board": board, "tight_suits": "on"}, gear="compiled")
    dice, n = Random(seed), 0
    while table.plain.step <= r.BUILD_TURN:
        (seat,) = table.waiting()
        table.play(seat, dice.choice(table.codes(seat)))
        n += 1
    return table.plain, n


@pytest.mark.parametrize("board", ["strict", "free"])
def test_any_land_that_is_built_is_legal(board):
    for seed in range(12):
        s, n = built(board, seed)
        assert n <= 3 * 18
        assert sum(s.at[k] != r.NONE for k in range(tiles.TILES)) == 19
        assert violations(s) == [0, 0, 0]
        assert s.mover == s.starter
        assert all(s.cards[seat] == 3 for seat in range(2))


def test_strict_building_turns_up_a_tile_of_the_chosen_shape():
    table = GAME.new(2, 3, {"board": "strict"})
    (seat,) = table.waiting()
    assert seat == table.plain.starter
    table.play(seat, r.SHAPE + 1)
    tile = table.plain.tile
    assert tiles.RHOMBUS <= tile < tiles.TRIANGLE
    assert len(table.codes(seat)) == 12  # on each edge of the Citadel, two ways
    why = {table.refusal(seat, r.SPOT + at) for at in range(lattice.RHOMBI)}
    assert why == {"", "Join a road.", "There is no room for it."}
    table.play(seat, table.codes(seat)[0])
    assert table.waiting() == [1 - seat]
    table.play(1 - seat, r.SHAPE)
    assert table.plain.share[1 - seat, 0] == 5
    assert {table.refusal(1 - seat, r.SPOT + at) for at in range(lattice.CENTRES)} >= {"", "There is no room for it."}


def test_free_building_offers_the_own_tiles():
    table = GAME.new(2, 3, {"board": "free"})
    (seat,) = table.waiting()
    own = {r.TILE + k for k in range(tiles.TILES) if table.plain.owner[k] == seat}
    assert len(own) == 18
    assert set(table.codes(seat)) == own
    other = next(k for k in range(1, tiles.TILES) if table.plain.owner[k] == 1 - seat)
    assert table.refusal(seat, r.TILE + other) == "That is not one of your tiles."

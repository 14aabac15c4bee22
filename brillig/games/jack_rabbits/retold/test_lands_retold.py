"""Lands that are made by themselves, judged by the retold rules alone."""

import pytest

from brillig.games.jack_rabbits.game import GAME
from brillig.games.jack_rabbits.retold.test_jack_rabbits_model import start
from brillig.games.jack_rabbits.retold.test_land_retold import HERE, inside, is_hexagon, turnings
from brillig.games.jack_rabbits.retold.test_record_retold import land_of


def judge(seats, seed, options, gear="plain"):
    """Every tile lies once and in the window, no rule is broken, and free roads lead to every house and home again."""
    table, model = start(seats, {"board": "generated", **options}, seed, gear)
    land = land_of(table.plain)
    tiles = set.union(*model.in_play().values()) | {HERE}
    assert set(land.spot) == tiles
    assert all(land.roads[tile] in turnings(tile) for tile in tiles)
    n = len(model.suits)
    assert len(land.on) == 6 * (3 * n + 1) + 2 * 3 * n + 3 * n  # nothing lies on anything
    assert all(map(inside, land.on))
    assert land.faults() == {"T": 0, "x": 0, "!": 0}
    land.finish()
    houses = {tile for tile in tiles if is_hexagon(tile)}
    assert houses <= set(land.turns_from(HERE))
    for house in houses:
        assert HERE in land.turns_from(house)
    return len(lands(land))


def lands(land):
    """Tiles that hang together, as sets."""
    left, found = set(land.spot), []
    while left:
        group, new = set(), [left.pop()]
        while new:
            tile = new.pop()
            group.add(tile)
            near = {land.across[tile, k][0] for k in land.roads[tile] if land.across[tile, k]}
            new += near & left
            left -= near
        found.append(group)
    return found


MIXES = [
    (4, {}),
    (4, {"islands": "off"}),
    (3, {"tight_suits": "on"}),
    (2, {"tight_suits": "on"}),
    (2, {"tight_suits": "on", "kept_suits": "clubs + hearts"}),
]


def test_a_few_lands_are_legal_and_all_houses_lead_home():
    for seed in range(6):
        for seats, options in MIXES:
            judge(seats, seed, options)


@pytest.mark.soak
@pytest.mark.parametrize(("seats", "options"), MIXES)
def test_a_thousand_lands_are_legal_and_all_houses_lead_home(seats, options):
    lands = [judge(seats, 5000 + seed, options, "compiled") for seed in range(1000 if seats == 4 else 300)]
    islands = sum(n > 1 for n in lands)
    assert bool(islands) == (options.get("islands") != "off")


def test_a_land_that_breaks_a_rule_is_caught():
    """The judge itself: a cave turned round is a dead end."""
    table = GAME.new(4, 1, {"board": "sample"})
    s = table.plain
    cave = 33
    s.turn[cave] = (s.turn[cave] + 1) % 3
    assert land_of(s).faults()["T"] == 1

"""The lists of points for bots once more, as literally as they are told, on boards of every density."""

import random

import pytest

from brillig.games.grenade_salad import ground
from brillig.games.grenade_salad.game import GAME
from brillig.games.grenade_salad.retold.test_grenade_salad_retold import (
    GROUND,
    ROOM,
    Model,
    around,
    blocks,
    in_blast,
    in_close_combat,
    in_reach,
)
from brillig.parts.boxes.greenbox import DROP, WHEEL

SIDES = [(1, 0), (0, 1), (-1, 0), (0, -1)]  # right, below, left, above


def squared(a, b):
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def nearest(points, a):
    """Of equally near ones the smaller y, then x. A list, empty if there is none."""
    return sorted(points, key=lambda p: (squared(p, a), p[1], p[0]))[:1]


def beside(p, far):
    return [(p[0] + far * i, p[1] + far * j) for i, j in SIDES]


class Lists(Model):
    """Soldiers on a board, and the points that are worth a thought for one seat."""

    def __init__(self, soldiers, seat):
        self.soldiers, self.seat = soldiers, seat

    def killed(self, p, but=None):
        return frozenset(n for n, at in self.soldiers.items() if n != but and in_blast(p, at))

    def better(self, impact):
        """Sorts impacts (the point, the set it kills) from the best on."""
        (x, y), kills = impact
        own = sum(n[0] == self.seat for n in kills)
        return (own - (len(kills) - own), own, y, x)

    def key_impacts(self, mover=None):
        around_it = [(0, 0)] + [(i, j) for j in (-12, 0, 12) for i in (-12, 0, 12)]
        points = [
            (self.soldiers[n][0] + i, self.soldiers[n][1] + j)
            for n in sorted(self.enemies(self.seat))
            for i, j in around_it
        ]
        first = {}
        for p in points:
            on_table = p[0] in GROUND and p[1] in GROUND
            if on_table and (mover is None or squared(p, self.soldiers[mover]) <= 2304):
                first.setdefault(self.killed(p, mover), p)
        return sorted(((p, kills) for kills, p in first.items()), key=self.better)[:8]

    def seen_by(self, p, mover=None):
        """How many enemies see a soldier that comes to this place?"""
        others = {n: at for n, at in self.soldiers.items() if n != mover}
        watching = [n for n in others if n[0] != self.seat]
        return sum(not any(blocks(others[q], others[n], p) for q in others if q != n) for n in watching)

    def grenades(self, thrower):
        highest = {}
        for p in sorted(around(self.soldiers[thrower], GROUND), key=lambda p: (p[1], p[0])):
            highest.setdefault(self.killed(p), p)
        return [p for p, _ in sorted(((p, kills) for kills, p in highest.items()), key=self.better)[:64]]

    def steps(self, mover):
        a, legal = self.soldiers[mover], set(self.moves(mover))
        by_distance = sorted(self.soldiers, key=lambda n: (squared(self.soldiers[n], a), n))
        points = []
        apart = [self.soldiers[n] for n in by_distance if n in self.enemies(self.seat)]
        for at in [at for at in apart if not in_close_combat(a, at)][:16]:
            points += nearest([p for p in legal if in_close_combat(p, at)], a)
        for impact, _ in self.key_impacts(mover):
            if not in_reach(a, impact) or in_blast(impact, a):
                points += nearest([p for p in legal if in_reach(p, impact) and not in_blast(impact, p)], a)
        for n in [n for n in by_distance if n != mover][:8]:
            free = [p for p in beside(self.soldiers[n], 4) if p in legal]
            points += [min(free, key=lambda p: self.seen_by(p, mover))] if free else []
        grid = [(i, j) for j in range(-4, 5) for i in range(-4, 5) if 0 < i * i + j * j <= 16]
        points += [p for p in [(a[0] + 6 * i, a[1] + 6 * j) for i, j in grid] if p in legal]
        return points or nearest(legal, a)

    def arrivals(self):
        def free(points):
            return [p for p in points if p[0] in ROOM and p[1] in ROOM and self.is_free(p)]

        enemies, points = [self.soldiers[n] for n in sorted(self.enemies(self.seat))], []
        for at in enemies:
            sides = free(beside(at, 4))
            points += [max(sides, key=lambda p: sum(in_close_combat(p, e) for e in enemies))] if sides else []
        for impact, _ in self.key_impacts():
            sides = free(beside(impact, 24))
            points += [min(sides, key=self.seen_by)] if sides else []
        points += free((12 + 24 * i, 12 + 24 * j) for j in range(10) for i in range(10))
        return points + free([(2, 2), (238, 2), (2, 238), (238, 238)])


def board(seats, people):
    """Some soldiers of each seat, at least one of the first; close together or far apart, at times in a corner."""
    soldiers, width = {}, people.choice([16, 40, 80, 236])
    corner = [people.choice([2, 238 - width, people.randint(2, 238 - width)]) for _ in range(2)]
    for n in [(seat, k) for seat in range(seats) for k in range(19)]:
        p = tuple(low + people.randint(0, width) for low in corner)
        if n == (0, 0) or (people.random() < width / 100 and Lists(soldiers, 0).is_free(p)):
            soldiers[n] = p
    return soldiers


def listed_beside(seats, seed):
    """One board; the lists of the first seat on it."""
    people = random.Random(seed)
    soldiers = board(seats, people)
    lists, own = Lists(soldiers, 0), people.choice(sorted(n for n in soldiers if n[0] == 0))
    expected = {ground.PLACE: lists.arrivals(), ground.THROW + own[1]: lists.grenades(own)}
    if any(lists.moves(own)):
        expected[ground.MOVE + own[1]] = lists.steps(own)
    for code, points in expected.items():
        table = GAME.new(seats, seed, gear="compiled")
        s = table.plain
        s.mover = 0
        for n in range(80):
            s.x[n], s.y[n] = soldiers.get(divmod(n, 20), (ground.NONE, ground.NONE))
        for seat in range(seats):
            s.arrived[seat] = 19
        s.hand[0, DROP] = s.hand[0, WHEEL] = 1
        table.play(0, code)
        assert [(p & 255, p >> 8) for p in s.points[: s.listed]] == list(dict.fromkeys(points))
        assert {code - ground.AT for code in table.shortlist(0)} == {x for x, _ in points}
    return len(soldiers)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_lists_of_points_are_those_that_are_told(seats):
    assert max(listed_beside(seats, seed) for seed in range(10)) > 12 * seats


@pytest.mark.soak
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_hundreds_of_lists_of_points_are_those_that_are_told(seats):
    for seed in range(300):
        listed_beside(seats, 1000 + seed)

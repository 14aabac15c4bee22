"""Positions in a few words, for the tests of Jack Rabbits: who holds what, where the rabbits are, what the dice show."""

from brillig.games.jack_rabbits import purse, turns
from brillig.games.jack_rabbits import record as r
from brillig.games.jack_rabbits.game import GAME
from brillig.games.jack_rabbits.land import tiles
from brillig.games.jack_rabbits.show import names

A, B, C, D = range(4)
PLACES = {**{tiles.NAMES[k]: k for k in range(13)}, "Underground": r.UNDERGROUND, "off": r.OFF}
CARD = {names.card(k): k for k in range(r.CARDS)} | {"red joker": r.RED_JOKER, "black joker": r.BLACK_JOKER}
TILE = {name: k for k, name in enumerate(tiles.NAMES)}
COMPASS = ("N", "NE", "SE", "S", "SW", "NW")


def cards(words):
    """'4♣ 9♦ red-joker' as numbers."""
    return [CARD[word.replace("-", " ")] for word in words.split()]


def lay_out(*hands, at="Citadel", others="Citadel", dice=(1, 1), discard="", step=r.SET_OUT, mover=A, **options):
    """A table at its mover's journey (or at another step): hands in words, all other cards in the pile."""
    seats = max(2, len(hands))
    table = GAME.new(seats, 1, {"level": "full", **options})
    s = table.plain
    for card in range(r.CARDS):
        s.where[card] = r.PILE if card < r.NUMBERS else r.AISLE
        s.known[card] = 0
    for seat in range(4):
        s.cards[seat] = 0
    s.mover = s.starter = mover
    turns.begin_turn(s)
    for seat, words in enumerate(hands):
        for card in cards(words):
            purse.move(s, card, r.IN_HAND + seat)
    for card in cards(discard):
        s.where[card] = r.DISCARD
    where = [at, *(others.split() if isinstance(others, str) else others)] + ["Citadel"] * 4
    for seat in range(seats):
        s.place[(mover + seat) % seats] = PLACES[where[seat]]
    s.dice[0], s.dice[1] = dice
    s.winner = r.NOBODY
    s.step = step
    turns.settle(s)
    return table


def end(s, name):
    """The end of a hexagon, as the rulebook names it: 'J♦ SE'."""
    tile, way = name.split()
    return tiles.FIRST_END[TILE[tile]] + COMPASS.index(way)


def road(table, name):
    return r.ROAD + end(table.plain, name)


def to(name):
    return r.HEXAGON + PLACES[name]


def offered(table):
    return {choice.label for choice in table.choices(table.waiting()[0])}


def play(table, *choices):
    """By number, by card, or by the beginning of a label."""
    for choice in choices:
        (seat,) = table.waiting()
        if isinstance(choice, int):
            code = choice
        else:
            found = [c.code for c in table.choices(seat) if c.label == choice or c.label.startswith(choice)]
            assert found, (choice, offered(table))
            code = found[0]
        assert not table.refusal(seat, code), (choice, table.refusal(seat, code))
        table.play(seat, code)
    return table


def reason(table, code, seat=None):
    return table.refusal(table.waiting()[0] if seat is None else seat, code)


def hand(table, seat=A):
    s = table.plain
    return {names.card(k) for k in range(r.CARDS) if s.where[k] == r.IN_HAND + seat}


def where(table, seat=A):
    return names.place(table.plain.place[seat])


def located(table, place):
    return {names.card(k) for k in range(r.CARDS) if table.plain.where[k] == place}

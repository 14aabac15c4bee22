"""Laying out and reading positions, for the tests beside this. Cards go by their numbers in the box."""

from brillig.core import Table
from brillig.games.temple_of_doom.game import GAME
from brillig.games.temple_of_doom.screen import spot_name
from brillig.games.temple_of_doom.temple import (
    CARD,
    CUBES,
    DEAD,
    DECK,
    DOOMS,
    FLIP_TILE,
    FRONT,
    IN_DECK,
    LAYOUTS,
    MOVE,
    MOVES,
    NONE,
    OUT,
    PLAYED,
    RELICS,
    TARGETS,
)  # fmt: skip
from brillig.parts.boxes.greenbox import COLOURS, SYMBOL_LETTERS, TILES

SAMPLE = "DAHCBW ADHCB WADH CBWAD HCBW ADH CBWA DHC BW"
EASIER = "DAHCBW ADHCB WADH CBWAD HCBW ADHCB WADH CBW"
# Where the cubes stand in the rulebook's end of a round; the others are in front.
AFTER_MOVING = (("yellow", "1.2"), ("blue", "1.2"), ("green", "2.2"), ("red", "1.5"))
ELSEWHERE = {"front": FRONT, "out": OUT, "dead": DEAD}


def place(name: str, layout: int = 0) -> int:
    """'4.1' as a number."""
    if name in ELSEWHERE:
        return ELSEWHERE[name]
    row, i = map(int, name.split("."))
    return sum(LAYOUTS[layout][: row - 1]) + i - 1


def places(names: str) -> int:
    return sum(1 << place(name) for name in names.split())


def named(table: Table, tiles: int) -> set[str]:
    return {spot_name(table.plain, p) for p in range(TILES) if tiles >> p & 1}


def lay(
    gear="plain", seats=1, hands=((),), cubes=(), relics=(), dooms=(), up=None, flipped="", turn=1, leader=0, **options
):
    """A table at the start of a seat's turn: the cubes by colour, the others in front; the rest of each deck unseen.

    Points may be given up unless the options say otherwise.
    """
    table = GAME.new(seats, options={"spare_points": "given up"} | options, gear=gear)
    s = table.plain
    letters = (EASIER if s.layout else SAMPLE).replace(" ", "")
    for symbol in range(6):
        s.of[symbol] = 0
    for p in range(TILES):
        s.symbol[p] = SYMBOL_LETTERS.index(letters[p])
        s.of[s.symbol[p]] |= 1 << p
    s.flipped = places(flipped)
    s.up = ((1 << TILES) - 1 if up is None else places(up)) & ~s.flipped
    for k in range(CUBES):
        s.at[k] = FRONT
    taken = [0] * 4
    for colour, where in cubes:
        c = COLOURS.index(colour)
        s.at[2 * c + taken[c]] = place(where, s.layout)
        taken[c] += 1
    for k in range(DECK):
        s.relic_deck[k] = RELICS[k] not in relics
        s.doom_deck[k] = DOOMS[k] not in dooms
        s.collected[k] = s.doom_discard[k] = s.dooms[k] = 0
        s.where[k] = IN_DECK
    for k in range(3):
        s.relics[k] = RELICS.index(relics[k]) if k < len(relics) else NONE
    for k, card in enumerate(dooms):
        s.dooms[k] = DOOMS.index(card)
    s.lying = len(dooms)
    for seat in range(6):
        s.held[seat] = 0
    for seat, hand in enumerate(hands):
        s.held[seat] = len(hand)
        for card in hand:
            s.where[MOVES.index(card)] = seat + 1
    s.sure, s.turn, s.leader, s.mover, s.step, s.card, s.points = 0, turn, leader, leader, CARD, NONE, 0
    return table


def play_card(table: Table, card: int) -> None:
    table.play(table.waiting()[0], MOVES.index(card))


def move_code(table: Table, colour: str, start: str, end: str) -> int:
    s = table.plain
    cube = next(k for k in range(CUBES) if k // 2 == COLOURS.index(colour) and s.at[k] == place(start, s.layout))
    return MOVE + cube * TARGETS + place(end, s.layout)


def move(table: Table, colour: str, start: str, end: str) -> None:
    table.play(table.waiting()[0], move_code(table, colour, start, end))


def ways(table: Table, colour: str, start: str) -> set[str]:
    """Where the cube of that colour standing there may go now."""
    first = move_code(table, colour, start, "1.1") - place("1.1")
    allowed = table.codes(table.waiting()[0]) if table.plain.card != NONE else []
    return {spot_name(table.plain, code - first) for code in allowed if first <= code < first + TARGETS}


def stands(table: Table, colour: str) -> list[str]:
    s, c = table.plain, COLOURS.index(colour)
    gone = {DEAD: "dead", FRONT: "front", OUT: "out"}
    return sorted(gone.get(s.at[k]) or spot_name(s, s.at[k]) for k in (2 * c, 2 * c + 1))


def flip(table: Table, name: str) -> None:
    table.play(table.waiting()[0], FLIP_TILE + place(name))


def last_card(gear="plain", **more) -> Table:
    """A table at which the end of the round is one choice away: a card that moves nothing is played to reach it."""
    table = lay(gear, hands=((53,),), **more)
    for k in range(DECK):
        if table.plain.where[k] == IN_DECK and k % 2:
            table.plain.where[k] = PLAYED
    return table


def end_round(table: Table) -> None:
    """Play the last card, and give up what it may move."""
    seat, turn = table.waiting()[0], table.plain.turn
    table.play(seat, next(k for k in range(DECK) if table.plain.where[k] == seat + 1))
    while not table.over and table.plain.card != NONE and table.plain.turn == turn:
        table.play(seat, MOVE + CUBES * TARGETS)


def doom_ids(table: Table) -> list[int]:
    s = table.plain
    return [DOOMS[s.dooms[k]] for k in range(s.lying)]


def collected_ids(table: Table) -> list[int]:
    return [RELICS[k] for k in range(DECK) if table.plain.collected[k]]

"""The temple, the three decks, how choices are numbered, and what can be read off the table.

Places are numbered row by row from the left of the Starting Row. A set of places is the bits of one number.
Cards are numbered 0 to 17 within their deck; RELICS, DOOMS and MOVES say which cards of the box they are.
"""

from __future__ import annotations

from brillig.core import Record, i8, i16, i32, i64, option, rule
from brillig.parts.bag import total
from brillig.parts.bits import bit, has
from brillig.parts.boxes import greenbox

ROWS = 9
CUBES = 8  # two of each colour, in the order of the colours
DECK = 18
SHOWN_RELICS, NEW_DOOMS = 3, 6
SEATS = 6

# ---- the temple ----------------------------------------------------------------------------------------------------

OUT, FRONT, DEAD = greenbox.TILES, greenbox.TILES + 1, greenbox.TILES + 2  # where a cube may be besides the places
LAYOUTS = ((6, 5, 4, 5, 4, 3, 4, 3, 2), (6, 5, 4, 5, 4, 5, 4, 3))


def laid_out(rows: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """The row of each place, and how many half tiles it lies right of the middle."""
    return tuple((row, 2 * i - (n - 1)) for row, n in enumerate(rows) for i in range(n))


def neighbours(rows: tuple[int, ...], here: int) -> int:
    """The places beside a place. OUT is beside the last row; the Starting Row is beside FRONT."""
    spots = laid_out(rows)
    if here >= greenbox.TILES:
        return sum(1 << there for there in range(rows[0])) if here == FRONT else 0
    row, across = spots[here]
    found = 0
    for there, (other, over) in enumerate(spots):
        if (abs(other - row), abs(over - across)) in ((0, 2), (1, 1)):
            found |= 1 << there
    return found | (1 << OUT if row == len(rows) - 1 else 0)


SPOT_ROW = tuple(tuple(row for row, _ in laid_out(rows)) for rows in LAYOUTS)
ACROSS = tuple(tuple(across for _, across in laid_out(rows)) for rows in LAYOUTS)
BESIDE = tuple(tuple(neighbours(rows, here) for here in range(DEAD + 1)) for rows in LAYOUTS)
IN_ROW = tuple(
    tuple(sum(1 << p for p in range(greenbox.TILES) if rows[p] == row) for row in range(ROWS)) for rows in SPOT_ROW
)
STARTING_ROW = IN_ROW[0][0]
LENGTH = tuple(len(rows) for rows in LAYOUTS)

# ---- the cards -----------------------------------------------------------------------------------------------------

RELIC, DOOM, MOVEMENT = range(3)


def deck_of(card: int) -> int:
    """By its ground: brown, pink or green; but white pink cards are relics, and black brown ones Temple cards."""
    if greenbox.CARD_GROUND[card] == greenbox.GREEN_GROUND:
        return MOVEMENT
    special = {greenbox.WHITE: RELIC, greenbox.BLACK: DOOM}
    return special.get(greenbox.CARD_COLOUR[card], RELIC if greenbox.CARD_GROUND[card] == greenbox.BROWN else DOOM)


RELICS, DOOMS, MOVES = (tuple(card for card in range(greenbox.CARDS) if deck_of(card) == deck) for deck in range(3))
RELIC_COLOUR, RELIC_SYMBOL = (
    tuple(greenbox.CARD_COLOUR[c] for c in RELICS),
    tuple(greenbox.CARD_SYMBOL[c] for c in RELICS),
)
DOOM_COLOUR, DOOM_SYMBOL = tuple(greenbox.CARD_COLOUR[c] for c in DOOMS), tuple(greenbox.CARD_SYMBOL[c] for c in DOOMS)
MOVE_COLOUR, MOVE_SYMBOL = tuple(greenbox.CARD_COLOUR[c] for c in MOVES), tuple(greenbox.CARD_SYMBOL[c] for c in MOVES)
MOVE_NUMBER = tuple(greenbox.CARD_NUMBER[c] for c in MOVES)

IN_DECK, PLAYED, DRAWN = 0, SEATS + 1, SEATS + 2  # where a Movement card is; 1 to 6: held by seat 0 to 5
NONE = -1

# ---- choices -------------------------------------------------------------------------------------------------------

CARD, POINT, FLIP, OVER, TALK = range(5)  # what is decided next
TARGETS = greenbox.TILES + 1  # the places, and OUT

# Codes: a card of the Movement deck; a cube and where it goes; to give a point up; a tile; to announce a hand, or not now.
PLAY_CARD = 0
MOVE = DECK
GIVE_UP = MOVE + CUBES * TARGETS
FLIP_TILE = GIVE_UP + 1
ANNOUNCE = FLIP_TILE + greenbox.TILES
KEEP_QUIET = ANNOUNCE + 1


class State(Record):
    layout: int = option("standard", "easier", help="Nine rows, or eight: two tiles of the last row lie in row 6.")
    hands: int = option("private", "open", help="Does everybody see all hands? (Two and more seats.)")
    temple_cards: int = option("stay", "discarded", help="Do unmatched Temple cards stay and strike again each round?")
    spare_points: int = option("used", "given up", help="May a point be given up while a cube could use it?")
    symbol = i8(greenbox.TILES)  # of the tile at each place, also when it is flipped or gone
    of = i64(6)  # the same the other way round: the places of each symbol
    up = i64()  # the places with a face-up tile
    flipped = i64()  # the places with a flipped tile
    at = i8(CUBES, shows="kind")  # where each cube is: a place, OUT, FRONT or DEAD
    relic_deck = i8(DECK)  # a bag of cards to come
    relics = i8(SHOWN_RELICS, shows="kind")  # the cards that lie open, or NONE
    collected = i8(DECK)  # a bag
    doom_deck = i8(DECK)  # a bag of the Temple cards to come
    doom_discard = i8(DECK)  # and one of those that are done with
    dooms = i8(DECK, shows="kind")  # the Temple cards that lie open, the oldest first
    lying = i8()  # how many those are; beyond, zeros
    struck = i32()  # bit k: dooms[k] has flipped its tile in this collapse
    matched = i32()  # bits: the Temple cards matched when the last round ended
    where = i8(DECK)  # where each Movement card is: IN_DECK, with a seat, or PLAYED this round
    held = i8(SEATS)  # how many cards each seat has: known even where they are not
    sure = i32()  # bits: the cards left over in the last round, which everybody knows were dealt in this one
    announced = i8(SEATS)  # 1: this seat tells its cards to all
    asked = i8(SEATS)  # 1: this seat has said, before the first card, whether it does
    turn = i8()  # the round, from 1
    leader = i8(shows="seat")  # the seat that leads it
    mover = i8(shows="seat")  # the seat that decides
    step = i8()  # CARD, POINT, FLIP, OVER or TALK
    card = i8(shows="kind")  # the Movement card being used, or NONE
    points = i8()  # its points that are left
    last = i16()  # the choice made last, -1 before the first
    last_seat = i8()  # and who made it


# ---- what can be read off the table --------------------------------------------------------------------------------


@rule
def standing(s: State) -> int:
    """The places that still have a tile."""
    return s.up | s.flipped


@rule
def places_of(s: State, colour: int) -> int:
    """Where cubes of a colour stand in the temple; of white: where any stand; of black: nowhere."""
    found = 0
    for cube in range(CUBES):
        if s.at[cube] < greenbox.TILES and (colour == greenbox.WHITE or cube // 2 == colour):
            found |= bit(s.at[cube])
    return found


@rule
def fulfilled(s: State, colour: int, symbol: int) -> bool:
    """Does a cube that this card asks for stand on a face-up tile of its symbol?"""
    return places_of(s, colour) & s.up & s.of[symbol] != 0


@rule
def targets(s: State, cube: int) -> int:
    """Where a point of the card in play can take a cube; OUT may be among it."""
    near = BESIDE[s.layout][s.at[cube]] & (standing(s) | bit(OUT))
    if by_colour(s, cube):
        return near
    return near & s.up & s.of[MOVE_SYMBOL[s.card]]


@rule
def by_colour(s: State, cube: int) -> bool:
    """Does the card in play have the cube's colour?"""
    return MOVE_COLOUR[s.card] == greenbox.WHITE or MOVE_COLOUR[s.card] == cube // 2


@rule
def twin(s: State, cube: int) -> bool:
    """Does the other cube of this colour, the first of the two, stand in the same place?"""
    return cube % 2 == 1 and s.at[cube] == s.at[cube - 1]


@rule
def first_row(s: State, tiles: int) -> int:
    """Those tiles of a set that lie in the row closest to the Starting Row."""
    for row in range(ROWS):
        if tiles & IN_ROW[s.layout][row] != 0:
            return tiles & IN_ROW[s.layout][row]
    return 0


@rule
def striker(s: State) -> int:
    """The open Temple card that strikes next, by its place in the row: first those whose symbol is still there."""
    spare = NONE
    for k in range(s.lying):
        if not has(s.struck, k):
            if s.up & s.of[DOOM_SYMBOL[s.dooms[k]]] != 0:
                return k
            if spare == NONE:
                spare = k
    return spare


@rule
def prey(s: State, k: int) -> int:
    """The tiles that a Temple card could strike if they lay in one row: of its symbol, else face up, else flipped."""
    own = s.up & s.of[DOOM_SYMBOL[s.dooms[k]]]
    if own != 0:
        return own
    return s.up if s.up != 0 else s.flipped


@rule
def lost_or_saved(s: State) -> bool:
    """Is no cube in the temple, and can none enter it any more?"""
    hopeful = 0
    for cube in range(CUBES):
        if s.at[cube] < greenbox.TILES or (s.at[cube] == FRONT and standing(s) & STARTING_ROW != 0):
            hopeful += 1
    return hopeful == 0


@rule
def cubes_at(s: State, place: int) -> int:
    n = 0
    for cube in range(CUBES):
        if s.at[cube] == place:
            n += 1
    return n


@rule
def rescued(s: State) -> int:
    """Relics collected."""
    return total(s.collected)


@rule
def score(s: State, seat: int) -> int:
    return cubes_at(s, OUT) - (DECK - rescued(s))


@rule
def known(s: State, viewer: int, seat: int) -> bool:
    """Does the viewer see this seat's cards?"""
    return viewer == seat or s.seats == 1 or s.hands == 1 or s.announced[seat] == 1


@rule
def share(s: State, seat: int) -> int:
    """How many Movement cards a seat gets in this round: with five seats two of them get one more, in rotation."""
    if s.seats == 1:
        return 9
    if s.seats != 5:
        return 12 // s.seats
    return 3 if (seat - s.leader - (s.turn - 1)) % 5 < 2 else 2

"""Temple of Doom: lead eight archaeologists through a collapsing temple, alone or together, relics and all.

The decks have no order that anybody could know, the engine included: they are bags. Hidden are only the hands of the
others, unless they are announced or the hands are open.
"""

from __future__ import annotations

from collections.abc import Mapping

from brillig.core import Game, Row, random, rule
from brillig.games.temple_of_doom import temple
from brillig.games.temple_of_doom.judgement import prefer, shuns, value
from brillig.games.temple_of_doom.rounds import begin_round, collapse, go_on, hand_out, pick, strike
from brillig.games.temple_of_doom.screen import label, screen, tell, touch
from brillig.games.temple_of_doom.temple import State, score
from brillig.parts.bag import fill, total
from brillig.parts.bits import bit, count, has, lowest
from brillig.parts.boxes import greenbox
from brillig.parts.boxes.greenbox import BLACK, CARDS, TILES
from brillig.parts.pile import shuffle

# fmt: off
__all__ = [
    "GAME", "KINDS", "REFUSALS", "State", "label", "prefer", "score", "screen", "shuns", "tell", "touch", "value",
]
# fmt: on

OTHERS_TURN, NOT_YOUR_CARD, NOT_BESIDE, WRONG_CARD, BLACK_CARD, IS_FLIPPED, NO_WAY_OUT = range(1, 8)
AT_ONCE, CLOSEST_FIRST, NOT_THAT_TILE, CARD_FIRST, TILE_FIRST, CUBE_AWAY, TWINS, IS_KNOWN = range(8, 16)
MUST_USE, TALK_FIRST, TALKED = range(16, 19)
REFUSALS = {
    OTHERS_TURN: "It is another player's turn.",
    NOT_YOUR_CARD: "That is not your card.",
    NOT_BESIDE: "One point moves a cube to a neighbouring tile.",
    WRONG_CARD: "Use the card's colour, or move onto its symbol.",
    BLACK_CARD: "Black moves no cube by colour.",
    IS_FLIPPED: "A flipped tile has no symbol.",
    NO_WAY_OUT: "Leave from the last row with a card of the cube's colour.",
    AT_ONCE: "Points must be used at once or given up.",
    CLOSEST_FIRST: "The tile closest to the Starting Row goes first.",
    NOT_THAT_TILE: "The Temple card does not strike that tile.",
    CARD_FIRST: "Play a card first.",
    TILE_FIRST: "Choose the tile that the Temple card strikes.",
    CUBE_AWAY: "That cube is no longer in the temple.",
    TWINS: "Two cubes of one colour stand there; move the first of them.",
    IS_KNOWN: "Your cards are known already.",
    MUST_USE: "A cube can still move, so the point must be used.",
    TALK_FIRST: "Before the first card everybody says whether to announce their cards.",
    TALKED: "You have answered already.",
}
KINDS = {
    "card": range(temple.PLAY_CARD, temple.MOVE),
    "move": range(temple.MOVE, temple.GIVE_UP),
    "give up": range(temple.GIVE_UP, temple.FLIP_TILE),
    "flip": range(temple.FLIP_TILE, temple.ANNOUNCE),
    "announce": range(temple.ANNOUNCE, temple.KEEP_QUIET),
    "keep quiet": range(temple.KEEP_QUIET, temple.KEEP_QUIET + 1),
}


@rule
def setup(s: State) -> None:
    for place in range(TILES):
        s.symbol[place] = place % 6  # one of each in the Starting Row, six of each in all
    shuffle(s.symbol, 6, s)
    for place in range(TILES - 1, 6, -1):  # the others change places among themselves
        other = 6 + random(s, place - 5)
        held = s.symbol[place]
        s.symbol[place] = s.symbol[other]
        s.symbol[other] = held
    for place in range(TILES):
        s.of[s.symbol[place]] |= bit(place)
    s.up = bit(TILES) - 1
    fill(s.at, temple.FRONT)
    fill(s.relic_deck, 1)
    fill(s.doom_deck, 1)
    fill(s.relics, temple.NONE)
    s.turn = 1
    s.leader = random(s, s.seats)
    s.last = temple.NONE
    begin_round(s)
    if not temple.known(s, temple.NONE, s.leader):
        s.step = temple.TALK


@rule
def waiting(s: State, seat: int) -> bool:
    """One seat at a time; but before the first card all are asked whether they announce theirs."""
    if s.step == temple.TALK:
        return s.asked[seat] == 0
    return s.step != temple.OVER and seat == s.mover


@rule
def refuse(s: State, seat: int, code: int) -> int:
    if code == temple.ANNOUNCE and s.step != temple.OVER:  # at any time
        return IS_KNOWN if temple.known(s, temple.NONE, seat) else 0
    if s.step == temple.TALK:
        if s.asked[seat] == 1:
            return TALKED
        return 0 if code == temple.KEEP_QUIET else TALK_FIRST
    if not waiting(s, seat):
        return OTHERS_TURN
    if code == temple.KEEP_QUIET:
        return IS_KNOWN if temple.known(s, temple.NONE, seat) else TALKED
    if s.step == temple.CARD:
        if code >= temple.MOVE:
            return CARD_FIRST
        return 0 if s.where[code] == seat + 1 else NOT_YOUR_CARD
    if s.step == temple.POINT:
        if code < temple.MOVE or code > temple.GIVE_UP:
            return AT_ONCE
        if code == temple.GIVE_UP:
            return 0 if s.spare_points == 1 else MUST_USE
        return refuse_move(s, (code - temple.MOVE) // temple.TARGETS, (code - temple.MOVE) % temple.TARGETS)
    if code < temple.FLIP_TILE or code >= temple.ANNOUNCE:
        return TILE_FIRST
    return refuse_flip(s, code - temple.FLIP_TILE)


@rule
def refuse_move(s: State, cube: int, target: int) -> int:
    if s.at[cube] == temple.OUT or s.at[cube] == temple.DEAD:
        return CUBE_AWAY
    if temple.twin(s, cube):
        return TWINS
    if has(temple.targets(s, cube), target):
        return 0
    if target == temple.OUT:
        return NO_WAY_OUT
    if not has(temple.BESIDE[s.layout][s.at[cube]] & temple.standing(s), target):
        return NOT_BESIDE
    if has(s.flipped, target) and s.symbol[target] == temple.MOVE_SYMBOL[s.card]:
        return IS_FLIPPED
    return BLACK_CARD if temple.MOVE_COLOUR[s.card] == BLACK else WRONG_CARD


@rule
def refuse_flip(s: State, place: int) -> int:
    fits = temple.prey(s, temple.striker(s))
    if not has(fits, place):
        return NOT_THAT_TILE
    return 0 if has(temple.first_row(s, fits), place) else CLOSEST_FIRST


@rule
def choices(s: State, seat: int, out: Row) -> int:
    n = 0
    if s.step == temple.TALK:
        out[0] = temple.ANNOUNCE
        out[1] = temple.KEEP_QUIET
        return 2
    if s.step == temple.CARD:
        for card in range(temple.DECK):
            if s.where[card] == seat + 1:
                out[n] = card
                n += 1
        if not temple.known(s, temple.NONE, seat):
            out[n] = temple.ANNOUNCE
            n += 1
        return n
    if s.step == temple.POINT:
        for cube in range(temple.CUBES):
            ways = 0 if temple.twin(s, cube) else temple.targets(s, cube)
            while ways != 0:
                out[n] = temple.MOVE + cube * temple.TARGETS + lowest(ways)
                n += 1
                ways &= ways - 1
        if s.spare_points == 1:
            out[n] = temple.GIVE_UP
            n += 1
        return n
    fits = temple.first_row(s, temple.prey(s, temple.striker(s)))
    while fits != 0:
        out[n] = temple.FLIP_TILE + lowest(fits)
        n += 1
        fits &= fits - 1
    return n


@rule
def play(s: State, seat: int, code: int) -> None:
    s.last = code
    s.last_seat = seat
    if code >= temple.ANNOUNCE:
        s.announced[seat] = 1 if code == temple.ANNOUNCE else 0
        s.asked[seat] = 1
        if s.step == temple.TALK and total(s.asked) == s.seats:
            s.step = temple.CARD
        return
    if code >= temple.FLIP_TILE:
        strike(s, temple.striker(s), code - temple.FLIP_TILE)
        collapse(s)
        return
    if code < temple.MOVE:
        s.where[code] = temple.PLAYED
        s.held[seat] -= 1
        s.card = code
        s.points = temple.MOVE_NUMBER[code]
    else:
        s.points -= 1
        if code != temple.GIVE_UP:
            s.at[(code - temple.MOVE) // temple.TARGETS] = (code - temple.MOVE) % temple.TARGETS
            if temple.lost_or_saved(s):
                s.step = temple.OVER
                return
    go_on(s)


@rule
def hide(s: State, seat: int) -> None:
    """Cards in hands that this seat does not see might as well be in the deck; how many there are remains known."""
    for card in range(temple.DECK):
        holder = s.where[card] - 1
        if s.where[card] != temple.IN_DECK and s.where[card] != temple.PLAYED and not temple.known(s, seat, holder):
            s.where[card] = temple.IN_DECK


@rule
def guess(s: State, seat: int) -> None:
    """Deal the hands that are not seen again: what everybody knows was dealt, and any other cards."""
    missing = 0
    for other in range(s.seats):
        if not temple.known(s, seat, other):
            missing += s.held[other]
    for card in range(temple.DECK):
        if missing > 0 and s.where[card] == temple.IN_DECK and has(s.sure, card):
            s.where[card] = temple.DRAWN
            missing -= 1
    for _ in range(missing):
        s.where[pick(s, temple.IN_DECK)] = temple.DRAWN
    for other in range(s.seats):
        if not temple.known(s, seat, other):
            hand_out(s, other)


def sound(s: State) -> str:
    """Who holds how many cards is known, and what was left over in the last round was dealt in this one."""
    for seat in range(s.seats):
        cards = sum(s.where[card] == seat + 1 for card in range(temple.DECK))
        if cards != s.held[seat]:
            return f"seat {seat} holds {cards} cards, not {s.held[seat]}"
    for card in range(temple.DECK):
        if has(s.sure, card) and s.where[card] == temple.IN_DECK:
            return f"Movement card {card} was left over in the last round, and is in the deck again"
    return ""


@rule
def census(s: State, out: Row) -> None:
    """The 54 cards, the tiles of each symbol, and the cubes; of the Movement cards, as many as there should be."""
    for card in range(temple.DECK):
        out[temple.RELICS[card]] += s.relic_deck[card] + s.collected[card]
        out[temple.DOOMS[card]] += s.doom_deck[card] + s.doom_discard[card]
        out[temple.MOVES[card]] += 1 if s.where[card] != temple.DRAWN else 0
    for k in range(temple.SHOWN_RELICS):
        if s.relics[k] != temple.NONE:
            out[temple.RELICS[s.relics[k]]] += 1
    for k in range(s.lying):
        out[temple.DOOMS[s.dooms[k]]] += 1
    for symbol in range(6):
        out[CARDS + symbol] += count(s.of[symbol])


def bound(seats: int, options: Mapping[str, int]) -> int:
    """Cards, points and tiles. Six black cards strike in every round from the third on, or in every three rounds.

    So the last tile is gone after 9 or 19 rounds. Six of the Movement cards have two points. A tile is flipped once
    and removed once, and the last of either leaves no choice. A seat is asked once whether it announces its cards, and
    may do so later.
    """
    rounds = 19 if options["temple_cards"] else 9
    cards = 9 if seats == 1 else 12
    return rounds * (cards + cards + 6) + 2 * (TILES - 1) + (2 * seats if seats > 1 else 0)


# What it uses of the box.
USES = {"cards": 54, "tiles": 36, "cubes": greenbox.cubes_of(2)}

GAME = Game(
    __name__,
    title="Temple of Doom",
    box="Green Box of Games",
    seats=(1, 6),
    minutes=30,
    complexity=5,
    codes=temple.KEEP_QUIET + 1,
    bound=bound,
    summary="Lead eight archaeologists through a collapsing temple, alone or together: hold it up, collect relics, get out.",
    pieces=CARDS + 6,
    together=True,
    asides=(temple.ANNOUNCE,),
    tags=("co-operative", "cards", "hidden hands"),
    unseen=("of", "sure", "last", "last_seat"),
    version=2,
)

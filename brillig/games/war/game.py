"""War 2.0: spread over a honeycomb world. A card buys actions, each action costs a card, and battles are fought blind.

Codes: 0 to 71 a tile (9 x row + column); 72 to 80 a card of the seat, by its position in its colour's nine; 81 reinforce,
82 move, 83 end the turn, 84 stop reinforcing or moving; 85 + 6 x tile + way: move a unit, or attack, from a tile to its
neighbour on the left, right, upper left, upper right, lower left, lower right; 517 + n: advance with n units.
"""

from __future__ import annotations

from collections.abc import Mapping

from brillig.core import Game, Row, random, rule
from brillig.games.war import campaign, world
from brillig.games.war.judgement import prefer, value
from brillig.games.war.maps import lay_world
from brillig.games.war.orders import REFUSALS, choices, refuse, waiting
from brillig.games.war.screen import label, screen, tell, touch
from brillig.games.war.world import State, score
from brillig.parts.boxes import greenbox

__all__ = [
    "GAME", "KINDS", "REFUSALS", "State", "choices", "label", "prefer", "refuse", "score", "screen", "tell", "touch",
    "value", "waiting",
]  # fmt: skip

KINDS = {
    "tile": range(world.TILE, world.PLAY),
    "card": range(world.PLAY, world.REINFORCE),
    "reinforce": range(world.REINFORCE, world.MOVE),
    "move": range(world.MOVE, world.END_TURN),
    "end turn": range(world.END_TURN, world.STOP),
    "stop": range(world.STOP, world.GO),
    "move or attack": range(world.GO, world.ADVANCE),
    "advance": range(world.ADVANCE, world.CODES),
}


def allowed(seats: int, options: Mapping[str, int | str]) -> str:
    plain = (options["style"], options["grouping"]) == ("tight", "spread")
    return (
        "" if plain or options["map"] == "random" else "Style and grouping are for random maps: leave them as they are."
    )


@rule
def setup(s: State) -> None:
    lay_world(s)
    for cell in range(world.CELLS):
        s.owner[cell] = world.NONE
    for seat in range(s.seats):
        s.supply[seat] = world.UNITS
        s.hand[seat] = world.FIRST_HAND
    campaign.forget_action(s)
    for side in range(2):
        s.chosen[side] = world.NONE
        s.shown[side] = world.NONE
    s.last = world.NONE
    s.last_seat = world.NONE
    s.starter = random(s, s.seats)
    campaign.next_to_lay(s)


@rule
def play(s: State, seat: int, code: int) -> None:
    s.last = code
    s.last_seat = seat
    if s.step == world.START_TILE or s.step == world.EXTRA_UNIT:
        s.supply[seat] -= 1
        world.put(s, seat, code, 1)
        s.laid += 1
        campaign.next_to_lay(s)
    elif s.step == world.START_CARD:
        s.actions = world.number_of(code - world.PLAY)
        campaign.spend(s, seat, code - world.PLAY)
        campaign.next_action(s)
    elif s.step == world.ACTION:
        play_action(s, seat, code)
    elif s.step == world.CARD:
        s.left = world.number_of(code - world.PLAY)
        campaign.spend(s, seat, code - world.PLAY)
        s.step = world.REINFORCING if s.action == world.REINFORCE else world.MOVING
    elif s.step == world.BATTLE:
        s.last = world.NONE  # it is a secret
        s.chosen[0 if seat == s.mover else 1] = code - world.PLAY
        if s.chosen[0] != world.NONE and s.chosen[1] != world.NONE:
            campaign.fight(s)
    elif s.step == world.FLEEING:
        campaign.flee(s, code)
    elif s.step == world.ADVANCING:
        if code > world.ADVANCE:
            world.take(s, s.start, code - world.ADVANCE)
            world.put(s, seat, s.target, code - world.ADVANCE)
        campaign.next_action(s)
    elif code == world.STOP:
        campaign.next_action(s)
    elif s.step == world.REINFORCING:
        s.supply[seat] -= 1
        s.left -= 1
        s.used[code] = 1
        world.put(s, seat, code, 1)
        if not campaign.can_place(s):
            campaign.next_action(s)
    else:
        move_unit(
            s,
            seat,
            (code - world.GO) // world.AROUND,
            world.near((code - world.GO) // world.AROUND, (code - world.GO) % world.AROUND),
        )
        if not campaign.can_move_on(s):
            campaign.next_action(s)


@rule
def play_action(s: State, seat: int, code: int) -> None:
    if code == world.END_TURN:
        s.actions = 0
        campaign.end_turn(s)
    elif code <= world.MOVE:
        s.actions -= 1
        s.action = code
        if code == world.REINFORCE:
            s.reinforced = 1
        campaign.need_card(s, seat)
        s.step = world.CARD
    else:
        campaign.attack(
            s,
            (code - world.GO) // world.AROUND,
            world.near((code - world.GO) // world.AROUND, (code - world.GO) % world.AROUND),
        )


@rule
def move_unit(s: State, seat: int, cell: int, to: int) -> None:
    if cell != s.source:
        s.source = cell
        s.used[cell] = 1
        s.left -= 1
    world.take(s, cell, 1)
    world.put(s, seat, to, 1)


@rule
def rank(s: State, out: Row) -> None:
    """More points are better; seats that are out come after the others, the first to go last."""
    for seat in range(s.seats):
        out[seat] = 1
        for other in range(s.seats):
            if better(s, other, seat):
                out[seat] += 1


@rule
def better(s: State, seat: int, other: int) -> bool:
    if s.out[seat] == 0 and s.out[other] == 0:
        return score(s, seat) > score(s, other)
    if s.out[seat] > 0 and s.out[other] > 0:
        return s.out[seat] > s.out[other]
    return s.out[other] > 0


@rule
def hide(s: State, seat: int) -> None:
    """A battle card lies face down until both are there."""
    if s.step == world.BATTLE:
        if s.mover != seat and s.chosen[0] != world.NONE:
            s.chosen[0] = world.HIDDEN
        if s.defender != seat and s.chosen[1] != world.NONE:
            s.chosen[1] = world.HIDDEN


@rule
def guess(s: State, seat: int) -> None:
    """Any card of a hand that everybody knows."""
    for side in range(2):
        if s.chosen[side] == world.HIDDEN:
            player = s.mover if side == 0 else s.defender
            nth = random(s, world.cards_in(s.hand[player]))
            for position in range(world.CARDS):
                if world.holds(s, player, position):
                    if nth == 0:
                        s.chosen[side] = position
                    nth -= 1


@rule
def census(s: State, out: Row) -> None:
    """The units and the cards of each seat, and the tiles by what they show."""
    for seat in range(s.seats):
        out[seat] = s.supply[seat]
        out[world.SEATS + seat] = (
            world.cards_in(s.hand[seat]) + world.cards_in(s.played[seat]) + len(world.LATER) - s.added[seat]
        )
    for cell in range(world.CELLS):
        if s.owner[cell] != world.NONE:
            out[s.owner[cell]] += s.units[cell]
        if s.tile[cell] != world.OCEAN:
            out[2 * world.SEATS + s.tile[cell]] += 1


def most_choices(seats: int, options: Mapping[str, int]) -> int:
    """A seat adds the 6 in its 22nd turn at the latest and has one more. A turn has up to six actions, and none takes
    longer than a move of all units from six tiles; the units laid at the start come first.
    """
    longest_action = 3 + world.NUMBERS * (world.UNITS - 1)
    return seats * (campaign.START_TILES + campaign.EXTRA_UNITS + 23 * (1 + world.NUMBERS * longest_action))


# What it uses of the box: white cards are for a third seat.
USES = {"cards": greenbox.cards_of(*range(5)), "tiles": 36, "cubes": 80}

GAME = Game(
    __name__,
    title="War 2.0",
    box="Green Box of Games",
    seats=(2, world.SEATS),
    minutes=45,
    complexity=3,
    codes=world.CODES,
    bound=most_choices,
    pieces=2 * world.SEATS + world.SYMBOLS + 1,
    summary="Spread over a world of tiles: cards buy actions and fight battles, and symbols score in the end.",
    tags=("territory", "simultaneous choices", "no luck"),
    unseen=("played", "defender", "starter", "bag", "laid", "last", "last_seat", "source", "action", "gone"),
)

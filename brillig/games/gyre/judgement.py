"""How well a seat stands, and what a sensible player would try: for the bots.

The own cards weigh more than those of the others. Who weighs them alike spoils as much as flips, and then a game goes
round in circles until the limit, where nobody has won anything.
"""

from __future__ import annotations

from brillig.core import rule
from brillig.games.gyre import grid
from brillig.games.gyre.grid import State
from brillig.parts.bag import total
from brillig.parts.boxes.jabberwocky import CARD_COLOUR, CARD_NUMBER
from brillig.parts.judging import chance

FLIPPED = 600  # a card that lies face down
FILLED = 300  # one that has all the gems of its colour that it needs, and others too
FOREIGN = 25  # what every other gem on it costs
NEAR = (100, 60, 42, 30, 20)  # percent of a gem that is so many turns away from the card
CARRIED = 20  # a gem in the tray can go anywhere
IDLE = 60  # a turn spent on a flight; else a bot that likes its position does nothing else
MINE, THEIRS = 10, 4  # how the cards of each weigh
BORED, WHIMS, MOST_WHIMS = 20, 4, 160  # turns without a flip before whims come, how they grow, and how far
HALF_WAY = 900  # so far a seat has come in the middle of a game
HALF = 900  # so much further, and three games of four are won
STEPS = (1, -1, grid.COLUMNS, -grid.COLUMNS)  # to the next card of the row, then of the column
BITS = 4  # for the gems that come to a place of a line: eight at most
SHARP = 12  # of gain that make a choice likelier


# ---- positions -----------------------------------------------------------------------------------------------------


@rule
def value(s: State, seat: int) -> int:
    """Between what a lost game is worth and a won one, by how far this seat has come and the best of the others."""
    lost = 500 * (s.seats - 2) // (s.seats - 1)  # those who share the second place of three have half beaten each other
    if s.winner != grid.NONE:
        return 1000 if s.winner == seat else lost
    if s.step == grid.COLOUR:
        return 500
    theirs = -10 * FLIPPED
    for other in range(s.seats):
        if other != seat:
            theirs = max(theirs, progress(s, s.colour[other]))
    ahead = (MINE * progress(s, s.colour[seat]) - THEIRS * theirs) // MINE - HALF_WAY - IDLE * s.flew[seat]
    ahead += whim(s, seat)
    return lost + chance(ahead, HALF) * (1000 - lost) // 1000


@rule
def whim(s: State, seat: int) -> int:
    """Who goes round in circles tries something else: by chance, and the more, the longer nobody has flipped a card."""
    bored = WHIMS * (s.turns - s.last_flip - BORED)
    if bored <= 0:
        return 0
    mixed = s.turns
    for cell in range(grid.CELLS):
        mixed = (7 * mixed + s.gems[cell, s.colour[seat]]) & 0xFFFF
    wide = min(bored, MOST_WHIMS)
    return ((40503 * mixed) & 0xFFFF) % wide - wide // 2


@rule
def progress(s: State, colour: int) -> int:
    """What the cards of a colour are worth together, with the gems that are on their way to them."""
    n = CARRIED * s.tray[colour]
    for cell in range(grid.CELLS):
        if CARD_COLOUR[s.card[cell]] == colour:
            own = s.gems[cell, colour]
            foreign, number = total(s.gems[cell]) - own, CARD_NUMBER[s.card[cell]]
            if s.down[cell] == 1:
                n += FLIPPED
            else:
                n += worth(number, own, foreign) + coming(s, cell, needed(number, foreign))
    return n


@rule
def needed(number: int, foreign: int) -> int:
    """Gems of its own colour that a card needs: its number, and more than all others together, so that those can be sent home."""
    return max(number, foreign + 1)


@rule
def worth(number: int, own: int, foreign: int) -> int:
    """A card with so many gems of its own colour and of others."""
    if foreign == 0 and own >= number:
        return FLIPPED
    return FILLED * min(own, needed(number, foreign)) // needed(number, foreign) - FOREIGN * foreign


@rule
def coming(s: State, cell: int, need: int) -> int:
    """Gems of a card's colour in its row and column: each can be sucked towards it, the sooner the fewer cards between."""
    colour, n = CARD_COLOUR[s.card[cell]], 0
    lacking = need - s.gems[cell, colour]
    for way in range(4):
        step = STEPS[way]
        at, turns = cell + step, 1
        while lacking > 0 and 0 <= at < grid.CELLS and (way > 1 or at // grid.COLUMNS == cell // grid.COLUMNS):
            if s.down[at] == 0:
                gems = min(lacking, s.gems[at, colour])
                n += gems * NEAR[turns] * FILLED // (100 * need)
                lacking -= gems
                turns += 1
            at += step
    return n


# ---- choices -------------------------------------------------------------------------------------------------------


@rule
def prefer(s: State, seat: int, code: int) -> int:
    """An action by what it does to the cards, a walk by the best action that it leads to."""
    if code < grid.OWN:
        return 1
    if code < grid.WALK:
        return 2 if code == grid.OWN else 1
    if code >= grid.FLY:
        return 1
    if code >= grid.INHALE:
        return likely(action_gain(s, seat, code))
    space, best = code - grid.WALK, 0
    if grid.in_line(s, s.moving, space) > 0:
        best = max(best, line_gain(s, seat, space, inhaled(s, space)))
    if s.tray[s.moving] > 0:
        best = max(best, line_gain(s, seat, space, with_exhaled(s, space)))
    return likely(best)


@rule
def likely(gain: int) -> int:
    """The weight of an action; each of the thirteen flights has one."""
    steps = 1 + max(0, gain) // SHARP
    return 4 * steps * steps


@rule
def action_gain(s: State, seat: int, code: int) -> int:
    space = s.space[s.moving]
    if code == grid.INHALE:
        return line_gain(s, seat, space, inhaled(s, space))
    if code == grid.EXHALE:
        return line_gain(s, seat, space, with_exhaled(s, space))
    return resolve_gain(s, seat)


@rule
def inhaled(s: State, space: int) -> int:
    """The gems of the moving colour on each place of the line after inhaling, BITS bits each."""
    after = 0
    for k in range(grid.LENGTH[space]):
        n = s.gems[grid.LINE[space][k], s.moving]
        to = grid.landing(s, space, k - 1, -1)
        if n > 0 and to != grid.OFF:
            after += n << (BITS * to)
    return after


@rule
def with_exhaled(s: State, space: int) -> int:
    """The same after exhaling."""
    after = 0
    for k in range(grid.LENGTH[space]):
        after += s.gems[grid.LINE[space][k], s.moving] << (BITS * k)
        to = grid.landing(s, space, k, 1)
        if k < s.tray[s.moving] and to != grid.OFF:
            after += 1 << (BITS * to)
    return after


@rule
def line_gain(s: State, seat: int, space: int, after: int) -> int:
    """What a seat gains when so many gems of the moving colour lie on the places of a line."""
    gain = 0
    for k in range(grid.LENGTH[space]):
        cell = grid.LINE[space][k]
        change = ((after >> (BITS * k)) & ((1 << BITS) - 1)) - s.gems[cell, s.moving]
        if change != 0:
            colour = CARD_COLOUR[s.card[cell]]
            own = s.gems[cell, colour]
            foreign = total(s.gems[cell]) - own
            number = CARD_NUMBER[s.card[cell]]
            before = worth(number, own, foreign)
            if colour == s.moving:
                own += change
            else:
                foreign += change
            gain += weight(s, seat, colour) * (worth(number, own, foreign) - before)
    return gain // MINE


@rule
def resolve_gain(s: State, seat: int) -> int:
    gain = 0
    for cell in range(grid.CELLS):
        controls = grid.controller(s, cell)
        if controls != grid.NONE and s.gems[cell, controls] < total(s.gems[cell]):
            colour = CARD_COLOUR[s.card[cell]]
            own, number = s.gems[cell, colour], CARD_NUMBER[s.card[cell]]
            before = worth(number, own, total(s.gems[cell]) - own)
            after = worth(number, own, 0) if controls == colour else worth(number, 0, s.gems[cell, controls])
            gain += weight(s, seat, colour) * (after - before)
    return gain // MINE


@rule
def weight(s: State, seat: int, colour: int) -> int:
    """How much a card of this colour matters to a seat. Neutral cards do not."""
    if s.colour[seat] == colour:
        return MINE
    return 0 if s.seats == 2 and s.colour[grid.NEUTRAL] == colour else -THEIRS

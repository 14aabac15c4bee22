"""How Gyre looks, is touched and is told.

The grid lies in the middle of the ring. A Jabberwocky stands in its space with the gems it carries; it flies when it is
touched, and then the space where it goes.
"""

from __future__ import annotations

from brillig.core import Face, Screen, Zone
from brillig.core.screen import TABLE
from brillig.games.gyre import grid
from brillig.games.gyre.grid import State
from brillig.parts.bits import has
from brillig.parts.boxes import jabberwocky
from brillig.parts.boxes.jabberwocky import COLOURS, LETTERS, NUMBERS, card_name, gem_words, jabberwocky_face, put_gems
from brillig.parts.panels import seat_panel
from brillig.parts.words import capital, counted, listed, seat_name, so_far, won_by

HIGH = 1.4  # a card, beside its width: there is room for gems
RIM_HIGH, RIM_WIDE = 1.15, 0.92  # the spaces around them
SOON = 30  # turns before the limit that everybody hears of
# Where each space lies around the grid, whose upper left card is at row 1, column 1.
AROUND = tuple(
    {"N": (0, k), "S": (grid.ROWS + 1, k), "W": (k, 0), "E": (k, grid.COLUMNS + 1)}[side]
    for side, k in ((name[0], int(name[1])) for name in grid.SPACE_NAMES)
)


# ---- names ---------------------------------------------------------------------------------------------------------


def space_id(space: int) -> str:
    return f"space-{grid.SPACE_NAMES[space]}"


def cell_id(cell: int) -> str:
    return f"cell-{grid.CELL_NAMES[cell]}"


def line_ids(space: int) -> list[str]:
    return [cell_id(cell) for cell in grid.LINE[space] if cell != grid.OFF]


def named(s: State, cell: int) -> str:
    """A cell goes by the card that lies there; no two are alike."""
    return card_name(s.card[cell])


def is_neutral(s: State, colour: int) -> bool:
    return s.seats == 2 and s.colour[grid.NEUTRAL] == colour


def whose(s: State, colour: int) -> str:
    """'the neutral purple Jabberwocky', 'the green Jabberwocky'"""
    return f"the {'neutral ' * is_neutral(s, colour)}{COLOURS[colour]} Jabberwocky"


# ---- looking ahead -------------------------------------------------------------------------------------------------


def after(s: State, code: int) -> State:
    """The cards and gems as an action would leave them."""
    ahead = State(bytearray(State.nbytes))
    ahead.moving = s.moving
    for colour in range(grid.COLOURS):
        ahead.tray[colour], ahead.space[colour] = s.tray[colour], s.space[colour]
    for cell in range(grid.CELLS):
        ahead.card[cell], ahead.down[cell] = s.card[cell], s.down[cell]
        for colour in range(grid.COLOURS):
            ahead.gems[cell, colour] = s.gems[cell, colour]
    if code == grid.RESOLVE:
        grid.resolve(ahead)
    elif code == grid.INHALE:
        grid.inhale(ahead, s.moving)
    elif code == grid.EXHALE:
        grid.exhale(ahead, s.moving)
    return ahead


def flips(ahead: State) -> str:
    """', flips G2 and Y1': what an action would turn over."""
    grid.flip(ahead)
    cards = [named(ahead, cell) for cell in range(grid.CELLS) if has(ahead.flipped, cell)]
    return f", flips {listed(cards)}" if cards else ""


def deed(s: State, code: int) -> str:
    """What an action does: 'Inhale 3 green, 1 to the tray', 'Exhale 2 green: P4, Y1', 'Resolve: 1 yellow goes home'."""
    ahead, colour = after(s, code), s.moving
    carried = ahead.tray[colour] - s.tray[colour]
    if code == grid.INHALE:
        n = grid.in_line(s, colour, s.space[colour])
        done = f"Inhale {n} {COLOURS[colour]}" + f", {carried} to the tray" * (carried > 0)
    elif code == grid.EXHALE:
        where = []
        for cell in grid.LINE[s.space[colour]]:
            if cell != grid.OFF:
                where += [named(s, cell)] * (ahead.gems[cell, colour] - s.gems[cell, colour])
        done = f"Exhale {-carried} {COLOURS[colour]} on {', '.join(where)}"
    else:
        home = [ahead.tray[c] - s.tray[c] for c in range(grid.COLOURS)]
        done = f"Resolve, {gem_words(home)} home"
    return done + flips(ahead)


def is_shut_in(s: State, colour: int) -> bool:
    here = s.space[colour]
    return not any(grid.is_empty(s, (here + by) % grid.SPACES) for by in (1, -1))


# ---- choices -------------------------------------------------------------------------------------------------------


def label(s: State, seat: int, code: int) -> str:
    if code < grid.OWN:
        return capital(COLOURS[code - grid.TAKE])
    if code == grid.OWN:
        return f"Move your own Jabberwocky, {COLOURS[s.colour[seat]]}"
    if code == grid.NEUTRALS:
        return f"Move the neutral Jabberwocky, {COLOURS[s.colour[grid.NEUTRAL]]}"
    if code == grid.OTHERS:
        return "Move the other seat's Jabberwocky"
    if code < grid.INHALE:
        to = code - grid.WALK
        gems = grid.in_line(s, s.moving, to)
        return f"Go to {grid.SPACE_NAMES[to]}" + f": {gems}{LETTERS[s.moving].lower()}" * (gems > 0)
    return deed(s, code) if code < grid.FLY else f"Fly to {grid.SPACE_NAMES[code - grid.FLY]}"


def touch(s: State, seat: int, code: int) -> tuple[str, ...]:
    if code < grid.OWN:
        return (f"jabberwocky-{LETTERS[code - grid.TAKE]}",)
    if code < grid.WALK:
        return (space_id(s.space[s.colour[seat if code == grid.OWN else grid.NEUTRAL]]),)
    if code < grid.INHALE:
        return (space_id(code - grid.WALK),)
    return () if code < grid.FLY else (space_id(s.space[s.moving]), space_id(code - grid.FLY))


# ---- the table -----------------------------------------------------------------------------------------------------


def screen(s: State, seat: int) -> Screen:
    t = Screen(prompt(s, seat), verdict=verdict(s))
    if 0 <= seat == s.mover:
        t.help = help_for(s)
    if s.step == grid.COLOUR:
        draw_colours(t, s)
    else:
        draw_board(t, s)
        draw_flights(t, s, seat)
    draw_panels(t, s)
    return t


def prompt(s: State, seat: int) -> str:
    if s.step == grid.OVER:
        return f"The game is over: {won_by(s.winner) if s.winner != grid.NONE else 'the turns are used up.'}"
    who = seat_name(s.mover)
    if s.step == grid.COLOUR:
        return "Choose your colour." if seat == s.mover else f"{who} chooses a colour."
    if seat != s.mover:
        return f"{who} is moving" + (f" {whose(s, s.moving)}." if s.moving != grid.NONE else ".")
    if s.step == grid.WHO:
        own, other = COLOURS[s.colour[seat]], COLOURS[s.colour[grid.NEUTRAL]]
        if s.last_neutral:
            return f"Touch your {own} Jabberwocky: the neutral one was just moved."
        return f"Move your own Jabberwocky ({own}), or the neutral one ({other})?"
    mine = whose(s, s.moving) if is_neutral(s, s.moving) else f"your {COLOURS[s.moving]} Jabberwocky"
    if s.step == grid.WHIFFLE:
        if is_shut_in(s, s.moving):
            return f"{capital(mine)} is shut in: put it on any empty space."
        return f"Walk {mine} to another space."
    able = [word for word, code in ACTIONS if not why_not(s, code)]
    return f"{capital(listed(able, 'or'))}? Or touch {mine} and fly." if able else f"Touch {mine} and fly."


ACTIONS = (("inhale", grid.INHALE), ("exhale", grid.EXHALE), ("resolve", grid.RESOLVE))


def why_not(s: State, code: int) -> str:
    """Why an action cannot be taken now; nothing if it can."""
    space = s.space[s.moving]
    if code == grid.INHALE:
        return "" if grid.in_line(s, s.moving, space) else f"no {COLOURS[s.moving]} gem in this row or column"
    if code == grid.EXHALE:
        return "" if grid.exhaled(s, s.moving, space) else "no gem would land on a card"
    return "" if grid.can_resolve(s) else "no card is controlled by one colour with others on it"


def help_for(s: State) -> str:
    if s.step == grid.COLOUR:
        return "Your Jabberwocky and your cards have this colour. Cards are dealt when all have chosen."
    if s.step == grid.WHO:
        return "A turn of the neutral one is played as if it were yours. After it, nobody may move it at once again."
    if s.step == grid.WHIFFLE:
        return (
            "The number on a space says how many gems of this colour lie in its row or column, ready to be sucked in."
        )
    reasons = [f"{word}: {why}" for word, code in ACTIONS if (why := why_not(s, code))]
    cannot = f" Not now: {'; '.join(reasons)}." if reasons else ""
    return (
        "Inhale: gems of this colour come a card nearer, the nearest into the tray. Exhale: those of the tray go out, one a "
        f"card. Resolve: on every card the colour with more than half sends the others home.{cannot}"
    )


def verdict(s: State) -> str:
    if s.step != grid.OVER:
        return ""
    if s.winner != grid.NONE:
        mine = COLOURS[s.colour[s.winner]]
        also = [seat for seat in range(s.seats) if seat != s.winner and grid.is_done(s, s.colour[seat])]
        why = f"All {mine} cards are face down."
        if also:
            why += f" {seat_name(s.winner)} played last." if s.last_seat == s.winner else " It would have played next."
        return why
    if s.at_limit:
        return "At the limit more cards face down are better, then the larger sum of their numbers."
    return f"Nobody was done after {s.turns} turns, so nobody has won."


def draw_colours(t: Screen, s: State) -> None:
    line = t.line("jabberwockies", "row", "Jabberwocky cards")
    for colour, letter in enumerate(LETTERS):
        piece = line.put(f"jabberwocky-{letter}", jabberwocky_face(colour))
        for seat in range(s.seats):
            if s.colour[seat] == colour:
                piece.mark, piece.badge = "dim", f"seat {seat + 1}"


def draw_board(t: Screen, s: State) -> None:
    board = t.grid("grid", grid.ROWS + 2, grid.COLUMNS + 2)
    board.heights = (RIM_HIGH, *(HIGH,) * grid.ROWS, RIM_HIGH)
    board.widths = (RIM_WIDE, *(1.0,) * grid.COLUMNS, RIM_WIDE)
    board.look = "heaps"
    lit = set(grid.LINE[s.space[s.moving]]) if s.step == grid.ACTION else set()
    for cell in range(grid.CELLS):
        draw_cell(board, s, cell, cell in lit)
    for space in range(grid.SPACES):
        spot = board.spot(space_id(space), *AROUND[space], f"space {grid.SPACE_NAMES[space]}", look="tray")
        spot.lights = line_ids(space)
        if grid.is_empty(s, space):
            name = grid.SPACE_NAMES[space]
            spot.put(f"name-{name}", Face("label", name, name))
        for colour in range(grid.COLOURS):
            if s.space[colour] == space:
                draw_jabberwocky(board, s, colour)


def draw_cell(board: Zone, s: State, cell: int, lit: bool) -> None:
    name = grid.CELL_NAMES[cell]
    spot = board.spot(cell_id(cell), int(cell // grid.COLUMNS) + 1, cell % grid.COLUMNS + 1, name)
    spot.mark = "last" if lit else ""
    if s.down[cell]:
        spot.say = f"{name}, {named(s, cell)} face down"
        piece = spot.put(f"card-{named(s, cell)}", down_face(s.card[cell]))
        piece.badge = named(s, cell)
    else:
        jabberwocky.put_card(spot, s.card[cell])
        put_gems(spot, name, s.gems[cell])


def down_face(card: int) -> Face:
    """A card that was turned face down: everybody knows what it was."""
    face = jabberwocky.card_face(card)
    return Face("card", f"#{face.text}", f"{face.say}, face down", {"back": 1})


def draw_jabberwocky(board: Zone, s: State, colour: int) -> None:
    """It stands in the spot that was drawn last, with its gems; after a walk it has come along the ring."""
    spot, here = board.spots[-1], s.space[colour]
    carried = counted(s.tray[colour], "gem")
    spot.say += f", {whose(s, colour)} with {carried} in its tray"
    piece = spot.put(f"jabberwocky-{LETTERS[colour]}", jabberwocky_face(colour))
    if s.tray[colour]:
        spot.put(f"tray-{LETTERS[colour]}", jabberwocky.gems(colour, s.tray[colour]))
    if is_neutral(s, colour):
        piece.badge = "neutral"
    if colour == s.moving and s.left != grid.NONE and grid.WALK <= s.last < grid.INHALE:
        piece.path = [space_id(space) for space in walked(s, s.left, here)]


def walked(s: State, start: int, end: int) -> list[int]:
    """The spaces of the way that a Jabberwocky has come along; nothing if it hopped."""
    for by in (1, -1):
        way = [start]
        while way[-1] != end and (len(way) == 1 or grid.is_empty(s, way[-1])):
            way.append((way[-1] + by) % grid.SPACES)
        if way[-1] == end:
            return way
    return []


def draw_flights(t: Screen, s: State, seat: int) -> None:
    """Who points at a space to fly to sees its line."""
    if 0 <= seat == s.mover and s.step == grid.ACTION:
        for space in range(grid.SPACES):
            if grid.is_empty(s, space):
                t.ways[f"{space_id(s.space[s.moving])} {space_id(space)}"] = line_ids(space)


def draw_panels(t: Screen, s: State) -> None:
    table = t.panel(TABLE, "Grid", turns_played=so_far(s.turns, s.turn_limit))
    if s.last_flip:
        table.counters["last flip"] = f"turn {s.last_flip}"
    if s.step != grid.COLOUR and s.seats == 2:
        neutral = s.colour[grid.NEUTRAL]
        table.counters[f"neutral {COLOURS[neutral]}"] = f"{grid.cards_down(s, neutral)} of {NUMBERS} face down"
        table.lamp("neutral may not move", s.last_neutral, "amber")
    table.lamp("limit near", s.turn_limit - s.turns <= SOON, "amber")
    for player in range(s.seats):
        colour = s.colour[player]
        panel = seat_panel(t, player, player == s.mover, COLOURS[colour] if colour != grid.NONE else "")
        if s.step == grid.COLOUR:
            continue
        up = [jabberwocky.CARD_NUMBER[s.card[cell]] for cell in range(grid.CELLS) if is_up(s, cell, colour)]
        panel.counters = {
            "face down": f"{NUMBERS - len(up)} of {NUMBERS}",
            "to flip": " ".join(map(str, sorted(up))) or "none",
        }
        if s.step == grid.OVER:
            panel.lamp("winner", player == s.winner)
        else:
            panel.lamp("last card", len(up) == 1, "red")


def is_up(s: State, cell: int, colour: int) -> bool:
    return not s.down[cell] and jabberwocky.CARD_COLOUR[s.card[cell]] == colour


# ---- what happened -------------------------------------------------------------------------------------------------


def tell(before: State, after: State, viewer: int) -> list[str]:
    code, who = after.last, seat_name(after.last_seat)
    if code < grid.OWN:
        told = [f"{who} takes {COLOURS[code - grid.TAKE]}."]
        if after.step != grid.COLOUR:
            rest = COLOURS[after.colour[grid.NEUTRAL]]
            told += [
                f"{capital(rest)} is neutral." if after.seats == 2 else f"Seat 3 has {rest}.",
                "The cards are dealt.",
            ]
        return told
    if code < grid.WALK:
        return [f"{who} moves {whose(before, after.moving)}."]
    if code < grid.INHALE:
        goes = "hops" if is_shut_in(before, before.moving) else "whiffles"
        return [f"{who} {goes} with {COLOURS[before.moving]} to {grid.SPACE_NAMES[code - grid.WALK]}."]
    told = [f"{who} {tell_deed(before, code)}."]
    for cell in range(grid.CELLS):
        if has(after.flipped, cell):
            colour = jabberwocky.CARD_COLOUR[after.card[cell]]
            left = NUMBERS - grid.cards_down(after, colour)
            card = capital(jabberwocky.card_face(after.card[cell]).say)
            told.append(f"{card} flipped: {left} of {COLOURS[colour]} left.")
    return told + tell_end(after)


def tell_deed(before: State, code: int) -> str:
    colour = before.moving
    if code >= grid.FLY:
        return f"flies with {COLOURS[colour]} to {grid.SPACE_NAMES[code - grid.FLY]}"
    words = deed(before, code).split(", flips")[0]
    verb, rest = words.split(" ", 1) if code != grid.RESOLVE else ("Resolve", f"all cards: {words.split(', ', 1)[1]}")
    return f"{verb.lower()}s {rest}"


def tell_end(s: State) -> list[str]:
    if s.winner != grid.NONE:
        return [verdict(s), won_by(s.winner)]
    if s.step == grid.OVER:
        return [f"Turn {s.turns} was the last: the game stops.", verdict(s)]
    if s.turn_limit - s.turns == SOON:
        return [f"{SOON} turns are left before the game stops."]
    return []

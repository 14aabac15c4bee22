"""How Fawlty Towers looks, is touched and is told."""

from __future__ import annotations

from brillig.core import Face, Screen, Swing
from brillig.core.screen import TABLE
from brillig.games.fawlty_towers import towers
from brillig.games.fawlty_towers.towers import State
from brillig.games.fawlty_towers.words import (
    DECLINE,
    DROP,
    HAND,
    NEW_BASE,
    TAKE_CARD,
    place_id,
    place_name,
    stock_id,
    tower_id,
)
from brillig.parts.bag import total
from brillig.parts.boxes import greenbox
from brillig.parts.boxes.greenbox import CARD_NUMBER, CARD_SYMBOL, CARDS, card_name
from brillig.parts.boxes.greenbox import COLOURS as COLOUR_NAMES
from brillig.parts.boxes.greenbox import SYMBOLS as SYMBOL_NAMES
from brillig.parts.panels import seat_panel
from brillig.parts.words import counted, seat_name, winners

TALL = 3.2  # how high the picture of a tower is, in columns
SETS = (3, 5, 8)  # cards with one symbol that make a bonus, or a larger one
PER_CENT = 100
FEW = 4  # seats whose symbols are counted before everybody
A_LOOK = 1200  # milliseconds that a fall is seen


# ---- choices -------------------------------------------------------------------------------------------------------


def label(s: State, seat: int, code: int) -> str:
    if code < TAKE_CARD:
        cube, tower = divmod(code, towers.TOWERS)
        best = max((CARD_NUMBER[card] for card in in_reach(s, tower, cube).values()), default=0)
        prize = f"best {best}" if best else "no card"
        return f"{COLOUR_NAMES[cube].capitalize()} cube on tower {tower + 1}: {prize}, risk {risk(s, seat, tower)}"
    if code < DECLINE:
        column, level = divmod(code - TAKE_CARD, towers.LEVELS)
        card = s.column[column, level]
        return f"Take {card_name(card)}: +{gain(s, seat, card)}"
    if code == DECLINE:
        return "Take no card"
    if code < DROP:
        return f"{COLOUR_NAMES[code - NEW_BASE].capitalize()} base"
    if code == HAND:
        return "Let a hand drop it"
    return f"Stop it {where(code - DROP - towers.FARTHEST, s.asked == towers.SWING_ACROSS)}"


def touch(s: State, seat: int, code: int) -> tuple[str, ...]:
    if code < TAKE_CARD:
        return stock_id(code // towers.TOWERS), tower_id(code % towers.TOWERS)
    if code < DECLINE:
        return (place_id(*divmod(code - TAKE_CARD, towers.LEVELS)),)
    if NEW_BASE <= code < DROP:
        return (stock_id(code - NEW_BASE),)
    return ()


def also(s: State, seat: int, code: int) -> tuple[str, ...]:
    """The tower, then the cube."""
    return (tower_id(code % towers.TOWERS), stock_id(code // towers.TOWERS)) if code < TAKE_CARD else ()


def swing(s: State, seat: int) -> Swing | None:
    """The crane, for whoever is to stop it."""
    if seat != s.mover or s.asked not in (towers.SWING_ACROSS, towers.SWING_DEEP):
        return None
    far = towers.spread(s, seat, s.tower)
    period = round(26_400 / (2 * far + 1))  # so that being 35 ms too late or too early is like a hand's usual tremble
    ends = ("left", "right") if s.asked == towers.SWING_ACROSS else ("near", "far")
    return Swing(
        DROP, HAND - 1, period, ends, towers.HALF / towers.FARTHEST, towers.PRESS, tower_id(s.tower), greenbox.cube(s.cube),
        greenbox.cube(s.colour[s.tower, s.height[s.tower] - 1]),
    )  # fmt: skip


def in_reach(s: State, tower: int, cube: int) -> dict[str, int]:
    """The cards that a cube of this colour would reach, dropped on that tower, and where they lie."""
    return {
        place_id(column, level): s.column[column, level]
        for column in range(towers.COLUMNS)
        for level in range(towers.reach(s, tower, towers.NONE, column))
        if towers.fits(s.column[column, level], cube)
    }


def reached(s: State) -> dict[str, list[str]]:
    """What lights up while somebody with a cube points at a tower, or the other way round."""
    ways = {}
    for cube in range(towers.COLOURS):
        for tower in range(towers.TOWERS):
            places = list(in_reach(s, tower, cube))
            ways[f"{stock_id(cube)} {tower_id(tower)}"] = places
            ways[f"{tower_id(tower)} {stock_id(cube)}"] = places
    return ways


def gain(s: State, seat: int, card: int) -> int:
    """Points that a card brings at once, with the set that it completes."""
    had = s.symbols[seat, CARD_SYMBOL[card]]
    return CARD_NUMBER[card] + towers.BONUS[had + 1] - towers.BONUS[had]


def risk(s: State, seat: int, tower: int) -> str:
    """How likely a cube of this seat brings a tower down."""
    falls = 1000 - towers.stands(s, tower, towers.spread(s, seat, tower))
    return f"{round(falls / 10)}%" if falls >= 5 or not falls else "<1%"


def where(off: int, across: bool) -> str:
    if off == 0:
        return "in the middle"
    way = ("left", "right") if across else ("near", "far")
    return f"{abs(off)} {way[off > 0]}"


# ---- the table -----------------------------------------------------------------------------------------------------


def screen(s: State, seat: int) -> Screen:
    t = Screen(prompt(s, seat), explained(s) if seat == s.mover else "", verdict(s))
    t.swing = swing(s, seat)
    if seat == s.mover and s.asked == towers.PLACE:
        t.ways = reached(s)
    draw_cards(t, s)
    draw_towers(t, s)
    draw_taken(t, s)
    draw_panels(t, s, seat)
    if s.asked == towers.BASE and s.mover != towers.NONE:
        t.pause = A_LOOK
    return t


def prompt(s: State, seat: int) -> str:
    if s.mover == towers.NONE:
        return "The game is over."
    if seat != s.mover:
        return f"{seat_name(s.mover)} {waited_for(s)}."
    cube = COLOUR_NAMES[s.cube] if s.cube != towers.NONE else ""
    if s.asked == towers.PLACE:
        return "Drop a cube: touch a colour, then a tower."
    if s.asked == towers.BASE:
        return f"Tower {s.fallen + 1} has fallen. Touch a colour for its new base."
    if s.asked == towers.TAKE and s.fallen != towers.NONE:
        return f"You may take a bottom card: {cube}, white or black."
    if s.asked == towers.TAKE:
        return f"The tower stands! Take a lit card: {cube}, white or black."
    way = "left and right" if s.asked == towers.SWING_ACROSS else "near and far"
    return f"Stop the crane over tower {s.tower + 1}: {way}."


def waited_for(s: State) -> str:
    return {
        towers.PLACE: "drops a cube",
        towers.SWING_ACROSS: "works the crane",
        towers.SWING_DEEP: "works the crane",
        towers.BASE: "sets a new base",
        towers.TAKE: "may take a card",
    }[s.asked]


def explained(s: State) -> str:
    """The same words whenever the same is asked."""
    if s.asked == towers.PLACE:
        return (
            "You take a card of the cube's colour, or a white or black one. For a card higher up, the tower must already "
            "have a cube of the colour of each card below it: any cube for a white card, three for a black one. The "
            "risk is how likely the tower falls."
        )
    if s.asked == towers.BASE:
        return "All its cubes go back. The new base cannot fall, and then you may take a bottom card that goes with it."
    if s.asked == towers.TAKE:
        return (
            "A card counts its number. Three cards with one symbol are worth 5 more, five are worth 10 and eight 15. The "
            "cards above it move down, and a new one comes on top."
        )
    return "Press anywhere on the crane, or the space bar, when the cube hangs where you want it. After 10 seconds it lets go."


def verdict(s: State) -> str:
    if s.mover != towers.NONE:
        return ""
    parts = "; ".join(
        f"{seat_name(k)} {s.points[k]} on cards and {towers.score(s, k) - s.points[k]} for sets" for k in range(s.seats)
    )
    return f"{why_over(s)} {parts}."


def why_over(s: State) -> str:
    if towers.empty_columns(s) >= 2:
        return "Two columns are empty."
    return "No cube is left." if total(s.stock) == 0 else f"{towers.IDLE} turns without a card."


def draw_cards(t: Screen, s: State) -> None:
    """Four columns; a wide window lays them on their side, the bottom to the right."""
    board = t.grid(
        "cards",
        towers.LEVELS,
        towers.COLUMNS,
        "Cards · 1 is the bottom",
        [str(towers.LEVELS - k) for k in range(towers.LEVELS)],
    )
    board.turns = True
    for level in range(towers.LEVELS - 1, -1, -1):
        for column in range(towers.COLUMNS):
            said = f"column {place_name(column, level)[0]}, level {level + 1}"
            spot = board.spot(place_id(column, level), towers.LEVELS - 1 - level, column, said)
            card = s.column[column, level]
            if card != towers.NONE:
                greenbox.put_card(spot, card)


def draw_towers(t: Screen, s: State) -> None:
    """The towers, and the cubes to build them with."""
    board = t.grid("towers", 2, towers.TOWERS, "Towers")
    board.heights = (TALL, 1.0)
    for tower in range(towers.TOWERS):
        spot = board.spot(tower_id(tower), 0, tower, f"tower {tower + 1}")
        spot.put(f"cubes-{tower + 1}", tower_face(s, tower))
    for colour in range(towers.COLOURS):
        spot = board.spot(stock_id(colour), 1, colour, f"{COLOUR_NAMES[colour]} cubes", look="tray")
        if s.stock[colour]:
            spot.put(f"cube-{COLOUR_NAMES[colour]}", greenbox.cube(colour)).badge = str(s.stock[colour])


def tower_face(s: State, tower: int) -> Face:
    """All its cubes and where they are; of a tower that has fallen, what lies about."""
    n = s.rubble if s.fallen == tower and s.rubble else s.height[tower]
    xs, ys = (s.at[axis * towers.TOWERS + tower] for axis in (towers.ACROSS, towers.DEEP))
    cubes = " ".join(f"{greenbox.LETTERS[s.colour[tower, k]]}{xs[k]},{ys[k]}" for k in range(n))
    look: dict[str, int | str] = {"cubes": cubes, "name": tower + 1}
    colours = ", ".join(COLOUR_NAMES[s.colour[tower, k]] for k in range(n))
    if n > s.height[tower]:
        look["joint"] = s.joint
        return Face("tower", f"{tower + 1}!", f"fallen, from cube {s.joint + 1}: {colours}", look)
    across, deep = lean(s, tower, towers.ACROSS), lean(s, tower, towers.DEEP)
    look["lean"] = f"{across},{deep}"
    if s.tower == tower and s.asked == towers.TAKE and s.fallen == towers.NONE:
        look["landed"] = 1
    tips = f"; leans {max(abs(across), abs(deep))} of 100" if n > 1 else ""
    return Face("tower", f"{tower + 1}:{n}", f"{counted(n, 'cube')}, from below {colours}{tips}", look)


def lean(s: State, tower: int, axis: int) -> int:
    """How near the weakest joint is to giving way, in per cent, with the side as its sign."""
    row, weight, worst = axis * towers.TOWERS + tower, 0, 0
    for k in range(s.height[tower] - 2, -1, -1):
        above = s.height[tower] - 1 - k
        weight += s.at[row, k + 1]
        off = round(PER_CENT * (weight - above * s.at[row, k]) / (towers.HALF * above))
        worst = off if abs(off) > abs(worst) else worst
    return worst


def draw_taken(t: Screen, s: State) -> None:
    for seat in range(s.seats):
        row = t.line(f"taken-{seat + 1}", "row", f"Cards of {seat_name(seat)}", area="right")
        mine = [card for card in range(CARDS) if s.owner[card] == seat]
        for card in sorted(mine, key=lambda card: (CARD_SYMBOL[card], -CARD_NUMBER[card], card)):
            greenbox.put_card(row, card, "last" if card == s.taken else "")


def draw_panels(t: Screen, s: State, seat: int) -> None:
    """Where many play there is no room for what all of them collect; their cards lie beside the table."""
    table = t.panel(TABLE, "Table", draw_pile=total(s.pile))
    if s.idle:
        table.counters["turns without a card"] = f"{s.idle} of {towers.IDLE}"
    for player in range(s.seats):
        turn = player == s.mover
        panel = seat_panel(t, player, turn, points=towers.score(s, player))
        for symbol in range(towers.SYMBOLS):
            if s.symbols[player, symbol] and (player == seat or s.seats <= FEW):
                panel.counters[SYMBOL_NAMES[symbol]] = s.symbols[player, symbol]
        if s.grip[player]:
            panel.counters["hand"] = towers.HANDS[s.grip[player]]


# ---- what happened -------------------------------------------------------------------------------------------------


def tell(before: State, after: State, viewer: int) -> list[str]:
    who, told = seat_name(before.mover), []
    if before.asked == towers.PLACE and after.asked == towers.SWING_ACROSS:
        return [f"{who} lifts a {COLOUR_NAMES[after.cube]} cube over tower {after.tower + 1}."]
    if after.asked == towers.SWING_DEEP:
        return [f"{who} stops the crane {where(after.offset, True)}."]
    if before.asked in (towers.PLACE, towers.SWING_ACROSS, towers.SWING_DEEP):
        told.append(landed(before, after, who))
    elif before.asked == towers.BASE:
        told.append(f"{who} sets a {COLOUR_NAMES[after.cube]} base for tower {after.tower + 1}.")
    elif after.taken != towers.NONE:
        bonus = towers.score(after, before.mover) - towers.score(before, before.mover) - CARD_NUMBER[after.taken]
        n, name = after.symbols[before.mover, CARD_SYMBOL[after.taken]], SYMBOL_NAMES[CARD_SYMBOL[after.taken]]
        told.append(f"{who} takes {card_name(after.taken)}." + (f" {n} {name}: 5 points more." if bonus else ""))
    else:
        told.append(f"{who} takes no card.")
    if before.asked != towers.TAKE and after.asked == towers.PLACE:
        told.append("No card of that colour is in reach.")
    if after.mover == towers.NONE:
        told.append(ending(after))
    return told


def landed(before: State, after: State, who: str) -> str:
    """Where a cube has come down, and what came of it."""
    tower, cube = after.tower, COLOUR_NAMES[after.cube]
    if after.asked == towers.BASE:
        broke = f"it breaks above cube {after.joint + 1}, and all {after.rubble} cubes come down"
        return f"{who} drops a {cube} cube on tower {tower + 1}: {broke}!"
    worst = max(abs(lean(after, tower, towers.ACROSS)), abs(lean(after, tower, towers.DEEP)))
    leans = "straight" if worst < 25 else "leaning" if worst < 70 else "about to fall"
    return f"{who} drops a {cube} cube on tower {tower + 1}: {counted(after.height[tower], 'cube')}, {leans}."


def ending(s: State) -> str:
    points = [towers.score(s, seat) for seat in range(s.seats)]
    ranks = [1 + sum(other > mine for other in points) for mine in points]
    return f"{why_over(s)} {winners(ranks, counted(max(points), 'point'))}"

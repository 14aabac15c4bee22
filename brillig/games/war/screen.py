"""How War 2.0 looks, is touched and is told."""

from __future__ import annotations

from functools import cache

from brillig.core import Face, Screen, Zone
from brillig.core.screen import TABLE, Area
from brillig.games.war import world
from brillig.games.war.campaign import EXTRA_UNITS, START_TILES
from brillig.games.war.world import State
from brillig.parts.boxes import greenbox
from brillig.parts.boxes.greenbox import COLOURS, card_back, card_face, card_name
from brillig.parts.panels import seat_panel
from brillig.parts.words import counted, seat_name

FIXED = {world.REINFORCE: "Reinforce", world.MOVE: "Move", world.END_TURN: "End the turn", world.STOP: "Done"}
SIDES = ("attacks", "defends")


# ---- names ---------------------------------------------------------------------------------------------------------


def name(cell: int) -> str:
    """'c3': the column's letter and the row's number."""
    return f"{'abcdefghi'[cell % world.COLUMNS]}{cell // world.COLUMNS + 1}"


def what(s: State, cell: int) -> str:
    return "brown tile" if s.tile[cell] == world.BROWN else greenbox.SYMBOLS[s.tile[cell]]


def cell_id(cell: int) -> str:
    return f"tile-{name(cell)}"


def card_of(s: State, seat: int, position: int) -> int:
    """A card of a seat, in the deck."""
    return world.CARDS * world.DECK_ROW[s.seats][seat] + position


def card_id(s: State, seat: int, position: int) -> str:
    return f"card-{card_of(s, seat, position)}"


def colour(s: State, seat: int) -> int:
    """Of a seat's cubes."""
    return world.CUBE_COLOURS[s.seats][seat]


def ends(code: int) -> tuple[int, int]:
    """The tiles that a way leads from and to."""
    cell, k = divmod(code - world.GO, world.AROUND)
    return cell, world.near(cell, k)


def units(n: int) -> str:
    return counted(n, "unit")


@cache
def units_face(colour: int, n: int) -> Face:
    said = f"{units(n)} of {COLOURS[colour]}"
    return Face("token", f"{greenbox.LETTERS[colour]}{n}", said, {"colour": COLOURS[colour]})


def side_letter(s: State, seat: int) -> str:
    """As it stands on the seat's cubes and before its name."""
    return greenbox.LETTERS[colour(s, seat)]


def split(s: State, seat: int) -> str:
    """The points of a seat for tiles, different symbols and sets: '9 + 3 + 5'"""
    tiles = world.tiles_of(s, seat)
    of = [
        sum(s.owner[cell] == seat and s.tile[cell] == symbol for cell in range(world.CELLS))
        for symbol in range(world.SYMBOLS)
    ]
    different, sets = sum(n > 0 for n in of), sum(n == 3 for n in of)
    return f"{tiles} + {different * (different + 1) // 2} + {5 * sets}"


# ---- choices -------------------------------------------------------------------------------------------------------


def label(s: State, seat: int, code: int) -> str:
    if code < world.PLAY:
        return f"{name(code)} ({what(s, code)})"
    if code < world.REINFORCE:
        return card_name(card_of(s, seat, code - world.PLAY))
    if code in FIXED:
        return FIXED[code]
    if code >= world.ADVANCE:
        return f"Advance with {units(code - world.ADVANCE)}" if code > world.ADVANCE else "Stay where you are"
    start, target = ends(code)
    if s.step != world.ACTION:
        return f"{name(start)} -> {name(target)}"
    return f"Attack {name(target)} from {name(start)}: {s.units[start]} : {s.units[target]}"


def touch(s: State, seat: int, code: int) -> tuple[str, ...]:
    if code < world.PLAY:
        return (cell_id(code),)
    if code < world.REINFORCE:
        return (card_id(s, seat, code - world.PLAY),)
    if code in FIXED or code >= world.ADVANCE:
        return ()
    start, target = ends(code)
    return (cell_id(start), cell_id(target))


# ---- the table -----------------------------------------------------------------------------------------------------


def screen(s: State, seat: int) -> Screen:
    t = Screen()
    write_prompt(t, s, seat)
    draw_map(t, s)
    draw_battle(t, s, seat)
    for player in sorted(range(s.seats), key=lambda player: player != seat):
        draw_cards(t, s, seat, player)
    for player in range(s.seats):
        deciding = (s.step == world.BATTLE and player in (s.mover, s.defender)) or player == (
            s.defender if s.step == world.FLEEING else s.mover
        )
        panel = seat_panel(t, player, deciding and s.step != world.OVER, COLOURS[colour(s, player)])
        panel.counters = {"points": world.score(s, player), "supply": s.supply[player]}
        panel.counters["next card"] = 4 + s.added[player] if s.added[player] < len(world.LATER) else "none"
        if s.out[player]:
            panel.counters["out"] = ("first", "second", "third")[s.out[player] - 1]
    table = t.panel(TABLE, "World")
    if s.turns:
        table.counters["turn"] = s.turns
    if s.step not in (world.START_TILE, world.EXTRA_UNIT, world.OVER):
        table.counters["actions left"] = s.actions
        table.counters["reinforcing"] = "done in this turn" if s.reinforced else "still possible"
    if s.left:
        table.counters["tiles left"] = s.left
    if s.closing:
        table.counters["the end"] = "final turns" if s.closing == 2 else "final turns come next"
        if s.closing == 2:
            table.counters["to come"] = s.finals
    return t


def write_prompt(t: Screen, s: State, seat: int) -> None:
    if s.step == world.OVER:
        left = [player for player in range(s.seats) if not s.out[player]]
        t.prompt = "The game is over."
        t.verdict = (
            f"Only {seat_name(left[0])} has units left."
            if len(left) == 1
            else "Tiles + different symbols + sets: "
            + "; ".join(f"{seat_name(p)} {split(s, p)}" for p in range(s.seats))
            + "."
        )
        return
    decider = s.defender if s.step == world.FLEEING else s.mover
    if s.step == world.BATTLE:
        fighting = {s.mover: 0, s.defender: 1}
        if seat in fighting and s.chosen[fighting[seat]] == world.NONE:
            against = f"{units(s.units[s.start])} against {s.units[s.target]}"
            t.prompt = (
                f"You attack {seat_name(s.defender)}, {against}: choose your card."
                if seat == s.mover
                else f"{seat_name(s.mover)} attacks you, {against}: choose your card."
            )
            if s.tile[s.target] != world.BROWN:
                t.prompt += f" {what(s, s.target)} adds 1."
            t.help = (
                "Strength is units + card, and 1 more if the card shows the symbol of the tile attacked. The defender wins "
                "a draw. The loser loses a unit."
            )
        else:
            t.prompt = f"Battle for {name(s.target)}: the cards are being chosen."
        return
    if seat != decider:
        t.prompt = f"{seat_name(decider)} is {DOING[s.step]}."
        return
    t.prompt, t.help = ASKED[s.step]
    if s.step == world.ACTION:
        t.prompt = f"{counted(s.actions, 'action')} left: attack, reinforce or move?"
    elif s.step == world.CARD:
        t.prompt = f"Which card do you play to {'reinforce' if s.action == world.REINFORCE else 'move'}?"
    elif s.step == world.MOVING:
        t.prompt = f"Move units from {counted(s.left, 'more tile')}" + (
            ", or more from the last one." if s.source != world.NONE else "."
        )
    elif s.step == world.REINFORCING:
        t.prompt = f"Place {units(s.left)} more, each on another tile of yours."


DOING = {
    world.START_TILE: "choosing a tile to start from",
    world.EXTRA_UNIT: "placing a unit",
    world.START_CARD: "choosing a card for its actions",
    world.ACTION: "choosing an action",
    world.CARD: "choosing a card for the action",
    world.REINFORCING: "placing units",
    world.MOVING: "moving",
    world.FLEEING: "choosing where to flee",
    world.ADVANCING: "about to advance",
}
ASKED = {
    world.START_TILE: (
        "Choose a brown tile to start from.",
        f"You get {START_TILES} tiles, and none of them may touch another of yours.",
    ),
    world.EXTRA_UNIT: (
        "Place one more unit on a tile of yours.",
        f"You have {EXTRA_UNITS} more; both may go to the same tile.",
    ),
    world.START_CARD: (
        "Play a card: its number is how many actions you get.",
        "Every action will cost another card. When your hand is empty you take all back, with one more.",
    ),
    world.ACTION: ("", "To attack, touch your tile and then the enemy's beside it. The others are buttons."),
    world.CARD: ("", "Its number is how many units you may place, or from how many tiles you may move."),
    world.REINFORCING: ("", "Touch your tiles. Only one new unit per tile."),
    world.MOVING: ("", "Touch a tile and then its neighbour, once for every unit. One unit must stay behind."),
    world.FLEEING: ("You lost: where do your units flee?", "All go together."),
    world.ADVANCING: ("You won: how many units advance?", "At least one stays behind."),
}


def draw_map(t: Screen, s: State) -> None:
    """The land alone, and no more room than it needs."""
    land = [cell for cell in range(world.CELLS) if s.tile[cell] != world.OCEAN]
    top = min(land) // world.COLUMNS
    left = min(map(across, land))
    rows = max(land) // world.COLUMNS - top + 1
    first = min(cell % world.COLUMNS for cell in land)
    columns = max(cell % world.COLUMNS for cell in land) - first + 1
    t.zones.append(Zone("world", "hex", "", rows, columns))
    board = t.zones[-1]
    board.map = True
    battle = (s.start, s.target)
    for cell in land:
        mark = "last" if cell in battle else ""
        said = f"{name(cell)}, {what(s, cell)}"
        row = cell // world.COLUMNS - top
        spot = board.spot(cell_id(cell), row, cell % world.COLUMNS - first, said, mark)
        spot.at = (across(cell) - left, row)
        face = greenbox.tile_back() if s.tile[cell] == world.BROWN else greenbox.tile_face(s.tile[cell])
        spot.put(f"face-{name(cell)}", face)
        if s.owner[cell] != world.NONE:
            spot.put(f"units-{name(cell)}", units_face(colour(s, s.owner[cell]), s.units[cell]))
        if s.used[cell]:
            spot.badge = "used"


def across(cell: int) -> float:
    """How far a tile lies to the right, in tiles: every other row is shifted by half of one."""
    return cell % world.COLUMNS + cell // world.COLUMNS % 2 / 2


def draw_battle(t: Screen, s: State, seat: int) -> None:
    """The cards of the battle that is being fought, face down but for one's own, or of the last one."""
    now = s.step == world.BATTLE
    if s.shown[0] == world.NONE and not now:
        return
    line = t.line("battle", "row", "Battle" if now else "The last battle", area="left" if now else "right")
    for side in range(2):
        player = s.fought[side] if not now else s.mover if side == 0 else s.defender
        position = s.chosen[side] if now else s.shown[side]
        open_ = position not in (world.NONE, world.HIDDEN) and (not now or player == seat)
        if position != world.NONE:
            face = card_face(card_of(s, player, position)) if open_ else card_back()
            line.put(f"battle-{side + 1}", face).badge = side_letter(s, player) if now else f"= {s.strength[side]}"
    if not now:
        line.note = (
            f"{seat_name(s.fought[0])} attacked {seat_name(s.fought[1])}: {s.strength[0]} against {s.strength[1]}."
        )


def draw_cards(t: Screen, s: State, viewer: int, player: int) -> None:
    """The cards in a seat's hand, from the lowest; what it has played comes back with the next of 4, 5 and 6."""
    mine = player == viewer
    fighting = (s.mover, s.defender) if s.step == world.BATTLE else ()
    close = viewer in fighting and player in fighting  # whoever chooses a card thinks of what it must beat
    area: Area = "" if mine else "left" if close else "right"
    title = "Your cards" if mine else f"{seat_name(player)}'s cards"
    line = t.line(f"hand-{player + 1}", "hand" if mine else "row", title, player, area=area)
    line.keep = close
    for position in sorted(range(world.CARDS), key=lambda position: (world.number_of(position), position)):
        if world.holds(s, player, position):
            line.put(card_id(s, player, position), card_face(card_of(s, player, position)))


# ---- what happened -------------------------------------------------------------------------------------------------


def tell(before: State, after: State, viewer: int) -> list[str]:
    seat, code = after.last_seat, after.last
    told = (
        [f"{seat_name(seat)} {deed(before, seat, code)}."]
        if code not in (world.REINFORCE, world.MOVE, world.STOP)
        else []
    )
    if before.step == world.BATTLE:
        told = [] if after.step == world.BATTLE else tell_battle(before, after)
    for player in range(after.seats):
        if after.added[player] > before.added[player]:
            number = 3 + after.added[player]
            told.append(f"{seat_name(player)} takes its cards back and adds the {number}.")
        if after.out[player] > before.out[player]:
            told.append(f"{seat_name(player)} has lost its last unit and is out.")
    if after.closing > before.closing == 0:
        told.append("Everybody has the 6: after this turn each seat has one final turn.")
    if after.turns > before.turns:
        final = "final " if after.closing == 2 else ""
        told.append(f"{seat_name(after.mover)}'s {final}turn begins.")
    if after.step == world.OVER:
        told += [f"{seat_name(p)}: {split(after, p)} = {world.score(after, p)}." for p in range(after.seats)]
    return told


def deed(before: State, seat: int, code: int) -> str:
    if before.step == world.START_TILE:
        return f"starts from {name(code)}"
    if before.step in (world.EXTRA_UNIT, world.REINFORCING):
        return f"places a unit on {name(code)}"
    if before.step == world.START_CARD:
        n = world.number_of(code - world.PLAY)
        return f"plays {card_name(card_of(before, seat, code - world.PLAY))}: {counted(n, 'action')}"
    if before.step == world.CARD:
        doing = "reinforces" if before.action == world.REINFORCE else "moves"
        return f"{doing} with {card_name(card_of(before, seat, code - world.PLAY))}"
    if before.step == world.FLEEING:
        return f"flees from {name(before.target)} to {name(code)}"
    if before.step == world.ADVANCING:
        n = code - world.ADVANCE
        return f"advances to {name(before.target)} with {units(n)}" if n else "does not advance"
    if code == world.END_TURN:
        return "ends the turn"
    if code < world.GO:
        return "chooses a battle card"
    start, target = ends(code)
    if before.step == world.ACTION:
        return f"attacks {name(target)} from {name(start)}"
    return f"moves a unit from {name(start)} to {name(target)}"


def tell_battle(before: State, after: State) -> list[str]:
    """Both sums spelled out, and who won."""
    told = []
    for side, seat, cell in ((0, before.mover, before.start), (1, before.defender, before.target)):
        card = card_of(before, seat, after.shown[side])
        number = world.number_of(after.shown[side])
        bonus = " + 1 for the symbol" * (after.strength[side] > before.units[cell] + number)
        sum_ = f"{units(before.units[cell])} + {card_name(card)}{bonus} = {after.strength[side]}"
        told.append(f"{seat_name(seat)} {SIDES[side]} with {sum_}.")
    won = after.strength[0] > after.strength[1]
    loser = before.defender if won else before.mover
    told.append(f"The {'attacker' if won else 'defender'} wins; {seat_name(loser)} loses a unit.")
    if (
        won
        and before.units[before.target] > 1
        and after.step != world.FLEEING
        and after.owner[before.target] == world.NONE
    ):
        told.append(f"The others flee from {name(before.target)}.")
    return told

"""How Jump Gate looks, is touched and is told.

The track is a ring of spots; what everybody holds lies in its middle. A card is played by touching where it leads: no
two cards lead to the same space, because gates only change places with each other.
"""

from __future__ import annotations

from functools import cache

from brillig.core import Face, Screen, Zone
from brillig.core.screen import TABLE
from brillig.games.jump_gate import track
from brillig.games.jump_gate.track import State
from brillig.parts.bits import has
from brillig.parts.boxes import greenbox
from brillig.parts.boxes.greenbox import COLOURS, SYMBOL_LETTERS, SYMBOLS
from brillig.parts.panels import seat_panel
from brillig.parts.track import around
from brillig.parts.words import seat_name, so_far

WIDTH = track.SIDE + 1  # of the ring, in tiles
HIGH = 1.15  # a space, beside its width: there is room for crates
STRETCH = 1.4  # how much wider it may be
DIE_AT, FIRST_ROW = (1, 4), 4  # in the middle: the die, and below it a line for each seat
CRATE = "■"  # where a card leads to a crate
CALLED_OUT = 5  # crates left that everybody hears of
# A card of each number in every colour that seats have.
CARD_OF = {
    (greenbox.CARD_COLOUR[card], greenbox.CARD_NUMBER[card] - 1): card for card in range(greenbox.CARDS - 1, -1, -1)
}
FIXED = {track.DIE_BACKWARDS: "Move back by the die", track.SKIP_GATE: "Stay on the gate", track.NO_CARD: "No card"}


# ---- names ---------------------------------------------------------------------------------------------------------


def place(space: int) -> tuple[int, int]:
    """The row and the column of a space: clockwise from the upper left corner."""
    side, k = divmod(space, track.SIDE)
    return ((0, k), (k, track.SIDE), (track.SIDE, track.SIDE - k), (track.SIDE - k, 0))[side]


def space_id(space: int) -> str:
    return f"space-{space}"


def card_id(seat: int, k: int) -> str:
    return f"cards-{seat + 1}-{k + 1}"


def what(s: State, space: int) -> str:
    """'planet' or 'Wheel gate'"""
    return "planet" if s.gate[space] == track.NONE else f"{SYMBOLS[s.gate[space]]} gate"


def a(thing: str) -> str:
    return f"{'an' if thing[0] in 'AEIOU' else 'a'} {thing}"


def way(code: int) -> str:
    """'2 backwards'"""
    return f"{track.number(code) + 1} {'forwards' if code < track.BACKWARDS else 'backwards'}"


def landing(s: State, seat: int, code: int) -> tuple[int, int]:
    """Where a card leads: the space it lands on, and the one where the ship comes to stand."""
    landed = around(s.ship[seat], track.steps(code), track.SPACES)
    return landed, s.onward[landed]


@cache
def tile_face(space: int, symbol: int) -> Face:
    """A tile of the track, with its number: a gate, or a planet if it has no symbol."""
    if symbol == track.NONE:
        return Face("tile", "*", "planet", {"back": 1, "at": str(space)})
    return Face(
        "tile", SYMBOL_LETTERS[symbol], f"{SYMBOLS[symbol]} gate", {"symbol": SYMBOLS[symbol], "at": str(space)}
    )


@cache
def ship_face(seat: int) -> Face:
    colour = COLOURS[seat]
    return Face("ship", f"{greenbox.LETTERS[seat]}^", f"{colour} ship", {"colour": colour})


@cache
def crate_face(seat: int) -> Face:
    return Face("crate", greenbox.LETTERS[seat].lower(), f"{COLOURS[seat]} crate", {"colour": COLOURS[seat]})


# ---- choices -------------------------------------------------------------------------------------------------------


def label(s: State, seat: int, code: int) -> str:
    if code == track.ROLL:
        return "Roll the die"
    if code in FIXED:
        return FIXED[code]
    landed, target = landing(s, seat, code)
    by = f" by the {what(s, landed)} {landed}" if target != landed else ""
    crate, mark = (", a crate", f" {CRATE}") if has(s.crates[seat], target) else ("", "")
    return f"{way(code)}{by} to {target}{crate}: {'+' if code < track.BACKWARDS else '−'}{track.number(code) + 1}{mark}"


def touch(s: State, seat: int, code: int) -> tuple[str, ...]:
    if code == track.ROLL:
        return ("die",)
    return () if code in FIXED else (space_id(landing(s, seat, code)[1]),)


# ---- the table -----------------------------------------------------------------------------------------------------


def screen(s: State, seat: int) -> Screen:
    t = Screen()
    write_prompt(t, s, seat)
    board = t.grid("track", WIDTH, WIDTH)
    board.heights, board.stretch = (HIGH,) * WIDTH, STRETCH
    board.look = "night"
    board.map = True  # ten spaces side by side are too small for fingers on a phone
    draw_ring(board, s, seat)
    draw_die(board, s)
    write(board, "heading-crates", 1, 2, "left", "crates left")
    write(board, "heading-cards", 3, track.NUMBERS, "card", "cards: on or back by 1 to 6")
    for player in range(s.seats):
        draw_cards(board, s, seat, player)
        held = track.cards_left(s, player)
        seat_panel(t, player, player == s.mover, crates_left=track.left(s, player), cards=held)
    over = s.mover == track.NONE
    t.panel(TABLE, "Track", round=so_far(min(s.turns // s.seats + (not over), track.ROUNDS), track.ROUNDS))
    return t


def write_prompt(t: Screen, s: State, seat: int) -> None:
    if s.mover == track.NONE:
        winners = [seat_name(player) for player in range(s.seats) if track.left(s, player) == 0]
        t.prompt = f"The game is over: {winners[0]} has all its crates." if winners else "The game was cut short."
        t.verdict = (
            f"{winners[0]} picked up its last crate first. The others are ranked by the crates they have left."
            if winners
            else f"After {track.ROUNDS} rounds the fewest crates left are best; equal numbers share the place."
        )
    elif seat != s.mover:
        doing = "about to roll" if s.step == track.TO_ROLL else f"choosing a card after rolling {s.die}"
        t.prompt = f"{seat_name(s.mover)} is {doing}."
    elif s.step == track.TO_ROLL:
        t.prompt = "Roll the die."
        t.help = (
            "Your ship flies clockwise and picks up your crate where it lands. A gate throws it on to the next one with "
            "the same symbol."
        )
    else:
        t.prompt = f"You rolled {s.die}. Play a card, or none?"
        t.help = (
            f"Touch where a card takes you: + forwards, − backwards, {CRATE} to a crate of yours. "
            f"Cards do not come back: you have {track.cards_left(s, seat)} for {track.left(s, seat)} crates."
        )


def draw_ring(board: Zone, s: State, seat: int) -> None:
    """The spaces with what lies there. The crates of the others are faint, so that one's own stand out."""
    marked = (s.landed, s.ship[s.last_seat]) if s.landed != track.NONE else ()
    cards = {} if s.step != track.TO_CORRECT else {landing(s, s.mover, code)[1]: code for code in held(s, s.mover)}
    for space in range(track.SPACES):
        said = f"{space}, {what(s, space)}"
        spot = board.spot(space_id(space), *place(space), said, "last" if space in marked else "")
        spot.put(f"tile-{space}", tile_face(space, s.gate[space]))
        for player in sorted(range(s.seats), key=lambda player: player != seat):
            if has(s.crates[player], space):
                faint = seat not in (player, TABLE)
                spot.put(f"crate-{player + 1}-{space}", crate_face(player), "dim" if faint else "")
        for player in range(s.seats):
            if s.ship[player] == space:
                spot.put(f"ship-{player + 1}", ship_face(player))
        if space in cards:
            spot.lights = [card_id(s.mover, track.number(cards[space]))]


def held(s: State, seat: int) -> list[int]:
    """The codes of the cards that a seat can play, either way."""
    return [code for code in range(track.FORWARDS, track.DIE_BACKWARDS) if s.cards[seat, track.number(code)]]


def draw_die(board: Zone, s: State) -> None:
    spot = board.spot("die", *DIE_AT, "die")
    spot.high = spot.wide = 2
    spot.put("die-face", greenbox.die(s.die) if s.die else Face("die", "?", "die, not yet rolled", {"colour": "white"}))
    if s.mover != track.NONE and s.step == track.TO_ROLL:
        spot.lights = [space_id(s.onward[around(s.ship[s.mover], by, track.SPACES)]) for by in range(1, 7)]
    way = board.spot("clockwise", DIE_AT[0], DIE_AT[1] + 2, "ships move clockwise", look="margin")
    way.wide = 2
    way.put("clockwise-arrow", Face("label", "↻", "clockwise"))


def write(board: Zone, id: str, col: int, wide: int, short: str, words: str) -> None:
    """What stands in the columns below."""
    spot = board.spot(id, FIRST_ROW - 1, col, "", look="words")
    spot.wide, spot.badge = wide, words
    spot.put(f"{id}-words", Face("words", short, words))


def draw_cards(board: Zone, s: State, viewer: int, player: int) -> None:
    """A line in the middle: the seat's colour with the crates it has left, and its cards by number."""
    row = FIRST_ROW + player
    whose = board.spot(f"whose-{player + 1}", row, 1, seat_name(player), look="margin")
    whose.put(f"whose-crate-{player + 1}", crate_face(player))
    waits = board.spot(f"left-{player + 1}", row, 2, f"{seat_name(player)}, crates left", look="margin")
    waits.put(f"left-number-{player + 1}", Face("label", str(track.left(s, player)), str(track.left(s, player))))
    for k in range(track.NUMBERS):
        have = s.cards[player, k]
        said = f"{seat_name(player)}, cards with a {k + 1}: {have}"
        spot = board.spot(card_id(player, k), row, 3 + k, said, look="margin")
        card = CARD_OF[player, k]
        piece = spot.put(f"card-{player + 1}-{k + 1}", greenbox.card_face(card), "" if have else "dim")
        if have > 1:
            piece.badge = f"×{have}"


# ---- what happened -------------------------------------------------------------------------------------------------


def tell(before: State, after: State, viewer: int) -> list[str]:
    seat, code = after.last_seat, after.last
    who = seat_name(seat)
    if code == track.NO_CARD:
        return [f"{who} plays no card.", *tell_end(after)]
    deed = f"rolls {after.die}" if code == track.ROLL else f"plays a {way(code)}"
    told = [f"{who} {deed} and lands on {after.landed}, {a(what(after, after.landed))}."]
    if after.ship[seat] != after.landed:
        told.append(f"The gate throws it on to {after.ship[seat]}.")
    if after.took:
        now = track.left(after, seat)
        rest = f" {now} left!" if now <= CALLED_OUT else f" {now} left."
        told.append(f"{who} picks up a crate.{rest if now else ''}")
    return told + tell_end(after)


def tell_end(s: State) -> list[str]:
    if s.mover != track.NONE:
        return []
    if track.left(s, s.last_seat) == 0:
        return [f"{seat_name(s.last_seat)} has all {track.CRATES} crates and wins."]
    return [f"{track.ROUNDS} rounds are over: the game is cut short."]

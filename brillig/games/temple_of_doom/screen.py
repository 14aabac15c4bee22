"""How Temple of Doom looks, is touched and is told."""

from __future__ import annotations

from collections.abc import Callable

from brillig.core import Face, Screen, Zone
from brillig.core.screen import TABLE
from brillig.games.temple_of_doom import temple
from brillig.games.temple_of_doom.judgement import rounds_left
from brillig.games.temple_of_doom.temple import State, score
from brillig.parts.bag import total
from brillig.parts.bits import has, members
from brillig.parts.boxes import greenbox
from brillig.parts.boxes.greenbox import BLACK, COLOURS, SYMBOLS, TILES, WHITE, card_name, put_card
from brillig.parts.panels import seat_panel
from brillig.parts.words import a, capital, counted, listed, names, seat_name

HALVES = 12  # columns: a tile is two of them wide
TRAY = 0.72  # how high the places in front and outside are drawn, beside a tile
YES = "✓"  # on a card that is fulfilled
WARNING, MAYBE = "warn", "maybe"  # marks: a tile that flips; one of several of which some do
SAID = {WARNING: ", flips when the round ends", MAYBE: ", may flip when the round ends"}
WORDS = {temple.FRONT: "the front", temple.OUT: "out"}


# ---- names ---------------------------------------------------------------------------------------------------------


def spot_name(s: State, place: int) -> str:
    """'4.1', or where a cube is besides the places."""
    if place in WORDS:
        return WORDS[place]
    row = temple.SPOT_ROW[s.layout][place]
    return f"{row + 1}.{place - temple.SPOT_ROW[s.layout].index(row) + 1}"


def spot_id(s: State, place: int) -> str:
    return f"place-{spot_name(s, place)}"


def tray_id(place: int, cube: int) -> str:
    return f"{'out' if place == temple.OUT else 'front'}-{colour_of(cube)}"


def colour_of(cube: int) -> str:
    return COLOURS[cube // 2]


def cube_id(cube: int) -> str:
    return f"cube-{colour_of(cube)}-{cube % 2 + 1}"


def plain_name(card: int) -> str:
    """Relics and Temple cards, whose number means nothing: 'red Drop'."""
    return card_name(card).rsplit(" ", 1)[0]


def doom_names(cards: int) -> str:
    """The Temple cards of a set."""
    return listed(plain_name(temple.DOOMS[card]) for card in members(cards))


def hand_of(s: State, seat: int) -> list[int]:
    return [card for card in range(temple.DECK) if s.where[card] == seat + 1]


# ---- choices -------------------------------------------------------------------------------------------------------


def label(s: State, seat: int, code: int) -> str:
    if code < temple.MOVE:
        return card_name(temple.MOVES[code])
    if code == temple.GIVE_UP:
        return "Give this point up"
    if code == temple.ANNOUNCE:
        return "Announce my cards"
    if code == temple.KEEP_QUIET:
        return "Not now"
    if code >= temple.FLIP_TILE:
        return f"{spot_name(s, code - temple.FLIP_TILE)} ({SYMBOLS[s.symbol[code - temple.FLIP_TILE]]})"
    cube, target = divmod(code - temple.MOVE, temple.TARGETS)
    outcome = gain(s, cube, target)
    return f"{colour_of(cube)} {spot_name(s, s.at[cube])} -> {spot_name(s, target)}" + f": {outcome}" * bool(outcome)


def gain(s: State, cube: int, target: int) -> str:
    """What the cube would do there when the round ends: 'relic', 'holds', or both."""
    if target == temple.OUT or not has(s.up, target):
        return ""
    colour, symbol = cube // 2, s.symbol[target]
    relic = any(
        card != temple.NONE and temple.RELIC_SYMBOL[card] == symbol and temple.RELIC_COLOUR[card] in (colour, WHITE)
        for card in (s.relics[k] for k in range(temple.SHOWN_RELICS))
    )  # fmt: skip
    holds = any(
        (temple.DOOM_COLOUR[s.dooms[k]], temple.DOOM_SYMBOL[s.dooms[k]]) == (colour, symbol) for k in range(s.lying)
    )  # fmt: skip
    return " + ".join(["relic"] * relic + ["holds"] * holds)


def touch(s: State, seat: int, code: int) -> tuple[str, ...]:
    if code < temple.MOVE:
        return (f"card-{temple.MOVES[code]}",)
    if code in (temple.GIVE_UP, temple.ANNOUNCE, temple.KEEP_QUIET):
        return ()
    if code >= temple.FLIP_TILE:
        return (spot_id(s, code - temple.FLIP_TILE),)
    cube, target = divmod(code - temple.MOVE, temple.TARGETS)
    return (cube_id(cube), tray_id(temple.OUT, cube) if target == temple.OUT else spot_id(s, target))


# ---- the table -----------------------------------------------------------------------------------------------------


def screen(s: State, seat: int) -> Screen:
    t = Screen()
    write_prompt(t, s, seat)
    draw_temple(t, s)
    draw_relics(t, s)
    draw_dooms(t, s)
    draw_moves(t, s, seat)
    draw_piles(t, s)
    used = sum(s.where[card] == temple.PLAYED for card in range(temple.DECK)) + total(s.held)
    table = t.panel(
        TABLE, "Temple", round=s.turn, score=score(s, 0), out=temple.cubes_at(s, temple.OUT),
        lost=temple.cubes_at(s, temple.DEAD), relics=f"{temple.rescued(s)} of {temple.DECK}",
    )  # fmt: skip
    if s.step != temple.OVER:
        table.counters["may last"] = lasting(s)
    table.counters |= {
        "relic deck": total(s.relic_deck), "Temple deck": total(s.doom_deck), "Movement deck": temple.DECK - used,
    }  # fmt: skip
    for player in range(s.seats):
        turn = s.asked[player] == 0 if s.step == temple.TALK else s.step != temple.OVER and player == s.mover
        panel = seat_panel(t, player, turn, cards=s.held[player])
        if s.seats > 1:
            panel.lamp("leads", player == s.leader)
            panel.lamp("open hand", s.announced[player])
    return t


def lasting(s: State) -> str:
    """'about 3 rounds'"""
    rounds = max(1, (rounds_left(s) + 5) // 10)
    return f"about {counted(rounds, 'round')}"


def write_prompt(t: Screen, s: State, seat: int) -> None:
    if s.step == temple.OVER:
        t.prompt = f"The game is over: {result(s)}."
        t.headline = "You have beaten the temple" if score(s, 0) > 0 else "The temple has beaten you"
        t.verdict = (
            f"{temple.cubes_at(s, temple.OUT)} got out, {temple.DECK - temple.rescued(s)} relics were left: {score(s, 0)}. "
            "Above zero the temple is beaten, by all together."
        )
        return
    if s.step == temple.TALK:
        asks = seat >= 0 and not s.asked[seat]
        t.prompt = "Do you announce your cards?" if asks else f"{names(silent(s))} may announce cards first."
        t.help = (
            "Then all see them for the rest of the game, and you can plan together. "
            f"{seat_name(s.leader)} leads the first round."
        )
    elif seat != s.mover:
        doing = ("choosing a card", f"using {card_name(temple.MOVES[s.card])}", "choosing the tile that falls")[s.step]
        t.prompt = f"{seat_name(s.mover)} is {doing}."
    elif s.step == temple.CARD:
        t.prompt = "Play a Movement card."
        t.help = (
            "Its number is your steps: a cube of its colour to any tile beside it, or any cube onto its symbol. After "
            f"the last card, what has a {YES} is fulfilled, red-edged tiles flip, and brown ones fall."
        )
    elif s.step == temple.POINT:
        t.prompt = f"{way(s)} {counted(s.points, 'step')} left."
        t.help = (
            "Touch a cube, then where it goes. There it would collect a relic ('relic') or match a Temple card ('holds') "
            "when the round ends. From the last row a cube of the card's colour can leave."
        )
    else:
        tiles = temple.first_row(s, temple.prey(s, temple.striker(s)))
        deed = "flips" if tiles & s.up else "falls"
        t.prompt = f"The Temple card {plain_name(temple.DOOMS[s.dooms[temple.striker(s)]])} strikes: choose the tile that {deed}."
        t.help = "You lead this round. A flipped tile falls when the next round ends; leave it before that."


def silent(s: State) -> list[int]:
    """Who has not said yet whether to announce."""
    return [player for player in range(s.seats) if not s.asked[player]]


def way(s: State) -> str:
    """What a step of the card in play may be."""
    start, colour = capital(card_name(temple.MOVES[s.card])), temple.MOVE_COLOUR[s.card]
    tile = f"{a(SYMBOLS[temple.MOVE_SYMBOL[s.card]])} tile"
    if colour == WHITE:
        return f"{start}: move any cube to a tile beside it."
    if colour == BLACK:
        return f"{start}: move any cube onto {tile} beside it."
    return f"{start}: move a {COLOURS[colour]} cube to any tile beside it, or any cube onto {tile}."


def draw_temple(t: Screen, s: State) -> None:
    """The temple lies on its side: the cubes in front of it left of the Starting Row, the way out at the right."""
    length = temple.LENGTH[s.layout]
    board = t.grid("temple", HALVES, length + 2, f"In front · rows 1 to {length} · out")
    board.turns = board.map = True
    board.heights = (0.5,) * HALVES
    board.widths = (TRAY, *[1.0] * length, TRAY)
    draw_trays(board, s, temple.FRONT, "in front of the temple", 0)
    warned = warnings(s)
    moved = (s.last - temple.MOVE) % temple.TARGETS if temple.MOVE <= s.last < temple.GIVE_UP else temple.NONE
    for place in range(TILES):
        up, there = has(s.up, place), has(temple.standing(s), place)
        what = f"{SYMBOLS[s.symbol[place]]}" if up else "flipped tile" if there else "gap"
        said = f"{spot_name(s, place)} {what}" + SAID.get(warned.get(place, ""), "")
        mark = warned.get(place) or ("last" if place == moved else "")
        row, col = temple.ACROSS[s.layout][place] + HALVES // 2 - 1, temple.SPOT_ROW[s.layout][place] + 1
        spot = board.spot(spot_id(s, place), row, col, said, mark, "" if there else "gap")
        spot.high = 2
        if there:
            face = greenbox.tile_face(s.symbol[place]) if up else greenbox.tile_back()
            face = Face(face.kind, face.text, face.say, {**face.look, "at": spot_name(s, place)})
            spot.put(f"tile-{spot_name(s, place)}", face)
        put_cubes(spot.put, s, place)
    draw_trays(board, s, temple.OUT, "out of the temple", length + 1)


def draw_trays(board: Zone, s: State, place: int, said: str, col: int) -> None:
    """Before and behind the temple every colour has a place of its own."""
    for colour in range(temple.CUBES // 2):
        high = HALVES // 4
        tray = board.spot(tray_id(place, 2 * colour), high * colour, col, f"{COLOURS[colour]}, {said}", look="tray")
        tray.high = high
        put_cubes(tray.put, s, place, colour)


def put_cubes(put: Callable[[str, Face], object], s: State, place: int, colour: int = WHITE) -> None:
    """The cubes that are there, of one colour or of any."""
    for cube in range(temple.CUBES):
        if s.at[cube] == place and colour in (WHITE, cube // 2):
            put(cube_id(cube), greenbox.cube(cube // 2))


def warnings(s: State) -> dict[int, str]:
    """The tiles that would flip if the round ended now; where the leader would choose, all that could."""
    warned: dict[int, str] = {}
    if s.step in (temple.FLIP, temple.OVER):
        return warned
    strikes = [0] * 6
    for k in range(s.lying):
        colour, symbol = temple.DOOM_COLOUR[s.dooms[k]], temple.DOOM_SYMBOL[s.dooms[k]]
        strikes[symbol] += not temple.fulfilled(s, colour, symbol)
    spare = sum(warn(s, s.up & s.of[symbol], strikes[symbol], warned) for symbol in range(6))
    warn(s, s.up & ~sum(1 << place for place in warned if warned[place] == WARNING), spare, warned)
    return warned


def warn(s: State, tiles: int, strikes: int, warned: dict[int, str]) -> int:
    """So many cards strike these tiles, row by row; how many cards find none."""
    for row in temple.IN_ROW[s.layout]:
        fits = members(tiles & row)
        if strikes and fits:
            badge = WARNING if strikes >= len(fits) else MAYBE
            warned.update(dict.fromkeys(fits, badge))
            strikes = max(0, strikes - len(fits))
    return strikes


def draw_relics(t: Screen, s: State) -> None:
    shown = t.line("relics", "row", "Relics to collect", area="left")
    for k in range(temple.SHOWN_RELICS):
        card = s.relics[k]
        if card != temple.NONE:
            piece = put_card(shown, temple.RELICS[card])
            if s.step != temple.FLIP and temple.fulfilled(s, temple.RELIC_COLOUR[card], temple.RELIC_SYMBOL[card]):
                piece.badge = YES


def draw_dooms(t: Screen, s: State) -> None:
    """The open Temple cards, the oldest first."""
    shown = t.line("dooms", "row", "Temple cards", area="left")
    for k in range(s.lying):
        card = s.dooms[k]
        piece = put_card(shown, temple.DOOMS[card])
        if s.step == temple.FLIP:
            piece.mark = "dim" if has(s.struck, k) else "last" if k == temple.striker(s) else ""
        elif s.step != temple.OVER and temple.fulfilled(s, temple.DOOM_COLOUR[card], temple.DOOM_SYMBOL[card]):
            piece.badge = YES
    if s.matched:
        shown.note = f"Matched last: {doom_names(s.matched)}"
    if temple.cubes_at(s, temple.DEAD):
        put_cubes(t.line("lost", "row", "Lost", area="right").put, s, temple.DEAD)


def draw_moves(t: Screen, s: State, seat: int) -> None:
    """The card in play and the viewer's hand below the temple; at the right what is known of the other hands."""
    mine = 0 if s.seats == 1 else seat
    if s.step == temple.OVER:
        return
    hand = t.line("hand", "hand", "Hand", seat=mine, area="main")
    if s.card != temple.NONE:
        put_card(hand, temple.MOVES[s.card], "last").badge = f"{s.points} left"
    for card in hand_of(s, mine) if mine >= 0 else ():
        put_card(hand, temple.MOVES[card])
    for player in range(s.seats):
        if player != mine and s.held[player] and temple.known(s, seat, player):
            told = t.line(f"told-{player + 1}", "row", f"Cards of {seat_name(player)}", seat=player, area="right")
            for card in hand_of(s, player):
                put_card(told, temple.MOVES[card])


def draw_piles(t: Screen, s: State) -> None:
    """What is out of play: relics collected, Temple cards matched, Movement cards played."""
    shelf = [card for k, card in enumerate(temple.RELICS) if s.collected[k]]
    matched = [card for k, card in enumerate(temple.DOOMS) if s.doom_discard[k]]
    now = [temple.MOVES[card] for card in played(s) if card != s.card and not of_last_round(s, card)]
    before = [temple.MOVES[card] for card in played(s) if of_last_round(s, card)]
    piles = (
        ("shelf", "Relics collected", shelf),
        ("doom-discard", "Temple cards discarded", matched),
        ("played", "Played this round", now),
        ("last-round", "Played last round", before),
    )
    for name, title, cards in piles[: 4 if s.seats == 1 else 3]:
        pile = t.line(name, "row", title, area="right")
        for card in cards:
            put_card(pile, card)


def played(s: State) -> list[int]:
    return [card for card in range(temple.DECK) if s.where[card] == temple.PLAYED]


def of_last_round(s: State, card: int) -> bool:
    """Alone, the deck's other nine are dealt in every second round: then what was played before lies there still."""
    return s.seats == 1 and s.sure != 0 and not has(s.sure, card)


# ---- what happened -------------------------------------------------------------------------------------------------


def result(s: State) -> str:
    """'5 out, 2 relics left: 3, a win'"""
    out, left, points = temple.cubes_at(s, temple.OUT), temple.DECK - temple.rescued(s), score(s, 0)
    return f"{out} out, {left} relics left: {points}, {'a win' if points > 0 else 'a loss'}"


def tell(before: State, after: State, viewer: int) -> list[str]:
    code, who = after.last, seat_name(after.last_seat)
    told = [f"{who} {deed(before, after, code)}."]
    got = [plain_name(temple.RELICS[c]) for c in range(temple.DECK) if after.collected[c] > before.collected[c]]
    if got:
        told.append(f"Collected: {listed(got)}.")
    gone = temple.standing(before) & ~temple.standing(after)
    # Those that were flipped in an earlier round fall first, the rest by this collapse.
    first = gone & before.flipped if before.step != temple.FLIP else 0
    told += falls(before, after, first)
    if before.step != temple.FLIP and after.matched and (after.step == temple.FLIP or after.turn > before.turn):
        told.append(f"Matched: {doom_names(after.matched)}.")
    flips = places_in(after, before.up & ~after.up)
    if flips:
        told.append(f"{listed(flips)} flip{'s' * (len(flips) == 1)}.")
    told += falls(before, after, gone & ~first)
    if after.step == temple.OVER:
        told.append(f"The game is over: {result(after)}.")
    elif after.turn > before.turn:
        led = f"{seat_name(after.leader)} leads. " if after.seats > 1 else ""
        told.append(f"Round {after.turn}. {led}The temple may last {lasting(after)}.")
    return told


def falls(before: State, after: State, tiles: int) -> list[str]:
    """The tiles that fell together, and who fell with them."""
    fallen = places_in(after, tiles)
    told = [f"{listed(fallen)} fall{'s' * (len(fallen) == 1)}."] if fallen else []
    lost = [cube for cube in range(temple.CUBES) if after.at[cube] == temple.DEAD != before.at[cube]]
    stood_at = {cube: stood(before, cube, after.last) for cube in lost}
    dead = [f"{colour_of(cube)} on {spot_name(after, at)}" for cube, at in stood_at.items() if has(tiles, at)]
    return told + [f"Lost: {listed(dead)}!"] * bool(dead)


def deed(before: State, after: State, code: int) -> str:
    if code < temple.MOVE:
        idle = after.card != code
        return f"plays {card_name(temple.MOVES[code])}" + ", which moves nothing" * idle
    if code == temple.GIVE_UP:
        return "gives a point up"
    if code == temple.KEEP_QUIET:
        return "does not announce its cards yet"
    if code == temple.ANNOUNCE:
        return f"tells its cards from now on: {listed([card_name(temple.MOVES[c]) for c in hand_of(after, after.last_seat)])}"
    if code >= temple.FLIP_TILE:
        return f"chooses {spot_name(before, code - temple.FLIP_TILE)}"
    cube, target = divmod(code - temple.MOVE, temple.TARGETS)
    start = spot_name(before, before.at[cube])
    if target == temple.OUT:
        return f"leads {colour_of(cube)} out of the temple from {start}"
    return f"moves {colour_of(cube)} from {start} to {spot_name(before, target)}"


def stood(before: State, cube: int, code: int) -> int:
    """Where a cube stood when the round ended, after this choice."""
    moved, target = divmod(code - temple.MOVE, temple.TARGETS)
    return target if temple.MOVE <= code < temple.GIVE_UP and moved == cube else before.at[cube]


def places_in(s: State, tiles: int) -> list[str]:
    return [spot_name(s, place) for place in members(tiles)]

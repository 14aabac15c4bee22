"""How Tunnel Run looks, is touched and is told."""

from __future__ import annotations

from msgspec.structs import replace

from brillig.core import Face, Screen, Zone
from brillig.core.screen import TABLE, Spot
from brillig.games.tunnel_run import tunnel
from brillig.games.tunnel_run.tunnel import State
from brillig.parts.boxes import greenbox
from brillig.parts.boxes.greenbox import SYMBOLS
from brillig.parts.panels import seat_panel
from brillig.parts.words import counted, seat_name, winners

SIDE = 6  # tiles in a column
HALVES = 2 * SIDE  # rows: a tile is two of them high, so that two, three or four seats share a column
WALL = 0.12  # how wide a wall is drawn, beside a tile
TRAY = 1.0  # and the places before and behind the tunnel: wide enough for a finger
WIDTHS = (TRAY, *(1.0, WALL) * (SIDE - 1), 1.0, TRAY)
ARROW = "→"


# ---- names ---------------------------------------------------------------------------------------------------------


def place_name(place: int) -> str:
    return {tunnel.ENTRANCE: "entrance", tunnel.OUT: "out"}.get(place, str(place))


def spot_id(seat: int, place: int) -> str:
    """Before and behind the tunnel every seat has a place of its own."""
    if place in (tunnel.ENTRANCE, tunnel.OUT):
        return f"{'in-front' if place == tunnel.ENTRANCE else 'out'}-{seat + 1}"
    return f"place-{place}"


def card_id(symbol: int) -> str:
    return f"hand-{SYMBOLS[symbol].replace(' ', '-')}"


def in_hand(s: State, seat: int) -> list[int]:
    """The symbols that a seat holds."""
    return [symbol for symbol in range(tunnel.KINDS_OF_CARD) if s.cards[seat, symbol]]


# ---- choices -------------------------------------------------------------------------------------------------------


def ways_out(s: State, seat: int, place: int) -> list[int]:
    """The symbols in hand with which the pirate at that place would leave the tunnel."""
    return [symbol for symbol in in_hand(s, seat) if tunnel.ahead(s, place, symbol) == tunnel.OUT]


def label(s: State, seat: int, code: int) -> str:
    if code == tunnel.END:
        return "End turn"
    if code >= tunnel.BACK:
        place = code - tunnel.BACK
        tile = tunnel.behind(s, place)
        return f"Back {place} {ARROW} {tile}: draw {min(s.crowd[tile], tunnel.to_come(s))}"
    symbol, place = divmod(code, tunnel.PLACES)
    end = tunnel.ahead(s, place, symbol)
    return f"{SYMBOLS[symbol]}, {place_name(place)} {ARROW} {place_name(end)}: +{end - place}"


def touch(s: State, seat: int, code: int) -> tuple[str, ...]:
    """The pirate, then the tile it comes to. Where several cards lead out, the card as well."""
    if code == tunnel.END:
        return ()
    if code >= tunnel.BACK:
        return spot_id(seat, code - tunnel.BACK), spot_id(seat, tunnel.behind(s, code - tunnel.BACK))
    symbol, place = divmod(code, tunnel.PLACES)
    end = tunnel.ahead(s, place, symbol)
    way = spot_id(seat, place), spot_id(seat, end)
    return (*way, card_id(symbol)) if end == tunnel.OUT and len(ways_out(s, seat, place)) > 1 else way


def also(s: State, seat: int, code: int) -> tuple[str, ...]:
    """The card, then the pirate."""
    return () if code >= tunnel.BACK else (card_id(code // tunnel.PLACES), spot_id(seat, code % tunnel.PLACES))


def landings(s: State, seat: int, place: int) -> list[str]:
    """Where the mover's pirate at that place can go."""
    found = [tunnel.ahead(s, place, symbol) for symbol in in_hand(s, seat)]
    if s.rules == tunnel.ADVANCED and tunnel.behind(s, place) != tunnel.ENTRANCE:
        found.append(tunnel.behind(s, place))
    return [spot_id(seat, end) for end in dict.fromkeys(found)]


# ---- the table -----------------------------------------------------------------------------------------------------


def screen(s: State, seat: int) -> Screen:
    t = Screen(prompt(s, seat), explained(s) if seat == s.mover else "", verdict(s))
    draw_tunnel(t, s, seat)
    draw_hand(t, s, seat)
    draw_piles(t, s)
    table = t.panel(TABLE, "Tunnel", round=min(s.turn // s.seats + 1, tunnel.ROUNDS), draw_pile=tunnel.draw_pile(s))
    if s.rules == tunnel.ADVANCED and s.mover != tunnel.NONE:
        table.counters["actions left"] = "●" * (tunnel.ACTIONS - s.action) + "○" * s.action
    for player in range(s.seats):
        turn = player == s.mover
        seat_panel(t, player, turn, out=f"{tunnel.out_of(s, player)} of {tunnel.crew(s)}", cards=s.held[player])
    return t


def prompt(s: State, seat: int) -> str:
    if s.mover == tunnel.NONE:
        return "The game is over."
    which = f" (action {s.action + 1} of {tunnel.ACTIONS})" if s.rules == tunnel.ADVANCED else ""
    if seat != s.mover:
        return f"{seat_name(s.mover)} moves a pirate{which}."
    if s.rules == tunnel.ADVANCED and not s.held[seat]:
        return f"You have no card: move a pirate back to draw{which}."
    return f"Move one of your pirates{which}."


def explained(s: State) -> str:
    """The same words whenever the same is asked."""
    touched = "Touch a pirate, then where it goes; or a card, then a pirate."
    way = "A card takes it to the next tile with that symbol where nobody stands"
    if s.rules == tunnel.ADVANCED:
        return (
            f"{touched} {way}; no card is drawn for it. Or it goes back to the next tile with one or two pirates, and "
            "you draw a card for each of them. One to three actions a turn. All your pirates out wins."
        )
    return f"{touched} {way}, or out if there is none. Then you draw a card. The first with all pirates out wins."


def verdict(s: State) -> str:
    if s.mover != tunnel.NONE:
        return ""
    reached = "; ".join(
        f"{seat_name(k)} {tunnel.out_of(s, k)} out, {tunnel.way_of(s, k)} tiles" for k in range(s.seats)
    )
    how = "All pirates out wins" if winner(s) != tunnel.NONE else f"{tunnel.ROUNDS} rounds are over"
    return f"{how}; then more pirates out, then more tiles behind them. {reached}."


def winner(s: State) -> int:
    """The seat whose pirates are all out, or NONE."""
    return next((seat for seat in range(s.seats) if tunnel.out_of(s, seat) == tunnel.crew(s)), tunnel.NONE)


def draw_tunnel(t: Screen, s: State, seat: int) -> None:
    """Up and down in six columns, from the lower left to the lower right, with walls between."""
    board = t.grid("tunnel", HALVES, len(WIDTHS), col_names=("in", *[""] * (len(WIDTHS) - 2), "out"))
    board.look = "tunnel"
    board.heights, board.widths = (0.5,) * HALVES, WIDTHS
    board.turns = True  # on a phone the entrance is at the top, and tiles are larger
    draw_trays(board, s, seat, tunnel.ENTRANCE, 0, "at the entrance")
    for place in range(1, tunnel.OUT):
        column, step = divmod(place - 1, SIDE)
        row = SIDE - 1 - step if column % 2 == 0 else step
        said = f"{place} {SYMBOLS[s.symbol[place]]}"
        spot = board.spot(
            spot_id(tunnel.NONE, place), 2 * row, 1 + 2 * column, said, "last" if place == s.reached else ""
        )
        spot.high = 2
        spot.put(f"tile-{place}", tile(s, place))
        put_pirates(spot, s, seat, place)
        if step == SIDE - 1 and place + 1 < tunnel.OUT:  # the way to the next column is open here and closed elsewhere
            wall = board.spot(f"wall-{column + 1}", 2 if row == 0 else 0, 2 + 2 * column, "", look="wall")
            wall.high = HALVES - 2
    draw_trays(board, s, seat, tunnel.OUT, len(WIDTHS) - 1, "out of the tunnel")


def tile(s: State, place: int) -> Face:
    """With its number in the corner."""
    face = greenbox.tile_face(s.symbol[place])
    return replace(face, text=f"{place}{face.text}", look={**face.look, "number": place})


def draw_trays(board: Zone, s: State, seat: int, place: int, col: int, said: str) -> None:
    high = HALVES // s.seats
    for player in range(s.seats):
        tray = board.spot(spot_id(player, place), high * player, col, f"{seat_name(player)} {said}", look="tray")
        tray.high = high
        put_pirates(tray, s, seat, place, player)


def put_pirates(spot: Spot, s: State, viewer: int, place: int, only: int = tunnel.NONE) -> None:
    """The pirates at a place, of one seat or of all; pointing at the viewer's own shows where they can go."""
    for player in range(s.seats):
        if only not in (tunnel.NONE, player):
            continue
        for k in range(tunnel.crew(s)):
            if s.at[player, k] == place:
                piece = spot.put(f"pirate-{player + 1}-{k + 1}", greenbox.cube(player))
                if player == s.last_seat and k == s.moved:
                    piece.path = way_come(s, player, place)
                if player == viewer == s.mover and place != tunnel.OUT:
                    spot.lights = landings(s, viewer, place)


def way_come(s: State, seat: int, end: int) -> list[str]:
    """The places along which the last pirate has come, hopping over those where others stand."""
    if s.last == tunnel.END:
        return []
    start = s.last - tunnel.BACK if s.last >= tunnel.BACK else s.last % tunnel.PLACES
    between = range(start + 1, end) if end > start else range(start - 1, end, -1)
    return [spot_id(seat, place) for place in (start, *(k for k in between if s.crowd[k] == 0), end)]


def draw_hand(t: Screen, s: State, seat: int) -> None:
    """A card for every symbol, and how many of it."""
    hand = t.line("hand", "hand", "Hand", seat=seat, area="main")
    for symbol in in_hand(s, seat) if seat >= 0 else ():
        put_cards(hand, card_id(symbol), symbol, s.cards[seat, symbol])


def draw_piles(t: Screen, s: State) -> None:
    played = t.line("discard", "row", "Discard pile", area="right")
    for symbol in range(tunnel.KINDS_OF_CARD):
        if s.discard[symbol]:
            put_cards(played, f"played-{symbol + 1}", symbol, s.discard[symbol])


def put_cards(zone: Zone, id: str, symbol: int, n: int) -> None:
    zone.put(id, greenbox.symbol_card(symbol, n)).badge = f"× {n}" if n > 1 else ""


# ---- what happened -------------------------------------------------------------------------------------------------


def tell(before: State, after: State, viewer: int) -> list[str]:
    seat, code = after.last_seat, after.last
    who = seat_name(seat)
    told = [f"{who} {deed(before, after, code)}."]
    if tunnel.out_of(after, seat) > tunnel.out_of(before, seat):
        left = tunnel.crew(after) - tunnel.out_of(after, seat)
        told.append(f"A pirate of {who} has escaped!" + " One pirate to go." * (left == 1))
    for k in range(1, after.turn - before.turn):
        stuck = (seat + k) % after.seats
        drew = "and draws a card" if after.held[stuck] > before.held[stuck] else "and no card is left to draw"
        told.append(f"{seat_name(stuck)} can make no move {drew}.")
    if after.mover == tunnel.NONE:
        told.append(ending(after))
    return told


def deed(before: State, after: State, code: int) -> str:
    if code == tunnel.END:
        return "ends the turn"
    if code >= tunnel.BACK:
        place = code - tunnel.BACK
        return f"goes back from {place} to {tunnel.behind(before, place)} and draws {counted(drawn(before, after), 'card')}"
    symbol, place = divmod(code, tunnel.PLACES)
    end = tunnel.ahead(before, place, symbol)
    start = "from the entrance" if place == tunnel.ENTRANCE else f"from {place}"
    over = sum(before.symbol[tile] == symbol and before.crowd[tile] > 0 for tile in range(place + 1, end))
    leapt = f", passing {over} taken" if over else ""
    return f"plays {SYMBOLS[symbol]}: {start} {'out' if end == tunnel.OUT else f'to {end}'}{leapt}"


def drawn(before: State, after: State) -> int:
    """Cards that the seat has drawn by going back."""
    return after.held[after.last_seat] - before.held[after.last_seat]


def ending(s: State) -> str:
    if winner(s) != tunnel.NONE:
        return f"All pirates of {seat_name(winner(s))} are out: {seat_name(winner(s))} wins."
    places = [0] * s.seats
    tunnel.rank(s, places)
    return f"{tunnel.ROUNDS} rounds are over. Furthest ahead: {winners(places)}"

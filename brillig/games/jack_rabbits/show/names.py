"""Names of cards, places and roads, and what a choice is called."""

from __future__ import annotations

from math import atan2, pi

from brillig.core import Face
from brillig.games.jack_rabbits import encounters, journey, purse
from brillig.games.jack_rabbits import record as r
from brillig.games.jack_rabbits.land import tiles
from brillig.games.jack_rabbits.record import State
from brillig.parts.maps import lattice
from brillig.parts.words import listed, seat_name

SIGNS = "♣♦♥♠"
COLOURS = ("#14817c", "#b97a06", "#c0392f", "#6a4aa3")  # of the suits
RABBITS = ("red", "blue", "yellow", "green")
SUITS = ("clubs", "diamonds", "hearts", "spades")
TITLES = ("king", "queen", "jack")
RANKS = ("A", *map(str, range(2, 11)))
DEEDS = {"⚔": "Fight", "Buy": "Buy a card from", "Sell": "Sell a card to"}  # what one rabbit does with another
KINDS_OF_TILE = ("house", "woods", "river", "mountain", "fork", "tavern", "cave")
COMPASS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")


def card(k: int) -> str:
    if k < r.NUMBERS:
        return RANKS[k % 10] + SIGNS[k // 10]
    if k < r.RED_JOKER:
        return tiles.NAMES[k - r.FIRST_ROYAL + 1]
    return "horse joker" if k == r.RED_JOKER else "boat joker"


def said(k: int) -> str:
    """A card in full words."""
    if k < r.NUMBERS:
        return f"{'ace' if k % 10 == 0 else k % 10 + 1} of {SUITS[k // 10]}"
    if k < r.RED_JOKER:
        return f"{TITLES[(k - r.FIRST_ROYAL) % 3]} of {SUITS[(k - r.FIRST_ROYAL) // 3]}"
    return "red joker, a horse" if k == r.RED_JOKER else "black joker, a boat"


def card_face(k: int) -> Face:
    if k < r.RED_JOKER:
        return Face("card", card(k), said(k), {"colour": COLOURS[purse.SUIT[k]]})
    colour, letters = ("red", "Horse") if k == r.RED_JOKER else ("black", "Boat")
    return Face("card", letters, said(k), {"colour": colour})


BACK = Face("card", "##", "face-down card", {"back": 1, "colour": "green"})


def rabbit(seat: int) -> Face:
    return Face("pawn", RABBITS[seat][0].upper(), f"{RABBITS[seat]} rabbit", {"colour": RABBITS[seat]})


def carrot(seat: int) -> Face:
    return Face("disc", "c", f"{RABBITS[seat]} carrot", {"colour": RABBITS[seat]})


def place(k: int) -> str:
    if k < tiles.HEXAGONS:
        return "the Citadel" if k == tiles.CITADEL else tiles.NAMES[k]
    return "the Underground" if k == r.UNDERGROUND else "off the board"


def places(bits: int) -> str:
    """'K♠ or Q♠': where a road leads to."""
    found = [place(k) if k != r.OFF else "the shore" for k in range(r.PLACES) if bits >> k & 1]
    return listed(found, "or") or "nowhere"


def short(bits: int) -> str:
    """'K♠/Q♠': the same in a few letters, for the map."""
    found = ["home" if k == tiles.CITADEL else tiles.NAMES[k] for k in range(tiles.HEXAGONS) if bits >> k & 1]
    found += ["cave"] * (bits >> r.UNDERGROUND & 1) + ["shore"] * (bits >> r.OFF & 1)
    return "/".join(found)


def signs(suits: int) -> str:
    return " ".join(SIGNS[k] for k in range(4) if suits >> k & 1)


def middle(s: State, tile: int) -> tuple[float, float]:
    """The middle of a tile that lies there, a side being 1."""
    return middle_at(tile, s.at[tile])


def middle_at(tile: int, at: int) -> tuple[float, float]:
    if tile < tiles.RHOMBUS:
        return lattice.point(*lattice.CENTRE[at])
    if tile < tiles.TRIANGLE:
        return lattice.middle_of(3 * lattice.UPS[at // 3] + at % 3)
    return lattice.middle_of_cell(at)


def edge_middle(s: State, end: int) -> tuple[float, float]:
    tile = tiles.TILE_OF[end]
    return lattice.middle_of(tiles.edge_at(tile, s.at[tile], end - tiles.FIRST_END[tile]))


def is_turned(s: State) -> bool:
    """A land that is higher than wide is drawn turned a quarter to the left: there is more room across."""
    points = [middle(s, tile) for tile in range(tiles.TILES) if s.at[tile] != r.NONE]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return s.step > r.BUILD_TURN and max(ys) - min(ys) > max(xs) - min(xs)


def way_to(turned: bool, a: tuple[float, float], b: tuple[float, float]) -> str:
    """'NE': where a point lies from another, as the land is drawn."""
    across, down = b[0] - a[0], b[1] - a[1]
    if turned:
        across, down = down, -across
    return COMPASS[round((atan2(across, -down) % (2 * pi)) / (pi / 4)) % 8]


def direction(s: State, end: int) -> str:
    """'NE': where an end lies, seen from its tile, as the land is drawn."""
    return way_to(is_turned(s), middle(s, tiles.TILE_OF[end]), edge_middle(s, end))


def end_name(s: State, end: int) -> str:
    return f"{tiles.NAMES[tiles.TILE_OF[end]]} {direction(s, end)}"


def path(s: State, end: int) -> list[int]:
    """The road tiles that a rabbit passes free of charge from this end outwards, up to its next choice."""
    found: list[int] = []
    while (end := s.partner[end]) >= 0 and end >= tiles.RHOMBUS_ENDS and tiles.TILE_OF[end] not in found[:-1]:
        tile = tiles.TILE_OF[end]
        found.append(tile)
        if tiles.KIND[tile] in (tiles.FORK, tiles.CAVE) or len(found) > 24:
            break
        end = tiles.other_end(end) if tiles.KIND[tile] < tiles.FORK else tavern_exit(s, end)
    return found


def tavern_exit(s: State, end: int) -> int:
    first = tiles.FIRST_END[tiles.TILE_OF[end]]
    return next(e for e in range(first, first + 3) if e != end and s.partner[e] != r.NO_ROAD)


# ---- choices -------------------------------------------------------------------------------------------------------

CARD_DEEDS = {
    r.PASSPORT: "Show {}", r.LOTTERY: "Show {}", r.DISCARDING: "Discard {}", r.PROVE_FIRST: "Show {}", r.PROVE: "Show {}",
    r.ATTACK: "Play {}", r.RETURN_ROYAL: "Return {}", r.OFFER_CARD: "{}", r.SELLER_GIVES: "Hand over {}",
    r.BUYER_GIVES: "Hand over {}",
}  # fmt: skip
WORDS = {
    r.NO_FLIGHT: "No flight", r.NO_PRIZE: "No prize", r.STAY: "Stay", r.HORSE_JOKER: "Ride the horse joker",
    r.WALK_ON: "Walk on", r.GO_UNDER: "Go underground: free, and the turn ends", r.SWIM: "Go off the board: the turn ends",
    r.BOAT_JOKER: "Take the boat joker", r.FALL: "Fall: off the board", r.STOP_HERE: "Stop here", r.MARKET: "Buy at the market",
    r.STRIKE: "Strike", r.YIELD: "Yield", r.DONE: "Done", r.LET_IN: "Let in", r.CHALLENGES: "Challenge",
    r.REFUSES: "Show nothing", r.YES: "Accept", r.NO: "Decline", r.EXPOSES: "Expose the swindle", r.QUIET: "Keep quiet",
}  # fmt: skip
SHAPES = ("hexagon", "rhombus", "triangle")


def label(s: State, seat: int, code: int) -> str:
    if code < r.CARDS:
        return card_label(s, seat, code)
    if code < r.HEXAGON:
        return road_label(s, code - r.ROAD)
    if code < r.NO_FLIGHT:
        return f"{'Fly' if s.step == r.LAND else 'Ride'} to {place(code - r.HEXAGON)}"
    if code in WORDS:
        return WORDS[code]
    if code >= r.SHAPE:
        return build_label(s, code)
    if code >= r.PRICE:
        return f"{code - r.PRICE + 1} in ♦"
    if code >= r.FIGHT:
        verb = list(DEEDS.values())[(code - r.FIGHT) // r.SEATS]
        return f"{verb} {seat_name((code - r.FIGHT) % r.SEATS)}"
    return priced_label(s, code)


def card_label(s: State, seat: int, code: int) -> str:
    if s.step == r.PAY:
        return f"Pay {card(code)} ({purse.worth(s, seat, code, 0)})"
    if s.step == r.GOODS:
        return f"Buy {card(code)} ({purse.plain_worth(s, code)})"
    return CARD_DEEDS.get(s.step, "{}").format(card(code))


def road_label(s: State, end: int) -> str:
    if s.step == r.SAIL:
        return f"Sail to {end_name(s, end)}"
    out = "Out of" if tiles.KIND[tiles.TILE_OF[end]] == tiles.CAVE else "Road"
    name = tiles.NAMES[tiles.TILE_OF[end]] if out == "Out of" else end_name(s, end)
    return f"{out} {name}: {short(s.goal[end])}"


def priced_label(s: State, code: int) -> str:
    price = f"{journey.cost(s)} in {signs(journey.toll(s)) if s.end >= 0 else ''}"
    if code == r.KEEP:
        return f"Keep to the track: to {places(s.goal[tiles.other_end(s.end)])}"
    if code == r.TREK_PAY:
        ends = [e for e in range(tiles.ENDS) if journey.is_other_track(s.end, e)]
        return f"Trek for {price}: to {places(s.goal[ends[0]] | s.goal[ends[1]])}"
    if code == r.SUGGESTED:
        chosen = purse.suggestion(s)
        return f"Pay {' + '.join(card(k) for k in range(r.RED_JOKER) if chosen >> k & 1)}"
    if code == r.PAY_SHORTFALL:
        return f"Pay {encounters.missing(s)} in {signs(encounters.tower_suits(s))} and fly"
    if code == r.ACQUIRE:
        return f"Take {tiles.NAMES[s.place[s.mover]]} for 10 in {SIGNS[purse.house_suit(s.place[s.mover])]}"
    if code == r.LEAVE:
        return "End the turn" if s.after else "Go on to the journey"
    what = {
        r.HIRE_HORSE: "Horse", r.HIRE_BOAT: "Boat", r.BUY_RED: "Buy the horse joker", r.BUY_BLACK: "Buy the boat joker",
        r.CAVE_PAY: "Out of another cave",
    }  # fmt: skip
    return f"{what[code]} for {price}"


def build_label(s: State, code: int) -> str:
    if code >= r.TURN:
        ways = [k for k in range(tiles.EDGES[s.tile]) if tiles.has_road(s.tile, code - r.TURN, k)]
        ends = [lattice.middle_of(tiles.edge_at(s.tile, s.spot, k)) for k in ways]
        return f"Roads {' '.join(way_to(False, middle_at(s.tile, s.spot), end) for end in ends)}"
    if code >= r.SPOT:
        x, y = middle_at(s.tile, code - r.SPOT)
        return f"{tiles.NAMES[s.tile]} at ({x:.2f}, {y:.2f})"
    if code >= r.TILE:
        return f"Lay {tiles.NAMES[code - r.TILE]}"
    return f"Turn up a {SHAPES[code - r.SHAPE]}"


def named(k: int) -> tuple[str, ...]:
    """How a card is named that nobody sees: its suit, then its rank."""
    if k >= r.RED_JOKER:
        return (f"joker-{k}",)
    suit, rank = divmod(k, 10) if k < r.NUMBERS else divmod(k - r.FIRST_ROYAL, 3)
    return (f"suit-{suit}", f"rank-{rank if k < r.NUMBERS else 10 + rank}")


def touch(s: State, seat: int, code: int) -> tuple[str, ...]:
    if code < r.CARDS:
        return named(code) if s.step == r.OFFER_CARD else (f"card-{code}",)
    if code < r.HEXAGON:
        return (f"end-{code - r.ROAD}",)
    if code < r.NO_FLIGHT:
        return (f"tile-{code - r.HEXAGON}",)
    if r.FIGHT <= code < r.PRICE:
        deed, other = divmod(code - r.FIGHT, r.SEATS)
        return (f"meet-{other + 1}", f"deed-{deed + 1}")
    if r.PRICE <= code < r.SHAPE:
        return (f"price-{code - r.PRICE + 1}",)
    if r.TILE <= code < r.SPOT:
        return (f"own-{code - r.TILE}",)
    if code >= r.TURN:
        return (f"turn-{code - r.TURN}",)
    return (f"spot-{code - r.SPOT}",) if code >= r.SPOT else ()

"""How Grenade Salad looks and is touched: an open field, a hand of cards, and points that are aimed at."""

from __future__ import annotations

from functools import cache

from brillig.core import Aim, Face, Screen
from brillig.games.grenade_salad.ground import (
    ACROSS,
    AT,
    BLAST,
    CUBE,
    DOWN,
    EACH,
    HIGHEST,
    LOWEST,
    MINES,
    MOST_CARDS,
    MOST_FRESH,
    MOVE,
    NONE,
    OVER,
    PLACE,
    SCATTER,
    SHOOT,
    SIZE,
    SOLDIERS,
    STRIKE,
    TARGET,
    THROW,
    TILE,
    TOSS,
    State,
    living,
    owner,
    reserve,
)
from brillig.games.grenade_salad.words import help, label, prompt, say_soldier, soldier, tell, verdict
from brillig.parts.boxes.greenbox import ARROW, BRICKS, CIRCLES, COLOURS, DROP, HAMMERS, SYMBOLS, WHEEL, symbol_card
from brillig.parts.field.pointing import circle, runs
from brillig.parts.words import seat_name

__all__ = ["aim", "also", "begins", "label", "screen", "tell", "touch"]

FIELD = "field"
SMALLEST = 96  # units of the field that are looked at, at least
CARD_OF = {STRIKE: HAMMERS, SHOOT: ARROW, THROW: WHEEL, PLACE: DROP, SCATTER: CIRCLES}
WORDS = {MOVE: "Move here", THROW: "Throw here", PLACE: "Place here"}


# ---- choices -------------------------------------------------------------------------------------------------------


def id_of(n: int) -> str:
    return f"soldier-{soldier(n)}"


def card_id(symbol: int) -> str:
    return f"card-{SYMBOLS[symbol].lower().replace(' ', '-')}"


def touch(s: State, seat: int, code: int) -> tuple[str, ...]:
    if TOSS <= code < TARGET:
        return (card_id(code - TOSS),)
    if TARGET <= code < AT - 1:
        return (card_id(BRICKS), id_of(code - TARGET)) if s.step == MINES else (id_of(code - TARGET),)
    if code in (PLACE, SCATTER):
        return (card_id(CARD_OF[code]),)
    if code < STRIKE:
        return (id_of(EACH * seat + code),)
    return (card_id(CARD_OF[code - code % EACH]), id_of(EACH * seat + code % EACH)) if code < PLACE else ()


def also(s: State, seat: int, code: int) -> tuple[str, ...]:
    """Whoever is asked for a mine has no need to touch the card."""
    return (id_of(code - TARGET),) if s.step == MINES and TARGET <= code < AT - 1 else ()


def begins(s: State, seat: int, code: int) -> bool:
    """Whatever needs a target or a point, and an x without its y."""
    return code <= PLACE or (s.step == ACROSS and code >= AT - 1)


def aim(s: State, seat: int, code: int) -> Aim | None:
    """Where a soldier may move, be placed, or throw."""
    if code >= 0:
        if not (code < STRIKE or THROW <= code <= PLACE):
            return None
        deed = PLACE if code == PLACE else code - code % EACH
        who = NONE if deed == PLACE else EACH * seat + code - deed
    elif s.step in (ACROSS, DOWN):
        deed, who = s.begun, s.who
    else:
        return None
    columns = circle(s.x[who], s.y[who], TILE) if who != NONE else dict.fromkeys(range(SIZE + 1), (0, SIZE))
    if code < 0 and s.step == DOWN:
        columns = {s.across: columns[s.across]}
    if deed == THROW:
        found = runs(columns, 0, SIZE)
    else:
        others = [(s.x[n], s.y[n]) for n in range(SOLDIERS) if s.x[n] != NONE and n != who]
        old = [(s.x[who], s.y[who])] if who != NONE else []
        found = runs(columns, LOWEST, HIGHEST, others, CUBE, old)
    across = -1 if code < 0 and s.step == DOWN else AT
    return Aim.at(
        FIELD, across, AT, found, words=WORDS[deed], blast=BLAST if deed == THROW else 0, side=CUBE,
        piece=id_of(who) if deed == MOVE else "", face=face_of(EACH * seat) if deed == PLACE else None,
        start=start(s, seat, deed, who),
        reach=(s.x[who], s.y[who], TILE) if who != NONE else None,
    )  # fmt: skip


def start(s: State, seat: int, deed: int, who: int) -> tuple[int, int]:
    """Where pointing begins: at the soldier that moves, at the enemy nearest to the one that throws, in the middle."""
    if who == NONE:
        return SIZE // 2, SIZE // 2
    here = s.x[who], s.y[who]
    enemies = [(s.x[n], s.y[n]) for n in range(SOLDIERS) if s.x[n] != NONE and owner(n) != seat and deed == THROW]
    return min(enemies, key=lambda p: (p[0] - here[0]) ** 2 + (p[1] - here[1]) ** 2, default=here)


# ---- the table -----------------------------------------------------------------------------------------------------


@cache
def face_of(n: int) -> Face:
    """A cube seen from above."""
    return Face("block", soldier(n), say_soldier(n), {"colour": COLOURS[owner(n)]})


def screen(s: State, seat: int) -> Screen:
    t = Screen(prompt(s, seat), help(s, seat))
    field = t.field(FIELD, (SIZE, SIZE), "", measure=TILE)
    field.part = part(s)
    field.flash = (s.hit_x, s.hit_y, BLAST) if s.hit_x != NONE else None
    fresh = {s.fresh[k] for k in range(MOST_FRESH)}
    for n in range(SOLDIERS):
        if s.x[n] != NONE:
            field.stand(id_of(n), face_of(n), s.x[n], s.y[n], CUBE, "last" if n in fresh else "")
    draw_cards(t, s, seat)
    asked = s.step == MINES and s.asked == seat >= 0  # nobody sees who else is
    for player in range(s.seats):
        deciding = s.step != OVER and player == (seat if asked else s.mover)
        panel = t.panel(
            player, seat_name(player), COLOURS[player], deciding, points=3 * living(s, player) + s.taken[player],
            taken=s.taken[player], reserve=reserve(s, player), cards=s.held[player],
        )  # fmt: skip
        if player == s.mover and s.step != OVER:
            panel.lamps["has moved"] = "on" if s.moved else "off"
            panel.lamps[f"{s.played} of {MOST_CARDS} cards"] = "on" if s.played else "off"
    t.panel(-1, "Table", deck=s.left or "empty: end phase")
    if s.step == OVER:
        t.verdict = f"A living soldier counts 3, one that was taken 1. {verdict(s)}"
    return t


def part(s: State) -> tuple[int, int, int, int]:
    """The part of the table where something happens: all soldiers and a tile around them."""
    xs = [s.x[n] for n in range(SOLDIERS) if s.x[n] != NONE] or [SIZE // 2]
    ys = [s.y[n] for n in range(SOLDIERS) if s.x[n] != NONE] or [SIZE // 2]
    left, right = around(min(xs), max(xs))
    top, bottom = around(min(ys), max(ys))
    return left, top, right, bottom


def around(low: int, high: int) -> tuple[int, int]:
    more = max(TILE, (SMALLEST - high + low) // 2)
    return max(0, low - more), min(SIZE, high + more)


def draw_cards(t: Screen, s: State, seat: int) -> None:
    """The own hand, a pile for each symbol; the discard pile beside the table."""
    if seat >= 0:
        hand = t.line("hand", "hand", "Your cards", seat=seat)
        for symbol in range(len(SYMBOLS)):
            if s.hand[seat, symbol]:
                hand.put(card_id(symbol), symbol_card(symbol, s.hand[seat, symbol]))
    spent = t.line("spent", "row", "Played cards", area="right")
    for symbol in range(len(SYMBOLS)):
        if s.spent[symbol]:
            spent.put(f"spent-{SYMBOLS[symbol].lower().replace(' ', '-')}", symbol_card(symbol, s.spent[symbol]))

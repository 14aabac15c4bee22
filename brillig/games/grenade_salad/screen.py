"""How Grenade Salad looks and is touched: an open field, a hand of cards, and points that are aimed at."""

from __future__ import annotations

from functools import cache

from brillig.core import Aim, Face, Screen
from brillig.games.grenade_salad import ground
from brillig.games.grenade_salad.ground import State
from brillig.games.grenade_salad.words import help, label, prompt, say_soldier, soldier, tell, verdict
from brillig.parts.boxes.greenbox import ARROW, BRICKS, CIRCLES, COLOURS, DROP, HAMMERS, SYMBOLS, WHEEL, symbol_card
from brillig.parts.field.pointing import circle, runs
from brillig.parts.panels import seat_panel

__all__ = ["aim", "also", "begins", "label", "screen", "tell", "touch"]

FIELD = "field"
SMALLEST = 96  # units of the field that are looked at, at least
CARD_OF = {
    ground.STRIKE: HAMMERS,
    ground.SHOOT: ARROW,
    ground.THROW: WHEEL,
    ground.PLACE: DROP,
    ground.SCATTER: CIRCLES,
}
WORDS = {ground.MOVE: "Move here", ground.THROW: "Throw here", ground.PLACE: "Place here"}


# ---- choices -------------------------------------------------------------------------------------------------------


def id_of(n: int) -> str:
    return f"soldier-{soldier(n)}"


def card_id(symbol: int) -> str:
    return f"card-{SYMBOLS[symbol].lower().replace(' ', '-')}"


def touch(s: State, seat: int, code: int) -> tuple[str, ...]:
    if ground.TOSS <= code < ground.TARGET:
        return (card_id(code - ground.TOSS),)
    if ground.TARGET <= code < ground.AT - 1:
        return (
            (card_id(BRICKS), id_of(code - ground.TARGET)) if s.step == ground.MINES else (id_of(code - ground.TARGET),)
        )
    if code in (ground.PLACE, ground.SCATTER):
        return (card_id(CARD_OF[code]),)
    if code < ground.STRIKE:
        return (id_of(ground.EACH * seat + code),)
    return (
        (card_id(CARD_OF[code - code % ground.EACH]), id_of(ground.EACH * seat + code % ground.EACH))
        if code < ground.PLACE
        else ()
    )


def also(s: State, seat: int, code: int) -> tuple[str, ...]:
    """Whoever is asked for a mine has no need to touch the card."""
    return (id_of(code - ground.TARGET),) if s.step == ground.MINES and ground.TARGET <= code < ground.AT - 1 else ()


def begins(s: State, seat: int, code: int) -> bool:
    """Whatever needs a target or a point, and an x without its y."""
    return code <= ground.PLACE or (s.step == ground.ACROSS and code >= ground.AT - 1)


def aim(s: State, seat: int, code: int) -> Aim | None:
    """Where a soldier may move, be placed, or throw."""
    if code >= 0:
        if not (code < ground.STRIKE or ground.THROW <= code <= ground.PLACE):
            return None
        deed = ground.PLACE if code == ground.PLACE else code - code % ground.EACH
        who = ground.NONE if deed == ground.PLACE else ground.EACH * seat + code - deed
    elif s.step in (ground.ACROSS, ground.DOWN):
        deed, who = s.begun, s.who
    else:
        return None
    columns = (
        circle(s.x[who], s.y[who], ground.TILE)
        if who != ground.NONE
        else dict.fromkeys(range(ground.SIZE + 1), (0, ground.SIZE))
    )
    if code < 0 and s.step == ground.DOWN:
        columns = {s.across: columns[s.across]}
    if deed == ground.THROW:
        found = runs(columns, 0, ground.SIZE)
    else:
        others = [(s.x[n], s.y[n]) for n in range(ground.SOLDIERS) if s.x[n] != ground.NONE and n != who]
        old = [(s.x[who], s.y[who])] if who != ground.NONE else []
        found = runs(columns, ground.LOWEST, ground.HIGHEST, others, ground.CUBE, old)
    across = -1 if code < 0 and s.step == ground.DOWN else ground.AT
    return Aim.at(
        FIELD, across, ground.AT, found, words=WORDS[deed], blast=ground.BLAST if deed == ground.THROW else 0, side=ground.CUBE,
        piece=id_of(who) if deed == ground.MOVE else "", face=face_of(ground.EACH * seat) if deed == ground.PLACE else None,
        start=start(s, seat, deed, who),
        reach=(s.x[who], s.y[who], ground.TILE) if who != ground.NONE else None,
    )  # fmt: skip


def start(s: State, seat: int, deed: int, who: int) -> tuple[int, int]:
    """Where pointing begins: at the soldier that moves, at the enemy nearest to the one that throws, in the middle."""
    if who == ground.NONE:
        return ground.SIZE // 2, ground.SIZE // 2
    here = s.x[who], s.y[who]
    enemies = [
        (s.x[n], s.y[n])
        for n in range(ground.SOLDIERS)
        if s.x[n] != ground.NONE and ground.owner(n) != seat and deed == ground.THROW
    ]
    return min(enemies, key=lambda p: (p[0] - here[0]) ** 2 + (p[1] - here[1]) ** 2, default=here)


# ---- the table -----------------------------------------------------------------------------------------------------


@cache
def face_of(n: int) -> Face:
    """A cube seen from above."""
    return Face("block", soldier(n), say_soldier(n), {"colour": COLOURS[ground.owner(n)]})


def screen(s: State, seat: int) -> Screen:
    t = Screen(prompt(s, seat), help(s, seat))
    field = t.field(FIELD, (ground.SIZE, ground.SIZE), "", measure=ground.TILE)
    field.part = part(s)
    field.flash = (s.hit_x, s.hit_y, ground.BLAST) if s.hit_x != ground.NONE else None
    fresh = {s.fresh[k] for k in range(ground.MOST_FRESH)}
    for n in range(ground.SOLDIERS):
        if s.x[n] != ground.NONE:
            field.stand(id_of(n), face_of(n), s.x[n], s.y[n], ground.CUBE, "last" if n in fresh else "")
    draw_cards(t, s, seat)
    asked = s.step == ground.MINES and s.asked == seat >= 0  # nobody sees who else is
    for player in range(s.seats):
        deciding = s.step != ground.OVER and player == (seat if asked else s.mover)
        panel = seat_panel(
            t, player, deciding, COLOURS[player], points=3 * ground.living(s, player) + s.taken[player],
            taken=s.taken[player], reserve=ground.reserve(s, player), cards=s.held[player],
        )  # fmt: skip
        if player == s.mover and s.step != ground.OVER:
            panel.lamps["has moved"] = "on" if s.moved else "off"
            panel.lamps[f"{s.played} of {ground.MOST_CARDS} cards"] = "on" if s.played else "off"
    t.panel(-1, "Table", deck=s.left or "empty: end phase")
    if s.step == ground.OVER:
        t.verdict = f"A living soldier counts 3, one that was taken 1. {verdict(s)}"
    return t


def part(s: State) -> tuple[int, int, int, int]:
    """The part of the table where something happens: all soldiers and a tile around them."""
    xs = [s.x[n] for n in range(ground.SOLDIERS) if s.x[n] != ground.NONE] or [ground.SIZE // 2]
    ys = [s.y[n] for n in range(ground.SOLDIERS) if s.x[n] != ground.NONE] or [ground.SIZE // 2]
    left, right = around(min(xs), max(xs))
    top, bottom = around(min(ys), max(ys))
    return left, top, right, bottom


def around(low: int, high: int) -> tuple[int, int]:
    more = max(ground.TILE, (SMALLEST - high + low) // 2)
    return max(0, low - more), min(ground.SIZE, high + more)


POWERS = ("place", "combat", "drop 3", "mine", "grenade", "sniper")  # of the cards, by symbol


def draw_cards(t: Screen, s: State, seat: int) -> None:
    """The own hand, a pile for each symbol; the discard pile beside the table."""
    if seat >= 0:
        hand = t.line("hand", "hand", "Your cards", seat=seat)
        for symbol in range(len(SYMBOLS)):
            if s.hand[seat, symbol]:
                n = s.hand[seat, symbol]
                hand.put(card_id(symbol), symbol_card(symbol, n)).badge = f"{POWERS[symbol]}{times(n)}"
    spent = t.line("spent", "row", "Played cards", area="right")
    for symbol in range(len(SYMBOLS)):
        if s.spent[symbol]:
            n, id = s.spent[symbol], f"spent-{SYMBOLS[symbol].lower().replace(' ', '-')}"
            spent.put(id, symbol_card(symbol, n)).badge = times(n).strip()


def times(n: int) -> str:
    return f" ×{n}" if n > 1 else ""

"""How Borogoves looks and is touched.

Borogoves are moved by touching where they come from and where they go: a nest and a card to migrate, two cards to explore,
a nest or a card and the box to settle. Where only the nest can be meant, the card they go to is enough.
"""

from __future__ import annotations

from brillig.core import Face, Screen, Zone
from brillig.core.screen import TABLE
from brillig.games.borogoves import country
from brillig.games.borogoves.country import State
from brillig.games.borogoves.words import (
    band,
    help_for,
    label,
    named,
    prompt,
    tell,
    unseen_cards,
    verdict,
    whose_half,
    wins,
)  # fmt: skip
from brillig.parts.bag import total
from brillig.parts.boxes import jabberwocky
from brillig.parts.boxes.jabberwocky import COLOURS, LETTERS, card_back, card_face, jabberwocky_face, put_card, put_gems
from brillig.parts.panels import seat_panel

__all__ = ["also", "label", "screen", "tell", "touch"]

HIGH = 1.3  # a card of the map, beside its width
BOX = "box"


# ---- touching ------------------------------------------------------------------------------------------------------


def cell_id(cell: int) -> str:
    return f"cell-{cell // country.COLUMNS}-{cell % country.COLUMNS}"


def nest_id(tribe: int) -> str:
    return f"nest-{LETTERS[tribe]}"


def touch(s: State, seat: int, code: int) -> tuple[str, ...]:
    if code < country.LOOK:
        return (f"hand-{code + 1}",)
    if code < country.CALL:
        return (cell_id(code - country.LAY),)
    if code < country.MIGRATE:
        return (nest_id(code - country.CALL),)
    if code < country.EXPLORE:
        return (nest_id(s.tribe), cell_id(code - country.MIGRATE))
    if code < country.SETTLE:
        cell, way = divmod(code - country.EXPLORE, country.WAYS)
        return (cell_id(cell), cell_id(country.NEXT[cell][way]))
    if code < country.PASS:
        return (nest_id(s.tribe) if code == country.SETTLE_NEST else cell_id(code - country.SETTLE), BOX)
    return ()


def also(s: State, seat: int, code: int) -> tuple[str, ...]:
    """To settle, the box may be touched first. To migrate, the card is enough, if nobody of the tribe can leave it."""
    if country.MIGRATE <= code < country.EXPLORE and s.gems[code - country.MIGRATE, s.tribe] == 0:
        return (cell_id(code - country.MIGRATE),)
    return touch(s, seat, code)[::-1] if country.SETTLE <= code < country.PASS else ()


# ---- the table -----------------------------------------------------------------------------------------------------


def screen(s: State, seat: int) -> Screen:
    t = Screen(prompt(s, seat), verdict=verdict(s))
    if 0 <= seat == s.mover:
        t.help = help_for(s)
    if s.step == country.OVER and country.is_solo(s):
        points = s.scored[0]
        t.headline = f"You have {'won' if wins(points) else 'lost'}: {band(points)}"
    draw_map(t, s, country.is_solo(s) or seat != 1 - s.cartographer)
    draw_nests(t, s)
    draw_cards(t, s, seat)
    draw_panels(t, s)
    return t


def draw_map(t: Screen, s: State, lays: bool) -> None:
    """The cards, and for whoever lays them where the next one may come: no more of the frame than that."""
    more = [cell for cell in range(country.CELLS) if lays and may_come(s, cell)]
    shown = [cell for cell in range(country.CELLS) if country.is_map(s, cell)] + more
    top, left = min(cell // country.COLUMNS for cell in shown), min(cell % country.COLUMNS for cell in shown)
    rows = max(cell // country.COLUMNS for cell in shown) - top + 1
    board = t.grid("map", rows, max(cell % country.COLUMNS for cell in shown) - left + 1)
    board.heights, board.look = (HIGH,) * rows, "heaps"
    for cell in sorted(shown):
        row, col = cell // country.COLUMNS - top, cell % country.COLUMNS - left
        if cell in more:
            board.spot(cell_id(cell), row, col, "a place for a card", look="ghost")
        else:
            draw_card(board, s, cell, row, col)


def may_come(s: State, cell: int) -> bool:
    """May a card be laid here, now or later?"""
    if s.step == country.OVER or (s.rounds == country.ROUNDS - 1 and s.step > country.CELL):
        return False
    return not country.is_map(s, cell) and country.touches(s, cell) and country.fits(s, cell)


def draw_card(board: Zone, s: State, cell: int, row: int, col: int) -> None:
    birds, number = total(s.gems[cell]), country.number(s, cell)
    own = not country.for_colour(s, cell)
    say = f"{named(s, cell)}, {birds} of {number} borogoves, {'' if own else 'not '}one of its colour"
    spot = board.spot(cell_id(cell), row, col, say)
    if cell in (s.came, s.went) or (
        s.came == country.NONE and cell == s.laid and s.step in (country.CARD, country.CELL)
    ):
        spot.mark = "last"
    if cell in (s.start, s.goal):
        spot.mark = "last"
    put_card(spot, s.card[cell])
    put_gems(spot, named(s, cell), s.gems[cell])
    spot.badge = f"{birds}/{number}" + " ✓" * own


def draw_nests(t: Screen, s: State) -> None:
    board = t.grid("nests", country.COLOURS + 1, 1, "Nests and box")
    board.heights, board.look, board.turns = (HIGH,) * (country.COLOURS + 1), "heaps", True
    for tribe, letter in enumerate(LETTERS):
        state = ", has acted" * (s.acted[tribe] == 1) + ", acts now" * (tribe == s.tribe)
        spot = board.spot(nest_id(tribe), tribe, 0, f"nest of the {COLOURS[tribe]} tribe, {s.nest[tribe]} there{state}")
        spot.mark = "last" if tribe == s.tribe else ""
        spot.put(f"jabberwocky-{letter}", jabberwocky_face(tribe), "dim" if s.acted[tribe] else "")
        if s.nest[tribe]:
            spot.put(f"nest-gems-{letter}", jabberwocky.gems(tribe, s.nest[tribe]))
        spot.badge = "acts" if tribe == s.tribe else "done" if s.acted[tribe] else ""
    box = board.spot(BOX, country.COLOURS, 0, "the box, for those who settle", look="tray")
    put_gems(box, BOX, s.box)
    if not total(s.box):
        box.put("box-name", Face("label", "Box", "box"))


def draw_cards(t: Screen, s: State, seat: int) -> None:
    """What the cartographer holds, and what nobody has seen."""
    if country.is_solo(s):
        if s.placing != country.NONE:
            t.line("hand", "hand", "Lay this card", seat=0).put("placing", card_face(s.placing))
    elif s.step != country.OVER:
        draw_hand(t, s, seat == s.cartographer)
    note = f"in some order: {' '.join(unseen_cards(s, seat))}" if unseen_cards(s, seat) else ""
    t.line("deck", "pile", "Deck", count=deck_size(s), note=note, area="right", back=card_back())


def deck_size(s: State) -> int:
    """What the hidden cards of a hand make larger for those who do not see them."""
    hidden = sum(s.hand[place] == country.UNKNOWN for place in range(country.HAND)) + (s.placing == country.UNKNOWN)
    return total(s.deck) - hidden


def draw_hand(t: Screen, s: State, mine: bool) -> None:
    if mine:
        line = t.line("hand", "hand", "Your cards", seat=s.cartographer)
    else:
        line = t.line("hand", "row", "The cartographer's cards", area="right")
    for place in range(country.HAND):
        if s.hand[place] != country.NONE:
            line.put(f"hand-{place + 1}", card_face(s.hand[place]) if mine else card_back())
    if s.placing != country.NONE:
        piece = line.put("placing", card_face(s.placing) if mine else card_back(), "last")
        piece.badge = "lay it"


def draw_panels(t: Screen, s: State) -> None:
    over = s.step == country.OVER
    table = t.panel(TABLE, "Map", round=f"{min(s.rounds + 1, country.ROUNDS)} of {country.ROUNDS}")
    if not country.is_solo(s):
        table.counters["half"] = f"{s.half + 1} of 2"
    colour = sum(country.for_colour(s, cell) for cell in range(country.CELLS) if country.is_map(s, cell))
    wrong = country.failed(s) - colour
    table.counters["colour missing"], table.counters["wrong number"] = colour, wrong
    table.lamp("last three rounds", not over and s.rounds >= country.ROUNDS - 3, "amber")
    for player in range(s.seats):
        panel = seat_panel(t, player, player == s.mover, colour="")
        if country.is_solo(s):
            panel.counters = {"points so far" if not over else "points": country.fulfilled(s)}
            continue
        panel.counters = {"plays": whose_half(s, player)}
        if s.scored[player] != country.NONE:
            panel.counters["points"] = s.scored[player]
        elif player == s.cartographer:
            panel.counters["points so far"] = colour + wrong

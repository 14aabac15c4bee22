"""How Not My Stack! looks, is touched and is told: a small table for every seat, one's own last."""

from __future__ import annotations

from typing import NamedTuple

from brillig.core import Face, Screen
from brillig.core.screen import TABLE, Zone
from brillig.games.not_my_stack.locations import ahead, count_of, played_on
from brillig.parts.bits import has, members
from brillig.parts.boxes.trickster import token
from brillig.parts.trickster import patterns, record
from brillig.parts.trickster import screen as shared
from brillig.parts.trickster.course import open_to, who_gave_up
from brillig.parts.trickster.overlap import FIRST, PLACEMENTS, REACH, STEPS, WAYS, spot_at
from brillig.parts.trickster.patterns import TURNS, card_face, card_name
from brillig.parts.trickster.race import waiting
from brillig.parts.trickster.record import Race
from brillig.parts.words import counted, listed, names, seat_name, winners

ABREAST = (0, 1, 2, 3, 2, 3, 3, 4)  # locations in a row, by how many there are
HEAD = 1.6  # how high the row above a location is that says whose it is


# ---- names ---------------------------------------------------------------------------------------------------------


def table_of(s: Race, placement: int) -> int:
    return s.board.location[placement // WAYS // STEPS]


def label(s: Race, seat: int, code: int) -> str:
    if code > record.PICK + patterns.DECKS - 1:
        return "Lay a card over two locations"
    if code < PLACEMENTS and s.phase == record.BUILDING:
        return f"Begin with {card_name(shared.placed(s, seat, code)[0])}"
    words = shared.label(s, seat, code)
    return f"{words} on {seat_name(table_of(s, code))}'s location" if code < PLACEMENTS else words


def touch(s: Race, seat: int, code: int) -> tuple[str, ...]:
    if code >= PLACEMENTS:
        return shared.touch(s, seat, code) if code < record.PICK + patterns.DECKS else ()
    card, turn, x, y = shared.placed(s, seat, code)
    if s.phase == record.BUILDING:
        return (f"card-{card_name(card)}",)
    return (*shared.to_turn(card, turn), at(table_of(s, code), x, y))


def at(table: int, x: int, y: int) -> str:
    return f"at_{table + 1}_{x}_{y}"


def candidates(s: Race, seat: int) -> list[int]:
    """Every choice that a person might try now, in sight of this screen, whether or not it fits."""
    if not waiting(s, seat) or s.phase == record.PICKING:
        return shared.candidates(s, seat)
    if s.phase == record.BUILDING:
        return [FIRST + TURNS * number for number in members(s.pile[seat])]
    ways = [TURNS * number + turn for number in members(s.hand[seat]) for turn in range(TURNS)]
    places = [spot_at(s.board, table, x, y) for table in members(open_to(s, seat)) for x, y in shared.spots(s, table)]
    return [*(WAYS * spot + way for spot in places for way in ways), record.REST]


# ---- the table -----------------------------------------------------------------------------------------------------


def screen(s: Race, seat: int) -> Screen:
    t = Screen(prompt(s, seat))
    if s.board.count:
        show_locations(t, s, seat)
    shared.show_decks(t, s)
    if s.phase == record.BUILDING and seat >= 0:
        show_deck(t, s, seat)
    shared.show_hands(t, s, seat)
    if s.phase == record.RACING and seat >= 0 and s.hand[seat]:
        shared.show_turns(t)
        shared.say_how(t, s, seat)
    show_panels(t, s, seat)
    if s.ended:
        t.verdict = result(s)
    return t


def prompt(s: Race, seat: int) -> str:
    if seat >= 0 and s.phase == record.BUILDING:
        mine = s.chosen[seat] == 0
        return "Which card begins your location? Others will lay theirs on it." if mine else "Wait for the others."
    if seat >= 0 and s.phase == record.RACING and s.token[seat]:
        return "You are out, and your location is frozen. The others go on."
    usual = shared.prompt(s, seat)
    return usual.replace("Lay a card, turned or not,", "Lay a card, turned or not, on another's location,")


def show_locations(t: Screen, s: Race, seat: int) -> None:
    """The others' locations on one map, as they sit round the viewer; one's own, where nothing can be touched, beside it."""
    others = [(seat + 1 + k) % s.seats for k in range(s.seats)]
    if seat >= 0:
        others.remove(seat)
    board = lay_side_by_side(t, s, seat, "locations", others)
    board.map = True
    if seat >= 0:
        own = lay_side_by_side(t, s, seat, "own", [seat])
        own.title, own.area, own.seat = "Your location", "right", seat


def lay_side_by_side(t: Screen, s: Race, seat: int, id: str, tables: list[int]) -> Zone:
    """Locations in rows, each as large as it has grown, with whose it is above it."""
    size, abreast = {table: extent(s, seat, table) for table in tables}, ABREAST[len(tables)]
    rows = [tables[k : k + abreast] for k in range(0, len(tables), abreast)]
    high = [max(size[table].high for table in row) for row in rows]
    wide = [max(size[table].wide for table in tables[k::abreast]) for k in range(abreast)]
    board = t.grid(id, sum(high) + len(rows), sum(wide) + abreast - 1)
    board.heights = tuple(h for row in high for h in (HEAD, *[1.0] * row))
    for r, row in enumerate(rows):
        for c, table in enumerate(row):
            down, across, room = sum(high[:r]) + r, sum(wide[:c]) + c, size[table]
            show_head(board, s, seat, table, down, across, wide[c])
            # In the middle of the room that its row and column have.
            down += 1 + (high[r] - room.high) // 2
            across += (wide[c] - room.wide) // 2
            show_location(board, s, seat, table, room.top - down, room.left - across)
    return board


class Extent(NamedTuple):
    """The part of a location that is shown."""

    top: int
    left: int
    high: int
    wide: int


def extent(s: Race, seat: int, table: int) -> Extent:
    """Its cards, and the spots beside them where it is open to the viewer."""
    b, rim = s.board, REACH if is_offered(s, seat, table) else 1
    there = [k for k in range(b.count) if b.location[k] == table]
    xs, ys = [b.x[k] for k in there], [b.y[k] for k in there]
    high, wide = max(ys) - min(ys) + 2 * rim + 1, max(xs) - min(xs) + 2 * rim + 1
    return Extent(min(ys) - rim, min(xs) - rim, high, wide)


def is_offered(s: Race, seat: int, table: int) -> bool:
    """Might the viewer lay a card there some time?"""
    return s.phase <= record.RACING and table != seat and s.token[table] == 0


def show_head(board: Zone, s: Race, seat: int, table: int, row: int, col: int, wide: int) -> None:
    """How many cards others have laid on a location, whose it is, and whether it is frozen."""
    n, frozen = count_of(s, table), s.token[table]
    say = f"{seat_name(table)}'s location, {counted(n, 'card')} laid on it{', frozen' * bool(frozen)}"
    head = board.spot(f"location-{table + 1}", row, col, say, look="words")
    head.badge, head.wide = f"{n} {'❄' if frozen else '·'} {'not here' if table == seat else seat_name(table)}", wide
    head.put(f"location-{table + 1}-short", Face("words", f"S{table + 1}", ""))


def show_location(board: Zone, s: Race, seat: int, table: int, top: int, left: int) -> None:
    frozen = s.token[table]
    for k in range(s.board.count):
        if s.board.location[k] == table:
            card = shared.show_card(board, s, k, top, left)
            if frozen and card.mark != "last":
                card.mark = "dim"
    if frozen:
        ice = board.spot(f"ice-{table + 1}", -1 - top, -1 - left, "frozen")
        ice.high = ice.wide = 3
        ice.put(f"token-{frozen}", token(frozen))
    if s.phase == record.RACING and is_offered(s, seat, table):
        for x, y in shared.spots(s, table):
            board.spot(at(table, x, y), y - top, x - left, f"({x},{y}) on {seat_name(table)}'s location")


def show_deck(t: Screen, s: Race, seat: int) -> None:
    """One's own six cards, one of which begins the location."""
    row = t.line("deck", "hand", "Your deck", seat)
    chosen = (s.chosen[seat] - 1) % WAYS // TURNS if s.chosen[seat] > 0 else -1
    for card in shared.cards_of(s.deck[seat], s.pile[seat]):
        row.put(f"card-{card_name(card)}", card_face(s.side, card), "last" if card % 6 == chosen else "")


def show_panels(t: Screen, s: Race, seat: int) -> None:
    if s.phase >= record.RACING:
        table = t.panel(TABLE, "Table", open_locations=is_open(s), cards_laid=s.board.count - s.seats)
        if s.tempo == record.BEATS:
            table.counters["beats without a card"] = s.idle
    shared.show_panels(t, s, seat)
    for panel in t.panels:
        if panel.seat != TABLE and s.board.count:
            panel.counters = {"own stack": count_of(s, panel.seat), **panel.counters}
            if s.phase >= record.RACING:
                panel.counters["stacks laid on"] = played_on(s, panel.seat)


def is_open(s: Race) -> int:
    """How many locations are not frozen."""
    return sum(s.token[seat] == 0 for seat in range(s.seats))


def result(s: Race) -> str:
    quit, seats = who_gave_up(s), range(s.seats)
    ranks = [1 + sum(ahead(s, other, seat, quit) for other in seats if other != seat) for seat in seats]
    first = ranks.index(1)
    told = [winners(ranks, f"{counted(count_of(s, first), 'card')} on the own location")]
    level = [seat for seat in seats if count_of(s, seat) == count_of(s, first) and not has(quit, seat)]
    if any(ranks[seat] > 1 for seat in level):
        told.append("Equal numbers: the lower token is ahead, then cards laid on more locations.")
    if last := members(quit):
        told.append(f"{names(last)} could still lay a card, and so come{'s' * (len(last) == 1)} last.")
    return " ".join(told)


# ---- what is told --------------------------------------------------------------------------------------------------


def tell(before: Race, after: Race, viewer: int) -> list[str]:
    told = shared.tell_decks(before, after)
    if after.board.count and not before.board.count:
        begins = listed(f"{card_name(after.board.card[seat])} for {seat_name(seat)}" for seat in range(after.seats))
        told.append(f"Every location has its first card: {begins}.")
    told += shared.tell_phase(before, after)
    for k in range(max(after.seats, before.board.count), after.board.count):
        told.append(tell_card(after, k))
    told += shared.tell_rest(before, after, viewer)
    for seat in range(after.seats):
        if after.token[seat] > before.token[seat]:
            told.append(f"{seat_name(seat)}'s location is frozen. {counted(is_open(after), 'location')} left open.")
    if after.ended and not before.ended:
        told += [shared.ENDS[after.ended], result(after)]
    return told


def tell_card(s: Race, k: int) -> str:
    """'Seat 2 lays F3 on Seat 1's location, which has 1 card.'"""
    table = s.board.location[k]
    n = sum(s.board.location[j] == table for j in range(s.seats, k + 1))
    lays = f"{seat_name(shared.layer(s, k))} lays {card_name(s.board.card[k])}"
    return f"{lays} on {seat_name(table)}'s location, which has {counted(n, 'card')}."

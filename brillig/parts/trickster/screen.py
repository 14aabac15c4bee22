"""How a race of Trickster looks, is touched and is told. A game adds what is its own."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from brillig.core import Face, Screen
from brillig.core.screen import TABLE, Piece, Zone
from brillig.parts.bits import has, members
from brillig.parts.panels import seat_panel
from brillig.parts.trickster import patterns, record
from brillig.parts.trickster.course import cards_left, deck_is_free, is_resting, laid_before
from brillig.parts.trickster.overlap import EDGE, HERE, NONE, PLACEMENTS, REACH, START, WAYS, spot_at, spot_x, spot_y
from brillig.parts.trickster.patterns import DECK_NAMES, IN_A_DECK, card_face, card_name
from brillig.parts.trickster.race import waiting
from brillig.parts.trickster.record import Race
from brillig.parts.words import counted, seat_name

TURN_WORDS = ("not turned", "turned once clockwise", "turned twice", "turned three times clockwise")
FEW = 4  # seats that have room for a dot for each card
RIM = REACH  # squares shown around the outermost centres: as far as the centre of another card may lie


# ---- names ---------------------------------------------------------------------------------------------------------


def cards_of(deck: int, cards: int) -> list[int]:
    """The cards of a deck that are in a set."""
    return [IN_A_DECK * deck + number for number in members(cards)]


def laid(s: Race, k: int) -> str:
    """'F3 at (-1,-2)', or 'F3, turned twice, at (-1,-2)'."""
    b = s.board
    turned = f", {TURN_WORDS[b.turn[k]]}," if b.turn[k] else ""
    return f"{card_name(b.card[k])}{turned} at ({b.x[k]},{b.y[k]})"


def label(s: Race, seat: int, code: int) -> str:
    if code < PLACEMENTS:
        card, turn, x, y = placed(s, seat, code)
        return f"{card_name(card)} r{turn} at ({x},{y})"
    if code == record.TAKE_BACK:
        return f"Take {card_name(s.board.card[max(0, s.board.count - 1)])} back"
    if code >= record.PICK:
        return f"{DECK_NAMES[code - record.PICK]} deck"
    if code == record.MISS:
        return "Try what does not fit"
    if s.tempo == record.BEATS:
        return "Wait"
    return ("I find nothing more", "Look again", "Rest until a card is laid")[min(s.rest[seat], 2)]


def placed(s: Race, seat: int, placement: int) -> tuple[int, int, int, int]:
    """The card, the turn and the place that a placement means."""
    spot, number, turn = placement // WAYS, placement % WAYS // patterns.TURNS, placement % patterns.TURNS
    deck = s.start if s.phase == record.BUILDING and s.start >= 0 else s.deck[seat]
    board = s.board
    return IN_A_DECK * max(0, deck) + number, turn, spot_x(board, spot), spot_y(board, spot)


@cache
def to_turn(card: int, turn: int) -> tuple[str, ...]:
    """What is touched to take a card and to turn it: as it lies in the hand it needs no touch."""
    return (f"card-{card_name(card)}", f"turn-{turn}") if turn else (f"card-{card_name(card)}",)


def touch(s: Race, seat: int, code: int) -> tuple[str, ...]:
    if code < PLACEMENTS:
        card, turn, x, y = placed(s, seat, code)
        return (*to_turn(card, turn), f"at_{x}_{y}")
    return (f"deck-{patterns.DECK_LETTERS[code - record.PICK]}",) if code >= record.PICK else ()


def spots(s: Race, table: int = 0) -> list[tuple[int, int]]:
    """Every place for a centre that is within reach of a card on a table, fit or not, row by row."""
    b, steps = s.board, range(-REACH, REACH + 1)
    there = [k for k in range(b.count) if b.location[k] == table]
    near = {(b.y[k] + down, b.x[k] + right) for k in there for down in steps for right in steps}
    return [(x, y) for y, x in sorted(near or {(0, 0)}) if max(abs(x), abs(y)) <= EDGE]


def candidates(s: Race, seat: int) -> list[int]:
    """Every choice that a person might try now, in sight of this screen, whether or not it fits."""
    if not waiting(s, seat):
        return []
    if s.phase == record.PICKING:
        return [record.PICK + deck for deck in range(patterns.DECKS) if deck_is_free(s, deck)]
    cards = s.aside if s.phase == record.BUILDING else s.hand[seat]
    turns = patterns.TURNS if s.board.count else 1  # the first card of all is not turned
    ways = [way for way in range(WAYS) if has(cards, way // patterns.TURNS) and way % patterns.TURNS < turns]
    numbers = [spot_at(s.board, 0, x, y) for x, y in spots(s)] if s.board.count else [HERE]
    tries = [WAYS * spot + way for spot in numbers for way in ways]
    if s.phase == record.BUILDING:
        return [*tries, record.TAKE_BACK] if s.board.count else tries
    return [*tries, record.REST]


# ---- the table -----------------------------------------------------------------------------------------------------


def race_screen(s: Race, seat: int) -> Screen:
    """The whole table; the prompt is the box's."""
    t = Screen(prompt(s, seat))
    if s.board.count > 0 or s.phase == record.BUILDING:
        show_board(t, s)
    show_decks(t, s)
    show_hands(t, s, seat)
    if s.phase == record.BUILDING:
        show_aside(t, s)
    if s.phase == record.BUILDING:
        show_turns(t)
    if s.phase == record.RACING and seat >= 0 and s.hand[seat]:
        show_turns(t)
        say_how(t, s, seat)
    if s.phase > record.BUILDING:
        show_aside(t, s)
    show_panels(t, s, seat)
    return t


def show_decks(t: Screen, s: Race) -> None:
    """Those that are free, while they are picked."""
    if s.phase == record.PICKING:
        row = t.line("decks", "row", "Decks")
        for deck in range(patterns.DECKS):
            if deck_is_free(s, deck):
                row.put(f"deck-{patterns.DECK_LETTERS[deck]}", patterns.deck_face(deck))


def show_turns(t: Screen) -> None:
    row = t.line("turns", "row", "Turn", area="hand")
    for turn in range(1, patterns.TURNS):
        row.put(f"turn-{turn}", Face("turn", f"r{turn}", TURN_WORDS[turn], {"turn": turn})).turned = 90 * turn


def say_how(t: Screen, s: Race, seat: int) -> None:
    """How cards are laid in a race, by hand and by keys."""
    t.help = (
        "There are no turns: be quicker than the others. Touch a card, turn it if you like, then touch the square where its "
        "centre goes; or drag it there. Keys: 1, 2, 3 take a card, 4, 5, 6 turn it once, twice or three times."
    )
    cards = cards_of(s.deck[seat], s.hand[seat])
    t.keys = {str(1 + k): f"card-{card_name(card)}" for k, card in enumerate(cards)}
    t.keys |= {str(record.HAND + turn): f"turn-{turn}" for turn in range(1, patterns.TURNS)}


def prompt(s: Race, seat: int) -> str:
    if s.phase == record.OVER:
        return "The race is over."
    if seat < 0:
        return ""
    if s.phase == record.READY:
        return "Three, two, one ..."
    if not waiting(s, seat):
        return "You rest until the next card is laid." if is_resting(s, seat) else "Wait for the others."
    if s.phase == record.PICKING:
        return "Pick a deck."
    if s.phase == record.BUILDING:
        return "Build the starting board together: lay three cards, each on three squares that match."
    if s.locked[seat] > s.now:
        return "That did not fit. You can try again in a moment."
    wild = " Centres match anything, and may be covered." if s.board.wild else ""
    return f"Lay a card, turned or not, where all that it covers matches: three squares at least.{wild}"


def show_board(t: Screen, s: Race) -> None:
    b = s.board
    xs, ys = [b.x[k] for k in range(b.count)] or [0], [b.y[k] for k in range(b.count)] or [0]
    left, top = min(xs) - RIM, min(ys) - RIM
    rows, cols = max(ys) + RIM + 1 - top, max(xs) + RIM + 1 - left
    names = [[str(at) for at in range(first, first + n)] for first, n in ((top, rows), (left, cols))]
    board = t.grid("table", rows, cols, "", names[0], names[1])
    board.map = True
    for k in range(b.count):
        show_card(board, s, k, top, left)
    if s.phase in (record.BUILDING, record.RACING):
        for x, y in spots(s):
            board.spot(f"at_{x}_{y}", y - top, x - left, f"({x},{y})")


def show_card(board: Zone, s: Race, k: int, top: int, left: int) -> Piece:
    """The card that was laid as the k-th, on a grid whose upper left corner is there."""
    b, name = s.board, card_name(s.board.card[k])
    say = f"{name}, {TURN_WORDS[b.turn[k]]}, at ({b.x[k]},{b.y[k]})"
    spot = board.spot(f"lies-{name}", b.y[k] - 1 - top, b.x[k] - 1 - left, say)
    spot.high = spot.wide = 3
    mark = "last" if k >= laid_before(s) and k + 1 == b.count else ""
    card = spot.put(f"card-{name}", card_face(s.side, b.card[k]), mark)
    card.turned = 90 * b.turn[k]
    return card


def show_hands(t: Screen, s: Race, seat: int) -> None:
    """The viewer's own hand; after the end what everybody has left."""
    for player in range(s.seats):
        if s.phase == record.OVER:
            cards = cards_of(s.deck[player], s.hand[player] | s.pile[player])
            zone = t.line(f"left-{player + 1}", "row", f"{seat_name(player)} has left", player) if cards else None
        else:
            cards = cards_of(s.deck[player], s.hand[player])
            zone = t.line("hand", "hand", "Your hand", player) if player == seat and cards else None
        if zone:
            for card in cards:
                zone.put(f"card-{card_name(card)}", card_face(s.side, card))


def show_aside(t: Screen, s: Race) -> None:
    """The cards of the starting deck that are not on the table."""
    building = s.phase == record.BUILDING
    row = t.line("aside", "row", "Starting deck" if building else "Set aside", area="" if building else "right")
    for card in cards_of(s.start, s.aside):
        row.put(f"card-{card_name(card)}", card_face(s.side, card), "" if building else "dim")


def show_panels(t: Screen, s: Race, seat: int) -> None:
    if s.start >= 0:
        table = t.panel(TABLE, "Table", starting_deck=DECK_NAMES[s.start], cards_laid=s.board.count)
        if s.phase == record.BUILDING:
            table.counters["taken back"] = f"{s.taken_back} of {record.MOST_TAKEN_BACK}"
        if s.tempo == record.BEATS:
            table.counters["beats without a card"] = s.idle
    for player in range(s.seats):
        deck = f" ({DECK_NAMES[s.deck[player]]})" if s.deck[player] != NONE else ""
        panel = seat_panel(t, player, waiting(s, player))
        panel.title += deck
        left = cards_left(s, player)
        dots = "●" * left + "○" * (IN_A_DECK - left)
        if deck:
            panel.counters = {
                "cards": f"{left} {dots}" if s.seats <= FEW else left,
                "pile": max(0, left - record.HAND),
            }
        if s.token[player]:
            panel.counters["token"] = s.token[player]
        rests = is_resting(s, player)
        panel.lamp("rests", rests or s.rest[player] == record.LOOKS_AGAIN, "on" if rests else "amber")
        panel.lamp("has chosen", s.chosen[player])
        panel.lamp("was beaten to it", has(s.beaten, player), "amber")
        panel.lamp("missed", player == seat and s.locked[player] > s.now, "red")


# ---- what is told --------------------------------------------------------------------------------------------------

ENDS = {
    record.BLOCKED: "Nobody can lay a card any more: the race is over.",
    record.RESTED: "Nobody finds anything more: the race is over.",
    record.STALLED: "Nobody has laid a card for too long: the race is over.",
}


def tell_race(before: Race, after: Race, viewer: int, earned: Callable[[int], str] = lambda k: "") -> list[str]:
    """All but the end. `earned`: what a card brought, in words."""
    told = tell_decks(before, after) + tell_start(before, after)
    for k in range(max(laid_before(after), before.board.count), after.board.count):
        told.append(tell_card(after, k, earned(k)))
    return told + tell_rest(before, after, viewer)


def tell_decks(before: Race, after: Race) -> list[str]:
    taken = [seat for seat in range(after.seats) if after.deck[seat] != before.deck[seat]]
    return [f"{seat_name(seat)} takes the {DECK_NAMES[after.deck[seat]]} deck." for seat in taken]


def tell_rest(before: Race, after: Race, viewer: int) -> list[str]:
    """What the seats did besides laying cards."""
    told = [words for seat in range(after.seats) for words in tell_seat(before, after, seat)]
    if after.phase == record.RACING and after.idle > before.idle:
        told.append("Nobody lays a card.")
    if viewer >= 0 and after.locked[viewer] > before.locked[viewer]:
        told.append("That did not fit: wait a moment.")
    return told


def tell_start(before: Race, after: Race) -> list[str]:
    """Everything up to the go."""
    told = []
    if after.start != before.start:
        told.append(f"The starting board is of the {DECK_NAMES[after.start]} deck.")
    if after.taken_back > before.taken_back:
        told.append(f"{card_name(before.board.card[before.board.count - 1])} is taken back from the starting board.")
    if after.board.count > before.board.count and before.board.count < START:
        names = [laid(after, k) for k in range(before.board.count, min(START, after.board.count))]
        told.append(f"On the starting board: {', '.join(names)}.")
    return told + tell_phase(before, after)


def tell_phase(before: Race, after: Race) -> list[str]:
    ready = before.phase != record.READY == after.phase
    return ["Get ready!"] * ready + ["Go!"] * (before.phase < record.RACING <= after.phase)


def layer(s: Race, k: int) -> int:
    """The seat that laid the k-th card."""
    return [s.deck[seat] for seat in range(s.seats)].index(s.board.card[k] // IN_A_DECK)


def tell_card(s: Race, k: int, earned: str = "") -> str:
    """'Seat 1 lays F3 at (-1,-2), on 4 squares of 2 cards.'"""
    b, seat = s.board, layer(s, k)
    cards = counted(b.touched[k], "card")
    return f"{seat_name(seat)} lays {laid(s, k)}, on {b.covered[k]} squares of {cards}{earned}."


def tell_seat(before: Race, after: Race, seat: int) -> list[str]:
    """What a seat did besides laying cards, and whether it is out."""
    name = seat_name(seat)
    if after.token[seat] > before.token[seat]:
        return [f"{name} is out, and takes token {after.token[seat]}!"]
    if after.rest[seat] > before.rest[seat]:
        return [f"{name} looks again." if after.rest[seat] == record.LOOKS_AGAIN else f"{name} finds nothing more."]
    if after.chosen[seat] and not before.chosen[seat]:
        return [f"{name} has chosen."]
    was_open = after.board.count > before.board.count or after.idle > before.idle
    return [f"{name} was beaten to it."] if was_open and has(after.beaten, seat) else []

"""How a puzzle looks, is touched and is told."""

from __future__ import annotations

from collections.abc import Iterable

from brillig.core import Screen
from brillig.core.screen import TABLE, Zone
from brillig.games.patterns_puzzles import board
from brillig.games.patterns_puzzles.board import NONE, State
from brillig.parts.bits import has, members
from brillig.parts.panels import seat_panel
from brillig.parts.puzzles.book import Puzzle, starred
from brillig.parts.puzzles.tables import BOOK
from brillig.parts.trickster.patterns import SIDES, TURNS, card_face, card_name
from brillig.parts.trickster.screen import TURN_WORDS, show_turns
from brillig.parts.words import counted, names, seat_name

ABREAST = (0, 1, 2, 2, 2, 3, 3, 4, 4, 3)  # cards side by side beside the outline, by how many there are
HIGH, WIDE = 4, 4  # rows and columns for one of them: its name above it, a gap beside it

HELP = (
    "Lay every card so that all black squares are filled. Touch a card, then an arrow if it is to be turned, then the black "
    "square for its centre. Where cards overlap they must show the same. To take a card back, touch it and then its empty place. "
    "Trying costs nothing."
)
WILD_HELP = (
    " This one has the wild symbol: a centre, above or below, matches anything, so it may be covered. What is covered first "
    "matters, and only a card that nothing lies on can be taken back."
)


# ---- names ---------------------------------------------------------------------------------------------------------


def puzzle_of(s: State) -> Puzzle:
    return BOOK[s.number]


def name_of(s: State, card: int) -> str:
    return card_name(s.card[card])


def at(s: State, square: int) -> str:
    """'(3,1)'; a square that is not black has no place."""
    return f"({s.x[square]},{s.y[square]})" if square < s.count else "no black square"


def label(s: State, seat: int, code: int) -> str:
    if code < board.LIFT:
        card, square, rotation = code // board.WAYS, code % board.WAYS // TURNS, code % TURNS
        who = name_of(s, card) if card < s.count else "another card"
        return f"{who} r{rotation} at {at(s, square)}"
    if code < board.HINT:
        card = code - board.LIFT
        return f"Take {name_of(s, card) if card < s.count else 'another card'} back"
    if code == board.HINT:
        return f"Hint ({s.hints_left} left)"
    if code == board.LOOK_ON:
        return "Look on until somebody acts"
    if code == board.GO_ON:
        return "Go on after all"
    return "Give up" if s.seats == 1 else "Give up (when all do)"


def touch(s: State, seat: int, code: int) -> tuple[str, ...]:
    if code < board.LIFT:
        card, square, rotation = code // board.WAYS, code % board.WAYS // TURNS, code % TURNS
        if card >= s.count or square >= s.count:
            return ()
        turn = (rotation - s.beside[card]) % TURNS
        way = (f"turn-{turn}",) if turn else ()  # as it waits beside the board it needs no touch
        return (f"card-{name_of(s, card)}", *way, f"at_{s.x[square]}_{s.y[square]}")
    return (
        (f"card-{name_of(s, code - board.LIFT)}", f"home-{name_of(s, code - board.LIFT)}") if code < board.HINT else ()
    )


def candidates(s: State, seat: int) -> list[int]:
    """Every choice that a person might try now, whether or not it fits."""
    if s.ended:
        return []
    own = [card for card in range(s.count) if board.may_move(s, seat, card)]
    empty = [square for square in range(s.count) if board.on_square(s, square) == NONE]
    free = [card for card in own if s.square[card] == NONE]
    tries = [board.WAYS * card + TURNS * q + turn for card in free for q in empty for turn in range(TURNS)]
    tries += [board.LIFT + card for card in own if s.square[card] != NONE]
    tries += [board.HINT] * (s.hints_left > 0)
    if has(s.gave_up, seat):
        return [*tries, *[board.GO_ON] * (s.taken_back[seat] < board.MOST_TAKEN_BACK)]
    return [*tries, board.GIVE_UP]


# ---- the table -----------------------------------------------------------------------------------------------------


def screen(s: State, seat: int) -> Screen:
    t = Screen(prompt(s, seat))
    if not s.ended and seat >= 0:
        t.help = HELP + WILD_HELP * puzzle_of(s).wild
    t.timer = s.clock > board.COUNT_UP and not s.ended
    t.stopwatch = s.clock == board.COUNT_UP and not s.ended
    show_board(t, s)
    show_cards(t, s, seat)
    if not s.ended and seat >= 0 and any(board.may_move(s, seat, card) for card in range(s.count)):
        show_turns(t)
    if s.ended and s.ended != board.SOLVED:
        show_answer(t, s)
    show_panels(t, s)
    if s.ended:
        t.headline = "Solved!" if s.ended == board.SOLVED else "Not solved"
        t.verdict = result(s)
    return t


def title(s: State) -> str:
    """'Puzzle 22 ★★☆☆☆ gems, wild'"""
    puzzle = puzzle_of(s)
    return f"Puzzle {puzzle.number} {starred(puzzle.stars)} {SIDES[puzzle.side]}{', wild centres' * puzzle.wild}"


def prompt(s: State, seat: int) -> str:
    if s.ended:
        return ENDS[s.ended]
    if seat < 0:
        return ""
    if s.named != NONE:
        return f"The hint: take {name_of(s, s.named)} back."
    if has(s.gave_up, seat):
        return f"You have given up. It counts when {names(still_trying(s))} {'do' if len(still_trying(s)) > 1 else 'does'}, too."
    if not any(board.may_move(s, seat, card) for card in range(s.count)):
        return "You have no card of your own here: help the others with your advice."
    left = s.count - board.laid(s)
    wild = " Centres match anything." if puzzle_of(s).wild else ""
    return f"Lay all cards on the black squares, overlaps matching: {left} to go.{wild}"


def still_trying(s: State) -> list[int]:
    return [seat for seat in range(s.seats) if not has(s.gave_up, seat)]


def size_of(s: State) -> tuple[int, int]:
    """How many squares the outline is wide and high as it is turned."""
    return max(s.x[k] for k in range(s.count)) + 2, max(s.y[k] for k in range(s.count)) + 2


def lay_outline(t: Screen, s: State, id: str, head: str, filled: Iterable[int] = ()) -> Zone:
    """The outline in pale grey: the nine squares around each black one, but for those under cards that are laid there."""
    wide, high = size_of(s)
    zone = t.grid(id, high, wide, head, [str(n) for n in range(high)], [str(n) for n in range(wide)])
    black = {(s.x[k], s.y[k]) for k in range(s.count)}
    covered = {square for k in filled for square in around(s.x[k], s.y[k])}
    pale = {square for x, y in black for square in around(x, y)}
    for x, y in sorted(pale - black - covered, key=lambda at: (at[1], at[0])):
        zone.spot(f"{id}_{x}_{y}", y, x, "outline", look="outline")
    return zone


def around(x: int, y: int) -> set[tuple[int, int]]:
    """The nine squares of a card with its centre there."""
    return {(x + right, y + down) for right in (-1, 0, 1) for down in (-1, 0, 1)}


def lay_card(zone: Zone, s: State, card: int, square: int, rotation: int, id: str, mark: str = "") -> None:
    """A card over nine squares of an outline."""
    name = name_of(s, card)
    say = f"{name}, {TURN_WORDS[rotation]}, at {at(s, square)}"
    spot = zone.spot(f"{id}-lies-{name}", s.y[square] - 1, s.x[square] - 1, say)
    spot.high = spot.wide = 3
    piece = spot.put(f"{id}-{name}", card_face(puzzle_of(s).side, s.card[card]), mark)
    piece.turned = 90 * rotation


def show_board(t: Screen, s: State) -> None:
    zone = lay_outline(t, s, "outline", title(s), [q for q in range(s.count) if board.on_square(s, q) != NONE])
    zone.map = True
    for n in range(1, board.laid(s) + 1):
        card = board.laid_as(s, n)
        mark = "last" if card in (s.last, s.named) else ""
        lay_card(zone, s, card, s.square[card], s.rotation[card], "card", mark)
    for square in range(s.count):
        if board.on_square(s, square) == NONE:
            zone.spot(
                f"at_{s.x[square]}_{s.y[square]}",
                s.y[square],
                s.x[square],
                f"black square {at(s, square)}",
                look="black",
            )


def show_cards(t: Screen, s: State, seat: int) -> None:
    """Every card has a place of its own beside the outline, empty while it lies: those that one may lay, then the others'."""
    own = [card for card in range(s.count) if seat < 0 or board.may_move(s, seat, card)]
    if own:
        show_tray(t, s, seat, "cards", "Cards", own)
    if len(own) < s.count:
        show_tray(t, s, seat, "others", "The others' cards", [card for card in range(s.count) if card not in own])


def show_tray(t: Screen, s: State, seat: int, id: str, head: str, cards: list[int]) -> None:
    """Cards side by side and below each other, as large as those on the outline if there is room, each under its name."""
    abreast = ABREAST[len(cards)]
    rows = -(-len(cards) // abreast)
    tray = t.grid(id, HIGH * rows, WIDE * abreast - 1, head)
    tray.heights, tray.widths = (0.6, 1.0, 1.0, 1.0) * rows, ((1.0, 1.0, 1.0, 0.4) * abreast)[:-1]
    for k, card in enumerate(cards):
        name, away, top, left = name_of(s, card), s.square[card] != NONE, HIGH * (k // abreast), WIDE * (k % abreast)
        whose = "" if s.owner[card] in (NONE, seat) else f" of {seat_name(s.owner[card])}"
        tray.label(f"name-{name}", top, left + 1, name, f"{name}{whose}")
        place = tray.spot(f"home-{name}", top + 1, left, f"place of {name}{whose}", look="gap" if away else "")
        place.high = place.wide = 3
        if not away:
            piece = place.put(
                f"card-{name}", card_face(puzzle_of(s).side, s.card[card]), "dim" if id == "others" else ""
            )
            piece.turned = 90 * s.beside[card]


def show_answer(t: Screen, s: State) -> None:
    """After the end: how it would have gone."""
    zone = lay_outline(t, s, "answer", "The answer", range(s.count))
    for laid in puzzle_of(s).answer:
        card, square = puzzle_of(s).cards.index(laid.card), puzzle_of(s).squares.index(laid.at)
        lay_card(zone, s, card, square, (laid.rotation + s.quarter) % TURNS, "answer")


def show_panels(t: Screen, s: State) -> None:
    table = t.panel(TABLE, "Puzzle", cards_laid=f"{board.laid(s)} of {s.count}", actions=s.actions)
    if s.hints:
        table.counters["hints left"] = s.hints_left
    if s.ended:
        table.counters["solutions"] = puzzle_of(s).solutions
        if s.took and s.clock:
            table.counters["time"] = minutes(s.took)
    for player in range(s.seats):
        panel = seat_panel(t, player, not s.ended and not has(s.looks_on, player))
        if s.cards == board.DEALT:
            panel.counters["cards"] = sum(s.owner[card] == player and s.square[card] == NONE for card in range(s.count))
        panel.lamp("gives up", has(s.gave_up, player), "amber")


# ---- what is told --------------------------------------------------------------------------------------------------

ENDS = {
    board.SOLVED: "Solved!",
    board.GIVEN_UP: "Given up: this is the answer.",
    board.TIME_UP: "Time is up: this is the answer.",
    board.TOO_MANY: f"That was action {board.MOST_ACTIONS}, the last: this is the answer.",
}


def minutes(milliseconds: int) -> str:
    """'2:31'"""
    return f"{milliseconds // 60_000}:{milliseconds // 1000 % 60:02}"


def result(s: State) -> str:
    """How it went, and how many ways there would have been."""
    solutions = puzzle_of(s).solutions
    if s.ended != board.SOLVED:
        there_are = "There is one solution." if solutions == 1 else f"There are {solutions} solutions."
        return f"{ENDS[s.ended].split(':')[0]} with {board.laid(s)} of {s.count} cards laid. {there_are}"
    time = f" in {minutes(s.took)}" if s.took and s.clock else ""
    hints = s.hints - s.hints_left
    helped = f", {counted(hints, 'hint')}" if s.hints else ""
    only = "the only solution" if solutions == 1 else f"one of {solutions} solutions"
    return f"Solved{time} with {counted(s.actions, 'action')}{helped}: {only}."


def tell(before: State, after: State, viewer: int) -> list[str]:
    told = []
    laid = [c for c in range(after.count) if after.square[c] != NONE and before.square[c] == NONE]
    lifted = [c for c in range(after.count) if after.square[c] == NONE and before.square[c] != NONE]
    hinted = after.hints_left < before.hints_left
    for card in laid:
        where = f"{name_of(after, card)} r{after.rotation[card]} at {at(after, after.square[card])}"
        told.append(f"A hint lays {where}." if hinted else f"{where} is laid.")
    told += [f"{name_of(after, card)} is taken back." for card in lifted]
    if hinted and not laid:
        told.append(f"A hint: {name_of(after, after.named)} should be taken back.")
    for seat in members(after.gave_up & ~before.gave_up):
        told.append(f"{seat_name(seat)} gives up{', and so it ends' if after.ended == board.GIVEN_UP else ''}.")
    told += [f"{seat_name(seat)} goes on after all." for seat in members(before.gave_up & ~after.gave_up)]
    told += [f"{seat_name(seat)} looks on." for seat in members(after.looks_on & ~before.looks_on)]
    if after.ended and not before.ended:
        told.append(result(after))
    return told

"""How Mimsy looks, is touched and is told."""

from __future__ import annotations

from itertools import groupby

from brillig.core import Face, Screen, Zone
from brillig.core.screen import TABLE
from brillig.games.mimsy import ring
from brillig.games.mimsy.ring import State
from brillig.parts.bag import counts, total
from brillig.parts.boxes import jabberwocky
from brillig.parts.boxes.jabberwocky import LETTERS, card_back, card_name, gem_words, gems, jabberwocky_face, put_gems
from brillig.parts.panels import seat_panel
from brillig.parts.words import seat_name, so_far, won_by

# Where each cell lies: a triangle of cards that are two columns wide, the first goal on top.
PLACES = (
    (0, 4), (1, 5), (2, 6), (3, 7),
    (4, 8), (4, 6), (4, 4), (4, 2),
    (4, 0), (3, 1), (2, 2), (1, 3),
)  # fmt: skip
ROWS, COLUMNS, WIDE = 5, 10, 2
CARD_HEIGHT = 1.25
TRAYS = ((2, 4), (3, 3), (3, 5))  # inside the triangle, for the gems of each colour in hand
ARROW = (0, 7)


def named(s: State, cell: int) -> str:
    """A cell goes by the card that lies there; no two are alike."""
    return card_name(s.card[cell])


def goal_name(s: State, colour: int) -> str:
    return named(s, ring.corner(s, colour))


def seen_goal(s: State, viewer: int, seat: int) -> int:
    """The secret goal of a seat as far as the viewer may know it."""
    return s.goal[seat] if seat == viewer or s.mover == ring.NONE else ring.UNKNOWN


# ---- looking ahead -------------------------------------------------------------------------------------------------


def copied(s: State) -> State:
    """A record on which gems may be sown without anybody's noticing."""
    other = State(bytearray(State.nbytes))
    other.at, other.fell, other.drops = s.at, s.fell, s.drops
    for colour in range(ring.COLOURS):
        other.hand[colour], other.reached[colour] = s.hand[colour], s.reached[colour]
    for cell in range(ring.CELLS):
        other.card[cell] = s.card[cell]
        for colour in range(ring.COLOURS):
            other.gems[cell, colour] = s.gems[cell, colour]
    return other


def sown(s: State, code: int) -> tuple[State, list[tuple[int, int, int]]]:
    """What a choice leads to, up to the next one: the position, and (what happened, cell, colour) step by step."""
    ahead, steps = copied(s), []
    if code < ring.DROP:
        ring.pick_up(ahead, code)
    else:
        ring.drop(ahead, code - ring.DROP)
        steps.append((ring.DROPPED, ahead.at, code - ring.DROP))
    while (what := ring.go_on(ahead)) != ring.NOTHING:
        steps.append((what, ahead.at, ahead.fell))
    return ahead, steps


def outcome(s: State, code: int) -> str:
    """Where a choice ends: 'ends on P5', '2 relays, ends on P5'. Nothing if another choice comes before the end."""
    ahead, steps = sown(s, code)
    if total(ahead.hand) > 0:
        return ""
    relays = sum(what == ring.RELAYED for what, _, _ in steps)
    return (", " + ("relay" if relays == 1 else f"{relays} relays")) * (relays > 0) + f", ends on {named(s, ahead.at)}"


def label(s: State, seat: int, code: int) -> str:
    if code < ring.DROP:
        heap = counts(s.gems[code])
        last = named(s, (code + sum(heap)) % ring.CELLS)
        return f"{named(s, code)} ({gem_words(heap)})" + (outcome(s, code) or f", sown as far as {last}")
    return f"{jabberwocky.COLOURS[code - ring.DROP]} on {named(s, (s.at + 1) % ring.CELLS)}{outcome(s, code)}"


def touch(s: State, seat: int, code: int) -> tuple[str, ...]:
    return (cell_id(s, code),) if code < ring.DROP else (f"hand-{LETTERS[code - ring.DROP]}",)


def cell_id(s: State, cell: int) -> str:
    return f"cell-{named(s, cell)}"


# ---- the table -----------------------------------------------------------------------------------------------------


def screen(s: State, seat: int) -> Screen:
    t = Screen(prompt(s, seat), verdict=verdict(s))
    if 0 <= seat == s.mover:
        t.help = (
            "If the last gem falls where its colour lies already, all gems of that colour are taken up and sown on."
            if total(s.hand)
            else "Its gems fall one by one on the next cards clockwise. Five gems on your goal win, on anyone's turn."
        )
    draw_ring(t, s, seat)
    draw_secrets(t, s, seat)
    draw_panels(t, s, seat)
    return t


def prompt(s: State, seat: int) -> str:
    if s.winner != ring.NONE:
        return f"The game is over: {named(s, s.deciding)} is full, and {won_by(s.winner)}"
    if s.mover == ring.NONE:
        return f"The game was cut short after {s.turns} turns."
    mine = f" Your goal is {goal_name(s, s.goal[seat])}." if seat >= 0 else ""
    if seat != s.mover:
        return f"{seat_name(s.mover)} is sowing.{mine}"
    if total(s.hand):
        return f"Which colour falls on {named(s, (s.at + 1) % ring.CELLS)}?{mine}"
    return f"Pick up from a 1, 2 or 3.{mine}"


def verdict(s: State) -> str:
    if s.mover != ring.NONE:
        return ""
    if s.winner == ring.NONE:
        return "At the turn limit, more gems on the own goal are better; equal heaps share the place."
    colour = jabberwocky.CARD_COLOUR[s.card[s.deciding]]
    owned = s.goal[s.winner] == colour
    also = " first" * (len(full_goals(s)) > 1)
    whose = f"the secret goal of {seat_name(s.winner)}" if owned else "nobody's goal, so whoever played wins"
    return f"{named(s, s.deciding)} got its fifth gem{also}: {whose}."


def full_goals(s: State) -> list[int]:
    """The cells of the goals with five gems or more, the one that was full first in front."""
    full = [cell for cell in range(0, ring.CELLS, ring.SIDE) if total(s.gems[cell]) >= ring.FULL]
    return sorted(full, key=lambda cell: s.reached[cell // ring.SIDE])


def draw_ring(t: Screen, s: State, seat: int) -> None:
    board = t.grid("ring", ROWS, COLUMNS)
    board.heights, board.widths = (CARD_HEIGHT,) * ROWS, (1 / WIDE,) * COLUMNS
    board.look = "heaps"
    choosing = s.mover != ring.NONE and total(s.hand) == 0
    mine = ring.corner(s, s.goal[seat]) if seat >= 0 else ring.NONE
    for cell, (row, col) in enumerate(PLACES):
        heap = total(s.gems[cell])
        whose = "your goal" if cell == mine else "a goal"
        say = f"{named(s, cell)}, {whose} with {heap} of {ring.FULL} gems" if ring.is_goal(cell) else named(s, cell)
        spot = board.spot(cell_id(s, cell), row, col, say, mark="last" if cell == s.at else "")
        spot.wide = WIDE
        jabberwocky.put_card(spot, s.card[cell])
        put_gems(spot, named(s, cell), s.gems[cell])
        if cell == s.deciding:
            spot.badge = "decides"
        elif ring.is_goal(cell):
            spot.badge = "★ " * (cell == mine) + f"{heap}/{ring.FULL}"
        if total(s.hand) and cell == (s.at + 1) % ring.CELLS:
            spot.badge += " next" if spot.badge else "next"
        if choosing and not ring.is_goal(cell) and heap:
            spot.lights = [cell_id(s, at) for at in sorted({at for _, at, _ in reach(s, cell)})]
    arrow = board.spot("clockwise", *ARROW, "gems are sown clockwise", look="margin")
    arrow.wide = WIDE
    arrow.put("clockwise-arrow", Face("label", "↻", "clockwise"))
    draw_hand(board, s)


def draw_hand(board: Zone, s: State) -> None:
    """A tray for each colour in hand. (A hand of one colour is never seen: it is sown at once.)"""
    for colour in range(ring.COLOURS):
        if s.hand[colour]:
            name = LETTERS[colour]
            tray = board.spot(f"hand-{name}", *TRAYS[colour], f"in hand, {jabberwocky.COLOURS[colour]}", look="tray")
            tray.wide = WIDE
            tray.put(f"hand-gems-{name}", gems(colour, s.hand[colour]))
            tray.lights = [cell_id(s, (s.at + 1) % ring.CELLS)]


def reach(s: State, cell: int) -> list[tuple[int, int, int]]:
    """The drops that are sure to come of picking up a card."""
    steps = sown(s, cell)[1]
    heap = total(s.gems[cell])
    return steps or [(ring.DROPPED, (cell + k) % ring.CELLS, ring.NONE) for k in range(1, heap + 1)]


def draw_secrets(t: Screen, s: State, seat: int) -> None:
    """The Jabberwocky cards, each named by whose it is: what it shows may not be told."""
    own = t.line("own-goal", "row", "Your secret goal", seat=seat, area="left") if seat >= 0 else None
    rest = t.line("secret-goals", "row", "Secret goals" if own is None else "Other secret goals", area="left")
    for other in range(ring.COLOURS):
        colour = seen_goal(s, seat, other)
        line = own if own is not None and other == seat else rest
        line.put(f"secret-{other + 1}", card_back() if colour == ring.UNKNOWN else jabberwocky_face(colour))
    if s.seats == 2 and s.mover != ring.NONE:
        rest.note = "The last is nobody's: who fills it on their own turn wins."
    if own is not None and s.mover != ring.NONE:
        own.note = f"Five gems on {goal_name(s, s.goal[seat])} (★) and you win."


def draw_panels(t: Screen, s: State, seat: int) -> None:
    table = t.panel(TABLE, "Ring", turns_played=so_far(s.turns, s.turn_limit), gems_dropped=s.drops)
    if full := full_goals(s):
        table.counters["fifth gem"] = ", ".join(f"{named(s, at)} by drop {s.reached[at // ring.SIDE]}" for at in full)
    for player in range(s.seats):
        panel = seat_panel(t, player, player == s.mover, colour="")
        colour = seen_goal(s, seat, player)
        panel.counters["goal"] = "secret" if colour == ring.UNKNOWN else goal_name(s, colour)
        if colour != ring.UNKNOWN:
            panel.counters["gems there"] = total(s.gems[ring.corner(s, colour)])
        if s.winner != ring.NONE:
            panel.lamp("winner", player == s.winner)


# ---- what happened -------------------------------------------------------------------------------------------------


def tell(before: State, after: State, viewer: int) -> list[str]:
    code, who = after.last, seat_name(before.mover)
    told = (
        [f"{who} picks up {gem_words(counts(before.gems[code]))} from {named(before, code)}."]
        if code < ring.DROP
        else []
    )
    ahead, steps = sown(before, code)
    told += tell_steps(before, steps, who)
    if total(ahead.hand):
        return told
    told.append(f"No match on {named(after, after.at)}: the turn is over.")
    for cell in range(0, ring.CELLS, ring.SIDE):
        if total(after.gems[cell]) == ring.FULL - 1:
            told.append(f"{named(after, cell)} has {ring.FULL - 1} of {ring.FULL}.")
    return told + tell_end(after)


def tell_steps(s: State, steps: list[tuple[int, int, int]], who: str) -> list[str]:
    """A sentence for each run of drops of one colour, and one for each relay."""
    told: list[str] = []
    for (what, fell), run in groupby(steps, key=lambda step: (step[0], step[2])):
        cells = ", ".join(named(s, cell) for _, cell, _ in run)
        colour = jabberwocky.COLOURS[fell]
        told.append(
            f"{who} drops {colour} on {cells}."
            if what == ring.DROPPED
            else f"Relay: the {colour} gems of {cells} are taken up again."
        )
    return told


def tell_end(s: State) -> list[str]:
    """At the end the secret goals are shown, and the deciding goal is named."""
    if s.mover != ring.NONE:
        return []
    shown = [f"{seat_name(seat)} {jabberwocky.COLOURS[s.goal[seat]]}" for seat in range(s.seats)]
    told = [f"The secret goals are shown: {', '.join(shown)}."]
    if s.winner == ring.NONE:
        return [f"Turn {s.turns} was the last: the game is cut short.", *told]
    return [*told, verdict(s), won_by(s.winner)]

"""Grenade Salad in words: soldiers, choices, and what has happened."""

from __future__ import annotations

from brillig.games.grenade_salad import ground
from brillig.games.grenade_salad.ground import State
from brillig.parts.boxes.greenbox import BRICKS, COLOURS, LETTERS, SYMBOLS
from brillig.parts.words import counted, listed, seat_name

FIXED = {
    ground.PLACE: "Place a soldier",
    ground.SCATTER: "Drop three soldiers",
    ground.BURY: "Play a mine",
    ground.END: "End the turn",
    ground.DECLINE: "No mine",
    ground.KEEP: "Keep all cards",
}
DEEDS = {
    ground.MOVE: "moves",
    ground.STRIKE: "strikes",
    ground.SHOOT: "shoots",
    ground.THROW: "throws a grenade",
    ground.PLACE: "places a soldier",
}


def soldier(n: int) -> str:
    """'R3': the colour's letter, and the how-manieth of its colour it was to come."""
    return f"{LETTERS[ground.owner(n)]}{n % ground.EACH + 1}"


def say_soldier(n: int) -> str:
    return f"{COLOURS[ground.owner(n)]} soldier {n % ground.EACH + 1}"


def a_card(symbol: int) -> str:
    return f"{'an' if SYMBOLS[symbol][0] == 'A' else 'a'} {SYMBOLS[symbol]} card"


def label(s: State, seat: int, code: int) -> str:
    if code in FIXED:
        return FIXED[code]
    if code >= ground.AT - 1:
        return f"{'y' if s.step == ground.DOWN else 'x'} {code - ground.AT}"
    if code >= ground.TARGET:
        n = code - ground.TARGET
        if s.step == ground.MINES:
            return f"{soldier(n)} has stepped on a mine"
        return f"{soldier(s.who)} {'strikes' if s.begun == ground.STRIKE else 'shoots'} {soldier(n)}"
    if code >= ground.TOSS:
        return f"Throw {a_card(code - ground.TOSS)} away"
    own, deed = soldier(ground.EACH * seat + code % ground.EACH), code - code % ground.EACH
    return {
        ground.MOVE: f"Move {own}",
        ground.STRIKE: f"Strike with {own}",
        ground.SHOOT: f"Shoot with {own}",
        ground.THROW: f"Throw with {own}",
    }[deed]


def prompt(s: State, seat: int) -> str:
    """What this seat is asked, or waits for."""
    if s.step == ground.OVER:
        return ""
    if s.step == ground.MINES:
        fresh = [soldier(s.fresh[k]) for k in range(ground.MOST_FRESH) if s.fresh[k] != ground.NONE]
        arrived = f"{listed(fresh)} {'has' if len(fresh) == 1 else 'have'} just arrived"
        if s.asked == seat >= 0:
            return f"{arrived}. Touch {'it' if len(fresh) == 1 else 'one'} to play a mine."
        return f"{arrived}. A moment: has anybody a mine?"
    if s.mover != seat:
        return ""
    if s.step == ground.DISCARDING:
        return "You have played no card. Throw one away?"
    if s.step in (ground.ACROSS, ground.DOWN):
        return "Where?"
    if s.step == ground.TARGETING:
        return "Whom?"
    cards = counted(2 - s.played, "card")
    left = [*(["move a soldier"] if not s.moved and not (s.move_timing and s.played) else [])]
    left += [f"play {'up to ' * (s.played == 0)}{cards}"] if s.played < 2 and s.held[seat] else []
    return f"{listed([*left, 'end the turn'], 'or').capitalize()}."


def help(s: State, seat: int) -> str:
    if s.step == ground.MINES and s.asked == seat >= 0:
        return (
            f"A mine kills everybody in a tile's square around the soldier, yours too. After {s.mine_pause} seconds the "
            "answer is no."
        )
    if s.step == ground.DISCARDING and s.mover == seat:
        return "A card that cannot be used blocks your hand. You draw up to five cards now."
    if s.mover == seat and s.step not in (ground.OVER, ground.MINES):
        return "Touch a soldier of yours to move it. Or touch a card, then who uses it, then the enemy or the point."
    return ""


# ---- what has happened ---------------------------------------------------------------------------------------------


def tell(before: State, after: State, viewer: int) -> list[str]:
    """Sentences about the difference between two tables."""
    told: list[str] = []
    mover = seat_name(before.mover)
    killer = next((k for k in range(after.seats) if after.taken[k] > before.taken[k]), ground.NONE)
    dead = [n for n in range(ground.SOLDIERS) if before.x[n] != ground.NONE and after.x[n] == ground.NONE]
    came = [n for n in range(ground.SOLDIERS) if before.x[n] == ground.NONE and after.x[n] != ground.NONE]
    went = [
        n
        for n in range(ground.SOLDIERS)
        if ground.NONE not in (before.x[n], after.x[n]) and place(before, n) != place(after, n)
    ]
    if before.step == ground.MINES and after.spent[BRICKS] > before.spent[BRICKS]:
        told.append(f"{seat_name(killer)} plays a mine.")
    elif before.step == ground.TARGETING:
        told.append(f"{mover}'s {soldier(before.who)} {DEEDS[before.begun]}.")
    elif before.step == ground.DOWN and before.begun == ground.THROW:
        told.append(f"{mover}'s {soldier(before.who)} throws a grenade.")
    if len(came) > 1 or (came and before.step != ground.DOWN):
        told.append(f"{mover} drops {counted(len(came), 'soldier')}.")
    elif came:
        told.append(f"{mover} places {soldier(came[0])}.")
    if went:
        told.append(f"{mover} moves {soldier(went[0])}.")
    if dead:
        told.append(f"{seat_name(killer)} takes {listed(soldier(n) for n in dead)}.")
    elif before.step == ground.DOWN and before.begun == ground.THROW:
        told.append("Nobody is hit.")
    if before.step == ground.DISCARDING:
        gone = [k for k in range(len(SYMBOLS)) if after.spent[k] > before.spent[k]]
        told += [f"{mover} throws {a_card(symbol)} away." for symbol in gone]
    if after.mover != before.mover or after.step == ground.OVER:
        told += end_of_turn(before, after, mover)
    return told


def place(s: State, n: int) -> tuple[int, int]:
    return s.x[n], s.y[n]


def end_of_turn(before: State, after: State, mover: str) -> list[str]:
    told = []
    if before.played == 0 and before.left == 0:
        told.append(f"{mover} passes.")
    if after.left == 0 and before.left > 0:
        told.append("The deck is empty: the end phase begins.")
    if after.step == ground.OVER:
        told.append(f"The game is over. {verdict(after)}")
    return told


def verdict(s: State) -> str:
    """How the points came about."""
    return " ".join(
        f"{seat_name(k)}: {counted(ground.living(s, k), 'soldier')} alive and {s.taken[k]} taken, "
        f"{3 * ground.living(s, k) + s.taken[k]} points ({ground.reserve(s, k)} in reserve)."
        for k in range(s.seats)
    )

"""The names of things in The Gauntlet, and what has just happened, in sentences."""

from __future__ import annotations

from brillig.games.gauntlet import record
from brillig.games.gauntlet.record import State
from brillig.games.gauntlet.tracks import ARROW as ARROW_TILE
from brillig.games.gauntlet.tracks import BLANK, BRICK, FINISH, GAP, LUMBER, PLACES, START, STRIDE
from brillig.parts.boxes.greenbox import CARD_NUMBER, CARD_SYMBOL, HAMMERS
from brillig.parts.words import listed, seat_name, winners

CALLED = ("Blood", "Swords", "Lumber", "Brick", "Shield", "Arrow")  # the symbols in this game
ROUND = ("up", "right", "down", "left")
TILE_NAMES = {BLANK: "blank", BRICK: "Brick", LUMBER: "Lumber"}


def card_name(card: int) -> str:
    """'Swords 5'"""
    return f"{CALLED[CARD_SYMBOL[card]]} {CARD_NUMBER[card]}"


def place_name(s: State, place: int) -> str:
    """'c2'"""
    if place >= PLACES:
        return "the start" if place == START else "the finish"
    row, col = divmod(place, STRIDE[s.outline])
    return f"{chr(ord('a') + col)}{row + 1}"


def tile_name(s: State, place: int) -> str:
    kind = s.tile[place]
    return TILE_NAMES[kind] if kind < ARROW_TILE else f"Arrow, {ROUND[kind - ARROW_TILE]}"


# ---- what happened -------------------------------------------------------------------------------------------------


def tell(before: State, after: State, viewer: int) -> list[str]:
    code, seat = after.last, after.last_seat
    told = [deed(before, after, code, seat)] if deed(before, after, code, seat) else []
    told += hits(before, after, seat)
    for other in range(after.seats):
        if after.home[other] and not before.home[other]:
            told.append(f"{seat_name(other)} reaches the finish!")
    told += healed(before, after)
    if after.phase == record.OVER:
        return [*told, ending(after)]
    if after.turn != before.turn:
        back = [seat_name(k) for k in range(after.seats) if before.stun[k] == 1 and after.stun[k] == 0]
        told += [f"{listed(back)} {'is' if len(back) == 1 else 'are'} back with 3 life points."] if back else []
        told.append(f"Turn {after.turn}: the die shows {after.moves}. {leading(after)}")
    elif (
        after.phase != record.TAKE
        and after.phase != record.PLAN
        and (before.phase == record.PLAN or after.step != before.step)
    ):
        if before.phase == record.PLAN:
            away = [
                f"{seat_name(k)} {card_name(after.plan[k, record.SLOTS - 1])}"
                for k in range(after.seats)
                if after.planned[k]
            ]
            told.append(f"Discarded: {listed(away)}.")
        up = [
            f"{seat_name(k)} {card_name(after.shown[k])}" for k in range(after.seats) if after.shown[k] != record.NONE
        ]
        told.append(f"Step {after.step + 1}: {listed(up)}.")
    return told


def deed(before: State, after: State, code: int, seat: int) -> str:
    who = seat_name(seat)
    if before.phase == record.TAKE:
        drew = " and draws two from the pile" if before.taken == 1 else ""
        return f"{who} takes {card_name(code)}{drew}."
    if before.phase == record.PLAN:
        return f"{who} has a plan." if before.planned[seat] == record.SLOTS - 1 else ""
    if code in (record.EFFECT_FIRST, record.MOVES_FIRST):
        card = CALLED[CARD_SYMBOL[before.shown[seat]]]
        return f"{who} uses {card} first." if code == record.EFFECT_FIRST else f"{who} moves before {card}."
    if code == record.STOP:
        return f"{who} stops."
    if code >= record.STRIKE:
        return f"{who} strikes {seat_name(code - record.STRIKE)}."
    place = code - record.STEP_TO
    kind = before.tile[place] if place < PLACES else GAP
    climbs = kind in (BRICK, LUMBER)
    if place == FINISH:
        return ""
    return f"{who} {'climbs' if climbs else 'moves'} to {place_name(before, place)}{f' ({TILE_NAMES[kind]})' if climbs else ''}."


def hits(before: State, after: State, seat: int) -> list[str]:
    """Who was hurt by the card of the seat that acted, and whose shield held."""
    symbol = CARD_SYMBOL[before.shown[seat]] if before.shown[seat] != record.NONE else record.NONE
    cause = "struck" if symbol == HAMMERS else "hit by arrows"
    told = []
    for other in range(after.seats):
        lost = before.life[other] - after.life[other]
        if lost > 0 and before.stun[other] == 0:
            told.append(f"{seat_name(other)} is {cause}: {lost} life lost, {after.life[other]} left.")
            if after.life[other] == 0:
                told.append(f"{seat_name(other)} is stunned until the end of the next turn.")
    if after.last >= record.STRIKE and record.shielded(before, after.last - record.STRIKE):
        told.append(f"The shield of {seat_name(after.last - record.STRIKE)} holds.")
    return told


def healed(before: State, after: State) -> list[str]:
    return [
        f"{seat_name(k)} heals: {after.life[k]} life points."
        for k in range(after.seats)
        if 0 < before.life[k] < after.life[k] and after.stun[k] == 0 and before.stun[k] == 0
    ]


def leading(s: State) -> str:
    nearest = min(s.away[s.at[k]] for k in range(s.seats))
    first = [seat_name(k) for k in range(s.seats) if s.away[s.at[k]] == nearest]
    return f"{listed(first)} {'leads' if len(first) == 1 else 'lead'}, {nearest} moves from the finish."


def ending(s: State) -> str:
    places = [0] * s.seats
    record.rank(s, places)
    how = "At the finish" if s.arrived else "Closest to the finish"
    return f"The game is over. {how}: {winners(places)}"

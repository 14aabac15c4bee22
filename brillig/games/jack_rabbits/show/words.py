"""What has just happened, in sentences."""

from __future__ import annotations

from brillig.games.jack_rabbits import purse
from brillig.games.jack_rabbits import record as r
from brillig.games.jack_rabbits.land import tiles
from brillig.games.jack_rabbits.record import State
from brillig.games.jack_rabbits.show import names
from brillig.parts.words import counted, listed, seat_name, winners

SPOKEN = {
    r.STAY: "stays", r.HORSE_JOKER: "mounts the horse joker", r.BOAT_JOKER: "takes the boat joker", r.FALL: "falls",
    r.LET_IN: "lets the guest in", r.CHALLENGES: "challenges the guest", r.REFUSES: "shows no hearts", r.STRIKE: "strikes",
    r.YIELD: "yields", r.YES: "accepts the offer", r.NO: "declines the offer", r.EXPOSES: "exposes the swindle",
    r.MARKET: "goes to the market",
}  # fmt: skip


def tell(before: State, after: State, viewer: int) -> list[str]:
    told = [deed(before, after)]
    if before.step <= r.BUILD_TURN < after.step:
        told.append(f"The land is built. {seat_name(after.mover)} begins.")
        return [line for line in told if line]
    told += spent(before, after) + claims(before, after) + moves(before, after)
    if stolen := theft(before, after, viewer):
        told.append(stolen)
    told += progress(before, after)
    if after.step == r.OVER:
        told.append(ending(after))
    elif after.turns != before.turns or (after.dice[0] and not before.dice[0]):
        told += turn(after)
    return [line for line in told if line]


def deed(before: State, after: State) -> str:
    """The choice itself, where what follows does not say it."""
    who, code, step = seat_name(after.last_by), after.last, before.step
    if step == r.BUILD_SHAPE:
        return (
            f"{who} turns up {tiles.NAMES[after.tile]}."
            if after.tile != r.NONE
            else f"{who} turns up a tile that fits nowhere."
        )
    if step in (r.BUILD_SPOT, r.BUILD_TURN):
        return f"{who} lays {tiles.NAMES[before.tile]}." if before.tile != after.tile else ""
    if step == r.PASSPORT and code < r.CARDS:
        return f"{who} shows {names.card(code)} as a passport."
    if step == r.LOTTERY and code < r.CARDS:
        return f"{who} shows {names.card(code)} and wins a prize."
    if step == r.DISCARDING:
        return f"{who} discards {names.card(code)}."
    if step in (r.PROVE_FIRST, r.PROVE) and code < r.CARDS:
        return f"{who} shows {names.card(code)}."
    if step == r.GOODS and code < r.CARDS:
        return f"{who} picks {names.card(code)}."
    if step == r.OFFER_PRICE:
        verb = "sell" if after.selling else "buy"
        return f"{who} offers {seat_name(after.rival)} to {verb} {names.card(after.named)} for {after.price} in ♦."
    if code in SPOKEN:
        return f"{who} {SPOKEN[code]}."
    if r.FIGHT <= code < r.BUY_FROM:
        return f"{who} attacks {seat_name(code - r.FIGHT)}."
    return ""


def spent(before: State, after: State) -> list[str]:
    """Cards that were paid, played or lost, and goods."""
    who = seat_name(before.decider)
    open_places = (r.TRAY, r.DISCARD, r.AISLE, r.ON_TABLE)
    gone = [k for k in range(r.CARDS) if before.where[k] not in open_places and after.where[k] in open_places]
    told = []
    if before.step == r.PAY and gone:
        told.append(f"{who} pays {listed([names.card(k) for k in gone])}.")
    elif before.step == r.ATTACK and gone:
        told.append(f"{who} plays {listed([names.card(k) for k in gone])}: {after.force[0]} against {after.force[1]}.")
    elif before.step == r.RETURN_ROYAL and gone:
        told.append(f"{who} returns {names.card(gone[0])}.")
    if before.step == r.PAY and before.why == r.FOR_GOODS and after.step != r.PAY:
        told.append(f"{who} takes {listed([names.card(k) for k in range(r.NUMBERS) if before.goods >> k & 1])}.")
    return told


def claims(before: State, after: State) -> list[str]:
    """Royals and jokers that came out of the aisle."""
    told = []
    for k in range(r.FIRST_ROYAL, r.CARDS):
        holder = after.where[k] - r.IN_HAND
        if before.where[k] == r.AISLE and 0 <= holder < after.seats:
            what = f"{names.card(k)} and lays a carrot" if k < r.RED_JOKER else f"the {names.card(k)}"
            told.append(f"{seat_name(holder)} takes {what}.")
    return told


def moves(before: State, after: State) -> list[str]:
    told = []
    for seat in range(after.seats):
        place = after.place[seat]
        if place == before.place[seat]:
            continue
        if place == r.OFF:
            told.append(f"{seat_name(seat)} is sent off the board!")
        elif place == r.UNDERGROUND:
            told.append(f"{seat_name(seat)} is in the Underground.")
        else:
            told.append(f"{seat_name(seat)} comes to {names.place(place)}.")
    return told


def theft(before: State, after: State, viewer: int) -> str:
    if after.taken == r.NONE:
        return ""
    loser = next((k for k in range(after.seats) if after.place[k] == r.OFF and before.place[k] != r.OFF), r.NOBODY)
    what = names.card(after.taken) if after.taken >= 0 else "a card"
    return f"{seat_name(before.mover)} takes {what} from {seat_name(loser)}." if loser != r.NOBODY else ""


def progress(before: State, after: State) -> list[str]:
    told = []
    for seat in range(after.seats):
        was, now = (purse.progress(s, purse.royals_of(s, seat)) for s in (before, after))
        if now > was and now == 3:
            told.append(f"{seat_name(seat)} has a fitting trio and heads home!")
        elif now > was and now == 2:
            told.append(f"{seat_name(seat)} has two royals that fit.")
    return told


def turn(s: State) -> list[str]:
    if not s.dice[0]:
        return [f"It is the turn of {seat_name(s.mover)}."]
    return [f"{seat_name(s.mover)} rolls {s.dice[0]} and {s.dice[1]}: the price is {s.dice[0] + s.dice[1]}."]


def ending(s: State) -> str:
    if s.winner != r.NOBODY:
        quest = ("simple", "diverse", "monarchical", "diverse and monarchical", "tribal")[s.quest]
        return f"{seat_name(s.winner)} is home and wins the {quest} quest."
    best = [
        ((purse.progress(s, purse.royals_of(s, k)), purse.royals(s, k), purse.points(s, k))) for k in range(s.seats)
    ]
    ranks = [1 + sum(other > mine for other in best) for mine in best]
    return f"{counted(s.round_cap, 'round')} are over. {winners(ranks)}"

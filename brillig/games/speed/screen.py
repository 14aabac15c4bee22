"""How Speed looks, is touched and is told.

A card keeps one name from its deck to the pile, by its place in the deck, so that everybody can see it move and nobody
can tell from the name what it is.
"""

from __future__ import annotations

from functools import cache

from brillig.core import Face, Screen, Zone
from brillig.core.screen import TABLE
from brillig.games.speed import record
from brillig.games.speed.record import State
from brillig.parts.bits import count, has
from brillig.parts.boxes.greenbox import card_back, card_face, card_name
from brillig.parts.panels import seat_panel
from brillig.parts.words import capital, counted, seat_name

FEW = {5: "five cards", 3: "three cards", 1: "one card"}  # called out
SECONDS = ("", "One", "Two", "Three", "Four", "Five")
# Rows of the board: the other seat's cards, the piles, one's own cards. A deck stands to the left of its hand.
OTHERS, PILES, OWN = 0, 2, 4
HEIGHTS = (1.0, 0.12, 1.8, 0.16, 1.3)


def label(s: State, seat: int, code: int) -> str:
    if code >= record.DRAW:
        return "Draw a card" if code == record.DRAW else "Wait until a pile changes"
    card = s.hand[seat, code // 2]
    return f"{card_name(card) if card >= 0 else 'no card'} on pile {code % 2 + 1}"


def touch(s: State, seat: int, code: int) -> tuple[str, ...]:
    if code >= record.DRAW:
        return (f"deck-{seat + 1}",) if code == record.DRAW else ()
    return (f"hand-{seat + 1}-{code // 2 + 1}", f"pile-{code % 2 + 1}")


def candidates(s: State, seat: int) -> list[int]:
    """Everything that a person might try: any card of the hand on any pile, and drawing."""
    if s.phase != record.PLAYING:
        return []
    plays = [code for code in range(record.DRAW) if s.hand[seat, code // 2] >= 0]
    return [*plays, record.DRAW] if s.deck[seat] > 0 else plays


# ---- the table -----------------------------------------------------------------------------------------------------


def screen(s: State, seat: int) -> Screen:
    t = Screen(prompt(s, seat), then="on which pile?")
    if s.phase == record.PLAYING and seat >= 0:
        t.help = (
            "There are no turns: be quicker than the other. Touch a card and then a pile, or drag it there; touch your "
            "deck to draw. Keys: 1, 2, 3 take a card, the arrows left and right lay it on a pile, the space bar draws."
        )
    if s.phase == record.OVER:
        t.verdict = verdict(s)
    near = max(seat, 0)  # whoever watches sits beside seat 1
    board = t.grid("table", len(HEIGHTS), 1 + record.HAND, "")
    board.heights = HEIGHTS
    show_cards(board, s, 1 - near, OTHERS, seat)
    show_piles(board, s)
    show_cards(board, s, near, OWN, seat)
    if s.phase == record.PLAYING and seat >= 0:
        t.keys = {str(k + 1): f"hand-{seat + 1}-{k + 1}" for k in range(record.HAND)}
        t.keys |= {"ArrowLeft": "pile-1", "ArrowRight": "pile-2", " ": f"deck-{seat + 1}"}
    show_panels(t, s)
    return t


def prompt(s: State, seat: int) -> str:
    if s.phase == record.OVER:
        return "The game is over."
    if s.phase == record.BETWEEN:
        return f"{result(s)} The next deal follows."
    if s.phase == record.COUNTING:
        what = (
            "Get ready! The start cards turn up" if s.top[0] == record.NONE else "Nobody can play. Fresh cards turn up"
        )
        return f"{what} in {s.count} …"
    if seat < 0:
        return ""
    what = "Play a card that shares its number, symbol or border colour with the top card of a pile"
    return f"{what}, or draw." if record.held(s, seat) < record.HAND and s.deck[seat] > 0 else f"{what}."


def show_cards(board: Zone, s: State, player: int, row: int, seat: int) -> None:
    """A deck, and the hand beside it."""
    whose, n = "Your" if player == seat else f"{seat_name(player)}'s", s.deck[player]
    deck = board.spot(f"deck-{player + 1}", row, 0, f"{whose} deck, {counted(n, 'card')}", look="" if n else "gap")
    free = [f"hand-{player + 1}-{k + 1}" for k in range(record.HAND) if s.hand[player, k] == record.NONE]
    if n:
        deck.badge = str(n)
        deck.put(name_of(record.DECK * player + n), card_back())
        if player == seat and s.phase == record.PLAYING:
            deck.lights = free[:1]
    open_to_me = player == seat or s.phase in (record.BETWEEN, record.OVER)
    for k in range(record.HAND):
        card = s.hand[player, k]
        spot = board.spot(f"hand-{player + 1}-{k + 1}", row, 1 + k, f"{whose} card {k + 1}")
        if card == record.NONE:
            spot.look = "gap"
            continue
        spot.put(name_of(record.DECK * player + s.drawn[player, k]), card_face(card) if open_to_me else card_back())
        if (
            s.show_fits
            and player == seat
            and s.phase == record.PLAYING
            and has(record.FITS[s.top[0]] | record.FITS[s.top[1]], card)
        ):
            spot.badge = "✓"


def show_piles(board: Zone, s: State) -> None:
    for pile in range(record.SEATS):
        by = f", the last card played by {seat_name(s.layer[pile])}" if s.layer[pile] != record.NONE else ""
        spot = board.spot(f"pile-{pile + 1}", PILES, 2 * pile, f"Pile {pile + 1}{by}")
        spot.wide = 2
        if s.below[pile] != record.NONE:
            spot.put(name_of(s.below_name[pile], s.below[pile]), covered(s.below[pile]))
        if s.top[pile] == record.NONE:
            spot.put(name_of(s.name[pile]), card_back())
        else:
            spot.put(name_of(s.name[pile], s.top[pile]), card_face(s.top[pile]))


@cache
def covered(card: int) -> Face:
    """A card that lies under another: it keeps its look and is no longer spoken of."""
    face = card_face(card)
    return Face(face.kind, "", "a covered card", face.look)


def name_of(name: int, card: int = record.NONE) -> str:
    """What a card is called on the screen. One that is turned up again from the stock is known already."""
    return f"card-{(name - 1) // record.DECK + 1}-{(name - 1) % record.DECK + 1}" if name else f"again-{card}"


def show_panels(t: Screen, s: State) -> None:
    table = t.panel(TABLE, "Table")
    if s.games > 1:
        table.counters["deal"] = f"{s.deal}, best of {s.games}"
    spent = max(s.since, s.changed[0], s.changed[1]) - s.since if s.phase == record.PLAYING else 0
    table.counters |= {"time left": minutes(s.left - spent), "piles": f"{s.height[0]} and {s.height[1]} cards"}
    if s.stock:
        table.counters["stock"] = count(s.stock)
    for player in range(record.SEATS):
        panel = seat_panel(t, player, s.phase == record.PLAYING, cards_left=record.cards_left(s, player))
        if s.games > 1:
            panel.counters["deals won"] = s.won[player]


def minutes(left: int) -> str:
    seconds = -(-max(0, left) // record.SECOND)
    return f"{seconds // 60}:{seconds % 60:02}"


# ---- what is told --------------------------------------------------------------------------------------------------


def verdict(s: State) -> str:
    if s.games == 1:
        return f"{result(s)} The points are the cards that each got rid of."
    if s.won[0] == s.won[1]:
        return f"{result(s)} Both have won {s.won[0]} of {s.games} deals: a draw."
    best = 0 if s.won[0] > s.won[1] else 1
    return f"{result(s)} {seat_name(best)} wins the match by {s.won[best]} to {s.won[1 - best]} deals."


def result(s: State) -> str:
    """How the last deal ended."""
    left = [record.cards_left(s, player) for player in range(record.SEATS)]
    if s.ended == record.OUT:
        loser = 1 - s.winner
        return f"{seat_name(s.winner)} is rid of all cards and wins; {seat_name(loser)} has {left[loser]} left."
    if s.winner == record.NONE:
        return f"The time is up: both have {left[0]} cards left, a draw."
    return f"The time is up: {seat_name(s.winner)} wins by {left[s.winner]} cards left to {left[1 - s.winner]}."


def tell(before: State, after: State, viewer: int) -> list[str]:
    if after.deal != before.deal:
        return [f"Deal {after.deal} of {after.games}: get ready!"]
    if before.phase == record.COUNTING and after.phase == record.COUNTING and after.count < before.count:
        return [f"{SECONDS[after.count]} …"]
    told, into_hands = tell_table(after) if before.phase == record.COUNTING else tell_action(before, after)
    if sum(record.held(after, player) - record.held(before, player) for player in range(record.SEATS)) > into_hands:
        told.append("Nobody can play: the hands are filled.")
    if after.phase == record.COUNTING:
        told.append(f"Nobody can play: fresh cards turn up in {SECONDS[after.count].lower()} …")
    for player in range(record.SEATS):
        left = record.cards_left(after, player)
        if left < record.cards_left(before, player) and left in FEW:
            told.append(f"{seat_name(player)} has {FEW[left]} left.")
    if after.phase == record.OVER:
        told.append(verdict(after) if after.games > 1 else result(after))
    elif after.phase == record.BETWEEN:
        told.append(result(after))
    return told


def tell_table(after: State) -> tuple[list[str], int]:
    """The table has turned up two cards; none of them goes to a hand."""
    return [f"{capital(card_name(after.top[0]))} and {card_name(after.top[1])} turn up."], 0


def tell_action(before: State, after: State) -> tuple[list[str], int]:
    """What a seat has done, and how many cards that has brought to its hand; nothing when the time is up."""
    who = seat_name(after.last)
    for pile in range(record.SEATS):
        if after.top[pile] != before.top[pile]:
            return [f"{who} plays {card_name(after.top[pile])} on pile {pile + 1}."], -1
    return ([f"{who} draws a card."], 1) if decks(after) < decks(before) else ([], 0)


def decks(s: State) -> int:
    return s.deck[0] + s.deck[1]

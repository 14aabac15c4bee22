"""What Borogoves says: choices in words, what is asked, and what has happened."""

from __future__ import annotations

from brillig.games.borogoves import country
from brillig.games.borogoves.country import State
from brillig.parts.bag import counts, total
from brillig.parts.boxes.jabberwocky import CARDS, COLOURS, card_name, gem_words
from brillig.parts.words import capital, counted, listed, seat_name

# The least points of each band, for somebody alone; 42 is the least that wins.
BANDS = (
    (54, "perfect"), (50, "a great win"), (46, "a good win"), (42, "a bare win"), (38, "nearly"), (0, "practise more"),
)  # fmt: skip
WINS = 42
SIDES = ("below", "left of", "above", "right of")  # where a cell lies whose neighbour is at NEXT[cell][way]


def band(points: int) -> str:
    """What a score is called."""
    return next(name for least, name in BANDS if points >= least)


def wins(points: int) -> bool:
    return points >= WINS


# ---- names ---------------------------------------------------------------------------------------------------------


def named(s: State, cell: int) -> str:
    """A cell goes by the card that lies there; no two are alike."""
    return card_name(s.card[cell])


def beside(s: State, cell: int) -> str:
    """An empty cell, by a card next to it: 'above G3'."""
    for way, side in enumerate(SIDES):
        near = country.NEXT[cell][way]
        if near != country.OFF and country.is_map(s, near):
            return f"{side} {named(s, near)}"
    return "apart"


def unseen_cards(s: State, viewer: int) -> list[str]:
    """The cards that this viewer has not seen, in the order of their colours."""
    deck = [s.deck[card] for card in range(CARDS)]
    if viewer != s.cartographer and not country.is_solo(s):
        for card in (s.hand[0], s.hand[1], s.placing):
            if card >= 0:
                deck[card] += 1
    return [card_name(card) for card in range(CARDS) if deck[card]]


def whose_half(s: State, player: int) -> str:
    if s.step == country.OVER:
        return "both halves"
    return "the cartographer" if player == s.cartographer else "the borogoves"


# ---- choices -------------------------------------------------------------------------------------------------------


def label(s: State, seat: int, code: int) -> str:
    if code < country.LOOK:
        return f"Play {card_name(s.hand[code])}"
    if code == country.LOOK:
        return "Look at the cartographer's cards"
    if code < country.CALL:
        return f"Lay {card_name(s.placing)} {beside(s, code - country.LAY)}"
    if code < country.MIGRATE:
        return f"{capital(COLOURS[code - country.CALL])} acts"
    if code < country.EXPLORE:
        cell = code - country.MIGRATE
        return f"Migrate to {named(s, cell)} with {country.number(s, cell)} {COLOURS[s.tribe]}"
    if code < country.SETTLE:
        cell, way = divmod(code - country.EXPLORE, country.WAYS)
        goal = country.NEXT[cell][way]
        return f"Explore from {named(s, cell)} to {named(s, goal)} with {country.number(s, goal)}"
    if code < country.SETTLE_NEST:
        return f"Settle one from {named(s, code - country.SETTLE)}"
    if code == country.SETTLE_NEST:
        return "Settle one from the nest"
    return "Pass" if code == country.PASS else capital(gem_words(walkers(s, code)))


def walkers(s: State, code: int) -> tuple[int, int, int]:
    """The mix that a code means."""
    green, yellow = divmod(code - country.WALKERS, country.MOST)
    return green, yellow, country.number(s, s.goal) - green - yellow


# ---- what is asked -------------------------------------------------------------------------------------------------


def prompt(s: State, seat: int) -> str:
    if s.step == country.OVER:
        return f"The map is full. {verdict(s)}"
    if seat != s.mover:
        return f"{seat_name(s.mover)} " + {
            country.CARD: "chooses a card for the map.", country.CELL: "lays a card.", country.TRIBE: "calls a tribe.",
        }.get(s.step, f"moves the {COLOURS[s.tribe]} tribe.")  # fmt: skip
    if s.step == country.CARD:
        return "Choose a card for the map."
    if s.step == country.CELL:
        return f"Where does {card_name(s.placing)} go?"
    if s.step == country.TRIBE:
        left = [COLOURS[tribe] for tribe in range(country.COLOURS) if not s.acted[tribe]]
        return f"Which tribe acts now? Touch a nest: {listed(left, 'or')}."
    colour = COLOURS[s.tribe]
    if s.step == country.MIX:
        n = counted(country.number(s, s.goal), "borogove")
        return f"Who walks from {named(s, s.start)} to {named(s, s.goal)}? {n}, one of them {colour}."
    ways = ["the card they migrate to"] if can_migrate(s) else []
    if can_explore(s):
        ways.append(f"a card with {colour} ones, then where they walk")
    return f"{capital(colour)}: touch {', or '.join(ways) or f'a {colour} one, then the box: they can only settle'}."


def can_migrate(s: State) -> bool:
    """Is there a card for which enough are in the nest?"""
    return any(country.is_map(s, cell) and country.number(s, cell) <= s.nest[s.tribe] for cell in range(country.CELLS))


def can_explore(s: State) -> bool:
    return any(
        (goal := country.NEXT[cell][way]) != country.OFF
        and country.is_map(s, goal)
        and country.can_explore(s, s.tribe, cell, goal)
        for cell in range(country.CELLS)
        if country.is_map(s, cell)
        for way in range(country.BESIDE)
    )


def help_for(s: State) -> str:
    if s.step == country.CARD:
        return "You score the number of each card that lacks its colour at the end, and 1 for each with too few or too many."
    if s.step == country.CELL:
        return "Beside a card, and the map may not grow beyond four rows and four columns."
    if s.step == country.TRIBE:
        return "Each tribe acts once in a round, in the order you like; the last one follows by itself."
    if s.step == country.MIX:
        return "As many as the number of the card they go to. Leave one behind whose colour the card wants."
    return (
        "Migrate: from the nest to any card, as many as its number. Touch the nest first if some of them are there already. "
        "Explore: from a card to its neighbour, as many as the number there; others may come along. Settle: touch one, then the "
        "box; it never comes back."
    )


def verdict(s: State) -> str:
    if s.step != country.OVER:
        return ""
    if country.is_solo(s):
        return (
            f"{s.scored[0]} points are called {band(s.scored[0])!r}; {WINS} or more win, 54 is the most there can be."
        )
    a, b = s.scored[0], s.scored[1]
    points = f"As cartographers, Seat 1 scored {a} and Seat 2 {b}"
    return points + (". Equal: settle it by the better impersonation of a borogove." if a == b else ".")


# ---- what happened -------------------------------------------------------------------------------------------------


def tell(before: State, after: State, viewer: int) -> list[str]:
    code, who = after.last, seat_name(after.last_seat)
    if code < country.LOOK:
        return []  # nobody else sees which card it is before it lies on the map
    if code < country.CALL:
        cell = code - country.LAY
        told = [f"{who} lays {named(after, cell)} {beside(before, cell)}."]
        if not country.is_solo(after) and after.rounds == country.ROUNDS - 3:
            told.append("The deck is empty: three borogove turns are left.")
        return told
    if code < country.MIGRATE:
        return []
    if not total(after.walked):
        return []  # who walks is still to be chosen
    return [f"{who} {deed(before, after, code)}.", *tell_round(before, after)]


def deed(before: State, after: State, code: int) -> str:
    """What a tribe did: 'migrates 3 green to P3'."""
    birds = gem_words(counts(after.walked))
    if code < country.EXPLORE:
        return f"migrates {birds} to {named(before, code - country.MIGRATE)}"
    if code == country.SETTLE_NEST:
        return f"settles {birds} from the nest"
    if country.SETTLE <= code < country.SETTLE_NEST:
        return f"settles {birds} from {named(before, code - country.SETTLE)}"
    start, goal = before.start, before.goal
    if code < country.SETTLE:
        start, way = divmod(code - country.EXPLORE, country.WAYS)
        goal = country.NEXT[start][way]
    return f"explores with {birds} from {named(before, start)} to {named(before, goal)}"


def tell_round(before: State, after: State) -> list[str]:
    """What the end of a round, of a half or of the game brings."""
    if after.step == country.OVER:
        return [verdict(after)]
    if after.half != before.half:
        seat = before.cartographer
        return [
            f"{seat_name(seat)} scores {after.scored[seat]} as cartographer. Half-time: the roles are swapped.",
            f"Now {seat_name(after.cartographer)} draws the map, and {seat_name(seat)} moves the borogoves.",
        ]
    if country.is_solo(after) and after.rounds != before.rounds:
        return [f"{card_name(after.placing)} is turned up."]
    return []

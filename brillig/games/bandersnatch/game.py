"""Bandersnatch: swap cards into a 3x3 field, surround the gems that come of it, and broil them.

Nothing is hidden. The order of the deck is unknown to everyone, the engine included: it is a bag, and its contents
are whatever is nowhere else. So there is no `hide` and no `guess`.
"""

from __future__ import annotations

from brillig.core import NOT_YOUR_TURN, Game, Row, rule
from brillig.games.bandersnatch import field
from brillig.games.bandersnatch.field import State, score
from brillig.games.bandersnatch.screen import label, screen, tell, touch
from brillig.parts.bag import draw, fill, pour, total
from brillig.parts.bits import count, has, lowest
from brillig.parts.boxes.jabberwocky import CARD_COLOUR, CARDS, GEMS_OF_A_COLOUR, GREEN, PURPLE, YELLOW

__all__ = ["GAME", "REFUSALS", "State", "label", "score", "screen", "tell", "touch"]

IS_BUSY, IS_GAP, NOT_BESIDE, NO_SUCH_GEM, NEIGHBOURS_FIRST = 1, 2, 3, 4, 5
IS_FRESH, NOT_SURROUNDED, MUST_CAPTURE, MUST_PLAY = 6, 7, 8, 9
REFUSALS = {
    IS_BUSY: "That card has gems on it. Only empty cards can be replaced.",
    IS_GAP: "There is no card there any more.",
    NOT_BESIDE: "Gems come off cards directly beside the new card.",
    NO_SUCH_GEM: "There is no such gem on that card.",
    NEIGHBOURS_FIRST: "Take gems from neighbouring cards first.",
    IS_FRESH: "A card is safe on the turn it is played.",
    NOT_SURROUNDED: "All its neighbours must have gems, and it needs at least one.",
    MUST_CAPTURE: "Every card that can be captured must be.",
    MUST_PLAY: "You must play a card.",
}
WORTH = (6, 4, 2)  # what gems of each colour promise on the field, and off it
WORTH_OFF = (1, 3, 6)


@rule
def setup(s: State) -> None:
    fill(s.deck, 1)
    for cell in range(field.CELLS):
        s.card[cell] = draw(s.deck, s)
    fill(s.supply, GEMS_OF_A_COLOUR)
    for place in range(field.HAND):
        s.hand[place] = draw(s.deck, s)
    s.fresh = -1
    s.last = -1


@rule
def waiting(s: State, seat: int) -> bool:
    return seat == 0 and s.step != field.OVER


@rule
def refuse(s: State, seat: int, code: int) -> int:
    if seat != 0 or s.step == field.OVER:
        return NOT_YOUR_TURN
    if s.step == field.PLAYING:
        return refuse_play(s, code % field.CELLS) if code < field.REMOVE else MUST_PLAY
    if s.step == field.REMOVING:
        if code < field.REMOVE or code >= field.CAPTURE:
            return NEIGHBOURS_FIRST
        return refuse_removal(s, (code - field.REMOVE) // field.COLOURS, (code - field.REMOVE) % field.COLOURS)
    if code < field.CAPTURE or code >= field.CAPTURE + field.CELLS:
        return MUST_CAPTURE
    return refuse_capture(s, code - field.CAPTURE)


@rule
def refuse_play(s: State, cell: int) -> int:
    if s.card[cell] == field.GAP:
        return IS_GAP
    return IS_BUSY if total(s.gems[cell]) > 0 else 0


@rule
def refuse_removal(s: State, cell: int, colour: int) -> int:
    if not has(field.BESIDE[s.fresh], cell) or s.card[cell] == field.GAP:
        return NOT_BESIDE
    return NO_SUCH_GEM if s.gems[cell, colour] == 0 else 0


@rule
def refuse_capture(s: State, cell: int) -> int:
    if s.card[cell] == field.GAP:
        return IS_GAP
    if cell == s.fresh:
        return IS_FRESH
    return 0 if has(field.surrounded(s), cell) else NOT_SURROUNDED


@rule
def play(s: State, seat: int, code: int) -> None:
    s.last = code
    if code < field.REMOVE:
        swap(s, code // field.CELLS, code % field.CELLS)
    elif code < field.CAPTURE:
        remove_from_card(s, (code - field.REMOVE) // field.COLOURS, (code - field.REMOVE) % field.COLOURS)
    else:
        capture(s, code - field.CAPTURE)
    go_on(s)


@rule
def census(s: State, out: Row) -> None:
    """The fifteen cards, then the gems of each colour."""
    for card in range(CARDS):
        out[card] += s.deck[card] + s.discard[card] + s.boxed[card]
    for place in range(field.HAND):
        if s.hand[place] != field.NO_CARD:
            out[s.hand[place]] += 1
    for cell in range(field.CELLS):
        if s.card[cell] != field.GAP:
            out[s.card[cell]] += 1
    for colour in range(field.COLOURS):
        out[CARDS + colour] += s.supply[colour] + s.boxed_gems[colour] + s.broiled[colour]
        for cell in range(field.CELLS):
            out[CARDS + colour] += s.gems[cell, colour]


# ---- a turn --------------------------------------------------------------------------------------------------------


@rule
def swap(s: State, place: int, cell: int) -> None:
    """Put a card from the hand on an empty one, and add the gems it brings."""
    new, old = s.hand[place], s.card[cell]
    s.hand[place] = field.NO_CARD
    s.card[cell] = new
    s.discard[old] += 1
    s.fresh = cell
    for _ in range(field.gain(new, old)):
        add(s, cell, CARD_COLOUR[new])
    if field.matched(new, old):
        add(s, cell, CARD_COLOUR[old])
    s.to_remove = field.loss(new, old)


@rule
def add(s: State, cell: int, colour: int) -> None:
    given = from_supply(s, colour)
    if given >= 0:
        s.gems[cell, given] += 1


@rule
def from_supply(s: State, colour: int) -> int:
    """Take a gem of that colour, else a purple one: the colour taken. -1 if there is neither: this is the last turn."""
    taken = colour if s.supply[colour] > 0 else PURPLE
    if s.supply[taken] == 0:
        s.last_turn = 1
        return -1
    s.supply[taken] -= 1
    return taken


@rule
def remove_from_card(s: State, cell: int, colour: int) -> None:
    s.gems[cell, colour] -= 1
    s.boxed_gems[colour] += 1
    s.to_remove -= 1


@rule
def remove_from_supply(s: State) -> None:
    taken = from_supply(s, CARD_COLOUR[s.card[s.fresh]])
    if taken >= 0:
        s.boxed_gems[taken] += 1
    s.to_remove -= 1


@rule
def capture(s: State, cell: int) -> None:
    """A busy card's gems are broiled and the card is discarded; an empty card is out of the game."""
    if total(s.gems[cell]) > 0:
        s.discard[s.card[cell]] += 1
        pour(s.gems[cell], s.broiled)
    else:
        s.boxed[s.card[cell]] += 1
    s.card[cell] = field.GAP


@rule
def go_on(s: State) -> None:
    """Everything automatic, up to the next decision."""
    while s.to_remove > 0 and field.BESIDE[s.fresh] & field.busy(s) == 0:
        remove_from_supply(s)
    if s.to_remove > 0:
        s.step = field.REMOVING
        return
    victims = field.surrounded(s)
    while count(victims) == 1:
        capture(s, lowest(victims))
        victims = field.surrounded(s)
    if victims != 0:
        s.step = field.CAPTURING
        return
    if s.last_turn == 1:
        s.step = field.OVER
        return
    fill_hand(s)
    s.step = field.OVER if field.standing(s) == field.busy(s) else field.PLAYING


@rule
def fill_hand(s: State) -> None:
    for place in range(field.HAND):
        if s.hand[place] == field.NO_CARD:
            if total(s.deck) == 0:
                pour(s.discard, s.deck)
            s.hand[place] = draw(s.deck, s)


# ---- for the bots --------------------------------------------------------------------------------------------------


@rule
def value(s: State, seat: int) -> int:
    """The points to expect, times 1000: gems on the field may yet be broiled, and empty cards keep the game alive."""
    if s.step == field.OVER:
        return 1000 * score(s, seat)
    points = 2000 * s.broiled[GREEN] + 1000 * s.broiled[YELLOW] - 1000 * s.broiled[PURPLE]
    points -= 200 * s.boxed_gems[GREEN] + 100 * s.boxed_gems[YELLOW]
    for cell in range(field.CELLS):
        points += 1000 * s.gems[cell, GREEN] + 500 * s.gems[cell, YELLOW] + 500 * s.gems[cell, PURPLE]
    return points + 1000 * min(4, count(field.standing(s) & ~field.busy(s)))


@rule
def prefer(s: State, seat: int, code: int) -> int:
    """Bring green and yellow gems; take off the purple ones, and capture where the good gems lie."""
    if code < field.REMOVE:
        new, old = s.hand[code // field.CELLS], s.card[code % field.CELLS]
        return max(1, 4 + WORTH[CARD_COLOUR[new]] * field.gain(new, old) - 2 * field.loss(new, old))
    if code < field.CAPTURE:
        return WORTH_OFF[(code - field.REMOVE) % field.COLOURS]
    gems = s.gems[code - field.CAPTURE]
    return max(1, 4 + 4 * gems[GREEN] + 2 * gems[YELLOW] - 2 * gems[PURPLE])


# Why 80 choices are enough. A gem goes from the supply to the field, and from there off it, or straight off it: two
# steps at most, 48 for all of them. Every play makes at least one such step, but for the one that ends the game: 49
# plays. Every choice of a removal takes another gem off the field: 24. A choice of captures leaves a gap, and needs
# two cards to choose from besides the fresh one: 7, from nine cards down to three.
GAME = Game(
    __name__,
    title="Bandersnatch",
    box="Jabberwocky",
    seats=(1, 1),
    minutes=20,
    complexity=2,
    codes=field.PASS + 1,
    bound=49 + 24 + 7,
    summary="Swap cards into a field of nine, surround the gems this brings, and broil the green and the yellow.",
    pieces=CARDS + field.COLOURS,
    tags=("cards",),
    unseen=("last",),
)

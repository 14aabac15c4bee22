"""How Flower Garden looks."""

from __future__ import annotations

from brillig.core import Face, Screen, Spot, Zone
from brillig.core.screen import TABLE
from brillig.games.flower_garden.shop import FLOWERS, HAND, State, limit, score
from brillig.games.flower_garden.words import (
    asked,
    basket_words,
    cards,
    discards,
    hand_of,
    is_late,
    label,
    tell,
    touch,
)
from brillig.parts.boxes import greenbox
from brillig.parts.boxes.greenbox import CARD_NUMBER, CARD_SYMBOL, CARDS, COLOURS, card_back, card_face, card_name
from brillig.parts.hand import NONE, size
from brillig.parts.panels import seat_panel
from brillig.parts.words import counted, seat_name

__all__ = ["label", "screen", "tell", "touch"]

# The shop is made of half columns and fifths: first the piles and the place for a new row, then, side by side, the rows,
# whose cards lie on each other like a staircase that goes down.
ABREAST, MANY = 5, 7  # cards side by side, few of them and many
TALL = 20  # lines of the grid from which on more cards lie side by side
WIDE, PITCH = 2, 3  # anything is two half columns wide, and a gap follows
WIDTHS = (0.46, 0.46, 0.08)
STEP = 0.2  # height of a line of the grid, in columns
CARD_HIGH = 7  # so many of them are a card,
OVERLAP = 2  # and so many are seen of a card that another one covers
WORDS_WIDE = 0.8  # of a column, before the flowers
BEDS = 7  # cards in a line of a garden
STRETCH = 1.45  # on a phone that lies on its side there is more room across than down


def screen(s: State, seat: int) -> Screen:
    t = Screen(*asked(s, seat))
    if s.mover == NONE:
        t.verdict = "A point for every flower that is planted, less one for every flower that is not."
    t.then = "where does it go?"
    draw_flowers(t, s, seat)
    draw_shop(t, s)
    if seat >= 0:
        draw_hand(t, s, seat)
    draw_gardens(t, s)
    draw_discards(t, s)
    draw_panels(t, s)
    return t


def rows_of(s: State) -> list[list[int]]:
    """The rows of the shop, each from its first card to its last, symbol by symbol."""
    found = []
    for first in sorted((c for c in range(CARDS) if s.tail[c] != NONE), key=lambda c: (CARD_SYMBOL[c], c)):
        found.append(sorted((c for c in range(CARDS) if s.row[c] == first), key=lambda c: s.place[c]))
    return found


def lines_of(places: list[list[int]], abreast: int) -> list[list[list[int]]]:
    return [places[k : k + abreast] for k in range(0, len(places), abreast)]


def tops_of(places: list[list[int]], abreast: int) -> list[int]:
    """Where each line of cards begins if so many lie side by side, and where the last one ends."""
    tops = [0]
    for line in lines_of(places, abreast):
        tops.append(tops[-1] + CARD_HIGH + OVERLAP * max(0, max(map(len, line)) - 1) + 1)
    return tops


def draw_flowers(t: Screen, s: State, seat: int) -> None:
    """The flowers in the shop, and below them those that the viewer has not planted."""
    lines = ("shop", "yours") if seat >= 0 else ("shop",)
    board = t.grid("flowers", len(lines), 1 + FLOWERS)
    board.widths, board.look = (WORDS_WIDE, *[1.0] * FLOWERS), "garden"
    for line, words in enumerate(lines):
        head = board.spot(f"line-{words}", line, 0, "", look="words")
        head.badge = words
        head.put(f"word-{words}", Face("words", words[:4], words))
    for colour in range(FLOWERS):
        hue, n = COLOURS[colour], s.flowers[colour]
        pile = board.spot(f"pile-{hue}", 0, 1 + colour, f"{hue} flowers in the shop", look="tray")
        if n:
            pile.put(f"flowers-{hue}", heap(colour, n)).badge = str(n)
        if seat >= 0:
            n = s.basket[seat, colour]
            mine = board.spot(f"basket-{hue}", 1, 1 + colour, f"your {hue} flowers", look="ghost")
            if n:
                mine.put(f"basket-flowers-{hue}", heap(colour, n)).badge = str(n)
                mine.mark = "warn" if s.mover != NONE and is_late(s) else ""


def draw_shop(t: Screen, s: State) -> None:
    """The piles, the place for a new row, and the rows."""
    places: list[list[int]] = [[], [], [], *rows_of(s)]
    abreast = ABREAST if tops_of(places, ABREAST)[-1] <= TALL else MANY
    lines, tops = lines_of(places, abreast), tops_of(places, abreast)
    board = t.grid("shop", tops[-1] - 1, PITCH * abreast)
    board.heights, board.widths = (STEP,) * (tops[-1] - 1), WIDTHS * abreast
    board.stretch, board.look = STRETCH, "garden"
    draw_piles(board, s)
    lay_out(board, "new-row", 0, 2, CARD_HIGH, "new row", "ghost").badge = "new row"
    for top, line in zip(tops, lines, strict=False):
        for col, row in enumerate(line):
            if row:
                draw_row(board, s, row, top, col)


def lay_out(board: Zone, id: str, top: int, col: int, high: int, say: str, look: str = "") -> Spot:
    spot = board.spot(id, top, PITCH * col, say, look=look)
    spot.high, spot.wide = high, WIDE
    return spot


def draw_piles(board: Zone, s: State) -> None:
    draw = lay_out(board, "draw", 0, 0, CARD_HIGH, f"draw pile, {cards(s.left)}", "margin")
    if s.left:
        draw.put("draw-back", card_back()).badge = str(s.left)
    away = lay_out(board, "discard", 0, 1, CARD_HIGH, f"discard pile, {cards(discards(s))}", "gap")
    away.badge = "discard"


def draw_row(board: Zone, s: State, row: list[int], top: int, col: int) -> None:
    for k, card in enumerate(row[:-1]):
        spot = lay_out(board, f"under-{card}", top + OVERLAP * k, col, CARD_HIGH, card_name(card), "margin")
        spot.put(f"card-{card}", card_face(card))
    say = f"row of {cards(len(row))}, the last {card_name(row[-1])}"
    end = lay_out(board, f"end-{row[0]}", top + OVERLAP * (len(row) - 1), col, CARD_HIGH, say)
    end.mark = "last" if row[0] == s.at else ""
    end.put(f"card-{row[-1]}", card_face(row[-1])).badge = str(len(row))


def heap(colour: int, n: int) -> Face:
    hue = COLOURS[colour]
    return Face("flower", f"{greenbox.LETTERS[colour]}{n}", counted(n, f"{hue} flower"), {"colour": hue, "count": n})


def draw_hand(t: Screen, s: State, seat: int) -> None:
    """The viewer's cards, symbol by symbol as they would go into a row."""
    hand = t.line("hand", "hand", "Your cards", seat=seat)
    for card in sorted(hand_of(s, seat), key=lambda c: (CARD_SYMBOL[c], -CARD_NUMBER[c], c)):
        hand.put(f"card-{card}", card_face(card))


def draw_gardens(t: Screen, s: State) -> None:
    """A line or more for every seat: its beds, each with the flowers on it."""
    gardens = [[card for card in range(CARDS) if s.bed[card] == seat] for seat in range(s.seats)]
    lines = [max(1, -(-len(beds) // BEDS)) for beds in gardens]
    board = t.grid("gardens", sum(lines), BEDS + 1, "Gardens")
    board.area, board.heights = "right", (1.4,) * sum(lines)
    board.note = "" if any(gardens) else "Nothing is planted yet."
    top = 0
    for seat, beds in enumerate(gardens):
        head = board.spot(f"garden-{seat + 1}", top, 0, f"garden of {seat_name(seat)}", look="margin")
        head.put(
            f"gardener-{seat + 1}",
            Face("token", greenbox.SEAT_LETTERS[seat], seat_name(seat), {"colour": greenbox.SEAT_COLOURS[seat]}),
        )
        for k, card in enumerate(beds):
            n, colour = CARD_NUMBER[card], s.bloom[card]
            spot = board.spot(f"bed-{card}", top + k // BEDS, 1 + k % BEDS, f"bed of {seat_name(seat)}", look="margin")
            spot.put(f"card-{card}", card_face(card))
            spot.put(f"bloom-{card}", heap(colour, n))
        top += lines[seat]


def draw_discards(t: Screen, s: State) -> None:
    away = t.line("discards", "row", f"Discard pile ({discards(s)})", area="right")
    for card in sorted((c for c in range(CARDS) if s.discard[c]), key=lambda c: (CARD_SYMBOL[c], CARD_NUMBER[c], c)):
        away.put(f"card-{card}", card_face(card))


def draw_panels(t: Screen, s: State) -> None:
    table = t.panel(
        TABLE, "Table", draw_pile=s.left, discarded=discards(s), pile_emptied=f"{s.emptied} of {limit(s)} times"
    )
    if s.mover != NONE:
        table.lamps["last cards"] = "red" if is_late(s) else "off"
    if s.twins:
        table.counters["row"] = "will be cleared"
    for player in range(s.seats):
        panel = seat_panel(t, player, player == s.mover, score=score(s, player))
        panel.counters["to plant"] = basket_words(s, player)
        if size(s.hand[player]) != HAND:
            panel.counters["cards"] = size(s.hand[player])

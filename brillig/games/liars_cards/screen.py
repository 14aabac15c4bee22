"""How Liar's Cards looks, is touched and is told."""

from __future__ import annotations

from brillig.core import Face, Row, Screen
from brillig.core.screen import TABLE, Zone
from brillig.games.liars_cards import bids
from brillig.games.liars_cards.bids import State
from brillig.parts.boxes import greenbox
from brillig.parts.boxes.greenbox import CARD_NUMBER, CARD_SYMBOL, SYMBOLS
from brillig.parts.hand import NONE, size
from brillig.parts.panels import seat_panel
from brillig.parts.words import seat_name

TRACK_HEIGHT, NUMBER_HEIGHT = 1.25, 0.72  # of the rows of the board, in columns
NAME_WIDE = 2.0  # of the column with the names of those who laid their cards open
REVEAL = 2500  # milliseconds that they are seen before the next bid
MOST_LINES = 5  # of hands shown in one piece
PLACES = ("", "1st", "2nd", "3rd", *(f"{n}th" for n in range(4, bids.SEATS + 1)))


def bid_words(code: int) -> str:
    """'4 x Bricks', or 'a total of 9'."""
    return f"a total of {code - bids.TOTAL + 1}" if code >= bids.TOTAL else f"{code // 6 + 1} × {SYMBOLS[code % 6]}"


def label(s: State, seat: int, code: int) -> str:
    if code >= bids.WILD:
        return f"{SYMBOLS[code - bids.WILD]} is wild"
    if code == bids.LIAR:
        return "Liar!"
    return f"total {code - bids.TOTAL + 1}" if code >= bids.TOTAL else bid_words(code)


def touch(s: State, seat: int, code: int) -> tuple[str, ...]:
    if code == bids.LIAR:
        return ()
    if bids.TOTAL <= code < bids.LIAR:
        return (f"number-{code - bids.TOTAL + 1}",)
    tile = f"position-{cards_of(s.row).index((code - bids.WILD if code >= bids.WILD else code) % 6) + 1}"
    return (tile,) if code >= bids.WILD else (tile, f"number-{code // 6 + 1}")


def cards_of(row: Row) -> list[int]:
    return [row[k] for k in range(len(row)) if row[k] != NONE]


def on_total(s: State) -> bool:
    """Are bids on the total value?"""
    return s.dealt < bids.LAST_FEW


# ---- the screen ----------------------------------------------------------------------------------------------------


def screen(s: State, seat: int) -> Screen:
    t = Screen(*asked(s, seat))
    if s.mover == bids.OVER:
        t.verdict = "The last seat with cubes wins; the others rank by how long they stayed in."
    if seat == s.mover and not s.naming:
        t.then = f"how many are in the {s.dealt} cards of all hands?"
    draw_board(t, s)
    if seat >= 0 and s.dealt and s.lives[seat]:
        draw_hand(t, s, seat)
    if s.last.caller != NONE:
        draw_challenge(t, s, seat)
    table = t.panel(TABLE, "Table", round=s.at + (s.mover != bids.OVER))
    if s.mover != bids.OVER:
        table.counters["cards in all hands"] = s.dealt
        table.counters["bid"] = "none yet" if s.bid == NONE else bid_words(s.bid)
        if not on_total(s):
            table.counters["wild"] = SYMBOLS[s.row[0]] if s.askew else "to be named" if s.naming else "none"
    for player in range(s.seats):
        draw_panel(t, s, player)
    return t


def asked(s: State, seat: int) -> tuple[str, str]:
    """What a seat is asked, and what it means."""
    if s.mover == bids.OVER:
        return "The game is over.", ""
    if seat != s.mover:
        out = seat >= 0 and s.lives[seat] == 0
        return ("You have no cubes left: you are out." if out else ""), ""
    if s.naming:
        return "Name the wild symbol: touch its tile.", (
            "In this round its cards count for every symbol. Its tile goes to the head of the track."
        )
    stakes = "If you call and the bid is true, you lose a cube; if it is false, the bidder does."
    highest = bids.TOTAL + 6 * s.dealt - 1 if on_total(s) else 6 * (s.dealt - 1) + s.row[5]
    if s.bid == highest:
        return f"{seat_name(s.bidder)} bids {bid_words(s.bid)}. Nothing is higher: call liar.", stakes
    if on_total(s):
        if s.bid == NONE:
            return "Open the bidding: touch the total that you say the cards come to.", (
                f"The numbers on all {s.dealt} cards are added up. A bid is true if they come to that much or more."
            )
        return f"{seat_name(s.bidder)} bids {bid_words(s.bid)}. Touch a higher total, or call liar.", stakes
    if s.bid == NONE:
        wild = f" {SYMBOLS[s.row[0]]} cards count for every symbol, unless you open on {SYMBOLS[s.row[0]]} itself."
        return "Open the bidding: touch a symbol, then how many of it lie in all hands together.", (
            f"All {s.dealt} cards count, yours too: the bid is true if there are as many or more." + wild
        )
    return f"{seat_name(s.bidder)} bids {bid_words(s.bid)}. Bid higher (symbol, then number), or call liar.", (
        "Higher: a greater number, or a symbol further right. " + stakes
    )


def draw_board(t: Screen, s: State) -> None:
    """The track with the marker, and under it the numbers to bid."""
    numbers = 6 * s.dealt if on_total(s) else s.dealt
    rows = 1 + (numbers + 5) // 6
    board = t.grid("board", rows, 6, "Track of symbols" + ", and numbers to bid" * (rows > 1))
    board.heights = (TRACK_HEIGHT, *(NUMBER_HEIGHT,) * (rows - 1))
    for k in range(6):
        wild = k == 0 and s.askew == 1
        spot = board.spot(f"position-{k + 1}", 0, k, SYMBOLS[s.row[k]] + ", wild" * wild)
        tile = spot.put(f"tile-{s.row[k]}", tile_face(s.row[k], wild), "dim" if on_total(s) else "")
        if NONE < s.bid < bids.TOTAL and s.row[k] == s.bid % 6:
            number = str(s.bid // 6 + 1)
            spot.put("marker", Face("token", number, f"bid marker, {number}", {"colour": "white"}))
            spot.mark = "last"
        elif wild:
            tile.badge = "wild"
    # The last position of a number is its highest bid.
    said = 0 if s.bid == NONE else s.bid - bids.TOTAL + 1 if on_total(s) else s.bid // 6 + 1
    spent = said if on_total(s) or (said and bids.height(s, s.bid) % 6 == 5) else said - 1
    for n in range(1, numbers + 1):
        spot = board.spot(f"number-{n}", 1 + (n - 1) // 6, (n - 1) % 6, f"number {n}", look="tray")
        spot.put(f"figure-{n}", Face("label", str(n), str(n)), "dim" if n <= spent else "")
        spot.mark = "last" if n == said else ""


def tile_face(symbol: int, wild: bool) -> Face:
    face = greenbox.tile_face(symbol)
    return Face(face.kind, face.text, f"{face.say}, turned: wild", {**face.look, "askew": 1}) if wild else face


def draw_hand(t: Screen, s: State, seat: int) -> None:
    """The viewer's own cards, grouped by symbol as the track has them."""
    hand = t.line("hand", "hand", "Your cards", seat=seat)
    track = cards_of(s.row)
    for card in sorted(cards_of(s.hand[seat]), key=lambda c: (track.index(CARD_SYMBOL[c]), CARD_NUMBER[c])):
        if card != bids.UNSEEN:
            piece = greenbox.put_card(hand, card)
            piece.badge = "wild" if s.askew and CARD_SYMBOL[card] == s.row[0] else ""


def draw_panel(t: Screen, s: State, player: int) -> None:
    panel = seat_panel(t, player, player == s.mover, cubes=s.lives[player])
    if s.fell[player]:
        later = sum(s.fell[other] > s.fell[player] or s.lives[other] > 0 for other in range(s.seats))
        panel.counters = {"out": f"{PLACES[later + 1]}, in round {s.fell[player]}"}
    elif s.mover != bids.OVER:
        panel.counters["cards"] = size(s.hand[player])
        if s.said[player] != NONE:
            panel.counters["bids" if player == s.bidder else "said"] = bid_words(s.said[player]).removeprefix("a ")
    panel.lamp("starts", player == s.starter and s.bid == NONE and s.mover != bids.OVER)


def draw_challenge(t: Screen, s: State, seat: int) -> None:
    """All hands of the last challenge, seat by seat: what counts is numbered, the wild cards last."""
    seats = [seat for seat in range(s.seats) if s.last.hand[seat, 0] != NONE]
    longest = max(len(cards_of(s.last.hand[seat])) for seat in seats)
    abreast = 2 if longest < bids.CUBES and len(seats) > 4 else 1  # small hands go two in a line
    lines = [seats[k : k + abreast] for k in range(0, len(seats), abreast)]
    parts = -(-len(lines) // MOST_LINES)
    share = -(-len(lines) // parts)
    numbers, last = counted(s), s.last
    title = f"{bid_words(last.bid)}, bid by {seat_name(last.bidder)}, called by {seat_name(last.caller)}"
    if s.bid == NONE:
        t.pause = REVEAL
    for part in range(parts):
        these = lines[part * share : (part + 1) * share]
        zone = t.cards(f"challenge-{part + 1}", len(these), abreast * (1 + longest))
        # Before the next bid it lies in the middle, for all who do not have to think about that bid.
        fresh = s.bid == NONE and (s.mover == bids.OVER or seat != s.mover)
        zone.area = "main" if fresh else "right"
        zone.widths = (NAME_WIDE, *[1.0] * longest) * abreast
        zone.title = f"Last challenge: {title}" if part == 0 else ""
        zone.note = result(s) if part == parts - 1 else ""
        for line, pair in enumerate(these):
            for place, seat in enumerate(pair):
                draw_shown(zone, s, seat, line, place * (1 + longest), numbers, abreast > 1)


def draw_shown(zone: Zone, s: State, seat: int, line: int, col: int, numbers: dict[int, int], small: bool) -> None:
    """A seat and the cards that it laid open."""
    head = zone.spot(f"shown-{seat + 1}", line, col, seat_name(seat), look="words")
    head.badge = seat_name(seat)
    head.put(f"shown-seat-{seat + 1}", Face("words", f"S{seat + 1}", ""))
    for k, card in enumerate(cards_of(s.last.hand[seat])):
        spot = zone.spot(f"shown-{seat + 1}-{k + 1}", line, col + 1 + k, f"card of {seat_name(seat)}", look="margin")
        piece = spot.put(f"shown-card-{card}", greenbox.card_face(card), "" if card in numbers else "dim")
        if card in numbers:
            wild = s.last.bid < bids.TOTAL and CARD_SYMBOL[card] != s.last.bid % 6
            # Small cards have no room for the count.
            piece.badge = ("" if small else str(numbers[card])) + "w" * wild


def counted(s: State) -> dict[int, int]:
    """The cards of the last challenge that count, with the count as it runs: true cards first, then wild ones."""
    cards = [card for seat in range(s.seats) for card in cards_of(s.last.hand[seat])]
    if s.last.bid >= bids.TOTAL:
        sums = [sum(CARD_NUMBER[c] for c in cards[: k + 1]) for k in range(len(cards))]
        return dict(zip(cards, sums, strict=True))
    true = [card for card in cards if CARD_SYMBOL[card] == s.last.bid % 6]
    wild = [card for card in cards if CARD_SYMBOL[card] == s.last.wild != s.last.bid % 6]
    return {card: k for k, card in enumerate(true + wild, 1)}


def result(s: State) -> str:
    """What was found at the last challenge: '3 Arrow and 3 wild Drop make 6: the bid holds.'"""
    last = s.last
    verdict = "the bid holds." if last.held else "the bid fails."
    if last.bid >= bids.TOTAL:
        return f"The cards total {bids.worth(s, last.hand)}: {verdict}"
    symbol = last.bid % 6
    true = bids.of_symbol(s, last.hand, symbol)
    wild = bids.of_symbol(s, last.hand, last.wild) if last.wild not in (NONE, symbol) else 0
    if true == 0:
        spared = f", so the {wild} wild {SYMBOLS[last.wild]} cannot help" * (wild > 0)
        return f"There is no {SYMBOLS[symbol]} at all{spared}: {verdict}"
    if wild == 0:
        return f"There {'is' if true == 1 else 'are'} {true} {SYMBOLS[symbol]}: {verdict}"
    return f"{true} {SYMBOLS[symbol]} and {wild} wild {SYMBOLS[last.wild]} make {true + wild}: {verdict}"


# ---- what happened -------------------------------------------------------------------------------------------------


def tell(before: State, after: State, viewer: int) -> list[str]:
    mover = seat_name(before.mover)
    if after.at > before.at:
        return tell_challenge(after) + (tell_round(before, after) if after.mover != bids.OVER else [])
    if before.naming:
        return [f"{mover} names the wild symbol: {SYMBOLS[after.row[0]]}."]
    told = [f"{mover} bids {bid_words(after.bid)}."]
    if before.askew > after.askew:
        told.append(f"{SYMBOLS[after.row[0]]} is not wild in this round.")
    return told


def tell_challenge(s: State) -> list[str]:
    last = s.last
    loser = last.caller if last.held else last.bidder
    told = [f"{seat_name(last.caller)} calls {seat_name(last.bidder)} a liar on {bid_words(last.bid)}!", result(s)]
    left = s.lives[loser]
    told.append(f"{seat_name(loser)} loses a cube and " + (f"has {left} left." if left else "is out."))
    if s.mover == bids.OVER:
        winner = next(seat for seat in range(s.seats) if s.lives[seat])
        told.append(f"{seat_name(winner)} has the last cubes and wins.")
    return told


def tell_round(before: State, after: State) -> list[str]:
    told = [f"Round {after.at + 1}: {after.dealt} cards are dealt, and {seat_name(after.starter)} starts."]
    if on_total(after) and not on_total(before):
        told.append("From now on: total value.")
    return told

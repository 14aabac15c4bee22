"""Laying out and reading positions, for the tests of every game of the box."""

from brillig.core import Game, IllegalChoice, Table, chance
from brillig.parts.trickster import overlap
from brillig.parts.trickster.overlap import NONE, PLACEMENTS, STEPS, TURNS, WAYS, spot_at
from brillig.parts.trickster.patterns import CARDS, DECK_LETTERS, card_name, card_named
from brillig.parts.trickster.record import APART, ON, RACING

TABLE_T = ("C1 0 0 0", "C2 3 2 0", "C6 3 1 -2")  # card, turn, x, y; and the location, where there are several


def held(cards: str) -> int:
    return sum(1 << card_named(name) % 6 for name in cards.split())


def lay_out(game: Game, gear, hands, piles=(), table=TABLE_T, now=0, **options) -> Table:
    """A race under way since time 0: these cards on the table, in the hands and in the piles; the others are laid."""
    t = game.new(len(hands), options=options, gear=gear, timed=True)
    s = t.plain
    while s.board.count:
        overlap.lift(s.board)
    for card in table:
        name, turn, x, y, *where = card.split()
        location = int(where[0]) if where else 0
        overlap.put(s.board, CARDS * s.side + card_named(name), int(turn), location, int(x), int(y))
    s.board.wild = 1 if s.centers_wild == ON else 0
    apart = s.start == APART
    if not apart:
        s.start = DECK_LETTERS.index(table[0][0])
        s.aside = held("C3 C4 C5")
    for seat, hand in enumerate(hands):
        pile = piles[seat] if seat < len(piles) else ""
        letter = table[seat][0] if apart else (hand + pile).strip()[:1]
        s.deck[seat] = DECK_LETTERS.index(letter) if letter else 7 - seat
        s.hand[seat], s.pile[seat] = held(hand), held(pile)
    s.phase, s.since, s.now = RACING, now, now
    return t


def code(t: Table, placement: str) -> int:
    """'F3 0 2 2' as a choice."""
    name, turn, x, y, *where = placement.split()
    spot = spot_at(t.plain.board, int(where[0]) if where else 0, int(x), int(y))
    assert spot >= 0, f"no card lies within reach of {placement}"
    return WAYS * spot + TURNS * (card_named(name) % 6) + int(turn)


def play(t: Table, seat: int, choice, at: int | None = None) -> None:
    """A choice in time: a placement in words, or a code."""
    if at is not None:
        t.plain.now = at
    t.play(seat, code(t, choice) if isinstance(choice, str) else choice)


def attempt(t: Table, seat: int, choice: str, at: int) -> str:
    """What a referee does with a try: carry it out, or say why not and let a miss cost what it costs."""
    t.plain.now = at
    tried = code(t, choice)
    try:
        t.play(seat, tried)
    except IllegalChoice as why:
        miss = t.game.missed(t.plain, seat, tried)
        if miss != NONE:
            t.play(seat, miss)
        return why.reason
    return ""


def reason(t: Table, seat: int, choice) -> str:
    """The rules' own reason against a choice, also when the game is over."""
    number = t.gear.refuse(t._x, seat, code(t, choice) if isinstance(choice, str) else choice)
    return t.game.refusals[number] if number else ""


def fits(t: Table, seat: int, name: str = "", location: int = 0) -> list[str]:
    """The placements of a seat, or of one of its cards, on a table, sorted: '2 2 r0'."""
    b, found = t.plain.board, []
    for choice in t.codes(seat):
        card = 6 * t.plain.deck[seat] + choice % WAYS // TURNS
        if choice < PLACEMENTS and name in ("", card_name(card)):
            spot = choice // WAYS
            if b.location[spot // STEPS] != location:
                continue
            found.append(f"{overlap.spot_x(b, spot)} {overlap.spot_y(b, spot)} r{choice % TURNS}")
    return sorted(found)


def hand(t: Table, seat: int) -> tuple[int, int]:
    """How many cards are in its hand and in its pile."""
    return t.plain.hand[seat].bit_count(), t.plain.pile[seat].bit_count()


def sow(t: Table, seed: int) -> None:
    """Let the table's chance begin anew."""
    chance.sow(t.plain.rng, seed, 0, 0, 0)

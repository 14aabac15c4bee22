"""Not My Stack!: lay your cards on everybody's table but your own, all at once, and get out before yours is full."""

from __future__ import annotations

from collections.abc import Mapping

from brillig.core import Game, Row, option, rule
from brillig.core.record import Option
from brillig.games.not_my_stack.locations import ahead, count_of, standing
from brillig.games.not_my_stack.screen import candidates, label, screen, tell, touch
from brillig.parts.bits import bit
from brillig.parts.boxes.trickster import RACE as USES
from brillig.parts.judging import chance
from brillig.parts.trickster import race, record
from brillig.parts.trickster.course import among, cards_left, deal_decks, everybody_has_a_deck, go_on, who_gave_up
from brillig.parts.trickster.overlap import FIRST, PLACEMENTS, STEPS, WAYS, draw, put
from brillig.parts.trickster.patterns import CARDS, IN_A_DECK, TURNS
from brillig.parts.trickster.race import census, due, hide, missed, shuns, tick, waiting

__all__ = [
    "GAME", "KINDS", "REFUSALS", "USES", "State", "candidates", "census", "choices", "due", "guess", "hide", "label", "missed",
    "play", "prefer", "rank", "refuse", "score", "screen", "setup", "shuns", "tell", "tick", "touch", "value",
    "waiting",
]  # fmt: skip

ACROSS = record.CODES  # a card over two locations: nobody may, but people ask
KINDS = {name: codes for name, codes in record.KINDS.items() if name != "take back"}
SEPARATE, NO_CARDS = 20, 21
REFUSALS = {
    **record.REFUSALS,
    record.CHOSEN: "You have chosen: wait for the others.",
    record.OWN: "Never on your own location.",
    record.FROZEN: "That location is frozen.",
    SEPARATE: "Locations are separate tables.",
    NO_CARDS: "You have no cards left.",
}
RANDOM = 0  # the value of an option
LEAD = 3  # cards, for bots: this lead wins three games of four


class State(record.Race):
    first_card = option("random", "chosen", help="Chosen: everybody picks the card that begins the own location.")

    @classmethod
    def options(cls) -> dict[str, Option]:
        """There is no common board, and so nobody builds one."""
        found = super().options()
        return {"first_card": found["first_card"], **{n: o for n, o in found.items() if n != "start_board"}}


# ---- before the race -----------------------------------------------------------------------------------------------


@rule
def setup(s: State) -> None:
    s.start = record.APART
    deal_decks(s, s.seats)  # that many are never out: who is last has nowhere to lay
    lay_first_cards(s)


@rule
def lay_first_cards(s: State) -> None:
    """When all have decks, and have chosen if there is a choice, every location gets its first card."""
    if s.phase == record.PICKING and everybody_has_a_deck(s):
        s.phase = record.BUILDING
    if s.phase != record.BUILDING:
        return
    for seat in range(s.seats):
        if s.first_card == RANDOM:
            s.chosen[seat] = 1 + FIRST + TURNS * draw(s, record.WHOLE_DECK)
        if s.chosen[seat] == 0:
            return
    for seat in range(s.seats):
        number = (s.chosen[seat] - 1) % WAYS // TURNS
        s.chosen[seat] = 0
        s.pile[seat] ^= bit(number)
        put(s.board, CARDS * s.side + IN_A_DECK * s.deck[seat] + number, 0, seat, 0, 0)
    s.phase = record.READY
    s.since = s.now
    go_on(s)


# ---- choices -------------------------------------------------------------------------------------------------------


@rule
def refuse(s: State, seat: int, code: int) -> int:
    if code == ACROSS:
        return SEPARATE
    if s.phase == record.BUILDING:
        if code // WAYS != FIRST // WAYS or code % TURNS != 0:
            return record.NOT_ON
        return record.CHOSEN if s.chosen[seat] != 0 else 0
    if code < PLACEMENTS and s.phase >= record.RACING and cards_left(s, seat) == 0:
        return NO_CARDS
    return race.refuse(s, seat, code)


@rule
def choices(s: State, seat: int, out: Row) -> int:
    if s.phase != record.BUILDING:
        return race.choices(s, seat, out)
    for number in range(IN_A_DECK):
        out[number] = FIRST + TURNS * number
    return IN_A_DECK


@rule
def play(s: State, seat: int, code: int) -> None:
    if s.phase == record.BUILDING:
        s.chosen[seat] = code + 1
    else:
        race.play(s, seat, code)
    lay_first_cards(s)


@rule
def guess(s: State, seat: int) -> None:
    race.guess(s, seat)
    if s.phase == record.BUILDING:
        for other in range(s.seats):
            if s.chosen[other] == record.MADE:
                s.chosen[other] = 1 + FIRST + TURNS * draw(s, record.WHOLE_DECK)


# ---- the end -------------------------------------------------------------------------------------------------------


@rule
def score(s: State, seat: int) -> int:
    quit = who_gave_up(s)
    return standing(s, seat, quit if among(s, seat, quit) else 0)


@rule
def rank(s: State, out: Row) -> None:
    quit = who_gave_up(s)
    for seat in range(s.seats):
        out[seat] = 1
        for other in range(s.seats):
            out[seat] += 1 if other != seat and ahead(s, other, seat, quit) else 0


# ---- for bots ------------------------------------------------------------------------------------------------------


@rule
def prefer(s: State, seat: int, code: int) -> int:
    """Lay, and rather on those who have few cards on their location or in hand: they are closest to winning."""
    if code >= PLACEMENTS or s.phase != record.RACING:
        return race.prefer(s, seat, code)
    target = s.board.location[code // WAYS // STEPS]
    fewest, nearest = 1, 1
    for other in range(s.seats):
        if other != seat and s.token[other] == 0:
            fewest = 0 if count_of(s, other) < count_of(s, target) else fewest
            nearest = 0 if cards_left(s, other) < cards_left(s, target) else nearest
    return 50 + 100 * fewest + 50 * nearest


@rule
def value(s: State, seat: int) -> int:
    """By how many cards fewer lie here, or will: those who have more cards to lay are safe later."""
    won = 0
    for other in range(s.seats):
        if other != seat:
            won += chance(threat(s, other) - threat(s, seat), 2 * LEAD)
    return won // (s.seats - 1)


@rule
def threat(s: State, seat: int) -> int:
    """Twice the cards that lie on a location, and one for every card that keeps it open."""
    return 2 * count_of(s, seat) + cards_left(s, seat)


# ---- how long ------------------------------------------------------------------------------------------------------


def bound(seats: int, options: Mapping[str, int]) -> int:
    """All but one seat can lay five cards, and that one four."""
    beats = options["tempo"] == record.BEATS
    return seats + race.bound(seats, options["stall"], options["miss_lock"], beats, (IN_A_DECK - 1) * seats - 1)


GAME = Game(
    __name__,
    title="Not My Stack!",
    box="Trickster",
    seats=(3, 7),
    minutes=5,
    complexity=1,
    codes=ACROSS + 1,
    bound=bound,
    summary="Everybody lays cards at once on everybody else's table, and the fewest on one's own wins.",
    pieces=CARDS,
    real_time=True,
    seeing=True,
    tags=("cards", "hidden hands"),
    unseen=("aside", "enough", "since", "start", "start_board", "taken_back"),
)

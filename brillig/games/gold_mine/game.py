"""Gold Mine: every card brings gold, the third of a symbol brings the roof down, and all choose at once when to run."""

from __future__ import annotations

from brillig.core import Game, Record, Row, Screen, i8, i16, option, random, rule
from brillig.core.screen import TABLE
from brillig.parts.bag import counts, draw, fill, total
from brillig.parts.boxes import greenbox
from brillig.parts.boxes.greenbox import CARD_NUMBER, CARD_SYMBOL, CARDS
from brillig.parts.judging import chance
from brillig.parts.panels import seat_panel
from brillig.parts.words import capital, counted, most_win, seat_name

ROUNDS = 4
LONGEST = 13  # cards in a round: twelve can show each symbol twice, the next is a third
SEATS = 8

STAY, RUN = 0, 1  # the codes
OPEN, STAYS, RUNS, MADE = 0, 1, 2, 3  # what `chosen` holds; MADE is what others see of a choice that is not shown yet
DESERTED, COLLAPSED = 1, 2  # how a round ended
STEADY = 100  # how likely it is to stay, beside what `prefer` says about running

HAS_LEFT, LOCKED_IN, NO_CARD, HAS_COLLAPSED = 1, 2, 3, 4
REFUSALS = {
    HAS_LEFT: "You have already left the mine this round.",
    LOCKED_IN: "Your choice is locked in.",
    NO_CARD: "Wait for the next card.",
    HAS_COLLAPSED: "The mine has collapsed.",
}


class State(Record):
    reshuffle = option("no", "yes", help="Shuffle all 54 cards again before each round?")
    signal = option("thumbs", "tiles", help="How choices are shown: thumbs, or the sides of a tile. Looks only.")
    deck = i8(CARDS)  # a bag: 1 for every card that is still to come
    at = i8()  # the round, 0 to 3
    row = i8(ROUNDS, LONGEST, shows="nothing")  # the cards of each round in the order they were turned up
    shown = i8(ROUNDS)  # how many those are
    ended = i8(ROUNDS)  # 0 not yet, DESERTED all had left, COLLAPSED
    seen = i8(6)  # how often each symbol lies in this round's row
    left = i16(shows="count")  # nuggets lying on the cards
    inside = i8(SEATS)  # 1 in the mine; whom the last collapse of the game buries stays inside
    chosen = i8(SEATS)  # OPEN, STAYS, RUNS or MADE
    ran = i8(SEATS)  # 1 if this seat ran when choices were last shown
    loot = i16(SEATS)  # nuggets of this round, at risk
    bank = i16(SEATS)  # nuggets carried out


@rule
def setup(s: State) -> None:
    fill(s.deck, 1)
    enter(s)


@rule
def waiting(s: State, seat: int) -> bool:
    return s.inside[seat] == 1 and s.chosen[seat] == OPEN and s.ended[s.at] == 0


@rule
def refuse(s: State, seat: int, code: int) -> int:
    if s.inside[seat] == 0:
        return HAS_LEFT
    if s.ended[s.at] == COLLAPSED:
        return HAS_COLLAPSED
    if s.shown[s.at] == 0:
        return NO_CARD
    return 0 if s.chosen[seat] == OPEN else LOCKED_IN


@rule
def choices(s: State, seat: int, out: Row) -> int:
    out[0] = STAY
    out[1] = RUN
    return 2


@rule
def play(s: State, seat: int, code: int) -> None:
    s.chosen[seat] = RUNS if code == RUN else STAYS
    for other in range(s.seats):
        if waiting(s, other):
            return
    leave(s)
    if crowd(s) == 0:
        s.ended[s.at] = DESERTED
        s.left = 0
    else:
        reveal(s)
    if s.ended[s.at] != 0 and s.at + 1 < ROUNDS:
        s.at += 1
        if s.reshuffle == 1:
            fill(s.deck, 1)
        enter(s)


@rule
def enter(s: State) -> None:
    """A round begins: everybody goes in, and the first card is turned up."""
    for seat in range(s.seats):
        s.inside[seat] = 1
    fill(s.seen, 0)
    reveal(s)


@rule
def reveal(s: State) -> None:
    """Turn up a card; it brings the mine down, or those inside share its gold."""
    card = draw(s.deck, s)
    s.row[s.at, s.shown[s.at]] = card
    s.shown[s.at] += 1
    symbol = CARD_SYMBOL[card]
    s.seen[symbol] += 1
    if s.seen[symbol] == 3:
        s.ended[s.at] = COLLAPSED
        s.left = 0
        fill(s.loot, 0)
        return
    number, sharers = CARD_NUMBER[card], crowd(s)
    share = number // sharers
    s.left += number - share * sharers
    for seat in range(s.seats):
        if s.inside[seat] == 1:
            s.loot[seat] += share


@rule
def leave(s: State) -> None:
    """The choices are shown: the runners share what lies on the cards and carry their loot out."""
    runners = 0
    for seat in range(s.seats):
        s.ran[seat] = 1 if s.chosen[seat] == RUNS else 0
        s.chosen[seat] = OPEN
        runners += s.ran[seat]
    if runners == 0:
        return
    share = s.left // runners
    s.left -= share * runners
    for seat in range(s.seats):
        if s.ran[seat] == 1:
            s.bank[seat] += s.loot[seat] + share
            s.loot[seat] = 0
            s.inside[seat] = 0


@rule
def crowd(s: State) -> int:
    """How many are inside."""
    return total(s.inside)


@rule
def score(s: State, seat: int) -> int:
    return s.bank[seat]


@rule
def hide(s: State, seat: int) -> None:
    """That a seat has chosen is open, what it has chosen is not. (The deck is a bag: it has no order to hide.)"""
    for other in range(s.seats):
        if other != seat and s.chosen[other] != OPEN:
            s.chosen[other] = MADE


@rule
def guess(s: State, seat: int) -> None:
    for other in range(s.seats):
        if s.chosen[other] == MADE:
            s.chosen[other] = RUNS if random(s, STEADY + prefer(s, other, RUN)) >= STEADY else STAYS


@rule
def census(s: State, out: Row) -> None:
    """Each card once: in the deck, or in a row. Cards of past rounds that were shuffled again are in the deck."""
    for card in range(CARDS):
        out[card] = s.deck[card]
    for past in range(s.at if s.reshuffle == 1 else 0, s.at + 1):
        for k in range(s.shown[past]):
            out[s.row[past, k]] += 1


# ---- for the bots --------------------------------------------------------------------------------------------------

TWO_CARDS = 5  # nuggets that two cards are likely to bring
HALF = 4  # nuggets ahead that are worth three games of four at the end; as many again for every round to come


@rule
def forget(s: State, seat: int, most: int) -> None:
    """A weaker bot has an eye only on the last cards of the row, and thinks the mine safer than it is."""
    shown = s.shown[s.at]
    first = max(0, shown - most)
    fill(s.seen, 0)
    for k in range(first, shown):
        card = s.row[s.at, k]
        s.row[s.at, k - first] = card
        s.seen[CARD_SYMBOL[card]] += 1
    s.shown[s.at] = shown - first


@rule
def fatal(s: State) -> int:
    """How many cards of the deck would bring the mine down."""
    n = 0
    for card in range(CARDS):
        if s.deck[card] == 1 and s.seen[CARD_SYMBOL[card]] == 2:
            n += 1
    return n


@rule
def prefer(s: State, seat: int, code: int) -> int:
    """Run the rather, the more there is to lose beside what the next card may bring."""
    if code == STAY:
        return STEADY
    deadly, inside = fatal(s), crowd(s)
    lose = deadly * (2 * s.loot[seat] + s.left)
    gain = (total(s.deck) - deadly) * (7 // inside + 1)
    return max(1, min(100 * STEADY, STEADY * lose * lose // max(1, gain * gain)))


def shuns(s: State, seat: int, code: int) -> bool:
    """Nobody runs while no card can bring the mine down, unless more lies there than the others will each get inside.

    The next card is safe then, and the one after it most likely. Whoever leaves one other behind leaves all of that to them;
    where seven stay, three nuggets are more than any of them will get.
    """
    return code == RUN and fatal(s) == 0 and s.left * (crowd(s) - 1) <= TWO_CARDS


@rule
def value(s: State, seat: int) -> int:
    """Nuggets ahead of each other seat: those in the bank for sure, those in the mine if it stands."""
    half = 10 * HALF * (ROUNDS - s.at)
    mine, won = hopes(s, seat), 0
    for other in range(s.seats):
        if other != seat:
            won += chance(mine - hopes(s, other), half)
    return won // (s.seats - 1)


@rule
def hopes(s: State, seat: int) -> int:
    """Tenths of a nugget that a seat can count on. One that is inside can still run with its share of what lies."""
    if s.inside[seat] == 0 or s.ended[s.at] != 0:
        return 10 * s.bank[seat]
    return 10 * (s.bank[seat] + s.loot[seat]) + 5 * s.left // crowd(s) + 5


# ---- the table -----------------------------------------------------------------------------------------------------

COUNT = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight")
SIGNS = (("thumbs up", "thumbs down"), ("green side up", "brown side up"))  # to stay and to run, by `signal`
LAMPS = ("off", "amber", "red", "red")


def label(s: State, seat: int, code: int) -> str:
    return "Run" if code == RUN else "Stay"


def touch(s: State, seat: int, code: int) -> tuple[str, ...]:
    return ()


def over(s: State) -> bool:
    return s.ended[ROUNDS - 1] != 0


def prompt(s: State, seat: int) -> str:
    if over(s):
        return "The game is over."
    if seat < 0:
        return ""
    if not s.inside[seat]:
        return "You are out until the next round."
    if s.chosen[seat] != OPEN:
        return f"You have chosen to {'stay' if s.chosen[seat] == STAYS else 'run'}. The others are still choosing."
    stay, run = SIGNS[s.signal]
    return f"Stay ({stay}) or run ({run})?"


def screen(s: State, seat: int) -> Screen:
    t = Screen(prompt(s, seat))
    if over(s):
        t.verdict = "The most gold in the bank wins; equal banks share the place."
    elif seat >= 0 and waiting(s, seat):
        t.help = (
            "Run, and your loot is safe, with your share of what lies on the cards. Stay, and share the next card; "
            "but the third card of a symbol buries the loot of all who are inside."
        )
    for past in range(s.at, -1, -1):
        note = (f"{counted(s.left, 'nugget')} on the cards", "all have left", "collapsed")[s.ended[past]]
        now = past == s.at
        row = t.line(f"round-{past + 1}", "row", f"Round {past + 1}", note=note, area="main" if now else "right")
        row.look = "tunnel" if now else ""
        for k in range(s.shown[past]):
            card = s.row[past, k]
            newest = now and k + 1 == s.shown[past]
            row.put(f"round-{past + 1}-card-{card}", greenbox.card_face(card), "last" if newest else "")
    cards = total(s.deck)
    t.line("deck", "pile", "Deck", count=cards, area="right", back=greenbox.card_back())
    table = t.panel(TABLE, "Mine", round=f"{s.at + 1} of {ROUNDS}", gold_on_the_cards=s.left)
    if not over(s):
        table.counters["collapse risk"] = f"{round(100 * fatal(s) / cards)}%"
    table.lamps = {name: LAMPS[s.seen[symbol]] for symbol, name in enumerate(greenbox.SYMBOLS)}
    for player in range(s.seats):
        panel = seat_panel(t, player, waiting(s, player), bank=s.bank[player], loot=s.loot[player])
        panel.lamp("has chosen", s.chosen[player] != OPEN)
        panel.lamp("just ran", s.ran[player])
        panel.lamp("outside", not s.inside[player] and not s.ran[player])
        panel.lamp("buried", s.inside[player] and over(s), "red")
    return t


def tell(before: State, after: State, viewer: int) -> list[str]:
    seats = range(after.seats)
    told = [f"{seat_name(seat)} has chosen." for seat in seats if after.chosen[seat] != OPEN == before.chosen[seat]]
    if told:
        return told
    told.append(tell_runners(before, after))
    if after.ended[before.at]:
        told += tell_end(before, after)
    if not over(after):
        told.append(tell_card(after))
    return told


def tell_runners(before: State, after: State) -> str:
    """'Two run (thumbs down): Seat 1 banks 5, Seat 3 banks 5.'"""
    runners = [seat for seat in range(after.seats) if after.ran[seat]]
    stay, run = SIGNS[after.signal]
    if not runners:
        return f"Nobody runs ({stay})."
    banked = ", ".join(f"{seat_name(seat)} banks {after.bank[seat] - before.bank[seat]}" for seat in runners)
    return f"{COUNT[len(runners)].capitalize()} run{'s' * (len(runners) == 1)} ({run}): {banked}."


def tell_end(before: State, after: State) -> list[str]:
    """How a round ended, what was lost, and how the seats stand; the start of the next round or the winner."""
    seats, past, told = range(after.seats), before.at, []
    runners = sum(after.ran[seat] for seat in seats)
    if after.ended[past] == COLLAPSED:
        card = after.row[past, after.shown[past] - 1]
        symbol = greenbox.SYMBOLS[CARD_SYMBOL[card]]
        told.append(f"{card_name(card)}: the third {symbol}. The mine collapses!")
        lost = [(seat, before.loot[seat]) for seat in seats if before.inside[seat] and not after.ran[seat]]
        told.append(", ".join(f"{seat_name(seat)} loses {loot}" for seat, loot in lost) + ".")
    elif before.left % runners:
        told.append(f"{counted(before.left % runners, 'nugget')} left behind.")
    banks = ", ".join(f"{seat_name(seat)} has {after.bank[seat]}" for seat in seats)
    told.append(f"Round {past + 1} is over: {banks}.")
    if not over(after):
        told.append(f"Round {after.at + 1} begins.")
        return told
    told.append(most_win([after.bank[seat] for seat in seats], "nugget"))
    return told


def tell_card(s: State) -> str:
    """'Black Wheel 5: one each, two left.'"""
    card, sharers = s.row[s.at, s.shown[s.at] - 1], crowd(s)
    share, rest = divmod(CARD_NUMBER[card], sharers)
    whose = "each" if sharers > 1 else f"for {seat_name(counts(s.inside).index(1))}"
    return f"{card_name(card)}: {COUNT[share]} {whose}{f', {COUNT[rest]} left' * (rest > 0)}."


def card_name(card: int) -> str:
    return capital(greenbox.card_name(card))


def bound(seats: int, options: object) -> int:
    """A seat that never runs chooses after every card but the one that collapses the mine."""
    return ROUNDS * (LONGEST - 1) * seats


# What it uses of the box.
USES = {"cards": 54, "cubes": 80}

GAME = Game(
    __name__,
    title="Gold Mine",
    box="Green Box of Games",
    seats=(2, SEATS),
    minutes=15,
    complexity=2,
    codes=2,
    bound=bound,
    summary="Dig for gold card by card and run before the roof comes down; who runs alone takes all that lies there.",
    pieces=CARDS,
    tags=("simultaneous", "hidden choices", "push your luck"),
)

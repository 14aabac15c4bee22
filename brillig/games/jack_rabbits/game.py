"""Jack Rabbits: race through a land of royal houses, take three royals that fit the quest, and be first back in the Citadel.

Hidden are the number cards and aces in hands, as far as they were not shown, and what is handed over in a trade. The pile
has no order that anybody could know.
"""

from __future__ import annotations

from collections.abc import Mapping

from brillig.core import NOT_YOUR_TURN, Game, Row, random, rule
from brillig.games.jack_rabbits import asked, encounters, purse, trade, turns
from brillig.games.jack_rabbits import record as r
from brillig.games.jack_rabbits.box import BOX
from brillig.games.jack_rabbits.judgement import prefer, shuns, value
from brillig.games.jack_rabbits.land import building, generator, roads, tiles
from brillig.games.jack_rabbits.record import State
from brillig.games.jack_rabbits.refusals import REFUSALS
from brillig.games.jack_rabbits.show.screen import label, screen, touch
from brillig.games.jack_rabbits.show.words import tell

__all__ = ["BOX", "GAME", "KINDS", "REFUSALS", "State", "label", "prefer", "screen", "shuns", "tell", "touch", "value"]

KINDS = {
    "card": range(r.CARDS),
    "road": range(r.ROAD, r.HEXAGON),
    "hexagon": range(r.HEXAGON, r.NO_FLIGHT),
    "on the way": range(r.NO_FLIGHT, r.LEAVE),
    "at a hexagon": range(r.LEAVE, r.STRIKE),
    "strike or yield": range(r.STRIKE, r.DONE),
    "done": range(r.DONE, r.LET_IN),
    "palace": range(r.LET_IN, r.YES),
    "trade": range(r.YES, r.SUGGESTED),
    "suggested payment": range(r.SUGGESTED, r.FIGHT),
    "fight": range(r.FIGHT, r.BUY_FROM),
    "offer": range(r.BUY_FROM, r.SHAPE),
    "build": range(r.SHAPE, r.CODES),
}


PRESETS = {
    "First game": {"level": "intro", "quest": "simple", "board": "sample"},
    "All crafts": {"level": "full", "quest": "diverse + monarchical", "board": "generated"},
    "Tribal": {"level": "intro", "quest": "tribal", "board": "generated"},
}


# ---- setting up ----------------------------------------------------------------------------------------------------


@rule
def setup(s: State) -> None:
    suits, copies = 15, 4
    if s.tight_suits == 1:
        suits, copies = kept(s), s.seats
    s.starter = random(s, s.seats)
    s.mover, s.decider = s.starter, s.starter
    s.winner, s.rival, s.last, s.last_by = r.NOBODY, r.NOBODY, r.NONE, r.NOBODY
    s.tile, s.spot, s.named, s.sold, s.taken = r.NONE, r.NONE, r.NONE, r.NONE, r.NONE
    s.passport, s.end, s.came = r.NONE, r.NONE, r.NONE
    for seat in range(r.SEATS):
        s.capital[seat] = r.NONE
    for card in range(r.CARDS):
        s.where[card] = r.GONE if card < r.RED_JOKER and suits >> purse.SUIT[card] & 1 == 0 else r.AISLE
        if card < r.NUMBERS and s.where[card] == r.AISLE:
            s.where[card] = r.PILE
    for tile in range(tiles.TILES):
        s.owner[tile], s.aside[tile], s.aside_by[tile] = r.NOBODY, r.NONE, r.NOBODY
    if s.board == r.STRICT or s.board == r.FREE:
        building.begin(s, suits, copies)
    else:
        if s.board == r.SAMPLE:
            roads.lay_sample(s, suits, copies)
        else:
            generator.make_land(s, suits, copies)
        purse.deal(s, suits)
        s.step = r.BEGIN_TURN
    turns.settle(s)


@rule
def kept(s: State) -> int:
    """The suits that stay, as bits. By themselves: diamonds and spades, and for three seats one more by lot."""
    if s.seats == 4:
        return 15
    if s.kept_suits > 0:
        chosen: int = r.KEPT_MASK[s.kept_suits]
        return chosen
    third = 0 if s.seats == 2 else 1 << tiles.CLUBS if random(s, 2) == 0 else 1 << tiles.HEARTS
    return 1 << tiles.DIAMONDS | 1 << tiles.SPADES | third


def allowed(seats: int, options: Mapping[str, int | str]) -> str:
    """Why these options do not go together."""
    tight = options["tight_suits"] == "on"
    if tight and seats < 4 and options["board"] == "sample":
        return "The sample board has four suits: with tight suits and fewer than four seats choose another board."
    if tight and seats == 2 and options["quest"] in ("diverse", "diverse + monarchical"):
        return "A quest of different suits needs three of them; with tight suits two seats have only two."
    if options["citadel"] == "advanced" and options["level"] == "intro":
        return "The advanced Citadel belongs to the full level."
    if options["kept_suits"] != "auto":
        if not tight:
            return "Suits to keep are chosen with tight suits only."
        n = str(options["kept_suits"]).count("+") + 1
        if n != seats:
            return f"{seats} seats keep {seats} suits, not {n}."
    return ""


# ---- the rules -----------------------------------------------------------------------------------------------------


@rule
def waiting(s: State, seat: int) -> bool:
    return s.step != r.OVER and s.decider == seat


@rule
def refuse(s: State, seat: int, code: int) -> int:
    return asked.refuse_step(s, seat, code) if waiting(s, seat) else NOT_YOUR_TURN


@rule
def choices(s: State, seat: int, out: Row) -> int:
    found, first, n = 0, asked.first_thing(s), asked.things(s)
    for k in range(n + asked.WORDS[s.step]):
        code = first + k if k < n else asked.FIRST_WORD[s.step] + k - n
        if asked.refuse_step(s, seat, code) == 0:
            out[found] = code
            found += 1
    return found


@rule
def play(s: State, seat: int, code: int) -> None:
    s.last, s.last_by, s.taken = code, seat, r.NONE
    turns.act(s, seat, code)
    turns.settle(s)


@rule
def score(s: State, seat: int) -> int:
    """The royals that could belong to one fitting trio."""
    return purse.progress(s, purse.royals_of(s, seat))


@rule
def standing(s: State, seat: int) -> int:
    """The winner; then progress, royals, and points of the other cards."""
    first = 1 if s.winner == seat else 0
    return ((4 * first + score(s, seat)) * 16 + purse.royals(s, seat)) * 1024 + purse.points(s, seat)


@rule
def rank(s: State, out: Row) -> None:
    for seat in range(s.seats):
        out[seat] = 1
        for other in range(s.seats):
            if standing(s, other) > standing(s, seat):
                out[seat] += 1


@rule
def hide(s: State, seat: int) -> None:
    """Number cards in the pile and in other hands, unless the viewer knows them; and what is handed over in secret."""
    if s.step == r.OVER:
        return
    for card in range(r.NUMBERS):
        place = s.where[card]
        held = r.IN_HAND <= place < r.DISCARD and place != r.IN_HAND + seat
        if place == r.PILE or (held and s.known[card] & r.bit_of(seat) == 0):
            s.where[card] = r.UNSEEN
            s.known[card] = 0
    if (s.sold >= 0 and seat != s.mover and seat != s.rival) or (s.sold >= 0 and (seat == s.mover) != (s.selling == 1)):
        s.sold = r.UNKNOWN
    if s.gold != 0 and (seat != s.decider or s.step != r.BUYER_GIVES):
        s.gold = 0
    if 0 <= s.taken < r.NUMBERS and seat != s.mover and s.known[s.taken] & r.bit_of(seat) == 0:
        s.taken = r.UNKNOWN
    if s.step == r.EXPOSE and seat != s.mover and seat != s.rival:
        s.short &= 1 if s.decider == s.mover else 2
    if s.step == r.EXPOSE and s.decider == s.rival and seat != s.mover:
        s.exposed = 0
    spoken = s.step == r.EXPOSE and s.decider == s.rival and (s.last == r.EXPOSES or s.last == r.QUIET)
    if s.last_by != seat and (spoken or s.step == r.BUYER_GIVES):
        s.last = (
            r.UNKNOWN
        )  # what the mover says of the trade before the rival does; a card that was handed over face down


# ---- what others may hold ------------------------------------------------------------------------------------------
# Who pays, buys, fights or challenges shows that they can: the hand that they are guessed to have can do it too.

TRIES = 8  # at dealing a hand by lot that can do what it must


@rule
def guess(s: State, seat: int) -> None:
    """Deal what is unseen to the hands that miss cards; the rest is the pile."""
    able = shows_means(s)
    if able != r.NOBODY and able != seat:
        deal_able(s, able)
    for other in range(s.seats):
        deal_hand(s, other)
    for card in range(r.NUMBERS):
        if s.where[card] == r.UNSEEN:
            s.where[card] = r.PILE
    if s.sold == r.UNKNOWN:
        s.sold = purse.any_card(s, s.mover if s.selling == 1 else s.rival)
    if s.last == r.UNKNOWN:
        guess_last(s)


@rule
def guess_last(s: State) -> None:
    """What was chosen last, in secret: what the mover said of the trade, or which card was handed over."""
    if s.step == r.EXPOSE:
        s.last = r.EXPOSES if random(s, 2) == 0 else r.QUIET
        s.exposed = trade.MOVER_SHORT if s.last == r.EXPOSES else 0
    elif s.last_by == trade.seller(s):
        s.last = s.sold
    else:
        s.last = purse.any_card(s, s.last_by)
        s.gold = 1 << s.last


@rule
def shows_means(s: State) -> int:
    """Whoever can raise something now, as everybody knows; NOBODY if that cannot be told of anybody."""
    if s.step == r.PAY or s.step == r.GOODS or s.step == r.PROVE:
        return s.mover
    if s.step == r.ATTACK and s.blows == 0 and s.decider == s.mover:
        return s.mover
    if (s.step == r.CHALLENGE or s.step == r.PROVE_FIRST) and not encounters.holds_queen(s, s.decider):
        return s.decider
    return r.NOBODY


@rule
def in_suits(s: State) -> int:
    """In which suits it can."""
    if s.step == r.PAY:
        return s.suits
    if s.step == r.GOODS:
        return encounters.market_suits(s)
    return encounters.SPADE if s.step == r.ATTACK else encounters.HEART


@rule
def how_much(s: State, seat: int) -> int:
    """And how many points, at least."""
    if s.step == r.PAY:
        return s.due - s.paid
    if s.step == r.GOODS:
        return encounters.goods_cost(s) - purse.extra(s, seat)
    return 1 if s.step == r.ATTACK else encounters.HEARTS_NEEDED - purse.extra(s, seat)


@rule
def is_able(s: State, seat: int) -> bool:
    suits = in_suits(s)
    return purse.holds_suit(s, seat, suits) and purse.means(s, seat, suits) >= how_much(s, seat)


@rule
def missing(s: State, seat: int) -> int:
    """Cards of a hand that are not known."""
    n = s.cards[seat]
    for card in range(r.NUMBERS):
        if s.where[card] == r.IN_HAND + seat:
            n -= 1
    return n


@rule
def deal_hand(s: State, seat: int) -> int:
    """Unseen cards for those that are missing; which, as bits."""
    left, given = 0, 0
    for card in range(r.NUMBERS):
        if s.where[card] == r.UNSEEN:
            left += 1
    for _ in range(missing(s, seat)):
        given |= 1 << give_unseen(s, seat, random(s, left))
        left -= 1
    return given


@rule
def give_unseen(s: State, seat: int, k: int) -> int:
    """The k-th unseen card is in this hand: which it is."""
    for card in range(r.NUMBERS):
        if s.where[card] == r.UNSEEN:
            if k == 0:
                s.where[card] = r.IN_HAND + seat
                return card
            k -= 1
    return 0


@rule
def deal_able(s: State, seat: int) -> None:
    """A hand that can do what it must: by lot a few times, and then with the dearest cards that there are."""
    for _ in range(TRIES):
        given = deal_hand(s, seat)
        if is_able(s, seat):
            return
        for card in range(r.NUMBERS):
            if given >> card & 1 == 1:
                s.where[card] = r.UNSEEN
    while missing(s, seat) > 0 and not is_able(s, seat):
        dearest, most = r.NONE, 0
        for card in range(r.NUMBERS):
            if s.where[card] == r.UNSEEN and in_suits(s) >> purse.SUIT[card] & 1 == 1:
                value = purse.worth(s, seat, card, 0)
                if value > most:
                    dearest, most = card, value
        if dearest == r.NONE:
            return
        s.where[dearest] = r.IN_HAND + seat


# ---- counting ------------------------------------------------------------------------------------------------------


@rule
def census(s: State, out: Row) -> None:
    """Every card once; the number cards as they are counted; the tiles."""
    for card in range(r.CARDS):
        out[card] = 1 if s.where[card] != r.UNSEEN else 0
        if card < r.NUMBERS and (s.where[card] < r.IN_HAND or s.where[card] >= r.DISCARD):
            out[r.CARDS] += 1
    for seat in range(s.seats):
        out[r.CARDS] += s.cards[seat]
        for shape in range(3):
            out[r.CARDS + 1] += s.share[seat, shape]
    out[r.CARDS + 1] += 1 if s.tile != r.NONE else 0
    for tile in range(tiles.TILES):
        out[r.CARDS + 1] += 1 if s.at[tile] != r.NONE else 0
    for k in range(s.asides):
        out[r.CARDS + 1] += 1 if s.at[s.aside[k]] == r.NONE and s.aside[k] != s.tile else 0


def bound(seats: int, options: Mapping[str, int]) -> int:
    """Building, and turns of which each choice costs a card, shows one, or ends something."""
    return 108 + 400 * seats * options["round_cap"]


# Every value of every option, in as few games as can be: plain ones first, then several options at once.
VARIANTS: tuple[tuple[int, dict[str, int | str]], ...] = (
    (2, {"level": "intro", "round_cap": 20}),
    (3, {"level": "intro", "quest": "tribal", "round_cap": 20}),
    (4, {}),
    (2, {"quest": "diverse", "aces": "ambivalent", "windfall": "on", "round_cap": 20}),
    (4, {"quest": "monarchical", "aces": "capital", "citadel": "advanced", "short_hands": "on", "round_cap": 20}),
    (2, {"board": "strict", "tight_suits": "on", "kept_suits": "clubs + hearts", "round_cap": 20}),
    (3, {"board": "free", "tight_suits": "on", "islands": "off", "patriarchal_values": "on", "round_cap": 20}),
    (
        3,
        {
            "quest": "diverse + monarchical", "aces": "capital + additional", "patriarchal_values": "on",
            "trail_of_carrots": "on", "board": "generated", "citadel": "advanced", "windfall": "on", "round_cap": 20,
        },
    ),
)  # fmt: skip

GAME = Game(
    __name__,
    title="Jack Rabbits",
    box="Lenino's Jack Rabbits",
    seats=(2, r.SEATS),
    minutes=45,
    complexity=4,
    codes=r.CODES,
    bound=bound,
    summary="Race through a land of royal houses, take three royals that fit the quest, and be first back in the Citadel.",
    pieces=r.CARDS + 2,
    variants=VARIANTS,
    tags=("hidden cards", "dice", "race", "trade"),
    unseen=(
        "cell", "turn", "partner", "water", "goal", "far", "owner", "aside", "aside_by", "asides", "again", "placed_again",
        "soft", "spot", "known", "cards", "then", "origin", "came", "entered", "bought", "waters", "last", "last_by", "taken",
        "prizes", "picked", "force", "struck", "blows", "short", "exposed", "sold", "gold", "step", "decider", "after", "starter",
    ),
)  # fmt: skip

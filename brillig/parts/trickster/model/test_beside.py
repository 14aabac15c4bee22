"""Whole games of the box played beside a model of their rules, and compared at every step."""

import random

from brillig.parts.trickster import record
from brillig.parts.trickster.model.test_race import MISS, REST, TAKE_BACK
from brillig.parts.trickster.model.test_tables import BEATEN, CENTRE, DECK, squares_of
from brillig.parts.trickster.overlap import FIRST, PLACEMENTS, STEPS, TURNS, WAYS
from brillig.parts.trickster.patterns import DECK_LETTERS, PATTERN_LETTERS, SIDES

PHASES = ("picking", "building", "ready", "race", "over")
ENDS = {None: 0, "out": 1, "blocked": 2, "rested": 3, "stalled": 4, "time": 5}
OTHERS = {REST: record.REST, MISS: record.MISS, TAKE_BACK: record.TAKE_BACK}
RESTS = ("awake", "rests", "looks again", "rests on")
PAGE = [(right, down) for down in (-1, 0, 1) for right in (-1, 0, 1)]


def bits(cards):
    return sum(1 << DECK[card[0]].index(card) for card in cards)


class Told:
    """What the record says about chance."""

    def __init__(self, s):
        self.s = s

    def deck(self, seat):
        return DECK_LETTERS[self.s.deck[seat]]

    def start(self):
        return DECK_LETTERS[self.s.start]

    def hand(self, seat):
        return {card for number, card in enumerate(DECK[self.deck(seat)]) if self.s.hand[seat] >> number & 1}

    def board(self):
        """The cards that lie, as (card, turn, x, y, table)."""
        b = self.s.board
        cards = [DECK[DECK_LETTERS[b.card[k] // 6]][b.card[k] % 6] for k in range(b.count)]
        return [(card, b.turn[k], b.x[k], b.y[k], b.location[k]) for k, card in enumerate(cards)]


# ---- choices -------------------------------------------------------------------------------------------------------


def deck_of(model, seat):
    return model.start if model.common and model.phase == "building" else model.decks[seat]


def named(model, seat, code):
    """A choice in the words of the model."""
    if code >= PLACEMENTS:
        others = {number: choice for choice, number in OTHERS.items()}
        return others[code] if code in others else ("pick", DECK_LETTERS[code - record.PICK])
    card, turn = DECK[deck_of(model, seat)][code % WAYS // TURNS], code % TURNS
    by, step = divmod(code // WAYS, STEPS)
    if not model.tables.laid:
        assert (by, step) == divmod(FIRST // WAYS, STEPS)
        return ("place", card, turn, 0, 0, 0)
    first = model.tables.laid[by]
    return ("place", card, turn, first.x + step % 5 - 2, first.y + step // 5 - 2, first.table)


def code_of(model, choice):
    """The number of a choice. The spot of a placement is named by the earliest card that it lies near."""
    if choice[0] == "pick":
        return record.PICK + DECK_LETTERS.index(choice[1])
    if choice[0] != "place":
        return OTHERS[choice]
    _, card, turn, x, y, table = choice
    way = TURNS * DECK[card[0]].index(card) + turn
    for by, lies in enumerate(model.tables.laid):
        if lies.table == table and abs(x - lies.x) <= 2 and abs(y - lies.y) <= 2:
            return WAYS * (STEPS * by + 5 * (y - lies.y + 2) + x - lies.x + 2) + way
    return FIRST + way


# ---- comparing -----------------------------------------------------------------------------------------------------


def compare(t, model):
    """The whole record, who may choose what, and the scores."""
    s, seats = t.plain, model.seats
    assert s.phase == PHASES.index(model.phase)
    assert s.ended == ENDS[model.ended]
    assert [DECK_LETTERS[deck] if deck >= 0 else None for deck in list(s.deck)[: len(seats)]] == model.decks
    assert (DECK_LETTERS[s.start] if s.start >= 0 else None) == model.start
    for cards, kept in (([model.aside], [s.aside]), (model.hands, s.hand), (model.piles, s.pile)):
        assert [bits(group) for group in cards] == list(kept)[: len(cards)]
    assert list(s.token)[: len(seats)] == model.tokens
    assert [RESTS[rest] for rest in list(s.rest)[: len(seats)]] == model.rests
    assert list(s.locked)[: len(seats)] == model.locked
    for seat in seats:
        assert bool(s.chosen[seat]) == (seat in model.chosen)
        if s.chosen[seat]:
            assert named(model, seat, s.chosen[seat] - 1) == model.chosen[seat]
    assert (s.since, s.taken_back) == (model.since, model.taken_back)
    compare_tables(s, model)
    if model.phase == "race":
        fields = model.fields()
        assert {name: getattr(s, name) for name in fields} == fields
        assert s.beaten == sum(1 << seat for seat in model.late)
    asked = {seat: allowed for seat in seats if (allowed := model.allowed(seat))}
    assert t.waiting() == [*asked]
    for seat, allowed in asked.items():
        codes = t.codes(seat)
        assert len({*codes}) == len(codes)
        assert {named(model, seat, code) for code in codes} == allowed
        assert {code_of(model, choice) for choice in allowed} == {*codes}
    rings = model.rings()
    assert t.due() == (-1 if rings is None else rings)
    scores = [model.score(seat) for seat in seats]
    assert t.scores() == scores, (t.scores(), scores, model.phase, model.gave_up, model.decks)
    return asked


def compare_tables(s, model):
    b, laid = s.board, model.tables.laid
    assert model.told.board() == [lies[:5] for lies in laid]
    assert (b.wild, b.least) == (model.tables.wild, 3)
    assert [*zip(b.covered, b.touched, strict=True)][: len(laid)] == [lies[5:] for lies in laid]
    letters = PATTERN_LETTERS[SIDES.index(model.options["side"])]
    for k, lies in enumerate(laid):
        shows = squares_of(model.tables.faces[lies.card], lies.turn)
        digits = ["7" if shows[way] == CENTRE else str(letters.index(shows[way]) + 1) for way in PAGE]
        assert b.face[k] == int("".join(digits), 8)


def compare_try(t, model, people):
    """Somebody tries anything near the cards that lie: it is refused for a reason that holds, and costs what it costs."""
    seat, near = people.choice(model.seats), people.choice(model.tables.laid)
    x, y = near.x + people.randint(-2, 2), near.y + people.randint(-2, 2)
    placement = ("place", people.choice(DECK[model.decks[seat]]), people.randrange(4), x, y, near.table)
    if people.random() < 0.5 and model.hands[seat]:
        placement = ("place", people.choice(sorted(model.hands[seat])), *placement[2:])
    code, reasons = code_of(model, placement), model.reasons(seat, placement)
    refused = t.refusal(seat, code)
    assert refused in (reasons or {""}), (seat, placement, refused, reasons)
    miss = t.game.missed(t.plain, seat, code)
    assert miss == (record.MISS if model.is_miss(seat, placement) else -1), (seat, placement, refused, miss)
    if refused == BEATEN:
        model.happened.add("beaten")
    if miss == record.MISS and people.random() < 0.5:
        t.play(seat, miss)
        model.play(seat, MISS)
        compare(t, model)


# ---- people --------------------------------------------------------------------------------------------------------

# How likely it is that somebody who can lay a card does so, and how long people take, in milliseconds.
LAYS = {"keen": 0.97, "tired": 0.6, "idle": 0.25}
PACE = (300, 2000, 9000, 25_000)


def pick(people, model, seat, allowed, style):
    """What somebody does who is asked; None: goes on looking."""
    placements = sorted(choice for choice in allowed if choice[0] == "place")
    if model.phase == "race" and len(model.hands[seat] | model.piles[seat]) <= style["stops"]:
        placements = []
    if placements and (model.phase != "race" or people.random() < LAYS[style["lays"]]):
        if style["where"] == "far":  # to the edge of the table
            return max(placements, key=lambda p: (p[5] == min(q[5] for q in placements), p[3], p[2]))
        if style["where"] == "rich":
            return max(placements, key=lambda p: len(model.tables.beneath(*p[3:])) + people.random())
        if TAKE_BACK not in allowed or people.random() < style["builds"]:
            return people.choice(placements)
    if REST in allowed and (not model.clock or people.random() < 0.3):
        return REST
    others = sorted(choice for choice in allowed if choice[0] not in ("place", "rest"))
    return people.choice(others) if others and (model.phase != "race" or people.random() < 0.3) else None


def decide(t, model, people, seat, style):
    if model.phase == "race":
        compare_try(t, model, people)
    choice = pick(people, model, seat, model.allowed(seat), style)
    if choice:
        t.play(seat, code_of(model, choice))
        model.play(seat, choice)


def it_rang(t, model, people, pace):
    """Time passes until somebody acts; or the clock rings before that."""
    later = model.now + round(people.expovariate(1 / pace))
    rings = model.rings()
    if rings is not None and rings <= later:
        t.tick()
        model.ring()
        return True
    model.now = t.plain.now = later
    return False


def play_beside(game, make, seats, seed):
    """A whole game beside a model; chance chooses the options, and what people are like."""
    people = random.Random(f"{game.slug} {seats} {seed}")
    options = {name: people.choice(option.values) for name, option in game.options.items()}
    styles = [
        {
            "lays": people.choices(list(LAYS), [8, 1, 1])[0],
            "where": people.choices(["anywhere", "rich", "far"], [6, 3, 1])[0],
            "builds": people.choice([0.3, 0.8]),
            "stops": 0,  # with so many cards left somebody does not go on
        }
        for _ in range(seats)
    ]
    crowd = people.choices(["mixed", "stops", "far"], [7, 2, 1])[0]
    if crowd == "stops":
        styles = [{**style, "lays": "keen", "stops": people.choice([1, 1, 1, 2])} for style in styles]
    if crowd == "far":
        styles = [{**style, "lays": "keen", "where": "far"} for style in styles]
    pace = people.choice(PACE)
    t = game.new(seats, seed, options, gear="compiled", timed=True)
    model = make(seats, options, Told(t.plain))
    asked = compare(t, model)
    while model.phase != "over":
        if not it_rang(t, model, people, pace) and asked:
            seat = people.choice([*asked])
            decide(t, model, people, seat, styles[seat])
        asked = compare(t, model)
    assert t.over
    assert t.ranks() == model.ranks()
    return model

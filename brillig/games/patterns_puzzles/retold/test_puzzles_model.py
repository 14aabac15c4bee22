"""Whole attempts, played beside the rules as they are retold, and compared at every step."""

import random
from dataclasses import replace

import pytest

from brillig.core import SPECTATOR
from brillig.games.patterns_puzzles import board
from brillig.games.patterns_puzzles.game import GAME, feat
from brillig.games.patterns_puzzles.retold.test_attempt_retold import (
    GIVE_UP,
    GO_ON,
    HAS_GIVEN_UP,
    HINT,
    LOOK_ON,
    MOST_ACTIONS,
    MOST_TAKEN_BACK,
    NOT_YOURS,
    TOO_OFTEN,
    Attempt,
)
from brillig.games.patterns_puzzles.retold.test_book_retold import BOOK, block, order_of_filling, searched, turned
from brillig.parts.trickster.model.test_beside import it_rang
from brillig.parts.trickster.model.test_tables import DECK

CARDS = [card for deck in DECK.values() for card in deck]
ENDS = {None: 0, "solved": board.SOLVED, "given up": board.GIVEN_UP, "time": board.TIME_UP, "actions": board.TOO_MANY}
OFF = (99, 99)  # not on the outline
OPTIONS = {
    "puzzle": [*range(1, 61), *["1 star", "2 stars", "3 stars", "4 stars", "5 stars"] * 4],
    "cards": ["common", "dealt"],
    "clock": ["off", "count up", "60 s", "90 s", "120 s", "180 s", "240 s", "300 s", "420 s", "600 s", "900 s"],
    "hints": [0, 1, 2, 3],
    "orientation": ["printed", "free"],
}


class Told:
    """What the record says about chance."""

    def __init__(self, s):
        self.s = s

    def number(self):
        return self.s.number + 1

    def quarters(self):
        return self.s.quarter


def named(model, code):
    """A choice in the words of the model."""
    cards = dict(enumerate(model.puzzle.cards))
    if code < board.LIFT:
        card, way = divmod(code, board.WAYS)
        square = dict(enumerate(model.puzzle.black)).get(way // 4, OFF)
        return ("place", cards.get(card), square, way % 4)
    if code < board.HINT:
        return ("lift", cards.get(code - board.LIFT))
    return {board.HINT: HINT, board.GIVE_UP: GIVE_UP, board.GO_ON: GO_ON, board.LOOK_ON: LOOK_ON}[code]


# ---- comparing -----------------------------------------------------------------------------------------------------


def compare_setup(s, model):
    """What never changes."""
    puzzle, count = model.puzzle, len(model.puzzle.cards)
    assert s.count == count
    assert [CARDS[s.card[k]] for k in range(count)] == puzzle.cards
    assert [(s.x[k], s.y[k]) for k in range(count)] == puzzle.black
    assert [s.owner[k] for k in range(count)] == [-1 if seat is None else seat for seat in model.owner.values()]
    assert {s.beside[k] for k in range(count)} <= ({0, 1, 2, 3} if model.options["orientation"] == "free" else {0})
    printed = BOOK[model.number].black
    assert [printed[s.path[k]] for k in range(count)] == order_of_filling(printed)
    for k, square in enumerate(puzzle.black):
        around = sorted(block(square), key=lambda at: (at[1], at[0]))
        assert f"{s.black[k]:09o}" == "".join("7" if at in puzzle.black else "0" for at in around)


def compare(t, model):
    """The rest of the record, who may choose what, the clock and the scores."""
    s, cards = t.plain, model.puzzle.cards
    lying = {card: (model.puzzle.black.index(at), turn, n) for n, (card, at, turn) in enumerate(model.laid, 1)}
    assert [(s.square[k], s.rotation[k], s.order[k]) for k in range(len(cards))] == [
        lying.get(card, (-1, 0, 0)) for card in cards
    ]
    assert (s.hints_left, s.actions, s.ended) == (model.hints, model.actions, ENDS[model.ended])
    assert [None if k < 0 else cards[k] for k in (s.named, s.last)] == [model.named, model.last]
    assert s.gave_up == sum(1 << seat for seat in model.given_up)
    assert s.looks_on == sum(1 << seat for seat in model.looking_on)
    assert list(s.taken_back)[: len(model.seats)] == model.taken_back
    assert (s.now, s.took) == (model.now, model.took)
    rings = model.rings()
    assert t.due() == (-1 if rings is None else rings)
    assert t.scores() == [int(model.ended == "solved") for _ in model.seats]
    assert t.over == bool(model.ended)
    assert feat(s) == model.result()
    asked = {seat: allowed for seat in model.seats if (allowed := model.allowed(seat))}
    assert t.waiting() == [*asked]
    for seat, allowed in asked.items():
        codes = [named(model, code) for code in t.codes(seat)]
        assert len({*codes}) == len(codes)
        assert {*codes} == allowed
    return asked


def judge(t, model, seat, codes):
    """Whatever is tried is refused for a reason that holds, and whatever is not refused holds."""
    for code in codes:
        reasons = model.reasons(seat, named(model, code))
        refused = t.gear.refuse(t._x, seat, code)
        assert (GAME.refusals[refused] if refused else "") in (reasons or {""}), (seat, named(model, code), refused)
        model.happened |= {f"refused: {reason}" for reason in reasons if refused and GAME.refusals[refused] == reason}


# ---- people --------------------------------------------------------------------------------------------------------

# How people like each kind of choice. They know a solution, and do what leads there unless they err; a turner errs only
# in how a card is turned.
STYLES = {
    "solver": {"errs": 0.1, "place": 9, "lift": 3},
    "fumbler": {"errs": 1, "place": 6, "lift": 4},
    "builder": {"errs": 1, "place": 60, "lift": 4},
    "asker": {"errs": 0.4, "place": 6, "lift": 3, "hint": 9},
    "turner": {"errs": 0.6, "place": 6, "hint": 3, "lift": 0.5},
    "doubter": {"errs": 0.8, "place": 3, "lift": 3, "give up": 9, "go on": 3},
    "looker": {"errs": 0.5, "place": 3, "lift": 3, "look on": 9},
}
PACE = (200, 2000, 20_000)  # milliseconds


def to_the_end(model, solution, allowed):
    """What leads to a solution: take back what does not belong, or what lies in the way, and lay what does."""
    lay = [choice for choice in allowed if choice[0] == "place" and choice[1:] in solution]
    lift = [choice for choice in allowed if choice[0] == "lift"]
    astray = [choice for choice in lift if model.lies(choice[1]) not in solution]
    return sorted(astray or lay or lift)


def pick(people, model, style, solution, allowed, tired):
    if tired and GIVE_UP in allowed:
        return GIVE_UP
    wise = to_the_end(model, solution, allowed)
    if wise and people.random() >= style["errs"]:
        return people.choice(wise)
    choices = sorted(allowed)
    if style is STYLES["turner"]:
        right = {lies[:2] for lies in solution}
        choices = [choice for choice in choices if choice[0] != "place" or choice[1:3] in right]
    kinds = sorted({choice[0] for choice in choices})
    kind = people.choices(kinds, [style.get(kind, 0.2) for kind in kinds])[0]
    return people.choice([choice for choice in choices if choice[0] == kind])


def play_beside(seats, options, seed, gear="plain", judged=15):
    """A whole attempt; chance chooses what people are like."""
    people = random.Random(f"{seats} {seed}")
    t = GAME.new(seats, seed, options, gear=gear, timed=True)
    model = Attempt(seats, options, Told(t.plain))
    compare_setup(t.plain, model)
    solution = people.choice(sorted(map(sorted, searched(model.number).found)))
    solution = turned(replace(BOOK[model.number], answer=solution), model.quarters).answer
    styles = people.choices([*STYLES.values()], [6, 1, 1, 2, 2, 1, 1], k=seats)
    pace, patience = people.choice(PACE), people.choice([15, 40, 70])
    if people.random() < 0.25:  # nearly at the guard
        left = people.choice([len(solution), len(solution), people.randint(1, 25)])
        model.actions = t.plain.actions = MOST_ACTIONS - left
    if people.random() < 0.25:
        for seat in model.seats:
            model.taken_back[seat] = t.plain.taken_back[seat] = MOST_TAKEN_BACK - people.randrange(2)
    asked = compare(t, model)
    while not model.ended:
        patience -= 1
        if not it_rang(t, model, people, pace):
            seat = people.choice([*asked])
            tried = [*people.sample(range(board.LIFT), judged), *range(board.LIFT, board.CODES)]
            judge(t, model, people.choice(model.seats), tried)
            choice = pick(people, model, styles[seat], solution, asked[seat], patience < 0)
            codes = {named(model, code): code for code in t.codes(seat)}
            t.play(seat, codes[choice])
            model.play(seat, choice)
        asked = compare(t, model)
    judge(t, model, people.choice(model.seats), range(board.CODES))
    assert t.ranks() == [1 for _ in model.seats]
    assert t.census() == [1 for _ in CARDS]
    return model


def any_options(seed, **fixed):
    people = random.Random(-seed)
    return {name: people.choice(values) for name, values in OPTIONS.items()} | fixed


def test_the_options_are_those_of_the_game():
    assert {name: [*option.values] for name, option in GAME.options.items()} == {
        name: [*dict.fromkeys(values)] for name, values in OPTIONS.items()
    }


@pytest.mark.parametrize("seats", range(1, 7))
def test_whole_attempts_go_as_in_the_model(seats):
    for seed in range(4):
        play_beside(seats, any_options(10 * seats + seed), seed)


def test_nothing_is_hidden_from_anybody():
    t = GAME.new(3, 1, any_options(1), gear="plain")
    rng = GAME.state.fields["rng"]
    for seat in (SPECTATOR, 0, 1, 2):
        seen = bytearray(t.raw)
        seen[rng.offset : rng.offset + rng.bytes] = bytes(rng.bytes)
        assert bytes(t.hidden(seat)) == seen


# What must have been met and compared.
MET = {
    "a hint lays a card", "a hint names a card astray", "a hint names a card turned wrongly", "a hint names one below",
    "a hint undoes the order", "another solution", "the printed solution", "solved by the last action", "looks on",
    "taken back",
    *(f"ended: {how}" for how in ENDS if how), *(f"refused: {why}" for why in GAME.refusals.values()),
}  # fmt: skip
ONLY_TOGETHER = {"looks on", "taken back", *(f"refused: {why}" for why in (HAS_GIVEN_UP, TOO_OFTEN, NOT_YOURS))}
WILD = [number for number, puzzle in BOOK.items() if puzzle.wild]


def test_rare_things_are_compared():
    happened = set()
    for seed in (*range(20), 83, 207, 241, 282, 294):
        fixed = {"hints": 3, "puzzle": WILD[seed % 16] if seed % 3 else 1 + seed % 20}
        happened |= play_beside(1 + seed % 6, any_options(seed, **fixed), seed).happened
    assert happened >= MET | {"nobody who is awake can act"}


@pytest.mark.soak
@pytest.mark.parametrize("seats", range(1, 7))
def test_hundreds_of_attempts_go_as_in_the_model(seats):
    happened = set()
    for seed in range(1000, 1300):
        happened |= play_beside(seats, any_options(seed + 300 * seats), seed, "compiled", judged=100).happened
    assert happened >= MET - (ONLY_TOGETHER if seats == 1 else set())

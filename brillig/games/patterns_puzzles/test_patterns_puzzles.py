"""Puzzles: every rule and example of the specification. (`check` plays in every gear that a machine has.)"""

import pytest

from brillig.core import BadOption
from brillig.games.patterns_puzzles import board
from brillig.games.patterns_puzzles.board import GIVE_UP, GO_ON, HINT, LIFT, LOOK_ON, NONE
from brillig.games.patterns_puzzles.game import GAME
from brillig.parts.puzzles.book import numbered
from brillig.parts.puzzles.solver import Laid, solve
from brillig.parts.puzzles.tables import BOOK
from brillig.parts.trickster.patterns import card_name, card_named


def new(puzzle, seats=1, gear="plain", **options):
    return GAME.new(seats, options={"puzzle": puzzle, **options}, gear=gear)


def place(t, laid: str | Laid) -> int:
    """'M6/3@3,2' as a choice."""
    s, word = t.plain, str(laid)
    card = [card_name(s.card[k]) for k in range(s.count)].index(word[:2])
    x, y = map(int, word[5:].split(","))
    square = [(s.x[k], s.y[k]) for k in range(s.count)].index((x, y))
    return board.WAYS * card + 4 * square + int(word[3])


def lift(t, name: str) -> int:
    return LIFT + [t.plain.card[k] for k in range(t.plain.count)].index(card_named(name))


def lay(t, *cards, seat=0):
    for laid in cards:
        t.play(seat, place(t, laid))


def lies(t) -> set[str]:
    s = t.plain
    return {
        f"{card_name(s.card[k])}/{s.rotation[k]}@{s.x[s.square[k]]},{s.y[s.square[k]]}"
        for k in range(s.count)
        if s.square[k] != NONE
    }


# ---- the sixty -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(1, 61))
def test_every_puzzle_is_solved_by_its_answer(number):
    t = new(number)
    lay(t, *numbered(number).answer)
    assert t.over
    assert t.scores() == [1]
    assert t.plain.actions == len(numbered(number).answer)


@pytest.mark.parametrize("number", range(1, 61))
def test_every_puzzle_is_solved_by_its_answer_turned(number):
    for seed in range(3):
        t = GAME.new(1, seed=seed, options={"puzzle": number, "orientation": "free", "hints": 3}, gear="plain")
        s, puzzle = t.plain, numbered(number)
        for laid in puzzle.answer:
            square = puzzle.squares.index(laid.at)
            t.play(0, place(t, Laid(laid.card, (laid.rotation + s.quarter) % 4, (s.x[square], s.y[square]))))
        assert t.scores() == [1]


# ---- examples ------------------------------------------------------------------------------------------------------


def test_example_1_both_solutions_of_puzzle_1_count():
    for solution in (("M5/3@3,3", "C3/0@3,1", "M1/0@1,3"), ("M5/0@3,3", "M1/1@3,1", "C3/1@1,3")):
        t = new(1)
        lay(t, *solution)
        assert t.over
        assert t.scores() == [1]
    puzzle = numbered(1)
    assert len(solve(puzzle.side, puzzle.cards, puzzle.squares, puzzle.wild).solutions) == 2


def test_example_3_and_4_the_only_solutions():
    for number, solution in (
        (6, ("O4/1@1,1", "S6/2@1,3", "R6/2@3,3")),
        (7, ("M2/1@1,1", "C2/0@3,1", "R6/0@2,3")),
    ):
        (found,) = numbered(number).prove().solutions
        assert {str(laid) for laid in found} == {*solution}


def test_example_5_few_and_two_solutions():
    proof = numbered(10).prove()
    assert len(proof.solutions) == 2
    assert all("F2/3@4,3" in map(str, found) for found in proof.solutions)


def test_example_6_an_overlap_that_does_not_match_is_refused():
    t = new(6)
    lay(t, "S6/2@1,3")
    before = bytes(t)
    assert t.refusal(0, place(t, "O4/0@1,1")) == "Overlapping squares must match."
    assert bytes(t) == before


def test_example_7_a_covered_card_stays_where_centres_are_wild():
    t = new(22)
    lay(t, "M6/3@3,2", "G5/1@2,2")
    assert t.refusal(0, lift(t, "M6")) == "Another card lies on it."
    t.play(0, lift(t, "G5"))
    t.play(0, lift(t, "M6"))
    assert lies(t) == set()
    assert t.plain.actions == 4


def test_example_8_without_the_symbol_either_may_be_taken_back():
    for name in ("C2", "R6"):
        t = new(7)
        lay(t, "C2/0@3,1", "R6/0@2,3")
        t.play(0, lift(t, name))
        assert len(lies(t)) == 1


def test_example_9_the_order_of_laying_matters():
    t = new(22)
    lay(t, "M6/3@3,2")
    assert t.refusal(0, place(t, "O4/0@5,4")) == "Overlapping squares must match."
    lay(t, "L2/2@4,3", "O4/0@5,4")
    assert len(lies(t)) == 3


def test_example_10_hints():
    t = new(22, hints=3)
    lay(t, "M6/3@3,2", "L2/2@4,3")
    t.play(0, HINT)
    assert lies(t) == {"M6/3@3,2", "L2/2@4,3", "G5/1@2,2"}
    assert (t.plain.actions, t.plain.hints_left, t.plain.named) == (3, 2, NONE)
    t = new(22, hints=1)
    lay(t, "O4/0@5,4")
    t.play(0, HINT)
    assert card_name(t.plain.card[t.plain.named]) == "O4"
    assert t.refusal(0, HINT) == "No hints left."
    t = new(1, hints=1)
    lay(t, "M5/0@3,3")
    t.play(0, HINT)
    assert card_name(t.plain.card[t.plain.named]) == "M5"
    assert t.plain.actions == 1


def test_a_hint_names_the_last_laid_of_the_wrong_cards():
    t = new(1, hints=1)
    lay(t, "M5/0@3,3", "M1/1@3,1")
    t.play(0, HINT)
    assert card_name(t.plain.card[t.plain.named]) == "M1"


def test_hints_alone_solve_a_puzzle_of_three_cards():
    t = new(1, hints=3)
    for _ in range(3):
        t.play(0, HINT)
    assert t.scores() == [1]


def test_example_11_turned():
    """Puzzle 1 turned once: found among the seeds, since chance decides."""
    for seed in range(40):
        t = GAME.new(1, seed=seed, options={"orientation": "free"}, gear="plain")
        if t.plain.quarter == 1:
            assert {(t.plain.x[k], t.plain.y[k]) for k in range(3)} == {(3, 3), (1, 1), (1, 3)}
            lay(t, "C3/1@3,3", "M5/0@1,3", "M1/1@1,1")
            assert t.scores() == [1]
            return
    raise AssertionError("no seed turns it once")


# ---- refusals ------------------------------------------------------------------------------------------------------


def test_what_is_not_allowed_is_refused_with_its_reason():
    t = new(7)
    lay(t, "M2/1@1,1")
    free = [card_name(t.plain.card[k]) for k in range(3)].index("C2")
    assert t.refusal(0, place(t, "M2/1@3,1")) == "That card is not free."
    assert t.refusal(0, board.WAYS * 5) == "That card is not free."
    assert t.refusal(0, place(t, "C2/0@1,1")) == "Centres go on empty black squares."
    assert t.refusal(0, board.WAYS * free + 4 * board.ELSEWHERE) == "Centres go on empty black squares."
    assert t.refusal(0, place(t, "C2/1@3,1")) == "Overlapping squares must match."
    assert t.refusal(0, lift(t, "C2")) == "That card does not lie on the outline."
    assert t.refusal(0, HINT) == "No hints left."
    assert t.refusal(0, GO_ON) == "You have not given up."
    assert t.refusal(0, LOOK_ON) == "There is nobody to wait for."


def test_nothing_is_done_after_the_end():
    t = new(7)
    t.play(0, GIVE_UP)
    assert t.over
    assert t.scores() == [0]
    number = t.gear.refuse(t._x, 0, place(t, "M2/1@1,1"))
    assert GAME.refusals[number] == "This puzzle is finished."


def test_another_seats_card_stays():
    t = new(7, seats=2, cards="dealt", hints=1)
    assert [t.plain.owner[k] for k in range(3)] == [0, 1, 0]
    assert t.refusal(0, place(t, "M2/1@1,1")) == "That card is not yours to move."
    t.play(1, place(t, "M2/1@1,1"))
    assert t.refusal(0, lift(t, "M2")) == "That card is not yours to move."
    t.play(1, HINT)  # it may lay any seat's card
    assert len(lies(t)) == 2


def test_two_seats_that_grab_one_card_at_once():
    """Who comes second is told so, and the first card stays where it is."""
    t = new(7, seats=2)
    lay(t, "M2/1@1,1")
    before = bytes(t)
    assert t.refusal(1, place(t, "M2/1@3,1")) == "That card is not free."
    assert t.refusal(1, place(t, "C2/0@1,1")) == "Centres go on empty black squares."
    assert bytes(t) == before


@pytest.mark.parametrize("number", [0, 61, "six", "7 stars"])
def test_a_puzzle_that_does_not_exist(number):
    with pytest.raises(BadOption):
        new(number)


# ---- giving up, the clock, the guard -------------------------------------------------------------------------------


def test_a_group_gives_up_when_all_do():
    t = new(7, seats=3)
    t.play(0, GIVE_UP)
    t.play(1, GIVE_UP)
    assert t.refusal(0, GIVE_UP) == "You have given up already; it counts when everybody has."
    t.play(0, GO_ON)
    t.play(2, GIVE_UP)
    assert not t.over
    lay(t, "M2/1@1,1", seat=1)  # to have given up forbids nothing
    t.play(0, GIVE_UP)
    assert t.over
    assert t.scores() == [0, 0, 0]
    assert t.ranks() == [1, 1, 1]


def test_the_mind_is_changed_a_hundred_times_at_most():
    t = new(7, seats=2)
    for _ in range(board.MOST_TAKEN_BACK):
        t.play(0, GIVE_UP)
        t.play(0, GO_ON)
    t.play(0, GIVE_UP)
    assert t.refusal(0, GO_ON) == "You have taken it back often enough."


def test_the_time_runs_out():
    t = GAME.new(1, options={"puzzle": 7, "clock": "60 s"}, gear="plain", timed=True)
    lay(t, "M2/1@1,1")
    assert t.due() == 60_000
    t.plain.now = 60_000
    t.tick()
    assert t.over
    assert t.scores() == [0]
    assert (t.plain.ended, t.plain.took) == (board.TIME_UP, 60_000)


@pytest.mark.parametrize("clock", ["off", "count up"])
def test_without_a_limit_nothing_is_due(clock):
    assert new(7, clock=clock).due() == NONE


def test_two_thousand_actions_end_it():
    t = new(7)
    for _ in range(board.MOST_ACTIONS // 2):
        lay(t, "M2/1@1,1")
        assert not t.over
        t.play(0, lift(t, "M2"))
    assert t.over
    assert t.scores() == [0]
    assert t.plain.ended == board.TOO_MANY


def test_the_last_action_may_still_solve_it():
    t = new(7)
    lay(t, "M2/1@1,1", "C2/0@3,1")
    t.plain.actions = board.MOST_ACTIONS - 1
    lay(t, "R6/0@2,3")
    assert t.scores() == [1]


def test_lifting_moves_later_cards_up():
    t = new(13)
    lay(t, *numbered(13).answer[:4])
    t.play(0, lift(t, str(numbered(13).answer[1])[:2]))
    assert sorted(t.plain.order[k] for k in range(5)) == [0, 0, 1, 2, 3]


def test_a_rating_is_a_puzzle_by_lot():
    found = {
        BOOK[GAME.new(1, seed=seed, options={"puzzle": "4 stars"}, gear="plain").plain.number].stars
        for seed in range(30)
    }
    assert found == {4}


def test_dealt_cards_and_those_who_only_advise():
    t = new(7, seats=5, cards="dealt", hints=1)
    assert t.codes(4) == [HINT, GIVE_UP, LOOK_ON]
    for seat in range(1, 5):
        t.play(seat, LOOK_ON)
        assert seat not in t.waiting()
    assert t.refusal(0, LOOK_ON) == "There is nobody to wait for."
    lay(t, "C2/0@3,1")
    assert t.waiting() == [0, 1, 2, 3, 4]


def test_somebody_who_can_act_is_always_awake():
    """Seat 5 has no card, no hint, and has taken giving up back too often: nobody can wait for it."""
    t = new(7, seats=5, cards="dealt")
    t.plain.taken_back[4] = board.MOST_TAKEN_BACK
    t.play(4, GIVE_UP)
    assert t.codes(4) == [LOOK_ON]
    for seat in (1, 2, 3):
        t.play(seat, LOOK_ON)
    assert t.refusal(0, LOOK_ON) == "There is nobody to wait for."
    assert t.codes(4) == [LOOK_ON]
    t.play(4, LOOK_ON)
    assert t.waiting() == [0]

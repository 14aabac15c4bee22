"""What is shown, touched, told and thought."""

from itertools import product
from random import Random

import pytest

from brillig import bots
from brillig.bots.levels.duels import play_game
from brillig.bots.levels.ladders import LEVELS
from brillig.core import SPECTATOR, IllegalChoice
from brillig.games.patterns_puzzles import board
from brillig.games.patterns_puzzles.board import GIVE_UP, GO_ON, HINT, LIFT, LOOK_ON
from brillig.games.patterns_puzzles.game import GAME, candidates, feat, screen, shuns, tell, touch
from brillig.games.patterns_puzzles.judgement import can_be_completed
from brillig.games.patterns_puzzles.test_patterns_puzzles import lay, lift, new, place
from brillig.match import Match
from brillig.parts.puzzles.book import numbered
from brillig.parts.puzzles.solver import can_be_laid, solve
from brillig.parts.trickster.patterns import card_named


def told(t, act):
    before = t.view(SPECTATOR)
    act()
    return tell(before, t.view(SPECTATOR), SPECTATOR)


def zone(t, id, seat=0):
    return next(z for z in t.screen(seat).zones if z.id == id)


# ---- the screen ----------------------------------------------------------------------------------------------------


def test_the_puzzle_in_letters():
    t = new(22, hints=1)
    lay(t, "M6/3@3,2")
    assert t.text(0).splitlines() == [
        "Puzzle 22 ★★☆☆☆ gems, wild centres:",
        "  0 1 2 3 4 5 6",
        "0 . . .",
        "1 . # a r s",
        "2 . . # M r .",
        "3   . e s # . .",
        "4       . . # .",
        "5         . . .",
        "",
        "Cards:",
        "    G5          L2          M6",
        " r  a  s     r  t  e     -",
        " a  G  e     a  L  s",
        " s  e  t     s  r  a",
        "    O1          O4",
        " r  t  e     r  a  s",
        " e  O  a     t  O  r",
        " t  e  s     e  s  a",
        "",
        "Turn: r1  r2  r3",
        "",
        "  Puzzle  cards laid 1 of 5, actions 1, hints left 1",
        "> Seat 1",
    ]


@pytest.mark.parametrize("number", [1, 22, 43, 52, 60])
def test_the_outline_is_the_nine_squares_around_every_black_one(number):
    spots = zone(new(number), "outline").spots
    black = {(s.col, s.row) for s in spots if s.look == "black"}
    pale = {(s.col, s.row) for s in spots if s.look == "outline"}
    assert black == {*numbered(number).squares}
    steps = (-1, 0, 1)
    assert black | pale == {(x + dx, y + dy) for (x, y), dx, dy in product(black, steps, steps)}
    assert max(max(at) for at in pale) < 12


def test_a_laid_card_is_one_piece_over_nine_squares_and_later_ones_lie_on_top():
    t = new(22)
    lay(t, "M6/3@3,2", "G5/1@2,2")
    cards = [s for s in zone(t, "outline").spots if s.pieces]
    assert [s.id for s in cards] == ["card-lies-M6", "card-lies-G5"]
    assert (cards[1].row, cards[1].col, cards[1].high, cards[1].wide) == (1, 1, 3, 3)
    assert [(s.pieces[0].id, s.pieces[0].turned, s.pieces[0].mark) for s in cards] == [
        ("card-M6", 270, ""),
        ("card-G5", 90, "last"),
    ]


@pytest.mark.parametrize("options", [{}, {"orientation": "free"}, {"cards": "dealt", "hints": 1}])
@pytest.mark.parametrize("number", [7, 22, 52])
def test_everything_a_person_might_try_can_be_touched(number, options):
    t = GAME.new(3, seed=4, options={"puzzle": number, **options}, gear="plain")
    for _ in range(5):
        for seat in range(3):
            view = t.view(seat)
            tries, ids = candidates(view, seat), {*screen(view, seat).ids()}
            ways = [touch(view, seat, code) for code in tries]
            assert all({*way} <= ids for way in ways)
            touched = [way for way in ways if way]
            assert len({*touched}) == len(touched)
            assert {*t.codes(seat)} - {LOOK_ON} <= {*tries}
        t.play(0, t.codes(0)[0])


def test_the_screen_does_not_say_what_fits():
    """Every try on an empty black square is offered, whatever lies there."""
    t = new(7)
    lay(t, "M2/1@1,1")
    assert len([code for code in candidates(t.view(0), 0) if code < LIFT]) == 2 * 2 * 4


def test_a_card_that_is_turned_beside_the_board_needs_other_touches():
    for seed in range(20):
        t = GAME.new(1, seed=seed, options={"puzzle": 7, "orientation": "free"}, gear="plain")
        for card in range(3):
            turns = [len(touch(t.plain, 0, board.WAYS * card + rotation)) for rotation in range(4)]
            assert turns[t.plain.beside[card]] == 2
            assert sorted(turns) == [2, 3, 3, 3]


def test_prompts_and_lamps():
    t = new(7, seats=2, hints=1)
    assert t.screen(0).prompt == "Lay all cards on the black squares, overlaps matching: 3 to go."
    lay(t, "M2/0@1,1")
    t.play(1, HINT)
    assert t.screen(0).prompt == "The hint: take M2 back."
    t.play(0, GIVE_UP)
    assert t.screen(0).prompt == "You have given up. It counts when Seat 2 does, too."
    assert t.screen(0).panels[1].lamps == {"gives up": "amber"}
    assert [c.label for c in t.choices(0)][-1] == "Go on after all"
    advice = new(7, seats=5, cards="dealt")
    assert advice.screen(4).prompt.startswith("You have no card of your own here")


def test_the_answer_is_shown_when_it_was_not_found_and_not_before():
    t = new(22)
    assert "answer" not in t.screen(0).to_json().decode()
    assert "solutions" not in t.screen(0).to_json().decode()
    t.play(0, GIVE_UP)
    answer = zone(t, "answer")
    cards = [(s.pieces[0].id[-2:], s.pieces[0].turned // 90, (s.col + 1, s.row + 1)) for s in answer.spots if s.pieces]
    assert [(card_named(name), turn, at) for name, turn, at in cards] == [tuple(laid) for laid in numbered(22).answer]
    assert t.screen(0).headline == "Not solved"
    assert t.screen(0).verdict == "Given up with 0 of 5 cards laid. There is one solution."


def test_the_verdict_of_a_solution():
    t = GAME.new(1, options={"puzzle": 1, "clock": "count up", "hints": 2}, gear="plain", timed=True)
    assert t.screen(0).stopwatch
    t.plain.now = 151_000
    t.play(0, HINT)
    lay(t, *numbered(1).answer[1:])
    assert t.screen(0).verdict == "Solved in 2:31 with 3 actions, 1 hint: one of 2 solutions."
    assert not t.screen(0).stopwatch
    assert feat(t.plain) == {"puzzle": 1, "solved": 1, "hints": 1, "time": 151_000, "actions": 3}


# ---- what is told --------------------------------------------------------------------------------------------------


def test_what_is_told():
    t = new(7, seats=2, hints=2)
    assert told(t, lambda: lay(t, "M2/0@1,1")) == ["M2 r0 at (1,1) is laid."]
    assert told(t, lambda: t.play(1, HINT)) == ["A hint: M2 should be taken back."]
    assert told(t, lambda: t.play(1, lift(t, "M2"))) == ["M2 is taken back."]
    assert told(t, lambda: t.play(1, HINT)) == ["A hint lays C2 r0 at (3,1)."]
    assert told(t, lambda: t.play(1, GIVE_UP)) == ["Seat 2 gives up."]
    assert told(t, lambda: t.play(1, GO_ON)) == ["Seat 2 goes on after all."]
    lay(t, "M2/1@1,1")
    assert told(t, lambda: lay(t, "R6/0@2,3"))[1] == "Solved with 5 actions, 2 hints: the only solution."


# ---- bots ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(1, 61))
def test_an_empty_outline_can_be_completed_and_so_can_the_answer_up_to_any_card(number):
    t = new(number)
    assert can_be_completed(t.plain)
    for laid in numbered(number).answer[:-1]:
        lay(t, laid)
        assert can_be_completed(t.plain)


def test_what_cannot_be_completed_is_seen():
    t = new(7)
    lay(t, "M2/0@1,1")
    assert not can_be_completed(t.plain)


def test_what_lies_in_the_wrong_order_is_seen():
    """On L2's centre M6 shows one gem and O4 another: the centre must lie between them."""
    for order, possible in ((("O4/0@5,4",), True), (("M6/3@3,2",), True), (("L2/2@4,3", "M6/3@3,2"), False)):
        t = new(22)
        lay(t, *order)
        assert can_be_completed(t.plain) == possible


def can_go_on(side, laid, left) -> bool:
    """The same by trying every order."""
    if not can_be_laid(side, laid):
        return False
    return not left or any(can_go_on(side, [*laid, one], [o for o in left if o != one]) for one in left)


@pytest.mark.parametrize("number", [21, 23, 33, 36, 47])
def test_whether_it_can_be_completed_agrees_with_trying_every_order(number):
    puzzle, pick, found = numbered(number), Random(number), set()
    fillings = solve(puzzle.side, puzzle.cards, puzzle.squares, wild=False).solutions  # whatever the order
    for _ in range(14):
        t, order = new(number), list(pick.choice(fillings))
        pick.shuffle(order)
        laid = []
        for card in order[: pick.randrange(1, len(order))]:
            if not t.refusal(0, place(t, card)):
                lay(t, card)
                laid.append(card)
        whole = [filling for filling in fillings if {*laid} <= {*filling}]
        expected = any(can_go_on(puzzle.side, laid, [o for o in filling if o not in laid]) for filling in whole)
        assert can_be_completed(t.plain) == expected
        found.add(expected)
    assert found == {True, False}


def test_bots_join_in_giving_up_and_never_begin():
    t = new(7, seats=2, hints=1)
    assert all(shuns(t.plain, 1, code) for code in (HINT, GIVE_UP))
    assert not shuns(t.plain, 1, place(t, "M2/1@1,1"))
    t.play(0, GIVE_UP)
    assert [code for code in t.codes(1) if not shuns(t.plain, 1, code)] == [GIVE_UP]
    assert not shuns(t.plain, 0, place(t, "M2/1@1,1"))  # who has given up may go on helping


@pytest.mark.parametrize("level", ["easy", "normal"])
def test_bots_solve_a_puzzle(level):
    t = new(7)
    for n in range(60):
        if t.over:
            break
        t.play(0, bots.make(level, GAME, gear="plain").choose(t.hidden(0), 0, n))
    assert t.scores() == [1]


@pytest.mark.soak
@pytest.mark.parametrize("level", LEVELS)
def test_every_level_solves_the_whole_book(level):
    """Without a detour, but for the lowest."""
    bot, laid = bots.make(level, GAME), 0
    for number in range(1, 61):
        t = play_game(GAME, [bot], number, {"puzzle": number})
        assert t.scores() == [1], number
        laid += t.plain.actions
    fewest = sum(len(numbered(number).answer) for number in range(1, 61))
    assert laid > fewest if level == "easy" else laid == fewest


# ---- the clock -----------------------------------------------------------------------------------------------------


def test_what_comes_before_the_limit_counts_and_what_comes_at_the_limit_does_not():
    for at, solved in ((59_999, True), (60_000, False)):
        match = Match.start(GAME, seats=2, secret=bytes(32), options={"puzzle": 7, "clock": "60 s"}, gear="plain")
        first, second, third = (place(match.table, laid) for laid in numbered(7).answer)
        match.choose(0, first, 10)
        match.choose(1, second, 59_000)
        assert match.alarm() == 60_000
        if solved:
            match.choose(0, third, at)
        else:
            with pytest.raises(IllegalChoice):
                match.choose(0, third, at)
        assert match.finished
        assert match.result().scores == [int(solved)] * 2

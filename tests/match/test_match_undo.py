"""What may be taken back. Peep has a choice for every case; Othellino has nothing to hide."""

import pytest

from brillig import BadSeats, IllegalChoice
from brillig.match import Match, referee

SECRET = b"u" * 32
MARK, SWAP, TURN, PEEK, SHOW, ASK, ROLL, PASS, TELL, BID = range(10)


def test_taking_back_to_where_somebody_else_decided(othellino):
    match = Match.start(othellino, secret=SECRET)
    first = match.table.waiting()[0]
    positions = []
    for seat in (first, 1 - first):
        positions.append(bytes(match.table))
        match.choose(seat, match.table.codes(seat)[0], 100)
    assert match.can_undo(first) == "Somebody else has decided since."
    assert match.can_undo(1 - first) == ""
    match.undo(1 - first, 150)
    assert bytes(match.table) == positions[1]
    assert match.ply == 1
    assert match.now == 150
    assert match.can_undo(1 - first) == "You have nothing to take back."
    # Nobody else's choice stands since: one before the other, all can be taken back.
    assert match.can_undo(first) == ""
    match.undo(first, 200)
    assert bytes(match.table) == positions[0]
    assert match.ply == 0


def test_taking_back_through_the_choices_of_others_who_agree(othellino):
    match = Match.start(othellino, secret=SECRET)
    first = match.table.waiting()[0]
    for seat in (first, 1 - first):
        match.choose(seat, match.table.codes(seat)[0], 100)
    assert match.can_undo(first) == "Somebody else has decided since."
    assert match.can_undo(first, through=[1 - first]) == ""
    assert match.last_choice.seat == 1 - first
    with pytest.raises(IllegalChoice, match="Somebody else"):
        match.undo(first, 150)  # the other first
    for seat in (1 - first, first):
        match.undo(seat, 200)
    assert match.ply == 0
    again = Match.from_lines([match.log.top, *match.log.since(0)], secret=SECRET)
    assert bytes(again.table) == bytes(match.table)


def test_what_others_have_shown_since_stands_in_the_way(peep):
    match = Match.start(peep, secret=SECRET)
    match.choose(0, PASS, 1)
    match.choose(1, SHOW, 2)
    assert match.can_undo(0, through=[1]) == "Others have seen something that was hidden from them."
    match = Match.start(peep, secret=SECRET)
    match.choose(0, PASS, 1)
    match.choose(1, ROLL, 2)
    assert match.can_undo(0, through=[1])


def test_taking_back_one_by_one(peep):
    match = Match.start(peep, secret=SECRET)
    start = bytes(match.table)
    assert match.can_undo(0) == "You have nothing to take back."
    for at, code in enumerate((MARK, SWAP, MARK, PASS)):
        match.choose(0, code, at)
        assert match.can_undo(0) == ""
    for at in range(4):
        match.undo(0, 10 + at)
    assert bytes(match.table) == start
    assert match.ply == 0
    assert match.can_undo(0) == "You have nothing to take back."


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        (TURN, "You have seen something that was hidden from you."),
        (PEEK, "You have seen something that was hidden from you."),
        (ASK, "You have seen something that was hidden from you."),
        (SHOW, "Others have seen something that was hidden from them."),
        (TELL, "Others have seen something that was hidden from them."),
        (ROLL, "Chance has spoken: what was rolled or drawn stays."),
    ],
)
def test_what_was_learned_cannot_be_taken_back(peep, photo, code, reason):
    for first in (MARK, SWAP):
        match = Match.start(peep, secret=SECRET)
        match.choose(0, first, 0)
        match.choose(0, code, 1)
        before = photo(match)
        assert match.can_undo(0) == reason
        with pytest.raises(IllegalChoice) as why:
            match.undo(0, 2)
        assert why.value.reason == reason
        assert photo(match) == before
        match.choose(0, MARK, 3)  # later choices can, up to that point
        match.undo(0, 4)
        assert match.can_undo(0) == reason


def test_what_is_known_already_may_be_asked_and_taken_back(peep):
    match = Match.start(peep, secret=SECRET)
    match.choose(0, SHOW, 0)
    match.choose(0, PASS, 0)
    match.choose(1, ASK, 1)  # about a card that lies open
    assert match.can_undo(1) == ""
    match.choose(1, PASS, 2)
    assert match.can_undo(1) == ""


def test_what_only_a_spectator_learns_stands_too(peep):
    match = Match.start(peep, secret=SECRET)
    for at, (seat, code) in enumerate([(0, PEEK), (0, PASS), (1, PEEK), (1, TURN)]):
        match.choose(seat, code, at)
    assert match.can_undo(1) == "Others have seen something that was hidden from them."


def test_whether_one_may_take_back_tells_nothing(peep):
    """Over many deals that look alike to a seat, the answer is always the same."""
    for code in (MARK, SWAP, TURN, PEEK, SHOW, ASK, TELL):
        answers = {}
        for k in range(60):
            match = Match.start(peep, secret=bytes([k]) * 32)
            match.choose(0, code, 0)
            seen = bytes(match.table.hidden(0))
            answers.setdefault(seen, set()).add(match.can_undo(0))
        assert all(len(told) == 1 for told in answers.values())


def test_choices_made_together_are_locked_in(peep):
    match = Match.start(peep, secret=SECRET)
    for k in range(4):
        match.choose(k % 2, PASS, k)
    match.choose(1, BID, 5)
    assert match.can_undo(1) == "Your choice is locked in."
    assert match.can_undo(0) == "Somebody else has decided since."


def test_nobody_fills_the_log_with_undos(othellino, monkeypatch):
    monkeypatch.setattr(referee, "MOST_UNDOS", 5)
    match = Match.start(othellino, secret=SECRET)
    mover = match.table.waiting()[0]
    code = match.table.codes(mover)[0]
    for _ in range(5):
        match.choose(mover, code, 0)
        match.undo(mover, 0)
    match.choose(mover, code, 0)
    assert match.can_undo(mover) == "Too much has been taken back in this match."


def test_undo_asks_for_a_seat(othellino):
    match = Match.start(othellino)
    for seat in (2, -1, "0"):
        with pytest.raises(BadSeats):
            match.can_undo(seat)

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from brillig import BadOption, IllegalChoice
from brillig.match import Clock, EndEntry, Match, Stopwatch, TimeoutEntry, fairness, verify
from brillig.match.clock import Running

SECRET = b"k" * 32


def test_off():
    running = Running(Clock.off(), 2)
    running.turn([0, 1], 5)
    assert running.deadline() is None
    assert running.remaining(0, 10**9) is None


def test_per_move_starts_anew_with_every_decision():
    running = Running(Clock.per_move(10), 2)
    running.turn([0], 100)
    assert running.deadline() == (10_100, 0)
    assert running.remaining(0, 4_100) == 6_000
    assert running.remaining(1, 4_100) == 10_000
    running.turn([0], 4_100, chose=0)  # and again
    assert running.deadline() == (14_100, 0)
    running.turn([1], 5_000, chose=0)
    assert running.deadline() == (15_000, 1)
    assert running.remaining(1, 20_000) == 0


def test_per_match_counts_down_and_earns():
    running = Running(Clock.per_match(60, increment=5), 2)
    running.turn([0], 0)
    running.turn([1], 20_000, chose=0)
    assert running.left == [45_000, 60_000]
    assert running.deadline() == (80_000, 1)
    running.turn([0], 30_000, chose=1)
    assert running.deadline() == (75_000, 0)
    running.turn([], 40_000, chose=0)
    assert running.deadline() is None
    assert running.left == [40_000, 55_000]


def test_several_clocks_run_at_once_and_what_others_do_renews_nothing():
    running = Running(Clock.per_move(10), 3)
    running.turn([0, 1, 2], 0)
    running.turn([0, 2], 3_000, chose=1)
    assert running.deadline() == (10_000, 0)
    running.turn([0, 2], 5_000)  # the table acts
    assert running.deadline() == (10_000, 0)
    running.turn([1, 2], 9_000, chose=0)
    assert running.deadline() == (10_000, 2)
    assert running.since == [-1, 9_000, 0]


def test_a_seat_that_is_no_longer_waited_for_stops_and_earns_nothing():
    running = Running(Clock.per_match(60, increment=5), 2)
    running.turn([0, 1], 0)
    running.turn([0], 10_000, chose=0)
    assert running.left == [55_000, 50_000]


@pytest.mark.parametrize(
    ("kind", "seconds", "increment"),
    [("move", 0, 0), ("move", -5, 0), ("move", 10**9, 0), ("match", 60, -1), ("match", 60, 10**9), ("move", 1.5, 0),
     ("move", True, 0), ("off", 5, 0), ("move", 5, 5), ("match", "60", 0)],
)  # fmt: skip
def test_a_clock_has_bounds(kind, seconds, increment):
    with pytest.raises(BadOption):
        Clock(kind, seconds, increment).checked()


def test_a_clock_in_words():
    assert str(Clock.off()) == "no clock"
    assert str(Clock.per_move(30)) == "30 s for each choice"
    assert str(Clock.per_match(600, 5)) == "600 s for the match and 5 s more after each choice"


@given(st.lists(st.tuples(st.sampled_from(["pause", "resume", "look"]), st.integers(-50, 1000)), max_size=40))
def test_a_stopwatch_never_goes_back_and_stands_while_paused(steps):
    watch, reading, running, passed, shown = Stopwatch(500), 0, False, 500, 500
    latest = 0
    for what, step in steps:
        reading += step
        if running and reading > latest:
            passed += reading - latest
            latest = reading
        if what == "pause":
            watch.pause(reading)
            running = False
        elif what == "resume":
            watch.resume(reading)
            if not running:
                latest = reading
            running = True
        now = watch.at(reading)
        assert now == passed
        assert now >= shown
        shown = now
        assert watch.paused is not running
        assert (watch.reading(now + 70) is None) is not running


def test_a_stopwatch_sets_alarms():
    watch = Stopwatch()
    watch.resume(1_000)
    assert watch.at(1_250) == 250
    assert watch.reading(400) == 1_400
    watch.pause(1_300)
    watch.resume(9_000)
    assert watch.at(9_050) == 350
    assert watch.reading(400) == 9_100


# ---- clocks in a match ---------------------------------------------------------------------------------------------


def test_the_clock_plays_a_legal_choice_drawn_by_the_secret(othellino):
    match = Match.start(othellino, clock=Clock.per_move(10), secret=SECRET)
    mover = match.table.waiting()[0]
    codes = match.table.codes(mover)
    assert match.alarm() == 10_000
    assert match.advance(9_999) == []
    (entry,) = match.advance(10_000)
    code = codes[fairness.Chance(SECRET, [b"", b""]).pick(1, len(codes))]
    assert msgspec.structs.replace(entry, hash="") == TimeoutEntry(10_000, mover, code)
    assert match.alarm() == 20_000
    assert match.can_undo(mover) == "Your time was up, and what the clock chose stays."
    assert match.can_undo(1 - mover) == "You have nothing to take back."


def test_a_choice_in_time_and_a_choice_too_late(othellino):
    match = Match.start(othellino, clock=Clock.per_move(10), secret=SECRET)
    mover = match.table.waiting()[0]
    match.choose(mover, match.table.codes(mover)[0], 9_999)
    late = match.table.codes(1 - mover)[0]
    with pytest.raises(IllegalChoice):
        match.choose(1 - mover, late, 19_999)
    assert isinstance(match.log.entries[-1], TimeoutEntry)
    assert len(match.log) == 2


def test_with_all_time_gone_the_match_still_ends(othellino):
    match = Match.start(othellino, clock=Clock.per_match(5), secret=SECRET)
    entries = match.advance(20_000)
    assert match.finished
    assert isinstance(entries[-1], EndEntry)
    assert {e.at for e in entries[:-1]} == {5_000, 10_000}
    assert verify(match.lines()).honest


def test_several_seats_time_out_in_the_order_of_seats(peep):
    match = Match.start(peep, clock=Clock.per_move(10), secret=SECRET)
    for k in range(4):
        match.choose(k % 2, 7, k)
    entries = match.advance(60_000)
    assert [(e.at, e.seat) for e in entries[:2]] == [(10_003, 0), (10_003, 1)]
    assert match.finished


def test_after_an_undo_the_time_was_all_mine(othellino):
    match = Match.start(othellino, clock=Clock.per_match(60, 5), secret=SECRET)
    mover = match.table.waiting()[0]
    code = match.table.codes(mover)[0]
    match.choose(mover, code, 20_000)
    assert match.clocks.left == [45_000 if k == mover else 60_000 for k in (0, 1)]
    match.undo(mover, 50_000)
    assert match.clocks.remaining(mover, 50_000) == 10_000
    assert match.clocks.remaining(1 - mover, 50_000) == 60_000
    assert match.alarm() == 60_000


def test_an_undo_cannot_stall_the_table(othellino):
    match = Match.start(othellino, clock=Clock.per_move(10), secret=SECRET)
    mover = match.table.waiting()[0]
    code = match.table.codes(mover)[0]
    for at in (3_000, 6_000, 9_000):
        match.choose(mover, code, at)
        match.undo(mover, at + 500)
        assert match.alarm() == 10_000
    match.choose(mover, code, 9_800)
    assert match.can_undo(mover, 9_999) == ""
    assert match.can_undo(mover, 10_000) == "Your time for that choice has run out."
    before = match.log.hash, bytes(match.table)
    with pytest.raises(IllegalChoice, match="has run out"):
        match.undo(mover, 10_000)
    assert (match.log.hash, bytes(match.table)) == before

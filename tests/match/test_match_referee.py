import hashlib
import random
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import brillig
from brillig import BadGame, BadOption, BadReplay, BadSeats, BrilligError, IllegalChoice
from brillig.match import ChoiceEntry, Clock, EndEntry, Match, TickEntry, UndoEntry, fairness, log, replay, verify

SECRET = b"r" * 32


def test_a_match_from_start_to_result(othellino, play_on):
    match = Match.start(othellino, names=["Ann", "Bob"], options={"size": 8}, secret=SECRET)
    assert match.header.options == {"size": 8, "first_mover": "random"}
    assert match.names == ["Ann", "Bob"]
    assert not match.finished
    with pytest.raises(BrilligError, match="not over yet"):
        match.result()
    play_on(match, undo=0)
    assert match.finished
    result = match.result()
    assert result.scores == match.table.scores()
    assert result.ranks == match.table.ranks()
    assert result.digest == hashlib.sha256(bytes(match.table)).hexdigest()
    assert bytes.fromhex(result.secret) == SECRET
    assert match.ply == len(match.log) - 1
    assert "secret" not in repr(match)


def test_the_secret_is_shown_only_at_the_end(othellino, play_on):
    match = play_on(Match.start(othellino, secret=SECRET), steps=10)
    assert SECRET.hex().encode() not in b"".join(match.lines())
    assert SECRET.hex().encode() in match.lines(private=True)[1]
    play_on(match)
    assert SECRET.hex().encode() in match.lines()[-1]


@pytest.mark.parametrize(
    ("given", "kind"),
    [
        ({"seats": 3}, BadSeats),
        ({"names": ["Ann"]}, BadSeats),
        ({"names": ["Ann", "Bob", "Cid"]}, BadSeats),
        ({"seats": 2, "names": ["Ann", "Bob", "Cid"]}, BadSeats),
        ({"names": ["Ann", ""]}, BadSeats),
        ({"names": ["Ann", "   "]}, BadSeats),
        ({"names": ["Ann", "B" * 41]}, BadSeats),
        ({"names": ["Ann", "\x1b[2Jboo"]}, BadSeats),
        ({"names": ["Ann", "\u202egnp"]}, BadSeats),
        ({"names": ["Ann", "\ud800"]}, BadSeats),
        ({"names": ["Ann", 7]}, BadSeats),
        ({"nonces": [b"a"]}, BadSeats),
        ({"options": {"size": 7}}, BadOption),
        ({"options": {"colour": "red"}}, BadOption),
        ({"gear": "bicycle"}, BadOption),
        ({"clock": Clock("move", 0)}, BadOption),
    ],
)
def test_a_bad_start_is_one_sentence(othellino, given, kind):
    with pytest.raises(kind) as why:
        Match.start(othellino, **given)
    assert "\n" not in str(why.value)


def test_a_refused_choice_changes_nothing(othellino, peep, bomb, photo):
    for game in (othellino, peep, bomb):
        match = Match.start(game, clock=Clock.per_match(60, 3), secret=SECRET)
        match.choose(match.table.waiting()[0], match.table.codes(match.table.waiting()[0])[0], 5)
        before = photo(match)
        for seat in range(2):
            for code in range(-1, game.codes + 1):
                if match.table.refusal(seat, code):
                    with pytest.raises(IllegalChoice):
                        match.choose(seat, code, 400)
                    assert photo(match) == before
        for seat, code in [(2, 0), (-1, 0), ("0", 0), (True, 0), (0, "1"), (0, None), (0, 1.0), (0, 10**30)]:
            with pytest.raises(BrilligError):
                match.choose(seat, code, 400)
            assert photo(match) == before


@pytest.mark.parametrize("at", [-1, 1.5, "7", None, True, 1 << 60])
def test_a_time_is_whole_milliseconds(othellino, at):
    match = Match.start(othellino, secret=SECRET)
    mover = match.table.waiting()[0]
    for do in (lambda: match.choose(mover, match.table.codes(mover)[0], at), lambda: match.advance(at)):
        with pytest.raises(BadOption, match="milliseconds"):
            do()
    assert len(match.log) == 0


def test_time_never_goes_back(othellino):
    match = Match.start(othellino, secret=SECRET)
    for at in (700, 300, 800):
        mover = match.table.waiting()[0]
        match.choose(mover, match.table.codes(mover)[0], at)
    assert [entry.at for entry in match.log.entries] == [700, 700, 800]
    assert match.table.plain.now == 800


def test_nothing_happens_after_the_end(othellino, play_on, photo):
    match = play_on(Match.start(othellino, secret=SECRET))
    before = photo(match)
    with pytest.raises(IllegalChoice, match="The game is over"):
        match.choose(0, 0, 10**6)
    assert match.can_undo(0) == "The game is over."
    with pytest.raises(IllegalChoice, match="The game is over"):
        match.undo(0, 10**6)
    assert match.advance(10**9) == []
    assert photo(match) == before


def test_an_accident_inside_a_rule_changes_nothing(othellino, monkeypatch, photo):
    match = Match.start(othellino, secret=SECRET)
    mover = match.table.waiting()[0]
    before = photo(match)

    def broken(table, seat, code):
        table.plain.last = 5
        raise KeyboardInterrupt

    monkeypatch.setattr(brillig.Table, "play", broken)
    with pytest.raises(KeyboardInterrupt):
        match.choose(mover, match.table.codes(mover)[0], 100)
    assert photo(match) == before


def test_a_store_keeps_line_by_line(othellino, play_on):
    """What a server does: after every command it keeps the new lines, and after a crash it has a prefix of them."""
    match = Match.start(othellino, secret=SECRET)
    kept, hashes = [match.log.top], [match.log.hash]
    dice = random.Random(4)
    while not match.finished:
        mover = match.table.waiting()[0]
        entry = match.choose(mover, dice.choice(match.table.codes(mover)), match.now + 10)
        new = match.log.since(len(kept) - 1)
        assert entry.hash.encode() in new[0]
        kept += new
        hashes.append(match.log.hash)
    assert kept == match.lines()
    for n in (1, 2, 7, len(kept)):
        again = Match.from_lines(kept[:n], secret=SECRET)
        assert again.lines() == kept[:n]
    assert len(set(hashes)) == len(hashes)


def test_a_lost_end_follows_from_the_rest(othellino, play_on):
    match = play_on(Match.start(othellino, secret=SECRET))
    again = Match.from_lines(match.lines()[:-1], secret=SECRET)
    assert again.finished
    assert again.lines() == match.lines()
    assert "end was missing" in again.note


def test_the_gears_agree_to_the_byte(othellino, peep, play_on):
    for game in (othellino, peep):
        plain, compiled = (
            play_on(Match.start(game, secret=SECRET, gear=gear, clock=Clock.per_move(1)), seed=3)
            for gear in ("plain", "compiled")
        )
        assert plain.lines() == compiled.lines()
        assert bytes(plain.table) == bytes(compiled.table)
        assert verify(plain.lines(), game=game, gear="compiled").honest


@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_a_match_saved_anywhere_reloads_to_the_same_bytes(othellino, peep, bomb, play_on, photo, data):
    game = data.draw(st.sampled_from([othellino, peep, bomb]))
    clock = data.draw(st.sampled_from([Clock.off(), Clock.per_move(1), Clock.per_match(20, 1)]))
    nonces = data.draw(st.lists(st.binary(max_size=32), min_size=2, max_size=2))
    match = Match.start(game, clock=clock, secret=data.draw(st.binary(min_size=32, max_size=32)), nonces=nonces)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "match.jsonl"
        while True:
            match.save(path)
            again = Match.load(path, game=game)
            assert photo(again) == photo(match)
            assert again.lines() == match.lines()
            assert [again.can_undo(k) for k in range(2)] == [match.can_undo(k) for k in range(2)]
            if match.finished:
                break
            match = again
            play_on(match, seed=data.draw(st.integers(0, 1000)), steps=data.draw(st.integers(1, 25)), undo=0.4)
        assert list(Path(folder).iterdir()) == [path]
    assert verify(match.lines(), game=game).honest


def test_steps_of_a_record_one_by_one(othellino, play_on):
    match = play_on(Match.start(othellino, secret=SECRET), undo=0.4)
    record = replay.parse_lines(match.lines())
    again, ply = Match.opening(record), 0
    for entry in again.steps(record):
        ply += {ChoiceEntry: 1, UndoEntry: -1, EndEntry: 0}[type(entry)]
        assert again.ply == ply
    assert again.lines() == match.lines()
    assert any(isinstance(entry, UndoEntry) for entry in match.log.entries)


# ---- real time -----------------------------------------------------------------------------------------------------


def test_the_table_acts_at_its_own_deadlines(bomb):
    match = Match.start(bomb, secret=SECRET)
    fuse = match.table.due()
    assert 2000 <= fuse < 5000
    assert match.alarm() == fuse
    assert match.advance(fuse - 1) == []
    (tick,) = match.advance(fuse)
    assert isinstance(tick, TickEntry)
    assert tick.at == fuse
    assert match.table.plain.now == fuse
    assert match.table.plain.bangs == 1
    rest = match.advance(10**6)
    assert [type(e) for e in rest] == [TickEntry, TickEntry, EndEntry]
    assert match.alarm() is None
    assert match.table.scores() == [-30000, 0]


def test_choices_are_dated_and_ordered_with_the_ticks(bomb):
    match = Match.start(bomb, secret=SECRET)
    match.choose(0, 0, 1500)
    fuse = match.table.due()
    assert match.table.plain.points[0] == 1500
    match.choose(1, 0, fuse - 1)
    with pytest.raises(IllegalChoice, match="You do not hold the bomb"):
        match.choose(1, 0, fuse + 50)  # the bang comes first, whatever becomes of the choice
    assert [type(e) for e in match.log.entries] == [ChoiceEntry, ChoiceEntry, TickEntry]
    assert match.table.scores() == [1500 - 10000, fuse - 1501]
    match.choose(0, 0, fuse + 50)
    assert match.log.entries[-1].at == fuse + 50
    assert match.can_undo(0) == "Time runs at this table, so what is done is done."


def test_a_choice_on_the_stroke_comes_after_the_tick(bomb):
    match = Match.start(bomb, secret=SECRET)
    match.choose(0, 0, match.table.due())
    assert [type(e) for e in match.log.entries] == [TickEntry, ChoiceEntry]


def test_ticks_and_timeouts_in_exact_order(bomb):
    match = Match.start(bomb, seats=3, secret=SECRET, clock=Clock.per_move(1))
    match.advance(30_000)
    assert match.finished
    times = [e.at for e in match.log.entries[:-1]]
    assert times == sorted(times)
    kinds = {type(e).__name__ for e in match.log.entries}
    assert kinds == {"TickEntry", "TimeoutEntry", "EndEntry"}
    in_steps = Match.start(bomb, seats=3, secret=SECRET, clock=Clock.per_move(1))
    for at in range(0, 30_000, 7):
        in_steps.advance(at)
    assert in_steps.lines() == match.lines()
    assert verify(match.lines(), game=bomb).honest


def test_an_act_of_the_table_closes_what_was_done_before(othellino, monkeypatch):
    match = Match.start(othellino, secret=SECRET)
    mover = match.table.waiting()[0]
    match.choose(mover, match.table.codes(mover)[0], 100)
    dues = [-1, 500]  # the choice has set an alarm; when it has rung there is no other
    monkeypatch.setattr(match, "_timeless", False)
    monkeypatch.setattr(match.table, "due", lambda: dues[-1])
    monkeypatch.setattr(match.table, "tick", dues.pop)
    assert match.can_undo(mover) == ""
    match.advance(600)
    assert [type(e) for e in match.log.entries] == [ChoiceEntry, TickEntry]
    assert match.can_undo(mover) == "The table has moved on since."


def test_other_arrival_times_make_another_match(bomb):
    def scores(at):
        match = Match.start(bomb, secret=SECRET)
        match.choose(0, 0, at)
        return match.table.scores()

    assert scores(100) != scores(900)


def test_a_table_whose_deadline_never_moves_on_is_stopped(bomb, monkeypatch):
    monkeypatch.setattr(log, "MOST_ENTRIES", 50)
    match = Match.start(bomb, secret=SECRET)
    monkeypatch.setattr(match.table, "tick", lambda: None)
    with pytest.raises(BadGame, match="does not end"):
        match.advance(10**6)
    assert len(match.log) == 50


def test_a_seat_without_a_choice_is_a_fault_of_the_game(othellino, monkeypatch):
    match = Match.start(othellino, secret=SECRET, clock=Clock.per_move(1))
    monkeypatch.setattr(brillig.Table, "codes", lambda self, seat: [])
    with pytest.raises(BadGame, match="has no choice"):
        match.advance(5000)


def test_a_match_needs_the_right_secret_to_go_on(othellino):
    lines = Match.start(othellino, secret=SECRET).lines()
    with pytest.raises(BadReplay, match="secret is not in the file"):
        Match.from_lines(lines)
    with pytest.raises(BadReplay, match="not the secret"):
        Match.from_lines(lines, secret=fairness.new_secret())
    assert Match.from_lines(lines, secret=SECRET).lines() == lines

"""Forgeries: files whose hashes fit, made up by somebody who knows the format."""

import json

import msgspec
import pytest

from brillig.match import Clock, Match, TimeoutEntry, UndoEntry, log, verify

SECRET = b"v" * 32


def forged(match, edit):
    """The lines of a match after an edit of its links, all hashes made to fit again."""
    links = [json.loads(line) for line in match.lines()]
    edit(links)
    header = msgspec.convert({k: v for k, v in links[0].items() if k != "hash"}, log.Header)
    again = log.Log(header)
    for link in links[1:]:
        again.append(msgspec.convert({k: v for k, v in link.items() if k != "hash"}, log.Entry))
    return [again.top, *again.since(0)]


@pytest.fixture(scope="module")
def slow(othellino, play_on):
    """Othellino with a quick clock: choices, undos and timeouts."""
    match = play_on(Match.start(othellino, secret=SECRET, clock=Clock.per_move(1)), seed=8, undo=0.3, pause=1100)
    assert {type(e).__name__ for e in match.log.entries} == {"ChoiceEntry", "UndoEntry", "TimeoutEntry", "EndEntry"}
    return match


@pytest.fixture(scope="module")
def bangs(bomb, play_on):
    return play_on(Match.start(bomb, secret=SECRET), seed=1, pause=700)


def first(links, kind):
    return next(k for k, link in enumerate(links) if link.get("kind") == kind)


def test_an_honest_match(slow, bangs, bomb, tmp_path):
    honest, sentences = verify(slow.lines())
    assert honest
    assert sentences[0] == f"The {len(slow.lines())} lines are linked without a gap."
    assert any("What the clock chose was drawn as it should be" in s for s in sentences)
    assert any("Nothing was taken back that had to stand" in s for s in sentences)
    honest, sentences = verify(bangs.lines(), game=bomb)
    assert honest
    assert "The table acted at its deadlines (3)." in sentences
    slow.save(tmp_path / "match.jsonl")
    assert verify(tmp_path / "match.jsonl").honest
    assert verify(str(tmp_path / "match.jsonl"), commitment=slow.header.commitment.upper()).honest


def test_a_match_under_way_cannot_be_verified_yet(othellino, play_on):
    match = play_on(Match.start(othellino, secret=SECRET), steps=9)
    for lines in (match.lines(), match.lines(private=True)):
        assert verify(lines) == (
            False,
            ["The match is not finished.", "It can be verified when it is over and its secret is shown."],
        )


def test_a_file_that_is_none(tmp_path):
    assert verify(tmp_path / "none").sentences == [f"{tmp_path / 'none'} cannot be read: No such file or directory."]


def test_a_made_up_match_is_found_by_its_commitment(slow, othellino, play_on):
    other = play_on(Match.start(othellino))
    assert verify(other.lines()).honest  # true to itself
    verdict = verify(other.lines(), commitment=slow.header.commitment)
    assert verdict == (False, ["Line 1: this is not the commitment that was published at the start."])


def set_in(kind, **changes):
    def edit(links):
        links[first(links, kind)].update(changes)

    return edit


def cut(kind):
    def edit(links):
        del links[first(links, kind)]

    return edit


def somebody_elses(links):
    link = links[first(links, "undo")]
    link["seat"] = 1 - link["seat"]


def another_pick(links):
    """A timeout with another legal choice than the one drawn."""
    link = links[first(links, "timeout")]
    link["code"] = (link["code"] + 1) % 46


def a_timeout_as_choice(links):
    link = links[first(links, "timeout")]
    link["kind"] = "choice"


def a_choice_as_timeout(links):
    links[first(links, "choice")]["kind"] = "timeout"


def early(links):
    links[first(links, "timeout")]["at"] -= 1


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        (set_in("choice", code=64), "You have a legal move, so you must place a cube."),
        (set_in("choice", code=0), "You must trap at least one enemy cube"),
        (set_in("choice", code=999), "There is no choice 999 in Othellino."),
        (somebody_elses, "Somebody else has decided since."),
        (set_in("end", scores=[36, 0]), "this line must say: the match ends"),
        (set_in("end", ranks=[2, 2]), "this line must say: the match ends"),
        (set_in("end", digest="0" * 64), "this line must say: the match ends"),
        (set_in("end", secret="0" * 64), "this is not the secret that line 1 commits to"),
        (cut("timeout"), ""),
        (cut("undo"), ""),
        (another_pick, "this line must say: the clock chooses"),
        (a_timeout_as_choice, "It is not your turn"),
        (a_choice_as_timeout, "no deadline has come by then"),
        (early, ""),
    ],
)
def test_a_forged_match(slow, edit, said):
    honest, sentences = verify(forged(slow, edit))
    assert not honest
    assert len(sentences) == 1
    assert sentences[0].startswith("Line ")
    assert said in sentences[0]


def later(links):
    links[first(links, "tick")]["at"] += 1


def a_choice_before_its_tick(links):
    k = first(links, "tick")
    links[k + 1]["at"] = links[k]["at"]
    links[k], links[k + 1] = links[k + 1], links[k]


@pytest.mark.parametrize("edit", [cut("tick"), later, set_in("tick", at=0), a_choice_before_its_tick])
def test_a_forged_deadline(bangs, bomb, edit):
    honest, sentences = verify(forged(bangs, edit), game=bomb)
    assert not honest
    assert len(sentences) == 1


def test_another_secret_deals_another_match(peep, play_on):
    match = play_on(Match.start(peep, secret=SECRET), seed=2, undo=0)

    def edit(links):
        links[0]["nonces"] = ["00", "01"]

    honest, sentences = verify(forged(match, edit), game=peep)
    assert not honest
    assert "the match ends" in sentences[0]


def test_taking_back_what_was_seen(peep):
    """A cheat turns a card, takes it back and writes it into the log as if it had been allowed."""
    match = Match.start(peep, secret=SECRET)
    for at, (seat, code) in enumerate([(0, 2), (0, 7), (1, 7), (0, 7), (1, 7), (0, 9), (1, 9)]):
        match.choose(seat, code, at)

    def edit(links):
        links.insert(2, {"kind": "undo", "at": 0, "seat": 0})

    honest, sentences = verify(forged(match, edit), game=peep)
    assert not honest
    assert sentences == [
        "Line 3, seat 1 takes a choice back at 0 ms: You have seen something that was hidden from you."
    ]


def test_every_single_choice_counts(slow):
    """Whatever legal-looking code is put in place of any choice, the end gives it away."""
    links = [json.loads(line) for line in slow.lines()]
    for k, link in enumerate(links):
        if link.get("kind") == "choice":

            def edit(them, k=k):
                them[k]["code"] = (them[k]["code"] + 1) % 46

            assert not verify(forged(slow, edit)).honest


def test_what_is_in_words():
    assert log.words(TimeoutEntry(5, 1, 7)) == "the clock chooses 7 for seat 2 at 5 ms"
    assert log.words(UndoEntry(5, 1)) == "seat 2 takes a choice back at 5 ms"
    assert log.words(log.TickEntry(5)) == "the table acts at 5 ms"

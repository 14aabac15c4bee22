"""Ending before the rules do: resigned, drawn, abandoned. The log says so, and deals again to the same end."""

from __future__ import annotations

import random

import pytest

import brillig
from brillig import catalogue
from brillig.core import IllegalChoice
from brillig.match import Match, verify
from brillig.match.ending import ended, placed
from brillig.match.narrator import story
from brillig.match.replay import parse_lines


@pytest.fixture
def gold_mine():
    return brillig.load("gold-mine")


def play(match, steps, seed=1):
    dice = random.Random(seed)
    for _ in range(steps):
        if match.finished or not match.waits:
            return
        seat = dice.choice(match.waits)
        match.choose(seat, dice.choice(match.table.codes(seat)), match.now + 10)


def again(match):
    """The same match from its lines."""
    lines = match.lines()
    verdict = verify(lines)
    assert verdict.honest, verdict.sentences
    other = Match.from_lines(lines)
    assert other.result() == match.result()
    assert other.lines() == lines
    return verdict.sentences


def test_of_two_whoever_resigns_loses_whatever_the_points(othellino):
    match = Match.start(othellino, names=["Ann", "Bob"])
    play(match, 9)
    match.resign(1, match.now + 5)
    assert (match.finished, match.result().ranks, match.waits) == (True, [1, 2], [])
    assert match.result().scores == match.table.scores()
    assert ended(match.log.entries) == "resign"
    assert match.alarm() is None
    assert any("resigned" in sentence for sentence in again(match))
    for act in (lambda: match.choose(0, 0, 10**6), lambda: match.resign(0, 10**6), lambda: match.stop("draw", 10**6)):
        with pytest.raises(IllegalChoice):
            act()


def test_at_a_larger_table_the_others_play_on_and_come_first(gold_mine):
    match = Match.start(gold_mine, 4)
    match.resign(2, 5)
    assert not match.finished
    with pytest.raises(IllegalChoice, match="resigned already"):
        match.resign(2, 6)
    match.resign(0, 7)
    play(match, 10_000)
    assert match.finished
    ranks = match.result().ranks
    assert (ranks[0], ranks[2]) == (3, 4)
    assert sorted(ranks[1::2]) in ([1, 2], [1, 1])
    assert ended(match.log.entries) == ""  # the rules ended it
    again(match)


def test_places():
    assert placed([1, 2, 2, 4], []) == [1, 2, 2, 4]
    assert placed([1, 2, 2, 4], [0]) == [4, 1, 1, 3]
    assert placed([3, 1, 2], [1, 0]) == [2, 3, 1]
    assert placed([1], [0]) == [1]


@pytest.mark.parametrize("how", ["draw", "abandon"])
def test_all_agree_to_stop(gold_mine, how):
    match = Match.start(gold_mine, 3)
    play(match, 4)
    match.resign(1, match.now)
    match.stop(how, match.now + 1)
    assert match.result().ranks == [1, 3, 1]
    assert ended(match.log.entries) == how
    assert any("by agreement" in sentence for sentence in again(match))
    heads = [moment.head for moment in story(parse_lines(match.lines()))]
    assert heads[-2] == "Seat 2 resigns"
    assert heads[-1] == ("All agree to a draw" if how == "draw" else "The match is abandoned")


def test_nothing_before_a_resignation_can_be_taken_back():
    match = Match.start(brillig.load("halma"), 3)
    (seat,) = match.waits
    match.choose(seat, match.table.codes(seat)[0], 1)
    assert match.can_undo(seat) == ""
    match.resign((seat + 1) % 3, 5)
    assert match.can_undo(seat) == "Somebody has resigned since."


def test_a_forged_resignation_is_found(othellino):
    match = Match.start(othellino, 2)
    play(match, 3)
    match.resign(0, 50)
    lines = match.lines()
    forged = [line.replace(b'"kind":"resign","at":50,"seat":0', b'"kind":"resign","at":50,"seat":1') for line in lines]
    assert forged != lines
    assert not verify(forged).honest


@pytest.mark.parametrize("game", catalogue.games(), ids=lambda game: game.slug)
def test_every_game_can_be_stopped_at_any_time(game):
    for steps in (0, 7, 25):
        match = Match.start(game, game.seats[1])
        play(match, steps)
        if not match.finished:
            match.stop("abandon", match.now + 1)
            again(match)

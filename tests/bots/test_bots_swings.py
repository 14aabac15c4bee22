"""Swings are charged to the choice that allowed them: held against exact endings, and adding up."""

from __future__ import annotations

import msgspec
import pytest

import brillig
from brillig.bots import make
from brillig.bots.analysis import Analysis, Decision, WeighedChoice, decisions, settings_for
from brillig.bots.swings import charges, given_away, luck
from brillig.match import Match
from brillig.match.replay import parse_lines

BLIND, SOME = 60, 400  # iterations of searches that see little
HALF, NOTICED = 0.5, 0.2  # a choice that turns a win into a draw or worse; one that is said to cost something


def played(slug, kinds, secret=b"s" * 32, **options):
    game = brillig.load(slug)
    match = Match.start(game, secret=secret, gear="compiled", options=options)
    bots = [make(kind, game) for kind in kinds]
    while not match.finished:
        seat = match.waits[0]
        match.choose(seat, bots[seat].choose(match.table.hidden(seat), seat, 1000 * secret[0] + match.ply), 0)
    return match, parse_lines(match.lines())


def analysed(record, game, iterations=BLIND, **changes):
    settings = msgspec.structs.replace(settings_for(game, iterations, 60.0), **changes)
    made = list(decisions(record, game, settings))
    return made, settings


def test_the_loser_of_a_won_game_gave_it_away_and_it_adds_up():
    for secret in (b"1" * 32, b"2" * 32):
        match, record = played("othellino", ["random", "random"], secret)
        made, settings = analysed(record, match.game, solve=0)
        assert all(decision.certain for decision in made)
        charged = charges(made, settings, match.table)
        ranks = match.result().ranks
        outcome = 0.5 if ranks[0] == ranks[1] else float(ranks[0] == 1)
        first = charged[0]
        start = first.value if first.decision.seat == 0 else 1 - first.value
        assert outcome - start == pytest.approx(given_away(charged, 1) - given_away(charged, 0))
        if outcome != 0.5:
            assert given_away(charged, ranks.index(2)) >= 0.2


def test_charges_agree_with_solved_positions_and_better_than_what_was_thought_at_the_time():
    """A search without the solver, with hindsight, beside what the solver says of the same endings."""
    blunders, wrong, wrong_then = 0, 0, 0
    for secret in (bytes([k]) * 32 for k in range(10)):
        match, record = played("othellino", ["random", "random"], secret)
        solved = {d.ply: d.cost >= HALF for d in analysed(record, match.game)[0] if d.analysis.exact}
        made, settings = analysed(record, match.game, SOME, solve=0)
        for charge in charges(made, settings, match.table):
            if charge.decision.ply in solved:
                blunder = solved[charge.decision.ply]
                blunders += blunder
                wrong += (charge.cost >= NOTICED) != blunder
                wrong_then += (charge.decision.cost >= NOTICED) != blunder
    assert blunders >= 10
    assert wrong <= 6
    assert wrong <= wrong_then / 2, (wrong, wrong_then)


def test_the_swing_is_charged_to_the_choice_before_it_not_to_the_one_that_sees_it():
    def decision(ply, seat, code, *means):
        options = [WeighedChoice(k, str(k), mean, 0) for k, mean in enumerate(means)]
        return Decision(ply, seat, code, str(code), Analysis(seat, options, False, False, 9), None, certain=False)

    blunder, reply = decision(1, 0, 1, 0.6, 0.2), decision(2, 1, 0, 0.8, 0.3)
    first, second = charges([blunder, reply], settings_for(brillig.load("othellino")))
    assert first.cost == pytest.approx(0.4)
    assert second.cost == 0


def test_with_dice_the_rest_is_luck():
    match, record = played("backgammon", ["random", "greedy"])
    cut = msgspec.structs.replace(settings_for(match.game, 100, 60.0), iterations=20, turns=False)
    made = list(decisions(record, match.game, cut))[-12:]
    assert not all(decision.certain for decision in made)
    charged = charges(made, cut, match.table)
    for seat in (0, 1):
        mine = [c for c in charged if c.decision.seat == seat]
        if mine:
            outcome = float(match.result().ranks[seat] == 1)
            brought = luck(charged, seat, match.table)
            assert outcome == pytest.approx(mine[0].value - given_away(mine, seat) + brought)

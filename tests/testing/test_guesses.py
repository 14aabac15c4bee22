"""A guess that forgets what everybody has seen is found, by the history of the game and by what its author calls sound."""

from __future__ import annotations

import itertools
import shutil
from collections import Counter
from functools import partial
from pathlib import Path

import pytest

import brillig
from brillig.parts.bits import bit, deal_within, members
from brillig.testing.plan import CheckPlan, Failed
from brillig.testing.secrets import keeps_secrets
from tests import toys
from tests.toys import changed

GAMES = Path(brillig.__file__).parent / "games"
SMALL = CheckPlan(games=50, closely=1, positions=60, gear="plain")
HONEST = "    deal_within(s, unseen, s.held, s.may, s.may, 1, s.hand)\n"
FORGETFUL = """    for other in range(SEATS):
        for _ in range(s.held[other]):
            card = bit(any_of(s, unseen))
            unseen ^= card
            s.hand[other] |= card
"""
LONG = partial(pytest.param, marks=pytest.mark.soak)
UNSOUND = ("def sound(s: State)", "def not_asked(s: State)")


def test_an_honest_guess_passes_and_its_choices_are_taken_back():
    told = keeps_secrets(toys.load("follow"), SMALL)
    assert int(told.split("; ")[1].split()[0].replace(",", "")) > 100


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ([UNSOUND], r"contradicts what it has seen: seat \d chose '..' before.*Follow suit"),
        ([], r"not sound: seat \d holds"),
    ],
)
def test_a_guess_that_ignores_a_shown_void_is_caught(tmp_path, changes, reason):
    """It agrees with the view in every byte, and has the right pieces."""
    game = brillig.load(str(changed("follow", tmp_path, (HONEST, FORGETFUL), *changes)))
    with pytest.raises(Failed, match=reason):
        keeps_secrets(game, SMALL)


@pytest.mark.parametrize(
    ("toy", "honest", "forgetful", "reason"),
    [
        (
            "market",
            ("s.stock |= s.hand[other] & ~s.shown[other]\n            s.hand[other] = s.shown[other]"),
            ("s.stock |= s.hand[other]\n            s.hand[other] = 0"),
            r"contradicts what it has seen: seat \d chose 'Take \d+' before, and that does not lead to such a world",
        ),
        (
            "refill",
            "while not all_may_hold(s):",
            "while s.stock < 0:",
            r"contradicts what it has seen: seat \d chose '..' before, and could not have.*Follow suit",
        ),
    ],
    ids=["a card that all saw being taken", "a void before a draw"],
)
def test_a_guess_is_caught_where_winding_back_alone_does_not_tell(tmp_path, toy, honest, forgetful, reason):
    """Because nothing that is wound back fits, or chance has dealt since: other worlds that look the same bear witness."""
    plan = CheckPlan(games=50, positions=400, gear="plain")
    keeps_secrets(toys.load(toy), plan)
    with pytest.raises(Failed, match=reason) as found:
        keeps_secrets(brillig.load(str(changed(toy, tmp_path, (honest, forgetful)))), plan)
    assert "seed=1" in found.value.again
    assert "then play(seat, code) for [(" in found.value.again


SOMETHING_ELSE = """
@rule
def guess(s: State, seat: int) -> None:
    for other in range(s.seats):
        while known.free(s, other) > 0:
            known.put(s, other, known.draw_fresh(s, 0))
        for k in range(size(s.chosen[other])):
            if s.chosen[other, k] == base.UNSEEN:
                known.guess_chosen(s, other)
                break


GAME = Game("""


@pytest.mark.parametrize(
    ("name", "changes", "reason"),
    [
        ("flower_garden", [("== 1 and s.age[card] == age", "== 1")], "was not in the pile when it last drew"),
        LONG("gauntlet", [("range(s.kept[other])", "range(0)")], "cards from before the last shuffle"),
        (
            "tunnel_run",
            [("symbol = sure_card(s)", "symbol = draw(s.deck, s)\n                s.deck[symbol] += 1")],
            "kept",
        ),
        (
            "war",
            [
                ("if world.holds(s, player, position):", "if nth >= 0:"),
                ("world.cards_in(s.hand[player])", "world.CARDS"),
            ],
            "has chosen something in secret, and could not have chosen what is guessed",
        ),
        LONG(
            "temple_of_doom",
            [("s.where[card] == temple.IN_DECK and has(s.sure, card)", "False")],
            "is in the deck again",
        ),
        (
            "all_your_base",
            [
                ("import guess, hide, sound", "import hide, sound"),
                ("import base\n", "import base, known\n"),
                ("\nGAME = Game(", SOMETHING_ELSE),
            ],
            "too far from seat",
        ),
    ],
)
def test_a_guess_of_a_real_game_that_forgets_what_was_seen_is_caught(tmp_path, name, changes, reason):
    """What was seen is what `sound` says where chance lies between, so that no choice tells of it.

    In the first deal of Temple of Doom everybody announces their cards early on, so there a second one is looked at.
    """
    deals = 2 if name == "temple_of_doom" else 1
    folder = tmp_path / f"forgetful_{name}"
    shutil.copytree(GAMES / name, folder, ignore=shutil.ignore_patterns("__pycache__", "test_*", "golden"))
    source = (folder / "game.py").read_text(encoding="utf-8")
    for old, new in changes:
        assert old in source
        source = source.replace(old, new)
    (folder / "game.py").write_text(source, encoding="utf-8")
    with pytest.raises(Failed, match=reason):
        keeps_secrets(brillig.load(str(folder)), CheckPlan(games=50, closely=deals, positions=200, gear="plain"))


def test_what_is_not_sound_at_the_table_itself_is_said(tmp_path):
    game = brillig.load(str(changed("follow", tmp_path, ('return ""', 'return "nothing is right"'))))
    with pytest.raises(Failed, match="the table is not sound: nothing is right"):
        keeps_secrets(game, SMALL)


def test_a_planned_card_of_gauntlet_is_no_longer_in_what_others_know():
    """The record said what was chosen last, to all: winding back found it."""
    table = brillig.load("gauntlet").new(2, seed=1, gear="plain")
    while table.plain.phase != 1:  # planning
        seat = table.waiting()[0]
        table.play(seat, table.codes(seat)[0])
    views = set()
    for code in table.codes(1):
        then = table.copy()
        then.play(1, code)
        views.add(bytes(then.hidden(0)))
    assert len(views) == 1


# ---- dealing within what is known ----------------------------------------------------------------------------------


@pytest.fixture
def chance():
    """A record to draw from."""
    return toys.load("nim").new(seed=4).plain


def deals(chance, wants, may, n, likes=None, rather=1):
    """How often each deal of six cards came up."""
    found = Counter()
    for _ in range(n):
        hand = [0] * len(wants)
        assert deal_within(chance, 0b111111, wants, may, likes or may, rather, hand)
        found[tuple(hand)] += 1
    return found


def test_every_deal_that_is_allowed_is_as_likely_as_another(chance):
    wants, may = [2, 2, 1], [0b001111, 0b111110, 0b111111]
    every = [
        (sum(map(bit, a)), sum(map(bit, b)), bit(c))
        for a in itertools.combinations(range(4), 2)
        for b in itertools.combinations(range(1, 6), 2)
        for c in range(6)
        if len({*a, *b, c}) == 5
    ]
    found = deals(chance, wants, may, 40 * len(every))
    assert {*found} == {*every}
    off = sum((found[deal] - 40) ** 2 / 40 for deal in every)
    assert off < 1.5 * len(every)  # chi squared, about one for each deal


def test_known_cards_stay_and_a_deal_that_is_forced_is_found(chance):
    hand = [1 << 10, 0, 0]
    assert deal_within(chance, 0b111111, [2, 2, 2], [0b000011, 0b001111, 0b111111], [0, 0, 0], 1, hand)
    assert [members(h) for h in hand] == [[0, 1, 10], [2, 3], [4, 5]]


def test_where_there_is_no_such_deal_it_says_so(chance):
    assert not deal_within(chance, 0b111111, [3, 3], [0b000011, 0b111111], [0, 0], 1, [0, 0])


def test_what_is_liked_is_likelier_by_as_much_as_was_said(chance):
    """One card each of two: to hold the one that is liked is three times as likely as not to."""
    found = Counter()
    for _ in range(2000):
        hand = [0, 0]
        deal_within(chance, 0b11, [1, 1], [0b11, 0b11], [0b01, 0], 3, hand)
        found[hand[0]] += 1
    assert found[0b01] / 2000 == pytest.approx(0.75, abs=0.04)

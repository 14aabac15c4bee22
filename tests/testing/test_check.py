"""The conformance suite catches what it says it catches: a sound little game, broken in one place at a time."""

import pytest

import brillig
from brillig.bots.sense.dominated import Dominated
from brillig.testing import CheckFailed, absurd, check, examine, golden
from brillig.testing.advice import advises_rightly
from brillig.testing.conformance import POINTS
from brillig.testing.plan import CheckPlan, Failed
from tests import toys
from tests.toys import changed

UPSIDE_DOWN = """def rank(s, out):
    out[0] = 1 + (s.hand[0] > s.hand[1])
    out[1] = 1 + (s.hand[1] > s.hand[0])

@rule
def hide(s, seat):"""
FOOLISH = "@rule\ndef shortlist(s, seat, out):\n    out[0] = 2\n    return 1\n\n"
PRYING = "@rule\ndef shortlist(s, seat, out):\n    out[0] = s.hand[1 - seat] % 2\n    return 1\n\n"
SMALL = CheckPlan(games=50, closely=1, positions=40, gear="plain")


@pytest.fixture
def make(tmp_path):
    """The game with some text replaced, its golden files written from the sound one."""

    def build(*changes: tuple[str, str]):
        return brillig.load(str(changed("swap", tmp_path, *changes)))

    return build


def failures(game) -> set[int]:
    return {r.number for r in examine(game, SMALL) if not r.ok}


def fails(game, point: int) -> bool:
    """Only the one point: the others would compile what this one does not need."""
    prove = list(POINTS.values())[point - 1]
    try:
        prove(game, SMALL)
    except Failed:
        return True
    except Exception:
        return point == 2  # plain Python may find the trouble first, by an error of its own
    return False


def test_the_sound_game_is_sound(make):
    game = make()
    assert failures(game) == {8}  # nothing golden yet
    golden.write(game)
    check(game, SMALL)


@pytest.mark.parametrize(
    ("point", "old", "new"),
    [
        (1, "bound=4", "bound=3"),
        (1, "    s.turns += 1\n", "    s.turns += code\n"),
        (2, "s.odd = s.turns % 2", "s.odd = (s.turns << 62) >> 62"),
        (3, "return NEVER if code == 2 else 0", "return 7 if code == 2 else 0"),
        (3, "return NEVER if code == 2 else 0", "return 0"),
        (3, "    if not waiting(s, seat):\n        return NOT_YOUR_TURN\n", "    s.odd = code % 2\n"),
        (4, 'f"swap {s.hand[seat]}"', 'f"swap {s.hand[1 - seat]}"'),
        (4, "s.hand[other] = draw(s.deck, s)", "s.hand[other] = 0"),
        (4, "            s.deck[s.hand[other]] += 1\n            s.hand[other] = -1", "            s.hand[other] = -1"),
        (4, "turns=s.turns", "turns=s.hand[0]"),
        (4, "def screen(s, seat):", f"{PRYING}def screen(s, seat):"),
        (5, "        s.deck[s.hand[seat]] += 1\n", ""),
        (6, '"keep"', 'f"swap {s.hand[seat]}"'),
        (6, '("mine", "deck")', '("mine", "table")'),
        (6, 'else ()', 'else ("mine",)'),
        (6, "def screen(s, seat):", 'def also(s, seat, code):\n    return ("table", "mine")\n\ndef screen(s, seat):'),
        (6, "def screen(s, seat):", 'def also(s, seat, code):\n    return ("mine", "deck")\n\ndef screen(s, seat):'),
        (6, "def screen(s, seat):", f"{FOOLISH}def screen(s, seat):"),
        (6, "def screen(s, seat):", "def begins(s, seat, code):\n    return True\n\ndef screen(s, seat):"),
        (6, 't.line("mine"', 't.line("deck"'),
        (6, ", odd=s.odd", ""),
        (6, 'prompt="Swap?"', ""),
        (7, "def hide(s, seat):", "def rank(s, out):\n    out[0] = 1\n    out[1] = 3\n\n@rule\ndef hide(s, seat):"),
        (7, "def hide(s, seat):", UPSIDE_DOWN),
    ],
)  # fmt: skip
def test_a_broken_game_fails_at_its_point(make, point, old, new):
    assert fails(make((old, new)), point)


def told(game, point: int) -> str:
    with pytest.raises(Failed) as found:
        list(POINTS.values())[point - 1](game, SMALL)
    return found.value.detail


def with_rule(head: str, body: str) -> tuple[str, str]:
    return "def screen(s, seat):", f"@rule\ndef {head}:\n    {body}\n\ndef screen(s, seat):"


@pytest.mark.parametrize(
    ("head", "body", "sentence"),
    [
        ("prefer(s, seat, code)", "return code", "`prefer` says 0 for seat 0, code 0; say how likely it is, 1 or more"),
        ("value(s, seat)", "return 1001", "`value` says 1001 for seat 0; say of 1000 games how many it should win, 0 to 1000"),
        ("value(s, seat)", "return -s.turns", "`value` says -1 for seat 0; say of 1000 games how many it should win"),
        ("forget(s, seat, memory)", "s.turns = 0", "`forget` changes who is to decide, or what seat "),
    ],
)  # fmt: skip
def test_bots_are_told_sense(make, head, body, sentence):
    assert told(make(with_rule(head, body)), 11).startswith(sentence)


def test_whatever_changes_no_choices_may_be_forgotten(make):
    """The own card goes back into the deck, as those of others do."""
    back = "if memory == 0 and s.hand[seat] >= 0:\n        s.deck[s.hand[seat]] += 1\n        s.hand[seat] = -1"
    advises_rightly(make(with_rule("forget(s, seat, memory)", back)), SMALL)


def test_a_position_in_the_rules_that_cannot_be_drawn(make):
    game = make()
    rules = game.folder / "rules.md"
    rules.write_text("# Swap\n\n```position\nplay: keep\nshow: deck\n```\n")
    assert not fails(game, 9)
    rules.write_text("# Swap\n\n```position\nplay: keep\nshow: dekc\n```\n")
    assert "a position in its rules: there is no zone or panel dekc." in told(game, 9)


def test_too_few_codes_are_told_in_a_sentence(make):
    """Only code 1 is allowed, and it is not among the codes that are declared."""
    only = ("return NEVER if code == 2 else 0", "return NEVER if code != 1 else 0")
    listed = (
        "    out[0] = 0\n    out[1] = 1\n    return 2\n",
        "    n = 0\n    for code in range(1):\n        n += 0\n    return n\n",
    )
    game = make(only, listed, ("codes=3", "codes=1"))
    assert told(game, 1).startswith("game 0: a waiting seat has no choice (is codes=1 too small?)")
    assert "seat 0 is to decide and may choose none of the codes 0 to 0; allow one in `refuse`, or say" in told(game, 4)


def test_a_choice_that_is_offered_has_a_kind(make):
    kinds = ("def screen(s, seat):", "KINDS = {'keep': range(1)}\n\ndef screen(s, seat):")
    assert told(make(kinds), 3).startswith("seat 0 may choose 1, which is of no kind; name it in KINDS")


def test_an_aside_must_not_change_who_is_to_decide(make):
    """Code 2, a cough, is allowed to all at any time: harmless, or it counts as a turn."""
    cough = (
        ("    if not waiting(s, seat):\n", "    if code == 2:\n        return 0\n    if not waiting(s, seat):\n"),
        ("bound=4", "bound=4, asides=(2,)"),
    )
    counted = "    s.turns += 1\n"
    harmless = make(*cough, (counted, "    if code == 2:\n        return\n" + counted))
    assert [harmless.new(2).asides(seat) for seat in range(2)] == [[2], [2]]
    assert not fails(harmless, 3)
    assert fails(make(*cough), 3)


def test_a_change_of_rules_shows_in_the_golden_files(make):
    game = make()
    file = golden.write(game)[0]
    assert failures(game) == set()
    file.write_text(file.read_text().replace("Mine", "Yours", 1))
    (failed,) = [r for r in examine(game, SMALL) if not r.ok]
    assert failed.number == 8
    assert "Yours" in failed.detail
    file.write_text("not a playthrough")
    assert failures(game) == {8}


def test_a_failure_says_how_to_see_it_again(make):
    game = make(("        s.deck[s.hand[seat]] += 1\n", ""))
    with pytest.raises(CheckFailed, match=r"no piece appears or vanishes(.|\n)*game\.new\(seats=2, seed=1, deal="):
        check(game, SMALL)


@pytest.mark.parametrize(("guilty", "worse"), [("easy", 2), ("normal", 1), ("hard", 1), ("expert", 1)])
def test_no_level_may_choose_what_is_worse_in_every_guess(monkeypatch, guilty, worse):
    """Every level is looked at; easy may slip once."""

    def found(game, bot, *_):
        return Dominated(25, worse if bot.name == guilty else int(bot.name == "easy"), "where it was")

    monkeypatch.setattr(absurd, "dominated", found)
    with pytest.raises(Failed, match=f"{guilty} makes {worse} of 25 choices that are worse in every guess"):
        absurd.never_absurd(toys.load("nim"), SMALL)
    worse = 1
    if guilty == "easy":
        assert absurd.never_absurd(toys.load("nim"), SMALL).startswith("easy 4.0% of 25 choices, normal 0.0%")

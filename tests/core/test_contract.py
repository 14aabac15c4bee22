"""A module that breaks the contract is not loaded, and a sentence says what to do."""

import pytest

import brillig
from brillig import catalogue
from brillig.core import BadGame, contract
from brillig.core.gears import HELPS, RULES
from tests.toys import changed

BEFORE = "def screen(s, seat):"


def told(tmp_path, old, new) -> str:
    with pytest.raises(BadGame) as found:
        brillig.load(str(changed("swap", tmp_path, (old, new))))
    slug, _, sentence = str(found.value).partition(": ")
    assert slug.startswith("swap-")
    return sentence


def with_function(head: str, *, rule: bool = True, body: str = "return 1") -> tuple[str, str]:
    """The change that adds a function to the toy."""
    return BEFORE, f"{'@rule' if rule else ''}\ndef {head}:\n    {body}\n\n{BEFORE}"


@pytest.mark.parametrize(
    ("head", "sentence"),
    [
        ("due(s)", "`due` says when the table acts by itself, and `tick` what it does then; write `tick`, or leave `due` out."),
        ("tick(s)", "`tick` is what the table does by itself, and `due` says when; write `due`, or leave `tick` out."),
        ("prefers(s, seat, code)", "nothing calls prefers. Did you mean prefer? If not, give it another name."),
        ("vlaue(s, seat)", "nothing calls vlaue. Did you mean value? If not, give it another name."),
    ],
)  # fmt: skip
def test_rules_that_are_missing_or_misspelt(tmp_path, head, sentence):
    assert told(tmp_path, *with_function(head)) == sentence


@pytest.mark.parametrize(
    ("head", "sentence"),
    [
        ("missed(s, seat, code)", "`missed` is for tries that do not fit; write `candidates`, which lists what may be tried."),
        ("candidates(s, seat)", "`candidates` is for games of seeing; say seeing=True, or leave it out."),
        ("forget(s, seat, memory)", "forget is a rule; put @rule above it."),
        ("tells(before, after, viewer)", "nothing calls tells. Did you mean tell? If not, give it another name."),
    ],
)  # fmt: skip
def test_functions_that_are_missing_or_misspelt(tmp_path, head, sentence):
    assert told(tmp_path, *with_function(head, rule=False)) == sentence


def test_a_misspelt_name_that_is_needed(tmp_path):
    assert told(tmp_path, "def score(", "def scores(").endswith(
        "does not define score. Did you mean scores? See docs/add_a_game.md."
    )
    assert "does not define guess" not in told(tmp_path, "def guess(", "def gues(")
    assert (
        told(tmp_path, "def hide(", "def hides(")
        == "nothing calls hides. Did you mean hide? If not, give it another name."
    )


@pytest.mark.parametrize(
    "head",
    [
        "prefers(s)",  # other arguments
        "winning(s, seat)",  # like nothing that there is
        "scores(s, seat)",  # there is a score
    ],
)
def test_helpers_may_have_any_name(tmp_path, head):
    brillig.load(str(changed("swap", tmp_path, with_function(head))))


def test_a_helper_that_is_called_may_have_any_name(tmp_path):
    used = with_function("prefers(s, seat, code)")
    label = ("def label(s, seat, code):\n", "def label(s, seat, code):\n    prefers(s, seat, code)\n")
    brillig.load(str(changed("swap", tmp_path, used, label)))


@pytest.mark.parametrize(
    ("argument", "sentence"),
    [
        ("realtime=True", "Game(...) has no argument 'realtime'. Did you mean real_time? Game(...) takes title, box, "),
        (
            "seeing=True",
            "seeing=True wants a function `candidates` that lists what a person may try; write it, or leave ",
        ),
        ("asides=(3,)", "there is no code 3 to be an aside."),
    ],
)
def test_arguments(tmp_path, argument, sentence):
    assert told(tmp_path, "bound=4", f"bound=4, {argument}").startswith(sentence)


def test_an_argument_that_is_needed(tmp_path):
    assert told(tmp_path, "bound=4", "bond=4").startswith("Game(...) has no argument 'bond'. Did you mean bound?")
    assert told(tmp_path, "    bound=4,\n", "").startswith("Game(...) needs bound too. Game(...) takes title, ")


@pytest.mark.parametrize(
    ("kinds", "sentence"),
    [
        ("{'keep': range(4)}", "KINDS has 3 under 'keep'; codes are 0 to 2 (codes=3)."),
        ("{'keep': range(2), 'swap': range(1, 3)}", "KINDS has code 1 under 'keep' and under 'swap'; name it once."),
        ("{}", "KINDS gives 1 to 40 names, each with a range of codes."),
    ],
)
def test_kinds(tmp_path, kinds, sentence):
    assert told(tmp_path, BEFORE, f"KINDS = {kinds}\n\n{BEFORE}") == sentence


def test_every_rule_is_among_the_functions_and_no_game_has_one_with_other_arguments():
    assert {*RULES, *HELPS} <= set(contract.FUNCTIONS)
    for game in catalogue.games():
        for name, arguments in contract.FUNCTIONS.items():
            f = getattr(game, name, None)
            assert f is None or name == "screen" or f.__code__.co_argcount == arguments, (game.slug, name)

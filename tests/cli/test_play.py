"""brillig play: whole games through stdin, and everything else that can be typed."""

import builtins
import os
import re
import subprocess
import sys

import pytest
from rich.console import Console

from brillig import load
from brillig.bots import LEVELS
from brillig.cli.table import session
from brillig.cli.table.result import print_result, winners
from brillig.cli.table.seating import at_random, secret_of
from brillig.core import Choice
from brillig.match import Clock, Match, verify
from tests.toys import TOYS

FIRST = ["--option", "first_mover=seat 1"]


def dealt(slug: str, *kinds: str, seed: int = 3, **options: object) -> Match:
    """The match that `brillig play SLUG --seats KINDS --seed SEED` starts."""
    return Match.start(load(slug), names=kinds, options=options, secret=secret_of(seed))


def played(match: Match, pick, people: tuple[int, ...] = (0,)) -> list[Choice]:
    """Play a match to its end as the command does; returns what the people chose."""
    chosen = []
    while not match.finished:
        seat = match.table.waiting()[0]
        if seat in people:
            chosen.append(pick(match.table.choices(seat)))
        match.choose(seat, chosen[-1].code if seat in people else at_random(match, seat), 0)
    return chosen


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_takes_a_seat_and_plays(brillig, level):
    shown = brillig("play", TOYS / "nim", "--seats", f"{level},random", "--seed", "3", typed=[])
    assert shown.code == 0
    assert f"Seat 1 ({level})" in shown.out
    assert re.search(r"Seat [12] \(\w+\) wins\.", shown.out)


# ---- whole games ---------------------------------------------------------------------------------------------------


def test_a_whole_game_by_numbers(brillig, tmp_path):
    match, file = dealt("othellino", "you", "random"), tmp_path / "match.jsonl"
    turns = len(played(match, lambda choices: choices[0]))
    shown = brillig("play", "othellino", "--seed", "3", "--save", file, typed=["1"] * turns)
    assert shown.code == 0
    mine, theirs = match.result().scores
    assert re.search(rf"Seat 1 \(you\) +{mine} *\n", shown.out)
    assert winners(["you", "random"], [mine, theirs], match.result().ranks) in shown.out
    assert verify(file).honest
    assert Match.load(file).result().scores == [mine, theirs]


def test_a_whole_game_by_labels(brillig, tmp_path):
    match, file = dealt("othellino", "you", "random", size=8), tmp_path / "match.jsonl"
    labels = [choice.label for choice in played(match, lambda choices: choices[-1])]
    shown = brillig("play", "othellino", "--option", "size=8", "--seed", "3", "--save", file, typed=labels)
    assert shown.code == 0
    assert Match.load(file).result().scores == match.result().scores
    assert f"\n  brillig verify {file}\n" in shown.out


def test_two_people_on_an_open_table(brillig, tmp_path):
    match, file = dealt("othellino", "you", "you"), tmp_path / "match.jsonl"
    labels = [choice.label for choice in played(match, lambda choices: choices[len(choices) // 2], (0, 1))]
    shown = brillig("play", "othellino", "--seats", "you,you", "--seed", "3", "--save", file, typed=labels)
    assert shown.code == 0
    assert "Pass the screen" not in shown.out  # there is nothing to hide
    assert Match.load(file).result().scores == match.result().scores


def test_a_whole_game_alone(brillig):
    match = dealt("bandersnatch", "you")
    turns = len(played(match, lambda choices: choices[0]))
    shown = brillig("play", "bandersnatch", "--seed", "3", typed=["1"] * turns)
    assert shown.code == 0
    assert f": {match.result().scores[0]} point" in shown.out.splitlines()[-1]


@pytest.mark.parametrize("slug", ["othellino", "gold-mine", "backgammon"])
def test_random_seats_play_by_themselves(brillig, slug):
    shown = brillig("play", slug, "--seats", "random,random", "--seed", "1")
    assert shown.code == 0
    assert " wins." in shown.out or "share the first place." in shown.out
    assert "> " not in shown.out.splitlines()[-1]


def test_a_seed_makes_the_same_match_again(brillig):
    runs = [
        brillig("play", "gold-mine", "--seats", "random,random,random", "--seed", seed).out for seed in ("7", "7", "8")
    ]
    assert runs[0] == runs[1]
    assert runs[0].splitlines()[3:] != runs[2].splitlines()[3:]
    assert "it is not secret" in runs[0]


def test_without_a_seed_chance_is_fresh_and_committed_to(brillig, tmp_path):
    matches = []
    for name in ("a", "b"):
        shown = brillig("play", "othellino", "--seats", "random,random", "--save", tmp_path / name)
        matches.append(Match.load(tmp_path / name))
        assert f"Commitment {matches[-1].header.commitment}" in shown.out
        assert "not secret" not in shown.out
    assert matches[0].secret != matches[1].secret


# ---- what is shown -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("columns", [80, 120])
def test_the_screen_of_a_decision(brillig, columns):
    shown = brillig("play", "othellino", "--seed", "3", *FIRST, typed=["c2"], columns=columns)
    assert all(len(line) <= columns for line in shown.out.splitlines())
    assert "Place a cube so that it traps a line of enemy cubes." in shown.out
    assert "1  c2   2  b3   3  e4   4  d5" in shown.out
    assert "· Seat 1 places on c2 and turns 1 cube." in shown.out
    assert "· Seat 2 places on " in shown.out  # what happened since your last choice
    assert "seed 3: not secret" in shown.out


def test_a_wide_table_is_folded_where_its_facts_begin(brillig):
    shown = brillig("play", "gold-mine", "--seats", "you,random", "--seed", "4", typed=["stay"] * 6, columns=60)
    assert all(len(line) <= 60 for line in shown.out.splitlines())
    assert re.search(r"│   Mine    round 1 of 4, .* │\n│           \S", shown.out)


def test_help_rules_log_and_table(brillig):
    shown = brillig("play", "othellino", "--seed", "3", *FIRST, typed=["help", "c2", "log", "RULES", "table"])
    assert "take your last choice back" in shown.out
    assert "  1  Seat 1: c2" in shown.out
    assert "Every trapped run turns to your colour" in " ".join(shown.out.split())
    assert shown.out.count("Othellino: Seat 1") == 3


def test_a_game_without_rules_to_show(brillig, toy):
    shown = brillig("play", toy(), typed=["rules"])
    assert "Heap has no rules.md to show." in shown.out


@pytest.mark.parametrize(
    ("scores", "ranks", "sentence"),
    [
        ([5, 3], [1, 2], "Seat 1 (you) wins."),
        ([5, 5, 1], [1, 1, 3], "Seat 1 (you) and Seat 2 (random) share the first place."),
        ([4, 4, 4], [1, 1, 1], "Seat 1 (you), Seat 2 (random) and Seat 3 (Ann) share the first place."),
        ([1], [1], "The game is over with 1 point."),
        ([-2], [1], "The game is over with -2 points."),
    ],
)
def test_who_won(scores, ranks, sentence):
    assert winners(["you", "random", "Ann"][: len(scores)], scores, ranks) == sentence


def test_a_game_that_all_have_lost_has_no_first_place(capsys):
    print_result(Console(), ["you", "random"], [-3, -3], [1, 1], "The temple has beaten you")
    said = capsys.readouterr().out
    assert said == "The temple has beaten you: -3 points.\n"


# ---- secrets -------------------------------------------------------------------------------------------------------


def test_the_screen_is_passed_round_when_something_is_hidden(brillig):
    shown = brillig("play", "gold-mine", "--seats", "you,you", "--seed", "3", typed=["run", "", "log", "stay", ""])
    _, second, *_ = shown.out.split("Pass the screen to ")
    assert second.startswith("Seat 2; press Enter.")
    assert "Seat 1 has chosen." in second
    assert "Seat 1: chooses in secret" in second
    assert "Run" not in second.split("Seat 2> ")[1]


def test_leaving_while_the_screen_is_passed_on(brillig):
    shown = brillig("play", "gold-mine", "--seats", "you,you", typed=["run", "quit", "quit"])
    assert shown.code == 0
    assert "The match is not saved" in shown.out
    assert "Seat 2> " not in shown.out


def test_the_one_before_can_still_take_a_choice_back(brillig, toy):
    # The toy hides the heap's owner from nobody, but says that it hides: the screen goes round after every turn.
    hiding = (
        "@rule\ndef hide(s, seat):\n    s.now = 0\n\n@rule\ndef guess(s, seat):\n    s.now = 0\n\n@rule\ndef census"
    )
    folder = toy("@rule\ndef census", hiding)
    shown = brillig("play", folder, "--seats", "you,you", typed=["take 2", "undo", "take 1", "", "log"])
    assert "Pass the screen to Seat 2; press Enter. (Seat 1 may still type undo.)" in shown.out
    assert "· Seat 1 takes the last choice back." in shown.out
    assert "Heap: 6" in shown.out.split("Seat 2> ")[0]


# ---- undo ----------------------------------------------------------------------------------------------------------


def test_undo_on_an_open_table(brillig):
    shown = brillig("play", "othellino", "--seats", "you,you", *FIRST, typed=["c2", "undo", "log"])
    assert "· Seat 1 takes the last choice back." in shown.out
    *_, last = shown.out.split("takes the last choice back.\n╭")
    assert "Othellino: Seat 1" in last
    assert "Seat 1  cubes 2" in last


def test_undo_within_a_turn(brillig):
    typed = ["1", "undo", "2", "undo", "undo"]
    shown = brillig("play", "backgammon", "--seats", "you,you", "--seed", "4", typed=typed)
    assert shown.out.count("takes the last choice back.") == 2
    assert "You have nothing to take back." in shown.out


def test_undo_after_somebody_else_has_decided(brillig):
    shown = brillig("play", "othellino", *FIRST, typed=["undo", "c2", "undo"])
    assert "You have nothing to take back." in shown.out
    assert "Somebody else has decided since." in shown.out


# ---- time ----------------------------------------------------------------------------------------------------------


ACTS = """def setup(s):
    s.heap = 0

@rule
def due(s):
    return 30 if s.now < 30 else -1

@rule
def tick(s):
    s.heap = 7"""


def test_the_table_acts_when_it_is_due(brillig, toy, tmp_path):
    folder = toy("def setup(s):\n    s.heap = 7", ACTS)
    shown = brillig("play", folder, "--save", tmp_path / "match", typed=["1"] * 7)
    assert shown.code == 0
    assert " wins." in shown.out
    assert "The table acts" in brillig("replay", tmp_path / "match", "--game", folder).out


def test_a_choice_that_comes_too_late(brillig, tmp_path, monkeypatch):
    match = Match.start(
        load("othellino"), names=["you", "you"], options={"first_mover": "seat 1"}, clock=Clock.per_move(10)
    )
    match.save(tmp_path / "match")
    clock = iter(range(0, 10_000_000, 4_000))  # every look at the watch, four seconds have gone by
    monkeypatch.setattr(session, "_reading", lambda: next(clock))
    shown = brillig("play", "--load", tmp_path / "match", typed=["c2", "log"])
    assert "It is not your turn." in shown.out
    assert "Seat 1: out of time, the clock chooses " in shown.out


# ---- save and resume -----------------------------------------------------------------------------------------------


def test_save_quit_and_go_on(brillig, tmp_path):
    match, file, end = dealt("othellino", "you", "random"), tmp_path / "match.jsonl", tmp_path / "end.jsonl"
    labels = [choice.label for choice in played(match, lambda choices: choices[0])]
    shown = brillig("play", "othellino", "--seed", "3", typed=[*labels[:4], f"save {file}", "quit"])
    assert shown.code == 0
    assert f"\n  brillig play --load {file}\n" in shown.out
    kept = file.read_bytes()
    shown = brillig("play", "--load", file, "--save", end, typed=["log", *labels[4:]])
    assert shown.code == 0
    assert "  1  Seat " in shown.out
    assert Match.load(end).result().scores == match.result().scores
    assert verify(end).honest
    assert file.read_bytes() == kept  # nothing was asked to be written there


def test_saving_again_in_the_file_it_came_from(brillig, tmp_path):
    file = tmp_path / "match.jsonl"
    brillig("play", "othellino", "--seed", "3", *FIRST, typed=["c2", f"save {file}", "quit"])
    before = len(file.read_bytes().splitlines())
    shown = brillig("play", "othellino", "--load", file, typed=["1", "save", "quit"])
    assert shown.code == 0
    assert len(file.read_bytes().splitlines()) == before + 2


def test_others_may_take_the_seats(brillig, tmp_path):
    file = tmp_path / "match.jsonl"
    brillig("play", "othellino", *FIRST, "--save", file, typed=["c2", "quit"])
    shown = brillig("play", "--load", file, "--seats", "random,random")
    assert shown.code == 0
    assert " wins." in shown.out or "share" in shown.out
    shown = brillig("play", "--load", file, "--seats", "you,random,random")
    assert shown.code == 2
    assert shown.err == "Othellino is for 2 players, not 3.\n"


def test_a_finished_match_shows_its_result(brillig, tmp_path):
    file = tmp_path / "match.jsonl"
    brillig("play", "othellino", "--seats", "random,random", "--save", file)
    shown = brillig("play", "--load", file)
    assert shown.code == 0
    assert "Othellino: the end" in shown.out


def test_quitting_unsaved_asks_once(brillig):
    shown = brillig("play", "othellino", *FIRST, typed=["c2", "quit", "quit", "c3"])
    assert shown.code == 0
    assert shown.out.count("The match is not saved") == 1
    assert shown.out.endswith("> quit\n")


def test_saving_needs_a_name_and_spares_other_files(brillig, tmp_path):
    (tmp_path / "mine.txt").write_text("precious")
    typed = ["save", f"save {tmp_path / 'mine.txt'}", f"save {tmp_path / 'nowhere' / 'file'}"]
    shown = brillig("play", "othellino", typed=typed, columns=300)
    assert "Say where to save it: save FILE." in shown.out
    assert f"{tmp_path / 'mine.txt'} exists already; choose another name." in shown.out
    assert "cannot be written: No such file or directory." in shown.out
    assert (tmp_path / "mine.txt").read_text() == "precious"


def test_the_end_of_the_input_ends_the_sitting(brillig, tmp_path):
    shown = brillig("play", "othellino", *FIRST, typed=["c2"])
    assert shown.code == 1
    assert "The input ended before the match did. Nothing was saved." in shown.out
    file = tmp_path / "match.jsonl"
    shown = brillig("play", "othellino", *FIRST, "--save", file, typed=["c2"])
    assert shown.code == 0
    assert Match.load(file).ply >= 1


def test_ctrl_c_asks_like_quit(brillig, monkeypatch):
    answers = iter(["c2", KeyboardInterrupt, KeyboardInterrupt])

    def interrupted(prompt: str) -> str:
        answer = next(answers)
        if answer is KeyboardInterrupt:
            raise KeyboardInterrupt
        return answer

    monkeypatch.setattr(builtins, "input", interrupted)
    shown = brillig("play", "othellino", *FIRST)
    assert shown.code == 0
    assert shown.out.count("The match is not saved") == 1


def test_a_game_in_a_folder_says_how_to_go_on(brillig, toy, tmp_path):
    folder, file = toy(), tmp_path / "match.jsonl"
    shown = brillig("play", folder, "--seed", "1", typed=["take 1", f"save {file}", "quit"])
    assert f"\n  brillig play {folder} --load {file}\n" in shown.out
    shown = brillig("play", folder, "--load", file, typed=["1"] * 7)
    assert shown.code == 0
    assert " wins." in shown.out


# ---- bad input -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (["othelo"], "There is no game 'othelo'. Did you mean othellino?"),
        (
            ["othellino", "--option", "sice=8"],
            "Othellino has no option 'sice'; it has size, first_mover. Did you mean size?",
        ),
        (["othellino", "--option", "size=7"], "size cannot be '7'; it can be 6, 8."),
        (["othellino", "--option", "size"], "An option is written name=value, as in --option size=8, not 'size'."),
        (["othellino", "--seats", "you"], "Othellino is for 2 players, not 1."),
        (["gold-mine", "--seats", ",".join(["random"] * 9)], "Gold Mine is for 2 to 8 players, not 9."),
        (["othellino", "--seats", "you,ramdom"], "There is no player 'ramdom'; a seat is you, random, greedy, easy,"),
        (["othellino", "--seats", ""], "There is no player ''; a seat is you, random, greedy, easy,"),
        (["othellino", "--seed", "-1"], "A seed is a whole number from 0 to 2^64 - 1, not '-1'."),
        (["othellino", "--load", "nowhere"], "nowhere cannot be read: No such file or directory."),
        (["othellino", "--load", "nowhere", "--seed", "3"], "A saved match has its options and its chance already"),
        (["othellino", "--save", os.devnull], f"{os.devnull} exists already; choose another name for --save."),
        ([], "Say which game: brillig play SLUG."),
    ],
)
def test_one_clear_sentence(brillig, args, sentence):
    shown = brillig("play", *args)
    assert shown.code == 2
    assert shown.err.startswith(sentence)
    assert len(shown.err.splitlines()) == 1
    assert shown.out == ""


def test_a_choice_that_the_rules_refuse_changes_nothing(brillig):
    shown = brillig("play", "othellino", *FIRST, typed=["a1", "c3", "9", "x" * 100_000, "log", "c2"])
    assert "You must trap at least one enemy cube in a straight line." in shown.out
    assert "That square is taken." in shown.out
    assert "There is no choice 9; there are 1 to 4." in shown.out
    assert "is none of the choices; type a number, a label, or help." in shown.out
    assert shown.out.count("1  c2   2  b3") == 1


def test_in_a_process_of_its_own():
    args = [sys.executable, "-m", "brillig", "play", "othellino", "--seats", "you,you", *FIRST]
    ran = subprocess.run(args, input="c2\nb2\nnonsense\n\x1b[2J\n", capture_output=True, text=True, timeout=60)
    assert ran.returncode == 1
    assert "Seat 2 places on b2" in ran.stdout
    assert "\x1b" not in ran.stdout
    assert ran.stderr == ""


def test_a_choice_that_a_rule_breaks_down_at_is_told_and_another_can_be_made(brillig):
    args = "play", TOYS / "crack", "--seats", "random,you", "--option", "where=play", "--seed", "5"
    shown = brillig(*args, typed=["1", "1", "3", "1", "quit", "quit"])
    assert "the rule play breaks down when seat 1 chooses 2: ZeroDivisionError" in shown.out
    assert "secret=match.secret), then choose(seat, code, at) for [(0, " in shown.out
    assert "turns 7" in shown.out  # it went on


def test_among_people_who_hide_something_the_choices_of_others_are_not_told(brillig):
    args = "play", TOYS / "crack", "--seats", "you,you", "--option", "where=play"
    shown = brillig(*args, typed=["1", "", "1", "", "1", "", "1", "", "1", "", "3", "quit", "quit"])
    assert "the rule play breaks down when seat 1 chooses 2: ZeroDivisionError" in shown.out
    assert "To see it again" not in shown.out


def test_a_bot_whose_choice_breaks_a_rule_ends_the_session_with_what_shows_it_again(brillig):
    match = dealt(str(TOYS / "crack"), "you", "random", seed=5, where="anyway")
    args = "play", TOYS / "crack", "--seats", "you,random", "--option", "where=anyway", "--seed", "5"
    shown = brillig(*args, typed=["1", "1", "1"])
    assert shown.code == 1
    assert "the rule play breaks down when seat 1 chooses" in shown.out
    assert f"There match.secret is bytes.fromhex('{match.secret.hex()}')." in shown.out

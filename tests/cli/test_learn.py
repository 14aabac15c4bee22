"""brillig learn: the steps by typing."""

import pytest

from brillig import catalogue
from brillig.positions.lessons import lessons


def plain(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("game", catalogue.games(), ids=lambda game: game.slug)
def test_all_steps_of_every_game(brillig, game):
    steps, typed = lessons(game), []
    for step in steps:
        labels = dict(step.table.choices(step.seat)) if step.wanted else {}
        wrong = [label for code, label in labels.items() if code not in step.wanted][:1]
        typed += [*wrong, labels[step.wanted[0]]] if step.wanted else [""]
    shown = brillig("learn", game.slug, typed=typed, columns=2000)
    assert shown.code == 0
    assert f"Now you can play: brillig play {game.slug}" in shown.out
    for number, step in enumerate(steps, 1):
        assert f"Step {number} of {len(steps)}: {step.title}" in shown.out
        assert step.text in shown.out
        assert step.then in shown.out


def test_a_wrong_choice_is_told_why_and_asked_again(brillig):
    shown = brillig("learn", "othellino", "--step", "2", typed=["d1", "a1", "nonsense", "b6", "quit"])
    said = plain(shown.out)
    assert "That traps the cube on d2 and no more." in said
    assert "You must trap at least one enemy cube" in said
    assert "'nonsense' is none of the choices" in said
    assert "five cubes turn at once" in said
    assert "Go on with: brillig learn othellino --step 3" in said


@pytest.mark.parametrize("typed", [["skip", "quit"], ["skip"]])
def test_skipping_and_stopping(brillig, typed):
    shown = brillig("learn", "othellino", typed=typed)
    assert shown.code == 0
    assert "Go on with: brillig learn othellino --step 2" in shown.out


def test_what_cannot_be_learnt_is_said_in_a_sentence(brillig, toy):
    assert "has no lessons: they are written into lessons.md in its folder." in brillig("learn", toy()).err
    assert brillig("learn", "nosuchgame").code == 2
    assert "Othellino has 7 steps" in plain(brillig("learn", "othellino", "--step", "8").err)

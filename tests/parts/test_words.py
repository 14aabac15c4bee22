import re
from pathlib import Path

import brillig
from brillig.parts.judging import chance
from brillig.parts.words import a, capital, counted, listed, most_win, names, seat_name, so_far, winners, won_by


def test_numbers_of_things():
    assert [counted(n, "nugget") for n in (0, 1, 2)] == ["0 nuggets", "1 nugget", "2 nuggets"]
    assert counted(3, "die", "dice") == "3 dice"


def test_lists():
    assert [listed(["a", "b", "c"][:n]) for n in range(4)] == ["", "a", "a and b", "a, b and c"]
    assert listed(["a", "b"], "or") == "a or b"
    assert seat_name(0) == "Seat 1"
    assert names([0, 2]) == "Seat 1 and Seat 3"


def test_a_and_an():
    assert [a(thing) for thing in ("Drop", "Arrow", "orange cube")] == ["a Drop", "an Arrow", "an orange cube"]


def test_sentences_begin_with_a_capital_and_names_keep_theirs():
    assert [capital(words) for words in ("red Drop 6", "")] == ["Red Drop 6", ""]


def test_winners():
    assert won_by(1) == winners([2, 1]) == "Seat 2 wins."
    assert won_by(0, 2, what="5 points") == winners([1, 3, 1], "5 points")
    assert winners([1, 3, 1], "5 points") == "Seat 1 and Seat 3 win with 5 points."
    assert most_win([1, 0, 1, 1]) == "Seat 1, Seat 3 and Seat 4 win with 1 point."
    assert most_win([2, 7], "nugget") == "Seat 2 wins with 7 nuggets."


def test_chances_of_both_sides_add_up():
    for ahead in range(-40, 41):
        assert 0 <= chance(ahead, 7) <= 1000
        assert 999 <= chance(ahead, 7) + chance(-ahead, 7) <= 1000
    assert (chance(0, 5), chance(5, 5)) == (500, 750)


def test_a_limit_is_said_when_it_is_near():
    assert [so_far(n, 300) for n in (0, 239, 240, 300)] == ["0", "239", "240 of at most 300", "300 of at most 300"]


BY_HAND = {
    r"Seat \{[^}]*\+ 1\}": "say seat_name(seat)",
    r"Seat \{\d - ": "say seat_name(seat)",
    r"\.panel\(\s*player, (seat_name|f.Seat)": "say seat_panel(t, player, ...)",
    r"\* \w+ // \(abs\(": "say chance(ahead, half)",
}


def what_is_copied():
    """The games, what they share, what `brillig new` writes, and the examples of the guide."""
    home = Path(brillig.__file__).parent
    sources = [*home.glob("games/**/*.py"), *home.glob("parts/**/*.py"), *home.glob("cli/scaffold/*.py.txt")]
    texts = {str(path): path.read_text(encoding="utf-8") for path in sources if not path.name.startswith("test_")}
    guide = (home.parent / "docs" / "add_a_game.md").read_text(encoding="utf-8")
    return {**texts, "add_a_game.md": "".join(re.findall(r"```python.*?```", guide, re.DOTALL))}


def test_what_every_game_says_is_said_in_one_place():
    shared = ("words.py", "judging.py")  # where it is said
    told = [
        f"{path}: {found[0]}: {instead}"
        for path, text in what_is_copied().items() if not path.endswith(shared) or "parts" not in path
        for pattern, instead in BY_HAND.items() if (found := re.search(pattern, text))
    ]  # fmt: skip
    assert told == []

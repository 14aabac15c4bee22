"""Two variants side by side: the verdict says what is sure, and nothing else."""

import json
import re
from pathlib import Path

import pytest

from brillig.cli.lab.compare import told_apart
from brillig.lab.comparison import verdict
from brillig.lab.report.sweep import Unseen
from tests import toys


def row(measure, before, now, sure=True):
    return {"measure": measure, "values": [{"mean": before}, {"mean": now}], "difference": {"sure": sure}}


@pytest.mark.parametrize(
    ("rows", "says"),
    [
        ([row("who goes first wins", 0.7, 0.52)], "is fairer (who goes first wins 52.0% instead of 70.0%)"),
        ([row("who goes first wins", 0.7, 0.3)], "as unfair, the other way round"),
        ([row("ties", 0.3, 0.1), row("choices in a game", 20, 25)], "is less often tied and longer."),
        ([row("ties", 0.3, 0.1), row("lead changes", 2, 3, sure=False)], "is less often tied. Nothing else differs"),
    ],
)
def test_the_verdict_in_words(rows, says):
    assert says in verdict(rows, [], ["old", "new"], 2)


def test_a_verdict_without_a_difference():
    assert "the same game in all that is measured" in verdict([], [], ["old", "new"], 2)
    rows = [row("ties", 0.3, 0.31, sure=False)]
    assert "no different, as far as can be seen: x." in verdict(
        rows, [Unseen("x", "from a to b", True)], ["old", "new"], 2
    )
    assert "too few games" in verdict(rows, [Unseen("x", "from a to b", False)], ["old", "new"], 2)


def test_two_rule_variants(run, tmp_path):
    out = tmp_path / "out"
    ran = run("simulate", toys.TOYS / "coin", "--games", "3000", "--compare", "luck=5", "--out", out, "--quiet")
    assert ran.code == 0, ran.err
    said = " ".join(ran.out.split())
    assert "Beside “today's rules”, “luck 5” is fairer (who goes first wins" in said
    summary = json.loads((out / "summary.json").read_text())
    assert [f["label"] for f in summary["variants"]] == ["today's rules", "luck 5"]
    assert "over the same deals" in (out / "report.html").read_text()
    again = run("simulate", toys.TOYS / "coin", "--games", "30", "--compare", "luck=5", "--out", out)
    assert again.code != 0


def test_two_folders_of_a_game_with_other_rules(run, tmp_path):
    (tmp_path / "new").mkdir()
    new = toys.changed("coin", tmp_path / "new", ("random(s, 10) < s.luck", "random(s, 20) < 10"))
    new = new.rename(new.with_name("coin"))  # the same name as the other's folder
    ran = run("simulate", toys.TOYS / "coin", "--games", "3000", "--compare", new, "--quiet")
    assert ran.code == 0, ran.err
    assert re.search(r"is fairer \(who goes first wins (4|5)\d\.", " ".join(ran.out.split()))
    same = run("simulate", toys.TOYS / "coin", "--games", "30", "--compare", toys.TOYS / "coin")
    assert "both are the same folder" in " ".join(same.err.split())


def test_folders_are_told_apart():
    assert told_apart(Path("/a/old"), Path("/a/new")) == ["old", "new"]
    assert told_apart(Path("/a/old/coin"), Path("/a/new/coin")) == ["old/coin", "new/coin"]


def test_nothing_to_compare(run):
    ran = run("simulate", "othellino", "--games", "10", "--compare", "size=6")
    assert "both are the same rules with the same options" in " ".join(ran.err.split())
    assert ran.code != 0

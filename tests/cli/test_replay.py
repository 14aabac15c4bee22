"""brillig replay and brillig verify, also of files that somebody has tampered with."""

import json

import pytest

from brillig import load
from brillig.cli.table.seating import at_random, secret_of
from brillig.match import Match


def at_random_to_the_end(slug: str, names: list[str], stop: int = 10_000) -> Match:
    match = Match.start(load(slug), names=names, secret=secret_of(5))
    while not match.finished and match.ply < stop:
        seat = match.table.waiting()[0]
        match.choose(seat, at_random(match, seat), match.ply)
    return match


@pytest.fixture
def othellino(tmp_path):
    match, file = at_random_to_the_end("othellino", ["[red]Ann[/red]", "Bob"]), tmp_path / "othellino.jsonl"
    match.save(file)
    return match, file


@pytest.fixture
def gold_mine(tmp_path):
    match, file = at_random_to_the_end("gold-mine", ["Ann", "Bob", "Cy"]), tmp_path / "gold.jsonl"
    match.save(file)
    return match, file


# ---- replay --------------------------------------------------------------------------------------------------------


def test_the_whole_match_is_told(brillig, othellino):
    match, file = othellino
    shown = brillig("replay", file)
    assert shown.code == 0
    assert "Seat 1: [red]Ann[/red]" in shown.out  # as it is written: no file colours our screen
    assert "size = 6" in shown.out
    assert f"Commitment {match.header.commitment}" in shown.out
    for ply in range(1, match.ply + 1):
        assert f"\n{ply:>3}  Seat " in shown.out
    assert "Seat 1 places on " in shown.out
    assert "After 12 choices" in shown.out
    assert "At the end" in shown.out
    assert " wins." in shown.out or "share" in shown.out


def test_tables_when_they_are_wanted(brillig, othellino):
    match, file = othellino
    assert brillig("replay", file, "--every", "0").out.count("╭") == 1
    assert brillig("replay", file, "--every", "1").out.count("╭") == match.ply + 2
    shown = brillig("replay", file, "--ply", "1")
    assert shown.out.startswith("╭─ Othellino, after 1 choice ─")
    assert shown.out.count("╭") == 1


def test_with_the_eyes_of_a_seat(brillig, gold_mine):
    _, file = gold_mine
    everything = brillig("replay", file).out
    assert "Seat 2: Stay" in everything or "Seat 2: Run" in everything
    assert "chooses in secret" not in everything
    theirs = brillig("replay", file, "--seat", "2").out
    assert "Seat 2: Stay" in theirs or "Seat 2: Run" in theirs
    assert "Seat 1: chooses in secret" in theirs
    assert "Seat 1: Stay" not in theirs
    assert "Seat 1: Run" not in theirs


def test_step_by_step(brillig, othellino):
    _, file = othellino
    shown = brillig("replay", file, "--step", typed=["", "", "q"])
    assert shown.code == 0
    assert "  3  Seat " in shown.out
    assert "  4  Seat " not in shown.out


def test_a_choice_taken_back_is_told(brillig, tmp_path):
    match = Match.start(load("othellino"), options={"first_mover": "seat 1"})
    match.choose(0, match.table.codes(0)[0], 0)
    match.undo(0, 1)
    match.choose(0, match.table.codes(0)[1], 2)
    match.save(tmp_path / "match")
    shown = brillig("replay", tmp_path / "match")
    assert "Seat 1 takes the last choice back" in shown.out
    assert "The match is not finished." in shown.out
    assert "So far" in shown.out
    assert "after 1 choice" in brillig("replay", tmp_path / "match", "--ply", "1").out


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (["--seat", "3"], "There is no Seat 3 in this match; there are Seats 1 to 2."),
        (["--seat", "0"], "There is no Seat 0 in this match; there are Seats 1 to 2."),
        (["--ply", "999"], "This match has 32 choices, so there is no table after 999."),
        (["--every", "-1"], "The table is drawn after every so many choices, 0 for never; -1 is not possible."),
    ],
)
def test_what_is_not_there(brillig, othellino, args, sentence):
    shown = brillig("replay", othellino[1], *args)
    assert shown.code == 2
    assert shown.err == sentence + "\n"


def test_a_match_whose_secret_is_kept(brillig, tmp_path):
    match = at_random_to_the_end("othellino", ["Ann", "Bob"], stop=5)
    (tmp_path / "match").write_bytes(b"".join(line + b"\n" for line in match.lines()))
    shown = brillig("replay", tmp_path / "match")
    assert shown.code == 2
    assert "its secret is not in the file" in shown.err


# ---- files from strangers ------------------------------------------------------------------------------------------


def broken(lines: list[bytes]) -> dict[str, bytes]:
    """A good file's lines, spoilt in several ways."""
    choice = next(k for k, line in enumerate(lines) if b'"choice"' in line)
    other = json.loads(lines[choice])
    other["code"] = (other["code"] + 1) % 36
    edited = [*lines[:choice], json.dumps(other).encode(), *lines[choice + 1 :]]
    return {
        "edited": b"\n".join(edited) + b"\n",
        "line missing": b"\n".join([*lines[:choice], *lines[choice + 1 :]]) + b"\n",
        "not ours": b"hello\nworld\n",
        "empty": b"",
        "binary": bytes(range(256)) * 10,
        "deep": b"[" * 15_000 + b"\n",
        "huge": b"\n".join(lines) + b"\n" + b" " * (9 << 20),
    }


@pytest.mark.parametrize("command", ["replay", "verify", "play"])
@pytest.mark.parametrize("how", ["edited", "line missing", "not ours", "empty", "binary", "deep", "huge"])
def test_spoilt_files_are_refused_in_one_sentence(brillig, othellino, tmp_path, command, how):
    file = tmp_path / "spoilt.jsonl"
    file.write_bytes(broken(othellino[1].read_bytes().splitlines())[how])
    shown = brillig(command, *(["--load"] if command == "play" else []), file)
    not_honest = command == "verify" and how in ("edited", "line missing")
    assert shown.code == (1 if not_honest else 2)
    if not not_honest:
        assert shown.out == ""
        assert len(shown.err.splitlines()) == 1
        assert shown.err.endswith(".\n")
        assert shown.err[:-1].isprintable()


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_files_that_cannot_be_opened(brillig, tmp_path, command):
    shown = brillig(command, tmp_path / "none")
    assert (shown.code, shown.err) == (2, f"{tmp_path / 'none'} cannot be read: No such file or directory.\n")
    shown = brillig(command, tmp_path)
    assert (shown.code, shown.err) == (2, f"{tmp_path} is not a file.\n")


def test_a_torn_file_goes_on_from_its_last_whole_line(brillig, othellino, tmp_path):
    data, file = othellino[1].read_bytes(), tmp_path / "torn"
    file.write_bytes(data[: data.rindex(b'"choice"')])
    shown = brillig("replay", file)
    assert shown.code == 0
    assert "is cut short; the match goes on from line" in shown.out


# ---- verify --------------------------------------------------------------------------------------------------------


def test_honest(brillig, othellino):
    match, file = othellino
    shown = brillig("verify", file, columns=200)
    assert shown.code == 0
    assert shown.out.endswith("The match was honest.\n")
    assert match.header.commitment in shown.out
    assert brillig("verify", file, "--commitment", match.header.commitment).code == 0


def test_not_honest(brillig, othellino, tmp_path):
    _, file = othellino
    shown = brillig("verify", file, "--commitment", "0" * 64)
    assert shown.code == 1
    assert "not the commitment that was published" in shown.out
    header, *rest = file.read_bytes().splitlines()
    (tmp_path / "renamed").write_bytes(b"\n".join([header.replace(b"Bob", b"Eve"), *rest]) + b"\n")
    shown = brillig("verify", tmp_path / "renamed")
    assert shown.code == 1
    assert "Line 1: its hash does not fit" in shown.out


def test_not_over(brillig, tmp_path):
    at_random_to_the_end("gold-mine", ["Ann", "Bob"], stop=3).save(tmp_path / "match")
    shown = brillig("verify", tmp_path / "match")
    assert shown.code == 1
    assert "The match is not finished." in shown.out


def test_a_game_in_a_folder(brillig, toy, tmp_path):
    folder, file = toy(), tmp_path / "match"
    brillig("play", folder, "--seats", "random,random", "--save", file)
    shown = brillig("verify", file)
    assert shown.code == 1
    assert f"There is no game '{folder.name.replace('_', '-')}'" in shown.out
    assert brillig("verify", file, "--game", folder).code == 0
    assert "Seat 1: take " in brillig("replay", file, "--game", folder).out

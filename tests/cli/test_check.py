"""brillig check: the table, the exit code, and how to see a failure again."""

import os
import subprocess
import sys
import textwrap


def line_of(out: str, point: int) -> str:
    return next(line for line in out.splitlines() if line.startswith(f"{point}. "))


def test_a_good_game_passes_and_writes_its_golden_playthroughs(brillig, toy):
    folder = toy()
    shown = brillig("check", folder, "--quick", "--write-golden", columns=120)
    assert shown.code == 0, shown.out
    assert all(" ok " in line_of(shown.out, point) for point in range(1, 12))
    assert f"All 11 points hold for {folder.name.replace('_', '-')}." in shown.out
    assert "what was looked at" in shown.out
    assert list((folder / "golden").glob("*.txt"))


def test_a_broken_game_fails_with_all_that_is_needed_to_see_it_again(brillig, toy):
    folder = toy("s.taken[seat] += code + 1", "s.taken[seat] += 1")  # two stones taken, one arrives
    shown = brillig("check", folder, "--quick", "--write-golden", columns=80)
    assert shown.code == 1
    assert " ok " in line_of(shown.out, 1)
    assert " FAILED " in line_of(shown.out, 5)
    below = shown.out.split("point 5: no piece appears or vanishes")[1]
    assert (
        "game.new(seats=2, seed=1, deal=0, options={}, timed=True), then play(seat, code) for [(" in below
    )  # in one line
    slug = folder.name.replace("_", "-")
    assert f"Failed: {slug}." in below
    assert "were not written" in shown.out
    assert not (folder / "golden").exists()


def test_a_game_that_breaks_down_fails_and_says_where(brillig, toy):
    folder = toy('return f"take {code + 1}"', 'return ["take 1"][code]')
    shown = brillig("check", folder, "--quick", columns=120)
    assert shown.code == 1
    assert " FAILED " in line_of(shown.out, 6)
    assert "IndexError: list index out of range" in shown.out
    assert f"{folder}{os.sep}game.py" in shown.out
    assert "Where to look:\n  game.new(seats=2, seed=1, deal=0, options={" in shown.out
    assert f"core{os.sep}table.py" not in shown.out
    assert " ok " in line_of(shown.out, 7)  # the points after it are looked at all the same


def test_names_that_are_no_games(brillig, tmp_path):
    shown = brillig("check", "othelino")
    assert shown.code == 2
    assert shown.err.startswith("There is no game 'othelino'. Did you mean othellino?")
    shown = brillig("check", tmp_path)
    assert shown.code == 2
    assert shown.err == f"There is no game in {tmp_path}: a game's folder has a file game.py.\n"


def test_a_module_that_is_no_game(brillig, toy):
    folder = toy("GAME =", "GAMES =")
    shown = brillig("check", folder)
    assert shown.code == 2
    assert "does not define GAME" in shown.err
    assert len(shown.err.splitlines()) == 1


def test_a_folder_here_needs_no_dot(brillig, toy, monkeypatch):
    folder = toy("GAME =", "GAMES =")
    monkeypatch.chdir(folder.parent)
    for name in (folder.name, f"./{folder.name}", f"{folder.name}/game.py"):
        assert "does not define GAME" in brillig("check", name).err


def test_a_cache_that_cannot_be_written_is_one_sentence(toy, tmp_path):
    folder = toy()
    (tmp_path / "file").touch()
    code = textwrap.dedent(f"""
        import sys
        from brillig import catalogue
        from brillig.cli import games, main
        games.catalogue.games = lambda: [catalogue.load({str(folder)!r}).compiled.game]
        main(["games"])
    """)
    env = {**os.environ, "BRILLIG_CACHE": str(tmp_path / "file")}
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=env)
    assert ran.returncode == 0
    assert len(ran.stderr.splitlines()) == 1
    assert ran.stderr.startswith(f"Compiled rules cannot be kept in {tmp_path / 'file'} (")

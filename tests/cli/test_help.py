"""Every command explains itself, and nothing that a person mistypes ends in a traceback."""

import subprocess
import sys

import pytest
from typer.testing import CliRunner

import brillig as package
from brillig.cli import app

COMMANDS = ("games", "play", "replay", "verify", "check", "bench", "new", "print", "looks", "puzzles")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_examples(command):
    shown = CliRunner().invoke(app, [command, "--help"])
    assert shown.exit_code == 0
    assert "Examples" in shown.output
    assert f"brillig {command}" in shown.output.split("Examples")[1]


def test_all_commands_are_listed(brillig):
    shown = brillig("--help")
    assert shown.code == 0
    assert all(command in shown.out for command in COMMANDS)
    assert "brillig play othellino" in shown.out


def test_version(brillig):
    assert brillig("--version").out == f"brillig {package.__version__}\n"


def test_unknown_command(brillig):
    shown = brillig("plya", "othellino")
    assert shown.code == 2
    assert "No such command 'plya'" in shown.err


@pytest.mark.parametrize("command", ["games", "play"])
def test_numba_is_not_imported_to_list_and_play(command):
    """The plain gear serves a person well, and starts at once."""
    code = (
        f"import sys; sys.argv = ['brillig', {command!r}, *sys.argv[1:]]\n"
        "from brillig.cli import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print('numba' in sys.modules, 'numpy' in sys.modules)"
    )
    args = ["othellino"] if command == "play" else []
    ran = subprocess.run([sys.executable, "-c", code, *args], input="1\n", capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines()[-1] == "False False"
    assert "Othellino" in ran.stdout


def test_python_m_brillig():
    ran = subprocess.run([sys.executable, "-m", "brillig", "--version"], capture_output=True, text=True, check=True)
    assert ran.stdout == f"brillig {package.__version__}\n"


def test_a_reader_that_goes_away_is_no_error():
    command = f"{sys.executable} -m brillig games --json | head -n 1"
    ran = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True)
    assert ran.stdout == "[\n"
    assert ran.stderr == ""

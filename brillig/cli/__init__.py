"""The command line: `brillig`, or `python -m brillig`. One module a command; this one ties them together."""

from __future__ import annotations

import os
import sys
import warnings
from functools import cache
from typing import Annotated, Any

import typer

import brillig
from brillig.cli import check, games, looks, new, paper, puzzles
from brillig.cli.console import clean, examples
from brillig.cli.lab import analyse, bench, calibrate, simulate, tournament
from brillig.cli.server import data, home, serve
from brillig.cli.table import learn, play, replay, verify
from brillig.core import BrilligError, CacheWarning

BAD_INPUT = 2
INTERRUPTED = 130

app = typer.Typer(
    name="brillig",
    invoke_without_command=True,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,  # a traceback means a bug of ours: show it as Python does
    epilog=examples(
        "brillig  # open the lobby in a browser",
        "brillig games  # what there is to play",
        "brillig learn othellino  # in a few steps",
        "brillig play othellino  # against a player who moves at random",
        "brillig play --help  # more about a command",
    ),
)
for command in (
    games, learn, play, serve, replay, analyse, verify, check, bench, new, looks, simulate, tournament, calibrate,
):  # fmt: skip
    app.command(epilog=command.EXAMPLES)(getattr(command, command.__name__.rpartition(".")[2]))
app.command("print", epilog=paper.EXAMPLES)(paper.print_)
app.add_typer(puzzles.app, name="puzzles")
app.command(epilog=data.BACKUP_EXAMPLES)(data.backup)
app.command(epilog=data.RESTORE_EXAMPLES)(data.restore)
app.command(epilog=data.DOCTOR_EXAMPLES)(data.doctor)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"brillig {brillig.__version__}")
        raise typer.Exit


@app.callback()
def brillig_(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and stop.")
    ] = False,
    port: Annotated[int, typer.Option(min=1, max=65535, help="The port; if it is in use, the next one.")] = home.PORT,
    local: Annotated[bool, typer.Option("--local", help="Only for this machine, not for its network.")] = False,
    browse: Annotated[bool, typer.Option("--open/--no-open", help="Open a browser.")] = True,
) -> None:
    """Tabletop games. Alone, it opens a lobby for you and your friends in the browser; or give it a command."""
    if context.invoked_subcommand is None:
        home.home(port, local, browse)


@cache
def commands() -> Any:
    """What is typed, as the library wants it: to make that out of our functions takes a moment."""
    return typer.main.get_command(app)


def main(args: list[str] | None = None) -> None:
    """Run a command. Bad input ends in one sentence and exit code 2, never in a traceback."""
    with warnings.catch_warnings():
        warnings.showwarning = _one_sentence(warnings.showwarning)
        try:
            commands()(args)
        except BrilligError as why:
            print(clean(why, 2000), file=sys.stderr)
            sys.exit(BAD_INPUT)
        except KeyboardInterrupt:
            print("Interrupted.", file=sys.stderr)
            sys.exit(INTERRUPTED)
        except BrokenPipeError:  # whoever read our output has seen enough
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(1)


def _one_sentence(otherwise: Any) -> Any:
    """A warning about the cache is for the person at the keyboard, not for a programmer."""

    def show(message: Warning | str, category: type[Warning], *where: Any, **more: Any) -> None:
        if issubclass(category, CacheWarning):
            print(clean(message, 2000), file=sys.stderr)
        else:
            otherwise(message, category, *where, **more)

    return show

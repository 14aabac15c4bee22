"""brillig serve: tables for browsers."""

from __future__ import annotations

from typing import Annotated
from urllib.parse import urlsplit, urlunsplit

import typer

from brillig.cli.console import clean, examples

EXAMPLES = examples(
    "brillig serve  # on http://127.0.0.1:8000, with the database brillig.db in this folder",
    "brillig serve --public-url https://games.example.org  # behind a proxy on this machine: docs/security.md",
    "brillig serve --database postgresql://brillig@localhost/brillig",
    "brillig serve --database postgresql://brillig@localhost/brillig --node red  # one of several: docs/hosting.md",
)


def serve(
    host: Annotated[str, typer.Option(envvar="BRILLIG_HOST", help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(envvar="BRILLIG_PORT", min=0, max=65535, help="The port; 0 for any that is free.")
    ] = 8000,
    database: Annotated[
        str, typer.Option(envvar="BRILLIG_DATABASE", metavar="URL", help="sqlite:///FILE or postgresql://...")
    ] = "sqlite:///brillig.db",
    public_url: Annotated[
        str,
        typer.Option(envvar="BRILLIG_PUBLIC_URL", metavar="URL", help="How browsers reach it, if not directly."),
    ] = "",
    proxy: Annotated[
        str,
        typer.Option(
            envvar="BRILLIG_PROXY", metavar="ADDRESSES",
            help="The proxies in front, whose word on who is behind them is believed; commas between.",
        ),
    ] = "",
    name: Annotated[
        str,
        typer.Option(
            envvar="BRILLIG_NAME", metavar="NAMES",
            help="More names under which browsers may reach it; commas between.",
        ),
    ] = "",
    smtp: Annotated[
        str,
        typer.Option(
            envvar="BRILLIG_SMTP", metavar="URL",
            help="A mail server, for those who want a letter when it is their turn: smtp://user:password@host:587.",
        ),
    ] = "",
    mail_from: Annotated[
        str, typer.Option(envvar="BRILLIG_MAIL_FROM", metavar="ADDRESS", help="The address from which letters come.")
    ] = "",
    node: Annotated[
        str,
        typer.Option(
            envvar="BRILLIG_NODE", metavar="NAME",
            help="One of several servers over one PostgreSQL database: its name among them (docs/hosting.md).",
        ),
    ] = "",
    at: Annotated[
        str,
        typer.Option(
            envvar="BRILLIG_AT", metavar="HOST:PORT", help="Where the other nodes reach this one, if not where it listens."
        ),
    ] = "",
    workers: Annotated[
        int,
        typer.Option(
            envvar="BRILLIG_WORKERS", min=1, max=64, help="Processes that share the port and the work, one for each core."
        ),
    ] = 1,
    log: Annotated[str, typer.Option(envvar="BRILLIG_LOG", metavar="json|human", help="How to log.")] = "json",
    limits: Annotated[
        float, typer.Option(envvar="BRILLIG_LIMITS", min=0, help="Multiplies the rate limits; 0 lifts them.")
    ] = 1.0,
) -> None:  # fmt: skip
    """Serve tables for browsers until you stop it (Ctrl-C, or SIGTERM).

    Everything that was acknowledged is in the database, whatever happens to the server.
    """
    # Only this command needs the server's packages; the others should not wait for them.
    from brillig.web import logs
    from brillig.web.config import Config
    from brillig.web.server import process
    from brillig.web.server import workers as several

    config = Config(
        host=host, port=port, database=database, public_url=public_url.rstrip("/"), proxies=proxy, hosts=name, log=log,
        limits=limits, smtp=smtp, mail_from=mail_from, node=node, at=at,
    ).checked()  # fmt: skip
    logs.configure(log)
    for name, value in shown(config.host, config.port, config.database, config.public_url, log, limits).items():
        print(f"{name:10} {clean(value)}", flush=True)  # logs go to standard error
    for warning in config.unsafe():
        print(f"warning    {clean(warning)}", flush=True)
    several.serve(config, workers)
    process.leave()


def shown(host: str, port: int, database: str, public_url: str, log: str, limits: float) -> dict[str, str]:
    """The configuration without anything secret."""
    return {
        "host": host,
        "port": str(port),
        "database": without_password(database),
        "public url": public_url or "none",
        "log": log,
        "limits": f"{limits:g}",
    }


def without_password(url: str) -> str:
    parts = urlsplit(url)
    if "@" not in parts.netloc:
        return url
    user, _, where = parts.netloc.rpartition("@")
    name, colon, _ = user.partition(":")
    return urlunsplit(parts._replace(netloc=f"{name}{':***' * bool(colon)}@{where}"))

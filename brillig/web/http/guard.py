"""Guard: what every request passes. Nobody else's page may act for a visitor, and no page of ours runs foreign code."""

from __future__ import annotations

from collections.abc import Awaitable, Mapping, MutableMapping
from functools import lru_cache
from ipaddress import ip_address
from socket import gethostname
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers as _Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from brillig.web.config import Config
from brillig.web.host.request_turns import RequestTurns
from brillig.web.http.replies import refusal
from brillig.web.limits import Limits, home
from brillig.web.refusals import Refused

HARMLESS = frozenset(("GET", "HEAD", "OPTIONS", "TRACE"))
PROBES = frozenset(("/healthz", "/readyz"))  # watchdogs ask by any name, and learn nothing but yes or no


def Headers(scope: MutableMapping[str, Any]) -> Mapping[str, str]:  # noqa: N802
    return _Headers(scope=scope)


def address(scope: MutableMapping[str, Any]) -> str:
    """Where a request comes from; behind a proxy that was named, uvicorn has put the visitor's address here."""
    client = scope.get("client")
    return home(str(client[0])) if client else ""


def same_site(headers: Mapping[str, str], config: Config) -> bool:
    """Does a request come from our own pages, or from no page at all? Browsers tell; others have nothing to lose."""
    if headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
        return False
    origin = headers.get("origin")
    if origin is None:
        return True
    if origin and origin.lower() == config.origin:
        return True
    scheme, separator, place = origin.lower().partition("://")
    return scheme in ("http", "https") and bool(separator and place) and place == headers.get("host", "").lower()


def our_host(headers: Mapping[str, str], config: Config) -> bool:
    """Is the server asked for by a name of its own?

    A stranger's page can have its own name lead to this machine, and would then count as the same site. It cannot do that
    with an address in numbers, so any of these will do; of names, only this machine's and those the operator gave.
    """
    return known_name(headers.get("host", ""), config)


@lru_cache(maxsize=1024)
def known_name(host: str, config: Config) -> bool:
    name, colon, port = host.lower().rpartition(":")
    if not colon or not port.isascii() or not port.isdigit():
        name = host.lower()
    name = name.removesuffix(".")
    try:
        ip_address(name[1:-1] if name.startswith("[") and name.endswith("]") else name)
        return True
    except ValueError:
        pass
    return bool(name) and (name == "localhost" or name.endswith(".localhost") or name in names(config))


@lru_cache(maxsize=16)
def names(config: Config) -> frozenset[str]:
    """The names of this server: this machine's in its network, the public URL's, and those that the operator gave."""
    here = gethostname().lower().partition(".")[0]
    given = [name.strip().lower() for name in config.hosts.split(",")]
    public = urlsplit(config.public_url).hostname or ""
    return frozenset(filter(None, (here, f"{here}.local", gethostname().lower(), public, config.host.lower(), *given)))


def headers_for(config: Config) -> list[tuple[bytes, bytes]]:
    """What every answer carries."""
    sockets = f" {config.origin.replace('http', 'ws', 1)}" if config.origin else ""
    policy = (
        f"default-src 'self'; connect-src 'self'{sockets}; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'"
    )
    found = {
        "content-security-policy": policy,
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        "referrer-policy": "same-origin",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=()",
    }
    if config.secure:
        found["strict-transport-security"] = "max-age=31536000"
    return [(name.encode(), value.encode()) for name, value in found.items()]


class Guard:
    """Around the whole app."""

    def __init__(self, app: ASGIApp, config: Config, limits: Limits, turns: RequestTurns) -> None:
        self.app, self.config, self.limits, self.turns = app, config, limits, turns
        self.headers = headers_for(config)

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        return self._guarded(scope, receive, send) if scope["type"] == "http" else self.app(scope, receive, send)

    async def _guarded(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = {name.lower() for name, _ in message.get("headers", ())}
                more = [(name, value) for name, value in self.headers if name not in given]
                if b"cache-control" not in given:
                    more.append((b"cache-control", b"no-store"))
                message = {**message, "headers": [*message.get("headers", ()), *more]}
            await send(message)

        why = self._refused(scope)
        async with self.turns.of(address(scope)):
            if why:
                await refusal(Refused(why), {"connection": "close"})(scope, receive, send_guarded)
            else:
                await self.app(scope, receive, send_guarded)

    def _refused(self, scope: Scope) -> str:
        """Why a request is not even looked at."""
        headers = Headers(scope)
        if not self.limits.allow("request of an address", address(scope)):
            return "too_fast"
        if scope["path"] not in PROBES and not our_host(headers, self.config):
            return "other_host"
        if scope["method"] not in HARMLESS and not same_site(headers, self.config):
            return "cross_site"
        return ""

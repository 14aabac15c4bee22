"""Guard: what every request passes. Nobody else's page may act for a visitor, and no page of ours runs foreign code."""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers as _Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from brillig.web.host.config import Config
from brillig.web.http.replies import refusal
from brillig.web.refusals import Refused

HARMLESS = frozenset(("GET", "HEAD", "OPTIONS", "TRACE"))


def Headers(scope: MutableMapping[str, Any]) -> Mapping[str, str]:  # noqa: N802
    return _Headers(scope=scope)


def address(scope: MutableMapping[str, Any]) -> str:
    """Where a request comes from; behind a trusted proxy uvicorn has put the visitor's address here."""
    client = scope.get("client")
    return str(client[0]) if client else ""


def same_site(headers: Mapping[str, str], config: Config) -> bool:
    """Does a request come from our own pages, or from no page at all? Browsers tell; others have nothing to lose."""
    if headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
        return False
    origin = headers.get("origin")
    if origin is None:
        return True
    return origin.lower() == config.origin or urlsplit(origin).netloc.lower() == headers.get("host", "").lower() != ""


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

    def __init__(self, app: ASGIApp, config: Config) -> None:
        self.app, self.config, self.headers = app, config, headers_for(config)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = {name.lower() for name, _ in message.get("headers", ())}
                more = [(name, value) for name, value in self.headers if name not in given]
                if b"cache-control" not in given:
                    more.append((b"cache-control", b"no-store"))
                message = {**message, "headers": [*message.get("headers", ()), *more]}
            await send(message)

        if scope["method"] not in HARMLESS and not same_site(Headers(scope), self.config):
            await refusal(Refused("cross_site"))(scope, receive, send_guarded)
        else:
            await self.app(scope, receive, send_guarded)

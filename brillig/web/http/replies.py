"""Replies: answers over HTTP, from structs."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec import Struct
from starlette.responses import Response

from brillig.web.protocol import Error
from brillig.web.refusals import Refused

JSON = "application/json"


class Failure(Struct, frozen=True, forbid_unknown_fields=True):
    """Why a request was refused."""

    error: Error


def reply(body: Struct | list[Struct], status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    return Response(msgspec.json.encode(body), status, headers, JSON)


def refusal(why: Refused, headers: Mapping[str, str] | None = None) -> Response:
    more = {"retry-after": "5", **(headers or {})} if why.status == 429 else headers
    return reply(Failure(Error(why.code, why.sentence)), why.status, more)

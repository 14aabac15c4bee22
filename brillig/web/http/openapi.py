"""OpenAPI: the description of the API over HTTP, made from the forms and this list of what can be asked."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

import brillig
from brillig.web.http import forms
from brillig.web.http.replies import JSON, Failure
from brillig.web.identity import COOKIE
from brillig.web.refusals import CODES

REFS = "#/components/schemas/{name}"
# What any request with a body may be told.
READ = ("bad_json", "bad_message", "too_long", "not_json", "cross_site")
WATCH = ("no_table", "not_over", "bad_message")  # and whoever wants to see a replay
TEXT, LINES = "text/plain", "application/jsonl"


class Operation(NamedTuple):
    """One thing that can be asked for."""

    method: str
    path: str
    name: str  # of the method of Api
    summary: str
    answer: Any  # a struct, or the media type of something else
    form: Any = None
    status: int = 200
    refusals: tuple[str, ...] = ()
    cookie: bool = False  # is a session needed?
    sends: str = ""  # the media type of what is sent, if it is no form
    asks: tuple[str, ...] = ()  # what may be said in the query: see QUERY
    of_page: bool = False  # does a page serve it? Else the API does


OPERATIONS = (
    Operation("GET", "/api/session", "get_session", "Who am I?", forms.Who, refusals=("no_session",), cookie=True),
    Operation(
        "POST", "/api/session", "post_session", "Choose a nickname; the answer sets the cookie.", forms.Who,
        forms.NicknameForm, refusals=(*READ, "bad_name", "bots_name"),
    ),
    Operation(
        "POST", "/api/tables", "post_table", "Lay a table.", forms.NewTable, forms.TableForm, 201,
        (*READ, "unknown_game", "bad_table", "too_many_tables"),
    ),
    Operation("GET", "/api/tables", "get_tables", "Tables to sit down at, to watch, and your own.", forms.LobbySheet),
    Operation("GET", "/api/tables/{id}", "get_table", "One table.", forms.TableSheet, refusals=("no_table",)),
    Operation(
        "POST", "/api/tables/{id}/join", "post_join", "Sit down.", forms.Seated, forms.JoinForm,
        refusals=(*READ, "no_table", "full", "over", "by_invitation", "bad_invitation", "used_invitation", "expired"),
    ),
    Operation(
        "POST", "/api/tables/{id}/bots", "post_bot", "Put a bot into a free seat of a table where you sit.",
        forms.TableSheet, forms.BotForm,
        refusals=(
            *READ, "no_session", "no_table", "not_seated", "seat_taken", "bad_table", "expired", "too_many_tables",
        ), cookie=True,
    ),
    Operation(
        "GET", "/api/tables/{id}/past", "get_past", "Earlier views of a match, as your seat saw them.", forms.PastFrames,
        refusals=("no_table", "not_started", "bad_message"), asks=("first",),
    ),
    Operation(
        "GET", "/api/tables/{id}/replay", "get_replay", "The record of a finished match, a line of JSON an entry.",
        LINES, refusals=("no_table", "not_over"),
    ),
    Operation("GET", "/api/games", "get_games", "The catalogue.", list[forms.GameSheet]),
    Operation(
        "GET", "/api/games/{slug}/picture", "picture", "What a game looks like.", forms.Picture,
        refusals=("unknown_game",), of_page=True,
    ),
    Operation(
        "POST", "/api/replays", "open_replay", "Open a replay file for a while.", forms.Opened, status=201,
        refusals=("bad_message", "too_long", "cross_site"), sends=LINES, of_page=True,
    ),
    Operation(
        "GET", "/api/replays/{id}/frames", "replay_frames", "Steps of a replay, as a seat saw them.", forms.Frames,
        refusals=WATCH, asks=("seat", "first", "count"), of_page=True,
    ),
    Operation(
        "GET", "/api/replays/{id}/moves", "replay_moves", "What was done in some steps, as a seat saw it.", forms.Moves,
        refusals=WATCH, asks=("seat", "first"), of_page=True,
    ),
    Operation(
        "POST", "/api/replays/{id}/seen", "replay_seen", "From now on my own list tells how that match ended.",
        forms.Noted, refusals=("no_table", "cross_site"), of_page=True,
    ),
    Operation(
        "POST", "/api/replays/{id}/analysis", "start_analysis", "Weigh every choice of a match again, in the background.",
        forms.AnalysisSheet, refusals=(*WATCH, "no_analysis", "crowded", "cross_site"), of_page=True,
    ),
    Operation(
        "GET", "/api/replays/{id}/analysis", "get_analysis", "How far that is, and what was found.",
        forms.AnalysisSheet, refusals=(*WATCH, "no_analysis"), of_page=True,
    ),
    Operation(
        "GET", "/api/replays/{id}/fairness", "replay_fairness", "Deal everything again and compare.", forms.Fairness,
        refusals=WATCH, asks=("commitment",), of_page=True,
    ),
    Operation(
        "GET", "/api/replays/{id}/file", "replay_file", "The replay as a file.", LINES, refusals=WATCH, of_page=True
    ),
    Operation(
        "GET", "/api/calls", "get_calls", "Can this server tell a browser that it is somebody's turn?", forms.CallsSheet,
        of_page=True,
    ),
    Operation(
        "POST", "/api/calls", "post_call", "Tell this browser when it is my turn in a game of days.", forms.CallsSheet,
        forms.CallForm, refusals=(*READ, "no_session", "no_calls"), cookie=True, of_page=True,
    ),
    Operation(
        "POST", "/api/calls/forget", "forget_call", "Do not tell it any more.", forms.CallsSheet, forms.CallForm,
        refusals=(*READ, "no_session"), cookie=True, of_page=True,
    ),
    Operation("GET", "/healthz", "healthz", "Does the server run?", TEXT),
    Operation("GET", "/readyz", "readyz", "Can it serve?", TEXT),
    Operation("GET", "/metrics", "metrics", "Figures for Prometheus.", TEXT),
    Operation("GET", "/openapi.json", "get_openapi", "This description.", JSON),
)  # fmt: skip
ALWAYS = ("too_fast", "other_host", "try_again", "closing", "damaged", "mishap")


def describe() -> bytes:
    """The description as JSON."""
    structs = [op.answer for op in OPERATIONS if not isinstance(op.answer, str)]
    structs += [op.form for op in OPERATIONS if op.form] + [Failure]
    schemas, components = msgspec.json.schema_components(structs, ref_template=REFS)
    schema_of = {_key(struct): schema for struct, schema in zip(structs, schemas, strict=True)}
    paths: dict[str, dict[str, Any]] = {}
    for op in OPERATIONS:
        path = paths.setdefault(op.path, {})
        named = [PATH[name] for name in PATH if f"{{{name}}}" in op.path]
        if named:
            path["parameters"] = named
        path[op.method.lower()] = _operation(op, schema_of)
    return msgspec.json.encode(
        {
            "openapi": "3.1.0",
            "info": {
                "title": "Brillig",
                "version": brillig.__version__,
                "description": "Laying tables and sitting down. Play goes over the socket /ws/{id}: docs/protocol.md.",
            },
            "paths": paths,
            "components": {
                "schemas": components,
                "securitySchemes": {"session": {"type": "apiKey", "in": "cookie", "name": COOKIE}},
            },
        }
    )


def _parameter(name: str, where: str, description: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"name": name, "in": where, "required": where == "path", "description": description, "schema": schema}


_WORD = {"type": "string", "minLength": 1, "maxLength": 64}
PATH = {
    "id": _parameter("id", "path", "The table, or a replay file that is open.", {**_WORD, "pattern": "^[a-z0-9-]+$"}),
    "slug": _parameter("slug", "path", "The game.", {**_WORD, "pattern": "^[a-z0-9-]+$"}),
}
QUERY = {
    "seat": _parameter(
        "seat", "query", "Through whose eyes; -1 for a spectator's.", {"type": "integer", "minimum": -1}
    ),
    "first": _parameter("first", "query", "The first step.", {"type": "integer", "minimum": 0, "maximum": 99_999_999}),
    "count": _parameter("count", "query", "How many steps at most.", {"type": "integer", "minimum": 1, "maximum": 40}),
    "commitment": _parameter("commitment", "query", "What was published when the match began.", {"type": "string"}),
}


def _operation(op: Operation, schema_of: dict[str, Any]) -> dict[str, Any]:
    other = isinstance(op.answer, str)
    answer: dict[str, Any] = {op.answer: {}} if other else {JSON: {"schema": schema_of[_key(op.answer)]}}
    told: dict[str, Any] = {"operationId": op.name, "summary": op.summary}
    if op.cookie:
        told["security"] = [{"session": []}]
    if op.asks:
        told["parameters"] = [QUERY[name] for name in op.asks]
    if op.sends:
        told["requestBody"] = {"required": True, "content": {op.sends: {"schema": {"type": "string"}}}}
    if op.form:
        told["requestBody"] = {"required": True, "content": {JSON: {"schema": schema_of[_key(op.form)]}}}
    told["responses"] = {str(op.status): {"description": op.summary, "content": answer}, **_refusals(op, schema_of)}
    return told


def _refusals(op: Operation, schema_of: dict[str, Any]) -> dict[str, Any]:
    by_status: dict[int, list[str]] = {}
    for code in (*op.refusals, *ALWAYS):
        by_status.setdefault(CODES[code][0], []).append(code)
    failure = {JSON: {"schema": schema_of[_key(Failure)]}}
    return {str(status): {"description": ", ".join(codes), "content": failure} for status, codes in by_status.items()}


def _key(struct: Any) -> str:
    return str(struct)

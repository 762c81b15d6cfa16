"""The OpenAPI document: made from the table of calls and the dataclasses they take and give."""

from collections.abc import Iterable
from dataclasses import fields

from clew import __version__
from clew.core.given import required
from clew.core.schema import member, record, schema
from clew.model import Json
from clew.web.call import Call, Fault


def document(calls: Iterable[Call]) -> dict[str, Json]:
    """The whole document, OpenAPI 3.1."""
    known: dict[str, Json] = {}
    paths: dict[str, dict[str, Json]] = {}
    for call in calls:
        paths.setdefault(call.path, {})[call.method.lower()] = _operation(call, known)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Clew",
            "version": __version__,
            "description": "Everything the web app does, for programs on this machine.",
        },
        "paths": paths,
        "components": {
            "schemas": known,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
        "security": [{"token": []}],
    }


def _operation(call: Call, known: dict[str, Json]) -> dict[str, Json]:
    out: dict[str, Json] = {
        "operationId": call.name,
        "summary": call.about,
        "responses": {
            "200": {"description": "Done.", "content": _json(schema(call.gives, known))},
            **{code: {"description": text, "content": _json(schema(Fault, known))} for code, text in FAULTS.items()},
        },
    }
    inside = [one for one in fields(call.takes) if f"{{{one.name}}}" in call.path]
    outside = [one for one in fields(call.takes) if one not in inside]
    out["parameters"] = [_parameter(call.takes, one.name, "path", known) for one in inside]
    if call.method == "GET":
        out["parameters"] += [_parameter(call.takes, one.name, "query", known) for one in outside]
    else:
        body = record(call.takes, known, [one.name for one in outside])
        out["requestBody"] = {"required": True, "content": _json(body)}
    return out


FAULTS = {
    "400": "The request itself is wrong.",
    "401": "No token, or a wrong one.",
    "403": "A rule forbids it: authority, tombstone, another site.",
    "404": "Nothing has that name.",
    "409": "It was decided or changed meanwhile.",
    "413": "More bytes than are taken.",
    "415": "Not JSON.",
    "503": "Another process is writing, or the disk will not take it; try again.",
}


def _json(found: Json) -> Json:
    return {"application/json": {"schema": found}}


def _parameter(cls: type, name: str, where: str, known: dict[str, Json]) -> Json:
    return {
        "name": name,
        "in": where,
        "required": where == "path" or name in required(cls),
        "schema": member(cls, name, known, text=True),
    }

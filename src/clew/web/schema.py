"""The OpenAPI document: made from the table of calls and the dataclasses they take and give."""

from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from clew import __version__
from clew.model import Json
from clew.web.call import Call, Fault
from clew.web.params import required

_PLAIN = {str: "string", int: "integer", float: "number", bool: "boolean"}
_BOUNDS = ("minimum", "maximum", "minLength", "maxLength")


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
        body = _object(call.takes, known, [one.name for one in outside])
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
        "schema": _property(cls, name, known, text=True),
    }


def _property(cls: type, name: str, known: dict[str, Json], text: bool = False) -> Json:
    hint = get_type_hints(cls)[name]
    if text and get_origin(hint) in (UnionType, Union):
        hint = get_args(hint)[0]  # in a query, nothing is written by leaving the name out
    found = schema(hint, known)
    bounds = next(one for one in fields(cls) if one.name == name).metadata
    for key in _BOUNDS:
        if key in bounds and "anyOf" in found:
            found["anyOf"][0][key] = bounds[key]
        elif key in bounds:
            found[key] = bounds[key]
    return found


def _object(cls: type, known: dict[str, Json], names: Iterable[str] | None = None) -> dict[str, Json]:
    kept = list(names) if names is not None else [one.name for one in fields(cls)]
    must = [name for name in kept if name in required(cls)] if names is not None else kept
    return {
        "type": "object",
        "properties": {_written(name): _property(cls, name, known) for name in kept},
        "required": [_written(name) for name in must],
        "additionalProperties": False,
    }


def _written(name: str) -> str:
    return "class" if name == "cls" else name


def schema(hint: Any, known: dict[str, Json]) -> dict[str, Json]:
    """The JSON schema of a type; dataclasses are put among the `known` ones and referred to."""
    origin = get_origin(hint)
    if hint in _PLAIN:
        return {"type": _PLAIN[hint]}
    if origin in (UnionType, Union):
        return {"anyOf": [schema(get_args(hint)[0], known), {"type": "null"}]}
    if origin is Literal:
        return {"type": "string", "enum": list(get_args(hint))}
    if origin is tuple:
        return {"type": "array", "items": schema(get_args(hint)[0], known)}
    if origin is not None and issubclass(origin, Mapping):
        return {"type": "object", "additionalProperties": schema(get_args(hint)[1], known)}
    if isinstance(hint, type) and is_dataclass(hint):
        if hint.__name__ not in known:
            known[hint.__name__] = {}
            known[hint.__name__].update(_object(hint, known), title=hint.__name__)
        return {"$ref": f"#/components/schemas/{hint.__name__}"}
    return {}

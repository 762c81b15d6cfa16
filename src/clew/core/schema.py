"""JSON Schemas of dataclasses: what a face takes and gives, described for programs."""

from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from clew.core.given import required
from clew.model import Json

_PLAIN = {str: "string", int: "integer", float: "number", bool: "boolean"}
_BOUNDS = ("minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems")


def member(cls: type, name: str, known: dict[str, Json], text: bool = False) -> Json:
    """The schema of one field, with its bounds and description; `text` where it comes as text and has no null."""
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
    return {**found, "description": bounds["description"]} if "description" in bounds else found


def record(cls: type, known: dict[str, Json], names: Iterable[str] | None = None) -> dict[str, Json]:
    """The schema of an object: all fields written, or these `names` taken, of which some may be left out."""
    kept = list(names) if names is not None else [one.name for one in fields(cls)]
    must = [name for name in kept if name in required(cls)] if names is not None else kept
    return {
        "type": "object",
        "properties": {_written(name): member(cls, name, known) for name in kept},
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
            known[hint.__name__].update(record(hint, known), title=hint.__name__)
        return {"$ref": f"#/components/schemas/{hint.__name__}"}
    return {}

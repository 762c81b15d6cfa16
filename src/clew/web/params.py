"""What a call takes: a dataclass, read strictly from a query, a form or a JSON body.

Bounds stand in the metadata of a field (`minimum`, `maximum`, `maxLength`), where the schema reads them too.
"""

from collections.abc import Mapping, Sequence
from dataclasses import Field, field, fields
from types import UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from clew.core import codec
from clew.errors import UsageError
from clew.model import Json

T = TypeVar("T")
Given = Mapping[str, Sequence[str]]
"""Fields of a query or form: every value that was given under a name."""

WORDS = {"true": True, "1": True, "on": True, "yes": True, "false": False, "0": False, "off": False, "no": False}


def whole(default: int, least: int, most: int) -> Any:
    """A whole number between two bounds."""
    return field(default=default, metadata={"minimum": least, "maximum": most})


def line(most: int = 500) -> Any:
    """A text that must be given, of at least one and at most so many characters."""
    return field(metadata={"minLength": 1, "maxLength": most})


def maybe(most: int = 500) -> Any:
    """A text that may be left out."""
    return field(default=None, metadata={"maxLength": most})


def from_json(cls: type[T], obj: Json) -> T:
    """The value in a JSON object; UsageError says which key does not fit."""
    if not isinstance(obj, dict):
        raise UsageError("the body must be a JSON object")
    names = [f.name for f in fields(cls)]  # type: ignore[arg-type]  # only dataclasses are given
    unknown = sorted(map(str, obj.keys() - set(names)))
    if unknown:
        raise UsageError(f"`{unknown[0][:60]}` is no parameter of this call; there is: {', '.join(names) or 'none'}")
    try:
        made = codec.value(cls, obj)
    except ValueError as error:
        raise UsageError(str(error)) from error
    for one in fields(cls):  # type: ignore[arg-type]  # as above
        _bounded(one, getattr(made, one.name))
    return made


def from_text(cls: type[T], given: Given, form: bool = True) -> T:
    """The value in the fields of a query or form, where everything is text; an empty field of a form was left out."""
    hints = get_type_hints(cls)
    obj: dict[str, Json] = {}
    for name, texts in given.items():
        if name not in hints:
            obj[name] = texts
        elif get_origin(hints[name]) is tuple:
            obj[name] = [text for text in texts if text]
        elif len(texts) > 1:
            raise UsageError(f"`{name}` was given twice")
        elif texts and (texts[0] or not (form and _optional(cls, name))):
            obj[name] = _converted(name, _bare(hints[name]), texts[0])
    return from_json(cls, obj)


def _optional(cls: type, name: str) -> bool:
    return any(one.name == name and not _required(one) for one in fields(cls))


def _required(one: "Field[Any]") -> bool:
    return repr(one.default).startswith("<dataclasses._MISSING") and repr(one.default_factory).startswith(
        "<dataclasses._MISSING"
    )


def required(cls: type) -> list[str]:
    """Names of the fields that must be given."""
    return [one.name for one in fields(cls) if _required(one)]


def _bare(hint: Any) -> Any:
    return get_args(hint)[0] if get_origin(hint) in (UnionType, Union) else hint


def _converted(name: str, hint: Any, text: str) -> Json:
    if hint is bool:
        if text.lower() not in WORDS:
            raise UsageError(f"`{name}` is true or false, not {text[:40]!r}")
        return WORDS[text.lower()]
    if hint is int:
        if not (text.lstrip("-").isascii() and text.lstrip("-").isdigit()):
            raise UsageError(f"`{name}` is a whole number, not {text[:40]!r}")
        return int(text[:20])
    return text


def _bounded(one: "Field[Any]", found: Any) -> None:
    low, high = one.metadata.get("minimum"), one.metadata.get("maximum")
    if isinstance(found, int) and low is not None and high is not None and not low <= found <= high:
        raise UsageError(f"`{one.name}` lies between {low} and {high}, not at {found}")
    if isinstance(found, str):
        if len(found) < one.metadata.get("minLength", 0):
            raise UsageError(f"`{one.name}` is empty")
        if len(found) > one.metadata.get("maxLength", len(found)):
            raise UsageError(f"`{one.name}` is longer than {one.metadata['maxLength']} characters")

"""What a call takes, where it comes as text: the fields of a query or form."""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from types import UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from clew.core.given import from_json, required
from clew.errors import UsageError
from clew.model import Json

T = TypeVar("T")
Given = Mapping[str, Sequence[str]]
"""Fields of a query or form: every value that was given under a name."""

WORDS = {"true": True, "1": True, "on": True, "yes": True, "false": False, "0": False, "off": False, "no": False}


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
    return name not in required(cls) and any(one.name == name for one in fields(cls))


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

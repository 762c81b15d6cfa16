"""Values as JSON objects: the lines of references, claims and ledger files.

The JSON shape of a value is its dataclass: same names (`cls` is written `class`), every key always
written, in one fixed order, so that equal values are equal bytes. Reading forgives unknown keys and
missing optional ones; anything else that does not fit is a ValueError that names the key.
"""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import cache
from sys import intern
from types import UnionType
from typing import Any, Literal, NoReturn, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from clew.model import Candidate, Claim, Event, Finding, Json, Part, Source, Standing

T = TypeVar("T")
Convert = Callable[[Json], Json]

# The order in which people read a line, where it differs from the order of the dataclass.
_ORDER: dict[str, tuple[str, ...]] = {
    "Claim": (
        "id", "kind", "text", "label", "topic", "about", "triple", "scope", "polarity", "modality", "act", "speaker",
        "evidence", "asserted_at", "valid_from", "valid_to", "derived_from", "by", "said_confidence", "reasons",
        "confidence",
    ),
    "Event": (
        "n", "clock", "at", "kind", "target", "op", "actor", "channel", "data", "reason", "writer", "prev", "digest",
    ),
}  # fmt: skip
_WRITTEN = {"cls": "class"}
SHORT = 40
"""Longest string of which one copy is kept, in characters."""


def _constant(word: str) -> NoReturn:
    raise ValueError(f"{word} is not JSON")


# Made once: the functions of the json module make one anew for every line.
_ENCODER = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))
_DECODER = json.JSONDecoder(parse_constant=_constant)
_SURROGATE = re.compile("[\ud800-\udfff]")
_ESCAPED_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")


def dump(obj: Json) -> str:
    """One line of compact JSON without a line end; NaN is a ValueError, a lone surrogate becomes U+FFFD."""
    text = _ENCODER.encode(obj)
    return text if text.isascii() else _SURROGATE.sub("\ufffd", text)


def load(text: str) -> dict[str, Json]:
    """The JSON object in a line; ValueError when there is none, or it holds NaN or nests too deep."""
    try:
        obj = _DECODER.decode(text)
    except RecursionError:
        raise ValueError("nested too deeply") from None
    if not isinstance(obj, dict):
        raise ValueError(f"expected a JSON object, found {_name(obj)}")
    # An escape can smuggle in half a character that no file or database accepts later.
    return cast("dict[str, Json]", json.loads(dump(obj))) if _ESCAPED_SURROGATE.search(text) else obj


def line(value: object) -> str:
    """A value of the model as one line of JSON without a line end."""
    return dump(pack(value))


def pack(value: object) -> dict[str, Json]:
    """A value of the model as a JSON object with its keys in fixed order."""
    cls: Any = type(value)
    return {written: plain(getattr(value, name)) for name, written in _names(cls)}


def lean(value: object) -> dict[str, Json]:
    """The same without what goes without saying: shorter, and read alike."""
    cls: Any = type(value)
    given = ((field, getattr(value, field.name)) for field in _fields(cls))
    return {field.written: _lean(said) for field, said in given if said != field.missing}


def _lean(value: Json) -> Json:
    if isinstance(value, tuple | list):
        return [_lean(item) for item in value]
    return lean(value) if is_dataclass(value) else plain(value)


def part(obj: Json) -> Part:
    """A part from its JSON object."""
    return _read(Part, obj)


def claim(obj: Json) -> Claim:
    """A claim from its JSON object."""
    return _read(Claim, obj)


def event(obj: Json) -> Event:
    """An event from its JSON object."""
    return _read(Event, obj)


def source(obj: Json) -> Source:
    """A source from its JSON object."""
    return _read(Source, obj)


def candidate(obj: Json) -> Candidate:
    """A candidate from its JSON object."""
    return _read(Candidate, obj)


def standing(obj: Json) -> Standing:
    """A standing from its JSON object."""
    return _read(Standing, obj)


def finding(obj: Json) -> Finding:
    """A finding from its JSON object."""
    return _read(Finding, obj)


def value(cls: type[T], obj: Json) -> T:
    """A value of any frozen dataclass from its JSON object: what a face takes in is read as strictly as a file."""
    return _read(cls, obj)


@dataclass(frozen=True, slots=True)
class _Field:
    name: str
    written: str
    convert: Convert
    missing: Json
    """What a line without the key means; MISSING where the key is required."""


class _Unfit(Exception):
    """A value that does not fit, with the way to it, innermost step first; becomes a ValueError at the top."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.way: list[str] = []


def _read(cls: type[T], obj: Json) -> T:
    hint: Any = cls
    try:
        return cast("T", _converter(hint)(obj))
    except _Unfit as error:
        raise ValueError(f"{cls.__name__.lower()}{''.join(reversed(error.way))}: {error}") from None


@cache
def _names(cls: type) -> tuple[tuple[str, str], ...]:
    if not is_dataclass(cls):
        raise TypeError(f"{cls.__name__} is no value of the model")
    order = _ORDER.get(cls.__name__) or tuple(f.name for f in fields(cls))
    return tuple((name, _WRITTEN.get(name, name)) for name in order)


def plain(value: Json) -> Json:
    """The same value in lists, objects with sorted keys, strings and numbers alone."""
    if value is None or isinstance(value, str | int | float):
        return value
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    if isinstance(value, Mapping):
        return {str(key): plain(value[key]) for key in sorted(value, key=str)}
    return pack(value)


@cache
def _fields(cls: type) -> tuple[_Field, ...]:
    hints = get_type_hints(cls)
    return tuple(
        _Field(f.name, _WRITTEN.get(f.name, f.name), _converter(hints[f.name]), _missing(f, hints[f.name]))
        for f in fields(cls)
    )


def _missing(field: Any, hint: Any) -> Json:
    if field.default is not MISSING:
        return field.default
    if field.default_factory is not MISSING:
        return field.default_factory()
    if get_origin(hint) is UnionType:
        return None
    return () if get_origin(hint) is tuple else MISSING


@cache
def _converter(hint: Any) -> Convert:
    origin = get_origin(hint)
    if origin in (UnionType, Union):  # a closed word or None is the older kind
        return _optional(_converter(get_args(hint)[0]))
    if origin is Literal:
        return _choice(frozenset(get_args(hint)))
    if origin is tuple:
        return _many(_converter(get_args(hint)[0]))
    if is_dataclass(hint):
        return _value(cast("type", hint))
    return {str: _string, int: _integer, bool: _boolean}.get(hint, _mapping)


def _string(value: Json) -> Json:
    if not isinstance(value, str):
        _wrong("a string", value)
    # ids, times and names return on thousands of lines: one copy of each is enough
    return intern(value) if len(value) <= SHORT else value


def _integer(value: Json) -> Json:
    return value if isinstance(value, int) and not isinstance(value, bool) else _wrong("a whole number", value)


def _boolean(value: Json) -> Json:
    return value if isinstance(value, bool) else _wrong("true or false", value)


def _mapping(value: Json) -> Json:
    return _shared(value) if isinstance(value, dict) else _wrong("an object", value)


def _shared(value: Json) -> Json:
    """The same value with one copy of its keys and short strings."""
    if isinstance(value, str):
        return intern(value) if len(value) <= SHORT else value
    if isinstance(value, dict):
        return {intern(key): _shared(item) for key, item in value.items()}
    return [_shared(item) for item in value] if isinstance(value, list) else value


def _optional(convert: Convert) -> Convert:
    return lambda value: None if value is None else convert(value)


def _choice(known: frozenset[str]) -> Convert:
    def convert(value: Json) -> Json:
        if isinstance(value, str) and value in known:
            return value
        return _wrong(f"one of {', '.join(sorted(known))}", value)

    return convert


def _many(convert: Convert) -> Convert:
    def all_of(value: Json) -> Json:
        if not isinstance(value, list):
            _wrong("a list", value)
        try:
            return tuple([convert(item) for item in value])
        except _Unfit as error:
            wrong = next(at for at, item in enumerate(value) if _refused(convert, item))
            error.way.append(f"[{wrong}]")
            raise

    return all_of


def _refused(convert: Convert, value: Json) -> bool:
    try:
        convert(value)
    except _Unfit:
        return True
    return False


def _value(cls: type) -> Convert:
    ways = [(field.written, field.convert, field.missing) for field in _fields(cls)]
    needed = [at for at, (_, _, missing) in enumerate(ways) if missing is MISSING]

    def convert(value: Json) -> Json:
        if not isinstance(value, dict):
            _wrong("an object", value)
        get = value.get
        try:
            # what is the default itself, or not there, needs no look
            found = [got if (got := get(written, missing)) is missing else turn(got) for written, turn, missing in ways]
        except _Unfit as error:
            given = ((written, turn) for written, turn, missing in ways if get(written, missing) is not missing)
            error.way.append(f".{next(written for written, turn in given if _refused(turn, get(written)))}")
            raise
        for at in needed:
            if found[at] is MISSING:
                raise _Unfit(f"`{ways[at][0]}` is missing")
        return cls(*found)

    return convert


def _wrong(wanted: str, value: Json) -> NoReturn:
    shown = repr(value) if isinstance(value, str | int | float) and len(repr(value)) <= 40 else _name(value)
    raise _Unfit(f"expected {wanted}, found {shown}")


def _name(value: Json) -> str:
    return {"dict": "an object", "list": "a list", "NoneType": "null", "str": "a string"}.get(
        type(value).__name__, type(value).__name__
    )

"""What a call of a face takes: a dataclass, read strictly from a JSON object.

Bounds stand in the metadata of a field (`minimum`, `maximum`, `minLength`, …), where the schema reads them
too, beside its `description`.
"""

from collections.abc import Mapping
from dataclasses import Field, field, fields, is_dataclass
from typing import Any, TypeVar

from clew.core import codec
from clew.errors import UsageError
from clew.model import Json

T = TypeVar("T")


def whole(default: int | None, least: int, most: int, about: str = "") -> Any:
    """A whole number between two bounds; `about` says what it means, here and below."""
    return field(default=default, metadata={"minimum": least, "maximum": most, **_described(about)})


def line(most: int = 500, about: str = "") -> Any:
    """A text that must be given, of at least one and at most so many characters."""
    return field(metadata={"minLength": 1, "maxLength": most, **_described(about)})


def maybe(most: int = 500, about: str = "") -> Any:
    """A text that may be left out."""
    return field(default=None, metadata={"maxLength": most, **_described(about)})


def flag(about: str) -> Any:
    """Something that is off unless it is asked for."""
    return field(default=False, metadata=_described(about))


def several(most: int, about: str = "") -> Any:
    """A list of at least one and at most so many."""
    return field(metadata={"minItems": 1, "maxItems": most, **_described(about)})


def _described(about: str) -> dict[str, str]:
    return {"description": about} if about else {}


def from_json(cls: type[T], obj: Json) -> T:
    """The value in a JSON object; UsageError says which key does not fit."""
    if not isinstance(obj, dict):
        raise UsageError("the body must be a JSON object")
    try:
        made = codec.value(cls, obj)
    except ValueError as error:
        _known(cls, obj)
        raise UsageError(str(error)) from error
    _fits(cls, obj, made)
    return made


def _fits(cls: type, obj: Mapping[str, Json], made: Any) -> None:
    """Nothing unknown and nothing out of bounds, in the parts of a list neither."""
    _known(cls, obj)
    for one in fields(cls):
        found = getattr(made, one.name)
        _bounded(one, found)
        for n, part in enumerate(found if isinstance(found, tuple) else ()):
            if is_dataclass(part):
                _fits(type(part), obj[one.name][n], part)


def _known(cls: type, obj: Mapping[str, Json]) -> None:
    names = [f.name for f in fields(cls)]
    unknown = sorted(map(str, obj.keys() - set(names)))
    if unknown:
        raise UsageError(f"`{unknown[0][:60]}` is no parameter of this call; there is: {', '.join(names) or 'none'}")


def _required(one: "Field[Any]") -> bool:
    return repr(one.default).startswith("<dataclasses._MISSING") and repr(one.default_factory).startswith(
        "<dataclasses._MISSING"
    )


def required(cls: type) -> list[str]:
    """Names of the fields that must be given."""
    return [one.name for one in fields(cls) if _required(one)]


def _bounded(one: "Field[Any]", found: Any) -> None:
    low, high = one.metadata.get("minimum"), one.metadata.get("maximum")
    if isinstance(found, int) and low is not None and high is not None and not low <= found <= high:
        raise UsageError(f"`{one.name}` lies between {low} and {high}, not at {found}")
    if isinstance(found, tuple) and not one.metadata.get("minItems", 0) <= len(found) <= one.metadata.get(
        "maxItems", len(found)
    ):
        raise UsageError(f"`{one.name}` holds {len(found)}; from 1 to {one.metadata['maxItems']} are taken")
    if isinstance(found, str):
        if len(found) < one.metadata.get("minLength", 0):
            raise UsageError(f"`{one.name}` is empty")
        if len(found) > one.metadata.get("maxLength", len(found)):
            raise UsageError(f"`{one.name}` is longer than {one.metadata['maxLength']} characters")

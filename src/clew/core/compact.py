"""Values of the model as a few bytes, for this process alone: several times faster and smaller than lines of JSON."""

import marshal
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import cache, partial
from operator import attrgetter
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from clew.core import codec

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Plan:
    """How values of a class are taken apart."""

    row: Callable[[object], tuple[Any, ...]]
    one: tuple[tuple[int, type], ...]
    """Fields that hold a value of the model or None."""
    many: tuple[tuple[int, type], ...]
    """Fields that hold several of them."""
    objects: tuple[int, ...]
    """Fields that hold a JSON object."""


@cache
def _plan(cls: Any) -> _Plan:
    hints = get_type_hints(cls)
    names = [field.name for field in fields(cls)]
    inner = {n: next((a for a in (hints[n], *get_args(hints[n])) if is_dataclass(a)), None) for n in names}
    several = {n for n in names if get_origin(hints[n]) is tuple}
    return _Plan(
        attrgetter(*names),
        tuple((at, x) for at, n in enumerate(names) if isinstance(x := inner[n], type) and n not in several),
        tuple((at, x) for at, n in enumerate(names) if isinstance(x := inner[n], type) and n in several),
        tuple(at for at, n in enumerate(names) if get_origin(hints[n]) is Mapping),
    )


def pack(value: object) -> bytes:
    """A value as bytes."""
    return marshal.dumps(_row(value))


def unpacker(cls: type[T]) -> Callable[[bytes], T]:
    """What makes values of a class of the bytes that `pack` made of them."""
    return partial(_unpacked, cls)


def _row(value: object) -> tuple[Any, ...]:
    cls: Any = type(value)
    plan = _plan(cls)
    row = list(plan.row(value))
    for at, _ in plan.one:
        row[at] = None if row[at] is None else _row(row[at])
    for at, _ in plan.many:
        row[at] = tuple(map(_row, row[at]))
    for at in plan.objects:
        row[at] = codec.plain(row[at])
    return tuple(row)


def _unpacked(cls: type[T], data: bytes) -> T:
    return _made(cls, marshal.loads(data))  # noqa: S302  # bytes of this process


def _made(cls: type[T], row: tuple[Any, ...]) -> T:
    known: Any = cls
    plan = _plan(known)
    if not (plan.one or plan.many):
        return cls(*row)
    values = list(row)
    for at, inner in plan.one:
        values[at] = None if values[at] is None else _made(inner, values[at])
    for at, inner in plan.many:
        values[at] = tuple(_made(inner, one) for one in values[at])
    return cls(*values)

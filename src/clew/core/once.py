"""A property that is worked out once an instance."""

from collections.abc import Callable
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class fact(Generic[T]):  # noqa: N801  # reads as the decorator it is
    """A property worked out once an instance; unlike functools.cached_property it takes no lock."""

    def __init__(self, work: Callable[[Any], T]) -> None:
        self.work = work
        self.name = work.__name__
        self.__doc__ = work.__doc__

    def __get__(self, pair: object, owner: type) -> T:
        value = self.work(pair)
        pair.__dict__[self.name] = value
        return value

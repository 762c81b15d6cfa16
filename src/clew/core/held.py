"""`held`: a cache of what a function gave, which can be let go: what one phase worked out helps no other one."""

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from functools import _lru_cache_wrapper

T = TypeVar("T")

_HELD: "list[_lru_cache_wrapper[object]]" = []


def held(most: int) -> "Callable[[Callable[..., T]], _lru_cache_wrapper[T]]":
    """Remember so many results of a function, those asked for last, until somebody lets go."""

    def cached(function: Callable[..., T]) -> "_lru_cache_wrapper[T]":
        made = lru_cache(maxsize=most)(function)
        _HELD.append(made)
        return made

    return cached


def let_go() -> None:
    """Forget what is held: between two phases of a long work, so that the next one finds room."""
    for one in _HELD:
        one.cache_clear()

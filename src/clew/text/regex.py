"""Regular expressions that are compiled when first used: one command needs few of the hundreds that there are.

Stands in for the module of the standard library: `from clew.text import regex as re`.
"""

import re
from re import (
    ASCII,
    DOTALL,
    IGNORECASE,
    MULTILINE,
    UNICODE,
    VERBOSE,
    I,
    M,
    Match,
    Pattern,
    S,
    escape,
    findall,
    finditer,
    fullmatch,
    match,
    search,
    split,
    sub,
)
from typing import Any, AnyStr, cast

__all__ = (
    "ASCII",
    "DOTALL",
    "IGNORECASE",
    "MULTILINE",
    "UNICODE",
    "VERBOSE",
    "I",
    "M",
    "Match",
    "Pattern",
    "S",
    "compile",
    "escape",
    "findall",
    "finditer",
    "fullmatch",
    "match",
    "search",
    "split",
    "sub",
)
_USED = ("search", "match", "fullmatch", "split", "findall", "finditer", "sub", "subn", "flags", "groups", "groupindex")


class Waiting:
    """A pattern that is not compiled yet; once it is, its methods are those of the compiled one."""

    def __init__(self, shape: Any, flags: int) -> None:
        self.pattern, self._flags = shape, flags

    def __getattr__(self, name: str) -> Any:
        made = re.compile(self.pattern, self._flags)
        self.__dict__.update({used: getattr(made, used) for used in _USED})
        return getattr(made, name)


def compile(shape: AnyStr, flags: int = 0) -> Pattern[AnyStr]:  # noqa: A001  # the name it stands in for
    """As `re.compile`, later: a shape that is wrong is found at its first use."""
    return cast("Pattern[AnyStr]", Waiting(shape, flags))

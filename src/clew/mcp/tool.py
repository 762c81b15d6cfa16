"""A tool: one row of the table that names, describes, checks and carries out what an agent may call."""

from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, get_args, get_type_hints

from clew.bundle import Bundle
from clew.core import schema
from clew.core.given import whole
from clew.mcp.reply import Reply
from clew.model import Json

LEAST, MOST = 100, 20_000
"""Bounds of a budget of tokens."""


@dataclass(frozen=True, slots=True)
class Tool:
    """One thing an agent can do."""

    name: str
    title: str
    about: str
    """What it is for, in words that tell an agent when to call it."""
    act: Callable[[Bundle, Any], Reply]
    takes: type
    """The dataclass of its parameters."""
    reads: bool = True
    """Whether it changes nothing; those that do are additive, and the same call twice changes nothing more."""

    def schema(self) -> dict[str, Json]:
        """JSON Schema of the parameters."""
        return inputs(self.takes)


def budget() -> Any:
    """The parameter by which an agent says how much it wants to read."""
    return whole(None, LEAST, MOST, "Most tokens of the answer; the bundle's setting (2000) if left out.")


def inputs(cls: type) -> dict[str, Json]:
    """Schema of what a call takes, whole in itself: clients do not follow references."""
    made = schema.record(cls, {}, [one.name for one in fields(cls)])
    for name, hint in get_type_hints(cls).items():
        inner = next((arg for arg in get_args(hint) if isinstance(arg, type) and is_dataclass(arg)), None)
        if inner:
            made["properties"][name]["items"] = inputs(inner)
    return made

"""A call: one operation of the API, the same for programs, for scripts of a page and for its forms."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal


@dataclass(frozen=True, slots=True)
class Call:
    """One row of the table that routes, documents and checks every operation."""

    name: str
    method: Literal["GET", "POST"]
    path: str
    """Under `/api/`; names in braces are fields of `takes`."""
    about: str
    """One sentence for the document."""
    act: Callable[..., Any]
    """Carries it out, given a bundle and the parameters; of a `room` call the room and the channel stand first."""
    takes: type
    """The dataclass of its parameters."""
    gives: Any
    """The type of its answer."""
    where: Literal["bundle", "apart", "room"] = "bundle"
    """`apart`: it may take so long that others must not wait for it. `room`: it is about the server's own work."""


@dataclass(frozen=True, slots=True)
class Nothing:
    """No parameters."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a call was not carried out; nothing was changed."""

    status: int
    error: str
    """Name of the error: `NotFound`, `Conflict`, `Refused`, …"""
    detail: str
    """What is wrong, where, and what to do."""

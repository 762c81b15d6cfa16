"""Clew keeps the thread: a local-first knowledge graph of what was said, decided and changed.

import clew
with clew.open("notes") as bundle:
    block = bundle.context("Which database do we use?")
    print(block.prompt())
"""

from importlib import import_module

TYPE_CHECKING = False  # type checkers know the name; loading `typing` would cost the prompt hook a fifth of its time
if TYPE_CHECKING:
    from clew.app import create
    from clew.app import open_bundle as open  # noqa: A004  # clew.open reads like the built-in on purpose
    from clew.bundle import Bundle
    from clew.errors import ClewError
    from clew.model import Claim, Event, Finding, Part, Problem, Source, Standing
    from clew.search.block import Block, Item
    from clew.use.ask import Options
    from clew.use.look import Filter

__version__ = "0.1.0"
__all__ = [
    "Block",
    "Bundle",
    "Claim",
    "ClewError",
    "Event",
    "Filter",
    "Finding",
    "Item",
    "Options",
    "Part",
    "Problem",
    "Source",
    "Standing",
    "create",
    "open",
]

_HOME = {
    "Block": "clew.search.block",
    "Bundle": "clew.bundle",
    "ClewError": "clew.errors",
    "Filter": "clew.use.look",
    "Item": "clew.search.block",
    "Options": "clew.use.ask",
    "create": "clew.app",
    "open": "clew.app",
}


def __getattr__(name: str) -> object:
    """Names of the public surface, loaded when they are first used, so that `clew --version` loads nothing."""
    if name not in __all__:
        raise AttributeError(f"module 'clew' has no attribute {name!r}")
    found = import_module(_HOME.get(name, "clew.model"))
    return getattr(found, "open_bundle" if name == "open" else name)

"""The `relations` of a page: those a person wrote stay, those projected from claims follow the claims.

A projected entry carries `claim`. When one of them differs from what was last written, somebody edited it by hand:
all projected entries are then left as they are until the difference is decided.
"""

from collections.abc import Mapping, Sequence

from clew.model import Json
from clew.pages import emit, region
from clew.pages.trust import listed

KEY = "relations"
PROJECTED = "relations-of-claims"
"""The name under which the digest of the projected entries stands in the note of a generated block."""


def seal(entries: Json) -> str:
    """Digest of the projected entries of a page; empty where there are none."""
    held = [item for item in listed(entries) if projected(item)]
    return region.digest(emit.flow(held))[:6] if held else ""


def projected(item: Json) -> bool:
    """Whether an entry was written from a claim."""
    return isinstance(item, Mapping) and bool(item.get("claim"))


def edited(had: Json, sealed: str) -> bool:
    """Whether somebody changed, added or removed a projected entry since it was written."""
    return seal(had) != sealed


def merged(had: Json, fresh: Sequence[Mapping[str, Json]], sealed: str) -> Json | None:
    """The entries to write; None where there are to be none. What a person asserts already is not said twice."""
    if edited(had, sealed):
        return had
    authored = [item for item in listed(had) if not projected(item)]
    said = {_end(item) for item in authored}
    return [*authored, *(item for item in fresh if _end(item) not in said)] or None


def _end(item: Json) -> tuple[str, str]:
    if not isinstance(item, Mapping):
        return ("", "")
    return str(item.get("predicate")), str(item.get("object"))

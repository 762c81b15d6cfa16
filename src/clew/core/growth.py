"""How a source grows: which parts of a new reading are new or edited, and which parts are on the active branch.

An edited message becomes a new part `<id>~2` whose parent is the older version; nothing stored is changed.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher

from clew.model import Part

VERSION = re.compile(r"(.+)~([2-9]|[1-9][0-9]+)", re.DOTALL)

LAST = 2
"""Messages of an exchange."""


@dataclass(frozen=True, slots=True)
class Growth:
    """What a new reading adds to the stored parts."""

    added: tuple[Part, ...]
    edited: tuple[tuple[str, str], ...]
    """Pairs (id of the older version, id of the new part)."""


def grow(old: Sequence[Part], new: Iterable[Part]) -> Growth:
    """Parts of a new reading that the stored source lacks, numbered on from it."""
    versions = _versions(old)
    added: list[Part] = []
    edited: list[tuple[str, str]] = []
    n = max((p.n for p in old), default=0)
    for part in new:
        known = versions.get(part.id)
        # Equal to an older version as well: an older export that comes again must not look like an edit.
        if any(version.text == part.text for version in known or ()):
            continue
        n += 1
        fresh = replace(part, n=n)
        if known:
            fresh = replace(fresh, id=f"{part.id}~{len(known) + 1}", parent=known[-1].id)
            edited.append((known[-1].id, fresh.id))
        versions.setdefault(part.id, []).append(fresh)
        added.append(fresh)
    return Growth(tuple(added), tuple(edited))


def active(parts: Sequence[Part], leaf: str | None) -> tuple[Part, ...]:
    """The parts a reader of the conversation sees: newest versions only, and only the branch of the leaf."""
    versions = _versions(parts)
    if leaf is None or _base(leaf, versions) not in versions:
        # an edited message keeps its place
        return tuple(known[-1] for known in sorted(versions.values(), key=lambda known: known[0].n))
    path: list[Part] = []
    seen: set[str] = set()
    at: str | None = _base(leaf, versions)
    while at is not None and at in versions and at not in seen:
        seen.add(at)
        path.append(versions[at][-1])
        parent = versions[at][0].parent
        at = _base(parent, versions) if parent is not None else None
    return tuple(reversed(path))


def aligned(old: Sequence[Part], new: Sequence[Part]) -> tuple[Part, ...]:
    """Messages that have no ids under those that the same words are stored by.

    Messages between equal ones, as many and by the same people, are new versions of what stood there, and so is what
    stands in the place of the last exchange. What is missing in the new reading stays: it was said.
    """
    shown = active(old, None)
    had, has = ([(p.author, p.name, p.text) for p in parts] for parts in (shown, new))
    same = next((n for n, (a, b) in enumerate(zip(had, has, strict=False)) if a != b), min(len(had), len(has)))
    pairs = [(n, n) for n in range(same)]
    for tag, *found in SequenceMatcher(None, had[same:], has[same:]).get_opcodes():
        i, end, j, until = (n + same for n in found)
        size = end - i
        instead = tag == "replace" and (size <= LAST if end == len(had) else size == until - j)
        if tag == "equal" or (instead and [h[:2] for h in had[i:end]] == [h[:2] for h in has[j : j + size]]):
            pairs += zip(range(i, end), range(j, until), strict=False)
    names = {new[j].id: first(shown[i].id) for i, j in pairs}
    return tuple(replace(p, id=names.get(p.id, p.id), parent=names.get(p.parent or "", p.parent)) for p in new)


def first(part_id: str) -> str:
    """The id of the first version of a part."""
    found = VERSION.fullmatch(part_id)
    return found[1] if found else part_id


def _versions(parts: Sequence[Part]) -> dict[str, list[Part]]:
    """Parts by the id of their first version, versions in order."""
    families: dict[str, list[Part]] = {}
    for part in sorted(parts, key=lambda p: p.n):
        base = _base(part.id, families)
        families.setdefault(base, []).append(part)
    return families


def _base(part_id: str, families: dict[str, list[Part]]) -> str:
    """The first version's id, where this id names a later version of a part we have."""
    found = VERSION.fullmatch(part_id)
    return found[1] if found and found[1] in families else part_id

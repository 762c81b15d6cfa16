"""`Near`: which claims come near a newcomer, those that were in force once and share a blocking key with it."""

from __future__ import annotations

import hashlib
from array import array
from collections import Counter
from collections.abc import Iterable, Mapping, MutableMapping
from dataclasses import dataclass
from math import log
from sys import intern

from clew.belief import conflict
from clew.core import codec
from clew.model import Claim
from clew.text.moment import said

RIVALS = 60
"""Most claims that one newcomer is compared with."""
CROWD = 400
"""A blocking key shared by more claims than this says little; only the latest are considered."""

_NONE: array[int] = array("L")


@dataclass(frozen=True, slots=True)
class Keys:
    """What a claim is sorted in by; it follows from the claim alone, and is read from its words only once."""

    content: str
    """Digest of the claim."""
    when: tuple[str, str, int, int, str]
    """Its place in the order of saying."""
    keys: tuple[str, ...]
    """Only claims that share one are ever compared."""


class Near:
    """Claims by what they may be compared by; sorted in when somebody asks for those near a newcomer.

    What a claim is sorted in by takes longest, so it is held apart from the order and may come from an earlier process.
    """

    def __init__(self, claims: Mapping[str, Claim], kept: MutableMapping[str, Keys] | None = None) -> None:
        self.kept: MutableMapping[str, Keys] = {} if kept is None else kept
        """What claims are sorted in by, as far as it was read."""
        self.met: set[str] = set()
        """Claims that were in force once: only they can be rivals, however many more wait for a decision."""
        self._claims = claims
        self._waiting: list[str] = []
        self._places: dict[str, array[int]] = {}
        self._ids: list[str] = []
        self._times: list[str] = []
        """When the claims of these ids were said; keys lead to their places."""

    def know(self, claim: Claim) -> None:
        """A claim has come: what was kept of other words under its id counts no more."""
        held = self.kept.get(claim.id)
        if held and held.content != _digest(claim):
            del self.kept[claim.id]

    def only(self) -> None:
        """Keep nothing of claims that are not known any more."""
        for gone in [name for name in self.kept if name not in self._claims]:
            del self.kept[gone]

    def meet(self, claim_id: str) -> None:
        """A claim has come into force."""
        if claim_id not in self.met:
            self.met.add(claim_id)
            self._waiting.append(claim_id)

    def resume(self, met: Iterable[str]) -> None:
        """Go on with the claims that were in force once."""
        self._waiting = list(met)
        self.met = set(self._waiting)

    def nearest(self, claim: Claim) -> list[str]:
        """Ids of the claims that share most keys with one; among equals the latest said."""
        self._sort()
        shared: Counter[int] = Counter()
        for key in conflict.keys(claim):
            shared.update(self._places.get(key, _NONE)[-CROWD:])
        if claim.id in self.met:
            shared.pop(next((at for at in shared if self._ids[at] == claim.id), -1), None)
        return self._first(shared)

    def rarity(self, word: str) -> float:
        """How much a stem tells: the fewer claims that were in force have it, the more."""
        many = max(len(self._ids), 1)
        return log(1 + many / (len(self._places.get(f"t:{word}", _NONE)) or 0.5)) / log(1 + 2 * many)

    def _sort(self) -> None:
        """Sort in what is not sorted in: only a newcomer asks, most commands bring none, and keys cost most."""
        for held in sorted(self._waiting, key=lambda name: self._keys(name).when):
            keys = self._keys(held)
            for key in keys.keys:
                self._places.setdefault(key, array("L")).append(len(self._ids))
            self._ids.append(held)
            self._times.append(intern(keys.when[0]))
        self._waiting.clear()

    def _keys(self, claim_id: str) -> Keys:
        held = self.kept.get(claim_id)
        if held is None:
            claim = self._claims[claim_id]
            held = self.kept[claim_id] = Keys(_digest(claim), said(claim), conflict.keys(claim))
        return held

    def _first(self, shared: Counter[int]) -> list[str]:
        ranked = sorted(((many, self._times[at], at) for at, many in shared.items()), reverse=True)
        chosen, edge = ranked[:RIVALS], ranked[RIVALS - 1 : RIVALS + 1]
        if len(edge) > 1 and edge[0][:2] == edge[1][:2]:
            # said at one time: source, part and place decide
            chosen = [it for it in chosen if it[:2] != edge[0][:2]]
            equal = [self._ids[at] for *key, at in ranked if tuple(key) == edge[0][:2]]
            latest = sorted(equal, key=lambda name: self._keys(name).when, reverse=True)[: RIVALS - len(chosen)]
            return [*(self._ids[at] for *_, at in chosen), *latest]
        return [self._ids[at] for *_, at in chosen]


def _digest(claim: Claim) -> str:
    return hashlib.sha256(codec.line(claim).encode("utf-8", "surrogatepass")).hexdigest()[:16]

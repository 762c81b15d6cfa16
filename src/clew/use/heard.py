"""What claims were read to say, kept in the index: a claim never changes, so it is read once."""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cached_property
from itertools import islice
from sys import intern

from clew.errors import Damaged, Locked, StorageFailed
from clew.index.sqlite import SqliteIndex
from clew.model import Claim
from clew.rules import told
from clew.rules.relate import Tie
from clew.rules.told import Said
from clew.use.edition import edition

READERS = ("clew.rules", "clew.text")
"""Packages that decide what a claim is read to say."""
SOME = 1000
"""Claims that are read together."""
_CACHE = (Damaged, Locked, StorageFailed)


class Heard:
    """The ear of one bundle."""

    def __init__(self, index: SqliteIndex) -> None:
        self._index = index

    @cached_property
    def _edition(self) -> str:
        return edition(*READERS)

    def read(self, claims: Iterable[Claim], known: frozenset[str]) -> Iterator[tuple[Claim, Said]]:
        """What each claim says; `known` are words that count as names."""
        gone: set[str] = set()
        with suppress(*_CACHE):
            gone = self._index.imprints.listened(self._edition)
        waiting = iter(claims)
        while some := list(islice(waiting, SOME)):
            held: dict[str, str] = {}
            with suppress(*_CACHE):
                held = self._index.imprints.heard([claim.id for claim in some]) if gone else {}
            fresh: dict[str, str] = {}
            for claim in some:
                said = _unpacked(held[claim.id], known) if claim.id in held else None
                if said is None:
                    said = told.said(claim, known)
                    fresh[claim.id] = _packed(claim, said, known)
                yield claim, said
            gone.difference_update(claim.id for claim in some)
            self._keep(fresh)
        self._keep({}, gone)

    def _keep(self, fresh: Mapping[str, str], gone: Collection[str] = ()) -> None:
        if fresh or gone:
            with suppress(*_CACHE):
                self._index.imprints.hear(self._edition, fresh, gone)


def _packed(claim: Claim, said: Said, known: frozenset[str]) -> str:
    words = told.words(claim)
    ties = [(tie.subject, tie.predicate, tie.object) for tie in said.ties]
    return json.dumps([sorted(words), sorted(words & known), said.names, ties, said.people])


def _unpacked(text: str, known: frozenset[str]) -> Said | None:
    """What a claim says; None where other words than then count as names."""
    words, here, names, ties, people = json.loads(text)
    if (here or not known.isdisjoint(words)) and sorted(known.intersection(words)) != here:
        return None
    # the same few names return on thousands of claims
    return Said(tuple(map(intern, names)), tuple(Tie(*map(intern, tie)) for tie in ties), tuple(people))

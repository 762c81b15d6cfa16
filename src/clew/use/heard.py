"""What claims were read to say, kept in the index: a claim never changes, so it is read once."""

import json
from collections.abc import Sequence
from contextlib import suppress
from functools import cached_property

from clew.errors import Damaged, Locked, StorageFailed
from clew.index.sqlite import SqliteIndex
from clew.model import Claim
from clew.rules import told
from clew.rules.relate import Tie
from clew.rules.told import Said
from clew.use.edition import edition

READERS = ("clew.rules", "clew.text")
"""Packages that decide what a claim is read to say."""
_CACHE = (Damaged, Locked, StorageFailed)


class Heard:
    """The ear of one bundle."""

    def __init__(self, index: SqliteIndex) -> None:
        self._index = index

    @cached_property
    def _edition(self) -> str:
        return edition(*READERS)

    def read(self, claims: Sequence[Claim], known: frozenset[str]) -> list[tuple[Claim, Said]]:
        """What each claim says; `known` are words that count as names."""
        held: dict[str, str] = {}
        with suppress(*_CACHE):
            held = self._index.imprints.heard(self._edition)
        fresh: dict[str, str] = {}
        out: list[tuple[Claim, Said]] = []
        for claim in claims:
            said = _unpacked(held[claim.id], known) if claim.id in held else None
            if said is None:
                said = told.said(claim, known)
                fresh[claim.id] = _packed(claim, said, known)
            out.append((claim, said))
        gone = held.keys() - {claim.id for claim in claims}
        if fresh or gone:
            with suppress(*_CACHE):
                self._index.imprints.hear(self._edition, fresh, gone)
        return out


def _packed(claim: Claim, said: Said, known: frozenset[str]) -> str:
    words = told.words(claim)
    ties = [(tie.subject, tie.predicate, tie.object) for tie in said.ties]
    return json.dumps([sorted(words), sorted(words & known), said.names, ties, said.people])


def _unpacked(text: str, known: frozenset[str]) -> Said | None:
    """What a claim says; None where other words than then count as names."""
    words, here, names, ties, people = json.loads(text)
    if (here or not known.isdisjoint(words)) and sorted(known.intersection(words)) != here:
        return None
    return Said(tuple(names), tuple(Tie(*tie) for tie in ties), tuple(people))

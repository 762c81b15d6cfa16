"""Ties the clauses of a turn together: reasons to decisions, parts of one definition to each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from clew.rules.grammar import finite
from clew.rules.mood import bare, vague
from clew.rules.names import Names
from clew.rules.reasons import beside, chooses, chosen, decides, explained, lost, replaced, storied, valued
from clew.rules.slots import content
from clew.rules.unit import Unit
from clew.rules.words import W, bag
from clew.text import regex as re

_LONGEST = 260
"""Characters that one definition may span."""


def tie(found: list[Unit], names: Names) -> None:
    """Attaches reasons by connecting words, then by nearness to a change of mind, then joins definitions."""
    for k, unit in enumerate(found):
        if unit.mood == "asserted" or (unit.clause.link == "because" and unit.mood in ("hypothetical", "hedged")):
            if _trails(unit) and k and found[k - 1].sentence == unit.sentence:
                found[k - 1].joined.append(unit)
                unit.used = True
            _linked(found, k, unit)
    order = sorted(range(len(found)), key=lambda k: not chooses(found[k]))  # who says it is a choice has first claim
    for k in order:
        if decides(found[k]):
            beside(found, k)
    for k in order:
        if decides(found[k]) or (found[k].claims and found[k].head and not found[k].used):
            explained(found, k, names)
    lost(found)
    for k in order:
        storied(found, k)
    replaced(found)
    _repeated(found)
    for k, unit in enumerate(found):
        if unit.claims and not unit.used and _defining(unit):
            _define(found, k)


_TRAILING = bag("to with including such like whom you kinda")


def _trails(unit: Unit) -> bool:
    """Whether a clause only hangs on the one before it: `…, to complete my will`, `you know, over 5 books`."""
    run = bare(unit.clause)
    conceded = unit.clause.words[0].text in _CONCEDING
    return bool(run) and not unit.first and (conceded or run[0].text in _TRAILING)


_CONCEDING = bag("though although whereas while obwohl whatever whoever whichever wherever damit sodass")
"""Words that open a clause which cannot stand alone."""


def _linked(found: list[Unit], k: int, unit: Unit) -> None:
    link = unit.clause.link
    if link == "because":
        owner = _owner(found, k)
        if owner is not None and owner.mood in ("asserted", "open") and owner.reading is not None:
            owner.joined.append(unit)
            unit.used = True
            if _settled(owner):
                owner.reading = replace(owner.reading, strong=True)
    elif (
        link == "so" and unit.claims and (len(bare(unit.clause)) > 3 or finite(unit.clause.words) >= 0 or valued(unit))
    ):
        earlier = _before(found, k)
        for other in earlier:
            own = ("definition", "decision", "goal")
            changed = other.reading is not None and other.reading.act == "switch" and valued(other)
            if other.claims and other.reading is not None and (other.reading.kind in own or changed):
                if other.reading.rule == "chooses" and not other.head and other.sentence == unit.sentence:
                    _give(unit, other)  # a remark without a verb: "easter is compared with easter, so …"
                continue
            _give(unit, other)


def _give(unit: Unit, reason: Unit) -> None:
    """Makes one unit the reason of another, so that it claims nothing by itself."""
    (unit.joined if reason.sentence == unit.sentence else unit.reasons).append(reason)
    reason.used = True


_SETTLED = re.compile(r"\b(?:going to be|we(?:'re| are)? \w+|wir \w+|werden|nous \w+|on \w+)\b")


def _settled(unit: Unit) -> bool:
    """Whether a statement with a reason is settled for later: `the talk is going to be short, because …`."""
    asserts = unit.mood == "asserted" and not unit.clause.has(W.FEEL) and not vague(bare(unit.clause))
    return asserts and len(unit.clause.words) > 3 and bool(_SETTLED.search(unit.said))


def _repeated(found: Sequence[Unit]) -> None:
    """What is dropped twice in one turn is dropped once: `the arm is dead … no arm in this study`."""
    dropped: list[tuple[Unit, set[str]]] = []
    for unit in found:
        if not unit.claims or unit.used or unit.reading is None or unit.reading.act != "drop":
            continue
        words = set(content(unit.clause.words))
        first = next((other for other, known in dropped if words & known), None)
        if first is None:
            dropped.append((unit, words))
        else:
            first.reasons.append(unit)
            unit.used = True


def _owner(found: Sequence[Unit], k: int) -> Unit | None:
    unit = found[k]
    if unit.first and k + 1 < len(found) and found[k + 1].sentence == unit.sentence:
        return found[k + 1]
    return found[k - 1] if k and found[k - 1].sentence == unit.sentence else None


def _before(found: Sequence[Unit], k: int) -> list[Unit]:
    """What a `so` concludes from: earlier clauses of its sentence, or the sentence before."""
    unit = found[k]
    near = found[max(0, k - 8) : k]
    same = [other for other in near if other.sentence == unit.sentence and other.support]
    if same or not unit.first:
        return _run_up(same)
    earlier = [o for o in near if o.sentence == unit.sentence - 1 and o.support and not chosen(o)]
    return earlier[-2:]


def _run_up(same: Sequence[Unit]) -> list[Unit]:
    """The last clauses before a `so`, back to where an `and` or `but` began something new."""
    out: list[Unit] = []
    for other in reversed(same):
        out.append(other)
        if other.clause.link in ("and", "but") or len(out) == 2:
            break
    return out[::-1]


def _defining(unit: Unit) -> bool:
    return (
        unit.reading is not None
        and unit.reading.rule in ("defines", "roles")
        and unit.reading.kind in ("definition", "fact")
    )


def _define(found: Sequence[Unit], k: int) -> None:
    """Joins neighbours that speak of the same names: `A is X, B is Y. not related`."""
    unit = found[k]
    words = set(content(unit.clause.words))
    for step in (1, -1):
        at = k + step
        while 0 <= at < len(found):
            other = found[at]
            if other.used or other is unit or other.mood != "asserted" or not _same_matter(unit, other, words):
                break
            if (
                abs(other.clause.end - unit.clause.start) > _LONGEST
                or abs(unit.clause.end - other.clause.start) > _LONGEST
            ):
                break
            unit.joined.append(other)
            other.used = True
            words |= set(content(other.clause.words))
            at += step


def _same_matter(unit: Unit, other: Unit, words: set[str]) -> bool:
    near = abs(other.sentence - unit.sentence) <= 2
    run = bare(other.clause)
    if not near or not run:
        return False
    same = other.sentence == unit.sentence
    if other.claims and unit.reading is not None and unit.reading.kind != "definition":
        return False
    if same and run[0].text in ("thats", "that's", "its", "it's", "das", "they"):
        return True
    if (
        other.reading is not None
        and other.reading.rule not in ("defines", "roles", "states", "chooses")
        and not (same and other.reading.rule == "plans")
    ):
        return False
    shared = words & set(content(other.clause.words))
    if unit.reading is not None and unit.reading.kind == "definition":
        return bool(shared) or (len(run) <= 3 and not other.claims)
    return bool(shared) and (same or (other.reading is not None and other.reading.kind == "definition"))

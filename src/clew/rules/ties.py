"""Ties the clauses of a turn together: reasons to decisions, parts of one definition to each other."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from clew.rules.grammar import finite
from clew.rules.mood import bare, contracted, vague
from clew.rules.names import Names
from clew.rules.slots import content
from clew.rules.unit import Unit
from clew.rules.words import W, bag

_LONGEST = 260
"""Characters that one definition may span."""


def tie(found: list[Unit], names: Names) -> None:
    """Attaches reasons by connecting words, then by nearness to a change of mind, then joins definitions."""
    for k, unit in enumerate(found):
        if unit.mood == "asserted":
            if _trails(unit) and k and found[k - 1].sentence == unit.sentence:
                found[k - 1].joined.append(unit)
                unit.used = True
            _linked(found, k, unit)
    for k, unit in enumerate(found):
        if _decides(unit):
            _beside(found, k)
    for k, unit in enumerate(found):
        if _decides(unit) or (unit.claims and unit.head and not unit.used):
            _explained(found, k, names)
    _lost(found)
    _repeated(found)
    for k, unit in enumerate(found):
        if unit.claims and not unit.used and _defining(unit):
            _define(found, k)


_TRAILING = bag("to with including such like whom you kinda")


def _trails(unit: Unit) -> bool:
    """Whether a clause only hangs on the one before it: `…, to complete my will`, `you know, over 5 books`."""
    run = bare(unit.clause)
    return bool(run) and not unit.first and run[0].text in _TRAILING


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
        link == "so" and unit.claims and (len(bare(unit.clause)) > 3 or finite(unit.clause.words) >= 0 or _valued(unit))
    ):
        earlier = _before(found, k)
        for other in earlier:
            own = ("definition", "decision", "goal")
            changed = other.reading is not None and other.reading.act == "switch" and _valued(other)
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


def _valued(unit: Unit) -> bool:
    return any(word.text[:1].isdigit() for word in unit.clause.words)


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
    earlier = [o for o in near if o.sentence == unit.sentence - 1 and o.support and not _chosen(o)]
    return earlier[-2:]


def _run_up(same: Sequence[Unit]) -> list[Unit]:
    """The last clauses before a `so`, back to where an `and` or `but` began something new."""
    out: list[Unit] = []
    for other in reversed(same):
        out.append(other)
        if other.clause.link in ("and", "but") or len(out) == 2:
            break
    return out[::-1]


def _chosen(unit: Unit) -> bool:
    return unit.claims and unit.reading is not None and unit.reading.kind == "decision"


def _decides(unit: Unit) -> bool:
    reading = unit.reading
    if not unit.claims or unit.used or reading is None:
        return False
    return reading.kind == "decision" or (reading.act == "switch" and reading.kind == "fact")


def _beside(found: Sequence[Unit], k: int) -> None:
    """Clauses and sentences beside a decision that only explain it become part of it."""
    unit = found[k]
    for step in (-1, 1):
        at = k + step
        while 0 <= at < len(found) and found[at].sentence == unit.sentence:
            other = found[at]
            if not other.support or not _explains(other):
                break
            unit.joined.append(other)
            other.used = True
            at += step
        if not 0 <= at < len(found) or abs(found[at].sentence - unit.sentence) != 1 or unit.reasons:
            continue
        group = _sentence(found, at)
        if _excuses(unit, group, step):
            unit.reasons += group
            for other in group:
                other.used = other.used or not _own(other)


def _own(unit: Unit) -> bool:
    """Whether a sentence that may be a reason says something of its own: a choice, or no complaint at all."""
    return _chosen(unit) or (unit.claims and not _complains(unit))


_LOSS = re.compile(
    r"\b(?:died|dies|dead|broke(?:n)?|leaks?|leaked|quit|quits|resigned|bust|bankrupt|insolvent|"
    r"fell (?:through|ill|apart)|"
    r"(?:gave|gives|given) (?:out|up|notice)|(?:pulled|backed|dropped|bowed|fell) out|stepped (?:down|back)|pregnant|"
    r"(?:got|was|were|been|is) (?:sick|ill|injured|stolen|bought|sold|taken|cancelled|canceled|cut|closed|"
    r"delayed|flooded|rejected|refused|banned|forbidden|recalled|discontinued|overbooked|booked out)|"
    r"forbids?|refuses?|rejects?|went (?:up|bust|under|bankrupt|sour)|"
    r"retired|failed|fails|crashed|burnt|burned|expired|ran out|shortage|short of|"
    r"sold out|out of (?:stock|business|order)|no longer|had an accident|"
    r"gestorben|kaputt|undicht|gekündigt|pleite|zugesperrt|dichtgemacht|abgesagt|ausgestiegen|abgesprungen|krank|"
    r"schwanger|verletzt|verbietet|verboten|ausgebucht|gescheitert|verkauft|ausgefallen|fällt aus|aufgegeben|"
    r"abgelehnt|eingestellt|en panne|cassée?|démissionné|faillite|refusé|malade|"
    r"enceinte|annulé|roto|rota|quiebra|renunció|rechazó|enferm[oa]|embarazada|canceló)\b"
)
"""What no longer works, is no longer to be had or no longer wants: why people choose again."""


def _lost(found: Sequence[Unit]) -> None:
    """A loss told beside what is so now is its reason: `the oven died. we bake at the school`."""
    for unit in found:
        if unit.mood != "asserted" or unit.used or _chosen(unit) or not _LOSS.search(unit.said) or unit.head:
            continue
        same = [o for o in found if o.sentence == unit.sentence and o is not unit]
        after = [o for o in found if o.sentence == unit.sentence + 1]
        before = [o for o in found if o.sentence == unit.sentence - 1]
        if unit.reading is not None and unit.reading.act in _TURNS:
            continue
        owner = next((o for o in (*same, *after, *reversed(before)) if _holds(o)), None)
        if owner is not None:
            (owner.joined if owner.sentence == unit.sentence else owner.reasons).append(unit)
            unit.used = True


def _holds(unit: Unit) -> bool:
    """Whether a clause says what is so now, and is no loss itself."""
    return unit.claims and not unit.used and unit.mood == "asserted" and not _LOSS.search(unit.said)


_TURNS = ("switch", "drop", "keep")
"""Acts that people give reasons for."""
_SETTLING = ("plans", "switches", "commits")
"""Readings after which a clause set off by a comma alone tells why."""
_BACKGROUND = ("states", "values", "happened", "prefers", "reports", "tasks", "goals", "roles")


def _explained(found: Sequence[Unit], k: int, names: Names) -> None:
    """What touches a change of mind and tells why is part of it: `letters go by courier. too many were lost`.

    A reason that holds a figure or a name remains a claim of its own.
    """
    unit = found[k]
    if unit.reasons or unit.reading is None:
        return
    changes = unit.reading.act in _TURNS or unit.clause.has(W.CHANGE)
    for step in (1, -1):
        at = k + step
        while 0 <= at < len(found) and found[at].sentence == unit.sentence:
            at += step
        beside = [found[k + step]] if at != k + step else []
        near = _sentence(found, at) if 0 <= at < len(found) and abs(found[at].sentence - unit.sentence) == 1 else []
        if not _decides(unit):
            beside, near = beside if unit.clause.link != "which" else [], []
        for group in (beside, near):
            spliced = group is beside and step > 0 and (unit.reading.rule in _SETTLING or _points_back(group[:1], unit))
            if group and _tells_why(unit, group, spliced or (changes and (step < 0) == (group is near))):
                for other in group:
                    if not other.used:
                        unit.reasons.append(other)
                        named = names.count(other.clause.words) > 0
                        other.used = not named and (_complains(other) or not _valued(other))
                        other.used = other.used and (_follows(other) or not _chosen(other))
                return


def _points_back(group: Sequence[Unit], unit: Unit) -> bool:
    """Whether a clause under the same heading goes on about whom it names: `ruth takes them, she was there`."""
    run = bare(group[0].clause) if group else ()
    return bool(run) and bool(unit.head) and run[0].text in _ABOUT_THEM and not group[0].clause.link


_ABOUT_THEM = bag("she he they she's he's they're shes hes theyre sie er elle il ils ella él")


def _tells_why(unit: Unit, group: Sequence[Unit], leading: bool) -> bool:
    """Whether clauses beside a decision are what it rests on: facts that lead to a change, complaints beside any."""
    opening = group[0]
    if any(other.mood != "asserted" or other.answering for other in group):
        return False
    if opening.first and opening.clause.link in ("and", "so"):
        return False
    if any(other.head and other.head != unit.head and not leading for other in group):
        return False
    return all(other.used or _backs(other) for other in group) and (
        leading or any(_complains(other) for other in group)
    )


def _follows(unit: Unit) -> bool:
    """Whether a clause only works out what a decision rests on: `claws + water = no wood`."""
    defines = unit.reading is not None and unit.reading.rule == "defines" and unit.reading.kind == "decision"
    return defines and unit.clause.has(W.NEG)


def _backs(unit: Unit) -> bool:
    """Whether a clause can tell why: a fact or a feeling, or what follows from facts (`claws + water = no wood`)."""
    reading = unit.reading
    if reading is None:
        return True
    return _follows(unit) or (reading.rule in _BACKGROUND and reading.act in ("state", "prefer", "plan"))


def _sentence(found: Sequence[Unit], at: int) -> list[Unit]:
    """All units of the sentence that one of them stands in."""
    low = high = at
    while low and found[low - 1].sentence == found[at].sentence:
        low -= 1
    while high + 1 < len(found) and found[high + 1].sentence == found[at].sentence:
        high += 1
    return list(found[low : high + 1])


def _explains(unit: Unit) -> bool:
    """Whether a clause in the same sentence is mere background: it claims nothing in particular by itself."""
    if unit.reading is None:
        return len(unit.clause.words) >= 3
    return not unit.claims or (
        vague(bare(unit.clause)) and not _valued(unit) and unit.reading.rule in ("values", "switches")
    )


_PASSING = ("states", "happened", "values", "tasks", "reports")


def _excuses(unit: Unit, group: Sequence[Unit], step: int) -> bool:
    """Whether a neighbouring sentence gives a reason: what does not work, what was felt, what happened."""
    act = unit.reading.act if unit.reading else ""
    if any(other.mood != "asserted" or other.answering for other in group) or len(group[0].clause.words) < 3:
        return False
    run = bare(group[0].clause)
    if not run or (run[0].flags & W.AUX and not contracted(run)):
        return False
    headed = unit.head_place is not None and group[0].clause.head == unit.head_place
    complains = headed or any(_complains(other) for other in group)
    if step < 0 and act in ("commit", "state") and not complains:
        return False
    return all(_passing(other, act if step > 0 else "", complains) for other in group)


def _complains(unit: Unit) -> bool:
    return unit.clause.has(W.NEG | W.FEEL) or any(word.text in ("too", "zu", "trop") for word in unit.clause.words)


def _passing(unit: Unit, act: str, complains: bool) -> bool:
    reading = unit.reading
    if reading is None or unit.used:
        return True
    if reading.rule == "denies":
        return False
    if reading.rule in ("states", "values") and reading.polarity == "-" and complains:
        return True
    return not reading.strong or (act == "drop" and reading.rule in _PASSING)


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

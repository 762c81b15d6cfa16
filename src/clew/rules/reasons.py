"""What stands beside a decision and says why: losses, complaints, and what was told before or after it."""

from __future__ import annotations

from collections.abc import Sequence

from clew.rules.grammar import finite
from clew.rules.mood import bare, contracted, vague
from clew.rules.names import Names
from clew.rules.plans import planned
from clew.rules.unit import Unit
from clew.rules.words import PAST, W, bag
from clew.text import regex as re


def valued(unit: Unit) -> bool:
    """Whether a clause holds a number."""
    return any(word.text[:1].isdigit() for word in unit.clause.words)


def chosen(unit: Unit) -> bool:
    """Whether a clause claims a decision."""
    return unit.claims and unit.reading is not None and unit.reading.kind == "decision"


def chooses(unit: Unit) -> bool:
    """Whether a clause says in so many words that something was chosen, changed, kept or dropped."""
    reading = unit.reading
    if not unit.claims or unit.used or reading is None:
        return False
    return reading.kind == "decision" or (reading.act == "switch" and reading.kind == "fact")


def decides(unit: Unit) -> bool:
    """Whether a clause decides something, be it only by saying plainly what is to be."""
    reading = unit.reading
    if not unit.claims or unit.used or reading is None:
        return False
    if chooses(unit):
        return True
    return reading.rule in ("states", "values") and reading.kind == "fact" and planned(unit.said)


def beside(found: Sequence[Unit], k: int) -> None:
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
    return chosen(unit) or (unit.claims and not _complains(unit))


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


def lost(found: Sequence[Unit]) -> None:
    """A loss told beside what is so now is its reason: `the oven died. we bake at the school`."""
    for unit in found:
        if unit.mood != "asserted" or unit.used or chosen(unit) or not _LOSS.search(unit.said) or unit.head:
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
_PASSING_ON = bag("they it he she that this these those sie es das er ils elles il elle ellos eso")
_PAST_OF_BE = bag("was were had did war waren hatte hatten wurde wurden était étaient avait fue eran había")


def storied(found: Sequence[Unit], k: int) -> None:
    """What was told beside a choice is why it was made: `we stop the tastings. in six weeks two people came`."""
    unit = found[k]
    if not decides(unit) or unit.reasons or (unit.reading and unit.answering and unit.reading.act not in _TURNS):
        return
    changes = unit.clause.link == "so" or unit.clause.has(W.CHANGE)
    turns = changes or (unit.reading is not None and unit.reading.act in _TURNS)
    after = _group(found, unit.sentence + 1, k)
    before = _group(found, unit.sentence - 1, k) if turns else []
    for group in (after, before):
        if group and _story(group, turns, step=group is after):
            unit.reasons += group
            for other in group:
                other.used = True
            return


_NOTHING = re.compile(
    r"^(?:and |und |there (?:will be|is) |we (?:want|need|have) |es gibt |wir (?:wollen|brauchen) )*(?:with)?"
    r"(?:no|without|out|keine?n?|ohne|nothing|nichts)\b.{0,24}(?:replacements?|substitutes?|in (?:its|their) place|"
    r"instead|alternatives?|ersatz|stattdessen)|^(?:ersatz|a (?:replacement|substitute)|replacements?)\b.*\b(?:no|not|"
    r"none|nicht|kein\w*)\b|^(?:we (?:dont|don't|do not) (?:want|need) anything in its place|ersatzlos)"
)
"""Says that nothing comes in the place of what was dropped."""


def replaced(found: Sequence[Unit]) -> None:
    """That nothing takes its place belongs to what was dropped: `the kiosk closes. there will be no substitute`."""
    for k, unit in enumerate(found):
        near = (o for o in reversed(found[max(0, k - 6) : k]) if unit.sentence - o.sentence <= _SOON and o.claims)
        if unit.used or unit.mood != "asserted" or not _NOTHING.search(" ".join(w.text for w in bare(unit.clause))):
            continue
        owner = next((o for o in near if not o.used and o.reading is not None and o.reading.act == "drop"), None)
        if owner is not None:
            owner.reasons.append(unit)
            owner.reasons += unit.reasons
            unit.used = True


_SOON = 2
"""Sentences back to which `nothing in its place` reaches."""


def _group(found: Sequence[Unit], number: int, k: int) -> list[Unit]:
    """The units of a sentence beside the one at a place."""
    return [other for other in found[max(0, k - 8) : k + 9] if other.sentence == number]


def _story(group: Sequence[Unit], turns: bool, *, step: bool) -> bool:
    """Whether a sentence tells what was: in the past beside a change, or about what was just named."""
    if any(other.mood != "asserted" or other.answering or other.head or _errand(other) for other in group):
        return False
    if any(other.claims and other.reading and not _retold(other) for other in group):
        return False
    run = bare(group[0].clause)
    goes_on = step and bool(run) and run[0].text in _PASSING_ON and len(run) > 1
    return goes_on or (turns and any(_past(other) for other in group))


def _errand(unit: Unit) -> bool:
    return unit.reading is not None and unit.reading.rule == "errands"


def _retold(unit: Unit) -> bool:
    """Whether a clause claims nothing but how things are or were."""
    assert unit.reading is not None  # noqa: S101  # the caller has looked
    return unit.reading.rule in ("states", "values", "happened", "roles", "stands") and unit.reading.act == "state"


def _past(unit: Unit) -> bool:
    run = bare(unit.clause)
    at = finite(run)
    return at >= 0 and (run[at].text in _PAST_OF_BE or run[at].text in PAST or run[at].text.endswith("ed"))


_SETTLING = ("plans", "switches", "commits")
"""Readings after which a clause set off by a comma alone tells why."""
_BACKGROUND = ("states", "values", "happened", "prefers", "reports", "tasks", "goals", "roles")


def explained(found: Sequence[Unit], k: int, names: Names) -> None:
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
        if not decides(unit):
            beside, near = beside if unit.clause.link != "which" else [], []
        for group in (beside, near):
            spliced = group is beside and step > 0 and (unit.reading.rule in _SETTLING or _points_back(group[:1], unit))
            if group and _tells_why(unit, group, spliced or (changes and (step < 0) == (group is near))):
                for other in group:
                    if not other.used:
                        unit.reasons.append(other)
                        named = names.count(other.clause.words) > 0
                        other.used = not named and (_complains(other) or not valued(other))
                        other.used = other.used and (_follows(other) or not chosen(other))
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
        vague(bare(unit.clause)) and not valued(unit) and unit.reading.rule in ("values", "switches")
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
    if reading.rule in ("denies", "errands"):
        return False
    if reading.rule in ("states", "values") and reading.polarity == "-" and complains:
        return True
    return not reading.strong or (act == "drop" and reading.rule in _PASSING)

"""What an asserting clause does: its kind, speech act and polarity, by rules tried in a fixed order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from clew.model import Act, Kind
from clew.rules import shapes
from clew.rules.clauses import Clause
from clew.rules.grammar import Word, certain, finite, gerund
from clew.rules.mood import ORDERED, REVALUES, contracted, vague
from clew.rules.orders import exchange
from clew.rules.sight import NUMBERS, Setting, Sight, ours, see
from clew.rules.standing import concludes, declines, duty, errand, happening, particular, settled, standing, wished
from clew.rules.words import FINITE, W, bag, lexicon
from clew.text import regex as re


@dataclass(frozen=True, slots=True)
class Reading:
    """How a clause is understood."""

    kind: Kind
    act: Act = "state"
    polarity: Literal["+", "-"] = "+"
    strong: bool = True
    """Worth a claim of its own; a weak one serves only as the reason of a neighbour."""
    rule: str = ""
    """Name of the rule that fired."""


def read(clause: Clause, raw: str, setting: Setting) -> Reading | None:
    """The first rule that fits, or None when the clause holds nothing worth keeping."""
    sight = see(clause, raw, setting)
    for name, rule in _RULES:
        found = rule(sight)
        if found is not None:
            return Reading(found.kind, found.act, found.polarity, found.strong, name)
    return None


def _defines(s: Sight) -> Reading | None:
    numbered = re.match(r"(?:.* )?\d[\d.,]*%?(?: [\w ]*)? = |[^=]* = (?:no|kein\w*) ", s.said)
    if numbered and len(s.run) > 3:
        return Reading("decision", "commit")
    if any(x.search(_BRACKETED.sub("", s.said)) for x in (shapes.EQUALS, shapes.DEFINES, shapes.TITLED)) or (
        shapes.CALLS.search(s.said)
    ):
        return None if shapes.DENIED_WORDS.search(s.said) else Reading("definition", "define")
    if (
        shapes.IS_OUR.match(s.lead)
        and not shapes.EVENTS.search(s.said)
        and not s.has(W.OWN)
        and s.run[0].flags & W.OPEN
        and not s.valued
    ):
        return Reading("definition", "define")
    return None


_BRACKETED = re.compile(r"\([^()]*\)")


def _revalues(s: Sight) -> Reading | None:
    """A value put right: `make it 5, not 3`."""
    return Reading("decision", "switch") if REVALUES.search(s.said) else None


def _denies(s: Sight) -> Reading | None:
    """A denial of words (`I never said …`) is not a position; a denial that one is bound is."""
    unbound = bool(shapes.UNBOUND.search(s.said)) and len(s.run) > 3 and not s.pointing
    return Reading("fact", "state", "-", strong=unbound) if unbound or shapes.DENIES.search(s.said) else None


def _drops(s: Sight) -> Reading | None:
    if len(s.run) < 2 and not s.setting.head:
        return None
    if shapes.DROP_VERB.search(s.lead) or (shapes.DROPS.search(s.said)):
        return Reading("decision", "drop", "-")
    return None


def _contrasts(s: Sight) -> Reading | None:
    """What is so now, and after a comma what it no longer is: `the till is in the hall, not in the foyer any more`."""
    told = s.verb >= 0 or finite(s.run) > 0
    if shapes.NOT_BUT.search(s.said) and told and not (s.pointing or s.has(W.FEEL | W.HEDGE)):
        return Reading("decision" if ours(s) else "fact", "switch")
    found = shapes.NO_LONGER.search(s.said)
    if not found or found.start() < 8 or s.verb <= 0 or s.has(W.FEEL):
        return None
    before = s.said[: found.start()]
    if shapes.DENIED_BEFORE.search(before) or s.lead.count(" ", 0, len(before)) < s.verb:
        return None
    return Reading("decision" if ours(s) else "fact", "switch")


def _refuses(s: Sight) -> Reading | None:
    if not shapes.REFUSES.search(s.lead):
        return None
    if shapes.PREFERS.search(s.said) or shapes.WISH_HEAD.search(s.setting.head):
        return Reading("preference", "prefer", "-")
    beside = s.verb > 0 and s.run[s.verb - 1].text in _RELATIVES
    return Reading("decision", "drop", "-") if s.verb <= 3 or beside else None


_RELATIVES = bag("that which who die der das")


def _reports(s: Sight) -> Reading | None:
    """Somebody else's statement: `the survey says the wall is load bearing`."""
    at = next((k for k, word in enumerate(s.run) if word.flags & W.SAY and word.flags & FINITE), -1)
    if at > 0 and any(word.flags & W.WH or word.text in ("let's", "lets") for word in s.run[:at]):
        return None
    if at < 1 or at + 1 >= len(s.run) or s.run[0].flags & W.SELF or not shapes.SAYS.match(s.run[at].text):
        return None
    return Reading(
        "fact",
        "restate" if "still" in s.said or "noch" in s.said else "state",
        strong=(len(s.run) >= 4 or s.valued or s.setting.answering) and not s.has(W.TALK),
    )


def _felt(s: Sight) -> bool:
    """Whether somebody tells how they feel: `I'm worried about keeping up`."""
    return s.has(W.FEEL) and bool(s.run) and bool(s.run[0].flags & W.SELF)


def _keeps(s: Sight) -> Reading | None:
    if _felt(s) or not shapes.KEEPS.search(s.said) or shapes.KEPT_REQUEST.search(s.said):
        return None
    after = s.run[s.verb + 1] if 0 < s.verb < len(s.run) - 1 else None
    if after is not None and s.run[s.verb].text == "keeps" and (after.flags & W.DET or after.text in NUMBERS):
        return None  # has or looks after: "the beekeeper keeps three hives"
    if s.valued and s.has(W.OWN):
        return Reading("fact", "restate")  # somebody sticks to a figure
    return Reading("decision", "keep", "-" if shapes.NOT_KEPT.search(s.said) else "+")


_LATE = 4
"""Words before a verb of liking that belongs to the statement itself."""


def _prefers(s: Sight) -> Reading | None:
    found = shapes.PREFERS.search(s.said) or ORDERED.match(s.said)
    if shapes.WISH_HEAD.search(s.setting.head) and len(s.run) > 1:
        return Reading("preference", "prefer", _polarity(s))
    if not found or shapes.POINTING.search(s.said):
        return None
    if s.said.count(" ", 0, found.start()) > _LATE and "pl" not in found.group():
        return None  # "the support we enjoy here": a relative clause
    return Reading("preference", "prefer", "-" if s.has(W.NEG) or shapes.DISLIKES.search(s.said) else "+")


def _goals(s: Sight) -> Reading | None:
    headed = bool(shapes.GOAL_HEAD.search(s.setting.head))
    if not headed and not shapes.GOALS.search(s.said):
        return None
    if shapes.UNWANTED.search(s.said):
        return Reading("preference", "prefer", "-", strong=len(s.run) > 4)
    if shapes.ATTEMPT.search(s.said) and not headed:
        return Reading("goal", "plan", strong=s.named and not shapes.LEARNS.search(s.said))
    return Reading("goal", "plan", strong=headed or (len(s.run) >= 5 and not shapes.LEARNS.search(s.said)))


def _commits(s: Sight) -> Reading | None:
    lead = s.lead
    found = shapes.COMMITS.search(lead)
    if found and 0 <= s.verb < lead.count(" ", 0, found.start()):
        found = None  # "the only thing we use": a relative clause, no choice
    if shapes.SETTLES.match(s.said) and not s.has(W.FEEL | W.WH):
        return Reading("decision", "commit")
    if not (found or shapes.OPEN_CHOICE.search(lead)) or shapes.AIMLESS.search(lead):
        return None
    idle = s.setting.enough > 2 and s.weight == 0 and s.run[0].text in ("i", "i'll", "ich", "je")
    return Reading("decision", s.change, "-" if shapes.NOT_DONE.search(s.said) else "+", strong=not idle)


def _switches(s: Sight) -> Reading | None:
    """A change without a first person: `the jobs run on …`, `launch moves to …`."""
    if not s.run or _felt(s) or not s.has(W.CHANGE | W.CHOICE) or s.change != "switch" or shapes.AIMLESS.search(s.lead):
        return None
    if (
        s.pointing
        or shapes.FAINT.search(s.said)
        or not (
            s.valued or s.weight >= 2 or (s.setting.enough < 3 and len(s.run) >= 4) or shapes.TRANSFER.search(s.lead)
        )
    ):
        return None
    figure = s.valued and s.verb > 0 and not shapes.OWN_PLAN.search(s.said) and not s.run[0].flags & W.SELF
    became = s.verb > 0 and s.run[s.verb].flags & W.AUX and not s.has(W.CHOICE) and not shapes.FUTURE.search(s.said)
    return Reading("fact" if s.has(W.OWN) or figure or became else "decision", "switch")


def _plans(s: Sight) -> Reading | None:
    """Future or rule-like statement about a thing: `price will be`, `members get a free drink`."""
    if s.verb <= 0 or not shapes.FUTURE.search(s.said):
        return None
    first = s.run[0]
    if (vague(s.run) and not s.valued) or (shapes.FAINT.search(s.said) and not s.valued):
        return None
    if first.flags & W.SELF:
        return (
            None if not shapes.OBLIGED.search(s.said) else Reading("task", "plan", strong=_dated(s) and len(s.run) > 4)
        )
    if s.valued and shapes.EARNS.search(s.said):
        return Reading("fact", "state", _polarity(s))
    return Reading(
        "decision",
        "commit",
        _polarity(s),
        strong=len(s.run) >= 3 and not s.has(W.FEEL) and (s.weight > 0 or s.setting.enough < 3 or settled(s)),
    )


def _polarity(s: Sight) -> Literal["+", "-"]:
    return "-" if s.has(W.NEG) and not shapes.CONTRAST.search(s.said) else "+"


def _tasks(s: Sight) -> Reading | None:
    if not shapes.TASKS.search(s.said):
        return None
    others = len(s.run) > 5 and not s.run[0].flags & W.SELF and s.verb > 0
    return Reading("task", "plan", strong=(_dated(s) and len(s.run) > 4) or others)


def _dated(s: Sight) -> bool:
    return s.valued or bool(shapes.BY_DATE.search(s.said))


_PERFECT = bag(
    "has have had was were got i've we've hab habe hat haben wurde wurden war waren ist sind a ont ai avons est"
)
"""Auxiliaries of the past."""


def _happened(s: Sight) -> Reading | None:
    verb = s.run[s.verb] if s.verb >= 0 else None
    told = s.said if verb is None or verb.text in _PERFECT else verb.text
    if not s.run or not (happening(s) or shapes.PAST.search(told)):
        return None
    if _measures(s):
        return None
    count = s.run[0].text[:1].isdigit()
    strong = count or (s.verb > 0 and not s.run[0].flags & W.VERB and (s.valued or s.weight > s.setting.enough))
    return Reading("event", "state", _polarity(s), strong=strong)


def _measures(s: Sight) -> bool:
    """German leaves the subject out: `wiegt 3,4 kilo`, `kostet 12 euro im monat`."""
    third = s.setting.lang == "de" and s.verb == 0 and s.run[0].text.endswith("t")
    return third and len(s.run) > 1 and s.run[1].text[:1].isdigit()


def _values(s: Sight) -> Reading | None:
    """A fragment or sentence whose point is a number or an answer."""
    led = s.verb == 0 and not s.setting.answering and not s.setting.head
    if not s.run or not s.valued or (led and not _measures(s)):
        return None
    if len(s.run) < 2 and not s.setting.head and not s.setting.answering and s.clause.link != "so":
        return None
    if shapes.BY_DATE.search(s.said) and s.verb < 0 and not s.run[0].text[:1].isdigit():
        return Reading("goal", "plan")
    idle = shapes.COUNTED_DAY.match(s.said) or (s.has(W.FEEL) and s.verb < 1) or shapes.FORMER.search(s.said)
    if s.verb < 0 and gerund(s.run) and len(s.run) > 2:
        return Reading("goal", "plan", strong=not idle)
    return Reading(_figure_kind(s), "state", _polarity(s), strong=not idle)


def _figure_kind(s: Sight) -> Kind:
    if _felt(s):
        return "fact"
    if ours(s) or shapes.EFFECTIVE.search(s.said):
        return "decision"
    if s.has(W.SAY | W.OWN) or shapes.EARNS.search(s.said) or shapes.MEASURE.search(s.setting.head):
        return "fact"
    if shapes.OWN_PLAN.search(s.said):
        return "decision"
    return "fact" if s.verb > 0 or shapes.MEASURE.search(s.said) else "decision"


def _chooses(s: Sight) -> Reading | None:
    """Headline-like choice without a verb: `two hives on the roof for the school`, `worktop: oak`."""
    if s.verb >= 0 or not s.run or s.has(W.FEEL | W.TALK) or _opens_with_verb(s.run[0]):
        return None
    told = (
        s.setting.lang == "en"
        and len(s.run) > 3
        and s.run[0].text.endswith("ed")
        and bool(s.run[1].flags & W.DET or s.run[1].text in NUMBERS)
    )
    if told or s.run[0].text in ("none", "nobody", "ich", "je", "too", "zu", "trop", "demasiado"):
        return None  # what was done, is lacking or is judged: "painted one wall", "none of them answers", "too dear"
    if gerund(s.run) and not s.setting.head and len(s.run) > 1:
        return None  # what somebody is doing, not what was chosen
    solid = [word for word in s.run if not word.flags & _SMALL and word.text[:1].isalpha()]
    if not solid:
        return None
    if s.has(W.OWN) and len(solid) >= 2 and (s.named or s.setting.head):
        return Reading("fact", "state", _polarity(s))
    if s.setting.head == s.said or (not s.setting.head and len(solid) == 1 and solid[0].text in shapes.HOLLOW):
        return None
    if s.setting.head or s.setting.answering:
        role = any(lexicon(s.setting.lang).get(word, 0) & W.OWN for word in s.setting.head.split())
        return Reading("fact" if role else "decision", s.change, _polarity(s))
    placed = any(word.flags & W.PREP for word in s.run[1:]) and not s.run[0].flags & W.PREP and len(s.run) >= 4
    if len(solid) < 2 or not placed or (s.setting.enough > 2 and not s.named):
        return None  # in full prose a sentence without a verb is a remark
    if (
        s.setting.enough > 2
        and not s.valued
        and next(w for w in s.run[1:] if w.flags & W.PREP).text in shapes.ANNOUNCES
    ):
        return None  # "short report before the feast": announces
    return Reading("decision", s.change, _polarity(s))


def _opens_with_verb(word: Word) -> bool:
    return bool(word.flags & (W.TASK | W.AUX)) or bool(word.flags & W.VERB and not word.flags & W.NOUNISH)


_SMALL = W.DET | W.PREP | W.CONJ | W.FILLER | W.NEG


def _stands(s: Sight) -> Reading | None:
    """An arrangement: `Theo owns the budget`, `the list is kept on the drive`, `Greta has left the team`."""
    act: Act = "switch" if s.change == "switch" else "state"
    return Reading("fact", act, _polarity(s)) if standing(s) or wished(s) else None


def _roles(s: Sight) -> Reading | None:
    if s.verb < 0 or not s.run or not (s.has(W.OWN) or shapes.ROLES.search(s.said)):
        return None
    weak = s.run[0].text in ("it", "that", "this", "its", "thats") or (
        s.verb == 0 and not shapes.AT_WORK.search(s.said)
    )
    duty = bool(shapes.ROLES.search(s.said)) and s.verb == 1 and bool(s.run[0].flags & W.PRON)
    needed = 1 if duty else min(s.setting.enough, 2 + s.clause.has(W.NEG))
    strong = not weak and len(s.run) >= 3 and (s.weight >= needed or settled(s))
    return Reading("fact", "switch" if s.change == "switch" else "state", _polarity(s), strong=strong)


def _states(s: Sight) -> Reading | None:
    """Every other clause that asserts: a claim when it says something particular, else at most a reason."""
    if s.setting.answering and len(s.run) > 1 and s.verb == 0 and s.run[0].flags & W.AUX:
        return Reading("fact", "state", _polarity(s))
    if len(s.run) < 3 or (len(s.run) < 5 and not s.named and s.run[0].text == "there"):
        return None
    if shapes.FAINT.search(s.said):
        return Reading("fact", "state", strong=False)
    former = bool(shapes.FORMER.search(s.said))
    chosen = bool(shapes.CHOICE_HEAD.match(s.lead)) and not s.has(W.NEG) and s.verb <= 2
    decided = chosen or ours(s) or bool(shapes.EFFECTIVE.search(s.said))
    opened = s.run[0].flags & (W.DET | W.PRON | W.SELF) or s.run[0].text[:1].isdigit() or s.setting.lang != "en"
    told = s.verb >= (s.setting.lang != "es") and (opened or certain(s.run, s.verb) or contracted(s.run))
    strong = told and not former and (s.weight + decided >= s.setting.enough or bool(shapes.BODILY.search(s.said)))
    strong = strong or (not former and (settled(s) or particular(s)))
    return Reading(
        "decision" if decided else "fact", "state", _polarity(s), strong=strong or (chosen and not s.has(W.FEEL))
    )


_RULES: tuple[tuple[str, Callable[[Sight], Reading | None]], ...] = (
    ("revalues", _revalues),
    ("denies", _denies),
    ("defines", _defines),
    ("contrasts", _contrasts),
    ("refuses", _refuses),
    ("drops", _drops),
    ("prefers", _prefers),
    ("goals", _goals),
    ("reports", _reports),
    ("keeps", _keeps),
    ("orders", lambda s: Reading("decision", "switch") if exchange(s.run, s.setting.lang) else None),
    ("errands", lambda s: Reading("fact", "plan", strong=False) if errand(s) else None),
    ("commits", _commits),
    ("duties", lambda s: Reading("fact", "state", _polarity(s)) if duty(s) else None),
    ("stands", _stands),
    ("roles", _roles),
    ("switches", _switches),
    ("concludes", lambda s: Reading("decision", "commit") if concludes(s) else None),
    ("plans", _plans),
    ("tasks", _tasks),
    ("happened", _happened),
    ("values", _values),
    ("chooses", _chooses),
    ("declines", lambda s: Reading("decision", "drop", "-") if declines(s) else None),
    ("states", _states),
)
"""Tried in this order: what people do with words before what the words say."""

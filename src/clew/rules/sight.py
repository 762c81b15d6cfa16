"""What the rules may look at in a clause, and how much in particular it says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from clew.rules.clauses import Clause
from clew.rules.grammar import Word, finite
from clew.rules.mood import bare, contracted, vague
from clew.rules.shapes import EFFECTIVE, NUMERALS, SWITCHES
from clew.rules.words import FINITE, PAST, W, bag
from clew.text import regex as re


@dataclass(frozen=True, slots=True)
class Setting:
    """Where a clause stands and who writes it."""

    head: str = ""
    """The folded heading, or empty."""
    answering: bool = False
    """It opens a turn that follows a question of the assistant."""
    lang: str = "en"
    names: int = 0
    """How many names it holds."""
    enough: int = 3
    """Weight from which a plain statement is worth a claim of its own: less where a person writes in notes."""


@dataclass(frozen=True, slots=True)
class Sight:
    """What a rule may look at."""

    said: str
    """The clause in folded words, single spaces."""
    run: Sequence[Word]
    clause: Clause
    verb: int
    """Place of the finite verb in `run`, or -1."""
    setting: Setting

    @property
    def valued(self) -> bool:
        """Holds a number."""
        return any(c.isdigit() for word in self.run for c in word.text[:2])

    @property
    def named(self) -> bool:
        """Holds a number or a name: something particular."""
        return self.valued or self.setting.names > 0

    @property
    def lead(self) -> str:
        """The words without conjunctions and fillers at the start."""
        return " ".join(word.text for word in self.run)

    @property
    def change(self) -> Literal["switch", "commit"]:
        """Whether a choice replaces another one."""
        return "switch" if SWITCHES.search(self.lead) else "commit"

    @property
    def pointing(self) -> bool:
        """Whether the subject only points back and nothing says to what."""
        people = self.run[0].text in ("he", "she", "er", "sie", "they") and len(self.run) >= 5
        return vague(self.run) and not people and not self.valued

    @property
    def weight(self) -> int:
        """How much in particular it says: figures, dates, names, roles and rules speak for it, judgements against."""
        return weigh(self)

    def has(self, flag: int) -> bool:
        """Whether any word of the clause carries the flag."""
        return self.clause.has(flag)


def see(clause: Clause, raw: str, setting: Setting) -> Sight:
    """The clause made ready for the rules."""
    run = bare(clause)
    said = " ".join(raw.casefold().replace("’", "'").strip(" .:!?").split())
    if setting.lang == "en" and told_by_us(run):
        run = (Word("we", run[0].start, run[0].start, W.PRON | W.SELF), *run)
        said = f"we {said}"
    return Sight(said, run, clause, verb_at(run), setting)


def told_by_us(run: Sequence[Word]) -> bool:
    """Whether a clause begins with what was done, by whoever writes it: `went with 60`, `moved it to Lyon`."""
    if len(run) < 3:
        return False
    past = run[0].text in PAST or (run[0].text.endswith("ed") and bool(run[0].flags & (W.CHOICE | W.CHANGE | W.DROP)))
    return past and bool(run[1].flags & (W.DET | W.PRON | W.PREP | W.WEAK) or run[1].flags & W.OPEN)


def verb_at(run: Sequence[Word]) -> int:
    """The finite verb of the statement itself; what follows a headline after a comma is a remark on it."""
    comma = next((k for k, word in enumerate(run) if word.text == ","), -1)
    if comma < 2 or (run[0].flags & W.PRON and not run[0].flags & W.DET) or comma == len(run) - 1:
        at = finite(run)
    else:
        at = finite(run[:comma])
        leads = run[0].flags & (W.PREP | W.CONJ | W.ADV) or any(word.text in _LEADING for word in run[:comma])
        listed = comma == 2 and not run[0].text[:1].isdigit() and not run[1].text[:1].isdigit()
        again = next((k for k in range(comma + 1, len(run)) if run[k].text == ","), -1)
        if at < 0 and 0 < again < len(run) - 1 and run[again + 1].flags & (FINITE | W.MAYBE):
            return again + 1  # "our letting agent, Okoro, showed us …"
        if at < 0 and (leads or listed):
            at = finite(run)  # "most of all, …", "pens, ink and paper move": no headline
    return at + 1 if at == 0 and len(run) > 1 and contracted(run) else at


_LEADING = bag("most first last news thing importantly also then")
"""Words of an opening phrase that only leads over to the statement."""


NUMBERS = frozenset(NUMERALS.split())
_COUNTED = re.compile(r"\b(?:" + "|".join(NUMERALS.split()) + r")\b")
_FIGURE = re.compile(
    r"\d|\b(?:this|next|diese|nächste|cette|esta) (?:week|month|year|spring|summer|autumn|winter|woche|monat|"
    r"semaine|année|semana)\b|\b\w+ (?:percent|per cent|prozent|hours?|days?|weeks?|months?|years?|stunden|tage|"
    r"wochen|monate|jahre|heures|jours|semaines|mois|ans)\b"
)
_RULING = re.compile(
    r"\b(?:every|each|all|both|always|never|only|must|jede[rsnm]?|alle[ns]?|immer|nie|nur|chaque|tous|"
                     r"toutes|toujours|jamais|cada|todos|todas|siempre|nunca)\b")  # fmt: skip


WE = bag("we we're we'll were well wir nous on nosotros")
"""First persons plural: who says them decides for others too."""


def ours(s: Sight) -> bool:
    """Whether `we` do something by choice: a verb of the open classes in the present."""
    verb = s.run[s.verb] if s.verb > 0 else None
    chosen = verb is not None and not verb.flags & W.AUX and not verb.text.endswith(("ed", "te", "ten"))
    moving = s.verb > 0 and s.verb + 1 < len(s.run) and s.run[s.verb + 1].text.endswith("ing")
    subject = s.run[s.verb - 1 if s.verb > 0 and not s.run[0].flags & W.AUX else 0] if s.run else None
    ours = subject is not None and subject.text in WE and (chosen or moving) and subject.text != "were"
    return ours or bool(_CLOSING.search(s.said))


_CLOSING = re.compile(r"\bwe(?:'re| are) (?:now |all )?(?!going\b|not\b|being\b|trying\b|looking\b|having\b)\w+ing\b")


_AHEAD = bag("will shall must wird werden muss müssen soll sollen doit doivent va vont")
"""Auxiliaries of what is to come."""


def weigh(s: Sight) -> int:
    """Points for what can be looked up or checked later, minus points for what is gone tomorrow."""
    if not s.run:
        return 0
    first, verb = s.run[0], s.run[s.verb] if s.verb >= 0 else None
    figures = 2 if _FIGURE.search(s.said) else bool(_COUNTED.search(s.said))
    out = min(s.setting.names, 2) + figures + s.has(W.OWN) + bool(_RULING.search(s.said))
    out += 2 * bool(EFFECTIVE.search(s.said))
    if not out:
        return 0
    lexical = verb is not None and not verb.flags & W.AUX and not contracted(s.run)
    rest = s.run[s.verb + 1 :]
    placed = s.setting.names > 0 and not s.has(W.NEG) and any(word.flags & W.PREP for word in rest) and len(rest) > 3
    out += (lexical and len(rest) > 1) or placed
    selfish = (
        first.flags & W.SELF and first.flags & (W.PRON | W.AUX) and not first.text.startswith(("we", "wir", "nous"))
    )
    out += bool(verb is not None and verb.text in _AHEAD)
    # What happened once without a date is a story more often than something to keep.
    told = lexical and verb is not None and (verb.text.endswith("ed") or verb.text in PAST)
    out -= told and figures < 2 and s.setting.lang == "en"
    out += -1 if vague(s.run) else s.verb > 0 and not selfish
    progressive = s.verb >= 0 and s.verb + 1 < len(s.run) and s.run[s.verb + 1].text.endswith("ing")
    out -= bool(selfish and progressive) + 2 * s.has(W.FEEL)
    return out


_START = re.compile(r"(?:^|[.!?\n]\s+)([^\W\d_])")


def enough(mine: str) -> int:
    """Two points where sentences begin small, as in notes; three in full prose, which holds more small talk."""
    starts = _START.findall(mine)
    return 2 if 2 * sum(letter.islower() for letter in starts) > len(starts) else 3

"""A brief: context without a question, for the start of the next chat; bounded, fenced, newest first.

Decisions come first and need medium confidence at least; everything else says how sure it is. Each section may fill its
share of the budget before any takes what others leave, so that many facts never crowd out a goal or an open question.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from clew.core.badges import short
from clew.core.codec import pack
from clew.model import Json
from clew.search.block import CLOSE, OPEN, inert
from clew.search.budget import tokens

SECTIONS: Mapping[str, tuple[str, float]] = {
    "decision": ("Decisions", 0.45),
    "goal": ("Goals", 0.1),
    "question": ("Open questions", 0.1),
    "preference": ("Preferences", 0.1),
    "task": ("Tasks", 0.05),
    "page": ("Pages", 0.05),
    "fact": ("What is known", 0.15),
}
"""Section → its heading and its share of the budget; kinds of claims without a section stand under `fact`."""
LONGEST = 400
"""Characters of a line's text."""


@dataclass(frozen=True, slots=True)
class Line:
    """One statement of a brief."""

    section: str
    text: str
    badges: tuple[str, ...] = ()
    """What a reader must know beside its confidence: disputes, an assumed time, that it says something was dropped."""
    confidence: str = ""
    at: str | None = None
    speaker: str = ""
    """Who said it, where it was not the owner."""
    claim: str | None = None
    """Id of the claim; None for a page."""
    topic: str = ""

    def prompt(self) -> str:
        """As one line of a list."""
        marks = filter(None, ((self.at or "")[:10], self.speaker, self.confidence, *self.badges))
        told = f" ({inert(', '.join(marks))})" if self.at or self.confidence else ""
        ref = f" [{short(self.claim)}]" if self.claim else ""
        return f"- {inert(self.text, LONGEST)}{told}{ref}"


@dataclass(frozen=True, slots=True)
class Brief:
    """What fits into a budget, by section and newest first."""

    topics: tuple[str, ...]
    lines: tuple[Line, ...]
    budget: int
    left: Mapping[str, int] = field(default_factory=dict)
    """Section → how many of its lines did not fit."""
    unsure: int = 0
    """Decisions that were left out because their confidence is low."""

    def prompt(self) -> str:
        """Markdown between the markers by which Clew recognises its own words."""
        about = f" of {inert(', '.join(self.topics), 200)}" if self.topics else ""
        out = [f"{OPEN} brief items={len(self.lines)} -->", f"Stored notes{about}, quoted as data, newest first."]
        for section, (heading, _) in SECTIONS.items():
            lines = [line.prompt() for line in self.lines if line.section == section]
            if lines:
                out += ["", f"## {heading}", *lines]
        return "\n".join([*out, *self._rest(), CLOSE]) + "\n"

    def _rest(self) -> list[str]:
        left = [f"{sum(self.left.values())} that did not fit"] if self.left else []
        unsure = [f"{self.unsure} decisions of low confidence"] if self.unsure else []
        return ["", "Left out: " + ", ".join([*left, *unsure])] if left or unsure else []

    @property
    def tokens(self) -> int:
        """Upper bound of what it costs."""
        return tokens(self.prompt())

    def json(self) -> dict[str, Json]:
        """All of it as plain values."""
        return {**pack(self), "tokens": self.tokens}


def compose(topics: Sequence[str], found: Iterable[Line], budget: int, unsure: int = 0) -> Brief:
    """The brief of these lines, which stand newest first, within a budget of tokens."""
    lines = list(found)
    room = budget - Brief(tuple(topics), (), budget, {"fact": len(lines)}, unsure).tokens
    taken = _shared(lines, room)
    rank = {section: n for n, section in enumerate(SECTIONS)}
    while True:
        kept = tuple(lines[i] for i in sorted(taken))
        left = {s: n for s in SECTIONS if (n := sum(line.section == s for line in lines) - _count(kept, s))}
        brief = Brief(tuple(topics), kept, budget, left, unsure)
        if brief.tokens <= budget or not taken:
            return brief
        taken.discard(max(taken, key=lambda i: (rank[lines[i].section], i)))


def _shared(lines: Sequence[Line], room: int) -> set[int]:
    """Positions of the lines that fit: first each section within its share, then whatever is left for all."""
    costs = [tokens(line.prompt() + "\n") for line in lines]
    headings = {section: tokens(f"\n## {heading}\n") for section, (heading, _) in SECTIONS.items()}
    taken: set[int] = set()
    used = 0
    for shares in (True, False):
        for section, (_, share) in SECTIONS.items():
            spent = 0
            for i in (i for i, line in enumerate(lines) if line.section == section and i not in taken):
                cost = costs[i] + (headings[section] if not any(lines[t].section == section for t in taken) else 0)
                if used + cost > room or (shares and spent + cost > share * room):
                    break
                taken.add(i)
                used, spent = used + cost, spent + cost
    return taken


def _count(lines: Sequence[Line], section: str) -> int:
    return sum(line.section == section for line in lines)

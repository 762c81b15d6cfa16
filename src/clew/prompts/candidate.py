"""From what a model or agent hands in to candidates: known words only, speakers by whose words are quoted.

Nothing here decides whether a quote is true; `proof/evidence.py` does, for these as for all candidates.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeVar, get_args

from clew.model import KINDS, Act, Candidate, Json, Kind, Part, Quote, Speaker, Triple
from clew.proof.quote import locate
from clew.text.fold import canonical
from clew.text.lang import detect
from clew.text.when import instant

LONGEST = 600
"""Characters of a claim's text beyond which it is none."""
QUOTES = 4
"""Quotes of one claim that are looked at."""
ACTS: Mapping[str, Act] = {act: act for act in get_args(Act)}
KNOWN: Mapping[str, Kind] = {kind: kind for kind in KINDS}
SIGNS: Mapping[str, Literal["+", "-"]] = {"+": "+", "-": "-"}
T = TypeVar("T", bound=str)


@dataclass(slots=True)
class Reading:
    """One reply being read: where its quotes may stand, and what was wrong with it."""

    parts: Mapping[int, Part]
    """Every part the model was shown, by number."""
    own: frozenset[int]
    """The parts that are reported from."""
    owner: Sequence[str]
    counts: Counter[str] = field(default_factory=Counter)
    """`no_text`, `too_long`, `unknown_kind`, `context_only`, `hallucinated_part`, `other_language`, `double`, …"""
    strict: bool = False
    """Whether closed words that are none stay as they are, so that the check of the evidence refuses them."""
    _seen: set[tuple[str, int]] = field(default_factory=set)

    def take(self, items: Sequence[Mapping[str, Json]]) -> list[Candidate]:
        """The candidates among the items."""
        made = (self._one(item) for item in items)
        return [candidate for candidate in made if candidate]

    def _one(self, item: Mapping[str, Json]) -> Candidate | None:
        text = _words(item, "text")
        fault = "no_text" if not text else "too_long" if len(text) > LONGEST else ""
        quotes = () if fault else self._quotes(item.get("quotes"))
        if not fault and quotes and not any(q.part in self.own for q in quotes):
            fault = "context_only"
        key = (canonical(text), quotes[0].part if quotes else 0)
        if not fault and key in self._seen:
            fault = "double"
        if fault:
            self.counts[fault] += 1
            return None
        self._seen.add(key)
        said = [self.parts[q.part] for q in quotes if q.part in self.parts]
        self._language(text, " ".join(q.text for q in quotes))
        return self._made(item, text, quotes, said)

    def _made(self, item: Mapping[str, Json], text: str, quotes: tuple[Quote, ...], said: Sequence[Part]) -> Candidate:
        triple = tuple(_words(item, name) for name in ("subject", "attribute", "value"))
        return Candidate(
            kind=self._kind(item),
            text=text,
            label=" ".join(_words(item, "label").split()[:8]),
            topic=canonical(_words(item, "topic"))[:60] or "general",
            quotes=quotes,
            speaker=self._speaker(item, said),
            act=self._closed(item, "act", ACTS, "state"),
            about=_names(item.get("about")),
            triple=Triple(*triple) if all(triple) else None,
            scope=_words(item, "scope") or None,
            polarity=self._closed(item, "polarity", SIGNS, "+"),
            valid_from=self._date(item, "valid_from"),
            valid_to=self._date(item, "valid_to"),
            said_confidence=_words(item, "confidence").casefold() or None,
        )

    def _kind(self, item: Mapping[str, Json]) -> Kind:
        given = _words(item, "kind").casefold()
        if given not in KNOWN and not self.strict:
            self.counts["unknown_kind"] += 1
        return self._closed({"kind": given or "none"}, "kind", KNOWN, "fact")

    def _closed(self, item: Mapping[str, Json], name: str, known: Mapping[str, T], usual: T) -> T:
        """A closed word of an item, the usual one where there is none or where one that is unknown may be mended."""
        given = _words(item, name).casefold()
        left: T = given if self.strict and given else usual  # type: ignore[assignment]  # refused by its evidence
        return known.get(given, left)

    def _quotes(self, given: Json) -> tuple[Quote, ...]:
        """Quotes with the part they are said to stand in; where it has no such words, the one part that has."""
        found = []
        for one in (given if isinstance(given, list) else [given])[:QUOTES]:
            text = one.get("text") if isinstance(one, Mapping) else one
            words = text.strip() if isinstance(text, str) else ""  # letter by letter, line ends too
            if not words:
                continue
            named = one.get("part") if isinstance(one, Mapping) else None
            part = named if type(named) is int and named in self.parts else None  # true is no number
            if part is None or locate(words, self.parts[part].text).match == "none":
                holders = [n for n, p in self.parts.items() if locate(words, p.text).match != "none"]
                if part is None and not holders:
                    self.counts["hallucinated_part"] += 1
                part = holders[0] if len(holders) == 1 else part if part is not None else min(self.own, default=0)
            found.append(Quote(part, words))
        return tuple(found)

    def _speaker(self, item: Mapping[str, Json], said: Sequence[Part]) -> Speaker:
        """Whose claim it is, by whose words are quoted; a name is taken over only where those words hold it."""
        people = [part for part in said if part.author == "person"]
        if not people:
            first = said[0] if said else None
            if first is None or first.author == "assistant":
                return Speaker("assistant", "assistant")
            return Speaker(first.author, first.name or first.author)
        adopted = any(part.author == "assistant" for part in said)
        name = _words(item, "speaker")
        mine = {canonical(one) for one in (*self.owner, "user", "owner", "")}
        author = people[-1].name
        author = "user" if author is None or canonical(author) in mine else author
        if canonical(name) in mine or canonical(name) == canonical(author) or name == "assistant":
            return Speaker("person", author, adopted)
        if any(canonical(name) in canonical(f"{part.text} {part.name or ''}") for part in said):
            return Speaker("person", name, False)
        self.counts["unknown_speaker"] += 1
        return Speaker("person", author, adopted)

    def _language(self, text: str, quoted: str) -> None:
        spoken, written = detect(quoted), detect(text)
        if spoken and written and spoken != written:
            self.counts["other_language"] += 1  # its words stand in no quote, which lowers it

    def _date(self, item: Mapping[str, Json], name: str) -> str | None:
        given = _words(item, name)
        if given and instant(given) is None:
            self.counts["no_date"] += 1
            return None
        return given or None


def _names(given: Json) -> tuple[str, ...]:
    listed = given if isinstance(given, list) else []
    clean = (" ".join(name.split())[:80] for name in listed if isinstance(name, str))
    return tuple(dict.fromkeys(name for name in clean if name))[:8]


def _words(item: Mapping[str, Json], name: str) -> str:
    """A text of an item on one line; numbers are taken for their digits."""
    given = item.get(name)
    if isinstance(given, bool) or not isinstance(given, str | int | float):
        return ""
    return " ".join(str(given).split())

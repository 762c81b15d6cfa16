"""`Guest`: what a program without a person at it may bring: text, files of allowed folders, candidates with quotes.

Nothing a guest brings comes into force. Its text is `derived`, whoever it says was speaking; its files are read like
any others, but every claim of them waits for review; its candidates are checked against stored words and wait too.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from clew.errors import Refused, UsageError
from clew.model import Ignored, Json, Part, Problem, Reading
from clew.use import intake, withdraw
from clew.use.desk import Desk
from clew.use.extract import Extraction
from clew.use.ingest import Ingest
from clew.use.look import View
from clew.use.report import AddReport

Item = Reading | Problem | Ignored


@dataclass(frozen=True, slots=True)
class Proposed:
    """What became of candidates that were handed in."""

    source: str
    """Where their words lie."""
    views: tuple[View, ...]
    """The claims that now wait, or waited before."""
    known: int
    """How many say what another claim says of the same words already."""
    rejected: Mapping[str, int]
    """Manifest string → how many were refused."""
    faults: Mapping[str, int]
    """What was wrong with candidates that could not be read, by kind."""


class Guest:
    """A program's way in; everything it brings is checked like all else, and decided on by a person."""

    def __init__(self, desk: Desk, extraction: Extraction) -> None:
        self._desk = desk
        self._extraction = extraction

    def text(self, text: str, title: str | None = None) -> AddReport:
        """Store words that a program supplies: they are found as passages and yield no claims by themselves."""
        if not text.strip():
            raise UsageError("the text is empty")
        return self._take(self._supplied(text, title))

    def file(self, path: str) -> AddReport:
        """Add a file or folder that lies in a folder the person has opened to programs.

        Raises:
            Refused: it does not, links followed.
            UsageError: there is no such file.
        """
        if "\0" in path:
            raise UsageError("a path holds no NUL character")
        real = Path(path).expanduser().resolve()
        roots = [Path(root).expanduser().resolve() for root in self._desk.settings.roots]
        if not any(real.is_relative_to(root) for root in roots):
            opened = ", ".join(map(str, roots)) or "none yet"
            raise Refused(
                f"{path} lies in no folder that is open to programs ({opened}); the person can open one with "
                "`mcp.roots` in their own configuration, or add it with: clew add"
            )
        if not real.exists():
            raise UsageError(f"{path}: there is no such file or folder")
        return self._take(self._desk.wiring.intake.read(real))

    def propose(
        self, claims: Sequence[Mapping[str, Json]], source: str | None = None, words: str | None = None
    ) -> Proposed:
        """Put candidates before a person: quotes are looked up in a stored source, or in the words given with them.

        Raises:
            NotFound: no such source.
            UsageError: there are no candidates, or neither a source nor words for their quotes.
        """
        if not claims:
            raise UsageError("`claims` is empty")
        known = self._desk.knowledge()
        place = withdraw.source(known, source).id if source else self._stored(words or _quoted(claims))
        before = {c.id for c in self._desk.knowledge().of_source(place)}
        given = json.dumps({"source": place, "claims": list(claims)}, ensure_ascii=False, sort_keys=True)
        done = self._extraction.take(given)
        mine = [c for c in self._desk.knowledge().of_source(place) if c.by.extractor.startswith("agent/")]
        fresh = [c for c in mine if c.id not in before] or [c for c in mine if c.text in _texts(claims)]
        look, item = self._desk.look(), done.items[0]
        views = tuple(look.view(c.id) for c in fresh)
        return Proposed(place, views, item.claims.get("known already", 0), item.rejected, done.faults)

    def _stored(self, words: str) -> str:
        """Id of the source that holds these words, made if need be."""
        if not words.strip():
            raise UsageError("name the `source` of the quotes, or give the words they stand in")
        report = self.text(words)
        place = next((item.source for item in report.items if item.source), "")
        if not place:
            why = "; ".join(problem.message for problem in report.problems) or "they hold nothing"
            raise Refused(f"the words were not stored: {why}")
        return place

    def _supplied(self, text: str, title: str | None) -> Iterable[Item]:
        """The text as readers understand it, every part of it by no one but the program."""
        for item in self._desk.wiring.intake.read_bytes(text.encode("utf-8", "replace"), "supplied text"):
            if isinstance(item, Reading):
                parts = tuple(map(_derived, item.parts))
                yield replace(item, provider="agent", parts=parts, title=title or item.title, original=None)
            else:
                yield item

    def _take(self, items: Iterable[Item]) -> AddReport:
        who = self._desk.authority
        with self._desk.writing() as session:
            rules = intake.rules(self._desk.settings, self._desk.now, "none", None)
            rules = replace(rules, actor=who.actor, channel=who.channel)
            ingest = Ingest(session.knowledge, self._desk.wiring.extractor, rules, self._desk.stored)
            report = intake.run(items, ingest, session, lambda done, title: None)
            problems = session.publish()
        self._desk.sync()
        return replace(report, problems=(*report.problems, *problems), op=session.op)


def _derived(part: Part) -> Part:
    return replace(part, author="derived")


def _quoted(claims: Iterable[Mapping[str, Json]]) -> str:
    """The quotes of candidates, each on a line of its own."""
    found: dict[str, None] = {}
    for claim in claims:
        quotes = claim.get("quotes")
        for quote in quotes if isinstance(quotes, list) else ():
            text = quote.get("text") if isinstance(quote, Mapping) else quote
            if isinstance(text, str) and text.strip():
                found[text.strip()] = None
    return "\n\n".join(found)


def _texts(claims: Iterable[Mapping[str, Json]]) -> set[str]:
    return {" ".join(str(claim.get("text")).split()) for claim in claims}

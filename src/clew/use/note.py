"""A claim by hand: the person's own sentence is its source, so that it has evidence like any other."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from clew.errors import Refused, UsageError
from clew.model import KINDS, Candidate, Json, Kind, Maker, Part, Quote, Reading, Source, Speaker, Triple
from clew.ports import Extractor
from clew.text.fold import canonical
from clew.use.curate import Curate
from clew.use.ingest import Ingest, Prepared
from clew.use.write import Session

LABEL = 6
"""Words of a label."""
LONGEST = 1000
"""Characters of a note."""

BY = Maker("hand/1")


@dataclass(frozen=True, slots=True)
class Hand:
    """Extractor of one hand-written statement: the whole text is the claim."""

    kind: Kind
    topic: str | None
    helper: Extractor
    """Lends topic, names and slot where it finds them in the sentence."""
    name: str = "hand/1"
    maker: Maker = BY
    notes: Mapping[str, Json] = field(default_factory=dict)
    triple: Triple | None = None
    """What hangs together how, where a person says so in as many words."""

    def extract(self, source: Source, parts: Sequence[Part], owner: Sequence[str]) -> Iterator[Candidate]:
        """One candidate: the statement as it was written."""
        text = parts[0].text
        found = next(iter(self.helper.extract(source, parts, owner)), None)
        words = text.rstrip(".").split()
        plain = Candidate(
            kind=self.kind,
            text=text,
            label=" ".join(words[:LABEL]),
            topic="",
            quotes=(Quote(1, text, 0),),
            speaker=Speaker("person", "user"),
        )
        if found:
            plain = replace(
                found, kind=self.kind, text=text, quotes=plain.quotes, speaker=plain.speaker, modality="asserted"
            )
        if self.triple:
            plain = replace(plain, triple=self.triple, about=(self.triple.s, self.triple.o))
        yield replace(plain, topic=canonical(self.topic) if self.topic else plain.topic)


def reading(text: str, now: str) -> Reading:
    """The statement as a source of one part; said now."""
    words = text.strip()
    if not words:
        raise UsageError("the note is empty")
    if len(words) > LONGEST:
        raise UsageError(f"a note is one statement of at most {LONGEST} characters; put more into a file and add it")
    ident = hashlib.sha256(f"{now}\x1f{words}".encode("utf-8", "surrogatepass")).hexdigest()
    part = Part(1, f"note-{ident[:12]}", None, "person", None, now, words)
    # its words stand beside its title wherever it is cited, so the title does not say them again
    return Reading("note", "hand", ident, "Note", (part,), at=now, where="note")


def kind_of(word: str) -> Kind:
    """The kind that a word names."""
    for kind in KINDS:
        if kind == word:
            return kind
    raise UsageError(f"{word!r} is no kind of claim; use one of: {', '.join(KINDS)}")


def write(session: Session, ingest: Ingest, text: str) -> str:
    """Store the statement; returns the id of its claim."""
    prepared = ingest.take(reading(text, session.now))
    if not isinstance(prepared, Prepared):
        raise Refused(prepared.problem.message if prepared.problem else "there is nothing in that note")
    if not prepared.claims:
        raise Refused(f"this was refused: {', '.join(prepared.added.rejected) or 'nothing to say'}")
    session.store([prepared])
    return prepared.claims[0].id


def placed(session: Session, curate: Curate, made: str, old: str | None) -> None:
    """Commit that a person wrote it, and what it takes the place of."""
    more = list(curate.verify(made)) if curate.authority.human else []
    if old and old not in session.knowledge.standings[made].predecessors:
        more += curate.supersede(made, old)
    if more:
        session.commit(session.stamp(more))

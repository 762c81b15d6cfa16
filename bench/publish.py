"""What one more claim costs in a bundle of many topics, against making every page of it.

Claims are generated: four to a topic, each with a name and a source. Processor time, since other work on the machine
must not count; every figure is the least of several.
"""

from __future__ import annotations

import hashlib
import os
import random
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from bundle import WORDS
from clew import app
from clew.belief import events
from clew.bundle import Bundle
from clew.model import Claim, Maker, Part, Source, Span, Speaker
from clew.use.ingest import Added, Prepared, references

import common

NAMES = tuple(
    a + b for a in ("Nor", "Bel", "Tar", "Quin", "Sol", "Ver", "Hal") for b in ("wick", "dale", "mont", "ford")
)
PER = 100
"""Claims of one source."""
ROUNDS = 3


def source(dice: random.Random, number: int, topics: int) -> tuple[Prepared, tuple[Claim, ...]]:
    """One chat and its claims; the same dice give the same bytes."""
    ident, day = f"chat-{number:05}", f"2026-{1 + number // 28 % 12:02}-{1 + number % 28:02}T10"
    parts, claims = [], []
    for n in range(1, PER + 1):
        at, key = f"{day}:{n // 60:02}:{n % 60:02}Z", (number * PER + n) % topics
        topic, who = f"{WORDS[key % len(WORDS)]} {key}", dice.choice(NAMES)
        text = f"The {topic} is kept by {who} in the {dice.choice(WORDS)} since {1900 + dice.randrange(120)}."
        made = "c" + hashlib.sha256(f"{ident} {n}".encode()).hexdigest()[:12]
        span = Span(ident, n, 0, len(text), text)
        person = Speaker("person", "user")
        parts.append(Part(n, f"p{n}", None, "person", None, at, text))
        claims.append(
            Claim(made, "fact", text, text[:40], topic, person, (span,), Maker("hand/1"), about=(who,), asserted_at=at)
        )
    digest = hashlib.sha256(references(parts)).hexdigest()
    start = f"{day}:00:00Z"
    held = Source(ident, "chat", "messages", ident, f"Chat {number}", start, start, "exact", None, (), PER, digest)
    return Prepared(Added("", "new", ident), held, tuple(parts), (), ()), tuple(claims)


def generate(bundle: Bundle, n: int) -> None:
    """Store the claims, without pages."""
    dice = random.Random(7)  # claims, not secrets
    with bundle._desk.writing() as session:
        for number in range(n // PER):
            prepared, claims = source(dice, number, n // 4)
            session.knowledge.sources[prepared.source.id] = prepared.source
            session.store([prepared])
            accepted = (events.accept(claim.id) for claim in claims)
            told = (events.source(prepared.source.id, prepared.source.sha256), *accepted)
            session.commit(session.stamp(told), {prepared.source.id: claims})


def spent(act: Callable[[], object]) -> float:
    """Seconds of the processor that one call takes."""
    began = time.process_time()
    act()
    return time.process_time() - began


def publish(bundle: Bundle, forget: bool = False) -> float:
    """Seconds of one publishing; `forget` makes every file."""
    with bundle._desk.writing() as session:
        if forget:
            bundle._desk.index.imprints.forget()
        return spent(session.publish)


def note(bundle: Bundle, i: int) -> float:
    """Seconds of one note, publishing included."""
    return spent(lambda: bundle.note(f"The mill 1 was painted for the {i}th time.", topic="mill 1"))


def measured(root: Path, n: int) -> dict[str, common.Figure]:
    """All figures of one bundle."""
    with app.create(root, "Many claims") as bundle:
        generate(bundle, n)
        first = publish(bundle)
        everything, notes, nothing = [], [], []
        for i in range(ROUNDS):  # in turns, so that a busy machine slows all of them
            notes.append(note(bundle, i))
            made = len(bundle._desk.made)
            nothing.append(publish(bundle))
            everything.append(publish(bundle, forget=True))
        full, one = min(everything), min(notes)
        pages = len(bundle._desk.made)
    return {
        "files": pages,
        "first_s": first,
        "everything_s": full,
        "one_note_s": one,
        "nothing_s": min(nothing),
        "one_note_makes": made,
        "one_note_to_first": one / first,
        "one_note_to_everything": one / full,
    }


def main() -> None:
    """Generate, measure, report."""
    options = common.parser(__doc__ or "", ".").parse_args()
    n = options.limit or 6000
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CONFIG_HOME"] = os.environ["XDG_CACHE_HOME"] = os.environ["XDG_DATA_HOME"] = f"{folder}/home"
        report = common.Report("publish", [], options.json)
        report.add(measured(Path(folder) / "bundle", n))
        report.close(n)


if __name__ == "__main__":
    main()

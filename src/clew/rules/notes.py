"""Notes: of what a note holds, only its writer's own decisions and changes become claims."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from clew.model import Candidate, Quote, Speaker
from clew.rules import wording
from clew.text import regex as re

_MINE = re.compile(
    r"\b(?:I|we|our|my|ich|wir|unser\w*|mein\w*|je|nous|notre|nos|yo|nosotros|nuestr[oa]s?)\b(?!\.\w)", re.IGNORECASE
)
"""Words by which a writer speaks of their own doing."""


def written(found: Iterable[Candidate], title: str) -> Iterator[Candidate]:
    """What a note's writer says of their own doing: most of a note is about the world, and stays text."""
    note = Speaker("document", title)
    for candidate in found:
        main = candidate.quotes[0]
        # what stands before the line is a heading or the item above it
        cut = main.text.rfind("\n") + 1
        said = main.text[cut:]
        if (
            candidate.act == "state"
            or candidate.speaker.cls != "person"
            or candidate.speaker.name != "user"
            or not _MINE.search(said)
        ):
            continue
        quote = Quote(main.part, said, None if main.start is None else main.start + cut)
        yield replace(candidate, text=wording.sentence(said), label=wording.label(said), quotes=(quote,), speaker=note)

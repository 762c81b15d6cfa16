"""Which language a bundle speaks: what an embedding model should know."""

from collections import Counter

from clew.text.lang import detect
from clew.use.desk import Desk

SAMPLE = 40
"""Sources that are looked at."""
LONGEST = 2000
"""Characters of each."""


def spoken(desk: Desk) -> str | None:
    """The commonest language of a sample of sources, by what people and documents say; None where nothing tells."""
    found: Counter[str] = Counter()
    every = sorted(desk.knowledge().sources)
    step = max(1, len(every) // SAMPLE)
    for ident in every[::step]:
        said = " ".join(part.text for part in desk.stored(ident) if part.author in ("person", "document"))
        lang = detect(said[:LONGEST])
        if lang:
            found[lang] += 1
    return found.most_common(1)[0][0] if found else None

"""The citation check of an answer: by code, sentence by sentence, strict; nothing of it is left to the model."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from clew.proof.beyond import missing
from clew.search.block import Item
from clew.text import regex as re

ENOUGH = "NOT ENOUGH"
"""What a model says that finds no answer in what it was given."""
_CITED = re.compile(r"\s*\[(\d{1,3}(?:\s*,\s*\d{1,3})*)\]")
_NUMBERS = r"(?:\s*\[[\d,\s]+\])*"
_END = re.compile(rf"[.!?…]+[\"”’»)]*{_NUMBERS}(?=\s|\Z)|[。！？]{_NUMBERS}|\n+")
_STOP = re.compile(r"[.!?…。！？]+\Z")
_ABBREVIATED = re.compile(r"(?:\b(?:[A-Z]|[Dd]r|[Mm]rs?|[Ss]t|[Nn]o|vs|etc|e\.g|i\.e|ca|bzw|z\.B)\.|\b\d{1,2}\.)$")


@dataclass(frozen=True, slots=True)
class Checked:
    """One sentence of an answer after the check."""

    text: str
    """Without citations that do not exist."""
    cites: tuple[int, ...]
    """Numbers of the facts it rests on."""
    flags: tuple[str, ...] = ()
    """`uncited`, `no_such_note`, `disputed`, `past`, `beyond_notes`."""

    def shown(self) -> str:
        """The sentence with its citations and what must be said about it, before the full stop."""
        marks = "".join(f"[{n}]" for n in self.cites)
        notes = [NOTES[flag] for flag in self.flags if flag in NOTES]
        behind = (f" {marks}" if marks else "") + (f" ({'; '.join(notes)})" if notes else "")
        stop = _STOP.search(self.text)
        at = stop.start() if stop else len(self.text)
        return self.text[:at].rstrip() + behind + self.text[at:]


NOTES = {
    "uncited": "no source given",
    "disputed": "disputed",
    "past": "no longer holds",
    "beyond_notes": "not in the notes it cites",
}
"""Flag → what stands behind the sentence."""


def note(flag: str) -> str:
    """What a flag says where nothing is left out."""
    return NOTES.get(flag, "cited what is not there")


def sentences(pieces: Iterator[str]) -> Iterator[str]:
    """Whole sentences, with the citations behind them, out of a text that comes in pieces."""
    held = ""
    for piece in pieces:
        held += piece
        # the last end may be followed by citations that have not come yet
        while (cut := _first(held)) is not None and held[cut:].strip() and not held[cut:].lstrip().startswith("["):
            yield held[:cut].strip()
            held = held[cut:]
    while (cut := _first(held)) is not None:
        yield held[:cut].strip()
        held = held[cut:]
    if held.strip():
        yield held.strip()


def check(sentence: str, items: Sequence[Item]) -> Checked | None:
    """One sentence held against the numbered facts; None where nothing is said."""
    named = [int(n) for group in _CITED.findall(sentence) for n in group.split(",")]
    text = _CITED.sub("", sentence).strip()
    if not any(char.isalnum() for char in text) or text.startswith("<<<"):
        return None  # nothing, or the fence of the notes said back
    cites = tuple(n for n in dict.fromkeys(named) if 1 <= n <= len(items))
    return Checked(text, cites, tuple(_flags(text, named, [items[n - 1] for n in cites])))


def _flags(text: str, named: Sequence[int], cited: Sequence[Item]) -> Iterator[str]:
    if len(cited) < len(set(named)):
        yield "no_such_note"
    if not cited:
        yield "uncited"
        return
    if not any(item.presented == "current" for item in cited):
        yield from (flag for flag in ("disputed", "past") if any(item.presented == flag for item in cited))
    said = [f"{item.text} {' '.join(e.quote for e in item.evidence)} {item.at or ''} {item.title}" for item in cited]
    if any(any(c.isdigit() for c in word) for word in missing(text, said, said)):
        yield "beyond_notes"


def _first(text: str) -> int | None:
    """Where the first sentence ends, citations included."""
    for found in _END.finditer(text):
        if found.end() > found.start() and not _ABBREVIATED.search(text[: found.start() + 1]):
            return found.end()
    return None

"""Prose that says on which claims it rests: put together from current claims, or written by people and models.

The last line of a paragraph names its claims: ``rests on `cvne42mr` `c81ab2f0` ``. So anybody can see when one of them
has changed since.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from clew.text import regex as re

REGION = "summary"
"""Name of the region of a page that holds what a model wrote of its claims."""
_RESTS = re.compile(r"\s*rests on((?:[ ,·]*`c[0-9a-z]{5,}`)+)\.?\s*", re.IGNORECASE)
_IDENT = re.compile(r"`(c[0-9a-z]+)`")
_STOPS = (".", "!", "?", "…", "。", "！", "？", ":", "।", "؟")
_GROUPS = (
    ("decision", "preference", "goal"),
    ("fact", "definition", "event", "relation"),
    ("question", "task", "idea"),
)
"""What was decided, what is so, what is open: a paragraph each."""
ENOUGH = 3
"""With fewer current claims their list is summary enough."""
LONGEST = 5
"""Most sentences of a paragraph."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A claim as a sentence of a summary: its kind, and text and footnotes as Markdown."""

    kind: str
    text: str
    ref: str


@dataclass(frozen=True, slots=True)
class Resting:
    """A paragraph that names the claims it rests on."""

    line: int
    """Of its first line, from 1."""
    text: str
    claims: tuple[str, ...]
    """Ids, or their first characters."""


def assembled(sentences: Sequence[Sentence]) -> list[str]:
    """The lines of a summary, a paragraph for each group of kinds; empty when there is little to sum up."""
    if len(sentences) < ENOUGH:
        return []
    out: list[str] = []
    for kinds in _GROUPS:
        chosen = [s for s in sentences if s.kind in kinds][:LONGEST]
        if chosen:
            out += [" ".join(s.text for s in chosen) + "\\", rests(s.ref for s in chosen), ""]
    return out


def told(paragraphs: Iterable[tuple[str, Sequence[str]]]) -> str:
    """The content of a region of paragraphs, each with the short ids of the claims it rests on."""
    return "\n" + "".join(f"{text}\\\n{rests(refs)}\n\n" for text, refs in paragraphs)


def living(content: str, fallen: Collection[str]) -> str:
    """What is left of such a region without the paragraphs that rest on a claim which fell; empty for nothing."""
    found = ((it.text, it.claims) for it in resting(content) if not set(it.claims) & set(fallen))
    return told(kept) if (kept := list(found)) else ""


def rests(refs: Iterable[str]) -> str:
    """The line that names claims."""
    return "rests on " + " ".join(f"`{ref}`" for ref in refs)


def stopped(text: str) -> str:
    """A text with a sign that ends its sentence."""
    return text if text.endswith(_STOPS) else f"{text}."


def resting(prose: str) -> tuple[Resting, ...]:
    """The paragraphs of a text that name the claims they rest on."""
    found: list[Resting] = []
    lines: list[str] = []
    for number, line in enumerate([*prose.replace("\r\n", "\n").split("\n"), ""], 1):
        if line.strip():
            lines.append(line)
            continue
        named = _RESTS.fullmatch(lines[-1]) if lines else None
        if named:
            text = " ".join(part.strip().removesuffix("\\").strip() for part in lines[:-1])
            found.append(Resting(number - len(lines), text, tuple(_IDENT.findall(named[1]))))
        lines = []
    return tuple(found)

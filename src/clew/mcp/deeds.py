"""The two tools that bring something in; what they bring waits until a person decides."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from clew.bundle import Bundle
from clew.core import codec
from clew.core.given import line, maybe, several
from clew.errors import UsageError
from clew.mcp.reply import Reply, claim
from clew.mcp.tool import Tool
from clew.model import Json, Kind


@dataclass(frozen=True, slots=True)
class Handed:
    """One candidate."""

    kind: Kind = field(metadata={"description": "What kind of assertion it is."})
    text: str = line(600, "One assertion as a sentence that reads alone, in the language of its quote.")
    quotes: tuple[str, ...] = several(4, "The words it rests on, letter by letter, a sentence or more each.")
    topic: str | None = maybe(60, "What it belongs to, in a few words.")
    label: str | None = maybe(80, "At most six words, for lists.")
    about: tuple[str, ...] = field(default=(), metadata={"description": "Names of things it is about."})
    subject: str | None = maybe(200, "For a fact with one value: of what,")
    attribute: str | None = maybe(200, "which property,")
    value: str | None = maybe(200, "and its value.")
    scope: str | None = maybe(200, "For which part it holds, if not for all.")
    polarity: Literal["+", "-"] = field(default="+", metadata={"description": "`-`: something was dropped or denied."})
    valid_from: str | None = maybe(40, "A date.")
    valid_to: str | None = maybe(40, "A date.")

    def given(self) -> dict[str, Json]:
        """As candidates are handed in."""
        return {name: value for name, value in codec.pack(self).items() if value is not None}


@dataclass(frozen=True, slots=True)
class Proposal:
    """Candidates, and where their words stand."""

    claims: tuple[Handed, ...] = several(50, "The candidates.")
    source: str | None = maybe(300, "Id of the stored source the quotes stand in, if they do in one.")
    words: str | None = maybe(
        20_000, "If not: the passage of this conversation they stand in, word for word; the quotes alone if left out."
    )


@dataclass(frozen=True, slots=True)
class Supply:
    """Text, or a path."""

    text: str | None = maybe(2_000_000, "The text itself, word for word.")
    path: str | None = maybe(4000, "Or a file or folder inside the folders that the person has opened to programs.")
    title: str | None = maybe(200, "A title for the text.")


def _propose(bundle: Bundle, given: Proposal) -> Reply:
    made = bundle.guest.propose([one.given() for one in given.claims], given.source, given.words)
    lines = [f"waiting for the person (clew review): {len(made.views)} of {len(given.claims)}; source {made.source}"]
    for view in made.views:
        lowered = f" — lowered: {', '.join(view.claim.reasons)}" if view.claim.reasons else ""
        lines.append(claim(view) + lowered)
    if made.known:
        lines.append(f"known already: {made.known}; the same words were read so before")
    lines += [f"rejected: {count} × {reason}" for reason, count in made.rejected.items()]
    lines += [f"not understood: {count} × {fault}" for fault, count in made.faults.items()]
    return Reply("proposed", tuple(lines))


def _add(bundle: Bundle, given: Supply) -> Reply:
    if (given.text is None) == (given.path is None):
        raise UsageError("give either `text` or `path`")
    if given.path is not None:
        report = bundle.guest.file(given.path)
    else:
        report = bundle.guest.text(given.text or "", given.title)
    lines = [f"read {len(report.items)}: {_counted(report.counts)}", f"claims: {_counted(report.claims)}"]
    lines += [
        f"{item.outcome}: {item.title} ({item.source}, {item.parts} new {'part' if item.parts == 1 else 'parts'})"
        for item in report.items
    ]
    lines += [f"{problem.path}: {problem.message}" for problem in report.problems]
    return Reply("added", (*lines, "What claims come of it wait for the person (clew review)."))


def _counted(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {name}" for name, count in counts.items() if count) or "none"


DEEDS = (
    Tool(
        "propose",
        "Propose claims",
        "Hand in claims with the exact words they rest on, for the person to accept. Nothing comes into force by it. "
        "Use it when the person decides, changes or states something worth keeping.",
        _propose,
        Proposal,
        reads=False,
    ),
    Tool(
        "add",
        "Add a source",
        "Store a text, or a file of an allowed folder, as a source that can be found and quoted.",
        _add,
        Supply,
        reads=False,
    ),
)

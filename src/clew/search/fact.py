"""A claim as the index hands it out, with its standing, and which link of its chain a question may see."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from clew.core import codec
from clew.core.badges import badges
from clew.model import Claim, Json, Node, Standing
from clew.text.when import ends, instant

Presented = Literal["current", "past", "disputed"]


@dataclass(frozen=True)
class Fact:
    """A claim, what is derived of it, and the title of its source."""

    id: str
    stored: Mapping[str, Json]
    """The claim as the index holds it: read in full only where its words are wanted."""
    standing: Standing
    title: str
    assumed: bool = False
    """True when its time is the time of capture."""

    @cached_property
    def claim(self) -> Claim:
        """The claim itself."""
        return codec.claim(self.stored)

    @property
    def source(self) -> str | None:
        """Id of the source that the first piece of evidence lies in."""
        evidence = self.stored.get("evidence")
        return evidence[0]["source"] if evidence else None

    @property
    def ref(self) -> str:
        """Its node in the index."""
        return f"claim:{self.id}"

    @property
    def head(self) -> str | None:
        """Id of the link in force of its chain; itself while it is in force."""
        return self.id if self.standing.link in ("active", "proposed") else self.standing.head

    @property
    def said(self) -> str | None:
        """When it was asserted."""
        return self.stored.get("asserted_at")

    @property
    def until(self) -> str | None:
        """The end of its validity, overlays included."""
        return self.standing.valid_to or self.stored.get("valid_to")


@dataclass(frozen=True, slots=True)
class Sight:
    """What of the claims may be seen: at which instant, known by when, with or without what waits for review."""

    now: str | None = None
    as_of: str | None = None
    known_at: str | None = None
    proposed: bool = False
    heads: bool = True
    """Whether what was found of a chain is replaced by its link in force."""


def fact(node: Node) -> Fact:
    """The fact in a claim node."""
    data = node.data
    name = node.ref.removeprefix("claim:")
    standing = codec.standing(data["standing"]) if data.get("standing") else Standing(name)
    return Fact(name, data["claim"], standing, str(data.get("source_title") or ""), bool(data.get("assumed")))


def visible(one: Fact, sight: Sight) -> bool:
    """Whether it may be served at all: what is hidden, rejected, refuted or purged never is."""
    return seen(one.standing, sight)


def seen(standing: Standing, sight: Sight) -> bool:
    """Whether a claim of this standing may be served at all."""
    if standing.shown != "shown" or standing.link == "rejected" or standing.review == "refuted":
        return False
    if standing.link == "proposed" and not sight.proposed:
        return False
    if sight.known_at and standing.recorded_at:
        known, limit = instant(standing.recorded_at), ends(sight.known_at)
        return known is None or limit is None or known <= limit
    return True


def expired(one: Fact, sight: Sight) -> bool:
    """Whether its validity ended before the instant that is asked about (by default: now)."""
    end = ends(one.until)
    if end is None:
        return False
    at = instant(sight.as_of or sight.now)
    return at is not None and end < at


def presented(one: Fact, sight: Sight) -> Presented:
    """How it may be put to a reader: as holding, as past, or as disputed."""
    standing = one.standing
    if sight.as_of:  # an answer about then says nothing about now
        return "past"
    if standing.link != "active" or expired(one, sight):
        return "past"
    return "disputed" if standing.disputed_with else "current"


def in_force(one: Fact, at: str) -> bool:
    """Whether it had been said, and neither ended nor run out, at an instant; a day counts whole."""
    asked_from, asked_to = instant(at), ends(at)
    said, ended, until = instant(one.said), instant(one.standing.ended_at), ends(one.until)
    begins = instant(one.stored.get("valid_from"))
    if asked_from is None or asked_to is None:
        return one.standing.link == "active"
    if said is not None and said > asked_to and not (begins is not None and begins <= asked_to):
        return False
    return not (ended is not None and ended <= asked_from) and not (until is not None and until < asked_from)


def marks(one: Fact, sight: Sight) -> tuple[str, ...]:
    """The badges people see beside a claim; for another instant than now they say which one."""
    usual = badges(one.claim, one.standing, sight.now or "", one.assumed)
    if sight.known_at:
        usual = (f"AS KNOWN {sight.known_at[:10]}", *usual)
    if not sight.as_of:
        return usual
    state = f"AS OF {sight.as_of[:10]}" if in_force(one, sight.as_of) else "NOT IN FORCE THEN"
    return (state, *usual)


Load = Callable[[Sequence[str]], Mapping[str, Fact]]
"""Facts by claim id; unknown ids are left out."""


def chain(one: Fact, load: Load, limit: int = 200) -> list[Fact]:
    """All links of a fact's chain, oldest first, from its head backwards; a broken or looping chain ends the walk."""
    start = one
    if one.head and one.head != one.id:
        start = load([one.head]).get(one.head, one)
    seen = {start.id: start}
    todo: Iterable[str] = start.standing.predecessors
    while len(seen) < limit and (missing := [i for i in dict.fromkeys(todo) if i not in seen]):
        found = load(missing)
        seen.update(found)
        todo = [before for link in found.values() for before in link.standing.predecessors]
        if not found:
            break
    seen.setdefault(one.id, one)
    return sorted(seen.values(), key=lambda link: (instant(link.said) or 0.0, link.claim.order))

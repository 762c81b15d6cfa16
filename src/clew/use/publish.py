"""From claims to pages: which topics earn a page, and what each page says. Pages are derived; people's prose is not."""

import shlex
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from clew.belief.knowledge import Knowledge
from clew.belief.log import Log
from clew.belief.tally import effective
from clew.core.badges import badges, short
from clew.kin.census import ident
from clew.model import Source, Standing
from clew.pages.page import ClaimLine, SourceRef, TopicView, Unsettled
from clew.pages.summary import resting
from clew.text.moment import said
from clew.use import vouch
from clew.use.cast import FOLDER, TOPICS, UNFILED, Cast, home
from clew.use.kinship import kinship

FOLDERS = (f"{TOPICS}/", f"{FOLDER}/")
"""Where pages lie that go when nothing is filed on them any more and nobody has touched them."""
COMMON = f"{TOPICS}/{UNFILED}.md"
EARNS = 3
"""Claims on one topic that earn it a page; a chain or a person's wish does so too."""


SHOWN = 100
"""Most claims under one heading of a page: the rest are named by their number, so a page stays one to read."""
LINES = 1000
"""Lines of claims that are kept for the next page on which they stand."""
CITED = 5
"""Most sources that one claim cites on a page."""
OPENING = 80
"""Code points by which a paragraph is recognised."""
TITLE = 160
"""Longest title of a source on a page, in code points."""


class Filing:
    """Which page every told claim stands on; what a page says is put together when it is asked for.

    Told are the claims that were ever in force and are not discarded. Only their ids are kept here, so one of any
    size is small.
    """

    def __init__(self, knowledge: Knowledge, absolute: bool = False, authored: Mapping[str, str] | None = None) -> None:
        self._knowledge = knowledge
        self._authored = authored or {}
        self.absolute = absolute
        """Whether links on pages begin at the root of the bundle."""
        self._filed: dict[str, list[str]] = {}
        self._topics: dict[str, list[str]] = defaultdict(list)
        self._lines: dict[str, ClaimLine] = {}
        self._bound = pages = bound(knowledge.events)
        if knowledge.claims:
            # It stays when it is empty: a page that one branch deletes and another edits would not merge.
            self._file(COMMON, UNFILED, ())
        for topic, ids in sorted(_topics(knowledge).items()):
            if topic in pages or _earns(knowledge, topic, ids):
                self._file(pages.get(topic) or home(kinship(knowledge), topic), topic, ids)
            else:
                self._file(COMMON, UNFILED, ids)

    def _file(self, path: str, topic: str, ids: Iterable[str]) -> None:
        self._filed.setdefault(path, []).extend(ids)
        if topic not in self._topics[path]:
            self._topics[path].append(topic)

    @cached_property
    def own(self) -> Mapping[str, str]:
        """Topic → the page it has to itself, or shares with topics that were bound to it."""
        return {topic: path for path, topics in self._topics.items() if path != COMMON for topic in topics}

    @cached_property
    def cast(self) -> Cast:
        """The entities that have a page, on topic pages of their name and on pages of their own."""
        named = {**self._bound, **self.own}
        return Cast(self._knowledge, {**{ident(t): path for t, path in named.items()}, **named}, self._authored)

    def __iter__(self) -> Iterator[str]:
        yield from self._filed
        yield from (path for path in self.cast.at if path not in self._filed)

    def __contains__(self, path: str) -> bool:
        return path in self._filed or path in self.cast.at

    def topics(self, path: str) -> tuple[str, ...]:
        """The topics that stand on a page, the first gives it its title; the name of the entity on a page of one."""
        return tuple(self._topics[path]) if path in self._filed else (self.cast.at[path].name,)

    def keys(self, path: str) -> tuple[str, ...]:
        """What is to be bound to another path when the page of a path moves: its topics, and the name of its entity."""
        entity = self.cast.at.get(path)
        return tuple(dict.fromkeys((*self._topics.get(path, ()), *([entity.key] if entity else []))))

    def claims(self, path: str) -> tuple[str, ...]:
        """Ids of the claims that stand on a page: those of its topics, and those that speak of its entity."""
        entity = self.cast.at.get(path)
        speaking = entity.claims if entity and (path not in self._filed or self.cast.kin.name(entity)) else ()
        filed = self._filed.get(path, ())
        # what took the place of a claim stands on its page too, whatever topic it was filed under
        heads = (i for i in map(self._head, filed if path != COMMON else ()) if i)
        return tuple(dict.fromkeys((*filed, *heads, *speaking)))

    def _head(self, claim_id: str) -> str:
        """The claim in force at the end of the chain of one that is not; empty where none is told."""
        standing = self._knowledge.standings[claim_id]
        head = standing.head if standing.link == "superseded" else None
        known = self._knowledge.standings.get(head or "")
        return head if head and known and known.shown == "shown" and known.link == "active" else ""

    @cached_property
    def homes(self) -> Mapping[str, str]:
        """Claim → the one page that it is told on: that of its topic, else of a thing it speaks of, else the last."""
        out: dict[str, str] = {}
        for path in sorted(self._filed, key=lambda path: path == COMMON):
            out |= {i: path for i in self._filed[path] if path != COMMON}
        for path in (*self.cast.at, COMMON):
            out |= {i: path for i in (self.claims(path) if path in self else ()) if i not in out}
        return out

    def view(self, path: str, prose: str = "", told: str = "") -> TopicView:
        """What the page at a path says.

        Of `prose`, what people wrote there, outdated paragraphs are named; of what a model told they go.
        """
        if len(self._lines) > LINES:
            self._lines.clear()
        view = _view(self._knowledge, (path, self.topics(path)), self.claims(path), self._lines)
        if path in self.cast.at:
            view = self.cast.shown(view, path)
        late = dict.fromkeys(it.ref for it in outdated(self._knowledge, told))
        unsettled = tuple(outdated(self._knowledge, prose))
        return replace(view, unsettled=unsettled, fallen=tuple(late), absolute=self.absolute)


def outdated(knowledge: Knowledge, prose: str) -> Iterator[Unsettled]:
    """The paragraphs of a page that rest on claims which are no longer in force, once for each such claim."""
    for paragraph in resting(prose):
        for ref in paragraph.claims:
            for claim_id in (i for i in knowledge.claims if i.startswith(ref)):
                standing = knowledge.standings[claim_id]
                if standing.link != "active" or standing.shown != "shown" or standing.review == "refuted":
                    words = paragraph.text if len(paragraph.text) <= OPENING else paragraph.text[:OPENING] + "…"
                    state = badges(knowledge.claims[claim_id], standing, "")[0]
                    yield Unsettled(words, short(claim_id), state)


def bound(events: Log) -> dict[str, str]:
    """Topic → page as people or rules bound them; the last word counts."""
    said_of = effective(events.of("bind", "undo"))
    return {e.target: str(e.data["page"]).lstrip("/") for e in said_of if e.kind == "bind" and "page" in e.data}


def _topics(knowledge: Knowledge) -> dict[str, list[str]]:
    """Ids of the told claims by topic."""
    topics: dict[str, list[str]] = defaultdict(list)
    for claim_id, standing in knowledge.standings.items():
        if standing.shown == "shown" and standing.link in ("active", "superseded", "retracted"):
            topics[knowledge.topic(claim_id) or UNFILED].append(claim_id)
    return topics


def _earns(knowledge: Knowledge, topic: str, ids: Sequence[str]) -> bool:
    standings = (knowledge.standings[i] for i in ids)
    return topic != UNFILED and (len(ids) >= EARNS or any(s.predecessors or s.successor for s in standings))


def _view(
    knowledge: Knowledge, place: tuple[str, Sequence[str]], ids: Iterable[str], known: dict[str, ClaimLine]
) -> TopicView:
    """A page of these topics; `known` are lines of claims made before, for a claim may stand on several pages."""
    path, topics = place
    ordered = sorted(ids, key=lambda i: said(knowledge.claims[i]))
    now = [i for i in ordered if _current(knowledge.standings[i])]
    held = {
        "Current": [i for i in reversed(now) if not knowledge.standings[i].disputed_with],
        "Disputed": [i for i in reversed(now) if knowledge.standings[i].disputed_with],
        "History": [i for i in reversed(ordered) if not _current(knowledge.standings[i])],
    }
    for i in (i for found in held.values() for i in found[:SHOWN] if i not in known):
        known[i] = _line(knowledge, i)
    shown = {heading: [known[i] for i in found[:SHOWN]] for heading, found in held.items()}
    if topics[0] == UNFILED:  # what has nothing in common is not summed up
        shown["Current"] = [replace(line, kind="") for line in shown["Current"]]
    cited = {source for lines in shown.values() for line in lines for source in line.sources}
    title = topics[0][:1].upper() + topics[0][1:]
    return TopicView(
        path=f"/{path}",
        title=title,
        type="Concept",
        description=f"What was said and decided about {title[:1].lower() + title[1:]}.",
        status="stable" if now else "draft",
        sources=tuple(_cited(knowledge.sources[i]) for i in sorted(cited) if i in knowledge.sources),
        current=tuple(shown["Current"]),
        disputed=tuple(reversed(shown["Disputed"])),
        history=tuple(reversed(shown["History"])),
        left_out={heading: len(found) - SHOWN for heading, found in held.items() if len(found) > SHOWN},
        reviewed=(sum(knowledge.standings[i].review == "human-reviewed" for i in now), len(now)) if now else None,
        generated=vouch.generated(knowledge, ordered),
        verified=vouch.verified(knowledge, now),
        stale_after=vouch.stale_after(knowledge, now),
        more="clew list" if topics[0] == UNFILED else f"clew history {shlex.quote(topics[0])}",
    )


def _current(standing: Standing) -> bool:
    return standing.link == "active" and standing.restates is None


def _cited(source: Source) -> SourceRef:
    title = source.title if len(source.title) <= TITLE else source.title[: TITLE - 1] + "…"
    return SourceRef(source.id, f"/sources/{source.id}.md", title)


def _line(knowledge: Knowledge, claim_id: str) -> ClaimLine:
    claim, standing = knowledge.claims[claim_id], knowledge.standings[claim_id]
    source = knowledge.sources.get(claim.source)
    # The clock is left out on purpose: a committed page never says that something has expired.
    marks = list(badges(claim, standing, "", _assumed(source)))
    until = standing.valid_to or claim.valid_to
    if until:
        marks.append(f"until {until[:10]}")
    return ClaimLine(
        text=claim.text,
        badges=tuple(marks),
        when=(claim.asserted_at or "")[:10] or None,
        by=claim.speaker.name,
        sources=tuple(dict.fromkeys(span.source for span in claim.evidence))[:CITED],
        quote=claim.evidence[-1].quote if claim.evidence else "",
        ref=short(claim.id),
        kind=claim.kind,
    )


def _assumed(source: Source | None) -> bool:
    return bool(source and source.precision == "assumed")

"""Topics as wholes: renamed, merged, split, discarded and brought back; chains stay whole, claims stay as they are."""

from collections.abc import Iterable, Sequence

from clew.belief import events
from clew.belief.tally import effective, text
from clew.errors import NotFound, UsageError
from clew.model import Event
from clew.text.fold import canonical
from clew.use.curate import Curate


def renamed(curate: Curate, old: str, new: str) -> tuple[Event, ...]:
    """Events that give a topic a name that no other topic has."""
    name = _name(new)
    if name != old and _claims(curate, [name]):
        raise UsageError(f"there is a topic {name!r} already; join them with: clew topic merge {old!r} --into {name!r}")
    return _moved(curate, [old], name)


def merged(curate: Curate, topics: Sequence[str], into: str) -> tuple[Event, ...]:
    """Events that file the claims of several topics under one, which may be new."""
    name = _name(into)
    others = [topic for topic in dict.fromkeys(topics) if topic != name]
    if not others:
        raise UsageError("a topic cannot be merged into itself; name the others")
    return _moved(curate, others, name)


def split(curate: Curate, topic: str, claims: Iterable[str], to: str) -> tuple[Event, ...]:
    """Events that file some claims of a topic, with the chains they are part of, under another."""
    name = _name(to)
    inside = set(_claims(curate, [topic]))
    chosen = dict.fromkeys(link for claim in claims for link in curate.knowledge.chain(claim))
    strange = [claim for claim in chosen if claim not in inside]
    if strange:
        raise NotFound(f"{strange[0]} is not filed under {topic!r}")
    if name == topic:
        raise UsageError("that is the topic they are filed under already")
    return curate.overlay(list(chosen), {"topic": name})


def discarded(curate: Curate, topic: str, back: bool = False) -> tuple[Event, ...]:
    """Events that discard every claim of a topic, or bring `back` the discarded ones."""
    known = curate.knowledge.standings
    shown = "hidden" if back else "shown"
    chosen = [i for i in _claims(curate, [topic]) if known[i].shown == shown and known[i].link != "rejected"]
    verb = curate.restore if back else curate.hide
    return tuple(event for claim in chosen for event in verb(claim))


def _moved(curate: Curate, topics: Sequence[str], name: str) -> tuple[Event, ...]:
    """Discarded claims move too, so that they come back where their topic went; so does the page of a topic."""
    moved = curate.overlay(_claims(curate, topics), {"topic": name})
    bound = {event.target: text(event, "page") for event in effective(curate.knowledge.events) if event.kind == "bind"}
    pages = [bound[topic] for topic in topics if bound.get(topic)]
    return (*moved, *(events.bind(name, page) for page in pages[:1] if name not in bound))


def _claims(curate: Curate, topics: Sequence[str]) -> list[str]:
    known = curate.knowledge
    return [i for i in known.claims if known.topic(i) in topics and known.standings[i].shown != "purged"]


def _name(text_: str) -> str:
    name = canonical(text_)
    if not name:
        raise UsageError("the new topic is empty")
    return name

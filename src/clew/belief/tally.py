"""What the ledger says of each claim, read once in order: the facts that standings are derived from."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from operator import itemgetter
from typing import TypeAlias

from clew.belief.events import HUMAN
from clew.belief.reread import renamed, successors
from clew.model import Event, Finding, Review

Order: TypeAlias = tuple[int, str, int]
KINDS_OF_FINDING = ("contradiction", "merge", "relation", "fork", "cycle", "support", "demoted", "tombstone")
FIELDS = ("topic", "label", "valid_from", "valid_to")


def text(event: Event, key: str) -> str:
    """A string argument of an event; empty where it is absent or of another type."""
    value = event.data.get(key)
    return value if isinstance(value, str) else ""


def texts(event: Event, key: str) -> tuple[str, ...]:
    """A list of strings among the arguments of an event; anything else in it is left out."""
    value = event.data.get(key)
    return tuple(x for x in value if isinstance(x, str)) if isinstance(value, list | tuple) else ()


def _sequence(event: Event) -> tuple[Order, str, str, str]:
    # events that no ledger has numbered yet share one order; the rest keeps the result the same for any input order
    return (event.order, event.kind, event.target, repr(sorted(event.data.items(), key=lambda item: str(item[0]))))


def ordered(events: Iterable[Event]) -> list[Event]:
    """Events in the order all clones agree on."""
    keyed = [((e.clock, e.writer, e.n), e) for e in events]
    keyed.sort(key=itemgetter(0))
    out = [e for _, e in keyed]
    if any(a[0] == b[0] for a, b in pairwise(keyed)):
        out.sort(key=_sequence)
    return out


def effective(events: Iterable[Event]) -> list[Event]:
    """Events that count, in order: without undone ones, and without the undo events themselves."""
    sequence = ordered(events)
    absent: set[str] = set()
    kept: list[Event] = []
    for event in reversed(sequence):
        if absent and event.writer and event.kind != "purge" and event.id in absent:
            continue
        if event.kind == "undo":
            absent.add(text(event, "event") or event.target)
        else:
            kept.append(event)
    kept.reverse()
    return kept


@dataclass(slots=True)
class Tally:
    """Facts by claim id; every later event of the same kind wins over the earlier."""

    accepted: dict[str, str] = field(default_factory=dict)
    """Claim → when it was first accepted."""
    refused: set[str] = field(default_factory=set)
    dropped: dict[str, str] = field(default_factory=dict)
    """Claim → when a person retracted it by hand."""
    hidden: set[str] = field(default_factory=set)
    purged: set[str] = field(default_factory=set)
    pinned: set[str] = field(default_factory=set)
    reviews: dict[str, tuple[Review, str, Order]] = field(default_factory=dict)
    """Claim → tier, content digest it is pinned to (empty: the id), order of the event."""
    overlays: dict[str, dict[str, str | None]] = field(default_factory=dict)
    links: dict[tuple[str, str], bool] = field(default_factory=dict)
    """(new, old) → whether the old one was dropped rather than replaced."""
    restates: dict[str, str] = field(default_factory=dict)
    edits: dict[str, str] = field(default_factory=dict)
    """Claim → the person's newer wording of it."""
    findings: dict[str, Finding] = field(default_factory=dict)
    recorded: dict[str, str] = field(default_factory=dict)
    sources: dict[str, str] = field(default_factory=dict)
    gone: set[str] = field(default_factory=set)
    """Withdrawn sources."""
    ended: dict[str, Order] = field(default_factory=dict)
    """Claim → order of the last event that ended it: the moment from which what rests on it needs a look."""
    settled: dict[str, str] = field(default_factory=dict)
    """Finding → disposition."""
    aside: set[str] = field(default_factory=set)
    """Claims that a newer extractor reads otherwise or not at all."""

    def node(self, claim: str) -> bool:
        """Whether a claim takes part in chains: accepted and not refused."""
        return claim in self.accepted and claim not in self.refused


def _source(t: Tally, e: Event) -> None:
    t.sources.setdefault(e.target, e.at)
    t.gone.discard(e.target)


def _withdraw(t: Tally, e: Event) -> None:
    t.gone.add(e.target)


def _propose(t: Tally, e: Event) -> None:
    t.recorded.setdefault(e.target, e.at)


def _accept(t: Tally, e: Event) -> None:
    t.recorded.setdefault(e.target, e.at)
    t.accepted.setdefault(e.target, e.at)
    t.refused.discard(e.target)
    if e.channel in HUMAN and text(e, "digest"):
        t.reviews[e.target] = ("human-reviewed", text(e, "digest"), e.order)


def _reject(t: Tally, e: Event) -> None:
    t.refused.add(e.target)
    t.ended[e.target] = e.order


def _supersede(t: Tally, e: Event) -> None:
    old = text(e, "old")
    if not old or old == e.target:
        return
    t.links[e.target, old] = e.data.get("retract") is True
    # a claim that replaces something is a link of its own, no longer an echo of an earlier one
    t.restates.pop(e.target, None)
    t.ended[old] = e.order


def _unlink(t: Tally, e: Event) -> None:
    t.links.pop((e.target, text(e, "old")), None)


def _restate(t: Tally, e: Event) -> None:
    of = text(e, "of")
    if of == e.target:
        t.restates.pop(of, None)
    elif of:
        t.restates[e.target] = of


def _edit(t: Tally, e: Event) -> None:
    of = text(e, "of")
    if of and of != e.target:
        t.edits[of] = e.target


def _retract(t: Tally, e: Event) -> None:
    t.dropped[e.target] = e.at
    t.ended[e.target] = e.order


def _hide(t: Tally, e: Event) -> None:
    t.hidden.add(e.target)


def _restore(t: Tally, e: Event) -> None:
    t.hidden.discard(e.target)
    t.refused.discard(e.target)
    t.dropped.pop(e.target, None)
    if t.reviews.get(e.target, ("",))[0] == "refuted":
        del t.reviews[e.target]


def _purge(t: Tally, e: Event) -> None:
    t.purged.add(e.target)
    t.ended[e.target] = e.order


def _verify(t: Tally, e: Event) -> None:
    tier: Review = "human-reviewed" if e.channel in HUMAN else "machine-confirmed"
    if tier == "machine-confirmed" and t.reviews.get(e.target, ("",))[0] in ("human-reviewed", "refuted"):
        return
    t.reviews[e.target] = (tier, text(e, "digest"), e.order)


def _refute(t: Tally, e: Event) -> None:
    t.reviews[e.target] = ("refuted", text(e, "digest"), e.order)
    t.ended[e.target] = e.order


def _pin(t: Tally, e: Event) -> None:
    if e.data.get("on", True) is False:
        t.pinned.discard(e.target)
    else:
        t.pinned.add(e.target)


def _overlay(t: Tally, e: Event) -> None:
    shown = t.overlays.setdefault(e.target, {})
    for key in FIELDS:
        value = e.data.get(key, "")
        if value is None:
            shown.pop(key, None)
        elif isinstance(value, str) and value:
            shown[key] = value


def _finding(t: Tally, e: Event) -> None:
    kind = text(e, "kind")
    if kind in KINDS_OF_FINDING and e.target not in t.findings:
        found = Finding(e.target, kind, texts(e, "claims"), text(e, "ground"), e.at)  # type: ignore[arg-type]  # checked
        t.findings[e.target] = found


def _settle(t: Tally, e: Event) -> None:
    answer = text(e, "disposition")
    if answer == "later":
        t.settled.pop(e.target, None)
    elif answer:
        t.settled[e.target] = answer


def _named(t: Tally, e: Event) -> None:
    """Whether two names mean one thing was judged or decided: the question is answered, and can be looked up."""
    names, judged = texts(e, "names"), text(e, "by")
    if judged and e.target not in t.findings:
        ground = f"{' / '.join(names)}: judged by {judged}"
        t.findings[e.target] = Finding(e.target, "merge", names, ground, e.at)
    t.settled[e.target] = e.kind


_READ: dict[str, Callable[[Tally, Event], None]] = {
    "source": _source,
    "withdraw": _withdraw,
    "propose": _propose,
    "accept": _accept,
    "reject": _reject,
    "supersede": _supersede,
    "unlink": _unlink,
    "restate": _restate,
    "edit": _edit,
    "retract": _retract,
    "hide": _hide,
    "restore": _restore,
    "purge": _purge,
    "verify": _verify,
    "refute": _refute,
    "pin": _pin,
    "overlay": _overlay,
    "finding": _finding,
    "settle": _settle,
    "same": _named,
    "apart": _named,
}


def tally(events: Sequence[Event]) -> Tally:
    """All effective events, read in order; kinds that say nothing of claims are passed over."""
    kept = effective(events)
    names = successors(kept)
    out = Tally(aside=set(names))
    for event in renamed(kept, names) if names else kept:
        read = _READ.get(event.kind)
        if read:
            read(out, event)
    return out

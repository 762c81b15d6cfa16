"""The closed vocabulary of the ledger: what can happen, to what, and what each event carries.

Events name things by id and never hold the text of a claim. "who" is the least authority the gateway
asks for: *policy* (a rule the owner switched on, an importer), *any* (an agent too), *person* (terminal or app).
Every event but `purge` and `migrate` can be undone: `undo` names it, and everything is derived as if it were absent.

| kind      | target            | data                               | who    | effect                                 |
|-----------|-------------------|------------------------------------|--------|----------------------------------------|
| source    | source            | sha256, parts, replaces            | any    | added: its claims are recorded then    |
| withdraw  | source            |                                    | person | claims that rest only on it are hidden |
| run       | run               | source, extractor, model, counts   | any    | an extractor's run; its manifest       |
| sent      | ask or judge      | to, prompts, digests               | any    | facts were sent to a model; no effect  |
| propose   | claim             | run                                | any    | handed in, not yet accepted            |
| accept    | claim             | digest                             | policy | in force; lifts an earlier reject      |
| reject    | claim             | tombs                              | person | refused; its links close over it       |
| supersede | newer claim       | old, ground, auto, retract         | policy | `old` is replaced, or dropped          |
| unlink    | newer claim       | old                                | person | that replacement does not hold         |
| restate   | restating claim   | of                                 | policy | an echo of `of`: moves last asserted   |
| edit      | the new version   | of                                 | person | takes the place of `of`, unmarked      |
| retract   | claim             | tombs                              | person | withdrawn, nothing in its place        |
| hide      | claim             |                                    | person | discarded: no current claim            |
| restore   | claim             |                                    | person | undoes reject, retract, hide, refute   |
| purge     | claim or source   | tombs                              | person | text gone for good; cannot be undone   |
| verify    | claim             | digest                             | any    | looked at: human from terminal, app    |
| refute    | claim             | digest, tombs                      | person | found false                            |
| pin       | claim             | on                                 | person | no rule may replace it                 |
| overlay   | claim             | topic, label, valid_from, valid_to | person | shown so; null takes the claim's own   |
| support   | supporting claim  | of                                 | policy | speaks for `of`                        |
| challenge | challenging claim | of                                 | policy | speaks against `of`; see finding       |
| finding   | finding           | kind, claims, ground, by           | policy | something for a person to decide       |
| settle    | finding           | disposition, scope, period         | person | decided; `later` leaves it open        |
| bind      | topic             | page                               | policy | which page a topic string means        |
| merge     | page              | into                               | policy | two pages are one thing                |
| split     | page              | from                               | person | they are not                           |
| rename    | page              | path                               | any    | a page moved                           |
| page      | page              | digest, was, line, words, …        | any    | made by hand, or words on it changed   |
| retire    | page              | by, was                            | any    | another page takes its place           |
| same      | finding           | names, into, by                    | policy | two names mean one thing               |
| apart     | finding           | names, by                          | policy | they do not                            |
| name      | name              | name, type                         | person | a thing is wished for, named, typed    |
| lift      | tombstone digest  |                                    | person | the value may come in again            |
| reread    | older claim       | as, was, now                       | person | what was decided on it counts for `as` |
| migrate   | bundle            | from, to                           | any    | its layout is a newer one              |
| meet      | bundle            | heads                              | policy | known and compared up to these events  |
| undo      | event             | event                              | person | that event counts as absent            |

A `reread` without `as` sets a claim aside: today's extractor reads nothing off its words (see `belief/reread.py`).
`by` names the model or rules whose judgement it is; without it a person decided, or asks.
`page` may also carry `ours` (which of the keys were generated) or `summary` (the model that wrote one).
`tombs` are salted digests (see `belief/tombstone.py`), `digest` is `content()` of the claim as the person saw it.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Literal, get_args

from clew.model import Channel, Claim, Event, Json

Disposition = Literal[
    "keep-old", "keep-new", "keep-both", "reject-old", "reject-new", "reject-both", "rewrite", "later"
]
DISPOSITIONS: tuple[Disposition, ...] = get_args(Disposition)

HUMAN: frozenset[str] = frozenset({"terminal", "app"})
"""Channels that a person sits at."""


def _event(kind: str, target: str, data: Mapping[str, Json] | None = None) -> Event:
    kept = {k: v for k, v in (data or {}).items() if v is not None and v != () and v != []}
    return Event(kind=kind, target=target, at="", actor="policy", channel="policy", data=kept)


def stamp(events: Iterable[Event], actor: str, channel: Channel, at: str, op: str = "") -> tuple[Event, ...]:
    """The events with who did them, through which channel, when, and as part of which operation."""
    return tuple(replace(e, actor=actor, channel=channel, at=at, op=op or e.op) for e in events)


def content(claim: Claim) -> str:
    """Digest of what a claim asserts: a review is pinned to it."""
    parts = (claim.text, claim.kind, claim.scope or "", claim.polarity, claim.valid_from or "", claim.valid_to or "")
    return hashlib.sha256("\x1f".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def finding_id(kind: str, claims: Iterable[str]) -> str:
    """Deterministic id: the same question about the same claims is asked once, on every clone."""
    text = "\x1f".join((kind, *sorted(set(claims))))
    return "f" + hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:15]


def source(target: str, sha256: str | None = None, parts: int | None = None, replaces: str | None = None) -> Event:
    """A source was added."""
    return _event("source", target, {"sha256": sha256, "parts": parts, "replaces": replaces})


def withdraw(target: str) -> Event:
    """A source was taken out again, reversibly."""
    return _event("withdraw", target)


def run(target: str, data: Mapping[str, Json]) -> Event:
    """An extractor went over a source: source, extractor, prompt and counts."""
    return _event("run", target, data)


def sent(target: str, data: Mapping[str, Json]) -> Event:
    """Facts or claims were sent to a model on another machine: to whom, by digests."""
    return _event("sent", target, data)


def propose(claim: str, run_id: str | None = None) -> Event:
    """A claim was handed in and waits."""
    return _event("propose", claim, {"run": run_id})


def accept(claim: str, digest: str | None = None) -> Event:
    """A claim is in force; a digest makes a person's acceptance a review."""
    return _event("accept", claim, {"digest": digest})


def reject(claim: str, tombs: Iterable[str] = ()) -> Event:
    """A claim was refused."""
    return _event("reject", claim, {"tombs": list(tombs)})


def supersede(new: str, old: str, ground: str = "", auto: bool = False, retract: bool = False) -> Event:
    """`new` takes the place of `old`, or drops it when `retract`."""
    data = {"old": old, "ground": ground or None, "auto": auto or None, "retract": retract or None}
    return _event("supersede", new, data)


def unlink(new: str, old: str) -> Event:
    """`new` does not take the place of `old` after all."""
    return _event("unlink", new, {"old": old})


def restate(new: str, of: str) -> Event:
    """`new` says again what `of` says; of itself: it is no echo any more."""
    return _event("restate", new, {"of": of})


def edit(new: str, of: str) -> Event:
    """`new` is a better wording of `of` by a person and stands in its place."""
    return _event("edit", new, {"of": of})


def retract(claim: str, tombs: Iterable[str] = ()) -> Event:
    """A person withdrew a claim without a statement that drops it."""
    return _event("retract", claim, {"tombs": list(tombs)})


def hide(claim: str) -> Event:
    """A person discarded a claim."""
    return _event("hide", claim)


def restore(claim: str) -> Event:
    """A person took back whatever kept a claim out."""
    return _event("restore", claim)


def purge(claim: str, tombs: Iterable[str] = ()) -> Event:
    """A claim's text was removed for good."""
    return _event("purge", claim, {"tombs": list(tombs)})


def verify(claim: str, digest: str) -> Event:
    """Somebody looked at a claim and found it right."""
    return _event("verify", claim, {"digest": digest})


def refute(claim: str, digest: str, tombs: Iterable[str] = ()) -> Event:
    """Somebody found a claim false."""
    return _event("refute", claim, {"digest": digest, "tombs": list(tombs)})


def pin(claim: str, on: bool = True) -> Event:
    """A person protects a claim from being replaced by a rule, or no longer does."""
    return _event("pin", claim, {"on": on})


def overlay(claim: str, changes: Mapping[str, str | None]) -> Event:
    """A person changed topic, label or validity as shown; None goes back to the claim's own."""
    return replace(_event("overlay", claim), data=dict(changes))


def support(claim: str, of: str) -> Event:
    """A claim speaks for another."""
    return _event("support", claim, {"of": of})


def challenge(claim: str, of: str) -> Event:
    """A claim speaks against another; open a finding beside it."""
    return _event("challenge", claim, {"of": of})


def finding(kind: str, claims: Iterable[str], ground: str, by: str | None = None) -> Event:
    """A question for a person, with an id made from its kind and claims; `by` is who could not tell."""
    ids = sorted(set(claims))
    return _event("finding", finding_id(kind, ids), {"kind": kind, "claims": ids, "ground": ground, "by": by})


def settle(target: str, disposition: Disposition, scope: str | None = None, period: str | None = None) -> Event:
    """A person's answer to a finding; `settlement` gives the events that go with it."""
    return _event("settle", target, {"disposition": disposition, "scope": scope, "period": period})


def bind(topic: str, page: str) -> Event:
    """A topic string means this page."""
    return _event("bind", topic, {"page": page})


def merge(page: str, into: str) -> Event:
    """A page is the same thing as another."""
    return _event("merge", page, {"into": into})


def split(page: str, other: str) -> Event:
    """Two pages are not the same thing."""
    return _event("split", page, {"from": other})


def rename(page: str, path: str) -> Event:
    """A page moved to another path."""
    return _event("rename", page, {"path": path})


def page(
    path: str,
    digest: str | None = None,
    was: Mapping[str, Json] | None = None,
    line: str | None = None,
    words: bool | None = None,
    ours: Sequence[str] = (),
) -> Event:
    """A page was made by hand (digest of its bytes), keys of it changed (what they were), a line was put into it.

    With `words` what people write on it changed too, of which the ledger keeps nothing; `ours` are those of the
    keys that were as the generator wrote them.
    """
    told = (("digest", digest), ("was", was), ("line", line), ("words", words or None), ("ours", list(ours) or None))
    return replace(_event("page", path), data={k: v for k, v in told if v is not None})


def retire(path: str, by: str, was: Mapping[str, Json]) -> Event:
    """Another page takes the place of a page; `was` holds what its keys were, None for absent."""
    return replace(_event("retire", path), data={"by": by, "was": dict(was)})


def same(a: str, b: str, into: str | None = None, by: str | None = None) -> Event:
    """Two names, as `kin.census.ident` folds them, mean one thing; `into` is the one it goes by."""
    return _event("same", finding_id("merge", (a, b)), {"names": sorted((a, b)), "into": into, "by": by})


def apart(a: str, b: str, by: str | None = None) -> Event:
    """Two names do not mean one thing."""
    return _event("apart", finding_id("merge", (a, b)), {"names": sorted((a, b)), "by": by})


def name(key: str, shown: str, kind: str = "") -> Event:
    """A thing that a person wants to have a page, with the name and type it is shown by."""
    return _event("name", key, {"name": shown, "type": kind or None})


def lift(tomb: str) -> Event:
    """A refused value may come in again."""
    return _event("lift", tomb)


def reread(claim: str, new: str | None, was: str = "", now: str = "") -> Event:
    """A newer extractor reads `new` off the words of a claim, or nothing; `was` and `now` are their contents."""
    return _event("reread", claim, {"as": new, "was": was or None, "now": now or None})


def migrate(old: int, new: int) -> Event:
    """The layout of the bundle was brought up to date."""
    return _event("migrate", "bundle", {"from": old, "to": new})


def meet(target: str, heads: Mapping[str, int]) -> Event:
    """Whatever these heads lead to (writer → number of an event) is known from here on, and was compared."""
    return _event("meet", target, {"heads": dict(sorted(heads.items()))})


def undo(event: str) -> Event:
    """An event counts as absent from now on."""
    return _event("undo", event, {"event": event})


def settlement(
    target: str,
    pair: tuple[str, str],
    disposition: Disposition,
    by: str | None = None,
    tombs: Mapping[str, Iterable[str]] | None = None,
) -> tuple[Event, ...]:
    """All events of one answer: the `settle` and what it does to (old, new); `by` is the claim that rewrites both."""
    old, new = pair
    marks = tombs or {}
    if old == new:  # a question about one claim: whatever is not refused or written anew is kept
        refused = (reject(old, marks.get(old, ())),) if disposition.startswith("reject") else ()
        anew = (supersede(by, old, "a person wrote it anew"),) if by and disposition == "rewrite" else ()
        return (settle(target, disposition), *refused, *anew)
    steps: dict[str, tuple[Event, ...]] = {
        "keep-old": (supersede(old, new, "a person kept the older"),),
        "keep-new": (supersede(new, old, "a person kept the newer"),),
        "reject-old": (reject(old, marks.get(old, ())),),
        "reject-new": (reject(new, marks.get(new, ())),),
        "reject-both": (reject(old, marks.get(old, ())), reject(new, marks.get(new, ()))),
        "rewrite": tuple(supersede(by, x, "a person wrote it anew") for x in (old, new) if by),
    }
    return (settle(target, disposition), *steps.get(disposition, ()))

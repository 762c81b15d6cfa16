"""The calls that change something: each names what it saw, can be tried dry, and is undone by its operation."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from clew.belief.events import Disposition
from clew.bundle import Bundle
from clew.core.given import line, maybe
from clew.errors import Conflict, NotFound, Refused, UsageError
from clew.model import Event, Json, Kind
from clew.use.curate import Curate
from clew.use.draft import Draft
from clew.use.report import AddReport
from clew.use.seen import still
from clew.web.call import Call
from clew.web.wire import Done, done

Verb = Literal["accept", "reject", "hide", "restore", "retract", "refute", "verify", "pin", "unpin"]
Answer = Literal[Disposition, "same", "apart"]
"""What settles a finding; `same` and `apart` say whether two names mean one thing."""
LONGEST = 20_000_000
"""Characters of a pasted text."""


@dataclass(frozen=True, slots=True)
class Decision:
    """One verb on one or more claims, as one operation."""

    verb: Verb
    claims: tuple[str, ...]
    """Ids, each with the revision that was seen: `c7k2…@1f3a…`; without `@` nothing is checked."""
    reason: str | None = maybe(2000)
    dry_run: bool = False


@dataclass(frozen=True, slots=True)
class Settlement:
    """A person's answer to a contradiction, or to whether two names mean one thing."""

    disposition: Answer
    name: str = line(300)
    seen: str | None = maybe(40)
    scope: str | None = maybe(500)
    """With `keep-both`: what tells them apart."""
    by: str | None = maybe(300)
    """With `rewrite`: the claim that says it anew."""
    text: str | None = maybe(1000)
    """With `rewrite`: the new words, instead of `by`."""
    reason: str | None = maybe(2000)
    dry_run: bool = False


@dataclass(frozen=True, slots=True)
class Rewording:
    """Better words for a claim, checked against the same quotes."""

    name: str = line(300)
    text: str = line(2000)
    seen: str | None = maybe(40)


@dataclass(frozen=True, slots=True)
class Overlay:
    """Another label, topic or end of validity; the claim itself stays as it is."""

    name: str = line(300)
    label: str | None = maybe(300)
    topic: str | None = maybe(300)
    valid_to: str | None = maybe(40)
    seen: str | None = maybe(40)
    reason: str | None = maybe(2000)
    dry_run: bool = False


@dataclass(frozen=True, slots=True)
class Pair:
    """One claim and the one it relates to."""

    new: str = line(300)
    old: str = line(300)
    relation: Literal["supersedes", "unlink", "supports", "challenges"] = "supersedes"
    reason: str | None = maybe(2000)
    dry_run: bool = False


@dataclass(frozen=True, slots=True)
class Undoing:
    """The operation that is taken back; the latest when none is named."""

    operation: str | None = maybe(100)
    reason: str | None = maybe(2000)
    dry_run: bool = False


@dataclass(frozen=True, slots=True)
class Pasted:
    """A text to add: a chat, a note, the content of an export."""

    text: str = line(LONGEST)
    at: str | None = maybe(40)
    """When it was said, where it has no dates."""
    accept: Literal["none", "high", "all"] | None = None
    dry_run: bool = False
    draft: str | None = maybe(40)
    """The draft it was kept in, which is deleted when it was added."""


@dataclass(frozen=True, slots=True)
class Note:
    """A claim by hand, in force at once."""

    text: str = line(1000)
    topic: str | None = maybe(300)
    kind: Kind = "fact"
    supersedes: str | None = maybe(300)


@dataclass(frozen=True, slots=True)
class Parked:
    """A text that waits."""

    text: str = line(LONGEST)
    title: str | None = maybe(300)
    instead: str | None = maybe(40)
    """The draft it takes the place of."""


@dataclass(frozen=True, slots=True)
class OneDraft:
    """A draft by its id."""

    name: str = line(40)


@dataclass(frozen=True, slots=True)
class Removal:
    """What happens to a source."""

    name: str = line(300)
    how: Literal["withdraw", "restore", "purge"] = "withdraw"
    confirm: str | None = maybe(300)
    """With `purge`: the id of the source once more, for this cannot be undone."""
    reason: str | None = maybe(2000)
    dry_run: bool = False


@dataclass(frozen=True, slots=True)
class Forgetting:
    """A claim that is removed for good."""

    name: str = line(300)
    confirm: str | None = maybe(300)
    """The whole id once more, for this cannot be undone."""
    reason: str | None = maybe(2000)
    dry_run: bool = False


@dataclass(frozen=True, slots=True)
class Moved:
    """Places in the graph."""

    places: Mapping[str, Json]
    """Id of a claim, or `topic:` and a name → two numbers; null takes the place back."""


@dataclass(frozen=True, slots=True)
class Kept:
    """How many places are kept."""

    kept: int


def _decide(bundle: Bundle, given: Decision) -> Done:
    if not given.claims:
        raise UsageError("choose at least one claim")
    pairs = [text.partition("@") for text in given.claims]
    seen = {bundle.resolve(name): then for name, _, then in pairs}

    def verb(curate: Curate) -> tuple[Event, ...]:
        return tuple(event for name in seen for event in getattr(curate, given.verb)(name))

    return done(bundle.decide(still(seen, verb), reason=given.reason, dry_run=given.dry_run))


def _settle(bundle: Bundle, given: Settlement) -> Done:
    try:
        found, views = bundle.finding(given.name)
    except NotFound as error:
        if not given.seen:
            raise
        raise Conflict("it was decided meanwhile, by you elsewhere or by somebody else, and waits no more") from error
    seen = {found.id: given.seen or ""}
    by = bundle.resolve(given.by) if given.by else None

    def settle(claim: str | None) -> tuple[Event, ...]:
        def verb(curate: Curate) -> tuple[Event, ...]:
            return curate.settle(found.id, given.disposition, given.scope, claim)

        return bundle.decide(still(seen, verb), reason=given.reason, dry_run=given.dry_run)

    if given.disposition != "rewrite" or by or not given.text or given.dry_run:
        return done(settle(by))
    # Whether it may be settled is asked first, so that a refusal leaves no note behind.
    bundle.decide(still(seen, lambda curate: curate.settle(found.id, "keep-both")), dry_run=True)
    made = bundle.note(given.text, topic=views[-1].topic if views else None, kind=views[-1].claim.kind)
    seen.clear()
    return done(settle(made.claim.id), made.claim.id)


def _reword(bundle: Bundle, given: Rewording) -> Done:
    name = bundle.resolve(given.name)
    bundle.decide(still({name: given.seen or ""}, lambda curate: ()), dry_run=True)
    events = bundle.edit(name, given.text)
    return done(events, next((e.target for e in events if e.kind == "accept"), None))


def _overlay(bundle: Bundle, given: Overlay) -> Done:
    name = bundle.resolve(given.name)
    changes = {"label": given.label, "topic": given.topic, "valid_to": given.valid_to}
    chosen = {key: value for key, value in changes.items() if value is not None}
    if not chosen:
        raise UsageError("give a label, a topic or an end of validity")
    verb = still({name: given.seen or ""}, lambda curate: curate.overlay([name], chosen))
    return done(bundle.decide(verb, reason=given.reason, dry_run=given.dry_run))


def _relate(bundle: Bundle, given: Pair) -> Done:
    new, old = bundle.resolve(given.new), bundle.resolve(given.old)
    why = given.reason or ""
    verbs: dict[str, Callable[[Curate], tuple[Event, ...]]] = {
        "supersedes": lambda curate: curate.supersede(new, old, why),
        "unlink": lambda curate: curate.unlink(new, old),
        "supports": lambda curate: curate.support(new, old),
        "challenges": lambda curate: curate.challenge(new, old, why),
    }
    return done(bundle.decide(verbs[given.relation], reason=given.reason, dry_run=given.dry_run))


def _undo(bundle: Bundle, given: Undoing) -> Done:
    return done(bundle.undo(given.operation, reason=given.reason, dry_run=given.dry_run))


def added(bundle: Bundle, data: bytes, given: Pasted, tell: Callable[[int, str], None] | None = None) -> AddReport:
    """Add the bytes of a text or file."""
    report = bundle.add([data], accept=given.accept, at=given.at, dry_run=given.dry_run, progress=tell)
    if given.draft and not given.dry_run and not report.counts["failed"] and report.items:
        bundle.drafts.delete(given.draft)
    return report


def _add(bundle: Bundle, given: Pasted) -> AddReport:
    return added(bundle, given.text.encode("utf-8", "replace"), given)


def _note(bundle: Bundle, given: Note) -> Done:
    old = bundle.resolve(given.supersedes) if given.supersedes else None
    view = bundle.note(given.text, topic=given.topic, kind=given.kind, supersedes=old)
    told = bundle.knowledge().touching(view.claim.id)
    latest = bundle.operation(told[-1].op) if told else None
    return Done(latest.events if latest else (), latest.id if latest else "", view.claim.id)


def _park(bundle: Bundle, given: Parked) -> Draft:
    saved = bundle.drafts.save(given.text, given.title or "", bundle.now)
    if given.instead and given.instead != saved.id and any(d.id == given.instead for d in bundle.drafts.list()):
        bundle.drafts.delete(given.instead)
    return saved


def _unpark(bundle: Bundle, given: OneDraft) -> Draft:
    return bundle.drafts.delete(given.name)


def _remove(bundle: Bundle, given: Removal) -> Done:
    name = bundle.source(given.name).id
    if given.how != "purge":
        events = bundle.withdraw(name, back=given.how == "restore", reason=given.reason, dry_run=given.dry_run)
        return done(events)
    if not given.dry_run and given.confirm != name:
        raise Refused(f"a purge cannot be undone; to go on, give the id of the source once more: {name}")
    bundle.purge(name, reason=given.reason, dry_run=given.dry_run)
    return done(())


def _forget(bundle: Bundle, given: Forgetting) -> Done:
    name = bundle.resolve(given.name)
    if not given.dry_run and given.confirm != name:
        raise Refused(f"a purge cannot be undone; to go on, give the id of the claim once more: {name}")
    bundle.purge_claim(name, reason=given.reason, dry_run=given.dry_run)
    return done(())


def _place(bundle: Bundle, given: Moved) -> Kept:
    return Kept(bundle.places.keep(given.places))


DEEDS = (
    Call("decide", "POST", "/api/decide", "Accept, reject, discard, restore … claims.", _decide, Decision, Done),
    Call("settle", "POST", "/api/findings/{name}", "Settle a contradiction.", _settle, Settlement, Done),
    Call("reword", "POST", "/api/claims/{name}/text", "Put a claim in better words.", _reword, Rewording, Done),
    Call("overlay", "POST", "/api/claims/{name}/overlay", "Label, topic, end of validity.", _overlay, Overlay, Done),
    Call("relate", "POST", "/api/relate", "Let one claim take another's place, or not.", _relate, Pair, Done),
    Call("undo", "POST", "/api/undo", "Take back an operation.", _undo, Undoing, Done),
    Call("add", "POST", "/api/add", "Add a text: store, extract, compare.", _add, Pasted, AddReport, "apart"),
    Call("note", "POST", "/api/notes", "Write down a claim by hand.", _note, Note, Done),
    Call("park", "POST", "/api/drafts", "Keep a text for later.", _park, Parked, Draft),
    Call("unpark", "POST", "/api/drafts/{name}/delete", "Delete a draft.", _unpark, OneDraft, Draft),
    Call("remove", "POST", "/api/sources/{name}", "Withdraw, restore or purge a source.", _remove, Removal, Done),
    Call("forget", "POST", "/api/claims/{name}/purge", "Remove a claim for good.", _forget, Forgetting, Done),
    Call("place", "POST", "/api/places", "Remember where dots of the graph were put.", _place, Moved, Kept),
)

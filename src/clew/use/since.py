"""What changed in what is believed since a moment, or since an operation of the log."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from clew.belief import change, figures
from clew.belief.change import Deed, What
from clew.errors import UsageError
from clew.kin.census import ident
from clew.model import Event, Source
from clew.store import git
from clew.text.when import ends, instant
from clew.use import gather, intake, tombs
from clew.use.desk import Desk
from clew.use.kinship import Kinship, kinship
from clew.use.look import View
from clew.use.meet import Met, compared, meet


@dataclass(frozen=True, slots=True)
class Told:
    """A claim that stands otherwise than before."""

    what: What
    view: View
    """As it stands today."""
    before: tuple[View, ...]
    """What it took the place of, what dropped it, or what disputes it."""


@dataclass(frozen=True, slots=True)
class Difference:
    """What happened between two moments, as the bundle recorded it."""

    since: str
    until: str | None
    changes: tuple[Told, ...]
    added: tuple[Source, ...]
    withdrawn: tuple[str, ...]
    """Sources that were taken out."""
    deeds: tuple[Deed, ...] = ()
    """What was decided about pages and names; none where one topic is asked for."""


def difference(
    desk: Desk, since: str, until: str | None = None, topic: str | None = None, *, revision: bool = False
) -> Difference:
    """What came to be believed, and what stopped being believed, after `since` and up to `until`.

    With `revision`, `since` is a commit, branch or tag of the git repository that the bundle lies in.

    Raises:
        UsageError: one of them is neither a date nor an operation or event of the log.
    """
    knowledge = desk.knowledge()
    before = _held(desk, since, knowledge.events) if revision else _up_to(knowledge.events, since, whole=False)
    after = _up_to(knowledge.events, until, whole=True) if until else list(knowledge.events)
    known = {e.id for e in before}
    fresh = [e for e in after if e.id not in known]
    look = desk.look(knowledge)
    wanted = look.topic(topic) if topic else None
    told = [
        Told(one.what, look.view(one.claim), tuple(look.view(i) for i in one.before if i in knowledge.claims))
        for one in change.changes(knowledge.claims, before, after)
        if wanted is None or knowledge.topic(one.claim) == wanted
    ]
    gone = {e.target for e in fresh if e.kind == "withdraw"} & knowledge.withdrawn()
    added = {e.target for e in fresh if e.kind == "source"} - gone - {e.target for e in before if e.kind == "source"}
    sources = tuple(knowledge.sources[i] for i in sorted(added) if i in knowledge.sources)
    decided = tuple(_named(kinship(knowledge), deed) for deed in change.deeds(before, after)) if wanted is None else ()
    return Difference(since, until, tuple(told), sources if wanted is None else (), tuple(sorted(gone)), decided)


def _named(kin: Kinship, deed: Deed) -> Deed:
    """A decision with names as they are written in the place of their keys."""
    if deed.act not in ("joined", "apart", "named"):
        return deed
    return replace(deed, ends=tuple(_written(kin, end) for end in deed.ends))


def _written(kin: Kinship, key: str) -> str:
    """A name as it is written somewhere, by its key."""
    held = (kin.census.entities[head] for head in kin.census.meaning.get(key, ()))
    names = (name for entity in held for name in (entity.name, *entity.aliases))
    return next((name for name in names if ident(name) == key), key)


def _held(desk: Desk, revision: str, events: Sequence[Event]) -> list[Event]:
    """Events that the ledger held already in a revision."""
    ids = {event.id for event in git.events(desk.root, revision, desk.settings.salt)}
    return [event for event in events if event.id in ids]


def _up_to(events: Sequence[Event], name: str, whole: bool) -> list[Event]:
    """Events up to a date (with `whole` to the end of that day) or up to an operation or event, which is included."""
    limit = ends(name) if whole else instant(name)
    if limit is not None:
        at = ((e, instant(e.at) or 0.0) for e in events)
        return [e for e, when in at if when < limit or (whole and when == limit)]
    last = max((e.order for e in events if name in (e.op, e.id)), default=None)
    if last is None:
        raise UsageError(f"{name!r} is neither a date like 2026-03-01 nor an operation of clew log")
    return [e for e in events if e.order <= last]


class Record:
    """What the ledger of one bundle tells."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def diff(
        self, since: str, until: str | None = None, topic: str | None = None, *, revision: bool = False
    ) -> Difference:
        """What came to be believed, and what stopped, after a date, an operation of the log, or a revision of git."""
        return difference(self._desk, since, until, topic, revision=revision)

    def meet(self, *, dry_run: bool = False) -> Met:
        """Compare the claims of branches that git brought together, as every command does that brings claims in."""
        desk = self._desk
        policy = intake.rules(desk.settings, desk.now, None, None).policy
        if dry_run:
            return compared(gather.gather(desk.files, desk.settings.salt)[0], policy)
        with desk.writing() as session:
            met = meet(session, policy)
            session.publish()
        desk.sync()
        return met

    def stats(self) -> figures.Figures:
        """How extractors, rules and people fared, what waits, and what is refused."""
        knowledge = self._desk.knowledge()
        found = figures.figures(knowledge.claims, knowledge.standings, knowledge.events)
        waits = figures.waiting(knowledge.waiting().values(), self._desk.now)
        return replace(found, open=waits, tombstones=len(self.tombstones()))

    def tombstones(self) -> tuple[tombs.Tomb, ...]:
        """Every refusal in force, latest first."""
        return tombs.listed(self._desk)

    def lift(self, names: Sequence[str], *, reason: str | None = None, dry_run: bool = False) -> tuple[Event, ...]:
        """Let refused values in again, named by digest or claim; only a person may."""
        found = self.tombstones()
        return self._desk.decide(lambda curate: tombs.lift(curate, names, found), reason=reason, dry_run=dry_run)

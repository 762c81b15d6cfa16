"""What people decide about claims and findings: each verb is a few events behind one gate of authority.

Human authority is the channel an operation came through (a terminal without an agent in it, or the app), never a
flag. From any other channel a claim in force is not retired unless the person's own configuration allows scripts
to decide; waiting candidates may be reviewed from a pipe, which never counts as a human review.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from clew.belief import events, tombstone
from clew.belief.events import DISPOSITIONS, HUMAN, Disposition
from clew.belief.knowledge import Knowledge
from clew.errors import NotFound, Refused, UsageError
from clew.model import Channel, Claim, Event, Finding, Standing
from clew.text.fold import canonical
from clew.text.moment import said
from clew.text.when import instant
from clew.use.kinship import joined

RETIRING = frozenset(
    {"same", "apart", "reject", "hide", "retract", "refute", "purge", "supersede", "unlink", "settle", "withdraw"}
)
"""Events that take something in force away."""


@dataclass(frozen=True, slots=True)
class Authority:
    """Who acts, through what, and whether the person's own configuration lets scripts decide."""

    actor: str
    channel: Channel
    scripts: bool = False
    salt: str = ""
    """Salt of the bundle's digests."""

    @property
    def human(self) -> bool:
        """Whether a person sits at the channel."""
        return self.channel in HUMAN


class Curate:
    """The verbs; each returns the events to commit, none if it is so already, or raises before anything is changed."""

    def __init__(self, knowledge: Knowledge, authority: Authority) -> None:
        self._knowledge = knowledge
        self._authority = authority

    @property
    def knowledge(self) -> Knowledge:
        """What the verbs decide about."""
        return self._knowledge

    @property
    def authority(self) -> Authority:
        """Who decides."""
        return self._authority

    def accept(self, claim_id: str) -> tuple[Event, ...]:
        """A proposed claim comes into force; by a person it is reviewed too."""
        claim = self._claim(claim_id)
        if self._knowledge.standings[claim_id].shown == "purged":
            raise Refused(f"{claim_id} was purged; its text is gone")
        digest = events.content(claim) if self._authority.human else None
        standing = self._knowledge.standings[claim_id]
        if standing.link == "active" and (digest is None or standing.review == "human-reviewed"):
            return ()
        return (events.accept(claim_id, digest),)

    def reject(self, claim_id: str) -> tuple[Event, ...]:
        """A claim is refused, and its value with it wherever it comes from again."""
        if self._standing(claim_id).link == "rejected":
            return ()
        return self._gate(events.reject(claim_id, self._tombs(claim_id)))

    def hide(self, claim_id: str) -> tuple[Event, ...]:
        """A claim is put into the tray of the discarded; nothing older takes its place."""
        if self._standing(claim_id).shown == "hidden":
            return ()
        return self._gate(events.hide(claim_id))

    def restore(self, claim_id: str) -> tuple[Event, ...]:
        """Whatever kept a claim out is taken back.

        Raises:
            Refused: nothing keeps it out that could be taken back.
        """
        standing = self._standing(claim_id)
        if standing.shown == "purged":
            raise Refused(f"{claim_id} was purged; that cannot be undone")
        refused = self._knowledge.refused()
        # What comes back may also be said again: its value is no longer refused.
        lifted = tuple(events.lift(d) for d in self._tombs(claim_id) if d in refused)
        kept_out = standing.link in ("rejected", "retracted") or standing.review == "refuted"
        if standing.shown == "shown" and not kept_out and not lifted:
            raise Refused(f"{claim_id} is {standing.link} and shown; there is nothing to take back")
        return (events.restore(claim_id), *lifted)

    def retract(self, claim_id: str) -> tuple[Event, ...]:
        """A claim is withdrawn with nothing in its place."""
        if self._standing(claim_id).link == "retracted":
            return ()
        return self._gate(events.retract(claim_id, self._tombs(claim_id)))

    def refute(self, claim_id: str) -> tuple[Event, ...]:
        """A claim was found false."""
        claim = self._claim(claim_id)
        if self._standing(claim_id).review == "refuted":
            return ()
        return self._gate(events.refute(claim_id, events.content(claim), self._tombs(claim_id)))

    def verify(self, claim_id: str) -> tuple[Event, ...]:
        """Somebody looked and found it right: a human review only from a terminal or the app."""
        seen = ("human-reviewed",) if self._authority.human else ("human-reviewed", "machine-confirmed")
        if self._standing(claim_id).review in seen:
            return ()
        return (events.verify(claim_id, events.content(self._claim(claim_id))),)

    def pin(self, claim_id: str) -> tuple[Event, ...]:
        """No rule may replace the claim from now on."""
        return () if self._standing(claim_id).pinned else (events.pin(claim_id),)

    def unpin(self, claim_id: str) -> tuple[Event, ...]:
        """A rule may replace the claim again."""
        if not self._authority.human and not self._authority.scripts:
            raise Refused(_why("unpin"))
        return (events.pin(claim_id, on=False),) if self._standing(claim_id).pinned else ()

    def supersede(self, new: str, old: str, reason: str = "") -> tuple[Event, ...]:
        """One claim takes the place of another, by hand."""
        if new == old:
            raise UsageError("a claim cannot supersede itself")
        newer, _ = self._claim(new), self._claim(old)
        drops = newer.polarity == "-" and newer.act == "drop"
        return self._gate(events.supersede(new, old, reason or "by hand", retract=drops))

    def unlink(self, new: str, old: str) -> tuple[Event, ...]:
        """A supersession does not hold after all."""
        if old not in self._knowledge.standings[self._claim(new).id].predecessors:
            raise NotFound(f"{new} does not supersede {old}")
        return self._gate(events.unlink(new, old))

    def support(self, claim_id: str, of: str) -> tuple[Event, ...]:
        """One claim speaks for another."""
        return (events.support(*self._two(claim_id, of)),)

    def challenge(self, claim_id: str, of: str, reason: str = "") -> tuple[Event, ...]:
        """One claim speaks against another: both stay, and a person is asked."""
        one, other = self._two(claim_id, of)
        ground = reason or "one was brought forward against the other by hand"
        return events.challenge(one, other), events.finding("contradiction", (one, other), ground)

    def _two(self, one: str, other: str) -> tuple[str, str]:
        if one == other:
            raise UsageError("a claim cannot speak for or against itself")
        return self._claim(one).id, self._claim(other).id

    def replacing(self, old: str) -> None:
        """Refuse what is going to take the place of a claim, before any of it is written."""
        self._gate(events.supersede("", self._claim(old).id, "by hand"))

    def overlay(self, claim_ids: Sequence[str], changes: Mapping[str, str | None]) -> tuple[Event, ...]:
        """Other words on the same claims: label, topic, validity; the claims themselves stay as they are.

        Raises:
            UsageError: a value is empty, or a date is none.
        """
        for name, value in changes.items():
            if value is not None and not value.strip():
                raise UsageError(f"the new {name.replace('_', ' ')} is empty")
            if value is not None and name.startswith("valid_") and instant(value) is None:
                raise UsageError(f"{value!r} is no date; write it like 2026-03-01")
        topic = changes.get("topic")
        changes = {**changes, "topic": canonical(topic)} if topic else changes
        until = changes.get("valid_to")
        person = self._authority.human or self._authority.scripts
        if (
            until
            and not person
            and any(self._knowledge.standings[self._claim(i).id].link == "active" for i in claim_ids)
        ):
            raise Refused(_why("set an end to"))
        for claim_id in claim_ids if until else ():
            since = self._claim(claim_id).valid_from
            if since and (instant(since) or 0) > (instant(until) or 0):
                raise UsageError(f"{until} lies before {since[:10]}, from when {claim_id} holds")
        return tuple(events.overlay(self._claim(i).id, changes) for i in claim_ids)

    def settle(
        self, finding_id: str, disposition: str, scope: str | None = None, by: str | None = None
    ) -> tuple[Event, ...]:
        """A person's answer to a contradiction, with what it does to both claims."""
        names = self._names(finding_id, disposition)
        if names:
            return names
        if disposition not in DISPOSITIONS:
            raise UsageError(f"{disposition!r} is no disposition; use one of: {', '.join(DISPOSITIONS)}")
        if disposition == "rewrite" and by is None:
            raise UsageError("`rewrite` needs the claim that says it anew: make it with clew note, then --by ITS-ID")
        chosen: Disposition = next(d for d in DISPOSITIONS if d == disposition)
        finding = self.finding(finding_id)
        if finding.disposition not in (None, "later"):
            raise Refused(f"{finding.id} is settled already: {finding.disposition}; clew undo takes it back")
        old, new = self._pair(finding)
        tombs = {i: self._tombs(i) for i in (old, new)}
        steps = events.settlement(finding.id, (old, new), chosen, by, tombs)
        if scope:
            steps = (events.settle(finding.id, chosen, scope=scope), *steps[1:])
        return self._gate(*steps)

    def _names(self, finding_id: str, disposition: str) -> tuple[Event, ...]:
        """A person's answer to whether two names mean one thing; nothing for a finding about claims."""
        finding = self.finding(finding_id)
        if finding.kind != "merge":
            return ()
        one, other = finding.claims
        if disposition == "later":
            return (events.settle(finding.id, "later"),)
        if disposition not in ("same", "apart"):
            raise UsageError(f"{disposition!r} is no answer to that; use one of: same, apart, later")
        return self._gate(events.same(one, other) if disposition == "same" else events.apart(one, other))

    def finding(self, name: str) -> Finding:
        """The finding that a unique beginning of an id names."""
        every = self._knowledge.findings() | self._knowledge.waiting()
        found = [f for i, f in every.items() if i == name] or [f for i, f in every.items() if i.startswith(name)]
        found = found or [f for i, f in joined(self._knowledge).items() if i.startswith(name)]
        if len(found) == 1:
            return found[0]
        more = "several findings begin" if found else "no finding begins"
        raise NotFound(f"{more} with {name!r}; list them with: clew finding list")

    def _pair(self, finding: Finding) -> tuple[str, str]:
        known = [i for i in finding.claims if i in self._knowledge.claims]
        ids = sorted(known, key=lambda i: said(self._knowledge.claims[i]))
        if not ids:
            raise Refused(f"{finding.id} names no claim that is still here")
        return ids[0], ids[-1]

    def _claim(self, claim_id: str) -> Claim:
        claim = self._knowledge.claims.get(claim_id)
        if claim is None:
            raise NotFound(f"no claim is called {claim_id!r}")
        return claim

    def _standing(self, claim_id: str) -> Standing:
        return self._knowledge.standings[self._claim(claim_id).id]

    def _tombs(self, claim_id: str) -> tuple[str, ...]:
        return tombstone.digests(self._claim(claim_id), self._authority.salt)

    def _gate(self, *steps: Event) -> tuple[Event, ...]:
        if self._authority.human or self._authority.scripts:
            return steps
        for step in steps:
            standing = self._knowledge.standings.get(step.target)
            waiting = standing is not None and standing.link == "proposed" and step.kind in ("reject", "hide")
            if step.kind in RETIRING and not waiting:
                raise Refused(_why(step.kind))
        return steps


_DEEDS = {
    "same": "say that two names mean one thing",
    "apart": "say that two names mean two things",
    "settle": "settle a finding",
}
"""What a person decides that is not about one claim in force."""


def _why(verb: str) -> str:
    return (
        f"only a person may {_DEEDS.get(verb, f'{verb} what is in force')}: run it in a terminal or the app, "
        "or set `scripts = true` under [user] in your own configuration"
    )

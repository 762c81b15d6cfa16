"""Standings: what is believed of each claim, derived from claims and events, never stored as truth.

`derive` is pure and total: it answers for any mix of events, in any input order, and a part of the claims gives
the same answers as the whole as long as everything that `touches` connects is in the part.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from clew.belief.chain import Chains, solve
from clew.belief.events import content, finding_id
from clew.belief.tally import Order, Tally, tally, text, texts
from clew.model import Claim, Confidence, Event, Finding, Link, Review, Shown, Standing
from clew.text.moment import instant, said

OUTSIDE = ("proposed", "rejected")
"""Claims of such standing are in no chain."""
DISPUTING = ("contradiction", "fork", "cycle")


def derive(claims: Mapping[str, Claim], events: Sequence[Event]) -> dict[str, Standing]:
    """The standing of every claim."""
    return _View(claims, tally(events)).standings()


@dataclass(frozen=True, slots=True)
class Derived:
    """What is derived of some of the claims."""

    standings: dict[str, Standing]
    splits: dict[str, Finding]
    """The forks and rings that their chains show."""
    branched: frozenset[str]
    """Claims that several others replaced."""
    following: dict[str, str | None]
    """The links behind them → what directly follows each."""


def derived(
    claims: Mapping[str, Claim], events: Sequence[Event], beyond: Mapping[str, Standing], behind: Collection[str] = ()
) -> Derived:
    """The standing of some claims.

    `beyond` holds the standings of all the others: of a claim that a finding puts beside these no more is needed,
    as long as nothing was said after which the finding is about another claim. Of the claims those `behind` are
    links without what lies before them, so nothing is said of these.
    """
    view = _View(claims, tally(events), beyond, behind)
    chains = view.chains
    branched = frozenset(c for c, newer in chains.after.items() if len(newer) > 1)
    return Derived(view.standings(), view.splits(), branched, {c: chains.next.get(chains.of(c)) for c in behind})


ASKING = ("finding", "settle", "same", "apart", "undo", "reread")
"""Kinds of event that tell which findings there are and how they were answered; no other has a say in it."""


def findings(events: Sequence[Event]) -> dict[str, Finding]:
    """Every finding of the ledger, open and settled, by id."""
    facts = tally(events)
    return {k: replace(f, disposition=facts.settled.get(k)) for k, f in facts.findings.items()}


def waiting(
    events: Sequence[Event],
    splits: Mapping[str, Finding],
    standings: Mapping[str, Standing],
    unsupported: Iterable[str],
) -> dict[str, Finding]:
    """What a person should decide now: open findings that still matter, forks, cycles and changed support.

    `splits` are the forks and rings that the chains of these standings show; `unsupported` are the claims whose
    support changed.
    """
    facts = tally(events)
    out = {}
    shown = {key: splits[key] for key in sorted(splits) if key not in facts.findings}
    for key, found in (facts.findings | shown).items():
        live = [c for c in found.claims if c in standings and standings[c].link in ("active", "proposed")]
        if key not in facts.settled and (len(live) > 1 or found.kind not in DISPUTING):
            out[key] = found
    for claim in unsupported:
        if standings[claim].link == "active":
            key = finding_id("support", [claim])
            out[key] = Finding(key, "support", (claim,), "what it was derived from no longer holds", "")
    return out


def touches(event: Event) -> tuple[str, ...]:
    """Ids that an event ties together: derive them in one go (sources and findings included)."""
    named = (text(event, key) for key in ("old", "of", "as", "event"))
    ids = (event.target, *named, *texts(event, "claims"))
    return tuple(dict.fromkeys(x for x in ids if x))


class _View:
    """One derivation: facts, chains, and the answers built from them."""

    def __init__(
        self,
        claims: Mapping[str, Claim],
        facts: Tally,
        beyond: Mapping[str, Standing] | None = None,
        behind: Collection[str] = (),
    ) -> None:
        self.claims = claims
        self.behind = behind
        self.beyond = {} if beyond is None else beyond
        self.facts = facts
        self.chains: Chains = solve(facts, self._key)
        self.reviews = {c: self._review(c, *r[:2]) for c, r in facts.reviews.items()}
        asked = (f for k, f in facts.findings.items() if f.kind == "demoted" and k not in facts.settled)
        self.doubted = {claim for found in asked for claim in found.claims}
        self.echoes: dict[str, list[str]] = defaultdict(list)
        for new, rep in self.chains.rep.items():
            if new in claims and facts.node(new) and not self._reworded(new):
                self.echoes[rep].append(new)

    def _key(self, claim: str) -> tuple[str, str, int, int, str]:
        known = self.claims.get(claim)
        return said(known) if known else ("", "", 0, 0, claim)

    def _review(self, claim: str, tier: Review, digest: str) -> Review:
        known = self.claims.get(claim)
        pinned = known is None or not digest or digest in (claim, content(known))
        return tier if pinned else "unreviewed"

    def standings(self) -> dict[str, Standing]:
        disputed = self._disputes()
        changed = self._changed()
        return {
            c: self._standing(claim, tuple(sorted(disputed.get(c, ()))), c in changed)
            for c, claim in self.claims.items()
            if c not in self.behind
        }

    def _standing(self, claim: Claim, disputed: tuple[str, ...], changed: bool) -> Standing:
        c, facts = claim.id, self.facts
        link, rep = self.link(c), self.chains.of(c)
        overlay = facts.overlays.get(c, {})
        successor = self._successor(c) if link in ("superseded", "retracted") else None
        echoes = self.echoes.get(c, ()) if rep == c else ()
        return Standing(
            claim=c,
            link=link,
            shown=self.shown(claim),
            review=self.reviews.get(c, "unreviewed"),
            successor=successor,
            predecessors=self._predecessors(c),
            head=self._head(c) if link not in ("proposed", "rejected") else None,
            disputed_with=disputed,
            restates=rep if rep != c and facts.node(c) and not self._reworded(c) else None,
            restated_by=tuple(sorted(echoes, key=self._key)),
            last_asserted=self._last_asserted(claim, echoes),
            confidence=self._confidence(claim, echoes),
            pinned=c in facts.pinned,
            support_changed=changed,
            topic=overlay.get("topic"),
            label=overlay.get("label"),
            valid_to=overlay.get("valid_to") or claim.valid_to,
            recorded_at=facts.sources.get(claim.source) or facts.recorded.get(c),
            ended_at=self._ended(c, successor),
        )

    def link(self, c: str) -> Link:
        """Whether a claim is the current link."""
        facts = self.facts
        if c in facts.refused:
            return "rejected"
        if c not in facts.accepted:
            return "proposed"
        rep = self.chains.of(c)
        if c in facts.dropped:
            return "retracted"
        if self._reworded(c):
            return "superseded"
        new = self.chains.next.get(rep)
        if new is None:
            return "retracted" if rep in facts.dropped else "active"
        return "retracted" if self._drops(new, rep) else "superseded"

    def _reworded(self, c: str) -> bool:
        edited = self.facts.edits.get(c)
        return edited is not None and self.facts.node(edited) and self.chains.of(c) != c

    def _drops(self, new: str, old: str) -> bool:
        known = self.claims.get(new)
        return self.facts.links.get((new, old), False) or (known is not None and known.polarity == "-")

    def _successor(self, c: str) -> str | None:
        return self.facts.edits[c] if self._reworded(c) else self.chains.next.get(self.chains.of(c))

    def _predecessors(self, c: str) -> tuple[str, ...]:
        older = self.chains.before.get(c)
        if not older:
            return ()
        direct = [x for x in older if self.chains.next.get(x) == c]
        return tuple(sorted(direct, key=self._key))

    def shown(self, claim: Claim) -> Shown:
        """Whether a claim may be shown."""
        facts = self.facts
        if claim.id in facts.purged:
            return "purged"
        if claim.id in facts.hidden or claim.id in facts.aside:
            return "hidden"
        withdrawn = bool(facts.gone) and claim.evidence and all(e.source in facts.gone for e in claim.evidence)
        return "hidden" if withdrawn else "shown"

    def _stands(self, c: str) -> bool:
        claim = self.claims.get(c)
        refuted = self.reviews.get(c) == "refuted"
        return claim is not None and not refuted and c not in self.facts.dropped and self.shown(claim) == "shown"

    def _head(self, c: str) -> str | None:
        rep = self.chains.of(c)
        end = self.chains.head.get(rep, rep)
        return end if self._stands(end) else None

    def _last_asserted(self, claim: Claim, echoes: Sequence[str]) -> str | None:
        if not echoes:
            return claim.asserted_at
        times = [claim.asserted_at, *(self.claims[x].asserted_at for x in echoes)]
        return max((t for t in times if t), key=instant, default=None)

    def _confidence(self, claim: Claim, echoes: Sequence[str]) -> Confidence:
        if claim.id in self.doubted:
            return "low"
        if claim.confidence != "medium":
            return claim.confidence
        others = (self.claims[x] for x in echoes)
        lifted = any(
            x.source != claim.source and x.speaker.cls in ("person", "document") and x.confidence != "low"
            for x in others
        )
        return "high" if lifted else "medium"

    def _ended(self, c: str, successor: str | None) -> str | None:
        if c in self.facts.dropped:
            return self.facts.dropped[c] or None
        known = self.claims.get(successor) if successor else None
        return known.asserted_at if known else None

    def questions(self) -> dict[str, Finding]:
        """Findings of the ledger together with the forks and cycles that the chains show."""
        return self.splits() | dict(self.facts.findings)

    def splits(self) -> dict[str, Finding]:
        """The forks and cycles that the chains show."""
        out = {}
        for kind, groups in (("fork", self.chains.forks), ("cycle", self.chains.cycles)):
            for group in groups:
                key = finding_id(kind, group)
                ground = "two claims replace the same one" if kind == "fork" else "claims replace each other in a ring"
                out[key] = Finding(key, kind, tuple(sorted(group)), ground, "")  # type: ignore[arg-type]  # both are kinds
        return out

    def _disputes(self) -> dict[str, set[str]]:
        out: dict[str, set[str]] = defaultdict(set)
        for key, found in self.questions().items():
            if found.kind not in DISPUTING or key in self.facts.settled:
                continue
            # what is disputed of a claim is disputed of its echoes too
            groups = {rep: members for rep, members in map(self._side, found.claims) if members}
            for rep, members in groups.items():
                others = {x for other, them in groups.items() if other != rep for x in them}
                for side in members:
                    out[side] |= others
        return out

    def _side(self, claim: str) -> tuple[str, list[str]]:
        """What stands for a claim, and who of it and its echoes is in force: of claims elsewhere as known of them."""
        far = None if claim in self.claims else self.beyond.get(claim)
        if far is None:
            rep = self.chains.of(claim)
            near = (x for x in (rep, *self.echoes.get(rep, ())) if x in self.claims)
            return rep, [x for x in near if self.link(x) == "active" and self._stands(x)]
        rep = far.restates or claim
        first = self.beyond.get(rep, far)
        known = (self.beyond.get(x) for x in (rep, *first.restated_by))
        current = (one for one in known if one and (one.link, one.shown) == ("active", "shown"))
        return rep, [one.claim for one in current if one.review != "refuted"]

    def _changed(self) -> set[str]:
        rests: dict[str, list[str]] = defaultdict(list)
        for c, claim in self.claims.items():
            for premise in claim.derived_from:
                rests[premise].append(c)
        todo = [(p, self._fell(p)) for p in rests if self._fallen(p)]
        worst: dict[str, Order] = {}
        while todo:
            premise, when = todo.pop()
            for c in rests.get(premise, ()):
                looked = self.facts.reviews.get(c)
                cleared = looked is not None and looked[0] == "human-reviewed" and looked[2] > when
                if not cleared and (c not in worst or worst[c] < when):
                    worst[c] = when
                    todo.append((c, when))
        return set(worst)

    def _fallen(self, c: str) -> bool:
        if self._reworded(c) and c not in self.facts.refused:
            return self.chains.of(c) in self.chains.next
        over = self.link(c) in ("superseded", "retracted", "rejected")
        return over or self.reviews.get(c) == "refuted" or c in self.facts.purged

    def _fell(self, c: str) -> Order:
        nothing: Order = (0, "", 0)
        return max(self.facts.ended.get(c, nothing), self.facts.ended.get(self.chains.of(c), nothing))

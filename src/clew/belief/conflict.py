"""What a newcomer does to what is known: accepted, filed into a chain, noted as an echo, or put before a person."""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Literal, TypeAlias

from clew.belief import events
from clew.belief.amount import points_back
from clew.belief.compare import Pair
from clew.belief.meeting import one_theme
from clew.belief.nearest import DOUBTFUL, OPEN, SURE, Rarity, even, weighed
from clew.belief.opinion import consult, is_open
from clew.belief.parting import blamed, left
from clew.belief.proof import slight
from clew.belief.renewal import alike, returned
from clew.belief.slots import frame, scope_of, topic
from clew.belief.traits import SINGLE
from clew.belief.verdict import Verdict, judge, presumed
from clew.model import Claim, Event, Standing
from clew.ports import Judge
from clew.text.moment import said

__all__ = ["Policy", "Verdict", "accepts", "decide", "judge", "keys"]


@dataclass(frozen=True, slots=True)
class Policy:
    """What the owner of a bundle lets rules do."""

    accept: Literal["none", "high", "all"] = "high"
    supersede: Literal["narrow", "off"] = "narrow"
    single: Mapping[str, bool] = field(default_factory=lambda: SINGLE)
    """Attributes and predicates, and whether a thing has one value of them at a time."""

    def knowing(self, single: Mapping[str, bool]) -> "Policy":
        """The same policy where a vocabulary says more of attributes."""
        return replace(self, single={**self.single, **single})


_Judged: TypeAlias = "tuple[Verdict, int, _Chain]"
"""A chain, the place of the link that the newcomer was compared with, and what came of it."""
_ENOUGH = 2
"""Open questions about one claim; more of them tell a person nothing new."""


_When: TypeAlias = tuple[str, str, int, int, str]


@dataclass(frozen=True, slots=True)
class _Chain:
    """One known chain, oldest link first; the last link is the head."""

    links: tuple[Claim, ...]
    echoes: tuple[tuple[Claim, ...], ...]
    """For each link the claims that restate it, oldest first."""
    guarded: frozenset[str]
    """Links that a person pinned or reviewed, in these words or in an echo's."""
    disputes: int = 0
    """How many claims the head is disputed with already."""
    times: tuple[_When, ...] = ()
    """When the links but the last were said."""


def keys(claim: Claim) -> tuple[str, ...]:
    """Blocking keys: only claims that share one are ever compared."""
    f = frame(claim)
    out = dict.fromkeys(f"t:{x}" for x in sorted(f.topic))
    out |= dict.fromkeys(f"t:{x}" for x in f.words[:10])
    out |= dict.fromkeys(f"n:{x}" for x in sorted(f.names))
    parting = f.denied.union(*left(claim.text)) | blamed(claim)
    out |= dict.fromkeys(f"t:{x}" for x in sorted(parting) if x.isalpha())
    figures = {f"{q.value:g}" for q in f.measures.quantities} | {x for x in parting if x[:1].isdigit()}
    out |= dict.fromkeys(f"v:{x}" for x in sorted(figures)[:4])
    # the head of a compound nominates it
    out |= dict.fromkeys(f"c:{x[-6:]}" for x in (*f.thing, *f.words[:4]) if len(x) > 7)
    if f.voice != claim.speaker.name.casefold() or claim.speaker.name != "user":
        out |= dict.fromkeys(f"p:{e.source}#{e.part}" for e in claim.evidence[:1])
    if "first" in f.cues:
        out |= dict.fromkeys(f"s:{claim.speaker.name.casefold()}:{a}" for a in sorted(f.attributes))
    return tuple(out)[:36]


@dataclass(frozen=True, slots=True)
class _Place:
    """A link of a chain, beside which a newcomer belongs."""

    chain: _Chain
    at: int
    alone: bool
    """No other claim in force answers for the same topic in another scope."""


def accepts(claim: Claim, policy: Policy) -> bool:
    """Whether the policy puts a claim in force without asking."""
    if policy.accept == "none" or claim.modality in ("hypothetical", "questioned", "proposed"):
        return False
    return policy.accept == "all" or claim.confidence == "high"


def decide(
    new: Claim,
    known: Sequence[tuple[Claim, Standing]],
    policy: Policy,
    second: Judge | None = None,
    rarity: Rarity = even,
) -> tuple[Event, ...]:
    """Events for one newcomer; `known` holds all that share a key with it and the chains these are in.

    `rarity` says how much a word tells among all claims.

    A second judge is asked only about what the rules leave open. What it says can close a question or open one;
    it replaces a claim only where the policy lets it and it says so in both orders.
    """
    if not accepts(new, policy):
        return ()
    out: list[Event] = [events.accept(new.id)]
    ask = partial(_judged, single=policy.single, second=second)
    found = _weighed(new, [(*_verdict(new, chain, ask), chain) for chain in _chains(new, known)], rarity, policy.single)
    found = _referred(new, found)
    found.sort(key=lambda item: said(item[2].links[-1]), reverse=True)  # of equals, the last said
    judged = sorted((item for item in found if item[0].kind in _MATTER), key=lambda item: -round(4 * item[0].strength))
    placed: Claim | None = None
    asked = 0
    for verdict, at, chain in judged:
        if verdict.kind in ("conflicts", "uncertain"):
            # what an older link once said otherwise was settled by the links after it
            if at == len(chain.links) - 1 and asked < _ENOUGH and chain.disputes < _ENOUGH:
                asked += 1
                out.append(_question(new, chain, verdict))
        elif placed is None:
            steps = _place(new, _Place(chain, at, _alone(chain, known)), verdict, policy)
            placed = chain.links[at] if steps else None
            out += steps
        elif _also(new, chain, verdict, placed):
            steps = _place(new, _Place(chain, at, alone=False), verdict, policy)
            out += [e for e in steps if e.kind == "supersede"]
    return tuple(out)


def _weighed(new: Claim, found: list[_Judged], rarity: Rarity, single: Mapping[str, bool]) -> list[_Judged]:
    """The verdicts of the rules, but for what the weight of all signs adds to them or takes away."""
    pairs = [_pair(new, chain.links[at], single) for _, at, chain in found]
    odds = weighed(pairs, rarity) if rarity is not even else ()
    for k, chance in enumerate(odds):
        verdict, at, chain = found[k]
        doubtful = chance < DOUBTFUL and pairs[k].values != "differ"
        if doubtful and verdict.kind == "supersedes" and verdict.proof == "sure" and slight(pairs[k]):
            found[k] = Verdict("compatible", "one topic, and little else speaks for one matter"), at, chain
    placed = any(v.kind == "duplicate" or (v.kind == "supersedes" and v.proof == "sure") for v, _, _ in found)
    best = max(range(len(odds)), key=odds.__getitem__, default=-1)
    if placed or best < 0 or odds[best] < OPEN:
        return found
    verdict, at, chain = found[best]
    one = presumed(pairs[best])
    if one.kind == "supersedes" and odds[best] < SURE:
        one = replace(one, kind="uncertain")
    if one.kind in ("supersedes", "uncertain"):
        found[best] = replace(one, ground="nothing else that is known comes as near"), at, chain
    return found


def _pair(new: Claim, rival: Claim, single: Mapping[str, bool]) -> Pair:
    return Pair(rival, new, single) if said(rival) < said(new) else Pair(new, rival, single)


def _referred(new: Claim, judged: list[_Judged]) -> list[_Judged]:
    """`The new deadline is …` names no thing: it is the only deadline of its conversation, or nobody knows which."""
    if any(v.kind == "duplicate" or (v.kind == "supersedes" and v.proof == "sure") for v, _, _ in judged):
        return judged
    met = [item for item in judged if points_back(Pair(item[2].links[-1], new))]
    if len(met) != 1:
        return judged
    verdict, _, chain = met[0]
    only = Verdict("supersedes", "the only one of its kind in the conversation", verdict.strength, "sure")
    return [(only, len(chain.links) - 1, chain), *(item for item in judged if item[2] is not chain)]


def _also(new: Claim, chain: _Chain, verdict: Verdict, placed: Claim) -> bool:
    """Whether a second chain is replaced too: the same key, a thing dropped as a whole, the same old value."""
    head = chain.links[-1]
    if verdict.kind == "supersedes" and verdict.proof == "sure" and said(head) < said(new) and alike(placed, head):
        return True
    one = topic(head.topic) == topic(new.topic) and frame(head).label == frame(new).label
    met = one_theme(Pair(head, new))
    one = one and not (met and met.widened)  # "the launch moves" speaks of the one launch, not of every other one too
    return verdict.kind == "supersedes" and said(head) < said(new) and (one or new.act == "drop")


_MATTER = ("duplicate", "supersedes", "conflicts", "uncertain")


def _chains(new: Claim, known: Iterable[tuple[Claim, Standing]]) -> list[_Chain]:
    groups: dict[str, list[tuple[_When, Claim, Standing]]] = {}
    echoes: dict[str, list[Claim]] = {}
    guarded: set[str] = set()
    for claim, standing in known:
        if standing.pinned or standing.review == "human-reviewed":
            guarded.add(standing.restates or claim.id)
        if claim.id == new.id or standing.link in ("proposed", "rejected"):
            continue
        if standing.restates:
            echoes.setdefault(standing.restates, []).append(claim)
        elif standing.head:
            groups.setdefault(standing.head, []).append((said(claim), claim, standing))
    out = []
    for head, members in groups.items():
        members.sort(key=lambda m: (m[1].id == head, m[0]))
        times, links, standings = zip(*members, strict=True)
        if links[-1].id == head and standings[-1].shown == "shown":
            heard = tuple(tuple(sorted(echoes[link.id], key=said)) if link.id in echoes else () for link in links)
            out.append(_Chain(links, heard, frozenset(guarded), len(standings[-1].disputed_with), times[:-1]))
    return out


def _verdict(new: Claim, chain: _Chain, ask: Callable[[Claim, Claim], Verdict]) -> tuple[Verdict, int]:
    """Verdict and place of the link it was reached on: the one said before the newcomer, else the one after."""
    at = _place_of(new, chain)
    rival = chain.links[at]
    if said(rival) > said(new):
        return ask(new, rival), at
    if at == len(chain.links) - 1 and returned(chain.links, new):
        return Verdict("supersedes", "back to what an earlier link had, by the same speaker", 1.0, "sure"), at
    verdict = ask(rival, new)
    if verdict.kind not in _MATTER and at + 1 < len(chain.links):
        return ask(new, chain.links[at + 1]), at + 1
    return verdict, at


def _judged(old: Claim, new: Claim, single: Mapping[str, bool], second: Judge | None) -> Verdict:
    verdict = judge(old, new, single)
    return consult(second, old, new, verdict) if second and is_open(verdict) else verdict


def _place_of(new: Claim, chain: _Chain) -> int:
    """Index of the last link said before the newcomer; the first link when it is older than all."""
    when = said(new)
    last = len(chain.links) - 1
    return last if said(chain.links[last]) < when else max(bisect_left(chain.times, when) - 1, 0)


def _question(new: Claim, chain: _Chain, verdict: Verdict) -> Event:
    return events.finding("contradiction", [chain.links[-1].id, new.id], verdict.ground)


def _alone(chain: _Chain, known: Iterable[tuple[Claim, Standing]]) -> bool:
    """Whether no other claim in force answers for the same topic in another scope."""
    head = chain.links[-1]
    rivals = (c for c, s in known if s.link == "active" and topic(c.topic) == topic(head.topic))
    return all(scope_of(c.scope) == scope_of(head.scope) for c in rivals)


def _place(new: Claim, place: _Place, verdict: Verdict, policy: Policy) -> list[Event]:
    chain, at, alone = place.chain, place.at, place.alone
    rival = chain.links[at]
    if verdict.kind == "duplicate":
        # an echo is not shown by itself: near enough is not enough
        sure = verdict.strength >= 0.5 or new.act == "restate"
        return [events.restate(new.id, rival.id)] if sure else []
    following = chain.links[at + 1 : at + 2] if said(rival) < said(new) else ()
    if following and judge(new, following[0], policy.single).kind == "duplicate":
        return [events.restate(new.id, following[0].id)]
    older, newer = (rival, new) if said(rival) < said(new) else (new, rival)
    if not verdict.proof:
        return []
    allowed = policy.supersede == "narrow" and older.id not in chain.guarded and verdict.proof == "sure"
    if not (allowed and _narrow(older, newer) and _scope(older, newer, alone)):
        return [_question(new, chain, verdict)] if at == len(chain.links) - 1 else []
    if newer is rival:
        return [_link(rival, new, verdict), *_still(rival, chain.echoes[at])]
    after, last = _after(new, rival, chain.echoes[at], verdict)
    out = [_link(new, rival, verdict), *after]
    for link, echoes in zip(following, chain.echoes[at + 1 :], strict=False):
        out += [_link(link, last, verdict), *_still(link, echoes)]
    return out


def _still(link: Claim, echoes: Iterable[Claim]) -> list[Event]:
    """Echoes of a link stay its echoes when it becomes the successor of something."""
    return [events.restate(e.id, link.id) for e in echoes]


def _after(new: Claim, rival: Claim, echoes: Iterable[Claim], verdict: Verdict) -> tuple[list[Event], Claim]:
    """What was an echo of the replaced link, but was said after the newcomer, returns to the old value: a new link."""
    later = [e for e in echoes if said(e) > said(new)]
    if not later:
        return [], new
    first, *rest = later
    earlier = [rival, *(e for e in echoes if said(e) < said(new))]
    out = [events.restate(e.id, rival.id) for e in earlier]
    return [*out, _link(first, new, verdict), *(events.restate(e.id, first.id) for e in rest)], first


def _link(new: Claim, old: Claim, verdict: Verdict) -> Event:
    return events.supersede(new.id, old.id, verdict.ground, auto=True, retract=new.polarity == "-")


def _narrow(older: Claim, newer: Claim) -> bool:
    """What two claims must be for a rule to replace one by the other."""
    committed = newer.speaker.cls in ("person", "document") or newer.speaker.adopted
    return committed and _quoted(older) and _quoted(newer)


def _scope(older: Claim, newer: Claim, alone: bool) -> bool:
    a, b = scope_of(older.scope), scope_of(newer.scope)
    return a == b or (alone and not b)


def _quoted(claim: Claim) -> bool:
    return any(e.match in ("exact", "folded") and e.context == "ok" for e in claim.evidence)

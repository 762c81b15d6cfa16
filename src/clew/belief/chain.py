"""Chains: which claim stands for which, what replaced what, and which link is the newest in force."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from clew.belief.tally import Tally

Key: TypeAlias = Callable[[str], tuple[str, str, int, int, str]]
"""Sort key of a claim by when it was said."""
Links: TypeAlias = dict[str, set[str]]


@dataclass(slots=True)
class Chains:
    """Links between the claims that stand for their groups, every question answered once."""

    rep: dict[str, str] = field(default_factory=dict)
    """Claim → the claim it is an echo or an older wording of; absent when it stands for itself."""
    after: Links = field(default_factory=lambda: defaultdict(set))
    """Claim → all that replaced it."""
    before: Links = field(default_factory=lambda: defaultdict(set))
    next: dict[str, str] = field(default_factory=dict)
    """Claim → the link that directly follows it."""
    head: dict[str, str] = field(default_factory=dict)
    """Claim → the newest link of its chain."""
    forks: set[frozenset[str]] = field(default_factory=set)
    cycles: set[frozenset[str]] = field(default_factory=set)

    def of(self, claim: str) -> str:
        """The claim that stands for this one."""
        return self.rep.get(claim, claim)


def solve(facts: Tally, key: Key) -> Chains:
    """Chains from the links of the ledger; total for any mix of forks, cycles, refused and missing claims."""
    out = Chains(rep=_representatives(facts, key))
    for new, old in facts.links:
        a, b = out.of(new), out.of(old)
        if a != b:
            out.after[b].add(a)
            out.before[a].add(b)
    _splice(out, [x for x in {*out.after, *out.before} if not facts.node(x)])
    for members in _components(out):
        _resolve(out, members, key)
    return out


def _representatives(facts: Tally, key: Key) -> dict[str, str]:
    # when the restated claim is refused, the first of its echoes stands in for it
    echoes: dict[str, list[str]] = defaultdict(list)
    for new, of in facts.restates.items():
        if facts.node(new) and not facts.node(of):
            echoes[of].append(new)
    standin = {of: min(group, key=key) for of, group in echoes.items()}

    def step(claim: str) -> str:
        edited = facts.edits.get(claim)
        if edited and facts.node(edited):
            return edited
        of = facts.restates.get(claim) if facts.node(claim) else None
        if of:
            return of if facts.node(of) else standin[of]
        return standin.get(claim, claim)

    groups: dict[str, set[str]] = defaultdict(set)
    for claim in {*facts.restates, *facts.edits, *standin}:
        path = [claim]
        while (at := step(path[-1])) not in path:
            path.append(at)
        # path ends in a fixed point, or in a ring of claims that restate each other
        groups[min(path[path.index(at) :], key=key)].update(path)
    out: dict[str, str] = {}
    for end, members in groups.items():
        # the first that was said stands for all of them, whatever came in first
        able = [x for x in members if facts.node(x) and step(x) != facts.edits.get(x)]
        rep = min(able, key=key, default=end)
        out.update(dict.fromkeys(members - {rep}, rep))
    return out


def _splice(chains: Chains, absent: Iterable[str]) -> None:
    for claim in absent:
        newer, older = chains.after.pop(claim, set()), chains.before.pop(claim, set())
        for new in newer:
            chains.before[new].discard(claim)
            chains.before[new] |= older - {new}
        for old in older:
            chains.after[old].discard(claim)
            chains.after[old] |= newer - {old}


def _components(chains: Chains) -> list[list[str]]:
    seen: set[str] = set()
    out: list[list[str]] = []
    for start in [x for x in chains.after if chains.after[x]]:
        if start in seen:
            continue
        seen.add(start)
        members, todo = [], [start]
        while todo:
            at = todo.pop()
            members.append(at)
            for near in (*chains.after.get(at, ()), *chains.before.get(at, ())):
                if near not in seen:
                    seen.add(near)
                    todo.append(near)
        out.append(members)
    return out


def _topological(members: list[str], after: Mapping[str, set[str]], before: Mapping[str, set[str]]) -> list[str]:
    waiting = {x: len(before.get(x, ())) for x in members}
    ready = [x for x in members if not waiting[x]]
    out: list[str] = []
    while ready:
        at = ready.pop()
        out.append(at)
        for new in after.get(at, ()):
            waiting[new] -= 1
            if not waiting[new]:
                ready.append(new)
    return out


def _resolve(chains: Chains, members: list[str], key: Key) -> None:
    order = _topological(members, chains.after, chains.before)
    if len(order) < len(members):
        _break_cycles(chains, members, set(order), key)
        order = _topological(members, chains.after, chains.before)
    ends: dict[str, frozenset[str]] = {}
    depth: dict[str, int] = {}
    for at in reversed(order):
        newer = chains.after.get(at)
        depth[at] = 1 + max((depth[x] for x in newer or ()), default=0)
        if not newer:
            ends[at] = frozenset((at,))
        elif len(newer) == 1:
            ends[at] = ends[next(iter(newer))]
        else:
            ends[at] = frozenset().union(*(ends[x] for x in newer))
        chains.head[at] = max(ends[at], key=key)
        if len(ends[at]) > 1:
            chains.forks.add(ends[at])
        if newer:
            # the direct successor leads to the head and has the longest way to go: nothing lies before it
            near = sorted((x for x in newer if chains.head[at] in ends[x]), key=key)
            chains.next[at] = max(near, key=depth.__getitem__)


def _break_cycles(chains: Chains, members: list[str], free: set[str], key: Key) -> None:
    ring = _ring([x for x in members if x not in free], chains)
    chains.cycles.add(frozenset(ring))
    # inside a ring only links from earlier to later said are followed: that leaves none going round
    for old in ring:
        for new in [x for x in chains.after[old] if key(x) <= key(old)]:
            chains.after[old].discard(new)
            chains.before[new].discard(old)


def _ring(left: list[str], chains: Chains) -> list[str]:
    # trims what merely hangs below a cycle, so that the finding names the cycle itself
    inside = set(left)
    todo = [x for x in left if not chains.after.get(x, set()) & inside]
    while todo:
        at = todo.pop()
        if at not in inside:
            continue
        inside.discard(at)
        todo += [x for x in chains.before.get(at, ()) if x in inside and not chains.after[x] & inside]
    return sorted(inside)

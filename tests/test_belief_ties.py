"""What is learned bit by bit is what the whole would say: nothing that hangs together is overlooked."""

import random
from collections.abc import Sequence
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from clew.belief import events
from clew.belief.knowledge import Knowledge
from clew.belief.state import derive, derived, findings, waiting
from clew.model import Claim, Event, Maker, Span, Speaker

NAMES = [f"c{i}" for i in range(12)]


def claim(n: int) -> Claim:
    name = f"c{n}"
    return Claim(
        id=name, kind="decision", text=f"text of {name}", label=name, topic="t", speaker=Speaker("person", "user"),
        evidence=(Span(f"s{n % 5}", 1, 0, 5, "words"),), by=Maker("hand/1"),
        asserted_at=f"2025-01-01T{n // 60:02}:{n % 60:02}:00Z", derived_from=(f"c{n - 5}",) if n in (7, 9, 23) else (),
    )  # fmt: skip


KNOWN = {c.id: c for c in map(claim, range(len(NAMES)))}
CHOICES = ("keep-both", "later", "reject-old", "keep-new")


def act(rng: random.Random, said: list[Event], names: Sequence[str] = NAMES) -> Event:
    """Something that may happen next."""
    a, b = rng.sample(names, 2)
    asked = [e.target for e in said if e.kind == "finding"] or ["none"]
    asked += [events.finding_id("fork", pair) for pair in ((a, b), (b, rng.choice(names)))]
    asked += [events.finding_id("cycle", (a, b))]
    return rng.choice([
        events.accept(a), events.accept(a), events.supersede(a, b), events.supersede(a, b), events.restate(a, b),
        events.finding("contradiction", [a, b], "x"), events.finding("contradiction", [a, b], "x"),
        events.finding("contradiction", rng.sample(names, 3), "x"),
        events.settle(rng.choice(asked), rng.choice(CHOICES)), events.settle(rng.choice(asked), rng.choice(CHOICES)),
        events.reject(a), events.restore(a), events.edit(a, b), events.hide(a), events.retract(a), events.unlink(a, b),
        events.refute(a, events.content(claim(int(a[1:])))),
        events.withdraw(f"s{rng.randrange(5)}"), events.source("s1"),
        events.undo(f"w-{rng.randint(1, len(said) + 1)}"), events.reread(a, b), events.finding("demoted", [a], "x"),
    ])  # fmt: skip


def history(rng: random.Random, many: int) -> list[Event]:
    said: list[Event] = [replace(events.accept(n), writer="w", n=i, clock=i) for i, n in enumerate(NAMES[:9], 1)]
    while len(said) < many:
        n = len(said) + 1
        said.append(replace(act(rng, said), writer="w", n=n, clock=n, at=f"2025-02-01T00:{n % 60:02}:00Z"))
    return said


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 2**32), st.integers(10, 45))
def test_what_is_learned_bit_by_bit_is_what_the_whole_says(seed, many):
    rng = random.Random(seed)
    said = history(rng, many)
    knowledge = Knowledge()
    rest = list(KNOWN.values())
    rng.shuffle(rest)
    learned: list[Event] = []
    while said:
        step = rng.randint(1, 6)
        more, rest = rest[:step], rest[step:]
        knowledge.learn(more, said[:step])
        learned += said[:step]
        said = said[step:]
    knowledge.learn(rest)

    whole = derived(KNOWN, learned, {})
    unsupported = [name for name, standing in whole.standings.items() if standing.support_changed]

    assert dict(knowledge.standings) == whole.standings
    assert knowledge.waiting() == waiting(learned, whole.splits, whole.standings, unsupported)
    assert knowledge.findings() == findings(learned)


def join(rng: random.Random, knowledge: Knowledge, new: str) -> list[Event]:
    """What rules say of a newcomer: it goes after heads, repeats one or is put before a person."""
    heads = [i for i, s in knowledge.standings.items() if s.link == "active" and i != new]
    some = rng.sample(heads, min(len(heads), rng.choice((0, 1, 1, 1, 2))))
    if not some or rng.random() < 0.15:
        return [events.accept(new), *(events.finding("contradiction", [old, new], "x") for old in some)]
    if rng.random() < 0.3:
        return [events.accept(new), events.restate(new, some[0])]
    return [events.accept(new), *(events.supersede(new, old) for old in some)]


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from((0.0, 0.05, 0.2, 0.5)), st.booleans())
def test_newcomers_that_join_chains_leave_what_the_whole_says(seed, disturbed, early):
    rng = random.Random(seed)
    known = {c.id: c for c in map(claim, range(30))}
    knowledge = Knowledge()
    learned: list[Event] = []

    def hear(more: list[Event], *claims: Claim) -> None:
        n = len(learned)
        told = [replace(e, writer="w", n=n + k, clock=n + k, at="2025-02-01T00:00:00Z") for k, e in enumerate(more, 1)]
        learned.extend(told)
        knowledge.learn(claims, told)

    if early:
        knowledge.learn(known.values())
    for one in known.values():
        if len(knowledge.claims) > 3 and rng.random() < disturbed:
            hear([act(rng, learned, list(knowledge.claims)) for _ in range(rng.randint(1, 3))])
        hear(join(rng, knowledge, one.id), one)
        assert dict(knowledge.standings) == derive(knowledge.claims, learned)


class Counted(dict[str, Claim]):
    """Claims, and how often one was fetched."""

    fetched = 0

    def __getitem__(self, name: str) -> Claim:
        self.fetched += 1
        return super().__getitem__(name)


def test_that_a_chain_of_any_length_grows_by_a_link_without_being_read():
    claims = Counted()
    knowledge = Knowledge(claims)
    for n in range(100, 500):
        told = [events.accept(f"c{n}"), *([events.supersede(f"c{n}", f"c{n - 1}")] if n > 100 else [])]
        before = claims.fetched
        knowledge.learn([claim(n)], [replace(e, writer="w", n=2 * n + k, clock=2 * n + k) for k, e in enumerate(told)])
        assert claims.fetched - before < 20

    assert {s.head for s in knowledge.standings.values()} == {"c499"}
    assert knowledge.standings["c100"].successor == "c101"

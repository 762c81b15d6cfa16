"""What is learned bit by bit is what the whole would say: nothing that hangs together is overlooked."""

import random
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from clew.belief import events
from clew.belief.knowledge import Knowledge
from clew.belief.state import derived, findings, waiting
from clew.model import Claim, Event, Maker, Span, Speaker

NAMES = [f"c{i}" for i in range(12)]


def claim(n: int) -> Claim:
    name = NAMES[n]
    return Claim(
        id=name, kind="decision", text=f"text of {name}", label=name, topic="t", speaker=Speaker("person", "user"),
        evidence=(Span(f"s{n % 5}", 1, 0, 5, "words"),), by=Maker("hand/1"),
        asserted_at=f"2025-01-{n + 1:02}T10:00:00Z", derived_from=(NAMES[n - 5],) if n in (7, 9) else (),
    )  # fmt: skip


KNOWN = {c.id: c for c in map(claim, range(len(NAMES)))}
CHOICES = ("keep-both", "later", "reject-old", "keep-new")


def act(rng: random.Random, said: list[Event]) -> Event:
    """Something that may happen next."""
    a, b = rng.sample(NAMES, 2)
    asked = [e.target for e in said if e.kind == "finding"] or ["none"]
    asked += [events.finding_id("fork", pair) for pair in ((a, b), (b, rng.choice(NAMES)))]
    asked += [events.finding_id("cycle", (a, b))]
    return rng.choice([
        events.accept(a), events.accept(a), events.supersede(a, b), events.supersede(a, b), events.restate(a, b),
        events.finding("contradiction", [a, b], "x"), events.finding("contradiction", [a, b], "x"),
        events.finding("contradiction", rng.sample(NAMES, 3), "x"),
        events.settle(rng.choice(asked), rng.choice(CHOICES)), events.settle(rng.choice(asked), rng.choice(CHOICES)),
        events.reject(a), events.restore(a), events.edit(a, b), events.hide(a), events.retract(a), events.unlink(a, b),
        events.refute(a, events.content(KNOWN[a])), events.withdraw(f"s{rng.randrange(5)}"), events.source("s1"),
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

    standings, splits = derived(KNOWN, learned, {})
    unsupported = [name for name, standing in standings.items() if standing.support_changed]

    assert dict(knowledge.standings) == standings
    assert knowledge.waiting() == waiting(learned, splits, standings, unsupported)
    assert knowledge.findings() == findings(learned)

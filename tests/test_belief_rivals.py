"""Which known claims a newcomer is compared with, however many there are."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from clew.belief import events
from clew.belief.knowledge import LINKS, Knowledge
from clew.model import Claim, Event, Maker, Span, Speaker


def claim(n: int, text: str = "") -> Claim:
    text = text or f"The boat shed costs {n} euros."
    return Claim(
        id=f"c{n:05}",
        kind="decision",
        text=text,
        label=text,
        topic="boat shed",
        speaker=Speaker("person", "user"),
        evidence=(Span(f"s{n:05}", 1, 0, len(text), text),),
        by=Maker("hand/1"),
        asserted_at=f"2026-01-{1 + n // 1440:02}T{n // 60 % 24:02}:{n % 60:02}:00Z",
        confidence="high",
    )


def known(claims: Sequence[Claim], said: Sequence[Event]) -> Knowledge:
    out = Knowledge()
    out.learn(claims, (replace(e, writer="w", n=i, clock=i) for i, e in enumerate(said, 1)))
    return out


def test_claims_that_wait_for_a_decision_do_not_crowd_out_those_in_force():
    claims = [claim(n) for n in range(1000)]
    knowledge = known(claims, [events.accept("c00003")])

    assert [c.id for c, _ in knowledge.rivals(claims[4])] == ["c00003"]


def test_of_a_long_chain_the_latest_links_are_rivals_and_the_head_always():
    claims = [claim(n) for n in range(300)]
    chained = [events.supersede(b.id, a.id) for a, b in pairwise(claims[:-1])]
    knowledge = known(claims, [*(events.accept(c.id) for c in claims[:-1]), *chained])

    found = {c.id for c, _ in knowledge.rivals(claims[-1])}

    assert "c00298" in found
    assert LINKS <= len(found) < 2 * LINKS
    assert min(found) > "c00200"


def test_a_late_import_meets_the_links_around_its_time():
    claims = [claim(n) for n in range(300) if n != 20]
    chained = [events.supersede(b.id, a.id) for a, b in pairwise(claims)]
    knowledge = known(claims, [*(events.accept(c.id) for c in claims), *chained])

    found = {c.id for c, _ in knowledge.rivals(claim(20))}

    assert {"c00019", "c00021", "c00299"} <= found


def test_an_echo_said_a_hundred_times_is_heard_by_its_latest():
    echoes = [claim(n, "The boat shed costs 5 euros.") for n in range(1, 200)]
    claims = [claim(0, "The boat shed costs 5 euros."), *echoes]
    restated = [events.restate(c.id, "c00000") for c in echoes]
    knowledge = known(claims, [*(events.accept(c.id) for c in claims), *restated])

    found = {c.id for c, _ in knowledge.rivals(claim(250))}

    assert {"c00000", "c00199"} <= found
    assert len(found) < 3 * LINKS

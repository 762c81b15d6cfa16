"""Pages from claims: how they stay small, whole and people's own, shown on plain values."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from clew.belief import events
from clew.belief.knowledge import Knowledge
from clew.model import Claim, Event, Maker, Source, Span, Speaker
from clew.pages import front
from clew.pages.page import render
from clew.use.publish import SHOWN, Shelf


def source(n: int, title: str = "") -> Source:
    day = f"20{10 + n // 365 % 80}-01-01T00:00:00Z"
    return Source(
        f"s{n:05}", "chat", "messages", f"o{n}", title or f"Chat {n}", day, day, "exact", None, (), 1, "0" * 64
    )


def claim(n: int, text: str, topic: str = "tea", source_n: int | None = None) -> Claim:
    ident = f"s{n if source_n is None else source_n:05}"
    return Claim(
        id=f"c{n:07}",
        kind="decision",
        text=text,
        label=text,
        topic=topic,
        speaker=Speaker("person", "user"),
        evidence=(Span(ident, 1, 0, len(text), text),),
        by=Maker("hand/1"),
        asserted_at=f"2026-01-01T{n // 3600 % 24:02}:{n // 60 % 60:02}:{n % 60:02}Z",
        confidence="high",
    )


def known(claims: Sequence[Claim], more: Sequence[Event] = (), title: str = "") -> Knowledge:
    out = Knowledge()
    for n in {int(c.source[1:]) for c in claims}:
        out.sources[f"s{n:05}"] = source(n, title)
    every = [*(events.accept(c.id) for c in claims), *more]
    out.learn(claims, (replace(e, writer="w", n=i, clock=i, at="2026-02-01T00:00:00Z") for i, e in enumerate(every, 1)))
    return out


def page(knowledge: Knowledge, path: str = "concepts/tea.md") -> front.Document:
    return front.parse(render(None, Shelf(knowledge).view(path)), path)


def test_a_topic_of_three_thousand_sources_has_a_page_that_can_be_written() -> None:
    doc = page(known([claim(n, f"We drink tea number {n}.") for n in range(3000)], title="T" * 5000))

    assert doc.writable
    assert len(doc.raw) < 100_000
    assert "…and 2900 more: `clew history tea`." in doc.body
    assert len(doc.front["sources"]) == SHOWN


def test_a_long_history_shows_its_latest_links_and_counts_the_rest() -> None:
    claims = [claim(n, f"We drink tea number {n}.") for n in range(300)]
    doc = page(known(claims, [events.supersede(b.id, a.id) for a, b in pairwise(claims)]))

    assert "tea number 299." in doc.body.split("## History")[0]
    assert "tea number 298." in doc.body
    assert "tea number 150." not in doc.body
    assert f"…and {299 - SHOWN} more: `clew history tea`." in doc.body


def test_a_short_topic_shows_everything_and_counts_nothing() -> None:
    doc = page(known([claim(n, f"We drink tea number {n}.") for n in range(3)]))

    assert doc.body.count("\n* We drink") == 3
    assert "more" not in doc.body

"""Pages from claims: how they stay small, whole and people's own, shown on plain values."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from clew.belief import events
from clew.belief.knowledge import Knowledge
from clew.index.sqlite import SqliteIndex
from clew.model import Claim, Event, Maker, Source, Span, Speaker
from clew.pages import front
from clew.pages.page import render
from clew.store.files import Files, create
from clew.use.derive import Coming, derived
from clew.use.press import Press
from clew.use.publish import SHOWN, Filing


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
    return front.parse(render(None, Filing(knowledge).view(path)), path)


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


def reviewed(claim_: Claim, channel: str = "terminal") -> Event:
    made = events.verify(claim_.id, events.content(claim_))
    return replace(made, actor="kim", channel=channel)  # type: ignore[arg-type]  # both words are channels


def test_the_tier_of_a_page_is_the_lowest_of_its_current_claims() -> None:
    claims = [claim(n, f"We drink tea number {n}.") for n in range(3)]
    some = page(known(claims, [reviewed(c) for c in claims[:2]]))
    every = page(known(claims, [reviewed(c) for c in claims]))
    machine = page(known(claims, [reviewed(c, "mcp" if c is claims[0] else "terminal") for c in claims]))

    assert "2 of 3 reviewed." in some.body
    assert "verified" not in some.front
    assert "3 of 3 reviewed." in every.body
    assert every.front["verified"] == [{"by": "human:kim", "at": "2026-02-01T00:00:00Z"}]
    assert machine.front["verified"] == [{"by": "process:kim", "at": "2026-02-01T00:00:00Z"}]


def test_a_page_says_when_its_content_was_learned_and_who_wrote_it() -> None:
    doc = page(known([claim(n, f"We drink tea number {n}.") for n in range(3)]))

    assert doc.front["generated"] == {"by": "clew", "at": "2026-02-01T00:00:00Z"}


@pytest.mark.parametrize(
    ("end", "instant"),
    [
        ("2026-03-31", "2026-04-01T00:00:00Z"),
        ("2026-12", "2027-01-01T00:00:00Z"),
        ("2026", "2027-01-01T00:00:00Z"),
        ("2026-03-01T10:00:00+02:00", "2026-03-01T08:00:00Z"),
    ],
)
def test_a_page_is_stale_from_the_first_instant_at_which_a_claim_no_longer_holds(end: str, instant: str) -> None:
    claims = [claim(n, f"We drink tea number {n}.") for n in range(3)]
    ended = replace(claims[0], valid_to=end)

    assert page(known([ended, *claims[1:]])).front["stale_after"] == instant
    assert "stale_after" not in page(known(claims)).front


def test_the_summary_is_made_of_current_claims_and_names_them() -> None:
    claims = [claim(n, f"We drink tea number {n}") for n in range(4)]
    body = page(known(claims, [events.supersede(claims[3].id, claims[0].id)])).body
    summary = body.split("## Current")[0]

    assert "We drink tea number 3.[^s00003] We drink tea number 2.[^s00002]" in summary
    assert "rests on `c0000003` `c0000002` `c0000001`" in summary
    assert "number 0" not in summary


def test_a_paragraph_of_a_person_is_flagged_when_a_claim_it_rests_on_changes() -> None:
    claims = [claim(n, f"We drink tea number {n}.") for n in range(3)]
    prose = "\nTea is our drink.\nrests on `c0000000` `c0000001`\n"
    fresh = list(Filing(known(claims)).view("concepts/tea.md", prose).unsettled)
    later = known(claims, [events.supersede(claims[2].id, claims[0].id)])
    view = Filing(later).view("concepts/tea.md", prose)

    assert fresh == []
    assert [(u.text, u.ref, u.state) for u in view.unsettled] == [
        ("Tea is our drink.", "c0000000", "SUPERSEDED by c0000002")
    ]
    assert "“Tea is our drink.” rests on `c0000000`: SUPERSEDED by c0000002" in render(None, view).decode()


def test_links_of_a_page_follow_the_setting() -> None:
    claims = [claim(n, f"We drink tea number {n}.") for n in range(3)]

    assert "(../sources/s00000.md)" in page(known(claims)).body
    assert b"(/sources/s00000.md)" in render(None, Filing(known(claims), absolute=True).view("concepts/tea.md"))


def made(files: Files, knowledge: Knowledge, name: str) -> str:
    press = Press(files, SqliteIndex(files.root.parent / "index.sqlite"))
    return derived(knowledge, Filing(knowledge), Coming(), press)[name].make(None).data.decode()


def test_a_claim_is_told_once_in_the_timeline_with_a_link_to_its_page(tmp_path: Path) -> None:
    claims = [claim(n, f"We drink tea number {n}.") for n in range(3)]
    text = made(create(tmp_path / "b", b""), known(claims), "timeline.md")

    assert text.count("number 1.") == 1
    assert "* [tea](concepts/tea.md): We drink tea number 1." in text
    assert "\n## 2026-01-01\n" in text


def test_dated_relations_of_people_stand_in_the_timeline_and_their_predicates_in_the_guide(tmp_path: Path) -> None:
    files = create(tmp_path / "b", b"")
    relations = (
        '  - {predicate: "part_of", object: "/north.md", date: "1987-06"}\n'
        '  - {predicate: "owned_by", object: "Omar", date: "1990", claim: "c1234567"}\n'
        '  - {predicate: "grinds_for", object: "Omar"}\n'
    )
    head = f"---\ntype: Place\ntitle: Mill\nrelations:\n{relations}---\n"
    (files.root / "concepts/mill.md").write_text(head, "utf-8")
    timeline, guide = (made(files, Knowledge(), name) for name in ("timeline.md", "AGENTS.md"))

    assert "## 1987-06\n\n* [Mill](concepts/mill.md): part of /north.md\n" in timeline
    assert "1990" not in timeline
    assert "* `part_of` (" in guide
    assert "* `grinds_for`\n" in guide

"""Each check finds what it names, and is silent beside it."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from clew.belief import events, tombstone
from clew.belief.knowledge import Knowledge
from clew.lint import mend, own, table
from clew.lint.survey import Survey, Term, pages
from clew.model import Claim, Maker, Problem, Source, Span, Speaker
from clew.pages import front, place

NOW = datetime(2026, 6, 1, tzinfo=UTC)
TERMS = (
    Term("part_of", "has_part", own=True),
    Term("has_part", "part_of", own=True),
    Term("near", "near", synonyms=("close_to",), own=True),
    Term("capital", functional=True),
    Term("cites"),
)


def survey(knowledge: Knowledge | None = None, spoken: dict[str, str] | None = None, **texts: str) -> Survey:
    """A bundle of pages: `oak="type: Tree\\n---\\ntext"` is `/oak.md`, `refs__a` is `/refs/a.md`."""
    files = {name.replace("__", "/") + ".md": f"---\n{text}" for name, text in texts.items()}
    names = place.known(files)
    docs = [front.parse(text.encode(), path) for path, text in files.items()]
    terms = {name: term for term in TERMS for name in (term.name, *term.synonyms)}
    return Survey(pages(docs, names), names, terms, knowledge or Knowledge(), NOW, spoken=spoken or {})


def found(looked: Survey, *names: str) -> list[tuple[str, str]]:
    problems = table.findings(looked)
    return [(p.path, p.code) for p in problems if not names or p.code in names]


def page(*lines: str, body: str = "x\n", kind: str = "Thing") -> str:
    return "\n".join([f"type: {kind}", *lines, "---", body])


def related(predicate: str, target: str, more: str = "") -> str:
    return f'relations:\n  - {{predicate: {predicate}, object: "{target}"{more}}}'


def test_a_page_that_nothing_touches_is_an_orphan() -> None:
    looked = survey(alone=page(), one=page(body="[two](two.md)\n"), two=page(), three=page(related("cites", "/one.md")))

    assert found(looked, "orphan") == [("alone.md", "orphan")]


def test_a_link_from_the_index_makes_no_neighbour() -> None:
    looked = survey(alone=page(), index='okf_version: "0.2"\n---\n# Things\n\n* [Alone](alone.md) - x\n')

    assert found(looked, "orphan") == [("alone.md", "orphan")]


def test_a_relation_that_leads_nowhere_is_broken() -> None:
    looked = survey(a=page(related("cites", "/gone.md")), b=page(related("cites", "some words")), c=page())

    assert found(looked, "broken_target") == [("a.md", "broken_target")]


def test_a_superseded_target_is_not_broken() -> None:
    old = page("status: deprecated", "superseded_by: /new.md")
    looked = survey(
        a=page(related("cites", "/old.md")), old=old, new=page("supersedes: [/old.md, /older.md]"),
        b=page(related("cites", "/older.md")),
    )  # fmt: skip

    assert found(looked, "broken_target", "supersession_dangling") == []


@pytest.mark.parametrize(("limit", "is_stale"), [("2026-05-31T00:00:00Z", True), ("2026-07-01T00:00:00Z", False)])
def test_a_page_is_stale_after_its_day(limit: str, is_stale: bool) -> None:
    assert bool(found(survey(a=page(f'stale_after: "{limit}"')), "stale")) is is_stale


def test_a_retired_page_is_not_stale() -> None:
    assert found(survey(a=page('stale_after: "2026-01-01T00:00:00Z"', "status: deprecated")), "stale") == []


@pytest.mark.parametrize(
    ("predicate", "codes"),
    [
        ("part_of", []),
        ("partOf", ["predicate_drift"]),
        ("part-of", ["predicate_drift"]),
        ("close_to", ["predicate_drift"]),
        ("admires", ["predicate_unknown"]),
    ],
)
def test_predicates_are_held_against_the_vocabulary(predicate: str, codes: list[str]) -> None:
    looked = survey(a=page(related(predicate, "some words")), b=page(body="[a](a.md)\n"))

    assert [code for _, code in found(looked, "predicate_drift", "predicate_unknown")] == codes


def test_a_relation_wants_its_inverse_at_the_other_end() -> None:
    looked = survey(
        wheel=page(related("part_of", "/cart.md")), cart=page(), oak=page(related("near", "/pond.md")),
        pond=page(related("near", "/oak.md")), leaf=page(related("cites", "/oak.md")),
    )  # fmt: skip

    assert found(looked, "asymmetric_relation") == [("wheel.md", "asymmetric_relation")]


def test_the_inverse_may_be_spelled_otherwise() -> None:
    looked = survey(wheel=page(related("part_of", "/cart.md")), cart=page(related("hasPart", "/wheel.md")))

    assert found(looked, "asymmetric_relation") == []


def test_a_projected_relation_is_left_to_its_claim() -> None:
    looked = survey(wheel=page(related("part_of", "/cart.md", ", claim: c1")), cart=page())

    assert found(looked, "asymmetric_relation", "predicate_drift") == []


def test_one_value_where_two_stand_is_a_contradiction() -> None:
    two = 'relations:\n  - {predicate: capital, object: "Bonn"}\n  - {predicate: capital, object: "Berlin"}'
    dated = two.replace('"Bonn"', '"Bonn", date: "1949"').replace('"Berlin"', '"Berlin", date: "1990"')

    assert found(survey(a=page(two)), "contradiction") == [("a.md", "contradiction")]
    assert found(survey(a=page(dated)), "contradiction") == []


def test_pages_that_contradict_each_other_are_named_once_while_both_count() -> None:
    both = {"a": page(related("contradicts", "/b.md")), "b": page(related("contradicts", "/a.md"))}
    retired = {**both, "b": page(related("contradicts", "/a.md"), "status: deprecated")}

    assert found(survey(**both), "contradiction") == [("a.md", "contradiction")]
    assert found(survey(**retired), "contradiction") == []


def test_a_reference_that_nobody_uses_is_unreviewed() -> None:
    looked = survey(
        references__used=page(kind="Reference"),
        references__unused=page(kind="Reference"),
        references__marked=page("reviewed: false", kind="Reference"),
        references__checked=page("verified: [{by: human:kim}]", kind="Reference"),
        a=page("sources:\n  - {id: u, resource: /references/used.md}\n  - {id: m, resource: /references/marked.md}"),
    )

    assert [path for path, _ in found(looked, "unreviewed_reference")] == [
        "references/marked.md",
        "references/unused.md",
    ]


def test_supersession_dangles_where_the_successor_is_not_there() -> None:
    looked = survey(a=page("superseded_by: /gone.md", "status: deprecated"))

    assert found(looked, "supersession_dangling") == [("a.md", "supersession_dangling")]


def test_supersession_is_stated_on_both_pages() -> None:
    looked = survey(a=page("superseded_by: /b.md", "status: deprecated"), b=page())

    assert found(looked, "supersession_one_sided") == [("b.md", "supersession_one_sided")]


def test_pages_that_replace_each_other_in_a_ring_are_all_named() -> None:
    looked = survey(
        a=page("superseded_by: /b.md"), b=page("superseded_by: /c.md"), c=page("superseded_by: /a.md"),
        d=page("superseded_by: /a.md"),
    )  # fmt: skip

    assert [path for path, _ in found(looked, "supersession_cycle")] == ["a.md", "b.md", "c.md"]


def test_two_successors_are_a_fork() -> None:
    looked = survey(a=page(), b=page("supersedes: /a.md"), c=page("supersedes: /a.md"))

    assert found(looked, "supersession_fork") == [("a.md", "supersession_fork")]


def test_a_successor_without_status_is_named() -> None:
    looked = survey(a=page("superseded_by: /b.md"), b=page("supersedes: /a.md"), c=page("status: superseded"))

    assert found(looked, "superseded_without_status") == [("a.md", "superseded_without_status")]


def test_a_page_is_untouched_when_its_last_date_is_long_past() -> None:
    old, new = 'generated: {by: x/1, at: "2026-01-01T00:00:00Z"}', 'verified: {by: x, at: "2026-05-01T00:00:00Z"}'
    looked = survey(spoken={"/c.md": "2026-01-03"}, a=page(old), b=page(old, new), c=page(), d=page())

    assert [path for path, _ in found(looked, "untouched")] == ["a.md", "c.md"]


def test_dates_without_quotes_are_named_with_their_line() -> None:
    looked = survey(a=page("stale_after: 2026-09-01T00:00:00Z", 'at: "2026-09-01"', "when: {day: 2026-01-02}"))
    [problem] = [p for p in table.findings(looked) if p.code == "unquoted_date"]

    assert (problem.line, problem.message) == (3, "Put 2026-09-01T00:00:00Z and 1 more in quotes.")


def claim(ident: str, text: str = "The pond is deep.", **more: object) -> Claim:
    span = Span("chat", 1, 0, len(text), text)
    values = {"kind": "fact", "label": text, "topic": "pond", "speaker": Speaker("person", "user"), **more}
    return Claim(id=ident, text=text, evidence=(span,), by=Maker("rules/1"), **values)  # type: ignore[arg-type]


def known(*claims: Claim, more: tuple[object, ...] = (), accept: bool = True) -> Knowledge:
    out = Knowledge()
    out.sources["chat"] = Source("chat", "chat", "x", "x", "Chat", None, None, "assumed", None, (), 1, "")
    accepted = [events.accept(c.id) for c in claims] if accept else []
    steps = [*accepted, *more]
    out.learn(claims, [_numbered(e, n) for n, e in enumerate(steps, 1)])  # type: ignore[arg-type]
    return out


def _numbered(event: object, n: int) -> object:
    return replace(event, writer="w", n=n, clock=n)  # type: ignore[type-var]


def test_an_open_contradiction_of_claims_is_a_dispute() -> None:
    pair = claim("c1"), claim("c2", "The pond is shallow.")
    finding = events.finding("contradiction", ["c1", "c2"], "depth")
    settled = events.settle(finding.target, "keep-both")

    assert found(survey(known(*pair, more=(finding,))), "dispute") == [("sources/chat.md", "dispute")]
    assert found(survey(known(*pair, more=(finding, settled))), "dispute") == []


def test_lowered_claims_are_counted_until_somebody_looks() -> None:
    lowered = claim("c1", reasons=("no_excerpt",))
    looked_at = events.verify("c1", events.content(lowered))

    [problem] = [p for p in table.findings(survey(known(lowered, claim("c2")))) if p.code == "demoted"]
    assert "One claim was lowered and nobody has looked (no_excerpt 1)" in problem.message
    assert found(survey(known(lowered, more=(looked_at,))), "demoted") == []


def test_a_refused_value_in_force_is_a_collision() -> None:
    refused = events.reject("c2", tombstone.digests(claim("c2")))

    assert found(survey(known(claim("c1"), claim("c2"), more=(refused,))), "tombstone_collision") == [
        ("sources/chat.md", "tombstone_collision")
    ]
    assert (
        found(survey(known(claim("c1", "The pond is wide."), claim("c2"), more=(refused,))), "tombstone_collision")
        == []
    )


def test_a_source_whose_claims_all_wait_is_unreviewed() -> None:
    assert found(survey(known(claim("c1"), accept=False)), "unreviewed_reference") != []
    assert found(survey(known(claim("c1"))), "unreviewed_reference") == []


def test_a_claim_past_its_day_is_named_by_source() -> None:
    assert found(survey(known(claim("c1", valid_to="2026-05-01"))), "lapsed") == [("sources/chat.md", "lapsed")]
    assert found(survey(known(claim("c1", valid_to="2026-07-01"))), "lapsed") == []


def test_the_worst_comes_first() -> None:
    looked = survey(a=page(related("cites", "/gone.md")), b=page(body="[x](nowhere.md)\n"))
    weights = [table.SEVERITIES.index(table.severity(p)) for p in table.findings(looked)]

    assert weights == sorted(weights, reverse=True)
    assert len(set(weights)) > 1


def test_what_the_table_does_not_know_is_a_warning() -> None:
    assert table.severity(Problem("x", "something_new", "…")) == "warning"


def fixed(looked: Survey) -> dict[str, str]:
    return {path: new.decode() for path, (_, new) in mend.mend(looked).changes.items()}


def test_mending_writes_the_inverse_and_touches_nothing_else() -> None:
    cart = page("title:   Cart   # spaced oddly", related("cites", "/oak.md"))
    looked = survey(wheel=page(related("part_of", "/cart.md", ', date: "2021-03"')), cart=cart, oak=page())

    assert fixed(looked) == {
        "cart.md": "---\n"
        + cart.replace('"/oak.md"}', '"/oak.md"}\n  - {predicate: "has_part", object: "/wheel.md", date: "2021-03"}')
    }


def test_mending_states_a_supersession_on_both_pages() -> None:
    looked = survey(a=page("superseded_by: /b.md"), b=page())

    assert fixed(looked) == {
        "a.md": "---\n" + page("superseded_by: /b.md", 'status: "deprecated"'),
        "b.md": "---\n" + page('supersedes: "/a.md"'),
    }


def test_mending_quotes_dates_where_they_stand() -> None:
    text = page(
        "stale_after: 2026-09-01   # soon", "when: {from: 2026-01-01T10:00:00Z, to: x}", body="at: 2026-01-01\n"
    )

    assert fixed(survey(a=text))["a.md"] == "---\n" + text.replace("after: 2026-09-01", 'after: "2026-09-01"').replace(
        "2026-01-01T10:00:00Z", '"2026-01-01T10:00:00Z"'
    )


def test_a_date_within_other_words_is_none_and_hinders_no_other() -> None:
    lines = ("born: 1990-01-01", "days: [2024-01-01, x, 2024-01-03]", "note: on Monday, 2024-01-02", "more: |")
    text = page(*lines, "  at: 2024-01-04")
    looked = survey(a=text)
    [problem] = (p for p in table.findings(looked) if p.code == "unquoted_date")

    assert problem.message == "Put 1990-01-01 and 2 more in quotes."
    after = fixed(looked)["a.md"]
    assert after == "---\n" + text.replace("1990-01-01", '"1990-01-01"').replace(
        "[2024-01-01, x, 2024-01-03]", '["2024-01-01", x, "2024-01-03"]'
    )
    assert found(survey(a=after.removeprefix("---\n")), "unquoted_date") == []


def test_what_can_be_mended_only_after_something_else_is_mended_at_once() -> None:
    after = fixed(survey(a=page("supersedes: /b.md"), b=page()))

    assert after["b.md"] == "---\n" + page('superseded_by: "/a.md"', 'status: "deprecated"')


def test_a_ring_of_successors_is_left_to_a_person() -> None:
    looked = survey(
        a=page("superseded_by: /b.md"), b=page("supersedes: /a.md", "superseded_by: /a.md"),
        c=page("superseded_by: /a.md"),
    )  # fmt: skip

    assert {path for path, _ in mend.mend(looked).done} == {"c.md"}


def test_mending_writes_predicates_as_the_vocabulary_has_them() -> None:
    text = page('relations:\n  - {predicate: partOf, object: "a cart"}\n  - {predicate: likes, object: "b"}')

    assert fixed(survey(a=text))["a.md"] == "---\n" + text.replace(
        '{predicate: partOf, object: "a cart"}', '{predicate: "part_of", object: "a cart"}'
    )


def test_after_mending_nothing_is_left_to_mend() -> None:
    looked = survey(wheel=page(related("partOf", "/cart.md"), "superseded_by: /cart.md", "at: 2026-01-01"), cart=page())
    after = survey(**{path[:-3]: text.removeprefix("---\n") for path, text in fixed(looked).items()})

    assert mend.mend(looked).changes
    assert mend.mend(after).changes == {}


def test_everything_a_check_may_mend_says_so() -> None:
    looked = survey(wheel=page(related("partOf", "/cart.md"), "superseded_by: /cart.md", "at: 2026-01-01"), cart=page())

    assert {name for _, name in mend.mend(looked).done} == {c.name for c in table.CHECKS.values() if c.fixable}


def test_what_a_bundle_writes_most_is_its_spelling() -> None:
    looked = survey(
        a=page(related("grown_by", "x")), b=page(related("grown_by", "x")), c=page(related("grownBy", "x")),
        d=page(related("alone", "x")),
    )  # fmt: skip

    assert found(looked, "predicate_drift") == [("c.md", "predicate_drift")]


def test_breaches_of_the_format_are_no_findings() -> None:
    looked = survey(a="no_type: 1\n---\nx\n", b=page(body="[x](nowhere.md)\n"))

    assert [p.code for p in own.breaches(looked)] == ["no_type"]
    assert found(looked, "no_type", "link_broken") == [("b.md", "link_broken")]


def test_a_paragraph_that_rests_on_a_superseded_claim_is_behind() -> None:
    old, new = claim("cold00001"), claim("cnew00001", "The pond is shallow.")
    more = (events.supersede("cnew00001", "cold00001"),)
    text = "Deep.\\\nrests on `cold00001`\n\nShallow.\\\nrests on `cnew0000`\n"
    looked = survey(known(old, new, more=more), a=page(body=text))

    assert [(p.path, p.line) for p in table.findings(looked) if p.code == "text_behind"] == [("a.md", 4)]


def test_judgements_of_a_machine_are_offered_for_a_look_once() -> None:
    apart = events.apart("oak", "oak tree")

    assert found(survey(known(more=(apart,))), "not_same_unspotted") == [("ledger", "not_same_unspotted")]
    assert found(survey(known(more=(replace(apart, channel="terminal"),))), "not_same_unspotted") == []


def test_names_joined_by_machine_are_named_until_people_have_looked_at_enough() -> None:
    machine = tuple(events.same(f"oak {n}", f"oak tree {n}", by="rules/1") for n in range(3))
    ruled = (("elm", "elm tree"),)
    seen = tuple(replace(events.same(f"ash {n}", f"ash tree {n}"), channel="terminal") for n in range(5))

    assert found(survey(known(more=machine)), "same_unspotted") == [("ledger", "same_unspotted")]
    assert found(replace(survey(known()), joined=ruled), "same_unspotted") == [("ledger", "same_unspotted")]
    assert found(replace(survey(known(more=seen)), joined=ruled), "same_unspotted") == []
    assert found(replace(survey(known(more=seen)), joined=ruled * 60), "same_unspotted") != []
    assert found(survey(known(more=seen[:1])), "same_unspotted") == []


def test_a_claim_whose_ground_fell_is_named_until_it_stands_again() -> None:
    ground, rests = claim("c1"), claim("c2", "The pond holds a boat.", derived_from=("c1",))
    fell = events.retract("c1")

    assert [code for _, code in found(survey(known(ground, rests, more=(fell,))), "support_changed")] == [
        "support_changed"
    ]
    assert found(survey(known(ground, rests)), "support_changed") == []


@pytest.mark.parametrize(("kind", "code"), [("merge", "merge_open"), ("relation", "relation_open")])
def test_what_a_person_should_say_of_names_and_relations_is_named_until_it_is_said(kind: str, code: str) -> None:
    asked = events.finding(kind, ["oak", "oak tree"], "they may be one thing")
    said = events.same("oak", "oak tree") if kind == "merge" else events.settle(asked.target, "keep-old")

    assert [name for _, name in found(survey(known(more=(asked,))), code)] == [code]
    assert found(survey(known(more=(asked, said))), code) == []


def test_beside_each_fault_of_supersession_stands_one_that_is_whole() -> None:
    whole = survey(
        a=page("superseded_by: /b.md", "status: deprecated"),
        b=page("supersedes: /a.md", "superseded_by: /c.md", "status: deprecated"),
        c=page("supersedes: /b.md"),
    )
    names = ("dangling", "one_sided", "cycle", "fork")

    assert found(whole, *(f"supersession_{name}" for name in names), "superseded_without_status") == []


def test_two_versions_of_a_line_beside_a_block_are_for_a_person_to_read() -> None:
    block = "<!-- clew:claims begin sha256=0 -->\n<!-- clew:claims end -->\n"
    twice = "Ask Kim about the gate.\nAsk Kim or Omar about the gate.\n"
    listed = "* Ask Kim about the gate.\n* Ask Omar about the gate.\n"
    looked = survey(
        a=page(body=f"{twice}{block}"), b=page(body=f"{listed}{block}"), c=page(body=twice),
        d=page(body=f"Ask Kim about the gate.\nThe key hangs in the shed.\n{block}"),
    )  # fmt: skip

    assert found(looked, "text_joined") == [("a.md", "text_joined")]

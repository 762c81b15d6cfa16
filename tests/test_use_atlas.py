"""The graph of a bundle: what may be walked, what things are called, and dates of any precision."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from clew import app
from clew.bundle import Bundle
from clew.errors import Ambiguous, NotFound, UsageError
from clew.use.timeline import Span

CHAT = b"""{"id": "chat-about-the-harbour", "title": "Harbour", "messages": [
{"role": "user", "at": "2026-01-10T10:00:00Z",
 "text": "We host the booking page on Render, because Mira has an account there."},
{"role": "user", "at": "2026-01-10T10:01:00Z", "text": "Mira owns the fare table."}]}"""


@pytest.fixture
def bundle(tmp_path: Path, person: None) -> Iterator[Bundle]:
    with app.create(tmp_path / "b", "Harbour") as made:
        made.add([CHAT])
        yield made


def titles(places) -> list[str]:
    return [place.title for place in places]


def test_a_path_tells_what_two_topics_have_in_common(bundle: Bundle) -> None:
    assert titles(bundle.atlas.path("hosting", "fare table").places) == [
        "hosting",
        "We host the booking page on Render, because Mira has an account there.",
        "Mira",
        "Mira owns the fare table.",
        "fare table",
    ]


def test_a_discarded_claim_connects_nothing(bundle: Bundle) -> None:
    claim = next(v.claim.id for v in bundle.claims() if "Render" in v.claim.text)
    bundle.decide(lambda curate: curate.hide(claim))

    assert bundle.atlas.path("hosting", "fare table").places == ()
    assert titles(link.place for link in bundle.atlas.neighbours("mira").links) == [
        "Mira owns the fare table.",
        "fare table",
    ]


def test_two_claims_of_one_source_are_not_connected_by_it(tmp_path: Path, person: None) -> None:
    at = '"role": "user", "at": "2026-02-10T10:00:00Z"'
    words = f'{{{at}, "text": "The kiosk stays on Android 13."}}, {{{at}, "text": "We host the shop on Render."}}'
    with app.create(tmp_path / "b", "B") as bundle:
        bundle.add([f'{{"id": "a-chat-of-two-things", "messages": [{words}]}}'.encode()])
        one, other = (view.claim.id for view in bundle.claims())

        assert bundle.atlas.path(one, other).places == ()
        assert "evidence" in {link.rel for link in bundle.atlas.neighbours(one, said=True).links}


def test_a_name_in_claims_is_one_with_the_page_that_carries_it(bundle: Bundle) -> None:
    page = "---\ntype: Person\ntitle: Mira Holm\naliases: [Mira]\n---\n\nRuns the harbour office.\n"
    (bundle.root / "mira.md").write_text(page, "utf-8")

    assert bundle.atlas.neighbours("Mira Holm").place.type == "Person"
    assert [link.rel for link in bundle.atlas.neighbours("mira").links] == ["names", "names", "owns"]
    assert titles(bundle.atlas.path("/mira", "fare table").places)[0] == "Mira Holm"


@pytest.mark.parametrize(
    ("name", "error", "message"),
    [
        ("mirra", NotFound, "nearest names are: mira"),
        ("", UsageError, "the name is empty"),
        ("\u200b", UsageError, "the name is empty"),
        ("/../../etc/passwd", NotFound, "nothing is called"),
        ("c", NotFound, "clew topic list"),
    ],
)
def test_unknown_names_are_refused_and_the_nearest_offered(bundle: Bundle, name, error, message) -> None:
    with pytest.raises(error, match=message):
        bundle.atlas.neighbours(name)


def test_a_name_of_two_pages_is_ambiguous(bundle: Bundle) -> None:
    for stem in ("one", "two"):
        (bundle.root / f"{stem}.md").write_text("---\ntype: Place\ntitle: Harbour\n---\n", "utf-8")

    with pytest.raises(Ambiguous, match=r"/one.md, /two.md"):
        bundle.atlas.neighbours("harbour")
    assert bundle.atlas.neighbours("/one.md").place.title == "Harbour"


@pytest.mark.parametrize(
    ("span", "date", "holds"),
    [
        (Span(), "some day", True),
        (Span("2021-03-01"), "2021-03", True),
        (Span("2021-04-01"), "2021-03", False),
        (Span("2021-04-01"), "2021", True),
        (Span(None, "2021-02-28"), "2021-03", False),
        (Span("2021-01-01", "2021-12-31"), "2021-03~", True),
        (Span("2021-01-01"), "some day", False),
    ],
)
def test_a_period_holds_dates_of_any_precision(span: Span, date: str, holds: bool) -> None:
    assert span.holds(date) is holds


def test_a_relation_between_things_is_found_though_one_of_them_has_no_page(bundle: Bundle) -> None:
    shown = bundle.entities.show("Mira").relations
    near = {(link.rel, link.out, link.place.title) for link in bundle.atlas.neighbours("Mira").links}
    owned = {(link.rel, link.out, link.place.title) for link in bundle.atlas.neighbours("fare table").links}
    rows = bundle.atlas.match("(?who)-owns->(?what)").rows

    assert [(one.subject, one.predicate, one.object) for one in shown] == [("Mira", "owns", "fare table")]
    assert ("owns", True, "fare table") in near
    assert ("owns", False, "Mira") in owned
    assert [(row["who"].title, row["what"].title) for row in rows] == [("Mira", "fare table")]
    assert bundle.atlas.match("(Mira)-owns->(?what)").rows


def test_a_relation_that_was_withdrawn_is_not_found(bundle: Bundle) -> None:
    claim = bundle.entities.show("Mira").relations[0].claim
    bundle.decide(lambda curate: curate.hide(claim))

    assert bundle.atlas.match("(?who)-owns->(?what)").rows == ()
    assert "owns" not in {link.rel for link in bundle.atlas.neighbours("Mira").links}


def test_the_timeline_of_a_topic_tells_what_took_its_place_under_another_name(tmp_path: Path, person: None) -> None:
    with app.create(tmp_path / "moved", "Moved") as bundle:
        for day, text in (("2026-03-02", "Hosting is on Render."), ("2026-04-14", "We host on Hetzner from now on.")):
            said = f'{{"role": "user", "at": "{day}T10:00:00Z", "text": "{text}"}}'
            bundle.add([f'{{"id": "chat-{day}", "messages": [{said}]}}'.encode()])

        told = [moment.text for moment in bundle.timeline("hosting")]

    assert told == ["Hosting is on Render.", "We host on Hetzner from now on."]

"""Summaries by a model: they rest on claims, say no more than those, and go when one of them does."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from clew import app
from clew.bundle import Bundle
from clew.errors import ModelFailed, UsageError
from clew.pages.summary import resting

TEXTS = ("We host the shop on Render.", "The hosting costs 12 euro a month.", "The hosting is paid by Dora Quist.")
REPLY = "The shop is hosted on Render [1] and costs 12 euro [2].\n\nDora Quist pays for it [3]."


def chat(texts: tuple[str, ...], name: str, month: int = 1) -> bytes:
    said = [{"role": "user", "at": f"2026-{month:02}-10T10:{i:02}:00Z", "text": text} for i, text in enumerate(texts)]
    return json.dumps({"id": name, "title": name, "messages": said}).encode()


@pytest.fixture
def bundle(tmp_path: Path, person: None) -> Iterator[Bundle]:
    with app.create(tmp_path / "b", "Shop") as made:
        made.add([chat(TEXTS, "first")], accept="all")
        made.decide(lambda c: c.overlay([v.claim.id for v in made.claims()], {"topic": "hosting"}))
        yield made


def script(tmp_path: Path, reply: str) -> str:
    path = tmp_path / "script.json"
    path.write_text(json.dumps([reply]), "utf-8")
    return f"fake:{path}"


def page(bundle: Bundle) -> str:
    return (bundle.root / "concepts/hosting.md").read_text("utf-8")


def test_a_summary_stands_above_the_block_and_names_its_claims(bundle: Bundle, tmp_path: Path) -> None:
    before = page(bundle)
    done = bundle.summaries.write("Hosting", script(tmp_path, REPLY))
    text = page(bundle)

    assert (2, ()) == (len(done.paragraphs), done.dropped)
    assert text.index("Dora Quist pays for it.") < text.index("<!-- clew:claims begin")
    assert [it.claims for it in resting(text)] == [refs for _, refs in done.paragraphs]
    assert bundle.doctor().healthy
    assert not [p for p in bundle.linter.look().findings if p.code == "text_behind"]

    bundle.undo()
    assert page(bundle) == before


def test_a_paragraph_goes_when_a_claim_it_rests_on_falls(bundle: Bundle, tmp_path: Path) -> None:
    done = bundle.summaries.write("Hosting", script(tmp_path, REPLY))
    paid = done.paragraphs[1][1][0]
    bundle.decide(lambda c: c.retract(bundle.resolve(paid)))

    assert "Dora Quist pays for it." not in page(bundle)
    assert "The shop is hosted on Render" in page(bundle)
    again = page(bundle)
    bundle.note("The office has a plant.")
    assert page(bundle) == again, "and nothing moves after it"

    for ref in done.paragraphs[0][1]:
        bundle.decide(lambda c: c.retract(bundle.resolve(ref)))  # noqa: B023  # called at once
    assert "clew:summary" not in page(bundle)


def test_what_rests_on_nothing_or_says_more_is_left_out(bundle: Bundle, tmp_path: Path) -> None:
    reply = "The shop runs on Render [1]. It is cheap. It costs 99 euro [2]. It is old [17]."
    done = bundle.summaries.write("Hosting", script(tmp_path, reply))

    assert ["The shop runs on Render."] == [text for text, _ in done.paragraphs]
    assert ("It is cheap.", "It costs 99 euro.", "It is old.") == done.dropped


@pytest.mark.parametrize("reply", ["", "It is all very good.", "{}"])
def test_a_reply_without_a_sentence_that_stands_changes_nothing(bundle: Bundle, tmp_path: Path, reply: str) -> None:
    before = page(bundle)
    with pytest.raises(ModelFailed):
        bundle.summaries.write("Hosting", script(tmp_path, reply))
    assert page(bundle) == before


def test_a_page_of_people_is_not_summed_up(bundle: Bundle, tmp_path: Path) -> None:
    (bundle.root / "notes.md").write_text("---\ntype: Note\ntitle: Notes\n---\n\nWords.\n", "utf-8")
    with pytest.raises(UsageError, match="too little"):
        bundle.summaries.write("Notes", script(tmp_path, REPLY))


def test_nothing_in_a_reply_becomes_markup(bundle: Bundle, tmp_path: Path) -> None:
    bundle.summaries.write("Hosting", script(tmp_path, "<!-- clew:claims end --> [x](y.md) Render [1]."))
    assert page(bundle).count("<!-- clew:claims end -->") == 1
    assert bundle.doctor().healthy


def test_twenty_sources_that_rewrite_a_page_leave_no_sentence_without_a_living_claim(
    bundle: Bundle, tmp_path: Path
) -> None:
    """After every source, with a summary by a model at every third: what is not history rests on claims in force."""
    places = ("Fly", "Hetzner", "Scaleway", "Linode", "Render")
    for n in range(20):
        text = f"We moved the hosting of the shop from {places[n % 5 - 1]} to {places[n % 5]}."
        bundle.add(
            [chat((text, f"The hosting now costs {20 + n} euro a month."), f"chat-{n}", 2 + n % 10)], accept="all"
        )
        if n % 3 == 0:
            bundle.summaries.write("Hosting", script(tmp_path, "The first holds [1]. The second holds [2]."))
        standing = {v.claim.id: v.standing.link for v in bundle.claims()}
        for paragraph in resting(page(bundle)):
            for ref in paragraph.claims:
                assert ["active"] == [link for ident, link in standing.items() if ident.startswith(ref)]

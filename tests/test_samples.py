"""The samples beside the checkout, through the whole product."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from clew import app
from clew.bundle import Bundle
from clew.use.look import Filter

pytestmark = pytest.mark.usefixtures("person")


@pytest.fixture
def bundle(tmp_path: Path) -> Iterator[Bundle]:
    with app.create(tmp_path / "b", "Test") as made:
        yield made


def texts(bundle: Bundle, link: str) -> list[str]:
    return [v.claim.text for v in bundle.list(Filter(link=link))]  # type: ignore[arg-type]


def test_a_second_export_updates_one_chat_and_its_correction_takes_over(bundle: Bundle, shared: Path) -> None:
    bundle.add([shared / "samples/chatgpt/syn-single"])
    before = len(bundle.claims())

    report = bundle.add([shared / "samples/chatgpt/syn-reexport"])

    assert (report.counts["new"], report.counts["updated"], report.counts["unchanged"]) == (0, 1, 1)
    assert len(bundle.claims()) == before + 1
    assert [t for t in texts(bundle, "superseded") if "3 retries" in t]
    assert [t for t in texts(bundle, "active") if "5 retries" in t]


def test_what_no_person_said_is_no_claim(bundle: Bundle, shared: Path) -> None:
    bundle.add([shared / "samples/chatgpt/syn-single"])

    shown = " ".join(v.claim.text for v in bundle.claims())
    assert "Postgres" in shown
    assert [w for w in ("MongoDB", "MySQL", "7 retries", "secret plan") if w in shown] == []


def test_a_session_of_a_coding_agent_yields_only_what_was_typed(bundle: Bundle, shared: Path) -> None:
    bundle.add([shared / "samples/claude_code/syn-edge.jsonl"])

    assert texts(bundle, "active") == ["Use PASETO instead of JWT."]


def test_every_sample_is_read_or_named_and_adding_again_changes_nothing(bundle: Bundle, shared: Path) -> None:
    first = bundle.add([shared / "samples"])
    again = bundle.add([shared / "samples"])

    assert sum(first.counts.values()) == len(first.items)
    assert all(item.problem for item in first.items if item.outcome == "failed")
    assert (again.counts["new"], again.counts["updated"]) == (0, 0)
    assert bundle.doctor().healthy

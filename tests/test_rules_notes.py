"""What of a note becomes a claim."""

import pytest

from clew.model import Part, Source
from clew.rules.extract import Rules


def claims(text: str, kind: str = "note") -> list[tuple[str, str, str]]:
    source = Source("s", kind, "markdown", "o", "Boat club", None, None, "exact", None, (), 1, "")  # type: ignore[arg-type]
    part = Part(1, "1", None, "document", None, None, text)
    found = Rules().extract(source, [part], ())
    return [(c.text, c.speaker.cls, c.speaker.name) for c in found]


@pytest.mark.parametrize(
    "line",
    [
        "We decided to store the sails in the old barn.",
        "We no longer rent the trailer.",
        "We moved the regatta from June to August.",
        "Wir haben uns entschieden, das Dach im Mai zu streichen, und nicht im Herbst.",
    ],
)
def test_the_writers_own_decision_is_the_notes_claim(line: str) -> None:
    assert claims(f"Protokoll\n\n- {line}\n") == [(line, "document", "Boat club")]


@pytest.mark.parametrize(
    "line",
    [
        "The barn was built in 1950.",
        "Website: <https://www.example.me>",
        "Should we buy a new mast?",
        "> We will never sail at night.",
        "- [ ] call the harbour",
        "Please do not edit below this line.",
        "```\nWe decided to sail.\n```",
    ],
)
def test_what_a_note_holds_of_the_world_stays_text(line: str) -> None:
    assert claims(line) == []


def test_a_document_by_others_yields_no_claims() -> None:
    assert claims("We decided to store the sails in the old barn.", kind="document") == []


def test_the_line_above_is_no_part_of_the_quote() -> None:
    source = Source("s", "note", "markdown", "o", "Boat club", None, None, "exact", None, (), 1, "")
    part = Part(1, "1", None, "document", None, None, "Harbour\n\nWe moved the regatta to August.")
    (found,) = Rules().extract(source, [part], ())

    assert found.quotes[0].text == "We moved the regatta to August."
    assert part.text[found.quotes[0].start :] == found.quotes[0].text

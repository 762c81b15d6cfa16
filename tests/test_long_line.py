"""A text without an end is read in work that grows with its length, not with its square."""

import random
import sys
from collections.abc import Callable

import pytest

from clew.model import Claim, Part, Source
from clew.proof import evidence
from clew.readers import markers
from clew.rules.extract import Rules

SHAPES: dict[str, Callable[[int], str]] = {
    "one sentence again and again": lambda n: "We use a b c. " * n,
    "sentences on one line": lambda n: " ".join(f"We use {named(i)} for the {named(i + 7)} service." for i in range(n)),
    "items of a list": lambda n: "Decided:\n" + "\n".join(f"- We use {named(i)} for the service." for i in range(n)),
    "headings": lambda n: "\n".join(f"# {named(i)}\nWe use {named(i)} for the service." for i in range(n)),
    "struck words": lambda n: "\n".join(f"We use {named(i)} ~~old~~ for the service." for i in range(n)),
    "quoted names": lambda n: " ".join(f'We use "{named(i)}" for the service.' for i in range(n)),
    "what others say": lambda n: " ".join(f"Anna Quist is ill. She says we use {named(i)} now." for i in range(n)),
}


def named(i: int) -> str:
    syllables = ("ba", "do", "ki", "lu", "me", "no", "ri", "sa")
    return "".join(syllables[i // 8**k % 8] for k in range(4)).capitalize()


def read(text: str) -> list[Claim]:
    source = Source(
        id="text-1", kind="note", provider="text", origin="a", title="Services", at="2026-01-01T00:00:00Z", until=None,
        precision="exact", leaf=None, people=(), parts=1, sha256="",
    )  # fmt: skip
    part = Part(n=1, id="p1", parent=None, author="document", name=None, at=None, text=text)
    rules = Rules()
    found = rules.extract(source, [part], ())
    return [claim for c in found if isinstance(claim := evidence.check(c, source, {1: part}, rules.maker), Claim)]


def calls(work: Callable[[], object]) -> int:
    """How many functions of Python's own a piece of work calls."""
    count = 0

    def counted(_frame: object, event: str, _arg: object) -> None:
        nonlocal count
        count += event == "call"

    sys.setprofile(counted)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize("shape", SHAPES)
def test_four_times_the_text_is_about_four_times_the_work(shape: str) -> None:
    make = SHAPES[shape]
    read(make(30))  # patterns are compiled, caches are warm
    small, large = calls(lambda: read(make(60))), calls(lambda: read(make(240)))
    assert large < 6 * small


def test_nothing_is_lost_where_a_text_is_read_in_pieces() -> None:
    claims = read(SHAPES["sentences on one line"](1200))
    assert len(claims) == 1200
    assert all(claim.evidence[0].quote == claim.text for claim in claims)


def test_a_sentence_that_a_page_repeats_is_one_saying() -> None:
    assert [c.text for c in read("We use a b c. " * 50)] == ["We use a b c."]


def test_what_is_said_again_after_a_change_counts() -> None:
    there_and_back = read(
        "We use Postgres for the ledger. We use SQLite for the ledger. We use Postgres for the ledger."
    )
    assert len(there_and_back) == 3


def test_fences_that_never_close_are_looked_for_once() -> None:
    def fenced(n: int) -> str:
        return "".join(f"```{i}\n" for i in range(n))

    small, large = calls(lambda: markers.open_lines(fenced(100))), calls(lambda: markers.open_lines(fenced(400)))
    assert large < 6 * small
    assert len(markers.open_lines(fenced(20_000))) == 20_000


def test_fences_close_at_the_first_line_of_as_many_marks() -> None:
    rng = random.Random(7)
    kinds = ("```\n", "````\n", "~~~\n", "~~~~~\n", "```py\n", "  ```\n", "said\n", "\n", "***\n", "~~~ x\n", "``\n")
    for _ in range(400):
        rows = list(markers.lines("".join(rng.choices(kinds, k=rng.randrange(14)))))
        kept, i = [], 0
        while i < len(rows):
            said = rows[i][1].lstrip(" ")
            mark = said[: len(said) - len(said.lstrip(said[:1]))] if said[:3] in ("```", "~~~") else ""
            ends = (
                k
                for k in range(i + 1, len(rows))
                if mark and set(line := rows[k][1].strip()) == {mark[0]} and len(line) >= len(mark)
            )
            close = next(ends, None)
            kept += [] if close is not None else [rows[i]]
            i = i + 1 if close is None else close + 1
        assert markers.open_lines("".join(row for _, row in rows)) == kept

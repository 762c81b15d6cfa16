"""Questions in SQL read the index and can do nothing else."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from clew import app
from clew.bundle import Bundle
from clew.errors import Refused, UsageError
from clew.index import console

pytestmark = pytest.mark.usefixtures("person")


def chat(number: int, text: str) -> bytes:
    message = {"role": "user", "at": f"2026-0{number}-10T10:00:00Z", "text": text}
    return json.dumps({"id": f"chat-{number}-0000000001", "title": f"Chat {number}", "messages": [message]}).encode()


@pytest.fixture
def bundle(tmp_path: Path) -> Iterator[Bundle]:
    with app.create(tmp_path / "b", "Test") as made:
        made.add([chat(1, "We host the shop on Render."), chat(2, "We now host the shop on Hetzner.")])
        yield made


@pytest.mark.parametrize(
    ("statement", "rows"),
    [
        ("SELECT text, link FROM claim WHERE shown = 'shown' ORDER BY asserted_at DESC LIMIT 1",
         (("We now host the shop on Hetzner.", "active"),)),
        ("SELECT count(*) FROM source", ((2,),)),
        ("SELECT quote FROM evidence JOIN claim ON claim.id = evidence.claim WHERE link = 'superseded'",
         (("We host the shop on Render.",),)),
        ("SELECT title, type FROM concept WHERE path = '/concepts/hosting.md'", (("Hosting", "Concept"),)),
        ("SELECT count(DISTINCT head), count(*) FROM chain", ((1, 2),)),
        ("SELECT author, text FROM part WHERE n = 1 ORDER BY at LIMIT 1", (("person", "We host the shop on Render."),)),
        ("SELECT count(*) FROM link WHERE rel = 'supersedes'", ((1,),)),
        ("SELECT count(*) FROM relation", ((0,),)),
        ("SELECT title, predicate, object FROM relation JOIN concept ON path = subject WHERE predicate = 'near'",
         (("Mill", "near", "/concepts/hosting.md"),)),
    ],
)  # fmt: skip
def test_the_views_speak_the_words_of_the_glossary(
    bundle: Bundle, statement: str, rows: tuple[tuple[object, ...], ...]
) -> None:
    page = bundle.root / "concepts/mill.md"
    if "near" in statement:
        near = 'relations:\n  - {predicate: near, object: "/concepts/hosting.md"}'
        page.write_text(f"---\ntype: Place\ntitle: Mill\n{near}\n---\n", "utf-8")
    assert bundle.sql(statement).rows == rows


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM node",
        "INSERT INTO meta VALUES ('a', 'b')",
        "CREATE TABLE x (y)",
        "CREATE TEMP TABLE x (y)",
        "ATTACH 'other.db' AS o",
        "PRAGMA query_only = OFF",
        "VACUUM INTO 'copy.db'",
        "SELECT 1; DROP TABLE node",
        "SELECT load_extension('x')",
        "SELECT * FROM nothing",
        "SELECT zeroblob(100000000)",
        "",
    ],
)
def test_nothing_but_reading_is_answered(bundle: Bundle, tmp_path: Path, statement: str) -> None:
    with pytest.raises(UsageError):
        bundle.sql(statement)
    assert bundle.sql("SELECT count(*) FROM claim").rows == ((2,),)
    assert [p.name for p in tmp_path.iterdir()] == ["b"]


def test_a_question_without_an_end_is_given_up(bundle: Bundle) -> None:
    endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"

    with pytest.raises(Refused, match="too long"):
        console.select(bundle.root / ".clew" / "index.db", endless, 10, steps=100_000)


@pytest.mark.parametrize("value", ["zeroblob(10000000)", "printf('%.*c', 10000000, 'x')", "i"])
def test_an_answer_that_would_fill_the_memory_is_given_up(
    bundle: Bundle, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    endless = f"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT {value} FROM n"
    monkeypatch.setattr(console, "_ANSWER", 30_000_000)

    with pytest.raises(Refused, match="too large"):
        bundle.sql(endless, limit=10_000_000)


def test_columns_of_one_name_are_told_apart(bundle: Bundle) -> None:
    found = bundle.sql('SELECT 1 AS id, 2 AS id, 3 AS "id:1", 4 AS id')

    assert (found.columns, found.rows) == (("id", "id:1", "id:1:1", "id:2"), ((1, 2, 3, 4),))


def test_rows_beyond_the_limit_are_announced(bundle: Bundle) -> None:
    assert bundle.sql("SELECT id FROM claim", limit=1).more
    assert not bundle.sql("SELECT id FROM claim", limit=2).more

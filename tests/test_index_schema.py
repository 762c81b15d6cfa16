"""The tables of the index: another shape needs another number."""

import hashlib
import sqlite3

from clew.index import schema


def test_a_change_of_the_tables_needs_a_new_version() -> None:
    script = "".join(line for line in schema.INDEX.script.splitlines(keepends=True) if "secure-delete" not in line)
    digest = hashlib.sha256(script.encode()).hexdigest()[:12]

    assert (schema.VERSION, digest) == (9, "e3ea4885ccf0")  # tables changed? raise schema.VERSION, then the digest here


def test_the_stamp_names_everything_an_index_depends_on() -> None:
    tables, words, unicode_major, *_, form = schema.INDEX.stamp.split(".")

    assert (tables, words) == (str(schema.VERSION), str(schema.words.VERSION))
    assert int(unicode_major) >= 14
    assert form == ("secure" if sqlite3.sqlite_version_info >= (3, 42) else "plain")


def test_every_statement_stands_alone() -> None:
    with sqlite3.connect(":memory:") as raw:
        for statement in schema.INDEX.statements:
            raw.execute(statement)
        tables = {row[0] for row in raw.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    raw.close()

    assert {"node", "edge", "place", "name", "vector", "text_claim", "text_part", "text_page"} <= tables
